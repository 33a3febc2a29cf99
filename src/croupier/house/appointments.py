"""Who appointed whom, and how long ago: a person appointed today does not count as an independent second person.

How long ago is counted by what the record says has passed, not by the times in it: those
come from a clock that can be set on. A record in which no time was ever noted is from before
that, or of a house without a service; for it the clock has to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from croupier.house.desk import DeskEvent, StaffAppointed
from croupier.house.desk_notes import TimePassed
from croupier.house.receipts import written_at

FRESH = timedelta(hours=24)
"""For how long somebody does not count as independent after an appointment."""


class Appointed(NamedTuple):
    """Somebody who was given a role, by whom and when, as the record writes it."""

    name: str
    by: str
    at: str


class AppointmentsKept(NamedTuple):
    """The state of ``Appointments`` in plain values."""

    last: Sequence[Appointed]
    since: Sequence[tuple[Appointed, timedelta]]
    passed: timedelta | None


class Appointments:
    """The latest appointment of each person by each other person, folded from the front desk's events."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], Appointed] = {}
        self._since: dict[Appointed, timedelta] = {}
        """How much time had passed, by the record, when it was first noted after an appointment."""
        self._passed: timedelta | None = None
        """How much time has passed, by the record; None if it was never noted."""
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def kept(self) -> AppointmentsKept:
        """Return what there is to be kept."""
        return AppointmentsKept(list(self._last.values()), list(self._since.items()), self._passed)

    def restore(self, kept: AppointmentsKept) -> None:
        self._last = {(one.name, one.by): one for one in kept.last}
        self._since, self._passed = dict(kept.since), kept.passed

    def note(self, event: DeskEvent, line: str) -> None:
        """Fold one event; ``line`` is its stored form, which has its time."""
        if isinstance(event, StaffAppointed):
            self._last[event.name, event.by.name] = Appointed(event.name, event.by.name, written_at(line))
        elif isinstance(event, TimePassed):
            self._pass(timedelta(seconds=event.passed), written_at(line))

    def _pass(self, more: timedelta, at: str) -> None:
        first, self._passed = self._passed is None, (self._passed or timedelta()) + more
        for made in self._last.values():
            if made not in self._since:
                # What passed before it was first noted counts only if there was no other measure than the clock.
                before = datetime.fromisoformat(at) - datetime.fromisoformat(made.at) if first else timedelta()
                self._since[made] = self._passed - before

    def _is_fresh(self, made: Appointed) -> bool:
        if self._passed is None:
            return self.clock() - datetime.fromisoformat(made.at) < FRESH
        since = self._since.get(made)
        return since is None or self._passed - since < FRESH

    def recent(self, name: str, others: Sequence[str] = ()) -> Appointed | None:
        """Return the appointment, less than a day ago, of a person by anybody, or of one of the others by them."""
        made = [
            found
            for (appointed, by), found in self._last.items()
            if (appointed == name or (by == name and appointed in others)) and self._is_fresh(found)
        ]
        return max(made, key=lambda found: found.at, default=None)
