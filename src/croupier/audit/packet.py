"""Exports: one round as a dispute packet, or the whole record, for people who have nothing but the file.

A packet is one line of canonical JSON. It holds the evidence (entries, receipts,
postings, rulebook), what follows from it (bets, draw, limits) and the same in
words; ``docs/record-format.md`` says which is which. Other players' names stay
in it: every hash covers them, so a packet without them could not be verified.
Sealed secrets are never exported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple, cast

from croupier.audit.anchors import Anchor, heads
from croupier.audit.findings import Findings
from croupier.audit.rows import typed_rows
from croupier.audit.rulesets import read_rulesets
from croupier.house.desk import DeskEvent
from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Entry, Receipt
from croupier.house.setup import TableSetUp
from croupier.rules.errors import CroupierError
from croupier.rules.pocket import ordered
from croupier.rules.ruleset import Ruleset
from croupier.storage.chain import GENESIS, canonical
from croupier.storage.codec import decoded, read_stored
from croupier.storage.raw import RELATIONS, RawRecord
from croupier.table import events
from croupier.table.events import Event
from croupier.table.retell import retell
from croupier.table.wire import Json

PACKET = "croupier/packet/1"
RECORD = "croupier/record/1"
EXPORTED = ("rulebooks", "tables", "events", "receipts", "ledger", "accounts", "meters")
"""The relations of a whole record, in the order in which they are written; sealed secrets are left out."""


class ExportError(CroupierError):
    """A round that cannot be exported: it does not exist, or cannot be read."""


class UnknownRoundError(ExportError):
    """No round of that name."""


class StoredRound(NamedTuple):
    """One round as stored, up to the next opening call or to the end."""

    table: str
    name: str
    setup_entry: Entry
    setup: TableSetUp
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]
    receipts: tuple[Receipt, ...]
    receipts_before: tuple[int, str]
    """The last receipt before the round, and its hash."""


def stored_round(raw: RawRecord, table: str, name: str) -> StoredRound:
    """Find a round. Raises ExportError or BrokenRecordError."""
    findings = Findings()
    setup_entry, entries = _entries(raw, table, name, findings)
    happened = tuple(_event(entry) for entry in entries)
    receipts = _receipts(raw, table, entries, findings)
    setup = read_stored(setup_entry.tag, setup_entry.line)
    if findings.all or not isinstance(setup, TableSetUp):
        what = findings.all[0] if findings.all else "its first entry is no set-up"
        raise ExportError(f"{raw.where}: {what}; see croupier audit")
    place, prev = (receipts[0].place - 1, receipts[0].prev) if receipts else (0, GENESIS)
    return StoredRound(table, name, setup_entry, setup, entries, happened, receipts, (place, prev))


def stored_until(raw: RawRecord, table: str, name: str) -> list[Event]:
    """Return what happened at a table from its beginning to the end of a round, which depends on earlier ones.

    Raises ExportError or BrokenRecordError.
    """
    findings = Findings()
    _, entries = _entries(raw, table, name, findings)
    rows = list(typed_rows(raw, "events", table, findings, first=1, last=entries[-1].seq))
    if findings.all:
        raise ExportError(f"{raw.where}: {findings.all[0]}; see croupier audit")
    return [_event(Entry(*row)) for row in rows]


def _corrected_later(raw: RawRecord, one: StoredRound) -> list[Entry]:
    """Return the corrections of a round that were made after another had begun."""
    findings = Findings()
    rows = typed_rows(raw, "events", one.table, findings, first=one.entries[-1].seq + 1)
    after = (Entry(*row) for row in rows)
    found = [entry for entry in after if entry.tag.startswith("outcome-corrected/")]
    return [entry for entry in found if decoded(entry.line).get("round") == one.name]


def _event(entry: Entry) -> Event:
    event = read_stored(entry.tag, entry.line)
    if isinstance(event, TableSetUp | DeskEvent):
        raise BrokenRecordError(f"event {entry.seq}", f"is a {event.type}, which belongs elsewhere")
    return event


def _entries(raw: RawRecord, table: str, name: str, findings: Findings) -> tuple[Entry, tuple[Entry, ...]]:
    setup: Entry | None = None
    mine: list[Entry] = []
    known: list[str] = []
    for row in typed_rows(raw, "events", table, findings):
        entry = Entry(*row)
        setup = setup or entry
        if entry.tag.startswith("betting-opened/"):
            if mine:
                break
            opened = str(decoded(entry.line).get("round"))
            known = [*known[-2:], opened]
            if opened == name:
                mine.append(entry)
        elif mine:
            mine.append(entry)
    if setup is None:
        there = ", ".join(raw.tables()) or "none"
        raise ExportError(f"no table {table!r:.80} in {raw.where}; there are {there}")
    if not mine:
        words = f"its last rounds are {', '.join(known)}" if known else "it has none yet"
        raise UnknownRoundError(f"table {table} has no round {name!r:.40}; {words}")
    return setup, tuple(mine)


def _receipts(raw: RawRecord, table: str, entries: Sequence[Entry], findings: Findings) -> tuple[Receipt, ...]:
    """Return the receipts from the one that opened the round up to the one that opened the next."""
    first, last = entries[0].seq, entries[-1].seq
    mine: list[Receipt] = []
    for row in typed_rows(raw, "receipts", table, findings):
        receipt = Receipt(*row)
        if receipt.after + receipt.events > last:
            break
        if mine or (receipt.after < first <= receipt.after + receipt.events):
            mine.append(receipt)
    return tuple(mine)


def packet(raw: RawRecord, table: str, name: str, anchors: Sequence[Anchor] = ()) -> Json:
    """Collect everything that a round can be verified from. Raises ExportError."""
    one = stored_round(raw, table, name)
    opening = one.events[0]
    assert isinstance(opening, events.BettingOpened)
    text, ruleset = _rulebook(raw, one.setup, opening)
    first, last = one.entries[0], one.entries[-1]
    whole: Json = {
        "format": PACKET,
        "table": table,
        "round": name,
        "setup": one.setup_entry._asdict(),
        "rulebook": {"ref": one.setup.rulebook, "digest": opening.digest, "text": text},
        "before": {
            "seq": first.seq - 1,
            "hash": first.prev,
            "receipts": one.receipts_before[0],
            "receipts_hash": one.receipts_before[1],
        },
        "entries": [entry._asdict() for entry in one.entries],
        "receipts": [receipt._asdict() for receipt in one.receipts],
        "postings": [
            {"seq": row[0], "account": row[1], "amount": row[2]}
            for row in typed_rows(raw, "ledger", table, Findings(), first=first.seq, last=last.seq)
        ],
        "head": heads(raw, Findings())[table]._asdict(),
        "anchors": [anchor.line() for anchor in anchors if anchor.table == table],
        "limits": decoded(first.line).get("limits"),
        "bets": list(_bets(one.events, ruleset)),
        "draw": _draw(one, ruleset),
        "words": list(_words(one)),
    }
    later = _corrected_later(raw, one)
    if later:
        whole["corrected_later"] = [entry._asdict() for entry in later]
        whole["words"] += [_retold(_event(entry)) for entry in later]
    return whole | {"digest": sha256(canonical(whole).encode()).hexdigest()}


def _rulebook(raw: RawRecord, setup: TableSetUp, opening: events.BettingOpened) -> tuple[str, Ruleset]:
    """Return the rulebook that a round names: the table's, or a corrected text of it."""
    findings = Findings()
    rulesets = read_rulesets(raw, findings)
    corrected = opening.digest != setup.digest
    ruleset = rulesets.taken(setup, opening, findings) if corrected else rulesets.of(setup, findings)
    texts = {row[0]: row[1] for row in typed_rows(raw, "rulebooks", None, findings)}
    if ruleset is None or opening.digest not in texts:
        what = findings.all[0] if findings.all else f"{setup.table} plays by no rulebook"
        raise ExportError(f"{raw.where}: {what}")
    return str(texts[opening.digest]), ruleset


