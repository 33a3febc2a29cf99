"""The same spins in another order, very often: what tests of order compare a sample with.

Compiled, because a shuffle is a loop. Each draw has a stream of its own, seeded
from the seed and the draw's number, so that results do not depend on threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

LAGS = 5
SPINS_AT_ONCE = 4_000_000
"""Spins between two checks of the clock; few enough that Ctrl-C takes effect at once."""

_compiled = numba.njit(cache=True, nogil=True)


@_compiled
def _next(state: Any) -> Any:  # noqa: ANN401 - compiled: an unsigned 64-bit number, whatever NumPy calls it
    """Splitmix64: a counter through a mixing function."""
    mixed = state
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@_compiled
def _shuffle(spins: Any, seed: Any, draw: int) -> None:  # noqa: ANN401 - see above
    """Fisher and Yates; 32 random bits per step, scaled, so a place is off fair by less than n in 4 billion."""
    golden = np.uint64(0x9E3779B97F4A7C15)
    state = _next(_next(np.uint64(seed) + golden) + np.uint64(draw) * golden)
    for last in range(len(spins) - 1, 0, -1):
        state += golden
        place = ((_next(state) >> np.uint64(32)) * np.uint64(last + 1)) >> np.uint64(32)
        spins[last], spins[np.int64(place)] = spins[np.int64(place)], spins[last]


@_compiled
def _steps(spins: Any, pockets: int, steps: Any) -> None:  # noqa: ANN401 - see above
    """Count how far the ball moved around the wheel from each spin to the one ``lag`` later."""
    steps[:] = 0
    for later in range(1, len(spins)):
        here = np.int64(spins[later])
        for lag in range(1, min(later, len(steps)) + 1):
            moved = here - np.int64(spins[later - lag])
            steps[lag - 1, moved + pockets if moved < 0 else moved] += 1


@_compiled
def _change(spins: Any, pockets: int, edge: int, entropy: Any) -> Any:  # noqa: ANN401 - see above
    """Scan for the moment that parts the spins best in two: twice the log likelihood ratio, and the moment."""
    length = len(spins)
    before, after = np.zeros(pockets, dtype=np.int64), np.zeros(pockets, dtype=np.int64)
    for pocket in spins:
        after[pocket] += 1
    total = entropy[length]
    parts = 0.0
    for count in after:
        total -= entropy[count]
        parts += entropy[count]
    best, at = 0.0, 0
    for moment in range(length - edge):
        pocket = spins[moment]
        was, left = before[pocket], after[pocket]
        parts += entropy[was + 1] - entropy[was] + entropy[left - 1] - entropy[left]
        before[pocket], after[pocket] = was + 1, left - 1
        if moment + 1 >= edge:
            ratio = parts + total - entropy[moment + 1] - entropy[length - moment - 1]
            if ratio > best:
                best, at = ratio, moment + 1
    return 2.0 * best, at


@_compiled
def _measure(spins: Any, pockets: int, edge: int, entropy: Any, steps: Any) -> Any:  # noqa: ANN401 - see above
    _steps(spins, pockets, steps)
    return _change(spins, pockets, edge, entropy)


@_compiled
def _draws(  # noqa: PLR0913, PLR0917 - see above
    given: Any,  # noqa: ANN401
    pockets: int,
    edge: int,
    entropy: Any,  # noqa: ANN401
    seed: Any,  # noqa: ANN401
    first: int,
    steps: Any,  # noqa: ANN401
    change: Any,  # noqa: ANN401
) -> None:
    spins = np.empty_like(given)
    for draw in range(len(change)):
        spins[:] = given
        _shuffle(spins, seed, first + draw)
        change[draw] = _measure(spins, pockets, edge, entropy, steps[draw])[0]


def edge_of(length: int) -> int:
    """How many spins must lie on either side of a change: a tenth, and at least 20."""
    return max(20, length // 10)


def measured(spins: NDArray[np.uint8], pockets: int) -> tuple[NDArray[np.int64], float, int]:
    """Measure spins as they are: steps by lag, and the best moment of change with its statistic."""
    steps = np.zeros((LAGS, pockets), dtype=np.int64)
    change, at = _measure(spins, pockets, edge_of(len(spins)), _entropy(len(spins)), steps)
    return steps, float(change), int(at)


def shuffled(
    spins: NDArray[np.uint8], pockets: int, draws: int, seed: int, progress: Callable[[int], None] | None = None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Measure the same spins in ``draws`` other orders. ``progress`` is called with how many are done."""
    steps = np.zeros((draws, LAGS, pockets), dtype=np.int32)
    change = np.zeros(draws)
    edge, entropy = edge_of(len(spins)), _entropy(len(spins))
    chunk = max(1, min(64, SPINS_AT_ONCE // len(spins)))

    def work(first: int) -> int:
        part = slice(first, first + chunk)
        _draws(spins, pockets, edge, entropy, np.uint64(seed), first, steps[part], change[part])
        return min(chunk, draws - first)

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        waiting = [pool.submit(work, first) for first in range(0, draws, chunk)]
        done = 0
        try:
            for each in waiting:
                done += each.result()
                if progress is not None:
                    progress(done)
        except BaseException:
            for each in waiting:
                each.cancel()
            raise
    return steps.astype(np.int64), change


@lru_cache(maxsize=2)
def _entropy(length: int) -> NDArray[np.float64]:
    """Return n log n for every possible count."""
    numbers = np.arange(length + 1, dtype=np.float64)
    numbers[1:] *= np.log(numbers[1:])
    return numbers
