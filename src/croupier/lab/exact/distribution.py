"""What a set of stakes has gained after many spins, laid again each time: by FFT, or exactly in whole numbers.

The fast way raises the transform of one spin to the n-th power. Its error is
bounded as follows, with u = 2⁻⁵³ (Higham, Accuracy and Stability of Numerical Algorithms, §3.6 and §24.1):

* a value of the transform is a sum of m terms, chance times root of unity, each
  right to 6u, so it is right to e = (m + 6)·u;
* the n-th power by repeated squaring of a value z with |z| ≤ 1 is right to
  n·(e + √5·u)·(|z| + e)ⁿ⁻¹·(1 + e)ⁿ, since a complex product is right to √5·u;
* the inverse transform of N = 2ᵗ values carries these errors over by their mean,
  and adds at most t·η·‖result‖₂, η = 7u; twice that is reckoned, for transforms that
  are not of the textbook's radix.

Chances below the bound are noise, and so is what a far tail adds up to; the exact mode has none.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.exact.spread import Spread
from croupier.lab.systems import LabError
from croupier.rules.stake import short

POINTS_MAX = 2**24
"""The most different totals that are kept: 128 MiB of chances."""

UNIT_ROUNDOFF = 2.0**-53


@dataclass(frozen=True, slots=True)
class _Totals:
    """What both kinds of distribution know exactly."""

    spread: Spread
    """One spin."""
    spins: int
    low: int
    """The worst total."""
    step: int
    """The distance between totals: low, low + step, low + 2·step, …."""

    @property
    def mean(self) -> Fraction:
        """The total gain to expect."""
        return self.spins * self.spread.mean

    @property
    def variance(self) -> Fraction:
        """The variance of the total."""
        return self.spins * self.spread.variance

    @property
    def sd(self) -> float:
        """The standard deviation of the total."""
        return math.sqrt(self.variance)

    def gain(self, place: int) -> int:
        """Return the total at a place of ``chances``."""
        return self.low + place * self.step

    def _first_above(self, gain: int, *, or_at: bool) -> int:
        """Return the first place whose total is above the gain, or at it."""
        ahead = gain - self.low
        return max(0, -(-ahead // self.step) if or_at else ahead // self.step + 1)


@dataclass(frozen=True, slots=True, eq=False)
class Distribution(_Totals):
    """The total gain after some spins, in floating point with a bound on its error."""

    chances: NDArray[np.float64] = field(repr=False)
    error: float
    """No chance is off by more; anything smaller is noise."""
    error_of_sums: float
    """No sum of chances, over any totals, is off by more."""

    @property
    def ahead(self) -> float:
        """The chance to have gained something."""
        return self.above(0)

    @property
    def behind(self) -> float:
        """The chance to have lost something."""
        return max(0.0, 1.0 - self.at_least(0))

    def above(self, gain: int) -> float:
        """The chance to have gained more than this."""
        return math.fsum(self.chances[self._first_above(gain, or_at=False) :])

    def at_least(self, gain: int) -> float:
        """The chance to have gained this or more."""
        return math.fsum(self.chances[self._first_above(gain, or_at=True) :])

    def chance(self, gain: int) -> float:
        """The chance of exactly this total."""
        place, off = divmod(gain - self.low, self.step)
        return float(self.chances[place]) if not off and 0 <= place < len(self.chances) else 0.0

    def quantile(self, share: float) -> int:
        """Return the smallest total that is not exceeded with at least this chance."""
        _check_share(share)
        return self.gain(_place(np.cumsum(self.chances), share))

    def quantile_bounds(self, share: float) -> tuple[int, int]:
        """Return two totals between which the true quantile lies, whatever the error did."""
        _check_share(share)
        sums = np.cumsum(self.chances)
        # cumsum adds in order, so its own rounding is at most one unit per term.
        slack = self.error_of_sums + len(sums) * UNIT_ROUNDOFF
        return self.gain(_place(sums, share - slack)), self.gain(_place(sums, share + slack))


@dataclass(frozen=True, slots=True, eq=False)
class ExactDistribution(_Totals):
    """The total gain after some spins, as numbers of equally likely cases. Nothing is rounded."""

    counts: tuple[int, ...] = field(repr=False)
    cases: int = field(repr=False)
    """What the counts add up to."""

    @property
    def ahead(self) -> Fraction:
        """The chance to have gained something."""
        return self.above(0)

    @property
    def behind(self) -> Fraction:
        """The chance to have lost something."""
        return 1 - self.at_least(0)

    def above(self, gain: int) -> Fraction:
        """The chance to have gained more than this."""
        return Fraction(sum(self.counts[self._first_above(gain, or_at=False) :]), self.cases)

    def at_least(self, gain: int) -> Fraction:
        """The chance to have gained this or more."""
        return Fraction(sum(self.counts[self._first_above(gain, or_at=True) :]), self.cases)

    def chance(self, gain: int) -> Fraction:
        """The chance of exactly this total."""
        place, off = divmod(gain - self.low, self.step)
        inside = not off and 0 <= place < len(self.counts)
        return Fraction(self.counts[place], self.cases) if inside else Fraction(0)

    def quantile(self, share: Fraction | float) -> int:
        """Return the smallest total that is not exceeded with at least this chance."""
        _check_share(share)
        wanted, so_far = Fraction(share) * self.cases, 0
        for place, count in enumerate(self.counts):
            so_far += count
            if so_far >= wanted:
                return self.gain(place)
        raise AssertionError("the counts add up to all cases")


def after_spins(spread: Spread, spins: int) -> Distribution:
    """Return the total of ``spins`` equal spins by FFT, with its error bound."""
    step, places, cases = _grid(spread, spins)
    length = places[-1] * spins + 1
    # Padded to a power of two, for which the bound on the transform is proven.
    padded = 1 << max(1, (length - 1).bit_length())
    one = _transform(places, [float(Fraction(case, spread.denominator)) for case in cases], padded)
    powers = _powers(one, spins)
    chances = np.fft.irfft(powers, padded)[:length]
    np.clip(chances, 0.0, 1.0, out=chances)
    each, of_sums = _bounds(one, chances, terms=len(places), spins=spins)
    return Distribution(spread, spins, spins * spread.low, step, chances, each, of_sums)


def after_spins_exactly(spread: Spread, spins: int) -> ExactDistribution:
    """Return the total of ``spins`` equal spins in whole numbers: the n-th power of one spin's polynomial."""
    from flint import fmpz_poly  # noqa: PLC0415 - the rest of the lab does without

    step, places, cases = _grid(spread, spins)
    coefficients = [0] * (places[-1] + 1)
    for place, case in zip(places, cases, strict=True):
        coefficients[place] = case
    power: Any = fmpz_poly(coefficients) ** spins
    counts = tuple(int(count) for count in power.coeffs())
    return ExactDistribution(spread, spins, spins * spread.low, step, counts, spread.denominator**spins)


