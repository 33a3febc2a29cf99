"""Fingers and keys: everything a mouse can do, without one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.axe import violations
from testkit.browser.playing import Playing, goes, middle, sits
from testkit.browser.serving import AUTOMATIC
from testkit.browser.touching import PATIENT, Glass
from testkit.browser.visits import Visits
from testkit.browser.words import refusal

Shot = Callable[[Page, str], None]
REST = 200
"""For how long a finger rests before it slides, in milliseconds."""
ASKEW = """() => { for (const one of document.getAnimations()) if (one.effect.target.matches(".rotor")) {
  one.pause(); one.currentTime = 1500; } }"""  # a square is widest when it stands on a corner


IN_ORDER = """() => ["banner", "cloth", "tray", "wagers", "results", "menu"]
  .map((one) => document.querySelector(`.${one}`)).every((one, place, all) => one && (!place
    || all[place - 1].compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING))"""


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


def _patient(page: Page) -> Glass:
    page.evaluate(PATIENT)
    return Glass(page)


def test_a_finger_slides_from_a_number_to_the_line_and_places_on_lifting(visits: Visits, shot: Shot) -> None:
    player = Playing(visits.phone("/#/table/mbs-3"))
    glass, bubble = _patient(player.page), player.page.locator(".bubble")
    glass.press(*middle(player.spot("Straight Up 8")))
    expect(bubble).to_contain_text("Straight Up 8")
    player.page.wait_for_timeout(REST)
    glass.move(*middle(player.spot("Split 8 11")))
    expect(bubble).to_contain_text("Split 8 11")
    expect(bubble).to_contain_text("17 to 1")
    shot(player.page, "phone-sliding")
    glass.lift()
    expect(player.chip("split:8-11")).to_have_attribute("data-state", "live")
    expect(bubble).to_have_count(0)
    player.total("10")
    assert violations(player.page) == []


def test_a_finger_lifted_outside_the_cloth_places_nothing(visits: Visits) -> None:
    player = Playing(visits.phone("/#/table/mbs-3"))
    glass, bubble = _patient(player.page), player.page.locator(".bubble")
    glass.press(*middle(player.spot("Straight Up 8")))
    player.page.wait_for_timeout(REST)
    glass.move(200, 20)
    expect(bubble).to_have_count(0)
    glass.move(*middle(player.spot("Straight Up 20")))
    expect(bubble).to_contain_text("Straight Up 20")
    glass.move(200, 20)
    expect(bubble).to_have_count(0)
    glass.lift()
    player.total("0")


def test_a_finger_that_rests_gets_every_bet_that_covers_the_number(visits: Visits, shot: Shot) -> None:
    player = Playing(visits.phone("/#/table/mbs-3"))
    glass = Glass(player.page)
    glass.press(*middle(player.spot("Straight Up 8")))
    sheet = player.page.get_by_role("dialog", name="Bet picker")
    rows = sheet.get_by_role("listitem").get_by_role("button")
    expect(rows.first).to_be_visible()
    glass.lift()
    expect(rows).to_have_count(17)  # number, 4 splits, 4 corners, street, 2 six lines, column, dozen, low, even, black
    assert min(rows.evaluate_all("all => all.map((one) => one.offsetHeight)")) >= 48
    shot(player.page, "phone-picker")
    rows.filter(has_text="Split 8 11").click()
    expect(player.chip("split:8-11")).to_be_visible()


def test_nothing_scrolls_sideways_at_320_pixels_and_every_action_can_be_reached(visits: Visits, shot: Shot) -> None:
    page = visits.open("/", viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    for table in AUTOMATIC.values():
        goes(page, table)
        shot(page, f"phone-320-{table}")
        page.evaluate(ASKEW)
        for height in (640, 256):  # 256 is what 400 % leaves of a screen
            page.set_viewport_size({"width": 320, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= 320, table
            for name in ("Undo", "Clear", "Rebet", "Double"):
                box = page.locator(".tray").get_by_role("button", name=re.compile(f"^{name}")).bounding_box()
                assert box is not None, f"{name} at {table}"
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= 320
        page.set_viewport_size({"width": 320, "height": 640})
    player = Playing(page)
    page.get_by_role("button", name="Menu").click()
    for name in ("Redo", "Type a bet", "Chips", "Sound", "Rules", "Help"):
        expect(page.locator(".menu").get_by_role("button", name=re.compile(f"^{name}"))).to_be_visible()
    page.locator(".menu").get_by_role("button", name="Type a bet").click()
    page.get_by_label("Bet", exact=True).fill("17")
    page.keyboard.press("Enter")
    expect(player.chip("straight:17")).to_be_visible()


def test_a_round_of_bets_by_keyboard_alone(visits: Visits, shot: Shot) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page, keys = player.page, player.page.keyboard
    assert page.evaluate(IN_ORDER) is True
    for _ in range(20):
        keys.press("Tab")
        if page.evaluate("document.activeElement.dataset.spot !== undefined"):
            break

    def on(name: str) -> None:
        expect(page.locator("[data-aimed] .name")).to_have_text(name)
        assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith(f"{name},")

    walk = (
        ("ArrowRight", "Straight Up 2"),
        ("Shift+ArrowRight", "Split 2 5"),
        ("Shift+ArrowDown", "Corner 1 2 4 5"),
        ("Shift+ArrowDown", "Split 1 4"),
        ("Shift+ArrowDown", "Six Line 1 2 3 4 5 6"),
        ("Shift+ArrowLeft", "Street 1 2 3"),
        ("Shift+ArrowLeft", "Corner 0 1 2 3"),
        ("ArrowDown", "Dozen 1"),
        ("ArrowDown", "Low (1-18)"),
    )
    keys.press("Home")
    page.locator("[data-spot='straight:0']").focus()
    for key, name in walk:
        keys.press(key)
        on(name)
        keys.press("Enter")
    player.total("90")
    shot(page, "player-keyboard")
    assert page.locator("[data-spot][tabindex='0']").count() == 1
    keys.press("u")
    player.total("80")
    keys.press("Shift+U")
    player.total("90")
    keys.press("Delete")
    player.total("80")
    keys.press("c")
    player.total("0")


def test_a_typed_bet_is_placed_and_what_is_no_bet_is_explained(visits: Visits) -> None:
    player = sits(visits, "/#/table/rws-360")
    page, keys = player.page, player.page.keyboard
    typed = (
        ("17", "straight:17"),
        ("8 11", "split:8-11"),
        ("8-9-11-12 x20", "corner:8-9-11-12"),
        ("red", "red"),
        ("1st 12", "dozen:1"),
        ("series 4 21 2", "series-3:2-4-21"),
    )
    for words, position in typed:
        keys.press("/")
        expect(page.get_by_label("Bet", exact=True)).to_be_focused()
        page.get_by_label("Bet", exact=True).fill(words)
        keys.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(player.chip(position)).to_be_visible()
    player.total("70")
    keys.press("/")
    expect(page.get_by_label("Bet", exact=True)).to_be_focused()
    page.get_by_label("Bet", exact=True).fill("1 36")
    keys.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text(refusal("not-on-layout", position="1 36"))
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    player.total("70")


def test_questions_are_answered_on_the_screen_and_aloud(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page, keys = player.page, player.page.keyboard
    player.lay("Straight Up 17")
    answers = {
        "b": "Your bets: 10 on Straight Up 17. 10 in total.",
        "t": "Place your bets, please",
        "l": "results",
        "w": "You had no bets in the last round.",
        "m": "Straight Up 17: from 1 to 200.",
    }
    for key, words in answers.items():
        keys.press(key)
        expect(page.locator(".read-out")).to_contain_text(words)
        expect(player.heard("polite")).to_contain_text(words)
    before = player.heard("polite").text_content()
    keys.press("m")
    page.wait_for_function("words => document.querySelector('[data-live=polite]').textContent !== words", arg=before)


def test_keys_choose_a_chip_are_listed_and_can_be_turned_off(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page, keys = player.page, player.page.keyboard
    keys.press("5")
    expect(page.get_by_role("button", name="Chip 100", exact=True)).to_have_attribute("aria-pressed", "true")
    keys.press("?")
    sheet = page.get_by_role("dialog", name="Keys and sound")
    expect(sheet).to_contain_text("every bet that covers this number")
    sheet.get_by_label("Shortcut keys").uncheck()
    keys.press("Escape")
    keys.press("1")
    expect(page.get_by_role("button", name="Chip 100", exact=True)).to_have_attribute("aria-pressed", "true")
