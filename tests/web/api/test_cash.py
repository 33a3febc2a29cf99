"""Cash over the table: who walks up without a device is admitted by name, and what they hand over buys chips."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier.client import AnsweredError
from croupier.web.access import sign_in
from testkit.web.night import Night, night
from testkit.web.records import clean
from testkit.web.running import play


async def takes(table: Night, who: str, at: str | None = None, **given: Any) -> dict[str, Any]:
    async with table.house.client() as client:
        client.token = table.tokens[who]
        told: dict[str, Any] = await client.call("POST", f"/tables/{at or table.host.name}/cash", given)
        return told


async def refused(table: Night, who: str, at: str | None = None, **given: Any) -> str:
    with pytest.raises(AnsweredError) as answer:
        await takes(table, who, at, **given)
    return answer.value.code


def test_somebody_walks_up_buys_plays_and_cashes_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            told = await takes(table, "dora", name="Rosa", cash=10_000)
            assert told == {"player": "Rosa", "wallet": 10_000}
            await table.did("dora", "take-seat", player="Rosa")
            await table.did("dora", "buy-in", player="Rosa", amount=10_000, chips="cash")
            more = await takes(table, "dora", player="Rosa", cash=5_000)
            assert more["wallet"] == 5_000
            await table.did("dora", "cash-out", player="Rosa", amount=10_000, chips="cash")
            assert await table.house.service.office.tables.wallet("Rosa") == 15_000
            await table.did("dora", "leave-seat", player="Rosa")
            assert await refused(table, "dora", player="Rosa", cash=1) == "unknown-person"

    play(scene())


def test_a_name_that_is_taken_is_given_in_another_form_and_no_name_is_a_number(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            first, second = [(await takes(table, "dora", name="Rosa"))["player"] for _ in range(2)]
            assert (first, second[:5]) == ("Rosa", "Rosa-")
            assert (await takes(table, "dora"))["player"].startswith("seat-")
            assert await refused(table, "dora", name="dealer") == "name-taken"

    play(scene())


def test_cash_that_is_sent_twice_is_taken_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            both = await asyncio.gather(*[takes(table, "dora", name="Rosa", cash=10_000, id="one") for _ in range(2)])
            assert both == [{"player": "Rosa", "wallet": 10_000}] * 2
            await table.did("dora", "take-seat", player="Rosa")
            for _ in range(2):
                assert (await takes(table, "dora", player="Rosa", cash=5_000, id="two"))["wallet"] == 15_000
            assert await refused(table, "dora", player="Rosa", cash=6_000, id="two") == "id-reused"
            assert await refused(table, "dora", player="ann", cash=5_000, id="two") == "id-reused"
            assert (await takes(table, "dora", player="Rosa", cash=5_000, id="three"))["wallet"] == 20_000

    play(scene())


def test_what_was_taken_and_not_sold_is_shown_to_whoever_sells(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table, table.house.client() as client:
            await takes(table, "dora", name="Rosa", cash=10_000)
            await table.did("dora", "take-seat", player="Rosa")
            client.token = table.tokens["dora"]
            told = await client.call("GET", f"/tables/{table.host.name}/cash")
            assert told["wallets"]["Rosa"] == 10_000
            client.token = table.tokens["ann"]
            with pytest.raises(AnsweredError) as answer:
                await client.call("GET", f"/tables/{table.host.name}/cash")
            assert answer.value.code == "role-not-allowed"

    play(scene())


def test_only_staff_who_deal_take_cash(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            assert await refused(table, "ann", cash=100) == "role-not-allowed"
            assert await refused(table, "dora", at="mbs-3", cash=100) == "role-not-allowed"
            assert await refused(table, "dora", cash=-1) == "wrong-body"

    play(scene())


async def back(table: Night, who: str, player: str, cash: int, ident: str, at: str | None = None) -> dict[str, Any]:
    async with table.house.client() as client:
        client.token = table.tokens[who]
        body = {"player": player, "cash": cash, "id": ident}
        told: dict[str, Any] = await client.call("POST", f"/tables/{at or table.host.name}/cash/back", body)
        return told


def test_what_is_left_goes_back_in_cash_once_and_at_a_closed_table_too(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await takes(table, "dora", name="Rosa", cash=10_000)
            await table.did("dora", "take-seat", player="Rosa")
            await table.did("dora", "buy-in", player="Rosa", amount=4_000, chips="cash")
            await table.did("pia", "close-table")
            await table.did("dora", "cash-out", player="Rosa", amount=4_000, chips="cash")
            await table.did("dora", "leave-seat", player="Rosa")
            async with table.house.client() as client:
                client.token = table.tokens["dora"]
                told = await client.call("GET", f"/tables/{table.host.name}/cash")
            assert (told["wallets"]["Rosa"], told["walk_ups"]) == (10_000, ["Rosa"])
            both = await asyncio.gather(*[back(table, "dora", "Rosa", 7_000, "one") for _ in range(2)])
            assert both == [{"player": "Rosa", "wallet": 3_000}] * 2
            for cash, ident, player, who, code in (
                (6_000, "one", "Rosa", "dora", "id-reused"),
                (3_001, "two", "Rosa", "dora", "not-enough-cash"),
                (1, "three", "ann", "dora", "unknown-person"),
                (1, "four", "Rosa", "ann", "role-not-allowed"),
            ):
                with pytest.raises(AnsweredError) as answer:
                    await back(table, who, player, cash, ident)
                assert answer.value.code == code
            assert (await back(table, "dora", "Rosa", 3_000, "five"))["wallet"] == 0

    play(scene())
    assert sum('"cash-returned/1"' in line for line in clean(tmp_path)) == 2


async def code_for(table: Night, who: str, player: str, at: str | None = None) -> dict[str, Any]:
    async with table.house.client() as client:
        client.token = table.tokens[who]
        told: dict[str, Any] = await client.call("POST", f"/tables/{at or table.host.name}/seats/{player}/code")
        return told


def test_somebody_who_walked_up_gets_a_page_of_their_own_once(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await takes(table, "dora", name="Rosa", cash=10_000)
            await table.did("dora", "take-seat", player="Rosa")
            first = await code_for(table, "dora", "Rosa")
            told = await code_for(table, "dora", "Rosa")
            assert told["link"].endswith(f"/#join={told['code']}")
            async with table.house.client() as rosa:
                with pytest.raises(AnsweredError):  # a new code makes the earlier one worthless
                    await rosa.call("POST", "/invitations/redeem", {"code": first["code"]})
                welcome = await rosa.call("POST", "/invitations/redeem", {"code": told["code"]})
                assert (welcome["name"], welcome["role"], welcome["table"]) == ("Rosa", "player", table.host.name)
                with pytest.raises(AnsweredError):
                    await rosa.call("POST", "/invitations/redeem", {"code": told["code"]})
                rosa.token = welcome["token"]
                assert (await rosa.call("GET", "/me"))["wallet"] == 10_000
                await table.did("dora", "open-betting")
                async with rosa.table(table.host.name) as seat:
                    await seat.ask("place-wager", None, wager="r1", player="Rosa", position="17", stake=500)
                with pytest.raises(AnsweredError) as joined:
                    await code_for(table, "dora", "Rosa")
                assert joined.value.code == "already-done"

    play(scene())


def test_no_code_is_given_for_a_guest_and_none_by_or_for_others(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await takes(table, "dora", name="Rosa")
            for who, player, code in (
                ("dora", "Rosa", "unknown-person"),
                ("dora", "ann", "not-a-walk-up"),
                ("dora", "dora", "unknown-person"),
                ("ann", "ann", "role-not-allowed"),
            ):
                with pytest.raises(AnsweredError) as answer:
                    await code_for(table, who, player)
                assert (player, answer.value.code) == (player, code)
            await table.did("dora", "take-seat", player="Rosa")
            chips = f"/tables/{table.host.name}/chips"
            async with table.house.client() as client:
                client.token = table.tokens["dora"]
                assert (await client.call("GET", chips))["walk_ups"] == ["Rosa"]
                client.token = table.tokens["ann"]
                assert (await client.call("GET", chips))["walk_ups"] == []

    play(scene())


def test_a_code_for_a_seat_is_over_after_ten_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sign_in, "SEAT_CODE_FOR", timedelta(seconds=-1))

    async def scene() -> None:
        async with night(tmp_path) as table:
            await takes(table, "dora", name="Rosa")
            await table.did("dora", "take-seat", player="Rosa")
            told = await code_for(table, "dora", "Rosa")
            async with table.house.client() as rosa:
                with pytest.raises(AnsweredError) as over:
                    await rosa.call("POST", "/invitations/redeem", {"code": told["code"]})
                assert over.value.code == "invitation-over"

    play(scene())
