"""Everybody connected: the broadcast, the usher and the watch of every table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from croupier.house.host import Host
from croupier.house.tables import LiveTables
from croupier.web.live.broadcast import Broadcast, Subscriber
from croupier.web.live.usher import Usher
from croupier.web.live.watch import Watch
from croupier.web.settings import Settings


class Attendance:
    """Knows who is connected to which table."""

    def __init__(self, tables: LiveTables, settings: Settings, clock: Callable[[], float]) -> None:
        self._tables, self._settings, self._clock = tables, settings, clock
        self.broadcasts: dict[str, Broadcast] = {}
        self.ushers: dict[str, Usher] = {}
        self._watches: list[Watch] = []

    def open(self, host: Host, due: Callable[[], dict[str, Any] | None]) -> None:
        """Start the broadcast, the alerts and the usher of a table; ``due`` returns its next automatic call."""
        broadcast = self.broadcasts[host.name] = Broadcast(host, self._settings.tick, due, self._tables.wallet)
        watch = Watch(
            self._tables,
            broadcast,
            idle=self._settings.idle,
            too_soon=self._settings.too_soon,
            clock=self._clock,
        )
        usher = self.ushers[host.name] = Usher(broadcast, away=self._settings.away, clock=self._clock)
        self._watches.append(watch)
        broadcast.start()
        watch.start()
        usher.start()

    async def close(self) -> None:
        started: list[Watch | Usher | Broadcast] = [*self._watches, *self.ushers.values(), *self.broadcasts.values()]
        for one in started:
            await one.stop()

    def is_played(self, table: str) -> bool:
        """Whether a player is connected to a table."""
        return table in self.broadcasts and self.broadcasts[table].players > 0

    def subscribers(self) -> Iterator[Subscriber]:
        """Return every socket, those that asked for no events included."""
        return (one for there in self.broadcasts.values() for one in there.everybody())

    def names(self) -> set[str]:
        """Return the names of everybody connected to a table."""
        return {subscriber.who.name for subscriber in self.subscribers() if subscriber.who is not None}

    def heard(self, table: str, name: str) -> None:
        """Note that somebody asked a table for something without a socket."""
        if table in self.ushers:
            self.ushers[table].heard(name)

    def end(self, session: str) -> None:
        """Close every socket of a session that ended."""
        for subscriber in list(self.subscribers()):
            if subscriber.who is not None and subscriber.who.session == session:
                subscriber.drop()

    def hang_up(self, code: int) -> None:
        """Close every socket with a code."""
        for subscriber in list(self.subscribers()):
            subscriber.socket.hang_up(code)
