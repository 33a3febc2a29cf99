"""From acts to what is stored, and back: seqs, times, hashes. The same for every store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from croupier.house.faults import BrokenRecordError
from croupier.house.ports import AnyAct, Entry, Happened, Head, Receipt, Written
from croupier.house.setup import TableSetUp
from croupier.house.slices import SLICE, Steps, at_once
from croupier.storage.chain import GENESIS, event_hash, receipt_hash
from croupier.storage.codec import (
    line_today,
    read_stored,
    tag_of,
    written_command,
    written_event,
    written_refusal,
    written_setup,
)
from croupier.storage.fast import entry_of, receipt_of, written_of

BEFORE_ALL = Head(-1, GENESIS, 0, GENESIS, "")


def utc_now() -> str:
    """Return the current time as the record writes it."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


class Prepared(NamedTuple):
    """A batch ready to be stored: where the record must end before it, and where it ends after it."""

    table: str
    before: Head
    after: Head
    written: tuple[Written, ...]
    acts: Sequence[AnyAct]


def prepare_setup(setup: TableSetUp, now: str) -> tuple[Entry, Head]:
    """Make the first entry of a record."""
    line = written_setup(setup, now)
    tag = tag_of(setup.type)
    entry = Entry(0, tag, line, GENESIS, event_hash(setup.table, tag, line, GENESIS))
    return entry, Head(0, entry.hash, 0, GENESIS, now)


def prepare(table: str, head: Head, acts: Sequence[AnyAct], now: str) -> Prepared:
    """Assign every event and receipt its place, time and hash. Time never goes back, whatever the clock does."""
    return at_once(preparing(table, head, acts, now))


def preparing(table: str, head: Head, acts: Sequence[AnyAct], now: str) -> Steps[Prepared]:
    """Do the same in slices."""
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
            entries.append(entry_of((seq, tag, line, prev, last)))
            if (seq - head.seq) % SLICE == 0:
                yield
        place += 1
        receipt = _receipt(table, act, place, at, after, last_receipt)
        last_receipt = receipt.hash
        written.append(written_of((tuple(entries), receipt)))
    return Prepared(table, head, Head(seq, last, place, last_receipt, at), tuple(written), acts)


def _receipt(table: str, act: AnyAct, place: int, at: str, after: int, prev: str) -> Receipt:
    command = written_command(act.command)
    refused = None if act.refusal is None else written_refusal(act.refusal)
    said = (place, act.who, act.id, at, command, after, len(act.events), refused, prev)
    return receipt_of((*said, receipt_hash(table, *said)))


def checked(
    table: str, rows: Iterable[Entry], *, after: int, prev: str | None
) -> Iterator[tuple[Entry, Happened | TableSetUp]]:
    """Decode the entries after a seq, checking the place and hash of each. Raises BrokenRecordError.

    Events and lines leave as they would be written today, so whoever receives them knows one version alone; the
    hashes stay those of what is stored.
    """
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
            tag, line = line_today(row.tag, row.line)
        except BrokenRecordError as error:
            raise BrokenRecordError(where, error.what) from None
        if event.seq != seq:
            raise BrokenRecordError(where, f"says that it is {event.seq}")
        yield row if line is row.line else row._replace(tag=tag, line=line), event


def check_receipt(table: str, receipt: Receipt) -> None:
    """Check a receipt against its hash. Raises BrokenRecordError."""
    if receipt_hash(table, *receipt[:-1]) != receipt.hash:
        raise BrokenRecordError(f"{table} receipt {receipt.place}", "is not what its hash was made of")
