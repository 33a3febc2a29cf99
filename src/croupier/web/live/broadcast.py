"""Everybody connected to one table: events are collected for a tick, encoded once, and sent to every socket.

What all may see is one frame, made once and written to a thousand sockets. What
only one person may see is small, and sent only if it has changed: a purse, and
what somebody can do. A transport buffers whatever it is given, so the bytes that
each client has not read yet are watched: one that falls behind gets a snapshot
once there is room again, and one that stays behind is disconnected.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from croupier.house.duties import Duties
from croupier.house.feed import Published
from croupier.house.host import Host
from croupier.house.slices import sliced
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.table.commands import By
from croupier.table.events import ChipsBought, ChipsRedeemed, Event
from croupier.web.access.sign_in import Who
from croupier.web.live.views import is_private, now, own, purse, sees_all, snapshot, visible_line

BEHIND = 256 * 1024
"""Bytes that a reader may leave unread before no more events are sent."""
PATIENCE = 20.0
"""Seconds that a reader may stay behind."""
UNREAD_MAX = 4 * BEHIND
"""Bytes, answers included, that a reader may leave unread before it is disconnected at once."""
LOOK_AGAIN = 0.5
"""Seconds between two checks of slow clients while nothing happens at the table."""
REST = 2.0
"""How many times as long as a tick took the next one waits at least: most of the time is for play."""

OFFERS_EVERY = 0.25
"""Seconds between two looks at what staff can do while nothing but wagers is laid: each asks about some 50 acts."""

WAGERS = (
    events.WagerPlaced,
    events.WagerRetracted,
    events.WagerPaid,
    events.WagerCollected,
    events.WagerReturned,
)
"""Events that move a player's chips and change nothing that players can do: nearly all there are."""


class Socket(Protocol):
    """The part of a connection that is needed."""

    def send(self, text: bytes, /) -> None:
        """Send one message, or buffer it until it can be sent."""
        ...

    def write(self, frame: bytes, /) -> None:
        """Send a whole frame that is made already."""
        ...

    def get_write_buffer_size(self) -> int: ...

    def is_closing(self) -> bool: ...

    def hang_up(self, code: int, /) -> None: ...

    def abort(self) -> None: ...


def text_frame(text: bytes) -> bytes:
    """Make one unmasked WebSocket text frame, as servers send them, for many sockets at once."""
    size = len(text)
    if size < 126:  # noqa: PLR2004 - RFC 6455, 5.2
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


class Subscriber:
    """One socket at a table: who it belongs to, and what it was sent."""

    __slots__ = ("behind_since", "by", "host", "own", "seq", "socket", "who")

    def __init__(self, socket: Socket, host: Host, who: Who | None, by: By | None, seq: int) -> None:
        """Start at a seq up to which everything was sent."""
        self.socket, self.host, self.who, self.by, self.seq = socket, host, who, by, seq
        self.own: dict[str, Any] = {}
        """What this person alone was last told."""
        self.behind_since: float | None = None

    def send(self, text: bytes) -> None:
        """Send one message to this socket alone. A client that keeps sending without reading is disconnected."""
        if self.socket.get_write_buffer_size() > UNREAD_MAX:
            self.drop()
        elif not self.socket.is_closing():
            self.socket.send(text)

    def tell(self, shown: dict[str, Any]) -> None:
        """Tell this person alone what they do not know yet."""
        fresh = self.changed(shown)
        if fresh:
            self.send(msgspec.json.encode({"id": None, "own": fresh, "seq": self.seq}))

    def drop(self) -> None:
        with suppress(OSError):
            self.socket.abort()

    def snapshot(self, due: dict[str, Any] | None, wallet: int | None = None) -> dict[str, Any]:
        """Return the table as this person may see it now, and remember what it says of them alone."""
        shown = snapshot(self.host, self.by, due, wallet)
        self.changed({name: shown[name] for name in ("offers", "purse") if name in shown})
        return shown

    def changed(self, shown: dict[str, Any]) -> dict[str, Any]:
        """Return what of this the client does not know yet, and remember that it was told.

        What is in a wallet changes elsewhere too, so what was told here last says nothing about it.
        """
        fresh = {
            name: value
            for name, value in shown.items()
            if name == "wallet" or name not in self.own or self.own[name] != value
        }
        self.own |= fresh
        return fresh


