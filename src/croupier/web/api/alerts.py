"""Alerts over HTTP: calling the pit to a table, what waits to be acknowledged, and who came after how long."""

from __future__ import annotations

import secrets
from datetime import datetime

from croupier.house.desk import SEE_ONLY
from croupier.house.desk_alerts import AcknowledgeAlert, Alert, CallPit
from croupier.house.tables import LiveTables
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.web.api.operations import Asking, Operation
from croupier.web.api.people import places
from croupier.web.api.problems import ProblemError
from croupier.web.api.shapes import DoneOut
from croupier.web.api.staff_shapes import AcknowledgmentIn, AlertOut, CallIn
from croupier.web.api.tables import EXAMPLE, TABLE
from croupier.web.office import Office

ALERTS_SHOWN = 200
NOT_OF_THE_PIT = frozenset({Role.DEALER, *SEE_ONLY})
"""Staff whose errors an alert may be about, and staff who only watch."""


class AlertOperations:
    """What calls for the pit."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def operations(self) -> list[Operation]:
        return [
            Operation("GET", "/alerts", "listAlerts", "Alerts, for staff.", self.alerts, list[AlertOut], signed=True),
            Operation(
                "POST",
                "/alerts/{alert}/acknowledge",
                "acknowledge",
                "Acknowledge an alert.",
                self.acknowledge,
                DoneOut,
                body=AcknowledgmentIn,
                signed=True,
                problems=(404, 409),
                examples={"alert": "a1"},
            ),
            Operation(
                "POST",
                f"/tables/{TABLE}/call",
                "callPit",
                "Call the pit to a table, for whoever works there; repeated calls are one alert until it is "
                "acknowledged.",
                self.call,
                AlertOut,
                body=CallIn,
                signed=True,
                status=201,
                problems=(404,),
                examples=EXAMPLE,
            ),
        ]

    async def alerts(self, asking: Asking) -> object:
        """Return the alerts of the tables that somebody works at, open ones first, newest at the top."""
        at, tables = places(self._office, asking), self._office.tables
        found = [alert for alert in tables.desk.alerts.values() if alert.table in at]
        found.reverse()
        found.sort(key=lambda alert: alert.acknowledged_by is not None)
        return [alert_out(tables, alert) for alert in found[:ALERTS_SHOWN]]

    async def acknowledge(self, asking: Asking) -> object:
        alert = self._office.tables.desk.alerts.get(asking.path["alert"])
        at = places(self._office, asking)
        if alert is None or alert.table not in at:
            raise ProblemError(404, "unknown-alert", f"no alert {asking.path['alert']!r:.80}")
        by = _by(asking, at[alert.table])
        if by.role in NOT_OF_THE_PIT:
            raise ProblemError(403, "role-not-allowed", "an alert is acknowledged by the pit")
        command = AcknowledgeAlert(by, alert.alert, asking.body.note)
        if (await self._office.tables.ask(secrets.token_hex(8), command)).refusal is not None:
            raise ProblemError(409, "already-done", "it was already acknowledged")
        return DoneOut()

    async def call(self, asking: Asking) -> object:
        """Call the pit; a call that is still open is returned as it is."""
        tables, table = self._office.tables, asking.path["table"]
        at = places(self._office, asking)
        if table not in at:
            tables.host(table)  # raises if there is no such table
            raise ProblemError(403, "role-not-allowed", "the pit is called by whoever works at the table")
        alert = f"a-{secrets.token_hex(5)}"
        command = CallPit(_by(asking, at[table]), alert, table, asking.body.kind, asking.body.note)
        refusal = (await tables.ask(alert, command)).refusal
        if refusal is not None:
            known = refusal.facts.get("alert")
            if known is None:
                raise ProblemError(403, "role-not-allowed", "surveillance and auditors call nobody")
            alert = str(known)
        raised = tables.desk.alerts.get(alert)
        assert raised is not None
        return alert_out(tables, raised)


def _by(asking: Asking, by: By) -> By:
    """Return whoever asks; the owner acts for the house, since a rulebook may know no position above the dealer."""
    assert asking.who is not None
    return By(asking.who.name, Role.HOUSE) if asking.who.owner else by


def alert_out(tables: LiveTables, alert: Alert) -> AlertOut:
    """Describe an alert, with its times."""
    at, seen = tables.alert_times.of(alert.alert)
    after = None if seen is None else (datetime.fromisoformat(seen) - datetime.fromisoformat(at)).total_seconds()
    return AlertOut(
        alert.alert,
        alert.table,
        alert.kind,
        alert.note,
        alert.acknowledged_by,
        at,
        alert.by,
        seen,
        after,
        alert.concern,
    )
