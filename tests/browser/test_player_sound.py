"""What a table sounds like, rendered without a loudspeaker: heard, never clipped, three wins unlike each other."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from testkit.browser import chromium
from testkit.browser.visits import Visits

RATE = 44_100
SILENT = 0.001
# Renders a voice at full volume, and says how high its wave goes, how strong it is, and how long it is heard.
RENDERED = """async ([chunk, name, given, seconds]) => {
  const { voices, roomOf, Rolling } = await import(chunk);
  const context = new OfflineAudioContext(2, seconds * 44100, 44100);
  const room = roomOf(context, 100);
  const run = { start: 0, first: 0.75, last: 0.18, slowing: 3500 };
  if (name === "rolling") new Rolling(room, 0, run, 0);
  else if (name === "stopped") {
    // Not every browser has it.
    delete AudioParam.prototype.cancelAndHoldAtTime;
    const rolling = new Rolling(room, 0, run, 0);
    // The page asks once the sound is under way.
    context.suspend(1).then(() => { rolling.stop(1, 0.3); context.resume(); });
  }
  else if (name === "all") {
    for (let n = 0; n < 9; n += 1) voices.won(room, 0.01 * n, 3);
    voices.chips(room, 0, 30, 0.001);
  }
  else voices[name](room, 0, ...given);
  const made = await context.startRendering();
  const [left, right] = [made.getChannelData(0), made.getChannelData(1)];
  let [peak, last] = [0, 0];
  const parts = Array(Math.ceil(seconds * 10)).fill(0);
  for (let n = 0; n < left.length; n += 1) {
    const high = Math.max(Math.abs(left[n]), Math.abs(right[n]));
    if (high > peak) peak = high;
    if (high > 0.001) last = n;
    parts[Math.floor(n / 4410)] += high * high;
  }
  const energy = parts.reduce((sum, part) => sum + part, 0);
  return { peak, energy, lasts: last / 44100, parts, nan: left.some(Number.isNaN) };
}"""


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


@pytest.fixture(scope="module")
def chunk() -> str:
    """Return the address of what is loaded when somebody wants to hear the table."""
    found = [one for one in chromium.built().glob("table-*.js") if "roomOf" in one.read_text()]
    assert len(found) == 1
    return f"/{found[0].name}"


@pytest.fixture
def page(visits: Visits) -> Page:
    return visits.open("/")


def _rendered(page: Page, chunk: str, name: str, *given: object, seconds: float = 5) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(RENDERED, [chunk, name, list(given), seconds])
    assert not found["nan"]
    assert SILENT < found["peak"] <= 1, (name, found["peak"])
    return found


def test_every_voice_is_heard_and_none_is_clipped(page: Page, chunk: str) -> None:
    short = {name: _rendered(page, chunk, name, seconds=3) for name in ("chip", "marked", "refused", "lost")}
    assert all(one["lasts"] < 1.2 for one in short.values())
    assert short["chip"]["lasts"] < 0.9
    for name in ("opened", "closed", "summoned"):
        assert _rendered(page, chunk, name)["lasts"] > short["chip"]["lasts"]
    loudest = _rendered(page, chunk, "all")
    assert loudest["peak"] < 0.95, "however much comes together"


def test_three_wins_differ_in_length_and_strength_and_a_loss_is_quiet(page: Page, chunk: str) -> None:
    small, fair, great = (_rendered(page, chunk, "won", grade, seconds=8) for grade in (1, 2, 3))
    lost = _rendered(page, chunk, "lost", seconds=3)
    assert lost["lasts"] < small["lasts"] < fair["lasts"] < great["lasts"]
    assert lost["energy"] * 2 < small["energy"]
    assert small["energy"] * 1.5 < fair["energy"] < great["energy"] / 1.5
    assert lost["peak"] < small["peak"]
    assert _rendered(page, chunk, "marked", seconds=3)["peak"] * 1.3 < small["peak"], "the dolly is no louder"


def test_a_fast_ball_is_louder_than_a_slow_one(page: Page, chunk: str) -> None:
    parts = _rendered(page, chunk, "rolling", seconds=12)["parts"]
    fast, slow = sum(parts[5:15]), sum(parts[-10:])
    assert fast > 3 * slow > 0


def test_a_ball_that_leaves_the_rim_is_soon_heard_no_more(page: Page, chunk: str) -> None:
    parts = _rendered(page, chunk, "stopped", seconds=4)["parts"]
    assert sum(parts[2:10]) > 0
    assert sum(parts[20:]) < sum(parts[2:10]) / 1000


def test_a_ball_that_no_dealer_stops_is_heard_no_more_after_half_a_minute(page: Page, chunk: str) -> None:
    parts = _rendered(page, chunk, "rolling", seconds=30)["parts"]
    assert sum(parts[150:160]) > 0
    assert sum(parts[260:]) < sum(parts[150:160]) / 1000


def test_a_hard_strike_is_louder_than_a_soft_one(page: Page, chunk: str) -> None:
    hard, soft = (_rendered(page, chunk, "strike", force, seconds=2) for force in (0.6, 0.1))
    assert hard["peak"] > 1.5 * soft["peak"]
