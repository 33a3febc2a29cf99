"""What a house asks beyond its rulebook: tables are the pit's, and what takes two people takes two who are apart."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.audit import Report, audit
from croupier.client import AnsweredError
from croupier.storage.places import RECORD
from croupier.storage.raw_sqlite import open_raw_sqlite
from tests.web.dealing import DOLLY, REST
from tests.web.running import play, socket, staff
from tests.web.test_dealt import Night, night, to_the_call

V3, US, V2 = "mbs-roulette/3", "us-double-zero/1", "mbs-roulette/2"
PITS: dict[str, dict[str, Any]] = {"set-limits": {"intake": "refuse"}, "close-table": {}, "open-table": {}}
ABOVE = ["pit-supervisor", "pit-manager", "shift-manager"]
DAY = timedelta(hours=24)


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
                seen = [one async for one in table.house.service.office.house.record.refusals(table.host.name)]
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
                assert sorted(waits["not_by"]) == ["dora", "max", "owner"]
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
                ego = await staff(table.house, table.owner, "alterego", "shift-manager", table.host.name)
                table.tokens["alterego"] = ego
                problem = await refused_by_http(table, "alterego", "approve-correction", **asked)
                assert (problem["code"], problem["clause"]) == ("same-person", "wire §2.5")
                async with socket(table.house, table.host.name, ego) as (line, _):
                    again = await line.answer({"id": "again", "do": "approve-correction", **asked})
                    facts = dict(again["refused"]["facts"])
                    made = datetime.fromisoformat(facts.pop("appointed_at"))
                    assert facts == {"name": "alterego", "appointed": "alterego", "appointed_by": "owner"}
                    (waits,) = await table.owner.call("GET", "/inbox")
                    assert {"owner", "alterego", "pia", "rita"} <= set(waits["not_by"])
                    appointments = table.house.service.office.house.appointments
                    appointments.clock = lambda: made + DAY - timedelta(seconds=1)
                    assert "refused" in await line.answer({"id": "late", "do": "approve-correction", **asked})
                    appointments.clock = lambda: made + DAY
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
                await to_the_call(table)
                await table.post(first, **REST)
                house = table.house.service.office.house
                made = house.appointments.between("owner", "pia")
                assert made is not None
                problem = await refused_by_http(table, second, "confirm-outcome", pocket="17")
                assert problem["facts"]["appointed_by"] == "owner"
                house.appointments.__init__()  # type: ignore[misc]
                house.desk = house.desk._replace(seq=0)
                await house.read_desk()
                assert house.appointments.between("pia", "owner") == made
                house.appointments.clock = lambda: datetime.now(UTC) + DAY
                assert "events" in await table.post(second, "confirm-outcome", pocket="17")

        play(scene())
        assert audited(tmp_path).findings == []

    def test_two_who_were_both_appointed_by_the_owner_are_two(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with night(tmp_path) as table:
                await to_the_call(table)
                await table.did("dora", **REST)
                assert await table.did("pia", "confirm-outcome", pocket="17") == ["outcome-confirmed"]

        play(scene())
