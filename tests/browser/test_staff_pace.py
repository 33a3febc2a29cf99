"""The pace of a shift: 24 rows to pay in six taps on a tablet held either way, and a whole round on the keys."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from testkit.browser.dealing import Dealt
from testkit.browser.evening import begin, planned
from testkit.browser.serving import Served
from testkit.browser.staff import V3, dealer, enter, lays, name, no_violation, phase
from testkit.browser.touching import WHERE, Glass, handheld
from testkit.browser.visits import Visits
from testkit.machine import slower
from testkit.shares import count

Shot = Callable[[Page, str], None]
COLORS = ("red", "orange", "purple")
BETS = (("17", "black", "odd", "low"), ("17", "16-17-19-20", "13-14-15-16-17-18", "2nd 12"))
PLAYERS, ROWS_TO_PAY = 2 * len(COLORS), 2 * len(COLORS) * 4
TAPS, SECONDS, KEYS = 6, 10.0, 14
SEED, SHARE = 10_493, count(2, 3)
READABLE = 12
"""The smallest letters, in pixels, that are read at arm's length."""
ROWS = """() => [...document.querySelectorAll(".pay-list li")].map((row) => {
  const { left, top, right, bottom } = row.getBoundingClientRect();
  const texts = [...row.querySelectorAll(".what, .break, .plus")];
  const whole = [[left + 2, top + 2], [right - 2, bottom - 2]].every(([x, y]) =>
    row.contains(document.elementFromPoint(x, y)));
  const letters = Math.min(...texts.map((one) => parseFloat(getComputedStyle(one).fontSize)));
  const clips = (one) => getComputedStyle(one).overflow !== "visible" && one.scrollWidth > one.clientWidth + 1;
  const boxes = texts.map((one) => one.getBoundingClientRect());
  const meet = (r, s) => Math.min(r.right, s.right) - Math.max(r.left, s.left) > 1
    && Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top) > 1;
  const cut = texts.some(clips) || boxes.some((one) => one.right > right + 1)
    || boxes.some((one, at) => boxes.slice(at + 1).some((other) => meet(one, other)));
  return { whole, letters, cut };
})"""


def _busy_table(house: Served) -> Dealt:
    """A table with six players who have four bets each, all of which 17 wins; every second one plays in color."""
    dealt = Dealt(house, V3)
    dealt.open()
    for place in range(PLAYERS):
        player = house.player(name("ann"), dealt.table)
        if place % 2:
            color = {"chips": "color", "color": COLORS[place // 2], "chip_value": 200, "marker": True}
            player.ask("buy-in", player=player.name, amount=10_000, **color)
        for bet in BETS[place % 2]:
            lays(player, bet, 600)
    return dealt


def _taps(page: Page, glass: Glass, says: str) -> None:
    """Tap the one button as soon as it says something and takes taps."""
    expect(page.locator(".walk")).to_contain_text(says)
    expect(page.locator(".walk")).to_be_enabled()
    expect(page.locator("croupier-dealer.resting")).to_have_count(0)
    box = page.locator(".walk").bounding_box()
    assert box is not None
    glass.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    glass.lift()


@pytest.mark.parametrize("size", [(1180, 820), (820, 1180)], ids=["sideways", "upright"])
def test_from_no_more_bets_to_the_next_opening_in_six_taps_with_24_rows_to_pay(
    size: tuple[int, int], house: Served, visits: Visits, shot: Shot
) -> None:
    dealt = _busy_table(house)
    code = house.invite(name("dora"), "dealer", dealt.table)
    page = handheld(visits, f"/#join={code}", {"width": size[0], "height": size[1]})
    phase(page, "betting-open")
    glass = Glass(page)
    dealt.spin()
    phase(page, "ball-in-play")
    _taps(page, glass, "No more bets")
    phase(page, "no-more-bets")
    began, looked = time.monotonic(), 0.0
    expect(page.locator("croupier-dealer.resting")).to_have_count(0)
    aimed = page.evaluate(WHERE, "straight:17")
    glass.press(aimed["x"], aimed["y"])
    glass.lift()
    for says in ("Dolly on 17", "Collect and pay", "All 24 paid", "Dolly up", "Place your bets"):
        if says == "All 24 paid":
            expect(page.locator(".walk")).to_contain_text(says)
            expect(page.locator("croupier-dealer.resting")).to_have_count(0)
            stopped = time.monotonic()
            shot(page, f"dealer-24-rows-{size[0]}")
            rows = page.evaluate(ROWS)
            assert len(rows) == ROWS_TO_PAY
            wrong = [f"row {place}: {row}" for place, row in enumerate(rows, start=1) if not _readable(row)]
            assert not wrong, "\n".join(wrong)
            no_violation(page)
            looked = time.monotonic() - stopped
        _taps(page, glass, says)
    phase(page, "betting-open")
    took = time.monotonic() - began - looked
    assert took < SECONDS * slower(), f"{TAPS} taps took {took:.1f} s"


def _readable(row: dict[str, float]) -> bool:
    return bool(row["whole"]) and not row["cut"] and row["letters"] >= READABLE


@pytest.mark.parametrize(("size", "share"), [((1180, 820), 0), ((820, 1180), 1)], ids=["sideways", "upright"])
def test_rounds_of_an_evening_are_dealt_by_touch_and_recorded_as_they_were(
    size: tuple[int, int], share: int, house: Served, visits: Visits
) -> None:
    """`make soak ARGS=evenings` deals thirty on each, with every irregularity."""
    evening = begin(Dealt(house, V3), visits, size)
    wrong = evening.play(planned(SEED)[share * SHARE : (share + 1) * SHARE])
    assert not wrong, "\n".join(wrong)


def test_a_round_is_dealt_on_the_keys_alone(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    house.pit(dealt.table, "open-table")
    ann = house.player(name("ann"), dealt.table)
    page = dealer(house, visits, dealt.table)
    page.evaluate("document.activeElement?.blur()")
    keys = 0

    def pressed(key: str) -> None:
        nonlocal keys
        keys += 1
        if key == "Enter":
            enter(page)
        else:
            page.keyboard.press(key)

    expect(page.locator(".walk")).to_contain_text("Place your bets")
    pressed("Enter")
    phase(page, "betting-open")
    lays(ann, "17", 500)
    pressed("Enter")
    phase(page, "ball-in-play")
    expect(page.locator("[data-do=count-revolutions]")).to_be_enabled()
    for revolutions in range(1, 5):
        pressed(" ")
        expect(page.locator("[data-count]")).to_have_text(str(revolutions))
    pressed("Enter")
    phase(page, "no-more-bets")
    pressed("1")
    pressed("7")
    pressed("Enter")
    for says, wanted in (
        ("Dolly on 17", "dolly-down"),
        ("Collect and pay", "paid"),
        ("Paid", "paid"),
        ("olly up", "paid"),
    ):
        expect(page.locator(".walk")).to_contain_text(says)
        expect(page.locator(".walk")).to_be_enabled()
        pressed("Enter")
        phase(page, wanted)
    expect(page.locator(".walk")).to_contain_text("Place your bets")
    assert keys <= KEYS, f"{keys} keys"
