"""What a finger touches is what is laid: on every phone, on every felt, in every state of a round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from croupier.rulebooks import published
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, middle, resize
from testkit.browser.serving import FELTS, REFS, Served
from testkit.browser.touching import (
    PHONES,
    SCROLL_ENDED,
    SHIFT,
    STATES,
    STYLED,
    SWIPES,
    WHERE,
    Glass,
    Hand,
    astray,
    described,
    handheld,
    on_each_phone,
    one_of_each,
    phone,
    sit_down,
)
from testkit.browser.visits import Visits

LOW: ViewportSize = {"width": 320, "height": 400}
"""What a keyboard or a browser's own bars may leave of a small phone: here the page scrolls."""
BESIDE = ".spot { translate: 0 20px; }"
BUSY = """(milliseconds) => document.querySelector("croupier-cloth").addEventListener("pointerdown", () => {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}, { once: true })"""
TOUCHED = """() => { window.touched = null; let last = -Infinity;
  addEventListener("scroll", (event) => { last = event.timeStamp; }, { capture: true });
  addEventListener("pointerdown", (event) => {
    window.touched = { spot: event.target.dataset?.spot, glided: event.timeStamp - last };
  }, { capture: true }); }"""
EACH = 4
"""Every so many of the phones; which ones, changes with the state."""
STILL, TRIES = 100, 20
"""Milliseconds after which a page counts as still; a busy machine may send a finger too late to stop it."""


def test_a_rulebook_that_is_not_tapped_has_the_felt_of_one_that_is() -> None:
    drawn = {ref: (published(ref).felt, tuple(published(ref).positions)) for ref in REFS}
    assert {ref for ref in REFS if drawn[ref] not in [drawn[one] for one in FELTS]} == set()


@pytest.mark.parametrize("ref", FELTS)
def test_a_tap_lays_what_was_touched_and_a_swipe_lays_nothing(ref: str, visits: Visits, house: Served) -> None:
    """Kinds of bets are tapped on a quarter of the phones in each state, over the states on all of them.

    `make soak` taps every bet on every phone in every state. Whether a button covers
    what is drawn is looked at here on every phone, for every bet.
    """
    hand, wrong = sit_down(house, visits, ref, STATES[0]), []
    spots = hand.spots()
    for turn, state in enumerate(STATES):
        if turn:
            hand.go(ref, state)
        for place, _ in on_each_phone(hand, first=turn % EACH, step=EACH):
            if place < EACH:
                wrong += hand.swipe("straight:17", *SWIPES[turn % len(SWIPES)])
            for number, spot in enumerate(one_of_each(spots, place)):
                if (number + place) % len(STATES) == turn:
                    wrong += hand.tap(spot)
    assert not wrong, described(wrong)


@pytest.mark.parametrize("ref", FELTS)
def test_on_every_phone_a_button_covers_what_is_drawn(ref: str, visits: Visits, house: Served) -> None:
    hand = sit_down(house, visits, ref, "dealt")
    for _, width in on_each_phone(hand):
        assert astray(hand.page) == [], width


@pytest.fixture(scope="module")
def seated(regulars: Visits, house: Served) -> Hand:
    return sit_down(house, regulars, "mbs-roulette/3", "dealt")


@pytest.fixture
def hand(seated: Hand) -> Hand:
    """A player with a phone at an open table, who stays for most of these tests."""
    seated.rest()
    return seated


def test_a_cloth_that_moves_by_20_pixels_under_the_finger_is_noticed_and_the_bet_is_still_right(hand: Hand) -> None:
    assert hand.tap("straight:17") == []
    hand.page.evaluate(STYLED, SHIFT)
    wrong = hand.tap("straight:17")
    assert len(wrong) == 1
    assert "the cloth went from" in wrong[0]


def test_buttons_that_lie_20_pixels_beside_their_numbers_are_noticed(hand: Hand) -> None:
    hand.page.evaluate(STYLED, BESIDE)
    assert len(astray(hand.page)) > 100
    assert any("laid" in one for one in hand.tap("straight:17"))


def test_a_swipe_over_the_cloth_scrolls_the_page(hand: Hand) -> None:
    resize(hand.page, LOW)
    hand.page.evaluate("window.scrollTo(0, 0)")
    x, y = middle(hand.player.spot("Straight Up 17"))
    hand.glass.swipe(x, y, 0, -150)
    hand.page.wait_for_function("window.scrollY > 60")
    assert hand.nothing_laid()


