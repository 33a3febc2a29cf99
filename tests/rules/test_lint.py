"""The linter finds what a house gets wrong in its own rulebook, and nothing in the published ones."""

import re
from functools import cache
from pathlib import Path
from typing import ClassVar

import pytest

from croupier.rulebooks import REFS, text_of
from croupier.rules.clause import Cited
from croupier.rules.errors import Problem
from croupier.rules.lint import lint
from croupier.rules.telling import tell
from testkit.cli import command
from testkit.rulebooks import house
from testkit.rulebooks.house import MBS_3, RWS, SANDS, US, own

Edits = tuple[tuple[str, str], ...]

STRAIGHT = 'word = "Straight Up"\nto_one = 35\n'
CORNER = 'word = "Corner"\nto_one = 8\n'
LOW = '{ position = "low", label = "1-18", covers = "1..18" }'


@cache
def found(text: str) -> tuple[Problem, ...]:
    return lint(text, "house.toml")


def codes(text: str) -> set[str]:
    return {problem.code for problem in found(text)}


def only(text: str) -> Problem:
    """The one thing the linter finds."""
    (problem,) = found(text)
    return problem


def status(text: str, folder: Path) -> int:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return command.run("rules", "lint", str(path)).status


class TestPublished:
    @pytest.mark.parametrize("ref", REFS)
    def test_a_published_rulebook_raises_no_doubt(self, ref: str) -> None:
        done = command.run("rules", "lint", ref)

        assert (done.status, done.out, done.err) == (0, f"{ref}: nothing found\n", "")

    @pytest.mark.parametrize("ref", REFS)
    def test_a_house_that_copies_one_starts_without_doubts(self, ref: str, tmp_path: Path) -> None:
        assert found(own(ref)) == ()
        assert status(own(ref), tmp_path) == 0


PLANTED: dict[str, tuple[str, str, Edits, str, str]] = {
    "a price without a clause": (
        "uncited",
        MBS_3,
        ((f'{STRAIGHT}placed = ["3.4.1"]\nclauses = ["4.1"]', f'{STRAIGHT}placed = ["3.4.1"]'),),
        "pays.straight",
        "names no clause",
    ),
    "a cited position that does not fit the felt": (
        "position-not-on-felt",
        MBS_3,
        (('["corner:0-1-2-3"]', '["corner:0-1-2-3", "split:0-36"]'),),
        "citations[3].positions",
        "split:0-36 does not fit the felt",
    ),
    "a courtesy line of a bet that does not fit the felt": (
        "position-not-on-felt",
        US,
        (('position = "split:00-0"', 'position = "split:00-36"'),),
        "courtesy.position",
        "split:00-36 does not fit the felt",
    ),
    "a courtesy line between boxes that are no neighbors": (
        "position-not-on-felt",
        US,
        (('between = ["dozen:2", "dozen:3"]', 'between = ["dozen:3", "red"]'),),
        "courtesy.between",
        "dozen:3 and red are not neighbors",
    ),
    'a price that counts the stake, "for 1"': (
        "for-one",
        MBS_3,
        ((STRAIGHT, STRAIGHT.replace("35", "36")),),
        "pays.straight.to_one",
        'looks like "for 1": 35 to 1 gives the edge 1/37',
    ),
    "an even chance at two for one": (
        "for-one",
        US,
        (('word = "Red"\nto_one = 1', 'word = "Red"\nto_one = 2'),),
        "pays.red.to_one",
        'looks like "for 1": 1 to 1 gives the edge 1/19',
    ),
    "an edge that stands out from its neighbors": (
        "edge-stands-out",
        MBS_3,
        ((CORNER, CORNER.replace("8", "7")),),
        "pays.corner.to_one",
        'an edge of 5/37 where most kinds have 1/37; if it is meant, state edge = "5/37"',
    ),
    "an edge that favors the player": (
        "edge-favors-player",
        MBS_3,
        ((CORNER, CORNER.replace("8", "10")),),
        "pays.corner.to_one",
        "the player gains 7/37 of each stake",
    ),
    "an edge that does not come out as stated": (
        "edge-not-as-stated",
        US,
        (('edge = "3/38"', 'edge = "1/19"'),),
        "pays.first-five.edge",
        "comes out as 3/38, not 1/19",
    ),
    "an edge left unstated that stands out": (
        "edge-stands-out",
        US,
        (('edge = "3/38"\n', ""),),
        "pays.first-five.to_one",
        "an edge of 3/38 where most kinds have 1/19",
    ),
    "a number missing from the dozens": (
        "number-missing",
        MBS_3,
        (('covers = "1..12"', 'covers = "1..11"'),),
        "rails",
        "no box of the dozens covers 12",
    ),
    "a number in two dozens": (
        "number-twice",
        MBS_3,
        (('covers = "13..24"', 'covers = "12..24"'),),
        "rails",
        "more than one box of the dozens covers 12",
    ),
    "a rule that nothing cites": (
        "clause-unused",
        MBS_3,
        (("[clauses]\n", '[clauses]\n"9.9" = { nature = "rule", summary = "Tips are shared." }\n'),),
        'clauses."9.9"',
        "a rule that no value of the file cites",
    ),
    "a label that promises another price": (
        "label",
        MBS_3,
        (('"column:2", label = "2 to 1"', '"column:2", label = "3 to 1"'),),
        "rails",
        "column:2 is labeled '3 to 1' but pays 2 to 1",
    ),
    "a label with the name of another box": (
        "label",
        MBS_3,
        (('label = "Black"', 'label = "Red"'),),
        "rails",
        "black is labeled 'Red' but is the box of black",
    ),
    "a label with numbers that the box does not cover": (
        "label",
        MBS_3,
        (('label = "19-36"', 'label = "1 to 36"'),),
        "rails",
        "high is labeled '1 to 36' but covers numbers from 19 to 36",
    ),
    "a label with a digit that is no number": (
        "label",
        MBS_3,
        (('"column:2", label = "2 to 1"', '"column:2", label = "² to 1"'),),
        "rails",
        "column:2 is labeled '² to 1'",
    ),
    "a cited clause that the document has not": (
        "unknown-clause",
        MBS_3,
        (('acting = { value = true, clause = "6.3" }', 'acting = { value = true, clauses = ["6.3", "6.9"] }'),),
        "roles.acting.clauses",
        "cites '6.9', which [clauses] does not list",
    ),
    "a price for a kind that the felt has not": (
        "price-without-position",
        MBS_3,
        (
            (
                "[pays.split]",
                '[pays.green]\nword = "Green"\nto_one = 35\nplaced = ["3.4.1"]\nclauses = ["4.1"]\n\n[pays.split]',
            ),
        ),
        "pays.green",
        "prices green, of which the felt has no position",
    ),
}


