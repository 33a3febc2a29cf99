"""Audit, rules, odds and verify in a real browser: what each view must show and refuse."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from croupier.rulebooks import REFS, published
from croupier.table.wire_rules import WIRE_RULES
from testkit.browser import chromium
from testkit.browser.axe import violations
from testkit.browser.examined import Dealt, deal
from testkit.browser.serving import Served, served
from testkit.browser.staff import name
from testkit.browser.visits import PATIENCE, PHONE, Visits
from testkit.web.running import QUICK, STILL

Shot = Callable[[Page, str], None]
SLOW = 3 * PATIENCE
DRAWN = "mbs-3"
DESKTOP = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose automatic tables run quickly, so that there is a drawn round to verify."""
    chromium.built()
    with served(tmp_path_factory.mktemp("house"), **QUICK) as one:
        yield one


@pytest.fixture(scope="module")
def dealt(house: Served) -> Dealt:
    return deal(house)


@pytest.fixture(scope="module")
def drawn(house: Served) -> str:
    """Sit down at the random wheel, which starts it, and give the number of the first round that ends."""
    gus = house.player(name("gus"), DRAWN)

    async def ended() -> str:
        async for event in gus.table.events():
            if event.get("secret"):
                return str(event["round"])
        pytest.fail("the table was closed before a round ended")

    return house.run(ended())


def chips(page: Page) -> dict[tuple[str, str], str]:
    """Read the chips off the picture of a cloth: player and position, and their state."""
    found: list[list[str]] = page.locator("croupier-cloth g.chip[data-player]").evaluate_all(
        "all => all.map(one => [one.dataset.player, one.dataset.chip, one.dataset.state])"
    )
    return {(player, position): state for player, position, state in found}


def plain(text: str) -> str:
    """Return a text without the marks of quotation, which are printed otherwise than they are written."""
    return re.sub("[\"'“”’]", "", text)


def step_to(page: Page, says: str) -> None:
    """Select the record that says something."""
    page.get_by_role("link", name=says, exact=False).first.click()
    expect(page.locator(".records tr[aria-current]")).to_contain_text(says)


def away(page: Page) -> Page:
    """Lead a visitor away from the view of an earlier test, so that the next one begins anew."""
    page.goto("/#/")
    expect(page.locator(".lobby")).to_be_visible()
    return page


def audit(page: Page, dealt: Dealt) -> Page:
    page.goto(f"/#/audit/{dealt.table}/1")
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(page.locator(".records tr[aria-current]")).to_be_visible(timeout=SLOW)
    return page


@pytest.fixture(scope="module")
def appointed(house: Served, regulars: Visits, dealt: Dealt) -> Page:
    page = regulars.open(f"/#join={house.invite(name('alf'), 'auditor', dealt.table)}", viewport=DESKTOP)
    # The visitor is led on. A function to wait for would be read by the page, whose policy reads no code of ours.
    expect(page).to_have_url(re.compile("#/pit$"))
    return page


@pytest.fixture(scope="module")
def unknown(regulars: Visits) -> Page:
    return regulars.open("/#/rules", viewport=DESKTOP)


@pytest.fixture(scope="module")
def phone(regulars: Visits) -> Page:
    return regulars.phone("/#/rules")


@pytest.fixture
def page(unknown: Page) -> Page:
    """A page of somebody who did not sign in; each test leads it to a view of its own."""
    return away(unknown)


@pytest.fixture
def auditor(appointed: Page, dealt: Dealt) -> Page:
    """An auditor who looks at the dealt round."""
    return audit(away(appointed), dealt)


@pytest.fixture
def anybody(page: Page, dealt: Dealt) -> Page:
    return audit(page, dealt)


def _amounts_in_a_note_are_in_the_units_of_the_stakes_beside_it(auditor: Page) -> None:
    """Where rules say nothing about a stake outside the limits, the note that says so has the limit in it."""

    def noted(route: Route) -> None:
        told = route.fetch().json()
        told["lines"][0]["note"] = "below the minimum of 1000 (§3.3.1); above the maximum of 20050"
        route.fulfill(json=told)

    auditor.route("**/again/**", noted)
    auditor.get_by_label("Settle this round again under").select_option("mbs-roulette/2")
    expect(auditor.get_by_role("region", name="Settle again")).to_contain_text(
        "below the minimum of 10 (§3.3.1); above the maximum of 200.50", timeout=SLOW
    )
    auditor.unroute("**/again/**")


