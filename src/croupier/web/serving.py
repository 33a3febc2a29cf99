"""Serving a house until it is told to stop, and then stopping where the record says every round is."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from croupier.house.faults import HouseFault
from croupier.web.app import Service, origin_of
from croupier.web.opening import open_office
from croupier.web.settings import Settings

SHUTDOWN = 3.0
SILENT = 15.0
"""Seconds after which a connection that asks for nothing, or not in whole, is ended."""
COLLECTED_AFTER = (200_000, 50, 1_000)
"""New objects before the collector looks at the youngest, and how often it then looks at older ones."""


def serve(settings: Settings, say: Callable[[str], None], *, owner_anew: bool = False) -> None:
    """Serve until SIGINT or SIGTERM, if asked with a new link for the owner.

    Raises HouseFault where the house cannot be opened.
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
        with suppress(RuntimeError):  # not every loop takes signals
            loop.add_signal_handler(name, stopped.set)
    office, code = await open_office(settings, owner_anew=owner_anew)
    service = Service(office, settings, origin_of(settings, settings.port))
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
    origin = service.people.origin = origin_of(settings, runner.addresses[0][1])
    say(f"The house is open: {origin}/")
    if code is not None:
        say(f"Owner, come in once: {origin}/#join={code}")
    say(f"Everything is kept in {settings.data}; press Ctrl-C to close.")
    for table, broken in office.house.broken.items():
        say(f"Table {table} is out of service: {broken.why}")
    spare_the_collector()
    await stopped.wait()
    say("Closing: every round stays where it is.")
    await runner.cleanup()


def runner_of(service: Service, shutdown: float = SHUTDOWN) -> web.AppRunner:
    """Make what runs the service."""
    return web.AppRunner(
        service.app(), access_log=None, shutdown_timeout=shutdown, handle_signals=False, keepalive_timeout=SILENT
    )


def spare_the_collector() -> None:
    """Look for cycles less often: a wager makes dozens of objects, a full layout keeps many, and none is in a cycle."""
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
    # What libraries say goes the same way, in the same form.
    handler = logging.StreamHandler(sys.stderr)
    plain = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=[plain, *last], foreign_pre_chain=first))
    handler.addFilter(_without_words)
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=True)


def _without_words(record: logging.LogRecord) -> bool:
    """Say only that a request could not be read: what was wrong with it may quote a token, and is no fault of ours."""
    if record.exc_info and isinstance(record.exc_info[1], HttpProcessingError):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args, record.exc_info, record.exc_text = "request-not-read", (), None, None
    return True
