"""Roulette 360 (RWS): Appendix C is the whole list of what can be bet on, and 4.1 says what it pays."""

import croupier
from croupier import Basis, Kind
from tests.clauses import claims

RULES = croupier.rulebook("rws-roulette-360/1")

SERIES_3 = (
    "4 21 2",
    "25 17 34",
    "6 27 13",
    "36 11 30",
    "8 23 10",
    "5 24 16",
    "33 1 20",
    "14 31 9",
    "22 18 29",
    "7 28 12",
    "35 3 26",
)
SERIES_6 = (
    "32 15 19 4 21 2",
    "25 17 34 6 27 13",
    "36 11 30 8 23 10",
    "5 24 16 33 1 20",
    "14 31 9 22 18 29",
    "7 28 12 35 3 26",
)


class TestClause_App_C__single:
    """App. C, single: one number, zero among them, with the chip on it."""

    def test_each_number_and_zero_can_be_bet_on_alone(self) -> None:
        claims.are_bets(RULES, Kind.STRAIGHT, 37, by="App. C")
        claims.is_bet(RULES, "single 5", "straight:5", by="App. C")
        claims.is_bet(RULES, "0", "straight:0", by="App. C")

    def test_a_number_that_the_felt_does_not_show_is_no_bet(self) -> None:
        claims.is_no_bet(RULES, "37", "00", "S")


class TestClause_App_C__split:
    """App. C, split: two numbers with a line between them; three such lines begin at zero, and they are named."""

    def test_two_numbers_with_a_line_between_them_are_a_split(self) -> None:
        claims.are_bets(RULES, Kind.SPLIT, 60, by="App. C")
        claims.is_bet(RULES, "10/13", "split:10-13", by="App. C")

    def test_the_three_splits_with_zero_are_stated_and_need_no_reading(self) -> None:
        for number in ("1", "2", "3"):
            claims.is_bet(RULES, f"0/{number}", f"split:0-{number}", by="App. C")
            assert RULES.position(f"0/{number}").basis is None

    def test_two_numbers_that_do_not_touch_are_no_split(self) -> None:
        claims.is_no_bet(RULES, "9/10", "0/5", "4/8", "split:0-32")


class TestClause_App_C__street:
    """App. C, street: a row of three, and two groups where zero touches two numbers of the first row."""

    def test_each_row_is_a_street(self) -> None:
        claims.are_bets(RULES, Kind.STREET, 14, by="App. C")
        claims.is_bet(RULES, "13-14-15", "street:13-14-15", by="App. C")

    def test_both_groups_with_zero_are_stated_and_need_no_reading(self) -> None:
        for words, name in (("0-1-2", "street:0-1-2"), ("0-2-3", "street:0-2-3")):
            claims.is_bet(RULES, words, name, by="App. C")
            assert RULES.position(words).basis is None

    def test_three_numbers_that_are_not_listed_are_no_street(self) -> None:
        claims.is_no_bet(RULES, "0-1-3", "12-13-14", "street:4-21-2")


class TestClause_App_C__square:
    """App. C, square: four numbers that meet, or zero with the whole first row."""

    def test_four_numbers_that_meet_are_a_square(self) -> None:
        claims.are_bets(RULES, Kind.CORNER, 23, by="App. C")
        claims.is_bet(RULES, "square 23-24-26-27", "corner:23-24-26-27", by="App. C")
        claims.is_bet(RULES, "0-1-2-3", "corner:0-1-2-3", by="App. C")

    def test_four_numbers_without_a_common_point_are_no_square(self) -> None:
        claims.is_no_bet(RULES, "21-22-24-25", "0-1-2-4", "corner:0-15-19-32")


