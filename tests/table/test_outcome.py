"""From the ball at rest to the payment: the call before it, the dolly after it, small stakes settled once."""

import pytest

from croupier import Kind, Limit, Limits
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Intake
from croupier.table.commands import (
    DeclareOutcome,
    LeaveSeat,
    MarkUnclear,
    PlaceDolly,
    PlaceWager,
    RoundRuling,
    RuleOnIrregularity,
    RuleOnWager,
    Settle,
    TakeSeat,
    WagerTreatment,
)
from croupier.table.events import (
    IrregularityReported,
    OutcomeDeclared,
)
from croupier.table.refusal import Code
from croupier.table.state import Phase
from testkit.table.play import (
    ANN,
    DEALER,
    SHIFT,
    STAKE,
    SUPERVISOR,
    Play,
    concluded,
    results,
    types,
)
from testkit.table.scenes import AM as US
from testkit.table.scenes import R360, SANDS, V2, V3

LIMITS = {Kind.STRAIGHT: Limit(5, 100), Kind.RED: Limit(50, 1_000)}
LENIENT = Limits(by_kind=LIMITS, intake=Intake.ACCEPT)


class TestNoCallBeforeTheRest:
    """No document provides for a ball that rests before the call."""

    @pytest.mark.parametrize("ref", [V2, R360, SANDS, US])
    def test_by_an_earlier_text_no_outcome_is_taken_until_betting_is_closed(self, ref: str) -> None:
        play = Play(ref, as_before=True).opened().laid("17").spun()
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
        play.refused(PlaceWager(ANN, "w2", "ann", "17", STAKE), Code.BETTING_CLOSED, f"{V3} §3.7")
        play.dolly().refused(Settle(DEALER), Code.RULING_NEEDED, f"{V3} §6.2")
        play.do(RuleOnIrregularity(SHIFT, ruling, "the ball fell before the call"))
        assert (types(play.settled()) if then else []) == then
        assert play.at(Phase.PAID if then else Phase.VOID)


class TestRestAndDolly:
    """In Roulette 360 rest and dolly together fix the number; everywhere the dolly comes before the payment."""

    @pytest.mark.parametrize(("ref", "clause"), [(V2, "3.7"), (V3, "3.8"), (R360, "3.6"), (SANDS, "3.7"), (US, "R3")])
    def test_payment_before_the_dolly_is_refused(self, ref: str, clause: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        play.refused(PlaceDolly(DEALER, Pocket("17")), Code.NO_OUTCOME, f"{ref} §{clause}")
        play.rested("17").refused(Settle(DEALER), Code.NO_DOLLY, f"{ref} §{clause}")
        assert types(play.dolly().settled()) == ["wager-paid", "round-closed"]


class TestOneTimeOnly:
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
        assert play.table.standing.under_minimum.get("ann", 0) == 0

    def test_a_stake_returned_by_a_ruling_is_not_the_time(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 2)
        play.do(MarkUnclear(DEALER, "w1"))
        play.spun().called().rested("17").dolly().do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.RETURN))
        play.settled()
        play.opened().laid("17", "w1", 2)
        assert results(concluded(play, "17")) == [("paid", "w1", 70, 2, 0)]

    def test_by_an_earlier_text_the_flag_is_of_the_sitting(self) -> None:
        play = Play(V3, LENIENT, as_before=True).opened()
        play.do(TakeSeat(ANN, "ann"))
        concluded(play.laid("17", "w1", 2), "18")
        play.opened().laid("17", "w1", 2)
        assert results(concluded(play, "17")) == [("returned", "w1", 0, 2, 0)]
        play.do(LeaveSeat(ANN, "ann"))
        play.do(TakeSeat(ANN, "ann"))
        play.opened().laid("17", "w1", 2)
        assert results(concluded(play, "17")) == [("paid", "w1", 70, 2, 0)]
