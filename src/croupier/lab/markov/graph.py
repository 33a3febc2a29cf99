"""The states a betting system can be in under one plan, numbered, with what is laid in each and what follows.

Bankrolls are places on a grid: the bankroll is ``rest + place * grid``, where the grid is
the greatest common divisor of all gains. Over the bankrolls at which a state
plays on, one move holds from place to place: so many units are laid, a win leads to
one state and a loss to another. Only going all-in needs more than one move per state.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.lab.custom import CustomSystem
from croupier.lab.exact.spread import Spread, Weights, gathered, pocket_chances
from croupier.lab.plan import Plan
from croupier.lab.systems import LabError, State
from croupier.rules.stake import short

STATES_MAX = 250_000
MOVES_MAX = 2_000_000

EVERYWHERE = 2**62
"""Beyond every place."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Where bankrolls lie, and the places at which a session ends whatever the system wants."""

    grid: int
    rest: int
    start: int
    target: int
    """The first place at the target or above it; beyond every place where there is no target."""
    stop: int
    """The last place at the stop-loss or below it; -1 where there is none."""
    gains: NDArray[np.int64]
    """What a unit gains, in places, for each different gain, worst first."""
    chances: NDArray[np.float64]
    mildest: int
    """The smallest loss, as a negative number of places per unit; 0 where nothing is ever lost."""

    def place(self, bankroll: int) -> int:
        """Return the first place at this bankroll or above it."""
        return -((self.rest - bankroll) // self.grid)


def unit_spread(plan: Plan, weights: Weights | None = None, void: int | Fraction = 0) -> Spread:
    """Return what one unit of a plan gains in one round, of which a share may be void and give the stakes back."""
    if isinstance(void, bool) or not isinstance(void, int | Fraction) or not 0 <= void < 1:
        raise LabError(f"void: the chance of a void round, a fraction from 0 to below 1, not {short(void)}")
    if isinstance(plan.system, CustomSystem) and plan.system.hears:
        raise LabError(
            f"{plan.system.name} depends on the pocket and the bankroll, and has no Markov chain: simulate it"
        )
    valid = zip(plan.gains, pocket_chances(plan.ruleset, weights).values(), strict=True)
    return gathered([*((gain, (1 - void) * chance) for gain, chance in valid), (0, Fraction(void))], staked=plan.cost)


def grid_of(plan: Plan, unit: Spread) -> Grid:
    """Lay the grid of a plan."""
    grid = math.gcd(*(gain for gain, _ in unit.gains)) or 1
    rest = plan.bankroll % grid
    target = EVERYWHERE if plan.target is None else -((rest - plan.target) // grid)
    return Grid(
        grid=grid,
        rest=rest,
        start=plan.bankroll // grid,
        target=target,
        stop=-1 if plan.stop_loss is None else (plan.stop_loss - rest) // grid,
        gains=np.array([gain // grid for gain, _ in unit.gains], dtype=np.int64),
        chances=np.array([float(chance) for _, chance in unit.gains], dtype=np.float64),
        mildest=max((gain // grid for gain, _ in unit.gains if gain < 0), default=0),
    )


Columns = tuple[
    NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]
]
"""Per state: where its moves begin and end, from which place on it plays, up to which place its moves are known, and
whether it wants more than the table takes and so ends; before the last three, all moves, one row each."""


class Graph:
    """States and moves, as far as they were looked into, in arrays that grow."""

    def __init__(self, plan: Plan, grid: Grid) -> None:
        self.plan, self.grid = plan, grid
        self.states: list[State] = []
        self.numbers: dict[State, int] = {}
        self.used = 0
        """Rows of ``moves`` in use; a state that learns more gets new rows and leaves its old ones behind."""
        self.moves = np.zeros((64, 5), dtype=np.int64)
        """First place, place after the last, units laid, state after a win, state after a loss."""
        self.bounds = np.zeros((4, 64), dtype=np.int64)
        self.over = np.zeros(64, dtype=np.bool_)
        self.number(plan.system.start)

    @property
    def columns(self) -> Columns:
        """The arrays as compiled loops take them."""
        count = len(self.states)
        begin, end, low, high = (row[:count] for row in self.bounds)
        return begin, end, self.moves[: self.used], low, high, self.over[:count]

    @property
    def high(self) -> NDArray[np.int64]:
        """Per state: up to which place its moves are known; 0 before anyone looked."""
        return self.bounds[3, : len(self.states)]

    def number(self, state: State) -> int:
        """Number a state, known or new."""
        known = self.numbers.get(state)
        if known is not None:
            return known
        number = len(self.states)
        if number >= STATES_MAX:
            raise LabError(
                f"{self.plan.system.name} has more than {STATES_MAX} states under this plan; exact answers need a "
                "lower maximum, a larger unit or a shorter line: simulate it instead"
            )
        self.numbers[state] = number
        self.states.append(state)
        if number == self.bounds.shape[1]:
            self.bounds = np.concatenate((self.bounds, np.zeros_like(self.bounds)), axis=1)
            self.over = np.concatenate((self.over, np.zeros_like(self.over)))
        return number

    def explore(self, number: int, place: int) -> None:
        """Find what a state lays, at least up to this place, and what follows; its successors get numbers and wait."""
        plan, grid, state = self.plan, self.grid, self.states[number]
        units = plan.system.stake(state)
        if units > plan.units_max and plan.over_maximum == "stop":
            self.over[number] = True
            self.bounds[:, number] = (0, 0, grid.target, EVERYWHERE)
            return
        units, begin, high = min(units, plan.units_max), self.used, EVERYWHERE
        if plan.short == "all-in":
            for fewer in range(plan.units_min, units):
                if grid.place(fewer * plan.cost) > place:
                    high = grid.place(fewer * plan.cost)
                    break
                self._add_move(state, fewer, grid.place((fewer + 1) * plan.cost))
        if high == EVERYWHERE:
            self._add_move(state, units, EVERYWHERE)
        low = int(self.moves[begin, 0]) if begin < self.used else min(grid.target, high)
        self.bounds[:, number] = (begin, self.used, low, high)

    def _add_move(self, state: State, units: int, end: int) -> None:
        system, grid = self.plan.system, self.grid
        first, last = max(grid.stop + 1, grid.place(units * self.plan.cost)), min(end, grid.target)
        if first >= last:
            return
        won = system.after(state, units, won=True)
        lost = system.after(state, units, won=False)
        # An empty bankroll needs no state of its own: the first one serves as well as any other.
        lost = self.states[0] if self._is_the_end(lost, units, last) else lost
        if self.used == MOVES_MAX:
            raise LabError(
                f"{self.plan.system.name} makes more than {MOVES_MAX} different moves under this plan; exact answers "
                "need a larger unit or a lower maximum: simulate it instead"
            )
        if self.used == len(self.moves):
            self.moves = np.concatenate((self.moves, np.zeros_like(self.moves)))
        self.moves[self.used] = (first, last, units, self.number(won), self.number(lost))
        self.used += 1

    def _is_the_end(self, lost: State, units: int, last: int) -> bool:
        """Whether every loss from below this place leaves less than the smallest stake there is."""
        plan, grid = self.plan, self.grid
        left = last - 1 + units * grid.mildest
        ends_over = plan.over_maximum == "stop" and plan.system.stake(lost) > plan.units_max
        return left < grid.place(plan.units_min * plan.cost) and not ends_over
