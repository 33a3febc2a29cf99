"""Betting systems as plain integers: what a system wants to stake, and what it wants after a win or a loss.

These definitions are the ones that count. The Markov chains and the compiled
simulation are held to them, spin by spin.

A system counts in units; what a unit is, on which positions it lies and how
many of it a table takes is up to the plan (``croupier.lab.plan``). ``laid`` is how many
units were actually laid, fewer than wanted if the table's maximum or the
bankroll cut the stake. Every progression goes on from what was laid, like a
player who looks at the felt, so a maximum keeps every state finite:

* a win is a spin that gains something, a loss one that costs something; a spin
  that does neither leaves the state as it is and never reaches ``after``;
* a system that keeps a tally (Oscar's grind, Labouchère) counts a win as the
  units laid and a loss as the units laid, as on the even chances it was made for,
  whatever the position pays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from croupier.rules.errors import CroupierError
from croupier.rules.stake import short

State = tuple[int, ...]

UNITS_MAX = 10**9
"""The most units a system may be set to stake at its start; what a table takes is less."""


class LabError(CroupierError):
    """A question to the lab that has no answer; the message says what would have one."""


def _check_count(number: object, what: str, *, least: int, most: int) -> None:
    if type(number) is not int or not least <= number <= most:
        raise LabError(f"{what} is a whole number from {least} to {most}, not {short(number)}")


class System(Protocol):
    """A betting system: a few integers, and two functions of them."""

    @property
    def name(self) -> str:
        """The word for it, as on the command line."""
        ...

    @property
    def start(self) -> State:
        """The state in which a session begins."""
        ...

    @property
    def least(self) -> int:
        """The fewest units it ever wants to stake."""
        ...

    def stake(self, state: State) -> int:
        """How many units it wants to stake."""
        ...

    def after(self, state: State, laid: int, *, won: bool) -> State:
        """The state after ``laid`` units were won or lost."""
        ...


class BuiltIn(System, Protocol):
    """A system that comes with the lab: it also says what it does, to whoever meets it for the first time."""

    @property
    def does(self) -> str:
        """What it does, in a sentence or two."""
        ...

    @property
    def many_states(self) -> bool:
        """Whether its sessions have too many states to be worked out with any settings worth playing."""
        ...


@dataclass(frozen=True, slots=True)
class Flat:
    """The same stake every time. State: nothing."""

    units: int = 1

    name = "flat"
    does = "The same stake on every spin."
    many_states = False

    def __post_init__(self) -> None:
        _check_count(self.units, "units", least=1, most=UNITS_MAX)

    @property
    def start(self) -> State:
        return ()

    @property
    def least(self) -> int:
        return self.units

    def stake(self, state: State) -> int:  # noqa: ARG002 - there is nothing to look at
        return self.units

    def after(self, state: State, laid: int, *, won: bool) -> State:  # noqa: ARG002 - the same
        return state


@dataclass(frozen=True, slots=True)
class _FromOne:
    """What the progressions that begin with one unit share. State: the units wanted."""

    @property
    def start(self) -> State:
        return (1,)

    @property
    def least(self) -> int:
        return 1

    def stake(self, state: State) -> int:
        return state[0]


@dataclass(frozen=True, slots=True)
class Martingale(_FromOne):
    """Double after a loss, back to one unit after a win. State: the units wanted."""

    name = "martingale"
    does = (
        "One unit; double after every loss, back to one unit after a win. A win brings back all losses of its run and "
        "one unit more, as long as the table and the bankroll allow another doubling."
    )
    many_states = False

    def after(self, state: State, laid: int, *, won: bool) -> State:  # noqa: ARG002 - the felt tells all
        return (1,) if won else (2 * laid,)


@dataclass(frozen=True, slots=True)
class GrandMartingale(_FromOne):
    """Double and add one unit after a loss, back to one unit after a win. State: the units wanted."""

    name = "grand-martingale"
    does = "As the martingale, with one more unit added at every doubling."
    many_states = False

    def after(self, state: State, laid: int, *, won: bool) -> State:  # noqa: ARG002 - the felt tells all
        return (1,) if won else (2 * laid + 1,)


@dataclass(frozen=True, slots=True)
class DAlembert(_FromOne):
    """One unit more after a loss, one unit less after a win, never less than one. State: the units wanted."""

    name = "dalembert"
    does = "One unit more after a loss, one unit less after a win, never less than one."
    many_states = False

    def after(self, state: State, laid: int, *, won: bool) -> State:  # noqa: ARG002 - the felt tells all
        return (max(laid - 1, 1),) if won else (laid + 1,)


@dataclass(frozen=True, slots=True)
class Paroli:
    """The reverse martingale: double after a win, until a run of wins is complete; one unit after a loss.

    State: the units wanted, and the wins so far of this run.
    """

    run: int = 3

    name = "paroli"
    does = "Double after a win, until a run of wins is complete; back to one unit then, and after a loss."
    many_states = False

    def __post_init__(self) -> None:
        _check_count(self.run, "run", least=1, most=30)

    @property
    def start(self) -> State:
        return (1, 0)

    @property
    def least(self) -> int:
        return 1

    def stake(self, state: State) -> int:
        return state[0]

    def after(self, state: State, laid: int, *, won: bool) -> State:
        wins = state[1] + 1
        return (2 * laid, wins) if won and wins < self.run else (1, 0)


@dataclass(frozen=True, slots=True)
class Fibonacci:
    """One step up the Fibonacci numbers after a loss, two steps down after a win. State: the step, from 0.

    A stake that was cut is no step: after a loss the system waits where it is.
    """

    name = "fibonacci"
    does = "Stakes go up the numbers 1, 1, 2, 3, 5, 8, … one step after a loss, and two steps down after a win."
    many_states = False

    @property
    def start(self) -> State:
        return (0,)

    @property
    def least(self) -> int:
        return 1

    def stake(self, state: State) -> int:
        return fibonacci(state[0])

    def after(self, state: State, laid: int, *, won: bool) -> State:
        step = state[0]
        if won:
            return (max(step - 2, 0),)
        return (step + 1,) if laid == fibonacci(step) else state


def fibonacci(step: int) -> int:
    """Return a Fibonacci number: 1, 1, 2, 3, 5, 8, …."""
    one, next_one = 1, 1
    for _ in range(step):
        one, next_one = next_one, one + next_one
    return one


@dataclass(frozen=True, slots=True)
class OscarsGrind:
    """One unit of gain per series: the stake rises by one unit after a win, and never above what is missing.

    A loss leaves the stake as it is. State: the units wanted, and what the series
    has cost so far, in units.
    """

    name = "oscars-grind"
    does = (
        "In series that aim at one unit: the stake stays after a loss and rises by one unit after a win, but never "
        "above what the series still needs."
    )
    many_states = False

    @property
    def start(self) -> State:
        return (1, 0)

    @property
    def least(self) -> int:
        return 1

    def stake(self, state: State) -> int:
        return state[0]

    def after(self, state: State, laid: int, *, won: bool) -> State:
        wanted, cost = state
        if not won:
            return (wanted, cost + laid)
        cost -= laid
        return (1, 0) if cost < 0 else (min(laid + 1, cost + 1), cost)


@dataclass(frozen=True, slots=True)
class OneThreeTwoSix:
    """1, 3, 2 and 6 units on four wins in a row; from the start after a loss or the fourth win. State: the wins."""

    name = "1-3-2-6"
    does = "1, 3, 2 and 6 units on wins in a row; from the start after a loss or after the fourth win."
    many_states = False

    @property
    def start(self) -> State:
        return (0,)

    @property
    def least(self) -> int:
        return 1

    def stake(self, state: State) -> int:
        return _ONE_THREE_TWO_SIX[state[0]]

    def after(self, state: State, laid: int, *, won: bool) -> State:  # noqa: ARG002 - it counts wins alone
        return ((state[0] + 1) % len(_ONE_THREE_TWO_SIX),) if won else (0,)


_ONE_THREE_TWO_SIX = (1, 3, 2, 6)


@dataclass(frozen=True, slots=True)
class Labouchere:
    """A line of numbers: the stake is its first plus its last; a win strikes both out, a loss adds what was laid.

    A line that is struck out is written again. So is one that would grow past
    ``longest``: the player gives it up. State: the line.
    """

    line: tuple[int, ...] = (1, 2, 3, 4)
    longest: int = 10

    name = "labouchere"
    does = (
        "A line of numbers: the stake is the first plus the last; a win strikes both out, a loss adds the stake at "
        "the end."
    )
    many_states = True

    def __post_init__(self) -> None:
        if not isinstance(self.line, tuple) or not self.line:
            raise LabError(f"a line is some numbers, such as (1, 2, 3, 4), not {short(self.line)}")
        for number in self.line:
            _check_count(number, "line", least=1, most=UNITS_MAX)
        _check_count(self.longest, "longest", least=len(self.line), most=64)

    @property
    def start(self) -> State:
        return self.line

    @property
    def least(self) -> int:
        return min(self.line)

    def stake(self, state: State) -> int:
        return state[0] if len(state) == 1 else state[0] + state[-1]

    def after(self, state: State, laid: int, *, won: bool) -> State:
        left = state[1:-1] if won else (*state, laid)
        return left if 0 < len(left) <= self.longest else self.line


SYSTEMS: Mapping[str, BuiltIn] = MappingProxyType(
    {
        system.name: system
        for system in (
            Flat(),
            Martingale(),
            GrandMartingale(),
            Paroli(),
            DAlembert(),
            Fibonacci(),
            OscarsGrind(),
            OneThreeTwoSix(),
            Labouchere(),
        )
    }
)
"""Every system by its name, with its usual settings."""


def system_named(name: str) -> BuiltIn:
    if name not in SYSTEMS:
        raise LabError(f"no betting system {short(name)}; there are {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