class Broadcast:
    """Sends a table's events to its subscribers."""

    def __init__(
        self,
        host: Host,
        tick: float,
        due: Callable[[], dict[str, Any] | None],
        wallet: Callable[[str], Awaitable[int]],
    ) -> None:
        """Start with no subscribers.

        ``due`` returns the next call of an automatic table, and ``wallet`` what a
        player has away from the tables.
        """
        self.host, self._tick, self._due, self._wallet = host, tick, due, wallet
        self.subscribers: set[Subscriber] = set()
        self.quiet: set[Subscriber] = set()
        """Sockets that asked for no events."""
        self.met: set[Role] = set()
        """Roles that connected since the watch last looked: somebody may come and go between two looks."""
        self._duties = Duties()
        self._looked: asyncio.TimerHandle | None = None
        self._stale = False
        self.delivered = 0
        self.dropped = 0

    def start(self) -> None:
        self._duties.of_process(f"broadcast {self.host.name}", self._tell)
        self._duties.of_process(f"slow readers {self.host.name}", self._look_again)

    async def stop(self) -> None:
        if self._looked is not None:
            self._looked.cancel()
        await self._duties.stop()

    def everybody(self) -> tuple[Subscriber, ...]:
        """Return every socket at the table, those that asked for no events included."""
        return (*self.subscribers, *self.quiet)

    @property
    def players(self) -> int:
        return sum(one.by is not None and one.by.role is Role.PLAYER for one in self.everybody())

    async def _tell(self) -> None:
        clock = asyncio.get_running_loop().time
        follower = self.host.feed.follow()
        while True:
            try:
                async for batch in follower.batches():
                    begun = clock()
                    bought = _whose_wallet(batch)
                    took = await self._in_slices(batch, bought)
                    await self._tell_wallets(bought)
                    # The tick runs from one start to the next, so that a full house is not served later for being full.
                    await asyncio.sleep(max(self._tick + begun - clock(), REST * took))
            finally:
                self.host.feed.leave(follower)
            await asyncio.sleep(self._tick)
            # The follower lost its place: everybody is resynced, from where the next one follows.
            follower = self.host.feed.follow()
            for subscriber in self.subscribers:
                self.resync(subscriber)

    async def _in_slices(self, batch: Sequence[Published], bought: AbstractSet[str]) -> float:
        """Send a batch, a long one in several frames, and return how long the longest took."""
        clock = asyncio.get_running_loop().time
        longest = 0.0
        for place, some in enumerate(sliced(batch)):
            if place:
                await asyncio.sleep(0)
            begun = clock()
            self.publish(some, but=bought)
            longest = max(longest, clock() - begun)
        return longest

    async def _look_again(self) -> None:
        """Resync or disconnect slow clients even while nothing happens at the table."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            moment = asyncio.get_running_loop().time()
            for subscriber in tuple(self.subscribers):
                if subscriber.behind_since is not None:
                    self._has_room(subscriber, moment)

    def publish(self, batch: Sequence[Published], but: AbstractSet[str] = frozenset()) -> None:
        """Send a batch of events to everybody, and to those whom they concern what they may see and do now.

        The common frame is encoded once, and not at all without subscribers. What the
        players of ``but`` have is told separately: purse and wallet belong together.
        """
        if not self.subscribers:
            return
        tick = Tick(batch, self.host, self._due())
        moment = asyncio.get_running_loop().time()
        staff = not tick.only_wagers or self._looks()
        for subscriber in tuple(self.subscribers):
            if self._has_room(subscriber, moment):
                subscriber.socket.write(tick.frame_for(subscriber))
                subscriber.seq = max(subscriber.seq, tick.last)
                self.delivered += len(batch)
                if subscriber.by is not None and subscriber.by.name not in but:
                    subscriber.tell(tick.own_of(subscriber.by, staff=staff))

    async def _tell_wallets(self, players: AbstractSet[str]) -> None:
        """Tell players who bought or redeemed chips what they have now: at the table, and away from it."""
        here = [(one, one.by) for one in self.subscribers if one.by is not None and one.by.name in players]
        names = list({by.name for _, by in here})
        wallets = dict(zip(names, await asyncio.gather(*map(self._wallet, names)), strict=True))
        for subscriber, by in here:
            subscriber.tell(own(self.host, by, wallets[by.name]))

    def tell(self) -> None:
        """Send everybody the state of the round, though nothing happened that is on record."""
        frame = _frame((), _state(self.host, self._due()))
        moment = asyncio.get_running_loop().time()
        for subscriber in tuple(self.subscribers):
            if self._has_room(subscriber, moment):
                subscriber.socket.write(frame)

    def _looks(self) -> bool:
        """Whether to look now at what staff can do; if that was done just before, it is done a little later."""
        if self._looked is not None:
            self._stale = True
            return False
        self._looked = asyncio.get_running_loop().call_later(OFFERS_EVERY, self._look)
        return True

    def _look(self) -> None:
        self._looked = None
        if self._stale and self._looks():
            self._stale = False
            for subscriber in tuple(self.subscribers):
                if subscriber.by is not None and sees_all(subscriber.by) and subscriber.behind_since is None:
                    subscriber.tell(own(self.host, subscriber.by))

    def _has_room(self, subscriber: Subscriber, now: float) -> bool:
        """Whether a reader keeps up. One that catches up is sent a snapshot, one that stays behind is disconnected."""
        if subscriber.socket.is_closing():
            return False
        unread = subscriber.socket.get_write_buffer_size()
        if subscriber.behind_since is None:
            if unread <= BEHIND:
                return True
            subscriber.behind_since = now
            return False
        if unread <= BEHIND // 4:
            subscriber.behind_since = None
            self.resync(subscriber)
        elif now - subscriber.behind_since > PATIENCE:
            self.dropped += 1
            subscriber.drop()
        return False

    def resync(self, subscriber: Subscriber) -> None:
        """Send a socket the current table, to continue from."""
        subscriber.seq = self.host.table.seq
        shown = subscriber.snapshot(self._due())
        subscriber.send(msgspec.json.encode({"id": None, "snapshot": shown, "seq": subscriber.seq}))


def _whose_wallet(batch: Sequence[Published]) -> set[str]:
    return {event.player for _, event in batch if isinstance(event, ChipsBought | ChipsRedeemed)}


def _state(host: Host, due: dict[str, Any] | None) -> str:
    return msgspec.json.encode(now(host, due)).decode()


def _frame(lines: Sequence[str], state: str, head: str = "") -> bytes:
    return text_frame(f'{{"id":null,"events":[{",".join(lines)}],"now":{state}{head}}}'.encode())


def _head(batch: Sequence[Published]) -> str:
    """Write where the record ended with the last round that is over, for players who want to keep it."""
    ended = [entry for entry, event in batch if isinstance(event, events.RoundClosed | events.RoundVoided)]
    return f',"head":{{"seq":{ended[-1].seq},"hash":"{ended[-1].hash}"}}' if ended else ""


class Tick:
    """What one batch of events says, and to whom: each part is made once, when the first socket needs it."""

    def __init__(self, batch: Sequence[Published], host: Host, due: dict[str, Any] | None) -> None:
        self._batch, self._host = batch, host
        self._state, self._head = _state(host, due), _head(batch)
        self.first, self.last = batch[0][0].seq, batch[-1][0].seq
        self._private = any(is_private(event) for _, event in batch)
        self._named = {name for _, event in batch for name in self._whose(event)}
        self.only_wagers = all(isinstance(event, WAGERS) for _, event in batch)
        self._full = self._frame([entry.line for entry, _ in batch])
        self._public = self._frame(self._seen_by(None)) if self._private else self._full

    def frame_for(self, subscriber: Subscriber) -> bytes:
        """Return what a socket is sent, which is nearly always what all others are sent too."""
        by = subscriber.by
        if subscriber.seq >= self.first:
            rest = self._seen_by(by, subscriber.seq)
            return self._frame(rest) if rest else b""
        if not self._private or sees_all(by):
            return self._full
        return self._public if by is None or by.name not in self._named else self._frame(self._seen_by(by))

    def own_of(self, by: By | None, *, staff: bool) -> dict[str, Any]:
        """Return what may have changed for one person alone: for a player whose wagers these are, the purse."""
        if by is None or (sees_all(by) and not staff):
            return {}
        if sees_all(by) or not self.only_wagers:
            return own(self._host, by)
        return purse(self._host, by) if by.name in self._named else {}

    def _seen_by(self, by: By | None, after: int = 0) -> list[str]:
        return [visible_line(entry, event, by) for entry, event in self._batch if entry.seq > after]

    def _frame(self, lines: Sequence[str]) -> bytes:
        return _frame(lines, self._state, self._head)

    def _whose(self, event: Event) -> tuple[str, ...]:
        """Return the players whose chips an event moves; events that take back or move a wager carry only its id."""
        player: str | None = getattr(event, "player", None)
        if player is not None:
            return (player,)
        if isinstance(event, events.OutcomeCorrected):
            return tuple(one.player for one in event.adjustments)
        wager = self._host.table.layout.wagers.get(str(getattr(event, "wager", "")))
        return () if wager is None else (wager.player,)
