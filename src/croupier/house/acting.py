"""Acting in a position above one's own, by an appointment of the house: what that lets somebody do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from croupier.rules.procedure import Role
from croupier.table.commands import By, Command
from croupier.table.offers import Offer
from croupier.table.refusal import Code, Refusal

Objects = Callable[[Command], Refusal | None]


def offers_with(acting: Role | None, by: By, offers: Callable[[By], tuple[Offer, ...]]) -> tuple[Offer, ...]:
    """Return what somebody may do in their own role, and what else in the position in which they act."""
    found = offers(by)
    if acting is None:
        return found
    known = {(one.do, one.choice) for one in found}
    return (*found, *(one for one in offers(replace(by, acting=acting)) if (one.do, one.choice) not in known))


def in_position(acting: Role | None, command: Command, objection: Objects) -> Command:
    """Let somebody do in the position in which they act what their own role does not let them."""
    if acting is None or command.by.acting is not None or not _not_theirs(command, objection):
        return command
    acted = replace(command, by=replace(command.by, acting=acting))
    return command if _not_theirs(acted, objection) else acted


def _not_theirs(command: Command, objection: Objects) -> bool:
    refusal = objection(command)
    return refusal is not None and refusal.code in (Code.ROLE_NOT_ALLOWED, Code.ACTING_NOT_ALLOWED)
