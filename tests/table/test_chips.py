"""Chips in chips and in money: bought, staked, won, lost, given back, carried off, redeemed; none made up or lost.

Everybody here has an account, so at any time what lies in purses, on the layout
and with the house is what was bought less what was redeemed.
"""

from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import Basis, Kind, Limit, Limits
from croupier.rulebooks import text_of
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Intake
from croupier.rules.rulebook import parse
from croupier.table.commands import (
    ApproveCorrection,
    ApproveRedemption,
    Ball,
    BringBackChips,
    BuyIn,
    CallNoMoreBets,
    CallNoSpin,
    CashOut,
    Chips,
    CloseTable,
    Command,
    CorrectOutcome,
    CountRevolutions,
    DeclareOutcome,
    LeaveSeat,
    LiftDolly,
    MarkUnclear,
    MoveWager,
    OpenBetting,
    OpenTable,
    PermitValueChips,
    PlaceDolly,
    PlaceWager,
    RemoveChips,
    RetractWager,
    RuleOnWager,
    Settle,
    SpinBall,
    TakeSeat,
    Turning,
    WagerTreatment,
)
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.evolve import evolve, replay
from croupier.table.purse import chip_count
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase, Purse, Table, new_table
from testkit.table.play import (
    ANN,
    BOB,
    DEALER,
    FLOOR,
    SHIFT,
    SUPERVISOR,
    Play,
    concluded,
)
from testkit.table.scenes import AM as US
from testkit.table.scenes import R360, V3


def purse(table: Table, player: str = "ann") -> Purse:
    found = table.standing.purses.get(player)
    assert found is not None
    return found


def counts(play: Play, player: str = "ann") -> tuple[int, int]:
    """What a player has beside the layout: cash in money, color in chips."""
    return purse(play.table, player).cash, chip_count(purse(play.table, player))


def conserved(table: Table) -> None:
    """Purses, layout and house hold what was bought less what was redeemed, and the purses know what they laid."""
    purses = [one for _, one in table.standing.purses.items()]
    staked = sum(wager.stake for wager in table.layout.wagers.values() if not wager.done)
    held = sum(one.cash + one.colored + one.away for one in purses)
    assert held + staked + table.tray == sum(one.bought - one.redeemed for one in purses)
    assert sum(one.laid + one.laid_cash for one in purses) == staked
    for one in purses:
        assert one.colored >= 0
        assert one.laid >= 0
        assert one.laid_cash >= 0
        assert one.colored == chip_count(one) * one.chip_value
        assert (one.color is None) == (one.chip_value == 0) == (one.colored + one.laid + one.away == 0)
        assert 0 <= one.approved <= one.tainted <= one.colored + one.laid


def seated(ref: str = V3, limits: Limits | None = None, *, cash: int = 1_000, colored: int = 1_000) -> Play:
    """Ann with cash and pink chips of 100."""
    play = Play(ref, limits).opened()
    if cash:
        play.do(BuyIn(ANN, "ann", cash, ChipSort.CASH))
    if colored:
        play.do(BuyIn(ANN, "ann", colored, ChipSort.COLOR, color="pink", chip_value=100))
    conserved(play.table)
    return play


def staked(stake: int, *chips: Chips, wager: str = "w1", position: str = "17") -> PlaceWager:
    return PlaceWager(ANN, wager, "ann", position, stake, chips or None)


def pink(count: int) -> Chips:
    return Chips(count, color="pink")


def cash(worth: int, count: int = 1) -> Chips:
    return Chips(count, cash=worth)


