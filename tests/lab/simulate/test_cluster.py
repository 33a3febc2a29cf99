"""A Dask cluster returns the same numbers, bit for bit, even if a worker is killed while it runs."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier.lab.simulate import cluster as machines
from croupier.lab.simulate import run
from croupier.lab.simulate.results import Results
from croupier.lab.simulate.run import simulate
from croupier.lab.simulate.shares import Share, Task
from croupier.lab.systems import LabError, Martingale
from testkit.shares import SOAK, count
from tests.lab.simulate.plans import plain, plan

pytest.importorskip("distributed")

PLAN = plan(Martingale(), bankroll=100_000, spins=1_000)
SESSIONS = count(10_000, 40_000)
QUIET = {"DASK_DISTRIBUTED__WORKER__DAEMON": "False", "DASK_LOGGING__DISTRIBUTED": "error"}


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    env = {**os.environ, **QUIET, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and two workers on the loopback interface."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    worker = ("dask_worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
    here = ("--local-directory", str(folder))
    with (
        started("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"),
        started(*worker, *here) as one,
        started(*worker, *here) as two,
    ):
        wait_for_workers(address)
        yield address, [one, two]


@contextmanager
def lone_worker(folder: Path) -> Iterator[tuple[str, int]]:
    """Start a scheduler and one worker with a nanny, which starts it again if it dies; gives the worker's process."""
    from distributed import Client  # noqa: PLC0415 - skipped where it is not installed

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    worker = ("dask_worker", address, "--nthreads", "1", "--nanny", "--no-dashboard", "--host", "127.0.0.1")
    with (
        started("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"),
        started(*worker, "--local-directory", str(folder)),
    ):
        wait_for_workers(address, 1)
        with Client(address, timeout=5, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            (process,) = client.run(os.getpid).values()
        yield address, process


def wait_for_workers(address: str, workers: int = 2) -> None:
    from distributed import Client  # noqa: PLC0415 - skipped where it is not installed

    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with Client(address, timeout=5, set_as_default=False) as client:  # type: ignore[no-untyped-call]
                client.wait_for_workers(workers, timeout=60)
                return
        except OSError:
            continue
    raise AssertionError("the cluster did not come up")


def numbers(results: Results) -> object:
    return results.sessions, plain(results.tally)


def test_a_cluster_gives_the_same_numbers_also_when_a_worker_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "share_size", lambda *_asked: 640)
    usual = simulate(PLAN, SESSIONS, 5)
    with cluster(tmp_path) as (address, workers):
        undisturbed = simulate(PLAN, SESSIONS, 5, on=address)
        victim = workers[0]

        def kill(done: int, _sessions: int, _left: float) -> None:
            if done >= SESSIONS // 8 and victim.poll() is None:
                os.kill(victim.pid, signal.SIGKILL)
                victim.wait()

        disturbed = simulate(PLAN, SESSIONS, 5, on=address, progress=kill)

    assert victim.returncode == -signal.SIGKILL
    assert numbers(undisturbed) == numbers(usual)
    assert numbers(disturbed) == numbers(usual)
    assert not disturbed.partial


def test_every_share_carries_what_it_needs() -> None:
    """What only the workers hold is gone with the last of them."""
    sent: list[tuple[object, ...]] = []

    class Client:
        """Notes what is submitted, and cannot scatter."""

        def nthreads(self) -> dict[str, int]:
            return {"tcp://127.0.0.1:1": 1}

        def submit(self, *given: object, **_how: object) -> object:
            sent.append(given)
            return None

    task = Task(PLAN, 5)
    machines.Machines(Client(), task).submit(Share(64, 64))

    assert sent[0][0] is machines.play_on_worker
    assert sent[0][2:] == (task, Share(64, 64))


@pytest.mark.skipif(not SOAK, reason="a nanny takes some 15 seconds to start a worker again")
def test_a_run_survives_its_only_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "share_size", lambda *_asked: 640)
    with lone_worker(tmp_path) as (address, process):
        killed: list[int] = []

        def kill(done: int, _sessions: int, _left: float) -> None:
            if done >= 640 and not killed:
                killed.append(process)
                os.kill(process, signal.SIGKILL)

        disturbed = simulate(PLAN, 6_400, 5, on=address, progress=kill)

    assert killed
    assert numbers(disturbed) == numbers(simulate(PLAN, 6_400, 5))


def test_nobody_at_the_address_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "CONNECT_SECONDS", 0.5)
    with pytest.raises(LabError, match=r"no Dask scheduler answers at tcp://127.0.0.1:1"):
        simulate(PLAN, 10, on="tcp://127.0.0.1:1")


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "",
        "127.0.0.1:8786",
        "tcp://nowhere",
        "tcp://:9",
        "http://x:1",
        "inproc://x",
        "tcp://x:99999",
        "tcp://x:y",
    ],
)
def test_what_is_no_address_is_refused_before_dask_is_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its client, half made, took twenty seconds to be dropped and then printed a traceback."""
    monkeypatch.setattr("distributed.Client", None)

    with pytest.raises(LabError, match=r"^--on: .* tcp://127\.0\.0\.1:8786"):
        simulate(PLAN, 10, on=address)
