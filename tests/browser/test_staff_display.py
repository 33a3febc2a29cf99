"""The display of a hall: read from afar, right in every phase, honest about its age."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.serving import Person, Served
from testkit.browser.staff import AM, HALL, SANDS, V2, V3, name, no_violation
from testkit.browser.visits import Visits

Shot = Callable[[Page, str], None]
ROUND: tuple[tuple[str, dict[str, object]], ...] = (
    ("open-betting", {}),
    ("spin-ball", {"ball": "clockwise", "wheel": "counterclockwise"}),
    ("count-revolutions", {"completed": 4}),
    ("call-no-more-bets", {"wave": True}),
)


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


def play(dealer: Person, pocket: str) -> None:
    """Deal a whole round."""
    for act, fields in ROUND:
        dealer.ask(act, **fields)
    dealer.ask("declare-outcome", pocket=pocket)
    dealer.ask("place-dolly", pocket=pocket)
    dealer.ask("settle")
    dealer.ask("lift-dolly")


def hall(visits: Visits, table: str) -> Page:
    """Switch a display on."""
    page = visits.open(f"/#/display/{table}", viewport=HALL)
    expect(page.locator(".display")).to_be_visible()
    return page


def test_every_phase_is_said_in_words_and_passes_axe(house: Served, visits: Visits, shot: Shot) -> None:
    table = house.add_table(V3)
    house.call("POST", f"/tables/{table}/name", {"name": "The Red Room"})
    dealer = house.staff(name("dora"), "dealer", table)
    page = hall(visits, table)
    expect(page.locator(".display-past")).to_contain_text("table The Red Room")
    tag = page.locator(".display-now [data-phase]")
    expect(tag).to_have_text("Table closed")
    no_violation(page)
    shot(page, "display-closed")
    house.begin(table, lambda: dealer.ask("open-table"))
    page.goto("about:blank")  # nobody looks on
    for pocket in ("32", "0", "5", "24", "24", "11", "36", "2", "19", "28", "7", "14", "33", "1", "20", "9", "31", "8"):
        play(dealer, pocket)
    page.goto(f"/#/display/{table}")
    expect(tag).to_be_visible()
    said = ("Place your bets, please", "Ball in play · bets are still open", None, "No more bets")
    for (act, fields), words in zip(ROUND, said, strict=True):
        dealer.ask(act, **fields)
        if words:
            expect(tag).to_have_text(words)
            no_violation(page)
            shot(page, f"display-{tag.get_attribute('data-phase')}")
    expect(page.locator("[data-number]")).to_have_attribute("data-number", "8")
    dealer.ask("declare-outcome", pocket="17")
    expect(tag).to_have_text("The ball is at rest")
    no_violation(page)
    expect(page.locator("[data-number]")).to_have_attribute("data-number", "8")
    dealer.ask("place-dolly", pocket="17")
    expect(page.locator("[data-number]")).to_have_attribute("data-number", "17")
    expect(page.locator(".words")).to_have_text("Black · Odd · Low")
    no_violation(page)
    dealer.ask("settle")
    expect(tag).to_have_text("Waiting for the dealer.")
    expect(page.locator("[data-results] .mark")).to_have_count(18)
    expect(page.locator("[data-results] .mark").first).to_have_text("8")
    no_violation(page)
    shot(page, "display-paid")


def test_the_number_is_as_high_as_a_hall_needs_and_nothing_can_be_touched_but_the_tags_of_clauses(
    house: Served, visits: Visits
) -> None:
    table = house.add_table(V3)
    dealer = house.staff(name("dora"), "dealer", table)
    house.begin(table, lambda: dealer.ask("open-table"))
    play(dealer, "17")
    page = hall(visits, table)
    expect(page.locator("[data-number]")).to_have_attribute("data-number", "17")
    size = page.locator(".display-number .mark").evaluate("mark => parseFloat(getComputedStyle(mark).fontSize)")

    assert size >= 190
    fits = page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
    )
    assert fits
    assert page.locator("button, input, select, textarea").count() == 0
    assert page.locator("a:not(.clause)").count() == 0


def test_the_note_cites_the_clause_and_says_where_it_is_our_reading(house: Served, visits: Visits) -> None:
    page = hall(visits, house.add_table(V3))
    note = page.locator("[data-note]")
    # Each clause is another than the one before: what is read is not what was there.
    for ref, clause in ((V3, "§ 6.4"), (V2, "§ 3.7"), (AM, "§ R3"), (SANDS, "§ 3.7")):
        page.goto(f"/#/display/{house.add_table(ref)}")
        expect(note.locator(".clause")).to_have_text(clause)
        expect(note).to_contain_text("for information")
        assert ("our reading" in note.inner_text()) == (ref != V3), ref


def test_a_display_without_contact_says_how_old_it_is_and_dims_and_comes_back(
    house: Served, visits: Visits, shot: Shot
) -> None:
    table = house.add_table(V3)
    dealer = house.staff(name("dora"), "dealer", table)
    house.begin(table, lambda: dealer.ask("open-table"))
    play(dealer, "17")
    visits.allowed += ["ERR_INTERNET_DISCONNECTED", "WebSocket connection"]
    page = visits.open("about:blank", viewport=HALL)
    page.clock.install()
    page.goto(f"/#/display/{table}")
    expect(page.locator("[data-number]")).to_have_attribute("data-number", "17")
    expect(page.locator("[data-updated]")).to_have_text(
        page.evaluate("`Last update ${new Date().toTimeString().slice(0, 5)}`")
    )
    page.context.set_offline(True)
    page.evaluate("document.querySelector('croupier-display').model.connection.socket?.close()")
    page.clock.fast_forward(35_000)
    page.clock.run_for(2_000)
    expect(page.locator(".display")).to_have_attribute("data-stale", "true")
    expect(page.locator("[data-updated]")).to_contain_text("connection lost")
    no_violation(page)
    shot(page, "display-stale")
    play(dealer, "20")
    page.context.set_offline(False)
    page.clock.run_for(5_000)
    expect(page.locator(".display")).to_have_attribute("data-stale", "false")
    expect(page.locator("[data-number]")).to_have_attribute("data-number", "20")
