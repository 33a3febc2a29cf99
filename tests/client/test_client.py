"""The client: it comes in, asks, is refused in words, heals, sends again, and gives each event once."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from croupier.client import AnsweredError, RefusedError, TableClient
from croupier.client import table as client_table
from croupier.rules.errors import CroupierError
from testkit.web.running import STILL, Running, opened, play, running


def wager(number: int) -> dict[str, Any]:
    return {"wager": f"w{number}", "player": "ann", "position": "17", "stake": 100}


def cut(house: Running) -> int:
    """Cut every connection of the table, as a network does."""
    broadcast = house.service.office.attendance.broadcasts["mbs-3"]
    seats = [*broadcast.subscribers, *broadcast.quiet]
    for seat in seats:
        seat.socket.abort()
    return len(seats)


def test_a_command_is_answered_with_its_events_or_with_the_clause(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            assert (await ann.come_in("ann"))["name"] == ann.name == "ann"
            async with ann.table("mbs-3") as table:
                await opened(house)
                (placed,) = await table.ask("place-wager", **wager(1))
                assert placed["type"] == "wager-placed"
                with pytest.raises(RefusedError, match=r"not-enough-chips \[wire"):
                    await table.ask("place-wager", **wager(2) | {"stake": 10**9})
                with pytest.raises(CroupierError, match="unknown-command"):
                    await table.ask("dance")
                assert not table._waiting
            with pytest.raises(AnsweredError) as refused:
                await ann.call("GET", "/tables/nowhere")
            assert refused.value.code == "unknown-table"

    play(scene())


def test_cut_again_and_again_every_wager_is_placed_once_and_every_event_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_table, "RETRY", 0.01)

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            host = house.service.office.tables.host("mbs-3")
            async with ann.table("mbs-3") as table:
                start = table.seq
                await opened(house)
                cuts = 0

                async def cutting() -> None:
                    nonlocal cuts
                    while True:
                        await asyncio.sleep(0.03)
                        cuts += cut(house)

                cutter = asyncio.create_task(cutting())
                for number in range(60):
                    (placed,) = await table.ask("place-wager", **wager(number))
                    assert placed["wager"] == f"w{number}"
                    await asyncio.sleep(0.003)
                cutter.cancel()
                assert cuts > 2
                assert host.table.layout.live == 60
                told = await gathered(table, host.table.seq)
                assert [event["seq"] for event in told] == list(range(start + 1, host.table.seq + 1))

    play(scene())


async def gathered(table: TableClient, until: int) -> list[dict[str, Any]]:
    told = []
    async for event in table.events():
        told.append(event)
        if event["seq"] >= until:
            break
    return told


def test_a_house_that_is_restarted_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_table, "RETRY", 0.02)

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            async with running(tmp_path, **STILL) as first:
                ann = await stack.enter_async_context(first.client())
                await ann.come_in("ann")
                table = await stack.enter_async_context(ann.table("mbs-3"))
                await opened(first)
                await table.ask("place-wager", **wager(1))
                port = int(first.base.rpartition(":")[2])
            waiting = asyncio.create_task(table.ask("place-wager", **wager(2)))
            await asyncio.sleep(0.1)
            assert not waiting.done()
            async with running(tmp_path, **STILL | {"port": port}) as second:
                (placed,) = await asyncio.wait_for(waiting, 10)
                assert placed["wager"] == "w2"
                assert second.service.office.tables.host("mbs-3").table.layout.live == 2

    play(scene())


def test_a_client_that_is_signed_out_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_table, "RETRY", 0.01)

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with ann.table("mbs-3") as table:
                await ann.call("DELETE", "/me")
                told = [event async for event in table.events()]
                assert all(event["seq"] for event in told)
                with pytest.raises(CroupierError, match="wrong-token"):
                    await table.ask("place-wager", **wager(1))
            with pytest.raises(CroupierError, match="wrong-token"):
                await ann.table("mbs-3").__aenter__()

    play(scene())


def test_a_client_that_stops_waiting_can_ask_again_under_the_same_id(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with ann.table("mbs-3") as table:
                await opened(house)
                asked = asyncio.create_task(table.ask("place-wager", "mine", **wager(1)))
                await asyncio.sleep(0)
                asked.cancel()
                await asyncio.gather(asked, return_exceptions=True)
                assert not table._waiting
                (placed,) = await table.ask("place-wager", "mine", **wager(1))
                assert placed["wager"] == "w1"
                assert house.service.office.tables.host("mbs-3").table.layout.live == 1

    play(scene())


def test_what_cannot_be_carried_or_told_apart_is_said_before_it_is_sent(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with ann.table("mbs-3") as table:
                await opened(house)
                many = [{"wager": f"w{number}", "position": "17", "stake": 100} for number in range(200)]
                with pytest.raises(CroupierError, match="too-long: place-wagers takes 1"):
                    await table.ask("place-wagers", player="ann", wagers=many)
                asked = asyncio.create_task(table.ask("place-wager", "mine", **wager(1)))
                await asyncio.sleep(0)
                with pytest.raises(CroupierError, match="'mine' was asked for and is not answered yet"):
                    await table.ask("place-wager", "mine", **wager(1))
                assert len(await asked) == 1
            with pytest.raises(CroupierError, match=r"does not open .*nowhere/socket \(404\)"):
                await ann.table("nowhere").__aenter__()

    play(scene())


def test_more_commands_than_may_wait_at_once_wait_for_room(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with ann.table("mbs-3") as table:
                await opened(house)
                asks = [table.ask("place-wager", **wager(number)) for number in range(150)]
                assert len(await asyncio.gather(*asks)) == 150

    play(scene())
