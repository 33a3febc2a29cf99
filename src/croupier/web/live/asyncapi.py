"""The AsyncAPI 3 document of the socket, generated from the commands and events."""

from __future__ import annotations

import typing
from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.rules.procedure import Role
from croupier.table.events import Event
from croupier.table.strict import WORD_MAX
from croupier.table.wire import LINE_MAX
from croupier.web.api.command_shapes import ID, command_schemas
from croupier.web.api.operations import API
from croupier.web.live.shapes import Now, Own, RecordEnd, Refused, Snapshot
from croupier.web.live.socket import CATCH_UP_MAX

PLACE_MAX = 10**15 - 1
"""The seq of an event in an address has at most 15 digits."""
REF = "#/components/schemas/{name}"


def asyncapi(version: str) -> dict[str, Any]:
    happened = list(typing.get_args(Event))
    schemas, components = msgspec.json.schema_components(happened, ref_template=REF)
    for component in components.values():
        _leave_out_what_says_nothing(component)
    sent_shapes = msgspec.json.schema_components([Snapshot, Now, Own, RecordEnd, Refused], ref_template=REF)[1]
    named = {kind.type: schema for kind, schema in zip(happened, schemas, strict=True)}
    events = {f"event-{kind}": _event(kind, schema) for kind, schema in named.items()}
    asked = {f"ask-{do}": _message(schema) for do, schema in command_schemas().items()}
    sent = {name: _message(schema) for name, schema in _TELLING.items()}
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
                "messages": {**asked, **sent},
            }
        },
        "operations": {
            "ask": {"action": "receive", **_channel(asked)},
            "tell": {"action": "send", **_channel(sent)},
        },
        "components": {
            "schemas": {
                **components,
                **sent_shapes,
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
    """Require no field that the wire leaves out: nulls, and empty lists except for clauses."""
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
            "description": "With off, only the client's own commands are answered; nothing is sent about others.",
        },
    },
}
_UNDISCLOSED = {
    "type": "object",
    "description": "Stands for an event that this client may not see, so that the numbering has no gaps.",
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
"""The id of the answered command, in whatever letters it was sent."""
_YOU = {
    "type": ["object", "null"],
    "description": "The name and role in which this client asks; null for a spectator.",
    "required": ["name", "role"],
    "properties": {"name": {"type": "string"}, "role": {"enum": [str(role) for role in Role]}},
    "additionalProperties": False,
}


_KEPT = {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "The hash of the stored receipt, which fixes every answer of the table up to this one.",
}
_OPTIONAL = ("head", "receipt")
"""A frame has a head where a round is over, and a receipt unless its id was used for another command."""


def _frame(description: str, ident: dict[str, Any], **fields: dict[str, Any]) -> dict[str, Any]:
    """Describe a frame by exactly its fields, so that each frame is one message and not two."""
    return {
        "type": "object",
        "description": description,
        "required": ["id", *(name for name in fields if name not in _OPTIONAL)],
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
    "receipt": _frame(
        "What a command led to; the same id is always answered alike.", _ANSWERED, events=_EVENTS, receipt=_KEPT
    ),
    "refusal": _frame(
        "Why a command was refused; the same id is always answered alike.",
        _ANSWERED,
        refused={"$ref": REF.format(name="Refused")},
        receipt=_KEPT,
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
        head={"$ref": REF.format(name="RecordEnd")},
    ),
    "own": _frame(
        "What has changed of what one may see and do oneself.", _NOBODY, own={"$ref": REF.format(name="Own")}, seq=_SEQ
    ),
    "resync": _frame("A snapshot to go on from, for who fell behind.", _NOBODY, snapshot=_SNAPSHOT, seq=_SEQ),
}
