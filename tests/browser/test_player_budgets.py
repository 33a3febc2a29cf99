"""The budgets of the player's page, measured: ready for a chip, painted, answering, steady. Sizes fail the build.

Times are taken on whatever else the machine does, so the best of some runs is held
to the budget, and all of them are written to ``shots/budget-*.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESK, PHONE, SHOTS, Visits
from tests.browser.playing import Playing, sits

RUNS = 5
READY = """() => { window.painted = 0; window.shifted = 0;
  new PerformanceObserver((list) => { window.painted = list.getEntries().at(-1).startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifted += one.hadRecentInput ? 0 : one.value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    const open = document.querySelector("button[data-spot][aria-disabled=false]");
    if (open && document.querySelector("[data-connection=live]")) window.ready = performance.now();
    else requestAnimationFrame(look);
  };
  look(); }"""
ANSWERED = """() => { window.took = []; window.hands = {}; let laid = 0;
  addEventListener("pointerup", () => { laid = performance.now(); }, true);
  new MutationObserver(() => {
    if (laid && document.querySelector(".own[data-state=live]") && !document.querySelector("[data-state=pending]")) {
      window.took.push(performance.now() - laid); laid = 0; }
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const { interactionId: hand, duration } of list.getEntries()) {
      if (hand) window.hands[hand] = Math.max(window.hands[hand] ?? 0, duration);
    }
  }).observe({ type: "event", durationThreshold: 16 }); }"""
LAPTOP = {"viewport": DESK}
MID_PHONE = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
ACCEPTED, ANSWERED_WITHIN = 150, 200
# What Lighthouse calls a slow fourth generation, and a processor four times as slow.
SLOW_NET = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}


def _kept(name: str, value: object) -> None:
    SHOTS.mkdir(exist_ok=True)
    (SHOTS / f"budget-{name}.json").write_text(json.dumps(value) + "\n")


def _visited(visits: Visits, settings: dict[str, Any], prepare: Callable[[Page], None]) -> dict[str, float]:
    """Come to a table for the first time, with nothing in the cache, and say what it took."""
    page = visits.open("about:blank", **settings)
    page.context.add_init_script(f"({READY})()")
    prepare(page)
    page.goto("/#/table/mbs-3")
    page.wait_for_function("window.ready")
    found: dict[str, float] = page.evaluate("({ready: window.ready, painted: window.painted, shifted: window.shifted})")
    page.context.close()
    visits.contexts.remove(page.context)
    return found


def _throttled(page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_NET)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})


@pytest.mark.parametrize(
    ("name", "settings", "prepare", "ready", "painted"),
    [("laptop", LAPTOP, lambda _: None, 1000, 1500), ("phone", MID_PHONE, _throttled, 2500, 2500)],
)
def test_a_first_visit_is_ready_for_a_chip_and_painted_in_time(
    name: str, settings: dict[str, Any], prepare: Callable[[Page], None], ready: int, painted: int, visits: Visits
) -> None:
    sits(visits, "/#/table/mbs-3")  # the first of all opens the table, which is the house's work
    runs = []
    for _ in range(RUNS):
        runs.append(_visited(visits, settings, prepare))
        if runs[-1]["ready"] <= ready and runs[-1]["painted"] <= painted:
            break
    _kept(f"ready-{name}", runs)
    assert min(one["ready"] for one in runs) <= ready, runs
    assert min(one["painted"] for one in runs) <= painted, runs


def test_a_chip_is_accepted_within_150_milliseconds_and_no_hand_waits_longer_than_200(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    page.evaluate(ANSWERED)
    for place, number in enumerate(("5", "8", "17", "20", "23", "26"), start=1):
        player.lay(f"Straight Up {number}")
        page.wait_for_function("number => window.took.length >= number", arg=place)
    took, hands = sorted(page.evaluate("window.took")), sorted(page.evaluate("Object.values(window.hands)"))
    _kept("accepted", {"accepted": took, "interactions": hands})
    # Whatever else the machine does delays one chip or another; half of them and their hands are held to the limits.
    assert took[len(took) // 2] <= ACCEPTED, took
    # A hand that is answered within a frame is not listed.
    assert not hands or hands[len(hands) // 2] <= ANSWERED_WITHIN, hands


def test_the_table_never_shifts_while_it_is_played_at(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    page.evaluate(READY)
    page.wait_for_function("window.ready")
    before = page.evaluate("window.shifted")
    player.lay("Straight Up 17", "Red")
    player.spot("Corner 8 9 11 12").hover()
    player.act("Undo")
    page.keyboard.press("b")
    assert page.evaluate("window.shifted") == before


def test_the_player_has_few_nodes_even_with_a_full_cloth(visits: Visits) -> None:
    player = Playing(visits.open("/#/table/rws-360"))
    player.lay(*(f"Single {number}" for number in range(1, 19)))
    assert player.page.evaluate("document.querySelectorAll('*').length") <= 1500
