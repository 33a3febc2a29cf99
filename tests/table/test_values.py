"""Values that no published rulebook states, or that decide beside others: the table does what they say."""

import pytest

from croupier import Kind, Limit, Limits
from croupier.house.dealing import next_call
from croupier.rulebooks import text_of
from croupier.rules.lint import lint
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import (
    AuthorizeEarlyClose,
    Ball,
    BuyIn,
    CallNoMoreBets,
    FailPower,
    LiftDolly,
    MarkUnclear,
    OpenBetting,
    PlaceDolly,
    PlaceWager,
    RestorePower,
    RetractWager,
    SetLimits,
    Settle,
    SpinBall,
    Turning,
)
from croupier.table.events import BallSpun, WagerMarkedUnclear, WagerPlaced
from croupier.table.refusal import Code
from croupier.table.resettle import resettle
from croupier.table.state import Phase
from testkit.rulebooks.house import MBS_2, MBS_3, RWS, US
from testkit.rulebooks.stated import Value, stated
from testkit.table.play import ANN, DEALER, MANAGER, STAKE, Play, types


def ruled(ref: str, *values: tuple[str, Value], **cited: str) -> Ruleset:
    """A published rulebook with values stated otherwise; ``wagers_late="4.1"`` cites another clause for one."""
    text = text_of(ref)
    for key, value in values:
        text = stated(text, key, value, cited.get(key.replace(".", "_")))
    return parse(text, "house.toml")


def found(ref: str, *values: tuple[str, Value]) -> set[str]:
    text = text_of(ref)
    for key, value in values:
        text = stated(text, key, value)
    return {one.key for one in lint(text, "house.toml") if not one.key.startswith("ref")}


def wager(name: str = "w2", position: str = "20", stake: int = STAKE) -> PlaceWager:
    return PlaceWager(ANN, name, "ann", position, stake)


SPIN = SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE)


class TestNoDolly:
    """``outcome.dolly = false``: what is declared is settled, and nobody marks the number."""

    RULES = ruled(MBS_3, ("outcome.dolly", False))

    def test_a_round_is_settled_from_the_rest_and_the_next_one_opens(self) -> None:
        play = Play(self.RULES).opened().laid("17").spun().called().rested("17")

        assert types(play.do(Settle(DEALER))) == ["wager-paid", "round-closed"]
        play.do(OpenBetting(DEALER))

    def test_there_is_no_dolly_to_put_down_or_to_lift(self) -> None:
        play = Play(self.RULES).opened().laid("17").spun().called().rested("17")

        play.refused(PlaceDolly(DEALER, Pocket("17")), Code.NOT_IN_RULEBOOK, "wire §2.1")
        play.do(Settle(DEALER))
        play.refused(LiftDolly(DEALER), Code.NOT_IN_RULEBOOK, "wire §2.1")

    def test_what_waits_for_a_ruling_is_waited_for_all_the_same(self) -> None:
        play = Play(self.RULES).opened().laid("17").spun().called().rested("17")
        play.do(MarkUnclear(DEALER, "w1"))

        play.refused(Settle(DEALER), Code.RULING_NEEDED, f"{MBS_3} §3.9")

    def test_an_automatic_table_settles_next(self) -> None:
        play = Play(self.RULES).opened().laid("17").spun().called().rested("17")

        assert isinstance(next_call(play.table, self.RULES, lambda: "17"), Settle)

    def test_a_round_cannot_wait_for_a_dolly_that_is_not_used(self) -> None:
        assert found(US, ("outcome.dolly", False)) == {"round.ends"}
        assert found(US, ("outcome.dolly", False), ("round.ends", "paid")) == set()
        assert found(RWS, ("outcome.dolly", False)) == {"outcome.dolly"}


