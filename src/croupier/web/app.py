"""The service, put together: routes, sockets, headers, metrics, log. Only here and in ``cli`` are rooms joined."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import msgspec
import structlog
from aiohttp import ETag, hdrs, web

from croupier import __version__
from croupier.house.desk import DESK
from croupier.house.duties import Duties
from croupier.web.access.buckets import Buckets
from croupier.web.access.connections import NO_ROOM, Connections
from croupier.web.access.origins import Origins
from croupier.web.access.sign_in import Who
from croupier.web.api import shapes
from croupier.web.api.alerts import AlertOperations
from croupier.web.api.bring_rulebook import BODY_MAX, BringRulebookOperations
from croupier.web.api.cash import CashOperations
from croupier.web.api.examine import ExamineOperations
from croupier.web.api.lab import LabOperations
from croupier.web.api.operations import API, Asking, Operation, openapi, read_body, read_query, write
from croupier.web.api.people import PeopleOperations
from croupier.web.api.pit import PitOperations
from croupier.web.api.problems import ProblemError, answer, of_fault
from croupier.web.api.reader import ReaderOperations
from croupier.web.api.table_care import TableCareOperations
from croupier.web.api.tables import TABLE, TableOperations
from croupier.web.front_end import built_front_end, etag_of, is_known
from croupier.web.health import Health, is_ready, is_well
from croupier.web.laboratory import Laboratory
from croupier.web.live.asyncapi import asyncapi
from croupier.web.live.socket import Sockets, serve_socket
from croupier.web.live.watch import FAULT, raise_alert
from croupier.web.metrics import Metrics
from croupier.web.office import Office
from croupier.web.settings import Settings
from croupier.web.timekeeping import Timekeeper

log = structlog.get_logger()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

FILE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "croupier",
}
"""Of every response. Most are few bytes: what a page needs beside these, the front end adds."""
HEADERS = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", **FILE_HEADERS}
"""Of every response that a browser could show by itself; a part of the front end is only ever part of a page."""
TOKEN_CHARACTERS = 200
"""Ours are shorter; what is longer is not looked up."""
LEFT = 499
"""The status, never sent, of a request whose client is gone."""
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound
"""Hosts that stand for every network of the machine."""
FRAMES_EACH = 4
"""Frames a second for which each socket that an address may have counts: people at tables send far fewer."""
SILENT = 15.0
"""Seconds after which an idle connection, or one with an incomplete request, is closed."""
GOING_AWAY = 1001
"""The code that closes a socket because the house does."""


class Service:
    """The HTTP service of a house."""

    def __init__(
        self, office: Office, settings: Settings, origin: str, on_over: Callable[[], None] = lambda: None
    ) -> None:
        self.office, self.settings = office, settings
        public = (settings.public_url,) if settings.public_url else ()
        self.origins = Origins((*settings.origins, *public))
        self.metrics = Metrics(office)
        self.front_end = built_front_end(next(iter((*public, *settings.origins)), None))
        self.connections = Connections(settings.connections_max, settings.connections_per_address)
        self.health = Health(office, on_over)
        commands = Buckets(settings.commands_per_second, settings.commands_per_second * 4)
        guests = Buckets(settings.guests_per_second, settings.guests_per_second * 40)
        self._requests = Buckets(settings.requests_per_second, settings.requests_per_second * 10)
        frames = Buckets(settings.commands_per_second * 2 + 10, settings.commands_per_second * 8 + 500)
        together = max(settings.connections_per_address * FRAMES_EACH, settings.commands_per_second * 2 + 10)
        addresses = Buckets(together, together * 4)
        self.sockets = Sockets(office, commands, frames, addresses, self.metrics.count_command, self.connections)
        self.people = PeopleOperations(office, guests, origin)
        self.laboratory = Laboratory()
        self.operations: list[Operation] = [
            *self.people.operations(),
            *PitOperations(office).operations(),
            *AlertOperations(office).operations(),
            *TableCareOperations(office).operations(),
            *CashOperations(office, self.people.link).operations(),
            *ReaderOperations(office).operations(),
            *TableOperations(office, commands).operations(),
            *office.rules.operations(),
            *BringRulebookOperations(office).operations(),
            *ExamineOperations(office, settings.data, settings.database).operations(),
            *LabOperations(office.rules, self.laboratory).operations(),
        ]
        self._documents: dict[str, bytes] = {}

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=BODY_MAX)
        for operation in self.operations:
            app.router.add_route(operation.method, API + operation.path, self._handler(operation))
        app.router.add_get(f"{API}/openapi.json", self._openapi)
        app.router.add_get(f"{API}/asyncapi.json", self._asyncapi)
        app.router.add_get(f"{API}/tables/{TABLE}/socket", self._socket)
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/livez", self._livez)
        app.router.add_get("/readyz", self._readyz)
        app.router.add_get("/metrics", self._metrics)
        if self.front_end is not None:
            self.front_end.add_to(app)
        app.on_shutdown.append(self._show_out)
        app.cleanup_ctx.append(self._running)
        return app

    @asynccontextmanager
    async def _run(self) -> AsyncIterator[None]:
        self.office.start()
        for name, broken in self.office.tables.broken.items():
            log.error("table-out-of-service", table=name, why=broken.why)
            await raise_alert(self.office.tables, name, FAULT, broken.why)
        timekeeper, duties = Timekeeper(self.office.tables), Duties()
        duties.of_house("timekeeper", timekeeper.run)
        duties.of_process("health", self.health.watch)
        duties.of_process("check", self._check_restored)
        try:
            yield
        finally:
            await duties.stop()
            await timekeeper.note()
            await self.laboratory.close()
            await self.office.close()
            log.info("house-closed")

    async def _check_restored(self) -> None:
        """Compare what was restored from checkpoints with the record; what differs is out of service from now on."""
        tables = self.office.tables
        async for name, why in tables.check():
            log.error("checkpoint-differs", record=name, why=why)
            if name != DESK:
                await raise_alert(tables, name, FAULT, why)

    def say_opened(self) -> None:
        """Log that the house is open, once clients can connect."""
        log.info("house-opened", tables=len(self.office.tables.hosts), out_of_service=len(self.office.tables.broken))

    async def _show_out(self, _: web.Application) -> None:
        """Tell every socket that the house is closing, so that clients reconnect later."""
        self.office.attendance.hang_up(GOING_AWAY)

    async def _running(self, _: web.Application) -> AsyncIterator[None]:
        async with self._run():
            yield

    # --- every request --------------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turn every exception into a problem, and add the headers."""
        started = time.perf_counter()
        try:
            if not self._requests.take(request.remote or "", time.monotonic()):
                raise _too_many()  # noqa: TRY301
            response = await handler(request)
        except web.HTTPException as error:
            code = {404: "not-found", 405: "method-not-allowed", 413: "too-long"}.get(error.status, "bad-request")
            response = answer(ProblemError(error.status, code, error.reason).problem, _allowed(error))
        except Exception as error:
            if isinstance(error, ConnectionError) and (request.transport is None or request.transport.is_closing()):
                return web.Response(status=LEFT)
            problem = of_fault(error)
            if problem.status >= 500 and problem.code == "internal-error":  # noqa: PLR2004 - as HTTP has it
                log.exception("request-failed", path=request.path, method=request.method)
            response = answer(problem, getattr(error, "headers", None))
        if not response.prepared and response.status != LEFT:
            is_part = "immutable" in response.headers.get(hdrs.CACHE_CONTROL, "")
            least = FILE_HEADERS if is_part else HEADERS
            for name, value in (*least.items(), (hdrs.CACHE_CONTROL, "no-store")):
                response.headers.setdefault(name, value)
            self.metrics.count_request(request.method, response.status, time.perf_counter() - started)
        return response

    def _handler(self, operation: Operation) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            self.origins.check(request, changes=operation.method != "GET")
            self._charge(request, operation.weight - 1)
            who = await self._who(request)
            if operation.signed and who is None:
                raise ProblemError(401, "not-signed-in", "send Authorization: Bearer and your token")
            query = read_query(operation, request.query)
            self._charge(request, operation.weigh(query) - 1)
            body = read_body(operation, await _read(request), request.content_type)
            asking = Asking(request.match_info, query, body, who, request.remote or "", lambda: _has_left(request))
            if who is not None and operation.method != "GET":
                await self.office.sign_in.arrived(who, asking.address)
            with self.connections.in_use(request.protocol):
                response = write(await operation.handler(asking))
            response.set_status(operation.status)
            return _conditional(response, request) if operation.revalidated else response

        return handle

    def _charge(self, request: web.Request, more: int) -> None:
        """Let an address pay for a request that costs more than one. Raises ProblemError."""
        if more and not self._requests.take(request.remote or "", time.monotonic(), more):
            raise _too_many()

    async def _who(self, request: web.Request) -> Who | None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        fits = scheme.lower() == "bearer" and len(token) < TOKEN_CHARACTERS
        who = await self.office.sign_in.who(token.strip()) if fits else None
        if who is None:
            raise ProblemError(401, "wrong-token", "the token is unknown; sign in again")
        return who

    # --- the rest -------------------------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        self.origins.check(request, changes=True)
        host = self.office.tables.host(request.match_info["table"])
        if not web.WebSocketResponse().can_prepare(request).ok:
            raise ProblemError(400, "bad-request", "expected the handshake of a WebSocket")
        after = request.query.get("after")
        if after is not None and not (after.isascii() and after.isdigit() and len(after) < 16):  # noqa: PLR2004 - 10^15
            raise ProblemError(400, "wrong-query", "after: expected the seq of an event")
        feed = request.query.get("feed", "on")
        if feed not in ("on", "off"):
            raise ProblemError(400, "wrong-query", "feed: expected on or off")
        address = request.remote or ""
        # Who it is can be asked only after the handshake, so only a house without room for staff is closed here.
        code = self.connections.no_room(address, staff=True)
        if code is None and self.connections.crowded(address):
            code = "too-many"
        if code is not None:
            raise ProblemError(503 if code == "house-full" else 429, code, NO_ROOM[code])
        self.metrics.sockets.inc()
        try:
            place = None if after is None else int(after)
            await serve_socket(request, self.sockets, host, place, feed=feed == "on")
        finally:
            self.metrics.sockets.dec()
        return web.Response(status=LEFT)

    async def _openapi(self, _: web.Request) -> web.Response:
        return self._document("openapi", lambda: openapi(self.operations, __version__))

    async def _asyncapi(self, _: web.Request) -> web.Response:
        return self._document("asyncapi", lambda: asyncapi(__version__))

    def _document(self, name: str, made: Callable[[], object]) -> web.Response:
        if name not in self._documents:
            self._documents[name] = msgspec.json.encode(made())
        return web.Response(body=self._documents[name], content_type="application/json")

    async def _healthz(self, _: web.Request) -> web.Response:
        return _state(self.health.report(), is_well)

    async def _livez(self, _: web.Request) -> web.Response:
        return _state(self.health.report(), lambda _: not self.health.over)

    async def _readyz(self, _: web.Request) -> web.Response:
        return _state(self.health.report(), is_ready)

    async def _metrics(self, _: web.Request) -> web.Response:
        return web.Response(body=self.metrics.read(), content_type="text/plain")