def loss_per_hour(spread: Spread, pace: int | Fraction) -> Fraction:
    """Return what a player loses on average in an hour of ``pace`` spins; negative if the player gains."""
    if isinstance(pace, bool) or not isinstance(pace, int | Fraction) or pace <= 0:
        raise LabError(f"pace: spins per hour, a whole number or a fraction above 0, not {short(pace)}")
    return -spread.mean * pace


def _grid(spread: Spread, spins: int) -> tuple[int, list[int], list[int]]:
    """Put the gains on the coarsest grid that has them all: its step, the place of each gain, and its cases."""
    if type(spins) is not int or spins < 1:
        raise LabError(f"spins: a whole number from 1 on, not {short(spins)}")
    step = math.gcd(*(gain - spread.low for gain, _ in spread.gains)) or 1
    places = [(gain - spread.low) // step for gain, _ in spread.gains]
    if places[-1] * spins >= POINTS_MAX:
        raise LabError(
            f"{places[-1] * spins + 1} different totals after {spins} spins; at most {POINTS_MAX} are kept: "
            "take fewer spins, or stakes with a larger common divisor"
        )
    return step, places, [count for _, count in spread.counts()]


def _transform(places: Sequence[int], chances: Sequence[float], padded: int) -> NDArray[np.complex128]:
    """Return the transform of one spin, term by term: angles are reduced in whole numbers, so each term is right."""
    turns = np.arange(padded // 2 + 1, dtype=np.int64)
    total = np.zeros(len(turns), dtype=np.complex128)
    for place, chance in zip(places, chances, strict=True):
        angle = (turns * place % padded).astype(np.float64) * (-2.0 * math.pi / padded)
        total += chance * (np.cos(angle) + 1j * np.sin(angle))
    return total


def _powers(values: NDArray[np.complex128], spins: int) -> NDArray[np.complex128]:
    """Raise each to the same power by repeated squaring, whose error is known."""
    result, square, left = np.ones_like(values), values.copy(), spins
    while left:
        if left & 1:
            result *= square
        left >>= 1
        if left:
            square *= square
    return result


def _bounds(
    one: NDArray[np.complex128], chances: NDArray[np.float64], *, terms: int, spins: int
) -> tuple[float, float]:
    """Bound the error of each chance, and of sums of chances, as the head of this module says."""
    each = (terms + 6) * UNIT_ROUNDOFF
    size = np.minimum(np.abs(one) + each, 1.0)
    spoiled = spins * (each + math.sqrt(5) * UNIT_ROUNDOFF) * (1 + each) ** spins * size ** (spins - 1)
    # The half spectrum stands for the whole one.
    padded = 2 * (len(one) - 1)
    carried = 2 * float(spoiled.sum()) / padded
    carried_2 = math.sqrt(2 * float((spoiled**2).sum()) / padded)
    transform = 2 * 7 * UNIT_ROUNDOFF * math.log2(padded) * (float(np.linalg.norm(chances)) + carried_2)
    # A hundredth more for the rounding of this reckoning itself.
    return 1.01 * (carried + transform), 1.01 * math.sqrt(padded) * (carried_2 + transform)


def _place(sums: NDArray[np.float64], share: float) -> int:
    return min(int(np.searchsorted(sums, share)), len(sums) - 1)


def _check_share(share: object) -> None:
    if isinstance(share, bool) or not isinstance(share, float | int | Fraction) or not 0 <= share <= 1:
        raise LabError(f"a quantile is asked for a share from 0 to 1, not {short(share)}")
