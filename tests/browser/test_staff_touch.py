"""A dealer's finger: the number that is touched is the number that is picked, on a phone and on a tablet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served
from testkit.browser.staff import AM, R360, V3, events, lays, name, phase
from testkit.browser.touching import PRESSED, SCROLL_ENDED, SHIFT, STYLED, WHERE, Glass, handheld
from testkit.browser.visits import Visits
from testkit.shares import every

SCREENS = {"phone": (390, 844), "small": (320, 640), "upright": (820, 1180), "sideways": (1180, 820)}
FELTS = (V3, AM, R360)
CASES = [(FELTS[(place + turn) % 3], screen) for place, screen in enumerate(SCREENS) for turn in range(3)]
"""Every felt on every screen; every third of them is each felt and each screen."""
PICKED = "document.querySelector('croupier-dealer').picked"


def _dealer(house: Served, visits: Visits, ref: str, screen: str) -> Page:
    """Bring a dealer with something to touch to a round whose bets are closed."""
    dealt = Dealt(house, ref)
    dealt.open()
    dealt.spin()
    dealt.call()
    width, height = SCREENS[screen]
    code = house.invite(name("dealer"), "dealer", dealt.table)
    page = handheld(visits, f"/#join={code}", {"width": width, "height": height})
    phase(page, "no-more-bets")
    return page


@pytest.mark.parametrize(("ref", "screen"), every(3, CASES))
def test_a_tap_on_a_number_picks_that_number(ref: str, screen: str, house: Served, visits: Visits) -> None:
    page = _dealer(house, visits, ref, screen)
    glass = Glass(page)
    if (ref, screen) == (V3, "phone"):
        _a_slow_tap_picks_too_and_a_swipe_moves_the_cloth_and_picks_nothing(page, glass)
    if ref == V3:
        _the_whole_box_of_a_number_is_its_own_and_the_bubble_says_so(page, glass)
    shift = list(SCREENS).index(screen)
    for number in ["0", *map(str, range(1 + shift, 37, 5))]:
        aimed = page.evaluate(WHERE, f"straight:{number}")
        glass.press(aimed["x"], aimed["y"])
        seen = page.evaluate(PRESSED)
        glass.lift()
        expect(page.locator(".walk")).to_contain_text(f"Dolly on {number} ")
        assert page.evaluate(PICKED) == number
        assert seen["sheet"] == aimed["sheet"], "nothing moved under the finger"
        assert " ".join(seen["bubble"].split()).endswith(aimed["called"])


def _a_slow_tap_picks_too_and_a_swipe_moves_the_cloth_and_picks_nothing(page: Page, glass: Glass) -> None:
    aimed = page.evaluate(WHERE, "straight:17")
    glass.swipe(aimed["x"], aimed["y"], -120, 0)
    page.evaluate(SCROLL_ENDED)
    assert page.evaluate("document.querySelector('croupier-cloth').scrollLeft") > 20
    assert page.evaluate(PICKED) is None
    glass.swipe(aimed["x"], aimed["y"], 0, -120)
    page.evaluate(SCROLL_ENDED)
    assert page.evaluate(PICKED) is None
    page.wait_for_timeout(200)
    aimed = page.evaluate(WHERE, "straight:32")
    glass.press(aimed["x"], aimed["y"])
    page.wait_for_timeout(600)
    glass.lift()
    expect(page.locator(".walk")).to_contain_text("Dolly on 32")


def _the_whole_box_of_a_number_is_its_own_and_the_bubble_says_so(page: Page, glass: Glass) -> None:
    for number, (along, down) in {"8": (0.95, 0.5), "17": (0.5, 0.05), "20": (0.04, 0.96), "36": (0.97, 0.97)}.items():
        page.evaluate(WHERE, f"straight:{number}")
        box = page.locator(f"[data-box='{number}'] .tint").bounding_box()
        assert box is not None
        glass.press(box["x"] + along * box["width"], box["y"] + down * box["height"])
        expect(page.locator(".bubble")).to_contain_text(f"Straight Up {number}")
        expect(page.locator(".bubble small")).to_have_text("35 to 1 · lift to choose, slide to change")
        expect(page.locator(".bubble")).to_be_in_viewport(ratio=1)
        glass.lift()
        expect(page.locator(".walk")).to_contain_text(f"Dolly on {number} ")


def test_an_unclear_chip_is_where_the_finger_went_down_and_a_bet_held_long_stays_read_out(
    house: Served, visits: Visits
) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    ann = house.player(name("ann"), dealt.table)
    wager = lays(ann, "17", 500)
    code = house.invite(name("dealer"), "dealer", dealt.table)
    page = handheld(visits, f"/#join={code}", {"width": 1180, "height": 820})
    phase(page, "betting-open")
    glass = Glass(page)
    aimed = page.evaluate(WHERE, "straight:17")
    glass.press(aimed["x"], aimed["y"])
    page.wait_for_timeout(600)
    expect(page.locator(".dealer .read-out")).to_contain_text("Straight Up 17")
    expect(page.locator(".bubble small")).to_have_text("35 to 1")
    glass.lift()
    page.locator("[data-do=mark-unclear]").tap()
    page.evaluate(STYLED, SHIFT)
    aimed = page.evaluate(WHERE, "straight:17")
    glass.press(aimed["x"], aimed["y"])
    glass.lift()
    expect(page.locator("g[data-chip='straight:17']")).to_have_attribute("data-state", "held")
    marked = next(one for one in events(house, dealt.table) if one["type"] == "wager-marked-unclear")
    assert marked["wager"] == wager
    x, y = map(float, marked["point"].split(","))
    assert abs(x - 5.5) < 0.05
    assert abs(y - 1.5) < 0.05
