"""Pictures of two pages for the README: a real house in a real browser.

python -m tools.screens      take them again
"""

import io
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from testkit.browser import chromium
from testkit.browser.dealing import Dealt
from testkit.browser.examined import deal
from testkit.browser.playing import sits
from testkit.browser.serving import Served, served
from testkit.browser.visits import Visits
from testkit.web.running import STILL

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SEEN = ("26", "8", "31", "9", "20", "1", "33", "14", "7", "28", "19", "2", "36", "11", "24", "24", "5", "0", "32", "17")
OTHERS = {
    "bea": (("17", 500), ("column:2", 1000), ("dozen:3", 500)),
    "cem": (("32/35", 500), ("32/35", 500), ("20", 500)),
    "dot": (("0/3", 500), ("19/20/22/23", 500), ("black", 1000)),
}
OWN = ("Straight Up 17", "Straight Up 17", "Split 14 17", "Street 22 23 24", "Red")
COLORS = 256
SHOWN = (1080, 675)
MOST = 150_000


def screens() -> None:
    """Take the pictures of the player's and of the auditor's page."""
    chromium.built()
    folder = chromium.browser()
    with TemporaryDirectory() as scratch, served(Path(scratch) / "house", **STILL) as house:
        surroundings = chromium.surroundings(folder, Path(scratch))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=folder / "chromium", args=list(chromium.ARGUMENTS), env=surroundings
            )
            _keep(_player(browser, house), "player")
            _keep(_audit(browser, house), "audit")
            browser.close()


def _player(browser: Browser, house: Served) -> Page:
    """Show a table at which others play too, with the ball in play and a bet aimed at."""
    dealt = Dealt(house, "mbs-roulette/3")
    dealt.open()
    for pocket in SEEN:
        dealt.finish(pocket)
    player = sits(Visits(browser, house.base), dealt.path)
    for name, wagers in OTHERS.items():
        other = house.player(name, dealt.table)
        for place, (position, stake) in enumerate(wagers):
            wager = f"{name}{place}"
            other.ask("place-wager", wager=wager, player=name, position=position, stake=stake)
    player.lay(*OWN)
    dealt.dealer.ask("spin-ball", ball="clockwise", wheel="counterclockwise")
    dealt.dealer.ask("count-revolutions", completed=2)
    player.phase("ball-in-play")
    player.spot("Corner 8 9 11 12").hover()
    expect(player.page.locator(".turn.done")).to_have_count(2)
    player.landed()
    return player.page


def _audit(browser: Browser, house: Served) -> Page:
    """Show a round with a ruling in it, as an auditor sees it."""
    dealt = deal(house)
    page = Visits(browser, house.base).open(f"/#join={dealt.auditor}")
    page.wait_for_function("localStorage.getItem('croupier') !== null")
    page.goto(f"/#/audit/{dealt.table}/1")
    page.get_by_role("link", name="Ruling on b1").first.click()
    expect(page.locator(".records tr[aria-current]")).to_contain_text("Ruling on b1")
    page.wait_for_load_state("networkidle")
    return page


def _keep(page: Page, name: str) -> None:
    """Keep a picture, small: three quarters of the size and few colors are enough to see what a page is."""
    with Image.open(io.BytesIO(page.screenshot())) as taken:
        small = taken.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)
    path = PICTURES / f"{name}.png"
    # Few colors by how often they occur would leave none for a chip: these are chosen to cover what there is.
    small.quantize(COLORS, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE).save(path, optimize=True)
    assert path.stat().st_size <= MOST, f"{path.name} has {path.stat().st_size} bytes"
    print(path.name, path.stat().st_size)


if __name__ == "__main__":
    screens()
