"""How commands print: one JSON document, or tables that a person reads."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

import click
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

BETWEEN = 3
"""Blanks from one column to the next."""

PIPED_WIDTH = 140
"""Columns when there is no terminal, so that piped tables are not cut at 80."""


@cache
def console() -> Console:
    """Return the console; color only on a terminal, and NO_COLOR is respected."""
    return Console(width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False, soft_wrap=False)


def print_json(document: object) -> None:
    click.echo(json.dumps(document, indent=2))


def table(title: str, columns: Sequence[str], *, right: Iterable[str] = ()) -> Table:
    """Start a table; the columns named in ``right`` hold amounts."""
    made = Table(title=title or None, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    amounts = set(right)
    for column in columns:
        # A number that is broken across two lines is misread; words may be.
        made.add_column(
            column, justify="right" if column in amounts else "left", overflow="fold", no_wrap=column in amounts
        )
    return made


def add_row(made: Table, *cells: object, style: str | None = None) -> None:
    """Add a row of plain text; nothing in it is read as markup."""
    made.add_row(*(cell if isinstance(cell, Text) else Text(_cell(cell)) for cell in cells), style=style)


def show(made: Table) -> None:
    """Print a table, its title first: as a line of its own it is not squeezed into the table's width."""
    if made.title:
        say(str(made.title), style="bold")
        made.title = None
    for part in _fitting(made, console()):
        console().print(part)


def _fitting(made: Table, where: Console) -> list[Table]:
    """Cut a table that is too wide into several below each other, each with the first column of all."""
    widths = [_width(column) for column in made.columns]
    parts: list[list[int]] = [[]]
    for place in range(1, len(widths)):
        shown = [0, *parts[-1], place]
        if parts[-1] and sum(widths[each] for each in shown) + BETWEEN * len(shown) - 1 > where.width:
            parts.append([])
        parts[-1].append(place)
    return [made] if len(parts) == 1 else [_part(made, [0, *each]) for each in parts]


def _width(column: Column) -> int:
    """Return what a column takes at least: its longest cell if it holds amounts, otherwise its longest word."""
    cells = [str(cell) for cell in (column.header, *column.cells)]
    pieces = cells if column.no_wrap else [word for cell in cells for word in cell.split() or [""]]
    return max(cell_len(line) for piece in pieces for line in piece.split("\n"))


def _part(made: Table, places: Sequence[int]) -> Table:
    part = Table(box=made.box, pad_edge=made.pad_edge)
    for place in places:
        column = made.columns[place]
        part.add_column(column.header, justify=column.justify, overflow=column.overflow, no_wrap=column.no_wrap)
    cells = [list(made.columns[place].cells) for place in places]
    for row, style in zip(zip(*cells, strict=True), made.rows, strict=True):
        part.add_row(*row, style=style.style)
    return part


def say(text: str = "", style: str = "") -> None:
    """Print a line of plain text, wrapped to the terminal."""
    console().print(Text(printable(text, but="\n\t"), style=style))


def clause_text(numbers: Iterable[str]) -> Text:
    """Write clause numbers the way they are cited."""
    return Text(", ".join(f"§{number}" for number in numbers), style="cyan")


def percent(share: Fraction) -> str:
    """Write a fraction with its percentage beside it."""
    return f"{share} ({float(share) * 100:.3f} %)"


def share_words(share: float, digits: int) -> str:
    """Write a share in per cent; one too small for these digits with its power of ten, since it is not 0."""
    shown = f"{100 * share:.{digits}f} %"
    return f"{share:.1e}" if share > 0 and not float(shown[:-2]) else shown


def printable(text: str, but: str = "") -> str:
    """Escape control characters: file names and a house's own words can contain anything."""
    return "".join(c if c.isprintable() or c in but else c.encode("unicode_escape").decode() for c in text)


def _cell(cell: object) -> str:
    return "" if cell is None else printable(str(cell), but="\n\t")
