"""The record: durable events with and without group commit, against the bare disk; waiting clients; replay; growth.

``python -m benchmarks.record --large`` also fills a store with 10,000,000 events: minutes, and about 15 GB of disk.
"""

import argparse
import asyncio
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import croupier
from benchmarks.report import Figure, Gate, Report, as_text, passed
from croupier.house.dealing import BY
from croupier.house.desk import FundWallet
from croupier.house.host import Host
from croupier.house.ledger import Posting
from croupier.house.ports import Act, AnyAct, Record
from croupier.house.setup import TableSetUp, set_up
from croupier.house.tables import LiveTables, open_tables
from croupier.rulebooks import text_of
from croupier.rules.procedure import ChipSort, Role
from croupier.storage.chain import event_hash, receipt_hash
from croupier.storage.postgres import open_postgres
from croupier.storage.sqlite import open_sqlite
from croupier.table.commands import BuyIn, By, OpenBetting, OpenTable, PlaceWager
from croupier.table.events import WagerPlaced
from testkit.storage.servers import binaries, start_postgres

REF = "mbs-roulette/3"
RULES = croupier.rulebook(REF)
POSITIONS = sorted(RULES.positions)
PLAYERS = 100
WAITING = (1, 100, 1_000)
REPLAYED = 1_000_000
STORED = (1_000, 100_000)
STORED_LARGE = (1_000, 100_000, 10_000_000)
BATCH = 100
BLOCK = b"\0" * 4096
RAW = "write + fdatasync, 4 KiB"
GROUPED_LEAST = 3
GROWTH_MOST = 2


class Run(NamedTuple):
    """How long it took for all, and for each of them."""

    seconds: float
    each: list[float]

    def p99(self) -> float:
        """The time in which 99 of 100 were answered."""
        return statistics.quantiles(self.each, n=100)[98]


