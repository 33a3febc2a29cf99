"""The lab's page in a real browser: exact answers for chips on a cloth, systems side by side, and nothing for axe."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.axe import violations
from testkit.browser.serving import Served
from testkit.browser.visits import PHONE, Visits

Shot = Callable[[Page, str], None]
SLOW = 60_000
"""The worker starts with the first question."""


@pytest.fixture
def page(visits: Visits, house: Served) -> Page:
    # Beside other tests a worker that gives way to everything would never have its turn.
    house.running.service.office.laboratory.nice = 0
    return visits.open("/#/lab/mbs-roulette/3/with/red%3D1000", viewport={"width": 1280, "height": 900})


def test_stakes_have_exact_odds_and_a_chance_to_be_ahead_that_the_slider_moves(page: Page, shot: Shot) -> None:
    expect(page.get_by_text(re.compile(r"1/37")).first).to_be_visible(timeout=SLOW)
    shot(page, "lab-desk")
    assert violations(page) == []
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    shot(page, "lab-phone")
    assert violations(page) == []
