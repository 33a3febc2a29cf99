"""Countdowns that dealers start, so that players see how long bets are still taken.

A timer decides nothing and is not on record: bets are closed by the dealer's
call, before the timer is over or after it. It belongs to one round and is
forgotten with it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from croupier.house.automatic import Closing
from croupier.house.host import Host


@dataclass(frozen=True, slots=True)
class Timer:
    """When betting is to be closed in a round."""

    round: str | None
    closing: Closing


class Timers:
    """The timers of the dealt tables of a house."""

    def __init__(self) -> None:
        self._running: dict[str, Timer] = {}

    def start(self, host: Host, seconds: int) -> Closing:
        """Start the timer of the round that takes bets now; one that runs already is replaced."""
        closing = Closing(asyncio.get_running_loop().time() + seconds, seconds)
        self._running[host.name] = Timer(host.table.round.name, closing)
        return closing

    def closing(self, host: Host) -> Closing | None:
        """Return when betting is to be closed; None where no timer was started in this round, or bets are closed."""
        timer = self._running.get(host.name)
        if timer is None or timer.round != host.table.round.name or not host.table.round.phase.betting:
            return None
        return timer.closing
