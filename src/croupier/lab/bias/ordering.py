"""Does one spin depend on another? Repeats, steps around the wheel, runs, and changes in mid-sample.

Each asks about the order of the spins that fell, whatever pockets they were: a biased
wheel is not for that reason a dependent one. So samples are compared with their own shuffles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from croupier.lab.bias.chance import Method, PValue
from croupier.lab.bias.shuffles import LAGS

LENGTH_MIN = 60
"""Fewer spins have no room for a change with 20 on either side and something between."""


@dataclass(frozen=True, slots=True)
class Runs:
    """Runs of one attribute: how many there were, how many were expected, and of how many spins."""

    count: int
    expected: float
    first: int
    second: int
    p: PValue


def repeat_scores(steps: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return, for each lag, how far the repeats are from what any order of the same spins has, in deviations."""
    spins = int(counts.sum())
    chance = float(np.sum(counts * (counts - 1))) / (spins * (spins - 1))
    pairs = spins - np.arange(1, LAGS + 1)
    deviation = np.sqrt(np.maximum(pairs * chance * (1 - chance), 1e-12))
    scores: NDArray[np.float64] = (steps[..., 0] - pairs * chance) / deviation
    return scores


def step_scores(steps: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return, for each lag, Rayleigh's statistic of the steps: how far they lean to one distance around the wheel."""
    pockets = steps.shape[-1]
    turns = 2j * np.pi * np.arange(pockets) / pockets
    pairs = np.maximum(steps.sum(axis=-1), 1)
    scores: NDArray[np.float64] = np.abs(steps @ np.exp(turns)) ** 2 / pairs
    return scores


def runs(first: NDArray[np.bool_]) -> Runs | None:
    """Test the number of runs of two sorts of spins, exactly (Wald and Wolfowitz); None if one sort never came."""
    ones = int(first.sum())
    others = len(first) - ones
    if not ones or not others:
        return None
    count = 1 + int(np.count_nonzero(first[1:] != first[:-1]))
    expected = 1 + 2 * ones * others / len(first)
    chances = run_chances(ones, others)
    at = chances[count - 2]
    # Both sides: every number of runs that is no likelier than this one.
    value = float(chances[chances <= at * (1 + 1e-7)].sum())
    return Runs(count, expected, ones, others, PValue(min(1.0, value), Method.EXACT))


def run_chances(ones: int, others: int) -> NDArray[np.float64]:
    """Return the chance of 2, 3, 4, … runs when every order of the spins is equally likely."""
    most = 2 * min(ones, others) + (ones != others)
    halves = np.arange(2, most + 1) // 2
    odd = np.arange(2, most + 1) % 2 == 1
    even_ways = np.log(2) + _choose(ones - 1, halves - 1) + _choose(others - 1, halves - 1)
    odd_ways = np.logaddexp(
        _choose(ones - 1, halves) + _choose(others - 1, halves - 1),
        _choose(ones - 1, halves - 1) + _choose(others - 1, halves),
    )
    ways = np.where(odd, odd_ways, even_ways)
    chances: NDArray[np.float64] = np.exp(ways - _choose(ones + others, np.array([ones])))
    return chances


def _choose(whole: int, part: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the logarithm of the binomial coefficient; minus infinity if it is 0."""
    fits = part <= whole
    held = np.where(fits, part, 0)
    logarithms = special.gammaln(whole + 1) - special.gammaln(held + 1) - special.gammaln(whole - held + 1)
    return np.where(fits, logarithms, -np.inf)
