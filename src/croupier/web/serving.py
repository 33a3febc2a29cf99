"""Serving a house until it is stopped, with every round left where the record says it is."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

import structlog
from aiohttp import web, web_response
from aiohttp.http_exceptions import HttpProcessingError

from croupier.house.faults import HouseFault
from croupier.storage.stores import store_of
from croupier.web.app import EVERYWHERE, HEADERS, SILENT, Service, origin_of, public_origin
from croupier.web.opening import open_office
from croupier.web.settings import Settings

SHUTDOWN = 3.0
LINGER = 2.0
"""Seconds for which the rest of a request is read that was answered before it was complete."""
COLLECTED_AFTER = (200_000, 50, 1_000)
"""Allocations before the garbage collector looks at the youngest objects, and how often it then looks at older ones."""


def serve(settings: Settings, say: Callable[[str], None], *, owner_anew: bool = False) -> None:
    """Serve until SIGINT or SIGTERM; if asked, with a new link for the owner.

    Raises HouseFault if the house cannot be opened, and RecordStoppedError if its record stopped for good.
    """
    set_up_log(settings.log)
    run = asyncio.run
    with suppress(ImportError):
        import uvloop  # noqa: PLC0415 - not on every platform

        run = uvloop.run
    run(_serve(settings, say, owner_anew=owner_anew))


async def _serve(settings: Settings, say: Callable[[str], None], *, owner_anew: bool) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(RuntimeError):  # not every loop supports signal handlers
            loop.add_signal_handler(name, stopped.set)
    office, code, lost = await open_office(settings, owner_anew=owner_anew)
    service = Service(office, settings, public_origin(settings, settings.port), on_over=stopped.set)
    runner = runner_of(service)
    await runner.setup()
    site = web.TCPSite(runner, settings.host, settings.port, backlog=1024)
    try:
        await site.start()
    except OSError as error:
        await runner.cleanup()
        why = error.strerror or str(error)
        raise HouseFault(f"cannot listen on {settings.host}:{settings.port}: {why}; use --host or --port") from None
    service.say_opened()
    port = runner.addresses[0][1]
    public = service.people.origin = public_origin(settings, port)
    say(f"The house is open: {origin_of(settings, port)}/")
    if code is not None:
        say(f"Owner, come in once: {public}/#join={code}")
    if settings.host in EVERYWHERE and public == origin_of(settings, port):
        say(f"Invitations link to {public}, which works on this machine alone; set public_url.")
    say(f"Everything is kept in {place_of(settings)}; press Ctrl-C to close.")
    for notice in office.notices:
        say(notice)
    for table, broken in office.tables.broken.items():
        say(f"Table {table} is out of service: {broken.why}")
    spare_the_collector()
    await _either(stopped, lost)
    say("Closing: every round stays where it is.")
    await runner.cleanup()
    if lost.is_set():
        raise HouseFault(f"{place_of(settings)}: another process has taken the house over")
    if service.health.over:
        raise RecordStoppedError(service.health.report().record)


def place_of(settings: Settings) -> str:
    """Say where a house is kept, without a password."""
    kind, place = store_of(settings.data, settings.database)
    key = f", and the seal's key in {settings.data}" if settings.database else ""
    return f"{kind.shown(place)}{key}"


async def _either(*events: asyncio.Event) -> None:
    waits = [asyncio.ensure_future(event.wait()) for event in events]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()


class RecordStoppedError(HouseFault):
    """The record stopped for good while the house was open; only opening it anew helps."""


class _Runner(web.AppRunner):
    """A runner that counts every connection when it is accepted."""

    def __init__(self, service: Service, shutdown: float) -> None:
        super().__init__(
            service.app(),
            access_log=None,
            shutdown_timeout=shutdown,
            handle_signals=False,
            keepalive_timeout=SILENT,
            lingering_time=LINGER,
            auto_decompress=False,
        )
        self._connections = service.connections

    async def _make_server(self) -> web.Server:
        # aiohttp answers what is no HTTP itself, and would name itself and Python with their versions.
        web_response.SERVER_SOFTWARE = HEADERS["Server"]  # type: ignore[attr-defined]
        server = await super()._make_server()
        made, lost, counted = server.connection_made, server.connection_lost, self._connections

        def connection_made(handler: web.RequestHandler, transport: asyncio.Transport) -> None:
            made(handler, transport)
            peer = transport.get_extra_info("peername")
            counted.opened(handler, peer[0] if isinstance(peer, tuple) else "", transport)

        def connection_lost(handler: web.RequestHandler, exc: BaseException | None = None) -> None:
            counted.closed(handler)
            lost(handler, exc)

        server.connection_made = connection_made  # type: ignore[method-assign]
        server.connection_lost = connection_lost  # type: ignore[method-assign]
        return server


def runner_of(service: Service, shutdown: float = SHUTDOWN) -> web.AppRunner:
    return _Runner(service, shutdown)


def spare_the_collector() -> None:
    """Collect garbage less often: a wager makes dozens of objects, a full layout keeps many, none is in a cycle."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


def set_up_log(level: str) -> None:
    """Write one JSON object per line to standard error. Tokens, codes and secrets are never given to the log."""
    number = logging.getLevelNamesMapping()[level.upper()]
    first: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[structlog.typing.Processor] = [
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    ]
    structlog.configure(
        processors=[*first, *last],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    # What libraries log goes the same way, in the same form.
    handler = logging.StreamHandler(sys.stderr)
    plain = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=[plain, *last], foreign_pre_chain=first))
    handler.addFilter(_without_words)
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=True)


def _without_words(record: logging.LogRecord) -> bool:
    """Log only that a request could not be read: the details may quote a token, and it is no fault of ours."""
    if record.exc_info and isinstance(record.exc_info[1], HttpProcessingError):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args, record.exc_info, record.exc_text = "request-not-read", (), None, None
    return True
