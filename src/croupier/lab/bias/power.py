"""What a sample can show: the chance to find a stated bias, and how many spins it would take.

Each power is of one test alone at its level, before the correction for there being
several. Those of the hottest and the coldest pocket and of the sectors come from the binomial
distribution of the favored pockets and are lower bounds: chance may also trip the test elsewhere.
The others, that of chi-square among them, use a large-sample distribution and are
approximations, which may be off to either side; ``Power.bound`` says which it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special, stats

from croupier.lab.bias.evenness import NARROWEST, score

SECTOR = 9
"""Width of the sector in the stated biases: a quarter of the wheel, what a tilted rotor or a habit favors."""

GOOD = 0.9
"""The power that 'how many spins' and 'could have missed' refer to."""

SPINS_SOUGHT_MAX = 10**9

OUTER_STEPS, INNER_STEPS = 120, 24
NEGLIGIBLE, TINY = 1e-9, 1e-12


@dataclass(frozen=True, slots=True)
class Bias:
    """A stated fault: so many pockets side by side, each coming this much more often than its fair share."""

    width: int
    more: float

    def chances(self, pockets: int) -> NDArray[np.float64]:
        """Return every pocket's chance; the others share what is left."""
        made = np.full(pockets, (1 - self.width * (1 + self.more) / pockets) / (pockets - self.width))
        made[: self.width] = (1 + self.more) / pockets
        return made

    @property
    def words(self) -> str:
        """The bias in words."""
        what = "one pocket" if self.width == 1 else f"a sector of {self.width}"
        return f"{what} {self.more:+.1%}".replace("%", " %")


@dataclass(frozen=True, slots=True)
class Power:
    """The chance that a test finds a stated fault in this sample, and the spins it takes to find it in nine of ten."""

    fault: str
    chance: float
    spins_needed: int | None
    bound: bool = False
    """Whether the chance is at least this; otherwise it is about this."""


def break_even(pockets: int) -> float:
    """By how much a pocket that pays 35 to 1 must be favored before the player breaks even."""
    return pockets / 36 - 1


def stated(pockets: int) -> tuple[Bias, ...]:
    """Return the biases that power is stated for."""
    more = (break_even(pockets), 0.1, 0.25, 0.5)
    return tuple(Bias(width, each) for width in (1, SECTOR) for each in more)


def stated_cold() -> tuple[Bias, ...]:
    """Return the faults that the power of the coldest pocket is stated for."""
    return tuple(Bias(1, -each) for each in (0.1, 0.25, 0.5))


def coldest_power(spins: int, pockets: int, bias: Bias, critical: int) -> float:
    """Return the chance that the pocket which comes too seldom is itself at the bound or below it."""
    return float(stats.binom.cdf(critical, spins, (1 + bias.more) / pockets)) if critical >= 0 else 0.0


def hottest_power(spins: int, pockets: int, bias: Bias, critical: int) -> float:
    """Counts of a multinomial are negatively associated, so missing all of several is no likelier than apart."""
    found = stats.binom.sf(critical - 1, spins, (1 + bias.more) / pockets)
    return float(1 - (1 - found) ** bias.width)


def chi_square_power(spins: int, pockets: int, bias: Bias, alpha: float) -> float:
    """Count the favored pockets together by the binomial distribution, and spread the rest evenly within both parts.

    Given how often the favored ones came, the counts within them and within the others are those of fair
    wheels, each with a chi-square of its own. (The noncentral chi-square, which takes
    the favored counts to vary as on a fair wheel, promises up to 0.06 too much.)
    """
    rest, fair = pockets - bias.width, spins / pockets
    counts, likely = _binomial(spins, bias.width * (1 + bias.more) / pockets)
    off = counts - bias.width * fair
    left = float(stats.chi2.isf(alpha, pockets - 1)) - off**2 * pockets / (bias.width * rest * fair)
    inside, outside = counts / (bias.width * fair), (spins - counts) / (rest * fair)
    steps = (np.arange(INNER_STEPS) + 0.5) / INNER_STEPS
    within = stats.chi2.ppf(steps, bias.width - 1) if bias.width > 1 else np.zeros(1)
    needed = (left[:, None] - inside[:, None] * within) / np.maximum(outside, TINY)[:, None]
    found = special.chdtrc(rest - 1, np.maximum(needed, 0.0)).mean(axis=1)
    return float(np.sum(found * likely))


