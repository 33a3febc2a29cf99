"""Rulesets, systems and plans that the tests of the lab share."""

import croupier
from croupier import Ruleset
from croupier.lab import Labouchere, Plan, System, limits_for_all, systems

RULESETS = croupier.rulebooks()
REFS = [ruleset.ref for ruleset in RULESETS]
SINGLE_ZERO = croupier.rulebook("mbs-roulette/3")

SYSTEMS: tuple[System, ...] = (
    *(system for name, system in systems.SYSTEMS.items() if name != "labouchere"),
    Labouchere((1, 2), longest=4),
)
"""Every system, Labouchère with a line short enough to be followed by hand."""

NAMES = [system.name for system in SYSTEMS]


def even_chance(ruleset: Ruleset) -> str:
    """Return an even chance this felt has."""
    return next(name for name in ("red", "odd") if name in ruleset.positions)


def doubling_from_one(**terms: object) -> Plan:
    """A thousand spins on red from a bankroll of 1,000 between 1 and 1,000, doubling."""
    return Plan(
        SINGLE_ZERO,
        systems.Martingale(),
        {"red": 1},
        bankroll=1_000,
        spins=1_000,
        limits=limits_for_all(1, 1_000),
        **terms,  # type: ignore[arg-type]
    )
