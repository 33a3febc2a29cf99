"""The AsyncAPI 3 document of the socket, made from the commands and events themselves."""

from __future__ import annotations

import typing
from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.rules.procedure import Role
from croupier.table.events import Event
from croupier.table.reading import WORD_MAX
from croupier.table.wire import LINE_MAX
from croupier.web.command_shapes import ID, command_schemas
from croupier.web.operations import API
from croupier.web.socket import CATCH_UP_MAX
from croupier.web.socket_shapes import Now, Own, Refused, Snapshot

PLACE_MAX = 10**15 - 1
"""The place of an event in an address has at most 15 digits."""
REF = "#/components/schemas/{name}"


def asyncapi(version: str) -> dict[str, Any]:
    """Write the document."""
    happened = list(typing.get_args(Event))
    schemas, components = msgspec.json.schema_components(happened, ref_template=REF)
    for component in components.values():
        _leave_out_what_says_nothing(component)
    told_of = msgspec.json.schema_components([Snapshot, Now, Own, Refused], ref_template=REF)[1]
    named = {kind.type: schema for kind, schema in zip(happened, schemas, strict=True)}
    events = {f"event-{kind}": _event(kind, schema) for kind, schema in named.items()}
    asked = {f"ask-{do}": _message(schema) for do, schema in command_schemas().items()}
    told = {name: _message(schema) for name, schema in _TELLING.items()}
    asked |= {"sign-in": _message(_SIGN_IN), "ping": _message(_PING)}
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
                "bindings": {"ws": {"method": "GET", "query": _QUERY, "bindingVersion": "0.1.0"}},
                "messages": {**asked, **told},
            }
        },
        "operations": {
            "ask": {"action": "receive", **_channel(asked)},
            "tell": {"action": "send", **_channel(told)},
        },
        "components": {
            "schemas": {
                **components,
                **told_of,
                **events,
                "event": {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in (*events, "undisclosed")]},
                "undisclosed": _UNDISCLOSED,
            }
        },
    }


def _message(schema: dict[str, Any]) -> dict[str, Any]:
    return {"contentType": "application/json", "payload": schema}


def _channel(messages: Iterable[str]) -> dict[str, Any]:
    refs = [{"$ref": f"#/channels/table/messages/{name}"} for name in messages]
    return {"channel": {"$ref": "#/channels/table"}, "messages": refs}


def _leave_out_what_says_nothing(schema: dict[str, Any]) -> None:
    """Ask for no field that the wire leaves out: what is nothing, and lists with nothing in them but for clauses."""
    silent = {
        name
        for name, one in schema.get("properties", {}).items()
        if name != "clauses" and (one.get("type") == "array" or {"type": "null"} in one.get("anyOf", ()))
    }
    if "required" in schema:
        schema["required"] = [name for name in schema["required"] if name not in silent]


def _event(kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"allOf": [{"type": "object", "properties": {"type": {"const": kind}, "at": {"type": "string"}}}, schema]}


_SIGN_IN = {
    "type": "object",
    "required": ["id", "do"],
    "properties": {"id": ID, "do": {"const": "sign-in"}, "token": {"type": ["string", "null"]}},
    "additionalProperties": False,
}
_PING = {
    "type": "object",
    "description": "Asks whether the house is there, and how far the table is. Nothing but id and do is looked at.",
    "required": ["id", "do"],
    "properties": {"id": ID, "do": {"const": "ping"}},
    "additionalProperties": True,
}
_EVENTS = {"type": "array", "items": {"$ref": "#/components/schemas/event"}}
_SEQ = {"type": "integer", "minimum": 0}
_QUERY = {
    "type": "object",
    "description": "How a connection begins; what else a query has is not looked at.",
    "properties": {
        "after": {
            "type": "integer",
            "minimum": 0,
            "maximum": PLACE_MAX,
            "description": (
                "The place of the last event one has: those behind it follow, and no snapshot. Where they are more "
                f"than {CATCH_UP_MAX}, or the record ends before that place, there is a snapshot all the same."
            ),
        },
        "feed": {
            "enum": ["on", "off"],
            "default": "on",
            "description": "With off, what one asks is answered, and nothing is told of what others do.",
        },
    },
}
_UNDISCLOSED = {
    "type": "object",
    "description": "Keeps the place of an event that is not for whoever is told.",
    "required": ["seq", "round", "type", "clauses"],
    "properties": {"seq": _SEQ, "round": {"type": ["string", "null"]}, "type": {"const": "undisclosed"}, "clauses": {}},
}
_ERROR = {
    "type": "object",
    "required": ["code", "message"],
    "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
    "additionalProperties": False,
}
_SNAPSHOT = {"$ref": REF.format(name="Snapshot")}
_ANSWERED = {"type": "string", "minLength": 1, "maxLength": WORD_MAX}
"""The id of what is answered, in whatever letters it was asked."""
_YOU = {
    "type": ["object", "null"],
    "description": "As whom one asks here; null for who looks on.",
    "required": ["name", "role"],
    "properties": {"name": {"type": "string"}, "role": {"enum": [str(role) for role in Role]}},
    "additionalProperties": False,
}


def _frame(description: str, ident: dict[str, Any], **fields: dict[str, Any]) -> dict[str, Any]:
    """Describe a frame by all its fields and no other, so that each frame is one message and not two."""
    return {
        "type": "object",
        "description": description,
        "required": ["id", *fields],
        "properties": {"id": ident, **fields},
        "additionalProperties": False,
    }


_NOBODY = {"type": "null"}
_TELLING = {
    "welcome": _frame(
        "The answer to a sign-in. Without a snapshot, events follow from the place on that was asked for.",
        _ANSWERED,
        snapshot={"anyOf": [_SNAPSHOT, {"type": "null"}]},
        seq=_SEQ,
        you=_YOU,
    ),
    "receipt": _frame("What a command led to; the same id is always answered alike.", _ANSWERED, events=_EVENTS),
    "refusal": _frame(
        "Why a command was refused; the same id is always answered alike.",
        _ANSWERED,
        refused={"$ref": REF.format(name="Refused")},
    ),
    "error": _frame(
        "What is wrong with a frame, or why it was not taken; without an id where none could be read, "
        "or where the connection ends.",
        {"anyOf": [_ANSWERED, {"type": "null"}]},
        error=_ERROR,
    ),
    "pong": _frame(
        "The answer to a ping, and where the table's record ends.", _ANSWERED, pong={"const": True}, seq=_SEQ
    ),
    "told": _frame(
        "What happened, and where the round is: for everybody, what one asked for oneself included; "
        "first, what was missed.",
        _NOBODY,
        events=_EVENTS,
        now={"$ref": REF.format(name="Now")},
    ),
    "own": _frame("What one may see and do oneself.", _NOBODY, own={"$ref": REF.format(name="Own")}, seq=_SEQ),
    "resync": _frame("A snapshot to go on from, for who fell behind.", _NOBODY, snapshot=_SNAPSHOT, seq=_SEQ),
}
