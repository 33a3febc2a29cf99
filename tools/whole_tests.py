"""The tests that try only a share in `make test`, with all of their cases: ``make soak ARGS="tests [FILE ...]"``.

They are found by their import of ``testkit.shares``.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from testkit.shares import VARIABLE

ROOT = Path(__file__).resolve().parent.parent


def files() -> list[str]:
    """Every test file that takes shares; what Hypothesis tries by default is one as well (`tests/conftest.py`)."""
    found = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if any(word in path.read_text("utf-8") for word in ("testkit.shares", "from hypothesis"))
    ]
    assert found
    return found


def main(arguments: list[str]) -> int:
    """Run them, and pass pytest's status on."""
    parser = argparse.ArgumentParser(prog="make soak: tests", description="Run tests of which make test runs a share.")
    parser.add_argument("files", nargs="*", help="some of them; all if none is given")
    given = parser.parse_args(arguments)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", *(given.files or files())]
    return subprocess.call(command, cwd=ROOT, env={**os.environ, VARIABLE: "1"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
