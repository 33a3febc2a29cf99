"""For auditors: a round checked, settled again and exported, a table audited, odds compared, our own rules.

Whoever may read a round may have it checked and settled again: neither reveals
anything that the table does not show to everybody. A packet and an audit name
purses, and refusals are between the house and the asker, so those are for staff,
surveillance and auditors; a player who disputes a round asks one of them for its packet.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from croupier.audit.anchors import read_anchors
from croupier.audit.one_round import RoundReport, check_round
from croupier.audit.packet import ExportError, UnknownRoundError, packet
from croupier.audit.sources import open_raw
from croupier.house.host import Host
from croupier.house.texts import parse_stored, stored_ruleset
from croupier.rulebooks import REFS, published
from croupier.rules import plain
from croupier.rules.odds import side_by_side
from croupier.rules.procedure import UnderMinimum
from croupier.rules.ruleset import Ruleset
from croupier.storage.chain import canonical
from croupier.storage.places import ANCHORS, beside
from croupier.storage.raw import RawRecord
from croupier.table.events import BettingOpened, Event
from croupier.table.resettle import Resettled, resettle
from croupier.table.wire_rules import WIRE_RULES
from croupier.web.api import examine_shapes as shapes
from croupier.web.api.meanings import as_ruled
from croupier.web.api.operations import Asking, Handler, Operation
from croupier.web.api.problems import ProblemError
from croupier.web.api.rules import REF
from croupier.web.api.tables import AT_ONCE, EXAMPLE, TABLE, WEIGHT, span_of
from croupier.web.live.views import sees_all
from croupier.web.office import Office

T = TypeVar("T")

AUDIT_SECONDS = 1800.0
LEFT_EVERY = 0.5
"""Seconds between two looks at whether an auditor is still there."""
WAITING_MAX = 8
"""Requests that may wait to read the record beside the house; more are told to ask again."""
KEPT_ROUNDS = 200
KEPT_EVENTS = 1_000
"""Rounds of more events are checked anew each time."""
AGAIN_MAX = 5_000
"""Most events of a round that is worked through on the loop for whoever asks."""
FOUND = 1
"""The exit status of ``croupier audit`` when it has findings."""
BAD_INPUT = 2
WHEEL_DRAWS = 1_999


class ExamineOperations:
    """Operations that auditors need beyond what players need."""

    def __init__(self, office: Office, data: str, database: str = "") -> None:
        self._office, self._data, self._database = office, data, database
        self._auditing = False
        self._readers = ThreadPoolExecutor(1, "examine")
        """Apart from the threads in which everybody else looks things up, so that nobody waits behind an auditor."""
        self._waiting = 0
        self._checked_rounds: OrderedDict[tuple[str, str], RoundReport] = OrderedDict()
        """Reports on rounds after which another has begun: these do not change any more."""

    def operations(self) -> list[Operation]:
        of = f"/tables/{TABLE}/rounds/{{round:[0-9]+}}"
        again = Operation(
            "GET",
            f"{of}/again/{REF}",
            "settleAgain",
            "A round settled again under another rulebook.",
            self.again,
            shapes.AgainOut,
            problems=(404, 413),
            weight=WEIGHT,
            examples=EXAMPLE | {"ref": "us-double-zero/1"},
        )
        return [
            self._of(f"{of}/checks", "checkRound", "A round checked.", self.checks, shapes.RoundChecksOut),
            self._of(
                f"{of}/rulings",
                "listRulings",
                "What those who ruled on wagers of a round had before them.",
                self.rulings,
                list[shapes.RulingOut],
            ),
            again,
            self._staff(
                f"{of}/refused",
                "listRefused",
                "What was refused in a round, for staff.",
                self.refused,
                list[shapes.RefusedOut],
            ),
            self._staff(f"{of}/packet", "showPacket", "A round's dispute packet, for staff.", self.packet, Any),
            self._staff(f"/tables/{TABLE}/audit", "auditTable", "A whole table audited, for staff.", self.audit, Any),
            Operation(
                *("GET", f"/tables/{TABLE}/wheel-test", "testTableWheel"),
                *("A table's wheel tested from its own record, for staff.", self.wheel_test, Any),
                query=shapes.WheelTestIn,
                signed=True,
                problems=(404, 409, 503),
                examples=EXAMPLE,
            ),
            Operation(
                "GET", "/wire-rules", "listWireRules", "Our own rules.", self.wire_rules, list[shapes.WireRuleOut]
            ),
            Operation("GET", "/odds", "compareOdds", "Every rulebook's odds side by side.", self.odds, dict[str, Any]),
        ]

    def _of(self, path: str, name: str, summary: str, handler: Handler, gives: object) -> Operation:
        return Operation("GET", path, name, summary, handler, gives, problems=(404,), examples=EXAMPLE, weight=WEIGHT)

    def _staff(self, path: str, name: str, summary: str, handler: Handler, gives: object) -> Operation:
        return Operation("GET", path, name, summary, handler, gives, signed=True, problems=(404, 409), examples=EXAMPLE)

    def _host(self, asking: Asking) -> Host:
        return self._office.tables.host(asking.path["table"])

    def _sees_all(self, asking: Asking, host: Host) -> bool:
        return sees_all(self._office.sign_in.by(asking.who, host))

    def _only_staff(self, asking: Asking) -> Host:
        host = self._host(asking)
        if not self._sees_all(asking, host):
            raise _names_purses()
        return host

    async def _looking(self, look: Callable[[RawRecord], T]) -> T:
        """Read the rows of the record beside the running house."""

        def work() -> T:
            raw = open_raw(None, self._database) if self._database else open_raw(self._data)
            try:
                return look(raw)
            finally:
                raw.close()

        try:
            return await self._apart(work)
        except UnknownRoundError as error:
            raise ProblemError(404, "unknown-round", str(error)) from None
        except ExportError as error:
            # The path of the record is not disclosed.
            raise ProblemError(503, "fault", str(error).replace(str(Path(self._data)), "the record")) from None

    async def _apart(self, work: Callable[[], T]) -> T:
        """Do something in the one thread for this, if not too many wait for it."""
        if self._waiting >= WAITING_MAX:
            raise ProblemError(503, "busy", "others are examining rounds; ask again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)
        finally:
            self._waiting -= 1

    async def _checked(self, asking: Asking) -> RoundReport:
        host, name = self._host(asking), asking.path["round"]
        known = self._checked_rounds.get((host.name, name))
        if known is not None:
            return known
        first, last = span_of(host, name)
        within = first, host.table.seq if last is None else last
        report = await self._looking(lambda raw: check_round(raw, host.name, name, within))
        if last is not None and len(report.hashes) <= KEPT_EVENTS:
            self._checked_rounds[host.name, name] = report
            if len(self._checked_rounds) > KEPT_ROUNDS:
                self._checked_rounds.popitem(last=False)
        return report

    async def checks(self, asking: Asking) -> object:
        report = await self._checked(asking)
        everything = self._sees_all(asking, self._host(asking))
        checks = [
            shapes.CheckedOut(
                one.check,
                one.looked,
                [shapes.FindingOut(found.where, found.what, found.expected) for found in one.findings],
            )
            for one in report.checks
        ]
        hashes = {str(seq): found for seq, found in report.hashes.items()} if everything else {}
        return shapes.RoundChecksOut(report.sound, report.first, report.last, checks, hashes)

    async def refused(self, asking: Asking) -> object:
        """Return the commands refused in a round."""
        self._only_staff(asking)
        report = await self._checked(asking)
        found = []
        for link in report.refused:
            command, no = msgspec.json.decode(link.receipt.command), msgspec.json.decode(link.receipt.refused or "{}")
            refused = shapes.RefusedOut(link.receipt.place, link.receipt.at, link.receipt.after, command, no)
            found.append(refused)
        return found

    async def packet(self, asking: Asking) -> object:
        """Return a round's dispute packet, byte for byte as ``croupier export`` writes it."""
        host, name = self._only_staff(asking), asking.path["round"]
        beside_it = beside(self._data, ANCHORS)
        anchors = [] if beside_it is None else read_anchors(beside_it)
        whole = await self._looking(lambda raw: packet(raw, host.name, name, anchors))
        return msgspec.Raw(canonical(whole).encode())

    async def audit(self, asking: Asking) -> object:
        """Audit a whole table in a separate process: it takes long, and the tables must not wait for it."""
        name = asking.path["table"]
        # A table whose record is broken is out of service, and exactly the one that somebody wants audited.
        if name not in self._office.tables.broken:
            self._only_staff(asking)
        elif not sees_all(self._office.sign_in.by_name(asking.who, name)):
            raise _names_purses()
        return await self._beside(asking, ("audit", f"--table={name}"), (0, FOUND))

    async def wheel_test(self, asking: Asking) -> object:
        """Test the wheel of a table from the record, by dealer, direction and time, in a process of its own."""
        self._only_staff(asking)
        chosen = asking.query
        given = {"dealer": chosen.dealer, "direction": chosen.direction, "from": chosen.since, "until": chosen.until}
        options = [f"--{name}={value}" for name, value in given.items() if value is not None]
        command = ("wheel", "test", f"--table={asking.path['table']}", f"--draws={WHEEL_DRAWS}", *options)
        return await self._beside(asking, command, (0,))

    async def _beside(self, asking: Asking, command: Sequence[str], well: tuple[int, ...]) -> object:
        """Run one of our commands on the record, one at a time."""
        if self._auditing:
            raise ProblemError(503, "busy", "another audit is under way; ask again when it is done")
        self._auditing = True
        try:
            return await _answered(command, self._data, self._database, asking.left, well)
        finally:
            self._auditing = False

    async def again(self, asking: Asking) -> object:
        """Settle a round again under another rulebook."""
        host, other = self._host(asking), self._office.rules.find(asking.path["ref"])
        happened = await self._events(host, asking.path["round"])
        # In a thread: a long round takes a while to settle, and the tables do not wait for it.
        settled = self._apart(lambda: next(iter(resettle(happened, other)), None))
        found: Resettled | None = await settled
        if found is None:
            raise ProblemError(409, "round-not-over", "a round is settled again once it is over")
        notes = list(found.notes)
        if other.procedure.limits.under_minimum.value is UnderMinimum.ONCE_THEN_RETURNED:
            notes.append("The round is taken alone: stakes under the minimum in earlier rounds are not remembered.")
        lines = [
            shapes.AgainBetOut(
                *(one.player, one.position, one.stake, one.gain, one.other_gain),
                *(list(one.clauses), list(one.other_clauses), one.note),
            )
            for one in found.lines
        ]
        return shapes.AgainOut(host.ruleset.ref, other.ref, found.pocket, found.difference, lines, notes)

    async def rulings(self, asking: Asking) -> object:
        """Return what each person who ruled had before them."""
        host = self._host(asking)
        happened = await self._events(host, asking.path["round"])
        return as_ruled(await self._played_by(host, happened), happened)

    async def _played_by(self, host: Host, happened: list[Event]) -> Ruleset:
        """Return the rulebook of a round, of which the table may have taken a corrected text since."""
        digest = next((one.digest for one in happened if isinstance(one, BettingOpened)), host.ruleset.digest)
        if digest == host.ruleset.digest:
            return host.ruleset
        return await stored_ruleset(self._office.tables.record, digest, parse_stored)

    async def _events(self, host: Host, wanted: str) -> list[Event]:
        first, last = span_of(host, wanted)
        if (host.table.seq if last is None else last) - first >= AGAIN_MAX:
            raise ProblemError(413, "too-long", f"the round has more than {AGAIN_MAX} events; export it and use replay")
        found: list[Event] = []
        async for _, event in host.stream.read(first - 1, AT_ONCE):
            if isinstance(event, BettingOpened) and event.round != wanted:
                break
            found.append(event)
        for seq in host.results.corrected_later(wanted):
            _, corrected = await anext(host.stream.read(seq - 1))
            found.append(corrected)
        return found

    async def wire_rules(self, _: Asking) -> object:
        return [shapes.WireRuleOut(number, says) for number, says in WIRE_RULES.items()]

    async def odds(self, _: Asking) -> object:
        """Compare the odds of all published rulebooks."""
        return plain.side_by_side(list(REFS), side_by_side([published(ref) for ref in REFS]))


