"""A live table on every store: in order, once, and as it was after any restart."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from croupier.house import host as hosts
from croupier.house.dealing import next_call
from croupier.house.desk import DESK, AdmitGuest, FundWallet
from croupier.house.faults import BusyError, HouseFault, NotStoredError
from croupier.house.host import Host
from croupier.house.ports import AnyAct, Asked, Happened, Head, Turn, Written
from croupier.house.tables import LiveTables, open_tables
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Role
from croupier.table import commands
from croupier.table.commands import Ball, By, Command, Turning
from croupier.table.refusal import Code
from croupier.table.state import Purse
from croupier.wheels.draw import commitment
from testkit.storage.stores import HOUSE_BY, Store, live
from testkit.table.scenes import ANN, BOB, DEALER
from tests.house.tables import (
    AUTOMATIC,
    RULES,
    bet,
    codes,
    done,
    house_on,
    open_for_bets,
    random_wheel,
    rules,
    table_set_up,
    told,
)


def round_calls(pocket: str = "17") -> list[Command]:
    """The dealer's calls from the spin to the next opening."""
    return [
        commands.SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
        commands.CountRevolutions(DEALER, 4),
        commands.CallNoMoreBets(DEALER, bell=True, wave=True),
        commands.DeclareOutcome(DEALER, Pocket(pocket)),
        commands.PlaceDolly(DEALER, Pocket(pocket)),
        commands.Settle(DEALER),
        commands.LiftDolly(DEALER),
        commands.OpenBetting(DEALER),
    ]


# --- order and once ----------------------------------------------------------------------------------------------


@live
async def test_what_is_asked_happens_in_that_order_and_is_told_in_that_order(store: Store) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)
        follower = host.feed.follow()
        answers = await asyncio.gather(*(host.ask(f"c{number}", bet(number)) for number in range(50)))
        seqs = [json.loads(answer.line)["events"][0]["seq"] for answer in answers]
        assert seqs == list(range(seqs[0], seqs[0] + 50))
        seen: list[int] = []
        async for batch in follower.batches():
            seen += [entry.seq for entry, _ in batch]
            if len(seen) == 50:
                break
        assert seen == seqs
        assert [entry.seq async for entry, _ in house.record.read("t1")][-50:] == seqs
        assert (await house.record.balances("felt:"))["felt:t1"] == 500


@live
async def test_a_whole_round_is_played_and_paid(store: Store) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)
        await done(host, bet(1, 100), commands.PlaceWager(BOB, "w2", "bob", "red", 100), *round_calls("17"))
        balances = await house.record.balances()
        assert (balances["cash:t1:ann"], balances["cash:t1:bob"]) == (5_000 + 35 * 100, 5_000 - 100)
        assert (balances["felt:t1"], balances["tray:t1"]) == (0, -35 * 100 + 100)
        meters = await house.record.meters("t1")
        assert (meters["rounds"], meters["staked"], meters["winnings"], meters["collected"]) == (1, 200, 3_500, 100)


@live
async def test_the_same_id_is_one_act_in_a_batch_later_and_after_a_restart(store: Store) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)
        named = bet(1, round_name="1")
        first, again, other = await asyncio.gather(
            host.ask("c1", named), host.ask("c1", named), host.ask("c1", bet(1, 20, round_name="1"))
        )
        assert first == again
        assert json.loads(other.line)["refused"]["code"] == "id-reused"
        assert other.refusal is not None
        assert other.refusal.code is Code.ID_REUSED
        assert await host.ask("c1", named) == first
        refused = await host.ask("c2", bet(2, 10**9))
        assert "refused" in json.loads(refused.line)
    async with house_on(store) as house:
        host = house.host("t1")
        head = await house.record.head("t1")
        assert await host.ask("c1", named) == first
        assert await host.ask("c2", bet(2, 10**9)) == refused
        assert json.loads((await host.ask("c1", bet(1, 20))).line)["refused"]["code"] == "id-reused"
        assert await house.record.head("t1") == head
        # Another person's id is another id.
        assert await codes(host, [("c1", bet(3, by=BOB))]) == ["wager-placed"]


