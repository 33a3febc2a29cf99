"""The chain by NumPy is the chain by the compiled loops, within the bounds that both state."""

from typing import Any

import pytest

from croupier.lab import Labouchere, Plan, System, forecast, limits_for_all
from croupier.lab.markov import forecast as forecasting
from croupier.lab.systems import SYSTEMS
from testkit.lab.plans import SINGLE_ZERO
from testkit.shares import paired

CHAINED: dict[str, System] = {**SYSTEMS, "labouchere": Labouchere((1, 2), longest=4)}
TERMS: dict[str, dict[str, Any]] = {
    "nothing special": {},
    "a target": {"target": 4_000, "spins": 300},
    "the last chips too": {"short": "all-in", "limits": limits_for_all(100, 1_000)},
    "stops": {"over_maximum": "stop", "stop_loss": 1_500, "limits": limits_for_all(100, 500)},
    "a long shot": {"stakes": {"17": 100}, "spins": 40},
}


@pytest.mark.parametrize(("name", "terms"), paired(CHAINED, TERMS))
def test_both_ways_to_carry_chances_agree(name: str, terms: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual: dict[str, Any] = {
        "stakes": {"red": 100},
        "bankroll": 3_000,
        "spins": 70,
        "limits": limits_for_all(100, 5_000),
    }
    plan = Plan(SINGLE_ZERO, CHAINED[name], **(usual | TERMS[terms]))
    monkeypatch.setattr(forecasting, "AT_ONCE", 10**12)
    one = forecast(plan)
    monkeypatch.setattr(forecasting, "AT_ONCE", -1)
    other = forecast(plan)

    slack = one.dropped + other.dropped + 1e-13
    assert one.endings == pytest.approx(other.endings, abs=slack)
    assert one.mean_gain == pytest.approx(other.mean_gain, abs=one.error_of_mean + other.error_of_mean + 1e-9)
    assert one.mean_spins == pytest.approx(other.mean_spins, rel=1e-11)
    assert one.ruin_within[: len(other.ruin_within)] == pytest.approx(
        other.ruin_within[: len(one.ruin_within)], abs=slack
    )
    assert one.quantile(0.5) == other.quantile(0.5)


def test_a_long_chain_goes_on_with_the_compiled_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(SINGLE_ZERO, SYSTEMS["dalembert"], {"red": 1}, 50, 400, limits=limits_for_all(1, 50))
    whole = forecast(plan)
    monkeypatch.setattr(forecasting, "AT_ONCE", forecasting.OF_A_SPIN * 40)
    changed = forecast(plan)

    assert changed.ruin == pytest.approx(whole.ruin, rel=1e-12)
    assert changed.mean_gain == pytest.approx(whole.mean_gain, rel=1e-9)


def test_without_numba_the_chain_is_there_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasting, "compiled_loops", lambda: None)
    monkeypatch.setattr(forecasting, "AT_ONCE", -1)
    plan = Plan(SINGLE_ZERO, SYSTEMS["martingale"], {"red": 1}, 127, 1_000, limits=limits_for_all(1, 500), target=128)

    assert forecast(plan).ruin == pytest.approx((19 / 37) ** 7, rel=1e-12)
