"""A rulebook file read into a ruleset, strictly.

``parse`` returns a ruleset or raises with every problem found. ``try_parse`` returns
both what could be built and the problems, for the linter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from croupier.rules import assembly
from croupier.rules.clause import Basis, Cited, Clause, ClauseEntry, Nature
from croupier.rules.digest import digest
from croupier.rules.errors import Problem, RulebookError
from croupier.rules.felt import DrawingError, Felt, draw
from croupier.rules.limits import Limits
from croupier.rules.limits_file import limits_by_kind
from croupier.rules.pocket import Pocket, ordered
from croupier.rules.position import Kind
from croupier.rules.procedure import Procedure, flat
from croupier.rules.ruleset import Price, Ruleset, Wheel
from croupier.rules.sections import read_cited, read_grounds, read_procedure
from croupier.rules.toml import POCKETS_MAX, Section, Sheet
from croupier.rules.touch import inside_bets
from croupier.rules.unexpressed import read_unexpressed, touched

FORMAT = 1
PAYS_MAX = 1_000
_REF = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*/[1-9][0-9]{0,2}", re.ASCII)


class LineKind(StrEnum):
    """What the bet on the point between the zeros and the first row may be called."""

    CORNER = Kind.CORNER
    FIRST_FIVE = Kind.FIRST_FIVE
    TOP_LINE = Kind.TOP_LINE


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The result of reading a rulebook file: the ruleset if one could be built, and what is wrong with it."""

    ruleset: Ruleset | None
    problems: tuple[Problem, ...]


def is_ref(ref: str) -> bool:
    """Whether a text can name a rulebook: ``game/edition``."""
    return _REF.fullmatch(ref) is not None


def parse(text: str, name: str) -> Ruleset:
    """Read a rulebook. Raises RulebookError, which names the file, the key, and what would be right."""
    parsed = try_parse(text, name)
    if parsed.problems or parsed.ruleset is None:
        raise RulebookError(name, parsed.problems)
    return parsed.ruleset


def try_parse(text: str, name: str) -> ParseResult:
    """Read a rulebook as far as possible and note everything that is wrong with it."""
    sheet = Sheet.read(text, name)
    if sheet.data is None:
        return ParseResult(None, tuple(sheet.problems))
    ruleset = _read(sheet, text)
    problems = sorted(sheet.problems, key=lambda problem: not problem.malformed)
    return ParseResult(ruleset, tuple(problems))


def _read(sheet: Sheet, text: str) -> Ruleset | None:
    top = sheet.top()
    top.amount("format", least=FORMAT, most=FORMAT)
    sheet.ref = _ref(top, "ref") or ""
    title, house = top.text("title"), top.text("house", required=False)
    effective = top.day("effective")
    supersedes = _ref(top, "supersedes", required=False)
    clauses = _clauses(top)
    wheel = _wheel(top)
    colors = _colors(top, wheel)
    felt = _felt(top, wheel)
    _layout(top)
    zero_line = read_cited(top, "zero_line", LineKind)
    prices = _prices(top)
    rails = assembly.read_rails(top, wheel, colors)
    courtesies = assembly.read_courtesies(top)
    special = assembly.read_special(top)
    procedure = read_procedure(top)
    limits = _limits(top, procedure)
    unexpressed = read_unexpressed(top)
    for one in unexpressed:
        assembly.check_on_wheel(Section(sheet, {}, one.key), "on", one.on, wheel)
    top.finish()
    _check_citations(sheet, clauses)
    if felt is None or zero_line is None or wheel is None or procedure is None or not prices:
        return None
    spots = inside_bets(felt, Kind(zero_line.value))
    courtesies = assembly.fitting(sheet, spots, rails, courtesies)
    built = assembly.positions(sheet, spots, rails, prices, special, courtesies)
    touched_by = touched(sheet, unexpressed, built or {}, flat(procedure))
    # Doubts still leave a ruleset; nothing in a malformed file can be relied on.
    if built is None or title is None or any(problem.malformed for problem in sheet.problems):
        return None
    return Ruleset(
        ref=sheet.ref,
        title=title,
        house=house,
        effective=effective,
        supersedes=supersedes,
        digest=digest(sheet.data or {}),
        text=text,
        wheel=wheel,
        pockets=ordered(wheel.order),
        colors=MappingProxyType(colors),
        felt=felt,
        spots=spots,
        rails=rails,
        courtesies=courtesies,
        prices=MappingProxyType(prices),
        positions=MappingProxyType(built),
        procedure=procedure,
        limits=limits,
        clauses=MappingProxyType(clauses),
        citations=_cited_at(sheet),
        readings=assembly.readings(sheet.data or {}, sheet.ref),
        names=assembly.names(built, rails),
        unexpressed=unexpressed,
        touched=touched_by,
    )


def _ref(top: Section, key: str, *, required: bool = True) -> str | None:
    expected = "a ref such as mbs-roulette/3: the game in lower case, a slash, and an edition from 1 to 999"
    ref = top.text(key, required=required, expected=expected)
    if ref is not None and not is_ref(ref):
        top.note("wrong-type", f"expected {expected}, not {ref[:60]!r}", key=key)
        return None
    return ref


