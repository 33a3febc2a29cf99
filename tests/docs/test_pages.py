"""The README runs, the generated pages are fresh, and no page names what is not there."""

import doctest
import re
from pathlib import Path

import pytest

from tools.docs import ROOT, pages

LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")


def test_the_readme_is_a_doctest() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)

    assert result.attempted >= 8
    assert result.failed == 0


def test_the_readme_opens_with_one_sentence_the_two_commands_and_a_settled_wager() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")

    sentence, commands, wager = (
        readme.index(text) for text in ("Roulette by the book", "make run", ">>> import croupier")
    )
    assert sentence < commands < readme.index("make test") < wager


@pytest.mark.parametrize("path", sorted(pages()), ids=str)
def test_a_generated_page_is_fresh(path: Path) -> None:
    assert (ROOT / path).read_text("utf-8") == pages()[path], "run make docs"


@pytest.mark.parametrize(
    "page", sorted(p.relative_to(ROOT) for p in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))), ids=str
)
def test_a_link_leads_somewhere(page: Path) -> None:
    links = LINK.findall((ROOT / page).read_text("utf-8"))

    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []
