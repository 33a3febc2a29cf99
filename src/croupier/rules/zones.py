"""Where each position lies on the cloth: the point its chip sits on, and the zone that a finger may hit.

Coordinates are exact fractions of a number's box in the table's frame: ``x``
from the zeros to the end, ``y`` across with the outside line at 3. Zones are
rectangles that tile the cloth: every point of a box lies in exactly one. Half
the thickness of a line is its band, measured along the table for lines that run
across it and the other way round; beside a crossing a line yields at most a
quarter of its own length, so that short borders (0 and 00 above 2) keep room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from croupier.rules.felt import ROW, Felt
from croupier.rules.position import SERIES, Kind
from croupier.rules.ruleset import Beside, Courtesy, Rail, Ruleset
from croupier.rules.touch import Axis, Border, Cell, Crossing, Spot

BAND = Fraction(1, 5)
BAND_MAX = Fraction(1, 4)
TOUCH_ALONG, TOUCH_ACROSS = Fraction(9, 50), Fraction(11, 50)
"""For fingers. On a phone held upright a box is low and wide: its own zone keeps more of the short side."""


class Point(NamedTuple):
    """A point of the cloth."""

    x: Fraction
    y: Fraction


class Rect(NamedTuple):
    """A rectangle of the cloth."""

    x0: Fraction
    y0: Fraction
    x1: Fraction
    y1: Fraction

    @property
    def area(self) -> Fraction:
        """How much cloth it covers, in number boxes."""
        return (self.x1 - self.x0) * (self.y1 - self.y0)

    def overlaps(self, other: Rect) -> bool:
        """Whether the two share more than a rim."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1


@dataclass(frozen=True, slots=True)
class Placement:
    """One spot of the cloth: the position it belongs to, its chip's anchor and its zone."""

    name: str
    position: str
    anchor: Point
    zone: Rect


def boxes(ruleset: Ruleset) -> dict[str, Rect]:
    """Return every box of the cloth: pockets by label, boxes on rails by position."""
    felt = ruleset.felt
    found = {box.label: _scaled(felt, box.x0, box.y0, box.x1, box.y1) for box in felt.boxes}
    depth = Fraction(ROW)
    for rail in ruleset.rails:
        if rail.beside is Beside.END:
            start, far = Fraction(felt.length, felt.along), Fraction(ROW)
            found |= {
                name: Rect(start, far - high, start + 1, far - low) for name, low, high in _shares(rail, Fraction(ROW))
            }
        else:
            length = Fraction(felt.length, felt.along)
            found |= {name: Rect(low, depth, high, depth + 1) for name, low, high in _shares(rail, length)}
            depth += 1
    return found


def placements(ruleset: Ruleset, band: Fraction = BAND, across: Fraction | None = None) -> tuple[Placement, ...]:
    """Return every spot on which a chip can be laid, the courtesy line's included.

    ``band`` is measured along the table, and across it too unless ``across`` says otherwise.
    """
    bands = _Bands(band, band if across is None else across)
    for one in bands:
        if not 0 < one <= BAND_MAX:
            raise ValueError(f"band must be above 0 and at most {BAND_MAX}, not {one}")
    inside = _Inside(ruleset.felt, ruleset.spots, bands)
    found = [Placement(spot.name, spot.name, inside.anchor(spot), inside.zone(spot)) for spot in ruleset.spots]
    found += _on_rails(ruleset, bands)
    return tuple(found)


class _Bands(NamedTuple):
    """Half the thickness of the lines, measured along the table and across it."""

    along: Fraction
    across: Fraction

    def measured(self, axis: Axis) -> Fraction:
        """Return the band that is measured in the direction of an axis."""
        return self.along if axis is Axis.ALONG else self.across


