"""Roulette with 0 and 00, $1 to $10: wagers (W), amounts (L), odds (O), and how a round is run (G, R, P, I)."""

import pytest

import croupier
from croupier import Basis, Kind, Limit
from croupier.rules.felt import Box
from croupier.rules.irregularities import Irregularity
from croupier.rules.narrowing import check_narrower
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, LimitSource, OverMaximum, Responsibility, Unclear, UnderMinimum
from croupier.table.commands import (
    ApproveRedemption,
    AuthorizeEarlyClose,
    Ball,
    BringBackChips,
    BuyIn,
    By,
    CallNoMoreBets,
    CallNoSpin,
    CashOut,
    Chips,
    Command,
    CountRevolutions,
    DeclareOutcome,
    Laid,
    LeaveSeat,
    LiftDolly,
    MarkUnclear,
    MoveWager,
    OpenBetting,
    OpenTable,
    PermitValueChips,
    PlaceDolly,
    PlaceWager,
    PlaceWagers,
    RemoveChips,
    ReportIrregularity,
    RetractWager,
    RoundRuling,
    RuleOnIrregularity,
    RuleOnWager,
    Settle,
    SpinBall,
    TakeSeat,
    Turning,
    WagerTreatment,
)
from croupier.table.events import (
    DollyLifted,
    IrregularityReported,
    NoMoreBetsCalled,
    NoSpinCalled,
    ValueChipsPermitted,
    WagerMoved,
    WagerPlaced,
    WagerRetracted,
)
from croupier.table.refusal import Code
from croupier.table.state import Phase
from testkit.table.play import ANN, BOB, DEALER, FLOOR, Play, concluded, results, types
from tests.clauses import claims, conduct

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

    def test_a_table_may_narrow_them_and_never_widen_them(self) -> None:
        narrow = croupier.Limits(by_kind={Kind.COLUMN: Limit(6 * DOLLAR, 10 * DOLLAR)})
        (line,) = croupier.settle(RULES, {"col 2": 6 * DOLLAR}, "17", limits=narrow)
        assert line.note == ""
        wide = croupier.Limits(by_kind={Kind.COLUMN: Limit(DOLLAR, 10 * DOLLAR)})
        with pytest.raises(croupier.CroupierError, match=r"limits-invalid \(kind=column.*us-double-zero/1 §L"):
            check_narrower(RULES, wide)


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


HERE = "us-double-zero/1 §"
"""What a refusal puts before a clause of this document."""

STAKE = claims.STAKE


def color(by: By, name: str, *, value: int | None = None, amount: int = 20 * DOLLAR) -> BuyIn:
    """A purchase of roulette chips, denominated where a value is named."""
    return BuyIn(by, by.name, amount, ChipSort.COLOR, color=name, chip_value=value, marker=value is not None or None)


