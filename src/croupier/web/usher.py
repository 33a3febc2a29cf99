"""Who shows players to their seats: on their coming, when a closed table opens, and out again once they are gone.

At an automatic table the house clears the seat of one who has been gone for a
while and has nothing on the layout: the chips go back into the wallet, the
color is free for others. At a dealt table that is the dealer's to do: somebody
may sit there who never had a socket.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakValueDictionary

import structlog

from croupier.house.faults import HouseFault
from croupier.house.house import House
from croupier.house.seating import at_the_table, clearing, seating
from croupier.rules.procedure import Role
from croupier.table.commands import BuyIn, Command, TakeSeat
from croupier.table.events import TableOpened
from croupier.table.refusal import Code
from croupier.web.floor import Floor, Seat

log = structlog.get_logger()

LOOK_EVERY = 2.0
TRIES = 5
"""Purchases that are tried where others take the color at the same moment."""

Refused = dict[str, Any]


class Usher:
    """Seats the players of one table."""

    def __init__(self, house: House, floor: Floor, *, sitting: int, away: float, clock: Callable[[], float]) -> None:
        """Show people to their seats, with so much in chips; who is away for so long loses the seat."""
        self._house, self._floor, self._host = house, floor, floor.host
        self._sitting, self._away, self._clock = sitting, away, clock
        self._heard: dict[str, float] = {}
        """When those at the table were last here."""
        self._kept: set[str] = set()
        """Those who are gone and whose chips the rulebook does not let be redeemed: they are not asked for again."""
        self._promised: set[str] = set()
        """Colors that are being bought."""
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to look after the seats."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._follow(), name=f"usher {self._host.name}")]
        if self._host.setup.random:
            self._tasks.append(loop.create_task(self._look(), name=f"empty seats {self._host.name}"))

    async def stop(self) -> None:
        """Look after them no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def heard(self, player: str) -> None:
        """Take note that somebody asked for something: who plays without a socket is not gone."""
        self._heard[player] = self._clock()
        self._kept.discard(player)

    # --- coming ---------------------------------------------------------------------------------------------------

    async def seat(self, player: str) -> Refused | None:
        """Give a player a seat and chips, as far as the wallet goes; gives why there are no chips, if they are refused.

        One at a time for each player: who comes over two sockets at once buys chips once.
        """
        refused: Refused | None = None
        async with self._turn(player):
            self.heard(player)
            for _ in range(TRIES):
                account = f"wallet:{player}"
                wallet = (await self._house.record.balances(account)).get(account, 0)
                table = self._host.table
                if not table.house.open:
                    return None
                amount = min(self._sitting, wallet)
                asked = seating(table, self._host.ruleset, player, amount, self._promised)
                refused = await self._bought(asked)
                if refused is None or refused["code"] != Code.COLOR_TAKEN:
                    return refused
        return refused

    def _turn(self, player: str) -> asyncio.Lock:
        return self._turns.setdefault(player, asyncio.Lock())

    async def _bought(self, asked: Sequence[TakeSeat | BuyIn]) -> Refused | None:
        """Ask for a seat and chips in one go, and give why there are no chips. Nobody else is promised the color."""
        colors = {ask.color for ask in asked if isinstance(ask, BuyIn) and ask.color is not None}
        self._promised |= colors
        try:
            told = await self._asked(asked)
        finally:
            self._promised -= colors
        for ask, receipt in zip(asked, told, strict=True):
            if isinstance(ask, BuyIn) and "refused" in receipt:
                return dict(receipt["refused"])
        return None

    async def _asked(self, asked: Sequence[Command]) -> list[dict[str, Any]]:
        ident = f"seat-{secrets.token_hex(6)}"
        asks = (self._host.ask(f"{ident}-{number}", ask) for number, ask in enumerate(asked))
        return [json.loads(receipt) for receipt in await asyncio.gather(*asks)]

    async def _follow(self) -> None:
        """Seat whoever waits at a closed table as soon as it opens."""
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

    def _players(self) -> list[Seat]:
        here = (*self._floor.seats, *self._floor.quiet)
        return [seat for seat in here if seat.by is not None and seat.by.role is Role.PLAYER]

    async def _seat_all(self) -> None:
        if self._host.table.house.open:
            await asyncio.gather(*(self.show_in(seat) for seat in self._players()))

    async def show_in(self, seat: Seat) -> None:
        """Seat whoever a socket belongs to, unless they sit, and say over it why they have no chips."""
        if seat.by is None or self._host.table.house.seats.get(seat.by.name, False):
            return
        refused = await self.seat(seat.by.name)
        if refused is not None:
            say_why(seat, refused)

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
        here = {seat.by.name for seat in self._players() if seat.by is not None}
        self._kept -= here
        at = at_the_table(self._host.table)
        self._heard = {name: moment if name in here else self._heard.get(name, moment) for name in at}
        for name in [name for name, last in self._heard.items() if moment - last >= self._away]:
            if name not in self._kept:
                await self._clear(name)

    async def _clear(self, player: str) -> None:
        """Redeem the chips of one who is gone, and take the seat back. Who came meanwhile keeps both."""
        async with self._turn(player):
            if self._clock() - self._heard.get(player, self._clock()) < self._away:
                return
            told = await self._asked(clearing(self._host.table, player))
            if any("refused" in receipt for receipt in told):
                self._kept.add(player)


def say_why(seat: Seat, refused: Refused) -> None:
    """Say over a socket why its player has no chips."""
    facts = ", ".join(f"{name} {fact}" for name, fact in refused.get("facts", {}).items())
    message = f"you have no chips at this table: {refused['code']} ({refused['clause']}){facts and ': '}{facts}"
    error = {"id": None, "error": {"code": refused["code"], "message": message}}
    seat.send(json.dumps(error, ensure_ascii=False).encode("utf-8", "replace"))
