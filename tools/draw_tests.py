"""Seven tests of a stream of outcomes, each giving one two-sided p-value: too regular is as wrong as too uneven.

A stream is an array of pockets as numbers, counted from 0 in the order S, 00, 0,
1…36; the last 36 are the running numbers. A test answers None for a stream
that is too short for its distribution to hold.
"""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Stream: TypeAlias = NDArray[np.uint8]
Counts: TypeAlias = NDArray[np.int64]

NUMBERS = 36
TABLES = 8
HOURS = 24
LAGS = 5
CELL_MIN = 5.0
"""The least expected count of a cell for which chi-square is taken at its word."""
COUPON_BINS = 16
COUPON_MARGIN = 6.0


def total(stream: Stream, size: int) -> float | None:
    """Total distribution: each pocket as often as any other."""
    return of_counts(counted(stream, size))


def of_counts(counts: Counts) -> float:
    """The same for counts alone, however many outcomes they stand for."""
    return _chi_square(counts, np.full(len(counts), counts.sum() / len(counts)), len(counts) - 1)


def pairs(stream: Stream, size: int) -> float | None:
    """Overlaps: whatever came first of a pair, each pocket is as likely second. Disjoint pairs, so plain chi-square."""
    even = stream[: len(stream) // 2 * 2].astype(np.int64)
    cells = np.bincount(even[::2] * size + even[1::2], minlength=size * size).reshape(size, size)
    if cells.sum() < CELL_MIN * size * size:
        return None
    expected = np.repeat(cells.sum(axis=1, keepdims=True) / size, size, axis=1)
    met = expected[:, 0] > 0
    return _chi_square(cells[met], expected[met], int(met.sum()) * (size - 1))


def coupons(stream: Stream, size: int) -> float | None:
    """Coupon collector: how long until every pocket was seen, against the exact distribution, pooled."""
    lengths, edges, chances = _coupon_bins(size)
    mean, deviation = lengths
    # A fixed number of collections, so that the last, cut short by the stream's end, does not favor the quick ones.
    wanted = int((len(stream) - COUPON_MARGIN * deviation * (len(stream) / mean) ** 0.5) / mean)
    if wanted * chances.min() < CELL_MIN:
        return None
    found = _collections(stream.tobytes(), size)
    if len(found) < wanted:
        return 0.0
    cells = np.bincount(np.searchsorted(edges, found[:wanted]), minlength=len(chances))
    return _chi_square(cells, wanted * chances, len(chances) - 1)


def runs(stream: Stream, size: int) -> float | None:
    """Runs of low and high numbers, zeros and marks left out (Wald and Wolfowitz)."""
    numbers = stream[stream >= size - NUMBERS]
    high = numbers >= size - NUMBERS // 2
    highs = int(high.sum())
    n, both = len(high), 2.0 * highs * (len(high) - highs)
    if not both:
        return 0.0
    found = 1 + int(np.count_nonzero(high[1:] != high[:-1]))
    deviation = (both * (both - n) / (n * n * (n - 1.0))) ** 0.5
    return _normal((found - 1 - both / n) / deviation)


def serial(stream: Stream, size: int) -> float | None:
    """Serial correlation at lags 1 to 5; under chance their squares add up to chi-square."""
    centered = stream.astype(np.float64) - (size - 1) / 2
    variance = (size * size - 1) / 12
    squares = 0.0
    for lag in range(1, LAGS + 1):
        together = float(np.dot(centered[:-lag], centered[lag:]))
        squares += (together / variance) ** 2 / (len(stream) - lag)
    return _two_sided(float(stats.chi2.cdf(squares, LAGS)), float(stats.chi2.sf(squares, LAGS)))


def repeats(stream: Stream, size: int) -> float | None:
    """Duplicates: a pocket comes twice in a row once in as many spins as there are pockets."""
    found, tries = int(np.count_nonzero(stream[1:] == stream[:-1])), len(stream) - 1
    return _normal((found - tries / size) / (tries / size * (1 - 1 / size)) ** 0.5)


def interplay(stream: Stream, size: int) -> float | None:
    """Outcome against table, hour of the stream, and dozen of the outcome before.

    The three are laid out across each other, so their chi-squares are independent
    and add up.
    """
    place = np.arange(len(stream) - 1) + 1
    number = stream[:-1].astype(np.int64) - (size - NUMBERS)
    dozen = np.where(number < 0, 0, number // 12 + 1)
    groups = ((place % TABLES, TABLES), (place * HOURS // len(stream), HOURS), (dozen, 4))
    if len(stream) < CELL_MIN * size * HOURS:
        return None
    square, degrees = 0.0, 0
    for group, count in groups:
        cells = np.bincount(group * size + stream[1:], minlength=count * size).reshape(count, size)
        expected = np.outer(cells.sum(axis=1), cells.sum(axis=0)) / cells.sum()
        if not expected.all():
            return 0.0
        square += float(((cells - expected) ** 2 / expected).sum())
        degrees += (count - 1) * (size - 1)
    return _two_sided(float(stats.chi2.cdf(square, degrees)), float(stats.chi2.sf(square, degrees)))


TESTS: dict[str, Callable[[Stream, int], float | None]] = {
    "total": total,
    "pairs": pairs,
    "coupons": coupons,
    "runs": runs,
    "serial": serial,
    "repeats": repeats,
    "interplay": interplay,
}


def p_values(stream: Stream, size: int) -> dict[str, float | None]:
    """Run all seven."""
    return {name: test(stream, size) for name, test in TESTS.items()}


def counted(stream: Stream, size: int) -> Counts:
    """Count each pocket."""
    return np.bincount(stream, minlength=size).astype(np.int64)


def _chi_square(found: NDArray[np.int64], expected: NDArray[np.float64], degrees: int) -> float:
    square = float(((found - expected) ** 2 / expected).sum())
    return _two_sided(float(stats.chi2.cdf(square, degrees)), float(stats.chi2.sf(square, degrees)))


def _normal(z: float) -> float:
    return 2 * float(stats.norm.sf(abs(z)))


def _two_sided(below: float, above: float) -> float:
    return min(1.0, 2 * min(below, above))


def _collections(stream: bytes, size: int) -> list[int]:
    """Measure the stretches in which every pocket was seen, one after the other."""
    bits = [1 << number for number in range(size)]
    seen, full, start, found = 0, (1 << size) - 1, 0, []
    for place, pocket in enumerate(stream, start=1):
        seen |= bits[pocket]
        if seen == full:
            found.append(place - start)
            seen, start = 0, place
    return found


@cache
def _coupon_bins(size: int) -> tuple[tuple[float, float], NDArray[np.int64], NDArray[np.float64]]:
    """Pool the exact distribution: its mean and deviation, the last length of each bin but one, each bin's chance."""
    chances = coupon_chances(size)
    lengths = np.arange(len(chances))
    mean = float((chances * lengths).sum())
    deviation = float((chances * (lengths - mean) ** 2).sum()) ** 0.5
    below = np.cumsum(chances)
    edges = np.searchsorted(below, np.arange(1, COUPON_BINS) / COUPON_BINS)
    return (mean, deviation), edges, np.diff(below[edges], prepend=0.0, append=1.0)


def coupon_chances(size: int) -> NDArray[np.float64]:
    """Return the chance that every pocket is seen for the first time after exactly so many spins, up to 80 · size."""
    seen = np.arange(size + 1)
    state = np.zeros(size + 1)
    state[0] = 1.0
    chances = np.zeros(80 * size)
    for length in range(1, len(chances)):
        grown = np.zeros(size + 1)
        grown[1:] = state[:-1] * (size - seen[:-1]) / size
        state = state * seen / size + grown
        chances[length], state[size] = state[size], 0.0
    return chances
