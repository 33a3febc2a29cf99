"""Every kind of store behind one face, for tests that ask the same of each, and acts to write into them."""

from __future__ import annotations

import asyncio
import functools
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, Protocol

import asyncpg

from croupier.house.desk import FundWallet, WalletFunded
from croupier.house.ledger import desk_postings
from croupier.house.meters import metered
from croupier.house.ports import Act, AnyAct, Record, Written
from croupier.house.setup import TableSetUp
from croupier.rules.procedure import Role
from croupier.storage import stores
from croupier.storage.entries import utc_now
from croupier.storage.postgres import open_postgres
from croupier.storage.sqlite import open_sqlite
from croupier.storage.stores import is_database, store_of
from croupier.table.commands import By
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire
from testkit.storage.servers import Server

P = ParamSpec("P")

SECONDS_MAX = 60
HOUSE_BY = By("house", Role.HOUSE)
SET_UP = TableSetUp(0, "t1", "some-game/1", "d1", random=False, banked=True)
Clock = Callable[[], str]
Row = tuple[object, ...]
Queries = Mapping[str, str]


class Store(Protocol):
    """A place for a record that can be opened again and again."""

    where: str

    async def open(self, clock: Clock = utc_now) -> Record:
        """Open it."""
        ...

    def sql(self, statement: str) -> None:
        """Change it behind the program's back."""
        ...


class SqliteStore:
    """A file."""

    def __init__(self, path: Path) -> None:
        self.path, self.where = path, str(path)

    async def open(self, clock: Clock = utc_now) -> Record:
        return open_sqlite(self.path, clock=clock)

    def sql(self, statement: str) -> None:
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.execute(statement)


class PostgresStore:
    """A schema of a running server."""

    def __init__(self, server: Server) -> None:
        self.server, self.where = server, server.url
        server.psql("DROP SCHEMA IF EXISTS croupier CASCADE")

    async def open(self, clock: Clock = utc_now) -> Record:
        return await open_postgres(self.where, clock=clock)

    def sql(self, statement: str) -> None:
        self.server.psql(f"SET client_min_messages = warning; SET search_path = croupier; {statement}")


def _sqlite_rows(path: str, queries: Queries) -> dict[str, list[Row]]:
    with closing(sqlite3.connect(path)) as connection:
        return {name: connection.execute(sql).fetchall() for name, sql in queries.items()}


def _postgres_rows(url: str, queries: Queries) -> dict[str, list[Row]]:
    async def read() -> dict[str, list[Row]]:
        connection = await asyncpg.connect(url, server_settings={"search_path": "croupier"})
        try:
            return {name: [tuple(row) for row in await connection.fetch(sql)] for name, sql in queries.items()}
        finally:
            await connection.close()

    return asyncio.run(read())


async def _open_sqlite(path: str) -> Record:
    return open_sqlite(path)


class Kind(NamedTuple):
    """A kind of store: an empty one in a folder or on a server, and one that is there by its path or URL."""

    empty: Callable[[Path, Callable[[], Server]], Store]
    open: Callable[[str], Awaitable[Record]]
    rows: Callable[[str, Queries], dict[str, list[Row]]]
    """By the store's own means, past our reader."""


STORES: Mapping[str, Kind] = {
    "sqlite": Kind(lambda folder, _: SqliteStore(folder / "record.db"), _open_sqlite, _sqlite_rows),
    "postgres": Kind(lambda _, server: PostgresStore(server()), open_postgres, _postgres_rows),
}
"""By their names in ``croupier.storage.stores``."""


async def open_at(where: str) -> Record:
    """Open the store of a path or a URL, as another process does that was told ``Store.where``."""
    kind, place = store_of(where, where if is_database(where) else None)
    name = next(name for name, one in stores.STORES.items() if one is kind)
    return await STORES[name].open(place)


def live(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test in an event loop of its own, and not for ever."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), SECONDS_MAX))

    return run


@asynccontextmanager
async def opened(store: Store, clock: Clock = utc_now) -> AsyncIterator[Record]:
    """Open a store for a while."""
    record = await store.open(clock)
    try:
        yield record
    finally:
        await record.close()


@asynccontextmanager
async def begun(store: Store, clock: Clock = utc_now) -> AsyncIterator[Record]:
    """Open a store with one table in it."""
    async with opened(store, clock) as record:
        await record.begin(SET_UP, "the text")
        yield record


def gave(seq: int, player: str = "ann", amount: int = 100, *, ident: str = "", reason: str = "welcome") -> AnyAct:
    """An act of one event that moves money."""
    event = WalletFunded(seq, None, HOUSE_BY, ("wire §5.5",), player, amount, reason)
    command = FundWallet(HOUSE_BY, player, amount, reason)
    return Act("house", ident or f"c{seq}", command, (event,), desk_postings(event))


def refused(ident: str, who: str = "ann") -> AnyAct:
    """An act that is no more than a refusal."""
    command = FundWallet(By(who, Role.PLAYER), who, 5, "please")
    return Act(who, ident, command, refusal=Refusal(Code.ROLE_NOT_ALLOWED, wire("5.5"), {"role": "player"}))


async def append(record: Record, *acts: AnyAct, table: str = "t1") -> list[Written]:
    """Write acts in one turn."""
    async with record.turn(table) as turn:
        return list(await turn.append(acts, metered([event for act in acts for event in act.events])))


async def lines(record: Record, table: str = "t1", after: int = 0) -> list[str]:
    """Return what is stored of each event."""
    return [entry.line async for entry, _ in record.read(table, after)]
