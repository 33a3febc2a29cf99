"""How long one table holds the event loop, and with it every other table, at the fullest layout that a house takes.

Measured in processor time of the loop's thread: how long others keep the machine busy is not what is tested.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from benchmarks.full_felt import Unread
from croupier.house.desk import FundWallet
from croupier.house.host import Host
from croupier.house.tables import LiveTables, open_tables
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Role
from croupier.storage.sqlite import open_sqlite
from croupier.table import commands
from croupier.table.commands import Ball, By, Laid, Turning
from croupier.web.live.broadcast import Broadcast, Subscriber
from croupier.web.serving import spare_the_collector
from croupier.web.settings import Settings
from testkit.machine import slower
from testkit.storage.stores import HOUSE_BY
from testkit.table.scenes import DEALER
from tests.house.tables import AUTOMATIC, done, random_wheel, rules, table_set_up

HOLD_MOST = 0.050
CAPS = Settings().caps
AT_ONCE = 50
SPOTS = [str(number) for number in range(1, 37)]


class Longest:
    """The longest time for which nothing else could run."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @asynccontextmanager
    async def measured(self) -> AsyncIterator[None]:
        task = asyncio.get_running_loop().create_task(self._watch())
        await asyncio.sleep(0)
        try:
            yield
        finally:
            task.cancel()

    async def _watch(self) -> None:
        before = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            self.seconds, before = max(self.seconds, now - before), now


async def filled(house: LiveTables) -> Host:
    """A table on which every wager lies that the house takes in a round."""
    assert CAPS.per_player is not None
    assert CAPS.per_table is not None
    host = await house.add(table_set_up(), "the text")
    await done(host, commands.OpenTable(AUTOMATIC))
    players = [By(f"guest{number}", Role.PLAYER) for number in range(CAPS.per_table // CAPS.per_player)]
    for player in players:
        await house.ask(f"fund-{player.name}", FundWallet(HOUSE_BY, player.name, 10**8, "to lay"))
        await done(host, commands.BuyIn(DEALER, player.name, 10**8, ChipSort.CASH))
    await done(host, commands.OpenBetting(DEALER))
    for player in players:
        for start in range(0, CAPS.per_player, AT_ONCE):
            numbers = range(start, start + AT_ONCE)
            several = [Laid(f"{player.name}-{number}", SPOTS[number % len(SPOTS)], 1_000) for number in numbers]
            answer = await host.ask(f"{player.name}-{start}", commands.PlaceWagers(player, tuple(several)))
            assert answer.refusal is None
    assert host.table.layout.live == CAPS.per_table
    return host


def watched(host: Host) -> Broadcast:
    """Send everything to a dealer, a pit manager, a player and somebody who only looks on."""
    there = Broadcast(host, 0.025, lambda: None, lambda _: asyncio.sleep(0, 0))
    there.start()
    for by in (DEALER, By("pia", Role.PIT_MANAGER), By("guest0", Role.PLAYER), None):
        there.subscribers.add(Subscriber(Unread(), host, None, by, host.table.seq))
    return there


def shown(host: Host, house: LiveTables) -> float:
    """Return the seconds for which each of several newcomers after the first holds the others up."""
    there = Broadcast(host, 0.025, lambda: None, house.wallet)
    there.resync(Subscriber(Unread(), host, None, None, 0))
    began = time.thread_time()
    for _ in range(20):
        there.resync(Subscriber(Unread(), host, None, By("guest0", Role.PLAYER), 0))
    return (time.thread_time() - began) / 20


ENDINGS = {
    "settled": (commands.DeclareOutcome(DEALER, Pocket("17")), commands.PlaceDolly(DEALER, Pocket("17"))),
    "void": (),
}


@pytest.mark.timed
@pytest.mark.timeout(300)
@pytest.mark.parametrize("ending", ENDINGS)
def test_the_end_of_the_fullest_round_lets_every_other_table_play_on(tmp_path: Path, ending: str) -> None:
    """Before it ends, newcomers are shown what lies there, and share what is encoded."""

    async def scene() -> float:
        house = await open_tables(open_sqlite(tmp_path / "house.sqlite"), rules, random_wheel(), None, CAPS)
        host = await filled(house)
        assert shown(host, house) < HOLD_MOST * slower(time.thread_time)
        await done(host, commands.SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE))
        await done(host, commands.CountRevolutions(DEALER, 5))
        await done(host, commands.CallNoMoreBets(DEALER, bell=True, wave=True), *ENDINGS[ending])
        there, longest, often = watched(host), Longest(), gc.get_threshold()
        spare_the_collector()
        last = (
            commands.Settle(DEALER)
            if ending == "settled"
            else commands.ReportIrregularity(DEALER, Irregularity.BALL_BROKE)
        )
        async with longest.measured():
            answer = await host.ask("end", last)
            async with asyncio.timeout(30):
                while not (answer.refusal or host.results.last):
                    await asyncio.sleep(0.05)
            await asyncio.sleep(0.2)  # until everybody has been told
        assert answer.refusal is None
        assert host.table.round.ended
        assert len(host.results.last) == 1
        await there.stop()
        await house.close()
        gc.unfreeze()
        gc.set_threshold(*often)
        return longest.seconds

    assert asyncio.run(scene()) < HOLD_MOST * slower(time.thread_time)
