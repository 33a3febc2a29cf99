"""Traps at the table, for the longest document of the single zero and for the American one. One class per trap."""

import pytest

from croupier import Basis, Kind, Limit, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Intake, Irregularity, LimitScope, Role
from croupier.table.commands import (
    Ball,
    BuyIn,
    By,
    CallNoSpin,
    CashOut,
    Chips,
    CountRevolutions,
    DeclareOutcome,
    FailPower,
    Laid,
    LeaveSeat,
    LimitAsked,
    MarkUnclear,
    MoveWager,
    PermitValueChips,
    PlaceWager,
    PlaceWagers,
    ReportIrregularity,
    RoundRuling,
    RuleOnIrregularity,
    RuleOnWager,
    SetLimits,
    Settle,
    SpinBall,
    TakeSeat,
    Turning,
    WagerTreatment,
)
from croupier.table.events import BettingOpened, Event, RoundVoided, WagerMoved
from croupier.table.evolve import replay
from croupier.table.refusal import Code
from croupier.table.state import Phase
from tests.clauses.rounds import (
    ANN,
    BOB,
    DEALER,
    FLOOR,
    MANAGER,
    SHIFT,
    STAKE,
    SUPERVISOR,
    Play,
    concluded,
    results,
    types,
)

V3 = "mbs-roulette/3"
US = "us-double-zero/1"

LIMITS = {Kind.STRAIGHT: Limit(5, 100), Kind.RED: Limit(50, 1_000)}
LENIENT = Limits(by_kind=LIMITS, intake=Intake.ACCEPT)
STRICT = Limits(by_kind=LIMITS)


class TestT6OneTimeOnly:
    """A player's small stakes are settled in one round; in every later one of the sitting they go back."""

    def play(self, *rounds: tuple[str, dict[str, int]]) -> list[list[tuple[str, str, int, int, int]]]:
        """Ann's stakes in each round, and what became of them."""
        play, found = Play(V3, LENIENT), []
        for pocket, stakes in rounds:
            play.opened()
            for number, (position, stake) in enumerate(stakes.items(), 1):
                play.laid(position, f"w{number}", stake)
            found.append(results(concluded(play, pocket)))
        return found

    def test_paid_once_then_returned(self) -> None:
        assert self.play(("17", {"17": 2}), ("17", {"17": 2}), ("18", {"17": 2})) == [
            [("paid", "w1", 70, 2, 0)],
            [("returned", "w1", 0, 2, 0)],
            [("returned", "w1", 0, 2, 0)],
        ]

    def test_one_flag_for_wins_and_losses_together(self) -> None:
        lost, won = self.play(("18", {"17": 2}), ("17", {"17": 2}))
        assert (lost, won) == ([("collected", "w1", 0, 0, 2)], [("returned", "w1", 0, 2, 0)])

    def test_one_flag_for_all_kinds_of_bet(self) -> None:
        _, second = self.play(("18", {"17": 2}), ("17", {"red": 40, "17": 5}))
        assert second == [("returned", "w1", 0, 40, 0), ("paid", "w2", 175, 5, 0)]

    def test_the_round_is_the_time_and_not_the_wager(self) -> None:
        (first,) = self.play(("18", {"17": 2, "18": 3, "red": 40}))
        assert first == [("collected", "w1", 0, 0, 2), ("paid", "w2", 105, 3, 0), ("paid", "w3", 40, 40, 0)]

    def test_rounds_without_a_small_stake_do_not_count(self) -> None:
        *_, last = self.play(("18", {"17": 5}), ("18", {"17": 150}), ("17", {"17": 2}))
        assert last == [("paid", "w1", 70, 2, 0)]

    def test_a_void_round_is_not_the_time(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 2).spun(3).called().rested("17")
        assert play.at(Phase.VOID)
        assert play.table.house.under_minimum.get("ann", 0) == 0

    def test_a_stake_returned_by_a_ruling_is_not_the_time(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 2)
        play.do(MarkUnclear(DEALER, "w1"))
        play.spun().called().rested("17").dolly().do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RETURN))
        play.settled()
        play.opened().laid("17", "w1", 2)
        assert results(concluded(play, "17")) == [("paid", "w1", 70, 2, 0)]

    def test_the_flag_is_of_the_sitting(self) -> None:
        play = Play(V3, LENIENT).opened()
        play.do(TakeSeat(ANN, "ann"))
        concluded(play.laid("17", "w1", 2), "18")
        play.opened().laid("17", "w1", 2)
        assert results(concluded(play, "17")) == [("returned", "w1", 0, 2, 0)]
        play.do(LeaveSeat(ANN, "ann"))
        play.do(TakeSeat(ANN, "ann"))
        play.opened().laid("17", "w1", 2)
        assert results(concluded(play, "17")) == [("paid", "w1", 70, 2, 0)]


