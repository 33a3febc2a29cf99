"""The streams are Philox, every pocket is exactly as likely as any other, a spin depends on its place alone."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.lab.simulate.streams import (
    SPINS_PER_WORD,
    Words,
    check_seed,
    outcome,
    outcomes,
    passed_over_below,
    philox,
    spins_of_word,
)
from croupier.lab.systems import LabError

words = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize(
    ("counter", "key", "block"),
    [
        ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
    ],
)
def test_a_block_is_the_one_that_the_authors_of_philox_publish(counter: str, key: str, block: str) -> None:
    """The vectors are those of Random123, the authors' own library."""
    first, second = (int(word, 16) for word in key.split())

    drawn = philox(_four(counter), (first, second))

    assert drawn == _four(block)


def _four(text: str) -> Words:
    first, second, third, fourth = (int(word, 16) for word in text.split())
    return first, second, third, fourth


@pytest.mark.parametrize("pockets", [2, 3, 5, 6, 7, 15])
def test_each_four_outcomes_have_as_many_words_as_any_other_four(pockets: int) -> None:
    """All words of 16 bits, by the same arithmetic: what is left after passing over is spread evenly."""
    counts: Counter[int] = Counter()
    product = pockets**SPINS_PER_WORD
    for word in range(2**16):
        four, rest = divmod(word * product, 2**16)
        if rest >= 2**16 % product:
            counts[four] += 1

    assert set(counts) == set(range(product))
    assert set(counts.values()) == {2**16 // product}


@given(words, st.sampled_from([37, 38, 39]))
def test_the_four_spins_of_a_word_are_the_digits_of_one_product(word: int, pockets: int) -> None:
    """So the count above, made with the product at once, holds for the spins one by one."""
    four, rest = divmod(word * pockets**4, 2**32)
    digits = tuple(four // pockets**place % pockets for place in (3, 2, 1, 0))

    assert spins_of_word(word, pockets) == (digits if rest >= passed_over_below(pockets) else None)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**63), st.integers(0, 200), st.sampled_from([37, 38, 39]))
def test_a_spin_can_be_drawn_without_those_before_it(seed: int, session: int, spin: int, pockets: int) -> None:
    (drawn,) = islice(outcomes(seed, session, pockets), spin, spin + 1)

    assert outcome(seed, session, spin, pockets) == drawn


def test_words_are_passed_over_and_drawn_again() -> None:
    """Some 4 in 10,000 are: among these there are, and the spins go on all the same."""
    words = [word for session in range(4_000) for word in philox((0, session, 0, 0), (17, 0))]
    over = sum(spins_of_word(word, 37) is None for word in words)

    expected = len(words) * passed_over_below(37) / 2**32
    assert abs(over - expected) < 5 * expected**0.5
    assert over > 0


@pytest.mark.parametrize("pockets", [37, 38, 39])
def test_pockets_pairs_and_neighbors_in_a_word_come_up_evenly(pockets: int) -> None:
    """Chi-square of singles, of spins that follow each other, and of spins of one word; all within five sigma."""
    spins = np.array([list(islice(outcomes(5, session, pockets), 64)) for session in range(1_500)])
    singles = np.bincount(spins.ravel(), minlength=pockets)
    following = np.bincount((spins[:, :-1] * pockets + spins[:, 1:]).ravel(), minlength=pockets**2)
    same_word = np.bincount((spins[:, :-4] * pockets + spins[:, 4:]).ravel(), minlength=pockets**2)

    for counts in (singles, following, same_word):
        expected, freedom = counts.sum() / len(counts), len(counts) - 1
        chi_square = ((counts - expected) ** 2 / expected).sum()
        assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_other_seeds_and_other_sessions_give_other_spins() -> None:
    drawn = {
        tuple(islice(outcomes(seed, session, 37), 32))
        for seed in (0, 1, 2**32, 2**64 - 1)
        for session in (0, 1, 2**32, 2**63)
    }

    assert len(drawn) == 16


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, "1", None])
def test_a_seed_that_the_key_cannot_hold_is_refused(seed: object) -> None:
    with pytest.raises(LabError, match="seed: a whole number from 0 to 18446744073709551615, not"):
        check_seed(seed)