def _clauses(top: Section) -> dict[str, ClauseEntry]:
    section = top.section("clauses")
    found: dict[str, ClauseEntry] = {}
    if section is None:
        return found
    for number, entry in section.sections():
        nature = entry.choice("nature", Nature)
        summary = entry.text("summary", expected="what the clause says, in your own words")
        entry.finish()
        if nature is not None and summary is not None:
            found[number] = ClauseEntry(Clause(top.sheet.ref, number), nature, summary)
    if not section.data:
        section.note("missing-key", 'lists no clause; every clause of the document belongs here: "3.1" = { … }')
    return found


def _check_citations(sheet: Sheet, clauses: Mapping[str, ClauseEntry]) -> None:
    for key, clause in (*sheet.citations, *sheet.declared):
        if clauses and clause.number not in clauses:
            message = f'cites {clause.number[:20]!r}, which [clauses] does not list; add "{clause.number[:20]}" there'
            sheet.note("unknown-clause", key, message, malformed=False)


def _cited_at(sheet: Sheet) -> Mapping[str, tuple[str, ...]]:
    cited: dict[str, dict[str, None]] = {}
    for key, clause in sheet.citations:
        cited.setdefault(clause.number, {})[key.rpartition(".")[0] or key] = None
    return MappingProxyType({number: tuple(keys) for number, keys in cited.items()})


def _wheel(top: Section) -> Wheel | None:
    section = top.section("wheel")
    if section is None:
        return None
    order = section.labels("order")
    verified = section.flag("verified")
    clauses, basis, note = read_grounds(section)
    section.finish()
    twice = sorted(label for label, count in Counter(order).items() if count > 1)
    if twice:
        section.note("duplicate-pocket", f"lists {twice[0]} more than once; a pocket is one place", key="order")
        return None
    return Wheel(tuple(map(Pocket, order)), verified, clauses, basis, note) if order and verified is not None else None


def _colors(top: Section, wheel: Wheel | None) -> dict[str, Cited[Any]]:
    section = top.section("colors")
    found: dict[str, Cited[Any]] = {}
    if section is None:
        return found
    for color in assembly.COLORS:
        cited = read_cited(section, color, tuple[Pocket, ...])
        if cited is not None:
            assembly.check_on_wheel(section, color, cited.value, wheel)
            found[color] = cited
    section.finish()
    return found


def _felt(top: Section, wheel: Wheel | None) -> Felt | None:
    drawing = top.text("felt", expected="the felt drawn as text")
    if drawing is None:
        return None
    labels = len(set(drawing.split()))
    if labels > POCKETS_MAX:
        top.note("felt", f"draws {labels} boxes; at most {POCKETS_MAX} are read", key="felt")
        return None
    try:
        felt = draw(drawing)
    except DrawingError as error:
        top.note("felt", str(error), key="felt")
        return None
    drawn = {box.label for box in felt.boxes}
    assembly.check_on_wheel(top, "felt", sorted(drawn), wheel)
    missing = [label for label in (wheel.order if wheel else ()) if label not in drawn]
    if missing:
        top.note("pocket-not-drawn", f"does not draw {missing[0]}, which is on the wheel", key="felt", malformed=False)
    return felt


def _layout(top: Section) -> None:
    """Read what the drawing and the boxes rest on; it is cited and listed, and nothing else depends on it."""
    section = top.section("layout")
    if section is not None:
        read_grounds(section)
        section.finish()


def _prices(top: Section) -> dict[Kind, Price]:
    section = top.section("pays")
    found: dict[Kind, Price] = {}
    if section is None:
        return found
    for name, entry in section.sections():
        kind = section.key_choice(name, Kind)
        if "for_one" in entry.data:
            entry.taken.add("for_one")
            message = 'is stated "for 1", which counts the stake; give to_one, the winnings alone: one less'
            entry.note("for-one", message, key="for_one", malformed=False)
            entry.taken.add("to_one")
            to_one = None
        else:
            to_one = entry.amount("to_one", most=PAYS_MAX)
        word = entry.text("word", expected="the document's own word for this kind")
        placed = entry.clauses(key="placed")
        priced = entry.clauses()
        basis = entry.choice("basis", Basis, required=False)
        note = entry.text("note", required=basis is Basis.OUR_READING, expected="a note that says why") or ""
        edge = assembly.read_edge(entry)
        entry.finish()
        if kind is not None and to_one is not None:
            found[kind] = Price(kind, word or kind, to_one, placed, priced, basis, note, edge)
    if not section.data:
        section.note("missing-key", "prices nothing; each kind of bet has a table, such as [pays.straight]")
    section.finish()
    return found


def _limits(top: Section, procedure: Procedure | None) -> Limits:
    section = top.section("limits") if "limits" in top.data else None
    by_kind = limits_by_kind(section.section("amounts", required=False) if section is not None else None, cited=True)
    if procedure is None:
        return Limits(by_kind=MappingProxyType(by_kind))
    rules = procedure.limits
    return Limits(by_kind=MappingProxyType(by_kind), intake=rules.intake.value, scope=rules.scope.value)
