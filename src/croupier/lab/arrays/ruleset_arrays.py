"""A ruleset as arrays: what each position gains on each pocket, and where the limits apply."""

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
from croupier.rules.settle import price
from croupier.rules.stake import STAKE_MAX

Scalar = TypeVar("Scalar", bound=np.generic)


@dataclass(frozen=True, slots=True, eq=False)
class RulesetArrays:
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
    """Per position; 0 if the table sets no limit."""
    stake_max: NDArray[np.int64] = field(repr=False)
    """Per position; STAKE_MAX, the largest stake, if the table sets no limit."""
    under_minimum: Cited[UnderMinimum]
    over_maximum: Cited[OverMaximum]
    gains: NDArray[np.int64] = field(repr=False)
    """Pockets × positions: what a unit at risk gains, by ``rules.settle.price``; a loss is negative."""
    returned_below: NDArray[np.int64] = field(repr=False)
    """Per position: a stake below this goes back whole if the player has had one before; 0 if none does."""
    at_risk_max: NDArray[np.int64] = field(repr=False)
    """Per position: how much of a stake is won or lost; STAKE_MAX if all of it is."""

    def position_index(self, words: str) -> int:
        """Return the row of a position, by its name or by what people write."""
        return self.positions.index(self.ruleset.names.find(words))

    def pocket_index(self, label: str) -> int:
        return self.pockets.index(self.ruleset.pocket(label))

    def position_indices(self, words: Iterable[str]) -> NDArray[np.int64]:
        return _indices(words, self.position_index)

    def pocket_indices(self, labels: Iterable[str]) -> NDArray[np.int64]:
        return _indices(labels, self.pocket_index)


def tables(ruleset: Ruleset, limits: Limits | None = None) -> RulesetArrays:
    """Compile a ruleset into arrays, under its own limits unless others are given, as in ``croupier.settle``."""
    positions, pockets, rules = ruleset.positions.values(), ruleset.pockets, ruleset.procedure.limits
    in_force = ruleset.limits if limits is None else limits
    bounds = [_bounds(in_force.of(position.kind)) for position in positions]
    covers = np.array([[position.covers(pocket) for pocket in pockets] for position in positions], dtype=np.bool_)
    pays = np.array([position.pays for position in positions], dtype=np.int64)
    gains = np.array([[price(position, pocket).gain for position in positions] for pocket in pockets], dtype=np.int64)
    stake_min = np.array([least for least, _ in bounds], dtype=np.int64)
    stake_max = np.array([most for _, most in bounds], dtype=np.int64)
    return RulesetArrays(
        ruleset,
        positions=tuple(ruleset.positions),
        pockets=pockets,
        covers=_fixed(covers),
        pays=_fixed(pays),
        stake_min=_fixed(stake_min),
        stake_max=_fixed(stake_max),
        under_minimum=rules.under_minimum,
        over_maximum=rules.over_maximum,
        gains=_fixed(gains),
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
    """Return minimum and maximum. Beyond STAKE_MAX one bound is as good as another, and 64 bits hold this one."""
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
    """Return the array in row order, as compiled code expects it, and read-only."""
    fixed = np.ascontiguousarray(array)
    fixed.flags.writeable = False
    return fixed
