"""The cloth of the player's table: every position a button, every hover a reading, every chip answered."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.dealing import Dealt
from testkit.browser.playing import SHIFTS, goes, middle, sits
from testkit.browser.serving import AUTOMATIC, Served
from testkit.browser.visits import Visits
from testkit.browser.words import refusal

POSITIONS = {
    "mbs-roulette/3": 157,
    "mbs-roulette/2": 157,
    "rws-roulette-360/1": 175,
    "mbs-sands-roulette/1": 166,
    "us-double-zero/1": 162,
}
TALL = {"width": 1440, "height": 1300}
ASTRAY = """() => {
  const cloth = document.querySelector("croupier-cloth");
  const sheet = cloth.querySelector(".cloth-sheet").getBoundingClientRect();
  return cloth.felt.spots.filter((spot) => {
    const [x, y] = cloth.geometry.point(spot.anchor);
    const under = document.elementFromPoint(
      sheet.left + x * sheet.width / cloth.geometry.width, sheet.top + y * sheet.height / cloth.geometry.height);
    return under?.dataset?.spot !== spot.name;
  }).map((spot) => spot.name); }"""

WATCH = """() => {
  window.states = new Set();
  const all = () => document.querySelectorAll(".own[data-chip]");
  const dashed = (one) => getComputedStyle(one.querySelector(".halo")).strokeDasharray !== "none";
  const look = () => all().forEach((one) => window.states.add(one.dataset.state + (dashed(one) ? " dashed" : "")));
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true }); }"""


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


def test_every_position_is_a_button_and_lies_where_its_chip_does(
    visits: Visits, shot: Callable[[Page, str], None]
) -> None:
    page = visits.open("/", viewport=TALL)
    for ref, count in POSITIONS.items():
        goes(page, AUTOMATIC[ref])
        expect(page.locator("button[data-spot]")).to_have_count(count)
        assert page.evaluate(ASTRAY) == [], ref
        assert page.evaluate("document.querySelectorAll('*').length") <= 1500, ref
        shot(page, f"player-{AUTOMATIC[ref]}")
    page.evaluate("document.querySelector('[data-spot=\"straight:17\"]').style.left = '0'")
    assert "straight:17" in page.evaluate(ASTRAY), "a button that lies astray is seen"


def test_pointing_at_a_corner_rings_its_four_numbers_and_reads_it_out_without_moving_anything(
    visits: Visits, shot: Callable[[Page, str], None]
) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    page.evaluate(SHIFTS)
    player.spot("Corner 8 9 11 12").hover()
    expect(page.locator("[data-ring]")).to_have_count(4)
    rings = page.locator("[data-ring]").evaluate_all("all => all.map((one) => one.dataset.ring)")
    assert sorted(rings, key=int) == ["8", "9", "11", "12"]
    read = page.locator("[data-aimed='corner:8-9-11-12']")
    for words in ("Corner 8 9 11 12", "pays 8 to 1", "10 returns 90", "§ 3.4"):
        expect(read).to_contain_text(words)
    expect(read).to_contain_text(re.compile("bet 1.?–.?200"))
    shot(page, "player-aiming")
    for name in ("Split 8 11", "Dozen 2", "Straight Up 36"):
        player.spot(name).hover()
        expect(page.locator("[data-aimed] .name")).to_have_text(name)
    assert page.evaluate("window.shifted") == []


def test_a_click_lays_a_chip_that_is_dashed_until_it_is_accepted(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    page.evaluate(WATCH)
    player.bank("1,000")
    player.lay("Corner 8 9 11 12")
    chip = player.chip("corner:8-9-11-12")
    expect(chip).to_have_attribute("data-state", "live")
    assert page.evaluate("[...window.states]") == ["pending dashed", "live"]
    player.landed()
    (x, y), (wanted_x, wanted_y) = middle(chip), middle(player.spot("Corner 8 9 11 12"))
    assert abs(x - wanted_x) < 3
    assert abs(y - wanted_y) < 3
    player.total("10")
    player.bank("990")
    expect(page.locator("[data-wager='corner:8-9-11-12']")).to_contain_text("8 to 1")


def test_every_way_back_reverses_exactly_one_step(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    for name in ("Straight Up 17", "Straight Up 17", "Split 14 17", "Red"):
        player.lay(name)
    player.total("40")
    player.spot("Straight Up 17").click(button="right")
    player.total("30")
    player.act("Undo")
    player.total("40")
    player.act("Redo")
    player.total("30")
    player.act("Undo")
    player.total("40")
    player.spot("Red").focus()
    player.page.keyboard.press("Delete")
    player.total("30")
    player.page.keyboard.press("u")
    player.total("40")
    player.spot("Straight Up 17").click(modifiers=["Shift"])
    player.total("30")
    player.act("Clear")
    player.total("0")
    player.act("Undo")
    player.total("30")
    player.bank("970")


def test_a_stack_is_moved_by_dragging_and_comes_back_when_dropped_outside(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    player.lay("Straight Up 17", "Straight Up 17")
    player.spot("Straight Up 17").drag_to(player.spot("Straight Up 20"))
    expect(player.chip("straight:20")).to_be_visible()
    expect(player.chip("straight:17")).to_have_count(0)
    player.total("20")
    player.act("Undo")
    expect(player.chip("straight:17")).to_be_visible()
    player.spot("Straight Up 17").drag_to(player.page.locator(".banner"))
    player.total("0")


def test_rebet_adds_and_is_one_step_and_double_refuses_whole(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "us-double-zero/1")
    dealt.open()
    player = sits(visits, dealt.path)
    player.choose("5 chips, 5")
    player.lay("Straight 17", "Split 8 11")
    dealt.finish("36")
    player.phase("betting-open")
    expect(player.page.get_by_role("button", name=re.compile("^Rebet 10"))).to_be_enabled()
    player.act("Rebet")
    player.total("10")
    player.act("Undo")
    player.total("0")
    player.act("Rebet")
    player.total("10")
    player.act("Rebet")
    player.total("20")
    player.act("Double")
    refused = player.page.locator("[data-refused=above-maximum]")
    expect(refused).to_contain_text("Straight 17")
    expect(refused).to_contain_text(refusal("above-maximum", stake_max=1_000))
    expect(player.page.locator("[data-stopped='straight:17']")).to_be_visible()
    player.total("20")


def test_the_courtesy_line_and_the_line_itself_are_one_bet(visits: Visits) -> None:
    player = sits(visits, "/#/table/us-00", viewport=TALL)
    both = player.page.locator("[data-position='split:00-0']")
    expect(both).to_have_count(2)
    both.nth(0).click()
    both.nth(1).click()
    player.total("10")
    expect(player.page.locator("[data-wager]")).to_have_count(1)
    expect(player.page.locator("[data-wager='split:00-0']")).to_contain_text("17 to 1")
    expect(player.page.get_by_role("button", name=re.compile("courtesy line"))).to_have_count(1)


def test_the_top_line_covers_all_zeros_and_the_first_row(visits: Visits) -> None:
    player = sits(visits, "/#/table/sands")
    player.spot("Top Line S 00 0 1 2 3").hover()
    expect(player.page.locator("[data-ring]")).to_have_count(6)
    rings = player.page.locator("[data-ring]").evaluate_all("all => all.map((one) => one.dataset.ring)")
    assert set(rings) == {"S", "00", "0", "1", "2", "3"}
    expect(player.page.locator("[data-aimed]")).to_contain_text("Top Line")
    expect(player.page.locator("[data-aimed]")).to_contain_text("pays 5 to 1")


def test_a_series_lights_its_numbers_and_its_arc(visits: Visits, shot: Callable[[Page, str], None]) -> None:
    player = sits(visits, "/#/table/rws-360")
    player.spot("3 Nos. Series 25 17 34").hover()
    page = player.page
    for pocket in ("25", "17", "34"):
        expect(page.locator(f"[data-ring='{pocket}']")).to_be_attached()
    arc = page.locator(".pocket.on").evaluate_all("all => all.map((one) => one.dataset.pocket)")
    assert arc == ["25", "17", "34"]
    shot(page, "player-series")


def test_what_the_rulebook_does_not_know_is_absent_and_the_drawer_says_so(
    visits: Visits, shot: Callable[[Page, str], None]
) -> None:
    player = sits(visits, "/#/table/mbs-2")
    page = player.page
    player.lay("Straight Up 17")
    for act in ("no spin", "close bets early", "unclear"):
        expect(page.get_by_role("button", name=re.compile(act, re.IGNORECASE))).to_have_count(0)
    page.get_by_role("button", name="Rules").click()
    absent = page.locator("[data-absent]")
    for words in (
        'no call of “no spin”|no call of "no spin"',
        "cannot be called before the ball is spun",
        "does not mention unclear or moved",
    ):
        expect(absent).to_contain_text(re.compile(words))
    expect(page.locator(".clauses .used").first).to_contain_text("used in this round")
    shot(page, "player-rules")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Rules")).to_be_focused()
