"""Full disks, failing disks, read-only files, servers that restart: refused with a reason, and nothing is lost."""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from croupier.house.dealing import BY, next_call
from croupier.house.desk import FundWallet
from croupier.house.faults import NotStoredError
from croupier.house.setup import set_up
from croupier.house.tables import LiveTables, open_tables
from croupier.rulebooks import text_of
from croupier.rules.procedure import ChipSort, Role
from croupier.storage.sqlite import SqliteRecord, open_sqlite
from croupier.table.commands import BuyIn, By, OpenBetting, OpenTable, PlaceWager
from testkit.crash.checks import check_record
from testkit.crash.clients import History
from testkit.crash.faults import Troubled, restarted, sync_shim
from testkit.crash.harness import Life, counted
from testkit.crash.stores import rows_of
from testkit.crash.worker import REF, WHEEL, ruleset_of
from testkit.crash.zygote import Zygote, zygote
from testkit.shares import count, every
from testkit.storage.servers import Server

ANN = By("ann", Role.PLAYER)


async def playing(record: SqliteRecord) -> LiveTables:
    """A house with one table where ann has chips and betting is open."""
    house = await open_tables(record, ruleset_of, WHEEL)
    host = await house.add(set_up("t1", croupier.rulebook(REF), random=True), text_of(REF))
    await house.ask("f1", FundWallet(BY, "ann", 10**9, "play money"))
    for command in (OpenTable(BY), BuyIn(ANN, "ann", 10**8, ChipSort.CASH), OpenBetting(BY)):
        assert (await host.ask(command.do, command)).refusal is None
    return house


async def concluded(house: LiveTables) -> None:
    """Call the round to its end."""
    host = house.host("t1")
    for number in range(20):
        if host.table.round.phase.between_rounds:
            return
        command = next_call(host.table, host.ruleset, host.drawn)
        assert command is not None
        assert (await host.ask(f"end{number}", command)).refusal is None
    raise AssertionError("the round does not end")


def wager(number: int) -> PlaceWager:
    return PlaceWager(ANN, f"w{number}", "ann", "red", 500)


async def pages(record: SqliteRecord, most: int | None) -> int:
    """Return how many pages the record has; let it have at most so many."""

    def ask(connection: sqlite3.Connection) -> int:
        if most is not None:
            connection.execute(f"PRAGMA max_page_count = {most}")
        return int(connection.execute("PRAGMA page_count").fetchone()[0])

    return await record.submit(ask)


@pytest.mark.parametrize("spare", every(3, [0, 1, 2, 3, 5, 8, 13, 21]))
def test_a_full_disk_refuses_with_a_reason_and_the_round_ends_when_there_is_room(spare: int, tmp_path: Path) -> None:
    async def scene() -> None:
        record = open_sqlite(tmp_path / "record.db")
        house = await playing(record)
        host = house.host("t1")
        await pages(record, await pages(record, None) + spare)
        acked, refused = [], []
        for number in range(400):
            try:
                acked.append(await host.ask(f"c{number}", wager(number)))
            except NotStoredError as fault:
                refused.append(str(fault))
                break
        assert refused == ["not stored: database or disk is full"]
        stood = host.table.seq
        await pages(record, 1 << 30)
        again = await host.ask(f"c{len(acked)}", wager(len(acked)))
        assert f'"seq":{stood + 1},' in again.line, "the refused wager had left something behind"
        await concluded(house)
        await house.close()

    asyncio.run(scene())
    assert_sound(tmp_path / "record.db")


def assert_sound(path: Path) -> None:
    assert check_record(rows_of(f"sqlite:{path}"), History()) == []


def run_until_fault(harness: Troubled, life: Life, words: str) -> None:
    """Keep a house busy until it says that something was not stored, in these words."""
    until = time.monotonic() + 30
    while not any(words in said for said in harness.history.faults):
        assert not life.gone, "the house is gone"
        assert time.monotonic() < until, f"it only said {dict(harness.history.faults)}"
        harness.run_with_faults(life, 0.02)


