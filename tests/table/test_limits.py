"""A table's limits: how they are set, whose they are, when they are judged, and sums that no table takes."""

import pytest

from croupier import Basis, Kind, Limit, Limits
from croupier.rules.procedure import Intake, LimitScope, Role
from croupier.rules.stake import STAKE_MAX
from croupier.table.commands import (
    By,
    Laid,
    MarkUnclear,
    MoveWager,
    PlaceWager,
    PlaceWagers,
    RetractWager,
    RetractWagers,
    RuleOnWager,
    SetLimits,
    StakeRange,
    WagerTreatment,
)
from croupier.table.events import BettingOpened, LimitsSet, WagerReturned
from croupier.table.evolve import replay
from croupier.table.refusal import Code
from croupier.table.state import Phase
from testkit.rulebooks.earlier import second
from testkit.table.play import (
    ANN,
    BOB,
    DEALER,
    FLOOR,
    STAKE,
    SUPERVISOR,
    Play,
    concluded,
    results,
)
from testkit.table.scenes import AM as US
from testkit.table.scenes import REFS, V2, V3

FULL = Limits({Kind.STRAIGHT: Limit(100, 1_000)}, Intake.ACCEPT, LimitScope.AREA, chip_value_min=50)
LIMITS = {Kind.STRAIGHT: Limit(5, 100), Kind.RED: Limit(50, 1_000)}
LENIENT = Limits(by_kind=LIMITS, intake=Intake.ACCEPT)
STRICT = Limits(by_kind=LIMITS)


class TestLeftOut:
    """What a command leaves out stays as it is; what it gives replaces that part, amounts of other kinds included."""

    def after(self, ask: SetLimits, before: Limits = FULL) -> Limits:
        play = Play(V3, before)
        (event,) = play.do(ask)
        assert isinstance(event, LimitsSet)
        stated = {kind: Limit(span.min, span.max) for kind, span in event.limits.items()}
        now = play.table.standing.limits
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
        now = self.after(SetLimits(DEALER, {"red": StakeRange(500, 5_000)}))
        assert now == Limits({Kind.RED: Limit(500, 5_000)}, Intake.ACCEPT, LimitScope.AREA, chip_value_min=50)

    def test_no_amounts_at_all_can_be_said_too(self) -> None:
        assert self.after(SetLimits(DEALER, {})).by_kind == {}

    def test_the_amounts_of_the_rulebook_stay_when_nothing_is_said_of_them(self) -> None:
        play = Play(US)
        before = {
            kind: (limit.stake_min, limit.stake_max) for kind, limit in play.table.standing.limits.by_kind.items()
        }
        play.do(SetLimits(DEALER, chip_value_min=200))
        now = play.table.standing.limits
        assert {kind: (limit.stake_min, limit.stake_max) for kind, limit in now.by_kind.items()} == before
        assert (now.intake, now.chip_value_min) == (Intake.REFUSE, 200)

    def test_stated_amounts_are_narrowed_and_never_widened_or_switched_off(self) -> None:
        play = Play(US)
        for limits, facts in (
            ({"straight": StakeRange(99, 1_000)}, {"kind": "straight", "min": 99, "max": 1_000}),
            ({"red": StakeRange(500, 1_001)}, {"kind": "red", "min": 500, "max": 1_001}),
        ):
            no = play.refused(SetLimits(DEALER, limits), Code.LIMITS_INVALID, f"{US} §L")
            assert facts.items() <= no.facts.items()
        play.refused(SetLimits(DEALER, intake="accept"), Code.LIMITS_INVALID, f"{US} §L")
        play.refused(SetLimits(DEALER, limit_scope="area"), Code.LIMITS_INVALID, f"{US} §L")
        play.do(SetLimits(DEALER, {"straight": StakeRange(200, 500)}))
        now = play.table.standing.limits
        assert {(now.by_kind[kind].stake_min, now.by_kind[kind].stake_max) for kind in (Kind.STRAIGHT, Kind.RED)} == {
            (200, 500),
            (500, 1_000),
        }

    def test_limits_from_before_are_cut_to_what_is_stated(self) -> None:
        wide = Limits({Kind.STRAIGHT: Limit(1, 50_000), Kind.RED: Limit(5_000, 9_000)}, Intake.ACCEPT)
        table = Play(US, wide).opened().table
        limits = table.round.limits
        found = [limits.by_kind[kind] for kind in (Kind.STRAIGHT, Kind.RED, Kind.SPLIT)]
        assert [(one.stake_min, one.stake_max) for one in found] == [(100, 1_000), (500, 1_000), (100, 1_000)]
        assert limits.intake is Intake.REFUSE


