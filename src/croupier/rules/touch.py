"""Which bets a felt has, derived from which of its boxes touch.

Nothing is listed by hand: a line that two boxes share is a split, a point that
three boxes share is a street (a *trio* at the zeros), a point that four share
is a corner. Along the outside line every row is a street, the point between
two rows is a six line, and the point between the zeros and the first row is
the house's zero line, which covers all the zeros and the whole row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

from croupier.rules.felt import ROW, Box, Felt
from croupier.rules.pocket import Pocket, ordered
from croupier.rules.position import Kind, spell


class Axis(StrEnum):
    """Which way a line runs: across the table at one ``x``, or along it at one ``y``."""

    ACROSS = "across"
    ALONG = "along"


@dataclass(frozen=True, slots=True)
class Cell:
    """The inside of one box."""

    box: Box


@dataclass(frozen=True, slots=True)
class Border:
    """A stretch of line: at ``at`` on one axis, from ``lo`` to ``hi`` on the other."""

    axis: Axis
    at: int
    lo: int
    hi: int

    def ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return both end points as (x, y)."""
        if self.axis is Axis.ACROSS:
            return ((self.at, self.lo), (self.at, self.hi))
        return ((self.lo, self.at), (self.hi, self.at))


@dataclass(frozen=True, slots=True)
class Crossing:
    """A point where lines meet."""

    x: int
    y: int


Place: TypeAlias = Cell | Border | Crossing


@dataclass(frozen=True, slots=True)
class Spot:
    """One bet of the felt: its kind, what it covers, and where its chip goes."""

    kind: Kind
    pockets: tuple[Pocket, ...]
    place: Place

    @property
    def name(self) -> str:
        """The name of the position."""
        return spell(self.kind, self.pockets)


_CROSSING_KINDS = {3: Kind.STREET, 4: Kind.CORNER}


def inside_bets(felt: Felt, zero_line: Kind) -> tuple[Spot, ...]:
    """Derive every bet on numbers and zeros that this felt has."""
    return (
        *(_spot(Kind.STRAIGHT, Cell(box), box) for box in felt.boxes),
        *_splits(felt),
        *_crossings(felt),
        *_outside_line(felt, zero_line),
    )


def _spot(kind: Kind, place: Place, *boxes: Box) -> Spot:
    return Spot(kind, ordered(box.label for box in boxes), place)


def _splits(felt: Felt) -> Iterator[Spot]:
    for place, one in enumerate(felt.boxes):
        for other in felt.boxes[place + 1 :]:
            border = _shared_border(one, other)
            if border is not None:
                yield _spot(Kind.SPLIT, border, one, other)


def _shared_border(one: Box, other: Box) -> Border | None:
    y0, y1 = max(one.y0, other.y0), min(one.y1, other.y1)
    if y0 < y1 and (one.x1 == other.x0 or other.x1 == one.x0):
        return Border(Axis.ACROSS, one.x1 if one.x1 == other.x0 else one.x0, y0, y1)
    x0, x1 = max(one.x0, other.x0), min(one.x1, other.x1)
    if x0 < x1 and (one.y1 == other.y0 or other.y1 == one.y0):
        return Border(Axis.ALONG, one.y1 if one.y1 == other.y0 else one.y0, x0, x1)
    return None


def _crossings(felt: Felt) -> Iterator[Spot]:
    points = {(x, y): None for box in felt.boxes for x in (box.x0, box.x1) for y in (box.y0, box.y1)}
    for x, y in points:
        meeting = [box for box in felt.boxes if box.touches(x, y)]
        kind = _CROSSING_KINDS.get(len(meeting))
        if kind is not None:
            yield _spot(kind, Crossing(x, y), *meeting)


def _outside_line(felt: Felt, zero_line: Kind) -> Iterator[Spot]:
    line, rows = felt.outside_line, felt.rows()
    yield _spot(zero_line, Crossing(0, line), *felt.zeros(), *rows[0])
    for row in rows:
        assert len(row) == ROW
        yield _spot(Kind.STREET, Border(Axis.ALONG, line, row[0].x0, row[0].x1), *row)
    for row, following in pairwise(rows):
        yield _spot(Kind.SIX_LINE, Crossing(following[0].x0, line), *row, *following)
