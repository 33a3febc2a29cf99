"""Opening a record in PostgreSQL: the address, the server's promises, the version of the relations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import asyncpg

from croupier.house.faults import BrokenRecordError, HouseFault, UnreachableRecordError, WeakRecordError
from croupier.storage.migrations import due
from croupier.storage.postgres.connections import SCHEMA, Connections, connect
from croupier.storage.postgres.notifications import Notifications, listening
from croupier.storage.postgres.record import PostgresRecord
from croupier.storage.postgres.words import FAILURES, in_words, shown

MIGRATING = 0x63726F7570696572
"""Names the lock under which one worker at a time brings the relations up to date."""

_RELATIONS = "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p')"
_LOSABLE = f"{_RELATIONS} AND relpersistence <> 'p' ORDER BY relname"


async def opened(url: str, clock: Callable[[], str]) -> PostgresRecord:
    where = shown(url)
    try:
        connection = await connect(url, lock_timeout="60s")
        try:
            await _check_server(connection, where)
            await _migrate(connection, where)
        finally:
            connection.terminate()
        connections = Connections(url)
        await connections.open()
    except FAILURES as error:
        raise UnreachableRecordError(f"{where}: {in_words(error)}") from None
    except (UnreachableRecordError, WeakRecordError) as fault:
        raise type(fault)(f"{where}: {fault}") from None
    return PostgresRecord(where, connections, Notifications(listening(url), connections.query), clock)


async def _check_server(connection: Any, where: str) -> None:  # noqa: ANN401 - the driver has no types
    standby, encoding = await connection.fetchrow("SELECT pg_is_in_recovery(), current_setting('server_encoding')")
    if standby:
        raise HouseFault(f"{where}: this is a standby, which takes no writes; use its primary")
    if encoding != "UTF8":
        raise HouseFault(f"{where}: the database is encoded in {encoding}, and a record needs UTF8")


async def _migrate(connection: Any, where: str) -> None:  # noqa: ANN401 - the driver has no types
    """Bring the relations up to date, all steps or none; workers that start at the same time do it one by one."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        for number, statements in due("postgres", await _version(connection, where), where):
            for statement in statements:
                await connection.execute(statement)
            await connection.execute("UPDATE version SET version = $1", number)
        losable = await connection.fetch(_LOSABLE, SCHEMA)
        if losable:
            raise WeakRecordError(f"{', '.join(row[0] for row in losable)} is unlogged, and would be lost in a crash")


async def _version(connection: Any, where: str) -> int:  # noqa: ANN401 - the driver has no types
    """Return the version of the schema, 0 if there is none yet."""
    there = {row[0] for row in await connection.fetch(_RELATIONS, SCHEMA)}
    if not there:
        await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        await connection.execute("CREATE TABLE version (version BIGINT NOT NULL)")
        await connection.execute("INSERT INTO version VALUES (0)")
        return 0
    try:
        version = await connection.fetchval("SELECT version FROM version") if "version" in there else None
    except asyncpg.PostgresSyntaxError:
        version = None
    if not isinstance(version, int):
        raise BrokenRecordError(where, f"has a schema {SCHEMA}, but it is no record of croupier")
    return version
