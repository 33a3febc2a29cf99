"""Rounds examined over HTTP: checked, settled again, exported; and who may see what of it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from croupier.audit.one_round import RoundReport
from croupier.client import HouseClient, RefusedError
from croupier.client.house import AnsweredError
from croupier.rulebooks import REFS
from croupier.storage.raw_sqlite import SqliteRaw
from croupier.table.wire_rules import WIRE_RULES
from croupier.web.api import examine
from testkit.web.running import QUICK, STILL, Running, play, running

ROUND = "/tables/dealt-1/rounds/1"


@asynccontextmanager
async def played(folder: Path) -> AsyncIterator[tuple[Running, HouseClient, HouseClient]]:
    """Serve a house in which one round was dealt: 17, with a winner, a loser and a late wager. Gives owner and ann."""
    async with running(folder, **STILL) as house, house.client() as owner, house.client() as ann:
        await house.owner(owner)
        await ann.come_in("ann")
        async with owner.table("dealt-1") as dealer:
            await dealer.ask("open-table")
            async with ann.table("dealt-1") as player:
                await dealer.ask("open-betting")
                await player.ask("place-wager", wager="w1", player="ann", position="17", stake=500)
                await player.ask("place-wager", wager="w2", player="ann", position="red", stake=1050)
                await dealer.ask("spin-ball", ball="clockwise", wheel="counterclockwise")
                await dealer.ask("count-revolutions", completed=4)
                await dealer.ask("call-no-more-bets")
                with pytest.raises(RefusedError):
                    await player.ask("place-wager", wager="w3", player="ann", position="17", stake=500)
                await dealer.ask("declare-outcome", pocket="17")
                await dealer.ask("place-dolly", pocket="17")
                await dealer.ask("settle")
        yield house, owner, ann


def scene_of(folder: Path, look: Any) -> None:
    async def scene() -> None:
        async with played(folder) as (house, owner, ann):
            await look(house, owner, ann)

    play(scene(), 120)


def change(folder: Path, sql: str, *values: str) -> None:
    """Write into the record behind the house's back, as somebody with the file could."""
    with sqlite3.connect(folder / "house.sqlite", timeout=30) as connection:
        assert connection.execute(sql, values).rowcount == 1


def wrong(report: dict[str, Any]) -> list[str]:
    return [one["check"] for one in report["checks"] if one["findings"]]


async def refusal(asking: Any) -> str:
    with pytest.raises(AnsweredError) as caught:
        await asking
    return caught.value.code


