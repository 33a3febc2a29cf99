"""The same Markov chains in whole numbers, without rounding: for small plans, and as a check of the fast ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.lab.exact.spread import Weights
from croupier.lab.markov.graph import unit_spread
from croupier.lab.plan import Ending, Plan
from croupier.lab.systems import LabError, State

PAIRS_MAX = 1_000_000
"""The most pairs of bankroll and system state at one time."""


@dataclass(frozen=True, slots=True)
class ExactForecast:
    """How the sessions of a plan end, as fractions."""

    plan: Plan
    ends: Mapping[tuple[Ending, int], Fraction]
    """The chance of each way to end with each bankroll."""
    mean_spins: Fraction
    mean_staked: Fraction
    """Everything staked in a session on average, added up stake by stake."""

    @property
    def endings(self) -> dict[Ending, Fraction]:
        """How likely each way to end is."""
        return {e: sum((c for (end, _), c in self.ends.items() if end is e), Fraction(0)) for e in Ending}

    @property
    def bankrolls(self) -> dict[int, Fraction]:
        """The chance to end with each bankroll."""
        found: dict[int, Fraction] = defaultdict(Fraction)
        for (_, bankroll), chance in self.ends.items():
            found[bankroll] += chance
        return dict(sorted(found.items()))

    @property
    def ruin(self) -> Fraction:
        """The chance that the bankroll no longer covers what is to be staked."""
        return self.endings[Ending.SHORT]

    @property
    def mean(self) -> Fraction:
        """The bankroll to expect at the end."""
        return sum((bankroll * chance for (_, bankroll), chance in self.ends.items()), Fraction(0))


def forecast_exactly(
    plan: Plan, *, weights: Weights | None = None, void: int | Fraction = 0
) -> ExactForecast:  # fmt: skip
    """Carry every session of a plan through at once, in whole numbers of equally likely cases."""
    unit = unit_spread(plan, weights, void)
    gains, cases = unit.counts(), unit.denominator
    playing: dict[tuple[int, State], int] = {(plan.bankroll, plan.system.start): 1}
    ends: dict[tuple[Ending, int], Fraction] = defaultdict(Fraction)
    total, spins, staked = 1, Fraction(0), Fraction(0)
    for _ in range(plan.spins):
        spins += Fraction(sum(playing.values()), total)
        total *= cases
        after: dict[tuple[int, State], int] = defaultdict(int)
        units = 0
        for (bankroll, state), count in playing.items():
            laid = plan.next_stake(bankroll, state)
            assert not isinstance(laid, Ending)
            units += laid * count * cases
            for gain, likely in gains:
                after[plan.after(bankroll, state, laid, gain)] += count * likely
        staked += Fraction(units * plan.cost, total)
        playing = {}
        for (bankroll, state), count in after.items():
            ending = plan.next_stake(bankroll, state)
            if isinstance(ending, Ending):
                ends[ending, bankroll] += Fraction(count, total)
            else:
                playing[bankroll, state] = count
        if len(playing) > PAIRS_MAX:
            raise LabError(f"more than {PAIRS_MAX} pairs of bankroll and system state; take fewer spins")
    for (bankroll, _), count in playing.items():
        ends[Ending.SPINS, bankroll] += Fraction(count, total)
    return ExactForecast(plan, dict(ends), spins, staked)
