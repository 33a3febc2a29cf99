"""Settlement: what lost is collected, then what won is paid."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.rules.clause import Clause
from croupier.rules.later import Citing, Remembered
from croupier.rules.limits import Limit
from croupier.rules.pocket import Pocket
from croupier.rules.position import Position
from croupier.rules.procedure import Determined, Role, UnderMinimum
from croupier.rules.settle import Settlement, settle_bet, share
from croupier.rules.stake import STAKE_MAX
from croupier.rules.unexpressed import NOT_CARRIED_OUT
from croupier.table import events
from croupier.table.ball import irregular_clauses
from croupier.table.case import (
    STEP,
    Case,
    Follows,
    Judging,
    above_the_dealer,
    between_rounds,
    closed_table,
    disputed,
    grounds,
    needs,
    shares_limits,
)
from croupier.table.commands import Settle
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Bet, Wager
from croupier.table.wire_rules import wire

EVERYBODY = ""
"""In place of a player: all who have chips on an area."""


def ground(case: Case) -> tuple[Clause, ...]:
    """Cite what has the dealer settle."""
    return grounds(case.procedure.settlement.order, "3.2")


def _may_not_settle(case: Case, _: object) -> Refusal | None:
    return needs(case, Role.DEALER, ground(case))


def _question_open(case: Case, _: object) -> Refusal | None:
    waiting = case.round.spin.question
    if waiting is None:
        return None
    if waiting.unconfirmed and case.procedure.settlement.citing.value is Citing.WHAT_DECIDES:
        by_whom = [str(role) for role in above_the_dealer(case.procedure)]
        return case.no(Code.RULING_NEEDED, irregular_clauses(case, waiting.kind), by=by_whom, kind=str(waiting.kind))
    by = case.procedure.rulings.unlisted_by
    return case.no(Code.RULING_NEEDED, grounds(by, "3.4"), by=str(by.value))


def _nothing_clear(case: Case, _: object) -> Refusal | None:
    """Object if everything that could be settled hangs on a ruling."""
    layout = case.table.layout
    if not case.phase.decided or _unmarked(case) or not layout.holds:
        return None
    held = sum(wager.stake for wager in layout.held_wagers())
    if sum(layout.of_area.values()) > held + sum(_unsure(case).values()):
        return None
    return case.no(Code.RULING_NEEDED, grounds(case.procedure.wagers.unclear, "3.4"), held=layout.held)


def _no_outcome(case: Case, _: object) -> Refusal | None:
    if case.phase.decided:
        return None
    return case.no(Code.NO_OUTCOME, case.procedure.outcome.determined.clauses, phase=case.phase)


def _unmarked(case: Case) -> bool:
    """Whether the number still has to be marked."""
    return case.round.dolly is None and case.procedure.outcome.dolly.value


def _no_dolly(case: Case, _: object) -> Refusal | None:
    if not _unmarked(case):
        return None
    rules = case.procedure.outcome
    # Where rest and dolly together make the outcome, there is none without it.
    cited = rules.determined if rules.determined.value is Determined.REST_AND_DOLLY else rules.dolly
    return case.no(Code.NO_DOLLY, cited.clauses, phase=case.phase)


def _settle(case: Case, _: Settle) -> Follows:
    """Settle all that is clear. A held wager waits for its ruling, and blocks only what hangs on that."""
    rules, layout = case.procedure, case.table.layout
    assert case.round.outcome is not None
    clear = tuple(wager for wager in layout.wagers.values() if wager.done or not wager.held)
    unsure = _unsure(case)
    waiting: list[tuple[Wager, Settlement]] = []
    for place, (wager, line) in enumerate(lines(case, case.round.outcome, clear), 1):
        if not wager.done and (wager.player, wager.counts) not in unsure:
            waiting.append((wager, line))
        if place % STEP == 0:
            yield None
    collected = [one for one in waiting if one[1].collected]
    given_back = [one for one in waiting if not one[1].collected and not one[1].winnings]
    paid = [one for one in waiting if one[1].winnings]
    for wager, line in (*collected, *given_back, *paid):
        yield _settled(case, wager, line)
    if layout.live == len(waiting):
        yield case.happens(events.RoundClosed, grounds(rules.round.ends, "3.2"), pocket=case.round.outcome)


def _unsure(case: Case) -> dict[Bet, int]:
    """Find the bets that a ruling may still settle otherwise, and what lies there clearly.

    What is held of the same player may come to count there. That matters only if it
    brings the bet up to the minimum, or over the maximum.
    """
    if shares_limits(case):
        return _unsure_areas(case)
    layout = case.table.layout
    held: dict[str, int] = {}
    held_on: dict[Bet, int] = {}
    for wager in layout.held_wagers():
        bet = (wager.player, wager.counts)
        held[wager.player] = held.get(wager.player, 0) + wager.stake
        held_on[bet] = held_on.get(bet, 0) + wager.stake
    unsure: dict[Bet, int] = {}
    for player, more in held.items():
        for position in layout.of_area:
            bet = (player, position)
            clear = layout.of_player.get(bet, 0) - held_on.get(bet, 0)
            stake = clear + layout.settled_of.get(bet, 0)
            if stake and _turns(case, position, stake, more):
                unsure[bet] = clear
    return unsure


def _unsure_areas(case: Case) -> dict[Bet, int]:
    """Find the bets on areas whose totals anything that is held may still bring over a limit."""
    layout, held = case.table.layout, case.table.layout.held_wagers()
    more = sum(wager.stake for wager in held)
    unsure: dict[Bet, int] = {}
    for position, live in layout.of_area.items():
        clear = live - sum(wager.stake for wager in held if wager.counts == position)
        settled = sum(stake for (_, area), stake in layout.settled_of.items() if area == position)
        if more and clear and _turns(case, position, clear + settled, more):
            for wager in layout.wagers.values():
                if wager.counts == position and not wager.done and not wager.held:
                    bet = (wager.player, position)
                    unsure[bet] = unsure.get(bet, 0) + wager.stake
    return unsure


def _turns(case: Case, position: str, stake: int, more: int) -> bool:
    limit = case.round.limits.of(case.ruleset.positions[position].kind)
    if limit is None:
        return False
    return stake < limit.stake_min <= stake + more or stake + more > limit.stake_max


def _settled(case: Case, wager: Wager, line: Settlement) -> events.Event:
    under = case.procedure.limits.under_minimum
    flagged = under.value is UnderMinimum.ONCE_THEN_RETURNED and any(c in under.clauses for c in line.clauses)
    clauses = line.clauses or (wire("2.8" if line.note.endswith(NOT_CARRIED_OUT) else "2.7"),)
    clauses = tuple(dict.fromkeys((*clauses, *_because(case, wager))))
    if line.collected:
        return case.happens(
            events.WagerCollected,
            clauses,
            wager=wager.wager,
            player=wager.player,
            position=wager.counts,
            stake=wager.stake,
            collected=line.collected,
            returned=line.returned,
            under_minimum=flagged,
            note=line.note or None,
        )
    if line.winnings:
        return case.happens(
            events.WagerPaid,
            clauses,
            wager=wager.wager,
            player=wager.player,
            position=wager.counts,
            stake=wager.stake,
            winnings=line.winnings,
            returned=line.returned,
            under_minimum=flagged,
            note=line.note or None,
        )
    return case.happens(events.WagerReturned, clauses, wager=wager.wager, player=wager.player, amount=line.returned)


def _because(case: Case, wager: Wager) -> tuple[Clause, ...]:
    """Cite what made the wager stand or count elsewhere, besides its price."""
    if case.procedure.settlement.citing.value is Citing.PRICE:
        return ()
    return tuple(case.clause(written) for written in wager.because)


def lines(case: Case, outcome: Pocket, wagers: tuple[Wager, ...]) -> Iterator[tuple[Wager, Settlement]]:
    """Settle each wager as its share of the player's whole stake on the bet.

    A stake over the maximum counts up to it in the order in which it was laid;
    what is settled already comes first, and a later ruling adds to it. If all players
    on an area share its limits, their total is what has to lie within them.
    """
    totals: dict[Bet, int] = {}
    standing = [wager for wager in wagers if wager.winnings or wager.collected]
    standing += [wager for wager in wagers if not wager.done]
    for wager in standing:
        together = _counted_with(case, wager)
        totals[together] = totals.get(together, 0) + wager.stake
    wholes: dict[Bet, Settlement] = {}
    left: dict[Bet, int] = {}
    for wager in standing:
        bet, together = (wager.player, wager.counts), _counted_with(case, wager)
        if bet not in wholes:
            wholes[bet] = _whole(case, bet, min(totals[together], STAKE_MAX), outcome)
        whole = wholes[bet]
        over = left.setdefault(together, whole.at_risk) if whole.at_risk else 0
        part = share(whole, wager.stake, over)
        if part.at_risk:
            left[together] -= part.at_risk
        yield wager, part


def _counted_with(case: Case, wager: Wager) -> Bet:
    """Return the bet whose total decides: the player's own, or that of everybody on the area if they share limits."""
    return (EVERYBODY if shares_limits(case) else wager.player), wager.counts


def _whole(case: Case, bet: Bet, stake: int, outcome: Pocket) -> Settlement:
    player, name = bet
    position: Position = case.ruleset.positions[name]
    limit: Limit | None = case.round.limits.of(position.kind)
    settled_in = case.table.standing.under_minimum.get(player, 0)
    if case.procedure.limits.remembered.value is Remembered.FOR_GOOD:
        settled_in = abs(settled_in)
    seen = 0 < settled_in < case.round.number
    return settle_bet(case.ruleset, position, stake, outcome, limit, seen_before=seen)


SETTLE = Judging[Settle](
    (_may_not_settle, closed_table, between_rounds, _question_open, disputed, _nothing_clear, _no_outcome, _no_dolly),
    _settle,
)
