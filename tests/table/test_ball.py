"""Ball and wheel: what makes a spin, the closing call, what voids a round, and who can still call it void."""

import pytest

import croupier
from croupier import Kind, Limit, Limits
from croupier.rules.irregularities import Irregularity, Treatment
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Intake, Role
from croupier.rules.rulebook import parse
from croupier.table.commands import (
    AuthorizeEarlyClose,
    Ball,
    BuyIn,
    CallNoMoreBets,
    CallNoSpin,
    Command,
    CountRevolutions,
    DeclareOutcome,
    FailPower,
    MarkUnclear,
    PermitValueChips,
    PlaceWager,
    ReportIrregularity,
    RoundRuling,
    RuleOnIrregularity,
    Settle,
    SpinBall,
    Turning,
    UndoSpin,
)
from croupier.table.events import (
    Event,
    IrregularityReported,
    OutcomeDeclared,
    RoundVoided,
    WagerCollected,
    WagerPaid,
    WagerReturned,
)
from croupier.table.refusal import Code
from croupier.table.state import Phase, Spin
from testkit.rulebooks.house import own
from testkit.table.play import (
    ANN,
    AT_THE_TOP,
    BOB,
    DEALER,
    FLOOR,
    MANAGER,
    SHIFT,
    STAKE,
    SUPERVISOR,
    Play,
    came_to,
    concluded,
    types,
)
from testkit.table.scenes import AM as US
from testkit.table.scenes import R360, REFS, SANDS, V2, V3

NO_CALL = (V2, R360, SANDS)
"""Rulebooks that know neither a no-spin call nor anybody above the dealer."""

every_ref = pytest.mark.parametrize("ref", REFS)
where_the_dealer_is_alone = pytest.mark.parametrize("ref", NO_CALL)

LEAST = {V2: 4, V3: 4, R360: 4, SANDS: 4, US: 3}
"""How many revolutions make a spin."""
DROPPED_AND_SHORT = {V2: ("5.2", "5.3"), V3: ("5.2", "5.3"), R360: ("5.1.1", "5.1.2"), SANDS: ("5.2", "5.3")}
"""The clauses of a ball that was dropped, and of one that went round too seldom."""


def same_direction(play: Play) -> None:
    """Void the round: a ball sent with the wheel, and the call where the document wants one."""
    play.do(SpinBall(DEALER, Ball.CLOCKWISE, Turning.CLOCKWISE))
    if not play.at(Phase.VOID):
        play.do(CallNoSpin(DEALER, Irregularity.SAME_DIRECTION))


