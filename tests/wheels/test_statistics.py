"""The production draw passes the seven tests, the tests are calibrated, and what decides is what was written down."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
import pytest
from scipy import stats

from croupier.wheels.draw import fresh_secret
from testkit.shares import every
from tools import draw_tests, draws
from tools.draw_tests import TESTS, Stream, coupon_chances, of_counts, p_values
from tools.draws import Figures, StreamFigures, band, failed_at_once, judge, numbered, objections, stream_figures
from tools.wheel_vectors import REFS

SIZES = pytest.mark.parametrize("size", REFS)
LABEL = "croupier/wheel-statistics/1"
"""Secrets made of this and a number, so that a change is judged by what it changed; the soak takes fresh ones."""

LENGTH = 20_000
"""Of each of ten streams; the soak looks at a hundred million outcomes."""
TABLE = {
    37: (17.887, 61.581, 1332, 1455.0, 3.64),
    38: (18.586, 62.883, 1406, 1532.3, 3.65),
    39: (19.289, 64.181, 1482, 1611.6, 3.66),
}
"""Two-sided 99 % of the total; degrees and 99 % of the pairs; the farthest that a pocket may be, in deviations."""


def even(size: int, length: int, seed: int) -> Stream:
    """Make a stream without a fault from another generator."""
    return np.random.default_rng([size, seed]).integers(0, size, length, dtype=np.uint8)


def looked_at(streams: Iterator[Stream], size: int) -> Figures:
    figures = Figures(size)
    for stream in streams:
        figures.add(StreamFigures(draw_tests.counted(stream, size), p_values(stream, size)))
    return figures


@SIZES
def test_outcomes_of_the_production_draw_are_inside(size: int) -> None:
    figures = Figures(size)
    for number in range(10):
        figures.add(stream_figures(number, size=size, length=LENGTH, secret_of=partial(numbered, LABEL)))

    assert figures.outcomes == 10 * LENGTH
    assert [len(figures.of(test)) for test in TESTS] == [10] * 7
    assert failed_at_once(figures) == ""
    assert list(objections(figures)) == []
    low, high, *_ = TABLE[size]
    assert low < draws.chi_square(figures.counts) < high


def test_fresh_secrets_of_the_operating_system_show_nothing_gross() -> None:
    """With other secrets at every run, so only what no chance explains may fail it: p below 1e-9."""
    result = stream_figures(0, size=37, length=100_000, secret_of=draws.fresh)

    assert all(p is None or p > 1e-9 for p in result.p_values.values()), result.p_values
    bits = np.unpackbits(np.frombuffer(b"".join(fresh_secret() for _ in range(10_000)), np.uint8))
    assert abs(int(bits.sum()) - len(bits) / 2) < 6.5 * (len(bits) / 4) ** 0.5


# --- the rule --------------------------------------------------------------------------------------------------


@SIZES
def test_the_bands_are_those_of_the_plan(size: int) -> None:
    low, high, degrees, pairs, apart = TABLE[size]

    assert stats.chi2.ppf([0.005, 0.995], size - 1) == pytest.approx([low, high], abs=0.001)
    assert size * (size - 1) == degrees
    assert stats.chi2.ppf(0.99, degrees) == pytest.approx(pairs, abs=0.06)
    assert looked_at(iter([even(size, 1_000, 0)]), size).z[1] == pytest.approx(apart, abs=0.006)


def test_of_a_thousand_streams_44_to_99_and_2_to_22_may_be_rejected() -> None:
    assert band(7_000) == (44, 99)
    assert band(1_000) == (2, 22)


def figures_with(p: dict[str, list[float]], size: int = 37) -> Figures:
    """Make figures with these p-values in some tests and even ones in the others."""
    count = len(next(iter(p.values())))
    spread = [(place + 0.5) / count for place in range(count)]
    streams: list[dict[str, float | None]] = [
        {test: p.get(test, spread)[place] for test in TESTS} for place in range(count)
    ]
    return Figures(size, streams, np.full(size, 1_000) + np.arange(size) % 2 * 64)


def test_even_p_values_are_inside() -> None:
    figures = figures_with({"runs": [(place + 0.5) / 100 for place in range(100)]})

    assert failed_at_once(figures) == ""
    assert list(objections(figures)) == []


def test_too_many_rejections_are_outside() -> None:
    found = list(objections(figures_with({"runs": [0.005] * 7 + [(place + 7.5) / 100 for place in range(93)]})))

    assert any("runs: 7 of 100 rejected" in words for words in found)


def test_p_values_that_are_all_alike_are_outside() -> None:
    assert any(
        "serial: p-values are not spread" in words for words in objections(figures_with({"serial": [0.4] * 100}))
    )


def test_what_no_chance_explains_fails_at_once() -> None:
    figures = figures_with({"pairs": [0.5] * 99 + [1e-10]})

    assert failed_at_once(figures) == "pairs: p = 1.0e-10"
    passed, seen = judge(37, lambda: figures)
    assert not passed
    assert len(seen) == 1


def test_too_even_is_outside_as_well() -> None:
    assert of_counts(np.full(37, 27_027)) < 1e-9
    assert of_counts(np.full(37, 27_027) + np.arange(37) % 2 * 60) < 1e-6


def test_one_pocket_too_far_is_outside() -> None:
    figures = figures_with({"runs": [(place + 0.5) / 100 for place in range(100)]})
    figures.counts[5] += 150

    assert any("a pocket is" in words for words in objections(figures))


def test_outside_is_looked_at_once_more_and_no_more_than_that(capsys: pytest.CaptureFixture[str]) -> None:
    inside = figures_with({"runs": [(place + 0.5) / 100 for place in range(100)]})
    outside = figures_with({"serial": [0.4] * 100})

    assert judge(37, iter([inside]).__next__) == (True, [inside])
    assert judge(37, iter([outside, inside]).__next__) == (True, [outside, inside])
    assert judge(37, iter([outside, outside]).__next__) == (False, [outside, outside])
    assert "drawn once more with fresh secrets, as the rule says" in capsys.readouterr().out


# --- the tests themselves --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", every(3, [*REFS]))
def test_the_tests_are_calibrated(size: int) -> None:
    """On 100 streams of another generator each test's p-values are spread evenly."""
    figures = looked_at((even(size, 20_000, seed) for seed in range(100)), size)

    assert [len(figures.of(test)) for test in TESTS] == [100] * 7
    assert failed_at_once(figures) == ""
    assert min(draws.evenness(figures.of(test)) for test in TESTS) > 1e-3
    assert all(band(100)[0] <= sum(p < 0.01 for p in figures.of(test)) <= band(100)[1] for test in TESTS)


