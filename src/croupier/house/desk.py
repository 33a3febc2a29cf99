"""The front desk: who comes in, who works here, play money, alerts, and the house's rulebooks. It has a record.

It decides and folds like a table, but by our own rules: nobody plays without
being admitted, nobody works here without being appointed, and an alert stays
until a member of staff acknowledges it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, NamedTuple, TypeAlias

from croupier.house.desk_acting import (
    ActingAppointed,
    ActingCommand,
    ActingEnded,
    AppointActing,
    EndActing,
    acting_objection,
    decide_acting,
)
from croupier.house.desk_alerts import (
    AcknowledgeAlert,
    Alert,
    AlertAcknowledged,
    AlertRaised,
    CallPit,
    PitCalled,
    RaiseAlert,
    called_already,
    evolve_alerts,
    not_raised,
)
from croupier.house.desk_cash import CashReturned, ReturnCash, cash_objection, decide_cash
from croupier.house.desk_notes import (
    AddTables,
    HouseOpened,
    NoteArrival,
    NoteTime,
    OpenHouse,
    StaffArrived,
    TableAdded,
    TimePassed,
    software_of,
)
from croupier.house.desk_tables import (
    Listed,
    NameTable,
    PutTableBack,
    RemoveTable,
    SetTableAside,
    TableCareEvent,
    TableCommand,
    TableNamed,
    TablePutBack,
    TableRemoved,
    TableSetAside,
    decide_listing,
    evolve_listing,
    listing_objection,
)
from croupier.rules.procedure import Role
from croupier.rules.stake import STAKE_MAX
from croupier.table.commands import By
from croupier.table.events import EventBase
from croupier.table.persistent import Map
from croupier.table.refusal import Code, Fact, Refusal
from croupier.table.wire_rules import wire

DESK = "house"
"""The name of the front desk's record, the only one that is not a table's."""
HOUSE = "house"
"""The name under which the house itself acts."""
OWNER = "owner"
"""The name of the owner, whom nobody appoints."""

STAFF = frozenset(Role) - {Role.PLAYER, Role.HOUSE}
SEE_ONLY = (Role.SURVEILLANCE, Role.AUDITOR)
"""Staff who see everything and never act, under every rulebook."""


@dataclass(frozen=True, slots=True)
class FundWallet:
    """Give play money to a player."""

    do: ClassVar[str] = "fund-wallet"
    by: By
    player: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class AdmitGuest:
    """Admit a player under a name that nobody else has."""

    do: ClassVar[str] = "admit-guest"
    by: By
    player: str
    walk_up: str | None = None
    """The table at which staff admitted somebody who has no device."""


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
class KeepRulebook:
    """Bring a rulebook into the house: its text is stored under its digest, and tables can be set up by its ref."""

    do: ClassVar[str] = "keep-rulebook"
    by: By
    rulebook: str
    digest: str
    source: str
    """Where the text came from: the name of a file, or ``page``."""


@dataclass(frozen=True, slots=True)
class WalletFunded(EventBase):
    """A player got play money from the house."""

    type: ClassVar[str] = "wallet-funded"
    player: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class GuestAdmitted(EventBase):
    """A player came in."""

    type: ClassVar[str] = "guest-admitted"
    player: str
    walk_up: str | None = None
    """The table at which staff admitted somebody who has no device."""


@dataclass(frozen=True, slots=True)
class StaffAppointed(EventBase):
    """Somebody got a role."""

    type: ClassVar[str] = "staff-appointed"
    name: str
    role: Role
    table: str | None = None


@dataclass(frozen=True, slots=True)
class StaffDismissed(EventBase):
    type: ClassVar[str] = "staff-dismissed"
    name: str


@dataclass(frozen=True, slots=True)
class RulebookKept(EventBase):
    """The house has a rulebook, or a corrected text of one that it had."""

    type: ClassVar[str] = "rulebook-kept"
    rulebook: str
    digest: str
    source: str


DeskCommand: TypeAlias = (
    FundWallet
    | ReturnCash
    | AdmitGuest
    | AppointStaff
    | DismissStaff
    | AppointActing
    | EndActing
    | RaiseAlert
    | AcknowledgeAlert
    | CallPit
    | KeepRulebook
    | NameTable
    | SetTableAside
    | PutTableBack
    | RemoveTable
    | NoteTime
    | NoteArrival
    | AddTables
    | OpenHouse
)
DeskEvent: TypeAlias = (
    WalletFunded
    | CashReturned
    | GuestAdmitted
    | StaffAppointed
    | StaffDismissed
    | ActingAppointed
    | ActingEnded
    | AlertRaised
    | AlertAcknowledged
    | PitCalled
    | RulebookKept
    | TableNamed
    | TableSetAside
    | TablePutBack
    | TableRemoved
    | TimePassed
    | StaffArrived
    | TableAdded
    | HouseOpened
)


_OfHouse: TypeAlias = FundWallet | AdmitGuest | AppointStaff | DismissStaff | RaiseAlert | KeepRulebook
_Note: TypeAlias = NoteTime | NoteArrival | AddTables | OpenHouse
_HouseCommand: TypeAlias = _OfHouse | _Note
_OtherCommand: TypeAlias = _OfHouse | AcknowledgeAlert | CallPit


class Person(NamedTuple):
    """A person the house knows: a player, or staff of one table or of all."""

    name: str
    role: Role
    table: str | None = None
    here: bool = True
    """Whether the role is still held; a name is never given to another person."""
    walk_up: str | None = None
    """The table at which a player without a device was admitted."""
    acting: Role | None = None
    """The position above their own in which they may act, where the rulebook has it."""


class Kept(NamedTuple):
    """The texts of one rulebook that the house ever had, by their digests; the last one counts."""

    digests: tuple[str, ...]
    sources: tuple[str, ...]
    """Where each of them came from."""


class Desk(NamedTuple):
    """The state of the front desk."""

    seq: int = 0
    people: Map[str, Person] = Map()
    alerts: Map[str, Alert] = Map()
    rulebooks: Map[str, Kept] = Map()
    """The rulebooks of the house's own, by their refs."""
    boot: str = ""
    """The start of the machine at which time was last noted, and for how long it had been running by then."""
    up: int = 0
    tables: Map[str, Listed] = Map()
    """The tables about which the owner asked for something."""
    added: frozenset[str] = frozenset()
    """The tables that the house has. Houses of earlier versions name none until they are opened again."""
    software: Mapping[str, str] = MappingProxyType({})
    """The version and the digests of the last opening."""

    def listed(self, table: str) -> Listed:
        """Return how a table is listed."""
        return self.tables.get(table) or Listed()


