"""Who was allowed: every command in a role of the staff's is by somebody to whom the front desk gave that role.

The front desk and each table keep records of their own, and no order between
two records is written down, only times. Times are compared generously: a clock
can be set back, and a command that was asked in time can wait for its turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from croupier.audit.findings import Findings, Found, shown
from croupier.audit.links import ReceiptLink
from croupier.audit.rows import typed_rows
from croupier.house.appointments import FRESH, Appointed
from croupier.house.desk import HOUSE, OWNER, StaffAppointed, StaffDismissed
from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Entry
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.storage.codec import decoded, read_stored
from croupier.storage.raw import RawRecord
from croupier.table.commands import By

APART = timedelta(days=1)
"""How far outside of a term a command may seem to lie, by clocks that may have been set, without being a finding."""
IN_TIME = timedelta()


class Term(NamedTuple):
    """The time for which somebody has a role, at one table or at all."""

    role: Role
    table: str | None
    since: str
    by: str
    until: str | None = None


Terms: TypeAlias = Mapping[str, Sequence[Term]]


def terms_of(raw: RawRecord) -> Terms | None:
    """Read whom the front desk appointed and dismissed. None where there is no front desk, which alone appoints."""
    if HOUSE not in raw.tables():
        return None
    terms: dict[str, list[Term]] = {}
    for row in typed_rows(raw, "events", HOUSE, Findings()):
        entry = Entry(*row)
        if not entry.tag.startswith("staff-"):
            continue
        try:
            event, at = read_stored(entry.tag, entry.line), str(decoded(entry.line).get("at"))
        except BrokenRecordError:
            continue  # it is found by following the front desk's own chain
        if isinstance(event, StaffAppointed | StaffDismissed):
            mine = terms.setdefault(event.name, [])
            if mine and mine[-1].until is None:
                mine[-1] = mine[-1]._replace(until=at)
            if isinstance(event, StaffAppointed):
                mine.append(Term(event.role, event.table, at, event.by.name))
    return terms


def appointed(terms: Terms | None) -> list[Appointed]:
    """List who was appointed by whom, and when."""
    return [Appointed(name, term.by, term.since) for name, mine in (terms or {}).items() for term in mine]


def lately(since: str, at: str) -> bool:
    """Whether an appointment can have been fresh at a time, by clocks that may have been set."""
    try:
        return -APART < datetime.fromisoformat(at) - datetime.fromisoformat(since) < FRESH + APART
    except (ValueError, TypeError):
        return True  # a time that cannot be read is said elsewhere


@dataclass(slots=True)
class Permissions:
    """The commands of one record, held to the terms of those who gave them."""

    found: Found
    table: str
    ruleset: Ruleset | None
    terms: Terms | None
    never: dict[By, list[int]] = field(default_factory=dict)
    """Receipts of who was never given the role."""
    apart: dict[By, list[int]] = field(default_factory=dict)
    """Receipts of who was, but at quite another time."""
    unclear: dict[By, list[int]] = field(default_factory=dict)
    """Receipts of which the times alone cannot tell."""

    def take(self, link: ReceiptLink) -> None:
        """Look at who asked, whatever the answer was: without the role, nobody gets so far as to be refused."""
        if self.terms is None or link.command is None or link.command.by.role is Role.PLAYER:
            return
        by = replace(link.command.by, acting=None)
        if self._is_house(by):
            return
        if self.table == HOUSE and by.role is not Role.HOUSE:
            return  # the front desk itself knows its staff, and is judged again
        given = [one for one in self.terms.get(by.name, ()) if one.role is by.role and one.table in (None, self.table)]
        off = min((_off(term, link.receipt.at) for term in given), default=None)
        if off is None:
            self.never.setdefault(by, []).append(link.receipt.place)
        elif off > APART:
            self.apart.setdefault(by, []).append(link.receipt.place)
        elif off > IN_TIME:
            self.unclear.setdefault(by, []).append(link.receipt.place)

    def _is_house(self, by: By) -> bool:
        """Whether this is the house itself, or its owner in a role that is the owner's."""
        if by.role is Role.HOUSE:
            return by.name in (HOUSE, OWNER)
        return by.name == OWNER and (self.ruleset is None or by.role is self.ruleset.procedure.roles.ladder.value[-1])

    def end(self) -> None:
        """Put down what was found, once for each person and role."""
        for by, places in self.never.items():
            words = f"{shown(by.name)} acts as {by.role}{_more(places)}"
            self.found.add(f"receipt {places[0]}", words, f"somebody who was appointed {by.role} for {self.table}")
        for by, places in self.apart.items():
            words = f"{shown(by.name)} acts as {by.role}{_more(places)}, a day or more outside the time of appointment"
            self.found.add(f"receipt {places[0]}", words, "a command between appointment and dismissal")
        for by, places in self.unclear.items():
            who = f"{shown(by.name)} was {by.role} at {shown(self.table)} at receipt {places[0]}{_more(places)}"
            self.found.findings.note(f"whether {who}: it is up to a day before the appointment or after its end")


def _more(places: list[int]) -> str:
    return f", and {len(places) - 1} times more" if len(places) > 1 else ""


def _off(term: Term, at: str) -> timedelta:
    """How far a time lies outside of a term. One that cannot be read is said elsewhere, and taken to lie in it."""
    if term.since <= at and (term.until is None or at <= term.until):
        return IN_TIME
    try:
        when, since = datetime.fromisoformat(at), datetime.fromisoformat(term.since)
        until = None if term.until is None else datetime.fromisoformat(term.until)
        late = IN_TIME if until is None else when - until
        return max(since - when, late, IN_TIME)
    except (ValueError, TypeError):
        return IN_TIME
