"""Values of the wrong sort, handed to the library: a clear error of our own tree, never another."""

import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.rulebooks import text_of
from croupier.rules import lint as linting
from croupier.rules.enforcement import acting_parts
from croupier.rules.felt import DrawingError, draw
from croupier.rules.lint import lint
from croupier.rules.rulebook import parse
from croupier.rules.zones import Placement, Point, Rect

V3 = croupier.rulebook("mbs-roulette/3")
HUGE = 10**5000


@pytest.mark.parametrize(
    "stake", [HUGE, Fraction(HUGE), [HUGE], None, b"5", float("nan")], ids=lambda value: type(value).__name__
)
def test_a_stake_that_is_no_stake_is_refused(stake: Any) -> None:
    with pytest.raises(croupier.StakeError, match="17: a stake is"):
        croupier.settle(V3, {"17": stake}, "17")


@pytest.mark.parametrize("stakes", ["17=5", [17], [("17", 5, 5)], [None]], ids=repr)
def test_stakes_that_are_no_pairs_are_refused(stakes: Any) -> None:
    with pytest.raises(croupier.StakeError, match="stakes are pairs"):
        croupier.settle(V3, stakes, "17")


@pytest.mark.parametrize("pocket", [HUGE, 0, None, ["0"], "00", "07", "٣"], ids=lambda value: type(value).__name__)
def test_an_outcome_that_is_no_pocket_is_refused(pocket: Any) -> None:
    with pytest.raises(croupier.UnknownPocketError, match="has no pocket"):
        croupier.settle(V3, {"17": 5}, pocket)


@pytest.mark.parametrize("number", [HUGE, 4.1, None, ["a"], "9.9"], ids=lambda value: type(value).__name__)
def test_a_clause_that_is_not_there_is_refused(number: Any) -> None:
    with pytest.raises(croupier.UnknownClauseError, match="has no clause"):
        V3.clause(number)


def test_no_stakes_have_no_edge() -> None:
    nothing = croupier.odds(V3, {})

    assert (nothing.total, nothing.edge, nothing.distribution) == (0, Fraction(0), ((0, Fraction(1)),))


def test_a_felt_needs_a_zero() -> None:
    with pytest.raises(DrawingError, match="no zero is drawn"):
        draw("1 2 3\n4 5 6")


def test_a_zero_too_narrow_for_a_chip_is_found() -> None:
    text = text_of("us-double-zero/1")
    wide = "\n".join(" ".join(str(n) for n in (a, a + 1, a + 2) for _ in range(6)) for a in range(1, 37, 3))
    start, end = text.index('felt = """') + len('felt = """\n'), text.index('"""\n\nzero_line')
    narrow = text[:start] + " ".join(["0", *["00"] * 17]) + "\n" + wide + "\n" + text[end:]

    assert "felt-too-tight" in {problem.code for problem in lint(narrow, "narrow.toml")}


def test_two_rulesets_stand_side_by_side() -> None:
    rows = {row.kind: row.each for row in croupier.side_by_side([V3, croupier.rulebook("us-double-zero/1")])}

    single, double = rows[croupier.Kind.STRAIGHT]
    assert single is not None
    assert double is not None
    assert (single.edge, double.edge) == (Fraction(1, 37), Fraction(1, 19))
    assert rows[croupier.Kind.FIRST_FIVE][0] is None
    assert single.sd == pytest.approx(5.8378, abs=1e-4)
    assert croupier.odds(V3, {"17": 100}).sd == pytest.approx(583.78, abs=1e-2)


@pytest.mark.parametrize(("least", "most"), [(-1, 5), (6, 5), (0, 0), (0, 5)])
def test_a_limit_that_no_stake_fits_is_refused(least: int, most: int) -> None:
    with pytest.raises(croupier.LimitsError, match=f"not {least} and {most}"):
        croupier.Limit(least, most)


@pytest.mark.parametrize("words", [17, None, V3.position("17")], ids=lambda value: type(value).__name__)
def test_a_position_that_is_no_text_is_refused(words: Any) -> None:
    with pytest.raises(croupier.UnknownPositionError, match="written as text"):
        croupier.settle(V3, {words: 5}, "17")


