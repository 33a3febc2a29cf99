"""A record in PostgreSQL: a turn locks the table's row, and the transaction's commit is the turn's end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from croupier.house.faults import NotStoredError, UnknownTableError
from croupier.house.ports import AnyAct, Head, RecordFault, Written
from croupier.house.setup import TableSetUp
from croupier.house.slices import in_slices
from croupier.storage.entries import prepare_setup, preparing
from croupier.storage.postgres import writing
from croupier.storage.postgres.connections import Connections
from croupier.storage.postgres.notifications import Notifications
from croupier.storage.queries import HEAD, StoredRecord

_LOCK = f"{HEAD} FOR UPDATE"


class PostgresTurn:
    """A turn at writing, while nobody else can write at this table."""

    def __init__(self, connection: Any, table: str, head: Head, clock: Callable[[], str]) -> None:  # noqa: ANN401
        self._connection, self._table, self._head, self._clock = connection, table, head, clock

    @property
    def head(self) -> Head:
        """Where the record ends, for as long as the turn lasts."""
        return self._head

    async def append(self, acts: Sequence[AnyAct], meters: Mapping[str, int]) -> Sequence[Written]:
        """Write all acts or none; durable when the turn has ended without an error."""
        prepared = await in_slices(preparing(self._table, self._head, acts, self._clock()))
        await writing.append(self._connection, prepared, meters)
        self._head = prepared.after
        return prepared.written


class PostgresRecord(StoredRecord):
    """A record in one schema of one database."""

    def __init__(
        self, where: str, connections: Connections, notifications: Notifications, clock: Callable[[], str]
    ) -> None:
        self.where, self._connections, self._notifications, self._clock = where, connections, notifications, clock
        self._closed = False

    async def query(self, sql: str, *values: object) -> Sequence[Any]:
        return await self._connections.query(sql, *values)

    async def write(self, *statements: tuple[str, tuple[object, ...]]) -> Sequence[Any]:
        """Run statements in one transaction, and return the rows of the last."""
        async with self._transaction() as connection:
            return [list(await connection.fetch(sql, *values)) for sql, values in statements][-1]

    async def begin(self, setup: TableSetUp, rulebook: str) -> None:
        entry, head = prepare_setup(setup, self._clock())
        async with self._transaction() as connection:
            await writing.begin(connection, setup, rulebook, entry, head)

    @asynccontextmanager
    async def turn(self, table: str) -> AsyncIterator[PostgresTurn]:
        """Take a turn at writing: lock the table's row until the block ends."""
        async with self._transaction() as connection:
            row = await connection.fetchrow(_LOCK, table)
            if row is None:
                raise UnknownTableError(f"no table {table!r:.80} in {self.where}")
            turn = PostgresTurn(connection, table, Head(*row), self._clock)
            yield turn
        if turn.head.seq > row["seq"]:
            self._notifications.grown(table, turn.head.seq)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Any]:
        if self._closed:
            raise NotStoredError("the record is closed")
        try:
            async with self._connections.transaction() as connection:
                yield connection
        except NotStoredError as error:
            self.fault = RecordFault(f"not stored: {error}", final=False)
            raise
        self.fault = None

    async def wait(self, table: str, after: int) -> int:
        """Wait until a record has grown past a seq."""
        waiting = self._notifications.waiting(table, after)
        try:
            head = await self.head(table)
            if head.seq <= after:
                await waiting
                head = await self.head(table)
        finally:
            self._notifications.forget(table, waiting)
        return head.seq

    async def close(self) -> None:
        """Close every connection, after what is being written."""
        self._closed = True
        await self._notifications.close()
        await self._connections.close()