@pytest.mark.parametrize(("code", "ref", "edits", "key", "words"), PLANTED.values(), ids=PLANTED)
def test_a_planted_doubt_is_found_and_nothing_else(code: str, ref: str, edits: Edits, key: str, words: str) -> None:
    text = own(ref, *edits)

    problem = only(text)

    assert (problem.code, problem.key, problem.malformed) == (code, key, False)
    assert words in problem.message


class TestKindsAndPrices:
    def test_a_kind_without_a_price_is_found(self, tmp_path: Path) -> None:
        text = house.cut(own(MBS_3), "[pays.split]", "[pays.street]")

        problem = next(one for one in found(text) if one.code == "kind-without-price")

        assert problem.key == "pays.split"
        assert "add [pays.split]" in problem.message
        assert codes(text) == {"kind-without-price"}
        assert status(text, tmp_path) == 1

    def test_a_price_stated_for_one_is_found(self, tmp_path: Path) -> None:
        text = own(MBS_3, (STRAIGHT, STRAIGHT.replace("to_one = 35", "for_one = 36")))

        problem = next(one for one in found(text) if one.code == "for-one")

        assert problem.key == "pays.straight.for_one"
        assert "give to_one, the winnings alone: one less" in problem.message
        assert status(text, tmp_path) == 1

    def test_columns_that_do_not_end_in_a_box_each_are_found(self, tmp_path: Path) -> None:
        box = '  { position = "column:3", label = "2 to 1", covers = "3..36/3" },\n'
        text = own(MBS_3, (box, ""))

        assert "position-not-on-felt" in codes(text)
        assert any("2 boxes for 3 columns" in problem.message for problem in found(text))
        assert status(text, tmp_path) == 1


