"""The house notes time by a clock that nobody can set, and notices when the other one is."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.client import AnsweredError
from croupier.house.desk_notes import StaffArrived
from croupier.house.streams import desk_stream
from croupier.web.timekeeping import JUMPED, Timekeeper, Uptime, uptime
from testkit.web.night import night
from testkit.web.running import play, running, socket


class Clocks:
    """A machine's two clocks."""

    def __init__(self) -> None:
        self.up, self.time = 100.0, 1e9

    def read(self) -> Uptime:
        return Uptime("boot", self.up)

    def pass_by(self, seconds: float) -> None:
        self.up, self.time = self.up + seconds, self.time + seconds


def test_a_clock_that_is_set_calls_for_the_pit_and_one_that_goes_does_not(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            tables, clocks = house.service.office.tables, Clocks()
            keeper = Timekeeper(tables, clocks.read, lambda: clocks.time)
            for _ in range(3):
                await keeper.compare()
                clocks.pass_by(10_000)
            assert not [alert for alert in tables.desk.alerts.values() if alert.kind == JUMPED]
            clocks.time += 25 * 3600
            await keeper.compare()
            (alert,) = [alert for alert in tables.desk.alerts.values() if alert.kind == JUMPED]
            assert alert.note == "the clock was set on by 90000 s"

    play(scene())


def test_what_passed_is_noted_over_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        clocks = Clocks()
        async with running(tmp_path) as house:
            await Timekeeper(house.service.office.tables, clocks.read).note()
            before = house.service.office.tables.desk
            assert (before.boot, before.up) == ("boot", 100)

    play(scene())


def test_from_where_staff_act_is_recorded_once_for_a_session_and_players_are_not(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            tables = table.house.service.office.tables
            async with socket(table.house, table.host.name, table.tokens["dora"]):
                with pytest.raises(AnsweredError):  # refused or not, somebody asked
                    await table.post("rita", "count-revolutions", completed=1)
            came = [event async for _, event in desk_stream(tables.record).read() if isinstance(event, StaffArrived)]
            assert [event.name for event in came] == ["owner", "dora", "pia", "max", "rita"]
            assert {event.address for event in came} == {"127.0.0.1"}
            assert len({event.session for event in came}) == len(came)

    play(scene())


def test_the_machine_says_how_long_it_has_been_running() -> None:
    first = uptime()
    assert first.boot
    assert uptime().up >= first.up > 0
