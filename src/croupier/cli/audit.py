"""``croupier audit`` and ``croupier anchor``: a record checked, and its end written down elsewhere."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.exits import FOUND
from croupier.cli.output import add_row, print_json, say, show, table
from croupier.cli.params import json_option
from croupier.cli.source import anchors_for, anchors_option, end_progress, opened, source_options, telling
from croupier.rules.errors import CroupierError

if TYPE_CHECKING:
    from croupier.audit.audit import Report
    from croupier.wheels.seal import KeyedSeal

SHOWN_MAX = 200
"""Findings in a table on the terminal; --json gives them all."""


@click.command()
@click.argument("file", required=False)
@source_options
@click.option("--table", "name", metavar="NAME", help="Only this table.")
@anchors_option
@click.option("--seal-key", metavar="FILE", help="The house's key; otherwise the one beside the record.")
@json_option
def audit(
    file: str | None,
    data: str | None,
    database: str | None,
    name: str | None,
    anchors: str | None,
    seal_key: str | None,
    as_json: bool,
) -> None:
    """Check a record: chain, permissions, decisions, settlements, money, draws.

    Every asker must have been appointed, every command is judged again, and every
    round is settled again under the rulebook that it pins. Works on a live
    record and on a backup (FILE). Ends with status 1 if anything is found, and
    says where and what was expected.

    \b
    Examples:
      croupier audit --data DIR
      croupier audit backup.sqlite --anchors anchors.jsonl
    """
    from croupier.audit.audit import audit as audited

    if file is not None and (data is not None or database is not None):
        raise CroupierError(f"name one record: {file}, or one with --data or --database")
    data = file if data is None else data
    with opened(data, database) as raw:
        if name is not None and name not in raw.tables():
            raise CroupierError(f"no table {name!r:.80} in {raw.where}; there are {', '.join(raw.tables()) or 'none'}")
        seal = _seal(data, seal_key)
        report = audited(raw, table=name, anchors=anchors_for(data, anchors), seal=seal, progress=telling("auditing"))
    end_progress()
    if anchors is None and any(one.anchors for one in report.tables):
        report.notes.append(
            "whether the anchors beside the record are genuine: whoever can write it can write them too"
        )
    if as_json:
        print_json(asdict(report) | {"sound": report.sound})
    else:
        _tell(report)
    sys.exit(0 if report.sound else FOUND)


def _seal(data: str | None, seal_key: str | None) -> KeyedSeal | None:
    from croupier.storage.places import SEAL_KEY, beside
    from croupier.wheels.seal import key_file

    found = Path(seal_key) if seal_key is not None else (beside(data, SEAL_KEY) if data is not None else None)
    return None if found is None else key_file(found, new=False)


def _tell(report: Report) -> None:
    numbers = ("events", "receipts", "judged again", "rounds", "settled again", "draws", "anchors")
    made = table(report.where, ("table", *numbers), right=numbers)
    for one in report.tables:
        figures = (one.events, one.receipts, one.judged, one.rounds, one.settled, one.draws, one.anchors)
        add_row(made, one.table, *(f"{figure:,}" for figure in figures))
    show(made)
    for note in report.notes:
        say(f"Not judged: {note}.", style="yellow")
    if report.sound:
        say("Nothing found.", style="green")
        return
    found = table(f"{len(report.findings):,} found", ("check", "table", "where", "what", "expected"))
    for finding in report.findings[:SHOWN_MAX]:
        add_row(found, finding.check, finding.table, finding.where, finding.what, finding.expected, style="red")
    show(found)
    if len(report.findings) > SHOWN_MAX:
        say(f"… and {len(report.findings) - SHOWN_MAX:,} more: use --json", style="red")


@click.command()
@source_options
@click.option("--to", metavar="FILE", help="Append the lines to this file, instead of printing them.")
def anchor(data: str | None, database: str | None, to: str | None) -> None:
    """Write down where each record ends, one line per table.

    Keep the lines where whoever can write the database cannot: on paper, with
    somebody else, on another machine. ``croupier audit --anchors FILE`` then
    finds whatever was cut off or rewritten behind them.

    \b
    Examples:
      croupier anchor --data DIR
      croupier anchor --data DIR --to anchors.jsonl
    """
    from croupier.audit.anchors import anchors_of

    with opened(data, database) as raw:
        lines = [one.line() for one in anchors_of(raw)]
    if to is None:
        for line in lines:
            click.echo(line)
        return
    try:
        with Path(to).open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CroupierError(f"{to}: cannot be written: {error.strerror}") from None
    say(f"{len(lines)} anchors added to {to}")
