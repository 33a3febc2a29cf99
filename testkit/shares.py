"""How much a test tries: a share in `make test`, all of it in `make soak ARGS=tests`.

A share that finds a planted fault is enough while somebody works; the rest runs
where nobody waits for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import cycle, islice, product
from typing import TypeVar

T = TypeVar("T")
U = TypeVar("U")

VARIABLE = "CROUPIER_SOAK"
SOAK = os.environ.get(VARIABLE) == "1"


def count(share: int, full: int) -> int:
    """How many cases to try."""
    return full if SOAK else share


def every(step: int, cases: Sequence[T]) -> Sequence[T]:
    """Every so many of the cases, beginning with the first."""
    return cases if SOAK else cases[::step]


def paired(first: Iterable[T], second: Iterable[U]) -> list[tuple[T, U]]:
    """Each of the first with one of the second, and every value at least once; all with all in the soak."""
    one, other = list(first), list(second)
    longest = max(len(one), len(other))
    return list(product(one, other)) if SOAK else list(islice(zip(cycle(one), cycle(other), strict=False), longest))
