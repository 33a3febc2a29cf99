"""One round checked on its own, in about the time it takes to read it: for a page that somebody waits for.

Its links are followed from the event before it to the one after it, its bets are
settled again and its draw is made again. Whether every command was judged correctly
depends on the table before it, and so on the whole record: that is left to ``audit``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from croupier.audit.anchors import heads
from croupier.audit.drawn import Draws
from croupier.audit.findings import Finding, Findings
from croupier.audit.judged import table_events
from croupier.audit.links import EventLink, ReceiptLink, event_links, happened_in, receipt_links, setup_of
from croupier.audit.packet import UnknownRoundError
from croupier.audit.rows import typed_rows
from croupier.audit.rulesets import read_rulesets
from croupier.audit.settled import Rounds
from croupier.house.faults import BrokenRecordError
from croupier.house.setup import TableSetUp
from croupier.rules.later import Remembered
from croupier.rules.ruleset import Ruleset
from croupier.storage.codec import decoded, read_stored
from croupier.storage.raw import RawRecord
from croupier.table.events import BettingOpened, Event, WagerCollected, WagerPaid
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
    """The findings in one round."""

    first: int
    last: int
    checks: list[Checked]
    hashes: dict[int, str]
    """The hash of each event."""
    refused: list[ReceiptLink]
    """The refused commands of the round."""

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not any(one.findings for one in self.checks)


@dataclass(slots=True)
class _Span:
    first: int
    last: int
    small: set[str]
    """Players whose stakes under the minimum were settled in earlier rounds of their sittings; ``ever`` in any."""
    ever: set[str]


def check_round(raw: RawRecord, table: str, name: str, within: tuple[int, int] | None = None) -> RoundReport:
    """Check one round. Raises UnknownRoundError if there is none of that name.

    Whoever knows its first and its last event says so: then the record before it is read only
    if stakes under the minimum were settled in it, since those depend on earlier rounds.
    """
    findings = Findings()
    span = (None if within is None else _known_span(raw, table, name, within)) or _span(raw, table, name)
    links = _links(raw, table, findings, span)
    mine = [link for link in links if span.first <= link.entry.seq <= span.last]
    receipts = list(_receipts(raw, table, findings, span))
    report = findings.of("receipts", table)
    groups = list(_together(mine, receipts))
    for group, receipt in groups:
        for link in group:
            if receipt is None:
                report.add(f"event {link.entry.seq}", "follows from no command", "a receipt that accounts for it")
            elif link.at and link.at != receipt.receipt.at:
                report.add(f"event {link.entry.seq}", f"has the time {link.at}", f"{receipt.receipt.at}, its receipt's")
    settled, drawn = _again(raw, table, findings, span, [table_events(happened_in(group)) for group, _ in groups])
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
    """Sort the findings by check; rows that cannot even be read break the chain."""
    checks = {name: Checked(name, count) for name, count in looked.items()}
    for one in findings:
        where = "settlement" if one.check in ("rules", "rulebooks") else one.check
        checks[where if where in checks else "chain"].findings.append(one)
    return list(checks.values())


def _span(raw: RawRecord, table: str, name: str) -> _Span:
    """Find where a round begins and ends."""
    first: int | None = None
    last, small, ever = 0, set[str](), set[str]()
    earlier: list[tuple[str, str]] = []
    for seq, tag, line, _, _ in typed_rows(raw, "events", table, Findings()):
        opens = tag.startswith("betting-opened/")
        if first is not None and opens:
            break
        if first is None and opens:
            _remember(small, earlier)
            ever |= small | {player for _, line in earlier if (player := _settled_small(line)) is not None}
            earlier.clear()
            first = seq if _says(line, "round") == name else None
        if first is None:
            earlier.append((tag, line))
        last = seq
    if first is None:
        raise UnknownRoundError(f"table {table} has no round {name!r:.40}")
    return _Span(first, last, small, ever)


def _settled_small(line: str) -> str | None:
    """Return whose stake under the minimum a line settles, if it does."""
    return _says(line, "player") if UNDER_MINIMUM in line else None


def _known_span(raw: RawRecord, table: str, name: str, within: tuple[int, int]) -> _Span | None:
    """Take the span that somebody knows, if a round of that name begins there and nothing before it matters."""
    first, last = within
    rows = list(typed_rows(raw, "events", table, Findings(), first=first, last=last))
    if not rows or not rows[0][1].startswith("betting-opened/") or _says(rows[0][2], "round") != name:
        return None
    if any(UNDER_MINIMUM in line or tag.startswith("wager-returned/") for _, tag, line, _, _ in rows):
        return None
    return _Span(first, rows[-1][0], set(), set())


def _remember(small: set[str], earlier: Sequence[tuple[str, str]]) -> None:
    """Remember after a round whose stakes under the minimum it settled, and forget players whose sittings ended.

    Lines are decoded only if something depends on them, or this would take as long as an audit.
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
    """Read the events of a table; the audit reports what cannot be read."""
    for tag, line in stored:
        try:
            happened = read_stored(tag, line)
        except BrokenRecordError:
            continue
        if not isinstance(happened, TableSetUp):
            yield from table_events([happened])


