"""From JSON to values, strictly: the dataclasses of commands and events are the schema.

A reader is made once for each shape and each type, so that reading a long
record does not inspect types again for every field of every event. An error
is raised where it is found, and gets its path on the way out.
"""

from __future__ import annotations

import types
import typing
import unicodedata
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple, TypeAlias, cast

from croupier.rules.pocket import is_label
from croupier.table.commands import Chips

WORD_MAX = 64
TEXT_MAX = 500
LIST_MAX = 200

LONG = frozenset({"note", "reason", "why"})
"""Fields that hold a sentence; every other text is a word of at most 64 characters."""
WIDE = frozenset({"position", "commitment"})
"""Words that may be twice as long."""
ZERO_ALLOWED = frozenset({"completed", "passed", "up"})
"""Whole numbers that may be 0; every other counts or weighs something, so it is at least 1."""
SIGNED = frozenset({"winnings", "returned", "collected", "owed"})
"""Whole numbers of events that may be 0, or negative in an adjustment; no command has them."""
UNBOUNDED = frozenset({"adjustments"})
"""Lists of events that are as long as a layout is full; no command has them."""

Reader: TypeAlias = Callable[[object], object]


class FieldError(Exception):
    """What is wrong with a value, and where in the whole."""

    def __init__(self, code: str, message: str, field: str = "") -> None:
        self.code, self.message, self.field = code, message, field
        super().__init__(message)

    def under(self, name: str) -> FieldError:
        """Prefix the path with the name of the containing field."""
        joint = "." if self.field and not self.field.startswith("[") else ""
        self.field = f"{name}{joint}{self.field}"
        return self


class _Field(NamedTuple):
    name: str
    read: Reader
    required: bool
    nothing: bool
    """Whether the field may be left out although it has no default."""


@cache
def reader_of(shape: type) -> Reader:
    """Make the reader of a dataclass. It raises FieldError."""
    plan = _plan(shape)
    known = frozenset(field.name for field in plan)

    def read(data: object) -> object:
        if not isinstance(data, dict):
            raise FieldError("wrong-type", "expected an object")
        values: dict[str, Any] = {}
        for name, read_value, required, nothing in plan:
            if name in data:
                try:
                    values[name] = read_value(data[name])
                except FieldError as error:
                    raise error.under(name) from None
            elif required:
                raise FieldError("missing-field", "missing", name)
            elif nothing:
                values[name] = None
        if not known.issuperset(data):
            raise _strange(data, known)
        if shape is Chips and (values.get("color") is None) == (values.get("cash") is None):
            raise FieldError("wrong-type", "expected either color or cash")
        return shape(**values)

    return read


def _plan(shape: type) -> tuple[_Field, ...]:
    hints = typing.get_type_hints(shape)
    found = []
    for field in fields(shape):
        hint = hints[field.name]
        optional = types.NoneType in typing.get_args(hint)
        stated = field.default is not MISSING or field.default_factory is not MISSING
        found.append(_Field(field.name, _value(hint, field.name), not optional and not stated, not stated))
    return tuple(found)


def _strange(data: dict[str, object], known: frozenset[str]) -> FieldError:
    strange = next(name for name in data if name not in known)
    shown = strange[:WORD_MAX] if strange.isprintable() else repr(strange[:WORD_MAX])
    return FieldError("unknown-field", f"unknown field {shown}; known are {', '.join(sorted(known))}")


def _value(hint: Any, name: str) -> Reader:  # noqa: ANN401 - a type
    """Make the reader of a type, for a field of this name."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        inner = _value(next(arg for arg in typing.get_args(hint) if arg is not types.NoneType), name)
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        return _list(_value(typing.get_args(hint)[0], name), bounded=name not in UNBOUNDED)
    if origin is dict:
        names, values = typing.get_args(hint)
        return _mapping(_value(names, ""), _value(values, ""))
    if is_dataclass(hint):
        return reader_of(cast("type", hint))
    if hint is bool:
        return _boolean
    if hint is int:
        return _integer(name)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _member(hint)
    return _pocket if name == "pocket" else _text(name)


def _boolean(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise FieldError("wrong-type", "expected true or false")


def _integer(name: str) -> Reader:
    least, signed = 0 if name in ZERO_ALLOWED else 1, name in SIGNED

    def read(value: object) -> int:
        if type(value) is int and (value >= least or signed):
            return value
        raise FieldError("wrong-type", f"expected a whole number of at least {least}")

    return read


def _member(kind: type[StrEnum]) -> Reader:
    known = {str(member): member for member in kind}

    def read(value: object) -> StrEnum:
        if isinstance(value, str) and value in known:
            return known[value]
        raise FieldError("wrong-type", f"expected one of {', '.join(known)}")

    return read


def _pocket(value: object) -> str:
    if isinstance(value, str) and is_label(value):
        return value
    raise FieldError("wrong-type", 'expected a pocket as text, such as "0", "00" or "17"')


def _text(name: str) -> Reader:
    limit = TEXT_MAX if name in LONG else 2 * WORD_MAX if name in WIDE else WORD_MAX

    def read(value: object) -> str:
        if isinstance(value, str) and 0 < len(value) <= limit and is_clean(value):
            return value
        raise FieldError("wrong-type", f"expected text of 1 to {limit} printable characters")

    return read


def is_word(text: str) -> bool:
    """Whether the text is a word of the wire."""
    return 0 < len(text) <= WORD_MAX and is_clean(text)


def is_clean(text: str) -> bool:
    """Whether the text has no control or format characters, no lone surrogates and no blanks at either end."""
    if text.isascii():
        return text.isprintable() and text == text.strip()
    return text == text.strip() and not any(unicodedata.category(c)[0] in "CZ" and c != " " for c in text)


def _list(item: Reader, *, bounded: bool) -> Reader:
    def read(value: object) -> tuple[object, ...]:
        if not isinstance(value, list) or not value or (bounded and len(value) > LIST_MAX):
            raise FieldError("wrong-type", f"expected a list of 1 to {LIST_MAX}")
        return tuple([_inside(item, one, f"[{place}]") for place, one in enumerate(value)])

    return read


def _mapping(name: Reader, item: Reader) -> Reader:
    def read(value: object) -> dict[object, object]:
        if not isinstance(value, dict):
            raise FieldError("wrong-type", "expected an object")
        if not all(is_word(key) for key in value):
            raise FieldError("wrong-type", f"expected names of 1 to {WORD_MAX} printable characters")
        return {_inside(name, key, key): _inside(item, one, key) for key, one in value.items()}

    return read


def _inside(read: Reader, value: object, name: str) -> object:
    try:
        return read(value)
    except FieldError as error:
        raise error.under(name) from None
