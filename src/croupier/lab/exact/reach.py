"""From one bankroll to a target: what timid, bold and best play achieve under a table's limits.

Timid play stakes the least that the table takes, bold play as much as the target needs, the bankroll
covers and the table takes (Dubins and Savage, "How to gamble if you must", 1965). Best play is found
by dynamic programming: policies are evaluated exactly, as a sparse linear system, and improved
bankroll by bankroll until no stake on any bet does better (Howard). One position at a time is played,
and the game goes on until the target is reached or no stake is covered.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.lab.exact.spread import gathered, pocket_chances
from croupier.lab.systems import LabError
from croupier.rules.limits import Limits
from croupier.rules.position import Position
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import gain_within_limits
from croupier.rules.stake import STAKE_MAX, check_stake

Vector = NDArray[np.float64]
Places = NDArray[np.int64]

PLACES_MAX = 4_000
"""The most bankrolls between nothing and the target."""

BETTER = 1e-13
"""A stake that is better by less than this may be so by rounding."""

ROUNDS_MAX = 200


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """A way to play, for every bankroll below the target."""

    name: str
    chances: Vector = field(repr=False)
    """How likely the target is reached from each of ``Reach.bankrolls``."""
    spins: Vector = field(repr=False)
    """How many spins it takes on average until it is decided."""
    bets: tuple[Position, ...] = field(repr=False)
    which: Places = field(repr=False)
    """Which of the bets is laid at each bankroll; -1 where none is covered."""
    stakes: Places = field(repr=False)
    """How much is laid on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    """Several ways to play for the same target."""

    ruleset: Ruleset
    bankroll: int
    target: int
    unit: int
    """Stakes are whole multiples of this."""
    bankrolls: Places = field(repr=False)
    """Every bankroll that can come up, smallest first."""
    plays: tuple[Play, ...]

    def of(self, name: str) -> Play:
        """Return a way to play by its name."""
        return next(play for play in self.plays if play.name == name)

    def place(self, bankroll: int) -> int:
        """Return where a bankroll is among ``bankrolls``."""
        place = int(np.searchsorted(self.bankrolls, bankroll))
        if place == len(self.bankrolls) or self.bankrolls[place] != bankroll:
            raise LabError(f"bankroll: {bankroll} does not come up on the way to {self.target} in units of {self.unit}")
        return place

    def chance(self, name: str, bankroll: int | None = None) -> float:
        """Return the chance to reach the target, from the first bankroll or another."""
        return float(self.of(name).chances[self.place(self.bankroll if bankroll is None else bankroll)])

    def first(self, name: str) -> tuple[Position, int] | None:
        """Return what is laid first; None if nothing is covered."""
        play, place = self.of(name), self.place(self.bankroll)
        which = int(play.which[place])
        return None if which < 0 else (play.bets[which], int(play.stakes[place]))


@dataclass(frozen=True, slots=True)
class _Bet:
    """A position on the grid of bankrolls: what a unit gains, in places, and how many units the table takes."""

    position: Position
    gains: tuple[int, ...]
    chances: tuple[float, ...]
    cost: int
    """What a unit takes, in places."""
    least: int
    most: int


