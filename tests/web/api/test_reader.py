"""A wheel reader tests itself: what it saw of a spin is held to the table, and nothing of it is played."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from croupier.client import AnsweredError
from testkit.web.night import Night, night
from testkit.web.running import play

SEEN = {"ball": "clockwise", "wheel": "counterclockwise", "completed": 5, "pocket": "17"}


async def reads(table: Night, who: str, **saw: object) -> dict[str, Any]:
    async with table.house.client() as client:
        client.token = table.tokens[who]
        told: dict[str, Any] = await client.call("POST", f"/tables/{table.host.name}/reader-test", SEEN | saw)
        return told


def failed(told: dict[str, Any]) -> list[str]:
    assert told["ok"] is all(one["ok"] for one in told["checks"])
    return [one["check"] for one in told["checks"] if not one["ok"]]


def test_a_reader_that_sees_rightly_passes_and_the_table_stays_as_it_is(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            before = table.host.table
            assert failed(await reads(table, "rita")) == []
            assert failed(await reads(table, "rita", at=int(time.time() * 1000))) == []
            assert table.host.table == before
            assert await table.owner.call("GET", "/alerts") == []

    play(scene())


def test_what_it_gets_wrong_is_named_and_calls_the_pit(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            late = int(time.time() * 1000) - 30_000
            wrong = await reads(table, "rita", wheel="clockwise", completed=3, pocket="00", at=late)
            assert failed(wrong) == ["pocket", "directions", "revolutions", "clock"]
            alert = await table.alert("reader-test-failed")
            assert alert["note"].startswith("rita: pocket: 00 is none of 37 pockets; directions:")

    play(scene())


def test_a_reader_in_a_position_that_does_not_spin_is_told_so(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path, "us-double-zero/1") as table:
            told = await reads(table, "max")
            assert (failed(told), told["checks"][0]["says"]) == (
                ["role"],
                "may not spin-ball, count-revolutions, declare-outcome",
            )

    play(scene())


def test_only_staff_of_a_dealt_table_test_a_reader(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            with pytest.raises(AnsweredError) as answer:
                await reads(table, "ann")
            assert answer.value.code == "role-not-allowed"
            async with table.house.client() as client:
                client.token = table.owner.token
                with pytest.raises(AnsweredError) as answer:
                    await client.call("POST", "/tables/mbs-3/reader-test", SEEN)
                assert answer.value.code == "automatic-table"

    play(scene())