def decide_desk(desk: Desk, command: DeskCommand) -> tuple[DeskEvent, ...] | Refusal:
    """Judge a command to the front desk."""
    objection = _objection(desk, command)
    if objection is not None:
        return objection
    head = (desk.seq + 1, None, command.by)
    if isinstance(command, _Note):
        return _noted(desk, command)
    if isinstance(command, ActingCommand):
        return (decide_acting(head, command),)
    if isinstance(command, ReturnCash):
        return (decide_cash(head, command),)
    return (decide_listing(head, command) if isinstance(command, TableCommand) else _decided(head, command),)


def _decided(head: tuple[int, None, By], command: _OtherCommand) -> DeskEvent:
    """Return what follows from a command that nothing objects to."""
    match command:
        case FundWallet():
            return WalletFunded(*head, _cited("5.6"), command.player, command.amount, command.reason)
        case AdmitGuest():
            return GuestAdmitted(*head, _cited("7.1"), command.player, command.walk_up)
        case AppointStaff():
            return StaffAppointed(*head, _cited("7.2"), command.name, command.role, command.table)
        case DismissStaff():
            return StaffDismissed(*head, _cited("7.2"), command.name)
        case RaiseAlert():
            return AlertRaised(*head, _cited("7.3"), command.alert, command.table, command.kind, command.note)
        case AcknowledgeAlert():
            return AlertAcknowledged(*head, _cited("7.3"), command.alert, command.note)
        case CallPit():
            return PitCalled(*head, _cited("7.8"), command.alert, command.table, command.concern, command.note)
        case KeepRulebook():
            return RulebookKept(*head, _cited("7.5"), command.rulebook, command.digest, command.source)