class TestAtLeast:
    """Exactly the least number of revolutions is a spin, one fewer is none; the American number is three."""

    @every_ref
    def test_exactly_that_many_count(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun(LEAST[ref]).called().rested("17")
        assert play.at(Phase.AT_REST)

    @every_ref
    def test_one_fewer_does_not(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun(LEAST[ref] - 1).called()
        happened = play.do(DeclareOutcome(DEALER, Pocket("17")))
        assert types(happened) == ["irregularity-reported", "round-voided", "wager-returned"]
        assert play.all(OutcomeDeclared) == []


class TestCallBeforeTheSpin:
    """Four documents want the ball running first; version 3 allows it on a manager's word."""

    @pytest.mark.parametrize(("ref", "clause"), [(V2, "3.6"), (R360, "3.5"), (SANDS, "3.6"), (US, "R2")])
    def test_it_is_refused_and_cannot_be_authorized(self, ref: str, clause: str) -> None:
        play = Play(ref).opened().laid("17")
        play.refused(AuthorizeEarlyClose(AT_THE_TOP[ref]), Code.NOT_IN_RULEBOOK, "wire §2.1")
        play.refused(CallNoMoreBets(DEALER, bell=True), Code.NOT_SPUN, f"{ref} §{clause}")
        play.spun().called()

    def test_version_3_needs_the_pit_managers_word_on_record(self) -> None:
        play = Play(V3).opened().laid("17")
        play.refused(CallNoMoreBets(DEALER), Code.NOT_AUTHORIZED, f"{V3} §6.1")
        play.refused(AuthorizeEarlyClose(SUPERVISOR), Code.ROLE_NOT_ALLOWED, f"{V3} §6.1")
        play.do(AuthorizeEarlyClose(MANAGER))
        (called,) = play.do(CallNoMoreBets(DEALER))
        assert "6.1" in called.clauses
        play.refused(PlaceWager(ANN, "w2", "ann", "18", STAKE), Code.BETTING_CLOSED, f"{V3} §5.13")

    def test_after_it_no_second_call_is_needed(self) -> None:
        play = Play(V3).opened().laid("17")
        play.do(AuthorizeEarlyClose(MANAGER))
        play.called().spun()
        assert play.at(Phase.NO_MORE_BETS)
        assert types(play.rested("17").dolly().settled()) == ["wager-paid", "round-closed"]


class TestSpinTakenBack:
    """A spin that was entered by mistake is taken back on record, as long as nothing rests on it."""

    @every_ref
    def test_betting_goes_on_and_the_ball_is_spun_again(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun(None).laid("17", "w2", STAKE // 7, BOB)

        (undone,) = play.do(UndoSpin(DEALER))

        assert (undone.type, undone.clauses) == ("spin-undone", ("wire §3.6",))
        assert play.at(Phase.BETTING_OPEN)
        assert play.table.round.spin == Spin()
        assert play.table.layout.live == 2  # what was laid meanwhile stays
        play.refused(UndoSpin(DEALER), Code.NOT_SPUN)
        assert "wager-paid" in types(concluded(play))

    @every_ref
    def test_the_call_that_closes_betting_is_never_taken_back(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun(None).called()
        refusal = play.refused(UndoSpin(DEALER), Code.TOO_LATE, "wire §3.6")
        assert refusal.facts == {"phase": "no-more-bets"}

    def test_nor_is_a_spin_that_ended_betting_by_itself(self) -> None:
        ends = parse(own(V3, ("betting_after_spin = { value = true", "betting_after_spin = { value = false")), "x")
        play = Play(ends).opened().laid("17").spun(None)
        play.refused(UndoSpin(DEALER), Code.TOO_LATE, "wire §3.6")

    @pytest.mark.parametrize(
        "later",
        [
            CountRevolutions(DEALER, 1),
            ReportIrregularity(DEALER, Irregularity.UNLISTED, "a fire alarm"),
            FailPower(DEALER, ball_dropped=False),
        ],
        ids=lambda one: one.do,
    )
    def test_once_something_else_was_entered_it_stands(self, later: Command) -> None:
        play = Play(V3).opened().laid("17").spun(None)
        play.do(later)
        play.refused(UndoSpin(DEALER), Code.TOO_LATE, "wire §3.6")

    def test_only_who_may_spin_takes_it_back(self) -> None:
        play = Play(US).opened().laid("17").spun(None)
        play.refused(UndoSpin(ANN), Code.ROLE_NOT_ALLOWED, f"{US} §R1")
        play.refused(UndoSpin(FLOOR), Code.ROLE_NOT_ALLOWED, f"{US} §R1")


class TestVoid:
    """Nobody wins or loses, nothing is carried over, and the next round needs its own opening call."""

    @every_ref
    def test_every_stake_goes_back_to_the_chips_it_was_made_of(self, ref: str) -> None:
        play = Play(ref).opened()
        play.do(BuyIn(ANN, "ann", 2000, ChipSort.COLOR, color="pink", chip_value=100))
        before = play.table.standing.purses.get("ann")
        if ref == US:
            play.do(PermitValueChips(DEALER, "bob"))
        play.laid("17").laid("red", "w2").laid("18", "w3", by=BOB)
        same_direction(play)
        assert [(e.wager, e.amount) for e in play.all(WagerReturned)] == [("w1", STAKE), ("w2", STAKE), ("w3", STAKE)]
        assert play.table.standing.purses.get("ann") == before
        assert play.all(WagerPaid) == []
        assert play.all(WagerCollected) == []

    @every_ref
    def test_it_has_no_outcome_and_is_not_settled(self, ref: str) -> None:
        play = Play(ref).opened().laid("17")
        same_direction(play)
        assert play.table.round.outcome is None
        for command in (Settle(DEALER), DeclareOutcome(DEALER, Pocket("17")), CallNoMoreBets(DEALER, bell=True)):
            play.refused(command)

    @every_ref
    def test_wagers_need_a_new_call_and_are_not_carried_over(self, ref: str) -> None:
        play = Play(ref).opened().laid("17")
        same_direction(play)
        opening = play.rules.procedure.round.opening.clauses[0]
        play.refused(PlaceWager(ANN, "w2", "ann", "17", STAKE), Code.BETTING_CLOSED, str(opening))
        play.opened()
        assert (play.table.round.name, play.table.layout.live) == ("2", 0)
        play.laid("17")

    @pytest.mark.parametrize("ref", [V2, V3, R360, SANDS])
    def test_a_round_voided_after_the_rest_keeps_no_outcome(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun().called().rested("17").dolly()
        _, voided, _ = play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, found_late=True))
        assert isinstance(voided, RoundVoided)
        assert voided.pocket == "17", "what was declared stays in the record"
        assert (play.table.round.phase, play.table.round.outcome) == (Phase.VOID, None)
        assert came_to(play) == {"w1": (0, STAKE, 0)}

    def test_it_uses_up_nobodys_one_settlement_below_the_minimum(self) -> None:
        limits = Limits({Kind.STRAIGHT: Limit(500, 1000)}, Intake.ACCEPT)
        play = Play(V3, limits).opened().laid("17", stake=200)
        same_direction(play)
        play.opened().laid("17", stake=200).spun().called().rested("17").dolly().settled()
        assert came_to(play) == {"w1": (200 * 35, 200, 0)}


class TestSeveralFacts:
    """A dropped ball also made too few revolutions; every fact is written down, and the round is void once."""

    @pytest.mark.parametrize("ref", DROPPED_AND_SHORT)
    def test_later_facts_add_their_clauses_to_a_void_round(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun(0)
        play.do(ReportIrregularity(DEALER, Irregularity.NOT_SPUN))
        assert types(play.do(ReportIrregularity(DEALER, Irregularity.TOO_FEW_REVOLUTIONS))) == ["irregularity-reported"]
        assert [event.clauses[0] for event in play.all(IrregularityReported)] == list(DROPPED_AND_SHORT[ref])
        assert play.table.round.spin.irregular == (Irregularity.NOT_SPUN, Irregularity.TOO_FEW_REVOLUTIONS)
        assert (len(play.all(RoundVoided)), len(play.all(WagerReturned))) == (1, 1)

    def test_the_american_call_follows_when_all_are_reported(self) -> None:
        play = Play(US).opened().laid("17").spun(0)
        for kind in (Irregularity.NOT_SPUN, Irregularity.TOO_FEW_REVOLUTIONS):
            assert types(play.do(ReportIrregularity(DEALER, kind))) == ["irregularity-reported"]
        happened = play.do(CallNoSpin(DEALER, Irregularity.NOT_SPUN))
        assert types(happened) == ["no-spin-called", "round-voided", "wager-returned"]

    @every_ref
    def test_the_next_opening_ends_the_adding(self, ref: str) -> None:
        play = Play(ref).opened().laid("17")
        same_direction(play)
        play.opened()
        assert play.table.round.spin.irregular == ()


class TestDeadEnds:
    """Whatever goes wrong, a round can be ended: by its clause, by the call, or by whoever decides the rest."""

    @every_ref
    @pytest.mark.parametrize("kind", Irregularity)
    def test_every_irregularity_has_a_way_out(self, ref: str, kind: Irregularity) -> None:
        play = Play(ref).opened().laid("17").laid("red", "w2", by=BOB).spun().called()
        (reported, *voided) = play.known(kind)
        rule = play.rules.procedure.irregularities[kind]
        assert isinstance(reported, IrregularityReported)
        assert reported.treatment == rule.value
        assert reported.clauses
        assert bool(voided) is (rule.value is Treatment.VOID)
        if rule.value is Treatment.REFERRED:
            play.do(RuleOnIrregularity(AT_THE_TOP[ref], RoundRuling.VOID, "nothing else is left"))
        elif rule.value is Treatment.NO_SPIN:
            play.do(CallNoSpin(DEALER, kind))
        elif rule.value is Treatment.CALL_FLOOR:
            play.do(CallNoSpin(FLOOR, kind))
        assert play.at(Phase.VOID)
        assert came_to(play) == {"w1": (0, STAKE, 0), "w2": (0, STAKE, 0)}
        assert play.opened().table.round.name == "2"

    @every_ref
    def test_what_is_not_listed_waits_for_the_ruling_and_may_stand(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun().called().rested("17").dolly()
        play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "the lights flickered"))
        play.refused(Settle(DEALER), Code.RULING_NEEDED)
        play.do(RuleOnIrregularity(AT_THE_TOP[ref], RoundRuling.STAND, "nobody touched anything"))
        assert types(play.settled()) == ["wager-paid", "round-closed"]

    @where_the_dealer_is_alone
    def test_where_the_dealer_is_alone_the_ruling_is_marked_as_our_reading(self, ref: str) -> None:
        rules = croupier.rulebook(ref).procedure.rulings
        assert (rules.unlisted_by.value, rules.unlisted_by.basis) == (Role.DEALER, croupier.Basis.OUR_READING)
        assert (rules.correction_by.value, rules.correction_by.basis) == (Role.DEALER, croupier.Basis.OUR_READING)
        play = Play(ref).opened().spun().called()
        play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED))
        (ruled, _) = play.do(RuleOnIrregularity(DEALER, RoundRuling.VOID, "the lights went out"))
        assert ruled.clauses == ("wire §3.4",)

    @every_ref
    def test_with_nothing_reported_there_is_nothing_to_rule(self, ref: str) -> None:
        play = Play(ref).opened().spun().called()
        play.refused(RuleOnIrregularity(AT_THE_TOP[ref], RoundRuling.VOID, "a whim"), Code.NOTHING_TO_RULE)

    @where_the_dealer_is_alone
    def test_where_no_call_is_known_nobody_calls_no_spin(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun()
        play.refused(CallNoSpin(DEALER, Irregularity.FOREIGN_OBJECT), Code.NOT_IN_RULEBOOK, "wire §2.1")


class TestNoSpinNotCalledInTime:
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


class TestHowLateNoSpin:
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
        play.refused(ReportIrregularity(DEALER, Irregularity.UNLISTED), Code.TOO_LATE, f"{V3} §1.1.4")
        ask = RuleOnIrregularity(SHIFT, RoundRuling.VOID, "after all")
        play.refused(ask, Code.NOTHING_TO_RULE, f"{V3} §6.2")

    def test_with_part_of_it_settled_a_round_that_is_not_over_can_be_void(self) -> None:
        play = Play(V3).opened()
        play.do(BuyIn(ANN, "ann", 5_000, ChipSort.CASH))
        before = play.table.standing.purses.get("ann")
        play.laid("17").laid("18", "w2").laid("20", "w3").do(MarkUnclear(DEALER, "w2"))
        concluded(play)
        found = play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, found_late=True))
        voided = found[1]
        assert isinstance(voided, RoundVoided)
        assert (voided.pocket, voided.clauses) == ("17", ("5.4",))
        assert [(one.wager, one.winnings, one.returned, one.collected) for one in voided.adjustments] == [
            ("w3", 0, STAKE, -STAKE),
            ("w1", -35 * STAKE, 0, 0),
        ]
        assert (play.table.standing.purses.get("ann"), play.table.tray) == (before, 0)

    def test_by_an_earlier_text_nobody_does(self) -> None:
        play = Play(V3, as_before=True).opened().laid("17").laid("18", "w2")
        play.do(MarkUnclear(DEALER, "w2"))
        concluded(play)
        play.refused(ReportIrregularity(DEALER, Irregularity.INTERFERENCE), Code.TOO_LATE, f"{V3} §5.17")


class TestPowerFailureAlone:
    """A power failure voids nothing by itself: it takes a ball still up and a call."""

    @pytest.mark.parametrize("dropped", [False, True])
    def test_without_a_call_the_round_has_its_outcome(self, dropped: bool) -> None:
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
