"""A start from a checkpoint ends where a start from the first event does, and a checkpoint is never believed alone."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import croupier
from croupier.house import checkpoints, restoring
from croupier.house.checkpoints import Checkpoints, desk_pieces, read_table, table_pieces
from croupier.house.desk import DESK, AdmitGuest, AppointStaff
from croupier.house.desk_alerts import RaiseAlert
from croupier.house.desk_notes import NoteTime
from croupier.house.faults import FaultedTableError, NotStoredError
from croupier.house.fold import TableFold
from croupier.house.ports import Checkpoint, Record
from croupier.house.restoring import DIFFERS
from croupier.house.results import Results
from croupier.house.tables import LiveTables, open_tables
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.storage.queries import StoredRecord
from croupier.table import commands
from croupier.table.commands import Ball, Turning
from croupier.table.state import new_table
from croupier.table.wire import read_event
from testkit.storage.stores import HOUSE_BY, Store, live
from testkit.table.conformance import FILES, limits
from testkit.table.scenes import DEALER
from tests.house.tables import bet, done, open_for_bets, random_wheel, rules

CODE = "the code that runs"


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a checkpoint after few events, and compare without resting."""
    monkeypatch.setattr(checkpoints, "EVERY", 20)
    monkeypatch.setattr(checkpoints, "BYTES_PER_EVENT", 1_000)
    monkeypatch.setattr(restoring, "REST", 0)


@asynccontextmanager
async def opened(store: Store, code: str = CODE) -> AsyncIterator[LiveTables]:
    house = await open_tables(await store.open(), rules, random_wheel(), code=code)
    try:
        yield house
    finally:
        await house.close()


async def played(house: LiveTables, rounds: int = 3) -> None:
    """Set up a dealt table, and play rounds at it up to the payment of the last."""
    host = await open_for_bets(house)
    for number in range(rounds):
        if number:
            await done(host, commands.OpenBetting(DEALER))
        await done(host, *(bet(number * 10 + wager) for wager in range(3)))
        await done(
            host,
            commands.SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
            commands.CountRevolutions(DEALER, 4),
            commands.CallNoMoreBets(DEALER, bell=True, wave=True),
            commands.DeclareOutcome(DEALER, Pocket("17" if number else "20")),
            commands.PlaceDolly(DEALER, Pocket("17" if number else "20")),
            commands.Settle(DEALER),
        )
        await done(host, commands.LiftDolly(DEALER))


async def kept(store: Store, table: str = "t1") -> Checkpoint | None:
    record = await store.open()
    try:
        return await record.checkpoint(table)
    finally:
        await record.close()


