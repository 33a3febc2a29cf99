"""Everybody at one table: events are gathered for a tick, written once, and handed to every socket.

Frames go straight to the transport, so one encoding serves a thousand readers.
A transport takes whatever it is given; therefore what each has not read yet is
watched. Who falls behind gets a snapshot once there is room again, and who
stays behind is shown the door.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from croupier.house.host import Host
from croupier.house.ports import Entry, Happened
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.table.events import OutcomeCorrected
from croupier.web.doors import Who
from croupier.web.views import is_private, now, own, sees_all, snapshot, told

Told = tuple[Entry, Happened]

BEHIND = 256 * 1024
"""Bytes that a reader may leave unread before no more events are sent."""
PATIENCE = 20.0
"""Seconds that a reader may stay behind."""
UNREAD_MAX = 4 * BEHIND
"""Bytes, answers included, that a reader may leave unread before the door is shown at once."""
LOOK_AGAIN = 0.5
"""Seconds between two looks at those who are behind, when nothing happens at the table."""


class Transport(Protocol):
    """What is asked of a connection."""

    def write(self, data: bytes) -> None:
        """Send, or keep until it can be sent."""
        ...

    def get_write_buffer_size(self) -> int:
        """Give how much is kept."""
        ...

    def is_closing(self) -> bool:
        """Whether it ends."""
        ...

    def close(self) -> None:
        """End it after what was written."""
        ...

    def abort(self) -> None:
        """End it at once."""
        ...


def text_frame(text: bytes) -> bytes:
    """Make one unmasked WebSocket text frame, as servers send them."""
    size = len(text)
    if size < 126:  # noqa: PLR2004 - RFC 6455, 5.2
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


class Seat:
    """One socket at a table: whose it is, and up to where it was told."""

    __slots__ = ("behind_since", "by", "host", "seq", "transport", "who")

    def __init__(self, transport: Transport, host: Host, who: Who | None, by: By | None, seq: int) -> None:
        """Sit down after having been told everything up to a place."""
        self.transport, self.host, self.who, self.by, self.seq = transport, host, who, by, seq
        self.behind_since: float | None = None

    def send(self, text: bytes) -> None:
        """Send one frame to this socket alone. Who asks and asks and reads no answer is shown the door."""
        if self.transport.is_closing():
            return
        if self.transport.get_write_buffer_size() > UNREAD_MAX:
            with suppress(OSError):
                self.transport.abort()
            return
        self.transport.write(text_frame(text))


class Floor:
    """Everybody at one table."""

    def __init__(self, host: Host, tick: float, due: Callable[[], dict[str, Any] | None]) -> None:
        """Start with nobody there; ``due`` gives the next call of an automatic table."""
        self.host, self._tick, self._due = host, tick, due
        self.seats: set[Seat] = set()
        self.quiet: set[Seat] = set()
        """Sockets that asked not to be told what others do."""
        self._tasks: list[asyncio.Task[None]] = []
        self.delivered = 0
        self.shown_out = 0

    def start(self) -> None:
        """Begin to tell what happens."""
        loop = asyncio.get_running_loop()
        self._tasks = [
            loop.create_task(self._tell(), name=f"floor {self.host.name}"),
            loop.create_task(self._look_again(), name=f"slow readers {self.host.name}"),
        ]

    async def stop(self) -> None:
        """Tell no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def players(self) -> int:
        """How many sockets of players there are."""
        return sum(seat.by is not None and seat.by.role is Role.PLAYER for seat in (*self.seats, *self.quiet))

    async def _tell(self) -> None:
        clock = asyncio.get_running_loop().time
        follower = self.host.feed.follow()
        while True:
            try:
                async for batch in follower.batches():
                    begun = clock()
                    self.publish(batch)
                    # From one beginning to the next, so that a full house is not told later for being full; what is
                    # left for others is never less than a quarter.
                    await asyncio.sleep(max(self._tick + begun - clock(), self._tick / 4))
            finally:
                self.host.feed.leave(follower)
            await asyncio.sleep(self._tick)
            # The follower lost its place: everybody begins anew, from where the next one follows.
            follower = self.host.feed.follow()
            for seat in self.seats:
                self.resync(seat)

    async def _look_again(self) -> None:
        """Give those who were behind their snapshot, or the door, though nothing happens at the table."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            moment = asyncio.get_running_loop().time()
            for seat in tuple(self.seats):
                if seat.behind_since is not None:
                    self._has_room(seat, moment)

    def publish(self, batch: Sequence[Told]) -> None:
        """Tell everybody what happened; the common frame is made once, and not at all where nobody is told."""
        if not self.seats:
            return
        state = msgspec.json.encode(now(self.host, self._due())).decode()
        public = _frame([told(entry, event, None) for entry, event in batch], state)
        named = {name for _, event in batch for name in self._whose(event)}
        private = any(is_private(event) for _, event in batch)
        full = _frame([entry.line for entry, _ in batch], state) if private else public
        first, last = batch[0][0].seq, batch[-1][0].seq
        moment = asyncio.get_running_loop().time()
        for seat in tuple(self.seats):
            if not self._has_room(seat, moment):
                continue
            touched = seat.by is not None and seat.by.name in named
            if seat.seq >= first:
                rest = [told(entry, event, seat.by) for entry, event in batch if entry.seq > seat.seq]
                seat.transport.write(_frame(rest, state) if rest else b"")
            elif sees_all(seat.by):
                seat.transport.write(full)
            elif touched and private:
                seat.transport.write(_frame([told(entry, event, seat.by) for entry, event in batch], state))
            else:
                seat.transport.write(public)
            seat.seq = max(seat.seq, last)
            self.delivered += len(batch)
            if seat.by is not None and (touched or sees_all(seat.by)):
                seat.send(msgspec.json.encode({"id": None, "own": own(self.host, seat.by), "seq": last}))

    def _whose(self, event: Happened) -> tuple[str, ...]:
        """Give the players whose chips an event moves; of a wager taken back or moved only its id is told."""
        if isinstance(event, OutcomeCorrected):
            return tuple(one.player for one in event.adjustments)
        wager = self.host.table.layout.wagers.get(str(getattr(event, "wager", "")))
        return (str(getattr(event, "player", "")) or (wager.player if wager is not None else ""),)

    def _has_room(self, seat: Seat, now: float) -> bool:
        """Whether a reader keeps up. One who does again is given a snapshot, one who does not is shown out."""
        if seat.transport.is_closing():
            return False
        unread = seat.transport.get_write_buffer_size()
        if seat.behind_since is None:
            if unread <= BEHIND:
                return True
            seat.behind_since = now
            return False
        if unread <= BEHIND // 4:
            seat.behind_since = None
            self.resync(seat)
        elif now - seat.behind_since > PATIENCE:
            self.shown_out += 1
            with suppress(OSError):
                seat.transport.abort()
        return False

    def resync(self, seat: Seat) -> None:
        """Give a socket the table as it stands, to go on from."""
        seat.seq = self.host.table.seq
        shown = snapshot(self.host, seat.by, self._due())
        seat.send(msgspec.json.encode({"id": None, "snapshot": shown, "seq": seat.seq}))


def _frame(lines: Sequence[str], state: str) -> bytes:
    return text_frame(f'{{"id":null,"events":[{",".join(lines)}],"now":{state}}}'.encode())
