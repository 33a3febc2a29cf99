"""What people may decide and what they may not, and what is said of what no document decides."""

import pytest

from croupier import Kind, Limit, Limits, Pocket
from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import Intake, Role
from croupier.table.commands import (
    By,
    FailPower,
    MarkUnclear,
    MoveWager,
    PlaceWager,
    ReportIrregularity,
    RestorePower,
    RetractWager,
    RoundRuling,
    RuleOnIrregularity,
    RuleOnWager,
    Settle,
    WagerTreatment,
)
from croupier.table.events import (
    IrregularityReported,
    RoundVoided,
    WagerCollected,
    WagerPaid,
)
from croupier.table.evolve import evolve
from croupier.table.refusal import Code
from croupier.table.state import Phase
from testkit.table.play import (
    ANN,
    BOB,
    DEALER,
    STAKE,
    SUPERVISOR,
    Play,
    concluded,
    results,
)
from testkit.table.scenes import AM as US
from testkit.table.scenes import REFS, V2, V3

FLO = By("flo", Role.FLOOR_MANAGER)
IN_TIME = [
    *((ref, Irregularity.FOREIGN_OBJECT) for ref in REFS),
    *((ref, Irregularity.WHEEL_STOPPED) for ref in REFS if ref != US),
]
"""What voids a round only if it was so before the ball came to rest; a stopped wheel is not on the American list."""
HIGHEST = {V2: DEALER, V3: By("shi", Role.SHIFT_MANAGER), US: FLO}


class TestAWithdrawalThatIsReferred:
    """An American floor manager lets a player take a wager back or not; where a chip counts nobody rules."""

    def called(self) -> Play:
        return Play(US).opened().laid("17").spun().called()

    def test_it_is_not_put_on_another_number(self) -> None:
        ask = RuleOnWager(FLO, "w1", WagerTreatment.RELOCATE, "20")
        self.called().refused(ask, Code.COUNTS_WHERE_IT_LIES, f"{US} §G3")

    def test_it_stands_or_goes_back(self) -> None:
        stands, goes = self.called(), self.called()
        stands.do(RuleOnWager(FLO, "w1", WagerTreatment.STAND))
        goes.do(RuleOnWager(FLO, "w1", WagerTreatment.RETURN))
        assert [word for word, *_ in results(stands.rested("20").dolly().settled())] == ["collected"]
        assert goes.wager("w1").done
        assert results(goes.rested("17").dolly().settled()) == []

    @pytest.mark.parametrize("treatment", WagerTreatment)
    def test_nobody_rules_on_it_once_the_outcome_is_known(self, treatment: WagerTreatment) -> None:
        play = self.called().rested("20")
        for _ in range(2):
            for wager in ("w1", "w9"):
                play.refused(RuleOnWager(FLO, wager, treatment, "20"), Code.TOO_LATE, f"{US} §G4")
            play.dolly() if play.at(Phase.AT_REST) else None

    def test_before_the_call_the_player_takes_it_back(self) -> None:
        play = Play(US).opened().laid("17")
        no = play.refused(RuleOnWager(FLO, "w1", WagerTreatment.RETURN), Code.BETTING_OPEN, f"{US} §G5")
        assert no.passing

    def test_between_rounds_there_is_nothing_to_take_back(self) -> None:
        play = Play(US).opened().laid("17")
        concluded(play)
        play.refused(RuleOnWager(FLO, "w1", WagerTreatment.RETURN), Code.BETTING_CLOSED, f"{US} §P2")

    def test_one_that_nobody_laid_is_not_ruled_on(self) -> None:
        self.called().refused(RuleOnWager(FLO, "w9", WagerTreatment.RETURN), Code.UNKNOWN_WAGER, "wire §4.3")


class TestAStakeOutsideTheLimitsThatNoClauseDealsWith:
    """The American document states amounts, not what follows from others: found late, the floor manager decides."""

    LIMITS = Limits({Kind.STRAIGHT: Limit(100, 1_000)}, Intake.ACCEPT)

    def rested(self, *stakes: int, position: str = "17", ref: str = US) -> Play:
        play = Play(ref, self.LIMITS, as_before=ref == US).opened()
        for number, stake in enumerate(stakes, 1):
            play.laid(position, f"w{number}", stake)
        return play.spun().called().rested("20").dolly()

    @pytest.mark.parametrize("stakes", [(50,), (50, 40), (1_001,), (900, 101)])
    def test_it_goes_back_or_stands(self, stakes: tuple[int, ...]) -> None:
        play = self.rested(*stakes)
        play.do(RuleOnWager(FLO, "w1", WagerTreatment.STAND))
        ruled, back = play.do(RuleOnWager(FLO, "w1", WagerTreatment.RETURN, reason="outside"))
        assert ruled.clauses == back.clauses == ("L",)
        play.refused(RuleOnWager(FLO, "w1", WagerTreatment.STAND), Code.TOO_LATE)

    @pytest.mark.parametrize("stakes", [(100,), (50, 50), (1_000,), (900, 100)])
    def test_within_them_nothing_is_open(self, stakes: tuple[int, ...]) -> None:
        self.rested(*stakes).refused(RuleOnWager(FLO, "w1", WagerTreatment.RETURN), Code.TOO_LATE)

    def test_nor_is_it_where_there_is_no_limit(self) -> None:
        play = self.rested(50, position="red")
        play.refused(RuleOnWager(FLO, "w1", WagerTreatment.RETURN), Code.TOO_LATE)


