"""For those who examine: a round checked, settled again and exported, a table audited; odds compared, our own rules.

Whoever may read a round may have it checked and settled again: both say nothing that
the table does not tell everybody. A packet and an audit name purses, and refusals are
between the house and who asked, so those are for staff, surveillance and auditors; a
player who disputes a round asks one of them for its packet.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from croupier.audit.anchors import read_anchors
from croupier.audit.one_round import RoundReport, check_round
from croupier.audit.packet import ExportError, UnknownRoundError, packet
from croupier.audit.sources import open_raw
from croupier.house.host import Host
from croupier.rulebooks import REFS, published
from croupier.rules import plain
from croupier.rules.odds import side_by_side
from croupier.rules.procedure import UnderMinimum
from croupier.storage.chain import canonical
from croupier.storage.places import ANCHORS, beside
from croupier.storage.raw import RawRecord
from croupier.table.events import BettingOpened, Event
from croupier.table.resettle import Resettled, resettle
from croupier.table.wire_rules import WIRE_RULES
from croupier.web import examine_shapes as shapes
from croupier.web.desk import FrontOffice
from croupier.web.operations import Asking, Handler, Operation
from croupier.web.problems import ProblemError
from croupier.web.readings import as_ruled
from croupier.web.rule_pages import REF
from croupier.web.table_pages import EXAMPLE, TABLE
from croupier.web.views import sees_all

T = TypeVar("T")

AUDIT_SECONDS = 1800.0
FOUND = 1
"""How ``croupier audit`` ends when it has found something."""


class ExaminePages:
    """What audit, odds and rules ask for beyond what players need."""

    def __init__(self, office: FrontOffice, data: str) -> None:
        """Examine the record of a folder."""
        self._office, self._data = office, data
        self._auditing = False

    def operations(self) -> list[Operation]:
        """List what can be asked."""
        of = f"/tables/{TABLE}/rounds/{{round:[0-9]+}}"
        again = Operation(
            "GET",
            f"{of}/again/{REF}",
            "settleAgain",
            "A round settled again under another rulebook.",
            self.again,
            shapes.AgainTold,
            problems=(404,),
            examples=EXAMPLE | {"ref": "us-double-zero/1"},
        )
        return [
            self._of(f"{of}/checks", "checkRound", "A round checked.", self.checks, shapes.RoundChecked),
            self._of(
                f"{of}/rulings",
                "listRulings",
                "What those who ruled on wagers of a round had before them.",
                self.rulings,
                list[shapes.RulingTold],
            ),
            again,
            self._staff(
                f"{of}/refused",
                "listRefused",
                "What was refused in a round, for staff.",
                self.refused,
                list[shapes.RefusedTold],
            ),
            self._staff(f"{of}/packet", "showPacket", "A round's dispute packet, for staff.", self.packet, Any),
            self._staff(f"/tables/{TABLE}/audit", "auditTable", "A whole table audited, for staff.", self.audit, Any),
            Operation(
                "GET", "/wire-rules", "listWireRules", "Our own rules.", self.wire_rules, list[shapes.WireRuleTold]
            ),
            Operation("GET", "/odds", "compareOdds", "Every rulebook's odds side by side.", self.odds, dict[str, Any]),
        ]

    def _of(self, path: str, name: str, summary: str, handler: Handler, gives: object) -> Operation:
        return Operation("GET", path, name, summary, handler, gives, problems=(404,), examples=EXAMPLE)

    def _staff(self, path: str, name: str, summary: str, handler: Handler, gives: object) -> Operation:
        return Operation("GET", path, name, summary, handler, gives, signed=True, problems=(404,), examples=EXAMPLE)

    def _host(self, asking: Asking) -> Host:
        return self._office.house.host(asking.path["table"])

    def _sees_all(self, asking: Asking, host: Host) -> bool:
        return sees_all(self._office.doors.by(asking.who, host))

    def _only_staff(self, asking: Asking) -> Host:
        host = self._host(asking)
        if not self._sees_all(asking, host):
            raise _names_purses()
        return host

    async def _looking(self, look: Callable[[RawRecord], T]) -> T:
        """Look at the rows of the record beside the house, which goes on meanwhile."""

        def work() -> T:
            raw = open_raw(self._data)
            try:
                return look(raw)
            finally:
                raw.close()

        try:
            return await asyncio.to_thread(work)
        except UnknownRoundError as error:
            raise ProblemError(404, "unknown-round", str(error)) from None
        except ExportError as error:
            # Where the record lies is nobody's business outside.
            raise ProblemError(503, "fault", str(error).replace(str(Path(self._data)), "the record")) from None

    async def _checked(self, asking: Asking) -> RoundReport:
        host, name = self._host(asking), asking.path["round"]
        return await self._looking(lambda raw: check_round(raw, host.name, name))

    async def checks(self, asking: Asking) -> object:
        """Check a round."""
        report = await self._checked(asking)
        everything = self._sees_all(asking, self._host(asking))
        checks = [
            shapes.CheckedTold(
                one.check,
                one.looked,
                [shapes.FindingTold(found.where, found.what, found.expected) for found in one.findings],
            )
            for one in report.checks
        ]
        hashes = {str(seq): found for seq, found in report.hashes.items()} if everything else {}
        return shapes.RoundChecked(report.sound, report.first, report.last, checks, hashes)

    async def refused(self, asking: Asking) -> object:
        """Give what was refused in a round."""
        self._only_staff(asking)
        report = await self._checked(asking)
        found = []
        for link in report.refused:
            command, no = msgspec.json.decode(link.receipt.command), msgspec.json.decode(link.receipt.refused or "{}")
            told = shapes.RefusedTold(link.receipt.place, link.receipt.at, link.receipt.after, command, no)
            found.append(told)
        return found

    async def packet(self, asking: Asking) -> object:
        """Give a round's dispute packet, byte for byte as ``croupier export`` writes it."""
        host, name = self._only_staff(asking), asking.path["round"]
        beside_it = beside(self._data, ANCHORS)
        anchors = [] if beside_it is None else read_anchors(beside_it)
        whole = await self._looking(lambda raw: packet(raw, host.name, name, anchors))
        return msgspec.Raw(canonical(whole).encode())

    async def audit(self, asking: Asking) -> object:
        """Audit a whole table in a process of its own: it takes long, and the tables must not wait for it."""
        name = asking.path["table"]
        # A table whose record does not hold is out of service, and just the one that somebody wants to have audited.
        if name not in self._office.house.broken:
            self._only_staff(asking)
        elif not sees_all(self._office.doors.by_name(asking.who, name)):
            raise _names_purses()
        if self._auditing:
            raise ProblemError(503, "busy", "another audit is under way; ask again when it is done")
        self._auditing = True
        try:
            return await _audited(self._data, name)
        finally:
            self._auditing = False

    async def again(self, asking: Asking) -> object:
        """Settle a round again under another rulebook."""
        host, other = self._host(asking), self._office.rules.find(asking.path["ref"])
        happened = await self._events(host, asking.path["round"])
        found: Resettled | None = next(iter(resettle(happened, other)), None)
        if found is None:
            raise ProblemError(409, "round-not-over", "a round is settled again once it is over")
        notes = list(found.notes)
        if other.procedure.limits.under_minimum.value is UnderMinimum.ONCE_THEN_RETURNED:
            notes.append("The round is taken alone: stakes under the minimum in earlier rounds are not remembered.")
        lines = [
            shapes.AgainLine(
                *(one.player, one.position, one.stake, one.gain, one.other_gain),
                *(list(one.clauses), list(one.other_clauses), one.note),
            )
            for one in found.lines
        ]
        return shapes.AgainTold(host.ruleset.ref, other.ref, found.pocket, found.difference, lines, notes)

    async def rulings(self, asking: Asking) -> object:
        """Give what those who ruled had before them."""
        host = self._host(asking)
        return as_ruled(host.ruleset, await self._events(host, asking.path["round"]))

    async def _events(self, host: Host, wanted: str) -> list[Event]:
        start = await self._office.round_start(host, wanted)
        if start is None:
            raise ProblemError(404, "unknown-round", f"table {host.name} has no round {wanted!r:.40}")
        found: list[Event] = []
        async for _, happened in self._office.house.record.read(host.name, start - 1):
            event = cast("Event", happened)
            if isinstance(event, BettingOpened) and event.round != wanted:
                break
            found.append(event)
        return found

    async def wire_rules(self, _: Asking) -> object:
        """List our own rules."""
        return [shapes.WireRuleTold(number, says) for number, says in WIRE_RULES.items()]

    async def odds(self, _: Asking) -> object:
        """Compare the odds of all published rulebooks."""
        return plain.side_by_side(list(REFS), side_by_side([published(ref) for ref in REFS]))


def _names_purses() -> ProblemError:
    return ProblemError(403, "role-not-allowed", "this names purses: ask the dealer, the pit or an auditor")


async def _audited(data: str, table: str) -> object:
    """Run ``croupier audit`` and give what it says."""
    program = (sys.executable, "-P", "-c", "from croupier.cli import main; main()")
    command = (*program, "audit", f"--data={data}", f"--table={table}", "--json")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
    try:
        said, _ = await asyncio.wait_for(process.communicate(), AUDIT_SECONDS)
    except (TimeoutError, asyncio.CancelledError):
        process.kill()
        await process.wait()
        raise
    if process.returncode not in (0, FOUND):
        raise ProblemError(503, "fault", "the audit could not be made; run `croupier audit` beside the record")
    report: dict[str, Any] = msgspec.json.decode(said)
    # Where the record lies is nobody's business outside.
    report.pop("where", None)
    return report
