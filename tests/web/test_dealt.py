"""Tables that people deal at: whole rounds, a wheel reader, a dealer who is gone, alerts, corrections, limits."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from croupier.audit.audit import audit
from croupier.client import AnsweredError
from croupier.house.host import Host
from croupier.rulebooks import REFS, published
from croupier.storage.places import record_file
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.table.state import Phase
from croupier.web.live import watch
from testkit.web.dealing import CALL, COUNT, DOLLY, SPIN, WAGER
from testkit.web.night import night, to_the_call
from testkit.web.running import Socket, come_in, play, running, socket, staff


def chips(host: Host) -> int:
    purse = host.table.standing.purses.get("ann")
    assert purse is not None
    return purse.cash + purse.colored


@pytest.mark.parametrize("ref", REFS)
def test_a_whole_round_is_dealt_by_dealer_wheel_reader_and_pit(tmp_path: Path, ref: str) -> None:
    async def scene() -> None:
        async with night(tmp_path, ref) as table:
            await to_the_call(table)
            assert "refused" in await table.ask("ann", **WAGER | {"wager": "late"})
            told = await table.post("rita", "declare-outcome", pocket="17")
            assert told["events"][0]["by"] == {"name": "rita", "role": "dealer"}
            assert "outcome-confirmed" in await table.did("pia", "confirm-outcome", pocket="17")
            await table.did("dora", **DOLLY)
            settled = await table.did("dora", "settle")
            await table.did("dora", "lift-dolly")

            assert "wager-paid" in settled
            assert "round-closed" in settled
            assert table.host.table.round.phase is Phase.PAID
            assert chips(table.host) == 20_000 + 35 * 500
            async with table.house.client() as ann:
                ann.token = table.tokens["ann"]
                (played,) = await ann.call("GET", f"/tables/{table.host.name}/history")
                assert (played["pocket"], played["bets"][0]["winnings"]) == ("17", 17_500)
                story = await ann.call("GET", f"/tables/{table.host.name}/rounds/1")
                assert (story["pocket"], story["void"]) == ("17", False)

    play(scene())


@pytest.mark.parametrize("ref", ["mbs-roulette/2", "mbs-roulette/3", "us-double-zero/1"])
def test_an_audit_finds_everybody_of_a_real_night_in_their_roles(tmp_path: Path, ref: str) -> None:
    """Dealer, pit, wheel reader, automatic tables, and the owner, whom nobody appoints."""

    async def scene() -> None:
        async with night(tmp_path, ref) as table:
            await to_the_call(table)
            table.tokens["owner"] = str(table.owner.token)
            with suppress(AnsweredError):  # one rulebook leaves it to the dealer; the refusal is in the record as well
                await table.post("owner", "declare-outcome", pocket="17")
            await table.owner.call("DELETE", "/people/pia")

    play(scene())
    raw = open_raw_sqlite(record_file(tmp_path))
    report = audit(raw)
    asked = {row[1] for table in raw.tables() for row in raw.rows("receipts", table)}
    raw.close()

    assert {"house", "owner", "dora", "rita", "max", "ann"} - {"max" if ref.startswith("us") else ""} <= asked
    assert report.findings == []
    assert not [note for note in report.notes if note.startswith("whether")]


def test_the_wheel_reader_cannot_bet(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await to_the_call(table)
            await table.post("rita", "declare-outcome", pocket="17")
            with pytest.raises(AnsweredError) as refused:
                await table.post("rita", **WAGER | {"wager": "w2", "player": "rita"})
            assert refused.value.problem["status"] == 409
            assert refused.value.problem["clause"]

    play(scene())


@pytest.mark.parametrize("right", ["17", "18"])
def test_a_second_entry_that_differs_holds_dolly_and_payment_until_somebody_decides(tmp_path: Path, right: str) -> None:
    """As the page on running a house says."""

    async def scene() -> None:
        async with night(tmp_path) as table:
            await to_the_call(table)
            await table.post("rita", "declare-outcome", pocket="17")
            assert await table.did("pia", "confirm-outcome", pocket="18") == ["outcome-disputed"]
            assert await table.refused("dora", **DOLLY) == "ruling-needed"
            assert await table.refused("dora", "settle") == "ruling-needed"
            alert = await table.alert("outcome-disputed")
            assert "pia entered 18, and 17 was declared" in alert["note"]
            (waits,) = await table.owner.call("GET", "/inbox")
            told = {key: waits[key] for key in ("kind", "position", "was", "player", "by", "needed")}
            assert told == {
                "kind": "dispute",
                "position": "18",
                "was": "17",
                "player": "pia",
                "by": "rita",
                "needed": "shift-manager",
            }
            assert waits["not_by"] == ["rita", "pia"]
            if right == "17":
                await table.did("max", "confirm-outcome", pocket="17")
            else:
                await table.did("max", "correct-outcome", round="1", pocket="18", reason="the ball lies in 18")
            assert await table.owner.call("GET", "/inbox") == []
            await table.did("dora", **DOLLY | {"pocket": right})
            assert ("wager-paid" in await table.did("dora", "settle")) is (right == "17")

    play(scene())
    raw = open_raw_sqlite(record_file(tmp_path))
    report = audit(raw)
    raw.close()
    assert report.findings == []


@pytest.mark.parametrize("settled", [False, True])
def test_one_person_corrects_before_the_payment_and_two_after(tmp_path: Path, *, settled: bool) -> None:
    """As the page on running a house says."""

    async def scene() -> None:
        async with night(tmp_path) as table:
            await to_the_call(table)
            await table.post("rita", "declare-outcome", pocket="17")
            await table.did("dora", **DOLLY)
            if settled:
                assert "wager-paid" in await table.did("dora", "settle")

            right = {"round": "1", "pocket": "18", "reason": "the ball lies in 18"}
            assert await table.refused("dora", "correct-outcome", **right) == "role-not-allowed"
            told = await table.did("max", "correct-outcome", **right)

            assert told == (["correction-proposed"] if settled else ["outcome-corrected"])
            assert table.host.table.round.outcome == ("17" if settled else "18")
            if settled:
                assert await table.refused("max", "approve-correction", round="1", pocket="18") == "same-person"
                assert "outcome-corrected" in await table.did("pia", "approve-correction", round="1", pocket="18")

    play(scene())


def test_a_void_round_is_in_the_players_history_with_the_stake_returned(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await table.did("dora", "open-betting")
            await table.did("ann", **WAGER)
            await table.did("dora", **SPIN)
            assert "round-voided" in await table.did("dora", "report-irregularity", kind="foreign-object")
            async with table.house.client() as ann:
                ann.token = table.tokens["ann"]
                (played,) = await ann.call("GET", f"/tables/{table.host.name}/history")
            bet = {
                "wager": "w1",
                "position": "straight:17",
                "stake": 500,
                "winnings": 0,
                "returned": 500,
                "collected": 0,
            }
            assert (played["pocket"], played["bets"]) == (None, [bet])

    play(scene())


@pytest.mark.parametrize("phase", ["ball-in-play", "no-more-bets"])
def test_a_dealer_lost_in_mid_spin_voids_nothing_and_a_supervisor_goes_on(
    tmp_path: Path, phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.5)  # the dealer comes, deals and goes between two looks

    async def scene() -> None:
        async with night(tmp_path) as table:
            await table.did("dora", "open-betting")
            await table.did("ann", **WAGER)
            await table.did("dora", **SPIN)
            if phase == "no-more-bets":
                await table.did("dora", **COUNT)
                await table.did("dora", **CALL)
            before = table.host.table
            await table.leave("dora")
            alert = await table.alert("dealer-gone")

            assert phase in alert["note"]
            assert table.host.table == before
            if phase == "ball-in-play":
                await table.did("pia", **COUNT)
                await table.did("pia", **CALL)
            receipt = await table.ask("pia", "declare-outcome", pocket="17")
            assert "6.3" in receipt["events"][0]["clauses"]
            await table.did("pia", **DOLLY)
            assert "wager-paid" in await table.did("pia", "settle")

    play(scene())


@pytest.mark.parametrize("acts", [False, True], ids=["who stops", "who keeps acting"])
def test_a_dealer_over_http_alone_is_missed_once_nothing_is_done_while_the_ball_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, acts: bool
) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(watch, "ALONE", 0.8)

    async def scene() -> None:
        async with night(tmp_path) as table:
            for who in ("dora", "pia", "max"):
                await table.leave(who)
            await asyncio.sleep(0.2)
            await table.post("rita", "open-betting")
            await table.post("rita", **SPIN)
            if not acts:
                await table.did("ann", **WAGER)  # a player's wager is nobody's work
                alert = await table.alert("dealer-gone")
                assert "nobody of staff" in alert["note"]
                assert "ball-in-play" in alert["note"]
                return
            for completed in range(1, 9):
                await asyncio.sleep(0.2)
                await table.post("rita", "count-revolutions", completed=completed)
            assert [one["kind"] for one in await table.owner.call("GET", "/alerts")] == []

    play(scene())


def test_where_the_rulebook_lets_nobody_stand_in_the_round_waits_for_a_dealer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.05)
    assert not published("us-double-zero/1").procedure.roles.acting.value

    async def scene() -> None:
        async with night(tmp_path, "us-double-zero/1") as table:
            await to_the_call(table)
            await table.leave("dora")
            await table.alert("dealer-gone")
            assert await table.refused("pia", "declare-outcome", pocket="17") == "role-not-allowed"
            assert table.host.table.round.phase is Phase.NO_MORE_BETS
            async with socket(table.house, table.host.name, table.tokens["dora"]) as (line, welcome):
                assert welcome["snapshot"]["now"]["phase"] == "no-more-bets"
                assert "events" in await line.answer({"id": "back", "do": "declare-outcome", "pocket": "17"})

    play(scene())


def test_a_dealer_whose_connection_heals_at_once_raises_no_alert(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.02)

    async def scene() -> None:
        async with night(tmp_path) as table:
            await to_the_call(table)
            await table.leave("dora")
            await asyncio.sleep(0.2)
            async with socket(table.house, table.host.name, table.tokens["dora"]):
                await asyncio.sleep(2.2)
                kinds = {alert["kind"] for alert in await table.owner.call("GET", "/alerts")}
                assert "dealer-gone" not in kinds

    play(scene())


def test_alerts_stay_until_the_pit_acknowledges_them_and_through_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path, too_soon=60) as table:
            await to_the_call(table)
            await table.did("dora", "declare-outcome", pocket="17")
            alert = await table.alert("result-too-soon")
            tokens = table.tokens | {
                "vic": await staff(table.house, table.owner, "vic", "surveillance"),
                "aud": await staff(table.house, table.owner, "aud", "auditor"),
                "other": await staff(table.house, table.owner, "otto", "pit-manager", "mbs-3"),
            }
        async with running(tmp_path) as house:
            answers = {}
            for who in ("ann", "dora", "vic", "aud", "other", "pia", "max"):
                async with house.client() as client:
                    client.token = tokens[who]
                    try:
                        note = {"note": "seen on camera"}
                        await client.call("POST", f"/alerts/{alert['alert']}/acknowledge", note)
                        answers[who] = "done"
                    except AnsweredError as error:
                        answers[who] = error.code
            assert answers == {
                **dict.fromkeys(("ann", "dora", "vic", "aud"), "role-not-allowed"),
                "other": "unknown-alert",
                "pia": "done",
                "max": "already-done",
            }
            async with house.client() as client:
                client.token = tokens["vic"]
                shown = {one["alert"]: one for one in await client.call("GET", "/alerts")}
                assert shown[alert["alert"]]["acknowledged_by"] == "pia"

    play(scene())


def test_the_owner_acknowledges_alerts_under_every_rulebook(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            tables = house.service.office.tables
            for table in tables.hosts:
                await watch.raise_alert(tables, table, watch.IDLE, "nothing happens")
            for alert in await owner.call("GET", "/alerts"):
                await owner.call("POST", f"/alerts/{alert['alert']}/acknowledge", {"note": "seen"})
            assert [one["acknowledged_by"] for one in await owner.call("GET", "/alerts")] == ["owner"] * len(
                tables.hosts
            )

    play(scene())


def test_open_alerts_are_shown_before_any_number_of_old_ones(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, house.client() as owner:
            await house.owner(owner)
            tables = house.service.office.tables
            await watch.raise_alert(tables, "mbs-3", watch.IDLE, "the first")
            await watch.raise_alert(tables, "mbs-3", watch.IDLE, "the first")
            for number in range(210):
                await watch.raise_alert(tables, "mbs-3", watch.TOO_SOON, f"number {number}")
            alerts = await owner.call("GET", "/alerts")
            assert len(alerts) == 200
            for alert in alerts:
                await owner.call("POST", f"/alerts/{alert['alert']}/acknowledge", {})
            left = [alert for alert in await owner.call("GET", "/alerts") if alert["acknowledged_by"] is None]
            assert len(left) == 11
            assert left[-1]["note"] == "the first"

    play(scene())


def test_a_round_that_stands_still_raises_one_alert(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.02)

    async def scene() -> None:
        async with night(tmp_path, idle=0.1) as table:
            await table.did("dora", "open-betting")
            await table.alert("table-idle")
            before = table.host.table
            await asyncio.sleep(0.3)
            alerts = [one for one in await table.owner.call("GET", "/alerts") if one["kind"] == "table-idle"]
            assert len(alerts) == 1
            assert table.host.table == before

    play(scene())


def test_a_correction_after_the_payment_takes_two_people(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await to_the_call(table)
            await table.did("dora", "declare-outcome", pocket="17")
            await table.did("dora", **DOLLY)
            await table.did("dora", "settle")
            asked = {"round": "1", "pocket": "20", "reason": "the camera shows 20"}
            proposed = await table.did("max", "correct-outcome", **asked)
            assert proposed == ["correction-proposed"]
            (waiting,) = await table.owner.call("GET", "/inbox")
            assert (waiting["kind"], waiting["position"]) == ("correction", "20")
            assert await table.refused("max", "approve-correction", **asked) == "same-person"
            # The same person over another socket of another session is the same person.
            again = await staff(table.house, table.owner, "max", "shift-manager", table.host.name)
            async with socket(table.house, table.host.name, again) as (line, _):
                answer = await line.answer({"id": "again", "do": "approve-correction", **asked})
                assert answer["refused"]["code"] == "same-person"
            assert await table.refused("ann", "approve-correction", **asked) == "role-not-allowed"
            assert await table.did("pia", "approve-correction", **asked) == ["outcome-corrected"]
            assert await table.owner.call("GET", "/inbox") == []
            assert chips(table.host) == 20_000 - 500
            told = await table.owner.call("GET", f"/tables/{table.host.name}/results")
            assert told["results"][-1]["pocket"] == "20"

    play(scene())


def test_new_limits_hold_from_the_next_round(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await table.did("dora", "open-betting")
            assert await table.did("max", "set-limits", limits={"straight": {"min": 100, "max": 300}}) == ["limits-set"]
            assert await table.did("ann", **WAGER) == ["wager-placed"]
            await table.did("dora", **SPIN)
            await table.did("dora", "report-irregularity", kind="foreign-object")
            await table.did("dora", "open-betting")
            assert await table.refused("ann", **WAGER | {"wager": "w2"}) == "above-maximum"
            assert await table.did("ann", **WAGER | {"wager": "w3", "stake": 300}) == ["wager-placed"]

    play(scene())


def test_rebet_double_and_clear_are_all_or_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            await table.did("dora", "open-betting")
            good = [{"wager": "a", "position": "17", "stake": 500}, {"wager": "b", "position": "red", "stake": 500}]
            bad = [{"wager": "c", "position": "18", "stake": 500}, {"wager": "d", "position": "the moon", "stake": 500}]
            assert await table.did("ann", "place-wagers", player="ann", wagers=good) == ["wager-placed"] * 2
            assert await table.refused("ann", "place-wagers", player="ann", wagers=bad) == "not-on-layout"
            assert table.host.table.layout.live == 2
            assert await table.did("ann", "retract-wagers", wagers=["a", "b"]) == ["wager-retracted"] * 2

    play(scene())


def test_an_automatic_table_that_the_pit_closes_stays_closed_until_the_pit_opens_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, pause=0.3) as house, house.client() as owner:
            await house.owner(owner)
            token = await come_in(house, "ann")
            host = house.service.office.tables.host("mbs-3")
            async with socket(house, "mbs-3", token), socket(house, "mbs-3", owner.token) as (line, _):
                number = 0
                while not (await ask_to_close(line, number := number + 1)):
                    await asyncio.sleep(0.05)
                await asyncio.sleep(1)
                assert not host.table.standing.open
                rounds = host.table.round.number
                assert "events" in await line.answer({"id": "open", "do": "open-table"})
                while host.table.round.number == rounds:
                    await asyncio.sleep(0.01)

    play(scene())


async def ask_to_close(line: Socket, number: int) -> bool:
    return "events" in await line.answer({"id": f"close-{number}", "do": "close-table"})


def test_nobody_but_the_wheel_says_what_a_random_wheel_drew(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, drop=1e6) as house, house.client() as owner:
            await house.owner(owner)
            token = await come_in(house, "ann")
            dora = await staff(house, owner, "dora", "dealer", "mbs-3")
            host = house.service.office.tables.host("mbs-3")
            async with socket(house, "mbs-3", token):
                while host.table.round.phase is not Phase.NO_MORE_BETS:
                    await asyncio.sleep(0.01)
                before = host.table
                for who in (dora, owner.token):
                    async with socket(house, "mbs-3", who) as (line, _):
                        for pocket in ("0", "17", host.drawn()):
                            answer = await line.answer({"id": f"d{pocket}", "do": "declare-outcome", "pocket": pocket})
                            assert answer["refused"]["code"] == "role-not-allowed"
                assert host.table == before

    play(scene())
