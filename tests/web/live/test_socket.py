"""A player at the socket of a table: comes in, asks, is told, comes back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from testkit.machine import slower
from testkit.web.running import QUICK, STILL, Socket, come_in, opened, play, running, socket

WAGER = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "17/20", "stake": 500}


LONG = QUICK | {"pause": 3.0, "betting": 0.05}


def test_a_guest_comes_in_sits_down_and_has_a_chip_acknowledged(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, welcome):
                await opened(house)
                receipt = await line.answer(WAGER)

                assert welcome["you"] == {"name": "ann", "role": "player"}
                assert (welcome["snapshot"]["purse"], welcome["snapshot"]["wallet"]) == (None, 100_000)
                (event,) = receipt["events"]
                assert (event["type"], event["position"], event["clauses"]) == (
                    "wager-placed",
                    "split:17-20",
                    ["3.4.2"],
                )
                assert event["by"] == {"name": "ann", "role": "player"}

    play(scene())


def test_a_refusal_names_its_clause_and_is_the_same_when_asked_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                dear = WAGER | {"stake": 10**9}
                first, second = await line.answer(dear), await line.answer(dear)

                assert first["refused"]["code"] == "not-enough-chips"
                assert first["refused"]["clause"].startswith("wire §")
                assert first == second

    play(scene())


def test_the_same_id_is_one_wager_over_another_socket_and_over_http(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                first = await line.answer(WAGER)
            async with socket(house, "mbs-3", token) as (line, _):
                second = await line.answer(WAGER)
                other = await line.answer(WAGER | {"stake": 600})
            async with house.client() as client:
                client.token = token
                third = await client.call("POST", "/tables/mbs-3/commands", WAGER)

            assert first == second == third
            assert other["refused"]["code"] == "id-reused"
            assert house.service.office.tables.host("mbs-3").table.layout.live == 1

    play(scene())


def test_the_session_decides_who_asks_whatever_the_frame_claims(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                claimed = {"by": {"name": "house", "role": "house"}}
                placed = await line.answer(WAGER | claimed)
                drawn = await line.answer({"id": "c2", "do": "declare-outcome", "pocket": "17"} | claimed)
                shut = await line.answer({"id": "c3", "do": "call-no-more-bets"} | claimed)

                assert placed["events"][0]["by"] == {"name": "ann", "role": "player"}
                assert drawn["refused"]["code"] == shut["refused"]["code"] == "role-not-allowed"

    play(scene())


def test_everybody_sees_the_chips_and_nobody_anothers_purse(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            ann, bob = await come_in(house, "ann"), await come_in(house, "bob")
            async with socket(house, "mbs-3", None) as (watcher, _), socket(house, "mbs-3", bob) as (other, _):
                async with socket(house, "mbs-3", ann) as (line, _):
                    await opened(house)
                    await line.answer(WAGER)
                for who in (watcher, other):
                    await seen(who, "wager-placed", "ann")
                    private = [
                        event for event in who.events if event["type"] == "chips-bought" and event["player"] == "ann"
                    ]
                    assert private == []
                    places = [event["seq"] for event in who.events]
                    assert places == list(range(places[0], places[0] + len(places)))

    play(scene())


async def seen(line: Socket, kind: str, player: str) -> dict[str, Any]:
    while True:
        for event in line.events:
            if event["type"] == kind and event.get("player") == player:
                return event
        await line.receive()


def test_a_spectator_looks_on_and_asks_for_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, socket(house, "mbs-3", None) as (line, welcome):
            assert welcome["you"] is None
            assert "purse" not in welcome["snapshot"]
            answer = await line.answer(WAGER)
            assert answer["error"]["code"] == "not-signed-in"

    play(scene())


def test_a_snapshot_names_the_call_by_which_its_rulebook_opens_a_round(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            for table, opening in (("mbs-3", "place-your-bets"), ("us-00", "board-open")):
                async with socket(house, table, None) as (_, welcome):
                    assert welcome["snapshot"]["opening"] == opening

    play(scene())


def test_a_wrong_token_gets_no_snapshot(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, socket(house, "mbs-3", "x" * 43) as (line, welcome):
            assert welcome["error"]["code"] == "wrong-token"
            assert (await line.ws.receive(timeout=5)).type.name in {"CLOSE", "CLOSED", "CLOSING"}

    play(scene())


def test_coming_back_at_every_place_of_a_round_ends_in_the_same_story(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, welcome):
                while not any(event["type"] == "round-closed" for event in line.events):
                    await line.receive()
                whole, start = list(line.events), welcome["seq"]
            end = whole[-1]["seq"]
            for cut in range(start, end):
                async with socket(house, "mbs-3", token, after=cut) as (line, again):
                    while not line.events or line.events[-1]["seq"] < end:
                        await line.receive()
                    told = [event for event in line.events if event["seq"] <= end]

                    assert (again["snapshot"], again["seq"]) == (None, cut)
                    assert told == [event for event in whole if event["seq"] > cut]

    play(scene())


def test_a_purse_is_told_after_a_wager_is_taken_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with socket(house, "mbs-3", ann.token) as (line, _):
                while not any(one["type"] == "betting-opened" for one in line.events):
                    await line.receive()
                place = {"id": "1", "do": "place-wager", "wager": "w", "player": "ann", "position": "17", "stake": 500}
                await line.send(place)
                # What sitting down gave may be told before it, if it was not in the snapshot.
                assert [one for one in await purses(line, until=19_500) if one != 20_000] == [19_500]
                await line.send({"id": "2", "do": "retract-wager", "wager": "w"})
                assert await purses(line, until=20_000) == [20_000]

    play(scene())


async def purses(line: Socket, until: int) -> list[int]:
    """Return what is told of the purse's cash up to an amount."""
    cash: list[int] = []
    while cash[-1:] != [until]:
        told = await line.receive()
        if "purse" in told.get("own", ()):
            cash.append(told["own"]["purse"]["cash"])
    return cash


def test_whoever_comes_to_a_rested_table_can_bet_at_once_and_rounds_keep_their_pause(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **LONG) as house:
            token = await come_in(house, "ann")
            began = time.monotonic()
            async with socket(house, "mbs-3", token) as (line, _):
                opened: list[float] = []
                while len(opened) < 2:
                    told = await line.receive()
                    opened += [time.monotonic() for one in told.get("events", ()) if one["type"] == "betting-opened"]
            assert opened[0] - began < 2.0 * slower()
            assert opened[1] - opened[0] >= 3.0

    play(scene())
