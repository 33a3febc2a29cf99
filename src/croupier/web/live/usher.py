"""Seats players when they connect or when a closed table opens, and clears the seats of those who are gone.

Chips are bought with the first wager, not with the seat. At an automatic table
the house clears the seat of a player who has been gone for a while and has
nothing on the layout: the chips go back into the wallet, and the color is free
for others. At a dealt table that is up to the dealer: a player who never had a
socket may sit there.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

import structlog

from croupier.house.duties import Duties
from croupier.house.faults import HouseFault
from croupier.house.receipts import Answer
from croupier.house.seating import at_the_table, clearing
from croupier.rules.procedure import Role
from croupier.table.commands import By, Command, TakeSeat
from croupier.table.events import TableOpened
from croupier.web.live.broadcast import Broadcast, Subscriber

log = structlog.get_logger()

LOOK_EVERY = 2.0


class Usher:
    """Seats the players of one table."""

    def __init__(self, broadcast: Broadcast, *, away: float, clock: Callable[[], float]) -> None:
        """Seat players; one who is ``away`` for that many seconds loses the seat."""
        self._broadcast, self._host = broadcast, broadcast.host
        self._away, self._clock = away, clock
        self._heard: dict[str, float] = {}
        """When each player at the table was last heard of."""
        self._kept: set[str] = set()
        """Players who are gone but whose chips the rulebook does not let the house redeem: it does not ask again."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._duties = Duties()

    def start(self) -> None:
        self._duties.of_process(f"usher {self._host.name}", self._follow)
        if self._host.setup.random:
            self._duties.of_house(f"empty seats {self._host.name}", self._look)

    async def stop(self) -> None:
        await self._duties.stop()

    def heard(self, player: str) -> None:
        """Note that somebody asked for something: a player without a socket is not gone."""
        self._heard[player] = self._clock()
        self._kept.discard(player)

    # --- coming ---------------------------------------------------------------------------------------------------

    async def seat(self, player: str) -> None:
        """Seat a player, unless seated already; one at a time, for they may connect over two sockets at once."""
        async with self._turn(player):
            self.heard(player)
            standing = self._host.table.standing
            if standing.open and not standing.seats.get(player, False):
                await self._asked([TakeSeat(By(player, Role.PLAYER), player)])

    def _turn(self, player: str) -> asyncio.Lock:
        return self._turns.setdefault(player, asyncio.Lock())

    async def _asked(self, asked: Sequence[Command]) -> list[Answer]:
        ident = f"seat-{secrets.token_hex(6)}"
        asks = (self._host.ask(f"{ident}-{number}", ask) for number, ask in enumerate(asked))
        return await asyncio.gather(*asks)

    async def _follow(self) -> None:
        """Seat everybody who waits at a closed table as soon as it opens."""
        while True:
            follower = self._host.feed.follow()
            try:
                await self._seat_all()
                async for batch in follower.batches():
                    if any(isinstance(event, TableOpened) for _, event in batch):
                        await self._seat_all()
            except HouseFault as fault:
                log.warning("not-seated", table=self._host.name, why=str(fault))
            finally:
                self._host.feed.leave(follower)
            await asyncio.sleep(LOOK_EVERY)

    def _players(self) -> list[Subscriber]:
        here = self._broadcast.everybody()
        return [subscriber for subscriber in here if subscriber.by is not None and subscriber.by.role is Role.PLAYER]

    async def _seat_all(self) -> None:
        if self._host.table.standing.open:
            names = {subscriber.by.name for subscriber in self._players() if subscriber.by is not None}
            await asyncio.gather(*map(self.seat, names))

    # --- going ----------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self._clear_seats()
            except HouseFault as fault:
                log.warning("seats-not-cleared", table=self._host.name, why=str(fault))

    async def _clear_seats(self) -> None:
        moment = self._clock()
        here = {subscriber.by.name for subscriber in self._players() if subscriber.by is not None}
        self._kept -= here
        at = at_the_table(self._host.table)
        self._heard = {name: moment if name in here else self._heard.get(name, moment) for name in at}
        for name in [name for name, last in self._heard.items() if moment - last >= self._away]:
            if name not in self._kept:
                await self._clear(name)

    async def _clear(self, player: str) -> None:
        """Redeem the chips of a player who is gone, and free the seat. One who has come back keeps both."""
        async with self._turn(player):
            if self._clock() - self._heard.get(player, self._clock()) < self._away:
                return
            answers = await self._asked(clearing(self._host.table, player))
            if any(answer.refusal is not None for answer in answers):
                self._kept.add(player)
