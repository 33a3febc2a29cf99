"""Roulette 360 (RWS): what can be bet on, which Appendix C lists in full, what it pays, and how a round is run."""

import pytest

import croupier
from croupier import Basis, Kind
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Role
from croupier.table.commands import (
    BuyIn,
    By,
    CallNoMoreBets,
    Chips,
    ConfirmOutcome,
    MoveWager,
    PlaceWager,
    ReportIrregularity,
    Settle,
    Turning,
)
from croupier.table.events import NoMoreBetsCalled
from croupier.table.refusal import Code
from testkit.table.play import ANN, DEALER, Play, is_void, types, voids
from tests.clauses import claims, conduct

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


class TestClause_2_1_1__the_layout:
    """2.1.1: the game is played only on the layout of the appendices."""

    def test_a_wager_lies_on_a_position_of_that_layout(self) -> None:
        play = Play(RULES.ref).opened()
        for words in ("17", "series-3:4-21-2", "19-36"):
            play.laid(words, wager=words)

    def test_a_position_of_another_layout_is_refused(self) -> None:
        play = Play(RULES.ref).opened()
        for words in ("00", "top-line", "split:0-00"):
            play.refused(PlaceWager(ANN, "w1", "ann", words, 700), Code.NOT_ON_LAYOUT)


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


class TestClause_1_Colour_chips__of_this_table:
    """1, color chips: a set carries its own emblem, so that it can be told from the sets of other tables."""

    def bought(self) -> Play:
        play = Play(RULES.ref, name="one").opened()
        play.do(BuyIn(ANN, "ann", 1000, ChipSort.COLOR, color="pink", chip_value=100))
        return play

    def test_the_color_chips_of_this_table_are_taken(self) -> None:
        play = self.bought()
        for wager, chips in (("w1", Chips(5, color="pink")), ("w2", Chips(5, color="pink", table="one"))):
            assert types(play.do(PlaceWager(ANN, wager, "ann", "17", 500, (chips,)))) == ["wager-placed"]

    def test_those_of_another_table_are_refused_even_in_the_same_color(self) -> None:
        play = self.bought()
        foreign = PlaceWager(ANN, "w1", "ann", "17", 500, (Chips(5, color="pink", table="two"),))
        no = play.refused(foreign, Code.CHIPS_OF_ANOTHER_TABLE, "rws-roulette-360/1 §1 Colour chips")
        assert no.facts == {"table": "two"}

    def test_one_foreign_chip_among_others_is_enough(self) -> None:
        play = self.bought()
        mixed = (Chips(4, color="pink"), Chips(1, color="pink", table="two"))
        play.refused(PlaceWager(ANN, "w1", "ann", "17", 500, mixed), Code.CHIPS_OF_ANOTHER_TABLE)
        assert play.table.layout.live == 0


class TestClause_3_1__opening_call:
    """3.1: play starts when the dealer asks for bets, and not before."""

    def test_wagers_are_taken_from_the_call_on(self) -> None:
        conduct.starts_with_the_opening_call(RULES.ref, "3.1")

    def test_nobody_but_the_dealer_makes_it(self) -> None:
        conduct.only_the_dealer_opens(RULES.ref, "3.1")

    def test_a_round_ends_by_our_own_rules_since_the_document_defines_none(self) -> None:
        conduct.ends_when_all_is_paid(RULES.ref, "wire §3.2")
        conduct.is_one_at_a_time(RULES.ref, "wire §3.2")


class TestClause_3_2__closing_call:
    """3.2: betting is over with the dealer's call, not with anything else."""

    def test_wagers_are_taken_until_the_call(self) -> None:
        conduct.closes_with_the_call(RULES.ref, ("3.2", "3.5"), late="5.2")

    def test_betting_that_is_closed_is_not_closed_again(self) -> None:
        conduct.is_called_once(RULES.ref, "3.2")


class TestClause_3_3__chips_and_wagers:
    """3.3: a player stakes chips, color chips among them, on what Appendix C describes."""

    def test_either_sort_of_chip_and_both_together_are_taken(self) -> None:
        conduct.takes_cash_chips_color_chips_and_both(RULES.ref, "3.3")

    def test_a_player_may_have_several_wagers(self) -> None:
        conduct.takes_several_wagers(RULES.ref, ("17", "series 0-32-15-19", "series 4 21 2", "red"))

    def test_a_wager_that_appendix_c_does_not_describe_is_refused(self) -> None:
        conduct.takes_no_wager_off_the_list(RULES.ref, "3.3", ("00", "17/22", "0-1-3", "26 0 32 15"))

    def test_chips_that_are_not_the_players_are_refused(self) -> None:
        conduct.takes_no_other_chips(RULES.ref)


