"""The places where a reader of the five documents goes wrong while a round is played, and what the table does there."""

import pytest

import croupier
from croupier.rulebooks import REFS
from croupier.rules.limits import Limit, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.position import Kind
from croupier.rules.procedure import ChipSort, Intake, Irregularity, Role, Treatment
from croupier.table.commands import (
    ApproveCorrection,
    AuthorizeEarlyClose,
    Ball,
    BuyIn,
    By,
    CallNoMoreBets,
    CallNoSpin,
    CorrectOutcome,
    DeclareOutcome,
    MoveWager,
    OpenBetting,
    PlaceDolly,
    PlaceWager,
    ReportIrregularity,
    RetractWager,
    RoundRuling,
    RuleOnIrregularity,
    RuleOnWager,
    Settle,
    SpinBall,
    Turning,
    WagerTreatment,
)
from croupier.table.events import (
    IrregularityReported,
    OutcomeCorrected,
    OutcomeDeclared,
    RoundVoided,
    WagerCollected,
    WagerMoved,
    WagerPaid,
    WagerReturned,
    WithdrawalIgnored,
)
from croupier.table.refusal import Code
from croupier.table.state import Phase
from tests.clauses.rounds import ANN, BOB, DEALER, FLOOR, MANAGER, SHIFT, STAKE, SUPERVISOR, Play, types

V2 = "mbs-roulette/2"
V3 = "mbs-roulette/3"
R360 = "rws-roulette-360/1"
SANDS = "mbs-sands-roulette/1"
US = "us-double-zero/1"

NO_CALL = (V2, R360, SANDS)
"""Rulebooks that know neither a no-spin call nor anybody above the dealer."""

every_ref = pytest.mark.parametrize("ref", REFS)
where_the_dealer_is_alone = pytest.mark.parametrize("ref", NO_CALL)

AT_THE_TOP = {V2: DEALER, R360: DEALER, SANDS: DEALER, V3: SHIFT, US: FLOOR}
"""Who decides what a document leaves open."""
LEAST = {V2: 4, V3: 4, R360: 4, SANDS: 4, US: 3}
"""How many revolutions make a spin."""
DROPPED_AND_SHORT = {V2: ("5.2", "5.3"), V3: ("5.2", "5.3"), R360: ("5.1.1", "5.1.2"), SANDS: ("5.2", "5.3")}
"""The clauses of a ball that was dropped, and of one that went round too seldom."""


def same_direction(play: Play) -> None:
    """Void the round: a ball sent with the wheel, and the call where the document wants one."""
    play.do(SpinBall(DEALER, Ball.CLOCKWISE, Turning.CLOCKWISE))
    if not play.at(Phase.VOID):
        play.do(CallNoSpin(DEALER, Irregularity.SAME_DIRECTION))


def money(play: Play) -> dict[str, tuple[int, int, int]]:
    """What each wager came to: winnings, returned, collected."""
    wagers = play.table.layout.wagers.values()
    return {wager.wager: (wager.winnings, wager.returned, wager.collected) for wager in wagers}


