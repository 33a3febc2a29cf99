"""Roulette (MBS), version 2: the clauses that say what can be bet on and what it pays."""

import croupier
from croupier import Basis, Kind
from tests.clauses import claims

RULES = croupier.rulebook("mbs-roulette/2")


class TestClause_3_4_1__straight_up:
    """3.4.1: a straight up lies in the middle of one number."""

    def test_each_number_and_zero_can_be_bet_on_alone(self) -> None:
        claims.are_bets(RULES, Kind.STRAIGHT, 37, by="3.4.1")
        claims.is_bet(RULES, "17", "straight:17", by="3.4.1")
        claims.is_bet(RULES, "0", "straight:0", by="3.4.1")

    def test_a_number_that_the_felt_does_not_show_is_no_bet(self) -> None:
        claims.is_no_bet(RULES, "37", "00", "S", "straight:00", "07")


class TestClause_3_4_2__split:
    """3.4.2: a split lies on the line between its two numbers, so they must have one."""

    def test_two_numbers_with_a_line_between_them_are_a_split(self) -> None:
        claims.are_bets(RULES, Kind.SPLIT, 60, by="3.4.2")
        claims.is_bet(RULES, "17/20", "split:17-20", by="3.4.2")
        claims.is_bet(RULES, "35/36", "split:35-36", by="3.4.2")

    def test_zero_has_a_line_with_each_number_of_the_first_row(self) -> None:
        for number in ("1", "2", "3"):
            claims.is_bet(RULES, f"0/{number}", f"split:0-{number}", by="3.4.2")
            assert RULES.position(f"0/{number}").basis is Basis.LAYOUT

    def test_two_numbers_that_do_not_touch_are_no_split(self) -> None:
        claims.is_no_bet(RULES, "17/22", "3/4", "0/4", "split:1-36", "17/21")


class TestClause_3_4_3__corner:
    """3.4.3: a corner lies where its four numbers meet."""

    def test_four_numbers_that_meet_are_a_corner(self) -> None:
        claims.are_bets(RULES, Kind.CORNER, 23, by="3.4.3")
        claims.is_bet(RULES, "8-9-11-12", "corner:8-9-11-12", by="3.4.3")

    def test_zero_meets_the_whole_first_row_at_the_outside_line(self) -> None:
        claims.is_bet(RULES, "0-1-2-3", "corner:0-1-2-3", by="3.4.3")
        assert RULES.position("0-1-2-3").basis is Basis.LAYOUT

    def test_four_numbers_without_a_common_point_are_no_corner(self) -> None:
        claims.is_no_bet(RULES, "3-4-6-7", "8-9-10-11", "corner:1-2-3-4", "0-2-3-5")


class TestClause_3_4_4__street:
    """3.4.4: a street lies on the outside line, at the first of its three numbers."""

    def test_each_row_is_a_street(self) -> None:
        claims.are_bets(RULES, Kind.STREET, 14, by="3.4.4")
        claims.is_bet(RULES, "7-8-9", "street:7-8-9", by="3.4.4")
        claims.is_bet(RULES, "34-35-36", "street:34-35-36", by="3.4.4")

    def test_the_two_trios_with_zero_stand_as_our_reading(self) -> None:
        for words, name in (("0-1-2", "street:0-1-2"), ("0-2-3", "street:0-2-3")):
            claims.is_bet(RULES, words, name, by="3.4.4")
            assert RULES.position(words).basis is Basis.OUR_READING

    def test_three_numbers_of_two_rows_are_no_street(self) -> None:
        claims.is_no_bet(RULES, "2-3-4", "8-9-10", "street:1-4-7", "0-1-3")


class TestClause_3_4_5__six_line:
    """3.4.5: a six line lies on the outside line between two rows and takes both."""

    def test_two_rows_that_follow_each_other_are_a_six_line(self) -> None:
        claims.are_bets(RULES, Kind.SIX_LINE, 11, by="3.4.5")
        claims.is_bet(RULES, "six line 1-6", "six-line:1-2-3-4-5-6", by="3.4.5")
        claims.is_bet(RULES, "31-36", "six-line:31-32-33-34-35-36", by="3.4.5")

    def test_six_numbers_that_are_not_two_whole_rows_are_none(self) -> None:
        claims.is_no_bet(RULES, "six line 2-7", "3-4-5-6-7-8", "1-2-3-7-8-9", "six line 0-5")


