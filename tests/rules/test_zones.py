"""Where a finger may hit the cloth: zones that tile it exactly, each with its chip's place inside."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import croupier
from croupier import Ruleset, UnknownPositionError
from croupier.rules.position import SERIES
from croupier.rules.rulebook import parse
from croupier.rules.ruleset import Beside
from croupier.rules.zones import (
    BAND,
    BAND_MAX,
    TOUCH_ACROSS,
    TOUCH_ALONG,
    Placement,
    Point,
    Rect,
    boxes,
    placements,
)
from testkit.rulebooks.house import US, own
from testkit.shares import count

bands = st.builds(
    lambda denominator, share: Fraction(max(1, denominator * share // 400), denominator),
    st.integers(4, 1_000),
    st.integers(1, 100),
)
"""Fractions above 0 and up to 1/4."""

every_ruleset = pytest.mark.parametrize("ruleset", croupier.rulebooks(), ids=lambda ruleset: ruleset.ref)

Whole = tuple[int, int, int, int]
"""A rectangle in whole numbers of some small unit: exact as fractions are, and faster."""


@dataclass(frozen=True)
class Cloth:
    """Every box and every zone of a felt, measured in one unit that makes all of them whole."""

    unit: int
    boxes: dict[str, Whole]
    zones: dict[str, Whole]
    anchors: dict[str, tuple[int, int]]


def laid_out(ruleset: Ruleset, band: Fraction, across: Fraction | None = None) -> Cloth:
    spots = placements(ruleset, band, across)
    rects = boxes(ruleset)
    lengths = [length for rect in (*rects.values(), *(spot.zone for spot in spots)) for length in rect]
    lengths += [length for spot in spots for length in spot.anchor]
    unit = math.lcm(*(length.denominator for length in lengths))

    def whole(rect: Rect) -> Whole:
        return (int(rect.x0 * unit), int(rect.y0 * unit), int(rect.x1 * unit), int(rect.y1 * unit))

    def point(anchor: Point) -> tuple[int, int]:
        return (int(anchor.x * unit), int(anchor.y * unit))

    return Cloth(
        unit,
        {name: whole(rect) for name, rect in rects.items()},
        {spot.name: whole(spot.zone) for spot in spots},
        {spot.name: point(spot.anchor) for spot in spots},
    )


def shared(one: Whole, other: Whole) -> int:
    """The area that two rectangles share."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)


def area(rect: Whole) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def overlapping(zones: dict[str, Whole]) -> list[tuple[str, str]]:
    return [(one, other) for one, other in combinations(zones, 2) if shared(zones[one], zones[other])]


def bare(cloth: Cloth) -> dict[str, Fraction]:
    """Which boxes are not covered whole, and by how much: 0 is whole, negative is covered twice."""
    covered = {name: sum(shared(box, zone) for zone in cloth.zones.values()) for name, box in cloth.boxes.items()}
    return {
        name: Fraction(area(box) - covered[name], cloth.unit**2)
        for name, box in cloth.boxes.items()
        if area(box) != covered[name]
    }


def inside(point: tuple[int, int], rect: Whole) -> bool:
    return rect[0] < point[0] < rect[2] and rect[1] < point[1] < rect[3]


def holding(point: tuple[int, int], zones: dict[str, Whole]) -> list[str]:
    """Every zone that has the point, rims included."""
    return [name for name, z in zones.items() if z[0] <= point[0] <= z[2] and z[1] <= point[1] <= z[3]]


def check_cloth(ruleset: Ruleset, band: Fraction, across: Fraction | None = None) -> None:
    """What must hold for every felt at every thickness of its lines."""
    cloth = laid_out(ruleset, band, across)
    assert all(area(zone) > 0 and zone[0] < zone[2] for zone in cloth.zones.values())
    assert overlapping(cloth.zones) == []
    assert overlapping(cloth.boxes) == []
    assert bare(cloth) == {}
    for name, anchor in cloth.anchors.items():
        assert inside(anchor, cloth.zones[name]), name
        assert holding(anchor, cloth.zones) == [name]


@every_ruleset
def test_a_box_beside_the_numbers_is_one_row_deep(ruleset: Ruleset) -> None:
    rects = boxes(ruleset)
    for rail in ruleset.rails:
        for box in rail.boxes:
            x0, y0, x1, y1 = rects[box.name]
            assert (x1 - x0 if rail.beside is Beside.END else y1 - y0) == 1


