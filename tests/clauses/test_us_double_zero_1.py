"""Roulette with 0 and 00, $1 to $10: the list of wagers (W), their amounts (L) and their odds (O)."""

import pytest

import croupier
from croupier import Basis, Kind, Limit
from croupier.rules.felt import Box
from croupier.rules.procedure import LimitSource, OverMaximum, UnderMinimum
from tests.clauses import claims

RULES = croupier.rulebook("us-double-zero/1")

ZEROS = ("00", "0")
DOLLAR = 100
"""Stakes are whole numbers of the smallest unit: cents."""

INSIDE = (Kind.STRAIGHT, Kind.SPLIT, Kind.STREET, Kind.CORNER, Kind.FIRST_FIVE, Kind.SIX_LINE)
OUTSIDE = (Kind.COLUMN, Kind.DOZEN, Kind.RED, Kind.BLACK, Kind.ODD, Kind.EVEN, Kind.LOW, Kind.HIGH)


class TestClause_W1__straight:
    """W1: one number, with the chip inside its box."""

    def test_each_number_and_both_zeros_can_be_bet_on_alone(self) -> None:
        claims.are_bets(RULES, Kind.STRAIGHT, 38, by="W1")
        claims.is_bet(RULES, "0", "straight:0", by="W1")
        claims.is_bet(RULES, "00", "straight:00", by="W1")

    def test_a_number_that_the_felt_does_not_show_is_no_bet(self) -> None:
        claims.is_no_bet(RULES, "37", "S", "000")


class TestClause_W2__split:
    """W2: two numbers, with the chip on the line their boxes share."""

    def test_two_numbers_with_a_line_between_them_are_a_split(self) -> None:
        claims.are_bets(RULES, Kind.SPLIT, 62, by="W2")
        claims.is_bet(RULES, "17/20", "split:17-20", by="W2")
        claims.is_bet(RULES, "0/00", "split:00-0", by="W2")

    def test_the_zeros_have_four_more_lines_which_follow_from_the_layout(self) -> None:
        for pair in ("0-1", "0-2", "00-2", "00-3"):
            claims.is_bet(RULES, pair, f"split:{pair}", by="W2")
            assert RULES.position(f"split:{pair}").basis is Basis.LAYOUT

    def test_two_numbers_that_do_not_touch_are_no_split(self) -> None:
        claims.is_no_bet(RULES, "0/3", "00/1", "17/22", "3/4")


class TestClause_W2__courtesy_line:
    """W2: 0 with 00 may also be bet on the courtesy line, between the second dozen and the third."""

    def test_a_chip_on_the_courtesy_line_is_on_the_two_zeros(self) -> None:
        position = RULES.position("split:00-0@courtesy")
        assert position == RULES.position("0/00")
        assert position.placements == ("split:00-0", "split:00-0@courtesy")
        assert claims.winning(RULES, "0/00@courtesy") == frozenset(ZEROS)

    def test_the_line_lies_between_the_second_dozen_and_the_third(self) -> None:
        (courtesy,) = RULES.courtesies
        assert courtesy.between == ("dozen:2", "dozen:3")
        assert claims.numbers(courtesy.clauses) == ("W2",)

    def test_no_other_bet_has_a_second_place(self) -> None:
        claims.is_no_bet(RULES, "17/20@courtesy", "0@courtesy", "0/1@courtesy", "split:00-0@elsewhere")


class TestClause_W3__three_numbers:
    """W3: a row of three, with the chip on the outside line of the row's first number."""

    def test_each_row_can_be_bet_on(self) -> None:
        claims.is_bet(RULES, "1-2-3", "street:1-2-3", by="W3")
        claims.is_bet(RULES, "34-35-36", "street:34-35-36", by="W3")
        rows = [p for p in RULES.positions.values() if p.kind is Kind.STREET and not set(p.pockets) & set(ZEROS)]
        assert len(rows) == 12
        assert all(claims.numbers(row.placed) == ("W3",) for row in rows)

    def test_three_numbers_of_two_rows_are_no_bet(self) -> None:
        claims.is_no_bet(RULES, "2-3-4", "12-13-14", "street:1-4-7")


class TestClause_W3a__trios:
    """W3a: three groups with a zero count as three numbers too."""

    def test_the_three_groups_can_be_bet_on(self) -> None:
        for trio in ("0-1-2", "00-0-2", "00-2-3"):
            claims.is_bet(RULES, trio, f"street:{trio}", by="W3a")
            assert RULES.position(trio).basis is None
            assert RULES.position(trio).pays == 11

    def test_any_other_group_of_three_with_a_zero_is_no_bet(self) -> None:
        claims.is_no_bet(RULES, "0-1-3", "0-2-3", "00-1-2", "00-1-3", "00-0-1", "00-0-3")


