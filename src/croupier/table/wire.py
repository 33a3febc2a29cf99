"""Commands and events as JSON: the same over stdin, a socket and in the record.

Reading is strict. What is not exactly a command is an error with a code and
what would be right: other JSON, duplicate keys, unknown or missing fields,
numbers that are not whole, true where an integer belongs, labels as numbers,
lines over 8 KiB, nesting deeper than 8. The dataclasses of ``commands`` are
the schema.
"""

from __future__ import annotations

import json
import types
import typing
import unicodedata
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeAlias, TypeVar, cast

from croupier.rules.pocket import is_label
from croupier.table.commands import By, Chips, Command
from croupier.table.events import Event
from croupier.table.refusal import Refusal

LINE_MAX = 8 * 1024
DEPTH_MAX = 8
WORD_MAX = 64
TEXT_MAX = 500
LIST_MAX = 200
DIGITS_MAX = 18

Json: TypeAlias = dict[str, Any]
T = TypeVar("T")

LONG = frozenset({"note", "reason", "why"})
"""Fields that hold a sentence; every other text is a word of at most 64 characters."""
ZERO_ALLOWED = frozenset({"completed"})
"""Whole numbers that may be 0; every other counts or weighs something, so it is at least 1."""
SIGNED = frozenset({"winnings", "returned", "collected", "owed"})
"""Whole numbers of events that may be 0, or negative in an adjustment; no command has them."""
UNBOUNDED = frozenset({"adjustments"})
"""Lists of events that are as long as a layout is full; no command has them."""


@dataclass(frozen=True, slots=True)
class WireError(Exception):
    """A line that is no command: a stable code, what is wrong and what would be right, and the id if there was one."""

    code: str
    message: str
    id: str | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


@dataclass(frozen=True, slots=True)
class Asked:
    """A command with the id under which it was asked."""

    id: str
    command: Command


def read_line(line: bytes) -> Asked:
    """Read one line into a command. Raises WireError."""
    data = read_json(line)
    ident = data.pop("id", None)
    if not isinstance(ident, str) or not _is_word(ident):
        raise WireError("wrong-type", f"id: expected text of 1 to {WORD_MAX} characters")
    try:
        return Asked(ident, _command(data))
    except _FieldError as error:
        raise _wire_error(error, ident) from None


def read_json(line: bytes, *, limit: int | None = LINE_MAX) -> Json:
    """Read one line into an object, within bounds. Answers may be longer than commands, hence the limit."""
    if limit is not None and len(line) > limit:
        raise WireError("too-long", f"the line has more than {limit} bytes")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise WireError("not-json", f"the line is not UTF-8 at byte {error.start}") from None
    if _depth(text) > DEPTH_MAX:
        raise WireError("too-deep", f"the line is nested deeper than {DEPTH_MAX}")
    try:
        data = _DECODER.decode(text)
    except _FieldError as error:
        raise WireError(error.code, error.message) from None
    except (ValueError, RecursionError) as error:
        raise WireError("not-json", f"the line is not JSON: {str(error)[:100]}") from None
    if not isinstance(data, dict):
        raise WireError("wrong-type", 'expected an object: {"id": …, "by": …, "do": …}')
    return data


def _depth(text: str) -> int:
    """Count how deep brackets are nested; those inside of strings only make it stricter if there are many."""
    if text.count("[") + text.count("{") <= DEPTH_MAX:
        return 0
    depth = deepest = 0
    quoted = escaped = False
    for character in text:
        if escaped:
            escaped = False
        elif quoted:
            escaped = character == "\\"
            quoted = character != '"'
        elif character == '"':
            quoted = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


class _FieldError(Exception):
    def __init__(self, code: str, message: str, field: str = "") -> None:
        self.code, self.message, self.field = code, message, field
        super().__init__(message)


def _pairs(pairs: list[tuple[str, Any]]) -> Json:
    data = dict(pairs)
    if len(data) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise _FieldError("duplicate-key", f"the key {twice[:WORD_MAX]!r} is there more than once")
    return data


def _integer(digits: str) -> int:
    if len(digits) > DIGITS_MAX:
        raise _FieldError("wrong-number", f"a number has more than {DIGITS_MAX} digits")
    return int(digits)


