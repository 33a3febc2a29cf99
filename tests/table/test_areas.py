"""Limits that all players on an area share: their total counts, as wagers are taken and as they are settled."""

from croupier.rules.limits import Limit, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope, Role
from croupier.table.commands import (
    ApproveCorrection,
    By,
    CorrectOutcome,
    MarkUnclear,
    PlaceWager,
    RetractWager,
    RuleOnWager,
    Settle,
    WagerTreatment,
)
from croupier.table.events import OutcomeCorrected, WagerCollected, WagerPaid, WagerReturned
from croupier.table.refusal import Code
from croupier.table.resettle import resettle
from testkit.rulebooks.earlier import second
from testkit.table.play import Play
from testkit.table.scenes import ANN, BOB, DEALER, V3

SHIFT, SUPERVISOR = By("gia", Role.SHIFT_MANAGER), By("sue", Role.PIT_SUPERVISOR)
LIMITS = {Kind.STRAIGHT: Limit(50, 100)}


def area(intake: Intake = Intake.ACCEPT) -> Play:
    return Play(V3, Limits(LIMITS, intake, LimitScope.AREA)).opened()


def settled(play: Play, pocket: str = "17") -> dict[str, tuple[int, int, int]]:
    play.spun().called().rested(pocket).dolly()
    return came_to(play.settled())


def came_to(happened: tuple[object, ...]) -> dict[str, tuple[int, int, int]]:
    found = {}
    for event in happened:
        if isinstance(event, WagerPaid):
            found[event.wager] = (event.winnings, event.returned, 0)
        elif isinstance(event, WagerCollected):
            found[event.wager] = (0, event.returned, event.collected)
        elif isinstance(event, WagerReturned):
            found[event.wager] = (0, event.amount, 0)
    return found


def laid(*stakes: int, intake: Intake = Intake.ACCEPT) -> Play:
    play = area(intake)
    for place, stake in enumerate(stakes):
        who = (ANN, BOB)[place % 2]
        play.do(PlaceWager(who, f"w{place + 1}", who.name, "17", stake))
    return play


class TestSettled:
    def test_what_was_laid_first_counts_up_to_the_maximum(self) -> None:
        assert settled(laid(80, 50, 10)) == {"w1": (2_800, 80, 0), "w2": (700, 50, 0), "w3": (0, 10, 0)}

    def test_so_it_does_for_what_loses(self) -> None:
        assert settled(laid(80, 50, 10), "18") == {"w1": (0, 0, 80), "w2": (0, 30, 20), "w3": (0, 10, 0)}

    def test_together_they_reach_the_minimum(self) -> None:
        play = laid(30, 30)
        assert settled(play) == {"w1": (1_050, 30, 0), "w2": (1_050, 30, 0)}
        assert not any(event.under_minimum for event in play.all(WagerPaid))

    def test_under_it_each_player_is_settled_once_and_then_gets_the_stake_back(self) -> None:
        play = laid(20)
        settled(play)
        play.lifted().opened()
        play.do(PlaceWager(ANN, "w1", "ann", "17", 20))
        play.do(PlaceWager(BOB, "w2", "bob", "17", 20))
        assert settled(play) == {"w1": (0, 20, 0), "w2": (700, 20, 0)}

    def test_of_an_earlier_text_each_players_own_total_is(self) -> None:
        play = Play(second(V3), Limits(LIMITS, Intake.ACCEPT, LimitScope.AREA)).opened()
        play.do(PlaceWager(ANN, "w1", "ann", "17", 100))
        play.do(PlaceWager(BOB, "w2", "bob", "17", 100))
        assert settled(play) == {"w1": (3_500, 100, 0), "w2": (3_500, 100, 0)}

    def test_a_correction_keeps_to_it(self) -> None:
        play = laid(80, 50)
        settled(play, "18")
        play.do(CorrectOutcome(SHIFT, "1", Pocket("17"), "camera"))
        (corrected,) = play.do(ApproveCorrection(SUPERVISOR, "1", Pocket("17")))
        assert isinstance(corrected, OutcomeCorrected)
        changes = {one.wager: (one.winnings, one.returned, one.collected) for one in corrected.adjustments}
        assert changes == {"w1": (2_800, 80, -80), "w2": (700, 20, -20)}

    def test_settled_again_under_another_text_it_is_the_same(self) -> None:
        play = laid(80, 50)
        settled(play)
        (again,) = resettle(play.record, play.rules)
        assert [(line.gain, line.other_gain) for line in again.lines] == [(2_800, 2_800), (700, 700)]


class TestHeld:
    def test_what_may_come_to_count_there_holds_up_everybody_on_the_area(self) -> None:
        play = laid(80)
        play.do(PlaceWager(BOB, "w2", "bob", "20", 60))
        play.do(PlaceWager(BOB, "w3", "bob", "red", 60))
        play.spun().called().rested("17").dolly()
        play.do(MarkUnclear(DEALER, "w2"))
        assert came_to(play.do(Settle(DEALER))) == {"w3": (0, 0, 60)}
        play.refused(Settle(DEALER), Code.RULING_NEEDED)
        play.do(RuleOnWager(SUPERVISOR, "w2", WagerTreatment.RELOCATE, "17"))
        assert came_to(play.do(Settle(DEALER))) == {"w1": (2_800, 80, 0), "w2": (700, 60, 0)}


class TestTaken:
    def test_a_stake_that_brings_the_area_to_the_minimum_is_taken(self) -> None:
        play = laid(50, 10, intake=Intake.REFUSE)
        play.refused(PlaceWager(BOB, "w3", "bob", "18", 10), Code.BELOW_MINIMUM)
        play.refused(PlaceWager(BOB, "w3", "bob", "17", 50), Code.ABOVE_MAXIMUM)

    def test_what_is_left_on_the_area_reaches_it_too(self) -> None:
        play = laid(50, 10, intake=Intake.REFUSE)
        play.refused(RetractWager(ANN, "w1"), Code.BELOW_MINIMUM)
        play.do(RetractWager(BOB, "w2"))
        play.do(RetractWager(ANN, "w1"))
