"""Real spins from a file: plain text with pockets one after another, or CSV whose header names a column ``pocket``.

Reading is strict and bounded. Whatever is wrong with a spin is reported with the number of its
line; none is guessed, skipped or repaired, because a wheel test on a file that
was half read would be a claim about spins that nobody saw. Other columns of a CSV file are left out and named.
"""

from __future__ import annotations

import csv
import re
import sys
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from os import PathLike
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from croupier.rules.errors import CroupierError
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import short

SPINS_MAX = 5_000_000
BYTES_MAX = 256 * 1024 * 1024
LINE_MAX = 1024 * 1024
LABEL_MAX = 80
GROUPS_MAX = 200

NOT_GIVEN = -1
"""The code of a spin whose cell was left empty."""

GROUP_COLUMNS = ("dealer", "direction", "wheel")
COLUMNS = ("pocket", *GROUP_COLUMNS, "time")
POCKET_COLUMNS = ("pocket", "winning number", "number", "outcome", "result")
"""What people call the column with the outcomes; the first that a file has is the one."""

STANDARD_INPUT = "-"

_DIRECTIONS = {
    "clockwise": "clockwise",
    "cw": "clockwise",
    "counterclockwise": "counterclockwise",
    "anticlockwise": "counterclockwise",
    "ccw": "counterclockwise",
}
_STRANGE = re.compile("[\x00-\x08\x0a-\x1f\ufeff]")
_BETWEEN = re.compile(r"[ \t,;]+")
_DELIMITERS = (",", ";", "\t")
_OTHER_ENCODINGS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_BOM = b"\xef\xbb\xbf"


class SpinsError(CroupierError):
    """A file of spins that cannot be used: the message has its name and the line."""


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """To which dealer, direction or wheel each spin belongs: ``names[codes[i]]``, or NOT_GIVEN."""

    names: tuple[str, ...]
    codes: NDArray[np.int64] = field(repr=False)

    def part(self, chosen: NDArray[np.bool_]) -> Groups:
        """Return the groups of some of the spins, under the same names."""
        return Groups(self.names, self.codes[chosen])


@dataclass(frozen=True, slots=True, eq=False)
class Spins:
    """Outcomes in the order in which they fell, as places in ``ruleset.pockets``."""

    ruleset: Ruleset
    pockets: NDArray[np.int64] = field(repr=False)
    groups: Mapping[str, Groups] = field(default_factory=dict[str, Groups])
    ignored: tuple[str, ...] = ()
    """Columns of the file that were not read."""

    def __len__(self) -> int:
        return len(self.pockets)

    @property
    def counts(self) -> NDArray[np.int64]:
        """How often each pocket of ``ruleset.pockets`` came."""
        return np.bincount(self.pockets, minlength=len(self.ruleset.pockets)).astype(np.int64)

    def only(self, column: str, name: str) -> Spins:
        """Return the spins of one dealer, direction or wheel."""
        groups = self.groups.get(column)
        if groups is None or name not in groups.names:
            known = ", ".join(groups.names) if groups else "none: the file has no such column"
            raise SpinsError(f"no {column} {short(name)} among the spins; there are {known}")
        chosen = groups.codes == groups.names.index(name)
        parts = {other: made.part(chosen) for other, made in self.groups.items()}
        return Spins(self.ruleset, self.pockets[chosen], parts, self.ignored)


def spins(ruleset: Ruleset, labels: Iterable[str], **groups: Sequence[str]) -> Spins:
    """Make spins from pocket labels; ``dealer``, ``direction`` and ``wheel`` name theirs, an empty text for unknown."""
    known = {label: place for place, label in enumerate(ruleset.pockets)}
    places = [known[ruleset.pocket(label)] for label in labels]
    made = {}
    for column, names in groups.items():
        if column not in GROUP_COLUMNS or len(names) != len(places):
            raise SpinsError(f"{column}: a name for each of the {len(places)} spins under {', '.join(GROUP_COLUMNS)}")
        codes = {name: code for code, name in enumerate(dict.fromkeys(name for name in names if name))}
        if codes:
            numbers = np.array([codes.get(name, NOT_GIVEN) for name in names], dtype=np.int64)
            made[column] = Groups(tuple(codes), numbers)
    return Spins(ruleset, np.array(places, dtype=np.int64), made)


