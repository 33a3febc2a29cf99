"""What sessions were like on the way, not only at their end: peak, drawdown, largest stake, longest losing run.

The tallies of a simulation keep the ends alone. These figures come from its first sessions, played again
in plain Python on the same streams.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.lab.plan import Ending, Plan
from croupier.lab.simulate.sessions import drawn_steps

SESSIONS = 300
SPINS = 60_000
"""How much is played again at most: some tenths of a second."""


@dataclass(frozen=True, slots=True)
class Spanned:
    """The middle of some sessions and their 95th percentile."""

    median: int
    high: int


@dataclass(frozen=True, slots=True)
class Along:
    """Figures of the first sessions of a run."""

    sessions: int
    peak: Spanned
    """The most money there was."""
    drawdown: Spanned
    """The deepest fall from a peak."""
    largest_stake: Spanned
    losing_run: Spanned
    """Spins lost in a row."""


def along(plan: Plan, seed: int, sessions: int) -> Along:
    """Play the first sessions again, at most SESSIONS of them and SPINS spins in all."""
    count = max(1, min(sessions, SESSIONS, SPINS // plan.spins))
    made = [_one(plan, seed, session) for session in range(count)]
    peak, drawdown, stake, run = (_spanned(figures) for figures in zip(*made, strict=True))
    return Along(count, peak, drawdown, stake, run)


def _one(plan: Plan, seed: int, session: int) -> tuple[int, int, int, int]:
    peak, drawdown, stake, run, longest = plan.bankroll, 0, 0, 0, 0
    before, staked = plan.bankroll, False
    for bankroll, laid in drawn_steps(plan, seed, session):
        peak = max(peak, bankroll)
        drawdown = max(drawdown, peak - bankroll)
        if staked and bankroll != before:
            run = run + 1 if bankroll < before else 0
            longest = max(longest, run)
        before, staked = bankroll, not isinstance(laid, Ending) and laid > 0
        if not isinstance(laid, Ending):
            stake = max(stake, laid * plan.cost)
    return peak, drawdown, stake, longest


def _spanned(figures: Sequence[int]) -> Spanned:
    ranked = sorted(figures)
    last = len(ranked) - 1
    return Spanned(ranked[last // 2], ranked[-(-last * 19 // 20)])
