"""What every command promises to programs: one JSON document of a fixed shape."""

import re
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.rulebooks import REFS, digests
from testkit.cli import command

COUNTS = {
    "mbs-roulette/2": 157,
    "mbs-roulette/3": 157,
    "rws-roulette-360/1": 175,
    "mbs-sands-roulette/1": 166,
    "us-double-zero/1": 161,
}
POCKETS = {
    "mbs-roulette/2": 37,
    "mbs-roulette/3": 37,
    "rws-roulette-360/1": 37,
    "mbs-sands-roulette/1": 39,
    "us-double-zero/1": 38,
}
EFFECTIVE = {
    "mbs-roulette/2": "2012-12-19",
    "mbs-roulette/3": "2019-08-14",
    "rws-roulette-360/1": "2018-02-13",
    "mbs-sands-roulette/1": "2017-09-28",
    "us-double-zero/1": None,
}
HOUSES = {
    "mbs-roulette/2": "MBS",
    "mbs-roulette/3": "MBS",
    "rws-roulette-360/1": "RWS",
    "mbs-sands-roulette/1": "MBS",
    "us-double-zero/1": None,
}
BASES = {"layout", "convention", "reconstructed", "our-reading"}


def is_fraction(text: object) -> bool:
    """Whether this is a fraction in lowest terms, as text."""
    return isinstance(text, str) and re.fullmatch(r"-?\d+(/\d+)?", text) is not None and str(Fraction(text)) == text


def are_numbers(clauses: object) -> bool:
    """Whether these are clause numbers alone: neither the ref nor a section sign before them."""
    return isinstance(clauses, list) and all(
        isinstance(number, str) and number and "§" not in number and not number.startswith(REFS) for number in clauses
    )


class TestRulesList:
    def test_every_published_rulebook_is_listed_in_one_row(self) -> None:
        rows = command.answer("rules", "list")

        assert [row["ref"] for row in rows] == list(REFS)
        assert {row["ref"]: row["house"] for row in rows} == HOUSES
        assert {row["ref"]: row["effective"] for row in rows} == EFFECTIVE
        assert {row["ref"]: row["positions"] for row in rows} == COUNTS
        assert {row["ref"]: row["pockets"] for row in rows} == POCKETS
        assert all(isinstance(row["title"], str) and row["title"] for row in rows)

    def test_an_edition_names_the_one_it_replaces(self) -> None:
        supersedes = {row["ref"]: row["supersedes"] for row in command.answer("rules", "list")}

        assert supersedes.pop("mbs-roulette/3") == "mbs-roulette/2"
        assert set(supersedes.values()) == {None}


@pytest.mark.parametrize("ref", REFS)
class TestRulesShow:
    def test_the_head_says_what_it_is(self, ref: str) -> None:
        shown = command.answer("rules", "show", ref)

        assert shown.keys() >= {
            "ref",
            "title",
            "house",
            "effective",
            "supersedes",
            "digest",
            "wheel",
            "colors",
            "kinds",
            "procedure",
        }
        assert (shown["ref"], shown["house"], shown["effective"]) == (ref, HOUSES[ref], EFFECTIVE[ref])
        assert shown["digest"] == digests()[ref]

    def test_the_wheel_and_the_colors_hold_labels(self, ref: str) -> None:
        shown = command.answer("rules", "show", ref)

        pockets = shown["wheel"]["pockets"]
        assert all(isinstance(pocket, str) for pocket in pockets)
        assert len(set(pockets)) == len(pockets) == POCKETS[ref]
        assert shown["wheel"]["verified"] is (ref != "mbs-sands-roulette/1")
        assert shown["colors"].keys() == {"red", "black", "green"}
        assert sorted(chain.from_iterable(shown["colors"].values())) == sorted(pockets)

    def test_the_kinds_add_up_to_every_position(self, ref: str) -> None:
        kinds = command.answer("rules", "show", ref)["kinds"]

        assert sum(kind["count"] for kind in kinds) == COUNTS[ref]
        assert {kind["kind"]: kind["word"] for kind in kinds} == {
            kind: price.word for kind, price in croupier.rulebook(ref).prices.items()
        }
        for kind in kinds:
            assert kind.keys() >= {"kind", "pays", "clauses", "count"}
            assert isinstance(kind["pays"], int)
            assert kind["clauses"]
            assert are_numbers(kind["clauses"])
            assert is_fraction(kind["edge"])

    def test_every_value_of_the_procedure_has_its_grounds(self, ref: str) -> None:
        procedure = command.answer("rules", "show", ref)["procedure"]

        found = list(self.values_in(procedure))
        assert len(found) > 40
        for value in found:
            assert value.keys() >= {"value", "clauses", "basis", "note", "says"}
            assert value["clauses"] or value["basis"]
            assert are_numbers(value["clauses"])
            assert value["basis"] in BASES | {None}
            assert value["says"].endswith(".")

    def values_in(self, section: dict[str, Any]) -> list[dict[str, Any]]:
        if "value" in section:
            return [section]
        return [value for inner in section.values() for value in self.values_in(inner)]


