"""What changed between two rulebooks, told as behavior: nothing that moves money may be missed."""

import pytest

import croupier
from croupier import Ruleset
from croupier.rulebooks import REFS, text_of
from croupier.rules.clause import Clause
from croupier.rules.diff import Difference, Fate, Side, diff
from croupier.rules.rulebook import parse
from croupier.rules.telling import Audience

V2, V3, US = (croupier.rulebook(ref) for ref in ("mbs-roulette/2", "mbs-roulette/3", "us-double-zero/1"))


def changed(*edits: tuple[str, str]) -> Ruleset:
    text = text_of("mbs-roulette/3")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return parse(text, "house.toml")


def keys(found: Difference) -> set[str]:
    return {change.key for change in found.changes}


@pytest.mark.parametrize("ref", REFS)
def test_a_rulebook_does_not_differ_from_itself(ref: str) -> None:
    found = diff(croupier.rulebook(ref), croupier.rulebook(ref))

    assert (found.changes, found.newly_stated) == ((), ())
    assert {one.fate for one in found.clauses} == {Fate.SAME}


class TestWhatMovesMoney:
    def test_swapped_boxes_are_told(self) -> None:
        swapped = changed(('"2..36/2"', '"x"'), ('"1..35/2"', '"2..36/2"'), ('"x"', '"1..35/2"'))

        assert keys(diff(V3, swapped)) == {"positions.even", "positions.odd"}

    def test_a_shorter_dozen_is_told(self) -> None:
        assert keys(diff(V3, changed(('"13..24"', '"13..23"')))) == {"positions.dozen:2"}

    def test_exchanged_colors_are_told(self) -> None:
        exchanged = changed(('value = "1 3 5', 'value = "2 3 5'), ('value = "2 4 6', 'value = "1 4 6'))

        assert keys(diff(V3, exchanged)) == {"positions.red", "positions.black"}

    def test_a_price_is_told(self) -> None:
        assert keys(diff(V3, changed(("to_one = 35", "to_one = 34")))) == {"pays.straight"}

    def test_limits_and_pockets_are_told(self) -> None:
        found = {change.key: change for change in diff(V3, US).changes}
        assert found["limits.amounts.straight"].before is None
        assert found["limits.amounts.column"].after == Side("column takes 500 to 1000.", (Clause(US.ref, "L"),))
        wheels = found["wheel.order"]
        assert wheels.before is not None
        assert wheels.after is not None
        assert wheels.before.says == "The wheel has 37 pockets: 0, 1 to 36."
        assert wheels.after.says == "The wheel has 38 pockets: 00, 0, 1 to 36."


class TestTwoEditionsOfOneGame:
    FOUND = diff(V2, V3)

    def test_each_reader_has_something_to_learn(self) -> None:
        assert {change.audience for change in self.FOUND.changes} == set(Audience)

    def test_it_tells_what_a_player_a_dealer_and_the_pit_must_know(self) -> None:
        told = keys(self.FOUND)

        assert {"limits.under_minimum", "limits.over_maximum", "wagers.placed_by_staff"} <= told
        assert {"no_spin.callers.dealer", "no_spin.suspicion"} <= told
        assert {"closing.before_spin", "wagers.unclear", "power.failure", "rulings.unlisted_by"} <= told

    def test_what_version_3_only_says_aloud_is_no_change(self) -> None:
        stated = {change.key for change in self.FOUND.newly_stated}

        assert {"settlement.position_fixed", "settlement.only_zero_bets_win", "positions.split:0-1"} <= stated
        assert not stated & keys(self.FOUND)

    def test_going_back_takes_nothing_from_zero(self) -> None:
        assert "settlement.only_zero_bets_win" not in keys(diff(V3, V2))

    def test_moved_clauses_are_followed(self) -> None:
        fates = {(one.before, one.after): one.fate for one in self.FOUND.clauses}

        assert fates["3.5", "3.6"] is Fate.MOVED
        assert fates["5.11", "5.13"] is Fate.CHANGED
        assert fates[None, "5.16"] is Fate.ADDED
        assert fates["5.1", "5.1"] is Fate.SAME


def test_positions_of_one_ruleset_alone_are_told_by_their_own_clauses() -> None:
    found = {change.key: change for change in diff(V2, US).changes}

    after = found["positions.street"].after
    assert after is not None
    assert [clause.number for clause in after.clauses] == ["W3a", "W3b"]
    assert "street:00-0-2" in after.says
