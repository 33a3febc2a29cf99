"""What a rulebook declares not to be carried out: clauses of the document that the program has no way to act on.

Such a clause is shown wherever the rulebook is shown. A line that it touches says
so, and never cites it as what decided.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from croupier.rules.clause import Clause
from croupier.rules.pocket import Pocket
from croupier.rules.position import Position
from croupier.rules.toml import Section, Sheet

NOT_CARRIED_OUT = "not carried out"
WHAT_MAX = 300
"""How many characters may say what is not done: a sentence or two, not the document's own text."""


@dataclass(frozen=True, slots=True)
class Unexpressed:
    """Clauses that are not carried out, what that means, and what it touches."""

    key: str
    """Where the file declares it."""
    clauses: tuple[Clause, ...]
    what: str
    affects: tuple[str, ...] = ()
    """Kinds, positions, and keys of the procedure."""
    on: tuple[Pocket, ...] = ()
    """The outcomes on which it matters; on all of them if none is named."""

    def touches(self, position: Position) -> bool:
        """Whether the bets on a position are settled otherwise than the document says."""
        return position.kind in self.affects or position.name in self.affects

    def touches_key(self, key: str) -> bool:
        """Whether a value of the procedure says less than the document."""
        return any(key == one or key.startswith(f"{one}.") for one in self.affects)

    def matters(self, outcome: Pocket) -> bool:
        """Whether it matters on an outcome."""
        return not self.on or outcome in self.on


Touched = Mapping[str, tuple[Unexpressed, ...]]
"""For each position that is touched, what is not carried out there."""


def read_unexpressed(top: Section) -> tuple[Unexpressed, ...]:
    """Read what the file declares not to be carried out."""
    found = []
    for section in top.array("unexpressed", required=False):
        clauses = section.clauses(decides=False)
        expected = f"in your own words what is not carried out, in at most {WHAT_MAX} characters"
        what = section.text("what", expected=expected)
        affects = section.texts("affects", required=False, expected='kinds, positions or keys, such as ["red", "spin"]')
        on = tuple(map(Pocket, section.labels("on", required=False)))
        section.finish()
        if what is not None and len(what) > WHAT_MAX:
            section.note("wrong-type", f"has {len(what)} characters; say {expected}", key="what")
        elif what is not None:
            found.append(Unexpressed(section.path, clauses, what, affects, on))
    return tuple(found)


def touched(
    sheet: Sheet, declared: Sequence[Unexpressed], positions: Mapping[str, Position], keys: Iterable[str]
) -> Touched:
    """Find the positions that are touched; note what the file declares of things that it does not have."""
    # A kind whose price could not be read has no positions here, and its own problem.
    known = {*keys, *(sheet.data or {}).get("pays", {})}
    found: dict[str, tuple[Unexpressed, ...]] = {}
    for one in declared:
        mine = [position for position in positions.values() if one.touches(position)]
        names = {name for position in mine for name in (position.name, str(position.kind))}
        for word in one.affects:
            if word not in names and not any(key == word or key.startswith(f"{word}.") for key in known):
                message = f"names {word[:40]}, which is no kind or position of the felt and no key of the procedure"
                sheet.note("affects-nothing", f"{one.key}.affects", message, malformed=False)
        for position in mine:
            found[position.name] = (*found.get(position.name, ()), one)
    for one in declared:
        for where in _cited_all_the_same(sheet, one, positions):
            message = f"says that it is not carried out, but {where} cites it as what decides; cite there what does"
            sheet.note("unexpressed-cited", one.key, message, malformed=False)
    return MappingProxyType(found)


def _cited_all_the_same(sheet: Sheet, one: Unexpressed, positions: Mapping[str, Position]) -> Iterator[str]:
    """Find what cites a clause all the same. On other outcomes than those named, a price may cite it."""
    if not one.on:
        mine = [position for position in positions.values() if one.touches(position)]
        cites = (position for position in mine if {*position.priced, *position.placed} & set(one.clauses))
        yield from dict.fromkeys(f"pays.{position.kind}" for position in cites)
    for key, clause in sheet.citations:
        if clause in one.clauses and one.touches_key(key):
            yield key.rpartition(".")[0]


def note_of(declared: Iterable[Unexpressed]) -> str:
    """Say which clauses a line was settled without; nothing if it was settled by all."""
    return without(dict.fromkeys(clause.number for one in declared for clause in one.clauses))


def without(numbers: Collection[str]) -> str:
    """Say that clauses are not carried out; nothing if there are none."""
    if not numbers:
        return ""
    return f"{', '.join(f'§{number}' for number in numbers)} {'is' if len(numbers) == 1 else 'are'} {NOT_CARRIED_OUT}"
