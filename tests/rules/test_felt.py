"""The felt drawn as text: which boxes it has, which of them touch, and which drawings are none."""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import Kind, Ruleset
from croupier.rules.felt import COLUMNS_MAX, LINES_MAX, Box, DrawingError, Felt, draw
from croupier.rules.touch import Axis, Border, Crossing, Spot, inside_bets

Grid: TypeAlias = list[list[str]]

every_ruleset = pytest.mark.parametrize("ruleset", croupier.rulebooks(), ids=lambda ruleset: ruleset.ref)


def grid_of(text: str) -> Grid:
    return [line.split() for line in text.splitlines() if line.split()]


def written(grid: Iterable[Iterable[str]]) -> str:
    return "\n".join(" ".join(row) for row in grid)


def as_drawn(grid: Grid) -> Grid:
    return grid


def mirrored(grid: Grid) -> Grid:
    return [row[::-1] for row in grid]


def turned(grid: Grid) -> Grid:
    """Turned by a quarter, clockwise."""
    return [list(column) for column in zip(*grid[::-1], strict=True)]


def upside_down(grid: Grid) -> Grid:
    return turned(turned(grid))


def turned_back(grid: Grid) -> Grid:
    return turned(upside_down(grid))


Way: TypeAlias = Callable[[Grid], Grid]

EIGHT_WAYS: dict[str, Way] = {
    "as drawn": as_drawn,
    "turned": turned,
    "upside down": upside_down,
    "turned back": turned_back,
    "mirrored": mirrored,
    "mirrored and turned": lambda grid: turned(mirrored(grid)),
    "mirrored and upside down": lambda grid: upside_down(mirrored(grid)),
    "mirrored and turned back": lambda grid: turned_back(mirrored(grid)),
}

every_way = pytest.mark.parametrize("way", EIGHT_WAYS.values(), ids=EIGHT_WAYS)


def drawing_of(ruleset: Ruleset) -> str:
    """The drawing as the rulebook's file has it."""
    drawing = tomllib.loads(ruleset.text)["felt"]
    assert isinstance(drawing, str)
    return drawing


def zero_line_of(ruleset: Ruleset) -> Kind:
    return Kind(tomllib.loads(ruleset.text)["zero_line"]["value"])


def names(spots: Iterable[Spot]) -> list[str]:
    return sorted(spot.name for spot in spots)


def box(felt: Felt, label: str) -> Box:
    (found,) = (box for box in felt.boxes if box.label == label)
    return found


def place(ruleset: Ruleset, name: str) -> object:
    (found,) = (spot.place for spot in ruleset.spots if spot.name == name)
    return found


class TestTurning:
    """A drawing may be turned or mirrored: where 2 and 4 lie, seen from 1, says which way the table runs."""

    @every_ruleset
    @every_way
    def test_any_of_the_eight_ways_to_draw_it_gives_the_same_felt(self, ruleset: Ruleset, way: Way) -> None:
        felt = draw(written(way(grid_of(drawing_of(ruleset)))))

        assert set(felt.boxes) == set(ruleset.felt.boxes)
        assert (felt.along, felt.across) == (ruleset.felt.along, ruleset.felt.across)
        assert set(inside_bets(felt, zero_line_of(ruleset))) == set(ruleset.spots)

    @every_ruleset
    def test_the_eight_drawings_are_eight(self, ruleset: Ruleset) -> None:
        grid = grid_of(drawing_of(ruleset))
        assert len({written(way(grid)) for way in EIGHT_WAYS.values()}) == 8

    @every_ruleset
    def test_the_numbers_run_from_the_zeros_and_1_lies_at_the_outside_line(self, ruleset: Ruleset) -> None:
        rows = [[box.label for box in row] for row in ruleset.felt.rows()]
        assert rows == [[str(n), str(n + 1), str(n + 2)] for n in range(1, 36, 3)]
        assert box(ruleset.felt, "1").y1 == ruleset.felt.outside_line
        assert box(ruleset.felt, "3").y0 == 0
        assert box(ruleset.felt, "34").x1 == ruleset.felt.length
        assert all(zero.x1 <= 0 for zero in ruleset.felt.zeros())

    @every_ruleset
    def test_a_finer_grid_gives_the_same_bets(self, ruleset: Ruleset) -> None:
        finer = [[label for label in row for _ in range(2)] for row in grid_of(drawing_of(ruleset)) for _ in range(3)]
        assert names(inside_bets(draw(written(finer)), zero_line_of(ruleset))) == names(ruleset.spots)

    @every_ruleset
    def test_blanks_and_empty_lines_mean_nothing(self, ruleset: Ruleset) -> None:
        loose = "\n\n".join(f"\t {'   '.join(row)} " for row in grid_of(drawing_of(ruleset)))
        assert draw(loose) == ruleset.felt


