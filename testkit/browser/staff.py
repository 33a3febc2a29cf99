"""What tests of dealer, pit and display share: people who come in by their links, and a round walked to a phase."""

from __future__ import annotations

from itertools import count
from typing import Any

from playwright.sync_api import Page, expect

from croupier.rules.procedure import OpeningCall
from testkit.browser.axe import violations
from testkit.browser.serving import Person, Served
from testkit.browser.visits import Visits

V2, V3 = "mbs-roulette/2", "mbs-roulette/3"
R360, SANDS, AM = "rws-roulette-360/1", "mbs-sands-roulette/1", "us-double-zero/1"
DEALER = {"width": 1440, "height": 1000}
HALL = {"width": 1280, "height": 720}
NUMBERS = count(1)

expect.set_options(timeout=20_000)

CALLS = {OpeningCall.PLACE_YOUR_BETS: "Place your bets, please", OpeningCall.BOARD_OPEN: "The board is open"}

DEAD = 500
"""For how many milliseconds a dealer's page is dead after a step as it is shipped."""
DEALS_AT: dict[Page, tuple[Served, str]] = {}
"""Where the dealer of a page deals."""


def name(stem: str) -> str:
    """Return a name that nobody has."""
    return f"{stem}{next(NUMBERS)}"


def comes_in(house: Served, visits: Visits, role: str, table: str, **settings: Any) -> Page:  # noqa: ANN401 - Playwright's own
    """Let a member of staff come in by the link they were given."""
    link = house.invite(name(role.replace("-", "")[:12]), role, table)
    return visits.open(f"/#join={link}", **{"viewport": DEALER, **settings})


def dealer(house: Served, visits: Visits, table: str, *, dead: int = 40) -> Page:
    """Bring a dealer to a table; the page is dead for so many milliseconds after each step."""
    page = comes_in(house, visits, "dealer", table)
    expect(page.locator(".walk")).to_be_visible()
    page.evaluate("(dead) => { customElements.get('croupier-dealer').dead = dead; }", dead)
    DEALS_AT[page] = (house, table)
    return page


def press(page: Page, says: str) -> None:
    """Wait until the one button says something, and press it."""
    button = page.locator(".walk")
    expect(button).to_contain_text(says)
    expect(button).to_be_enabled()
    button.click()


def held(page: Page, selector: str, milliseconds: int = 900) -> None:
    """Hold something down with the mouse, as long as what cannot be taken back asks for."""
    button = page.locator(selector)
    expect(button).to_be_enabled()
    button.hover()
    page.mouse.down()
    page.wait_for_timeout(milliseconds)
    page.mouse.up()


def enter(page: Page) -> None:
    """Press Enter, once the moment after the last step is over in which it does nothing."""
    expect(page.locator("croupier-dealer.resting")).to_have_count(0)
    page.keyboard.press("Enter")


def phase(page: Page, wanted: str) -> None:
    """Wait until a page shows a phase."""
    expect(page.locator("header [data-phase]")).to_have_attribute("data-phase", wanted)


def table_opened(page: Page) -> None:
    """Let the table of a dealer be opened by whose that is."""
    house, table = DEALS_AT[page]
    house.begin(table, lambda: _opened_by_dealer(page))


def _opened_by_dealer(page: Page) -> None:
    """Open the table where that is the dealer's: the page asks once."""
    press(page, "Open the table")
    page.locator("[data-confirm=open-table]").click()


def opening_call(page: Page) -> str:
    """Say by which call the dealer of a page opens a round: as the rulebook has it."""
    house, table = DEALS_AT[page]
    return CALLS[house.running.service.office.tables.host(table).ruleset.procedure.round.opening.value]


def opened(page: Page) -> None:
    """Open the table and the betting."""
    table_opened(page)
    press(page, opening_call(page))
    phase(page, "betting-open")


def counted(page: Page, revolutions: int) -> None:
    """Count revolutions by tapping."""
    for number in range(1, revolutions + 1):
        page.locator(".count").click()
        expect(page.locator("[data-count]")).to_have_text(str(number))


def closed(page: Page, revolutions: int = 4) -> None:
    """Spin, count and call."""
    press(page, "Ball spun")
    phase(page, "ball-in-play")
    counted(page, revolutions)
    press(page, "o more bets")
    phase(page, "no-more-bets")


def result(page: Page, pocket: str) -> None:
    """Touch a number and confirm it."""
    page.locator(f"button[data-spot='straight:{pocket}']").click()
    press(page, f"Dolly on {pocket}")
    phase(page, "dolly-down")


def lays(person: Person, position: str, stake: int, **further: object) -> str:
    """Lay a wager and give its name."""
    wager = name("w")
    person.ask("place-wager", wager=wager, player=person.name, position=position, stake=stake, **further)
    return wager


def no_violation(page: Page) -> None:
    """Insist that axe finds nothing."""
    found = violations(page)
    assert not found, "\n".join(found)


def events(house: Served, table: str) -> list[dict[str, Any]]:
    """Read the record of a table."""
    found: list[dict[str, Any]] = []
    while some := house.call("GET", f"/tables/{table}/events?after={len(found)}&limit=1000")["events"]:
        found += some
    return found
