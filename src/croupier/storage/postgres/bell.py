"""Wakes who waits for a record to grow, in this worker and in all others.

A notice goes out right after a commit and not within it: PostgreSQL lets only
one transaction at a time commit that has notices in it, which with eight
tables halved the commits per second. So a notice is a hint that can be lost
with its worker, and the record itself is asked every second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from croupier.house.faults import HouseFault, NotStoredError
from croupier.storage.postgres.connections import connect
from croupier.storage.postgres.words import FAILURES

CHANNEL = "croupier_grown"
LOOK_SECONDS = 1.0
"""How often the record is asked whether a notice was lost."""
AGAIN_SECONDS = 0.2
_NOTIFY = "SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said"
_GROWN = "SELECT table_id, seq FROM tables WHERE table_id = ANY($1)"


class Bell:
    """Listens on a connection of its own, for everybody in this process who waits."""

    def __init__(self, connecting: Callable[[], Awaitable[Any]], query: Callable[..., Awaitable[object]]) -> None:
        """Prepare; the first who waits starts it. It has a connection of its own to listen, and borrows one to tell."""
        self._connecting, self._query = connecting, query
        self._grown: dict[str, int] = {}
        self._telling: asyncio.Task[None] | None = None
        self._waiting: dict[str, dict[asyncio.Future[None], int]] = {}
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def waiting(self, table: str, after: int) -> asyncio.Future[None]:
        """Give what is done when a table may have grown past a place. Ask for the head after this, not before."""
        if self._closed:
            raise NotStoredError("the record is closed")
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._listen(), name="record-bell")
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(table, {})[future] = after
        return future

    def forget(self, table: str, future: asyncio.Future[None]) -> None:
        """Wait no more."""
        waiting = self._waiting.get(table)
        if waiting is not None:
            waiting.pop(future, None)
            if not waiting:
                del self._waiting[table]

    def ring(self, table: str, seq: int | None = None) -> None:
        """Wake who waits for a table; with a place, only who waits for it to grow that far."""
        for future, after in list(self._waiting.get(table, {}).items()):
            if seq is None or seq > after:
                self.forget(table, future)
                if not future.done():
                    future.set_result(None)

    def grown(self, table: str, seq: int) -> None:
        """Tell all workers where a record ends now. Does not wait: what comes up meanwhile goes out together."""
        self._grown[table] = seq
        self.ring(table, seq)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.get_running_loop().create_task(self._tell(), name="record-notices")

    async def _tell(self) -> None:
        while self._grown:
            grown, self._grown = self._grown, {}
            with suppress(HouseFault):
                await self._query(_NOTIFY, CHANNEL, [f"{seq} {table}" for table, seq in grown.items()])

    async def close(self) -> None:
        """Stop listening. Who still waits is told."""
        self._closed = True
        if self._telling is not None:
            await asyncio.gather(self._telling, return_exceptions=True)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for waiting in self._waiting.values():
            for future in waiting:
                if not future.done():
                    future.set_exception(NotStoredError("the record is closed"))
        self._waiting.clear()

    async def _listen(self) -> None:
        while True:
            with suppress(HouseFault, *FAILURES):
                connection = await self._connecting()
                try:
                    await connection.add_listener(CHANNEL, self._heard)
                    while True:
                        await self._look(connection)
                        await asyncio.sleep(LOOK_SECONDS)
                finally:
                    connection.terminate()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _look(self, connection: Any) -> None:  # noqa: ANN401 - the driver has no types
        """Find what no notice told of: those before the connection stood, and those that were lost."""
        if not self._waiting:
            await connection.execute("SELECT 1")
            return
        for table, seq in await connection.fetch(_GROWN, list(self._waiting)):
            self.ring(table, seq)

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        seq, _, table = payload.partition(" ")
        self.ring(table, int(seq))


def listening(url: str) -> Callable[[], Awaitable[Any]]:
    """Give what connects the bell."""

    async def connecting() -> Any:  # noqa: ANN401 - the driver has no types
        return await connect(url, idle_in_transaction_session_timeout="0")

    return connecting