class TestTouching:
    """A shared line is a split, a point of three boxes a street, a point of four a corner."""

    def test_where_two_zeros_share_the_middle_number_three_boxes_meet(self) -> None:
        us = croupier.rulebook("us-double-zero/1")
        assert place(us, "street:00-0-2") == Crossing(0, 3)
        assert place(us, "street:0-1-2") == Crossing(0, 4)
        assert place(us, "street:00-2-3") == Crossing(0, 2)

    def test_the_middle_number_has_half_a_line_with_each_of_them(self) -> None:
        us = croupier.rulebook("us-double-zero/1")
        assert place(us, "split:0-2") == Border(Axis.ACROSS, 0, 3, 4)
        assert place(us, "split:00-2") == Border(Axis.ACROSS, 0, 2, 3)
        assert place(us, "split:0-1") == Border(Axis.ACROSS, 0, 4, 6)
        assert place(us, "split:00-0") == Border(Axis.ALONG, 3, -1, 0)

    def test_a_box_above_both_zeros_makes_one_more_such_point(self) -> None:
        sands = croupier.rulebook("mbs-sands-roulette/1")
        assert place(sands, "street:S-00-0") == Crossing(-1, 3)
        assert place(sands, "split:S-0") == Border(Axis.ACROSS, -1, 3, 6)
        assert place(sands, "split:S-00") == Border(Axis.ACROSS, -1, 0, 3)

    def test_one_zero_over_three_columns_meets_two_numbers_at_two_points(self) -> None:
        v3 = croupier.rulebook("mbs-roulette/3")
        assert place(v3, "street:0-1-2") == Crossing(0, 2)
        assert place(v3, "street:0-2-3") == Crossing(0, 1)

    @every_ruleset
    def test_the_zero_line_takes_every_zero_and_the_first_row(self, ruleset: Ruleset) -> None:
        spot = next(spot for spot in ruleset.spots if spot.place == Crossing(0, ruleset.felt.outside_line))
        assert spot.kind is zero_line_of(ruleset)
        assert set(spot.pockets) == {zero.label for zero in ruleset.felt.zeros()} | {"1", "2", "3"}

    @every_ruleset
    def test_no_two_bets_lie_on_one_place(self, ruleset: Ruleset) -> None:
        assert max(Counter(spot.place for spot in ruleset.spots).values()) == 1
        assert max(Counter(spot.name for spot in ruleset.spots).values()) == 1

    def test_three_zeros_one_to_a_column_have_points_of_four(self) -> None:
        felt = draw("0 S 00\n1 2 3\n4 5 6")
        assert names(spot for spot in inside_bets(felt, Kind.TOP_LINE) if "S" in spot.pockets) == [
            "corner:S-0-1-2",
            "corner:S-00-2-3",
            "split:S-0",
            "split:S-00",
            "split:S-2",
            "straight:S",
            "top-line:S-00-0-1-2-3",
        ]

    def test_bare_cloth_touches_nothing(self) -> None:
        felt = draw(". 0 0\n1 2 3\n4 5 6")
        splits = names(spot for spot in inside_bets(felt, Kind.CORNER) if spot.kind is Kind.SPLIT)
        assert [name for name in splits if "0" in name.partition(":")[2].split("-")] == ["split:0-2", "split:0-3"]

    def test_boxes_that_touch_at_a_point_alone_share_no_line(self) -> None:
        felt = draw("0 0 0\n1 2 3\n4 5 6")
        assert "split:1-5" not in names(inside_bets(felt, Kind.CORNER))

    def test_a_point_of_a_box_is_in_it_and_on_its_rim(self) -> None:
        one = Box("1", 0, 2, 1, 3)
        assert all(one.touches(x, y) for x, y in ((0, 2), (1, 3), (0, 3)))
        assert not any(one.touches(x, y) for x, y in ((2, 2), (0, 1), (-1, 3), (1, 4)))


GOOD = "0 0 0\n1 2 3\n4 5 6"

