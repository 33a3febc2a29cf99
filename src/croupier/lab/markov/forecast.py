"""A betting system as a Markov chain: how its sessions end, all of them at once, without sampling.

The chain's states are pairs of bankroll and system state. All their chances are
carried forward spin by spin in floating point. Only products and sums of numbers
that are not negative occur, so every chance, and every sum of chances, is right to a
factor of 1 ± ``error_relative``: one unit of rounding for each factor and each term (Higham, §3.4).
Chances too small to matter are dropped as they arise, and what was dropped is added up: whatever
the sessions do there, no answer is off by more than ``dropped`` on top.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.lab.exact.spread import Spread, Weights
from croupier.lab.markov import by_numpy
from croupier.lab.markov.graph import EVERYWHERE, Graph, Grid, grid_of, unit_spread
from croupier.lab.notebook import plan_words, rows_html
from croupier.lab.plan import Ending, Plan
from croupier.lab.systems import LabError

CELLS_MAX = 30_000_000
"""The most pairs of state and bankroll that are kept: twice 240 MB."""

LEAST = 1e-24
"""A chance below this at the edge of what a state holds is dropped."""

LEAST_OF_STATE = 1e-22
"""A state that is never more likely than this is not looked into."""

SPAN = 32
"""How many spins are looked ahead at first."""

FEW_CELLS = 250_000
"""With no more than these there is no harm in looking ahead twice as far the next time."""

NOWHERE = (EVERYWHERE, -1, EVERYWHERE, -1)
"""First and last place, now and ever, of a state that nobody has entered."""

UNIT_ROUNDOFF = 2.0**-53

AT_ONCE = 60_000_000
"""Chances carried on that NumPy takes about a second for: after that it pays to load the compiled loops."""

OF_A_SPIN = 5_000
"""How many of them a spin costs beside its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Forecast:
    """How the sessions of a plan end. Money in the smallest unit."""

    plan: Plan
    unit: Spread
    """What one unit gains on one spin."""
    bankrolls: NDArray[np.int64] = field(repr=False)
    """Every bankroll a session can end with, smallest first, equally spaced."""
    by_ending: Mapping[Ending, NDArray[np.float64]] = field(repr=False)
    """The chance to end with each bankroll, for each way to end."""
    ended_by: NDArray[np.float64] = field(repr=False)
    """Row n: the chance to have ended within n spins, for each way to end but ``spins``, in the order of ``Ending``.
    It stops where nobody plays any more: the last row stands for all later ones."""
    laid: float | None
    """The mean number of units laid, counted; None where it follows from the mean gain."""
    error_relative: float
    dropped: float

    def __repr__(self) -> str:
        """Return the main figures in a line."""
        figures = ", ".join(f"{word} {figure}" for word, figure in self._figures())
        return f"<Forecast {plan_words(self.plan)}; {figures}>"

    def _repr_html_(self) -> str:
        return rows_html(plan_words(self.plan), self._figures())

    def _figures(self) -> list[tuple[str, str]]:
        return [
            ("mean gain", f"{self.mean_gain:,.2f}"),
            ("ahead", f"{100 * self.ahead:.2f} %"),
            ("ruined", f"{100 * self.ruin:.2f} %"),
            ("mean spins", f"{self.mean_spins:,.1f}"),
        ]

    @property
    def chances(self) -> NDArray[np.float64]:
        """The chance to end with each of ``bankrolls``."""
        total: NDArray[np.float64] = np.sum(list(self.by_ending.values()), axis=0)
        return total

    @property
    def endings(self) -> dict[Ending, float]:
        """How likely each way to end is."""
        return {ending: math.fsum(chances) for ending, chances in self.by_ending.items()}

    @property
    def ruin(self) -> float:
        """The chance that the bankroll no longer covers what is to be staked."""
        return math.fsum(self.by_ending[Ending.SHORT])

    @property
    def reached_target(self) -> float:
        """The chance to leave with the target."""
        return math.fsum(self.by_ending[Ending.TARGET])

    @property
    def ruin_within(self) -> NDArray[np.float64]:
        """The chance to be ruined within 0, 1, 2, … spins, up to the last at which somebody plays."""
        return self.ended_by[:, list(Ending).index(Ending.SHORT)]

    @property
    def ahead(self) -> float:
        """The chance to end with more than the player came with."""
        return math.fsum(self.chances[self.bankrolls > self.plan.bankroll])

    @property
    def mean(self) -> float:
        """The bankroll to expect at the end."""
        return self.plan.bankroll + self.mean_gain

    @property
    def mean_gain(self) -> float:
        """The gain to expect, negative for a loss."""
        if not self.unit.mean:
            return 0.0  # Wald: a price without an edge leaves nothing to gain or lose on average.
        return math.fsum((self.bankrolls - self.plan.bankroll) * self.chances)

    @property
    def sd(self) -> float:
        """The standard deviation of the bankroll at the end."""
        return math.sqrt(math.fsum((self.bankrolls - self.mean) ** 2 * self.chances))

    @property
    def error_of_mean(self) -> float:
        """No mean is off by more than this."""
        gains = np.abs(self.bankrolls - self.plan.bankroll)
        return self.error_relative * math.fsum(gains * self.chances) + self.dropped * float(gains.max())

    @property
    def mean_spins(self) -> float:
        """How many spins a session lasts on average."""
        playing = 1.0 - self.ended_by.sum(axis=1)[:-1]
        return math.fsum(playing)

    @property
    def mean_staked(self) -> float:
        """Everything staked in a session on average.

        Whatever the system, the mean gain is the mean of one unit times the mean
        number of units laid (Wald), and this is that, turned around; on a wheel on which one
        unit gains nothing on average, the units are counted.
        """
        units = self.mean_gain / float(self.unit.mean) if self.laid is None else self.laid
        return units * self.plan.cost

    def quantile(self, share: float) -> int:
        """Return the smallest bankroll that is not exceeded at the end with at least this chance."""
        if isinstance(share, bool) or not 0 <= share <= 1:
            raise LabError(f"a quantile is asked for a share from 0 to 1, not {share!r:.40}")
        place = int(np.searchsorted(np.cumsum(self.chances), share))
        return int(self.bankrolls[min(place, len(self.bankrolls) - 1)])


