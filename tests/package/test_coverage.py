"""`make test` holds rules and table to every branch: planted branches that no test means to reach make it fail."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest

from tests import parts

ROOT = Path(__file__).resolve().parents[2]
CODE = """
def sign(number):
    if number < 0:
        return "minus"
    return "plus"
"""
IMPORTED = """
import pytest
from hypothesis import example, given, strategies as st
from croupier.rules.{name} import sign
"""
PLUS = IMPORTED + "\ndef test_plus():\n    assert sign(1) == 'plus'\n"
MINUS = "\ndef test_minus():\n    assert sign(-1) == 'minus'\n"
BY_CHANCE = """
@example(-1)
@given(st.integers())
def test_anything(number):
    assert sign(number) in ("plus", "minus")
"""
PLANTED = {
    "meant": ("rules", PLUS + MINUS),
    "missed": ("rules", PLUS),
    "drawn": ("rules", PLUS + BY_CHANCE),
    "marked": ("rules", PLUS + "\n@pytest.mark.random" + MINUS),
    "elsewhere": ("storage", PLUS + MINUS),
}
"""Modules with one branch that only some tests reach: on purpose, never, by chance twice, and from another room."""
PARTS = ("pure", "pages", "service", "library")


def dev() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


NEEDED = ("_hypothesis_pytestplugin", "pytest_cov", "pytest_timeout")
"""The plugins that the planted tests need: to load all that are installed takes longer than the tests."""


def pytest_alone(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a project of its own, with nothing of the run that we are in."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    plugins = (word for name in NEEDED for word in ("-p", name))
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "-p", "no:cacheprovider", *options],
        cwd=root,
        env={**environment, "PYTHONPATH": str(root / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def measured(root: Path, *modules: str) -> subprocess.CompletedProcess[str]:
    """Run planted tests under the options of `make test`, on a project of one function per module."""
    for folder in ("src/croupier/rules", "src/croupier/table", "tests/rules", "tests/storage"):
        (root / folder).mkdir(parents=True)
        (root / folder / "__init__.py").touch()
    (root / "src/croupier/__init__.py").touch()
    for name in modules:
        room, tests = PLANTED[name]
        (root / f"src/croupier/rules/{name}.py").write_text(CODE)
        (root / f"tests/{room}/test_{name}.py").write_text(tests.format(name=name))
    for name, copy in (("pyproject.toml", "pyproject.toml"), ("tests/parts.py", "tests/conftest.py")):
        shutil.copy(ROOT / name, root / copy)
    return pytest_alone(root, "-q", *dev().COVERED)


def test_branches_that_no_test_means_to_reach_fail_and_are_named(tmp_path: Path) -> None:
    done = measured(tmp_path, *PLANTED)
    assert "9 passed" in done.stdout, done.stdout
    assert done.returncode != 0
    assert "Required test coverage of 100% not reached" in done.stdout + done.stderr
    assert {name for name in PLANTED if f"rules/{name}.py" in done.stdout} == set(PLANTED) - {"meant"}


def test_tests_that_reach_every_branch_pass(tmp_path: Path) -> None:
    done = measured(tmp_path, "meant")
    assert done.returncode == 0, done.stdout + done.stderr


def test_make_test_measures_unless_it_is_narrowed() -> None:
    options = {"--cov=croupier.rules", "--cov=croupier.table", "--cov-branch", "--cov-fail-under=100"}
    pages, beside, (timed,) = dev().tests([])
    ran = {step.command[step.command.index("--part") + 1]: step for step in (pages, *beside, timed)}
    assert set(ran) == {*PARTS, "timed"}
    assert options <= set(ran["pure"].command)
    assert "-n" not in timed.command, "alone, or the machine is measured"
    narrowed, *others = dev().tests(["-k", "dolly"])
    assert not any(others)
    for step in (narrowed, *(step for part, step in ran.items() if part != "pure")):
        assert not any(word.startswith("--cov") for word in step.command)


def test_make_test_and_make_check_look_at_the_whole_tree() -> None:
    names = {step.name for step in dev().static_checks()}
    assert {"mypy", "ruff check", "ruff format", "lint-imports", "tidy"} <= names
    assert {"front end lint", "front end format", "front end types"} <= names


def test_every_test_is_in_one_of_the_parts() -> None:
    def collected(part: str) -> set[Path]:
        config = cast("pytest.Config", SimpleNamespace(getoption=lambda _: part))
        found, waiting = set(), [ROOT / "tests"]
        while waiting:
            path = waiting.pop()
            if parts.pytest_ignore_collect(path, config):
                continue
            waiting += path.iterdir() if path.is_dir() else []
            found |= {path} if path.match("test_*.py") else set()
        return found

    kinds = [collected(part) for part in PARTS]
    assert all(len(files) > 30 for files in kinds)
    together = [file for files in kinds for file in files]
    assert sorted(together) == sorted((ROOT / "tests").rglob("test_*.py"))
    # A file may have tests of both kinds; which one a test is, its marker says.
    assert collected("timed") < set(together)
    assert len(collected("timed")) > 5


def test_what_is_timed_runs_in_its_own_part_alone(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_one.py").write_text(
        "import pytest\ndef test_plain(): ...\n@pytest.mark.timed\ndef test_fast(): ...\n"
    )
    (tmp_path / "tests/test_two.py").write_text("def test_other(): ...\n")
    for name, copy in (("pyproject.toml", "pyproject.toml"), ("tests/parts.py", "tests/conftest.py")):
        shutil.copy(ROOT / name, tmp_path / copy)

    def ran(part: str) -> list[str]:
        done = pytest_alone(tmp_path, "-v", "--part", part)
        assert done.returncode == 0, done.stdout + done.stderr
        return sorted(word for word in ("test_plain", "test_fast", "test_other") if f"::{word} PASSED" in done.stdout)

    assert ran("timed") == ["test_fast"]
    assert ran("library") == ["test_other", "test_plain"]
