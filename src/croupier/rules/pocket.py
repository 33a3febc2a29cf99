"""Pockets are labels, never integers: ``"0"`` and ``"00"`` are different places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NewType

Pocket = NewType("Pocket", str)

_LABEL = re.compile(r"0{1,3}|[1-9][0-9]?|[A-Z]{1,3}", re.ASCII)


def is_label(text: str) -> bool:
    """Whether the text can label a pocket: 0, 00 or 000, 1 to 99 without a leading zero, or a house's own mark."""
    return _LABEL.fullmatch(text) is not None


def is_number(label: str) -> bool:
    """Whether the label is one of the running numbers, so neither a zero nor a house's own mark."""
    return label[0] in "123456789"


def in_order(pocket: str) -> tuple[int, int, str]:
    """Sort key for the order in which pockets are written: S, 00, 0, 1…36."""
    if is_number(pocket):
        return (2, int(pocket), "")
    if pocket[0] == "0":
        return (1, -len(pocket), "")
    return (0, 0, pocket)


def ordered(pockets: Iterable[str]) -> tuple[Pocket, ...]:
    """Return the pockets in the order in which they are written."""
    return tuple(Pocket(p) for p in sorted(pockets, key=in_order))


def joined(pockets: Iterable[str]) -> str:
    """Write pockets the way position names do: ``00-0-1-2-3``."""
    return "-".join(ordered(pockets))