class TestClause_3_4__valid_spin:
    """3.4: the ball runs against the wheel and goes round four times at least, or the spin does not count."""

    def test_four_revolutions_against_the_wheel_count(self) -> None:
        conduct.counts_a_spin(RULES.ref, "3.4", ("3.4", "5.1.2"))

    def test_no_outcome_is_taken_without_a_count(self) -> None:
        conduct.counts_no_spin_uncounted(RULES.ref, "3.4")

    def test_no_outcome_is_taken_without_a_spin(self) -> None:
        conduct.counts_no_outcome_without_a_spin(RULES.ref, "3.4")


class TestClause_3_5__bell_and_call:
    """3.5: as the ball slows the dealer rings, and calls the end of betting; both, and with the ball running."""

    def test_the_call_with_the_bell_closes_betting(self) -> None:
        play = Play(RULES.ref).opened().spun()
        (called,) = play.do(CallNoMoreBets(DEALER, bell=True))
        assert isinstance(called, NoMoreBetsCalled)
        assert (called.bell, called.clauses) == (True, ("3.2", "3.5"))

    def test_without_the_bell_betting_stays_open(self) -> None:
        play = Play(RULES.ref).opened().spun()
        for bell in (None, False):
            no = play.refused(CallNoMoreBets(DEALER, bell=bell), Code.BELL_MISSING, "rws-roulette-360/1 §3.5")
            assert no.facts == {}
        play.laid("17").called()

    def test_before_the_spin_it_is_refused_bell_or_not(self) -> None:
        conduct.is_not_called_before_the_spin(RULES.ref, "3.5")
        play = Play(RULES.ref).opened()
        play.refused(CallNoMoreBets(DEALER), Code.NOT_SPUN, "rws-roulette-360/1 §3.5")

    def test_without_it_the_ball_cannot_be_declared_at_rest(self) -> None:
        conduct.is_not_called_after_the_rest(RULES.ref, "3.5")


class TestClause_3_6__rest_and_dolly:
    """3.6: two things fix the winning number: the ball lies in its pocket, and the dolly stands on that number."""

    def test_rest_and_dolly_then_payment(self) -> None:
        conduct.announces_then_marks(RULES.ref, "3.6")

    def test_with_the_ball_at_rest_alone_nothing_is_paid(self) -> None:
        play = Play(RULES.ref).opened().laid("17").laid("18", "w2").spun().called().rested("17")
        no = play.refused(Settle(DEALER), Code.NO_DOLLY, "rws-roulette-360/1 §3.6")
        assert no.facts == {"phase": "at-rest"}
        assert types(play.dolly().settled()) == ["wager-collected", "wager-paid", "round-closed"]

    def test_the_dolly_stands_on_no_other_number(self) -> None:
        conduct.marks_the_winning_number_alone(RULES.ref, "3.6")

    def test_a_second_entry_of_another_number_is_refused(self) -> None:
        play = Play(RULES.ref).opened().spun().called().rested("17")
        second = By("dan", Role.DEALER)
        no = play.refused(ConfirmOutcome(second, Pocket("20")), Code.WRONG_POCKET, "rws-roulette-360/1 §3.6")
        assert no.facts == {"pocket": "20", "outcome": "17"}
        assert types(play.do(ConfirmOutcome(second, Pocket("17")))) == ["outcome-confirmed"]


class TestClause_5_1__void_games:
    """5.1: each of ten listed facts makes the game void, and what is not listed does not by itself."""

    LISTED = tuple(kind for kind in Irregularity if kind is not Irregularity.UNLISTED)

    @pytest.mark.parametrize("kind", LISTED)
    def test_a_listed_fact_voids_the_game_and_gives_every_stake_back(self, kind: Irregularity) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()

        happened = play.known(kind)

        assert types(happened)[:2] == ["irregularity-reported", "round-voided"]
        assert any(number.startswith("5.1") for number in happened[1].clauses)
        assert play.table.layout.live == 0

    def test_what_is_not_listed_waits_for_a_ruling(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()

        assert types(play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED))) == ["irregularity-reported"]
        assert play.table.layout.live == 1


class TestClause_5_1_1__dropped_ball:
    """5.1.1: a ball put into a pocket instead of being sent round makes no game."""

    def test_a_dropped_ball_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.NOT_SPUN, "5.1.1")

    def test_it_does_so_although_no_spin_was_recorded(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        is_void(play, play.do(ReportIrregularity(DEALER, Irregularity.NOT_SPUN)), Irregularity.NOT_SPUN, "5.1.1")

    def test_a_ball_that_went_round_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.NOT_SPUN)


