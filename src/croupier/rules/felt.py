"""The felt drawn as text, read into boxes.

A drawing is lines of labels separated by blanks, as CSS draws grid areas: a
label that fills several cells is one larger box, and ``.`` is bare cloth::

    0  0  0  00 00 00
    1  1  2  2  3  3
    4  4  5  5  6  6

Any of the eight ways to turn or mirror the drawing means the same felt: where
2 and 4 lie, seen from 1, says which way the table runs. Boxes come out in one
frame, the *table's frame*: ``x`` runs from the zeros to the far end, ``y`` runs
across, and the outside line, beside 1, 4, 7…, is the largest ``y``. Lengths are
whole cells of the drawing, so nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.rules.pocket import is_label, is_number

BARE = "."
ROW = 3
"""Numbers in a row of the layout; the documents know no other width."""

LINES_MAX = 100
COLUMNS_MAX = 100


class DrawingError(ValueError):
    """A drawing that is not a felt; the message says where and what would be right."""


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the felt with its corners in the table's frame."""

    label: str
    x0: int
    y0: int
    x1: int
    y1: int

    def touches(self, x: int, y: int) -> bool:
        """Whether the point lies in the box or on its rim."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


@dataclass(frozen=True, slots=True)
class Felt:
    """The boxes of numbers and zeros, and how large one number is in cells of the drawing."""

    boxes: tuple[Box, ...]
    along: int
    """Length of a number's box in ``x``."""
    across: int
    """Length of a number's box in ``y``."""

    @property
    def outside_line(self) -> int:
        """Where the outside line runs, as a ``y``."""
        return ROW * self.across

    @property
    def length(self) -> int:
        """Where the last row of numbers ends, as an ``x``."""
        return max(box.x1 for box in self.boxes if is_number(box.label))

    def rows(self) -> tuple[tuple[Box, ...], ...]:
        """Return the rows of numbers from the zeros on, each from the outside line inwards."""
        rows: dict[int, list[Box]] = {}
        for box in self.boxes:
            if is_number(box.label):
                rows.setdefault(box.x0, []).append(box)
        return tuple(tuple(sorted(rows[x], key=lambda box: -box.y0)) for x in sorted(rows))

    def zeros(self) -> tuple[Box, ...]:
        """Return the boxes ahead of the first row: the zeros and a house's own mark."""
        return tuple(box for box in self.boxes if not is_number(box.label))


def draw(text: str) -> Felt:
    """Read a drawing. Raises DrawingError, whose message says what would be right."""
    grid = _grid(text)
    areas = {label: _area(label, cells) for label, cells in _cells(grid).items()}
    return _in_table_frame(areas)


def _grid(text: str) -> list[list[str]]:
    grid = [line.split() for line in text.splitlines() if line.strip()]
    if not grid:
        raise DrawingError("the drawing is empty; draw each row of boxes as a line of labels")
    if len(grid) > LINES_MAX or max(map(len, grid)) > COLUMNS_MAX:
        raise DrawingError(f"the drawing is larger than {LINES_MAX} lines of {COLUMNS_MAX} labels")
    width = len(grid[0])
    for place, row in enumerate(grid, start=1):
        if len(row) != width:
            raise DrawingError(
                f"line {place} of the drawing has {len(row)} labels and line 1 has {width}; "
                f"every line needs as many, with '{BARE}' for bare cloth"
            )
        for label in row:
            if label != BARE and not is_label(label):
                raise DrawingError(
                    f"line {place} of the drawing has {label[:20]!r}; a label is 0, 00, 000, a number from 1 to 99 "
                    f"or a house's own mark of capital letters"
                )
    return grid


def _cells(grid: list[list[str]]) -> dict[str, list[tuple[int, int]]]:
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(grid):
        for column, label in enumerate(line):
            if label != BARE:
                cells.setdefault(label, []).append((column, row))
    return cells


_Area = tuple[int, int, int, int]


def _area(label: str, cells: list[tuple[int, int]]) -> _Area:
    columns = [column for column, _ in cells]
    rows = [row for _, row in cells]
    x0, x1, y0, y1 = min(columns), max(columns) + 1, min(rows), max(rows) + 1
    if (x1 - x0) * (y1 - y0) != len(cells):
        raise DrawingError(f"{label} is drawn in {len(cells)} cells that are not one rectangle; a box is drawn once")
    return (x0, y0, x1, y1)


def _in_table_frame(areas: Mapping[str, _Area]) -> Felt:
    """Turn the drawing so that the rows run along ``x`` from the zeros and 1 lies at the outside line."""
    for label in ("1", "2", "3", "4"):
        if label not in areas:
            raise DrawingError(f"{label} is not in the drawing; 1, 2, 3 and 4 show which way the table runs")
    one = areas["1"]
    across = _direction(one, areas["2"])
    along = _direction(one, areas["4"])
    if across is None or along is None or across[0] * along[0] + across[1] * along[1] != 0:
        raise DrawingError("2 must lie beside 1 and 4 beside 1 at a right angle to it, so that 1, 2 and 3 form a row")
    unit_along = one[2] - one[0] if along[0] else one[3] - one[1]
    unit_across = one[2] - one[0] if across[0] else one[3] - one[1]
    boxes = []
    for label, (c0, r0, c1, r1) in areas.items():
        if is_number(label) and (c1 - c0, r1 - r0) != (one[2] - one[0], one[3] - one[1]):
            raise DrawingError(f"{label} is drawn larger or smaller than 1; the boxes of the numbers have one size")
        xs = sorted(_project(c, r, one, along) for c, r in ((c0, r0), (c1, r1)))
        ys = sorted(ROW * unit_across - _project(c, r, one, across) for c, r in ((c0, r0), (c1, r1)))
        boxes.append(Box(label, xs[0], ys[0], xs[1], ys[1]))
    felt = Felt(tuple(boxes), along=unit_along, across=unit_across)
    _check_rows(felt)
    return felt


def _direction(here: _Area, there: _Area) -> tuple[int, int] | None:
    """Say in which direction a box of the same size lies beside another, or None if it does not."""
    step = (there[0] - here[0], there[1] - here[1])
    width, height = here[2] - here[0], here[3] - here[1]
    known = {(width, 0): (1, 0), (-width, 0): (-1, 0), (0, height): (0, 1), (0, -height): (0, -1)}
    return known.get(step)


def _project(column: int, row: int, one: _Area, direction: tuple[int, int]) -> int:
    """Measure how far a point lies in a direction from the near side of 1."""
    near_x = one[0] if direction[0] >= 0 else one[2]
    near_y = one[1] if direction[1] >= 0 else one[3]
    return (column - near_x) * direction[0] + (row - near_y) * direction[1]


def _check_rows(felt: Felt) -> None:
    for place, row in enumerate(felt.rows()):
        labels = " ".join(box.label for box in row)
        expected = [(place * felt.along, (ROW - 1 - k) * felt.across) for k in range(ROW)]
        if [(box.x0, box.y0) for box in row] != expected:
            raise DrawingError(f"row {place + 1} of the numbers reads {labels}; a row is {ROW} boxes side by side")
    if not felt.zeros():
        raise DrawingError("no zero is drawn; every wheel has one, and it heads the columns")
    for box in felt.zeros():
        if box.x1 > 0 or box.y0 < 0 or box.y1 > felt.outside_line:
            raise DrawingError(f"{box.label} does not lie ahead of the first row; zeros head the columns")
