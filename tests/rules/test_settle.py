"""What each stake returns where a reader of the documents goes wrong: zeros, odds, limits, stacked chips."""

from fractions import Fraction

import pytest

import croupier
from croupier import (
    Basis,
    Ruleset,
)
from croupier.rulebooks import text_of
from croupier.rules.procedure import OverMaximum, SameBet, UnderMinimum
from croupier.rules.rulebook import parse
from tests.rules.settling import EVEN_CHANCES, LIMITS, R360, SANDS, US, V2, V3, every_ruleset, money, settled, zeros


class TestZeroIsNotEven:
    """Most texts give Even every even number and stay silent on zero."""

    @every_ruleset
    def test_even_loses_on_every_zero(self, ruleset: Ruleset) -> None:
        for zero in zeros(ruleset):
            assert money(settled(ruleset, "even", 700, zero)) == (0, 0, 700)

    @every_ruleset
    def test_no_zero_is_in_any_bet_outside_the_numbers_but_green_and_a_series(self, ruleset: Ruleset) -> None:
        outside = {"column", "dozen", *EVEN_CHANCES}
        for position in ruleset.positions.values():
            if position.kind in outside:
                assert not set(position.pockets) & set(zeros(ruleset))

    @pytest.mark.parametrize(
        ("ref", "covers", "returns"),
        [
            ("mbs-roulette/2", "0 2..36/2", Fraction(38, 37)),
            ("mbs-roulette/3", "0 2..36/2", Fraction(38, 37)),
            ("rws-roulette-360/1", "0 2..36/2", Fraction(38, 37)),
            ("us-double-zero/1", "0 00 2..36/2", Fraction(40, 38)),
            ("mbs-sands-roulette/1", "0 00 2..36/2", Fraction(40, 39)),
        ],
    )
    def test_an_even_with_zeros_would_favor_the_player(self, ref: str, covers: str, returns: Fraction) -> None:
        text = text_of(ref)
        changed = text.replace('label = "Even", covers = "2..36/2"', f'label = "Even", covers = "{covers}"')
        assert changed != text
        assert 1 - croupier.odds(parse(changed, ref), {"even": 1}).edge == returns
        assert croupier.odds(croupier.rulebook(ref), {"even": 1}).edge > 0


class TestNoHalfLoss:
    """An even chance that meets a zero loses whole; none of the five gives half back."""

    @every_ruleset
    @pytest.mark.parametrize("words", [*EVEN_CHANCES, "1st 12", "2nd 12", "3rd 12", "col 1", "col 2", "col 3"])
    def test_a_bet_outside_the_numbers_loses_whole_on_every_zero(self, ruleset: Ruleset, words: str) -> None:
        for zero in zeros(ruleset):
            assert money(settled(ruleset, words, 701, zero)) == (0, 0, 701)


class TestToOne:
    """Odds are "to 1", so the stake comes back beside the winnings."""

    @every_ruleset
    def test_ten_on_a_number_brings_three_hundred_and_sixty(self, ruleset: Ruleset) -> None:
        line = settled(ruleset, "17", 10, "17")
        assert line.winnings + line.returned == 360
        assert line.winnings == 350

    @every_ruleset
    def test_every_position_brings_its_stake_times_its_odds_and_one_more(self, ruleset: Ruleset) -> None:
        for name, position in ruleset.positions.items():
            line = settled(ruleset, name, 700, position.pockets[0])
            assert line.winnings + line.returned == 700 * (position.pays + 1)


class TestOverTheMaximum:
    """Of 150 on a number where 100 is the most, 100 play and 50 were never at risk."""

    def test_a_win_pays_the_maximum_and_gives_the_whole_stake_back(self) -> None:
        assert money(settled(V3, "17", 150, "17", limits=LIMITS)) == (3_500, 150, 0)

    def test_a_loss_takes_the_maximum_and_gives_the_excess_back(self) -> None:
        assert money(settled(V3, "17", 150, "18", limits=LIMITS)) == (0, 50, 100)

    def test_it_is_no_matter_of_the_first_time(self) -> None:
        for before in (False, True):
            assert money(settled(V3, "17", 150, "17", limits=LIMITS, before=before)) == (3_500, 150, 0)

    def test_the_excess_is_our_reading_and_says_so(self) -> None:
        rule = V3.procedure.limits.over_maximum
        assert rule.value is OverMaximum.MAXIMUM_ONLY
        assert rule.basis is Basis.OUR_READING
        assert rule.note

    @pytest.mark.parametrize("ruleset", [V2, R360, SANDS], ids=lambda ruleset: ruleset.ref)
    def test_no_other_document_is_given_this_rule(self, ruleset: Ruleset) -> None:
        assert ruleset.procedure.limits.over_maximum.value is OverMaximum.UNADDRESSED
        line = settled(ruleset, "17", 150, "17", limits=LIMITS)
        assert money(line) == (35 * 150, 150, 0)
        assert line.note == f"above the maximum of 100; {ruleset.ref} does not say what follows"

    def test_nor_is_one_that_states_its_amounts(self) -> None:
        assert US.procedure.limits.over_maximum.value is OverMaximum.UNADDRESSED
        line = settled(US, "17", 1_500, "17")
        assert money(line) == (35 * 1_500, 1_500, 0)
        assert line.note == f"above the maximum of 1000 (§L); {US.ref} does not say what follows"


