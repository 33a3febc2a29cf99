"""When each alert was raised and acknowledged: the events' lines have it, the events themselves do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from croupier.house.desk import DeskEvent
from croupier.house.desk_alerts import AlertAcknowledged, AlertRaised, PitCalled
from croupier.house.receipts import written_at


class AlertTimes(NamedTuple):
    """When an alert was raised, and when somebody acknowledged it, as the record writes times."""

    at: str
    acknowledged_at: str | None = None


class TimesOfAlerts:
    """The times of every alert, folded from the front desk's events."""

    def __init__(self) -> None:
        self._times: dict[str, AlertTimes] = {}

    def kept(self) -> Mapping[str, AlertTimes]:
        """Return what there is to be kept."""
        return self._times

    def restore(self, kept: Mapping[str, AlertTimes]) -> None:
        self._times = dict(kept)

    def note(self, event: DeskEvent, line: str) -> None:
        """Fold one event; ``line`` is its stored form."""
        if isinstance(event, AlertRaised | PitCalled):
            self._times[event.alert] = AlertTimes(written_at(line))
        elif isinstance(event, AlertAcknowledged):
            self._times[event.alert] = self._times[event.alert]._replace(acknowledged_at=written_at(line))

    def of(self, alert: str) -> AlertTimes:
        """Return the times of an alert."""
        return self._times[alert]