class TestClause_G1__roulette_chips_on_the_layout:
    """G1: wagers are made with chips of the roulette table, where the layout has a place for them."""

    def test_roulette_chips_and_value_chips_of_the_table_are_taken(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(color(ANN, "pink"))
        (cash,) = play.do(BuyIn(ANN, "ann", 20 * DOLLAR, ChipSort.CASH))
        assert cash.clauses == ("G1", "G2")
        both = (Chips(3, color="pink"), Chips(4, cash=DOLLAR))
        (placed,) = play.do(PlaceWager(ANN, "w1", "ann", "17", STAKE, both))
        assert isinstance(placed, WagerPlaced)
        assert (placed.chips, placed.clauses) == (both, ("W1",))

    def test_where_the_layout_has_no_place_nothing_is_taken(self) -> None:
        conduct.takes_no_wager_off_the_list(RULES.ref, "G1", ("0-1-2-3", "17/22", "S", "green", "0/3"))

    def test_chips_that_the_player_does_not_have_are_refused(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(color(ANN, "pink"))
        nobodys = PlaceWager(ANN, "w1", "ann", "17", DOLLAR, (Chips(1, color="gold"),))
        play.refused(nobodys, Code.NOT_ENOUGH_CHIPS, "wire §5.1")
        short = PlaceWager(ANN, "w1", "ann", "17", 3 * DOLLAR, (Chips(2, color="pink"),))
        assert play.refused(short, Code.CHIPS_DO_NOT_ADD_UP, "wire §5.2").facts == {"stake": 300, "chips": 200}


class TestClause_E__denominated_chips:
    """E: among the equipment are chips that denominate roulette chips."""

    def test_a_value_above_the_standard_is_marked(self) -> None:
        play = Play(RULES.ref).opened()
        unmarked = BuyIn(ANN, "ann", 20 * DOLLAR, ChipSort.COLOR, color="pink", chip_value=5 * DOLLAR)
        no = play.refused(unmarked, Code.MARKER_MISSING, f"{HERE}E")
        assert no.facts == {"chip_value": 5 * DOLLAR, "chip_value_min": DOLLAR}
        play.do(color(ANN, "pink", value=5 * DOLLAR))

    def test_the_standard_needs_no_mark(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(BuyIn(ANN, "ann", 20 * DOLLAR, ChipSort.COLOR, color="pink", chip_value=DOLLAR))
        play.do(BuyIn(BOB, "bob", 20 * DOLLAR, ChipSort.COLOR, color="blue"))


class TestClause_G2__whose_chips:
    """G2: chips come from the dealer, or with the dealer's leave; no two people play with chips that look alike."""

    def value_chips(self, by: By, wager: str = "w1") -> PlaceWager:
        return PlaceWager(by, wager, by.name, "17", STAKE, (Chips(7, cash=DOLLAR),))

    def test_value_chips_from_outside_need_leave(self) -> None:
        play = Play(RULES.ref).opened()
        no = play.refused(self.value_chips(ANN), Code.PERMISSION_NEEDED, HERE + "G2")
        assert no.facts == {"player": "ann"}
        (permitted,) = play.do(PermitValueChips(DEALER, "ann", "green edge"))
        assert isinstance(permitted, ValueChipsPermitted)
        assert (permitted.player, permitted.color, permitted.clauses) == ("ann", "green edge", ("G2",))
        play.do(self.value_chips(ANN))

    def test_the_dealer_gives_it_and_not_the_player(self) -> None:
        play = Play(RULES.ref).opened()
        no = play.refused(PermitValueChips(ANN, "ann"), Code.ROLE_NOT_ALLOWED, HERE + "G2")
        assert no.facts == {"role": "player", "needed": "dealer"}

    def test_value_chips_bought_here_need_none(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(BuyIn(ANN, "ann", 20 * DOLLAR, ChipSort.CASH))
        play.do(self.value_chips(ANN))

    def test_no_two_people_have_one_color(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(color(ANN, "pink"))
        assert play.refused(color(BOB, "pink"), Code.COLOR_TAKEN, HERE + "G2").facts == {"color": "pink"}
        play.do(color(BOB, "blue"))
        theirs = PlaceWager(BOB, "w1", "bob", "17", DOLLAR, (Chips(1, color="pink"),))
        assert play.refused(theirs, Code.CHIPS_OF_ANOTHER_PLAYER, HERE + "G2").facts == {"color": "pink"}

    def test_the_color_stays_theirs_while_a_chip_of_it_is_on_the_layout(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(color(ANN, "pink", amount=7 * DOLLAR))
        play.laid("17")
        play.refused(color(BOB, "pink"), Code.COLOR_TAKEN, HERE + "G2")
        concluded(play, "18")
        play.do(color(BOB, "pink"))

    def test_no_two_people_have_value_chips_of_one_design(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(BuyIn(ANN, "ann", 20 * DOLLAR, ChipSort.CASH))
        same = BuyIn(BOB, "bob", 20 * DOLLAR, ChipSort.CASH)
        assert play.refused(same, Code.COLOR_TAKEN, HERE + "G2").facts == {"color": "plain"}
        play.refused(PermitValueChips(DEALER, "bob"), Code.COLOR_TAKEN, HERE + "G2")
        play.do(PermitValueChips(DEALER, "bob", "green edge"))
        play.do(self.value_chips(BOB))

    def black(self, *, bought: bool = False) -> Play:
        """Ann may use black value chips, and has one on the layout."""
        play = Play(RULES.ref).opened()
        play.do(TakeSeat(ANN, "ann"))
        if bought:
            play.do(BuyIn(ANN, "ann", 1_000, ChipSort.COLOR, color="pink"))
        play.do(PermitValueChips(DEALER, "ann", "black"))
        play.do(PlaceWager(ANN, "w1", "ann", "17", 500, (Chips(1, cash=500),)))
        return play

    @pytest.mark.parametrize("gone", [PermitValueChips(DEALER, "ann", "white"), LeaveSeat(ANN, "ann")])
    def test_value_chips_on_the_layout_stay_their_players_whatever_is_permitted_now(self, gone: Command) -> None:
        play = self.black()
        play.do(gone)
        bobs = PermitValueChips(DEALER, "bob", "black")
        assert play.refused(bobs, Code.COLOR_TAKEN, HERE + "G2").facts == {"color": "black"}
        play.refused(BuyIn(BOB, "bob", 500, ChipSort.CASH, color="black"), Code.COLOR_TAKEN, HERE + "G2")
        play.do(PermitValueChips(DEALER, "ann", "black"))
        play.do(gone if isinstance(gone, PermitValueChips) else PermitValueChips(DEALER, "ann", "white"))
        concluded(play, "18")
        play.do(bobs)

    @pytest.mark.parametrize("gone", [PermitValueChips(DEALER, "ann", "white"), LeaveSeat(ANN, "ann")])
    def test_so_do_those_that_a_player_has_won_with(self, gone: Command) -> None:
        play = self.black(bought=True)
        concluded(play, "17")
        play.do(gone)
        bobs = PermitValueChips(DEALER, "bob", "black")
        play.refused(bobs, Code.COLOR_TAKEN, HERE + "G2")
        play.do(CashOut(ANN, "ann", 18_000, ChipSort.CASH))
        play.do(bobs)

    def test_a_permission_that_nothing_was_laid_by_frees_the_design(self) -> None:
        play = Play(RULES.ref).opened()
        for design in ("black", "black", "white"):
            play.do(PermitValueChips(DEALER, "ann", design))
        play.do(PermitValueChips(DEALER, "bob", "black"))

    def test_roulette_chips_that_left_the_table_are_worth_a_dollar_or_need_the_floor_manager(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(color(ANN, "pink", value=5 * DOLLAR))
        (removed,) = play.do(RemoveChips(ANN, "ann", 20 * DOLLAR))
        assert removed.clauses == ("G2",)
        back = CashOut(ANN, "ann", 20 * DOLLAR, ChipSort.COLOR)
        play.refused(back, Code.NOT_ENOUGH_CHIPS, "wire §5.1")
        play.do(BringBackChips(ANN, "ann", 20 * DOLLAR))
        no = play.refused(back, Code.APPROVAL_NEEDED, HERE + "G2")
        assert no.facts == {"amount": 2_000, "approved": 0, "needed": "floor-manager"}
        dealer = play.refused(ApproveRedemption(DEALER, "ann"), Code.ROLE_NOT_ALLOWED, HERE + "G2")
        assert dealer.facts == {"role": "dealer", "needed": "floor-manager"}
        (approved,) = play.do(ApproveRedemption(FLOOR, "ann"))
        assert approved.clauses == ("G2",)
        play.do(back)

    def test_at_a_dollar_nobody_is_asked(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(color(ANN, "pink"))
        play.do(RemoveChips(ANN, "ann", 20 * DOLLAR))
        play.do(BringBackChips(ANN, "ann", 20 * DOLLAR))
        play.do(CashOut(ANN, "ann", 20 * DOLLAR, ChipSort.COLOR))

    def test_chips_that_stayed_are_redeemed_without_asking(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(color(ANN, "pink", value=5 * DOLLAR))
        play.do(RemoveChips(ANN, "ann", 10 * DOLLAR))
        play.do(CashOut(ANN, "ann", 10 * DOLLAR, ChipSort.COLOR))


class TestClause_G3__the_players_own_care:
    """G3: where a wager lies is the player's care, also if the dealer laid it."""

    def test_what_the_dealer_laid_counts_where_it_lies(self) -> None:
        play = Play(RULES.ref).opened()
        (placed,) = play.do(PlaceWager(DEALER, "w1", "ann", "20", STAKE))
        assert placed.clauses == ("W1", "G3", "P3")
        assert results(concluded(play, "17")) == [("collected", "w1", 0, 0, STAKE)]

    def test_while_betting_is_open_the_player_sees_to_it(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(PlaceWager(DEALER, "w1", "ann", "20", STAKE))
        play.do(MoveWager(ANN, "w1", "17", accident=False))
        assert results(concluded(play, "17")) == [("paid", "w1", 35 * STAKE, STAKE, 0)]

    def test_nobody_rules_on_what_lies_unclearly(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        play.refused(MarkUnclear(DEALER, "w1"), Code.COUNTS_WHERE_IT_LIES, HERE + "G3")
        assert RULES.procedure.wagers.unclear.value is Unclear.PLAYERS_RISK
        assert RULES.procedure.wagers.responsibility.value is Responsibility.PLAYER


class TestClause_G4__position_at_rest:
    """G4: a wager counts where it is at the moment the ball falls to rest."""

    def test_a_chip_nudged_after_the_call_counts_where_it_ends_up(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.counts, moved.held, moved.clauses) == ("straight:20", False, ("G4",))
        assert results(play.rested("20").dolly().settled()) == [("paid", "w1", 35 * STAKE, STAKE, 0)]

    def test_once_the_ball_rests_a_nudge_changes_nothing(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called().rested("20")
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.position, moved.counts) == ("straight:20", "straight:17")
        assert results(play.dolly().settled()) == [("collected", "w1", 0, 0, STAKE)]

    def test_a_player_who_moves_a_chip_after_the_call_is_past_posting(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        no = play.refused(MoveWager(ANN, "w1", "20", accident=False), Code.BETTING_CLOSED, HERE + "G5")
        assert no.facts == {"phase": "no-more-bets", "past_posting": True, "also": ["I4"]}
        play.refused(MoveWager(ANN, "w1", "20", accident=True), Code.ROLE_NOT_ALLOWED, "wire §2.2")


class TestClause_G5__past_posting:
    """G5: any betting after the call is past posting and not allowed."""

    def test_every_way_of_betting_late_is_refused_and_flagged(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        for late in (
            PlaceWager(ANN, "w2", "ann", "18", STAKE),
            PlaceWager(ANN, "w2", "ann", "17", DOLLAR),
            PlaceWager(DEALER, "w2", "ann", "17", STAKE),
            PlaceWagers(ANN, (Laid("w2", "18", STAKE),)),
            MoveWager(ANN, "w1", "18", accident=False),
        ):
            no = play.refused(late, Code.BETTING_CLOSED, HERE + "G5")
            assert (no.facts["phase"], no.facts["past_posting"]) == ("no-more-bets", True)

    def test_a_late_withdrawal_is_for_the_floor_manager(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        no = play.refused(RetractWager(ANN, "w1"), Code.WITHDRAWAL_REFERRED, HERE + "G5")
        assert no.facts == {"phase": "no-more-bets", "to": "floor-manager"}
        play.refused(RuleOnWager(DEALER, "w1", WagerTreatment.RETURN), Code.ROLE_NOT_ALLOWED, HERE + "G5")
        ruled, returned = play.do(RuleOnWager(FLOOR, "w1", WagerTreatment.RETURN))
        assert ruled.clauses == returned.clauses == ("G5",)

    def test_nobody_lets_a_wager_go_once_its_outcome_is_known(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called().rested("18")
        for treatment in WagerTreatment:
            play.refused(RuleOnWager(FLOOR, "w1", treatment, "18"), Code.TOO_LATE, HERE + "G4")
        assert results(play.dolly().settled()) == [("collected", "w1", 0, 0, STAKE)]

    def test_before_the_call_nothing_is_late(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().laid("18", "w2")
        (back,) = play.do(RetractWager(ANN, "w1"))
        assert isinstance(back, WagerRetracted)
        assert (back.stake, back.clauses) == (STAKE, ("G5",))


class TestClause_R1__valid_spin:
    """R1: a spin counts with the ball against the wheel and three times round or more."""

    def test_three_revolutions_are_enough(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        spun, counted = (
            *play.do(SpinBall(DEALER, Ball.COUNTERCLOCKWISE, Turning.CLOCKWISE)),
            *play.do(CountRevolutions(DEALER, 3)),
        )
        assert (spun.clauses, counted.clauses) == (("R1",), ("R1", "I2"))
        assert types(play.called().rested("17").dolly().settled()) == ["wager-paid", "round-closed"]

    def test_two_are_not(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun(2).called()
        happened = play.do(DeclareOutcome(DEALER, Pocket("17")))
        assert types(happened) == ["irregularity-reported", "round-voided", "wager-returned"]
        assert happened[1].clauses == ("I2", "R1")
        assert (play.phase, play.table.round.outcome) == (Phase.VOID, None)

    def test_no_outcome_is_taken_without_a_count(self) -> None:
        conduct.counts_no_spin_uncounted(RULES.ref, "R1")

    def test_the_dealer_sends_the_ball(self) -> None:
        play = Play(RULES.ref).opened()
        for by in (ANN, FLOOR):
            ask = SpinBall(by, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE)
            no = play.refused(ask, Code.ROLE_NOT_ALLOWED, HERE + "R1")
            assert no.facts == {"role": str(by.role), "needed": "dealer"}


class TestClause_R2__call_while_the_ball_turns:
    """R2: the call comes as the ball slows, still in its track."""

    def test_it_closes_betting_while_the_ball_turns(self) -> None:
        play = Play(RULES.ref).opened().spun()
        assert play.at(Phase.BALL_IN_PLAY)
        (called,) = play.do(CallNoMoreBets(DEALER, wave=True))
        assert called.clauses == ("G5", "R2", "P4")
        assert play.at(Phase.NO_MORE_BETS)

    def test_before_the_spin_it_is_refused(self) -> None:
        conduct.is_not_called_before_the_spin(RULES.ref, "R2")
        play = Play(RULES.ref).opened()
        play.refused(AuthorizeEarlyClose(FLOOR), Code.NOT_IN_RULEBOOK, "wire §2.1")

    def test_without_it_what_lies_there_at_the_rest_is_settled(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun()
        assert play.do(DeclareOutcome(DEALER, Pocket("17")))[0].clauses == ("R3", "G4")
        play.refused(CallNoMoreBets(DEALER, wave=True), Code.TOO_LATE, HERE + "G4")
        assert types(play.dolly().settled()) == ["wager-paid", "round-closed"]


class TestClause_R3__number_and_dolly:
    """R3: with the ball at rest the dealer says the number and marks it."""

    def test_the_number_is_said_then_marked_then_paid(self) -> None:
        conduct.announces_then_marks(RULES.ref, "R3")

    def test_the_dolly_stands_on_no_other_number(self) -> None:
        conduct.marks_the_winning_number_alone(RULES.ref, "R3")

    def test_both_zeros_are_numbers_of_the_wheel_and_not_the_same_one(self) -> None:
        play = Play(RULES.ref).opened().laid("0").laid("00", "w2").spun().called().rested("00")
        no = play.refused(PlaceDolly(DEALER, Pocket("0")), Code.WRONG_POCKET, HERE + "R3")
        assert no.facts == {"pocket": "0", "outcome": "00"}
        assert results(play.dolly().settled()) == [
            ("collected", "w1", 0, 0, STAKE),
            ("paid", "w2", 35 * STAKE, STAKE, 0),
        ]


class TestClause_R4__collect_then_pay:
    """R4: after the dolly, first everything that lost is taken in, then everything that won is paid."""

    def test_all_losers_come_before_all_winners(self) -> None:
        play = Play(RULES.ref).opened().laid("17").laid("18", "w2").laid("odd", "w3", by=BOB).laid("red", "w4")
        settled = concluded(play, "17")
        assert types(settled) == ["wager-collected", "wager-collected", "wager-paid", "wager-paid", "round-closed"]
        assert results(settled) == [
            ("collected", "w2", 0, 0, STAKE),
            ("collected", "w4", 0, 0, STAKE),
            ("paid", "w1", 35 * STAKE, STAKE, 0),
            ("paid", "w3", STAKE, STAKE, 0),
        ]
        assert {event.clauses for event in settled[:-1]} == {("O",)}

    def test_without_the_dolly_nothing_is_collected_or_paid(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called()
        play.refused(Settle(DEALER), Code.NO_OUTCOME, HERE + "R3")
        play.rested("17").refused(Settle(DEALER), Code.NO_DOLLY, HERE + "R3")

    def test_the_dealer_does_it(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called().rested("17").dolly()
        for by in (ANN, FLOOR):
            assert play.refused(Settle(by), Code.ROLE_NOT_ALLOWED, HERE + "R4").facts["needed"] == "dealer"


class TestClause_P1__opening_of_the_game:
    """P1: at a table that opens, the dealer says so."""

    def test_the_opening_is_announced_before_anything_else(self) -> None:
        play = Play(RULES.ref)
        for early in (OpenBetting(DEALER), PlaceWager(ANN, "w1", "ann", "17", STAKE), color(ANN, "pink")):
            play.refused(early, Code.TABLE_CLOSED, "wire §3.1")
        (opened,) = play.do(OpenTable(DEALER))
        assert (opened.type, opened.clauses) == ("table-opened", ("P1",))
        play.do(OpenBetting(DEALER))

    def test_it_is_announced_once_and_by_staff(self) -> None:
        play = Play(RULES.ref)
        play.refused(OpenTable(ANN), Code.ROLE_NOT_ALLOWED, HERE + "P1")
        play.do(OpenTable(DEALER))
        play.refused(OpenTable(DEALER), Code.TABLE_OPEN, "wire §3.1")


class TestClause_P2__board_open:
    """P2: when the last spin is paid the dolly comes off, and the board is said to be open."""

    def test_wagers_are_taken_from_the_announcement_on(self) -> None:
        conduct.starts_with_the_opening_call(RULES.ref, "P2")

    def test_no_player_makes_it(self) -> None:
        conduct.only_the_dealer_opens(RULES.ref, "P2")

    def test_the_dolly_comes_off_first(self) -> None:
        play = Play(RULES.ref).opened().laid("17")
        assert concluded(play)[-1].clauses == ("P2",)
        no = play.refused(OpenBetting(DEALER), Code.DOLLY_DOWN, HERE + "P2")
        assert no.facts == {"pocket": "17"}
        late = PlaceWager(ANN, "w2", "ann", "17", STAKE)
        play.refused(late, Code.BETTING_CLOSED, HERE + "P2")
        (lifted,) = play.do(LiftDolly(DEALER))
        assert isinstance(lifted, DollyLifted)
        assert (lifted.pocket, lifted.clauses) == ("17", ("P2",))
        play.refused(late, Code.BETTING_CLOSED, HERE + "P2")
        play.opened().laid("17")

    def test_the_dolly_stays_until_all_is_paid(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called().rested("17").dolly()
        play.refused(LiftDolly(DEALER), Code.ROUND_OPEN, HERE + "P2")
        play.refused(OpenBetting(DEALER), Code.ROUND_OPEN, HERE + "P2")

    def test_a_round_that_a_ruling_voids_leaves_a_dolly_to_be_lifted(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun().called().rested("17").dolly()
        play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED))
        play.do(RuleOnIrregularity(FLOOR, RoundRuling.VOID, "two balls"))
        play.refused(OpenBetting(DEALER), Code.DOLLY_DOWN, HERE + "P2")
        play.lifted().opened()


class TestClause_P3__help_with_placing:
    """P3: dealers help with placing; the player answers for the place, and chips change hands on the table."""

    def test_a_dealer_may_lay_a_players_chips(self) -> None:
        play = Play(RULES.ref).opened()
        (placed,) = play.do(PlaceWager(DEALER, "w1", "ann", "17/20", STAKE))
        assert isinstance(placed, WagerPlaced)
        assert (placed.player, placed.by, placed.clauses) == ("ann", DEALER, ("W2", "G3", "P3"))

    def test_nobody_else_may(self) -> None:
        play = Play(RULES.ref).opened()
        other = PlaceWager(BOB, "w1", "ann", "17", STAKE)
        play.refused(other, Code.NOT_YOURS, "wire §2.3")
        floor = play.refused(PlaceWager(FLOOR, "w1", "ann", "17", STAKE), Code.ROLE_NOT_ALLOWED, HERE + "G3")
        assert floor.facts == {"role": "floor-manager", "needed": ["dealer"]}
        assert "P3" in claims.numbers(RULES.procedure.wagers.placed_by_staff.clauses)


class TestClause_P4__betting_goes_on_after_the_spin:
    """P4: bets are taken with the ball already running, until the call and the wave of the hand."""

    def test_wagers_are_taken_while_the_ball_turns(self) -> None:
        play = Play(RULES.ref).opened().spun().laid("17")
        (called,) = play.do(CallNoMoreBets(DEALER, wave=True))
        assert isinstance(called, NoMoreBetsCalled)
        assert (called.wave, called.bell, called.clauses) == (True, False, ("G5", "R2", "P4"))
        late = PlaceWager(ANN, "w2", "ann", "17", DOLLAR)
        play.refused(late, Code.BETTING_CLOSED, HERE + "G5")

    def test_the_wave_is_recorded_and_its_want_as_well(self) -> None:
        (called,) = Play(RULES.ref).opened().spun().do(CallNoMoreBets(DEALER))
        assert isinstance(called, NoMoreBetsCalled)
        assert called.wave is False

    def test_the_call_is_the_dealers_and_made_once(self) -> None:
        play = Play(RULES.ref).opened().spun()
        play.refused(CallNoMoreBets(ANN), Code.ROLE_NOT_ALLOWED, HERE + "G5")
        play.called().refused(CallNoMoreBets(DEALER), Code.ALREADY_DONE, HERE + "G5")


def no_spin(play: Play, kind: Irregularity, clauses: tuple[str, ...]) -> None:
    """The dealer's call for this fact ends the round without outcome, and the stakes go back."""
    happened = play.do(CallNoSpin(DEALER, kind))
    called, *rest = happened
    assert isinstance(called, NoSpinCalled)
    assert (called.reason, called.suspected) == (kind, False)
    assert types(rest) == ["round-voided", *(["wager-returned"] * len(rest[1:]))]
    assert {event.clauses for event in happened} == {clauses}
    assert (play.phase, play.table.layout.live, play.table.tray) == (Phase.VOID, 0, 0)


def spinning() -> Play:
    return Play(RULES.ref).opened().laid("17").laid("red", "w2", by=BOB).spun()


class TestClause_I1__same_direction:
    """I1: for a ball sent with the wheel the dealer calls no spin."""

    def same(self) -> Play:
        play = Play(RULES.ref).opened().laid("17")
        spun, reported = play.do(SpinBall(DEALER, Ball.CLOCKWISE, Turning.CLOCKWISE))
        assert spun.clauses == ("R1",)
        assert isinstance(reported, IrregularityReported)
        assert (reported.kind, reported.treatment) == (Irregularity.SAME_DIRECTION, "no-spin")
        assert reported.clauses == ("I1", "R1")
        assert play.at(Phase.BALL_IN_PLAY), "it is the call that ends the round"
        return play

    def test_the_dealers_call_ends_the_round(self) -> None:
        no_spin(self.same(), Irregularity.SAME_DIRECTION, ("I1", "R1"))

    def test_the_ball_that_beats_the_call_makes_no_outcome(self) -> None:
        play = self.same()
        play.do(CountRevolutions(DEALER, 5))
        voided, returned = play.called().do(DeclareOutcome(DEALER, Pocket("17")))
        assert types((voided, returned)) == ["round-voided", "wager-returned"]
        assert voided.clauses == ("I1", "R1")

    def test_a_direction_seen_when_the_ball_is_at_rest_ends_it_as_well(self) -> None:
        happened = spinning().called().rested("17").dolly().known(Irregularity.SAME_DIRECTION)
        assert types(happened) == ["irregularity-reported", "round-voided", "wager-returned", "wager-returned"]
        assert {event.clauses for event in happened} == {("I1", "R1")}

    def test_the_call_names_its_reason_and_is_the_dealers(self) -> None:
        play = spinning()
        no = play.refused(CallNoSpin(DEALER), Code.REASON_MISSING, HERE + "I1")
        reasons = ["same-direction", "not-spun", "too-few-revolutions", "foreign-object", "wheel-still"]
        assert no.facts == {"reasons": reasons}
        floor = CallNoSpin(FLOOR, Irregularity.SAME_DIRECTION)
        assert play.refused(floor, Code.REASON_NOT_ALLOWED, HERE + "I1").facts["reasons"] == ["ball-hangs"]
        play.refused(CallNoSpin(ANN, Irregularity.SAME_DIRECTION), Code.ROLE_NOT_ALLOWED, HERE + "I1")

    def test_a_ball_that_was_recorded_against_the_wheel_was_not_sent_with_it(self) -> None:
        play = spinning()
        no = play.refused(CallNoSpin(DEALER, Irregularity.SAME_DIRECTION), Code.REASON_NOT_ALLOWED, HERE + "I1")
        assert no.facts == {"reason": "same-direction", "ball": "clockwise", "wheel": "counterclockwise"}

    def test_a_mistaken_entry_is_put_right_before_the_report(self) -> None:
        play = spinning()
        mistaken = ReportIrregularity(DEALER, Irregularity.SAME_DIRECTION)
        play.refused(mistaken, Code.REASON_NOT_ALLOWED, HERE + "I1")
        assert types(play.known(Irregularity.SAME_DIRECTION)) == ["irregularity-reported"]
        no_spin(play, Irregularity.SAME_DIRECTION, ("I1", "R1"))

    def test_a_suspicion_is_not_enough(self) -> None:
        ask = CallNoSpin(DEALER, Irregularity.SAME_DIRECTION, suspected=True)
        assert spinning().refused(ask, Code.REASON_NOT_ALLOWED, HERE + "I1").facts == {"suspected": True}


class TestClause_I2__too_few_revolutions:
    """I2: for a ball that does not get round three times the dealer calls no spin."""

    def test_the_dealers_call_ends_the_round(self) -> None:
        no_spin(self.turning(2), Irregularity.TOO_FEW_REVOLUTIONS, ("I2", "R1"))

    def test_so_it_does_before_anybody_has_counted(self) -> None:
        no_spin(self.turning(None), Irregularity.TOO_FEW_REVOLUTIONS, ("I2", "R1"))

    def turning(self, revolutions: int | None) -> Play:
        return Play(RULES.ref).opened().laid("17").laid("20", "w2", by=BOB).spun(revolutions)

    def test_a_ball_that_was_counted_round_three_times_got_round(self) -> None:
        ask = CallNoSpin(DEALER, Irregularity.TOO_FEW_REVOLUTIONS)
        no = self.turning(3).refused(ask, Code.REASON_NOT_ALLOWED, HERE + "I2")
        assert no.facts == {"reason": "too-few-revolutions", "completed": 3}

    def test_nor_was_it_only_dropped(self) -> None:
        no = self.turning(3).refused(CallNoSpin(DEALER, Irregularity.NOT_SPUN), Code.REASON_NOT_ALLOWED, HERE + "I2")
        assert no.facts == {"reason": "not-spun", "completed": 3}

    def test_so_it_does_for_a_ball_that_was_only_dropped(self) -> None:
        no_spin(self.turning(0), Irregularity.NOT_SPUN, ("I2", "R1"))

    def test_the_ball_that_beats_the_call_makes_no_outcome(self) -> None:
        play = Play(RULES.ref).opened().laid("17").spun(2).called()
        reported, voided, returned = play.do(DeclareOutcome(DEALER, Pocket("17")))
        assert isinstance(reported, IrregularityReported)
        assert (reported.kind, reported.treatment) == (Irregularity.TOO_FEW_REVOLUTIONS, "no-spin")
        assert reported.clauses == voided.clauses == returned.clauses == ("I2", "R1")

    def test_after_the_announcement_there_is_no_call(self) -> None:
        play = spinning().called().rested("17")
        late = CallNoSpin(DEALER, Irregularity.TOO_FEW_REVOLUTIONS)
        assert play.refused(late, Code.TOO_LATE, HERE + "I1").facts == {"phase": "at-rest"}


class TestClause_I3__foreign_object:
    """I3: for something that gets into the wheel before the ball rests the dealer calls no spin."""

    def test_the_dealers_call_ends_the_round(self) -> None:
        play = spinning()
        (reported,) = play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, "a coin"))
        assert reported.clauses == ("I3",)
        no_spin(play, Irregularity.FOREIGN_OBJECT, ("I3",))

    def test_the_ball_that_beats_the_call_makes_no_outcome(self) -> None:
        play = spinning().called()
        play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT))
        voided, *_ = play.do(DeclareOutcome(DEALER, Pocket("17")))
        assert (voided.type, voided.clauses) == ("round-voided", ("I3",))

    def test_after_the_rest_it_changes_nothing(self) -> None:
        conduct.does_not_void_after_the_rest(RULES.ref, Irregularity.FOREIGN_OBJECT, "I3", until="rest")


class TestClause_I4__late_wagers:
    """I4: a wager tried after the call is handed back, and the spin counts for everybody who was in time."""

    def test_the_late_wager_is_not_taken_and_the_spin_stands(self) -> None:
        play = spinning().called()
        late = PlaceWager(BOB, "late", "bob", "17", STAKE)
        no = play.refused(late, Code.BETTING_CLOSED, HERE + "G5")
        assert no.facts == {"phase": "no-more-bets", "past_posting": True, "also": ["I4"]}
        assert "I4" in claims.numbers(RULES.procedure.wagers.late.clauses)
        assert results(play.rested("17").dolly().settled()) == [
            ("collected", "w2", 0, 0, STAKE),
            ("paid", "w1", 35 * STAKE, STAKE, 0),
        ]

    def test_of_a_late_increase_the_earlier_part_stands(self) -> None:
        play = Play(RULES.ref).opened().laid("17", "w1", 2 * DOLLAR).spun().called()
        play.refused(PlaceWager(ANN, "w2", "ann", "17", DOLLAR), Code.BETTING_CLOSED, HERE + "G5")
        assert results(play.rested("17").dolly().settled()) == [("paid", "w1", 70 * DOLLAR, 2 * DOLLAR, 0)]


class TestClause_I5__hanging_ball:
    """I5: a ball that hangs is for the floor manager, who alone may annul the spin; if it falls first, it counts."""

    def hanging(self) -> Play:
        play = spinning().called()
        (reported,) = play.do(ReportIrregularity(DEALER, Irregularity.BALL_HANGS))
        assert isinstance(reported, IrregularityReported)
        assert (reported.treatment, reported.clauses) == ("call-floor", ("I5",))
        return play

    def test_the_floor_manager_annuls_the_spin(self) -> None:
        play = self.hanging()
        happened = play.do(CallNoSpin(FLOOR, Irregularity.BALL_HANGS))
        assert types(happened) == ["no-spin-called", "round-voided", "wager-returned", "wager-returned"]
        assert {event.clauses for event in happened} == {("I5",)}

    def test_the_floor_is_called_first(self) -> None:
        play = spinning().called()
        no = play.refused(CallNoSpin(FLOOR, Irregularity.BALL_HANGS), Code.NOTHING_TO_RULE, HERE + "I5")
        assert no.facts == {"reason": "ball-hangs"}
        assert no.passing

    def test_the_dealer_does_not(self) -> None:
        no = self.hanging().refused(CallNoSpin(DEALER, Irregularity.BALL_HANGS), Code.REASON_NOT_ALLOWED, HERE + "I5")
        assert no.facts["reason"] == "ball-hangs"

    def test_a_ball_that_falls_before_the_call_makes_a_legal_spin(self) -> None:
        play = self.hanging().rested("17")
        no = play.refused(CallNoSpin(FLOOR, Irregularity.BALL_HANGS), Code.TOO_LATE, HERE + "I5")
        assert no.facts == {"phase": "at-rest"}
        assert types(play.dolly().settled()) == ["wager-collected", "wager-paid", "round-closed"]

    def test_a_ball_in_a_pocket_does_not_hang(self) -> None:
        conduct.does_not_void_after_the_rest(RULES.ref, Irregularity.BALL_HANGS, "I5", until="rest")


class TestClause_L__at_the_table:
    """L: no wager is taken below or above the amounts of its kind; a player's chips on one bet are one wager."""

    @pytest.mark.parametrize("kind", RULES.prices)
    def test_each_kind_is_taken_within_its_amounts_and_not_outside(self, kind: Kind) -> None:
        position = next(position.name for position in RULES.positions.values() if position.kind is kind)
        least = DOLLAR if kind in INSIDE else 5 * DOLLAR
        play = Play(RULES.ref).opened()
        low = play.refused(PlaceWager(ANN, "w1", "ann", position, least - 1), Code.BELOW_MINIMUM, HERE + "L")
        assert low.facts == {"stake": least - 1, "stake_min": least, "stake_max": 10 * DOLLAR}
        high = PlaceWager(ANN, "w1", "ann", position, 10 * DOLLAR + 1)
        assert play.refused(high, Code.ABOVE_MAXIMUM, HERE + "L").facts["stake"] == 1_001
        play.laid(position, "w1", least).laid(position, "w2", 10 * DOLLAR, BOB)

    def test_five_chips_on_a_column_meet_its_minimum_and_five_bets_do_not(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(color(ANN, "pink"))
        play.do(PlaceWager(ANN, "w1", "ann", "col 1", 5 * DOLLAR, (Chips(5, color="pink"),)))
        apart = PlaceWagers(ANN, tuple(Laid(f"s{number}", str(number), DOLLAR) for number in range(1, 6)))
        play.do(apart)
        play.refused(PlaceWager(ANN, "w2", "ann", "col 2", DOLLAR), Code.BELOW_MINIMUM, HERE + "L")

    def test_a_list_is_judged_when_the_last_of_it_is_down(self) -> None:
        play = Play(RULES.ref).opened()
        play.do(PlaceWagers(ANN, (Laid("w1", "col 1", 2 * DOLLAR), Laid("w2", "col 1", 3 * DOLLAR))))
        over = PlaceWagers(ANN, (Laid("w3", "17", 6 * DOLLAR), Laid("w4", "17", 6 * DOLLAR)))
        assert play.refused(over, Code.ABOVE_MAXIMUM, HERE + "L").facts["stake"] == 12 * DOLLAR
