"""Whole evenings at a dealer's tablet: ``make soak ARGS="evenings [--seed N]"``.

Thirty rounds by touch on a sideways and on an upright tablet, with every
irregularity; a round whose record is not what happened is reported, and then the
run fails.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from testkit.browser import chromium
from testkit.browser.dealing import Dealt
from testkit.browser.evening import ROUNDS, begin, planned
from testkit.browser.serving import served
from testkit.browser.staff import V3
from testkit.browser.visits import Visits
from testkit.web.running import TICKING

SIZES = ((1180, 820), (820, 1180))


def main(arguments: list[str]) -> int:
    """Deal the evenings, and print the figures last."""
    parser = argparse.ArgumentParser(prog="make soak: evenings", description="Deal whole evenings by touch.")
    parser.add_argument("--seed", type=int, default=1, help="the order of the rounds; 1 if not given")
    given = parser.parse_args(arguments)
    chromium.built()
    folder, started = chromium.browser(), time.monotonic()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        surroundings = chromium.surroundings(folder, Path(scratch))
        browser = playwright.chromium.launch(
            executable_path=folder / "chromium", args=list(chromium.ARGUMENTS), env=surroundings
        )
        with served(Path(scratch) / "house", **TICKING) as house:
            for place, size in enumerate(SIZES):
                visits = Visits(browser, house.base)
                wrong += begin(Dealt(house, V3), visits, size).play(planned(given.seed + place))
                visits.close()
                print(f"{size[0]}×{size[1]}: {ROUNDS} rounds, {len(wrong)} wrong", flush=True)
        browser.close()
    print(*wrong, sep="\n")
    print(f"evenings  {len(SIZES)} of {ROUNDS} rounds: {len(wrong):,} wrong, {time.monotonic() - started:.0f} s")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
