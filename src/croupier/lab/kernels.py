"""The settlement of one row after another, compiled by Numba once for each machine.

Row numbers and table indices are unsigned where Numba would otherwise add a
test for negative ones, which doubles the time. A signed and an unsigned number
are never mixed in arithmetic: Numba would make floats of them.
Importing this module compiles, or loads what an earlier process compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numpy as np
from numba import njit, types
from numpy.typing import NDArray

Given = ParamSpec("Given")
Returned = TypeVar("Returned")
Ints = NDArray[np.int64]
Out = tuple[Ints, Ints, Ints]


def _one_outcome(positions: Ints, stakes: Ints, gains: Ints, at_risk_max: Ints, stake_max: int, out: Out) -> bool:
    """Settle every row on the outcome whose gains these are; stop at a row that is out of range."""
    winnings, returned, collected = out
    places = np.uint64(gains.shape[0])
    for row in range(positions.shape[0]):
        place = np.uint64(positions[row])
        stake = stakes[row]
        if place >= places or stake < 1 or stake > stake_max:
            return False
        gain = gains[place]
        at_risk = min(stake, at_risk_max[place])
        lost = at_risk if gain < 0 else 0
        winnings[row] = at_risk * gain + lost
        returned[row] = stake - lost
        collected[row] = lost
    return True


def _each_outcome(  # noqa: PLR0913 - one for each array
    positions: Ints,
    stakes: Ints,
    outcomes: Ints,
    before: NDArray[np.bool_],
    gains: Ints,
    at_risk_max: Ints,
    returned_below: Ints,
    stake_max: int,
    out: Out,
) -> bool:
    """Settle each row on its own outcome and flag; where there is one for all, the array has a length of one."""
    winnings, returned, collected = out
    pockets, places = np.uint64(gains.shape[0]), np.uint64(gains.shape[1])
    outcome_step = np.uint64(0 if outcomes.shape[0] == 1 else 1)
    before_step = np.uint64(0 if before.shape[0] == 1 else 1)
    for row in range(positions.shape[0]):
        place = np.uint64(positions[row])
        pocket = np.uint64(outcomes[np.uint64(row) * outcome_step])
        stake = stakes[row]
        if place >= places or pocket >= pockets or stake < 1 or stake > stake_max:
            return False
        gain = gains[pocket, place]
        goes_back = before[np.uint64(row) * before_step] & (stake < returned_below[place])
        at_risk = 0 if goes_back else min(stake, at_risk_max[place])
        lost = at_risk if gain < 0 else 0
        winnings[row] = at_risk * gain + lost
        returned[row] = stake - lost
        collected[row] = lost
    return True


def _compiled(function: Callable[Given, Returned], *arguments: object) -> Callable[Given, Returned]:
    """Compile without the interpreter's lock, so that threads can share the rows.

    Where no folder can be written to, neither the package's nor the user's,
    nothing is kept and each process compiles for itself.
    """
    signature = types.boolean(*arguments)
    try:
        kept: Callable[Given, Returned] = njit(signature, nogil=True, cache=True)(function)
    except (RuntimeError, OSError):
        anew: Callable[Given, Returned] = njit(signature, nogil=True)(function)
        return anew
    return kept


_COLUMN = types.Array(types.int64, 1, "C", readonly=True)
_FLAGS = types.Array(types.boolean, 1, "C", readonly=True)
_GRID = types.Array(types.int64, 2, "C", readonly=True)
_OUT = types.UniTuple(types.Array(types.int64, 1, "C"), 3)

one_outcome = _compiled(_one_outcome, _COLUMN, _COLUMN, _COLUMN, _COLUMN, types.int64, _OUT)
each_outcome = _compiled(_each_outcome, _COLUMN, _COLUMN, _COLUMN, _FLAGS, _GRID, _COLUMN, _COLUMN, types.int64, _OUT)
