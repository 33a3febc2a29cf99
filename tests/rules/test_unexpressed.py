"""A clause that is not carried out is declared, shown wherever it matters, and never cited as what decided."""

import json
from pathlib import Path

import pytest

from croupier.rules import plain
from croupier.rules.diff import diff
from croupier.rules.enforcement import not_yet_enforced, where
from croupier.rules.errors import Problem
from croupier.rules.lint import lint
from croupier.rules.odds import odds
from croupier.rules.rulebook import parse, try_parse
from croupier.rules.settle import settle
from croupier.rules.telling import Audience
from testkit.cli import command
from testkit.rulebooks.house import MBS_3, own, replaced
from testkit.rulebooks.unexpressed import GAP, MINI, half_back

RULES = parse(half_back(), "house.toml")
NOTE = "§4.9 is not carried out"


def found(gap: str) -> list[Problem]:
    return list(try_parse(half_back(gap), "house.toml").problems)


def edited(old: str, new: str) -> str:
    return replaced(GAP, old, new)


class TestReading:
    def test_a_file_that_declares_what_it_cannot_say_raises_no_doubt(self) -> None:
        assert lint(half_back(), "house.toml") == ()
        assert lint(MINI, "mini.toml") == ()

    def test_a_clause_that_is_not_declared_is_unused_and_told_where_it_can_go(self) -> None:
        (problem,) = lint(half_back(""), "house.toml")

        assert (problem.code, problem.key) == ("clause-unused", 'clauses."4.9"')
        assert "declare it under [[unexpressed]]" in problem.message

    def test_what_is_declared_is_part_of_the_digest(self) -> None:
        assert RULES.digest != parse(half_back(edited("half of", "a half of")), "house.toml").digest

    def test_a_clause_of_another_number_is_unknown(self) -> None:
        assert ("unknown-clause", "unexpressed[1].clauses") in [
            (one.code, one.key) for one in found(edited('"4.9"', '"4.99"'))
        ]

    def test_a_thing_that_the_rulebook_does_not_have_cannot_be_affected(self) -> None:
        (problem,) = found(edited('["red"', '["first-five"'))

        assert (problem.code, problem.key) == ("affects-nothing", "unexpressed[1].affects")
        assert "first-five" in problem.message

    def test_a_pocket_that_the_wheel_does_not_have_is_refused(self) -> None:
        assert [(one.code, one.key) for one in found(edited('on = "0"', 'on = "00"'))] == [
            ("pocket-not-on-wheel", "unexpressed[1].on")
        ]

    def test_a_long_story_is_refused(self) -> None:
        (problem,) = found(edited("On zero half", "x" * 300))

        assert (problem.code, problem.key) == ("wrong-type", "unexpressed[1].what")
        assert "at most 300 characters" in problem.message

    def test_without_words_nothing_is_declared(self) -> None:
        line = next(line for line in GAP.splitlines() if line.startswith("what"))

        assert [one.key for one in found(edited(f"{line}\n", ""))] == ["unexpressed[1].what"]

    def test_a_clause_cannot_decide_and_not_be_carried_out(self) -> None:
        (problem,) = found(edited('clause = "4.9"', 'clause = "4.1"').replace('on = "0"\n', "").replace('"red", ', ""))[
            :1
        ]

        assert problem.code == "unexpressed-cited"
        assert "pays." in problem.message

    def test_a_price_may_cite_the_clause_for_other_outcomes(self) -> None:
        both = half_back(edited('clause = "4.9"', 'clauses = ["4.1", "4.9"]'))

        assert lint(both, "house.toml") == ()

    def test_a_value_of_the_procedure_cannot_cite_it_either(self) -> None:
        gap = GAP.replace('clause = "4.9"', 'clauses = ["4.9", "3.6"]').replace('["red"', '["spin", "red"')

        assert {(one.code, "spin.direction" in one.message) for one in found(gap)} >= {("unexpressed-cited", True)}