class TestT10_when_a_position_counts:
    """T10: a chip nudged after the call pays where it was, except where the text looks at the layout at rest."""

    @pytest.mark.parametrize("ref", [V2, R360, SANDS])
    def test_a_nudge_after_the_call_moves_the_chip_and_not_the_wager(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.position, moved.counts, moved.held) == ("straight:20", "straight:17", False)
        play.rested("17").dolly().settled()
        assert money(play) == {"w1": (35 * STAKE, STAKE, 0)}

    def test_version_3_has_such_a_chip_ruled_on_before_it_is_settled(self) -> None:
        play = Play(V3).opened().laid("17").laid("18", "w2").spun().called()
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.counts, moved.held, moved.clauses) == ("straight:17", True, ("4.3", "3.9"))
        assert types(play.rested("17").dolly().settled()) == ["wager-collected"]
        play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.STAND))
        assert types(play.settled()) == ["wager-paid", "round-closed"]

    def test_the_american_text_pays_where_the_chip_ends_up(self) -> None:
        play = Play(US).opened().laid("17").spun().called()
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.counts, moved.clauses) == ("straight:20", ("G4",))
        play.rested("20").dolly().settled()
        assert money(play) == {"w1": (35 * STAKE, STAKE, 0)}

    def test_but_not_where_it_slides_after_the_rest(self) -> None:
        play = Play(US).opened().laid("17").spun().called().rested("17")
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.position, moved.counts) == ("straight:20", "straight:17")
        play.dolly().settled()
        assert money(play) == {"w1": (35 * STAKE, STAKE, 0)}

    @every_ref
    def test_a_move_on_purpose_after_the_call_is_a_late_wager(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        no = play.refused(MoveWager(ANN, "w1", "20", accident=False), Code.BETTING_CLOSED)
        assert no.clause in play.rules.procedure.wagers.late.clauses
        assert no.facts.get("past_posting", False) is (ref == US)

    @every_ref
    def test_a_chip_is_nudged_nowhere_but_on_the_layout(self, ref: str) -> None:
        play = Play(ref).opened().laid("17")
        no = play.refused(MoveWager(DEALER, "w1", "the moon", accident=True), Code.NOT_ON_LAYOUT)
        assert no.facts["position"] == "the moon"

    @every_ref
    def test_a_player_does_not_report_an_accident(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        play.refused(MoveWager(ANN, "w1", "20", accident=True), Code.ROLE_NOT_ALLOWED, "wire §2.2")


class TestT12_withdrawals:
    """T12: three texts let a withdrawn wager stand, one refuses the act, one is silent; the money is the same."""

    @pytest.mark.parametrize(("ref", "clause"), [(V2, "5.12"), (V3, "5.14"), (SANDS, "5.12")])
    def test_the_attempt_is_recorded_and_the_wager_lives(self, ref: str, clause: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        (ignored,) = play.do(RetractWager(ANN, "w1"))
        assert isinstance(ignored, WithdrawalIgnored)
        assert ignored.clauses == (clause,)

    @pytest.mark.parametrize(
        ("ref", "code", "clause"),
        [(R360, Code.WITHDRAWAL_REFUSED, "5.2"), (US, Code.WITHDRAWAL_REFERRED, "G5")],
    )
    def test_or_the_act_is_refused(self, ref: str, code: Code, clause: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        no = play.refused(RetractWager(ANN, "w1"), code, f"{ref} §{clause}")
        assert no.facts["phase"] == "no-more-bets"

    @every_ref
    def test_the_money_is_the_same_in_all_of_them(self, ref: str) -> None:
        tried = Play(ref).opened().laid("17").laid("18", "w2").spun().called()
        for wager in ("w1", "w2"):
            if ref in (R360, US):
                tried.refused(RetractWager(ANN, wager))
            else:
                tried.do(RetractWager(ANN, wager))
        tried.rested("17").dolly().settled()
        assert money(tried) == {"w1": (35 * STAKE, STAKE, 0), "w2": (0, 0, STAKE)}

    @every_ref
    def test_before_the_call_it_is_simply_taken_back(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun()
        assert types(play.do(RetractWager(ANN, "w1"))) == ["wager-retracted"]
        assert types(play.called().rested("17").dolly().settled()) == ["round-closed"]


class TestT13_late_increase:
    """T13: of a stake raised after the call only the raise is refused."""

    @every_ref
    def test_the_earlier_part_stands(self, ref: str) -> None:
        play = Play(ref).opened().laid("17", "w1", 200).spun().called()
        no = play.refused(PlaceWager(ANN, "w2", "ann", "17", 300), Code.BETTING_CLOSED)
        assert no.clause == play.rules.procedure.wagers.late.clauses[0]
        play.rested("17").dolly().settled()
        assert money(play) == {"w1": (200 * 35, 200, 0)}


class TestT14_at_least:
    """T14: exactly the least number of revolutions is a spin, one fewer is none; the American number is three."""

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


class TestT18_void:
    """T18: nobody wins or loses, nothing is carried over, and the next round needs its own opening call."""

    @every_ref
    def test_every_stake_goes_back_to_the_chips_it_was_made_of(self, ref: str) -> None:
        play = Play(ref).opened()
        play.do(BuyIn(ANN, "ann", 2000, ChipSort.COLOR, color="pink", chip_value=100))
        before = play.table.house.purses.get("ann")
        play.laid("17").laid("red", "w2").laid("18", "w3", by=BOB)
        same_direction(play)
        assert [(e.wager, e.amount) for e in play.all(WagerReturned)] == [("w1", STAKE), ("w2", STAKE), ("w3", STAKE)]
        assert play.table.house.purses.get("ann") == before
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
        play.do(ReportIrregularity(DEALER, Irregularity.INTERFERENCE))
        assert (play.table.round.phase, play.table.round.outcome) == (Phase.VOID, None)
        assert money(play) == {"w1": (0, STAKE, 0)}

    def test_it_uses_up_nobodys_one_settlement_below_the_minimum(self) -> None:
        limits = Limits({Kind.STRAIGHT: Limit(500, 1000)}, Intake.ACCEPT)
        play = Play(V3, limits).opened().laid("17", stake=200)
        same_direction(play)
        play.opened().laid("17", stake=200).spun().called().rested("17").dolly().settled()
        assert money(play) == {"w1": (200 * 35, 200, 0)}


class TestT19_call_before_the_spin:
    """T19: four documents want the ball running first; version 3 allows it on a manager's word."""

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


class TestT20_no_call_before_the_rest:
    """T20: no document provides for a ball that rests before the call."""

    @pytest.mark.parametrize("ref", [V2, R360, SANDS, US])
    def test_no_outcome_is_taken_until_betting_is_closed(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun()
        no = play.refused(DeclareOutcome(DEALER, Pocket("17")), Code.BETTING_OPEN)
        assert no.clause == play.rules.procedure.closing.moment.clauses[0]
        play.called().rested("17")

    @pytest.mark.parametrize(
        ("ruling", "then"), [(RoundRuling.STAND, ["wager-paid", "round-closed"]), (RoundRuling.VOID, [])]
    )
    def test_version_3_leaves_it_to_the_shift_manager(self, ruling: RoundRuling, then: list[str]) -> None:
        play = Play(V3).opened().laid("17").spun()
        reported, declared = play.do(DeclareOutcome(DEALER, Pocket("17")))
        assert isinstance(reported, IrregularityReported)
        assert (reported.kind, reported.clauses) == (Irregularity.UNLISTED, ("6.2",))
        assert isinstance(declared, OutcomeDeclared)
        play.refused(PlaceWager(ANN, "w2", "ann", "17", STAKE), Code.BETTING_CLOSED, f"{V3} §5.13")
        play.dolly().refused(Settle(DEALER), Code.RULING_NEEDED, f"{V3} §6.2")
        play.do(RuleOnIrregularity(SHIFT, ruling, "the ball fell before the call"))
        assert (types(play.settled()) if then else []) == then
        assert play.at(Phase.PAID if then else Phase.VOID)


class TestT21_rest_and_dolly:
    """T21: in Roulette 360 rest and dolly together fix the number; everywhere the dolly comes before the payment."""

    @pytest.mark.parametrize(("ref", "clause"), [(V2, "3.7"), (V3, "3.8"), (R360, "3.6"), (SANDS, "3.7"), (US, "R3")])
    def test_payment_before_the_dolly_is_refused(self, ref: str, clause: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        play.refused(PlaceDolly(DEALER, Pocket("17")), Code.NO_OUTCOME, f"{ref} §{clause}")
        play.rested("17").refused(Settle(DEALER), Code.NO_DOLLY, f"{ref} §{clause}")
        assert types(play.dolly().settled()) == ["wager-paid", "round-closed"]


class TestT22_wrong_call_or_dolly:
    """T22: where the ball lies decides; a wrong dolly is not set down, and a wrong number is corrected."""

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
        assert money(play) == {"w1": (0, 0, STAKE), "w2": (35 * STAKE, STAKE, 0)}

    @every_ref
    def test_after_payment_it_takes_a_second_person_and_is_made_good(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").laid("20", "w2").spun().called().rested("17").dolly()
        play.settled()
        proposer = AT_THE_TOP[ref]
        second = By("dan", Role.DEALER)
        (proposed,) = play.do(CorrectOutcome(proposer, "1", Pocket("20"), "misread"))
        assert proposed.type == "correction-proposed"
        assert money(play) == {"w1": (35 * STAKE, STAKE, 0), "w2": (0, 0, STAKE)}
        play.refused(ApproveCorrection(proposer, "1", Pocket("20")), Code.SAME_PERSON, "wire §2.5")
        (corrected,) = play.do(ApproveCorrection(second, "1", Pocket("20")))
        assert isinstance(corrected, OutcomeCorrected)
        assert [(a.wager, a.winnings, a.returned, a.collected) for a in corrected.adjustments] == [
            ("w2", 35 * STAKE, STAKE, -STAKE),
            ("w1", -35 * STAKE, -STAKE, STAKE),
        ]
        assert money(play) == {"w1": (0, 0, STAKE), "w2": (35 * STAKE, STAKE, 0)}
        assert play.table.tray == STAKE - 35 * STAKE

    @every_ref
    def test_the_round_before_is_not_corrected(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun().called().rested("17").dolly()
        play.settled()
        play.lifted().opened()
        play.refused(CorrectOutcome(AT_THE_TOP[ref], "1", Pocket("20"), "misread"), Code.ROUND_OVER)


class TestT23_acting:
    """T23: only version 3 lets a higher position do a lower one's work, and never the other way."""

    @pytest.mark.parametrize("ref", [V2, R360, SANDS, US])
    def test_elsewhere_nobody_stands_in_for_the_dealer(self, ref: str) -> None:
        above = FLOOR if ref == US else MANAGER
        play = Play(ref).opened().spun().called().rested("17").dolly()
        play.settled()
        play.lifted()
        play.refused(OpenBetting(above), Code.ROLE_NOT_ALLOWED)
        acting = By(above.name, above.role, acting=Role.DEALER)
        no = play.refused(OpenBetting(acting), Code.ACTING_NOT_ALLOWED, "wire §2.1")
        assert no.facts == {"role": str(above.role), "acting": "dealer"}

    @pytest.mark.parametrize("higher", [SUPERVISOR, MANAGER, SHIFT], ids=lambda by: by.role)
    def test_in_version_3_whoever_is_above_may_deal(self, higher: By) -> None:
        play = Play(V3).opened().laid("17")
        play.do(SpinBall(higher, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE))
        play.do(CallNoMoreBets(By(higher.name, higher.role, acting=Role.DEALER)))

    def test_nobody_acts_upwards(self) -> None:
        play = Play(V3).opened()
        up = By("sue", Role.PIT_SUPERVISOR, acting=Role.PIT_MANAGER)
        no = play.refused(AuthorizeEarlyClose(up), Code.ACTING_NOT_ALLOWED, f"{V3} §6.3")
        assert no.facts == {"role": "pit-supervisor", "acting": "pit-manager"}

    @pytest.mark.parametrize("lower", [DEALER, SUPERVISOR, MANAGER], ids=lambda by: by.role)
    def test_an_unlisted_irregularity_is_for_the_shift_manager_alone(self, lower: By) -> None:
        play = Play(V3).opened().laid("17").spun().called()
        play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "a fire alarm"))
        ruling = RuleOnIrregularity(lower, RoundRuling.VOID, "alarm")
        no = play.refused(ruling, Code.ROLE_NOT_ALLOWED, f"{V3} §6.2")
        assert no.facts == {"role": str(lower.role), "needed": "shift-manager"}


class TestT24b_dead_ends:
    """T24b: whatever goes wrong, a round can be ended: by its clause, by the call, or by whoever decides the rest."""

    @every_ref
    @pytest.mark.parametrize("kind", Irregularity)
    def test_every_irregularity_has_a_way_out(self, ref: str, kind: Irregularity) -> None:
        play = Play(ref).opened().laid("17").laid("red", "w2", by=BOB).spun().called()
        (reported, *voided) = play.do(ReportIrregularity(DEALER, kind))
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
        assert money(play) == {"w1": (0, STAKE, 0), "w2": (0, STAKE, 0)}
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


class TestT30_several_facts:
    """T30: a dropped ball also made too few revolutions; every fact is written down, and the round is void once."""

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
