"""What is kept of many sessions: exact sums, and histograms whose size does not grow with their number.

Tallies of parts add up to the tally of the whole, in any order and to the last
unit, because everything in them is a whole number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.simulate.sessions import ENDINGS, Sessions

BINS_MAX = 65_536

HALF_BITS = 21
ROWS_AT_ONCE = 2**18
"""Products of two numbers of HALF_BITS bits, over this many rows, add up within 64 bits."""


class Grid(NamedTuple):
    """Where amounts lie: ``origin`` plus a whole multiple of ``unit``."""

    origin: int
    unit: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often each amount occurred.

    A bin is ``2**coarse`` steps of the grid: one step, and so exact, while the
    amounts span no more than BINS_MAX of them. How coarse it becomes follows from
    the smallest and the largest amount alone, so it does not depend on how the
    sessions were shared out.
    """

    grid: Grid
    coarse: int
    first: int
    """Which bin the first count belongs to."""
    counts: NDArray[np.int64]

    @property
    def width(self) -> int:
        """How many amounts of money a bin spans."""
        return self.grid.unit << self.coarse

    @property
    def lowest(self) -> int:
        """The smallest amount of the first bin."""
        return self.grid.origin + self.first * self.width

    def amounts(self) -> list[tuple[int, int]]:
        """List the bins that are not empty, each by its smallest amount, with their counts."""
        found = np.flatnonzero(self.counts)
        return [(self.lowest + bin_ * self.width, int(self.counts[bin_])) for bin_ in found.tolist()]

    def quantile(self, numerator: int, denominator: int) -> int:
        """Return the smallest amount (of its bin) that at least this share of the sessions did not exceed."""
        below = np.cumsum(self.counts)
        rank = max(1, -(-int(below[-1]) * numerator // denominator))
        return self.lowest + int(np.searchsorted(below, rank)) * self.width

    def __add__(self, other: Histogram) -> Histogram:
        assert self.grid == other.grid
        coarse = max(self.coarse, other.coarse)
        while True:
            one, two = self.coarser(coarse), other.coarser(coarse)
            first = min(one.first, two.first)
            last = max(one.first + len(one.counts), two.first + len(two.counts))
            if last - first <= BINS_MAX:
                break
            coarse += 1
        counts = np.zeros(last - first, dtype=np.int64)
        for part in (one, two):
            start = part.first - first
            counts[start : start + len(part.counts)] += part.counts
        return Histogram(self.grid, coarse, first, counts)

    def coarser(self, coarse: int) -> Histogram:
        """Join neighboring bins."""
        steps = coarse - self.coarse
        if not steps:
            return self
        first = self.first >> steps
        bins = ((self.first + np.arange(len(self.counts))) >> steps) - first
        counts = np.zeros(int(bins[-1]) + 1, dtype=np.int64)
        np.add.at(counts, bins, self.counts)
        return Histogram(self.grid, coarse, first, counts)


def histogram(amounts: NDArray[np.int64], grid: Grid) -> Histogram:
    """Count some amounts that lie on the grid."""
    steps = (amounts - grid.origin) // grid.unit
    least, most = int(steps.min()), int(steps.max())
    coarse = 0
    while (most >> coarse) - (least >> coarse) >= BINS_MAX:
        coarse += 1
    first = least >> coarse
    return Histogram(grid, coarse, first, np.bincount((steps >> coarse) - first).astype(np.int64))


@dataclass(frozen=True, slots=True)
class Sums:
    """A number of amounts, added up."""

    total: int
    squares: int
    least: int
    most: int

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )


def sums(amounts: NDArray[np.int64]) -> Sums:
    """Add up some amounts, and their squares."""
    least, most = int(amounts.min()), int(amounts.max())
    if max(-least, most) >= 2 ** (2 * HALF_BITS) or len(amounts) > ROWS_AT_ONCE:
        numbers = amounts.tolist()
        return Sums(sum(numbers), sum(number * number for number in numbers), least, most)
    upper, lower = amounts >> HALF_BITS, amounts & (2**HALF_BITS - 1)
    upper_squares, products, lower_squares = (
        int(np.dot(one, other)) for one, other in ((upper, upper), (upper, lower), (lower, lower))
    )
    squares = (upper_squares << 2 * HALF_BITS) + (products << HALF_BITS + 1) + lower_squares
    return Sums(int(amounts.sum()), squares, least, most)


@dataclass(frozen=True, slots=True)
class Tally:
    """The summary of a number of sessions."""

    sessions: int
    gain: Sums
    spins: Sums
    staked: Sums
    ahead: int
    """How many sessions ended with more than they began with."""
    level: int
    endings: tuple[int, ...]
    """How many ended in each way, in the order of ``plan.Ending``."""
    bankrolls: Histogram
    lengths: Histogram

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.sessions + other.sessions,
            self.gain + other.gain,
            self.spins + other.spins,
            self.staked + other.staked,
            self.ahead + other.ahead,
            self.level + other.level,
            tuple(mine + theirs for mine, theirs in zip(self.endings, other.endings, strict=True)),
            self.bankrolls + other.bankrolls,
            self.lengths + other.lengths,
        )


def tally(sessions: Sessions, bankroll: int, grid: Grid) -> Tally:
    """Tally sessions that began with this bankroll; their bankrolls lie on the grid."""
    gains = sessions.bankroll - bankroll
    return Tally(
        len(gains),
        sums(gains),
        sums(sessions.spins),
        sums(sessions.staked),
        int(np.count_nonzero(gains > 0)),
        int(np.count_nonzero(gains == 0)),
        tuple(np.bincount(sessions.ending, minlength=len(ENDINGS)).tolist()),
        histogram(sessions.bankroll, grid),
        histogram(sessions.spins, Grid(0, 1)),
    )
