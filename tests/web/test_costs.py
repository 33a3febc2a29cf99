"""What is asked is paid for by what it costs, and nobody who reads for long keeps others from their look-ups."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from croupier.storage.sqlite import SqliteRecord
from croupier.table.resettle import resettle
from testkit.web.running import STILL, Running, come_in, opened, play, running, socket


def record_of(house: Running) -> SqliteRecord:
    record = house.service.office.tables.record
    assert isinstance(record, SqliteRecord)
    return record


async def statuses(house: Running, path: str, count: int) -> list[int]:
    async with aiohttp.ClientSession() as http:
        found = []
        for _ in range(count):
            async with http.get(f"{house.base}/api/v1{path}") as answer:
                found.append(answer.status)
        return found


def test_a_list_of_events_is_paid_for_by_its_length(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL | {"requests_per_second": 2.0}) as house:
            assert await statuses(house, "/tables/mbs-3/events?limit=1000", 2) == [200, 429]
        async with running(tmp_path, **STILL | {"requests_per_second": 2.0}) as house:
            assert await statuses(house, "/tables/mbs-3/events?limit=10", 10) == [200] * 10

    play(scene())


def test_no_more_is_read_for_a_stranger_than_is_told_and_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            record, asked = record_of(house), list[tuple[object, ...]]()
            scan = record.scan

            async def noted(sql: str, *values: object) -> list[Any]:
                asked.append(values)
                return await scan(sql, *values)

            async with socket(house, "mbs-3", await come_in(house, "ann")):
                await opened(house)
            monkeypatch.setattr(record, "scan", noted)
            await statuses(house, "/tables/mbs-3/events?limit=3", 1)
            await statuses(house, "/tables/mbs-3/rounds/1", 1)
            assert [values[2] for values in asked if len(values) == 3] == [3, 100]

    play(scene())


def test_whoever_reads_for_long_keeps_nobody_from_coming_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            scanner, goes_on = record_of(house)._scanner, threading.Event()
            select = scanner._select

            def slow(sql: str, values: tuple[object, ...]) -> list[Any]:
                goes_on.wait(30)
                return select(sql, values)

            monkeypatch.setattr(scanner, "_select", slow)
            waiting = [asyncio.ensure_future(statuses(house, "/tables/mbs-3/events", 1)) for _ in range(20)]
            await asyncio.sleep(0.2)
            async with asyncio.timeout(10):
                token = await come_in(house, "ann")
                async with socket(house, "mbs-3", token) as (_, welcome):
                    assert welcome["you"]["name"] == "ann"
            assert not any(one.done() for one in waiting)
            goes_on.set()
            assert await asyncio.gather(*waiting) == [[200]] * 20

    play(scene())


def test_a_round_is_settled_again_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def noted(*given: Any) -> Any:
        threads.append(threading.current_thread().name)
        return resettle(*given)

    monkeypatch.setattr("croupier.web.api.examine.resettle", noted)

    async def scene() -> None:
        async with running(tmp_path) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                while not any(one["type"] == "round-closed" for one in line.events):
                    await line.receive()
            assert await statuses(house, "/tables/mbs-3/rounds/1/again/us-double-zero/1", 1) == [200]

    play(scene())
    assert [name.startswith("examine") for name in threads] == [True]


async def flooded(house: Running, count: int) -> int:
    """Let so many people send a hundred pings each, and give how many were cut off."""
    tokens = [await come_in(house, f"guest{number}") for number in range(count)]
    async with aiohttp.ClientSession() as http:
        lines = [await http.ws_connect(f"{house.base}/api/v1/tables/mbs-3/socket?feed=off") for _ in tokens]
        for line, token in zip(lines, tokens, strict=True):
            await line.send_json({"id": "0", "do": "sign-in", "token": token})
            await line.receive()
        for line in lines:
            with suppress(ConnectionError):
                for _ in range(100):
                    await line.ping()
        return sum([await cut_off(line) for line in lines])


async def cut_off(line: aiohttp.ClientWebSocketResponse) -> bool:
    try:
        await line.send_json({"id": "p", "do": "ping"})
    except ConnectionError:
        return True
    while (message := await line.receive(timeout=5)).type is aiohttp.WSMsgType.TEXT:
        if message.json()["id"] == "p":
            return False
    return True


@pytest.mark.parametrize(("people", "least", "most"), [(4, 0, 0), (40, 20, 40)])
def test_signed_in_sockets_of_an_address_pay_together(tmp_path: Path, people: int, least: int, most: int) -> None:
    """Each of them stays within the limit of a session; many sessions are no way around it."""

    async def scene() -> None:
        limits = {"commands_per_second": 100.0, "connections_per_address": 50}
        async with running(tmp_path, **STILL | limits) as house:
            assert least <= await flooded(house, people) <= most

    play(scene())
