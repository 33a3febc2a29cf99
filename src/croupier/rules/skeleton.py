"""A rulebook to be filled in: everything that the format asks for, with a blank wherever the document has to speak.

Blanks do not lint, so nothing of it is taken for what a document says. What follows
from the numbers alone is written out: the drawing, and the boxes of a usual felt.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence

from croupier.rules import procedure as schema
from croupier.rules.felt import draw
from croupier.rules.irregularities import Irregularity, Treatment, Until
from croupier.rules.later import Since
from croupier.rules.pocket import is_label, is_number
from croupier.rules.position import Kind
from croupier.rules.rulebook import is_ref
from croupier.rules.sections import described
from croupier.rules.toml import BLANK
from croupier.rules.touch import inside_bets

NUMBERS_MAX = 99
ROW = 3
USUAL = 36
"""The numbers of a usual felt, the only one on which a third of them is a dozen."""
_CITED = f'{{ value = "{BLANK}", clause = "{BLANK}" }}'
_LINES = {1: Kind.CORNER, 2: Kind.FIRST_FIVE}


def wrong_start(ref: str, zeros: Sequence[str], numbers: int) -> str | None:
    """Say what is wrong with what a rulebook is to start from, if anything."""
    if not is_ref(ref):
        return f"{ref[:60]!r} is no ref: the game in lower case, a slash, and an edition from 1 to 999, as my-house/1"
    if not zeros or len(set(zeros)) != len(zeros) or not all(is_label(one) and not is_number(one) for one in zeros):
        return "the zeros are 0, 00, 000 or up to three capitals each, every one once: 0 00"
    if not ROW <= numbers <= NUMBERS_MAX or numbers % ROW:
        return f"there are rows of three numbers, up to {NUMBERS_MAX} of them: 36, 24 or 12, not {numbers}"
    return None


def skeleton(ref: str, title: str, zeros: Sequence[str], numbers: int) -> str:
    """Write a rulebook to be filled in, for a wheel of these zeros and the numbers from 1."""
    assert wrong_start(ref, zeros, numbers) is None
    drawing, line = _drawing(zeros, numbers), _LINES.get(len(zeros), Kind.TOP_LINE)
    rails = _rails(numbers)
    kinds = {spot.kind for spot in inside_bets(draw(drawing), line)}
    kinds |= {Kind(name.partition(":")[0]) for _, boxes in rails for name, _, _ in boxes}
    parts = (
        _head(ref, title, drawing, line),
        _wheel(zeros, numbers),
        _boxes(rails),
        _prices([kind for kind in Kind if kind in kinds]),
        _procedure(),
        _clauses(),
    )
    return "".join(f"{text}\n" for part in parts for text in part)


def _drawing(zeros: Sequence[str], numbers: int) -> str:
    """Draw zeros that share the head equally over rows of three numbers."""
    width = math.lcm(len(zeros), ROW)
    rows = [zeros, *([str(first + place) for place in range(ROW)] for first in range(1, numbers, ROW))]
    return "".join(" ".join(f"{label:>3}" for label in row for _ in range(width // len(row))) + "\n" for row in rows)


_Rail = tuple[str, list[tuple[str, str, str]]]
"""Where a rail lies, and its boxes: name, label and what it covers."""


def _rails(numbers: int) -> list[_Rail]:
    rails: list[_Rail] = []
    if numbers == USUAL:
        dozens = [(f"dozen:{place}", label, f"{place * 12 - 11}..{place * 12}") for place, label in _DOZENS]
        rails.append(("outside-line", dozens))
    if numbers % 2 == 0:
        half = numbers // 2
        chances = [
            ("low", f"1-{half}", f"1..{half}"),
            ("even", "Even", f"2..{numbers}/2"),
            ("red", "Red", "red"),
            ("black", "Black", "black"),
            ("odd", "Odd", f"1..{numbers - 1}/2"),
            ("high", f"{half + 1}-{numbers}", f"{half + 1}..{numbers}"),
        ]
        rails.append(("outside-line", chances))
    columns = [(f"column:{place}", f"Column {place}", f"{place}..{numbers - ROW + place}/{ROW}") for place in (1, 2, 3)]
    return [*rails, ("end", columns)]


_DOZENS = ((1, "1st 12"), (2, "2nd 12"), (3, "3rd 12"))


def _head(ref: str, title: str, drawing: str, line: Kind) -> Iterator[str]:
    yield f"# To be filled in: every {BLANK} is a blank, and croupier rules lint lists those that are left."
    yield "# A value that the document does not state has a basis and a note instead of a clause:"
    yield '#   { value = true, basis = "our-reading", note = "why it was chosen" }'
    yield "# A clause that the program cannot carry out is declared; see docs/rulebook-format.md:"
    yield "#   [[unexpressed]]"
    yield ""
    yield "format = 1"
    yield f"ref = {_text(ref)}"
    yield f"title = {_text(title)}"
    yield '# house = "…"             if the document names one'
    yield "# effective = 2026-01-31  if it has a date"
    yield ""
    yield f'felt = """\n{drawing}"""'
    yield f'zero_line = {{ value = "{line}", clause = "{BLANK}" }}'
    yield ""
    yield "[layout]  # what the drawing and the boxes rest on"
    yield f'clause = "{BLANK}"'
    yield ""


def _wheel(zeros: Sequence[str], numbers: int) -> Iterator[str]:
    yield "[wheel]  # clockwise from zero; nothing is settled by this order, and an unverified one is only drawn"
    yield f'order = "{" ".join((*zeros, *map(str, range(1, numbers + 1))))}"'
    yield f'verified = "{BLANK}"'
    yield f'clause = "{BLANK}"'
    yield ""
    yield "[colors]"
    yield f"red = {_CITED}"
    yield f"black = {_CITED}"
    yield f'green = {{ value = "{" ".join(zeros)}", clause = "{BLANK}" }}'
    yield ""


def _boxes(rails: Sequence[_Rail]) -> Iterator[str]:
    for beside, boxes in rails:
        yield "[[rails]]"
        yield f'beside = "{beside}"'
        yield "boxes = ["
        for name, label, covers in boxes:
            yield f'  {{ position = "{name}", label = "{label}", covers = "{covers}" }},'
        yield "]"
        yield ""


def _prices(kinds: Sequence[Kind]) -> Iterator[str]:
    for kind in kinds:
        yield f"[pays.{kind}]"
        yield f'word = "{BLANK}"       # the document\'s own word'
        yield f'to_one = "{BLANK}"     # winnings, the stake not counted'
        yield f'placed = ["{BLANK}"]   # where it says how the bet is laid'
        yield f'clauses = ["{BLANK}"]  # where it says what it pays'
        yield ""


def _procedure() -> Iterator[str]:
    for name, shape in schema.SECTIONS.items():
        yield f"[{name}]"
        for key, (says, required) in described(shape).items():
            yield f"{'' if required else '# '}{key} = {_CITED}  # {says.replace('`', '')}"
        yield ""
    yield "[irregularities]  # " + ", ".join(Treatment)
    yield f"# beside the value, until = {' or '.join(Until)}, and since = {' or '.join(Since)}"
    for one in Irregularity:
        yield f"{one} = {_CITED}"
    yield ""
    yield '[no_spin]  # who may call "no spin": callers.dealer = { value = ["foreign-object"], clause = "3.6" }'
    yield f"suspicion = {_CITED}  # true or false"
    yield f"until = {_CITED}  # {', '.join(schema.NoSpinUntil)}"
    yield f"# since = {_CITED}  # {', '.join(Since)}"
    yield ""


def _clauses() -> Iterator[str]:
    yield "[clauses]  # every clause of the document, in your own words; its nature is rule, definition or physical"
    yield f'"1.1" = {{ nature = "{BLANK}", summary = "{BLANK}" }}'


def _text(words: str) -> str:
    """Quote a text for TOML, whose basic strings escape as JSON does."""
    return json.dumps(words, ensure_ascii=False)