def _noted(desk: Desk, command: _Note) -> tuple[DeskEvent, ...]:
    head = (desk.seq + 1, None, command.by)
    match command:
        case NoteArrival():
            return (StaffArrived(*head, _cited("7.7"), command.name, command.address, command.session),)
        case NoteTime():
            passed = max(0, command.up - desk.up) if command.boot == desk.boot else 0
            return (TimePassed(*head, _cited("7.6"), command.boot, command.up, passed),)
        case AddTables():
            added = [name for name in dict.fromkeys(command.tables) if name not in desk.added]
            numbered = enumerate(added, start=desk.seq + 1)
            return tuple(TableAdded(seq, None, command.by, _cited("7.11"), name) for seq, name in numbered)
        case OpenHouse():
            return (HouseOpened(*head, _cited("7.12"), *software_of(command).values()),)


def evolve_desk(desk: Desk, event: DeskEvent) -> Desk:  # noqa: C901 - one case for each event
    """Fold an event of the front desk."""
    if isinstance(event, TableCareEvent):
        tables = desk.tables.set(event.table, evolve_listing(desk.listed(event.table), event))
        return desk._replace(seq=event.seq, tables=tables)
    if isinstance(event, AlertRaised | AlertAcknowledged | PitCalled):
        return desk._replace(seq=event.seq, alerts=evolve_alerts(desk.alerts, event))
    people, rulebooks = desk.people, desk.rulebooks
    match event:
        case WalletFunded() | CashReturned():
            pass
        case GuestAdmitted():
            people = people.set(event.player, Person(event.player, Role.PLAYER, walk_up=event.walk_up))
        case StaffAppointed():
            people = people.set(event.name, Person(event.name, event.role, event.table))
        case StaffDismissed():
            person = people.get(event.name)
            assert person is not None
            people = people.set(event.name, person._replace(here=False, acting=None))
        case ActingAppointed() | ActingEnded():
            person = people.get(event.name)
            assert person is not None
            position = event.position if isinstance(event, ActingAppointed) else None
            people = people.set(event.name, person._replace(acting=position))
        case RulebookKept():
            before = rulebooks.get(event.rulebook) or Kept((), ())
            kept = Kept((*before.digests, event.digest), (*before.sources, event.source))
            rulebooks = rulebooks.set(event.rulebook, kept)
        case TimePassed():
            return desk._replace(seq=event.seq, boot=event.boot, up=event.up)
        case StaffArrived():
            pass
        case TableAdded():
            return desk._replace(seq=event.seq, added=desk.added | {event.table})
        case HouseOpened():
            return desk._replace(seq=event.seq, software=software_of(event))
    return desk._replace(seq=event.seq, people=people, rulebooks=rulebooks)


OWNERS: Mapping[type[DeskCommand], str] = {
    FundWallet: "5.6",
    ReturnCash: "5.7",
    KeepRulebook: "7.5",
    NoteTime: "7.6",
    NoteArrival: "7.7",
    AppointActing: "7.10",
    EndActing: "7.10",
    AddTables: "7.11",
    OpenHouse: "7.12",
}
"""The rules by which some commands are the house's alone; the others are so by the rule on appointments."""


def _objection(desk: Desk, command: DeskCommand) -> Refusal | None:
    if isinstance(command, AcknowledgeAlert | CallPit):
        return _objection_of_staff(desk, command)
    if command.by.role is not Role.HOUSE:
        rule = "7.9" if isinstance(command, TableCommand) else OWNERS.get(type(command), "7.2")
        return _no(Code.ROLE_NOT_ALLOWED, rule, role=str(command.by.role), needed=str(Role.HOUSE))
    if isinstance(command, TableCommand):
        return _name_of_another(desk, command) or listing_objection(desk.listed(command.table), command)
    if isinstance(command, ActingCommand):
        person = desk.people.get(command.name)
        here = person is not None and person.here
        return acting_objection(person.role if person and here else None, person and person.acting, command)
    if isinstance(command, ReturnCash):
        person = desk.people.get(command.player)
        return cash_objection(person and person.walk_up, command)
    return _objection_of_house(desk, command)


