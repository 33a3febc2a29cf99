"""Roulette (MBS), version 3: what can be bet on, what it pays, and what becomes of stakes outside the limits."""

import croupier
from croupier import Basis, Kind, Limit, Limits, Settlement
from croupier.rules.procedure import LimitScope, LimitSource, OverMaximum, UnderMinimum
from tests.clauses import claims

RULES = croupier.rulebook("mbs-roulette/3")

DISPLAYED = Limits(by_kind={Kind.STRAIGHT: Limit(5, 100), Kind.RED: Limit(50, 1_000)})
"""What a table might show: 5 to 100 on a number, 50 to 1,000 on red."""


def at_the_table(stake: int, outcome: str, *, words: str = "17", before: bool = False) -> Settlement:
    """One stake of a player at a table that displays these limits."""
    (line,) = croupier.settle(RULES, {words: stake}, outcome, limits=DISPLAYED, under_minimum_before=before)
    return line


def money(line: Settlement) -> tuple[int, int, int]:
    return (line.winnings, line.returned, line.collected)


class TestClause_3_3_1__limits:
    """3.3.1: an area is open to one player or many; what counts is the table's displayed minimum and maximum."""

    def test_a_stake_within_the_limits_is_settled_by_its_price_alone(self) -> None:
        for stake in (5, 6, 99, 100):
            line = at_the_table(stake, "17")
            assert money(line) == (35 * stake, stake, 0)
            assert claims.numbers(line.clauses) == ("4.1",)
            assert line.note == ""

    def test_a_stake_outside_them_is_not(self) -> None:
        assert claims.numbers(at_the_table(4, "17").clauses) == ("4.1", "5.15")
        assert claims.numbers(at_the_table(101, "17").clauses) == ("4.1", "5.16")

    def test_each_kind_has_the_limits_displayed_for_it(self) -> None:
        assert claims.numbers(at_the_table(60, "1", words="red").clauses) == ("4.1",)
        assert claims.numbers(at_the_table(40, "1", words="red").clauses) == ("4.1", "5.15")
        assert claims.numbers(at_the_table(1, "1", words="black").clauses) == ("4.1",)

    def test_all_of_a_players_chips_on_one_area_are_one_wager(self) -> None:
        (line,) = croupier.settle(RULES, [("17", 60), ("straight:17", 60)], "17", limits=DISPLAYED)
        assert (line.stake, line.winnings) == (120, 35 * 100)
        (line,) = croupier.settle(RULES, [("17", 3), ("17", 2)], "17", limits=DISPLAYED)
        assert claims.numbers(line.clauses) == ("4.1",)

    def test_two_players_on_one_area_have_a_limit_each(self) -> None:
        ann, bob = at_the_table(100, "17"), at_the_table(100, "17")
        assert money(ann) == money(bob) == (3_500, 100, 0)
        rules = RULES.procedure.limits
        assert rules.scope.value is LimitScope.PLAYER
        assert rules.scope.basis is Basis.OUR_READING
        assert claims.numbers(rules.scope.clauses) == ("3.3.1",)

    def test_the_amounts_are_the_tables_and_not_the_documents(self) -> None:
        assert RULES.procedure.limits.source.value is LimitSource.DISPLAYED
        assert claims.numbers(RULES.procedure.limits.source.clauses) == ("3.3.1",)
        assert all(RULES.limits.of(kind) is None for kind in Kind)


class TestClause_3_4_1__straight_up:
    """3.4.1: a straight up lies in the middle of one number."""

    def test_each_number_and_zero_can_be_bet_on_alone(self) -> None:
        claims.are_bets(RULES, Kind.STRAIGHT, 37, by="3.4.1")
        claims.is_bet(RULES, "36", "straight:36", by="3.4.1")
        claims.is_bet(RULES, "straight up 0", "straight:0", by="3.4.1")

    def test_a_number_that_the_felt_does_not_show_is_no_bet(self) -> None:
        claims.is_no_bet(RULES, "37", "00", "S", "straight:000", "100")


