"""The chains give what every possible session, played one by one, gives."""

import itertools
import math
from collections import defaultdict
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import Ruleset
from croupier.lab import Ending, LabError, Labouchere, OscarsGrind, Plan, System, limits_for_all, play, systems
from croupier.lab.markov import exact, graph
from croupier.lab.markov import forecast as module
from croupier.lab.markov.exact import ExactForecast, forecast_exactly
from croupier.lab.markov.forecast import Forecast, forecast
from testkit.lab.plans import NAMES, REFS, RULESETS, SINGLE_ZERO, SYSTEMS, doubling_from_one, even_chance
from testkit.shares import count

TERMS: dict[str, dict[str, Any]] = {
    "plain": {},
    "all-in": {"short": "all-in"},
    "stop at the maximum": {"over_maximum": "stop"},
    "with exits": {"target": 11, "stop_loss": 4},
    "all-in with exits": {"short": "all-in", "target": 12, "stop_loss": 1, "over_maximum": "stop"},
}


def pocket_classes(plan: Plan) -> list[tuple[str, int]]:
    """One pocket for each different gain, and how many pockets share it: playing one stands for playing all."""
    found: dict[int, list[str]] = defaultdict(list)
    for pocket, gain in zip(plan.ruleset.pockets, plan.gains, strict=True):
        found[gain].append(pocket)
    return [(pockets[0], len(pockets)) for pockets in found.values()]


def by_enumeration(plan: Plan) -> dict[tuple[Ending, int], Fraction]:
    """Play every sequence of outcomes through ``play``, which settles stake by stake."""
    classes, pockets = pocket_classes(plan), len(plan.ruleset.pockets)
    ends: dict[tuple[Ending, int], Fraction] = defaultdict(Fraction)
    for outcomes in itertools.product(classes, repeat=plan.spins):
        played = play(plan, [pocket for pocket, _ in outcomes])
        ends[played.ending, played.bankroll] += Fraction(math.prod(n for _, n in outcomes), pockets**plan.spins)
    return dict(ends)


def assert_agrees(found: Forecast, true: ExactForecast) -> None:
    """Hold every chance to the bound that the forecast itself states."""
    for ending in Ending:
        for bankroll, chance in zip(found.bankrolls, found.by_ending[ending], strict=True):
            exactly = float(true.ends.get((ending, int(bankroll)), Fraction(0)))
            assert abs(chance - exactly) <= found.error_relative * exactly + found.dropped
    assert {bankroll for _, bankroll in true.ends} <= {int(bankroll) for bankroll in found.bankrolls}
    assert found.mean == pytest.approx(float(true.mean), abs=found.error_of_mean + 1e-12)
    assert found.mean_spins == pytest.approx(float(true.mean_spins), rel=1e-11)


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
@pytest.mark.parametrize("system", SYSTEMS, ids=NAMES)
@pytest.mark.parametrize("ruleset", RULESETS, ids=REFS)
def test_every_system_on_every_wheel_gives_what_all_sessions_give(
    ruleset: Ruleset, system: System, terms: dict[str, Any]
) -> None:
    plan = Plan(
        ruleset, system, {even_chance(ruleset): 1}, bankroll=8, spins=7, limits=limits_for_all(1, 6), **terms
    )  # fmt: skip

    exactly = forecast_exactly(plan)

    assert dict(exactly.ends) == by_enumeration(plan)
    assert_agrees(forecast(plan), exactly)


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
@pytest.mark.parametrize("system", SYSTEMS, ids=NAMES)
def test_a_mix_of_positions_gives_what_all_sessions_give(system: System, terms: dict[str, Any]) -> None:
    """Red and the first dozen together lose, gain nothing, gain one or gain three."""
    plan = Plan(
        SINGLE_ZERO,
        system,
        {"red": 2, "dozen:1": 2},
        bankroll=23,
        spins=5,
        limits=limits_for_all(2, 9),
        **_scaled(terms, 3),
    )

    assert set(plan.gains) == {-4, 0, 2, 6}
    exactly = forecast_exactly(plan)
    assert dict(exactly.ends) == by_enumeration(plan)
    assert_agrees(forecast(plan), exactly)


def _scaled(terms: dict[str, Any], factor: int) -> dict[str, Any]:
    return {name: value * factor if isinstance(value, int) else value for name, value in terms.items()}


