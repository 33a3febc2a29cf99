"""What a running service holds: the live tables, who is signed in, the rulebooks and the automatic dealers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from croupier.house.automatic import Automatic, Closing, Pace
from croupier.house.faults import FaultedTableError
from croupier.house.host import Host
from croupier.house.receipts import Answer
from croupier.house.setup import TableSetUp
from croupier.house.tables import LiveTables
from croupier.table.commands import CallNoMoreBets, Command
from croupier.web.access.sign_in import SignIn
from croupier.web.anchoring import Anchoring
from croupier.web.api.rules import RuleOperations
from croupier.web.live.attendance import Attendance
from croupier.web.live.timers import Timers

log = structlog.get_logger()


class Office:
    """What the routes and sockets work with."""

    def __init__(
        self,
        tables: LiveTables,
        sign_in: SignIn,
        attendance: Attendance,
        pace: Pace,
        on_close: Callable[[], None] = lambda: None,
        anchoring: Anchoring | None = None,
    ) -> None:
        """Put the parts together; ``on_close`` is called when the house has closed."""
        self.tables, self.sign_in, self.attendance = tables, sign_in, attendance
        self._pace, self._on_close = pace, on_close
        self.anchoring = anchoring
        """Makes an anchor for each round that ends, if there is a place for them."""
        self.rules = RuleOperations(tables)
        self.notices: list[str] = []
        """What whoever opens the house should know about its rulebooks."""
        self._dealers: dict[str, Automatic] = {}
        self.timers = Timers()
        self.clock: Callable[[], float] = asyncio.get_running_loop().time

    def start(self) -> None:
        """Open every table to clients, and start dealing at the automatic ones."""
        if self.anchoring is not None:
            self.anchoring.start()
        for host in self.tables.hosts.values():
            self._open(host)

    def _open(self, host: Host) -> None:
        self.attendance.open(host, lambda: self.due(host.name))
        if self.anchoring is not None:
            self.anchoring.follow(host)
        if host.setup.random:
            dealer = self._dealers[host.name] = Automatic(
                host,
                self._pace,
                lambda: self.attendance.is_played(host.name),
                lambda why: log.error("dealing-ended", table=host.name, why=why),
            )
            dealer.start()

    async def close(self) -> None:
        """Close the house: pending commands are completed, and every round stays where it is."""
        for dealer in self._dealers.values():
            await dealer.stop()
        await self.attendance.close()
        if self.anchoring is not None:
            await self.anchoring.stop()
        await self.tables.close()
        self._on_close()

    async def add_table(self, setup: TableSetUp, text: str) -> Host:
        """Set up a table, and start dealing there if it is automatic."""
        host = await self.tables.add(setup, text)
        self._open(host)
        return host

    def came(self, table: str) -> None:
        """Note that somebody came to a table: an automatic one need not wait any longer."""
        dealer = self._dealers.get(table)
        if dealer is not None:
            dealer.wake()

    async def ask(self, host: Host, ident: str, command: Command) -> Answer:
        """Submit a command to a table, and let an automatic dealer look again afterwards."""
        listed = self.tables.desk.listed(host.name)
        if not listed.in_service:
            raise FaultedTableError(host.name, listed.aside or "it was removed from the lobby")
        await self.sign_in.enter(command.by)
        self.attendance.heard(host.name, command.by.name)
        answer = await host.ask(ident, command)
        self.came(host.name)
        return answer

    def start_timer(self, host: Host, seconds: int) -> dict[str, int]:
        """Start the timer of a dealt table, tell everybody there, and return how soon betting is to be closed."""
        closing = self.timers.start(host, seconds)
        self.attendance.broadcasts[host.name].tell()
        return _milliseconds(closing)

    def due(self, table: str) -> dict[str, Any] | None:
        """Return the next call of a table and in how many milliseconds it is due, where that is known.

        At an automatic table it always is; at a dealt one after the dealer started a timer.
        """
        dealer = self._dealers.get(table)
        if dealer is None:
            timer = self.timers.closing(self.tables.host(table))
            return None if timer is None else _due(CallNoMoreBets.do, timer.at, timer)
        return None if dealer.due is None else _due(dealer.due.call, dealer.due.at, dealer.closing)


def _due(call: str, at: float, closing: Closing | None) -> dict[str, Any]:
    return {"call": call, "in_ms": _milliseconds_to(at), "closing": None if closing is None else _milliseconds(closing)}


def _milliseconds(closing: Closing) -> dict[str, int]:
    return {"in_ms": _milliseconds_to(closing.at), "of_ms": round(closing.whole * 1000)}


def _milliseconds_to(at: float) -> int:
    """Return how soon a moment of the loop's clock comes."""
    return max(0, round((at - asyncio.get_running_loop().time()) * 1000))
