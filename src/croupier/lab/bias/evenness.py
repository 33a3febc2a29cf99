"""Do the pockets come evenly, or too evenly? Chi-square, the hottest and the coldest, sectors of every width."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import fft, special, stats

from croupier.lab.bias.chance import Method, PValue, stream

EXPECTED_MIN = 50
"""Spins expected per pocket from which the chi-square distribution is good to two digits at 1 %."""

CONVOLVED_MAX = 8_000_000
"""Largest transform for the exact maximum; for longer samples the union bound is as good."""

TINY = 1e-8
"""Below this the transform's rounding shows, and the union bound is exact to as many digits."""

NARROWEST = 2
SEED_COUNTS = 1


@dataclass(frozen=True, slots=True)
class Sector:
    """Neighboring pockets of the wheel: where it starts in the wheel's order, how wide, how often it came."""

    start: int
    width: int
    count: int
    hot: bool
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class FairCounts:
    """What the statistics of fair samples of one length look like."""

    squares: NDArray[np.float64]
    sectors: NDArray[np.float64]


def sum_of_squares(counts: NDArray[np.int64]) -> float:
    """Chi-square in whole numbers: with n and N fixed it grows with the sum of squared counts alone."""
    return float(np.sum(counts * counts, axis=-1, dtype=np.int64))


def chi_square(counts: NDArray[np.int64]) -> float:
    """Return Pearson's statistic against pockets of equal chance."""
    spins = int(counts.sum())
    return sum_of_squares(counts) * len(counts) / spins - spins


def chi_square_tail(counts: NDArray[np.int64]) -> PValue:
    """Read the chi-square distribution; good where every pocket is expected EXPECTED_MIN times."""
    return PValue(float(stats.chi2.sf(chi_square(counts), len(counts) - 1)), Method.ASYMPTOTIC)


def chi_square_lower_tail(counts: NDArray[np.int64]) -> PValue:
    """Return the chance of counts at least as even."""
    return PValue(float(stats.chi2.cdf(chi_square(counts), len(counts) - 1)), Method.ASYMPTOTIC)


def usual_least(pockets: int) -> float:
    """Return the chi-square that 99 of 100 fair samples exceed."""
    return float(stats.chi2.ppf(0.01, pockets - 1))


@lru_cache(maxsize=8)
def fair_counts(spins: int, pockets: int, draws: int, seed: int) -> FairCounts:
    """Simulate fair samples of this length."""
    chance = stream(seed, SEED_COUNTS)
    squares, sectors = np.empty(draws), np.empty(draws)
    step = 2_000
    for start in range(0, draws, step):
        size = min(step, draws - start)
        counts = chance.multinomial(spins, np.full(pockets, 1 / pockets), size=size).astype(np.int64)
        squares[start : start + size] = np.sum(counts * counts, axis=1)
        sectors[start : start + size] = sector_scores(counts)
    return FairCounts(squares, sectors)


def hottest_tail(spins: int, pockets: int, most: int) -> PValue:
    """Return the chance that some pocket of a fair wheel comes ``most`` times or more.

    Exact: pockets are independent Poisson counts on condition of their sum, so the
    chance that none exceeds a bound is one coefficient of a power of a truncated
    Poisson series. If that is beyond a transform's digits or size, the sum of the
    pockets' binomial chances is used; it is never too small.
    """
    bound = min(1.0, pockets * float(stats.binom.sf(most - 1, spins, 1 / pockets)))
    if most * pockets <= spins:
        return PValue(1.0, Method.EXACT)
    if bound < TINY or most * pockets > CONVOLVED_MAX:
        return PValue(bound, Method.BOUND)
    mean = spins / pockets
    series = stats.poisson.pmf(np.arange(most), mean)
    size = fft.next_fast_len((most - 1) * pockets + 1, real=True)
    coefficient = float(fft.irfft(fft.rfft(series, size) ** pockets, size)[spins]) if size > spins else 0.0
    below = coefficient / float(stats.poisson.pmf(spins, spins))
    return PValue(min(1.0, max(1 - below, 0.0)), Method.EXACT)


