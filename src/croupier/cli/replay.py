"""``croupier replay``: recorded rounds retold, and settled again under another rulebook."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from croupier.cli.exported import exported
from croupier.cli.output import add_row, print_json, say, show
from croupier.cli.output import table as grid
from croupier.cli.params import RULESET, json_option
from croupier.cli.source import one_table, opened, source_options, table_option
from croupier.rules.errors import CroupierError
from croupier.rules.ruleset import Ruleset
from croupier.rules.unexpressed import NOT_CARRIED_OUT
from croupier.table.events import Event
from croupier.table.resettle import CutRecordError, Resettled, resettle
from croupier.table.retell import cited, retell
from croupier.table.wire import WireError, event_json, read_event, read_json

WORDS = 100


class RecordError(CroupierError):
    """A record that cannot be read, with the line number."""


@click.command()
@click.argument("file", metavar="FILE|ROUND")
@source_options
@table_option
@click.option("--under", type=RULESET, metavar="REF", help="Settle the rounds again under this rulebook.")
@click.option("--round", "number", metavar="N", help="Only this round.")
@json_option
def replay(
    file: str,
    data: str | None,
    database: str | None,
    table: str | None,
    under: Ruleset | None,
    number: str | None,
    as_json: bool,
) -> None:
    """Retell recorded rounds in plain sentences with their clauses.

    FILE holds JSON lines: the answers of ``croupier table``, events alone, or
    what ``croupier export`` wrote (with --table if it has several tables);
    ``-`` reads them from standard input. With --data or --database it is
    instead the ROUND of a stored record.

    \b
    Examples:
      croupier replay night.jsonl
      croupier replay night.jsonl --under mbs-roulette/2
      croupier replay 3 --data DIR --table t1
    """
    if data is not None or database is not None:
        happened = _stored(file, data, database, table, whole=under is not None)
        number = number or file
    else:
        happened = _events(file, table)
        if number is not None and number not in {event.round for event in happened}:
            raise RecordError(f"{file}: has no round {number}")
    if under is not None:
        # A round depends on earlier ones: a stake under the minimum is remembered.
        try:
            rounds = [one for one in resettle(happened, under) if number is None or one.round == number]
        except CutRecordError as error:
            raise RecordError(f"{file}: {error}") from None
        if as_json:
            print_json([asdict(one) | {"difference": one.difference} for one in rounds])
        else:
            _compare(rounds, under)
        return
    shown = [event for event in happened if number is None or event.round == number]
    if as_json:
        print_json([event_json(event) | {"says": retell(event)} for event in shown])
    else:
        for event in shown:
            say(f"{event.seq:>5}  {retell(event):<{WORDS}}  {cited(event.clauses)}")


def _stored(name: str, data: str | None, database: str | None, table: str | None, *, whole: bool) -> list[Event]:
    """Read a round of a record, or everything up to its end."""
    from croupier.audit.packet import stored_round, stored_until

    with opened(data, database) as raw:
        found = one_table(raw, table)
        return stored_until(raw, found, name) if whole else list(stored_round(raw, found, name).events)


def _events(file: str, table: str | None) -> list[Event]:
    lines = _lines(file)
    try:
        found = exported(lines, table)
    except CroupierError as error:
        raise RecordError(f"{file}: {error}") from None
    return list(_answers(file, lines)) if found is None else found


def _answers(file: str, lines: Sequence[bytes]) -> Iterator[Event]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            data = read_json(line.strip(), limit=None)
            found = data.get("events", [] if "id" in data else [data])
            if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
                raise RecordError(f"{file}, line {number}: events: expected a list of objects")
            for one in found:
                yield read_event(one)
        except WireError as error:
            raise RecordError(f"{file}, line {number}: {error}") from None


def _lines(file: str) -> list[bytes]:
    try:
        return (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).splitlines()
    except (OSError, ValueError) as error:
        raise RecordError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _compare(rounds: list[Resettled], under: Ruleset) -> None:
    if not rounds:
        say("No round is over, so there is none to settle again.")
        return
    for one in rounds:
        title = f"Round {one.round}: {one.pocket if one.pocket is not None else 'void'}"
        columns = ("player", "position", "stake", "gain", "clauses", f"under {under.ref}", "its clauses", "difference")
        made = grid(title, columns, right=("stake", "gain", f"under {under.ref}", "difference"))
        for line in one.lines:
            change = line.other_gain - line.gain
            figures = (line.stake, f"{line.gain:+d}", cited(line.clauses), f"{line.other_gain:+d}")
            style = "yellow" if change else None
            where = (
                line.position if line.position == line.other_position else f"{line.position} → {line.other_position}"
            )
            add_row(made, line.player, where, *figures, cited(line.other_clauses), f"{change:+d}", style=style)
        show(made)
        for note in (*one.notes, *(f"{line.position}: {line.note}" for line in one.lines if line.note)):
            say(note, style="yellow")
    partly = any(line.note.endswith(NOT_CARRIED_OUT) for one in rounds for line in one.lines)
    so_far = f", as far as {under.ref} is carried out" if partly else ""
    say(f"Players together: {sum(one.difference for one in rounds):+d}{so_far}", style="bold")
