"""What somebody can do now is what ``decide`` would let them do now, and what no clause gives them is not offered."""

from __future__ import annotations

import pytest

import croupier
from croupier.rulebooks import REFS, text_of
from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Role
from croupier.rules.rulebook import parse
from croupier.table.commands import (
    ApproveCorrection,
    BringBackChips,
    BuyIn,
    By,
    Command,
    CorrectOutcome,
    CountRevolutions,
    MarkUnclear,
    RemoveChips,
    ReportIrregularity,
)
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.offers import Offer, offers
from croupier.table.refusal import Refusal
from croupier.table.state import Table, new_table
from testkit.rulebooks.house import own
from testkit.table.play import ANN, DEALER, FLOOR, MANAGER, SHIFT, SUPERVISOR, Play, concluded

V2 = "mbs-roulette/2"
V3 = "mbs-roulette/3"
US = "us-double-zero/1"


def offered(table: Table, ref: str, by: By) -> dict[tuple[str, str | None], Offer]:
    return {(offer.do, offer.choice): offer for offer in offers(table, croupier.rulebook(ref), by)}


def acts(table: Table, ref: str, by: By, *, now: bool) -> set[str]:
    return {do for (do, _), offer in offered(table, ref, by).items() if offer.now is now}


@pytest.mark.parametrize("ref", REFS)
def test_a_closed_table_can_be_opened_and_nothing_else_yet(ref: str) -> None:
    table = new_table(croupier.rulebook(ref))

    assert "open-table" in acts(table, ref, DEALER, now=True)
    assert "open-betting" in acts(table, ref, DEALER, now=False)
    assert "settle" not in acts(table, ref, DEALER, now=True)


@pytest.mark.parametrize("ref", REFS)
def test_the_walk_of_a_round_is_offered_step_by_step(ref: str) -> None:
    play = Play(ref).opened()

    assert "spin-ball" in acts(play.table, ref, DEALER, now=True)
    play.laid("17", stake=500).spun(None)
    assert {"count-revolutions", "call-no-more-bets"} <= acts(play.table, ref, DEALER, now=True)


def test_what_a_rulebook_does_not_know_is_not_there() -> None:
    known, unknown = Play(V3).opened(), Play(V2).opened()

    assert {"call-no-spin", "fail-power"} <= acts(known.table, V3, DEALER, now=True) | acts(
        known.table, V3, DEALER, now=False
    )
    assert "authorize-early-close" in acts(known.table, V3, MANAGER, now=True)
    for act in ("call-no-spin", "fail-power", "authorize-early-close"):
        assert (act, None) not in offered(unknown.table, V2, DEALER)


def test_an_act_of_a_higher_position_is_not_offered_to_a_lower_one() -> None:
    table = Play(V3).opened().table

    assert ("authorize-early-close", None) not in offered(table, V3, DEALER)
    assert ("authorize-early-close", None) not in offered(table, V3, SUPERVISOR)


def test_a_ball_that_hangs_is_the_floor_managers_call() -> None:
    play = Play(US).opened().laid("17").spun(None)
    hanging = ("call-no-spin", str(Irregularity.BALL_HANGS))
    assert offered(play.table, US, FLOOR)[hanging].code == "nothing-to-rule"

    play.do(ReportIrregularity(DEALER, Irregularity.BALL_HANGS))

    assert (offered(play.table, US, DEALER)[hanging].now, offered(play.table, US, FLOOR)[hanging].now) == (False, True)


def test_what_stands_in_the_way_is_said_with_its_clause() -> None:
    play = Play(V3).opened()

    waiting = offered(play.table, V3, DEALER)["declare-outcome", None]

    assert (waiting.now, bool(waiting.code), bool(waiting.clauses)) == (False, True, True)


def test_a_spin_is_offered_to_be_taken_back_until_something_rests_on_it_and_to_be_put_right_all_along() -> None:
    play = Play(V3).opened()
    assert offered(play.table, V3, DEALER)["undo-spin", None].code == "not-spun"
    play.laid("17").spun(None)
    assert offered(play.table, V3, DEALER)["undo-spin", None].now

    play.do(CountRevolutions(DEALER, 4))
    play.called().rested("17")
    after = offered(play.table, V3, DEALER)
    assert (after["undo-spin", None].code, after["count-revolutions", None].code) == ("too-late", "too-late")
    assert after["count-revolutions", "corrects"].now
    assert after["spin-ball", "corrects"].now


def test_rulings_are_offered_about_what_is_there() -> None:
    play = Play(V3).opened()
    assert ("rule-on-wager", None) not in offered(play.table, V3, SUPERVISOR)

    play.laid("17", "w1").laid("20", "w2").do(MarkUnclear(DEALER, "w2"))

    assert offered(play.table, V3, SUPERVISOR)["rule-on-wager", None].code == "not-at-rest"


