"""A wrong number put right: before settlement by one person, after it by two; the money ends where it belongs.

Nothing that happened is edited: a correction is a further event, and what it
changes in money stands in its adjustments.
"""

from itertools import permutations

import pytest

import croupier
from croupier import Kind, Limit, Limits
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Intake, Role
from croupier.rules.rulebook import parse
from croupier.table.commands import (
    ApproveCorrection,
    BuyIn,
    By,
    CashOut,
    Chips,
    CollectDebt,
    ConfirmOutcome,
    CorrectOutcome,
    MarkUnclear,
    OpenBetting,
    PlaceDolly,
    PlaceWager,
    ReportIrregularity,
    RuleOnWager,
    Settle,
    WagerTreatment,
)
from croupier.table.decide import decide
from croupier.table.events import (
    Adjustment,
    CorrectionProposed,
    DebtCollected,
    OutcomeCorrected,
    OutcomeDisputed,
)
from croupier.table.evolve import replay
from croupier.table.purse import chip_count
from croupier.table.refusal import Code, Refusal
from croupier.table.retell import retell
from croupier.table.state import Phase, Purse, Table, new_table
from croupier.table.views import view
from testkit.rulebooks.earlier import earlier
from testkit.rulebooks.house import own, replaced
from testkit.rulebooks.stated import stated
from testkit.table.play import (
    ANN,
    AT_THE_TOP,
    BOB,
    DEALER,
    FLOOR,
    HOUSE,
    SHIFT,
    STAKE,
    SUPERVISOR,
    Play,
    came_to,
    concluded,
    results,
    types,
)
from testkit.table.scenes import AM as US
from testkit.table.scenes import R360, REFS, V2, V3

LENIENT = Limits(by_kind={Kind.STRAIGHT: Limit(100, 1_000)}, intake=Intake.ACCEPT)
every_ref = pytest.mark.parametrize("ref", REFS)


def correction(pocket: str, by: By = SHIFT, number: str = "1") -> CorrectOutcome:
    return CorrectOutcome(by, number, Pocket(pocket), "the ball lies elsewhere")


def approval(pocket: str, by: By = DEALER, number: str = "1") -> ApproveCorrection:
    return ApproveCorrection(by, number, Pocket(pocket))


def money(table: Table) -> tuple[int, dict[str, int], dict[str, tuple[int, int, int]]]:
    """The house's part, each player's chips in money, and what became of each wager."""
    purses = {player: purse.cash + purse.colored for player, purse in table.standing.purses.items()}
    wagers = {one.wager: (one.winnings, one.returned, one.collected) for one in table.layout.wagers.values()}
    return table.tray, purses, wagers


def purse_of(play: Play, player: str = "ann") -> Purse:
    purse = play.table.standing.purses.get(player)
    assert purse is not None
    return purse


def busy(ref: str = V3) -> Play:
    """Two players with accounts, cash and color, stakes within the limits, above them and below."""
    play = Play(ref, LENIENT, as_before=ref == US).opened()
    play.do(BuyIn(ANN, "ann", 3_000, ChipSort.COLOR, color="pink", chip_value=100))
    play.do(BuyIn(BOB, "bob", 3_000, ChipSort.CASH))
    play.laid("17", "w1", 800).laid("17", "w2", 500).laid("red", "w3", 600)
    play.laid("18", "w4", 50, BOB).laid("20", "w5", 1_500, BOB).laid("odd", "w6", 300, BOB)
    return play


