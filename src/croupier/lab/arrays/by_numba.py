"""Settlement by loops that Numba compiles, once for each machine.

Importing this module compiles them, or loads what an earlier process compiled.

Row numbers and indices are unsigned where Numba would otherwise test each for
being negative, which doubles the time. A signed and an unsigned number never
meet in arithmetic: Numba would make floats of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import ParamSpec

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

from croupier.lab.arrays.columns import Rows, Settled
from croupier.lab.arrays.ruleset_arrays import RulesetArrays
from croupier.rules.stake import STAKE_MAX

Given = ParamSpec("Given")
Column = NDArray[np.int64]
Out = tuple[Column, Column, Column]

SHARE_MIN = 250_000
"""Fewer rows than this are not worth a thread: starting one takes as long as settling 100,000."""

THREADS_MAX = 8
"""Beyond this the memory is the bottleneck, not the cores."""


def settle_rows(arrays: RulesetArrays, rows: Rows, settled: Settled) -> bool:
    """Write the result of each row; False, with nothing to rely on, if anything is out of range."""
    shares = _shares(len(rows.positions))
    if len(shares) == 1:
        return _settle_share(arrays, rows, settled)

    def settle_share(share: slice) -> bool:
        return _settle_share(arrays, rows.share(share), settled.share(share))

    # Not Numba's own threads: those end the process after a fork, or when two callers meet.
    with ThreadPoolExecutor(len(shares) - 1) as pool:
        others = pool.map(settle_share, shares[1:])
        return settle_share(shares[0]) and all(others)


def _shares(count: int) -> list[slice]:
    """Divide the rows among the cores; asking how many there are takes longer than settling a thousand rows."""
    threads = 1 if count < 2 * SHARE_MIN else min(count // SHARE_MIN, os.cpu_count() or 1, THREADS_MAX)
    edges = [count * thread // threads for thread in range(threads + 1)]
    return [slice(start, stop) for start, stop in pairwise(edges)]


def _settle_share(arrays: RulesetArrays, rows: Rows, settled: Settled) -> bool:
    out = (settled.winnings, settled.returned, settled.collected)
    if len(rows.outcomes) == 1 and len(rows.before) == 1 and not rows.before[0]:
        pocket = int(rows.outcomes[0])
        return 0 <= pocket < len(arrays.pockets) and _one_outcome(
            rows.positions, rows.stakes, arrays.gains[pocket], arrays.at_risk_max, STAKE_MAX, out
        )
    limits = (arrays.at_risk_max, arrays.returned_below)
    return _each_outcome(rows.positions, rows.stakes, rows.outcomes, rows.before, arrays.gains, limits, STAKE_MAX, out)


def _compiled(*arguments: object) -> Callable[[Callable[Given, bool]], Callable[Given, bool]]:
    """Compile without the GIL, so that threads can share the rows.

    If no folder can be written to, neither the package's nor the user's,
    nothing is cached and each process compiles for itself.
    """

    def compiled(function: Callable[Given, bool]) -> Callable[Given, bool]:
        signature = types.boolean(*arguments)
        kernel: Callable[Given, bool]
        try:
            kernel = njit(signature, nogil=True, cache=True)(function)
        except (RuntimeError, OSError):
            kernel = njit(signature, nogil=True)(function)
        return kernel

    return compiled


_COLUMN = types.Array(types.int64, 1, "C", readonly=True)
_FLAGS = types.Array(types.boolean, 1, "C", readonly=True)
_GRID = types.Array(types.int64, 2, "C", readonly=True)
_LIMITS = types.UniTuple(_COLUMN, 2)  # type: ignore[no-untyped-call]
_OUT = types.UniTuple(types.Array(types.int64, 1, "C"), 3)  # type: ignore[no-untyped-call]


@_compiled(_COLUMN, _COLUMN, _COLUMN, _COLUMN, types.int64, _OUT)
def _one_outcome(positions: Column, stakes: Column, gains: Column, at_risk_max: Column, most: int, out: Out) -> bool:
    """Settle every row on the outcome whose gains these are; stop at a row that is out of range.

    ``most`` is STAKE_MAX, as an argument because a cached compiled loop would not
    notice a change in another file.
    """
    winnings, returned, collected = out
    places = np.uint64(gains.shape[0])
    for row in range(positions.shape[0]):
        place = np.uint64(positions[row])
        stake = stakes[row]
        if place >= places or stake < 1 or stake > most:
            return False
        gain = gains[place]
        at_risk = min(stake, at_risk_max[place])
        lost = at_risk if gain < 0 else 0
        winnings[row] = at_risk * gain + lost
        returned[row] = stake - lost
        collected[row] = lost
    return True


@_compiled(_COLUMN, _COLUMN, _COLUMN, _FLAGS, _GRID, _LIMITS, types.int64, _OUT)
def _each_outcome(  # noqa: PLR0913, PLR0917 - the arrays of a row and of the ruleset
    positions: Column,
    stakes: Column,
    outcomes: Column,
    before: NDArray[np.bool_],
    gains: Column,
    limits: tuple[Column, Column],
    most: int,
    out: Out,
) -> bool:
    """Settle each row on its own outcome and flag; an array of length one applies to all rows."""
    winnings, returned, collected = out
    at_risk_max, returned_below = limits
    pockets, places = np.uint64(gains.shape[0]), np.uint64(gains.shape[1])
    outcome_step = np.uint64(0 if outcomes.shape[0] == 1 else 1)
    before_step = np.uint64(0 if before.shape[0] == 1 else 1)
    for row in range(positions.shape[0]):
        place = np.uint64(positions[row])
        pocket = np.uint64(outcomes[np.uint64(row) * outcome_step])
        stake = stakes[row]
        if place >= places or pocket >= pockets or stake < 1 or stake > most:
            return False
        gain = gains[pocket, place]
        at_risk = min(stake, at_risk_max[place])
        # Branch-free: the branch would be unpredictable.
        at_risk = 0 if before[np.uint64(row) * before_step] & (stake < returned_below[place]) else at_risk
        lost = at_risk if gain < 0 else 0
        winnings[row] = at_risk * gain + lost
        returned[row] = stake - lost
        collected[row] = lost
    return True
