"""The connection between a player's page and the house: cut, slow, doubled, shared, renewed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from testkit.browser import chromium
from testkit.browser.axe import violations
from testkit.browser.cable import Cable, laid
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, resize, sits
from testkit.browser.serving import Served
from testkit.browser.visits import SHOTS, Visits
from testkit.browser.words import event
from testkit.machine import slower

Shot = Callable[[Page, str], None]

LAID_AT = "() => addEventListener('pointerup', () => { window.laid = Date.now(); }, true)"
SEEN_AT = """() => { window.seen = []; new MutationObserver(() => {
  const chips = document.querySelectorAll(".chip.other[data-chip]").length;
  if (chips > window.seen.length) window.seen.push(Date.now());
}).observe(document.body, { subtree: true, childList: true }); }"""
TRIES, WITHIN = 3, 10


@pytest.fixture
def cable(house: Served) -> Iterator[Cable]:
    with laid(house) as one:
        yield one


@pytest.fixture
def through(browser: Browser, cable: Cable) -> Iterator[Visits]:
    """Pages whose connection to the house is a cable that can be cut; only errors of the cut are allowed."""
    visits = Visits(browser, cable.base, allowed=["WebSocket connection", "net::ERR_", "Failed to load resource"])
    yield visits
    visits.close()


def test_a_cut_connection_loses_nothing_and_says_what_happened_meanwhile(
    through: Visits, cable: Cable, house: Served, shot: Shot
) -> None:
    early, late = Dealt(house, "mbs-roulette/3"), Dealt(house, "rws-roulette-360/1")
    early.open()
    late.open()
    ann, bob = sits(through, early.path), sits(through, late.path)
    ann.lay("Straight Up 17")
    bob.lay("Single 17", "Square 16 17 19 20")
    late.spin()
    late.call()
    bob.phase("no-more-bets")
    cable.cut()
    for player in (ann, bob):
        expect(player.page.locator("[data-connection=reconnecting]")).to_be_visible()
        expect(player.page.locator(".banner")).to_contain_text("Reconnecting. Your bets stand.")
        expect(player.page.locator("main.inert")).to_be_visible()
    shot(ann.page, "player-reconnecting")
    early.spin()
    early.call()
    late.rest("17")
    late.mark()
    late.pay()
    ann.page.wait_for_timeout(5000)
    cable.mend()
    for player in (ann, bob):
        expect(player.page.locator("[data-connection=live]")).to_be_visible()
    expect(ann.chip("straight:17")).to_have_attribute("data-state", "locked")
    ann.total("10")
    bob.phase("paid")
    for player, missed in (
        (ann, (event("ball-spun", ball="clockwise", wheel="counterclockwise"), event("no-more-bets-called"))),
        (bob, (event("dolly-placed", pocket="17"), event("round-closed", pocket="17"))),
    ):
        for said in missed:
            expect(player.page.locator("[data-missed]")).to_contain_text(said)
    expect(bob.page.locator("[data-returns]")).to_contain_text("+350 on Single 17")
    bob.bank("1,430")


NOTE = """() => {
  const box = (of) => document.querySelector(of).getBoundingClientRect(), note = box("[data-missed]");
  return [".cloth-sheet", ".tray", "[data-timer]"].map(box).some((other) => note.left < other.right &&
    note.right > other.left && note.top < other.bottom && note.bottom > other.top); }"""


def test_what_was_missed_is_a_line_that_covers_nothing_and_goes_by_itself(
    through: Visits, cable: Cable, house: Served, shot: Shot
) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(through, dealt.path)
    page = player.page
    player.lay("Straight Up 17")
    page.mouse.move(1, 1)
    cable.cut()
    expect(page.locator("[data-connection=reconnecting]")).to_be_visible()
    dealt.finish("5")
    cable.mend()
    missed = page.locator("[data-missed]")
    expect(missed).to_contain_text("“Place your bets, please.”")
    for width, height in ((1440, 789), (844, 390), (390, 844)):
        resize(page, {"width": width, "height": height})
        assert page.evaluate(NOTE) is False, f"at {width}x{height}"
        shot(page, f"player-missed-{width}x{height}")
    missed.get_by_role("button", name=re.compile("^All")).click()
    sheet = page.get_by_role("dialog", name="While you were away")
    spun = event("ball-spun", ball="clockwise", wheel="counterclockwise")
    expect(sheet.locator("li").first).to_contain_text(spun)
    expect(sheet.locator("li").last).to_contain_text("“Place your bets, please.”")
    assert violations(page) == []
    page.keyboard.press("Escape")
    player.lay("Straight Up 20")
    page.mouse.move(1, 1)
    expect(missed).to_have_count(0)


def test_a_chip_sent_twice_over_a_slow_connection_is_one_chip(through: Visits, cable: Cable, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    page = through.open("/")
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.goto(dealt.path)
    player = Playing(page)
    cable.delay = 1.5
    player.spot("Straight Up 17").click()
    expect(player.chip("straight:17")).to_have_attribute("data-state", "pending")
    expect(page.locator("[data-wager]")).to_contain_text("sending…")
    expect(player.chip("straight:17")).to_have_attribute("data-state", "live")
    cable.delay = 0.0
    asked = [json.loads(one) for one in sent if '"place-wager"' in one]
    assert len(asked) > 1
    assert len({one["id"] for one in asked}) == 1
    player.total("10")
    told = house.call("GET", f"/tables/{dealt.table}/events?limit=1000")["events"]
    assert sum(one["type"] == "wager-placed" for one in told) == 1


def test_a_chip_sent_into_a_dead_connection_is_accepted_once_it_is_back(through: Visits, cable: Cable) -> None:
    player = sits(through, "/#/table/mbs-3")
    cable.delay = 0.4
    player.spot("Straight Up 17").click()
    cable.cut()
    cable.delay = 0.0
    expect(player.page.locator("[data-connection=reconnecting]")).to_be_visible()
    expect(player.chip("straight:17")).to_have_attribute("data-state", "pending")
    cable.mend()
    expect(player.chip("straight:17")).to_have_attribute("data-state", "live")
    player.total("10")
    player.bank("990")


def test_a_network_that_goes_is_noticed_at_once(visits: Visits) -> None:
    visits.allowed += ["net::ERR_", "WebSocket connection"]
    player = sits(visits, "/#/table/mbs-3")
    player.lay("Straight Up 17")
    player.page.context.set_offline(offline=True)
    expect(player.page.locator("[data-connection=reconnecting]")).to_be_visible(timeout=5000)
    player.page.context.set_offline(offline=False)
    expect(player.page.locator("[data-connection=live]")).to_be_visible()
    player.total("10")


def test_a_page_older_than_the_service_says_so_and_reloads_when_the_round_is_over(
    through: Visits, cable: Cable, house: Served
) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(through, dealt.path)
    page = player.page

    def newer(route: Route) -> None:
        if route.request.resource_type == "fetch":
            route.fulfill(body='<meta name="build" content="another">', content_type="text/html")
        else:
            route.continue_()

    page.route(re.compile(r":\d+/$"), newer)
    page.evaluate("window.old = true")
    cable.cut()
    expect(page.locator("[data-connection=reconnecting]")).to_be_visible()
    cable.mend()
    expect(page.locator("[data-stale]")).to_contain_text("It loads when the round is over.")
    assert page.evaluate("window.old") is True
    dealt.spin()
    dealt.call()
    dealt.rest("5")
    dealt.mark()
    dealt.pay()
    page.wait_for_function("window.old === undefined")
    player.phase("paid")


def test_chips_of_the_other_player_appear_within_half_a_second_with_a_letter(
    visits: Visits, house: Served, shot: Shot
) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    ann, bob = sits(visits, dealt.path), sits(visits, dealt.path)
    ann.page.evaluate(LAID_AT)
    bob.page.evaluate(SEEN_AT)
    took = []
    for number, name in enumerate(("Straight Up 5", "Straight Up 23", "Dozen 3"), start=1):
        ann.lay(name)
        bob.page.wait_for_function(f"window.seen.length === {number}")
        took.append(bob.page.evaluate("window.seen.at(-1)") - ann.page.evaluate("window.laid"))
    SHOTS.mkdir(exist_ok=True)
    (SHOTS / "budget-other-player.json").write_text(json.dumps(took) + "\n")
    assert sorted(took)[1] <= 500, took
    expect(bob.page.locator("[data-chip='straight:5'] text")).to_have_text("A")
    bob.lay("Straight Up 5")
    expect(ann.page.locator(".other[data-chip='straight:5'] text")).to_have_text("B")
    shot(bob.page, "player-two")


def test_code_that_could_not_be_fetched_is_asked_for_again(visits: Visits) -> None:
    """A browser remembers an address that failed, and does not fetch it again for as long as the page lives."""
    visits.allowed += ["Failed to load resource"]
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.route("**/keys-*.js*", lambda route: route.abort())
    page.keyboard.press("?")
    while len(failed) < 2:
        page.wait_for_timeout(20)
    page.unroute("**/keys-*.js*")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.fixture
def as_run(tmp_path: Path) -> Iterator[str]:
    """A house as `make run` opens it, with nothing set: give the address that it prints."""
    chromium.built()
    command = (sys.executable, "-c", "from croupier.cli import main; main()", "serve", "--port", "0")
    with subprocess.Popen(
        (*command, "--data", str(tmp_path)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        said = ""
        while "http://" not in said:
            said = process.stdout.readline()
            assert said, "it ended"
        yield said[said.index("http://") :].split("#")[0].split()[0].rstrip("/")
        process.terminate()
        process.wait(60)


@pytest.mark.timed
def test_a_newcomer_has_a_chip_accepted_within_two_clicks_and_ten_seconds(browser: Browser, as_run: str) -> None:
    visits = Visits(browser, as_run)
    took: list[float] = []
    while len(took) < TRIES and not (took and took[-1] < WITHIN):
        began = time.monotonic()
        page = visits.open("/", newcomer=True)
        page.evaluate("window.clicks = 0; addEventListener('click', () => { window.clicks += 1; }, true)")
        page.locator(".tables a").first.click()
        page.get_by_role("button", name=re.compile("^Straight Up 17,")).click()
        expect(page.locator(".own[data-chip='straight:17']")).to_have_attribute("data-state", "live")
        took.append(round(time.monotonic() - began, 2))
        assert page.evaluate("window.clicks") <= 2
        expect(page.locator("[data-staked]")).to_have_text("10")
    SHOTS.mkdir(exist_ok=True)
    (SHOTS / "budget-newcomer.json").write_text(json.dumps({"seconds": took}) + "\n")
    assert took[-1] < WITHIN * slower(), took
    visits.close()
