"""The pit: early close, what is not listed, corrections by two people, limits, alerts, staff. B11 to B13."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visits
from tests.browser.serving import Served
from tests.browser.staff import (
    DEALER,
    HALL,
    R360,
    V3,
    closed,
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

Shot = Callable[[Page, str], None]


def owner(house: Served, visits: Visits) -> Page:
    """Let the owner in, by a link like that of the first start."""
    code = house.run(house.running.service.office.doors.invite_owner())
    page = visits.open(f"/#join={code}", viewport={"width": 1440, "height": 1300})
    expect(page.locator(".table-card").first).to_be_visible()
    return page


def test_bets_are_closed_early_by_the_pit_manager_and_nobody_below(house: Served, visits: Visits, shot: Shot) -> None:
    """B11."""
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    opened(page)
    player = visits.open(f"/#/table/{table}")
    hall = visits.open(f"/#/display/{table}", viewport=HALL)
    below = comes_in(house, visits, "pit-supervisor", table)
    blocked = below.locator("[data-blocked=authorize-early-close]")
    expect(blocked).to_contain_text("pit manager or higher")
    expect(blocked).to_contain_text("§ 6.1")
    expect(blocked.locator("button")).to_be_disabled()

    manager = comes_in(house, visits, "pit-manager", table)
    manager.locator("[data-do=early]").click()
    expect(manager.get_by_role("dialog")).to_contain_text("before the spin")
    no_violation(manager)
    shot(manager, "pit-early-close")
    manager.locator("[data-do=authorize-early-close]").click()
    expect(manager.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".walk")).to_contain_text("No more bets")
    expect(player.locator(".banner")).to_have_attribute("data-phase", "betting-open")
    press(page, "No more bets")
    for view in (page, manager, hall):
        expect(view.locator("[data-phase]").first).to_have_attribute("data-phase", "no-more-bets")
    expect(player.locator(".banner")).to_have_attribute("data-phase", "no-more-bets")
    expect(player.locator(".banner .phase")).to_contain_text("Closed before the spin, on the pit manager’s authority.")
    expect(player.locator(".banner .phase .clause", has_text="§ 6.1")).to_be_visible()
    expect(hall.locator(".display-now [data-phase]")).to_contain_text("closed before the spin")
    for view in (page, manager):
        expect(view.locator(".staff-log .clause", has_text="§ 6.1").first).to_be_visible()
    shot(player, "player-closed-early")
    (allowed,) = (one for one in events(house, table) if one["type"] == "early-close-authorized")
    assert allowed["by"]["role"] == "pit-manager"
    (called,) = (one for one in events(house, table) if one["type"] == "no-more-bets-called")
    assert "6.1" in called["clauses"]
    ball = player.locator(".wheel .arm.outer")
    expect(ball).to_have_class(re.compile(r"\baway\b"))  # none turns that nobody has spun
    press(page, "Ball spun")
    phase(page, "no-more-bets")
    expect(ball).not_to_have_class(re.compile(r"\baway\b"))
    expect(player.locator(".banner .phase")).to_contain_text("What lies on the cloth stands.")
    expect(page.locator(".walk")).to_contain_text("Touch the number")


def test_what_is_not_listed_finds_the_near_clauses_first_and_then_the_shift_manager(
    house: Served, visits: Visits, shot: Shot
) -> None:
    """B12."""
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    opened(page)
    lays(house.player(name("ann"), table), "17", 500)
    closed(page)
    page.locator("[data-do=unlisted]").click()
    expect(page.locator("[data-do=refer]")).to_have_count(0)
    page.get_by_label("What happened").fill("a coin fell into the wheel, a foreign object")
    near = page.locator("[data-nearest] li")
    expect(near.first).to_contain_text("Foreign object")
    expect(near.first).to_contain_text("§ 5.4")
    assert near.count() <= 3
    no_violation(page)
    shot(page, "dealer-not-covered")
    page.get_by_label("What happened").fill("the lights went blue and the music stopped")
    refer = page.locator("[data-do=refer]")
    expect(refer).to_contain_text("shift manager")
    expect(refer).to_contain_text("§ 6.2")
    refer.click()
    expect(page.locator("[data-waits=irregularity]")).to_contain_text("shift manager")

    manager = comes_in(house, visits, "pit-manager", table)
    expect(manager.locator("[data-blocked=rule-on-irregularity]")).to_contain_text("shift manager")
    expect(manager.locator("[data-do=rule-void]")).to_be_disabled()
    result(page, "17")
    expect(page.locator(".walk")).to_be_disabled()
    expect(page.locator("[data-why]")).to_contain_text("ruling comes first")
    shift = comes_in(house, visits, "shift-manager", table)
    expect(shift.locator("[data-ruling=round] q")).to_have_text("the lights went blue and the music stopped")
    expect(shift.locator("[data-affected='straight:17']")).to_contain_text("5")
    shift.locator("input[name=reason]").fill("nobody was disturbed")
    no_violation(shift)
    shot(shift, "pit-irregularity")
    shift.locator("[data-do=rule-stand]").click()
    press(page, "Collect and pay")
    phase(page, "paid")
    (ruled,) = (one for one in events(house, table) if one["type"] == "irregularity-ruled")
    assert (ruled["ruling"], ruled["by"]["role"], ruled["clauses"]) == ("stand", "shift-manager", ["6.2"])

    kept = shift.locator("[data-precedent]")
    shift.get_by_text("Precedents (1)").click()
    expect(kept).to_contain_text("the lights went blue")
    expect(kept).to_contain_text("The round stood")
    shift.get_by_label("Find").fill("disturbed lights")
    expect(kept).to_have_count(1)
    no_violation(shift)
    shot(shift, "pit-precedents")
    shift.get_by_label("Find").fill("zeppelin")
    expect(kept).to_have_count(0)


def test_a_wrong_result_is_corrected_by_two_people_and_shown_everywhere(
    house: Served, visits: Visits, shot: Shot
) -> None:
    """B13."""
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    hall = visits.open(f"/#/display/{table}", viewport=HALL)
    opened(page)
    ann = house.player(name("ann"), table)
    lays(ann, "20", 500)
    closed(page)
    result(page, "17")
    press(page, "Collect and pay")
    phase(page, "paid")
    expect(hall.locator("[data-number]")).to_have_attribute("data-number", "17")

    shift = comes_in(house, visits, "shift-manager", table)
    shift.locator("[data-do=correct]").click()
    shift.get_by_label("The ball rested in").select_option("20")
    shift.get_by_label("Reason").fill("the camera shows 20")
    shot(shift, "pit-correction")
    no_violation(shift)
    shift.locator("[data-do=correct-outcome]").click()
    expect(shift.locator("[data-blocked=approve-correction]")).to_contain_text("second person")
    expect(shift.locator("[data-blocked=approve-correction]")).to_contain_text("2.5")
    expect(shift.locator("[data-do=approve-correction]")).to_be_disabled()
    expect(hall.locator("[data-number]")).to_have_attribute("data-number", "17")

    second = comes_in(house, visits, "pit-manager", table)
    expect(second.locator("[data-ruling=correction]")).to_contain_text("the camera shows 20")
    shot(second, "pit-correction-approve")
    second.locator("[data-do=approve-correction]").click()
    expect(hall.locator("[data-number]")).to_have_attribute("data-number", "20")
    told = events(house, table)
    assert [one["pocket"] for one in told if one["type"] == "outcome-declared"] == ["17"]
    (corrected,) = (one for one in told if one["type"] == "outcome-corrected")
    assert (corrected["before"], corrected["pocket"], "6.4" in corrected["clauses"]) == ("17", "20", True)
    expect(second.locator(f"[data-table='{table}'] .mark").first).to_have_text("20")


def test_a_dealer_alone_in_the_rulebook_rules_and_corrects(house: Served, visits: Visits) -> None:
    table = house.add_table(R360)
    page = dealer(house, visits, table)
    opened(page)
    closed(page)
    page.locator("[data-do=unlisted]").click()
    page.get_by_label("What happened").fill("the lights went blue")
    page.locator("[data-do=refer]").click()
    page.locator("[data-ruling=round] input").fill("no matter")
    page.locator("[data-do=rule-stand]").click()
    result(page, "17")
    page.locator("[data-do=correct]").click()
    page.get_by_label("The ball rested in").select_option("20")
    page.get_by_label("Reason").fill("misread")
    page.locator("[data-do=correct-outcome]").click()
    expect(page.locator("[data-outcome]")).to_have_attribute("data-outcome", "20")


def test_limits_are_set_for_the_next_round_and_the_one_under_way_keeps_its_own(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    opened(page)
    pit = comes_in(house, visits, "pit-manager", table)
    pit.locator("[data-do=limits]").click()
    expect(pit.get_by_label("Straight up max")).to_have_value("200")
    pit.get_by_label("Straight up max").fill("300")
    expect(pit.locator(".sheet")).to_contain_text("The round under way keeps")
    shot(pit, "pit-limits")
    no_violation(pit)
    pit.locator("[data-do=set-limits]").click()
    expect(pit.locator(".sheet")).to_have_count(0)
    closed(page)
    result(page, "17")
    press(page, "Collect and pay")
    press(page, "olly up")
    press(page, "Place your bets")
    phase(page, "betting-open")

    rounds = [one["limits"]["limits"] for one in events(house, table) if one["type"] == "betting-opened"]
    assert [one["straight"]["max"] for one in rounds] == [20_000, 30_000]
    assert rounds[1]["split"] == rounds[0]["split"]


def test_an_alert_stays_until_the_pit_acknowledges_it(house: Served, visits: Visits, shot: Shot) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    pit = comes_in(house, visits, "pit-supervisor", table)
    expect(pit.locator("[data-panel]")).to_be_visible()
    opened(page)
    page.close()
    alert = pit.locator("[data-alert=dealer-gone]")
    expect(alert).to_contain_text("no dealer is connected")
    shot(pit, "pit-alert")
    no_violation(pit)
    alert.get_by_role("button").click()
    expect(alert).to_have_count(0)
    assert any(one["acknowledged_by"] for one in house.call("GET", "/alerts") if one["table"] == table)


def test_the_owner_invites_by_a_link_that_is_shown_once_and_works_once_and_dismisses(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table = house.add_table(V3)
    page = owner(house, visits)
    expect(page.locator(f"[data-table='{table}']")).to_be_visible()
    somebody = name("dora")
    page.get_by_label("Name").fill(somebody)
    page.locator("select[name=table]").select_option(table)
    expect(page.locator("select[name=role]").locator("option[value=pit-manager]")).to_have_count(1)
    page.locator("select[name=role]").select_option("dealer")
    page.locator("[data-do=invite]").click()
    link = page.get_by_label("One-time link").input_value()
    shot(page, "pit-owner")
    no_violation(page)
    came = visits.open(link.replace(house.base, ""), viewport=DEALER)
    expect(came.locator(".walk")).to_be_visible()
    visits.allowed.append("403")
    again = visits.open(link.replace(house.base, ""))
    expect(again.locator("body")).to_contain_text("was used")
    page.get_by_role("button", name=f"Dismiss {somebody}").click()
    expect(page.locator(f"[data-person='{somebody}']")).to_have_count(0)
    press_gone = came.locator(".connection.reconnecting, h1")
    expect(press_gone.first).to_be_visible()


def test_roles_are_those_of_the_rulebook_of_the_table(house: Served, visits: Visits) -> None:
    table = house.add_table(R360)
    page = owner(house, visits)
    expect(page.locator(f"[data-table='{table}']")).to_be_visible()
    page.locator("select[name=table]").select_option(table)
    expect(page.locator("select[name=role]").locator("option")).to_have_count(3)
    roles = [one.get_attribute("value") for one in page.locator("select[name=role]").locator("option").all()]
    assert roles == ["dealer", "surveillance", "auditor"]
