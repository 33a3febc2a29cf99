"""Those who read: slowly, not at all, again from any place; and those who come back in the middle of a command."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from croupier.table import events
from croupier.web import floor
from croupier.web.floor import Floor, Seat
from tests.web.dealing import STEPS, dealt_table, step
from tests.web.running import STILL, Running, Socket, come_in, opened, play, running, socket, staff

WAGER = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "17/20", "stake": 500}


class Slow:
    """A connection whose reader reads when the test lets it."""

    def __init__(self) -> None:
        self.unread = bytearray()
        self.sent: list[bytes] = []
        self.gone = False

    def write(self, data: bytes) -> None:
        self.unread += data
        if data:
            self.sent.append(data)

    def get_write_buffer_size(self) -> int:
        return len(self.unread)

    def is_closing(self) -> bool:
        return self.gone

    def close(self) -> None:
        self.gone = True

    def abort(self) -> None:
        self.gone = True


def spoken(frame: bytes) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(frame[frame.index(b"{") :])
    return data


async def slow_reader(house: Running) -> tuple[Floor, Seat, Slow]:
    """Seat a reader that does not read at a table of its own."""
    host = await dealt_table(house, "mbs-roulette/3", "betting-open")
    there = house.service.floors[host.name]
    transport = Slow()
    seat = Seat(transport, host, None, None, host.table.seq)
    there.seats.add(seat)
    return there, seat, transport


async def busy(house: Running, there: Floor, times: int) -> None:
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
    monkeypatch.setattr(floor, "BEHIND", 2_000)
    monkeypatch.setattr(floor, "LOOK_AGAIN", 0.02)

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
                while not transport.sent:  # noqa: ASYNC110 - nothing is told to a test
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
    monkeypatch.setattr(floor, "BEHIND", 2_000)
    monkeypatch.setattr(floor, "LOOK_AGAIN", 0.02)
    monkeypatch.setattr(floor, "PATIENCE", 0.2)

    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            there, _, transport = await slow_reader(house)
            await busy(house, there, 20)
            async with asyncio.timeout(5):
                while not transport.gone:  # noqa: ASYNC110 - nothing is told to a test
                    await asyncio.sleep(0.01)
            assert there.shown_out == 1

    play(scene())


def test_who_asks_on_and_reads_no_answer_is_shown_the_door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor, "UNREAD_MAX", 64 * 1024)

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with aiohttp.ClientSession() as http:
                url = f"{house.base}/api/v1/tables/mbs-3/socket?feed=off"
                async with http.ws_connect(url) as ws:
                    await ws.send_json({"id": "0", "do": "sign-in", "token": token})
                    quiet = house.service.floors["mbs-3"].quiet
                    async with asyncio.timeout(5):
                        while not quiet:  # noqa: ASYNC110 - nothing is told to a test
                            await asyncio.sleep(0.01)
                    (seat,) = quiet
                    slow = Slow()
                    seat.transport = slow
                    slow.unread += b"x" * (64 * 1024 + 1)
                    await ws.send_json({"id": "c1", "do": "ping"})
                    async with asyncio.timeout(5):
                        while not slow.gone:  # noqa: ASYNC110 - the same
                            await asyncio.sleep(0.01)
                    assert not slow.sent

    play(scene())


def test_one_slow_reader_delays_nobody_else(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            there, _, transport = await slow_reader(house)
            transport.unread += b"x" * (floor.BEHIND + 1)
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
                shown = {"dealer": ["offers"], "spectator": [], "player": ["offers", "purse"]}[who]
                own = {name: uncut["snapshot"][name] for name in shown} or None
                assert states == [(uncut["snapshot"]["now"], own)] * len(stories)
            for cut, story in enumerate(stories):
                assert story[cut : len(stories[0])] == stories[0][cut:]
            private = [event for event in stories[0] if event["type"] == events.ChipsBought.type]
            assert len(private) == (0 if who == "spectator" else 1)

    play(scene())


def last_told(line: Socket) -> tuple[Any, Any]:
    """Give where a socket was told last that the table is, and what it may do there."""
    now, own = ([frame[name] for frame in line.told if name in frame] for name in ("now", "own"))
    return now[-1], own[-1] if own else None


def test_every_tick_is_written_once_for_all_who_look_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with running(tmp_path, tick=0.05) as house:
            await come_in(house, "ann")
            there, first, _ = await slow_reader(house)
            there.seats.discard(first)
            await asyncio.sleep(0.1)
            transports = [Slow() for _ in range(100)]
            there.seats.update(Seat(one, there.host, None, None, there.host.table.seq) for one in transports)
            made, frame = list[bytes](), floor._frame

            def counted(lines: Sequence[str], state: str) -> bytes:
                made.append(frame(lines, state))
                return made[-1]

            monkeypatch.setattr(floor, "_frame", counted)
            before = there.host.table.seq
            await busy(house, there, 10)
            async with asyncio.timeout(5):
                while any(one.seq < there.host.table.seq for one in there.seats):  # noqa: ASYNC110 - as above
                    await asyncio.sleep(0.01)
            places = [event["seq"] for one in made for event in spoken(one)["events"]]
            assert places == list(range(before + 1, there.host.table.seq + 1))
            assert len(made) < 20
            for one in transports:
                assert all(sent is written for sent, written in zip(one.sent, made, strict=True))

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
            host = house.service.office.house.host("mbs-3")
            async with socket(house, "mbs-3", token):
                await opened(house)
                for number in range(20):
                    wager = WAGER | {"id": f"c{number}", "wager": f"w{number}", "stake": 100}
                    await cut_off(house, token, wager, after=number * 0.0005)
                    async with socket(house, "mbs-3", token) as (line, _):
                        receipt = await line.answer(wager)
                        assert receipt["events"][0]["wager"] == f"w{number}"
            purse = host.table.house.purses.get("ann")
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
