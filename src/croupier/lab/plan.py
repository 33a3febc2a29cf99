"""The terms of a session: which stakes under which rules, with which money, and when the player leaves.

A unit is a set of stakes, such as 100 on red, or 500 on 17 with 1000 on red. A
betting system lays whole multiples of it, so a mix keeps its proportions and
every stake is a whole number of the smallest unit of money.

Before each spin, and once more after the last, the session is looked at, in this order:

1. the bankroll is at the target or above it: the player leaves, ``target``;
2. it is at the stop-loss or below it: the player leaves, ``stop-loss``;
3. the system wants more than the table's maximum: cut to as many units as the
   table takes (``over_maximum="cap"``), or the end, ``over-maximum`` (``"stop"``);
4. the bankroll does not cover that: the end, ``short`` (``short="stop"``), or as
   many units as it does cover (``"all-in"``), unless they are below the table's minimum;
5. the spins are played: ``spins``.

To be ruined is to end ``short``. A session that is short after its last spin counts as
ruined too, so "ruined within n spins" means what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import Literal, TypeAlias, TypeVar, get_args

from croupier.lab.custom import CustomSystem
from croupier.lab.notebook import plan_words
from croupier.lab.systems import LabError, State, System
from croupier.rules.limits import Limit, Limits
from croupier.rules.position import Kind, Position
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Stakes, gain_within_limits, merged, settle
from croupier.rules.stake import STAKE_MAX, check_stake, short

OverMaximum = Literal["cap", "stop"]
Short = Literal["stop", "all-in"]

SPINS_MAX = 10**9

Outcome = TypeVar("Outcome")


class Ending(StrEnum):
    """Why a session is over, in the order in which it is looked at."""

    TARGET = "target"
    STOP_LOSS = "stop-loss"
    OVER_MAXIMUM = "over-maximum"
    SHORT = "short"
    SPINS = "spins"


Step: TypeAlias = tuple[int, int | Ending]
"""One look at a session: the bankroll, and how many units are laid now or why none are."""


@dataclass(frozen=True)
class Plan:
    """One player's session before it is played. Money is in the smallest unit throughout."""

    ruleset: Ruleset
    system: System
    stakes: Stakes = field(hash=False)
    """One unit: what lies on which position when the system stakes 1. Kept as pairs of name and stake."""
    bankroll: int
    spins: int
    limits: Limits | None = field(default=None, hash=False)
    """The rulebook's own where none are given."""
    target: int | None = None
    """The bankroll at which the player leaves with a gain."""
    stop_loss: int | None = None
    """The bankroll at which the player leaves with a loss."""
    over_maximum: OverMaximum = "cap"
    short: Short = "stop"

    def __post_init__(self) -> None:
        """Refuse a session that cannot begin."""
        laid = merged(self.ruleset, self.stakes)
        if not laid:
            raise LabError("a plan needs a stake, such as {'red': 100}")
        object.__setattr__(self, "stakes", tuple((position.name, stake) for position, stake in laid))
        check_stake(self.bankroll, "bankroll")
        if type(self.spins) is not int or not 0 < self.spins <= SPINS_MAX:
            raise LabError(f"spins: a session has 1 to {SPINS_MAX} spins, not {short(self.spins)}")
        _check_choice(self.over_maximum, "over_maximum", get_args(OverMaximum))
        _check_choice(self.short, "short", get_args(Short))
        self._check_exits()
        self._check_limits()
        self._check_first_stake()

    def __repr__(self) -> str:
        """Return the terms in a line: a rulebook alone would fill a page."""
        return f"<Plan {plan_words(self)}>"

    def _check_exits(self) -> None:
        if self.target is not None and check_stake(self.target, "target") <= self.bankroll:
            raise LabError(f"target: {self.target} is no gain for a bankroll of {self.bankroll}; name a larger one")
        stop = self.stop_loss
        if stop is not None and (type(stop) is not int or not 0 <= stop < self.bankroll):
            raise LabError(
                f"stop_loss: a bankroll at which to leave, from 0 to below {self.bankroll}, not {short(stop)}"
            )

    def _check_limits(self) -> None:
        least = self.system.least
        for position, stake in self.unit:
            limit = self._limit(position)
            if limit is not None and least * stake < limit.stake_min:
                raise LabError(
                    f"{self.system.name} cannot start: it stakes {least * stake} on {position}, and the minimum there "
                    f"is {limit.stake_min}; make the unit at least {-(-limit.stake_min // least)} there"
                )
            if limit is not None and least * stake > limit.stake_max:
                raise LabError(
                    f"{self.system.name} cannot start: it stakes {least * stake} on {position}, and the maximum there "
                    f"is {limit.stake_max}"
                )

    def _check_first_stake(self) -> None:
        first = self.next_stake(self.bankroll, self.system.start)
        wanted = self.system.stake(self.system.start)
        if first is Ending.OVER_MAXIMUM:
            raise LabError(
                f"{self.system.name} cannot start: it wants {wanted} units, and the table takes {self.units_max}"
            )
        if isinstance(first, Ending):
            raise LabError(
                f"bankroll: {self.bankroll} does not cover the first stake of {min(wanted, self.units_max) * self.cost}"
            )

    @cached_property
    def unit(self) -> tuple[tuple[Position, int], ...]:
        """One unit as positions and stakes."""
        return merged(self.ruleset, self.stakes)

    @cached_property
    def cost(self) -> int:
        """What one unit takes out of the bankroll until it is settled."""
        return sum(stake for _, stake in self.unit)

    @cached_property
    def units_min(self) -> int:
        """The fewest units that are at the minimum or above it on every position."""
        limits = [(self._limit(position), stake) for position, stake in self.unit]
        return max(1, *(-(-limit.stake_min // stake) for limit, stake in limits if limit is not None), 1)

    @cached_property
    def units_max(self) -> int:
        """The most units that are at the maximum or below it on every position."""
        limits = [(self._limit(position), stake) for position, stake in self.unit]
        most = STAKE_MAX // self.cost
        return min(most, *(limit.stake_max // stake for limit, stake in limits if limit is not None), most)

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """What one unit gains on each pocket of the ruleset, a loss negative.

        Every stake of a plan is within the limits, where a settlement is proportional
        to the stake: this times the units laid is what it gains.
        """
        return tuple(gain_within_limits(self.unit, pocket) for pocket in self.ruleset.pockets)

    def next_stake(self, bankroll: int, state: State) -> int | Ending:
        """How many units are laid now, or why none are."""
        if self.target is not None and bankroll >= self.target:
            return Ending.TARGET
        if self.stop_loss is not None and bankroll <= self.stop_loss:
            return Ending.STOP_LOSS
        units = self.system.stake(state)
        if units > self.units_max:
            if self.over_maximum == "stop":
                return Ending.OVER_MAXIMUM
            units = self.units_max
        if units * self.cost <= bankroll:
            return units
        affordable = bankroll // self.cost
        return affordable if self.short == "all-in" and affordable >= self.units_min else Ending.SHORT

    def after(self, bankroll: int, state: State, laid: int, gain: int) -> tuple[int, State]:
        """The bankroll and the state after a spin that gained this much per unit laid."""
        if gain == 0:
            return bankroll, state
        return bankroll + laid * gain, self.system.after(state, laid, won=gain > 0)

    def steps(
        self, outcomes: Iterable[Outcome], gain: Callable[[Outcome, int], int], label: Callable[[Outcome], str]
    ) -> Iterator[Step]:
        """Play a session on outcomes, as far as they reach. Gives each look at it; the last says why it is over.

        ``gain`` says what so many units gain on an outcome, and ``label`` which pocket it is. No outcome is
        taken before a stake is laid on it, or the spin is sat out.
        """
        bankroll, state, drawn = self.bankroll, self.system.start, islice(outcomes, self.spins)
        while not isinstance(laid := self.next_stake(bankroll, state), Ending):
            outcome = next(drawn, None)
            if outcome is None:
                laid = Ending.SPINS
                break
            yield bankroll, laid
            gained = gain(outcome, laid) if laid else 0
            bankroll += gained
            if isinstance(self.system, CustomSystem) and self.system.hears:
                won = gained > 0 if gained else None
                state = self.system.heard(state, laid, won=won, pocket=label(outcome), bankroll=bankroll)
            elif gained:
                state = self.system.after(state, laid, won=gained > 0)
        yield bankroll, laid

    def _limit(self, position: Position) -> Limit | None:
        return (self.ruleset.limits if self.limits is None else self.limits).of(position.kind)


@dataclass(frozen=True, slots=True)
class Played:
    """A session as it went: how it ended, what was left, and the bankroll before the first spin and after each."""

    ending: Ending
    bankroll: int
    path: tuple[int, ...]

    @property
    def spins(self) -> int:
        """How many spins were played."""
        return len(self.path) - 1


def play(plan: Plan, outcomes: Iterable[str]) -> Played:
    """Play a session on given pockets, as far as they reach: the definition that everything faster is held to."""

    def settled(outcome: str, laid: int) -> int:
        stakes = [(position.name, laid * stake) for position, stake in plan.unit]
        return sum(line.gain for line in settle(plan.ruleset, stakes, outcome, limits=plan.limits))

    looks = list(plan.steps(outcomes, settled, str))
    bankroll, ending = looks[-1]
    assert isinstance(ending, Ending)
    return Played(ending, bankroll, tuple(each for each, _ in looks))


def limits_for_all(stake_min: int, stake_max: int) -> Limits:
    """The same limits for every kind of bet."""
    return Limits({kind: Limit(stake_min, stake_max) for kind in Kind})


def _check_choice(choice: object, what: str, known: tuple[str, ...]) -> None:
    if choice not in known:
        raise LabError(f"{what}: {short(choice)} is none of {', '.join(known)}")
