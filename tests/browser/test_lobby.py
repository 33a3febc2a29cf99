"""The lobby: tables in the order of the house, one that can be played at first, and honest about its age."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Request, expect

from croupier.web.opening import FIRST_TABLES
from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served
from testkit.browser.visits import Visits


def _tables(page: Page) -> list[str]:
    """Return the tables in the order in which their cards stand."""
    expect(page.locator(".tables .card").first).to_be_visible()
    found: list[str] = page.locator(".tables .card a").evaluate_all(
        "all => all.map((one) => one.hash.split('/').at(-1))"
    )
    return found


def test_tables_stand_in_the_order_of_the_house_and_a_closed_one_last(visits: Visits, house: Served) -> None:
    closed, dealt = house.add_table("mbs-roulette/2"), Dealt(house, "us-double-zero/1")
    dealt.open()
    page = visits.open("/")
    listed = [one["table"] for one in house.call("GET", "/tables")]
    shut = [one["table"] for one in house.call("GET", "/tables") if not one["automatic"] and not one["open"]]
    assert closed in shut
    assert _tables(page) == [name for name in listed if name not in shut] + shut
    assert [name for name in _tables(page) if name in {one[0] for one in FIRST_TABLES}] == [
        one[0] for one in FIRST_TABLES
    ]
    assert _tables(page)[0] == FIRST_TABLES[0][0]


def test_the_wheels_of_the_lobby_are_asked_for_at_once(visits: Visits) -> None:
    page = visits.open("about:blank")
    asked: list[str] = []
    answered: list[int] = []

    def begun(request: Request) -> None:
        if "/felt" in request.url:
            asked.append(request.url)

    def over(request: Request) -> None:
        if "/felt" in request.url:
            answered.append(len(asked))

    page.on("request", begun)
    page.on("requestfinished", over)
    page.goto("/")
    expect(page.locator(".ring-picture").nth(5)).to_be_visible()
    refs = {re.search(r"rulebooks/(.+)/felt", url)[1] for url in asked}  # type: ignore[index]
    assert len(asked) == len(refs) >= 5, "each once"
    assert answered[0] == len(refs), "all of them before the first answer"


def test_without_a_network_the_lobby_says_how_old_it_is_and_goes_on_by_itself(visits: Visits) -> None:
    """Nothing is thrown, or the visit would complain of it at its end."""
    visits.allowed += ["net::ERR_"]
    page = visits.open("/")
    cards = len(_tables(page))
    expect(page.locator("[data-cut=true]")).to_have_count(0)
    page.context.set_offline(offline=True)
    trouble = page.locator("[data-cut=true]")
    expect(trouble).to_have_text(re.compile(r"No connection\. Trying again… What you see is from \d\d:\d\d:\d\d\."))
    # Two more looks that nobody answers.
    page.wait_for_timeout(6500)
    expect(trouble).to_be_visible()
    assert len(_tables(page)) == cards
    page.context.set_offline(offline=False)
    expect(trouble).to_have_count(0)


def test_a_lobby_that_was_left_asks_for_nothing_more(visits: Visits) -> None:
    page = visits.open("/")
    _tables(page)
    page.evaluate("location.hash = '#/table/mbs-3'")
    expect(page.locator("[data-connection=live]")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(3500)
    assert not [url for url in asked if url.endswith("/tables")]
