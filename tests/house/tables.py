"""Live tables for tests: a house on a store, people, and rounds to play."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import croupier
from croupier.house.desk import FundWallet
from croupier.house.host import Host
from croupier.house.judge import SealedWheel
from croupier.house.setup import TableSetUp, set_up
from croupier.house.tables import LiveTables, open_tables
from croupier.rules.procedure import ChipSort, Role
from croupier.rules.ruleset import Ruleset
from croupier.table import commands
from croupier.table.commands import By, Command
from croupier.wheels.random_wheel import RandomWheel
from croupier.wheels.seal import KeyedSeal
from testkit.storage.stores import HOUSE_BY, Store
from testkit.table.scenes import ANN, DEALER, V3

Json = dict[str, Any]
RULES = croupier.rulebook(V3)
AUTOMATIC = By("house", Role.HOUSE)


def rules(_: str) -> Ruleset:
    return RULES


def random_wheel() -> SealedWheel:
    """The house's wheel, under a key that stays the same."""
    return SealedWheel(RandomWheel(), KeyedSeal(bytes(range(32))))


def table_set_up(*, random: bool = False, name: str = "t1") -> TableSetUp:
    return set_up(name, RULES, random=random, banked=True)


@asynccontextmanager
async def house_on(store: Store, sitting: int | None = None) -> AsyncIterator[LiveTables]:
    """A house with every table of the store live, until the block ends."""
    house = await open_tables(await store.open(), rules, random_wheel(), sitting)
    try:
        yield house
    finally:
        await house.close()


async def told(host: Host, ident: str, command: Command) -> Json:
    """Ask, and read the receipt."""
    answer: Json = json.loads((await host.ask(ident, command)).line)
    assert answer["id"] == ident
    return answer


async def done(host: Host, *asked: Command) -> None:
    """Ask for things that are all done."""
    for number, command in enumerate(asked):
        answer = await told(host, f"d{host.table.seq}-{number}", command)
        assert "events" in answer, answer


async def open_for_bets(house: LiveTables, *, random: bool = False) -> Host:
    """Set up a table with two players who have bought in, and open it for bets."""
    host = await house.add(table_set_up(random=random), "the text")
    for player in ("ann", "bob"):
        await house.ask(f"fund-{player}", FundWallet(HOUSE_BY, player, 10_000, "welcome"))
    by = AUTOMATIC if random else DEALER
    await done(host, commands.OpenTable(AUTOMATIC))
    await done(host, *(commands.BuyIn(DEALER, player, 5_000, ChipSort.CASH) for player in ("ann", "bob")))
    await done(host, commands.OpenBetting(by))
    return host


def bet(number: int, stake: int = 10, by: By = ANN, round_name: str | None = None) -> Command:
    return commands.PlaceWager(by, f"w{number}", by.name, "17", stake, round=round_name)


async def codes(host: Host, asked: Sequence[tuple[str, Command]]) -> list[str]:
    """Ask one after the other; give what each was refused for, or the type of its first event."""
    found = []
    for ident, command in asked:
        answer = await told(host, ident, command)
        found.append(answer["refused"]["code"] if "refused" in answer else answer["events"][0]["type"])
    return found
