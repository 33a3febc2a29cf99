"""A clause that is not carried out, at the table: noted in the record and in words, and never what decided."""

import json
from pathlib import Path

import pytest

import croupier
from croupier import Pocket
from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import Role
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import (
    Ball,
    By,
    CallNoMoreBets,
    CallNoSpin,
    Command,
    CountRevolutions,
    DeclareOutcome,
    OpenBetting,
    OpenTable,
    PlaceDolly,
    PlaceWager,
    ReportIrregularity,
    Settle,
    SpinBall,
    Turning,
)
from croupier.table.decide import decide
from croupier.table.events import Event, WagerCollected, WagerPaid
from croupier.table.evolve import replay
from croupier.table.offers import offers
from croupier.table.refusal import Code, Refusal
from croupier.table.retell import retell
from croupier.table.state import new_table
from croupier.table.wire import event_json, read_event
from testkit.cli import command
from testkit.rulebooks.unexpressed import GAP, half_back
from testkit.table.play import ANN, DEALER, MANAGER, Play

EVERYTHING = GAP.replace('clause = "4.9"', 'clauses = ["4.9", "4.1", "4.2"]')
"""Everything that would decide about an even chance on zero."""


def played(ruleset: Ruleset, position: str, pocket: str) -> list[Event]:
    """Play one round of one bet."""
    table, happened = new_table(ruleset), list[Event]()
    asked: list[Command] = [
        OpenTable(DEALER),
        OpenBetting(DEALER),
        PlaceWager(ANN, "w1", "ann", position, 500),
        SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
        CountRevolutions(DEALER, 4),
        CallNoMoreBets(DEALER, bell=True, wave=True),
        DeclareOutcome(DEALER, Pocket(pocket)),
        PlaceDolly(DEALER, Pocket(pocket)),
        Settle(DEALER),
    ]
    for ask in asked:
        follows = decide(table, ask, ruleset)
        assert not isinstance(follows, Refusal), follows
        table = replay(table, follows)
        happened += follows
    return happened


def line_of(gap: str, position: str, pocket: str) -> WagerCollected | WagerPaid:
    happened = played(parse(half_back(gap), "house.toml"), position, pocket)
    (line,) = (event for event in happened if isinstance(event, WagerCollected | WagerPaid))
    return line


def test_a_line_that_it_touches_says_so_in_the_record_and_in_words() -> None:
    line = line_of(GAP, "red", "0")

    assert line.note == "§4.9 is not carried out"
    assert "4.9" not in line.clauses
    assert retell(line).endswith("on red (w1) (§4.9 is not carried out).")


@pytest.mark.parametrize(("position", "pocket"), [("red", "1"), ("red", "2"), ("dozen:1", "0")])
def test_another_line_says_nothing(position: str, pocket: str) -> None:
    assert line_of(GAP, position, pocket).note is None


def test_where_nothing_is_left_to_decide_our_own_rule_is_cited() -> None:
    line = line_of(EVERYTHING, "red", "0")

    assert line.note == "§4.9, §4.1, §4.2 are not carried out"
    assert line.clauses == ("wire §2.8",)


def test_a_round_settled_again_under_it_says_how_far(tmp_path: Path) -> None:
    path, night = tmp_path / "house.toml", tmp_path / "night.jsonl"
    path.write_text(half_back(), encoding="utf-8")
    happened = played(croupier.rulebook("mbs-roulette/3"), "red", "0")
    night.write_text("".join(json.dumps(event_json(one)) + "\n" for one in happened), encoding="utf-8")

    told = command.run("replay", str(night), "--under", str(path)).out

    assert "red: §4.9 is not carried out" in told
    assert "as far as house-roulette/1 is carried out" in told


