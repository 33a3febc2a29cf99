"""Servers to be measured, each a process of its own that stays on one core, and the generators on the other."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.client import HouseClient
from croupier.rules.procedure import Role

SERVER_CORE, GENERATOR_CORE = 0, 1
AT_ONCE = 64
"""Guests that come in at the same time: their wallets are then filled in few commits."""
OPENED_WITHIN = 60.0
MONEY = 10**12

# Pinned before it becomes the server, so that every thread the server starts stays on the core too.
_PINNED = (
    "import os, sys; core, *command = sys.argv[1:]; hasattr(os, 'sched_setaffinity') and"
    " os.sched_setaffinity(0, {int(core)}); os.execvp(command[0], command)"
)
_SERVE = (sys.executable, "-c", "from croupier.cli import main; main()", "serve")
_FREELY = {
    "play_money": MONEY,
    "sitting": MONEY // 100,
    "commands_per_second": 1e6,
    "guests_per_second": 1e6,
    "requests_per_second": 1e6,
    "connections_per_address": 5_000,
    "guests_per_address": 10_000,
}
"""No limits for whom the generator plays: they all come from one address."""


def core_of(place: int) -> int:
    """Return a core that there is: on a machine of one, all share it."""
    return place % (os.cpu_count() or 1)


@contextmanager
def pinned_process(command: tuple[str, ...], **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a server on its core, and end it in any case."""
    server = subprocess.Popen(
        (sys.executable, "-c", _PINNED, str(core_of(SERVER_CORE)), *command), stdout=subprocess.PIPE, text=True, **more
    )
    try:
        yield server
    finally:
        with suppress(ProcessLookupError):
            server.kill()
        server.communicate(timeout=10)


@dataclass(frozen=True, slots=True)
class Served:
    """A house that is served: where, by which process, from which folder, and its owner's one-time code."""

    port: int
    process: subprocess.Popen[str]
    folder: Path
    owner: str

    @property
    def base(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    def given(self) -> dict[str, Any]:
        """Return what every generator is told of it."""
        return {"host": "127.0.0.1", "port": self.port, "server": self.process.pid}

    def kill(self) -> None:
        """End it as a crash would: nothing is written any more that was not."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=10)


@contextmanager
def served(**settings: float) -> Iterator[Served]:
    """Serve a new house by ``croupier serve`` on its core; what is set here goes before what all measurements set."""
    with tempfile.TemporaryDirectory() as made:
        folder, file = Path(made) / "house", Path(made) / "croupier.toml"
        chosen = {"host": "127.0.0.1", "port": 0, "log": "warning", **_FREELY, **settings}
        file.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in chosen.items()))
        command = (*_SERVE, "--data", str(folder), "--config", str(file))
        with pinned_process(command, env=_environment()) as process:
            assert process.stdout is not None
            first, second = process.stdout.readline(), process.stdout.readline()
            port = int(first.rstrip("/\n").rpartition(":")[2])
            yield Served(port, process, folder, second.rpartition("=")[2].strip())


def _environment() -> dict[str, str]:
    """Leave out settings of the surroundings: a house that is measured is set by its file alone."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CROUPIER_")}


@dataclass(frozen=True, slots=True)
class Seated:
    """Who is at the tables: players with token, name and table, and the staff of each table by token."""

    players: list[dict[str, str]]
    dealers: dict[str, str]
    others: list[str]
    """A pit manager and an auditor of the last table."""


async def seated(house: Served, tables: dict[str, int], rulebook: str) -> list[dict[str, str]]:
    """Add automatic tables without limits, let so many guests in for each, and give who they are."""
    async with HouseClient(house.base) as owner:
        await owner.redeem(house.owner)
        for table in tables:
            await owner.call("POST", "/tables", {"table": table, "rulebook": rulebook, "automatic": True})
    return await _guests(house, tables)


async def dealt(house: Served, tables: dict[str, int], rulebook: str) -> Seated:
    """Add dealt tables without limits, each with a dealer, open them, and let so many guests in for each."""
    dealers: dict[str, str] = {}
    async with HouseClient(house.base) as owner:
        await owner.redeem(house.owner)
        for number, table in enumerate(tables):
            await owner.call("POST", "/tables", {"table": table, "rulebook": rulebook, "automatic": False})
            await owner.call("POST", f"/tables/{table}/commands", {"id": f"open-{number}", "do": "open-table"})
            dealers[table] = await _staff(house, owner, f"dealer{number}", Role.DEALER, table)
        others = [await _staff(house, owner, str(role), role, table) for role in (Role.PIT_MANAGER, Role.AUDITOR)]
    return Seated(await _guests(house, tables), dealers, others)


async def call(house: Served, token: str, table: str, do: str) -> None:
    """Make a call at a table over HTTP."""
    async with HouseClient(house.base, token) as client:
        await client.call("POST", f"/tables/{table}/commands", {"id": do, "do": do})


async def _staff(house: Served, owner: HouseClient, name: str, role: Role, table: str) -> str:
    """Appoint somebody, let them in and give their token."""
    invited = await owner.call("POST", "/invitations", {"name": name, "role": role, "table": table})
    async with HouseClient(house.base) as client:
        return str((await client.redeem(invited["code"]))["token"])


async def _guests(house: Served, tables: dict[str, int]) -> list[dict[str, str]]:
    coming = [table for table, guests in tables.items() for _ in range(guests)]
    gate = asyncio.Semaphore(AT_ONCE)

    async def come(client: HouseClient, number: int, table: str) -> dict[str, str]:
        async with gate:
            welcome = await client.call("POST", "/guests", {"name": f"guest{number}"})
        return {"token": welcome["token"], "name": welcome["name"], "table": table}

    async with HouseClient(house.base) as client:
        return await asyncio.gather(*[come(client, number, table) for number, table in enumerate(coming)])


def generated(module: str, given: dict[str, Any]) -> dict[str, Any]:
    """Run a generator in a process on the other core, and give what it counted."""
    command = (sys.executable, "-m", f"benchmarks.{module}", "--core", str(core_of(GENERATOR_CORE)))
    done = subprocess.run(command, input=f"{json.dumps(given)}\n", stdout=subprocess.PIPE, text=True, check=True)
    told: dict[str, Any] = json.loads(done.stdout)
    return told