class TestTiling:
    """Every point of every box lies in exactly one zone, and every chip in its own."""

    @every_ruleset
    @pytest.mark.parametrize("band", [BAND, BAND_MAX, Fraction(1, 1_000)], ids=str)
    def test_the_zones_tile_the_cloth(self, ruleset: Ruleset, band: Fraction) -> None:
        check_cloth(ruleset, band)

    @every_ruleset
    @settings(max_examples=count(3, 100))
    @given(band=bands, across=bands)
    @example(band=Fraction(249, 1_000), across=Fraction(1, 1_000))
    @example(band=TOUCH_ALONG, across=TOUCH_ACROSS)
    def test_they_tile_it_at_any_thickness_of_the_lines(
        self, ruleset: Ruleset, band: Fraction, across: Fraction
    ) -> None:
        assert 0 < band <= BAND_MAX
        check_cloth(ruleset, band, across)

    def test_lines_across_the_table_are_as_thick_as_the_band_along_it(self) -> None:
        spots = by_name(placements(croupier.rulebook("mbs-roulette/3"), Fraction(1, 10), Fraction(1, 5)))
        assert spots["straight:17"].zone == Rect(Fraction(51, 10), Fraction(6, 5), Fraction(59, 10), Fraction(9, 5))
        assert spots["split:17-20"].zone == Rect(Fraction(59, 10), Fraction(6, 5), Fraction(61, 10), Fraction(9, 5))
        assert spots["split:16-17"].zone == Rect(Fraction(51, 10), Fraction(9, 5), Fraction(59, 10), Fraction(11, 5))
        assert spots["corner:16-17-19-20"].zone == Rect(
            Fraction(59, 10), Fraction(9, 5), Fraction(61, 10), Fraction(11, 5)
        )
        assert spots["dozen:1"].zone.y0 == 3 + Fraction(1, 5)

    @pytest.mark.parametrize("band", [Fraction(0), Fraction(-1, 5), Fraction(251, 1_000), Fraction(1)], ids=str)
    def test_lines_thinner_than_nothing_or_thicker_than_half_a_box_are_refused(self, band: Fraction) -> None:
        with pytest.raises(ValueError, match="band must be above 0 and at most 1/4"):
            placements(croupier.rulebook("mbs-roulette/3"), band)
        with pytest.raises(ValueError, match="band must be above 0 and at most 1/4"):
            placements(croupier.rulebook("mbs-roulette/3"), BAND, band)

    def test_a_zone_moved_by_a_hair_is_seen(self) -> None:
        cloth = laid_out(croupier.rulebook("mbs-roulette/3"), BAND)
        x0, y0, x1, y1 = cloth.zones["straight:17"]
        moved = Cloth(cloth.unit, cloth.boxes, cloth.zones | {"straight:17": (x0 + 1, y0, x1 + 1, y1)}, cloth.anchors)
        assert bare(moved) == {}  # As much is covered twice as is left bare; the overlap tells.
        assert overlapping(moved.zones)
        smaller = Cloth(cloth.unit, cloth.boxes, cloth.zones | {"straight:17": (x0 + 1, y0, x1, y1)}, cloth.anchors)
        assert set(bare(smaller)) == {"17"}


class TestPlacements:
    """Every spot of the cloth has one name, and only one felt has a second spot for a bet."""

    @every_ruleset
    def test_every_spot_of_every_position_is_named_once(self, ruleset: Ruleset) -> None:
        laid = placements(ruleset)
        assert sorted(spot.name for spot in laid) == sorted(
            name for position in ruleset.positions.values() for name in position.placements
        )
        assert len({spot.name for spot in laid}) == len(laid)
        assert {spot.position for spot in laid} == set(ruleset.positions)

    @every_ruleset
    def test_a_spot_leads_to_its_bet(self, ruleset: Ruleset) -> None:
        for spot in placements(ruleset):
            assert ruleset.position(spot.name).name == spot.position

    @every_ruleset
    def test_only_the_double_zero_felt_has_a_courtesy_line(self, ruleset: Ruleset) -> None:
        second = [spot.name for spot in placements(ruleset) if spot.name != spot.position]
        assert second == (["split:00-0@courtesy"] if ruleset.ref == "us-double-zero/1" else [])

    def test_the_courtesy_line_runs_between_the_second_dozen_and_the_third(self) -> None:
        us = croupier.rulebook("us-double-zero/1")
        (courtesy,) = (spot for spot in placements(us) if spot.name == "split:00-0@courtesy")
        second, third = boxes(us)["dozen:2"], boxes(us)["dozen:3"]
        assert courtesy.anchor.x == second.x1 == third.x0
        assert courtesy.zone == Rect(second.x1 - BAND, second.y0 + BAND, third.x0 + BAND, third.y1)


