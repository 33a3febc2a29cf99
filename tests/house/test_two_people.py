"""What takes two people in a house: voiding a round whose outcome was declared, and correcting one that was paid."""

import pytest

import croupier
from croupier.house.judge import Judge
from croupier.house.objections import Objections
from croupier.house.ports import TableAct
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.table.commands import (
    ApproveCorrection,
    Ball,
    By,
    CallNoMoreBets,
    Command,
    ConfirmOutcome,
    CorrectOutcome,
    CountRevolutions,
    DeclareOutcome,
    OpenBetting,
    OpenTable,
    PlaceDolly,
    PlaceWager,
    ReportIrregularity,
    RoundRuling,
    RuleOnIrregularity,
    Settle,
    SpinBall,
    Turning,
)
from croupier.table.refusal import Code
from croupier.table.state import Phase, new_table
from testkit.table.scenes import ANN, DEALER, V2, V3

SUPERVISOR = By("sue", Role.PIT_SUPERVISOR)
MANAGER = By("max", Role.PIT_MANAGER)
SHIFT = By("gia", Role.SHIFT_MANAGER)
FOUND = ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, "a coin", found_late=True)


class JudgedTable:
    """A table in a house, with a round whose outcome is declared."""

    def __init__(self, ref: str = V3, opens: By = MANAGER, *, dolly: bool = True) -> None:
        rules = croupier.rulebook(ref)
        self.judge, self.asked = Judge("t1", rules, new_table(rules)), 0
        self.round(opens, dolly=dolly)

    def ask(self, command: Command) -> TableAct:
        self.asked += 1
        return self.judge.judge(command.by.name, str(self.asked), command)

    def do(self, command: Command) -> tuple[events.Event, ...]:
        act = self.ask(command)
        assert act.refusal is None, str(act.refusal)
        return act.events

    def code(self, command: Command) -> Code | None:
        refusal = self.ask(command).refusal
        return None if refusal is None else refusal.code

    def round(self, opens: By, *, dolly: bool) -> None:
        self.do(OpenTable(opens))
        self.do(OpenBetting(DEALER))
        self.do(PlaceWager(ANN, "w1", "ann", "17", 100))
        self.do(SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE))
        self.do(CountRevolutions(DEALER, 9))
        self.do(CallNoMoreBets(DEALER))
        self.do(DeclareOutcome(DEALER, Pocket("17")))
        if dolly:
            self.do(PlaceDolly(DEALER, Pocket("17")))