def coldest_tail(spins: int, pockets: int, least: int) -> PValue:
    """Return the chance that some pocket of a fair wheel comes ``least`` times or fewer; as ``hottest_tail``."""
    bound = min(1.0, pockets * float(stats.binom.cdf(least, spins, 1 / pockets)))
    if (least + 1) * pockets > spins:
        return PValue(1.0, Method.EXACT)
    mean = spins / pockets
    # No pocket comes more often than this with a chance that counts beside the rounding of the transform.
    most = min(spins, math.ceil(mean + 12 * math.sqrt(mean) + 60))
    if bound < TINY or most * pockets > CONVOLVED_MAX:
        return PValue(bound, Method.BOUND)
    series = stats.poisson.pmf(np.arange(most + 1), mean)
    series[: least + 1] = 0
    size = fft.next_fast_len(most * pockets + 1, real=True)
    above = float(fft.irfft(fft.rfft(series, size) ** pockets, size)[spins]) / float(stats.poisson.pmf(spins, spins))
    return PValue(min(1.0, max(1 - above, 0.0)), Method.EXACT)


@lru_cache(maxsize=64)
def coldest_critical(spins: int, pockets: int, alpha: float) -> int:
    """Return the largest count of a coldest pocket that is significant at ``alpha``; -1 if not even 0 is."""
    count = coldest_bound(spins, pockets, alpha)
    while coldest_tail(spins, pockets, count + 1).value <= alpha:
        count += 1
    return count


def coldest_bound(spins: int, pockets: int, alpha: float) -> int:
    """Return a count that is significant for sure, by the union bound; -1 if there is none."""
    return int(stats.binom.ppf(alpha / pockets, spins, 1 / pockets)) - 1


@lru_cache(maxsize=64)
def hottest_critical(spins: int, pockets: int, alpha: float) -> int:
    """Return the least count of a hottest pocket that is significant at ``alpha``."""
    count = hottest_bound(spins, pockets, alpha)
    while count > 1 and hottest_tail(spins, pockets, count - 1).value <= alpha:
        count -= 1
    return count


def hottest_bound(spins: int, pockets: int, alpha: float) -> int:
    """Return a count that is significant for sure, by the union bound: the least one or the next."""
    return int(stats.binom.isf(alpha / pockets, spins, 1 / pockets)) + 1


def sector_widths(pockets: int) -> range:
    """Widths that are scanned: a hot sector wider than half the wheel is a cold one seen from behind."""
    return range(NARROWEST, pockets // 2 + 1)


def sector_scores(ring: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the largest log likelihood ratio over all sectors, for each row of counts in the wheel's order.

    Kulldorff's scan statistic, for hot and cold alike. At one width it grows with the
    distance from the expected count, so the fullest and the emptiest sector suffice.
    """
    pockets = ring.shape[-1]
    spins = ring.sum(axis=-1)
    best = np.zeros(ring.shape[0])
    window = ring.copy()
    for width in range(2, sector_widths(pockets).stop):
        window += np.roll(ring, 1 - width, axis=-1)
        for extreme in (window.max(axis=-1), window.min(axis=-1)):
            np.maximum(best, score(extreme, spins, width / pockets), out=best)
    return best


def score(count: NDArray[np.int64], spins: NDArray[np.int64], share: float) -> NDArray[np.float64]:
    """Return the log likelihood ratio of this count against a fair share."""
    inside = special.xlogy(count, count / (spins * share))
    rest = spins - count
    outside: NDArray[np.float64] = inside + special.xlogy(rest, rest / (spins * (1 - share)))
    return outside


def best_sector(ring: NDArray[np.int64]) -> Sector:
    """Find the sector that stands out most."""
    pockets, spins = len(ring), ring.sum()
    window, found = ring.copy(), Sector(0, 1, int(ring[0]), hot=True, score=-math.inf)
    for width in range(2, sector_widths(pockets).stop):
        window = window + np.roll(ring, 1 - width)
        scores = score(window, np.full(pockets, spins), width / pockets)
        start = int(scores.argmax())
        if scores[start] > found.score + 1e-12:
            count = int(window[start])
            hot = count * pockets > int(spins) * width
            found = Sector(start, width, count, hot=hot, score=float(scores[start]))
    return found


def usual_counts(spins: int, pockets: int, alpha: float) -> tuple[float, float]:
    """Return two counts between which all pockets of a fair wheel lie, except in at most ``alpha`` of samples."""
    each = alpha / pockets / 2
    return float(stats.binom.ppf(each, spins, 1 / pockets)), float(stats.binom.isf(each, spins, 1 / pockets))
