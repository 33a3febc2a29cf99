"""A record in PostgreSQL: a turn locks the table's row, and the transaction's commit is the turn's end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from croupier.house.faults import NotStoredError, UnknownTableError
from croupier.house.ports import Act, Head, Written
from croupier.house.setup import TableSetUp
from croupier.storage.entries import prepare, prepare_setup
from croupier.storage.postgres import writing
from croupier.storage.postgres.bell import Bell
from croupier.storage.postgres.connections import Connections
from croupier.storage.reading import HEAD, Reading

_LOCK = f"{HEAD} FOR UPDATE"


class PostgresTurn:
    """A turn at writing, while nobody else can write at this table."""

    def __init__(self, connection: Any, table: str, head: Head, clock: Callable[[], str]) -> None:  # noqa: ANN401
        """Take a turn with the table's row locked."""
        self._connection, self._table, self._head, self._clock = connection, table, head, clock

    @property
    def head(self) -> Head:
        """Where the record ends, for as long as the turn lasts."""
        return self._head

    async def append(self, acts: Sequence[Act], meters: Mapping[str, int]) -> Sequence[Written]:
        """Write all acts or none; durable when the turn has ended well."""
        prepared = prepare(self._table, self._head, acts, self._clock())
        await writing.append(self._connection, prepared, meters)
        self._head = prepared.after
        return prepared.written


class PostgresRecord(Reading):
    """A record in one schema of one database."""

    def __init__(self, where: str, connections: Connections, bell: Bell, clock: Callable[[], str]) -> None:
        """Keep what ``open_postgres`` made."""
        self.where, self._connections, self._bell, self._clock = where, connections, bell, clock
        self._closed = False

    async def query(self, sql: str, *values: object) -> Sequence[Any]:
        """Ask a question of what is committed."""
        return await self._connections.query(sql, *values)

    async def write(self, *statements: tuple[str, tuple[object, ...]]) -> Sequence[Any]:
        """Do statements in one transaction, and give what the last of them returned."""
        async with self._transaction() as connection:
            return [list(await connection.fetch(sql, *values)) for sql, values in statements][-1]

    async def found(self, setup: TableSetUp, rulebook: str) -> None:
        """Begin the record of a table."""
        entry, head = prepare_setup(setup, self._clock())
        async with self._transaction() as connection:
            await writing.found(connection, setup, rulebook, entry, head)

    @asynccontextmanager
    async def turn(self, table: str) -> AsyncIterator[PostgresTurn]:
        """Take a turn at writing: wait for the table's row, and keep it until the block ends."""
        async with self._transaction() as connection:
            row = await connection.fetchrow(_LOCK, table)
            if row is None:
                raise UnknownTableError(f"no table {table!r:.80} in {self.where}")
            turn = PostgresTurn(connection, table, Head(*row), self._clock)
            yield turn
        if turn.head.seq > row["seq"]:
            self._bell.grown(table, turn.head.seq)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Any]:
        if self._closed:
            raise NotStoredError("the record is closed")
        async with self._connections.transaction() as connection:
            yield connection

    async def wait(self, table: str, after: int) -> int:
        """Wait until a record has grown past a place."""
        waiting = self._bell.waiting(table, after)
        try:
            head = await self.head(table)
            if head.seq <= after:
                await waiting
                head = await self.head(table)
        finally:
            self._bell.forget(table, waiting)
        return head.seq

    async def close(self) -> None:
        """Let go of every connection; what is being written is written first."""
        self._closed = True
        await self._bell.close()
        await self._connections.close()
