"""What went wrong, as RFC 9457 says it over HTTP: with a code, and with clause and facts where a rule decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from aiohttp import web

from croupier.house.faults import BusyError, HouseFault, NotStoredError, UnknownTableError
from croupier.rules.errors import CroupierError
from croupier.table.refusal import Refusal
from croupier.table.wire import WireError

MEDIA = "application/problem+json"


class Problem(msgspec.Struct, omit_defaults=True):
    """A problem. ``code`` is stable; ``clause`` and ``facts`` are there where a rule said no."""

    title: str
    status: int
    code: str
    detail: str = ""
    type: str = "about:blank"
    clause: str | None = None
    facts: dict[str, Any] = {}
    passing: bool | None = None


class ProblemError(Exception):
    """A problem, to be sent to the client."""

    def __init__(self, status: int, code: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.problem = Problem(_TITLES.get(status, "Error"), status, code, detail)
        self.headers = headers


_TITLES = {
    400: "Bad request",
    401: "Not signed in",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    408: "Too slow",
    409: "Refused",
    413: "Too large",
    415: "Wrong media type",
    429: "Too many requests",
    500: "Internal error",
    503: "Not now",
}


_MORE = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "1"}, 503: {"Retry-After": "1"}}


def refused(refusal: Refusal) -> Problem:
    """Turn a refusal into a problem."""
    return Problem(
        _TITLES[409],
        409,
        refusal.code,
        f"{refusal.code} [{refusal.clause}]",
        clause=str(refusal.clause),
        facts=dict(refusal.facts),
        passing=refusal.passing,
    )


def of_fault(error: Exception) -> Problem:
    """Turn an exception into a problem."""
    if isinstance(error, ProblemError):
        return error.problem
    if isinstance(error, WireError):
        return Problem(_TITLES[400], 400, error.code, error.message)
    if isinstance(error, BusyError):
        return Problem(_TITLES[503], 503, "busy", str(error))
    if isinstance(error, UnknownTableError):
        return Problem(_TITLES[404], 404, "unknown-table", str(error))
    if isinstance(error, NotStoredError):
        return Problem(_TITLES[503], 503, "not-stored", str(error))
    if isinstance(error, HouseFault):
        return Problem(_TITLES[503], 503, "fault", str(error))
    if isinstance(error, CroupierError):
        return Problem(_TITLES[400], 400, "bad-request", str(error))
    return Problem(_TITLES[500], 500, "internal-error", "Something of ours failed; it was written to the log.")


def answer(problem: Problem, headers: Mapping[str, str] | None = None) -> web.Response:
    more = dict(headers or {})
    more = _MORE.get(problem.status, {}) | more
    body = msgspec.json.encode(problem)
    return web.Response(body=body, status=problem.status, content_type=MEDIA, headers=more)
