"""What followers of a table receive: stored entries, in order, without gaps, each at its own speed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from croupier.house.ports import Entry
from croupier.table.events import Event

WAITING_MAX = 50_000
"""Entries that may wait for one follower; beyond that it has lost its place and must read on from the record."""

Published = tuple[Entry, Event]
"""A stored event, and the event itself."""


class Follower:
    """A follower of a table. ``lost`` says that it was too slow and must read on from the record."""

    def __init__(self, waiting_max: int) -> None:
        self.lost = False
        self._max = waiting_max
        self._waiting: list[Published] = []
        self._woken = asyncio.Event()
        self._over = False

    def tell(self, published: Sequence[Published]) -> None:
        """Queue a batch without blocking; lose the place rather than grow without bound."""
        if self.lost or self._over:
            return
        if len(self._waiting) + len(published) > self._max:
            self.lost = True
            self._waiting.clear()
        else:
            self._waiting.extend(published)
        self._woken.set()

    def end(self) -> None:
        self._over = True
        self._woken.set()

    async def batches(self) -> AsyncIterator[list[Published]]:
        """Iterate over what happened since the last batch, until the feed ends or the place is lost."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            published, self._waiting = self._waiting, []
            if published:
                yield published
            if self.lost or (self._over and not self._waiting):
                return


class Feed:
    """The followers of one table."""

    def __init__(self) -> None:
        self._followers: set[Follower] = set()

    def follow(self, waiting_max: int = WAITING_MAX) -> Follower:
        follower = Follower(waiting_max)
        self._followers.add(follower)
        return follower

    def leave(self, follower: Follower) -> None:
        self._followers.discard(follower)
        follower.end()

    def publish(self, published: Sequence[Published]) -> None:
        for follower in self._followers:
            follower.tell(published)

    def end(self) -> None:
        for follower in self._followers:
            follower.end()
        self._followers.clear()