@live
async def test_an_opening_call_asked_again_after_a_restart_is_the_same_call(store: Store) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house, random=True)
        await done(host, commands.SpinBall(AUTOMATIC, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE))
        while not host.table.round.ended:
            call = next_call(host.table, RULES, host.drawn)
            assert call is not None
            await done(host, call)
        await done(host, commands.LiftDolly(AUTOMATIC))
        mine = commands.OpenBetting(AUTOMATIC, commitment="chosen by somebody")
        answer = await host.ask("open", mine)
        assert "chosen by somebody" not in answer.line
    async with house_on(store) as house:
        assert await house.host("t1").ask("open", mine) == answer


@live
async def test_receipts_no_longer_at_hand_are_found_in_the_record(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "RECEIPTS_KEPT", 12)
    async with house_on(store) as house:
        host = await open_for_bets(house)
        first = [await host.ask(f"c{number}", bet(number)) for number in range(8)]
        await asyncio.gather(*(host.ask(f"c{number}", bet(number)) for number in range(20, 32)))
        assert ("ann", "c0") not in host._receipts
        mixed = await asyncio.gather(*(host.ask(f"c{number}", bet(number)) for number in range(10)))
        assert mixed[:8] == first
        assert [json.loads(answer.line)["events"][0]["type"] for answer in mixed[8:]] == ["wager-placed"] * 2
        assert host.table.layout.live == 22


@live
async def test_a_whole_batch_of_ids_answered_long_ago_is_answered_again_beside_new_bets(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "RECEIPTS_KEPT", 12)
    async with house_on(store) as house:
        host = await open_for_bets(house)
        first = await asyncio.gather(*(host.ask(f"c{number}", bet(number)) for number in range(30)))
        again = await asyncio.gather(
            *(host.ask(f"c{number}", bet(number)) for number in (*range(30), *range(40, 45), 3))
        )
        assert [*again[:30], again[-1]] == [*first, first[3]]
        assert host.table.layout.live == 35


def test_more_receipts_are_at_hand_than_one_batch_has() -> None:
    assert hosts.RECEIPTS_KEPT > hosts.BATCH_MAX


@live
async def test_a_bet_for_a_round_that_is_over_is_not_played_in_the_next(store: Store) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)
        await done(host, bet(1, round_name="1"), *round_calls())
        assert host.table.round.number == 2
        asked = [("late", bet(2, round_name="1")), ("now", bet(3, round_name="2"))]
        assert await codes(host, asked) == ["round-over", "wager-placed"]


@live
async def test_too_much_waiting_is_refused_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "WAITING_MAX", 5)
    async with house_on(store) as house:
        host = await open_for_bets(house)
        asked = await asyncio.gather(
            *(host.ask(f"c{number}", bet(number)) for number in range(9)), return_exceptions=True
        )
        busy = [one for one in asked if isinstance(one, BusyError)]
        assert len(busy) == 4
        assert all("has 5 commands waiting; ask again" in str(one) for one in busy)
        assert host.table.layout.live == 5


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 5, 8])
@live
async def test_whoever_leaves_changes_nothing_about_what_happens(store: Store, steps: int) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)
        leaving = [asyncio.ensure_future(host.ask(f"c{number}", bet(number))) for number in range(4)]
        for _ in range(steps):
            await asyncio.sleep(0)
        if steps > 3:
            await asyncio.sleep(0.001 * steps)
        asked = steps > 0
        for one in leaving:
            one.cancel()
        await asyncio.gather(*leaving, return_exceptions=True)
        stays = await told(host, "stays", bet(9))
        assert "events" in stays
        # A task that was cancelled before its first step never asked at all.
        assert host.table.layout.live == (5 if asked else 1)
        head = await house.record.head("t1")
        for number in range(4):
            assert "events" in await told(host, f"c{number}", bet(number))
        assert (await house.record.head("t1")).seq == head.seq + (0 if asked else 4)


# --- money -------------------------------------------------------------------------------------------------------


