"""Every system under every rulebook, ends of the ranges included, agrees with a dynamic program of our own."""

import itertools
import random
from fractions import Fraction

import pytest

import croupier
from croupier.lab import Labouchere, Plan, forecast, limits_for_all, system_named
from croupier.rules.stake import STAKE_MAX
from testkit.cli import command
from testkit.lab.dynamic import START, Game, Session, worked_out
from testkit.lab.plans import REFS, even_chance
from testkit.shares import SOAK

UNIT = 100
MOST = 12
PAYS = {"even": 1, "17": 35}
WINNING = {"even": 18, "17": 1}

BANKROLLS = (3, 7, 20, STAKE_MAX // UNIT)
"""In units: what just covers the first stake of every system, some more, and the largest there is."""
ABOVE = (None, 1, 13, STAKE_MAX)
"""Where the target lies above the bankroll; the last is cut to the largest target there is."""
STOPS = (None, 0, 2)
SPINS = (1, 2, 33, 34, 65)
"""One, two, and just beyond the stretches that the chain looks ahead."""

Case = tuple[str, str, str, int, int | None, int | None, int]


def within_reach(case: Case) -> bool:
    """Leave out what our plain dictionaries would be minutes over, and targets above the largest bankroll there is."""
    _, system, bet, bankroll, above, _, spins = case
    if bankroll == BANKROLLS[-1] and above is not None:
        return False
    if bet == "17" and spins > SPINS[1]:
        return system == "flat"
    return system not in {"labouchere", "oscars-grind", "dalembert"} or spins <= SPINS[1] or bankroll <= BANKROLLS[1]


GRID = [case for case in itertools.product(REFS, START, WINNING, BANKROLLS, ABOVE, STOPS, SPINS) if within_reach(case)]
CASES = GRID if SOAK else random.Random(23).sample(GRID, 60)  # noqa: S311 - the same share each time


def plan_of(case: Case) -> tuple[Plan, Game, Session]:
    ref, name, bet, bankroll, above, stop, spins = case
    ruleset = croupier.rulebook(ref)
    position = even_chance(ruleset) if bet == "even" else bet
    target = None if above is None else min(bankroll + above, STAKE_MAX // UNIT)
    plan = Plan(
        ruleset,
        Labouchere((1, 2), longest=4) if name == "labouchere" else system_named(name),
        {position: UNIT},
        bankroll=bankroll * UNIT,
        spins=spins,
        limits=limits_for_all(UNIT, MOST * UNIT),
        target=None if target is None else target * UNIT,
        stop_loss=None if stop is None else stop * UNIT,
    )
    game = Game(len(ruleset.pockets), WINNING[bet], PAYS[bet], MOST)
    return plan, game, Session(bankroll, spins, target, stop)


def test_the_chain_agrees_with_an_independent_dynamic_programme() -> None:
    for case in CASES:
        plan, game, session = plan_of(case)
        found, true = forecast(plan), worked_out(case[1], game, session)
        slack = 1e-10 + found.dropped
        for ending in ("target", "stop-loss", "short", "spins"):
            assert found.endings[ending] == pytest.approx(true[ending], abs=slack), case  # type: ignore[index]
        assert found.mean_gain == pytest.approx(true["gain"] * UNIT, rel=1e-9, abs=found.error_of_mean + 1e-6), case
        assert found.mean_spins == pytest.approx(true["length"], rel=1e-9), case
        assert found.mean_staked == pytest.approx(true["laid"] * UNIT, rel=1e-6, abs=1e-3), case


MARTINGALE = ("--systems", "martingale", "--bankroll", "12700", "--target", "12800", "--spins", "1000")
ENDED_EARLY = {
    "seven doublings for one unit": (MARTINGALE, (Fraction(19, 37) ** 7, 1 - Fraction(19, 37) ** 7)),
    "one step from either end": (
        ("--systems", "flat", "--bankroll", "200", "--stop-loss", "100", "--target", "300", "--spins", "200"),
        (Fraction(0), Fraction(18, 37)),
    ),
    "two steps from ruin and one from the target": (
        ("--systems", "flat", "--bankroll", "200", "--target", "300", "--spins", "2000"),
        (Fraction(361, 1027), Fraction(666, 1027)),
    ),
    "a billion spins that nobody plays": (
        ("--systems", "flat", "--bankroll", "500", "--spins", "1000000000"),
        (Fraction(1), Fraction(0)),
    ),
}


@pytest.mark.parametrize(("options", "chances"), ENDED_EARLY.values(), ids=ENDED_EARLY)
def test_where_every_session_is_over_early_the_chain_ends(
    options: tuple[str, ...], chances: tuple[Fraction, Fraction]
) -> None:
    (side,) = command.answer("compare", "mbs-roulette/3", *options, "--minimum", "100", "--maximum", "50000")

    assert side["method"] == "exact"
    assert (side["ruin"], side["reached_target"]) == pytest.approx(tuple(map(float, chances)), rel=1e-12, abs=1e-12)


def test_a_price_without_an_edge_stakes_what_it_stakes() -> None:
    """Wald's identity says nothing there: the mean gain is 0 whatever is staked."""
    ruleset = croupier.rulebook("mbs-roulette/3")
    plan = Plan(ruleset, system_named("dalembert"), {"red": 1}, bankroll=10, spins=10, limits=limits_for_all(1, 12))

    found = forecast(plan, weights=dict.fromkeys((pocket for pocket in ruleset.pockets if pocket != "0"), 1))

    true = worked_out("dalembert", Game(36, 18, 1, 12), Session(10, 10))
    assert found.mean_staked == pytest.approx(true["laid"], rel=1e-12)
    assert found.mean_gain == 0
    assert str(found.mean_gain) == "0.0"
