"""The browser, the house and the pages that tests of the front end look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from testkit.browser import chromium
from testkit.browser.serving import Served, served
from testkit.browser.visits import SHOTS, Visits
from testkit.web.running import TICKING


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = chromium.browser()
    surroundings = chromium.surroundings(folder, tmp_path_factory.mktemp("fonts"))
    with sync_playwright() as playwright:
        program = playwright.chromium.launch(
            executable_path=folder / "chromium", args=list(chromium.ARGUMENTS), env=surroundings
        )
        yield program
        program.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose tables count down, with time enough for a test; a module that wants another pace makes its own."""
    chromium.built()
    with served(tmp_path_factory.mktemp("house"), **TICKING) as one:
        yield one


@pytest.fixture
def motion() -> str:
    """Whether visitors like things to move. A wheel that turns while a test waits costs half of the processor.

    What a page shows in motion is looked at by modules that say so; there this
    fixture is another.
    """
    return "reduce"


@pytest.fixture
def visits(browser: Browser, house: Served, motion: str) -> Iterator[Visits]:
    """Pages of this test. At the end no page may have complained or asked another host for anything."""
    house.renew()
    visits = Visits(browser, house.base, motion)
    yield visits
    visits.close()


@pytest.fixture(scope="module")
def regulars(browser: Browser, house: Served) -> Iterator[Visits]:
    """Visitors who stay for a whole module: to open a page costs more than most tests do."""
    visits = Visits(browser, house.base, "reduce")
    yield visits
    visits.close()


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Page, str], None]:
    """With ``--shots``, keep a picture of a page under a name, to look at after a change."""

    def take(page: Page, name: str) -> None:
        if request.config.getoption("--shots"):
            SHOTS.mkdir(exist_ok=True)
            page.screenshot(path=SHOTS / f"{name}.png")

    return take
