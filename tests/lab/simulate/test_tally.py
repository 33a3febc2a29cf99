"""Parts add up to the whole, exactly, however the sessions are shared out."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.lab.simulate.sessions import Sessions
from croupier.lab.simulate.tally import BINS_MAX, ROWS_AT_ONCE, Grid, Tally, histogram, sums, tally
from tests.lab.simulate.plans import plain

amounts = st.lists(st.integers(0, 10**6), min_size=1, max_size=60)
spread = st.lists(st.one_of(st.integers(0, 50), st.integers(0, 2**45)), min_size=2, max_size=60)


def tallied(bankrolls: list[int]) -> Tally:
    column = np.array(bankrolls, dtype=np.int64)
    return tally(Sessions(column, column % 7, column // 3, (column % 5).astype(np.uint8)), 500, Grid(0, 1))


@given(spread, st.data())
def test_two_parts_add_up_to_the_whole(bankrolls: list[int], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(bankrolls) - 1))

    parts = tallied(bankrolls[:cut]) + tallied(bankrolls[cut:])

    assert plain(parts) == plain(tallied(bankrolls))
    assert plain(tallied(bankrolls[cut:]) + tallied(bankrolls[:cut])) == plain(parts)


@given(spread)
def test_no_histogram_is_larger_than_it_may_be(bankrolls: list[int]) -> None:
    found = histogram(np.array(bankrolls), Grid(0, 1))

    assert len(found.counts) <= BINS_MAX
    assert found.counts.sum() == len(bankrolls)
    below = [max(low for low, _ in found.amounts() if low <= bankroll) for bankroll in bankrolls]
    assert all(bankroll - low < found.width for bankroll, low in zip(bankrolls, below, strict=True))


@given(st.lists(st.integers(-3, 3000), min_size=1, max_size=50))
def test_a_histogram_of_a_narrow_range_is_exact(steps: list[int]) -> None:
    found = histogram(np.array(steps) * 50 + 7, Grid(7, 50))

    assert dict(found.amounts()) == Counter(7 + 50 * step for step in steps)


@given(amounts, st.integers(0, 100))
def test_a_quantile_is_the_smallest_amount_that_covers_its_share(bankrolls: list[int], percent: int) -> None:
    found = histogram(np.array(bankrolls), Grid(0, 1))
    value = found.quantile(percent, 100)

    at_most = sum(bankroll < value + found.width for bankroll in bankrolls)
    less = sum(bankroll < value for bankroll in bankrolls)
    assert at_most * 100 >= percent * len(bankrolls)
    assert less == 0 or less * 100 < percent * len(bankrolls)


@given(st.lists(st.integers(-(2**50), 2**50), min_size=1, max_size=30))
def test_sums_are_exact_beyond_64_bits(numbers: list[int]) -> None:
    found = sums(np.array(numbers))

    assert (found.total, found.squares) == (sum(numbers), sum(number**2 for number in numbers))
    assert (found.least, found.most) == (min(numbers), max(numbers))


@pytest.mark.parametrize("number", [-(2**42) + 1, -(2**42), 2**42 - 1, 2**42, 2**21, -1])
def test_the_fast_sum_of_squares_cannot_overflow(number: int) -> None:
    found = sums(np.full(ROWS_AT_ONCE, number, dtype=np.int64))

    assert (found.total, found.squares) == (ROWS_AT_ONCE * number, ROWS_AT_ONCE * number**2)
