"""A player's page at a full table: 60 others lay a chip a second each, on a phone four times as slow as a desk."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Browser, expect

from testkit.browser.crowd import Crowd, traced
from testkit.browser.playing import sits
from testkit.browser.serving import Served
from testkit.browser.visits import PHONE, Visits

OTHERS, LYING, STAKE = 60, 600, 1_000
SECONDS, PATIENCE = 3.0, 30.0
AIMED = 4
LONGEST = 100
TRIES = 3
PEER = """() => { const once = () => {
    const begun = performance.now(), holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (let number = 0; number < 1500; number += 1) {
      const one = document.createElementNS("http://www.w3.org/2000/svg", number % 3 ? "circle" : "text");
      for (const name of ["cx", "cy", "x", "y", "r"]) one.setAttribute(name, String(number % 97));
      one.textContent = "A";
      holder.append(one);
    }
    document.body.append(holder);
    holder.getBBox();
    holder.remove();
    return performance.now() - begun;
  };
  return Array.from({ length: 7 }, once).sort((a, b) => a - b)[3]; }"""
"""A drawing of about as many chips as others lay, made from nothing: how fast this machine is at such work."""
REFERENCE = 60
"""Milliseconds: it took 47 to 60 at a load of 1 to 2, where the longest task took 54 to 64. A task may
last `LONGEST` there, and longer in proportion on a slower machine."""


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


@pytest.mark.timed
def test_the_pointer_sweeps_over_the_cloth_while_60_others_bet_and_no_task_is_long(
    browser: Browser, house: Served, visits: Visits
) -> None:
    player = sits(visits, "/#/table/mbs-3", viewport=PHONE)
    page = player.page
    crowd = Crowd(house, "mbs-3", OTHERS, STAKE)
    crowd.lay(LYING)
    expect(page.locator("[data-chip].other").first).to_be_visible()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    longest = LONGEST * max(1, page.evaluate(PEER) / REFERENCE)
    cloth = page.locator(".cloth-sheet").bounding_box()
    assert cloth is not None
    runs: list[list[float]] = []
    with crowd.betting():
        while len(runs) < TRIES and not (runs and runs[-1][0] <= longest):
            aimed: set[str | None] = set()
            with traced(browser, page) as tasks:
                begun, step = time.monotonic(), 0
                # On a busy machine the pointer gets to fewer places in the same time.
                while time.monotonic() < begun + (SECONDS if len(aimed) >= AIMED else PATIENCE):
                    step += 1
                    across, down = (step * 7) % 40 / 40, (step * 3) % 50 / 50
                    page.mouse.move(
                        cloth["x"] + cloth["width"] * (0.1 + 0.8 * across),
                        min(PHONE["height"] - 20, cloth["y"] + cloth["height"] * down),
                    )
                    aimed.add(page.evaluate("document.querySelector('croupier-cloth').aimed?.name"))
            runs.append(tasks)
            assert len(aimed) >= AIMED, "the pointer met nothing"
    assert runs[-1][0] <= longest, (longest, [run[:5] for run in runs])
