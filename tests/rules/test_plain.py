"""A rulebook as plain data: what a client can read from it without knowing any rule."""

import pickle
from fractions import Fraction

import pytest

from croupier import RulebookError, odds, settle, side_by_side
from croupier.rulebooks import published
from croupier.rules import plain
from croupier.rules.diff import diff
from croupier.rules.rulebook import parse


@pytest.mark.parametrize(
    ("ref", "kind", "act"),
    [
        ("mbs-roulette/3", "foreign-object", "report-irregularity"),
        ("us-double-zero/1", "foreign-object", "call-no-spin"),
        ("us-double-zero/1", "ball-hangs", "call-no-spin"),
        ("us-double-zero/1", "unlisted", "report-irregularity"),
    ],
)
def test_an_irregularity_names_the_command_that_brings_it_up(ref: str, kind: str, act: str) -> None:
    stated = plain.procedure(published(ref).procedure)["irregularities"][kind]

    assert stated["act"] == act


def test_a_position_is_written_with_what_it_pays_and_the_clauses_that_say_so() -> None:
    rules = published("us-double-zero/1")
    found = rules.position("first-five:00-0-1-2-3")

    assert plain.position(found, rules) == {
        "position": "first-five:00-0-1-2-3",
        "kind": "first-five",
        "pockets": list(found.pockets),
        "pays": 6,
        "clauses": [clause.number for clause in found.clauses],
        "basis": None,
        "placements": list(found.placements),
        "note": None,
    }
    assert set(found.pockets) == {"0", "00", "1", "2", "3"}
    assert found.clauses


def test_a_settled_bet_is_written_with_its_money_and_its_clauses() -> None:
    (line,) = settle(published("mbs-roulette/3"), {"17": 5}, "17")

    written = plain.settlement(line)
    assert {key: written[key] for key in ("position", "stake", "winnings", "returned", "collected")} == {
        "position": "straight:17",
        "stake": 5,
        "winnings": 175,
        "returned": 5,
        "collected": 0,
    }
    assert written["clauses"] == [clause.number for clause in line.clauses] != []


def test_the_odds_of_stakes_together_are_written_exactly() -> None:
    together = odds(published("mbs-roulette/3"), {"red": 1, "17": 1})
    written = plain.stakes_odds(together)

    assert together.probability == Fraction(1, 37), "17 is black, and a win on red only makes up for 17"
    assert (written["total"], written["probability"], written["mean"]) == (2, "1/37", "-2/37")
    assert {row["gain"]: row["probability"] for row in written["distribution"]} == {-2: "18/37", 0: "18/37", 34: "1/37"}


def test_kinds_side_by_side_are_none_where_a_felt_lacks_them() -> None:
    refs = ["mbs-roulette/3", "us-double-zero/1"]
    written = plain.side_by_side(refs, side_by_side([published(ref) for ref in refs]))

    by_kind = {row["kind"]: row["each"] for row in written["kinds"]}
    assert written["rulesets"] == refs
    assert [one and one["edge"] for one in by_kind["straight"]] == ["1/37", "1/19"]
    assert by_kind["first-five"][0] is None
    assert by_kind["first-five"][1]["edge"] == "3/38"


def test_a_difference_says_for_each_key_what_either_document_says_and_where() -> None:
    written = plain.difference(diff(published("mbs-roulette/2"), published("mbs-roulette/3")))

    assert (written["before"], written["after"]) == ("mbs-roulette/2", "mbs-roulette/3")
    changes = [*written["behavior"], *written["newly_stated"]]
    assert changes
    assert {fate["fate"] for fate in written["clauses"]} >= {"added"}
    for change in changes:
        sides = [side for side in (change["before"], change["after"]) if side is not None]
        assert sides
        assert all(side["says"] for side in sides)


@pytest.mark.parametrize("ref", ["mbs-roulette/3", "us-double-zero/1"])
def test_a_ruleset_can_be_handed_to_another_process(ref: str) -> None:
    once = published(ref)

    assert pickle.loads(pickle.dumps(once)) == once  # noqa: S301 - our own bytes


def test_what_is_wrong_with_a_file_can_be_handed_to_another_process() -> None:
    with pytest.raises(RulebookError) as raised:
        parse("nonsense = 1", "a file")

    again = pickle.loads(pickle.dumps(raised.value))  # noqa: S301 - our own bytes
    assert (str(again), again.problems) == (str(raised.value), raised.value.problems)