class TestStakes:
    def test_a_purchase_is_counted_in_chips_and_in_money(self) -> None:
        play = seated()
        assert counts(play) == (1_000, 10)
        assert purse(play.table).bought == 2_000

    def test_a_stake_takes_the_chips_it_names(self) -> None:
        play = seated()
        play.do(staked(500, pink(3), cash(100, 2)))
        assert counts(play) == (800, 7)
        assert (play.wager("w1").colored, play.wager("w1").from_purse) == (300, True)
        conserved(play.table)

    def test_without_names_color_goes_first_in_whole_chips(self) -> None:
        play = seated()
        play.do(staked(250))
        assert counts(play) == (950, 8)
        conserved(play.table)

    def test_a_chip_is_not_cut(self) -> None:
        play = seated(cash=0)
        no = play.refused(staked(250), Code.CHIPS_DO_NOT_ADD_UP, "wire §5.2")
        assert no.facts == {"stake": 250, "chip_value": 100}
        play.do(staked(200))

    def test_nobody_stakes_more_than_there_is(self) -> None:
        play = seated()
        no = play.refused(staked(2_001), Code.NOT_ENOUGH_CHIPS, "wire §5.1")
        assert no.facts == {"wanted": 2_001, "available": 2_000}
        play.refused(staked(1_100, pink(11)), Code.NOT_ENOUGH_CHIPS, "wire §5.1")
        play.refused(staked(1_100, cash(1_100)), Code.NOT_ENOUGH_CHIPS, "wire §5.1")
        play.do(staked(2_000))
        play.refused(staked(1, wager="w2"), Code.NOT_ENOUGH_CHIPS, "wire §5.1")

    def test_chips_that_do_not_add_up_to_the_stake_are_refused(self) -> None:
        no = seated().refused(staked(500, pink(4)), Code.CHIPS_DO_NOT_ADD_UP, "wire §5.2")
        assert no.facts == {"stake": 500, "chips": 400}

    def test_a_wager_laid_before_there_was_an_account_does_not_touch_it(self) -> None:
        play = Play(V3).opened().laid("17")
        play.do(BuyIn(ANN, "ann", 1_000, ChipSort.CASH))
        concluded(play, "17")
        assert counts(play) == (1_000, 0)

    def test_a_stake_that_was_moved_is_the_same_chips(self) -> None:
        play = seated()
        play.do(staked(300, pink(3)))
        play.do(MoveWager(ANN, "w1", "18", accident=False))
        concluded(play, "18")
        assert counts(play) == (1_000, 10 + 35 * 3)
        conserved(play.table)


class TestWhatComesBack:
    def test_a_win_in_color_is_paid_in_color(self) -> None:
        play = seated()
        play.do(staked(300, pink(3)))
        concluded(play, "17")
        assert counts(play) == (1_000, 7 + 3 + 105)
        assert play.table.tray == -10_500
        conserved(play.table)

    def test_a_win_in_cash_is_paid_in_cash(self) -> None:
        play = seated()
        play.do(staked(300, cash(300)))
        concluded(play, "17")
        assert counts(play) == (1_000 + 10_500, 10)
        conserved(play.table)

    def test_a_mixed_stake_comes_back_as_it_was_and_wins_cash(self) -> None:
        play = seated()
        play.do(staked(500, pink(3), cash(200)))
        concluded(play, "17")
        assert counts(play) == (1_000 + 17_500, 10)
        conserved(play.table)

    def test_a_loss_goes_to_the_house(self) -> None:
        play = seated()
        play.do(staked(500, pink(3), cash(200)))
        concluded(play, "18")
        assert counts(play) == (800, 7)
        assert play.table.tray == 500
        conserved(play.table)

    def test_over_the_maximum_the_excess_comes_back(self) -> None:
        limits = Limits(by_kind={Kind.STRAIGHT: Limit(100, 250)}, intake=Intake.ACCEPT)
        play = seated(limits=limits)
        play.do(staked(500, pink(5)))
        concluded(play, "18")
        assert counts(play) == (1_050, 5 + 2), "two chips and, for half of one, change"
        assert play.table.tray == 250
        conserved(play.table)

    def test_a_void_round_gives_every_chip_back(self) -> None:
        play = seated()
        play.do(staked(500, pink(3), cash(200)))
        play.do(staked(100, pink(1), wager="w2", position="red"))
        play.spun().do(CallNoSpin(DEALER))
        assert counts(play) == (1_000, 10)
        assert play.table.tray == 0
        conserved(play.table)

    def test_a_stake_taken_back_whole_or_in_part_is_the_same_chips(self) -> None:
        play = seated()
        play.do(staked(700, pink(5), cash(200)))
        play.do(RetractWager(ANN, "w1", 250))
        assert counts(play) == (850, 7)
        assert (play.wager("w1").stake, play.wager("w1").colored) == (450, 300)
        conserved(play.table)
        play.do(RetractWager(ANN, "w1"))
        assert counts(play) == (1_000, 10)
        conserved(play.table)

    def test_half_a_chip_is_not_taken_back(self) -> None:
        play = seated()
        play.do(staked(300, pink(3)))
        no = play.refused(RetractWager(ANN, "w1", 150), Code.CHIPS_DO_NOT_ADD_UP, "wire §5.2")
        assert no.facts == {"stake": 150, "chip_value": 100}
        play.do(RetractWager(ANN, "w1", 100))

    def test_a_ruling_gives_a_stake_back(self) -> None:
        play = seated()
        play.do(staked(300, pink(3)))
        play.do(MarkUnclear(DEALER, "w1"))
        play.spun().called().rested("17").do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RETURN))
        assert counts(play) == (1_000, 10)
        conserved(play.table)


