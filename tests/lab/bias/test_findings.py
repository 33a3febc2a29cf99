"""What is said about a sample: the same each time, and no more than it shows."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

import croupier
from croupier.lab.bias import Bias, Name, Spins, SpinsError, assess, spins, verdict
from croupier.lab.bias.chance import draws_needed, simulated
from croupier.lab.bias.power import spins_for
from croupier.lab.bias.spins_file import Groups
from croupier.lab.bias.verdict import p_words
from testkit.lab import samples


def fair_sample(length: int = 300, seed: int = 1) -> Spins:
    return samples.fair_with_dealers(np.random.default_rng(seed), length)


def test_the_same_seed_gives_the_same_findings() -> None:
    first, again = (assess(fair_sample(), draws=499, seed=4) for _ in range(2))

    assert first.tests == again.tests
    assert first.missed == again.missed


def test_another_seed_gives_almost_the_same_p() -> None:
    first, other = (assess(fair_sample(), draws=1999, seed=seed) for seed in (4, 5))

    for one, two in zip(first.tests, other.tests, strict=True):
        assert one.p is not None
        assert two.p is not None
        assert abs(one.p.value - two.p.value) <= 1.5 * (one.p.precision + two.p.precision)


def test_every_test_is_made_and_corrected_for_the_others() -> None:
    found = assess(fair_sample(), draws=499)

    made = [test for test in found.tests if test.p is not None]
    assert [test.name for test in made] == [name for name in Name if name is not Name.WHEEL]
    assert all(
        test.adjusted is not None
        and test.p is not None
        and test.adjusted >= test.p.value
        and bool(test.power) == (test.name != Name.TOO_EVEN)
        for test in made
    )


def test_finding_nothing_says_what_could_have_been_missed() -> None:
    lines = verdict(assess(fair_sample(), draws=1999))

    assert lines[0] == "Nothing was found in these 300 spins at a level of 0.01 for all tests together."
    assert (
        "Even one pocket that comes twice as often as it should is missed in more than one of ten samples of 300 spins."
    ) in lines
    assert any(line.startswith("A bias of a sector of 9 below +") for line in lines)
    assert "To find nothing is not to show that the wheel is fair." in lines
    assert not any("is fair." in line and "not" not in line for line in lines)


def test_a_planted_sector_is_named_and_the_cause_is_left_open() -> None:
    spins = samples.favoring(Bias(9, 0.6))(np.random.default_rng(2), 2000)

    found = assess(spins, draws=1999)
    lines = verdict(found)

    assert Name.SECTORS in [test.name for test in found.alarms]
    (sector,) = (test for test in found.tests if test.name is Name.SECTORS)
    assert sector.found.startswith("hot: the ")
    assert all(pocket in sector.found.split() for pocket in ("15", "19", "4", "21", "2"))
    assert "says nothing about the cause" in lines[1]
    assert "fresh spins" in lines[1]


def test_who_differs_is_said_of_three_and_of_two() -> None:
    found = {test.name: test.found for test in assess(fair_sample(), draws=499, powers=False).tests}

    assert "differs most from the others (p " in found[Name.DEALER]
    assert found[Name.DIRECTION].endswith(" is usual; clockwise against counterclockwise")


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        (np.arange(120) % 2, "the spins of 2 wheels (the left and right), by turns, and all tests but by-wheel"),
        (np.arange(120) // 60, "the spins of 2 wheels (the left and right), one after the other, and all tests but"),
        (np.zeros(120, dtype=np.int64), None),
    ],
)
def test_several_wheels_in_one_file_are_said_to_be_several(codes: NDArray[np.int64], words: str | None) -> None:
    spins = Spins(samples.MBS, np.arange(120) % 37, {"wheel": Groups(("the left", "right"), codes)})

    said = " ".join(verdict(assess(spins, draws=199, powers=False)))

    assert ("--wheel 'the left' tests that one alone." in said) is (words is not None)
    assert (words or "") in said


class TestTooFewDraws:
    """A simulated p-value is never below 1 in draws + 1; times the number of tests that can be above the level."""

    spins = samples.favoring(Bias(9, 0.6))(np.random.default_rng(2), 1800)
    found = assess(spins, draws=199)

    def test_the_draws_are_blamed_and_not_the_spins(self) -> None:
        lines = verdict(self.found)

        assert Name.SECTORS in [test.name for test in self.found.short_of_draws]
        assert self.found.undecided == 10 - len(self.found.alarms)
        assert any(
            line.startswith(f"199 draws are too few for {self.found.undecided} tests at a level of 0.01: chi-square, ")
            and line.endswith(f"whatever the spins; --draws {self.found.draws_needed} would do.")
            for line in lines
        )
        assert "the spins stand out from every one of these draws" in " ".join(lines)
        assert "a sector of 9" not in " ".join(lines)
        assert "a sector of 9" not in self.found.missed

    def test_the_draws_that_would_do_do(self) -> None:
        more = assess(self.spins, draws=self.found.draws_needed, powers=False)

        assert Name.SECTORS in [test.name for test in more.alarms]
        assert not more.short_of_draws

    def test_one_draw_fewer_would_not(self) -> None:
        for tests, alpha in itertools.product(range(1, 12), (0.5, 0.05, 0.01, 0.003, 0.001)):
            needed = draws_needed(tests, alpha)
            assert tests * simulated(1.0, np.zeros(needed)).value <= alpha
            assert needed == 1 or tests * simulated(1.0, np.zeros(needed - 1)).value > alpha

    def test_power_is_not_stated_for_lack_of_draws(self) -> None:
        """It once was 0, and for repeats an error."""
        found = assess(self.spins, draws=199, alpha=0.001)

        exact = {Name.HOTTEST, Name.COLDEST, Name.RUNS_COLOR, Name.RUNS_HALF}
        assert {test.name for test in found.tests if test.power} == exact

    def test_where_no_draws_would_do_a_level_is_named_that_can_be_reached(self) -> None:
        found = assess(self.spins, draws=199, alpha=1e-6, powers=False)

        assert any(line.endswith(f"--alpha {found.undecided / 200:g} would do.") for line in verdict(found))


def test_sectors_of_an_unverified_wheel_are_refused_with_the_reason() -> None:
    spins = samples.fair(np.random.default_rng(3), 200, samples.SANDS)

    found = assess(spins, draws=199)

    refused = {test.name: test.skipped for test in found.tests if test.skipped}
    assert set(refused) == {Name.SECTORS, Name.STEPS}
    assert all(why is not None and "not verified in mbs-sands-roulette/1" in why for why in refused.values())
    assert set(found.missed) == {"one pocket"}
    assert any(line.startswith("Not tested: sectors, because") for line in verdict(found))


@pytest.mark.parametrize("length", [1, 2, 30, 59, 60])
def test_short_samples_are_no_accident(length: int) -> None:
    found = assess(samples.fair(np.random.default_rng(4), length), draws=199)

    assert all(test.p is not None or test.skipped for test in found.tests)
    assert not found.alarms
    assert verdict(found)


def test_one_spin_is_one() -> None:
    lines = verdict(assess(samples.fair(np.random.default_rng(4), 1), draws=1999, powers=False))

    assert lines[0].startswith("Nothing was found in this one spin at a level")
    assert "Not tested: repeats, because it takes 60 spins." in lines


def test_a_p_that_no_draw_came_near_is_said_to_be_at_most_so_large() -> None:
    none, some = (simulated(2.0, np.concatenate([np.zeros(999 - near), np.full(near, 3.0)])) for near in (0, 49))

    assert p_words(none) == "≤ 0.001"
    assert p_words(some).startswith("0.0500 ± ")


def test_one_pocket_for_ever_is_found() -> None:
    found = assess(Spins(samples.MBS, np.full(200, 5)), draws=1999)

    assert {Name.CHI_SQUARE, Name.HOTTEST, Name.SECTORS} <= {test.name for test in found.alarms}


@pytest.mark.parametrize("wrong", [{"alpha": 0}, {"alpha": 0.6}, {"draws": 5}, {"seed": -1}, {"draws": 10**9}])
def test_what_cannot_be_asked_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(SpinsError, match=str(next(iter(wrong.values())))):
        assess(fair_sample(100), **wrong)  # type: ignore[arg-type]


def test_spins_needed_have_the_power_they_are_for() -> None:
    found = assess(fair_sample(), draws=1999)
    (hottest,) = (test for test in found.tests if test.name is Name.HOTTEST)
    needed = {one.fault: one.spins_needed for one in hottest.power}

    assert needed["one pocket +10.0 %"] == pytest.approx(87_300, rel=0.05), "the table says 87,300, both sides"
    assert spins_for(lambda spins: 0.0 * spins) is None


def test_work_is_told_as_it_goes() -> None:
    heard: list[tuple[str, int, int]] = []

    assess(fair_sample(), draws=499, progress=lambda *what: heard.append(what))

    assert heard[0] == ("fair samples", 0, 1)
    assert ("shuffles", 499, 499) in heard


def test_spins_that_were_made_up_to_be_even_are_found() -> None:
    """Every pocket exactly a hundred times: no wheel does that."""
    rules = samples.MBS
    order = [pocket for pocket in rules.pockets for _ in range(100)]
    np.random.default_rng(5).shuffle(order)

    found = assess(spins(rules, order), draws=999)

    assert [test.name for test in found.alarms] == [Name.TOO_EVEN]
    assert "more evenly than by chance" in verdict(found)[0]


def test_a_single_cold_pocket_is_found() -> None:
    american = croupier.rulebook("us-double-zero/1")
    chance = np.random.default_rng(11)
    others = [pocket for pocket in american.pockets if pocket != "00"]
    order = [*chance.choice(others, 499), "00"]
    chance.shuffle(order)

    found = assess(spins(american, order), draws=1999)

    assert Name.COLDEST in [test.name for test in found.alarms]
    (test,) = (test for test in found.tests if test.name == Name.COLDEST)
    assert test.found == "00 came once where 13.2 are expected of each"
    assert [one.fault for one in test.power] == ["one pocket -10.0 %", "one pocket -25.0 %", "one pocket -50.0 %"]


def test_a_power_says_whether_it_is_a_bound() -> None:
    found = assess(samples.fair(np.random.default_rng(3), 400), draws=999)

    bounds = {test.name for test in found.tests if test.power and all(one.bound for one in test.power)}
    assert bounds == {Name.HOTTEST, Name.COLDEST, Name.SECTORS}
    assert not any(one.bound for test in found.tests if test.name not in bounds for one in test.power)
