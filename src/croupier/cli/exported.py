"""What ``croupier export`` writes, read back: the events of one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from croupier.rules.errors import CroupierError
from croupier.table.events import Event
from croupier.table.wire import Json, WireError, read_json


def exported(lines: Sequence[bytes], table: str | None) -> list[Event] | None:
    """Read the events of a packet or of a whole record; nothing if the lines are neither. Raises CroupierError."""
    from croupier.audit.packet import PACKET, RECORD

    first = next((line for line in lines if line.strip()), b"")
    try:
        head = read_json(first.strip(), limit=None)
    except WireError:
        return None
    if head.get("format") == PACKET:
        return list(_events((*_rows(head.get("entries")), *_rows(head.get("corrected_later", [])))))
    if head.get("format") == RECORD:
        return list(_events(_of_table(_stored(lines), table)))
    return None


def _stored(lines: Sequence[bytes]) -> Iterator[Json]:
    """Return the events of a whole record, as they are stored."""
    for number, line in enumerate(lines, start=1):
        try:
            row = read_json(line.strip(), limit=None).get("events") if line.strip() else None
        except WireError as error:
            raise CroupierError(f"line {number}: {error}") from None
        if isinstance(row, dict):
            yield row


def _of_table(rows: Iterable[Json], table: str | None) -> list[Json]:
    from croupier.house.desk import DESK

    found = [row for row in rows if row.get("table_id") != DESK]
    there = list(dict.fromkeys(str(row.get("table_id")) for row in found))
    if table is None and len(there) != 1:
        raise CroupierError(f"name a table with --table; there are {', '.join(there) or 'none'}")
    if table is not None and table not in there:
        raise CroupierError(f"has no table {table!r}; there are {', '.join(there) or 'none'}")
    return [row for row in found if table is None or row.get("table_id") == table]


def _rows(found: object) -> list[Json]:
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise CroupierError("entries: expected a list of objects")
    return found


def _events(rows: Iterable[Json]) -> Iterator[Event]:
    """Read stored lines as events; a set-up is none."""
    from croupier.house.faults import HouseFault
    from croupier.storage.codec import read_stored

    for row in rows:
        tag, line = row.get("tag"), row.get("line")
        if not isinstance(tag, str) or not isinstance(line, str):
            raise CroupierError(f"entry {row.get('seq')}: has no tag or no line")
        try:
            happened = read_stored(tag, line)
        except HouseFault as fault:
            raise CroupierError(f"entry {row.get('seq')}: {fault}") from None
        if isinstance(happened, Event):
            yield happened
