"""Roulette (MBS), version 3: what can be bet on, what it pays, and how a round is run."""

from dataclasses import replace

import pytest

import croupier
from croupier import Basis, Kind, Limit, Limits, Settlement
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import (
    ChipSort,
    Intake,
    LimitScope,
    LimitSource,
    OverMaximum,
    Responsibility,
    Role,
    UnderMinimum,
)
from croupier.table.commands import (
    ApproveCorrection,
    AuthorizeEarlyClose,
    Ball,
    BuyIn,
    By,
    CallNoMoreBets,
    CallNoSpin,
    Chips,
    CorrectOutcome,
    CountRevolutions,
    DeclareOutcome,
    FailPower,
    Laid,
    LeaveSeat,
    LiftDolly,
    MarkUnclear,
    MoveWager,
    OpenBetting,
    OpenTable,
    PlaceDolly,
    PlaceWager,
    PlaceWagers,
    ReportIrregularity,
    RestorePower,
    RetractWager,
    RetractWagers,
    RoundRuling,
    RuleOnIrregularity,
    RuleOnWager,
    SetLimits,
    Settle,
    SpinBall,
    StakeRange,
    TakeSeat,
    Turning,
    WagerTreatment,
)
from croupier.table.events import (
    ChipsBought,
    Event,
    IrregularityReported,
    NoSpinCalled,
    OutcomeCorrected,
    OutcomeDeclared,
    PowerFailed,
    WagerCollected,
    WagerMarkedUnclear,
    WagerMoved,
    WagerPaid,
    WagerPlaced,
    WagerReturned,
    WagerRuled,
)
from croupier.table.refusal import Code
from croupier.table.state import Phase
from testkit.table.play import (
    ANN,
    BOB,
    DEALER,
    FLOOR,
    MANAGER,
    SHIFT,
    SUPERVISOR,
    Play,
    concluded,
    is_void,
    results,
    types,
    voids,
)
from tests.clauses import claims, conduct

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


BEHIND = "mbs-roulette/3 §"
"""What a refusal puts before a clause of this document."""

LENIENT = Limits(by_kind=DISPLAYED.by_kind, intake=Intake.ACCEPT)
"""The same limits at a table where stakes outside them slip in."""


def bought(play: Play, value: int | None, *, marker: bool | None = None, color: str = "pink") -> ChipsBought:
    """Ann buys color chips worth 1,000."""
    (event,) = play.do(BuyIn(ANN, "ann", 1_000, ChipSort.COLOR, color=color, chip_value=value, marker=marker))
    assert isinstance(event, ChipsBought)
    return event


class TestClause_1_1_1__color_chips:
    """1.1.1: color chips are one player's, worth what that player says when buying; above the least, a marker tells."""

    LEAST = Limits(chip_value_min=100)

    def test_the_player_says_what_a_chip_is_worth(self) -> None:
        event = bought(Play(RULES.ref).opened(), 250)
        assert (event.color, event.chip_value, event.amount, event.marker) == ("pink", 250, 1_000, False)
        assert event.clauses == ("1.1.1",)

    def test_unmarked_chips_are_worth_the_least(self) -> None:
        play = Play(RULES.ref, self.LEAST).opened()
        assert bought(play, None).chip_value == 100
        assert bought(play, 100).marker is False

    def test_above_the_least_there_is_a_marker(self) -> None:
        event = bought(Play(RULES.ref, self.LEAST).opened(), 500, marker=True)
        assert (event.chip_value, event.marker) == (500, True)

    def test_above_the_least_without_one_no_chips_are_issued(self) -> None:
        play = Play(RULES.ref, self.LEAST).opened()
        for marker in (None, False):
            ask = BuyIn(ANN, "ann", 1_000, ChipSort.COLOR, color="pink", chip_value=500, marker=marker)
            no = play.refused(ask, Code.MARKER_MISSING, BEHIND + "1.1.1")
            assert no.facts == {"chip_value": 500, "chip_value_min": 100}

    def test_below_the_least_no_chips_are_issued(self) -> None:
        play = Play(RULES.ref, self.LEAST).opened()
        ask = BuyIn(ANN, "ann", 1_000, ChipSort.COLOR, color="pink", chip_value=50)
        assert play.refused(ask, Code.CHIP_VALUE_TOO_LOW, BEHIND + "1.1.1").facts["chip_value"] == 50

    def test_a_chip_without_a_value_is_not_sold(self) -> None:
        ask = BuyIn(ANN, "ann", 1_000, ChipSort.COLOR, color="pink")
        no = Play(RULES.ref).opened().refused(ask, Code.CHIP_VALUE_MISSING, BEHIND + "1.1.1")
        assert no.facts == {"missing": "chip_value"}

    def test_the_value_stays_what_it_was_at_the_purchase(self) -> None:
        play = Play(RULES.ref).opened()
        bought(play, 250)
        more = BuyIn(ANN, "ann", 1_000, ChipSort.COLOR, color="pink", chip_value=500)
        assert play.refused(more, Code.CHIP_VALUE_FIXED, BEHIND + "1.1.1").facts == {"chip_value": 250}
        assert bought(play, 250).chip_value == 250

    def test_a_color_is_issued_to_one_player(self) -> None:
        play = Play(RULES.ref).opened()
        bought(play, 100)
        ask = BuyIn(BOB, "bob", 500, ChipSort.COLOR, color="pink", chip_value=100)
        assert play.refused(ask, Code.COLOR_TAKEN, BEHIND + "1.1.1").facts == {"color": "pink"}
        play.do(BuyIn(BOB, "bob", 500, ChipSort.COLOR, color="blue", chip_value=100))
        theirs = PlaceWager(BOB, "w1", "bob", "17", 100, (Chips(1, color="pink"),))
        assert play.refused(theirs, Code.CHIPS_OF_ANOTHER_PLAYER, BEHIND + "1.1.1").facts == {"color": "pink"}


class TestClause_1_1_4__round_of_play:
    """1.1.4: a round goes from the start of play to the outcome and, where there is any, the last payment."""

    def test_it_ends_with_the_last_payment_losers_first(self) -> None:
        conduct.ends_when_all_is_paid(RULES.ref, "1.1.4")

    def test_no_other_begins_before_that(self) -> None:
        conduct.is_one_at_a_time(RULES.ref, BEHIND + "1.1.4")

    def test_a_wager_that_waits_for_a_ruling_keeps_it_open(self) -> None:
        play = Play(RULES.ref).opened().laid("17").laid("18", "w2")
        play.do(MarkUnclear(DEALER, "w2"))
        assert types(concluded(play)) == ["wager-paid"]
        no = play.refused(OpenBetting(DEALER), Code.ROUND_OPEN, BEHIND + "1.1.4")
        assert no.facts == {"phase": "dolly-down"}
        play.do(RuleOnWager(SUPERVISOR, "w2", WagerTreatment.STAND))
        assert types(play.settled()) == ["wager-collected", "round-closed"]
        play.opened()


class TestClause_3_1__opening_call:
    """3.1: the dealer's invitation to bet is what starts play."""

    def test_wagers_are_taken_from_the_call_on(self) -> None:
        conduct.starts_with_the_opening_call(RULES.ref, "3.1")

    def test_no_player_makes_it(self) -> None:
        conduct.only_the_dealer_opens(RULES.ref, "3.1")

    def test_between_two_rounds_nothing_is_taken_until_it_is_made_again(self) -> None:
        play = Play(RULES.ref).opened()
        concluded(play)
        late = PlaceWager(ANN, "w1", "ann", "17", claims.STAKE)
        assert play.refused(late, Code.BETTING_CLOSED, BEHIND + "3.1").facts == {"phase": "paid"}
        play.opened().laid("17")


class TestClause_3_2__closing_call:
    """3.2: from the dealer's call on, betting is closed."""

    def test_wagers_are_taken_until_the_call(self) -> None:
        conduct.closes_with_the_call(RULES.ref, ("3.2", "3.7"), late="5.13")

    def test_betting_that_is_closed_is_not_closed_again(self) -> None:
        conduct.is_called_once(RULES.ref, "3.2")


