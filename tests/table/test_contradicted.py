"""Facts that the record contradicts, as reports and as reasons for no spin, by texts of today and by earlier ones."""

import pytest

from croupier.rules.irregularities import Irregularity
from croupier.table.commands import By, CallNoSpin, CountRevolutions, FailPower, ReportIrregularity
from croupier.table.refusal import Code
from testkit.rulebooks.earlier import earlier, second
from testkit.rulebooks.house import MBS_3, US
from testkit.table.play import DEALER, FLOOR, Play, types

TOO_FEW, NOT_SPUN, SAME = Irregularity.TOO_FEW_REVOLUTIONS, Irregularity.NOT_SPUN, Irregularity.SAME_DIRECTION
CALLED = ["no-spin-called", "round-voided", "wager-returned"]
VOID = ["irregularity-reported", "round-voided", "wager-returned"]
LEAST = 3
"""How many revolutions make a spin by the American rules."""


def tied(revolutions: int | None = 7) -> Play:
    """A spin by the earlier American text, which ties each call to facts."""
    return Play(second(US)).opened().laid("17").spun(revolutions)


def calls(play: Play, reason: Irregularity, by: By = DEALER) -> list[str]:
    return types(play.do(CallNoSpin(by, reason)))


class TestByAnEarlierTextThatTiesTheCallToFacts:
    @pytest.mark.parametrize("reason", [TOO_FEW, NOT_SPUN])
    def test_a_spin_that_was_counted_is_not_called_too_short(self, reason: Irregularity) -> None:
        refusal = tied(LEAST).refused(CallNoSpin(DEALER, reason), Code.REASON_NOT_ALLOWED, f"{US} §I2")

        assert refusal.facts == {"reason": str(reason), "completed": LEAST}

    @pytest.mark.parametrize("revolutions", [None, LEAST - 1], ids=["nobody counted", "counted one too few"])
    @pytest.mark.parametrize("reason", [TOO_FEW, NOT_SPUN])
    def test_one_that_was_not_is(self, reason: Irregularity, revolutions: int | None) -> None:
        assert calls(tied(revolutions), reason) == CALLED

    def test_a_ball_that_was_sent_against_the_wheel_is_not_said_to_run_with_it(self) -> None:
        refusal = tied().refused(CallNoSpin(DEALER, SAME), Code.REASON_NOT_ALLOWED, f"{US} §I1")

        assert refusal.facts == {"reason": "same-direction", "ball": "clockwise", "wheel": "counterclockwise"}

    def test_before_anybody_sent_the_ball_nothing_speaks_against_it(self) -> None:
        play = Play(second(US)).opened().laid("17")
        play.do(ReportIrregularity(DEALER, NOT_SPUN))

        assert calls(play, SAME) == CALLED

    def test_no_entry_speaks_against_another_fact(self) -> None:
        assert calls(tied(), Irregularity.FOREIGN_OBJECT) == CALLED

    def test_what_was_reported_counts_as_much_as_the_count_that_contradicts_it(self) -> None:
        play = tied(None)
        play.do(ReportIrregularity(DEALER, TOO_FEW))
        play.do(CountRevolutions(DEALER, 7))

        assert calls(play, TOO_FEW) == CALLED

    def test_what_the_floor_is_called_for_must_be_reported_first(self) -> None:
        play = tied()
        play.refused(CallNoSpin(FLOOR, Irregularity.BALL_HANGS), Code.NOTHING_TO_RULE, f"{US} §I5")
        play.do(ReportIrregularity(DEALER, Irregularity.BALL_HANGS))

        assert calls(play, Irregularity.BALL_HANGS, FLOOR) == CALLED


class TestByAnEarlierTextThatLeavesTheReasonOpen:
    @pytest.mark.parametrize("reason", [TOO_FEW, NOT_SPUN, SAME])
    def test_whatever_was_entered_no_spin_is_called(self, reason: Irregularity) -> None:
        assert calls(Play(second(MBS_3)).opened().laid("17").spun(), reason) == CALLED


class TestWhatSpeaksAgainstAFact:
    @pytest.mark.parametrize(
        ("fact", "revolutions", "facts"),
        [
            (TOO_FEW, 7, {"completed": 7}),
            (NOT_SPUN, None, {"ball": "clockwise", "wheel": "counterclockwise"}),
            (SAME, 7, {"ball": "clockwise", "wheel": "counterclockwise"}),
        ],
    )
    def test_it_is_named_to_whoever_reports_it_or_calls_no_spin_for_it(
        self, fact: Irregularity, revolutions: int | None, facts: dict[str, object]
    ) -> None:
        play = Play(MBS_3).opened().laid("17").spun(revolutions)

        called = play.refused(CallNoSpin(DEALER, fact), Code.REASON_NOT_ALLOWED)
        reported = play.refused(ReportIrregularity(DEALER, fact), Code.REASON_NOT_ALLOWED)

        assert called.facts == {"reason": str(fact), **facts}
        assert reported.facts == {"kind": str(fact), **facts}

    def test_a_ball_that_rests_is_in_a_compartment(self) -> None:
        play = Play(MBS_3).opened().laid("17").spun().called().rested("17")

        refusal = play.refused(ReportIrregularity(DEALER, Irregularity.NO_COMPARTMENT), Code.REASON_NOT_ALLOWED)

        assert refusal.facts == {"kind": "no-compartment", "outcome": "17"}

    def test_a_ball_that_had_dropped_is_by_the_text_of_today_alone(self) -> None:
        today, before = (Play(rules).opened().laid("17").spun().called() for rules in (MBS_3, second(MBS_3)))
        for play in (today, before):
            play.do(FailPower(DEALER, ball_dropped=True))
        report = ReportIrregularity(DEALER, Irregularity.NO_COMPARTMENT)

        assert today.refused(report, Code.REASON_NOT_ALLOWED).facts == {"kind": "no-compartment", "ball_dropped": True}
        assert types(before.do(report)) == VOID

    def test_a_ball_that_nobody_counted_may_be_said_to_have_been_dropped_by_an_earlier_text(self) -> None:
        play = Play(second(MBS_3)).opened().laid("17").spun(None)

        assert types(play.do(ReportIrregularity(DEALER, NOT_SPUN))) == VOID

    def test_by_the_first_texts_a_report_is_taken_whatever_was_entered(self) -> None:
        play = Play(earlier(MBS_3)).opened().laid("17").spun()

        assert types(play.do(ReportIrregularity(DEALER, TOO_FEW))) == VOID