class TestRedeeming:
    def test_what_is_beside_the_layout_is_redeemed(self) -> None:
        play = seated()
        (event,) = play.do(CashOut(ANN, "ann", 300, ChipSort.COLOR))
        assert (event.type, event.clauses) == ("chips-redeemed", ("3.3",))
        play.do(CashOut(ANN, "ann", 1_000, ChipSort.CASH))
        assert counts(play) == (0, 7)
        assert purse(play.table).redeemed == 1_300
        conserved(play.table)

    def test_what_is_on_the_layout_is_not(self) -> None:
        play = seated()
        play.do(staked(1_500))
        ask = CashOut(ANN, "ann", 600, ChipSort.CASH)
        assert play.refused(ask, Code.NOT_ENOUGH_CHIPS, "wire §5.1").facts == {"wanted": 600, "available": 500}
        play.refused(CashOut(ANN, "ann", 100, ChipSort.COLOR), Code.NOT_ENOUGH_CHIPS, "wire §5.1")

    def test_only_whole_chips_are(self) -> None:
        play = seated()
        play.refused(CashOut(ANN, "ann", 150, ChipSort.COLOR), Code.CHIPS_DO_NOT_ADD_UP, "wire §5.2")
        play.refused(CashOut(ANN, "ann", 100, ChipSort.COLOR, color="blue"), Code.NOT_ENOUGH_CHIPS, "wire §5.1")

    def test_a_closed_table_redeems_them_too(self) -> None:
        play = seated()
        concluded(play)
        play.do(CloseTable(DEALER))
        play.do(CashOut(ANN, "ann", 300, ChipSort.COLOR))
        play.do(CashOut(DEALER, "ann", 700, ChipSort.CASH))
        play.refused(CashOut(ANN, "ann", 10_000, ChipSort.CASH), Code.NOT_ENOUGH_CHIPS, "wire §5.1")
        play.refused(BuyIn(ANN, "ann", 100, ChipSort.CASH), Code.TABLE_CLOSED, "wire §3.1")
        conserved(play.table)

    def test_nobody_redeems_anothers(self) -> None:
        play = seated()
        play.refused(CashOut(BOB, "ann", 100, ChipSort.CASH), Code.NOT_YOURS, "wire §2.3")
        play.refused(CashOut(BOB, "bob", 100, ChipSort.COLOR, color="pink"), Code.NOT_ENOUGH_CHIPS, "wire §5.1")
        play.do(CashOut(DEALER, "ann", 100, ChipSort.CASH))


