"""Fuzz the reader of the socket's frames at length: ``make soak ARGS="frames [--frames N] [--seed N]"``.

What is taken for a command is held against a second reading, and what the reader
of plain wagers takes against the general one. A difference ends the run with a
traceback that shows the frame.
"""

import argparse
import sys
import time
from collections import Counter

from testkit.web.fuzz import fuzz_frames

FRAMES = 1_000_000
SEED = 29
PART = 50_000


def main(arguments: list[str]) -> int:
    """Soak, and print the figures last."""
    parser = argparse.ArgumentParser(prog="make soak: frames", description="Fuzz the frames of the socket at length.")
    parser.add_argument("--frames", type=int, default=FRAMES, help=f"how many frames; {FRAMES:,} if not given")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the frames; {SEED} if not given")
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}", flush=True)
    figures: Counter[str] = Counter()
    started = time.monotonic()
    for part, first in enumerate(range(0, given.frames, PART)):
        figures += fuzz_frames(min(PART, given.frames - first), given.seed + part)
        print(f"{figures.total() - figures['plain']:>12,} frames, {figures['taken']:,} taken", flush=True)
    plain = figures.pop("plain", 0)
    print(f"frames    {figures.total():,} in {time.monotonic() - started:.0f} s, both readers agreed on each")
    print(f"taken     {figures['taken']:,}, every one a command at a second reading; {plain:,} of them plain wagers")
    print(f"refused   {', '.join(f'{code} {count:,}' for code, count in figures.most_common() if code != 'taken')}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
