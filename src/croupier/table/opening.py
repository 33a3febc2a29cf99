"""Opening and closing a table and a round, limits and seats."""

from __future__ import annotations

from types import MappingProxyType
from typing import Protocol

from croupier.rules.clause import Clause
from croupier.rules.limits import NO_LIMITS, Limit, Limits
from croupier.rules.narrowing import narrowed, wider
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope, LimitSource, Role, RoundEnd
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import STAKE_MAX
from croupier.table import events
from croupier.table.case import (
    Case,
    Follows,
    Judging,
    closed_table,
    grounds,
    needs,
    not_staff,
)
from croupier.table.commands import CloseTable, LeaveSeat, OpenBetting, OpenTable, SetLimits, StakeRange, TakeSeat
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table
from croupier.table.wire_rules import wire


def _opens(case: Case) -> tuple[Clause, ...]:
    """Cite what opens a table; in some rulebooks this is the announced opening of the game."""
    rule = case.procedure.round.game_opening_announced
    return rule.clauses if rule.value else (wire("2.4"),)


def _may_not_open(case: Case, ask: OpenTable) -> Refusal | None:
    if case.procedure.round.game_opening_announced.value:
        return needs(case, Role.DEALER, _opens(case))
    return _not_staff(case, ask)


def _not_staff(case: Case, ask: object) -> Refusal | None:
    return not_staff(case, ask, "2.4")


def _open_already(case: Case, _: object) -> Refusal | None:
    return case.no(Code.TABLE_OPEN, wire("3.1")) if case.table.standing.open else None


def _round_open(case: Case, _: object) -> Refusal | None:
    if case.phase.between_rounds:
        return None
    return case.no(Code.ROUND_OPEN, grounds(case.procedure.round.ends, "3.2"), phase=case.phase)


def _wrong_limits(case: Case, ask: SetLimits) -> Refusal | None:
    for kind, limit in (ask.limits or {}).items():
        if kind not in Kind._value2member_map_ or Kind(kind) not in case.ruleset.prices:
            return case.no(Code.LIMITS_INVALID, wire("6.1"), kind=kind)
        if not 0 < limit.min <= limit.max <= STAKE_MAX:
            return case.no(Code.LIMITS_INVALID, wire("6.1"), kind=kind, min=limit.min, max=limit.max)
    if ask.intake is not None and ask.intake not in Intake._value2member_map_:
        return case.no(Code.LIMITS_INVALID, wire("6.1"), intake=ask.intake)
    if ask.limit_scope is not None and ask.limit_scope not in LimitScope._value2member_map_:
        return case.no(Code.LIMITS_INVALID, wire("6.1"), limit_scope=ask.limit_scope)
    facts = wider(case.ruleset, _asked(case, ask))
    if facts is None:
        return None
    return case.no(Code.LIMITS_INVALID, case.procedure.limits.table_amounts.clauses, **facts)


def _asked(case: Case, ask: SetLimits) -> Limits:
    """Return the limits that a command asks for. What it leaves out stays as it is."""
    before = narrowed(case.ruleset, case.table.standing.limits)
    by_kind = before.by_kind
    if ask.limits is not None:
        by_kind = MappingProxyType({Kind(kind): Limit(span.min, span.max) for kind, span in ask.limits.items()})
    return Limits(
        by_kind,
        Intake(ask.intake or before.intake),
        LimitScope(ask.limit_scope or before.scope),
        before.chip_value_min if ask.chip_value_min is None else ask.chip_value_min,
    )


class OfPlayer(Protocol):
    """A command about one player."""

    @property
    def player(self) -> str: ...


def not_yours(case: Case, ask: OfPlayer) -> Refusal | None:
    """Object to a player who acts for another, and to roles that only watch; staff may act for players."""
    if case.by.role is Role.PLAYER:
        return None if case.by.name == ask.player else case.no(Code.NOT_YOURS, wire("2.3"), player=ask.player)
    return not_staff(case, ask)


def _seat_taken(case: Case, ask: TakeSeat) -> Refusal | None:
    seated = case.table.standing.seats.get(ask.player, False)
    return case.no(Code.SEAT_TAKEN, wire("5.4"), player=ask.player) if seated else None