class TestClause_App_C__line:
    """App. C, line: two rows that follow each other."""

    def test_two_rows_that_follow_each_other_are_a_line(self) -> None:
        claims.are_bets(RULES, Kind.SIX_LINE, 11, by="App. C")
        claims.is_bet(RULES, "line 7-12", "six-line:7-8-9-10-11-12", by="App. C")

    def test_six_numbers_that_are_not_two_whole_rows_are_none(self) -> None:
        claims.is_no_bet(RULES, "line 8-13", "six-line:2-4-15-19-21-32", "0-1-2-3-4-5")


class TestClause_App_C__column:
    """App. C, column: twelve numbers, bet on in the box at their end."""

    def test_a_column_wins_on_its_twelve_numbers(self) -> None:
        for place in (1, 2, 3):
            claims.wins_on(RULES, f"col {place}", claims.span(place, 36, 3), placed="App. C", priced="4.1")

    def test_a_fourth_column_is_no_bet(self) -> None:
        claims.is_no_bet(RULES, "col 4")


class TestClause_App_C__dozen:
    """App. C, dozen: twelve numbers, bet on in the box marked with them."""

    def test_a_dozen_wins_on_its_twelve_numbers(self) -> None:
        claims.wins_on(RULES, "1st 12", claims.span(1, 12), placed="App. C", priced="4.1")
        claims.wins_on(RULES, "2nd 12", claims.span(13, 24), placed="App. C", priced="4.1")
        claims.wins_on(RULES, "3rd 12", claims.span(25, 36), placed="App. C", priced="4.1")

    def test_a_fourth_dozen_is_no_bet(self) -> None:
        claims.is_no_bet(RULES, "4th 12", "0-11")


class TestClause_App_C__high_low:
    """App. C, high and low: a box for each half of the numbers."""

    def test_each_half_wins_on_its_eighteen_numbers(self) -> None:
        claims.wins_on(RULES, "1-18", claims.span(1, 18), placed="App. C", priced="4.1")
        claims.wins_on(RULES, "19-36", claims.span(19, 36), placed="App. C", priced="4.1")

    def test_zero_is_in_neither_half(self) -> None:
        for half in ("low", "high"):
            assert claims.settled(RULES, half, "0").collected == claims.STAKE
        claims.is_no_bet(RULES, "0-17")


class TestClause_App_C__color:
    """App. C, color: a box for red and one for black; the wheel shows which numbers those are."""

    def test_each_color_wins_on_its_eighteen_numbers(self) -> None:
        claims.wins_on(RULES, "red", claims.RED, placed="App. C", priced="4.1")
        claims.wins_on(RULES, "black", claims.BLACK, placed="App. C", priced="4.1")

    def test_zero_is_of_neither_color_and_green_has_no_box(self) -> None:
        for color in ("red", "black"):
            assert claims.settled(RULES, color, "0").collected == claims.STAKE
        claims.is_no_bet(RULES, "green")


class TestClause_App_C__odd_even:
    """App. C, odd and even: a box for each. The text does not say that zero is not even; it is not."""

    def test_each_wins_on_its_eighteen_numbers(self) -> None:
        claims.wins_on(RULES, "odd", claims.span(1, 35, 2), placed="App. C", priced="4.1")
        claims.wins_on(RULES, "even", claims.span(2, 36, 2), placed="App. C", priced="4.1")

    def test_zero_is_neither_odd_nor_even(self) -> None:
        for parity in ("odd", "even"):
            assert claims.settled(RULES, parity, "0").collected == claims.STAKE


class TestClause_App_C__series_of_three:
    """App. C, series of three: eleven small boxes below the dozens, each with three neighbors of the wheel."""

    def test_eleven_boxes_hold_the_wheel_in_threes(self) -> None:
        claims.are_bets(RULES, Kind.SERIES_3, 11, by="App. C")
        for box in SERIES_3:
            claims.wins_on(RULES, box, box.split(), placed="App. C", priced="4.1")
            assert RULES.position(box).kind is Kind.SERIES_3

    def test_three_neighbors_across_two_boxes_are_no_series(self) -> None:
        claims.is_no_bet(RULES, "21 2 25", "series 0 32 15", "26 0 32", "series-3:19-4-21")


