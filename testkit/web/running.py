"""A house served for a test: a real server on a free port, a real SQLite file, a pace that a test can wait for."""

from __future__ import annotations

import asyncio
import json
import queue
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from croupier.client import HouseClient
from croupier.house.dealing import BY
from croupier.house.desk_notes import NoteTime
from croupier.house.tables import LiveTables
from croupier.web.app import Service
from croupier.web.opening import open_office
from croupier.web.serving import runner_of
from croupier.web.settings import Settings

QUICK: dict[str, float] = {
    "betting": 0.15,
    "ball": 0.1,
    "drop": 0.05,
    "dolly": 0.01,
    "settle": 0.01,
    "pause": 0.05,
    "tick": 0.005,
    "guests_per_second": 1e6,
    "requests_per_second": 1e6,
    "commands_per_second": 1e6,
}
TICKING = QUICK | {"betting": 99}
"""Automatic tables that stay open for as long as a test takes, and show how long: pages look as they do in use."""
STILL = QUICK | {"betting": 1e6}
"""Automatic tables that stay open for betting and show no countdown."""


@dataclass
class Running:
    """A house that is being served."""

    base: str
    service: Service
    owner_code: str | None

    def client(self) -> HouseClient:
        """Return somebody who can come in."""
        return HouseClient(self.base)

    async def owner(self, client: HouseClient) -> HouseClient:
        """Let the owner in."""
        assert self.owner_code is not None
        await client.redeem(self.owner_code)
        return client


@asynccontextmanager
async def running(
    folder: Path, on_over: Callable[[], None] = lambda: None, /, **settings: float | str
) -> AsyncIterator[Running]:
    """Serve the house of a folder."""
    given: dict[str, Any] = {**QUICK, **settings}
    owner_anew = bool(given.pop("owner_anew", False))
    chosen = Settings(**{"port": 0, **given, "data": str(folder)})
    office, code, _ = await open_office(chosen, owner_anew=owner_anew)
    service = Service(office, chosen, "http://127.0.0.1", on_over)
    runner = runner_of(service, shutdown=0.5)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", chosen.port).start()
    service.say_opened()
    try:
        yield Running(f"http://127.0.0.1:{runner.addresses[0][1]}", service, code)
    finally:
        await runner.cleanup()


def play(scene: Coroutine[Any, Any, None], seconds: float = 60) -> None:
    """Play a scene to its end, within a time."""
    asyncio.run(asyncio.wait_for(scene, seconds))


class Socket:
    """A bare socket: frames as they are, with nothing healed."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.events: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        """Frames that answer nobody."""

    async def send(self, frame: str | dict[str, Any]) -> None:
        """Send one frame."""
        await self.ws.send_str(frame if isinstance(frame, str) else json.dumps(frame))

    async def receive(self) -> dict[str, Any]:
        """Wait for one frame."""
        data: dict[str, Any] = json.loads(await self.ws.receive_str(timeout=10))
        if data.get("id") is None:
            self.events += data.get("events", [])
            self.told.append(data)
        return data

    async def ended(self, within: float = 2.0) -> int | None:
        """Wait until the connection is over, and give the code it was closed with."""
        async with asyncio.timeout(within):
            while (await self.ws.receive()).type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                pass
        return self.ws.close_code

    async def answer(self, frame: str | dict[str, Any]) -> dict[str, Any]:
        """Send a frame and wait for what answers it; what others do meanwhile is kept."""
        wanted = frame.get("id") if isinstance(frame, dict) else None
        return await self.answer_raw(frame if isinstance(frame, str) else json.dumps(frame), wanted)

    async def answer_raw(self, text: str, wanted: str | None) -> dict[str, Any]:
        """Send a text as it is and wait for what answers the id."""
        await self.send(text)
        while True:
            data = await self.receive()
            if data.get("id") == wanted and ("error" in data or wanted is not None):
                return data


@asynccontextmanager
async def socket(
    house: Running, table: str, token: str | None, *, after: int | None = None, **headers: str
) -> AsyncIterator[tuple[Socket, dict[str, Any]]]:
    """Connect to a table and sign in; gives the socket and the welcome."""
    query = "" if after is None else f"?after={after}"
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{house.base}/api/v1/tables/{table}/socket{query}", headers=headers, max_msg_size=0) as ws,
    ):
        line = Socket(ws)
        yield line, await line.answer({"id": "0", "do": "sign-in", "token": token})


@contextmanager
def running_apart(folder: Path, **settings: float) -> Iterator[tuple[Running, asyncio.AbstractEventLoop]]:
    """Serve a house on a thread of its own, for clients that wait in the plain way."""
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    started: queue.Queue[Running | BaseException] = queue.Queue()

    async def serve() -> None:
        try:
            async with running(folder, **settings) as house:
                started.put(house)
                await stop.wait()
        except BaseException as error:
            started.put(error)
            raise

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    house = started.get(timeout=30)
    if isinstance(house, BaseException):
        raise house
    try:
        yield house, loop
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(timeout=30)
        loop.close()


async def opened(house: Running, table: str = "mbs-3") -> None:
    """Wait until a table takes wagers."""
    host = house.service.office.tables.host(table)
    while not host.table.round.phase.betting:
        await asyncio.sleep(0.01)


async def come_in(house: Running, name: str) -> str:
    """Let a guest in, and give the token."""
    async with house.client() as client:
        return str((await client.come_in(name))["token"])


async def time_passes(tables: LiveTables, seconds: int = 24 * 60 * 60) -> None:
    """Let the house note that so much time has passed, a day by default: long enough for anybody who was appointed."""
    boot = f"test-{secrets.token_hex(4)}"
    for up in (0, seconds):
        await tables.ask(f"{boot}-{up}", NoteTime(BY, boot, up))


async def staff(
    house: Running, owner: HouseClient, name: str, role: str, table: str | None = None, *, today: bool = False
) -> str:
    """Appoint somebody, a day ago unless it was today, let them in, and give the token."""
    asked = {"name": name, "role": role} | ({} if table is None else {"table": table})
    code = (await owner.call("POST", "/invitations", asked))["code"]
    if not today:
        await time_passes(house.service.office.tables)
    async with house.client() as client:
        return str((await client.redeem(code))["token"])