class TestOutsideBets:
    @pytest.mark.parametrize(
        ("edits", "expected"),
        [
            ((('covers = "1..34/3"', 'covers = "4..34/3"'),), "no box of the columns covers 1"),
            ((('covers = "2..35/3"', 'covers = "2..35/3 1"'),), "more than one box of the columns covers 1"),
            ((('covers = "2..36/2"', 'covers = "2..34/2"'),), "no box of the odd and even covers 36"),
            (((LOW, LOW.replace("1..18", "1..17")),), "no box of the low and high covers 18"),
            (((LOW, LOW.replace("1..18", "1..19")),), "more than one box of the low and high covers 19"),
        ],
    )
    def test_a_number_missing_or_twice_is_found(self, edits: Edits, expected: str, tmp_path: Path) -> None:
        text = own(MBS_3, *edits)

        assert expected in {problem.message for problem in found(text)}
        assert status(text, tmp_path) == 1

    def test_a_column_that_is_not_what_the_felt_has_in_line_is_found(self) -> None:
        text = own(
            MBS_3, ('covers = "1..34/3"', 'covers = "2 4..34/3"'), ('covers = "2..35/3"', 'covers = "1 5..35/3"')
        )

        assert codes(text) == {"column-off-felt"}
        assert {problem.message for problem in found(text)} == {
            "column:1 and the felt's column differ in 1-2",
            "column:2 and the felt's column differ in 1-2",
        }

    def test_odd_and_even_swapped_are_found(self, tmp_path: Path) -> None:
        text = own(
            MBS_3,
            ('label = "Even", covers = "2..36/2"', 'label = "Even", covers = "1..35/2"'),
            ('label = "Odd", covers = "1..35/2"', 'label = "Odd", covers = "2..36/2"'),
        )

        assert [problem.code for problem in found(text)] == ["odd-even", "odd-even"]
        assert status(text, tmp_path) == 1

    def test_one_odd_number_among_the_even_is_found(self) -> None:
        text = own(
            MBS_3, ('covers = "2..36/2"', 'covers = "2..34/2 35"'), ('covers = "1..35/2"', 'covers = "1..33/2 36"')
        )

        assert {problem.message for problem in found(text)} == {
            "odd covers 36, which is not odd",
            "even covers 35, which is not even",
        }

    @pytest.mark.parametrize(
        ("ref", "old", "new"),
        [
            (US, 'label = "1 to 18", covers = "1..18"', 'label = "1 to 18", covers = "0 1..18"'),
            (US, 'covers = "2..36/2"', 'covers = "00 0 2..36/2"'),
            (SANDS, 'covers = "1..12"', 'covers = "S 1..12"'),
            (RWS, 'covers = "3..36/3"', 'covers = "0 3..36/3"'),
        ],
    )
    def test_a_zero_in_an_outside_bet_is_found(self, ref: str, old: str, new: str, tmp_path: Path) -> None:
        text = own(ref, (old, new))

        assert "zero-outside" in codes(text)
        assert status(text, tmp_path) == 1


class TestColors:
    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('green = { value = "0"', 'green = { value = "0 36"', "36 has more than one color; every pocket has one"),
            ("30 32 34 36", "30 32 34", "36 has no color; every pocket has one"),
            ("29 31 33 35", "29 31 33 35 36", "36 has more than one color; every pocket has one"),
        ],
    )
    def test_colors_that_do_not_partition_the_wheel_are_found(
        self, old: str, new: str, message: str, tmp_path: Path
    ) -> None:
        text = own(MBS_3, (old, new))

        assert message in {problem.message for problem in found(text) if problem.code == "colors"}
        assert status(text, tmp_path) == 1


DAMAGED = (
    ("series-3:25-17-34", "series-3:26-17-34"),
    ("series-3:33-1-20", "series-3:33-1-30"),
    ("series-3:7-28-12", "series-3:7-28-13"),
    ("series-6:32-15-19-4-21-2", "series-6:28-15-19-4-21-2"),
    ("series-6:5-24-16-33-1-20", "series-6:5-24-16-33-1-30"),
    ("series-6:7-28-12-35-3-26", "series-6:7-28-13-35-3-26"),
)
"""The misprints of the copy that survived: 26 for 25, 30 for 20 twice, 13 for 12 twice, 28 for 32."""

LOST = ('  { position = "series-3:6-27-13" },\n', '  { position = "series-3:35-3-26" },\n')
"""And the two boxes that it lost."""


