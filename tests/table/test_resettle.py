"""Rounds settled again under other rules: counted revolutions, facts that wait, and corrections that come late."""

from collections.abc import Iterator

import pytest

import croupier
from croupier.rulebooks import text_of
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.rulebook import parse
from croupier.table.commands import (
    ApproveCorrection,
    CallNoSpin,
    CorrectOutcome,
    CountRevolutions,
    MoveWager,
    ReportIrregularity,
    RoundRuling,
    RuleOnIrregularity,
)
from croupier.table.events import BettingEnded, BettingOpened, Event
from croupier.table.resettle import resettle
from croupier.table.state import PAST_KEPT
from testkit.rulebooks.house import MBS_2, MBS_3, US
from testkit.rulebooks.stated import stated
from testkit.table.play import DEALER, MANAGER, SHIFT, STAKE, SUPERVISOR, Play, concluded

V2, V3, AMERICAN = (croupier.rulebook(ref) for ref in (MBS_2, MBS_3, US))
WON = 35 * STAKE


class TestClause_R1_and_5_3__revolutions:
    """A count that was too low is judged by the least that the other document asks for."""

    def short(self) -> Play:
        """Three revolutions: too few under version 3, just enough under the American rules."""
        return Play(V3).opened().laid("17").spun(3).called().rested("17")

    def counted_on(self) -> Play:
        """Reported too early in a house that leaves it to the shift manager: the ball turned a fourth time."""
        key = f"irregularities.{Irregularity.TOO_FEW_REVOLUTIONS}"
        play = Play(parse(stated(text_of(MBS_3), key, "referred"), "house.toml")).opened().laid("17").spun(3)
        play.do(ReportIrregularity(DEALER, Irregularity.TOO_FEW_REVOLUTIONS))
        play.do(RuleOnIrregularity(SHIFT, RoundRuling.STAND, "it still turns"))
        play.do(CountRevolutions(DEALER, 4))
        play.called().rested("17").dolly().settled()
        return play

    def test_a_void_round_had_enough_for_a_document_that_asks_for_less(self) -> None:
        (one,) = resettle(self.short().record, AMERICAN)

        assert one.notes == (f"too-few-revolutions: 3 revolutions are enough under {US} (§R1, §I2)",)

    def test_it_is_void_where_as_many_are_asked_for(self) -> None:
        (one,) = resettle(self.short().record, V2)

        assert one.notes == (f"too-few-revolutions: void under {MBS_2} (§5.3)",)

    def test_a_report_without_a_count_is_believed(self) -> None:
        play = Play(V3).opened().laid("17").spun(None)
        play.do(ReportIrregularity(DEALER, Irregularity.TOO_FEW_REVOLUTIONS))

        (one,) = resettle(play.record, AMERICAN)

        assert one.notes == (f"too-few-revolutions: no-spin under {US} (§I2, §R1)",)

    def test_a_round_that_stood_is_paid_where_the_count_is_enough(self) -> None:
        (one,) = resettle(self.counted_on().record, V3)

        assert [(line.gain, line.other_gain) for line in one.lines] == [(WON, WON)]
        assert one.notes == (f"too-few-revolutions: 4 revolutions are enough under {MBS_3} (§3.6, §5.3)",)

    def test_it_is_given_back_where_the_count_is_not(self) -> None:
        more = parse(stated(text_of(MBS_3), "spin.revolutions_min", 5), "house.toml")

        (one,) = resettle(self.counted_on().record, more)

        assert [(line.gain, line.other_gain, line.other_clauses) for line in one.lines] == [(WON, 0, ("5.3",))]


class TestAFactThatTakesASecondPerson:
    def reported(self) -> Play:
        play = Play(V3).opened().laid("17").spun().called().rested("17").dolly()
        play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, "a coin", found_late=True, unconfirmed=True))
        return play

    def test_one_that_nobody_confirmed_voids_nothing_elsewhere_either(self) -> None:
        play = self.reported()
        play.do(RuleOnIrregularity(SUPERVISOR, RoundRuling.STAND, "there is no coin"))
        play.settled()

        for rules in (V3, V2):
            (one,) = resettle(play.record, rules)
            assert ([line.other_gain for line in one.lines], one.notes) == ([WON], ())

    def test_one_that_was_confirmed_is_what_made_the_round_void(self) -> None:
        play = self.reported()
        play.do(RuleOnIrregularity(SUPERVISOR, RoundRuling.VOID, "here it is"))

        (one,) = resettle(play.record, V2)

        assert one.notes == (f"foreign-object: void under {MBS_2} (§5.4)",)