def _occupied(case: Case, ask: TakeSeat) -> Refusal | None:
    """Object to a numbered seat in which somebody else sits."""
    there = (name for name, place in case.table.standing.places.items() if place == ask.seat)
    player = next(there, None)
    return None if player is None else case.no(Code.SEAT_TAKEN, wire("5.4"), player=player, seat=ask.seat)


def _no_seat(case: Case, ask: LeaveSeat) -> Refusal | None:
    seated = case.table.standing.seats.get(ask.player, False)
    return None if seated else case.no(Code.NO_SEAT, wire("5.4"), player=ask.player)


def _not_the_caller(case: Case, _: object) -> Refusal | None:
    return needs(case, Role.DEALER, case.procedure.round.opening.clauses)


def _round_not_over(case: Case, _: object) -> Refusal | None:
    ends = case.procedure.round.ends
    if not case.round.ended:
        return case.no(Code.ROUND_OPEN, grounds(ends, "3.2"), phase=case.phase)
    if ends.value is RoundEnd.DOLLY_LIFTED and case.round.dolly is not None:
        return case.no(Code.DOLLY_DOWN, ends.clauses, pocket=case.round.dolly)
    return None


def _opened(case: Case, _: OpenTable) -> Follows:
    yield case.happens(events.TableOpened, _opens(case))


def _closed(case: Case, _: CloseTable) -> Follows:
    yield case.happens(events.TableClosed, wire("2.4"))


def _seated(case: Case, ask: TakeSeat) -> Follows:
    yield case.happens(events.SeatTaken, wire("5.4"), player=ask.player, seat=ask.seat)


def _left(case: Case, ask: LeaveSeat) -> Follows:
    """Wagers on the layout stand, and as long as there are any the sitting continues."""
    yield case.happens(events.SeatLeft, wire("5.4"), player=ask.player)


def _limits_set(case: Case, ask: SetLimits) -> Follows:
    """Set limits, in force from the next round. Kinds left out keep stated amounts, where a document states any."""
    limits = narrowed(case.ruleset, _asked(case, ask))
    yield case.happens(
        events.LimitsSet,
        displayed(case),
        limits=_spans(limits),
        intake=limits.intake,
        limit_scope=limits.scope,
        chip_value_min=limits.chip_value_min,
    )


def displayed(case: Case) -> tuple[Clause, ...]:
    """Cite what makes the limits of a table hold; no clause does for those that a house sets by itself."""
    rule = case.procedure.limits.source
    return (wire("4.2"),) if rule.value is LimitSource.HOUSE else grounds(rule, "4.2")


def _betting_opened(case: Case, ask: OpenBetting) -> Follows:
    """Make the opening call; it starts a round."""
    yield case.happens(
        events.BettingOpened,
        case.procedure.round.opening.clauses,
        rulebook=case.ruleset.ref,
        digest=case.ruleset.digest,
        limits=stated(limits_to_come(case.table, case.ruleset)),
        commitment=ask.commitment,
        round=str(case.round.number + 1),
    )


def limits_to_come(table: Table, ruleset: Ruleset) -> Limits:
    """Return the limits of the next round: the table's own, or those of the rulebook's text, which may be corrected."""
    limits = table.standing.limits
    of_rulebook = any(limit.clauses for limit in limits.by_kind.values())
    return ruleset.limits if of_rulebook else narrowed(ruleset, limits)


def stated(limits: Limits) -> events.LimitsStated | None:
    """Write limits as the record does; None if there are none."""
    if limits == NO_LIMITS:
        return None
    return events.LimitsStated(_spans(limits), limits.intake, limits.scope, limits.chip_value_min)


def _spans(limits: Limits) -> dict[Kind, StakeRange]:
    return {kind: StakeRange(limit.stake_min, limit.stake_max) for kind, limit in limits.by_kind.items()}


OPEN_TABLE = Judging[OpenTable]((_may_not_open, _open_already), _opened)
CLOSE_TABLE = Judging[CloseTable]((_not_staff, closed_table, _round_open), _closed)
SET_LIMITS = Judging[SetLimits]((_not_staff, _wrong_limits), _limits_set)
TAKE_SEAT = Judging[TakeSeat]((not_yours, closed_table, _seat_taken, _occupied), _seated)
LEAVE_SEAT = Judging[LeaveSeat]((not_yours, _no_seat), _left)
OPEN_BETTING = Judging[OpenBetting]((_not_the_caller, closed_table, _round_not_over), _betting_opened)