@pytest.mark.parametrize("ref", HIGHEST)
def test_a_round_that_a_person_voids_is_void_by_what_lets_them(ref: str) -> None:
    play = Play(ref).opened().laid("17").spun()
    play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "a bird"))
    ruled, voided, returned = play.do(RuleOnIrregularity(HIGHEST[ref], RoundRuling.VOID, "it sat on the wheel"))
    assert isinstance(voided, RoundVoided)
    assert voided.clauses == ruled.clauses == returned.clauses


class TestFoundLate:
    """What was so before the ball came to rest voids the round when it is found afterwards, too."""

    @pytest.mark.parametrize(("ref", "kind"), IN_TIME)
    def test_it_counts_if_it_is_said_to_have_been_so(self, ref: str, kind: Irregularity) -> None:
        play = Play(ref).opened().laid("17").spun().called().rested("17")
        play.refused(ReportIrregularity(DEALER, kind), Code.TOO_LATE)
        reported, voided, *_ = play.do(ReportIrregularity(DEALER, kind, "a coin", found_late=True))
        assert isinstance(reported, IrregularityReported)
        assert reported.found_late is True
        assert isinstance(voided, RoundVoided)

    def test_in_time_nothing_is_late(self) -> None:
        play = Play(V3).opened().spun()
        reported, *_ = play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, found_late=True))
        assert isinstance(reported, IrregularityReported)
        assert reported.found_late is None

    def test_nor_is_it_after_the_payment(self) -> None:
        play = Play(V3).opened().laid("17")
        concluded(play)
        play.refused(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, found_late=True), Code.TOO_LATE)


class TestAFactThatTakesASecondPerson:
    """Once the number is known, what would void the round can wait until somebody above the dealer confirms it."""

    def reported(self, by: By = DEALER) -> Play:
        play = Play(V3).opened().laid("17").spun().called().rested("17").dolly()
        (reported,) = play.do(self.report(by))
        assert isinstance(reported, IrregularityReported)
        assert reported.treatment == "unconfirmed"
        return play

    def report(self, by: By) -> ReportIrregularity:
        return ReportIrregularity(by, Irregularity.FOREIGN_OBJECT, "a coin", found_late=True, unconfirmed=True)

    def test_until_then_it_is_not_known_and_nothing_is_paid(self) -> None:
        play = self.reported()
        assert (play.table.round.spin.reports, len(play.table.round.spin.questions)) == ((), 1)
        play.refused(Settle(DEALER), Code.RULING_NEEDED)

    @pytest.mark.parametrize("by", [SUPERVISOR, By("max", Role.PIT_MANAGER), By("dot", Role.DEALER, Role.PIT_MANAGER)])
    def test_any_position_above_the_dealer_confirms_it_and_its_clause_acts(self, by: By) -> None:
        ruled, voided, returned = self.reported().do(RuleOnIrregularity(by, RoundRuling.VOID, "here it is"))
        assert isinstance(voided, RoundVoided)
        assert ruled.clauses == voided.clauses == returned.clauses == ("5.4",)

    def test_no_other_dealer_does(self) -> None:
        other = RuleOnIrregularity(By("dot", Role.DEALER), RoundRuling.VOID, "I saw it too")
        no = self.reported().refused(other, Code.ROLE_NOT_ALLOWED, f"{V3} §5.4")
        assert no.facts == {"role": "dealer", "needed": ["pit-supervisor", "pit-manager", "shift-manager"]}

    @pytest.mark.parametrize("ruling", RoundRuling)
    def test_nobody_decides_on_their_own_report(self, ruling: RoundRuling) -> None:
        play = self.reported(SUPERVISOR)
        no = play.refused(RuleOnIrregularity(SUPERVISOR, ruling, "mine"), Code.SAME_PERSON, "wire §2.5")
        assert no.facts == {"name": "sue"}

    def test_one_that_is_not_confirmed_leaves_the_round_as_it_was(self) -> None:
        play = self.reported()
        play.do(RuleOnIrregularity(SUPERVISOR, RoundRuling.STAND, "there is no coin"))
        assert play.table.round.spin.questions == play.table.round.spin.reports == ()
        assert [word for word, *_ in results(play.settled())] == ["paid"]

    def test_what_voids_nothing_has_nothing_to_wait_for(self) -> None:
        play = Play(V3).opened().laid("17").spun().called().rested("17")
        (reported,) = play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "a bird", unconfirmed=True))
        assert isinstance(reported, IrregularityReported)
        assert reported.treatment == "referred"


