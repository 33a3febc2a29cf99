"""The owner's tables: presets of limits, names, out of service and back, and removed from the lobby."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.audit.audit import audit
from croupier.client import AnsweredError, HouseClient
from croupier.rulebooks import REFS, published
from croupier.rules.narrowing import wider
from croupier.storage.places import record_file
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.web.displayed import PLATES, presets
from testkit.web.night import night
from testkit.web.running import play, running

NEW = {"table": "blue", "rulebook": "mbs-roulette/3", "preset": "5-500"}


async def refused(client: HouseClient, method: str, path: str, body: object = None) -> str:
    with pytest.raises(AnsweredError) as answer:
        await client.call(method, path, body)
    return str(answer.value.code)


async def listed(client: HouseClient, only: str = "") -> dict[str, Any]:
    return {one["table"]: one for one in await client.call("GET", f"/tables{only}")}


def sound(folder: Path) -> bool:
    raw = open_raw_sqlite(record_file(folder))
    report = audit(raw)
    raw.close()
    return report.findings == []


@pytest.mark.parametrize("ref", REFS)
def test_presets_fit_the_rulebook_and_have_a_minimum_below_every_maximum(ref: str) -> None:
    ruleset = published(ref)
    assert presets(ruleset).keys() <= {plate.name for plate in PLATES}
    for limits in presets(ruleset).values():
        assert set(limits.by_kind) == set(ruleset.prices)
        assert wider(ruleset, limits) is None
    assert ref == "us-double-zero/1" or "5-500" in presets(ruleset)


def test_a_table_is_set_up_with_a_preset_and_another_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner, house.client() as guest:
            await house.owner(owner)
            told = await owner.call("POST", "/tables", NEW)
            shown = await guest.call("GET", "/rulebooks/mbs-roulette/3/presets")
            (preset,) = [one for one in shown if one["name"] == "5-500"]
            spans = {kind: (one["min"], one["max"]) for kind, one in told["limits"]["limits"].items()}
            assert spans == {kind: (one["min"], one["max"]) for kind, one in preset["limits"].items()}
            assert (spans["straight"], spans["red"]) == ((500, 5_000), (500, 50_000))
            assert await refused(owner, "POST", "/tables", NEW | {"table": "b", "preset": "3-7"}) == "unknown-preset"

    play(scene())


def test_a_table_is_renamed_taken_out_of_service_put_back_and_removed_and_its_record_stays(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            await owner.call("POST", "/tables", NEW)
            assert (await owner.call("POST", "/tables/blue/name", {"name": "The Blue Room"}))["name"] == "The Blue Room"
            assert await refused(owner, "POST", "/tables/mbs-3/name", {"name": "The Blue Room"}) == "name-taken"
            await owner.call("POST", "/tables/blue/set-aside", {"reason": "a new wheel"})
            assert (await listed(owner))["blue"]["aside"] == "a new wheel"
            opens = {"id": "o1", "do": "open-table"}
            assert await refused(owner, "POST", "/tables/blue/commands", opens) == "fault"
            assert await refused(owner, "POST", "/tables/blue/set-aside", {"reason": "again"}) == "already-done"
        async with running(tmp_path) as house, house.client() as owner:
            code = await house.service.office.sign_in.invite_owner()
            await owner.redeem(code)
            blue = (await listed(owner))["blue"]
            assert (blue["name"], blue["aside"]) == ("The Blue Room", "a new wheel")
            await owner.call("POST", "/tables/blue/put-back")
            assert await refused(owner, "POST", "/tables/blue/put-back") == "already-done"
            await owner.call("POST", "/tables/blue/commands", opens)
            assert await refused(owner, "DELETE", "/tables/blue") == "table-open"
            await owner.call("POST", "/tables/blue/commands", {"id": "c1", "do": "close-table"})
            await owner.call("DELETE", "/tables/blue")
            assert "blue" not in await listed(owner)
            assert "blue" in await listed(owner, "?table=blue")
            assert len((await owner.call("GET", "/tables/blue/events"))["events"]) == 2
            assert await refused(owner, "POST", "/tables", NEW) == "name-taken"
            assert await refused(owner, "POST", "/tables/blue/commands", opens | {"id": "o2"}) == "fault"

    play(scene())
    assert sound(tmp_path)


def test_a_table_with_chips_or_a_round_stays_and_only_the_owner_asks(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            of = f"/tables/{table.host.name}"
            await table.did("dora", "open-betting")
            assert await refused(table.owner, "POST", of + "/set-aside", {"reason": "now"}) == "table-open"
            await table.did("ann", "place-wager", wager="w1", player="ann", position="17", stake=500)
            await table.did("dora", "report-irregularity", kind="unlisted", note="a cat")
            await table.did("max", "rule-on-irregularity", ruling="void", reason="a cat")
            assert await refused(table.owner, "DELETE", of) == "chips-held"
            async with table.house.client() as max_:
                max_.token = table.tokens["max"]
                for method, tail, body in (
                    ("POST", "/name", {"name": "Mine"}),
                    ("POST", "/set-aside", {"reason": "mine"}),
                    ("POST", "/put-back", None),
                    ("DELETE", "", None),
                ):
                    assert await refused(max_, method, of + tail, body) == "role-not-allowed"
            for name in ("", " x", "x\ty", "x" * 41):
                assert await refused(table.owner, "POST", of + "/name", {"name": name}) == "wrong-body"

    play(scene())
