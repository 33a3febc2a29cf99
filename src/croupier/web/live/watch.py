"""Alerts while a house runs: rounds that stand still, dealers that are gone, results that came too soon.

Nothing is ever voided by a timer. An alert is raised, and it stays until
somebody with the right to do so acknowledges it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from typing import TypeAlias

import structlog

from croupier.house.dealing import BY
from croupier.house.desk_alerts import Alert, RaiseAlert
from croupier.house.duties import Duties
from croupier.house.faults import HouseFault
from croupier.house.tables import LiveTables
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.web.live.broadcast import Broadcast

log = structlog.get_logger()

LOOK_EVERY = 1.0
ALONE = 30.0
"""Seconds a ball may spin with no staff connected or active before an alert; staff may work over HTTP alone."""
NOTE_MAX = 400

IDLE = "table-idle"
GONE = "dealer-gone"
TOO_SOON = "result-too-soon"
FAULT = "chain-fault"
VOIDED = "void-after-outcome"
PAST_POSTING = "past-posting"
DISPUTED = "outcome-disputed"

Noted: TypeAlias = (
    events.NoMoreBetsCalled | events.OutcomeDeclared | events.OutcomeDisputed | events.RoundVoided | events.RoundClosed
)
NOTED = (
    events.NoMoreBetsCalled,
    events.OutcomeDeclared,
    events.OutcomeDisputed,
    events.RoundVoided,
    events.RoundClosed,
)
"""Events that are timed or call for the pit; of all others it matters only that something happens."""


class Watch:
    """Watches one table."""

    def __init__(
        self,
        tables: LiveTables,
        broadcast: Broadcast,
        *,
        idle: float,
        too_soon: float,
        clock: Callable[[], float],
        heals: float = 2.0,
    ) -> None:
        """Watch a table; a dealer's connection may be down for this long."""
        self._heals = heals
        self._tables, self._broadcast, self._host = tables, broadcast, broadcast.host
        self._idle, self._too_soon, self._clock = idle, too_soon, clock
        self._last = self._worked = clock()
        self._called: float | None = None
        self._raised: set[str] = set()
        self._had_dealer = not self._host.table.round.phase.between_rounds
        """Whether a dealer is missed: one was here, or must have been when the house was closed in mid-round."""
        self._gone_since: float | None = None
        self._duties = Duties()

    def start(self) -> None:
        self._duties.of_house(f"alerts {self._host.name}", self._follow)
        self._duties.of_house(f"idle or alone {self._host.name}", self._look)

    async def stop(self) -> None:
        await self._duties.stop()

    async def _follow(self) -> None:
        while True:
            follower = self._host.feed.follow()
            try:
                async for batch in follower.batches():
                    self._last = self._clock()
                    self._raised.discard(IDLE)
                    for _, event in batch:
                        if event.by.role is not Role.PLAYER:
                            self._worked = self._last
                        if isinstance(event, NOTED):
                            await self._note(event)
            finally:
                self._host.feed.leave(follower)
            await asyncio.sleep(LOOK_EVERY)

    async def _note(self, event: Noted) -> None:
        if isinstance(event, events.NoMoreBetsCalled):
            self._called = self._last
        elif isinstance(event, events.RoundVoided):
            await self._note_void(event)
        elif isinstance(event, events.OutcomeDisputed):
            words = f"{event.by.name} entered {event.pocket}, and {event.outcome} was declared"
            await self._raise(DISPUTED, f"{words}, round {event.round}")
        elif isinstance(event, events.RoundClosed):
            await self._note_luck(event)
        elif self._called is not None:
            passed = self._last - self._called
            if not self._host.setup.random and passed < self._too_soon:
                await self._raise(
                    TOO_SOON, f"a result {passed:.1f} s after the call, round {self._host.table.round.name}"
                )
            self._called = None

    async def _note_void(self, event: events.RoundVoided) -> None:
        """Call for the pit if a round was voided whose outcome was declared, and say who did so, and how often."""
        undone = self._host.results.undone.get(event.seq)
        if undone is None:
            return
        how = "" if undone.reported_by == undone.ruled_by else f", on a report by {undone.reported_by}"
        words = f"{undone.ruled_by} voided round {event.round} after {undone.pocket} was declared{how}"
        times = ", ".join(f"{name} {count}" for name, count in undone.times.items())
        await self._raise(VOIDED, f"{words}; times here: {times}")

    async def _note_luck(self, event: events.RoundClosed) -> None:
        """Call for the pit if somebody won more with a dealer than chance allows."""
        for dealer, player, rounds in self._host.results.lucky.get(event.seq, ()):
            words = f"{player} won more than chance allows in {rounds} rounds that {dealer} declared"
            await self._raise(PAST_POSTING, f"{words}, up to round {event.round}: look at when the bets were laid")

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY)
            running = not self._host.table.round.phase.between_rounds
            here = {subscriber.by.role for subscriber in self._broadcast.everybody() if subscriber.by is not None}
            met, self._broadcast.met = self._broadcast.met, set()
            if running and self._clock() - self._last > self._idle:
                await self._once(
                    IDLE, f"nothing has happened for {self._idle:.0f} s in round {self._host.table.round.name}"
                )
            if not self._host.setup.random:
                await self._look_for_dealer(here, met, running=running)
            if self._host.fault is not None:
                await self._once(FAULT, self._host.fault)

    async def _look_for_dealer(self, here: AbstractSet[Role], met: AbstractSet[Role], *, running: bool) -> None:
        """Raise an alert once a round has been without its dealer for longer than a reconnect takes.

        A dealer who was never seen is missed too, once the ball spins and no staff are
        connected or active; staff who keep acting over HTTP are not missed.
        """
        if Role.DEALER in here:
            self._had_dealer, self._gone_since = True, None
            self._raised.discard(GONE)
        elif not running:
            self._had_dealer, self._gone_since = False, None
            self._raised.discard(GONE)
        elif self._had_dealer or Role.DEALER in met:
            self._had_dealer = True
            self._gone_since = self._clock() if self._gone_since is None else self._gone_since
            if self._clock() - self._gone_since >= self._heals:
                await self._once(GONE, f"no dealer is connected, phase {self._host.table.round.phase}")
        elif self._left_alone(here):
            words = f"nobody of staff is connected or has done anything for {ALONE:.0f} s"
            await self._once(GONE, f"{words}, phase {self._host.table.round.phase}")

    def _left_alone(self, here: AbstractSet[Role]) -> bool:
        spun = self._host.table.round.spin.ball is not None
        staff = here & set(self._host.ruleset.procedure.roles.ladder.value)
        return spun and not staff and self._clock() - self._worked >= ALONE

    async def _once(self, kind: str, note: str) -> None:
        if kind not in self._raised:
            self._raised.add(kind)
            await self._raise(kind, note)

    async def _raise(self, kind: str, note: str) -> None:
        if not await raise_alert(self._tables, self._host.name, kind, note):
            self._raised.discard(kind)


async def raise_alert(tables: LiveTables, table: str, kind: str, note: str) -> bool:
    """Raise an alert, unless the same one is already open. Returns whether it was stored."""
    shown = note[:NOTE_MAX]
    if any(
        (one.table, one.kind, one.note, one.acknowledged_by) == (table, kind, shown, None)
        for one in open_alerts(tables)
    ):
        return True
    alert = f"a-{secrets.token_hex(5)}"
    log.warning("alert-raised", table=table, kind=kind, note=shown)
    try:
        await tables.ask(alert, RaiseAlert(BY, alert, table, kind, shown))
    except HouseFault as fault:
        # The record itself has failed; the health check reports that as well.
        log.error("alert-not-stored", table=table, kind=kind, why=str(fault))  # noqa: TRY400 - the words are enough
        return False
    return True


def open_alerts(tables: LiveTables) -> Iterator[Alert]:
    """Return the alerts that nobody has acknowledged."""
    return (alert for alert in tables.desk.alerts.values() if alert.acknowledged_by is None)
