"""What somebody can do at a table now: every act that the rulebook gives their role, and what still prevents it.

An offer is an objection asked in advance. Nothing is known here about permissions:
each act is put to the rulebook as it would be asked, and the objection is passed
on. An act that the rulebook does not have, or does not give to this role, is not
offered at all: no clause, no button. What is offered is worked out again whenever
something happens, so nothing here walks over the wagers on the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import ChipSort, Role
from croupier.rules.ruleset import Ruleset
from croupier.table import commands
from croupier.table.commands import Ball, By, Command, RoundRuling, Turning, WagerTreatment
from croupier.table.decide import Objector, citing
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Purse, Table, Wager

NEVER = frozenset({Code.NOT_IN_RULEBOOK, Code.ROLE_NOT_ALLOWED, Code.ACTING_NOT_ALLOWED, Code.NOT_YOURS})
REASON = "asked as an example"
NOBODY = "nobody yet"
"""The player in an example while nobody sits at the table."""
UNIT = 100
"""What a color chip of an example is worth if nothing else says."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An act. ``choice`` is the irregularity or the reason it is about; ``code`` says what prevents it now."""

    do: str
    choice: str | None
    now: bool
    code: str | None
    clauses: tuple[str, ...]


def offers(
    table: Table,
    ruleset: Ruleset,
    by: By,
    also: Objector | None = None,
    funded: Callable[[Command], Table] | None = None,
) -> tuple[Offer, ...]:
    """List what somebody may do, now or after something else has happened.

    A house is stricter than the table alone, and objects as well. If it sells chips
    with the wager that lacks them, ``funded`` returns the table after that sale. The
    same answer is an equal tuple.
    """
    found = []
    for command, choice in examples(table, ruleset, by):
        answer = citing(table, command, ruleset, also)
        if funded is not None and isinstance(answer, Refusal) and answer.code is Code.NOT_ENOUGH_CHIPS:
            answer = citing(funded(command), command, ruleset, also)
        if not isinstance(answer, Refusal):
            found.append(Offer(command.do, choice, now=True, code=None, clauses=answer))
        elif answer.code not in NEVER:
            number = answer.clause.written(ruleset.ref)
            found.append(Offer(command.do, choice, now=False, code=str(answer.code), clauses=(number,)))
    return tuple(found)


CORRECTS = "corrects"
"""The choice where the offer is to put right what was entered about the spin."""
FOUND_LATE = "/found-late"
"""What the choice ends with where the offer is to report a fact that arose in time and is found only now."""


def examples(table: Table, ruleset: Ruleset, by: By) -> Iterator[tuple[Command, str | None]]:
    """Make an example of each act as it would be asked now."""
    pocket = table.round.outcome or ruleset.pockets[0]
    closing = ruleset.procedure.closing
    if by.role is Role.PLAYER:
        yield commands.TakeSeat(by, by.name), None
        yield commands.LeaveSeat(by, by.name), None
        return
    yield commands.OpenTable(by), None
    yield commands.CloseTable(by), None
    yield commands.OpenBetting(by), None
    yield commands.SpinBall(by, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE, corrects=True), CORRECTS
    yield commands.SpinBall(by, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE), None
    yield commands.UndoSpin(by), None
    yield commands.CountRevolutions(by, 0, corrects=True), CORRECTS
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
    if not table.round.phase.before_rest:
        for kind in Irregularity:
            yield commands.ReportIrregularity(by, kind, found_late=True), f"{kind}{FOUND_LATE}"
    yield commands.CallNoSpin(by), None
    for kind in Irregularity:
        yield commands.CallNoSpin(by, kind), str(kind)
    yield commands.FailPower(by, ball_dropped=table.round.outcome is not None), None
    yield commands.RestorePower(by), None
    yield from _rulings(table, by, ruleset)
    yield from _for_players(table, by, ruleset)