class TestOneColor:
    BOBS = BuyIn(BOB, "bob", 500, ChipSort.COLOR, color="pink", chip_value=500)

    def test_a_player_has_one(self) -> None:
        play = seated()
        ask = BuyIn(ANN, "ann", 500, ChipSort.COLOR, color="blue", chip_value=100)
        assert play.refused(ask, Code.ONE_COLOR, "wire §5.3").facts == {"color": "pink"}

    def test_its_value_is_fixed_until_the_last_chip_is_redeemed(self) -> None:
        play = seated()
        dearer = BuyIn(ANN, "ann", 500, ChipSort.COLOR, color="pink", chip_value=500)
        play.do(CashOut(ANN, "ann", 900, ChipSort.COLOR))
        play.refused(dearer, Code.CHIP_VALUE_FIXED, f"{V3} §1.1.1")
        play.do(CashOut(ANN, "ann", 100, ChipSort.COLOR))
        play.do(dearer)
        assert purse(play.table).chip_value == 500
        conserved(play.table)

    def test_with_a_chip_on_the_layout_it_is_neither_free_nor_worthless(self) -> None:
        play = seated(cash=0)
        play.do(staked(300, pink(3)))
        play.do(CashOut(ANN, "ann", 700, ChipSort.COLOR))
        play.refused(self.BOBS, Code.COLOR_TAKEN, f"{V3} §1.1.1")
        concluded(play, "17")
        assert counts(play) == (0, 3 + 105)
        conserved(play.table)

    def test_with_the_last_chip_lost_it_is_free(self) -> None:
        play = seated(cash=0)
        play.do(staked(1_000))
        concluded(play, "18")
        play.do(self.BOBS)
        play.do(BuyIn(ANN, "ann", 500, ChipSort.COLOR, color="blue", chip_value=250))
        assert (counts(play), counts(play, "bob")) == ((0, 2), (0, 1))
        conserved(play.table)

    def test_a_purchase_is_of_whole_chips(self) -> None:
        ask = BuyIn(ANN, "ann", 250, ChipSort.COLOR, color="pink", chip_value=100)
        no = Play(V3).opened().refused(ask, Code.CHIPS_DO_NOT_ADD_UP, "wire §5.2")
        assert no.facts == {"amount": 250, "chip_value": 100}

    def test_a_color_is_named(self) -> None:
        ask = BuyIn(ANN, "ann", 500, ChipSort.COLOR, chip_value=100)
        assert Play(V3).opened().refused(ask, Code.CHIP_VALUE_MISSING, "wire §5.3").facts == {"missing": "color"}


class TestStrangeChips:
    def test_a_color_of_another_player_is_not_staked(self) -> None:
        play = seated()
        ask = PlaceWager(BOB, "w1", "bob", "17", 100, (pink(1),))
        play.refused(ask, Code.CHIPS_OF_ANOTHER_PLAYER, f"{V3} §1.1.1")

    def test_a_color_of_another_table_is_not_staked(self) -> None:
        for ref, clause in ((V3, "wire §5.1"), (R360, f"{R360} §1 Colour chips")):
            play = seated(ref)
            theirs = staked(100, Chips(1, color="pink", table="two"))
            assert play.refused(theirs, Code.CHIPS_OF_ANOTHER_TABLE, clause).facts == {"table": "two"}
            play.do(staked(100, Chips(1, color="pink", table="one")))

    def test_a_color_that_nobody_bought_is_not_staked(self) -> None:
        play = Play(V3).opened()
        play.refused(staked(100, pink(1)), Code.NOT_ENOUGH_CHIPS, "wire §5.1")


