"""Races: nobody bets a chip twice, no spot holds more than it may, no wager comes after the call."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.house.judge import Judge
from croupier.house.ports import TableAct
from croupier.table.commands import Command
from testkit.shares import count
from testkit.web import races
from testkit.web.running import STILL, Socket, come_in, opened, play, running, socket


def test_64_bets_race_for_the_last_chips(tmp_path: Path) -> None:
    times = count(50, 150)

    assert asyncio.run(races.last_chip(tmp_path, times, seed=64)) == times * races.LEFT


def test_a_table_that_forgets_what_was_bet_within_a_batch_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A harness counts once it has caught a planted fault: every command judged against the table as it was."""
    judge = Judge.judge

    def forgetful(self: Judge, who: str, ident: str, command: Command) -> TableAct:
        before = self.table
        act = judge(self, who, ident, command)
        if command.do == "place-wager":
            self.table = before
        return act

    monkeypatch.setattr(Judge, "judge", forgetful)
    with pytest.raises(Exception, match=r"bets with chips|stands at|failed"):
        asyncio.run(races.last_chip(tmp_path, 3, seed=64))


def test_50_players_never_fill_a_spot_above_its_maximum(tmp_path: Path) -> None:
    most = asyncio.run(races.one_spot(tmp_path, count(20, 60), seed=50))

    assert races.SPOT_MAX - 100 < most <= races.SPOT_MAX


def test_no_wager_is_taken_after_the_call_however_they_are_mixed(tmp_path: Path) -> None:
    rounds = count(40, 120)
    early, late = asyncio.run(races.around_the_call(tmp_path, rounds, seed=13))

    assert early + late == rounds * 16
    assert min(early, late) > rounds


def test_64_sockets_race_for_the_last_chip(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL | {"play_money": 500}) as house:
            token = await come_in(house, "ann")
            host = house.service.office.tables.host("mbs-3")
            opens = [socket(house, "mbs-3", token) for _ in range(64)]
            lines = [(await one.__aenter__())[0] for one in opens]
            await opened(house)
            for turn in range(5):
                receipts = await asyncio.gather(*(bet(line, f"{turn}-{n}") for n, line in enumerate(lines)))
                won = [receipt["events"][0]["wager"] for receipt in receipts if "events" in receipt]
                assert len(won) == 1
                purse = host.table.standing.purses.get("ann")
                assert purse is not None
                assert (purse.cash, purse.bought) == (0, 500)
                back = await lines[0].answer({"id": f"back-{turn}", "do": "retract-wager", "wager": won[0]})
                assert "events" in back
            for one in opens:
                await one.__aexit__(None, None, None)

    play(scene())


async def bet(line: Socket, name: str) -> dict[str, Any]:
    wager = {
        "id": f"c{name}",
        "do": "place-wager",
        "wager": f"w{name}",
        "player": "ann",
        "position": "17",
        "stake": 500,
    }
    return await line.answer(wager)
