"""Strict reading of TOML into values, noting every problem with its key instead of stopping at the first.

A ``Sheet`` is one file, a ``Section`` one table of it. Each reading method
takes a key off the section; ``finish`` complains about keys nobody took.
A method that found a problem notes it and returns None (or nothing), so the
reader can go on and a house sees all that is wrong with its file at once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any, TypeVar

from croupier.rules.clause import Clause
from croupier.rules.errors import Problem
from croupier.rules.pocket import is_label

BYTES_MAX = 64 * 1024
DEPTH_MAX = 8
BITS_SHOWN = 64

Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(slots=True)
class Sheet:
    """One file being read: its data, what was wrong with it, and every citation made in it."""

    name: str
    data: dict[str, Any] | None
    ref: str = ""
    problems: list[Problem] = field(default_factory=list)
    citations: list[tuple[str, Clause]] = field(default_factory=list)

    @classmethod
    def read(cls, text: str, name: str) -> Sheet:
        """Parse the text within its bounds. ``data`` is None if it is no TOML or too large or too deep."""
        sheet = cls(name, None)
        try:
            size = len(text.encode())
        except UnicodeEncodeError:
            sheet.note("not-toml", "", "the file is not UTF-8 text; save it as UTF-8")
            return sheet
        if size > BYTES_MAX:
            sheet.note("too-large", "", f"the file has {size} bytes; at most {BYTES_MAX} are read")
        elif _nested_deeper(text, DEPTH_MAX):
            sheet.note("too-deep", "", f"the file is nested deeper than {DEPTH_MAX}; a rulebook needs no more than 4")
        else:
            sheet._parse(text)
        return sheet

    def _parse(self, text: str) -> None:
        try:
            self.data = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            # ValueError covers TOMLDecodeError and numbers too long for int().
            self.note("not-toml", "", f"not TOML: {_plain(str(error))}{_hint(str(error))}")
            return
        if _depth(self.data) > DEPTH_MAX:
            self.data = None
            self.note("too-deep", "", f"the file is nested deeper than {DEPTH_MAX}; a rulebook needs no more than 4")

    def note(self, code: str, key: str, message: str, *, malformed: bool = True) -> None:
        """Write down a problem."""
        self.problems.append(Problem(code, key, message, malformed))

    def top(self) -> Section:
        """Return the outermost table."""
        assert self.data is not None
        return Section(self, self.data, "")


def _nested_deeper(text: str, most: int) -> bool:
    """Bound the depth before parsing: a hostile file must cost nothing.

    Brackets are counted without regard to strings and comments, which only
    makes the check stricter; dots of one key are counted up to its ``=``.
    """
    depth = 0
    for line in text.splitlines():
        head, equals, _ = line.partition("=")
        key = head.split("#", 1)[0]
        if (equals or key.lstrip().startswith("[")) and _outside_quotes(key).count(".") >= most:
            return True
        for character in line.split("#", 1)[0]:
            if character in "[{":
                depth += 1
                if depth > most:
                    return True
            elif character in "]}":
                depth = max(0, depth - 1)
    return False


def _depth(data: object) -> int:
    """Measure how deep tables and lists are nested, without recursion."""
    deepest, waiting = 0, [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        deepest = max(deepest, depth)
        if isinstance(value, dict | list):
            inner = value.values() if isinstance(value, dict) else value
            waiting.extend((item, depth + 1) for item in inner)
    return deepest


def _outside_quotes(key: str) -> str:
    return "".join(part for place, part in enumerate(key.replace("'", '"').split('"')) if place % 2 == 0)


def _plain(message: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in message)[:200]


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
        quoted = key if key.replace("-", "").replace("_", "").isalnum() else f'"{_plain(key)[:40]}"'
        return f"{self.path}.{quoted}" if self.path else quoted

    def note(self, code: str, message: str, *, key: str = "", malformed: bool = True) -> None:
        """Write down a problem with one of this section's keys."""
        self.sheet.note(code, self.key(key) if key else self.path, message, malformed=malformed)

    def _take(self, key: str, *, required: bool, expected: str) -> Any:  # noqa: ANN401 - TOML data before it is checked
        self.taken.add(key)
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
        expected = f"a whole number from {least} to {most}"
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

    def choice(self, key: str, choices: type[Choice], *, default: Choice | None = None) -> Choice | None:
        """Take one of an enumeration's words."""
        value = self._take(key, required=default is None, expected=words(choices))
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
        near = _nearest(key, [str(c) for c in choices])
        self.note("unknown-key", f"unknown; {near or 'known are ' + words(choices)}", key=key)
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
        bad = next((label for label in value.split() if not is_label(label)), None)
        if bad is not None:
            self.note("wrong-label", f"{bad[:20]!r} is no pocket label; expected {expected}", key=key)
            return ()
        return tuple(value.split())

    def texts(self, key: str, *, required: bool = True, expected: str = "a list of texts") -> tuple[str, ...]:
        """Take a list of texts."""
        value = self._take(key, required=required, expected=expected)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self._wrong(key, value, expected)
            return ()
        return tuple(value)

    def amounts(self, key: str, *, most: int) -> tuple[int, ...] | None:
        """Take a list of whole numbers, if there is one."""
        expected = f"a list of whole numbers from 1 to {most}"
        value = self._take(key, required=False, expected=expected)
        if value is None:
            return None
        if not isinstance(value, list) or not all(type(item) is int and 0 < item <= most for item in value):
            self._wrong(key, value, expected)
            return None
        return tuple(value)

    def section(self, key: str, *, required: bool = True) -> Section | None:
        """Take a table."""
        value = self._take(key, required=required, expected=f"a table [{self.key(key)}]")
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

    def raw(self, key: str, expected: str) -> Any:  # noqa: ANN401 - TOML data before it is checked
        """Take a value whose form the caller checks."""
        return self._take(key, required=True, expected=expected)

    def clauses(self, *, required: bool = True, key: str = "clause") -> tuple[Clause, ...]:
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
        if not isinstance(given, list) or not given or not all(isinstance(item, str) and item for item in given):
            self._wrong(key if one is not None else plural, one if one is not None else many, "clause numbers as text")
            return ()
        return tuple(self._cite(plural, number) for number in given)

    def _cite(self, key: str, number: str) -> Clause:
        clause = Clause(self.sheet.ref, number)
        self.sheet.citations.append((self.key(key), clause))
        return clause

    def finish(self) -> None:
        """Complain about every key that nobody took."""
        for key in self.data:
            if key not in self.taken:
                near = _nearest(key, sorted(self.taken))
                self.note(
                    "unknown-key", f"unknown; {near or 'known here are ' + ', '.join(sorted(self.taken))}", key=key
                )


def words(choices: type[StrEnum]) -> str:
    """List an enumeration's words for a message."""
    return " or ".join(f'"{choice}"' for choice in choices)


def _nearest(word: str, known: list[str]) -> str:
    import difflib  # noqa: PLC0415 - only needed when something is wrong, and slow to import

    near = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else ""