def forecast(
    plan: Plan, *, weights: Weights | None = None, void: int | Fraction = 0, compiled: bool = True
) -> Forecast:
    """Carry every session of a plan through at once.

    Weights make the wheel a biased one. ``void`` is the share of rounds that are void and give
    the stakes back; such a round counts among the spins and leaves the system as it is. Unless it is not to be
    ``compiled``, a long chain is carried on by loops that take a while to load.

    Needs a finite number of states, which a maximum sees to for all systems, and few
    enough of them; Labouchère with a long line under a high maximum has too many.
    """
    unit = unit_spread(plan, weights, void)
    carrier = _Carrier(plan, grid_of(plan, unit), counts=not unit.mean, compiled=compiled)
    span = SPAN
    while carrier.step < plan.spins and carrier.anyone_plays:
        carrier.carry(min(span, plan.spins - carrier.step))
        if len(carrier.chances) <= FEW_CELLS:
            span *= 2
    bankrolls, by_ending = carrier.result()
    return Forecast(
        plan=plan,
        unit=unit,
        bankrolls=bankrolls,
        by_ending=by_ending,
        ended_by=np.cumsum(np.concatenate(carrier.by_step), axis=0),
        laid=None if unit.mean else carrier.laid,
        error_relative=_error_relative(carrier.graph, carrier.step),
        dropped=carrier.dropped,
    )


