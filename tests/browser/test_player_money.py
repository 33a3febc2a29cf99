"""Money as a player has it: one balance, chips with the first bet, a way out of every refusal, chips told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from croupier.audit.audit import audit
from croupier.rules.limits import Limit, Limits
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope
from croupier.storage.places import record_file
from croupier.storage.raw_sqlite import open_raw_sqlite
from testkit.browser import chromium
from testkit.browser.axe import violations
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, sits
from testkit.browser.serving import Served, served
from testkit.browser.visits import Visits
from testkit.browser.words import refusal, said
from testkit.web.running import TICKING

MONEY = 150
"""What a guest comes with: not much, so that it runs out."""
LIMITS = Limits({Kind.STRAIGHT: Limit(500, 2_000)}, Intake.REFUSE, LimitScope.PLAYER, None)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house of small purses, which clears the seat of whoever is gone at once. Its record has to hold in the end."""
    chromium.built()
    folder = tmp_path_factory.mktemp("house")
    with served(folder, **TICKING | {"play_money": MONEY * 100, "sitting": 5_000, "away": 0.5}) as one:
        yield one
    raw = open_raw_sqlite(record_file(folder))
    assert list(audit(raw).findings) == []
    raw.close()


def name_of(page: Page) -> str:
    return str(page.evaluate("JSON.parse(localStorage.getItem('croupier')).name"))


def bought(house: Served, table: str, page: Page) -> list[int]:
    """Read from the record what somebody bought at a table."""
    told: list[dict[str, Any]] = house.call("GET", f"/tables/{table}/events?limit=1000")["events"]
    return [one["amount"] for one in told if one["type"] == "chips-bought" and one["player"] == name_of(page)]


def refused(player: Playing, code: str, words: str) -> Locator:
    line = player.page.locator(f"[data-refused={code}]")
    expect(line).to_contain_text(words)
    expect(line.locator(".clause")).to_have_count(1)
    return line


def test_the_first_bet_buys_chips_and_the_balance_knows_no_difference(visits: Visits, house: Served) -> None:
    player = sits(visits, "/#/table/mbs-3")
    player.bank("150")
    assert bought(house, "mbs-3", player.page) == []
    player.lay("Straight Up 17")
    player.bank("140")
    assert bought(house, "mbs-3", player.page) == [5_000]
    player.choose("Chip 100")
    player.lay("Red")
    player.bank("40")
    assert bought(house, "mbs-3", player.page) == [5_000, 10_000], "as much as it takes, and as there is"