def _fraction(digits: str) -> float:
    raise _FieldError("wrong-number", f"{digits[:20]} is no whole number; money and counts are integers")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_fraction, parse_constant=_fraction
)


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    hint: Any
    required: bool
    nothing: bool
    """Whether it says nothing where it is left out, without a default that says so."""


@cache
def _plan(shape: type) -> tuple[_Field, ...]:
    hints = typing.get_type_hints(shape)
    found = []
    for field in fields(shape):
        optional = types.NoneType in typing.get_args(hints[field.name])
        stated = field.default is not MISSING or field.default_factory is not MISSING
        found.append(_Field(field.name, hints[field.name], required=not optional and not stated, nothing=not stated))
    return tuple(found)


@cache
def _events() -> Mapping[str, type]:
    return {event.type: event for event in typing.get_args(Event)}


def read_event(data: Json) -> Event:
    """Read an event back from its JSON. The time of a stored event is not part of it. Raises WireError."""
    rest = {name: value for name, value in data.items() if name not in ("type", "at")}
    known = _events().get(str(data.get("type")))
    if known is None:
        raise WireError("unknown-event", f"type: expected one of {', '.join(_events())}")
    return cast("Event", read_shape(known, rest))


def read_command(data: Json) -> Command:
    """Read a command back from its JSON, as ``command_json`` writes it. Raises WireError."""
    try:
        return _command(dict(data))
    except _FieldError as error:
        raise _wire_error(error) from None


def read_shape(shape: type[T], data: Json) -> T:
    """Read any dataclass of plain fields from its JSON, as strictly as a command. Raises WireError."""
    try:
        return cast("T", _object(shape, data, ""))
    except _FieldError as error:
        raise _wire_error(error) from None


def _wire_error(error: _FieldError, ident: str | None = None) -> WireError:
    return WireError(error.code, f"{error.field}: {error.message}" if error.field else error.message, ident)


@cache
def _commands() -> Mapping[str, type]:
    return {command.do: command for command in typing.get_args(Command)}


def _command(data: Json) -> Command:
    do = data.pop("do", None)
    known = _commands()
    if not isinstance(do, str) or do not in known:
        raise _FieldError("unknown-command", f"expected one of {', '.join(known)}", "do")
    return cast("Command", _object(known[do], data, ""))


def _object(shape: type, data: object, path: str) -> object:
    if not isinstance(data, dict):
        raise _FieldError("wrong-type", "expected an object", path)
    plan = _plan(shape)
    values = {}
    for field in plan:
        where = f"{path}.{field.name}" if path else field.name
        if field.name in data:
            values[field.name] = _value(field.hint, data[field.name], where)
        elif field.required:
            raise _FieldError("missing-field", "missing", where)
        elif field.nothing:
            values[field.name] = None
    known = {field.name for field in plan}
    strange = next((name for name in data if name not in known), None)
    if strange is not None:
        shown = strange[:WORD_MAX] if strange.isprintable() else repr(strange[:WORD_MAX])
        raise _FieldError("unknown-field", f"unknown field {shown}; known are {', '.join(sorted(known))}", path)
    if shape is Chips and (values.get("color") is None) == (values.get("cash") is None):
        raise _FieldError("wrong-type", "expected either color or cash", path)
    return shape(**values)


def _value(hint: Any, value: object, where: str) -> object:  # noqa: ANN401 - a type
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        inner = [arg for arg in typing.get_args(hint) if arg is not types.NoneType]
        return None if value is None else _value(inner[0], value, where)
    if origin is tuple:
        return _list(typing.get_args(hint)[0], value, where)
    if origin is dict:
        return _mapping(typing.get_args(hint)[1], value, where)
    if is_dataclass(hint):
        return _object(cast("type", hint), value, where)
    return _plain(hint, value, where)


def _plain(hint: Any, value: object, where: str) -> object:  # noqa: ANN401 - a type
    name = where.rpartition(".")[2].partition("[")[0]
    if hint is bool:
        if isinstance(value, bool):
            return value
        raise _FieldError("wrong-type", "expected true or false", where)
    if hint is int:
        least = 0 if name in ZERO_ALLOWED else 1
        if type(value) is int and (value >= least or name in SIGNED):
            return value
        raise _FieldError("wrong-type", f"expected a whole number of at least {least}", where)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        if isinstance(value, str) and value in hint._value2member_map_:
            return hint(value)
        raise _FieldError("wrong-type", f"expected one of {', '.join(hint)}", where)
    return _text(value, where, name)


