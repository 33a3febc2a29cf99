"""No malformed rulebook passes, and each is refused in one clear line that says where and what would be right."""

import os
import re
import sys
import tomllib
from pathlib import Path
from time import process_time

import pytest

import croupier
from croupier import RulebookError
from testkit.cli import command
from testkit.shares import every
from tests.rulebooks import malformed
from tests.rulebooks.malformed import BYTES_MAX, CORPUS, Malformed

SECONDS_MAX = 1
"""Of computing, so that a busy machine is no fault of the file; most take a fiftieth of it, hostile files a tenth."""

MESSAGE_MAX = 1_000
"""One line that a person reads, whatever the file holds."""


def case(name: str) -> Malformed:
    (found,) = (one for one in CORPUS if one.name == name)
    return found


def points_at(message: str, at: str) -> bool:
    """Whether the message, which follows the file's name, names this key first, or this line."""
    if at.startswith("line "):
        return re.search(rf"\b{at}\b", message) is not None
    return message.startswith(f"{at}: ") if at else True


def check_refusal(one: Malformed, path: Path, *, status: int, out: str, err: str) -> None:
    """One line on standard error that names the file and the place and says what would be right; nothing else."""
    assert status == 2
    assert out == ""
    assert err.endswith("\n")
    (line,) = err.splitlines()
    assert line.isprintable()
    assert line.startswith(f"Error: {path}: ")
    message = line.removeprefix(f"Error: {path}: ")
    assert points_at(message, one.at), message
    assert all(word in message for word in one.words), message
    assert len(message) <= MESSAGE_MAX


@pytest.mark.parametrize("one", CORPUS, ids=lambda one: one.name)
def test_a_malformed_rulebook_is_refused_in_one_line(one: Malformed, tmp_path: Path) -> None:
    path = one.put(tmp_path)

    started = process_time()
    done = command.run("rules", "show", str(path))
    passed = process_time() - started

    check_refusal(one, path, status=done.status, out=done.out, err=done.err)
    assert passed < SECONDS_MAX


def raised_by(path: Path) -> RulebookError:
    with pytest.raises(RulebookError) as raised:
        croupier.rulebook(str(path))
    return raised.value


@pytest.mark.parametrize("one", CORPUS, ids=lambda one: one.name)
def test_the_library_raises_for_a_malformed_rulebook(one: Malformed, tmp_path: Path) -> None:
    path = one.put(tmp_path)
    error = raised_by(path)

    assert error.name == str(path)
    assert error.problems


@pytest.mark.parametrize("one", every(4, CORPUS), ids=lambda one: one.name)
def test_the_linter_lists_a_malformed_rulebook(one: Malformed, tmp_path: Path) -> None:
    path = one.put(tmp_path)
    problems = raised_by(path).problems

    done = command.run("rules", "lint", str(path), "--json")
    malformed = any(problem.malformed for problem in problems)
    assert done.status == (2 if malformed else 1)
    assert done.err == (f"Error: {path} is not of the form of a rulebook\n" if malformed else "")
    assert problems[0].code in done.out


@pytest.mark.parametrize(
    "name",
    [
        "a misspelled key",
        "a picture",
        "a folder",
        "30,000 opening brackets",
        "red ink in a title",
        "a bare double zero",
    ],
)
def test_a_malformed_rulebook_ends_the_program_without_a_traceback(name: str, tmp_path: Path) -> None:
    one = case(name)
    path = one.put(tmp_path)

    done = command.process("rules", "show", str(path))

    check_refusal(one, path, status=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())


@pytest.mark.skipif(sys.gettrace() is not None, reason="whoever watches every line slows it")
@pytest.mark.parametrize("one", [*malformed.NESTED, *malformed.BOMBS], ids=lambda one: one.name)
def test_a_hostile_file_costs_next_to_nothing(one: Malformed, tmp_path: Path) -> None:
    path = one.put(tmp_path)

    started = process_time()
    with pytest.raises(RulebookError):
        croupier.rulebook(str(path))

    assert process_time() - started < SECONDS_MAX / 2


def test_the_corpus_is_large_and_names_each_case_once() -> None:
    assert len(CORPUS) >= 70
    assert len({one.name for one in CORPUS}) == len(CORPUS)
    contents = [one.content for one in CORPUS if one.content is not None]
    assert len(set(contents)) == len(contents)


@pytest.mark.parametrize("ref", sorted({one.base for one in CORPUS if one.base is not None}))
def test_what_the_corpus_was_made_from_is_accepted(ref: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(croupier.rulebook(ref).text, encoding="utf-8")

    assert croupier.rulebook(str(path)) == croupier.rulebook(ref)


def test_a_file_of_exactly_64_kib_is_read(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(malformed.padded(BYTES_MAX))
    assert path.stat().st_size == BYTES_MAX

    assert croupier.rulebook(str(path)).ref == "mbs-roulette/3"


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 8 + "]" * 8,
        "a = " + "[" * 7 + "1" + "]" * 7,
        "a.b.c.d.e.f.g.h = 1",
        "[a.b.c.d.e.f.g.h]",
        "[a.b.c.d.e.f.g]\nh = 1",
        "a = " + "{ b = " * 7 + "1" + " }" * 7,
        'a = "[[[[[[[[[[[["\nb = \'{{{{{{{{{{{{\'\n# [[[[[[[[[[[[\nc = """\n[[[[[[[[[[[[\n"""',
        "a = '1.2.3.4.5.6.7.8.9.10'\n'1.2.3.4.5.6.7.8.9.10' = 1",
        'a = ["#1"]\n' + "".join(f'b{n} = ["#{n}"]\n' for n in range(20)),
        "".join(f'n{n} = "an open [ bracket"\n' for n in range(20)),
    ],
)
def test_a_file_nested_eight_deep_is_not_called_too_deep(text: str, tmp_path: Path) -> None:
    tomllib.loads(text)
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(RulebookError) as raised:
        croupier.rulebook(str(path))

    assert {problem.code for problem in raised.value.problems} <= {"missing-key", "unknown-key"}


def test_every_problem_of_a_file_is_kept_not_only_the_first(tmp_path: Path) -> None:
    text = croupier.rulebook("mbs-roulette/3").text
    path = tmp_path / "house.toml"
    path.write_text(text.replace("to_one = 35", "to_one = 0").replace("verified = true", "verified = 1"), "utf-8")

    with pytest.raises(RulebookError, match=r"wheel\.verified.*\(and 1 more: see croupier rules lint\)") as raised:
        croupier.rulebook(str(path))

    assert [problem.key for problem in raised.value.problems] == ["wheel.verified", "pays.straight.to_one"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="whoever may read everything cannot be refused")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text("format = 1\n")
    path.chmod(0)

    done = command.run("rules", "show", str(path))

    assert (done.status, done.out) == (2, "")
    assert done.err == f"Error: {path}: cannot be read: Permission denied\n"
