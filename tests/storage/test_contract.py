"""What a record promises, asked of every store: nothing here knows which one it talks to. First: what is written."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace

import pytest

from croupier.house.faults import (
    BrokenRecordError,
    HouseFault,
    OverdrawnError,
    ReceiptKnownError,
    StaleRecordError,
    UnknownTableError,
)
from croupier.house.ledger import Posting
from croupier.house.meters import metered
from croupier.house.ports import Act, Record
from croupier.house.told import receipt_line
from croupier.storage.chain import GENESIS, event_hash
from tests.storage.stores import SET_UP, Store, append, begun, gave, lines, live, opened, refused


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
async def test_tables_come_in_the_order_of_their_names_as_they_were_set_up(store: Store) -> None:
    names = ["t2", "T1", "a b", "ä", "t10", "_", "\U0001f3b2", "z"]
    async with opened(store) as record:
        for name in names:
            await record.found(replace(SET_UP, table=name, random=name < "b"), "the text")
        found = await record.tables()
    assert [setup.table for setup in found] == sorted(names)
    assert all(setup == replace(SET_UP, table=setup.table, random=setup.table < "b") for setup in found)


@live
async def test_a_table_begins_once(store: Store) -> None:
    async with begun(store) as record:
        with pytest.raises(StaleRecordError, match="t1"):
            await record.found(SET_UP, "another text")
        assert await record.rulebook("d1") == "the text"
        head = await record.head("t1")
        assert (head.seq, head.receipts, head.receipts_hash) == (0, 0, GENESIS)


@live
async def test_two_that_begin_the_same_table_at_once_make_one(store: Store) -> None:
    async with opened(store) as one, opened(store) as other:
        done = await asyncio.gather(*(record.found(SET_UP, "x") for record in (one, other)), return_exceptions=True)
        assert sorted(type(fault).__name__ for fault in done) == ["NoneType", "StaleRecordError"]
        assert len(await one.tables()) == 1


@live
async def test_the_text_of_a_rulebook_is_kept_to_the_letter(store: Store) -> None:
    text = "[game]\r\n# ünïcode \U0001f3b2 'quoted' \"twice\"\n\ttab\n" * 1_000
    async with opened(store) as record:
        await record.found(SET_UP, text)
        await record.found(replace(SET_UP, table="t2"), text)
        assert await record.rulebook("d1") == text
        with pytest.raises(BrokenRecordError, match="d2"):
            await record.rulebook("d2")


@live
async def test_an_unknown_table_is_said_to_be_unknown(store: Store) -> None:
    async with begun(store) as record:
        with pytest.raises(UnknownTableError, match="nowhere"):
            await record.head("nowhere")
        with pytest.raises(UnknownTableError, match="nowhere"):
            await append(record, gave(1), table="nowhere")
        with pytest.raises(UnknownTableError, match="nowhere"):
            await lines(record, "nowhere")
        assert await record.receipt("nowhere", "ann", "c1") is None
        assert await record.sealed("nowhere", "1") is None
        assert await record.meters("nowhere") == {}


# --- writing -----------------------------------------------------------------------------------------------------


@live
async def test_what_was_written_is_read_back_in_order(store: Store) -> None:
    async with begun(store) as record:
        written = await append(record, gave(1), gave(2, "bob"), refused("c9"))
        stored = [(entry, event) async for entry, event in record.read("t1")]
    assert [entry for entry, _ in stored] == [*written[0].entries, *written[1].entries]
    assert [event for _, event in stored] == [*gave(1).events, *gave(2, "bob").events]
    assert [entry.seq for entry, _ in stored] == [1, 2]
    assert stored[1][0].prev == stored[0][0].hash == event_hash("t1", "wallet-funded/1", *stored[0][0][2:4])
    assert written[2].entries == ()


@live
async def test_reading_starts_after_any_place(store: Store) -> None:
    async with begun(store) as record:
        await append(record, *(gave(seq) for seq in range(1, 8)))
        everything = await lines(record)
        for after in range(8):
            assert await lines(record, after=after) == everything[after:]
        with pytest.raises(UnknownTableError, match="no event 8"):
            await lines(record, after=8)


@live
async def test_a_turn_knows_where_the_record_ends(store: Store) -> None:
    async with begun(store) as record:
        await append(record, gave(1), refused("c9"))
        async with record.turn("t1") as turn:
            assert turn.head == await record.head("t1")
            assert (turn.head.seq, turn.head.receipts) == (1, 2)


@live
async def test_a_turn_that_writes_nothing_changes_nothing(store: Store) -> None:
    async with begun(store) as record:
        async with record.turn("t1"):
            pass
        await nothing_changed(record, seq=0, receipts=0)


@live
async def test_a_batch_is_stored_whole_or_not_at_all(store: Store) -> None:
    sealing = gave(2)._replace(seals=("1", "closed"))
    costly = Act("ann", "c3", gave(3).command, gave(3).events, (Posting(3, "wallet:bob", -1), Posting(3, "issued", 1)))
    async with begun(store) as record:
        with pytest.raises(OverdrawnError):
            await append(record, gave(1), sealing, costly, refused("c4"))
        await nothing_changed(record, seq=0, receipts=0)
        assert not any((await record.balances()).values())
        assert await record.meters("t1") == {}
        assert await record.sealed("t1", "1") is None
        assert await record.receipt("t1", "house", "c1") is None
        assert [one async for one in record.refusals("t1")] == []
        await append(record, gave(1))
        await nothing_changed(record, seq=1, receipts=1)


@pytest.mark.parametrize("late", [gave(2, ident="late"), refused("late")], ids=["event", "refusal"])
@live
async def test_a_stale_writer_writes_nothing(store: Store, late: Act) -> None:
    async with begun(store) as record:
        await append(record, gave(1))
        async with record.turn("t1") as turn:
            believed = turn.head
        await append(record, gave(2, "bob"), refused("r1"))

        async def write_late() -> None:
            async with record.turn("t1") as turn:
                turn._head = believed  # type: ignore[attr-defined] # as a worker that slept would have it
                await turn.append([late], {"funded": 100})

        with pytest.raises(StaleRecordError, match="t1"):
            await write_late()
        await nothing_changed(record, seq=2, receipts=3)
        assert await record.meters("t1") == {"funded": 200}
        assert await record.receipt("t1", late.who, "late") is None
        await append(record, gave(3))


@live
async def test_of_writers_that_race_one_wins_each_place(store: Store) -> None:
    async def writer(record: Record, name: str) -> int:
        won = 0
        while True:
            with suppress(StaleRecordError):
                async with record.turn("t1") as turn:
                    seq = turn.head.seq + 1
                    if seq > 40:
                        return won
                    await turn.append([gave(seq, name, ident=f"{name}-{seq}")], {"funded": 100})
                won += 1

    async with begun(store) as one, opened(store) as other:
        won = await asyncio.gather(writer(one, "ann"), writer(other, "bob"))
        assert sum(won) == 40
        assert len(await lines(one)) == 40
        balances = await one.balances("wallet:")
        assert [balances.get(f"wallet:{name}", 0) for name in ("ann", "bob")] == [100 * each for each in won]
        assert await one.meters("t1") == {"funded": 4_000}


@live
async def test_many_tables_share_wallets_without_standing_in_each_others_way(store: Store) -> None:
    async with opened(store) as record:
        names = [f"t{number}" for number in range(6)]
        for name in names:
            await record.found(replace(SET_UP, table=name), "x")

        async def play(name: str, turn: int) -> None:
            for seq in range(1, 9):
                # Each table moves the same wallets in another order, and new ones as it goes.
                players = [f"p{(turn * 7 + seq + step * (-1) ** turn) % 12}" for step in range(4)]
                acts = [gave((seq - 1) * 4 + at + 1, player) for at, player in enumerate(players)]
                await append(record, *acts, table=name)

        await asyncio.gather(*(play(name, turn) for turn, name in enumerate(names)))
        balances = await record.balances()
        assert balances["issued"] == -6 * 8 * 4 * 100
        assert sum(balances.values()) == 0


@live
async def test_ten_thousand_events(store: Store) -> None:
    async with begun(store) as record:
        for start in range(1, 10_001, 1_000):
            await append(record, *(gave(seq) for seq in range(start, start + 1_000)))
        seen = [entry.seq async for entry, _ in record.read("t1")]
        assert seen == list(range(1, 10_001))
        assert await record.balances("wallet:") == {"wallet:ann": 1_000_000}
        assert (await record.head("t1")).receipts == 10_000


@live
async def test_a_writer_that_is_cancelled_anywhere_leaves_all_or_nothing(store: Store) -> None:
    async with begun(store) as record:
        steps, seq = 0, 0
        while True:
            seq = (await record.head("t1")).seq
            task = asyncio.ensure_future(append(record, gave(seq + 1), refused(f"r{steps}")))
            for _ in range(steps):
                await asyncio.sleep(0)
            if steps > 8:
                await asyncio.sleep(0.001 * (steps - 8))
            over = task.done()
            task.cancel()
            with suppress(asyncio.CancelledError, StaleRecordError):
                await task
            await record.wait("t1", -1)
            steps += 1
            if over and steps > 12:
                break
        for _ in range(20):  # what was on its way when its asker left arrives now
            await asyncio.sleep(0.01)
        with suppress(StaleRecordError):
            await append(record, refused("last"))
        head = await record.head("t1")
        assert head.seq >= 1
        assert len(await lines(record)) == head.seq
        assert (await record.balances("wallet:"))["wallet:ann"] == 100 * head.seq
        refusals = [one.id async for one in record.refusals("t1", 1_000)]
        assert head.receipts == head.seq + len(refusals)


# --- receipts ----------------------------------------------------------------------------------------------------


@live
async def test_a_receipt_is_found_again_byte_for_byte(store: Store) -> None:
    async with begun(store) as record:
        acts = [gave(1), refused("c2"), gave(2, "bob", ident="c3")]
        written = await append(record, *acts)
    async with opened(store) as record:
        for act, stored in zip(acts, written, strict=True):
            found = await record.receipt("t1", act.who, act.id)
            assert found is not None
            assert found.written == stored
            assert found.command == act.command
            assert receipt_line(act.id, found.written) == receipt_line(act.id, stored)
        assert await record.receipt("t1", "ann", "c1") is None
        assert await record.receipt("t2", "house", "c1") is None
        asked = [(act.who, act.id) for act in acts]
        assert await record.known("t1", [("ann", "c1"), *asked, ("house", "c9")]) == set(asked)
        assert await record.known("t2", asked) == set()


@pytest.mark.parametrize("again", [gave(3, ident="c1"), refused("c1")._replace(who="house")], ids=["event", "refusal"])
@live
async def test_an_id_is_answered_once(store: Store, again: Act) -> None:
    async with begun(store) as record:
        await append(record, gave(1))
        with pytest.raises(ReceiptKnownError):
            await append(record, gave(2, ident="c0"), again)
        await nothing_changed(record, seq=1, receipts=1)
        await append(record, refused("c1", who="bob"))
        await nothing_changed(record, seq=1, receipts=2)


@live
async def test_refusals_come_oldest_first_and_only_the_last(store: Store) -> None:
    async with begun(store) as record:
        await append(record, refused("r1"), gave(1), refused("r2"), refused("r3"))
        last = [receipt async for receipt in record.refusals("t1", 2)]
    assert [(receipt.id, receipt.place) for receipt in last] == [("r2", 3), ("r3", 4)]
    assert all(json.loads(receipt.refused or "")["code"] == "role-not-allowed" for receipt in last)


# --- money, secrets, counters ------------------------------------------------------------------------------------


@live
async def test_who_overdraws_is_named_and_nothing_is_written(store: Store) -> None:
    def takes(seq: int, account: str, amount: int) -> Act:
        moved = (Posting(seq, account, -amount), Posting(seq, "issued", amount))
        return Act("house", f"c{seq}", gave(seq).command, gave(seq).events, moved)

    async with begun(store) as record:
        await append(record, gave(1, "ann", 100), gave(2, "bob", 5))
        with pytest.raises(OverdrawnError) as fault:
            await append(record, gave(3), takes(4, "wallet:bob", 6))
        assert fault.value.account == "wallet:bob"
        with pytest.raises(OverdrawnError) as fault:
            await append(record, takes(3, "wallet:nobody", 1))
        assert fault.value.account == "wallet:nobody"
        with pytest.raises(OverdrawnError) as fault:
            await append(record, takes(3, "wallet:ann", 100), takes(4, "wallet:nobody", 1))
        assert fault.value.account == "wallet:nobody"
        await nothing_changed(record, seq=2, receipts=2)
        await append(record, takes(3, "wallet:bob", 5))
        balances = await record.balances()
        assert (balances["wallet:bob"], balances["issued"]) == (0, -100)


@live
async def test_within_a_batch_only_the_end_counts(store: Store) -> None:
    def moves(seq: int, amount: int) -> Act:
        moved = (Posting(seq, "wallet:ann", amount), Posting(seq, "issued", -amount))
        return Act("house", f"c{seq}", gave(seq).command, gave(seq).events, moved)

    async with begun(store) as record:
        await append(record, moves(1, 10), moves(2, -10), moves(3, 7), moves(4, -2))
        assert await record.balances("wallet:") == {"wallet:ann": 5}


@live
async def test_the_houses_own_accounts_may_owe_and_no_others(store: Store) -> None:
    async with begun(store) as record:
        for seq, account in enumerate(("tray:t1", "outside:t1", "issued"), start=1):
            moved = (Posting(seq, account, -9), Posting(seq, f"felt:{account}", 9))
            await append(record, Act("house", f"c{seq}", gave(seq).command, gave(seq).events, moved))
        for account in ("felt:t1", "cash:t1:ann", "color:t1:ann:red", "away:t1:ann:red", "Tray:t1", "xtray:t1", "tray"):
            moved = (Posting(4, account, -9), Posting(4, "wallet:bob", 9))
            with pytest.raises(OverdrawnError, match="below zero"):
                await append(record, Act("house", "c4", gave(4).command, gave(4).events, moved))


@live
async def test_balances_are_found_by_how_they_begin(store: Store) -> None:
    async with begun(store) as record:
        await append(record, *(gave(seq, name) for seq, name in enumerate(("a", "ab", "a%", "b", "a_c", "é"), start=1)))
        assert list(await record.balances("wallet:a")) == ["wallet:a", "wallet:a%", "wallet:a_c", "wallet:ab"]
        assert list(await record.balances("wallet:a%")) == ["wallet:a%"]
        assert list(await record.balances("wallet:é")) == ["wallet:é"]
        assert len(await record.balances()) == 7


@live
async def test_a_sealed_secret_is_kept_until_it_is_revealed(store: Store) -> None:
    async with begun(store) as record:
        await append(record, gave(1)._replace(seals=("1", "secret one")), gave(2)._replace(seals=("2", "secret two")))
    async with opened(store) as record:
        assert await record.sealed("t1", "1") == "secret one"
        await append(record, gave(3)._replace(unseals="1"))
        assert await record.sealed("t1", "1") is None
        assert await record.sealed("t1", "2") == "secret two"
        with pytest.raises(HouseFault):
            await append(record, gave(4)._replace(seals=("2", "another")))
        assert await record.sealed("t1", "2") == "secret two"
        await nothing_changed(record, seq=3, receipts=3)


@live
async def test_meters_add_up(store: Store) -> None:
    async with begun(store) as record:
        await record.found(replace(SET_UP, table="t2"), "x")
        await append(record, gave(1), gave(2))
        await append(record, gave(1), table="t2")
        async with record.turn("t1") as turn:
            await turn.append([gave(3)], {**metered(gave(3).events), "rounds": 2, "winnings": -5})
        assert await record.meters("t1") == {"funded": 300, "rounds": 2, "winnings": -5}
        assert await record.meters("t2") == {"funded": 100}
