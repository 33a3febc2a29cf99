"""Ruin by a direct solve: against the gambler's ruin formula, fractions, chains and play over many spins."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.linalg

from croupier import Ruleset, StakeError
from croupier.lab import Flat, LabError, Plan, limits_for_all
from croupier.lab.exact.ruin import bankroll_for, ruin_curve, ruin_ever, ruin_exactly, ruin_within
from croupier.lab.exact.spread import Spread, gathered, spread
from croupier.lab.markov.forecast import forecast
from testkit.lab.plans import REFS, RULESETS, SINGLE_ZERO, even_chance

RED = spread(SINGLE_ZERO, {"red": 1})
MIX = spread(SINGLE_ZERO, {"17": 5, "red": 10, "17/20": 3})


def gamblers_ruin(bankroll: int, target: int, against: Fraction) -> Fraction:
    """The formula every textbook has, for one unit won or lost at odds of ``against`` to one."""
    return (against**target - against**bankroll) / (against**target - 1)


def odds_against(ruleset: Ruleset) -> Fraction:
    wins = len(ruleset.positions[even_chance(ruleset)].pockets)
    return Fraction(len(ruleset.pockets) - wins, wins)


@pytest.mark.parametrize("ruleset", RULESETS, ids=REFS)
def test_even_chances_have_the_gamblers_ruin(ruleset: Ruleset) -> None:
    one = spread(ruleset, {even_chance(ruleset): 500})
    curve, exact = ruin_curve(one, 50_000), ruin_exactly(one, 50_000)
    against = odds_against(ruleset)

    for bankroll in range(500, 50_000, 500):
        true = gamblers_ruin(bankroll // 500, 100, against)
        assert exact[bankroll][0] == true
        assert abs(curve.at(bankroll) - float(true)) <= curve.error + 1e-16
        assert curve.reach(bankroll) == 1 - curve.at(bankroll)


def test_the_length_of_play_has_its_formula() -> None:
    exact, curve = ruin_exactly(RED, 60), ruin_curve(RED, 60)

    for bankroll, (ruin, spins) in exact.items():
        # Wald: what is lost on average is a 37th of a unit per spin.
        assert spins == 37 * (bankroll - 60 * (1 - ruin))
        assert abs(curve.spins_at(bankroll) - float(spins)) <= curve.error_of_spins + 1e-12 * float(spins)


@pytest.mark.parametrize("one", [MIX, spread(SINGLE_ZERO, {"17": 1}), spread(SINGLE_ZERO, {"dozen:1": 2, "red": 2})])
def test_any_stakes_keep_to_the_bound(one: Spread) -> None:
    curve, exact = ruin_curve(one, 301, through=101), ruin_exactly(one, 301, through=101)

    assert curve.bankrolls.tolist() == list(exact)
    for bankroll, (ruin, spins) in exact.items():
        assert abs(curve.at(bankroll) - float(ruin)) <= curve.error + 1e-16
        assert abs(curve.spins_at(bankroll) - float(spins)) <= curve.error_of_spins + 1e-12 * float(spins)


def test_the_bound_tells_of_a_bad_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    """The residual is computed apart from the solver, so a wrong solution cannot hide."""
    good = ruin_curve(RED, 60)
    right = scipy.linalg.solve_banded
    monkeypatch.setattr(scipy.linalg, "solve_banded", lambda *given, **named: right(*given, **named) * 1.001)

    bad = ruin_curve(RED, 60)

    assert good.error < 1e-12
    assert 1e-8 < np.abs(bad.ruin - good.ruin).max() <= bad.error


def test_ruin_within_many_spins_comes_to_the_solve() -> None:
    curve = ruin_curve(RED, 30)
    chances = [ruin_within(RED, spins, target=30).at(15) for spins in (10, 100, 1_000, 10_000)]

    assert chances == sorted(chances)
    assert chances[0] < curve.at(15) / 2
    assert chances[-1] == pytest.approx(curve.at(15), rel=1e-9)


@pytest.mark.parametrize("one", [RED, MIX])
def test_ruin_within_some_spins_agrees_with_the_chain(one: Spread) -> None:
    stakes = {"red": 1} if one is RED else {"17": 5, "red": 10, "17/20": 3}
    plan = Plan(SINGLE_ZERO, Flat(), stakes, bankroll=101, spins=200, limits=limits_for_all(1, 100), target=160)
    curve = ruin_within(one, 200, target=160, through=101)

    assert curve.at(101) == pytest.approx(forecast(plan).ruin, rel=1e-11)


def test_without_a_target_ruin_is_certain_unless_the_wheel_favors_the_player() -> None:
    favored = gathered([(1, Fraction(2, 3)), (-1, Fraction(1, 3))], staked=1)

    assert ruin_ever(RED, 1_000_000) == 1
    assert ruin_ever(favored, 10) == pytest.approx(0.5**10, rel=1e-12)
    assert ruin_ever(gathered([(0, Fraction(1, 2)), (1, Fraction(1, 2))], staked=5), 5) == 0
    assert ruin_ever(favored, 1) == pytest.approx(0.5)


def test_a_biased_number_can_be_played_for_ever() -> None:
    biased = spread(SINGLE_ZERO, {"17": 1}, weights={p: 3 if p == "17" else 1 for p in SINGLE_ZERO.pockets})

    assert ruin_ever(biased, 50) == pytest.approx(ruin_within(biased, 20_000, target=2_000).at(50), rel=1e-9)


def test_the_bankroll_for_some_spins_is_the_smallest_that_does() -> None:
    enough = bankroll_for(RED, 0.01, spins=1_000)
    curve = ruin_within(RED, 1_000)

    assert curve.at(enough) <= 0.01 < curve.at(enough - 1)
    assert bankroll_for(RED, 1e-300, spins=3) == 4
    assert bankroll_for(gathered([(1, Fraction(1, 2)), (0, Fraction(1, 2))], staked=7), 0.5, spins=3) == 7


def test_the_bankroll_before_a_gain_is_the_smallest_that_does() -> None:
    enough = bankroll_for(RED, 0.2, gain=2)
    against = Fraction(19, 18)

    assert gamblers_ruin(enough, enough + 2, against) <= 0.2 < gamblers_ruin(enough - 1, enough + 1, against)


def test_where_no_bankroll_is_enough_the_error_says_so() -> None:
    with pytest.raises(LabError, match=r"no bankroll is enough.*gain of 20 with chance 0.66"):
        bankroll_for(RED, 0.05, gain=20)


def test_bankrolls_off_the_curve_and_beyond_it() -> None:
    curve = ruin_curve(spread(SINGLE_ZERO, {"red": 100}), 1_000)

    assert curve.at(99) == 1
    assert curve.spins_at(99) == 0
    assert curve.at(1_000) == 0
    with pytest.raises(LabError, match=r"not on this curve.*ask for a curve through it"):
        curve.at(150)
    assert ruin_curve(spread(SINGLE_ZERO, {"red": 100}), 1_000, through=950).at(150) > curve.at(200)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: ruin_curve(RED, 1), "reached by every bankroll"),
        (lambda: ruin_curve(gathered([(0, Fraction(1))], staked=1), 9), "nothing ever ends"),
        (lambda: ruin_curve(RED, 10**9), "too many"),
        (lambda: ruin_exactly(RED, 10_000), "are solved for in fractions"),
        (lambda: ruin_within(RED, 0), "whole number from 1"),
        (lambda: ruin_within(RED, 1_000_000), "take too long"),
        (lambda: bankroll_for(RED, 0.0, spins=5), "between 0 and 1"),
        (lambda: bankroll_for(RED, 0.1), "give one of the two"),
        (lambda: ruin_within(RED, 5).spins_at(2), "give a target alone"),
    ],
)
def test_a_question_without_an_answer_is_refused(ask: object, words: str) -> None:
    assert callable(ask)
    with pytest.raises(LabError, match=words):
        ask()


def test_a_spread_without_stakes_is_refused() -> None:
    with pytest.raises(StakeError, match="stakes"):
        ruin_curve(gathered([(1, Fraction(1, 2)), (-1, Fraction(1, 2))]), 10)
