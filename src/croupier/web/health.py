"""What a supervisor is told: whether the process is to be restarted, takes commands, and is well in every part.

A record that could not store something is tried again every second, so that a
disk with room again is noticed even if nobody plays. A record that has stopped
for good is served for a moment longer, for whoever asks why, and then the
process ends: only opening the record anew helps.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import structlog

from croupier import __version__
from croupier.house.desk import DESK
from croupier.house.faults import HouseFault
from croupier.web.access.connections import files_fault
from croupier.web.api import shapes
from croupier.web.office import Office

log = structlog.get_logger()

LOOK_EVERY = 0.5
OVER_AFTER = 3.0
"""Seconds for which a house whose record has stopped still answers, with 503."""


def is_ready(report: shapes.HealthOut) -> bool:
    """Whether commands can be taken, at the tables that are in service."""
    return report.record == report.files == "ok"


def is_well(report: shapes.HealthOut) -> bool:
    """Whether everything is well, every table included."""
    kept = report.anchors in ("ok", "none")
    return is_ready(report) and kept and all(state == "ok" for state in report.tables.values())


class Health:
    """Watches what every table needs: the record, and open files."""

    def __init__(self, office: Office, on_over: Callable[[], None]) -> None:
        self._office = office
        self._files: str | None = None
        self._said: dict[str, str | None] = {}
        self._on_over = on_over
        """Called once the record has stopped for good, and those who asked had time to learn it."""

    @property
    def over(self) -> bool:
        """Whether only a restart helps."""
        fault = self._office.tables.record.fault
        return fault is not None and fault.final

    def report(self) -> shapes.HealthOut:
        live, fault = self._office.tables, self._office.tables.record.fault
        tables = {name: host.fault or "ok" for name, host in live.hosts.items()}
        tables |= {name: broken.why for name, broken in live.broken.items()}
        if live.desk_fault is not None:
            tables[DESK] = live.desk_fault
        found = shapes.HealthOut("ok", __version__, tables)
        found.record = "ok" if fault is None else fault.why
        found.files = self._files or "ok"
        anchoring = self._office.anchoring
        found.anchors = "none" if anchoring is None else anchoring.fault or "ok"
        found.status = "ok" if is_well(found) else "fault"
        return found

    async def watch(self) -> None:
        """Look again and again, and write to the log what has changed."""
        record = self._office.tables.record
        while not self.over:
            self._files = files_fault()
            if record.fault is not None:
                with suppress(HouseFault):  # said below
                    await record.probe()
            self._say("record", None if record.fault is None else record.fault.why)
            self._say("files", self._files)
            await asyncio.sleep(LOOK_EVERY)
        self._say("record", self.report().record)
        await asyncio.sleep(OVER_AFTER)
        self._on_over()

    def _say(self, what: str, why: str | None) -> None:
        if self._said.get(what) == why:
            return
        self._said[what] = why
        if why is None:
            log.warning("well-again", what=what)
        else:
            log.error("fault", what=what, why=why)
