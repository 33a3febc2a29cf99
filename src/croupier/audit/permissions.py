"""Who was allowed: every command in a staff role comes from a person to whom the front desk gave that role.

The front desk and each table have records of their own, and no order between
two records is stored, only times. Times are compared generously: a clock
can be set back, and a command sent in time can wait for its turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from croupier.audit.findings import Findings, Reporter, shown
from croupier.audit.links import ReceiptLink
from croupier.audit.rows import typed_rows
from croupier.house.appointments import Appointed
from croupier.house.desk import DESK, HOUSE, OWNER, StaffAppointed, StaffDismissed
from croupier.house.desk_acting import ActingAppointed, ActingEnded
from croupier.house.faults import BrokenRecordError
from croupier.house.objections import acts_above
from croupier.house.ports import Entry
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.storage.codec import decoded, read_stored
from croupier.storage.raw import RawRecord
from croupier.table.commands import By

APART = timedelta(days=1)
"""How far outside a term a command may seem to lie, by clocks that may have been set, without being a finding."""
IN_TIME = timedelta()


class Term(NamedTuple):
    """The period in which somebody has a role, at one table or at all."""

    role: Role
    table: str | None
    since: str
    by: str
    until: str | None = None


Terms: TypeAlias = Mapping[str, Sequence[Term]]


ACTING = "acting "
"""Before the name of whoever acts in a position: their terms in it are kept beside those in their role."""


def terms_of(raw: RawRecord) -> Terms | None:
    """Read whom the front desk appointed and dismissed. None if there is no front desk, which alone appoints."""
    if DESK not in raw.tables():
        return None
    terms: dict[str, list[Term]] = {}
    for row in typed_rows(raw, "events", DESK, Findings()):
        entry = Entry(*row)
        if not entry.tag.startswith(("staff-", "acting-")):
            continue
        try:
            event, at = read_stored(entry.tag, entry.line), str(decoded(entry.line).get("at"))
        except BrokenRecordError:
            continue  # reported when the front desk's own chain is followed
        if isinstance(event, StaffAppointed | StaffDismissed):
            _end(terms.setdefault(event.name, []), at)
            _end(terms.setdefault(f"{ACTING}{event.name}", []), at)
            if isinstance(event, StaffAppointed):
                terms[event.name].append(Term(event.role, event.table, at, event.by.name))
        elif isinstance(event, ActingAppointed | ActingEnded):
            _end(terms.setdefault(f"{ACTING}{event.name}", []), at)
            if isinstance(event, ActingAppointed):
                terms[f"{ACTING}{event.name}"].append(Term(event.position, None, at, event.by.name))
    return terms


def _end(terms: list[Term], at: str) -> None:
    if terms and terms[-1].until is None:
        terms[-1] = terms[-1]._replace(until=at)


def acting_in(terms: Terms | None, ruleset: Ruleset | None, name: str) -> Role | None:
    """Return the highest position in which the house ever let somebody act; when it did is compared apart from that."""
    ladder = () if ruleset is None else ruleset.procedure.roles.ladder.value
    given = [one.role for one in (terms or {}).get(f"{ACTING}{name}", ()) if one.role in ladder]
    return max(given, key=ladder.index, default=None)


def appointed(terms: Terms | None) -> list[Appointed]:
    """List who was appointed by whom, and when."""
    found = [(name, term) for name, mine in (terms or {}).items() for term in mine if not name.startswith(ACTING)]
    return [Appointed(name, term.by, term.since) for name, term in found]


def before(since: str, at: str) -> bool:
    """Whether an appointment can have been made before a time, by clocks that may have been set."""
    try:
        return datetime.fromisoformat(at) - datetime.fromisoformat(since) > -APART
    except (ValueError, TypeError):
        return True  # an unreadable time is reported elsewhere


@dataclass(slots=True)
class Permissions:
    """The commands of one record, compared with the terms of those who gave them."""

    report: Reporter
    table: str
    ruleset: Ruleset | None
    terms: Terms | None
    never: dict[By, list[int]] = field(default_factory=dict)
    """Receipts of people who never had the role."""
    apart: dict[By, list[int]] = field(default_factory=dict)
    """Receipts of people who had the role, but at a very different time."""
    unclear: dict[By, list[int]] = field(default_factory=dict)
    """Receipts that times alone cannot decide."""

    def take(self, link: ReceiptLink) -> None:
        """Check the asker, whatever the answer was: without the role nobody gets as far as being refused."""
        if self.terms is None or link.command is None or link.command.by.role is Role.PLAYER:
            return
        asked = link.command.by
        if link.receipt.refused is None and self.ruleset is not None and acts_above(asked, self.ruleset):
            assert asked.acting is not None
            self._compare(By(asked.name, asked.acting), f"{ACTING}{asked.name}", link)
        by = replace(asked, acting=None)
        if self._is_house(by):
            return
        if self.table == HOUSE and by.role is not Role.HOUSE:
            return  # the front desk knows its own staff, and is judged again
        self._compare(by, by.name, link)

    def _compare(self, by: By, whose: str, link: ReceiptLink) -> None:
        """Compare a command with the terms in which its asker had the role, or acted in the position."""
        assert self.terms is not None
        given = [one for one in self.terms.get(whose, ()) if self._covers(one, by.role)]
        off = min((_off(term, link.receipt.at) for term in given), default=None)
        if off is None:
            self.never.setdefault(by, []).append(link.receipt.place)
        elif off > APART:
            self.apart.setdefault(by, []).append(link.receipt.place)
        elif off > IN_TIME:
            self.unclear.setdefault(by, []).append(link.receipt.place)

    def _covers(self, term: Term, role: Role) -> bool:
        return term.role is role and term.table in (None, self.table)

    def _is_house(self, by: By) -> bool:
        """Whether this is the house itself, or its owner in one of the owner's roles."""
        if by.role is Role.HOUSE:
            return by.name in (HOUSE, OWNER)
        return by.name == OWNER and (self.ruleset is None or by.role is self.ruleset.procedure.roles.ladder.value[-1])

    def end(self) -> None:
        """Report the findings, once for each person and role."""
        for by, places in self.never.items():
            words = f"{shown(by.name)} acts as {by.role}{_more(places)}"
            self.report.add(f"receipt {places[0]}", words, f"somebody who was appointed {by.role} for {self.table}")
        for by, places in self.apart.items():
            words = f"{shown(by.name)} acts as {by.role}{_more(places)}, a day or more outside the time of appointment"
            self.report.add(f"receipt {places[0]}", words, "a command between appointment and dismissal")
        for by, places in self.unclear.items():
            who = f"{shown(by.name)} was {by.role} at {shown(self.table)} at receipt {places[0]}{_more(places)}"
            self.report.findings.note(f"whether {who}: it is up to a day before the appointment or after its end")


def _more(places: list[int]) -> str:
    return f", and {len(places) - 1} times more" if len(places) > 1 else ""


def _off(term: Term, at: str) -> timedelta:
    """How far a time lies outside a term. An unreadable time is reported elsewhere, and taken to lie inside."""
    if term.since <= at and (term.until is None or at <= term.until):
        return IN_TIME
    try:
        when, since = datetime.fromisoformat(at), datetime.fromisoformat(term.since)
        until = None if term.until is None else datetime.fromisoformat(term.until)
        late = IN_TIME if until is None else when - until
        return max(since - when, late, IN_TIME)
    except (ValueError, TypeError):
        return IN_TIME