class TestBeforeSettlement:
    def rested(self, ref: str = V3) -> Play:
        return Play(ref).opened().laid("17").laid("20", "w2", by=BOB).spun().called().rested("17")

    def test_the_dolly_is_not_put_anywhere_else(self) -> None:
        for ref, clause in ((V2, "3.7"), (V3, "3.8"), (R360, "3.6"), (US, "R3")):
            no = self.rested(ref).refused(PlaceDolly(DEALER, Pocket("20")), Code.WRONG_POCKET, f"{ref} §{clause}")
            assert no.facts == {"pocket": "20", "outcome": "17"}

    def test_whoever_corrected_a_number_does_not_confirm_it(self) -> None:
        play = self.rested()
        play.do(correction("20"))
        no = play.refused(ConfirmOutcome(SHIFT, Pocket("20")), Code.SAME_PERSON, "wire §2.5")
        assert no.facts == {"name": SHIFT.name}
        play.do(ConfirmOutcome(DEALER, Pocket("20")))

    def test_nor_do_the_two_who_corrected_it_together(self) -> None:
        play = self.rested()
        play.do(MarkUnclear(DEALER, "w2"))
        play.dolly().settled()
        play.do(correction("20"))
        play.do(approval("20", SUPERVISOR))
        for by in (SHIFT, SUPERVISOR):
            play.refused(ConfirmOutcome(by, Pocket("20")), Code.SAME_PERSON, "wire §2.5")
        play.do(ConfirmOutcome(DEALER, Pocket("20")))

    def test_a_second_entry_that_differs_is_not_taken(self) -> None:
        play = self.rested()
        no = play.refused(ConfirmOutcome(SUPERVISOR, Pocket("20")), Code.WRONG_POCKET, f"{V3} §3.8")
        assert no.facts["pocket"] == "20"
        play.refused(ConfirmOutcome(DEALER, Pocket("17")), Code.SAME_PERSON, "wire §2.5")
        play.do(ConfirmOutcome(SUPERVISOR, Pocket("17")))

    def test_one_that_is_to_hold_the_round_does_so_until_a_third_person_confirms_the_first(self) -> None:
        play = self.rested()
        (disputed,) = play.do(ConfirmOutcome(SUPERVISOR, Pocket("20"), disputes=True))
        assert isinstance(disputed, OutcomeDisputed)
        assert (disputed.pocket, disputed.outcome, disputed.clauses) == ("20", "17", ("wire §2.10",))
        assert retell(disputed) == "A second person enters 20 instead of 17, and the round waits."
        no = play.refused(PlaceDolly(DEALER, Pocket("17")), Code.RULING_NEEDED, "wire §2.10")
        assert no.facts == {"by": "shift-manager", "pocket": "20", "outcome": "17"}
        play.refused(Settle(DEALER), Code.RULING_NEEDED, "wire §2.10")
        play.do(ConfirmOutcome(SHIFT, Pocket("17")))
        play.dolly().settled()
        assert play.table.round.phase is Phase.PAID

    def test_one_that_holds_the_round_is_decided_by_a_correction_and_by_a_void(self) -> None:
        play = self.rested().dolly()
        play.do(ConfirmOutcome(SUPERVISOR, Pocket("20"), disputes=True))
        play.refused(Settle(DEALER), Code.RULING_NEEDED, "wire §2.10")
        play.do(correction("20"))
        assert (play.table.round.dispute, play.table.round.entered_by) == (None, ())
        play.do(ConfirmOutcome(SUPERVISOR, Pocket("20")))
        play.do(ConfirmOutcome(DEALER, Pocket("21"), disputes=True))
        play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, "a coin", found_late=True))
        assert play.table.round.phase is Phase.VOID
        assert play.table.round.dispute is None

    def test_one_that_agrees_or_comes_after_a_payment_holds_nothing(self) -> None:
        play = self.rested()
        assert types(play.do(ConfirmOutcome(SUPERVISOR, Pocket("17"), disputes=True))) == ["outcome-confirmed"]
        play.do(MarkUnclear(DEALER, "w2"))
        play.dolly().settled()
        play.refused(ConfirmOutcome(SHIFT, Pocket("20"), disputes=True), Code.WRONG_POCKET, f"{V3} §3.8")

    def test_one_person_corrects_the_number(self) -> None:
        play = self.rested().dolly()
        (corrected,) = play.do(correction("20"))
        assert isinstance(corrected, OutcomeCorrected)
        assert (corrected.before, corrected.pocket, corrected.adjustments) == ("17", "20", ())
        assert (corrected.by, corrected.reason) == (SHIFT, "the ball lies elsewhere")
        assert (play.phase, play.table.round.dolly) == (Phase.AT_REST, None)

    def test_the_dolly_is_set_anew_before_anything_is_paid(self) -> None:
        play = self.rested().dolly()
        play.do(correction("20"))
        play.refused(Settle(DEALER), Code.NO_DOLLY, f"{V3} §3.8")
        assert results(play.dolly().settled()) == [
            ("collected", "w1", 0, 0, STAKE),
            ("paid", "w2", 35 * STAKE, STAKE, 0),
        ]

    def test_the_dealer_puts_only_the_present_round_right_and_only_before_anything_is_settled(self) -> None:
        play = Play(V3).opened()
        concluded(play, "18")
        play.opened().spun().called().rested("20")
        play.refused(correction("17", DEALER), Code.ROLE_NOT_ALLOWED, f"{V3} §6.4")
        bare = Play(parse(stated(own(V3), "outcome.dolly", value=False), "bare")).opened()
        bare.laid("17").laid("red", "w2", by=BOB).spun().called()
        bare.do(MarkUnclear(DEALER, "w1"))
        bare.rested("18").settled()
        assert bare.at(Phase.AT_REST)
        bare.refused(correction("17", DEALER), Code.ROLE_NOT_ALLOWED)

    def test_there_is_nothing_to_approve(self) -> None:
        play = self.rested()
        play.do(correction("20"))
        play.refused(approval("20"), Code.NOTHING_TO_RULE, "wire §2.5")

    def test_the_highest_role_of_the_rulebook_corrects(self) -> None:
        for ref, by in ((V3, SHIFT), (US, FLOOR)):
            play = self.rested(ref).dolly()
            no = play.refused(correction("20", DEALER), Code.ROLE_NOT_ALLOWED)
            assert no.facts == {"role": "dealer", "needed": str(by.role)}
            play.do(correction("20", by))

    def test_the_same_number_and_a_strange_one_are_no_corrections(self) -> None:
        play = self.rested()
        play.refused(correction("17"), Code.ALREADY_DONE, "wire §3.2")
        play.refused(correction("00"), Code.NOT_A_POCKET, "wire §3.5")
        play.refused(correction("20", number="7"), Code.ROUND_OVER, f"{V3} §1.1.4")

    def test_before_the_ball_rests_there_is_no_number(self) -> None:
        play = Play(V3).opened().spun().called()
        play.refused(correction("20"), Code.NO_OUTCOME, f"{V3} §3.8")