def measure(*, quick: bool, large: bool = False) -> Report:
    """Measure on SQLite and, where there is one, on PostgreSQL."""
    figures, gates = [], []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for store in stores(folder):
            found = answered(store, folder, quick=quick)
            figures += found
            gates.append(grouped_gate(store.name, found))
        replayed = replayed_figure(folder, REPLAYED // 10 if quick else REPLAYED)
        growing = growing_figures(folder, STORED_LARGE if large else STORED)
    gates.append(growing_gate(growing))
    return Report("record", RAW, [*figures, replayed, *growing], gates)


def raw_seconds(path: Path, times: int) -> float:
    """Return what the disk takes to make one block durable, appended to a file: the mean, as for the wagers."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        started = time.perf_counter()
        for _ in range(times):
            os.write(file, BLOCK)
            os.fdatasync(file)
        return (time.perf_counter() - started) / times
    finally:
        os.close(file)


# --- waiting clients ----------------------------------------------------------------------------------------------


class Store(NamedTuple):
    """A store by name, and how a fresh one is opened."""

    name: str
    opened: Callable[[str], "asyncio.Task[Record]"]


def stores(folder: Path) -> Iterator[Store]:
    """Return the stores of this machine, one after the other."""

    async def sqlite(name: str) -> Record:
        return open_sqlite(folder / f"{name}.db")

    yield Store("SQLite", lambda name: asyncio.create_task(sqlite(name)))
    if binaries() is None:
        print("no PostgreSQL here: not measured", file=sys.stderr)
        return
    with start_postgres() as server:

        async def postgres(name: str) -> Record:
            return await open_postgres(server.database(name))

        yield Store("PostgreSQL", lambda name: asyncio.create_task(postgres(name)))


def answered(store: Store, folder: Path, *, quick: bool) -> list[Figure]:
    """Time wagers of one client, of a hundred and of a thousand, from asking to the receipt; the disk in between."""
    figures = []
    for clients in WAITING:
        wagers = (200 if quick else 1_000) if clients == 1 else max(clients, 2_000 if quick else 40_000)
        raw = raw_seconds(folder / "raw", 100 if quick else 1_000)
        run = asyncio.run(waiting(store, clients, wagers))
        raw = (raw + raw_seconds(folder / "raw", 100 if quick else 1_000)) / 2
        if clients == 1:
            figures.append(Figure(f"{store.name:10}  {RAW}", raw, raw))
        figures.append(Figure(laid(store.name, clients), run.seconds, raw * wagers, wagers))
        figures.append(Figure(f"{laid(store.name, clients)}, p99", run.p99()))
    return figures


def laid(store: str, clients: int) -> str:
    return f"{store:10}  {clients:>5,} waiting"


def grouped_gate(store: str, figures: list[Figure]) -> Gate:
    """Hold many waiting clients to being served much faster than one after the other."""
    each = {figure.what: figure.seconds / figure.count for figure in figures}
    times = each[laid(store, 1)] / each[laid(store, WAITING[-1])]
    return Gate(f"{store}: group commit against a commit per wager", times, GROUPED_LEAST, "×")


async def waiting(store: Store, clients: int, wagers: int) -> Run:
    """Let clients lay wagers, each waiting for its receipt before it asks again."""
    house = await open_tables(await store.opened(f"waiting{clients}"), lambda _: RULES)
    host = await betting(house)
    numbers, each = iter(range(wagers)), list[float]()

    async def client() -> None:
        for number in numbers:
            player = f"p{number % PLAYERS}"
            command = PlaceWager(By(player, Role.PLAYER), f"w{number}", player, POSITIONS[number % len(POSITIONS)], 500)
            asked = time.perf_counter()
            await host.ask(f"w{number}", command)
            each.append(time.perf_counter() - asked)

    started = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    seconds = time.perf_counter() - started
    assert host.table.layout.live == wagers, "not every wager lies on the layout"
    await house.close()
    return Run(seconds, each)


async def betting(house: LiveTables) -> Host:
    """Open a table where everybody has chips and betting is open."""
    host = await house.add(set_up("t1", RULES), text_of(REF))
    await host.ask("open", OpenTable(BY))
    for number in range(PLAYERS):
        player = f"p{number}"
        await house.ask(player, FundWallet(BY, player, 10**12, "play money"))
        await host.ask(player, BuyIn(By(player, Role.PLAYER), player, 10**12, ChipSort.CASH))
    await host.ask("betting", OpenBetting(BY))
    return host


# --- many stored events -------------------------------------------------------------------------------------------

# A wager, its receipt and its postings, as they are stored; the numbers are put in as text, which is fast.
_EVENT = (
    '{"at":"2026-01-01T00:00:00.000000Z","by":{"name":"p7","role":"player"},"clauses":["3.4.1"],"player":"p7",'
    '"position":"straight:17","round":"1","seq":%d,"stake":500,"type":"wager-placed","wager":"w%d"}'
)
_COMMAND = (
    '{"by":{"name":"p7","role":"player"},"do":"place-wager","player":"p7","position":"straight:17","stake":500,'
    '"wager":"w%d"}'
)
_AT = "2026-01-01T00:00:00.000000Z"
_TAG = "wager-placed/1"


def filled(path: Path, events: int) -> None:
    """Bring a record to so many events, past the house: the rows it would have written, with whole chains."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -500000")
    seq, last, place, last_receipt = connection.execute(
        "SELECT seq, hash, receipts, receipts_hash FROM tables WHERE table_id = 't1'"
    ).fetchone()
    while seq < events:
        rows, receipts, ledger = [], [], []
        for _ in range(min(50_000, events - seq)):
            seq, place = seq + 1, place + 1
            line = _EVENT % (seq, seq)
            prev, last = last, event_hash("t1", _TAG, line, last)
            rows.append(("t1", seq, _TAG, line, prev, last))
            receipt, last_receipt = _receipt(seq, place, last_receipt)
            receipts.append(receipt)
            ledger += [("t1", seq, "cash:t1:p7", -500), ("t1", seq, "felt:t1", 500)]
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
        connection.executemany("INSERT INTO receipts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", receipts)
        connection.executemany("INSERT INTO ledger VALUES (?, ?, ?, ?)", ledger)
        connection.execute(
            "UPDATE tables SET seq = ?, hash = ?, receipts = ?, receipts_hash = ? WHERE table_id = 't1'",
            (seq, last, place, last_receipt),
        )
        connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    os.sync()  # what was written in bulk must not be in the way of what is measured


