"""How times are taken: by the clock in rounds, contenders in turn; by the processor in fresh processes."""

import gc
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

ROUNDS = 3

CLOCKED = """\
{before}
import time
start = time.process_time()
{timed}
print(time.process_time() - start)
"""
"""In processor time: whatever else the machine is doing meanwhile is not the fault of what is measured."""


def medians(contenders: Mapping[str, Callable[[], object]], *, round_seconds: float) -> dict[str, float]:
    """Return the seconds of one call of each contender.

    The contenders take turns within a round, so that a slow minute of the
    machine slows all of them. What takes less than ``round_seconds`` is repeated
    until it does not. Calibrating is the warm-up.
    """
    timers = {name: timeit.Timer(call) for name, call in contenders.items()}
    repeats = {name: _repeats(timer, round_seconds) for name, timer in timers.items()}
    rounds = [
        {name: timer.timeit(repeats[name]) / repeats[name] for name, timer in timers.items()} for _ in range(ROUNDS)
    ]
    return {name: statistics.median(each[name] for each in rounds) for name in contenders}


def seconds(call: Callable[[], T]) -> tuple[float, T]:
    """Time one call by the processor, without the garbage collector, as timeit does, and give its result.

    Whatever else the machine does meanwhile is not its fault.
    """
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        given = call()
        return time.process_time() - started, given
    finally:
        gc.enable()


def _repeats(timer: timeit.Timer, seconds: float) -> int:
    timer.timeit(1)
    return max(1, math.ceil(seconds / timer.timeit(1)))


class FreshProcess:
    """Times a piece of code in new interpreters that share one store of bytecode."""

    def __init__(self, bytecode: Path | None) -> None:
        """Without a place for bytecode, every module is compiled from its source, as after an installation."""
        self._env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        if bytecode is None:
            self._env |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": os.devnull}
        else:
            self._env["PYTHONPYCACHEPREFIX"] = str(bytecode)

    def seconds(self, timed: str, *, before: str = "") -> float:
        """Run ``before``, then give the seconds that ``timed`` takes."""
        code = CLOCKED.format(before=before, timed=timed)
        done = subprocess.run([sys.executable, "-c", code], env=self._env, capture_output=True, text=True, check=True)
        return float(done.stdout)

    def median(self, timed: str, *, before: str = "", rounds: int) -> float:
        """Return the median of several processes, after one that does not count."""
        self.seconds(timed, before=before)
        return statistics.median(self.seconds(timed, before=before) for _ in range(rounds))


@contextmanager
def fresh_process() -> Iterator[FreshProcess]:
    """Return a timer of fresh processes with bytecode of its own, whatever the environment says about writing any."""
    with tempfile.TemporaryDirectory() as folder:
        yield FreshProcess(Path(folder))
