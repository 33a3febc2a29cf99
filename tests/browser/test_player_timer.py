"""The one timer of a round: to "No more bets" in one countdown, amber at the end; at a dealt table the dealer's."""

from __future__ import annotations

from playwright.sync_api import expect

from testkit.browser.axe import violations
from testkit.browser.dealing import Dealt
from testkit.browser.playing import sits
from testkit.browser.serving import Served
from testkit.browser.staff import comes_in
from testkit.browser.visits import Visits

COUNTED = """() => { window.counted = []; const look = () => {
    const due = document.querySelector("[role=timer]"), phase = document.querySelector(".banner").dataset.phase;
    const soon = document.querySelector(".timer").classList.contains("soon");
    const now = [phase, due ? Number(due.textContent) : null, soon];
    if (JSON.stringify(window.counted.at(-1)) !== JSON.stringify(now)) window.counted.push(now);
    requestAnimationFrame(look);
  }; look(); }"""
LAST = 5


def test_one_countdown_runs_over_the_spin_to_the_call_and_is_amber_at_the_end(visits: Visits, house: Served) -> None:
    table = house.add_table("mbs-roulette/3", automatic=True)
    house.pace(table, betting=4, ball=4, drop=60)
    player = sits(visits, f"/#/table/{table}")
    player.phase("betting-open")
    player.page.evaluate(COUNTED)
    player.phase("no-more-bets")
    expect(player.page.locator("[role=timer]")).to_have_count(0)
    seen = player.page.evaluate("window.counted")
    open_for_bets = [(phase, left, soon) for phase, left, soon in seen if phase in ("betting-open", "ball-in-play")]
    lefts = [left for _, left, _ in open_for_bets if left is not None]
    assert {phase for phase, _, _ in open_for_bets} == {"betting-open", "ball-in-play"}
    assert lefts == sorted(lefts, reverse=True), "it never begins anew"
    assert lefts[0] > LAST
    assert all(left is not None for _, left, _ in open_for_bets)
    betting = [(left, soon) for phase, left, soon in open_for_bets if phase == "betting-open" and left is not None]
    assert all(soon == (left <= LAST) for left, soon in betting)
    assert all(soon for _, _, soon in open_for_bets[-1:])


def test_a_dealer_starts_a_timer_that_players_see_even_if_they_come_later(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    early = sits(visits, dealt.path)
    expect(early.page.locator("[role=timer]")).to_have_count(0)
    page = comes_in(house, visits, "dealer", dealt.table)
    group = page.get_by_role("group", name="Timer")
    group.get_by_role("button", name="Start a timer of 30 s").click()
    late = sits(visits, dealt.path)
    for seen in (page, early.page, late.page):
        expect(seen.locator("[role=timer]")).to_be_visible()
        assert 15 < int(seen.locator("[role=timer]").inner_text()) <= 30
    assert violations(page) == []
    group.get_by_role("button", name="Start a timer of 10 s").click()
    expect(early.page.locator("croupier-timer [aria-live]")).to_have_text("5 seconds left")
    expect(early.page.locator(".timer")).to_have_class("timer soon")
    dealt.spin()
    early.phase("ball-in-play")
    expect(early.page.locator("[role=timer]")).to_be_visible()
    dealt.call()
    for seen in (page, early.page, late.page):
        expect(seen.locator("[role=timer]")).to_have_count(0)
