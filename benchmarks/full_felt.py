"""What a wager costs onto a felt that is nearly empty or full, with a dealer and a pit manager looking on.

In this process, without a network: judged, stored, and told in a tick of its own,
which is the dearest way to tell it.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from benchmarks.report import Figure, Gate, duration
from croupier.house.dealing import BY
from croupier.house.desk import FundWallet
from croupier.house.host import Host
from croupier.house.setup import set_up
from croupier.house.tables import LiveTables, open_tables
from croupier.house.texts import parse_stored
from croupier.rulebooks import published
from croupier.rules.procedure import ChipSort, Role
from croupier.storage.sqlite import open_sqlite
from croupier.table import commands
from croupier.table.commands import By
from croupier.web.live.broadcast import Broadcast, Subscriber
from croupier.web.live.views import own

REF = "mbs-roulette/3"
FEW, MANY, QUICK_MANY = 100, 10_000, 1_000
WAGERS = 200
AT_ONCE = 50
STAFF = (By("dora", Role.DEALER), By("pia", Role.PIT_MANAGER))
PLAYERS = 20
MONEY = 10**9
GROWTH_MOST = 1.5
STAFF_MOST_MS = 1.0
_IDS = count(1)


class Unread:
    """A socket that takes everything and sends nothing."""

    def send(self, text: bytes) -> None:
        """Take it."""

    def write(self, frame: bytes) -> None:
        """Take it."""

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def hang_up(self, code: int) -> None:
        """Nothing is open."""

    def abort(self) -> None:
        """The same."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of a wager with everything that follows from it, and of a look at what one member of staff can do."""

    wager: float
    staff: float


def felt_figures(positions: Sequence[str], *, quick: bool, tries: int = 1) -> tuple[list[Figure], list[Gate]]:
    """Measure onto a few chips and onto many; on the same tables again, so many times, until the gates are passed."""
    return asyncio.run(_felt_figures(positions, QUICK_MANY if quick else MANY, tries))


async def _felt_figures(positions: Sequence[str], many: int, tries: int) -> tuple[list[Figure], list[Gate]]:
    async with _filled(positions, FEW) as few, _filled(positions, many) as full:
        while True:
            figures, gates = _held({FEW: await few(), many: await full()})
            tries -= 1
            if tries < 1 or all(gate.passed for gate in gates):
                return figures, gates


def _held(costs: dict[int, Cost]) -> tuple[list[Figure], list[Gate]]:
    _, many = costs
    figures = [
        Figure(f"a wager onto {chips:>6,} chips, dealer and pit there", cost.wager, None, 1, _note(cost))
        for chips, cost in costs.items()
    ]
    growth = costs[many].wager / costs[FEW].wager
    return figures, [
        Gate(f"full felt: a wager onto {many:,} chips against one onto {FEW}", growth, GROWTH_MOST, "×", at_most=True),
        Gate(
            f"full felt: one member of staff in a tick at {many:,} chips",
            costs[many].staff * 1000,
            STAFF_MOST_MS,
            "ms",
            at_most=True,
        ),
    ]


def _note(cost: Cost) -> str:
    return f"one member of staff takes {duration(max(cost.staff, 1e-9))} of a tick"


@asynccontextmanager
async def _filled(positions: Sequence[str], chips: int) -> AsyncIterator[Callable[[], Awaitable[Cost]]]:
    """Lay so many chips on a table with staff looking on; gives what measures a wager onto them."""
    with tempfile.TemporaryDirectory() as folder:
        tables = await open_tables(open_sqlite(Path(folder, "felt.sqlite")), parse_stored)
        ruleset = published(REF)
        host = await tables.add(set_up("felt", ruleset), ruleset.text)
        try:
            await _opened(tables, host)
            await _laid(host, positions, chips)
            there = Broadcast(host, 0.025, lambda: None, tables.wallet)
            for by in (*STAFF, None):
                there.subscribers.add(Subscriber(Unread(), host, None, by, host.table.seq))
            yield partial(_measured, host, positions, there)
            await there.stop()
        finally:
            await tables.close()


async def _opened(tables: LiveTables, host: Host) -> None:
    """Open the table, and let players in with more chips than they lay."""
    await _ask(host, commands.OpenTable(By("max", Role.SHIFT_MANAGER)))
    for number in range(PLAYERS):
        player = By(f"guest{number}", Role.PLAYER)
        await tables.ask(f"fund-{number}", FundWallet(BY, player.name, MONEY, "to lay"))
        await _ask(host, commands.TakeSeat(player, player.name))
        await _ask(host, commands.BuyIn(player, player.name, MONEY, ChipSort.CASH))
    await _ask(host, commands.OpenBetting(By("dora", Role.DEALER)))


async def _laid(host: Host, positions: Sequence[str], chips: int) -> None:
    """Lay them several at a time: it is not what is measured."""
    for start in range(0, chips, AT_ONCE):
        player = By(f"guest{start // AT_ONCE % PLAYERS}", Role.PLAYER)
        numbers = range(start, min(start + AT_ONCE, chips))
        several = [commands.Laid(f"before{number}", positions[number % len(positions)], 100) for number in numbers]
        await _ask(host, commands.PlaceWagers(player, tuple(several)))


async def _lay(host: Host, positions: Sequence[str]) -> None:
    number = next(_IDS)
    player = By(f"guest{number % PLAYERS}", Role.PLAYER)
    position = positions[number % len(positions)]
    await _ask(host, commands.PlaceWager(player, f"w{number}", player.name, position, 100))


async def _ask(host: Host, command: commands.Command) -> None:
    answer = await host.ask(f"f{next(_IDS)}", command)
    assert answer.refusal is None, answer.line


async def _measured(host: Host, positions: Sequence[str], there: Broadcast) -> Cost:
    """Lay wagers one by one, each told on its own, and look after each at what one member of staff can do."""
    follower, spent, looks = host.feed.follow(), list[float](), list[float]()
    batches = follower.batches()
    for number in range(WAGERS):
        begun = time.process_time()
        await _lay(host, positions)
        there.publish(await anext(batches))
        spent.append(time.process_time() - begun)
        began = time.process_time()
        own(host, STAFF[number % len(STAFF)])
        looks.append(time.process_time() - began)
    host.feed.leave(follower)
    return Cost(statistics.median(spent), statistics.median(looks))
