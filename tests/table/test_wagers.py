"""Wagers moved, nudged, raised, taken back and stacked: what counts, what is refused, and what is one bet."""

import pytest

from croupier import Kind, Limit, Limits
from croupier.rulebooks import text_of
from croupier.rules.procedure import ChipSort, Intake
from croupier.rules.rulebook import parse
from croupier.table.commands import (
    BuyIn,
    Chips,
    MoveWager,
    PlaceWager,
    RetractWager,
    RuleOnWager,
    WagerTreatment,
)
from croupier.table.events import (
    WagerMoved,
    WithdrawalIgnored,
)
from croupier.table.refusal import Code
from testkit.rulebooks.house import replaced
from testkit.table.play import (
    ANN,
    BOB,
    DEALER,
    STAKE,
    SUPERVISOR,
    Play,
    came_to,
    concluded,
    results,
    types,
)
from testkit.table.scenes import AM as US
from testkit.table.scenes import R360, REFS, SANDS, V2, V3

every_ref = pytest.mark.parametrize("ref", REFS)

LIMITS = {Kind.STRAIGHT: Limit(5, 100), Kind.RED: Limit(50, 1_000)}
LENIENT = Limits(by_kind=LIMITS, intake=Intake.ACCEPT)


class TestWhenAPositionCounts:
    """A chip nudged after the call pays where it was, except where the text looks at the layout at rest."""

    @pytest.mark.parametrize("ref", [V2, R360, SANDS])
    def test_a_nudge_after_the_call_moves_the_chip_and_not_the_wager(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.position, moved.counts, moved.held) == ("straight:20", "straight:17", False)
        play.rested("17").dolly().settled()
        assert came_to(play) == {"w1": (35 * STAKE, STAKE, 0)}

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
        assert came_to(play) == {"w1": (35 * STAKE, STAKE, 0)}

    def test_but_not_where_it_slides_after_the_rest(self) -> None:
        play = Play(US).opened().laid("17").spun().called().rested("17")
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.position, moved.counts) == ("straight:20", "straight:17")
        play.dolly().settled()
        assert came_to(play) == {"w1": (35 * STAKE, STAKE, 0)}

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


