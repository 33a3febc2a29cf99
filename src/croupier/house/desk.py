"""The front desk: who comes in, who works here, play money, and alerts. It keeps a record of its own.

It decides and folds like a table, only that the rules are ours: nobody plays
without having been let in, nobody works here without having been appointed,
and an alert stays until somebody who works here acknowledges it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from croupier.rules.procedure import Role
from croupier.rules.stake import STAKE_MAX
from croupier.table.commands import By
from croupier.table.persistent import Map
from croupier.table.refusal import Code, Fact, Refusal
from croupier.table.wire_rules import wire

HOUSE = "house"
"""The name of the record that is no table's."""
OWNER = "owner"
"""The name of the one person whom nobody appoints."""

STAFF = frozenset(Role) - {Role.PLAYER, Role.HOUSE}


@dataclass(frozen=True, slots=True)
class FundWallet:
    """Hand play money to a player."""

    do: ClassVar[str] = "fund-wallet"
    by: By
    player: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class AdmitGuest:
    """Let a player in under a name that nobody else has."""

    do: ClassVar[str] = "admit-guest"
    by: By
    player: str


@dataclass(frozen=True, slots=True)
class AppointStaff:
    """Give somebody a role, at one table or at all."""

    do: ClassVar[str] = "appoint-staff"
    by: By
    name: str
    role: Role
    table: str | None = None


@dataclass(frozen=True, slots=True)
class DismissStaff:
    """Take a role away."""

    do: ClassVar[str] = "dismiss-staff"
    by: By
    name: str


@dataclass(frozen=True, slots=True)
class RaiseAlert:
    """Call attention to something at a table."""

    do: ClassVar[str] = "raise-alert"
    by: By
    alert: str
    table: str
    kind: str
    note: str


@dataclass(frozen=True, slots=True)
class AcknowledgeAlert:
    """Say that an alert was seen."""

    do: ClassVar[str] = "acknowledge-alert"
    by: By
    alert: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class _Event:
    seq: int
    round: str | None
    by: By
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WalletFunded(_Event):
    """A player got play money from the house."""

    type: ClassVar[str] = "wallet-funded"
    player: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class GuestAdmitted(_Event):
    """A player came in."""

    type: ClassVar[str] = "guest-admitted"
    player: str


@dataclass(frozen=True, slots=True)
class StaffAppointed(_Event):
    """Somebody got a role."""

    type: ClassVar[str] = "staff-appointed"
    name: str
    role: Role
    table: str | None = None


@dataclass(frozen=True, slots=True)
class StaffDismissed(_Event):
    """Somebody has no role any more."""

    type: ClassVar[str] = "staff-dismissed"
    name: str


@dataclass(frozen=True, slots=True)
class AlertRaised(_Event):
    """Something at a table needs attention."""

    type: ClassVar[str] = "alert-raised"
    alert: str
    table: str
    kind: str
    note: str


@dataclass(frozen=True, slots=True)
class AlertAcknowledged(_Event):
    """An alert was seen."""

    type: ClassVar[str] = "alert-acknowledged"
    alert: str
    note: str | None = None


HouseCommand: TypeAlias = FundWallet | AdmitGuest | AppointStaff | DismissStaff | RaiseAlert | AcknowledgeAlert
HouseEvent: TypeAlias = WalletFunded | GuestAdmitted | StaffAppointed | StaffDismissed | AlertRaised | AlertAcknowledged


class Person(NamedTuple):
    """Somebody the house knows: a player, or staff of one table or of all."""

    name: str
    role: Role
    table: str | None = None
    here: bool = True
    """Whether the role still holds; a name is never given to somebody else."""


class Alert(NamedTuple):
    """Something that needs attention until it is acknowledged."""

    alert: str
    table: str
    kind: str
    note: str
    acknowledged_by: str | None = None


class Desk(NamedTuple):
    """The front desk as it stands."""

    seq: int = 0
    people: Map[str, Person] = Map()
    alerts: Map[str, Alert] = Map()


