"""Exact odds: probability, price, house edge and spread, as fractions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import overload

from croupier.rules.limits import Limits
from croupier.rules.position import Kind, Position
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Stakes, merged, price, settle
from croupier.rules.unexpressed import note_of


@dataclass(frozen=True, slots=True)
class PositionOdds:
    """The odds of one position, per unit staked on it."""

    position: Position
    probability: Fraction
    edge: Fraction
    """What the house keeps on average, as a share of the stake; negative if it favors the player."""
    variance: Fraction
    note: str = ""
    """Set where the odds are those of what is carried out, and the document would give others."""

    @property
    def pays(self) -> int:
        """Winnings per unit staked."""
        return self.position.pays

    @property
    def sd(self) -> float:
        """The standard deviation: the only figure here that no fraction can hold."""
        return math.sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class StakesOdds:
    """The odds of several stakes on one spin together, in the smallest unit."""

    stakes: tuple[tuple[Position, int], ...]
    distribution: tuple[tuple[int, Fraction], ...]
    """Each possible gain (a loss is negative) with its probability, smallest first."""
    notes: tuple[str, ...] = ()
    """Stakes outside the limits of which the document does not say what follows, and bets that are settled without a
    clause of theirs."""

    @property
    def total(self) -> int:
        """Everything staked."""
        return sum(stake for _, stake in self.stakes)

    @property
    def probability(self) -> Fraction:
        """The chance to gain something."""
        return sum((chance for gain, chance in self.distribution if gain > 0), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """The gain to expect, negative for a loss."""
        return sum((gain * chance for gain, chance in self.distribution), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """What the house keeps on average, as a share of everything staked; 0 if nothing is staked."""
        return -self.mean / self.total if self.total else Fraction(0)

    @property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean."""
        mean = self.mean
        return sum(((gain - mean) ** 2 * chance for gain, chance in self.distribution), Fraction(0))

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class KindOdds:
    """One kind in several rulesets side by side; None where a ruleset does not have it."""

    kind: Kind
    each: tuple[PositionOdds | None, ...]


def position_odds(ruleset: Ruleset, position: Position) -> PositionOdds:
    """Return the odds of one position: a straight on a single-zero wheel keeps exactly 1/37."""
    gains = [price(position, pocket).gain for pocket in ruleset.pockets]
    pockets = len(gains)
    mean = Fraction(sum(gains), pockets)
    variance = Fraction(sum(gain**2 for gain in gains), pockets) - mean**2
    note = note_of(ruleset.not_carried_out(position.name))
    return PositionOdds(position, Fraction(sum(gain > 0 for gain in gains), pockets), -mean, variance, note)


@overload
def odds(ruleset: Ruleset) -> tuple[PositionOdds, ...]: ...
@overload
def odds(ruleset: Ruleset, stakes: Stakes, *, limits: Limits | None = None) -> StakesOdds: ...
def odds(
    ruleset: Ruleset, stakes: Stakes | None = None, *, limits: Limits | None = None
) -> tuple[PositionOdds, ...] | StakesOdds:
    """Return the odds of every position, or of some stakes together on one spin."""
    if stakes is None:
        return tuple(position_odds(ruleset, position) for position in ruleset.positions.values())
    laid = merged(ruleset, stakes)
    chance = Fraction(1, len(ruleset.wheel.order))
    gains: dict[int, Fraction] = {}
    notes: dict[str, None] = {}
    for pocket in ruleset.pockets:
        lines = settle(ruleset, [(position.name, stake) for position, stake in laid], pocket, limits=limits)
        gain = sum(line.gain for line in lines)
        gains[gain] = gains.get(gain, Fraction(0)) + chance
        notes |= {f"{line.position}: {line.note}": None for line in lines if line.note}
    return StakesOdds(laid, tuple(sorted(gains.items())), tuple(notes))


def side_by_side(rulesets: Sequence[Ruleset]) -> tuple[KindOdds, ...]:
    """Compare the kinds of several rulesets; within a kind every position has the same odds."""
    found = []
    for kind in Kind:
        each = [next((p for p in ruleset.positions.values() if p.kind is kind), None) for ruleset in rulesets]
        if any(each):
            pairs = zip(rulesets, each, strict=True)
            found.append(KindOdds(kind, tuple(None if p is None else position_odds(r, p) for r, p in pairs)))
    return tuple(found)
