"""The kinds of store by name: how a house opens each, how an audit reads it, how its places are shown.

A new store has its line in ``STORES``, with the scheme of its URLs: whatever takes a folder or a URL finds it there.
The folder of its migrations has the same name, and so has its line in ``testkit/storage/stores``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from croupier.house.ports import Record
from croupier.storage.places import RECORD, record_file
from croupier.storage.postgres import ADDRESS, hold_postgres, open_postgres
from croupier.storage.queries import Kept
from croupier.storage.raw import RawRecord
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.storage.sqlite import open_sqlite

OnNew = Callable[[bool], None]
"""Called with whether the record is new, before anything is written to it."""


class LiveRecord(Record, Kept, Protocol):
    """A record as a house opens it, with what sessions need to be stored beside it."""


class OpenStore(NamedTuple):
    """The open record of a house, and how to give it up."""

    record: LiveRecord
    lost: asyncio.Event
    """Set when another process has taken the record over, so that this one must stop."""
    let_go: Callable[[], None]


class Kind(NamedTuple):
    """A kind of store, by the option that names a record of it."""

    option: str
    open_live: Callable[[str, OnNew], Awaitable[OpenStore]]
    open_raw: Callable[[str], RawRecord]
    shown: Callable[[str], str] = str
    """Names a place without its password."""
    schemes: tuple[str, ...] = ()
    """Of its URLs; a folder has none."""
    address: str = ""
    """What its URLs look like."""
    copying: str = ""
    """How its own tools copy a record, if ``croupier backup`` does not."""


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


def _shown_database(url: str) -> str:
    from croupier.storage.postgres.words import shown  # noqa: PLC0415 - the driver is an extra

    return shown(url)


STORES: Mapping[str, Kind] = {
    "sqlite": Kind("--data with a folder or file (SQLite)", _open_folder, _read_folder),
    "postgres": Kind(
        "--database with a URL (PostgreSQL)",
        _open_database,
        _read_database,
        _shown_database,
        ("postgresql", "postgres"),
        ADDRESS,
        "PostgreSQL copies its databases itself: pg_dump --format=custom --file=house.dump URL, and later"
        " pg_restore --dbname=URL house.dump; then: croupier audit --database URL --anchors FILE",
    ),
}
_OF_A_FOLDER = STORES["sqlite"]
_OF_A_DATABASE = STORES["postgres"]
_BY_SCHEME = {scheme: kind for kind in STORES.values() for scheme in kind.schemes}


def addresses() -> Iterator[str]:
    """Say what the URLs of each kind of store look like."""
    return (kind.address for kind in STORES.values() if kind.address)


def is_database(url: str) -> bool:
    """Whether there is a store for a URL."""
    scheme, mark, _ = url.partition("://")
    return bool(mark) and scheme in _BY_SCHEME


def store_of(data: str, database: str | None = None) -> tuple[Kind, str]:
    """Return the kind of store of a folder, or of a database if one is named, and the place to open there."""
    if not database:
        return _OF_A_FOLDER, data
    # An address of no known scheme is refused by the usual store, in its words.
    return _BY_SCHEME.get(database.partition("://")[0], _OF_A_DATABASE), database
