"""The kinds of store, in one list: how a house opens each, and how an audit reads it.

A new store has its line in ``STORES``, with the scheme of its URLs: whatever takes a folder or a URL finds it there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from croupier.storage.places import RECORD, record_file
from croupier.storage.postgres import hold_postgres, open_postgres
from croupier.storage.raw import RawRecord
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.storage.sqlite import SqliteRecord, open_sqlite

if TYPE_CHECKING:
    from croupier.storage.postgres.record import PostgresRecord

StoredRecord: TypeAlias = "SqliteRecord | PostgresRecord"
OnNew = Callable[[bool], None]
"""Called with whether the record is new, before anything is written to it."""


class OpenStore(NamedTuple):
    """The open record of a house, and how to give it up."""

    record: StoredRecord
    lost: asyncio.Event
    """Set when another process has taken the record over, so that this one must stop."""
    let_go: Callable[[], None]


class Kind(NamedTuple):
    """A kind of store, by the option that names a record of it and the schemes of its URLs; a folder has none."""

    option: str
    schemes: tuple[str, ...]
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


STORES = (
    Kind("--data with a folder or file (SQLite)", (), _open_folder, _read_folder),
    Kind("--database with a URL (PostgreSQL)", ("postgresql", "postgres"), _open_database, _read_database),
)
_BY_SCHEME = {scheme: kind for kind in STORES for scheme in kind.schemes}


def is_database(url: str) -> bool:
    """Whether there is a store for a URL."""
    scheme, mark, _ = url.partition("://")
    return bool(mark) and scheme in _BY_SCHEME


def store_of(data: str, database: str | None = None) -> tuple[Kind, str]:
    """Return the kind of store of a folder, or of a database if one is named, and the place to open there."""
    if not database:
        return STORES[0], data
    # An address of no known scheme is refused by the usual store, in its words.
    return _BY_SCHEME.get(database.partition("://")[0], STORES[1]), database
