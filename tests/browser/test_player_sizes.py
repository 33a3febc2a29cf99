"""The player's table on every screen: what must be in view is, and nothing on the cloth moves in a round."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from testkit.browser.playing import Playing
from testkit.browser.serving import AUTOMATIC, FELTS, Served
from testkit.browser.sizes import (
    SIZES,
    Size,
    described,
    sit_down,
    wrong_at,
)
from testkit.browser.touching import STYLED
from testkit.browser.visits import Visits

PLAYED: tuple[Size, ...] = ((390, 844), (1366, 641), (1440, 789), (844, 390))
"""The screen on which a round is played at each felt; the ball is seen to turn and fall on the two phones. On every
other `make soak ARGS=sizes` plays one."""
RICH = """() => {
  const says = { "[data-bank]": "28,888", "[data-staked]": "2,888", ".acts .rebet": "Rebet 2,888" };
  for (const one of document.querySelectorAll("croupier-player, croupier-amount")) one.requestUpdate = () => {};
  for (const [place, text] of Object.entries(says)) document.querySelector(place).textContent = text; }"""
HIGHER = ".banner[data-phase=paid] ~ .cloth { translate: 0 1px; }"


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


def test_nothing_moves_in_a_round_and_all_is_still_in_view_after_it(visits: Visits, house: Served) -> None:
    """Tables of all felts play at the same time."""
    playing = [sit_down(house, visits, ref, [size]) for ref, size in zip(FELTS, PLAYED, strict=True)]
    for each in playing:
        each.begin()
    wrong = [one for each in playing for one in each.end()]
    # Now there is a bet to lay again, and a return to show.
    for ref, each in zip(FELTS, playing, strict=True):
        for size, player in each.players.items():
            wrong += [f"{ref} {one}" for one in wrong_at(player.page, size)]
    assert not wrong, described(wrong)


@pytest.mark.parametrize("ref", FELTS)
def test_all_is_in_view_on_every_screen_also_for_the_rich(visits: Visits, ref: str) -> None:
    """Without motion: what is laid out depends on the size of a screen alone."""
    page = visits.open(f"/#/table/{AUTOMATIC[ref]}", has_touch=True, reduced_motion="reduce")
    Playing(page)
    expect(page.locator("[data-bank]")).not_to_have_text("0")
    page.evaluate(RICH)
    wrong = [one for size in SIZES for one in wrong_at(page, size)]
    assert not wrong, described(wrong)
    expect(page.locator("[data-bank]")).to_have_text("28,888")


def test_a_tray_over_the_cloth_a_page_that_scrolls_and_a_cloth_that_moves_by_a_pixel_are_noticed(
    visits: Visits, house: Served
) -> None:
    size = (1366, 641)
    playing = sit_down(house, visits, "mbs-roulette/3", [size])
    page = playing.players[size].page
    assert wrong_at(page, size) == []
    page.evaluate(STYLED, HIGHER)
    playing.begin()
    moved = playing.end()
    assert moved, "a pixel is noticed"
    assert all("paid" in one for one in moved)
    page.evaluate(STYLED, ".tray { position: relative; top: -90px; }")
    assert any("covered: cloth" in one for one in wrong_at(page, size))
    page.evaluate(STYLED, ".cloth { margin-bottom: -1000px; }")
    assert any("it scrolls" in one for one in wrong_at(page, size))