class TestClause_5_1_2__too_few_revolutions:
    """5.1.2: with fewer than four revolutions there is no game; four are enough."""

    def test_three_counted_revolutions_void_the_round_at_rest(self) -> None:
        conduct.voids_a_short_spin(RULES.ref, "5.1.2")

    def test_too_few_can_be_reported_while_the_ball_turns(self) -> None:
        voids(RULES.ref, Irregularity.TOO_FEW_REVOLUTIONS, "5.1.2")

    def test_exactly_four_make_one(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun(4).called().rested("17").dolly()
        assert types(play.settled()) == ["wager-paid", "round-closed"]


class TestClause_5_1_3__broken_ball:
    """5.1.3: a ball that goes to pieces makes no game."""

    def test_a_broken_ball_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.BALL_BROKE, "5.1.3")

    def test_a_whole_ball_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.BALL_BROKE)


class TestClause_5_1_4__no_pocket:
    """5.1.4: a ball that stays up in the wheel and lands in no pocket makes no game."""

    def test_a_ball_in_no_pocket_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.NO_COMPARTMENT, "5.1.4")

    def test_a_hanging_ball_does_too_without_any_call(self) -> None:
        voids(RULES.ref, Irregularity.BALL_HANGS, "5.1.4")

    def test_a_ball_in_a_pocket_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.NO_COMPARTMENT)


class TestClause_5_1_5__ball_left_the_wheel:
    """5.1.5: a ball that flies off the wheel makes no game."""

    def test_a_ball_off_the_wheel_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.BALL_LEFT_WHEEL, "5.1.5")

    def test_a_ball_that_stays_in_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.BALL_LEFT_WHEEL)


class TestClause_5_1_6__still_wheel:
    """5.1.6: a ball sent round a wheel that stands makes no game."""

    def test_the_spin_itself_voids_the_round(self) -> None:
        conduct.voids_at_the_spin(RULES.ref, Turning.STILL, Irregularity.WHEEL_STILL, "5.1.6")

    def test_a_still_wheel_seen_too_late_is_reported(self) -> None:
        voids(RULES.ref, Irregularity.WHEEL_STILL, "5.1.6")

    def test_a_turning_wheel_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.WHEEL_STILL)


class TestClause_5_1_7__same_direction:
    """5.1.7: a ball sent the way the wheel turns makes no game."""

    def test_the_spin_itself_voids_the_round(self) -> None:
        conduct.voids_at_the_spin(RULES.ref, Turning.CLOCKWISE, Irregularity.SAME_DIRECTION, "5.1.7")

    def test_a_direction_seen_too_late_is_reported(self) -> None:
        voids(RULES.ref, Irregularity.SAME_DIRECTION, "5.1.7")

    def test_a_ball_sent_against_the_wheel_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.SAME_DIRECTION)


class TestClause_5_1_8__foreign_object:
    """5.1.8: something that falls into the wheel voids the game, as long as the ball does not rest."""

    def test_before_the_rest_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.FOREIGN_OBJECT, "5.1.8")

    def test_after_the_rest_it_changes_nothing(self) -> None:
        conduct.does_not_void_after_the_rest(RULES.ref, Irregularity.FOREIGN_OBJECT, "5.1.8", until="rest")


class TestClause_5_1_9__interference:
    """5.1.9: a game in which somebody meddles with ball or wheel is void."""

    def test_interference_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.INTERFERENCE, "5.1.9")

    def test_an_undisturbed_spin_makes_one(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.INTERFERENCE)


class TestClause_5_1_10__wheel_stopped:
    """5.1.10: a wheel that stops at any time before the rest voids the game, so it need not be under a running ball."""

    def test_under_the_running_ball_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.WHEEL_STOPPED, "5.1.10")

    def test_before_the_ball_is_spun_there_is_no_rest_to_come_before(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        stopped = ReportIrregularity(DEALER, Irregularity.WHEEL_STOPPED)
        play.refused(stopped, Code.NOT_SPUN, RULES.ref + " §5.1.10")

    def test_after_the_rest_it_changes_nothing(self) -> None:
        conduct.does_not_void_after_the_rest(RULES.ref, Irregularity.WHEEL_STOPPED, "5.1.10", until="rest")


class TestClause_5_2__after_the_call:
    """5.2: with the call the layout is shut: nothing comes on, nothing grows, nothing comes off."""

    def test_a_late_wager_is_refused(self) -> None:
        conduct.refuses_late_wagers(RULES.ref, "5.2")

    def test_of_a_stake_raised_late_only_the_raise_is_refused(self) -> None:
        conduct.refuses_only_the_increase(RULES.ref, "5.2")

    def test_a_wager_moved_late_is_a_late_wager(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        move = MoveWager(ANN, "w1", "20", accident=False)
        assert play.refused(move, Code.BETTING_CLOSED, "rws-roulette-360/1 §5.2").facts == {"phase": "no-more-bets"}

    def test_before_the_call_a_wager_can_be_taken_back(self) -> None:
        conduct.lets_wagers_be_taken_back_before_the_call(RULES.ref, "3.2")

    def test_after_it_taking_one_back_is_refused(self) -> None:
        conduct.refuses_late_withdrawals(RULES.ref, "5.2")
