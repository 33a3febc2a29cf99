"""Forked workers and restarted programs share no secret, and state that a fork copies would be seen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.forks import duplicates

ROOT = Path(__file__).resolve().parents[2]
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork: nothing can be copied by it")

SHARED = """
import random, sys, tempfile
from pathlib import Path
from tools import forks
state = random.Random(1)
forks.fresh_secret = lambda: state.randbytes(32)
sys.exit(forks.main(["--workers", "4", "--secrets", "100", "--restarts", "0"]))
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run in a program of its own: a test's process has threads, and forking those is not this test's matter."""
    return subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)


@FORKS
def test_a_hundred_forked_workers_share_no_secret() -> None:
    done = run("-m", "tools.forks", "--workers", "100", "--secrets", "1000", "--restarts", "5")

    assert (done.returncode, done.stderr) == (0, "")
    assert "101,005 secrets of 100 forked workers, 5 restarts and their parent: 0 repeated" in done.stdout


@FORKS
def test_state_that_a_fork_copies_is_seen() -> None:
    """A generator seeded before the fork gives every worker the same stream, which looks random to any test."""
    done = run("-c", SHARED)

    assert (done.returncode, done.stderr) == (1, "")
    assert "500 secrets of 4 forked workers, 0 restarts and their parent: 300 repeated" in done.stdout


def test_a_secret_that_comes_again_is_counted() -> None:
    one, two, alike = bytes(32), bytes(31) + b"\1", bytes(8) + b"\2" * 24

    assert duplicates(one + two + alike) == 0
    assert duplicates(one + two + alike + one) == 1
    assert duplicates(one + two + one + two + one) == 3
