"""Connections to PostgreSQL: durable ones only, replaced when lost, and a transaction that is never half ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg

from croupier.house.faults import HouseFault, NotStoredError, UnreachableRecordError, WeakRecordError
from croupier.storage.postgres.words import FAILURES, LOST, in_words

SCHEMA = "croupier"
CONNECT_SECONDS = 5
ANSWER_SECONDS = 15
"""Timeout of a statement; a server that cannot be reached must not keep anybody waiting for ever."""
HELD_SECONDS = 3
"""How long an idle worker may hold a table's row: it was stopped, or is cut off."""
LOCK_SECONDS = 10
"""How long to wait for a row. Longer than HELD_SECONDS, shorter than ANSWER_SECONDS."""
WRITERS, READERS = 8, 4
"""Connections of one worker. Readers are separate: a writer that holds a row reads what it has missed."""

SETTINGS = {
    "application_name": "croupier",
    "search_path": SCHEMA,
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": f"{HELD_SECONDS}s",
    "lock_timeout": f"{LOCK_SECONDS}s",
    "default_transaction_isolation": "read committed",
    "default_transaction_read_only": "off",
    "row_security": "off",
    "jit": "off",
}
NEEDED = {"synchronous_commit": "on", "fsync": "on", "full_page_writes": "on", "data_sync_retry": "off"}
"""What a server must report, or a power cut could lose what was acknowledged."""


async def connect(url: str, **settings: str) -> Any:  # noqa: ANN401 - the driver has no types
    """Connect, and check that commits are durable. Raises UnreachableRecordError or WeakRecordError."""
    try:
        connection = await asyncpg.connect(
            url, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS, server_settings={**SETTINGS, **settings}
        )
    except (*FAILURES, ValueError) as error:
        raise UnreachableRecordError(in_words(error)) from None
    try:
        await check_durable(connection)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def check_durable(connection: Any) -> None:  # noqa: ANN401 - the driver has no types
    """Check that a server keeps what it acknowledges. Raises WeakRecordError."""
    names = list(NEEDED)
    rows = await connection.fetch("SELECT name, current_setting(name) FROM unnest($1::text[]) AS name", names)
    found = {name: value for name, value in rows if value != NEEDED[name]}
    if found:
        said = ", ".join(f"{name} is {value}" for name, value in found.items())
        asked = ", ".join(f"{name} = {NEEDED[name]}" for name in found)
        raise WeakRecordError(
            f"PostgreSQL: {said}; a record needs {asked}, or a power cut could lose what was acknowledged"
        )


class Connections:
    def __init__(self, url: str) -> None:
        self._writers = _pool(url, WRITERS)
        self._readers = _pool(url, READERS)

    async def open(self) -> None:
        """Create the pools; each connection is opened when it is first needed."""
        await self._writers
        await self._readers

    async def close(self) -> None:
        for pool in (self._writers, self._readers):
            with suppress(*FAILURES):
                await asyncio.wait_for(pool.close(), ANSWER_SECONDS)
            pool.terminate()

    async def query(self, sql: str, *values: object) -> Sequence[Any]:
        """Run a query, with one retry if the connection turns out to be lost. Raises UnreachableRecordError."""
        try:
            try:
                return list(await self._readers.fetch(sql, *values))
            except LOST:
                await self._readers.expire_connections()
                return list(await self._readers.fetch(sql, *values))
        except FAILURES as error:
            raise UnreachableRecordError(in_words(error)) from None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Any]:
        """Commit at the end of the block, or roll back. Raises NotStoredError if the result is unknown."""
        try:
            connection = await self._begun()
        except FAILURES as error:
            raise NotStoredError(in_words(error)) from None
        ended = False
        try:
            yield connection
            await _to_the_end(_commit(connection))
            ended = True
        except HouseFault:
            ended = await _rolled_back(connection)
            raise
        except FAILURES as error:
            raise NotStoredError(in_words(error)) from None
        finally:
            await self._give_back(connection, whole=ended)

    async def _give_back(self, connection: Any, *, whole: bool) -> None:  # noqa: ANN401 - the driver has no types
        """Release a connection; unless it is whole it is terminated, and the server rolls back what was open."""
        # The commit's result is already known; an error while releasing the connection must not replace it.
        if not whole:
            with suppress(*FAILURES):
                connection.terminate()
        with suppress(*FAILURES):
            await self._writers.release(connection)

    async def _begun(self) -> Any:  # noqa: ANN401 - the driver has no types
        """Begin; on a fresh connection if this one turns out to be lost."""
        for last in (False, True):
            connection = await self._writers.acquire(timeout=LOCK_SECONDS)
            try:
                await connection.execute("BEGIN")
            except BaseException as error:
                await self._give_back(connection, whole=False)
                if last or not isinstance(error, LOST):
                    raise
                await self._writers.expire_connections()
            else:
                return connection
        raise AssertionError


def _pool(url: str, size: int) -> Any:  # noqa: ANN401 - the driver has no types
    return asyncpg.create_pool(
        url,
        min_size=0,
        max_size=size,
        timeout=CONNECT_SECONDS,
        command_timeout=ANSWER_SECONDS,
        server_settings=SETTINGS,
        init=check_durable,
        reset=_as_it_is,
    )


async def _as_it_is(_: object) -> None:
    """No reset is needed: transactions are ended here, and no setting is changed."""


async def _commit(connection: Any) -> None:  # noqa: ANN401 - the driver has no types
    done = await connection.execute("COMMIT")
    if done != "COMMIT":
        # COMMIT rolls back a failed transaction without an error.
        raise NotStoredError(f"the server answered COMMIT with {done}")


async def _rolled_back(connection: Any) -> bool:  # noqa: ANN401 - the driver has no types
    try:
        await connection.execute("ROLLBACK")
    except FAILURES:
        return False
    return True


async def _to_the_end(work: Coroutine[Any, Any, None]) -> None:
    """Await something that must not be interrupted: a cancellation takes effect afterwards."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()
        raise
