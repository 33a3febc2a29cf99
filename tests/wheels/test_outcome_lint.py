"""Outcomes come from one short module that nothing can influence, and the lint that says so bites."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tools import outcome_lint
from tools.outcome_lint import OUTCOME

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a copy of the outcome module and what it needs, to plant things in."""
    for path in ("pyproject.toml", OUTCOME, "src/croupier/rules/pocket.py", "src/croupier/rules/errors.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    (tmp_path / "src/croupier/cli").mkdir()
    return tmp_path


def planted(tree: Path, change: Callable[[str], str]) -> list[str]:
    """Change the outcome module, and give what the lint then finds."""
    text = (tree / OUTCOME).read_text("utf-8")
    changed = change(text)
    assert changed != text, "nothing was planted"
    (tree / OUTCOME).write_text(changed, "utf-8")
    return list(outcome_lint.findings(tree))


def test_outcomes_come_from_one_place() -> None:
    assert list(outcome_lint.findings(ROOT)) == []


def test_the_outcome_module_has_room_to_spare() -> None:
    assert len((ROOT / OUTCOME).read_text("utf-8").splitlines()) < 200


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "import time",
        "import datetime",
        "from datetime import datetime",
        "from random import Random",
        "import numpy.random",
        "from numpy import random",
        "import secrets",
        "import os",
        "from os import getpid",
        "from time import monotonic",
        "from croupier.table.state import Table",
        "from croupier.shelf import rulebook",
        "from croupier.rules.settle import settle",
        "import croupier",
        "from . import random_wheel",
    ],
)
def test_the_outcome_module_imports_nothing_else(tree: Path, line: str) -> None:
    found = planted(tree, lambda text: text.replace("import hashlib\n", f"import hashlib\n{line}\n"))

    assert any("not among what an outcome may depend on" in words for words in found)


def test_an_import_inside_of_a_function_is_found_too(tree: Path) -> None:
    (found,) = planted(
        tree, lambda text: text.replace("    size = len(counted)\n", "    import time\n\n    size = len(counted)\n")
    )

    assert "time: not among" in found


@pytest.mark.parametrize("call", ["__import__('time')", "eval('1')", "open('x')", "hash(secret)", "id(secret)"])
def test_there_is_no_way_around_the_imports(tree: Path, call: str) -> None:
    (found,) = planted(tree, lambda text: text.replace("    if len(secret) !=", f"    {call}\n    if len(secret) !="))

    assert "a way around" in found


def test_nothing_is_kept_from_one_outcome_to_the_next(tree: Path) -> None:
    (found,) = planted(
        tree, lambda text: text.replace("    if len(secret) !=", "    global _last\n    if len(secret) !=")
    )

    assert "nothing is kept" in found


@pytest.mark.parametrize(
    "parameters",
    [
        "secret: bytes, *, table: str, round_id: str, digest: str, pockets: Sequence[str], wagers: object",
        "secret: bytes, *, table: str, round_id: str, digest: str, pockets: Sequence[str], balance: int = 0",
        "secret: bytes, *, table: str, round_id: str, digest: str, pockets: Sequence[str], **more: object",
        "secret: bytes, *wagers: object, table: str, round_id: str, digest: str, pockets: Sequence[str]",
        "secret: bytes, *, table: str = '', round_id: str, digest: str, pockets: Sequence[str]",
        "secret: bytes, *, table: str, digest: str, pockets: Sequence[str]",
    ],
)
def test_the_draw_takes_what_it_takes(tree: Path, parameters: str) -> None:
    (found,) = planted(tree, lambda text: re.sub(r"def draw\(.*?\) ->", f"def draw({parameters}) ->", text))

    assert "it takes (secret, *, table, round_id, digest, pockets) and nothing else" in found


def test_a_draw_under_another_name_is_found(tree: Path) -> None:
    (found,) = planted(tree, lambda text: text.replace("def draw(", "def spin("))

    assert "draw is not there" in found


def test_a_long_outcome_module_is_found(tree: Path) -> None:
    (found,) = planted(tree, lambda text: text + "# one more\n" * 250)

    assert "lines with what it needs of ours" in found


def test_a_module_that_it_needs_counts(tree: Path) -> None:
    with (tree / "src/croupier/rules/pocket.py").open("a", encoding="utf-8") as file:
        file.write("# one more\n" * 250)

    (found,) = outcome_lint.findings(tree)

    assert "lines with what it needs of ours" in found


def test_a_missing_outcome_module_is_found(tree: Path) -> None:
    (tree / OUTCOME).unlink()

    assert any("is not there" in found for found in outcome_lint.findings(tree))


@pytest.mark.parametrize(
    "line",
    [
        "pocket = pockets[block[0] % len(pockets)]",
        "place = byte % len(ruleset.pockets)",
        "place = byte % 37",
        "place = int.from_bytes(block) % 38",
        "_, place = divmod(byte, len(wheel.order))",
        "place = divmod(byte, 39)[1]",
        "pocket = ruleset.pockets[byte * 37 >> 8]",
        "pocket = pockets[int(share * len(pockets))]",
        "pocket = choice(pockets)",
        "pocket = chance.choice(ruleset.pockets)",
        "place = secrets.randbelow(37)",
        "place = secrets.randbelow(len(pockets))",
        "chance.shuffle(pockets)",
        "place = np.random.randint(0, 37)",
        "import random",
        "from random import Random",
        "import numpy.random",
        "from numpy import random",
        "from secrets import randbelow",
        'LABEL = b"croupier/draw/1"',
    ],
)
def test_no_other_place_draws_a_pocket(tree: Path, line: str) -> None:
    (tree / "src/croupier/cli/planted.py").write_text(f"{line}\n", "utf-8")

    found = list(outcome_lint.findings(tree))

    assert found
    assert all(words.startswith("src/croupier/cli/planted.py:1: ") for words in found)
    assert all("nowhere else" in words for words in found)


@pytest.mark.parametrize(
    "line", ["rest = stake % 5", "token = secrets.token_hex()", "pocket = pockets[0]", "d[len(x)]"]
)
def test_other_sums_are_left_alone(tree: Path, line: str) -> None:
    (tree / "src/croupier/cli/planted.py").write_text(f"{line}\n", "utf-8")

    assert list(outcome_lint.findings(tree)) == []


@pytest.mark.parametrize("module", ["random", "time", "secrets", "datetime.datetime.now"])
def test_ruff_refuses_clocks_and_chance_in_the_whole_room(tree: Path, module: str) -> None:
    name, _, _ = module.partition(".")
    call = "" if name == module else f"\n{module}()\n"
    (tree / "src/croupier/wheels/planted.py").write_text(f"import {name}\n{call}", "utf-8")

    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "TID251", "src/croupier/wheels"]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)

    assert done.returncode == 1, done.stdout + done.stderr
    assert "TID251" in done.stdout


def test_it_is_a_program_as_well(tree: Path) -> None:
    (tree / "src/croupier/cli/planted.py").write_text("place = byte % 37\n", "utf-8")
    command = [sys.executable, "-m", "tools.outcome_lint"]

    clean = subprocess.run([*command, str(ROOT)], cwd=ROOT, capture_output=True, text=True, check=False)
    dirty = subprocess.run([*command, str(tree)], cwd=ROOT, capture_output=True, text=True, check=False)

    assert (clean.returncode, dirty.returncode) == (0, 1)
    assert "planted.py:1: byte % 37" in dirty.stdout
