"""The published rulebooks stay what they are, say on what each value rests, and a house's file is their equal."""

import copy
import json
import os
import pickle
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import Basis, RulebookError, Ruleset
from croupier.rulebooks import REFS, digests, text_of
from croupier.rules.digest import digest
from croupier.rules.procedure import flat
from croupier.rules.rulebook import parse
from testkit.cli import command
from testkit.rulebooks import house
from testkit.rulebooks.house import MBS_2, MBS_3, SANDS, US, own
from testkit.shares import count, every

PROSE = {"title", "summary", "note"}
COUNTS = {MBS_2: 157, MBS_3: 157, "rws-roulette-360/1": 175, SANDS: 166, US: 161}


def rules(text: str) -> Ruleset:
    return parse(text, "house.toml")


def data_of(ref: str) -> dict[str, Any]:
    return tomllib.loads(text_of(ref))


def order_of(ref: str) -> str:
    order = data_of(ref)["wheel"]["order"]
    assert isinstance(order, str)
    return order


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every single value of a file, with the way to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path, value
    else:
        for key, item in inner:
            yield from leaves(item, (*path, key))


def moved(value: object) -> object:
    """Something else of the same sort."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, date):
        return value + timedelta(days=1)
    assert isinstance(value, str)
    return value.replace(value.split()[0], "X", 1)


class TestDigest:
    def test_the_published_digests_are_the_locked_ones(self) -> None:
        assert {ruleset.ref: ruleset.digest for ruleset in croupier.rulebooks()} == digests()
        assert tuple(digests()) == REFS

    @pytest.mark.parametrize("ref", REFS)
    def test_whatever_a_file_decides_moves_its_digest_and_nothing_else_does(self, ref: str) -> None:
        data = data_of(ref)
        locked = digests()[ref]
        assert digest(data) == locked
        for path, value in list(leaves(data)):
            *way, last = path
            table: Any = data
            for key in way:
                table = table[key]
            table[last] = moved(value)
            decides = last not in PROSE and path != ("wheel", "verified")
            assert (digest(data) != locked) is decides, path
            table[last] = value
        assert digest(data) == locked

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("to_one = 8", "to_one = 7"),
            ('late = { value = "refused"', 'late = { value = "past-posting"'),
            ("revolutions_min = { value = 4", "revolutions_min = { value = 3"),
            ('clauses = ["3.6", "5.3"]', 'clauses = ["3.6"]'),
            ('covers = "1..12"', 'covers = "1..11"'),
            ("effective = 2019-08-14", "effective = 2019-08-15"),
            ('house = "MBS"', 'house = "RWS"'),
            ('supersedes = "mbs-roulette/2"\n', ""),
            ('word = "Corner"', 'word = "Square"'),
            ('"5.10" = { nature = "rule"', '"5.10" = { nature = "physical"'),
            ('basis = "layout"', 'basis = "convention"'),
        ],
    )
    def test_a_moved_value_is_another_digest_and_another_ruleset(self, old: str, new: str) -> None:
        changed = rules(house.replaced(text_of(MBS_3), old, new))

        assert changed.digest != croupier.rulebook(MBS_3).digest
        assert changed != croupier.rulebook(MBS_3)

    @pytest.mark.parametrize(
        "change",
        [
            lambda text: f"# In our own hand.\n\n{text}\n# The end.\n",
            lambda text: house.replaced(text, " 1  2  3\n 4", "\n   1 2     3\n\n 4"),
            lambda text: house.replaced(text, 'version 3"\nhouse', 'as played downstairs"\nhouse'),
            lambda text: house.replaced(text, "The round is void if the ball breaks.", "A broken ball voids."),
            lambda text: house.replaced(text, "The document does not mention a bell.", "There is no bell."),
            lambda text: house.replaced(
                text, 'house = "MBS"\neffective = 2019-08-14\n', 'effective = 2019-08-14\nhouse = "MBS"\n'
            ),
            lambda text: house.replaced(
                text, 'acting = { value = true, clause = "6.3" }', 'acting = { clause = "6.3", value = true }'
            ),
            lambda text: house.replaced(text, order_of(MBS_3), " ".join(reversed(order_of(MBS_3).split()))),
            lambda text: text.replace("\n", "\r\n"),
        ],
        ids=["comments", "alignment", "title", "summary", "note", "keys", "inline-keys", "wheel", "line-ends"],
    )
    def test_what_decides_nothing_leaves_the_digest_alone(self, change: Callable[[str], str]) -> None:
        changed = rules(change(text_of(MBS_3)))

        assert changed.digest == croupier.rulebook(MBS_3).digest
        assert changed == croupier.rulebook(MBS_3)

    def test_sections_in_another_order_leave_the_digest_alone(self) -> None:
        text = text_of(MBS_3)
        start, end = text.index("[spin]"), text.index("[closing]")
        later = text[:start] + text[end:].replace("[outcome]", f"{text[start:end]}[outcome]")

        assert later != text
        assert rules(later).digest == croupier.rulebook(MBS_3).digest

    def test_a_digest_is_the_same_in_every_process(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(own(MBS_3), encoding="utf-8")
        ask = "import sys, croupier; r = croupier.rulebook(sys.argv[1]); print(r.digest, ' '.join(r.positions))"

        def told(seed: str) -> str:
            env = os.environ | {"PYTHONHASHSEED": seed}
            return subprocess.run(
                [sys.executable, "-c", ask, path], env=env, capture_output=True, text=True, check=True
            ).stdout

        first = told("0")

        assert first.split()[0] == croupier.rulebook(str(path)).digest
        assert told("1") == told("4294967295") == first


class TestValues:
    @pytest.mark.parametrize("ref", REFS)
    def test_a_ruleset_survives_pickling_and_copying(self, ref: str) -> None:
        ruleset = croupier.rulebook(ref)

        for twin in (pickle.loads(pickle.dumps(ruleset)), copy.copy(ruleset), copy.deepcopy(ruleset)):  # noqa: S301
            assert twin == ruleset
            assert hash(twin) == hash(ruleset)
            assert dict(twin.positions) == dict(ruleset.positions)
            assert flat(twin.procedure) == flat(ruleset.procedure)
            assert twin.text == ruleset.text

    def test_a_house_file_survives_pickling_without_its_file(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(own(US), encoding="utf-8")
        ruleset = croupier.rulebook(str(path))
        kept = pickle.dumps(ruleset)
        path.unlink()

        assert pickle.loads(kept) == ruleset  # noqa: S301

    def test_an_error_survives_pickling(self) -> None:
        with pytest.raises(RulebookError) as raised:
            rules("format = 2")

        twin = pickle.loads(pickle.dumps(raised.value))  # noqa: S301

        assert (str(twin), twin.name, twin.problems) == (str(raised.value), "house.toml", raised.value.problems)

    def test_rulesets_are_equal_by_ref_and_digest(self) -> None:
        one = croupier.rulebook(MBS_3)

        assert one == rules(text_of(MBS_3))
        assert len({one, rules(text_of(MBS_3)), rules(own(MBS_3))}) == 2
        assert one != rules(own(MBS_3))
        assert one != croupier.rulebook(MBS_2)
        assert one != MBS_3

    @pytest.mark.parametrize("ref", REFS)
    def test_a_felt_has_the_positions_that_were_counted(self, ref: str) -> None:
        assert len(croupier.rulebook(ref).positions) == COUNTS[ref]


class TestGrounds:
    @pytest.mark.parametrize("ref", REFS)
    def test_every_value_of_the_procedure_names_a_clause_or_a_basis(self, ref: str) -> None:
        for key, ground in flat(croupier.rulebook(ref).procedure).items():
            assert ground.clauses or ground.basis, key
            if ground.basis is Basis.OUR_READING:
                assert ground.note, key

    @pytest.mark.parametrize("ref", REFS)
    def test_every_position_names_the_clause_that_places_it_and_the_one_that_prices_it(self, ref: str) -> None:
        for position in croupier.rulebook(ref).positions.values():
            assert position.placed, position
            assert position.priced, position

    @pytest.mark.parametrize("ref", REFS)
    def test_every_color_and_the_wheel_name_a_clause_or_a_basis(self, ref: str) -> None:
        ruleset = croupier.rulebook(ref)
        assert ruleset.wheel.clauses or ruleset.wheel.basis
        assert all(color.clauses or color.basis for color in ruleset.colors.values())

    @pytest.mark.parametrize("ref", REFS)
    def test_every_reading_of_ours_is_listed_with_its_reason(self, ref: str) -> None:
        stated = dict(leaves(data_of(ref)))
        written = {path[:-1]: basis for path, basis in stated.items() if path[-1] == "basis"}

        listed = command.answer("rules", "show", ref)["readings"]

        assert len(written) == len(listed) > 0
        for (way, basis), reading in zip(written.items(), listed, strict=True):
            assert reading.keys() == {"key", "value", "basis", "clauses", "note"}
            assert reading["basis"] == basis
            assert reading["note"] == stated[(*way, "note")] != ""
            parts = [f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in way]
            assert reading["key"] == "".join(parts).removeprefix(".")

    @pytest.mark.parametrize("ref", REFS)
    def test_every_reading_of_ours_is_shown_to_people(self, ref: str) -> None:
        shown = command.run("rules", "show", ref).out

        _, heading, readings = shown.partition("What the document does not state")
        assert heading
        squeezed = "".join(readings.split())
        for reading in croupier.rulebook(ref).readings:
            assert "".join(reading.key.split()) in squeezed


class TestSandsWheel:
    def test_its_order_is_marked_unverified(self) -> None:
        shown = command.answer("rules", "show", SANDS)

        assert shown["wheel"]["verified"] is False
        assert shown["wheel"]["basis"] == "our-reading"
        assert "UNVERIFIED" in shown["wheel"]["note"]
        assert "UNVERIFIED ORDER" in command.run("rules", "show", SANDS).out

    @pytest.mark.parametrize("ref", [ref for ref in REFS if ref != SANDS])
    def test_every_other_order_is_verified(self, ref: str) -> None:
        assert croupier.rulebook(ref).wheel.verified
        assert "UNVERIFIED" not in command.run("rules", "show", ref).out

    @settings(max_examples=count(3, 30))
    @given(order=st.permutations(order_of(SANDS).split()))
    def test_any_other_order_settles_every_bet_alike(self, order: list[str]) -> None:
        usual = croupier.rulebook(SANDS)
        shuffled = rules(text_of(SANDS).replace(order_of(SANDS), " ".join(order)))
        stakes = dict.fromkeys(usual.positions, 100)

        assert list(shuffled.wheel.order) == order
        assert shuffled.digest == usual.digest
        assert shuffled.pockets == usual.pockets
        assert croupier.odds(shuffled) == croupier.odds(usual)
        assert croupier.odds(shuffled, stakes) == croupier.odds(usual, stakes)
        for pocket in usual.pockets:
            assert croupier.settle(shuffled, stakes, pocket) == croupier.settle(usual, stakes, pocket)


ASKED = [
    (ref, arguments)
    for arguments in (
        ("rules", "show", "REF"),
        ("rules", "positions", "REF"),
        ("rules", "positions", "REF", "--covering", "17"),
        ("rules", "clauses", "REF"),
        ("odds", "REF"),
        ("odds", "REF", "--stakes", "17=5,red=10"),
        ("odds", "REF", MBS_3),
        ("settle", "REF", "--outcome", "17", "--stakes", "17=500,red=1000"),
        ("rules", "diff", "REF", MBS_3),
        ("rules", "diff", MBS_3, "REF"),
    )
    for ref in REFS
]


class TestPath:
    """A path works wherever a ref does."""

    def test_a_file_does_not_go_by_the_ref_of_an_edition_that_says_something_else(self, tmp_path: Path) -> None:
        path = tmp_path / "ours.toml"
        path.write_text(text_of(MBS_3).replace("to_one = 35", "to_one = 36"), encoding="utf-8")

        with pytest.raises(croupier.RulebookError) as caught:
            croupier.rulebook(path)

        assert [(problem.code, problem.key) for problem in caught.value.problems] == [("ref-taken", "ref")]
        done = command.run("settle", str(path), "--outcome", "17", "--stakes", "17=500")
        assert (done.status, done.out) == (2, "")
        assert "give your rulebook a ref of its own" in done.err

    def test_a_clearer_sentence_is_the_same_edition(self, tmp_path: Path) -> None:
        path = tmp_path / "ours.toml"
        path.write_text(text_of(MBS_3).replace('title = "', 'title = "The same: ', 1), encoding="utf-8")
        assert croupier.rulebook(path).digest == croupier.rulebook(MBS_3).digest

    @pytest.mark.parametrize(("ref", "arguments"), every(4, ASKED), ids=str)
    def test_a_file_answers_as_its_ref_does(self, ref: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
        path = tmp_path / "our house.toml"
        path.write_text(text_of(ref), encoding="utf-8")

        def asked(name: str, *options: str) -> command.Done:
            return command.run(*(name if word == "REF" else word for word in arguments), *options)

        for options in ((), ("--json",)):
            by_path = asked(str(path), *options)
            assert by_path == asked(ref, *options)
            assert (by_path.status, by_path.err) == (0, "")

    def test_a_file_is_linted_by_its_path(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(own(US), encoding="utf-8")

        assert command.answer("rules", "lint", str(path), US) == [
            {"file": str(path), "problems": []},
            {"file": US, "problems": []},
        ]

    def test_a_house_plays_by_its_own_price(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(own(MBS_3, ("to_one = 8", "to_one = 7")), encoding="utf-8")

        (line,) = croupier.settle(croupier.rulebook(str(path)), {"1-2-4-5": 100}, "4")

        assert line.winnings == 700
        assert [str(clause) for clause in line.clauses] == ["house-roulette/1 §4.1"]

    def test_a_rulebook_printed_is_a_file_to_start_from(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(command.run("rules", "show", US, "--toml").out, encoding="utf-8")

        assert croupier.rulebook(str(path)) == croupier.rulebook(US)

    def test_the_tests_of_a_clause_belong_to_the_published_edition_alone(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(own(MBS_3), encoding="utf-8")

        assert not any(row["tests"] for row in command.answer("rules", "clauses", str(path)))
        assert json.dumps(command.answer("rules", "clauses", MBS_3)).count("test_") > 0


class TestWhereItIsSaid:
    def test_a_clause_knows_the_values_that_cite_it(self) -> None:
        citations = croupier.rulebook(MBS_3).citations
        assert citations["6.3"] == ("roles.ladder", "roles.acting", "roles.acting_upwards")
        assert citations["5.13"] == ("wagers.late", "wagers.late_increase")

    def test_a_reading_shows_the_value_it_is_about(self) -> None:
        sands = {reading.key: reading.value for reading in croupier.rulebook("mbs-sands-roulette/1").readings}
        assert len(sands["wheel"].replace(",", " ").split()) == 39

    def test_a_series_box_reads_as_its_numbers_are_printed(self) -> None:
        labels = {box.name: box.label for rail in croupier.rulebook("rws-roulette-360/1").rails for box in rail.boxes}
        assert labels["series-3:2-4-21"] == "4 21 2"
        assert labels["dozen:1"] == "1st 12"