class TestT7IntakeAndSettlement:
    """Limits are judged twice: at the door, if the table wills it so, and at the settlement in any case."""

    ASK = PlaceWager(ANN, "w1", "ann", "17", 150)

    def test_a_table_that_refuses_takes_nothing_outside(self) -> None:
        assert Play(V3, STRICT).opened().refused(self.ASK, Code.ABOVE_MAXIMUM).facts["stake_max"] == 100

    def test_a_table_that_accepts_settles_by_the_rulebook(self) -> None:
        play = Play(V3, LENIENT).opened()
        play.do(self.ASK)
        assert results(concluded(play, "18")) == [("collected", "w1", 0, 50, 100)]

    def test_what_slips_in_by_accident_is_settled_by_the_rulebook_as_well(self) -> None:
        play = Play(V3, STRICT).opened().laid("17", "w1", 80).laid("18", "w2", 80)
        play.do(MoveWager(DEALER, "w2", "17", accident=True))
        play.spun().called().rested("17").do(RuleOnWager(SUPERVISOR, "w2", WagerTreatment.STAND))
        assert results(play.dolly().settled()) == [("paid", "w1", 2_800, 80, 0), ("paid", "w2", 700, 80, 0)]

    def test_the_american_document_says_nothing_of_it_so_it_is_settled_as_it_lies(self) -> None:
        play = Play(US).opened().laid("17", "w1", 800).laid("18", "w2", 800)
        play.do(MoveWager(DEALER, "w2", "17", accident=True))
        assert results(concluded(play, "17")) == [("paid", "w1", 28_000, 800, 0), ("paid", "w2", 28_000, 800, 0)]

    def test_or_the_floor_manager_rules_on_it(self) -> None:
        play = Play(US).opened().laid("17", "w1", 800).laid("18", "w2", 800)
        play.do(MoveWager(DEALER, "w2", "17", accident=True))
        play.spun().called().rested("17").dolly()
        play.do(RuleOnWager(FLOOR, "w2", WagerTreatment.RETURN, reason="above the maximum"))
        assert results(play.settled()) == [("paid", "w1", 28_000, 800, 0)]
        assert play.rules.procedure.limits.over_maximum.basis is Basis.OUR_READING


