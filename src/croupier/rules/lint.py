"""What is doubtful in a rulebook that can be read: gaps, contradictions, misprints, edges that stand out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import islice

from croupier.rules.clause import Nature
from croupier.rules.contradictions import contradictions
from croupier.rules.errors import Problem
from croupier.rules.odds import position_odds
from croupier.rules.pocket import Pocket, is_number, joined
from croupier.rules.position import SERIES, Kind, Position
from croupier.rules.rulebook import try_parse
from croupier.rules.ruleset import Beside, RailBox, Ruleset
from croupier.rules.zones import Placement, placements

_PAIRS = ((Kind.LOW, Kind.HIGH), (Kind.ODD, Kind.EVEN), (Kind.RED, Kind.BLACK))
EVEN_CHANCES: frozenset[str] = frozenset(kind for pair in _PAIRS for kind in pair)
_BETWEEN = re.compile(r"([0-9]{1,3}) ?(?:-|–|to) ?([0-9]{1,3})", re.ASCII)


def lint(text: str, name: str) -> tuple[Problem, ...]:
    """List everything wrong or doubtful in a rulebook file, what is malformed first."""
    parsed = try_parse(text, name)
    found = list(parsed.problems)
    if parsed.ruleset is not None:
        for check in CHECKS:
            found += check(parsed.ruleset)
    return tuple(dict.fromkeys(found))


def _edges(ruleset: Ruleset) -> Iterator[Problem]:
    """Find prices that favor the player, or are out of line with the others; one less in line means "for 1"."""
    by_kind = {p.kind: position_odds(ruleset, p).edge for p in ruleset.positions.values() if p.pockets}
    usual = _usual(ruleset, by_kind)
    for kind, edge in by_kind.items():
        price, key = ruleset.prices[kind], f"pays.{kind}.to_one"
        if price.edge is not None and Fraction(price.edge) != edge:
            yield Problem("edge-not-as-stated", f"pays.{kind}.edge", f"the edge comes out as {edge}, not {price.edge}")
        if edge == usual or (price.edge is not None and edge > 0):
            continue
        if edge + _chance(ruleset, kind) == usual:
            message = f'pays {price.to_one}, which looks like "for 1": {price.to_one - 1} to 1 gives the edge {usual}'
            yield Problem("for-one", key, message)
        elif edge <= 0:
            yield Problem(
                "edge-favors-player", key, f"pays {price.to_one} to 1: the player gains {-edge} of each stake"
            )
        else:
            message = f'has an edge of {edge} where most kinds have {usual}; if it is meant, state edge = "{edge}"'
            yield Problem("edge-stands-out", key, message)


def _usual(ruleset: Ruleset, by_kind: Mapping[Kind, Fraction]) -> Fraction:
    """The edge that most kinds have; if that is none for the house, the one they would have if all were "for 1"."""
    most = Counter(by_kind.values()).most_common(1)[0][0]
    if most > 0:
        return most
    meant = Counter(edge + _chance(ruleset, kind) for kind, edge in by_kind.items())
    return meant.most_common(1)[0][0]


def _chance(ruleset: Ruleset, kind: Kind) -> Fraction:
    position = next(p for p in ruleset.positions.values() if p.kind is kind)
    return Fraction(len(position.pockets), len(ruleset.wheel.order))


def _thirds(ruleset: Ruleset) -> Iterator[Problem]:
    """Check that dozens and columns hold every number once, and columns what the felt has in line."""
    numbers = {label for label in ruleset.wheel.order if is_number(label)}
    for kind in (Kind.DOZEN, Kind.COLUMN):
        boxes = [p for p in ruleset.positions.values() if p.kind is kind]
        if boxes:
            yield from _partition(f"{kind}s", "rails", boxes, numbers)
    rows = ruleset.felt.rows()
    for place in range(3):
        column = {row[place].label for row in rows}
        box = ruleset.positions.get(f"column:{place + 1}")
        if box is not None and set(box.pockets) != column:
            differing = joined(column.symmetric_difference(box.pockets))
            yield Problem("column-off-felt", "rails", f"{box.name} and the felt's column differ in {differing}")


def _halves(ruleset: Ruleset) -> Iterator[Problem]:
    """Check that each pair of even chances holds every number once, and no zero."""
    numbers = {label for label in ruleset.wheel.order if is_number(label)}
    for pair in _PAIRS:
        boxes = [p for p in ruleset.positions.values() if p.kind in pair]
        if boxes:
            yield from _partition(" and ".join(pair), "rails", boxes, numbers)
    for kind, remainder in ((Kind.ODD, 1), (Kind.EVEN, 0)):
        box = ruleset.positions.get(kind)
        wrong = [n for n in box.pockets if is_number(n) and int(n) % 2 != remainder] if box is not None else []
        if wrong:
            yield Problem(
                "odd-even",
                "rails",
                f"{kind} covers {joined(wrong)}, which {'is' if len(wrong) == 1 else 'are'} not {kind}",
            )


def _named(ruleset: Ruleset) -> Iterator[Problem]:
    """Compare each box with its name: a color with [colors], low with high, each dozen with the one after it."""
    for kind in (Kind.RED, Kind.BLACK, Kind.GREEN):
        box, color = ruleset.positions.get(kind), ruleset.colors.get(kind)
        wrong = set(box.pockets).symmetric_difference(color.value) if box is not None and color is not None else None
        if wrong:
            yield Problem("box-and-name", "rails", f"{kind} and [colors].{kind} differ in {joined(wrong)}")
    for lower, higher in (("low", "high"), ("dozen:1", "dozen:2"), ("dozen:2", "dozen:3"), ("dozen:1", "dozen:3")):
        first, second = ruleset.positions.get(lower), ruleset.positions.get(higher)
        if first is not None and second is not None and _swapped(first, second):
            message = f"{lower} covers numbers that are not below those of {higher}; are the boxes swapped?"
            yield Problem("box-and-name", "rails", message)


def _swapped(lower: Position, higher: Position) -> bool:
    """Whether the numbers of one box are not all below those of the other; a number in both is another doubt."""
    low, high = ({int(pocket) for pocket in box.pockets if is_number(pocket)} for box in (lower, higher))
    return low.isdisjoint(high) and max(low, default=0) > min(high, default=max(low, default=0))


def _partition(name: str, key: str, boxes: Iterable[Position], numbers: AbstractSet[Pocket]) -> Iterator[Problem]:
    counts = Counter(pocket for box in boxes for pocket in box.pockets)
    missing = numbers - set(counts)
    if missing:
        yield Problem("number-missing", key, f"no box of the {name} covers {joined(missing)}")
    twice = {pocket for pocket, count in counts.items() if count > 1}
    if twice:
        yield Problem("number-twice", key, f"more than one box of the {name} covers {joined(twice)}")
    zeros = set(counts) - numbers
    if zeros:
        yield Problem("zero-outside", key, f"the {name} cover {joined(zeros)}; zeros belong to no outside bet")


def _colors(ruleset: Ruleset) -> Iterator[Problem]:
    counts = Counter(pocket for color in ruleset.colors.values() for pocket in color.value)
    missing = set(ruleset.wheel.order) - set(counts)
    if missing:
        yield Problem("colors", "colors", f"{joined(missing)} has no color; every pocket has one")
    twice = {pocket for pocket, count in counts.items() if count > 1}
    if twice:
        yield Problem("colors", "colors", f"{joined(twice)} has more than one color; every pocket has one")


def _series(ruleset: Ruleset) -> Iterator[Problem]:
    """Check the boxes of wheel neighbors: no pocket in two boxes of a kind, none left out, all side by side."""
    small = [p for p in ruleset.positions.values() if p.kind in (Kind.SERIES_3, Kind.SERIES_4)]
    large = [p for p in ruleset.positions.values() if p.kind is Kind.SERIES_6]
    numbers = {label for label in ruleset.wheel.order if is_number(label)}
    for name, boxes, whole in (("small series", small, set(ruleset.wheel.order)), ("large series", large, numbers)):
        counts = Counter(pocket for box in boxes for pocket in box.pockets)
        twice = {pocket for pocket, count in counts.items() if count > 1}
        missing = whole - set(counts)
        if boxes and (twice or missing):
            message = (
                f"the boxes of the {name} repeat {joined(twice) or 'nothing'} and lack {joined(missing) or 'nothing'}"
            )
            yield Problem("series", "rails", message)
    if ruleset.wheel.verified:
        for box in (*small, *large):
            if not _side_by_side(ruleset, box):
                yield Problem("series", "rails", f"{box.name} does not lie side by side on the wheel")


def _side_by_side(ruleset: Ruleset, box: Position) -> bool:
    order = ruleset.wheel.order
    wanted, size = set(box.pockets), SERIES[box.kind]
    return any({order[(start + step) % len(order)] for step in range(size)} == wanted for start in range(len(order)))


def _rows(ruleset: Ruleset) -> Iterator[Problem]:
    drawn = [box.label for row in ruleset.felt.rows() for box in row]
    running = sorted(drawn, key=int)
    for place, (found, expected) in enumerate(zip(drawn, running, strict=True)):
        if found != expected:
            yield Problem("felt-order", "felt", f"row {place // 3 + 1} has {found} where {expected} is expected")
            return


def _labels(ruleset: Ruleset) -> Iterator[Problem]:
    """Compare labels such as "2 to 1", "Red" and "1-18" with what their box pays, is and covers."""
    for rail in ruleset.rails:
        for box in rail.boxes:
            found = _label_denied(ruleset, box)
            if found:
                yield Problem("label", "rails", f"{box.name} is labeled {box.label!r} but {found}")
        if rail.beside is Beside.END and len(rail.boxes) != len(ruleset.felt.rows()[0]):
            yield Problem(
                "position-not-on-felt", "rails", f"the rail at the end has {len(rail.boxes)} boxes for 3 columns"
            )


def _label_denied(ruleset: Ruleset, box: RailBox) -> str | None:
    """Say what a box does against its label, if anything."""
    head, _, tail = box.label.partition(" to ")
    price = ruleset.prices.get(box.kind)
    if tail == "1" and head.isdigit() and price is not None and head != str(price.to_one):
        return f"pays {price.to_one} to 1"
    if box.label.casefold() in EVEN_CHANCES - {box.kind}:
        return f"is the box of {box.kind}"
    between = _BETWEEN.fullmatch(box.label)
    numbers = [int(pocket) for pocket in box.pockets if is_number(pocket)]
    first, last = (int(between[1]), int(between[2])) if between else (0, 0)
    # "2 to 1" is a price.
    if first < last and numbers and (first, last) != (min(numbers), max(numbers)):
        return f"covers numbers from {min(numbers)} to {max(numbers)}"
    return None


def _uncited(ruleset: Ruleset) -> Iterator[Problem]:
    declared = {clause.number for one in ruleset.unexpressed for clause in one.clauses}
    for number, entry in ruleset.clauses.items():
        if entry.nature is Nature.RULE and number not in ruleset.citations and number not in declared:
            message = (
                "is a rule that no value of the file cites; cite it where it decides, or declare it under "
                "[[unexpressed]]; if it asks for nothing, it is a definition"
            )
            yield Problem("clause-unused", f'clauses."{number}"', message)


def _room(ruleset: Ruleset) -> Iterator[Problem]:
    """Check that every spot of the cloth can be hit."""
    spots = placements(ruleset)
    for spot in spots:
        (x, y), (x0, y0, x1, y1) = spot.anchor, spot.zone
        if not (x0 < x < x1 and y0 < y < y1):
            yield Problem("felt-too-tight", "felt", f"{spot.name} has no room for a chip; draw larger boxes")
            return
    crowded = next(_crowded(spots), None)
    if crowded is not None:
        yield Problem(
            "felt-too-tight", "felt", f"{crowded[0].name} and {crowded[1].name} share cloth; draw larger boxes"
        )


def _crowded(spots: Iterable[Placement]) -> Iterator[tuple[Placement, Placement]]:
    """Find spots that share cloth; each is compared only with those that begin before it ends."""
    rightwards = sorted(spots, key=lambda spot: spot.zone.x0)
    for place, one in enumerate(rightwards, 1):
        for other in islice(rightwards, place, None):
            if other.zone.x0 >= one.zone.x1:
                break
            if one.zone.overlaps(other.zone):
                yield one, other


def _contradictions(ruleset: Ruleset) -> Iterator[Problem]:
    for key, message in contradictions(ruleset):
        yield Problem("contradiction", key, message)


CHECKS: tuple[Callable[[Ruleset], Iterable[Problem]], ...] = (
    _edges,
    _thirds,
    _halves,
    _named,
    _colors,
    _series,
    _rows,
    _labels,
    _uncited,
    _room,
    _contradictions,
)
