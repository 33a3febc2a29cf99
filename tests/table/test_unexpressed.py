"""A clause that is not carried out, at the table: noted in the record and in words, and never what decided."""

import json
from pathlib import Path

import pytest

import croupier
from croupier import Pocket
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import (
    Ball,
    CallNoMoreBets,
    Command,
    CountRevolutions,
    DeclareOutcome,
    OpenBetting,
    OpenTable,
    PlaceDolly,
    PlaceWager,
    Settle,
    SpinBall,
    Turning,
)
from croupier.table.decide import decide
from croupier.table.events import Event, WagerCollected, WagerPaid
from croupier.table.evolve import replay
from croupier.table.refusal import Refusal
from croupier.table.retell import retell
from croupier.table.state import new_table
from croupier.table.wire import event_json
from testkit.cli import command
from testkit.rulebooks.unexpressed import GAP, half_back
from testkit.table.scenes import ANN, DEALER

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