class TestSnapshotMoment:
    """The same nudge after the call pays where the chip was, or where it ends up; a deliberate move is refused."""

    @pytest.mark.parametrize(("ref", "counts"), [(V3, "straight:17"), (US, "straight:20")])
    def test_a_nudge_between_call_and_rest(self, ref: str, counts: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        (moved,) = play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert isinstance(moved, WagerMoved)
        assert (moved.position, moved.counts) == ("straight:20", counts)

    @pytest.mark.parametrize("ref", [V3, US])
    def test_a_nudge_before_the_call_moves_the_wager(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun()
        play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert play.wager("w1").counts == "straight:20"

    @pytest.mark.parametrize("ref", [V3, US])
    def test_a_nudge_after_the_rest_moves_nothing(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun().called().rested("20")
        play.do(MoveWager(DEALER, "w1", "20", accident=True))
        assert (play.wager("w1").lies, play.wager("w1").counts) == ("straight:20", "straight:17")

    @pytest.mark.parametrize(("ref", "clause"), [(V3, "5.13"), (US, "G5")])
    def test_a_deliberate_move_after_the_call_is_a_betting_act(self, ref: str, clause: str) -> None:
        play = Play(ref).opened().laid("17").spun().called()
        play.refused(MoveWager(ANN, "w1", "20", accident=False), Code.BETTING_CLOSED, f"{ref} §{clause}")

    def test_a_player_does_not_call_a_move_an_accident(self) -> None:
        for ref in (V3, US):
            play = Play(ref).opened().laid("17").spun().called()
            play.refused(MoveWager(ANN, "w1", "20", accident=True), Code.ROLE_NOT_ALLOWED, "wire §2.2")


class TestWithdrawals:
    """Three texts let a withdrawn wager stand, one refuses the act, one is silent; the money is the same."""

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
        assert came_to(tried) == {"w1": (35 * STAKE, STAKE, 0), "w2": (0, 0, STAKE)}

    @every_ref
    def test_before_the_call_it_is_simply_taken_back(self, ref: str) -> None:
        play = Play(ref).opened().laid("17").spun()
        assert types(play.do(RetractWager(ANN, "w1"))) == ["wager-retracted"]
        assert types(play.called().rested("17").dolly().settled()) == ["round-closed"]


class TestLateIncrease:
    """Of a stake raised after the call only the raise is refused."""

    @every_ref
    def test_the_earlier_part_stands(self, ref: str) -> None:
        play = Play(ref).opened().laid("17", "w1", 200).spun().called()
        no = play.refused(PlaceWager(ANN, "w2", "ann", "17", 300), Code.BETTING_CLOSED)
        assert no.clause == play.rules.procedure.wagers.late.clauses[0]
        play.rested("17").dolly().settled()
        assert came_to(play) == {"w1": (200 * 35, 200, 0)}


COURTESY = 'between = ["dozen:2", "dozen:3"]\nclause = "E"'


class TestCourtesyLine:
    """A chip on the courtesy line is on the two zeros: one bet, one maximum."""

    def test_both_places_are_one_position(self) -> None:
        play = Play(US).opened().laid("0/00", "w1", 300).laid("split:00-0@courtesy", "w2", 300)
        assert (play.wager("w1").counts, play.wager("w2").counts) == ("split:00-0", "split:00-0")
        assert results(concluded(play, "00")) == [("paid", "w1", 5_100, 300, 0), ("paid", "w2", 5_100, 300, 0)]

    def test_both_places_share_the_maximum(self) -> None:
        play = Play(US).opened().laid("0/00", "w1", 600)
        ask = PlaceWager(ANN, "w2", "ann", "0/00@courtesy", 500)
        no = play.refused(ask, Code.ABOVE_MAXIMUM, f"{US} §L")
        assert no.facts == {"stake": 1_100, "stake_min": 100, "stake_max": 1_000}
        play.laid("0/00@courtesy", "w2", 400)
        play.laid("0/00@courtesy", "w3", 1_000, BOB)

    def test_a_chip_laid_there_cites_the_clause_of_the_line(self) -> None:
        text = replaced(text_of(US), 'between = ["dozen:2", "dozen:3"]\nclause = "W2"', COURTESY)
        play = Play(parse(text, "house.toml")).opened()

        for words, number in (("0/00", "W2"), ("0/00@courtesy", "E"), ("split:00-0@courtesy", "E")):
            (placed,) = play.do(PlaceWager(ANN, words, "ann", words, 100))
            assert placed.clauses == (number,)


class TestStacking:
    """A player's chips on one bet are one wager for minimum, maximum, 5.15 and 5.16."""

    def test_chips_add_up_to_the_minimum(self) -> None:
        play = Play(US).opened()
        play.do(BuyIn(ANN, "ann", 2_000, ChipSort.COLOR, color="pink"))
        play.do(PlaceWager(ANN, "w1", "ann", "col 1", 500, (Chips(5, color="pink"),)))
        play.do(PlaceWager(ANN, "w2", "ann", "col 1", 100, (Chips(1, color="pink"),)))

    def test_two_placements_do_not_dodge_the_maximum(self) -> None:
        play = Play(US).opened().laid("17", "w1", 600)
        play.refused(PlaceWager(ANN, "w2", "ann", "17", 500), Code.ABOVE_MAXIMUM, f"{US} §L")
        play.refused(PlaceWager(DEALER, "w2", "ann", "straight up 17", 500), Code.ABOVE_MAXIMUM, f"{US} §L")

    def test_two_placements_do_not_dodge_the_settlement_either(self) -> None:
        play = Play(V3, LENIENT).opened().laid("17", "w1", 100).laid("17", "w2", 100)
        assert results(concluded(play, "17")) == [("returned", "w2", 0, 100, 0), ("paid", "w1", 3_500, 100, 0)]
        play.opened().laid("17", "w1", 3).laid("17", "w2", 3)
        concluded(play, "17")
        assert play.table.standing.under_minimum.get("ann", 0) == 0

    def test_another_bet_with_the_same_numbers_is_another_wager(self) -> None:
        Play(US).opened().laid("17", "w1", 1_000).laid("17/20", "w2", 1_000).laid("17", "w3", 1_000, BOB)
