"""Plans, and comparisons of what came of them, that the tests of the simulation share."""

from collections.abc import Mapping
from typing import Any

import numpy as np

import croupier
from benchmarks.lab_peers import careful
from croupier.lab.custom import CustomSystem
from croupier.lab.plan import Plan, limits_for_all
from croupier.lab.simulate.sessions import Sessions
from croupier.lab.simulate.tally import Tally
from croupier.lab.systems import SYSTEMS, System

REFS = tuple(ruleset.ref for ruleset in croupier.rulebooks())

EVERY_SYSTEM: Mapping[str, System] = {**SYSTEMS, "careful": CustomSystem(careful)}

TERMS: dict[str, dict[str, Any]] = {
    "target and stop-loss": {"target": 3_600, "stop_loss": 1_000},
    "nothing is cut": {"over_maximum": "stop"},
    "the last chips too": {"short": "all-in"},
    "a mix": {"stakes": {"17": 25, "red": 100, "dozen:1": 75}, "bankroll": 9_000, "limits": limits_for_all(25, 2_000)},
    "a mix and the last chips": {
        "stakes": {"17": 25, "red": 100},
        "bankroll": 5_000,
        "limits": limits_for_all(25, 9_000),
        "short": "all-in",
    },
    "everything covered": {"stakes": {"red": 100, "black": 100}},
    "a long shot": {"stakes": {"17": 100}},
    "an even bankroll": {"bankroll": 3_000, "stop_loss": 0},
    "one spin": {"spins": 1},
    "sixteen spins": {"spins": 16},
    "more than 32 bits": {"bankroll": 10**13, "limits": limits_for_all(100, 10**12)},
}


def plan(system: System, ref: str = "mbs-roulette/3", **terms: Any) -> Plan:
    """Return a plan with money that is soon gone, so that every ending comes up."""
    usual: dict[str, Any] = {
        "stakes": {"red": 100},
        "bankroll": 3_050,
        "spins": 203,
        "limits": limits_for_all(100, 2_000),
    }
    return Plan(croupier.rulebook(ref), system, **(usual | terms))


def same(one: Sessions, other: Sessions) -> bool:
    """Whether two runs agree in every column of every row."""
    columns: list[tuple[Any, Any]] = list(zip(one, other, strict=True))
    return all(np.array_equal(mine, theirs) for mine, theirs in columns)


def plain(tally: Tally) -> object:
    """Everything a tally holds, in a form that can be compared."""
    histograms = (tally.bankrolls, tally.lengths)
    return (
        (tally.sessions, tally.gain, tally.spins, tally.staked, tally.ahead, tally.level, tally.endings),
        [(each.coarse, each.amounts()) for each in histograms],
    )
