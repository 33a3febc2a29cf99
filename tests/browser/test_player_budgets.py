"""The budgets of the player's page, measured: ready for a chip, painted, answering, steady. Sizes fail the build.

Times are taken on whatever else the machine does, so the best of some runs is held
to the budget, a slower machine has more in proportion, and all of them are written to
``shots/budget-*.json``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from testkit.browser import chromium
from testkit.browser.cable import Cable, laid
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, middle, sits
from testkit.browser.serving import Served
from testkit.browser.touching import PATIENT, Glass
from testkit.browser.visits import DESKTOP, PHONE, SHOTS, Visits
from testkit.machine import slower

RUNS = 5
WIRE, PLAIN_WIRE, KEPT, AGAIN = 60 * 1024, 68 * 1024, 6 * 1024, 10 * 1024
"""Bytes over the wire, heads and frames included and the font left out: of a first visit to a table, of one without
Brotli (over plain HTTP browsers take gzip only), of what is kept for later, and of a second visit."""
QUIET = 0.7
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
LAPTOP: dict[str, Any] = {"viewport": DESKTOP}
MID_PHONE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
ACCEPTED, ANSWERED_WITHIN = 150, 200
# What Lighthouse calls a slow fourth generation, and a processor four times as slow.
SLOW_NET = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


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


def _all_received(page: Page, cable: Cable) -> int:
    """Wait until nothing more comes, and give what came."""
    Playing(page)
    heard, since = 0, time.monotonic()
    while time.monotonic() - since < QUIET:
        # What a connection says to stay open is less than this.
        if cable.received > heard + 200:
            heard, since = cable.received, time.monotonic()
        page.wait_for_timeout(50)
    return cable.received


@pytest.mark.parametrize(("coding", "most"), [("br", WIRE), ("gzip", PLAIN_WIRE)])
def test_a_first_visit_to_a_table_is_small_over_the_wire_and_a_second_smaller(
    browser: Browser, house: Served, coding: str, most: int
) -> None:
    font = next(chromium.STATIC.glob("didone-*.woff2")).stat().st_size
    sizes = {}
    for table in ("mbs-3", "rws-360", "us-00"):
        with laid(house) as cable:
            visits = Visits(browser, cable.base)
            page = visits.open("about:blank", newcomer=True)
            if coding == "gzip":
                page.set_extra_http_headers({"Accept-Encoding": "gzip, deflate"})
            page.goto(f"/#/table/{table}")
            first = _all_received(page, cable)
            page.reload()
            sizes[table] = {"first": first - font, "again": _all_received(page, cable) - first}
            visits.close()
    _kept(f"wire-{coding}", sizes)
    assert all(30_000 < one["first"] <= most for one in sizes.values()), sizes
    assert all(one["again"] <= AGAIN for one in sizes.values()), sizes


def test_what_is_kept_for_later_is_fetched_later_and_is_little(browser: Browser, house: Served) -> None:
    with laid(house) as cable:
        visits = Visits(browser, cable.base)
        page = visits.open("/#/table/mbs-3", service_workers="allow")
        first = _all_received(page, cable)
        page.wait_for_function("async () => (await navigator.serviceWorker.getRegistration())?.active != null")
        kept = _all_received(page, cable) - first
        visits.close()
    _kept("wire-kept", kept)
    assert kept <= KEPT


@pytest.mark.timed
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
    more = slower()
    assert min(one["ready"] for one in runs) <= ready * more, (more, runs)
    assert min(one["painted"] for one in runs) <= painted * more, (more, runs)


@pytest.mark.timed
def test_a_chip_is_accepted_within_150_milliseconds_and_no_hand_waits_longer_than_200(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    page.evaluate(ANSWERED)
    runs: list[dict[str, float]] = []
    while len(runs) < RUNS and not (runs and _in_time(runs[-1])):
        page.evaluate("window.took = []; window.hands = {};")
        for place, number in enumerate(("5", "8", "17", "20", "23", "26"), start=1):
            player.lay(f"Straight Up {number}")
            page.wait_for_function("number => window.took.length >= number", arg=place)
        # Whatever else the machine does delays one chip or another; half of them and their hands are held to the
        # limits. A hand that is answered within a frame is not listed.
        hands = page.evaluate("Object.values(window.hands)")
        runs.append({"accepted": median(page.evaluate("window.took")), "hand": median(hands) if hands else 0.0})
    _kept("accepted", runs)
    assert _in_time(runs[-1], slower()), runs


def _in_time(run: dict[str, float], more: float = 1) -> bool:
    return run["accepted"] <= ACCEPTED * more and run["hand"] <= ANSWERED_WITHIN * more


SLOW_FRAME, SLOW_HAND = 50, 250
"""Milliseconds on a phone whose processor is four times as slow: half of all frames and hands take no longer."""
FRAMES = """() => new Promise((done) => { const took = []; let last = performance.now();
  const look = (now) => { took.push(now - last); last = now;
    if (took.length < 60) requestAnimationFrame(look); else done(took.slice(1)); };
  requestAnimationFrame(look); })"""


@pytest.mark.timed
def test_a_slow_phone_turns_the_wheel_and_answers_the_hand(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = Playing(visits.open(dealt.path, **MID_PHONE))
    page = player.page
    page.evaluate(ANSWERED)
    page.evaluate(PATIENT)
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    glass = Glass(page)
    # The best of some, and the middle of it: whatever else the machine does delays one hand or frame or another.
    hands: list[float] = []
    while len(hands) < RUNS and not (hands and hands[-1] <= SLOW_HAND):
        page.evaluate("window.hands = {}")
        for number in range(1, 31):
            glass.press(*middle(page.locator(f"[data-spot='straight:{number}']")))
            glass.lift()
        player.settled()
        hands.append(median(page.evaluate("Object.values(window.hands)") or [0.0]))
    expect(page.locator(".own[data-chip]")).to_have_count(30)
    dealt.spin()
    dealt.call()
    player.phase("no-more-bets")
    frames: list[float] = []
    while len(frames) < RUNS and not (frames and frames[-1] <= SLOW_FRAME):
        frames.append(round(median(page.evaluate(FRAMES)), 1))
    _kept("slow-phone", {"hands": hands, "frames": frames})
    more = slower()
    assert hands[-1] <= SLOW_HAND * more, (more, hands)
    assert frames[-1] <= SLOW_FRAME * more, (more, frames)


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