class TestCarriedOff:
    """The American rules watch roulette chips that leave the table."""

    def away(self) -> Play:
        play = Play(US).opened()
        play.do(BuyIn(ANN, "ann", 4_000, ChipSort.COLOR, color="pink", chip_value=500, marker=True))
        play.do(RemoveChips(ANN, "ann", 1_500))
        return play

    def test_chips_that_are_away_are_not_staked(self) -> None:
        play = self.away()
        assert (counts(play), purse(play.table).away) == ((0, 5), 1_500)
        play.refused(staked(3_000, pink(6)), Code.NOT_ENOUGH_CHIPS, "wire §5.1")
        conserved(play.table)

    def test_no_more_comes_back_than_went(self) -> None:
        play = self.away()
        ask = BringBackChips(ANN, "ann", 2_000)
        assert play.refused(ask, Code.NOT_ENOUGH_CHIPS, "wire §5.1").facts == {"wanted": 2_000, "available": 1_500}
        play.refused(BringBackChips(ANN, "ann", 250), Code.CHIPS_DO_NOT_ADD_UP, "wire §5.2")
        play.do(BringBackChips(ANN, "ann", 1_500))
        assert counts(play) == (0, 8)
        conserved(play.table)

    def test_approval_covers_what_was_approved_and_no_more(self) -> None:
        play = self.away()
        play.do(BringBackChips(ANN, "ann", 1_500))
        play.do(CashOut(ANN, "ann", 2_500, ChipSort.COLOR))
        nothing = CashOut(ANN, "ann", 500, ChipSort.COLOR)
        play.refused(nothing, Code.APPROVAL_NEEDED, f"{US} §G2")
        play.do(ApproveRedemption(FLOOR, "ann", 500))
        play.refused(CashOut(ANN, "ann", 1_000, ChipSort.COLOR), Code.APPROVAL_NEEDED, f"{US} §G2")
        play.do(nothing)
        play.refused(nothing, Code.APPROVAL_NEEDED, f"{US} §G2")
        conserved(play.table)

    def test_without_an_amount_the_rest_is_approved(self) -> None:
        play = self.away()
        play.do(BringBackChips(ANN, "ann", 1_500))
        play.do(ApproveRedemption(FLOOR, "ann", 500))
        play.do(ApproveRedemption(FLOOR, "ann"))
        purse = play.table.standing.purses.get("ann")
        assert purse is not None
        assert (purse.tainted, purse.approved) == (1_500, 1_500)

    def test_there_is_nothing_to_approve_for_chips_that_stayed(self) -> None:
        play = self.away()
        no = play.refused(ApproveRedemption(FLOOR, "ann"), Code.NOTHING_TO_RULE, f"{US} §G2")
        assert no.facts == {"waiting": 0}

    def test_chips_that_were_lost_need_no_approval_any_more(self) -> None:
        limits = Limits(by_kind={Kind.STRAIGHT: Limit(100, 4_000)})
        play = Play(US, limits, as_before=True).opened()
        play.do(BuyIn(ANN, "ann", 4_000, ChipSort.COLOR, color="pink", chip_value=500, marker=True))
        play.do(RemoveChips(ANN, "ann", 4_000))
        play.do(BringBackChips(ANN, "ann", 4_000))
        play.do(staked(3_500))
        concluded(play, "18")
        play.do(BuyIn(ANN, "ann", 500, ChipSort.COLOR, color="pink", chip_value=500, marker=True))
        play.do(CashOut(ANN, "ann", 500, ChipSort.COLOR))
        play.refused(CashOut(ANN, "ann", 500, ChipSort.COLOR), Code.APPROVAL_NEEDED, f"{US} §G2")
        conserved(play.table)

    def test_a_color_that_is_away_is_still_its_players(self) -> None:
        play = self.away()
        play.do(CashOut(ANN, "ann", 2_500, ChipSort.COLOR))
        bobs = BuyIn(BOB, "bob", 500, ChipSort.COLOR, color="pink")
        play.refused(bobs, Code.COLOR_TAKEN, f"{US} §G2")

    def test_other_rulebooks_do_not_watch_them(self) -> None:
        play = seated()
        for ask in (
            RemoveChips(ANN, "ann", 100),
            BringBackChips(ANN, "ann", 100),
            ApproveRedemption(FLOOR, "ann"),
            PermitValueChips(DEALER, "ann"),
        ):
            play.refused(ask, Code.NOT_IN_RULEBOOK, "wire §2.1")


