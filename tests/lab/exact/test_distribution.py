"""Totals of many spins: against closed forms, against counting, and within the bound they state."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import Kind, Limit, Limits, Ruleset, UnknownPocketError
from croupier.lab import LabError
from croupier.lab.exact import distribution as module
from croupier.lab.exact.distribution import after_spins, after_spins_exactly, loss_per_hour
from croupier.lab.exact.spread import Spread, gathered, spread
from testkit import strategies
from testkit.lab.plans import REFS, RULESETS, SINGLE_ZERO, even_chance
from testkit.shares import count

RED = spread(SINGLE_ZERO, {"red": 100})
MIX = spread(SINGLE_ZERO, {"17": 5, "red": 10, "17/20": 3})


@pytest.mark.parametrize("ruleset", RULESETS, ids=REFS)
def test_one_spin_agrees_with_the_odds_of_the_rulebook(ruleset: Ruleset) -> None:
    stakes = {even_chance(ruleset): 500, "17": 100}

    one, odds = spread(ruleset, stakes), croupier.odds(ruleset, stakes)

    assert one.gains == odds.distribution
    assert (one.mean, one.variance, one.staked) == (odds.mean, odds.variance, 600)


def test_flat_bets_lose_their_share_and_spread_as_they_must() -> None:
    totals = after_spins(RED, 1_000)

    assert totals.mean == -1_000 * Fraction(100, 37)
    assert totals.variance == 1_000 * 100**2 * (1 - Fraction(1, 37) ** 2)
    gains = totals.low + totals.step * np.arange(len(totals.chances))
    assert gains @ totals.chances == pytest.approx(float(totals.mean), abs=1e-6)
    assert ((gains - float(totals.mean)) ** 2) @ totals.chances == pytest.approx(float(totals.variance), rel=1e-9)


def test_even_chances_are_binomial() -> None:
    totals = after_spins_exactly(RED, 50)

    for wins in range(51):
        chance = math.comb(50, wins) * Fraction(18, 37) ** wins * Fraction(19, 37) ** (50 - wins)
        assert totals.chance(100 * (2 * wins - 50)) == chance
    assert totals.chance(50) == totals.chance(10**6) == 0
    fast = after_spins(RED, 50)
    assert abs(fast.chance(200) - float(totals.chance(200))) <= fast.error
    assert fast.chance(50) == fast.chance(10**6) == 0
    assert fast.quantile(0.5) == totals.quantile(0.5)
    assert fast.sd == pytest.approx(math.sqrt(50) * RED.sd)


@pytest.mark.parametrize("spins", [1, 2, 7, 100, 500])
@pytest.mark.parametrize("one", [RED, MIX, spread(SINGLE_ZERO, {"17": 1})], ids=["red", "mix", "straight"])
def test_the_fast_way_keeps_to_its_bound(one: Spread, spins: int) -> None:
    fast, exact = after_spins(one, spins), after_spins_exactly(one, spins)
    true = np.array([count / exact.cases for count in exact.counts])
    off = np.abs(fast.chances - true)

    assert off.max() <= fast.error
    assert off.sum() <= fast.error_of_sums
    assert fast.error < 1e-12
    assert fast.error_of_sums < 1e-10
    assert abs(fast.ahead - float(exact.ahead)) <= fast.error_of_sums + 1e-15
    assert abs(fast.behind - float(exact.behind)) <= fast.error_of_sums + 1e-15
    for share in (0.01, 0.25, 0.5, 0.99):
        low, high = fast.quantile_bounds(share)
        assert low <= exact.quantile(share) <= high


def test_a_fault_in_the_transform_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound is worth something only if a small mistake breaks it."""
    right = module._transform
    monkeypatch.setattr(module, "_transform", lambda *given: right(*given) * (1 + 1e-12))

    fast, exact = after_spins(RED, 1_000), after_spins_exactly(RED, 1_000)

    off = np.abs(fast.chances - np.array([count / exact.cases for count in exact.counts]))
    assert off.max() > fast.error


