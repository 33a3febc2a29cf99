"""What somebody can do at a table now: every act that the rulebook gives their role, and what still stands in its way.

Nothing is known here about who may do what: each act is put to ``decide`` as it
would be asked, and the answer is told. An act that the rulebook does not know,
or does not give to this role, is not offered at all: no clause, no button.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from croupier.rules.procedure import ChipSort, Irregularity, Role
from croupier.rules.ruleset import Ruleset
from croupier.table import commands
from croupier.table.case import Decision
from croupier.table.commands import Ball, By, Command, RoundRuling, Turning, WagerTreatment
from croupier.table.decide import decide
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Purse, Table

NEVER = frozenset({Code.NOT_IN_RULEBOOK, Code.ROLE_NOT_ALLOWED, Code.ACTING_NOT_ALLOWED, Code.NOT_YOURS})
REASON = "asked as an example"
NOBODY = "nobody yet"
"""For whom an act is asked while nobody sits at the table."""
UNIT = 100
"""What a color chip of an example is worth where nothing else says it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An act. ``choice`` is the irregularity or the reason it is about; ``code`` says what stands in its way."""

    do: str
    choice: str | None
    now: bool
    code: str | None
    clauses: tuple[str, ...]


def offers(
    table: Table, ruleset: Ruleset, by: By, judge: Callable[[Command], Decision] | None = None
) -> tuple[Offer, ...]:
    """List what somebody may do, now or once something else has happened.

    A house judges more strictly than the table alone, and so gives its own ``judge``.
    """
    found = []
    for command, choice in _examples(table, ruleset, by):
        decision = decide(table, command, ruleset) if judge is None else judge(command)
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
    yield commands.FailPower(by, ball_dropped=table.round.outcome is not None), None
    yield commands.RestorePower(by), None
    yield from _rulings(table, by, ruleset)
    yield from _for_players(table, by, ruleset)


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


def _for_players(table: Table, by: By, ruleset: Ruleset) -> Iterator[tuple[Command, str | None]]:
    """Ask for what staff do for players, for whoever has most chips: what nobody can do is then not offered."""
    player, purse = max(
        table.house.purses.items(), key=lambda one: one[1].cash + one[1].colored, default=(NOBODY, Purse())
    )
    value = purse.chip_value or UNIT
    empty = [one for one in ruleset.positions.values() if not table.layout.of_area.get(one.name)]
    position = next(iter(empty), next(iter(ruleset.positions.values())))
    limit = table.round.limits.of(position.kind)
    stake = limit.stake_min if limit is not None else value
    if purse.cash < stake and purse.chip_value:
        stake += -stake % purse.chip_value
    yield commands.PlaceWager(by, REASON, player, position.name, stake), None
    wager = next((one for one in table.layout.wagers.values() if not one.done), None)
    if wager is not None:
        yield commands.MoveWager(by, wager.wager, wager.lies, accident=True), None
    yield from _chips(table, by, player, purse, ruleset)


def _chips(table: Table, by: By, player: str, purse: Purse, ruleset: Ruleset) -> Iterator[tuple[Command, str | None]]:
    """Ask for chips to be sold, redeemed and carried."""
    value = purse.chip_value or max(UNIT, table.house.limits.chip_value_min or 0)
    colored = ChipSort.COLOR
    if ChipSort.CASH in ruleset.procedure.wagers.chips.value:
        yield commands.BuyIn(by, player, value, ChipSort.CASH, color=REASON), str(ChipSort.CASH)
    if colored in ruleset.procedure.wagers.chips.value:
        yield commands.BuyIn(by, player, value, colored, purse.color or REASON, value, marker=True), str(colored)
    yield commands.CashOut(by, player, max(1, purse.cash), ChipSort.CASH), str(ChipSort.CASH)
    yield commands.CashOut(by, player, max(value, purse.colored), colored), str(colored)
    yield commands.PermitValueChips(by, player, REASON), None
    yield commands.RemoveChips(by, player, max(value, purse.colored)), None
    yield commands.BringBackChips(by, player, max(value, purse.away)), None
    waiting = next((name for name, one in table.house.purses.items() if one.tainted > one.approved), player)
    yield commands.ApproveRedemption(by, waiting), None
