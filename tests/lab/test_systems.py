"""What each betting system lays, written down by hand, and what ends a session."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import StakeError, UnknownPocketError, UnknownPositionError
from croupier.lab import (
    SYSTEMS,
    DAlembert,
    Ending,
    Fibonacci,
    Flat,
    GrandMartingale,
    LabError,
    Labouchere,
    Martingale,
    OneThreeTwoSix,
    OscarsGrind,
    Paroli,
    Plan,
    Played,
    System,
    limits_for_all,
    play,
    system_named,
)
from testkit.lab.plans import RULESETS, SINGLE_ZERO

ROOMY = limits_for_all(1, 1_000_000)


def laid(system: System, results: str, most: int = 10**9) -> list[int]:
    """The units laid on each spin of a run of wins (w) and losses (l), and on the spin after it."""
    state, units = system.start, []
    for result in results:
        units.append(min(system.stake(state), most))
        state = system.after(state, units[-1], won=result == "w")
    return [*units, min(system.stake(state), most)]


@pytest.mark.parametrize(
    ("system", "results", "expected"),
    [
        (Flat(), "wlwl", [1, 1, 1, 1, 1]),
        (Flat(3), "wl", [3, 3, 3]),
        (Martingale(), "lllwl", [1, 2, 4, 8, 1, 2]),
        (GrandMartingale(), "lllwl", [1, 3, 7, 15, 1, 3]),
        (Paroli(), "wwwwl", [1, 2, 4, 1, 2, 1]),
        (Paroli(2), "www", [1, 2, 1, 2]),
        (DAlembert(), "lllwwwww", [1, 2, 3, 4, 3, 2, 1, 1, 1]),
        (Fibonacci(), "llllllwwww", [1, 1, 2, 3, 5, 8, 13, 5, 2, 1, 1]),
        (OneThreeTwoSix(), "wwwwwl", [1, 3, 2, 6, 1, 3, 1]),
        # Four down at one unit; each win adds a unit, and the last stake is what one unit of gain still needs.
        (OscarsGrind(), "llllwwww", [1, 1, 1, 1, 1, 2, 2, 1, 1]),
        (OscarsGrind(), "lwl", [1, 1, 1, 1]),
        (Labouchere(), "wwlw", [5, 5, 5, 6, 6]),
        (Labouchere((1, 2, 3)), "llwwww", [4, 5, 6, 6, 3, 4, 2]),
        (Labouchere((2,)), "wl", [2, 2, 4]),
        (Labouchere((1, 2), longest=3), "lll", [3, 4, 3, 4]),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_system_lays_what_its_inventor_wrote(system: System, results: str, expected: list[int]) -> None:
    assert laid(system, results) == expected


@pytest.mark.parametrize(
    ("system", "results", "expected"),
    [
        (Martingale(), "llllw", [1, 2, 4, 5, 5, 1]),
        (DAlembert(), "llllllww", [1, 2, 3, 4, 5, 5, 5, 4, 3]),
        (Fibonacci(), "lllllllww", [1, 1, 2, 3, 5, 5, 5, 5, 3, 1]),
        (Labouchere((1, 2, 3), longest=9), "lllw", [4, 5, 5, 5, 5]),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_at_the_maximum_a_system_goes_on_from_what_was_laid(
    system: System, results: str, expected: list[int]
) -> None:  # fmt: skip
    assert laid(system, results, most=5) == expected


@given(system=st.sampled_from(list(SYSTEMS.values())), results=st.text("wl", max_size=60), most=st.integers(10, 50))
def test_no_system_wants_less_than_its_least(system: System, results: str, most: int) -> None:
    assert min(laid(system, results, most)) >= system.least


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_goes_by_its_name(name: str) -> None:
    assert system_named(name).name == name


def test_an_unknown_system_is_refused_with_those_there_are() -> None:
    with pytest.raises(LabError, match=r"no betting system 'martin'; there are flat, martingale"):
        system_named("martin")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Flat(0), "units is a whole number from 1"),
        (lambda: Paroli(0), "run is a whole number from 1 to 30"),
        (lambda: Labouchere(()), "a line is some numbers"),
        (lambda: Labouchere((1, 0)), "line is a whole number from 1"),
        (lambda: Labouchere((1, 2, 3), longest=2), "longest is a whole number from 3 to 64"),
    ],
)
def test_settings_that_make_no_system_are_refused(make: object, words: str) -> None:
    assert callable(make)
    with pytest.raises(LabError, match=words):
        make()


def pockets(results: str) -> list[str]:
    """Red comes up on a win, zero on a loss."""
    return ["1" if result == "w" else "0" for result in results]


def test_a_session_that_runs_out_of_spins() -> None:
    played = play(Plan(SINGLE_ZERO, Martingale(), {"red": 10}, bankroll=100, spins=3), pockets("lwwwww"))

    assert played == Played(Ending.SPINS, 120, (100, 90, 110, 120))
    assert played.spins == 3


def test_a_session_that_is_short_after_its_last_spin_is_ruined() -> None:
    plan = Plan(SINGLE_ZERO, Martingale(), {"red": 10}, bankroll=60, spins=2)

    assert play(plan, pockets("ll")).ending is Ending.SHORT


def test_a_session_that_is_short_can_go_all_in() -> None:
    stops = Plan(SINGLE_ZERO, Martingale(), {"red": 10}, bankroll=65, spins=9)
    goes_on = Plan(SINGLE_ZERO, Martingale(), {"red": 10}, bankroll=65, spins=9, short="all-in")

    assert play(stops, pockets("llw")).path == (65, 55, 35)
    assert play(goes_on, pockets("llww")).path == (65, 55, 35, 65, 75)
    assert play(goes_on, pockets("lll")).path == (65, 55, 35, 5)


def test_going_all_in_keeps_to_the_minimum() -> None:
    plan = Plan(
        SINGLE_ZERO, Flat(5), {"red": 1}, bankroll=9, spins=9, limits=limits_for_all(5, 9), short="all-in"
    )  # fmt: skip

    assert play(plan, pockets("lw")).path == (9, 4)
    assert play(plan, pockets("lw")).ending is Ending.SHORT


def test_a_stake_over_the_maximum_is_cut_or_ends_the_session() -> None:
    cut = Plan(SINGLE_ZERO, Martingale(), {"red": 10}, bankroll=500, spins=9, limits=limits_for_all(10, 35))
    ends = Plan(
        SINGLE_ZERO,
        Martingale(),
        {"red": 10},
        bankroll=500,
        spins=9,
        limits=limits_for_all(10, 35),
        over_maximum="stop",
    )

    assert play(cut, pockets("llll")).path == (500, 490, 470, 440, 410)
    assert play(ends, pockets("llll")).path == (500, 490, 470)
    assert play(ends, pockets("llll")).ending is Ending.OVER_MAXIMUM


def test_the_player_leaves_at_the_target_or_the_stop_loss() -> None:
    plan = Plan(SINGLE_ZERO, Flat(), {"red": 10}, bankroll=100, spins=99, target=120, stop_loss=85)

    assert play(plan, pockets("wwwww")).ending is Ending.TARGET
    assert play(plan, pockets("wwwww")).bankroll == 120
    assert play(plan, pockets("lllll")).ending is Ending.STOP_LOSS
    assert play(plan, pockets("lllll")).bankroll == 80


def test_each_look_at_a_session_says_what_is_laid_or_why_nothing_is() -> None:
    plan = Plan(SINGLE_ZERO, Martingale(), {"red": 10}, bankroll=100, spins=3, target=120)
    looks = list(plan.steps("lwl", lambda result, units: 10 * units if result == "w" else -10 * units, str))

    assert looks == [(100, 1), (90, 2), (110, 1), (100, Ending.SPINS)]
    assert list(plan.steps("ww", lambda _, units: 10 * units, str))[-1] == (120, Ending.TARGET)


def test_no_spin_is_taken_that_nothing_is_laid_on() -> None:
    left = Plan(SINGLE_ZERO, Flat(), {"red": 10}, bankroll=100, spins=99, target=110)
    short = Plan(SINGLE_ZERO, Flat(), {"red": 10}, bankroll=100, spins=2)
    spins = iter(pockets("wlllw"))

    assert play(left, spins).path == (100, 110)
    assert play(short, spins).path == (100, 90, 80)
    assert list(spins) == pockets("lw")


def test_a_spin_that_gains_nothing_leaves_the_system_as_it_is() -> None:
    plan = Plan(SINGLE_ZERO, Martingale(), {"red": 1, "black": 1}, bankroll=100, spins=9)

    assert play(plan, ["0", "1", "2", "0"]).path == (100, 98, 98, 98, 94)


def test_the_gains_of_a_plan_come_from_settlement() -> None:
    for ruleset in RULESETS:
        plan = Plan(ruleset, Flat(2), {"17": 100, "odd": 500}, bankroll=10**6, spins=1)

        for pocket, gain in zip(ruleset.pockets, plan.gains, strict=True):
            lines = croupier.settle(ruleset, {"17": 200, "odd": 1000}, pocket)
            assert 2 * gain == sum(line.winnings - line.collected for line in lines)


def test_a_plan_can_be_sent_to_another_process() -> None:
    plan = Plan(SINGLE_ZERO, Labouchere(), {"red": 10}, bankroll=1_000, spins=9, limits=ROOMY)

    assert pickle.loads(pickle.dumps(plan)) == plan  # noqa: S301 - our own bytes
    assert hash(plan) == hash(pickle.loads(pickle.dumps(plan)))  # noqa: S301 - the same


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        (
            {"limits": limits_for_all(20, 50)},
            LabError,
            r"cannot start: it stakes 10 on red, .* minimum there is 20",
        ),
        ({"limits": limits_for_all(1, 5)}, LabError, r"cannot start: it stakes 10 on red, .* maximum there is 5"),
        ({"bankroll": 9}, LabError, r"9 does not cover the first stake of 10"),
        ({"bankroll": 9.5}, StakeError, r"bankroll: a stake is a whole number"),
        ({"spins": 0}, LabError, r"1 to 1000000000 spins, not 0"),
        ({"spins": True}, LabError, r"spins, not True"),
        ({"target": 100}, LabError, r"100 is no gain for a bankroll of 100"),
        ({"stop_loss": 100}, LabError, r"from 0 to below 100, not 100"),
        ({"over_maximum": "ask"}, LabError, r"'ask' is none of cap, stop"),
        ({"short": "borrow"}, LabError, r"'borrow' is none of stop, all-in"),
        ({"stakes": {}}, LabError, r"a plan needs a stake"),
        ({"stakes": {"red": 0}}, StakeError, r"at least 1"),
        ({"stakes": {"00": 5}}, (UnknownPositionError, UnknownPocketError), r"00"),
        ({"system": Flat(7), "limits": limits_for_all(1, 60)}, LabError, r"stakes 70 on red, and the maximum"),
        (
            {"system": Labouchere((5, 9)), "limits": limits_for_all(1, 100), "over_maximum": "stop"},
            LabError,
            r"wants 14 units, and the table takes 10",
        ),
    ],
)
def test_a_session_that_cannot_begin_is_refused(
    changes: dict[str, object], error: type[Exception], words: str
) -> None:  # fmt: skip
    terms: dict[str, object] = {"system": Martingale(), "stakes": {"red": 10}, "bankroll": 100, "spins": 10}

    with pytest.raises(error, match=words):
        Plan(SINGLE_ZERO, **(terms | changes))  # type: ignore[arg-type]
