"""Where a record to be looked at is: a folder or a file of SQLite, or a PostgreSQL database."""

from __future__ import annotations

from pathlib import Path

from croupier.rules.errors import CroupierError
from croupier.storage.places import record_file
from croupier.storage.raw import RawRecord
from croupier.storage.raw_sqlite import open_raw_sqlite


class SourceError(CroupierError):
    """No record was named, or more than one."""


def open_raw(data: str | Path | None, database: str | None = None) -> RawRecord:
    """Open a record to look at it. Raises SourceError, or a HouseFault that says what is wrong with it."""
    if (data is None) == (database is None):
        raise SourceError(
            "name one record: --data with a folder or file (SQLite), or --database with a URL (PostgreSQL)"
        )
    if data is not None:
        return open_raw_sqlite(record_file(data))
    from croupier.storage.raw_postgres import open_raw_postgres  # noqa: PLC0415 - only who asks for it needs the driver

    return open_raw_postgres(str(database))
