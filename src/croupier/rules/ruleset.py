"""A ruleset: the whole of one published version of one house's game, as a frozen value with citations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from croupier.rules.clause import Basis, Cited, Clause, ClauseEntry, Reading
from croupier.rules.errors import UnknownClauseError, UnknownPocketError
from croupier.rules.felt import Felt
from croupier.rules.limits import Limits
from croupier.rules.notation import Names
from croupier.rules.pocket import Pocket
from croupier.rules.position import Kind, Position
from croupier.rules.procedure import Procedure
from croupier.rules.stake import short
from croupier.rules.touch import Spot
from croupier.rules.unexpressed import Touched, Unexpressed


@dataclass(frozen=True, slots=True)
class Wheel:
    """The pockets clockwise from zero, and whether that order was verified.

    Nothing is ever settled by this order. An unverified one is for drawing only.
    """

    order: tuple[Pocket, ...]
    verified: bool
    clauses: tuple[Clause, ...]
    basis: Basis | None
    note: str


@dataclass(frozen=True, slots=True)
class Price:
    """What a kind pays to one, under the document's own word for it."""

    kind: Kind
    word: str
    to_one: int
    placed: tuple[Clause, ...]
    priced: tuple[Clause, ...]
    basis: Basis | None
    note: str
    edge: str | None
    """The house edge the file expects of this kind, where it differs from the other kinds on purpose."""


class Beside(StrEnum):
    """Where a rail lies: along the outside line, or at the far end of the columns."""

    OUTSIDE_LINE = "outside-line"
    END = "end"


@dataclass(frozen=True, slots=True)
class RailBox:
    """A box printed outside the numbers: what it is, its label, what it covers, and its share of the rail."""

    name: str
    kind: Kind
    label: str
    pockets: tuple[Pocket, ...]
    share: int


@dataclass(frozen=True, slots=True)
class Rail:
    """A strip of boxes beside the numbers. Rails beside the outside line are listed from it outwards."""

    beside: Beside
    boxes: tuple[RailBox, ...]


@dataclass(frozen=True, slots=True)
class Courtesy:
    """A second spot for an existing bet: on the line between two boxes of a rail."""

    position: str
    between: tuple[str, str]
    clauses: tuple[Clause, ...]

    @property
    def placement(self) -> str:
        """The name of the second spot."""
        return f"{self.position}@courtesy"


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """One edition of one game. Two rulesets are equal when ref and digest are."""

    ref: str
    title: str
    house: str | None
    effective: date | None
    supersedes: str | None
    digest: str
    text: str = field(repr=False)
    """The rulebook file this was read from."""
    wheel: Wheel
    pockets: tuple[Pocket, ...] = field(repr=False)
    """Every pocket of the wheel, in the order S, 00, 0, 1…36."""
    colors: Mapping[str, Cited[tuple[Pocket, ...]]]
    felt: Felt
    spots: tuple[Spot, ...] = field(repr=False)
    rails: tuple[Rail, ...] = field(repr=False)
    courtesies: tuple[Courtesy, ...]
    prices: Mapping[Kind, Price] = field(repr=False)
    positions: Mapping[str, Position] = field(repr=False)
    procedure: Procedure = field(repr=False)
    limits: Limits = field(repr=False)
    clauses: Mapping[str, ClauseEntry] = field(repr=False)
    citations: Mapping[str, tuple[str, ...]] = field(repr=False)
    """For each clause, the keys of the rulebook that cite it."""
    readings: tuple[Reading, ...] = field(repr=False)
    names: Names = field(repr=False)
    unexpressed: tuple[Unexpressed, ...] = field(repr=False)
    """What the program does not carry out of the document, as the file declares it."""
    touched: Touched = field(repr=False)
    earlier: Mapping[str, Ruleset] = field(default_factory=dict, repr=False)
    """Earlier texts of the same edition by which a table played rounds that it still keeps, by digest."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and (self.ref, self.digest) == (other.ref, other.digest)

    def __hash__(self) -> int:
        return hash((self.ref, self.digest))

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        from croupier.rules.rulebook import parse  # noqa: PLC0415 - the parser imports this module

        return (parse, (self.text, self.ref))

    def of_text(self, digest: str) -> Ruleset | None:
        """Return the ruleset with this digest, if it is this one or an earlier text of it."""
        return self if digest == self.digest else self.earlier.get(digest)

    def after(self, *earlier: Ruleset, needed: Collection[str]) -> Ruleset:
        """Return the same ruleset with those earlier texts, and the earlier texts of these, that are needed."""
        known = {text.digest: text for one in earlier for text in (one, *one.earlier.values())}
        kept = {
            digest: replace(text, earlier={})
            for digest, text in known.items()
            if digest in needed and digest != self.digest
        }
        return self if kept.keys() == self.earlier.keys() else replace(self, earlier=kept)

    def position(self, words: str) -> Position:
        """Find a position by its name or by what people write: ``17/20``, ``1st 12``, ``col 2``."""
        known = self.positions.get(words) if isinstance(words, str) else None
        return known or self.positions[self.names.find(words)]

    def pocket(self, label: str) -> Pocket:
        """Return the pocket with this label; ``00`` is not ``0`` and ``07`` is not ``7``."""
        if isinstance(label, str) and label in self.wheel.order:
            return Pocket(label)
        known = " ".join(p for p in self.pockets if p[0] not in "123456789")
        raise UnknownPocketError(
            f"{self.ref} has no pocket {short(label)}; its {len(self.wheel.order)} pockets are {known} and the numbers "
            f"from 1 to {self.pockets[-1]}, written as text"
        )

    def not_carried_out(self, position: str, outcome: Pocket | None = None) -> tuple[Unexpressed, ...]:
        """Return what a bet is settled without: on an outcome, or on any."""
        found = self.touched.get(position, ())
        return tuple(one for one in found if outcome is None or one.matters(outcome)) if found else ()

    def clause(self, number: str) -> ClauseEntry:
        """Return the entry of a clause."""
        if isinstance(number, str) and number.removeprefix("§") in self.clauses:
            return self.clauses[number.removeprefix("§")]
        raise UnknownClauseError(f"{self.ref} has no clause {short(number)}; see croupier rules clauses")
