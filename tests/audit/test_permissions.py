"""Roles are held to appointments: without an appointment there is no role, and clocks that were set accuse nobody."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from croupier.audit.audit import Report, audit
from croupier.house.desk import AppointStaff, DeskCommand, DismissStaff
from croupier.house.desk_acting import AppointActing, EndActing
from croupier.house.objections import Objections
from croupier.house.tables import LiveTables
from croupier.rules.procedure import Role
from croupier.storage.raw_sqlite import SqliteRaw, open_raw_sqlite
from croupier.storage.sqlite import open_sqlite
from croupier.table import commands as c
from testkit.audit.houses import OWN, SEAL, Play, added, in_memory, long_record, opened_on

EVE, FLO = c.By("eve", Role.DEALER), c.By("flo", Role.SHIFT_MANAGER)
HIRED = AppointStaff(OWN, "eve", Role.DEALER)

HOUR, WEEK = timedelta(hours=1), timedelta(days=7)
BEGIN = datetime(2026, 1, 31, 20, tzinfo=UTC)

Evening = Callable[["Desk", Play], Awaitable[None]]


class Desk:
    """A front desk, and the clock of the house, which can be set."""

    def __init__(self) -> None:
        self.now, self.asked = BEGIN, 0
        self.house: LiveTables | None = None

    def clock(self) -> str:
        self.now += timedelta(seconds=1)
        return self.now.isoformat(timespec="microseconds").replace("+00:00", "Z")

    async def do(self, *asked: DeskCommand) -> None:
        assert self.house is not None
        for command in asked:
            self.asked += 1
            await self.house.ask(f"d{self.asked}", command)


def played(path: Path, evening: Evening, *, table: str | None = None) -> Report:
    """Let a house play, with a first table t1 and an idle t2, and audit what it wrote."""

    async def play() -> None:
        desk = Desk()
        desk.house = await opened_on(open_sqlite(path, clock=desk.clock))
        tables = [await added(desk.house, name, banked=False) for name in ("t1", "t2")]
        await evening(desk, tables[0])
        await desk.house.close()

    asyncio.run(play())
    raw = open_raw_sqlite(path)
    report = audit(raw, seal=SEAL, table=table)
    raw.close()
    return report


def findings(report: Report) -> list[tuple[str, str | None, str, str]]:
    return [(one.check, one.table, one.where, one.what) for one in report.findings]


class TestActing:
    """Somebody who acts in a position above their own was appointed to act in it at that time."""

    ACTING = c.By("eve", Role.DEALER, Role.SHIFT_MANAGER)

    def test_by_an_appointment_of_the_time(self, tmp_path: Path) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(HIRED, AppointActing(OWN, "eve", Role.SHIFT_MANAGER))
            await play.do(c.OpenTable(self.ACTING), c.OpenBetting(EVE))
            await desk.do(EndActing(OWN, "eve"))
            answer = await play.host.ask("late", c.SetLimits(self.ACTING))
            assert answer.refusal is not None
            assert str(answer.refusal.code) == "acting-not-allowed"

        report = played(tmp_path / "h.sqlite", evening)
        assert findings(report) == []
        assert report.notes == []

    def test_not_without_one(self, tmp_path: Path) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(HIRED)
            play.host.objector = Objections(acting_in={"eve": Role.SHIFT_MANAGER}.get)
            await play.do(c.OpenTable(self.ACTING))

        assert [found[3] for found in findings(played(tmp_path / "h.sqlite", evening))] == ["eve acts as shift-manager"]

    def test_not_long_after_its_end(self, tmp_path: Path) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(HIRED, AppointActing(OWN, "eve", Role.SHIFT_MANAGER), HIRED)
            desk.now += WEEK
            play.host.objector = Objections(acting_in={"eve": Role.SHIFT_MANAGER}.get)
            await play.do(c.OpenTable(self.ACTING))

        (found,) = findings(played(tmp_path / "h.sqlite", evening))
        assert "a day or more outside the time of appointment" in found[3]


class TestWhoActs:
    def test_somebody_who_was_appointed_may(self, tmp_path: Path) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(HIRED, AppointStaff(OWN, "flo", Role.SHIFT_MANAGER, "t1"))
            await play.do(c.OpenTable(FLO), c.OpenBetting(EVE), c.CloseTable(FLO))

        report = played(tmp_path / "house.sqlite", evening)

        assert (report.findings, report.notes) == ([], [])

    def test_somebody_who_never_was_may_not_and_is_named_once(self, tmp_path: Path) -> None:
        async def evening(_: Desk, play: Play) -> None:
            await play.do(c.OpenTable(OWN), c.OpenBetting(EVE), c.OpenBetting(EVE), c.CloseTable(EVE))

        report = played(tmp_path / "house.sqlite", evening)

        assert findings(report) == [("permissions", "t1", "receipt 2", "eve acts as dealer, and 2 times more")]
        assert report.findings[0].expected == "somebody who was appointed dealer for t1"

    @pytest.mark.parametrize(
        "other",
        [
            AppointStaff(OWN, "eve", Role.PIT_MANAGER),
            AppointStaff(OWN, "eve", Role.DEALER, "t2"),
            AppointStaff(OWN, "Eve", Role.DEALER),
        ],
        ids=["in another role", "for another table", "under another name"],
    )
    def test_nor_may_somebody_who_was_appointed_otherwise(self, tmp_path: Path, other: AppointStaff) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(other)
            await play.do(c.OpenTable(EVE))

        report = played(tmp_path / "house.sqlite", evening)

        assert findings(report) == [("permissions", "t1", "receipt 1", "eve acts as dealer")]

    @pytest.mark.parametrize("table", ["t1", None])
    def test_one_table_alone_is_held_to_the_appointments_too(self, tmp_path: Path, table: str | None) -> None:
        async def evening(_: Desk, play: Play) -> None:
            await play.do(c.OpenTable(EVE))

        assert len(played(tmp_path / "house.sqlite", evening, table=table).findings) == 1

    def test_the_owner_acts_as_the_top_of_the_ladder_and_in_no_other_role(self, tmp_path: Path) -> None:
        async def evening(_: Desk, play: Play) -> None:
            top = play.host.ruleset.procedure.roles.ladder.value[-1]
            await play.do(c.OpenTable(c.By("owner", top)), c.OpenBetting(c.By("owner", Role.DEALER)))

        report = played(tmp_path / "house.sqlite", evening)

        assert findings(report) == [("permissions", "t1", "receipt 2", "owner acts as dealer")]

    def test_nobody_else_is_the_house(self, tmp_path: Path) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(AppointStaff(c.By("eve", Role.HOUSE), "eve", Role.DEALER))
            await play.do(c.OpenTable(EVE), c.OpenBetting(c.By("flo", Role.HOUSE)))

        report = played(tmp_path / "house.sqlite", evening)

        assert findings(report) == [
            ("permissions", "house", "receipt 3", "eve acts as house"),
            ("permissions", "t1", "receipt 2", "flo acts as house"),
        ]

    def test_a_record_without_a_front_desk_has_no_appointments(self, tmp_path: Path) -> None:
        assert audit(open_raw_sqlite(long_record(tmp_path / "long.sqlite", 50))).sound

    def test_an_appointment_that_is_taken_out_of_the_record_is_missed(self, stored: Path) -> None:
        """The chain of the front desk tells by itself; this is found as well."""
        connection = in_memory(stored)
        (line,) = connection.execute(_HIRED).fetchone()
        connection.execute(
            "UPDATE events SET line = ? WHERE line = ?", (json.dumps(json.loads(line) | {"name": "x"}), line)
        )

        found = audit(SqliteRaw(connection, "the copy"), seal=SEAL).findings

        assert {one.table for one in found if one.check == "permissions"} == {"t1", "t2", "r1"}
        connection.close()


_HIRED = "SELECT line FROM events WHERE table_id = 'house' AND tag = 'staff-appointed/1' AND line LIKE '%\"dan\"%'"


class TestWhen:
    """Records have times and no order between them: an hour may be the clock's, a week is not."""

    @pytest.mark.parametrize(("later", "sound", "told"), [(HOUR, True, True), (WEEK, False, False)])
    def test_after_the_dismissal(self, tmp_path: Path, later: timedelta, *, sound: bool, told: bool) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(HIRED)
            await play.do(c.OpenTable(EVE))
            await desk.do(DismissStaff(OWN, "eve"))
            desk.now += later
            await play.do(c.OpenBetting(EVE))

        report = played(tmp_path / "house.sqlite", evening)

        assert report.sound is sound
        assert any("whether eve was dealer at t1 at receipt 2" in note for note in report.notes) is told

    def test_another_role_ends_the_one_before(self, tmp_path: Path) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(HIRED, AppointStaff(OWN, "eve", Role.PIT_MANAGER))
            desk.now += WEEK
            await play.do(c.OpenTable(EVE))

        report = played(tmp_path / "house.sqlite", evening)

        assert [one.where for one in report.findings] == ["receipt 1"]
        assert "outside the time of appointment" in report.findings[0].what

    def test_somebody_who_comes_back_may_again(self, tmp_path: Path) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(HIRED, DismissStaff(OWN, "eve"))
            desk.now += WEEK
            await desk.do(HIRED)
            await play.do(c.OpenTable(EVE))

        report = played(tmp_path / "house.sqlite", evening)

        assert (report.findings, report.notes) == ([], [])

    @pytest.mark.parametrize("jump", [HOUR, -HOUR])
    def test_a_clock_that_jumps_by_an_hour_accuses_nobody(self, tmp_path: Path, jump: timedelta) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            await desk.do(HIRED)
            desk.now += jump
            await play.do(c.OpenTable(EVE))
            desk.now -= jump
            await desk.do(DismissStaff(OWN, "eve"))

        assert played(tmp_path / "house.sqlite", evening).sound

    def test_what_happens_in_one_instant_is_in_time(self, tmp_path: Path) -> None:
        async def evening(desk: Desk, play: Play) -> None:
            for one in (HIRED, DismissStaff(OWN, "eve")):
                await desk.do(one)
                desk.now -= timedelta(seconds=1)
                await play.do(c.OpenTable(EVE) if one is HIRED else c.OpenBetting(EVE))
                desk.now -= timedelta(seconds=1)

        report = played(tmp_path / "house.sqlite", evening)

        assert (report.findings, report.notes) == ([], [])
