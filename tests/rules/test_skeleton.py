"""A rulebook to start from: everything that the format asks for, and every blank found by the linter."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from croupier.rules.lint import lint
from croupier.rules.procedure import SECTIONS, NoSpin
from croupier.rules.skeleton import skeleton, wrong_start
from croupier.rules.toml import BLANK
from testkit.cli import command

FELTS = [(["0"], 36), (["0"], 12), (["0", "00"], 36), (["0", "00", "000"], 36), (["0"], 27)]


@pytest.mark.parametrize(("zeros", "numbers"), FELTS)
def test_every_blank_is_found_and_nothing_else(zeros: list[str], numbers: int) -> None:
    text = skeleton("my-house/1", "Roulette", zeros, numbers)
    stated = "\n".join(line.partition("#")[0] for line in text.splitlines())

    problems = lint(text, "house.toml")

    assert {one.code for one in problems} == {"blank"}
    assert len(problems) == stated.count(f'"{BLANK}"')
    assert all(one.malformed for one in problems)


def test_every_key_of_the_procedure_is_there_if_only_to_be_uncommented() -> None:
    text = skeleton("my-house/1", "Roulette", ["0"], 36)

    for name, shape in {**SECTIONS, "no_spin": NoSpin}.items():
        section = text.partition(f"\n[{name}]")[2].partition("\n[")[0]
        keys = {field.name for field in fields(shape)} - {"callers"}
        assert {key for key in keys if not re.search(rf"^(# )?{key} = ", section, re.MULTILINE)} == set()
    assert "until = any-time or spinning or rest, and since = opening or spin" in text


def test_a_title_is_quoted_whatever_is_in_it() -> None:
    text = skeleton("my-house/1", 'The "Golden" \\ Wheel', ["0"], 12)

    assert {one.code for one in lint(text, "house.toml")} == {"blank"}
    assert '\\"Golden\\"' in text


@pytest.mark.parametrize(
    ("ref", "zeros", "numbers", "says"),
    [
        ("My House", ["0"], 36, "an edition from 1 to 999"),
        ("my-house/0", ["0"], 36, "an edition from 1 to 999"),
        ("my-house/1", [], 36, "the zeros are"),
        ("my-house/1", ["0", "0"], 36, "every one once"),
        ("my-house/1", ["1"], 36, "the zeros are"),
        ("my-house/1", ["0"], 35, "rows of three"),
        ("my-house/1", ["0"], 0, "rows of three"),
        ("my-house/1", ["0"], 102, "rows of three"),
    ],
)
def test_a_start_that_leads_nowhere_is_refused(ref: str, zeros: list[str], numbers: int, says: str) -> None:
    assert says in (wrong_start(ref, zeros, numbers) or "")


def test_the_command_writes_a_file_and_never_over_one(tmp_path: Path) -> None:
    path = tmp_path / "mini.toml"
    words = ("rules", "new", str(path), "--ref", "mini/1", "--title", "Mini", "--zeros", "0", "--numbers", "12")

    first, again = command.run(*words), command.run(*words)

    assert (first.status, again.status) == (0, 2)
    assert "is there already" in again.err
    assert re.search(r'^ref = "mini/1"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    assert command.run("rules", "lint", str(path)).status == 2


def test_without_a_file_it_goes_to_standard_output() -> None:
    done = command.run("rules", "new")

    assert done.out == skeleton("my-house/1", "Roulette at my house", ["0"], 36)


def test_what_cannot_be_is_said(tmp_path: Path) -> None:
    assert "rows of three" in command.run("rules", "new", "--numbers", "35").err
    assert "cannot be written" in command.run("rules", "new", str(tmp_path / "no" / "such.toml")).err
