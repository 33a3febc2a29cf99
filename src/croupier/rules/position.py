"""Betting positions: a kind, the pockets it covers, what it pays, and the clauses that say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from croupier.rules.clause import Basis, Clause
from croupier.rules.pocket import Pocket


class Kind(StrEnum):
    """The kinds of wager the five documents know, in the order in which they are listed."""

    STRAIGHT = "straight"
    SPLIT = "split"
    STREET = "street"
    CORNER = "corner"
    FIRST_FIVE = "first-five"
    SIX_LINE = "six-line"
    TOP_LINE = "top-line"
    SERIES_3 = "series-3"
    SERIES_4 = "series-4"
    SERIES_6 = "series-6"
    COLUMN = "column"
    DOZEN = "dozen"
    LOW = "low"
    HIGH = "high"
    ODD = "odd"
    EVEN = "even"
    RED = "red"
    BLACK = "black"
    GREEN = "green"


INSIDE = (
    Kind.STRAIGHT,
    Kind.SPLIT,
    Kind.STREET,
    Kind.CORNER,
    Kind.FIRST_FIVE,
    Kind.SIX_LINE,
    Kind.TOP_LINE,
)
"""Kinds whose positions are derived from the drawing of the felt, and whose names list their pockets."""

SERIES = {Kind.SERIES_3: 3, Kind.SERIES_4: 4, Kind.SERIES_6: 6}
"""Kinds printed as boxes of wheel neighbors, with how many pockets each box holds."""

NUMBERED = (Kind.COLUMN, Kind.DOZEN)
"""Kinds of which there are three, told apart by 1, 2 or 3."""

SINGLE = (Kind.LOW, Kind.HIGH, Kind.ODD, Kind.EVEN, Kind.RED, Kind.BLACK, Kind.GREEN)
"""Kinds of which a felt has one box."""

OUTSIDE = frozenset({*NUMBERED, *SINGLE})
"""Kinds with a box of their own outside the numbers."""

ORDER = {kind: place for place, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True)
class Position:
    """A place on the felt that covers pockets.

    ``placed`` cites where the document says how a chip is put there, ``priced``
    where it says what it pays. ``placements`` lists every spot of the cloth on
    which this one bet can be laid; only a courtesy line makes it more than one.
    """

    name: str
    kind: Kind
    pockets: tuple[Pocket, ...]
    pays: int
    placed: tuple[Clause, ...]
    priced: tuple[Clause, ...]
    basis: Basis | None
    placements: tuple[str, ...]
    written: tuple[str, ...]
    """``placed`` as events write it: once for each position and not once for each wager."""

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause behind this position: first how it is placed, then what it pays."""
        return (*self.placed, *(c for c in self.priced if c not in self.placed))

    def covers(self, pocket: str) -> bool:
        """Whether the position wins on this pocket."""
        return pocket in self.pockets

    def __str__(self) -> str:
        return self.name


def spell(kind: Kind, pockets: Iterable[str]) -> str:
    """Name a position after its pockets; they must already be in order."""
    return f"{kind}:{'-'.join(pockets)}"
