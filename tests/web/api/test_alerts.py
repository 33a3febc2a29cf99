"""Calling the pit to a table: an alert with its times, one per call, by whoever works there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.audit.audit import audit
from croupier.client import AnsweredError, HouseClient
from croupier.storage.places import record_file
from croupier.storage.raw_sqlite import open_raw_sqlite
from testkit.web.night import Night, night
from testkit.web.running import play, running, staff


async def call(table: Night, who: str, **body: object) -> dict[str, object]:
    async with table.house.client() as client:
        client.token = table.tokens[who]
        told: dict[str, object] = await client.call("POST", f"/tables/{table.host.name}/call", body)
        return told


async def shown(client: HouseClient, alert: object) -> dict[str, object]:
    return next(one for one in await client.call("GET", "/alerts") if one["alert"] == alert)


def test_a_call_is_an_alert_that_says_who_came_and_after_how_long_also_after_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            called = await call(table, "dora", kind="dispute", note="seat 3 says 20")
            about = {key: called[key] for key in ("kind", "concern", "note", "by", "table", "acknowledged_by")}
            assert about == {
                "kind": "pit-called",
                "concern": "dispute",
                "note": "seat 3 says 20",
                "by": "dora",
                "table": table.host.name,
                "acknowledged_by": None,
            }
            assert (called["acknowledged_at"], called["answered_after"]) == (None, None)
            await asyncio.sleep(0.3)
            async with table.house.client() as pia:
                pia.token = table.tokens["pia"]
                await pia.call("POST", f"/alerts/{called['alert']}/acknowledge", {})
            token = table.tokens["dora"]
        async with running(tmp_path) as house, house.client() as dora:
            dora.token = token
            told = await shown(dora, called["alert"])
            assert (told["at"], told["acknowledged_by"]) == (called["at"], "pia")
            assert str(told["acknowledged_at"]) > str(told["at"])
            assert 0.3 <= float(str(told["answered_after"])) < 30

    play(scene())
    raw = open_raw_sqlite(record_file(tmp_path))
    report = audit(raw)
    raw.close()
    assert report.findings == []


def test_a_call_sent_twice_is_one_until_it_is_answered_and_another_concern_is_another(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            first, again = await asyncio.gather(call(table, "dora", kind="help"), call(table, "dora", kind="help"))
            assert first == again
            assert (await call(table, "rita", kind="help"))["alert"] == first["alert"]
            assert (await call(table, "dora", kind="fill"))["alert"] != first["alert"]
            await table.owner.call("POST", f"/alerts/{first['alert']}/acknowledge", {})
            assert (await call(table, "dora", kind="help"))["alert"] != first["alert"]

    play(scene())


def test_only_whoever_works_at_the_table_calls_and_only_for_what_there_is(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            for name, role, where in (
                ("vic", "surveillance", None),
                ("aud", "auditor", table.host.name),
                ("otto", "dealer", "mbs-3"),
            ):
                table.tokens[name] = await staff(table.house, table.owner, name, role, where)
            for name in ("ann", "vic", "aud", "otto"):
                with pytest.raises(AnsweredError) as refused:
                    await call(table, name, kind="help")
                assert (name, refused.value.code) == (name, "role-not-allowed")
            for body in ({"kind": "tea"}, {}, {"kind": "help", "note": ""}, {"kind": "help", "note": "x" * 401}):
                with pytest.raises(AnsweredError) as wrong:
                    await call(table, "dora", **body)
                assert wrong.value.code == "wrong-body"
            table.tokens["owner"] = str(table.owner.token)
            assert (await call(table, "owner", kind="wrong-number"))["by"] == "owner"
            with pytest.raises(AnsweredError) as nowhere:
                await table.owner.call("POST", "/tables/none/call", {"kind": "help"})
            assert nowhere.value.problem["status"] == 404

    play(scene())
