"""Anchors made while a house runs: one line for each round that ends, in a second place that the operator names.

The file should lie where people who can write to the record cannot change it,
such as another machine's disk. A write that fails or hangs never holds up a
table: it happens in a thread of its own, and the next round's anchor covers
what the last one missed.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import structlog

from croupier.audit.anchors import Anchor
from croupier.house.desk import DESK
from croupier.house.duties import Duties
from croupier.house.faults import HouseFault
from croupier.house.host import Host
from croupier.house.tables import LiveTables
from croupier.table.events import RoundClosed, RoundVoided
from croupier.web.live.watch import raise_alert

log = structlog.get_logger()

NOT_KEPT = "anchor-not-kept"
SLOW = 10.0
"""Seconds after which a write that has not come back counts as failed."""
LAST = 2.0
"""Seconds that a house which closes waits for its last anchors."""
AGAIN = 1.0
"""Seconds before a table is followed again after its feed was lost."""


class AnchorFile:
    """A file that anchors are appended to, each line on the disk before the next."""

    def __init__(self, path: str) -> None:
        """Check that it can be written to. Raises HouseFault."""
        self.path = path
        try:
            self.append([])
        except OSError as error:
            why = error.strerror or str(error)
            raise HouseFault(f"--anchor-to {path}: cannot be written to: {why}") from None

    def append(self, lines: Sequence[str]) -> None:
        """Append lines and wait until they are on the disk; the file may have been moved since."""
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            left = "".join(f"{line}\n" for line in lines).encode()
            while left:
                left = left[os.write(handle, left) :]
            os.fsync(handle)
        finally:
            os.close(handle)
        if os.name != "nt":
            _sync_folder(Path(self.path).absolute().parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Anchoring:
    """Anchors the table of each round that ends, and the front desk if anything happened there since.

    When the house closes, every table that went on since its last anchor gets one.
    """

    def __init__(self, tables: LiveTables, file: AnchorFile) -> None:
        self._tables, self._file = tables, file
        self.fault: str | None = None
        """Why the last anchor could not be kept."""
        self._due: dict[str, None] = {}
        self._woken = asyncio.Event()
        self._idle = asyncio.Event()
        """Set while nothing is being written."""
        self._idle.set()
        self._hosts: list[Host] = []
        self._reached: dict[str, int] = {}
        """The last event of each record that is anchored."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="anchors")
        self._duties = Duties()

    def start(self) -> None:
        self._duties.of_house("anchors", self._work)

    def follow(self, host: Host) -> None:
        """Anchor the rounds of a table from now on."""
        self._hosts.append(host)
        self._reached[host.name] = host.table.seq
        self._duties.of_house(f"anchors {host.name}", lambda: self._follow(host))

    async def stop(self) -> None:
        """Stop, after the last anchors."""
        for host in self._hosts:
            if host.table.seq != self._reached[host.name]:
                self._anchor(host.name)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), LAST)
        await self._duties.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _anchor(self, table: str) -> None:
        self._due[table] = None
        self._idle.clear()
        self._woken.set()

    async def _follow(self, host: Host) -> None:
        while True:
            follower = host.feed.follow()
            try:
                async for batch in follower.batches():
                    if any(isinstance(event, RoundClosed | RoundVoided) for _, event in batch):
                        self._anchor(host.name)
            finally:
                host.feed.leave(follower)
            await asyncio.sleep(AGAIN)

    async def _work(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            due, self._due = list(self._due), {}
            try:
                await self._write(await self._lines(due))
            except (OSError, HouseFault) as error:
                await self._failed(due[0], str(error))
            else:
                self.fault = None
            if not self._due:
                self._idle.set()

    async def _lines(self, due: Sequence[str]) -> list[str]:
        lines: list[str] = []
        for table in (*due, DESK):
            head = await self._tables.record.head(table)
            if table != DESK or head.seq != self._reached.get(DESK):
                lines.append(Anchor(table, head).line())
                self._reached[table] = head.seq
        return lines

    async def _write(self, lines: Sequence[str]) -> None:
        writing = asyncio.get_running_loop().run_in_executor(self._thread, self._file.append, lines)
        done, _ = await asyncio.wait([writing], timeout=SLOW)
        if not done:
            await self._failed(DESK, f"the write has taken more than {SLOW:.0f} s")
        await writing

    async def _failed(self, table: str, why: str) -> None:
        self.fault = f"{self._file.path}: {why}"
        self._reached.pop(DESK, None)
        log.error("anchor-not-kept", table=table, why=self.fault)
        await raise_alert(self._tables, table, NOT_KEPT, self.fault)
