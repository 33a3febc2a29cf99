"""axe, which looks at pages for those who cannot see them."""

from __future__ import annotations

from playwright.sync_api import Page

from testkit.browser import chromium

SOURCE = chromium.MODULES / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
FOUND = """(tags) => axe.run(document, {runOnly: tags, resultTypes: ["violations"]}).then((told) =>
  told.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id} ${node.target.join(" ")}: ${node.failureSummary}`)))"""


def violations(page: Page) -> list[str]:
    """List what axe finds on a page; what it cannot judge over a picture is left to the test of the tokens."""
    if not page.evaluate("'axe' in window"):
        # A policy that allows no script of others allows none of ours in the markup either: axe comes by the driver.
        page.evaluate(SOURCE.read_text(encoding="utf-8") + "; void 0")
    found: list[str] = page.evaluate(FOUND, TAGS)
    return found