class TestBettingEndsWithTheSpin:
    """``round.betting_after_spin = false``: the spin closes betting, and no call is needed."""

    RULES = ruled(
        MBS_3, ("round.betting_after_spin", False), ("closing.call_closes", False), round_betting_after_spin="4.1"
    )
    CALLED = ruled(MBS_3, ("round.betting_after_spin", False), round_betting_after_spin="4.1")

    def test_the_spin_closes_betting_and_says_so(self) -> None:
        play = Play(self.RULES).opened().laid("17")
        (spun,) = play.do(SPIN)

        assert isinstance(spun, BallSpun)
        assert (spun.closes, spun.clauses) == (True, ("3.6", "4.1"))
        assert play.at(Phase.NO_MORE_BETS)

    def test_a_wager_after_the_spin_is_refused_by_its_clause(self) -> None:
        play = Play(self.RULES).opened().laid("17").spun()

        play.refused(wager(), Code.BETTING_CLOSED, f"{MBS_3} §4.1")
        play.refused(wager(position="17"), Code.BETTING_CLOSED, f"{MBS_3} §4.1")
        assert types(play.do(RetractWager(ANN, "w1"))) == ["withdrawal-ignored"]

    def test_the_round_is_played_to_its_end_without_a_call(self) -> None:
        play = Play(self.RULES).opened().laid("17").spun()

        play.refused(CallNoMoreBets(DEALER), Code.NOT_IN_RULEBOOK, "wire §2.1")
        assert types(play.rested("17").dolly().settled()) == ["wager-paid", "round-closed"]

    def test_a_call_may_come_before_the_spin_and_has_nothing_to_close_after_it(self) -> None:
        play = Play(self.CALLED).opened().laid("17")
        play.do(AuthorizeEarlyClose(MANAGER))
        play.do(CallNoMoreBets(DEALER))
        (spun,) = play.do(SPIN)
        assert isinstance(spun, BallSpun)
        assert (spun.closes, spun.clauses) == (None, ("3.6",))

        late = Play(self.CALLED).opened().spun()
        late.refused(CallNoMoreBets(DEALER), Code.ALREADY_DONE, f"{MBS_3} §4.1")

    def test_an_automatic_table_goes_from_the_spin_to_the_result(self) -> None:
        play = Play(self.RULES).opened().laid("17").spun()

        call = next_call(play.table, self.RULES, lambda: "17")
        assert call is not None
        assert call.do == "declare-outcome"

    def test_what_lay_there_at_the_spin_is_settled_again_under_other_rules(self) -> None:
        play = Play(self.RULES).opened().laid("17").spun().rested("17").dolly()
        play.settled()

        (one,) = resettle(play.record, play.rules)
        assert [(line.gain, line.other_gain) for line in one.lines] == [(35 * STAKE, 35 * STAKE)]

    @pytest.mark.parametrize(
        ("values", "keys"),
        [
            ((("round.betting_after_spin", False), ("closing.call_closes", False)), set()),
            ((("round.betting_after_spin", False),), {"round.betting_after_spin"}),
            ((("closing.call_closes", False),), {"closing.call_closes"}),
        ],
    )
    def test_something_has_to_close_betting_and_the_call_has_to_be_possible(
        self, values: tuple[tuple[str, Value], ...], keys: set[str]
    ) -> None:
        assert found(MBS_2, *values) == keys

    def test_without_a_call_there_is_no_signal_either(self) -> None:
        without = (("round.betting_after_spin", False), ("closing.call_closes", False))

        assert found(RWS, *without) == {"closing.bell"}
        assert found(US, *without) == {"closing.wave"}

    @pytest.mark.parametrize(
        ("at_rest", "unclosed", "keys"),
        [
            ("ends-betting", "refused", {"outcome.unclosed"}),
            ("ends-betting", "referred", set()),
            ("call-alone", "refused", set()),
        ],
    )
    def test_a_rest_that_ends_betting_is_not_refused_as_an_outcome(
        self, at_rest: str, unclosed: str, keys: set[str]
    ) -> None:
        assert found(MBS_2, ("closing.ball_at_rest", at_rest), ("outcome.unclosed", unclosed)) == keys


