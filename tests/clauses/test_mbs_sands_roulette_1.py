"""Sands Roulette (MBS): a wheel with 0, 00 and S, what can be bet on there, and how a round is run."""

import pytest

import croupier
from croupier import AmbiguousPositionError, Basis, Kind, UnknownPocketError
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.table.commands import DeclareOutcome, MoveWager, ReportIrregularity, Turning
from croupier.table.refusal import Code
from testkit.table.play import ANN, DEALER, Play, is_void, types, voids
from tests.clauses import claims, conduct

RULES = croupier.rulebook("mbs-sands-roulette/1")

ZEROS = ("S", "00", "0")


class TestClause_1_1_3__numbers:
    """1.1.3: besides 1 to 36, the game counts 0, 00 and the house's symbol S as numbers."""

    def test_the_wheel_has_thirty_nine_pockets(self) -> None:
        assert RULES.pockets == (*ZEROS, *map(str, range(1, 37)))
        assert claims.numbers(RULES.wheel.clauses) == ("1.1.3",)

    def test_each_of_them_can_be_an_outcome(self) -> None:
        for pocket in RULES.pockets:
            assert claims.settled(RULES, f"straight:{pocket}", pocket).winnings == 35 * claims.STAKE

    def test_anything_else_cannot(self) -> None:
        for label in ("000", "37", "s", "SS", "07"):
            with pytest.raises(UnknownPocketError):
                croupier.settle(RULES, {"17": claims.STAKE}, label)


class TestClause_3_4_1__straight_up:
    """3.4.1: a straight up lies in the middle of one number."""

    def test_each_number_and_each_of_the_three_zeros_can_be_bet_on_alone(self) -> None:
        claims.are_bets(RULES, Kind.STRAIGHT, 39, by="3.4.1")
        for zero in ZEROS:
            claims.is_bet(RULES, zero, f"straight:{zero}", by="3.4.1")

    def test_a_number_that_the_felt_does_not_show_is_no_bet(self) -> None:
        claims.is_no_bet(RULES, "000", "37", "T")


class TestClause_3_4_2__split:
    """3.4.2: a split lies on the line between its two numbers, so they must have one."""

    def test_two_numbers_with_a_line_between_them_are_a_split(self) -> None:
        claims.are_bets(RULES, Kind.SPLIT, 64, by="3.4.2")
        claims.is_bet(RULES, "17/20", "split:17-20", by="3.4.2")

    def test_the_zeros_have_seven_lines_which_follow_from_the_layout(self) -> None:
        seven = ("S-00", "S-0", "00-0", "0-1", "0-2", "00-2", "00-3")
        for pair in seven:
            claims.is_bet(RULES, pair.replace("-", "/"), f"split:{pair}", by="3.4.2")
            assert RULES.position(f"split:{pair}").basis is Basis.LAYOUT
        with_zero = [p for p in RULES.positions.values() if p.kind is Kind.SPLIT and set(p.pockets) & set(ZEROS)]
        assert len(with_zero) == len(seven)

    def test_two_numbers_that_do_not_touch_are_no_split(self) -> None:
        claims.is_no_bet(RULES, "0/3", "00/1", "S/1", "S/2", "S/3", "17/22")


class TestClause_3_4_3__corner:
    """3.4.3: a corner lies where its four numbers meet."""

    def test_four_numbers_that_meet_are_a_corner(self) -> None:
        claims.are_bets(RULES, Kind.CORNER, 22, by="3.4.3")
        claims.is_bet(RULES, "1-2-4-5", "corner:1-2-4-5", by="3.4.3")

    def test_no_point_of_this_felt_joins_four_numbers_of_which_one_is_a_zero(self) -> None:
        claims.is_no_bet(RULES, "0-1-2-3", "S/00/0/2", "00/0/2/3", "0/00/1/2", "3-4-6-7")


class TestClause_3_4_4__street:
    """3.4.4: a street lies on the double line at a row of three, or at a point where three numbers meet."""

    def test_each_row_is_a_street(self) -> None:
        claims.are_bets(RULES, Kind.STREET, 16, by="3.4.4")
        claims.is_bet(RULES, "1-2-3", "street:1-2-3", by="3.4.4")

    def test_three_boxes_meet_at_four_points_of_the_zeros(self) -> None:
        for trio in ("0-1-2", "00-0-2", "00-2-3", "S-00-0"):
            claims.is_bet(RULES, f"street:{trio}", f"street:{trio}", by="3.4.4")
            assert RULES.position(f"street:{trio}").basis is Basis.LAYOUT

    def test_three_numbers_without_a_common_point_are_no_street(self) -> None:
        claims.is_no_bet(RULES, "0-2-3", "00-1-2", "0-00-1", "S-0-1", "2-3-4")