@pytest.fixture
def read_from(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Record from where on each record is read."""
    found: list[tuple[str, int]] = []
    read = StoredRecord.read

    def noted(record: StoredRecord, table: str, after: int = 0, chunk: int | None = None) -> AsyncIterator[Any]:
        found.append((table, after))
        return read(record, table, after, chunk)

    monkeypatch.setattr(StoredRecord, "read", noted)
    return found


def pieces(house: LiveTables, table: str = "t1") -> list[bytes]:
    host = house.host(table)
    return list(table_pieces(TableFold(host.table, host.results, host.ruleset)))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_what_is_kept_of_a_table_is_all_of_it_after_every_event(file: Path) -> None:
    head, *lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    ruleset = croupier.rulebook(head["ruleset"])
    table = new_table(ruleset, limits=limits(head["limits"]), name=head["table"])
    fold, again = (TableFold(table, Results(ruleset, dealt=True), ruleset) for _ in range(2))

    async def never(_: str) -> Ruleset:
        raise AssertionError

    async def scene() -> None:
        nonlocal again
        for event in (one for line in lines for one in line["out"].get("events", ())):
            stored = json.dumps(event | {"at": "2026-01-01T20:00:00.000000Z"})
            for one in (fold, again):
                await one.take(read_event(event), stored, never)
            again = read_table(made := list(table_pieces(again)), ruleset)

            assert again.table == fold.table
            assert made == list(table_pieces(fold)) == list(table_pieces(again))

    asyncio.run(scene())


@live
async def test_a_house_goes_on_from_its_checkpoint_and_is_as_if_it_had_read_everything(
    store: Store, read_from: list[tuple[str, int]]
) -> None:
    async with opened(store) as house:
        await played(house)
        for number in range(30):
            await house.ask(f"g{number}", AdmitGuest(HOUSE_BY, f"guest-{number}"))
        await house.ask("staff", AppointStaff(HOUSE_BY, "dora", Role.DEALER))
        await house.ask("time", NoteTime(HOUSE_BY, "boot", 100))
        await house.ask("alert", RaiseAlert(HOUSE_BY, "a1", "t1", "idle", "why"))
        await done(house.host("t1"), commands.OpenBetting(DEALER), bet(90))
    read_from.clear()
    async with opened(store) as house:
        assert dict(read_from)["t1"] >= 20
        assert dict(read_from)[DESK] >= 20
        assert [found async for found in house.check()] == []
        desk, quick = list(desk_pieces(house._fold)), pieces(house)
        assert house.host("t1").results.history("ann")
        assert house.alert_times.of("a1").at
        await done(house.host("t1"), bet(91))
        later = pieces(house)
    read_from.clear()
    async with opened(store, code="") as house:
        assert dict(read_from) == {"t1": 0, DESK: 0}
        assert list(desk_pieces(house._fold)) == desk
        assert pieces(house) == later != quick


@live
async def test_a_checkpoint_that_is_damaged_or_of_other_code_is_left_alone(
    store: Store, read_from: list[tuple[str, int]]
) -> None:
    async with opened(store) as house:
        await played(house)
        whole = pieces(house)
    good = await kept(store)
    assert good is not None
    flipped = bytes([good.body[0] ^ 1]) + good.body[1:]
    for bad in (
        good._replace(body=flipped),
        good._replace(body=good.body[:-1]),
        good._replace(seq=good.seq - 1),
        good._replace(digest="0" * 64),
        good._replace(code="other code"),
    ):
        record = await store.open()
        await record.keep_checkpoint("t1", bad)
        await record.close()
        read_from.clear()
        async with opened(store) as house:
            assert ("t1", 0) in read_from
            assert pieces(house) == whole
            host = house.host("t1")
            await done(host, commands.OpenBetting(DEALER))
            await done(host, commands.ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT))
            whole = pieces(house)


async def forge(record: Record) -> None:
    """Put a checkpoint in place of the last whose digest is right and whose table is not what happened."""
    maker = Checkpoints(record, "t1", CODE)
    found = await maker.load()
    assert found is not None
    fold = read_table(found[1], rules(""))
    purses = fold.table.standing.purses
    ann = purses.get("ann")
    assert ann is not None
    richer = fold.table.standing._replace(purses=purses.set("ann", ann._replace(cash=ann.cash + 1)))
    fold.table = fold.table._replace(standing=richer)
    real = await record.checkpoint("t1")
    assert real is not None
    body = zlib.compress(msgspec.msgpack.encode(list(table_pieces(fold))))
    bad = real._replace(body=body)
    await record.keep_checkpoint("t1", bad._replace(digest=maker._digest(bad)))


@live
async def test_a_checkpoint_that_does_not_follow_from_the_record_stops_its_table_and_is_thrown_away(
    store: Store, read_from: list[tuple[str, int]]
) -> None:
    async with opened(store) as house:
        await played(house)
        whole = pieces(house)
    record = await store.open()
    await forge(record)
    await record.close()
    async with opened(store) as house:
        assert pieces(house) != whole
        assert [found async for found in house.check()] == [("t1", DIFFERS)]
        with pytest.raises(FaultedTableError):
            await house.host("t1").ask("late", bet(99))
    assert await kept(store) is None
    read_from.clear()
    async with opened(store) as house:
        assert ("t1", 0) in read_from
        assert pieces(house) == whole


@live
async def test_a_record_that_was_changed_before_the_checkpoint_is_found_afterwards(store: Store) -> None:
    async with opened(store) as house:
        await played(house)
        await house.ask("alert", RaiseAlert(HOUSE_BY, "a1", "t1", "idle", "why"))
    store.sql(
        "UPDATE events SET line = replace(line, '\"stake\":10', '\"stake\":11') WHERE table_id = 't1' AND seq < 9"
    )
    async with opened(store) as house:
        ((name, why),) = [found async for found in house.check()]
        assert (name, "is not what its hash was made of" in why) == ("t1", True)


@live
async def test_a_front_desk_that_was_altered_takes_nothing_more(store: Store) -> None:
    async with opened(store) as house:
        for number in range(25):
            await house.ask(f"g{number}", AdmitGuest(HOUSE_BY, f"guest-{number}"))
    store.sql("UPDATE events SET line = replace(line, 'guest-3', 'guest-x') WHERE table_id = 'house'")
    async with opened(store) as house:
        ((name, why),) = [found async for found in house.check()]
        assert (name, house.desk_fault) == (DESK, why)
        with pytest.raises(FaultedTableError):
            await house.ask("late", AdmitGuest(HOUSE_BY, "late"))


@live
async def test_play_goes_on_if_a_checkpoint_cannot_be_kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(*_: object) -> None:
        raise NotStoredError("the disk is full")

    async with opened(store) as house:
        monkeypatch.setattr(type(house.record), "keep_checkpoint", full)
        await played(house)
    assert await kept(store) is None


def test_a_large_checkpoint_is_made_more_seldom() -> None:
    assert checkpoints._apart(b"x") == 20
    assert checkpoints._apart(b"x" * 100_000) == 100
