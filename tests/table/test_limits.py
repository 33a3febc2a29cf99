"""Setting a table's limits, and sums that no table takes."""

import pytest

from croupier import Kind, Limit, Limits
from croupier.rules.procedure import Intake, LimitScope, Role
from croupier.rules.stake import STAKE_MAX
from croupier.table.commands import (
    By,
    Laid,
    LimitAsked,
    MarkUnclear,
    MoveWager,
    PlaceWager,
    PlaceWagers,
    RetractWager,
    RetractWagers,
    RuleOnWager,
    SetLimits,
    WagerTreatment,
)
from croupier.table.events import LimitsSet, WagerReturned
from croupier.table.refusal import Code
from croupier.table.state import Phase
from tests.clauses.rounds import ANN, BOB, DEALER, Play
from tests.table.scenes import AM as US
from tests.table.scenes import REFS, V2, V3

FULL = Limits({Kind.STRAIGHT: Limit(100, 1_000)}, Intake.ACCEPT, LimitScope.AREA, chip_value_min=50)


class TestLeftOut:
    """What a command leaves out stays as it is; what it gives replaces that part, amounts of other kinds included."""

    def after(self, ask: SetLimits, before: Limits = FULL) -> Limits:
        play = Play(V3, before)
        (event,) = play.do(ask)
        assert isinstance(event, LimitsSet)
        stated = {kind: Limit(span.min, span.max) for kind, span in event.limits.items()}
        now = play.table.house.limits
        assert (stated, event.intake, event.limit_scope) == (now.by_kind, now.intake, now.scope)
        assert event.chip_value_min == now.chip_value_min, "the event tells the whole, not the change"
        return now

    def test_a_new_intake_keeps_the_amounts(self) -> None:
        assert self.after(SetLimits(DEALER, intake="refuse")) == Limits(
            FULL.by_kind, Intake.REFUSE, LimitScope.AREA, chip_value_min=50
        )

    def test_a_new_scope_keeps_the_amounts(self) -> None:
        now = self.after(SetLimits(DEALER, limit_scope="player"))
        assert now == Limits(FULL.by_kind, Intake.ACCEPT, LimitScope.PLAYER, chip_value_min=50)

    def test_a_new_least_chip_keeps_the_amounts(self) -> None:
        now = self.after(SetLimits(DEALER, chip_value_min=200))
        assert now == Limits(FULL.by_kind, Intake.ACCEPT, LimitScope.AREA, chip_value_min=200)

    def test_new_amounts_are_all_there_are(self) -> None:
        now = self.after(SetLimits(DEALER, {"red": LimitAsked(500, 5_000)}))
        assert now == Limits({Kind.RED: Limit(500, 5_000)}, Intake.ACCEPT, LimitScope.AREA, chip_value_min=50)

    def test_no_amounts_at_all_can_be_said_too(self) -> None:
        assert self.after(SetLimits(DEALER, {})).by_kind == {}

    def test_the_amounts_of_the_rulebook_stay_when_nothing_is_said_of_them(self) -> None:
        play = Play(US)
        before = {kind: (limit.stake_min, limit.stake_max) for kind, limit in play.table.house.limits.by_kind.items()}
        play.do(SetLimits(DEALER, intake="accept"))
        now = play.table.house.limits
        assert {kind: (limit.stake_min, limit.stake_max) for kind, limit in now.by_kind.items()} == before
        assert now.intake is Intake.ACCEPT


@pytest.mark.parametrize(
    ("ask", "facts"),
    [
        (SetLimits(DEALER, {"moon": LimitAsked(1, 2)}), {"kind": "moon"}),
        (SetLimits(DEALER, {"green": LimitAsked(1, 2)}), {"kind": "green"}),
        (SetLimits(DEALER, {"red": LimitAsked(3, 2)}), {"kind": "red", "min": 3, "max": 2}),
        (SetLimits(DEALER, {"red": LimitAsked(0, 2)}), {"kind": "red", "min": 0, "max": 2}),
        (
            SetLimits(DEALER, {"red": LimitAsked(1, STAKE_MAX + 1)}),
            {"kind": "red", "min": 1, "max": STAKE_MAX + 1},
        ),
        (SetLimits(DEALER, intake="sometimes"), {"intake": "sometimes"}),
        (SetLimits(DEALER, limit_scope="everybody"), {"limit_scope": "everybody"}),
    ],
)
def test_limits_that_fit_no_stake_or_no_rulebook_are_refused(ask: SetLimits, facts: dict[str, object]) -> None:
    no = Play(V3, FULL).refused(ask, Code.LIMITS_INVALID, "wire §6.1")
    assert no.facts == facts


