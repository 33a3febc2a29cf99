"""Placing, raising, taking back and moving wagers, and marking them unclear."""

from __future__ import annotations

from dataclasses import replace

from croupier.rules.clause import Clause
from croupier.rules.errors import CroupierError
from croupier.rules.limits import Limit
from croupier.rules.position import Position
from croupier.rules.procedure import Intake, Late, LimitScope, PositionFixed, Role, Unclear, Withdrawal
from croupier.rules.stake import STAKE_MAX
from croupier.table import events
from croupier.table.case import Case, Decision, first, grounds, needs_open_table, needs_staff, performs
from croupier.table.chips import wrong_change, wrong_chips
from croupier.table.commands import (
    MarkUnclear,
    MoveWager,
    PlaceWager,
    PlaceWagers,
    RetractWager,
    RetractWagers,
)
from croupier.table.evolve import evolve
from croupier.table.made import of_fields
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase, Wager
from croupier.table.wire_rules import wire

NOBODY = ""
"""The player of a wager that there is not; no word of the wire is empty."""

_wager_placed = of_fields(events.WagerPlaced)
_PLAYER, _ACCEPT, _AREA = Role.PLAYER, Intake.ACCEPT, LimitScope.AREA
"""Looked up once: with every wager they are compared, and the look-up takes longer than the comparison."""


def place_wager(case: Case, ask: PlaceWager) -> Decision:
    """Take a wager, or a further stake on a bet that the player has already."""
    placed = _laid(case, ask)
    if isinstance(placed, Refusal):
        return placed
    return outside_limits(case, ask.player, placed, ask.stake) or _place(case, ask, placed)


def _place(case: Case, ask: PlaceWager, placed: Position) -> tuple[events.Event, ...]:
    # By the short way, in the order of the fields: nearly every event is one of these.
    cited = case.cited(placed.placed if case.by.role is _PLAYER else (*placed.placed, *_by_staff(case)))
    place, named = case.table.seq + 1, case.round.name
    return (_wager_placed(place, named, case.by, cited, ask.wager, ask.player, placed.name, ask.stake, ask.chips),)


def _by_staff(case: Case) -> tuple[Clause, ...]:
    """Cite what lets staff act for a player, where it was they who did."""
    return case.procedure.wagers.placed_by_staff.clauses if case.by.role is not Role.PLAYER else ()


def place_wagers(case: Case, ask: PlaceWagers) -> Decision:
    """Take several wagers, all or none; limits are judged on what lies there after the last of them."""
    happened: list[events.Event] = []
    refused: list[Refusal | None] = []
    table = case.table
    bets: dict[tuple[str, str], Position] = {}
    for laid in ask.wagers:
        player = laid.player or ask.player or case.by.name
        one = PlaceWager(case.by, laid.wager, player, laid.position, laid.stake, laid.chips, ask.round)
        step = Case(table, case.by, case.ruleset)
        placed = _laid(step, one)
        if isinstance(placed, Refusal):
            refused.append(replace(placed, facts={**placed.facts, "wager": laid.wager}))
            continue
        bets[player, placed.name] = placed
        happened += _place(step, one, placed)
        table = evolve(table, happened[-1])
    after = Case(table, case.by, case.ruleset)
    refused += [_of_bet(outside_limits(after, player, placed, 0), placed) for (player, _), placed in bets.items()]
    return first(*refused) or tuple(happened)


def _of_bet(refusal: Refusal | None, position: Position) -> Refusal | None:
    """Say which of several bets an objection is about."""
    return None if refusal is None else replace(refusal, facts={**refusal.facts, "position": position.name})


def _laid(case: Case, ask: PlaceWager) -> Position | Refusal:
    """Find the position, or the first objection but for the limits, in the order in which codes are listed."""
    objection = (
        stranger(case, ask.player) or needs_open_table(case) or _other_round(case, ask.round) or betting_closed(case)
    )
    if objection is not None:
        return objection
    if ask.wager in case.table.layout.wagers:
        return case.no(Code.WAGER_ID_REUSED, wire("1.2"), wager=ask.wager)
    position = position_named(case, ask.position)
    if isinstance(position, Refusal):
        return position
    return wrong_chips(case, ask.player, ask.stake, ask.chips) or _too_large(case, ask.stake) or position


def stranger(case: Case, player: str) -> Refusal | None:
    """Refuse whoever may not act on this player's wagers: other players, and staff, for themselves or unlet."""
    if case.by.role is _PLAYER:
        return None if case.by.name == player else case.no(Code.NOT_YOURS, wire("2.3"), player=player)
    rule = case.procedure.wagers.placed_by_staff
    if not rule.value:
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"), role=str(case.by.role))
    needed = [str(role) for role in rule.value]
    if performs(case, rule.value) is not None:
        if player != case.by.name:
            return None
        needed = [str(Role.PLAYER)]
    return case.no(Code.ROLE_NOT_ALLOWED, rule.clauses, role=str(case.by.role), needed=needed)


def _other_round(case: Case, named: str | None) -> Refusal | None:
    if named is None or (named == str(case.round.number) and not case.round.ended):
        return None
    return case.no(Code.ROUND_OVER, wire("1.3"), named=named, round=str(case.round.number))


