"""``croupier backup`` and ``croupier restore``: a record copied while the house runs, and brought back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.exits import FOUND
from croupier.cli.output import say
from croupier.cli.source import anchors_for, anchors_option, data_option, end_progress, telling
from croupier.rules.errors import CroupierError

if TYPE_CHECKING:
    from croupier.audit.audit import Report


@click.command()
@data_option
@click.option("--database", metavar="URL", hidden=True)
@click.option("--to", required=True, metavar="FILE", help="Where the copy goes.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def backup(data: str | None, database: str | None, to: str, force: bool) -> None:
    """Copy a record to one file, while the house runs.

    The copy is of one moment, and its chains are checked before it gets its
    name. The seal key is not in it: keep that apart. A record in PostgreSQL is
    copied with pg_dump.

    \b
    Examples:
      croupier backup --data DIR --to backup.sqlite
    """
    from croupier.audit.backup import back_up
    from croupier.storage.places import record_file
    from croupier.storage.stores import store_of

    if database is not None:
        raise CroupierError(store_of("", database)[0].copying)
    if data is None:
        raise CroupierError("name the record with --data: a folder, or a file")
    report = back_up(record_file(data), Path(to), force=force, progress=telling("checking"))
    _tell("Backed up", report)


@click.command()
@click.argument("file")
@click.option("--data", required=True, metavar="DIR", help="The folder of the house; it must hold no record yet.")
@anchors_option
def restore(file: str, data: str, anchors: str | None) -> None:
    """Bring a backup back, and say what it does not have.

    Never overwrites a record. Where anchors reach further than the backup, the
    gap is reported and the status is 1: those events were acknowledged, and they
    are not in this copy. A copy that an anchor contradicts is of another
    history: it is not restored, the anchors are named, and the status is 1 too.

    \b
    Examples:
      croupier restore backup.sqlite --data NEW
      croupier restore backup.sqlite --data NEW --anchors anchors.jsonl
    """
    from croupier.audit.backup import AnotherHistoryError, missing, restore
    from croupier.storage.places import record_file

    known = anchors_for(data, anchors)
    try:
        report = restore(Path(file), Path(data), anchors=known, progress=telling("checking"))
    except AnotherHistoryError as error:
        end_progress()
        for finding in error.found:
            say(f"{finding}", style="red")
        say(f"{error}.", style="red")
        sys.exit(FOUND)
    _tell("Restored", report)
    lost = missing(record_file(data), known)
    for anchor, head in lost:
        seq, receipts = (head.seq, head.receipts) if head is not None else (-1, 0)
        more = f"{anchor.head.receipts - receipts} receipts up to {anchor.head.at}"
        words = f"events {seq + 1} to {anchor.head.seq} and {more} are anchored and not in this copy"
        say(f"Table {anchor.table}: {words}.", style="red")
    if not known:
        say("No anchors were given, so nobody can say what came after this copy.", style="yellow")
    sys.exit(FOUND if lost else 0)


def _tell(verb: str, report: Report) -> None:
    end_progress()
    for one in report.tables:
        ends = f", up to {one.head.at}" if one.head is not None else ""
        say(f"{verb} {one.table}: {one.events:,} events, {one.receipts:,} receipts{ends}")
    say(f"{verb}: {report.where}; both chains of every table hold.", style="green")
