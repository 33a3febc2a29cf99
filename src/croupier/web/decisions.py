"""What waits for somebody at a table, with what they have to see: held wagers, questions, stakes outside limits."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.house.host import Host
from croupier.house.house import House
from croupier.rules.clause import Cited
from croupier.rules.limits import Limit
from croupier.rules.procedure import Irregularity, OverMaximum, Role, Treatment, UnderMinimum
from croupier.table import events
from croupier.table.state import Wager
from croupier.web import shapes
from croupier.web.readings import Point, Unclear, point_of, readings


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
        point = point_of(host.ruleset, wager.lies, points.get(wager.wager))
        told.point, told.readings = list(point), _readings(host, wager, point)
        found.append(told)
    if table.round.spin.referred:
        told = _decision(host, "irregularity", rules.rulings.unlisted_by)
        told.player, told.reason = await _reported(house, host, start) if start is not None else (None, None)
        found.append(told)
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


async def _reported(house: House, host: Host, start: int) -> tuple[str | None, str | None]:
    """Find who reported what waits for a ruling, and what they said happened."""
    found: tuple[str | None, str | None] = (None, None)
    async for _, event in house.record.read(host.name, start - 1):
        if isinstance(event, events.IrregularityReported) and event.treatment == Treatment.REFERRED:
            found = (event.by.name, event.note)
    return found


async def _points(house: House, host: Host, start: int) -> dict[str, str]:
    """Find where unclear wagers were said to lie: the record keeps the point as it was touched."""
    found = {}
    async for _, event in house.record.read(host.name, start - 1):
        if isinstance(event, events.WagerMarkedUnclear) and event.point is not None:
            found[event.wager] = event.point
    return found


def _readings(host: Host, wager: Wager, point: Point) -> list[shapes.ReadingTold]:
    table = host.table
    case = Unclear(wager.stake, wager.counts, point, table.round.outcome, table.round.limits)
    return readings(host.ruleset, case, seen_before=_seen(host, wager.player))


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
