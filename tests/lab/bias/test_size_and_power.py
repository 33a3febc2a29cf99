"""Fair wheels are left alone as often as promised, and planted faults are found as often as stated.

A small share runs here; ``make soak`` has the 2,000 samples.
"""

import numpy as np
import pytest
from scipy import stats

from croupier.lab.bias import Bias, Name, assess
from testkit.lab import samples
from testkit.lab.samples import TOGETHER, Maker, alarms

FAIR_SAMPLES = 150
PLANTED_SAMPLES = 40
UNLUCKY = 1e-4


def test_a_fair_wheel_raises_no_more_alarms_than_promised() -> None:
    counted = alarms(samples.fair_with_dealers, samples=FAIR_SAMPLES, length=200, seed=7, draws=199)

    most = int(stats.binom.ppf(1 - UNLUCKY, FAIR_SAMPLES, 0.01))
    assert all(count <= most for count in counted.values()), counted


def test_a_wheel_with_an_unverified_order_raises_no_more_alarms_either() -> None:
    counted = alarms(
        lambda chance, length: samples.fair(chance, length, samples.SANDS),
        samples=FAIR_SAMPLES,
        length=120,
        seed=8,
        draws=199,
    )

    assert max(counted.values()) <= int(stats.binom.ppf(1 - UNLUCKY, FAIR_SAMPLES, 0.01))
    assert Name.SECTORS not in counted


PLANTED: dict[Name, tuple[Maker, int, str]] = {
    Name.CHI_SQUARE: (samples.favoring(Bias(9, 0.25)), 2000, "a sector of 9 +25.0 %"),
    Name.HOTTEST: (samples.favoring(Bias(1, 0.5)), 3500, "one pocket +50.0 %"),
    Name.SECTORS: (samples.favoring(Bias(9, 0.25)), 1400, "a sector of 9 +25.0 %"),
    Name.REPEATS: (samples.repeating(0.05), 300, "5 % of spins repeat the pocket before"),
    Name.STEPS: (
        samples.throwing_alike(0.1),
        1200,
        "10 % of spins land in the same 9 neighbors relative to the pocket before",
    ),
    Name.RUNS_COLOR: (samples.sticking(0.1), 1400, "10 % of spins repeat red or black as before"),
    Name.CHANGE: (samples.favoring_from_half_way(Bias(9, 0.5)), 2800, "a sector of 9 +50.0 % from half-way on"),
    Name.DEALER: (
        samples.favoring_under_one_dealer(Bias(9, 0.5)),
        2000,
        "a sector of 9 +50.0 % under one dealer alone",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found_as_often_as_stated(name: Name) -> None:
    make, length, fault = PLANTED[name]
    found = assess(make(np.random.default_rng(0), length), draws=1999)
    (test,) = (test for test in found.tests if test.name == name)
    (stated,) = (one.chance for one in test.power if one.fault == fault)

    seen = alarms(make, samples=PLANTED_SAMPLES, length=length, seed=9, draws=299)[name]

    assert 0.6 < stated < 0.97, "a power that a test can be held to"
    assert seen >= stats.binom.ppf(UNLUCKY, PLANTED_SAMPLES, stated - 0.04)


def test_a_fault_that_is_not_there_is_not_counted_as_found() -> None:
    """The harness itself: the power test above would fail on a fair wheel."""
    seen = alarms(samples.fair, samples=PLANTED_SAMPLES, length=300, seed=10, draws=299)

    assert max((*seen.values(), 0)) < stats.binom.ppf(UNLUCKY, PLANTED_SAMPLES, 0.6)


def test_a_test_that_cries_wolf_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The harness itself: a hottest pocket without the correction for there being 37."""
    monkeypatch.setattr(
        "croupier.lab.bias.evenness.hottest_tail",
        lambda spins, pockets, most: type_of_p(float(stats.binom.sf(most - 1, spins, 1 / pockets))),
    )

    counted = alarms(samples.fair, samples=FAIR_SAMPLES, length=200, seed=7, draws=199)

    assert counted[Name.HOTTEST] > stats.binom.ppf(1 - UNLUCKY, FAIR_SAMPLES, 0.01)
    assert counted[TOGETHER] >= 0


def type_of_p(value: float) -> object:
    from croupier.lab.bias import Method, PValue  # noqa: PLC0415 - only the planted fault needs them

    return PValue(value, Method.EXACT)