class TestT8WhoseLimit:
    """The maximum is each player's own, unless the table says that an area has one for all."""

    SHARED = Limits(by_kind=LIMITS, scope=LimitScope.AREA)

    def test_each_player_has_a_maximum(self) -> None:
        Play(V3, STRICT).opened().laid("17", "w1", 100).laid("17", "w2", 100, BOB)

    def test_an_area_may_have_one_for_all(self) -> None:
        play = Play(V3, self.SHARED).opened().laid("17", "w1", 60)
        no = play.refused(PlaceWager(BOB, "w2", "bob", "17", 41), Code.ABOVE_MAXIMUM, f"{V3} §3.3.1")
        assert no.facts == {"stake": 101, "stake_min": 5, "stake_max": 100}
        play.laid("17", "w2", 40, BOB)
        play.laid("18", "w3", 100, BOB)
        assert results(concluded(play, "17")) == [
            ("collected", "w3", 0, 0, 100),
            ("paid", "w1", 2_100, 60, 0),
            ("paid", "w2", 1_400, 40, 0),
        ]

    def test_what_one_takes_back_is_free_for_another(self) -> None:
        play = Play(V3, self.SHARED).opened().laid("17", "w1", 100)
        play.refused(PlaceWager(BOB, "w2", "bob", "17", 5), Code.ABOVE_MAXIMUM)
        play.do(MoveWager(ANN, "w1", "18", accident=False))
        play.laid("17", "w2", 100, BOB)
        play.refused(MoveWager(ANN, "w1", "17", accident=False), Code.ABOVE_MAXIMUM)

    def test_the_minimum_is_each_players_own_all_the_same(self) -> None:
        play = Play(V3, self.SHARED).opened().laid("17", "w1", 60)
        play.refused(PlaceWager(BOB, "w2", "bob", "17", 4), Code.BELOW_MINIMUM, f"{V3} §3.3.1")

    def test_a_list_is_judged_as_a_whole(self) -> None:
        play = Play(V3, self.SHARED).opened().laid("17", "w1", 60)
        ask = PlaceWagers(BOB, (Laid("w2", "17", 30), Laid("w3", "17", 30)))
        assert play.refused(ask, Code.ABOVE_MAXIMUM).facts["stake"] == 120

    def test_the_table_says_so_for_the_next_round(self) -> None:
        play = Play(V3, STRICT).opened()
        play.do(SetLimits(DEALER, {"straight": LimitAsked(5, 100)}, limit_scope="area"))
        play.laid("17", "w1", 100).laid("17", "w2", 100, BOB)
        concluded(play)
        play.opened().laid("17", "w1", 100)
        play.refused(PlaceWager(BOB, "w2", "bob", "17", 100), Code.ABOVE_MAXIMUM)


class TestT10SnapshotMoment:
    """The same nudge after the call pays where the chip was, or where it ends up; a deliberate move is refused."""

    @pytest.mark.parametrize(("ref", "counts"), [(V3, "straight:17"), (US, "straight:20")])
    def test_a_nudge_between_call_and_rest(self, ref: str, counts: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.position, moved.counts) == ("straight:20", counts)

    @pytest.mark.parametrize("ref", [V3, US])
    def test_a_nudge_before_the_call_moves_the_wager(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun()
        play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert play.wager("w1").counts == "straight:20"

    @pytest.mark.parametrize("ref", [V3, US])
    def test_a_nudge_after_the_rest_moves_nothing(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun().called().rested("20")
        play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert (play.wager("w1").lies, play.wager("w1").counts) == ("straight:20", "straight:17")

    @pytest.mark.parametrize(("ref", "clause"), [(V3, "5.13"), (US, "G5")])
    def test_a_deliberate_move_after_the_call_is_a_betting_act(self, ref: str, clause: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        play.refused(MoveWager(ANN, "w1", "20", accident=False), Code.BETTING_CLOSED, f"{ref} §{clause}")

    def test_a_player_does_not_call_a_move_an_accident(self) -> None:
        for ref in (V3, US):
            play = Play(ref).opened().laid("17").spun().called()
            play.refused(MoveWager(ANN, "w1", "20", accident=True), Code.ROLE_NOT_ALLOWED, "wire §2.2")


class TestT11RulingAfterRest:
    """A ruling comes after the rest and before the settlement, from a supervisor or above, and is free."""

    def held(self) -> Play:
        play = Play(V3).opened().laid("17").spun().called()
        play.do(MoveWager(DEALER, "w1", "20", accident=True))
        return play

    @pytest.mark.parametrize(
        ("treatment", "position", "result"),
        [
            (WagerTreatment.STAND, None, [("collected", "w1", 0, 0, STAKE)]),
            (WagerTreatment.RELOCATE, "20", [("paid", "w1", 35 * STAKE, STAKE, 0)]),
            (WagerTreatment.RELOCATE, "17/20", [("paid", "w1", 17 * STAKE, STAKE, 0)]),
            (WagerTreatment.RETURN, None, []),
        ],
    )
    def test_any_treatment_is_possible(
        self, treatment: WagerTreatment, position: str | None, result: list[tuple[str, str, int, int, int]]
    ) -> None:
        play = self.held().rested("20").dolly()
        play.do(RuleOnWager(SUPERVISOR, "w1", treatment, position))
        assert results(play.settled()) == result
        assert play.at(Phase.PAID)

    def test_without_it_nothing_is_settled(self) -> None:
        play = self.held().rested("20").dolly()
        assert play.refused(Settle(DEALER), Code.RULING_NEEDED, f"{V3} §3.9").facts == {"held": 1}

    def test_before_the_rest_it_is_too_early_and_the_dealer_never_rules(self) -> None:
        play = self.held()
        play.refused(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.STAND), Code.NOT_AT_REST, f"{V3} §3.9")
        play.rested("20").refused(RuleOnWager(DEALER, "w1", WagerTreatment.STAND), Code.ROLE_NOT_ALLOWED, f"{V3} §3.9")

    def test_it_does_not_come_twice(self) -> None:
        play = self.held().rested("20").dolly()
        play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.STAND))
        play.settled()
        again = RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RETURN)
        play.refused(again, Code.NOT_AT_REST, f"{V3} §3.9")


