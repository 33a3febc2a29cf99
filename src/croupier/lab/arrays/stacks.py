"""A player's chips on one bet count as one wager, however many placements they came in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.lab.arrays.columns import check_length, check_stakes, first_outside, whole_numbers
from croupier.rules.errors import StakeError, UnknownPositionError
from croupier.rules.stake import STAKE_MAX

INT64_MAX = int(np.iinfo(np.int64).max)

SPARSE = 8
"""Numbers that span more than this many times the rows are renumbered by sorting; fewer have a slot each."""


class Stacks(NamedTuple):
    """One row for each player and bet, in the order in which they first appear."""

    players: NDArray[Any]
    positions: NDArray[np.int64]
    stakes: NDArray[np.int64]


def merge(players: NDArray[np.integer], positions: NDArray[np.integer], stakes: NDArray[np.integer]) -> Stacks:
    """Add up the stakes of the same player on the same bet, as ``croupier.settle`` does within one player's stakes.

    Players are whole numbers of any size and sign.
    """
    who = whole_numbers(players, "players", StakeError)
    where = whole_numbers(positions, "positions", UnknownPositionError)
    staked = whole_numbers(stakes, "stakes", StakeError)
    check_length(where, len(who), "positions", UnknownPositionError)
    check_length(staked, len(who), "stakes", StakeError)
    check_stakes(staked, stakes)
    if len(where) and where.min() < 0:
        row = first_outside(where, 0, INT64_MAX)
        raise UnknownPositionError(f"row {row}: a position's index is at least 0, not {positions[row]}")
    first, stack = _stacked(who, where)
    return Stacks(np.asarray(players)[first], where[first], _totals(staked, stack, first))


def _stacked(who: NDArray[np.int64], where: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the row in which each stack first appears, and the stack to which each row belongs."""
    bets = _slots(where)
    slots = _slots(_slots(who) * (int(bets.max(initial=0)) + 1) + bets)
    count = len(slots)
    first = np.full(int(slots.max(initial=-1)) + 1, count)
    # Backwards, because the last of several writes to one slot is the one that stays.
    first[slots[::-1]] = np.arange(count - 1, -1, -1)
    appears = np.zeros(count, dtype=np.bool_)
    appears[first[first < count]] = True
    appearing = np.flatnonzero(appears)
    stack_of = np.empty(len(first), dtype=np.int64)
    stack_of[slots[appearing]] = np.arange(len(appearing))
    return appearing, stack_of[slots]


def _slots(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Renumber so that the same stays the same and the largest is not far above the number of rows."""
    if not len(numbers):
        return numbers
    least, most = int(numbers.min()), int(numbers.max())
    if most - least <= SPARSE * len(numbers):
        return numbers - least
    return np.unique(numbers, return_inverse=True)[1]


def _totals(stakes: NDArray[np.int64], stack: NDArray[np.int64], first: NDArray[np.int64]) -> NDArray[np.int64]:
    """Add up, checking often enough that 64 bits cannot overflow in between."""
    totals = np.zeros(len(first), dtype=np.int64)
    step = (INT64_MAX - STAKE_MAX) // int(stakes.max(initial=1))
    for start in range(0, len(stakes), step):
        np.add.at(totals, stack[start : start + step], stakes[start : start + step])
        if totals.max() > STAKE_MAX:
            row = first[int(totals.argmax())]
            raise StakeError(f"row {row}: with the others on its bet more than {STAKE_MAX}, the largest stake")
    return totals