class TestWhatNoDocumentDecides:
    """A stake outside the limits, found at the settlement of a document without a rule for it, is marked as such."""

    LIMITS = Limits({Kind.STRAIGHT: Limit(100, 1_000)}, Intake.ACCEPT)

    def test_a_payment_says_so(self) -> None:
        paid, _ = concluded(Play(US, self.LIMITS, as_before=True).opened().laid("17", stake=1_500))
        assert isinstance(paid, WagerPaid)
        assert paid.note == f"above the maximum of 1000; {US} does not say what follows"

    def test_so_does_what_is_collected(self) -> None:
        collected, _ = concluded(Play(V2, self.LIMITS).opened().laid("18", stake=50))
        assert isinstance(collected, WagerCollected)
        assert collected.note == f"below the minimum of 100; {V2} does not say what follows"

    def test_where_a_clause_decides_there_is_nothing_to_say(self) -> None:
        paid, _ = concluded(Play(V3, self.LIMITS).opened().laid("17", stake=1_500))
        assert isinstance(paid, WagerPaid)
        assert (paid.note, paid.clauses) == (None, ("4.1", "5.16"))


class TestStaffActForAPlayer:
    """Whoever may place for a player may put it right, and says by which clause."""

    def test_by_an_earlier_text_taking_back_and_moving_cite_it(self) -> None:
        play = Play(V3, as_before=True).opened().laid("17").laid("18", "w2", by=BOB)
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=False))
        (taken,) = play.do(RetractWager(DEALER, "w2"))
        assert moved.clauses == ("3.4.1", "3.5")
        assert taken.clauses == ("3.2", "3.5")

    def test_players_cite_no_such_thing(self) -> None:
        (taken,) = Play(V3).opened().laid("17").do(RetractWager(ANN, "w1"))
        assert taken.clauses == ("3.2",)


def test_whoever_moves_their_own_wager_says_where_it_lies() -> None:
    play = Play(V3).opened().laid("17")
    play.do(MarkUnclear(DEALER, "w1"))
    assert play.wager("w1").held
    play.do(MoveWager(ANN, "w1", "20", accident=False))
    assert not play.wager("w1").held
    assert [word for word, *_ in results(concluded(play, "20"))] == ["paid"]


def test_a_nudge_does_not_make_it_clear() -> None:
    play = Play(V3).opened().laid("17")
    play.do(MarkUnclear(DEALER, "w1"))
    play.do(MoveWager(DEALER, "w1", "20", accident=True))
    assert play.wager("w1").held


def test_a_second_power_failure_does_not_undo_the_first() -> None:
    play = Play(V3).opened().laid("17").spun().called()
    play.do(FailPower(DEALER, ball_dropped=False))
    play.do(RestorePower(DEALER))
    play.do(FailPower(DEALER, ball_dropped=True))
    assert play.table.round.spin.power_failed


def test_the_rest_of_a_round_after_a_power_failure_cites_what_concludes_it() -> None:
    play = Play(V3).opened().laid("17").spun().called()
    play.do(FailPower(DEALER, ball_dropped=False))
    play.rested("17")
    assert play.record[-1].clauses == ("3.8", "5.11.2")


def test_many_held_bets_settle_what_is_clear() -> None:
    play = Play(V3, Limits({Kind.STRAIGHT: Limit(10, 1_000)}, Intake.ACCEPT)).opened()
    for number in range(1, 6):
        play.do(PlaceWager(ANN, f"a{number}", "ann", str(number), 5))
        play.do(PlaceWager(ANN, f"b{number}", "ann", str(number), 5 if number % 2 else 50))
        play.do(MarkUnclear(DEALER, f"a{number}"))
    settled = concluded(play, "1")
    assert [wager for _, wager, *_ in results(settled)] == ["b2", "b4"]
    assert play.table.layout.held == 5
    assert play.table.round.outcome == Pocket("1")


def test_a_held_wager_is_held_until_the_event_that_gives_it_back() -> None:
    play = Play(V3).opened().laid("17")
    play.do(MarkUnclear(DEALER, "w1"))
    play.spun().called().rested("20")
    before = play.table
    ruled, returned = play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RETURN))
    after = evolve(before, ruled)
    assert (after.layout.held, after.layout) == (1, before.layout)
    assert evolve(after, returned).layout.held == 0


class TestRulingAfterRest:
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