class _Carrier:
    """Carries chances forward, a stretch of spins at a time, having looked which bankrolls each state will need."""

    def __init__(self, plan: Plan, grid: Grid, *, counts: bool, compiled: bool) -> None:
        self.plan, self.grid = plan, grid
        self.graph = Graph(plan, grid)
        self.step = 0
        self.dropped = 0.0
        self.active = (np.array([grid.start]), np.array([grid.start + 1]))
        self.at = np.array([-grid.start])
        self.chances = np.array([1.0])
        self.mass = np.array([1.0])
        self.by_step = [np.zeros((1, 5))]
        self.counts, self.compiled = counts, compiled
        self.laid = 0.0
        self.parts: list[tuple[int, NDArray[np.float64]]] = []
        self.work = 0
        """Chances carried on so far."""

    @property
    def loops(self) -> Any:  # noqa: ANN401 - one of two modules with the same functions
        """NumPy's loops as long as there is little to do, or if there are no others."""
        at_once = self.work <= AT_ONCE or not self.compiled
        return by_numpy if at_once else compiled_loops() or by_numpy

    @property
    def anyone_plays(self) -> bool:
        """Whether a session is still under way with a chance that counts."""
        first, after = self.active
        return bool(np.any(first < after))

    def carry(self, span: int) -> None:
        """Go on by some spins."""
        first, last = self._survey(span)
        offset, window, window_end = _windows(first, last)
        self.work += span * (OF_A_SPIN + len(self.grid.gains) * int(offset[-1]))
        loops = self.loops
        at = offset[:-1] - window[:-1]
        now, then = np.zeros(int(offset[-1])), np.zeros(int(offset[-1]))
        loops.relay(self.active, self.at, self.chances, at, now, self.mass)
        ended = np.zeros((5, int(last.max() - window[-1]) + 1))
        lost_digits = np.zeros_like(ended)
        by_step = np.zeros((span + 1, 5))
        dropped, laid = loops.play_on(
            span,
            self.graph.columns,
            (self.grid.gains, self.grid.chances),
            (self.grid.target, self.grid.stop),
            (offset, window, window_end),
            self.active,
            (now, then),
            (ended, lost_digits, by_step),
            LEAST,
            self.counts,
        )
        self.dropped, self.laid, self.step = self.dropped + dropped, self.laid + laid, self.step + span
        self.by_step.append(by_step[1:])
        self.at, self.chances = at, then if span % 2 else now
        self.mass = np.empty(len(at))
        loops.relay(self.active, self.at, self.chances, self.at, self.chances, self.mass)
        self.parts.append((int(window[-1]), ended + lost_digits))

    def _survey(self, span: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Find the states that matter in the spins to come, and between which places each can have a bankroll."""
        first, after = self.active
        mass = self.mass.copy()
        hulls: tuple[NDArray[np.int64], ...] = (first.copy(), after - 1, first.copy(), after - 1)
        step, gains = 0, (self.grid.gains, self.grid.chances)
        while (step := self.loops.survey(step, span, self.graph.columns, gains, hulls, mass, LEAST_OF_STATE)) >= 0:
            for state in np.flatnonzero((mass > LEAST_OF_STATE) & (hulls[1] >= self.graph.high[: len(mass)])):
                # Twice what is needed now, so that a growing bankroll does not cause a resize at every step.
                self.graph.explore(int(state), 2 * int(hulls[1][state]))
            more = len(self.graph.states) - len(mass)
            mass = np.append(mass, np.zeros(more))
            hulls = tuple(np.append(hull, np.full(more, fill)) for hull, fill in zip(hulls, NOWHERE, strict=True))
        more = len(mass) - len(self.mass)
        self.mass, self.at = np.append(self.mass, np.zeros(more)), np.append(self.at, np.zeros(more, dtype=np.int64))
        self.active = (np.append(first, np.full(more, EVERYWHERE)), np.append(after, np.full(more, -1)))
        return hulls[2], hulls[3]

    def result(self) -> tuple[NDArray[np.int64], dict[Ending, NDArray[np.float64]]]:
        """Return every bankroll at which sessions end, with its chance for each way to end."""
        lowest = min(origin for origin, _ in self.parts)
        places = max(origin + part.shape[1] for origin, part in self.parts) - lowest
        ended, lost_digits = np.zeros((5, places)), np.zeros((5, places))
        for origin, part in self.parts:
            ended[:, origin - lowest : origin - lowest + part.shape[1]] += part
        self.loops.collect(self.active, self.at, self.chances, ended, lost_digits, lowest)
        ended += lost_digits
        bankrolls = self.grid.rest + self.grid.grid * np.arange(lowest, lowest + places, dtype=np.int64)
        return bankrolls, dict(zip(Ending, ended, strict=True))


@cache
def compiled_loops() -> ModuleType | None:
    """Load the compiled loops, for which Numba is needed."""
    try:
        from croupier.lab.markov import loops  # noqa: PLC0415 - a second, or ten of compiling the first time
    except ImportError:
        return None
    return loops


def _windows(
    first: NDArray[np.int64], last: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Lay the windows of all states one after the other; a state that is never entered gets none."""
    width = np.maximum(last - first + 1, 0)
    window = np.where(width > 0, first, 0)
    if width.sum() > CELLS_MAX:
        raise LabError(
            f"{int(width.sum())} pairs of bankroll and system state; at most {CELLS_MAX} are kept: "
            "take fewer spins, a lower maximum or a larger unit, or simulate"
        )
    offset = np.concatenate(([0], np.cumsum(width)))
    return offset, np.append(window, first.min()), window + width


def _error_relative(graph: Graph, spins: int) -> float:
    """Count the roundings on the way to one chance: per spin, of the chance, its product, and the sum of what comes in.

    A win carries different bankrolls of one state to different places, so it brings
    one term per state and gain; a loss at most one per move and gain; no gain, one.
    """
    begin, end, moves, *_ = graph.columns
    states, gains = len(begin), graph.grid.gains
    source = np.repeat(np.arange(states), end - begin)
    rows = np.concatenate([np.arange(*span) for span in zip(begin, end, strict=True)])
    wins = np.unique(np.stack((source, moves[rows, 3])), axis=1)[1]
    incoming = np.bincount(wins, minlength=states) * int((gains > 0).sum())
    incoming += np.bincount(moves[rows, 4], minlength=states) * int((gains < 0).sum())
    # The stretches of the way are added up once each, and the ways to end once more.
    roundings = spins * (2 + int(incoming.max()) + int((gains == 0).sum())) + spins // SPAN + 8
    return roundings * UNIT_ROUNDOFF / (1 - roundings * UNIT_ROUNDOFF)