def _rulings(table: Table, by: By, ruleset: Ruleset) -> Iterator[tuple[Command, str | None]]:
    """Make examples of rulings on wagers and rounds, each about one that is there."""
    wager = next(iter(table.layout.held_wagers()), None) or _some_wager(table)
    if wager is not None:
        yield commands.MarkUnclear(by, wager.wager), None
        yield commands.RuleOnWager(by, wager.wager, WagerTreatment.STAND, reason=REASON), None
    yield commands.RuleOnIrregularity(by, RoundRuling.STAND, REASON), None
    if table.round.name is not None and table.round.outcome is not None:
        other = next(pocket for pocket in ruleset.pockets if pocket != table.round.outcome)
        yield commands.CorrectOutcome(by, table.round.name, other, REASON), None
        if table.round.proposed is not None:
            yield commands.ApproveCorrection(by, table.round.name, table.round.proposed.pocket, REASON), None
    elif table.round.past:
        before = table.round.past[-1].round
        other = next(pocket for pocket in ruleset.pockets if pocket != before.outcome)
        yield commands.CorrectOutcome(by, before.name or "", other, REASON), None
    for past in table.round.past:
        if past.round.proposed is not None and past.round.name is not None:
            yield commands.ApproveCorrection(by, past.round.name, past.round.proposed.pocket, REASON), None
    yield commands.SetLimits(by), None


def _some_wager(table: Table) -> Wager | None:
    """Return the newest wager on the layout."""
    if not table.layout.live:
        return None
    return next(wager for wager in table.layout.wagers.newest() if not wager.done)


def _for_players(table: Table, by: By, ruleset: Ruleset) -> Iterator[tuple[Command, str | None]]:
    """Make examples of what staff do for players, each for the first who can: what nobody can do is not offered."""
    filled, positions, players = table.layout.of_area, ruleset.positions.values(), table.standing.purses
    position = next((one for one in positions if not filled.get(one.name)), next(iter(positions)))
    limit = table.round.limits.of(position.kind)

    def stake(purse: Purse) -> int:
        """Return the least that lies on the position by itself, in whole chips."""
        least = limit.stake_min if limit is not None else purse.chip_value or UNIT
        return least + -least % purse.chip_value if purse.chip_value and purse.cash < least else least

    player, purse = _first(table, players, lambda purse: stake(purse) <= purse.cash + purse.colored)
    yield commands.PlaceWager(by, REASON, player, position.name, stake(purse)), None
    wager = _some_wager(table)
    if wager is not None:
        yield commands.MoveWager(by, wager.wager, wager.lies, accident=True), None
    yield from _chips(table, by, ruleset)


def _first(table: Table, players: Iterable[str], can: Callable[[Purse], object]) -> tuple[str, Purse]:
    """Return the first of some players who can, else the first who has chips or a seat, else nobody."""
    purses = table.standing.purses
    for player in players:
        purse = purses.get(player)
        if purse is not None and can(purse):
            return player, purse
    seated = (name for name, there in table.standing.seats.items() if there)
    player = next(iter(purses), None) or next(seated, NOBODY)
    return player, purses.get(player) or Purse()


def _chips(table: Table, by: By, ruleset: Ruleset) -> Iterator[tuple[Command, str | None]]:
    """Make examples of selling, redeeming and carrying chips."""
    colored, sold = ChipSort.COLOR, ruleset.procedure.wagers.chips.value
    of_color = [player for player in table.standing.colors.values() if player is not None]
    player, purse = _first(table, of_color, lambda purse: purse.colored)
    value = purse.chip_value or max(UNIT, table.standing.limits.chip_value_min or 0)
    if ChipSort.CASH in sold:
        yield commands.BuyIn(by, player, value, ChipSort.CASH, color=REASON), str(ChipSort.CASH)
    if colored in sold:
        yield commands.BuyIn(by, player, value, colored, purse.color or REASON, value, marker=True), str(colored)
    rich, beside = _first(table, table.standing.purses, lambda purse: purse.cash)
    yield commands.CashOut(by, rich, max(1, beside.cash), ChipSort.CASH), str(ChipSort.CASH)
    yield commands.CashOut(by, player, max(value, purse.colored), colored), str(colored)
    yield commands.PermitValueChips(by, player, REASON), None
    yield commands.RemoveChips(by, player, max(value, purse.colored)), None
    absent, owner = _first(table, of_color, lambda purse: purse.away)
    yield commands.BringBackChips(by, absent, max(value, owner.away)), None
    waiting, _ = _first(table, of_color, lambda purse: purse.tainted > purse.approved)
    yield commands.ApproveRedemption(by, waiting), None