class TestSeries:
    def test_the_boxes_as_the_damaged_copy_prints_them_are_found(self, tmp_path: Path) -> None:
        text = own(RWS, *DAMAGED, *((box, "") for box in LOST))

        messages = {problem.message for problem in found(text) if problem.code == "series"}

        assert "the boxes of the small series repeat 30 and lack 3-6-12-20-25-27-35" in messages
        assert "the boxes of the large series repeat 13-28-30 and lack 12-20-32" in messages
        assert status(text, tmp_path) == 1

    @pytest.mark.parametrize(("box", "misprint"), DAMAGED)
    def test_each_misprint_alone_is_found(self, box: str, misprint: str) -> None:
        text = own(RWS, (f'"{box}"', f'"{misprint}"'))

        name, _, _ = misprint.partition(":")
        messages = [problem.message for problem in found(text) if problem.code == "series"]
        assert any("repeat" in message and "lack" in message for message in messages)
        assert any(message.startswith(name) and "side by side" in message for message in messages)

    @pytest.mark.parametrize("box", LOST)
    def test_each_lost_box_alone_is_found(self, box: str) -> None:
        text = own(RWS, (box, ""))

        labels = "-".join(sorted(box.partition(":")[2].partition('"')[0].split("-"), key=int))
        assert f"the boxes of the small series repeat nothing and lack {labels}" in {p.message for p in found(text)}

    def test_boxes_that_trade_a_pocket_are_not_side_by_side(self) -> None:
        text = own(
            RWS,
            ('"series-3:36-11-30"', '"series-3:36-11-8"'),
            ('"series-3:8-23-10"', '"series-3:30-23-10"'),
            ('"series-3:11-30-36", "series-3:8-10-23", ', ""),
        )

        assert {problem.message for problem in found(text) if problem.code == "series"} == {
            "series-3:8-11-36 does not lie side by side on the wheel",
            "series-3:10-23-30 does not lie side by side on the wheel",
        }


class TestFelt:
    def test_numbers_drawn_out_of_order_are_found(self) -> None:
        text = own(MBS_3, (" 4  5  6\n 7  8  9\n", " 4  6  5\n 7  8  9\n"))

        assert {"felt-order", "column-off-felt"} == codes(text)
        assert "row 2 has 6 where 5 is expected" in {problem.message for problem in found(text)}

    def test_a_number_left_off_the_wheel_by_nobody_but_the_felt_is_found(self, tmp_path: Path) -> None:
        text = own(MBS_3, ("34 35 36\n", ""))

        messages = {problem.message for problem in found(text) if problem.code == "pocket-not-drawn"}
        assert messages == {"does not draw 34, which is on the wheel"}
        assert status(text, tmp_path) == 1

    def test_boxes_on_the_same_cloth_are_found(self) -> None:
        price = '[pays.green]\nword = "Green"\nto_one = 35\nplaced = ["3.4.1"]\nclauses = ["4.1"]\n\n'
        rail = '[[rails]]\nbeside = "end"\nboxes = [{ position = "green", covers = "green" }]\n\n'
        text = own(MBS_3, ("[pays.straight]", f"{rail}{price}[pays.straight]"))

        assert {"felt-too-tight", "position-not-on-felt"} == codes(text)
        assert {one.key for one in lint(text, "house.toml") if one.code == "felt-too-tight"} == {"felt"}

    def test_a_box_without_room_for_a_chip_is_found(self) -> None:
        text = own(
            US,
            ('covers = "1..12" }', 'covers = "1..12", share = 1000 }'),
            ('covers = "25..36" }', 'covers = "25..36", share = 1000 }'),
        )

        assert codes(text) == {"felt-too-tight"}
        assert "dozen:2 has no room for a chip" in only(text).message


BY = 'before_spin_by = { value = "pit-manager", clause = "6.1" }\n'
UNCLEAR_BY = 'unclear_by = { value = "pit-supervisor", clause = "3.9" }\n'
OUR = 'basis = "our-reading", note = "Ours."'

