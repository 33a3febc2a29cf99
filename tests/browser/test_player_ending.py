"""The end of a round on a player's page: when the number is told, what the round came to, where chips and wheel go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from testkit.browser import chromium
from testkit.browser.axe import violations
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, sits
from testkit.browser.serving import Served, served
from testkit.browser.visits import PHONE, Visits
from testkit.web.running import QUICK

Shot = Callable[[Page, str], None]

PACE = QUICK | {"betting": 2.5, "ball": 0.6, "drop": 0.8, "dolly": 1.0, "settle": 0.6, "pause": 3.0}
FALL = 2600
HANDS: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}

# What a page says and shows, frame by frame, beside what the wheel shows and what the service has said by then.
WATCHED = """() => {
  const Socket = window.WebSocket;
  window.declared = 0; window.marked = 0;
  window.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        if (!window.declared && data.includes('"outcome-declared"')) window.declared = performance.now();
        if (!window.marked && data.includes('"dolly-placed"')) window.marked = performance.now();
      });
    }
  };
  window.frames = [];
  const text = (one) => [...document.querySelectorAll(one)].map((part) => part.textContent.trim()).join("|");
  const look = () => {
    const wheel = document.querySelector(".wheel");
    const slot = document.querySelector(".wheel-slot");
    const falls = Boolean(document.querySelector(".arm.inner:not(.away)")) && wheel.dataset.ball === "";
    window.frames.push({
      at: performance.now(), falls, ball: wheel?.dataset.ball ?? "",
      phase: document.querySelector("[data-phase]")?.dataset.phase ?? "",
      over: Boolean(slot?.classList.contains("over")) && getComputedStyle(slot).visibility === "visible",
      number: document.querySelector("[data-number]")?.dataset.number ?? "",
      said: [document.title, text(".banner"), text(".log"), text("[data-live]"), text("[data-results]"), text(".strip"),
        text("[data-net]"), text("[data-bank]"), wheel?.ariaLabel, text(".landed"), text("[data-proof]"),
        document.querySelectorAll(".ring.won, [data-dolly], .pocket.here").length].join(" / "),
    });
    requestAnimationFrame(look);
  };
  look(); }"""
PLACES = """() => [...document.querySelectorAll(".cloth-sheet, button[data-spot]")].map((one) => {
  const r = one.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].join(); }).join(";")"""
OVER_CHIPS = """() => {
  const chips = document.body.appendChild(document.createElement("div"));
  chips.className = "flights";
  const [over, under] = [document.querySelector(".wheel-slot"), chips].map((one) => getComputedStyle(one).zIndex);
  chips.remove();
  return Number(over) > Number(under); }"""
BUZZES = (
    """() => { window.buzzes = []; navigator.vibrate = (pattern) => { window.buzzes.push(pattern); return true; }; }"""
)


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose automatic tables have time for a ball to fall."""
    chromium.built()
    with served(tmp_path_factory.mktemp("house"), **PACE) as one:
        yield one


def _watched(visits: Visits, path: str, **settings: Any) -> Page:
    page = visits.open("about:blank", **settings)
    page.context.add_init_script(f"({WATCHED})()")
    page.goto(path)
    return page


