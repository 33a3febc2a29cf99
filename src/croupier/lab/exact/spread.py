"""One spin of a set of stakes as a distribution: what it gains, and with which chance, as fractions.

Every gain comes from ``croupier.settle``, so what a rulebook says about zero, about
stakes outside the limits and about players who had such stakes before is in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.lab.systems import LabError
from croupier.rules.limits import Limits
from croupier.rules.pocket import Pocket
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Stakes, merged, settle
from croupier.rules.stake import short

Weights = Mapping[str, int | Fraction] | Mapping[Pocket, int | Fraction]
"""How much each pocket weighs against the others, such as counts of spins; a pocket that is left out weighs nothing."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Each possible gain (a loss is negative) with its chance, smallest first. Money in the smallest unit."""

    gains: tuple[tuple[int, Fraction], ...]
    staked: int = 0

    @property
    def mean(self) -> Fraction:
        """The gain to expect."""
        return sum((gain * chance for gain, chance in self.gains), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean."""
        mean = self.mean
        return sum(((gain - mean) ** 2 * chance for gain, chance in self.gains), Fraction(0))

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.variance)

    @property
    def low(self) -> int:
        """The worst gain."""
        return self.gains[0][0]

    @property
    def high(self) -> int:
        """The best gain."""
        return self.gains[-1][0]

    @property
    def step(self) -> int:
        """The largest amount that divides every gain: the distance between bankrolls that lead to each other."""
        return math.gcd(*(gain for gain, _ in self.gains)) or 1

    @property
    def denominator(self) -> int:
        """The smallest number of equally likely cases that gives every chance."""
        return math.lcm(*(chance.denominator for _, chance in self.gains))

    def counts(self) -> tuple[tuple[int, int], ...]:
        """Return each gain with its number of cases out of ``denominator``."""
        cases = self.denominator
        return tuple((gain, int(chance * cases)) for gain, chance in self.gains)

    def chance(self, gain: int) -> Fraction:
        """How likely exactly this gain is."""
        return dict(self.gains).get(gain, Fraction(0))


def spread(
    ruleset: Ruleset,
    stakes: Stakes,
    *,
    limits: Limits | None = None,
    weights: Weights | None = None,
    under_minimum_before: bool = False,
) -> Spread:
    """Return what these stakes gain on one spin.

    Limits are the rulebook's own unless others are given, and every pocket is as
    likely as the next unless weights are. ``under_minimum_before`` is as in
    ``croupier.settle``.
    """
    laid = [(position.name, stake) for position, stake in merged(ruleset, stakes)]
    if not laid:
        raise LabError("a spread needs a stake, such as {'red': 100}")
    pairs = []
    for pocket, chance in pocket_chances(ruleset, weights).items():
        lines = settle(ruleset, laid, pocket, limits=limits, under_minimum_before=under_minimum_before)
        pairs.append((sum(line.gain for line in lines), chance))
    return gathered(pairs, staked=sum(stake for _, stake in laid))


def gathered(pairs: Iterable[tuple[int, Fraction]], *, staked: int = 0) -> Spread:
    """Add up the chances of equal gains."""
    gains: dict[int, Fraction] = {}
    for gain, chance in pairs:
        if chance:
            gains[gain] = gains.get(gain, Fraction(0)) + chance
    return Spread(tuple(sorted(gains.items())), staked)


def pocket_chances(ruleset: Ruleset, weights: Weights | None = None) -> dict[Pocket, Fraction]:
    """Return the chance of every pocket in the ruleset's order, from weights or as on a fair wheel."""
    if weights is None:
        return dict.fromkeys(ruleset.pockets, Fraction(1, len(ruleset.pockets)))
    if not isinstance(weights, Mapping):
        raise LabError(f"weights: a number for each pocket, such as {{'17': 2}}, not {short(weights)}")
    given = {ruleset.pocket(label): _weight(label, weight) for label, weight in weights.items()}
    total = sum(given.values(), Fraction(0))
    if not total:
        raise LabError("weights: no pocket weighs anything; at least one must")
    return {pocket: given.get(pocket, Fraction(0)) / total for pocket in ruleset.pockets}


def _weight(label: str, weight: object) -> Fraction:
    if isinstance(weight, bool) or not isinstance(weight, int | Fraction) or weight < 0:
        raise LabError(f"weights: the weight of {label} is a whole number or a fraction from 0 on, not {short(weight)}")
    return Fraction(weight)
