"""Screens of all sizes, and what a player must have in view on each: the whole cloth, the tray, the timer, the balance.

Everything is read off the page as it is laid out, in one evaluation for a size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from testkit.browser.playing import Playing, resize
from testkit.browser.serving import Served
from testkit.browser.visits import Visits

Size = tuple[int, int]

DESKTOPS: tuple[Size, ...] = (
    *((1280, 720), (1366, 641), (1440, 789), (1536, 730), (1920, 1080), (2560, 1440), (3840, 2160)),
    # 1440 × 789 and 1920 × 1080 at 150 %; the second is 1280 × 720 again.
    (960, 526),
)
TABLETS: tuple[Size, ...] = ((768, 1024), (820, 1180), (1024, 768), (1180, 820), (1366, 1024))
UPRIGHT: tuple[Size, ...] = (
    *((320, 568), (360, 640), (375, 667), (390, 844), (393, 852), (412, 915), (430, 932), (440, 956)),
)
SIDEWAYS: tuple[Size, ...] = ((667, 375), (844, 390), (932, 430))
HANDHELD = (*UPRIGHT, *SIDEWAYS, *TABLETS)
SIZES = (*DESKTOPS, *HANDHELD)

TITLED = 800
"""Narrower phones that are held sideways have no room for the name of the game."""
LARGE = 2560
"""From this width on the table takes at least half of it."""
ZONE_BEFORE = {320: 18.0, 390: 22.0}
"""The shorter side of a number's zone on upright phones, by their width, before the page was laid out anew."""

PACE: dict[str, float] = {"betting": 1.2, "ball": 0.8, "drop": 0.5, "dolly": 0.4, "settle": 0.5, "pause": 4.0}
"""A whole round within some seconds; the pause is long enough for a ball that falls in the picture."""
LONG = 99.0
SHOWN = 12

SEEN = """() => {
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const one = (selector) => document.querySelector(selector);
  const wanted = { cloth: ".cloth-sheet", tray: ".tray", timer: "[role=timer]", balance: "[data-bank]" };
  const found = Object.fromEntries(Object.entries(wanted).map(([name, selector]) => [name, one(selector)]));
  // A little inside each corner, for corners are round; and in the middle.
  const points = ([x0, y0, x1, y1]) => {
    const [dx, dy] = [Math.max(1, (x1 - x0) * 0.06), Math.max(1, (y1 - y0) * 0.06)];
    const corners = [x0 + dx, x1 - dx].flatMap((x) => [[x, y0 + dy], [x, y1 - dy]]);
    return [...corners, [(x0 + x1) / 2, (y0 + y1) / 2]];
  };
  const boxes = {};
  const covered = [];
  for (const [name, element] of Object.entries(found)) {
    boxes[name] = element && box(element);
    if (!element) continue;
    for (const [x, y] of points(boxes[name])) {
      const top = document.elementFromPoint(x, y);
      if (!element.contains(top)) covered.push(`${name} at ${Math.round(x)},${Math.round(y)} by ${top?.className}`);
    }
  }
  const parts = [...found.tray.querySelectorAll("button, .bank div")].filter((part) => part.offsetWidth);
  const inTray = parts.map((part) => [part.innerText.replaceAll("\\n", " ").trim(), ...box(part)]);
  const seventeen = box(one("button[data-spot='straight:17']"));
  const { clientWidth: shown, scrollWidth: whole } = one(".top h1");
  return {
    inner: [innerWidth, innerHeight],
    page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
    boxes, covered, inTray, title: [shown, whole],
    zone: [seventeen[2] - seventeen[0], seventeen[3] - seventeen[1]],
    touched: matchMedia("(pointer: coarse)").matches,
  };
}"""

WATCH = """() => {
  const cloth = document.querySelector("croupier-cloth");
  const where = () => [...cloth.querySelectorAll(".cloth-sheet, [data-box] .tint, button[data-spot]")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height].map((side) => side.toFixed(2)).join(" ");
  });
  const first = where();
  window.moved = {};
  window.phases = [];
  const look = () => {
    const phase = document.querySelector(".banner").dataset.phase;
    if (window.phases.at(-1) !== phase) window.phases.push(phase);
    const now = where();
    if (now.length !== first.length) window.moved[phase] = `${first.length} boxes became ${now.length}`;
    else now.forEach((one, place) => {
      if (one !== first[place]) window.moved[phase] ??= `box ${place} from ${first[place]} to ${one}`;
    });
  };
  const often = () => (look(), requestAnimationFrame(often));
  often();
  // A busy machine may draw no frame in a short phase.
  new MutationObserver(look).observe(document.querySelector(".banner"), { attributeFilter: ["data-phase"] });
}"""
ROUND = ("betting-open", "ball-in-play", "no-more-bets", "paid")
STILL_ROUND = (*ROUND, "at-rest", "dolly-down")
"""Where no ball is seen to fall, the page follows every step of the dealer."""
PHASES_SEEN = "(wanted) => wanted.every((one) => window.phases.includes(one))"
LAID = """async () => {
  const view = document.querySelector("croupier-player");
  const green = Object.keys(view.felt.colors).filter((pocket) => view.felt.colors[pocket] === "green");
  for (const position of ["red", "black", ...green.map((one) => `straight:${one}`), "split:8-11", "dozen:2"]) {
    const spot = view.felt.spots.find((one) => one.position === position);
    await view.bets.lay(spot, Math.max(view.limit(spot)?.min ?? 0, view.denominations[0]));
  }
  return view.model.mineLive.map((one) => one.position);
}"""