def test_stakes_that_are_nothing_are_refused() -> None:
    nothing: Any = None
    with pytest.raises(croupier.StakeError, match="stakes are pairs"):
        croupier.settle(V3, nothing, "17")


def test_a_path_object_is_a_path(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(text_of("mbs-roulette/3"), "utf-8")

    assert croupier.rulebook(tmp_path / "house.toml") == V3


def test_a_pipe_is_no_rulebook(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")

    with pytest.raises(croupier.RulebookError, match="it is a pipe"):
        croupier.rulebook(tmp_path / "pipe.toml")


def test_a_clause_may_be_named_as_it_is_printed() -> None:
    assert V3.clause("§5.16") == V3.clause("5.16")


def test_a_settlement_says_whether_a_reading_decided_it() -> None:
    limits = croupier.Limits({croupier.Kind.STRAIGHT: croupier.Limit(100, 1000)})

    (over,) = croupier.settle(V3, {"17": 1500}, "17", limits=limits)
    (plain,) = croupier.settle(V3, {"17": 500}, "17", limits=limits)
    (trio,) = croupier.settle(croupier.rulebook("mbs-roulette/2"), {"0/1/2": 100}, "0")

    assert (over.basis, plain.basis, trio.basis) == (croupier.Basis.OUR_READING, None, croupier.Basis.OUR_READING)


def test_odds_note_stakes_of_which_the_document_says_nothing() -> None:
    found = croupier.odds(croupier.rulebook("us-double-zero/1"), {"17": 5, "red": 1000})

    assert len(found.notes) == 1
    assert "below the minimum of 100 (§L)" in found.notes[0]


@pytest.mark.parametrize(("text", "code"), [("title = '\ud800'", "not-toml"), ("#" * 70_000, "too-large")])
def test_a_text_that_is_no_rulebook_is_refused(text: str, code: str) -> None:
    with pytest.raises(croupier.RulebookError) as caught:
        parse(text, "text")

    assert [problem.code for problem in caught.value.problems] == [code]


def test_nothing_acts_on_a_key_that_no_rulebook_has() -> None:
    assert acting_parts("weather.wind") == ()


def test_a_felt_without_odd_and_even_is_no_doubt() -> None:
    text = text_of("mbs-roulette/3")
    for kind, box in (("odd", '"Odd", covers = "1..35/2"'), ("even", '"Even", covers = "2..36/2"')):
        text = text.replace(f'  {{ position = "{kind}", label = {box} }},\n', "")
        start = text.index(f"[pays.{kind}]")
        text = text[:start] + text[text.index("\n\n", start) + 2 :]

    assert {problem.code for problem in lint(text, "house.toml")} <= {"clause-unused"}


class TestShown:
    """A message shows the beginning of what was wrong, and never all of a long text."""

    def test_a_value_is_shown_up_to_forty_characters(self) -> None:
        with pytest.raises(croupier.StakeError) as caught:
            croupier.settle(V3, [("x" * 100)], "17")  # type: ignore[list-item]
        assert "'" + "x" * 39 in str(caught.value)
        assert "x" * 40 not in str(caught.value)

    def test_a_key_is_shown_up_to_forty_characters(self) -> None:
        with pytest.raises(croupier.RulebookError) as caught:
            parse(f"{'k' * 100} = 1\n" + text_of("mbs-roulette/3"), "house.toml")
        assert [problem.key for problem in caught.value.problems] == ["k" * 40]


@pytest.mark.parametrize("side", range(4))
def test_a_chip_on_the_rim_of_its_zone_has_no_room(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rect = Rect(Fraction(0), Fraction(0), Fraction(2), Fraction(2))
    rims = [Point(rect.x0, Fraction(1)), Point(rect.x1, Fraction(1)), Point(Fraction(1), rect.y0)]
    spots = [Placement("straight:17", "straight:17", [*rims, Point(Fraction(1), rect.y1)][side], rect)]
    monkeypatch.setattr(linting, "placements", lambda _: spots)
    assert [problem.code for problem in lint(text_of("mbs-roulette/3"), "house.toml")] == ["felt-too-tight"]