@pytest.mark.parametrize("ref", REFS)
class TestRulesPositions:
    def test_every_position_is_a_row(self, ref: str) -> None:
        rows = command.answer("rules", "positions", ref)

        assert len({row["position"] for row in rows}) == len(rows) == COUNTS[ref]
        for row in rows:
            assert row.keys() >= {"position", "kind", "pockets", "pays", "clauses", "basis"}
            assert row["position"].partition(":")[0] == row["kind"]
            assert row["pockets"]
            assert all(isinstance(pocket, str) for pocket in row["pockets"])
            assert isinstance(row["pays"], int)
            assert row["clauses"]
            assert are_numbers(row["clauses"])
            assert row["basis"] in BASES | {None}

    def test_a_pocket_is_asked_for_by_its_label(self, ref: str) -> None:
        every = command.answer("rules", "positions", ref)
        for pocket in ("0", "17", "36"):
            covering = command.answer("rules", "positions", ref, "--covering", pocket)
            assert covering == [row for row in every if pocket in row["pockets"]]

    def test_a_kind_is_asked_for_by_its_word(self, ref: str) -> None:
        every = command.answer("rules", "positions", ref)

        assert command.answer("rules", "positions", ref, "--kind", "split") == [
            row for row in every if row["kind"] == "split"
        ]


class TestPlacements:
    def test_the_courtesy_line_is_a_second_placement_of_one_bet(self) -> None:
        rows = command.answer("rules", "positions", "us-double-zero/1")

        assert [row["position"] for row in rows if len(row["placements"]) > 1] == ["split:00-0"]
        assert sum(len(row["placements"]) for row in rows) == 162
        (row,) = (row for row in rows if row["position"] == "split:00-0")
        assert row["placements"] == ["split:00-0", "split:00-0@courtesy"]

    def test_pockets_stand_in_the_order_of_position_names(self) -> None:
        rows = command.answer("rules", "positions", "mbs-sands-roulette/1", "--kind", "top-line")

        assert [row["position"] for row in rows] == ["top-line:S-00-0-1-2-3"]
        assert rows[0]["pockets"] == ["S", "00", "0", "1", "2", "3"]

    def test_double_zero_is_not_zero(self) -> None:
        double = command.answer("rules", "positions", "us-double-zero/1", "--covering", "00")
        single = command.answer("rules", "positions", "us-double-zero/1", "--covering", "0")

        assert double != single
        assert "straight:00" in {row["position"] for row in double}
        assert "straight:0" not in {row["position"] for row in double}


@pytest.mark.parametrize("ref", REFS)
class TestRulesClauses:
    def test_every_clause_has_a_summary_a_nature_and_a_place(self, ref: str) -> None:
        rows = command.answer("rules", "clauses", ref)

        assert len({row["clause"] for row in rows}) == len(rows) > 25
        for row in rows:
            assert row.keys() == {"clause", "summary", "nature", "where", "tests", "not_carried_out"}
            assert row["nature"] in {"rule", "definition", "physical"}
            assert row["summary"]
            assert all(isinstance(place, str) for place in row["where"])
            assert all(re.fullmatch(r"tests/\S+\.py::\S+", test) for test in row["tests"])

    def test_whatever_cites_a_clause_cites_one_of_these(self, ref: str) -> None:
        known = {row["clause"] for row in command.answer("rules", "clauses", ref)}

        for row in command.answer("rules", "positions", ref):
            assert set(row["clauses"]) <= known

    def test_one_clause_can_be_asked_for(self, ref: str) -> None:
        every = command.answer("rules", "clauses", ref)

        for row in (every[0], every[-1]):
            assert command.answer("rules", "clauses", ref, row["clause"]) == [row]


