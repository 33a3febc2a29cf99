"""One operation of the API: its path, request and response, who may call it, and its entry in the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import web
from multidict import MultiMapping

from croupier.table.wire import LINE_MAX, read_json
from croupier.web.access.sign_in import Who
from croupier.web.api.problems import Problem, ProblemError

API = "/api/v1"
SLASH = "(?:/|%2F)"
"""A slash inside a part of the path, as people write it and as programs do."""
COMPRESSED_FROM = 512
"""Bytes above which a response is worth compressing: a cloth shrinks to a seventh, what was counted to a third."""


@dataclass(frozen=True, slots=True)
class Asking:
    """One request: its path, query and body, and who sent it."""

    path: Mapping[str, str]
    query: Any
    body: Any
    who: Who | None
    address: str
    left: Callable[[], bool] = lambda: False
    """Whether whoever asked has closed the connection meanwhile."""


Handler = Callable[[Asking], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the API. ``signed`` needs a token; ``query`` and ``body`` are shapes, strictly read."""

    method: str
    path: str
    name: str
    summary: str
    handler: Handler
    gives: Any
    body: type | None = None
    query: type | None = None
    signed: bool = False
    status: int = 200
    problems: tuple[int, ...] = ()
    revalidated: bool = False
    """Whether clients may keep the response, and ask each time whether it is still the same."""
    examples: Mapping[str, str] = field(default_factory=dict[str, str])
    """An example for each part of the path."""
    described: Mapping[str, Any] | None = None
    """The schema of the body, if its shape does not say enough."""
    weight: int = 1
    """How many requests it counts as, by what it costs."""
    weigh: Callable[[Any], int] = lambda _: 1
    """How many requests it counts as by what is asked for, if that decides what it costs."""
    body_max: int = LINE_MAX
    """How many bytes the body may have."""


def read_body(operation: Operation, raw: bytes, media: str) -> object:
    """Read a body into its shape, as strictly as a frame of the socket. Raises ProblemError or WireError."""
    if operation.body is None:
        return None
    if media != "application/json":
        raise ProblemError(415, "wrong-media-type", "expected application/json")
    if len(raw) > operation.body_max:
        raise ProblemError(413, "too-long", f"the body has more than {operation.body_max} bytes")
    try:
        if operation.body_max > LINE_MAX:  # a text of its own, whose brackets are not those of JSON
            return msgspec.json.decode(raw, type=operation.body)
        return msgspec.convert(read_json(raw), type=operation.body)
    except msgspec.ValidationError as error:
        raise ProblemError(400, "wrong-body", str(error)) from None
    except msgspec.DecodeError as error:
        raise ProblemError(400, "not-json", str(error)) from None


def read_query(operation: Operation, query: MultiMapping[str]) -> object:
    """Read a query into its shape. Raises ProblemError."""
    if operation.query is None:
        return None
    twice = next((name for name in query if len(query.getall(name)) > 1), None)
    if twice is not None:
        raise ProblemError(400, "wrong-query", f"{twice[:40]!r} is given more than once")
    try:
        return msgspec.convert(dict(query), type=operation.query, strict=False)
    except (msgspec.ValidationError, UnicodeError) as error:
        raise ProblemError(400, "wrong-query", str(error)) from None


def write(value: object) -> web.Response:
    body = msgspec.json.encode(value)
    response = web.Response(body=body, content_type="application/json")
    if len(body) >= COMPRESSED_FROM:
        response.enable_compression()
    return response


def openapi(operations: list[Operation], version: str) -> dict[str, Any]:
    """Write the OpenAPI 3.1 document."""
    shapes = [Problem, *[shape for one in operations for shape in (one.body, one.query, one.gives) if shape]]
    schemas, components = msgspec.json.schema_components(shapes, ref_template="#/components/schemas/{name}")
    of_shape = {id(shape): schema for shape, schema in zip(shapes, schemas, strict=True)}
    paths: dict[str, Any] = {}
    for one in operations:
        paths.setdefault(_plain_path(one.path), {})[one.method.lower()] = _described(one, of_shape, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "croupier",
            "version": version,
            "summary": "Roulette by the book: every answer names the clause that decided it.",
            "description": (
                f"A body has at most {LINE_MAX} bytes, one with a rulebook four times 65536; a longer one is "
                "answered with 413, whatever is in it. Whole "
                "numbers are written without a fraction: 5 and not 5.0. An address of more than 8,190 bytes is refused "
                "with 400 in plain text, before the service sees it."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": API}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _plain_path(path: str) -> str:
    return re.sub(r"\{(\w+):[^{}]*\}", r"{\1}", path)


def _described(one: Operation, of_shape: dict[int, Any], components: dict[str, Any]) -> dict[str, Any]:
    codes = sorted({400, 401, 403, 404, 405, 429, 500, 503, *one.problems, *((413, 415) if one.body else ())})
    problem = {"application/problem+json": {"schema": of_shape[id(Problem)]}}
    described: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.summary,
        "parameters": [*_path_parameters(one), *_query_parameters(one, of_shape, components)],
        "responses": {
            str(one.status): {
                "description": "Done.",
                "content": {"application/json": {"schema": of_shape[id(one.gives)]}},
            },
            **{str(code): {"description": "A problem.", "content": problem} for code in codes},
        },
    }
    if one.body is not None:
        content = {"application/json": {"schema": one.described or of_shape[id(one.body)]}}
        described["requestBody"] = {"required": True, "content": content}
    if one.signed:
        described["security"] = [{"token": []}]
    return described


def _path_parameters(one: Operation) -> list[dict[str, Any]]:
    found = []
    for name, pattern in re.findall(r"\{(\w+)(?::([^{}]*))?\}", one.path):
        schema: dict[str, Any] = {"type": "string", "minLength": 1}
        if pattern:
            schema["pattern"] = f"^{pattern.replace(SLASH, '/')}$"
        parameter: dict[str, Any] = {"name": name, "in": "path", "required": True, "schema": schema}
        if name in one.examples:
            parameter["example"] = one.examples[name]
        found.append(parameter)
    return found


def _query_parameters(one: Operation, of_shape: dict[int, Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    if one.query is None:
        return []
    name = of_shape[id(one.query)]["$ref"].rpartition("/")[2]
    schema = components[name]
    required = set(schema.get("required", ()))
    return [
        {"name": key, "in": "query", "required": key in required, "schema": value}
        for key, value in schema["properties"].items()
    ]
