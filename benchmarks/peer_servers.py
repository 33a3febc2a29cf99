"""Colyseus from npm, at the same task. Where npm is not to be had, that is said."""

import functools
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.served import MONEY, pinned_process

FOLDER = Path(__file__).parent / "peers"
COLYSEUS = "colyseus.mjs"
_PATH = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))


@dataclass(frozen=True, slots=True)
class Peer:
    """A server that is measured beside ours: where it listens, and the path of each seat."""

    port: int
    process: int
    seats: tuple[str, ...]


@functools.cache
def installed() -> bool:
    """Whether it is there: fetched on first need, as locked.

    Not by ``npm ci``: it refuses a lock that lacks the optional parts for other kinds of machine,
    and that is what npm itself writes.
    """
    npm = shutil.which("npm", path=_PATH)
    if npm is None or not node():
        print("no npm here: Colyseus is not measured", file=sys.stderr)
        return False
    stamp = FOLDER / "node_modules" / ".package-lock.json"
    if stamp.is_file() and stamp.stat().st_mtime >= (FOLDER / "package-lock.json").stat().st_mtime:
        return True
    print("npm install in benchmarks/peers ...", file=sys.stderr, flush=True)
    done = subprocess.run(
        (npm, "install", "--no-save", "--no-audit", "--no-fund"),
        cwd=FOLDER,
        env={**os.environ, "PATH": _PATH},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print(f"npm install failed: Colyseus is not measured\n{done.stdout[-2000:]}", file=sys.stderr)
    return done.returncode == 0


@functools.cache
def node() -> str:
    """Return the path of Node itself: what is found by the name may be a script that would be pinned in its place."""
    found = shutil.which("node", path=_PATH)
    if found is None:
        return ""
    asked = subprocess.run((found, "-p", "process.execPath"), stdout=subprocess.PIPE, text=True, check=False)
    return asked.stdout.strip()


@contextmanager
def colyseus(seats: int, positions: Sequence[str], *, told: bool) -> Iterator[Peer]:
    """Start Colyseus on the server's core with so many seats; either nobody is told of the bets or everybody is."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    given = {"port": port, "seats": seats, "balance": MONEY // 100, "positions": list(positions), "told": told}
    environment = {**os.environ, "NODE_ENV": "production"}
    command = (node(), str(FOLDER / COLYSEUS))
    with pinned_process(command, stdin=subprocess.PIPE, cwd=FOLDER, env=environment) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{json.dumps(given)}\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        yield Peer(port, process.pid, tuple(answer["seats"]))
