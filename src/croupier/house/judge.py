"""From commands to acts: decide, fold, post. What the random wheel adds is added here, and here alone.

Pure but for the wheel: the same table, commands and secret give the same acts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from croupier.house.faults import HouseFault
from croupier.house.ledger import Posting, postings, staked, touched
from croupier.house.objections import Between, judged, strangers
from croupier.house.ports import Act, Seal, Wheel
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import Command, DeclareOutcome, OpenBetting, PlaceWager
from croupier.table.decide import decide
from croupier.table.events import Event, RoundClosed, RoundVoided, WagerPlaced
from croupier.table.evolve import evolve
from croupier.table.made import of_tuple
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table
from croupier.table.wire_rules import wire

ENDING = (RoundClosed, RoundVoided)
_act = of_tuple(Act)


class WrongDrawError(HouseFault):
    """Somebody tried to declare what the wheel did not draw."""


@dataclass(frozen=True, slots=True)
class RandomWheel:
    """The house's wheel and the seal that keeps its secrets."""

    wheel: Wheel
    seal: Seal


@dataclass(slots=True)
class Judge:
    """A table as it would stand after what was judged. ``secret`` is that of the round under way."""

    name: str
    ruleset: Ruleset
    table: Table
    random: RandomWheel | None = None
    secret: bytes | None = None
    between: Between = strangers

    def judge(self, who: str, ident: str, command: Command) -> Act:
        """Judge one command and go on from what came of it."""
        if type(command) is PlaceWager:
            return self._wager(who, ident, command)
        command, fresh = self._committed(command)
        if self.random is not None and isinstance(command, DeclareOutcome) and command.by.role is Role.HOUSE:
            self._hold_to_draw(command)
        decision = judged(self.table, command, self.ruleset, self.between)
        if isinstance(decision, Refusal):
            return Act(who, ident, command, refusal=decision)
        seals = None
        if fresh is not None:
            assert self.random is not None
            self.secret = fresh
            named = str(self.table.round.number + 1)
            seals = (named, self.random.seal.close(fresh, self.name, named))
        happened, unseals = self._revealed(decision)
        return Act(who, ident, command, happened, self._folded(happened), seals=seals, unseals=unseals)

    def _wager(self, who: str, ident: str, command: PlaceWager) -> Act:
        """Judge a wager, which neither begins nor ends a round: the wheel has nothing to add."""
        decision = decide(self.table, command, self.ruleset)
        if isinstance(decision, Refusal):
            return Act(who, ident, command, refusal=decision)
        return _act((who, ident, command, decision, self._folded(decision), None, None, None))

    def _committed(self, command: Command) -> tuple[Command, bytes | None]:
        """Put the wheel's commitment into the opening call; nobody else's is ever taken."""
        if not isinstance(command, OpenBetting):
            return command, None
        if self.random is None:
            return (replace(command, commitment=None) if command.commitment is not None else command), None
        secret, commitment = self.random.wheel.commit(table=self.name, round_id=str(self.table.round.number + 1))
        return replace(command, commitment=commitment), secret

    def drawn(self) -> str:
        """Give the pocket of the round under way; it can be known only once no more bets are taken."""
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
        if self.table.round.called and self.secret is not None and command.pocket != self.drawn():
            raise WrongDrawError(f"the wheel did not draw {command.pocket}")

    def _revealed(self, decision: tuple[Event, ...]) -> tuple[tuple[Event, ...], str | None]:
        """Reveal the secret with the event that ends its round."""
        if self.secret is None or not any(isinstance(event, ENDING) for event in decision):
            return decision, None
        secret, self.secret = self.secret.hex(), None
        told = tuple(replace(event, secret=secret) if isinstance(event, ENDING) else event for event in decision)
        return told, self.table.round.name

    def _folded(self, happened: tuple[Event, ...]) -> tuple[Posting, ...]:
        moved: list[Posting] = []
        table = self.table
        for event in happened:
            if type(event) is WagerPlaced:
                purse, tray = table.house.purses.get(event.player), table.tray
                table = evolve(table, event)
                moved += staked(self.name, event, purse, tray, table)
                continue
            was = touched(table, event)
            table = evolve(table, event)
            moved += postings(self.name, event, was, table)
        self.table = table
        return tuple(moved)


def not_enough(account: str) -> Refusal:
    """Refuse what would take more from an account than is there: the one answer that no judgement gives."""
    return Refusal(Code.NOT_ENOUGH_CHIPS, wire("5.6"), {"account": account})
