"""Each defect that statistics can see is planted and caught, at the size that the plan states."""

from collections.abc import Callable

import numpy as np
import pytest

from croupier.rules.pocket import Pocket
from croupier.wheels import draw as outcome
from tools import draws
from tools.draw_tests import Stream, of_counts, p_values, repeats
from tools.draws import numbered

SIZE = 37
LEVEL = 0.01
SEEDS = range(10)


def caught(stream: Stream, below: float = LEVEL) -> set[str]:
    """Name the tests that reject a stream."""
    return {test for test, p in p_values(stream, SIZE).items() if p is not None and p < below}


def drawn(length: int, number: int = 0) -> Stream:
    """Take outcomes from the production draw, as it stands in this test."""
    return draws.stream(SIZE, number, length, lambda place: numbered("croupier/planted/1", place))


def plant(monkeypatch: pytest.MonkeyPatch, mapped: Callable[[int, tuple[Pocket, ...]], Pocket | None]) -> None:
    monkeypatch.setattr(outcome, "pocket_of", mapped)


def test_a_plain_remainder_is_caught_by_30_000_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three pockets have 13 % less. At this size nine in ten such runs are outside; this one is."""
    assert caught(drawn(30_000)) == set()

    plant(monkeypatch, lambda byte, counted: counted[byte % len(counted)])

    assert "total" in caught(drawn(30_000))


def test_a_missing_pocket_is_caught_by_3_000_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with 36 pockets instead of 37: one never comes."""
    assert caught(drawn(3_000)) == set()

    plant(monkeypatch, lambda byte, counted: counted[byte % 36] if byte < 6 * 36 else None)

    assert "total" in caught(drawn(3_000), below=1e-6)


def test_a_pocket_too_many_is_no_outcome_of_the_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = (*(Pocket(str(number)) for number in range(37)), Pocket("00"))
    plant(monkeypatch, lambda byte, _: wheel[byte % 38] if byte < 6 * 38 else None)

    with pytest.raises(KeyError, match="00"):
        drawn(3_000)


def test_a_double_zero_that_is_taken_for_zero_is_caught_by_3_000_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """38 bytes' worth of pockets on a wheel of 37: zero comes twice as often."""
    plant(monkeypatch, lambda byte, counted: counted[byte % 38 % 37] if byte < 6 * 38 else None)

    assert "total" in caught(drawn(3_000), below=1e-6)


@pytest.mark.parametrize(("more", "outcomes"), [(0.10, 300_000), (0.02, 10_000_000), (0.005, 100_000_000)])
def test_one_pocket_that_comes_too_often_is_caught(more: float, outcomes: int) -> None:
    """The total sees counts alone, so counts are made: ten times each."""
    chances = np.full(SIZE, (1 - (1 + more) / SIZE) / (SIZE - 1))
    chances[17] = (1 + more) / SIZE
    made = [np.random.default_rng(seed).multinomial(outcomes, chances) for seed in SEEDS]

    assert [seed for seed in SEEDS if of_counts(made[seed]) >= LEVEL] == []
    assert np.median([of_counts(counts) for counts in made]) < 1e-6


@pytest.mark.parametrize(("share", "outcomes"), [(0.01, 10_000), (0.001, 1_000_000)])
def test_repeats_are_caught(share: float, outcomes: int) -> None:
    """Now and then the last outcome is given once more. The total cannot see it."""
    found = []
    for seed in SEEDS:
        chance = np.random.default_rng([seed, outcomes])
        stream = chance.integers(0, SIZE, outcomes, dtype=np.uint8)
        again = 1 + np.flatnonzero(chance.random(outcomes - 1) < share)
        stream[again] = stream[again - 1]
        found.append(repeats(stream, SIZE))

    assert all(p is not None and p < LEVEL for p in found), found
    assert np.median([p for p in found if p is not None]) < 1e-6


def test_a_table_or_an_hour_that_favors_a_pocket_is_caught() -> None:
    """One pocket twice as often at one of eight tables, or three times in one of 24 hours: the interplay sees it."""
    place = np.arange(100_000)
    for chosen, share in ((place % 8 == 3, 0.03), (place * 24 // 100_000 == 5, 0.06)):
        chance = np.random.default_rng(11)
        stream = chance.integers(0, SIZE, 100_000, dtype=np.uint8)
        stream[chosen & (chance.random(100_000) < share)] = 17

        assert "interplay" in caught(stream, below=1e-6)


def test_a_dozen_that_follows_itself_is_caught() -> None:
    chance = np.random.default_rng(12)
    stream = chance.integers(0, SIZE, 100_000, dtype=np.uint8)
    again = 1 + np.flatnonzero((chance.random(99_999) < 0.05) & (stream[:-1] > 0))
    stream[again] = (stream[again - 1] - 1) // 12 * 12 + chance.integers(1, 13, len(again), dtype=np.uint8)

    assert "interplay" in caught(stream, below=1e-6)


def test_a_pair_that_comes_too_often_is_caught() -> None:
    """After 17 comes 20 four times as often, taken from what else would follow."""
    chance = np.random.default_rng(15)
    stream = chance.integers(0, SIZE, 100_000, dtype=np.uint8)
    led = 1 + np.flatnonzero((stream[:-1] == 17) & (chance.random(99_999) < 0.1))
    stream[led] = 20

    assert "pairs" in caught(stream, below=1e-6)


def test_outcomes_that_go_up_and_down_are_caught() -> None:
    """After a low number a high one a little more often: runs and serial correlation see it."""
    chance = np.random.default_rng(13)
    stream = chance.integers(0, SIZE, 100_000, dtype=np.uint8)
    turned = 1 + np.flatnonzero((chance.random(99_999) < 0.1) & (stream[:-1] > 0))
    stream[turned] = 37 - stream[turned - 1]

    assert {"runs", "serial"} <= caught(stream, below=1e-6)


def test_what_statistics_cannot_see_is_said() -> None:
    """A 16-bit remainder favors some pockets by 4 in 10,000: no test sees it at this size, the enumeration does."""
    numbers = np.random.default_rng(14).integers(0, 2**16, 1_000_000) % SIZE

    assert caught(numbers.astype(np.uint8)) == set()
    counts = np.bincount(np.arange(2**16) % SIZE)
    assert counts.max() - counts.min() == 1
