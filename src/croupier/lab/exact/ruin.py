"""Ruin and reaching a target with the same stakes on every spin, for all starting bankrolls at once.

Let A be one minus the matrix that takes each bankroll to the next. Ruin, target and length
of play all solve A·x = b, one banded system. The error is not estimated but
bounded: A⁻¹ has no negative entry, and w = A⁻¹·1, the length of play, is the sum of its rows, so whatever
the solver did, no x is off by more than max(w) times the largest residual, and that one is computed
in longer numbers than the solution.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.exact.distribution import UNIT_ROUNDOFF
from croupier.lab.exact.spread import Spread
from croupier.lab.systems import LabError
from croupier.rules.stake import check_stake, short

Vector = NDArray[np.float64]

ENTRIES_MAX = 50_000_000
"""The most entries of a banded matrix: 400 MB."""

WORK_MAX = 20_000_000_000
"""The most products that a finite horizon may take, about a minute."""

EXACT_MAX = 400
"""The most bankrolls that are solved for in fractions."""

NEGLIGIBLE = 1e-18
"""A target this unlikely to be followed by ruin is as good as none."""


@dataclass(frozen=True, slots=True, eq=False)
class RuinCurve:
    """The fate of each starting bankroll: below the smallest listed is ruin, above the largest the target."""

    bankrolls: NDArray[np.int64] = field(repr=False)
    """Equally spaced, smallest first."""
    ruin: Vector = field(repr=False)
    """The chance to be ruined before the target is reached; without a target, ever."""
    spins: Vector | None = field(repr=False)
    """How many spins it takes on average until one or the other; None without a target or with a last spin."""
    error: float
    """No chance is off by more."""
    error_of_spins: float
    step: int
    """The distance between the bankrolls, all that these stakes can lead to from one of them."""

    def at(self, bankroll: int) -> float:
        """Return the chance of ruin from this bankroll."""
        return self._of(self.ruin, bankroll, below=1.0)

    def reach(self, bankroll: int) -> float:
        """Return the chance to reach the target from this bankroll."""
        return 1.0 - self.at(bankroll)

    def spins_at(self, bankroll: int) -> float:
        """Return the mean number of spins from this bankroll."""
        if self.spins is None:
            raise LabError("the length of play is known where there is a target and no last spin; give a target alone")
        return self._of(self.spins, bankroll, below=0.0)

    def _of(self, values: Vector, bankroll: int, *, below: float) -> float:
        if not len(values) or bankroll < self.bankrolls[0]:
            return below
        place, off = divmod(bankroll - int(self.bankrolls[0]), self.step)
        if off:
            raise LabError(
                f"bankroll: {bankroll} is not on this curve, which goes through {self.bankrolls[0]} in steps of "
                f"{self.step}; ask for a curve through it"
            )
        return float(values[place]) if place < len(values) else 0.0


@dataclass(frozen=True, slots=True)
class _Walk:
    """One spin on the grid of bankrolls that play: ``low`` is the first, and there are ``places`` of them."""

    step: int
    low: int
    places: int
    gains: tuple[int, ...]
    chances: tuple[Fraction, ...]

    @property
    def bankrolls(self) -> NDArray[np.int64]:
        return self.low + self.step * np.arange(self.places, dtype=np.int64)


def ruin_curve(spread: Spread, target: int, *, through: int | None = None) -> RuinCurve:
    """Return ruin, target and length of play for every bankroll below the target.

    The bankrolls are those that these stakes can lead to from the one that the
    curve is to go through, or from that which just covers the stakes.
    """
    walk = _walk(spread, target, through)
    if not walk.places:
        raise LabError(f"target: {target} is reached by every bankroll that covers the stakes of {spread.staked}")
    solved, residual = _solved(walk)
    length = solved[:, 1]
    # |w - A⁻¹1| is at most the largest residual times A⁻¹1 itself.
    off = float(residual[:, 1].max())
    if off >= 1:
        raise LabError("the bankrolls below this target are too many to be solved for; name a lower target")
    longest = float(length.max()) / (1 - off)
    return RuinCurve(
        bankrolls=walk.bankrolls,
        ruin=np.clip(solved[:, 0], 0.0, 1.0),
        spins=length,
        error=longest * float(residual[:, 0].max()),
        error_of_spins=longest * off,
        step=walk.step,
    )


def ruin_exactly(spread: Spread, target: int, *, through: int | None = None) -> dict[int, tuple[Fraction, Fraction]]:
    """Return ruin and length of play for every bankroll below the target, as fractions."""
    from flint import fmpq, fmpq_mat  # noqa: PLC0415 - the rest of the lab does without

    walk = _walk(spread, target, through)
    if not 0 < walk.places <= EXACT_MAX:
        raise LabError(f"target: {walk.places} bankrolls lie below it; 1 to {EXACT_MAX} are solved for in fractions")
    rows = [[Fraction(int(place == to)) for to in range(walk.places)] for place in range(walk.places)]
    right = [[Fraction(0), Fraction(1)] for _ in range(walk.places)]
    for place in range(walk.places):
        for gain, chance in zip(walk.gains, walk.chances, strict=True):
            if 0 <= place + gain < walk.places:
                rows[place][place + gain] -= chance
            elif place + gain < 0:
                right[place][0] += chance

    def matrix(values: list[list[Fraction]]) -> Any:  # noqa: ANN401 - flint has no types for its matrices
        return fmpq_mat([[fmpq(value.numerator, value.denominator) for value in row] for row in values])

    solved = matrix(rows).solve(matrix(right))
    pairs = [[Fraction(int(solved[p, c].p), int(solved[p, c].q)) for c in range(2)] for p in range(walk.places)]
    return {int(b): (ruin, spins) for b, (ruin, spins) in zip(walk.bankrolls, pairs, strict=True)}


def ruin_ever(spread: Spread, bankroll: int) -> float:
    """Return the chance that this bankroll is ever ruined by these stakes, however long one plays.

    Certain unless the wheel favors the player.
    """
    check_stake(bankroll, "bankroll")
    if spread.low >= 0:
        return 0.0 if bankroll >= spread.staked else 1.0
    if spread.mean <= 0 or bankroll < spread.staked:
        return 1.0
    return ever_curve(spread, bankroll).at(bankroll)


def ever_curve(spread: Spread, bankroll: int) -> RuinCurve:
    """Return ruin before a target so far out that ruin after it does not count; the mean gain is above 0."""
    if spread.mean <= 0 or spread.low >= 0:
        raise LabError("a curve without an end needs stakes that gain on average and can lose")
    # Lundberg: from a bankroll b the chance of ruin is at most exp(-theta * (b - stakes)).
    far = math.ceil(-math.log(NEGLIGIBLE) / _adjustment(spread))
    return ruin_curve(spread, max(spread.staked + far, bankroll + 1), through=max(bankroll, spread.staked))


def ruin_within(
    spread: Spread, spins: int, *, target: int | None = None, through: int | None = None
) -> RuinCurve:  # fmt: skip
    """Return the chance of ruin within some spins for every bankroll that it can reach.

    Bankrolls above the largest listed cannot be ruined in so few spins, or have the target.
    """
    if type(spins) is not int or spins < 1:
        raise LabError(f"spins: a whole number from 1 on, not {short(spins)}")
    safe = spread.staked - spins * min(spread.low, 0)
    walk = _walk(spread, safe if target is None else min(target, safe), through)
    if walk.places * spins * len(walk.gains) > WORK_MAX:
        raise LabError(f"{walk.places} bankrolls over {spins} spins take too long; take fewer spins or a target")
    below, above = max(0, -walk.gains[0]), max(0, walk.gains[-1])
    now = np.concatenate((np.ones(below), np.zeros(walk.places + above)))
    chances = [float(chance) for chance in walk.chances]
    for _ in range(spins):
        then = np.zeros(walk.places)
        for gain, chance in zip(walk.gains, chances, strict=True):
            then += chance * now[below + gain : below + gain + walk.places]
        now[below : below + walk.places] = then
    roundings = spins * (2 + len(chances)) * UNIT_ROUNDOFF
    ruin = np.minimum(now[below : below + walk.places], 1.0)
    return RuinCurve(walk.bankrolls, ruin, None, roundings / (1 - roundings), 0.0, walk.step)


def bankroll_for(spread: Spread, ruin: float, *, spins: int | None = None, gain: int | None = None) -> int:
    """Return the smallest bankroll whose chance of ruin is at most this, within some spins or before a gain."""
    if isinstance(ruin, bool) or not isinstance(ruin, float | int | Fraction) or not 0 < ruin < 1:
        raise LabError(f"ruin: a chance between 0 and 1, not {short(ruin)}")
    if (spins is None) == (gain is None):
        raise LabError("a bankroll is asked for some spins or for a gain; give one of the two")
    if spins is not None:
        curve = ruin_within(spread, spins)
        enough = np.flatnonzero(curve.ruin <= ruin)
        if len(enough):
            return int(curve.bankrolls[enough[0]])
        return int(curve.bankrolls[-1]) + spread.step if len(curve.bankrolls) else spread.staked
    return _bankroll_before_gain(spread, float(ruin), check_stake(gain, "gain"))


def _bankroll_before_gain(spread: Spread, ruin: float, gain: int) -> int:
    """Search the steps of the grid: more money never makes ruin before a gain more likely."""
    step, low = spread.step, spread.staked

    def ruined(place: int) -> float:
        bankroll = low + place * step
        return ruin_curve(spread, bankroll + gain).at(bankroll)

    enough, before = 0, -1
    while (chance := ruined(enough)) > ruin:
        before, enough = enough, 2 * enough + 1
        # Far out the chance stands still: then no bankroll is enough.
        if chance - ruined(enough) < 1e-9 * chance:
            raise LabError(
                f"no bankroll is enough: even {low + enough * step} is ruined before a gain of {gain} with chance "
                f"{chance:.6f}; ask for a smaller gain or take a larger risk"
            )
    while enough - before > 1:
        middle = (before + enough) // 2
        before, enough = (before, middle) if ruined(middle) <= ruin else (middle, enough)
    return low + enough * step


def _walk(spread: Spread, target: int, through: int | None) -> _Walk:
    if not any(gain for gain, _ in spread.gains):
        raise LabError("these stakes never gain or lose anything, so nothing ever ends; stake something else")
    check_stake(spread.staked, "stakes")
    step = spread.step
    low = spread.staked + (0 if through is None else (check_stake(through, "through") - spread.staked) % step)
    places = max(0, -((low - target) // step))
    widest = min(-spread.low // step, places) + min(spread.high // step, places) + 1
    if places * widest > ENTRIES_MAX:
        raise LabError(f"{places} bankrolls lie below {target}; that is too many: take a lower target or larger stakes")
    gains, chances = zip(*((gain // step, chance) for gain, chance in spread.gains), strict=True)
    return _Walk(step, low, places, gains, chances)


def _solved(walk: _Walk) -> tuple[Vector, Vector]:
    """Solve for ruin and length of play; return both with the largest residual."""
    from scipy.linalg import solve_banded  # noqa: PLC0415 - the rest of the lab does without

    places = walk.places
    lower = min(max(0, -walk.gains[0]), places - 1)
    upper = min(max(0, walk.gains[-1]), places - 1)
    bands = np.zeros((lower + upper + 1, places))
    bands[upper] = 1.0
    for gain, chance in zip(walk.gains, walk.chances, strict=True):
        if -lower <= gain <= upper:
            bands[upper - gain] -= float(chance)
    right = np.zeros((places, 2), dtype=np.longdouble)
    right[:, 1] = 1
    for gain, chance in zip(walk.gains, walk.chances, strict=True):
        right[: min(places, max(0, -gain)), 0] += _long(chance)

    def solve(side: NDArray[np.floating]) -> Vector:
        found: Vector = solve_banded((lower, upper), bands, side.astype(np.float64), check_finite=False)
        return found

    solved = solve(right)
    solved += solve(_residual(walk, solved, right))
    margin = (len(walk.gains) + 4) * float(np.finfo(np.longdouble).eps) * (1 + np.abs(solved))
    return solved, np.abs(_residual(walk, solved, right)).astype(np.float64) + margin


def _residual(walk: _Walk, solved: Vector, right: NDArray[np.longdouble]) -> NDArray[np.longdouble]:
    long = solved.astype(np.longdouble)
    left = long.copy()
    for gain, chance in zip(walk.gains, walk.chances, strict=True):
        start, end = max(0, -gain), min(walk.places, walk.places - gain)
        if start < end:
            left[start:end] -= _long(chance) * long[start + gain : end + gain]
    missing: NDArray[np.longdouble] = right - left
    return missing


def _long(chance: Fraction) -> np.longdouble:
    return np.longdouble(chance.numerator) / np.longdouble(chance.denominator)


def _adjustment(spread: Spread) -> float:
    """Return the theta above 0 for which exp(-theta * gain) has mean 1; it exists if the mean gain is above 0."""
    from scipy.optimize import brentq  # noqa: PLC0415 - see above

    def excess(theta: float) -> float:
        return math.fsum(float(chance) * math.expm1(-theta * gain) for gain, chance in spread.gains)

    high = 1.0 / -spread.low
    while excess(high) < 0:
        high *= 2
    low = high
    while excess(low) >= 0:
        low /= 2
    # Rounded down, which only takes the target further out.
    theta: float = brentq(excess, low, high, xtol=1e-15, rtol=1e-12)
    return theta * (1 - 1e-9)