def _frames(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.frames")
    return found


def _last_round(house: Served, table: str) -> None:
    """Let a table come to rest after the round that is being played."""
    house.pace(table, pause=1e6)


def test_nothing_tells_the_number_before_the_ball_lies_and_then_everything_does(
    visits: Visits, house: Served, shot: Shot
) -> None:
    page = _watched(visits, "/#/table/mbs-3")
    display = _watched(visits, "/#/display/mbs-3")
    player = Playing(page)
    player.phase("betting-open")
    player.lay("Red")
    player.phase("no-more-bets")
    _last_round(house, "mbs-3")
    player.phase("paid")
    pocket = page.locator(".wheel").get_attribute("data-ball")
    frames = _frames(page)
    falling = [one for one in frames if one["falls"]]
    assert len(falling) > 5
    assert {one["said"] for one in falling} == {falling[0]["said"]}, "not a word while the ball falls"
    assert {one["phase"] for one in falling} == {"no-more-bets"}
    told = next(one for one in frames if one["ball"])
    assert told["ball"] == pocket
    assert told["at"] - page.evaluate("window.declared") >= FALL - 20
    assert f"the ball is in {pocket}" in told["said"].lower()
    expect(page.locator(".banner .title")).to_contain_text(str(pocket))
    expect(page.locator("[data-results] .mark").first).to_have_text(str(pocket))
    shot(page, "player-told")
    expect(display.locator("[data-number]")).to_have_attribute("data-number", str(pocket))
    shown = next(one for one in _frames(display) if one["number"] == pocket)
    assert shown["at"] - display.evaluate("window.declared") >= FALL - 20
    late = sits(visits, "/#/table/mbs-3", **HANDS)
    expect(late.page.locator(".wheel")).to_have_attribute("data-ball", str(pocket))
    expect(late.page.locator(".arm.inner:not(.away)")).to_be_attached()
    expect(late.page.locator(".wheel-slot.over")).to_have_count(0)


def test_whoever_wants_no_motion_is_told_at_once(visits: Visits) -> None:
    page = _watched(visits, "/#/table/mbs-2", reduced_motion="reduce")
    player = Playing(page)
    player.phase("betting-open")
    player.lay("Red")
    player.phase("paid")
    told = next(one for one in _frames(page) if one["ball"])
    assert told["at"] < page.evaluate("window.marked"), "before the dolly"
    expect(page.locator("[data-net]")).to_be_visible()
    assert page.locator(".flights").count() == 0


def test_on_a_phone_the_wheel_comes_at_the_call_and_goes_with_the_number(
    visits: Visits, house: Served, shot: Shot
) -> None:
    page = _watched(visits, "/#/table/us-00", **HANDS)
    player = Playing(page)
    player.phase("betting-open")
    places = page.evaluate(PLACES)
    player.spot("Red").tap()
    player.settled()
    expect(page.locator(".wheel-slot.over")).to_be_visible()
    _last_round(house, "us-00")
    assert page.evaluate(PLACES) == places
    shot(page, "phone-wheel-over")
    expect(page.locator("[data-net]")).to_be_visible()
    expect(page.locator(".wheel-slot.over")).to_have_count(0)
    assert page.evaluate(PLACES) == places, "no box of the cloth moves by a pixel"
    shot(page, "phone-net")
    frames = _frames(page)
    assert not [one for one in frames if one["over"] and one["phase"] in ("betting-open", "ball-in-play", "closed")]
    came_and_went = sum(one["over"] and not before["over"] for before, one in pairwise(frames))
    assert came_and_went == 1, "once in a round"
    lies = next(one for one in frames if one["ball"])
    assert lies["over"], "the number is seen where the ball lies"
    assert max(one["at"] for one in frames if one["over"]) - lies["at"] > 1000, "and for long enough to be read"


def test_a_wheel_that_is_in_the_way_is_sent_away_and_stays_away(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path, **HANDS)
    page = player.page
    slot = page.locator(".wheel-slot")
    dealt.spin()
    player.phase("ball-in-play")
    expect(slot).to_be_hidden()
    dealt.call()
    expect(slot).to_be_visible()
    assert page.evaluate(OVER_CHIPS), "chips that fly come out from under it"
    slot.tap()
    expect(slot).to_be_hidden()
    dealt.rest("5")
    player.phase("at-rest")
    expect(slot).to_be_hidden()


class Evening:
    """Somebody at a table that is dealt by hand, round after round."""

    def __init__(self, visits: Visits, house: Served) -> None:
        """Sit down, with a phone's vibration written down."""
        self.dealt = Dealt(house, "mbs-roulette/3")
        self.dealt.open()
        self.page = visits.open("about:blank")
        self.page.context.add_init_script(f"({BUZZES})()")
        self.page.goto(self.dealt.path)
        self.player = Playing(self.page)
        self.card, self.net = self.page.locator(".net-card"), self.page.locator("[data-net]")
        expect(self.page.locator("[data-bank]")).not_to_have_text("0")
        self._began_with = self._balance()

    def play(self, pocket: str, *bets: str) -> None:
        """Play a round until it is paid."""
        self.player.phase("betting-open")
        self.player.lay(*bets)
        self.dealt.spin()
        self.dealt.call()
        self.player.phase("no-more-bets")
        self.dealt.rest(pocket)
        self.dealt.mark()
        self.dealt.pay()
        self.player.phase("paid")

    def go_on(self) -> None:
        """Begin the next round."""
        self.dealt.lift()
        self.dealt.dealer.ask("open-betting")
        expect(self.card).to_have_count(0)

    def _balance(self) -> int:
        return int("".join(filter(str.isdigit, self.page.locator("[data-bank]").inner_text())))

    def is_up(self, by: int) -> None:
        """Wait until the balance has counted up to so much more than at the beginning, and insist on it."""
        wanted = self._began_with + by
        read = "Number(document.querySelector('[data-bank]').textContent.replace(/\\D/g, ''))"
        self.page.wait_for_function(f"{read} === {wanted}")

    def lines(self) -> list[str]:
        """Return what is said of the round below its net."""
        return [" ".join(one.split()) for one in self.page.locator("[data-returns] li").all_inner_texts()]


def test_a_dealt_ball_at_rest_rolls_no_more_and_the_dolly_tells_where_it_lies(visits: Visits, house: Served) -> None:
    evening = Evening(visits, house)
    wheel = evening.page.locator(".wheel")
    evening.page.evaluate(
        """() => { window.balls = [];
        document.querySelector("croupier-wheel").addEventListener("ball", ({ detail }) => balls.push(detail.what)); }"""
    )
    evening.player.phase("betting-open")
    evening.dealt.spin()
    evening.dealt.call()
    evening.player.phase("no-more-bets")
    expect(wheel.locator(".arm.outer:not(.away)")).to_be_attached()
    evening.dealt.rest("17")
    evening.player.phase("at-rest")
    expect(wheel.locator(".arm:not(.away)")).to_have_count(0)
    assert evening.page.evaluate("window.balls") == ["rolls", "gone"]
    evening.dealt.mark()
    expect(wheel).to_have_attribute("data-ball", "17")
    expect(wheel.locator(".arm.inner:not(.away)")).to_be_attached()


def test_winnings_fly_in_the_chips_that_they_are_paid_in_and_the_net_covers_none_of_them(
    visits: Visits, house: Served
) -> None:
    evening = Evening(visits, house)
    evening.page.evaluate(
        """() => { window.flown = []; new MutationObserver(() => {
          const chips = [...document.querySelectorAll(".flights > svg")].map((one) => one.textContent.trim());
          if (chips.length) window.flown = chips;
        }).observe(document.body, { childList: true, subtree: true }); }"""
    )
    lain = evening.page.locator("[data-spot='straight:17']").bounding_box()
    evening.play("17", "Straight Up 17")
    expect(evening.net).to_have_text("+350")
    evening.page.wait_for_function("window.flown.length > 0")
    # The stake lies there until the dolly is lifted.
    assert set(evening.page.evaluate("window.flown")) <= {"25", "100"}
    assert "100" in evening.page.evaluate("window.flown")
    card = evening.card.bounding_box()
    assert lain is not None
    assert card is not None
    assert (
        card["x"] >= lain["x"] + lain["width"]
        or lain["x"] >= card["x"] + card["width"]
        or card["y"] >= lain["y"] + lain["height"]
        or lain["y"] >= card["y"] + card["height"]
    ), (card, lain)


def test_the_net_of_a_round_is_shown_said_and_felt(visits: Visits, house: Served, shot: Shot) -> None:
    evening = Evening(visits, house)
    page, player = evening.page, evening.player
    places = page.evaluate(PLACES)
    evening.play("17", "Straight Up 17")
    expect(evening.net).to_have_text("+350")
    expect(evening.card).to_have_attribute("data-grade", "3")
    expect(player.heard("polite")).to_have_text("Net plus 350: won 350.")
    evening.is_up(by=350)
    assert page.evaluate(PLACES) == places
    assert violations(page) == []
    shot(page, "player-net-great")
    first, *_, call, great = page.evaluate("window.buzzes")
    assert (first, len(call)) == (10, 3)
    evening.go_on()
    evening.play("2", "Red")
    expect(evening.net).to_have_text("\N{MINUS SIGN}10")
    expect(evening.card).to_contain_class("loss")
    expect(player.heard("polite")).to_have_text("Net minus 10: lost 10.")
    evening.is_up(by=340)
    assert page.evaluate("window.buzzes").count(great) == 1, "a loss is not felt"


def test_what_won_is_listed_by_size_and_a_void_round_has_no_net(visits: Visits, house: Served) -> None:
    evening = Evening(visits, house)
    covering = ("Straight Up 17", "Split 17 20", "Corner 16 17 19 20", "Black", "Odd")
    evening.play("17", *covering[::-1], "Straight Up 20", "Red", "Straight Up 1")
    expect(evening.net).to_have_text("+590")
    expect(evening.card).to_have_attribute("data-grade", "2")
    largest = ["+350 on Straight Up 17", "+170 on Split 17 20", "+80 on Corner 16 17 19 20", "+20 on 2 more", "30 lost"]
    assert [line.split(" §")[0] for line in evening.lines()] == largest
    evening.go_on()
    evening.player.phase("betting-open")
    evening.player.lay("Red", "Black")
    evening.dealt.spin()
    evening.dealt.dealer.ask("report-irregularity", kind="foreign-object")
    evening.player.phase("void")
    expect(evening.page.locator("[data-returns]")).to_contain_text("20 back")
    expect(evening.net).to_have_count(0)


def test_chips_fly_and_leave_nothing_behind(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    page = player.page
    player.lay("Red", "Black")
    dealt.spin()
    player.phase("ball-in-play")
    page.wait_for_function("performance.getEntriesByType('resource').some((one) => one.name.includes('/flights-'))")
    page.evaluate("""() => { window.flown = 0; new MutationObserver((all) => all.forEach(({ addedNodes }) =>
      addedNodes.forEach((one) => { if (one.nodeName === "svg") window.flown += 1; })))
      .observe(document.querySelector("croupier-player"), { subtree: true, childList: true }); }""")
    dealt.call()
    dealt.rest("3")
    dealt.mark()
    dealt.pay()
    player.phase("paid")
    page.wait_for_function("window.flown > 0")
    expect(page.locator(".flights")).to_have_count(0)
    assert page.evaluate("window.flown") == 2, (
        "what was lost, and the winnings; the stake stays until the dolly is lifted"
    )


def test_a_page_that_is_loaded_anew_shows_the_ball_where_it_was(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    page = player.page
    dealt.spin()
    runs = "document.querySelector('.arm.outer:not(.away)')?.getAnimations()[0]?.currentTime ?? 0"
    page.wait_for_function(f"{runs} > 300")
    before = page.evaluate(runs)
    page.reload()
    page.wait_for_function(f"{runs} > 0")
    assert page.evaluate(runs) > before
