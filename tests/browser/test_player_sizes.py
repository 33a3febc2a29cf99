"""The player's table on every screen: what must be in view is, and nothing on the cloth moves in a round."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from testkit.browser.serving import FELTS, Served
from testkit.browser.sizes import (
    DESKTOPS,
    SIDEWAYS,
    SIZES,
    TABLETS,
    UPRIGHT,
    Size,
    described,
    sit_down,
    wrong_at,
)
from testkit.browser.touching import STYLED
from testkit.browser.visits import Visits

SHARE = ((DESKTOPS, 2), (TABLETS, 2), (UPRIGHT, 2), (SIDEWAYS, 1))
"""How many sizes of each sort a felt is looked at on here; `make soak ARGS=sizes` looks at all of them."""
PLAYED: tuple[Size, ...] = ((390, 844), (1366, 641), (1440, 789), (844, 390))
"""The screen on which a round is played at each felt; the ball is seen to turn and fall on the two phones."""
RICH = """() => {
  const says = { "[data-bank]": "28,888", "[data-staked]": "2,888", ".acts .rebet": "Rebet 2,888" };
  for (const one of document.querySelectorAll("croupier-player, croupier-amount")) one.requestUpdate = () => {};
  for (const [place, text] of Object.entries(says)) document.querySelector(place).textContent = text; }"""
HIGHER = ".banner[data-phase=paid] ~ .cloth { translate: 0 1px; }"


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


def _share(place: int) -> list[Size]:
    """Return some sizes of every sort, other ones for each felt: together the felts see all of them."""
    return [sort[(place * number + n) % len(sort)] for sort, number in SHARE for n in range(number)]


def test_the_felts_together_see_every_size() -> None:
    assert {size for place in range(len(FELTS)) for size in _share(place)} == set(SIZES)


def test_all_is_in_view_on_every_screen_and_nothing_moves_in_a_round(visits: Visits, house: Served) -> None:
    """Tables of all felts play at the same time."""
    playing = [sit_down(house, visits, ref, [size]) for ref, size in zip(FELTS, PLAYED, strict=True)]
    for each in playing:
        each.begin()
    wrong = [one for each in playing for one in each.end()]
    # Now there is a bet to lay again, and a return to show. What is laid out depends on the size of a screen alone.
    for place, (ref, each) in enumerate(zip(FELTS, playing, strict=True)):
        for player in each.players.values():
            wrong += [f"{ref} {one}" for size in _share(place) for one in wrong_at(player.page, size)]
    assert not wrong, described(wrong)


def test_a_rich_player_with_much_to_repeat_has_all_of_it_in_the_tray_of_every_screen(
    visits: Visits, house: Served
) -> None:
    page = sit_down(house, visits, "mbs-roulette/3", [SIZES[0]]).players[SIZES[0]].page
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