NO_FELTS = {
    "nothing": ("", "the drawing is empty"),
    "blanks": (" \n\t\n", "the drawing is empty"),
    "a ragged line": ("0 0 0\n1 2\n4 5 6", "line 2 of the drawing has 2 labels and line 1 has 3"),
    "a longer line": ("0 0 0\n1 2 3\n4 5 6 7", "line 3 of the drawing has 4 labels and line 1 has 3"),
    "a box like a stair": ("0 0 00\n0 00 00\n1 2 3\n4 5 6", "0 is drawn in 3 cells that are not one rectangle"),
    "a number drawn twice": ("0 0 0\n1 2 3\n4 5 6\n1 7 8", "1 is drawn in 2 cells that are not one rectangle"),
    "a zero in two pieces": ("0 00 0\n1 2 3\n4 5 6", "0 is drawn in 2 cells that are not one rectangle"),
    "a larger number": (
        "0 0 0 0\n1 2 3 3\n4 5 6 .",
        "3 is drawn larger or smaller than 1; the boxes of the numbers have one size",
    ),
    "a smaller number": ("1 1 2 2 3 3\n4 4 5 5 6 .", "6 is drawn larger or smaller than 1"),
    "bare cloth alone": (". . .\n. . .", "1 is not in the drawing"),
    "no 4": ("0 0 0\n1 2 3", "4 is not in the drawing; 1, 2, 3 and 4 show which way the table runs"),
    "no 3": ("0 0\n1 2\n4 5", "3 is not in the drawing"),
    "1 2 3 4 in one line": ("1 2 3 4", "2 must lie beside 1 and 4 beside 1 at a right angle"),
    "4 across from 2": ("4 1 2 3", "2 must lie beside 1 and 4 beside 1 at a right angle"),
    "2 away from 1": ("0 0 0\n1 3 2\n4 5 6", "2 must lie beside 1 and 4 beside 1 at a right angle"),
    "a row of two": ("0 0 0\n1 2 3\n4 5 .", "row 2 of the numbers reads 4 5; a row is 3 boxes side by side"),
    "a row of four": ("0 0 0 0\n1 2 3 7\n4 5 6 8", "row 1 of the numbers reads 1 2 3 7; a row is 3 boxes"),
    "a row left out": ("0 0 0\n1 2 3\n4 5 6\n. . .\n7 8 9", "row 3 of the numbers reads 7 8 9; a row is 3 boxes"),
    "a row out of line": (". 0 0 0\n. 1 2 3\n. 4 5 6\n7 8 9 .", "row 3 of the numbers reads 7 8 9; a row is 3 boxes"),
    "zeros beside the numbers": ("1 2 3 0\n4 5 6 0", "0 does not lie ahead of the first row; zeros head the columns"),
    "zeros behind the numbers": ("1 2 3\n4 5 6\n0 0 0", "0 does not lie ahead of the first row"),
    "a zero over the outside line": ("0 0 0 0\n. 1 2 3\n. 4 5 6", "0 does not lie ahead of the first row"),
    "a zero over the far edge": ("0 0 0 0\n1 2 3 .\n4 5 6 .", "0 does not lie ahead of the first row"),
    "a number ahead of the first row": ("7 8 9\n1 2 3\n4 5 6", "row 1 of the numbers reads 7 8 9"),
    "too many lines": (f"{GOOD}\n" + "\n".join([". . ."] * (LINES_MAX - 2)), "larger than 100 lines of 100 labels"),
    "too long a line": (" ".join(["0"] * (COLUMNS_MAX + 1)), "larger than 100 lines of 100 labels"),
    "a leading zero": ("0 0 0\n01 2 3\n4 5 6", "line 2 of the drawing has '01'; a label is 0, 00, 000"),
    "four zeros": ("0000 0000 0000\n1 2 3\n4 5 6", "line 1 of the drawing has '0000'"),
    "a small letter": ("s s s\n1 2 3\n4 5 6", "line 1 of the drawing has 's'"),
    "a hundred": ("0 0 0\n1 2 3\n100 5 6", "line 3 of the drawing has '100'"),
    "digits of another script": ("0 0 0\n1 ٢ 3\n4 5 6", "line 2 of the drawing has '٢'"),
    "a very long label": (f"0 0 0\n1 2 {'X' * 999}\n4 5 6", f"line 2 of the drawing has '{'X' * 20}';"),
}


