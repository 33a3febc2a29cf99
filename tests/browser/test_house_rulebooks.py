"""A house's own rulebook: brought in on the page, played on its own felt, audited, exported and verified offline."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.audit.audit import audit
from croupier.storage.places import RECORD
from croupier.storage.raw_sqlite import open_raw_sqlite
from testkit.browser import chromium
from testkit.browser.playing import Playing
from testkit.browser.serving import Served
from testkit.browser.staff import closed, dealer, events, name, no_violation, opened, press, result
from testkit.browser.visits import Visits
from testkit.cli import command
from testkit.rulebooks.house import replaced
from testkit.rulebooks.unexpressed import GAP, MINI, half_back

Shot = Callable[[Page, str], None]
STEP = """
[[unexpressed]]
clause = "4.9"
what = "The dealer calls twice; here once is enough."
affects = ["closing.call_closes"]
"""
BOOKS = {
    "mini-roulette/1": (MINI, 13, "On zero half of a bet on red"),
    "house-roulette/1": (half_back(f"{GAP}{STEP}"), 37, "On zero half of an even chance goes back"),
}


def owner(house: Served, visits: Visits) -> Page:
    house.owner()  # by the first link, which the next one makes worthless
    code = house.run(house.running.service.office.sign_in.invite_owner())
    page = visits.open(f"/#join={code}", viewport={"width": 1440, "height": 1300})
    expect(page.locator(".table-card").first).to_be_visible()
    return page


def brought(page: Page, text: str) -> None:
    """Paste a text, have it checked, and bring it into the house."""
    page.get_by_label("Rulebook, in TOML").fill(text)
    page.locator("[data-do=check]").click()
    expect(page.locator("[data-linted=checked]")).to_contain_text("Nothing found.")
    expect(page.locator("[data-do=keep]")).to_be_disabled()
    page.locator("[name=accept]").check()
    page.locator("[data-do=keep]").click()
    expect(page.locator("[data-linted=kept]")).to_contain_text("The house has it")


@pytest.mark.parametrize("ref", BOOKS)
def test_a_foreign_rulebook_is_brought_in_and_played_on_its_own_felt(
    ref: str, house: Served, visits: Visits, shot: Shot, tmp_path: Path
) -> None:
    text, pockets, says = BOOKS[ref]
    page = owner(house, visits)
    page.get_by_role("link", name="Rulebooks of your own").click()
    if ref == "mini-roulette/1":
        _what_is_wrong_is_said_where_it_is(page)
    brought(page, text)
    if ref == "mini-roulette/1":  # the page is the same for every text
        no_violation(page)
    shot(page, f"own-rulebook-{pockets}")
    table = name("own")
    page.get_by_label("Name").fill(table)
    page.locator("[data-do=set-up]").click()
    expect(page.locator("[data-do=play]")).to_be_visible()

    lobby = visits.open("/")
    expect(lobby.locator(f"[data-table={table}] [data-unexpressed]")).to_be_visible()
    deals = dealer(house, visits, table)
    opened(deals)
    player = Playing(visits.open(f"/#/table/{table}"))
    expect(player.page.locator("button[data-spot^='straight:']")).to_have_count(pockets)
    player.lay("Red")
    shot(player.page, f"own-felt-{pockets}")
    closed(deals)
    if ref == "house-roulette/1":
        expect(deals.locator(".staff-log")).to_contain_text("(§4.9 not carried out)")
    result(deals, "0")
    press(deals, "ay")
    player.phase("paid")
    expect(player.page.locator("[data-returns] [data-said]")).to_contain_text("is not carried out")

    (line,) = (one for one in events(house, table) if one["type"] == "wager-collected")
    number = {"mini-roulette/1": "11", "house-roulette/1": "4.9"}[ref]
    assert line["note"] == f"§{number} is not carried out"
    assert number not in line["clauses"]
    # One visitor reads on: from the lobby to the rules, the odds and the display.
    lobby.goto(f"/#/rules/{ref}")
    expect(lobby.locator("#unexpressed")).to_contain_text(says)
    lobby.goto(f"/#/odds/{ref}")
    expect(lobby.locator("tr[data-kind=red] .edge")).to_contain_text("*")
    expect(lobby.locator("[data-note]")).to_contain_text("is not carried out")
    if ref == "mini-roulette/1":  # the lab is the same for every text
        lobby.goto(f"/#/lab/{ref}")
        expect(lobby.locator("[data-note]")).to_contain_text("red: §11 is not carried out")
    lobby.goto(f"/#/display/{table}")
    expect(lobby.locator("[data-note] [data-unexpressed]").first).to_contain_text(says)
    checked_offline(house, table, number, tmp_path)


def _what_is_wrong_is_said_where_it_is(page: Page) -> None:
    page.get_by_label("Start from").select_option("us-double-zero/1")
    area = page.get_by_label("Rulebook, in TOML")
    expect(area).to_have_value(re.compile('ref = "us-double-zero/1"'))
    area.fill(replaced(MINI, 'word = "Red"\nto_one = 1', 'word = "?"\nto_one = "one"'))
    page.locator("[data-do=check]").click()

    expect(page.locator("[data-problems] li")).to_have_count(2)
    expect(page.locator("[data-problems]")).to_contain_text("pays.red.word")
    expect(page.locator("[data-do=keep]")).to_have_count(0)
    no_violation(page)


def checked_offline(house: Served, table: str, number: str, folder: Path) -> None:
    """Audit the record, export the round, and let the stand-alone verifier look at it."""
    data = Path(house.running.service.settings.data)
    report = audit(open_raw_sqlite(data / RECORD), table=table)
    assert report.findings == []
    assert any("as far as the rulebook is carried out" in note for note in report.notes)
    evidence = folder / "packet.json"
    done = command.run("export", "1", "--table", table, "--data", str(data), "--out", str(evidence))
    assert done.status == 0, done.err
    verifier = chromium.ROOT / "verifier" / "croupier_verify.py"
    seen = subprocess.run([sys.executable, verifier, evidence], capture_output=True, text=True, check=False)
    assert seen.returncode == 0, seen.stdout
    assert f"§{number} is not carried out" in seen.stdout


def test_nobody_but_the_owner_is_offered_it(visits: Visits) -> None:
    page = visits.open("/#/rules/new")

    expect(page.get_by_text("The owner of the house brings in its rulebooks.")).to_be_visible()
