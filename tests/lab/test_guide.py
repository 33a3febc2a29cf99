"""The guide to the lab runs: its sessions as doctests, its commands on the command line."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from croupier.lab.bias import Name
from croupier.lab.systems import SYSTEMS
from croupier.storage.places import RECORD
from testkit.audit.houses import evening
from testkit.cli import command
from testkit.cli.example_files import OWN_SYSTEM, SPINS

GUIDE = Path(__file__).parents[2] / "docs" / "lab.md"
TEXT = GUIDE.read_text(encoding="utf-8")
LAB_COMMANDS = ("odds", "ruin", "reach", "simulate", "compare", "wheel", "report")
COMMANDS = re.findall(r"\| `(croupier [^`]+)` \|", TEXT)


def test_the_sessions_are_true() -> None:
    result = doctest.testfile(str(GUIDE), module_relative=False)

    assert result.attempted >= 8
    assert result.failed == 0


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_runs(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spins.csv").write_text(SPINS, encoding="utf-8")
    Path("my_system.py").write_text(OWN_SYSTEM, encoding="utf-8")
    if "HOUSE" in line:
        Path("HOUSE").mkdir()
        evening(Path("HOUSE") / RECORD)

    done = command.run(*shlex.split(line)[1:])

    assert (done.status, done.err) == (0, "")
    assert done.out


def test_every_command_of_the_lab_is_in_it() -> None:
    assert {shlex.split(line)[1] for line in COMMANDS} == set(LAB_COMMANDS)


def test_every_system_and_every_test_is_in_it() -> None:
    assert all(f"`{name}`" in TEXT for name in (*SYSTEMS, *Name))
