"""The service, put together: routes, the socket, headers, meters, log. Only here and in ``cli`` are rooms joined."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog
from aiohttp import hdrs, web
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from croupier import __version__
from croupier.house.host import Host
from croupier.web import shapes
from croupier.web.asyncapi import asyncapi
from croupier.web.buckets import Buckets
from croupier.web.desk import FrontOffice
from croupier.web.doors import Who
from croupier.web.examine_pages import ExaminePages
from croupier.web.floor import Floor
from croupier.web.operations import API, Asking, Operation, openapi, read_body, read_query, write
from croupier.web.origins import Origins
from croupier.web.people_pages import PeoplePages
from croupier.web.pit_pages import PitPages
from croupier.web.problems import ProblemError, answer, of_fault
from croupier.web.settings import Settings
from croupier.web.socket import Sockets, serve_socket
from croupier.web.table_pages import TABLE, TablePages
from croupier.web.usher import Usher
from croupier.web.watch import FAULT, Watch, raise_alert

log = structlog.get_logger()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
BODY_MAX = 64 * 1024
LEFT = 499
"""The status, never sent, of a request whose sender is gone."""
FOR_STAFF = 50
"""Connections beyond all the others, so that a full house can still be run."""
GOING_AWAY = b"\x88\x02" + (1001).to_bytes(2, "big")
"""The frame that closes a socket because the house does."""


class Service:
    """A house on the web."""

    def __init__(self, office: FrontOffice, settings: Settings, origin: str) -> None:
        """Prepare the service of an office."""
        self.office, self.settings = office, settings
        self.origins = Origins(settings.origins)
        self.meters = Meters()
        self.floors: dict[str, Floor] = {}
        self._connections: dict[str, int] = {}
        self._watches: list[Watch] = []
        self._ushers: dict[str, Usher] = {}
        commands = Buckets(settings.commands_per_second, settings.commands_per_second * 4)
        guests = Buckets(settings.guests_per_second, settings.guests_per_second * 40)
        self._requests = Buckets(settings.requests_per_second, settings.requests_per_second * 10)
        self.sockets = Sockets(office, self.floors, self._ushers, commands, self.meters.count_command)
        self.people = PeoplePages(office, guests, origin)
        self.operations: list[Operation] = [
            *self.people.operations(),
            *PitPages(office).operations(),
            *TablePages(office, commands).operations(),
            *office.rules.operations(),
            *ExaminePages(office, settings.data).operations(),
        ]
        self._documents: dict[str, bytes] = {}
        office.present = lambda table: table in self.floors and self.floors[table].players > 0
        office.doors.on_sign_out = self.sockets.end
        office.doors.connected = self.sockets.connected
        office.on_table = self.add_floor
        office.on_asked = self._heard

    def _heard(self, table: str, name: str) -> None:
        if table in self._ushers:
            self._ushers[table].heard(name)

    def add_floor(self, host: Host) -> None:
        """Open the floor of a table."""
        floor = Floor(host, self.settings.tick, lambda: self.office.due(host.name))
        self.floors[host.name] = floor
        floor.start()
        watch = Watch(
            self.office.house,
            floor,
            idle=self.settings.idle,
            too_soon=self.settings.too_soon,
            clock=self.office.clock,
        )
        self._watches.append(watch)
        watch.start()
        usher = self._ushers[host.name] = Usher(
            self.office.house,
            floor,
            sitting=self.settings.sitting,
            away=self.settings.away,
            clock=self.office.clock,
        )
        usher.start()

    def app(self) -> web.Application:
        """Make the application."""
        app = web.Application(middlewares=[self._guard], client_max_size=BODY_MAX)
        for operation in self.operations:
            app.router.add_route(operation.method, API + operation.path, self._handler(operation))
        app.router.add_get(f"{API}/openapi.json", self._openapi)
        app.router.add_get(f"{API}/asyncapi.json", self._asyncapi)
        app.router.add_get(f"{API}/tables/{TABLE}/socket", self._socket)
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/metrics", self._metrics)
        add_pages(app)
        app.on_shutdown.append(self._show_out)
        app.cleanup_ctx.append(self._running)
        return app

    @asynccontextmanager
    async def _run(self) -> AsyncIterator[None]:
        for host in self.office.house.hosts.values():
            self.add_floor(host)
        self.office.start()
        for name, broken in self.office.house.broken.items():
            log.error("table-out-of-service", table=name, why=broken.why)
            await raise_alert(self.office.house, name, FAULT, broken.why)
        try:
            yield
        finally:
            await self.office.stop()
            for watch in self._watches:
                await watch.stop()
            for usher in self._ushers.values():
                await usher.stop()
            for floor in self.floors.values():
                await floor.stop()
            await self.office.close()
            log.info("house-closed")

    def say_opened(self) -> None:
        """Write to the log that the house is open: for whoever listens, once somebody can come in."""
        log.info("house-opened", tables=len(self.office.house.hosts), out_of_service=len(self.office.house.broken))

    async def _show_out(self, _: web.Application) -> None:
        """Tell every socket that the house closes, so that nobody waits for it and clients come back later."""
        for floor in self.floors.values():
            for seat in (*floor.seats, *floor.quiet):
                seat.transport.write(GOING_AWAY)
                seat.transport.close()

    async def _running(self, _: web.Application) -> AsyncIterator[None]:
        async with self._run():
            yield

    # --- every request --------------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Turn whatever goes wrong into a problem, and put the headers on."""
        started = time.perf_counter()
        try:
            if not self._requests.take(request.remote or "", time.monotonic()):
                raise ProblemError(429, "too-many", "more requests than one address may send")  # noqa: TRY301 - as below
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
        if not response.prepared:
            response.headers.update(HEADERS)
            if request.path.startswith(API):
                response.headers["Cache-Control"] = "no-store"
            method = request.method if request.method in hdrs.METH_ALL else "-"
            self.meters.requests.labels(method, response.status).inc()
            self.meters.seconds.observe(time.perf_counter() - started)
        return response

    def _handler(self, operation: Operation) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            self.origins.check(request, changes=operation.method != "GET")
            who = await self._who(request)
            if operation.signed and who is None:
                raise ProblemError(401, "not-signed-in", "send Authorization: Bearer and your token")
            query = read_query(operation, request.query)
            body = read_body(operation, await request.read(), request.content_type)
            asking = Asking(request.match_info, query, body, who, request.remote or "")
            response = write(await operation.handler(asking))
            response.set_status(operation.status)
            return response

        return handle

    async def _who(self, request: web.Request) -> Who | None:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        who = await self.office.doors.who(token.strip()) if scheme.lower() == "bearer" and len(token) < 200 else None  # noqa: PLR2004 - ours are shorter
        if who is None:
            raise ProblemError(401, "wrong-token", "the token is not known; come in anew")
        return who

    # --- the rest -------------------------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        self.origins.check(request, changes=True)
        host = self.office.house.host(request.match_info["table"])
        after = request.query.get("after")
        if after is not None and not (after.isascii() and after.isdigit() and len(after) < 16):  # noqa: PLR2004 - 10^15
            raise ProblemError(400, "wrong-query", "after: expected the place of an event")
        feed = request.query.get("feed", "on")
        if feed not in ("on", "off"):
            raise ProblemError(400, "wrong-query", "feed: expected on or off")
        address = request.remote or ""
        free = self.settings.connections_max - sum(self._connections.values())
        if free <= -FOR_STAFF:
            raise ProblemError(503, "house-full", "the house has all the connections it can serve")
        if self._connections.get(address, 0) >= self.settings.connections_per_address:
            raise ProblemError(429, "too-many", "your address has all the connections it can have")
        self._connections[address] = self._connections.get(address, 0) + 1
        self.meters.sockets.inc()
        try:
            place = None if after is None else int(after)
            return await serve_socket(request, self.sockets, host, place, feed=feed == "on", full=free <= 0)
        finally:
            self.meters.sockets.dec()
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]

    async def _openapi(self, _: web.Request) -> web.Response:
        return self._document("openapi", lambda: openapi(self.operations, __version__))

    async def _asyncapi(self, _: web.Request) -> web.Response:
        return self._document("asyncapi", lambda: asyncapi(__version__))

    def _document(self, name: str, made: Callable[[], object]) -> web.Response:
        if name not in self._documents:
            self._documents[name] = msgspec.json.encode(made())
        return web.Response(body=self._documents[name], content_type="application/json")

    async def _health(self, _: web.Request) -> web.Response:
        house = self.office.house
        tables = {name: host.fault or "ok" for name, host in house.hosts.items()}
        tables |= {name: broken.why for name, broken in house.broken.items()}
        well = all(state == "ok" for state in tables.values())
        response = write(shapes.Health("ok" if well else "fault", __version__, tables))
        response.set_status(200 if well else 503)
        return response

    async def _metrics(self, _: web.Request) -> web.Response:
        self.meters.delivered.set(sum(floor.delivered for floor in self.floors.values()))
        for name, host in self.office.house.hosts.items():
            self.meters.events.labels(name).set(host.table.seq)
            self.meters.waiting.labels(name).set(host.waiting)
        return web.Response(body=self.meters.read(), content_type="text/plain")