class TestRulesDiff:
    def test_what_changed_is_told_as_behavior_and_clause_by_clause(self) -> None:
        found = command.answer("rules", "diff", "mbs-roulette/2", "mbs-roulette/3")

        assert found.keys() == {"before", "after", "behavior", "newly_stated", "clauses"}
        assert (found["before"], found["after"]) == ("mbs-roulette/2", "mbs-roulette/3")
        assert {change["for"] for change in found["behavior"]} == {"player", "dealer", "pit"}
        for change in found["behavior"] + found["newly_stated"]:
            assert change.keys() == {"for", "key", "before", "after"}
            sides = [side for side in (change["before"], change["after"]) if side is not None]
            assert sides
            for side in sides:
                assert side.keys() == {"says", "clauses", "basis"}
                assert are_numbers(side["clauses"])

    def test_every_clause_of_both_documents_has_its_fate(self) -> None:
        found = command.answer("rules", "diff", "mbs-roulette/2", "mbs-roulette/3")["clauses"]

        for ref, side in (("mbs-roulette/2", "before"), ("mbs-roulette/3", "after")):
            listed = sorted(row[side] for row in found if row[side] is not None)
            assert listed == sorted(row["clause"] for row in command.answer("rules", "clauses", ref))
        assert {row["fate"] for row in found} <= {"same", "moved", "changed", "added", "removed"}
        moved = {(row["before"], row["after"]) for row in found}
        assert ("5.11", "5.13") in moved
        assert ("5.12", "5.14") in moved

    @pytest.mark.parametrize("ref", REFS)
    def test_nothing_differs_from_itself(self, ref: str) -> None:
        found = command.answer("rules", "diff", ref, ref)

        assert found["behavior"] == found["newly_stated"] == []
        assert {row["fate"] for row in found["clauses"]} == {"same"}


class TestOdds:
    @pytest.mark.parametrize("ref", REFS)
    def test_every_position_has_its_exact_odds(self, ref: str) -> None:
        rows = command.answer("odds", ref)

        assert len(rows) == COUNTS[ref]
        for row in rows:
            assert row.keys() >= {"position", "probability", "pays", "edge", "sd"}
            assert is_fraction(row["probability"])
            assert is_fraction(row["edge"])
            assert is_fraction(row["variance"])
            assert isinstance(row["sd"], float)
            assert row["sd"] == round(row["sd"], 9)
            chance, pays = Fraction(row["probability"]), row["pays"]
            assert Fraction(row["edge"]) == 1 - chance * (pays + 1)

    def test_the_edges_are_those_of_the_books(self) -> None:
        edges = {ref: {row["edge"] for row in command.answer("odds", ref)} for ref in REFS}

        assert edges == {
            "mbs-roulette/2": {"1/37"},
            "mbs-roulette/3": {"1/37"},
            "rws-roulette-360/1": {"1/37"},
            "mbs-sands-roulette/1": {"1/13"},
            "us-double-zero/1": {"1/19", "3/38"},
        }

    def test_stakes_together_have_one_distribution(self) -> None:
        found = command.answer("odds", "mbs-roulette/3", "--stakes", "17=5,red=10")

        assert found["stakes"] == [{"position": "straight:17", "stake": 5}, {"position": "red", "stake": 10}]
        assert found["total"] == 15
        assert (found["probability"], found["mean"], found["edge"]) == ("19/37", "-15/37", "1/37")
        assert found["distribution"] == [
            {"gain": -15, "probability": "18/37"},
            {"gain": 5, "probability": "18/37"},
            {"gain": 165, "probability": "1/37"},
        ]
        assert is_fraction(found["variance"])
        assert isinstance(found["sd"], float)

    def test_several_rulebooks_stand_side_by_side(self) -> None:
        refs = ["mbs-roulette/3", "us-double-zero/1", "mbs-sands-roulette/1"]

        found = command.answer("odds", *refs)

        assert found["rulesets"] == refs
        kinds = {row["kind"]: row["each"] for row in found["kinds"]}
        assert [one["edge"] for one in kinds["straight"]] == ["1/37", "1/19", "1/13"]
        assert [one and one["edge"] for one in kinds["first-five"]] == [None, "3/38", None]
        assert [one and one["pays"] for one in kinds["top-line"]] == [None, None, 5]

    def test_a_table_that_takes_the_maximum_only_changes_the_odds_of_a_larger_stake(self, tmp_path: Path) -> None:
        limits = tmp_path / "table.toml"
        limits.write_text('intake = "accept"\n[limits.straight]\nmin = 100\nmax = 1000\n', encoding="utf-8")

        found = command.answer("odds", "mbs-roulette/3", "--stakes", "17=2000", "--limits", str(limits))

        assert [row["gain"] for row in found["distribution"]] == [-1000, 35_000]