class TestNoFelts:
    """A drawing that is no felt is refused, and the message says where and what would be right."""

    @pytest.mark.parametrize(("drawing", "words"), NO_FELTS.values(), ids=NO_FELTS)
    def test_it_is_refused_with_its_reason(self, drawing: str, words: str) -> None:
        with pytest.raises(DrawingError, match=re.escape(words)) as refused:
            draw(drawing)

        assert len(str(refused.value)) < 200

    def test_the_drawing_they_were_made_from_is_one(self) -> None:
        assert len(draw(GOOD).boxes) == 7

    def test_a_drawing_of_the_largest_size_is_one(self) -> None:
        lines = [" ".join(["0"] * 99)] * (LINES_MAX - 2)
        lines += [" ".join(label for label in row for _ in range(33)) for row in (("1", "2", "3"), ("4", "5", "6"))]
        assert len(draw("\n".join(lines)).boxes) == 7


@st.composite
def felts(draw_from: st.DrawFn) -> tuple[Grid, int, list[int]]:
    """A drawing with one row of zeros, how many rows of numbers it has, and where the zeros' boxes end."""
    along, across = draw_from(st.integers(1, 3)), draw_from(st.integers(1, 4))
    rows = draw_from(st.integers(2, 12))
    cuts = draw_from(st.sets(st.integers(1, 3 * across - 1), max_size=4))
    ends = sorted({*cuts, 3 * across})
    zeros: list[str] = []
    for label, end in zip(("0", "00", "000", "S", "H"), ends, strict=False):
        zeros += [label] * (end - len(zeros))
    numbers = [[str(3 * row + column) for column in (1, 2, 3) for _ in range(across)] for row in range(rows)]
    return [zeros, *(list(row) for row in numbers for _ in range(along))], rows, ends


class TestAnyFelt:
    """What holds for every drawing of rows of three under a row of zeros."""

    @given(felts())
    def test_the_numbers_have_the_bets_that_counting_gives_them(self, drawn: tuple[Grid, int, list[int]]) -> None:
        grid, rows, _ = drawn
        spots = inside_bets(draw(written(grid)), Kind.CORNER)

        plain = [spot for spot in spots if all(label[0] in "123456789" for label in spot.pockets)]
        assert Counter(spot.kind for spot in plain) == +Counter(
            {
                Kind.STRAIGHT: 3 * rows,
                Kind.SPLIT: 2 * rows + 3 * (rows - 1),
                Kind.STREET: rows,
                Kind.CORNER: 2 * (rows - 1),
                Kind.SIX_LINE: rows - 1,
            }
        )

    @given(felts())
    def test_the_zeros_have_the_bets_that_their_overlaps_give_them(self, drawn: tuple[Grid, int, list[int]]) -> None:
        grid, _, ends = drawn
        across = len(grid[0]) // 3
        spots = inside_bets(draw(written(grid)), Kind.CORNER)
        zeros, first = grid[0], [label for label in ("1", "2", "3") for _ in range(across)]

        splits = {frozenset(pair) for pair in zip(zeros, first, strict=True)}
        splits |= {frozenset((zeros[end - 1], zeros[end])) for end in ends[:-1]}
        inner = {end for end in (*ends, across, 2 * across) if end < 3 * across}
        meeting = {frozenset((zeros[at - 1], zeros[at], first[at - 1], first[at])) for at in inner}

        with_zero = [spot for spot in spots if any(label[0] not in "123456789" for label in spot.pockets)]
        assert {frozenset(spot.pockets) for spot in with_zero if spot.kind is Kind.SPLIT} == splits
        line = frozenset((*zeros, *first))
        crossings = {frozenset(spot.pockets) for spot in with_zero if isinstance(spot.place, Crossing)}
        assert crossings == meeting | {line}

    @given(felts(), st.sampled_from(sorted(EIGHT_WAYS)))
    def test_turning_it_changes_nothing(self, drawn: tuple[Grid, int, list[int]], way: str) -> None:
        grid, _, _ = drawn
        straight = inside_bets(draw(written(grid)), Kind.CORNER)
        assert set(inside_bets(draw(written(EIGHT_WAYS[way](grid))), Kind.CORNER)) == set(straight)

    @given(st.text(max_size=300) | st.text("0 123456789.S\n", max_size=300))
    def test_arbitrary_text_is_a_felt_or_is_refused(self, text: str) -> None:
        try:
            felt = draw(text)
        except DrawingError as refused:
            assert str(refused)  # noqa: PT017 - either answer is right, no other is
        else:
            assert felt.boxes
