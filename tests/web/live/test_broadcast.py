"""Those who read: slowly, not at all, again from any place; and those who come back in the middle of a command."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from croupier.house.host import Host
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.table.commands import By
from croupier.table.offers import Offer
from croupier.web.live import broadcast
from croupier.web.live.broadcast import Broadcast, Subscriber
from testkit.web.dealing import STEPS, dealt_table, step
from testkit.web.running import STILL, Running, Socket, come_in, opened, play, running, socket, staff

WAGER = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "17/20", "stake": 500}


class Slow:
    """A connection whose reader reads when the test lets it."""

    def __init__(self) -> None:
        self.unread = bytearray()
        self.sent: list[bytes] = []
        self.gone = False

    def send(self, text: bytes) -> None:
        self.write(text)

    def write(self, frame: bytes) -> None:
        self.unread += frame
        if frame:
            self.sent.append(frame)

    def get_write_buffer_size(self) -> int:
        return len(self.unread)

    def is_closing(self) -> bool:
        return self.gone

    def hang_up(self, code: int) -> None:
        self.gone = bool(code)

    def abort(self) -> None:
        self.gone = True


def spoken(frame: bytes) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(frame[frame.index(b"{") :])
    return data


async def slow_reader(house: Running) -> tuple[Broadcast, Subscriber, Slow]:
    """Subscriber a reader that does not read at a table of its own."""
    host = await dealt_table(house, "mbs-roulette/3", "betting-open")
    there = house.service.office.attendance.broadcasts[host.name]
    transport = Slow()
    seat = Subscriber(transport, host, None, None, host.table.seq)
    there.subscribers.add(seat)
    return there, seat, transport


async def busy(house: Running, there: Broadcast, times: int) -> None:
    """Let something happen so many times."""
    for _ in range(times):
        number = there.host.table.seq
        frame = {"do": "place-wager", "wager": f"b{number}", "player": "ann", "position": "red", "stake": 500}
        await step(house, there.host, frame)
        await step(house, there.host, {"do": "retract-wager", "wager": f"b{number}"})
        await asyncio.sleep(0.01)


def test_a_reader_that_falls_behind_is_told_no_more_and_then_gets_a_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "BEHIND", 2_000)
    monkeypatch.setattr(broadcast, "LOOK_AGAIN", 0.02)

    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            there, seat, transport = await slow_reader(house)
            await busy(house, there, 20)
            kept = len(transport.unread)
            assert seat.behind_since is not None
            assert kept < 2 * 2_000 + 4_000
            await busy(house, there, 5)
            assert len(transport.unread) == kept
            # It reads again, and nothing more happens at the table: it is told all the same.
            transport.unread.clear()
            transport.sent.clear()
            async with asyncio.timeout(5):
                while not transport.sent:
                    await asyncio.sleep(0.01)
            told = spoken(transport.sent[0])
            assert told["seq"] == there.host.table.seq == seat.seq
            assert told["snapshot"]["now"]["phase"] == "betting-open"
            transport.unread.clear()
            transport.sent.clear()
            await busy(house, there, 1)
            await asyncio.sleep(0.05)
            places = [event["seq"] for frame in transport.sent for event in spoken(frame).get("events", ())]
            assert places == [told["seq"] + 1, told["seq"] + 2]

    play(scene())


def test_a_reader_that_stays_behind_is_shown_the_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "BEHIND", 2_000)
    monkeypatch.setattr(broadcast, "LOOK_AGAIN", 0.02)
    monkeypatch.setattr(broadcast, "PATIENCE", 0.2)

    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            there, _, transport = await slow_reader(house)
            await busy(house, there, 20)
            async with asyncio.timeout(5):
                while not transport.gone:
                    await asyncio.sleep(0.01)
            assert there.dropped == 1

    play(scene())


def test_a_client_that_asks_on_and_reads_no_answer_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "UNREAD_MAX", 64 * 1024)

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with aiohttp.ClientSession() as http:
                url = f"{house.base}/api/v1/tables/mbs-3/socket?feed=off"
                async with http.ws_connect(url) as ws:
                    await ws.send_json({"id": "0", "do": "sign-in", "token": token})
                    quiet = house.service.office.attendance.broadcasts["mbs-3"].quiet
                    async with asyncio.timeout(5):
                        while not quiet:
                            await asyncio.sleep(0.01)
                    (seat,) = quiet
                    slow = Slow()
                    seat.socket = slow
                    slow.unread += b"x" * (64 * 1024 + 1)
                    await ws.send_json({"id": "c1", "do": "ping"})
                    async with asyncio.timeout(5):
                        while not slow.gone:
                            await asyncio.sleep(0.01)
                    assert not slow.sent

    play(scene())


def test_one_slow_reader_delays_nobody_else(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            there, _, transport = await slow_reader(house)
            transport.unread += b"x" * (broadcast.BEHIND + 1)
            async with socket(house, there.host.name, None) as (line, welcome):
                await busy(house, there, 3)
                while len(line.events) < 6:
                    await line.receive()
                places = [event["seq"] for event in line.events]
                assert places == list(range(welcome["seq"] + 1, welcome["seq"] + 7))
            assert not transport.sent

    play(scene())


def test_when_the_floor_loses_its_place_everybody_begins_anew_without_a_gap(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            host = await dealt_table(house, "mbs-roulette/3", "betting-open")
            async with socket(house, host.name, None) as (line, _):
                (follower, *_) = [one for one in host.feed._followers if one._max > 1]
                for one in host.feed._followers:
                    one._max = 0
                assert follower._max == 0
                await step(house, host, {"do": "retract-wager", "wager": "w1"})
                while "snapshot" not in (told := await line.receive()):
                    pass
                assert told["seq"] == host.table.seq
                line.events.clear()
                await step(house, host, STEPS["ball-in-play"][-1])
                while not line.events:
                    await line.receive()
                assert [event["seq"] for event in line.events] == [told["seq"] + 1]

    play(scene())


@pytest.mark.parametrize("who", ["dealer", "spectator", "player"])
def test_coming_back_at_every_place_of_a_dealt_round_ends_in_the_same_story(tmp_path: Path, who: str) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            ann = await come_in(house, "ann")
            host = await dealt_table(house, "mbs-roulette/3", "paid")
            tokens = {"dealer": await staff(house, owner, "dora", "dealer"), "spectator": None, "player": ann}
            stories: list[list[dict[str, Any]]] = []
            states: list[tuple[Any, Any]] = []
            for cut in range(host.table.seq + 1):
                async with socket(house, host.name, tokens[who], after=cut) as (line, welcome):
                    end = host.table.seq
                    while not line.events or line.events[-1]["seq"] < end:
                        if cut == end:
                            break
                        await line.receive()
                    await line.answer({"id": "all", "do": "ping"})
                    assert (welcome["snapshot"], welcome["seq"]) == (None, cut)
                    assert [event["seq"] for event in line.events] == list(range(cut + 1, end + 1))
                    states.append(last_told(line))
                    stories.append([{"seq": place} for place in range(1, cut + 1)] + line.events)
            async with socket(house, host.name, tokens[who]) as (_, uncut):
                shown = {"dealer": ["offers"], "spectator": [], "player": ["offers", "purse", "wallet"]}[who]
                own = {name: uncut["snapshot"][name] for name in shown} or None
                assert states == [(uncut["snapshot"]["now"], own)] * len(stories)
            for cut, story in enumerate(stories):
                assert story[cut : len(stories[0])] == stories[0][cut:]
            private = [event for event in stories[0] if event["type"] == events.ChipsBought.type]
            assert len(private) == (0 if who == "spectator" else 1)

    play(scene())


def last_told(line: Socket) -> tuple[Any, Any]:
    """Return where a socket was told last that the table is, and what it may do there."""
    now, own = ([frame[name] for frame in line.told if name in frame] for name in ("now", "own"))
    return now[-1], {name: value for changed in own for name, value in changed.items()} or None


def test_every_tick_is_written_once_for_all_who_look_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with running(tmp_path, tick=0.05) as house:
            await come_in(house, "ann")
            there, first, _ = await slow_reader(house)
            there.subscribers.discard(first)
            await asyncio.sleep(0.1)
            transports = [Slow() for _ in range(100)]
            there.subscribers.update(
                Subscriber(one, there.host, None, None, there.host.table.seq) for one in transports
            )
            made, frame = list[bytes](), broadcast.text_frame

            def counted(text: bytes) -> bytes:
                made.append(frame(text))
                return made[-1]

            monkeypatch.setattr(broadcast, "text_frame", counted)
            before = there.host.table.seq
            await busy(house, there, 10)
            async with asyncio.timeout(5):
                while any(one.seq < there.host.table.seq for one in there.subscribers):
                    await asyncio.sleep(0.01)
            places = [event["seq"] for one in made for event in spoken(one)["events"]]
            assert places == list(range(before + 1, there.host.table.seq + 1))
            assert len(made) < 20
            for one in transports:
                assert all(sent is written for sent, written in zip(one.sent, made, strict=True))

    play(scene())


ANN, BOB = By("ann", Role.PLAYER), By("bob", Role.PLAYER)
DORA, MAX = By("dora", Role.DEALER), By("max", Role.SHIFT_MANAGER)


async def no_wallet(_: str) -> int:
    return 0


class Telling:
    """A table whose ticks are made by the test, with a socket that reads for each of several people."""

    def __init__(self, host: Host, *people: By) -> None:
        self.there = Broadcast(host, 1.0, lambda: None, no_wallet)
        self.sockets = {by.name: Slow() for by in people}
        for by in people:
            subscriber = Subscriber(self.sockets[by.name], host, None, by, 0)
            subscriber.seq = subscriber.snapshot(None)["seq"]
            self.there.subscribers.add(subscriber)

    async def told(self, house: Running, *frames: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """Let something happen, and give what was told to each person alone."""
        follower = self.there.host.feed.follow()
        for frame in frames:
            await step(house, self.there.host, frame)
        async for batch in follower.batches():
            self.there.publish(batch)
            if batch[-1][0].seq == self.there.host.table.seq:
                break
        self.there.host.feed.leave(follower)
        own: dict[str, dict[str, Any]] = {}
        for name, reader in self.sockets.items():
            assert len([frame for frame in reader.sent if b'"events"' in frame[:40]]) == 1
            for told in map(spoken, reader.sent):
                own |= {name: told["own"]} if "own" in told else {}
            reader.sent.clear()
        return own


def laid(wager: str, stake: int = 500) -> dict[str, Any]:
    return {"do": "place-wager", "wager": wager, "player": "ann", "position": "red", "stake": stake}


def test_a_wager_tells_its_player_the_purse_and_nobody_anything_dearer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            host = await dealt_table(house, "mbs-roulette/3", "betting-open")
            telling = Telling(host, ANN, BOB, DORA, MAX)
            asked = list[By]()

            offers = Host.offers

            def counted(there: Host, by: By) -> tuple[Offer, ...]:
                asked.append(by)
                return offers(there, by)

            monkeypatch.setattr(Host, "offers", counted)
            for number in (2, 3, 4):
                own = await telling.told(house, laid(f"w{number}"))
                assert own == {"ann": {"purse": {**own["ann"]["purse"], "cash": 10_000 - number * 500}}}
            assert sorted(by.name for by in asked) == ["dora", "max"], "once for all of them"

    play(scene())


def test_what_staff_can_do_with_a_wager_is_told_soon_after_it_was_laid(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broadcast, "OFFERS_EVERY", 0.05)

    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            host = await dealt_table(house, "mbs-roulette/3", "betting-open")
            telling = Telling(host, DORA)
            assert await telling.told(house, {"do": "retract-wager", "wager": "w1"}) != {}, "nothing is left to rule on"
            assert await telling.told(house, laid("w2")) == {}, "too soon to look again"
            reader = telling.sockets["dora"]
            async with asyncio.timeout(5):
                while not reader.sent:
                    await asyncio.sleep(0.01)
            (told,) = map(spoken, reader.sent)
            assert "mark-unclear" in {offer["do"] for offer in told["own"]["offers"] if offer["now"]}

    play(scene())


def test_what_somebody_can_do_is_told_when_it_changes_and_only_then(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            host = await dealt_table(house, "mbs-roulette/3", "betting-open")
            telling = Telling(host, ANN, BOB, DORA, MAX)

            own = await telling.told(house, STEPS["ball-in-play"][-1])
            assert {name: list(parts) for name, parts in own.items()} == {"dora": ["offers"], "max": ["offers"]}
            spun = {offer["do"]: offer["now"] for offer in own["dora"]["offers"]}
            assert (spun["spin-ball"], spun["count-revolutions"]) == (False, True)
            own = await telling.told(house, {"do": "take-seat", "player": "bob"})
            assert [offer["do"] for offer in own["bob"]["offers"] if offer["now"]] == ["leave-seat"]
            assert "ann" not in own

    play(scene())


def test_players_are_told_what_an_opened_table_lets_them_do_though_no_event_names_them(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            host = await dealt_table(house, "mbs-roulette/3", "not open")
            telling = Telling(host, BOB)

            own = await telling.told(house, {"do": "open-table"})
            assert [offer["do"] for offer in own["bob"]["offers"] if offer["now"]] == ["take-seat"]

    play(scene())


def test_after_a_snapshot_nothing_is_told_that_it_said(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            host = await dealt_table(house, "mbs-roulette/3", "betting-open")
            telling = Telling(host, ANN)
            await step(house, host, laid("w2"))
            (subscriber,) = telling.there.subscribers
            telling.there.resync(subscriber)
            telling.sockets["ann"].sent.clear()

            assert await telling.told(house, {"do": "retract-wager", "wager": "w2"}, laid("w3")) == {}

    play(scene())


def test_a_place_that_is_not_there_yet_gives_a_snapshot(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, socket(house, "mbs-3", None, after=10**9) as (_, welcome):
            assert welcome["snapshot"] is not None

    play(scene())


def test_a_cut_in_the_middle_of_a_command_and_a_resend_are_one_wager(tmp_path: Path) -> None:
    """The command is sent and the connection cut before the answer, at a different moment each time."""

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            host = house.service.office.tables.host("mbs-3")
            async with socket(house, "mbs-3", token):
                await opened(house)
                for number in range(20):
                    wager = WAGER | {"id": f"c{number}", "wager": f"w{number}", "stake": 100}
                    await cut_off(house, token, wager, after=number * 0.0005)
                    async with socket(house, "mbs-3", token) as (line, _):
                        receipt = await line.answer(wager)
                        assert receipt["events"][0]["wager"] == f"w{number}"
            purse = host.table.standing.purses.get("ann")
            assert purse is not None
            assert (host.table.layout.live, purse.cash) == (20, 20_000 - 20 * 100)

    play(scene())


async def cut_off(house: Running, token: str, frame: dict[str, Any], after: float) -> None:
    """Send a frame and cut the connection a moment later."""
    async with socket(house, "mbs-3", token) as (line, _):
        await Socket.send(line, frame)
        await asyncio.sleep(after)
        transport = line.ws.get_extra_info("socket")
        assert transport is not None
        line.ws._response.close()
