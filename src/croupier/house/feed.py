"""What is told to those who follow a table: stored entries, in order, without gaps, to each in its own time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from croupier.house.ports import Entry, Happened

WAITING_MAX = 10_000
"""Entries that one follower may have waiting; then it has lost its place and reads on from the record."""

Told = tuple[Entry, Happened]


class Follower:
    """One who follows a table. ``lost`` says that it was too slow and must read on from the record."""

    def __init__(self, waiting_max: int) -> None:
        """Follow from now on."""
        self.lost = False
        self._max = waiting_max
        self._waiting: list[Told] = []
        self._woken = asyncio.Event()
        self._over = False

    def tell(self, told: Sequence[Told]) -> None:
        """Take what happened, without waiting; lose one's place rather than grow without bound."""
        if self.lost or self._over:
            return
        if len(self._waiting) + len(told) > self._max:
            self.lost = True
            self._waiting.clear()
        else:
            self._waiting.extend(told)
        self._woken.set()

    def end(self) -> None:
        """Tell no more."""
        self._over = True
        self._woken.set()

    async def batches(self) -> AsyncIterator[list[Told]]:
        """Give what happened since the last look, as long as there is more to come and the place is not lost."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            told, self._waiting = self._waiting, []
            if told:
                yield told
            if self.lost or (self._over and not self._waiting):
                return


class Feed:
    """Everybody who follows one table."""

    def __init__(self) -> None:
        """Start with nobody."""
        self._followers: set[Follower] = set()

    def follow(self, waiting_max: int = WAITING_MAX) -> Follower:
        """Begin to follow."""
        follower = Follower(waiting_max)
        self._followers.add(follower)
        return follower

    def leave(self, follower: Follower) -> None:
        """Follow no more."""
        self._followers.discard(follower)
        follower.end()

    def publish(self, told: Sequence[Told]) -> None:
        """Tell everybody."""
        for follower in self._followers:
            follower.tell(told)

    def end(self) -> None:
        """Tell everybody that there is no more."""
        for follower in self._followers:
            follower.end()
        self._followers.clear()
