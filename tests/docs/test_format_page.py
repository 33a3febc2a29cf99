"""The page on the format shows every section that is required, and every bound."""

import re
import tomllib
from pathlib import Path

import pytest

from croupier.rulebooks import REFS, text_of
from croupier.rules import assembly, felt, rulebook, sections, skeleton, stake, toml, unexpressed
from croupier.rules.lint import lint
from croupier.rules.position import Kind

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rulebook-format.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def keys(text: str) -> set[str]:
    return set(tomllib.loads(text))


def test_every_key_of_a_file_is_on_the_page() -> None:
    stated = set.union(*(keys(text_of(ref)) for ref in REFS)) | {"unexpressed"}

    assert {key for key in stated if not re.search(rf"(?m)`\[*{key}[.\]`]|^{key} = ", PAGE)} == set()


def test_a_file_without_what_the_page_calls_required_does_not_lint() -> None:
    whole = tomllib.loads(skeleton.skeleton("my-house/1", "Roulette", ["0"], 36))
    rows = [line.split("|") for line in PAGE.splitlines() if line.startswith("| `")]
    required = {name for row in rows if "yes" in row[2] for name in re.findall(r"`\[*([a-z_]+)", row[1])}

    assert required == set(whole)


@pytest.mark.parametrize(
    "bound",
    [
        f"at most {toml.BYTES_MAX // 1024} KiB",
        f"at most {toml.DEPTH_MAX} levels",
        f"at most {toml.POCKETS_MAX} pockets",
        f"1 to {rulebook.PAYS_MAX}",
        f"from 1 to {assembly.SHARE_MAX}",
        f"1 to {sections.MOST['spin.revolutions_min']}",
        f"at most {unexpressed.WHAT_MAX} characters",
        f"from 1 to {skeleton.NUMBERS_MAX}",
        f"at most {felt.LINES_MAX} lines of {felt.COLUMNS_MAX} labels",
        "an edition from 1 to 999",
        "from 1 to 10^15",
    ],
)
def test_every_bound_is_on_the_page(bound: str) -> None:
    assert bound in " ".join(PAGE.split())
    assert stake.STAKE_MAX == 10**15


def test_every_kind_is_on_the_page() -> None:
    assert [kind for kind in Kind if f"`{kind}`" not in PAGE] == []


def test_what_it_shows_is_toml_and_the_example_lints() -> None:
    assert all(tomllib.loads(block) for block in BLOCKS)
    example = (ROOT / "examples" / "mini-roulette.toml").read_text(encoding="utf-8")
    assert lint(example, "mini-roulette.toml") == ()
