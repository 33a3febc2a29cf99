"""Plans that the tests of the simulation share."""

from collections.abc import Mapping
from typing import Any

import numpy as np

import croupier
from benchmarks.lab_peers import careful
from croupier.lab.own import Own
from croupier.lab.plan import Plan, limits_for_all
from croupier.lab.sessions import Sessions
from croupier.lab.systems import SYSTEMS, System

REFS = tuple(ruleset.ref for ruleset in croupier.rulebooks())


EVERY_SYSTEM: Mapping[str, System] = {**SYSTEMS, "careful": Own(careful)}


def plan(system: System, ref: str = "mbs-roulette/3", **terms: Any) -> Plan:  # noqa: ANN401 - whatever a plan takes
    """Give a plan with money that is soon gone, so that every ending comes up."""
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