def _names_purses() -> ProblemError:
    return ProblemError(403, "role-not-allowed", "this names purses: ask the dealer, the pit or an auditor")


# An address goes through the environment: arguments are shown to every user of the machine, passwords included.
_COMMAND = "from croupier.cli import main; main()"
_COMMAND_DATABASE = f"import os, sys; sys.argv.append('--database=' + os.environ['RECORD']); {_COMMAND}"


async def _said(process: asyncio.subprocess.Process, left: Callable[[], bool]) -> tuple[bytes, bytes]:
    """Wait for what a process prints. Raises ConnectionError once nobody waits for it any more."""
    telling = asyncio.ensure_future(process.communicate())
    try:
        while not (await asyncio.wait([telling], timeout=LEFT_EVERY))[0]:
            if left():
                raise ConnectionResetError("whoever asked for the audit has left")
    finally:
        if not telling.done():
            telling.cancel()
    return telling.result()


async def _answered(
    command: Sequence[str], data: str, database: str, left: Callable[[], bool], well: tuple[int, ...]
) -> object:
    """Run a command of ours on the record and return its output; it ends when whoever asked has left."""
    program = (sys.executable, "-P", "-c", _COMMAND_DATABASE if database else _COMMAND, *command)
    where, env = (("--json",), {**os.environ, "RECORD": database}) if database else (("--json", f"--data={data}"), None)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*program, *where, stdout=pipe, stderr=pipe, env=env)
    try:
        async with asyncio.timeout(AUDIT_SECONDS):
            said, wrong = await _said(process, left)
    except BaseException:
        process.kill()
        await process.wait()
        raise
    if process.returncode == BAD_INPUT:
        raise ProblemError(409, "no-answer", _words(wrong, data, database))
    if process.returncode not in well:
        raise ProblemError(503, "fault", f"that could not be made; run `croupier {command[0]}` beside the record")
    report: dict[str, Any] = msgspec.json.decode(said)
    # The path of the record is not disclosed.
    report.pop("where", None)
    report.pop("file", None)
    return report


def _words(wrong: bytes, data: str, database: str) -> str:
    """Return what a command said, without the path of the record."""
    said = wrong.decode("utf-8", "replace").strip().splitlines()
    last = said[-1].removeprefix("Error: ") if said else "no answer"
    return last.replace(database or data, "the record")
