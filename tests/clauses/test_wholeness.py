"""Every clause of every document has its entry, every enforced rule a test, and no test names a strange clause."""

import re
from pathlib import Path

import pytest

import croupier
from croupier import Nature, Ruleset
from croupier.rulebooks import REFS, clause_tests
from croupier.rules import enforcement
from croupier.rules.enforcement import not_yet_enforced
from tools.clause_tests import named_tests
from tools.docs import ROOT

MBS_2 = "1.1 1.1.1..5 2.1 3.1..4 3.4.1..13 3.5..7 4.1 5.1..12"
DOCUMENTS = {
    "mbs-roulette/2": MBS_2,
    "mbs-roulette/3": "1.1 1.1.1..5 2.1 3.1..3 3.3.1 3.4 3.4.1..13 3.5..9 4.1..3 5.1..11 5.11.1..2 5.12..17 6.1..4",
    "rws-roulette-360/1": "2.1 2.1.1 3.1..6 4.1 5.1 5.1.1..10 5.2",
    "mbs-sands-roulette/1": "1.1 1.1.1..6 2.1 3.1..4 3.4.1..15 3.5..7 4.1 5.1..12",
    "us-double-zero/1": "G1..5 E R1..4 P1..4 I1..5 W1..3 W3a W3b W4..14 L O",
}
"""The clause numbers, read off the documents by hand; ``1.1.1..5`` stands for 1.1.1 to 1.1.5."""
UNNUMBERED = {
    "rws-roulette-360/1": [
        *("1 Bet", "1 Colour chips", "1 Dolly", "1 Revolution", "1 Spin"),
        *("App. A", "App. B", "App. C"),
    ]
}

EASILY_MISREAD = {
    "rulebooks": ("TestAtLeastFour",),
    "rules": (
        *("TestZeroIsNotEven", "TestZeroOneThree", "TestKindsWithTheSameNumbers", "TestDoubleZeroIsNotZero"),
        *("TestOverTheMaximum", "TestUnderTheMinimumOnce", "TestIntakeAndSettlement", "TestWhoseLimit"),
        *("TestLimitsPerKind", "TestCourtesyLine", "TestStacking", "TestNoHalfLoss", "TestToOne"),
        "TestExamplesAndLists",
    ),
    "table": (
        *("TestOneTimeOnly", "TestIntakeAndSettlement", "TestWhoseLimit", "TestCourtesyLine", "TestStacking"),
        *("TestWhenAPositionCounts", "TestSnapshotMoment", "TestWithdrawals", "TestLateIncrease"),
        *("TestAtLeast", "TestVoid", "TestCallBeforeTheSpin", "TestNoCallBeforeTheRest", "TestSeveralFacts"),
        *("TestNoSpinNotCalledInTime", "TestPowerFailureAlone", "TestHowLateNoSpin", "TestDeadEnds"),
        *("TestRestAndDolly", "TestWrongCallOrDolly", "TestRulingAfterRest", "TestActingInAnotherPosition"),
        *("TestColorChipMinimum", "TestValueChipsAlike", "TestRouletteChips", "TestRoundIsolation"),
    ),
}
"""Where a reader of the five documents goes wrong: the classes of tests that say what the rules and the table do."""


def clause_numbers(ref: str) -> list[str]:
    numbers = list(UNNUMBERED.get(ref, []))
    for word in DOCUMENTS[ref].split():
        span = re.fullmatch(r"(.*?)(\d+)\.\.(\d+)", word)
        if span is None:
            numbers.append(word)
        else:
            numbers += [f"{span[1]}{n}" for n in range(int(span[2]), int(span[3]) + 1)]
    return numbers


@pytest.fixture(params=REFS)
def book(request: pytest.FixtureRequest) -> Ruleset:
    return croupier.rulebook(request.param)


def test_every_clause_of_the_document_has_an_entry_and_no_other(book: Ruleset) -> None:
    assert sorted(book.clauses) == sorted(clause_numbers(book.ref))


def test_every_rule_is_cited_by_a_value(book: Ruleset) -> None:
    rules = [number for number, entry in book.clauses.items() if entry.nature is Nature.RULE]

    assert [number for number in rules if number not in book.citations] == []


def test_every_rule_has_a_test(book: Ruleset) -> None:
    tested, _ = named_tests(book, ROOT)
    rules = [number for number, entry in book.clauses.items() if entry.nature is Nature.RULE]

    assert [number for number in rules if number not in tested] == []


def test_every_rule_has_a_case_that_keeps_it_and_one_that_breaks_it(book: Ruleset) -> None:
    tested, _ = named_tests(book, ROOT)
    rules = [number for number, entry in book.clauses.items() if entry.nature is Nature.RULE]

    assert [number for number in rules if len(tested[number]) < 2] == []


def test_every_place_that_is_easily_misread_has_its_tests() -> None:
    text = {room: "".join(path.read_text("utf-8") for path in _tests_of(room)) for room in EASILY_MISREAD}
    named = {room: set(re.findall(r"^class (Test\w+):", text[room], re.MULTILINE)) for room in EASILY_MISREAD}

    assert [one for room, classes in EASILY_MISREAD.items() for one in classes if one not in named[room]] == []


def _tests_of(room: str) -> list[Path]:
    return sorted((ROOT / "tests" / room).glob("test_*.py"))


def test_no_test_names_a_clause_that_does_not_exist(book: Ruleset) -> None:
    assert named_tests(book, ROOT)[1] == []


def test_something_acts_on_every_value_that_a_rule_is_cited_for(book: Ruleset) -> None:
    assert not_yet_enforced(book) == ()


def test_the_command_line_knows_the_same_tests(book: Ruleset) -> None:
    assert clause_tests()[book.ref] == named_tests(book, ROOT)[0]


class TestTheCheckItself:
    """A harness counts once it has caught a planted fault."""

    BOOK = croupier.rulebook("mbs-roulette/3")

    def plant(self, root: Path, source: str) -> tuple[dict[str, list[str]], list[str]]:
        file = root / "tests/clauses/test_mbs_roulette_3.py"
        file.parent.mkdir(parents=True)
        file.write_text(source, "utf-8")
        return named_tests(self.BOOK, root)

    def test_a_class_for_a_clause_that_does_not_exist_is_found(self, tmp_path: Path) -> None:
        found, strange = self.plant(tmp_path, "class TestClause_9_9__nothing:\n    def test_it(self): ...\n")

        assert (found, len(strange)) == ({}, 1)

    def test_a_class_without_a_test_counts_for_nothing(self, tmp_path: Path) -> None:
        found, strange = self.plant(tmp_path, "class TestClause_4_1__odds:\n    pass\n")

        assert (found, strange) == ({}, [])

    def test_a_class_with_a_test_counts(self, tmp_path: Path) -> None:
        found, _ = self.plant(tmp_path, "class TestClause_4_1__odds:\n    def test_it(self): ...\n")

        assert found == {"4.1": ["tests/clauses/test_mbs_roulette_3.py::TestClause_4_1__odds::test_it"]}

    def test_a_value_that_nothing_acts_on_leaves_its_clauses_open(self, monkeypatch: pytest.MonkeyPatch) -> None:
        without = {key: parts for key, parts in enforcement.ACTS_ON.items() if key != "power.failure"}
        monkeypatch.setattr(enforcement, "ACTS_ON", without)

        assert not_yet_enforced(self.BOOK) == ("5.11.1", "5.11.2")