CONTRADICTIONS: dict[str, tuple[str, Edits, str, str]] = {
    "closing before the spin by nobody": (MBS_3, ((BY, ""),), "closing.before_spin_by", "is missing"),
    "closing before the spin by someone, never": (
        MBS_3,
        (('before_spin = { value = "authorized"', 'before_spin = { value = "never"'),),
        "closing.before_spin_by",
        "does not call for it",
    ),
    "a ruling on unclear wagers by nobody": (MBS_3, ((UNCLEAR_BY, ""),), "wagers.unclear_by", "is missing"),
    "no ruling on unclear wagers by someone": (
        MBS_3,
        (('unclear = { value = "ruling"', 'unclear = { value = "players-risk"'),),
        "wagers.unclear_by",
        "does not call for it",
    ),
    "withdrawals referred to nobody": (
        US,
        (("withdrawal_to = {", "# {"),),
        "wagers.withdrawal_to",
        "is missing",
    ),
    "withdrawals that stand, referred to someone": (
        US,
        (('withdrawal = { value = "referred"', 'withdrawal = { value = "stands"'),),
        "wagers.withdrawal_to",
        "does not call for it",
    ),
    "chips back on the table approved by nobody": (
        US,
        (('off_table_by = { value = "floor-manager", clause = "G2" }\n', ""),),
        "chips.off_table_by",
        "is missing",
    ),
    "chips off the table approved by someone, never": (
        US,
        (
            (
                'off_table = { value = "approval-to-use", clause = "G2" }',
                f'off_table = {{ value = "unaddressed", {OUR} }}',
            ),
        ),
        "chips.off_table_by",
        "does not call for it",
    ),
    "color chips of a usual value that is not stated": (
        US,
        (
            (
                next(line for line in text_of(US).splitlines(keepends=True) if line.startswith("color_value_default")),
                "",
            ),
        ),
        "chips.color_value_default",
        "is missing",
    ),
    "color chips of the player's value and of a usual one": (
        US,
        (('color_value = { value = "default"', 'color_value = { value = "player-sets"'),),
        "chips.color_value_default",
        "does not call for it",
    ),
    "a role that decides but is not on the ladder": (
        MBS_3,
        (('unlisted_by = { value = "shift-manager"', 'unlisted_by = { value = "floor-manager"'),),
        "rulings.unlisted_by",
        "names floor-manager, which roles.ladder does not know",
    ),
    "a role that places wagers but is not on the ladder": (
        MBS_3,
        (('placed_by_staff = { value = ["dealer",', 'placed_by_staff = { value = ["floor-manager",'),),
        "wagers.placed_by_staff",
        "names floor-manager",
    ),
    "a role that calls no spin but is not on the ladder": (
        MBS_3,
        (('pit-manager = { value = [], clause = "5.12" }', 'floor-manager = { value = [], clause = "5.12" }'),),
        "no_spin.callers.floor-manager",
        "names floor-manager",
    ),
    "a role twice on the ladder": (
        US,
        (
            (
                'ladder = { value = ["dealer", "floor-manager"]',
                'ladder = { value = ["dealer", "floor-manager", "dealer"]',
            ),
        ),
        "roles.ladder",
        "lists a role twice",
    ),
    "a player on the ladder": (
        US,
        (('ladder = { value = ["dealer",', 'ladder = { value = ["player", "dealer",'),),
        "roles.ladder",
        "lists player, which is no position",
    ),
    "a ladder without a dealer": (
        US,
        (('ladder = { value = ["dealer", "floor-manager"]', 'ladder = { value = ["pit-manager", "floor-manager"]'),),
        "roles.ladder",
        "does not list dealer",
    ),
    "no spin that may never be called, by someone": (
        MBS_3,
        (('until = { value = "outcome-declared"', 'until = { value = "never"'),),
        "no_spin.until",
        "names who may call",
    ),
    "no spin that may be called, by nobody": (
        RWS,
        (('until = { value = "never"', 'until = { value = "outcome-declared"'),),
        "no_spin.callers",
        "names nobody",
    ),
    "suspicion enough for a call that nobody makes": (
        RWS,
        (("suspicion = { value = false", "suspicion = { value = true"),),
        "no_spin.suspicion",
        "nobody may call",
    ),
    "a power failure decided by a call that nobody makes": (
        RWS,
        (('failure = { value = "unaddressed"', 'failure = { value = "no-spin-decides"'),),
        "power.failure",
        "nobody may call it",
    ),
    "an irregularity for which nobody may call": (
        US,
        (('value = ["same-direction", "not-spun", ', 'value = ["same-direction", '),),
        "irregularities.not-spun",
        "nobody may call it for that",
    ),
    "a hanging ball for which nobody may call": (
        US,
        (('floor-manager = { value = ["ball-hangs"]', 'floor-manager = { value = ["foreign-object"]'),),
        "irregularities.ball-hangs",
        "nobody may call it for that",
    ),
    "an outcome by the dolly, without a dolly": (
        RWS,
        (("dolly = { value = true", "dolly = { value = false"),),
        "outcome.dolly",
        "is not used",
    ),
    "a call that closes nothing": (
        MBS_3,
        (("call_closes = { value = true", "call_closes = { value = false"),),
        "closing.call_closes",
        "would never close",
    ),
    "more revolutions than a ball makes": (
        MBS_3,
        (("revolutions_min = { value = 4", "revolutions_min = { value = 11"),),
        "spin.revolutions_min",
        "asks for 11 revolutions",
    ),
    "no betting after the spin, and no call before it": (
        US,
        (("betting_after_spin = { value = true", "betting_after_spin = { value = false"),),
        "round.betting_after_spin",
        "comes after the spin",
    ),
    "stated limits that are not there": (
        MBS_3,
        (('source = { value = "displayed"', 'source = { value = "stated"'),),
        "limits.amounts",
        "is missing",
    ),
    "limits that the document does not state": (
        US,
        (('source = { value = "stated"', 'source = { value = "displayed"'),),
        "limits.amounts",
        "states none",
    ),
    "limits of a kind that the felt has not": (
        US,
        (
            (
                "[limits.amounts.straight]",
                '[limits.amounts.green]\nmin = 1\nmax = 2\nclause = "L"\n\n[limits.amounts.straight]',
            ),
        ),
        "limits.amounts.green",
        "the felt does not have",
    ),
    "limits of all kinds but one": (
        US,
        (('[limits.amounts.straight]\nmin = 100\nmax = 1000\nclause = "L"\n', ""),),
        "limits.amounts.straight",
        "the other kinds have limits",
    ),
    "a clause on a zero that the wheel has not": (
        MBS_3,
        (('only_zero_bets_win = { value = "0"', 'only_zero_bets_win = { value = "0 00"'),),
        "settlement.only_zero_bets_win",
        "names 00, which the wheel does not have",
    ),
    "a clause on zero against a box that covers it": (
        MBS_3,
        (('covers = "1..12"', 'covers = "0 1..12"'),),
        "settlement.only_zero_bets_win",
        "makes dozen:1 lose on a pocket that it covers",
    ),
}