def test_a_second_table_works_at_once_and_the_lobby_says_what_lies_where(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    player.lay("Straight Up 17")
    lobby = visits.again(player.page.context, "/")
    expect(lobby.locator("[data-balance]")).to_have_text("150")
    expect(lobby.locator("[data-table=mbs-3]")).to_contain_text("Your chips here: 50")
    other = Playing(visits.again(player.page.context, "/#/table/us-00"))
    other.bank("100")
    other.lay("Straight 17")
    other.bank("95")
    other.page.locator(".buy").click()
    sheet = other.page.get_by_role("dialog")
    expect(sheet.locator(".sums")).to_contain_text(re.compile(r"mbs-3\s*50"))
    assert violations(other.page) == []


def test_leaving_puts_the_chips_back_and_so_does_going_away(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    player.lay("Straight Up 17")
    player.act("Clear")
    player.total("0")
    page.locator(".buy").click()
    page.get_by_role("button", name="Cash out and leave").click()
    expect(page.locator("[data-balance]")).to_have_text("150")
    expect(page.locator("[data-table=mbs-3]")).not_to_contain_text("Your chips here")
    page.locator("[data-table=mbs-2] a").click()
    again = Playing(page)
    again.lay("Straight Up 17")
    again.act("Clear")
    again.total("0")
    page.goto("/#/")
    expect(page.locator("[data-table=mbs-2]")).to_contain_text("Your chips here: 50")
    expect(page.locator("[data-table=mbs-2]")).not_to_contain_text("Your chips here")  # the house cleared the seat
    page.locator("[data-table=mbs-2] a").click()
    Playing(page).bank("150")


def test_whoever_has_almost_nothing_left_can_get_more(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    player.choose("Chip 100")
    player.lay("Red")
    player.act("Double")
    line = refused(player, "not-enough-chips", said("costWords", "double", 10_000, 5_000))
    expect(player.heard("assertive")).to_contain_text("Doubling costs 100; you have 50.")
    line.get_by_role("button", name="Buy chips").click()
    sheet = player.page.get_by_role("dialog", name="Chips")
    expect(sheet).to_contain_text("less than 100 in all")
    expect(sheet.locator("[data-refill]")).to_have_count(0)
    sheet.get_by_role("button", name="Close").click()
    dealt.finish("2")
    player.phase("betting-open")
    player.bank("50")
    player.spot("Red").click()
    line = refused(player, "not-enough-chips", "That costs 100; you have 50.")
    line.get_by_role("button", name=said("moreWords", 100_000)).click()
    player.bank("1,050")
    player.lay("Red")
    player.bank("950")


def test_more_can_be_had_in_the_lobby_too(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    player.choose("Chip 100")
    player.lay("Red")
    dealt.finish("2")
    player.bank("50")
    page = player.page
    page.goto("/#/")
    expect(page.locator("[data-balance]")).to_have_text("50")
    page.locator("[data-refill]").click()
    expect(page.locator("[data-balance]")).to_have_text("1,050")
    expect(page.locator("[data-refill]")).to_have_count(0)


def test_a_bet_outside_the_limits_is_offered_as_far_as_they_go(visits: Visits, house: Served) -> None:
    table = house.add_table("mbs-roulette/3", automatic=True, limits=LIMITS)
    player = sits(visits, f"/#/table/{table}")
    assert player.page.locator(".chip-button").all_inner_texts() == ["1", "2", "5", "10"], "none above the maximum"
    player.choose("Chip 1")
    player.spot("Straight Up 17").click()
    line = refused(player, "below-minimum", refusal("below-minimum", stake_min=500))
    line.get_by_role("button", name="Place 5").click()
    player.total("5")
    player.choose("Chip 10")
    player.lay("Straight Up 17")
    player.spot("Straight Up 17").click()
    line = refused(player, "above-maximum", refusal("above-maximum", stake_max=2_000))
    line.get_by_role("button", name="Place 5").click()
    player.total("20")
    player.spot("Straight Up 17").click()
    line = refused(player, "above-maximum", refusal("above-maximum", stake_max=2_000))
    expect(line.get_by_role("button")).to_have_count(0)


def test_what_is_typed_wrong_is_answered_in_plain_words(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    for typed, words in (
        ("17 x0", "Enter an amount of 1 or more."),
        ("rot", "We don't know which bet “rot” is. Try 17, 8/11, red, 1st 12."),
        ("red x900", "That costs 900; you have 150."),
        ("", "Type a bet, such as 17."),
    ):
        page.keyboard.press("/")
        page.get_by_label("Bet", exact=True).fill(typed)
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_have_text(words)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".buy").click()
    page.get_by_label("Another amount").fill("900")
    page.get_by_role("button", name="Buy", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("you have 150 to buy chips with")


def test_chips_lie_in_the_color_that_was_picked_and_ones_own_on_top(visits: Visits, house: Served) -> None:
    table = house.add_table("mbs-roulette/3", automatic=True)
    player = sits(visits, f"/#/table/{table}")
    page = player.page
    others = [house.player(f"{name}-{table}", table) for name in ("bob", "cleo")]
    for number, other in enumerate(others):
        for place in ("17", "14/17", "17/20"):
            other.ask("place-wager", wager=f"{place}-{number}", player=other.name, position=place, stake=500)
    for chip in ("Chip 10", "Chip 25"):
        player.choose(chip)
        player.lay("Straight Up 17")
        picked = page.locator(".chip-button[aria-pressed=true]").evaluate(
            "one => getComputedStyle(one).getPropertyValue('--tone')"
        )
        lies = player.chip("straight:17").locator(".body").last
        assert lies.evaluate("one => getComputedStyle(one).getPropertyValue('--tone')") == picked
    drawn = page.locator(".picture .chip[data-chip]").evaluate_all(
        "all => all.map((one) => one.classList.contains('own'))"
    )
    assert drawn == sorted(drawn), "one's own are drawn over everybody else's"
    legend = page.get_by_role("list", name="Whose chips are whose")
    expect(legend.locator("li")).to_have_count(3)
    for other in others:
        entry = legend.locator(f"[data-owner='{other.name}']")
        letter = page.locator(f".other[data-player='{other.name}'][data-chip='straight:17'] text")
        expect(entry.locator(".dot")).to_have_text(letter.text_content() or "")
        tone = "one => getComputedStyle(one).getPropertyValue('--tone')"
        body = page.locator(f".other[data-player='{other.name}'][data-chip='straight:17'] .body").last
        assert entry.locator(".dot").evaluate(tone) == body.evaluate(tone)


def test_black_is_drawn_black(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    for number in range(37):
        dealt.finish(str(number))
    page = sits(visits, dealt.path).page
    black = "rgb(11, 13, 14)"
    assert page.locator(".colors-bar .black").evaluate("one => getComputedStyle(one).fill") == black
    assert page.locator(".legend .black").evaluate("one => getComputedStyle(one).backgroundColor") == black
