"""The pit: early close, what is not listed, corrections by two people, limits, alerts, staff."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.web.live.watch import LOOK_EVERY
from testkit.browser.serving import Served
from testkit.browser.staff import (
    DEALER,
    R360,
    V3,
    Staffed,
    closed,
    colleague,
    comes_in,
    dealer,
    held,
    lays,
    name,
    no_violation,
    opened,
    phase,
    press,
    result,
    table_opened,
)
from testkit.browser.visits import Visits

Shot = Callable[[Page, str], None]


def owner(house: Served, visits: Visits) -> Page:
    """Let the owner in, by a link like that of the first start, which is worthless once there is another."""
    house.owner()
    code = house.run(house.running.service.office.sign_in.invite_owner())
    page = visits.open(f"/#join={code}", viewport={"width": 1440, "height": 1300})
    expect(page.locator(".table-card").first).to_be_visible()
    return page


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


def test_an_alert_stays_until_the_pit_acknowledges_it(house: Served, visits: Visits, shot: Shot) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    pit = comes_in(house, visits, "pit-supervisor", table)
    expect(pit.locator("[data-panel]")).to_be_visible()
    table_opened(page)
    expect(pit.locator(".table-panel h2")).to_contain_text("Open, between rounds")
    press(page, "Place your bets")
    phase(page, "betting-open")
    page.wait_for_timeout(1_500 * LOOK_EVERY)  # a dealer whom nobody saw is not missed
    page.close()
    alert = pit.locator("[data-alert=dealer-gone]")
    expect(alert).to_contain_text("no dealer is connected")
    shot(pit, "pit-alert")
    no_violation(pit)
    alert.get_by_role("button").click()
    expect(alert).to_have_count(0)
    assert any(one["acknowledged_by"] for one in house.call("GET", "/alerts") if one["table"] == table)


def test_the_owner_sets_up_renames_takes_away_and_removes_a_table_on_the_page(
    house: Served, visits: Visits, shot: Shot
) -> None:
    visits.allowed.append("409")  # a table that is open is not removed
    page = owner(house, visits)
    panel = page.locator("croupier-tables")
    panel.get_by_label("Name of the table").fill("The Blue Room")
    panel.get_by_label("Rulebook").select_option(R360)
    expect(panel.get_by_label("Limits").locator("option[value='10-1000']")).to_have_count(1)
    panel.get_by_label("Limits").select_option("10-1000")
    panel.locator("[data-do=set-up]").click()
    row = panel.locator("[data-own-table=the-blue-room]")
    expect(row).to_contain_text("The Blue Room")
    card = page.locator("[data-table=the-blue-room]")
    expect(card).to_contain_text("The Blue Room")
    expect(card).to_contain_text("10–1,000")
    no_violation(page)
    shot(page, "pit-tables")
    hall = visits.open("/")
    expect(hall.locator("[data-table=the-blue-room] [data-name]")).to_have_text("The Blue Room")

    row.locator("[data-do=set-aside]").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("a new wheel")
    page.locator("[data-confirm=set-aside]").click()
    expect(row).to_contain_text("out of service: a new wheel")
    expect(hall.locator("[data-table=the-blue-room]")).to_contain_text("Out of service")
    row.locator("[data-do=put-back]").click()
    expect(row).to_contain_text("closed")
    row.locator("[data-do=name]").click()
    page.get_by_role("dialog").get_by_label("Name").fill("The Red Room")
    page.locator("[data-confirm=name]").click()
    expect(row).to_contain_text("The Red Room")
    house.pit("the-blue-room", "open-table")
    row.locator("[data-do=remove]").click()
    page.locator("[data-confirm=remove]").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("close it first")
    house.pit("the-blue-room", "close-table")
    page.locator("[data-confirm=remove]").click()
    expect(row).to_have_count(0)
    expect(hall.locator("[data-table=the-blue-room]")).to_have_count(0)
    page.goto(f"{house.base}/#/audit/the-blue-room")
    expect(page.locator("h1")).to_contain_text("the-blue-room")


def test_a_dealer_calls_the_pit_which_rings_there_and_sees_who_comes_and_how_soon(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table = house.add_table(V3)
    house.call("POST", f"/tables/{table}/name", {"name": "The Blue Room"})
    page = dealer(house, visits, table)
    expect(page.locator("header")).to_contain_text("Table The Blue Room")
    pit = comes_in(house, visits, "pit-supervisor", table, reduced_motion="no-preference")
    expect(pit.locator(".table-panel h2")).to_contain_text("Table The Blue Room")
    expect(pit.locator("[data-panel]")).to_be_visible()
    sound = pit.get_by_role("button", name="Sound off")
    expect(sound).to_have_attribute("aria-pressed", "false")
    opened(page)

    page.get_by_role("button", name="Call the pit").click()
    question = page.get_by_role("dialog", name="Call the pit")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    phase(page, "betting-open")
    question.get_by_label("Note").fill("seat 3 says 20")
    shot(page, "dealer-call")
    no_violation(page)
    question.get_by_role("button", name="A dispute").click()
    expect(page.locator("[data-called=waits]")).to_contain_text("the pit is called")
    call = pit.locator("[data-call]")
    expect(call).to_contain_text("Table The Blue Room")
    expect(call).to_contain_text("A dispute, seat 3 says 20")
    expect(pit.locator("[aria-live=assertive]")).to_contain_text("A dispute")
    assert call.evaluate("one => getComputedStyle(one).animationName") == "call"
    pit.emulate_media(reduced_motion="reduce")
    assert call.evaluate("one => getComputedStyle(one).animationName") == "none"
    shot(pit, "pit-call")
    no_violation(pit)
    call.get_by_role("button", name="I am coming").click()
    expect(call).to_have_count(0)
    expect(page.locator("[data-called=answered]")).to_contain_text(re.compile(r"answered by \S+ after \d+ s"))
    pit.locator(".alerts summary").click()
    expect(pit.locator("[data-answered=pit-called]")).to_contain_text(re.compile(r"answered by \S+ after \d+ s"))
    _a_call_rings_in_a_pit_that_wants_to_hear_it(house, page, pit)


def _a_call_rings_in_a_pit_that_wants_to_hear_it(house: Served, page: Page, pit: Page) -> None:
    table, somebody = colleague(page).table, colleague(page).dealer
    # Every tone that begins is counted.
    pit.evaluate("""() => {
      globalThis.tones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...at) { globalThis.tones += 1; return start.apply(this, at); };
    }""")
    house.run(somebody.client.call("POST", f"/tables/{table}/call", {"kind": "help"}))
    expect(pit.locator("[data-call]")).to_have_count(1)
    assert pit.evaluate("globalThis.tones") == 0
    pit.get_by_role("button", name="Sound off").click()
    expect(pit.get_by_role("button", name="Sound on")).to_be_visible()
    pit.wait_for_function("globalThis.tones > 0")
    before = pit.evaluate("globalThis.tones")
    house.run(somebody.client.call("POST", f"/tables/{table}/call", {"kind": "fill"}))
    expect(pit.locator("[data-call]")).to_have_count(2)
    pit.wait_for_function("before => globalThis.tones > before", arg=before)


def test_the_owner_invites_to_a_role_of_the_rulebook_by_a_link_that_works_once_and_dismisses(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table, other = house.add_table(V3), house.add_table(R360)
    page = owner(house, visits)
    expect(page.locator(f"[data-table='{table}']")).to_be_visible()
    page.locator("select[name=table]").select_option(other)
    expect(page.locator("select[name=role]").locator("option")).to_have_count(3)
    roles = [one.get_attribute("value") for one in page.locator("select[name=role]").locator("option").all()]
    assert roles == ["dealer", "surveillance", "auditor"]
    somebody = name("dora")
    page.locator("croupier-people").get_by_label("Name").fill(somebody)
    page.locator("select[name=table]").select_option(table)
    expect(page.locator("select[name=role]").locator("option[value=pit-manager]")).to_have_count(1)
    page.locator("select[name=role]").select_option("dealer")
    page.locator("[data-do=invite]").click()
    link = page.get_by_label("One-time link").input_value()
    expect(page.get_by_role("img", name=f"Link for {somebody}")).to_be_visible()
    shot(page, "pit-owner")
    no_violation(page)
    came = visits.open(link.replace(house.base, ""), viewport=DEALER)
    expect(came.locator(".walk")).to_be_visible()
    visits.allowed.append("403")
    again = visits.open(link.replace(house.base, ""))
    expect(again.locator("body")).to_contain_text("was used")
    expect(page.locator("select[name=table]")).to_have_value(table)  # the next one is mostly for the same
    page.get_by_role("button", name=f"Dismiss {somebody}").dblclick()
    expect(page.get_by_role("dialog", name="Dismiss")).to_be_visible()
    expect(page.locator(f"[data-person='{somebody}']")).to_have_count(1)
    page.locator("[data-confirm=dismiss]").click()
    expect(page.locator(f"[data-person='{somebody}']")).to_have_count(0)
    press_gone = came.locator(".connection.reconnecting, h1")
    expect(press_gone.first).to_be_visible()
    came.close()  # it would ask on and on, and complain of each answer
    _whoever_invites_for_every_table_invites_the_next_for_every_table(house, page)


def _whoever_invites_for_every_table_invites_the_next_for_every_table(house: Served, page: Page) -> None:
    tables, roles = page.locator("select[name=table]"), page.locator("select[name=role]")
    tables.select_option("")
    roles.select_option("auditor")
    invited, people = [name("ada"), name("bea")], house.running.service.people
    here, people.origin = people.origin, "https://night.example"  # where people reach the house counts, if it is said
    for one in invited:
        page.get_by_label("Name", exact=True).fill(one)
        page.locator("[data-do=invite]").click()
        expect(page.locator(f"[data-person='{one}']")).to_contain_text("every table")
        expect(tables).to_have_value("")
        assert page.get_by_label("One-time link").input_value().startswith("https://night.example/#join=")
    people.origin = here
    tables_of = {one["name"]: one["table"] for one in house.call("GET", "/people")}
    assert [tables_of[one] for one in invited] == [None, None]


@pytest.fixture(scope="module")
def staffed_house(browser: Browser, house: Served) -> Iterator[Staffed]:
    visits = Visits(browser, house.base, "reduce")
    yield Staffed(house, visits)
    visits.close()


@pytest.fixture
def staffed(staffed_house: Staffed) -> Iterator[Staffed]:
    """One table for the tests at the end of this module, with a round that takes bets."""
    staffed_house.begin()
    yield staffed_house
    faults, staffed_house.visits.faults = staffed_house.visits.faults, []
    assert not faults, "\n".join(faults)


def test_bets_are_closed_early_by_the_pit_manager_and_nobody_below(
    visits: Visits, staffed: Staffed, shot: Shot
) -> None:
    page, table = staffed.dealer, staffed.table
    player = visits.open(f"/#/table/{table}")
    hall = staffed.hall
    below = staffed.pit("pit-supervisor")
    blocked = below.locator("[data-blocked=authorize-early-close]")
    expect(blocked).to_contain_text("pit manager or higher")
    expect(blocked).to_contain_text("§ 6.1")
    expect(blocked.locator("button")).to_be_disabled()

    manager = staffed.pit("pit-manager")
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
    expect(player.locator(".banner .phase")).to_contain_text("Closed before the spin by order of the pit manager.")
    expect(player.locator(".banner .cited .clause")).to_have_attribute("data-also", re.compile("6.1"))
    expect(hall.locator(".display-now [data-phase]")).to_contain_text("closed before the spin")
    for view in (page, manager):
        expect(view.locator(".staff-log .clause", has_text="§ 6.1").first).to_be_visible()
    shot(player, "player-closed-early")
    (allowed,) = (one for one in staffed.events() if one["type"] == "early-close-authorized")
    assert allowed["by"]["role"] == "pit-manager"
    (called,) = (one for one in staffed.events() if one["type"] == "no-more-bets-called")
    assert "6.1" in called["clauses"]
    ball = player.locator(".wheel .arm.outer")
    expect(ball).to_have_class(re.compile(r"\baway\b"))  # none turns that nobody has spun
    press(page, "Ball spun")
    phase(page, "no-more-bets")
    expect(ball).not_to_have_class(re.compile(r"\baway\b"))
    expect(player.locator(".banner .phase")).to_contain_text("Bets are locked.")
    expect(page.locator(".walk")).to_contain_text("Touch the number")
    player.close()

    colleague(page).dealer.ask("count-revolutions", completed=4)
    result(page, "17")
    press(page, "Collect and pay")
    phase(page, "paid")


def test_a_supervisor_who_is_appointed_to_act_as_manager_closes_bets_early(
    house: Served, visits: Visits, staffed: Staffed
) -> None:
    page = staffed.dealer
    below = staffed.pit("pit-supervisor")
    expect(below.locator("[data-blocked=authorize-early-close]")).to_be_visible()
    who = below.evaluate("JSON.parse(localStorage.getItem('croupier')).name")
    owners = owner(house, visits)
    chooses = owners.get_by_label(f"Position in which {who} acts")
    expect(chooses.locator("option")).to_have_count(3)  # nothing else, and the two positions above
    chooses.select_option("pit-manager")
    expect(owners.locator(f"[data-person='{who}'] option[value=pit-manager]")).to_have_attribute("selected", "")
    no_violation(owners)
    owners.close()

    below.reload()
    below.locator("[data-do=early]").click()
    below.locator("[data-do=authorize-early-close]").click()
    expect(page.locator(".walk")).to_contain_text("No more bets")

    (authorized,) = (one for one in staffed.events() if one["type"] == "early-close-authorized")
    assert authorized["by"] == {"name": who, "role": "pit-supervisor", "acting": "pit-manager"}
    assert authorized["clauses"] == ["6.1", "6.3"]
    press(page, "No more bets")
    press(page, "Ball spun")
    phase(page, "no-more-bets")
    colleague(page).dealer.ask("count-revolutions", completed=4)
    result(page, "17")
    press(page, "Collect and pay")
    phase(page, "paid")


def test_what_is_not_listed_finds_the_near_clauses_first_and_then_the_shift_manager(
    house: Served, staffed: Staffed, shot: Shot
) -> None:
    page, table = staffed.dealer, staffed.table
    lays(house.player(name("ann"), table), "17", 500)
    closed(page)
    page.locator("[data-do=unlisted]").click()
    expect(page.locator("[data-do=refer]")).to_have_count(0)
    page.get_by_label("What happened").fill("A player threw a coin into the wheel")
    near = page.locator("[data-nearest] li")
    expect(near.first).to_contain_text("Foreign object")
    expect(near.first).to_contain_text("§ 5.4")
    assert near.count() <= 3
    page.locator(".sheet [data-reason=foreign-object]").dblclick()  # two taps write down no fact
    no_violation(page)
    shot(page, "dealer-not-covered")
    page.get_by_label("What happened").fill("the lights went blue and the music stopped")
    refer = page.locator("[data-do=refer]")
    expect(refer).to_contain_text("shift manager")
    expect(refer).to_contain_text("§ 6.2")
    refer.click()
    expect(page.locator("[data-waits=irregularity]")).to_contain_text("shift manager")

    manager = staffed.pit("pit-manager")
    expect(manager.locator("[data-blocked=rule-on-irregularity]")).to_contain_text("shift manager")
    expect(manager.locator("[data-do=rule-void]")).to_be_disabled()
    result(page, "17")
    expect(page.locator(".walk")).to_be_disabled()
    expect(page.locator("[data-why]")).to_contain_text("ruling comes first")
    shift = staffed.pit("shift-manager")
    expect(shift.locator("[data-ruling=round] q")).to_have_text("the lights went blue and the music stopped")
    expect(shift.locator("[data-affected='straight:17']")).to_contain_text("5")
    shift.locator("input[name=reason]").fill("nobody was disturbed")
    no_violation(shift)
    shot(shift, "pit-irregularity")
    shift.locator("[data-do=rule-stand]").click()
    press(page, "Collect and pay")
    phase(page, "paid")
    (ruled,) = (one for one in staffed.events() if one["type"] == "irregularity-ruled")
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
    house: Served, staffed: Staffed, shot: Shot
) -> None:
    page, table = staffed.dealer, staffed.table
    hall = staffed.hall
    ann = house.player(name("ann"), table)
    lays(ann, "20", 500)
    closed(page)
    result(page, "17")
    press(page, "Collect and pay")
    phase(page, "paid")
    expect(hall.locator("[data-number]")).to_have_attribute("data-number", "17")

    shift = staffed.pit("shift-manager")
    shift.locator("[data-do=correct]").click()
    rested = shift.get_by_label("The ball rested in")
    expect(rested).to_have_value("")  # nothing is chosen, and numbers are found where one looks for them
    assert rested.locator("option").all_inner_texts() == ["–", *map(str, range(37))]
    rested.select_option("20")
    shift.get_by_label("Reason").fill("the camera shows 20")
    shot(shift, "pit-correction")
    no_violation(shift)
    shift.locator("[data-do=correct-outcome]").click()
    expect(shift.locator("[data-blocked=approve-correction]")).to_contain_text("second person")
    expect(shift.locator("[data-blocked=approve-correction]")).to_contain_text("2.5")
    expect(shift.locator("[data-do=approve-correction]")).to_be_disabled()
    expect(hall.locator("[data-number]")).to_have_attribute("data-number", "17")

    second = staffed.pit("pit-manager")
    expect(second.locator("[data-ruling=correction]")).to_contain_text("the camera shows 20")
    shot(second, "pit-correction-approve")
    second.locator("[data-do=approve-correction]").click()
    expect(hall.locator("[data-number]")).to_have_attribute("data-number", "20")
    for one in (page, second):
        expect(one.locator(f"[data-changes='{ann.name}']")).to_contain_text("Give 180 more")
    told = staffed.events()
    assert [one["pocket"] for one in told if one["type"] == "outcome-declared"] == ["17"]
    (corrected,) = (one for one in told if one["type"] == "outcome-corrected")
    assert (corrected["before"], corrected["pocket"], "6.4" in corrected["clauses"]) == ("17", "20", True)
    expect(second.locator(f"[data-table='{table}'] .mark").first).to_have_text("20")


def test_a_declared_round_is_void_only_if_a_second_person_confirms_what_the_dealer_reports(
    house: Served, staffed: Staffed, shot: Shot
) -> None:
    page, table = staffed.dealer, staffed.table
    ann = house.player(name("ann"), table)
    lays(ann, "17", 500)
    closed(page)
    result(page, "17")
    held(page, "[data-do=no-spin]")
    page.locator("[data-reason=foreign-object]").click()
    expect(page.locator("[data-waits=confirmation]")).to_contain_text("waits for the")
    assert "round-voided" not in [one["type"] for one in staffed.events()]

    pit = staffed.pit("pit-supervisor")
    ruling = pit.locator("[data-ruling=round]")
    expect(ruling).to_contain_text("17 was declared before")
    shot(pit, "pit-confirmation")
    no_violation(pit)
    ruling.get_by_label("Reason").fill("the camera shows a coin in the wheel")
    pit.locator("[data-do=rule-void]").click()
    phase(page, "void")
    told = staffed.events()
    (voided,) = (one for one in told if one["type"] == "round-voided")
    assert (voided["pocket"], "5.4" in voided["clauses"]) == ("17", True)
    assert [one["pocket"] for one in told if one["type"] == "outcome-declared"] == ["17"]
    expect(pit.locator(".alerts")).to_contain_text("after 17 was declared")


def test_limits_are_set_for_the_next_round_and_the_one_under_way_keeps_its_own(
    visits: Visits, staffed: Staffed, shot: Shot
) -> None:
    page, table = staffed.dealer, staffed.table
    player = visits.open(f"/#/table/{table}")
    hall = staffed.hall
    expect(hall.locator(".plate")).to_contain_text("1–200")
    pit = staffed.pit("pit-manager")
    pit.locator("[data-do=limits]").click()
    expect(pit.get_by_label("Straight up max")).to_have_value("200")
    pit.get_by_label("Straight up min").fill("")  # half a line takes no limit away
    pit.locator("[data-do=set-limits]").click()
    assert pit.get_by_label("Straight up min").evaluate("one => one.validationMessage").startswith("Give a minimum")
    assert "limits-set" not in [one["type"] for one in staffed.events()]
    pit.get_by_label("Straight up min").fill("1")
    pit.get_by_label("Straight up max").fill("300")
    expect(pit.locator(".sheet")).to_contain_text("The round under way keeps")
    shot(pit, "pit-limits")
    no_violation(pit)
    pit.locator("[data-do=set-limits]").click()
    expect(pit.locator(".sheet")).to_have_count(0)
    expect(page.locator(".checked [data-coming]")).to_contain_text("1–300")
    expect(page.locator(".steps .staff-log")).to_contain_text("New limits, from the next round. pitmanager")
    expect(hall.locator("[data-coming]")).to_contain_text("1–300")
    expect(player.locator("[data-coming]")).to_contain_text("from the next round")
    expect(pit.locator(f"[data-table='{table}'] [data-coming]")).to_be_visible()
    closed(page)
    result(page, "17")
    press(page, "Collect and pay")
    press(page, "olly up")
    press(page, "Place your bets")
    phase(page, "betting-open")

    for view, plate in ((page, ".checked .limits"), (hall, ".plate"), (player, "[data-plate]")):
        expect(view.locator(plate)).to_contain_text("1–300")
        expect(view.locator("[data-coming]")).to_have_count(0)
    rounds = [one["limits"]["limits"] for one in staffed.events() if one["type"] == "betting-opened"]
    assert [one["straight"]["max"] for one in rounds] == [20_000, 30_000]
    assert rounds[1]["split"] == rounds[0]["split"]


def test_two_numbers_hold_the_payment_until_the_shift_manager_corrects_the_result(staffed: Staffed, shot: Shot) -> None:
    page, pit = staffed.dealer, staffed.pit("pit-supervisor")
    closed(page)
    result(page, "17")
    pit.locator("[data-do=enter]").click()
    pit.get_by_role("dialog").get_by_label("The ball rested in").select_option("20")
    no_violation(pit)
    pit.locator("[data-do=enter-outcome]").click()
    expect(page.locator("[data-waits=dispute]")).to_contain_text("Two numbers were entered: 17 and 20")
    expect(page.locator("[data-waits=dispute]")).to_contain_text("shift manager")
    expect(page.locator(".walk")).to_contain_text("Waiting for the shift manager's ruling")
    expect(page.locator(".walk")).to_be_disabled()
    shot(page, "dealer-dispute")
    no_violation(page)
    expect(pit.locator("[data-alert=outcome-disputed]")).to_be_visible()
    expect(pit.locator("[data-do=confirm-outcome]")).to_have_count(0)
    expect(pit.locator("[data-blocked=correct-outcome]").first).to_contain_text("hift manager")

    shift = staffed.pit("shift-manager")
    decision = shift.locator("[data-decision=dispute]")
    expect(decision).to_contain_text("Dolly and payment wait")
    expect(decision.get_by_role("button", name="Confirm 17")).to_be_enabled()
    shot(shift, "pit-dispute")
    no_violation(shift)
    decision.get_by_label("Reason").fill("the ball lies in 20")
    decision.locator("[data-do=decide-dispute]").click()
    expect(decision).to_have_count(0)
    press(page, "Dolly on 20")
    press(page, "Collect and pay")
    phase(page, "paid")
