"""A whole round as a player sees it: every phase in words, chips in every state, results, and no violation for axe."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.axe import violations
from testkit.browser.dealing import Dealt
from testkit.browser.playing import goes, sits
from testkit.browser.serving import Served
from testkit.browser.visits import Visits
from testkit.browser.words import refusal
from testkit.shares import every

Shot = Callable[[Page, str], None]
PHASES = ("betting-open", "closed", "no-more-bets", "ball-in-play", "paid", "at-rest", "dolly-down")
"""Axe looks at every other one of these here, the ones that say and show most first."""


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


def test_every_phase_of_a_round_is_said_drawn_and_accessible(visits: Visits, house: Served, shot: Shot) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    player = sits(visits, dealt.path)
    page = player.page

    def seen(phase: str, title: str) -> None:
        player.phase(phase)
        expect(page.locator(".banner .title")).to_contain_text(title)
        player.landed()
        shot(page, f"player-phase-{phase}")
        if phase in every(2, PHASES):
            assert violations(page) == [], phase

    seen("closed", "Table closed")
    assert page.locator(".banner .sign").evaluate("one => one.offsetWidth") <= 16, "beside the word, not across it"
    dealt.open()
    seen("betting-open", "Place your bets, please")
    expect(player.heard("polite")).to_contain_text("Place your bets, please")
    player.bank("1,000")
    player.lay("Straight Up 17", "Straight Up 20", "Red", "Corner 16 17 19 20")
    dealt.spin()
    seen("ball-in-play", "The ball is rolling")
    expect(page.locator(".turns")).to_contain_text("4 of 4 revolutions")
    player.lay("Split 14 17")
    player.total("50")
    dealt.call()
    seen("no-more-bets", "No more bets")
    expect(player.heard("assertive")).to_contain_text("No more bets")
    expect(player.spot("Straight Up 17")).to_have_attribute("aria-disabled", "true")
    expect(player.chip("straight:17")).to_have_attribute("data-state", "locked")
    dealt.rest("17")
    seen("at-rest", "The ball is at rest")
    assert player.wheel_says() != "17" or page.locator("[data-ball='17']").count() == 0
    dealt.mark()
    seen("dolly-down", "17 · Black · Odd · Low")
    expect(page.locator("[data-dolly='17']")).to_be_visible()
    expect(player.heard("assertive")).to_contain_text("17, black, odd, low")
    dealt.pay()
    seen("paid", "17 · Black · Odd · Low")
    returns = page.locator("[data-returns]")
    for words in ("+350 on Straight Up 17", "+80 on Corner 16 17 19 20", "+170 on Split 14 17", "20 lost"):
        expect(returns).to_contain_text(words)
    expect(player.chip("straight:17")).to_have_attribute("data-state", "won")
    player.bank("1,580")
    player.fallen()
    assert player.wheel_says() == "17"
    page.keyboard.press("w")
    expect(page.locator(".read-out")).to_contain_text("Net plus 580: won 600, lost 20.")
    dealt.lift()
    dealt.dealer.ask("open-betting")
    player.phase("betting-open")
    expect(page.locator("[data-results] .mark").first).to_have_text("17")
    expect(page.locator("[data-last-win]")).to_have_text("600")
    expect(page.locator("[data-counts]")).to_have_count(0)


def test_a_void_round_gives_every_stake_back_and_names_its_clause(visits: Visits, house: Served, shot: Shot) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    player.lay("Straight Up 17", "Red")
    player.bank("980")
    dealt.spin()
    dealt.dealer.ask("report-irregularity", kind="foreign-object")
    player.phase("void")
    expect(player.page.locator(".banner")).to_contain_text("Round void")
    expect(player.page.locator("[data-returns]")).to_contain_text("20 back")
    expect(player.page.locator(".side .log")).to_contain_text("§ 5.4")
    player.bank("1,000")
    shot(player.page, "player-phase-void")
    assert violations(player.page) == []


def test_a_late_chip_slides_back_with_the_clause_and_a_late_withdrawal_stays(
    visits: Visits, house: Served, shot: Shot
) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    page = player.page
    player.lay("Straight Up 17")
    dealt.spin()
    dealt.call()
    player.phase("no-more-bets")
    player.spot("Straight Up 20").click(force=True)
    refused = page.locator("[data-refused=betting-closed]")
    expect(refused).to_contain_text("§ 5.13")
    expect(player.chip("straight:20")).to_have_count(0)
    expect(player.heard("assertive")).to_contain_text(refusal("betting-closed", phase="no-more-bets"))
    refused.get_by_role("link", name="§ 5.13").click()
    card = page.get_by_role("dialog", name="Clause § 5.13")
    expect(card.locator("[data-clause]")).to_contain_text("No more bets")
    assert page.url.endswith(dealt.path), "nobody leaves the table to read a rule"
    assert violations(page) == []
    shot(page, "player-clause")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    player.spot("Straight Up 17").click(button="right", force=True)
    stays = page.locator("[data-refused=withdrawal-ignored]")
    expect(stays).to_contain_text(refusal("withdrawal-ignored"))
    expect(stays).to_contain_text("§ 5.14")
    expect(player.chip("straight:17")).to_be_visible()
    player.total("10")


def test_a_chip_under_the_minimum_is_not_raised_silently(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-2")
    player.choose("Chip 1")
    player.spot("Red").click()
    refused = player.page.locator("[data-refused=below-minimum]")
    expect(refused).to_contain_text(refusal("below-minimum", stake_min=500))
    player.total("0")
    refused.get_by_role("button", name="Place 5").click()
    player.total("5")


def test_color_chips_are_bought_counted_in_chips_and_cashed_out(visits: Visits, shot: Shot) -> None:
    player = sits(visits, "/#/table/sands")
    page = player.page
    own = page.locator(".buy")
    own.click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Choose a color").click()
    sheet.get_by_label("blue").check()
    sheet.get_by_label("One chip is worth").fill("5")
    sheet.get_by_label("Another amount").fill("50")
    assert violations(page) == []
    shot(page, "player-chips")
    sheet.get_by_role("button", name="Buy", exact=True).click()
    expect(own).to_have_text(re.compile(r"Chips of 5"))
    expect(sheet).to_have_count(0)
    player.choose("2 chips, 10")
    player.spot("Straight Up 17").hover()
    expect(page.locator("[data-aimed]")).to_contain_text("10 (2 chips) returns 360")
    player.lay("Straight Up 17")
    expect(player.chip("straight:17").locator("text")).to_have_text("2")
    player.bank("990")
    player.act("Clear")
    own.click()
    expect(sheet).to_contain_text("10 chips of 5")
    sheet.get_by_role("button", name="Cash out 50").click()
    expect(own).to_have_text("Chips")
    player.bank("1,000")


def test_a_color_that_somebody_has_is_shown_as_taken(visits: Visits, house: Served) -> None:
    ann = house.player("red-ann", "us-00")
    player = sits(visits, "/#/table/us-00")
    ann.ask("place-wager", wager="ann", player=ann.name, position="17", stake=500)
    player.page.locator(".buy").click()
    player.page.get_by_text("Choose a color").click()
    swatches = player.page.get_by_role("dialog").locator(".swatch.taken")
    expect(swatches.first).to_contain_text("(taken)")
    expect(swatches.first.locator("input")).to_be_disabled()


def test_the_lobby_and_the_open_tables_are_accessible(visits: Visits, shot: Shot) -> None:
    page = visits.open("/")
    expect(page.locator(".tables .card")).not_to_have_count(0)
    assert violations(page) == []
    shot(page, "lobby")
    for table in every(2, ("rws-360", "sands", "us-00", "mbs-2")):
        goes(page, table).lay("Red")
        assert violations(page) == [], table
