"""The wheel's picture: the ball ends where it was declared, on every wheel, and how fast frames come meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from testkit.browser import chromium
from testkit.browser.playing import Playing, resize, sits
from testkit.browser.serving import Served, served
from testkit.browser.visits import SHOTS, Visits
from testkit.web.running import QUICK

PACE = QUICK | {"betting": 2.5, "ball": 2.5, "drop": 1.0, "dolly": 0.3, "settle": 0.3, "pause": 0.3}
FRAMES = """() => new Promise((done) => { const times = []; let last = performance.now();
  const step = (now) => {
    times.push(now - last);
    last = now;
    if (times.length < 120) requestAnimationFrame(step); else done(times);
  };
  requestAnimationFrame(step); })"""


NOTE_OVER_WHEEL = """() => {
  const { x, y, width } = document.querySelector(".wheel").getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("croupier-wheel .note"));
  const [cx, cy] = [x + width / 2, y + width / 2];
  const over = [...words.getClientRects()].map((one) => {
    const [dx, dy] = [Math.max(one.left - cx, cx - one.right, 0), Math.max(one.top - cy, cy - one.bottom, 0)];
    return width / 2 - Math.hypot(dx, dy);
  });
  return Math.max(...over);
}"""
"""How far the note on the order of the pockets reaches over the wheel, in pixels."""


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose automatic tables turn the ball long enough to be looked at."""
    chromium.built()
    with served(tmp_path_factory.mktemp("house"), **PACE) as one:
        yield one


def _last_round(house: Served, table: str) -> None:
    """Let a table come to rest after the round that is being played."""
    house.pace(table, pause=1e6)


def _rested(player: Playing) -> str:
    """Wait until the ball has fallen, and give the pocket that was declared."""
    expect(player.page.locator(".wheel:not([data-ball=''])")).to_be_visible()
    player.phase("paid")
    player.fallen()
    return str(player.page.locator(".wheel").get_attribute("data-ball"))


def test_the_ball_ends_in_the_declared_pocket_on_every_wheel_and_frames_are_measured(
    visits: Visits, house: Served, shot: Callable[[Page, str], None]
) -> None:
    players = {table: sits(visits, f"/#/table/{table}") for table in ("mbs-3", "us-00", "sands")}
    players["mbs-3"].phase("betting-open")
    other = house.player("hundred", "mbs-3")
    laid = [f"straight:{number}" for number in range(1, 37)] + [f"street:{n}-{n + 1}-{n + 2}" for n in range(1, 36, 3)]
    wagers = [{"wager": f"h{place}", "position": laid[place % 48], "stake": 100} for place in range(100)]
    other.ask("place-wagers", wagers=wagers, player=other.name)
    measured = players["mbs-3"]
    measured.phase("ball-in-play")
    for table in players:
        _last_round(house, table)
    times = sorted(measured.page.evaluate(FRAMES))
    chips = measured.page.locator("[data-chip]").count()
    told = {"chips": 100, "stacks": chips, "median": times[60], "p95": times[114], "worst": times[-1]}
    SHOTS.mkdir(exist_ok=True)
    (SHOTS / "frames.json").write_text(json.dumps({name: round(value, 1) for name, value in told.items()}))
    shot(measured.page, "player-wheel-turning")
    for table, player in players.items():
        declared = _rested(player)
        assert [player.wheel_says() for _ in range(3)] == [declared] * 3, table
        expect(player.page.locator("[data-results] .mark").first).to_have_text(declared)
        expect(player.page.locator(f".pocket.here[data-pocket='{declared}']")).to_have_count(1)
    shot(measured.page, "player-wheel-rested")
    measured.page.evaluate("document.querySelector('.arm.inner').style.transform += ' rotate(30deg)'")
    assert measured.wheel_says() != measured.page.locator(".wheel").get_attribute("data-ball")


def test_without_motion_the_ball_is_there_and_nothing_turns(visits: Visits, house: Served) -> None:
    player = sits(visits, "/#/table/rws-360", reduced_motion="reduce")
    player.phase("ball-in-play")
    _last_round(house, "rws-360")
    longest = player.page.evaluate(
        "Math.max(0, ...document.getAnimations().map((one) => one.effect.getComputedTiming().endTime))"
    )
    assert longest <= 300
    declared = _rested(player)
    assert player.wheel_says() == declared


def test_what_is_said_about_a_wheel_does_not_lie_over_it(visits: Visits) -> None:
    page = sits(visits, "/#/table/sands").page
    for width, height in ((1366, 641), (1440, 789), (1180, 820), (820, 1180), (3840, 2160)):
        resize(page, {"width": width, "height": height})
        assert page.evaluate(NOTE_OVER_WHEEL) <= 0, (width, height)
