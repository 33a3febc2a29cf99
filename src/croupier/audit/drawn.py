"""The random wheel's rounds: each secret is the committed one, and the declared pocket follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.audit.findings import Findings, Reporter, shown
from croupier.audit.rows import typed_rows
from croupier.house.ports import COPIED, Seal
from croupier.house.setup import TableSetUp
from croupier.rules.errors import CroupierError
from croupier.rules.pocket import ordered
from croupier.rules.ruleset import Ruleset
from croupier.storage.raw import RawRecord
from croupier.table import events
from croupier.table.events import Event

HEX = frozenset("0123456789abcdef")
NO_KEY = "sealed secrets were not opened: no seal key was given"


@dataclass(slots=True)
class Draws:
    """The draws of a table, followed through its events; none without the random wheel."""

    report: Reporter
    setup: TableSetUp
    ruleset: Ruleset
    round: str | None = None
    commitment: str | None = None
    pockets: list[tuple[int, str]] = field(default_factory=list)
    """The pockets named in the round, with the seqs of the events that name them."""
    open: bool = False
    secret: bytes | None = None
    """The secret of the round, once revealed."""
    verified: int = 0

    def follow(self, happened: Sequence[Event]) -> None:
        """Follow the events of one command."""
        for event in happened:
            if isinstance(event, events.BettingOpened):
                self.round, self.commitment = event.round, event.commitment
                self.pockets, self.open, self.secret = [], True, None
            elif isinstance(event, events.OutcomeDeclared | events.OutcomeCorrected):
                self.pockets.append((event.seq, event.pocket))
            elif isinstance(event, events.RoundClosed | events.RoundVoided):
                self._reveal(event)
            if self.secret is not None and self.pockets:
                self._check_pockets(self.secret)

    def _reveal(self, event: events.RoundClosed | events.RoundVoided) -> None:
        was_open, self.open = self.open, False
        where = f"event {event.seq}"
        if not self.setup.random:
            if event.secret is not None:
                self.report.add(where, "reveals a secret", "none: no random wheel decides here")
            return
        if event.secret is None:
            if was_open:
                self.report.add(where, f"ends round {self.round} and keeps its secret", "the secret")
            return
        try:
            secret = bytes.fromhex(event.secret)
            made = committed(secret, self.setup.table, self.round or "")
        except (ValueError, CroupierError) as error:
            self.report.add(where, f"reveals no secret: {error}", "64 hexadecimal digits")
            return
        if made != self.commitment:
            self.report.add(where, f"reveals a secret whose commitment is {made}", shown(self.commitment))
        self.secret = secret
        self.verified += 1

    def _check_pockets(self, secret: bytes) -> None:
        drawn = self._drawn(secret)
        for seq, pocket in self.pockets:
            if pocket != drawn:
                words = f"round {self.round}: pocket {pocket} is not the one that follows from the secret"
                self.report.add(f"event {seq}", words, drawn)
        self.pockets = []

    def _drawn(self, secret: bytes) -> str:
        from croupier.wheels.draw import draw  # noqa: PLC0415 - a table without the random wheel needs none

        pockets = ordered(self.ruleset.wheel.order)
        return draw(
            secret, table=self.setup.table, round_id=self.round or "", digest=self.ruleset.digest, pockets=pockets
        )


def committed(secret: bytes, table: str, round_name: str) -> str:
    """Return the commitment to a secret."""
    from croupier.wheels.draw import commitment  # noqa: PLC0415 - see above

    return commitment(secret, table=table, round_id=round_name)


def check_sealed(raw: RawRecord, table: str, draws: Draws | None, seal: Seal | None, findings: Findings) -> None:
    """Check that only the round under way has a sealed secret, and that it fits the commitment."""
    report = findings.of("sealed", table)
    under_way = draws.round if draws is not None and draws.open and draws.setup.random else None
    kept: set[str] = set()
    for name, stored in typed_rows(raw, "sealed", table, findings):
        sealed = str(stored).removeprefix(COPIED)
        kept.add(name)
        if name != under_way:
            words = "round under way that the random wheel decides" if under_way is None else f"round {under_way} alone"
            report.add(f"round {shown(name)}", "has a sealed secret", f"secrets of a {words}")
        elif set(sealed) - HEX:
            report.add(f"round {under_way}", "its sealed secret has other characters", "digits 0-9 and a-f alone")
        elif seal is None:
            findings.note(NO_KEY)
        elif draws is not None:
            _open(report, draws, sealed, seal)
    if under_way is not None and under_way not in kept:
        report.add(f"round {under_way}", "has no sealed secret", "that of its commitment")


def _open(report: Reporter, draws: Draws, sealed: str, seal: Seal) -> None:
    where, name = f"round {draws.round}", draws.round or ""
    try:
        made = committed(seal.open(sealed, draws.setup.table, name), draws.setup.table, name)
    except Exception as error:  # noqa: BLE001 - whatever a seal says about a broken one is a finding
        report.add(where, f"its sealed secret cannot be opened: {error}")
        return
    if made != draws.commitment:
        report.add(where, f"its sealed secret has the commitment {made}", shown(draws.commitment))
