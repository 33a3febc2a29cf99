"""The first half minute of a newcomer: three steps that hide nothing, stop nobody and come once; and help."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from testkit.browser.axe import violations
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, goes, resize
from testkit.browser.serving import FELTS, Served
from testkit.browser.visits import Visits

Shot = Callable[[Page, str], None]
SIZES = [(390, 844), (320, 640), (844, 390), (768, 1024), (1280, 720), (1440, 789)]
LOOKED_AT = (SIZES[0], SIZES[-1])
COVERED = """() => { const over = document.querySelector("[data-first-step]").getBoundingClientRect();
  return [...document.querySelectorAll(".chip-button, button[data-spot], [data-timer]")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return right > left && over.left < right && over.right > left && over.top < bottom && over.bottom > top;
  }).length; }"""
WHERE = """() => { const { x, y, width, height } = document.querySelector(".cloth-sheet").getBoundingClientRect();
  return [x, y, width, height]; }"""
TO = "place => document.querySelector('croupier-player').firstSteps.go(place)"
FELT = "(({ spots, words }) => ({ spots, words }))(document.querySelector('croupier-player').felt)"
FITS = "one => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth + 1"


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


def _newcomer(visits: Visits, path: str, size: tuple[int, int] = (1440, 789)) -> Playing:
    touch = size[0] < 1000
    viewport = {"width": size[0], "height": size[1]}
    return Playing(visits.open(path, newcomer=True, viewport=viewport, has_touch=touch, is_mobile=touch))


def _step(page: Page) -> Locator:
    return page.locator("[data-first-step]")


def test_each_step_is_over_when_it_is_done_and_all_of_them_come_once(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = _newcomer(visits, dealt.path)
    page = player.page
    expect(_step(page)).to_contain_text("Choose a chip")
    expect(player.heard("polite")).to_contain_text("1 of 3. Choose a chip")
    player.choose("Chip 5")
    expect(_step(page)).to_contain_text("Click a number")
    expect(player.heard("polite")).to_contain_text("2 of 3. Click a number")
    player.lay("Straight Up 17")
    expect(_step(page)).to_have_attribute("data-first-step", "ball")
    expect(_step(page)).to_contain_text("until the call “No more bets”")
    dealt.spin()
    dealt.call()
    expect(_step(page)).to_contain_text("Bets are locked.")
    dealt.rest("17")
    dealt.mark()
    dealt.pay()
    expect(_step(page)).to_have_count(0)
    page.reload()
    Playing(page)
    expect(_step(page)).to_have_count(0)
    expect(page.locator("[data-first]")).to_have_count(0)


def test_a_newcomer_who_just_bets_is_not_held_up(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = _newcomer(visits, dealt.path, (390, 844))
    expect(_step(player.page)).to_have_attribute("data-first-step", "chip")
    player.spot("Straight Up 17").tap()
    expect(player.chip("straight:17")).to_have_attribute("data-state", "live")
    expect(_step(player.page)).to_have_attribute("data-first-step", "ball")


def test_the_steps_can_be_skipped_by_key_and_begun_again_from_help(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = _newcomer(visits, dealt.path)
    page, keys = player.page, player.page.keyboard
    next_button = _step(page).get_by_role("button", name="Next")
    next_button.focus()
    keys.press("Enter")
    expect(_step(page)).to_have_attribute("data-first-step", "bet")
    _step(page).get_by_role("button", name="Skip").focus()
    keys.press("Enter")
    expect(_step(page)).to_have_count(0)
    page.reload()
    Playing(page)
    expect(_step(page)).to_have_count(0)
    page.get_by_role("button", name="Help").click()
    page.get_by_role("dialog", name="How to play").get_by_role("button", name="Show me around").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(_step(page)).to_have_attribute("data-first-step", "chip")


def test_no_step_covers_what_it_explains_or_moves_the_cloth(visits: Visits, house: Served, shot: Shot) -> None:
    """On every screen; axe looks at a phone and at a desktop, where the steps are laid out differently."""
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    returning, page = Playing(visits.open(dealt.path)).page, _newcomer(visits, dealt.path).page
    for width, height in SIZES:
        for one in (returning, page):
            resize(one, {"width": width, "height": height})
        for place, step in enumerate(("chip", "bet", "ball")):
            page.evaluate(TO, place)
            expect(_step(page)).to_have_attribute("data-first-step", step)
            where = f"{step} at {width}x{height}"
            assert page.evaluate(COVERED) == 0, f"{where}: neither chips nor cloth nor timer"
            assert page.evaluate(WHERE) == returning.evaluate(WHERE), f"{where}: the cloth is where it is without"
            assert _step(page).evaluate(FITS), f"{where}: all of it can be read"
            if (width, height) in LOOKED_AT:
                assert violations(page) == [], where
            shot(page, f"first-{step}-{width}x{height}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_help_explains_every_bet_of_the_cloth_by_its_own_name(visits: Visits, house: Served) -> None:
    page = visits.open()
    for ref in FELTS:
        goes(page, house.add_table(ref))
        page.get_by_role("button", name="Help").click()
        sheet = page.get_by_role("dialog", name="How to play")
        expect(sheet.locator("[data-kind]").first).to_be_visible()
        felt = page.evaluate(
            "(({ spots, words }) => ({ spots, words }))(document.querySelector('croupier-player').felt)"
        )
        told = sheet.locator("[data-kind]").all_inner_texts()
        for spot in felt["spots"]:
            assert any(one.startswith(f"{felt['words'][spot['kind']]} pays {spot['pays']} to 1") for one in told), spot
        assert all(len(one.split("\n")[-1]) > 10 for one in told), told
        expect(sheet).to_contain_text("Dolly")
        expect(sheet).to_contain_text("No more bets")
        if ref == FELTS[0]:
            assert violations(page) == []
        sheet.get_by_role("button", name="Close").click()
        expect(sheet).to_have_count(0)


def test_the_sheet_of_help_is_whole_on_every_screen(visits: Visits, shot: Shot) -> None:
    page = visits.open("/#/table/mbs-3")
    Playing(page)
    for width, height in ((390, 844), (844, 390), (1440, 789)):
        resize(page, {"width": width, "height": height})
        if page.get_by_role("button", name="Menu").is_visible():
            page.get_by_role("button", name="Menu").click()
        page.locator(".menu").get_by_role("button", name=re.compile("^Help")).click()
        sheet = page.get_by_role("dialog", name="How to play")
        expect(sheet.locator("[data-kind=split]")).to_be_visible()
        shot(page, f"help-{width}x{height}")
        box = sheet.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        for button in ("Show me around", "Keys and sound", "Close"):
            sheet.get_by_role("button", name=button).scroll_into_view_if_needed()
            expect(sheet.get_by_role("button", name=button)).to_be_in_viewport()
        sheet.get_by_role("button", name="Keys and sound").click()
        expect(page.get_by_role("dialog", name="Keys and sound")).to_be_visible()
        page.go_back()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert page.url.endswith("#/table/mbs-3")
