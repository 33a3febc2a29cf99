"""Settlement of many wagers at once.

Two engines give the same integers: compiled loops where Numba is installed,
whole-array arithmetic of NumPy otherwise, and as a cross-check.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.columns import flags, same_length, whole_numbers
from croupier.lab.tables import Tables
from croupier.rules.errors import CroupierError, StakeError, UnknownPocketError, UnknownPositionError

Engine = Literal["numba", "numpy"]

THREAD_ROWS = 250_000
"""A thread takes some 0.1 ms to start, in which one core settles about 60,000 rows: fewer than this are not shared out."""

THREADS_MAX = 8
"""Beyond this the memory is busy, not the cores."""


class EngineError(CroupierError):
    """An engine that is unknown or not installed."""


class Settled(NamedTuple):
    """What each row gives, in the order in which the rows came. A stake is always ``returned + collected``."""

    winnings: NDArray[np.int64]
    returned: NDArray[np.int64]
    collected: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Rows:
    """The columns of one call. ``outcomes`` and ``before`` have a length of one where one holds for all rows."""

    positions: NDArray[np.int64]
    stakes: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    before: NDArray[np.bool_]


def settle_many(
    tables: Tables,
    positions: NDArray[np.integer],
    stakes: NDArray[np.integer],
    outcome: int | NDArray[np.integer],
    *,
    under_minimum_before: bool | NDArray[np.bool_] | None = None,
    engine: Engine | None = None,
) -> Settled:
    """Settle each row as ``croupier.settle`` would: the stake of one player on one bet.

    Positions and outcome are indices into ``tables``; the outcome is one pocket
    for all rows or one for each. A player's chips on one bet must already be one
    row, because limits count them together: ``merge`` adds them up.
    ``under_minimum_before`` says, for all rows or for each, that its player has
    had stakes under the minimum settled in an earlier round.
    """
    rows = _Rows(
        whole_numbers(positions, "positions", UnknownPositionError),
        whole_numbers(stakes, "stakes", StakeError),
        _outcomes(tables, outcome),
        flags(False if under_minimum_before is None else under_minimum_before, len(positions)),
    )
    same_length(rows.stakes, "stakes", len(positions), StakeError)
    if np.ndim(outcome):
        same_length(rows.outcomes, "outcome", len(positions), UnknownPocketError)
    # One block: the system hands out a large one in larger pages than three small ones.
    block = np.empty((3, len(positions)), dtype=np.int64)
    settled = Settled(block[0], block[1], block[2])
    if not _run(engine)(tables, rows, settled):
        _explain(tables, rows, positions, stakes, outcome)
    return settled


def _outcomes(tables: Tables, outcome: object) -> NDArray[np.int64]:
    if isinstance(outcome, np.ndarray) and outcome.ndim:
        return whole_numbers(outcome, "outcome", UnknownPocketError)
    try:
        index = operator.index(outcome)  # type: ignore[arg-type]
    except TypeError:
        index = None
    if index is None or isinstance(outcome, bool):
        kind = type(outcome).__name__
        raise UnknownPocketError(f"outcome: the index of a pocket or an array of them, not {kind}; see pocket_index")
    if not 0 <= index < len(tables.pockets):
        raise UnknownPocketError(f"outcome: {_range(tables, 'pockets')}, not {index}")
    return np.array([index], dtype=np.int64)
