"""A player's own betting system, written as a small function.

>>> def careful(state=(1, 0), laid=1, won=True):
...     wanted, losses = state
...     if won:
...         return 1, 0
...     return (laid + 1, 0) if losses == 1 else (laid, losses + 1)
>>> system = Own(careful)
>>> system.start, system.stake(system.start), system.after((1, 1), 1, won=False)
((1, 0), 1, (2, 0))

The state is some whole numbers, the first of them the units wanted; the default
of ``state`` is where a session begins. The simulation compiles the function
where ``bounds`` shows that its numbers fit into 64 bits, and runs it as it is where
it does not, with the same results.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from croupier.lab.systems import LabError, State
from croupier.lab.written import lines_of
from croupier.rules.stake import short

After = Callable[[Any, int, bool], Any]

NUMBERS_MAX = 8
TEXT_SHOWN_MAX = 20_000
STATE_MAX = 2**53
"""The largest number in a state: within it compiled and plain arithmetic agree."""


@dataclass(frozen=True)
class Own:
    """The system of a function: the state after ``laid`` units were won or lost."""

    function: After = field(hash=False)
    start: State = ()
    """Where a session begins; the default of the function's first parameter if left out."""
    least: int = 1
    """The fewest units it ever wants; wanting less is an error."""
    name: str = ""
    made_by: tuple[Callable[..., Any], tuple[Any, ...]] | None = field(default=None, compare=False, repr=False)
    """How another process makes the same system, where its function is in no module."""
    text: str | None = field(default=None, compare=False, repr=False)
    """The file that it was read from."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Send how it is made, or the function itself where pickle finds it."""
        return self.made_by or (Own, (self.function, self.start, self.least, self.name))

    def __post_init__(self) -> None:
        """Refuse what cannot be a system, before a session is played."""
        if not callable(self.function):
            raise LabError(f"a system of your own is a function, not {short(self.function)}")
        object.__setattr__(self, "name", self.name or getattr(self.function, "__name__", "own"))
        object.__setattr__(self, "start", self.start or _default(self.function, self.name))
        if type(self.least) is not int or self.least < 1:
            raise LabError(f"{self.name}: least is a whole number of units from 1, not {short(self.least)}")
        self._check(self.start, "it begins with")

    @property
    def source(self) -> str | None:
        """What it was played by, to be shown: its file, or the lines of its function; None where neither is at hand."""
        return self.text if self.text and len(self.text) <= TEXT_SHOWN_MAX else lines_of(self.function)

    def stake(self, state: State) -> int:
        """How many units it wants: the first number of its state."""
        return state[0]

    def after(self, state: State, laid: int, *, won: bool) -> State:
        """Ask the function."""
        try:
            given = self.function(state, laid, won)
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise LabError(f"{self._call(state, laid, won=won)} failed with {told}") from error
        return self._check(given, f"{self._call(state, laid, won=won)} gives")

    def _call(self, state: State, laid: int, *, won: bool) -> str:
        return f"{self.name}({state}, {laid}, {won})"

    def _check(self, given: object, where: str) -> State:
        """Refuse a state that is not as many whole numbers as at the start, the first at least ``least``."""
        numbers = len(self.start)
        if not isinstance(given, tuple) or any(type(number) is not int for number in given):
            raise LabError(f"{self.name}: {where} {short(given)}; a state is a tuple of whole numbers, such as (1, 0)")
        if not 0 < len(given) == numbers <= NUMBERS_MAX:
            raise LabError(
                f"{self.name}: {where} {short(given)}; a state keeps its length, 1 to {NUMBERS_MAX} numbers, "
                f"and this one began with {numbers}"
            )
        if given[0] < self.least:
            raise LabError(f"{self.name}: {where} {short(given)}; it may not want fewer than {self.least} units")
        if max(map(abs, given)) > STATE_MAX:
            raise LabError(f"{self.name}: {where} {short(given)}; no number of a state is beyond {STATE_MAX}")
        return given


def _default(function: After, name: str) -> State:
    """Give the default of the first parameter."""
    try:
        first = next(iter(inspect.signature(function).parameters.values()), None)
    except ValueError:
        first = None
    if first is None or not isinstance(first.default, tuple):
        raise LabError(
            f"{name}: where does a session begin? write it as the default, def {name}(state=(1, 0), laid=1, won=True)"
        )
    default: State = first.default
    return default