def _says(line: str, word: str) -> str | None:
    """Return the text after a key in a line, if it can be read."""
    try:
        said = decoded(line).get(word)
    except BrokenRecordError:
        return None
    return said if isinstance(said, str) else None


def _links(raw: RawRecord, table: str, findings: Findings, span: _Span) -> list[EventLink]:
    """Follow the events of the round and one on either side, so that nothing can be cut off at its ends."""
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
    """Return where the record ended after a receipt; unreadable ones are skipped."""
    row = next(typed_rows(raw, "receipts", table, Findings(), first=place, last=place), None)
    return 0 if row is None else row[5] + row[6]


def _together(
    links: Sequence[EventLink], receipts: Sequence[ReceiptLink]
) -> Iterator[tuple[list[EventLink], ReceiptLink | None]]:
    """Join each receipt with its events; events without a receipt come alone, at the end."""
    left = {link.entry.seq: link for link in links}
    for receipt in receipts:
        after, events = receipt.receipt.after, receipt.receipt.events
        yield [left.pop(seq) for seq in range(after + 1, after + events + 1) if seq in left], receipt
    if left:
        yield list(left.values()), None


def _again(
    raw: RawRecord, table: str, findings: Findings, span: _Span, groups: Sequence[list[Event]]
) -> tuple[int, int | None]:
    """Settle the round again, and draw it again if the random wheel decides. Returns how many of each."""
    opened = next((one for group in groups for one in group if isinstance(one, BettingOpened)), None)
    setup, ruleset = _rules(raw, table, findings, opened)
    if setup is None or ruleset is None:
        findings.of("rules", table).add("the round", "cannot be settled again", "a set-up and its rulebook")
        return 0, None
    for_good = ruleset.procedure.limits.remembered.value is Remembered.FOR_GOOD
    small = dict.fromkeys(span.ever if for_good else span.small, 1)
    rounds = Rounds(findings.of("settlement", table), ruleset, number=1, small=small)
    draws = Draws(findings.of("draw", table), setup, ruleset)
    for group in groups:
        rounds.follow(group)
        draws.follow(group)
    return rounds.settled, draws.verified if setup.random else None


def _rules(
    raw: RawRecord, table: str, findings: Findings, opened: BettingOpened | None
) -> tuple[TableSetUp | None, Ruleset | None]:
    """Return the ruleset that the round names, which may be a corrected text of the one the table was set up under."""
    first = next(event_links(raw, table, findings, last=0), None)
    setup = None if first is None else setup_of(first)
    if setup is None:
        return None, None
    rulesets = read_rulesets(raw, findings)
    if opened is None or opened.digest == setup.digest:
        return setup, rulesets.of(setup, findings)
    return setup, rulesets.taken(setup, opened, findings)


def _postings(raw: RawRecord, table: str, findings: Findings, span: _Span) -> int:
    """Check the postings of each event: they add up to zero, so that no money appears or disappears."""
    sums: dict[int, int] = {}
    count = 0
    for seq, _, amount in typed_rows(raw, "ledger", table, findings, first=span.first, last=span.last):
        sums[seq] = sums.get(seq, 0) + amount
        count += 1
    for seq, total in sums.items():
        if total:
            findings.of("ledger", table).add(f"event {seq}", f"its postings come to {total}", "0 together")
    return count