class TestClause_3_3__chips_and_wagers:
    """3.3: cash chips, color chips or a mixture of them, on as many of the listed wagers as the player likes."""

    def test_either_sort_of_chip_and_both_together_are_taken(self) -> None:
        conduct.takes_cash_chips_color_chips_and_both(RULES.ref, "3.3")

    def test_a_player_may_have_several_wagers(self) -> None:
        conduct.takes_several_wagers(RULES.ref, ("17", "17/20", "0/1/2", "1st 12", "red"))

    def test_a_wager_that_is_not_listed_is_refused(self) -> None:
        conduct.takes_no_wager_off_the_list(RULES.ref, "3.3", ("00", "17/22", "green", "0-1-3"))

    def test_chips_that_are_not_the_players_are_refused(self) -> None:
        conduct.takes_no_other_chips(RULES.ref)


class TestClause_3_3_1__at_the_table:
    """3.3.1: a table that keeps to its displayed limits takes no stake outside them, from however many players."""

    def ask(self, stake: int, wager: str = "w1", by: By = ANN) -> PlaceWager:
        return PlaceWager(by, wager, by.name, "17", stake)

    def test_both_ends_of_the_limits_are_taken(self) -> None:
        play = Play(RULES.ref, DISPLAYED).opened()
        for number, stake in enumerate((5, 100)):
            play.laid(str(number), f"w{number}", stake)

    def test_a_stake_outside_them_is_refused(self) -> None:
        play = Play(RULES.ref, DISPLAYED).opened()
        low = play.refused(self.ask(4), Code.BELOW_MINIMUM, BEHIND + "3.3.1")
        assert low.facts == {"stake": 4, "stake_min": 5, "stake_max": 100}
        high = play.refused(self.ask(101), Code.ABOVE_MAXIMUM, BEHIND + "3.3.1")
        assert high.facts == {"stake": 101, "stake_min": 5, "stake_max": 100}

    def test_several_players_may_have_the_same_area_each_within_the_limits(self) -> None:
        play = Play(RULES.ref, DISPLAYED).opened().laid("17", "w1", 100).laid("17", "w2", 100, BOB)
        assert play.refused(self.ask(1, "w3", BOB), Code.ABOVE_MAXIMUM, BEHIND + "3.3.1").facts["stake"] == 101
        assert results(concluded(play)) == [("paid", "w1", 3_500, 100, 0), ("paid", "w2", 3_500, 100, 0)]

    def test_a_stake_in_several_parts_is_one(self) -> None:
        play = Play(RULES.ref, DISPLAYED).opened().laid("17", "w1", 60)
        assert play.refused(self.ask(41, "w2"), Code.ABOVE_MAXIMUM, BEHIND + "3.3.1").facts["stake"] == 101
        play.laid("17", "w2", 3)
        left = play.refused(RetractWager(ANN, "w1", 59), Code.BELOW_MINIMUM, BEHIND + "3.3.1")
        assert left.facts == {"stake": 4, "stake_min": 5, "stake_max": 100}
        assert play.refused(RetractWager(ANN, "w1"), Code.BELOW_MINIMUM, BEHIND + "3.3.1").facts["stake"] == 3
        play.do(RetractWagers(ANN, ("w1", "w2")))
        assert play.table.layout.live == 0

    def test_a_move_is_judged_at_both_ends(self) -> None:
        play = Play(RULES.ref, DISPLAYED).opened().laid("17", "w1", 60).laid("18", "w2", 60)
        onto = MoveWager(ANN, "w1", "18", accident=False)
        assert play.refused(onto, Code.ABOVE_MAXIMUM, BEHIND + "3.3.1").facts["stake"] == 120
        play.do(MoveWager(ANN, "w1", "19", accident=False))

    def test_a_table_may_let_them_in_so_that_the_settlement_decides(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 4).laid("18", "w2", 101)
        assert play.table.layout.live == 2


