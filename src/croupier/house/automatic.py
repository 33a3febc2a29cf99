"""An automatic table: the house makes the calls of the rulebook by itself, at its pace, while somebody is there.

A round that has begun is brought to its end whoever leaves; the next one waits
for company. Waiting uses no clock of the table: the record's order decides what
was late, the pace only when a call is made.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from croupier.house.dealing import next_call
from croupier.house.faults import FaultedTableError, HouseFault
from croupier.house.host import Host
from croupier.house.house import note_interruption
from croupier.table import commands
from croupier.table.commands import Command

T = TypeVar("T")

RETRY = 1.0
"""Seconds to wait before a call that could not be stored is made again."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds before each call."""

    betting: float = 20.0
    """Between the opening call and the spin."""
    ball: float = 6.0
    """Between the spin and the call that closes betting: bets are still taken."""
    drop: float = 5.0
    """Between that call and the ball's rest."""
    dolly: float = 1.5
    settle: float = 2.0
    pause: float = 5.0
    """Between a round's end and the next opening call; who comes to a table that rested longer does not wait."""

    def before(self, call: Command) -> float:
        """Give how long to wait before a call."""
        match call:
            case commands.SpinBall():
                return self.betting
            case commands.CallNoMoreBets():
                return self.ball
            case commands.DeclareOutcome():
                return self.drop
            case commands.PlaceDolly():
                return self.dolly
            case commands.Settle():
                return self.settle
            case commands.OpenBetting():
                return self.pause
            case _:
                return 0.0


@dataclass(frozen=True, slots=True)
class Due:
    """The next call, and when it is made on the loop's clock."""

    call: str
    at: float


class Automatic:
    """The house's own dealer at one table."""

    def __init__(self, host: Host, pace: Pace, wanted: Callable[[], bool]) -> None:
        """Deal at a table; ``wanted`` says whether somebody is there to play."""
        self._host, self._pace, self._wanted = host, pace, wanted
        self._boot = secrets.token_hex(8)
        self._calls = 0
        self._rested_from = -math.inf
        """When the last round's last call was made, on the loop's clock: a table that nobody was at has rested."""
        self.due: Due | None = None
        self._task: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self.on_fault: Callable[[str], None] = lambda _: None
        """Told why the dealing ended, if it ended by itself."""

    def start(self) -> None:
        """Begin to deal."""
        self._task = asyncio.get_running_loop().create_task(self._deal(), name=f"dealer {self._host.name}")
        self._task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.due = None
        if not task.cancelled() and task.exception() is not None:
            self.on_fault(f"{task.exception()!r}")

    def wake(self) -> None:
        """Look again whether somebody is there, or whether a ruling was made."""
        if not self._woken.is_set():
            self._woken.set()

    async def stop(self) -> None:
        """Deal no more; the round stays as it is and is concluded after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _deal(self) -> None:
        await self._stored(lambda: note_interruption(self._host, f"{self._boot}-power"))
        while True:
            call = self._next()
            opening = isinstance(call, commands.OpenBetting)
            if call is None or (opening and not self._wanted()):
                self.due = None
                await self._woken.wait()
                self._woken.clear()
                continue
            await self._wait(call)
            again = self._next()
            if again is not None and type(call) is type(again):
                await self._make(again)

    def _next(self) -> Command | None:
        """Give the next call. A table is opened once by the house; what the pit has closed the pit opens."""
        call = next_call(self._host.table, self._host.ruleset, self._host.drawn)
        return None if isinstance(call, commands.OpenTable) and self._host.table.seq else call

    async def _wait(self, call: Command) -> None:
        """Wait until a call is due. What others do meanwhile may make it needless."""
        now = asyncio.get_running_loop().time()
        since = self._rested_from if isinstance(call, commands.OpenBetting) else now
        at = max(now, since + self._pace.before(call))
        self.due = Due(call.do, at)
        await asyncio.sleep(at - now)

    async def _make(self, call: Command) -> None:
        self._calls += 1
        ident = f"{self._boot}-{self._calls}"
        receipt = await self._stored(lambda: self._host.ask(ident, call))
        if not isinstance(call, commands.OpenTable):
            self._rested_from = asyncio.get_running_loop().time()
        if receipt.startswith('{"id":"' + ident + '","refused"'):
            # Somebody was quicker, or only a ruling helps. Asking on and on would only fill the record.
            await asyncio.sleep(RETRY)

    async def _stored(self, act: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do something until the record takes it: the same id is one act. A table out of service ends the dealing."""
        while True:
            try:
                return await act()
            except FaultedTableError:
                raise
            except HouseFault:
                await asyncio.sleep(RETRY)
