"""Pages that somebody opens in a browser, and what none of them may do."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request

from testkit.browser import chromium

SHOTS = chromium.ROOT / "tests" / "browser" / "shots"
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 20_000
SHOWN_AROUND = "try { localStorage.setItem('croupier-first-steps', '\"done\"'); } catch { /* no page yet */ }"
GLANCE = 20


def wait_until(
    page: Page, expression: str, *, arg: object = None, timeout: float = PATIENCE, polling: float = GLANCE
) -> None:
    """Wait until an expression, or a function of ``arg``, is true on a page, even if the page is loaded anew meanwhile.

    Playwright's own asks the page to ``eval`` it over and over, which our policy
    forbids: it holds only where it is true at the first look, and fails at random
    elsewhere. Here each look is an evaluation of its own, which the policy lets by.
    """
    end = time.monotonic() + timeout / 1000
    while time.monotonic() < end:
        # While a page is being loaded anew there is nothing to look at.
        with suppress(Error):
            if page.evaluate(expression, arg):
                return
        page.wait_for_timeout(polling)
    raise AssertionError(f"not true within {timeout / 1000:.0f} s: {expression}")


setattr(Page, "wait_for_function", wait_until)  # noqa: B010 - whoever writes a test knows the method by this name


@dataclass
class Visits:
    """Opens pages, each for somebody of their own, and remembers what a page must not do."""

    browser: Browser
    base: str
    motion: str = "no-preference"
    faults: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)
    """Parts of console errors that a test brings about itself, such as a connection it cuts."""
    contexts: list[BrowserContext] = field(default_factory=list)

    def open(self, path: str = "/", *, newcomer: bool = False, **settings: Any) -> Page:
        """Open a page in a browser of its own: another visitor, who has been here before unless it is a newcomer.

        Workers are left out unless a test asks for one: every page would load all it
        needs twice.
        """
        given: dict[str, Any] = {"viewport": DESKTOP, "reduced_motion": self.motion, "service_workers": "block"}
        context = self.browser.new_context(base_url=self.base, **(given | settings))
        if not newcomer:
            context.add_init_script(SHOWN_AROUND)
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return self.again(context, path)

    def phone(self, path: str = "/", **settings: Any) -> Page:
        """Open a page on a phone."""
        return self.open(path, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2, **settings)

    def again(self, context: BrowserContext, path: str) -> Page:
        """Open another page for the same visitor."""
        page = context.new_page()
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("request", self._request)
        page.goto(path)
        return page

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(part in message.text for part in self.allowed):
            self.faults.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.base, "data:", "blob:")):
            self.faults.append(f"request to another host: {request.url}")

    def close(self) -> None:
        """Send everybody home."""
        for context in self.contexts:
            context.close()
        assert not self.faults, "\n".join(self.faults)
