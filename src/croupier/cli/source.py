"""Which record a command reads, and the files beside it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from croupier.rules.errors import CroupierError

if TYPE_CHECKING:
    from croupier.audit.anchors import Anchor
    from croupier.storage.raw import RawRecord

Command = Callable[..., Any]

data_option = click.option("--data", metavar="PATH", help="The folder of a house, or the file of its record (SQLite).")
database_option = click.option("--database", metavar="URL", help="The record in PostgreSQL instead.")
table_option = click.option("--table", metavar="NAME", help="One table; needed where there are several.")
anchors_option = click.option(
    "--anchors", metavar="FILE", help="Anchors, one to a line; otherwise those beside the record."
)


def source_options(command: Command) -> Command:
    """Add the options that name the record."""
    return data_option(database_option(command))


@contextmanager
def opened(data: str | None, database: str | None) -> Iterator[RawRecord]:
    """Open a record to read it."""
    from croupier.audit.sources import open_raw

    raw = open_raw(data, database)
    try:
        yield raw
    finally:
        raw.close()


def anchors_for(data: str | None, anchors: str | None) -> list[Anchor]:
    """Read the anchors that are named, or those beside the record."""
    from croupier.audit.anchors import read_anchors
    from croupier.storage.places import ANCHORS, beside

    found = Path(anchors) if anchors is not None else (beside(data, ANCHORS) if data is not None else None)
    return [] if found is None else read_anchors(found)


def one_table(raw: RawRecord, table: str | None) -> str:
    """Return the table that is named, or the only one."""
    from croupier.house.desk import DESK

    if table is not None:
        return table
    there = [name for name in raw.tables() if name != DESK]
    if len(there) == 1:
        return there[0]
    raise CroupierError(f"name a table with --table; there are {', '.join(there) or 'none'}")


def telling(verb: str) -> Callable[[str, int], None]:
    """Show progress on a terminal."""
    if not sys.stderr.isatty():
        return lambda _table, _events: None

    def tell(table: str, events: int) -> None:
        click.echo(f"\r{verb} {table[:40]!a}: {events:,} events\x1b[K", err=True, nl=False)

    return tell


def end_progress() -> None:
    """Clear the line on which progress was shown."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", err=True, nl=False)