class TestAStepOfTheProcedure:
    """``affects`` names a key of the procedure: what follows from a step that it decides about says so."""

    @pytest.mark.parametrize(
        ("key", "kinds"),
        [
            ("spin.direction", {"ball-spun"}),
            ("spin", {"ball-spun", "revolutions-counted", "outcome-declared"}),
            ("round.opening", {"betting-opened"}),
            ("settlement.order", {"wager-paid", "round-closed"}),
            ("wagers.placed_by_staff", set()),
            ("roles.acting", set()),
            ("irregularities.ball-broke", set()),
        ],
    )
    def test_its_events_and_no_others_say_so(self, key: str, kinds: set[str]) -> None:
        happened = played(without("4.9", key), "red", "1")

        assert {one.type for one in happened if one.not_carried_out} == kinds
        assert {one.not_carried_out for one in happened} <= {(), ("4.9",)}

    def test_it_says_so_on_the_wire_and_in_words_and_is_read_back(self) -> None:
        spun = next(one for one in played(without("4.9", "spin.direction"), "red", "1") if one.type == "ball-spun")

        assert event_json(spun)["not_carried_out"] == ["4.9"]
        assert read_event(event_json(spun)) == spun
        assert retell(spun) == "The ball is spun clockwise, the wheel turns counterclockwise (§4.9 is not carried out)."

    def test_what_follows_from_an_irregularity_says_so_too(self) -> None:
        play = Play(without("4.9", "irregularities.foreign-object")).opened().laid("17").spun()

        broke = ReportIrregularity(DEALER, Irregularity.BALL_BROKE)
        again = Play(play.rules).opened().laid("17").spun().do(broke)
        coin = play.do(ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT))

        assert [one.not_carried_out for one in coin] == [("4.9",)] * 3
        assert [one.not_carried_out for one in again] == [()] * 3

    def test_who_asks_may_be_what_it_is_about(self) -> None:
        rules = without("4.9", "wagers.placed_by_staff", "roles.acting", "no_spin.callers.pit-manager")
        play = Play(rules).opened()
        acting = By("max", Role.PIT_MANAGER, Role.DEALER)

        (own,) = play.do(PlaceWager(ANN, "w1", "ann", "17", 500))
        (placed,) = play.do(PlaceWager(DEALER, "w2", "ann", "17", 500))
        (spun,) = play.do(SpinBall(acting, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE))
        called = play.do(CallNoSpin(MANAGER))

        assert (own.not_carried_out, placed.not_carried_out, spun.not_carried_out) == ((), ("4.9",), ("4.9",))
        assert {one.not_carried_out for one in called} == {("4.9",)}

    def test_the_reason_of_a_call_may_be_what_it_is_about(self) -> None:
        play = Play(without("4.9", "irregularities.foreign-object")).opened().spun()

        called = play.do(CallNoSpin(DEALER, Irregularity.FOREIGN_OBJECT))

        assert {one.not_carried_out for one in called} == {("4.9",)}

    def test_a_refusal_that_it_decides_about_says_so(self) -> None:
        play = Play(without("4.9", "wagers.late")).opened().laid("17").spun().called()

        late = play.refused(PlaceWager(ANN, "w2", "ann", "20", 500), Code.BETTING_CLOSED, "house-roulette/1 §5.13")
        early = play.refused(OpenBetting(DEALER), Code.ROUND_OPEN)

        assert late.facts["not_carried_out"] == ["4.9"]
        assert "not_carried_out" not in early.facts

    def test_a_clause_that_decides_about_other_steps_is_not_cited_on_this_one(self) -> None:
        play = Play(without("3.1", "round.ends", "wagers.late"))
        play.do(OpenTable(DEALER))

        early = play.refused(PlaceWager(ANN, "w1", "ann", "17", 500), Code.BETTING_CLOSED, "wire §2.8")
        (opened,) = play.do(OpenBetting(DEALER))

        assert early.facts["not_carried_out"] == ["3.1"]
        assert (opened.clauses, opened.not_carried_out) == (("wire §2.8",), ("3.1",))

    def test_an_offer_cites_what_the_step_would(self) -> None:
        rules = without("4.9", "spin.direction")
        play = Play(rules).opened()

        for_spin = [one for one in offers(play.table, rules, DEALER) if one.do == "spin-ball"]

        assert {one.clauses for one in for_spin} == {("3.6",)}


def without(number: str, *affects: str) -> Ruleset:
    """A house's rulebook that declares a clause not to be carried out of some values of its procedure."""
    gap = f'\n[[unexpressed]]\nclause = "{number}"\nwhat = "Done otherwise."\naffects = {list(affects)!r}\n'
    return parse(half_back(gap.replace("'", '"')), "house.toml")
