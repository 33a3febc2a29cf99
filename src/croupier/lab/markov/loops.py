"""The compiled loops of the Markov chains. Importing this module compiles them, or loads what was compiled before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

Loop = TypeVar("Loop", bound=Callable[..., Any])
Places = NDArray[np.int64]
Chances = NDArray[np.float64]

TARGET, STOP_LOSS, OVER_MAXIMUM, SHORT, SPINS, PLAYS, DROPPED = range(7)
"""How sessions end, in the order of ``Ending``, and what is no ending."""

FIRST, LAST, UNITS, WON, LOST = range(5)
"""Columns of a move."""


def _compiled(signature: object) -> Callable[[Loop], Loop]:
    """Compile now, and cache the result on disk if a folder can be written to."""

    def compiled(function: Loop) -> Loop:
        loop: Any
        try:
            loop = njit(signature, nogil=True, cache=True)(function)
        except (RuntimeError, OSError):
            loop = njit(signature, nogil=True)(function)
        return cast("Loop", loop)

    return compiled


_I1 = types.Array(types.int64, 1, "C")
_I2 = types.Array(types.int64, 2, "C")
_F1 = types.Array(types.float64, 1, "C")
_F2 = types.Array(types.float64, 2, "C")
_B1 = types.Array(types.boolean, 1, "C")
_GRAPH = types.Tuple((_I1, _I1, _I2, _I1, _I1, _B1))  # type: ignore[no-untyped-call]
_GAINS = types.Tuple((_I1, _F1))  # type: ignore[no-untyped-call]
_ENDS = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]
_HULLS = types.UniTuple(_I1, 4)  # type: ignore[no-untyped-call]
_WINDOWS = types.UniTuple(_I1, 3)  # type: ignore[no-untyped-call]
_ENDED = types.UniTuple(_F2, 3)  # type: ignore[no-untyped-call]
_BOTH = types.UniTuple(_F1, 2)  # type: ignore[no-untyped-call]
_PAIR = types.UniTuple(types.float64, 2)  # type: ignore[no-untyped-call]
_ACTIVE = types.UniTuple(_I1, 2)  # type: ignore[no-untyped-call]
_FOUR = types.UniTuple(types.int64, 4)  # type: ignore[no-untyped-call]

Graph = tuple[Places, Places, Places, Places, Places, NDArray[np.bool_]]
Gains = tuple[Places, Chances]


@_compiled(types.int64(types.int64, types.int64, _GRAPH, _GAINS, _HULLS, _F1, types.float64))
def survey(  # noqa: C901 - one pass over moves and gains
    step: int, spins: int, graph: Graph, gains: Gains, hulls: tuple[Places, ...], mass: Chances, least: float
) -> int:
    """Find between which places each state can have a bankroll, from step to step.

    Stops after a step that takes a state with more than ``least`` chance beyond
    what is known of it, and says after which; -1 when all is done.
    ``hulls`` are the first and last place of each state now, and of all steps so
    far. ``mass`` is a bound from above on the chance of each state, since it takes no
    account of sessions that end.
    """
    begins, finishes, moves, _, high, _ = graph
    change, chance = gains
    first, last, first_ever, last_ever = hulls
    states = len(high)
    next_mass, next_first, next_last = np.empty_like(mass), np.empty_like(first), np.empty_like(last)
    for now in range(step, spins + 1):
        for state in range(states):
            if mass[state] > least and last[state] >= high[state]:
                return now
        if now == spins:
            break
        next_mass[:] = 0.0
        next_first[:] = 2**62
        next_last[:] = -1
        for state in range(states):
            if mass[state] <= least:
                continue
            for move in range(begins[state], finishes[state]):
                low = max(first[state], moves[move, FIRST])
                top = min(last[state], moves[move, LAST] - 1)
                if low > top:
                    continue
                for case in range(len(change)):
                    shift = change[case] * moves[move, UNITS]
                    to = state if shift == 0 else moves[move, WON] if shift > 0 else moves[move, LOST]
                    next_mass[to] = min(1.0, next_mass[to] + chance[case] * mass[state])
                    next_first[to] = min(next_first[to], low + shift)
                    next_last[to] = max(next_last[to], top + shift)
        for state in range(states):
            mass[state], first[state], last[state] = next_mass[state], next_first[state], next_last[state]
            if mass[state] > least:
                first_ever[state] = min(first_ever[state], first[state])
                last_ever[state] = max(last_ever[state], last[state])
    return -1


@_compiled(types.void(_F2, _F2, types.int64, types.int64, types.float64))
def _add(ended: Chances, lost_digits: Chances, row: int, place: int, chance: float) -> None:
    """Add with the rounding kept apart (Kahan, as mended by Neumaier), so that many small chances add up right."""
    before = ended[row, place]
    after = before + chance
    if before >= chance:
        lost_digits[row, place] += (before - after) + chance
    else:
        lost_digits[row, place] += (chance - after) + before
    ended[row, place] = after


@_compiled(types.int64(types.int64, types.int64, types.int64, types.boolean, _ENDS))
def _ending(place: int, low: int, high: int, over: bool, ends: tuple[int, int]) -> int:  # noqa: FBT001 - compiled
    """Say how a session ends that comes to this place in a state; PLAYS or DROPPED if it does not."""
    target, stop = ends
    if place >= target:
        return TARGET
    if place <= stop:
        return STOP_LOSS
    if over:
        return OVER_MAXIMUM
    if place >= high:
        return DROPPED
    return SHORT if place < low else PLAYS


@_compiled(types.float64(_I1, _I1, _GRAPH, _ENDS, _WINDOWS, _F1, _ENDED, types.int64, types.float64))
def _end_sessions(  # noqa: PLR0913, PLR0917 - the state of a loop
    first: Places,
    after: Places,
    graph: Graph,
    ends: tuple[int, int],
    windows: tuple[Places, ...],
    chances: Chances,
    ended: tuple[Chances, ...],
    step: int,
    least: float,
) -> float:
    """Move what has ended out of the states, draw the windows close, and say how much was dropped."""
    _, _, _, low, high, over = graph
    offset, window, _ = windows
    total, lost_digits, by_step = ended
    dropped = 0.0
    for state in range(len(low)):
        start, end = first[state], after[state]
        at = offset[state] - window[state]
        # From the left to the first place that plays, then from the right to the last.
        while start < end:
            row = _ending(start, low[state], high[state], over[state], ends)
            chance = chances[at + start]
            if row == PLAYS and chance >= least:
                break
            if row < PLAYS:
                _add(total, lost_digits, row, start - window[-1], chance)
                by_step[step, row] += chance
            else:
                dropped += chance
            chances[at + start] = 0.0
            start += 1
        while start < end:
            row = _ending(end - 1, low[state], high[state], over[state], ends)
            chance = chances[at + end - 1]
            if row == PLAYS and chance >= least:
                break
            if row < PLAYS:
                _add(total, lost_digits, row, end - 1 - window[-1], chance)
                by_step[step, row] += chance
            else:
                dropped += chance
            chances[at + end - 1] = 0.0
            end -= 1
        first[state], after[state] = start, end
    return dropped


@_compiled(types.float64(_FOUR, _FOUR, types.float64, _F1, _F1))
def _carry(
    source: tuple[int, int, int, int], goal: tuple[int, int, int, int], share: float, now: Chances, then: Chances
) -> float:
    """Carry a share of the chances of some places to another state, and say how much fell outside its window.

    ``source`` is where place 0 of the state stands, its first place and the one after the
    last, and the gain. ``goal`` is where place 0 of the other state stands, and its window.
    """
    at, begin, end, shift = source
    to, window, window_end, _ = goal
    inside = min(max(begin, window - shift), end)
    outside = max(inside, min(end, window_end - shift))
    dropped = 0.0
    for place in range(begin, inside):
        dropped += share * now[at + place]
    for place in range(outside, end):
        dropped += share * now[at + place]
    here, there = at + inside, to + inside + shift
    for place in range(outside - inside):
        then[there + place] += share * now[here + place]
    return dropped


@_compiled(_PAIR(types.int64, _GRAPH, _GAINS, _ENDS, _WINDOWS, _ACTIVE, _BOTH, _ENDED, types.float64, types.boolean))
def play_on(  # noqa: PLR0913, PLR0917 - the state of a loop
    steps: int,
    graph: Graph,
    gains: Gains,
    ends: tuple[int, int],
    windows: tuple[Places, ...],
    active: tuple[Places, Places],
    chances: tuple[Chances, Chances],
    ended: tuple[Chances, ...],
    least: float,
    counts: bool,  # noqa: FBT001 - compiled
) -> tuple[float, float]:
    """Carry chances over some steps; say how much was dropped on the way, and how many units were laid if it counts.

    ``windows`` are, per state, the offset into ``chances``, the place that stands there and
    the place after its last; the second has one more entry, the place of column 0 of
    ``ended``. ``active`` is, per state, the first place with a chance and the one after the last.
    The first of ``chances`` is where they are, the second is empty; they change places with
    every step. Chances below ``least`` at the edge of a window are dropped, and so is
    what leaves a window.
    """
    begins, finishes, moves, low, _, _ = graph
    change, chance = gains
    offset, window, window_end = windows
    first, after = active
    now, then = chances
    next_first, next_after = np.empty_like(first), np.empty_like(after)
    dropped, laid = 0.0, 0.0
    for step in range(1, steps + 1):
        next_first[:] = 2**62
        next_after[:] = -1
        for state in range(len(low)):
            if first[state] >= after[state]:
                continue
            at = offset[state] - window[state]
            for move in range(begins[state], finishes[state]):
                begin, end = max(first[state], moves[move, FIRST]), min(after[state], moves[move, LAST])
                if begin >= end:
                    continue
                if counts:
                    laid += moves[move, UNITS] * now[at + begin : at + end].sum()
                for case in range(len(change)):
                    shift = change[case] * moves[move, UNITS]
                    to = state if shift == 0 else moves[move, WON] if shift > 0 else moves[move, LOST]
                    goal = (offset[to] - window[to], window[to], window_end[to], 0)
                    dropped += _carry((at, begin, end, shift), goal, chance[case], now, then)
                    next_first[to] = min(next_first[to], max(begin + shift, window[to]))
                    next_after[to] = max(next_after[to], min(end + shift, window_end[to]))
            now[at + first[state] : at + after[state]] = 0.0
        first[:] = next_first
        after[:] = next_after
        dropped += _end_sessions(first, after, graph, ends, windows, then, ended, step, least)
        now, then = then, now
    return dropped, laid


@_compiled(types.void(_ACTIVE, _I1, _F1, _I1, _F1, _F1))
def relay(
    active: tuple[Places, Places], old_at: Places, old: Chances, at: Places, chances: Chances, mass: Chances
) -> None:
    """Bring the chances of all states over to other windows, and add them up state by state."""
    first, after = active
    for state in range(len(first)):
        total = 0.0
        for place in range(first[state], after[state]):
            chance = old[old_at[state] + place]
            chances[at[state] + place] = chance
            total += chance
        mass[state] = total


@_compiled(types.void(_ACTIVE, _I1, _F1, _F2, _F2, types.int64))
def collect(
    active: tuple[Places, Places], at: Places, chances: Chances, ended: Chances, lost_digits: Chances, origin: int
) -> None:
    """Add the sessions that are still playing after the last spin to those that have ended."""
    first, after = active
    for state in range(len(first)):
        for place in range(first[state], after[state]):
            _add(ended, lost_digits, SPINS, place - origin, chances[at[state] + place])
