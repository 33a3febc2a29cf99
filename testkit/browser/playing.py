"""A player's page, and what tests ask of it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, expect

from testkit.browser.visits import Visits

SHIFTS = """() => { window.shifted = []; new PerformanceObserver((list) => {
  const named = ({ node }) => (node?.nodeType === 1 ? node : node?.parentElement)?.outerHTML.slice(0, 120) ?? "gone";
  const moved = (one) => `${named(one)}: ${JSON.stringify(one.previousRect)} to ${JSON.stringify(one.currentRect)}`;
  for (const one of list.getEntries()) window.shifted.push(...one.sources.map(moved));
}).observe({ type: "layout-shift" }); }"""
"""Writes down what moves by itself, and where it was."""

BALL = """() => {
  const middle = (one) => { const r = one.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const [cx, cy] = middle(document.querySelector(".wheel .bowl"));
  const turn = ([x, y]) => Math.atan2(y - cy, x - cx);
  const balls = [...document.querySelectorAll(".wheel .ball")];
  const ball = balls.find((one) => getComputedStyle(one).visibility !== "hidden");
  if (!ball) return "";
  const at = turn(middle(ball));
  const away = (one) => {
    const angle = Math.abs(turn(middle(one.querySelector(".well"))) - at);
    return Math.min(angle, 2 * Math.PI - angle);
  };
  return [...document.querySelectorAll("[data-pocket]")].sort((a, b) => away(a) - away(b))[0].dataset.pocket; }"""

FALLEN = """() => { const arm = document.querySelector(".wheel .arm.inner:not(.away)");
  return arm?.getAnimations({ subtree: true }).every((one) => one.playState === "finished"); }"""

LANDED = """() => {
  const ends = (one) => one.animationName && Number.isFinite(one.effect.getComputedTiming().endTime);
  return Promise.all(document.getAnimations().filter(ends).map((one) => one.finished)); }"""

AT_TABLE = "(table) => document.querySelector('croupier-player')?.model?.table === table"

FITTED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  await document.querySelector("croupier-cloth").updateComplete;
}"""
AT_REST = """() => {
  const moving = document.getAnimations().filter((one) => one instanceof CSSTransition);
  for (const one of moving) one.finish();
}"""
"""A chip that is picked is lifted by more on a large screen, and slides to its new height for a moment."""

expect.set_options(timeout=20_000)


class Playing:
    """Somebody at a table, with a browser."""

    def __init__(self, page: Page) -> None:
        """Wait until the table can be played at."""
        self.page = page
        # On a busy machine the line is slow, and can be played over all the same.
        expect(page.locator("[data-connection=live], [data-connection=slow]")).to_be_visible()
        expect(page.locator("button[data-spot]").first).to_be_attached()

    def spot(self, name: str) -> Locator:
        """Return the button of a bet by what it is called."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)},"))

    def lay(self, *names: str) -> None:
        """Click bets, and wait until every chip is accepted."""
        for name in names:
            self.spot(name).click()
        self.settled()

    def settled(self) -> None:
        """Wait until nothing is on its way."""
        expect(self.page.locator("[data-state=pending]")).to_have_count(0)

    def chip(self, position: str) -> Locator:
        """Return one's own chips on a bet."""
        return self.page.locator(f".own[data-chip='{position}']")

    def landed(self) -> None:
        """Wait until nothing falls or slides any more. What goes on without end, as the rays of a great win, may."""
        self.page.evaluate(LANDED)

    def choose(self, chip: str) -> None:
        """Choose a chip of the tray."""
        self.page.get_by_role("group", name="Your chip").get_by_role("button", name=chip, exact=True).click()

    def act(self, name: str) -> None:
        """Press a button of the tray."""
        self.page.locator(".tray").get_by_role("button", name=re.compile(f"^{name}")).click()

    def total(self, wanted: str) -> None:
        """Insist on what lies on the table."""
        expect(self.page.locator("[data-staked]")).to_have_text(wanted)

    def bank(self, wanted: str) -> None:
        """Insist on what is left."""
        expect(self.page.locator("[data-bank]")).to_have_text(wanted)

    def phase(self, wanted: str) -> None:
        """Wait until the page is in a phase."""
        expect(self.page.locator(".banner")).to_have_attribute("data-phase", wanted)

    def heard(self, urgency: str) -> Locator:
        """Return the live region that is read out politely or assertively."""
        return self.page.locator(f"[data-live={urgency}]")

    def fallen(self) -> None:
        """Wait until the ball lies still in a pocket of the wheel's picture."""
        self.page.wait_for_function(FALLEN)

    def wheel_says(self) -> str:
        """Return the pocket of the wheel's picture that the ball lies in, by where they are on the screen."""
        found: str = self.page.evaluate(BALL)
        return found


def goes(page: Page, table: str) -> Playing:
    """Lead a page on to another table, as its address does: quicker than to open another page."""
    page.goto(f"/#/table/{table}")
    page.wait_for_function(AT_TABLE, arg=table)
    return Playing(page)


def resize(page: Page, screen: ViewportSize) -> None:
    """Resize the screen of a page, and wait until the cloth has taken its room there, and all else its place."""
    page.set_viewport_size(screen)
    page.evaluate(FITTED)
    page.evaluate(AT_REST)


def middle(of: Locator) -> tuple[float, float]:
    """Return where the middle of something is on the screen."""
    box = of.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def sits(visits: Visits, path: str, **settings: Any) -> Playing:
    """Bring somebody to a table."""
    return Playing(visits.open(path, **settings))
