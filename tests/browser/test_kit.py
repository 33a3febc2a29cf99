"""The kit itself: what it must refuse, it refuses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from testkit.browser.clicking import lost
from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served
from testkit.browser.staff import V3, events
from testkit.browser.visits import Visits


def test_a_page_opens_and_its_text_can_be_seen(visits: Visits) -> None:
    page = visits.open("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_console_error_fails_the_test_that_caused_it(browser: Browser, house: Served) -> None:
    visits = Visits(browser, house.base)
    visits.open("/").evaluate("console.error('planted')")
    with pytest.raises(AssertionError, match="planted"):
        visits.close()


def test_a_request_to_another_host_fails_the_test_that_caused_it(browser: Browser, house: Served) -> None:
    visits = Visits(browser, house.base)
    visits.open("/").evaluate("fetch('http://127.0.0.1:9/planted').catch(() => null)")
    with pytest.raises(AssertionError, match=r"request to another host|Content Security Policy"):
        visits.close()


def test_waiting_outlasts_the_policy_that_forbids_eval_and_a_page_that_is_loaded_anew(visits: Visits) -> None:
    page = visits.open("/")
    page.evaluate("setTimeout(() => { window.come = true; }, 300)")
    page.wait_for_function("window.come")
    page.evaluate("window.before = true; setTimeout(() => location.reload(), 100)")
    page.wait_for_function("wanted => window.before == wanted && document.readyState === 'complete'", arg=None)
    with pytest.raises(AssertionError, match="not true within 0 s"):
        page.wait_for_function("window.never", timeout=100)


def test_what_is_on_record_more_or_less_often_than_it_was_accepted_is_found(house: Served) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    player = house.player("kitty", dealt.table).name
    answered = dealt.dealer.ask("place-wager", wager="w1", player=player, position="red", stake=500)
    own = [one for one in events(house, dealt.table) if one["by"]["name"] == dealt.dealer.name]
    sold = next(one for one in own if one["type"] == "chips-bought")
    tapped = {"pressed": ["settle"], "asked": ["settle"], "accepted": [one["type"] for one in answered]}
    assert list(lost(tapped, own)) == [], "the house bought the chips for that wager"
    by_hand = tapped | {"accepted": [*tapped["accepted"], "chips-bought"]}
    assert list(lost(by_hand, [{**sold, "seq": 2}, *own])) == []
    (twice,) = lost(by_hand, [{**sold, "seq": 1}, {**sold, "seq": 2}, *own])
    assert twice == "chips-bought was accepted 1 times and is on record 3 times"
    (gone,) = lost(by_hand | {"accepted": ["chips-bought", "chips-bought"]}, own)
    assert gone == "chips-bought was accepted 2 times and is on record 1 times"
    assert list(lost(tapped | {"asked": []}, own)) == ["settle was pressed 1 times and asked for 0 times"]
