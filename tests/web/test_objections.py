"""What a house asks beyond its rulebook: tables are the pit's, and what takes two people takes two who are apart."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.audit import Report, audit
from croupier.client import AnsweredError
from croupier.house.appointments import Appointments
from croupier.storage.places import RECORD
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.web.timekeeping import Timekeeper
from testkit.web.dealing import DOLLY, REST
from testkit.web.night import Night, night, to_the_call
from testkit.web.running import play, socket, staff, time_passes

V3, US, V2 = "mbs-roulette/3", "us-double-zero/1", "mbs-roulette/2"
PITS: dict[str, dict[str, Any]] = {"set-limits": {"intake": "refuse"}, "close-table": {}, "open-table": {}}
ABOVE = ["pit-supervisor", "pit-manager", "shift-manager"]
DAY = 24 * 60 * 60


async def offers(table: Night, who: str) -> set[str]:
    async with socket(table.house, table.host.name, table.tokens[who]) as (_, welcome):
        return {one["do"] for one in welcome["snapshot"]["offers"]}


async def settled(table: Night) -> None:
    """Let dora declare 17 and pay on it."""
    await to_the_call(table)
    await table.did("dora", **REST)
    await table.did("dora", **DOLLY)
    await table.did("dora", "settle")


def audited(folder: Path) -> Report:
    raw = open_raw_sqlite(folder / RECORD)
    try:
        return audit(raw)
    finally:
        raw.close()


async def refused_by_http(table: Night, who: str, do: str, **fields: object) -> dict[str, Any]:
    """Ask over HTTP for what is refused, and give the problem."""
    with pytest.raises(AnsweredError) as told:
        await table.post(who, do, **fields)
    return dict(told.value.problem)


class TestThePit:
    def test_a_dealer_neither_opens_nor_limits_nor_closes_a_table(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                before = table.host.table
                for do, fields in PITS.items():
                    no = (await table.ask("dora", do, **fields))["refused"]
                    assert (no["code"], no["clause"]) == ("role-not-allowed", "wire §7.4")
                    assert no["facts"] == {"role": "dealer", "needed": ABOVE}
                assert table.host.table == before
                assert not await offers(table, "dora") & set(PITS)
                assert set(PITS) <= await offers(table, "pia")
                for do, fields in PITS.items():
                    await table.did("pia", do, **fields)
                seen = [one async for one in table.house.service.office.tables.record.refusals(table.host.name)]
                assert [one.who for one in seen] == ["dora"] * len(PITS), "a refusal is on record"

        play(scene())
        report = audited(tmp_path)
        assert (report.findings, report.notes) == ([], [])

    def test_where_a_clause_has_the_dealer_announce_the_game_the_dealer_opens_the_table(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with night(tmp_path, US) as table:
                for do in ("set-limits", "close-table"):
                    no = (await table.ask("dora", do, **PITS[do]))["refused"]
                    assert (no["clause"], no["facts"]["needed"]) == ("wire §7.4", ["floor-manager"])
                await table.did("pia", "close-table")
                assert "open-table" in await offers(table, "dora")
                await table.did("dora", "open-table")

        play(scene())

    def test_where_nobody_is_above_the_dealer_the_dealer_does_it_all(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with night(tmp_path, V2) as table:
                assert set(PITS) <= await offers(table, "dora")
                for do, fields in PITS.items():
                    await table.did("dora", do, **fields)

        play(scene())


class TestTheSecondPerson:
    def test_whoever_declared_an_outcome_does_not_approve_its_correction_and_the_inbox_says_so(
        self, tmp_path: Path
    ) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                await settled(table)
                asked = {"round": "1", "pocket": "1", "reason": "the camera shows 1"}
                await table.did("max", "correct-outcome", **asked)
                (waits,) = await table.owner.call("GET", "/inbox")
                assert (waits["needed"], waits["clauses"]) == ("dealer", ["wire §2.5"])
                assert sorted(waits["not_by"]) == ["dora", "max"]
                for who in ("dora", "max"):
                    no = (await table.ask(who, "approve-correction", **asked))["refused"]
                    assert (no["code"], no["clause"]) == ("same-person", "wire §2.5")
                assert "rita" not in waits["not_by"]
                told = await table.post("rita", "approve-correction", **asked)
                assert told["events"][0]["type"] == "outcome-corrected", "any other of staff may"

        play(scene())
        assert audited(tmp_path).findings == []

    def test_where_dealers_are_alone_the_one_who_declared_may_approve_what_another_proposed(
        self, tmp_path: Path
    ) -> None:
        async def scene() -> None:
            async with night(tmp_path, V2) as table:
                await settled(table)
                asked = {"round": "1", "pocket": "1", "reason": "the camera shows 1"}
                await table.post("rita", "correct-outcome", **asked)
                assert await table.did("dora", "approve-correction", **asked) == ["outcome-corrected"]

        play(scene())

    def test_nobody_makes_their_own_second_person_for_a_day(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                await settled(table)
                asked = {"round": "1", "pocket": "1", "reason": "the camera shows 1"}
                table.tokens["owner"] = str(table.owner.token)
                await table.post("owner", "correct-outcome", **asked)
                at = table.house, table.owner
                ego = await staff(*at, "alterego", "shift-manager", table.host.name, today=True)
                table.tokens["alterego"] = ego
                problem = await refused_by_http(table, "alterego", "approve-correction", **asked)
                assert (problem["code"], problem["clause"]) == ("same-person", "wire §2.5")
                async with socket(table.house, table.host.name, ego) as (line, _):
                    again = await line.answer({"id": "again", "do": "approve-correction", **asked})
                    facts = dict(again["refused"]["facts"])
                    assert facts.pop("appointed_at").startswith("20")
                    assert facts == {"name": "alterego", "appointed": "alterego", "appointed_by": "owner"}
                    (waits,) = await table.owner.call("GET", "/inbox")
                    assert {"owner", "alterego"} <= set(waits["not_by"])
                    tables = table.house.service.office.tables
                    await time_passes(tables, DAY - 1)
                    assert "refused" in await line.answer({"id": "late", "do": "approve-correction", **asked})
                    await time_passes(tables, 1)
                    assert "events" in await line.answer({"id": "later", "do": "approve-correction", **asked})

        play(scene())
        assert audited(tmp_path).findings == []

    @pytest.mark.parametrize(("first", "second"), [("owner", "pia"), ("pia", "owner")])
    def test_nor_one_to_confirm_an_outcome_and_a_restart_forgets_nothing(
        self, tmp_path: Path, first: str, second: str
    ) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                table.tokens["owner"] = str(table.owner.token)
                table.tokens["pia"] = await staff(
                    table.house, table.owner, "pia", "pit-supervisor", table.host.name, today=True
                )
                await to_the_call(table)
                await table.post(first, **REST)
                house = table.house.service.office.tables
                made = house.appointments.recent("pia")
                assert made is not None
                problem = await refused_by_http(table, second, "confirm-outcome", pocket="17")
                assert problem["facts"]["appointed_by"] == "owner"
                house.appointments.restore(Appointments().kept())
                house._fold.desk = house.desk._replace(seq=0)
                await house.read_desk()
                assert house.appointments.recent("pia") == made
                await time_passes(house)
                assert "events" in await table.post(second, "confirm-outcome", pocket="17")

        play(scene())
        assert audited(tmp_path).findings == []

    def test_nor_does_somebody_whom_a_third_person_appointed_today(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                await to_the_call(table)
                await table.did("dora", **REST)
                new = await staff(table.house, table.owner, "sam", "pit-supervisor", table.host.name, today=True)
                table.tokens["sam"] = new
                problem = await refused_by_http(table, "sam", "confirm-outcome", pocket="17")
                assert (problem["code"], problem["clause"]) == ("same-person", "wire §2.5")
                assert await table.did("pia", "confirm-outcome", pocket="17") == ["outcome-confirmed"]

        play(scene())
        assert audited(tmp_path).findings == []

    def test_nor_does_a_clock_that_is_set_on_make_anybody_one(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                await to_the_call(table)
                await table.did("dora", **REST)
                new = await staff(table.house, table.owner, "sam", "pit-supervisor", table.host.name, today=True)
                table.tokens["sam"] = new
                tomorrow = (datetime.now(UTC) + timedelta(hours=25)).isoformat(timespec="microseconds")
                monkeypatch.setattr(
                    table.house.service.office.tables.record, "clock", lambda: tomorrow.replace("+00:00", "Z")
                )
                await Timekeeper(table.house.service.office.tables).note()
                problem = await refused_by_http(table, "sam", "confirm-outcome", pocket="17")
                assert problem["code"] == "same-person"

        play(scene())
        assert audited(tmp_path).findings == []

    def test_a_round_whose_outcome_is_known_is_not_voided_with_somebody_new(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                await to_the_call(table)
                await table.did("dora", **REST)
                await table.did("dora", "report-irregularity", kind="foreign-object", found_late=True)
                new = await staff(table.house, table.owner, "sam", "pit-supervisor", table.host.name, today=True)
                table.tokens["sam"] = new
                void = {"ruling": "void", "reason": "it is there"}
                problem = await refused_by_http(table, "sam", "rule-on-irregularity", **void)
                assert (problem["code"], problem["clause"]) == ("same-person", "wire §2.5")
                assert "round-voided" in await table.did("pia", "rule-on-irregularity", **void)

        play(scene())
        assert audited(tmp_path).findings == []


class TestActing:
    """6.3 in a house: a person acts in a higher position by an appointment that the house keeps and can show."""

    def test_what_the_position_does_is_offered_done_named_cited_and_audited(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                await settled_question(table)
                assert "rule-on-irregularity" not in await offers(table, "dora")
                assert await table.refused("dora", **RULING) == "role-not-allowed"

                await table.owner.call("PUT", "/people/dora/acting", {"position": "shift-manager"})
                people = await table.owner.call("GET", "/people")
                assert {one["name"]: one["acting"] for one in people}["dora"] == "shift-manager"
                assert "rule-on-irregularity" in await offers(table, "dora")
                (ruled, *_) = (await table.ask("dora", **RULING))["events"]
                assert ruled["by"] == {"name": "dora", "role": "dealer", "acting": "shift-manager"}
                assert ruled["clauses"] == ["6.2", "6.3"]

                await table.owner.call("DELETE", "/people/dora/acting")
                await table.did("dora", "report-irregularity", kind="unlisted", note="again")
                assert await table.refused("dora", **RULING) == "role-not-allowed"
                by = {"acting": "shift-manager"}
                assert await table.refused("dora", by=by, **RULING) == "acting-not-allowed"

        play(scene())
        report = audited(tmp_path)
        assert (report.findings, [note for note in report.notes if "earlier rule" in note]) == ([], [])

    def test_the_owner_alone_appoints_and_only_to_what_there_is(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                for name, position, code in (
                    ("dora", "auditor", "role-not-allowed"),
                    ("dora", "dealer", "role-not-allowed"),
                    ("nobody", "pit-manager", "unknown-person"),
                ):
                    with pytest.raises(AnsweredError) as told:
                        await table.owner.call("PUT", f"/people/{name}/acting", {"position": position})
                    assert told.value.problem["code"] == code
                with pytest.raises(AnsweredError) as told:
                    await table.owner.call("DELETE", "/people/dora/acting")
                assert told.value.problem["code"] == "already-done"

        play(scene())


RULING: dict[str, Any] = {"do": "rule-on-irregularity", "ruling": "stand", "reason": "it does not matter"}


async def settled_question(table: Night) -> None:
    """Let a round wait for a ruling on something that no clause covers."""
    await to_the_call(table)
    await table.did("dora", "report-irregularity", kind="unlisted", note="a lamp")
