"""What the arrays of a bulk call must be: one-dimensional, of whole numbers, within range.

A mistake is refused with the row and the value, never rounded, wrapped or left out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.rules.errors import CroupierError, StakeError
from croupier.rules.stake import STAKE_MAX


def whole_numbers(values: object, name: str, wrong: type[CroupierError]) -> NDArray[np.int64]:
    """Return the array as plain 64-bit integers, the same memory where it already is that.

    An unsigned number that 64 signed bits cannot hold becomes a negative one,
    which no column takes.
    """
    if not isinstance(values, np.ndarray) or isinstance(values, np.ma.MaskedArray):
        raise wrong(f"{name}: a NumPy array of whole numbers, not {type(values).__name__}")
    if values.dtype.kind not in "iu":
        raise wrong(f"{name}: an array of whole numbers such as int64, not of {values.dtype}")
    if values.ndim != 1:
        raise wrong(f"{name}: an array with one dimension, not with {values.ndim}")
    plain = np.ascontiguousarray(values, dtype=np.int64)
    return plain if plain.flags.aligned else plain.copy()


def flags(values: object, rows: int) -> NDArray[np.bool_]:
    """Return one flag, or one for each row, as an array of one or of all."""
    if isinstance(values, bool | np.bool_):
        return np.array([values], dtype=np.bool_)
    name = "under_minimum_before"
    if not isinstance(values, np.ndarray) or values.dtype != np.bool_ or values.ndim != 1:
        kind = f"an array of {values.dtype}" if isinstance(values, np.ndarray) else type(values).__name__
        raise StakeError(f"{name}: true, false, or an array with one of them for each row, not {kind}")
    same_length(values, name, rows, StakeError)
    return np.ascontiguousarray(values)


def same_length(values: NDArray[np.generic], name: str, rows: int, wrong: type[CroupierError]) -> None:
    """Refuse a column that is shorter or longer than the positions."""
    if len(values) != rows:
        raise wrong(f"{name}: one for each of the {rows} positions, not {len(values)}")


def check_stakes(stakes: NDArray[np.int64], given: NDArray[np.integer]) -> None:
    """Refuse the first stake outside 1 to STAKE_MAX; ``given`` is the column as it came, for the message."""
    if outside(stakes, 1, STAKE_MAX):
        row = first_outside(stakes, 1, STAKE_MAX)
        raise StakeError(f"row {row}: a stake is at least 1 and at most {STAKE_MAX}, not {given[row]}")


def outside(column: NDArray[np.int64], least: int, most: int) -> bool:
    """Whether anything in the column is below ``least`` or above ``most``."""
    return len(column) > 0 and not (least <= column.min() and column.max() <= most)


def first_outside(column: NDArray[np.int64], least: int, most: int) -> int:
    """Give the first row below ``least`` or above ``most``; there must be one."""
    return int(((column < least) | (column > most)).argmax())
