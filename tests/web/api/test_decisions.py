"""What dealer and pit are told: what they may do for players, what waits, what lies outside the limits."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from croupier.client import AnsweredError, HouseClient
from croupier.house.setup import set_up
from croupier.rules.pocket import Pocket
from croupier.rules.rulebook import parse
from croupier.table import commands as c
from croupier.web.api import decisions
from testkit.audit.houses import DEALER, OWN, SHIFT, Play, opened
from testkit.rulebooks.house import MBS_3, own
from testkit.rulebooks.stated import stated
from testkit.storage.stores import live
from testkit.web.running import STILL, Running, Socket, play, running, socket

NUMBERS = count(1)
LOW_LIMITS = {"straight": {"min": 1000, "max": 2000}, "corner": {"min": 1000, "max": 2000}}


async def staff(house: Running, owner: HouseClient, name: str, role: str, table: str = "dealt-1") -> str:
    """Appoint somebody and let them in; gives their token."""
    invited = await owner.call("POST", "/invitations", {"name": name, "role": role, "table": table})
    async with house.client() as client:
        return str((await client.redeem(invited["code"]))["token"])


async def asked(line: Socket, **command: Any) -> dict[str, Any]:
    """Ask a table and insist that it is done."""
    receipt = await line.answer({"id": f"t{next(NUMBERS)}", **command})
    assert "events" in receipt, receipt
    return receipt


async def by_the_pit(owner: HouseClient, do: str, **fields: Any) -> None:
    """Let the owner do what is the pit's at a table."""
    frame = {"id": f"t{next(NUMBERS)}", "do": do, **fields}
    assert "events" in await owner.call("POST", "/tables/dealt-1/commands", frame)


async def offered(line: Socket) -> dict[tuple[str, str | None], dict[str, Any]]:
    """Wait for the next offers."""
    while True:
        frame = await line.receive()
        if "offers" in frame.get("own", ()):
            return {(one["do"], one["choice"]): one for one in frame["own"]["offers"]}


