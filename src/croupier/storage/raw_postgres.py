"""The rows of a record in PostgreSQL, from one snapshot, while any number of houses keep writing."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar
from urllib.parse import urlsplit

from croupier.house.faults import BrokenRecordError, HouseFault
from croupier.storage.raw import RELATIONS, Row

T = TypeVar("T")

SCHEMA = "croupier"
CHUNK = 2_000
CONNECT_SECONDS = 10
_MISSING = "SELECT to_regclass($1) IS NULL"
_STRANGE = (
    "SELECT tgrelid::regclass || '.' || tgname FROM pg_trigger WHERE NOT tgisinternal"
    " AND tgrelid = ANY ($1::text[]::regclass[])"
)
_KEYS = "SELECT 1 FROM pg_constraint WHERE contype = 'p' AND conrelid = $1::regclass"


class PostgresRaw:
    """The rows of one database, in one read-only transaction. Cursors fetch them a few thousand at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, connection: Any, where: str) -> None:  # noqa: ANN401 - untyped
        self._loop, self._connection, self._where = loop, connection, where

    @property
    def where(self) -> str:
        """The database, without any password."""
        return self._where

    def tables(self) -> list[str]:
        named: set[str] = set()
        for name, relation in RELATIONS.items():
            if relation.of_tables:
                named |= {str(row[0]) for row in self._fetch(f"SELECT DISTINCT table_id FROM {name}")}
        return sorted(named)

    def rows(
        self, relation: str, table: str | None = None, *, first: int | None = None, last: int | None = None
    ) -> Iterator[Row]:
        columns = list(RELATIONS[relation].columns)
        conditions: list[str] = []
        values: list[object] = []
        wanted = (("table_id = ", table), (f"{columns[1]} >= ", first), (f"{columns[1]} <= ", last))
        for condition, value in wanted:
            if value is not None:
                values.append(value)
                conditions.append(f"{condition}${len(values)}")
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        shown = ", ".join(columns if table is None else columns[1:])
        order = ", ".join(RELATIONS[relation].order)
        yield from self._fetch(f"SELECT {shown} FROM {relation}{where} ORDER BY {order}", *values)

    def faults(self) -> Iterator[str]:
        """Look for what an insider would change: missing keys, triggers that are not ours."""
        try:
            missing = [name for name in RELATIONS if next(self._fetch(_MISSING, name))[0]]
            for name in missing:
                yield f"relation {name} is not there"
            for name in RELATIONS:
                if name not in missing and not list(self._fetch(_KEYS, name)):
                    yield f"relation {name} has no primary key"
            for (trigger,) in self._fetch(_STRANGE, [name for name in RELATIONS if name not in missing]):
                yield f"trigger {trigger} is none of ours"
        except BrokenRecordError as fault:
            yield str(fault)

    def close(self) -> None:
        self._loop.run_until_complete(self._connection.close())
        self._loop.close()

    def _fetch(self, sql: str, *values: object) -> Iterator[Row]:
        cursor = self._run(self._connection.cursor(sql, *values))
        while rows := self._run(cursor.fetch(CHUNK)):
            yield from map(tuple, rows)

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        import asyncpg  # noqa: PLC0415 - an extra

        async def done() -> T:
            return await work

        try:
            return self._loop.run_until_complete(done())
        except (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.DataError, OSError, ValueError) as error:
            raise BrokenRecordError(self._where, f"cannot be read: {error}") from None


def open_raw_postgres(url: str) -> PostgresRaw:
    """Open a database to read its record, without being able to change it. Raises a HouseFault."""
    try:
        import asyncpg  # noqa: PLC0415 - an extra
    except ImportError:
        raise HouseFault("PostgreSQL needs the extra: pip install 'croupier[postgres]'") from None
    parts = urlsplit(url)
    where = f"{parts.hostname or 'PostgreSQL'}{parts.path}"
    loop, connection = asyncio.new_event_loop(), None
    try:
        settings = {"search_path": SCHEMA}
        connection = loop.run_until_complete(asyncpg.connect(url, timeout=CONNECT_SECONDS, server_settings=settings))
        loop.run_until_complete(connection.transaction(isolation="repeatable_read", readonly=True).start())
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        if connection is not None:
            connection.terminate()
        loop.close()
        raise BrokenRecordError(where, f"cannot be opened as a record: {error}") from None
    return PostgresRaw(loop, connection, where)
