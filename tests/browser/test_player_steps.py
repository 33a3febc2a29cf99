"""A player's own steps, in a hurry and across a reload: undo, clear, rebet, double."""

from __future__ import annotations

from playwright.sync_api import expect

from testkit.browser.cable import laid
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, sits
from testkit.browser.serving import Served
from testkit.browser.visits import Visits

UNHEARD = """async () => {
  const { model } = document.querySelector("croupier-player");
  const chip = model.mineLive.find((one) => one.position === "straight:2");
  model.connection.listener.events = () => undefined;
  await model.ask("retract-wager", { wager: chip.wager, round: model.now.round }); }"""
"""Take one bet back as another tab would, before this page hears of it."""


def _on_record(house: Served, table: str) -> dict[str, int]:
    """Return what lies on the table, as the house knows it."""
    found: dict[str, int] = {}
    for one in house.running.service.office.tables.host(table).table.layout.wagers.values():
        if not one.done:
            found[one.lies] = found.get(one.lies, 0) + one.stake // 100
    return found


def test_a_clear_right_after_an_undo_takes_back_everything(visits: Visits, house: Served) -> None:
    """On a line as slow as a phone's: the clear is pressed long before the undo is answered."""
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    with laid(house) as cable:
        slow = Visits(visits.browser, cable.base)
        player = sits(slow, dealt.path)
        for _ in range(3):
            player.lay("Straight Up 1", "Straight Up 2", "Straight Up 3")
            # The first time, what keys do is still to come: they wait for it in their order.
            cable.delay = 0.1
            player.page.keyboard.press("u")
            player.page.keyboard.press("c")
            player.total("0")
            player.settled()
            cable.delay = 0.0
            expect(player.heard("polite")).to_contain_text("Everything is taken back.")
            expect(player.page.locator("[data-refused]")).to_have_count(0)
            assert _on_record(house, dealt.table) == {}
        slow.close()


def test_what_another_tab_took_back_keeps_nothing_from_being_cleared(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    player.lay("Straight Up 1", "Straight Up 2", "Straight Up 3")
    player.page.evaluate(UNHEARD)
    player.act("Clear")
    expect(player.heard("polite")).to_contain_text("Everything is taken back.")
    assert _on_record(house, dealt.table) == {}
    expect(player.page.locator("[data-refused]")).to_have_count(0)


def test_rebet_adds_as_often_as_it_is_pressed_and_a_key_held_down_counts_once(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    player.lay("Straight Up 17", "Red")
    dealt.finish("5")
    player.phase("betting-open")
    player.page.keyboard.press("r")
    player.page.keyboard.press("r")
    player.total("40")
    player.page.keyboard.press("d")
    player.total("80")
    player.page.keyboard.press("u")
    player.page.keyboard.press("u")
    player.total("20")
    player.page.keyboard.down("r")
    player.page.keyboard.down("r")
    player.page.keyboard.down("r")
    player.page.keyboard.up("r")
    player.total("40")
    player.settled()
    assert _on_record(house, dealt.table) == {"straight:17": 20, "red": 20}


def test_undo_and_rebet_are_there_after_a_reload(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    player.lay("Straight Up 17", "Red")
    player.page.reload()
    player = Playing(player.page)
    player.total("20")
    player.act("Undo")
    player.total("10")
    assert _on_record(house, dealt.table) == {"straight:17": 10}
    player.act("Redo")
    player.total("20")
    dealt.spin()
    dealt.call()
    player.phase("no-more-bets")
    player.page.reload()
    player = Playing(player.page)
    dealt.rest("5")
    dealt.mark()
    dealt.pay()
    dealt.lift()
    dealt.dealer.ask("open-betting")
    player.phase("betting-open")
    player.page.reload()
    player = Playing(player.page)
    expect(player.page.locator(".tray").get_by_role("button", name="Undo")).to_be_disabled()
    player.act("Rebet 20")
    player.total("20")
    player.settled()
    assert _on_record(house, dealt.table) == {"straight:17": 10, "red": 10}
