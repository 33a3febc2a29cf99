"""The AsyncAPI 3 document of the socket, made from the commands and events themselves."""

from __future__ import annotations

import typing
from typing import Any

import msgspec

from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.refusal import Code
from croupier.table.wire import LINE_MAX
from croupier.web.operations import API


def asyncapi(version: str) -> dict[str, Any]:
    """Write the document."""
    commands = list(typing.get_args(Command))
    happened = list(typing.get_args(Event))
    schemas, components = msgspec.json.schema_components(
        [*commands, *happened], ref_template="#/components/schemas/{name}"
    )
    named = {kind.__name__: schema for kind, schema in zip([*commands, *happened], schemas, strict=True)}
    asked = {command.do: _command(command.do, named[command.__name__]) for command in commands}
    told = {event.type: _event(event.type, named[event.__name__]) for event in happened}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "croupier, the socket of a table",
            "version": version,
            "description": (
                f"One JSON object per text frame of at most {LINE_MAX} bytes. The first frame signs in; the answer is "
                "a snapshot with its place, and from there events come in order without gaps."
            ),
        },
        "channels": {
            "table": {
                "address": f"{API}/tables/{{table}}/socket",
                "parameters": {"table": {"description": "The table's name."}},
                "messages": {
                    **{f"ask-{do}": message for do, message in asked.items()},
                    "sign-in": _message({"type": "object", "required": ["id", "do"], "properties": _SIGN_IN}),
                    "receipt": _message(_RECEIPT),
                    "told": _message(_TOLD),
                },
            }
        },
        "operations": {
            "ask": {"action": "receive", "channel": {"$ref": "#/channels/table"}},
            "tell": {"action": "send", "channel": {"$ref": "#/channels/table"}},
        },
        "components": {"schemas": {**components, **{f"event-{name}": one for name, one in told.items()}}},
    }


def _message(schema: dict[str, Any]) -> dict[str, Any]:
    return {"contentType": "application/json", "payload": schema}


def _command(do: str, schema: dict[str, Any]) -> dict[str, Any]:
    head = {"type": "object", "required": ["id", "do"], "properties": {"id": _ID, "do": {"const": do}}}
    return _message({"allOf": [head, schema]})


def _event(kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"allOf": [{"type": "object", "properties": {"type": {"const": kind}, "at": {"type": "string"}}}, schema]}


_ID = {"type": "string", "minLength": 1, "maxLength": 64}
_SIGN_IN = {"id": _ID, "do": {"const": "sign-in"}, "token": {"type": ["string", "null"]}}
_REFUSED = {
    "type": "object",
    "required": ["code", "clause", "facts", "passing"],
    "properties": {
        "code": {"enum": [str(code) for code in Code]},
        "clause": {"type": "string"},
        "facts": {"type": "object"},
        "passing": {"type": "boolean"},
    },
}
_RECEIPT = {
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": ["string", "null"]},
        "events": {"type": "array"},
        "refused": _REFUSED,
        "error": {"type": "object", "required": ["code", "message"]},
    },
}
_TOLD = {
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "null"}, "events": {"type": "array"}, "snapshot": {}, "seq": {"type": "integer"}},
}