class TestAfterSettlement:
    def paid(self) -> Play:
        play = busy()
        concluded(play, "17")
        return play

    def test_a_proposal_alone_changes_nothing(self) -> None:
        play = self.paid()
        before = money(play.table)
        (proposed,) = play.do(correction("18"))
        assert isinstance(proposed, CorrectionProposed)
        assert (proposed.pocket, proposed.clauses) == ("18", ("3.8", "6.4"))
        assert money(play.table) == before
        assert play.table.round.outcome == "17"

    def test_it_takes_two_even_if_nobody_had_a_wager(self) -> None:
        play = Play(V3).opened()
        concluded(play)
        assert types(play.do(correction("18"))) == ["correction-proposed"]

    def test_nobody_approves_their_own(self) -> None:
        play = self.paid()
        play.do(correction("18"))
        no = play.refused(approval("18", SHIFT), Code.SAME_PERSON, "wire §2.5")
        assert no.facts == {"name": "gia"}
        again = By("gia", Role.DEALER)
        play.refused(approval("18", again), Code.SAME_PERSON, "wire §2.5")

    def test_a_second_person_approves_the_same_number_and_no_other(self) -> None:
        play = self.paid()
        play.do(correction("18"))
        no = play.refused(approval("20"), Code.WRONG_POCKET, "wire §3.5")
        assert no.facts == {"pocket": "20", "proposed": "18"}
        play.refused(approval("18", ANN), Code.ROLE_NOT_ALLOWED, "wire §2.2")
        (corrected,) = play.do(approval("18"))
        assert isinstance(corrected, OutcomeCorrected)
        assert (corrected.by, corrected.reason, corrected.pocket) == (DEALER, "the ball lies elsewhere", "18")
        play.refused(approval("18", SUPERVISOR), Code.NOTHING_TO_RULE, "wire §2.5")

    def test_nothing_that_happened_is_edited(self) -> None:
        play = self.paid()
        before = list(play.record)
        play.do(correction("18"))
        play.do(approval("18"))
        assert play.record[: len(before)] == before
        assert types(play.record[len(before) :]) == ["correction-proposed", "outcome-corrected"]
        assert replay(play.start, play.record) == play.table

    def test_the_round_stays_over_and_the_next_can_be_opened(self) -> None:
        play = self.paid()
        play.do(correction("18"))
        play.do(approval("18"))
        assert (play.phase, play.table.round.outcome, play.table.round.ended) == (Phase.PAID, "18", True)
        play.do(OpenBetting(DEALER))

    def test_by_an_earlier_text_it_is_over_once_the_next_round_is_open(self) -> None:
        play = Play(V3, as_before=True).opened().laid("17")
        concluded(play)
        play.do(correction("18"))
        play.opened()
        play.refused(approval("18"), Code.NOTHING_TO_RULE, "wire §2.5")
        play.refused(correction("18"), Code.ROUND_OVER, f"{V3} §5.17")

    def test_a_round_of_an_earlier_text_is_corrected_by_that_text(self) -> None:
        """A table may take a corrected text of its rulebook when betting is next opened."""
        before = parse(own(V3), "before")
        play = Play(before).opened().laid("17/20")
        concluded(play, "18")
        play.do(correction("17"))
        after = parse(replaced(own(V3), "to_one = 17", "to_one = 16"), "after")
        play.rules = after.after(before, needed=play.table.digests)
        play.opened()

        (corrected,) = play.do(approval("17"))

        assert isinstance(corrected, OutcomeCorrected)
        assert [one.winnings for one in corrected.adjustments] == [17 * STAKE]
        play.rules = after
        play.refused(correction("18"), Code.ROUND_OVER)

    def test_what_an_earlier_text_puts_out_of_reach_stays_so(self) -> None:
        play = Play(V3, as_before=True).opened().laid("17")
        concluded(play)
        play.rules = croupier.rulebook(V3).after(play.rules, needed=play.table.digests)
        play.opened()
        play.refused(correction("18"), Code.ROUND_OVER)

    def test_only_texts_that_are_still_needed_are_kept(self) -> None:
        now, before = croupier.rulebook(V3), earlier(V3)
        both = now.after(before, needed={before.digest, now.digest})
        assert (both, both.of_text(before.digest), both.of_text("other")) == (now, before, None)
        assert both.after(both, needed={before.digest}).of_text(before.digest) == before
        assert before.after(both, needed={before.digest}).earlier == {}
        assert now.after(before, needed=()) is now

    def test_a_void_round_has_no_number_to_correct(self) -> None:
        play = Play(V3).opened().laid("17").spun(3).called().rested("17")
        assert play.at(Phase.VOID)
        play.refused(correction("18"), Code.ROUND_OVER, f"{V3} §5.3")
        before = Play(V3, as_before=True).opened().laid("17").spun(3).called().rested("17")
        before.refused(correction("18"), Code.ROUND_OVER, f"{V3} §5.17")