class TestClause_3_4_5__six_line:
    """3.4.5: a six line lies on the double line between two rows and takes both."""

    def test_two_rows_that_follow_each_other_are_a_six_line(self) -> None:
        claims.are_bets(RULES, Kind.SIX_LINE, 11, by="3.4.5")
        claims.is_bet(RULES, "1-6", "six-line:1-2-3-4-5-6", by="3.4.5")

    def test_other_six_numbers_are_no_six_line(self) -> None:
        claims.is_no_bet(RULES, "six-line:S-00-0-1-2-3", "2-7", "1-2-3-7-8-9")


class TestClause_3_4_6__top_line:
    """3.4.6: one bet at the outside line, between 0 and 1, takes the three zeros and the first row."""

    def test_the_top_line_wins_on_its_six_numbers(self) -> None:
        claims.are_bets(RULES, Kind.TOP_LINE, 1, by="3.4.6")
        claims.wins_on(RULES, "top line", (*ZEROS, "1", "2", "3"), placed="3.4.6", priced="4.1")

    def test_it_is_not_the_six_line_of_the_first_two_rows(self) -> None:
        assert RULES.position("S/00/0/1/2/3").kind is Kind.TOP_LINE
        assert RULES.position("1-6").kind is Kind.SIX_LINE
        claims.is_no_bet(RULES, "top-line:1-2-3-4-5-6", "00/0/1/2/3")


class TestClause_3_4_7__column:
    """3.4.7: a column is bet on in the box at its end; it runs up to 0 and 00 and includes neither."""

    def test_a_column_wins_on_its_twelve_numbers(self) -> None:
        for place in (1, 2, 3):
            claims.wins_on(RULES, f"col {place}", claims.span(place, 36, 3), placed="3.4.7", priced="4.1")

    def test_no_zero_is_in_a_column_and_a_fourth_column_is_no_bet(self) -> None:
        assert not any(RULES.position(f"col {place}").covers(zero) for place in (1, 2, 3) for zero in ZEROS)
        claims.is_no_bet(RULES, "col 4")


class TestClause_3_4_8__dozen:
    """3.4.8: a dozen is bet on in the box marked with it."""

    def test_a_dozen_wins_on_its_twelve_numbers(self) -> None:
        claims.wins_on(RULES, "1st 12", claims.span(1, 12), placed="3.4.8", priced="4.1")
        claims.wins_on(RULES, "2nd 12", claims.span(13, 24), placed="3.4.8", priced="4.1")
        claims.wins_on(RULES, "3rd 12", claims.span(25, 36), placed="3.4.8", priced="4.1")

    def test_twelve_numbers_across_two_dozens_are_no_bet(self) -> None:
        claims.is_no_bet(RULES, "4th 12", "7-18")


class TestClause_3_4_9__low:
    """3.4.9: the lower half of the numbers has one box."""

    def test_low_wins_from_1_to_18_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "1-18", claims.span(1, 18), placed="3.4.9", priced="4.1")

    def test_low_loses_on_every_zero(self) -> None:
        assert all(claims.settled(RULES, "low", zero).collected == claims.STAKE for zero in ZEROS)


class TestClause_3_4_10__high:
    """3.4.10: the upper half of the numbers has one box."""

    def test_high_wins_from_19_to_36_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "19-36", claims.span(19, 36), placed="3.4.10", priced="4.1")

    def test_high_loses_on_every_zero(self) -> None:
        assert all(claims.settled(RULES, "high", zero).collected == claims.STAKE for zero in ZEROS)


class TestClause_3_4_11__odd:
    """3.4.11: odd takes every odd number."""

    def test_odd_wins_on_the_odd_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "odd", claims.span(1, 35, 2), placed="3.4.11", priced="4.1")

    def test_odd_loses_on_every_zero(self) -> None:
        assert all(claims.settled(RULES, "odd", zero).collected == claims.STAKE for zero in ZEROS)


