"""A simulation cut into shares of sessions, and its workers: threads, processes, or the machines of ``cluster``."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from math import gcd
from typing import NamedTuple, Protocol

from croupier.lab.plan import Plan
from croupier.lab.simulate.sessions import Engine, Player, Sessions, player
from croupier.lab.simulate.tally import Grid, Tally, tally
from croupier.lab.systems import LabError

SPINS_AT_ONCE = {"numba": 2**24, "numpy": 2**21, "python": 2**16}
"""The size of a share: some hundredths of a second compiled, some tenths otherwise."""

SPINS_WORTH_PROCESSES = 2**17
"""Spins that take about as long in plain Python as two processes take to start."""

SESSIONS_AT_ONCE = 2**16
SIDE_BY_SIDE = 64
"""How many sessions are played at a time: a share fills its lanes."""


@dataclass(frozen=True, slots=True)
class Share:
    """Some sessions, one after the other."""

    first: int
    count: int


class Part(NamedTuple):
    """The result of a share, with its rows if they are wanted."""

    tally: Tally
    rows: Sessions | None


@dataclass(frozen=True, slots=True)
class Task:
    """What to play, as sent to every worker."""

    plan: Plan
    seed: int
    engine: Engine | None = None
    rows: bool = False


class Pending(Protocol):
    """A share that is being played."""

    def result(self) -> Part: ...

    def given_up(self) -> bool:
        """Cancel it if it has not started, and return whether it was cancelled."""
        ...


class Workers(Protocol):
    """Plays shares."""

    ahead: int
    """How many shares to have in flight."""

    def submit(self, share: Share) -> Pending: ...


def play_share(task: Task, by: Player, share: Share) -> Part:
    """Play a share and tally it."""
    plan = task.plan
    unit = gcd(plan.cost, *plan.gains)
    sessions = by(task.seed, share.first, share.count)
    return Part(tally(sessions, plan.bankroll, Grid(plan.bankroll % unit, unit)), sessions if task.rows else None)


def share_size(plan: Plan, engine: Engine) -> int:
    if engine == "python":
        return max(SPINS_AT_ONCE[engine] // plan.spins, 1)
    groups = SPINS_AT_ONCE[engine] // (plan.spins * SIDE_BY_SIDE)
    return SIDE_BY_SIDE * min(max(groups, 1), SESSIONS_AT_ONCE // SIDE_BY_SIDE)


def shares(sessions: int, size: int) -> Iterator[Share]:
    """Cut the sessions into shares of this size; the last may be smaller."""
    for first in range(0, sessions, size):
        yield Share(first, min(size, sessions - first))


class PendingFuture:
    """A share that a thread or a process of this machine plays."""

    def __init__(self, future: Future[Part]) -> None:
        self._future = future

    def result(self) -> Part:
        return self._future.result()

    def given_up(self) -> bool:
        """Cancel it if it has not started, and return whether it was cancelled."""
        return self._future.cancel()


class Threads:
    """Threads of one process: compiled loops do not hold the GIL."""

    def __init__(self, task: Task, by: Player, pool: Executor, count: int) -> None:
        self._task, self._by, self._pool = task, by, pool
        self.ahead = 2 * count

    def submit(self, share: Share) -> PendingFuture:
        return PendingFuture(self._pool.submit(play_share, self._task, self._by, share))


@contextmanager
def threads(task: Task, by: Player, count: int | None) -> Iterator[Threads]:
    """Start as many threads as there are cores, or as requested."""
    number = count or cores_here()
    with ThreadPoolExecutor(number) as pool:
        yield Threads(task, by, pool, number)


def cores_here() -> int:
    """Return the cores that this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable is not None else os.cpu_count() or 1


class Processes:
    """Processes of this machine: for systems that cannot be compiled."""

    def __init__(self, pool: Executor, count: int) -> None:
        self._pool = pool
        self.ahead = 2 * count

    def submit(self, share: Share) -> PendingFuture:
        """Submit a share. The pool starts its processes here, one by one as they are needed."""
        with _interrupts_held_back():
            return PendingFuture(self._pool.submit(_play_here, share))


def processes_pay(task: Task, sessions: int, count: int | None) -> bool:
    """Whether playing in plain Python on one core takes longer than starting processes, and the task can be pickled."""
    return (count or cores_here()) > 1 and sessions * task.plan.spins > SPINS_WORTH_PROCESSES and _sent(task) is None


def _sent(task: Task) -> str | None:
    """Return why a task cannot be sent to another process; None if it can."""
    try:
        pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        return str(error)
    return None


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Block interrupts, also in processes that are started meanwhile: they leave them to the main process."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def processes(task: Task, count: int | None) -> Iterator[Processes]:
    """Start as many processes as there are cores, or as requested; each gets the plan once."""
    number = count or cores_here()
    why = _sent(task)
    if why is not None:
        raise LabError(
            f"{task.plan.system.name} cannot be sent to another process ({why}); put its function into a module"
        )
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - few play in processes, and it takes a tenth
    from multiprocessing import get_context, resource_tracker  # noqa: PLC0415 - of a second to load

    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # It unblocks interrupts when it starts, so it starts before.
    with ProcessPoolExecutor(number, get_context("spawn"), initializer=_learn, initargs=(task,)) as pool:
        yield Processes(pool, number)


_learned: dict[str, tuple[Task, Player]] = {}


def _learn(task: Task) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # An interrupt is for the main process, which then submits no more.
    _learned["here"] = (task, player(task.plan, task.engine))


def _play_here(share: Share) -> Part:
    task, by = _learned["here"]
    return play_share(task, by, share)