class TestT15NoSpinNotCalledInTime:
    """A spin that breaks the rule of a valid one is none, whether or not the dealer was quick enough."""

    def test_the_same_direction(self) -> None:
        play = Play(US).opened().laid("17")
        play.do(SpinBall(DEALER, Ball.CLOCKWISE, Turning.CLOCKWISE))
        play.do(CountRevolutions(DEALER, 7))
        play.called()
        self.voided(play, play.do(DeclareOutcome(DEALER, Pocket("17"))), "I1")

    def test_too_few_revolutions(self) -> None:
        play = Play(US).opened().laid("17").spun(2).called()
        self.voided(play, play.do(DeclareOutcome(DEALER, Pocket("17"))), "I2")

    def test_a_foreign_object(self) -> None:
        play = Play(US).opened().laid("17").spun().called()
        play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT))
        self.voided(play, play.do(DeclareOutcome(DEALER, Pocket("17"))), "I3")

    def test_several_facts_are_all_named(self) -> None:
        play = Play(US).opened().laid("17")
        play.do(SpinBall(DEALER, Ball.CLOCKWISE, Turning.CLOCKWISE))
        play.do(CountRevolutions(DEALER, 1))
        play.called().do(DeclareOutcome(DEALER, Pocket("17")))
        (voided,) = play.all(RoundVoided)
        assert voided.clauses == ("I1", "R1", "I2")

    def test_a_hanging_ball_is_the_one_case_in_which_the_moment_of_the_call_decides(self) -> None:
        play = Play(US).opened().laid("17").spun().called()
        play.do(ReportIrregularity(DEALER, Irregularity.BALL_HANGS))
        play.refused(CallNoSpin(DEALER, Irregularity.BALL_HANGS), Code.REASON_NOT_ALLOWED, f"{US} §I5")
        play.rested("17")
        play.refused(CallNoSpin(FLOOR, Irregularity.BALL_HANGS), Code.TOO_LATE, f"{US} §I5")
        assert types(play.dolly().settled()) == ["wager-paid", "round-closed"]

    @staticmethod
    def voided(play: Play, happened: tuple[Event, ...], clause: str) -> None:
        (voided,) = [event for event in happened if isinstance(event, RoundVoided)]
        assert voided.clauses[0] == clause
        assert (play.phase, play.table.round.outcome, play.table.tray) == (Phase.VOID, None, 0)