@pytest.mark.parametrize("system", SYSTEMS, ids=NAMES)
def test_a_number_straight_up_gives_what_all_sessions_give(system: System) -> None:
    plan = Plan(SINGLE_ZERO, system, {"17": 5}, bankroll=63, spins=8, limits=limits_for_all(5, 40), short="all-in")

    exactly = forecast_exactly(plan)

    assert dict(exactly.ends) == by_enumeration(plan)
    assert_agrees(forecast(plan), exactly)


@given(
    system=st.sampled_from(SYSTEMS),
    ruleset=st.sampled_from(RULESETS),
    unit=st.dictionaries(st.sampled_from(["17", "odd", "column:2", "split:17-20"]), st.integers(1, 3), min_size=1),
    bankroll=st.integers(1, 60),
    spins=st.integers(1, 12),
    most=st.integers(1, 20),
    exits=st.tuples(st.none() | st.integers(1, 40), st.none() | st.integers(1, 60)),
    rules=st.tuples(st.sampled_from(["cap", "stop"]), st.sampled_from(["stop", "all-in"])),
)
@settings(max_examples=count(30, 500), deadline=None)
def test_any_plan_gives_what_counting_gives(  # noqa: PLR0913, PLR0917 - the terms of a plan
    system: System,
    ruleset: Ruleset,
    unit: dict[str, int],
    bankroll: int,
    spins: int,
    most: int,
    exits: tuple[int | None, int | None],
    rules: tuple[Any, Any],
) -> None:
    gain, loss = exits
    try:
        plan = Plan(
            ruleset,
            system,
            unit,
            bankroll=bankroll,
            spins=spins,
            limits=limits_for_all(1, most),
            target=None if gain is None else bankroll + gain,
            stop_loss=None if loss is None or loss > bankroll else bankroll - loss,
            over_maximum=rules[0],
            short=rules[1],
        )
    except LabError:
        return
    exactly = forecast_exactly(plan)
    found = forecast(plan)

    assert_agrees(found, exactly)
    assert sum(exactly.ends.values()) == 1
    assert math.fsum(found.chances) == pytest.approx(1, abs=1e-12)
    # Wald: whatever the system does, the house keeps its share of all that is staked.
    assert exactly.mean - bankroll == found.unit.mean / plan.cost * exactly.mean_staked


def test_a_fault_in_the_moves_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A martingale that forgets to double must not agree."""
    plan = Plan(SINGLE_ZERO, systems.Martingale(), {"red": 1}, bankroll=8, spins=7, limits=limits_for_all(1, 6))
    monkeypatch.setattr(graph.Graph, "_is_the_end", lambda *_: True)

    with pytest.raises(AssertionError):
        assert_agrees(forecast(plan), forecast_exactly(plan))


def test_weights_make_the_wheel_biased() -> None:
    plan = Plan(SINGLE_ZERO, systems.Martingale(), {"17": 1}, bankroll=20, spins=6, limits=limits_for_all(1, 8))
    weights = {pocket: 2 if pocket == "17" else 1 for pocket in SINGLE_ZERO.pockets}

    exactly = forecast_exactly(plan, weights=weights)

    assert_agrees(forecast(plan, weights=weights), exactly)
    assert exactly.endings[Ending.SHORT] == Fraction(36, 38) ** 4
    assert exactly.mean > plan.bankroll


def test_the_martingale_of_a_thousand_spins_keeps_walds_equation_and_its_bound() -> None:
    found = forecast(doubling_from_one())

    assert math.fsum(found.chances) == pytest.approx(1, abs=1e-12)
    assert found.error_relative < 1e-11
    assert found.dropped < 1e-18
    assert found.ruin == pytest.approx(found.ruin_within[-1], rel=1e-12)
    assert np.all(np.diff(found.ruin_within) >= 0)
    assert found.mean_gain == pytest.approx(-found.mean_staked / 37)


def test_a_martingale_without_cap_or_short_purse_has_its_closed_form() -> None:
    """With money for exactly seven doublings, a session of seven spins is ruined by seven losses only."""
    plan = Plan(SINGLE_ZERO, systems.Martingale(), {"red": 1}, bankroll=127, spins=7, limits=limits_for_all(1, 1_000))

    found = forecast(plan)

    assert found.chances[found.bankrolls == 0].sum() == pytest.approx((19 / 37) ** 7, rel=1e-12)


def test_what_is_dropped_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coarse threshold must show in the bound, and the answer must keep to it."""
    plan = Plan(SINGLE_ZERO, systems.DAlembert(), {"red": 1}, bankroll=60, spins=60, limits=limits_for_all(1, 50))
    exactly = forecast_exactly(plan)
    monkeypatch.setattr(module, "LEAST", 1e-6)
    monkeypatch.setattr(module, "LEAST_OF_STATE", 1e-4)

    coarse = forecast(plan)

    assert 1e-6 < coarse.dropped < 0.1
    assert_coarse(coarse, exactly)


