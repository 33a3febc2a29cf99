"""A house on PostgreSQL, by the shipped command: played, killed, opened again, audited; and served by one process."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

from croupier.client import HouseClient
from croupier.client.house import AnsweredError
from croupier.house.faults import HouseFault
from croupier.storage.postgres.holding import SERVING
from testkit.storage.servers import Server
from testkit.web.running import play, running

TABLE = "mbs-3"


@pytest.fixture
def url(postgres: Server, tmp_path: Path) -> str:
    """Return the address of an empty database."""
    return postgres.database(re.sub(r"[^a-z0-9]", "_", tmp_path.name.lower())[-60:])


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-c", "from croupier.cli import main; main()", *arguments]


@contextmanager
def _served(folder: Path, url: str) -> Iterator[tuple[str, str]]:
    """Serve by the shipped command, and kill it at the end; give the address, and what it said of its place."""
    command = _command("serve", "--data", str(folder), "--database", url, "--port", "0", "--betting", "90")
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        opened = re.search(r"http://[^/]+", said)
        assert opened is not None, f"{said}{process.communicate()}"
        where = next(line for line in process.stdout if "kept in" in line)
        yield opened[0], where
    finally:
        process.kill()
        process.communicate()


@asynccontextmanager
async def _guest(base: str) -> AsyncIterator[HouseClient]:
    async with HouseClient(base) as client:
        await client.come_in("ann")
        yield client


async def _open(client: HouseClient) -> None:
    while (await client.call("GET", f"/tables/{TABLE}"))["phase"] != "betting-open":
        await asyncio.sleep(0.05)


async def _lays(base: str, *numbers: int) -> None:
    async with _guest(base) as client, client.table(TABLE) as table:
        await _open(client)
        for number in numbers:
            place = f"straight:{number}"
            await table.ask("place-wager", wager=f"w{number}", player="ann", position=place, stake=500)


async def _lying(base: str) -> list[str]:
    async with HouseClient(base) as client:
        events = (await client.call("GET", f"/tables/{TABLE}/events"))["events"]
        return [one["wager"] for one in events if one["type"] == "wager-placed"]


def test_a_killed_house_has_every_acknowledged_wager_and_passes_its_audit(url: str, tmp_path: Path) -> None:
    with _served(tmp_path, url) as (base, where):
        assert "PostgreSQL" in where
        asyncio.run(_lays(base, 17, 18, 19))
    with _served(tmp_path, url) as (base, _):
        assert asyncio.run(_lying(base)) == ["w17", "w18", "w19"]
    audited = subprocess.run(
        _command("audit", "--database", url, "--json"), capture_output=True, text=True, check=False
    )
    assert audited.returncode == 0, audited.stderr
    assert json.loads(audited.stdout)["findings"] == []
    looked = subprocess.run(
        _command("doctor", "--data", str(tmp_path), "--database", url, "--port", "0", "--json"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert {"tables": True, "key": True}.items() <= {
        one["what"]: one["well"] for one in json.loads(looked.stdout)
    }.items()


def test_a_table_is_audited_over_http_and_its_rounds_are_checked(url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, database=url) as house, house.client() as client:
            await house.owner(client)
            async with _guest(house.base) as ann, ann.table(TABLE) as table:
                await table.ask("place-wager", wager="w", player="ann", position="red", stake=500)
                async for event in table.events():
                    if event["type"] == "round-closed":
                        break
            report = await client.call("GET", f"/tables/{TABLE}/audit")
            assert (report["findings"], "where" in report) == ([], False)
            assert (await client.call("GET", f"/tables/{TABLE}/rounds/1/checks"))["sound"] is True

    play(scene())


def test_a_second_process_is_told_that_the_house_is_served(url: str, tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path / "one", database=url):
            with pytest.raises(HouseFault, match="served from it already"):
                async with running(tmp_path / "two", database=url):
                    pass
        async with running(tmp_path / "one", database=url):
            pass

    play(scene())


def test_a_house_that_was_taken_over_says_so_and_ends(postgres: Server, url: str, tmp_path: Path) -> None:
    """The connection that holds the right is cut, and another has the right before it comes back."""
    command = _command("serve", "--data", str(tmp_path), "--database", url, "--port", "0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert "open" in process.stdout.readline()
            _take_over(postgres, url.partition("@/")[2].partition("?")[0])
            _, said = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 2
    assert "another process has taken the house over" in said


def _take_over(postgres: Server, name: str) -> None:
    """Cut the connection that holds the right to serve, and hold the right for a while; the house may be faster."""
    taken = (
        "WITH held AS (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())),"
        " cut AS (SELECT pg_terminate_backend(pid, 5000) FROM held) SELECT count(*) FROM cut;"
        " SELECT pg_try_advisory_lock(SERVING); SELECT pg_sleep(6)"
        " WHERE EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid())"
    ).replace("SERVING", str(SERVING))
    for _ in range(20):
        if "t" in postgres.psql(taken, name).splitlines():
            return
    raise AssertionError("the house always came back first")


def test_a_wrong_address_is_refused_without_being_repeated(tmp_path: Path) -> None:
    done = subprocess.run(
        _command("serve", "--data", str(tmp_path), "--database", "mysql://ann:hunter2@here/there"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE" in done.stderr
    assert "hunter2" not in done.stderr


def test_health_says_that_nothing_can_be_stored_while_the_server_is_down(
    url: str, postgres: Server, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with running(tmp_path, database=url, betting=1e6) as house, house.client() as client:
            await client.come_in("ann")
            assert house.service.health.report().status == "ok"
            await asyncio.to_thread(postgres.stop, "immediate")
            try:
                with pytest.raises(AnsweredError):
                    await client.call("POST", "/me/refill", {})
                async with asyncio.timeout(10):
                    while house.service.health.report().record == "ok":
                        with suppress(HouseFault):
                            await house.service.office.tables.record.probe()
                assert house.service.health.report().status == "fault"
            finally:
                await asyncio.to_thread(postgres.start)
            async with asyncio.timeout(30):
                while house.service.health.report().record != "ok":
                    await asyncio.sleep(0.1)

    play(scene())