def _binomial(spins: int, chance: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return counts and how likely they are, neighbors taken together where there are very many."""
    low, high = stats.binom.ppf(NEGLIGIBLE, spins, chance), stats.binom.isf(NEGLIGIBLE, spins, chance)
    edges = np.unique(np.round(np.linspace(low - 1, high, OUTER_STEPS + 1)))
    likely = np.diff(stats.binom.cdf(edges, spins, chance))
    return (edges[1:] + edges[:-1] + 1) / 2, likely / likely.sum()


def sector_power(spins: int, pockets: int, bias: Bias, critical: float) -> float:
    """Return the chance that the favored sector itself (of one pocket: the narrowest around it) is over the bound."""
    width = max(bias.width, NARROWEST)
    share, biased = width / pockets, float(bias.chances(pockets)[:width].sum())
    least = _least_count(spins, share, critical)
    return float(stats.binom.sf(least - 1, spins, biased)) if least <= spins else 0.0


def _least_count(spins: int, share: float, critical: float) -> int:
    """Return the least count above the fair share whose score is critical."""
    low, high = math.ceil(spins * share), spins + 1
    while low < high:
        middle = (low + high) // 2
        if float(score(np.array([middle]), np.array([spins]), share)[0]) >= critical:
            high = middle
        else:
            low = middle + 1
    return low


def change_power(spins: float, pockets: int, bias: Bias, critical: float) -> float:
    """A bias that begins half-way, seen at that moment; looking at the other moments can only add."""
    return _noncentral(critical, pockets - 1, spins / 4 * _apart(bias, pockets, 0.5))


def group_power(sizes: tuple[int, ...], pockets: int, bias: Bias, alpha: float) -> float:
    """One group, the smallest, throws with a bias and the others do not."""
    whole, own = sum(sizes), min(sizes)
    freedom = (len(sizes) - 1) * (pockets - 1)
    strength = own * (whole - own) / whole * _apart(bias, pockets, own / whole)
    return _noncentral(float(stats.chi2.isf(alpha, freedom)), freedom, strength)


def repeat_power(spins: int, pockets: int, share: float, critical: float) -> float:
    """A share of the spins repeats the pocket before; the rest is fair."""
    fair, pairs = 1 / pockets, max(spins - 1, 1)
    limit = pairs * fair + critical * math.sqrt(pairs * fair * (1 - fair))
    return float(stats.binom.sf(math.ceil(limit) - 1, pairs, fair + share * (1 - fair)))


def step_power(spins: float, pockets: int, share: float, critical: float) -> float:
    """A share of the spins lands in a sector of nine at a fixed distance from the pocket before; the rest is fair."""
    places = np.arange(SECTOR) - SECTOR // 2
    lean = share * float(np.mean(np.cos(2 * np.pi * places / pockets)))
    return _noncentral(2 * critical, 2, 2 * max(spins - 1, 1) * lean * lean)


def run_power(spins: float, share: float, alpha: float) -> float:
    """A share of the spins repeats the color (or half) before; the rest is fair."""
    limit = float(stats.norm.isf(alpha / 2))
    same = (1 + share) / 2
    shift = math.sqrt(max(spins - 1, 1)) * share / 2
    spread = math.sqrt(same * (1 - same)) if share < 1 else 1e-9
    return float(stats.norm.sf((limit / 2 - shift) / spread))


def spins_for(power: Callable[[int], float], start: int = 8) -> int | None:
    """Return the spins from which ``power`` is GOOD, to three digits; None beyond a billion."""
    high = start
    while power(high) < GOOD:
        high *= 2
        if high > SPINS_SOUGHT_MAX:
            return None
    low = high // 2
    while high - low > max(1, high // 2000):
        middle = (low + high) // 2
        low, high = (low, middle) if power(middle) >= GOOD else (middle, high)
    digits = max(0, len(str(high)) - 3)
    unit: int = 10**digits
    return -(-high // unit) * unit


def spins_by_rule(more: float, *, pockets: int, width: int = 1, looks: int = 1, alpha: float = 0.01) -> int:
    """Return the textbook figure for a place named beforehand (or any of ``looks``), both sides, at a power of 0.9.

    The normal approximation with the fair wheel's spread; what tables of 'how many
    spins' are made with. For a pocket of 37 favored by 10 % it gives 53,600.
    """
    share = width / pockets
    reach = float(stats.norm.isf(alpha / looks / 2) + stats.norm.isf(1 - GOOD))
    return round((reach / more) ** 2 * (1 - share) / share)


def least_bias(power: Callable[[float], float]) -> float | None:
    """Return the smallest bias that a sample would show in nine of ten cases; None if even a doubling can hide."""
    if power(1.0) < GOOD:
        return None
    return float(optimize.brentq(lambda more: power(more) - GOOD, 0.0, 1.0, xtol=1e-4))


def _apart(bias: Bias, pockets: int, share: float) -> float:
    """How far a biased share of the spins stands from the fair rest, against both taken together."""
    fair, biased = np.full(pockets, 1 / pockets), bias.chances(pockets)
    return float(np.sum((biased - fair) ** 2 / (share * biased + (1 - share) * fair)))


def _noncentral(critical: float, freedom: float, strength: float) -> float:
    if strength <= 0:
        return float(stats.chi2.sf(critical, freedom))
    return float(stats.ncx2.sf(critical, freedom, strength))
