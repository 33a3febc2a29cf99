"""Many sessions of a plan, on all cores or on many machines.

>>> import croupier
>>> from croupier.lab.plan import Plan, limits_for_all
>>> from croupier.lab.systems import Martingale
>>> house = croupier.rulebook("mbs-roulette/3")
>>> plan = Plan(house, Martingale(), {"red": 1}, bankroll=1000, spins=1000, limits=limits_for_all(1, 1000))
>>> results = simulate(plan, sessions=1_000, seed=7)
>>> results.sessions, results.partial
(1000, False)

The numbers depend on the plan, the seed and the count of sessions; not on the
threads, processes or machines, nor on whether a machine was lost meanwhile.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from croupier.lab.plan import Plan
from croupier.lab.simulate.quickest import Changing, quickest_player
from croupier.lab.simulate.results import Results
from croupier.lab.simulate.rows import WriteRows, rows_file
from croupier.lab.simulate.sessions import Engine, player
from croupier.lab.simulate.shares import (
    Part,
    Pending,
    Share,
    Task,
    Workers,
    processes,
    processes_pay,
    share_size,
    shares,
    threads,
)
from croupier.lab.simulate.streams import SESSIONS_MAX, check_seed
from croupier.lab.simulate.tally import Tally
from croupier.lab.systems import LabError
from croupier.rules.stake import short

Progress = Callable[[int, int, float], None]
"""Called with how many sessions are done, of how many, and about how many seconds are left."""


def simulate(  # noqa: PLR0913 - what is played, and how it is to be done
    plan: Plan,
    sessions: int,
    seed: int = 0,
    *,
    engine: Engine | None = None,
    cores: int | None = None,
    in_processes: bool | None = False,
    on: str | None = None,
    progress: Progress | None = None,
    rows_to: str | Path | None = None,
) -> Results:
    """Play sessions 0, 1, 2, … of the seed's streams and tally them, in memory that does not grow with their number.

    An interrupt ends the run and keeps what was done: the results of the first
    sessions, as a run of that many would have given them, marked as
    partial. ``rows_to`` names a Parquet or CSV file for the sessions one by one.
    ``on`` is the address of a Dask scheduler; ``in_processes`` is for systems that cannot
    be compiled, since those hold the GIL: None uses processes if they
    pay. A script that uses them begins with ``if __name__ == "__main__":``, as always.
    """
    _check_count(sessions, "sessions", SESSIONS_MAX)
    if cores is not None:
        _check_count(cores, "cores", 1024)
    by = player(plan, engine) if engine is not None or on is not None else quickest_player(plan, sessions)
    # What runs in plain Python or NumPy here does so everywhere; what is compiled here may not be elsewhere.
    task = Task(plan, check_seed(seed), engine if by.engine == "numba" else by.engine, rows=rows_to is not None)
    if in_processes is None:
        in_processes = by.engine == "python" and processes_pay(task, sessions, cores)
    workers: AbstractContextManager[Workers]
    if on is not None:
        from croupier.lab.simulate.cluster import machines  # noqa: PLC0415 - Dask takes a second

        workers = machines(task, on)
    elif in_processes:
        workers = processes(task, cores)
    else:
        workers = threads(task, by, cores)
    opened: AbstractContextManager[WriteRows | None] = nullcontext() if rows_to is None else rows_file(rows_to)
    begun = time.perf_counter()
    with opened as write_rows, workers as those:
        run = _Run(sessions, those, write_rows, progress)
        run.play(share_size(plan, "numpy" if isinstance(by, Changing) else by.engine))
    if run.tally is None:
        raise KeyboardInterrupt
    if isinstance(by, Changing) and run.tally.sessions == sessions:
        by.wait()
    return Results(plan, seed, sessions, run.tally, by.engine, time.perf_counter() - begun)


class _Run:
    """Hands out shares and takes their parts back in order, a few at a time."""

    def __init__(
        self, sessions: int, workers: Workers, write_rows: WriteRows | None, progress: Progress | None
    ) -> None:
        self._sessions, self._workers, self._write_rows, self._progress = sessions, workers, write_rows, progress
        self._out: deque[tuple[Share, Pending]] = deque()
        self._begun = time.perf_counter()
        self.tally: Tally | None = None

    def play(self, size: int) -> None:
        """Play all shares, or as many as possible before an interrupt."""
        try:
            with _heard() as interrupted:
                for share in shares(self._sessions, size):
                    if len(self._out) >= self._workers.ahead:
                        self._take()
                    if interrupted():
                        break
                    self._out.append((share, self._workers.submit(share)))
                while self._out and not interrupted():
                    self._take()
        except KeyboardInterrupt:
            pass
        except BaseException:
            self._drop()
            raise
        self._keep()

    def _drop(self) -> None:
        for _, pending in self._out:
            pending.given_up()

    def _take(self) -> None:
        """Wait for the first share that is out; it stays out if the wait is interrupted."""
        share, pending = self._out[0]
        part = pending.result()
        self._out.popleft()
        self._add(share, part)

    def _keep(self) -> None:
        """Keep the parts that follow the tally without a gap, and drop the rest."""
        gap = False
        for share, pending in self._out:
            dropped = pending.given_up()
            gap = gap or dropped
            if not gap:
                self._add(share, pending.result())

    def _add(self, share: Share, part: Part) -> None:
        self.tally = part.tally if self.tally is None else self.tally + part.tally
        if self._write_rows is not None and part.rows is not None:
            self._write_rows(share.first, part.rows)
        if self._progress is not None:
            done = self.tally.sessions
            passed = time.perf_counter() - self._begun
            self._progress(done, self._sessions, passed / done * (self._sessions - done))


@contextmanager
def _heard() -> Iterator[Callable[[], bool]]:
    """Note an interrupt instead of acting on it, so that no part is lost half-way; a second one acts.

    Outside the main thread there are none.
    """
    heard: list[bool] = []

    def note(_signal: int, _frame: object) -> None:
        if heard:
            raise KeyboardInterrupt
        heard.append(True)

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGINT, before)


def _check_count(number: object, what: str, most: int) -> None:
    if type(number) is not int or not 1 <= number <= most:
        raise LabError(f"{what}: a whole number from 1 to {most}, not {short(number)}")
