"""Placing wagers: one, or several at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from croupier.rules.clause import Cited, Clause
from croupier.rules.errors import CroupierError
from croupier.rules.limits import Limit
from croupier.rules.position import Position
from croupier.rules.procedure import Intake, Late, LateIncrease, LimitScope, Responsibility, Role
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
    objected,
    performs,
    shares_limits,
)
from croupier.table.chips import wrong_chips
from croupier.table.commands import PlaceWager, PlaceWagers, laid_by
from croupier.table.evolve import evolve
from croupier.table.fast import wager_placed
from croupier.table.opening import displayed
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire


def _stranger(case: Case, ask: PlaceWager) -> Refusal | None:
    return stranger(case, ask.player)


def stranger(case: Case, player: str, rule: Cited[tuple[Role, ...]] | None = None) -> Refusal | None:
    """Object to those who may not act on this player's wagers.

    They are other players, staff betting for themselves, and staff the rulebook does not
    allow: to place a wager, unless another rule is given.
    """
    if case.by.role is Role.PLAYER:
        return None if case.by.name == player else case.no(Code.NOT_YOURS, wire("2.3"), player=player)
    rule = case.procedure.wagers.placed_by_staff if rule is None else rule
    if not rule.value:
        if rule.clauses:
            role = str(case.by.role)
            return case.no(Code.ROLE_NOT_ALLOWED, rule.clauses, role=role, needed=[str(Role.PLAYER)])
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"), role=str(case.by.role))
    needed = [str(role) for role in rule.value]
    if performs(case, rule.value) is not None:
        if player != case.by.name:
            return None
        needed = [str(Role.PLAYER)]
    return case.no(Code.ROLE_NOT_ALLOWED, rule.clauses, role=str(case.by.role), needed=needed)


class _OfRound(Protocol):
    @property
    def round(self) -> str | None: ...


def other_round(case: Case, ask: _OfRound) -> Refusal | None:
    named = ask.round
    if named is None or (named == str(case.round.number) and not case.round.ended):
        return None
    return case.no(Code.ROUND_OVER, wire("1.3"), named=named, round=str(case.round.number))


def betting_closed(case: Case, _: object) -> Refusal | None:
    """Object to a betting act while betting is closed, by the clause of the opening call or of late wagers."""
    return _late(case, case.procedure.wagers.late)


def _late_wager(case: Case, ask: PlaceWager) -> Refusal | None:
    """Object to a late wager. If a wager is raised late, only the increase is refused, under its own clause."""
    if case.phase.betting:
        return None
    rules = case.procedure.wagers
    return _late(case, rules.late_increase if _raises(case, ask) else rules.late)


def _raises(case: Case, ask: PlaceWager) -> bool:
    """Whether the player has something on the bet already."""
    if not_on_layout(case, ask) is not None:
        return False
    return case.table.layout.of_player.get((ask.player, case.position.name), 0) > 0


def _late(case: Case, late: Cited[Late] | Cited[LateIncrease]) -> Refusal | None:
    if case.phase.betting:
        return None
    rules = case.procedure.round
    if case.phase.between_rounds:
        return case.no(Code.BETTING_CLOSED, rules.opening.clauses, phase=case.phase)
    if not rules.betting_after_spin.value and case.round.spin.ball is not None:
        return case.no(Code.BETTING_CLOSED, rules.betting_after_spin.clauses, phase=case.phase)
    if case.round.uncalled and ball_ends_betting(case):
        return case.no(Code.BETTING_CLOSED, case.procedure.closing.ball_at_rest.clauses, phase=case.phase)
    if case.procedure.wagers.late.value is Late.PAST_POSTING:
        # It is past posting by the first clause, and goes back at once by the second.
        also = [clause.number for clause in late.clauses[1:]]
        return case.no(Code.BETTING_CLOSED, late.clauses, phase=case.phase, past_posting=True, also=also)
    return case.no(Code.BETTING_CLOSED, late.clauses, phase=case.phase)


def _id_reused(case: Case, ask: PlaceWager) -> Refusal | None:
    if ask.wager not in case.table.layout.wagers:
        return None
    return case.no(Code.WAGER_ID_REUSED, wire("1.2"), wager=ask.wager)


class _NamesPosition(Protocol):
    @property
    def position(self) -> str | None: ...


def not_on_layout(case: Case, ask: _NamesPosition) -> Refusal | None:
    """Find the position that a command names, for the objections after this one and for what follows."""
    words = ask.position or ""
    try:
        case.position = case.ruleset.position(words)
    except CroupierError as error:
        clauses = grounds(case.procedure.wagers.chips, "4.1")
        return case.no(Code.NOT_ON_LAYOUT, clauses, position=words, why=str(error))
    return None


def _stake_too_large(case: Case, ask: PlaceWager) -> Refusal | None:
    return None if ask.stake <= STAKE_MAX else too_large(case)


def too_large(case: Case) -> Refusal:
    return case.no(Code.STAKE_TOO_LARGE, wire("4.1"), stake_max=STAKE_MAX)


def _outside_limits(case: Case, ask: PlaceWager) -> Refusal | None:
    return outside_limits(case, ask.player, ask.stake)


def outside_limits(case: Case, player: str, further: int) -> Refusal | None:
    """Judge the player's total stake on a bet, as it would be after the command."""
    position, limits = case.position, case.round.limits
    total = case.table.layout.of_player.get((player, position.name), 0) + further
    if total > STAKE_MAX:
        return case.no(Code.STAKE_TOO_LARGE, wire("4.1"), stake=total, stake_max=STAKE_MAX)
    limit = limits.of(position.kind)
    if limit is None or limits.intake is Intake.ACCEPT:
        return None
    least = case.table.layout.of_area.get(position.name, 0) + further if shares_limits(case) else total
    if least < limit.stake_min:
        return case.no(Code.BELOW_MINIMUM, limit_clauses(case, limit), **span(limit, least))
    one = case.procedure.limits.same_bet.clauses if total > limit.stake_max >= further > 0 else ()
    if limits.scope is LimitScope.AREA:
        total = case.table.layout.of_area.get(position.name, 0) + further
    if total > limit.stake_max:
        # By itself the further stake would be within: with what the player has there it is one wager.
        return case.no(Code.ABOVE_MAXIMUM, one or limit_clauses(case, limit), **span(limit, total))
    return None


