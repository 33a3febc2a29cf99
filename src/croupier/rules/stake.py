"""Stakes are whole numbers of the smallest unit. Nothing else is money here."""

from __future__ import annotations

import re

from croupier.rules.errors import StakeError

STAKE_MAX = 10**15
"""The largest stake, so that a stake times 36, summed over a felt, still fits 64 bits."""
SHOWN_MAX = 40
"""Characters of a value that a message shows."""


def check_stake(stake: object, where: str) -> int:
    """Return the stake if it is a whole number from 1 to STAKE_MAX; True is not a number here."""
    if type(stake) is not int:
        raise StakeError(f"{where}: a stake is a whole number of the smallest unit, not {_shown(stake)}")
    if not 0 < stake <= STAKE_MAX:
        shown = stake if abs(stake) <= STAKE_MAX * 10 else f"a number of {stake.bit_length()} bits"
        raise StakeError(f"{where}: a stake is at least 1 and at most {STAKE_MAX}, not {shown}")
    return stake


_DIGITS = re.compile(r"[0-9]{1,16}", re.ASCII)


def read_stakes(text: str) -> list[tuple[str, int]]:
    """Read ``17=500,red=1000``: positions with whole numbers of the smallest unit."""
    stakes = []
    for piece in text.split(","):
        words, equals, amount = (part.strip() for part in piece.partition("="))
        if not equals or not words:
            raise StakeError(f"{piece.strip()[:60]!r} is no stake; write POSITION=STAKE, such as 17=500 or red=1000")
        if _DIGITS.fullmatch(amount) is None:
            raise StakeError(
                f"{words[:60]}: {amount[:40]!r} is no stake; give a whole number of the smallest unit "
                f"from 1 to {STAKE_MAX}, in digits alone"
            )
        stakes.append((words, int(amount)))
    return stakes


def _shown(value: object) -> str:
    return f"{type(value).__name__} {short(value)}"


def short(value: object) -> str:
    """Show a value within a message; a number of thousands of digits cannot be written out at all."""
    try:
        words = repr(value)
    except ValueError:
        return "too long to write out"
    if len(words) <= SHOWN_MAX:
        return words
    # An opened quote is closed, so that the reader knows where the value ends.
    end = words[-1] if words[0] in "'\"" else ""
    return f"{words[:SHOWN_MAX]}…{end}"
