"""Everybody is told what concerns them: moved chips, corrections with their money, refusals, rulings with names."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from croupier.client import RefusedError
from croupier.rules.limits import Limit, Limits
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope
from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served
from testkit.browser.staff import (
    AM,
    HALL,
    V3,
    comes_in,
    dealer,
    events,
    lays,
    name,
    no_violation,
    phase,
    press,
    table_opened,
)
from testkit.browser.visits import Visits

ASK = "([act, fields]) => document.querySelector('croupier-dealer').ask(act, fields)"
LAID = """async ([position, stake]) => { const view = document.querySelector("croupier-player");
  await view.bets.lay(view.felt.spots.find((one) => one.position === position), stake); }"""
UP_TO_20 = Limits(dict.fromkeys(Kind, Limit(100, 2000)), Intake.ACCEPT, LimitScope.PLAYER, None)


def test_a_player_is_told_where_a_chip_was_moved_what_counts_of_a_bet_and_what_a_correction_takes(
    house: Served, visits: Visits
) -> None:
    """And the dealer what was refused."""
    dealt = Dealt(house, V3, house.add_table(V3, limits=UP_TO_20))
    dealt.open()
    player = visits.open(dealt.path)
    expect(player.locator(".banner")).to_have_attribute("data-phase", "betting-open")
    expect(player.locator("[data-bank]")).not_to_have_text("0")
    player.evaluate(LAID, ["red", 3000])
    # Of 30 no more than the maximum of 20 is at risk.
    expect(player.locator("[data-wager=red] td").last).to_have_text("50")
    player.evaluate(LAID, ["straight:17", 1000])
    expect(player.locator("[data-wager='straight:17']")).to_have_count(1)
    laid = next(one for one in events(house, dealt.table) if one.get("position") == "straight:17")
    dealt.dealer.ask("move-wager", wager=laid["wager"], position="20", accident=True)
    said = "10 on Straight Up 20 was moved by accident from Straight Up 17"
    expect(player.locator(".read-out")).to_contain_text(said)
    expect(player.locator("[data-live=polite]")).to_contain_text(said)
    expect(player.locator("[data-wager='straight:20']")).to_contain_text("staff are deciding")

    page = dealer(house, visits, dealt.table)
    late = house.player(name("ann"), dealt.table)
    dealt.spin()
    dealt.call()
    with pytest.raises(RefusedError):
        lays(late, "32", 500)  # without naming the round, as a program may
    line = page.locator("[data-refusal=betting-closed]")
    expect(line).to_contain_text(f"{late.name}: 5 on 32")
    expect(line).to_contain_text("s after the call. Return it.")
    page.close()
    _a_correction_is_told_to_the_player_with_its_money(house, dealt, player, laid["wager"])


def _a_correction_is_told_to_the_player_with_its_money(house: Served, dealt: Dealt, player: Page, moved: str) -> None:
    dealt.rest("32")
    shift = house.staff(name("sue"), "shift-manager", dealt.table)
    shift.ask("rule-on-wager", wager=moved, treatment="return", reason="nobody saw where it lay")
    dealt.mark()
    dealt.pay()
    expect(player.locator("[data-net]")).to_have_text("+20")
    shift.ask("correct-outcome", round="1", pocket="15", reason="seen on film")
    second = house.staff(name("pia"), "pit-manager", dealt.table)
    second.ask("approve-correction", round="1", pocket="15", reason="approved")
    expect(player.locator("[data-net]")).to_have_text("−20")
    told = player.locator("[data-returns]")
    expect(told).to_contain_text("Round 1. The result was corrected from 32 to 15.")
    expect(told).not_to_contain_text("+")  # what was taken back is no win
    expect(player.locator("[data-results] .mark").first).to_have_text("15")
    house.pit(dealt.table, "close-table")
    expect(player.locator(".banner")).to_have_attribute("data-phase", "closed")
    player.get_by_role("button", name="Chips").click()
    player.get_by_role("button", name=re.compile("^Cash out [0-9]")).click()  # chips are redeemed after closing too
    expect(player.get_by_role("button", name=re.compile("^Cash out [0-9]"))).to_have_count(0)
    assert events(house, dealt.table)[-1]["type"] == "chips-redeemed"


def test_a_late_correction_shows_the_money_before_it_is_approved_and_names_its_round(
    house: Served, visits: Visits
) -> None:
    dealt = Dealt(house, V3)
    page = dealer(house, visits, dealt.table)
    table_opened(page)
    dealt.dealer.ask("open-betting")
    ann = house.player(name("ann"), dealt.table)
    lays(ann, "red", 1000)
    dealt.spin()
    dealt.call()
    phase(page, "no-more-bets")
    page.evaluate(ASK, ["declare-outcome", {"pocket": "32"}])
    dealt.pocket = "32"
    dealt.mark()
    dealt.pay()
    phase(page, "paid")
    second = visits.again(page.context, f"/#/dealer/{dealt.table}")
    expect(second.locator("g[data-chip=red][data-state=won]")).to_have_count(1)  # it lies there until the dolly is up
    second.close()
    dealt.lift()
    dealt.dealer.ask("open-betting")
    shift = house.staff(name("sue"), "shift-manager", dealt.table)
    shift.ask("correct-outcome", round="1", pocket="15", reason="seen on film")
    own = page.locator("[data-ruling=correction]")
    expect(own).to_contain_text("You entered 32, so you cannot approve its correction.")

    pit = comes_in(house, visits, "pit-manager", dealt.table)
    asked = pit.locator("[data-ruling=correction]")
    expect(asked).to_contain_text("in round 1: seen on film")
    expect(asked.locator(f"[data-would-change='{ann.name}']")).to_have_text(f"Take back 20 from {ann.name}.")
    no_violation(pit)
    pit.locator("[data-do=approve-correction]").click()
    expect(page.locator(".corrected h3").last).to_have_text("Round 1 corrected from 32 to 15")
    manager = pit.evaluate("JSON.parse(localStorage.getItem('croupier')).name")
    expect(page.locator(".staff-log")).to_contain_text(f"Round 1: 32 corrected to 15: “seen on film”. {manager}")
    results = "document.querySelector('croupier-dealer').model.results.at(-1)"
    assert page.evaluate(results) == "15"

    auditor = comes_in(house, visits, "auditor", dealt.table)
    expect(auditor.locator("h1")).to_have_text("Pit")
    auditor.goto(f"/#/dealer/{dealt.table}")
    expect(auditor.locator("h1")).to_have_text("Read-only: you are signed in as auditor.")
    auditor.goto(f"/#/audit/{dealt.table}/1")
    row = auditor.locator("tbody tr", has_text="corrected to 15")
    expect(row).to_contain_text("gives back 20")
    expect(row).to_contain_text("−20 to players")
    row.click()
    auditor.get_by_text("What was written down").click()
    expect(auditor.locator("[data-adjusted]")).to_contain_text(ann.name)
    expect(auditor.locator("[data-adjusted]")).to_contain_text("−20")


def test_the_hall_leaves_a_void_round_behind_and_a_confirmed_number_is_confirmed_once(
    house: Served, visits: Visits
) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    hall = visits.open(f"/#/display/{dealt.table}", viewport=HALL)
    expect(hall.locator("[data-phase]")).to_have_attribute("data-phase", "betting-open")
    dealt.spin()
    dealt.dealer.ask("report-irregularity", kind="foreign-object")
    expect(hall.locator(".mark.void").first).to_be_visible()
    dealt.dealer.ask("open-betting")
    expect(hall.locator("[data-phase]")).to_have_attribute("data-phase", "betting-open")
    expect(hall.locator(".display-now .mark.void")).to_have_count(0)
    expect(hall.locator(".display-now")).not_to_contain_text("Round void")
    expect(hall.locator(".display-now .caps")).to_have_text("Round 2")
    dealt.spin()
    dealt.call()
    dealt.rest("17")
    pit = comes_in(house, visits, "pit-supervisor", dealt.table)
    expect(pit.locator(".table-panel h2")).to_contain_text("At rest")
    pit.locator("[data-do=confirm-outcome]").click()
    expect(pit.locator("[data-confirmed]")).to_contain_text("17 confirmed by pitsupervis")
    expect(pit.locator("[data-do=confirm-outcome]")).to_have_count(0)
    assert [one["type"] for one in events(house, dealt.table)].count("outcome-confirmed") == 1
    expect(pit.locator(".alerts button").first).to_be_visible()  # a result too soon after its call
    dealers = visits.open(f"/#join={house.invite(name('dora'), 'dealer', dealt.table)}")
    expect(dealers.locator(".walk")).to_be_visible()
    dealers.goto("/#/pit")
    expect(dealers.locator(".alerts li").first).to_be_visible()
    expect(dealers.locator(".alerts button")).to_have_count(0)
    house.run(dealt.dealer.client.call("POST", f"/tables/{dealt.table}/call", {"kind": "help"}))
    expect(dealers.locator("[data-call]")).to_contain_text("Help")
    expect(dealers.locator("[data-call] button")).to_have_count(0)
    expect(pit.locator("[data-call] button")).to_have_count(1)


def test_where_the_dealer_opens_the_page_asks_once_and_an_unclear_wager_counts_where_it_lies_by_the_players_risk(
    house: Served, visits: Visits
) -> None:
    dealt = Dealt(house, AM)
    page = dealer(house, visits, dealt.table)
    page.locator(".walk").dblclick()
    expect(page.get_by_role("dialog", name="Open the table")).to_be_visible()
    assert not [one for one in events(house, dealt.table) if one["type"] == "table-opened"]
    page.locator("[data-confirm=open-table]").click()
    press(page, "The board is open")
    phase(page, "betting-open")
    lays(house.player(name("ann"), dealt.table), "17", 500)
    button = page.locator("[data-do=mark-unclear]")
    expect(button).to_contain_text("counts where it lies")
    expect(button).to_be_disabled()
    expect(button).to_contain_text("§ G3")


def test_a_number_declared_wrongly_is_put_right_by_touching_the_right_one_before_the_dolly(
    house: Served, visits: Visits
) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    page = dealer(house, visits, dealt.table)
    dealt.spin()
    dealt.call()
    dealt.rest("17")
    phase(page, "at-rest")
    page.evaluate("document.querySelector('croupier-dealer').sheets.open('entered')")
    page.locator(".sheet [data-reason='3']").dblclick()  # with three the round is void: taps count none
    page.keyboard.press("Escape")
    expect(page.locator(".walk")).to_contain_text("Dolly on 17")
    page.locator("button[data-spot='straight:17']").click()
    expect(page.locator(".walk")).to_contain_text("Dolly on 17")
    page.locator("button[data-spot='straight:20']").click()
    press(page, "Correct 17 to 20")
    press(page, "Dolly on 20")
    phase(page, "dolly-down")
    (corrected,) = (one for one in events(house, dealt.table) if one["type"] == "outcome-corrected")
    assert (corrected["before"], corrected["pocket"], corrected["by"]["role"]) == ("17", "20", "dealer")