@given(
    ruleset=strategies.rulesets,
    stakes=st.dictionaries(
        st.sampled_from(["17", "odd", "column:2", "17/20", "1st 12"]), st.integers(1, 50), min_size=1
    ),
    spins=st.integers(1, 20),
)
@settings(max_examples=count(25, 500), deadline=None)
def test_any_stakes_on_any_wheel(ruleset: Ruleset, stakes: dict[str, int], spins: int) -> None:
    one = spread(ruleset, stakes)
    fast, exact = after_spins(one, spins), after_spins_exactly(one, spins)

    assert sum(exact.counts) == exact.cases
    assert math.fsum(fast.chances) == pytest.approx(1, abs=fast.error_of_sums + 1e-12)
    assert abs(fast.at_least(one.high) - float(exact.at_least(one.high))) <= fast.error_of_sums + 1e-15
    assert exact.quantile(0) == exact.low == spins * one.low
    assert exact.quantile(1) == spins * one.high


@given(first=st.integers(1, 10**6), second=st.integers(1, 10**6), ruleset=strategies.rulesets)
def test_the_mean_is_linear_in_the_stakes(first: int, second: int, ruleset: Ruleset) -> None:
    none = Limits()
    together = spread(ruleset, {"17": first, "odd": second}, limits=none)

    assert (
        together.mean
        == spread(ruleset, {"17": first}, limits=none).mean + spread(ruleset, {"odd": second}, limits=none).mean
    )


def test_limits_count_as_the_rulebook_says() -> None:
    limits = Limits({Kind.RED: Limit(100, 500)})

    over = spread(SINGLE_ZERO, {"red": 800}, limits=limits)
    first = spread(SINGLE_ZERO, {"red": 50}, limits=limits)
    again = spread(SINGLE_ZERO, {"red": 50}, limits=limits, under_minimum_before=True)

    assert [gain for gain, _ in over.gains] == [-500, 500]
    assert [gain for gain, _ in first.gains] == [-50, 50]
    assert again.gains == ((0, Fraction(1)),)


def test_weights_are_shares_of_the_wheel() -> None:
    biased = spread(SINGLE_ZERO, {"17": 1}, weights={"17": 1, "0": 3})

    assert biased.chance(35) == Fraction(1, 4)
    assert biased.chance(-1) == Fraction(3, 4)
    assert biased.chance(7) == 0


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ({}, "no pocket weighs anything"),
        ({"17": -1}, "weight of 17"),
        ({"17": 0.5}, "weight of 17"),
        ([("17", 1)], "a number for each pocket"),
    ],
)
def test_weights_that_make_no_wheel_are_refused(weights: object, words: str) -> None:
    with pytest.raises(LabError, match=words):
        spread(SINGLE_ZERO, {"17": 1}, weights=weights)  # type: ignore[arg-type]


def test_a_pocket_the_wheel_does_not_have_is_refused() -> None:
    with pytest.raises(UnknownPocketError, match="no pocket '00'"):
        spread(SINGLE_ZERO, {"17": 1}, weights={"00": 1})


def test_the_loss_per_hour() -> None:
    assert loss_per_hour(RED, 37) == 100
    assert loss_per_hour(RED, Fraction(37, 2)) == 50
    with pytest.raises(LabError, match="spins per hour"):
        loss_per_hour(RED, 0)


def test_stakes_that_always_give_the_same_have_one_total() -> None:
    same = gathered([(-3, Fraction(1))], staked=3)

    assert after_spins(same, 10).chances.tolist() == pytest.approx([1.0])
    assert after_spins_exactly(same, 10).chance(-30) == 1


def test_what_cannot_be_kept_or_asked_is_refused() -> None:
    with pytest.raises(LabError, match="different totals"):
        after_spins(spread(SINGLE_ZERO, {"17": 10**6, "red": 999_999}), 1_000)
    with pytest.raises(LabError, match="whole number from 1"):
        after_spins(RED, 0)
    with pytest.raises(LabError, match="from 0 to 1"):
        after_spins(RED, 5).quantile(1.5)
    with pytest.raises(LabError, match="needs a stake"):
        spread(SINGLE_ZERO, {})
