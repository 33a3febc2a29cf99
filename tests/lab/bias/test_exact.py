"""Exact p-values against every possible sample, where there are few enough to write down."""

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy import stats

from croupier.lab.bias import Bias, Method, spins_by_rule
from croupier.lab.bias.chance import critical, holm, simulated
from croupier.lab.bias.evenness import (
    best_sector,
    chi_square,
    coldest_critical,
    coldest_tail,
    hottest_bound,
    hottest_critical,
    hottest_tail,
    sector_scores,
)
from croupier.lab.bias.grouping import homogeneity
from croupier.lab.bias.ordering import run_chances, runs
from croupier.lab.bias.power import chi_square_power, coldest_power
from croupier.lab.bias.shuffles import LAGS, measured, shuffled
from croupier.lab.bias.spins_file import Groups


@pytest.mark.parametrize(("spins", "pockets"), [(6, 3), (7, 4), (5, 5), (9, 3)])
def test_the_hottest_pocket_by_every_sample(spins: int, pockets: int) -> None:
    most = Counter(max(Counter(each).values()) for each in itertools.product(range(pockets), repeat=spins))

    for bound in range(1, spins + 1):
        share = sum(count for value, count in most.items() if value >= bound) / pockets**spins
        assert hottest_tail(spins, pockets, bound).value == pytest.approx(share, rel=1e-9)


def test_far_out_the_bound_stands_in_and_meets_the_exact_figure() -> None:
    """1,000 spins of 37: at 60 the transform has digits enough to compare with."""
    exact, bound = hottest_tail(1000, 37, 60), hottest_tail(1000, 37, 75)

    assert exact.method is Method.EXACT
    assert bound.method is Method.BOUND
    assert 0 < bound.value < 1e-8 < exact.value < 1e-5


@pytest.mark.parametrize("spins", [40, 300, 5000])
def test_the_critical_count_is_the_least_significant_one(spins: int) -> None:
    least = hottest_critical(spins, 37, 0.01)

    assert hottest_tail(spins, 37, least).value <= 0.01 < hottest_tail(spins, 37, least - 1).value
    assert least <= hottest_bound(spins, 37, 0.01) <= least + 1


@pytest.mark.parametrize(("ones", "others"), [(3, 3), (4, 2), (1, 5), (5, 4)])
def test_runs_by_every_order(ones: int, others: int) -> None:
    counted: Counter[int] = Counter()
    for places in itertools.combinations(range(ones + others), ones):
        line = [place in places for place in range(ones + others)]
        counted[1 + sum(a != b for a, b in itertools.pairwise(line))] += 1

    chances = run_chances(ones, others)

    expected = [Fraction(counted[count], comb(ones + others, ones)) for count in range(2, 2 + len(chances))]
    assert chances == pytest.approx([float(share) for share in expected])
    assert sum(expected) == 1


def test_runs_of_one_sort_alone_are_no_test() -> None:
    assert runs(np.ones(20, dtype=np.bool_)) is None


def test_alternation_is_as_suspect_as_sticking() -> None:
    alternating = np.arange(40) % 2 == 0

    one, other = runs(alternating), runs(np.sort(alternating))

    assert one is not None
    assert other is not None
    assert (one.count, other.count) == (40, 2)
    assert max(one.p.value, other.p.value) < 1e-9


def test_chi_square_is_pearsons() -> None:
    counts = np.array([10, 20, 30, 40])

    assert chi_square(counts) == pytest.approx(sum((each - 25) ** 2 / 25 for each in counts))


def test_sectors_are_scanned_around_the_zero() -> None:
    """The favored pockets stand at both ends of the list and are neighbors all the same."""
    ring = np.full(37, 20)
    ring[[35, 36, 0, 1]] = 60

    best = best_sector(ring)

    assert (best.start, best.width, best.count, best.hot) == (35, 4, 240, True)
    assert sector_scores(ring[None])[0] == pytest.approx(best.score)


def test_a_cold_sector_is_found_too() -> None:
    ring = np.full(37, 40)
    ring[10:15] = 5

    best = best_sector(ring)

    assert (best.start, best.width, best.hot) == (10, 5, False)


def test_steps_and_changes_by_hand() -> None:
    """Half of the spins on one pocket, half on its neighbor: one step of one, and the change in the middle."""
    spins = np.repeat(np.array([3, 4], dtype=np.uint8), 50)

    steps, change, at = measured(spins, 37)

    assert at == 50
    assert change == pytest.approx(2 * 100 * np.log(2))
    assert [int(steps[lag, 1]) for lag in range(LAGS)] == [1, 2, 3, 4, 5]
    assert [int(steps[lag, 0]) for lag in range(LAGS)] == [98, 96, 94, 92, 90]


def test_shuffles_keep_the_spins_and_know_their_seed() -> None:
    spins = np.random.default_rng(1).integers(0, 37, 200).astype(np.uint8)

    first, again, other = (shuffled(spins, 37, 150, seed)[1] for seed in (5, 5, 6))

    assert (first == again).all()
    assert (first != other).any()
    assert len(np.unique(first)) > 140, "the draws differ from each other"


def test_shuffles_are_even() -> None:
    """In 20,000 shuffles of four spins each of the 24 orders of steps comes about as often as it should."""
    spins = np.arange(4, dtype=np.uint8)
    steps, _ = shuffled(spins, 4, 20_000, 1)

    # The steps by one place count, over all shuffles, how often neighbors follow each other: 3 pairs, 1 in 3.
    share = steps[:, 0, 1].sum() / (3 * 20_000)

    assert share == pytest.approx(1 / 3, abs=0.01)