@live
async def test_whoever_takes_more_than_the_wallet_holds_is_refused_alone(store: Store) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)

        def buys(player: str, amount: int) -> Command:
            return commands.BuyIn(DEALER, player, amount, ChipSort.CASH)

        asked = [
            ("b1", buys("ann", 3_000)),
            ("b2", buys("ann", 3_000)),
            ("b3", bet(1)),
            ("b4", buys("bob", 5_001)),
            ("b5", buys("cid", 1)),
            ("b6", buys("ann", 2_000)),
        ]
        answers = [json.loads(one.line) for one in await asyncio.gather(*(host.ask(*one) for one in asked))]
        refused = {one["id"]: one["refused"] for one in answers if "refused" in one}
        assert set(refused) == {"b2", "b4", "b5"}
        assert refused["b2"]["code"] == "not-enough-chips"
        assert refused["b4"]["facts"] == {"account": "wallet:bob"}
        balances = await house.record.balances("wallet:")
        assert balances == {"wallet:ann": 0, "wallet:bob": 5_000, **{k: 0 for k in balances if k == "wallet:cid"}}
        assert (await house.record.balances("cash:"))["cash:t1:ann"] == 10_000 - 10


@live
async def test_many_who_overdraw_at_once_are_refused_in_one_pass(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    batches = []

    async def batch(host: Host, *given: Any) -> None:
        batches.append(len(given[0]))
        await whole(host, *given)

    async with house_on(store) as house:
        host = await open_for_bets(house)
        whole = Host._batch
        monkeypatch.setattr(Host, "_batch", batch)
        poor = [By(f"p{number}", Role.PLAYER) for number in range(100)]
        asked = [host.ask("b", commands.BuyIn(by, by.name, 10**9, ChipSort.CASH)) for by in poor]
        wager = host.ask("w", bet(1))
        answers = await asyncio.gather(*asked[:50], wager, *asked[50:])
        laid = answers.pop(50)
        assert laid.refusal is None
        for by, answer in zip(poor, answers, strict=True):
            assert answer.refusal is not None
            assert answer.refusal.facts == {"account": f"wallet:{by.name}"}
        assert sum(batches) <= 3 * 101


@live
async def test_one_wallet_at_two_tables_is_not_spent_twice(store: Store) -> None:
    async with house_on(store) as house:
        one = await open_for_bets(house)
        other = await house.add(table_set_up(name="t2"), "the text")
        await done(other, commands.OpenTable(AUTOMATIC))
        buys = commands.BuyIn(DEALER, "ann", 4_000, ChipSort.CASH)
        answers = await asyncio.gather(one.ask("x", buys), other.ask("x", buys))
        assert sorted("refused" in json.loads(answer.line) for answer in answers) == [False, True]
        assert (await house.record.balances("wallet:ann"))["wallet:ann"] == 1_000


# --- restarts ----------------------------------------------------------------------------------------------------


@live
async def test_a_restart_in_any_phase_gives_the_same_table(store: Store) -> None:
    calls: list[Command] = [bet(1, 100), bet(2, 50, BOB), *round_calls("5"), bet(3)]
    async with house_on(store) as house:
        await open_for_bets(house)
    phases = set()
    for number, call in enumerate(calls):
        async with house_on(store) as house:
            host = house.host("t1")
            await done(host, call)
            before, results = host.table, list(host.results.last)
        async with house_on(store) as house:
            restored = house.host("t1")
            assert restored.table == before, f"after call {number}"
            assert list(restored.results.last) == results
            phases.add(before.round.phase)
    assert len(phases) == 6


@live
async def test_a_drawn_secret_is_kept_through_restarts_and_never_drawn_again(store: Store) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house, random=True)
        opening = [entry.line async for entry, _ in house.record.read("t1") if "betting-opened" in entry.tag]
        committed = json.loads(opening[0])["commitment"]
        await done(host, bet(1))
        with pytest.raises(HouseFault, match="after no more bets"):
            host.drawn()
    drawn: set[str] = set()
    while True:
        async with house_on(store) as house:
            host = house.host("t1")
            if host.table.round.ended:
                break
            call = next_call(host.table, RULES, host.drawn)
            assert call is not None
            if host.table.round.called and host.table.round.outcome is None:
                drawn.add(host.drawn())
                wrong = "5" if host.drawn() != "5" else "6"
                cheat = host.ask("cheat", commands.DeclareOutcome(AUTOMATIC, Pocket(wrong)))
                late, told = await asyncio.gather(host.ask("late", bet(2)), cheat, return_exceptions=True)
                assert "betting-closed" in str(late), "others of the same batch are answered"
                assert isinstance(told, NotStoredError)
                assert "the wheel did not draw" in str(told)
            await done(host, call)
    assert len(drawn) == 1
    async with house_on(store) as house:
        last = [json.loads(entry.line) async for entry, _ in house.record.read("t1")][-1]
        assert (last["type"], last["pocket"]) == ("round-closed", drawn.pop())
        assert commitment(bytes.fromhex(last["secret"]), table="t1", round_id="1") == committed
        assert await house.record.sealed("t1", "1") is None


