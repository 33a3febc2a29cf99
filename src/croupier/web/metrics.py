"""Counters of the service itself, for Prometheus: declared here, and filled here from what is running.

Money and wagers are counted in ``house/meters``, under audit.
"""

from __future__ import annotations

from typing import Any, get_args

from aiohttp import hdrs
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from croupier.table.commands import Command
from croupier.web.office import Office

_LABELLED = frozenset(command.do for command in get_args(Command))
"""Commands with a label of their own; whatever else somebody sends is counted as ``-``."""


class Metrics:
    """The counters of one running service, in a registry of their own."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self.registry = CollectorRegistry()
        of: dict[str, Any] = {"registry": self.registry}
        self._requests = Counter("croupier_requests", "HTTP requests", ["method", "status"], **of)
        self._seconds = Histogram("croupier_request_seconds", "Time to answer an HTTP request", **of)
        self._commands = Counter("croupier_commands", "Commands over sockets", ["do", "result"], **of)
        self._counted: dict[tuple[str, str], int] = {}
        self.sockets = Gauge("croupier_sockets", "Open sockets", **of)
        self._delivered = Gauge("croupier_events_delivered", "Events handed to sockets", **of)
        self._events = Gauge("croupier_table_events", "Events in a table's record", ["table"], **of)
        self._waiting = Gauge("croupier_table_waiting", "Commands that wait at a table", ["table"], **of)

    def count_request(self, method: str, status: int, seconds: float) -> None:
        """Count an answered request; an unknown method makes no new label."""
        self._requests.labels(method if method in hdrs.METH_ALL else "-", status).inc()
        self._seconds.observe(seconds)

    def count_command(self, do: str, result: str) -> None:
        """Count a command, cheaply until the metrics are scraped; an unknown command makes no new label."""
        counted = (do if do in _LABELLED else "-", result)
        self._counted[counted] = self._counted.get(counted, 0) + 1

    def read(self) -> bytes:
        """Write everything in the Prometheus text format."""
        for counted, times in self._counted.items():
            self._commands.labels(*counted).inc(times)
        self._counted.clear()
        self._delivered.set(sum(one.delivered for one in self._office.attendance.broadcasts.values()))
        for name, host in self._office.tables.hosts.items():
            self._events.labels(name).set(host.table.seq)
            self._waiting.labels(name).set(host.waiting)
        return generate_latest(self.registry)
