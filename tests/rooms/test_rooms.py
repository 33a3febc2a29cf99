"""The rooms keep their doors, and the contract bites: each kind of wrong import is planted once."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = "rooms, top to bottom"
DRAW = "the wheel's draw sees no bet and no clock"
PURE = "the pure rooms touch no world"
PURE_ROOMS = ("rules", "rulebooks", "table")


def lint_imports(tree: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on `tree` alone: isolated from the installed croupier, which is another tree."""
    code = (
        f"import sys; sys.path.insert(0, {str(tree / 'src')!r})\n"
        "from importlinter.cli import lint_imports_command; lint_imports_command(['--no-cache', '--no-logo'])"
    )
    return subprocess.run([sys.executable, "-c", code], cwd=tree, capture_output=True, text=True, check=False)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Give a copy of the source and its contracts, to plant things in."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_tree_keeps_its_contracts() -> None:
    done = lint_imports(ROOT)

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{ROOMS} KEPT" in done.stdout
    assert f"{PURE} KEPT" in done.stdout
    assert f"{DRAW} KEPT" in done.stdout


def test_a_room_may_not_import_one_above_it(tree: Path) -> None:
    (tree / "src/croupier/rules/planted.py").write_text("import croupier.lab\n")

    done = lint_imports(tree)

    assert done.returncode != 0
    assert f"{ROOMS} BROKEN" in done.stdout
    assert "croupier.rules.planted -> croupier.lab" in done.stdout


def test_a_pure_room_may_not_import_chance(tree: Path) -> None:
    (tree / "src/croupier/rules/planted.py").write_text("import random\n")

    done = lint_imports(tree)

    assert done.returncode != 0
    assert f"{PURE} BROKEN" in done.stdout
    assert "croupier.rules.planted -> random" in done.stdout


@pytest.mark.parametrize("module", ["random", "time", "datetime", "secrets", "croupier.table.state", "numpy"])
def test_the_wheel_may_import_no_bet_and_no_clock(tree: Path, module: str) -> None:
    (tree / "src/croupier/wheels/planted.py").write_text(f"import {module}\n")

    done = lint_imports(tree)

    assert done.returncode != 0
    assert f"{DRAW} BROKEN" in done.stdout
    assert f"croupier.wheels.planted -> {module}" in done.stdout


def test_a_new_room_must_be_declared(tree: Path) -> None:
    (tree / "src/croupier/lounge").mkdir()
    (tree / "src/croupier/lounge/__init__.py").write_text("")

    done = lint_imports(tree)

    assert done.returncode != 0
    assert f"{ROOMS} BROKEN" in done.stdout
    assert "croupier.lounge" in done.stdout


def test_every_pure_room_that_exists_is_guarded() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (contract,) = (each for each in settings["tool"]["importlinter"]["contracts"] if each["name"] == PURE)

    existing = {f"croupier.{room}" for room in PURE_ROOMS if (ROOT / "src/croupier" / room).is_dir()}

    assert existing == set(contract["source_modules"])