@live
async def test_a_secret_that_is_gone_stops_the_table_and_says_so(store: Store) -> None:
    async with house_on(store) as house:
        await open_for_bets(house, random=True)
    store.sql("DELETE FROM sealed")
    record = await store.open()
    try:
        house = await open_tables(record, rules, random_wheel())
        assert "t1 round 1: its secret is missing" in house.broken["t1"].why
        with pytest.raises(HouseFault, match="out of service"):
            house.host("t1")
    finally:
        await record.close()


@live
async def test_the_front_desk_is_as_it_was_after_a_restart(store: Store) -> None:
    async with house_on(store) as house:
        answers = [await house.ask(ident, AdmitGuest(HOUSE_BY, "ann")) for ident in ("a1", "a2")]
        assert [("refused" in json.loads(answer.line)) for answer in answers] == [False, True]
        desk = house.desk
    async with house_on(store) as house:
        assert house.desk == desk
        assert await house.ask("a1", AdmitGuest(HOUSE_BY, "ann")) == answers[0]
        assert json.loads((await house.ask("a1", AdmitGuest(HOUSE_BY, "bob"))).line)["refused"]["code"] == "id-reused"


# --- two workers -------------------------------------------------------------------------------------------------


@live
async def test_two_workers_on_one_record_take_turns(store: Store) -> None:
    async with house_on(store) as house:
        await open_for_bets(house)
        async with house_on(store) as second:
            one, two = house.host("t1"), second.host("t1")
            answers = [
                await (one if number % 2 else two).ask(f"c{number}", bet(number, by=ANN if number % 3 else BOB))
                for number in range(12)
            ]
            assert all("events" in json.loads(answer.line) for answer in answers)
            # An id that the other worker answered is answered the same.
            assert await one.ask("c1", bet(1)) == await two.ask("c1", bet(1))
            at_once = [(host, place + number) for number in range(10) for host, place in ((one, 20), (two, 120))]
            both = await asyncio.gather(*(host.ask(f"c{number}", bet(number)) for host, number in at_once))
            assert all("events" in json.loads(answer.line) for answer in both)
            await told(one, "last", bet(300))
            assert json.loads((await two.ask("c1", bet(999))).line)["refused"]["code"] == "id-reused"
            await told(two, "really last", bet(301))
            assert two.table.layout.live == 12 + 20 + 2
            await house.ask("f1", FundWallet(HOUSE_BY, "ann", 5, "x"))
            assert await second.ask("f1", FundWallet(HOUSE_BY, "ann", 5, "x")) == await house.ask(
                "f1", FundWallet(HOUSE_BY, "ann", 5, "x")
            )
            await second.ask("f2", FundWallet(HOUSE_BY, "ann", 5, "x"))


_WORKER = """
import asyncio, sys
from pathlib import Path
from typing import Any
from croupier.house.tables import open_tables
from testkit.storage.stores import open_at
from tests.house.tables import bet, random_wheel, rules

async def work(where, name):
    record = await open_at(where)
    house = await open_tables(record, rules, random_wheel())
    host = house.host("t1")
    for batch in range(5):
        first = int(name) * 1000 + batch * 6
        answers = await asyncio.gather(*(host.ask(f"{name}-{n}", bet(n, 1)) for n in range(first, first + 6)))
        assert all('"events"' in answer.line for answer in answers), answers
    await house.close()

asyncio.run(work(*sys.argv[1:]))
"""


@live
async def test_two_workers_in_two_processes_play_one_table(store: Store) -> None:
    async with house_on(store) as house:
        await open_for_bets(house)
    assert await asyncio.gather(*(asyncio.to_thread(_work, store, name) for name in ("1", "2"))) == [0, 0]
    async with house_on(store) as house:
        table = house.host("t1").table
        assert table.layout.live == 60
        assert table.standing.purses.get("ann") == Purse(cash=5_000 - 60, laid_cash=60, bought=5_000)
        assert (await house.record.balances("felt:"))["felt:t1"] == 60


