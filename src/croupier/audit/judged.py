"""Every command judged again: the same rulebook and the same commands give the same events and refusals, byte for byte.

A table's record is replayed from its set-up. Where the stored result is not what
follows, the replay goes on with what follows, so that one lie does not make
everything after it look like one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from croupier.audit.findings import Reporter, shown
from croupier.audit.links import EventLink, ReceiptLink, happened_in
from croupier.audit.permissions import before
from croupier.house.appointments import Appointed
from croupier.house.desk import Desk, DeskCommand, DeskEvent, decide_desk, evolve_desk
from croupier.house.faults import BrokenRecordError
from croupier.house.judge import not_enough
from croupier.house.ledger import Posting, desk_postings, may_owe, postings, touched
from croupier.house.meters import metered
from croupier.house.objections import (
    CAPS,
    Objections,
    WagerCaps,
    appointed_lately,
    not_appointed,
    too_many_wagers,
    wagers_laid,
)
from croupier.house.ports import Asked, Happened
from croupier.rules.ruleset import Ruleset
from croupier.storage.codec import read_stored_refusal, tag_of, written_event, written_refusal
from croupier.table.commands import (
    ApproveCorrection,
    ApproveRedemption,
    BuyIn,
    CashOut,
    Command,
    ConfirmOutcome,
    CorrectOutcome,
    OpenBetting,
    RuleOnIrregularity,
)
from croupier.table.decide import Objector, decide
from croupier.table.events import Event, RoundClosed, RoundVoided
from croupier.table.evolve import evolve
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table
from croupier.table.unexpressed import NOTE
from croupier.table.wire_rules import wire

Decision: TypeAlias = tuple[Happened, ...] | Refusal

OBJECTOR = Objections()
"""What a house asks beyond its rulebook, as far as the record of one table shows it: appointments are looked up."""


@dataclass(slots=True)
class Replay:
    """A table replayed receipt by receipt, or the front desk, which has no table and no ruleset."""

    report: Reporter
    name: str
    random: bool
    table: Table | None
    ruleset: Ruleset | None
    desk: Desk = field(default_factory=Desk)
    seq: int = 0
    judged: int = 0
    moved: dict[int, list[Posting]] = field(default_factory=dict)
    """What the last events moved, by their seqs."""
    balances: dict[str, int] = field(default_factory=dict)
    meters: dict[str, int] = field(default_factory=dict)
    appointed: Sequence[Appointed] = ()
    """Everybody to whom the front desk gave a role."""
    objector: Objector = OBJECTOR
    lenient: bool = False
    """Whether something was accepted that a house refuses today."""

    def take_up(self, ruleset: Ruleset) -> None:
        """Go on by a corrected text; rounds that are still kept are corrected by the one that opened them."""
        before, needed = self.ruleset, set() if self.table is None else self.table.digests
        self.ruleset = ruleset if before is None else ruleset.after(before, needed=needed)

    def answer(self, link: ReceiptLink, stored: Sequence[EventLink]) -> list[Happened]:
        """Judge a command again, compare, and go on. Returns what happened."""
        where = f"receipt {link.receipt.place}"
        decision = self._decide(where, link.command, refused=link.receipt.refused is not None)
        if decision is not None and self._without_notes(link, decision, stored):
            decision = self._decided_without_notes(where, link)
        follows: list[Happened] | None = None
        if decision is not None:
            self.judged += 1
            assert link.command is not None
            self._compare_refusal(where, link, decision)
            if not isinstance(decision, Refusal) and link.receipt.refused is None:
                follows = self._compare(link, decision, stored)
        if follows is None or len(follows) != link.receipt.events:
            follows = happened_in(stored)
        self.fold(follows, upto=link.receipt.after + max(link.receipt.events, 0))
        return follows

    def orphans(self, stored: Sequence[EventLink]) -> list[Happened]:
        """Go on with events that have no receipt."""
        for link in stored:
            self.report.add(f"event {link.entry.seq}", "follows from no command", "a receipt that accounts for it")
        happened = happened_in(stored)
        self.fold(happened, upto=stored[-1].entry.seq if stored else self.seq)
        return happened

    # --- judging --------------------------------------------------------------------------------------------------

    def _decide(self, where: str, command: Asked | None, *, refused: bool) -> Decision | None:
        if command is None:
            return None
        try:
            if isinstance(command, DeskCommand) != (self.table is None):
                self.report.add(where, f"{command.do} was asked of {self.name}", "another record's commands elsewhere")
                return None
            if isinstance(command, DeskCommand):
                return decide_desk(self.desk, command)
            assert self.table is not None
            assert self.ruleset is not None
            if refused:
                return decide(self.table, command, self.ruleset, self.objector)
            if self.objector(self.table, command, self.ruleset) is not None:
                self._before_our_time(where, command)
            return decide(self.table, command, self.ruleset)
        except Exception as error:  # noqa: BLE001 - whatever a broken record leads to is a finding
            self.report.add(where, f"cannot be judged again: {error!r:.120}")
            return None

    def _without_notes(self, link: ReceiptLink, decision: Decision, stored: Sequence[EventLink]) -> bool:
        """Whether the program that answered did not note yet which clauses a step does without."""
        if self.ruleset is None or not self.ruleset.unexpressed:
            return False
        if isinstance(decision, Refusal):
            refused = link.receipt.refused
            return refused is not None and NOTE in decision.facts and f'"{NOTE}":' not in refused
        return any(one.not_carried_out for one in decision) and not any(
            f'"{NOTE}":' in one.entry.line for one in stored
        )

    def _decided_without_notes(self, where: str, link: ReceiptLink) -> Decision | None:
        assert self.ruleset is not None
        whole, self.ruleset = self.ruleset, replace(self.ruleset, unexpressed=())
        try:
            decision = self._decide(where, link.command, refused=link.receipt.refused is not None)
        finally:
            self.ruleset = whole
        self.report.findings.note(f"{shown(self.name)}: acts of an earlier program do not note what is not carried out")
        return decision

    def _before_our_time(self, where: str, command: Command, how: str = "accepted") -> None:
        """Note once that a house accepted what it would refuse today; the table alone never refused it."""
        if not self.lenient:
            self.lenient = True
            words = f"{shown(self.name)} {where}: {command.do} by {shown(command.by.name)} was {how}"
            self.report.findings.note(f"{words} under an earlier rule; it is not counted as a finding")

    def _compare_refusal(self, where: str, link: ReceiptLink, decision: Decision) -> None:
        stored = link.receipt.refused
        if isinstance(decision, Refusal):
            expected = written_refusal(decision)
            if stored is None:
                self.report.add(where, "was accepted", f"refused: {decision}")
            elif stored != expected and not self._excused(where, link, decision) and not self._of_table(where, link):
                self.report.add(where, f"was refused with {shown(stored)}", expected)
        elif stored is not None and not self._excused(where, link, decision):
            self.report.add(where, f"was refused with {shown(stored)}", f"{len(decision)} events")

    def _excused(self, where: str, link: ReceiptLink, decision: Decision) -> bool:
        """Whether a refusal is right although the rulebook would not refuse like that today."""
        return self._of_house(link, decision) or self._closed_then(where, link) or self._out_of_reach(where, link)

    def _out_of_reach(self, where: str, link: ReceiptLink) -> bool:
        """Whether a correction was refused because the table had since taken another text, as it was before."""
        command, table, ruleset = link.command, self.table, self.ruleset
        if table is None or ruleset is None or not isinstance(command, CorrectOutcome | ApproveCorrection):
            return False
        then = decide(table, command, replace(ruleset, earlier={}), self.objector)
        if not isinstance(then, Refusal) or link.receipt.refused != written_refusal(then):
            return False
        self._before_our_time(where, command, "refused")
        return True

    def _closed_then(self, where: str, link: ReceiptLink) -> bool:
        """Whether chips were not redeemed because the table was closed, as it was before our rule 3.1 allowed it."""
        command, table = link.command, self.table
        if table is None or table.standing.open or not isinstance(command, CashOut | ApproveRedemption):
            return False
        if link.receipt.refused != written_refusal(Refusal(Code.TABLE_CLOSED, wire("3.1"))):
            return False
        self._before_our_time(where, command, "refused")
        return True

    def _of_table(self, where: str, link: ReceiptLink) -> bool:
        """Whether the table alone refuses like that: what the house objects to today, it did not object to then."""
        command = link.command
        if self.table is None or self.ruleset is None or command is None or isinstance(command, DeskCommand):
            return False
        alone = decide(self.table, command, self.ruleset)
        if not isinstance(alone, Refusal) or link.receipt.refused != written_refusal(alone):
            return False
        self._before_our_time(where, command, "refused")
        return True

    def _of_house(self, link: ReceiptLink, decision: Decision) -> bool:
        """Whether the refusal is the house's own, for reasons outside this record: money, or appointments."""
        if self._short_of_money(link, decision) or self._appointed_lately(link) or self._too_many_wagers(link):
            return True
        # Whether somebody was appointed to act in a position at that time is compared with their terms.
        by = None if link.command is None else link.command.by
        return by is not None and link.receipt.refused == written_refusal(not_appointed(by))

    def _too_many_wagers(self, link: ReceiptLink) -> bool:
        """Whether the refusal is that of a house which takes only so many wagers in a round, and they were that many.

        How many it takes is a setting, so of that only what the refusal says is known.
        """
        command, stored = link.command, link.receipt.refused
        if self.table is None or stored is None or command is None or isinstance(command, DeskCommand):
            return False
        try:
            facts = read_stored_refusal(stored).facts
        except BrokenRecordError:
            return False
        caps = [value if type(value := facts.get(name)) is int else None for name in CAPS]
        refusal = too_many_wagers(WagerCaps(*caps), self.table, wagers_laid(self.table, command))
        return refusal is not None and stored == written_refusal(refusal)

    def _appointed_lately(self, link: ReceiptLink) -> bool:
        """Whether the second person was refused for having been appointed lately, or for having appointed the first.

        The appointment has to be in the front desk's record, and earlier. How long before is
        counted by a clock of which that record notes only now and then what it shows.
        """
        command, table = link.command, self.table
        if table is None or not isinstance(command, ConfirmOutcome | ApproveCorrection | RuleOnIrregularity):
            return False
        name, others = command.by.name, _first_persons(table, command)
        return link.receipt.refused in {
            written_refusal(appointed_lately(name, made))
            for made in self.appointed
            if (made.name == name or (made.by == name and made.name in others)) and before(made.at, link.receipt.at)
        }

    def _short_of_money(self, link: ReceiptLink, decision: Decision) -> bool:
        """Whether the refusal is the house's own: an account of the asker held too little.

        Wallets are shared by all tables, and no order between tables is recorded, so of
        a wallet only the name can be checked; of a table's own account the balance too.
        """
        command = link.command
        if isinstance(decision, Refusal):
            if not isinstance(command, BuyIn):
                return False
            accounts = [f"wallet:{command.player}"]
        else:
            taken: dict[str, int] = {}
            for posting in self._postings_of(decision):
                taken[posting.account] = taken.get(posting.account, 0) + posting.amount
            accounts = [
                account
                for account, amount in taken.items()
                if not may_owe(account)
                and amount < 0
                and (account.startswith("wallet:") or self.balances.get(account, 0) + amount < 0)
            ]
        return link.receipt.refused in {written_refusal(not_enough(account)) for account in accounts}

    def _postings_of(self, decision: tuple[Happened, ...]) -> list[Posting]:
        table, moved = self.table, list[Posting]()
        for event in decision:
            if isinstance(event, DeskEvent) or table is None:
                continue
            was = touched(table, event)
            table = evolve(table, event)
            moved += postings(self.name, event, was, table)
        return moved

    # --- comparing ------------------------------------------------------------------------------------------------

    def _compare(
        self, link: ReceiptLink, decision: tuple[Happened, ...], stored: Sequence[EventLink]
    ) -> list[Happened]:
        where = f"receipt {link.receipt.place}"
        if isinstance(link.command, OpenBetting) and (link.command.commitment is not None) != self.random:
            words = "no commitment" if self.random else "a commitment"
            self.report.add(where, f"opened betting with {words}", "one where the random wheel decides, and only there")
        if len(decision) != link.receipt.events:
            kinds = ", ".join(event.type for event in decision)
            self.report.add(where, f"has {link.receipt.events} events", f"{len(decision)}: {shown(kinds)}")
        follows = []
        by_place = {one.entry.seq: one for one in stored}
        for event in decision:
            there = by_place.get(event.seq)
            follows.append(self._compare_event(event, there, link.receipt.at))
        return follows

    def _compare_event(self, event: Happened, there: EventLink | None, at: str) -> Happened:
        """Compare one event with what follows. The secret comes from the wheel and is checked elsewhere."""
        if there is None:
            self.report.add(f"event {event.seq}", "is not there", shown(written_event(event, at)))
            return event
        if isinstance(event, RoundClosed | RoundVoided) and isinstance(there.event, RoundClosed | RoundVoided):
            event = replace(event, secret=there.event.secret)
        if there.entry.tag == tag_of(event.type):
            same = there.entry.line == written_event(event, at)
        else:  # an older version of its fields, which says the same once lifted
            same = there.event == event and there.at == at
        if not same:
            words = f"is {shown(there.entry.line)}"
            self.report.add(f"event {event.seq}", words, f"what follows from its command: {written_event(event, at)}")
        return event

    # --- folding --------------------------------------------------------------------------------------------------

    def fold(self, happened: Sequence[Happened], *, upto: int) -> None:
        """Fold what happened, and keep what it moved."""
        self.moved = {}
        for event in happened:
            try:
                self._fold(event)
            except Exception as error:  # noqa: BLE001 - whatever a broken record leads to is a finding
                self.report.add(f"event {event.seq}", f"cannot have happened there: {error!r:.120}")
        for meter, amount in metered(happened).items():
            self.meters[meter] = self.meters.get(meter, 0) + amount
        self.seq = max(self.seq, upto)
        self.desk = self.desk._replace(seq=self.seq)
        if self.table is not None and self.table.seq != self.seq:
            self.table = self.table._replace(seq=self.seq)

    def _fold(self, event: Happened) -> None:
        if isinstance(event, DeskEvent):
            self.desk = evolve_desk(self.desk, event)
            moved = desk_postings(event)
        else:
            assert self.table is not None, f"a {event.type} in a record that is no table's"
            was = touched(self.table, event)
            table = evolve(self.table, event)
            moved = postings(self.name, event, was, table)
            self.table = table
        self.moved[event.seq] = list(moved)
        for posting in moved:
            balance = self.balances.get(posting.account, 0) + posting.amount
            self.balances[posting.account] = balance
            if balance < 0 and not may_owe(posting.account) and not posting.account.startswith("wallet:"):
                self.report.add(f"event {event.seq}", f"leaves {posting.account} at {balance}", "never below zero")


def _first_persons(table: Table, command: ConfirmOutcome | ApproveCorrection | RuleOnIrregularity) -> tuple[str, ...]:
    """Return those to whom somebody would be the second person."""
    match command:
        case ConfirmOutcome():
            return table.round.declared_by
        case RuleOnIrregularity():
            return tuple(one.by for one in table.round.spin.questions)
        case ApproveCorrection():
            then = table.back_in(command.round) or table
            return () if then.round.proposed is None else (then.round.proposed.by,)


def table_events(happened: Sequence[Happened]) -> list[Event]:
    """Return the events of a table, without those of the front desk."""
    return [one for one in happened if not isinstance(one, DeskEvent)]
