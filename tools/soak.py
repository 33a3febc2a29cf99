"""The long batteries: ``python -m tools.soak [BATTERY [OPTIONS]]``.

Without a battery all of them run, one after the other, with their own full
sizes. Each prints its progress, then its figures; the last lines say how each
ended. A battery is a module with ``main(arguments) -> int``, 0 where all is well.
"""

import importlib
import sys
import time

BATTERIES = {
    "tests": "tools.whole_tests",
    "sweep": "tools.sweep",
    "lines": "tools.lines",
    "frames": "tools.frames",
    "floods": "tools.floods",
    "races": "tools.races",
    "taps": "tools.taps",
    "clicks": "tools.clicks",
    "evenings": "tools.evenings",
    "sizes": "tools.sizes",
    "draws": "tools.draws",
    "forks": "tools.forks",
    "flips": "tools.flips",
    "wheels": "tools.wheel_size",
    "crashes": "tools.soak_kills",
}
INTERRUPTED = 130


def run(name: str, arguments: list[str]) -> int:
    """Run one battery; an interrupt ends it, with what it has said by then."""
    try:
        return int(importlib.import_module(BATTERIES[name]).main(arguments))
    except KeyboardInterrupt:
        print(f"{name}: interrupted", flush=True)
        return INTERRUPTED


def run_all() -> int:
    """Run every battery to its end, the failed ones too, and say last how each ended."""
    ended: list[tuple[str, int, float]] = []
    for name in BATTERIES:
        print(f"\n== {name}", flush=True)
        started = time.monotonic()
        ended.append((name, run(name, []), time.monotonic() - started))
        if ended[-1][1] == INTERRUPTED:
            break
    print("\n== summary")
    for name, status, seconds in ended:
        print(f"{'passed' if status == 0 else 'FAILED':8}{name:16}{seconds:10.1f} s")
    for name in list(BATTERIES)[len(ended) :]:
        print(f"{'not run':8}{name}")
    return max(status for _, status, _ in ended)


def main(arguments: list[str]) -> int:
    """Run the battery that is named, or all."""
    if not arguments:
        return run_all()
    name, *options = arguments
    if name in {"-h", "--help"}:
        print(__doc__)
        return 0
    if name not in BATTERIES:
        print(f"there is no battery {name!r}; there are {', '.join(BATTERIES)}", file=sys.stderr)
        return 2
    return run(name, options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
