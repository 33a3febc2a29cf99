"""What a policy costs, against fractions worked out by hand."""

from fractions import Fraction

import pytest

import croupier
from croupier import Kind, Limit, Limits
from croupier.lab import Flat, LabError, Martingale, Plan, limits_for_all
from croupier.lab.exact.policy import compare, outside_limits, void_policies
from croupier.lab.markov.exact import forecast_exactly
from testkit.lab.plans import SINGLE_ZERO

VOID = Fraction(1, 50)


def martingale(stake_max: int, spins: int = 12) -> Plan:
    return Plan(
        SINGLE_ZERO, Martingale(), {"red": 1}, bankroll=40, spins=spins, limits=limits_for_all(1, stake_max)
    )  # fmt: skip


def test_a_refund_spares_the_loss_of_a_round() -> None:
    plan = Plan(SINGLE_ZERO, Flat(), {"red": 10}, bankroll=1_000, spins=30)

    policies = void_policies(plan, VOID)

    assert policies.comparison.first.mean_gain == pytest.approx(-30 * 10 / 37 * (1 - 1 / 50))
    assert policies.comparison.second.mean_gain == pytest.approx(-30 * 10 / 37)
    assert policies.comparison.mean_gain == pytest.approx(-30 * 10 / 37 / 50)
    assert policies.spins_per_round == Fraction(50, 49)


def test_by_the_hour_both_cost_the_same() -> None:
    refund, again = void_policies(martingale(8), VOID).loss_per_hour(40)

    assert refund == again == Fraction(40 * 49, 50 * 37)


def test_void_rounds_are_counted_exactly() -> None:
    policies, exactly = void_policies(martingale(8), VOID), forecast_exactly(martingale(8), void=VOID)

    refund = policies.comparison.first
    assert abs(refund.ruin - float(exactly.ruin)) <= refund.error_relative + refund.dropped
    assert refund.mean == pytest.approx(float(exactly.mean), abs=refund.error_of_mean + 1e-12)


@pytest.mark.parametrize("void", [-1, 1, 0.5, True])
def test_a_chance_of_void_that_is_none_is_refused(void: object) -> None:
    with pytest.raises(LabError, match="void: the chance of a void round"):
        void_policies(martingale(8), void)  # type: ignore[arg-type]


def test_a_higher_maximum_is_compared_exactly() -> None:
    low, high = martingale(4), martingale(32)

    difference = compare(low, high)

    first, second = forecast_exactly(low), forecast_exactly(high)
    assert difference.ruin == pytest.approx(float(second.ruin - first.ruin), abs=difference.error_of_ruin + 1e-15)
    assert difference.mean_gain == pytest.approx(float(second.mean - first.mean), abs=difference.error_of_mean + 1e-12)
    assert difference.mean_spins == pytest.approx(float(second.mean_spins - first.mean_spins))
    assert difference.ruin > 0
    assert difference.reached_target == 0


def test_a_second_zero_is_compared_exactly() -> None:
    plans = [
        Plan(croupier.rulebook(ref), Flat(), {"red": 500}, bankroll=100_000, spins=100)
        for ref in ("mbs-roulette/3", "us-double-zero/1")
    ]

    assert compare(*plans).mean_gain == pytest.approx(100 * 500 * (1 / 37 - 2 / 38))


def test_a_stake_under_the_minimum_plays_once_and_is_then_returned() -> None:
    """5.15 of the single-zero document: the player pays the edge of one round and no more."""
    treated = outside_limits(SINGLE_ZERO, {"red": 50}, 10, limits=limits_for_all(100, 500))

    assert treated.mean == Fraction(-50, 37)
    assert treated.cost == -9 * Fraction(50, 37)
    assert treated.total().gains == ((-50, Fraction(19, 37)), (50, Fraction(18, 37)))


def test_a_stake_over_the_maximum_is_paid_to_the_maximum() -> None:
    """5.16: what lies above the maximum is neither won nor lost."""
    treated = outside_limits(SINGLE_ZERO, [("red", 800)], 2, limits=Limits({Kind.RED: Limit(100, 500)}))

    assert treated.mean == -2 * Fraction(500, 37)
    assert treated.cost == -2 * Fraction(300, 37)
    assert [gain for gain, _ in treated.total().gains] == [-1_000, 0, 1_000]


def test_where_a_document_does_not_say_the_stakes_are_settled_as_they_lie() -> None:
    american = croupier.rulebook("us-double-zero/1")

    treated = outside_limits(american, {"red": 100, "17": 5_000}, 3)

    assert treated.cost == 0
    assert treated.first == treated.later == treated.as_laid


def test_rounds_that_cannot_be_followed_are_refused() -> None:
    with pytest.raises(LabError, match="rounds: a whole number from 1"):
        outside_limits(SINGLE_ZERO, {"red": 50}, 0)
    with pytest.raises(LabError, match="take fewer rounds"):
        outside_limits(SINGLE_ZERO, {"17": 7, "red": 11, "17/20": 13, "1st 12": 17}, 500).total()
