"""The two chains of a table, link by link: the place, time and hash of every event and every receipt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from croupier.audit.findings import Findings, Reporter, shown
from croupier.audit.rows import typed_rows
from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Asked, Entry, Happened, Receipt
from croupier.house.setup import TableSetUp
from croupier.storage.chain import GENESIS, event_hash, is_canonical
from croupier.storage.codec import decoded, read_stored, read_stored_command
from croupier.storage.entries import check_receipt
from croupier.storage.raw import RawRecord

T = TypeVar("T", Entry, Receipt)

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


class EventLink(NamedTuple):
    """An entry with its content, as far as it can be read."""

    entry: Entry
    event: Happened | TableSetUp | None
    at: str


class ReceiptLink(NamedTuple):
    """A receipt with the command it answers, as far as it can be read."""

    receipt: Receipt
    command: Asked | None


@dataclass(slots=True)
class Chain(Generic[T]):
    """How far a chain was followed: the last place and its hash, the last time."""

    report: Reporter
    word: str
    place: int
    hash: str | None
    """None if a link is missing, so that the next cannot be compared with it."""
    at: str = ""

    def follow(self, place: int, link: T) -> bool:
        """Compare a link with the one before it. Returns whether its content can be checked."""
        where = f"{self.word} {place}"
        if place <= self.place:
            self.report.add(where, "stands there twice", f"{self.word} {self.place + 1}")
            return False
        if place > self.place + 1:
            missing = f"{self.word} {self.place + 1}"
            if place > self.place + 2:
                missing += f" to {place - 1}"
            self.report.add(missing, f"missing; the next there is {place}")
        elif self.hash is not None and link.prev != self.hash:
            self.report.add(where, f"carries {shown(link.prev)} as the hash of the one before", self.hash)
        self.place, self.hash = place, link.hash
        return True

    def time(self, where: str, at: object) -> str:
        """Check the form of a time, and that it is not before the previous one."""
        if not isinstance(at, str) or not _is_time(at):
            self.report.add(where, f"has the time {shown(at)}", "a time such as 2026-01-31T20:15:00.000000Z")
            return self.at
        if at < self.at:
            self.report.add(where, f"has the time {at}, before that of the one before", f"{self.at} or later")
        self.at = max(at, self.at)
        return at


def event_links(
    raw: RawRecord, table: str, findings: Findings, *, first: int = 0, last: int | None = None
) -> Iterator[EventLink]:
    """Follow the events of a table. With ``first``, the one before it is trusted."""
    rows = typed_rows(raw, "events", table, findings, first=first or None, last=last)
    chain = Chain[Entry](findings.of("chain", table), "event", first - 1, GENESIS if first == 0 else None)
    for row in rows:
        entry = Entry(*row)
        if chain.follow(entry.seq, entry):
            yield _event_link(table, entry, chain)


def _event_link(table: str, entry: Entry, chain: Chain[Entry]) -> EventLink:
    where = f"event {entry.seq}"
    made_of = event_hash(table, entry.tag, entry.line, entry.prev)
    if made_of != entry.hash:
        chain.report.add(where, f"its hash is {shown(entry.hash)}, but what it holds hashes otherwise", made_of)
    if not is_canonical(entry.line):
        chain.report.add(where, "is not written in the canonical form")
    event, at = None, ""
    try:
        at = chain.time(where, decoded(entry.line).get("at"))
        event = read_stored(entry.tag, entry.line)
        if event.seq != entry.seq:
            chain.report.add(where, f"says that it is {event.seq}", entry.seq)
        if isinstance(event, TableSetUp) != (entry.seq == 0):
            chain.report.add(where, f"is a {event.type}", "the set-up at 0 and nowhere else")
            event = None
    except BrokenRecordError as fault:
        chain.report.add(where, f"cannot be read as {shown(entry.tag)}: {fault.what}")
    return EventLink(entry, event, at)


def receipt_links(
    raw: RawRecord, table: str, findings: Findings, *, first: int = 1, last: int | None = None
) -> Iterator[ReceiptLink]:
    """Follow the receipts of a table. With ``first``, the one before it is trusted."""
    rows = typed_rows(raw, "receipts", table, findings, first=first if first > 1 else None, last=last)
    chain = Chain[Receipt](findings.of("receipts", table), "receipt", first - 1, GENESIS if first == 1 else None)
    asked: set[tuple[str, str]] = set()
    for row in rows:
        receipt = Receipt(*row)
        if not chain.follow(receipt.place, receipt):
            continue
        if (receipt.who, receipt.id) in asked:
            words = f"{shown(receipt.who)} was answered twice under the id {shown(receipt.id)}"
            chain.report.add(f"receipt {receipt.place}", words, "one answer to each id")
        asked.add((receipt.who, receipt.id))
        yield _receipt_link(table, receipt, chain)


def _receipt_link(table: str, receipt: Receipt, chain: Chain[Receipt]) -> ReceiptLink:
    where = f"receipt {receipt.place}"
    report = chain.report
    chain.time(where, receipt.at)
    try:
        check_receipt(table, receipt)
    except BrokenRecordError:
        report.add(where, f"its hash is {shown(receipt.hash)}, but what it holds hashes otherwise")
    for name, line in (("command", receipt.command), ("refusal", receipt.refused)):
        if line is not None and not is_canonical(line):
            report.add(where, f"its {name} is not written in the canonical form")
    if receipt.events < 0 or (receipt.refused is not None and receipt.events > 0):
        words = "refused" if receipt.refused is not None else "not refused"
        report.add(where, f"was {words} and has {receipt.events} events", "events, or a refusal")
    try:
        command = read_stored_command(receipt.command)
    except BrokenRecordError as fault:
        report.add(where, f"its command cannot be read: {fault.what}")
        return ReceiptLink(receipt, None)
    if command.by.name != receipt.who:
        report.add(where, f"belongs to {shown(receipt.who)}", f"{command.by.name}, who asked")
    return ReceiptLink(receipt, command)


def _is_time(text: str) -> bool:
    if _TIME.fullmatch(text) is None:
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def check_links(
    raw: RawRecord,
    table: str,
    findings: Findings,
    *,
    events: tuple[int, int] | None = None,
    receipts: tuple[int, int] | None = None,
) -> None:
    """Follow a part of both chains, between two places, both included."""
    if events is not None:
        last = events[0] - 1
        for event in event_links(raw, table, findings, first=events[0], last=events[1]):
            last = event.entry.seq
        _reaches(findings.of("chain", table), "event", last, events[1])
    if receipts is not None:
        last = receipts[0] - 1
        for receipt in receipt_links(raw, table, findings, first=receipts[0], last=receipts[1]):
            last = receipt.receipt.place
        _reaches(findings.of("receipts", table), "receipt", last, receipts[1])


def _reaches(report: Reporter, word: str, last: int, end: int) -> None:
    if last != end:
        report.add(f"{word} {last + 1}", "missing; nothing follows", f"{word}s up to {end}")


def setup_of(link: EventLink) -> TableSetUp | None:
    """Return the table's set-up, if this is the entry that has it."""
    return link.event if isinstance(link.event, TableSetUp) else None


def happened_in(links: Iterable[EventLink]) -> list[Happened]:
    """Return the events that could be read, without the set-up."""
    return [link.event for link in links if link.event is not None and not isinstance(link.event, TableSetUp)]
