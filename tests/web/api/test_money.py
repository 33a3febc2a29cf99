"""Play money through the service: one balance, chips with the first bet, and more for whoever has almost nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.client import HouseClient
from croupier.client.house import AnsweredError
from testkit.web.records import clean
from testkit.web.running import STILL, opened, play, running, socket, staff


async def bets(client: HouseClient, table: str, stake: int, name: str = "w", position: str = "red") -> dict[str, Any]:
    wager = {"do": "place-wager", "wager": name, "player": client.name, "position": position, "stake": stake}
    told: dict[str, Any] = await client.call("POST", f"/tables/{table}/commands", {"id": f"c-{name}", **wager})
    return told


async def takes_back(client: HouseClient, table: str, name: str = "w") -> None:
    await client.call("POST", f"/tables/{table}/commands", {"id": f"r-{name}", "do": "retract-wager", "wager": name})


async def balance(client: HouseClient) -> tuple[int, dict[str, int]]:
    """Return what is in the wallet, and what lies at each table."""
    me = await client.call("GET", "/me")
    return me["wallet"], {one["table"]: one["chips"] + one["bets"] for one in me["at_tables"]}


def test_a_second_table_works_at_once_with_what_does_not_lie_at_the_first(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with socket(house, "mbs-3", ann.token), socket(house, "us-00", ann.token) as (line, welcome):
                await asyncio.gather(opened(house), opened(house, "us-00"))
                assert await balance(ann) == (100_000, {})
                await bets(ann, "mbs-3", 500)
                await bets(ann, "us-00", 500)
                assert await balance(ann) == (60_000, {"mbs-3": 20_000, "us-00": 20_000})
                assert welcome["snapshot"]["wallet"] == 100_000
                while "wallet" not in (told := await line.receive()).get("own", {}):
                    pass
                assert told["own"]["wallet"] == 60_000
                assert told["own"]["purse"]["worth"] == 19_500

    play(scene())
    clean(tmp_path)


def test_leaving_puts_every_chip_back_into_the_wallet(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as ann:
            await ann.come_in("ann")
            async with socket(house, "us-00", ann.token) as (line, _):
                await opened(house, "us-00")
                await bets(ann, "us-00", 500)
                await takes_back(ann, "us-00")
                out = {"do": "cash-out", "player": "ann", "amount": 20_000, "chips": "color", "color": "red"}
                assert "events" in await line.answer({"id": "out", **out})
                assert "events" in await line.answer({"id": "go", "do": "leave-seat", "player": "ann"})
                assert await balance(ann) == (100_000, {})

    play(scene())
    clean(tmp_path)


def test_whoever_has_almost_nothing_left_may_ask_for_more_once(tmp_path: Path) -> None:
    async def scene() -> None:
        settings = STILL | {"play_money": 20_000, "refill_below": 15_000}
        async with running(tmp_path, **settings) as house, house.client() as ann, house.client() as owner:
            await house.owner(owner)
            await ann.come_in("ann")
            dora = await staff(house, owner, "dora", "dealer", "dealt-1")
            async with socket(house, "dealt-1", ann.token), socket(house, "dealt-1", dora) as (dealer, _):
                assert (await ann.call("GET", "/me"))["refill"] == 0
                with pytest.raises(AnsweredError, match="enough-money"):
                    await ann.call("POST", "/me/refill", {"id": "early"})
                await loses(owner, dealer, ann, 10_000)

                assert (await ann.call("GET", "/me"))["refill"] == 100_000
                asked = [ann.call("POST", "/me/refill", {"id": "more"}) for _ in range(8)]
                told = await asyncio.gather(
                    *asked, ann.call("POST", "/me/refill", {"id": "yet"}), return_exceptions=True
                )
                codes = [one.code for one in told if isinstance(one, AnsweredError)]
                assert codes == ["enough-money"], "once under one id, and after that there is enough"
                assert await balance(ann) == (100_000, {"dealt-1": 10_000})
                with pytest.raises(AnsweredError, match="enough-money"):
                    await owner.call("POST", "/me/refill", {"id": "mine"})

    play(scene())
    assert funded(clean(tmp_path)) == [("play money on coming in", 20_000), ("asked for by the player", 100_000)]


async def loses(owner: HouseClient, dealer: Any, ann: HouseClient, stake: int) -> None:
    await owner.call("POST", "/tables/dealt-1/commands", {"id": "open", "do": "open-table"})
    await dealer.answer({"id": "b", "do": "open-betting"})
    await bets(ann, "dealt-1", stake, position="black")
    for number, frame in enumerate(ROUND):
        told = await dealer.answer({"id": f"d{number}", **frame})
        assert "events" in told, told


ROUND: tuple[dict[str, object], ...] = (
    {"do": "spin-ball", "ball": "clockwise", "wheel": "counterclockwise"},
    {"do": "count-revolutions", "completed": 4},
    {"do": "call-no-more-bets"},
    {"do": "declare-outcome", "pocket": "1"},
    {"do": "place-dolly", "pocket": "1"},
    {"do": "settle"},
)


def funded(lines: list[str]) -> list[tuple[str, int]]:
    """Return what the front desk handed out, and why."""
    told = [json.loads(event["line"]) for line in lines for event in [json.loads(line).get("events")] if event]
    return [(one["reason"], one["amount"]) for one in told if one["type"] == "wallet-funded"]
