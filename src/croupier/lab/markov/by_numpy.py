"""The loops of the Markov chains in NumPy: there at once, while the compiled ones take seconds to be made ready.

Each function has the arguments and the meaning of its namesake in ``loops``. A stretch of spins is one
map from places to places, worked out beforehand, and a spin is a sum over it. Sums are formed in
another order than in the compiled loops, within the same bound on the error; chances too small to matter are dropped
at the end of a stretch and not after every spin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]
Chances = NDArray[np.float64]
Graph = tuple[Places, Places, Places, Places, Places, NDArray[np.bool_]]
Gains = tuple[Places, Chances]

TARGET, STOP_LOSS, OVER_MAXIMUM, SHORT, SPINS, PLAYS, DROPPED = range(7)
FIRST, LAST, UNITS, WON, LOST = range(5)
FAR = 2**62
MANY = 20_000_000


def _rows(graph: Graph) -> tuple[Places, Places]:
    """Return the state of each move in force, and the move's row."""
    begins, finishes, *_ = graph
    count = finishes - begins
    state = np.repeat(np.arange(len(begins)), count)
    within = np.arange(len(state)) - np.repeat(np.cumsum(count) - count, count)
    return state, begins[state] + within


def _to(moves: Places, state: Places, shift: Places) -> Places:
    """Return the state after a gain of so many places."""
    after: Places = np.where(shift == 0, state, np.where(shift > 0, moves[:, WON], moves[:, LOST]))
    return after


def survey(
    step: int, spins: int, graph: Graph, gains: Gains, hulls: tuple[Places, ...], mass: Chances, least: float
) -> int:
    """Find between which places each state can have a bankroll, from step to step."""
    high, states = graph[4], len(graph[4])
    first, last, first_ever, last_ever = hulls
    state, row = _rows(graph)
    moves = graph[2][row]
    shifts = [change * moves[:, UNITS] for change in gains[0].tolist()]
    goals = [_to(moves, state, shift) for shift in shifts]
    for now in range(step, spins + 1):
        if np.any((mass > least) & (last >= high)):
            return now
        if now == spins:
            break
        low, top = np.maximum(first[state], moves[:, FIRST]), np.minimum(last[state], moves[:, LAST] - 1)
        used = (low <= top) & (mass[state] > least)
        next_mass, next_first, next_last = np.zeros(states), np.full(states, FAR), np.full(states, -1)
        for chance, shift, goal in zip(gains[1].tolist(), shifts, goals, strict=True):
            to = goal[used]
            next_mass += np.bincount(to, chance * mass[state[used]], minlength=states)
            np.minimum.at(next_first, to, low[used] + shift[used])
            np.maximum.at(next_last, to, top[used] + shift[used])
        mass[:], first[:], last[:] = np.minimum(next_mass, 1.0), next_first, next_last
        seen = mass > least
        first_ever[seen] = np.minimum(first_ever, first)[seen]
        last_ever[seen] = np.maximum(last_ever, last)[seen]
    return -1


class _Map(NamedTuple):
    """Where the chances of a stretch go with every spin: cells of all states, then the five endings, then the drop."""

    source: Places
    goal: Places
    share: Chances
    units: Chances
    """What is laid in each cell."""
    cells: int
    width: int
    """Places of an ending."""


def play_on(  # noqa: PLR0913, PLR0917 - as its namesake
    steps: int,
    graph: Graph,
    gains: Gains,
    ends: tuple[int, int],
    windows: tuple[Places, ...],
    active: tuple[Places, Places],
    chances: tuple[Chances, Chances],
    ended: tuple[Chances, ...],
    least: float,
    counts: bool,  # noqa: FBT001 - as its namesake
) -> tuple[float, float]:
    """Carry chances over some steps; say how much was dropped on the way, and how many units were laid if it counts."""
    total, lost_digits, by_step = ended
    map_ = _map(graph, gains, ends, windows, total.shape[1])
    out = map_.cells + total.size
    carried = _spin(map_, out + 1, steps)
    cells, dropped, laid = chances[0].copy(), 0.0, 0.0
    for step in range(1, steps + 1):
        if counts:
            laid += float(map_.units @ cells)
        now = carried(cells)
        cells, arrived = now[: map_.cells], now[map_.cells : out].reshape(total.shape)
        _add(total, lost_digits, arrived)
        by_step[step] += arrived.sum(axis=1)
        dropped += float(now[out])
    dropped += _close(active, windows, cells, least)
    chances[steps % 2][:] = cells
    return dropped, laid


