"""Tables of the random wheel: nobody there has a ball, voids a decided round, or bets on a secret that is known."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from croupier.audit.audit import audit
from croupier.audit.backup import back_up, restore
from croupier.house.dealing import BY
from croupier.storage.places import RECORD, SEAL_KEY
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.table.state import Phase
from testkit.web.dealing import DOLLY, REST
from testkit.web.night import night, to_the_call
from testkit.web.running import Running, come_in, opened, play, running, socket, staff

OF_A_BALL: list[dict[str, Any]] = [
    {"do": "report-irregularity", "kind": "ball-broke"},
    {"do": "report-irregularity", "kind": "foreign-object", "found_late": True},
    {"do": "call-no-spin", "reason": "wheel-stopped"},
    {"do": "fail-power", "ball_dropped": False},
    {"do": "restore-power"},
    {"do": "spin-ball", "ball": "clockwise", "wheel": "clockwise"},
    {"do": "count-revolutions", "completed": 0},
]
BALL = {one["do"] for one in OF_A_BALL}
UNLISTED = {"do": "report-irregularity", "kind": "unlisted", "note": "the hall is on fire"}
VOID = {"do": "rule-on-irregularity", "ruling": "void", "reason": "everybody leaves"}


async def in_phase(house: Running, phase: Phase) -> None:
    """Wait until a round is under way and got that far."""
    host = house.service.office.tables.host("mbs-3")
    while host.table.round.phase is not phase:
        await asyncio.sleep(0.005)


def test_nobody_speaks_of_a_ball_and_nothing_voids_a_declared_outcome(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, dolly=1e6) as house, house.client() as owner:
            await house.owner(owner)
            max_, ann = await staff(house, owner, "max", "shift-manager", "mbs-3"), await come_in(house, "ann")
            async with socket(house, "mbs-3", ann), socket(house, "mbs-3", max_) as (line, welcome):
                await in_phase(house, Phase.AT_REST)
                offered = [one for one in welcome["snapshot"]["offers"] if one["do"] in BALL]
                assert {(one["do"], one["choice"].partition("/")[0]) for one in offered} == {
                    ("report-irregularity", "unlisted")
                }
                for number, asked in enumerate(OF_A_BALL):
                    no = (await line.answer({**asked, "id": f"c{number}"}))["refused"]
                    assert (no["code"], no["clause"]) == ("role-not-allowed", "wire §2.9"), asked
                    assert no["facts"]["needed"] == "house"
                no = (await line.answer({**UNLISTED, "id": "late"}))["refused"]
                assert (no["code"], no["clause"]) == ("too-late", "wire §2.9")
                assert no["facts"]["declared"] == house.service.office.tables.host("mbs-3").table.round.outcome
            assert house.service.office.tables.host("mbs-3").table.round.phase is Phase.AT_REST
        assert_sound(tmp_path)

    play(scene())


def test_a_void_before_the_outcome_takes_two_people(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, betting=1e6, pause=1e6) as house, house.client() as owner:
            await house.owner(owner)
            names = ("max", "mia")
            tokens = [await staff(house, owner, name, "shift-manager", "mbs-3") for name in names]
            ann = await come_in(house, "ann")
            async with (
                socket(house, "mbs-3", ann),
                socket(house, "mbs-3", tokens[0]) as (first, _),
                socket(house, "mbs-3", tokens[1]) as (second, _),
            ):
                await opened(house)
                assert "events" in await first.answer({**UNLISTED, "id": "c1"})
                no = (await first.answer({**VOID, "id": "c2"}))["refused"]
                assert (no["code"], no["clause"], no["facts"]["name"]) == ("same-person", "wire §2.9", "max")
                assert "events" in await second.answer({**VOID, "id": "c3"})
            assert house.service.office.tables.host("mbs-3").table.round.phase is Phase.VOID
        assert_sound(tmp_path)

    play(scene())


def test_whoever_reported_may_still_rule_that_the_round_stands(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, betting=1e6) as house, house.client() as owner:
            await house.owner(owner)
            token, ann = await staff(house, owner, "max", "shift-manager", "mbs-3"), await come_in(house, "ann")
            async with socket(house, "mbs-3", ann), socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                await line.answer({**UNLISTED, "id": "c1"})
                assert "events" in await line.answer({**VOID, "ruling": "stand", "id": "c2"})

    play(scene())


def assert_sound(folder: Path) -> None:
    raw = open_raw_sqlite(folder / RECORD)
    try:
        assert audit(raw).sound
    finally:
        raw.close()


def test_a_void_after_the_outcome_calls_the_pit_and_counts(tmp_path: Path) -> None:
    async def scene() -> None:
        async with night(tmp_path) as table:
            for times in (1, 2):
                await to_the_call(table)
                await table.did("dora", **REST)
                await table.did("dora", **DOLLY)
                await table.did("dora", "report-irregularity", kind="foreign-object", found_late=True)
                await table.did("pia", "rule-on-irregularity", ruling="void", reason="a coin in the wheel")
                found: list[Any] = []
                while len(found) < times:
                    alerts = table.house.service.office.tables.desk.alerts.values()
                    found = [one for one in alerts if one.kind == "void-after-outcome"]
                    await asyncio.sleep(0.01)
                assert found[-1].note.startswith("pia voided round ")
                says = f"after 17 was declared, on a report by dora; times here: dora {times}, pia {times}"
                assert found[-1].note.endswith(says)
            assert table.host.results.voids == {"dora": 2, "pia": 2}

    play(scene())


@pytest.mark.parametrize("restored", [True, False])
def test_a_restored_house_plays_no_round_whose_secret_may_be_known(tmp_path: Path, *, restored: bool) -> None:
    here, copy, there = tmp_path / "here", tmp_path / "copy.sqlite", tmp_path / "there"
    wager = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "red", "stake": 500}

    async def scene() -> None:
        async with running(here, betting=1e6) as house:
            ann = await come_in(house, "ann")
            async with socket(house, "mbs-3", ann) as (line, _):
                await opened(house)
                assert "events" in await line.answer(wager)
                await asyncio.to_thread(back_up, here / RECORD, copy)
                number = house.service.office.tables.host("mbs-3").table.round.number
        if restored:
            restore(copy, there)
        else:
            there.mkdir()
            shutil.copy(copy, there / RECORD)
        shutil.copy(here / SEAL_KEY, there / SEAL_KEY)
        async with running(there, betting=1e6) as house:
            host = house.service.office.tables.host("mbs-3")
            assert (host.table.round.number, host.table.round.phase) == (number, Phase.VOID)
            assert not any(wager.stake and not wager.done for wager in host.table.layout.wagers.values())
            assert host.results.precedents[-1].by == BY  # no person ruled so
            async with socket(house, "mbs-3", ann) as (line, _):
                late = {**wager, "id": "c2", "wager": "w2", "round": str(number)}
                assert (await line.answer(late))["refused"]["code"] == "round-over"
                await opened(house)
                assert host.table.round.number == number + 1
        assert_sound(there)

    play(scene())


def test_a_restored_round_whose_outcome_was_declared_is_paid(tmp_path: Path) -> None:
    here, copy, there = tmp_path / "here", tmp_path / "copy.sqlite", tmp_path / "there"

    async def scene() -> None:
        async with running(here, dolly=1e6) as house, socket(house, "mbs-3", await come_in(house, "ann")):
            await in_phase(house, Phase.AT_REST)
            await asyncio.to_thread(back_up, here / RECORD, copy)
            pocket = house.service.office.tables.host("mbs-3").table.round.outcome
        restore(copy, there)
        shutil.copy(here / SEAL_KEY, there / SEAL_KEY)
        async with running(there, pause=1e6) as house:
            await in_phase(house, Phase.PAID)
            assert house.service.office.tables.host("mbs-3").table.round.outcome == pocket
        assert_sound(there)

    play(scene())
