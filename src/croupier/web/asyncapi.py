"""The AsyncAPI 3 document of the socket, made from the commands and events themselves."""

from __future__ import annotations

import typing
from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.table.events import Event
from croupier.table.wire import LINE_MAX
from croupier.web.command_shapes import ID, command_schemas
from croupier.web.operations import API
from croupier.web.socket_shapes import Now, Own, Refused, Snapshot

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
    told = {"receipt": _message(_RECEIPT), "told": _message(_TOLD), "welcome": _message(_WELCOME)}
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
_PING = {"type": "object", "required": ["id", "do"], "properties": {"id": ID, "do": {"const": "ping"}}}
_EVENTS = {"type": "array", "items": {"$ref": "#/components/schemas/event"}}
_SEQ = {"type": "integer", "minimum": 0}
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
}
_RECEIPT = {
    "type": "object",
    "description": "The answer to a command; the same id is always answered alike.",
    "required": ["id"],
    "properties": {
        "id": {"type": ["string", "null"]},
        "events": _EVENTS,
        "refused": {"$ref": REF.format(name="Refused")},
        "error": _ERROR,
    },
    "oneOf": [{"required": ["events"]}, {"required": ["refused"]}, {"required": ["error"]}],
}
_SNAPSHOT = {"$ref": REF.format(name="Snapshot")}
_WELCOME = {
    "type": "object",
    "description": "The answer to a sign-in. Without a snapshot, events follow from the place on that was asked for.",
    "required": ["id", "snapshot", "seq", "you"],
    "properties": {
        "id": ID,
        "snapshot": {"anyOf": [_SNAPSHOT, {"type": "null"}]},
        "seq": _SEQ,
        "you": {"type": ["object", "null"]},
    },
}
_TOLD = {
    "type": "object",
    "description": "What others did, where the round is, what one may do oneself; or a snapshot to go on from.",
    "required": ["id"],
    "properties": {
        "id": {"type": "null"},
        "events": _EVENTS,
        "now": {"$ref": REF.format(name="Now")},
        "own": {"$ref": REF.format(name="Own")},
        "snapshot": _SNAPSHOT,
        "seq": _SEQ,
    },
}
