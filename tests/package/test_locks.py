"""The locks hold what pyproject.toml asks for, and the test lock holds the run lock."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock: str) -> dict[str, set[str]]:
    """Return the locked versions of each package; there are several where they differ by Python."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(
        r"^([\w.-]+)==([^\s;]+)", (ROOT / "locks" / f"{lock}.txt").read_text(), re.MULTILINE
    ):
        found.setdefault(canonicalize_name(name), set()).add(version)
    return found


def group(name: str) -> list[str]:
    listed: list[str] = []
    for entry in PROJECT["dependency-groups"][name]:
        listed += [entry] if isinstance(entry, str) else group(entry["include-group"])
    return listed


RUN = PROJECT["project"]["dependencies"] + group("build")
TEST = RUN + PROJECT["project"]["optional-dependencies"]["lab"] + group("dev")


@pytest.mark.parametrize(("lock", "asked"), [("run", RUN), ("test", TEST)], ids=["run", "test"])
def test_a_lock_meets_every_requirement(lock: str, asked: list[str]) -> None:
    locked = pins(lock)

    for requirement in map(Requirement, asked):
        versions = locked.get(canonicalize_name(requirement.name), set())
        assert versions, f"{requirement} is not in locks/{lock}.txt; `make lock` adds it"
        assert all(version in requirement.specifier for version in versions), f"{requirement} is locked to {versions}"


def test_the_test_lock_holds_the_run_lock() -> None:
    assert pins("run").items() <= pins("test").items()


@pytest.mark.parametrize("lock", ["uv", "run", "test"])
def test_every_pin_has_a_hash(lock: str) -> None:
    entries = (ROOT / "locks" / f"{lock}.txt").read_text().replace("\\\n", " ").splitlines()

    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)
