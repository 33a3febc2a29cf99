"""Fingers on the glass, and what a tap laid: by what is drawn on the cloth, and by what the table has on record.

Where to touch is read off the picture, never off the buttons over it: a button
that lies beside what it stands for is found that way.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, expect

from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, goes, resize
from testkit.browser.serving import Served
from testkit.browser.visits import Visits

PHONES = {320: 640, 360: 740, 375: 667, 390: 844, 393: 852, 412: 915, 430: 932, 440: 956}
"""Heights of phones by their widths."""
STATES = ("early", "late", "ball", "dealt", "dealt-ball")
"""How far a round is: early or late in the countdown, the ball turning; at an automatic table, then at a dealt one."""
LATE = 9
"""From here on a countdown has one digit."""
PACES: dict[str, dict[str, float]] = {
    "early": {"betting": 30},
    "late": {"betting": LATE},
    "ball": {"betting": 0.2, "ball": 60},
}
PATIENCE = 60.0
SWIPES = ((0, -150), (0, 90), (100, 0), (40, -90))
SHOWN = 20

PICTURE = """
  const cloth = document.querySelector("croupier-cloth"), felt = cloth.felt;
  const at = (name) => cloth.querySelector(`[data-box="${name}"] .tint`).getBoundingClientRect();
  const upright = at("34").top > at("1").bottom;
  const inside = ([x0, y0, x1, y1], [x, y]) => x0 <= x && x <= x1 && y0 <= y && y <= y1;
  const onScreen = (point) => {
    const box = felt.boxes.find((one) => inside(one.rect, point)), [x0, y0, x1, y1] = box.rect, r = at(box.name);
    const [along, across] = [(point[0] - x0) / (x1 - x0), (point[1] - y0) / (y1 - y0)];
    if (upright) return [r.right - across * r.width, r.top + along * r.height];
    return [r.left + along * r.width, r.top + across * r.height];
  };
  const middle = ([x0, y0, x1, y1]) => [(x0 + x1) / 2, (y0 + y1) / 2];
  // A box is touched in its middle, any other bet where its chip lies.
  const place = (spot) => {
    const box = felt.boxes.find((one) => one.name === (spot.kind === "straight" ? spot.pockets[0] : spot.name));
    return box ? middle(box.rect) : spot.anchor;
  };
  const sheet = () => {
    const r = cloth.querySelector(".cloth-sheet").getBoundingClientRect();
    return [r.x, r.y, r.width, r.height];
  };
  const bring = (point) => {
    window.scrollBy({ top: onScreen(point)[1] - innerHeight * 0.35, behavior: "instant" });
    const wide = cloth.scrollWidth > cloth.clientWidth;
    if (wide) cloth.scrollBy({ left: onScreen(point)[0] - innerWidth / 2, behavior: "instant" });
  };
