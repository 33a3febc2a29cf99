"""Every bet of the five rulebooks, written down a second time.

The engine derives its positions from which boxes of the felt touch. This table
does not: it was written from the rule documents with arithmetic on 1 to 36 and
explicit lists, and imports nothing of the engine. When the two disagree, one of
them has misread a document.

Clause numbers are the documents' own; for `us-double-zero/1`, whose document is
only partly numbered, W is its list of wagers and O its pay table.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Sets: TypeAlias = tuple[tuple[str, str], ...]
"""Pairs of a kind and its sets of pockets, the sets apart by " / "."""


@dataclass(frozen=True)
class Bet:
    """One thing a player can bet on, and what it pays."""

    name: str
    kind: str
    pockets: frozenset[str]
    to_one: int


@dataclass(frozen=True)
class Book:
    """What one document adds to the common bets, and its pay table."""

    zeros: tuple[str, ...]
    special: Sets
    pays: dict[str, int]


NUMBERS = tuple(range(1, 37))
ORDER = ("S", "00", "0", *map(str, NUMBERS))
"""The order of pockets within a name. Labels are strings: "00" is not "0"."""

# No document lists the red numbers: each sends the reader to the colors of the wheel
# (mbs-roulette/2 and /3 §3.4.10-3.4.11, rws-roulette-360/1 App. C "Colour Bet",
# mbs-sands-roulette/1 §3.4.13-3.4.14, us-double-zero/1 W9-W10). The list is the
# common convention of the trade, the same on all five wheels.
RED = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)

# Likewise the other half of 1 to 36, listed and not subtracted.
BLACK = (2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35)


# ── mbs-roulette/2 ────────────────────────────────────────────────────────────

MBS_2 = Book(
    # §3.4.6: the columns run to one zero. The document never counts the pockets.
    zeros=("0",),
    special=(
        # §3.4.2, a line between two numbers; zero heads all three columns (§3.4.6).
        ("split", "0 1 / 0 2 / 0 3"),
        # §3.4.4 is silent on zero; read as in version 3 §4.2, same house, same pay table.
        ("street", "0 1 2 / 0 2 3"),
        # §3.4.3, four numbers at one point; read as in version 3 §4.2.
        ("corner", "0 1 2 3"),
    ),
    # §4.1
    pays={
        "straight": 35,
        "split": 17,
        "street": 11,
        "corner": 8,
        "six-line": 5,
        "column": 2,
        "dozen": 2,
        "low": 1,
        "high": 1,
        "even": 1,
        "odd": 1,
        "red": 1,
        "black": 1,
    },
)


# ── mbs-roulette/3 ────────────────────────────────────────────────────────────

MBS_3 = Book(
    # §4.2 and App. A: one zero.
    zeros=("0",),
    special=(
        # §4.2 lets 0 win together with 1, 2 and 3, in any company; a chip can lie
        # there by §3.4.2 on two numbers, by §3.4.3 on four. 0 1 3 is no place.
        ("split", "0 1 / 0 2 / 0 3"),
        ("street", "0 1 2 / 0 2 3"),
        ("corner", "0 1 2 3"),
    ),
    # §4.1
    pays={
        "straight": 35,
        "split": 17,
        "street": 11,
        "corner": 8,
        "six-line": 5,
        "column": 2,
        "dozen": 2,
        "low": 1,
        "high": 1,
        "even": 1,
        "odd": 1,
        "red": 1,
        "black": 1,
    },
)


# ── rws-roulette-360/1 ────────────────────────────────────────────────────────

RWS_360 = Book(
    # App. C "Single Bet": any single number including 0.
    zeros=("0",),
    special=(
        # App. C "Split Bet", its second sentence.
        ("split", "0 1 / 0 2 / 0 3"),
        # App. C "Street Bet" (a) and (b).
        ("street", "0 1 2 / 0 2 3"),
        # App. C "Square Bet", its second sentence.
        ("corner", "0 1 2 3"),
        # App. B, "Four Number Series Bet" of App. C; the copy has 32 15 0 19.
        ("series-4", "0 32 15 19"),
        # App. B, "Three Number Series Bet" of App. C. Errors of the copy mended: 26 17 34 to
        # 25 17 34, 33 1 30 to 33 1 20, 7 28 13 to 7 28 12. The boxes 6 27 13 and 35 3 26
        # are lost from the copy and taken from the six-number boxes they end.
        (
            "series-3",
            (
                "4 21 2 / 25 17 34 / 6 27 13 / 36 11 30 / 8 23 10 / 5 24 16 / "
                "33 1 20 / 14 31 9 / 22 18 29 / 7 28 12 / 35 3 26"
            ),
        ),
        # App. B, "Six Number Series Bet" of App. C. Errors of the copy mended: the first 28 to
        # 32, 33 1 30 to 33 1 20, 7 28 13 to 7 28 12.
        (
            "series-6",
            (
                "32 15 19 4 21 2 / 25 17 34 6 27 13 / 36 11 30 8 23 10 / "
                "5 24 16 33 1 20 / 14 31 9 22 18 29 / 7 28 12 35 3 26"
            ),
        ),
    ),
    # §4.1; the document says single, square and line for straight, corner and six line.
    pays={
        "straight": 35,
        "split": 17,
        "street": 11,
        "corner": 8,
        "six-line": 5,
        "column": 2,
        "dozen": 2,
        "high": 1,
        "low": 1,
        "black": 1,
        "red": 1,
        "odd": 1,
        "even": 1,
        "series-3": 11,
        "series-4": 8,
        "series-6": 5,
    },
)


# ── mbs-sands-roulette/1 ──────────────────────────────────────────────────────

MBS_SANDS = Book(
    # §1.1.3: the numerals 00, 0, 1 to 36 and the symbol S.
    zeros=("S", "00", "0"),
    special=(
        # §3.4.2, with 0 over 1 and half of 2, 00 over half of 2 and 3 (§3.4.6, §3.4.7),
        # and S above both. The diagrams are lost from the copy.
        ("split", "S 00 / S 0 / 00 0 / 0 1 / 0 2 / 00 2 / 00 3"),
        # §3.4.4, its second limb: the point where three numbers meet.
        ("street", "S 00 0 / 00 0 2 / 0 1 2 / 00 2 3"),
        # §3.4.3 gives no corner with a zero: no point there touches four numbers.
        # §3.4.6
        ("top-line", "S 00 0 1 2 3"),
        # §3.4.15
        ("green", "S 00 0"),
    ),
    # §4.1
    pays={
        "straight": 35,
        "split": 17,
        "street": 11,
        "corner": 8,
        "six-line": 5,
        "top-line": 5,
        "column": 2,
        "dozen": 2,
        "low": 1,
        "high": 1,
        "odd": 1,
        "even": 1,
        "black": 1,
        "red": 1,
        "green": 11,
    },
)


# ── us-double-zero/1 ──────────────────────────────────────────────────────────

US_DOUBLE_ZERO = Book(
    # W2, W5: 0 and 00 are both numbers of the felt.
    zeros=("00", "0"),
    special=(
        # W2 names 00 0 (between the boxes or on the courtesy line: one bet, two places).
        # The other four are lines between boxes that W3a says meet three at a time.
        ("split", "00 0 / 0 1 / 0 2 / 00 2 / 00 3"),
        # W3a
        ("street", "0 1 2 / 00 0 2 / 00 2 3"),
        # W4 gives no corner with a zero: no point there touches four numbers.
        # W5
        ("first-five", "00 0 1 2 3"),
    ),
    # O
    pays={
        "straight": 35,
        "split": 17,
        "street": 11,
        "corner": 8,
        "first-five": 6,
        "six-line": 5,
        "column": 2,
        "dozen": 2,
        "red": 1,
        "black": 1,
        "odd": 1,
        "even": 1,
        "low": 1,
        "high": 1,
    },
)


BOOKS = {
    "mbs-roulette/2": MBS_2,
    "mbs-roulette/3": MBS_3,
    "rws-roulette-360/1": RWS_360,
    "mbs-sands-roulette/1": MBS_SANDS,
    "us-double-zero/1": US_DOUBLE_ZERO,
}

REFS = tuple(BOOKS)


def pockets(ref: str) -> frozenset[str]:
    """Return the pockets of the wheel: 37, 38 or 39."""
    return frozenset(BOOKS[ref].zeros) | _labels(NUMBERS)


def bets(ref: str) -> dict[str, Bet]:
    """Return every bet of a rulebook by its name."""
    book = BOOKS[ref]
    table: dict[str, Bet] = {}
    for kind, name, covered in (*_inside(), *_outside(), *_with_zero(book)):
        assert name not in table, name
        table[name] = Bet(name=name, kind=kind, pockets=covered, to_one=book.pays[kind])
    return table


def winnings(bet: Bet, stake: int, outcome: str) -> tuple[int, int, int]:
    """Return winnings, returned and collected for one stake within the limits.

    Odds are "to 1": 10 on a straight wins 350 and the 10 goes back beside it. A bet
    that misses is collected whole; none of the documents gives half back on a zero.
    """
    assert stake > 0
    if outcome in bet.pockets:
        return stake * bet.to_one, stake, 0
    return 0, 0, stake


def edge(bet: Bet, ref: str) -> Fraction:
    """Return what the house keeps of each unit staked, on average over all pockets."""
    kept = 0
    for pocket in pockets(ref):
        won, _, collected = winnings(bet, 1, pocket)
        kept += collected - won
    return Fraction(kept, len(pockets(ref)))


_Row: TypeAlias = tuple[str, str, frozenset[str]]


def _labels(numbers: Iterable[int]) -> frozenset[str]:
    return frozenset(str(number) for number in numbers)


def _by_pockets(kind: str, covered: frozenset[str]) -> _Row:
    return kind, f"{kind}:{'-'.join(sorted(covered, key=ORDER.index))}", covered


def _inside() -> Iterator[_Row]:
    """Yield the 138 bets on numbers of 1 to 36 alone, the same in all five documents.

    The numbers stand in twelve rows of three: 1 2 3, 4 5 6, to 34 35 36.
    MBS and Sands §3.4.1-3.4.5; Roulette 360 App. C; us-double-zero W1-W4, W6.
    """
    for n in NUMBERS:
        yield _by_pockets("straight", _labels([n]))
        if n % 3 != 0:
            yield _by_pockets("split", _labels([n, n + 1]))
        if n <= 33:
            yield _by_pockets("split", _labels([n, n + 3]))
        if n % 3 != 0 and n <= 32:
            yield _by_pockets("corner", _labels([n, n + 1, n + 3, n + 4]))
    for first in range(1, 35, 3):
        yield _by_pockets("street", _labels(range(first, first + 3)))
    for first in range(1, 32, 3):
        yield _by_pockets("six-line", _labels(range(first, first + 6)))


def _outside() -> Iterator[_Row]:
    """Yield the twelve bets on a dozen numbers or on half of 1 to 36.

    No zero is in any of them: Even begins at 2 (mbs-roulette/3 §3.4.13 says so; the
    others cannot mean otherwise, or Even would favor the player). MBS §3.4.6-3.4.13;
    Sands §3.4.7-3.4.14; Roulette 360 App. C; us-double-zero W7-W14.
    """
    for k in (1, 2, 3):
        yield "column", f"column:{k}", _labels(range(k, 37, 3))
        yield "dozen", f"dozen:{k}", _labels(range(12 * k - 11, 12 * k + 1))
    yield "low", "low", _labels(range(1, 19))
    yield "high", "high", _labels(range(19, 37))
    yield "odd", "odd", _labels(range(1, 36, 2))
    yield "even", "even", _labels(range(2, 37, 2))
    yield "red", "red", _labels(RED)
    yield "black", "black", _labels(BLACK)


def _with_zero(book: Book) -> Iterator[_Row]:
    """Yield what a rulebook has beyond the common bets: its zeros and its own kinds."""
    for zero in book.zeros:
        yield _by_pockets("straight", frozenset({zero}))
    for kind, sets in book.special:
        for members in sets.split(" / "):
            covered = frozenset(members.split())
            yield ("green", "green", covered) if kind == "green" else _by_pockets(kind, covered)
