"""Commands and events as JSON: the same over stdin, a socket and in the record.

Reading is strict. What is not exactly a command is an error with a code and
what would be right: other JSON, duplicate keys, unknown or missing fields,
numbers that are not whole, true where an integer belongs, labels as numbers,
lines over 8 KiB, nesting deeper than 8. The dataclasses of ``commands`` are
the schema.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar, cast

from croupier.rules.clause import Clause
from croupier.table.commands import By, Command
from croupier.table.events import Event, EventBase
from croupier.table.refusal import Code, Refusal
from croupier.table.strict import WORD_MAX, FieldError, is_word, reader_of

LINE_MAX = 8 * 1024
OF_EVERY_EVENT = frozenset(field.name for field in fields(EventBase))
DEPTH_MAX = 8
DIGITS_MAX = 18

Json: TypeAlias = dict[str, Any]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WireError(Exception):
    """A line that is not a command: a stable code, what is wrong and what would be right, and its id if any."""

    code: str
    message: str
    id: str | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


@dataclass(frozen=True, slots=True)
class Asked:
    """A command with its id."""

    id: str
    command: Command


def read_line(line: bytes) -> Asked:
    """Read one line into a command. Raises WireError."""
    data = read_json(line)
    ident = data.pop("id", None)
    if not isinstance(ident, str) or not is_word(ident):
        raise WireError("wrong-type", f"id: expected text of 1 to {WORD_MAX} characters")
    try:
        return Asked(ident, _command(data))
    except FieldError as error:
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
    except FieldError as error:
        raise WireError(error.code, error.message) from None
    except (ValueError, RecursionError) as error:
        raise WireError("not-json", f"the line is not JSON: {str(error)[:100]}") from None
    if not isinstance(data, dict):
        raise WireError("wrong-type", 'expected an object: {"id": …, "by": …, "do": …}')
    return data


def _depth(text: str) -> int:
    """Count how deep brackets are nested; those inside strings only make it stricter if there are many."""
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


def _pairs(pairs: list[tuple[str, Any]]) -> Json:
    data = dict(pairs)
    if len(data) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FieldError("duplicate-key", f"the key {twice[:WORD_MAX]!r} is there more than once")
    return data


def _integer(digits: str) -> int:
    if len(digits) > DIGITS_MAX:
        raise FieldError("wrong-number", f"a number has more than {DIGITS_MAX} digits")
    return int(digits)


def _fraction(digits: str) -> float:
    raise FieldError("wrong-number", f"{digits[:20]} is no whole number; money and counts are integers")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_fraction, parse_constant=_fraction
)


@cache
def _events() -> Mapping[str, type]:
    return {event.type: event for event in typing.get_args(Event)}


def read_event(data: Json) -> Event:
    """Read an event from its JSON. The time of a stored event is not part of it. Raises WireError."""
    rest = {name: value for name, value in data.items() if name not in ("type", "at")}
    known = _events().get(str(data.get("type")))
    if known is None:
        raise WireError("unknown-event", f"type: expected one of {', '.join(_events())}")
    return cast("Event", read_shape(known, rest))


def read_command(data: Json) -> Command:
    """Read a command from its JSON, as ``command_json`` writes it. Raises WireError."""
    try:
        return _command(dict(data))
    except FieldError as error:
        raise _wire_error(error) from None


def read_shape(shape: type[T], data: Json) -> T:
    """Read any dataclass of plain fields from its JSON, as strictly as a command. Raises WireError."""
    try:
        return cast("T", reader_of(cast("type", shape))(data))
    except FieldError as error:
        raise _wire_error(error) from None


def _wire_error(error: FieldError, ident: str | None = None) -> WireError:
    return WireError(error.code, f"{error.field}: {error.message}" if error.field else error.message, ident)


@cache
def _commands() -> Mapping[str, type]:
    return {command.do: command for command in typing.get_args(Command)}


def _command(data: Json) -> Command:
    do = data.pop("do", None)
    known = _commands()
    if not isinstance(do, str) or do not in known:
        raise FieldError("unknown-command", f"expected one of {', '.join(known)}", "do")
    return cast("Command", reader_of(known[do])(data))


def by_json(by: By) -> Json:
    plain: Json = {"name": by.name, "role": by.role}
    return plain | {"acting": by.acting} if by.acting is not None else plain


class AnyCommand(Protocol):
    """What every command has, the front desk's included."""

    do: ClassVar[str]

    @property
    def by(self) -> By: ...


def command_json(command: AnyCommand) -> Json:
    """Write a command, without its id."""
    data: Json = {"by": by_json(command.by), "do": command.do}
    for name in _asked_fields(cast("type", type(command))):
        value = _written(getattr(command, name))
        if value is not None:
            data[name] = value
    return data


def plain_json(value: object) -> Json:
    """Write any dataclass of plain fields; empty fields are left out."""
    return cast("Json", _written(value))


def event_json(event: EventBase) -> Json:
    """Write an event; empty fields are left out."""
    data: Json = {"seq": event.seq, "round": event.round, "by": by_json(event.by), "type": event.type}
    for name in _own_fields(cast("type", type(event))):
        value = _written(getattr(event, name))
        if value is not None and value != []:
            data[name] = value
    data["clauses"] = list(event.clauses)
    if event.not_carried_out:
        data["not_carried_out"] = list(event.not_carried_out)
    return data


@cache
def _own_fields(shape: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(shape) if field.name not in OF_EVERY_EVENT)


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
    assert is_dataclass(value)
    parts = {field.name: _written(getattr(value, field.name)) for field in fields(value)}
    return {name: part for name, part in parts.items() if part is not None}


def refusal_json(refusal: Refusal) -> Json:
    return {
        "code": refusal.code,
        "clause": str(refusal.clause),
        "facts": dict(refusal.facts),
        "passing": refusal.passing,
    }


def read_refusal(data: Json) -> Refusal:
    """Read a refusal from its JSON, as ``refusal_json`` writes it. Raises WireError."""
    code, clause, facts = (data.get(name) for name in ("code", "clause", "facts"))
    ref, sign, number = str(clause).partition(" §")
    if not isinstance(code, str) or code not in Code._value2member_map_ or not sign or not isinstance(facts, dict):
        raise WireError("wrong-type", "expected a refusal: a code, a clause and facts")
    return Refusal(Code(code), Clause(ref, number), facts)


def error_json(error: WireError) -> Json:
    return {"id": error.id, "error": {"code": error.code, "message": error.message}}


def dumped(data: Json) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
