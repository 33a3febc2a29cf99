"""Settlement by whole-array arithmetic."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.arrays.columns import Rows, Settled, within
from croupier.lab.arrays.ruleset_arrays import RulesetArrays
from croupier.rules.stake import STAKE_MAX

BLOCK = 65_536
"""Rows at a time: temporaries then reuse memory instead of requesting more from the system."""


def settle_rows(arrays: RulesetArrays, rows: Rows, settled: Settled) -> bool:
    """Write the result of each row; False, with nothing to rely on, if anything is out of range."""
    if not _in_range(arrays, rows):
        return False
    for start in range(0, len(rows.positions), BLOCK):
        block = slice(start, start + BLOCK)
        _settle_block(arrays, rows.share(block), settled.share(block))
    return True


def _settle_block(arrays: RulesetArrays, rows: Rows, settled: Settled) -> None:
    winnings, returned, collected = settled
    gains = _gains(arrays, rows)
    at_risk = rows.stakes
    if arrays.at_risk_max.min() < STAKE_MAX:
        at_risk = np.minimum(at_risk, arrays.at_risk_max.take(rows.positions))
    if rows.before.any():
        goes_back = rows.before & (rows.stakes < arrays.returned_below.take(rows.positions))
        at_risk = at_risk * ~goes_back
    np.multiply(at_risk, gains < 0, out=collected)
    np.subtract(rows.stakes, collected, out=returned)
    np.multiply(at_risk, gains, out=winnings)
    np.add(winnings, collected, out=winnings)


def _in_range(arrays: RulesetArrays, rows: Rows) -> bool:
    return (
        within(rows.positions, 0, len(arrays.positions) - 1)
        and within(rows.stakes, 1, STAKE_MAX)
        and within(rows.outcomes, 0, len(arrays.pockets) - 1)
    )


def _gains(arrays: RulesetArrays, rows: Rows) -> NDArray[np.int64]:
    if len(rows.outcomes) == 1:
        on_outcome: NDArray[np.int64] = arrays.gains[rows.outcomes[0]]
        return on_outcome.take(rows.positions)
    return arrays.gains.ravel().take(rows.outcomes * len(arrays.positions) + rows.positions)
