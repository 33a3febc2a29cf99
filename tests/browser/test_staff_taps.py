"""No wrong tap, no wrong void: a dealer's hand on a tablet, on a large screen, on a laptop and on the keys."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from testkit.browser.dealing import Dealt
from testkit.browser.serving import Served
from testkit.browser.staff import (
    DEAD,
    V3,
    dealer,
    enter,
    events,
    held,
    lays,
    name,
    no_violation,
    opened,
    phase,
    press,
)
from testkit.browser.touching import WHERE, Glass, handheld
from testkit.browser.visits import Visits

SCREENS = ((1180, 820), (1024, 768), (820, 1180), (768, 1024), (1920, 1080), (1366, 768), (1440, 1000), (390, 844))
BOXES = """() => Object.fromEntries([".walk", "[data-do=no-spin]"].map((selector) => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const free = middle?.closest("button")?.matches(selector) ?? false;
  return [selector, [left, top, right, bottom, free]];
}))"""


def _tablet(house: Served, visits: Visits, dealt: Dealt) -> tuple[Page, Glass]:
    code = house.invite(name("dora"), "dealer", dealt.table)
    page = handheld(visits, f"/#join={code}", {"width": 1180, "height": 820})
    expect(page.locator(".walk")).to_be_visible()
    return page, Glass(page)


def _twice(page: Page, glass: Glass, selector: str) -> None:
    """Tap one place twice, once the page takes taps again."""
    expect(page.locator("croupier-dealer.resting")).to_have_count(0)
    glass.twice(page.locator(selector))


def _steps(house: Served, table: str) -> list[str]:
    return [one["type"] for one in events(house, table) if one["type"] not in {"seat-taken", "chips-bought"}]


def test_the_confirmation_is_in_view_at_every_size_and_the_void_is_on_the_other_side(
    house: Served, visits: Visits
) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    dealt.spin()
    page, _ = _tablet(house, visits, dealt)
    phase(page, "ball-in-play")
    wrong = [f"with the ball in play, {one}" for one in _out_of_view(page)]
    dealt.call()
    phase(page, "no-more-bets")
    page.evaluate("document.querySelector('croupier-dealer').pick('17')")
    expect(page.locator(".walk")).to_contain_text("Dolly on 17")
    wrong += _out_of_view(page)
    page.set_viewport_size({"width": 1024, "height": 768})
    page.locator("[data-do=call-pit]").tap()
    page.locator("[data-concern=dispute]").tap()
    expect(page.locator("[data-called=waits]")).to_be_visible()
    wrong += [f"with the pit called, {one}" for one in _out_of_view(page)]
    assert not wrong, "\n".join(wrong)


def _out_of_view(page: Page) -> list[str]:
    expect(page.locator("croupier-dealer.resting")).to_have_count(0)  # until then nothing takes a tap
    wrong = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        boxes = page.evaluate(BOXES)
        for selector, (left, top, right, bottom, free) in boxes.items():
            if left < 0 or top < 0 or right > width or bottom > height or not free:
                wrong.append(f"{width}×{height}: {selector} at {left, top, right, bottom}, free: {free}")
        if boxes[".walk"][0] - boxes["[data-do=no-spin]"][2] < 40:
            wrong.append(f"{width}×{height}: the void is not apart: {boxes}")
    return wrong


def test_a_double_tap_takes_one_step(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    house.pit(dealt.table, "open-table")
    page, glass = _tablet(house, visits, dealt)
    _twice(page, glass, ".walk")
    phase(page, "betting-open")
    assert _steps(house, dealt.table)[-1] == "betting-opened"
    _twice(page, glass, ".walk")
    phase(page, "ball-in-play")
    assert _steps(house, dealt.table)[-1] == "ball-spun"
    page.locator("[data-do=all-seen]").tap()  # every revolution in one tap
    expect(page.locator("[data-count]")).to_have_text("4")
    _twice(page, glass, ".walk")
    phase(page, "no-more-bets")
    expect(page.locator("croupier-dealer.resting")).to_have_count(0)
    aimed = page.evaluate(WHERE, "straight:17")
    glass.press(aimed["x"], aimed["y"])
    glass.lift()
    expect(page.locator(".walk")).to_contain_text("Dolly on 17")
    _twice(page, glass, ".walk")
    phase(page, "dolly-down")
    _twice(page, glass, ".walk")
    phase(page, "paid")
    assert "dolly-lifted" not in _steps(house, dealt.table)


def test_enter_after_enter_voids_nothing_and_no_button_that_does_has_the_focus(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    lays(house.player(name("ann"), dealt.table), "17", 500)
    dealt.dealer.ask("spin-ball", ball="clockwise", wheel="counterclockwise")
    dealt.dealer.ask("count-revolutions", completed=3)
    dealt.call()
    page = dealer(house, visits, dealt.table, dead=DEAD)
    phase(page, "no-more-bets")
    page.keyboard.type("17")
    for _ in range(4):
        page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Revolutions")
    expect(sheet).to_contain_text("3 of 4 revolutions counted. Did the ball make 4?")
    expect(page.locator("croupier-dealer.resting")).to_have_count(0)
    for _ in range(3):
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className").startswith("sheet")
    page.locator("[data-reason=too-few-revolutions]").click()  # a tap is no hold
    expect(sheet).to_be_visible()
    assert _steps(house, dealt.table)[-1] == "no-more-bets-called"
    held(page, "[data-reason=too-few-revolutions]")
    phase(page, "void")
    (reported,) = (one for one in events(house, dealt.table) if one["type"] == "irregularity-reported")
    assert reported["note"] == "The ball lay in 17."


def test_the_void_is_held_or_spelled_and_a_tap_does_nothing(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    dealt.open()
    dealt.spin()
    page, glass = _tablet(house, visits, dealt)
    phase(page, "ball-in-play")
    _twice(page, glass, "[data-do=no-spin]")
    box = page.locator("[data-do=no-spin]").bounding_box()
    assert box is not None
    x, y = box["x"] + 40, box["y"] + 20
    glass.press(x, y)
    page.wait_for_timeout(300)
    glass.lift()
    page.wait_for_timeout(700)
    phase(page, "ball-in-play")
    glass.press(x, y)
    page.wait_for_timeout(900)
    glass.lift()
    phase(page, "void")
    expect(page.get_by_role("dialog", name="Void")).to_be_visible()
    page.locator("[data-reason=foreign-object]").tap()
    press(page, "Place your bets")
    press(page, "Ball spun")
    phase(page, "ball-in-play")
    page.keyboard.press("s")
    page.keyboard.press("n")
    page.keyboard.press("x")
    page.keyboard.press("s")
    assert page.evaluate("document.querySelector('croupier-dealer').sheets.name") == ""
    page.keyboard.press("n")
    page.keyboard.press("s")
    phase(page, "void")


def test_ball_and_wheel_turn_the_other_way_with_every_spin_and_after_a_wrong_one_too(
    house: Served, visits: Visits
) -> None:
    dealt = Dealt(house, V3)
    page = dealer(house, visits, dealt.table, dead=DEAD)
    opened(page)
    press(page, "Ball spun")
    phase(page, "ball-in-play")
    dealt.dealer.ask("count-revolutions", completed=4)
    dealt.call()
    dealt.rest("5")
    dealt.mark()
    dealt.pay()
    dealt.lift()
    press(page, "Place your bets")
    phase(page, "betting-open")
    expect(page.locator("[data-way=ball-counterclockwise]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-way=wheel-counterclockwise]").click()
    page.evaluate("document.activeElement.blur()")
    enter(page)
    expect(page.locator("[data-message]")).to_contain_text("Hold the button")
    phase(page, "betting-open")
    held(page, ".walk")
    phase(page, "void")
    press(page, "Place your bets")
    phase(page, "betting-open")
    expect(page.locator("[data-warn]")).to_have_count(0)
    press(page, "Ball spun")
    phase(page, "ball-in-play")
    spun = [(one["ball"], one["wheel"]) for one in events(house, dealt.table) if one["type"] == "ball-spun"]
    right, left = "clockwise", "counterclockwise"
    assert spun == [(right, left), (left, left), (right, left)]


def test_what_was_entered_wrongly_about_the_ball_is_put_right_on_record(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    page = dealer(house, visits, dealt.table)
    opened(page)
    press(page, "Ball spun")
    phase(page, "ball-in-play")
    page.locator(".counting [data-do=entered]").click()
    page.locator("[data-do=undo-spin]").click()
    phase(page, "betting-open")
    expect(page.get_by_role("dialog")).to_have_count(0)
    # No ball was sent, so the next one goes the way that this one would have gone.
    expect(page.locator("[data-way=ball-clockwise]")).to_have_attribute("aria-pressed", "true")
    press(page, "Ball spun")
    page.locator("[data-do=all-seen]").click()
    expect(page.locator("[data-count]")).to_have_text("4")
    press(page, "No more bets")
    phase(page, "no-more-bets")
    page.locator(".counting [data-do=entered]").click()
    expect(page.locator("[data-blocked=undo-spin]")).to_be_visible()
    no_violation(page)
    page.locator("[data-recount='0']").click()
    expect(page.locator("[data-count]")).to_have_text("0")
    page.locator(".counting [data-do=entered]").click()
    page.get_by_label("Wheel").select_option("clockwise")
    page.locator("[data-do=redirect]").dblclick()  # it voids the round, so two taps do nothing
    expect(page.get_by_role("dialog")).to_be_visible()
    held(page, "[data-do=redirect]")
    expect(page.get_by_role("dialog")).to_have_count(0)
    told = [
        (one["type"], one.get("ball"), one.get("wheel"), one.get("completed"), one.get("corrects", False))
        for one in events(house, dealt.table)
        if one["type"] in {"ball-spun", "spin-undone", "revolutions-counted"}
    ]
    right, left = "clockwise", "counterclockwise"
    assert told == [
        ("ball-spun", right, left, None, False),
        ("spin-undone", None, None, None, False),
        ("ball-spun", right, left, None, False),
        ("revolutions-counted", None, None, 4, False),
        ("revolutions-counted", None, None, 0, True),
        ("ball-spun", right, right, None, True),
    ]


def test_a_number_confirmed_just_after_a_miscount_was_put_right_voids_nothing(house: Served, visits: Visits) -> None:
    """The answer comes before the tick that tells everybody the new count."""
    dealt = Dealt(house, V3)
    dealt.open()
    dealt.spin()
    dealt.call()
    page = dealer(house, visits, dealt.table)
    phase(page, "no-more-bets")
    page.evaluate("""async () => {
      const page = document.querySelector("croupier-dealer");
      page.pick("17");
      await page.fromSheet("count-revolutions", { completed: 0, corrects: true });
      await page.confirm();
    }""")
    expect(page.get_by_role("dialog", name="Revolutions")).to_contain_text("0 of 4 revolutions counted")
    phase(page, "no-more-bets")


def test_the_steps_that_are_ticked_are_those_that_were_taken(house: Served, visits: Visits) -> None:
    dealt = Dealt(house, V3)
    page = dealer(house, visits, dealt.table, dead=DEAD)
    done, now = page.locator(".steps li.done"), page.locator(".steps li.now")
    expect(page.locator(".walk")).to_contain_text("Waiting for the pit to open the table")
    expect(done).to_have_count(0)
    expect(now).to_have_count(0)
    opened(page)
    ann = house.player(name("ann"), dealt.table)
    wager = lays(ann, "17", 500)
    house.pit(dealt.table, "authorize-early-close")
    press(page, "No more bets")
    phase(page, "no-more-bets")
    expect(done).to_contain_text(["Place your bets, please", "No more bets"])
    expect(done).to_have_count(2)
    expect(now).to_contain_text("Ball spun")
    press(page, "Ball spun")
    dealt.dealer.ask("count-revolutions", completed=4)
    dealt.dealer.ask("mark-unclear", wager=wager)
    dealt.rest("17")
    dealt.mark()
    expect(page.locator(".walk")).to_contain_text("Waiting for the pit supervisor's ruling")
    expect(done).to_have_count(4)
    expect(now).to_have_count(0)
