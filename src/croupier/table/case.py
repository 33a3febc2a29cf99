"""One command before the rulebook: the table, the rules, who asks, and the two ways to answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from croupier.rules.clause import Clause
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Grounded, Procedure, Role
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import By
from croupier.table.events import Event
from croupier.table.refusal import Code, Fact, Refusal
from croupier.table.state import Phase, Round, Table
from croupier.table.wire_rules import wire

E = TypeVar("E", bound=Event)
Decision: TypeAlias = tuple[Event, ...] | Refusal

_RANK = {code: rank for rank, code in enumerate(Code)}


class Case:
    """What a judgement looks at. Collects events in order, each with its place."""

    __slots__ = ("_events", "by", "phase", "procedure", "round", "ruleset", "stands_in", "table")

    def __init__(self, table: Table, by: By, ruleset: Ruleset) -> None:
        """Start with nothing decided."""
        self.table, self.by, self.ruleset = table, by, ruleset
        self.procedure: Procedure = ruleset.procedure
        self.round: Round = table.round
        self.phase: Phase = table.round.phase
        self.stands_in = False
        """Whether who asks does what a lower position does, as the rulebook lets a higher one."""
        self._events: list[Event] = []

    def no(self, code: Code, clauses: Sequence[Clause] | Clause, **facts: Fact) -> Refusal:
        """Refuse, citing the first of the clauses."""
        return Refusal(code, _cited(clauses)[0], facts)

    def happens(self, event: type[E], clauses: Sequence[Clause] | Clause, **fields: Any) -> None:  # noqa: ANN401 - the event's own fields
        """Write down what happens."""
        place = self.table.seq + len(self._events) + 1
        named = fields.pop("round", None) or self.table.round.name
        self._events.append(event(place, named, self.by, self.cited(clauses), **fields))

    def cited(self, clauses: Sequence[Clause] | Clause) -> tuple[str, ...]:
        """Give the clauses as an event writes them: the first also names what lets somebody stand in."""
        cited = _cited(clauses)
        if self.stands_in and not self._events:
            cited = (*cited, *(clause for clause in self.procedure.roles.acting.clauses if clause not in cited))
        ref = self.ruleset.ref
        return tuple([c.number if c.ref == ref else str(c) for c in cited])

    def done(self) -> tuple[Event, ...]:
        """Return what happened."""
        return tuple(self._events)


def _cited(clauses: Sequence[Clause] | Clause) -> Sequence[Clause]:
    """Give what to cite; where a house's rulebook names no clause, the rule that it holds all the same."""
    return (clauses,) if isinstance(clauses, Clause) else clauses or (wire("2.7"),)


def grounds(ground: Grounded, otherwise: str) -> tuple[Clause, ...]:
    """Give the clauses of a value, or one of our own rules where the document is silent."""
    return ground.clauses or (wire(otherwise),)


def unknown_role(case: Case) -> Refusal | None:
    """Refuse an acting position that the rulebook or the person's own does not allow."""
    acting, ladder = case.by.acting, case.procedure.roles.ladder.value
    assert acting is not None
    rule = case.procedure.roles.acting
    facts = {"role": str(case.by.role), "acting": str(acting)}
    if not rule.value:
        return case.no(Code.ACTING_NOT_ALLOWED, wire("2.1"), **facts)
    if case.by.role not in ladder or acting not in ladder or ladder.index(acting) > ladder.index(case.by.role):
        return case.no(Code.ACTING_NOT_ALLOWED, rule.clauses, **facts)
    return None


def may(case: Case, needed: Role) -> bool:
    """Whether who asks holds the position, or a higher one where the rulebook lets it act; the house deals."""
    role, ladder = case.by.role, case.procedure.roles.ladder.value
    if role is needed:
        return needed in ladder
    if role is Role.HOUSE:
        return needed is Role.DEALER
    if not case.procedure.roles.acting.value or role not in ladder or needed not in ladder:
        return False
    return ladder.index(role) > ladder.index(needed)


def performs(case: Case, positions: Iterable[Role]) -> Role | None:
    """Give the position in which who asks may do what these do: their own if it is named, else a lower one."""
    allowed = [needed for needed in positions if may(case, needed)]
    if not allowed:
        return None
    named = case.by.role in allowed
    case.stands_in = not named and case.by.role is not Role.HOUSE
    return case.by.role if named else allowed[0]


def needs(case: Case, needed: Role, clauses: Sequence[Clause]) -> Refusal | None:
    """Refuse whoever may not do what this position does."""
    if performs(case, (needed,)) is not None:
        return None
    return case.no(Code.ROLE_NOT_ALLOWED, clauses, role=str(case.by.role), needed=str(needed))


def is_staff(case: Case) -> bool:
    """Whether who asks is of the rulebook's ladder, or the house itself."""
    return case.by.role is Role.HOUSE or case.by.role in case.procedure.roles.ladder.value


def needs_staff(case: Case, rule: str = "2.2") -> Refusal | None:
    """Refuse whoever is not staff."""
    if is_staff(case):
        return None
    ladder = [str(role) for role in case.procedure.roles.ladder.value]
    return case.no(Code.ROLE_NOT_ALLOWED, wire(rule), role=str(case.by.role), needed=ladder)


def needs_open_table(case: Case) -> Refusal | None:
    """Refuse what a closed table cannot do."""
    return None if case.table.house.open else case.no(Code.TABLE_CLOSED, wire("3.1"))


def strange_pocket(case: Case, pocket: Pocket) -> Refusal | None:
    """Refuse a pocket that the wheel does not have."""
    if pocket in case.ruleset.wheel.order:
        return None
    return case.no(Code.NOT_A_POCKET, wire("3.5"), pocket=pocket)


def first(*objections: Refusal | None) -> Refusal | None:
    """Give the first objection, in the order in which codes are listed."""
    found = [objection for objection in objections if objection is not None]
    return min(found, key=lambda refusal: _RANK[refusal.code]) if found else None
