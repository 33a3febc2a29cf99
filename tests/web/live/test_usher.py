"""Seats for whoever comes, chips for whoever bets, and both back from who is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.audit import audit
from croupier.house.host import Host
from croupier.house.seating import COLORS, every_color
from croupier.storage.places import record_file
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.table.state import Purse
from croupier.web.live import usher
from testkit.web.running import STILL, Running, Socket, come_in, opened, play, running, socket, staff

US = "us-00"
WAGER = {"id": "w", "do": "place-wager", "wager": "w", "position": "17", "stake": 500}


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usher, "LOOK_EVERY", 0.02)


def host_of(house: Running, table: str) -> Host:
    return house.service.office.tables.host(table)


def purse_of(house: Running, table: str, player: str) -> Purse:
    return host_of(house, table).table.standing.purses.get(player) or Purse()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not true():
            await asyncio.sleep(0.01)


def findings(folder: Path) -> list[Any]:
    raw = open_raw_sqlite(record_file(folder))
    try:
        return list(audit(raw).findings)
    finally:
        raw.close()


async def visit(house: Running, table: str, name: str) -> Purse:
    """Come in, bet, take the bet back, and leave; gives the purse."""
    token = await come_in(house, name)
    async with socket(house, table, token) as (line, welcome):
        assert (welcome["snapshot"]["purse"], welcome["snapshot"]["wallet"]) == (None, 100_000)
        await opened(house, table)
        await bet(line, name)
        assert "events" in await line.answer({"id": "r", "do": "retract-wager", "wager": f"w-{name}"})
        return purse_of(house, table, name)


async def bet(line: Socket, name: str) -> None:
    told = await line.answer(WAGER | {"player": name, "wager": f"w-{name}"})
    assert [event["type"] for event in told["events"]] == ["wager-placed"]


def test_there_are_names_for_more_colors_than_a_house_has_guests() -> None:
    names = list(islice(every_color(), 20_000))

    assert len(set(names)) == len({frozenset(name.split("-")) for name in names}) == 20_000
    assert tuple(names[:20]) == COLORS


def test_guests_who_come_one_after_another_all_get_chips_though_nobody_before_them_signed_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as looker:
            purses = [await visit(house, US, f"guest{number}") for number in range(25)]
            told = await looker.call("GET", f"/tables/{US}/chips")

            assert len({purse.color for purse in purses}) == 25
            assert {purse.colored for purse in purses} == {20_000}
            assert sum(one["player"] is not None for one in told["colors"]) == 25
            assert [one["color"] for one in told["colors"] if one["player"] is None] == ["red-brown"]

    play(scene())


def test_guests_who_bet_all_at_once_have_a_color_each(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, AsyncExitStack() as stack:
            names = [f"guest{number}" for number in range(30)]
            tokens = [await come_in(house, name) for name in names]
            came = [stack.enter_async_context(socket(house, US, token)) for token in tokens]
            lines = [line for line, _ in await asyncio.gather(*came)]
            await opened(house, US)
            await asyncio.gather(*map(bet, lines, names))

            assert len({purse_of(house, US, name).color for name in names}) == 30

    play(scene())
    assert findings(tmp_path) == []


def test_whoever_comes_over_two_sockets_at_once_has_one_seat_and_buys_chips_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, AsyncExitStack() as stack, house.client() as looker:
            ann = await come_in(house, "ann")
            came = await asyncio.gather(*(stack.enter_async_context(socket(house, US, ann)) for _ in range(5)))
            await opened(house, US)
            asked = [WAGER | {"id": f"w{n}", "wager": f"w{n}", "player": "ann"} for n in range(5)]
            await asyncio.gather(
                *(line.answer(one | {"stake": 100}) for (line, _), one in zip(came, asked, strict=True))
            )
            told = await looker.call("GET", f"/tables/{US}/events")

            assert (purse_of(house, US, "ann").bought, purse_of(house, US, "ann").colored) == (20_000, 19_500)
            assert [event["type"] for event in told["events"]].count("seat-taken") == 1

    play(scene())


def test_the_seat_of_one_who_is_gone_is_cleared_and_every_chip_is_back_in_the_wallet(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL, away=0.3) as house, house.client() as ann:
            await ann.come_in("ann")
            table = host_of(house, US)
            for came in range(1, 4):
                async with socket(house, US, ann.token) as (line, welcome):
                    assert welcome["snapshot"]["wallet"] == 100_000
                    await opened(house, US)
                    await line.answer(WAGER | {"id": f"w{came}", "player": "ann", "wager": f"w{came}"})
                    assert "events" in await line.answer({"id": f"r{came}", "do": "retract-wager", "wager": f"w{came}"})
                    assert purse_of(house, US, "ann").bought == came * 20_000
                    assert (await ann.call("GET", "/me"))["at_tables"] == [{"table": US, "chips": 20_000, "bets": 0}]
                    await asyncio.sleep(0.2)  # as long as the socket is there nobody is gone
                    assert table.table.standing.seats.get("ann")
                await until(lambda: not table.table.standing.seats.get("ann", False))
                assert purse_of(house, US, "ann").color is None
                assert (await ann.call("GET", "/me"))["wallet"] == 100_000
            (lobby,) = [one for one in await ann.call("GET", "/tables") if one["table"] == US]
            assert lobby["seats"] == 0

    play(scene())
    assert findings(tmp_path) == []


def test_a_color_goes_from_one_guest_to_the_next(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL, away=0.2) as house:
            for number in range(23):
                assert (await visit(house, US, f"guest{number}")).color == COLORS[0]
                await until(lambda: not any(host_of(house, US).table.standing.seats.values()))

    play(scene())
    assert findings(tmp_path) == []


def test_whoever_is_gone_with_a_wager_on_the_layout_keeps_the_seat_until_it_is_settled(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, away=0.2, betting=0.6, ball=0.01) as house, house.client() as ann:
            await ann.come_in("ann")
            table = host_of(house, "mbs-3")
            async with socket(house, "mbs-3", ann.token) as (line, _):
                await opened(house)
                assert "events" in await line.answer(WAGER | {"player": "ann", "position": "red"})
            await asyncio.sleep(0.25)
            assert table.table.standing.seats.get("ann")
            await until(lambda: not table.table.standing.seats.get("ann", False))

            assert table.table.round.phase.between_rounds
            assert (await ann.call("GET", "/me"))["wallet"] in (99_500, 99_750, 100_500)

    play(scene())
    assert findings(tmp_path) == []


def test_a_connection_that_heals_finds_the_same_chips(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL, away=5) as house:
            ann = await come_in(house, "ann")
            found = []
            for number in range(3):
                async with socket(house, US, ann) as (line, welcome):
                    await opened(house, US)
                    found.append(welcome["snapshot"]["purse"] and welcome["snapshot"]["purse"]["worth"])
                    wager = WAGER | {"id": f"w{number}", "wager": f"w{number}", "player": "ann", "stake": 300}
                    assert "events" in await line.answer(wager)
                await asyncio.sleep(0.05)

            assert found == [None, 19_700, 19_400]
            assert purse_of(house, US, "ann").bought == 20_000

    play(scene())


def test_whoever_plays_without_a_socket_is_there_as_long_as_they_ask(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL, away=0.3) as house, house.client() as ann:
            await ann.come_in("ann")
            async with socket(house, "mbs-3", ann.token):
                await opened(house)
            for number in range(8):
                wager = WAGER | {"id": f"w{number}", "wager": f"w{number}", "player": "ann", "stake": 300}
                await ann.call("POST", "/tables/mbs-3/commands", wager)
                back = {"id": f"r{number}", "do": "retract-wager", "wager": f"w{number}"}
                await ann.call("POST", "/tables/mbs-3/commands", back)
                await asyncio.sleep(0.1)
            assert host_of(house, "mbs-3").table.standing.seats.get("ann")
            await until(lambda: not host_of(house, "mbs-3").table.standing.seats.get("ann", False))

    play(scene())


async def own_purse(line: Socket) -> dict[str, Any]:
    while not (told := await line.receive()).get("own", {}).get("purse"):
        pass
    return dict(told["own"]["purse"])


def test_whoever_waits_at_a_closed_table_is_seated_when_it_opens_and_kept_by_the_dealer(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, away=0.2) as house, house.client() as owner:
            await house.owner(owner)
            dora = await staff(house, owner, "dora", "dealer", "dealt-1")
            ann = await come_in(house, "ann")
            async with socket(house, "dealt-1", ann) as (line, welcome), socket(house, "dealt-1", dora) as (dealer, _):
                assert welcome["snapshot"]["purse"] is None
                await owner.call("POST", "/tables/dealt-1/commands", {"id": "open", "do": "open-table"})
                assert "events" in await dealer.answer({"id": "betting", "do": "open-betting"})
                await until(lambda: host_of(house, "dealt-1").table.standing.seats.get("ann", False))
                assert "events" in await line.answer(WAGER | {"player": "ann"})
                assert (await own_purse(line))["cash"] == 19_500
                await line.answer({"id": "r", "do": "retract-wager", "wager": "w"})
            await asyncio.sleep(0.3)
            assert host_of(house, "dealt-1").table.standing.seats.get("ann")

    play(scene())


def test_a_color_is_shown_as_its_owners_from_the_purchase_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with ann.table("us-00") as table:
                before = await ann.call("GET", "/tables/us-00/chips")
                await opened(house, US)
                await table.ask("place-wager", wager="w", player="ann", position="17", stake=500)
                chips = await ann.call("GET", "/tables/us-00/chips")
                assert before["bought"] == chips["bought"] == {"chips": "color", "color": "red", "value": 100}
                assert not any(one["player"] for one in before["colors"])
                assert chips["sorts"] == ["cash", "color"]
                assert chips["value_default"] == 100
                assert [one["color"] for one in chips["colors"] if one["player"] == "ann"] == ["red"]

    play(scene())
