"""What players read: names that they know, one rule for one decision, and nothing that only its author understands."""

from __future__ import annotations

import re

from playwright.sync_api import Page, ViewportSize, expect

from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, resize, sits
from testkit.browser.serving import Served
from testkit.browser.visits import Visits
from testkit.browser.words import said

CARDS = {
    "mbs-3": (
        "European Roulette · single zero",
        "Marina Bay Sands rules of 2019 · house edge 2.70 %",
        "Automatic wheel",
    ),
    "mbs-2": (
        "European Roulette · single zero",
        "Marina Bay Sands rules of 2012 · house edge 2.70 %",
        "Automatic wheel",
    ),
    "rws-360": (
        "Roulette 360° · single zero",
        "Resorts World Sentosa rules of 2018 · house edge 2.70 %",
        "Automatic wheel",
    ),
    "sands": ("Sands Roulette · triple zero", "Marina Bay Sands rules of 2017 · house edge 7.69 %", "Automatic wheel"),
    "us-00": ("American Roulette · double zero", "House edge 5.26–7.89 %", "Automatic wheel"),
    "dealt-1": ("European Roulette · single zero", "Marina Bay Sands rules of 2019 · house edge 2.70 %", "Live dealer"),
}
"""What a card says; two tables of one game are told apart by the rules or by who spins."""

LARGE: ViewportSize = {"width": 1440, "height": 900}
LAPTOP: ViewportSize = {"width": 1440, "height": 789}

TAGS = """() => {
  const decisions = new Map();
  for (const tag of document.querySelectorAll(".clause")) {
    const box = tag.getBoundingClientRect();
    const seen = box.width && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0;
    if (!seen || document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) !== tag) continue;
    const decision = tag.closest("li, tr, .banner, .read-out, .results") ?? document.body;
    decisions.set(decision, (decisions.get(decision) ?? 0) + 1);
  }
  return [...decisions].map(([where, tags]) => [where.className || where.textContent.trim(), tags]);
}"""
"""Where on the screen there are clause tags, and how many."""

PLAIN = re.compile(r"\b(MBS|RWS|opens for you|at rest|dealt on|seated|smallest unit)\b", re.IGNORECASE)


def test_a_card_names_the_game_the_rules_the_edge_and_what_to_do(visits: Visits) -> None:
    page = visits.open("/")
    expect(page.locator(".lobby .lead")).to_contain_text("Free roulette with play chips. No sign-up.")
    for table, (name, facts, wheel) in CARDS.items():
        card = page.locator(f"[data-table={table}]")
        expect(card.locator("h2")).to_have_text(re.compile(rf"^\s*{re.escape(name)}\s*$"))
        expect(card).to_contain_text(facts)
        expect(card).to_contain_text(wheel)
        expect(card.locator(".tag")).to_have_text("Closed" if table == "dealt-1" else "Play now")
    assert not PLAIN.search(page.inner_text(".lobby"))
    assert len({facts + wheel for _, facts, wheel in CARDS.values()}) == len(CARDS)


def test_a_card_counts_players_and_says_when_the_next_round_is(visits: Visits, house: Served) -> None:
    table = house.add_table("mbs-roulette/3", automatic=True)
    page = visits.open("/")
    card = page.locator(f"[data-table={table}]")
    expect(card).to_contain_text("No players yet")
    house.player(f"ann-{table}", table)
    expect(card).to_contain_text("1 player ·")
    house.player(f"bob-{table}", table)
    expect(card).to_contain_text("2 players ·")
    expect(card).to_contain_text(re.compile(r"bets\s1.?–.?1,000"))
    house.pace(table, betting=0, ball=0, drop=0, dolly=0, settle=0, pause=60)
    expect(card.locator(".tag")).to_have_text(re.compile(r"^Next round in \d+ s$"))


def test_there_is_at_most_one_rule_for_one_decision_on_the_first_screen(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    large, phone = Playing(visits.open(dealt.path)), Playing(visits.phone(dealt.path))
    for player in (large, phone):
        player.lay("Straight Up 17", "Red")

    def one_each(most: int) -> None:
        for size in (LAPTOP, LARGE):
            resize(large.page, size)
            tags = _one_each(large, most)
            assert tags, size
        _one_each(phone, most)  # there is no room for one there

    one_each(3)
    dealt.spin()
    for player in (large, phone):
        player.phase("ball-in-play")
    one_each(3)
    dealt.call()
    for player in (large, phone):
        player.phase("no-more-bets")
    # On the phone the wheel lies over the cloth.
    large.spot("Straight Up 20").click(force=True)
    expect(large.page.locator("[data-refused]")).to_be_visible()
    one_each(4)
    dealt.rest("17")
    dealt.mark()
    dealt.pay()
    for player in (large, phone):
        player.phase("paid")
        expect(player.page.locator("[data-net]")).to_be_visible()
    one_each(8)


def _one_each(player: Playing, most: int) -> list[tuple[str, int]]:
    tags: list[tuple[str, int]] = player.page.evaluate(TAGS)
    assert all(number == 1 for _, number in tags), (player.page.viewport_size, tags)
    assert len(tags) <= most, (player.page.viewport_size, tags)
    return tags


def test_what_else_a_decision_rests_on_is_behind_its_tag(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "us-double-zero/1")
    dealt.open()
    player = sits(visits, dealt.path)
    dealt.spin()
    dealt.call()
    player.phase("no-more-bets")
    player.spot("Straight 20").click(force=True)
    tag = player.page.locator("[data-refused] .clause")
    expect(tag).to_have_count(1)
    also = tag.get_attribute("data-also")
    assert also is not None
    tag.click()
    card = player.page.get_by_role("dialog")
    expect(card.locator(".clause-words")).to_have_count(1 + len(also.split("|")))
    expect(card).to_contain_text(f"§ {also.split('|')[0]}")


def test_fingers_are_told_to_tap_and_mice_to_point(visits: Visits) -> None:
    def hinted(page: Page) -> str:
        page.evaluate("localStorage.setItem('croupier-first-steps', JSON.stringify('done'))")
        page.reload()
        Playing(page)
        return " ".join(page.locator(".read-out").inner_text().split())

    mouse, finger = (said("hint", touch) for touch in (False, True))
    assert hinted(visits.open("/#/table/mbs-3")) == mouse
    assert finger in hinted(visits.phone("/#/table/mbs-3"))
