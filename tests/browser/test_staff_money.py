"""Money over the table: one tap is one act, and what is to be paid is what was settled."""

from __future__ import annotations

import re

from playwright.sync_api import APIResponse, Page, Route, ViewportSize, expect

from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served
from testkit.browser.staff import V3, dealer, events, lays, name, phase, press
from testkit.browser.touching import Glass, handheld
from testkit.browser.visits import Visits

TABLET: ViewportSize = {"width": 1180, "height": 820}


def _with_a_tablet(house: Served, visits: Visits, dealt: Dealt) -> Page:
    page = handheld(visits, f"/#join={house.invite(name('dora'), 'dealer', dealt.table)}", TABLET)
    phase(page, "betting-open")
    return page


def _rested(page: Page) -> None:
    expect(page.locator("croupier-dealer.resting")).to_have_count(0)


def test_a_double_tap_seats_one_person_and_takes_their_cash_once(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    page = _with_a_tablet(house, visits, dealt)
    glass = Glass(page)
    page.locator("[data-do=chips]").tap()
    _rested(page)
    glass.twice(page.locator("[data-walk-up='10000']"))
    expect(page.locator("[data-purse]")).to_contain_text("100 in cash")
    _rested(page)
    glass.twice(page.locator("[data-do=sell-for-cash]"))
    expect(page.locator("[data-purse]")).to_contain_text("200 in cash")
    _rested(page)
    told = [one for one in events(house, dealt.table) if one["type"] in {"seat-taken", "chips-bought"}]
    assert [one["type"] for one in told] == ["seat-taken", "chips-bought", "chips-bought"]
    assert told[0]["seat"] == 1
    # The next one gets the next free seat, and both have their numbers.
    expect(page.locator("select[name=seat]")).to_have_value("2")
    expect(page.locator("select[name=player] option")).to_have_text(re.compile("Seat 1 · "))
    player = told[0]["player"]
    assert house.run(house.running.service.office.tables.wallet(player)) == 0
    # A tap that no page would let through: the same cash, sent again.
    page.evaluate(
        "Promise.all([1, 2].map(() => document.querySelector('croupier-dealer').till.take(null, 2000, 'Zoe')))"
    )
    named = [one for one in house.running.service.office.tables.desk.people if one.startswith("Zoe")]
    assert named == ["Zoe"]
    assert house.run(house.running.service.office.tables.wallet("Zoe")) == 2000


def test_cash_whose_chips_are_refused_is_shown_and_can_be_sold_for(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    page = _with_a_tablet(house, visits, dealt)
    page.locator("[data-do=chips]").tap()
    page.locator("[data-walk-up='2000']").tap()
    expect(page.locator("[data-purse]")).to_contain_text("20 in cash")
    page.get_by_label("Chip type").select_option("color")
    page.get_by_label("Value of one color chip").fill("3")
    page.get_by_label("Amount").fill("50")
    _rested(page)
    page.locator("[data-do=sell-for-cash]").tap()
    expect(page.locator(".sheet [role=alert]")).to_be_visible()
    expect(page.locator("[data-wallet]")).to_have_text("50 in their account, not in chips")
    page.get_by_label("Value of one color chip").fill("5")
    _rested(page)
    page.locator("[data-do=buy-in]").tap()
    expect(page.locator("[data-purse]")).to_contain_text("= 50")
    expect(page.locator("[data-wallet]")).to_have_count(0)


def test_the_dolly_stays_until_the_pay_list_is_that_of_the_settlement(house: Served, visits: Visits) -> None:
    """What was read before the settlement has no winner yet, however late its answer comes."""
    dealt = Dealt(house, V3)
    dealt.open()
    ann = house.player(name("ann"), dealt.table)
    lays(ann, "17", 1000)
    dealt.spin()
    dealt.call()
    dealt.rest("17")
    dealt.mark()
    page = dealer(house, visits, dealt.table)
    expect(page.locator(".walk")).to_contain_text("Collect and pay")
    kept: list[tuple[Route, APIResponse]] = []
    path = f"**/api/v1/tables/{dealt.table}"
    page.route(path, lambda route: kept.append((route, route.fetch())))
    while not kept:
        page.wait_for_timeout(100)
    press(page, "Collect and pay")
    phase(page, "paid")
    expect(page.locator(".walk")).to_be_disabled()
    expect(page.locator(".walk")).to_contain_text("Reading what is to be paid")
    (route, old), *others = kept
    assert not others, "one read at a time"
    page.route(path, lambda one: one.continue_())
    route.fulfill(response=old)
    expect(page.locator("[data-pay='straight:17']")).to_contain_text("350")
    press(page, "Paid")
    press(page, "olly up")
