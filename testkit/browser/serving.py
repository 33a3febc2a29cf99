"""A house in a thread of its own, so that a test can drive a browser and deal at the same time."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from croupier.client import HouseClient
from croupier.client.table import TableClient
from croupier.house.automatic import Pace
from croupier.house.setup import set_up
from croupier.rulebooks import published
from croupier.rules.limits import Limits
from croupier.rules.procedure import Role
from croupier.table.commands import By, OpenTable
from croupier.table.state import Phase
from croupier.web.displayed import limits_for
from testkit.web.running import Running, running, time_passes

T = TypeVar("T")
PATIENCE = 60.0

REFS = ("mbs-roulette/3", "mbs-roulette/2", "rws-roulette-360/1", "mbs-sands-roulette/1", "us-double-zero/1")
FELTS = tuple(ref for ref in REFS if ref != "mbs-roulette/2")
"""A rulebook for each felt: versions 2 and 3 have one and the same."""
AUTOMATIC = dict(zip(REFS, ("mbs-3", "mbs-2", "rws-360", "sands", "us-00"), strict=True))
"""The automatic table of each rulebook, there from the start."""


class Person:
    """Somebody at a table without a browser: asks over a socket of their own."""

    def __init__(self, house: Served, client: HouseClient, table: TableClient) -> None:
        """Sit at a table."""
        self._house, self.client, self.table = house, client, table

    @property
    def name(self) -> str:
        """Under which they are known."""
        return self.client.name

    def ask(self, do: str, **fields: object) -> list[dict[str, Any]]:
        """Ask for something and give what followed. Raises RefusedError."""
        return self._house.run(self.table.ask(do, None, **fields))


@dataclass
class Served:
    """A house that is being served by another thread."""

    loop: asyncio.AbstractEventLoop
    running: Running
    _stack: AsyncExitStack
    _owner: HouseClient | None = None
    _tables: int = field(default=0)
    _usual: dict[str, Pace] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """Its address."""
        return self.running.base

    def run(self, what: Coroutine[Any, Any, T], seconds: float = PATIENCE) -> T:
        """Do something in the house's own thread and wait for it."""
        return asyncio.run_coroutine_threadsafe(what, self.loop).result(seconds)

    def owner(self) -> HouseClient:
        """Return the owner, who came in by the first link."""
        if self._owner is None:
            client = self.run(self._stack.enter_async_context(self.running.client()))
            self.run(self.running.owner(client))
            self._owner = client
        return self._owner

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Call the API as the owner."""
        return self.run(self.owner().call(method, path, body))

    def add_table(self, ref: str, *, automatic: bool = False, limits: Limits | None = None) -> str:
        """Set up a table of its own for a test, and give its name. A dealt one is closed until somebody opens it."""
        self._tables += 1
        name = f"{AUTOMATIC[ref]}-t{self._tables}"
        ruleset = published(ref)
        setup = set_up(name, ruleset, random=automatic, limits=limits or limits_for(ruleset))

        async def add() -> None:
            await self.running.service.office.add_table(setup, ruleset.text)

        self.run(add())
        return name

    def pace(self, table: str, **pace: float) -> None:
        """Deal an automatic table at another pace from now on. `renew` gives the house its own back."""
        dealer = self.running.service.office._dealers[table]

        async def change() -> None:
            dealer.set_pace(replace(dealer.pace, **pace))

        self.run(change())

    def renew(self, least: float = 60) -> None:
        """Bring rounds to their end that will not take bets for as many seconds more; the next one begins in full.

        Tables whose pace an earlier test changed get their own back, also if that
        test failed.
        """

        async def hurry() -> None:
            for table, dealer in self.running.service.office._dealers.items():
                if dealer.pace != self._usual.setdefault(table, dealer.pace):
                    dealer.set_pace(self._usual[table])
                if dealer.due is None or dealer.due.call != "spin-ball" or dealer.due.at - self.loop.time() >= least:
                    continue
                pace = dealer.pace
                dealer.set_pace(Pace(0, 0, 0, 0, 0, pause=0.2))
                host = self.running.service.office.tables.host(table)
                while host.table.round.phase not in (Phase.PAID, Phase.VOID):
                    await asyncio.sleep(0.005)
                dealer.set_pace(pace)

        self.run(hurry())

    def begin(self, table: str, by_dealer: Callable[[], object]) -> None:
        """Open a dealt table: the pit does, and the dealer where it is the dealer's to do."""
        host = self.running.service.office.tables.host(table)
        if host.objection(OpenTable(By("a dealer", Role.DEALER))) is not None:
            self.pit(table, "open-table")
        else:
            by_dealer()

    def pit(self, table: str, do: str) -> None:
        """Let the owner do what is the pit's at a table."""
        frame = {"id": f"pit-{secrets.token_hex(4)}", "do": do}
        assert "events" in self.call("POST", f"/tables/{table}/commands", frame)

    def invite(self, name: str, role: str, table: str | None = None) -> str:
        """Appoint somebody and give the code of their link. It was a day ago: they count as a second person."""
        code: str = self.call("POST", "/invitations", {"name": name, "role": role, "table": table})["code"]
        self.run(time_passes(self.running.service.office.tables))
        return code

    def staff(self, name: str, role: str, table: str) -> Person:
        """Appoint somebody and bring them to a table."""
        return self._person(table, code=self.invite(name, role, table))

    def player(self, name: str, table: str) -> Person:
        """Bring a guest to a table."""
        return self._person(table, name=name)

    def _person(self, table: str, *, name: str | None = None, code: str | None = None) -> Person:
        client = self.run(self._stack.enter_async_context(self.running.client()))
        self.run(client.come_in(name) if code is None else client.redeem(code))
        return Person(self, client, self.run(self._stack.enter_async_context(client.table(table))))


@contextmanager
def served(folder: Path, **settings: float) -> Iterator[Served]:
    """Serve the house of a folder from a thread of its own."""
    ready: threading.Event = threading.Event()
    found: list[Served] = []
    faults: list[BaseException] = []
    over = asyncio.Event()

    async def live() -> None:
        async with running(folder, **settings) as house, AsyncExitStack() as stack:
            found.append(Served(asyncio.get_running_loop(), house, stack))
            ready.set()
            await over.wait()

    def work() -> None:
        try:
            asyncio.run(live())
        except BaseException as fault:  # noqa: BLE001 - handed to the test
            faults.append(fault)
        finally:
            ready.set()

    thread = threading.Thread(target=work, name="house", daemon=True)
    thread.start()
    assert ready.wait(PATIENCE)
    if faults:
        raise faults[0]
    try:
        yield found[0]
    finally:
        found[0].loop.call_soon_threadsafe(over.set)
        thread.join(PATIENCE)
    if faults:
        raise faults[0]