"""
WHERE = (
    "(name) => {"
    + PICTURE
    + """
  const spot = felt.spots.find((one) => one.name === name), point = place(spot);
  bring(point);
  const [x, y] = onScreen(point);
  const stake = document.querySelector("croupier-player")?.chip;
  return { x, y, sheet: sheet(), position: spot.position, called: spot.called, stake }; }"""
)
PRESSED = (
    "() => {" + PICTURE + " return { sheet: sheet(), bubble: document.querySelector('.bubble b')?.innerText ?? '' }; }"
)
ASTRAY = (
    "() => {"
    + PICTURE
    + """
  return felt.spots.filter((spot) => {
    const [x0, y0, x1, y1] = spot.zone, within = middle(spot.zone);
    bring(within);
    const [mx, my] = onScreen(within), near = (at, to) => at + Math.sign(to - at) * 1.5;
    const printed = (point) => felt.boxes.some((one) => inside(one.rect, point));
    const corners = [[x0, y0], [x1, y0], [x0, y1], [x1, y1]].filter(printed).map(onScreen);
    const points = [[mx, my], onScreen(place(spot)), ...corners.map(([x, y]) => [near(x, mx), near(y, my)])];
    return points.some(([x, y]) => document.elementFromPoint(x, y)?.dataset?.spot !== spot.name);
  }).map((spot) => spot.name); }"""
)
STATE = """async () => {
  const view = document.querySelector("croupier-player"), banner = view.querySelector(".banner");
  if (view.model.mineLive.length) await view.history.clear();
  return [banner.dataset.phase, view.querySelector(".due")?.innerText]; }"""
ANSWERED = """async () => {
  const view = document.querySelector("croupier-player"), end = performance.now() + 2000;
  const waits = () => !view.model.mineLive.length || view.model.mineLive.some((one) => one.state === "pending");
  while (performance.now() < end && waits()) await new Promise((done) => setTimeout(done, 4));
  await new Promise(requestAnimationFrame);
  return view.querySelector("[data-live=polite]").textContent.trim(); }"""
STYLED = "(css) => { const one = new CSSStyleSheet(); one.replaceSync(css); document.adoptedStyleSheets.push(one); }"
SHIFT = "croupier-cloth:has(.bubble) { display: block; transform: translateY(20px); }"
PATIENT = "customElements.get('croupier-cloth').longPress = 1e9"
"""On a slow machine a finger may rest for long before it is lifted: it still asks for no list."""
RESTED = "() => { document.adoptedStyleSheets = []; scrollTo({ top: 0, behavior: 'instant' }); }"
ASKED = """() => [document.querySelector("croupier-player").model.mineLive.map((one) => one.position),
  document.querySelectorAll(".bubble").length]"""
SCROLL_ENDED = """async () => { for (let since = performance.now(), y = scrollY; performance.now() - since < 130;) {
  await new Promise(requestAnimationFrame);
  if (y !== scrollY) [since, y] = [performance.now(), scrollY];
} }"""
SPOTS = "document.querySelector('croupier-cloth').felt.spots.map((one) => [one.kind, one.name])"


class Glass:
    """The glass of a phone, and one finger on it. A movement has the time it was made at, however late it is sent."""

    def __init__(self, page: Page) -> None:
        """Hold a finger over a page."""
        self.page = page
        self._line = page.context.new_cdp_session(page)
        self._at = (0.0, 0.0)

    def _send(self, kind: str, *points: tuple[float, float], at: float | None = None) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        when = {} if at is None else {"timestamp": at}
        self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches, **when})

    def press(self, x: float, y: float, at: float | None = None) -> None:
        """Put the finger down."""
        self._at = (x, y)
        self._send("touchStart", self._at, at=at)

    def move(self, x: float, y: float, at: float | None = None) -> None:
        """Move it to a point."""
        self._at = (x, y)
        self._send("touchMove", self._at, at=at)

    def twice(self, target: Locator, apart: int = 160) -> None:
        """Tap one place twice, whatever is there the second time."""
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        for _ in range(2):
            self.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.lift()
            self.page.wait_for_timeout(apart)

    def second(self, x: float, y: float) -> None:
        """Put another finger down beside it."""
        self._send("touchStart", self._at, (x, y))

    def lift(self, at: float | None = None) -> None:
        """Take every finger off."""
        self._send("touchEnd", at=at)

    def swipe(self, x: float, y: float, dx: float, dy: float, steps: int = 5) -> None:
        """Draw the finger over the glass without resting first, as one scrolls: 20 ms from step to step."""
        start = time.time()
        self.press(x, y, start)
        for step in range(1, steps + 1):
            self.move(x + dx * step / steps, y + dy * step / steps, start + step * 0.02)
        self.lift(start + (steps + 1) * 0.02)


def phone(width: int) -> ViewportSize:
    """Return the screen of a phone by its width."""
    return {"width": width, "height": PHONES[width]}


def handheld(visits: Visits, path: str, screen: ViewportSize) -> Page:
    """Open a page on something that is touched and not clicked."""
    # What turns only costs time here: nothing on the cloth depends on it.
    still: dict[str, Any] = {"reduced_motion": "reduce", "device_scale_factor": 1}
    return visits.open(path, viewport=screen, has_touch=True, is_mobile=True, **still)


@dataclass
class Hand:
    """A player with a phone at a table whose rounds are in one state whenever a finger goes down."""

    house: Served
    state: str
    table: str
    player: Playing
    glass: Glass
    name: str

    @property
    def page(self) -> Page:
        """The player's page."""
        return self.player.page

    def go(self, ref: str, state: str) -> None:
        """Go on to a table whose rounds are in another state, with the same page."""
        self.table, self.state = table_in(self.house, ref, state), state
        self.player = goes(self.page, self.table)
        expect(self.page.locator("[data-bank]")).not_to_have_text("0")

    def rest(self) -> None:
        """Bring the phone back to what it was when the player sat down, with nothing on the table."""
        self.page.evaluate(RESTED)
        resize(self.page, phone(390))
        self.page.evaluate(PATIENT)
        self.ready()

    def spots(self) -> list[tuple[str, str]]:
        """Return every spot of the cloth with its kind."""
        return [(kind, name) for kind, name in self.page.evaluate(SPOTS)]

    def laid(self) -> list[tuple[str, int]]:
        """Return what the player has on the table, as the table knows it."""
        layout = self.house.running.service.office.tables.host(self.table).table.layout
        return [(one.lies, one.stake) for one in layout.wagers.values() if one.player == self.name and not one.done]

    def ready(self) -> None:
        """Wait until the round is where it is wanted, with nothing of the player's on the table."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self._wanted(*self.page.evaluate(STATE)) and not self.laid():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{self.table} is never {self.state}")

    def _wanted(self, phase: str, due: str | None) -> bool:
        left = int(due.split()[0]) if due else None
        match self.state:
            case "early":
                return phase == "betting-open" and left is not None and left > LATE + 3
            case "late":
                return phase == "betting-open" and left is not None and 3 <= left <= LATE
            case "ball":
                return phase == "ball-in-play" and left is not None and left > 3
            case "dealt":
                return phase == "betting-open" and left is None
            case _:
                return phase == "ball-in-play" and left is None

    def tap(self, spot: str) -> list[str]:
        """Tap a spot as it is drawn, and give what is wrong about what came of it."""
        self.ready()
        aimed = self.page.evaluate(WHERE, spot)
        self.glass.press(aimed["x"], aimed["y"])
        seen = self.page.evaluate(PRESSED)
        self.glass.lift()
        heard = self.page.evaluate(ANSWERED)
        laid, where = self.laid(), f"{self.table} {self.state} {self.page.viewport_size} {spot}"
        wrong = []
        if laid != [(aimed["position"], aimed["stake"])]:
            wrong.append(f"{where}: laid {laid}")
        if seen["sheet"] != aimed["sheet"]:
            wrong.append(f"{where}: the cloth went from {aimed['sheet']} to {seen['sheet']}")
        if not " ".join(seen["bubble"].split()).endswith(aimed["called"]):
            wrong.append(f"{where}: the bubble said {seen['bubble']!r}")
        if heard != f"{aimed['stake'] // 100} on {aimed['called']}":
            wrong.append(f"{where}: {heard!r} was announced")
        return wrong

    def swipe(self, spot: str, dx: float, dy: float) -> list[str]:
        """Swipe over the cloth from a spot, and give what is wrong about what came of it."""
        self.ready()
        aimed = self.page.evaluate(WHERE, spot)
        self.glass.swipe(aimed["x"], aimed["y"], dx, dy)
        self.page.evaluate(SCROLL_ENDED)
        asked, bubbles = self.page.evaluate(ASKED)
        laid, where = [*asked, *self.laid()], f"{self.table} {self.state} {self.page.viewport_size} {spot}"
        return [f"{where}: a swipe laid {laid}"] * bool(laid) + [f"{where}: a bubble stays"] * bool(bubbles)

    def nothing_laid(self) -> bool:
        """Whether nothing lies there, and nothing is on its way."""
        return not self.page.evaluate(ASKED)[0] and not self.laid()


def table_in(house: Served, ref: str, state: str) -> str:
    """Set up a table of a rulebook whose rounds are in a state, and give its name."""
    if not state.startswith("dealt"):
        table = house.add_table(ref, automatic=True)
        house.pace(table, **PACES[state])
        return table
    dealt = Dealt(house, ref)
    dealt.open()
    if state == "dealt-ball":
        dealt.spin()
    return dealt.table


def sit_down(house: Served, visits: Visits, ref: str, state: str) -> Hand:
    """Bring a player with a phone to a table of a rulebook whose rounds are in a state."""
    table = table_in(house, ref, state)
    player = Playing(handheld(visits, f"/#/table/{table}", phone(390)))
    player.page.evaluate(PATIENT)
    name = player.page.evaluate("document.querySelector('croupier-player').model.me")
    expect(player.page.locator("[data-bank]")).not_to_have_text("0")
    return Hand(house, state, table, player, Glass(player.page), name)


def one_of_each(spots: Iterable[tuple[str, str]], seed: int) -> list[str]:
    """Return one spot of every kind, another with every seed."""
    kinds: dict[str, list[str]] = {}
    for kind, name in spots:
        kinds.setdefault(kind, []).append(name)
    return [names[seed * 7 % len(names)] for names in kinds.values()]


def astray(page: Page) -> list[str]:
    """Return the spots whose button does not cover the whole zone as drawn."""
    found: list[str] = page.evaluate(ASTRAY)
    return found


def on_each_phone(hand: Hand, first: int = 0, step: int = 1) -> Iterator[tuple[int, int]]:
    """Turn the phone into one of every width in turn, or into every so many of them."""
    for place, width in list(enumerate(PHONES))[first::step]:
        resize(hand.page, phone(width))
        yield place, width


def described(wrong: list[str]) -> str:
    """Write what is wrong, each on a line of its own."""
    return f"{len(wrong)} wrong:\n" + "\n".join(wrong[:SHOWN])
