"""What staff see is so: moved chips, held wagers, closing, letters, and a house that does not answer."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from testkit.browser.cable import laid
from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served
from testkit.browser.staff import DEALER, V3, comes_in, dealer, events, lays, name, no_violation, phase, press
from testkit.browser.touching import handheld
from testkit.browser.visits import Visits


def test_a_moved_chip_is_shown_before_and_after_and_where_it_lay_is_the_first_answer(
    house: Served, visits: Visits
) -> None:
    """Moved before the call, it counts where it lies until somebody rules; that is no answer to begin with."""
    dealt = Dealt(house, V3)
    dealt.open()
    pit = comes_in(house, visits, "pit-supervisor", dealt.table)
    _moved(house, dealt, pit, "before the call")
    dealt.mark()
    dealt.pay()
    dealt.lift()
    dealt.dealer.ask("open-betting")
    _moved(house, dealt, pit, "after the call")


def _moved(house: Served, dealt: Dealt, pit: Page, moved_at: str) -> None:
    before = len(events(house, dealt.table))
    wager = lays(house.player(name("ann"), dealt.table), "17", 1000)
    if moved_at == "before the call":
        dealt.dealer.ask("move-wager", wager=wager, position="20", accident=True)
    dealt.spin()
    dealt.call()
    if moved_at == "after the call":
        dealt.dealer.ask("move-wager", wager=wager, position="20", accident=True)
    dealt.rest("17")
    expect(pit.locator("[data-decision] h3")).to_contain_text("Moved chip")
    moved = pit.locator("[data-moved]")
    expect(moved).to_contain_text("Now on Straight Up 20. Lay on Straight Up 17 before it was moved by accident")
    expect(moved).to_contain_text(f"as {dealt.dealer.name} reported")
    first = pit.locator("[data-ruling] .choice").first
    expect(first).to_contain_text("Straight Up 17")
    expect(first).to_contain_text("wins 350")
    expect(first.locator("input")).to_be_checked()
    pit.locator("input[name=reason]").fill("a sleeve touched it")
    pit.locator("[data-do=rule-on-wager]").click()
    expect(pit.locator(".inbox")).to_contain_text("empty")
    (ruled,) = (one for one in events(house, dealt.table)[before:] if one["type"] == "wager-ruled")
    assert ruled["position"] == "straight:17"


def test_a_held_wager_hides_nobody_elses_pay_and_letters_tell_players_apart(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    ann, bob = house.player(name("ann"), dealt.table), house.player(name("bob"), dealt.table)
    wager = lays(ann, "17", 1000)
    bob.ask("buy-in", player=bob.name, amount=10_000, chips="color", color="red", chip_value=200, marker=True)
    lays(bob, "black", 2000)
    lays(bob, "black", 1000)
    page = dealer(house, visits, dealt.table)
    letters = [page.locator(f"g[data-chip='{one}'] text").first for one in ("straight:17", "black")]
    expect(letters[1]).to_have_text("B15")
    expect(letters[0]).to_have_text("A10")
    dealt.spin()
    dealt.call()
    dealt.dealer.ask("mark-unclear", wager=wager)
    dealt.rest("17")
    dealt.mark()
    phase(page, "dolly-down")
    press(page, "Collect and pay")
    line = page.locator("[data-pay=black]")
    expect(line).to_have_count(1)  # one stack, laid twice
    expect(line).to_contain_text("15 red")
    expect(page.locator(f"[data-total='{bob.name}']")).to_contain_text("30")
    expect(page.locator(".pays .warn")).to_contain_text("waits for its ruling")


def test_closing_asks_once_and_lists_and_settles_players_with_chips(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    pit = comes_in(house, visits, "pit-manager", dealt.table)
    pit.locator("[data-do=open-table]").dblclick()
    pit.locator("[data-confirm=open-table]").dblclick()
    expect(pit.locator("[data-do=close-table]")).to_be_enabled()
    ann = house.player(name("ann"), dealt.table)
    ann.ask("buy-in", player=ann.name, amount=5000, chips="cash")
    pit.locator("[data-do=close-table]").dblclick()
    sheet = pit.get_by_role("dialog", name="Close the table")
    expect(sheet.locator(f"[data-holds='{ann.name}']")).to_contain_text("50")
    sheet.locator("[data-cash-out]").click()
    expect(sheet).to_contain_text("Nobody has chips here")
    assert "table-closed" not in [one["type"] for one in events(house, dealt.table)]
    sheet.locator("[data-confirm=close-table]").click()
    expect(pit.locator("[data-do=open-table]")).to_be_enabled()
    kinds = [one["type"] for one in events(house, dealt.table)]
    assert (kinds.count("table-opened"), kinds[-2:]) == (1, ["chips-redeemed", "table-closed"])


def test_somebody_who_walked_up_joins_with_a_phone_and_plays_with_the_chips_they_have(
    house: Served, visits: Visits
) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    code = house.invite(name("dora"), "dealer", dealt.table)
    page = handheld(visits, f"/#join={code}", {"width": 1180, "height": 820})
    phase(page, "betting-open")
    page.locator("[data-do=chips]").tap()
    page.locator("[data-walk-up='10000']").tap()
    expect(page.locator("[data-purse]")).to_contain_text("100 in cash")
    page.locator("[data-do=seat-code]").tap()
    player = page.locator("select[name=player]").input_value()
    expect(page.get_by_role("img", name=f"Page of {player}")).to_be_visible()
    no_violation(page)
    link = page.get_by_label(f"Link for {player}").input_value()

    phone = visits.phone(link.replace(house.base, ""))
    expect(phone.locator("croupier-player")).to_be_visible()
    assert phone.url.endswith(f"#/table/{dealt.table}")
    assert phone.evaluate("JSON.parse(localStorage.getItem('croupier')).name") == player
    visits.allowed.append("409")  # there is no second page
    page.locator("[data-do=seat-code]").tap()
    expect(page.locator("croupier-seat-code").get_by_role("alert")).to_contain_text("has a page already")


def test_somebody_without_a_device_plays_three_rounds_colors_up_and_leaves_a_closed_table_with_cash(
    house: Served, visits: Visits
) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    code = house.invite(name("dora"), "dealer", dealt.table)
    page = handheld(visits, f"/#join={code}", {"width": 1180, "height": 820})
    phase(page, "betting-open")
    page.locator("[data-do=chips]").tap()
    page.locator("[data-walk-up='10000']").tap()
    purse = page.locator("[data-purse]")
    expect(purse).to_contain_text("100 in cash")
    player = page.locator("select[name=player]").input_value()
    assert player.startswith("seat-")
    no_violation(page)
    page.get_by_label("Chip type").select_option("color")
    page.get_by_label("Value of one color chip").fill("5")
    expect(page.locator("[data-do=sell-for-cash]")).to_have_text(re.compile(r"^\s*Sell 20 \w+ chips of 5 for 100\s*$"))
    page.locator("[data-do=sell-for-cash]").tap()
    expect(purse).to_contain_text("= 100")
    for pocket in ("17", "5", "8"):
        page.keyboard.press("Escape")
        page.locator("[data-do=place-wager]").tap()
        page.get_by_role("button", name="5", exact=True).tap()
        page.locator("button[data-spot='straight:17']").tap()
        expect(page.locator("g[data-chip='straight:17'][data-state=live]")).to_have_count(1)
        dealt.finish(pocket)
        phase(page, "betting-open")
    page.locator("[data-do=chips]").tap()
    worth = page.locator("[data-do=color-up]")
    expect(worth).to_be_visible()
    worth.tap()
    expect(worth).to_have_count(0)
    page.keyboard.press("Escape")
    dealt.finish("9", opens=False)
    house.pit(dealt.table, "close-table")
    phase(page, "closed")
    page.locator("[data-do=chips]").tap()
    expect(page.locator("[data-walk-up]")).to_have_count(0)
    held = house.call("GET", f"/tables/{dealt.table}")["purses"][player]
    expect(page.locator("[data-do=cash-out-all]")).to_have_text(f"Cash out all {held['cash'] // 100}")
    page.locator("[data-do=cash-out-all]").tap()
    expect(purse).to_contain_text("0 in cash")
    wallet = house.run(house.running.service.office.tables.wallet(player))
    _leaves_the_seat_with_cash(page, 365)
    told = [one for one in events(house, dealt.table) if one.get("player") == player]
    assert [one["type"] for one in told][-1] == "seat-left"
    won = sum(one.get("winnings", 0) for one in told) - sum(one.get("collected", 0) for one in told)
    assert wallet == 20_000 + won == 20_000 + 17_500 - 1_000
    assert house.run(house.running.service.office.tables.wallet(player)) == 0
    assert not house.call("GET", f"/tables/{dealt.table}/audit")["findings"], "the ledger balances"


def _leaves_the_seat_with_cash(page: Page, cash: int) -> None:
    page.locator("[data-do=leave-seat]").tap()
    expect(page.locator("[data-do=leave-seat]")).to_be_disabled()
    back = page.locator("[data-do=hand-back]")
    expect(back).to_have_text(f"Hand back {cash} in cash")
    back.tap()
    expect(page.locator(".sheet")).to_contain_text("Nobody sits here yet.")


def test_the_pit_says_that_the_house_is_gone(house: Served, browser: Browser) -> None:
    table = house.add_table(V3)
    code = house.invite(name("sue"), "pit-supervisor", table)
    with laid(house) as line:
        visits = Visits(browser, line.base, allowed=["WebSocket connection", "net::ERR_", "Failed to load resource"])
        pit = visits.open(f"/#join={code}", viewport=DEALER)
        expect(pit.locator("header")).to_contain_text("nothing waits for a decision")
        line.cut()
        expect(pit.locator("[data-gone]")).to_contain_text("The house has not answered since")
        line.mend()
        expect(pit.locator("[data-gone]")).to_have_count(0)
        visits.close()
