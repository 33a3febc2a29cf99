"""Every command judged again: the same rulebook, the same commands, and so the same events and refusals, byte for byte.

A table's record is replayed from its set-up. Where what is stored is not what
follows, the replay goes on with what follows, so that one lie does not make
everything after it look like one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, cast

from croupier.audit.findings import Found, shown
from croupier.audit.links import EventLink, ReceiptLink
from croupier.audit.permissions import lately
from croupier.house.appointments import Appointed
from croupier.house.desk import Desk, HouseCommand, HouseEvent, decide_house, evolve_house
from croupier.house.judge import not_enough
from croupier.house.ledger import Posting, house_postings, may_owe, postings, touched
from croupier.house.meters import metered
from croupier.house.objections import judged, objection, too_near
from croupier.house.ports import Asked, Happened
from croupier.rules.ruleset import Ruleset
from croupier.storage.codec import tag_of, written_event, written_refusal
from croupier.table.commands import ApproveCorrection, BuyIn, Command, ConfirmOutcome, OpenBetting
from croupier.table.decide import decide
from croupier.table.events import Event, RoundClosed, RoundVoided
from croupier.table.evolve import evolve
from croupier.table.refusal import Refusal
from croupier.table.state import Table

Decision: TypeAlias = tuple[Happened, ...] | Refusal


@dataclass(slots=True)
class Replay:
    """A table brought up to date receipt by receipt, or the front desk, which has no table and no ruleset."""

    found: Found
    name: str
    random: bool
    table: Table | None
    ruleset: Ruleset | None
    desk: Desk = field(default_factory=Desk)
    seq: int = 0
    judged: int = 0
    moved: dict[int, list[Posting]] = field(default_factory=dict)
    """What the last events moved, by their places."""
    balances: dict[str, int] = field(default_factory=dict)
    meters: dict[str, int] = field(default_factory=dict)
    appointed: Sequence[Appointed] = ()
    """Everybody whom the front desk gave a role."""
    lenient: bool = False
    """Whether something was accepted that a house refuses today."""

    def answer(self, link: ReceiptLink, stored: Sequence[EventLink]) -> list[Happened]:
        """Judge a command again, compare, and go on. Gives what happened."""
        where = f"receipt {link.receipt.place}"
        decision = self._decide(where, link.command, refused=link.receipt.refused is not None)
        follows: list[Happened] | None = None
        if decision is not None:
            self.judged += 1
            assert link.command is not None
            self._compare_refusal(where, link, decision)
            if not isinstance(decision, Refusal) and link.receipt.refused is None:
                follows = self._compare(link, decision, stored)
        if follows is None or len(follows) != link.receipt.events:
            follows = [cast("Happened", one.event) for one in stored if one.event is not None]
        self.fold(follows, upto=link.receipt.after + max(link.receipt.events, 0))
        return follows

    def orphans(self, stored: Sequence[EventLink]) -> list[Happened]:
        """Go on with events that no receipt accounts for."""
        for link in stored:
            self.found.add(f"event {link.entry.seq}", "follows from no command", "a receipt that accounts for it")
        happened = [cast("Happened", link.event) for link in stored if link.event is not None]
        self.fold(happened, upto=stored[-1].entry.seq if stored else self.seq)
        return happened

    # --- judging --------------------------------------------------------------------------------------------------

    def _decide(self, where: str, command: Asked | None, *, refused: bool) -> Decision | None:
        if command is None:
            return None
        try:
            if isinstance(command, HouseCommand) != (self.table is None):
                self.found.add(where, f"{command.do} was asked of {self.name}", "another record's commands elsewhere")
                return None
            if isinstance(command, HouseCommand):
                return decide_house(self.desk, command)
            assert self.table is not None
            assert self.ruleset is not None
            if refused:
                return judged(self.table, command, self.ruleset)
            if objection(self.table, command, self.ruleset) is not None:
                self._before_our_time(where, command)
            return decide(self.table, command, self.ruleset)
        except Exception as error:  # noqa: BLE001 - whatever a broken record leads to is a finding
            self.found.add(where, f"cannot be judged again: {error!r:.120}")
            return None

    def _before_our_time(self, where: str, command: Command) -> None:
        """Say once that a house let pass what it would refuse today; the table alone never refused it."""
        if not self.lenient:
            self.lenient = True
            words = f"{shown(self.name)} {where}: {command.do} by {shown(command.by.name)} was accepted"
            self.found.findings.note(f"{words}, as houses did before they left it to others; it is not held against it")

    def _compare_refusal(self, where: str, link: ReceiptLink, decision: Decision) -> None:
        stored = link.receipt.refused
        if isinstance(decision, Refusal):
            expected = written_refusal(decision)
            if stored is None:
                self.found.add(where, "was accepted", f"refused: {decision}")
            elif stored != expected and not self._of_house(link, decision):
                self.found.add(where, f"was refused with {shown(stored)}", expected)
        elif stored is not None and not self._of_house(link, decision):
            self.found.add(where, f"was refused with {shown(stored)}", f"{len(decision)} events")

    def _of_house(self, link: ReceiptLink, decision: Decision) -> bool:
        """Whether a refusal is the house's own, for what lies outside of this record: money, or who made whom."""
        return self._short_of_money(link, decision) or self._too_near(link)

    def _too_near(self, link: ReceiptLink) -> bool:
        """Whether the second person was refused as the first one's appointee, or the other way round.

        The appointment has to be in the front desk's record; its time is held to the
        refusal's no more closely than clocks allow.
        """
        command, table = link.command, self.table
        if table is None or not isinstance(command, ConfirmOutcome | ApproveCorrection):
            return False
        proposed = (table.round.proposed or ("",))[:1]
        others = table.round.declared_by if isinstance(command, ConfirmOutcome) else proposed
        pairs = {frozenset((command.by.name, other)) for other in others}
        return link.receipt.refused in {
            written_refusal(too_near(command.by.name, made))
            for made in self.appointed
            if {made.name, made.by} in pairs and lately(made.at, link.receipt.at)
        }

    def _short_of_money(self, link: ReceiptLink, decision: Decision) -> bool:
        """Whether a refusal is the house's own: an account of the asker's did not hold enough.

        Wallets are shared by all tables and no order between tables is recorded, so of
        a wallet only its name can be held to the command; of a table's own account the balance too.
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
            if isinstance(event, HouseEvent) or table is None:
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
            self.found.add(where, f"opened betting with {words}", "one where the random wheel decides, and only there")
        if len(decision) != link.receipt.events:
            kinds = ", ".join(event.type for event in decision)
            self.found.add(where, f"has {link.receipt.events} events", f"{len(decision)}: {shown(kinds)}")
        follows = []
        by_place = {one.entry.seq: one for one in stored}
        for event in decision:
            there = by_place.get(event.seq)
            follows.append(self._compare_event(event, there, link.receipt.at))
        return follows

    def _compare_event(self, event: Happened, there: EventLink | None, at: str) -> Happened:
        """Hold one event to what follows. The secret alone is the wheel's, and is looked at elsewhere."""
        if there is None:
            self.found.add(f"event {event.seq}", "is not there", shown(written_event(event, at)))
            return event
        if isinstance(event, RoundClosed | RoundVoided) and isinstance(there.event, RoundClosed | RoundVoided):
            event = replace(event, secret=there.event.secret)
        if there.entry.tag == tag_of(event.type):
            same = there.entry.line == written_event(event, at)
        else:  # an older version of its fields: lifted, it says the same
            same = there.event == event and there.at == at
        if not same:
            words = f"is {shown(there.entry.line)}"
            self.found.add(f"event {event.seq}", words, f"what follows from its command: {written_event(event, at)}")
        return event

    # --- folding --------------------------------------------------------------------------------------------------

    def fold(self, happened: Sequence[Happened], *, upto: int) -> None:
        """Go on with what happened, and keep what it moved."""
        self.moved = {}
        for event in happened:
            try:
                self._fold(event)
            except Exception as error:  # noqa: BLE001 - whatever a broken record leads to is a finding
                self.found.add(f"event {event.seq}", f"cannot have happened there: {error!r:.120}")
        for meter, amount in metered(happened).items():
            self.meters[meter] = self.meters.get(meter, 0) + amount
        self.seq = max(self.seq, upto)
        self.desk = self.desk._replace(seq=self.seq)
        if self.table is not None and self.table.seq != self.seq:
            self.table = self.table._replace(seq=self.seq)

    def _fold(self, event: Happened) -> None:
        if isinstance(event, HouseEvent):
            self.desk = evolve_house(self.desk, event)
            moved = house_postings(event)
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
                self.found.add(f"event {event.seq}", f"leaves {posting.account} at {balance}", "never below zero")


def table_events(happened: Sequence[Happened]) -> list[Event]:
    """Give those that happened at a table, and not in the house's own record."""
    return [one for one in happened if not isinstance(one, HouseEvent)]