class TestClause_3_4_6__column:
    """3.4.6: a column is bet on in the box at its end and has the twelve numbers up to, not including, zero."""

    def test_a_column_wins_on_its_twelve_numbers(self) -> None:
        for place in (1, 2, 3):
            claims.wins_on(RULES, f"col {place}", claims.span(place, 36, 3), placed="3.4.6", priced="4.1")

    def test_zero_is_in_no_column_and_a_fourth_column_is_no_bet(self) -> None:
        assert not any(RULES.position(f"col {place}").covers("0") for place in (1, 2, 3))
        claims.is_no_bet(RULES, "col 4", "column:0")


class TestClause_3_4_7__dozen:
    """3.4.7: a dozen is bet on in the box marked with it."""

    def test_a_dozen_wins_on_its_twelve_numbers(self) -> None:
        claims.wins_on(RULES, "1st 12", claims.span(1, 12), placed="3.4.7", priced="4.1")
        claims.wins_on(RULES, "2nd 12", claims.span(13, 24), placed="3.4.7", priced="4.1")
        claims.wins_on(RULES, "3rd 12", claims.span(25, 36), placed="3.4.7", priced="4.1")

    def test_twelve_numbers_across_two_dozens_are_no_bet(self) -> None:
        claims.is_no_bet(RULES, "4th 12", "dozen:0", "2-13")


class TestClause_3_4_8__low:
    """3.4.8: the lower half of the numbers has one box."""

    def test_low_wins_from_1_to_18_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "1-18", claims.span(1, 18), placed="3.4.8", priced="4.1")

    def test_eighteen_other_numbers_in_a_row_have_no_box(self) -> None:
        claims.is_no_bet(RULES, "2-19", "0-17")


class TestClause_3_4_9__high:
    """3.4.9: the upper half of the numbers has one box."""

    def test_high_wins_from_19_to_36_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "19-36", claims.span(19, 36), placed="3.4.9", priced="4.1")

    def test_eighteen_other_numbers_in_a_row_have_no_box(self) -> None:
        claims.is_no_bet(RULES, "10-27", "18-35")


class TestClause_3_4_10__black:
    """3.4.10: black takes the black numbers; which those are, the wheel shows."""

    def test_black_wins_on_the_black_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "black", claims.BLACK, placed="3.4.10", priced="4.1")
        assert RULES.colors["black"].basis is Basis.CONVENTION

    def test_black_loses_on_a_red_number_and_on_zero(self) -> None:
        assert claims.settled(RULES, "black", "1").collected == claims.STAKE
        assert claims.settled(RULES, "black", "0").collected == claims.STAKE


class TestClause_3_4_11__red:
    """3.4.11: red takes the red numbers; which those are, the wheel shows."""

    def test_red_wins_on_the_red_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "red", claims.RED, placed="3.4.11", priced="4.1")
        assert RULES.colors["red"].basis is Basis.CONVENTION

    def test_no_box_takes_the_color_of_zero(self) -> None:
        claims.is_no_bet(RULES, "green")


class TestClause_3_4_12__odd:
    """3.4.12: odd takes every odd number."""

    def test_odd_wins_on_the_odd_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "odd", claims.span(1, 35, 2), placed="3.4.12", priced="4.1")

    def test_odd_loses_on_an_even_number_and_on_zero(self) -> None:
        assert claims.settled(RULES, "odd", "2").collected == claims.STAKE
        assert claims.settled(RULES, "odd", "0").collected == claims.STAKE


class TestClause_3_4_13__even:
    """3.4.13: even takes every even number. The text does not say that zero is none; it is not."""

    def test_even_wins_on_the_even_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "even", claims.span(2, 36, 2), placed="3.4.13", priced="4.1")

    def test_zero_is_not_even(self) -> None:
        line = claims.settled(RULES, "even", "0")
        assert (line.winnings, line.returned, line.collected) == (0, 0, claims.STAKE)


class TestClause_4_1__odds:
    """4.1: the pay table, every price to one."""

    def test_every_position_pays_the_price_of_its_kind(self) -> None:
        claims.prices_are(RULES, claims.COMMON_PRICES, by="4.1")

    def test_the_winnings_do_not_include_the_stake(self) -> None:
        claims.pays_beside_the_stake(RULES, "17", "17", 35)
        claims.pays_beside_the_stake(RULES, "0-1-2-3", "0", 8)

    def test_a_stake_that_misses_is_collected_by_the_same_clause(self) -> None:
        line = claims.settled(RULES, "17", "18")
        assert (line.winnings, line.returned, line.collected) == (0, 0, claims.STAKE)
        assert claims.numbers(line.clauses) == ("4.1",)
