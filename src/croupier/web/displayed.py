"""The limits that a house displays at a table whose rulebook leaves them to it."""

from __future__ import annotations

from typing import NamedTuple

from croupier.rules.limits import Limit, Limits
from croupier.rules.narrowing import wider
from croupier.rules.position import OUTSIDE
from croupier.rules.procedure import Intake, LimitScope
from croupier.rules.ruleset import Ruleset


class Plate(NamedTuple):
    """Limits that a table can be given by name: the least of any bet, and the most of an outside bet."""

    name: str
    inside: Limit
    outside: Limit


PLATES = (
    Plate("1-100", Limit(100, 1_000), Limit(100, 10_000)),
    Plate("5-500", Limit(500, 5_000), Limit(500, 50_000)),
    Plate("10-1000", Limit(1_000, 10_000), Limit(1_000, 100_000)),
    Plate("25-2500", Limit(2_500, 25_000), Limit(2_500, 250_000)),
    Plate("100-10000", Limit(10_000, 100_000), Limit(10_000, 1_000_000)),
)
"""The presets of every house, with an inside maximum of a tenth of the outside one."""

INSIDE_LIMIT = Limit(100, 20_000)
OUTSIDE_LIMIT = Limit(500, 100_000)


def limits_for(ruleset: Ruleset) -> Limits | None:
    """Return the limits to display at a table whose rulebook leaves them to the house."""
    if ruleset.limits.by_kind:
        return None
    by_kind = {kind: OUTSIDE_LIMIT if kind in OUTSIDE else INSIDE_LIMIT for kind in ruleset.prices}
    return Limits(by_kind, Intake.REFUSE, LimitScope.PLAYER, None)


def limits_of(plate: Plate, ruleset: Ruleset) -> Limits | None:
    """Return the limits of a preset for a rulebook, or None if they are wider than its document allows."""
    by_kind = {kind: plate.outside if kind in OUTSIDE else plate.inside for kind in ruleset.prices}
    limits = Limits(by_kind, Intake.REFUSE, LimitScope.PLAYER, None)
    return limits if wider(ruleset, limits) is None else None


def presets(ruleset: Ruleset) -> dict[str, Limits]:
    """Return the presets that fit a rulebook, by their names."""
    found = {plate.name: limits_of(plate, ruleset) for plate in PLATES}
    return {name: limits for name, limits in found.items() if limits is not None}
