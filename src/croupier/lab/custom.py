"""A player's own betting system, written as a small function.

>>> def careful(state=(1, 0), laid=1, won=True):
...     wanted, losses = state
...     if won:
...         return 1, 0
...     return (laid + 1, 0) if losses == 1 else (laid, losses + 1)
>>> system = CustomSystem(careful)
>>> system.start, system.stake(system.start), system.after((1, 1), 1, won=False)
((1, 0), 1, (2, 0))

The state is a tuple of whole numbers, the first being the units wanted; the default
of ``state`` is the start of a session. A function with two more parameters, ``pocket`` and ``bankroll``, is
called after every spin with the pocket that came up and the money there is; it may want 0 units,
which is to sit the next spin out. The simulation compiles the function if
``bounds`` shows that its numbers fit into 64 bits, and otherwise runs it in plain
Python, with the same results.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from croupier.lab.source_code import lines_of
from croupier.lab.systems import LabError, State
from croupier.rules.stake import short

After = Callable[..., Any]

NUMBERS_MAX = 8
NUMBERS_HEARD_MAX = 64
"""a function that takes every spin may remember more, and as much as it likes up to this."""
HEARING = 5
"""The parameters of a function that takes the pocket and the bankroll."""
TEXT_SHOWN_MAX = 20_000
STATE_MAX = 2**53
"""The largest number in a state: within it compiled and plain arithmetic agree."""


@dataclass(frozen=True)
class CustomSystem:
    """The system of a function: the state after ``laid`` units were won or lost."""

    function: After = field(hash=False)
    start: State = ()
    """Where a session begins; the default of the function's first parameter if left out."""
    least: int = 1
    """The fewest units it ever wants; wanting less is an error."""
    name: str = ""
    made_by: tuple[Callable[..., Any], tuple[Any, ...]] | None = field(default=None, compare=False, repr=False)
    """How another process can make the same system, if its function is in no module."""
    text: str | None = field(default=None, compare=False, repr=False)
    """The text of the file it was read from."""
    hears: bool = field(default=False, init=False, compare=False)
    """Whether it is called after every spin, with the pocket and the bankroll, and may sit out."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle how it is made, or the function itself if pickle can find it."""
        return self.made_by or (CustomSystem, (self.function, self.start, self.least, self.name))

    def __post_init__(self) -> None:
        """Refuse what cannot be a system, before a session is played."""
        if not callable(self.function):
            raise LabError(f"a system of your own is a function, not {short(self.function)}")
        object.__setattr__(self, "name", self.name or getattr(self.function, "__name__", "own"))
        parameters = _parameters(self.function)
        object.__setattr__(self, "hears", len(parameters) == HEARING)
        object.__setattr__(self, "start", self.start or _default(parameters, self.name))
        if type(self.least) is not int or self.least < 1:
            raise LabError(f"{self.name}: least is a whole number of units from 1, not {short(self.least)}")
        self._check(self.start, "it begins with")

    @property
    def source(self) -> str | None:
        """Its source, for display: its file, or the lines of its function; None if neither is available."""
        return self.text if self.text and len(self.text) <= TEXT_SHOWN_MAX else lines_of(self.function)

    def stake(self, state: State) -> int:
        """How many units it wants: the first number of its state."""
        return state[0]

    def after(self, state: State, laid: int, *, won: bool) -> State:
        """Call the function."""
        try:
            given = self.function(state, laid, won)
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise LabError(f"{self._call(state, laid, won=won)} failed with {reason}") from error
        return self._check(given, f"{self._call(state, laid, won=won)} gives")

    def heard(self, state: State, laid: int, *, won: bool | None, pocket: str, bankroll: int) -> State:
        """Call a function that takes every spin; ``won`` is None if nothing was won or lost."""
        called = f"{self.name}({state}, {laid}, {won}, {pocket!r}, {bankroll})"
        try:
            given = self.function(state, laid, won, pocket, bankroll)
        except Exception as error:
            raise LabError(f"{called} failed with {type(error).__name__}: {error}") from error
        return self._check(given, f"{called} gives")

    def _call(self, state: State, laid: int, *, won: bool) -> str:
        return f"{self.name}({state}, {laid}, {won})"

    def _check(self, given: object, where: str) -> State:
        """Refuse a state that is not as many whole numbers as at the start, the first at least ``least``."""
        numbers = len(self.start)
        if not isinstance(given, tuple) or any(type(number) is not int for number in given):
            raise LabError(f"{self.name}: {where} {short(given)}; a state is a tuple of whole numbers, such as (1, 0)")
        if self.hears and not 0 < len(given) <= NUMBERS_HEARD_MAX:
            raise LabError(f"{self.name}: {where} {short(given)}; a state has 1 to {NUMBERS_HEARD_MAX} numbers")
        if not self.hears and not 0 < len(given) == numbers <= NUMBERS_MAX:
            raise LabError(
                f"{self.name}: {where} {short(given)}; a state keeps its length, 1 to {NUMBERS_MAX} numbers, "
                f"and this one began with {numbers}"
            )
        if given[0] < self.least and not (self.hears and given[0] == 0):
            raise LabError(f"{self.name}: {where} {short(given)}; it may not want fewer than {self.least} units")
        if max(map(abs, given)) > STATE_MAX:
            raise LabError(f"{self.name}: {where} {short(given)}; no number of a state is beyond {STATE_MAX}")
        return given


def _parameters(function: After) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except ValueError:
        return []


def _default(parameters: list[inspect.Parameter], name: str) -> State:
    """Return the default of the first parameter."""
    first = parameters[0] if parameters else None
    if first is None or not isinstance(first.default, tuple):
        raise LabError(
            f"{name}: where does a session begin? write it as the default, def {name}(state=(1, 0), laid=1, won=True)"
        )
    default: State = first.default
    return default
