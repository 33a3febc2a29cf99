"""Putting a ruleset together: boxes on rails, positions with their prices and grounds, names, readings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from croupier.rules.clause import Basis, Cited, Clause, Reading
from croupier.rules.notation import Names
from croupier.rules.pocket import Pocket, in_order, is_label, is_number, ordered
from croupier.rules.position import NUMBERED, ORDER, SERIES, SINGLE, Kind, Position, spell
from croupier.rules.ruleset import Beside, Courtesy, Price, Rail, RailBox, Wheel
from croupier.rules.toml import Section, Sheet
from croupier.rules.touch import Spot

COLORS = ("red", "black", "green")
SHARE_MAX = 1_000
BOTH_SIDES = 2
_RANGE = re.compile(r"([1-9][0-9]?)\.\.([1-9][0-9]?)(?:/([1-9][0-9]?))?", re.ASCII)
_EDGE = re.compile(r"-?[0-9]{1,6}/[1-9][0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Special:
    """Positions with grounds of their own, instead of or beside the clause of their kind."""

    key: str
    positions: tuple[str, ...]
    clauses: tuple[Clause, ...]
    basis: Basis | None
    note: str


def check_on_wheel(section: Section, key: str, labels: Iterable[str], wheel: Wheel | None) -> None:
    """Note the first label that is not a pocket of the wheel."""
    stray = next((label for label in labels if wheel is not None and label not in wheel.order), None)
    if stray is not None:
        section.note("pocket-not-on-wheel", f"names pocket {stray}, which [wheel] does not have", key=key)


def read_edge(entry: Section) -> str | None:
    """Read the edge that a file expects of a kind."""
    expected = 'a fraction in quotes, such as "3/38"'
    edge = entry.text("edge", required=False, expected=expected)
    if edge is not None and _EDGE.fullmatch(edge) is None:
        entry.note("wrong-type", f"expected {expected}, not {edge[:30]!r}", key="edge")
        return None
    return edge


def read_rails(top: Section, wheel: Wheel | None, colors: Mapping[str, Cited[Any]]) -> tuple[Rail, ...]:
    """Read the boxes outside the numbers."""
    rails = []
    for section in top.array("rails"):
        beside = section.choice("beside", Beside)
        boxes = [_read_box(entry, wheel, colors) for entry in section.array("boxes")]
        section.finish()
        if beside is not None:
            rails.append(Rail(beside, tuple(box for box in boxes if box is not None)))
    return tuple(rails)


def _read_box(entry: Section, wheel: Wheel | None, colors: Mapping[str, Cited[Any]]) -> RailBox | None:
    expected = "a position such as dozen:1, low or series-3:4-21-2"
    given = entry.text("position", expected=expected)
    label = entry.text("label", required=False)
    share = entry.amount("share", most=SHARE_MAX, required=False) or 1
    named = _box_kind(given) if given is not None else None
    if given is not None and named is None:
        entry.note("wrong-choice", f"expected {expected}, not {given[:40]!r}", key="position")
    if named is None:
        entry.taken.add("covers")
        entry.finish()
        return None
    kind, tail = named
    if kind in SERIES:
        pockets, name = ordered(tail), spell(kind, ordered(tail))
        if len(set(tail)) != SERIES[kind]:
            entry.note(
                "positions", f"{kind} covers {SERIES[kind]} different pockets, not {len(set(tail))}", key="position"
            )
        check_on_wheel(entry, "position", tail, wheel)
    else:
        pockets, name = _read_covers(entry, wheel, colors), given or ""
    entry.finish()
    return RailBox(name, kind, label or " ".join(tail) or name, pockets, share)


def _box_kind(name: str) -> tuple[Kind, list[str]] | None:
    head, _, tail = name.partition(":")
    labels = tail.split("-") if tail else []
    if head in SINGLE and not labels:
        return (Kind(head), labels)
    if head in NUMBERED and labels in (["1"], ["2"], ["3"]):
        return (Kind(head), labels)
    if head in SERIES and labels and all(map(is_label, labels)):
        return (Kind(head), labels)
    return None


def _read_covers(entry: Section, wheel: Wheel | None, colors: Mapping[str, Cited[Any]]) -> tuple[Pocket, ...]:
    """Read what a box covers: labels, ranges such as 1..12 and 2..36/2, or the name of a color."""
    expected = 'the pockets, such as "1..12", "2..36/2" (every second), "red" or "S 00 0"'
    given = entry.text("covers", expected=expected)
    if given is None:
        return ()
    covered: set[str] = set()
    for word in given.split():
        if word in COLORS and word not in colors:
            return ()  # what is wrong with the color has been noted
        labels = _labels(word, colors)
        if not labels:
            message = f"{word[:20]!r} is neither label, range nor color; expected {expected}"
            entry.note("wrong-label", message, key="covers")
            return ()
        if len(set(labels)) != len(labels) or not covered.isdisjoint(labels):
            entry.note("duplicate-pocket", "covers a pocket more than once", key="covers")
            return ()
        covered |= set(labels)
    check_on_wheel(entry, "covers", ordered(covered), wheel)
    return ordered(covered)


def _labels(word: str, colors: Mapping[str, Cited[Any]]) -> Sequence[str]:
    """Return the labels that one word of a box stands for; a range that runs backwards has none."""
    span = _RANGE.fullmatch(word)
    if span is not None:
        return [str(n) for n in range(int(span[1]), int(span[2]) + 1, int(span[3] or 1))]
    if word in colors:
        return tuple(colors[word].value)
    return [word] if is_label(word) else []


def read_courtesies(top: Section) -> tuple[Courtesy, ...]:
    """Read second spots of existing bets."""
    found = []
    for section in top.array("courtesy", required=False):
        position = section.text("position", expected="the bet, such as split:00-0")
        between = section.texts("between", least=1, expected='two boxes of a rail, such as ["dozen:2", "dozen:3"]')
        clauses = section.clauses()
        section.finish()
        if position is not None and len(between) == BOTH_SIDES:
            found.append(Courtesy(position, (between[0], between[1]), clauses))
        elif between:
            section.note("wrong-type", "names a line by the two boxes it lies between", key="between")
    return tuple(found)


def read_special(top: Section) -> tuple[Special, ...]:
    """Read which positions rest on grounds of their own."""
    found = []
    for section in top.array("citations", required=False):
        positions = section.texts("positions", least=1, expected='positions such as ["split:0-1"]')
        basis = section.choice("basis", Basis, required=False)
        clauses = section.clauses()
        note = section.text("note", required=basis is not None, expected="a note that says why") or ""
        section.finish()
        found.append(Special(section.path, positions, clauses, basis, note))
    return tuple(found)


def positions(
    sheet: Sheet,
    spots: Sequence[Spot],
    rails: Sequence[Rail],
    prices: Mapping[Kind, Price],
    special: Sequence[Special],
    courtesies: Sequence[Courtesy],
) -> dict[str, Position] | None:
    """Join every bet with its price and its grounds; note what has the one and not the other."""
    bets = [(spot.name, spot.kind, spot.pockets) for spot in spots]
    bets += [(box.name, box.kind, box.pockets) for rail in rails for box in rail.boxes]
    _check_kinds(sheet, bets, prices)
    grounds = _grounds(sheet, {name for name, _, _ in bets}, special)
    second = {courtesy.position: courtesy.placement for courtesy in courtesies}
    found: dict[str, Position] = {}
    for name, kind, pockets in sorted(bets, key=lambda bet: (ORDER[bet[1]], list(map(in_order, bet[2])))):
        price = prices.get(kind)
        if price is None:
            continue
        ground = grounds.get(name)
        placed = ground.clauses if ground is not None else price.placed
        basis = ground.basis if ground is not None else price.basis
        spots_of = (name, second[name]) if name in second else (name,)
        written = tuple(clause.written(sheet.ref) for clause in placed)
        found[name] = Position(name, kind, pockets, price.to_one, placed, price.priced, basis, spots_of, written)
    return found or None


def _check_kinds(
    sheet: Sheet, bets: Sequence[tuple[str, Kind, tuple[Pocket, ...]]], prices: Mapping[Kind, Price]
) -> None:
    for name, count in Counter(name for name, _, _ in bets).items():
        if count > 1:
            sheet.note("duplicate-position", "rails", f"{name} is there {count} times; a bet has one box")
    kinds = {kind for _, kind, _ in bets}
    # A price that is there and wrong has been noted already: it is not also missing.
    stated = (sheet.data or {}).get("pays", {})
    for kind in Kind:
        if kind in kinds and kind not in prices and kind not in stated:
            message = f"the felt has {kind} bets but nothing says what they pay; add [pays.{kind}]"
            sheet.note("kind-without-price", f"pays.{kind}", message, malformed=False)
        if kind in prices and kind not in kinds:
            message = f"prices {kind}, of which the felt has no position; remove it or draw the position"
            sheet.note("price-without-position", f"pays.{kind}", message, malformed=False)


def _grounds(sheet: Sheet, known: set[str], special: Sequence[Special]) -> dict[str, Special]:
    grounds: dict[str, Special] = {}
    for one in special:
        for name in one.positions:
            if name not in known:
                message = f"{name[:60]} does not fit the felt: no line, point or box of it covers that"
                sheet.note("position-not-on-felt", f"{one.key}.positions", message, malformed=False)
            elif name in grounds:
                sheet.note("duplicate-position", f"{one.key}.positions", f"{name} is cited more than once")
            grounds.setdefault(name, one)
    return grounds


def fitting(
    sheet: Sheet, spots: Sequence[Spot], rails: Sequence[Rail], courtesies: Sequence[Courtesy]
) -> tuple[Courtesy, ...]:
    """Return the courtesy lines that the felt has room for, one per bet; note the others."""
    rows = [[box.name for box in rail.boxes] for rail in rails]
    neighbors = {pair for row in rows for pair in pairwise(row)}
    known = {spot.name for spot in spots}.union(*rows)
    found: dict[str, Courtesy] = {}
    for one in courtesies:
        if one.position not in known:
            message = f"{one.position[:60]} does not fit the felt; a courtesy line is a second spot of a bet it has"
            sheet.note("position-not-on-felt", "courtesy.position", message, malformed=False)
        elif one.between not in neighbors:
            message = f"{one.between[0][:20]} and {one.between[1][:20]} are not neighbors on a rail, in that order"
            sheet.note("position-not-on-felt", "courtesy.between", message, malformed=False)
        elif one.position in found:
            sheet.note("duplicate-position", "courtesy.position", f"{one.position} has a courtesy line already")
        else:
            found[one.position] = one
    return tuple(found.values())


def names(built: Mapping[str, Position], rails: Sequence[Rail]) -> Names:
    """Collect every way to write the positions; labels that several boxes share name none."""
    boxes = [(box.label, box.name) for rail in rails for box in rail.boxes]
    shared = Counter(label.lower() for label, _ in boxes)
    # The label of a series lists pockets, and pockets are looked up as such.
    labels = {label: name for label, name in boxes if shared[label.lower()] == 1 and not _lists_pockets(label)}
    placements = {spot: name for name, position in built.items() for spot in position.placements[1:]}
    return Names([(p.name, p.kind, p.pockets) for p in built.values()], labels, placements)


def _lists_pockets(label: str) -> bool:
    return all(is_label(word) and (is_number(word) or word == "0") for word in label.split())


def readings(data: Mapping[str, Any], ref: str) -> tuple[Reading, ...]:
    """List every place of a rulebook's data that carries a basis, in the order of the file."""
    found: list[Reading] = []

    def visit(value: object, path: str) -> None:
        if isinstance(value, dict):
            if value.get("basis") in Basis._value2member_map_:
                found.append(_reading(value, path, ref))
            for key, inner in value.items():
                visit(inner, f"{path}.{key}" if path else key)
        elif isinstance(value, list):
            for place, inner in enumerate(value, start=1):
                visit(inner, f"{path}[{place}]")

    visit(data, "")
    return tuple(found)


def _reading(value: Mapping[str, Any], path: str, ref: str) -> Reading:
    stated = next((value[key] for key in ("value", "positions", "order", "to_one") if key in value), "as drawn")
    shown = ", ".join(map(str, stated)) if isinstance(stated, list) else str(stated)
    shown = {"True": "yes", "False": "no", "": "nobody"}.get(shown, shown)
    numbers = [value["clause"]] if "clause" in value else value.get("clauses", [])
    clauses = tuple(Clause(ref, str(number)) for number in numbers)
    return Reading(path, shown, Basis(value["basis"]), clauses, str(value.get("note", "")))