def test_the_widest_and_the_narrowest_limits_are_limits() -> None:
    play = Play(V3)
    play.do(SetLimits(DEALER, {"red": LimitAsked(1, STAKE_MAX), "black": LimitAsked(5, 5)}, "accept", "area"))
    play.refused(SetLimits(By("gus", Role.AUDITOR), {}), Code.ROLE_NOT_ALLOWED, "wire §2.4")


class TestLargestSum:
    """wire 4.1: no stake, and no player's whole stake on one bet, passes 10^15."""

    def full(self, ref: str = V2) -> Play:
        return Play(ref, Limits()).opened().laid("17", "w1", STAKE_MAX)

    @pytest.mark.parametrize("ref", REFS)
    def test_a_stake_up_to_it_is_taken_and_one_above_is_not(self, ref: str) -> None:
        play = self.full(ref)
        no = play.refused(PlaceWager(BOB, "w2", "bob", "17", STAKE_MAX + 1), Code.STAKE_TOO_LARGE, "wire §4.1")
        assert no.facts == {"stake_max": STAKE_MAX}

    def test_nor_is_a_further_stake_that_brings_the_whole_above(self) -> None:
        no = self.full().refused(PlaceWager(ANN, "w2", "ann", "17", 1), Code.STAKE_TOO_LARGE, "wire §4.1")
        assert no.facts == {"stake": STAKE_MAX + 1, "stake_max": STAKE_MAX}

    def test_another_players_stake_does_not_count(self) -> None:
        self.full().do(PlaceWager(BOB, "w2", "bob", "17", STAKE_MAX))

    def test_nor_is_a_chip_moved_there(self) -> None:
        play = self.full().laid("20", "w2", 1)
        play.refused(MoveWager(ANN, "w2", "17", accident=False), Code.STAKE_TOO_LARGE, "wire §4.1")
        no = play.refused(MoveWager(DEALER, "w2", "17", accident=True), Code.STAKE_TOO_LARGE, "wire §4.1")
        assert no.facts == {"stake_max": STAKE_MAX}

    def test_after_the_call_a_nudged_chip_counts_where_it_was(self) -> None:
        play = self.full().laid("20", "w2", 1).spun().called()
        play.do(MoveWager(DEALER, "w2", "17", accident=True))
        assert play.wager("w2").counts == "straight:20"


class TestWhatIsLeft:
    """What is left of a stake is nothing, or the minimum: five dollars on an American column."""

    def column(self) -> Play:
        return Play(US).opened().laid("col 1", "w1", 500).laid("col 1", "w2", 300).laid("col 1", "w3", 200)

    def test_of_several_wagers_the_rest_is_judged_after_the_last(self) -> None:
        no = self.column().refused(RetractWagers(ANN, ("w1", "w3")), Code.BELOW_MINIMUM, f"{US} §L")
        assert no.facts == {"stake": 300, "stake_min": 500, "stake_max": 1_000}
        self.column().do(RetractWagers(ANN, ("w2", "w3")))
        self.column().do(RetractWagers(ANN, ("w1", "w2", "w3")))

    def test_of_one_wager_too(self) -> None:
        two = Play(US).opened().laid("col 1", "w1", 500).laid("col 1", "w2", 200)
        two.refused(RetractWager(ANN, "w1", 201), Code.BELOW_MINIMUM, f"{US} §L")
        two.do(RetractWager(ANN, "w1", 200))

    def test_and_where_a_wager_is_moved_away(self) -> None:
        play = Play(US).opened().laid("col 1", "w1", 500).laid("col 1", "w2", 400)
        play.refused(MoveWager(ANN, "w1", "col 2", accident=False), Code.BELOW_MINIMUM, f"{US} §L")


def test_a_chip_is_relocated_somewhere() -> None:
    play = Play(V3).opened().laid("17")
    play.do(MarkUnclear(DEALER, "w1"))
    play.spun().called().rested("17")
    ask = RuleOnWager(By("sue", Role.PIT_SUPERVISOR), "w1", WagerTreatment.RELOCATE)
    assert play.refused(ask, Code.NOT_ON_LAYOUT).facts["position"] == ""


def test_what_was_taken_back_before_a_void_is_not_returned_again() -> None:
    play = Play(V3).opened().laid("17").laid("20", "w2")
    play.do(RetractWager(ANN, "w1"))
    play.spun(3).called().rested("17")
    assert play.at(Phase.VOID)
    assert [event.wager for event in play.all(WagerReturned)] == ["w2"]


def test_a_list_of_wagers_names_its_player_once_or_each_time() -> None:
    play = Play(V3).opened()
    play.do(PlaceWagers(DEALER, (Laid("w1", "17", 100), Laid("w2", "20", 100, player="bob")), player="ann"))
    assert [(one.wager, one.player) for one in play.table.layout.wagers.values()] == [("w1", "ann"), ("w2", "bob")]