def _objection_of_house(desk: Desk, command: _HouseCommand) -> Refusal | None:
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
        case RaiseAlert() | KeepRulebook() | AddTables() | OpenHouse():
            return _already_done(desk, command)
        case NoteTime() | NoteArrival():
            return None


def _already_done(desk: Desk, command: RaiseAlert | KeepRulebook | AddTables | OpenHouse) -> Refusal | None:
    match command:
        case RaiseAlert():
            known = command.alert in desk.alerts
            return _no(Code.ALREADY_DONE, "7.3", alert=command.alert) if known else None
        case KeepRulebook():
            kept = desk.rulebooks.get(command.rulebook)
            same = kept is not None and kept.digests[-1] == command.digest
            return _no(Code.ALREADY_DONE, "7.5", rulebook=command.rulebook) if same else None
        case AddTables():
            known = desk.added.issuperset(command.tables)
            return _no(Code.ALREADY_DONE, "7.11", tables=", ".join(command.tables)) if known else None
        case OpenHouse():
            unchanged = desk.software == software_of(command)
            return _no(Code.ALREADY_DONE, "7.12", version=command.version) if unchanged else None


def _objection_of_staff(desk: Desk, command: AcknowledgeAlert | CallPit) -> Refusal | None:
    """Object to what staff ask of the front desk; everything else is the house's."""
    if isinstance(command, CallPit):
        return _not_at_table(desk, command) or called_already(desk.alerts, command)
    return _not_staff(desk, command) or not_raised(desk.alerts, command)


def _name_of_another(desk: Desk, command: TableCommand) -> Refusal | None:
    if not isinstance(command, NameTable):
        return None
    others = {one.name for table, one in desk.tables.items() if table != command.table and not one.removed}
    return _no(Code.NAME_TAKEN, "7.9", name=command.name) if command.name in others else None


def _not_to_fund(desk: Desk, command: FundWallet) -> Refusal | None:
    person = desk.people.get(command.player)
    if person is not None and person.role is not Role.PLAYER:
        return _no(Code.ROLE_NOT_ALLOWED, "5.6", role=str(person.role), needed=str(Role.PLAYER))
    return None if command.amount <= STAKE_MAX else _no(Code.STAKE_TOO_LARGE, "4.1", stake_max=STAKE_MAX)


def _name_taken(desk: Desk, name: str) -> Refusal | None:
    taken = name in desk.people or name == HOUSE
    return _no(Code.NAME_TAKEN, "7.1", name=name) if taken else None


def _not_staff(desk: Desk, command: AcknowledgeAlert | CallPit) -> Refusal | None:
    person = desk.people.get(command.by.name)
    works_here = person is not None and person.here and person.role in STAFF and person.role is command.by.role
    if works_here or command.by.role is Role.HOUSE:
        return None
    return _no(Code.ROLE_NOT_ALLOWED, "7.3", role=str(command.by.role))


def _not_at_table(desk: Desk, command: CallPit) -> Refusal | None:
    """Refuse whoever does not work at the table, or only watches."""
    person = desk.people.get(command.by.name)
    elsewhere = person is not None and person.table not in (None, command.table)
    if elsewhere or command.by.role in SEE_ONLY:
        return _no(Code.ROLE_NOT_ALLOWED, "7.8", role=str(command.by.role))
    return _not_staff(desk, command)


def _no(code: Code, rule: str, **facts: Fact) -> Refusal:
    return Refusal(code, wire(rule), facts)


def _cited(rule: str) -> tuple[str, ...]:
    return (str(wire(rule)),)
