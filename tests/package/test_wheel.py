"""The wheel alone, in an empty environment without a network: the library works on the standard library."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Prints what the fresh environment answers, and every module that is neither croupier's nor the standard library's.
FIRST_USE = """
import json, sys
before = set(sys.modules)
import croupier
rules = croupier.rulebook("mbs-roulette/3")
(line,) = croupier.settle(rules, {"17": 500}, outcome="17")
tops = {name.partition(".")[0] for name in set(sys.modules) - before}
print(json.dumps({
    "place": croupier.__file__,
    "rulebooks": len(tuple(croupier.rulebooks())),
    "pays": rules.position("17").pays,
    "winnings": line.winnings,
    "strangers": sorted(tops - set(sys.stdlib_module_names) - {"croupier"}),
}))
"""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    # Without our own variables: nothing of the development environment may help.
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an empty environment with the wheel in it, and not even pip."""
    folder = tmp_path_factory.mktemp("empty") / "venv"
    venv.create(folder, with_pip=False)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    # Our own pip installs into it: fetching a second one into the environment takes seconds.
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel)
    return python


def test_the_wheel_carries_rulebooks_and_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()

    shipped = {Path(name).name for name in names if name.startswith("croupier/rulebooks/") and name.endswith(".toml")}
    assert shipped == {path.name for path in (ROOT / "src/croupier/rulebooks").glob("*.toml")}
    assert len(shipped) == 5
    assert "croupier/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_carries_nothing_else(wheel: Path) -> None:
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}

    assert {top for top in tops if not top.endswith(".dist-info")} == {"croupier"}


def test_the_library_needs_the_standard_library_alone(python: Path, tmp_path: Path) -> None:
    answer = json.loads(run(python, "-c", FIRST_USE, cwd=tmp_path))

    assert Path(answer["place"]).is_relative_to(python.parents[1])
    assert answer["rulebooks"] == 5
    assert answer["pays"] == 35
    assert answer["winnings"] == 35 * 500
    assert answer["strangers"] == []
