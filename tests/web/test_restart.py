"""A house that is stopped, killed or damaged, and opened again: every chip where it was, and what is broken says so."""

from __future__ import annotations

import asyncio
import signal
import socket as network
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import create_connection
from typing import Any, cast
from urllib.parse import urlsplit

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from croupier.house.faults import HouseFault
from croupier.rulebooks import published
from croupier.table.state import Phase, Table
from croupier.web.app import Service
from croupier.web.opening import FIRST_TABLES
from testkit.shares import every
from testkit.web.dealing import STEPS, dealt_table
from testkit.web.running import STILL, Running, come_in, opened, play, running, socket

SERVE = (sys.executable, "-c", "from croupier.cli import main; main()", "serve")


@pytest.mark.parametrize("ref", ["mbs-roulette/3", "us-double-zero/1"])
def test_a_dealt_table_is_as_it_was_after_a_stop_in_every_phase(tmp_path: Path, ref: str) -> None:
    async def scene() -> None:
        before: dict[str, tuple[Table, object]] = {}
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            for phase in STEPS:
                host = await dealt_table(house, ref, phase)
                before[host.name] = (host.table, list(host.results.last))
            accounts = await house.service.office.tables.record.balances()
        async with running(tmp_path) as house:
            for name, kept in before.items():
                host = house.service.office.tables.host(name)
                assert (host.table, list(host.results.last)) == kept
            assert await house.service.office.tables.record.balances() == accounts

    play(scene())


PACES = {
    Phase.BETTING_OPEN: {"betting": 1e6},
    Phase.BALL_IN_PLAY: {"ball": 1e6},
    Phase.NO_MORE_BETS: {"drop": 1e6},
    Phase.AT_REST: {"dolly": 1e6},
    Phase.DOLLY_DOWN: {"settle": 1e6},
}


TABLES = ("mbs-3", "us-00")


@pytest.mark.parametrize(
    ("phase", "table"),
    # Every phase, at the two tables in turn; the soak has each at both.
    every(2, [(phase, TABLES[(place + more) % 2]) for place, phase in enumerate(PACES) for more in range(2)]),
)
def test_an_automatic_round_is_concluded_after_a_stop_with_the_draw_that_was_made(
    tmp_path: Path, phase: Phase, table: str
) -> None:
    async def scene() -> None:
        wager = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "red", "stake": 500}
        async with running(tmp_path, **PACES[phase]) as house:
            token = await come_in(house, "ann")
            host = house.service.office.tables.host(table)
            async with socket(house, table, token) as (line, _):
                await opened(house, table)
                receipt = await line.answer(wager)
                assert "events" in receipt
                while host.table.round.phase is not phase:
                    await asyncio.sleep(0.005)
                drawn = host.drawn() if host.table.round.called else None
                wagers, number = host.table.layout, host.table.round.number
        async with running(tmp_path, pause=1e6) as house:
            host = house.service.office.tables.host(table)
            assert host.table.layout == wagers
            while not host.table.round.phase.between_rounds:
                await asyncio.sleep(0.01)
            assert (host.table.round.number, host.table.round.phase) == (number, Phase.PAID)
            assert drawn in (None, host.table.round.outcome)
            async with socket(house, table, token) as (line, _):
                assert await line.answer(wager) == receipt

    play(scene())


