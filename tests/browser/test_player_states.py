"""What a player's page tells beside the round: chips in every state, limits, counts, time, sound, the connection."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from testkit.browser.axe import violations
from testkit.browser.cable import Cable, laid
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, resize, sits
from testkit.browser.serving import Served
from testkit.browser.visits import Visits
from testkit.browser.words import event

Shot = Callable[[Page, str], None]

HEARD = """() => { window.tones = 0; const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...all) { window.tones += 1; return start.apply(this, all); }; }"""
COVERED = """() => [...document.querySelectorAll(".top > :not(.grow, .menu-room), .menu button")].filter((one) => {
  const r = one.getBoundingClientRect();
  const seen = r.width && document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
  return r.width && !one.contains(seen);
}).map((one) => one.outerHTML)"""
CLIPPED = """() => { const [title, banner] = [".banner .title span:last-child", ".banner"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  const words = document.querySelector(".banner .title").innerText;
  const out = title.top < Math.max(0, banner.top) - 1 || title.bottom > banner.bottom + 1;
  return out || title.left < 0 || title.right > innerWidth || !words ? [words] : []; }"""
SLID = """() => { window.slid = []; const look = (node) => {
    if (node.nodeType === 1 && node.matches(".chip.back")) window.slid.push(node.textContent.trim()); };
  new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(look)))
    .observe(document.querySelector("croupier-cloth"), { subtree: true, childList: true }); }"""


def _open_table(visits: Visits, house: Served, ref: str = "mbs-roulette/3") -> tuple[Dealt, Playing]:
    dealt = Dealt(house, ref)
    dealt.open()
    return dealt, sits(visits, dealt.path)


def _wager(house: Served, dealt: Dealt) -> str:
    events = house.call("GET", f"/tables/{dealt.table}/events?limit=1000")["events"]
    return str(next(one["wager"] for one in events if one["type"] == "wager-placed"))


def test_a_chip_that_staff_must_rule_on_is_held_and_what_loses_fades(visits: Visits, house: Served, shot: Shot) -> None:
    dealt, player = _open_table(visits, house)
    player.lay("Split 8 11")
    player.lay("Red", "Straight Up 20")
    for number in range(4):
        other = house.player(f"{dealt.table}-{number}", dealt.table)
        other.ask("place-wager", wager=f"{number}", player=other.name, position="red", stake=500)
    expect(player.page.locator(".more")).to_have_text("+1")
    dealt.dealer.ask("mark-unclear", wager=_wager(house, dealt), point="2.9,1.1")
    expect(player.chip("split:8-11")).to_have_attribute("data-state", "held")
    expect(player.page.locator("[data-wager='split:8-11']")).to_contain_text("staff are deciding")
    for ring in (".halo", ".disc"):
        stroke = player.chip("split:8-11").locator(ring).evaluate("one => getComputedStyle(one).stroke")
        assert stroke == "rgb(143, 208, 255)", "a double ring"
    shot(player.page, "player-held")
    dealt.spin()
    dealt.call()
    expect(player.chip("red")).to_have_attribute("data-state", "locked")
    expect(player.chip("split:8-11")).to_have_attribute("data-state", "held")
    dealt.rest("20")
    dealt.mark()
    supervisor = house.staff(f"pia-{dealt.table}", "pit-supervisor", dealt.table)
    supervisor.ask("rule-on-wager", wager=_wager(house, dealt), treatment="return", reason="unclear")
    dealt.pay()
    expect(player.chip("straight:20")).to_have_attribute("data-state", "won")
    expect(player.chip("red")).to_have_attribute("data-state", "lost")
    assert player.page.locator(".more").count() == 0, "of what fades nothing is counted"
    player.landed()
    assert player.chip("red").evaluate("one => Number(getComputedStyle(one).opacity)") == 0
    assert player.chip("straight:20").evaluate("one => Number(getComputedStyle(one).opacity)") == 1


def test_a_refused_chip_slides_back_and_names_its_clause(visits: Visits, house: Served) -> None:
    dealt, player = _open_table(visits, house, "rws-roulette-360/1")
    dealt.spin()
    dealt.call()
    player.phase("no-more-bets")
    player.page.evaluate(SLID)
    player.spot("Single 20").click(force=True)
    expect(player.page.locator("[data-refused=betting-closed]")).to_contain_text("§ 5.2")
    assert player.page.evaluate("window.slid") == ["10"]
    expect(player.page.locator(".own[data-chip]")).to_have_count(0)
    player.bank("1,000")


def test_after_the_call_nothing_promises_what_a_chip_would_return(visits: Visits, house: Served) -> None:
    dealt, player = _open_table(visits, house)
    read = player.page.locator("[data-aimed]")
    player.spot("Straight Up 17").hover()
    expect(read).to_contain_text("10 returns 360")
    dealt.spin()
    dealt.call()
    player.phase("no-more-bets")
    expect(read).to_contain_text("closed")
    expect(read).not_to_contain_text("returns")


def test_the_plate_and_the_head_say_limits_round_and_time_at_the_table(visits: Visits) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    plate = page.locator("[data-plate]")
    expect(plate).to_contain_text("Table limits")
    expect(plate.locator("p").nth(0)).to_have_text(re.compile(r"^Inside\s*1–200$"))
    expect(plate.locator("p").nth(1)).to_have_text(re.compile(r"^Column, dozen, even chances\s*5–1,000$"))
    expect(page.locator("[data-round]")).to_have_text("1")
    expect(page.locator("[data-here]")).to_have_text("")
    page.evaluate("document.querySelector('croupier-player').since -= 185_000")
    expect(page.locator("[data-here]")).to_have_text("3 min")
    page.keyboard.press("t")
    expect(player.heard("polite")).to_contain_text("3 minutes at the table")
    for width in (1440, 1280, 1100, 900, 760):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(COVERED) == [], width
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)
        if width > 1000:
            assert page.locator(".tray").evaluate("one => one.offsetHeight") < 100, "one row"


def test_whoever_comes_in_the_middle_of_a_round_sees_what_was_called_before(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    dealt.spin()
    player = sits(visits, dealt.path)
    log = player.page.locator(".side .log li")
    expect(log.nth(0)).to_contain_text(event("revolutions-counted", completed=4))
    expect(log.nth(1)).to_contain_text(event("ball-spun", ball="clockwise", wheel="counterclockwise"))
    expect(player.page.locator(".banner .cited")).to_contain_text("§ 3.6")


def test_on_a_phone_every_phase_of_a_dealt_round_is_read_whole(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path, viewport={"width": 390, "height": 780}, has_touch=True, is_mobile=True)
    steps: dict[str, tuple[Callable[[], None], ...]] = {
        "betting-open": (),
        "ball-in-play": (dealt.spin,),
        "no-more-bets": (dealt.call,),
        "dolly-down": (lambda: dealt.rest("17"), dealt.mark),
        "paid": (dealt.pay,),
    }
    for phase, taken in steps.items():
        for step in taken:
            step()
        player.phase(phase)
        for width in (320, 390, 440):
            resize(player.page, {"width": width, "height": 780})
            assert player.page.evaluate(CLIPPED) == [], f"{phase} at {width}"


def test_hot_and_cold_come_with_what_chance_expects(visits: Visits, house: Served, shot: Shot) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    for pocket in ("17", "0", "17", "5", "17"):
        dealt.finish(pocket)
    player = sits(visits, dealt.path)
    counts = player.page.locator("[data-counts]")
    expect(player.page.locator("[data-results] .mark")).to_have_count(5)
    expect(counts).to_have_count(0)  # so few say nothing
    shown = player.page.locator("[data-results] .mark").all_inner_texts()
    assert shown == ["17", "5", "17", "0", "17"], "newest first"
    for _ in range(32):
        dealt.finish("17")
    expect(counts).to_contain_text("37 spins")
    for share in ("Red 3 %", "Black 95 %", "Green 3 %"):
        expect(counts.locator(".legend")).to_contain_text(re.compile(re.escape(share).replace(r"\ ", r"\s+")))
    seen = [" ".join(one.split()) for one in counts.locator(".seen").all_inner_texts()]
    assert seen[0] == "17 35"
    assert len(seen) == 4, "three that never came, for one that came more often than chance has it"
    assert all(one.endswith(" 0") for one in seen[1:])
    widths = counts.locator(".colors-bar rect").evaluate_all(
        "all => all.map((one) => Math.round(one.width.baseVal.value))"
    )
    assert widths == [3, 95, 3]
    shot(player.page, "player-counts")


def test_no_tone_sounds_until_sound_is_asked_for_and_then_every_cue_has_one(visits: Visits, house: Served) -> None:
    dealt, player = _open_table(visits, house)
    page = player.page
    page.evaluate(HEARD)
    dealt.spin()
    dealt.call()
    player.phase("no-more-bets")
    assert page.evaluate("window.tones") == 0

    def more_tones(act: Callable[[], object]) -> None:
        before = page.evaluate("window.tones")
        act()
        page.wait_for_function("(before) => window.tones > before", arg=before)

    more_tones(page.get_by_role("button", name="Sound off").click)
    dealt.rest("5")
    more_tones(dealt.mark)
    more_tones(lambda: player.spot("Straight Up 20").click(force=True))
    expect(page.locator("[data-refused]")).to_be_visible()
    page.context.add_init_script(f"({HEARD})()")
    page.reload()
    expect(page.get_by_role("button", name="Sound on")).to_have_attribute("aria-pressed", "true")
    player.spot("Straight Up 20").click(force=True)  # the first touch wakes what was switched on before
    page.wait_for_function("performance.getEntriesByType('resource').some((one) => /table-.*js/.test(one.name))")
    more_tones(lambda: player.spot("Straight Up 20").click(force=True))


def test_every_sheet_is_accessible_and_gives_the_focus_back(visits: Visits, shot: Shot) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page, keys = player.page, player.page.keyboard
    spot = player.spot("Straight Up 8")
    for key, name in (("p", "Bet picker"), ("/", "Type a bet"), ("?", "Keys and sound")):
        spot.focus()
        keys.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        assert violations(page) == [], name
        box = page.get_by_role("dialog").bounding_box()
        assert box is not None
        assert abs(box["x"] + box["width"] / 2 - 720) < 2, "in the middle"
        shot(page, f"player-sheet-{name.split()[0].lower()}")
        keys.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(spot).to_be_focused()
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog", name="Rules").locator("[data-absent] li").first).to_be_visible()
    assert violations(page) == []


@pytest.fixture
def cable(house: Served) -> Iterator[Cable]:
    with laid(house) as one:
        yield one


def test_a_slow_line_says_how_slow_and_chips_wait_longer(browser: Browser, cable: Cable, house: Served) -> None:
    """Live, then slow, then live again; reconnecting, caught up and stale are in test_player_connection."""
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    visits = Visits(browser, cable.base, allowed=["WebSocket connection", "net::ERR_"])
    player = sits(visits, dealt.path)
    state = player.page.locator(".connection")
    expect(state).to_have_text(re.compile(r"^\d+ ms$"))
    cable.delay = 0.4
    expect(state).to_have_attribute("data-connection", "slow")
    expect(state).to_have_text(re.compile(r"^slow \d{3,4} ms$"))
    player.spot("Straight Up 17").click()
    expect(player.chip("straight:17")).to_have_attribute("data-state", "pending")
    expect(player.chip("straight:17")).to_have_attribute("data-state", "live")
    expect(player.page.locator("main.inert")).to_have_count(0)
    cable.delay = 0.0
    expect(state).to_have_attribute("data-connection", "live")
    visits.close()