def limit_clauses(case: Case, limit: Limit) -> tuple[Clause, ...]:
    return limit.clauses or displayed(case)


def span(limit: Limit, total: int) -> dict[str, int]:
    return {"stake": total, "stake_min": limit.stake_min, "stake_max": limit.stake_max}


_BUT_LIMITS: Objections[PlaceWager] = (
    _stranger,
    closed_table,
    other_round,
    _late_wager,
    _id_reused,
    not_on_layout,
    wrong_chips,
    _stake_too_large,
)


def _placed(case: Case, ask: PlaceWager) -> tuple[events.WagerPlaced]:
    """Accept a wager, or a further stake on a bet that the player already has."""
    # Nearly every event is one of these, and nearly all are asked for by the player.
    there, laid = case.position, _second_spot(case, ask)
    cited = there.written if case.by.name == ask.player and not laid else ()
    cited = cited or case.cited(tuple(dict.fromkeys((*(laid or there.placed), *by_staff(case), *_answers(case)))))
    place, named = case.table.seq + 1, case.round.name
    return (wager_placed(place, named, case.by, cited, (), ask.wager, ask.player, there.name, ask.stake, ask.chips),)


def _second_spot(case: Case, ask: PlaceWager) -> tuple[Clause, ...]:
    """Cite what lets a bet be laid on its second spot, if the wager names that one."""
    if "@" not in ask.position:
        return ()
    return next(one.clauses for one in case.ruleset.courtesies if one.position == case.position.name)


def by_staff(case: Case) -> tuple[Clause, ...]:
    """Cite what lets staff act for a player, if staff did."""
    return case.procedure.wagers.placed_by_staff.clauses if case.by.role is not Role.PLAYER else ()


def _answers(case: Case) -> tuple[Clause, ...]:
    """Cite what makes the player answer for where staff lay a chip: the first clause; others are on unclear chips."""
    rule = case.procedure.wagers.responsibility
    return rule.clauses[:1] if rule.value is Responsibility.PLAYER and case.by.role is not Role.PLAYER else ()


def _none_placed(case: Case, ask: PlaceWagers) -> Refusal | None:
    """Judge several wagers, all or none; limits are judged on what lies there after the last of them."""
    happened: list[events.Event] = []
    refused: list[Refusal | None] = []
    table = case.table
    bets: dict[tuple[str, str], Position] = {}
    for one in laid_by(ask):
        step = Case(table, case.by, case.ruleset)
        refusal = objected(_BUT_LIMITS, step, one)
        if refusal is not None:
            refused.append(of_wager(refusal, one.wager))
            continue
        bets[one.player, step.position.name] = step.position
        happened += _placed(step, one)
        table = evolve(table, happened[-1])
    after = Case(table, case.by, case.ruleset)
    refused += [_of_bet(after, player, position) for (player, _), position in bets.items()]
    case.happened = happened
    return first(*refused)


def of_wager(refusal: Refusal, name: str) -> Refusal:
    """Say which of several wagers an objection is about."""
    return replace(refusal, facts={**refusal.facts, "wager": name})


def _of_bet(case: Case, player: str, position: Position) -> Refusal | None:
    """Judge one of several bets, and say which it is."""
    case.position = position
    refusal = outside_limits(case, player, 0)
    return None if refusal is None else replace(refusal, facts={**refusal.facts, "position": position.name})


def _lay_all(case: Case, _: PlaceWagers) -> Follows:
    return case.happened


PLACE_WAGER = Judging[PlaceWager]((*_BUT_LIMITS, _outside_limits), _placed)
PLACE_WAGERS = Judging[PlaceWagers]((_none_placed,), _lay_all)
