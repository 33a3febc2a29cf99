"""Systems side by side on the same terms: exact where the Markov chain is small enough, simulated where not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from croupier.lab.markov.forecast import Forecast, forecast
from croupier.lab.plan import Ending, Plan
from croupier.lab.simulate.results import Results
from croupier.lab.simulate.run import simulate
from croupier.lab.simulate.sessions import check_repeats, drawn_steps
from croupier.lab.systems import LabError

SESSIONS = 100_000
PERCENTS = (5, 25, 50, 75, 95)


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """How the sessions of one system end. Money in the smallest unit."""

    plan: Plan
    exact: bool
    sessions: int
    """How many were simulated; 0 where nothing was."""
    mean_gain: float
    error: float
    """Of the mean gain: a bound where it is exact, a standard error where it is simulated."""
    ruin: float
    ahead: float
    reached_target: float
    quantiles: tuple[int, int, int, int, int]
    """Of the bankroll at the end, at PERCENTS."""
    mean_spins: float
    mean_staked: float
    bankrolls: NDArray[np.int64] = field(repr=False)
    """Every bankroll a session may end with (or did), and how likely each is."""
    chances: NDArray[np.float64] = field(repr=False)
    partial: bool = False
    """Whether the simulation was interrupted."""

    @property
    def lost_per_staked(self) -> float:
        """Which share of what is staked the house keeps; negative if it pays."""
        return -self.mean_gain / self.mean_staked or 0.0


def side(
    plan: Plan, *, sessions: int = SESSIONS, seed: int = 0, in_processes: bool | None = False, compiled: bool = True
) -> Side:
    """Work a plan out exactly, or play it ``sessions`` times if its Markov chain is too large, as ``simulate`` does."""
    check_repeats(plan)
    try:
        return of_forecast(forecast(plan, compiled=compiled))
    except LabError:
        pass
    return of_results(simulate(plan, sessions, seed, in_processes=in_processes))


def of_forecast(made: Forecast) -> Side:
    """Return the figures of an exact forecast."""
    likely = made.chances > 0
    return Side(
        plan=made.plan,
        exact=True,
        sessions=0,
        mean_gain=made.mean_gain,
        error=made.error_of_mean,
        ruin=made.ruin,
        ahead=made.ahead,
        reached_target=made.reached_target,
        quantiles=_five([made.quantile(percent / 100) for percent in PERCENTS]),
        mean_spins=made.mean_spins,
        mean_staked=made.mean_staked,
        bankrolls=made.bankrolls[likely],
        chances=made.chances[likely],
    )


def of_results(made: Results) -> Side:
    """Return the figures of a simulation; the mean gain by Wald's identity where that is the surer way."""
    amounts, counts = zip(*made.distribution(), strict=True)
    counted, by_stakes = (made.mean_gain, made.error_of_mean), (made.mean_gain_by_stakes, made.error_by_stakes)
    mean, error = min(counted, by_stakes, key=lambda pair: pair[1])
    return Side(
        plan=made.plan,
        exact=False,
        sessions=made.sessions,
        mean_gain=float(mean),
        error=float(error),
        ruin=float(made.ruined),
        ahead=float(made.ahead),
        reached_target=float(made.ended(Ending.TARGET)),
        quantiles=_five([made.quantile(percent) for percent in PERCENTS]),
        mean_spins=float(made.mean_spins),
        mean_staked=float(made.mean_staked),
        bankrolls=np.array(amounts, dtype=np.int64),
        chances=np.array(counts, dtype=np.float64) / made.sessions,
        partial=made.partial,
    )


def ruin_by_bankroll(plan: Plan, points: int = 24) -> tuple[NDArray[np.int64], NDArray[np.float64]] | None:
    """Return the exact chance of ruin for bankrolls from one unit to twice the plan's; None where that is too large."""
    step = max(plan.cost, 2 * plan.bankroll // points // plan.cost * plan.cost)
    bankrolls, chances = [], []
    for bankroll in range(step, 2 * plan.bankroll + 1, step):
        stop = plan.stop_loss if plan.stop_loss is not None and plan.stop_loss < bankroll else None
        if plan.stop_loss is not None and stop is None:
            continue
        if plan.target is not None and bankroll >= plan.target:
            break
        try:
            chances.append(forecast(replace(plan, bankroll=bankroll)).ruin)
        except LabError:
            if chances:
                return None
            continue
        bankrolls.append(bankroll)
    return (np.array(bankrolls), np.array(chances)) if len(bankrolls) > 1 else None


def paths(plan: Plan, *, sessions: int, seed: int = 0) -> NDArray[np.int64]:
    """Play sessions plainly and keep every bankroll: rows are sessions, columns the start and each spin.

    They are the sessions that ``simulate`` plays with this seed. One that is over stays
    at its last bankroll.
    """
    made = np.empty((sessions, plan.spins + 1), dtype=np.int64)
    for session in range(sessions):
        path = [bankroll for bankroll, _ in drawn_steps(plan, seed, session)]
        made[session, : len(path)] = path
        made[session, len(path) :] = path[-1]
    return made


def _five(amounts: list[int]) -> tuple[int, int, int, int, int]:
    low, lower, middle, upper, high = amounts
    return low, lower, middle, upper, high
