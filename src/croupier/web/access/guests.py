"""The guests who are in: from which address, and when each was last heard of.

Coming in costs a session and nothing else. A guest is put on record with the first table
they come to, so that those who never do leave nothing behind and their names are free again.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from croupier.web.access.buckets import Buckets
from croupier.web.api.problems import ProblemError

GUEST_FOR = 24 * 3600.0
"""Seconds without a sign of life after which a guest with no open socket makes room in a full house."""
LOOKER_FOR = 300.0
"""The same for a guest who never sat at a table."""
DAY = 24 * 3600.0


class GuestLimits(NamedTuple):
    """How many guests may be in at a time, and how many of one address."""

    most: int
    per_address: int


class Guests:
    """Counts the guests, and finds one who may be signed out where there are too many."""

    def __init__(
        self, limits: GuestLimits, connected: Callable[[], AbstractSet[str]], ever_sat: Callable[[str], bool]
    ) -> None:
        """``connected`` returns who is connected to a table, and ``ever_sat`` whether somebody ever had a seat."""
        self._limits, self._connected, self._ever_sat = limits, connected, ever_sat
        self._heard: dict[str, float] = {}
        self._came_from: dict[str, str] = {}
        """The addresses of guests who came in since this start."""
        self._from: Counter[str] = Counter()
        """How many guests of each address are in."""
        # What is on record stays there for good, so no address brings more in a day than may be in at a time.
        self._on_record = Buckets(limits.per_address / DAY, limits.per_address)

    def __contains__(self, name: str) -> bool:
        return name in self._heard

    def names(self) -> AbstractSet[str]:
        """Return who is in."""
        return self._heard.keys()

    def come(self, name: str, address: str | None = None) -> None:
        """Count a guest; where they came from is not known of those who came before this start."""
        if address is not None and name not in self._came_from:
            self._came_from[name] = address
            self._from[address] += 1
        self._heard[name] = time.monotonic()

    def hear(self, name: str) -> None:
        """Note a sign of life of whoever may be a guest."""
        if name in self._heard:
            self._heard[name] = time.monotonic()

    def go(self, name: str) -> None:
        """Stop counting a guest who has left."""
        self._heard.pop(name, None)
        address = self._came_from.pop(name, None)
        if address is not None:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    def let_on_record(self, name: str) -> None:
        """Let the address of a guest pay for putting them on record. Raises ProblemError if it brought too many."""
        if not self._on_record.take(self._came_from.get(name, ""), time.monotonic()):
            raise ProblemError(429, "too-many", "too many new players from your address today; try again later")

    def in_the_way(self, address: str) -> str | None:
        """Return a guest who has to be signed out before one more comes in; None if there is room.

        Raises ProblemError if there is no room and nobody who may be signed out.
        """
        crowded = self._from[address] >= self._limits.per_address
        if not crowded and len(self._heard) < self._limits.most:
            return None
        gone = self._inactive(address if crowded else None)
        if gone is None and crowded:
            raise ProblemError(429, "too-many", f"{self._limits.per_address} guests of your address are in")
        if gone is None:
            raise ProblemError(
                503, "house-full", f"the house has its {self._limits.most} guests; try again when one has left"
            )
        return gone

    def _inactive(self, address: str | None) -> str | None:
        """Find a guest who may be signed out: silent for long, or for minutes if they never sat at a table."""
        moment, here = time.monotonic(), self._connected()
        for name, last in self._heard.items():
            silent = moment - last
            if silent < min(LOOKER_FOR, GUEST_FOR) or name in here:
                continue
            if address is not None and self._came_from.get(name) != address:
                continue
            if silent >= GUEST_FOR or not self._ever_sat(name):
                return name
        return None