class Meters:
    """What is counted about the service itself."""

    def __init__(self) -> None:
        """Count from nothing."""
        self.registry = CollectorRegistry()
        of: dict[str, Any] = {"registry": self.registry}
        self.requests = Counter("croupier_requests", "HTTP requests", ["method", "status"], **of)
        self.seconds = Histogram("croupier_request_seconds", "Time to answer an HTTP request", **of)
        self.commands = Counter("croupier_commands", "Commands over sockets", ["do", "result"], **of)
        self._counted: dict[tuple[str, str], int] = {}
        self.sockets = Gauge("croupier_sockets", "Open sockets", **of)
        self.delivered = Gauge("croupier_events_delivered", "Events handed to sockets", **of)
        self.events = Gauge("croupier_table_events", "Events in a table's record", ["table"], **of)
        self.waiting = Gauge("croupier_table_waiting", "Commands that wait at a table", ["table"], **of)

    def count_command(self, do: str, result: str) -> None:
        """Count a command, plainly until somebody reads the meters; whoever sends nonsense makes no new label."""
        counted = (do if do in _COMMANDS else "-", result)
        self._counted[counted] = self._counted.get(counted, 0) + 1

    def read(self) -> bytes:
        """Write everything that was counted as Prometheus reads it."""
        for counted, times in self._counted.items():
            self.commands.labels(*counted).inc(times)
        self._counted.clear()
        return generate_latest(self.registry)


