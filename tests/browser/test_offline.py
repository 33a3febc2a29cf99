"""Pages without a network: what waits comes by itself, what is kept is one build's, and the page can be installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from testkit.browser import chromium
from testkit.browser.axe import violations
from testkit.browser.playing import Playing, sits
from testkit.browser.serving import Served
from testkit.browser.visits import Visits

READY = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map((one) => [name, new URL(one.url).pathname])))).flat()"""
BUILD = "document.querySelector('meta[name=build]').content"


@pytest.fixture
def offline(visits: Visits) -> Visits:
    """Visits that may complain of what a missing network does, and of nothing else."""
    visits.allowed += ["net::ERR_", "WebSocket connection", "Failed to load resource"]
    return visits


def _with_worker(visits: Visits, path: str, **settings: Any) -> Page:
    page = visits.open(path, service_workers="allow", **settings)
    page.wait_for_function(READY)
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    return page


def test_a_table_that_is_opened_without_a_network_comes_by_itself(offline: Visits) -> None:
    page = offline.open("/")
    expect(page.locator(".tables .card").first).to_be_visible()
    page.evaluate("location.hash = '#/display/mbs-3'")
    expect(page.locator(".display")).to_be_visible()
    for path in ("#/table/mbs-3", "#/display/mbs-3"):
        page.evaluate("location.hash = '#/'")
        page.context.set_offline(offline=True)
        page.evaluate("path => { location.hash = path; }", path)
        expect(page.locator("main.waiting")).to_contain_text("No connection. Trying again…")
        page.context.set_offline(offline=False)
        if "display" in path:
            expect(page.locator(".display")).to_be_visible()
        else:
            Playing(page).lay("Straight Up 17")


def test_a_view_that_could_not_be_loaded_comes_once_the_network_is_back(offline: Visits) -> None:
    page = offline.open("/")
    expect(page.locator(".tables .card").first).to_be_visible()
    page.context.set_offline(offline=True)
    page.evaluate("location.hash = '#/odds/mbs-roulette/3'")
    expect(page.get_by_role("alert")).to_contain_text("No connection")
    page.context.set_offline(offline=False)
    expect(page.locator(".paper-page")).to_be_visible()
    expect(page.locator("h1")).to_contain_text("Odds")


def test_while_cut_off_the_banner_is_not_green_and_takes_no_bets(offline: Visits) -> None:
    player = sits(offline, "/#/table/mbs-3")
    player.lay("Straight Up 17")
    page = player.page
    banner, timer = page.locator(".banner"), page.locator("[data-timer]")
    green = banner.evaluate("one => getComputedStyle(one).getPropertyValue('--state')")
    page.context.set_offline(offline=True)
    expect(page.locator("[data-connection=reconnecting]")).to_be_visible()
    expect(banner).to_contain_text("Reconnecting. Your bets stand.")
    expect(banner).not_to_contain_text("Open")
    expect(banner).not_to_contain_text("Place your bets")
    assert banner.evaluate("one => getComputedStyle(one).getPropertyValue('--state')") != green
    expect(timer.locator(".due")).to_have_count(0)
    expect(page).to_have_title(page.locator("h1").inner_text() + " · Reconnecting")
    page.context.set_offline(offline=False)
    expect(banner).to_contain_text("Place your bets")
    player.total("10")


def test_the_page_is_there_without_a_network_and_plays_once_there_is_one(offline: Visits) -> None:
    page = _with_worker(offline, "/#/table/mbs-3")
    Playing(page)
    page.context.set_offline(offline=True)
    page.reload()
    expect(page.locator("main.waiting h1")).to_have_text("No connection. Trying again…")
    assert violations(page) == []
    page.context.set_offline(offline=False)
    Playing(page).lay("Straight Up 17")


