"""How commands print: one JSON document, or tables that a person reads."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPED_WIDTH = 140
"""Columns when nobody's terminal sets them, so that piped tables are not cut at 80."""


@cache
def console() -> Console:
    """Return the console; color only where a terminal shows it, and NO_COLOR is respected."""
    return Console(width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False, soft_wrap=False)


def print_json(document: object) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(document, indent=2))


def table(title: str, columns: Sequence[str], *, right: Iterable[str] = ()) -> Table:
    """Start a table; the columns named in ``right`` hold amounts."""
    made = Table(title=title or None, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left", overflow="fold")
    return made


def add_row(made: Table, *cells: object, style: str | None = None) -> None:
    """Add a row of plain text; nothing in it is read as markup."""
    made.add_row(*(cell if isinstance(cell, Text) else Text(_cell(cell)) for cell in cells), style=style)


def show(made: Table) -> None:
    """Print a table, its title first: as a line of its own it is not squeezed into the table's width."""
    if made.title:
        say(str(made.title), style="bold")
        made.title = None
    console().print(made)


def say(text: str = "", style: str = "") -> None:
    """Print a line of plain text, wrapped to the terminal."""
    console().print(Text(printable(text, but="\n\t"), style=style))


def clause_text(numbers: Iterable[str]) -> Text:
    """Write clause numbers the way they are cited."""
    return Text(", ".join(f"§{number}" for number in numbers), style="cyan")


def percent(share: Fraction) -> str:
    """Write a fraction with its percentage beside it."""
    return f"{share} ({float(share) * 100:.3f} %)"


def printable(text: str, but: str = "") -> str:
    """Escape what steers a terminal: names of files and words of a house come from anywhere."""
    return "".join(c if c.isprintable() or c in but else c.encode("unicode_escape").decode() for c in text)


def _cell(cell: object) -> str:
    return "" if cell is None else printable(str(cell), but="\n\t")