class TestClause_App_C__series_of_four:
    """App. C, series of four: one box, below the first dozen, with zero and the three numbers that follow it."""

    def test_zero_and_the_three_after_it_on_the_wheel_have_a_box(self) -> None:
        claims.are_bets(RULES, Kind.SERIES_4, 1, by="App. C")
        claims.wins_on(RULES, "series 0-32-15-19", ("0", "32", "15", "19"), placed="App. C", priced="4.1")

    def test_four_other_neighbors_have_none(self) -> None:
        claims.is_no_bet(RULES, "26 0 32 15", "32 15 19 4", "series-4:0-1-2-3")


class TestClause_App_C__series_of_six:
    """App. C, series of six: six large boxes above the even chances, each with six neighbors of the wheel."""

    def test_six_boxes_hold_all_but_zero(self) -> None:
        claims.are_bets(RULES, Kind.SERIES_6, 6, by="App. C")
        for box in SERIES_6:
            claims.wins_on(RULES, box, box.split(), placed="App. C", priced="4.1")
            assert RULES.position(box).kind is Kind.SERIES_6
        assert frozenset(" ".join(SERIES_6).split()) == claims.span(1, 36)

    def test_six_neighbors_across_two_boxes_are_no_series(self) -> None:
        claims.is_no_bet(RULES, "4 21 2 25 17 34", "series-6:1-2-3-4-5-6", "0 32 15 19 4 21")


class TestClause_App_B__series_boxes:
    """App. B: the felt prints the series in the wheel's order; the stored copy garbles some and loses two."""

    def test_every_series_rests_on_the_printed_felt(self) -> None:
        claims.are_bets(RULES, Kind.SERIES_3, 11, by="App. B")
        claims.are_bets(RULES, Kind.SERIES_4, 1, by="App. B")
        claims.are_bets(RULES, Kind.SERIES_6, 6, by="App. B")

    def test_the_boxes_follow_the_wheel(self) -> None:
        assert ("0", *" ".join(SERIES_6).split()) == RULES.wheel.order
        assert tuple(" ".join(("0 32 15 19", *SERIES_3)).split()) == RULES.wheel.order

    def test_the_boxes_mended_from_the_copy_are_marked(self) -> None:
        mended = {position.name for position in RULES.positions.values() if position.basis is Basis.RECONSTRUCTED}
        assert mended == {
            "series-3:17-25-34",
            "series-3:1-20-33",
            "series-3:7-12-28",
            "series-3:6-13-27",
            "series-3:3-26-35",
            "series-6:2-4-15-19-21-32",
            "series-6:1-5-16-20-24-33",
            "series-6:3-7-12-26-28-35",
        }

    def test_a_box_as_the_copy_garbles_it_is_no_bet(self) -> None:
        claims.is_no_bet(RULES, "26 17 34", "33 1 30", "7 28 13", "28 15 19 4 21 2")


class TestClause_4_1__odds:
    """4.1: the pay table, every price to one, the three sizes of series included."""

    def test_every_position_pays_the_price_of_its_kind(self) -> None:
        series = {"series-3": 11, "series-4": 8, "series-6": 5}
        claims.prices_are(RULES, claims.COMMON_PRICES | series, by="4.1")

    def test_the_winnings_do_not_include_the_stake(self) -> None:
        claims.pays_beside_the_stake(RULES, "17", "17", 35)
        claims.pays_beside_the_stake(RULES, "series 0-32-15-19", "0", 8)

    def test_a_stake_that_misses_is_collected_by_the_same_clause(self) -> None:
        line = claims.settled(RULES, "series 4 21 2", "25")
        assert (line.winnings, line.returned, line.collected) == (0, 0, claims.STAKE)
        assert claims.numbers(line.clauses) == ("4.1",)
