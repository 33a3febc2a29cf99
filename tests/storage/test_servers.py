"""The server that the storage tests run on: it is there, it keeps what it is told, and it goes when it should."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from testkit.storage.servers import start_postgres


def test_it_answers_and_is_gone_with_its_block() -> None:
    with start_postgres() as server:
        pid = server.pid
        assert server.psql("SHOW fsync") == "on"
        assert server.psql("SHOW server_version").startswith("18")
        server.psql("CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)")
        server.restart("immediate")
        assert server.psql("SELECT n FROM kept") == "7"
        other = server.database("other")
        assert server.psql("SELECT current_database()", "other") == "other"
        assert server.database("other") == other
        assert server.pid != pid
        pid = server.pid
    assert not server.folder.exists()
    assert not _runs(pid)


_STARTER = """
import os, signal
from testkit.storage.servers import start_postgres
with start_postgres() as server:
    print(server.pid, server.folder, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_it_goes_with_a_starter_that_was_killed() -> None:
    root = Path(__file__).parents[2]
    with subprocess.Popen([sys.executable, "-c", _STARTER], stdout=subprocess.PIPE, text=True, cwd=root) as starter:
        assert starter.stdout is not None
        pid, folder = starter.stdout.readline().split()
    assert starter.returncode == -signal.SIGKILL
    until = time.monotonic() + 30
    while (_runs(int(pid)) or Path(folder).exists()) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(int(pid))
    assert not Path(folder).exists()


def _runs(pid: int) -> bool:
    """Whether the process still works: one that has ended and waits to be reaped no longer does, whoever reaps it."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"