@contextmanager
def process(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Serve a folder in a process of its own; gives it and where it listens, once it has said what it says."""
    given = [*SERVE, "--data", str(folder), "--port", "0", *arguments]
    started = subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert started.stdout is not None
        first = started.stdout.readline()
        assert first.startswith("The house is open: http://127.0.0.1:"), (first, started.communicate(timeout=10))
        base = first.split()[-1].rstrip("/")
        second = started.stdout.readline()
        assert second.startswith(f"Owner, come in once: {base}/#join=")
        assert str(folder) in started.stdout.readline()
        yield started, base
    finally:
        if started.poll() is None:
            started.kill()
        started.communicate(timeout=10)


def there(base: str) -> Running:
    """Return a house of which only the address is known."""
    return Running(base, cast("Service", None), None)


def test_a_start_with_owner_link_prints_one_though_the_owner_has_come(tmp_path: Path) -> None:
    async def come() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)

    play(come())
    with pytest.raises(AssertionError), process(tmp_path):
        pytest.fail("a start that nobody asked for a link printed one")
    with process(tmp_path, "--owner-link") as (_, base):
        assert base


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_closes_the_house_well_with_people_at_its_tables(tmp_path: Path, name: str) -> None:
    with process(tmp_path) as (started, base):

        async def scene() -> None:
            token = await come_in(there(base), "ann")
            async with socket(there(base), "mbs-3", token) as (line, _):
                started.send_signal(getattr(signal, name))
                assert await line.ended(10) == 1001

        play(scene())
        out, err = started.communicate(timeout=15)
        assert started.returncode == 0, err
        assert out == "Closing: every round stays where it is.\n"
        assert "Traceback" not in err
        assert '"event": "house-closed"' in err


def test_a_request_that_cannot_be_read_is_not_quoted_in_the_log(tmp_path: Path) -> None:
    with process(tmp_path) as (started, base):
        where = urlsplit(base)
        for header in ("Authorization: Bearer a-token\x01", "Authorization : Bearer a-token"):
            with create_connection((str(where.hostname), int(where.port or 0)), timeout=10) as sent:
                sent.sendall(f"GET /api/v1/me HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode())
                assert b" 400 " in sent.recv(1_000), header
        started.terminate()
        _, err = started.communicate(timeout=15)
        assert err.count('"event": "request-not-read", "level": "warning"') == 2
        assert "a-token" not in err
        assert "Traceback" not in err


def test_kill_9_leaves_every_chip_where_it_was(tmp_path: Path) -> None:
    wager: dict[str, Any] = {"do": "place-wager", "player": "ann", "position": "17", "stake": 500}

    async def bet(base: str) -> tuple[str, list[dict[str, Any]]]:
        house = there(base)
        token = await come_in(house, "ann")
        async with socket(house, "mbs-3", token) as (line, _):
            tries = 0
            while "refused" in await line.answer({**wager, "id": f"first-{tries}", "wager": "first"}):
                tries += 1
                await asyncio.sleep(0.05)
            return token, [await line.answer({**wager, "id": f"c{n}", "wager": f"w{n}"}) for n in range(20)]

    async def look(base: str, token: str, receipts: list[dict[str, Any]]) -> None:
        async with socket(there(base), "mbs-3", token) as (line, welcome):
            lying = {one["wager"]: one["stake"] for one in welcome["snapshot"]["wagers_all"]}
            assert lying == {"first": 500} | {f"w{number}": 500 for number in range(20)}
            assert welcome["snapshot"]["purse"]["cash"] == 20_000 - 21 * 500
            again = [await line.answer({**wager, "id": f"c{n}", "wager": f"w{n}"}) for n in range(20)]
            assert again == receipts

    with process(tmp_path, "--betting", "1000") as (started, base):
        told: list[tuple[str, list[dict[str, Any]]]] = []

        async def first() -> None:
            told.append(await bet(base))

        play(first())
        started.kill()
        started.wait(10)
    with process(tmp_path, "--betting", "1000") as (started, base):
        play(look(base, *told[0]))


def fails(*arguments: str, folder: Path) -> str:
    """Start what cannot start, and give what it says."""
    done = subprocess.run(
        [*SERVE, *arguments, "--data", str(folder)], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    return done.stderr


def test_what_cannot_be_served_is_said_in_words_with_status_2(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    with network.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = fails("--port", port, folder=tmp_path / "a")
        assert f"cannot listen on 127.0.0.1:{port}: " in said
        assert "house-opened" not in said
    assert "cannot be the folder of a house" in fails(folder=file)
    other = tmp_path / "other"
    other.mkdir()
    with closing(sqlite3.connect(other / "house.sqlite")) as database:
        database.execute("CREATE TABLE theirs (x)")
        database.commit()
    (other / "seal.key").write_text("00" * 32)
    assert "no record of croupier" in fails(folder=other)


def test_two_processes_do_not_serve_one_folder(tmp_path: Path) -> None:
    with process(tmp_path):
        assert "being served from it already" in fails("--port", "0", folder=tmp_path)

    async def scene() -> None:
        async with running(tmp_path):
            with pytest.raises(HouseFault, match="already"):
                await running(tmp_path).__aenter__()
        async with running(tmp_path):
            pass

    play(scene())


def test_a_first_start_that_was_cut_short_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        with monkeypatch.context() as patched:
            patched.setattr("croupier.web.opening.FIRST_TABLES", (("mbs-3", "mbs-roulette/3", True),))
            async with running(tmp_path) as house:
                assert list(house.service.office.tables.hosts) == ["mbs-3"]
        async with running(tmp_path) as house:
            assert len(house.service.office.tables.hosts) == 6

    play(scene())


def test_tables_are_listed_in_the_order_of_the_house_after_a_restart_too(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as client:
            first = [one["table"] for one in await client.call("GET", "/tables")]
        async with running(tmp_path) as house, house.client() as client:
            assert [one["table"] for one in await client.call("GET", "/tables")] == first
        assert first == [name for name, _, _ in FIRST_TABLES]

    play(scene())


def flip(folder: Path, table: str) -> None:
    """Flip one bit of the second event of a table, in the file."""
    with closing(sqlite3.connect(folder / "house.sqlite")) as file:
        (line,) = file.execute("SELECT line FROM events WHERE table_id = ? AND seq = 2", (table,)).fetchone()
        bent = line[:20] + chr(ord(line[20]) ^ 1) + line[21:]
        file.execute("UPDATE events SET line = ? WHERE table_id = ? AND seq = 2", (bent, table))
        file.commit()


def cut(folder: Path, table: str) -> None:
    """Take the last event of a table away."""
    with closing(sqlite3.connect(folder / "house.sqlite")) as file:
        file.execute("PRAGMA foreign_keys = OFF")
        last = "SELECT max(seq) FROM events WHERE table_id = :table"
        file.execute(f"DELETE FROM events WHERE table_id = :table AND seq = ({last})", {"table": table})
        file.commit()


@pytest.mark.parametrize("damage", [flip, cut])
def test_a_broken_table_is_out_of_service_and_the_others_run(tmp_path: Path, damage: Any) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token), socket(house, "mbs-2", token):
                await opened(house)
                await opened(house, "mbs-2")
        damage(tmp_path, "mbs-3")
        async with running(tmp_path, **STILL) as house, aiohttp.ClientSession() as http, house.client() as client:
            client.token = owner.token
            async with http.get(f"{house.base}/healthz") as response:
                health = await response.json()
                assert (response.status, health["status"], health["tables"]["mbs-2"]) == (503, "fault", "ok")
                assert "mbs-3 event" in health["tables"]["mbs-3"]
            shown = {one["table"]: one for one in await client.call("GET", "/tables")}
            assert "mbs-3 event" in shown["mbs-3"]["fault"]
            assert (shown["mbs-3"]["open"], shown["mbs-2"]["fault"]) == (False, None)
            for path in ("/tables/mbs-3", "/tables/mbs-3/events", "/tables/mbs-3/results"):
                async with http.get(f"{house.base}/api/v1{path}") as response:
                    assert (response.status, (await response.json())["code"]) == (503, "fault")
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await socket(house, "mbs-3", token).__aenter__()
            assert refused.value.status == 503
            report = await client.call("GET", "/tables/mbs-3/audit")
            assert not report["sound"]
            assert {one["table"] for one in report["findings"] if one["check"] in ("chain", "head")} == {"mbs-3"}
            async with http.get(
                f"{house.base}/api/v1/tables/mbs-3/audit", headers={"Authorization": f"Bearer {token}"}
            ) as response:
                assert (response.status, (await response.json())["code"]) == (403, "role-not-allowed")
            (alert,) = [one for one in await client.call("GET", "/alerts") if one["kind"] == "chain-fault"]
            assert alert["table"] == "mbs-3"
            await client.call("POST", f"/alerts/{alert['alert']}/acknowledge", {})
            wager = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "17", "stake": 500}
            async with socket(house, "mbs-2", token) as (line, _):
                assert "events" in await line.answer(wager)

    play(scene())


def test_a_table_that_finds_its_record_broken_takes_nothing_more(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, aiohttp.ClientSession() as http:
            host = house.service.office.tables.host("mbs-3")
            host.fault = "event 7 is not what its hash was made of"
            token = await come_in(house, "ann")
            async with http.ws_connect(f"{house.base}/api/v1/tables/mbs-3/socket") as ws:
                await ws.send_json({"id": "0", "do": "sign-in", "token": token})
                assert (await ws.receive_json(timeout=2))["error"]["code"] == "not-stored"
                await ws.receive(timeout=2)
                assert ws.close_code == 1011
            async with http.get(f"{house.base}/healthz") as response:
                assert response.status == 503

    play(scene())


def test_health_and_metrics_can_be_read_by_programs(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, aiohttp.ClientSession() as http:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                await line.answer({"id": "c1", "do": "settle"})
                await line.answer({"id": "c2", "do": "x" * 30})
                async with http.request("PROPFIND", f"{house.base}/healthz") as response:
                    assert response.status == 405
                async with http.get(f"{house.base}/healthz") as response:
                    assert (response.status, (await response.json())["status"]) == (200, "ok")
                async with http.get(f"{house.base}/metrics") as response:
                    found = {one.name: one for one in text_string_to_metric_families(await response.text())}
            assert found["croupier_sockets"].samples[0].value == 1
            assert {one.labels["table"] for one in found["croupier_table_events"].samples} >= {"mbs-3", "dealt-1"}
            asked = {(one.labels["do"], one.labels["result"]) for one in found["croupier_commands"].samples}
            assert asked >= {("settle", "refused"), ("-", "unknown-command")}
            assert {one.labels["method"] for one in found["croupier_requests"].samples} == {"GET", "POST", "-"}

    play(scene())


def test_every_rulebook_that_is_published_has_a_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            hosts = house.service.office.tables.hosts.values()
            automatic = {host.ruleset.ref for host in hosts if host.setup.random}
            assert automatic == {published(ref).ref for ref in automatic}
            assert len(automatic) == 5
            assert [host.name for host in hosts if not host.setup.random] == ["dealt-1"]

    play(scene())