class TestBoxesAndSecondSpots:
    """Values that a table's answers do not depend on show on the cloth."""

    @pytest.mark.parametrize(
        ("was", "becomes"),
        [
            ('between = ["dozen:2", "dozen:3"]', 'between = ["dozen:1", "dozen:2"]'),
            ('label = "Red", covers = "red"', 'label = "Red", covers = "red", share = 2'),
        ],
    )
    def test_what_is_touched_moves_with_the_value(self, was: str, becomes: str) -> None:
        other = parse(own(US, (was, becomes)), "own")

        assert placements(other) != placements(parse(own(US), "own"))

    def test_a_bet_is_called_by_its_label(self) -> None:
        other = parse(own(US, ('label = "1st 12"', 'label = "Low Twelve"')), "own")

        assert other.position("Low Twelve").name == "dozen:1"
        with pytest.raises(UnknownPositionError):
            parse(own(US), "own").position("Low Twelve")

    def test_boxes_at_the_end_lie_beyond_the_last_row(self) -> None:
        us = croupier.rulebook(US)
        ends = [box.name for rail in us.rails if rail.beside is Beside.END for box in rail.boxes]

        assert ends
        assert all(boxes(us)[name].x0 >= boxes(us)["36"].x1 for name in ends)


def by_name(spots: Iterable[Placement]) -> dict[str, Placement]:
    return {spot.name: spot for spot in spots}


HALF = Fraction(1, 2)


class TestAnchors:
    """Where the chip lies: in the middle of its number, its line or its crossing."""

    @pytest.mark.parametrize(
        ("name", "x", "y"),
        [
            ("straight:1", HALF, 2 + HALF),
            ("split:1-2", HALF, 2),
            ("split:1-4", 1, 2 + HALF),
            ("corner:1-2-4-5", 1, 2),
            ("street:1-2-3", HALF, 3),
            ("six-line:1-2-3-4-5-6", 1, 3),
            ("corner:0-1-2-3", 0, 3),
            ("street:0-1-2", 0, 2),
            ("straight:0", -HALF, 1 + HALF),
        ],
    )
    def test_a_chip_on_numbers_lies_where_its_lines_are(self, name: str, x: Fraction, y: Fraction) -> None:
        spots = by_name(placements(croupier.rulebook("mbs-roulette/3")))
        assert spots[name].anchor == Point(x, y)

    def test_a_short_border_keeps_half_of_its_length(self) -> None:
        zone = by_name(placements(croupier.rulebook("us-double-zero/1"), BAND_MAX))["split:0-2"].zone
        assert zone.y1 - zone.y0 == Fraction(1, 4)

    @every_ruleset
    def test_a_chip_on_a_line_does_not_depend_on_its_thickness(self, ruleset: Ruleset) -> None:
        thin, thick = by_name(placements(ruleset, Fraction(1, 100))), by_name(placements(ruleset, BAND_MAX))
        for spot in ruleset.spots:
            assert thin[spot.name].anchor == thick[spot.name].anchor


class TestRects:
    """Rectangles with fractions for sides."""

    def test_two_that_share_a_rim_do_not_overlap(self) -> None:
        one = Rect(Fraction(0), Fraction(0), Fraction(1), Fraction(1))
        beside = Rect(Fraction(1), Fraction(0), Fraction(2), Fraction(1))
        across = Rect(Fraction(1, 2), Fraction(1, 2), Fraction(3, 2), Fraction(3, 4))
        assert not one.overlaps(beside)
        assert one.overlaps(across)
        assert across.overlaps(beside)
        assert across.area == Fraction(1, 4)


@every_ruleset
def test_a_chip_lies_beyond_the_label_in_the_middle_of_its_box_and_on_that_of_a_column(ruleset: Ruleset) -> None:
    boxed, anchors = boxes(ruleset), {one.name: one.anchor for one in placements(ruleset)}
    for rail in ruleset.rails:
        for box in rail.boxes:
            rect, anchor = boxed[box.name], anchors[box.name]
            along, across = (anchor.x - rect.x0) / (rect.x1 - rect.x0), (anchor.y - rect.y0) / (rect.y1 - rect.y0)
            wanted = (HALF, Fraction(41, 50)) if box.kind in SERIES else (Fraction(43, 50), HALF)
            assert (along, across) == ((HALF, HALF) if rail.beside is Beside.END else wanted), box.name
