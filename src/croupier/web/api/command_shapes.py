"""Commands as JSON Schema, exactly as the wire accepts them, for the OpenAPI and the AsyncAPI document."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, cast

from croupier.rules.procedure import Role
from croupier.table.commands import Chips, Command
from croupier.table.strict import LIST_MAX, LONG, TEXT_MAX, WORD_MAX, ZERO_ALLOWED
from croupier.table.wire import DIGITS_MAX

Schema = dict[str, Any]

PRINTABLE = "^[!-~]([ -~]*[!-~])?$"
"""ASCII text; other letters are accepted too, but no control or format characters and no blanks at either end."""
ID: Schema = {"type": "string", "minLength": 1, "maxLength": WORD_MAX, "pattern": PRINTABLE}
BY: Schema = {
    "type": ["object", "null"],
    "description": "Who asks is known from the session; only the acting position is taken from here.",
    "properties": {
        "name": {"type": ["string", "null"]},
        "role": {"type": ["string", "null"]},
        "acting": {"enum": [*(str(role) for role in Role), None]},
    },
    "additionalProperties": False,
}
NOT_ASKED = frozenset({"by", "commitment"})
"""Fields that come from the session or the wheel, never from the client."""


@cache
def command_schemas() -> Mapping[str, Schema]:
    """Return the schema of each command, by its name on the wire."""
    return {command.do: _command(command) for command in typing.get_args(Command)}


def _command(command: type) -> Schema:
    shape = _object(command, NOT_ASKED)
    do = cast("Any", command).do
    shape["properties"] = {"id": ID, "do": {"const": do}, "by": BY, **shape["properties"]}
    shape["required"] = ["id", "do", *shape["required"]]
    return {"title": do, **shape}


def _object(shape: type, leave_out: frozenset[str] = frozenset()) -> Schema:
    hints = typing.get_type_hints(shape)
    own = [field for field in fields(shape) if field.name not in leave_out]
    schema: Schema = {
        "type": "object",
        "properties": {field.name: _value(hints[field.name], field.name) for field in own},
        "required": [field.name for field in own if _is_required(field, hints[field.name])],
        "additionalProperties": False,
    }
    if shape is Chips:
        schema["oneOf"] = [
            {"required": [one], "properties": {one: {"not": {"type": "null"}}, other: {"type": "null"}}}
            for one, other in (("color", "cash"), ("cash", "color"))
        ]
    return schema


def _is_required(field: Field[Any], hint: object) -> bool:
    optional = types.NoneType in typing.get_args(hint)
    return not optional and field.default is MISSING and field.default_factory is MISSING


def _value(hint: Any, name: str) -> Schema:  # noqa: ANN401 - a type
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        inner = next(part for part in parts if part is not types.NoneType)
        return {"anyOf": [_value(inner, name), {"type": "null"}]}
    if origin is tuple:
        return {"type": "array", "items": _value(parts[0], name), "minItems": 1, "maxItems": LIST_MAX}
    if origin is dict:
        return {"type": "object", "propertyNames": ID, "additionalProperties": _value(parts[1], name)}
    if is_dataclass(hint):
        return _object(cast("type", hint))
    return _plain(hint, name)


def _plain(hint: Any, name: str) -> Schema:  # noqa: ANN401 - a type
    if hint is bool:
        return {"type": "boolean"}
    if hint is int:
        return {"type": "integer", "minimum": int(name not in ZERO_ALLOWED), "maximum": 10**DIGITS_MAX - 1}
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"enum": [str(one) for one in hint]}
    if name == "pocket":
        return {"type": "string", "pattern": "^(S|00|0|[1-9]|[12][0-9]|3[0-6])$"}
    limit = TEXT_MAX if name in LONG else 2 * WORD_MAX if name == "position" else WORD_MAX
    return {"type": "string", "minLength": 1, "maxLength": limit, "pattern": PRINTABLE}
