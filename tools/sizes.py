"""The player's table on every screen: ``make soak ARGS="sizes [--felts REF,…] [--sizes WxH,…]"``.

Every felt is looked at on every size of screen: the whole cloth, tray, timer and
balance must be in view and not covered. On every size a round with a win is played,
and no box of the cloth may move by a pixel in it.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from testkit.browser import chromium
from testkit.browser.serving import REFS, Served, served
from testkit.browser.sizes import SIZES, Size, described, sit_down, wrong_at
from testkit.browser.visits import Visits
from testkit.web.running import TICKING

AT_ONCE = 6
"""Screens that look at one round together."""


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
            for ref in given.felts:
                for place in range(0, len(given.sizes), AT_ONCE):
                    wrong += _looked_at(browser, house, ref, given.sizes[place : place + AT_ONCE])
                print(f"{ref:22} {len(given.sizes)} sizes, {len(wrong)} wrong", flush=True)
        browser.close()
    if wrong:
        print(described(wrong))
    seen, took = len(given.felts) * len(given.sizes), time.monotonic() - started
    print(f"sizes     {seen} felts and sizes, a round on each: {len(wrong)} wrong, {took:.0f} s")
    return int(bool(wrong))


def _looked_at(browser: Browser, house: Served, ref: str, sizes: Sequence[Size]) -> list[str]:
    visits = Visits(browser, house.base)
    playing = sit_down(house, visits, ref, sizes)
    playing.begin()
    wrong = playing.end()
    for size, player in playing.players.items():
        wrong += [f"{ref} {one}" for one in wrong_at(player.page, size)]
    visits.close()
    return wrong


def _given(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak: sizes", description="Look at every felt on every screen.")
    named = {f"{width}x{height}": (width, height) for width, height in SIZES}

    def chosen(text: str) -> list[str]:
        return [part.strip() for part in text.split(",") if part.strip()]

    parser.add_argument("--felts", type=chosen, default=list(REFS), help="refs, joined by commas; all if not given")
    parser.add_argument("--sizes", type=chosen, default=list(named), help="as 1280x720,…; all if not given")
    given = parser.parse_args(arguments)
    for name, known in (("felts", REFS), ("sizes", tuple(named))):
        strange = [one for one in getattr(given, name) if one not in known]
        if strange:
            parser.error(f"--{name}: there is no {strange[0]}; there are {', '.join(known)}")
    given.sizes = [named[name] for name in given.sizes]
    return given


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
