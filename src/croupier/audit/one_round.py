"""One round looked at by itself, in about the time that it takes to read it: for a page that somebody waits for.

Its links are followed from the event before it to the one after it, its bets are
settled again and its draw is made again. Whether every command was judged rightly
needs the table as it stood before, and so the record from its beginning: that is ``audit``'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from croupier.audit.anchors import heads
from croupier.audit.books import read_books
from croupier.audit.drawn import Draws
from croupier.audit.findings import Finding, Findings
from croupier.audit.judged import table_events
from croupier.audit.links import EventLink, ReceiptLink, event_links, receipt_links, setup_of
from croupier.audit.packet import UnknownRoundError
from croupier.audit.rows import typed_rows
from croupier.audit.settled import Rounds
from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Happened
from croupier.house.setup import TableSetUp
from croupier.rules.ruleset import Ruleset
from croupier.storage.codec import decoded, read_stored
from croupier.storage.raw import RawRecord
from croupier.table.events import Event, WagerCollected, WagerPaid
from croupier.table.sitting import Sittings

UNDER_MINIMUM = '"under_minimum":true'


@dataclass(slots=True)
class Checked:
    """One check: how many things it looked at, and what it found wrong."""

    check: str
    looked: int
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class RoundReport:
    """What was found in one round."""

    first: int
    last: int
    checks: list[Checked]
    hashes: dict[int, str]
    """The hash of each event."""
    refused: list[ReceiptLink]
    """What was asked in the round and refused."""

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not any(one.findings for one in self.checks)


@dataclass(slots=True)
class _Span:
    first: int
    last: int
    small: set[str]
    """Whose stakes under the minimum were settled in earlier rounds of their sittings."""


def check_round(raw: RawRecord, table: str, name: str) -> RoundReport:
    """Look at one round. Raises UnknownRoundError if there is none of that name."""
    findings = Findings()
    span = _span(raw, table, name)
    links = _links(raw, table, findings, span)
    mine = [link for link in links if span.first <= link.entry.seq <= span.last]
    receipts = list(_receipts(raw, table, findings, span))
    found = findings.of("receipts", table)
    groups = list(_together(mine, receipts))
    for group, receipt in groups:
        for link in group:
            if receipt is None:
                found.add(f"event {link.entry.seq}", "follows from no command", "a receipt that accounts for it")
            elif link.at and link.at != receipt.receipt.at:
                found.add(f"event {link.entry.seq}", f"has the time {link.at}", f"{receipt.receipt.at}, its receipt's")
    settled, drawn = _again(raw, table, findings, span, [table_events(_happened(group)) for group, _ in groups])
    postings = _postings(raw, table, findings, span)
    looked = {"chain": len(mine), "receipts": len(receipts), "settlement": settled, "ledger": postings}
    if drawn is not None:
        looked["draw"] = drawn
    return RoundReport(
        span.first,
        span.last,
        _by_check(findings, looked),
        {link.entry.seq: link.entry.hash for link in mine},
        [link for link in receipts if link.receipt.refused is not None],
    )


def _by_check(findings: Findings, looked: dict[str, int]) -> list[Checked]:
    """Put what was found under the checks; rows that cannot even be read break the chain."""
    checks = {name: Checked(name, count) for name, count in looked.items()}
    for one in findings:
        where = "settlement" if one.check in ("rules", "rulebooks") else one.check
        checks[where if where in checks else "chain"].findings.append(one)
    return list(checks.values())


def _span(raw: RawRecord, table: str, name: str) -> _Span:
    """Find where a round begins and ends."""
    first: int | None = None
    last, small = 0, set[str]()
    earlier: list[tuple[str, str]] = []
    for seq, tag, line, _, _ in typed_rows(raw, "events", table, Findings()):
        opens = tag.startswith("betting-opened/")
        if first is not None and opens:
            break
        if first is None and opens:
            _remember(small, earlier)
            earlier.clear()
            first = seq if _says(line, "round") == name else None
        if first is None:
            earlier.append((tag, line))
        last = seq
    if first is None:
        raise UnknownRoundError(f"table {table} has no round {name!r:.40}")
    return _Span(first, last, small)


def _remember(small: set[str], earlier: Sequence[tuple[str, str]]) -> None:
    """Note after a round whose stakes under the minimum it settled, and forget those whose sittings it saw ended.

    Lines are read only where something hangs on them, or this would take as long as an audit.
    """
    settled = [line for _, line in earlier if UNDER_MINIMUM in line]
    if (small or settled) and any(tag.startswith("seat-left/") for tag, _ in earlier):
        sittings = Sittings()
        for event in _readable(earlier):
            if isinstance(event, WagerPaid | WagerCollected) and event.under_minimum:
                small.add(event.player)
            small.difference_update(sittings.ended_by(event))
        return
    small.update(player for line in settled if (player := _says(line, "player")) is not None)


def _readable(stored: Iterable[tuple[str, str]]) -> Iterator[Event]:
    """Read the events of a table; what cannot be read is for the audit to say."""
    for tag, line in stored:
        try:
            happened = read_stored(tag, line)
        except BrokenRecordError:
            continue
        if not isinstance(happened, TableSetUp):
            yield from table_events([happened])


def _says(line: str, word: str) -> str | None:
    """Give what a line says under a word, if it can be read."""
    try:
        said = decoded(line).get(word)
    except BrokenRecordError:
        return None
    return said if isinstance(said, str) else None


def _links(raw: RawRecord, table: str, findings: Findings, span: _Span) -> list[EventLink]:
    """Follow the events of the round and the one on either side, so that nothing was cut off its ends."""
    return list(event_links(raw, table, findings, first=max(0, span.first - 1), last=span.last + 1))


def _receipts(raw: RawRecord, table: str, findings: Findings, span: _Span) -> Iterator[ReceiptLink]:
    """Follow the receipts of the round: from the one that opened it to the last before the next is opened."""
    head = heads(raw, Findings()).get(table)
    low, high = 1, 0 if head is None else head.receipts
    while low < high:
        middle = (low + high) // 2
        if _reached(raw, table, middle) < span.first:
            low = middle + 1
        else:
            high = middle
    # The links are checked from the receipt before, like those of the events.
    for link in receipt_links(raw, table, findings, first=max(1, low - 1)):
        if link.receipt.after + link.receipt.events > span.last:
            break
        if link.receipt.place >= low:
            yield link


def _reached(raw: RawRecord, table: str, place: int) -> int:
    """Give where the record ended after a receipt; one that cannot be read is passed over."""
    row = next(typed_rows(raw, "receipts", table, Findings(), first=place, last=place), None)
    return 0 if row is None else row[5] + row[6]


def _together(
    links: Sequence[EventLink], receipts: Sequence[ReceiptLink]
) -> Iterator[tuple[list[EventLink], ReceiptLink | None]]:
    """Bring each receipt together with its events; what no receipt accounts for comes alone, at the end."""
    left = {link.entry.seq: link for link in links}
    for receipt in receipts:
        after, events = receipt.receipt.after, receipt.receipt.events
        yield [left.pop(seq) for seq in range(after + 1, after + events + 1) if seq in left], receipt
    if left:
        yield list(left.values()), None


def _happened(links: Sequence[EventLink]) -> list[Happened]:
    return [link.event for link in links if link.event is not None and not isinstance(link.event, TableSetUp)]


def _again(
    raw: RawRecord, table: str, findings: Findings, span: _Span, groups: Sequence[list[Event]]
) -> tuple[int, int | None]:
    """Settle the round again, and draw it again where the random wheel decides. Gives how many of each."""
    setup, ruleset = _rules(raw, table, findings)
    if setup is None or ruleset is None:
        findings.of("rules", table).add("the round", "cannot be settled again", "a set-up and its rulebook")
        return 0, None
    rounds = Rounds(findings.of("settlement", table), ruleset, number=1, small=dict.fromkeys(span.small, 1))
    draws = Draws(findings.of("draw", table), setup, ruleset)
    for group in groups:
        rounds.follow(group)
        draws.follow(group)
    return rounds.settled, draws.verified if setup.random else None


def _rules(raw: RawRecord, table: str, findings: Findings) -> tuple[TableSetUp | None, Ruleset | None]:
    first = next(event_links(raw, table, findings, last=0), None)
    setup = None if first is None else setup_of(first)
    return setup, None if setup is None else read_books(raw, findings).of(setup, findings)


def _postings(raw: RawRecord, table: str, findings: Findings, span: _Span) -> int:
    """Hold the postings of each event to it: together they come to nothing, so that no money appears or goes."""
    sums: dict[int, int] = {}
    count = 0
    for seq, _, amount in typed_rows(raw, "ledger", table, findings, first=span.first, last=span.last):
        sums[seq] = sums.get(seq, 0) + amount
        count += 1
    for seq, total in sums.items():
        if total:
            findings.of("ledger", table).add(f"event {seq}", f"its postings come to {total}", "0 together")
    return count