class TestAFactThatWouldVoidAfterTheOutcome:
    def test_it_freezes_the_round_until_somebody_above_the_dealer_confirms_it(self) -> None:
        house = JudgedTable()
        (reported,) = house.do(FOUND)
        assert isinstance(reported, events.IrregularityReported)
        assert (reported.treatment, reported.clauses) == ("unconfirmed", ("5.4",))
        waits = house.ask(Settle(DEALER)).refusal
        assert waits is not None
        assert (waits.code, str(waits.clause)) == (Code.RULING_NEEDED, "mbs-roulette/3 §5.4"), (
            "not 6.2: a clause decides"
        )
        assert waits.facts["by"] == ["pit-supervisor", "pit-manager", "shift-manager"]
        confirms = RuleOnIrregularity(SUPERVISOR, RoundRuling.VOID, "the coin is there")
        ruled, voided, back = house.do(confirms)
        assert isinstance(ruled, events.IrregularityRuled)
        assert isinstance(voided, events.RoundVoided)
        assert isinstance(back, events.WagerReturned)
        assert (ruled.report, voided.pocket, voided.clauses, back.amount) == (reported.seq, "17", ("5.4",), 100)

    @pytest.mark.parametrize(
        ("entry", "clauses"),
        [
            (SpinBall(DEALER, Ball.CLOCKWISE, Turning.CLOCKWISE, corrects=True), ("5.1",)),
            (SpinBall(DEALER, Ball.CLOCKWISE, Turning.STILL, corrects=True), ("5.9",)),
            (CountRevolutions(DEALER, 2, corrects=True), ("5.3",)),
        ],
        ids=["the same direction", "a still wheel", "a count that is too low"],
    )
    def test_so_does_an_entry_that_is_put_right_to_one_that_would_void(
        self, entry: Command, clauses: tuple[str, ...]
    ) -> None:
        house = JudgedTable(dolly=False)
        _, reported = house.do(entry)
        assert isinstance(reported, events.IrregularityReported)
        assert (reported.treatment, reported.clauses) == ("unconfirmed", clauses)
        assert house.code(PlaceDolly(DEALER, Pocket("17"))) is Code.RULING_NEEDED
        assert house.code(Settle(DEALER)) is not None
        _, voided, *_ = house.do(RuleOnIrregularity(SUPERVISOR, RoundRuling.VOID, "seen on camera"))
        assert isinstance(voided, events.RoundVoided)
        assert voided.clauses == clauses

    def test_nobody_confirms_their_own_and_no_dealer_confirms_any(self) -> None:
        house = JudgedTable()
        house.do(ReportIrregularity(SUPERVISOR, Irregularity.FOREIGN_OBJECT, found_late=True))
        assert house.code(RuleOnIrregularity(SUPERVISOR, RoundRuling.VOID, "mine")) is Code.SAME_PERSON
        dot = By("dot", Role.DEALER)
        assert house.code(RuleOnIrregularity(dot, RoundRuling.VOID, "hers")) is Code.ROLE_NOT_ALLOWED

    def test_one_that_is_not_confirmed_changes_nothing(self) -> None:
        house = JudgedTable()
        house.do(FOUND)
        house.do(RuleOnIrregularity(MANAGER, RoundRuling.STAND, "there is no coin"))
        assert house.judge.table.round.spin.reports == ()
        assert [event.type for event in house.do(Settle(DEALER))] == ["wager-paid", "round-closed"]

    def test_before_the_outcome_the_clause_acts_at_once(self) -> None:
        house = JudgedTable()
        house.do(Settle(DEALER))
        house.do(OpenBetting(DEALER))
        house.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT))
        assert house.judge.table.round.phase is Phase.VOID

    def test_where_dealers_are_alone_it_does_so_too(self) -> None:
        house = JudgedTable(V2, DEALER)
        house.do(FOUND)
        assert house.judge.table.round.phase is Phase.VOID


class TestACorrection:
    def test_whoever_ever_declared_an_outcome_of_the_round_does_not_approve_it(self) -> None:
        house = JudgedTable()
        house.do(CorrectOutcome(SHIFT, "1", Pocket("32"), "misread"))
        house.do(PlaceDolly(DEALER, Pocket("32")))
        house.do(Settle(DEALER))
        house.do(CorrectOutcome(SHIFT, "1", Pocket("15"), "camera"))
        assert house.code(ApproveCorrection(DEALER, "1", Pocket("15"))) is Code.SAME_PERSON
        house.do(OpenBetting(DEALER))
        assert house.code(ApproveCorrection(DEALER, "1", Pocket("15"))) is Code.SAME_PERSON
        (corrected,) = house.do(ApproveCorrection(MANAGER, "1", Pocket("15")))
        assert (corrected.type, corrected.round) == ("outcome-corrected", "1")

    def test_of_a_round_before_it_moves_the_money_in_the_ledger(self) -> None:
        house = JudgedTable()
        house.do(Settle(DEALER))
        house.do(OpenBetting(DEALER))
        house.do(CorrectOutcome(SHIFT, "1", Pocket("18"), "camera"))
        act = house.ask(ApproveCorrection(MANAGER, "1", Pocket("18")))
        assert {(one.account, one.amount) for one in act.postings} == {("outside:t1", -3_600), ("tray:t1", 3_600)}


