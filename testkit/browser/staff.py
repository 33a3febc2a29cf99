"""What tests of dealer, pit and display share: people who come in by their links, and a round walked to a phase."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import Any

from playwright.sync_api import Page, expect

from croupier.client import RefusedError
from croupier.rules.procedure import OpeningCall
from croupier.table.state import Phase
from testkit.browser.axe import violations
from testkit.browser.dealing import Dealt
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
COLLEAGUES: dict[Page, Dealt] = {}
"""Who takes the steps at a dealer's table that a test is not about: on the page each costs as much as ten of theirs."""


def name(stem: str) -> str:
    """Return a name that nobody has."""
    return f"{stem}{next(NUMBERS)}"


def comes_in(house: Served, visits: Visits, role: str, table: str, **settings: Any) -> Page:
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


def colleague(page: Page) -> Dealt:
    """Return another dealer at the table of a dealer's page, who has no page."""
    if page not in COLLEAGUES:
        house, table = DEALS_AT[page]
        ruleset = house.running.service.office.tables.host(table).ruleset
        COLLEAGUES[page] = Dealt(house, ruleset.ref, table)
    return COLLEAGUES[page]


def opened(page: Page) -> None:
    """Let a colleague open the table and the betting."""
    colleague(page).open()
    phase(page, "betting-open")


def counted(page: Page, revolutions: int) -> None:
    """Count revolutions by tapping."""
    for number in range(1, revolutions + 1):
        page.locator(".count").click()
        expect(page.locator("[data-count]")).to_have_text(str(number))


def closed(page: Page, revolutions: int = 4) -> None:
    """Let a colleague spin, count and call."""
    colleague(page).spin(revolutions)
    colleague(page).call()
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
    """Insist that axe finds nothing. A dealer's page is dim while it takes no tap: that moment is not looked at."""
    expect(page.locator("croupier-dealer.resting")).to_have_count(0)
    found = violations(page)
    assert not found, "\n".join(found)


def events(house: Served, table: str) -> list[dict[str, Any]]:
    """Read the record of a table."""
    found: list[dict[str, Any]] = []
    while some := house.call("GET", f"/tables/{table}/events?after={len(found)}&limit=1000")["events"]:
        found += some
    return found


class Staffed:
    """A table whose dealer, pit and display stay from one test to the next, each with a page that is opened once.

    A test that leaves a round in the middle leaves the table to nobody: the next
    one gets another.
    """

    def __init__(self, house: Served, visits: Visits) -> None:
        """Bring nobody yet."""
        self.house, self.visits = house, visits
        self._pages: dict[str, Page] = {}
        self.table = ""
        self._before = 0

    def begin(self) -> None:
        """Open a round, with nothing of an earlier test under way."""
        if not self.table or not self._over():
            self._anew()
        self._before = len(events(self.house, self.table))
        colleague(self.dealer).dealer.ask("open-betting")
        phase(self.dealer, "betting-open")

    def _over(self) -> bool:
        other = colleague(self.dealer)
        now = self.house.running.service.office.tables.host(self.table).table.round.phase
        if now is Phase.BETTING_OPEN:
            other.spin()
            other.call()
            other.rest("0")
            other.mark()
            other.pay()
        with suppress(RefusedError):
            other.lift()
        return now in (Phase.BETTING_OPEN, Phase.PAID, Phase.VOID)

    def _anew(self) -> None:
        for page in self._pages.values():
            page.context.close()
        self._pages.clear()
        self.table = self.house.add_table(V3)
        table_opened(self.dealer)

    @property
    def dealer(self) -> Page:
        """The dealer's page."""
        if "dealer" not in self._pages:
            self._pages["dealer"] = dealer(self.house, self.visits, self.table)
        return self._pages["dealer"]

    @property
    def hall(self) -> Page:
        """The display of the hall."""
        if "hall" not in self._pages:
            self._pages["hall"] = self.visits.open(f"/#/display/{self.table}", viewport=HALL)
        return self._pages["hall"]

    def pit(self, role: str) -> Page:
        """Return the page of somebody above the dealer."""
        if role not in self._pages:
            self._pages[role] = comes_in(self.house, self.visits, role, self.table)
        return self._pages[role]

    def events(self) -> list[dict[str, Any]]:
        """Read what was written down since the test began."""
        return events(self.house, self.table)[self._before :]
