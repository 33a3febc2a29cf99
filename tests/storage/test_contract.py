"""What a record promises, asked of every store: nothing here knows which one it talks to. First: what is written."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from croupier.house.faults import (
    StaleRecordError,
)
from croupier.house.meters import metered
from croupier.house.ports import Record
from croupier.storage.chain import GENESIS
from testkit.storage.stores import SET_UP, Store, append, begun, gave, lines, live, opened


async def nothing_changed(record: Record, *, seq: int, receipts: int) -> None:
    """See that a record ends where it did, everywhere."""
    head = await record.head("t1")
    assert (head.seq, head.receipts) == (seq, receipts)
    assert len(await lines(record)) == seq
    assert sum((await record.balances()).values()) == 0


# --- beginning ---------------------------------------------------------------------------------------------------


@live
async def test_a_new_record_has_no_tables(store: Store) -> None:
    async with opened(store) as record:
        assert await record.tables() == []
        assert await record.balances() == {}


@live
async def test_tables_come_in_the_order_in_which_they_were_set_up(store: Store) -> None:
    names = ["t2", "T1", "a b", "ä", "t10", "_", "\U0001f3b2", "z"]
    async with opened(store) as record:
        for name in names:
            await record.begin(replace(SET_UP, table=name, random=name < "b"), "the text")
        found = await record.tables()
    assert [setup.table for setup in found] == names
    assert all(setup == replace(SET_UP, table=setup.table, random=setup.table < "b") for setup in found)


@live
async def test_a_table_begins_once(store: Store) -> None:
    async with begun(store) as record:
        with pytest.raises(StaleRecordError, match="t1"):
            await record.begin(SET_UP, "another text")
        assert await record.rulebook("d1") == "the text"
        head = await record.head("t1")
        assert (head.seq, head.receipts, head.receipts_hash) == (0, 0, GENESIS)


@live
async def test_two_that_begin_the_same_table_at_once_make_one(store: Store) -> None:
    async with opened(store) as one, opened(store) as other:
        done = await asyncio.gather(*(record.begin(SET_UP, "x") for record in (one, other)), return_exceptions=True)
        assert sorted(type(fault).__name__ for fault in done) == ["NoneType", "StaleRecordError"]
        assert len(await one.tables()) == 1


@live
async def test_the_text_of_a_rulebook_is_kept_with_the_act_that_brings_it(store: Store) -> None:
    async with begun(store) as record:
        await append(record, gave(1)._replace(keeps=("digest", "a text")))
        await append(record, gave(2)._replace(keeps=("digest", "another")))
    async with opened(store) as record:
        assert await record.rulebook("digest") == "a text"


@live
async def test_meters_add_up(store: Store) -> None:
    async with begun(store) as record:
        await record.begin(replace(SET_UP, table="t2"), "x")
        await append(record, gave(1), gave(2))
        await append(record, gave(1), table="t2")
        async with record.turn("t1") as turn:
            await turn.append([gave(3)], {**metered(gave(3).events), "rounds": 2, "winnings": -5})
        assert await record.meters("t1") == {"funded": 300, "rounds": 2, "winnings": -5}
        assert await record.meters("t2") == {"funded": 100}
