"""Taking back and moving wagers, and marking them unclear."""

from __future__ import annotations

from typing import Protocol

from croupier.rules.clause import Clause
from croupier.rules.position import Position
from croupier.rules.procedure import Intake, PositionFixed, Responsibility, Role, Unclear, Withdrawal
from croupier.rules.stake import STAKE_MAX
from croupier.table import events
from croupier.table.case import (
    Case,
    Follows,
    Judging,
    Objections,
    ball_ends_betting,
    closed_table,
    first,
    grounds,
    known_at_rest,
    not_in_rulebook,
    not_staff,
    objected,
    shares_limits,
)
from croupier.table.chips import wrong_change
from croupier.table.commands import MarkUnclear, MoveWager, RetractWager, RetractWagers
from croupier.table.evolve import evolve
from croupier.table.placing import (
    betting_closed,
    by_staff,
    limit_clauses,
    not_on_layout,
    of_wager,
    other_round,
    outside_limits,
    span,
    stranger,
    too_large,
)
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Wager
from croupier.table.wire_rules import wire

NOBODY = ""
"""The player of a wager that does not exist; no word of the wire is empty."""


# --- taking back --------------------------------------------------------------------------------------------------


class OfWager(Protocol):
    """A command about one wager."""

    @property
    def wager(self) -> str: ...


def on_layout(case: Case, ask: OfWager) -> Wager | None:
    """Find a wager that is still on the layout."""
    wager = case.table.layout.wagers.get(ask.wager)
    return None if wager is None or wager.done else wager


def unknown_wager(case: Case, ask: OfWager) -> Refusal | None:
    if on_layout(case, ask) is not None:
        return None
    return case.no(Code.UNKNOWN_WAGER, wire("4.3"), wager=ask.wager)


def laid(case: Case, ask: OfWager) -> Wager:
    """Return the wager, once nothing objects to its name."""
    wager = on_layout(case, ask)
    assert wager is not None
    return wager


def _not_the_owner(case: Case, ask: OfWager) -> Refusal | None:
    """Object to anybody who may not act on this wager; one that was never laid is nobody else's."""
    wager = case.table.layout.wagers.get(ask.wager)
    if wager is None and case.by.role is Role.PLAYER:
        return None
    return stranger(case, NOBODY if wager is None else wager.player, case.procedure.wagers.handled_by_staff)


def _handled(case: Case) -> tuple[Clause, ...]:
    """Cite what lets staff take back or move a player's wager, if staff did."""
    rule = case.procedure.wagers.handled_by_staff
    return by_staff(case) if rule is None or case.by.role is Role.PLAYER else rule.clauses


def _taken(case: Case, ask: RetractWager) -> int:
    """How much is taken back: the whole wager, unless the command says less."""
    return laid(case, ask).stake if ask.stake is None else ask.stake


def _late_withdrawal(case: Case, _: object) -> Refusal | None:
    rules = case.procedure.wagers
    if case.phase.betting or rules.withdrawal.value is Withdrawal.STANDS:
        return None
    if rules.withdrawal.value is Withdrawal.REFUSED:
        return case.no(Code.WITHDRAWAL_REFUSED, _stands_by(case), phase=case.phase)
    facts = {"to": str(rules.withdrawal_to.value)} if rules.withdrawal_to is not None else {}
    return case.no(Code.WITHDRAWAL_REFERRED, _stands_by(case) or (wire("2.1"),), phase=case.phase, **facts)


def _stands_by(case: Case) -> tuple[Clause, ...]:
    """Cite what a wager stands by once betting has ended: what is said of the time after the call, if there was one."""
    rules = case.procedure
    ended = rules.closing.ball_at_rest if case.round.uncalled and ball_ends_betting(case) else rules.wagers.withdrawal
    return ended.clauses


def _wrong_change(case: Case, ask: RetractWager) -> Refusal | None:
    wager, stake = laid(case, ask), _taken(case, ask)
    return wrong_change(case, wager, stake) if case.phase.betting and stake <= wager.stake else None


