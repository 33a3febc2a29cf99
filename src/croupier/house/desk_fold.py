"""What follows from the front desk's events: its state, who was appointed how long ago, and the times of alerts."""

from __future__ import annotations

from croupier.house.alerts import TimesOfAlerts
from croupier.house.appointments import Appointments
from croupier.house.desk import Desk, DeskEvent, evolve_desk


class DeskFold:
    """The front desk as far as its record was read."""

    def __init__(self) -> None:
        self.desk, self.appointments, self.alert_times = Desk(), Appointments(), TimesOfAlerts()

    def note(self, event: DeskEvent, line: str) -> None:
        """Fold one event; ``line`` is its stored form."""
        self.desk = evolve_desk(self.desk, event)
        self.appointments.note(event, line)
        self.alert_times.note(event, line)