class TestNobodyAlone:
    def test_voids_a_round_whose_outcome_is_known(self) -> None:
        house = JudgedTable()
        house.do(ReportIrregularity(SHIFT, Irregularity.UNLISTED, "a lamp"))
        refusal = house.ask(RuleOnIrregularity(SHIFT, RoundRuling.VOID, "a lamp")).refusal
        assert refusal is not None
        assert (refusal.code, str(refusal.clause)) == (Code.SAME_PERSON, "wire §2.5")
        house.do(RuleOnIrregularity(SHIFT, RoundRuling.STAND, "a lamp"))

    def test_but_two_do(self) -> None:
        house = JudgedTable()
        house.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "a lamp"))
        house.do(RuleOnIrregularity(SHIFT, RoundRuling.VOID, "a lamp"))
        assert house.judge.table.round.phase is Phase.VOID

    def test_before_the_outcome_one_is_enough(self) -> None:
        house = JudgedTable()
        house.do(Settle(DEALER))
        house.do(OpenBetting(DEALER))
        house.do(ReportIrregularity(SHIFT, Irregularity.UNLISTED, "a lamp"))
        house.do(RuleOnIrregularity(SHIFT, RoundRuling.VOID, "a lamp"))
        assert house.judge.table.round.phase is Phase.VOID

    def test_where_dealers_are_alone_one_has_to_be(self) -> None:
        house = JudgedTable(V2, DEALER)
        house.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "a lamp"))
        house.do(RuleOnIrregularity(DEALER, RoundRuling.VOID, "a lamp"))

    def test_marks_or_changes_an_outcome_that_is_frozen(self) -> None:
        house = JudgedTable(dolly=False)
        house.do(FOUND)
        for command in (PlaceDolly(DEALER, Pocket("17")), CorrectOutcome(SHIFT, "1", Pocket("18"), "misread")):
            refusal = house.ask(command).refusal
            assert refusal is not None
            assert (refusal.code, str(refusal.clause)) == (Code.RULING_NEEDED, "wire §2.5")
            assert refusal.facts["kind"] == "foreign-object"
        house.do(RuleOnIrregularity(MANAGER, RoundRuling.STAND, "there is no coin"))
        house.do(PlaceDolly(DEALER, Pocket("17")))

    def test_an_earlier_round_is_corrected_all_the_same(self) -> None:
        house = JudgedTable()
        house.do(Settle(DEALER))
        house.do(OpenBetting(DEALER))
        house.do(SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE))
        house.do(CountRevolutions(DEALER, 9))
        house.do(CallNoMoreBets(DEALER))
        house.do(DeclareOutcome(DEALER, Pocket("17")))
        house.do(FOUND)
        house.do(CorrectOutcome(SHIFT, "1", Pocket("18"), "camera"))

    def test_erases_a_number_that_was_said_before_anybody_had_counted(self) -> None:
        house = JudgedTable()
        house.do(Settle(DEALER))
        house.do(OpenBetting(DEALER))
        house.do(SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE))
        (ended,) = house.do(DeclareOutcome(DEALER, Pocket("17")))
        assert ended.type == "betting-ended"
        (reported,) = house.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, found_late=True))
        assert isinstance(reported, events.IrregularityReported)
        assert reported.treatment == "unconfirmed"