def _more_than_lies(case: Case, ask: RetractWager) -> Refusal | None:
    stake, lies = _taken(case, ask), laid(case, ask).stake
    if stake <= lies:
        return None
    return case.no(Code.NOT_ENOUGH_CHIPS, wire("5.1"), stake=stake, on_layout=lies)


def _too_little_left(case: Case, ask: RetractWager) -> Refusal | None:
    return _remainder(case, laid(case, ask), _taken(case, ask)) if case.phase.betting else None


def _remainder(case: Case, wager: Wager, stake: int) -> Refusal | None:
    """Judge what would be left on the bet, of the player or of all who share its limits: nothing, or the minimum."""
    layout = case.table.layout
    shared = shares_limits(case)
    there = layout.of_area.get(wager.counts, 0) if shared else layout.of_player.get((wager.player, wager.counts), 0)
    left = there - stake
    limit = case.round.limits.of(case.ruleset.positions[wager.counts].kind)
    if left and limit is not None and case.round.limits.intake is Intake.REFUSE and left < limit.stake_min:
        return case.no(Code.BELOW_MINIMUM, limit_clauses(case, limit), **span(limit, left))
    return None


_BUT_AMOUNTS: Objections[RetractWager] = (
    _not_the_owner,
    closed_table,
    other_round,
    unknown_wager,
    _late_withdrawal,
)


def _retracted(case: Case, ask: RetractWager) -> events.WagerRetracted | events.WithdrawalIgnored:
    """Take a wager back, whole or in part; after the call it stands, if the rulebook says so."""
    if not case.phase.betting:
        return case.happens(events.WithdrawalIgnored, _stands_by(case), wager=ask.wager)
    clauses = (*grounds(case.procedure.closing.call_closes, "3.2"), *_handled(case))
    return case.happens(events.WagerRetracted, clauses, wager=ask.wager, stake=_taken(case, ask))


def _none_retracted(case: Case, ask: RetractWagers) -> Refusal | None:
    """Judge several withdrawals, all or none; what is left is judged after the last of them."""
    happened: list[events.Event] = []
    refused: list[Refusal | None] = []
    table = case.table
    taken: list[Wager] = []
    for name in ask.wagers:
        step, one = Case(table, case.by, case.ruleset), RetractWager(case.by, name, round=ask.round)
        refusal = objected(_BUT_AMOUNTS, step, one)
        if refusal is not None:
            refused.append(of_wager(refusal, name))
            continue
        taken.append(laid(step, one))
        happened.append(_retracted(step, one))
        table = evolve(table, happened[-1])
    after = Case(table, case.by, case.ruleset)
    refused += [_remainder(after, wager, 0) for wager in taken if case.phase.betting]
    case.happened = happened
    return first(*refused)


def _take(case: Case, ask: RetractWager) -> Follows:
    yield _retracted(case, ask)


def _take_all(case: Case, _: RetractWagers) -> Follows:
    return case.happened


RETRACT_WAGER = Judging[RetractWager]((*_BUT_AMOUNTS, _wrong_change, _more_than_lies, _too_little_left), _take)
RETRACT_WAGERS = Judging[RetractWagers]((_none_retracted,), _take_all)


# --- moving -------------------------------------------------------------------------------------------------------


def _lies_there(case: Case, ask: MoveWager) -> Refusal | None:
    if case.position.name != laid(case, ask).counts:
        return None
    return case.no(Code.ALREADY_DONE, wire("3.2"), position=case.position.name)


def _outside_limits(case: Case, ask: MoveWager) -> Refusal | None:
    """Judge what would be left where the wager lies, and what would lie where it goes."""
    wager = laid(case, ask)
    return first(_remainder(case, wager, wager.stake), outside_limits(case, wager.player, wager.stake))


