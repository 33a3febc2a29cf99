"""What dealer and pit look at: whose chips, which clause, who is asked; at every size nothing on top of another."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from croupier.web.api import decisions
from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served
from testkit.browser.staff import (
    V3,
    closed,
    comes_in,
    dealer,
    events,
    held,
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
OVER = """() => {
  const parts = [...document.querySelectorAll(".dealer .cloth, .stage, .steps, .checked, .acts-row, .top")];
  const boxes = parts.map((one) => [one.className, one.getBoundingClientRect()]);
  const meet = (r, s) => Math.min(r.right, s.right) - Math.max(r.left, s.left) > 1
    && Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top) > 1;
  return boxes.flatMap(([a, r], at) => boxes.slice(at + 1)
    .filter(([, s]) => r.width && s.width && meet(r, s)).map(([b]) => `${a} over ${b}`)); }"""
LABELS = """() => [...document.querySelectorAll(".dealer [data-box]")].flatMap((box) => {
  const [on, label] = [".tint", "text.label"].map((one) => box.querySelector(one)?.getBoundingClientRect());
  if (!on || !label) return [];
  const off = (from, to, start, end, size) => Math.abs(start + end - from - to) / 2 / size;
  const [x, y] = [off(on.left, on.right, label.left, label.right, on.width),
    off(on.top, on.bottom, label.top, label.bottom, on.height)];
  return [[box.dataset.box, x < 0.2 && y < 0.3]]; })"""
"""Which boxes have words on them, and whether those stand in the middle; a chip may want a little room beside them."""
SIZES = ((1440, 900), (1180, 820), (820, 1180), (390, 844), (320, 640))


def test_chips_say_whose_they_are_a_clause_is_read_over_the_table_and_the_one_button_stays_where_it_is(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    places: dict[tuple[int, int], str] = {}
    _look(page, places)
    opened(page)
    _look(page, places)
    # Two names with one letter: it is the seat that gives the letter, on every screen.
    for who, position, stake in (("anna", "17", 500), ("anton", "red", 1500)):
        lays(house.player(name(who), table), position, stake)
    expect(page.locator("g[data-chip='straight:17'] text")).to_have_text("A5")
    expect(page.locator("g[data-chip='red'] text")).to_have_text("B15")
    expect(page.locator(".laid .dot")).to_have_text(["A", "B"])  # and beside the names
    bodies = [page.locator(f"g[data-chip='{one}'] .body").first for one in ("straight:17", "red")]
    assert len({one.get_attribute("class") for one in bodies}) == 2
    page.locator(".staff-log .clause").last.click()
    card = page.get_by_role("dialog", name="Clause § 3.1")
    expect(card.locator("[data-clause]")).to_contain_text("Place your bets")
    no_violation(page)
    shot(page, "dealer-clause")
    card.get_by_role("button", name="Close").focus()
    page.keyboard.press("Space")
    expect(card).to_have_count(0)
    page.locator(".staff-log .clause").last.click()
    card.locator("[data-clause]").click()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    phase(page, "betting-open")  # what was meant for the card has dealt nothing
    closed(page)
    _look(page, places)
    result(page, "7")
    _look(page, places)
    press(page, "Collect and pay")
    phase(page, "paid")
    _look(page, places)
    assert len(places) == 1, places


def _look(page: Page, places: dict[tuple[int, int], str]) -> None:
    """Write down where the one button is, and what it says there."""
    box = page.locator(".walk").bounding_box()
    assert box is not None
    assert box["height"] >= 56
    says = page.locator(".walk").inner_text()
    places.setdefault((round(box["x"]), round(box["y"] + box["height"])), says)


def test_a_reason_that_nobody_gives_within_a_minute_is_for_the_pit_to_write_down(
    house: Served, visits: Visits, shot: Shot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    opened(page)
    press(page, "Ball spun")
    phase(page, "ball-in-play")
    held(page, "[data-do=no-spin]")
    expect(page.get_by_role("dialog", name="Void")).to_be_visible()
    page.keyboard.press("Escape")
    pit = comes_in(house, visits, "pit-supervisor", table)
    expect(pit.locator(".inbox")).to_contain_text("empty")
    now = decisions.moment
    monkeypatch.setattr(decisions, "moment", lambda: now() + timedelta(seconds=61))
    form = pit.locator("[data-ruling=reason]")
    expect(form).to_be_visible()
    expect(pit.locator(f"[data-table='{table}'] .wait")).to_contain_text(
        re.compile(r"without a reason\s+waits (6[1-9]|[7-9]\d|\d{3}) s")
    )
    expect(page.locator("[data-waits=reason]")).to_contain_text("waits for the pit supervisor")
    expect(page.locator(".walk")).to_contain_text("Write down why")
    no_violation(pit)
    shot(pit, "pit-reason")
    form.get_by_label("Why").select_option("ball-left-wheel")
    form.get_by_label("In your own words").fill("it jumped onto the floor")
    form.get_by_role("button", name="Write it down").click()
    expect(form).to_have_count(0)
    expect(page.locator(".walk")).to_contain_text("Place your bets")
    told = events(house, table)[-1]
    assert (told["type"], told["kind"], told["by"]["role"]) == (
        "irregularity-reported",
        "ball-left-wheel",
        "pit-supervisor",
    )


def test_the_pit_passes_axe_in_every_phase_and_recalls_what_was_said(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    for pocket in ("5", "17", "20"):
        dealt.finish(pocket)
    pit = comes_in(house, visits, "pit-manager", dealt.table)
    expect(pit.locator(".staff-log")).to_contain_text("Round 3 is paid: 20.")
    expect(pit.locator("[data-pace]")).to_have_text(re.compile(r"^[\d,]+ rounds an hour$"))
    tag = pit.locator(".table-card [data-phase]")
    said = {"no-more-bets": "Bets closed"}
    acts: dict[str, Callable[[], None]] = {
        "betting-open": lambda: None,
        "ball-in-play": dealt.spin,
        "no-more-bets": dealt.call,
        "at-rest": lambda: dealt.rest("9"),
    }
    for wanted, act in acts.items():
        act()
        expect(tag).to_have_attribute("data-phase", wanted)
        expect(tag).to_contain_text(said.get(wanted, ""))
        no_violation(pit)
    dealt.mark()
    dealt.pay()
    dealt.lift()
    house.pit(dealt.table, "close-table")
    expect(tag).to_have_text("Closed")
    no_violation(pit)


def test_at_every_size_nothing_lies_over_anything_and_the_void_button_of_a_table_of_ones_own_is_in_sight(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table = house.add_table(V3)
    page = dealer(house, visits, table)
    opened(page)
    for number in range(6):
        lays(house.player(name("ann"), table), "17", 100 * (number + 1))
    expect(page.locator("g[data-chip='straight:17']")).to_have_count(4)
    expect(page.locator(".more")).to_have_text("+2")
    pit = comes_in(house, visits, "pit-manager", table)
    expect(pit.locator("[data-panel]")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVER) == [], width
        labels = dict(page.evaluate(LABELS))
        assert len(labels) == 12, labels
        assert all(labels.values()), (width, labels)
        shot(page, f"dealer-{width}")
        for view in (page, pit):
            view.set_viewport_size({"width": width, "height": height})
            assert view.evaluate("document.documentElement.scrollWidth") <= width
        if width > 1000:  # a table's own screen; a phone is for a look
            expect(page.locator("[data-do=no-spin]")).to_be_in_viewport(ratio=1)
    shot(pit, "pit-320")
    page.evaluate("document.querySelector('.stage').style.marginTop = '-40px'")
    assert page.evaluate(OVER) != [], "what lies over something is seen"
    page.evaluate("document.querySelector('.dealer text.label').style.transform = 'translate(0, 30px)'")
    assert not all(dict(page.evaluate(LABELS)).values()), "and so is what stands in a corner"