_COMMANDS = frozenset({"place-wager", "place-wagers", "retract-wager", "retract-wagers", "settle", "declare-outcome"})


def _allowed(error: web.HTTPException) -> dict[str, str]:
    return {"Allow": error.headers["Allow"]} if "Allow" in error.headers else {}


def add_pages(app: web.Application) -> None:
    """Serve the front end that was built into the package, if it was."""
    pages = files("croupier.web").joinpath("pages")
    index = pages.joinpath("index.html")
    if not index.is_file():
        return

    async def page(request: web.Request) -> web.Response:
        wanted = pages.joinpath(request.match_info.get("file", "index.html"))
        found = wanted if wanted.is_file() else index
        kind = _KINDS.get(found.name.rpartition(".")[2], "application/octet-stream")
        response = web.Response(body=found.read_bytes(), content_type=kind)
        if kind.startswith("text/"):
            response.enable_compression()
        return response

    app.router.add_get("/", page)
    app.router.add_get("/{file:[A-Za-z0-9.-]+}", page)


_KINDS = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "webmanifest": "application/manifest+json",
    "json": "application/json",
}


def origin_of(settings: Settings, port: int) -> str:
    """Give the address under which a page of this house is opened."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host  # noqa: S104 - compared, not bound
    shown = f"[{host}]" if ":" in host else host
    return urlsplit(f"http://{shown}:{port}").geturl()
