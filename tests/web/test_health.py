"""What health says while nothing can be stored, and how a house ends whose record has stopped for good."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

import aiohttp
import pytest

from croupier.cli.exits import RECORD_STOPPED
from croupier.storage import sqlite
from croupier.web import health
from testkit.crash.faults import sync_shim
from testkit.web.running import STILL, Running, come_in, opened, play, running, socket

WAGER = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "17", "stake": 500}
ASKED = ("healthz", "readyz", "livez")


async def states(house: Running) -> list[int]:
    """Ask for all three, and give their statuses."""
    async with aiohttp.ClientSession() as http:
        found = []
        for path in ASKED:
            async with http.get(f"{house.base}/{path}") as response:
                found.append(response.status)
        return found


def failing(monkeypatch: pytest.MonkeyPatch, code: int) -> Callable[[], None]:
    """Let every commit fail with an error of SQLite; gives what lets them succeed again."""
    whole, broken = sqlite._in_savepoint, [code]

    def in_savepoint(*given: object) -> object:
        if broken:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = code
            raise error
        return whole(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(sqlite, "_in_savepoint", in_savepoint)
    return broken.clear


def test_a_full_disk_is_seen_at_once_and_so_is_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LOOK_EVERY", 0.02)

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                assert await states(house) == [200, 200, 200]
                with monkeypatch.context() as patched:
                    mend = failing(patched, sqlite3.SQLITE_FULL)
                    assert (await line.answer(WAGER))["error"]["code"] == "not-stored"
                    assert await states(house) == [503, 503, 200]
                    assert "full" in house.service.health.report().record
                    mend()
                    while house.service.health.report().record != "ok":
                        await asyncio.sleep(0.01)
                assert await states(house) == [200, 200, 200]
                assert "events" in await line.answer(WAGER)

    play(scene())


def test_a_record_that_stopped_ends_the_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(health, "OVER_AFTER", 0.3)

    async def scene() -> None:
        over = asyncio.Event()
        async with running(tmp_path, over.set, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                failing(monkeypatch, sqlite3.SQLITE_IOERR_FSYNC)
                assert (await line.answer(WAGER))["error"]["code"] == "not-stored"
                assert await states(house) == [503, 503, 503]
            async with asyncio.timeout(10):
                await over.wait()

    play(scene())


def test_a_house_without_a_file_to_open_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LOOK_EVERY", 0.02)

    def none(*_: object) -> int:
        raise OSError(24, "Too many open files")

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            monkeypatch.setattr(os, "open", none)
            await asyncio.sleep(0.1)
            found = house.service.health.report()
            monkeypatch.undo()
            assert found.files == "no file can be opened: Too many open files"
            assert (found.status, health.is_ready(found)) == ("fault", False)

    play(scene())


def test_the_process_ends_with_a_status_of_its_own_after_an_error_of_the_disk(tmp_path: Path) -> None:
    shim, broken = sync_shim(tmp_path), tmp_path / "broken"
    if shim is None:
        pytest.skip("no compiler")
    started = subprocess.Popen(
        [sys.executable, "-c", "from croupier.cli import main; main()", "serve", "--data", tmp_path / "d", "--port=0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LD_PRELOAD": str(shim), "FAIL_SYNC": str(broken)},
    )
    try:
        assert started.stdout is not None
        base = started.stdout.readline().split()[-1].rstrip("/")
        broken.touch()
        asked = time.monotonic()
        guest = Request(f"{base}/api/v1/guests", b"{}", {"Content-Type": "application/json"})  # noqa: S310 - our own
        with pytest.raises(OSError, match="HTTP Error 503"):
            urlopen(guest, timeout=10)  # noqa: S310 - our own
        with pytest.raises(OSError, match="HTTP Error 503"):
            urlopen(f"{base}/healthz", timeout=10)  # noqa: S310 - our own
        assert time.monotonic() - asked < 5
        _, err = started.communicate(timeout=30)
        assert (started.returncode, "Traceback" in err) == (RECORD_STOPPED, False)
        assert '"what": "record"' in err
    finally:
        if started.poll() is None:
            started.kill()
            started.communicate(timeout=10)
