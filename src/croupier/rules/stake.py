"""Stakes are whole numbers of the smallest unit. Nothing else is money here."""

from __future__ import annotations

from croupier.rules.errors import StakeError

STAKE_MAX = 10**15
"""The largest stake, so that a stake times 36, summed over a felt, still fits 64 bits."""


def check_stake(stake: object, where: str) -> int:
    """Return the stake if it is a whole number from 1 to STAKE_MAX; True is no number here."""
    if type(stake) is not int:
        raise StakeError(f"{where}: a stake is a whole number of the smallest unit, not {_shown(stake)}")
    if not 0 < stake <= STAKE_MAX:
        shown = stake if abs(stake) <= STAKE_MAX * 10 else f"a number of {stake.bit_length()} bits"
        raise StakeError(f"{where}: a stake is at least 1 and at most {STAKE_MAX}, not {shown}")
    return stake


def _shown(value: object) -> str:
    return f"{type(value).__name__} {short(value)}"


def short(value: object) -> str:
    """Show a value within a message; a number of thousands of digits cannot be written out at all."""
    try:
        return repr(value)[:40]
    except ValueError:
        return "too long to write out"