@pytest.mark.parametrize("milliseconds", [160, 250])
def test_a_swipe_of_which_a_busy_page_hears_late_lays_nothing(hand: Hand, milliseconds: int) -> None:
    resize(hand.page, LOW)
    hand.page.evaluate("window.scrollTo(0, 0)")
    for _ in range(3):
        hand.page.evaluate(BUSY, milliseconds)
        assert hand.swipe("straight:17", 0, -90) == []


def test_a_finger_that_stops_a_gliding_page_lays_nothing_and_the_next_one_does(hand: Hand) -> None:
    resize(hand.page, LOW)
    hand.page.evaluate(TOUCHED)
    touched: dict[str, Any] = {}
    for _ in range(TRIES):
        hand.ready()
        hand.page.evaluate("window.scrollTo(0, 0)")
        hand.page.evaluate(SCROLL_ENDED)
        x, y = middle(hand.player.spot("Straight Up 17"))
        hand.glass.swipe(x, y, 0, -60)
        hand.glass.press(x, y)
        hand.glass.lift()
        hand.page.evaluate(SCROLL_ENDED)
        touched = hand.page.evaluate("window.touched")
        if touched["spot"] and touched["glided"] < STILL:
            break
    assert touched["spot"], "it stopped the page with a finger on a bet"
    assert touched["glided"] < STILL
    assert hand.page.evaluate("window.scrollY") > 20
    assert hand.nothing_laid()
    assert hand.tap("straight:17") == []


@pytest.mark.parametrize("where", [(60, 60), (20, 380)], ids=["beside it", "on the tray"])
@pytest.mark.parametrize("milliseconds", [0, 300])
def test_a_second_finger_cancels_the_first(hand: Hand, milliseconds: int, where: tuple[int, int]) -> None:
    x, y = middle(hand.player.spot("Straight Up 17"))
    hand.glass.press(x, y)
    expect(hand.page.locator(".bubble")).to_be_visible()
    hand.page.wait_for_timeout(milliseconds)
    hand.glass.second(x + where[0], y + where[1])
    expect(hand.page.locator(".bubble")).to_have_count(0)
    hand.glass.lift()
    hand.page.evaluate(SCROLL_ENDED)
    assert hand.nothing_laid()


def test_what_a_mouse_does_meanwhile_is_not_what_the_finger_means(hand: Hand) -> None:
    aimed = hand.page.evaluate(WHERE, "straight:17")
    hand.glass.press(aimed["x"], aimed["y"])
    bubble = hand.page.locator(".bubble b")
    expect(bubble).to_have_text("17 Straight Up 17")
    hand.page.mouse.move(*middle(hand.player.spot("Straight Up 8")))
    hand.player.spot("Straight Up 8").focus()
    hand.page.mouse.move(5, 5)
    expect(bubble).to_have_text("17 Straight Up 17")
    hand.glass.lift()
    hand.player.settled()
    assert hand.laid() == [("straight:17", 1000)]


@pytest.mark.parametrize("top", [30, 300])
def test_the_bubble_is_on_the_screen_wherever_the_cloth_is_scrolled_to(hand: Hand, top: int) -> None:
    resize(hand.page, LOW)
    _, y = middle(hand.player.spot("Straight Up 17"))
    hand.page.evaluate("(by) => window.scrollBy({ top: by, behavior: 'instant' })", y - top)
    hand.page.evaluate(SCROLL_ENDED)
    hand.glass.press(*middle(hand.player.spot("Straight Up 17")))
    expect(hand.page.locator(".bubble")).to_be_in_viewport(ratio=0.99)
    hand.glass.lift()


@pytest.mark.parametrize("ref", FELTS)
def test_a_refusal_never_lies_over_the_cloth(ref: str, visits: Visits, house: Served) -> None:
    hand = sit_down(house, visits, ref, "dealt")
    limits = house.call("GET", f"/tables/{hand.table}")["limits"]["limits"]
    assert limits["red"]["min"] > 100, "one is too little"
    for width in PHONES:
        resize(hand.page, phone(width))
        hand.ready()
        hand.page.locator(".chip-button").first.click()
        aimed = hand.page.evaluate(WHERE, "red")
        hand.glass.press(aimed["x"], aimed["y"])
        hand.glass.lift()
        refusal = hand.page.locator("[data-refused=below-minimum]")
        expect(refusal).to_be_visible()
        sheet, box = hand.page.locator(".cloth-sheet").bounding_box(), refusal.bounding_box()
        assert sheet is not None
        assert box is not None
        assert box["y"] + box["height"] <= sheet["y"], width