def _bets(happened: Sequence[Event], ruleset: Ruleset) -> Iterator[Json]:
    """Return every position that a wager of the round lay or counted on."""
    named: dict[str, None] = {}
    for event in happened:
        for word in ("position", "counts"):
            position = getattr(event, word, None)
            if position is not None:
                named[position] = None
    for name in named:
        position = ruleset.positions[name]
        yield {
            "position": name,
            "kind": str(position.kind),
            "pockets": list(ordered(position.pockets)),
            "pays": position.pays,
            "clauses": [clause.number for clause in position.priced],
            "placed": [clause.number for clause in position.placed],
        }


def _draw(one: StoredRound, ruleset: Ruleset) -> Json | None:
    if not one.setup.random:
        return None
    opening = cast("events.BettingOpened", one.events[0])
    endings = [event for event in one.events if isinstance(event, events.RoundClosed | events.RoundVoided)]
    secret = next((event.secret for event in endings if event.secret is not None), None)
    return {
        "commitment": opening.commitment,
        "secret": secret,
        "pockets": list(ordered(ruleset.wheel.order)),
    }


def _words(one: StoredRound) -> Iterator[Json]:
    """Retell the round: what happened, with the refusals in between, in the order in which they were asked."""
    by_seq = {event.seq: event for event in one.events}
    for receipt in one.receipts:
        if receipt.refused is not None:
            refused = decoded(receipt.refused)
            asked = decoded(receipt.command).get("do")
            says = f"{receipt.who} asks to {asked}: refused, {refused.get('code')}."
            yield {"receipt": receipt.place, "says": says, "clauses": [refused.get("clause")]}
        for seq in range(receipt.after + 1, receipt.after + receipt.events + 1):
            yield _retold(by_seq[seq])


def _retold(event: Event) -> Json:
    return {"seq": event.seq, "says": retell(event), "clauses": list(event.clauses)}


def whole_record(raw: RawRecord) -> Iterator[str]:
    """Write a whole record as lines of canonical JSON; the last says how many came before, and their hash."""
    lines, running = 0, sha256()
    for line in _record_lines(raw):
        lines += 1
        running.update(line.encode() + b"\n")
        yield line
    yield canonical({"end": {"lines": lines, "sha256": running.hexdigest()}})


def _record_lines(raw: RawRecord) -> Iterator[str]:
    yield canonical({"format": RECORD})
    for name in EXPORTED:
        findings = Findings()
        columns = list(RELATIONS[name].columns)
        for row in typed_rows(raw, name, None, findings):
            yield canonical({name: dict(zip(columns, row, strict=True))})
        if findings.all:
            raise ExportError(f"{raw.where}: {findings.all[0]}; see croupier audit")
