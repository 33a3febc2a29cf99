"""Anchors: where a record ended at some moment, written down elsewhere. What was there then must stay there for ever.

An anchor is one line of canonical JSON, short enough to print:

    {"at":"…","hash":"…","receipts":9,"receipts_hash":"…","seq":12,"table":"t1"}

Without one, whoever can write the whole database could write another history
and hash it again; up to one, nothing can be cut off, forked or rewritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from croupier.audit.findings import Finding, Findings, Reporter
from croupier.audit.rows import typed_rows
from croupier.house.ports import Entry, Head, Receipt
from croupier.rules.errors import CroupierError
from croupier.storage.chain import GENESIS, canonical
from croupier.storage.codec import decoded
from croupier.storage.raw import RawRecord

_FIELDS: Mapping[str, type] = {
    "at": str,
    "hash": str,
    "receipts": int,
    "receipts_hash": str,
    "seq": int,
    "table": str,
}


class AnchorError(CroupierError):
    """A file of anchors that cannot be read, with the line number."""


class Anchor(NamedTuple):
    """Where the record of a table ended."""

    table: str
    head: Head

    def line(self) -> str:
        return canonical({"table": self.table, **self.head._asdict()})


def heads(raw: RawRecord, findings: Findings) -> dict[str, Head]:
    """Read where each record says that it ends."""
    return {str(row[0]): Head(*row[1:]) for row in typed_rows(raw, "tables", None, findings)}


def anchors_of(raw: RawRecord) -> list[Anchor]:
    """Take an anchor of every table. Raises AnchorError if a head cannot be read."""
    findings = Findings()
    found = [Anchor(table, head) for table, head in sorted(heads(raw, findings).items())]
    if findings.all:
        raise AnchorError(f"{raw.where}: {findings.all[0]}")
    return found


def read_anchors(path: str | Path) -> list[Anchor]:
    """Read a file of anchors, one per line. Raises AnchorError."""
    try:
        lines = Path(path).read_bytes().splitlines()
    except OSError as error:
        raise AnchorError(f"{path}: cannot be read: {error.strerror}") from None
    return [_read(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()]


def _read(path: str | Path, number: int, line: bytes) -> Anchor:
    try:
        found: Any = msgspec.json.decode(line.strip())
    except (msgspec.DecodeError, RecursionError) as error:
        raise AnchorError(f"{path}, line {number}: not JSON: {error}") from None
    if not isinstance(found, dict) or found.keys() != _FIELDS.keys():
        raise AnchorError(f"{path}, line {number}: an anchor has the fields {', '.join(_FIELDS)}")
    wrong = next((name for name, kind in _FIELDS.items() if type(found[name]) is not kind), None)
    if wrong is not None:
        expected = "a whole number" if _FIELDS[wrong] is int else "text"
        raise AnchorError(f"{path}, line {number}: {wrong} is to be {expected}")
    if min(found["seq"], found["receipts"]) < 0:
        raise AnchorError(f"{path}, line {number}: seq and receipts are never below 0")
    table = found.pop("table")
    return Anchor(table, Head(**found))


@dataclass(slots=True)
class Held:
    """The anchors of one table, compared with its links as they pass."""

    report: Reporter
    by_seq: dict[int, list[Head]] = field(default_factory=dict)
    by_place: dict[int, list[Head]] = field(default_factory=dict)
    checked: int = 0

    def event(self, entry: Entry, at: str) -> None:
        """Compare an event with the anchors at its seq."""
        for head in self.by_seq.pop(entry.seq, ()):
            self.checked += 1
            if entry.hash != head.hash:
                words = f"has the hash {entry.hash}: the record was rewritten or forked behind the anchor of {head.at}"
                self.report.add(f"event {entry.seq}", words, head.hash)
            if head.receipts == 0 and at != head.at:
                self.report.add(f"event {entry.seq}", f"has the time {at}", f"{head.at}, as anchored")

    def receipt(self, receipt: Receipt) -> None:
        """Compare a receipt with the anchors at its place."""
        for head in self.by_place.pop(receipt.place, ()):
            where = f"receipt {receipt.place}"
            if receipt.hash != head.receipts_hash:
                words = f"has the hash {receipt.hash}: receipts were rewritten behind the anchor of {head.at}"
                self.report.add(where, words, head.receipts_hash)
            if receipt.at != head.at:
                self.report.add(where, f"has the time {receipt.at}", f"{head.at}, as anchored")
            if receipt.after + receipt.events != head.seq:
                words = f"leads to event {receipt.after + receipt.events}"
                self.report.add(where, words, f"event {head.seq}, as anchored")

    def end(self, seq: int, place: int) -> None:
        """Report anchors that were not reached: the record was cut off."""
        for left, word, end in ((self.by_seq, "event", seq), (self.by_place, "receipt", place)):
            for missing, wanted in sorted(left.items()):
                words = f"is not there; the record ends at {end}: it was cut off behind the anchor of {wanted[0].at}"
                self.report.add(f"{word} {missing}", words, f"{word} {missing}")


def held(report: Reporter, anchors: Iterable[Anchor]) -> Held:
    """Sort the anchors of one table by their places."""
    mine = Held(report)
    for anchor in anchors:
        if anchor.table != report.table:
            continue
        mine.by_seq.setdefault(anchor.head.seq, []).append(anchor.head)
        if anchor.head.receipts:
            mine.by_place.setdefault(anchor.head.receipts, []).append(anchor.head)
        elif anchor.head.receipts_hash != GENESIS:
            report.add("anchor", f"has no receipts and yet the hash {anchor.head.receipts_hash}", GENESIS)
    return mine


def gaps(raw: RawRecord, anchors: Iterable[Anchor]) -> Iterator[tuple[Anchor, Head | None]]:
    """Return the last anchor of each table whose record does not reach it, with where the record ends."""
    there, last = heads(raw, Findings()), dict[str, Anchor]()
    for anchor in anchors:
        known = last.get(anchor.table)
        if known is None or anchor.head[0::2] > known.head[0::2]:
            last[anchor.table] = anchor
    for table, anchor in sorted(last.items()):
        head = there.get(table)
        if head is None or (head.seq, head.receipts) < (anchor.head.seq, anchor.head.receipts):
            yield anchor, head


def contradicted(raw: RawRecord, anchors: Iterable[Anchor]) -> list[Finding]:
    """Compare each anchor that the record reaches with what is there; ``gaps`` reports the others."""
    there, findings = heads(raw, Findings()), Findings()
    for anchor in anchors:
        end, head = there.get(anchor.table), anchor.head
        if end is None:
            continue
        mine = held(findings.of("anchors", anchor.table), [anchor])
        if head.seq <= end.seq:
            for row in typed_rows(raw, "events", anchor.table, findings, first=head.seq, last=head.seq):
                entry = Entry(*row)
                mine.event(entry, str(decoded(entry.line).get("at")))
        if head.receipts <= end.receipts:
            for row in typed_rows(raw, "receipts", anchor.table, findings, first=head.receipts, last=head.receipts):
                mine.receipt(Receipt(*row))
        elif head.seq < end.seq:
            words = f"is not there, though the record goes on to event {end.seq}"
            mine.report.add(
                f"receipt {head.receipts}", words, f"it before event {head.seq + 1}, by the anchor of {head.at}"
            )
    return findings.all