@pytest.mark.parametrize(("ref", "edits", "key", "words"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_contradiction_in_procedure_is_found(ref: str, edits: Edits, key: str, words: str) -> None:
    text = own(ref, *edits)

    contradictions = [problem for problem in found(text) if problem.code == "contradiction"]

    assert [problem.key for problem in contradictions].count(key) == 1
    assert any(problem.key == key and words in problem.message for problem in contradictions)
    assert not any(problem.malformed for problem in contradictions)


EDITED = [
    *((ref, edits) for _, ref, edits, _, _ in PLANTED.values()),
    *((one[0], one[1]) for one in CONTRADICTIONS.values()),
]


@pytest.mark.parametrize(("ref", "edits"), EDITED, ids=[*PLANTED, *CONTRADICTIONS])
def test_whatever_is_doubted_decides_the_status(ref: str, edits: Edits, tmp_path: Path) -> None:
    assert status(own(ref, *edits), tmp_path) == 1


class TestRef:
    def test_the_ref_of_a_published_edition_with_other_content_is_found(self, tmp_path: Path) -> None:
        text = house.replaced(text_of(MBS_3), CORNER, CORNER.replace("8", "7"))
        path = tmp_path / "house.toml"
        path.write_text(text, encoding="utf-8")

        done = command.run("rules", "lint", str(path))

        assert done.status == 1
        assert "ref-taken" in done.out
        assert "give your rulebook a ref of its own" in done.out

    def test_a_published_edition_in_a_file_is_itself(self, tmp_path: Path) -> None:
        assert status(text_of(MBS_3), tmp_path) == 0
        assert status(house.replaced(text_of(MBS_3), "[spin]", "# As we play it.\n[spin]"), tmp_path) == 0


class TestReport:
    def test_the_worst_file_decides_the_status(self, tmp_path: Path) -> None:
        for name, text in (
            ("clean", own(MBS_3)),
            ("doubtful", own(MBS_3, (CORNER, CORNER.replace("8", "7")))),
            ("malformed", own(MBS_3, (CORNER, CORNER.replace("8", "-8")))),
        ):
            (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")

        def together(*names: str) -> int:
            return command.run("rules", "lint", *(str(tmp_path / f"{name}.toml") for name in names)).status

        assert together("clean") == 0
        assert together("clean", "doubtful") == 1
        assert together("doubtful", "malformed", "clean") == 2
        assert together("clean", "absent") == 2

    def test_a_file_reads_as_its_name_and_what_was_found(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(own(MBS_3, (CORNER, CORNER.replace("8", "7"))), encoding="utf-8")

        done = command.run("rules", "lint", str(path), MBS_3)

        assert f"{path}: 1 found" in done.out
        assert "edge-stands-out" in done.out
        assert "pays.corner.to_one" in done.out
        assert f"{MBS_3}: nothing found" in done.out

    def test_json_lists_every_file_with_its_problems(self, tmp_path: Path) -> None:
        path = tmp_path / "house.toml"
        path.write_text(own(MBS_3, (CORNER, CORNER.replace("8", "7"))), encoding="utf-8")

        doubtful, clean = command.answer_with(1, "rules", "lint", str(path), MBS_3)

        assert clean == {"file": MBS_3, "problems": []}
        assert doubtful["file"] == str(path)
        (problem,) = doubtful["problems"]
        assert problem.keys() == {"code", "key", "message", "malformed"}
        assert (problem["code"], problem["key"], problem["malformed"]) == (
            "edge-stands-out",
            "pays.corner.to_one",
            False,
        )

    def test_what_is_malformed_comes_first(self) -> None:
        text = own(MBS_3, ("[pays.straight]", "[pays.straigt]"), (CORNER, CORNER.replace("8", "-8")))

        malformed = [problem.malformed for problem in found(text)]

        assert malformed == sorted(malformed, reverse=True)
        assert len(set(malformed)) == 2


class TestPricesForOne:
    """A whole table printed "for 1", the commonest misprint: every line of it is found."""

    TO_ONE: ClassVar = {"straight": 35, "split": 17, "street": 11, "corner": 8, "six-line": 5, "column": 2, "dozen": 2}
    EVEN = ("low", "high", "odd", "even", "red", "black")

    def every_price_for_one(self) -> str:
        text = own(MBS_3)
        for kind, price in (self.TO_ONE | dict.fromkeys(self.EVEN, 1)).items():
            head, mark, tail = text.partition(f"[pays.{kind}]")
            text = head + mark + tail.replace(f"to_one = {price}", f"to_one = {price + 1}", 1)
        return text

    def test_each_price_is_found_and_told_its_right_form(self) -> None:
        problems = lint(self.every_price_for_one(), "house.toml")

        assert {problem.key for problem in problems if problem.code == "for-one"} == {
            f"pays.{kind}.to_one" for kind in (*self.TO_ONE, *self.EVEN)
        }

    def test_a_stated_edge_does_not_excuse_a_gain_for_the_player(self) -> None:
        text = own(MBS_3).replace('word = "Split"\nto_one = 17', 'word = "Split"\nto_one = 20\nedge = "-5/37"')

        assert "edge-favors-player" in {problem.code for problem in lint(text, "house.toml")}


_CITED = 'placed = ["3.4.1"]\nclauses = ["4.1"]\n'


class TestBoxesAndTheirNames:
    """A box is compared with its name: what is swapped pays the wrong player."""

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ('"red", label = "Red", covers = "red"', '"black", label = "Black", covers = "black"'),
            ('"low", label = "1-18", covers = "1..18"', '"high", label = "19-36", covers = "19..36"'),
            ('"dozen:1", label = "1st 12", covers = "1..12"', '"dozen:2", label = "2nd 12", covers = "13..24"'),
            ('"dozen:1", label = "1st 12", covers = "1..12"', '"dozen:3", label = "3rd 12", covers = "25..36"'),
        ],
    )
    def test_two_boxes_with_each_others_numbers_are_doubted(self, one: str, other: str) -> None:
        (head, mine), (tail, theirs) = (box.rsplit("covers = ", 1) for box in (one, other))
        swapped = own(MBS_3, (one, f"{head}covers = {theirs}"), (other, f"{tail}covers = {mine}"))

        # Of low and high the labels name the numbers as well.
        assert codes(swapped) == ({"box-and-name", "label"} if '"low"' in one else {"box-and-name"})

    def test_a_green_box_covers_what_is_green(self) -> None:
        box = '{ position = "black", label = "Black", covers = "black" }'
        snake = own(
            MBS_3,
            (box, f'{box},\n  {{ position = "green", label = "Snake", covers = "1 5 9 12 14 16 19 23 27 30 32 34" }}'),
            ("[pays.black]", f'[pays.green]\nword = "Snake"\nto_one = 2\n{_CITED}\n[pays.black]'),
        )

        assert "green and [colors].green differ" in only(snake).message

    def test_a_felt_without_dozens_is_no_doubt(self) -> None:
        text = house.cut(
            house.cut(own(MBS_3), "[pays.dozen]", "[pays."), '[[rails]]\nbeside = "outside-line"', "[[rails]]"
        )

        assert "dozen" not in text.partition("[clauses]")[0]
        assert codes(text) <= {"clause-unused"}


class TestLimitsFiles:
    def test_a_limits_file_is_linted_with_all_its_problems_at_once(self, tmp_path: Path) -> None:
        path = tmp_path / "limits.toml"
        path.write_text('intake = "no"\nchip = 1\n[limits.straight]\nmin = 5\nmax = 1\n', encoding="utf-8")

        done = command.run("rules", "lint", str(path))

        assert done.status == 2
        assert done.err == f"Error: {path} is not of the form of a limits file\n"
        assert [word in done.out for word in ("intake", "chip", "limits.straight.min")] == [True, True, True]

    def test_a_sound_one_raises_no_doubt(self, tmp_path: Path) -> None:
        path = tmp_path / "limits.toml"
        path.write_text("[limits.straight]\nmin = 5\nmax = 10\n", encoding="utf-8")

        assert command.run("rules", "lint", str(path)).status == 0

    def test_whoever_uses_a_bad_one_is_told_how_much_more_is_wrong(self, tmp_path: Path) -> None:
        path = tmp_path / "limits.toml"
        path.write_text('intake = "no"\nlimit_scope = "no"\n', encoding="utf-8")

        done = command.run("settle", MBS_3, "--outcome", "1", "--stakes", "1=5", "--limits", str(path))

        assert done.status == 2
        assert "and 1 more: see croupier rules lint" in done.err


class TestSaying:
    """What an author is told is complete and true."""

    def test_a_bad_price_is_not_also_missing(self) -> None:
        bad = own(MBS_3, (STRAIGHT, STRAIGHT.replace("35", '"35"')))

        assert [(one.code, one.key) for one in found(bad)] == [("wrong-type", "pays.straight.to_one")]

    @pytest.mark.parametrize(
        ("key", "wanted"),
        [
            ("scope", 'scope = { value = "player" or "area", clause = "…" }'),
            ("ladder", '["player" or "dealer"'),
            ("acting", "value = true or false"),
            ("revolutions_min", "value = a whole number"),
            ("green", 'value = "0 00 1"'),
        ],
    )
    def test_a_missing_value_is_asked_for_as_it_stands_in_a_file(self, key: str, wanted: str) -> None:
        line = next(line for line in own(MBS_3).splitlines() if line.startswith(f"{key} = "))

        assert any(wanted in one.message for one in found(own(MBS_3, (f"{line}\n", ""))))

    def test_revolutions_have_a_bound_that_means_something(self) -> None:
        line = next(line for line in own(MBS_3).splitlines() if line.startswith("revolutions_min = "))
        huge = re.sub(r"value = \d+", "value = 101", line)

        assert "a whole number from 1 to 100" in only(own(MBS_3, (line, huge))).message

    def test_an_unknown_key_of_a_price_is_told_that_a_basis_is_known(self) -> None:
        assert "basis" in only(own(MBS_3, (STRAIGHT, f"{STRAIGHT}zzz = 1\n"))).message

    def test_one_revolution_is_one(self) -> None:
        assert "at least 1 revolution for" in tell("spin.revolutions_min", Cited(1, ()))
