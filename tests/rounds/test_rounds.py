"""Whole rounds as files, replayed: a file is right if playing it and writing it anew changes nothing."""

from pathlib import Path

import pytest

import croupier
from croupier.rulebooks import REFS
from croupier.table.rounds import RoundFileError, retold

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.round"))
AT_LEAST = 8

DIFFERENCES = {
    "late": "a late wager, a late increase, a withdrawal after the call",
    "zero": "what wins on a zero",
    "same-direction": "a ball sent the way the wheel turns",
    "revolutions": "three revolutions or four",
    "hanging-ball": "a ball on the rim",
    "no-spin": "who may call no spin, and until when",
    "early-close": "closing before the spin",
    "moved-chip": "when positions are fixed",
    "unclear": "unclear wagers",
    "out-of-limits": "stakes outside the limits",
    "power-failure": "a power failure",
    "unlisted": "irregularities that no list names",
    "rest-before-call": "a ball at rest before the call",
    "dolly": "outcome, dolly, payment and reopening",
    "placed-by-staff": "staff placing wagers, and higher positions dealing",
    "chips": "color chips and cash",
}
"""One file in every ruleset for each way in which the documents differ."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_round_plays_as_it_is_told(file: Path) -> None:
    text = file.read_text("utf-8")

    assert retold(text, file.name, croupier.rulebook) == text


@pytest.mark.parametrize("ref", REFS)
def test_every_ruleset_has_rounds_for_all_in_which_the_documents_differ(ref: str) -> None:
    told = {file.stem for file in FILES if file.parent.name == ref.replace("/", "-")}

    assert len(told) >= AT_LEAST
    assert set(DIFFERENCES) <= told


def test_no_folder_is_named_for_a_ruleset_that_does_not_exist() -> None:
    assert {file.parent.name for file in FILES} == {ref.replace("/", "-") for ref in REFS}


class TestTheFormat:
    HEAD = "ruleset  mbs-roulette/3\npeople   dan dealer, ann player\n\n"

    def test_a_changed_clause_is_noticed(self) -> None:
        text = (HERE / "mbs-roulette-3" / "late.round").read_text("utf-8")

        assert retold(text.replace("§5.13", "§5.14"), "late", croupier.rulebook) == text

    def test_what_nobody_does_is_refused_with_its_line(self) -> None:
        with pytest.raises(RoundFileError, match="line 4: no command reads 'juggles'"):
            retold(self.HEAD + "dan: juggles\n", "odd", croupier.rulebook)

    def test_a_stranger_is_refused_with_the_line(self) -> None:
        with pytest.raises(RoundFileError, match="line 4: an act reads"):
            retold(self.HEAD + "eve: settles\n", "odd", croupier.rulebook)

    @pytest.mark.parametrize(
        ("head", "words"),
        [
            ("people   dan king\n", "line 1"),
            ("ruleset  mbs-roulette/3\nlimits   straight from 1\n", "line 2: limits read like"),
            ("ruleset  mbs-roulette/3\n", "names a ruleset and its people"),
        ],
    )
    def test_a_broken_head_is_refused(self, head: str, words: str) -> None:
        with pytest.raises(RoundFileError, match=words):
            retold(head, "odd", croupier.rulebook)