def _spin(map_: _Map, size: int, steps: int) -> Callable[[Chances], Chances]:
    """Return what carries the chances on by a spin: a sparse matrix if it is used often enough to pay for SciPy."""
    if len(map_.goal) * steps < MANY:

        def carried(cells: Chances) -> Chances:
            weights = cells[map_.source] * map_.share
            sums: Chances = np.bincount(map_.goal, weights, minlength=size)  # type: ignore[assignment]
            return sums

        return carried
    from scipy.sparse import csr_matrix  # noqa: PLC0415 - some tenths of a second

    matrix = csr_matrix((map_.share, (map_.goal, map_.source)), shape=(size, map_.cells))
    return lambda cells: matrix @ cells


def _map(graph: Graph, gains: Gains, ends: tuple[int, int], windows: tuple[Places, ...], width: int) -> _Map:
    offset, window, window_end = windows
    cells, origin = int(offset[-1]), int(window[-1])
    state, row = _rows(graph)
    moves = graph[2][row]
    begin = np.maximum(window[:-1][state], moves[:, FIRST])
    count = np.maximum(np.minimum(window_end[state], moves[:, LAST]) - begin, 0)
    move = np.repeat(np.arange(len(state)), count)
    place = begin[move] + np.arange(len(move)) - np.repeat(np.cumsum(count) - count, count)
    source = offset[:-1][state[move]] + place - window[:-1][state[move]]
    units = np.zeros(cells)
    units[source] = moves[move, UNITS]
    goals, shares = [], []
    for change, chance in zip(gains[0].tolist(), gains[1].tolist(), strict=True):
        shift = change * moves[:, UNITS]
        to, there = _to(moves, state, shift)[move], place + shift[move]
        inside = (window[:-1][to] <= there) & (there < window_end[to])
        way = _ending(there, to, graph, ends)
        goal = np.where(way == PLAYS, offset[:-1][to] + there - window[:-1][to], cells + way * width + there - origin)
        goals.append(np.where(inside & (way != DROPPED), goal, cells + 5 * width))
        shares.append(np.full(len(move), chance))
    return _Map(np.tile(source, len(goals)), np.concatenate(goals), np.concatenate(shares), units, cells, width)


def _ending(place: Places, state: Places, graph: Graph, ends: tuple[int, int]) -> Places:
    """Say how sessions end that come to these places in these states; PLAYS or DROPPED where they do not."""
    _, _, _, low, high, over = graph
    target, stop = ends
    cases = [place >= target, place <= stop, over[state], place >= high[state], place < low[state]]
    found: Places = np.select(cases, [TARGET, STOP_LOSS, OVER_MAXIMUM, DROPPED, SHORT], PLAYS)
    return found


def _add(total: Chances, lost_digits: Chances, arrived: Chances) -> None:
    """Add with the rounding kept apart, as the compiled loops do."""
    after = total + arrived
    larger = np.maximum(total, arrived)
    lost_digits += (larger - after) + np.minimum(total, arrived)
    total[:] = after


def _close(active: tuple[Places, Places], windows: tuple[Places, ...], cells: Chances, least: float) -> float:
    """Drop the chances that are too small, draw the bounds of each state close, and return how much was dropped."""
    offset, window, _ = windows
    first, after = active
    small = cells < least
    dropped = float(cells[small].sum())
    cells[small] = 0.0
    first[:], after[:] = FAR, -1
    kept = np.flatnonzero(~small)
    if len(kept):
        state = np.searchsorted(offset, kept, side="right") - 1
        place = kept - offset[:-1][state] + window[:-1][state]
        np.minimum.at(first, state, place)
        np.maximum.at(after, state, place + 1)
    return dropped


def relay(
    active: tuple[Places, Places], old_at: Places, old: Chances, at: Places, chances: Chances, mass: Chances
) -> None:
    """Bring the chances of all states over to other windows, and add them up state by state."""
    first, after = active
    mass[:] = 0.0
    for state in np.flatnonzero(first < after).tolist():
        start, end = int(first[state]), int(after[state])
        part = old[old_at[state] + start : old_at[state] + end]
        mass[state] = part.sum()
        chances[at[state] + start : at[state] + end] = part


def collect(
    active: tuple[Places, Places], at: Places, chances: Chances, ended: Chances, lost_digits: Chances, origin: int
) -> None:
    """Add the sessions that are still playing after the last spin to those that have ended."""
    first, after = active
    for state in np.flatnonzero(first < after).tolist():
        start, end = int(first[state]), int(after[state])
        row = slice(start - origin, end - origin)
        arrived = chances[at[state] + start : at[state] + end]
        _add(ended[SPINS : SPINS + 1, row], lost_digits[SPINS : SPINS + 1, row], arrived[None])
