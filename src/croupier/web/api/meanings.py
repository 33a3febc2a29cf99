"""What an unclear wager may have been meant for: the positions nearest to where it lies, and what each would pay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from croupier.rules import zones
from croupier.rules.limits import Limits
from croupier.rules.pocket import Pocket
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import settle_bet
from croupier.table import events
from croupier.table.commands import WagerTreatment
from croupier.table.evolve import evolve
from croupier.table.state import Table, Wager, new_table
from croupier.web.api import decision_shapes, examine_shapes

Point = tuple[float, float]

NEAREST = 4
"""How many positions are shown for an unclear wager, the nearest first."""


@dataclass(frozen=True, slots=True)
class UnclearWager:
    """An unclear wager as the person who decides sees it."""

    stake: int
    counts: str
    """Where it counts unless somebody rules otherwise."""
    point: Point
    outcome: Pocket | None
    limits: Limits
    was: str | None = None
    """Where the chip lay before it was moved by accident."""


def point_of(ruleset: Ruleset, lies: str, touched: str | None) -> Point:
    """Return where a chip lies on the cloth: where it was touched, or the usual place of its position."""
    try:
        x, _, y = (touched or "").partition(",")
        return float(Fraction(x)), float(Fraction(y))
    except (ValueError, ZeroDivisionError, OverflowError):
        anchor = next(spot.anchor for spot in zones.placements(ruleset) if spot.position == lies)
        return float(anchor.x), float(anchor.y)


def meanings(ruleset: Ruleset, case: UnclearWager, *, seen_before: bool | None) -> list[decision_shapes.MeaningOut]:
    """List the nearest positions, and what each would pay if the outcome is known.

    ``seen_before`` says whether the player's stakes were under the minimum before; if that is not
    known, what becomes of such a stake is left open.
    """
    away: dict[str, float] = {}
    for spot in zones.placements(ruleset):
        distance = ((float(spot.anchor.x) - case.point[0]) ** 2 + (float(spot.anchor.y) - case.point[1]) ** 2) ** 0.5
        away[spot.position] = min(distance, away.get(spot.position, distance))
    nearest = sorted(away, key=lambda name: (away[name], name))[:NEAREST]
    meant = [name for name in (case.counts, case.was) if name is not None]
    missing = [name for name in dict.fromkeys(meant) if name not in nearest]
    nearest = nearest[: NEAREST - len(missing)] + missing
    return [_meaning(ruleset, case, name, away[name], seen_before=seen_before) for name in nearest]


def _meaning(
    ruleset: Ruleset, case: UnclearWager, name: str, distance: float, *, seen_before: bool | None
) -> decision_shapes.MeaningOut:
    position = ruleset.positions[name]
    limit = case.limits.of(position.kind)
    meaning = decision_shapes.MeaningOut(name, round(distance, 3))
    small = limit is not None and case.stake < limit.stake_min
    if case.outcome is not None and not (small and seen_before is None):
        line = settle_bet(ruleset, position, case.stake, case.outcome, limit, seen_before=bool(seen_before))
        meaning.winnings, meaning.returned, meaning.collected = line.winnings, line.returned, line.collected
    return meaning


def unclear(ruleset: Ruleset, table: Table, wager: Wager) -> UnclearWager:
    """Return a wager as whoever decides sees it now."""
    point = point_of(ruleset, wager.lies, None if wager.hold is None else wager.hold.point)
    was = None if wager.hold is None else wager.hold.was
    return UnclearWager(wager.stake, wager.counts, point, table.round.outcome, table.round.limits, was)


_DECIDE = (
    events.BettingOpened,
    events.WagerPlaced,
    events.WagerRetracted,
    events.WagerMoved,
    events.WagerMarkedUnclear,
    events.WagerRuled,
    events.OutcomeDeclared,
    events.OutcomeCorrected,
)
"""What a ruling is seen by. Chips are left out: a round alone does not say who had which before."""


def as_ruled(ruleset: Ruleset, happened: Iterable[events.Event]) -> list[examine_shapes.RulingOut]:
    """Return what those who ruled on wagers of a round had before them, from the events of the round."""
    table, found = new_table(ruleset), list[examine_shapes.RulingOut]()
    for event in happened:
        if isinstance(event, events.WagerRuled):
            wager = table.layout.wagers.get(event.wager)
            assert wager is not None
            seen = meanings(ruleset, unclear(ruleset, table, wager), seen_before=None)
            chosen = None if event.treatment is WagerTreatment.RETURN else event.position
            ruling = examine_shapes.RulingOut(event.wager, wager.stake, chosen, table.round.outcome, seen)
            found.append(ruling)
        if isinstance(event, _DECIDE):
            table = evolve(table, event)
    return found
