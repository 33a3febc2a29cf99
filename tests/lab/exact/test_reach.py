"""Timid, bold and best play: published figures, an independent value iteration, and the limits of a table."""

from fractions import Fraction

import numpy as np
import pytest

import croupier
from croupier.lab import LabError, limits_for_all, reach, ruin_curve, spread
from croupier.lab.exact.reach import Reach
from testkit.cli import command
from testkit.cli.command import check_error

US, MBS = croupier.rulebook("us-double-zero/1"), croupier.rulebook("mbs-roulette/3")
FREE = limits_for_all(1, 10**9)


class TestPublished:
    """P. Billingsley, Probability and Measure, section 7: red on a double-zero wheel, timid against bold play."""

    def test_from_900_to_1000(self) -> None:
        made = reach(US, 900, 1_000, limits=FREE, unit=100)
        by_units = ruin_curve(spread(US, {"red": 1}, limits=FREE), 1_000)

        assert by_units.reach(900) == pytest.approx(0.00003, abs=5e-6)
        assert made.chance("bold") == pytest.approx(0.88, abs=5e-3)

    def test_from_100_to_20000(self) -> None:
        made = reach(US, 100, 20_000, limits=FREE, unit=100)

        assert made.chance("bold") == pytest.approx(0.003, abs=5e-4)

    def test_bold_play_is_best_on_an_even_chance_against_the_player(self) -> None:
        """L. Dubins and L. Savage, How to gamble if you must, chapter 5: no strategy on red does better."""
        made = reach(US, 37, 64, limits=FREE, unit=1)

        assert made.of("best").chances == pytest.approx(made.of("bold").chances, abs=1e-12)
        assert np.all(made.of("bold").chances >= made.of("timid").chances - 1e-15)


def by_value_iteration(made: Reach, bets: dict[str, tuple[int, int]], least: int, most: int) -> list[float]:
    """The best chance from each bankroll, with price and winning pockets of each bet typed by hand."""
    target = made.target
    best = [0.0] * target + [1.0]
    for _ in range(4_000):
        after = best[:]
        for bankroll in range(1, target):
            for pays, winning in bets.values():
                for stake in range(least, min(bankroll, most) + 1):
                    win = winning / len(made.ruleset.pockets)
                    value = win * best[min(target, bankroll + stake * pays)] + (1 - win) * best[bankroll - stake]
                    after[bankroll] = max(after[bankroll], value)
        if max(abs(one - other) for one, other in zip(after, best, strict=True)) < 1e-15:
            break
        best = after
    return best[:target]


EVERY_BET = {
    "straight": (35, 1),
    "split": (17, 2),
    "street": (11, 3),
    "corner": (8, 4),
    "six line": (5, 6),
    "dozen": (2, 12),
    "red": (1, 18),
}


@pytest.mark.parametrize(("least", "most"), [(1, 10**9), (1, 4), (3, 5)])
def test_an_independent_value_iteration_agrees(least: int, most: int) -> None:
    made = reach(MBS, 11, 20, limits=limits_for_all(least, most), unit=1)

    red = by_value_iteration(made, {"red": (1, 18)}, least, most)
    every = by_value_iteration(made, EVERY_BET, least, most)

    assert made.of("best").chances.tolist() == pytest.approx(red, abs=1e-12)
    assert made.of("best-of-all").chances.tolist() == pytest.approx(every, abs=1e-12)


def test_timid_play_is_the_walk_of_unit_stakes() -> None:
    made = reach(MBS, 10, 20, limits=FREE, unit=1)
    curve = ruin_curve(spread(MBS, {"red": 1}, limits=FREE), 20)

    assert made.chance("timid") == pytest.approx(curve.reach(10), rel=1e-12)
    assert made.of("timid").spins[made.place(10)] == pytest.approx(curve.spins_at(10), rel=1e-12)


def test_the_maximum_holds_bold_play_back() -> None:
    free, held = (reach(MBS, 50, 100, limits=limits_for_all(1, most), unit=1) for most in (100, 10))

    assert free.chance("bold") == pytest.approx(float(Fraction(18, 37)))
    assert held.chance("timid") < held.chance("bold") <= held.chance("best") < free.chance("bold")
    first = held.first("bold")
    assert first is not None
    assert (first[0].name, first[1]) == ("red", 10)


def test_what_cannot_be_worked_out_is_said() -> None:
    with pytest.raises(LabError, match="is no gain"):
        reach(MBS, 10, 10)
    with pytest.raises(LabError, match="take a larger unit"):
        reach(MBS, 10, 10**9, limits=FREE, unit=1)
    with pytest.raises(LabError, match="take another unit"):
        reach(MBS, 100, 200, limits=limits_for_all(3, 5), unit=10)
    with pytest.raises(LabError, match="does not come up on the way"):
        reach(MBS, 100, 200, limits=FREE, unit=100).chance("bold", 150)


class TestCommand:
    WORDS = ("reach", "mbs-roulette/3", "--from", "900", "--to", "1000")

    def test_as_a_document(self) -> None:
        made = command.answer(*self.WORDS)

        assert made["unit"] == 100
        assert made["plays"]["bold"]["chance"] == pytest.approx(0.8897560117588379)
        assert made["plays"]["bold"]["first"] == {"position": "red", "stake": 100}
        assert [row["bankroll"] for row in made["plays"]["best"]["by_bankroll"]] == list(range(0, 1_000, 100))

    def test_for_people_with_a_picture(self, tmp_path: object) -> None:
        done = command.run(*self.WORDS, "--picture", f"{tmp_path}/reach.svg")

        assert (done.status, done.err) == (0, "")
        assert "from 900 to 1,000, stakes in multiples of 100" in done.out
        assert "best-of-all" in done.out

    def test_what_is_wrong(self) -> None:
        check_error(command.run("reach", "mbs-roulette/3", "--from", "900", "--to", "900"), "is no gain")
        check_error(command.run(*self.WORDS, "--minimum", "5"), "go together")