def reach(
    ruleset: Ruleset,
    bankroll: int,
    target: int,
    *,
    bet: str = "red",
    limits: Limits | None = None,
    unit: int | None = None,
) -> Reach:
    """Work out timid, bold and best play on one bet, and the best over all bets of the felt.

    ``unit`` is what all stakes are multiples of: the largest amount that divides the bankroll,
    the target and the minimum of the bet, unless another is given.
    """
    check_stake(bankroll, "bankroll")
    if check_stake(target, "target") <= bankroll:
        raise LabError(f"target: {target} is no gain for a bankroll of {bankroll}; name a larger one")
    position = ruleset.position(bet)
    unit = _unit(ruleset, position, limits, bankroll, target) if unit is None else check_stake(unit, "unit")
    every = _one_of_each(ruleset, position)
    grid = math.gcd(unit, *(abs(gain) for one in every for gain, _ in _gains(ruleset, one, unit)))
    rest = bankroll % grid
    places = -((rest - target) // grid)
    if places > PLACES_MAX:
        raise LabError(
            f"{places} bankrolls lie between nothing and {target} in steps of {grid}; at most {PLACES_MAX} are worked "
            "out: take a larger unit"
        )
    bets = [_bet(ruleset, one, limits, unit, grid) for one in every]
    solver = _Solver(places, unit // grid)
    alone = [each for each in bets if each.position == position]
    if not any(each.least <= each.most for each in alone):
        raise LabError(f"no multiple of {unit} is within the limits of {position}; take another unit")
    plays = (
        solver.fixed("timid", alone, solver.timid(alone[0]), grid),
        solver.fixed("bold", alone, solver.bold(alone[0]), grid),
        solver.best("best", alone, grid),
        solver.best("best-of-all", bets, grid),
    )
    bankrolls = rest + grid * np.arange(places, dtype=np.int64)
    return Reach(ruleset, bankroll, target, unit, bankrolls, plays)


def _unit(ruleset: Ruleset, position: Position, limits: Limits | None, bankroll: int, target: int) -> int:
    limit = (ruleset.limits if limits is None else limits).of(position.kind)
    return math.gcd(bankroll, target, *([] if limit is None else [limit.stake_min]))


def _one_of_each(ruleset: Ruleset, first: Position) -> list[Position]:
    """Return one position of each kind, the one asked for first: positions of a kind have the same odds."""
    kinds = {first.kind: first}
    for position in ruleset.positions.values():
        kinds.setdefault(position.kind, position)
    return list(kinds.values())


def _gains(ruleset: Ruleset, position: Position, unit: int) -> tuple[tuple[int, Fraction], ...]:
    """Return what a unit gains; the stakes that are tried are within the limits."""
    chances = pocket_chances(ruleset).items()
    return gathered((gain_within_limits([(position, unit)], pocket), chance) for pocket, chance in chances).gains


def _bet(ruleset: Ruleset, position: Position, limits: Limits | None, unit: int, grid: int) -> _Bet:
    limit = (ruleset.limits if limits is None else limits).of(position.kind)
    least, most = (1, STAKE_MAX) if limit is None else (limit.stake_min, limit.stake_max)
    gains = _gains(ruleset, position, unit)
    return _Bet(
        position,
        tuple(gain // grid for gain, _ in gains),
        tuple(float(chance) for _, chance in gains),
        unit // grid,
        max(1, -(-least // unit)),
        most // unit,
    )


class _Solver:
    """All bankrolls at once, as places on the grid."""

    def __init__(self, places: int, step: int) -> None:
        self.places, self.step = places, step
        self.every = np.arange(places, dtype=np.int64)

    def timid(self, bet: _Bet) -> Places:
        """The least that the table takes."""
        return self._covered(bet, np.full(self.places, bet.least))

    def bold(self, bet: _Bet) -> Places:
        """What the target needs, at most what there is and what the table takes."""
        best = max(*bet.gains, 1)
        needed = -(-(self.places - self.every) // best)
        return self._covered(bet, np.clip(np.minimum(needed, self.every // bet.cost), bet.least, bet.most))

    def _covered(self, bet: _Bet, units: Places) -> Places:
        return np.where((units * bet.cost <= self.every) & (bet.least <= bet.most), units, 0)

    def fixed(self, name: str, bets: Sequence[_Bet], units: Places, grid: int) -> Play:
        """Evaluate a policy on the first bet."""
        return self._play(name, bets, np.where(units > 0, 0, -1), units, grid)

    def best(self, name: str, bets: Sequence[_Bet], grid: int) -> Play:
        """Improve a policy until nothing does better; bold play to begin with."""
        units = self.bold(bets[0])
        which = np.where(units > 0, 0, -1)
        for _ in range(ROUNDS_MAX):
            chances = self._evaluated(bets, which, units)[0]
            better = self._improved(bets, chances, which, units)
            if not better:
                break
        return self._play(name, bets, which, units, grid)

    def _improved(self, bets: Sequence[_Bet], chances: Vector, which: Places, units: Places) -> bool:
        """Take the best stake at every bankroll where one is better than what is laid; say whether any was."""
        padded = np.concatenate((chances, np.ones(1)))
        now, changed = chances.copy(), False
        for number, bet in enumerate(bets):
            won = max(bet.gains)
            for laid in range(bet.least, min(bet.most, (self.places - 1) // bet.cost) + 1):
                # More than the target needs is never better, unless the minimum asks for it.
                first, last = laid * bet.cost, self.places if laid == bet.least else self.places - (laid - 1) * won
                here = self.every[first : max(first, last)]
                value = np.zeros(len(here))
                for gain, chance in zip(bet.gains, bet.chances, strict=True):
                    value += chance * padded[np.minimum(here + laid * gain, self.places)]
                ahead = value > now[here] + BETTER
                if ahead.any():
                    places = here[ahead]
                    now[places], which[places], units[places], changed = value[ahead], number, laid, True
        return changed

    def _evaluated(self, bets: Sequence[_Bet], which: Places, units: Places) -> tuple[Vector, Vector]:
        """Solve for the chance and the number of spins of a policy."""
        from scipy.sparse import csc_matrix  # noqa: PLC0415 - the rest of the lab does without
        from scipy.sparse.linalg import splu  # noqa: PLC0415 - the same

        rows, columns, values = [self.every], [self.every], [np.ones(self.places)]
        right = np.zeros((self.places, 2))
        for number, bet in enumerate(bets):
            here = np.flatnonzero(which == number)
            right[here, 1] = 1
            for gain, chance in zip(bet.gains, bet.chances, strict=True):
                to = here + units[here] * gain
                right[here[to >= self.places], 0] += chance
                inside = to < self.places
                rows.append(here[inside])
                columns.append(to[inside])
                values.append(np.full(int(inside.sum()), -chance))
        shape = (self.places, self.places)
        matrix = csc_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=shape)
        solved = splu(matrix).solve(right)
        return np.clip(solved[:, 0], 0.0, 1.0), solved[:, 1]

    def _play(self, name: str, bets: Sequence[_Bet], which: Places, units: Places, grid: int) -> Play:
        chances, spins = self._evaluated(bets, which, units)
        stakes = np.where(which >= 0, units * self.step * grid, 0)
        return Play(name, chances, spins, tuple(bet.position for bet in bets), which, stakes)


WAYS: dict[str, str] = {
    "timid": "the least the table takes, on {bet}",
    "bold": "as much as the target needs, on {bet}",
    "best": "the best stake at every bankroll, on {bet}",
    "best-of-all": "the best stake on the best bet at every bankroll",
}
"""What each way to play is, in words."""
