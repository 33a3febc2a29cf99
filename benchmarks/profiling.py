"""Where the time of a measurement goes: its functions by the time they spend themselves."""

import cProfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Spent:
    """One function: its part of the whole, what it calls left out, and how often it is called."""

    where: str
    share: float
    calls: int

    def __str__(self) -> str:
        return f"{self.share:6.1%}  {self.calls:>9,} calls  {self.where}"


def hottest(call: Callable[[], object], shown: int = SHOWN) -> list[Spent]:
    """Profile one call, and give the functions that take most of it. Profiled time weighs calls more than they do."""
    watched = cProfile.Profile()
    watched.runcall(call)
    found = sorted(watched.getstats(), key=lambda one: one.inlinetime, reverse=True)
    whole = sum(one.inlinetime for one in found)
    return [Spent(_where(one.code), one.inlinetime / whole, one.callcount) for one in found[:shown]]


def _where(code: CodeType | str) -> str:
    if isinstance(code, str):
        return code.partition(" at 0x")[0].strip("<>")
    file = Path(code.co_filename)
    return f"{file.parent.name}/{file.name}:{code.co_firstlineno} {code.co_name}"