@pytest.mark.parametrize(
    ("ask", "facts"),
    [
        (SetLimits(DEALER, {"moon": StakeRange(1, 2)}), {"kind": "moon"}),
        (SetLimits(DEALER, {"green": StakeRange(1, 2)}), {"kind": "green"}),
        (SetLimits(DEALER, {"red": StakeRange(3, 2)}), {"kind": "red", "min": 3, "max": 2}),
        (SetLimits(DEALER, {"red": StakeRange(0, 2)}), {"kind": "red", "min": 0, "max": 2}),
        (
            SetLimits(DEALER, {"red": StakeRange(1, STAKE_MAX + 1)}),
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
    play.do(SetLimits(DEALER, {"red": StakeRange(1, STAKE_MAX), "black": StakeRange(5, 5)}, "accept", "area"))
    play.refused(SetLimits(By("gus", Role.AUDITOR), {}), Code.ROLE_NOT_ALLOWED, "wire §2.4")


class TestLargestSum:
    """wire 4.1: no stake, and no player's whole stake on one bet, passes 10^15."""

    def full(self, ref: str = V2) -> Play:
        return Play(ref, Limits(), as_before=ref == US).opened().laid("17", "w1", STAKE_MAX)

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


class TestIntakeAndSettlement:
    """Limits are judged twice: at the door, if the table wills it so, and at the settlement in any case."""

    ASK = PlaceWager(ANN, "w1", "ann", "17", 150)

    def test_a_table_that_refuses_takes_nothing_outside(self) -> None:
        assert Play(V3, STRICT).opened().refused(self.ASK, Code.ABOVE_MAXIMUM).facts["stake_max"] == 100

    def test_a_table_that_accepts_settles_by_the_rulebook(self) -> None:
        play = Play(V3, LENIENT).opened()
        play.do(self.ASK)
        assert results(concluded(play, "18")) == [("collected", "w1", 0, 50, 100)]

    def test_what_slips_in_by_accident_is_settled_by_the_rulebook_as_well(self) -> None:
        play = Play(V3, STRICT).opened().laid("17", "w1", 80).laid("18", "w2", 80)
        play.do(MoveWager(DEALER, "w2", "17", accident=True))
        play.spun().called().rested("17").do(RuleOnWager(SUPERVISOR, "w2", WagerTreatment.STAND))
        assert results(play.dolly().settled()) == [("paid", "w1", 2_800, 80, 0), ("paid", "w2", 700, 80, 0)]

    def test_the_american_document_says_nothing_of_it_so_it_is_settled_as_it_lies(self) -> None:
        play = Play(US).opened().laid("17", "w1", 800).laid("18", "w2", 800)
        play.do(MoveWager(DEALER, "w2", "17", accident=True))
        assert results(concluded(play, "17")) == [("paid", "w1", 28_000, 800, 0), ("paid", "w2", 28_000, 800, 0)]

    def test_or_the_floor_manager_rules_on_it(self) -> None:
        play = Play(US).opened().laid("17", "w1", 800).laid("18", "w2", 800)
        play.do(MoveWager(DEALER, "w2", "17", accident=True))
        play.spun().called().rested("17").dolly()
        play.do(RuleOnWager(FLOOR, "w2", WagerTreatment.RETURN, reason="above the maximum"))
        assert results(play.settled()) == [("paid", "w1", 28_000, 800, 0)]
        assert play.rules.procedure.limits.over_maximum.basis is Basis.OUR_READING


class TestWhoseLimit:
    """The maximum is each player's own, unless the table says that an area has one for all."""

    SHARED = Limits(by_kind=LIMITS, scope=LimitScope.AREA)

    def test_each_player_has_a_maximum(self) -> None:
        Play(V3, STRICT).opened().laid("17", "w1", 100).laid("17", "w2", 100, BOB)

    def test_an_area_may_have_one_for_all(self) -> None:
        play = Play(V3, self.SHARED).opened().laid("17", "w1", 60)
        no = play.refused(PlaceWager(BOB, "w2", "bob", "17", 41), Code.ABOVE_MAXIMUM, f"{V3} §3.3.1")
        assert no.facts == {"stake": 101, "stake_min": 5, "stake_max": 100}
        play.laid("17", "w2", 40, BOB)
        play.laid("18", "w3", 100, BOB)
        assert results(concluded(play, "17")) == [
            ("collected", "w3", 0, 0, 100),
            ("paid", "w1", 2_100, 60, 0),
            ("paid", "w2", 1_400, 40, 0),
        ]

    def test_what_one_takes_back_is_free_for_another(self) -> None:
        play = Play(V3, self.SHARED).opened().laid("17", "w1", 100)
        play.refused(PlaceWager(BOB, "w2", "bob", "17", 5), Code.ABOVE_MAXIMUM)
        play.do(MoveWager(ANN, "w1", "18", accident=False))
        play.laid("17", "w2", 100, BOB)
        play.refused(MoveWager(ANN, "w1", "17", accident=False), Code.ABOVE_MAXIMUM)

    def test_so_may_its_minimum_be_which_one_player_may_reach_for_all(self) -> None:
        play = Play(V3, self.SHARED).opened()
        play.refused(PlaceWager(BOB, "w1", "bob", "17", 4), Code.BELOW_MINIMUM, f"{V3} §3.3.1")
        play.laid("17", "w1", 60).laid("17", "w2", 4, BOB)

    def test_under_an_earlier_text_the_minimum_is_each_players_own(self) -> None:
        play = Play(second(V3), self.SHARED).opened().laid("17", "w1", 60)
        play.refused(PlaceWager(BOB, "w2", "bob", "17", 4), Code.BELOW_MINIMUM, f"{V3} §3.3.1")

    def test_a_list_is_judged_as_a_whole(self) -> None:
        play = Play(V3, self.SHARED).opened().laid("17", "w1", 60)
        ask = PlaceWagers(BOB, (Laid("w2", "17", 30), Laid("w3", "17", 30)))
        assert play.refused(ask, Code.ABOVE_MAXIMUM).facts["stake"] == 120

    def test_the_table_says_so_for_the_next_round(self) -> None:
        play = Play(V3, STRICT).opened()
        play.do(SetLimits(DEALER, {"straight": StakeRange(5, 100)}, limit_scope="area"))
        play.laid("17", "w1", 100).laid("17", "w2", 100, BOB)
        concluded(play)
        play.opened().laid("17", "w1", 100)
        play.refused(PlaceWager(BOB, "w2", "bob", "17", 100), Code.ABOVE_MAXIMUM)


class TestRoundIsolation:
    """No change of limits or rules reaches back into a round, neither one that is over nor one under way."""

    WIDER = SetLimits(DEALER, {"straight": StakeRange(1, 1_000)}, intake="accept")

    def test_limits_set_between_call_and_settlement_wait_for_the_next_round(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 150).spun().called()
        play.do(self.WIDER)
        assert results(play.rested("18").dolly().settled()) == [("collected", "w1", 0, 50, 100)]
        play.opened().laid("17", "w1", 150)
        assert results(concluded(play, "18")) == [("collected", "w1", 0, 0, 150)]

    def test_a_correction_settles_by_the_limits_of_its_round(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 150)
        concluded(play, "18")
        play.do(self.WIDER)
        assert play.table.round.limits == LENIENT

    def test_a_record_folds_to_the_same_table_whatever_the_rules_are_now(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 150)
        concluded(play, "17")
        play.do(self.WIDER)
        assert replay(play.start, play.record) == play.table

    def test_each_round_names_its_rulebook(self) -> None:
        play = Play(V3)
        for _ in range(2):
            play.opened()
            concluded(play)
        assert [(event.rulebook, event.digest) for event in play.all(BettingOpened)] == [(V3, play.rules.digest)] * 2

    def test_a_wager_meant_for_an_earlier_round_is_not_played_in_this_one(self) -> None:
        play = Play(V3).opened()
        concluded(play)
        play.opened()
        late = PlaceWager(ANN, "w1", "ann", "17", STAKE, round="1")
        assert play.refused(late, Code.ROUND_OVER, "wire §1.3").facts == {"named": "1", "round": "2"}
        onlooker = By("eve", Role.SURVEILLANCE)
        play.refused(SetLimits(onlooker, None), Code.ROLE_NOT_ALLOWED, "wire §2.4")
