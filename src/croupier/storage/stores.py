"""The kinds of store, in one list: how a house opens each, and how an audit reads it.

A new store has its line in ``STORES``; ``web.opening`` and ``audit.sources`` find it there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.storage.places import RECORD, record_file
from croupier.storage.postgres import hold_postgres, open_postgres
from croupier.storage.raw import RawRecord
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.storage.sqlite import SqliteRecord, open_sqlite

if TYPE_CHECKING:
    from croupier.storage.postgres.record import PostgresRecord

OnNew = Callable[[bool], None]
"""Called with whether the record is new, before anything is written to it."""


class OpenStore(NamedTuple):
    """The open record of a house, and how to give it up."""

    record: SqliteRecord | PostgresRecord
    lost: asyncio.Event
    """Set when another process has taken the record over, so that this one must stop."""
    let_go: Callable[[], None]


class Kind(NamedTuple):
    """A kind of store, by the option that names a record of it."""

    option: str
    open_live: Callable[[str, OnNew], Awaitable[OpenStore]]
    open_raw: Callable[[str], RawRecord]


async def _open_folder(folder: str, on_new: OnNew) -> OpenStore:
    path = Path(folder) / RECORD
    on_new(not path.exists())
    return OpenStore(open_sqlite(path), asyncio.Event(), lambda: None)


async def _open_database(url: str, on_new: OnNew) -> OpenStore:
    held = await hold_postgres(url)
    try:
        record = await open_postgres(url)
        on_new(not await record.tables())
    except BaseException:
        held.let_go()
        raise
    return OpenStore(record, held.lost, held.let_go)


def _read_folder(place: str) -> RawRecord:
    return open_raw_sqlite(record_file(place))


def _read_database(url: str) -> RawRecord:
    from croupier.storage.raw_postgres import open_raw_postgres  # noqa: PLC0415 - the driver is an extra

    return open_raw_postgres(url)


STORES: Mapping[str, Kind] = {
    "data": Kind("--data with a folder or file (SQLite)", _open_folder, _read_folder),
    "database": Kind("--database with a URL (PostgreSQL)", _open_database, _read_database),
}
"""By the name of the setting and of the option."""