class TestClause_W3b__where_trios_lie:
    """W3b: such a group is bet on at the corner which its three boxes have in common."""

    def test_every_group_has_one_point_that_all_three_boxes_touch(self) -> None:
        boxes = {box.label: box for box in RULES.felt.boxes}
        for trio in ("0-1-2", "00-0-2", "00-2-3"):
            claims.is_bet(RULES, trio, f"street:{trio}", by="W3b")
            assert len(self.shared([boxes[label] for label in trio.split("-")])) == 1

    def test_a_group_without_such_a_point_is_no_bet(self) -> None:
        boxes = {box.label: box for box in RULES.felt.boxes}
        for trio in ("0-2-3", "00-1-2"):
            assert not self.shared([boxes[label] for label in trio.split("-")])
            claims.is_no_bet(RULES, trio)

    @staticmethod
    def shared(boxes: list[Box]) -> set[tuple[int, int]]:
        """Every corner of one of the boxes that all of them touch."""
        corners = {(x, y) for box in boxes for x in (box.x0, box.x1) for y in (box.y0, box.y1)}
        return {(x, y) for x, y in corners if all(box.touches(x, y) for box in boxes)}


class TestClause_W4__four_numbers:
    """W4: four boxes that share a corner, with the chip on it."""

    def test_four_numbers_that_meet_can_be_bet_on(self) -> None:
        claims.are_bets(RULES, Kind.CORNER, 22, by="W4")
        claims.is_bet(RULES, "8-9-11-12", "corner:8-9-11-12", by="W4")

    def test_no_corner_is_common_to_four_boxes_of_which_one_is_a_zero(self) -> None:
        claims.is_no_bet(RULES, "0-1-2-3", "00-0-2-3", "0-00-1-2", "3-4-6-7")


class TestClause_W5__first_five:
    """W5: one bet at the corner where the first dozen, 0 and 1 meet takes both zeros and the first row."""

    def test_the_first_five_win_on_their_five_numbers(self) -> None:
        claims.are_bets(RULES, Kind.FIRST_FIVE, 1, by="W5")
        claims.wins_on(RULES, "first five", (*ZEROS, "1", "2", "3"), placed="W5", priced="O")

    def test_it_has_one_place_only(self) -> None:
        assert RULES.position("first five").placements == ("first-five:00-0-1-2-3",)
        claims.is_no_bet(RULES, "first-five:1-2-3-4-5", "0-1-2-3-4", "first five@courtesy")


class TestClause_W6__six_numbers:
    """W6: two rows that touch, with the chip at the outside where their first boxes meet."""

    def test_two_rows_that_follow_each_other_can_be_bet_on(self) -> None:
        claims.are_bets(RULES, Kind.SIX_LINE, 11, by="W6")
        claims.is_bet(RULES, "double street 4-9", "six-line:4-5-6-7-8-9", by="W6")

    def test_six_numbers_that_are_not_two_whole_rows_are_no_bet(self) -> None:
        claims.is_no_bet(RULES, "5-10", "1-2-3-7-8-9", "00-0-1-2-3-4")


class TestClause_W7__column:
    """W7: twelve numbers of a column, with the chip in the box at the bottom of it."""

    def test_a_column_wins_on_its_twelve_numbers(self) -> None:
        for place in (1, 2, 3):
            claims.wins_on(RULES, f"col {place}", claims.span(place, 36, 3), placed="W7", priced="O")

    def test_no_zero_is_in_a_column_and_a_fourth_column_is_no_bet(self) -> None:
        assert not any(RULES.position(f"col {place}").covers(zero) for place in (1, 2, 3) for zero in ZEROS)
        claims.is_no_bet(RULES, "col 4")


class TestClause_W8__dozen:
    """W8: twelve numbers in sequence, with the chip in the box labeled for them."""

    def test_a_dozen_wins_on_its_twelve_numbers(self) -> None:
        claims.wins_on(RULES, "1st 12", claims.span(1, 12), placed="W8", priced="O")
        claims.wins_on(RULES, "2nd 12", claims.span(13, 24), placed="W8", priced="O")
        claims.wins_on(RULES, "3rd 12", claims.span(25, 36), placed="W8", priced="O")

    def test_twelve_numbers_across_two_dozens_are_no_bet(self) -> None:
        claims.is_no_bet(RULES, "4th 12", "5-16")


EVEN_CHANCES = {
    "red": claims.RED,
    "black": claims.BLACK,
    "odd": claims.span(1, 35, 2),
    "even": claims.span(2, 36, 2),
    "low": claims.span(1, 18),
    "high": claims.span(19, 36),
}


def loses_on_both_zeros(words: str) -> None:
    for zero in ZEROS:
        line = claims.settled(RULES, words, zero)
        assert (line.winnings, line.returned, line.collected) == (0, 0, claims.STAKE)


class TestClause_W9__red:
    """W9: every number that is red on the wheel, bet on in the red box."""

    def test_red_wins_on_the_red_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "red", EVEN_CHANCES["red"], placed="W9", priced="O")

    def test_red_loses_on_both_zeros(self) -> None:
        loses_on_both_zeros("red")
        claims.is_no_bet(RULES, "green")