def read_spins(path: str | PathLike[str], ruleset: Ruleset, *, column: str | None = None) -> Spins:
    """Read a file of spins. Raises SpinsError with the line and what would be right.

    ``column`` names the column of a CSV file that holds the pockets, and ``-`` as the path is standard input.
    """
    name = str(path)
    if name == STANDARD_INPUT:
        return parse_spins(sys.stdin.buffer, ruleset, "standard input", column=column)
    try:
        if Path(path).is_fifo():
            raise SpinsError(f"{name}: it is a pipe, and a pipe may never end; give a file")
        with Path(path).open("rb") as stream:
            return parse_spins(stream, ruleset, name, column=column)
    except OSError as error:
        raise SpinsError(f"{name}: cannot be read: {error.strerror or type(error).__name__}") from None
    except ValueError as error:  # a path that no system takes, such as one with a NUL in it
        raise SpinsError(f"{name!r}: cannot be read: {error}") from None


def parse_spins(stream: BinaryIO, ruleset: Ruleset, name: str, *, column: str | None = None) -> Spins:
    """Read spins from an open file."""
    reader = _Reader(name, ruleset)
    lines = reader.lines(stream)
    for number, line in lines:
        if not line.strip():
            continue
        header = _header(line, column)
        if header is None:
            reader.plain(number, line)
            for later, text in lines:
                reader.plain(later, text)
        else:
            reader.head(number, header, column)
            for later, text in lines:
                reader.row(later, text)
    if not reader.pockets:
        raise SpinsError(f"{name}: no spins in it; write one pocket per line, or CSV with a header that names pocket")
    return reader.spins()


def _header(line: str, asked: str | None) -> tuple[str, list[str]] | None:
    """Return the delimiter and the columns if this is a header; pockets have no word in them."""
    known = (*COLUMNS, *POCKET_COLUMNS, *([] if asked is None else [asked.strip().casefold()]))
    for delimiter in _DELIMITERS:
        cells = [cell.strip().strip('"').casefold() for cell in line.split(delimiter)]
        if any(column in cells for column in known):
            return delimiter, cells
    if asked is None:
        return None
    delimiter = next((each for each in _DELIMITERS if each in line), ",")
    return delimiter, [cell.strip().strip('"').casefold() for cell in line.split(delimiter)]