class TestChecks:
    def test_a_sound_round_passes_every_check_and_says_how_much_was_looked_at(self, tmp_path: Path) -> None:
        async def look(_: Running, owner: HouseClient, ann: HouseClient) -> None:
            report = await owner.call("GET", f"{ROUND}/checks")
            looked = {one["check"]: one["looked"] for one in report["checks"]}
            assert report["sound"], report
            assert looked["settlement"] == 2
            assert looked["chain"] == report["last"] - report["first"] + 1 == len(report["hashes"])
            assert looked["receipts"] == 11, "opening, chips, 3 wagers, spin, count, call, outcome, dolly, settle"
            assert (await ann.call("GET", f"{ROUND}/checks"))["hashes"] == {}, "hashes are for staff"

        scene_of(tmp_path, look)

    def test_one_changed_stake_breaks_the_chain_and_the_settlement(self, tmp_path: Path) -> None:
        async def look(_: Running, owner: HouseClient, ann: HouseClient) -> None:
            before = await owner.call("GET", f"{ROUND}/checks")
            assert wrong(before) == []
            change(
                tmp_path,
                """UPDATE events SET line = replace(line, '"stake":500', '"stake":600')
                   WHERE table_id = 'dealt-1' AND tag LIKE 'wager-placed/%' AND line LIKE '%"wager":"w1"%'""",
            )
            report = await ann.call("GET", f"{ROUND}/checks")
            assert not report["sound"]
            assert wrong(report) == ["chain", "settlement"]
            (broken,) = report["checks"][0]["findings"]
            assert "hashes otherwise" in broken["what"]

        scene_of(tmp_path, look)

    def test_a_removed_event_a_changed_receipt_and_money_from_nowhere_are_found(self, tmp_path: Path) -> None:
        async def look(_: Running, owner: HouseClient, __: HouseClient) -> None:
            change(
                tmp_path,
                """UPDATE ledger SET amount = amount + 1 WHERE table_id = 'dealt-1' AND account LIKE 'tray:%'
                   AND seq = (SELECT max(seq) FROM events WHERE table_id = 'dealt-1' AND tag LIKE 'wager-paid/%')""",
            )
            assert wrong(await owner.call("GET", f"{ROUND}/checks")) == ["ledger"]
            change(
                tmp_path,
                """UPDATE receipts SET who = 'bob' WHERE table_id = 'dealt-1'
                   AND place = (SELECT max(place) FROM receipts WHERE table_id = 'dealt-1')""",
            )
            assert wrong(await owner.call("GET", f"{ROUND}/checks")) == ["receipts", "ledger"]
            change(tmp_path, "DELETE FROM events WHERE table_id = 'dealt-1' AND tag LIKE 'ball-spun/%'")
            assert wrong(await owner.call("GET", f"{ROUND}/checks")) == ["chain", "receipts", "ledger"]

        scene_of(tmp_path, look)

    def test_a_drawn_round_is_drawn_again_and_another_pocket_is_found(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(tmp_path, **QUICK) as house, house.client() as ann:
                await ann.come_in("ann")
                async with ann.table("sands"):
                    story: dict[str, Any] = {}
                    while not story.get("secret"):
                        await asyncio.sleep(0.05)
                        try:
                            story = await ann.call("GET", "/tables/sands/rounds/1")
                        except AnsweredError:
                            continue
                report = await ann.call("GET", "/tables/sands/rounds/1/checks")
                assert report["sound"], report
                assert {one["check"]: one["looked"] for one in report["checks"]}["draw"] == 1
                other = "17" if story["pocket"] != "17" else "18"
                change(
                    tmp_path,
                    """UPDATE events SET line = replace(line, ?, ?)
                       WHERE table_id = 'sands' AND tag LIKE 'outcome-declared/%' AND line LIKE '%"round":"1"%'""",
                    f'"pocket":"{story["pocket"]}"',
                    f'"pocket":"{other}"',
                )
                assert wrong(await ann.call("GET", "/tables/sands/rounds/1/checks")) == ["chain", "draw"]

        play(scene(), 120)

    def test_a_round_that_is_not_there_is_not_found(self, tmp_path: Path) -> None:
        async def look(_: Running, owner: HouseClient, __: HouseClient) -> None:
            for tail in ("checks", "packet", "again/us-double-zero/1", "refused"):
                assert await refusal(owner.call("GET", f"/tables/dealt-1/rounds/99/{tail}")) == "unknown-round"
            assert await refusal(owner.call("GET", "/tables/nowhere/rounds/1/checks")) == "unknown-table"

        scene_of(tmp_path, look)


class TestWhoMaySee:
    def test_packet_audit_and_refusals_are_for_staff(self, tmp_path: Path) -> None:
        async def look(house: Running, owner: HouseClient, ann: HouseClient) -> None:
            for path in (f"{ROUND}/packet", f"{ROUND}/refused", "/tables/dealt-1/audit"):
                assert await refusal(ann.call("GET", path)) == "role-not-allowed"
                async with house.client() as nobody:
                    assert await refusal(nobody.call("GET", path)) == "not-signed-in"
            (late,) = await owner.call("GET", f"{ROUND}/refused")
            assert (late["command"]["position"], late["refused"]["clause"]) == ("17", "mbs-roulette/3 §5.13")

        scene_of(tmp_path, look)

    def test_an_auditor_may(self, tmp_path: Path) -> None:
        async def look(house: Running, owner: HouseClient, _: HouseClient) -> None:
            invited = await owner.call("POST", "/invitations", {"name": "alf", "role": "auditor"})
            async with house.client() as auditor:
                await auditor.redeem(invited["code"])
                assert (await auditor.call("GET", f"{ROUND}/packet"))["round"] == "1"

        scene_of(tmp_path, look)


class TestPacket:
    def test_it_is_what_the_stand_alone_verifier_accepts(self, tmp_path: Path) -> None:
        async def look(_: Running, owner: HouseClient, __: HouseClient) -> None:
            whole = await owner.call("GET", f"{ROUND}/packet")
            file = tmp_path / "round-1.json"
            file.write_text(json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n")
            verifier = Path(__file__).parents[3] / "verifier" / "croupier_verify.py"
            process = await asyncio.create_subprocess_exec(
                "python", str(verifier), str(file), stdout=asyncio.subprocess.PIPE
            )
            said, _err = await process.communicate()
            assert process.returncode == 0, said.decode()

        scene_of(tmp_path, look)


class TestAudit:
    def test_a_whole_table_is_judged_again_and_a_lie_is_found(self, tmp_path: Path) -> None:
        async def look(_: Running, owner: HouseClient, __: HouseClient) -> None:
            report = await owner.call("GET", "/tables/dealt-1/audit")
            assert report["sound"], report
            assert report["tables"][0]["rounds"] == 1
            assert str(tmp_path) not in json.dumps(report)
            change(
                tmp_path,
                """UPDATE events SET line = replace(line, '"pocket":"17"', '"pocket":"18"')
                   WHERE table_id = 'dealt-1' AND tag LIKE 'dolly-placed/%'""",
            )
            report = await owner.call("GET", "/tables/dealt-1/audit")
            assert {one["check"] for one in report["findings"]} == {"chain", "decisions"}

        scene_of(tmp_path, look)

    def test_two_at_once_are_not_made(self, tmp_path: Path) -> None:
        async def look(_: Running, owner: HouseClient, __: HouseClient) -> None:
            asked = [owner.call("GET", "/tables/dealt-1/audit") for _ in range(2)]
            first, second = await asyncio.gather(*asked, return_exceptions=True)
            answers = sorted((first, second), key=lambda one: isinstance(one, BaseException))
            assert isinstance(answers[0], dict)
            assert isinstance(answers[1], AnsweredError)
            assert answers[1].code == "busy"

        scene_of(tmp_path, look)


class TestAgain:
    def test_under_the_same_rules_nothing_changes(self, tmp_path: Path) -> None:
        async def look(_: Running, __: HouseClient, ann: HouseClient) -> None:
            told = await ann.call("GET", f"{ROUND}/again/mbs-roulette/3")
            assert told["difference"] == 0
            gains = {one["position"]: (one["gain"], one["other_gain"]) for one in told["lines"]}
            assert gains == {"straight:17": (17500, 17500), "red": (-1050, -1050)}

        scene_of(tmp_path, look)

    def test_a_round_under_way_is_not_settled_again(self, tmp_path: Path) -> None:
        async def look(_: Running, owner: HouseClient, ann: HouseClient) -> None:
            async with owner.table("dealt-1") as dealer:
                await dealer.ask("lift-dolly", pocket="17")
                await dealer.ask("open-betting")
            path = "/tables/dealt-1/rounds/2/again/us-double-zero/1"
            assert await refusal(ann.call("GET", path)) == "round-not-over"
            assert (await ann.call("GET", "/tables/dealt-1/rounds/2/checks"))["sound"]

        scene_of(tmp_path, look)


def test_what_the_decider_of_an_unclear_wager_saw_is_given_again_from_the_record(tmp_path: Path) -> None:
    async def look(_: Running, owner: HouseClient, ann: HouseClient) -> None:
        assert await ann.call("GET", f"{ROUND}/rulings") == []
        async with owner.table("dealt-1") as dealer, ann.table("dealt-1") as player:
            await dealer.ask("lift-dolly", pocket="17")
            await dealer.ask("open-betting")
            await player.ask("place-wager", wager="u1", player="ann", position="8/11", stake=1000)
            await player.ask("place-wager", wager="u2", player="ann", position="17", stake=500)
            await dealer.ask("mark-unclear", wager="u1", point="2.9,1.1")
            await dealer.ask("mark-unclear", wager="u2")
            await dealer.ask("spin-ball", ball="clockwise", wheel="counterclockwise")
            await dealer.ask("count-revolutions", completed=4)
            await dealer.ask("call-no-more-bets")
            await dealer.ask("declare-outcome", pocket="11")
            ruled = {"wager": "u1", "treatment": "relocate", "position": "corner:8-9-11-12", "reason": "nearest"}
            await dealer.ask("rule-on-wager", **ruled)
            await dealer.ask("rule-on-wager", wager="u2", treatment="return", reason="between chairs")
        first, second = await ann.call("GET", "/tables/dealt-1/rounds/2/rulings")
        assert (first["wager"], first["chosen"], first["outcome"]) == ("u1", "corner:8-9-11-12", "11")
        nearest = first["readings"][0]
        assert (nearest["position"], nearest["distance"], nearest["winnings"]) == ("corner:8-9-11-12", 0.141, 8000)
        assert (second["wager"], second["chosen"]) == ("u2", None)
        assert (second["readings"][0]["position"], second["readings"][0]["distance"]) == ("straight:17", 0.0)

    scene_of(tmp_path, look)


def test_the_story_of_a_round_writes_amounts_as_the_pages_do(tmp_path: Path) -> None:
    async def look(_: Running, __: HouseClient, ann: HouseClient) -> None:
        said = [line["says"] for line in (await ann.call("GET", ROUND))["lines"]]
        assert "ann has 5 on straight:17 (w1)." in said
        assert "Collected from ann: 10.50 of 10.50 on red (w2)." in said
        assert "Paid to ann: 175 on straight:17 (w1), stake back 5." in said

    scene_of(tmp_path, look)


def test_our_own_rules_and_all_odds_side_by_side_can_be_read_by_anybody(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as nobody:
            rules = await nobody.call("GET", "/wire-rules")
            assert {one["clause"]: one["summary"] for one in rules} == dict(WIRE_RULES)
            odds = await nobody.call("GET", "/odds")
            assert odds["rulesets"] == list(REFS)
            straight = next(row for row in odds["kinds"] if row["kind"] == "straight")
            assert [one["edge"] for one in straight["each"]] == ["1/37", "1/37", "1/37", "1/13", "1/19"]

    play(scene())


async def begin_another(owner: HouseClient) -> None:
    """Begin another round, so that nothing of the first can change any more."""
    async with owner.table("dealt-1") as dealer:
        await dealer.ask("lift-dolly")
        await dealer.ask("open-betting")


class TestWhatAskingCosts:
    def test_a_check_begins_where_the_round_does_and_is_made_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        read: list[tuple[str, int | None]] = []
        rows = SqliteRaw.rows

        def noted(raw: SqliteRaw, relation: str, table: str | None = None, **place: Any) -> object:
            if relation == "events":
                read.append((relation, place.get("first")))
            return rows(raw, relation, table, **place)

        async def look(house: Running, owner: HouseClient, _: HouseClient) -> None:
            await begin_another(owner)
            begins, _last = house.service.office.tables.host("dealt-1").results.span("1") or (0, 0)
            monkeypatch.setattr(SqliteRaw, "rows", noted)
            first = await owner.call("GET", f"{ROUND}/checks")
            # The set-up is read as well, and the event before the round, whose hash is the round's link.
            assert first["sound"]
            assert {place for _, place in read} <= {None, begins, begins - 1}
            assert first["first"] == begins
            read.clear()
            assert await owner.call("GET", f"{ROUND}/checks") == first
            assert read == []
            assert await refusal(owner.call("GET", "/tables/dealt-1/rounds/99/checks")) == "unknown-round"
            assert read == []

        scene_of(tmp_path, look)

    def test_those_who_ask_for_too_much_at_once_are_told_to_wait_and_nobody_else_is(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def look(house: Running, owner: HouseClient, _: HouseClient) -> None:
            go = threading.Event()

            def waits(*_: object) -> RoundReport:
                go.wait(20)
                return RoundReport(1, 1, [], {}, [])

            monkeypatch.setattr(examine, "check_round", waits)
            asked = [asyncio.ensure_future(owner.call("GET", f"{ROUND}/checks")) for _ in range(12)]
            done, waiting = await asyncio.wait(asked, timeout=1)
            assert len(waiting) == examine.WAITING_MAX
            assert {await refusal(one) for one in done} == {"busy"}
            async with house.client() as guest, asyncio.timeout(10):
                await guest.come_in("late")
                await guest.call("GET", "/me")
            go.set()
            await asyncio.gather(*waiting)

        scene_of(tmp_path, look)

    def test_a_round_is_told_in_pages_each_with_the_whole_proof(self, tmp_path: Path) -> None:
        async def look(_: Running, owner: HouseClient, __: HouseClient) -> None:
            await begin_another(owner)
            whole = await owner.call("GET", ROUND)
            assert whole["after"] is None
            lines: list[object] = []
            after: int | None = 0
            while after is not None:
                page = await owner.call("GET", f"{ROUND}?after={after}&limit=3")
                assert {name: page[name] for name in PROOF} == {name: whole[name] for name in PROOF}
                lines += page["lines"]
                after = page["after"]
            assert lines == whole["lines"]

        scene_of(tmp_path, look)

    def test_a_request_about_a_round_counts_as_many(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(tmp_path, **{**STILL, "requests_per_second": 1}) as house, house.client() as anybody:
                asked = [await refusal(anybody.call("GET", "/tables/mbs-3/rounds/9")) for _ in range(3)]
                assert asked[-1] == "too-many"

        play(scene())


PROOF = ("commitment", "secret", "pocket", "void", "digest")


def test_an_audit_ends_when_whoever_asked_for_it_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are kept out of an audit for as long as one is under way."""
    monkeypatch.setattr("croupier.web.api.examine._COMMAND", "import time; time.sleep(600)")

    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            headers = {"Authorization": f"Bearer {owner.token}"}
            async with aiohttp.ClientSession(headers=headers) as http:
                path = f"{house.base}/api/v1/tables/mbs-3/audit"
                leaving = asyncio.ensure_future(http.get(path))
                while (status := await _status(http, path)) != 503:
                    assert status == 0
                leaving.cancel()
                async with asyncio.timeout(10):
                    while await _status(http, path) == 503:
                        await asyncio.sleep(0.1)

    play(scene())


async def _status(http: aiohttp.ClientSession, path: str) -> int:
    """Ask for an audit and leave: 503 if another is under way, or 0 if it began."""
    try:
        async with http.get(path, timeout=aiohttp.ClientTimeout(total=0.2)) as answer:
            return answer.status
    except TimeoutError:
        return 0
