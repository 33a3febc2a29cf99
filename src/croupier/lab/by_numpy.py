"""Settlement by whole-array arithmetic."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.columns import Rows, Settled, within
from croupier.lab.tables import Tables
from croupier.rules.stake import STAKE_MAX

BLOCK = 65_536
"""Rows at a time: what is computed in between then reuses memory at hand instead of asking the system for more."""


def settle_rows(tables: Tables, rows: Rows, settled: Settled) -> bool:
    """Write what each row gives; False, and nothing to rely on, if anything is out of range."""
    if not _in_range(tables, rows):
        return False
    for start in range(0, len(rows.positions), BLOCK):
        block = slice(start, start + BLOCK)
        _settle_block(tables, rows.share(block), settled.share(block))
    return True


def _settle_block(tables: Tables, rows: Rows, settled: Settled) -> None:
    winnings, returned, collected = settled
    gains = _gains(tables, rows)
    at_risk = rows.stakes
    if tables.at_risk_max.min() < STAKE_MAX:
        at_risk = np.minimum(at_risk, tables.at_risk_max.take(rows.positions))
    if rows.before.any():
        goes_back = rows.before & (rows.stakes < tables.returned_below.take(rows.positions))
        at_risk = at_risk * ~goes_back
    np.multiply(at_risk, gains < 0, out=collected)
    np.subtract(rows.stakes, collected, out=returned)
    np.multiply(at_risk, gains, out=winnings)
    np.add(winnings, collected, out=winnings)


def _in_range(tables: Tables, rows: Rows) -> bool:
    return (
        within(rows.positions, 0, len(tables.positions) - 1)
        and within(rows.stakes, 1, STAKE_MAX)
        and within(rows.outcomes, 0, len(tables.pockets) - 1)
    )


def _gains(tables: Tables, rows: Rows) -> NDArray[np.int64]:
    if len(rows.outcomes) == 1:
        on_outcome: NDArray[np.int64] = tables.gains[rows.outcomes[0]]
        return on_outcome.take(rows.positions)
    return tables.gains.ravel().take(rows.outcomes * len(tables.positions) + rows.positions)