def test_a_simulated_p_counts_the_sample_itself() -> None:
    null = np.arange(99, dtype=np.float64)

    assert simulated(1000.0, null).value == pytest.approx(0.01)
    assert simulated(98.0, null).value == pytest.approx(0.02)
    assert simulated(-1.0, null).value == 1


def test_above_the_critical_value_and_only_there_p_is_significant() -> None:
    null = np.random.default_rng(2).normal(size=999)
    limit = critical(null, 0.01)

    assert simulated(limit + 1e-6, null).value <= 0.01 < simulated(limit, null).value
    assert critical(null[:50], 0.01) == np.inf, "50 draws cannot show one in a hundred"


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.5]) == pytest.approx((0.04, 0.09, 0.09, 0.5))
    assert holm([]) == ()


def test_a_dealer_apart_is_named() -> None:
    chance = np.random.default_rng(3)
    pockets = chance.integers(0, 37, 1200)
    codes = np.arange(1200) % 3
    pockets[codes == 1] = chance.integers(0, 20, 400)

    found = homogeneity(pockets, 37, Groups(("ann", "bob", "cy"), codes), draws=499, seed=1, test=1)

    assert found is not None
    assert found.p.value == pytest.approx(1 / 500)
    assert max(found.scores_by_group, key=lambda one: one.statistic).name == "bob"
    assert found.freedom == 2 * 36


def test_groups_with_too_few_spins_are_left_out() -> None:
    codes = np.array([0] * 50 + [1] * 50 + [2] * 5 + [-1] * 7)
    pockets = np.arange(112) % 37

    found = homogeneity(pockets, 37, Groups(("ann", "bob", "cy"), codes), draws=199, seed=1, test=1)

    assert found is not None
    assert [one.name for one in found.scores_by_group] == ["ann", "bob"]
    assert [one.adjusted for one in found.scores_by_group] == [found.p.value] * 2, "of two, one comparison"
    assert found.left_out == 12


@pytest.mark.parametrize(
    ("more", "known", "any_of_37", "sector"),
    [
        (1 / 36, 694_000, 1_131_000, 60_000),
        (0.1, 53_600, 87_300, 4_600),
        (0.25, 8_600, 14_000, 740),
        (0.5, 2_100, 3_500, 185),
    ],
)
def test_spins_needed_are_those_of_the_published_table(more: float, known: int, any_of_37: int, sector: int) -> None:
    """99 %, power 90 %: one pocket named beforehand, any of 37, a sector of nine named beforehand."""
    made = (
        spins_by_rule(more, pockets=37),
        spins_by_rule(more, pockets=37, looks=37),
        spins_by_rule(more, pockets=37, width=9),
    )

    assert made == pytest.approx((known, any_of_37, sector), rel=0.021)


class TestColdestPocket:
    def test_it_is_what_every_small_sample_gives(self) -> None:
        """Seven spins of four pockets, all 4⁷ of them."""
        for least in range(2):
            reached = sum(
                min(spins.count(pocket) for pocket in range(4)) <= least
                for spins in itertools.product(range(4), repeat=7)
            )
            assert coldest_tail(7, 4, least).value == pytest.approx(reached / 4**7, rel=1e-9)

    def test_a_published_question(self) -> None:
        """00 came once in 500 spins of a double-zero wheel: https://stats.stackexchange.com/q/208957.

        Asked of that pocket alone the chance is that of a binomial; of any of 38 it is 38 times as much, nearly.
        """
        alone = float(stats.binom.cdf(1, 500, 1 / 38))

        assert alone == pytest.approx(2.35e-5, rel=0.01)
        assert coldest_tail(500, 38, 1).value == pytest.approx(0.00089, abs=5e-6)
        assert coldest_tail(500, 38, 1).value < 38 * alone

    def test_the_union_bound_takes_over_beyond_the_digits_of_a_transform(self) -> None:
        far = coldest_tail(10_000, 37, 100)

        assert far.method is Method.BOUND
        assert 0 < far.value < 1e-8
        assert coldest_tail(37, 37, 1).value == 1

    def test_the_critical_count_is_the_largest_that_is_significant(self) -> None:
        count = coldest_critical(500, 38, 0.01)

        assert coldest_tail(500, 38, count).value <= 0.01 < coldest_tail(500, 38, count + 1).value
        assert coldest_critical(100, 38, 0.01) == -1
        assert coldest_power(100, 38, Bias(1, -0.5), -1) == 0


@pytest.mark.parametrize(
    ("spins", "bias", "alpha", "true", "off"),
    [
        (5_000, Bias(1, 0.5), 0.01, 0.756, 0.006),
        (6_000, Bias(1, 0.5), 0.01, 0.864, 0.006),
        (1_000, Bias(1, 37 * 0.0575 - 1), 0.05, 0.866, 0.006),
        (2_000, Bias(9, 0.25), 0.01, 0.867, 0.01),
    ],
)
def test_the_power_of_chi_square_is_that_of_simulated_samples(
    spins: int, bias: Bias, alpha: float, true: float, off: float
) -> None:
    """The figures are from 40,000 samples; a noncentral chi-square gives 0.793, 0.899 and 0.929 for the first three."""
    assert chi_square_power(spins, 37, bias, alpha) == pytest.approx(true, abs=off)
    counts = np.random.default_rng(3).multinomial(spins, bias.chances(37), size=4_000)
    found = ((counts - spins / 37) ** 2).sum(axis=1) * 37 / spins >= stats.chi2.isf(alpha, 36)
    assert chi_square_power(spins, 37, bias, alpha) == pytest.approx(found.mean(), abs=0.035)