def exact_coupons(size: int, length: int) -> Fraction:
    """The chance that a collection takes exactly this long, by inclusion and exclusion."""

    def within(spins: int) -> Fraction:
        return sum(
            ((-1) ** j * comb(size, j) * Fraction(size - j, size) ** spins for j in range(size + 1)), Fraction(0)
        )

    return within(length) - within(length - 1)


@SIZES
def test_the_coupon_distribution_is_exact(size: int) -> None:
    chances = coupon_chances(size)

    for length in (size - 1, size, size + 1, 100, 155, 400):
        assert chances[length] == pytest.approx(float(exact_coupons(size, length)), rel=1e-9, abs=1e-15)
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    mean = sum(Fraction(size, seen) for seen in range(1, size + 1))
    assert (chances * np.arange(len(chances))).sum() == pytest.approx(float(mean), rel=1e-9)


def test_collections_are_measured_one_after_the_other() -> None:
    assert draw_tests._collections(bytes([0, 1, 1, 2, 2, 2, 0, 1, 0]), 3) == [4, 4]


def test_short_streams_are_not_judged_by_what_needs_long_ones() -> None:
    found = p_values(even(37, 3_000, 1), 37)

    assert {test for test, p in found.items() if p is None} == {"pairs", "coupons", "interplay"}


def test_a_sequence_that_goes_round_is_caught_by_all_but_the_total() -> None:
    """Every pocket equally often, one after the other: each test but one sees its own side of it."""
    going_round = np.fromiter(itertools.islice(itertools.cycle(range(37)), 37_000), np.uint8)

    found = p_values(going_round, 37)

    assert all(p is not None and p < 1e-9 for p in found.values()), found