class TestT16PowerFailureAlone:
    """A power failure voids nothing by itself: it takes a ball still up and a call."""

    @pytest.mark.parametrize("dropped", [False, True])
    def test_without_a_call_the_round_has_its_outcome(self, dropped: bool) -> None:  # noqa: FBT001 - the case
        play = Play(V3).opened().laid("17").spun().called()
        play.do(FailPower(DEALER, ball_dropped=dropped))
        assert play.at(Phase.NO_MORE_BETS)
        assert types(play.rested("17").dolly().settled()) == ["wager-paid", "round-closed"]

    def test_betting_goes_on_under_it(self) -> None:
        play = Play(V3).opened().spun()
        play.do(FailPower(DEALER, ball_dropped=False))
        play.laid("17")

    def test_a_ball_that_had_dropped_stays_where_it_is(self) -> None:
        play = Play(V3).opened().laid("17").spun().called().rested("17")
        (failed,) = play.do(FailPower(DEALER, ball_dropped=True))
        assert failed.clauses == ("3.8",)
        assert types(play.dolly().settled()) == ["wager-paid", "round-closed"]

    def test_what_voids_a_round_does_so_in_the_dark_as_well(self) -> None:
        play = Play(V3).opened().laid("17").spun()
        play.do(FailPower(DEALER, ball_dropped=False))
        play.do(ReportIrregularity(DEALER, Irregularity.WHEEL_STOPPED))
        (voided,) = play.all(RoundVoided)
        assert voided.clauses == ("5.8",)

    def test_the_american_document_does_not_know_it(self) -> None:
        play = Play(US).opened().spun()
        play.refused(FailPower(DEALER, ball_dropped=False), Code.NOT_IN_RULEBOOK, "wire §2.1")


class TestT17HowLateNoSpin:
    """Until the announcement it is called; from then to the payment only the shift manager can void; then nobody."""

    def test_while_the_ball_turns_it_is_called(self) -> None:
        for called in (False, True):
            play = Play(V3).opened().laid("17").spun()
            if called:
                play.called()
            play.do(CallNoSpin(DEALER))
            assert play.at(Phase.VOID)

    def test_after_the_announcement_it_is_for_the_shift_manager(self) -> None:
        play = Play(V3).opened().laid("17").spun().called().rested("17").dolly()
        play.refused(CallNoSpin(MANAGER, suspected=True), Code.TOO_LATE, f"{V3} §5.12")
        play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "no spin came too late"))
        play.refused(Settle(DEALER), Code.RULING_NEEDED, f"{V3} §6.2")
        play.do(RuleOnIrregularity(SHIFT, RoundRuling.VOID, "the dealer was right"))
        assert play.at(Phase.VOID)
        assert play.table.tray == 0

    def test_after_the_payment_nobody_voids(self) -> None:
        play = Play(V3).opened().laid("17")
        concluded(play)
        play.refused(CallNoSpin(DEALER), Code.BETTING_CLOSED, f"{V3} §3.1")
        play.refused(ReportIrregularity(DEALER, Irregularity.UNLISTED), Code.TOO_LATE, f"{V3} §5.17")
        ask = RuleOnIrregularity(SHIFT, RoundRuling.VOID, "after all")
        play.refused(ask, Code.NOTHING_TO_RULE, f"{V3} §6.2")

    def test_with_part_of_it_settled_nobody_does_either(self) -> None:
        play = Play(V3).opened().laid("17").laid("18", "w2")
        play.do(MarkUnclear(DEALER, "w2"))
        concluded(play)
        play.refused(ReportIrregularity(DEALER, Irregularity.INTERFERENCE), Code.TOO_LATE, f"{V3} §5.17")


class TestT24CourtesyLine:
    """A chip on the courtesy line is on the two zeros: one bet, one maximum."""

    def test_both_places_are_one_position(self) -> None:
        play = Play(US).opened().laid("0/00", "w1", 300).laid("split:00-0@courtesy", "w2", 300)
        assert (play.wager("w1").counts, play.wager("w2").counts) == ("split:00-0", "split:00-0")
        assert results(concluded(play, "00")) == [("paid", "w1", 5_100, 300, 0), ("paid", "w2", 5_100, 300, 0)]

    def test_both_places_share_the_maximum(self) -> None:
        play = Play(US).opened().laid("0/00", "w1", 600)
        ask = PlaceWager(ANN, "w2", "ann", "0/00@courtesy", 500)
        no = play.refused(ask, Code.ABOVE_MAXIMUM, f"{US} §L")
        assert no.facts == {"stake": 1_100, "stake_min": 100, "stake_max": 1_000}
        play.laid("0/00@courtesy", "w2", 400)
        play.laid("0/00@courtesy", "w3", 1_000, BOB)