class TestClause_3_4_12__even:
    """3.4.12: even takes every even number. The text does not say that 0 and 00 are none; they are not."""

    def test_even_wins_on_the_even_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "even", claims.span(2, 36, 2), placed="3.4.12", priced="4.1")

    def test_even_loses_on_every_zero(self) -> None:
        assert all(claims.settled(RULES, "even", zero).collected == claims.STAKE for zero in ZEROS)


class TestClause_3_4_13__black:
    """3.4.13: black takes the black numbers; which those are, the wheel shows."""

    def test_black_wins_on_the_black_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "black", claims.BLACK, placed="3.4.13", priced="4.1")

    def test_black_loses_on_every_zero(self) -> None:
        assert all(claims.settled(RULES, "black", zero).collected == claims.STAKE for zero in ZEROS)


class TestClause_3_4_14__red:
    """3.4.14: red takes the red numbers; which those are, the wheel shows."""

    def test_red_wins_on_the_red_numbers_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "red", claims.RED, placed="3.4.14", priced="4.1")

    def test_red_loses_on_every_zero(self) -> None:
        assert all(claims.settled(RULES, "red", zero).collected == claims.STAKE for zero in ZEROS)


class TestClause_3_4_15__green:
    """3.4.15: green has a box of its own and takes the three zeros."""

    def test_green_wins_on_the_three_zeros_and_on_nothing_else(self) -> None:
        claims.wins_on(RULES, "green", ZEROS, placed="3.4.15", priced="4.1")
        assert RULES.colors["green"].basis is None

    def test_it_is_not_the_street_of_the_same_numbers(self) -> None:
        assert RULES.position("street:S-00-0") != RULES.position("green")
        with pytest.raises(AmbiguousPositionError):
            RULES.position("S/0/00")
        claims.is_no_bet(RULES, "green:0-00", "green 0")


class TestClause_4_1__odds:
    """4.1: the pay table, every price to one; top line and green have prices of their own."""

    def test_every_position_pays_the_price_of_its_kind(self) -> None:
        claims.prices_are(RULES, claims.COMMON_PRICES | {"top-line": 5, "green": 11}, by="4.1")

    def test_the_winnings_do_not_include_the_stake(self) -> None:
        claims.pays_beside_the_stake(RULES, "S", "S", 35)
        claims.pays_beside_the_stake(RULES, "green", "00", 11)

    def test_a_stake_that_misses_is_collected_by_the_same_clause(self) -> None:
        line = claims.settled(RULES, "top line", "4")
        assert (line.winnings, line.returned, line.collected) == (0, 0, claims.STAKE)
        assert claims.numbers(line.clauses) == ("4.1",)


class TestClause_1_1_1__color_chips:
    """1.1.1: color chips are issued to a player and show no value."""

    def test_a_color_is_one_players(self) -> None:
        conduct.is_one_players_color(RULES.ref, "1.1.1")

    def test_it_is_worth_what_it_is_sold_for(self) -> None:
        conduct.has_no_value_of_its_own(RULES.ref)


class TestClause_1_1_5__round_of_play:
    """1.1.5: a round lasts from the opening call until all that lost is collected and all that won is paid."""

    def test_it_ends_with_the_last_payment_losers_first(self) -> None:
        conduct.ends_when_all_is_paid(RULES.ref, "1.1.5")

    def test_no_other_begins_before_that(self) -> None:
        conduct.is_one_at_a_time(RULES.ref, "mbs-sands-roulette/1 §1.1.5")


class TestClause_3_1__opening_call:
    """3.1: play starts when the dealer asks for bets, and not before."""

    def test_wagers_are_taken_from_the_call_on(self) -> None:
        conduct.starts_with_the_opening_call(RULES.ref, "3.1")

    def test_nobody_but_the_dealer_makes_it(self) -> None:
        conduct.only_the_dealer_opens(RULES.ref, "3.1")


class TestClause_3_2__closing_call:
    """3.2: betting is over with the dealer's call, not with anything else."""

    def test_wagers_are_taken_until_the_call(self) -> None:
        conduct.closes_with_the_call(RULES.ref, ("3.2", "3.6"), late="5.11")

    def test_betting_that_is_closed_is_not_closed_again(self) -> None:
        conduct.is_called_once(RULES.ref, "3.2")


