"""Ways through the pages: another table by its address, back and forth, out of a sheet, to a paper and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict

from playwright.sync_api import Page, expect

from testkit.browser.axe import violations
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, sits
from testkit.browser.serving import Served
from testkit.browser.visits import Visits

Shot = Callable[[Page, str], None]
GO = "where => { location.hash = where; }"
CLIPPED = """tags => tags.flatMap((tag) => {
  const { left, top, right, bottom } = tag.getBoundingClientRect(), card = tag.closest(".card");
  const box = card.getBoundingClientRect(), room = parseFloat(getComputedStyle(card).paddingLeft);
  const inside = left >= box.left + room && top >= box.top && right <= box.right - room && bottom <= box.bottom;
  return inside ? [] : [[left - box.left - room, box.bottom - bottom]]; })"""
ONE_AFTER_THE_OTHER = """async () => {
  const view = document.querySelector("croupier-player"), dialog = view.querySelector("dialog");
  const closed = new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  view.close();
  await closed;
  view.open("typed"); }"""
HELD = "document.querySelector('dialog[open]') !== null"


def _bets(house: Served, table: str) -> set[str]:
    """Return what lies on a table, as the house knows it."""
    wagers = house.running.service.office.tables.host(table).table.layout.wagers.values()
    return {one.lies for one in wagers if not one.done}


def _open_table(house: Served, ref: str) -> Dealt:
    dealt = Dealt(house, ref)
    dealt.open()
    return dealt


def test_another_address_and_the_back_button_lead_to_the_table_they_name(visits: Visits, house: Served) -> None:
    first, second = _open_table(house, "mbs-roulette/2"), _open_table(house, "us-double-zero/1")
    player = sits(visits, first.path)
    page = player.page
    player.lay("Straight Up 17")
    page.evaluate(GO, f"#/table/{second.table}")
    expect(page.locator("button[data-spot='straight:00']")).to_be_visible()
    player = Playing(page)
    page.locator("button[data-spot='straight:20']").click()
    expect(page.locator(".own[data-chip='straight:20']")).to_have_attribute("data-state", "live")
    assert (_bets(house, first.table), _bets(house, second.table)) == ({"straight:17"}, {"straight:20"})
    page.go_back()
    expect(page.locator("button[data-spot='straight:00']")).to_have_count(0)
    player = Playing(page)
    expect(player.chip("straight:17")).to_be_visible()
    player.lay("Straight Up 5")
    assert _bets(house, first.table) == {"straight:17", "straight:5"}
    assert _bets(house, second.table) == {"straight:20"}
    assert page.evaluate("document.querySelectorAll('croupier-player').length") == 1


def test_the_back_button_closes_a_sheet_and_leaves_the_table_alone(visits: Visits, house: Served) -> None:
    dealt = _open_table(house, "mbs-roulette/3")
    page = visits.phone("/")
    page.evaluate(GO, f"#/table/{dealt.table}")
    player = Playing(page)
    player.lay("Straight Up 17")
    page.get_by_role("button", name="Menu").click()
    page.locator(".menu").get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
    # A clause is a sheet over the sheet: one step back for each.
    page.get_by_role("dialog", name="Rules").locator("a.clause").first.click()
    expect(page.get_by_role("dialog")).to_have_count(2)
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    player.total("10")
    assert page.url.endswith(f"#/table/{dealt.table}")
    # What is closed by its own button leaves no step behind: the next one back is the lobby.
    for way in ("Escape", "button"):
        page.evaluate("document.querySelector('croupier-player').open('keys')")
        sheet = page.get_by_role("dialog", name="Keys and sound")
        expect(sheet).to_be_visible()
        if way == "Escape":
            page.keyboard.press("Escape")
        else:
            sheet.get_by_role("button", name="Close").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.wait_for_function("history.state === null")
    page.go_back()
    expect(page.locator(".lobby")).to_be_visible()


def test_a_sheet_that_opens_as_another_closes_stays_open_and_back_closes_it(visits: Visits, house: Served) -> None:
    dealt = _open_table(house, "mbs-roulette/3")
    page = visits.open("/")
    page.evaluate(GO, f"#/table/{dealt.table}")
    Playing(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys and sound")).to_be_visible()
    page.evaluate(ONE_AFTER_THE_OTHER)
    expect(page.get_by_role("dialog", name="Type a bet")).to_be_visible()
    page.wait_for_function("history.state?.sheets === 1")
    expect(page.get_by_role("dialog", name="Type a bet")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.go_back()
    expect(page.locator(".lobby")).to_be_visible()


def test_a_page_loaded_anew_under_a_sheet_has_no_step_for_it(visits: Visits, house: Served) -> None:
    dealt = _open_table(house, "mbs-roulette/3")
    page = visits.open("/")
    page.evaluate(GO, f"#/table/{dealt.table}")
    Playing(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.reload()
    Playing(page)
    page.wait_for_function("history.state === null")
    assert page.evaluate(HELD) is False
    page.go_back()
    expect(page.locator(".lobby")).to_be_visible()


def test_every_paper_has_a_way_back_to_the_table_and_all_is_there(visits: Visits, house: Served, shot: Shot) -> None:
    dealt = _open_table(house, "mbs-roulette/3")
    player = sits(visits, dealt.path)
    page = player.page
    player.lay("Straight Up 17", "Red")
    length = page.evaluate("history.length")
    for where in ("odds/mbs-roulette/3", "rules/mbs-roulette/3", f"audit/{dealt.table}/1", f"verify/{dealt.table}/1"):
        page.evaluate(GO, f"#/{where}")
        back = page.get_by_role("link", name="Back to the table")
        expect(back).to_be_visible()
        if where.startswith("odds"):
            expect(page.locator("h1")).to_be_visible()
            shot(page, "paper-way-back")
        back.click()
        player = Playing(page)
        player.total("20")
        assert page.url.endswith(dealt.path)
        assert page.evaluate("history.length") <= length + 1, "there and back again is no longer way"
    player.act("Undo")
    player.total("10")


def test_a_paper_that_nobody_came_to_from_a_table_shows_no_way_to_one(visits: Visits) -> None:
    page = visits.open("/#/odds/mbs-roulette/3")
    expect(page.locator("h1")).to_be_visible()
    expect(page.get_by_role("link", name="Back to the table")).to_have_count(0)


def test_the_way_back_fits_beside_everything_else(visits: Visits, shot: Shot) -> None:
    page = visits.open("/#/table/mbs-3")
    Playing(page)
    page.evaluate(GO, "#/odds/mbs-roulette/3")
    back = page.get_by_role("link", name="Back to the table")
    expect(back).to_be_visible()
    for width, height in ((1440, 789), (844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        box = back.bounding_box()
        assert box is not None
        assert box["height"] >= 44, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        shot(page, f"paper-way-back-{width}")
    assert violations(page) == []


def test_the_tab_says_which_table_it_is_and_how_far_the_round_is(visits: Visits, house: Served) -> None:
    dealt = _open_table(house, "mbs-roulette/3")
    page = visits.open("/")
    expect(page).to_have_title(re.compile("^croupier · Roulette"))
    page.evaluate(GO, f"#/table/{dealt.table}")
    player = Playing(page)
    named = re.escape(page.locator("h1").inner_text())
    expect(page).to_have_title(re.compile(rf"^{named} · Open$"))
    dealt.spin()
    dealt.call()
    player.phase("no-more-bets")
    expect(page).to_have_title(re.compile(rf"^{named} · Bets closed$"))
    page.evaluate(GO, "#/table/mbs-3")
    expect(page).to_have_title(re.compile(r" · \d+ s$"))
    page.evaluate(GO, "#/odds/mbs-roulette/3")
    expect(page).to_have_title(re.compile("^croupier · odds"))
    page.evaluate(GO, f"#/display/{dealt.table}")
    expect(page).to_have_title(re.compile(rf"^croupier · {named}"))


def test_times_are_the_readers_own_and_say_what_the_record_has(visits: Visits, house: Served) -> None:
    dealt = _open_table(house, "mbs-roulette/3")
    dealt.spin()
    player = sits(visits, dealt.path, timezone_id="Asia/Kolkata")
    called = player.page.locator(".log time").first
    shown, recorded = called.inner_text(), called.get_attribute("title") or ""
    found = re.fullmatch(r"\d{4}-\d\d-\d\d (\d\d):(\d\d):(\d\d) UTC", recorded)
    assert found, recorded
    minutes = (int(found[1]) * 60 + int(found[2]) + 330) % 1440
    assert shown == f"{minutes // 60:02}:{minutes % 60:02}:{found[3]}"
    player.page.evaluate(GO, f"#/audit/{dealt.table}/1")
    records = player.page.locator(".records")
    expect(records.locator("th").first).to_have_text(re.compile("utc", re.IGNORECASE))
    expect(records.locator("time").first).to_have_attribute("title", re.compile(r"^\d\d:\d\d:\d\d where you are$"))
    expect(player.page.locator(".selected")).to_contain_text(re.compile(r"\d\d:\d\d:\d\d\.\d{3}\s+UTC"))


def test_every_clause_of_the_last_results_can_be_read(visits: Visits, house: Served) -> None:
    """With twenty results: no tag hangs out of its card, on the left or below."""
    table = house.add_table("mbs-roulette/3", automatic=True)
    slow = asdict(house.running.service.office._dealers[table].pace)
    house.pace(table, **dict.fromkeys(slow, 0.01))
    player = sits(visits, f"/#/table/{table}", reduced_motion="reduce")
    expect(player.page.locator("[data-results] .mark")).to_have_count(20)
    house.pace(table, **slow)
    player.phase("betting-open")
    tags = player.page.locator(".results .clause")
    expect(tags.first).to_be_attached()
    assert tags.evaluate_all(CLIPPED) == []


def test_whoever_is_no_longer_known_comes_in_anew(visits: Visits, house: Served) -> None:
    """As after a house was set up anew: the browser still has a token that nobody knows."""
    visits.allowed += ["401"]
    dealt = _open_table(house, "mbs-roulette/3")
    page = visits.open("/")
    gone = '{"name":"guest-0","token":"of-another-house","role":"player","owner":false,"table":null}'
    page.evaluate("token => localStorage.setItem('croupier', token)", gone)
    page.goto(f"/?again#/table/{dealt.table}")
    Playing(page).lay("Straight Up 17")


def test_a_display_fits_a_phone(visits: Visits, house: Served, shot: Shot) -> None:
    dealt = _open_table(house, "mbs-roulette/3")
    for pocket in ("17", "0", "5", "32", "14", "9", "7", "8", "24", "11", "36", "2"):
        dealt.finish(pocket)
    page = visits.open(f"/#/display/{dealt.table}", viewport={"width": 390, "height": 844})
    expect(page.locator("[data-number='2']")).to_be_visible()
    expect(page.locator("[data-results] .mark")).to_have_count(11)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        plate = page.locator(".plate").bounding_box()
        assert plate is not None
        assert plate["x"] >= 0
        assert plate["x"] + plate["width"] <= width
        shot(page, f"display-phone-{width}")
