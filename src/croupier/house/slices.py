"""Work that would hold the event loop for long, done in slices: in between, every other table has its turn."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterator, Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")

SLICE = 300
"""Events in one slice: a few milliseconds of work."""

Steps: TypeAlias = Generator[None, None, T]
"""Work that can be interrupted wherever it yields, and what comes of it."""


def sliced(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """Cut a sequence into slices; one that is short enough stays as it is."""
    if len(items) <= SLICE:
        return iter((items,))
    return (items[start : start + SLICE] for start in range(0, len(items), SLICE))


def at_once(steps: Steps[T]) -> T:
    """Do all of it now."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result


async def in_slices(steps: Steps[T]) -> T:
    """Do all of it, and let others have their turn wherever it can be interrupted."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result
        await asyncio.sleep(0)
