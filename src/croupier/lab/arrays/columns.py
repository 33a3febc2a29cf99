"""The columns of a bulk call: one-dimensional arrays of whole numbers within range.

A mistake is refused with its row and value, never rounded, wrapped or left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.rules.errors import CroupierError, StakeError
from croupier.rules.stake import STAKE_MAX

Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Rows:
    """Wagers to settle. ``outcomes`` and ``before`` have length one if one value applies to all rows."""

    positions: NDArray[np.int64]
    stakes: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    before: NDArray[np.bool_]

    def share(self, part: slice) -> Rows:
        outcomes = self.outcomes if len(self.outcomes) == 1 else self.outcomes[part]
        before = self.before if len(self.before) == 1 else self.before[part]
        return Rows(self.positions[part], self.stakes[part], outcomes, before)


class Settled(NamedTuple):
    """The result of each row, in the order of the rows. A stake is always ``returned + collected``."""

    winnings: NDArray[np.int64]
    returned: NDArray[np.int64]
    collected: NDArray[np.int64]

    def share(self, part: slice) -> Settled:
        """Return some of the rows; writes go to the original."""
        return Settled(self.winnings[part], self.returned[part], self.collected[part])


def whole_numbers(values: object, name: str, wrong: type[CroupierError]) -> NDArray[np.int64]:
    """Return the array as plain 64-bit integers, without a copy if it already is that.

    An unsigned number that 64 signed bits cannot hold becomes a negative one,
    which is in no column's range.
    """
    if not isinstance(values, np.ndarray) or isinstance(values, np.ma.MaskedArray):
        raise wrong(f"{name}: a NumPy array of whole numbers, not {type(values).__name__}")
    if values.dtype.kind not in "iu":
        raise wrong(f"{name}: an array of whole numbers such as int64, not of {values.dtype}")
    if values.ndim != 1:
        raise wrong(f"{name}: an array with one dimension, not with {values.ndim}")
    return _plain(values, np.int64)


def flags(values: object, name: str) -> NDArray[np.bool_]:
    """Return one flag for all rows as an array of length one, or an array of flags unchanged."""
    if isinstance(values, bool | np.bool_):
        return np.array([values], dtype=np.bool_)
    if not isinstance(values, np.ndarray) or values.dtype != np.bool_ or values.ndim != 1:
        kind = (
            f"{values.ndim} dimensions of {values.dtype}" if isinstance(values, np.ndarray) else type(values).__name__
        )
        raise StakeError(f"{name}: true or false, or a NumPy array with one of them for each row, not {kind}")
    return _plain(values, np.bool_)


def check_length(column: NDArray[Any], rows: int, name: str, wrong: type[CroupierError]) -> None:
    """Refuse a column that is shorter or longer than the others."""
    if len(column) != rows:
        raise wrong(f"{name}: one for each of {rows} rows, not {len(column)}")


def check_stakes(stakes: NDArray[np.int64], given: NDArray[Any]) -> None:
    """Refuse the first stake out of range, showing it as it was given."""
    if not within(stakes, 1, STAKE_MAX):
        row = first_outside(stakes, 1, STAKE_MAX)
        raise StakeError(f"row {row}: a stake is at least 1 and at most {STAKE_MAX}, not {given[row]}")


def within(column: NDArray[np.int64], least: int, most: int) -> bool:
    """Whether everything in the column is from ``least`` to ``most``."""
    return not len(column) or bool(least <= column.min() and column.max() <= most)


def first_outside(column: NDArray[np.int64], least: int, most: int) -> int:
    """Return the first row below ``least`` or above ``most``; there is one."""
    return int(((column < least) | (column > most)).argmax())


def _plain(values: NDArray[Any], dtype: type[Scalar]) -> NDArray[Scalar]:
    """Return the array in C order and on the boundaries compiled code expects; nothing is written to it."""
    plain = np.ascontiguousarray(values, dtype=dtype)
    return plain if plain.flags.aligned else plain.copy()
