"""Wakes who waits for a record to grow. A notice is a hint and may be lost; the record itself is asked now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from croupier.house.faults import HouseFault, NotStoredError
from croupier.storage.postgres.connections import connect
from croupier.storage.postgres.words import FAILURES

CHANNEL = "croupier_grown"
LOOK_SECONDS = 2.0
"""How often the record is asked whether a notice was lost."""
AGAIN_SECONDS = 0.2
_GROWN = "SELECT table_id, seq FROM tables WHERE table_id = ANY($1)"


class Bell:
    """Listens on a connection of its own, for everybody in this process who waits."""

    def __init__(self, connecting: Callable[[], Awaitable[Any]]) -> None:
        """Prepare; the first who waits starts it."""
        self._connecting = connecting
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

    async def close(self) -> None:
        """Stop listening. Who still waits is told."""
        self._closed = True
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