def _work(store: Store, name: str) -> int:
    root = str(Path(__file__).parents[2])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))}
    return subprocess.run([sys.executable, "-c", _WORKER, store.where, name], env=env, check=False).returncode


# --- failures ----------------------------------------------------------------------------------------------------


Turns = Callable[[str], AbstractAsyncContextManager[Turn[Asked, Happened]]]


class _Broken:
    """A turn that writes nothing."""

    def __init__(self, head: Head) -> None:
        self.head = head

    async def append(self, acts: Sequence[AnyAct], meters: Mapping[str, int]) -> Sequence[Written]:
        raise NotStoredError(f"the disk is on fire, with {len(acts)} acts and {len(meters)} meters")


def broken(plain: Turns) -> Turns:
    """Turns that write nothing."""

    @asynccontextmanager
    async def turn(table: str) -> AsyncIterator[Turn[Asked, Happened]]:
        async with plain(table) as real:
            yield _Broken(real.head)

    return turn


def lost(plain: Turns) -> Turns:
    """Turns of which nobody can tell how they ended. They ended well."""

    @asynccontextmanager
    async def turn(table: str) -> AsyncIterator[Turn[Asked, Happened]]:
        async with plain(table) as real:
            yield real
        raise NotStoredError("lost while committing")

    return turn


@live
async def test_what_was_not_stored_did_not_happen_and_can_be_asked_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)
        before, follower = host.table, host.feed.follow()
        plain = house.record.turn
        monkeypatch.setattr(house.record, "turn", broken(plain))
        for ident in ("c1", "c2"):
            with pytest.raises(NotStoredError, match="the disk is on fire"):
                await host.ask(ident, bet(1))
        assert host.table is before
        monkeypatch.setattr(house.record, "turn", plain)
        assert await codes(host, [("c1", bet(1)), ("c2", bet(1))]) == ["wager-placed", "wager-id-reused"]
        batches = follower.batches()
        assert [entry.seq for entry, _ in await anext(batches)] == [before.seq + 1]


@live
async def test_what_was_stored_though_nobody_could_tell_is_found_by_its_id(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)
        plain = house.record.turn
        monkeypatch.setattr(house.record, "turn", lost(plain))
        with pytest.raises(NotStoredError, match="lost while committing"):
            await host.ask("c1", bet(1))
        monkeypatch.setattr(house.record, "turn", plain)
        head = await house.record.head("t1")
        answer = await told(host, "c1", bet(1))
        assert answer["events"][0]["seq"] == head.seq
        assert (await house.record.head("t1")).seq == head.seq
        assert host.table.layout.live == 1
        await told(host, "c2", bet(2))


@live
async def test_a_bug_of_ours_leaves_nobody_waiting(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)
        monkeypatch.setattr(hosts, "BATCH_MAX", 2)
        monkeypatch.setattr(Host, "_judge", lambda _: 1 / 0)
        asked = [asyncio.ensure_future(host.ask(f"c{number}", bet(number))) for number in range(6)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(one, NotStoredError) and "division by zero" in str(one) for one in answers)
        with pytest.raises(HouseFault, match="t1 is out of service"):
            await host.ask("c9", bet(9))
        with suppress(ZeroDivisionError):
            assert host._task is not None
            await host._task


@live
async def test_a_table_that_stops_works_off_what_waits(store: Store) -> None:
    async with house_on(store) as house:
        host = await open_for_bets(house)
        asked = [asyncio.ensure_future(host.ask(f"c{number}", bet(number))) for number in range(30)]
        await asyncio.sleep(0)
        await host.stop()
        assert all("events" in json.loads(one.line) for one in await asyncio.gather(*asked))
        with pytest.raises(HouseFault, match="stopped"):
            await host.ask("x", bet(99))


@live
async def test_tables_and_names_that_cannot_be_are_refused(store: Store) -> None:
    async with house_on(store) as house:
        assert isinstance(house, LiveTables)
        for name in ("", "a:b", DESK):
            with pytest.raises(HouseFault, match="cannot be called"):
                await house.add(table_set_up(name=name), "x")
        with pytest.raises(HouseFault, match="no table 'nowhere'; there are none"):
            house.host("nowhere")