class TestValueChips:
    """The American rules: value chips are bought here or permitted, and no two players' look alike."""

    def test_permitted_chips_come_in_with_the_stake(self) -> None:
        play = seated(US, cash=0, colored=1_000)
        play.refused(staked(500, cash(500)), Code.PERMISSION_NEEDED, f"{US} §G2")
        play.do(PermitValueChips(DEALER, "ann"))
        play.do(staked(500, cash(500)))
        assert (counts(play), purse(play.table).bought) == ((0, 10), 1_500)
        conserved(play.table)
        concluded(play, "17")
        assert counts(play) == (500 + 17_500, 10)
        conserved(play.table)

    def test_a_design_is_taken_while_its_chips_are_in_play_and_free_when_they_are_gone(self) -> None:
        play = Play(US).opened()
        blue = BuyIn(ANN, "ann", 700, ChipSort.CASH, color="blue edge")
        (event,) = play.do(blue)
        assert event.clauses == ("G1", "G2")
        play.do(BuyIn(BOB, "bob", 700, ChipSort.CASH))
        theirs = replace(blue, by=BOB, player="bob")
        assert play.refused(theirs, Code.COLOR_TAKEN, f"{US} §G2").facts == {"color": "blue edge"}
        play.do(staked(700, cash(100, 7)))
        play.refused(theirs, Code.COLOR_TAKEN, f"{US} §G2")
        concluded(play, "18")
        play.do(theirs)
        conserved(play.table)

    def test_a_design_is_the_players_until_the_last_chip_of_it_is_gone(self) -> None:
        play = Play(US).opened()
        play.do(BuyIn(ANN, "ann", 700, ChipSort.CASH, color="blue edge"))
        play.laid("17", "w1", 300).laid("20", "w2", 400).spun().called().rested("18").dolly()
        before = play.table
        one, other, *_ = play.do(Settle(DEALER))
        after = evolve(before, one)
        assert purse(after, "ann").designs == ("blue edge",)
        assert purse(evolve(after, other), "ann").designs == ()

    def test_more_chips_of_a_design_are_of_the_same_design(self) -> None:
        play = Play(US).opened()
        for _ in range(2):
            play.do(BuyIn(ANN, "ann", 700, ChipSort.CASH, color="blue edge"))
        assert purse(play.table, "ann").designs == ("blue edge",)

    def test_a_permission_ends_with_the_sitting(self) -> None:
        play = Play(US).opened()
        play.do(TakeSeat(ANN, "ann"))
        play.do(PermitValueChips(DEALER, "ann"))
        play.refused(PermitValueChips(DEALER, "bob"), Code.COLOR_TAKEN, f"{US} §G2")
        play.do(LeaveSeat(ANN, "ann"))
        play.do(PermitValueChips(DEALER, "bob"))
        play.refused(staked(500, cash(500)), Code.PERMISSION_NEEDED, f"{US} §G2")

    def test_where_looks_do_not_matter_everybody_may_have_plain_ones(self) -> None:
        play = seated()
        play.do(BuyIn(BOB, "bob", 700, ChipSort.CASH))
        assert purse(play.table, "bob").designs == ()

    def test_chips_above_the_standard_are_denominated(self) -> None:
        play = Play(US).opened()
        bare = BuyIn(ANN, "ann", 1_000, ChipSort.COLOR, color="pink", chip_value=500)
        no = play.refused(bare, Code.MARKER_MISSING, f"{US} §E")
        assert no.facts == {"chip_value": 500, "chip_value_min": 100}
        play.do(replace(bare, marker=True))


PLAYERS = st.sampled_from((ANN, BOB))
AMOUNTS = st.sampled_from((50, 100, 150, 200, 500))
WAGERS = st.sampled_from(("w1", "w2", "w3", "w4"))
POSITIONS = st.sampled_from(("17", "18", "17/20", "red"))
POCKETS = st.sampled_from((Pocket("17"), Pocket("18"), Pocket("0")))
COLORS = {"ann": "pink", "bob": "blue"}
GO_ON = "go on"
"""The dealer's next step, whichever that is."""