class TestSettling:
    def test_a_line_that_it_touches_says_so_and_does_not_cite_it(self) -> None:
        both = parse(half_back(edited('clause = "4.9"', 'clauses = ["4.9", "4.2"]')), "house.toml")

        (line,) = settle(both, {"red": 100}, "0")

        assert line.note == "§4.9, §4.2 are not carried out"
        assert {clause.number for clause in line.clauses}.isdisjoint({"4.9", "4.2"})
        assert line.stake == line.returned + line.collected

    @pytest.mark.parametrize(("position", "outcome"), [("red", "1"), ("red", "2"), ("17", "0"), ("dozen:1", "0")])
    def test_other_bets_and_other_outcomes_are_settled_as_ever(self, position: str, outcome: str) -> None:
        (line,) = settle(RULES, {position: 100}, outcome)

        assert line.note == ""
        assert line.clauses

    def test_without_an_outcome_it_touches_every_one(self) -> None:
        always = parse(half_back(edited('on = "0"\n', "")), "house.toml")

        assert [settle(always, {"red": 100}, pocket)[0].note for pocket in ("1", "2")] == [NOTE, NOTE]

    def test_a_stake_outside_the_limits_says_both(self) -> None:
        from croupier.rules.limits_file import read_limits  # noqa: PLC0415 - only this one

        limits = read_limits("[limits.red]\nmin = 10\nmax = 50\n", "limits.toml")
        silent = parse(
            half_back().replace('over_maximum = { value = "maximum-only"', 'over_maximum = { value = "unaddressed"'),
            "h",
        )

        (line,) = settle(silent, {"red": 100}, "0", limits=limits)

        assert line.note.endswith(f"does not say what follows; {NOTE}")


class TestShowing:
    def test_the_odds_are_marked(self) -> None:
        notes = {row.position.name: row.note for row in odds(RULES)}

        assert {name for name, note in notes.items() if note} == {"red", "black", "odd", "even", "low", "high"}
        assert plain.odds(next(row for row in odds(RULES) if row.position.name == "red"))["note"] == NOTE
        assert odds(RULES, {"red": 100}).notes == (f"red: {NOTE}",)

    def test_a_position_says_what_its_bets_are_settled_without(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(half_back(), encoding="utf-8")

        rows = {row["position"]: row["note"] for row in command.answer("rules", "positions", str(path))}
        listed = command.run("rules", "positions", str(path), "--kind", "red").out

        assert {name for name, note in rows.items() if note == NOTE} == {"red", "black", "odd", "even", "low", "high"}
        assert rows["straight:17"] is None
        assert "1 *" in listed
        assert f"* as far as the document is carried out: {NOTE}" in listed

    def test_what_the_lab_works_out_says_so_beside_the_answer(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(half_back(), encoding="utf-8")
        out = str(tmp_path / "r.html")
        terms = ("--spins", "20", "--sessions", "100", "--seed", "1")

        for asked in (
            ("ruin", "--stakes", "red=100", "--target", "2000", "--bankroll", "1000"),
            ("reach", "--from", "1000", "--to", "2000", "--unit", "100"),
            ("compare", "--systems", "flat", *terms),
            ("simulate", *terms),
            ("report", "--out", out, *terms),
        ):
            done = command.run(asked[0], str(path), *asked[1:])
            assert done.status == 0, done.err
            assert f"house-roulette/1: as far as the document is carried out: {NOTE}" in done.err
        assert "As far as its document is carried out: On zero half" in Path(out).read_text(encoding="utf-8")
        other = command.run("ruin", str(path), "--stakes", "17=100", "--spins", "20", "--bankroll", "1000")
        assert "carried out" not in other.err

    def test_two_rulebooks_differ_in_what_is_not_carried_out(self) -> None:
        without = parse(own(MBS_3), "house.toml")
        (change,) = [one for one in diff(without, RULES).changes if one.key == "unexpressed"]
        assert (change.before, change.audience) == (None, Audience.PLAYER)
        assert change.after is not None
        assert change.after.says.startswith("This program does not carry it out: On zero half")
        assert [clause.number for clause in change.after.clauses] == ["4.9"]
        (back,) = [one for one in diff(RULES, without).changes if one.key == "unexpressed"]
        assert (back.before, back.after) == (change.after, None)
        assert not diff(RULES, parse(half_back(), "again.toml")).changes

    def test_a_clause_is_said_not_to_be_carried_out(self) -> None:
        assert where(RULES, "4.9") == ("unexpressed[1]: not carried out",)
        assert not_yet_enforced(RULES) == ()
        rows = {row["clause"]: row for row in plain.clauses(RULES, {})}
        assert rows["4.9"]["not_carried_out"] == [
            "On zero half of an even chance goes back; here all of it is collected."
        ]
        assert rows["4.1"]["not_carried_out"] == []

    def test_the_command_line_shows_it_before_anything_else(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        gap = GAP.replace('clause = "4.9"', 'clauses = ["4.9"]').replace('["red"', '["spin", "red"')
        path.write_text(half_back(gap), encoding="utf-8")

        shown = command.run("rules", "show", str(path)).out
        compared = command.run("odds", str(path), "us-double-zero/1").out

        assert "What this program does not do of it" in shown.split("Kinds")[0]
        assert f"[{NOTE}]" in shown
        assert f"house-roulette/1: {NOTE}" in compared
        told = json.loads(command.run("rules", "show", str(path), "--json").out)
        assert [one["clauses"] for one in told["unexpressed"]] == [["4.9"]]
