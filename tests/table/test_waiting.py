"""What a table knows of what waits for somebody: since which event, reported by whom, and in which words."""

import pytest

from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.table.commands import (
    ApproveCorrection,
    CallNoSpin,
    CorrectOutcome,
    MarkUnclear,
    MoveWager,
    ReportIrregularity,
    RetractWager,
    RoundRuling,
    RuleOnIrregularity,
    RuleOnWager,
    WagerTreatment,
)
from croupier.table.events import IrregularityRuled
from croupier.table.refusal import Code
from croupier.table.state import Hold, Proposal, Report
from testkit.table.play import ANN, DEALER, SHIFT, SUPERVISOR, Play
from testkit.table.scenes import AM as US
from testkit.table.scenes import V3

MARK = MarkUnclear(DEALER, "w1", "2.9,1.1")


class TestAHeldWager:
    """It says since when, by whom, and where the chip was said to lie, as long as it is held."""

    def marked(self) -> tuple[Play, Hold]:
        play = Play(V3).opened().laid("17")
        play.do(MARK)
        return play, Hold(play.table.seq, "dee", "2.9,1.1")

    def test_one_that_was_marked(self) -> None:
        play, hold = self.marked()
        assert play.wager("w1").hold == hold
        assert play.wager("w1").held

    def test_one_that_was_nudged_was_touched_nowhere(self) -> None:
        play = Play(V3).opened().laid("17")
        play.do(MoveWager(SUPERVISOR, "w1", "20", accident=True))
        nudged = Hold(play.table.seq, "sue", was="straight:17")
        play.do(MoveWager(DEALER, "w1", "23", accident=True))
        assert play.wager("w1").hold == nudged, "it has waited since the first"

    def test_an_accident_does_not_make_the_wait_begin_anew(self) -> None:
        play, hold = self.marked()
        play.do(MoveWager(SUPERVISOR, "w1", "20", accident=True))
        assert play.wager("w1").hold == hold

    def test_a_part_of_it_taken_back_leaves_the_rest_held(self) -> None:
        play, hold = self.marked()
        play.do(RetractWager(ANN, "w1", 100))
        assert (play.wager("w1").hold, play.table.layout.held) == (hold, 1)
        play.do(RetractWager(ANN, "w1"))
        assert (play.wager("w1").hold, play.table.layout.held) == (None, 0)

    def test_whoever_moves_it_says_where_it_lies_and_nothing_old_is_known_of_the_next_doubt(self) -> None:
        play, _ = self.marked()
        play.do(MoveWager(ANN, "w1", "20", accident=False))
        assert not play.wager("w1").held
        play.do(MarkUnclear(SUPERVISOR, "w1"))
        assert play.wager("w1").hold == Hold(play.table.seq, "sue")

    @pytest.mark.parametrize("treatment", [WagerTreatment.STAND, WagerTreatment.RELOCATE])
    def test_a_ruling_ends_it(self, treatment: WagerTreatment) -> None:
        play, _ = self.marked()
        play.spun().called().rested("20")
        play.do(RuleOnWager(SUPERVISOR, "w1", treatment, "20"))
        assert (play.wager("w1").hold, play.table.layout.held) == (None, 0)


class TestWhatWasReported:
    """Each kind as it was last reported, in the order in which kinds came up; a question as it was last asked."""

    def test_the_last_report_of_each_kind(self) -> None:
        play = Play(US).opened().spun()
        play.do(ReportIrregularity(DEALER, Irregularity.BALL_HANGS))
        play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, note="blue"))
        second = play.table.seq
        play.do(ReportIrregularity(DEALER, Irregularity.BALL_HANGS, note="still"))
        assert play.table.round.spin.irregular == (Irregularity.BALL_HANGS, Irregularity.UNLISTED)
        assert play.table.round.spin.reports == (
            Report(Irregularity.BALL_HANGS, play.table.seq, "dee", "still"),
            Report(Irregularity.UNLISTED, second, "dee", "blue"),
        )

    def test_a_question_until_it_is_answered(self) -> None:
        play = Play(V3).opened().spun()
        play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, note="blue"))
        play.do(ReportIrregularity(SUPERVISOR, Irregularity.UNLISTED, note="red"))
        first = Report(Irregularity.UNLISTED, play.table.seq - 1, "dee", "blue")
        asked = Report(Irregularity.UNLISTED, play.table.seq, "sue", "red")
        assert (play.table.round.spin.question, play.table.round.spin.questions) == (first, (first, asked))
        play.refused(RuleOnIrregularity(SHIFT, RoundRuling.STAND, "which?", report=99), Code.NOTHING_TO_RULE)
        (ruled,) = play.do(RuleOnIrregularity(SHIFT, RoundRuling.STAND, "seen before", report=asked.seq))
        assert isinstance(ruled, IrregularityRuled)
        assert (ruled.report, play.table.round.spin.question) == (asked.seq, first)
        play.do(RuleOnIrregularity(SHIFT, RoundRuling.STAND, "seen before"))
        assert (play.table.round.spin.question, play.table.round.spin.referred) == (None, False)
        assert play.table.round.spin.reports == (asked,), "what was reported stays"


def test_a_correction_says_who_proposed_what_when_and_why() -> None:
    play = Play(V3).opened().laid("17").spun().called().rested("17").dolly()
    play.settled()
    play.do(CorrectOutcome(SHIFT, "1", Pocket("20"), "the camera"))
    assert play.table.round.proposed == Proposal("gia", Pocket("20"), "the camera", play.table.seq)
    play.do(ApproveCorrection(SUPERVISOR, "1", Pocket("20")))
    assert play.table.round.proposed is None


def owed(play: Play) -> int | None:
    return play.table.round.reason_owed


def test_a_reason_is_owed_for_a_call_of_no_spin_until_one_is_given_or_the_next_round() -> None:
    play = Play(V3).opened().spun()
    called, *_ = play.do(CallNoSpin(DEALER))
    assert owed(play) == called.seq
    play.do(ReportIrregularity(DEALER, Irregularity.BALL_BROKE))
    assert owed(play) is None

    called, *_ = play.opened().spun().do(CallNoSpin(DEALER))
    assert owed(play) == called.seq
    assert owed(play.opened().spun()) is None
    play.do(CallNoSpin(DEALER, Irregularity.FOREIGN_OBJECT))
    assert owed(play) is None, "it came with the call"
