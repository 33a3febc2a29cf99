"""`make test` holds rules and table to every branch: planted branches that no test means to reach make it fail."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = """
def sign(number):
    if number < 0:
        return "minus"
    return "plus"
"""
PLUS = "from croupier.rules.sign import sign\n\ndef test_plus():\n    assert sign(1) == 'plus'\n"
MINUS = PLUS + "\ndef test_minus():\n    assert sign(-1) == 'minus'\n"
BY_CHANCE = """
from hypothesis import example, given, strategies as st

@example(-1)
@given(st.integers())
def test_anything(number):
    assert sign(number) in ("plus", "minus")
"""
MARKED = "\nimport pytest\n\n@pytest.mark.random\ndef test_minus():\n    assert sign(-1) == 'minus'\n"


def dev() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def measured(root: Path, tests: str, room: str = "rules") -> subprocess.CompletedProcess[str]:
    """Run planted tests under the options of `make test`, on a project of one function."""
    for folder in ("src/croupier/rules", "src/croupier/table", f"tests/{room}"):
        (root / folder).mkdir(parents=True)
        (root / folder / "__init__.py").touch()
    (root / "src/croupier/__init__.py").touch()
    (root / "src/croupier/rules/sign.py").write_text(CODE)
    (root / f"tests/{room}/test_sign.py").write_text(tests)
    for name, copy in (("pyproject.toml", "pyproject.toml"), ("tests/measured.py", "tests/conftest.py")):
        shutil.copy(ROOT / name, root / copy)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *dev().COVERED],
        cwd=root,
        env={**environment, "PYTHONPATH": str(root / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_branch_that_no_test_reaches_fails_and_is_named(tmp_path: Path) -> None:
    done = measured(tmp_path, PLUS)
    assert done.returncode != 0
    assert "Required test coverage of 100% not reached" in done.stdout + done.stderr
    assert "sign.py" in done.stdout


@pytest.mark.parametrize("tests", [PLUS + BY_CHANCE, PLUS + MARKED], ids=["by Hypothesis", "marked as random"])
def test_a_branch_that_is_reached_by_chance_is_not_reached(tests: str, tmp_path: Path) -> None:
    done = measured(tmp_path, tests)
    assert "2 passed" in done.stdout
    assert done.returncode != 0


def test_a_branch_that_another_rooms_tests_reach_is_not_reached(tmp_path: Path) -> None:
    assert measured(tmp_path, MINUS, room="storage").returncode != 0


def test_tests_that_reach_every_branch_pass(tmp_path: Path) -> None:
    done = measured(tmp_path, MINUS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_make_test_measures_unless_it_is_narrowed() -> None:
    def words(*arguments: str) -> set[str]:
        (step,) = [step for step in dev().checks(list(arguments)) if step.name == "pytest"]
        return set(step.command)

    options = {"--cov=croupier.rules", "--cov=croupier.table", "--cov-branch", "--cov-fail-under=100"}
    assert options <= words()
    assert not any(word.startswith("--cov") for word in words("-k", "dolly"))
