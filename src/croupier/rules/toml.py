"""Strict reading of TOML into values, noting every problem with its key instead of stopping at the first.

A ``Sheet`` is one file, a ``Section`` one table of it. Each reading method
takes a key off the section; ``finish`` complains about keys nobody took.
A method that found a problem notes it and returns None (or nothing), so the
reader can go on and a house sees all that is wrong with its file at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any, TypeVar

from croupier.rules.clause import Clause
from croupier.rules.errors import Problem
from croupier.rules.pocket import is_label

BLANK = "?"
"""What stands for a value that nobody has filled in."""
BYTES_MAX = 64 * 1024
DEPTH_MAX = 8
BITS_SHOWN = 64
KEY_SHOWN = 40
POCKETS_MAX = 200
SUGGESTIONS_MAX = 100
"""How many problems get a "did you mean"; a file of ten thousand unknown keys must cost nothing."""

_TOKEN = re.compile(
    r"""
    "{3}(?:\\?.)*?(?:"{3,5}|\Z) | '{3}.*?(?:'{3,5}|\Z)        # text over several lines
    | "(?:\\?[^\n])*?(?:"|$) | '[^'\n]*'? | \#[^\n]*           # text, comment
    | [][{}.=,\n]                                            # what nests, and what ends a key
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Characters that control a terminal or reverse a line: with them a file does not say what it shows."""

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(slots=True)
class Sheet:
    """One file being read: its data, what was wrong with it, and every citation made in it."""

    name: str
    data: dict[str, Any] | None
    ref: str = ""
    problems: list[Problem] = field(default_factory=list)
    citations: list[tuple[str, Clause]] = field(default_factory=list)
    declared: list[tuple[str, Clause]] = field(default_factory=list)
    """Clauses that the file names without letting them decide anything."""

    @classmethod
    def read(cls, text: str, name: str) -> Sheet:
        """Parse the text within its bounds. ``data`` is None if it is not TOML, or too large or too deep."""
        sheet = cls(name, None)
        try:
            size = len(text.encode())
        except UnicodeEncodeError:
            sheet.note("not-toml", "", "the file is not UTF-8 text; save it as UTF-8")
            return sheet
        line = _line_too_deep(text, DEPTH_MAX) if size <= BYTES_MAX else None
        if size > BYTES_MAX:
            sheet.note("too-large", "", f"the file has {size} bytes; at most {BYTES_MAX} are read")
        elif text.startswith("\ufeff"):
            sheet.note("not-toml", "line 1", "starts with a byte order mark; save the file as UTF-8 without one")
        elif line is not None:
            sheet.note("too-deep", f"line {line}", _TOO_DEEP)
        else:
            sheet._parse(text)
        return sheet

    def _parse(self, text: str) -> None:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self.note("not-toml", "", f"not TOML: {_plain(str(error))}{_hint(str(error))}")
            return
        except ValueError:
            # Python refuses to read integers of thousands of digits.
            self.note("not-toml", "", "has a number of thousands of digits; the largest amount has 16")
            return
        for path, depth, words in _walk(data):
            control = _CONTROL.search(words)
            if depth > DEPTH_MAX:
                self.note("too-deep", path, _TOO_DEEP)
                return
            if control is not None:
                message = f"has the character U+{ord(control[0]):04X}, which does not print; leave it out"
                self.note("control-character", path, message)
                return
        self.data = data

    def note(self, code: str, key: str, message: str, *, malformed: bool = True) -> None:
        """Note a problem. Whatever of the file a message shows, no control character reaches a terminal."""
        self.problems.append(Problem(code, _printable(key), _printable(message), malformed))

    def top(self) -> Section:
        """Return the outermost table."""
        assert self.data is not None
        return Section(self, self.data, "")


_TOO_DEEP = f"is nested deeper than {DEPTH_MAX}; a rulebook needs no more than 4"


def _line_too_deep(text: str, most: int) -> int | None:
    """Find the line that nests too deep before parsing: a hostile file must cost nothing.

    Brackets are counted over the file, dots over one key; each may reach the
    bound on its own, so the data is measured once more after parsing.
    """
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "[" | "{":
                depth, dots = depth + 1, 0
            case "]" | "}":
                depth, dots = max(0, depth - 1), 0
            case ".":
                dots += 1
            case "=" | "," | "\n":
                dots = 0
            case _:
                pass
        if depth > most or dots >= most:
            return text.count("\n", 0, token.start()) + 1
    return None


def _walk(value: object, path: str = "", depth: int = 0) -> Iterator[tuple[str, int, str]]:
    """Visit all of the data: where it is, how deep, and the words there, which for a table are also its keys."""
    yield path, depth, value if isinstance(value, str) else ""
    if isinstance(value, dict):
        for key, inner in value.items():
            here = _under(path, key)
            yield here, depth, key
            yield from _walk(inner, here, depth + 1)
    elif isinstance(value, list):
        for place, inner in enumerate(value, start=1):
            yield from _walk(inner, f"{path}[{place}]", depth + 1)


def _under(path: str, key: str) -> str:
    """Write a key with its path, as it would be found in the file."""
    short = _plain(key)[:KEY_SHOWN]
    quoted = short if short.replace("-", "").replace("_", "").isalnum() else f'"{short}"'
    return f"{path}.{quoted}" if path else quoted


def _printable(text: str) -> str:
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def _plain(message: str) -> str:
    return _printable(message)[:200]


def _hint(message: str) -> str:
    if "Invalid" in message or "Expected newline" in message or "Unescaped" in message:
        return '; labels and other text stand in quotes: "00"'
    return ""


def shown(value: object) -> str:
    """Show a value in a message: what it is, cut to a readable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    names = {str: "text", int: "the integer", float: "the number", list: "a list", dict: "a table"}
    name = next((n for t, n in names.items() if isinstance(value, t)), type(value).__name__)
    if isinstance(value, int) and value.bit_length() > BITS_SHOWN:
        return f"{name} of {value.bit_length()} bits"
    if isinstance(value, list | dict):
        return name
    return f"{name} {_plain(repr(value))[:60]}"


