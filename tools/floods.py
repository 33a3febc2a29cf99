"""Floods from outside against a house in a process of its own, with 1,024 open files: ``--seconds N``.

One stranger opens 1,000 connections of which most never ask anything to the end, and
then sends pongs at 2 MB/s over sockets that never sign in. Meanwhile a bettor at
a table is answered, and everybody can still come in.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import cast
from urllib.parse import urlsplit

import aiohttp

from croupier.web.app import Service
from testkit.web.running import Running, Socket, come_in, socket

IDLE = 1_000
FILES = 1_024
PONGS = b"\x8a\x80abcd" * 4_000
RATE = 2_000_000
P99_MAX = 0.050
SERVE = "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, ({0}, {0})); from croupier.cli import main; main()"


@asynccontextmanager
async def served(folder: str) -> AsyncIterator[Running]:
    """Serve a house with its default limits and few open files."""
    command = [sys.executable, "-c", SERVE.format(FILES), "serve", "--data", folder, "--port", "0", "--betting", "1000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # noqa: ASYNC220
    try:
        assert process.stdout is not None
        yield Running(process.stdout.readline().split()[-1].rstrip("/"), cast("Service", None), None)
    finally:
        process.terminate()
        process.wait(10)


async def bets(line: Socket, until: float, name: str) -> list[float]:
    """Ask again and again, a hundred times a second, and give how long each answer took."""
    took: list[float] = []
    while time.monotonic() < until:
        asked = time.perf_counter()
        wager = {"wager": f"{name}{len(took)}", "player": "ann", "position": "17", "stake": 100}
        await line.answer({"id": f"{name}{len(took)}", "do": "place-wager", **wager})
        took.append(time.perf_counter() - asked)
        await asyncio.sleep(0.01)
    return took


async def idle(house: Running, until: float) -> None:
    where = urlsplit(house.base)
    held = []
    for number in range(IDLE):
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        writer.write(b"" if number % 2 else b"POST /api/v1/guests HTTP/1.1\r\nContent-Length: 9\r\n\r\n")
        held.append((reader, writer))
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    for _, writer in held:
        writer.close()


async def pongs(house: Running, until: float) -> None:
    where, sent, began = urlsplit(house.base), 0, time.monotonic()
    hello = "GET /api/v1/tables/mbs-3/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
    hello += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    while time.monotonic() < until:
        try:
            reader, writer = await asyncio.open_connection(where.hostname, where.port)
            writer.write(hello.encode())
            await reader.readuntil(b"\r\n\r\n")
            while time.monotonic() < until:
                writer.write(PONGS)
                await writer.drain()
                sent += len(PONGS)
                await asyncio.sleep(max(0.0, began + sent / RATE - time.monotonic()))
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.01)


async def reached(house: Running, until: float) -> tuple[int, int]:
    """Ask for health over a new connection again and again; gives how often, and how often it answered."""
    tries = well = 0
    while time.monotonic() < until:
        tries += 1
        try:
            timeout = aiohttp.ClientTimeout(total=3)
            async with aiohttp.ClientSession(timeout=timeout) as http, http.get(f"{house.base}/healthz") as answer:
                well += answer.status == 200  # noqa: PLR2004 - as HTTP has it
        except (aiohttp.ClientError, TimeoutError):
            pass
        await asyncio.sleep(0.2)
    return tries, well


def p99(took: Sequence[float]) -> float:
    return sorted(took)[len(took) * 99 // 100]


async def flood(seconds: float) -> int:
    """Run the floods one after the other, and print the figures."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        async with served(folder) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-2", token) as (line, _):
                await asyncio.sleep(1)
                quiet = await bets(line, time.monotonic() + seconds, "q")
                print(f"quiet: p99 {p99(quiet) * 1000:.1f} ms of {len(quiet)}", flush=True)
                for attack in (idle, pongs):
                    until = time.monotonic() + seconds
                    attacking = asyncio.ensure_future(attack(house, until))
                    took, (tries, well) = await asyncio.gather(
                        bets(line, until, attack.__name__), reached(house, until)
                    )
                    await attacking
                    good = p99(took) < P99_MAX and (well == tries or attack is pongs)
                    failed += not good
                    figures = f"p99 {p99(took) * 1000:.1f} ms of {len(took)}, reached {well} of {tries}"
                    print(f"{attack.__name__}: {figures}{'' if good else ' FAILED'}", flush=True)
    return int(failed > 0)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="make soak: floods", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each flood lasts")
    return asyncio.run(flood(parser.parse_args(arguments).seconds))
