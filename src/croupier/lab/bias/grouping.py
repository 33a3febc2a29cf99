"""Do dealers, directions or wheels differ? Chi-square of homogeneity, against tables with the same margins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from croupier.lab.bias.chance import PValue, holm, simulated, stream
from croupier.lab.bias.spins_file import NOT_GIVEN, Groups

SPINS_MIN = 20
"""A dealer with fewer spins than this is left out: nothing could be said about them."""

PAIR = 2

CELLS_MAX = 4_000_000
"""Cells of simulated tables held at once."""


@dataclass(frozen=True, slots=True)
class GroupScore:
    """One dealer, direction or wheel against all the others together."""

    name: str
    spins: int
    statistic: float
    p: PValue
    adjusted: float


@dataclass(frozen=True, slots=True)
class Homogeneity:
    """Whether all groups could have thrown the same wheel, and which stands out."""

    statistic: float
    freedom: int
    p: PValue
    scores_by_group: tuple[GroupScore, ...]
    left_out: int
    """Spins without an entry, or of groups with too few."""
    sizes: tuple[int, ...]


def homogeneity(
    pockets: NDArray[np.int64], count: int, groups: Groups, *, draws: int, seed: int, test: int
) -> Homogeneity | None:
    """Compare groups; None if fewer than two have enough spins."""
    table = _table(pockets, count, groups)
    enough = table.sum(axis=1) >= SPINS_MIN
    names = [name for name, kept in zip(groups.names, enough, strict=True) if kept]
    table = table[enough]
    if len(names) < PAIR:  # One group: nothing to compare.
        return None
    table = table[:, table.sum(axis=0) > 0]
    statistics, own = _null(table, draws, seed, test)
    scores = [float(one) for one in _apart(table[None])[0]]
    values = [simulated(one, own[:, place]) for place, one in enumerate(scores)]
    # Of two, each against the other is one comparison, not two.
    adjusted = holm([p.value for p in values]) if len(names) > PAIR else tuple(p.value for p in values)
    sizes = tuple(int(size) for size in table.sum(axis=1))
    scores_by_group = tuple(GroupScore(*each) for each in zip(names, sizes, scores, values, adjusted, strict=True))
    freedom = (len(names) - 1) * (table.shape[1] - 1)
    whole = float(_pearson(table[None])[0])
    return Homogeneity(
        whole, freedom, simulated(whole, statistics), scores_by_group, len(pockets) - int(table.sum()), sizes
    )


def _table(pockets: NDArray[np.int64], count: int, groups: Groups) -> NDArray[np.int64]:
    given = groups.codes != NOT_GIVEN
    cells = groups.codes[given] * count + pockets[given]
    return np.bincount(cells, minlength=len(groups.names) * count).reshape(-1, count).astype(np.int64)


def _null(
    table: NDArray[np.int64], draws: int, seed: int, test: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Simulate tables with the same margins: the same spins dealt out to the groups by chance."""
    chance = stream(seed, test)
    fair = stats.random_table(table.sum(axis=1), table.sum(axis=0))
    step = max(1, CELLS_MAX // table.size)
    whole, own = [], []
    for start in range(0, draws, step):
        made = fair.rvs(min(step, draws - start), random_state=chance).astype(np.int64)
        made = made.reshape(-1, *table.shape)
        whole.append(_pearson(made))
        own.append(_apart(made))
    return np.concatenate(whole), np.concatenate(own)


def _pearson(tables: NDArray[np.int64]) -> NDArray[np.float64]:
    rows, columns = tables[0].sum(axis=1), tables[0].sum(axis=0)
    expected = rows[:, None] * columns / rows.sum()
    found: NDArray[np.float64] = ((tables - expected) ** 2 / expected).sum(axis=(1, 2))
    return found


def _apart(tables: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return each group's own chi-square against all the others together."""
    rows, columns = tables[0].sum(axis=1), tables[0].sum(axis=0)
    whole = rows.sum()
    expected = rows[:, None] * columns / whole
    scale = whole / (whole - rows)
    found: NDArray[np.float64] = ((tables - expected) ** 2 / expected).sum(axis=2) * scale
    return found
