"""What an unclear wager may have been meant for: the positions nearest to where it lies, and what each would mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from croupier.rules import zones
from croupier.rules.limits import NO_LIMITS, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import settle_bet
from croupier.table import events
from croupier.table.commands import WagerTreatment
from croupier.table.evolve import limits_stated
from croupier.web import examine_shapes, shapes

Point = tuple[float, float]

NEAREST = 4
"""Positions that are shown for an unclear wager, the nearest first."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """An unclear wager as whoever decides sees it."""

    stake: int
    counts: str
    """Where it counts as long as nobody rules otherwise."""
    point: Point
    outcome: Pocket | None
    limits: Limits


def point_of(ruleset: Ruleset, lies: str, touched: str | None) -> Point:
    """Give where a chip lies on the cloth: where it was touched, or where its position has its chips."""
    try:
        x, _, y = (touched or "").partition(",")
        return float(Fraction(x)), float(Fraction(y))
    except (ValueError, ZeroDivisionError, OverflowError):
        anchor = next(spot.anchor for spot in zones.placements(ruleset) if spot.position == lies)
        return float(anchor.x), float(anchor.y)


def readings(ruleset: Ruleset, case: Unclear, *, seen_before: bool | None) -> list[shapes.ReadingTold]:
    """List the nearest positions, and what each would mean if the outcome is known.

    ``seen_before`` is whether the player's stakes were under the minimum before; where that is not known,
    what becomes of such a stake is left open.
    """
    away: dict[str, float] = {}
    for spot in zones.placements(ruleset):
        distance = ((float(spot.anchor.x) - case.point[0]) ** 2 + (float(spot.anchor.y) - case.point[1]) ** 2) ** 0.5
        away[spot.position] = min(distance, away.get(spot.position, distance))
    nearest = sorted(away, key=lambda name: (away[name], name))[:NEAREST]
    if case.counts not in nearest:
        nearest[-1] = case.counts
    return [_reading(ruleset, case, name, away[name], seen_before=seen_before) for name in nearest]


def _reading(
    ruleset: Ruleset, case: Unclear, name: str, distance: float, *, seen_before: bool | None
) -> shapes.ReadingTold:
    position = ruleset.positions[name]
    limit = case.limits.of(position.kind)
    told = shapes.ReadingTold(name, round(distance, 3))
    small = limit is not None and case.stake < limit.stake_min
    if case.outcome is not None and not (small and seen_before is None):
        line = settle_bet(ruleset, position, case.stake, case.outcome, limit, seen_before=bool(seen_before))
        told.winnings, told.returned, told.collected = line.winnings, line.returned, line.collected
    return told


@dataclass(slots=True)
class _Laid:
    lies: str
    counts: str
    stake: int
    touched: str | None = None


def as_ruled(ruleset: Ruleset, happened: Iterable[events.Event]) -> list[examine_shapes.RulingTold]:
    """Give what those who ruled on wagers of a round had before them, from the events of the round."""
    laid: dict[str, _Laid] = {}
    limits, outcome = NO_LIMITS, None
    found = []
    for event in happened:
        match event:
            case events.BettingOpened(limits=stated):
                limits = NO_LIMITS if stated is None else limits_stated(stated)
            case events.WagerPlaced():
                laid[event.wager] = _Laid(event.position, event.position, event.stake)
            case events.WagerRetracted():
                laid[event.wager].stake -= event.stake
            case events.WagerMoved():
                laid[event.wager].lies, laid[event.wager].counts = event.position, event.counts
            case events.WagerMarkedUnclear():
                laid[event.wager].touched = event.point
            case events.OutcomeDeclared() | events.OutcomeCorrected():
                outcome = event.pocket
            case events.WagerRuled():
                one = laid[event.wager]
                point = point_of(ruleset, one.lies, one.touched)
                case_ = Unclear(one.stake, one.counts, point, outcome, limits)
                chosen = None if event.treatment is WagerTreatment.RETURN else event.position
                told = readings(ruleset, case_, seen_before=None)
                found.append(examine_shapes.RulingTold(event.wager, one.stake, chosen, outcome, told))
            case _:
                pass
    return found
