"""What tests of dealer, pit and display share: people who come in by their links, and a round walked to a phase."""

from __future__ import annotations

from itertools import count
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.conftest import Visits
from tests.browser.serving import Person, Served

V2, V3 = "mbs-roulette/2", "mbs-roulette/3"
R360, SANDS, AM = "rws-roulette-360/1", "mbs-sands-roulette/1", "us-double-zero/1"
DEALER = {"width": 1440, "height": 1000}
HALL = {"width": 1280, "height": 720}
NUMBERS = count(1)

expect.set_options(timeout=20_000)

DEALS_AT: dict[Page, tuple[Served, str]] = {}
"""Where the dealer of a page deals."""


def name(stem: str) -> str:
    """Give a name that nobody has."""
    return f"{stem}{next(NUMBERS)}"


def comes_in(house: Served, visits: Visits, role: str, table: str, **settings: Any) -> Page:  # noqa: ANN401 - Playwright's own
    """Let a member of staff come in by the link they were given."""
    link = house.invite(name(role.replace("-", "")[:12]), role, table)
    return visits.open(f"/#join={link}", **{"viewport": DEALER, **settings})


def dealer(house: Served, visits: Visits, table: str) -> Page:
    """Bring a dealer to a table."""
    page = comes_in(house, visits, "dealer", table)
    expect(page.locator(".walk")).to_be_visible()
    DEALS_AT[page] = (house, table)
    return page


def press(page: Page, says: str) -> None:
    """Wait until the one button says something, and press it."""
    button = page.locator(".walk")
    expect(button).to_contain_text(says)
    expect(button).to_be_enabled()
    button.click()


def phase(page: Page, wanted: str) -> None:
    """Wait until a page shows a phase."""
    expect(page.locator("header [data-phase]")).to_have_attribute("data-phase", wanted)


def table_opened(page: Page) -> None:
    """Let the table of a dealer be opened by whose that is."""
    house, table = DEALS_AT[page]
    house.begin(table, lambda: press(page, "Open the table"))


def opened(page: Page) -> None:
    """Open the table and the betting."""
    table_opened(page)
    press(page, "Place your bets")
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
    found: list[dict[str, Any]] = house.call("GET", f"/tables/{table}/events?limit=1000")["events"]
    return found