def _receipt(seq: int, place: int, prev: str) -> tuple[tuple[object, ...], str]:
    command, ident = _COMMAND % seq, f"c{seq}"
    whole = receipt_hash(
        table="t1",
        place=place,
        who="p7",
        ident=ident,
        at=_AT,
        command=command,
        after=seq - 1,
        events=1,
        refused=None,
        prev=prev,
    )
    return ("t1", place, "p7", ident, _AT, command, seq - 1, 1, None, prev, whole), whole


async def begun(path: Path) -> TableSetUp:
    """Begin a record at which betting is open, and give how its table was set up."""
    house = await open_tables(open_sqlite(path), lambda _: RULES)
    host = await betting(house)
    await house.close()
    return host.setup


def replayed_figure(folder: Path, events: int) -> Figure:
    """Time the opening of a table with so many events behind it."""
    path = folder / "replayed.db"
    asyncio.run(begun(path))
    filled(path, events)

    async def opened() -> float:
        record = open_sqlite(path)
        started = time.perf_counter()
        house = await open_tables(record, lambda _: RULES)
        seconds = time.perf_counter() - started
        assert house.host("t1").table.seq == events
        await house.close()
        return seconds

    seconds = asyncio.run(opened())
    _removed(path)
    return Figure(f"a table restored from {events:,} events", seconds, None, events)


def growing_figures(folder: Path, sizes: tuple[int, ...]) -> list[Figure]:
    """Time batches that are appended to ever larger records."""
    path, figures, first = folder / "growing.db", list[Figure](), None
    asyncio.run(begun(path))
    for size in sizes:
        filled(path, size)
        each = statistics.median(asyncio.run(appended(path)))
        first = first or each
        figures.append(Figure(stored(size), each, first, BATCH))
    _removed(path)
    return figures


def stored(size: int) -> str:
    return f"{BATCH} events appended to {size:>10,}"


def growing_gate(figures: list[Figure]) -> Gate:
    """Hold an event to costing the same however many there are."""
    grown = figures[-1].seconds / figures[0].seconds
    return Gate(f"{figures[-1].what} against {figures[0].what.split()[-1]}", grown, GROWTH_MOST, "×", at_most=True)


async def appended(path: Path) -> list[float]:
    """Append a hundred batches of a hundred events, each batch durable before the next."""
    record, taken = open_sqlite(path), list[float]()
    for number in range(100):
        async with record.turn("t1") as turn:
            acts = [act(turn.head.seq + one + 1, number) for one in range(BATCH)]
            started = time.perf_counter()
            await turn.append(acts, {"wagers": BATCH, "staked": BATCH * 500})
            taken.append(time.perf_counter() - started)
    await record.close()
    return taken


def act(seq: int, number: int) -> AnyAct:
    """Make a wager's act, past the judge."""
    player = f"p{number % PLAYERS}"
    by, wager, position = By(player, Role.PLAYER), f"w{seq}", POSITIONS[seq % len(POSITIONS)]
    event = WagerPlaced(seq, "1", by, ("3.4.1",), wager, player, position, 500)
    moved = (Posting(seq, f"cash:t1:{player}", -500), Posting(seq, "felt:t1", 500))
    return Act(player, f"c{seq}", PlaceWager(by, wager, player, position, 500), (event,), moved)


def _removed(path: Path) -> None:
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()


def main(arguments: list[str]) -> int:
    """Measure the record alone."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.record", description="Measure the record alone.")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions: figures to look at, not to keep")
    parser.add_argument("--large", action="store_true", help=f"up to {STORED_LARGE[-1]:,} stored events")
    given = parser.parse_args(arguments)
    report = measure(quick=given.quick, large=given.large)
    print(as_text([report]))
    return 0 if passed([report]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