class TestSettle:
    def settled(self, ref: str, outcome: str, stakes: str, *options: str) -> list[dict[str, Any]]:
        lines = command.answer("settle", ref, "--outcome", outcome, "--stakes", stakes, *options)
        for line in lines:
            assert line.keys() >= {"position", "stake", "winnings", "returned", "collected", "clauses"}
            assert line["stake"] == line["returned"] + line["collected"]
            assert line["clauses"]
            assert are_numbers(line["clauses"])
        assert isinstance(lines, list)
        return lines

    def test_winnings_and_stake_stand_apart(self) -> None:
        seventeen, red = self.settled("mbs-roulette/3", "17", "17=500,red=1000")

        assert seventeen == {
            "position": "straight:17",
            "stake": 500,
            "winnings": 17_500,
            "returned": 500,
            "collected": 0,
            "clauses": ["4.1"],
            "basis": None,
            "note": None,
        }
        assert (red["position"], red["winnings"], red["collected"]) == ("red", 0, 1000)

    def test_the_courtesy_line_is_the_same_bet(self) -> None:
        (line,) = self.settled("us-double-zero/1", "00", "0/00=100,split:00-0@courtesy=200")

        assert (line["position"], line["stake"], line["winnings"]) == ("split:00-0", 300, 5_100)

    def test_stakes_may_come_in_several_options(self) -> None:
        args = ("settle", "mbs-roulette/3", "--outcome", "0", "--stakes", "0=1", "--stakes", "0/1=2, 1st 12 = 3")

        lines = command.answer(*args)

        assert [(line["position"], line["stake"], line["winnings"]) for line in lines] == [
            ("straight:0", 1, 35),
            ("split:0-1", 2, 34),
            ("dozen:1", 3, 0),
        ]
        assert lines[2]["clauses"] == ["4.2"]

    def test_a_stake_outside_the_limits_is_treated_as_the_rulebook_says(self, tmp_path: Path) -> None:
        table = tmp_path / "table.toml"
        table.write_text("[limits.straight]\nmin = 100\nmax = 1000\n", encoding="utf-8")

        (over,) = self.settled("mbs-roulette/3", "17", "17=2000", "--limits", str(table))
        (under,) = self.settled("mbs-roulette/3", "17", "17=10", "--limits", str(table))
        (again,) = self.settled("mbs-roulette/3", "17", "17=10", "--limits", str(table), "--under-minimum-before")

        assert (over["winnings"], over["returned"], over["clauses"]) == (35_000, 2000, ["4.1", "5.16"])
        assert (under["winnings"], under["returned"], under["clauses"]) == (350, 10, ["4.1", "5.15"])
        assert (again["winnings"], again["returned"], again["clauses"]) == (0, 10, ["5.15"])

    def test_what_the_document_does_not_say_is_noted(self) -> None:
        (line,) = self.settled("us-double-zero/1", "17", "17=2000")

        assert "does not say what follows" in line["note"]


class TestDocument:
    @pytest.mark.parametrize(
        "arguments",
        [
            ("rules", "list"),
            ("rules", "show", "rws-roulette-360/1"),
            ("rules", "positions", "rws-roulette-360/1"),
            ("rules", "clauses", "rws-roulette-360/1"),
            ("rules", "diff", "rws-roulette-360/1", "mbs-roulette/3"),
            ("rules", "lint", "rws-roulette-360/1"),
            ("odds", "rws-roulette-360/1"),
            ("settle", "rws-roulette-360/1", "--outcome", "17", "--stakes", "17=1"),
        ],
        ids=" ".join,
    )
    def test_a_document_is_plain_ascii_and_ends_its_line(self, arguments: tuple[str, ...]) -> None:
        done = command.run(*arguments, "--json")

        assert done.status == 0
        assert done.out.isascii()
        assert done.out.endswith(("]\n", "}\n"))
        assert "\x1b" not in done.out