class TestClause_3_5__placed_by_staff:
    """3.5: dealer, supervisor and manager may lay a player's chips while betting is open; the player answers for it."""

    def test_each_of_them_may_lay_a_players_chips(self) -> None:
        for by in (DEALER, SUPERVISOR, MANAGER):
            play = Play(RULES.ref).opened()
            (placed,) = play.do(PlaceWager(by, "w1", "ann", "17/20", claims.STAKE))
            assert isinstance(placed, WagerPlaced)
            assert (placed.player, placed.by, placed.clauses) == ("ann", by, ("3.4.2", "3.5"))
            assert results(concluded(play)) == [("paid", "w1", 17 * claims.STAKE, claims.STAKE, 0)]

    def test_somebody_who_is_no_staff_may_not(self) -> None:
        play = Play(RULES.ref).opened()
        other = PlaceWager(BOB, "w1", "ann", "17", claims.STAKE)
        assert play.refused(other, Code.NOT_YOURS, "wire §2.3").facts == {"player": "ann"}
        for role in (Role.SURVEILLANCE, Role.AUDITOR, Role.FLOOR_MANAGER):
            onlooker = PlaceWager(By("eve", role), "w1", "ann", "17", claims.STAKE)
            no = play.refused(onlooker, Code.ROLE_NOT_ALLOWED, BEHIND + "3.5")
            assert no.facts == {"role": str(role), "needed": ["dealer", "pit-supervisor", "pit-manager"]}

    def test_nor_do_staff_bet_for_themselves(self) -> None:
        play = Play(RULES.ref).opened()
        for by in (DEALER, SUPERVISOR, MANAGER):
            own = PlaceWager(by, "w1", by.name, "17", claims.STAKE)
            unnamed = PlaceWagers(by, (Laid("w1", "17", claims.STAKE),))
            for ask in (own, unnamed):
                no = play.refused(ask, Code.ROLE_NOT_ALLOWED, BEHIND + "3.5")
                assert (no.facts["role"], no.facts["needed"]) == (str(by.role), ["player"])
        play.refused(RetractWager(ANN, "w9"), Code.UNKNOWN_WAGER, "wire §4.3")

    def test_they_place_wagers_and_neither_take_them_back_nor_move_them(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        for by in (DEALER, SUPERVISOR, MANAGER, SHIFT):
            for ask in (RetractWager(by, "w1"), MoveWager(by, "w1", "18", accident=False)):
                no = play.refused(ask, Code.ROLE_NOT_ALLOWED, BEHIND + "3.5")
                assert no.facts == {"role": str(by.role), "needed": ["player"]}

    def test_after_the_call_staff_may_not_either(self) -> None:
        play = Play(RULES.ref).opened().spun().called()
        for by in (DEALER, SUPERVISOR, MANAGER):
            play.refused(PlaceWager(by, "w1", "ann", "17", claims.STAKE), Code.BETTING_CLOSED, BEHIND + "5.13")

    def test_a_wrong_placement_is_the_players_to_notice_in_time(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(PlaceWager(DEALER, "w1", "ann", "20", claims.STAKE))
        play.do(PlaceWager(DEALER, "w2", "ann", "20", claims.STAKE))
        play.do(MoveWager(ANN, "w1", "17", accident=False))
        play.spun().called()
        play.refused(MoveWager(ANN, "w2", "17", accident=False), Code.BETTING_CLOSED, BEHIND + "5.13")
        lost, won = results(play.rested("17").dolly().settled())
        assert (lost[:2], won[:2]) == (("collected", "w2"), ("paid", "w1"))
        assert RULES.procedure.wagers.responsibility.value is Responsibility.PLAYER


class TestClause_3_6__valid_spin:
    """3.6: a spin counts if the ball goes against the wheel and round its track four times or more."""

    def test_four_revolutions_against_the_wheel_count(self) -> None:
        conduct.counts_a_spin(RULES.ref, "3.6", ("3.6", "5.3"))

    def test_no_outcome_is_taken_without_a_count(self) -> None:
        conduct.counts_no_spin_uncounted(RULES.ref, "3.6")

    def test_no_outcome_is_taken_without_a_spin(self) -> None:
        play = Play(RULES.ref).opened()
        no = play.refused(DeclareOutcome(DEALER, Pocket("17")), Code.NOT_SPUN, BEHIND + "3.6")
        assert no.facts == {"phase": "betting-open"}
        sent = SpinBall(ANN, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE)
        assert play.refused(sent, Code.ROLE_NOT_ALLOWED, BEHIND + "3.6").facts["needed"] == "dealer"
        play.spun().refused(replace(sent, by=DEALER), Code.ALREADY_SPUN, "wire §3.2")

    def test_a_spin_of_three_revolutions_has_no_outcome(self) -> None:
        conduct.voids_a_short_spin(RULES.ref, "5.3")


class TestClause_3_7__call_while_the_ball_turns:
    """3.7: with the ball still going round, the dealer closes the betting."""

    def test_it_closes_betting_while_the_ball_turns(self) -> None:
        conduct.closes_with_the_call(RULES.ref, ("3.2", "3.7"), late="5.13")

    def test_before_the_spin_it_needs_somebodys_leave(self) -> None:
        play = Play(RULES.ref).opened()
        no = play.refused(CallNoMoreBets(DEALER), Code.NOT_AUTHORIZED, BEHIND + "6.1")
        assert no.facts == {"phase": "betting-open"}

    def test_after_the_ball_has_come_to_rest_it_is_too_late(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().rested("17")
        play.refused(CallNoMoreBets(DEALER), Code.TOO_LATE, BEHIND + "3.7")
        play.refused(PlaceWager(ANN, "w2", "ann", "17", 1), Code.BETTING_CLOSED, BEHIND + "3.7")
        (stands,) = play.do(RetractWager(ANN, "w1"))
        assert (stands.type, stands.clauses) == ("withdrawal-ignored", ("3.7",)), (
            "5.14 speaks of the time after the call"
        )

    def test_a_ball_known_to_have_dropped_ends_betting_too(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        (failed,) = play.do(FailPower(DEALER, ball_dropped=True))
        assert failed.clauses == ("3.8", "3.7")
        assert play.at(Phase.NO_MORE_BETS)
        play.refused(PlaceWager(ANN, "w2", "ann", "17", 1), Code.BETTING_CLOSED, BEHIND + "3.7")
        play.refused(CallNoMoreBets(DEALER), Code.TOO_LATE, BEHIND + "3.7")
        assert types(play.do(DeclareOutcome(DEALER, Pocket("17")))) == ["irregularity-reported", "outcome-declared"]
        play.dolly().refused(Settle(DEALER), Code.RULING_NEEDED, BEHIND + "6.2")

    def test_a_ball_at_rest_without_it_goes_to_the_shift_manager(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        reported, declared = play.do(DeclareOutcome(DEALER, Pocket("17")))
        assert isinstance(reported, IrregularityReported)
        assert (reported.kind, reported.treatment, reported.clauses) == (Irregularity.UNLISTED, "referred", ("6.2",))
        assert isinstance(declared, OutcomeDeclared)
        play.dolly().refused(Settle(DEALER), Code.RULING_NEEDED, BEHIND + "6.2")


class TestClause_3_8__outcome_and_dolly:
    """3.8: the pocket in which the ball rests is the outcome; it is announced, and marked with the dolly."""

    def test_the_number_is_said_then_marked_then_paid(self) -> None:
        conduct.announces_then_marks(RULES.ref, "3.8")

    def test_the_dolly_stands_on_no_other_number(self) -> None:
        conduct.marks_the_winning_number_alone(RULES.ref, "3.8")

    def test_a_pocket_the_wheel_does_not_have_is_no_outcome(self) -> None:
        play = Play(RULES.ref).opened().spun().called()
        for pocket in ("00", "S", "37"):
            double = DeclareOutcome(DEALER, Pocket(pocket))
            assert play.refused(double, Code.NOT_A_POCKET, "wire §3.5").facts == {"pocket": pocket}


class TestClause_3_9__rulings:
    """3.9: a supervisor or above says, once the ball rests, what becomes of wagers that lay unclearly or were moved."""

    def marked(self) -> Play:
        play = Play(RULES.ref).opened().laid("18", "w1").laid("red", "w2", by=BOB)
        (marked,) = play.do(MarkUnclear(DEALER, "w1", "on the line to 17"))
        assert isinstance(marked, WagerMarkedUnclear)
        assert (marked.wager, marked.point, marked.clauses) == ("w1", "on the line to 17", ("3.9",))
        return play.spun().called()

    def ruled(self, treatment: WagerTreatment, position: str | None = None) -> tuple[Play, tuple[Event, ...]]:
        play = self.marked().rested("17").dolly()
        assert types(play.settled()) == ["wager-collected"], "the other wager does not wait"
        happened = play.do(RuleOnWager(SUPERVISOR, "w1", treatment, position, "seen on camera"))
        assert isinstance(happened[0], WagerRuled)
        assert (happened[0].treatment, happened[0].clauses) == (treatment, ("3.9",))
        return play, happened

    def test_it_may_stand_where_it_counted(self) -> None:
        play, _ = self.ruled(WagerTreatment.STAND)
        settled = play.settled()
        assert results(settled) == [("collected", "w1", 0, 0, claims.STAKE)]
        assert types(settled)[-1] == "round-closed"

    def test_it_may_count_elsewhere(self) -> None:
        play, _ = self.ruled(WagerTreatment.RELOCATE, "17/18")
        (paid, _) = play.settled()
        assert isinstance(paid, WagerPaid)
        assert (paid.position, paid.winnings, paid.clauses) == ("split:17-18", 17 * claims.STAKE, ("4.1", "3.9"))

    def test_it_may_go_back(self) -> None:
        play, happened = self.ruled(WagerTreatment.RETURN)
        assert results(happened) == [("returned", "w1", 0, claims.STAKE, 0)]
        assert happened[1].clauses == ("3.9",)
        assert types(play.settled()) == ["round-closed"]

    def test_it_does_not_count_where_there_is_no_position(self) -> None:
        play = self.marked().rested("17")
        for position in (None, "17/22"):
            ask = RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RELOCATE, position)
            play.refused(ask, Code.NOT_ON_LAYOUT, BEHIND + "3.3")

    def test_a_moved_chip_waits_for_a_ruling_as_well(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.held, moved.counts, moved.clauses) == (True, "straight:17", ("4.3", "3.9"))
        play.rested("20").dolly().refused(Settle(DEALER), Code.RULING_NEEDED, BEHIND + "3.9")
        play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RELOCATE, "20"))
        assert results(play.settled()) == [("paid", "w1", 35 * claims.STAKE, claims.STAKE, 0)]

    def test_the_dealer_does_not_rule(self) -> None:
        play = self.marked().rested("17")
        for by in (DEALER, ANN):
            no = play.refused(RuleOnWager(by, "w1", WagerTreatment.STAND), Code.ROLE_NOT_ALLOWED, BEHIND + "3.9")
            assert no.facts == {"role": str(by.role), "needed": "pit-supervisor"}
        for by in (MANAGER, SHIFT):
            play = self.marked().rested("17")
            play.do(RuleOnWager(by, "w1", WagerTreatment.STAND))

    def test_nothing_is_ruled_before_the_ball_rests(self) -> None:
        no = self.marked().refused(
            RuleOnWager(SUPERVISOR, "w1", WagerTreatment.STAND), Code.NOT_AT_REST, BEHIND + "3.9"
        )
        assert no.facts == {"phase": "no-more-bets"}

    def test_a_clear_wager_is_not_ruled_on(self) -> None:
        play = self.marked().rested("17")
        ask = RuleOnWager(SUPERVISOR, "w2", WagerTreatment.RETURN)
        assert play.refused(ask, Code.NOTHING_TO_RULE, BEHIND + "3.9").facts == {"wager": "w2"}

    def test_a_wager_is_ruled_on_once(self) -> None:
        play, _ = self.ruled(WagerTreatment.STAND)
        play.refused(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RETURN), Code.NOTHING_TO_RULE, BEHIND + "3.9")

    def test_it_blocks_its_own_settlement_alone(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 40).laid("17", "w2", 40).laid("18", "w3", 50)
        play.laid("18", "w4", 80, BOB).do(MarkUnclear(DEALER, "w1"))
        assert results(concluded(play)) == [
            ("collected", "w3", 0, 0, 50),
            ("collected", "w4", 0, 0, 80),
            ("paid", "w2", 35 * 40, 40, 0),
        ]
        play.refused(Settle(DEALER), Code.RULING_NEEDED, BEHIND + "3.9")
        play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.STAND))
        (paid, _) = play.settled()
        assert results((paid,)) == [("paid", "w1", 35 * 40, 40, 0)]

    def test_what_a_ruling_may_bring_over_the_maximum_waits_with_it(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 80).laid("17", "w2", 80).laid("18", "w3", 20)
        play.laid("20", "w4", 21).do(MarkUnclear(DEALER, "w1"))
        assert results(concluded(play)) == [("collected", "w3", 0, 0, 20)], "20 and the held 80 are the maximum of 100"
        play.refused(Settle(DEALER), Code.RULING_NEEDED, BEHIND + "3.9")
        play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.STAND))
        settled = play.settled()
        assert results(settled) == [
            ("collected", "w4", 0, 0, 21),
            ("paid", "w1", 35 * 80, 80, 0),
            ("paid", "w2", 35 * 20, 80, 0),
        ]
        assert [event.clauses for event in settled[1:3]] == [("4.1", "5.16", "3.9"), ("4.1", "5.16")]

    def test_what_a_ruling_gave_back_counts_no_more(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 50).laid("17", "w2", 60).laid("18", "w3", 20)
        play.do(MarkUnclear(DEALER, "w1"))
        play.do(MarkUnclear(DEALER, "w3"))
        play.spun().called().rested("17").dolly().refused(Settle(DEALER), Code.RULING_NEEDED, BEHIND + "3.9")
        play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RETURN))
        assert results(play.settled()) == [("paid", "w2", 35 * 60, 60, 0)]

    def test_on_another_bet_of_the_player_what_the_ruling_may_bring_up_to_the_minimum_waits_too(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 3).laid("20", "w2", 2).laid("18", "w3", 1)
        play.laid("20", "w4", 2, BOB).do(MarkUnclear(DEALER, "w1"))
        assert [one[1] for one in results(concluded(play))] == ["w3", "w4"], "1 and the held 3 are less than 5"
        play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RELOCATE, "20"))
        assert {event.clauses for event in play.settled()[:2]} == {("4.1",), ("4.1", "3.9")}

    def test_what_only_the_ruling_brings_up_to_the_minimum_waits_with_it(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 3).laid("17", "w2", 3).laid("18", "w3", 80)
        play.do(MarkUnclear(DEALER, "w1"))
        assert results(concluded(play)) == [("collected", "w3", 0, 0, 80)]
        play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.STAND))
        assert [event.clauses for event in play.settled()[:2]] == [("4.1", "3.9"), ("4.1",)]


