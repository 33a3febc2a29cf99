"""Proof in view: the commitment before the first chip, and after the round what the page itself makes of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from croupier.storage.places import RECORD
from croupier.storage.raw_sqlite import open_raw_sqlite
from testkit.browser import chromium
from testkit.browser.axe import violations
from testkit.browser.dealing import Dealt
from testkit.browser.playing import Playing, sits
from testkit.browser.serving import Served, served
from testkit.browser.visits import Visits
from testkit.web.running import QUICK

PACE = QUICK | {"betting": 3.0, "ball": 0.2, "drop": 0.2, "dolly": 0.1, "settle": 0.1, "pause": 1.0}
TAMPERINGS: dict[str, Callable[[str], str]] = {
    "another secret": lambda text: _with(text, "round-closed", "secret", lambda was: "00" * 32 if was else was),
    "no secret": lambda text: _with(text, "round-closed", "secret", lambda _: None),
    "another pocket": lambda text: _with(text, "round-closed", "pocket", lambda was: "1" if was != "1" else "2"),
}
FAULTS = {
    "another secret": "not the one committed to",
    "no secret": "was not revealed",
    "another pocket": "was declared",
}


@pytest.fixture
def motion() -> str:
    """The ball turns and falls, chips fly: as most people see it."""
    return "no-preference"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose automatic tables come to an end soon."""
    chromium.built()
    with served(tmp_path_factory.mktemp("house"), **PACE) as one:
        yield one


def _with(text: str, event: str, field: str, change: Callable[[str | None], str | None]) -> str:
    """Change a field of an event in a frame."""
    frame = json.loads(text)
    for one in frame.get("events") or ():
        if one["type"] == event:
            one[field] = change(one.get(field))
    return json.dumps(frame)


def _tampered(page: Page, change: Callable[[str], str]) -> None:
    """Let a page hear something else than the house says."""

    def relay(socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()
        socket.on_message(house.send)
        house.on_message(lambda text: socket.send(change(str(text))))

    page.route_web_socket(lambda url: url.endswith("/socket") or "/socket?" in url, relay)


def _copied(page: Page, before: str) -> str:
    """Wait until something else than before is on the clipboard, and give it."""
    page.wait_for_function("(before) => navigator.clipboard.readText().then((text) => text !== before)", arg=before)
    return str(page.evaluate("navigator.clipboard.readText()"))


def _endings(house: Served, table: str) -> list[dict[str, object]]:
    """The ends of the rounds of a table, as they are stored."""
    with closing(open_raw_sqlite(Path(house.running.service.settings.data) / RECORD)) as raw:
        rows = [
            dict(zip(("seq", "tag", "line", "prev", "hash"), row, strict=True)) for row in raw.rows("events", table)
        ]
    return [row for row in rows if str(row["tag"]).startswith("round-closed/")]


def test_the_commitment_is_there_before_the_first_chip_and_verified_after_the_round(
    visits: Visits, house: Served, shot: Callable[[Page, str], None]
) -> None:
    player = sits(visits, "/#/table/mbs-3")
    page = player.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.phase("betting-open")
    round_ = page.locator("[data-round]").inner_text()
    known = house.call("GET", f"/tables/mbs-3/rounds/{round_}")["commitment"]
    expect(page.locator(".proof-mark")).to_have_attribute("data-commitment", known)
    expect(page.locator(".proof-mark")).to_contain_text(known[:6])
    page.get_by_role("button", name="Copy").click()
    assert _copied(page, "") == known
    house.pace("mbs-3", pause=1e6)
    verdict = page.locator("[data-proof=verified]")
    expect(verdict).to_contain_text(f"Verified round {round_}")
    expect(verdict.get_by_role("link")).to_have_attribute("href", f"#/verify/mbs-3/{round_}")
    expect(page.locator(".proof-mark.holds")).to_contain_text("Verified")
    page.get_by_role("button", name="Keep it").click()
    kept = _copied(page, known)
    (head,) = [entry["hash"] for entry in _endings(house, "mbs-3") if entry["hash"] == kept]
    expect(page.locator(f'[data-record-end="{head}"]')).to_be_attached()
    assert violations(page) == []
    shot(page, "player-proof")


@pytest.mark.parametrize("how", TAMPERINGS)
def test_a_round_that_does_not_hold_is_said_loudly(visits: Visits, how: str) -> None:
    page = visits.open("about:blank", reduced_motion="reduce")
    _tampered(page, TAMPERINGS[how])
    page.goto("/#/table/mbs-2")
    player = Playing(page)
    player.phase("betting-open")
    alarm = page.locator("[data-proof-alarm]")
    expect(alarm).to_contain_text(FAULTS[how])
    expect(page.locator("[data-proof=verified]")).to_have_count(0)
    expect(player.heard("assertive")).to_contain_text("does not verify")
    alarm.get_by_role("button", name="Close").click()
    expect(alarm).to_have_count(0)


def test_a_commitment_that_is_first_seen_after_the_call_proves_nothing_and_says_so(
    visits: Visits, house: Served
) -> None:
    first = sits(visits, "/#/table/us-00")
    first.phase("betting-open")
    house.pace("us-00", drop=1e6)
    first.phase("no-more-bets")
    late = sits(visits, "/#/table/us-00")
    expect(late.page.locator(".proof")).to_contain_text("proves nothing to you")
    house.pace("us-00", drop=0.1, pause=1e6)
    expect(late.page.locator("[data-proof=late]")).to_be_attached()
    expect(first.page.locator("[data-proof=verified]")).to_be_attached()


def test_a_dealt_table_promises_nothing(visits: Visits, house: Served) -> None:
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    player = sits(visits, dealt.path)
    player.phase("betting-open")
    expect(player.page.locator(".proof-mark")).to_have_count(0)
    expect(player.page.locator(".proof")).to_have_count(0)