@pytest.mark.parametrize(("first", "then"), list(permutations(("17", "18", "20", "0", "32"), 2)))
@pytest.mark.parametrize("ref", [V2, V3, US])
def test_the_money_is_exactly_what_it_would_have_been(ref: str, first: str, then: str) -> None:
    right, wrong = busy(ref), busy(ref)
    concluded(right, then)
    concluded(wrong, first)
    highest = {V2: DEALER, V3: SHIFT, US: FLOOR}[ref]

    wrong.do(correction(then, highest))
    (corrected,) = wrong.do(approval(then, By("zoe", Role.DEALER)))

    assert money(wrong.table) == money(right.table)
    assert isinstance(corrected, OutcomeCorrected)
    for one in corrected.adjustments:
        assert one.returned + one.collected == 0, "a stake is what it was"
    owed = sum(one.winnings + one.returned for one in corrected.adjustments)
    gained = sum(one.collected - one.winnings for one in corrected.adjustments)
    assert owed + gained == 0


@pytest.mark.parametrize("treatment", list(WagerTreatment))
def test_a_wager_that_still_waits_is_settled_on_the_right_number(treatment: WagerTreatment) -> None:
    def held() -> Play:
        play = busy()
        play.do(MarkUnclear(DEALER, "w6"))
        return play.spun().called()

    right, wrong = held().rested("18").dolly(), held().rested("17").dolly()
    right.settled()
    wrong.settled()
    wrong.do(correction("18"))
    wrong.do(approval("18"))
    assert wrong.at(Phase.AT_REST)
    wrong.dolly()
    for play in (right, wrong):
        play.do(RuleOnWager(SUPERVISOR, "w6", treatment, "18"))
        play.settled()
    assert money(wrong.table) == money(right.table)
    assert wrong.at(Phase.PAID)