class TestClause_3_4_2__split:
    """3.4.2: a split lies on the line between its two numbers, so they must have one."""

    def test_two_numbers_with_a_line_between_them_are_a_split(self) -> None:
        claims.are_bets(RULES, Kind.SPLIT, 60, by="3.4.2")
        claims.is_bet(RULES, "1/4", "split:1-4", by="3.4.2")
        claims.is_bet(RULES, "26/27", "split:26-27", by="3.4.2")

    def test_zero_has_a_line_with_each_number_of_the_first_row(self) -> None:
        for number in ("1", "2", "3"):
            claims.is_bet(RULES, f"0/{number}", f"split:0-{number}", by="3.4.2")
            claims.is_bet(RULES, f"{number}/0", f"split:0-{number}", by="4.2")

    def test_two_numbers_that_do_not_touch_are_no_split(self) -> None:
        claims.is_no_bet(RULES, "1/5", "6/7", "0/36", "split:14-20")


class TestClause_3_4_3__corner:
    """3.4.3: a corner lies where its four numbers meet."""

    def test_four_numbers_that_meet_are_a_corner(self) -> None:
        claims.are_bets(RULES, Kind.CORNER, 23, by="3.4.3")
        claims.is_bet(RULES, "32/33/35/36", "corner:32-33-35-36", by="3.4.3")
        claims.is_bet(RULES, "0/1/2/3", "corner:0-1-2-3", by="3.4.3")
        claims.is_bet(RULES, "0/1/2/3", "corner:0-1-2-3", by="4.2")

    def test_four_numbers_without_a_common_point_are_no_corner(self) -> None:
        claims.is_no_bet(RULES, "6-7-9-10", "1-2-5-6", "corner:0-1-2-4", "16-17-18-19")


class TestClause_3_4_4__street:
    """3.4.4: a street lies on the double line beside the dozens, at the first of three numbers in a row."""

    def test_each_row_is_a_street(self) -> None:
        claims.are_bets(RULES, Kind.STREET, 14, by="3.4.4")
        claims.is_bet(RULES, "street 1-3", "street:1-2-3", by="3.4.4")
        claims.is_bet(RULES, "31/32/33", "street:31-32-33", by="3.4.4")

    def test_the_two_trios_with_zero_rest_on_the_settlement_of_zero_as_well(self) -> None:
        for words, name in (("0/1/2", "street:0-1-2"), ("0/2/3", "street:0-2-3")):
            claims.is_bet(RULES, words, name, by="4.2")
            assert RULES.position(words).basis is Basis.LAYOUT

    def test_three_numbers_of_two_rows_are_no_street(self) -> None:
        claims.is_no_bet(RULES, "3-4-5", "11-12-13", "street:2-5-8", "street:0-1-3")


class TestClause_3_4_5__six_line:
    """3.4.5: a six line lies on the double line beside the dozens, between two rows, and takes both."""

    def test_two_rows_that_follow_each_other_are_a_six_line(self) -> None:
        claims.are_bets(RULES, Kind.SIX_LINE, 11, by="3.4.5")
        claims.is_bet(RULES, "line 16-21", "six-line:16-17-18-19-20-21", by="3.4.5")

    def test_six_numbers_that_are_not_two_whole_rows_are_none(self) -> None:
        claims.is_no_bet(RULES, "17-22", "1-2-3-10-11-12", "six line 34-39", "six-line:0-1-2-3-4-5")


class TestClause_3_4_6__column:
    """3.4.6: a column is bet on in the box at its end and has the twelve numbers up to, not including, zero."""

    def test_a_column_wins_on_its_twelve_numbers(self) -> None:
        for place in (1, 2, 3):
            claims.wins_on(RULES, f"column {place}", claims.span(place, 36, 3), placed="3.4.6", priced="4.1")

    def test_zero_is_in_no_column_and_a_fourth_column_is_no_bet(self) -> None:
        assert not any(RULES.position(f"column:{place}").covers("0") for place in (1, 2, 3))
        claims.is_no_bet(RULES, "column 4", "col 0")


class TestClause_3_4_7__dozen:
    """3.4.7: a dozen is bet on in the box marked with it."""

    def test_a_dozen_wins_on_its_twelve_numbers(self) -> None:
        claims.wins_on(RULES, "1st 12", claims.span(1, 12), placed="3.4.7", priced="4.1")
        claims.wins_on(RULES, "2nd 12", claims.span(13, 24), placed="3.4.7", priced="4.1")
        claims.wins_on(RULES, "3rd 12", claims.span(25, 36), placed="3.4.7", priced="4.1")

    def test_twelve_numbers_across_two_dozens_are_no_bet(self) -> None:
        claims.is_no_bet(RULES, "dozen 4", "12-23")