POINTED = """async () => {
  const view = document.querySelector("croupier-player"), cloth = view.querySelector("croupier-cloth");
  const frame = () => new Promise(requestAnimationFrame);
  const kinds = new Map(view.felt.spots.map((one) => [one.kind, one]));
  for (const spot of [...kinds.values(), null]) {
    cloth.dispatchEvent(new CustomEvent("aim", { detail: { spot } }));
    await frame();
  }
  await view.bets.lay(view.felt.spots.find((one) => one.kind === "red"), 1);
  await frame();
}"""
"""Point at a bet of every kind, then lay one that is refused."""


def screen(size: Size) -> ViewportSize:
    """Return a size as Playwright has it."""
    return {"width": size[0], "height": size[1]}


def wrong_at(page: Page, size: Size) -> list[str]:
    """Resize a page, and give what a player does not have in view there, or what is too small."""
    resize(page, screen(size))
    seen = page.evaluate(SEEN)
    width, height = size
    wrong = [f"{name} is not there" for name, box in seen["boxes"].items() if box is None]
    wrong += [
        f"{name} is at {[round(side) for side in box]}"
        for name, box in seen["boxes"].items()
        if box and not _within(box, (0, 0, width, height))
    ]
    wrong += [f"covered: {one}" for one in seen["covered"]]
    if seen["page"][0] > width or seen["page"][1] > height:
        wrong.append(f"the page is {seen['page']}: it scrolls")
    shown, whole = seen["title"]
    if whole > shown + 1 and not (size in SIDEWAYS and width < TITLED):
        wrong.append(f"the name of the game has {shown} of {whole} pixels")
    wrong += _tray_wrong(seen)
    if seen["boxes"]["cloth"] is not None:
        wrong += _too_small(size, seen)
    return [f"{width}×{height}: {one}" for one in wrong]


def _within(box: Sequence[float], room: Sequence[float]) -> bool:
    x0, y0, x1, y1 = box
    return x0 >= room[0] - 0.5 and y0 >= room[1] - 0.5 and x1 <= room[2] + 0.5 and y1 <= room[3] + 0.5


def _tray_wrong(seen: dict[str, Any]) -> Iterator[str]:
    """Whatever is in the tray is whole in it, and nothing lies over anything else."""
    parts = [(name, box) for name, *box in seen["inTray"]]
    for place, (name, box) in enumerate(parts):
        if not _within(box, seen["boxes"]["tray"]):
            tray = [round(side) for side in seen["boxes"]["tray"]]
            yield f"{name!r} of the tray is at {[round(side) for side in box]}, outside {tray}"
        for other, against in parts[place + 1 :]:
            apart = box[2] <= against[0] + 1 or against[2] <= box[0] + 1
            if not apart and box[3] > against[1] + 1 and against[3] > box[1] + 1:
                yield f"{name!r} lies over {other!r} in the tray"


def _too_small(size: Size, seen: dict[str, Any]) -> Iterator[str]:
    x0, _, x1, _ = seen["boxes"]["cloth"]
    if size[0] >= LARGE and x1 - x0 < size[0] / 2:
        yield f"the table has {x1 - x0:.0f} of {size[0]} pixels"
    before = max((side for width, side in ZONE_BEFORE.items() if width <= size[0]), default=0.0)
    if seen["touched"] and size in UPRIGHT and min(seen["zone"]) <= before:
        yield f"the zone of a number is {seen['zone']}; its shorter side was {before}"


@dataclass
class Round:
    """Players with screens of several sizes at one automatic table, and what moves on their cloths in a round."""

    house: Served
    table: str
    players: dict[Size, Playing]

    def begin(self) -> None:
        """Lay bets of which one wins whatever comes, look at every box of the cloth from then on, and point at bets."""
        for player in self.players.values():
            player.phase("betting-open")
            assert player.page.evaluate(LAID), "bets are laid"
            player.page.evaluate(WATCH)
            player.page.evaluate(POINTED)
        self.house.pace(self.table, **PACE)

    def end(self) -> list[str]:
        """Wait until the round is paid, and give what moved; the next round takes bets for long."""
        wrong = []
        for player in self.players.values():
            player.page.wait_for_function(PHASES_SEEN, arg=["no-more-bets"], timeout=60_000)
        self.house.pace(self.table, betting=LONG)
        for (width, height), player in self.players.items():
            wanted = ROUND if (width, height) in HANDHELD else STILL_ROUND
            player.page.wait_for_function(PHASES_SEEN, arg=wanted, timeout=60_000)
            moved = player.page.evaluate("window.moved")
            wrong += [f"{self.table} {width}×{height} {phase}: {one}" for phase, one in moved.items()]
        for player in self.players.values():
            expect(player.page.locator("[data-last-win]")).not_to_have_text("0")
            player.phase("betting-open")
        return wrong


def sit_down(house: Served, visits: Visits, ref: str, sizes: Sequence[Size]) -> Round:
    """Bring a player with a screen of each size to a table of a rulebook.

    What is held in a hand is touched, and shows the ball turn and fall; desks show it without motion.
    """
    table = house.add_table(ref, automatic=True)
    players = {}
    for size in sizes:
        hand = {"has_touch": True, "is_mobile": True} if size in HANDHELD else {"reduced_motion": "reduce"}
        page = visits.open(f"/#/table/{table}", viewport=screen(size), **hand)
        players[size] = Playing(page)
        expect(page.locator("[data-bank]")).not_to_have_text("0")
    return Round(house, table, players)


def described(wrong: list[str]) -> str:
    """Write what is wrong, each on a line of its own."""
    return f"{len(wrong)} wrong:\n" + "\n".join(wrong[:SHOWN])
