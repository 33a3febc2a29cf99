"""A ruleset as arrays: what each position gains on each pocket, and where the limits cut in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar, assert_never

import numpy as np
from numpy.typing import NDArray

from croupier.rules.clause import Cited
from croupier.rules.limits import Limit, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import OverMaximum, UnderMinimum
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import STAKE_MAX

Scalar = TypeVar("Scalar", bound=np.generic)

LOST = -1
"""What a unit at risk gains where the position does not cover the pocket."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """One ruleset under the limits of one table. Rows are positions in the ruleset's order, columns are pockets.

    The arrays are shared and cannot be written to.
    """

    ruleset: Ruleset
    positions: tuple[str, ...] = field(repr=False)
    pockets: tuple[Pocket, ...] = field(repr=False)
    """In the order S, 00, 0, 1…36."""
    covers: NDArray[np.bool_] = field(repr=False)
    """Positions × pockets: whether the position wins there."""
    pays: NDArray[np.int64] = field(repr=False)
    stake_min: NDArray[np.int64] = field(repr=False)
    """Per position; 0 where the table sets no limit."""
    stake_max: NDArray[np.int64] = field(repr=False)
    """Per position; STAKE_MAX, above which there is no stake, where the table sets no limit."""
    under_minimum: Cited[UnderMinimum]
    over_maximum: Cited[OverMaximum]
    gains: NDArray[np.int64] = field(repr=False)
    """Pockets × positions: what a unit at risk gains, its pay or LOST."""
    returned_below: NDArray[np.int64] = field(repr=False)
    """Per position: a stake below this goes back whole if the player has had one before; 0 where none does."""
    at_risk_max: NDArray[np.int64] = field(repr=False)
    """Per position: how much of a stake is won or lost; STAKE_MAX where the whole of it is."""

    def position_index(self, words: str) -> int:
        """Give the row of a position, by its name or by what people write."""
        return self.positions.index(self.ruleset.names.find(words))

    def pocket_index(self, label: str) -> int:
        """Give the column of a pocket."""
        return self.pockets.index(self.ruleset.pocket(label))

    def position_indices(self, words: Iterable[str]) -> NDArray[np.int64]:
        """Give the rows of many positions."""
        return _indices(words, self.position_index)

    def pocket_indices(self, labels: Iterable[str]) -> NDArray[np.int64]:
        """Give the columns of many pockets."""
        return _indices(labels, self.pocket_index)


def tables(ruleset: Ruleset, limits: Limits | None = None) -> Tables:
    """Compile a ruleset. Limits are the rulebook's own unless others are given, as in ``croupier.settle``."""
    positions, pockets, rules = ruleset.positions.values(), ruleset.pockets, ruleset.procedure.limits
    in_force = ruleset.limits if limits is None else limits
    bounds = [_bounds(in_force.of(position.kind)) for position in positions]
    covers = np.array([[position.covers(pocket) for pocket in pockets] for position in positions], dtype=np.bool_)
    pays = np.array([position.pays for position in positions], dtype=np.int64)
    stake_min = np.array([least for least, _ in bounds], dtype=np.int64)
    stake_max = np.array([most for _, most in bounds], dtype=np.int64)
    return Tables(
        ruleset,
        positions=tuple(ruleset.positions),
        pockets=pockets,
        covers=_fixed(covers),
        pays=_fixed(pays),
        stake_min=_fixed(stake_min),
        stake_max=_fixed(stake_max),
        under_minimum=rules.under_minimum,
        over_maximum=rules.over_maximum,
        gains=_fixed(np.where(covers.T, pays, LOST)),
        returned_below=_fixed(_returned_below(stake_min, rules.under_minimum.value)),
        at_risk_max=_fixed(_at_risk_max(stake_max, rules.over_maximum.value)),
    )


def _returned_below(stake_min: NDArray[np.int64], treatment: UnderMinimum) -> NDArray[np.int64]:
    match treatment:
        case UnderMinimum.ONCE_THEN_RETURNED:
            return stake_min.copy()
        case UnderMinimum.UNADDRESSED:
            return np.zeros_like(stake_min)
        case _:
            assert_never(treatment)


def _at_risk_max(stake_max: NDArray[np.int64], treatment: OverMaximum) -> NDArray[np.int64]:
    match treatment:
        case OverMaximum.MAXIMUM_ONLY:
            return stake_max.copy()
        case OverMaximum.UNADDRESSED:
            return np.full_like(stake_max, STAKE_MAX)
        case _:
            assert_never(treatment)


def _bounds(limit: Limit | None) -> tuple[int, int]:
    """Give minimum and maximum. Beyond STAKE_MAX one bound is as good as another, and 64 bits hold this one."""
    if limit is None:
        return (0, STAKE_MAX)
    return (min(limit.stake_min, STAKE_MAX + 1), min(limit.stake_max, STAKE_MAX))


def _indices(words: Iterable[str], find: Callable[[str], int]) -> NDArray[np.int64]:
    """Look each different word up once."""
    known: dict[str, int] = {}
    found = []
    for word in words:
        if word not in known:
            known[word] = find(word)
        found.append(known[word])
    return np.array(found, dtype=np.int64)


def _fixed(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """Return the array row by row in memory, as compiled code expects it, and closed to writing."""
    fixed = np.ascontiguousarray(array)
    fixed.flags.writeable = False
    return fixed