def _text(value: object, where: str, name: str) -> str:
    if name in LONG:
        if isinstance(value, str) and 0 < len(value) <= TEXT_MAX and _is_clean(value):
            return value
        raise _FieldError("wrong-type", f"expected text of 1 to {TEXT_MAX} printable characters", where)
    if name == "pocket":
        if isinstance(value, str) and is_label(value):
            return value
        raise _FieldError("wrong-type", 'expected a pocket as text, such as "0", "00" or "17"', where)
    limit = 2 * WORD_MAX if name in ("position", "commitment") else WORD_MAX
    if isinstance(value, str) and 0 < len(value) <= limit and _is_clean(value):
        return value
    raise _FieldError("wrong-type", f"expected text of 1 to {limit} printable characters", where)


def _is_word(text: str) -> bool:
    return 0 < len(text) <= WORD_MAX and _is_clean(text)


def _is_clean(text: str) -> bool:
    """Whether the text has neither control and format characters nor halves of pairs nor blanks around it."""
    if text.isascii():
        return text.isprintable() and text == text.strip()
    return text == text.strip() and not any(unicodedata.category(c)[0] in "CZ" and c != " " for c in text)


def _list(item: Any, value: object, where: str) -> tuple[object, ...]:  # noqa: ANN401 - a type
    if not isinstance(value, list) or not value or (len(value) > LIST_MAX and where not in UNBOUNDED):
        raise _FieldError("wrong-type", f"expected a list of 1 to {LIST_MAX}", where)
    return tuple(_value(item, one, f"{where}[{place}]") for place, one in enumerate(value))


def _mapping(item: Any, value: object, where: str) -> dict[str, object]:  # noqa: ANN401 - a type
    if not isinstance(value, dict):
        raise _FieldError("wrong-type", "expected an object", where)
    if not all(_is_word(key) for key in value):
        raise _FieldError("wrong-type", f"expected names of 1 to {WORD_MAX} printable characters", where)
    return {key: _value(item, one, f"{where}.{key}") for key, one in value.items()}


def by_json(by: By) -> Json:
    """Write who asked."""
    plain: Json = {"name": by.name, "role": by.role}
    return plain | {"acting": by.acting} if by.acting is not None else plain


def command_json(command: Command) -> Json:
    """Write a command, but for the id under which it is asked."""
    data: Json = {"by": by_json(command.by), "do": command.do}
    for name in _asked_fields(cast("type", type(command))):
        value = _written(getattr(command, name))
        if value is not None:
            data[name] = value
    return data


def plain_json(value: object) -> Json:
    """Write any dataclass of plain fields; fields that say nothing are left out."""
    return cast("Json", _written(value))


def event_json(event: Event) -> Json:
    """Write an event; fields that say nothing are left out."""
    data: Json = {"seq": event.seq, "round": event.round, "by": by_json(event.by), "type": event.type}
    for name in _own_fields(cast("type", type(event))):
        value = _written(getattr(event, name))
        if value is not None and value != []:
            data[name] = value
    data["clauses"] = list(event.clauses)
    return data


@cache
def _own_fields(shape: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(shape) if field.name not in ("seq", "round", "by", "clauses"))


@cache
def _asked_fields(shape: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(shape) if field.name != "by")


def _written(value: object) -> object:
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, tuple):
        return [_written(item) for item in value]
    if isinstance(value, dict):
        return {name: _written(item) for name, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: _written(getattr(value, field.name)) for field in fields(value)}
        return {name: part for name, part in parts.items() if part is not None}
    return value


def refusal_json(refusal: Refusal) -> Json:
    """Write a refusal."""
    return {
        "code": refusal.code,
        "clause": str(refusal.clause),
        "facts": dict(refusal.facts),
        "passing": refusal.passing,
    }


def error_json(error: WireError) -> Json:
    """Write an error."""
    return {"id": error.id, "error": {"code": error.code, "message": error.message}}


def dumped(data: Json) -> str:
    """Write one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
