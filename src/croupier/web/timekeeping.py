"""How much time passes, noted in the record by the clock of the machine that nobody can set.

A day after an appointment somebody counts as an independent second person. The clock
that tells the time can be set on by a day; the one that counts how long the machine
has been running cannot, and goes on while the house is closed. Time in which the machine was
off does not count.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import structlog

from croupier.house.dealing import BY
from croupier.house.desk import DESK
from croupier.house.desk_notes import NoteTime
from croupier.house.faults import HouseFault
from croupier.house.tables import LiveTables
from croupier.web.live.watch import raise_alert

log = structlog.get_logger()

EVERY = 600.0
"""Seconds between two notes."""
LOOK_EVERY = 10.0
JUMP = 60.0
"""Seconds by which the time may move against the machine's own clock before the pit is alerted."""
JUMPED = "clock-jumped"
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_PROCESS = f"process-{secrets.token_hex(8)}"


class Uptime(NamedTuple):
    """Which start of the machine it was, and the seconds since."""

    boot: str
    up: float


def uptime() -> Uptime:
    """Ask the machine; where it does not say, how long this process has been running has to do."""
    try:
        return Uptime(_BOOT.read_text("ascii").strip(), time.clock_gettime(time.CLOCK_BOOTTIME))
    except (OSError, AttributeError, UnicodeDecodeError):
        return Uptime(_PROCESS, time.monotonic())


class Timekeeper:
    """Notes the time that passes, and compares the two clocks."""

    def __init__(
        self,
        tables: LiveTables,
        up: Callable[[], Uptime] = uptime,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._tables, self._up, self._now = tables, up, now
        self._apart: float | None = None

    async def note(self) -> None:
        """Note how much time has passed. What cannot be stored is part of the next note."""
        boot, up = self._up()
        with suppress(HouseFault):
            await self._tables.ask(f"time-{secrets.token_hex(6)}", NoteTime(BY, boot, int(up)))

    async def compare(self) -> None:
        """Call for the pit if the time has moved against the machine's own clock: somebody has set it."""
        apart = self._now() - self._up().up
        before, self._apart = self._apart, apart
        if before is not None and abs(apart - before) > JUMP:
            way = "on" if apart > before else "back"
            await raise_alert(self._tables, DESK, JUMPED, f"the clock was set {way} by {abs(apart - before):.0f} s")

    async def run(self) -> None:
        """Note the time again and again."""
        noted = self._up().up
        while True:
            await self.compare()
            if self._up().up - noted >= EVERY:
                noted = self._up().up
                await self.note()
            await asyncio.sleep(LOOK_EVERY)
