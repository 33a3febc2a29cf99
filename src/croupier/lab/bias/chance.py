"""How surprising a figure is under a fair wheel, and how well that is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Z_99 = 2.5758293035489004
"""Half of a 99 % interval of the normal, in standard deviations."""

TIED = 1e-9
"""Two statistics that differ by less are the same one, summed in another order."""


class Method(StrEnum):
    """Where a p-value comes from."""

    EXACT = "exact"
    ASYMPTOTIC = "asymptotic"
    SIMULATED = "simulated"
    BOUND = "bound"


@dataclass(frozen=True, slots=True)
class PValue:
    """The chance of a statistic at least as large on a fair wheel (for tests of order: in any other order).

    A simulated one counts the sample itself as one of the draws, (1 + k) / (1 + draws),
    so that it never promises more than it can hold: at a level of 1 % it raises a
    false alarm in at most 1 % of fair samples, however few the draws.
    """

    value: float
    method: Method
    draws: int = 0

    @property
    def precision(self) -> float:
        """Half of a 99 % interval around a simulated value; 0 if nothing was simulated."""
        if self.method is not Method.SIMULATED:
            return 0.0
        return Z_99 * math.sqrt(self.value * (1 - self.value) / self.draws) + 1 / (1 + self.draws)


def stream(seed: int, test: int) -> np.random.Generator:
    """Return the random numbers of one test: the same for the same seed, whatever other tests ran."""
    return np.random.Generator(np.random.Philox(np.random.SeedSequence([seed, test])))


def simulated(observed: float, null: NDArray[np.float64]) -> PValue:
    """Place an observed statistic among those of simulated samples."""
    reached = int(np.count_nonzero(null >= observed - TIED * max(1.0, abs(observed))))
    return PValue((1 + reached) / (1 + len(null)), Method.SIMULATED, len(null))


def critical(null: NDArray[np.float64], alpha: float) -> float:
    """Return the bound above which ``simulated`` calls a statistic significant; infinite if there are too few draws."""
    allowed = math.floor(alpha * (1 + len(null)) + TIED) - 1
    return float(np.sort(null)[len(null) - 1 - allowed]) if allowed >= 0 else math.inf


def draws_needed(tests: int, alpha: float) -> int:
    """Return the draws from which a simulated p-value, corrected for so many tests, can be as small as ``alpha``."""
    draws = max(math.ceil(tests / alpha) - 2, 1)
    while tests * (1 / (1 + draws)) > alpha:
        draws += 1
    return draws


def holm(values: Sequence[float]) -> tuple[float, ...]:
    """Adjust p-values for multiple tests: the chance that any of them errs stays below the level."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    adjusted, least = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        least = max(least, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = least
    return tuple(adjusted)
