"""What waits for somebody at a table, with what they have to see: held wagers, questions, stakes outside limits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from croupier.house.host import Host
from croupier.house.house import House
from croupier.rules import zones
from croupier.rules.clause import Cited
from croupier.rules.limits import Limit
from croupier.rules.procedure import Irregularity, OverMaximum, Role, Treatment, UnderMinimum
from croupier.rules.settle import settle_bet
from croupier.table import events
from croupier.table.state import Wager
from croupier.web import shapes

READINGS = 4
"""Positions that are shown for an unclear wager, the nearest first."""


async def waiting(house: House, host: Host, start: int | None) -> list[shapes.DecisionTold]:
    """List what waits for a decision at a table; ``start`` is where the record of its round begins."""
    table, rules = host.table, host.ruleset.procedure
    found: list[shapes.DecisionTold] = []
    unclear = rules.wagers.unclear_by or rules.wagers.withdrawal_to or rules.rulings.unlisted_by
    held = [wager for wager in table.layout.wagers.values() if wager.held and not wager.done]
    points = await _points(house, host, start) if held and start is not None else {}
    for wager in held:
        told = _decision(host, "wager", unclear, wager.wager, wager.lies)
        told.player, told.stake, told.counts = wager.player, wager.stake, wager.counts
        told.point = _point(host, wager, points.get(wager.wager))
        told.readings = readings(host, wager, told.point)
        found.append(told)
    if table.round.spin.referred:
        found.append(_decision(host, "irregularity", rules.rulings.unlisted_by))
    if not table.round.ended:
        found += [_decision(host, "call-floor", by, position=str(kind)) for kind, by in _floor_called(host)]
    if table.round.proposed is not None:
        name, pocket, reason = table.round.proposed
        told = _decision(host, "correction", rules.rulings.correction_by, position=pocket)
        told.player, told.reason = name, reason
        found.append(told)
    return found


def _decision(
    host: Host, kind: str, by: Cited[Role], wager: str | None = None, position: str | None = None
) -> shapes.DecisionTold:
    clauses = [clause.number for clause in by.clauses]
    return shapes.DecisionTold(host.name, kind, wager, position, host.table.round.name, str(by.value), clauses)


def _floor_called(host: Host) -> Iterator[tuple[Irregularity, Cited[Role]]]:
    """Give what was reported in this round that a higher position has to look at, and which."""
    rules = host.ruleset.procedure
    for kind in host.table.round.spin.irregular:
        rule = rules.irregularities[kind]
        if rule.value is Treatment.CALL_FLOOR:
            callers = [role for role, cited in rules.no_spin.callers.items() if kind in cited.value]
            yield kind, Cited(callers[0] if callers else rules.rulings.unlisted_by.value, rule.clauses)


async def _points(house: House, host: Host, start: int) -> dict[str, str]:
    """Find where unclear wagers were said to lie: the record keeps the point as it was touched."""
    found = {}
    async for _, event in house.record.read(host.name, start - 1):
        if isinstance(event, events.WagerMarkedUnclear) and event.point is not None:
            found[event.wager] = event.point
    return found


def _point(host: Host, wager: Wager, touched: str | None) -> list[float]:
    """Give where a chip lies on the cloth: where it was touched, or where its position has its chips."""
    try:
        x, _, y = (touched or "").partition(",")
        return [float(Fraction(x)), float(Fraction(y))]
    except (ValueError, ZeroDivisionError, OverflowError):
        anchors = (spot.anchor for spot in zones.placements(host.ruleset) if spot.position == wager.lies)
        anchor = next(anchors)
        return [float(anchor.x), float(anchor.y)]


def readings(host: Host, wager: Wager, point: list[float]) -> list[shapes.ReadingTold]:
    """List the nearest positions to a point, and what each would mean if the outcome is known."""
    away: dict[str, float] = {}
    for spot in zones.placements(host.ruleset):
        distance = ((float(spot.anchor.x) - point[0]) ** 2 + (float(spot.anchor.y) - point[1]) ** 2) ** 0.5
        away[spot.position] = min(distance, away.get(spot.position, distance))
    nearest = sorted(away, key=lambda name: (away[name], name))[:READINGS]
    if wager.counts not in nearest:
        nearest[-1] = wager.counts
    return [_reading(host, wager, name, away[name]) for name in nearest]


def _reading(host: Host, wager: Wager, name: str, distance: float) -> shapes.ReadingTold:
    table, position = host.table, host.ruleset.positions[name]
    told = shapes.ReadingTold(name, round(distance, 3))
    if table.round.outcome is not None:
        limit = table.round.limits.of(position.kind)
        line = settle_bet(
            host.ruleset, position, wager.stake, table.round.outcome, limit, seen_before=_seen(host, wager.player)
        )
        told.winnings, told.returned, told.collected = line.winnings, line.returned, line.collected
    return told


def _seen(host: Host, player: str) -> bool:
    """Whether a stake under the minimum was settled for a player in an earlier round of this sitting."""
    return 0 < host.table.house.under_minimum.get(player, 0) < host.table.round.number


def outside_limits(host: Host) -> list[shapes.CheckTold]:
    """List the stakes on the layout that are outside the limits, and what the rulebook does with each."""
    table = host.table
    found = []
    for (player, name), stake in table.layout.of_player.items():
        limit = table.round.limits.of(host.ruleset.positions[name].kind)
        if stake and limit is not None and not limit.stake_min <= stake <= limit.stake_max:
            found.append(_check(host, player, name, stake, limit))
    return found


def _check(host: Host, player: str, name: str, stake: int, limit: Limit) -> shapes.CheckTold:
    rules = host.ruleset.procedure.limits
    if stake < limit.stake_min:
        treatment = "returned" if _seen(host, player) else "settled-once"
        if rules.under_minimum.value is UnderMinimum.UNADDRESSED:
            treatment = "unaddressed"
        clauses = rules.under_minimum.clauses
    else:
        treatment = "unaddressed" if rules.over_maximum.value is OverMaximum.UNADDRESSED else "counts-to-maximum"
        clauses = rules.over_maximum.clauses
    numbers = [clause.number for clause in clauses]
    return shapes.CheckTold(player, name, stake, limit.stake_min, limit.stake_max, treatment, numbers)