def _counts(case: Case, ask: MoveWager) -> Position:
    """Where a chip moved by accident counts depends on when the rulebook fixes positions."""
    if case.procedure.settlement.position_fixed.value is PositionFixed.NO_MORE_BETS:
        over = not case.phase.betting
    else:
        over = known_at_rest(case)
    return case.ruleset.positions[laid(case, ask).counts] if over else case.position


def _too_much_there(case: Case, ask: MoveWager) -> Refusal | None:
    return too_much_on_one(case, laid(case, ask), _counts(case, ask))


def too_much_on_one(case: Case, wager: Wager, position: Position) -> Refusal | None:
    """Object to counting a wager where the player's total stake would exceed the largest possible sum."""
    if position.name == wager.counts:
        return None
    total = case.table.layout.of_player.get((wager.player, position.name), 0) + wager.stake
    return None if total <= STAKE_MAX else too_large(case)


_OWN_MOVE: Objections[MoveWager] = (
    _not_the_owner,
    closed_table,
    other_round,
    betting_closed,
    unknown_wager,
    not_on_layout,
    _lies_there,
    _outside_limits,
)
"""A player's own act, before the call."""
_ACCIDENT: Objections[MoveWager] = (
    not_staff,
    closed_table,
    other_round,
    unknown_wager,
    not_on_layout,
    _too_much_there,
)
"""An accident that staff report."""


def _not_moved(case: Case, ask: MoveWager) -> Refusal | None:
    return objected(_ACCIDENT if ask.accident else _OWN_MOVE, case, ask)


def _follows_move(case: Case, ask: MoveWager) -> Follows:
    return _nudged(case, ask) if ask.accident else _moved(case, ask)


def _moved(case: Case, ask: MoveWager) -> Follows:
    name, clauses = case.position.name, (*case.position.placed, *_handled(case))
    yield case.happens(events.WagerMoved, clauses, wager=ask.wager, position=name, accident=False, counts=name)


def _nudged(case: Case, ask: MoveWager) -> Follows:
    fixed, unclear = case.procedure.settlement.position_fixed, case.procedure.wagers.unclear
    held = unclear.value is Unclear.RULING
    yield case.happens(
        events.WagerMoved,
        (*grounds(fixed, "2.1"), *(unclear.clauses if held else ())),
        wager=ask.wager,
        position=case.position.name,
        accident=True,
        counts=_counts(case, ask).name,
        held=held,
    )


MOVE_WAGER = Judging[MoveWager]((_not_moved,), _follows_move)


# --- unclear ------------------------------------------------------------------------------------------------------


def _not_ruled_on(case: Case, _: object) -> Refusal | None:
    return not_in_rulebook(case) if case.procedure.wagers.unclear.value is Unclear.UNADDRESSED else None


def _held_already(case: Case, ask: MarkUnclear) -> Refusal | None:
    if not laid(case, ask).held:
        return None
    return case.no(Code.WAGER_HELD, case.procedure.wagers.unclear.clauses, wager=ask.wager)


def _at_players_risk(case: Case, ask: MarkUnclear) -> Refusal | None:
    rule = case.procedure.wagers.unclear
    if rule.value is not Unclear.PLAYERS_RISK:
        return None
    return case.no(Code.COUNTS_WHERE_IT_LIES, rule.clauses, wager=ask.wager)


def _held(case: Case, ask: MarkUnclear) -> Follows:
    """Hold a wager that does not lie clearly."""
    rules = case.procedure.wagers
    answers = rules.responsibility.clauses[1:] if rules.responsibility.value is Responsibility.PLAYER else ()
    clauses = tuple(dict.fromkeys((*rules.unclear.clauses, *answers)))
    yield case.happens(events.WagerMarkedUnclear, clauses, wager=ask.wager, point=ask.point)


MARK_UNCLEAR = Judging[MarkUnclear](
    (_not_ruled_on, not_staff, closed_table, unknown_wager, _held_already, _at_players_risk), _held
)