def test_a_dealer_is_offered_what_the_rulebook_lets_staff_do_for_players(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            dealer = await staff(house, owner, "dora", "dealer")
            async with socket(house, "dealt-1", dealer) as (line, welcome):
                before = {(one["do"], one["choice"]): one for one in welcome["snapshot"]["offers"]}
                await by_the_pit(owner, "open-table")
                async with house.client() as guest:
                    token = (await guest.come_in("ann"))["token"]
                    async with socket(house, "dealt-1", token):
                        await asked(line, do="open-betting")
                        while not (after := await offered(line))["place-wager", None]["now"]:
                            pass
                        await asked(line, do="place-wager", wager="w", player="ann", position="17", stake=500)
                        while not (sold := await offered(line))["cash-out", "cash"]["now"]:
                            pass

                assert sold["place-wager", None]["now"], "and the first one bought her chips"
                assert before["place-wager", None]["code"] == "table-closed"
                assert after["place-wager", None]["clauses"][-1] == "3.5"
                assert after["buy-in", "color"]["clauses"] == ["1.1.1"]
                assert after["cash-out", "cash"]["code"] == "not-enough-chips"
                assert ("permit-value-chips", None) not in after

    play(scene())


def test_staff_do_nothing_for_players_where_the_rulebook_knows_no_such_thing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            await owner.call("POST", "/tables", {"table": "two", "rulebook": "mbs-roulette/2", "automatic": False})
            dealer = await staff(house, owner, "dora", "dealer", "two")
            async with socket(house, "two", dealer) as (_, welcome):
                offers = {one["do"] for one in welcome["snapshot"]["offers"]}

                assert not offers & {"place-wager", "call-no-spin", "authorize-early-close", "fail-power"}
                assert "buy-in" in offers

    play(scene())


def test_the_inbox_shows_an_unclear_wager_with_its_readings_and_what_each_would_mean(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner, house.client() as guest:
            await house.owner(owner)
            dealer = await staff(house, owner, "dora", "dealer")
            ann = (await guest.come_in("ann"))["token"]
            async with socket(house, "dealt-1", dealer) as (line, _):
                await by_the_pit(owner, "open-table")
                async with socket(house, "dealt-1", ann) as (player, _):
                    await asked(line, do="open-betting")
                    await asked(player, do="place-wager", wager="w1", player="ann", position="8-9-11-12", stake=1000)
                await asked(line, do="mark-unclear", wager="w1", point="2.9,1.1")
                (before,) = await owner.call("GET", "/inbox")
                await asked(line, do="spin-ball", ball="clockwise", wheel="counterclockwise")
                await asked(line, do="count-revolutions", completed=4)
                await asked(line, do="call-no-more-bets")
                await asked(line, do="declare-outcome", pocket="11")
                (after,) = await owner.call("GET", "/inbox")

                assert (before["needed"], before["clauses"], before["point"]) == ("pit-supervisor", ["3.9"], [2.9, 1.1])
                assert before["readings"][0] == {
                    "position": "corner:8-9-11-12",
                    "distance": 0.141,
                    "winnings": None,
                    "returned": None,
                    "collected": None,
                }
                assert after["readings"][0]["winnings"] == 8000
                assert sorted(one["distance"] for one in after["readings"]) == [
                    one["distance"] for one in after["readings"]
                ]

    play(scene())


def test_the_inbox_is_read_off_the_table_and_is_the_same_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks every few seconds makes nobody read the round again; a nudged chip waits as a marked one does."""
    stored = decisions.moment() + timedelta(seconds=90)

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner, house.client() as guest:
            await house.owner(owner)
            dealer = await staff(house, owner, "dora", "dealer")
            ann = (await guest.come_in("ann"))["token"]
            async with socket(house, "dealt-1", dealer) as (line, _):
                await by_the_pit(owner, "open-table")
                async with socket(house, "dealt-1", ann) as (player, _):
                    await asked(line, do="open-betting")
                    for wager in ("w1", "w2"):
                        await asked(player, do="place-wager", wager=wager, player="ann", position="17", stake=1000)
                await asked(line, do="mark-unclear", wager="w1", point="2.9,1.1")
                await asked(line, do="move-wager", wager="w2", position="20", accident=True)
            monkeypatch.setattr(decisions, "moment", lambda: stored)
            with monkeypatch.context() as unread:
                unread.setattr(house.service.office.tables.record, "read", None)
                before = await owner.call("GET", "/inbox")
        async with running(tmp_path, **STILL, owner_anew=True) as house, house.client() as owner:
            await house.owner(owner)
            after = await owner.call("GET", "/inbox")

        assert [(one["wager"], one["position"]) for one in before] == [("w1", "straight:17"), ("w2", "straight:20")]
        assert [one["point"] for one in before] == [[2.9, 1.1], [6.5, 1.5]]
        assert all(60 <= one["waits"] <= 90 for one in before)
        assert after == before

    play(scene())


def test_what_is_referred_waits_with_the_words_of_whoever_reported_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            dealer = await staff(house, owner, "dora", "dealer")
            async with socket(house, "dealt-1", dealer) as (line, _):
                await by_the_pit(owner, "open-table")
                await asked(line, do="open-betting")
                await asked(line, do="spin-ball", ball="clockwise", wheel="counterclockwise")
                await asked(line, do="report-irregularity", kind="unlisted", note="the lights went blue")
                (waits,) = await owner.call("GET", "/inbox")

            assert (waits["kind"], waits["needed"]) == ("irregularity", "shift-manager")
            assert (waits["player"], waits["reason"]) == ("dora", "the lights went blue")
            assert 0 <= waits["waits"] < 60

    play(scene())


def test_what_would_void_a_declared_round_waits_for_a_second_person(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            dealer = await staff(house, owner, "dora", "dealer")
            async with socket(house, "dealt-1", dealer) as (line, _):
                await by_the_pit(owner, "open-table")
                await asked(line, do="open-betting")
                await asked(line, do="spin-ball", ball="clockwise", wheel="counterclockwise")
                await asked(line, do="call-no-more-bets")
                await asked(line, do="count-revolutions", completed=4)
                await asked(line, do="declare-outcome", pocket="17")
                await asked(line, do="report-irregularity", kind="foreign-object", found_late=True, note="a coin")
                (waits,) = await owner.call("GET", "/inbox")

            assert (waits["kind"], waits["position"], waits["needed"]) == (
                "confirmation",
                "foreign-object",
                "pit-supervisor",
            )
            assert (waits["player"], waits["reason"], waits["not_by"]) == ("dora", "a coin", ["dora"])
            assert waits["clauses"] == ["5.4"]

    play(scene())


def test_a_ruling_on_what_no_clause_covers_is_kept_as_a_precedent_for_staff_alone(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner, house.client() as guest:
            await house.owner(owner)
            dealer = await staff(house, owner, "dora", "dealer")
            shift = await staff(house, owner, "sam", "shift-manager")
            async with socket(house, "dealt-1", dealer) as (line, _), socket(house, "dealt-1", shift) as (above, _):
                await by_the_pit(owner, "open-table")
                await asked(line, do="open-betting")
                await asked(line, do="spin-ball", ball="clockwise", wheel="counterclockwise")
                await asked(line, do="report-irregularity", kind="unlisted", note="the lights went blue")
                assert await owner.call("GET", "/precedents") == []
                await asked(above, do="rule-on-irregularity", ruling="void", reason="nobody saw the ball")
            (kept,) = await owner.call("GET", "/precedents")
            await guest.come_in("ann")
            with pytest.raises(AnsweredError) as refused:
                await guest.call("GET", "/precedents")

            assert (kept["table"], kept["round"], kept["ruling"]) == ("dealt-1", "1", "void")
            assert (kept["reported_by"], kept["reported"]) == ("dora", "the lights went blue")
            assert (kept["by"], kept["role"], kept["reason"]) == ("sam", "shift-manager", "nobody saw the ball")
            assert kept["clauses"] == ["6.2"]
            assert refused.value.code == "role-not-allowed"

    play(scene())


def test_a_call_of_no_spin_owes_a_reason_until_somebody_gives_one(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            dealer = await staff(house, owner, "dora", "dealer")
            async with socket(house, "dealt-1", dealer) as (line, _):
                await by_the_pit(owner, "open-table")
                for reason in (None, "foreign-object"):
                    await asked(line, do="open-betting")
                    await asked(line, do="spin-ball", ball="clockwise", wheel="counterclockwise")
                    assert await owner.call("GET", "/inbox") == []
                    await asked(line, do="call-no-spin", reason=reason)
                    owed = await owner.call("GET", "/inbox")
                    if reason is not None:
                        assert owed == [], "it came with the call"
                        continue
                    (one,) = owed
                    assert (one["kind"], one["round"], one["needed"]) == ("reason", "1", "pit-supervisor")
                    assert (one["clauses"], one["waits"] < 60) == (["5.12"], True)
                    await asked(line, do="report-irregularity", kind="ball-broke")
                    assert await owner.call("GET", "/inbox") == []

    play(scene())


def test_everybody_is_told_on_whose_authority_bets_may_be_closed_early(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            dealer = await staff(house, owner, "dora", "dealer")
            manager = await staff(house, owner, "max", "pit-manager")
            async with socket(house, "dealt-1", dealer) as (line, _), socket(house, "dealt-1", manager) as (above, _):
                await by_the_pit(owner, "open-table")
                await asked(line, do="open-betting")
                before = (await owner.call("GET", "/tables/dealt-1"))["now"]["early_close"]
                await asked(above, do="authorize-early-close")
                after = (await owner.call("GET", "/tables/dealt-1"))["now"]["early_close"]

            assert (before, after) == (None, "pit-manager")

    play(scene())


def test_stakes_outside_the_limits_are_listed_with_what_becomes_of_them(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner, house.client() as guest:
            await house.owner(owner)
            dealer = await staff(house, owner, "dora", "dealer")
            ann = (await guest.come_in("ann"))["token"]
            async with socket(house, "dealt-1", dealer) as (line, _):
                await by_the_pit(owner, "set-limits", limits=LOW_LIMITS, intake="accept")
                await by_the_pit(owner, "open-table")
                async with socket(house, "dealt-1", ann) as (player, _):
                    await asked(line, do="open-betting")
                    await asked(player, do="place-wager", wager="w1", player="ann", position="8-9-11-12", stake=500)
                    await asked(player, do="place-wager", wager="w2", player="ann", position="17", stake=2500)
                    await asked(player, do="place-wager", wager="w3", player="ann", position="18", stake=1500)
            checks = await owner.call("GET", "/tables/dealt-1/checks")

            assert [(one["position"], one["treatment"], one["clauses"]) for one in checks] == [
                ("corner:8-9-11-12", "settled-once", ["5.15"]),
                ("straight:17", "counts-to-maximum", ["5.16"]),
            ]

    play(scene())


def test_a_ball_that_hangs_waits_for_the_floor_manager(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            await owner.call("POST", "/tables", {"table": "us", "rulebook": "us-double-zero/1", "automatic": False})
            dealer = await staff(house, owner, "dora", "dealer", "us")
            async with socket(house, "us", dealer) as (line, _):
                await asked(line, do="open-table")
                await asked(line, do="open-betting")
                await asked(line, do="spin-ball", ball="clockwise", wheel="counterclockwise")
                await asked(line, do="report-irregularity", kind="ball-hangs")
            (one,) = await owner.call("GET", "/inbox")

            assert (one["kind"], one["position"], one["needed"], one["clauses"]) == (
                "call-floor",
                "ball-hangs",
                "floor-manager",
                ["I5"],
            )

    play(scene())


@pytest.mark.parametrize(("reach", "waits"), [("previous-rounds", 1), ("current-round", 0)])
@live
async def test_a_correction_waits_over_the_next_opening_only_where_it_can_be_approved(
    tmp_path: Path, reach: str, waits: int
) -> None:
    house = await opened(tmp_path / "h.sqlite")
    ruleset = parse(stated(own(MBS_3), "rulings.correction_of", reach), "house.toml")
    table = Play(await house.add(set_up("own", ruleset, banked=False), ruleset.text))
    await table.do(c.OpenTable(OWN), c.OpenBetting(DEALER))
    await table.spun("18")
    await table.do(c.CorrectOutcome(SHIFT, "1", Pocket("17"), "camera"))
    assert [one.kind for one in decisions.waiting(house, table.host)] == ["correction"]

    await table.do(c.LiftDolly(DEALER), c.OpenBetting(DEALER))

    assert [one.kind for one in decisions.waiting(house, table.host)] == ["correction"] * waits
    await house.close()


def test_the_owner_sees_who_works_here_and_nobody_else_does(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            token = await staff(house, owner, "dora", "dealer")
            await staff(house, owner, "pia", "pit-supervisor")
            people = await owner.call("GET", "/people")
            await owner.call("DELETE", "/people/pia")
            left = await owner.call("GET", "/people")

            assert [(one["name"], one["role"], one["table"]) for one in people] == [
                ("dora", "dealer", "dealt-1"),
                ("pia", "pit-supervisor", "dealt-1"),
            ]
            assert [one["name"] for one in left] == ["dora"]
            async with socket(house, "dealt-1", token) as (_, welcome):
                assert welcome["snapshot"]["purses"] == {}

    play(scene())
