"""A hand that taps anything on a dealer's page, often twice, and what must never come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from random import Random
from typing import Any

from playwright.sync_api import Page

from testkit.browser.dealing import Dealt
from testkit.browser.staff import events, lays, name
from testkit.browser.touching import Glass, handheld
from testkit.browser.visits import Visits

TWICE = 0.5
ANYWHERE = 0.2
ON_THE_WALK = 0.3
ON_A_BET = 0.1
"""There are more bets than buttons: without this, hardly anything else would be tapped."""
APART = 0.4
"""Seconds between two steps at the least: the moment after a step in which the page takes no tap."""
VOIDS = ("round-voided", "no-spin-called", "power-failed")
STEPS = (
    *("table-opened", "table-closed", "betting-opened", "ball-spun", "no-more-bets-called"),
    *("outcome-declared", "round-settled", "dolly-lifted"),
)
TARGETS = """() => [...document.querySelectorAll("main button, .sheet button, .sheet input, .pay-list input")]
  .filter((one) => !one.disabled && !one.closest(".clause"))
  .map((one) => [one.classList.contains("walk") ? "walk" : one.dataset.spot ? "bet" : "", one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.top >= 0 && box.left >= 0)
  .filter(([, box]) => box.bottom <= innerHeight && box.right <= innerWidth)
  .map(([kind, box]) => [kind, box.left + box.width / 2, box.top + box.height / 2])"""
DIRECT = ("open-betting", "spin-ball", "call-no-more-bets", "place-dolly", "settle", "lift-dolly")
"""Steps that one press takes, without anything being asked before."""
TAPPED = """() => { window.tapped = { confirm: 0, announce: 0, pressed: [], asked: [], accepted: [] };
  const model = document.querySelector("croupier-dealer").model, ask = model.ask.bind(model);
  model.ask = async (act, fields) => {
    const alone = act !== "place-dolly" || window.tapped.asked.at(-1) !== "declare-outcome";
    if (alone) window.tapped.asked.push(act);
    const receipt = await ask(act, fields);
    for (const one of receipt.events ?? []) window.tapped.accepted.push(one.type);
    return receipt;
  };
  addEventListener("click", (event) => {
    const on = event.target.closest?.("button");
    if (on?.dataset.primary) window.tapped.pressed.push(on.dataset.primary);
    if (on?.dataset.confirm) window.tapped.confirm += 1;
    if (["declare-outcome", "place-dolly"].includes(on?.dataset.primary) || on?.dataset.do === "recount")
      window.tapped.announce += 1;
  }, { capture: true }); }"""


@dataclass
class Clicker:
    """A page on a tablet, and a hand that knows nothing."""

    dealt: Dealt
    page: Page
    random: Random
    taps: int = 0
    glass: Glass = field(init=False)

    def __post_init__(self) -> None:
        """Put the hand over the page, and note what it confirms."""
        self.glass = Glass(self.page)
        self.page.evaluate(TAPPED)

    def tap(self) -> None:
        """Tap somewhere, mostly on a button and often on the one that walks the round; half the time twice."""
        x, y = self._aim()
        for _ in range(2 if self.random.random() < TWICE else 1):
            self.glass.press(x, y)
            self.glass.lift()
            self.taps += 1
            self.page.wait_for_timeout(self.random.choice((60, 110, 160)))

    def _aim(self) -> tuple[float, float]:
        size = self.page.viewport_size
        assert size is not None
        if self.random.random() < ANYWHERE:
            return self.random.uniform(0, size["width"]), self.random.uniform(70, size["height"])
        targets: list[tuple[str, float, float]] = self.page.evaluate(TARGETS)
        drawn = self.random.random()
        wanted = "walk" if drawn < ON_THE_WALK else "bet" if drawn < ON_THE_WALK + ON_A_BET else ""
        _, x, y = self.random.choice([one for one in targets if one[0] == wanted] or targets)
        return x, y

    def wrong(self) -> Iterator[str]:
        """Return what must never come of taps alone."""
        told = events(self.dealt.house, self.dealt.table)
        self.page.wait_for_timeout(1000)  # for the last answer
        tapped: dict[str, Any] = self.page.evaluate("window.tapped")
        yield from (f"{one['type']} in round {one.get('round')}" for one in told if one["type"] in VOIDS)
        closings = sum(one["type"] == "table-closed" for one in told)
        if closings > tapped["confirm"]:
            yield f"closed {closings} times, confirmed {tapped['confirm']} times"
        announced = sum(one["type"] == "outcome-declared" for one in told)
        if announced > tapped["announce"]:
            yield f"announced {announced} times, confirmed {tapped['announce']} times"
        me: str = self.page.evaluate("document.querySelector('croupier-dealer').model.me")
        own = [one for one in told if one["by"]["name"] == me]
        yield from _together([one for one in own if one["type"] in STEPS])
        yield from lost(tapped, own)


def lost(tapped: dict[str, list[str]], own: list[dict[str, Any]]) -> Iterator[str]:
    """Return the presses that nothing came of, and what is on record more or less often than it was accepted.

    Where a dealer places for a player without chips, the house buys them first: an
    act of its own, under the dealer's name, of which the answer says nothing.
    """
    recorded = Counter(one["type"] for one in own)
    bought_first = sum(
        (one["type"], then["type"], one.get("player")) == ("chips-bought", "wager-placed", then.get("player"))
        and then["seq"] == one["seq"] + 1
        for one, then in pairwise(own)
    )
    pressed, asked, accepted = (Counter(tapped[name]) for name in ("pressed", "asked", "accepted"))
    for act in DIRECT:
        if pressed[act] > asked[act]:
            yield f"{act} was pressed {pressed[act]} times and asked for {asked[act]} times"
    for kind, number in accepted.items():
        besides = recorded[kind] - number
        if not 0 <= besides <= (bought_first if kind == "chips-bought" else 0):
            yield f"{kind} was accepted {number} times and is on record {recorded[kind]} times"


def _together(steps: list[dict[str, Any]]) -> Iterator[str]:
    """Return the steps that one double tap took."""
    for before, after in pairwise(steps):
        apart = (datetime.fromisoformat(after["at"]) - datetime.fromisoformat(before["at"])).total_seconds()
        if apart < APART:
            yield f"{before['type']} and {after['type']} are {apart:.3f} s apart"


def sit_down(dealt: Dealt, visits: Visits, seed: int, size: tuple[int, int]) -> Clicker:
    """Bring a dealer with a tablet to a table that takes bets, with a player who has some."""
    visits.allowed.append("the server responded with a status of 4")  # what a tap asks for may be refused
    dealt.open()
    lays(dealt.house.player(name("ann"), dealt.table), "red", 500)
    code = dealt.house.invite(name("dora"), "dealer", dealt.table)
    page = handheld(visits, f"/#join={code}", {"width": size[0], "height": size[1]})
    page.locator(".walk").wait_for()
    return Clicker(dealt, page, Random(seed))  # noqa: S311 - a test's hand