def _has_left(request: web.Request) -> bool:
    return request.transport is None or request.transport.is_closing()


async def _read(request: web.Request) -> bytes:
    """Read the body of a request, for as long as one may take to arrive. Nothing is decompressed."""
    if request.headers.get(hdrs.CONTENT_ENCODING, "identity").lower() != "identity":
        raise ProblemError(415, "wrong-media-type", "send the body without a Content-Encoding")
    try:
        async with asyncio.timeout(SILENT):
            return await request.read()
    except TimeoutError:
        raise ProblemError(408, "too-slow", f"the request was not complete within {SILENT:.0f} seconds") from None


def _state(report: shapes.HealthOut, well: Callable[[shapes.HealthOut], bool]) -> web.Response:
    response = write(report)
    response.set_status(200 if well(report) else 503)
    return response


def _conditional(response: web.Response, request: web.Request) -> web.Response:
    """Let a client keep a response, and send it again only if it changed."""
    assert isinstance(response.body, bytes)
    etag = etag_of(response.body)
    answered = web.Response(status=304) if is_known(request, etag) else response
    answered.etag = ETag(etag, is_weak=True)
    answered.headers[hdrs.CACHE_CONTROL] = "no-cache"
    answered.headers[hdrs.VARY] = hdrs.ACCEPT_ENCODING
    return answered


def _allowed(error: web.HTTPException) -> dict[str, str]:
    return {"Allow": error.headers["Allow"]} if "Allow" in error.headers else {}


def public_origin(settings: Settings, port: int) -> str:
    """Return the address at which people reach this house, which invitations link to.

    Behind a proxy it is another than the one that the house listens on, and only the
    operator knows it.
    """
    return settings.public_url or next(iter(settings.origins), None) or origin_of(settings, port)


def origin_of(settings: Settings, port: int) -> str:
    """Return the address at which a browser on this machine opens this house."""
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    shown = f"[{host}]" if ":" in host else host
    return urlsplit(f"http://{shown}:{port}").geturl()


def _too_many() -> ProblemError:
    return ProblemError(429, "too-many", "too many requests from your address; wait a moment")