class _Reader:
    """What was read so far, and where."""

    def __init__(self, name: str, ruleset: Ruleset) -> None:
        self.name, self.ruleset = name, ruleset
        self.known: dict[str, int] = {label: place for place, label in enumerate(ruleset.pockets)}
        self.pockets = array("B")
        self.columns: list[str] = []
        self.delimiter = ","
        self.names: dict[str, dict[str, int]] = {}
        self.codes: dict[str, array[int]] = {}
        self.last: datetime | None = None
        self.ignored: tuple[str, ...] = ()
        """Columns of the file that say nothing here."""

    def lines(self, stream: BinaryIO) -> Iterator[tuple[int, str]]:
        """Return numbered lines of text; refuse what is not text, and stop at the bounds."""
        number, read = 0, 0
        while line := stream.readline(LINE_MAX + 1):
            number, read = number + 1, read + len(line)
            if number == 1:
                self._refuse_encoding(line)
                line = line.removeprefix(_BOM)
            if len(line) > LINE_MAX:
                raise self.wrong(number, f"more than {LINE_MAX} bytes without an end of line; is this a file of spins?")
            if read > BYTES_MAX:
                raise self.wrong(number, f"the file has more than {BYTES_MAX} bytes, and no more are read; split it")
            yield number, self._text(number, line)

    def wrong(self, number: int, what: str) -> SpinsError:
        return SpinsError(f"{self.name}, line {number}: {what}")

    def plain(self, number: int, line: str) -> None:
        """Take a line of pockets; mostly there is one."""
        if line in self.known:
            self._pocket(number, line)
            return
        for word in _BETWEEN.split(line.strip(" \t,;")):
            if word:
                self._pocket(number, word)

    def head(self, number: int, header: tuple[str, list[str]], asked: str | None = None) -> None:
        """Take the header. Columns that are not known are left out, and named."""
        self.delimiter, self.columns = header
        wanted = POCKET_COLUMNS if asked is None else (asked.strip().casefold(),)
        pocket = next((column for column in wanted if column in self.columns), None)
        if pocket is None:
            named = ", ".join(short(column) for column in self.columns[: len(COLUMNS)])
            missing = "pocket" if asked is None else short(asked)
            raise self.wrong(
                number, f"the header has no column {missing}, only {named}; name the one with the outcomes by --column"
            )
        if self.columns.count(pocket) > 1 or any(self.columns.count(column) > 1 for column in COLUMNS):
            raise self.wrong(number, "the header names a column twice")
        known = [column if column in COLUMNS and column != "pocket" else "" for column in self.columns]
        known[self.columns.index(pocket)] = "pocket"
        self.ignored = tuple(own for own, column in zip(self.columns, known, strict=True) if not column)
        self.columns = known
        for column in GROUP_COLUMNS:
            if column in self.columns:
                self.names[column], self.codes[column] = {}, array("h")

    def row(self, number: int, line: str) -> None:
        """Take a row of CSV."""
        if not line.strip():
            return
        try:
            cells = next(csv.reader([line], delimiter=self.delimiter, strict=True))
        except csv.Error as error:
            raise self.wrong(number, f"not CSV ({error}); a cell in quotes ends on its own line") from None
        if len(cells) != len(self.columns):
            wanted = f"{len(self.columns)} cells ({', '.join(column or '…' for column in self.columns)})"
            raise self.wrong(number, f"{len(cells)} cells where the header names {wanted}")
        for column, cell in zip(self.columns, (cell.strip() for cell in cells), strict=True):
            if not column:
                continue
            if column == "pocket":
                self._pocket(number, cell)
            elif column == "time":
                self._time(number, cell)
            else:
                self._group(number, column, cell)

    def spins(self) -> Spins:
        groups = {
            column: Groups(tuple(names), np.array(self.codes[column], dtype=np.int64))
            for column, names in self.names.items()
            if names
        }
        return Spins(self.ruleset, np.array(self.pockets, dtype=np.int64), groups, self.ignored)

    def _refuse_encoding(self, line: bytes) -> None:
        for mark, encoding in _OTHER_ENCODINGS.items():
            if line.startswith(mark):
                raise self.wrong(1, f"this is {encoding} text; save the file as UTF-8")

    def _text(self, number: int, line: bytes) -> str:
        try:
            text = line.removesuffix(b"\n").removesuffix(b"\r").decode("utf-8")
        except UnicodeDecodeError as error:
            message = f"byte {error.start + 1} is not UTF-8; save the whole file in that one encoding"
            raise self.wrong(number, message) from None
        bad = _STRANGE.search(text)
        if bad is not None:
            what = "a mark of byte order in mid-text" if bad[0] == "\ufeff" else f"a control character {bad[0]!r}"
            raise self.wrong(number, f"{what}; spins are plain text, a line per spin or pockets with blanks between")
        return text

    def _pocket(self, number: int, word: str) -> None:
        place = self.known.get(word)
        if place is None and word.isascii() and word.isdigit() and len(word) == len("05"):  # 00 is a pocket or none
            place = self.known.get(word.lstrip("0"))
        if place is None:
            try:
                self.ruleset.pocket(word)
            except CroupierError as error:
                raise self.wrong(number, str(error)) from None
        if len(self.pockets) >= SPINS_MAX:
            raise self.wrong(number, f"more than {SPINS_MAX} spins; split the file")
        assert place is not None
        self.pockets.append(place)

    def _time(self, number: int, cell: str) -> None:
        """Check that the times are in order: half of the tests are about the order of the spins."""
        try:
            at = datetime.fromisoformat(cell)
            if self.last is not None and at < self.last:
                raise self.wrong(number, f"the time {cell} is before the one above; put the spins in order")
        except ValueError:
            raise self.wrong(number, f"no time: {short(cell)}; write ISO 8601, such as 2026-08-01T21:30:00") from None
        except TypeError:
            raise self.wrong(number, f"{cell}: some times have an offset from UTC and some have none") from None
        self.last = at

    def _group(self, number: int, column: str, cell: str) -> None:
        codes, names = self.codes[column], self.names[column]
        if not cell:
            codes.append(NOT_GIVEN)
            return
        if len(cell) > LABEL_MAX or not cell.isprintable():
            raise self.wrong(number, f"{column}: at most {LABEL_MAX} printable characters, not {short(cell)}")
        if column == "direction":
            if cell.casefold() not in _DIRECTIONS:
                raise self.wrong(number, f"direction: clockwise or counterclockwise, not {short(cell)}")
            cell = _DIRECTIONS[cell.casefold()]
        if cell not in names and len(names) >= GROUPS_MAX:
            raise self.wrong(number, f"more than {GROUPS_MAX} different entries under {column}; is it the right one?")
        codes.append(names.setdefault(cell, len(names)))
