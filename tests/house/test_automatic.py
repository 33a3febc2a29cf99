"""The house's own dealer: how long it waits for a call, and what a new pace does to that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from croupier.house.automatic import Automatic, Closing, Pace
from croupier.table.state import Phase
from testkit.storage.stores import SqliteStore
from tests.house.tables import house_on, table_set_up

SLOW = Pace(betting=1000, ball=1000, drop=0, dolly=0, settle=0, pause=0)


async def _until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.005)


def test_a_call_that_is_waited_for_becomes_due_under_the_new_pace(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_on(SqliteStore(tmp_path / "record.db")) as house:
            host = await house.add(table_set_up(random=True), "the text")
            dealer = Automatic(host, SLOW, lambda: True)
            dealer.start()
            await _until(lambda: dealer.due is not None and dealer.due.call == "spin-ball")
            first = dealer.due
            assert first is not None
            assert host.table.round.phase is Phase.BETTING_OPEN

            dealer.set_pace(replace(SLOW, betting=2000))
            await _until(lambda: dealer.due is not None and dealer.due.at > first.at)
            assert dealer.due is not None
            assert abs(dealer.due.at - first.at - 1000) < 1, "as if the new pace had been in force all along"

            dealer.set_pace(replace(SLOW, betting=0))
            await _until(lambda: host.table.round.phase is Phase.BALL_IN_PLAY)
            assert dealer.pace.betting == 0
            await dealer.stop()

    asyncio.run(scene())


def closing(dealer: Automatic) -> Closing | None:
    return dealer.closing


def test_when_betting_is_to_be_closed_is_known_from_the_opening_call_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with house_on(SqliteStore(tmp_path / "record.db")) as house:
            host = await house.add(table_set_up(random=True), "the text")
            dealer = Automatic(host, replace(SLOW, betting=1000, ball=300), lambda: True)
            assert closing(dealer) is None, "nothing is dealt yet"
            dealer.start()
            await _until(lambda: dealer.due is not None and dealer.due.call == "spin-ball")
            assert dealer.due is not None
            assert closing(dealer) == Closing(dealer.due.at + 300, 1300)

            dealer.set_pace(replace(SLOW, betting=0, ball=300))
            await _until(lambda: dealer.due is not None and dealer.due.call == "call-no-more-bets")
            assert dealer.due is not None
            assert closing(dealer) == Closing(dealer.due.at, 300)

            dealer.set_pace(replace(SLOW, betting=0, ball=0, drop=1000))
            await _until(lambda: dealer.due is not None and dealer.due.call == "declare-outcome")
            assert closing(dealer) is None
            await dealer.stop()

    asyncio.run(scene())