def betting_closed(case: Case) -> Refusal | None:
    """Refuse a betting act while betting is closed, by the clause of the opening call or of late wagers."""
    if case.phase.betting:
        return None
    if case.phase.between_rounds:
        return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)
    late = case.procedure.wagers.late
    if late.value is Late.PAST_POSTING:
        # It is past posting by the first clause, and goes back at once by the other.
        also = [clause.number for clause in late.clauses[1:]]
        return case.no(Code.BETTING_CLOSED, late.clauses, phase=case.phase, past_posting=True, also=also)
    return case.no(Code.BETTING_CLOSED, late.clauses, phase=case.phase)


def _too_large(case: Case, stake: int) -> Refusal | None:
    if stake <= STAKE_MAX:
        return None
    return case.no(Code.STAKE_TOO_LARGE, wire("4.1"), stake_max=STAKE_MAX)


def outside_limits(case: Case, player: str, position: Position, further: int) -> Refusal | None:
    """Judge the player's whole stake on a bet, as it would be after the command."""
    total = case.table.layout.of_player.get((player, position.name), 0) + further
    if total > STAKE_MAX:
        return case.no(Code.STAKE_TOO_LARGE, wire("4.1"), stake=total, stake_max=STAKE_MAX)
    limits = case.round.limits
    limit = limits.of(position.kind)
    if limit is None or limits.intake is _ACCEPT:
        return None
    if total < limit.stake_min:
        return case.no(Code.BELOW_MINIMUM, _limit_clauses(case, limit), **_span(limit, total))
    if limits.scope is _AREA:
        total = case.table.layout.of_area.get(position.name, 0) + further
    if total > limit.stake_max:
        return case.no(Code.ABOVE_MAXIMUM, _limit_clauses(case, limit), **_span(limit, total))
    return None


def _limit_clauses(case: Case, limit: Limit) -> tuple[Clause, ...]:
    return limit.clauses or grounds(case.procedure.limits.source, "4.2")


def _span(limit: Limit, total: int) -> dict[str, int]:
    return {"stake": total, "stake_min": limit.stake_min, "stake_max": limit.stake_max}


def on_layout(case: Case, name: str) -> Wager | Refusal:
    """Find a wager that is still on the layout."""
    wager = case.table.layout.wagers.get(name)
    if wager is None or wager.done:
        return case.no(Code.UNKNOWN_WAGER, wire("4.3"), wager=name)
    return wager


def retract_wager(case: Case, ask: RetractWager) -> Decision:
    """Take a wager back, whole or in part; after the call the rulebook says what that means."""
    wager = _takeable(case, ask)
    if isinstance(wager, Refusal):
        return wager
    stake = wager.stake if ask.stake is None else ask.stake
    decision = _retract(case, wager, stake) if case.phase.betting else _late_withdrawal(case, wager)
    if isinstance(decision, Refusal):
        return decision
    if stake > wager.stake:
        return case.no(Code.NOT_ENOUGH_CHIPS, wire("5.1"), stake=stake, on_layout=wager.stake)
    if not case.phase.betting:
        return decision
    return wrong_change(case, wager, stake) or _remainder(case, wager, stake) or decision


def _takeable(case: Case, ask: RetractWager) -> Wager | Refusal:
    objection = _not_the_owner(case, ask.wager) or needs_open_table(case) or _other_round(case, ask.round)
    return on_layout(case, ask.wager) if objection is None else objection


def _not_the_owner(case: Case, name: str) -> Refusal | None:
    """Refuse whoever may not act on this wager; one that never was laid is nobody else's."""
    wager = case.table.layout.wagers.get(name)
    if wager is None and case.by.role is Role.PLAYER:
        return None
    return stranger(case, NOBODY if wager is None else wager.player)


def _retract(case: Case, wager: Wager, stake: int) -> tuple[events.Event, ...]:
    clauses = (*grounds(case.procedure.closing.call_closes, "3.2"), *_by_staff(case))
    case.happens(events.WagerRetracted, clauses, wager=wager.wager, stake=stake)
    return case.done()


def _remainder(case: Case, wager: Wager, stake: int) -> Refusal | None:
    """Judge what would be left of the player's stake on the bet: nothing, or the minimum at least."""
    left = case.table.layout.of_player.get((wager.player, wager.counts), 0) - stake
    limit = case.round.limits.of(case.ruleset.positions[wager.counts].kind)
    if left and limit is not None and case.round.limits.intake is Intake.REFUSE and left < limit.stake_min:
        return case.no(Code.BELOW_MINIMUM, _limit_clauses(case, limit), **_span(limit, left))
    return None


def _late_withdrawal(case: Case, wager: Wager) -> Decision:
    rule = case.procedure.wagers.withdrawal
    if rule.value is Withdrawal.STANDS:
        case.happens(events.WithdrawalIgnored, rule.clauses, wager=wager.wager)
        return case.done()
    if rule.value is Withdrawal.REFUSED:
        return case.no(Code.WITHDRAWAL_REFUSED, rule.clauses, phase=case.phase)
    to = case.procedure.wagers.withdrawal_to
    facts = {"to": str(to.value)} if to is not None else {}
    return case.no(Code.WITHDRAWAL_REFERRED, grounds(rule, "2.1"), phase=case.phase, **facts)