class TestClause_3_4_8__low:
    """3.4.8: the lower half of the numbers has one box."""

    def test_low_wins_from_1_to_18_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "low", claims.span(1, 18), placed="3.4.8", priced="4.1")

    def test_low_loses_on_19_and_on_zero(self) -> None:
        assert money(claims.settled(RULES, "low", "19")) == (0, 0, claims.STAKE)
        assert money(claims.settled(RULES, "low", "0")) == (0, 0, claims.STAKE)


class TestClause_3_4_9__high:
    """3.4.9: the upper half of the numbers has one box."""

    def test_high_wins_from_19_to_36_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "high", claims.span(19, 36), placed="3.4.9", priced="4.1")

    def test_high_loses_on_18_and_on_zero(self) -> None:
        assert money(claims.settled(RULES, "high", "18")) == (0, 0, claims.STAKE)
        assert money(claims.settled(RULES, "high", "0")) == (0, 0, claims.STAKE)


class TestClause_3_4_10__black:
    """3.4.10: black takes the black numbers; which those are, the wheel shows."""

    def test_black_wins_on_the_black_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "black", claims.BLACK, placed="3.4.10", priced="4.1")

    def test_black_loses_on_a_red_number_and_on_zero(self) -> None:
        assert money(claims.settled(RULES, "black", "36")) == (0, 0, claims.STAKE)
        assert money(claims.settled(RULES, "black", "0")) == (0, 0, claims.STAKE)


class TestClause_3_4_11__red:
    """3.4.11: red takes the red numbers; which those are, the wheel shows."""

    def test_red_wins_on_the_red_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "red", claims.RED, placed="3.4.11", priced="4.1")

    def test_no_box_takes_the_color_of_zero(self) -> None:
        claims.is_no_bet(RULES, "green")


class TestClause_3_4_12__odd:
    """3.4.12: odd takes the odd numbers, and the text says which: from 1 up to 35."""

    def test_odd_wins_on_the_odd_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "odd", claims.span(1, 35, 2), placed="3.4.12", priced="4.1")

    def test_odd_loses_on_an_even_number_and_on_zero(self) -> None:
        assert money(claims.settled(RULES, "odd", "36")) == (0, 0, claims.STAKE)
        assert money(claims.settled(RULES, "odd", "0")) == (0, 0, claims.STAKE)


class TestClause_3_4_13__even:
    """3.4.13: even takes the even numbers, and the text says which: from 2 up to 36, so not zero."""

    def test_even_wins_on_the_even_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "even", claims.span(2, 36, 2), placed="3.4.13", priced="4.1")

    def test_even_loses_on_an_odd_number_and_on_zero(self) -> None:
        assert money(claims.settled(RULES, "even", "35")) == (0, 0, claims.STAKE)
        assert money(claims.settled(RULES, "even", "0")) == (0, 0, claims.STAKE)


class TestClause_4_1__odds:
    """4.1: the pay table, every price to one."""

    def test_every_position_pays_the_price_of_its_kind(self) -> None:
        claims.prices_are(RULES, claims.COMMON_PRICES, by="4.1")

    def test_the_winnings_do_not_include_the_stake(self) -> None:
        claims.pays_beside_the_stake(RULES, "17", "17", 35)
        claims.pays_beside_the_stake(RULES, "2nd 12", "17", 2)

    def test_a_stake_that_misses_is_collected_by_the_same_clause(self) -> None:
        line = claims.settled(RULES, "17/20", "18")
        assert money(line) == (0, 0, claims.STAKE)
        assert claims.numbers(line.clauses) == ("4.1",)


class TestClause_4_2__zero:
    """4.2: when zero comes up, only zero itself and its combinations with the first row win."""

    WINNERS = frozenset(
        {
            "straight:0",
            "split:0-1",
            "split:0-2",
            "split:0-3",
            "street:0-1-2",
            "street:0-2-3",
            "corner:0-1-2-3",
        }
    )

    def test_zero_and_its_six_combinations_win_and_say_why(self) -> None:
        lines = croupier.settle(RULES, dict.fromkeys(RULES.positions, 10), "0")
        won = [line for line in lines if line.winnings]
        assert {line.position.name for line in won} == self.WINNERS
        for line in won:
            assert money(line) == (10 * line.position.pays, 10, 0)
            assert claims.numbers(line.clauses) == ("4.1", "4.2")

    def test_every_other_wager_loses_by_this_clause(self) -> None:
        lines = croupier.settle(RULES, dict.fromkeys(RULES.positions, 10), "0")
        lost = [line for line in lines if not line.winnings]
        assert len(lost) == 150
        for line in lost:
            assert money(line) == (0, 0, 10)
            assert claims.numbers(line.clauses) == ("4.2",)

    def test_on_any_other_number_the_clause_has_no_say(self) -> None:
        for pocket in RULES.pockets:
            if pocket != "0":
                lines = croupier.settle(RULES, dict.fromkeys(RULES.positions, 10), pocket)
                assert {claims.numbers(line.clauses) for line in lines} == {("4.1",)}

    def test_it_settles_wagers_and_creates_none(self) -> None:
        claims.is_no_bet(RULES, "0-1-3", "street:0-1-3", "0-1-4", "0-2-5")


