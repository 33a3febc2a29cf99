"""Faults planted in the house under test, so that each harness is seen to find them."""

from __future__ import annotations

import asyncio
import os
import pwd
import resource
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from croupier.house.ports import AnyAct, Written
from croupier.storage import sqlite
from croupier.storage.entries import prepare
from croupier.storage.postgres import connections
from croupier.storage.postgres.record import PostgresRecord, PostgresTurn
from croupier.storage.totals import by_account
from croupier.wheels.seal import KeyedSeal
from testkit.crash.stores import sort_of

_ending: set[asyncio.Task[None]] = set()
_turn = PostgresRecord.turn

PLANTS = ("", "ack-early", "no-receipts", "redraw", "torn", "normal", "off", "nobody", "found-unsynced")


def plant(name: str) -> None:
    """Plant a fault in this process, before the house is opened."""
    assert name in PLANTS or name.startswith("files-of-"), f"no plant {name!r}"
    if name == "redraw":
        KeyedSeal.open = lambda *_: os.urandom(32)  # type: ignore[method-assign]
    elif name == "found-unsynced":
        sqlite._sync_found = lambda _: None  # type: ignore[assignment]
    elif name.startswith("files-of-"):
        most = int(name.removeprefix("files-of-"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    elif name == "nobody" and os.geteuid() == 0:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    elif name in {"normal", "off"}:
        sqlite._make_durable = _weakened(name)  # type: ignore[assignment]
        connections.SETTINGS["synchronous_commit"] = "off"
        connections.NEEDED["synchronous_commit"] = "off"


async def plant_in(name: str, store: str) -> None:
    """Plant a fault in a house that is open, or in its store."""
    sort, place = sort_of(store)
    if name == "ack-early":
        sqlite.SqliteRecord._commit = _commit_late  # type: ignore[assignment, method-assign]
        PostgresRecord.turn = _turn_that_ends_later  # type: ignore[method-assign]
    elif name == "torn":
        sqlite.SqliteTurn.append = _append_torn  # type: ignore[method-assign]
    elif name == "no-receipts" and sort == "sqlite":
        connection = sqlite3.connect(place)
        connection.execute("DROP INDEX IF EXISTS receipts_by_id")
        connection.commit()
        connection.close()
    elif name == "no-receipts":
        server = await asyncpg.connect(place)
        await server.execute("DROP INDEX IF EXISTS croupier.receipts_by_id")
        await server.close()


def _weakened(level: str) -> Callable[[sqlite3.Connection, Path], None]:
    def make(connection: sqlite3.Connection, _: Path) -> None:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {level}")

    return make


def _commit_late(_: sqlite.SqliteRecord, connection: sqlite3.Connection, jobs: list[sqlite._Job]) -> None:
    """Answer, and commit after that."""
    connection.execute("BEGIN IMMEDIATE")
    answers = [(job, *sqlite._in_savepoint(connection, job.work)) for job in jobs]
    for job, answer, fault in answers:
        job.loop.call_soon_threadsafe(sqlite._answer, job.done, answer, fault)
    time.sleep(0.002)
    connection.execute("COMMIT")


@asynccontextmanager
async def _turn_that_ends_later(self: PostgresRecord, table: str) -> AsyncIterator[PostgresTurn]:
    """Answer, and commit after that."""
    real = _turn(self, table)
    turn = await real.__aenter__()
    try:
        yield turn
    except BaseException:
        await real.__aexit__(*sys.exc_info())
        raise

    async def end() -> None:
        await asyncio.sleep(0.002)
        await real.__aexit__(None, None, None)

    task = asyncio.create_task(end())
    _ending.add(task)
    task.add_done_callback(_ending.discard)


async def _append_torn(self: sqlite.SqliteTurn, acts: Sequence[AnyAct], meters: Mapping[str, int]) -> Sequence[Written]:
    """Store what happened, and move the balances in a second transaction."""
    store = self._store
    prepared = prepare(self._table, self._head, acts, store.clock())
    moved = by_account([posting for act in acts for posting in act.postings])
    back = [(account, -amount) for account, amount in moved]

    def first(connection: sqlite3.Connection) -> None:
        sqlite._append(connection, prepared, meters)
        connection.execute(sqlite._MOVE_BALANCES, (sqlite._rows(back),))

    await store.submit(first)
    await store.submit(lambda connection: connection.execute(sqlite._MOVE_BALANCES, (sqlite._rows(moved),)).close())
    self._head = prepared.after
    store.grown(self._table, prepared.after)
    return prepared.written