@pytest.mark.parametrize("most", every(2, [160_000, 200_000, 300_000, 500_000]))
def test_a_write_that_fails_stops_the_record_until_it_is_opened_again(
    most: int, workers: Zygote, tmp_path: Path
) -> None:
    harness = Troubled(workers, f"sqlite:{tmp_path / 'record.db'}", seed=most, plant="")
    life = harness.start(plant=f"files-of-{most}")
    run_until_fault(harness, life, "must be opened again")
    harness.run_with_faults(life, 0.3)  # what was stored before may be told after the first fault
    acked = len(harness.history.acked)
    harness.run_with_faults(life, 0.3)
    assert len(harness.history.acked) == acked, "something was stored after the record had stopped"
    life.kill()
    harness.finish()

    assert counted(harness, 1, 0.0).findings == []


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Zygote, Path]]:
    """Workers under whom syncing fails for as long as a file is there."""
    folder = tmp_path_factory.mktemp("failing")
    shim = sync_shim(folder)
    if shim is None:
        pytest.skip("no C compiler here to make syncing fail with")
    switch = folder / "switch"
    with zygote(folder, {"LD_PRELOAD": str(shim), "FAIL_SYNC": str(switch)}) as running:
        yield running, switch


def test_a_sync_that_fails_stops_the_record_although_the_next_one_would_succeed(
    failing: tuple[Zygote, Path], tmp_path: Path
) -> None:
    workers, switch = failing
    harness = Troubled(workers, f"sqlite:{tmp_path / 'record.db'}", seed=3)
    life = harness.start()
    harness.run_for(life, 0.1)
    switch.touch()
    run_until_fault(harness, life, "")
    switch.unlink()
    acked = len(harness.history.acked)
    run_until_fault(harness, life, "must be opened again: disk I/O error")

    assert len(harness.history.acked) == acked, "something was stored after the record had stopped"
    life.kill()
    harness.finish()
    assert counted(harness, 1, 0.0).findings == []


def test_what_a_killed_writer_left_is_not_answered_from_before_it_is_synced(
    failing: tuple[Zygote, Path], tmp_path: Path
) -> None:
    workers, switch = failing
    harness = Troubled(workers, f"sqlite:{tmp_path / 'record.db'}", seed=4)
    harness.run_for(life := harness.start(), 0.05)
    life.kill()
    switch.touch()
    life = harness.start()
    while not life.gone:
        life.turn(1.0)
    switch.unlink()

    (words,) = harness.history.refused
    assert "what was found cannot be brought to the disk" in words
    harness.finish()
    assert counted(harness, 1, 0.0).findings == []


@pytest.mark.parametrize("folder_too", [False, True])
def test_a_read_only_record_is_refused_in_words(workers: Zygote, *, folder_too: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "record.db")
        Path(folder).chmod(0o755)
        asyncio.run(opened_and_closed(path))
        path.chmod(0o444)
        Path(folder).chmod(0o555 if folder_too else 0o777)
        harness = Troubled(workers, f"sqlite:{path}", seed=1)
        life = harness.start(plant="nobody")
        while not life.gone:
            life.turn(1.0)
        Path(folder).chmod(0o755)

        (words,) = harness.history.refused
        assert words.startswith("UnreachableRecordError: ")
        assert "read" in words, words
        assert str(path) in words
        assert not life.up


async def opened_and_closed(path: Path) -> None:
    house = await playing(open_sqlite(path))
    await concluded(house)
    await house.close()


def test_a_server_that_restarts_loses_and_doubles_nothing_and_play_goes_on(workers: Zygote, server: Server) -> None:
    figures, longest = restarted(
        workers, server, f"postgres:{server.database('restarts')}", restarts=count(2, 4), seed=1
    )

    assert figures.findings == []
    assert figures.faults, "no restart was noticed"
    if longest > 5:  # once more: another process may have had the machine
        figures, longest = restarted(workers, server, f"postgres:{server.database('again')}", restarts=2, seed=2)
        assert figures.findings == []
    assert longest <= 5, f"nothing was stored for {longest:.1f} s after a restart"