@dataclass(slots=True)
class Section:
    """One table of a sheet, with the keys already taken."""

    sheet: Sheet
    data: dict[str, Any]
    path: str
    taken: set[str] = field(default_factory=set)

    def key(self, key: str) -> str:
        """Write a key with its path, as it would be found in the file."""
        return _under(self.path, key)

    def note(self, code: str, message: str, *, key: str = "", malformed: bool = True) -> None:
        """Note a problem with one of this section's keys."""
        self.sheet.note(code, self.key(key) if key else self.path, message, malformed=malformed)

    def _take(self, key: str, *, required: bool, expected: str) -> Any:  # noqa: ANN401 - TOML data before it is checked
        self.taken.add(key)
        if key in self.data and key != "label" and _is_blank(self.data[key]):
            self.note("blank", f"is still blank; give {expected}", key=key)
            return None
        if key in self.data:
            return self.data[key]
        if required:
            self.note("missing-key", f"missing; give {expected}", key=key)
        return None

    def _wrong(self, key: str, value: object, expected: str) -> None:
        self.note("wrong-type", f"expected {expected}, not {shown(value)}", key=key)

    def text(self, key: str, *, required: bool = True, expected: str = "text") -> str | None:
        """Take a piece of text that is not empty."""
        value = self._take(key, required=required, expected=expected)
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip():
            self._wrong(key, value, expected)
            return None
        return value

    def flag(self, key: str, *, required: bool = True) -> bool | None:
        """Take true or false."""
        value = self._take(key, required=required, expected="true or false")
        if value is None or isinstance(value, bool):
            return value
        self._wrong(key, value, "true or false")
        return None

    def amount(self, key: str, *, least: int = 1, most: int, required: bool = True) -> int | None:
        """Take a whole number within bounds; true and 1.0 are none."""
        expected = f"a whole number from {least} to {most}" if least < most else f"the number {least}"
        value = self._take(key, required=required, expected=expected)
        if value is None:
            return None
        if type(value) is not int or not least <= value <= most:
            self._wrong(key, value, expected)
            return None
        return value

    def day(self, key: str) -> date | None:
        """Take a date, if there is one."""
        value = self._take(key, required=False, expected="a date")
        if value is None:
            return None
        if not isinstance(value, date) or isinstance(value, datetime):
            self._wrong(key, value, "a date such as 2019-08-14, without quotes")
            return None
        return value

    def choice(
        self, key: str, choices: type[Choice], *, default: Choice | None = None, required: bool = True
    ) -> Choice | None:
        """Take one of an enumeration's words."""
        value = self._take(key, required=required and default is None, expected=words(choices))
        if value is None:
            return default
        return self.chosen(key, value, choices)

    def chosen(self, key: str, value: object, choices: type[Choice]) -> Choice | None:
        """Check a value already taken against an enumeration."""
        if isinstance(value, str) and value in choices._value2member_map_:
            return choices(value)
        self.note("wrong-choice", f"expected {words(choices)}, not {shown(value)}", key=key)
        return None

    def key_choice(self, key: str, choices: type[Choice]) -> Choice | None:
        """Check one of this section's own keys against an enumeration."""
        if key in choices._value2member_map_:
            return choices(key)
        self._unknown(key, [str(c) for c in choices])
        return None

    def labels(self, key: str, *, required: bool = True) -> tuple[str, ...]:
        """Take pocket labels, written in one text: ``"0 00 1"``."""
        expected = 'pocket labels in one text, such as "0 00 1" (labels are text: 0 and 00 differ)'
        value = self._take(key, required=required, expected=expected)
        if value is None:
            return ()
        if not isinstance(value, str) or not value.split():
            self._wrong(key, value, expected)
            return ()
        if len(value.split()) > POCKETS_MAX:
            self.note("wrong-label", f"lists {len(value.split())} pockets; at most {POCKETS_MAX} are read", key=key)
            return ()
        bad = next((label for label in value.split() if not is_label(label)), None)
        if bad is not None:
            self.note("wrong-label", f"{bad[:20]!r} is no pocket label; expected {expected}", key=key)
            return ()
        return tuple(value.split())

    def texts(
        self, key: str, *, required: bool = True, least: int = 0, expected: str = "a list of texts"
    ) -> tuple[str, ...]:
        """Take a list of texts, with a minimum length."""
        value = self._take(key, required=required, expected=expected)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self._wrong(key, value, expected)
            return ()
        if len(value) < least:
            self.note("wrong-type", f"is empty; give {expected}", key=key)
        return tuple(value)

    def section(self, key: str, *, required: bool = True, expected: str | None = None) -> Section | None:
        """Take a table."""
        value = self._take(key, required=required, expected=expected or f"a table [{self.key(key)}]")
        if value is None:
            return None
        if not isinstance(value, dict):
            self._wrong(key, value, "a table")
            return None
        return Section(self.sheet, value, self.key(key))

    def sections(self) -> Iterator[tuple[str, Section]]:
        """Take every key that is not yet taken as a table of its own."""
        for key in [k for k in self.data if k not in self.taken]:
            section = self.section(key)
            if section is not None:
                yield key, section

    def array(self, key: str, *, required: bool = True) -> Iterator[Section]:
        """Take an array of tables."""
        expected = f"tables headed [[{self.key(key)}]]"
        value = self._take(key, required=required, expected=expected)
        if value is None:
            return
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self._wrong(key, value, expected)
            return
        for place, item in enumerate(value, start=1):
            yield Section(self.sheet, item, f"{self.key(key)}[{place}]")

    def clauses(self, *, required: bool = True, key: str = "clause", decides: bool = True) -> tuple[Clause, ...]:
        """Take what the section cites: ``clause = "3.5"`` or ``clauses = ["3.5", "3.6"]``."""
        plural = f"{key}s" if key == "clause" else key
        self.taken |= {key, plural}
        one, many = (self.data.get(key) if key != plural else None), self.data.get(plural)
        if one is not None and many is not None:
            self.note("wrong-type", f"cite with either {key} or {plural}, not with both", key=key)
            return ()
        given = [one] if one is not None else many
        if given is None:
            if required:
                message = 'names no clause; cite where the document says it: clauses = ["3.5"]'
                self.note("uncited", message, malformed=False)
            return ()
        if _is_blank(given):
            message = 'is still blank; cite where the document says it: clauses = ["3.5"]'
            self.note("blank", message, key=key if one is not None else plural)
            return ()
        if not isinstance(given, list) or not given or not all(isinstance(item, str) and item for item in given):
            self._wrong(key if one is not None else plural, one if one is not None else many, "clause numbers as text")
            return ()
        cited = [Clause(self.sheet.ref, number) for number in given]
        (self.sheet.citations if decides else self.sheet.declared).extend((self.key(plural), one) for one in cited)
        return tuple(cited)

    def finish(self) -> None:
        """Complain about every key that nobody took."""
        for key in self.data:
            if key not in self.taken:
                self._unknown(key, sorted(self.taken))

    def _unknown(self, key: str, known: list[str]) -> None:
        near = _nearest(key, known) if len(self.sheet.problems) < SUGGESTIONS_MAX else ""
        self.note("unknown-key", f"unknown; {near or 'known here are ' + ', '.join(known)}", key=key)


def _is_blank(value: object) -> bool:
    """Whether a value is one that ``rules new`` left to be filled in."""
    return value == BLANK or (isinstance(value, list) and BLANK in value)


def words(choices: type[StrEnum]) -> str:
    """List an enumeration's words for a message."""
    return " or ".join(f'"{choice}"' for choice in choices)


def _nearest(word: str, known: list[str]) -> str:
    import difflib  # noqa: PLC0415 - only needed when something is wrong, and slow to import

    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else ""
