"""Alerts at the front desk, and calls for the pit, which are alerts too."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, NamedTuple

from croupier.table.commands import By
from croupier.table.events import EventBase
from croupier.table.persistent import Map
from croupier.table.refusal import Code, Fact, Refusal
from croupier.table.wire_rules import wire


class Concern(StrEnum):
    """What the pit is called for."""

    HELP = "help"
    DISPUTE = "dispute"
    FILL = "fill"
    WRONG_NUMBER = "wrong-number"


@dataclass(frozen=True, slots=True)
class RaiseAlert:
    """Call attention to something at a table."""

    do: ClassVar[str] = "raise-alert"
    by: By
    alert: str
    table: str
    kind: str
    note: str


@dataclass(frozen=True, slots=True)
class AcknowledgeAlert:
    """Say that an alert was seen."""

    do: ClassVar[str] = "acknowledge-alert"
    by: By
    alert: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class CallPit:
    """Call the pit to a table."""

    do: ClassVar[str] = "call-pit"
    by: By
    alert: str
    table: str
    concern: Concern
    note: str | None = None


@dataclass(frozen=True, slots=True)
class AlertRaised(EventBase):
    """Something at a table needs attention."""

    type: ClassVar[str] = "alert-raised"
    alert: str
    table: str
    kind: str
    note: str


@dataclass(frozen=True, slots=True)
class AlertAcknowledged(EventBase):
    type: ClassVar[str] = "alert-acknowledged"
    alert: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class PitCalled(EventBase):
    """Somebody at a table called the pit: an alert like any other."""

    type: ClassVar[str] = "pit-called"
    alert: str
    table: str
    concern: Concern
    note: str | None = None


class Alert(NamedTuple):
    """Something that needs attention until it is acknowledged."""

    alert: str
    table: str
    kind: str
    note: str
    acknowledged_by: str | None = None
    by: str = ""
    """Who raised it."""
    concern: Concern | None = None
    """What the pit was called for, if somebody called it."""


def evolve_alerts(alerts: Map[str, Alert], event: AlertRaised | AlertAcknowledged | PitCalled) -> Map[str, Alert]:
    """Fold an event about an alert."""
    match event:
        case AlertRaised():
            raised = Alert(event.alert, event.table, event.kind, event.note, None, event.by.name)
            return alerts.set(event.alert, raised)
        case AlertAcknowledged():
            alert = alerts.get(event.alert)
            assert alert is not None
            return alerts.set(event.alert, alert._replace(acknowledged_by=event.by.name))
        case PitCalled():
            called = Alert(event.alert, event.table, event.type, event.note or "", None, event.by.name, event.concern)
            return alerts.set(event.alert, called)


def called_already(alerts: Map[str, Alert], command: CallPit) -> Refusal | None:
    """Refuse a second call for the same as long as nobody came: it is one alert."""
    if command.alert in alerts:
        return _no(Code.ALREADY_DONE, "7.8", alert=command.alert)
    wanted = (command.table, command.concern, command.note or "", None)
    for one in alerts.values():
        if (one.table, one.concern, one.note, one.acknowledged_by) == wanted:
            return _no(Code.ALREADY_DONE, "7.8", alert=one.alert)
    return None


def not_raised(alerts: Map[str, Alert], command: AcknowledgeAlert) -> Refusal | None:
    """Refuse to acknowledge what is no alert, or was acknowledged before."""
    alert = alerts.get(command.alert)
    if alert is None:
        return _no(Code.UNKNOWN_ALERT, "7.3", alert=command.alert)
    seen = alert.acknowledged_by
    return None if seen is None else _no(Code.ALREADY_DONE, "7.3", alert=command.alert, acknowledged_by=seen)


def _no(code: Code, rule: str, **facts: Fact) -> Refusal:
    return Refusal(code, wire(rule), facts)
