"""Where a record to be read is: in one of the kinds of store."""

from __future__ import annotations

from pathlib import Path

from croupier.rules.errors import CroupierError
from croupier.storage.raw import RawRecord
from croupier.storage.stores import STORES, store_of


class SourceError(CroupierError):
    """No record was named, or more than one."""


def open_raw(data: str | Path | None, database: str | None = None) -> RawRecord:
    """Open a record to read it. Raises SourceError, or a HouseFault that says what is wrong with it."""
    if (data is None) is (database is None):
        raise SourceError(f"name one record: {', or '.join(kind.option for kind in STORES.values())}")
    kind, place = store_of(str(data), database)
    return kind.open_raw(place)
