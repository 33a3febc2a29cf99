"""``croupier wheel test --data``: the spins of a house's own record, by table, dealer, direction and time."""

import asyncio
from pathlib import Path

import pytest

from croupier.audit.sources import open_raw
from croupier.audit.spins import spins_on_record
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.storage.places import RECORD
from croupier.table import commands as c
from testkit.audit.houses import DEALER, PIT, Play, added, evening, opened
from testkit.cli import command
from testkit.cli.command import check_error

BORIS = c.By("boris", Role.DEALER)
CW, CCW = c.Ball.CLOCKWISE, c.Ball.COUNTERCLOCKWISE
POCKETS = ("17", "0", "32", "5", "26", "11", "8", "30")
DRAWS = ("--draws", "199")


async def _round(play: Play, pocket: str, by: c.By, ball: c.Ball) -> None:
    turning = c.Turning.COUNTERCLOCKWISE if ball is CW else c.Turning.CLOCKWISE
    await play.do(
        c.OpenBetting(by),
        c.SpinBall(by, ball, turning),
        c.CountRevolutions(by, 4),
        c.CallNoMoreBets(by, bell=True, wave=True),
        c.DeclareOutcome(by, Pocket(pocket)),
        c.PlaceDolly(by, Pocket(pocket)),
        c.Settle(by),
        c.LiftDolly(by),
    )


async def _played(path: Path) -> None:
    house = await opened(path)
    one, two = await added(house, "t1", banked=False), await added(house, "t2", banked=False)
    for play in (one, two):
        await play.do(c.OpenTable(PIT))
    for turn in range(3):
        for place, pocket in enumerate(POCKETS):
            await _round(one, pocket, DEALER if turn else BORIS, CW if place % 2 else CCW)
    for pocket in POCKETS[:5]:
        await _round(two, pocket, BORIS, CW)
    await one.do(
        c.OpenBetting(DEALER),
        c.SpinBall(DEALER, CW, c.Turning.COUNTERCLOCKWISE),
        c.ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, "a coin"),
    )
    await house.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A house with 24 spins at one table and 5 at another."""
    folder = tmp_path_factory.mktemp("wheels")
    asyncio.run(_played(folder / RECORD))
    return str(folder)


def test_a_record_gives_the_outcomes_in_their_order_with_who_and_which_way(house: str) -> None:
    raw = open_raw(house)
    try:
        one, two = spins_on_record(raw)
        (alone,) = spins_on_record(raw, ["t2"])
    finally:
        raw.close()

    assert [spin.pocket for spin in one.spins] == list(POCKETS) * 3
    assert [spin.dealer for spin in one.spins] == ["boris"] * 8 + ["dan"] * 16
    assert [spin.direction for spin in one.spins[:3]] == ["counterclockwise", "clockwise", "counterclockwise"]
    assert [spin.at for spin in one.spins] == sorted(spin.at for spin in one.spins)
    assert (alone.table, alone.spins) == ("t2", two.spins)
    assert one.ruleset.ref == "mbs-roulette/3"


def test_all_tables_together_are_the_wheels_of_the_house(house: str) -> None:
    made = command.answer("wheel", "test", "--data", house, *DRAWS)

    assert made["spins"] == 29
    assert made["ruleset"] == "mbs-roulette/3"
    assert made["counts"]["17"] == 4
    assert "These are the spins of 2 wheels (t1 and t2)" in " ".join(made["verdict"])


@pytest.mark.parametrize(
    ("options", "spins"),
    [
        (("--table", "t1"), 24),
        (("--table", "t1", "--table", "t2"), 29),
        (("--wheel", "t2"), 5),
        (("--dealer", "boris"), 13),
        (("--dealer", "boris", "--table", "t1"), 8),
        (("--direction", "counterclockwise"), 12),
        (("--dealer", "dan", "--direction", "clockwise"), 8),
        (("--from", "2026-01-31"), 29),
        (("--until", "2026-02-01T00:00+08:00"), 0),
    ],
)
def test_some_of_the_spins(house: str, options: tuple[str, ...], spins: int) -> None:
    if not spins:
        check_error(command.run("wheel", "test", "--data", house, *options), "no outcomes in it")
        return
    assert command.answer("wheel", "test", "--data", house, *options, *DRAWS)["spins"] == spins


def test_a_period_is_from_its_first_moment_to_before_its_last(house: str) -> None:
    raw = open_raw(house)
    try:
        times = [spin.at for spin in spins_on_record(raw, ["t1"])[0].spins]
    finally:
        raw.close()
    within = ("--table", "t1", "--from", times[3], "--until", times[9])

    assert command.answer("wheel", "test", "--data", house, *within, *DRAWS)["spins"] == 6


def test_voided_rounds_are_left_out_and_counted(tmp_path: Path) -> None:
    evening(tmp_path / RECORD)
    raw = open_raw(str(tmp_path))
    try:
        tables = {one.table: one for one in spins_on_record(raw)}
    finally:
        raw.close()

    assert tables["t1"].spins[0].pocket == "17"
    assert all(spin.pocket in one.ruleset.pockets for one in tables.values() for spin in one.spins)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--table", "t9"), "no table 't9'; there are t1, t2"),
        (("--dealer", "zoe"), "no dealer 'zoe' among the spins; there are boris, dan"),
        (("--from", "noon"), "--from: no time: 'noon'"),
        (("--rules", "us-double-zero/1"), "these wheels are not alike"),
        (("--column", "x"), "--column is for a FILE"),
        (("spins.txt",), "give a FILE or --data, not both"),
    ],
)
def test_what_is_wrong_is_said(house: str, arguments: tuple[str, ...], words: str) -> None:
    check_error(command.run("wheel", "test", "--data", house, *arguments), words)


def test_wheels_of_different_make_are_not_thrown_together(tmp_path: Path) -> None:
    evening(tmp_path / RECORD)

    check_error(command.run("wheel", "test", "--data", str(tmp_path)), "these wheels are not alike", "--table")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "give a FILE of spins"),
        (("spins.txt",), "--rules is needed with a FILE"),
        (("spins.txt", "--rules", "mbs-roulette/3", "--table", "t1"), "are for --data"),
    ],
)
def test_without_a_house_a_file_is_needed(arguments: tuple[str, ...], words: str) -> None:
    check_error(command.run("wheel", "test", *arguments), words)
