"""Opening and closing a table and a round, limits and seats."""

from __future__ import annotations

from croupier.rules.limits import NO_LIMITS, Limits
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope, Role, RoundEnd
from croupier.rules.stake import STAKE_MAX
from croupier.table import events
from croupier.table.case import Case, Decision, first, grounds, needs, needs_open_table, needs_staff
from croupier.table.commands import CloseTable, LeaveSeat, LimitAsked, OpenBetting, OpenTable, SetLimits, TakeSeat
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire


def open_table(case: Case, _: OpenTable) -> Decision:
    """Open the table; where the rulebook has it, this is the announced opening of the game."""
    rule = case.procedure.round.game_opening_announced
    clauses = rule.clauses if rule.value else (wire("2.4"),)
    objection = needs(case, Role.DEALER, clauses) if rule.value else needs_staff(case, "2.4")
    if objection is None and case.table.house.open:
        objection = case.no(Code.TABLE_OPEN, wire("3.1"))
    if objection is not None:
        return objection
    case.happens(events.TableOpened, clauses)
    return case.done()


def close_table(case: Case, _: CloseTable) -> Decision:
    """Close the table, between rounds."""
    objection = first(needs_staff(case, "2.4"), needs_open_table(case), _round_open(case))
    if objection is not None:
        return objection
    case.happens(events.TableClosed, wire("2.4"))
    return case.done()


def _round_open(case: Case) -> Refusal | None:
    if case.phase.between_rounds:
        return None
    return case.no(Code.ROUND_OPEN, grounds(case.procedure.round.ends, "3.2"), phase=case.phase)


def set_limits(case: Case, ask: SetLimits) -> Decision:
    """Set limits; they are in force from the next round. What the command leaves out stays as it is."""
    objection = first(needs_staff(case, "2.4"), _wrong_limits(case, ask))
    if objection is not None:
        return objection
    before = case.table.house.limits
    asked = {Kind(kind): limit for kind, limit in (ask.limits or {}).items()}
    case.happens(
        events.LimitsSet,
        grounds(case.procedure.limits.source, "4.2"),
        limits=_spans(before) if ask.limits is None else asked,
        intake=Intake(ask.intake or before.intake),
        limit_scope=LimitScope(ask.limit_scope or before.scope),
        chip_value_min=before.chip_value_min if ask.chip_value_min is None else ask.chip_value_min,
    )
    return case.done()


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
    return None


def take_seat(case: Case, ask: TakeSeat) -> Decision:
    """Take a seat, for oneself or by staff for a player."""
    seated = case.table.house.seats.get(ask.player, False)
    taken = case.no(Code.SEAT_TAKEN, wire("5.4"), player=ask.player) if seated else None
    objection = first(not_yours(case, ask.player), needs_open_table(case), taken)
    if objection is not None:
        return objection
    case.happens(events.SeatTaken, wire("5.4"), player=ask.player)
    return case.done()


def leave_seat(case: Case, ask: LeaveSeat) -> Decision:
    """Leave a seat. Wagers on the layout stand, and as long as there are any the sitting goes on."""
    seated = case.table.house.seats.get(ask.player, False)
    missing = None if seated else case.no(Code.NO_SEAT, wire("5.4"), player=ask.player)
    objection = first(not_yours(case, ask.player), missing)
    if objection is not None:
        return objection
    case.happens(events.SeatLeft, wire("5.4"), player=ask.player)
    return case.done()


def not_yours(case: Case, player: str) -> Refusal | None:
    """Refuse a player who acts for another, and roles that only look on; staff may act for players."""
    if case.by.role is Role.PLAYER:
        return None if case.by.name == player else case.no(Code.NOT_YOURS, wire("2.3"), player=player)
    return needs_staff(case)


def open_betting(case: Case, ask: OpenBetting) -> Decision:
    """Make the opening call; it starts a round."""
    opening = case.procedure.round.opening
    objection = first(needs(case, Role.DEALER, opening.clauses), needs_open_table(case), _round_not_over(case))
    if objection is not None:
        return objection
    number = str(case.round.number + 1)
    case.happens(
        events.BettingOpened,
        opening.clauses,
        rulebook=case.ruleset.ref,
        digest=case.ruleset.digest,
        limits=stated(case.table.house.limits),
        commitment=ask.commitment,
        round=number,
    )
    return case.done()


def stated(limits: Limits) -> events.LimitsStated | None:
    """Write limits as the record does; None where there are none."""
    if limits == NO_LIMITS:
        return None
    return events.LimitsStated(_spans(limits), limits.intake, limits.scope, limits.chip_value_min)


def _spans(limits: Limits) -> dict[Kind, LimitAsked]:
    return {kind: LimitAsked(limit.stake_min, limit.stake_max) for kind, limit in limits.by_kind.items()}


def _round_not_over(case: Case) -> Refusal | None:
    ends = case.procedure.round.ends
    if not case.round.ended:
        return case.no(Code.ROUND_OPEN, grounds(ends, "3.2"), phase=case.phase)
    if ends.value is RoundEnd.DOLLY_LIFTED and case.round.dolly is not None:
        return case.no(Code.DOLLY_DOWN, ends.clauses, pocket=case.round.dolly)
    return None