class TestClausesOfTheirOwn:
    """Values that decide beside another one are cited where they do."""

    def test_a_stake_raised_late_is_refused_by_the_clause_on_increases(self) -> None:
        play = Play(ruled(MBS_3, ("wagers.late_increase", "increase-refused"), wagers_late_increase="4.1"))
        play.opened().laid("17").spun().called()

        play.refused(wager(position="17"), Code.BETTING_CLOSED, f"{MBS_3} §4.1")
        play.refused(wager(position="20"), Code.BETTING_CLOSED, f"{MBS_3} §5.13")
        play.refused(wager(position="nowhere"), Code.BETTING_CLOSED, f"{MBS_3} §5.13")

    @pytest.mark.parametrize(
        ("value", "cites"), [("player", ("3.4.1", "3.5", "4.1")), ("unaddressed", ("3.4.1", "3.5"))]
    )
    def test_a_chip_that_staff_lay_is_the_players_to_answer_for(self, value: str, cites: tuple[str, ...]) -> None:
        play = Play(ruled(MBS_3, ("wagers.responsibility", value), wagers_responsibility="4.1")).opened()
        (placed,) = play.do(PlaceWager(DEALER, "w1", "ann", "17", STAKE))

        assert isinstance(placed, WagerPlaced)
        assert placed.clauses == cites

    @pytest.mark.parametrize(("value", "cites"), [("player", ("4.1", "3.9")), ("unaddressed", ("4.1",))])
    def test_so_is_one_that_does_not_lie_clearly(self, value: str, cites: tuple[str, ...]) -> None:
        rules = ruled(MBS_3, ("wagers.responsibility", value), ("wagers.unclear", "ruling"), wagers_unclear="4.1")
        (marked,) = Play(rules).opened().laid("17").do(MarkUnclear(DEALER, "w1"))

        assert isinstance(marked, WagerMarkedUnclear)
        assert marked.clauses == cites

    def test_a_stake_too_high_only_with_what_lies_there_is_refused_as_one_wager(self) -> None:
        rules = ruled(MBS_3, ("limits.same_bet", "one-wager"), limits_same_bet="4.1")
        play = Play(rules, Limits(by_kind={Kind.STRAIGHT: Limit(100, 1000)})).opened().laid("17", stake=600)

        play.refused(wager(position="17", stake=600), Code.ABOVE_MAXIMUM, f"{MBS_3} §4.1")
        play.refused(wager(position="17", stake=1100), Code.ABOVE_MAXIMUM, f"{MBS_3} §3.3.1")

    def test_a_round_goes_on_when_the_power_is_back(self) -> None:
        play = Play(ruled(MBS_3, ("power.interruption", "resumes"), power_interruption="4.1")).opened().spun()
        play.do(FailPower(DEALER, ball_dropped=False))
        (restored,) = play.do(RestorePower(DEALER))

        assert restored.clauses == ("5.11.1", "5.11.2", "4.1")

    @pytest.mark.parametrize(("value", "clause"), [("rest", "3.8"), ("rest-and-dolly", "4.1")])
    def test_without_the_dolly_there_is_no_outcome_where_it_takes_both(self, value: str, clause: str) -> None:
        rules = ruled(MBS_3, ("outcome.determined", value), outcome_determined="4.1")
        play = Play(rules).opened().laid("17").spun().called().rested("17")

        play.refused(Settle(DEALER), Code.NO_DOLLY, f"{MBS_3} §{clause}")
        (placed,) = play.do(PlaceDolly(DEALER, Pocket("17")))
        assert placed.clauses == ("3.8", "4.1")[: 1 + (value == "rest-and-dolly")]

    @pytest.mark.parametrize(("value", "cites"), [("player-sets", ("4.1",)), ("unaddressed", ("wire §5.3",))])
    def test_a_document_is_not_cited_for_a_chip_value_that_it_does_not_address(
        self, value: str, cites: tuple[str, ...]
    ) -> None:
        rules = ruled(MBS_3, ("chips.color_value", value), chips_color_value="4.1")
        (bought,) = Play(rules).opened().do(BuyIn(ANN, "ann", 1000, ChipSort.COLOR, "blue", 100))

        assert bought.clauses == cites

    @pytest.mark.parametrize(("value", "cites"), [("displayed", ("4.1",)), ("house", ("wire §4.2",))])
    def test_nor_for_limits_that_a_house_sets_by_itself(self, value: str, cites: tuple[str, ...]) -> None:
        rules = ruled(MBS_3, ("limits.source", value), limits_source="4.1")
        (limits_set,) = Play(rules).opened().do(SetLimits(DEALER))

        assert limits_set.clauses == cites
