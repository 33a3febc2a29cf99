"""Taps on phones, at length: ``make soak ARGS="taps [--felts REF,…] [--widths N,…] [--states STATE,…] [--share N]"``.

Every bet of every felt is touched where it is drawn, on phones of eight widths,
early and late in the countdown and while the ball turns, at automatic and at
dealt tables; on every fifth bet a swipe begins as well. A bet that is not what was
touched, a swipe that lays anything, or a cloth that moves under the finger is
reported, and the run fails.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from testkit.browser import chromium
from testkit.browser.playing import resize
from testkit.browser.serving import REFS, Served, served
from testkit.browser.touching import PHONES, STATES, SWIPES, astray, described, phone, sit_down
from testkit.browser.visits import Visits
from testkit.web.running import TICKING

SWIPED = 5


def main(arguments: list[str]) -> int:
    """Soak, and print the figures last."""
    given = _given(arguments)
    chromium.built()
    folder, started = chromium.browser(), time.monotonic()
    taps = 0
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        surroundings = chromium.surroundings(folder, Path(scratch))
        browser = playwright.chromium.launch(
            executable_path=folder / "chromium", args=list(chromium.ARGUMENTS), env=surroundings
        )
        with served(Path(scratch) / "house", **TICKING) as house:
            for ref in given.felts:
                for state in given.states:
                    try:
                        count, found = _on_every_phone(browser, house, ref, state, given)
                    except (AssertionError, Error) as error:
                        count, found = 0, [f"{ref} {state}: {error}"]
                    taps, wrong = taps + count, wrong + found
                    print(f"{ref:22} {state:10} {taps:>7,} taps, {len(wrong)} wrong", flush=True)
        browser.close()
    if wrong:
        print(described(wrong))
    took = time.monotonic() - started
    print(f"taps      {taps:,} taps and a swipe for every {SWIPED}: {len(wrong):,} wrong, {took:.0f} s")
    return int(bool(wrong))


def _on_every_phone(
    browser: Browser, house: Served, ref: str, state: str, given: argparse.Namespace
) -> tuple[int, list[str]]:
    visits = Visits(browser, house.base)
    hand = sit_down(house, visits, ref, state)
    taps = 0
    wrong: list[str] = []
    for turn, width in enumerate(given.widths, start=STATES.index(state)):
        resize(hand.page, phone(width))
        wrong += [f"{ref} {width}: the zone of {name} is not its own" for name in astray(hand.page)]
        for place, (_, spot) in enumerate(hand.spots()):
            if (place + turn) % given.share:
                continue
            wrong += hand.tap(spot)
            taps += 1
            if taps % SWIPED == 0:
                wrong += hand.swipe(spot, *SWIPES[taps % len(SWIPES)])
    visits.close()
    return taps, wrong


def _given(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak: taps", description="Touch every bet on every phone.")

    def chosen(text: str) -> list[str]:
        return [part.strip() for part in text.split(",") if part.strip()]

    parser.add_argument("--felts", type=chosen, default=list(REFS), help="refs, joined by commas; all if not given")
    parser.add_argument("--states", type=chosen, default=list(STATES), help=f"of {', '.join(STATES)}; all if not given")
    parser.add_argument("--widths", type=chosen, default=list(PHONES), help="of phones, in pixels; all if not given")
    shared = "tap one bet of N on each phone and in each state, always other ones; 1 if not given, 5 taps each bet once"
    parser.add_argument("--share", type=int, default=1, metavar="N", help=shared)
    given = parser.parse_args(arguments)
    given.widths = [int(width) for width in given.widths]
    for name, known in (("felts", REFS), ("states", STATES), ("widths", tuple(PHONES))):
        strange = [one for one in getattr(given, name) if one not in known]
        if strange:
            parser.error(f"--{name}: there is no {strange[0]}; there are {', '.join(map(str, known))}")
    return given


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
