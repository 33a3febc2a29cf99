"""Who appointed whom, and when: whoever makes a second person of their own is not two people."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from croupier.house.desk import HOUSE, HouseEvent, StaffAppointed
from croupier.house.told import written_at

FRESH = timedelta(hours=24)
"""For so long somebody and whoever appointed them are not two people for what takes two."""


class Appointed(NamedTuple):
    """Somebody who was given a role, by whom and when, as the record writes it."""

    name: str
    by: str
    at: str


class Appointments:
    """A fold of the front desk's events, with the last appointment of everybody by everybody."""

    def __init__(self) -> None:
        """Start with nobody appointed."""
        self._last: dict[tuple[str, str], Appointed] = {}
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def note(self, event: HouseEvent, line: str) -> None:
        """Take in one event; ``line`` is how it is stored, which is where its time is."""
        # What the house does by itself is done by no person who could also be the second one.
        if isinstance(event, StaffAppointed) and event.by.name != HOUSE:
            at = written_at(line)
            self._last[event.name, event.by.name] = Appointed(event.name, event.by.name, at)

    def between(self, one: str, other: str) -> Appointed | None:
        """Give the appointment by which one of two people made the other, if that is less than a day ago."""
        made = [self._last[pair] for pair in ((one, other), (other, one)) if pair in self._last]
        fresh = [found for found in made if self.clock() - datetime.fromisoformat(found.at) < FRESH]
        return max(fresh, key=lambda found: found.at, default=None)
