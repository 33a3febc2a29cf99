"""A house takes only so many wagers in a round: of one player, and in all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from croupier.house.host import Host
from croupier.house.objections import WagerCaps
from croupier.house.tables import open_tables
from croupier.rules.pocket import Pocket
from croupier.storage.sqlite import open_sqlite
from croupier.table import commands
from croupier.table.commands import Ball, Laid, Turning
from croupier.table.decide import decide
from croupier.table.refusal import Refusal
from testkit.table.scenes import ANN, BOB, DEALER
from tests.house.tables import RULES, bet, codes, done, open_for_bets, random_wheel, rules, told


@asynccontextmanager
async def capped(folder: Path, per_player: int | None, per_table: int | None) -> AsyncIterator[Host]:
    """A table open for bets in a house that takes so many wagers."""
    caps = WagerCaps(per_player, per_table)
    house = await open_tables(open_sqlite(folder / "house.sqlite"), rules, random_wheel(), None, caps)
    try:
        yield await open_for_bets(house)
    finally:
        await house.close()


def test_a_player_lays_so_many_wagers_in_a_round_and_then_no_more(tmp_path: Path) -> None:
    async def scene() -> None:
        async with capped(tmp_path, 3, None) as host:
            assert await codes(host, [(f"b{n}", bet(n)) for n in range(4)]) == ["wager-placed"] * 3 + [
                "too-many-wagers"
            ]
            assert await codes(host, [("bob", bet(9, by=BOB))]) == ["wager-placed"]

    asyncio.run(scene())


def test_a_refusal_says_whose_wagers_were_counted_and_by_which_rule(tmp_path: Path) -> None:
    async def scene() -> None:
        async with capped(tmp_path, 1, None) as host:
            await done(host, bet(1))
            refused = (await told(host, "more", bet(2)))["refused"]
            assert refused["clause"] == "wire §4.4"
            assert refused["facts"] == {"player": "ann", "placed": 1, "wagers": 1, "wagers_per_player": 1}

    asyncio.run(scene())


def test_wagers_taken_back_count_so_that_placing_and_retracting_ends(tmp_path: Path) -> None:
    async def scene() -> None:
        async with capped(tmp_path, 2, None) as host:
            for number in range(2):
                await done(host, bet(number), commands.RetractWager(ANN, f"w{number}"))
            assert await codes(host, [("third", bet(3))]) == ["too-many-wagers"]

    asyncio.run(scene())


def test_a_wager_that_its_player_moves_counts_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with capped(tmp_path, 2, None) as host:
            moves = [commands.MoveWager(ANN, "w1", spot, accident=False) for spot in ("18", "19")]
            asked = [("b", bet(1)), ("m1", moves[0]), ("m2", moves[1])]
            assert await codes(host, asked) == ["wager-placed", "wager-moved", "too-many-wagers"]

    asyncio.run(scene())


def test_a_chip_that_staff_nudge_is_not_counted_against_its_player(tmp_path: Path) -> None:
    async def scene() -> None:
        async with capped(tmp_path, 1, None) as host:
            nudge = commands.MoveWager(DEALER, "w1", "18", accident=True)
            assert await codes(host, [("b", bet(1)), ("m", nudge)]) == ["wager-placed", "wager-moved"]
            assert host.table.layout.placed == 1

    asyncio.run(scene())


def test_several_wagers_at_once_are_counted_one_by_one_and_all_or_none_are_laid(tmp_path: Path) -> None:
    async def scene() -> None:
        async with capped(tmp_path, None, 3) as host:
            several = commands.PlaceWagers(ANN, tuple(Laid(f"s{n}", "17", 10) for n in range(3)))
            await done(host, bet(1, by=BOB))
            refused = (await told(host, "several", several))["refused"]
            assert refused["facts"] == {"placed": 1, "wagers": 3, "wagers_per_table": 3}
            assert host.table.layout.placed == 1

    asyncio.run(scene())


def test_a_new_round_counts_from_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with capped(tmp_path, 1, 1) as host:
            await done(host, bet(1))
            await done(host, *_to_the_end(), commands.OpenBetting(DEALER))
            assert await codes(host, [("again", bet(1))]) == ["wager-placed"]

    asyncio.run(scene())


def _to_the_end() -> tuple[commands.Command, ...]:
    return (
        commands.SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
        commands.CallNoMoreBets(DEALER, bell=True, wave=True),
        commands.CountRevolutions(DEALER, 5),
        commands.DeclareOutcome(DEALER, Pocket("17")),
        commands.PlaceDolly(DEALER, Pocket("17")),
        commands.Settle(DEALER),
    )


def test_a_table_on_its_own_takes_any_number(tmp_path: Path) -> None:
    async def scene() -> None:
        async with capped(tmp_path, 1, 1) as host:
            await done(host, bet(1))
            assert not isinstance(decide(host.table, bet(2), RULES), Refusal)

    asyncio.run(scene())