class TestClause_3_3__chips_and_wagers:
    """3.3: a player stakes cash chips, color chips or a mixture, on one or more of the listed wagers."""

    def test_either_sort_of_chip_and_both_together_are_taken(self) -> None:
        conduct.takes_cash_chips_color_chips_and_both(RULES.ref, "3.3")

    def test_a_player_may_have_several_wagers(self) -> None:
        conduct.takes_several_wagers(RULES.ref, ("17", "S/0", "top line", "green"))

    def test_a_wager_that_is_not_listed_is_refused(self) -> None:
        conduct.takes_no_wager_off_the_list(RULES.ref, "3.3", ("000", "17/22", "0/3", "S/1"))

    def test_chips_that_are_not_the_players_are_refused(self) -> None:
        conduct.takes_no_other_chips(RULES.ref)


class TestClause_3_5__valid_spin:
    """3.5: the ball runs against the wheel and goes round four times at least, or the spin does not count."""

    def test_four_revolutions_against_the_wheel_count(self) -> None:
        conduct.counts_a_spin(RULES.ref, "3.5", ("3.5", "5.3"))

    def test_no_outcome_is_taken_without_a_count(self) -> None:
        conduct.counts_no_spin_uncounted(RULES.ref, "3.5")

    def test_no_outcome_is_taken_without_a_spin(self) -> None:
        conduct.counts_no_outcome_without_a_spin(RULES.ref, "3.5")


class TestClause_3_6__call_while_the_ball_turns:
    """3.6: the closing call is made with the ball running, so neither before the spin nor after the rest."""

    def test_it_closes_betting_while_the_ball_turns(self) -> None:
        conduct.closes_with_the_call(RULES.ref, ("3.2", "3.6"), late="5.11")

    def test_before_the_spin_it_is_refused(self) -> None:
        conduct.is_not_called_before_the_spin(RULES.ref, "3.6")

    def test_without_it_the_ball_cannot_be_declared_at_rest(self) -> None:
        conduct.is_not_called_after_the_rest(RULES.ref, "3.6")


class TestClause_3_7__outcome_and_dolly:
    """3.7: with the ball at rest the dealer says the number, then marks it with the dolly."""

    def test_the_number_is_said_then_marked_then_paid(self) -> None:
        conduct.announces_then_marks(RULES.ref, "3.7")

    def test_the_dolly_stands_on_no_other_number(self) -> None:
        conduct.marks_the_winning_number_alone(RULES.ref, "3.7")

    def test_each_of_the_three_zeros_can_be_marked(self) -> None:
        for zero in ZEROS:
            play = Play(RULES.ref).opened().laid("green").laid("red", "w2").spun().called().rested(zero).dolly()
            assert play.table.round.dolly == zero
            assert types(play.settled()) == ["wager-collected", "wager-paid", "round-closed"]

    def test_a_pocket_the_wheel_does_not_have_is_refused(self) -> None:
        play = Play(RULES.ref).opened().spun().called()
        triple = DeclareOutcome(DEALER, Pocket("000"))
        assert play.refused(triple, Code.NOT_A_POCKET, "wire §3.5").facts == {"pocket": "000"}


class TestClause_5_1__same_direction:
    """5.1: a ball sent the way the wheel turns makes no round."""

    def test_the_spin_itself_voids_the_round(self) -> None:
        conduct.voids_at_the_spin(RULES.ref, Turning.CLOCKWISE, Irregularity.SAME_DIRECTION, "5.1")

    def test_a_direction_seen_too_late_is_reported(self) -> None:
        voids(RULES.ref, Irregularity.SAME_DIRECTION, "5.1")

    def test_a_ball_sent_against_the_wheel_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.SAME_DIRECTION)


class TestClause_5_2__dropped_ball:
    """5.2: a ball put into a pocket without having gone round makes no round."""

    def test_a_dropped_ball_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.NOT_SPUN, "5.2")

    def test_it_does_so_although_no_spin_was_recorded(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        is_void(play, play.do(ReportIrregularity(DEALER, Irregularity.NOT_SPUN)), Irregularity.NOT_SPUN, "5.2")

    def test_a_ball_that_went_round_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.NOT_SPUN)


