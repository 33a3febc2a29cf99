"""A plan as the numbers that the compiled lanes take.

Money is counted in the largest amount of which everything is a multiple, so
that a unit of 100 cents on red is 1 and lanes of 32 bits suffice. No bound on what
a session may win is needed beforehand: a lane whose numbers come near its limit
stops, is marked as overflowed, and its session is replayed in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numba import njit, types
from numba.core.errors import NumbaError
from numpy.typing import NDArray

from croupier.lab.custom import STATE_MAX, After, CustomSystem
from croupier.lab.plan import Plan
from croupier.lab.simulate import lanes
from croupier.lab.simulate.bounds import Constants, UnprovenError, shown_to_fit
from croupier.lab.simulate.kept import kept_kernel
from croupier.lab.simulate.sessions import ENDINGS, TRIAL_SESSIONS, TRIAL_SPINS, Engine, Sessions, play_session
from croupier.lab.simulate.streams import LOW, passed_over_below
from croupier.lab.systems import (
    DAlembert,
    Fibonacci,
    Flat,
    GrandMartingale,
    Labouchere,
    Martingale,
    OneThreeTwoSix,
    OscarsGrind,
    Paroli,
    System,
)

Kernel = Callable[..., None]
Numbers = tuple[int, ...]

BITS = 64
"""With more pockets than this, the winning ones do not fit the bits of one number."""


@dataclass(frozen=True, slots=True)
class Width:
    """How wide a lane is, and the bankroll at which it stops."""

    dtype: type[np.signedinteger[Any]]
    most: int
    """The largest usable number."""
    still: int
    """With less money than this, 16 spins cannot take any number beyond ``most``, whatever the system."""
    beyond: int
    """A system's tally beyond this makes a session overflow."""

    def guard(self, ratio: int) -> int:
        """Return the bankroll at which a lane stops if a spin can make ``ratio`` of 1."""
        return min(self.still, self.most // ratio)


NARROW = Width(np.int32, 2**31 - 1, 2**26, 2**30)
WIDE = Width(np.int64, 2**53, 2**46, 2**52)

ROOM = 8
"""A bankroll must have room to grow this many times before its lane stops."""


class Form(NamedTuple):
    """A system as its kernel takes it."""

    kernel: Kernel
    wanted: int
    other: int
    setting: Any
    beginning: Numbers = ()
    """What else a session remembers at its start."""
    wide: bool = False
    after: Any = None
    """The custom function, compiled."""
    kept: bool = False
    """Whether the kernel has the custom function in it, and was kept on disk."""


def compiled_player(plan: Plan) -> CompiledPlayer | None:
    """Return the compiled player of a plan; None if its system or its numbers do not allow one."""
    form = _form(plan.system)
    width = None if form is None else _width(plan, form)
    if form is None or width is None:
        return None
    found = CompiledPlayer(plan, form, width)
    return None if isinstance(plan.system, CustomSystem) and not _agrees(found) else found


class CompiledPlayer:
    """Plays a plan in lanes."""

    engine: Engine = "numba"

    def __init__(self, plan: Plan, form: Form, width: Width) -> None:
        self.plan, self._form, self._width = plan, form, width
        self._scale = _scale(plan)
        self._rest = plan.bankroll % self._scale
        number = width.dtype
        self._wheel, self._table, lost, spread = _wheel(plan, self._scale)
        cost = plan.cost // self._scale
        target, low, high = self._exits(cost)
        over = plan.units_max if plan.over_maximum == "stop" else width.most
        most = min(plan.units_max, width.beyond // cost)
        self._terms = tuple(number(n) for n in (most, min(over, width.most), low, high, cost, lost, spread))
        self._bounds = (number(target), number(width.beyond))
        self._fewest = None if plan.short == "stop" else number(min(plan.units_min, width.most))
        self._start = (number(plan.bankroll // self._scale), number(form.wanted), number(form.other))

    def _exits(self, cost: int) -> Numbers:
        """Return the target, and the bankrolls at which a lane stops, in the lanes' own money."""
        plan, width = self.plan, self._width
        guard = width.guard(_ratio(plan, cost * self._scale))
        target = width.most if plan.target is None else -((self._rest - plan.target) // self._scale)
        low = -1 if plan.stop_loss is None else (plan.stop_loss - self._rest) // self._scale
        return min(target, width.most), low, min(target, guard)

    def __call__(self, seed: int, first: int, count: int) -> Sessions:
        """Play ``count`` sessions from number ``first`` on."""
        left = np.empty(count, self._width.dtype)
        spins, staked = np.empty(count, np.int64), np.empty(count, np.int64)
        endings = np.empty(count, np.uint8)
        key = (np.uint64(seed & LOW), np.uint64(seed >> 32))
        job = (
            (np.uint64(first), self.plan.spins),
            (key, self._wheel, self._table),
            self._start,
            self._terms,
            self._bounds,
            self._fewest,
            self._form.setting,
            np.array(self._form.beginning, dtype=np.int64),
            np.empty((lanes.LANES, len(self._form.beginning)), np.int64),
        )
        own = () if self._form.after is None or self._form.kept else (self._form.after,)
        try:
            self._form.kernel(job, lanes.room(self._width.dtype), (left, spins, staked, endings), *own)
        except (ArithmeticError, LookupError, ValueError):
            # Only a custom function fails. In plain Python it fails again and says at what.
            endings[:] = lanes.OVERFLOWED
        bankroll = left.astype(np.int64) * self._scale + self._rest
        return self._mended(seed, first, Sessions(bankroll, spins, staked * self.plan.cost, endings))

    def _mended(self, seed: int, first: int, sessions: Sessions) -> Sessions:
        """Replay the overflowed sessions in plain Python."""
        for session in np.flatnonzero(sessions.ending == lanes.OVERFLOWED).tolist():
            played = play_session(self.plan, seed, first + session)
            sessions.bankroll[session] = played.bankroll
            sessions.spins[session] = played.spins
            sessions.staked[session] = played.staked
            sessions.ending[session] = ENDINGS.index(played.ending)
        return sessions


def _scale(plan: Plan) -> int:
    return gcd(plan.cost, *plan.gains)


def _ratio(plan: Plan, cost: int) -> int:
    """Return a whole number above what a spin can make of a bankroll of 1."""
    return 1 + -(-max(*plan.gains, 0) // cost)


def _width(plan: Plan, form: Form) -> Width | None:
    """Choose the narrowest lanes with room for the plan's numbers."""
    scale = _scale(plan)
    largest = max(plan.bankroll, plan.target or 0) // scale + 1
    numbers = [abs(gain) // scale for gain in plan.gains]
    for width in (WIDE,) if form.wide else (NARROW, WIDE):
        guard = width.guard(_ratio(plan, plan.cost))
        if ROOM * largest <= guard and max(form.wanted, form.other) <= width.beyond and max(numbers) < 2**31:
            return width
    return None


def _wheel(plan: Plan, scale: int) -> tuple[Any, NDArray[np.int32] | None, int, int]:
    """Return the pockets, then what a code of 0 gains and what one more is worth.

    Where a unit gains one of two amounts, a code says which, and the pockets of
    the larger are the bits of a number. Otherwise a code is the gain itself.
    """
    gains = [gain // scale for gain in plan.gains]
    pockets = len(gains)
    bound = np.uint64(passed_over_below(pockets))
    lost, won = min(gains), max(gains)
    if set(gains) == {lost, won} and lost != won and pockets <= BITS:
        winning = sum(1 << pocket for pocket, gain in enumerate(gains) if gain == won)
        return (np.uint64(pockets), bound, np.uint64(winning)), None, lost, won - lost
    return (np.uint64(pockets), bound, np.uint64(0)), np.array(gains, dtype=np.int32), 0, 1


def _form(system: System) -> Form | None:
    """Find the kernel of a system. A class from elsewhere has none, nor has a subclass of ours."""
    make = _MADE.get(type(system))
    return _FORMS.get(type(system)) if make is None else make(system)


_FORMS: Mapping[type, Form] = {
    Martingale: Form(lanes.martingale, 1, 0, 0),
    GrandMartingale: Form(lanes.martingale, 1, 0, 1),
    DAlembert: Form(lanes.dalembert, 1, 0, 0),
    Fibonacci: Form(lanes.fibonacci, 1, 1, 0),
    OscarsGrind: Form(lanes.oscars_grind, 1, 0, 0),
    OneThreeTwoSix: Form(lanes.one_three_two_six, 1, 0, 0),
}


def _line_form(system: Labouchere) -> Form:
    line = np.array(system.line, dtype=np.int64)
    beginning = (0, len(system.line), *system.line, *([0] * (lanes.LINE - len(system.line))))
    wanted = system.stake(system.line)
    return Form(lanes.labouchere, wanted, 0, (line, system.longest), beginning, wide=True)


def _custom_form(system: CustomSystem) -> Form | None:
    """Compile a custom function, if it is proven to give the same whole numbers."""
    numbers = len(system.start)
    if system.hears:
        return None
    try:
        constants = shown_to_fit(system.function, numbers)
    except UnprovenError:
        return None
    after = _compiled_function(system.function, numbers, constants)
    if after is None:
        return None
    setting = (tuple(system.start), system.least, STATE_MAX)
    kept = kept_kernel(system.function, numbers, constants, after)
    if kept is not None:
        return Form(kept, system.start[0], 0, setting, system.start, wide=True, after=after, kept=True)
    return Form(lanes.custom, system.start[0], 0, setting, system.start, wide=True, after=after)


@lru_cache(maxsize=32)
def _compiled_function(function: After, numbers: int, _constants: Constants) -> Any:  # noqa: ANN401 - what Numba makes
    """Compile a function once, so that a loop around it is compiled once too; again if its constants change."""
    state = types.UniTuple(types.int64, numbers)  # type: ignore[no-untyped-call]
    try:
        # With its return type stated: otherwise Numba takes the 1 of (1, losses) for another kind of number.
        return njit(state(state, types.int64, types.boolean), nogil=True)(function)
    except (NumbaError, TypeError, NotImplementedError):
        return None


_MADE: Mapping[type, Callable[[Any], Form | None]] = {
    Flat: lambda system: Form(lanes.flat, system.units, 0, 0),
    Paroli: lambda system: Form(lanes.paroli, 1, 0, system.run),
    Labouchere: _line_form,
    CustomSystem: _custom_form,
}


def _agrees(compiled: CompiledPlayer) -> bool:
    """Whether some sessions of a custom system come out the same both ways."""
    plan = replace(compiled.plan, spins=min(compiled.plan.spins, TRIAL_SPINS))
    trial = CompiledPlayer(plan, compiled._form, compiled._width)(0, 0, TRIAL_SESSIONS)  # noqa: SLF001 - its own kind
    for session in range(TRIAL_SESSIONS):
        played = play_session(plan, 0, session)
        found = (trial.bankroll[session], trial.spins[session], trial.staked[session])
        if found != played[:3] or ENDINGS[trial.ending[session]] is not played.ending:
            return False
    return True
