"""The right to serve a database, held by one process at a time, for as long as its connection lasts."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from croupier.house.faults import HouseFault, UnreachableRecordError
from croupier.storage.postgres.connections import connect
from croupier.storage.postgres.words import FAILURES, in_words, shown

SERVING = 0x63726F7570696573
"""Names the advisory lock; beside the one under which relations are brought up to date."""
LOOK_SECONDS = 1.0
"""How often the connection is checked; one that was lost is made anew as often."""


class HeldDatabase:
    """An advisory lock on a connection of its own. The server releases it when the process or its machine is gone."""

    def __init__(self, url: str, connection: Any) -> None:  # noqa: ANN401 - the driver has no types
        self._url, self._connection = url, connection
        self.lost = asyncio.Event()
        """Set when another process has taken the database over: this one must not deal any longer."""
        self._task = asyncio.get_running_loop().create_task(self._keep(), name="held-database")

    async def _keep(self) -> None:
        while not self.lost.is_set():
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self._connection.execute("SELECT 1")
            except FAILURES:
                self._connection.terminate()
                with suppress(UnreachableRecordError):  # the server is away: nobody can take the database over
                    await self._take_back()

    async def _take_back(self) -> None:
        taken = await _taken(self._url)
        if taken is None:
            self.lost.set()
        else:
            self._connection = taken

    def let_go(self) -> None:
        self._task.cancel()
        self._connection.terminate()


async def hold(url: str) -> HeldDatabase:
    """Take the right to serve a database. Raises HouseFault if another process has it."""
    where = shown(url)
    try:
        taken = await _taken(url)
    except UnreachableRecordError as fault:
        raise UnreachableRecordError(f"{where}: {fault}") from None
    if taken is None:
        raise HouseFault(f"{where}: a house is being served from it already; stop that or use another --database")
    return HeldDatabase(url, taken)


async def _taken(url: str) -> Any | None:  # noqa: ANN401 - the driver has no types
    """Return a connection that holds the lock, or None if another has it."""
    connection = await connect(url)
    try:
        if await connection.fetchval("SELECT pg_try_advisory_lock($1)", SERVING):
            return connection
    except FAILURES as error:
        connection.terminate()
        raise UnreachableRecordError(in_words(error)) from None
    connection.terminate()
    return None
