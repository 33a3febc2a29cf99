"""From commands to acts: decide, fold, post. What the random wheel adds is added only here.

Pure except for the wheel: the same table, commands and secret give the same acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from croupier.house.faults import HouseFault
from croupier.house.ledger import Posting, postings, staked, touched
from croupier.house.objections import Objections, disputing, to_be_confirmed
from croupier.house.ports import Act, Seal, TableAct, Wheel
from croupier.house.slices import SLICE, Steps, sliced
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import (
    Command,
    ConfirmOutcome,
    CountRevolutions,
    DeclareOutcome,
    OpenBetting,
    ReportIrregularity,
    SpinBall,
)
from croupier.table.decide import Objector, decide, deciding
from croupier.table.events import Event, RoundClosed, RoundVoided, WagerPlaced
from croupier.table.evolve import evolve
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table
from croupier.table.wire_rules import wire

ENDING = (RoundClosed, RoundVoided)


class WrongDrawError(HouseFault):
    """Somebody tried to declare what the wheel did not draw."""


@dataclass(frozen=True, slots=True)
class SealedWheel:
    """The house's wheel, and the seal that keeps its secrets."""

    wheel: Wheel
    seal: Seal


@dataclass(slots=True)
class Judge:
    """The table as it would be after what was judged. ``secret`` is that of the round under way."""

    name: str
    ruleset: Ruleset
    table: Table
    random: SealedWheel | None = None
    secret: bytes | None = None
    objector: Objector = field(default_factory=Objections)
    """What the house asks beyond the rulebook."""

    def judge(self, who: str, ident: str, command: Command) -> TableAct:
        """Judge one command and go on from its result."""
        command, fresh = self._completed(command)
        happened = decide(self.table, command, self.ruleset, self.objector)
        if isinstance(happened, Refusal):
            return Act(who, ident, command, refusal=happened)
        seals = None if fresh is None else self._sealed(fresh)
        moved = self._folded(happened)
        return self._revealed(Act(who, ident, command, happened, moved, None, seals))

    def judging(self, who: str, ident: str, command: Command) -> Steps[TableAct]:
        """Judge a command from which an event may follow for every wager, step by step."""
        command, fresh = self._completed(command)
        follows = deciding(self.table, command, self.ruleset, self.objector)
        if isinstance(follows, Refusal):
            return Act(who, ident, command, refusal=follows)
        happened: list[Event] = []
        for event in follows:
            if event is not None:
                happened.append(event)
            if event is None or len(happened) % SLICE == 0:
                yield
        seals = None if fresh is None else self._sealed(fresh)
        moved: list[Posting] = []
        for some in sliced(happened):
            if moved:
                yield
            moved += self._folded(some)
        return self._revealed(Act(who, ident, command, tuple(happened), tuple(moved), None, seals))

    def _completed(self, command: Command) -> tuple[Command, bytes | None]:
        """Add to a command what is not the asker's to say, and return the secret of the round that it would open."""
        if isinstance(command, OpenBetting):
            return self._committed(command)
        if isinstance(command, DeclareOutcome):
            self._hold_to_draw(command)
        elif isinstance(command, ReportIrregularity | SpinBall | CountRevolutions):
            command = to_be_confirmed(self.table, command, self.ruleset)
        elif isinstance(command, ConfirmOutcome):
            command = disputing(self.table, command)
        return command, None

    def _committed(self, command: OpenBetting) -> tuple[OpenBetting, bytes | None]:
        """Put the wheel's commitment into the opening call; no other is ever accepted."""
        if self.random is None:
            return (replace(command, commitment=None) if command.commitment is not None else command), None
        secret, commitment = self.random.wheel.commit(table=self.name, round_id=str(self.table.round.number + 1))
        return replace(command, commitment=commitment), secret

    def _sealed(self, fresh: bytes) -> tuple[str, str]:
        """Keep the secret of the round that begins, and seal it for the record."""
        assert self.random is not None
        self.secret, named = fresh, str(self.table.round.number + 1)
        return named, self.random.seal.close(fresh, self.name, named)

    def drawn(self) -> str:
        """Return the pocket of the round under way, which can be known only once no more bets are taken."""
        assert self.random is not None
        assert self.table.round.name is not None
        if not self.table.round.called or self.secret is None:
            raise WrongDrawError("the wheel draws after no more bets are called")
        return self.random.wheel.pocket(
            self.secret,
            table=self.name,
            round_id=self.table.round.name,
            digest=self.ruleset.digest,
            pockets=self.ruleset.pockets,
        )

    def _hold_to_draw(self, command: DeclareOutcome) -> None:
        if self.random is None or command.by.role is not Role.HOUSE:
            return
        if self.table.round.called and self.secret is not None and command.pocket != self.drawn():
            raise WrongDrawError(f"the wheel did not draw {command.pocket}")

    def _folded(self, happened: Sequence[Event]) -> tuple[Posting, ...]:
        moved: list[Posting] = []
        table = self.table
        for event in happened:
            if type(event) is WagerPlaced:
                purse, tray = table.standing.purses.get(event.player), table.tray
                table = evolve(table, event)
                moved += staked(self.name, event, purse, tray, table)
                continue
            was = touched(table, event)
            table = evolve(table, event)
            moved += postings(self.name, event, was, table)
        self.table = table
        return tuple(moved)

    def _revealed(self, act: TableAct) -> TableAct:
        """Reveal the secret with the event that ends its round."""
        if self.secret is None or not self.table.round.ended:
            return act
        revealed, self.secret = self.secret.hex(), None
        happened = [replace(event, secret=revealed) if isinstance(event, ENDING) else event for event in act.events]
        return act._replace(events=tuple(happened), unseals=self.table.round.name)


def not_enough(account: str) -> Refusal:
    """Refuse what would overdraw an account: the only refusal that no judgment gives."""
    return Refusal(Code.NOT_ENOUGH_CHIPS, wire("5.6"), {"account": account})
