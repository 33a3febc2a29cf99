"""Races at one table: many at once for the last chip, one spot that many fill, wagers around the call.

Most of it is played at the table itself, with one record; a socket adds nothing
to the order in which commands are judged, and costs a hundred times as much.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from croupier.house.dealing import BY
from croupier.house.desk import FundWallet
from croupier.house.host import Host
from croupier.house.setup import set_up
from croupier.house.tables import LiveTables, open_tables
from croupier.house.texts import parse_stored
from croupier.rulebooks import published
from croupier.rules.irregularities import Irregularity
from croupier.rules.limits import Limit, Limits
from croupier.rules.position import Kind
from croupier.rules.procedure import ChipSort, Intake, LimitScope, Role
from croupier.storage.sqlite import open_sqlite
from croupier.table import commands
from croupier.table.commands import Ball, By, Command, Turning

DORA = By("dora", Role.DEALER)
BETS = 64
LEFT = 3
"""Chips of 500 that are left when the race begins."""
PLAYERS = 50
SPOT_MAX = 10_000


@asynccontextmanager
async def table(folder: Path, scope: LimitScope = LimitScope.PLAYER) -> AsyncIterator[tuple[LiveTables, Host]]:
    """Open a house with one dealt table that has a limit on its straight bets."""
    ruleset = published("mbs-roulette/3")
    limits = Limits({Kind.STRAIGHT: Limit(100, SPOT_MAX)}, Intake.REFUSE, scope, None)
    house = await open_tables(open_sqlite(folder / "races.sqlite"), parse_stored)
    host = await house.add(set_up("t", ruleset, limits=limits), ruleset.text)
    await ask(host, commands.OpenTable(By("max", Role.SHIFT_MANAGER)))
    try:
        yield house, host
    finally:
        await house.close()


class _Ids:
    last = 0


async def ask(host: Host, *asked: Command) -> list[dict[str, object]]:
    """Ask for all of it at once, and give the receipts."""
    asks = []
    for command in asked:
        _Ids.last += 1
        asks.append(host.ask(f"r{_Ids.last}", command))
    return [json.loads(answer.line) for answer in await asyncio.gather(*asks)]


async def seated(house: LiveTables, host: Host, player: str, money: int) -> By:
    """Fund somebody with a wallet, a seat and chips for all of it."""
    by = By(player, Role.PLAYER)
    await house.ask(f"fund-{player}-{_Ids.last}", FundWallet(BY, player, money, "to race with"))
    await ask(host, commands.TakeSeat(by, player), commands.BuyIn(by, player, money, ChipSort.CASH))
    return by


async def void(host: Host) -> None:
    """End a round at once."""
    spun = commands.SpinBall(DORA, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE)
    await ask(host, spun, commands.ReportIrregularity(DORA, Irregularity.FOREIGN_OBJECT))


async def last_chip(folder: Path, times: int, seed: int) -> int:
    """Let 64 bets race for the last chips, again and again; gives how many were accepted."""
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    accepted = 0
    async with table(folder) as (house, host):
        ann = await seated(house, host, "ann", LEFT * 500)
        for number in range(times):
            (opened,) = await ask(host, commands.OpenBetting(DORA))
            assert "events" in opened
            pockets = chance.sample(host.ruleset.pockets, 37) * 2
            bets = [
                commands.PlaceWager(ann, f"w{number}-{place}", "ann", f"straight:{pocket}", 500)
                for place, pocket in enumerate(pockets[:BETS])
            ]
            receipts = await ask(host, *bets)
            won = sum("events" in receipt for receipt in receipts)
            assert won == LEFT, f"{won} bets with chips for {LEFT}"
            purse = host.table.standing.purses.get("ann")
            assert purse is not None
            assert purse.cash == 0
            accepted += won
            await void(host)
        balances = await house.record.balances()
        assert balances["cash:t:ann"] == LEFT * 500
        assert sum(balances.values()) == 0
    return accepted


async def one_spot(folder: Path, times: int, seed: int) -> int:
    """Let 50 players fill one spot whose maximum they share; gives the most that ever lay there."""
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    most = 0
    async with table(folder, LimitScope.AREA) as (house, host):
        people = [await seated(house, host, f"p{number}", 100_000) for number in range(PLAYERS)]
        for number in range(times):
            await ask(host, commands.OpenBetting(DORA))
            bets: list[Command] = []
            for by in chance.sample(people, PLAYERS):
                stake = chance.choice((100, 300, 500, 900, 5_000))
                bets.append(commands.PlaceWager(by, f"s{number}-{by.name}", by.name, "17", stake))
            await ask(host, *bets)
            lying = host.table.layout.of_area.get("straight:17") or 0
            assert lying <= SPOT_MAX, f"{lying} lie on a spot that takes {SPOT_MAX}"
            most = max(most, lying)
            await void(host)
    return most


async def around_the_call(folder: Path, times: int, seed: int) -> tuple[int, int]:
    """Mix wagers with the call that closes betting, in any order; gives how many came in time and how many late.

    Late is what stands behind the call in the record, whatever a clock says.
    """
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    early = late = 0
    async with table(folder) as (house, host):
        people = [await seated(house, host, f"p{number}", 10_000_000) for number in range(8)]
        for number in range(times):
            await ask(
                host, commands.OpenBetting(DORA), commands.SpinBall(DORA, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE)
            )
            bets: list[Command] = [
                commands.PlaceWager(by, f"c{number}-{by.name}-{bet}", by.name, "red", 500)
                for by in people
                for bet in range(2)
            ]
            call = commands.CallNoMoreBets(DORA, bell=True, wave=True)
            mixed = [*bets, call]
            chance.shuffle(mixed)
            receipts = await apart(host, mixed, chance)
            early, late = (
                before + now for before, now in zip((early, late), held_to_the_call(mixed, receipts, call), strict=True)
            )
            await ask(host, commands.ReportIrregularity(DORA, Irregularity.FOREIGN_OBJECT))
    return early, late


async def apart(host: Host, mixed: Sequence[Command], chance: random.Random) -> list[dict[str, object]]:
    """Ask in parts, some waiting in between, so that the call falls anywhere in a batch."""
    receipts: list[dict[str, object]] = []
    left = list(mixed)
    while left:
        size = chance.randint(1, len(left))
        receipts += await ask(host, *left[:size])
        left = left[size:]
    return receipts


def held_to_the_call(mixed: Sequence[Command], receipts: Sequence[dict[str, object]], call: Command) -> tuple[int, int]:
    """See that no wager stands behind the call, and that each one that came after it was told so."""
    called = receipts[mixed.index(call)]["events"]
    assert isinstance(called, list)
    place = called[0]["seq"]
    early = late = 0
    for command, receipt in zip(mixed, receipts, strict=True):
        if command is call:
            continue
        events, refused = receipt.get("events"), receipt.get("refused")
        if isinstance(events, list):
            assert events[0]["seq"] < place, "a wager was taken after the call"
            early += 1
        else:
            assert isinstance(refused, dict)
            assert refused["code"] == "betting-closed"
            late += 1
    return early, late
