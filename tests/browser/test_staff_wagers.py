"""What a dealer does about wagers: placed for a player, late, unclear, outside the limits; and chips."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from croupier.rules.limits import Limit, Limits
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope
from testkit.browser.serving import Served
from testkit.browser.staff import (
    V3,
    closed,
    colleague,
    comes_in,
    dealer,
    events,
    lays,
    name,
    no_violation,
    opened,
    phase,
    press,
    result,
)
from testkit.browser.visits import Visits

Shot = Callable[[Page, str], None]
NARROW = Limits(dict.fromkeys(Kind, Limit(1000, 50_000)), Intake.ACCEPT, LimitScope.PLAYER, None)


def test_a_dealer_places_for_a_player_who_can_put_it_right_until_the_call(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    opened(page)
    player = visits.open(f"/#/table/{table}")
    expect(player.locator(".banner")).to_have_attribute("data-phase", "betting-open")
    expect(page.locator("[data-do=place-wager]")).to_contain_text("§ 3.5")
    page.locator("[data-do=place-wager]").click()
    page.get_by_role("button", name="5", exact=True).click()
    shot(page, "dealer-place-for-player")
    no_violation(page)
    page.locator("button[data-spot='split:8-11']").click()
    expect(page.locator("g[data-chip='split:8-11'][data-state=live]")).to_have_count(1)

    expect(player.locator("[data-wager='split:8-11']")).to_contain_text("placed for you")
    expect(player.locator(".read-out")).to_contain_text("Please check: 5 on Split 8 11 was placed for you.")
    expect(player.locator("[data-live=polite]")).to_contain_text("Please check: 5 on Split 8 11")
    (placed,) = (one for one in events(house, table) if one["type"] == "wager-placed")
    assert (placed["by"]["role"], placed["stake"], placed["clauses"][-1]) == ("dealer", 500, "3.5")
    player.locator("button[data-spot='split:8-11']").click(button="right")
    expect(player.locator("g[data-chip='split:8-11']")).to_have_count(0)
    assert events(house, table)[-1]["type"] == "wager-retracted"


def test_a_late_chip_on_the_cloth_is_refused_and_written_down(house: Served, visits: Visits, shot: Shot) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    opened(page)
    house.player(name("ann"), table)
    closed(page)
    page.get_by_role("button", name="Late chip").click()
    page.locator("button[data-spot='split:8-11']").click()

    expect(page.locator("[data-message]")).to_contain_text("§ 5.13")
    line = page.locator("[data-refusal=betting-closed]")
    expect(line).to_contain_text("1 on Split 8 11")
    expect(line).to_contain_text("s after the call. Return it.")
    expect(line).to_contain_text("§ 5.13")
    shot(page, "dealer-late-chip")


def test_stakes_outside_the_limits_are_shown_and_settled_as_the_clauses_say(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table = house.add_table(V3, limits=NARROW)
    page = dealer(house, visits, table)
    opened(page)
    ann = house.player(name("ann"), table)
    ann.ask("buy-in", player=ann.name, amount=60_000, chips="cash")
    lays(ann, "8-9-11-12", 500)
    closed(page)
    expect(page.locator("[data-check=settled-once]")).to_contain_text("§ 5.15")
    result(page, "20")
    press(page, "Collect and pay")
    press(page, "olly up")
    press(page, "Place your bets")
    phase(page, "betting-open")
    lays(ann, "8-9-11-12", 500)
    lays(ann, "red", 55_000)
    closed(page)
    expect(page.locator("[data-check=returned]")).to_contain_text("§ 5.15")
    expect(page.locator("[data-check=counts-to-maximum]")).to_contain_text("§ 5.16")
    shot(page, "dealer-outside-limits")
    result(page, "32")
    press(page, "Collect and pay")
    phase(page, "paid")
    # Of what is over the maximum nothing was at risk: it is handed back, also to a winner.
    expect(page.locator("[data-back=red]")).to_contain_text("Hand back 50 of Red")
    expect(page.locator("[data-back='corner:8-9-11-12']")).to_contain_text("Hand back 5 of")

    told = [one for one in events(house, table) if one["type"].startswith("wager-")]
    first = next(one for one in told if one["type"] == "wager-collected")
    assert (first["collected"], "5.15" in first["clauses"]) == (500, True)
    back = next(one for one in told if one["type"] == "wager-returned")
    assert (back["amount"], back["clauses"]) == (500, ["5.15"])
    paid = next(one for one in told if one["type"] == "wager-paid")
    assert (paid["stake"], paid["winnings"], "5.16" in paid["clauses"]) == (55_000, 50_000, True)


def test_an_unclear_wager_waits_for_the_supervisor_and_is_settled_as_ruled(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    opened(page)
    ann = house.player(name("ann"), table)
    wager = lays(ann, "8/9", 1000)
    lays(ann, "14", 500)
    pit = comes_in(house, visits, "pit-supervisor", table)
    closed(page)
    page.locator("[data-do=mark-unclear]").click()
    spot = page.locator("button[data-spot='corner:8-9-11-12']")
    spot.click(position={"x": 3, "y": 3})
    expect(page.locator("[data-waits=wager]")).to_contain_text("pit supervisor")
    (marked,) = (one for one in events(house, table) if one["type"] == "wager-marked-unclear")
    x, y = (float(part) for part in marked["point"].split(","))
    assert (abs(x - 3) < 0.3, abs(y - 1) < 0.3, (x, y) != (3.0, 1.0)) == (True, True, True)

    decide = pit.locator("[data-do=rule-on-wager]")
    expect(decide).to_be_disabled()
    expect(pit.locator("[data-blocked=rule-on-wager]")).to_contain_text("at rest")
    expect(pit.locator("[data-blocked=rule-on-wager]")).to_contain_text("§ 3.9")
    result(page, "11")
    expect(page.locator("[data-ruling]")).to_have_count(0)
    dealers_pit = visits.again(page.context, "/#/pit")
    expect(dealers_pit.locator("[data-blocked=rule-on-wager]")).to_contain_text("For the pit supervisor to decide")
    expect(dealers_pit.locator("[data-do=rule-on-wager]")).to_be_disabled()
    dealers_pit.close()

    expect(decide).to_be_enabled()
    corner = pit.locator(".choice", has_text="Corner 8 9 11 12")
    expect(corner).to_contain_text("wins 80")
    expect(pit.locator(".choice", has_text="Split 8 9")).to_contain_text("loses 10")
    no_violation(pit)
    shot(pit, "pit-unclear-wager")
    corner.locator("input").check()
    pit.locator("input[name=reason]").fill("it touches all four")
    decide.click()
    expect(pit.locator("[data-decision]")).to_have_count(0)
    said = "Ruling: a chip counts on Corner 8 9 11 12: “it touches all four”. pitsuperviso"
    expect(page.locator(".steps .staff-log")).to_contain_text(said)
    press(page, "Collect and pay")
    phase(page, "paid")

    (paid,) = (one for one in events(house, table) if one["type"] == "wager-paid")
    assert (paid["wager"], paid["position"], paid["winnings"]) == (wager, "corner:8-9-11-12", 8000)
    (ruled,) = (one for one in events(house, table) if one["type"] == "wager-ruled")
    assert (ruled["by"]["role"], ruled["reason"], ruled["clauses"]) == (
        "pit-supervisor",
        "it touches all four",
        ["3.9"],
    )
    _positions_that_are_equally_near_are_not_chosen_from_and_money_can_be_hidden(house, page, pit)


def _positions_that_are_equally_near_are_not_chosen_from_and_money_can_be_hidden(
    house: Served, page: Page, pit: Page
) -> None:
    table, croupier = colleague(page).table, colleague(page).dealer
    colleague(page).lift()
    before = len(events(house, table))
    croupier.ask("open-betting")
    wager = lays(house.player(name("ann"), table), "8/11", 1000)
    # As far from the corner above as from the split it lies on.
    croupier.ask("mark-unclear", wager=wager, point="3,1.25")
    croupier.ask("spin-ball", ball="clockwise", wheel="counterclockwise")
    croupier.ask("count-revolutions", completed=4)
    croupier.ask("call-no-more-bets")
    croupier.ask("declare-outcome", pocket="11")
    expect(pit.locator("[data-decision=wager] .warn")).to_contain_text("Too close to call")
    expect(pit.locator("[name=reading]:checked")).to_have_count(0)
    expect(pit.locator("[data-consequence]").first).to_contain_text("wins")
    pit.get_by_label("Hide amounts while ruling").check()
    expect(pit.locator("[data-consequence]")).to_have_count(0)
    pit.locator("input[name=reason]").fill("cannot be told")
    pit.locator("[data-do=rule-on-wager]").click()

    assert not [one for one in events(house, table)[before:] if one["type"] == "wager-ruled"], "nothing was chosen"
    pit.locator(".choice", has_text="Not honored").locator("input").check()
    pit.locator("[data-do=rule-on-wager]").click()
    expect(pit.locator("[data-decision]")).to_have_count(0)
    (ruled,) = (one for one in events(house, table)[before:] if one["type"] == "wager-ruled")
    assert (ruled["treatment"], ruled["reason"]) == ("return", "cannot be told")


def test_a_dealer_issues_color_chips_and_cashes_them_out(house: Served, visits: Visits, shot: Shot) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    opened(page)
    ann = house.player(name("ann"), table)
    page.locator("[data-do=chips]").click()
    page.get_by_label("Chip type").select_option("color")
    page.get_by_label("Amount").fill("50")
    page.get_by_label("Value of one color chip").fill("5")
    shot(page, "dealer-chips")
    no_violation(page)
    page.locator("[data-do=buy-in]").click()
    expect(page.locator("[data-purse]")).to_contain_text("10 red chips of 5 = 50")
    other = house.player(name("bob"), table)
    page.get_by_label("Player").select_option(other.name)
    expect(page.get_by_role("option", name="red (taken)")).to_have_attribute("disabled", "")
    expect(page.locator("select[name=color]")).to_have_value("blue")
    page.get_by_label("Player").select_option(ann.name)
    page.get_by_label("Amount").fill("25")
    page.locator("[data-do=cash-out]").click()
    expect(page.locator("[data-purse]")).to_contain_text("5 red chips of 5 = 25")
    page.get_by_label("Amount").fill("12")
    page.locator("[data-do=cash-out]").click()
    expect(page.locator(".sheet [role=alert]")).to_contain_text(
        f"{ann.name} plays chips of 5: the amount must be a multiple"
    )
    page.keyboard.press("Escape")
    expect(page.locator(".sheet")).to_have_count(0)
    expect(page.locator("[data-do=chips]")).to_be_focused()

    lays(ann, "17", 1000, chips=[{"count": 2, "color": "red"}])
    closed(page)
    result(page, "17")
    press(page, "Collect and pay")
    expect(page.locator("[data-pay='straight:17']")).to_contain_text("70 red (3 stacks + 10)")
    bought = [one for one in events(house, table) if one["type"] == "chips-bought" and one["player"] == ann.name]
    assert (bought[-1]["color"], bought[-1]["chip_value"]) == ("red", 500)
