"""What somebody can do at a table now: every act that the rulebook gives their role, and what still stands in its way.

Nothing is known here about who may do what: each act is put to ``decide`` as it
would be asked, and the answer is told. An act that the rulebook does not know,
or does not give to this role, is not offered at all: no clause, no button.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.rules.procedure import Irregularity, Role
from croupier.rules.ruleset import Ruleset
from croupier.table import commands
from croupier.table.commands import Ball, By, Command, RoundRuling, Turning, WagerTreatment
from croupier.table.decide import decide
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table

NEVER = frozenset({Code.NOT_IN_RULEBOOK, Code.ROLE_NOT_ALLOWED, Code.ACTING_NOT_ALLOWED, Code.NOT_YOURS})
REASON = "asked as an example"


@dataclass(frozen=True, slots=True)
class Offer:
    """An act. ``choice`` is the irregularity or the reason it is about; ``code`` says what stands in its way."""

    do: str
    choice: str | None
    now: bool
    code: str | None
    clauses: tuple[str, ...]


def offers(table: Table, ruleset: Ruleset, by: By) -> tuple[Offer, ...]:
    """List what somebody may do, now or once something else has happened."""
    found = []
    for command, choice in _examples(table, ruleset, by):
        decision = decide(table, command, ruleset)
        if not isinstance(decision, Refusal):
            found.append(Offer(command.do, choice, now=True, code=None, clauses=decision[0].clauses))
        elif decision.code not in NEVER:
            clause = decision.clause
            number = clause.number if clause.ref == ruleset.ref else str(clause)
            found.append(Offer(command.do, choice, now=False, code=str(decision.code), clauses=(number,)))
    return tuple(found)


def _examples(table: Table, ruleset: Ruleset, by: By) -> Iterator[tuple[Command, str | None]]:
    """Ask for each act the way it would be asked now."""
    pocket = table.round.outcome or ruleset.pockets[0]
    closing = ruleset.procedure.closing
    if by.role is Role.PLAYER:
        yield commands.TakeSeat(by, by.name), None
        yield commands.LeaveSeat(by, by.name), None
        return
    yield commands.OpenTable(by), None
    yield commands.CloseTable(by), None
    yield commands.OpenBetting(by), None
    yield commands.SpinBall(by, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE), None
    yield commands.CountRevolutions(by, (table.round.spin.revolutions or 0) + 1), None
    yield commands.AuthorizeEarlyClose(by), None
    yield commands.CallNoMoreBets(by, bell=closing.bell.value, wave=closing.wave.value), None
    yield commands.DeclareOutcome(by, ruleset.pockets[0]), None
    yield commands.ConfirmOutcome(by, pocket), None
    yield commands.PlaceDolly(by, pocket), None
    yield commands.Settle(by), None
    yield commands.LiftDolly(by), None
    for kind in Irregularity:
        yield commands.ReportIrregularity(by, kind), str(kind)
    yield commands.CallNoSpin(by), None
    for kind in Irregularity:
        yield commands.CallNoSpin(by, kind), str(kind)
    yield commands.FailPower(by, ball_dropped=False), None
    yield commands.RestorePower(by), None
    yield from _rulings(table, by, ruleset)


def _rulings(table: Table, by: By, ruleset: Ruleset) -> Iterator[tuple[Command, str | None]]:
    """Ask for what is decided about wagers and rounds, each with an example that is there."""
    live = [wager for wager in table.layout.wagers.values() if not wager.done]
    held = [wager for wager in live if wager.held]
    wager = next(iter([*held, *live]), None)
    if wager is not None:
        yield commands.MarkUnclear(by, wager.wager), None
        yield commands.RuleOnWager(by, wager.wager, WagerTreatment.STAND, reason=REASON), None
    yield commands.RuleOnIrregularity(by, RoundRuling.STAND, REASON), None
    if table.round.name is not None and table.round.outcome is not None:
        other = next(pocket for pocket in ruleset.pockets if pocket != table.round.outcome)
        yield commands.CorrectOutcome(by, table.round.name, other, REASON), None
        if table.round.proposed is not None:
            yield commands.ApproveCorrection(by, table.round.name, table.round.proposed[1], REASON), None
    yield commands.SetLimits(by), None