class TestClause_4_3__position_at_the_call:
    """4.3: what counts is where the chips were at the closing call; 3.9 alone makes exceptions."""

    def test_a_chip_moved_by_its_player_before_the_call_counts_where_it_went(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        (moved,) = play.do(MoveWager(ANN, "w1", "20", accident=False))
        assert isinstance(moved, WagerMoved)
        assert (moved.counts, moved.held, moved.clauses) == ("straight:20", False, ("3.4.1",))
        play.called().rested("20").dolly()
        assert results(play.settled()) == [("paid", "w1", 35 * claims.STAKE, claims.STAKE, 0)]

    def test_a_chip_nudged_after_the_call_counts_where_it_was(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert (play.wager("w1").lies, play.wager("w1").counts) == ("straight:20", "straight:17")
        play.rested("17").do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.STAND))
        assert results(play.dolly().settled()) == [("paid", "w1", 35 * claims.STAKE, claims.STAKE, 0)]

    def test_nobody_moves_a_chip_after_the_call(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        play.refused(MoveWager(ANN, "w1", "20", accident=False), Code.BETTING_CLOSED, BEHIND + "5.13")
        play.refused(MoveWager(ANN, "w1", "20", accident=True), Code.ROLE_NOT_ALLOWED, "wire §2.2")


class TestClause_5_1__same_direction:
    """5.1: a ball that goes the way of the wheel leaves the round void."""

    def test_the_spin_itself_voids_the_round(self) -> None:
        conduct.voids_at_the_spin(RULES.ref, Turning.CLOCKWISE, Irregularity.SAME_DIRECTION, "5.1")

    def test_a_direction_seen_too_late_is_reported(self) -> None:
        voids(RULES.ref, Irregularity.SAME_DIRECTION, "5.1")

    def test_a_ball_sent_against_the_wheel_makes_a_round(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.SAME_DIRECTION)


class TestClause_5_2__dropped_ball:
    """5.2: a ball that was dropped in without circling leaves the round void."""

    def test_a_dropped_ball_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.NOT_SPUN, "5.2")

    def test_it_does_so_although_no_spin_was_recorded(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        is_void(play, play.do(ReportIrregularity(DEALER, Irregularity.NOT_SPUN)), Irregularity.NOT_SPUN, "5.2")

    def test_a_ball_that_went_round_makes_a_round(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.NOT_SPUN)


class TestClause_5_3__too_few_revolutions:
    """5.3: short of four revolutions the round is void."""

    def test_three_counted_revolutions_void_the_round_at_rest(self) -> None:
        conduct.voids_a_short_spin(RULES.ref, "5.3")

    def test_too_few_can_be_reported_while_the_ball_turns(self) -> None:
        voids(RULES.ref, Irregularity.TOO_FEW_REVOLUTIONS, "5.3")

    def test_exactly_four_make_a_round(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun(4).called().rested("17").dolly()
        assert types(play.settled()) == ["wager-paid", "round-closed"]


class TestClause_5_4__foreign_object:
    """5.4: something that falls into the wheel before the ball rests leaves the round void."""

    def test_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.FOREIGN_OBJECT, "5.4")

    def test_after_the_rest_it_changes_nothing(self) -> None:
        conduct.does_not_void_after_the_rest(RULES.ref, Irregularity.FOREIGN_OBJECT, "5.4", until="rest")


class TestClause_5_5__no_pocket:
    """5.5: a ball that ends in none of the pockets leaves the round void, one that hangs included."""

    def test_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.NO_COMPARTMENT, "5.5")

    def test_so_does_a_ball_that_hangs(self) -> None:
        voids(RULES.ref, Irregularity.BALL_HANGS, "5.5")

    def test_a_ball_in_a_pocket_makes_a_round(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.NO_COMPARTMENT)


class TestClause_5_6__ball_thrown_out:
    """5.6: a ball that flies off the wheel leaves the round void."""

    def test_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.BALL_LEFT_WHEEL, "5.6")

    def test_a_ball_that_stays_makes_a_round(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.BALL_LEFT_WHEEL)


class TestClause_5_7__broken_ball:
    """5.7: a ball in pieces leaves the round void."""

    def test_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.BALL_BROKE, "5.7")

    def test_a_whole_ball_makes_a_round(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.BALL_BROKE)


