"""One command before the rulebook: the table, the rules, the asker, and the two ways to answer.

A command is judged in two steps. First it is objected to: each command has one tuple of
objections, in the order of their codes, and the first that applies is the answer. None of them
looks at all wagers, so that anybody can be told in advance what they may do. Only if nothing
applies is it worked out what follows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from croupier.rules.clause import Clause
from croupier.rules.later import AreaLimit, BallAtRest, Lasting
from croupier.rules.pocket import Pocket
from croupier.rules.position import Position
from croupier.rules.procedure import Grounded, LimitScope, Procedure, Role
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import By
from croupier.table.events import Event
from croupier.table.refusal import Code, Fact, Refusal
from croupier.table.state import Phase, Round, Table
from croupier.table.wire_rules import wire

C = TypeVar("C")
E = TypeVar("E", bound=Event)
Decision: TypeAlias = tuple[Event, ...] | Refusal
Follows: TypeAlias = Iterable[Event | None]
"""The events that follow from a command. They are worked out one by one, as they are asked for.

None says that a part of the work is done from which nothing follows yet, so that whoever
asks can see to something else in between."""
STEP = 300
"""Wagers after which such a part ends."""

_RANK = {code: rank for rank, code in enumerate(Code)}


class Case:
    """What a judgment looks at. Makes events in order, each with its seq."""

    __slots__ = ("_made", "by", "happened", "phase", "position", "procedure", "round", "ruleset", "stands_in", "table")

    position: Position
    """The position that the command names; the objections find it."""
    happened: Sequence[Event]
    """What follows from a list that is all or none; its objection has to work that out."""

    def __init__(self, table: Table, by: By, ruleset: Ruleset) -> None:
        self.table, self.by, self.ruleset = table, by, ruleset
        self.procedure: Procedure = ruleset.procedure
        self.round: Round = table.round
        self.phase: Phase = self.round.phase
        self.stands_in = False
        """Whether the asker is acting for a lower position, as the rulebook allows."""
        self._made = 0

    def no(self, code: Code, clauses: Sequence[Clause] | Clause, **facts: Fact) -> Refusal:
        """Refuse, citing the first of the clauses."""
        return Refusal(code, _cited(clauses)[0], facts)

    def happens(self, event: type[E], clauses: Sequence[Clause] | Clause, **fields: Any) -> E:  # noqa: ANN401 - its own
        """Make the next event."""
        cited, named = self.cited(clauses), fields.pop("round", None) or self.table.round.name
        self._made += 1
        return event(self.table.seq + self._made, named, self.by, cited, **fields)

    def clause(self, written: str) -> Clause:
        """Read a clause as an event writes it: with a ref only if it is not the rulebook's own."""
        ref, sign, number = written.partition(" §")
        return Clause(ref, number) if sign else Clause(self.ruleset.ref, written)

    def cited(self, clauses: Sequence[Clause] | Clause) -> tuple[str, ...]:
        """Return the clauses as an event writes them: the first event also names the clause that allows standing in."""
        cited = _cited(clauses)
        if self.stands_in and not self._made:
            cited = (*cited, *(clause for clause in self.procedure.roles.acting.clauses if clause not in cited))
        ref = self.ruleset.ref
        return tuple([clause.written(ref) for clause in cited])


Objections: TypeAlias = tuple[Callable[[Case, C], Refusal | None], ...]
"""Everything that the rulebook may object to in a command, in the order of the codes."""


class Judging(NamedTuple, Generic[C]):
    """How one kind of command is judged: what may object to it, and what follows if nothing does."""

    objections: Objections[C]
    follows: Callable[[Case, C], Follows]


def objected(objections: Objections[C], case: Case, ask: C) -> Refusal | None:
    """Return the first objection that applies."""
    for objection in objections:
        refusal = objection(case, ask)
        if refusal is not None:
            return refusal
    return None


def _cited(clauses: Sequence[Clause] | Clause) -> Sequence[Clause]:
    """Return what to cite; if a house's rulebook names no clause, the rule that it holds all the same."""
    return (clauses,) if isinstance(clauses, Clause) else clauses or (wire("2.7"),)


def grounds(ground: Grounded, otherwise: str) -> tuple[Clause, ...]:
    """Return the clauses of a value, or one of our own rules if the document is silent."""
    return ground.clauses or (wire(otherwise),)


def unknown_role(case: Case) -> Refusal | None:
    """Refuse an acting position that the rulebook, or the person's own position, does not allow."""
    acting, ladder = case.by.acting, case.procedure.roles.ladder.value
    assert acting is not None
    rule, upwards = case.procedure.roles.acting, case.procedure.roles.acting_upwards.value
    facts = {"role": str(case.by.role), "acting": str(acting)}
    if not rule.value:
        return case.no(Code.ACTING_NOT_ALLOWED, wire("2.1"), **facts)
    if case.by.role not in ladder or acting not in ladder:
        # A clause that lets anybody act does not refuse; that they are no staff does.
        return case.no(Code.ACTING_NOT_ALLOWED, (wire("2.2"),) if upwards else rule.clauses, **facts)
    if ladder.index(acting) > ladder.index(case.by.role) and not upwards:
        return case.no(Code.ACTING_NOT_ALLOWED, rule.clauses, **facts)
    return None