def test_two_corrections_come_out_like_the_last() -> None:
    right, wrong = busy(), busy()
    concluded(right, "20")
    concluded(wrong, "17")
    for pocket in ("18", "20"):
        wrong.do(correction(pocket))
        wrong.do(approval(pocket))
    assert money(wrong.table) == money(right.table)


def test_color_is_put_right_in_color() -> None:
    play = Play(V3).opened()
    play.do(BuyIn(ANN, "ann", 1_000, ChipSort.COLOR, color="pink", chip_value=100))
    play.do(PlaceWager(ANN, "w1", "ann", "17", 300, (Chips(3, color="pink"),)))
    concluded(play, "17")
    play.do(correction("18"))
    play.do(approval("18"))
    purse = play.table.standing.purses.get("ann")
    assert purse is not None
    assert (purse.cash, chip_count(purse)) == (0, 7)


class TestWhatIsNotThereAnyMore:
    """wire 5.5: a correction takes back what the player has beside the layout; the rest is owed."""

    def test_what_was_taken_home_is_owed(self) -> None:
        play = Play(V3).opened()
        play.do(BuyIn(ANN, "ann", 1_000, ChipSort.CASH))
        play.laid("17", "w1", 100)
        concluded(play, "17")
        play.do(CashOut(ANN, "ann", 4_500, ChipSort.CASH))
        (_, corrected) = play.do(correction("18")) + play.do(approval("18"))
        purse = play.table.standing.purses.get("ann")
        assert purse is not None
        assert (purse.cash, purse.owed) == (0, 3_600)
        assert play.table.tray == -3_500, "of the 4,500 that were cashed, 1,000 were bought"
        assert isinstance(corrected, OutcomeCorrected)
        assert corrected.adjustments == (Adjustment("w1", "ann", -3_500, -100, 100, owed=3_600),)
        assert corrected.clauses == ("3.8", "6.4", "wire §5.5")

    def test_the_claim_is_cited_if_one_of_several_owes(self) -> None:
        play = Play(V3).opened()
        for by in (ANN, BOB):
            play.do(BuyIn(by, by.name, 1_000, ChipSort.CASH))
            play.laid("17", by.name, 100, by)
        concluded(play, "17")
        play.do(CashOut(ANN, "ann", 4_500, ChipSort.CASH))
        (_, corrected) = play.do(correction("18")) + play.do(approval("18"))
        assert isinstance(corrected, OutcomeCorrected)
        assert [bool(one.owed) for one in corrected.adjustments] == [True, False]
        assert corrected.clauses == ("3.8", "6.4", "wire §5.5")

    def test_the_house_collects_it_and_nobody_else_does(self) -> None:
        play = Play(V3).opened()
        play.do(BuyIn(ANN, "ann", 1_000, ChipSort.CASH))
        play.laid("17", "w1", 100)
        concluded(play, "17")
        play.do(CashOut(ANN, "ann", 4_500, ChipSort.CASH))
        play.do(correction("18"))
        play.do(approval("18"))
        play.refused(CollectDebt(DEALER, "ann", 3_600), Code.ROLE_NOT_ALLOWED, "wire §5.5")
        play.refused(CollectDebt(HOUSE, "ann", 3_601), Code.ALREADY_DONE, "wire §5.5")
        play.refused(CollectDebt(HOUSE, "bob", 1), Code.ALREADY_DONE, "wire §5.5")
        (collected,) = play.do(CollectDebt(HOUSE, "ann", 3_000))
        purse = purse_of(play)
        assert isinstance(collected, DebtCollected)
        assert (purse.owed, purse.cash, play.table.tray) == (600, 0, -500)
        assert play.table.tray == purse.bought - purse.redeemed

    def cashed_out(self, left: int, *more: tuple[str, str, int]) -> Play:
        """A player who won 3,500 on 17 with 100 of 1,000, and cashed all but what is left."""
        play = Play(V3).opened()
        play.do(BuyIn(ANN, "ann", 1_000, ChipSort.CASH))
        play.laid("17", "w1", 100)
        for position, name, stake in more:
            play.laid(position, name, stake)
        concluded(play, "17")
        there = purse_of(play).cash
        play.do(CashOut(ANN, "ann", there - left, ChipSort.CASH))
        return play

    def put_right(self, play: Play, pocket: str) -> OutcomeCorrected:
        play.do(correction(pocket))
        (corrected,) = play.do(approval(pocket))
        assert isinstance(corrected, OutcomeCorrected)
        assert replay(play.start, play.record) == play.table
        return corrected

    def test_what_is_left_is_taken_first(self) -> None:
        play = self.cashed_out(left=600)
        corrected = self.put_right(play, "18")
        assert [one.owed for one in corrected.adjustments] == [3_000]
        assert (purse_of(play).cash, purse_of(play).owed) == (0, 3_000)

    def test_to_the_last_chip_nothing_is_owed(self) -> None:
        play = self.cashed_out(left=3_600)
        corrected = self.put_right(play, "18")
        assert [one.owed for one in corrected.adjustments] == [0]
        assert (purse_of(play).cash, purse_of(play).owed) == (0, 0)
        assert corrected.clauses == ("3.8", "6.4")

    def test_what_the_same_correction_gives_is_set_against_what_it_takes(self) -> None:
        play = self.cashed_out(0, ("18", "w2", 100))
        corrected = self.put_right(play, "18")
        assert [(one.wager, one.winnings + one.returned, one.owed) for one in corrected.adjustments] == [
            ("w2", 3_600, 0),
            ("w1", -3_600, 0),
        ]
        assert (purse_of(play).cash, purse_of(play).owed) == (0, 0)

    def test_a_second_correction_forgives_before_it_gives(self) -> None:
        play = self.cashed_out(left=0)
        self.put_right(play, "18")
        corrected = self.put_right(play, "17")
        assert [one.owed for one in corrected.adjustments] == [-3_600]
        assert (purse_of(play).cash, purse_of(play).owed, play.table.tray) == (0, 0, -3_500)

    def test_only_what_is_owed_is_kept_back(self) -> None:
        play = self.cashed_out(left=600)
        self.put_right(play, "18")
        self.put_right(play, "17")
        assert (purse_of(play).cash, purse_of(play).owed) == (600, 0)

    def test_a_claim_stays_and_the_player_plays_on(self) -> None:
        play = self.cashed_out(left=0)
        self.put_right(play, "18")
        play.do(BuyIn(ANN, "ann", 500, ChipSort.CASH))
        play.opened().laid("20", "w1", 500)
        concluded(play, "20")
        assert (purse_of(play).cash, purse_of(play).owed) == (18_000, 3_600)

    def test_color_chips_are_changed_where_they_do_not_come_out_even(self) -> None:
        play = Play(V3).opened()
        play.do(BuyIn(ANN, "ann", 500, ChipSort.COLOR, color="pink", chip_value=250))
        play.do(BuyIn(ANN, "ann", 100, ChipSort.CASH))
        play.do(PlaceWager(ANN, "w1", "ann", "red", 100, (Chips(1, cash=100),)))
        concluded(play, "1")
        play.do(CashOut(ANN, "ann", 200, ChipSort.CASH))
        corrected = self.put_right(play, "2")
        assert [one.owed for one in corrected.adjustments] == [0]
        assert (purse_of(play).cash, purse_of(play).colored) == (50, 250)

    def test_color_chips_come_before_cash_where_the_stake_was_in_color(self) -> None:
        play = Play(V3).opened()
        play.do(BuyIn(ANN, "ann", 500, ChipSort.COLOR, color="pink", chip_value=250))
        play.do(BuyIn(ANN, "ann", 700, ChipSort.CASH))
        play.do(PlaceWager(ANN, "w1", "ann", "red", 250, (Chips(1, color="pink"),)))
        concluded(play, "1")
        play.do(CashOut(ANN, "ann", 500, ChipSort.COLOR))
        self.put_right(play, "2")
        assert (purse_of(play).cash, purse_of(play).colored, purse_of(play).owed) == (450, 0, 0)

    def test_without_an_account_nothing_is_known_to_be_owed(self) -> None:
        play = Play(V3).opened().laid("17", "w1", 100)
        play.do(BuyIn(ANN, "ann", 1_000, ChipSort.CASH))
        concluded(play, "17")
        corrected = self.put_right(play, "18")
        assert [one.owed for one in corrected.adjustments] == [0]
        assert (purse_of(play).cash, play.table.tray) == (1_000, 100)

    def test_everybody_who_may_see_the_purse_sees_it(self) -> None:
        play = self.cashed_out(left=0)
        self.put_right(play, "18")
        assert view(play.table, play.rules, Role.PLAYER, "ann")["purse"]["owed"] == 3_600
        assert view(play.table, play.rules, Role.PIT_MANAGER, "pam")["purses"]["ann"]["owed"] == 3_600
        assert "owed" not in str(view(play.table, play.rules, Role.PLAYER, "bob"))
        assert retell(play.record[-1]).endswith("(the ball lies elsewhere); ann owes +3600 on w1.")

    def test_a_record_that_knows_of_no_owing_is_folded_all_the_same(self) -> None:
        play = self.cashed_out(left=0)
        play.do(correction("18"))
        taken = Adjustment("w1", "ann", -3_500, -100, 100)
        before = OutcomeCorrected(99, "1", SHIFT, ("3.8",), Pocket("17"), Pocket("18"), "misread", (taken,))
        after = replay(play.table, [before]).standing.purses.get("ann")
        assert after is not None
        assert (after.cash, after.owed) == (-3_600, 0)


