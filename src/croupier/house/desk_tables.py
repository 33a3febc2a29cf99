"""What the owner asks of the front desk about tables: names, out of service and back, removed from the lobby."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias

from croupier.table.commands import By
from croupier.table.events import EventBase
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire


@dataclass(frozen=True, slots=True)
class NameTable:
    """Give a table the name that people read."""

    do: ClassVar[str] = "name-table"
    by: By
    table: str
    name: str


@dataclass(frozen=True, slots=True)
class SetTableAside:
    """Take a table out of service."""

    do: ClassVar[str] = "set-table-aside"
    by: By
    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class PutTableBack:
    """Put a table back into service, or back into the lobby."""

    do: ClassVar[str] = "put-table-back"
    by: By
    table: str


@dataclass(frozen=True, slots=True)
class RemoveTable:
    """Remove a table from the lobby; its record stays."""

    do: ClassVar[str] = "remove-table"
    by: By
    table: str


@dataclass(frozen=True, slots=True)
class TableNamed(EventBase):
    type: ClassVar[str] = "table-named"
    table: str
    name: str


@dataclass(frozen=True, slots=True)
class TableSetAside(EventBase):
    """A table is out of service."""

    type: ClassVar[str] = "table-set-aside"
    table: str
    reason: str


@dataclass(frozen=True, slots=True)
class TablePutBack(EventBase):
    type: ClassVar[str] = "table-put-back"
    table: str


@dataclass(frozen=True, slots=True)
class TableRemoved(EventBase):
    """A table is no longer in the lobby."""

    type: ClassVar[str] = "table-removed"
    table: str


TableCommand: TypeAlias = NameTable | SetTableAside | PutTableBack | RemoveTable
TableCareEvent: TypeAlias = TableNamed | TableSetAside | TablePutBack | TableRemoved


class Listed(NamedTuple):
    """How a table is listed."""

    name: str | None = None
    """What people call it, if it has another name than that of its record."""
    aside: str | None = None
    """Why it is out of service, if it is."""
    removed: bool = False

    @property
    def in_service(self) -> bool:
        return self.aside is None and not self.removed


def decide_listing(head: tuple[int, None, By], command: TableCommand) -> TableCareEvent:
    """Return what follows from a command that nothing objects to."""
    cited = (str(wire("7.9")),)
    match command:
        case NameTable():
            return TableNamed(*head, cited, command.table, command.name)
        case SetTableAside():
            return TableSetAside(*head, cited, command.table, command.reason)
        case PutTableBack():
            return TablePutBack(*head, cited, command.table)
        case RemoveTable():
            return TableRemoved(*head, cited, command.table)


def evolve_listing(listed: Listed, event: TableCareEvent) -> Listed:
    """Fold an event about a table."""
    match event:
        case TableNamed():
            return listed._replace(name=event.name)
        case TableSetAside():
            return listed._replace(aside=event.reason)
        case TablePutBack():
            return listed._replace(aside=None, removed=False)
        case TableRemoved():
            return listed._replace(removed=True)


def listing_objection(listed: Listed, command: TableCommand) -> Refusal | None:
    """Refuse what is so already. Whether a table is open or chips are held there is in the table's own record."""
    done = _is_so(listed, command)
    return Refusal(Code.ALREADY_DONE, wire("7.9"), {"table": command.table}) if done else None


def _is_so(listed: Listed, command: TableCommand) -> bool:
    match command:
        case SetTableAside():
            return not listed.in_service
        case PutTableBack():
            return listed.in_service
        case NameTable():
            return listed.name == command.name
        case RemoveTable():
            return listed.removed
