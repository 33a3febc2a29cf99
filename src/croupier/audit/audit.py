"""An audit of a whole record, or of one of its tables: everything that is wrong, not only the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from croupier.audit.anchors import Anchor, Held, heads, held
from croupier.audit.drawn import Draws, check_sealed
from croupier.audit.findings import Finding, Findings, shown
from croupier.audit.judged import Replay, table_events
from croupier.audit.links import EventLink, ReceiptLink, event_links, happened_in, receipt_links, setup_of
from croupier.audit.listed import check_listed
from croupier.audit.money import Ledger, check_accounts, check_meters, ledger_of
from croupier.audit.permissions import Permissions, Terms, acting_in, appointed, terms_of
from croupier.audit.rows import is_text
from croupier.audit.rulesets import StoredRulesets, read_rulesets
from croupier.audit.settled import Rounds
from croupier.house.desk import DESK, RulebookKept
from croupier.house.objections import Objections
from croupier.house.ports import Happened, Head, Seal
from croupier.house.setup import TableSetUp, fresh_table
from croupier.rules.ruleset import Ruleset
from croupier.storage.chain import GENESIS
from croupier.storage.raw import RawRecord
from croupier.table.events import BettingOpened

TOGETHER_MAX = 100_000
"""The most events that one command may lead to; a larger number is garbage."""
EVERY = 1_000
"""Receipts between two progress reports."""

Progress = Callable[[str, int], None]


@dataclass(slots=True)
class TableAudit:
    """What was checked in one table."""

    table: str
    events: int = 0
    receipts: int = 0
    judged: int = 0
    rounds: int = 0
    settled: int = 0
    draws: int = 0
    anchors: int = 0
    head: Head | None = None


@dataclass(slots=True)
class Report:
    """The result of an audit."""

    where: str
    tables: list[TableAudit] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def audit(
    raw: RawRecord,
    *,
    table: str | None = None,
    anchors: Sequence[Anchor] = (),
    seal: Seal | None = None,
    chain_only: bool = False,
    progress: Progress = lambda _table, _events: None,
) -> Report:
    """Check everything, or only the chains and heads."""
    findings, report = Findings(), Report(raw.where)
    for fault in raw.faults():
        findings.of("store", None).add(raw.where, fault)
    stated = heads(raw, findings)
    named = sorted({*raw.tables(), *(anchor.table for anchor in anchors)}) if table is None else [table]
    rulesets = read_rulesets(raw, findings)
    terms = None if chain_only else terms_of(raw)
    balances: dict[str, int] = {}
    whole = True
    for name in named:
        if not is_text(name):
            findings.of("rows", None).add(f"table {name!a}", "is not named in UTF-8", "text in UTF-8")
            continue
        one = _Table(raw, name, findings, progress, stated.get(name), held(findings.of("anchors", name), anchors))
        report.tables.append(one.chains() if chain_only else one.whole(rulesets, seal, balances, terms))
        whole = whole and one.judging
    if not chain_only:
        if table is None:
            rulesets.check_used(findings)
            check_listed(raw, findings)
        if whole:
            check_accounts(raw, balances, findings, table=table)
        else:
            findings.note("balances were not compared: not every table could be judged again")
    report.findings, report.notes = findings.all, findings.notes
    return report


@dataclass(slots=True)
class _Table:
    raw: RawRecord
    name: str
    findings: Findings
    progress: Progress
    stated: Head | None
    anchors: Held
    judging: bool = False
    """Whether there was a rulebook to judge by."""
    done: TableAudit = field(init=False)
    last: Head = field(init=False)

    def __post_init__(self) -> None:
        self.done = TableAudit(self.name)
        self.last = Head(-1, GENESIS, 0, GENESIS, "")

    # --- the chains -----------------------------------------------------------------------------------------------

    def chains(self) -> TableAudit:
        """Follow both chains and nothing else."""
        for link in self._receipts():
            if link.receipt.place % EVERY == 0:
                self.progress(self.name, link.receipt.after)
        for _ in self._events():
            pass
        self._check_head()
        return self.done

    def _events(self) -> Iterator[EventLink]:
        for link in event_links(self.raw, self.name, self.findings):
            self.done.events += 1
            self.last = self.last._replace(seq=link.entry.seq, hash=link.entry.hash, at=max(self.last.at, link.at))
            self.anchors.event(link.entry, link.at)
            yield link

    def _receipts(self) -> Iterator[ReceiptLink]:
        for link in receipt_links(self.raw, self.name, self.findings):
            receipt = link.receipt
            self.done.receipts += 1
            at = max(self.last.at, receipt.at)
            self.last = self.last._replace(receipts=receipt.place, receipts_hash=receipt.hash, at=at)
            self.anchors.receipt(receipt)
            yield link

    def _check_head(self) -> None:
        """Compare the stated end of the record with where it really ends."""
        self.done.head, self.done.anchors = self.stated, self.anchors.checked
        self.anchors.end(self.last.seq, self.last.receipts)
        report = self.findings.of("head", self.name)
        if self.stated is None:
            report.add("tables", "has no row for this table", "one that says where its record ends")
            return
        for name, there, should in zip(Head._fields, self.stated, self.last, strict=True):
            if there != should:
                report.add(f"tables, column {name}", f"says {shown(there)}", should)

    # --- everything -----------------------------------------------------------------------------------------------

    def whole(
        self, rulesets: StoredRulesets, seal: Seal | None, balances: dict[str, int], terms: Terms | None
    ) -> TableAudit:
        """Follow both chains, judge every command again, and recompute what follows from them."""
        events = self._events()
        first = next(events, None)
        setup = None if first is None else setup_of(first)
        if setup is None or setup.table != self.name:
            self._without_setup(setup)
            events = iter([*([] if first is None else [first]), *events])
        follower = _Follower.of(self.name, setup, rulesets, self.findings)
        follower.replay.appointed = appointed(terms)
        follower.replay.objector = Objections(acting_in=partial(acting_in, terms, follower.replay.ruleset))
        ledger = ledger_of(self.raw, self.name, self.findings)
        ledger.compare(0, [])
        allowed = Permissions(self.findings.of("permissions", self.name), self.name, follower.replay.ruleset, terms)
        for stored, link in self._together(events):
            follower.turn_to(stored, rulesets, self.findings)
            allowed.ruleset = follower.replay.ruleset
            follower.take(link, stored, ledger)
            if link is not None:
                allowed.take(link)
        allowed.end()
        self.judging = follower.judging
        if self.judging:
            ledger.end()
            check_meters(self.raw, self.name, follower.replay.meters, self.findings)
        self._check_head()
        check_sealed(self.raw, self.name, follower.draws, seal, self.findings)
        for account, amount in follower.replay.balances.items():
            balances[account] = balances.get(account, 0) + amount
        follower.count(self.done)
        if follower.rounds is not None and follower.rounds.without:
            words = f"{self.name}: {follower.rounds.without} of {follower.rounds.settled} bets were settled"
            self.findings.note(f"{words} as far as the rulebook is carried out; their lines name what is not")
        return self.done

    def _without_setup(self, setup: TableSetUp | None) -> None:
        words = "does not say how the table was set up" if setup is None else f"sets up {shown(setup.table)}"
        self.findings.of("chain", self.name).add("event 0", words, f"the set-up of {self.name}")

    def _together(self, events: Iterator[EventLink]) -> Iterator[tuple[list[EventLink], ReceiptLink | None]]:
        """Join each receipt with its events; events without a receipt come alone."""
        ahead, reached = _Ahead(events), 0
        for link in self._receipts():
            after, count = link.receipt.after, self._count(link, reached)
            if after > reached and (alone := ahead.upto(after)):
                yield alone, None
            mine = ahead.upto(after + count) if after >= reached else []
            self._check_times(link, mine)
            reached = max(reached, after + count)
            if link.receipt.place % EVERY == 0:
                self.progress(self.name, reached)
            yield mine, link
        if rest := ahead.rest():
            yield rest, None

    def _count(self, link: ReceiptLink, reached: int) -> int:
        """Return how many events a receipt accounts for, if the number is plausible."""
        report, where = self.findings.of("receipts", self.name), f"receipt {link.receipt.place}"
        if link.receipt.after != reached:
            report.add(where, f"says that the record ended at {link.receipt.after} before it", reached)
        if 0 <= link.receipt.events <= TOGETHER_MAX:
            return link.receipt.events
        report.add(where, f"says that {link.receipt.events} events followed", f"0 to {TOGETHER_MAX}")
        return 0

    def _check_times(self, link: ReceiptLink, mine: Sequence[EventLink]) -> None:
        for one in mine:
            if one.at and one.at != link.receipt.at:
                report = self.findings.of("chain", self.name)
                where = f"event {one.entry.seq}"
                report.add(where, f"has the time {one.at}", f"{link.receipt.at}, that of its receipt")


@dataclass(slots=True)
class _Ahead:
    """Events read up to a seq, with the next one kept for later."""

    events: Iterator[EventLink]
    waiting: EventLink | None = None

    def upto(self, place: int) -> list[EventLink]:
        taken: list[EventLink] = []
        while (one := self.waiting or next(self.events, None)) is not None:
            self.waiting = one
            if one.entry.seq > place:
                break
            taken.append(one)
            self.waiting = None
        return taken

    def rest(self) -> list[EventLink]:
        return [*([] if self.waiting is None else [self.waiting]), *self.events]


@dataclass(slots=True)
class _Follower:
    """Everything that is recomputed from the events of one table."""

    replay: Replay
    rounds: Rounds | None
    draws: Draws | None
    judging: bool
    """Whether there is a rulebook to judge by; without one the events are taken as they are."""

    @classmethod
    def of(cls, name: str, setup: TableSetUp | None, rulesets: StoredRulesets, findings: Findings) -> _Follower:
        ruleset: Ruleset | None = None
        report = findings.of("rules", name)
        is_desk = name == DESK and setup is not None and not setup.digest
        if setup is not None and not is_desk:
            ruleset = rulesets.of(setup, findings)
        if ruleset is None and not is_desk:
            report.add("all rounds", "cannot be judged again", "a set-up and the rulebook that it names")
        table = None if setup is None or ruleset is None else fresh_table(setup, ruleset)
        random = setup is not None and setup.random
        replay = Replay(findings.of("decisions", name), name, random, table, ruleset)
        if setup is None or ruleset is None:
            return cls(replay, None, None, is_desk)
        rounds = Rounds(findings.of("settlement", name), ruleset)
        return cls(replay, rounds, Draws(findings.of("draw", name), setup, ruleset), judging=True)

    def turn_to(self, stored: Sequence[EventLink], rulesets: StoredRulesets, findings: Findings) -> None:
        """Go on by the text that an opening names, if the table took a corrected one of its rulebook."""
        for event in happened_in(stored):
            if isinstance(event, RulebookKept):
                rulesets.keep(event, findings)
            if self.draws is None or self.rounds is None or not isinstance(event, BettingOpened):
                continue
            if event.digest != self.draws.ruleset.digest:
                ruleset = rulesets.taken(self.draws.setup, event, findings)
                if ruleset is not None:
                    self.draws.ruleset = self.rounds.ruleset = ruleset
                    self.replay.take_up(ruleset)

    def take(self, link: ReceiptLink | None, stored: list[EventLink], ledger: Ledger) -> None:
        """Advance by one receipt with its events, or by events without one."""
        if not self.judging:
            return
        happened: list[Happened]
        if link is None:
            happened = self.replay.orphans([one for one in stored if one.entry.seq > 0])
        else:
            happened = self.replay.answer(link, stored)
        for seq in sorted({*self.replay.moved, *(one.entry.seq for one in stored)}):
            ledger.compare(seq, self.replay.moved.get(seq, []))
        if self.rounds is not None and self.draws is not None:
            at_table = table_events(happened)
            self.rounds.follow(at_table)
            self.draws.follow(at_table)

    def count(self, done: TableAudit) -> None:
        """Return how much was checked."""
        done.judged = self.replay.judged
        if self.rounds is not None and self.draws is not None:
            done.rounds, done.settled, done.draws = self.rounds.rounds, self.rounds.settled, self.draws.verified