class TestReplay:
    def test_stepping_rebuilds_the_cloth_as_it_stood_at_the_call(self, auditor: Page, dealt: Dealt) -> None:
        assert chips(auditor) == {}, "the first record is the opening call"
        step_to(auditor, "No more bets.")
        there = chips(auditor)
        assert there.keys() == dealt.at_the_call.keys()
        assert there["ben", "split:8-11"] == "held"
        step_to(auditor, "Ruling on b1")
        assert chips(auditor)["ben", "corner:8-9-11-12"] == "locked"
        expect(auditor.locator("[data-dolly='11']")).to_have_count(1)

    def test_the_arrow_keys_step_to_and_fro_and_every_record_has_its_own_link(
        self, auditor: Page, page: Page, dealt: Dealt
    ) -> None:
        row = auditor.locator(".records tr[aria-current]")
        before = row.inner_text()
        for told in ("ann buys 200 in cash chips", "ann has 5 on Straight Up 11"):
            auditor.keyboard.press("ArrowRight")
            expect(row).to_contain_text(told)
        auditor.keyboard.press("ArrowLeft")
        auditor.keyboard.press("ArrowLeft")
        assert row.inner_text() == before
        auditor.keyboard.press("End")
        expect(row).to_contain_text("dolly is lifted")
        assert chips(auditor) == {}
        step_to(auditor, "ben has 20 on red")
        page.goto(f"/{auditor.evaluate('location.hash')}")
        expect(page.locator(".records tr[aria-current]")).to_contain_text("ben has 20 on red", timeout=SLOW)
        assert dealt.table in page.url

    def test_settled_again_it_is_equal_and_every_check_holds(self, auditor: Page, shot: Shot) -> None:
        card = auditor.get_by_role("region", name="Checks")
        expect(card).to_contain_text("all hold")
        expect(card.locator("[data-check=settlement]")).to_have_class("holds")
        auditor.get_by_label("Settle this round again under").select_option("mbs-roulette/3")
        again = auditor.get_by_role("region", name="Settle again")
        expect(again).to_contain_text("The same to the last chip.", timeout=SLOW)
        expect(again.locator("tbody tr")).to_have_count(5)
        _amounts_in_a_note_are_in_the_units_of_the_stakes_beside_it(auditor)
        step_to(auditor, "Ruling on b1")
        shot(auditor, "audit-mbs-3")

    def test_each_decision_shows_its_clause_in_our_words(self, auditor: Page) -> None:
        clauses = published("mbs-roulette/3").clauses
        selected = auditor.locator(".selected")
        for says, clause in (("Ruling on b1", "3.9"), ("ben has 20 on red", "3.4.11"), ("Asks to place wager", "5.13")):
            step_to(auditor, says)
            expect(selected.locator(".clause-words").first).to_contain_text(clause)
            assert plain(clauses[clause].summary) in plain(selected.locator(".clause-words").first.inner_text())
            expect(selected.get_by_role("link", name=f"§ {clause}")).to_be_visible()

    def test_a_ruling_shows_what_the_decider_saw(self, anybody: Page) -> None:
        card = anybody.get_by_role("region", name="What the decider saw")
        expect(card).to_have_count(0)
        step_to(anybody, "Ruling on b1")
        expect(card.locator("tbody tr")).to_have_count(4)
        expect(card.locator("tr[aria-current]")).to_contain_text("Corner 8 9 11 12")
        expect(card.locator("tr[aria-current]")).to_contain_text("¼ box away")
        expect(card.locator("tr[aria-current]")).to_contain_text("wins 80")
        assert violations(anybody) == []

    def test_refusals_and_the_packet_are_for_staff(self, auditor: Page, anybody: Page) -> None:
        expect(auditor.get_by_role("link", name="Asks to place wager")).to_have_count(1)
        expect(anybody.get_by_role("link", name="Asks to place wager")).to_have_count(0)
        expect(anybody.get_by_role("button", name="Export the packet")).to_have_count(0)
        expect(anybody.get_by_role("button", name="Audit the whole table")).to_have_count(0)
        with anybody.expect_download() as saved:
            anybody.get_by_role("button", name="Save what you see").click()
        told = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
        assert told["checks"]["sound"]
        assert told["round"]["pocket"] == "11"

    def test_the_exported_packet_is_accepted_by_the_verifier_that_shares_no_line_with_us(
        self, auditor: Page, dealt: Dealt, tmp_path: Path
    ) -> None:
        with auditor.expect_download() as saved:
            auditor.get_by_role("button", name="Export the packet").click()
        assert saved.value.suggested_filename == f"{dealt.table}-round-1.json"
        saved.value.save_as(tmp_path / "packet.json")
        verifier = chromium.ROOT / "verifier" / "croupier_verify.py"
        done = subprocess.run(
            ["python", verifier, tmp_path / "packet.json"], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def test_the_whole_table_can_be_audited_from_the_page(self, auditor: Page) -> None:
        auditor.get_by_role("button", name="Audit the whole table").click()
        expect(auditor.locator("[data-check=whole]")).to_contain_text("same decision", timeout=2 * SLOW)

    def test_a_round_that_is_not_there_says_so(self, visits: Visits, dealt: Dealt) -> None:
        visits.allowed.append("404")
        page = visits.open(f"/#/audit/{dealt.table}/99")
        expect(page.get_by_role("alert")).to_contain_text("has no round '99'", timeout=SLOW)

    def test_rounds_are_listed_and_led_to(self, page: Page, dealt: Dealt) -> None:
        page.goto(f"/#/audit/{dealt.table}")
        page.get_by_role("link", name="Round 1").click()
        expect(page.locator(".records tr[aria-current]")).to_be_visible(timeout=SLOW)


class TestTampering:
    def test_one_changed_record_fails_the_chain_for_all_to_see(
        self, browser: Browser, tmp_path: Path, shot: Shot
    ) -> None:
        chromium.built()
        with served(tmp_path, **STILL) as house:
            dealt = deal(house)
            visits = Visits(browser, house.base)
            page = visits.open(f"/#/audit/{dealt.table}/1")
            card = page.get_by_role("region", name="Checks")
            expect(card).to_contain_text("all hold", timeout=SLOW)
            with sqlite3.connect(tmp_path / "house.sqlite", timeout=30) as record:
                changed = record.execute(
                    """UPDATE events SET line = replace(line, '"winnings":17500', '"winnings":18000')
                       WHERE table_id = ? AND tag LIKE 'wager-paid/%' AND line LIKE '%"winnings":17500%'""",
                    (dealt.table,),
                )
                assert changed.rowcount == 1
            visits.allowed.append("503")
            page.reload()
            expect(card).to_contain_text("something is wrong", timeout=SLOW)
            expect(card.locator("[data-check=chain]")).to_have_class("fails")
            expect(card.locator("[data-check=chain]")).to_contain_text("hashes otherwise")
            expect(card.locator("[data-check=settlement]")).to_contain_text("18000 won")
            expect(page.get_by_role("alert")).to_contain_text("cannot be replayed")
            shot(page, "audit-tampered")
            visits.close()


class TestOdds:
    @pytest.mark.parametrize(
        ("ref", "edges"),
        [
            ("mbs-roulette/2", {"2.70 %"}),
            ("mbs-roulette/3", {"2.70 %"}),
            ("rws-roulette-360/1", {"2.70 %"}),
            ("mbs-sands-roulette/1", {"7.69 %"}),
            ("us-double-zero/1", {"5.26 %", "7.89 %"}),
        ],
    )
    def test_the_house_edges_are_those_of_the_documents(
        self, page: Page, shot: Shot, ref: str, edges: set[str]
    ) -> None:
        page.goto(f"/#/odds/{ref}")
        rows = page.locator("tr[data-kind]")
        expect(rows).to_have_count(len(published(ref).prices), timeout=SLOW)
        assert {text.replace("\u00a0", " ") for text in rows.locator("td.edge b").all_inner_texts()} == edges
        if "7.89 %" in edges:
            expect(page.locator("tr[data-kind=first-five] td.edge b")).to_have_text("7.89 %")
        beside = page.locator(f"td[data-ref='{ref}'] b").all_inner_texts()
        assert {text.replace("\u00a0", " ") for text in beside} == edges
        shot(page, f"odds-{ref.replace('/', '-')}")

    def test_pointing_at_a_row_lights_an_example_on_the_cloth(self, page: Page) -> None:
        page.goto("/#/odds/mbs-roulette/3")
        page.locator("tr[data-kind=corner]").hover()
        expect(page.locator("croupier-cloth .box.on")).to_have_count(4)
        page.get_by_role("heading", level=1).hover()
        expect(page.locator("croupier-cloth .box.on")).to_have_count(0)

    def test_chips_on_the_cloth_are_worked_out_together_and_are_in_the_address(
        self, page: Page, visits: Visits, shot: Shot
    ) -> None:
        page.goto("/#/odds/mbs-roulette/3")
        page.get_by_role("button", name=re.compile("^Straight Up 17,")).click()
        red = page.get_by_role("button", name=re.compile("^Red,"))
        red.click()
        red.click()
        card = page.get_by_role("region", name="Chips together")
        expect(card).to_contain_text("5 on Straight Up 17, 10 on Red", timeout=SLOW)
        expect(card.locator("tbody tr")).to_have_count(3)
        expect(card.locator("tbody tr").last).to_contain_text("+165")
        shot(page, "odds-chips")
        other = visits.open(f"/{page.evaluate('location.hash')}")
        expect(other.get_by_role("region", name="Chips together")).to_contain_text("10 on Red", timeout=SLOW)
        assert set(chips(other)) == {("you", "straight:17"), ("you", "red")}

    def test_bets_are_typed_as_people_count_and_passed_on_as_the_service_does(self, page: Page) -> None:
        page.goto("/#/odds/mbs-roulette/3")
        page.get_by_label("Your bets").fill("17=5, red=10.50")
        page.get_by_role("button", name="Calculate").click()
        card = page.get_by_role("region", name="Chips together")
        expect(card).to_contain_text("5 on Straight Up 17, 10.50 on Red", timeout=SLOW)
        assert page.evaluate("decodeURIComponent(location.hash)").endswith("/with/17=500,red=1050")
        expect(page.get_by_label("Your bets")).to_have_value("17=5, red=10.5")

    def test_stakes_that_are_none_are_refused_in_words(self, visits: Visits) -> None:
        visits.allowed.append("404")
        page = visits.open("/#/odds/mbs-roulette/3/with/the%20moon%3D5")
        expect(page.get_by_role("alert")).to_contain_text("moon", timeout=SLOW)

    def test_the_table_can_be_taken_away(self, page: Page) -> None:
        page.goto("/#/odds/us-double-zero/1")
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save all 161 bets as CSV").click()
        lines = Path(saved.value.path()).read_text(encoding="utf-8").splitlines()
        assert len(lines) == 162
        assert "straight:17,straight,17,35,1/38,1/19,5.2632," in "\n".join(lines)


class TestRules:
    @pytest.mark.parametrize("ref", REFS)
    def test_every_clause_stands_there_in_our_words(self, page: Page, ref: str) -> None:
        page.goto(f"/#/rules/{ref}")
        clauses = published(ref).clauses
        expect(page.locator("#clauses .clause-page")).to_have_count(len(clauses), timeout=SLOW)
        there = page.locator("#clauses .clause-page").all_inner_texts()
        assert all(plain(entry.summary) in plain(text) for entry, text in zip(clauses.values(), there, strict=True))
        expect(page.locator(".readings > div")).to_have_count(len(published(ref).readings))

    def test_a_clause_has_a_link_that_leads_to_it(self, page: Page, shot: Shot) -> None:
        page.goto("/#/rules/mbs-roulette/3/5.13")
        sought = page.locator(".clause-page.sought")
        expect(sought).to_be_in_viewport(timeout=SLOW)
        expect(sought).to_contain_text("§ 5.13")
        assert page.evaluate("document.activeElement.id") == "clause-5.13"
        shot(page, "rules-clause")
        page.locator("#clause-5\\.14 .clause").click()
        expect(page.locator(".clause-page.sought")).to_contain_text("§ 5.14")

    def test_clauses_are_found_by_words_and_name_their_tests(self, page: Page) -> None:
        page.goto("/#/rules/mbs-roulette/3")
        page.get_by_label("Find in the clauses").fill("5.12")
        page.locator("#clause-5\\.12 summary").click()
        expect(page.locator("#clause-5\\.12 li").first).to_be_visible()
        page.get_by_label("Find in the clauses").fill("zeppelin")
        expect(page.get_by_text("No clause speaks of that.")).to_be_visible()

    def test_the_difference_of_two_editions(self, page: Page, shot: Shot) -> None:
        page.goto("/#/rules/mbs-roulette/2/diff/mbs-roulette/3")
        expect(page.get_by_role("heading", name="What is done differently")).to_be_visible(timeout=SLOW)
        expect(page.get_by_role("row", name=re.compile("^Placed by staff"))).to_contain_text("§ 3.5")
        shot(page, "rules-diff")
        page.get_by_label("Compare with").select_option("us-double-zero/1")
        expect(page).to_have_url(re.compile("diff/us-double-zero/1$"))
        expect(page.get_by_role("columnheader", name="Roulette, double zero").first).to_be_visible(timeout=SLOW)

    def test_our_own_rules(self, page: Page) -> None:
        page.goto("/#/rules/wire/2.3")
        expect(page.locator(".clause-page")).to_have_count(len(WIRE_RULES), timeout=SLOW)
        assert plain(WIRE_RULES["2.3"]) in plain(page.locator(".clause-page.sought").inner_text())

    def test_the_shelf_leads_to_every_book_and_an_unknown_one_is_refused(self, visits: Visits) -> None:
        visits.allowed.append("404")
        page = visits.open("/#/rules")
        expect(page.locator(".shelf .card")).to_have_count(len(REFS) + 1, timeout=SLOW)
        bell = page.locator(".many tr", has=page.get_by_role("rowheader", name="Bell at the close"))
        expect(bell.get_by_role("link", name="§ 3.5")).to_be_visible(timeout=SLOW)
        expect(bell.locator("td", has_text="our reading")).to_have_count(4)
        page.goto("/#/rules/nowhere/1")
        expect(page.get_by_role("alert")).to_contain_text("no rulebook", timeout=SLOW)


class TestVerify:
    def test_a_drawn_round_is_drawn_again_in_the_browser(self, page: Page, drawn: str, shot: Shot) -> None:
        page.goto(f"/#/verify/{DRAWN}/{drawn}")
        expect(page.get_by_role("status")).to_have_text("Verified", timeout=SLOW)
        expect(page.locator("[data-step=commitment]")).to_have_class("holds")
        expect(page.locator("[data-step=pocket]")).to_have_class("holds")
        shot(page, "verify")

    def test_whatever_is_not_as_published_fails(self, page: Page, drawn: str) -> None:
        page.goto(f"/#/verify/{DRAWN}/{drawn}")
        for shown in ("commitment", "pocket", "round", "table"):
            expect(page.get_by_role("status")).to_have_text("Verified", timeout=SLOW)
            field = page.locator(f"input[name={shown}]")
            published_value = field.input_value()
            field.fill("37")
            expect(page.get_by_role("status"), shown).to_have_text("Not verified")
            field.fill(published_value)

    def test_values_typed_by_hand_are_worked_out_without_asking_anybody(self, page: Page) -> None:
        page.goto("/#/verify")
        page.locator("input[name=table]").wait_for()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        vectors = json.loads((chromium.ROOT / "conformance" / "wheel" / "39.json").read_text(encoding="utf-8"))
        one = next(vector for vector in vectors["vectors"] if vector["rejected"] and vector["table"] == "Table 7")
        page.get_by_label("Wheel").select_option("39")
        for field, value in {
            "table": one["table"],
            "round": one["round"],
            "secret": one["secret"],
            "digest": vectors["digest"],
            "commitment": one["commitment"],
            "pocket": one["pocket"],
        }.items():
            page.locator(f"input[name={field}]").fill(value)
        expect(page.get_by_role("status")).to_have_text("Verified")
        assert page.locator(".bytes .rejected").count() == len(one["rejected"])
        assert str(one["byte"]) in page.locator(".bytes .taken").inner_text()
        assert asked == []

    def test_what_is_no_secret_is_said(self, page: Page) -> None:
        page.goto("/#/verify")
        page.get_by_label("Secret").fill("17")
        expect(page.get_by_role("alert")).to_contain_text("64 digits")

    def test_a_dealt_table_has_nothing_to_draw_again_and_says_so(self, page: Page, dealt: Dealt) -> None:
        page.goto(f"/#/verify/{dealt.table}/1")
        expect(page.get_by_text("a dealer spins a real wheel")).to_be_visible(timeout=SLOW)

    def test_what_it_does_not_show_stands_beside_it(self, page: Page) -> None:
        page.goto("/#/verify")
        expect(page.get_by_role("heading", name="What it does not show")).to_be_visible()
        expect(page.locator(".proves li")).to_have_count(6)


VIEWS = {
    "audit": ("/#/audit/{table}/1", "tr[aria-current]"),
    "rounds": ("/#/audit/{table}", ".rounds .card"),
    "tables": ("/#/audit", ".rounds .card"),
    "shelf": ("/#/rules", ".shelf .card"),
    "book": ("/#/rules/us-double-zero/1/I5", ".clause-page.sought"),
    "wire": ("/#/rules/wire", ".clause-page"),
    "diff": ("/#/rules/mbs-roulette/2/diff/mbs-roulette/3", ".sides"),
    "odds": ("/#/odds/mbs-sands-roulette/1/with/17%3D500", ".gains"),
    "compare": ("/#/odds", ".compare"),
    "verify": ("/#/verify/{drawn}/1", "[data-step=pocket].holds"),
    "by-hand": ("/#/verify", ".published"),
}
"""Every view for examining: where it is, and what stands there once it is complete."""


@pytest.mark.parametrize("view", VIEWS)
class TestForEverybody:
    def look(self, page: Page, dealt: Dealt, view: str) -> None:
        path, complete = VIEWS[view]
        page.goto(path.format(table=dealt.table, drawn=DRAWN))
        expect(page.locator(complete).first).to_be_visible(timeout=SLOW)

    def test_axe_finds_nothing(self, page: Page, dealt: Dealt, drawn: str, shot: Shot, view: str) -> None:
        assert drawn
        self.look(page, dealt, view)
        assert violations(page) == []
        shot(page, f"desk-{view}")

    def test_a_phone_needs_no_sideways_scrolling(
        self, phone: Page, dealt: Dealt, drawn: str, shot: Shot, view: str
    ) -> None:
        assert drawn
        self.look(away(phone), dealt, view)
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        shot(phone, f"phone-{view}")


def test_axe_finds_nothing_once_everything_was_asked_for(auditor: Page) -> None:
    auditor.get_by_label("Settle this round again under").select_option("us-double-zero/1")
    auditor.get_by_role("button", name="Audit the whole table").click()
    expect(auditor.locator("[data-check=whole]")).to_be_visible(timeout=2 * SLOW)
    auditor.locator(".selected summary").click()
    assert violations(auditor) == []


def test_axe_is_really_looking(auditor: Page) -> None:
    auditor.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert any(found.startswith("image-alt") for found in violations(auditor))
    auditor.evaluate("document.querySelector('main img').remove()")


def test_paper_is_for_examining_alone(visits: Visits) -> None:
    page = visits.open("/#/rules")
    expect(page.locator("html.paper")).to_have_count(1)
    page.goto("/#/")
    expect(page.locator("html.paper")).to_have_count(0)
