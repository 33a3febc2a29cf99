"""An evening at a dealt table, by touch: plain rounds, and one for every irregularity."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from playwright.sync_api import Page, expect

from croupier.rules.irregularities import Irregularity
from testkit.browser.dealing import Dealt
from testkit.browser.serving import Person
from testkit.browser.staff import events, lays, name, phase
from testkit.browser.touching import WHERE, Glass, handheld
from testkit.browser.visits import Visits

ROUNDS = 30
LONG_ENOUGH = 900
POCKETS = tuple(str(number) for number in range(37))
WORDS = "the fire alarm rang"
TURNED = {Irregularity.SAME_DIRECTION: "clockwise", Irregularity.WHEEL_STILL: "still"}
"""What a dealer sees of the wheel before the spin is entered, with a ball that goes clockwise."""


def planned(seed: int) -> list[Irregularity | str]:
    """Return what happens in each round: every irregularity once, and numbers in between."""
    random = Random(seed)  # noqa: S311 - a test's evening
    rounds: list[Irregularity | str] = list(Irregularity)
    rounds += [random.choice(POCKETS) for _ in range(ROUNDS - len(rounds))]
    random.shuffle(rounds)
    return rounds


@dataclass
class Evening:
    """A dealer with a tablet, a player, and a shift manager who rules on what no clause covers."""

    dealt: Dealt
    page: Page
    player: Person
    manager: Person
    glass: Glass = field(init=False)

    def __post_init__(self) -> None:
        """Put a finger over the page."""
        self.glass = Glass(self.page)

    def play(self, rounds: list[Irregularity | str]) -> list[str]:
        """Deal these rounds, and return those whose record is not what happened."""
        for one in rounds:
            self._walk("Place your bets")
            phase(self.page, "betting-open")
            lays(self.player, "red", 500)
            if isinstance(one, Irregularity):
                self._void(one)
                phase(self.page, "void")
            else:
                self._number(one)
        return list(self._wrong(rounds))

    def _number(self, pocket: str) -> None:
        self._spin()
        self._call()
        self._touch(pocket)
        self._walk(f"Dolly on {pocket} ")
        self._walk("Collect and pay")
        phase(self.page, "paid")
        expect(self.page.locator(".walk")).to_contain_text(re.compile("Paid|olly up"))
        if "Paid" in self.page.locator(".walk").inner_text():
            self._walk("Paid")
        self._walk("olly up")

    def _void(self, kind: Irregularity) -> None:
        if kind in TURNED:
            self._tap("[data-way=ball-clockwise]")
            self._tap(f"[data-way=wheel-{TURNED[kind]}]")
            self._hold(".walk")
        elif kind is Irregularity.TOO_FEW_REVOLUTIONS:
            self._spin(seen=False)
            self._call()
            self._touch("17")
            self._walk("Dolly on 17 ")
            self._hold("[data-reason=too-few-revolutions]")
        elif kind is Irregularity.UNLISTED:
            self._spin()
            self._tap(".acts-row [data-do=unlisted]")
            self.page.locator("textarea[name=words]").fill(WORDS)
            self._tap("[data-do=refer]")
            expect(self.page.locator("[data-waits=irregularity]")).to_be_visible()
            self.manager.ask("rule-on-irregularity", ruling="void", reason="nobody saw the ball")
        else:
            self._spin()
            if kind is Irregularity.NOT_SPUN:  # nobody can say so of a ball that was counted: that is put right first
                self._tap(".counting [data-do=entered]")
                self._tap("[data-recount='0']")
                expect(self.page.locator("[data-count]")).to_have_text("0")
            self._hold("[data-do=no-spin]")
            phase(self.page, "void")
            self._tap(f"[data-reason={kind}]")

    def _spin(self, *, seen: bool = True) -> None:
        self._walk("Ball spun")
        phase(self.page, "ball-in-play")
        self._tap("[data-do=all-seen]" if seen else "[data-do=count-revolutions]")

    def _call(self) -> None:
        self._walk("o more bets")
        phase(self.page, "no-more-bets")

    def _touch(self, pocket: str) -> None:
        self._rested()
        aimed = self.page.evaluate(WHERE, f"straight:{pocket}")
        self.glass.press(aimed["x"], aimed["y"])
        self.glass.lift()

    def _walk(self, says: str) -> None:
        expect(self.page.locator(".walk")).to_contain_text(says)
        self._tap(".walk")

    def _tap(self, selector: str) -> None:
        self.glass.press(*self._middle(selector))
        self.glass.lift()

    def _hold(self, selector: str) -> None:
        self.glass.press(*self._middle(selector))
        self.page.wait_for_timeout(LONG_ENOUGH)
        self.glass.lift()

    def _middle(self, selector: str) -> tuple[float, float]:
        """Find where to touch something, once it can be touched."""
        target = self.page.locator(selector)
        expect(target).to_be_enabled()
        self._rested()
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def _rested(self) -> None:
        expect(self.page.locator("croupier-dealer.resting")).to_have_count(0)

    def _wrong(self, rounds: list[Irregularity | str]) -> Iterator[str]:
        told = events(self.dealt.house, self.dealt.table)
        for number, wanted in enumerate(rounds, start=1):
            here = [one for one in told if one.get("round") == str(number)]
            kinds = [one["kind"] for one in here if one["type"] == "irregularity-reported"]
            ends = [one.get("pocket") for one in here if one["type"] == "round-closed"]
            voids = sum(one["type"] == "round-voided" for one in here)
            found = (kinds, ends, voids)
            expected = ([wanted], [], 1) if isinstance(wanted, Irregularity) else ([], [wanted], 0)
            if found != expected:
                yield f"round {number}: {found} instead of {expected}"


def begin(dealt: Dealt, visits: Visits, size: tuple[int, int]) -> Evening:
    """Open the table and bring everybody."""
    dealt.house.pit(dealt.table, "open-table")
    player = dealt.house.player(name("ann"), dealt.table)
    manager = dealt.house.staff(name("sue"), "shift-manager", dealt.table)
    code = dealt.house.invite(name("dora"), "dealer", dealt.table)
    page = handheld(visits, f"/#join={code}", {"width": size[0], "height": size[1]})
    page.locator(".walk").wait_for()
    return Evening(dealt, page, player, manager)