def retract_wagers(case: Case, ask: RetractWagers) -> Decision:
    """Take several wagers back, all or none; what is left is judged after the last of them."""
    happened: list[events.Event] = []
    refused: list[Refusal | None] = []
    table = case.table
    taken: list[Wager] = []
    for name in ask.wagers:
        step = Case(table, case.by, case.ruleset)
        wager = _takeable(step, RetractWager(case.by, name, round=ask.round))
        if isinstance(wager, Refusal):
            refused.append(replace(wager, facts={**wager.facts, "wager": name}))
            continue
        decision = _retract(step, wager, wager.stake) if case.phase.betting else _late_withdrawal(step, wager)
        if isinstance(decision, Refusal):
            refused.append(replace(decision, facts={**decision.facts, "wager": name}))
            continue
        happened += decision
        taken.append(wager)
        table = evolve(table, happened[-1])
    after = Case(table, case.by, case.ruleset)
    refused += [_remainder(after, wager, 0) for wager in taken if case.phase.betting]
    return first(*refused) or tuple(happened)


def move_wager(case: Case, ask: MoveWager) -> Decision:
    """Move a wager: a player's own act before the call, or an accident that staff report."""
    whose = needs_staff(case) if ask.accident else _not_the_owner(case, ask.wager)
    objection = whose or needs_open_table(case) or _other_round(case, ask.round)
    if objection is None and not ask.accident:
        objection = betting_closed(case)
    if objection is not None:
        return objection
    wager = on_layout(case, ask.wager)
    if isinstance(wager, Refusal):
        return wager
    return _nudged(case, ask, wager) if ask.accident else _moved(case, ask, wager)


def _moved(case: Case, ask: MoveWager, wager: Wager) -> Decision:
    position = position_named(case, ask.position)
    if isinstance(position, Refusal):
        return position
    if position.name == wager.counts:
        return case.no(Code.ALREADY_DONE, wire("3.2"), position=position.name)
    objection = first(_remainder(case, wager, wager.stake), outside_limits(case, wager.player, position, wager.stake))
    if objection is not None:
        return objection
    case.happens(
        events.WagerMoved,
        (*position.placed, *_by_staff(case)),
        wager=wager.wager,
        position=position.name,
        accident=False,
        counts=position.name,
    )
    return case.done()


def _nudged(case: Case, ask: MoveWager, wager: Wager) -> Decision:
    """An accident moves the chip; whether it moves the wager depends on when the rulebook fixes positions."""
    position = position_named(case, ask.position)
    if isinstance(position, Refusal):
        return position
    fixed, unclear = case.procedure.settlement.position_fixed, case.procedure.wagers.unclear
    if fixed.value is PositionFixed.NO_MORE_BETS:
        over = not case.phase.betting
    else:
        over = case.phase in (Phase.AT_REST, Phase.DOLLY_DOWN)
    held = unclear.value is Unclear.RULING
    counts = case.ruleset.positions[wager.counts] if over else position
    objection = too_much_on_one(case, wager, counts)
    if objection is not None:
        return objection
    case.happens(
        events.WagerMoved,
        (*grounds(fixed, "2.1"), *(unclear.clauses if held else ())),
        wager=wager.wager,
        position=position.name,
        accident=True,
        counts=counts.name,
        held=held,
    )
    return case.done()


def too_much_on_one(case: Case, wager: Wager, position: Position) -> Refusal | None:
    """Refuse to count a wager where the player's whole stake would pass the largest sum there is."""
    if position.name == wager.counts:
        return None
    total = case.table.layout.of_player.get((wager.player, position.name), 0) + wager.stake
    return _too_large(case, total)


def position_named(case: Case, words: str) -> Position | Refusal:
    try:
        return case.ruleset.position(words)
    except CroupierError as error:
        clauses = grounds(case.procedure.wagers.chips, "4.1")
        return case.no(Code.NOT_ON_LAYOUT, clauses, position=words, why=str(error))


def mark_unclear(case: Case, ask: MarkUnclear) -> Decision:
    """Hold a wager that does not lie clearly, where the rulebook has it ruled on."""
    rule = case.procedure.wagers.unclear
    if rule.value is Unclear.UNADDRESSED:
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))
    objection = first(needs_staff(case), needs_open_table(case))
    if objection is not None:
        return objection
    wager = on_layout(case, ask.wager)
    if isinstance(wager, Refusal):
        return wager
    if rule.value is Unclear.PLAYERS_RISK:
        return case.no(Code.COUNTS_WHERE_IT_LIES, rule.clauses, wager=wager.wager)
    if wager.held:
        return case.no(Code.WAGER_HELD, rule.clauses, wager=wager.wager)
    case.happens(events.WagerMarkedUnclear, rule.clauses, wager=wager.wager, point=ask.point)
    return case.done()
