"""The rooms keep their doors, and the contract bites: each kind of wrong import is planted once."""

import re
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
    """Return a copy of the source and its contracts, to plant things in."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_tree_keeps_its_contracts() -> None:
    done = lint_imports(ROOT)

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{ROOMS} KEPT" in done.stdout
    assert f"{PURE} KEPT" in done.stdout
    assert f"{DRAW} KEPT" in done.stdout


WRONG = (
    (ROOMS, "rules", "croupier.lab"),
    (PURE, "rules", "random"),
    *((DRAW, "wheels", one) for one in ("random", "time", "datetime", "secrets", "croupier.table.state", "numpy")),
)


def test_a_room_imports_none_above_it_a_pure_one_no_chance_and_the_wheel_no_bet_and_no_clock(tree: Path) -> None:
    """Each wrong import in a module of its own: one run finds them all, each under its contract."""
    for number, (_, room, module) in enumerate(WRONG):
        (tree / f"src/croupier/{room}/planted_{number}.py").write_text(f"import {module}\n")

    done = lint_imports(tree)

    assert done.returncode != 0
    _, *told = re.split(rf"\n({ROOMS}|{PURE}|{DRAW})\n-+\n", done.stdout)
    broken = dict(zip(told[::2], told[1::2], strict=True))
    for number, (contract, room, module) in enumerate(WRONG):
        assert f"{contract} BROKEN" in done.stdout
        assert f"croupier.{room}.planted_{number} -> {module}" in broken[contract]


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
