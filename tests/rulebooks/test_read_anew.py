"""Rulebooks read from their text: what a published one, long since in memory, no longer shows."""

import pytest

import croupier
from croupier import RulebookError
from croupier.rulebooks import text_of
from croupier.rules.clause import Basis
from croupier.rules.diff import diff
from croupier.rules.irregularities import Irregularity
from croupier.rules.lint import lint
from croupier.rules.rulebook import parse
from croupier.rules.telling import Audience
from croupier.rules.toml import DEPTH_MAX, POCKETS_MAX
from testkit.rulebooks.house import MBS_3, RWS, SANDS, own, replaced


def problems(text: str) -> list[tuple[str, str]]:
    try:
        parse(text, "house.toml")
    except RulebookError as error:
        return [(problem.code, problem.key) for problem in error.problems]
    return []


def test_a_reading_of_the_wheel_shows_its_order() -> None:
    readings = {reading.key: reading.value for reading in parse(text_of(SANDS), "house.toml").readings}

    assert sorted(readings["wheel"].split()) == sorted(croupier.rulebook(SANDS).pockets)


def test_a_box_without_a_label_is_called_by_its_numbers() -> None:
    boxes = {box.name: box.label for rail in parse(text_of(RWS), "house.toml").rails for box in rail.boxes}

    assert boxes["series-3:2-4-21"] == "4 21 2"


def test_a_price_must_be_there() -> None:
    text = replaced(text_of(MBS_3), 'word = "Straight Up"\nto_one = 35\n', 'word = "Straight Up"\n')

    assert ("missing-key", "pays.straight.to_one") in problems(text)


def test_one_clause_that_is_no_text_spoils_the_list() -> None:
    text = text_of(MBS_3)
    cited = next(line for line in text.splitlines() if 'clauses = ["' in line and text.count(line) == 1)
    wrong = cited.replace('clauses = ["', 'clauses = [7, "')

    assert [code for code, _ in problems(text.replace(cited, wrong))] == ["wrong-type"]


def test_what_was_closed_does_not_count_as_depth() -> None:
    text = text_of(MBS_3)
    deepest = "[" * DEPTH_MAX + "]" * DEPTH_MAX

    assert "too-deep" not in {code for code, _ in problems(f"first = []\nthen = {deepest}\n{text}")}
    assert "too-deep" in {code for code, _ in problems(f"first = []\nthen = [{deepest}]\n{text}")}


def test_betting_may_end_with_the_spin_where_it_can_be_closed_before() -> None:
    after = "betting_after_spin = { value = true"
    line = next(line for line in text_of(MBS_3).splitlines() if line.startswith(after))
    shut = line.replace("value = true", "value = false")

    assert not [one for one in lint(own(MBS_3, (line, shut)), "house.toml") if one.key == "round.betting_after_spin"]


def test_a_clause_knows_the_values_that_cite_it() -> None:
    assert parse(text_of(MBS_3), "house.toml").citations["5.13"] == ("wagers.late", "wagers.late_increase")


def test_whoever_may_call_no_spin_for_anything_may_call_it_for_this() -> None:
    edit = ('ball-broke = { value = "void", until', 'ball-broke = { value = "no-spin", until')

    assert "irregularities.ball-broke" not in {one.key for one in lint(own(MBS_3, edit), "house.toml")}


def test_changes_come_for_the_player_first_then_the_dealer_then_the_pit() -> None:
    audiences = [change.audience for change in diff(croupier.rulebook(MBS_3), croupier.rulebook(SANDS)).changes]

    assert audiences == sorted(audiences, key=list(Audience).index)
    assert set(audiences) == set(Audience)


def test_a_small_stake_rests_on_the_reading_of_its_rule_and_else_on_that_of_its_position() -> None:
    limits = croupier.Limits({croupier.Kind.STREET: croupier.Limit(500, 1_000)})
    rule = next(line for line in text_of(MBS_3).splitlines() if line.startswith("under_minimum = "))
    plain = parse(own(MBS_3, (rule, 'under_minimum = { value = "once-then-returned", clause = "5.15" }')), "house.toml")

    read, stated = (
        croupier.settle(rules, {"0-1-2": 100}, "1", limits=limits)[0]
        for rules in (parse(text_of(MBS_3), "house.toml"), plain)
    )

    assert (read.basis, stated.basis) == (Basis.OUR_READING, Basis.LAYOUT)


def test_a_zero_line_of_another_kind_is_a_wrong_choice() -> None:
    line = next(line for line in text_of(MBS_3).splitlines() if line.startswith("zero_line = "))
    wrong = line.replace('value = "corner"', 'value = "street"')

    assert ("wrong-choice", "zero_line.value") in problems(text_of(MBS_3).replace(line, wrong))


def test_what_the_layout_rests_on_is_read_strictly() -> None:
    text = replaced(
        text_of(MBS_3),
        '\nclauses = ["2.1"]\nbasis = "convention"\nnote = "Appendix A',
        '\nstrange = 1\nclauses = ["2.1"]\nbasis = "convention"\nnote = "Appendix A',
    )

    assert ("unknown-key", "layout.strange") in problems(text)


def test_so_many_pockets_are_read_and_no_more() -> None:
    line = next(line for line in text_of(MBS_3).splitlines() if line.startswith("order = "))

    def told(pockets: int) -> set[str]:
        text = text_of(MBS_3).replace(line, f'order = "{" ".join(map(str, range(1, pockets + 1)))}"')
        with pytest.raises(RulebookError) as caught:
            parse(text, "house.toml")
        return {problem.message for problem in caught.value.problems if "are read" in problem.message}

    assert told(POCKETS_MAX) == set()
    assert len(told(POCKETS_MAX + 1)) == 1


def test_a_reading_names_the_clause_it_reads() -> None:
    readings = {reading.key: reading for reading in parse(text_of(MBS_3), "house.toml").readings}

    assert [clause.number for clause in readings["limits.under_minimum"].clauses] == ["5.15"]


def test_a_label_that_only_ends_in_a_number_is_a_name() -> None:
    rules = parse(own(MBS_3, ('label = "1st 12"', 'label = "Lucky 12"')), "house.toml")

    assert rules.position("lucky 12").name == "dozen:1"


def test_a_position_is_cited_once() -> None:
    twice = ('positions = ["split:0-1", "split:0-2",', 'positions = ["split:0-1", "split:0-1", "split:0-2",')

    assert "duplicate-position" in {code for code, _ in problems(own(MBS_3, twice))}


def test_a_price_knows_its_kind_and_the_word_of_the_document() -> None:
    price = parse(text_of(MBS_3), "house.toml").prices[croupier.Kind.STRAIGHT]

    assert (price.kind, price.word) == (croupier.Kind.STRAIGHT, "Straight Up")
    assert isinstance(price.kind, croupier.Kind)


def test_one_irregularity_that_is_missing_hides_no_other() -> None:
    text = text_of(MBS_3)
    first = next(line for line in text.splitlines() if line.startswith(f"{next(iter(Irregularity))} = "))

    assert problems(text.replace(f"{first}\n", "")) == [("missing-key", f"irregularities.{next(iter(Irregularity))}")]


def test_a_box_of_no_known_kind_is_one_problem() -> None:
    text = own(MBS_3, ('position = "dozen:1", label', 'position = "dizzy:1", label'))

    assert [code for code, _ in problems(text)] == ["wrong-choice"]