def test_the_worker_keeps_the_shell_of_one_build_and_no_answer_of_the_service(offline: Visits) -> None:
    page = _with_worker(offline, "/")
    page.evaluate("location.hash = '#/table/mbs-3'")
    Playing(page)
    page.evaluate("location.hash = '#/odds/mbs-roulette/3'")
    expect(page.locator(".paper-page")).to_be_visible()
    kept = page.evaluate(KEPT)
    build = page.evaluate(BUILD)
    assert {name for name, _ in kept} == {f"croupier-{build}"}
    paths = {path for _, path in kept}
    assert "/" in paths
    assert len([path for path in paths if path.endswith(".js")]) >= 3, "those of the view too, once it was there"
    assert not [path for path in paths if path.startswith("/api")]
    for path in paths - {"/"}:
        assert (chromium.STATIC / path[1:]).is_file(), path


def test_after_an_upgrade_nobody_gets_the_old_build(offline: Visits, house: Served, tmp_path: Path) -> None:
    """The old page, its worker and its cache are there; the house serves another build, with other names."""
    page = _with_worker(offline, "/#/table/mbs-3")
    Playing(page)
    old = page.evaluate(BUILD)
    front_end = house.running.service.front_end
    assert front_end is not None
    front_end.read(_renamed(tmp_path, old))
    try:
        # A view that was not loaded yet has another name by now: the page notices, and begins anew.
        page.evaluate("location.hash = '#/odds/mbs-roulette/3'")
        expect(page.locator(".paper-page")).to_be_visible()
        assert page.evaluate(BUILD) == "another-build"
        page.wait_for_function("async () => (await caches.keys()).join() === 'croupier-another-build'")
        page.context.set_offline(offline=True)
        page.reload()
        assert page.evaluate(BUILD) == "another-build"
        page.context.set_offline(offline=False)
        page.reload()
        assert page.evaluate(BUILD) == "another-build"
        fresh = page.evaluate(KEPT)
        assert {name for name, _ in fresh} == {"croupier-another-build"}
    finally:
        front_end.read(chromium.STATIC)


def _renamed(folder: Path, old: str) -> Path:
    """Return the front end as another build would be: every file that has its own name has another one."""
    made = folder / "static"
    made.mkdir()
    files = [path.name for path in chromium.STATIC.glob("*-????????.js")]
    others = {name: f"{name[:-11]}{name[-11:-3][::-1]}.js" for name in files}
    assert not set(others.values()) & set(files)
    for path in chromium.STATIC.iterdir():
        if path.suffix in (".br", ".gz"):
            continue
        content = path.read_bytes()
        if path.suffix in (".js", ".html"):
            for name, other in others.items():
                content = content.replace(name.encode(), other.encode())
            content = content.replace(old.encode(), b"another-build")
        (made / others.get(path.name, path.name)).write_bytes(content)
    return made


def test_the_page_can_be_installed_and_waits_for_no_table_that_does_not_exist(visits: Visits, house: Served) -> None:
    page = visits.open("/#/table/no-such")
    expect(page.locator("main.waiting h1")).to_have_text("There is no table no-such.")
    expect(page).to_have_title("croupier · There is no table no-such.")
    line = page.context.new_cdp_session(page)
    told = line.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert manifest["display"] == "standalone"
    sizes = {}
    for icon in manifest["icons"]:
        answer = page.request.get(f"{house.base}/{icon['src']}")
        assert (answer.status, answer.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            content = answer.body()
            assert content[:8] == b"\x89PNG\r\n\x1a\n"
            sizes[icon["src"]] = int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
            assert icon["sizes"] == "{}x{}".format(*sizes[icon["src"]])
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for name in ("apple-touch-icon", "icon", "manifest"):
        href = page.locator(f"link[rel={name}]").get_attribute("href")
        assert page.request.get(f"{house.base}/{href}").status == 200
    card = page.locator("meta[property='og:image']").get_attribute("content")
    picture = page.request.get(f"{house.base}{card}").body()
    assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (1200, 630)