def decide_house(desk: Desk, command: HouseCommand) -> tuple[HouseEvent, ...] | Refusal:
    """Judge what is asked of the front desk."""
    objection = _objection(desk, command)
    if objection is not None:
        return objection
    head = (desk.seq + 1, None, command.by)
    match command:
        case FundWallet():
            return (WalletFunded(*head, _cited("5.6"), command.player, command.amount, command.reason),)
        case AdmitGuest():
            return (GuestAdmitted(*head, _cited("7.1"), command.player),)
        case AppointStaff():
            return (StaffAppointed(*head, _cited("7.2"), command.name, command.role, command.table),)
        case DismissStaff():
            return (StaffDismissed(*head, _cited("7.2"), command.name),)
        case RaiseAlert():
            raised = AlertRaised(*head, _cited("7.3"), command.alert, command.table, command.kind, command.note)
            return (raised,)
        case AcknowledgeAlert():
            return (AlertAcknowledged(*head, _cited("7.3"), command.alert, command.note),)


def evolve_house(desk: Desk, event: HouseEvent) -> Desk:
    """Fold what happened at the front desk."""
    people, alerts = desk.people, desk.alerts
    match event:
        case WalletFunded():
            pass
        case GuestAdmitted():
            people = people.set(event.player, Person(event.player, Role.PLAYER))
        case StaffAppointed():
            people = people.set(event.name, Person(event.name, event.role, event.table))
        case StaffDismissed():
            person = people.get(event.name)
            assert person is not None
            people = people.set(event.name, person._replace(here=False))
        case AlertRaised():
            alerts = alerts.set(event.alert, Alert(event.alert, event.table, event.kind, event.note))
        case AlertAcknowledged():
            alert = alerts.get(event.alert)
            assert alert is not None
            alerts = alerts.set(event.alert, alert._replace(acknowledged_by=event.by.name))
    return Desk(event.seq, people, alerts)


def _objection(desk: Desk, command: HouseCommand) -> Refusal | None:
    if isinstance(command, AcknowledgeAlert):
        return _not_staff(desk, command) or _no_alert(desk, command)
    if command.by.role is not Role.HOUSE:
        rule = "5.6" if isinstance(command, FundWallet) else "7.2"
        return _no(Code.ROLE_NOT_ALLOWED, rule, role=str(command.by.role), needed=str(Role.HOUSE))
    match command:
        case FundWallet():
            return _not_to_fund(desk, command)
        case AdmitGuest():
            return _name_taken(desk, command.player)
        case AppointStaff():
            if command.role not in STAFF:
                return _no(Code.ROLE_NOT_ALLOWED, "7.2", role=str(command.role))
            person = desk.people.get(command.name)
            return _name_taken(desk, command.name) if person and person.role is Role.PLAYER else None
        case DismissStaff():
            person = desk.people.get(command.name)
            missing = person is None or person.role is Role.PLAYER or not person.here
            return _no(Code.UNKNOWN_PERSON, "7.2", name=command.name) if missing else None
        case RaiseAlert():
            known = command.alert in desk.alerts
            return _no(Code.ALREADY_DONE, "7.3", alert=command.alert) if known else None


def _not_to_fund(desk: Desk, command: FundWallet) -> Refusal | None:
    person = desk.people.get(command.player)
    if person is not None and person.role is not Role.PLAYER:
        return _no(Code.ROLE_NOT_ALLOWED, "5.6", role=str(person.role), needed=str(Role.PLAYER))
    return None if command.amount <= STAKE_MAX else _no(Code.STAKE_TOO_LARGE, "4.1", stake_max=STAKE_MAX)


def _name_taken(desk: Desk, name: str) -> Refusal | None:
    taken = name in desk.people or name == HOUSE
    return _no(Code.NAME_TAKEN, "7.1", name=name) if taken else None


def _not_staff(desk: Desk, command: AcknowledgeAlert) -> Refusal | None:
    person = desk.people.get(command.by.name)
    works_here = person is not None and person.here and person.role in STAFF and person.role is command.by.role
    if works_here or command.by.role is Role.HOUSE:
        return None
    return _no(Code.ROLE_NOT_ALLOWED, "7.3", role=str(command.by.role))


def _no_alert(desk: Desk, command: AcknowledgeAlert) -> Refusal | None:
    alert = desk.alerts.get(command.alert)
    if alert is None:
        return _no(Code.UNKNOWN_ALERT, "7.3", alert=command.alert)
    seen = alert.acknowledged_by
    return None if seen is None else _no(Code.ALREADY_DONE, "7.3", alert=command.alert, acknowledged_by=seen)


def _no(code: Code, rule: str, **facts: Fact) -> Refusal:
    return Refusal(code, wire(rule), facts)


def _cited(rule: str) -> tuple[str, ...]:
    return (str(wire(rule)),)