class TestACorrectionThatComesLate:
    """A round is compared with its right number, however many rounds later that was found."""

    def played(self, *, propose_at: int = 0, void: int = 0, paid: int = 1) -> Play:
        """17 wins the first round, then void rounds follow, and others in which 20 wins; 17 should have been 20."""
        play = Play(V3).opened().laid("17")
        concluded(play)
        for number in range(1, void + paid + 1):
            play.opened().laid("17")
            if number == propose_at:
                self.propose(play)
            if number <= void:
                play.do(ReportIrregularity(DEALER, Irregularity.BALL_BROKE))
            else:
                concluded(play, "20")
        return play

    def propose(self, play: Play) -> None:
        play.do(CorrectOutcome(SHIFT, "1", Pocket("20"), "the camera shows it"))

    def approve(self, play: Play) -> None:
        play.do(ApproveCorrection(MANAGER, "1", Pocket("20")))

    def first_of(self, play: Play) -> tuple[str | None, int, int]:
        """The number of the first round, and what its wager came to and would have come to."""
        one, *others = resettle(play.record, V2)
        assert [one.round, *(other.round for other in others)] == [str(n) for n in range(1, len(others) + 2)]
        assert {other.difference for other in others} == {0}, "it changes no other round"
        return one.pocket, one.lines[0].gain, one.lines[0].other_gain

    def test_after_the_next_round_the_first_is_put_right_and_not_the_next(self) -> None:
        play = self.played()
        assert self.first_of(play) == ("17", WON, WON)
        self.propose(play)
        assert self.first_of(play) == ("17", WON, WON), "a proposal alone changes nothing"
        self.approve(play)
        assert self.first_of(play) == ("20", -STAKE, -STAKE)

    @pytest.mark.parametrize(
        ("void", "paid"), [(0, PAST_KEPT), (2 * PAST_KEPT, 1)], ids=["the last that is kept", "many void rounds later"]
    )
    def test_it_waits_as_long_as_the_table_keeps_the_round(self, void: int, paid: int) -> None:
        play = self.played(void=void, paid=paid)
        self.propose(play)
        self.approve(play)
        assert self.first_of(play) == ("20", -STAKE, -STAKE)

    def test_one_that_was_proposed_in_time_is_waited_for(self) -> None:
        play = self.played(propose_at=1, paid=2 * PAST_KEPT + 2)
        self.approve(play)
        assert self.first_of(play) == ("20", -STAKE, -STAKE)

    def test_rounds_that_nobody_can_correct_any_more_are_not_waited_for(self) -> None:
        play = self.played(paid=PAST_KEPT + 2)
        read = 0

        def record() -> Iterator[Event]:
            nonlocal read
            for event in play.record:
                read += isinstance(event, BettingOpened)
                yield event

        assert next(resettle(record(), V2)).round == "1"
        assert read == PAST_KEPT + 2, "the first goes once as many rounds as are kept were paid after it"

    def test_in_a_record_that_begins_later_it_is_about_no_round(self) -> None:
        play = self.played()
        play.opened().laid("17")
        self.propose(play)
        self.approve(play)
        concluded(play, "20")
        second = next(n for n, one in enumerate(play.record) if isinstance(one, BettingOpened) and one.round == "2")

        rounds = list(resettle(play.record[second:], V2))

        assert [(one.round, one.pocket, one.lines[0].gain) for one in rounds] == [
            ("2", "20", -STAKE),
            ("3", "20", -STAKE),
        ]


class TestAVoidRoundThatCountsElsewhere:
    """Three revolutions are a spin under the American rules, and the record says where the ball rested."""

    def test_its_pocket_is_settled(self) -> None:
        play = Play(V3).opened().laid("17", "w1", 500).spun(3).called().rested("17")

        (one,) = resettle(play.record, AMERICAN)

        assert one.pocket == "17"
        assert [(line.gain, line.other_gain) for line in one.lines] == [(0, 17_500)]
        assert one.notes == (f"too-few-revolutions: 3 revolutions are enough under {US} (§R1, §I2)",)

    def test_a_call_of_no_spin_stands(self) -> None:
        play = Play(V3).opened().laid("17", "w1", 500).spun(3)
        play.do(CallNoSpin(DEALER, Irregularity.TOO_FEW_REVOLUTIONS))

        (one,) = resettle(play.record, AMERICAN)

        assert (one.pocket, one.lines) == (None, ())


class TestABallThatRestsBeforeTheCall:
    """It ends betting and fixes every position, whether a document looks at the call or at the rest."""

    def nudged(self, *, rests: bool) -> Play:
        """A chip pushed from 17 to 18 by accident before anybody counted; 17 wins."""
        play = Play(AMERICAN).opened().laid("17").spun(None)
        if rests:
            play.rested("17")
        assert bool(play.all(BettingEnded)) is rests
        play.do(MoveWager(DEALER, "w1", "18", accident=True))
        play.do(CountRevolutions(DEALER, 7))
        if not rests:
            play.called()
        play.rested("17").dolly().settled()
        return play

    @pytest.mark.parametrize("other", [AMERICAN, V3], ids=["rest", "call"])
    def test_a_chip_pushed_after_it_counts_where_it_was_laid(self, other: croupier.Ruleset) -> None:
        (one,) = resettle(self.nudged(rests=True).record, other)

        assert [(line.gain, line.other_gain) for line in one.lines] == [(WON, WON)]

    @pytest.mark.parametrize("other", [AMERICAN, V3], ids=["rest", "call"])
    def test_one_pushed_before_it_counts_where_it_lies(self, other: croupier.Ruleset) -> None:
        (one,) = resettle(self.nudged(rests=False).record, other)

        assert [(line.gain, line.other_gain) for line in one.lines] == [(-STAKE, -STAKE)]