class _Inside:
    """Anchors and zones of the bets on numbers."""

    def __init__(self, felt: Felt, spots: Iterable[Spot], bands: _Bands) -> None:
        self.felt, self.bands = felt, bands
        self.borders = [spot.place for spot in spots if isinstance(spot.place, Border)]
        self.crossings = {(s.place.x, s.place.y) for s in spots if isinstance(s.place, Crossing)}

    def anchor(self, spot: Spot) -> Point:
        place = spot.place
        if isinstance(place, Crossing):
            return self._point(Fraction(place.x), Fraction(place.y))
        if isinstance(place, Border):
            middle, at = Fraction(place.lo + place.hi, 2), Fraction(place.at)
            return self._point(at, middle) if place.axis is Axis.ACROSS else self._point(middle, at)
        # The box and not the zone: a numeral sits in the middle of its box.
        return self._point(Fraction(place.box.x0 + place.box.x1, 2), Fraction(place.box.y0 + place.box.y1, 2))

    def zone(self, spot: Spot) -> Rect:
        if isinstance(spot.place, Crossing):
            return self._crossing_zone(spot.place)
        if isinstance(spot.place, Border):
            return self._border_zone(spot.place)
        return self._cell_zone(spot.place)

    def _point(self, x: Fraction, y: Fraction) -> Point:
        return Point(x / self.felt.along, y / self.felt.across)

    def _unit(self, axis: Axis) -> int:
        """Cells of the drawing per number box, measured along the border."""
        return self.felt.across if axis is Axis.ACROSS else self.felt.along

    def _reach(self, border: Border) -> Fraction:
        """How far a crossing reaches along a border that leaves it."""
        return min(self.bands.measured(border.axis), Fraction(border.hi - border.lo, 4 * self._unit(border.axis)))

    def _border_zone(self, border: Border) -> Rect:
        unit, reach = self._unit(border.axis), self._reach(border)
        near, far = (end in self.crossings for end in border.ends())
        lo = Fraction(border.lo, unit) + (reach if near else 0)
        hi = Fraction(border.hi, unit) - (reach if far else 0)
        if border.axis is Axis.ACROSS:
            at = Fraction(border.at, self.felt.along)
            return Rect(at - self.bands.along, lo, at + self.bands.along, hi)
        at = Fraction(border.at, self.felt.across)
        return Rect(lo, at - self.bands.across, hi, at + self.bands.across)

    def _crossing_zone(self, crossing: Crossing) -> Rect:
        x, y = self._point(Fraction(crossing.x), Fraction(crossing.y))
        west = self._leaving(crossing, Axis.ALONG, end=1)
        east = self._leaving(crossing, Axis.ALONG, end=0)
        north = self._leaving(crossing, Axis.ACROSS, end=1)
        south = self._leaving(crossing, Axis.ACROSS, end=0)
        return Rect(x - west, y - north, x + east, y + south)

    def _leaving(self, crossing: Crossing, axis: Axis, *, end: int) -> Fraction:
        point = (crossing.x, crossing.y)
        border = next((b for b in self.borders if b.axis is axis and b.ends()[end] == point), None)
        return self.bands.measured(axis) if border is None else self._reach(border)

    def _cell_zone(self, cell: Cell) -> Rect:
        box = cell.box
        x0, y0, x1, y1 = _scaled(self.felt, box.x0, box.y0, box.x1, box.y1)

        def lined(axis: Axis, at: int, lo: int, hi: int) -> Fraction:
            touching = any(b.axis is axis and b.at == at and b.lo < hi and lo < b.hi for b in self.borders)
            thick = self.bands.along if axis is Axis.ACROSS else self.bands.across
            return thick if touching else Fraction(0)

        return Rect(
            x0 + lined(Axis.ACROSS, box.x0, box.y0, box.y1),
            y0 + lined(Axis.ALONG, box.y0, box.x0, box.x1),
            x1 - lined(Axis.ACROSS, box.x1, box.y0, box.y1),
            y1 - lined(Axis.ALONG, box.y1, box.x0, box.x1),
        )


def _scaled(felt: Felt, x0: int, y0: int, x1: int, y1: int) -> Rect:
    return Rect(
        Fraction(x0, felt.along), Fraction(y0, felt.across), Fraction(x1, felt.along), Fraction(y1, felt.across)
    )


def _shares(rail: Rail, length: Fraction) -> Iterator[tuple[str, Fraction, Fraction]]:
    """Cut a rail into its boxes by their shares: (name, from, to)."""
    whole = sum(box.share for box in rail.boxes)
    passed = 0
    for box in rail.boxes:
        yield box.name, length * passed / whole, length * (passed + box.share) / whole
        passed += box.share


def _on_rails(ruleset: Ruleset, bands: _Bands) -> Iterator[Placement]:
    """Return the boxes beside the numbers; those on the outside line yield its strip, courtesy lines cut theirs out."""
    rects = boxes(ruleset)
    kinds = {box.name: box.kind for rail in ruleset.rails for box in rail.boxes}
    for name, kind in kinds.items():
        x0, y0, x1, y1 = rect = rects[name]
        if kind is not Kind.COLUMN and y0 == ROW:
            y0 += bands.across
        x0 += bands.along if any(courtesy.between[1] == name for courtesy in ruleset.courtesies) else 0
        x1 -= bands.along if any(courtesy.between[0] == name for courtesy in ruleset.courtesies) else 0
        yield Placement(name, name, _beside_label(rect, kind), Rect(x0, y0, x1, y1))
    for courtesy in ruleset.courtesies:
        yield _courtesy(courtesy, rects, bands)


def _beside_label(rect: Rect, kind: Kind) -> Point:
    """Put the chip where it does not hide the label, which is printed in the middle of the box.

    The boxes of columns are too small for both: there it lies on the label, as on a number.
    """
    if kind is Kind.COLUMN:
        return Point((rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2)
    if kind in SERIES:
        return Point((rect.x0 + rect.x1) / 2, rect.y0 + (rect.y1 - rect.y0) * Fraction(41, 50))
    return Point(rect.x0 + (rect.x1 - rect.x0) * Fraction(43, 50), (rect.y0 + rect.y1) / 2)


def _courtesy(courtesy: Courtesy, rects: dict[str, Rect], bands: _Bands) -> Placement:
    rect = rects[courtesy.between[0]]
    top = rect.y0 + (bands.across if rect.y0 == ROW else 0)
    zone = Rect(rect.x1 - bands.along, top, rect.x1 + bands.along, rect.y1)
    return Placement(courtesy.placement, courtesy.position, Point(rect.x1, (top + rect.y1) / 2), zone)
