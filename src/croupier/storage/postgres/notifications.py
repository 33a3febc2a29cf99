"""Wakes those who wait for a record to grow, in this worker and in all others.

A notification is sent right after a commit and not within it: PostgreSQL commits
transactions with notifications one at a time, which with eight tables halved the
commits per second. So a notification is a hint that can be lost with its worker,
and the record itself is queried every second.
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
"""How often the record is queried in case a notification was lost."""
AGAIN_SECONDS = 0.2
_NOTIFY = "SELECT pg_notify($1, said) FROM unnest($2::text[]) AS said"
_GROWN = "SELECT table_id, seq FROM tables WHERE table_id = ANY($1)"


class Notifications:
    """Listens on a connection of its own, for all waiters in this process."""

    def __init__(self, connecting: Callable[[], Awaitable[Any]], query: Callable[..., Awaitable[object]]) -> None:
        """Prepare; the first waiter starts it. It listens on its own connection and borrows one to notify."""
        self._connecting, self._query = connecting, query
        self._grown: dict[str, int] = {}
        self._telling: asyncio.Task[None] | None = None
        self._waiting: dict[str, dict[asyncio.Future[None], int]] = {}
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def waiting(self, table: str, after: int) -> asyncio.Future[None]:
        """Return a future, done when a table may have grown past a seq. Query the head after this, not before."""
        if self._closed:
            raise NotStoredError("the record is closed")
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._listen(), name="record-notifications")
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.setdefault(table, {})[future] = after
        return future

    def forget(self, table: str, future: asyncio.Future[None]) -> None:
        waiting = self._waiting.get(table)
        if waiting is not None:
            waiting.pop(future, None)
            if not waiting:
                del self._waiting[table]

    def wake(self, table: str, seq: int | None = None) -> None:
        """Wake the waiters of a table; with a seq, only those whose seq it has passed."""
        for future, after in list(self._waiting.get(table, {}).items()):
            if seq is None or seq > after:
                self.forget(table, future)
                if not future.done():
                    future.set_result(None)

    def grown(self, table: str, seq: int) -> None:
        """Notify all workers where a record ends now, without waiting: what comes up meanwhile is sent together."""
        self._grown[table] = seq
        self.wake(table, seq)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.get_running_loop().create_task(self._tell(), name="record-notices")

    async def _tell(self) -> None:
        while self._grown:
            grown, self._grown = self._grown, {}
            with suppress(HouseFault):
                await self._query(_NOTIFY, CHANNEL, [f"{seq} {table}" for table, seq in grown.items()])

    async def close(self) -> None:
        """Stop listening, and wake everybody who still waits."""
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
        """Find growth without a notification: from before the connection was made, and from lost ones."""
        if not self._waiting:
            await connection.execute("SELECT 1")
            return
        for table, seq in await connection.fetch(_GROWN, list(self._waiting)):
            self.wake(table, seq)

    def _heard(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        seq, _, table = payload.partition(" ")
        self.wake(table, int(seq))


def listening(url: str) -> Callable[[], Awaitable[Any]]:
    """Return the function that makes the listening connection."""

    async def connecting() -> Any:  # noqa: ANN401 - the driver has no types
        return await connect(url, idle_in_transaction_session_timeout="0")

    return connecting