def test_the_page_stays_where_it_is_behind_a_list_that_was_asked_for(visits: Visits, house: Served) -> None:
    hand = sit_down(house, visits, "mbs-roulette/3", "dealt")
    resize(hand.page, LOW)
    hand.page.evaluate("customElements.get('croupier-cloth').longPress = 400")
    aimed = hand.page.evaluate(WHERE, "straight:17")
    before = hand.page.evaluate("window.scrollY")
    hand.glass.press(aimed["x"], aimed["y"])
    expect(hand.page.get_by_role("dialog", name="Bet picker")).to_be_visible()
    for step in range(1, 8):
        hand.glass.move(aimed["x"], aimed["y"] + step * 20)
    hand.glass.lift()
    hand.page.evaluate(SCROLL_ENDED)
    assert hand.page.evaluate("window.scrollY") == before
    assert hand.nothing_laid()


def test_a_page_that_goes_takes_its_finger_along(visits: Visits, house: Served) -> None:
    hand = sit_down(house, visits, "mbs-roulette/3", "dealt")
    hand.page.evaluate("customElements.get('croupier-cloth').longPress = 300")
    hand.glass.press(*middle(hand.player.spot("Straight Up 17")))
    hand.page.evaluate("location.hash = '#/'")
    expect(hand.page.locator(".lobby")).to_be_visible()
    hand.page.wait_for_timeout(400)
    assert visits.faults == []


def test_a_finger_that_rested_slides_and_the_page_stays_where_it_is(hand: Hand) -> None:
    resize(hand.page, LOW)
    bubble = hand.page.locator(".bubble b")
    before = hand.page.evaluate("window.scrollY")
    (x, y), (_, below) = middle(hand.player.spot("Straight Up 8")), middle(hand.player.spot("Straight Up 20"))
    hand.glass.press(x, y)
    hand.page.wait_for_timeout(250)
    for step in range(1, 9):
        hand.glass.move(x, y + (below - y) * step / 8)
    expect(bubble).to_have_text("20 Straight Up 20")
    hand.glass.lift()
    hand.player.settled()
    assert hand.laid() == [("straight:20", 1000)]
    assert hand.page.evaluate("window.scrollY") == before


@pytest.fixture
def tablet(visits: Visits, house: Served) -> tuple[Playing, Glass]:
    """A player with a tablet at an open table."""
    table = house.add_table("mbs-roulette/3", automatic=True)
    page = handheld(visits, f"/#/table/{table}", {"width": 820, "height": 1180})
    player = Playing(page)
    player.phase("betting-open")
    return player, Glass(page)


@pytest.mark.parametrize("ref", ["rws-roulette-360/1", "us-double-zero/1"])
def test_on_a_tablet_the_cloth_stays_when_the_ball_is_spun(ref: str, visits: Visits, house: Served) -> None:
    dealt = Dealt(house, ref)
    dealt.open()
    screens: list[ViewportSize] = [{"width": width, "height": 1024} for width in (730, 768, 1024)]
    page = handheld(visits, dealt.path, screens[0])
    player = Playing(page)
    player.phase("betting-open")

    def lies() -> Iterator[object]:
        for screen in screens:
            resize(page, screen)
            yield page.locator(".cloth-sheet").bounding_box()

    before = list(lies())
    dealt.spin()
    player.phase("ball-in-play")
    expect(page.locator(".turns")).to_be_visible()
    assert list(lies()) == before


def test_on_a_tablet_nothing_moves_under_a_finger(tablet: tuple[Playing, Glass]) -> None:
    player, glass = tablet
    sheet = player.page.locator(".cloth-sheet")
    for name in ("Six Line 1 2 3 4 5 6", "Corner 0 1 2 3", "Straight Up 17"):
        before = sheet.bounding_box()
        glass.press(*middle(player.spot(name)))
        expect(player.page.locator(".bubble")).to_contain_text(name)
        assert sheet.bounding_box() == before
        glass.lift()
        player.settled()
    player.total("30")