class TestT24aStacking:
    """A player's chips on one bet are one wager for minimum, maximum, 5.15 and 5.16."""

    def test_chips_add_up_to_the_minimum(self) -> None:
        play = Play(US).opened()
        play.do(BuyIn(ANN, "ann", 2_000, ChipSort.COLOR, color="pink"))
        play.do(PlaceWager(ANN, "w1", "ann", "col 1", 500, (Chips(5, color="pink"),)))
        play.do(PlaceWager(ANN, "w2", "ann", "col 1", 100, (Chips(1, color="pink"),)))

    def test_two_placements_do_not_dodge_the_maximum(self) -> None:
        play = Play(US).opened().laid("17", "w1", 600)
        play.refused(PlaceWager(ANN, "w2", "ann", "17", 500), Code.ABOVE_MAXIMUM, f"{US} §L")
        play.refused(PlaceWager(DEALER, "w2", "ann", "straight up 17", 500), Code.ABOVE_MAXIMUM, f"{US} §L")

    def test_two_placements_do_not_dodge_the_settlement_either(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 100).laid("17", "w2", 100)
        assert results(concluded(play, "17")) == [("returned", "w2", 0, 100, 0), ("paid", "w1", 3_500, 100, 0)]
        play.opened().laid("17", "w1", 3).laid("17", "w2", 3)
        concluded(play, "17")
        assert play.table.house.under_minimum.get("ann", 0) == 0

    def test_another_bet_with_the_same_numbers_is_another_wager(self) -> None:
        Play(US).opened().laid("17", "w1", 1_000).laid("17/20", "w2", 1_000).laid("17", "w3", 1_000, BOB)


class TestT26ColorChipMinimum:
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
        purse = play.table.house.purses.get("ann")
        assert purse is not None
        assert purse.chip_value == 100

    def test_another_value_takes_redemption(self) -> None:
        play = Play(V3, self.TABLE).opened()
        play.do(self.ask(100))
        play.refused(self.ask(500, marker=True), Code.CHIP_VALUE_FIXED, f"{V3} §1.1.1")
        play.do(CashOut(ANN, "ann", 5_000, ChipSort.COLOR))
        play.do(self.ask(500, marker=True))


class TestT27ValueChipsAlike:
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


class TestT28RouletteChips:
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


class TestT32RoundIsolation:
    """No change of limits or rules reaches back into a round, neither one that is over nor one under way."""

    WIDER = SetLimits(DEALER, {"straight": LimitAsked(1, 1_000)}, intake="accept")

    def test_limits_set_between_call_and_settlement_wait_for_the_next_round(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 150).spun().called()
        play.do(self.WIDER)
        assert results(play.rested("18").dolly().settled()) == [("collected", "w1", 0, 50, 100)]
        play.opened().laid("17", "w1", 150)
        assert results(concluded(play, "18")) == [("collected", "w1", 0, 0, 150)]

    def test_a_correction_settles_by_the_limits_of_its_round(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 150)
        concluded(play, "18")
        play.do(self.WIDER)
        assert play.table.round.limits == LENIENT

    def test_a_record_folds_to_the_same_table_whatever_the_rules_are_now(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 150)
        concluded(play, "17")
        play.do(self.WIDER)
        assert replay(play.start, play.record) == play.table

    def test_each_round_names_its_rulebook(self) -> None:
        play = Play(V3)
        for _ in range(2):
            play.opened()
            concluded(play)
        assert [(event.rulebook, event.digest) for event in play.all(BettingOpened)] == [(V3, play.rules.digest)] * 2

    def test_a_wager_meant_for_an_earlier_round_is_not_played_in_this_one(self) -> None:
        play = Play(V3).opened()
        concluded(play)
        play.opened()
        late = PlaceWager(ANN, "w1", "ann", "17", STAKE, round="1")
        assert play.refused(late, Code.ROUND_OVER, "wire §1.3").facts == {"named": "1", "round": "2"}
        onlooker = By("eve", Role.SURVEILLANCE)
        play.refused(SetLimits(onlooker, None), Code.ROLE_NOT_ALLOWED, "wire §2.4")
