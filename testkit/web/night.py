"""A night at a table that people deal at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from croupier.client import HouseClient
from croupier.house.host import Host
from croupier.rulebooks import published
from testkit.web.dealing import CALL, COUNT, SPIN, WAGER, dealt_table
from testkit.web.running import Running, Socket, come_in, running, socket, staff


class Night:
    """A dealt table with its people: ann plays, dora deals, pia supervises, max is at the top, rita reads the wheel."""

    def __init__(self, house: Running, host: Host, owner: HouseClient) -> None:
        self.house, self.host, self.owner = house, host, owner
        self.lines: dict[str, Socket] = {}
        self.tokens: dict[str, str] = {}
        self._asked = 0

    async def ask(self, who: str, do: str, **fields: object) -> dict[str, Any]:
        """Ask over the socket."""
        self._asked += 1
        return await self.lines[who].answer({"id": f"n{self._asked}", "do": do, **fields})

    async def did(self, who: str, do: str, **fields: object) -> list[str]:
        """Ask for something that is accepted, and give what happened."""
        receipt = await self.ask(who, do, **fields)
        assert "events" in receipt, (do, receipt)
        return [event["type"] for event in receipt["events"]]

    async def refused(self, who: str, do: str, **fields: object) -> str:
        """Ask for something that is refused, and give the code."""
        return str((await self.ask(who, do, **fields))["refused"]["code"])

    async def post(self, who: str, do: str, **fields: object) -> dict[str, Any]:
        """Ask over HTTP, as a wheel reader does."""
        self._asked += 1
        async with self.house.client() as client:
            client.token = self.tokens[who]
            frame = {"id": f"h{self._asked}", "do": do, **fields}
            told: dict[str, Any] = await client.call("POST", f"/tables/{self.host.name}/commands", frame)
            return told

    async def leave(self, who: str) -> None:
        """Cut somebody's connection."""
        await self.lines.pop(who).ws.close()

    async def alert(self, kind: str, within: float = 30.0) -> dict[str, Any]:
        """Wait for an alert."""
        async with asyncio.timeout(within):
            while True:
                for alert in await self.owner.call("GET", "/alerts"):
                    if (alert["kind"], alert["table"]) == (kind, self.host.name):
                        return dict(alert)
                await asyncio.sleep(0.05)


@asynccontextmanager
async def night(folder: Path, ref: str = "mbs-roulette/3", **settings: float) -> AsyncIterator[Night]:
    """Open a house with one dealt table more and its people."""
    async with running(folder, **settings) as house, house.client() as owner, AsyncExitStack() as stack:
        await house.owner(owner)
        host = await dealt_table(house, ref)
        opened = Night(house, host, owner)
        ladder = [str(role) for role in published(ref).procedure.roles.ladder.value]
        middle, top = ladder[min(1, len(ladder) - 1)], ladder[-1]
        for name, role in (("dora", "dealer"), ("rita", "dealer"), ("pia", middle), ("max", top)):
            opened.tokens[name] = await staff(house, owner, name, role, host.name)
        for name in ("dora", "pia", "max"):
            opened.lines[name], _ = await stack.enter_async_context(socket(house, host.name, opened.tokens[name]))
        await opened.did("dora" if ref == "us-double-zero/1" else "max", "open-table")
        opened.tokens["ann"] = await come_in(house, "ann")
        opened.lines["ann"], _ = await stack.enter_async_context(socket(house, host.name, opened.tokens["ann"]))
        yield opened


async def to_the_call(table: Night) -> None:
    """Open betting, lay a wager, spin the ball and call no more bets."""
    await table.did("dora", "open-betting")
    await table.did("ann", **WAGER)
    await table.did("dora", **SPIN)
    await table.post("rita", **COUNT)
    await table.did("dora", **CALL)
