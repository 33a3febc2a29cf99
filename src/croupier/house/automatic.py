"""An automatic table: the house makes the rulebook's calls itself, at its pace, while somebody is there.

A round that has begun is finished even if everybody leaves; the next one waits
for a player. The pace only decides when a call is made: what was late is decided
by the order of the record.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from croupier.house.dealing import next_call
from croupier.house.duties import Duties
from croupier.house.faults import FaultedTableError, HouseFault
from croupier.house.host import Host
from croupier.house.tables import note_interruption
from croupier.table import commands
from croupier.table.commands import Command

T = TypeVar("T")

RETRY = 1.0
"""Seconds before a call that could not be stored is tried again."""


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
    """Between a round's end and the next opening call; at a table that has rested longer a new player need not wait."""

    def before(self, call: Command) -> float:
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
    """The next call, and when it is due on the loop's clock."""

    call: str
    at: float


@dataclass(frozen=True, slots=True)
class Closing:
    """When betting is to be closed, on the loop's clock, and how many seconds bets are taken in all."""

    at: float
    whole: float


_WHILE_BETTING = (commands.SpinBall.do, commands.CountRevolutions.do, commands.CallNoMoreBets.do)
"""Calls that are waited for while bets are taken."""


class Automatic:
    """The automatic dealer of one table."""

    def __init__(
        self, host: Host, pace: Pace, wanted: Callable[[], bool], on_fault: Callable[[str], None] = lambda _: None
    ) -> None:
        """Deal at a table.

        ``wanted`` returns whether somebody is there to play; ``on_fault`` is called with
        the reason if the dealing ends because of a fault.
        """
        self._host, self._pace, self._wanted, self._on_fault = host, pace, wanted, on_fault
        self._boot = secrets.token_hex(8)
        self._calls = 0
        self._rested_from = -math.inf
        """When the last call of the last round was made, on the loop's clock."""
        self.due: Due | None = None
        self._duties = Duties()
        self._woken = asyncio.Event()
        self._paced = asyncio.Event()
        """Set when the pace changes, so that a call that waits is due anew."""

    def start(self) -> None:
        self._duties.of_house(f"dealer {self._host.name}", self._deal).add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.due = None
        if not task.cancelled() and task.exception() is not None:
            self._on_fault(f"{task.exception()!r}")

    @property
    def pace(self) -> Pace:
        """The pace in force."""
        return self._pace

    @property
    def closing(self) -> Closing | None:
        """When betting is to be closed in this round; None if bets are not taken now."""
        if self.due is None or self.due.call not in _WHILE_BETTING:
            return None
        if not self._host.ruleset.procedure.round.betting_after_spin.value:
            spins = self.due.call == commands.SpinBall.do
            return Closing(self.due.at, self._pace.betting) if spins else None
        called = self.due.call == commands.CallNoMoreBets.do
        at = self.due.at if called else self.due.at + self._pace.ball
        return Closing(at, self._pace.betting + self._pace.ball)

    def set_pace(self, pace: Pace) -> None:
        """Change the pace. The call that is waited for becomes due as if the new pace had been in force all along."""
        self._pace = pace
        self._paced.set()

    def wake(self) -> None:
        """Check again whether somebody is there, or whether a ruling was made."""
        if not self._woken.is_set():
            self._woken.set()

    async def stop(self) -> None:
        """Stop dealing; the round stays as it is and is finished after the next start."""
        await self._duties.stop()

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
        """Return the next call. The house opens a table once; what the pit has closed only the pit opens again."""
        call = next_call(self._host.table, self._host.ruleset, self._host.drawn)
        return None if isinstance(call, commands.OpenTable) and self._host.table.seq else call

    async def _wait(self, call: Command) -> None:
        """Wait until a call is due. An event meanwhile may make it unnecessary."""
        loop = asyncio.get_running_loop()
        since = self._rested_from if isinstance(call, commands.OpenBetting) else loop.time()
        while True:
            self._paced.clear()
            at = max(loop.time(), since + self._pace.before(call))
            self.due = Due(call.do, at)
            try:
                async with asyncio.timeout_at(at):
                    await self._paced.wait()
            except TimeoutError:
                return

    async def _make(self, call: Command) -> None:
        self._calls += 1
        ident = f"{self._boot}-{self._calls}"
        answer = await self._stored(lambda: self._host.ask(ident, call))
        if not isinstance(call, commands.OpenTable):
            self._rested_from = asyncio.get_running_loop().time()
        if answer.refusal is not None:
            # Somebody was quicker, or only a ruling helps. Repeating the call would only fill the record.
            await asyncio.sleep(RETRY)

    async def _stored(self, act: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Retry until the record takes it: the same id is one act. If the table is out of service, dealing ends."""
        while True:
            try:
                return await act()
            except FaultedTableError:
                raise
            except HouseFault:
                await asyncio.sleep(RETRY)