class TestActing:
    def test_nobody_acts_in_a_higher_position_without_being_appointed_to_it(self) -> None:
        house = JudgedTable()
        house.do(ReportIrregularity(DEALER, Irregularity.UNLISTED))
        acting = By(DEALER.name, Role.DEALER, Role.SHIFT_MANAGER)
        act = house.ask(RuleOnIrregularity(acting, RoundRuling.STAND, "I act"))
        assert act.refusal is not None
        assert (act.refusal.code, str(act.refusal.clause)) == (Code.ACTING_NOT_ALLOWED, "wire §7.4")

    def test_at_a_random_table_neither(self) -> None:
        rules = croupier.rulebook(V3)
        judge = Judge("t1", rules, new_table(rules, random=True))
        judge.judge("max", "1", OpenTable(MANAGER))
        judge.judge("house", "2", OpenBetting(By("house", Role.HOUSE)))
        judge.judge("dan", "3", ReportIrregularity(DEALER, Irregularity.UNLISTED))
        acting = By("dot", Role.DEALER, Role.SHIFT_MANAGER)
        refusal = judge.judge("dot", "4", RuleOnIrregularity(acting, RoundRuling.VOID, "I act")).refusal
        assert refusal is not None
        assert refusal.code is Code.ACTING_NOT_ALLOWED

    def test_whoever_is_appointed_to_a_position_acts_in_it_and_below_it_but_not_above(self) -> None:
        house = JudgedTable()
        house.judge.objector = Objections(acting_in={DEALER.name: Role.PIT_MANAGER}.get)
        house.do(ReportIrregularity(SUPERVISOR, Irregularity.FOREIGN_OBJECT, found_late=True))
        above = By(DEALER.name, Role.DEALER, Role.SHIFT_MANAGER)
        assert house.code(RuleOnIrregularity(above, RoundRuling.STAND, "I act")) is Code.ACTING_NOT_ALLOWED
        acting = By(DEALER.name, Role.DEALER, Role.PIT_SUPERVISOR)
        (ruled,) = house.do(RuleOnIrregularity(acting, RoundRuling.STAND, "I act"))
        assert ruled.by == acting

    def test_a_higher_one_acts_in_a_lower(self) -> None:
        house = JudgedTable()
        acting = By(MANAGER.name, Role.PIT_MANAGER, Role.DEALER)
        assert house.ask(Settle(acting)).refusal is None


class TestASecondEntryOfTheOutcome:
    OTHER, SAME = Pocket("18"), Pocket("17")

    def test_one_that_differs_holds_the_payment_until_a_third_person_confirms_the_first(self) -> None:
        house = JudgedTable()
        (disputed,) = house.do(ConfirmOutcome(SUPERVISOR, self.OTHER))
        assert isinstance(disputed, events.OutcomeDisputed)
        assert house.code(Settle(DEALER)) is Code.RULING_NEEDED
        for by in (DEALER, SUPERVISOR):
            assert house.code(ConfirmOutcome(by, self.SAME)) is Code.SAME_PERSON
        house.do(ConfirmOutcome(MANAGER, self.SAME))
        assert [event.type for event in house.do(Settle(DEALER))] == ["wager-paid", "round-closed"]

    def test_a_third_person_who_sees_the_other_pocket_too_leaves_it_to_a_correction(self) -> None:
        house = JudgedTable()
        house.do(ConfirmOutcome(SUPERVISOR, self.OTHER))
        house.do(ConfirmOutcome(MANAGER, self.OTHER))
        assert house.code(Settle(DEALER)) is Code.RULING_NEEDED
        house.do(CorrectOutcome(SHIFT, "1", self.OTHER, "the ball lies in 18"))
        house.do(PlaceDolly(DEALER, self.OTHER))
        assert [event.type for event in house.do(Settle(DEALER))] == ["wager-collected", "round-closed"]

    def test_nobody_enters_an_outcome_twice_until_it_is_corrected(self) -> None:
        house = JudgedTable()
        house.do(ConfirmOutcome(SUPERVISOR, self.SAME))
        for pocket in (self.SAME, self.OTHER):
            refusal = house.ask(ConfirmOutcome(SUPERVISOR, pocket)).refusal
            assert refusal is not None
            assert (refusal.code, str(refusal.clause)) == (Code.SAME_PERSON, "wire §2.10")
        house.do(CorrectOutcome(SHIFT, "1", self.OTHER, "the ball lies in 18"))
        house.do(ConfirmOutcome(SUPERVISOR, self.OTHER))

    def test_it_is_refused_once_anything_is_paid(self) -> None:
        house = JudgedTable()
        house.do(Settle(DEALER))
        assert house.code(ConfirmOutcome(SUPERVISOR, self.OTHER)) is Code.BETTING_CLOSED

    def test_whoever_claims_to_dispute_only_confirms_if_the_pocket_is_the_same(self) -> None:
        house = JudgedTable()
        act = house.ask(ConfirmOutcome(SUPERVISOR, self.SAME, disputes=True))
        assert act.command == ConfirmOutcome(SUPERVISOR, self.SAME)
        assert [event.type for event in act.events] == ["outcome-confirmed"]
