"""What a policy costs: the same session under two sets of terms, side by side, without sampling.

* A void spin: the stakes go back and the round is over (refund), or the ball is
  spun again for the same stakes (re-spin).
* Limits, rulesets, what is done at the maximum or with too little money: any two plans.
* Stakes outside the limits, as a rulebook treats them: settled once and then
  returned, paid to the maximum only, or settled as they lie.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from croupier.lab.exact.distribution import after_spins_exactly, loss_per_hour
from croupier.lab.exact.spread import Spread, Weights, gathered, spread
from croupier.lab.markov.forecast import Forecast, forecast
from croupier.lab.plan import Plan
from croupier.lab.systems import LabError
from croupier.rules.limits import NO_LIMITS, Limits
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Stakes
from croupier.rules.stake import short

TOTALS_MAX = 20_000
"""The most different totals of stakes outside the limits."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two forecasts side by side. Differences are the second less the first."""

    first: Forecast
    second: Forecast

    @property
    def mean_gain(self) -> float:
        """How much more the second gains on average."""
        return self.second.mean_gain - self.first.mean_gain

    @property
    def error_of_mean(self) -> float:
        """The difference of the means is not off by more."""
        return self.first.error_of_mean + self.second.error_of_mean

    @property
    def ruin(self) -> float:
        """How much more often the second is ruined."""
        return self.second.ruin - self.first.ruin

    @property
    def error_of_ruin(self) -> float:
        """The difference of the chances of ruin is not off by more."""
        return sum(each.error_relative * each.ruin + each.dropped for each in (self.first, self.second))

    @property
    def reached_target(self) -> float:
        """How much more often the second reaches its target."""
        return self.second.reached_target - self.first.reached_target

    @property
    def mean_spins(self) -> float:
        """How many more spins the second lasts on average."""
        return self.second.mean_spins - self.first.mean_spins


@dataclass(frozen=True, slots=True)
class VoidPolicies:
    """Refund against re-spin, for one plan of so many rounds."""

    void: Fraction
    comparison: Comparison
    """The first refunds, the second spins again."""

    @property
    def spins_per_round(self) -> Fraction:
        """How often the ball is spun for one round where it is spun again."""
        return 1 / (1 - self.void)

    def loss_per_hour(self, pace: int | Fraction) -> tuple[Fraction, Fraction]:
        """Return the loss of one unit per round in an hour of ``pace`` spins of the ball: refund, then re-spin.

        Equal, because both decide the same share of spins; they differ by the round, not by the hour.
        """
        refund, again = self.comparison.first.unit, self.comparison.second.unit
        return loss_per_hour(refund, pace), loss_per_hour(again, Fraction(pace) / self.spins_per_round)


@dataclass(frozen=True, slots=True)
class OutsideLimits:
    """Stakes outside the limits, laid again and again by one player, as a rulebook treats them."""

    first: Spread
    """The first round."""
    later: Spread
    """Every round after it."""
    as_laid: Spread
    """A round in which the stakes are settled as they lie, as though there were no limits."""
    rounds: int

    @property
    def mean(self) -> Fraction:
        """The gain to expect over all rounds."""
        return self.first.mean + (self.rounds - 1) * self.later.mean

    @property
    def cost(self) -> Fraction:
        """What the treatment costs the player over all rounds; negative if it saves a loss."""
        return self.rounds * self.as_laid.mean - self.mean

    def total(self) -> Spread:
        """Return the gain over all rounds with its chances, exactly."""
        if self.rounds == 1:
            return self.first
        totals = (self.later.high - self.later.low) * (self.rounds - 1)
        if totals > TOTALS_MAX * math.gcd(*(gain - self.later.low for gain, _ in self.later.gains)):
            raise LabError(f"more than {TOTALS_MAX} different totals to add up; take fewer rounds")
        rest = after_spins_exactly(self.later, self.rounds - 1)
        pairs = (
            (gain + rest.gain(place), chance * Fraction(count, rest.cases))
            for gain, chance in self.first.gains
            for place, count in enumerate(rest.counts)
            if count
        )
        return gathered(pairs, staked=self.rounds * self.first.staked)


def compare(first: Plan, second: Plan, *, weights: Weights | None = None) -> Comparison:
    """Forecast two plans: two sets of limits, two rulesets, two systems, two ways to go on at the maximum."""
    return Comparison(forecast(first, weights=weights), forecast(second, weights=weights))


def void_policies(plan: Plan, void: int | Fraction) -> VoidPolicies:
    """Compare refund and re-spin if this share of spins is void. The plan's spins are its rounds."""
    return VoidPolicies(Fraction(void), Comparison(forecast(plan, void=void), forecast(plan)))


def outside_limits(
    ruleset: Ruleset, stakes: Stakes, rounds: int, *, limits: Limits | None = None, weights: Weights | None = None
) -> OutsideLimits:
    """Follow stakes through the rulebook's treatment of what is below a minimum or above a maximum."""
    if type(rounds) is not int or rounds < 1:
        raise LabError(f"rounds: a whole number from 1 on, not {short(rounds)}")
    laid = list(stakes.items()) if hasattr(stakes, "items") else list(stakes)
    return OutsideLimits(
        first=spread(ruleset, laid, limits=limits, weights=weights),
        later=spread(ruleset, laid, limits=limits, weights=weights, under_minimum_before=True),
        as_laid=spread(ruleset, laid, limits=NO_LIMITS, weights=weights),
        rounds=rounds,
    )