@st.composite
def asked(draw: st.DrawFn) -> Command:
    """Something that somebody might ask at any time."""
    by, amount, wager, position = draw(PLAYERS), draw(AMOUNTS), draw(WAGERS), draw(POSITIONS)
    color, sort = COLORS[by.name], draw(st.sampled_from(list(ChipSort)))
    commands: tuple[Command, ...] = (
        BuyIn(by, by.name, amount, sort, color=color, chip_value=100),
        CashOut(by, by.name, amount, sort),
        PlaceWager(by, wager, by.name, position, amount),
        PlaceWager(
            by, wager, by.name, position, amount, (Chips(amount // 100, color=color), cash(50, amount % 100 // 50))
        ),
        RetractWager(by, wager, draw(st.sampled_from((None, 50, 100)))),
        MoveWager(by, wager, position, accident=False),
        MarkUnclear(DEALER, wager),
        CallNoSpin(DEALER, Irregularity.FOREIGN_OBJECT),
        RuleOnWager(SUPERVISOR, wager, draw(st.sampled_from(list(WagerTreatment))), position),
        CorrectOutcome(draw(st.sampled_from((SHIFT, FLOOR))), "1", draw(POCKETS), "misread"),
        ApproveCorrection(DEALER, "1", draw(POCKETS)),
        PermitValueChips(DEALER, by.name, color),
        RemoveChips(by, by.name, amount),
        BringBackChips(by, by.name, amount),
        ApproveRedemption(FLOOR, by.name),
    )
    return draw(st.sampled_from(commands))


def next_step(table: Table, pocket: Pocket) -> Command:
    """What the dealer does in this phase."""
    match table.round.phase:
        case Phase.BETTING_OPEN:
            return SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE)
        case Phase.BALL_IN_PLAY:
            counted = table.round.spin.revolutions is not None
            return CallNoMoreBets(DEALER, bell=True) if counted else CountRevolutions(DEALER, 5)
        case Phase.NO_MORE_BETS:
            return DeclareOutcome(DEALER, pocket)
        case Phase.AT_REST:
            return PlaceDolly(DEALER, table.round.outcome or pocket)
        case Phase.DOLLY_DOWN:
            return Settle(DEALER)
        case _:
            return OpenBetting(DEALER) if table.round.dolly is None else LiftDolly(DEALER)


@pytest.mark.parametrize("ref", [V3, US, R360])
@given(asks=st.lists(st.one_of(st.just(GO_ON), asked()), max_size=60), pocket=POCKETS)
def test_whatever_is_asked_no_chip_is_made_up_or_lost(ref: str, asks: list[Command | str], pocket: Pocket) -> None:
    limits = Limits(by_kind={Kind.STRAIGHT: Limit(150, 250)}, intake=Intake.ACCEPT)
    play = Play(ref, limits)
    play.do(OpenTable(DEALER))
    for by in (ANN, BOB):
        play.do(BuyIn(by, by.name, 500, ChipSort.COLOR, color=COLORS[by.name], chip_value=100))
    table = play.table
    for ask in asks:
        command = next_step(table, pocket) if isinstance(ask, str) else ask
        decision = decide(table, command, play.rules)
        if isinstance(decision, Refusal):
            continue
        table = replay(table, decision)
        conserved(table)


def test_what_a_correction_cannot_take_back_is_owed_apart() -> None:
    play = seated(cash=0)
    play.do(staked(300, pink(3)))
    concluded(play, "17")
    play.do(CashOut(ANN, "ann", 11_000, ChipSort.COLOR))
    play.do(CorrectOutcome(SHIFT, "1", Pocket("18"), "misread"))
    play.do(ApproveCorrection(DEALER, "1", Pocket("18")))
    assert (counts(play), purse(play.table).owed) == ((0, 0), 10_300)
    conserved(play.table)
    play.refused(CashOut(ANN, "ann", 1, ChipSort.CASH), Code.NOT_ENOUGH_CHIPS, "wire §5.1")


def test_chips_that_the_rulebook_does_not_take_are_not_sold() -> None:
    text = text_of("mbs-roulette/2").replace('chips = { value = ["cash", "color"]', 'chips = { value = ["cash"]')
    rules = parse(text, "cash only")
    table = replay(new_table(rules), cast("tuple[Event, ...]", decide(new_table(rules), OpenTable(DEALER), rules)))

    refused = decide(table, BuyIn(DEALER, "ann", 100, ChipSort.COLOR, "blue", 100), rules)

    assert isinstance(refused, Refusal)
    assert (refused.code, str(refused.clause)) == (Code.CHIPS_NOT_ACCEPTED, "mbs-roulette/2 §3.3")


class TestColorChipMinimum:
    """The minimum of the marker is the least value of a chip, not the least wager; a value changes by redemption."""

    TABLE = Limits(by_kind={Kind.STRAIGHT: Limit(1_000, 100_000)}, chip_value_min=100)

    def ask(self, value: int | None, *, marker: bool | None = None) -> BuyIn:
        return BuyIn(ANN, "ann", 5_000, ChipSort.COLOR, color="pink", chip_value=value, marker=marker)

    def test_a_chip_may_be_worth_less_than_the_least_wager(self) -> None:
        play = Play(V3, self.TABLE).opened()
        play.do(self.ask(100))
        play.do(PlaceWager(ANN, "w1", "ann", "17", 1_000, (Chips(10, color="pink"),)))

    def test_a_marker_is_asked_for_above_the_least_chip_and_not_above_the_least_wager(self) -> None:
        play = Play(V3, self.TABLE).opened()
        play.refused(self.ask(500), Code.MARKER_MISSING, f"{V3} §1.1.1")
        play.do(self.ask(500, marker=True))

    def test_unmarked_chips_are_worth_the_least(self) -> None:
        play = Play(V3, self.TABLE).opened()
        play.do(self.ask(None))
        purse = play.table.standing.purses.get("ann")
        assert purse is not None
        assert purse.chip_value == 100

    def test_another_value_takes_redemption(self) -> None:
        play = Play(V3, self.TABLE).opened()
        play.do(self.ask(100))
        play.refused(self.ask(500, marker=True), Code.CHIP_VALUE_FIXED, f"{V3} §1.1.1")
        play.do(CashOut(ANN, "ann", 5_000, ChipSort.COLOR))
        play.do(self.ask(500, marker=True))


class TestValueChipsAlike:
    """The ban on chips that look alike covers value chips, whether bought or brought."""

    def test_bought_and_bought(self) -> None:
        play = Play(US).opened()
        play.do(BuyIn(ANN, "ann", 2_000, ChipSort.CASH))
        play.refused(BuyIn(BOB, "bob", 2_000, ChipSort.CASH), Code.COLOR_TAKEN, f"{US} §G2")

    def test_brought_and_brought(self) -> None:
        play = Play(US).opened()
        play.do(PermitValueChips(DEALER, "ann"))
        play.refused(PermitValueChips(DEALER, "bob"), Code.COLOR_TAKEN, f"{US} §G2")

    def test_bought_and_brought(self) -> None:
        play = Play(US).opened()
        play.do(BuyIn(ANN, "ann", 2_000, ChipSort.CASH))
        play.refused(PermitValueChips(DEALER, "bob"), Code.COLOR_TAKEN, f"{US} §G2")
        play.do(PermitValueChips(DEALER, "bob", "blue edge"))
        play.refused(BuyIn(ANN, "ann", 100, ChipSort.CASH, color="blue edge"), Code.COLOR_TAKEN, f"{US} §G2")

    def test_the_same_player_may_have_more_of_them(self) -> None:
        play = Play(US).opened()
        play.do(BuyIn(ANN, "ann", 2_000, ChipSort.CASH))
        play.do(BuyIn(ANN, "ann", 2_000, ChipSort.CASH))
        play.do(PermitValueChips(DEALER, "ann"))


class TestRouletteChips:
    """The words "Roulette chips" mean all chips of the table: value chips are wagered as well as the table's own."""

    def test_both_sorts_are_wagered(self) -> None:
        play = Play(US).opened()
        play.do(BuyIn(ANN, "ann", 2_000, ChipSort.CASH))
        play.do(BuyIn(ANN, "ann", 2_000, ChipSort.COLOR, color="pink"))
        play.do(PlaceWager(ANN, "w1", "ann", "17", 700, (Chips(7, cash=100),)))
        play.do(PlaceWager(ANN, "w2", "ann", "18", 700, (Chips(7, color="pink"),)))

    def test_the_rulebook_says_that_this_is_how_we_read_it(self) -> None:
        chips = Play(US).rules.procedure.wagers.chips
        assert set(chips.value) == {ChipSort.CASH, ChipSort.COLOR}
        assert chips.basis is Basis.OUR_READING
