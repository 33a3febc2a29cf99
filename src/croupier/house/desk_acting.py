"""What the owner asks of the front desk about acting: who may act in a position above their own, and until when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.table.events import EventBase
from croupier.table.refusal import Code, Fact, Refusal
from croupier.table.wire_rules import wire

CANNOT_ACT = (Role.PLAYER, Role.HOUSE, Role.SURVEILLANCE, Role.AUDITOR)
"""Roles in which nobody acts for another position: those who only watch never do."""


@dataclass(frozen=True, slots=True)
class AppointActing:
    """Let somebody who works here act in a position above their own, at the tables at which they work."""

    do: ClassVar[str] = "appoint-acting"
    by: By
    name: str
    position: Role


@dataclass(frozen=True, slots=True)
class EndActing:
    """End such an appointment."""

    do: ClassVar[str] = "end-acting"
    by: By
    name: str


@dataclass(frozen=True, slots=True)
class ActingAppointed(EventBase):
    """Somebody may act in a position above their own."""

    type: ClassVar[str] = "acting-appointed"
    name: str
    position: Role


@dataclass(frozen=True, slots=True)
class ActingEnded(EventBase):
    type: ClassVar[str] = "acting-ended"
    name: str


ActingCommand: TypeAlias = AppointActing | EndActing
ActingEvent: TypeAlias = ActingAppointed | ActingEnded


def decide_acting(head: tuple[int, None, By], command: ActingCommand) -> ActingEvent:
    """Return what follows from a command that nothing objects to."""
    cited = (str(wire("7.10")),)
    if isinstance(command, EndActing):
        return ActingEnded(*head, cited, command.name)
    return ActingAppointed(*head, cited, command.name, command.position)


def acting_objection(role: Role | None, acting: Role | None, command: ActingCommand) -> Refusal | None:
    """Object to an appointment of somebody with this role, or None for nobody who works here."""
    if role is None or role is Role.PLAYER:
        return _no(Code.UNKNOWN_PERSON, name=command.name)
    if isinstance(command, EndActing):
        return None if acting is not None else _no(Code.ALREADY_DONE, name=command.name)
    position = command.position
    if position in CANNOT_ACT or role in CANNOT_ACT or position is role:
        return _no(Code.ROLE_NOT_ALLOWED, role=str(role), acting=str(position))
    return _no(Code.ALREADY_DONE, name=command.name, acting=str(position)) if acting is position else None


def _no(code: Code, **facts: Fact) -> Refusal:
    return Refusal(code, wire("7.10"), facts)
