"""A table full of others who bet, and what a page does meanwhile."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import count

from playwright.sync_api import Browser, Page

from croupier.house.dealing import BY
from croupier.house.desk import FundWallet
from croupier.house.host import Host
from croupier.rules.procedure import Role
from croupier.table.commands import By, PlaceWager, TakeSeat
from testkit.browser.serving import Served

BEAT = 0.02
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
MONEY = 10**7
_NUMBERS = count(1)


class Crowd:
    """Players without pages, who bet at a table of a house that is served."""

    def __init__(self, house: Served, table: str, players: int, stake: int) -> None:
        """Seat them."""
        self._house, self._stake = house, stake
        self._host: Host = house.running.service.office.tables.host(table)
        self._names = [f"crowd-{next(_NUMBERS)}" for _ in range(players)]
        self._chance = random.Random(players)  # noqa: S311 - repeatable on purpose
        house.run(self._come())

    async def _come(self) -> None:
        host, tables = self._host, self._house.running.service.office.tables
        for name in self._names:
            await tables.ask(f"fund-{name}", FundWallet(BY, name, MONEY, "to bet with"))
            assert (await host.ask(f"{name}-0", TakeSeat(By(name, Role.PLAYER), name))).refusal is None

    def lay(self, chips: int) -> None:
        """Lay chips at once, and wait until they lie there."""
        self._house.run(self._lay(chips))

    async def _lay(self, chips: int) -> None:
        positions = list(self._host.ruleset.positions)
        for _ in range(chips):
            number = next(_NUMBERS)
            by = By(self._names[number % len(self._names)], Role.PLAYER)
            wager = PlaceWager(by, f"c{number}", by.name, self._chance.choice(positions), self._stake)
            assert (await self._host.ask(f"c{number}", wager)).refusal is None

    @contextmanager
    def betting(self) -> Iterator[None]:
        """Let each of them lay a chip a second meanwhile."""
        going: Future[None] = asyncio.run_coroutine_threadsafe(self._bet(), self._house.loop)
        try:
            yield
        finally:
            going.cancel()

    async def _bet(self) -> None:
        clock = asyncio.get_running_loop().time
        begun, laid = clock(), 0
        while True:
            wanted = int((clock() - begun) * len(self._names))
            await self._lay(wanted - laid)
            laid = wanted
            await asyncio.sleep(BEAT)


@contextmanager
def traced(browser: Browser, page: Page) -> Iterator[list[float]]:
    """Return how long the page's own thread worked on each of its tasks, in milliseconds, the longest first.

    In time of the processor, which the slowdown of the page counts and what else the
    machine does meanwhile does not: on an idle machine it is what a user waits.
    """
    tasks: list[float] = []
    browser.start_tracing(page=page, categories=CATEGORIES)
    try:
        yield tasks
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
    named = (one for one in events if one.get("name") == "thread_name" and one["args"]["name"] == "CrRendererMain")
    threads = {(one["pid"], one["tid"]) for one in named}
    whole = (one for one in events if one.get("name") == "RunTask" and (one["pid"], one["tid"]) in threads)
    tasks += sorted((one.get("tdur", 0) / 1000 for one in whole), reverse=True)
