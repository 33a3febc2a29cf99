"""What a record promises, asked of every store. Second: waiting, closing, strange text, tampering, other processes."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.house.faults import (
    BrokenRecordError,
    HouseFault,
    NotStoredError,
)
from croupier.house.ports import Record
from croupier.house.setup import TableSetUp
from testkit.storage.stores import SET_UP, Store, append, begun, gave, lines, live, opened, refused

HOSTILE = (
    *("Robert'); DROP TABLE events;--", '"; --', "' OR '1'='1", "\\'; \\\\", "%_*?[a-z]", "$1 ?1 :x @y {0} %s"),
    *("é ü 漢字", "\U0001f3b2\U0001f469\u200d\U0001f680".replace("\u200d", ""), "Ω≈ç√∫", "a" * 64, "null", "NULL", "0"),
    *("b:c", "a%3Ab", "wallet:ann", "</script>", "x\u0301", "tray:t1", "outside:", "issued"),
)


# --- time and waiting --------------------------------------------------------------------------------------------


@live
async def test_time_never_goes_back_when_the_clock_does(store: Store) -> None:
    times = iter(f"2026-01-01T00:00:0{second}.000000Z" for second in (5, 6, 2, 7, 1))
    async with begun(store, clock=lambda: next(times)) as record:
        for seq in range(1, 5):
            await append(record, gave(seq), refused(f"r{seq}"))
        at = [json.loads(line)["at"] for line in await lines(record)]
        seconds = [one[17:19] for one in at]
        assert seconds == ["06", "06", "07", "07"]
        assert [receipt.at for receipt in [one async for one in record.refusals("t1")]] == at
        assert (await record.head("t1")).at == at[-1]


@live
async def test_whoever_waits_is_woken_by_what_is_written(store: Store) -> None:
    async with begun(store) as record, opened(store) as other:
        assert await asyncio.wait_for(record.wait("t1", -1), 5) == 0
        for seq in range(1, 3):
            waiting = [asyncio.ensure_future(one.wait("t1", seq - 1)) for one in (record, other, record)]
            await asyncio.sleep(0.01)
            assert not any(one.done() for one in waiting)
            await append(record, gave(seq))
            assert await asyncio.wait_for(asyncio.gather(*waiting), 5) == [seq] * 3


@live
async def test_what_others_write_between_looks_is_not_missed(store: Store) -> None:
    async with begun(store) as record, opened(store) as writer:

        async def follow() -> list[int]:
            seen: list[int] = []
            while len(seen) < 30:
                after = seen[-1] if seen else 0
                await record.wait("t1", after)
                seen += [entry.seq async for entry, _ in record.read("t1", after)]
            return seen

        following = asyncio.ensure_future(follow())
        for seq in range(1, 31):
            await append(writer, gave(seq))
            await asyncio.sleep(0.02 if seq % 7 == 0 else 0)
        assert await asyncio.wait_for(following, 10) == list(range(1, 31))


@live
async def test_whoever_stops_waiting_leaves_nothing_behind(store: Store) -> None:
    async with begun(store) as record:
        for _ in range(3):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(record.wait("t1", 0), 0.02)
        await append(record, gave(1))
        assert await record.wait("t1", 0) == 1


# --- ends and new beginnings -------------------------------------------------------------------------------------


@live
async def test_everything_is_there_after_closing_and_opening(store: Store) -> None:
    async with begun(store) as record:
        await append(record, gave(1), refused("r1"), gave(2, "bob")._replace(seals=("1", "s")))
        before = [await lines(record), await record.balances(), await record.meters("t1"), await record.head("t1")]
    async with opened(store) as record:
        after = [await lines(record), await record.balances(), await record.meters("t1"), await record.head("t1")]
        assert after == before
        assert await record.sealed("t1", "1") == "s"
        assert await record.tables() == [SET_UP]
        await append(record, gave(3))
        assert len(await lines(record)) == 3


@live
async def test_a_closed_record_says_so(store: Store) -> None:
    async with begun(store) as record:
        waiting = asyncio.ensure_future(record.wait("t1", 0))
        await asyncio.sleep(0.05)
    with pytest.raises(HouseFault, match="closed"):
        await asyncio.wait_for(waiting, 5)
    with pytest.raises(HouseFault):
        await record.head("t1")
    with pytest.raises(HouseFault):
        await append(record, gave(1))
    with pytest.raises(NotStoredError, match="closed"):
        await record.begin(replace(SET_UP, table="t2"), "x")
    await record.close()


@live
async def test_text_is_text_wherever_it_stands(store: Store) -> None:
    async with opened(store) as record:
        for text in HOSTILE:
            await _keeps_text(record, text)
        assert len(await record.tables()) == len(HOSTILE)
        assert sum((await record.balances("wallet:")).values()) == 100 * len(HOSTILE)


async def _keeps_text(record: Record, text: str) -> None:
    setup = TableSetUp(0, text, "some-game/1", text, random=True, banked=False)
    await record.begin(setup, text)
    acts = [gave(1, text, ident=text, reason=text), refused(text, who=text)._replace(seals=(text, text))]
    written = await append(record, *acts, table=setup.table)
    assert setup in await record.tables()
    assert await record.rulebook(text) == text
    assert [event async for _, event in record.read(setup.table)] == list(acts[0].events)
    for act, stored in zip(acts, written, strict=True):
        found = await record.receipt(setup.table, act.who, act.id)
        assert found is not None
        assert (found.written, found.command) == (stored, act.command)
    assert await record.sealed(setup.table, text) == text
    assert (await record.balances(f"wallet:{text}"))[f"wallet:{text}"] == 100
    assert await record.wait(setup.table, 0) == 1


# --- tampering ---------------------------------------------------------------------------------------------------

CHANGES = {
    "a line": (
        "UPDATE events SET line = replace(line, '100', '900') WHERE seq = 3",
        "t1 event 3: is not what its hash",
    ),
    "a tag": ("UPDATE events SET tag = 'wager-placed/1' WHERE seq = 3", "t1 event 3: is not what its hash"),
    "a hash": ("UPDATE events SET hash = 'a' WHERE seq = 3", "t1 event 3: is not what its hash"),
    "a link": ("UPDATE events SET prev = 'a' WHERE seq = 3", "t1 event 3: does not carry the hash"),
    "one gone": ("DELETE FROM events WHERE seq = 3", "t1 event 3: is missing; the next there is 4"),
}


@pytest.mark.parametrize("change", CHANGES)
@live
async def test_what_was_altered_is_found_where_it_was(store: Store, change: str) -> None:
    statement, words = CHANGES[change]
    async with begun(store) as record:
        await append(record, *(gave(seq) for seq in range(1, 6)))
    store.sql(statement)
    async with opened(store) as record:
        with pytest.raises(BrokenRecordError, match=words):
            await lines(record)
        with pytest.raises(BrokenRecordError, match="event 3"):
            await record.receipt("t1", "house", "c3")
        assert len(await lines(record, after=4)) == 1


@live
async def test_a_receipt_that_was_altered_is_found(store: Store) -> None:
    async with begun(store) as record:
        await append(record, gave(1), refused("r1"))
    for column, value in {
        "who": "'eve'",
        "id": "'c8'",
        "at": "'x'",
        "after": "7",
        "command": "'{}'",
        "hash": "''",
    }.items():
        store.sql("CREATE TABLE kept AS SELECT * FROM receipts")
        store.sql(f'UPDATE receipts SET "{column}" = {value} WHERE place = 2')
        who, ident = ("eve" if column == "who" else "ann"), ("c8" if column == "id" else "r1")
        async with opened(store) as record:
            with pytest.raises(BrokenRecordError, match="t1 receipt 2"):
                await record.receipt("t1", who, ident)
            with pytest.raises(BrokenRecordError, match="t1 receipt 2"):
                _ = [one async for one in record.refusals("t1")]
        store.sql("DELETE FROM receipts")
        store.sql("INSERT INTO receipts SELECT * FROM kept")
        store.sql("DROP TABLE kept")


@live
async def test_how_a_table_was_set_up_cannot_be_altered_unseen(store: Store) -> None:
    async with begun(store):
        pass
    store.sql("UPDATE events SET line = replace(line, '\"random\":false', '\"random\":true') WHERE seq = 0")
    async with opened(store) as record:
        with pytest.raises(BrokenRecordError, match="t1 event 0"):
            await record.tables()


# --- processes ---------------------------------------------------------------------------------------------------

_WRITER = """
import asyncio, sys
from pathlib import Path
from contextlib import suppress
from croupier.house.faults import StaleRecordError
from testkit.storage.stores import gave, open_at

async def write(where, name):
    record = await open_at(where)
    won = 0
    while won < 25:
        with suppress(StaleRecordError):
            async with record.turn("t1") as turn:
                seq = turn.head.seq + 1
                await turn.append([gave(seq, name, ident=f"{name}-{seq}")], {"funded": 100})
            won += 1
    await record.close()

asyncio.run(write(*sys.argv[1:]))
"""


@live
async def test_two_processes_write_one_table(store: Store) -> None:
    async with begun(store) as record:
        done = await asyncio.gather(*(asyncio.to_thread(_write, store, name) for name in ("ann", "bob")))
        assert done == [0, 0]
        assert len(await lines(record)) == 50
        assert await record.balances("wallet:") == {"wallet:ann": 2_500, "wallet:bob": 2_500}
        assert await record.meters("t1") == {"funded": 5_000}


def _write(store: Store, name: str) -> int:
    root = str(Path(__file__).parents[2])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))}
    return subprocess.run([sys.executable, "-c", _WRITER, store.where, name], env=env, check=False).returncode
