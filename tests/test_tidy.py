"""The tree is tidy, and the check bites: every kind of finding is planted once."""

import shutil
from pathlib import Path

import pytest

from tools import tidy

ROOT = Path(__file__).resolve().parents[1]

# In two halves where the check would otherwise find them here.
LEFTOVER = "# TO" + "DO: later\n"
LEFTOVER_TOO = "# FIX" + "ME\n"
ROOT_HOME = "see /ro" + "ot/notes\n"
WORKPLACE = 'FOLDER = "/wo' + 'rk/main"\n'
SOMEONES_HOME = "cd /ho" + "me/ada\n"


def short(case: str) -> str:
    """Name a case in pytest's report without printing five hundred lines."""
    return case.strip()[:30]


def long_function(lines: int) -> str:
    return "def deal() -> None:\n" + "    spin()\n" * (lines - 1)


def test_the_tree_is_tidy() -> None:
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("no git here: which files are the project's cannot be told")

    found = tidy.findings(ROOT, tidy.tracked(ROOT))

    assert not found, "\n" + "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("src/croupier/lab/exact.py", "x = 1\n" * 501, "501 lines"),
        ("src/croupier/lab/exact.py", long_function(61), "deal has 61 lines"),
        ("tests/lab/test_exact.py", long_function(61), "deal has 61 lines"),
        ("src/croupier/rules/utils.py", "", "'utils' says nothing"),
        ("src/croupier/common/felt.py", "", "'common' says nothing"),
        ("docs/STAGE_1_SUMMARY.md", "", "belongs in the commit"),
        ("tests/test_comprehensive_settle.py", "", "not for the effort"),
        ("tests/test_settle.py", "def test_settle_comprehensive() -> None: ...\n", "not for the effort"),
        ("src/croupier/rules/felt.py", LEFTOVER, "do it"),
        ("README.md", LEFTOVER_TOO, "do it"),
        ("README.md", ROOT_HOME, "a path of one machine"),
        ("tests/test_settle.py", WORKPLACE, "a path of one machine"),
        ("docs/start.md", SOMEONES_HOME, "a path of one machine"),
        ("locks/run.txt", "--index-url https://packages.example/simple\n", "names no host"),
        ("locks/run.txt", "click @ https://packages.example/click.whl\n", "names no host"),
        ("src/croupier/rules/felt.py", "import numpy as np\n", "numpy: a pure room"),
        ("src/croupier/rulebooks/read.py", "from msgspec import toml\n", "msgspec: a pure room"),
    ],
    ids=short,
)
def test_an_untidy_file_is_found(tmp_path: Path, path: str, text: str, words: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text, encoding="utf-8")

    found = tidy.findings(tmp_path, [Path(path)])

    assert [finding.path for finding in found] == [Path(path)]
    assert words in str(found[0])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/croupier/lab/exact.py", "x = 1\n" * 500),
        ("src/croupier/lab/exact.py", long_function(60)),
        ("src/croupier/lab/simulate.py", "import numpy as np\n"),
        ("src/croupier/rules/felt.py", "import dataclasses\nfrom croupier.rules.pocket import Pocket\n"),
        ("tests/exact/test_edges.py", "CASE = 1\n" * 501),
        ("README.md", "https://house.example/home/rules and ./work/notes\n"),
        ("locks/run.txt", "click==8.5.1 \\\n    --hash=sha256:00\n"),
        ("docs/felt.png", "\udcff\udcfe"),
    ],
    ids=short,
)
def test_a_tidy_file_passes(tmp_path: Path, path: str, text: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text, encoding="utf-8", errors="surrogateescape")

    assert tidy.findings(tmp_path, [Path(path)]) == []
