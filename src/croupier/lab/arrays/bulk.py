"""Settlement of many wagers at once.

Two engines give the same integers: compiled loops if Numba is installed,
whole-array arithmetic otherwise, and as a cross-check.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any, Literal, NoReturn, get_args

import numpy as np
from numpy.typing import NDArray

from croupier.lab.arrays import by_numpy
from croupier.lab.arrays.columns import (
    Rows,
    Settled,
    check_length,
    check_stakes,
    first_outside,
    flags,
    whole_numbers,
    within,
)
from croupier.lab.arrays.ruleset_arrays import RulesetArrays
from croupier.rules.errors import CroupierError, StakeError, UnknownPocketError, UnknownPositionError

Engine = Literal["numba", "numpy"]
SettleRows = Callable[[RulesetArrays, Rows, Settled], bool]


class EngineError(CroupierError):
    """An engine that is unknown or not installed."""


def settle_many(
    arrays: RulesetArrays,
    positions: NDArray[np.integer],
    stakes: NDArray[np.integer],
    outcome: int | NDArray[np.integer],
    *,
    under_minimum_before: bool | NDArray[np.bool_] | None = None,
    engine: Engine | None = None,
) -> Settled:
    """Settle each row as ``croupier.settle`` would: the stake of one player on one bet.

    Positions and outcome are indices into ``arrays``; the outcome is one pocket
    for all rows or one for each. A player's chips on one bet must be one row,
    because limits count them together: ``merge`` adds them up.
    ``under_minimum_before`` says, for all rows or for each, that its player has
    had stakes under the minimum settled in an earlier round. A call costs some
    10 µs before the first row, so it pays from about a hundred rows on.
    """
    settle_rows = _engine(engine)
    rows = _rows(arrays, positions, stakes, outcome, False if under_minimum_before is None else under_minimum_before)
    # One block: three smaller ones came in more and smaller pages, and took twice as long to fill.
    block = np.empty((3, len(rows.positions)), dtype=np.int64)
    settled = Settled(block[0], block[1], block[2])
    if not settle_rows(arrays, rows, settled):
        _refuse(arrays, rows, positions, stakes, outcome)
    return settled


def _rows(arrays: RulesetArrays, positions: object, stakes: object, outcome: object, before: object) -> Rows:
    """Check everything except the range of the numbers, which the engines check as they go."""
    rows = Rows(
        whole_numbers(positions, "positions", UnknownPositionError),
        whole_numbers(stakes, "stakes", StakeError),
        _outcomes(arrays, outcome),
        flags(before, "under_minimum_before"),
    )
    count = len(rows.positions)
    check_length(rows.stakes, count, "stakes", StakeError)
    if isinstance(outcome, np.ndarray) and outcome.ndim:
        check_length(rows.outcomes, count, "outcome", UnknownPocketError)
    if isinstance(before, np.ndarray):
        check_length(rows.before, count, "under_minimum_before", StakeError)
    return rows


def _outcomes(arrays: RulesetArrays, outcome: object) -> NDArray[np.int64]:
    if isinstance(outcome, np.ndarray) and outcome.ndim:
        return whole_numbers(outcome, "outcome", UnknownPocketError)
    index = None if isinstance(outcome, bool) else _whole(outcome)
    if index is None:
        raise UnknownPocketError(
            f"outcome: the index of a pocket, as pocket_index gives it, or an array, not {type(outcome).__name__}"
        )
    if not 0 <= index < len(arrays.pockets):
        raise UnknownPocketError(f"outcome: {_pockets(arrays)}, not {index}")
    return np.array([index], dtype=np.int64)


def _whole(value: Any) -> int | None:  # noqa: ANN401 - it is the question what this is
    try:
        return operator.index(value)
    except TypeError:
        return None


def _refuse(
    arrays: RulesetArrays,
    rows: Rows,
    positions: Any,  # noqa: ANN401 - as given
    stakes: Any,  # noqa: ANN401 - the same
    outcome: Any,  # noqa: ANN401 - the same
) -> NoReturn:
    """Say what is out of range: the first such row of the first such column."""
    last = len(arrays.positions) - 1
    if not within(rows.positions, 0, last):
        row = first_outside(rows.positions, 0, last)
        given = positions[row]
        raise UnknownPositionError(f"row {row}: {arrays.ruleset.ref} has the positions 0 to {last}, not {given}")
    check_stakes(rows.stakes, stakes)
    row = first_outside(rows.outcomes, 0, len(arrays.pockets) - 1)
    raise UnknownPocketError(f"row {row}: {_pockets(arrays)}, not {outcome[row]}")


def _pockets(arrays: RulesetArrays) -> str:
    return f"{arrays.ruleset.ref} has the pockets 0 to {len(arrays.pockets) - 1}"


def _engine(engine: str | None) -> SettleRows:
    if engine is not None and engine not in get_args(Engine):
        raise EngineError(f"no engine {engine!r:.40}; there are {' and '.join(get_args(Engine))}")
    if engine == "numpy":
        return by_numpy.settle_rows
    settle_rows = _by_numba()
    if settle_rows is None and engine == "numba":
        raise EngineError("numba cannot be imported; pip install 'croupier[lab]' installs it")
    return settle_rows or by_numpy.settle_rows


@cache
def _by_numba() -> SettleRows | None:
    """Import the compiled loops when first needed: Numba takes half a second."""
    try:
        from croupier.lab.arrays import by_numba  # noqa: PLC0415 - see above
    except ImportError:
        return None
    return by_numba.settle_rows