class TestClause_5_3__too_few_revolutions:
    """5.3: with fewer than four revolutions there is no round; four are enough."""

    def test_three_counted_revolutions_void_the_round_at_rest(self) -> None:
        conduct.voids_a_short_spin(RULES.ref, "5.3")

    def test_too_few_can_be_reported_while_the_ball_turns(self) -> None:
        voids(RULES.ref, Irregularity.TOO_FEW_REVOLUTIONS, "5.3")

    def test_exactly_four_make_one(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun(4).called().rested("17").dolly()
        assert types(play.settled()) == ["wager-paid", "round-closed"]


class TestClause_5_4__foreign_object:
    """5.4: something that falls into the wheel voids the round, as long as the ball does not rest."""

    def test_before_the_rest_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.FOREIGN_OBJECT, "5.4")

    def test_after_the_rest_it_changes_nothing(self) -> None:
        conduct.does_not_void_after_the_rest(RULES.ref, Irregularity.FOREIGN_OBJECT, "5.4", until="rest")


class TestClause_5_5__no_pocket:
    """5.5: a ball that lands in no pocket makes no round, also one that hangs on the rim."""

    def test_a_ball_in_no_pocket_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.NO_COMPARTMENT, "5.5")

    def test_a_hanging_ball_does_too_without_any_call(self) -> None:
        voids(RULES.ref, Irregularity.BALL_HANGS, "5.5")

    def test_a_ball_in_a_pocket_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.NO_COMPARTMENT)


class TestClause_5_6__ball_left_the_wheel:
    """5.6: a ball that flies off the wheel makes no round."""

    def test_a_ball_off_the_wheel_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.BALL_LEFT_WHEEL, "5.6")

    def test_a_ball_that_stays_in_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.BALL_LEFT_WHEEL)


class TestClause_5_7__broken_ball:
    """5.7: a ball that goes to pieces makes no round."""

    def test_a_broken_ball_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.BALL_BROKE, "5.7")

    def test_a_whole_ball_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.BALL_BROKE)


class TestClause_5_8__wheel_stopped:
    """5.8: a wheel that comes to a stop under the running ball voids the round; before or after, it does not."""

    def test_under_the_running_ball_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.WHEEL_STOPPED, "5.8")

    def test_before_the_ball_runs_it_changes_nothing(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        stopped = ReportIrregularity(DEALER, Irregularity.WHEEL_STOPPED)
        no = play.refused(stopped, Code.NOT_SPUN, "mbs-sands-roulette/1 §5.8")
        assert no.facts == {"phase": "betting-open"}

    def test_after_the_rest_it_changes_nothing(self) -> None:
        conduct.does_not_void_after_the_rest(RULES.ref, Irregularity.WHEEL_STOPPED, "5.8", until="spinning")


class TestClause_5_9__still_wheel:
    """5.9: a ball sent round a wheel that stands makes no round."""

    def test_the_spin_itself_voids_the_round(self) -> None:
        conduct.voids_at_the_spin(RULES.ref, Turning.STILL, Irregularity.WHEEL_STILL, "5.9")

    def test_a_still_wheel_seen_too_late_is_reported(self) -> None:
        voids(RULES.ref, Irregularity.WHEEL_STILL, "5.9")

    def test_a_turning_wheel_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.WHEEL_STILL)


class TestClause_5_10__interference:
    """5.10: a round in which somebody meddles with ball or wheel is void."""

    def test_interference_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.INTERFERENCE, "5.10")

    def test_an_undisturbed_spin_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.INTERFERENCE)


class TestClause_5_11__late_wagers:
    """5.11: what is laid or added after the closing call is not taken; what lay there before is not touched by that."""

    def test_a_late_wager_is_refused(self) -> None:
        conduct.refuses_late_wagers(RULES.ref, "5.11")

    def test_of_a_stake_raised_late_only_the_raise_is_refused(self) -> None:
        conduct.refuses_only_the_increase(RULES.ref, "5.11")

    def test_a_wager_moved_late_is_a_late_wager(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        move = MoveWager(ANN, "w1", "20", accident=False)
        assert play.refused(move, Code.BETTING_CLOSED, "mbs-sands-roulette/1 §5.11").facts == {"phase": "no-more-bets"}
        assert (play.wager("w1").lies, play.wager("w1").counts) == ("straight:17", "straight:17")


class TestClause_5_12__late_withdrawals:
    """5.12: after the closing call no stake leaves the game, even if its chips leave the layout."""

    def test_before_the_call_a_wager_can_be_taken_back(self) -> None:
        conduct.lets_wagers_be_taken_back_before_the_call(RULES.ref, "3.2")

    def test_after_it_the_wager_is_won_or_lost_all_the_same(self) -> None:
        conduct.ignores_late_withdrawals(RULES.ref, "5.12")