def assert_coarse(found: Forecast, exactly: ExactForecast) -> None:
    assert abs(found.ruin - float(exactly.ruin)) <= found.dropped
    assert 1 - math.fsum(found.chances) == pytest.approx(found.dropped, rel=1e-6)
    assert abs(found.mean - float(exactly.mean)) <= found.error_of_mean


def test_a_long_line_is_followed_in_stretches() -> None:
    """More spins than are looked ahead at once, and states that come up late."""
    plan = Plan(
        SINGLE_ZERO, Labouchere((1, 2), longest=5), {"red": 1}, bankroll=20, spins=45, limits=limits_for_all(1, 7)
    )

    assert_agrees(forecast(plan), forecast_exactly(plan))


def test_oscars_grind_over_many_spins() -> None:
    plan = Plan(SINGLE_ZERO, OscarsGrind(), {"red": 1}, bankroll=30, spins=45, limits=limits_for_all(1, 10))

    assert_agrees(forecast(plan), forecast_exactly(plan))


def test_too_many_states_are_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "STATES_MAX", 100)
    plan = Plan(SINGLE_ZERO, Labouchere(), {"red": 1}, bankroll=500, spins=100, limits=limits_for_all(1, 1_000))

    with pytest.raises(LabError, match=r"more than 100 states.*simulate"):
        forecast(plan)


def test_too_many_pairs_are_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CELLS_MAX", 100)

    with pytest.raises(LabError, match=r"pairs of bankroll and system state.*simulate"):
        forecast(doubling_from_one())


def test_too_many_moves_are_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "MOVES_MAX", 100)

    with pytest.raises(LabError, match=r"more than 100 different moves.*simulate"):
        forecast(doubling_from_one(short="all-in"))


def test_the_figures_of_a_forecast_are_those_of_its_distribution() -> None:
    plan = Plan(SINGLE_ZERO, systems.Paroli(), {"red": 1}, bankroll=10, spins=12, target=14)
    found, exactly = forecast(plan), forecast_exactly(plan)

    assert found.endings == pytest.approx({ending: float(chance) for ending, chance in exactly.endings.items()})
    assert found.reached_target == pytest.approx(float(exactly.endings[Ending.TARGET]))
    variance = sum(chance * (bankroll - exactly.mean) ** 2 for bankroll, chance in exactly.bankrolls.items())
    assert found.sd == pytest.approx(math.sqrt(variance))
    assert found.mean_staked == pytest.approx(float(exactly.mean_staked))


def test_too_many_pairs_to_count_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "PAIRS_MAX", 10)

    with pytest.raises(LabError, match=r"more than 10 pairs .* take fewer spins"):
        forecast_exactly(doubling_from_one())


def test_quantiles_and_the_chance_to_be_ahead() -> None:
    found = forecast(doubling_from_one())

    assert found.quantile(0) == int(found.bankrolls[0])
    assert found.quantile(0.25) < 1_000 < found.quantile(0.75)
    assert found.ahead == pytest.approx(math.fsum(found.chances[found.bankrolls > 1_000]))
    with pytest.raises(LabError, match="from 0 to 1"):
        found.quantile(2)


def test_the_rulebooks_own_limits_hold_where_none_are_given() -> None:
    american = croupier.rulebook("us-double-zero/1")
    plan = Plan(american, systems.Martingale(), {"red": 500}, bankroll=5_000, spins=9)

    assert plan.units_max == 2
    assert dict(forecast_exactly(plan).ends) == by_enumeration(plan)
