"""Every documented value of the rulebook format, tried at a table.

    python -m tools.soak sweep [--key PART]

Each value is put into a copy of a rulebook and played in all golden rounds of that rulebook and in the scenes of
``testkit/rulebooks/scenes.py``. Prints how many values each rulebook told apart, and where; then those that nothing
told apart and that are not shown only. There should be none.
"""

import argparse
import time
from collections import Counter

from testkit.rulebooks.sweep import BASES, Tried, idle, shows_in, unmarked, values


def main(arguments: list[str]) -> int:
    """Try every value under both rulebooks."""
    parser = argparse.ArgumentParser(prog="make soak: sweep", description=__doc__)
    parser.add_argument("--key", default="", help="only keys that contain this")
    wanted = parser.parse_args(arguments).key
    found: list[tuple[Tried, str | None]] = []
    for base in BASES:
        started = time.monotonic()
        tried = [one for one in values(base) if wanted in one.key]
        here = [(one, shows_in(one, base)) for one in tried]
        found += here
        shown = Counter(scene for _, scene in here if scene is not None)
        print(f"{base}: {len(here)} values, {shown.total()} told apart, {time.monotonic() - started:.0f} s", flush=True)
        print("  " + ", ".join(f"{scene} {many}" for scene, many in shown.most_common()), flush=True)
    told = idle(found)
    for name in told:
        print(f"idle: {name}{'' if name in unmarked(told) else ' (shown only)'}")
    print(f"{len(found)} tried, {len(unmarked(told))} idle that should act")
    return 1 if unmarked(told) else 0