class TestUnderTheMinimumOnce:
    """One round settles all of a player's small stakes; in later rounds every small stake goes back."""

    def test_two_on_a_number_at_a_minimum_of_five_is_paid_once(self) -> None:
        assert money(settled(V3, "17", 2, "17", limits=LIMITS)) == (70, 2, 0)
        assert money(settled(V3, "17", 2, "17", limits=LIMITS, before=True)) == (0, 2, 0)

    def test_a_losing_one_is_collected_once(self) -> None:
        assert money(settled(V3, "17", 2, "18", limits=LIMITS)) == (0, 0, 2)
        assert money(settled(V3, "17", 2, "18", limits=LIMITS, before=True)) == (0, 2, 0)

    def test_a_round_is_the_time_so_all_its_small_stakes_are_settled(self) -> None:
        lines = croupier.settle(V3, {"17": 2, "18": 2, "red": 4}, "18", limits=LIMITS)
        assert [money(line) for line in lines] == [(0, 0, 2), (70, 2, 0), (4, 4, 0)]

    def test_the_second_time_stakes_within_the_limits_are_not_touched(self) -> None:
        small, enough = croupier.settle(V3, {"17": 2, "18": 5}, "18", limits=LIMITS, under_minimum_before=True)
        assert money(small) == (0, 2, 0)
        assert money(enough) == (175, 5, 0)

    @pytest.mark.parametrize("ruleset", [V2, R360, SANDS], ids=lambda ruleset: ruleset.ref)
    @pytest.mark.parametrize("before", [False, True])
    def test_no_other_document_is_given_this_rule(self, *, ruleset: Ruleset, before: bool) -> None:
        assert ruleset.procedure.limits.under_minimum.value is UnderMinimum.UNADDRESSED
        line = settled(ruleset, "17", 2, "17", limits=LIMITS, before=before)
        assert money(line) == (70, 2, 0)
        assert line.note == f"below the minimum of 5; {ruleset.ref} does not say what follows"

    @pytest.mark.parametrize("before", [False, True])
    def test_nor_is_one_that_states_its_amounts(self, *, before: bool) -> None:
        assert US.procedure.limits.under_minimum.value is UnderMinimum.UNADDRESSED
        line = settled(US, "17", 2, "17", before=before)
        assert money(line) == (70, 2, 0)
        assert line.note == f"below the minimum of 100 (§L); {US.ref} does not say what follows"


class TestStacking:
    """All of a player's chips on one bet are one wager, for every limit."""

    def test_five_chips_of_a_dollar_on_a_column_meet_its_minimum(self) -> None:
        (line,) = croupier.settle(US, [("col 2", 100)] * 5, "17")
        assert (line.stake, line.winnings, line.note) == (500, 1_000, "")

    def test_a_stake_laid_in_two_does_not_dodge_the_maximum(self) -> None:
        (line,) = croupier.settle(V3, [("17", 75), ("straight:17", 75)], "17", limits=LIMITS)
        assert money(line) == (3_500, 150, 0)

    def test_a_stake_laid_in_two_is_not_below_the_minimum(self) -> None:
        stakes = [("17", 3), ("17", 2)]
        (line,) = croupier.settle(V3, stakes, "17", limits=LIMITS, under_minimum_before=True)
        assert money(line) == (175, 5, 0)

    @every_ruleset
    def test_that_is_a_reading_and_says_so(self, ruleset: Ruleset) -> None:
        rule = ruleset.procedure.limits.same_bet
        assert rule.value is SameBet.ONE_WAGER
        assert rule.basis is Basis.OUR_READING