def test_a_correction_is_offered_once_there_is_a_result_and_its_approval_once_it_is_proposed() -> None:
    play = Play(V3).opened()
    assert ("correct-outcome", None) not in offered(play.table, V3, SHIFT)

    concluded(play.laid("17"))
    assert offered(play.table, V3, SHIFT)["correct-outcome", None].now
    assert ("approve-correction", None) not in offered(play.table, V3, DEALER)

    play.do(CorrectOutcome(SHIFT, "1", Pocket("20"), "the ball lies elsewhere"))
    assert offered(play.table, V3, DEALER)["approve-correction", None].now


def test_a_correction_of_a_round_before_is_offered_for_approval_while_the_next_is_played() -> None:
    play = Play(V3).opened()
    concluded(play.laid("17"))
    play.opened()
    assert ("approve-correction", None) not in offered(play.table, V3, DEALER)

    play.do(CorrectOutcome(SHIFT, "1", Pocket("20"), "the ball lies elsewhere"))
    assert offered(play.table, V3, DEALER)["approve-correction", None].now
    own = offered(play.table, V3, SHIFT)["approve-correction", None]
    assert (own.now, own.code) == (False, "same-person")

    play.do(ApproveCorrection(DEALER, "1", Pocket("20")))
    assert ("approve-correction", None) not in offered(play.table, V3, DEALER)


def test_a_player_takes_and_leaves_a_seat_and_looks_on_are_offered_nothing() -> None:
    table = Play(V3).opened().table

    assert acts(table, V3, ANN, now=True) == {"take-seat"}
    assert acts(table, V3, ANN, now=False) == {"leave-seat"}
    assert offered(table, V3, By("eve", Role.AUDITOR)) == {}


def test_staff_place_for_a_player_in_whole_chips_of_their_color() -> None:
    limits = croupier.Limits({croupier.Kind.STRAIGHT: croupier.Limit(500, 1_000)})
    play = Play(V3, limits).opened()
    play.do(BuyIn(DEALER, "ann", 600, ChipSort.COLOR, "pink", 300, marker=True))

    assert offered(play.table, V3, DEALER)["place-wager", None].now, "600 in two chips of 300, not 500"


def test_more_chips_are_sold_in_the_color_that_a_player_has() -> None:
    play = Play(V3).opened()
    play.do(BuyIn(DEALER, "ann", 5_000, ChipSort.COLOR, "pink", 500, marker=True))

    assert offered(play.table, V3, DEALER)["buy-in", "color"].now


def test_without_limits_one_chip_of_the_players_color_is_enough() -> None:
    play = Play(V3, croupier.Limits({})).opened()
    play.do(BuyIn(DEALER, "ann", 50, ChipSort.COLOR, "pink", 50, marker=True))

    assert offered(play.table, V3, DEALER)["place-wager", None].now


@pytest.mark.parametrize("sort", ["cash", "color"])
def test_chips_that_a_house_does_not_take_are_not_sold(sort: str) -> None:
    both = next(line for line in text_of(V2).splitlines() if line.startswith("chips = "))
    rules = parse(own(V2, (both, both.replace('["cash", "color"]', f'["{sort}"]'))), "house.toml")

    found = {offer.choice for offer in offers(new_table(rules), rules, DEALER) if offer.do == "buy-in"}

    assert found == {sort}


def test_an_approval_is_offered_for_the_player_who_waits_for_it() -> None:
    play = Play(US).opened()
    for player, color in (("ann", "pink"), ("bob", "blue")):
        play.do(BuyIn(DEALER, player, 1_000, ChipSort.COLOR, color, 500, marker=True))
    play.do(RemoveChips(DEALER, "bob", 500))
    play.do(BringBackChips(DEALER, "bob", 500))

    assert offered(play.table, US, FLOOR)["approve-redemption", None].now


def test_a_wager_for_which_chips_can_be_bought_is_offered() -> None:
    play = Play(V3).opened()
    play.do(BuyIn(ANN, "ann", 100, ChipSort.CASH))
    play.laid("17", stake=100)

    def funded(_: Command) -> Table:
        bought = decide(play.table, BuyIn(ANN, "ann", 10_000, ChipSort.CASH), play.rules)
        assert not isinstance(bought, Refusal)
        return replay(play.table, bought)

    alone = next(one for one in offers(play.table, play.rules, DEALER) if one.do == "place-wager")
    sold = next(one for one in offers(play.table, play.rules, DEALER, None, funded) if one.do == "place-wager")

    assert (alone.now, alone.code) == (False, "not-enough-chips")
    assert sold.now


def test_a_purse_is_worth_what_lies_beside_the_layout_on_it_and_elsewhere() -> None:
    play = Play(V3).opened()
    play.do(BuyIn(ANN, "ann", 1_000, ChipSort.CASH))
    play.laid("17", stake=300)
    purse = play.table.standing.purses.get("ann")

    assert purse is not None
    assert (purse.cash, purse.worth) == (700, 1_000)
