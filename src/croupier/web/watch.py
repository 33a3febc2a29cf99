"""What is watched over while a house runs: rounds that stand still, dealers that are gone, results that came too soon.

Nothing is ever voided by a timer. An alert is raised, and it stays until
somebody who may acknowledges it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from croupier.house.dealing import BY
from croupier.house.desk import RaiseAlert
from croupier.house.faults import HouseFault
from croupier.house.house import House
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.web.floor import Floor

LOOK_EVERY = 1.0

IDLE = "table-idle"
GONE = "dealer-gone"
TOO_SOON = "result-too-soon"
FAULT = "chain-fault"


class Watch:
    """Watches one table."""

    def __init__(self, house: House, floor: Floor, *, idle: float, too_soon: float, clock: Callable[[], float]) -> None:
        """Watch a table of a house."""
        self._house, self._floor, self._host = house, floor, floor.host
        self._idle, self._too_soon, self._clock = idle, too_soon, clock
        self._last = clock()
        self._called: float | None = None
        self._raised: set[str] = set()
        self._had_dealer = False
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to watch."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._follow()), loop.create_task(self._look())]

    async def stop(self) -> None:
        """Watch no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _follow(self) -> None:
        while True:
            follower = self._host.feed.follow()
            try:
                async for batch in follower.batches():
                    for _, event in batch:
                        await self._note(event)
            finally:
                self._host.feed.leave(follower)
            await asyncio.sleep(LOOK_EVERY)

    async def _note(self, event: object) -> None:
        self._last = self._clock()
        self._raised.discard(IDLE)
        if isinstance(event, events.NoMoreBetsCalled):
            self._called = self._last
        elif isinstance(event, events.OutcomeDeclared) and self._called is not None:
            passed = self._last - self._called
            if not self._host.setup.random and passed < self._too_soon:
                await self._raise(
                    TOO_SOON, f"a result {passed:.1f} s after the call, round {self._host.table.round.name}"
                )
            self._called = None

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            running = not self._host.table.round.phase.between_rounds
            dealers = any(
                seat.by is not None and seat.by.role is Role.DEALER for seat in (*self._floor.seats, *self._floor.quiet)
            )
            if running and self._clock() - self._last > self._idle:
                await self._once(
                    IDLE, f"nothing has happened for {self._idle:.0f} s in round {self._host.table.round.name}"
                )
            if self._had_dealer and not dealers and running and not self._host.setup.random:
                await self._once(GONE, f"no dealer is connected, phase {self._host.table.round.phase}")
            if dealers:
                self._raised.discard(GONE)
            self._had_dealer = dealers
            if self._host.fault is not None:
                await self._once(FAULT, self._host.fault[:400])

    async def _once(self, kind: str, note: str) -> None:
        if kind not in self._raised:
            self._raised.add(kind)
            await self._raise(kind, note)

    async def _raise(self, kind: str, note: str) -> None:
        alert = f"a-{secrets.token_hex(5)}"
        try:
            await self._house.ask(alert, RaiseAlert(BY, alert, self._host.name, kind, note))
        except HouseFault:
            # The record itself fails: the log says so, and health does.
            self._raised.discard(kind)
