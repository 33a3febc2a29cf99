"""What the front desk writes down about the house itself: tables, software, time, and from where people act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from croupier.table.commands import By
from croupier.table.events import EventBase


@dataclass(frozen=True, slots=True)
class AddTables:
    """List tables that the house has, so that none can be taken out of its record unseen."""

    do: ClassVar[str] = "add-tables"
    by: By
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenHouse:
    """Open the house with software other than that of the last opening; the fields are digests."""

    do: ClassVar[str] = "open-house"
    by: By
    version: str
    code: str
    rulebooks: str
    pages: str


@dataclass(frozen=True, slots=True)
class NoteTime:
    """Say how long the machine has been running, by the clock that nobody can set."""

    do: ClassVar[str] = "note-time"
    by: By
    boot: str
    """Which start of the machine that was."""
    up: int
    """Seconds since then, sleep included."""


@dataclass(frozen=True, slots=True)
class NoteArrival:
    """Say from where somebody who works here signs in."""

    do: ClassVar[str] = "note-arrival"
    by: By
    name: str
    address: str
    session: str


@dataclass(frozen=True, slots=True)
class TableAdded(EventBase):
    """The house has a table, whose record must be there from now on."""

    type: ClassVar[str] = "table-added"
    table: str


@dataclass(frozen=True, slots=True)
class HouseOpened(EventBase):
    """The house was opened with this software; later openings with the same are not recorded."""

    type: ClassVar[str] = "house-opened"
    version: str
    code: str
    rulebooks: str
    pages: str


@dataclass(frozen=True, slots=True)
class StaffArrived(EventBase):
    """Somebody who works here acts from an address for the first time in a session, or since the house opened.

    The receipts of that person from then on come from there, until the next such event. For an
    auditor, who may ask whether two people are two.
    """

    type: ClassVar[str] = "staff-arrived"
    name: str
    address: str
    session: str
    """Which session it was: the same text for the same one, from which nobody can sign in."""


@dataclass(frozen=True, slots=True)
class TimePassed(EventBase):
    """So much time has passed since this was last noted, at least."""

    type: ClassVar[str] = "time-passed"
    boot: str
    """The start of the machine since which ``up`` counts."""
    up: int
    """Seconds for which the machine has been running, sleep included."""
    passed: int
    """Seconds since the last such event; 0 if the machine was started again in between."""


def software_of(opening: OpenHouse | HouseOpened) -> dict[str, str]:
    """Return the version and the digests that an opening names."""
    return {name: getattr(opening, name) for name in ("version", "code", "rulebooks", "pages")}
