"""A hand that knows nothing at a dealer's tablet: ``make soak ARGS="clicks [--taps N] [--seed N]"``.

Every button of the dealer's page is tapped, often twice, on upright and sideways
tablets and at tables of several rulebooks. A round that is void, a table that is
closed or a number that is announced without its confirmation is reported, and so
are two steps that one double tap took and a press that nothing came of; then the
run fails.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from testkit.browser import chromium
from testkit.browser.clicking import sit_down
from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served, served
from testkit.browser.staff import AM, R360, V2, V3
from testkit.browser.visits import Visits
from testkit.web.running import TICKING

TABLES = ((V3, (1180, 820)), (V2, (820, 1180)), (R360, (1024, 768)), (AM, (768, 1024)))


def main(arguments: list[str]) -> int:
    """Soak, and print the figures last."""
    given = _given(arguments)
    chromium.built()
    folder, started = chromium.browser(), time.monotonic()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        surroundings = chromium.surroundings(folder, Path(scratch))
        browser = playwright.chromium.launch(
            executable_path=folder / "chromium", args=list(chromium.ARGUMENTS), env=surroundings
        )
        with served(Path(scratch) / "house", **TICKING) as house:
            for place, (ref, size) in enumerate(TABLES):
                wrong += _tapped(browser, house, ref, size, given.seed + place, given.taps // len(TABLES))
                print(f"{ref:22} {size[0]}×{size[1]}: {len(wrong)} wrong", flush=True)
        browser.close()
    print(*wrong, sep="\n")
    print(f"clicks    {given.taps:,} taps: {len(wrong):,} wrong, {time.monotonic() - started:.0f} s")
    return int(bool(wrong))


def _tapped(browser: Browser, house: Served, ref: str, size: tuple[int, int], seed: int, taps: int) -> list[str]:
    visits = Visits(browser, house.base)
    clicker = sit_down(Dealt(house, ref), visits, seed, size)
    while clicker.taps < taps:
        clicker.tap()
    wrong = [f"{ref}: {one}" for one in clicker.wrong()]
    visits.close()
    return wrong


def _given(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak: clicks", description="Tap anything on a dealer's page.")
    parser.add_argument("--taps", type=int, default=10_000, help="at all tables together; 10,000 if not given")
    parser.add_argument("--seed", type=int, default=1, help="where the hand goes; 1 if not given")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
