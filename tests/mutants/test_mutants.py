"""The hunt itself, on a project of ten lines with planted tests; and a share of the real one."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutant_reach import EXPLAINED
from tools.mutant_runs import ROOT, SOURCE
from tools.mutants import explanations
from tools.mutation import mutants

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a mutant is a fork of a warm process")

CODE = """
LEAST = 3

def counted(left):
    found = 0
    while left:
        left -= 1
        found += 1
    return found

def enough(number):
    return number >= LEAST
"""
GOOD = """
from croupier.rules.count import counted, enough

def test_counting():
    assert counted(2) == 2

def test_enough():
    assert (enough(2), enough(3)) == (False, True)
"""
ASSERTS_NOTHING = """
from croupier.rules import count

def test_nothing():
    try:
        count.counted(2), count.enough(2)
    except BaseException:
        pass
"""
WRONG = "def test_that_fails():\n    assert False\n"
SHARE = 4
SHARE_LEAST = 2
PROFILE = 'from hypothesis import settings\n\nsettings.register_profile("croupier", deadline=None)\n'
SHARE_TESTS = tuple(f"tests/table/test_{name}.py" for name in ("ball", "outcome"))


def project(root: Path, tests: str) -> Path:
    """A project with one module, one test file, and the hunt; a loop is one after a moment."""
    for folder in ("tools", "tests", "src/croupier/rules", "src/croupier/table"):
        (root / folder).mkdir(parents=True)
        (root / folder / "__init__.py").touch()
    (root / "src/croupier/__init__.py").touch()
    for name in ("mutation.py", "mutants.py", "mutant_reach.py", "mutant_runs.py"):
        shutil.copy(ROOT / "tools" / name, root / "tools" / name)
    runs = root / "tools/mutant_runs.py"
    runs.write_text(runs.read_text().replace("TIME_LEAST = 10.0", "TIME_LEAST = 0.3"))
    (root / "src/croupier/rules/count.py").write_text(CODE)
    (root / "tests/test_count.py").write_text(tests)
    (root / "tests/conftest.py").write_text(PROFILE)
    return root


def hunt(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(
        [sys.executable, "-m", "tools.mutants", *arguments],
        cwd=root,
        env={**environment, "PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def figure(done: subprocess.CompletedProcess[str], name: str) -> str:
    return next(line for line in done.stdout.splitlines() if line.startswith(name)).removeprefix(name).strip()


class TestTheHunt:
    def test_good_tests_kill_every_mutant_a_loop_is_said_apart_and_the_code_is_left_alone(self, tmp_path: Path) -> None:
        done = hunt(project(tmp_path, GOOD))
        assert (tmp_path / "src/croupier/rules/count.py").read_text() == CODE
        assert done.returncode == 0, done.stdout + done.stderr
        assert figure(done, "share") == "100.0 of 100 killed; at least 95 are asked for"
        assert figure(done, "sampled") == "13 of 13 mutants, 13 run"
        assert figure(done, "killed") == "11 by a failing test, 2 by a test that did not come to its end"

    def test_tests_that_assert_nothing_leave_survivors_one_with_its_reason_once_it_is_given(
        self, tmp_path: Path
    ) -> None:
        root = project(tmp_path, ASSERTS_NOTHING)
        done = hunt(root)
        assert done.returncode == 1, done.stdout + done.stderr
        assert figure(done, "survived    ") == "11, 0 of them explained"
        assert done.stdout.count("NOT EXPLAINED") == 11
        assert "croupier/rules/count.py:2: 3 → 4\n    LEAST = 3" in done.stdout

        (root / "tests/mutants").mkdir()
        entry = 'file = "croupier/rules/count.py"\nline = "LEAST = 3"\nchange = "3 → 4"\nwhy = "planted"\n'
        (root / "tests/mutants/survivors.toml").write_text(f"[[survivor]]\n{entry}")
        done = hunt(root)
        assert done.returncode == 1
        assert "    LEAST = 3\n    planted\n" in done.stdout
        assert figure(done, "survived    ") == "11, 1 of them explained"

    def test_tests_that_fail_on_the_unchanged_code_end_it_at_once(self, tmp_path: Path) -> None:
        done = hunt(project(tmp_path, WRONG))
        assert done.returncode == 2
        assert "tests/test_count.py::test_that_fails" in done.stdout
        assert "share" not in done.stdout

    def test_what_is_done_is_kept_until_something_changes(self, tmp_path: Path) -> None:
        root = project(tmp_path, GOOD)
        hunt(root, "--count", "3")
        hunt(root, "--count", "5")
        (kept,) = (root / ".mutants").glob("results-*.jsonl")
        assert len({json.loads(line)["key"] for line in kept.read_text().splitlines()}) == 5
        assert len(kept.read_text().splitlines()) == 5
        (root / "tests/test_count.py").write_text(GOOD + "\n")
        hunt(root, "--count", "2")
        assert len(list((root / ".mutants").glob("results-*.jsonl"))) == 2

    def test_the_seed_chooses_and_the_module_narrows(self, tmp_path: Path) -> None:
        root = project(tmp_path, GOOD)
        assert figure(hunt(root, "--count", "4", "--seed", "1"), "seed") == "1"
        (kept,) = (root / ".mutants").glob("results-*.jsonl")
        one = {json.loads(line)["key"] for line in kept.read_text().splitlines()}
        hunt(root, "--count", "4", "--seed", "2")
        assert {json.loads(line)["key"] for line in kept.read_text().splitlines()} > one
        assert figure(hunt(root, "--module", "table/"), "sampled") == "0 of 0 mutants, 0 run"


class TestTheList:
    def test_every_explained_survivor_is_there_to_survive(self) -> None:
        found = set()
        for path in {file for file, _, _ in explanations()}:
            found |= {(path, one.text, one.change) for one in mutants(path, (SOURCE / path).read_text())}
        assert set(explanations()) <= found, "an explanation of a line that has changed"

    def test_each_says_why_in_words(self) -> None:
        assert EXPLAINED.is_file()
        assert all(len(why.split()) >= 5 for why in explanations().values())


def test_a_share_of_the_mutants_is_killed(tmp_path: Path) -> None:
    """The whole sample, with all tests, is `make mutants`; two fast test files alone must kill half of these."""
    done = hunt(
        ROOT, "--count", str(SHARE), "--module", "table/ball", "--kept", str(tmp_path / "kept"), "--tests", *SHARE_TESTS
    )
    assert figure(done, "sampled").endswith(f"{SHARE} run"), done.stdout + done.stderr
    assert int(figure(done, "killed").split()[0]) >= SHARE_LEAST, done.stdout + done.stderr
