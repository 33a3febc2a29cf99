"""From acts to what is stored, and back: places, times, hashes. The same for every store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Act, Entry, Happened, Head, Receipt, Written
from croupier.house.setup import TableSetUp
from croupier.storage.chain import GENESIS, event_hash, receipt_hash
from croupier.storage.codec import (
    read_stored,
    tag_of,
    written_command,
    written_event,
    written_refusal,
    written_setup,
)
from croupier.table.made import of_tuple

_entry, _answered, _written = of_tuple(Entry), of_tuple(Receipt), of_tuple(Written)

BEFORE_ALL = Head(-1, GENESIS, 0, GENESIS, "")


def utc_now() -> str:
    """Give the time as the record writes it."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class Prepared(NamedTuple):
    """A batch ready to be stored: where the record must end now, and where it ends after."""

    table: str
    before: Head
    after: Head
    written: tuple[Written, ...]
    acts: Sequence[Act]


def prepare_setup(setup: TableSetUp, now: str) -> tuple[Entry, Head]:
    """Make the first entry of a record."""
    line = written_setup(setup, now)
    tag = tag_of(setup.type)
    entry = Entry(0, tag, line, GENESIS, event_hash(setup.table, tag, line, GENESIS))
    return entry, Head(0, entry.hash, 0, GENESIS, now)


def prepare(table: str, head: Head, acts: Sequence[Act], now: str) -> Prepared:
    """Give every event and receipt its place, time and hash. Time never goes back, whatever the clock does."""
    at = max(now, head.at)
    seq, last, place, last_receipt = head.seq, head.hash, head.receipts, head.receipts_hash
    written = []
    for act in acts:
        after, entries = seq, []
        for event in act.events:
            seq += 1
            assert event.seq == seq, f"event {event.seq} of table {table} stands at {seq}"
            tag = tag_of(event.type)
            line = written_event(event, at)
            prev, last = last, event_hash(table, tag, line, last)
            entries.append(_entry((seq, tag, line, prev, last)))
        place += 1
        receipt = _receipt(table, act, place, at, after, last_receipt)
        last_receipt = receipt.hash
        written.append(_written((tuple(entries), receipt)))
    return Prepared(table, head, Head(seq, last, place, last_receipt, at), tuple(written), acts)


def _receipt(table: str, act: Act, place: int, at: str, after: int, prev: str) -> Receipt:
    command = written_command(act.command)
    refused = None if act.refusal is None else written_refusal(act.refusal)
    said = (place, act.who, act.id, at, command, after, len(act.events), refused, prev)
    return _answered((*said, receipt_hash(table, *said)))


def checked(
    table: str, rows: Iterable[Entry], *, after: int, prev: str | None
) -> Iterator[tuple[Entry, Happened | TableSetUp]]:
    """Decode entries that follow a place, each held to its place and to its hash. Raises BrokenRecordError."""
    seq = after
    for row in rows:
        where = f"{table} event {row.seq}"
        seq += 1
        if row.seq != seq:
            raise BrokenRecordError(f"{table} event {seq}", f"is missing; the next there is {row.seq}")
        if prev is not None and row.prev != prev:
            raise BrokenRecordError(where, "does not carry the hash of the one before")
        if event_hash(table, row.tag, row.line, row.prev) != row.hash:
            raise BrokenRecordError(where, "is not what its hash was made of")
        prev = row.hash
        try:
            event = read_stored(row.tag, row.line)
        except BrokenRecordError as error:
            raise BrokenRecordError(where, error.what) from None
        if event.seq != seq:
            raise BrokenRecordError(where, f"says that it is {event.seq}")
        yield row, event


def check_receipt(table: str, receipt: Receipt) -> None:
    """Hold a receipt to its hash. Raises BrokenRecordError."""
    if receipt_hash(table, *receipt[:-1]) != receipt.hash:
        raise BrokenRecordError(f"{table} receipt {receipt.place}", "is not what its hash was made of")
