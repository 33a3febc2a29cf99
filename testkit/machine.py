"""How fast the machine is now, so that a bar that was taken on one machine is fair on a slower or a busy one."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

QUIET = 0.0050
"""Seconds: the median of `_work` with nothing else running on two cores of the machine on which the bars were taken."""
RUNS = 15


def slower(clock: Callable[[], float] = time.perf_counter) -> float:
    """How many times slower than that machine this one is now; at least 1, so that no bar is tighter than stated.

    With `time.thread_time` what others do to this machine does not count.
    """
    taken = []
    for _ in range(RUNS):
        began = clock()
        _work()
        taken.append(clock() - began)
    return max(1.0, median(taken) / QUIET)


def _work() -> int:
    """Do what most of our time goes to: small objects, dicts and calls in the interpreter."""
    found: dict[int, int] = {}
    for number in range(60_000):
        found[number % 997] = found.get(number % 997, 0) + number * number % 7
    return len(found)
