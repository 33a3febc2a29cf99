"""Chips that a wager lacks are bought first: with the wallet's money, as an act of its own, in one commit with it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from croupier.house.desk import FundWallet
from croupier.house.host import Host
from croupier.house.purchase import purchase, stakes
from croupier.house.tables import LiveTables
from croupier.rulebooks import REFS, published
from croupier.rules.procedure import ChipSort
from croupier.rules.ruleset import Ruleset
from croupier.table import commands
from croupier.table.commands import Chips, Command, Laid
from croupier.table.decide import decide
from croupier.table.evolve import evolve
from croupier.table.offers import Offer
from croupier.table.refusal import Refusal
from croupier.table.state import Purse, Table, new_table
from testkit.storage.stores import HOUSE_BY, Store, live
from testkit.table.scenes import ANN, BOB, DEALER
from tests.house.tables import AUTOMATIC, done, house_on, table_set_up, told

SITTING = 200
Json = dict[str, Any]


async def open_table(house: LiveTables, money: int = 1_000, name: str = "t1") -> Host:
    """Open a table for bets at which nobody has chips; ann has play money."""
    host = await house.add(table_set_up(name=name), "the text")
    await house.ask("fund", FundWallet(HOUSE_BY, "ann", money, "welcome"))
    await done(host, commands.OpenTable(AUTOMATIC), commands.OpenBetting(DEALER))
    return host


def wager(number: int, stake: int, position: str = "17") -> Command:
    return commands.PlaceWager(ANN, f"w{number}", "ann", position, stake)


def offered(host: Host) -> Offer:
    """What a dealer is offered: to lay a wager for a player."""
    return next(one for one in host.offers(DEALER) if one.do == "place-wager")


async def balances(house: LiveTables) -> dict[str, int]:
    found = await house.record.balances()
    assert sum(found.values()) == 0
    return {account: amount for account, amount in found.items() if amount and account != "issued"}


async def happened(house: LiveTables, host: Host) -> list[Json]:
    lines = [json.loads(entry.line) async for entry, _ in house.record.read(host.name, 0)]
    return [line for line in lines if line["type"] in ("chips-bought", "wager-placed")]


@live
async def test_the_first_wager_buys_chips_and_later_ones_do_only_when_they_run_out(store: Store) -> None:
    async with house_on(store, SITTING) as house:
        host = await open_table(house)
        receipt = await told(host, "one", wager(1, 50))
        again = await told(host, "one", wager(1, 50))
        await done(host, wager(2, 150), wager(3, 350))
        kinds = [(one["type"], one.get("amount") or one["stake"]) for one in await happened(house, host)]

        assert [event["type"] for event in receipt["events"]] == ["wager-placed"]
        assert receipt == again
        assert kinds == [
            *(("chips-bought", 200), ("wager-placed", 50), ("wager-placed", 150)),
            *(("chips-bought", 400), ("wager-placed", 350)),
        ]
        assert await balances(house) == {"wallet:ann": 400, "cash:t1:ann": 50, "felt:t1": 550}


@live
async def test_the_last_of_the_wallet_is_bought_and_not_a_chip_more(store: Store) -> None:
    async with house_on(store, SITTING) as house:
        host = await open_table(house, money=130)
        await done(host, wager(1, 100))
        short = await told(host, "two", wager(2, 31))
        await done(host, wager(3, 30))

        assert short["refused"]["code"] == "not-enough-chips"
        assert short["refused"]["facts"] == {"wanted": 31, "available": 30}
        assert await balances(house) == {"felt:t1": 130}


@live
async def test_wagers_of_one_batch_never_spend_the_same_money_twice(store: Store) -> None:
    async with house_on(store, SITTING) as house:
        host = await open_table(house, money=500)
        asks = (host.ask(f"a{number}", wager(number, 90)) for number in range(20))
        receipts = [json.loads(answer.line) for answer in await asyncio.gather(*asks)]

        assert ["events" in receipt for receipt in receipts] == [True] * 5 + [False] * 15
        assert await balances(house) == {"cash:t1:ann": 50, "felt:t1": 450}


@live
async def test_two_tables_that_want_the_same_money_at_once_share_it(store: Store) -> None:
    async with house_on(store, SITTING) as house:
        hosts = [await open_table(house, money=500, name=name) for name in ("t1", "t2")]
        asks = (host.ask(f"a{number}", wager(number, 100)) for number in range(4) for host in hosts)
        receipts = [json.loads(answer.line) for answer in await asyncio.gather(*asks)]
        found = await balances(house)

        accepted = sum("events" in receipt for receipt in receipts)
        assert accepted in (4, 5), "unless the last hundred lies as chips at the other table"
        assert all(
            receipt.get("refused", {"code": "not-enough-chips"})["code"] == "not-enough-chips" for receipt in receipts
        )
        assert sum(found.values()) == 500
        assert found["felt:t1"] + found["felt:t2"] == accepted * 100


@live
async def test_a_list_of_wagers_buys_what_all_of_it_lacks_or_nothing(store: Store) -> None:
    async with house_on(store, SITTING) as house:
        host = await open_table(house, money=500)
        many = tuple(Laid(f"l{number}", "red", 100) for number in range(6))
        short = await told(host, "six", commands.PlaceWagers(ANN, many, "ann"))
        before = await happened(house, host)
        await done(host, commands.PlaceWagers(ANN, many[:5], "ann"))

        assert short["refused"]["code"] == "not-enough-chips"
        assert before == []
        assert [one.get("amount") for one in await happened(house, host)] == [500, None, None, None, None, None]


@live
async def test_what_is_wrong_with_a_wager_otherwise_is_said_though_its_chips_were_bought(store: Store) -> None:
    async with house_on(store, SITTING) as house:
        host = await house.add(table_set_up(), "the text")
        await house.ask("fund", FundWallet(HOUSE_BY, "ann", 1_000, "welcome"))
        limits = {"straight": commands.StakeRange(10, 100)}
        pit = AUTOMATIC
        await done(
            host, commands.OpenTable(pit), commands.SetLimits(pit, limits, "refuse"), commands.OpenBetting(DEALER)
        )
        low, high = await told(host, "low", wager(1, 5)), await told(host, "high", wager(2, 101))
        gone = await told(host, "gone", wager(3, 50, "99"))

        assert (low["refused"]["code"], high["refused"]["code"]) == ("below-minimum", "above-maximum")
        assert gone["refused"]["code"] == "not-on-layout"
        assert await balances(house) == {"wallet:ann": 800, "cash:t1:ann": 200}


@live
async def test_staff_who_place_for_a_player_buy_for_that_player(store: Store) -> None:
    async with house_on(store, SITTING) as house:
        host = await open_table(house)
        await done(host, commands.PlaceWager(DEALER, "d1", "ann", "17", 50))
        nobody = await told(host, "bob", commands.PlaceWager(DEALER, "d2", "bob", "17", 50))
        bought = (await happened(house, host))[0]

        assert (bought["by"]["name"], bought["player"], bought["amount"]) == (DEALER.name, "ann", 200)
        assert nobody["refused"]["code"] == "not-enough-chips"


@live
async def test_a_color_is_topped_up_in_the_same_color_and_in_whole_chips(store: Store) -> None:
    async with house_on(store, SITTING) as house:
        host = await open_table(house)
        await done(host, commands.BuyIn(ANN, "ann", 60, ChipSort.COLOR, "blue", 30), wager(1, 90))
        purse = host.table.standing.purses.get("ann") or Purse()

        assert (purse.color, purse.chip_value, purse.colored, purse.bought) == ("blue", 30, 180, 270)


@live
async def test_a_table_that_sells_nothing_by_itself_refuses(store: Store) -> None:
    async with house_on(store) as house:
        host = await open_table(house)
        receipt = await told(host, "one", wager(1, 50))

        assert receipt["refused"]["code"] == "not-enough-chips"
        assert not offered(host).now


@live
async def test_what_could_be_done_takes_those_seated_to_have_money(store: Store) -> None:
    async with house_on(store, SITTING) as house:
        host = await open_table(house)
        before = offered(host)
        await done(host, commands.TakeSeat(ANN, "ann"))
        after = offered(host)

        assert (before.now, before.code) == (False, "not-enough-chips")
        assert (after.now, after.clauses) == (True, ("3.4.1", "3.5"))
        assert host.table.standing.purses.get("ann") is None, "nothing was carried out"


@pytest.mark.parametrize("ref", REFS)
@pytest.mark.parametrize(
    ("wallet", "sitting", "cash", "color"), [(1_000, 200, 600, 600), (550, 200, 550, 500), (1_000, 0, 500, 500)]
)
def test_every_rulebook_sells_chips_that_it_accepts(ref: str, wallet: int, sitting: int, cash: int, color: int) -> None:
    """A color chip is worth 100 unless somebody says otherwise, and is never cut."""
    ruleset = published(ref)
    table = _opened(ruleset)
    ask = purchase(table, ruleset, ANN, "ann", stake=500, wallet=wallet, sitting=sitting)

    assert ask is not None
    assert ask.amount == {ChipSort.CASH: cash, ChipSort.COLOR: color}[ask.chips]
    assert not isinstance(decide(table, ask, ruleset), Refusal)
    assert purchase(table, ruleset, ANN, "ann", stake=500, wallet=499, sitting=sitting) is None


def _opened(ruleset: Ruleset) -> Table:
    table = new_table(ruleset, name="t", banked=True)
    decided = decide(table, commands.OpenTable(DEALER), ruleset)
    assert not isinstance(decided, Refusal)
    return evolve(table, decided[0])


def test_stakes_are_added_up_by_player_and_not_where_the_chips_are_named() -> None:
    laid = (Laid("a", "17", 10), Laid("b", "red", 20, "bob"), Laid("c", "black", 5))

    assert stakes(commands.PlaceWagers(DEALER, laid, "ann")) == {"ann": 15, "bob": 20}
    assert stakes(commands.PlaceWager(BOB, "w", "bob", "17", 7)) == {"bob": 7}
    assert not stakes(commands.PlaceWager(BOB, "w", "bob", "17", 7, (Chips(7, cash=1),)))
    assert not stakes(commands.RetractWager(BOB, "w"))
