"""What a house asks beyond its rulebook: the pit keeps the tables, and what takes two people takes two who are apart.

The table itself knows a ladder and names, and neither a pit nor who made whom.
So a table that is played alone stays as the rulebook has it, and a house, where
people answer for one another, is stricter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from croupier.house.appointments import Appointed
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.table.case import Decision, first
from croupier.table.commands import ApproveCorrection, CloseTable, Command, ConfirmOutcome, OpenTable, SetLimits
from croupier.table.decide import decide
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table
from croupier.table.wire_rules import wire

Between: TypeAlias = Callable[[str, str], Appointed | None]
"""Gives the appointment by which one of two people made the other lately."""


def strangers(_one: str, _other: str) -> None:
    """Take nobody to have appointed anybody."""


def judged(table: Table, command: Command, ruleset: Ruleset, between: Between = strangers) -> Decision:
    """Judge as a house does: by the rulebook, and by what the house asks beyond it."""
    decision = decide(table, command, ruleset)
    own = objection(table, command, ruleset, between)
    if own is None:
        return decision
    # Of several refusals the one that is listed first is given, whoever objects.
    return (first(decision, own) or own) if isinstance(decision, Refusal) else own


def objection(table: Table, command: Command, ruleset: Ruleset, between: Between = strangers) -> Refusal | None:
    """Give what the house itself has against a command."""
    match command:
        case OpenTable() | SetLimits() | CloseTable():
            return _not_the_pit(command, ruleset)
        case ConfirmOutcome():
            return _made(command.by.name, table.round.declared_by, between)
        case ApproveCorrection() if table.round.proposed is not None:
            said = _declared(table, command, ruleset)
            return said or _made(command.by.name, (table.round.proposed[0],), between)
        case _:
            return None


def _above_the_dealer(ruleset: Ruleset) -> list[str]:
    ladder = ruleset.procedure.roles.ladder.value
    return [str(role) for role in ladder[ladder.index(Role.DEALER) + 1 :]] if Role.DEALER in ladder else []


def _not_the_pit(command: OpenTable | SetLimits | CloseTable, ruleset: Ruleset) -> Refusal | None:
    """Refuse a dealer what is the pit's, unless a clause has the dealer announce the opening."""
    if command.by.role is not Role.DEALER or not (pit := _above_the_dealer(ruleset)):
        return None
    if isinstance(command, OpenTable) and ruleset.procedure.round.game_opening_announced.value:
        return None
    return Refusal(Code.ROLE_NOT_ALLOWED, wire("7.4"), {"role": str(command.by.role), "needed": pit})


def _declared(table: Table, command: ApproveCorrection, ruleset: Ruleset) -> Refusal | None:
    """Refuse whoever declared the outcome that is corrected; where dealers are alone, nobody else may be there."""
    name = command.by.name
    if name not in table.round.declared_by or not _above_the_dealer(ruleset):
        return None
    return Refusal(Code.SAME_PERSON, wire("2.5"), {"name": name, "declared": table.round.outcome})


def _made(name: str, others: tuple[str, ...], between: Between) -> Refusal | None:
    found = next((made for other in others if (made := between(name, other)) is not None), None)
    return None if found is None else too_near(name, found)


def too_near(name: str, made: Appointed) -> Refusal:
    """Refuse a second person who lately appointed the first, or was appointed by them."""
    facts = {"name": name, "appointed": made.name, "appointed_by": made.by, "appointed_at": made.at}
    return Refusal(Code.SAME_PERSON, wire("2.5"), dict(facts))
