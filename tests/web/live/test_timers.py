"""The dealer's timer: everybody sees it, it decides nothing, and it goes with its round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.client import AnsweredError
from testkit.web.dealing import CALL, SPIN
from testkit.web.night import Night, night
from testkit.web.running import play


async def start(table: Night, who: str, seconds: int = 20, at: str | None = None) -> dict[str, Any]:
    async with table.house.client() as client:
        client.token = table.tokens[who]
        told: dict[str, Any] = await client.call("POST", f"/tables/{at or table.host.name}/timer", {"seconds": seconds})
        return told


async def seen(table: Night, who: str) -> dict[str, Any] | None:
    """Wait until somebody is told of the round without anything having happened, and give what is due."""
    while True:
        data = await table.lines[who].receive()
        if data.get("events") == [] and "now" in data:
            due: dict[str, Any] | None = data["now"]["due"]
            return due


async def shown(table: Night) -> dict[str, Any] | None:
    async with table.house.client() as anyone:
        due: dict[str, Any] | None = (await anyone.call("GET", f"/tables/{table.host.name}"))["now"]["due"]
        return due


def test_everybody_at_the_table_is_told_even_if_they_come_later(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await table.did("dora", "open-betting")
            before = table.host.table.seq
            assert await shown(table) is None
            told = await start(table, "dora", 20)
            assert told["of_ms"] == 20_000
            for who in ("ann", "dora", "max"):
                due = await seen(table, who)
                assert due is not None
                assert due["call"] == "call-no-more-bets"
                assert 15_000 < due["closing"]["in_ms"] <= 20_000
            later = await shown(table)
            assert later is not None
            assert later["closing"]["of_ms"] == 20_000
            assert table.host.table.seq == before, "nothing of it is on record"

    play(scene())


def test_it_closes_nothing_by_itself_and_is_over_with_the_call(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await table.did("dora", "open-betting")
            await start(table, "dora", 20)
            timers = table.house.service.office.timers
            closing = timers.closing(table.host)
            assert closing is not None
            await table.did("dora", **SPIN)
            assert timers.closing(table.host) == closing, "while the ball turns bets are still taken"
            await table.did("dora", **CALL)
            assert await shown(table) is None

    play(scene())


def test_another_round_has_no_timer_until_it_is_started_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await table.did("dora", "open-betting")
            await start(table, "dora", 20)
            await table.did("dora", "report-irregularity", kind="foreign-object")
            await table.did("dora", "open-betting")
            assert await shown(table) is None
            await start(table, "max", 30)
            due = await shown(table)
            assert due is not None
            assert due["closing"]["of_ms"] == 30_000

    play(scene())


def test_only_whoever_may_make_the_calls_starts_one_and_only_where_bets_are_taken(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            with pytest.raises(AnsweredError, match="no bets are taken now"):
                await start(table, "dora")
            await table.did("dora", "open-betting")
            with pytest.raises(AnsweredError, match="the dealer starts the timer"):
                await start(table, "ann")
            with pytest.raises(AnsweredError, match="the dealer starts the timer"):
                await start(table, "dora", at="dealt-1")
            table.tokens["owner"] = str(table.owner.token)
            with pytest.raises(AnsweredError, match="an automatic table has its pace"):
                await start(table, "owner", at="mbs-3")
            for seconds in (4, 301):
                with pytest.raises(AnsweredError):
                    await start(table, "dora", seconds)
            assert await shown(table) is None

    play(scene())
