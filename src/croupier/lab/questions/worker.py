"""The process that answers the lab's questions for a house: ``python -m croupier.lab.questions.worker NICE``.

A question is a line of JSON and so is its answer, over standard input and output. The process lets the tables go
first, and takes no more memory and no more processor time for a question than is reasonable.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from functools import lru_cache
from types import FrameType
from typing import Any

from croupier.rulebooks import REFS, published
from croupier.rules.errors import CroupierError
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Ruleset

MEMORY = 3 * 2**30
SECONDS = {"wheel": 60.0}
SECONDS_USUALLY = 8.0
"""Of processor time for a question. The loops that shuffle spins are compiled when they are first used."""
AGAIN = 0.1
"""After so much more the signal comes again: Python may miss one that another thread was given."""

TOO_LARGE = "this takes more memory than the lab has here; take fewer spins, larger units or a nearer target"
TOO_LONG = "this takes longer than the lab may take here; take fewer spins, larger units or a nearer target"


class TooLongError(Exception):
    """A question used up its time."""


def stand_back(nice: int) -> None:
    """Let the tables go first, and take limited memory."""
    if hasattr(os, "nice"):
        os.nice(nice)
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most < 0 else min(MEMORY, most), most))


def _limit(seconds: float) -> None:
    """Raise TooLongError after so much processor time; 0 for never. Not every system has such a timer."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)


def _over(_signal: int, _frame: FrameType | None) -> None:
    raise TooLongError


@lru_cache(maxsize=32)
def _ruleset(ref: str, text: str | None) -> Ruleset:
    return published(ref) if text is None and ref in REFS else parse(text or "", ref)


def answered(line: str) -> dict[str, Any]:
    """Answer one question; what is wrong with it is said in words."""
    from croupier.lab.questions.answers import ANSWERS  # noqa: PLC0415 - after standing back

    asked = json.loads(line)
    ruleset = _ruleset(asked["ref"], asked.get("text"))
    try:
        _limit(SECONDS.get(asked["ask"], SECONDS_USUALLY))
        return {"answer": ANSWERS[asked["ask"]](ruleset, asked["with"])}
    except CroupierError as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"refused": TOO_LARGE}
    except TooLongError:
        return {"refused": TOO_LONG}
    finally:
        _limit(0)


def main() -> None:
    """Answer until nobody asks any more."""
    stand_back(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, _over)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answered(line), separators=(",", ":")) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