class TestClause_5_15__under_the_minimum:
    """5.15: a player's stakes below the minimum are settled once; from then on they only go back."""

    def test_the_first_time_a_small_stake_wins_on_what_it_is(self) -> None:
        line = at_the_table(2, "17")
        assert money(line) == (70, 2, 0)
        assert claims.numbers(line.clauses) == ("4.1", "5.15")

    def test_the_first_time_a_small_stake_loses_what_it_is(self) -> None:
        line = at_the_table(2, "18")
        assert money(line) == (0, 0, 2)
        assert claims.numbers(line.clauses) == ("4.1", "5.15")

    def test_later_ones_go_back_whatever_comes_up(self) -> None:
        for outcome in ("17", "18", "0"):
            line = at_the_table(2, outcome, before=True)
            assert money(line) == (0, 2, 0)
            assert claims.numbers(line.clauses) == ("5.15",)

    def test_all_small_stakes_of_the_first_round_are_settled_alike(self) -> None:
        lines = croupier.settle(RULES, {"17": 2, "18": 3, "red": 40}, "18", limits=DISPLAYED)
        assert [money(line) for line in lines] == [(0, 0, 2), (105, 3, 0), (40, 40, 0)]
        assert all("5.15" in claims.numbers(line.clauses) for line in lines)

    def test_a_stake_at_the_minimum_is_not_touched_by_it(self) -> None:
        for before in (False, True):
            line = at_the_table(5, "17", before=before)
            assert money(line) == (175, 5, 0)
            assert claims.numbers(line.clauses) == ("4.1",)

    def test_a_stake_over_the_maximum_is_no_stake_under_the_minimum(self) -> None:
        line = at_the_table(150, "17", before=True)
        assert money(line) == (3_500, 150, 0)
        assert claims.numbers(line.clauses) == ("4.1", "5.16")

    def test_the_rulebook_says_so_as_a_cited_value(self) -> None:
        rule = RULES.procedure.limits.under_minimum
        assert rule.value is UnderMinimum.ONCE_THEN_RETURNED
        assert claims.numbers(rule.clauses) == ("5.15",)


class TestClause_5_16__over_the_maximum:
    """5.16: of a stake above the maximum only the maximum plays, whether it wins or loses."""

    def test_a_win_is_paid_on_the_maximum_and_the_whole_stake_goes_back(self) -> None:
        line = at_the_table(150, "17")
        assert money(line) == (3_500, 150, 0)
        assert claims.numbers(line.clauses) == ("4.1", "5.16")

    def test_a_loss_costs_the_maximum_and_the_excess_goes_back(self) -> None:
        line = at_the_table(150, "18")
        assert money(line) == (0, 50, 100)
        assert claims.numbers(line.clauses) == ("4.1", "5.16")

    def test_on_zero_both_clauses_are_named(self) -> None:
        line = at_the_table(150, "0")
        assert money(line) == (0, 50, 100)
        assert claims.numbers(line.clauses) == ("4.2", "5.16")

    def test_a_stake_at_the_maximum_is_not_touched_by_it(self) -> None:
        assert money(at_the_table(100, "17")) == (3_500, 100, 0)
        assert money(at_the_table(100, "18")) == (0, 0, 100)
        assert claims.numbers(at_the_table(100, "18").clauses) == ("4.1",)

    def test_it_holds_every_time_and_not_once(self) -> None:
        assert at_the_table(150, "17", before=True) == at_the_table(150, "17", before=False)

    def test_the_rulebook_says_so_as_a_cited_value(self) -> None:
        rule = RULES.procedure.limits.over_maximum
        assert rule.value is OverMaximum.MAXIMUM_ONLY
        assert claims.numbers(rule.clauses) == ("5.16",)