def position_held(case: Case) -> Role:
    """Return the position whose acts are the asker's: their own, or a higher one in which they act."""
    role, acting, ladder = case.by.role, case.by.acting, case.procedure.roles.ladder.value
    if acting is None or acting not in ladder or role not in ladder:
        return role
    return acting if ladder.index(acting) > ladder.index(role) else role


def may(case: Case, needed: Role) -> bool:
    """Whether the asker holds the position, or a higher one that the rulebook lets act; the house deals."""
    role, ladder = position_held(case), case.procedure.roles.ladder.value
    if role is needed:
        return needed in ladder
    if role is Role.HOUSE:
        return needed is Role.DEALER
    if not case.procedure.roles.acting.value or role not in ladder or needed not in ladder:
        return False
    return ladder.index(role) > ladder.index(needed)


def performs(case: Case, positions: Collection[Role]) -> Role | None:
    """Return the position in which the asker may do this: their own if it is named, else a lower one."""
    role = position_held(case)
    if role in positions and may(case, role):
        case.stands_in = role is not case.by.role
        return role
    lower = next((needed for needed in positions if may(case, needed)), None)
    case.stands_in = lower is not None and role is not Role.HOUSE
    return lower


def needs(case: Case, needed: Role, clauses: Sequence[Clause]) -> Refusal | None:
    """Refuse anybody who may not do what this position does."""
    if performs(case, (needed,)) is not None:
        return None
    return case.no(Code.ROLE_NOT_ALLOWED, clauses, role=str(case.by.role), needed=str(needed))


def above_the_dealer(procedure: Procedure) -> tuple[Role, ...]:
    """Return the positions above the dealer, of which one confirms what a dealer alone must not decide."""
    ladder = procedure.roles.ladder.value
    return ladder[ladder.index(Role.DEALER) + 1 :] if Role.DEALER in ladder else ladder


def is_staff(case: Case) -> bool:
    """Whether the asker is on the rulebook's ladder, or the house itself."""
    return case.by.role is Role.HOUSE or case.by.role in case.procedure.roles.ladder.value


def not_staff(case: Case, _: object, rule: str = "2.2") -> Refusal | None:
    """Object to anybody who is not staff."""
    if is_staff(case):
        return None
    ladder = [str(role) for role in case.procedure.roles.ladder.value]
    return case.no(Code.ROLE_NOT_ALLOWED, wire(rule), role=str(case.by.role), needed=ladder)


def closed_table(case: Case, _: object) -> Refusal | None:
    """Object to what a closed table cannot do."""
    return None if case.table.standing.open else case.no(Code.TABLE_CLOSED, wire("3.1"))


def disputed(case: Case, _: object) -> Refusal | None:
    """Object to going on while two people have entered different pockets."""
    dispute = case.round.dispute
    if dispute is None:
        return None
    facts = {"pocket": dispute.pocket, "outcome": case.round.outcome}
    return case.no(Code.RULING_NEEDED, wire("2.10"), by=str(case.procedure.rulings.correction_by.value), **facts)


def between_rounds(case: Case, _: object) -> Refusal | None:
    """Object to what belongs in a round."""
    if not case.phase.between_rounds:
        return None
    return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)


class _NamesPocket(Protocol):
    @property
    def pocket(self) -> Pocket | None: ...


def not_a_pocket(case: Case, ask: _NamesPocket) -> Refusal | None:
    """Object to a pocket that the wheel does not have, if one is named."""
    if ask.pocket is None or ask.pocket in case.ruleset.wheel.order:
        return None
    return case.no(Code.NOT_A_POCKET, wire("3.5"), pocket=ask.pocket)


def not_in_rulebook(case: Case) -> Refusal:
    """Object to what the rulebook does not have."""
    return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))


def first(*objections: Refusal | None) -> Refusal | None:
    """Return the objection whose code is listed first."""
    found = [objection for objection in objections if objection is not None]
    return min(found, key=lambda refusal: _RANK[refusal.code]) if found else None


def ball_ends_betting(case: Case) -> bool:
    """Whether a ball known to be at rest, or to have dropped, ends betting without the call."""
    return case.procedure.closing.ball_at_rest.value is not BallAtRest.CALL_ALONE


def known_at_rest(case: Case) -> bool:
    """Whether the ball is known to be at rest in a round that is not over, with an outcome or without one yet."""
    return case.phase.decided or (case.phase.before_rest and case.round.spin.rests is not None)


def before_rest(table: Table) -> bool:
    """Whether a round is under way and nobody has said yet that the ball is at rest."""
    return table.round.phase.before_rest and table.round.spin.rests is None


def shares_limits(case: Case) -> bool:
    """Whether what all players together have on an area has to lie within its limits, also as it is settled."""
    settles = case.procedure.limits.area.value is AreaLimit.SETTLEMENT
    return settles and case.round.limits.scope is LimitScope.AREA


def power_out(case: Case) -> bool:
    """Whether the power failed in this round while the ball was up, or is still off from an earlier one."""
    lasts = case.procedure.power.lasting.value is Lasting.UNTIL_RESTORED
    return case.round.spin.power_failed or (lasts and case.round.dark and not case.round.spin.dropped)