class TestClause_W10__black:
    """W10: every number that is black on the wheel, bet on in the black box."""

    def test_black_wins_on_the_black_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "black", EVEN_CHANCES["black"], placed="W10", priced="O")

    def test_black_loses_on_both_zeros(self) -> None:
        loses_on_both_zeros("black")


class TestClause_W11__odd:
    """W11: every odd number, bet on in the box that says so."""

    def test_odd_wins_on_the_odd_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "odd", EVEN_CHANCES["odd"], placed="W11", priced="O")

    def test_odd_loses_on_both_zeros(self) -> None:
        loses_on_both_zeros("odd")


class TestClause_W12__even:
    """W12: every even number, bet on in the box that says so. The text does not exclude the zeros; arithmetic does."""

    def test_even_wins_on_the_even_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "even", EVEN_CHANCES["even"], placed="W12", priced="O")

    def test_even_loses_on_both_zeros(self) -> None:
        loses_on_both_zeros("even")


class TestClause_W13__low:
    """W13: the lower eighteen numbers have one box."""

    def test_low_wins_from_1_to_18_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "1 to 18", EVEN_CHANCES["low"], placed="W13", priced="O")

    def test_low_loses_on_both_zeros(self) -> None:
        loses_on_both_zeros("low")
        claims.is_no_bet(RULES, "2 to 19")


class TestClause_W14__high:
    """W14: the upper eighteen numbers have one box."""

    def test_high_wins_from_19_to_36_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "19 to 36", EVEN_CHANCES["high"], placed="W14", priced="O")

    def test_high_loses_on_both_zeros(self) -> None:
        loses_on_both_zeros("high")
        claims.is_no_bet(RULES, "18 to 35")


class TestClause_L__amounts:
    """L: a dollar to ten on each bet on numbers, five to ten on columns, dozens and even chances."""

    @pytest.mark.parametrize("kind", RULES.prices)
    def test_each_kind_has_its_amounts(self, kind: Kind) -> None:
        least = 1 if kind in INSIDE else 5
        limit = RULES.limits.of(kind)
        assert limit is not None
        assert (limit.stake_min, limit.stake_max) == (least * DOLLAR, 10 * DOLLAR)
        assert claims.numbers(limit.clauses) == ("L",)

    def test_every_kind_of_the_felt_is_named(self) -> None:
        assert set(RULES.limits.by_kind) == set(RULES.prices) == {*INSIDE, *OUTSIDE}
        assert RULES.procedure.limits.source.value is LimitSource.STATED
        assert claims.numbers(RULES.procedure.limits.source.clauses) == ("L",)

    def test_a_stake_within_its_amounts_needs_no_remark(self) -> None:
        for words, stake in (("17", DOLLAR), ("17", 10 * DOLLAR), ("col 2", 5 * DOLLAR), ("red", 10 * DOLLAR)):
            assert claims.settled(RULES, words, "17", stake).note == ""

    def test_a_stake_outside_them_is_remarked_upon_and_otherwise_settled_as_it_lies(self) -> None:
        small = claims.settled(RULES, "col 2", "17", 4 * DOLLAR)
        assert (small.winnings, small.returned, small.collected) == (8 * DOLLAR, 4 * DOLLAR, 0)
        assert small.note == "below the minimum of 500 (§L); us-double-zero/1 does not say what follows"
        large = claims.settled(RULES, "17", "18", 11 * DOLLAR)
        assert (large.winnings, large.returned, large.collected) == (0, 0, 11 * DOLLAR)
        assert large.note == "above the maximum of 1000 (§L); us-double-zero/1 does not say what follows"

    def test_what_becomes_of_such_a_stake_is_left_open(self) -> None:
        rules = RULES.procedure.limits
        assert rules.under_minimum.value is UnderMinimum.UNADDRESSED
        assert rules.over_maximum.value is OverMaximum.UNADDRESSED
        assert rules.under_minimum.clauses == rules.over_maximum.clauses == ()

    def test_a_table_may_display_others(self) -> None:
        limits = croupier.Limits(by_kind={Kind.COLUMN: Limit(DOLLAR, 10 * DOLLAR)})
        (line,) = croupier.settle(RULES, {"col 2": 4 * DOLLAR}, "17", limits=limits)
        assert line.note == ""


class TestClause_O__odds:
    """O: the pay table, every price to one; the first five pay 6."""

    def test_every_position_pays_the_price_of_its_kind(self) -> None:
        claims.prices_are(RULES, claims.COMMON_PRICES | {"first-five": 6}, by="O")

    def test_the_winnings_do_not_include_the_stake(self) -> None:
        claims.pays_beside_the_stake(RULES, "00", "00", 35)
        claims.pays_beside_the_stake(RULES, "first five", "3", 6)

    def test_a_stake_that_misses_is_collected_by_the_same_clause(self) -> None:
        line = claims.settled(RULES, "first five", "4")
        assert (line.winnings, line.returned, line.collected) == (0, 0, claims.STAKE)
        assert claims.numbers(line.clauses) == ("O",)