def test_a_first_time_under_the_minimum_stays_the_first_time() -> None:
    play = Play(V3, LENIENT).opened().laid("17", "w1", 50)
    concluded(play, "18")
    play.do(correction("17"))
    (corrected,) = play.do(approval("17"))
    assert isinstance(corrected, OutcomeCorrected)
    assert [(one.winnings, one.returned, one.collected) for one in corrected.adjustments] == [(1_750, 50, -50)]
    play.opened().laid("17", "w1", 50)
    assert results(concluded(play, "17")) == [("returned", "w1", 0, 50, 0)]


def test_a_draw_of_the_random_wheel_is_corrected_by_nobody() -> None:
    ruleset = croupier.rulebook(V3)
    drawn = new_table(ruleset, name="t1", random=True)

    for by in (SHIFT, DEALER, By("house", Role.HOUSE)):
        refused = decide(drawn, correction("17", by), ruleset)

        assert isinstance(refused, Refusal)
        assert (refused.code, str(refused.clause)) == (Code.ROLE_NOT_ALLOWED, "wire §2.6")


class TestWrongCallOrDolly:
    """Where the ball lies decides; a wrong dolly is not set down, and a wrong number is corrected."""

    @every_ref
    def test_the_dolly_goes_where_the_ball_lies(self, ref: str) -> None:
        play = Play(ref).opened().spun().called().rested("17")
        no = play.refused(PlaceDolly(DEALER, Pocket("20")), Code.WRONG_POCKET)
        assert no.facts == {"pocket": "20", "outcome": "17"}

    @every_ref
    def test_a_wrong_number_is_corrected_by_one_person_before_payment(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").laid("20", "w2").spun().called().rested("17").dolly()
        (corrected,) = play.do(CorrectOutcome(AT_THE_TOP[ref], "1", Pocket("20"), "misread"))
        assert isinstance(corrected, OutcomeCorrected)
        assert (corrected.before, corrected.pocket, corrected.adjustments) == ("17", "20", ())
        play.refused(Settle(DEALER), Code.NO_DOLLY)
        play.dolly().settled()
        assert came_to(play) == {"w1": (0, 0, STAKE), "w2": (35 * STAKE, STAKE, 0)}

    @every_ref
    def test_after_payment_it_takes_a_second_person_and_is_made_good(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").laid("20", "w2").spun().called().rested("17").dolly()
        play.settled()
        proposer = AT_THE_TOP[ref]
        second = By("dan", Role.DEALER)
        (proposed,) = play.do(CorrectOutcome(proposer, "1", Pocket("20"), "misread"))
        assert proposed.type == "correction-proposed"
        assert came_to(play) == {"w1": (35 * STAKE, STAKE, 0), "w2": (0, 0, STAKE)}
        play.refused(ApproveCorrection(proposer, "1", Pocket("20")), Code.SAME_PERSON, "wire §2.5")
        (corrected,) = play.do(ApproveCorrection(second, "1", Pocket("20")))
        assert isinstance(corrected, OutcomeCorrected)
        assert [(a.wager, a.winnings, a.returned, a.collected) for a in corrected.adjustments] == [
            ("w2", 35 * STAKE, STAKE, -STAKE),
            ("w1", -35 * STAKE, -STAKE, STAKE),
        ]
        assert came_to(play) == {"w1": (0, 0, STAKE), "w2": (35 * STAKE, STAKE, 0)}
        assert play.table.tray == STAKE - 35 * STAKE

    @every_ref
    def test_a_round_before_is_corrected_by_two_and_the_money_follows(self, ref: str) -> None:
        play, right = (Play(ref).opened().laid("17").laid("20", "w2", by=BOB) for _ in range(2))
        for one, pocket in ((play, "17"), (right, "20")):
            concluded(one, pocket)
            one.lifted().opened()
        top = AT_THE_TOP[ref]
        (proposed,) = play.do(CorrectOutcome(top, "1", Pocket("20"), "misread"))
        assert (proposed.type, proposed.round) == ("correction-proposed", "1")
        play.refused(ApproveCorrection(top, "1", Pocket("20")), Code.SAME_PERSON)
        (corrected,) = play.do(ApproveCorrection(By("zoe", Role.DEALER), "1", Pocket("20")))
        assert (corrected.type, corrected.round) == ("outcome-corrected", "1")
        assert (play.table.tray, play.table.round.name, play.phase) == (right.table.tray, "2", Phase.BETTING_OPEN)
        play.refused(CorrectOutcome(top, "1", Pocket("20"), "misread"), Code.ALREADY_DONE)
