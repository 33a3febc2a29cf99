"""The front office: one place that knows the house, its doors, its rulebooks and its automatic dealers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import structlog

from croupier.house.automatic import Automatic, Pace
from croupier.house.host import Host
from croupier.house.house import House
from croupier.house.setup import TableSetUp
from croupier.table.commands import Command
from croupier.table.events import BettingOpened
from croupier.web.doors import Doors
from croupier.web.rule_pages import RulePages

log = structlog.get_logger()

ROUND_STARTS_KEPT = 100_000


class FrontOffice:
    """What routes and sockets ask for."""

    def __init__(self, house: House, doors: Doors, pace: Pace) -> None:
        """Open the office of a house."""
        self.house, self.doors, self._pace = house, doors, pace
        self.rules = RulePages({host.ruleset.ref: host.ruleset for host in house.hosts.values()})
        self._dealers: dict[str, Automatic] = {}
        self._starts: dict[str, dict[str, int]] = {}
        self.clock: Callable[[], float] = asyncio.get_running_loop().time
        self.present: Callable[[str], bool] = lambda _: False
        """Whether somebody is at a table; the sockets know."""
        self.on_close: Callable[[], None] = lambda: None
        """Told when the house is closed."""
        self.on_asked: Callable[[str, str], None] = lambda _, __: None
        """Told of every table that is asked without a socket, and by whom."""
        self.on_table: Callable[[Host], None] = lambda _: None
        """Told of every new table."""

    def start(self) -> None:
        """Begin to deal at the automatic tables."""
        for host in self.house.hosts.values():
            self._deal(host)

    def _deal(self, host: Host) -> None:
        if host.setup.random:
            dealer = self._dealers[host.name] = Automatic(host, self._pace, lambda: self.present(host.name))
            dealer.on_fault = lambda why: log.error("dealing-ended", table=host.name, why=why)
            dealer.start()

    async def stop(self) -> None:
        """Deal no more."""
        for dealer in self._dealers.values():
            await dealer.stop()

    async def close(self) -> None:
        """Close the house: what was asked is worked off, and every round stays where it is."""
        await self.house.close()
        self.on_close()

    async def add_table(self, setup: TableSetUp, text: str) -> Host:
        """Set up a table and begin to deal there if it is automatic."""
        host = await self.house.add(setup, text)
        self.on_table(host)
        self._deal(host)
        return host

    def came(self, table: str) -> None:
        """Somebody came to a table: an automatic one need not wait any longer."""
        dealer = self._dealers.get(table)
        if dealer is not None:
            dealer.wake()

    async def ask(self, host: Host, ident: str, command: Command) -> str:
        """Ask a table, and let an automatic dealer look again afterwards."""
        self.on_asked(host.name, command.by.name)
        receipt = await host.ask(ident, command)
        self.came(host.name)
        return receipt

    def due(self, table: str) -> dict[str, Any] | None:
        """Give the next call of an automatic table, and in how many milliseconds."""
        dealer = self._dealers.get(table)
        if dealer is None or dealer.due is None:
            return None
        left = dealer.due.at - asyncio.get_running_loop().time()
        return {"call": dealer.due.call, "in_ms": max(0, round(left * 1000))}

    async def round_start(self, host: Host, wanted: str) -> int | None:
        """Find where a round begins in the record; what was found is remembered."""
        starts = self._starts.setdefault(host.name, {})
        if wanted not in starts:
            after = max(starts.values(), default=1) - 1
            async for entry, event in self.house.record.read(host.name, after):
                if isinstance(event, BettingOpened) and event.round is not None:
                    if len(starts) < ROUND_STARTS_KEPT:
                        starts[event.round] = entry.seq
                    if event.round == wanted:
                        return entry.seq
        return starts.get(wanted)