class TestClause_5_8__wheel_stops:
    """5.8: a wheel that comes to a stop under a spinning ball leaves the round void."""

    def test_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.WHEEL_STOPPED, "5.8")

    def test_before_the_ball_is_sent_there_is_nothing_to_stop_for(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        play.refused(ReportIrregularity(DEALER, Irregularity.WHEEL_STOPPED), Code.NOT_SPUN, BEHIND + "5.8")

    def test_after_the_rest_it_changes_nothing(self) -> None:
        conduct.does_not_void_after_the_rest(RULES.ref, Irregularity.WHEEL_STOPPED, "5.8", until="spinning")


class TestClause_5_9__still_wheel:
    """5.9: a ball sent round a wheel at rest leaves the round void."""

    def test_the_spin_itself_voids_the_round(self) -> None:
        conduct.voids_at_the_spin(RULES.ref, Turning.STILL, Irregularity.WHEEL_STILL, "5.9")

    def test_a_still_wheel_seen_too_late_is_reported(self) -> None:
        voids(RULES.ref, Irregularity.WHEEL_STILL, "5.9")

    def test_a_turning_wheel_makes_a_round(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.WHEEL_STILL)


class TestClause_5_10__interference:
    """5.10: whoever meddles with ball or wheel leaves the round void."""

    def test_it_voids_the_round(self) -> None:
        voids(RULES.ref, Irregularity.INTERFERENCE, "5.10")

    def test_a_hand_on_the_ball_at_rest_interferes_with_no_spin(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called().rested("17").dolly()
        play.refused(ReportIrregularity(DEALER, Irregularity.INTERFERENCE), Code.TOO_LATE, BEHIND + "5.10")

    def test_one_before_the_rest_that_is_found_later_does_void(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called().rested("17").dolly()
        found = play.do(ReportIrregularity(DEALER, Irregularity.INTERFERENCE, found_late=True))
        is_void(play, found, Irregularity.INTERFERENCE, "5.10")

    def test_seen_after_the_payment_it_is_too_late(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        concluded(play)
        play.refused(ReportIrregularity(DEALER, Irregularity.INTERFERENCE), Code.TOO_LATE, BEHIND + "1.1.4")

    def test_an_undisturbed_ball_makes_a_round(self) -> None:
        conduct.goes_on_without(RULES.ref, Irregularity.INTERFERENCE)


class TestClause_5_11_1__power_failure_and_no_spin:
    """5.11.1: with the power gone and the ball still up, a no-spin call makes the round void."""

    def test_the_call_voids_the_round_by_both_clauses(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        (failed,) = play.do(FailPower(DEALER, ball_dropped=False))
        assert isinstance(failed, PowerFailed)
        assert (failed.ball_dropped, failed.clauses) == (False, ("5.11.1", "5.11.2"))
        called, voided, returned = play.do(CallNoSpin(DEALER))
        assert types((called, voided, returned)) == ["no-spin-called", "round-voided", "wager-returned"]
        assert called.clauses == voided.clauses == returned.clauses == ("5.11.1", "5.12")
        assert (play.phase, play.table.tray) == (Phase.VOID, 0)

    def test_a_ball_that_was_not_sent_yet_has_not_dropped_either(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        play.do(FailPower(DEALER, ball_dropped=False))
        called = play.do(CallNoSpin(DEALER))
        assert types(called) == ["no-spin-called", "round-voided", "wager-returned"]
        assert called[0].clauses == ("5.11.1", "5.12")

    def test_a_power_failure_concerns_every_round_until_the_power_is_back(self) -> None:
        play = Play(RULES.ref).opened().spun()
        play.do(FailPower(DEALER, ball_dropped=False))
        play.called().rested("1").dolly().settled()
        play.opened().laid("17")
        assert play.do(CallNoSpin(DEALER))[0].clauses == ("5.11.1", "5.12")
        play.opened().laid("17").spun().called()
        assert play.do(DeclareOutcome(DEALER, Pocket("17")))[0].clauses == ("3.8", "5.11.2")

    def test_with_the_ball_in_a_pocket_the_failure_adds_nothing_to_the_call(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        (failed,) = play.do(FailPower(DEALER, ball_dropped=True))
        assert failed.clauses == ("3.8",)
        assert play.do(CallNoSpin(DEALER))[0].clauses == ("5.12",)

    def test_a_player_does_not_report_the_failure(self) -> None:
        play = Play(RULES.ref).opened().spun()
        play.refused(FailPower(ANN, ball_dropped=False), Code.ROLE_NOT_ALLOWED, "wire §2.2")


class TestClause_5_11_2__power_failure_alone:
    """5.11.2: with the power gone, the ball still up and no such call, the round is played to its end."""

    def test_the_round_goes_on_and_is_settled(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        play.do(FailPower(DEALER, ball_dropped=False))
        assert play.at(Phase.BALL_IN_PLAY)
        (restored,) = play.do(RestorePower(DEALER))
        assert (restored.type, restored.clauses) == ("power-restored", ("5.11.1", "5.11.2"))
        assert types(play.called().rested("17").dolly().settled()) == ["wager-paid", "round-closed"]

    def test_a_wheel_that_stops_for_want_of_power_voids_it_all_the_same(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        play.do(FailPower(DEALER, ball_dropped=False))
        stopped = play.do(ReportIrregularity(DEALER, Irregularity.WHEEL_STOPPED))
        is_void(play, stopped, Irregularity.WHEEL_STOPPED, "5.8")

    def test_no_round_no_failure(self) -> None:
        play = Play(RULES.ref).opened()
        concluded(play)
        play.refused(FailPower(DEALER, ball_dropped=False), Code.BETTING_CLOSED, BEHIND + "3.1")


class TestClause_5_11_1__what_a_power_failure_cannot_be:
    """5.11: it asks whether the ball had dropped, and the record knows when it cannot have, and when it must have."""

    def test_a_ball_that_was_not_spun_has_not_dropped(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        no = play.refused(FailPower(DEALER, ball_dropped=True), Code.NOT_SPUN, BEHIND + "3.8")
        assert no.facts == {"phase": "betting-open"}
        play.do(FailPower(DEALER, ball_dropped=False))

    def test_a_ball_at_rest_has(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called().rested("17")
        for _ in range(2):
            play.refused(FailPower(DEALER, ball_dropped=False), Code.TOO_LATE, BEHIND + "5.11.1")
            play.dolly() if play.at(Phase.AT_REST) else None
        play.do(FailPower(DEALER, ball_dropped=True))

    def test_what_has_dropped_does_not_rise_again(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        play.do(FailPower(DEALER, ball_dropped=True))
        play.do(RestorePower(DEALER))
        play.refused(FailPower(DEALER, ball_dropped=False), Code.TOO_LATE, BEHIND + "5.11.1")
        play.do(FailPower(DEALER, ball_dropped=True))

    def test_power_that_is_off_does_not_fail_and_power_that_is_on_does_not_come_back(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        play.refused(RestorePower(DEALER), Code.ALREADY_DONE, "wire §3.2")
        play.do(FailPower(DEALER, ball_dropped=False))
        play.refused(FailPower(DEALER, ball_dropped=False), Code.ALREADY_DONE, "wire §3.2")
        play.do(RestorePower(DEALER))
        play.refused(RestorePower(DEALER), Code.ALREADY_DONE, "wire §3.2")

    def test_it_may_come_back_in_a_later_round(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        play.do(FailPower(DEALER, ball_dropped=False))
        play.do(CallNoSpin(DEALER))
        play.opened().refused(FailPower(DEALER, ball_dropped=False), Code.ALREADY_DONE, "wire §3.2")
        play.do(RestorePower(DEALER))
        play.do(FailPower(DEALER, ball_dropped=False))


class TestClause_5_12__no_spin:
    """5.12: dealer, supervisor or manager may annul a spin for an irregularity seen or suspected."""

    def spinning(self) -> Play:
        return Play(RULES.ref).opened().laid("17").laid("red", "w2", by=BOB).spun().called()

    def test_each_of_them_may_call_it_and_the_stakes_go_back(self) -> None:
        for by in (DEALER, SUPERVISOR, MANAGER):
            play = self.spinning()
            called, *rest = play.do(CallNoSpin(by))
            assert isinstance(called, NoSpinCalled)
            assert (called.reason, called.suspected, called.clauses) == (None, False, ("5.12",))
            assert types(rest) == ["round-voided", "wager-returned", "wager-returned"]
            assert play.at(Phase.VOID)

    def test_a_suspicion_is_enough(self) -> None:
        called, voided, *_ = self.spinning().do(CallNoSpin(DEALER, Irregularity.INTERFERENCE, suspected=True))
        assert isinstance(called, NoSpinCalled)
        assert called.suspected
        assert called.clauses == voided.clauses == ("5.10", "5.12")

    @pytest.mark.parametrize("suspected", [None, True])
    def test_what_these_rules_do_not_foresee_is_a_reason_only_for_whoever_decides_on_it(
        self, *, suspected: bool | None
    ) -> None:
        play = self.spinning()
        for by in (DEALER, SUPERVISOR, MANAGER):
            ask = CallNoSpin(by, Irregularity.UNLISTED, suspected=suspected)
            no = play.refused(ask, Code.REASON_NOT_ALLOWED, BEHIND + "6.2")
            assert no.facts == {"reason": "unlisted", "by": "shift-manager"}
        called, *_ = play.do(CallNoSpin(SHIFT, Irregularity.UNLISTED, suspected=suspected))
        assert called.clauses == ("6.2", "5.12", "6.3")

    def test_the_round_is_void_wherever_the_ball_comes_to_rest(self) -> None:
        play = self.spinning()
        play.do(CallNoSpin(DEALER))
        play.refused(DeclareOutcome(DEALER, Pocket("17")), Code.BETTING_CLOSED, BEHIND + "3.1")
        assert play.table.round.outcome is None

    def test_nobody_else_may_call_it(self) -> None:
        play = self.spinning()
        for by in (ANN, By("eve", Role.SURVEILLANCE)):
            no = play.refused(CallNoSpin(by), Code.ROLE_NOT_ALLOWED, BEHIND + "5.12")
            assert no.facts == {"role": str(by.role), "needed": ["dealer", "pit-supervisor", "pit-manager"]}

    def test_once_the_outcome_is_announced_it_is_too_late(self) -> None:
        play = self.spinning().rested("17")
        assert play.refused(CallNoSpin(DEALER), Code.TOO_LATE, BEHIND + "5.12").facts == {"phase": "at-rest"}
        play.dolly().refused(CallNoSpin(MANAGER), Code.TOO_LATE, BEHIND + "5.12")


class TestClause_5_13__late_wagers:
    """5.13: after the closing call nothing is laid or added; what is tried is refused, what lay there stands."""

    def test_a_late_wager_is_refused_in_every_phase(self) -> None:
        conduct.refuses_late_wagers(RULES.ref, "5.13")

    def test_of_a_late_increase_only_the_increase_is_refused(self) -> None:
        conduct.refuses_only_the_increase(RULES.ref, "5.13")

    def test_so_is_a_late_list_of_wagers(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        rebet = PlaceWagers(ANN, (Laid("w2", "18", 100), Laid("w3", "19", 100)))
        no = play.refused(rebet, Code.BETTING_CLOSED, BEHIND + "5.13")
        assert no.facts == {"phase": "no-more-bets", "wager": "w2"}


class TestClause_5_14__withdrawn_wagers:
    """5.14: after the closing call a wager stays in play, even if its chips are taken away."""

    def test_before_the_call_a_wager_may_be_taken_back(self) -> None:
        conduct.lets_wagers_be_taken_back_before_the_call(RULES.ref, "3.2")

    def test_after_it_the_wager_is_won_or_lost_all_the_same(self) -> None:
        conduct.ignores_late_withdrawals(RULES.ref, "5.14")

    def test_a_list_of_them_likewise(self) -> None:
        play = Play(RULES.ref).opened().laid("17").laid("18", "w2").spun().called()
        happened = play.do(RetractWagers(ANN, ("w1", "w2")))
        assert types(happened) == ["withdrawal-ignored", "withdrawal-ignored"]
        assert play.table.layout.live == 2


class TestClause_5_15__across_rounds:
    """5.15: the once is one round per player and sitting: settled then, handed back in every round that follows."""

    def second(self, first: str, second: str, stakes: dict[str, int]) -> Play:
        """A small stake in the first round, and these stakes in the next."""
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 2)
        concluded(play, first)
        play.opened()
        for wager, stake in stakes.items():
            play.laid("17", wager, stake)
        concluded(play, second)
        return play

    def test_the_first_is_settled_and_marked_as_such_win_or_lose(self) -> None:
        for pocket, result in (("17", ("paid", "w1", 70, 2, 0)), ("18", ("collected", "w1", 0, 0, 2))):
            play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 2)
            settled, _ = concluded(play, pocket)
            assert results((settled,)) == [result]
            assert isinstance(settled, WagerPaid | WagerCollected)
            assert settled.under_minimum
            assert settled.clauses == ("4.1", "5.15")
            assert play.table.standing.under_minimum.get("ann") == 1

    def test_the_next_goes_back_win_or_lose(self) -> None:
        for first in ("17", "18"):
            for second in ("17", "18"):
                play = self.second(first, second, {"w2": 2})
                (back,) = play.all(WagerReturned)
                assert (back.wager, back.amount, back.clauses) == ("w2", 2, ("5.15",))

    def test_so_do_all_that_follow(self) -> None:
        play = self.second("18", "18", {"w2": 2})
        play.opened().laid("17", "w3", 2)
        assert results(concluded(play, "17")) == [("returned", "w3", 0, 2, 0)]

    def test_a_stake_within_the_limits_is_played_as_ever(self) -> None:
        play = self.second("18", "17", {"w2": 5})
        assert results(play.record)[-1] == ("paid", "w2", 175, 5, 0)

    def test_small_parts_that_make_up_the_minimum_are_no_small_stake(self) -> None:
        play = self.second("18", "17", {"w2": 2, "w3": 3})
        assert results(play.record)[-2:] == [("paid", "w2", 70, 2, 0), ("paid", "w3", 105, 3, 0)]

    def test_small_parts_that_do_not_are_one_small_stake(self) -> None:
        play = self.second("18", "17", {"w2": 2, "w3": 2})
        assert results(play.record)[-2:] == [("returned", "w2", 0, 2, 0), ("returned", "w3", 0, 2, 0)]

    def test_every_small_stake_of_the_first_round_is_settled(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 2).laid("18", "w2", 3)
        assert results(concluded(play, "18")) == [("collected", "w1", 0, 0, 2), ("paid", "w2", 105, 3, 0)]

    def test_one_settled_late_by_a_ruling_is_of_the_same_round(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 1).laid("18", "w2", 3)
        play.do(MarkUnclear(DEALER, "w2"))
        assert results(concluded(play, "18")) == [("collected", "w1", 0, 0, 1)]
        play.do(RuleOnWager(SUPERVISOR, "w2", WagerTreatment.STAND))
        assert results(play.settled()) == [("paid", "w2", 105, 3, 0)]

    def test_another_player_has_a_first_time_too(self) -> None:
        play = self.second("18", "18", {})
        play.opened().laid("17", "w2", 2, BOB)
        assert results(concluded(play, "17")) == [("paid", "w2", 70, 2, 0)]

    def test_a_void_round_was_no_first_time(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 2).spun()
        play.do(CallNoSpin(DEALER))
        play.opened().laid("17", "w2", 2)
        assert results(concluded(play, "17")) == [("paid", "w2", 70, 2, 0)]

    def test_a_new_sitting_does_not_begin_anew(self) -> None:
        play = Play(RULES.ref, LENIENT).opened()
        play.do(TakeSeat(ANN, "ann"))
        play.laid("17", "w1", 2)
        concluded(play, "18")
        play.do(LeaveSeat(ANN, "ann"))
        play.opened().laid("17", "w2", 2)
        assert results(concluded(play, "17")) == [("returned", "w2", 0, 2, 0)]

    def known(self) -> Play:
        """A second round of the same sitting in which the small stake has won, not yet settled."""
        play = Play(RULES.ref, LENIENT).opened()
        play.do(TakeSeat(ANN, "ann"))
        concluded(play.laid("17", "w1", 2), "18")
        return play.opened().laid("17", "w2", 2).spun().called().rested("17")

    def test_whoever_leaves_once_the_outcome_is_known_wins_nothing_by_it(self) -> None:
        play = self.known()
        play.do(LeaveSeat(ANN, "ann"))
        assert results(play.dolly().settled()) == [("returned", "w2", 0, 2, 0)]

    def test_with_the_round_that_sitting_ends(self) -> None:
        play = self.known()
        play.do(LeaveSeat(ANN, "ann"))
        play.dolly().settled()
        play.opened().laid("17", "w3", 2)
        assert results(concluded(play, "17")) == [("returned", "w3", 0, 2, 0)]

    def test_with_a_void_round_too(self) -> None:
        play = self.known()
        play.do(LeaveSeat(ANN, "ann"))
        play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, found_late=True))
        play.opened().laid("17", "w3", 2)
        assert results(concluded(play, "17")) == [("returned", "w3", 0, 2, 0)]

    def test_whoever_is_back_before_has_not_left(self) -> None:
        play = self.known()
        play.do(LeaveSeat(ANN, "ann"))
        play.do(TakeSeat(ANN, "ann"))
        play.dolly().settled()
        play.opened().laid("17", "w3", 2)
        assert results(concluded(play, "17")) == [("returned", "w3", 0, 2, 0)]

    def test_whoever_has_taken_every_wager_back_has(self) -> None:
        play = Play(RULES.ref, LENIENT).opened()
        play.do(TakeSeat(ANN, "ann"))
        concluded(play.laid("17", "w1", 2), "18")
        play.opened().laid("17", "w2", 2)
        play.do(RetractWager(ANN, "w2"))
        play.do(LeaveSeat(ANN, "ann"))
        assert results(concluded(play.laid("17", "w3", 2), "17")) == [("returned", "w3", 0, 2, 0)]


class TestClause_5_16__in_parts:
    """5.16: the maximum is that of a player's whole stake on a bet, however many chips and commands made it up."""

    def stacked(self, pocket: str, *stakes: int) -> tuple[Event, ...]:
        play = Play(RULES.ref, LENIENT).opened()
        for number, stake in enumerate(stakes, 1):
            play.laid("17", f"w{number}", stake)
        return concluded(play, pocket)

    def test_a_win_is_paid_on_the_maximum_in_the_order_laid(self) -> None:
        settled = self.stacked("17", 60, 60, 30)
        assert results(settled) == [
            ("returned", "w3", 0, 30, 0),
            ("paid", "w1", 2_100, 60, 0),
            ("paid", "w2", 1_400, 60, 0),
        ]
        assert {event.clauses for event in settled[:-1]} == {("4.1", "5.16")}

    def test_a_loss_costs_the_maximum_and_the_rest_goes_back(self) -> None:
        settled = self.stacked("18", 60, 60, 30)
        assert results(settled) == [
            ("collected", "w1", 0, 0, 60),
            ("collected", "w2", 0, 20, 40),
            ("returned", "w3", 0, 30, 0),
        ]

    def test_two_players_have_a_maximum_each(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 150).laid("17", "w2", 150, BOB)
        assert results(concluded(play, "17")) == [("paid", "w1", 3_500, 150, 0), ("paid", "w2", 3_500, 150, 0)]

    def test_it_holds_in_every_round(self) -> None:
        play = Play(RULES.ref, LENIENT)
        for _ in range(3):
            play.opened().laid("17", "w1", 150)
            assert results(concluded(play, "18")) == [("collected", "w1", 0, 50, 100)]

    def test_a_ruling_onto_another_bet_adds_only_what_the_maximum_leaves(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("18", "w1", 60).laid("17", "w2", 70)
        play.do(MarkUnclear(DEALER, "w1"))
        play.spun().called().rested("17").dolly().refused(Settle(DEALER), Code.RULING_NEEDED, BEHIND + "3.9")
        play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RELOCATE, "17"))
        assert results(play.settled()) == [("paid", "w1", 2_100, 60, 0), ("paid", "w2", 1_400, 70, 0)]


class TestClause_5_17__settled_is_settled:
    """5.17: what earlier rounds paid or collected outside the limits is not gone into again."""

    def test_new_limits_leave_an_earlier_round_as_it_was(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 150)
        concluded(play, "18")
        before = play.table
        (changed,) = play.do(SetLimits(DEALER, {"straight": StakeRange(5, 200)}, intake="accept"))
        assert changed.clauses == ("3.3.1",)
        assert (play.table.tray, play.table.layout) == (before.tray, before.layout)
        play.opened().laid("17", "w1", 150)
        assert results(concluded(play, "18")) == [("collected", "w1", 0, 0, 150)]
        assert play.table.tray == 100 + 150

    def test_a_round_that_nobody_remembers_is_not_corrected(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 2)
        ask = CorrectOutcome(SHIFT, "7", Pocket("17"), "misread")
        no = play.refused(ask, Code.ROUND_OVER, BEHIND + "1.1.4")
        assert no.facts == {"named": "7", "round": "1"}

    def test_no_irregularity_undoes_what_was_settled(self) -> None:
        play = Play(RULES.ref, LENIENT).opened().laid("17", "w1", 150)
        concluded(play, "18")
        late = ReportIrregularity(DEALER, Irregularity.UNLISTED)
        assert play.refused(late, Code.TOO_LATE, BEHIND + "1.1.4").facts == {"phase": "paid"}

    def test_a_round_under_way_keeps_the_limits_it_began_with(self) -> None:
        play = Play(RULES.ref, DISPLAYED).opened()
        play.do(SetLimits(DEALER, {"straight": StakeRange(5, 200)}))
        play.refused(PlaceWager(ANN, "w1", "ann", "17", 150), Code.ABOVE_MAXIMUM, BEHIND + "3.3.1")
        concluded(play)
        play.opened().laid("17", "w1", 150)


class TestClause_6_1__early_close:
    """6.1: a pit manager may have the betting closed before the ball is sent."""

    def test_with_the_managers_leave_the_dealer_closes_before_the_spin(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        (allowed,) = play.do(AuthorizeEarlyClose(MANAGER))
        assert (allowed.type, allowed.clauses) == ("early-close-authorized", ("6.1",))
        (called,) = play.do(CallNoMoreBets(DEALER))
        assert called.clauses == ("3.2", "6.1")
        play.refused(PlaceWager(ANN, "w2", "ann", "17", 1), Code.BETTING_CLOSED, BEHIND + "5.13")
        play.spun()
        assert play.at(Phase.NO_MORE_BETS), "no second call is needed"
        assert types(play.rested("17").dolly().settled()) == ["wager-paid", "round-closed"]

    def test_without_it_the_dealer_may_not(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        play.refused(CallNoMoreBets(DEALER), Code.NOT_AUTHORIZED, BEHIND + "6.1")
        play.laid("18", "w2")

    def test_nobody_below_the_manager_gives_it(self) -> None:
        play = Play(RULES.ref).opened()
        for by in (ANN, DEALER, SUPERVISOR):
            no = play.refused(AuthorizeEarlyClose(by), Code.ROLE_NOT_ALLOWED, BEHIND + "6.1")
            assert no.facts == {"role": str(by.role), "needed": "pit-manager"}

    def test_it_holds_for_one_round(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(AuthorizeEarlyClose(MANAGER))
        play.refused(AuthorizeEarlyClose(MANAGER), Code.ALREADY_DONE, BEHIND + "6.1")
        play.called().spun().rested("17").dolly().settled()
        play.opened().refused(CallNoMoreBets(DEALER), Code.NOT_AUTHORIZED, BEHIND + "6.1")

    def test_once_the_ball_turns_there_is_nothing_to_allow(self) -> None:
        play = Play(RULES.ref).opened().spun()
        play.refused(AuthorizeEarlyClose(MANAGER), Code.ALREADY_SPUN, "wire §3.2")


class TestClause_6_2__unlisted_irregularities:
    """6.2: what these rules do not foresee is for the gaming shift manager to decide."""

    def referred(self) -> Play:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        (reported,) = play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "a bird"))
        assert isinstance(reported, IrregularityReported)
        assert (reported.treatment, reported.note, reported.clauses) == ("referred", "a bird", ("6.2",))
        return play

    def test_the_round_waits_for_the_decision(self) -> None:
        play = self.referred().rested("17").dolly()
        no = play.refused(Settle(DEALER), Code.RULING_NEEDED, BEHIND + "6.2")
        assert no.facts == {"by": "shift-manager"}

    def test_the_round_may_stand(self) -> None:
        play = self.referred().rested("17").dolly()
        (ruled,) = play.do(RuleOnIrregularity(SHIFT, RoundRuling.STAND, "the bird left"))
        assert (ruled.type, ruled.clauses) == ("irregularity-ruled", ("6.2",))
        assert types(play.settled()) == ["wager-paid", "round-closed"]

    def test_the_round_may_be_void_with_the_outcome_announced(self) -> None:
        play = self.referred().rested("17").dolly()
        happened = play.do(RuleOnIrregularity(SHIFT, RoundRuling.VOID, "the bird stayed"))
        assert types(happened) == ["irregularity-ruled", "round-voided", "wager-returned"]
        assert {event.clauses for event in happened} == {("6.2",)}
        assert (play.phase, play.table.tray) == (Phase.VOID, 0)

    def test_nobody_below_decides(self) -> None:
        play = self.referred()
        for by in (ANN, DEALER, SUPERVISOR, MANAGER):
            ask = RuleOnIrregularity(by, RoundRuling.STAND, "fine")
            no = play.refused(ask, Code.ROLE_NOT_ALLOWED, BEHIND + "6.2")
            assert no.facts == {"role": str(by.role), "needed": "shift-manager"}

    def test_where_nothing_was_referred_there_is_nothing_to_decide(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        ask = RuleOnIrregularity(SHIFT, RoundRuling.VOID, "a mood")
        play.refused(ask, Code.NOTHING_TO_RULE, BEHIND + "6.2")


class TestClause_6_3__higher_positions:
    """6.3: what a position may do, a higher one may do as well, and nobody does what is above theirs."""

    def test_a_higher_position_does_the_dealers_work(self) -> None:
        for by in (SUPERVISOR, MANAGER, SHIFT, By("gia", Role.SHIFT_MANAGER, acting=Role.DEALER)):
            play = Play(RULES.ref)
            for step in (
                OpenTable(by),
                OpenBetting(by),
                SpinBall(by, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
                CountRevolutions(by, 4),
                CallNoMoreBets(by),
                DeclareOutcome(by, Pocket("17")),
                PlaceDolly(by, Pocket("17")),
                Settle(by),
                LiftDolly(by),
            ):
                assert ("6.3" in play.do(step)[0].clauses) is not isinstance(step, OpenTable)
            assert play.at(Phase.PAID)

    def test_only_the_act_itself_rests_on_it_and_not_what_follows(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        spun, reported, voided, returned = play.do(SpinBall(SHIFT, Ball.CLOCKWISE, Turning.CLOCKWISE))
        assert spun.clauses == ("3.6", "6.3")
        assert not any("6.3" in event.clauses for event in (reported, voided, returned))

    def test_whoever_holds_the_position_that_is_named_needs_no_other_ground(self) -> None:
        for by in (DEALER, SUPERVISOR, MANAGER):
            play = Play(RULES.ref).opened().laid("17").spun()
            assert play.do(CallNoSpin(by))[0].clauses == ("5.12",)
        assert Play(RULES.ref).opened().do(AuthorizeEarlyClose(MANAGER))[0].clauses == ("6.1",)
        for by, further in ((DEALER, ()), (MANAGER, ("6.3",)), (SHIFT, ())):
            play = Play(RULES.ref).opened().laid("17").spun().called().rested("18")
            corrected = play.do(CorrectOutcome(by, "1", Pocket("17"), "misspoken"))[0]
            assert corrected.clauses == ("3.8", "6.4", *further)

    def test_the_shift_manager_places_rules_allows_and_annuls(self) -> None:
        play = Play(RULES.ref).opened()
        assert play.do(PlaceWager(SHIFT, "w1", "ann", "17", claims.STAKE))[0].clauses == ("3.4.1", "3.5", "6.3")
        assert play.do(AuthorizeEarlyClose(SHIFT))[0].clauses == ("6.1", "6.3")
        play.spun()
        assert play.do(CallNoSpin(SHIFT))[0].clauses == ("5.12", "6.3")

    def test_whoever_acts_in_a_position_does_what_it_does(self) -> None:
        for role in (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER):
            play = Play(RULES.ref).opened().laid("17").spun()
            play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED))
            play.refused(RuleOnIrregularity(By("sue", role), RoundRuling.VOID, "why"), Code.ROLE_NOT_ALLOWED)
            ruled = play.do(RuleOnIrregularity(By("sue", role, Role.SHIFT_MANAGER), RoundRuling.VOID, "why"))
            assert ruled[0].clauses == ("6.2", "6.3")

    def test_a_player_acts_in_no_position(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED))
        for role in (Role.PLAYER, Role.SURVEILLANCE):
            ask = RuleOnIrregularity(By("sue", role, Role.SHIFT_MANAGER), RoundRuling.VOID, "as if")
            # The clause would allow it: what it does not make is staff of somebody who is none.
            no = play.refused(ask, Code.ACTING_NOT_ALLOWED, "wire §2.2")
            assert no.facts == {"role": str(role), "acting": "shift-manager"}

    def test_a_position_of_another_ladder_is_no_higher_one(self) -> None:
        play = Play(RULES.ref).opened()
        play.refused(AuthorizeEarlyClose(FLOOR), Code.ROLE_NOT_ALLOWED, BEHIND + "6.1")
        play.refused(CallNoMoreBets(FLOOR), Code.ROLE_NOT_ALLOWED, BEHIND + "3.2")


class TestClause_6_4__displays:
    """6.4: what a screen shows decides nothing; the pocket in which the ball lay does."""

    def wrong(self) -> Play:
        """The ball lies in 20, the screen and the dealer's entry say 17."""
        return Play(RULES.ref).opened().laid("17").laid("20", "w2", by=BOB).spun().called().rested("17")

    def test_a_wrong_number_is_corrected_before_anything_is_paid(self) -> None:
        play = self.wrong().dolly()
        (corrected,) = play.do(CorrectOutcome(SHIFT, "1", Pocket("20"), "the ball lies in 20"))
        assert isinstance(corrected, OutcomeCorrected)
        assert (corrected.before, corrected.pocket, corrected.adjustments) == ("17", "20", ())
        assert corrected.clauses == ("3.8", "6.4")
        assert results(play.dolly().settled()) == [
            ("collected", "w1", 0, 0, claims.STAKE),
            ("paid", "w2", 35 * claims.STAKE, claims.STAKE, 0),
        ]

    def test_afterwards_the_money_is_put_right_by_two_people(self) -> None:
        play = self.wrong().dolly()
        play.settled()
        (proposed,) = play.do(CorrectOutcome(SHIFT, "1", Pocket("20"), "the ball lies in 20"))
        assert (proposed.type, proposed.clauses) == ("correction-proposed", ("3.8", "6.4"))
        play.refused(ApproveCorrection(SHIFT, "1", Pocket("20")), Code.SAME_PERSON, "wire §2.5")
        (corrected,) = play.do(ApproveCorrection(DEALER, "1", Pocket("20")))
        assert isinstance(corrected, OutcomeCorrected)
        assert [(one.wager, one.winnings, one.returned, one.collected) for one in corrected.adjustments] == [
            ("w2", 35 * claims.STAKE, claims.STAKE, -claims.STAKE),
            ("w1", -35 * claims.STAKE, -claims.STAKE, claims.STAKE),
        ]
        assert play.table.tray == claims.STAKE - 35 * claims.STAKE

    def test_the_dolly_does_not_follow_the_screen(self) -> None:
        play = self.wrong()
        no = play.refused(PlaceDolly(DEALER, Pocket("20")), Code.WRONG_POCKET, BEHIND + "3.8")
        assert no.facts == {"pocket": "20", "outcome": "17"}

    def test_until_the_dolly_is_placed_the_dealer_puts_a_wrong_word_right(self) -> None:
        play = self.wrong()
        (corrected,) = play.do(CorrectOutcome(DEALER, "1", Pocket("20"), "misspoken"))
        assert (corrected.type, play.table.round.outcome) == ("outcome-corrected", "20")

    def test_below_the_shift_manager_nobody_orders_it_later(self) -> None:
        play = self.wrong().dolly()
        for by in (ANN, DEALER, SUPERVISOR, MANAGER):
            ask = CorrectOutcome(by, "1", Pocket("20"), "look")
            no = play.refused(ask, Code.ROLE_NOT_ALLOWED, BEHIND + "6.4")
            assert no.facts == {"role": str(by.role), "needed": "shift-manager"}
