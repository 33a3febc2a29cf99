"""The socket of a table: sign in, get a snapshot, send commands, receive events. It judges nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from aiohttp import web
from picows import WSMsgType

from croupier.house.faults import BusyError, HouseFault
from croupier.house.host import Host
from croupier.house.receipts import Answer
from croupier.rules.procedure import Role
from croupier.table.commands import By, Command
from croupier.table.wire import LINE_MAX, WireError, read_json
from croupier.web.access.buckets import Bucket, Buckets
from croupier.web.access.connections import NO_ROOM, Connections
from croupier.web.access.sign_in import Who
from croupier.web.api.problems import ProblemError
from croupier.web.live.broadcast import Subscriber
from croupier.web.live.frames import PING, SIGN_IN, frame_id, read_asked, read_wager, wagers_of
from croupier.web.live.views import now, own, visible_line
from croupier.web.live.websocket import FAULT, TEXT, Frames, taken_over
from croupier.web.office import Office

log = structlog.get_logger()

SIGN_IN_WITHIN = 5.0
IN_FLIGHT_MAX = 64
CATCH_UP_MAX = 5_000
"""Most events replayed to a reconnecting client; a longer gap gets a snapshot."""
ERRORS_MAX = 200
"""Bad frames after which a connection is closed."""
HEARTBEAT = 20.0
UNSIGNED = 4401
"""The close code for a client that did not sign in."""
LATER = 1013
"""The close code for a client that may try again later."""


@dataclass(slots=True)
class Sockets:
    """What every socket shares."""

    office: Office
    buckets: Buckets
    """The rate limit of commands of each session, over however many sockets; spectators share one by their address."""
    frames: Buckets
    """The same for all frames, pings and parts of messages included."""
    addresses: Buckets
    """The same for all signed-in sockets of an address together, so that many sessions are no way around it."""
    counted: Callable[[str, str], None]
    """Called with each command's name and result, for the metrics."""
    connections: Connections

    @staticmethod
    def payer(who: Who | None, request: web.Request) -> str:
        """Return the key for rate limits: the session, or the address of a client without one."""
        return f"address {request.remote}" if who is None else who.session


async def serve_socket(request: web.Request, sockets: Sockets, host: Host, after: int | None, *, feed: bool) -> None:
    """Serve one connection until it ends. Without the feed it gets answers, but no events.

    Only staff are let into a full house.
    """
    opened = asyncio.get_running_loop().time()
    frames = taken_over(request, LINE_MAX, sockets.frames.of(sockets.payer(None, request), opened))
    if frames is None:
        return
    beating = asyncio.get_running_loop().create_task(_beat(frames))
    ident: str | None = None
    try:
        signed = await _sign_in(frames, sockets, host)
        if signed is not None:
            ident, who, by = signed
            address, staff = request.remote or "", by is not None and by.role is not Role.PLAYER
            code = sockets.connections.no_room(address, staff=staff)
            if code is not None:
                # Without waiting for the other side's close frame: a full house has no room for that.
                _say(frames, ident, code, NO_ROOM[code])
                frames.hang_up(LATER)
                return
            if who is not None:
                await sockets.office.sign_in.arrived(who, address)
            payer = sockets.payer(who, request)
            frames.bucket = sockets.frames.of(payer, frames.heard)
            frames.shared = None if who is None else sockets.addresses.of(address, frames.heard)
            bucket = sockets.buckets.of(payer, frames.heard)
            connection = Connection(frames, Subscriber(frames, host, who, by, 0), sockets, bucket)
            with sockets.connections.signed_in(request.protocol, address):
                await _serve(connection, ident, after, feed=feed)
    except ProblemError as error:
        _say(frames, ident, error.problem.code, error.problem.detail)
        frames.close(LATER, error.problem.code.encode())
    except HouseFault as fault:
        _end(frames, "not-stored", str(fault))
    except Exception:
        # An exception of a handler would become an HTTP response, and this is a socket by now.
        log.exception("socket-failed", table=host.name)
        _end(frames, "internal-error", "something of ours failed; it was written to the log")
    finally:
        await frames.ended
        beating.cancel()


async def _beat(frames: Frames) -> None:
    """Ping from time to time, and end a connection that has been silent for too long."""
    loop = asyncio.get_running_loop()
    while not frames.ended.done():
        silent = loop.time() - frames.heard
        if silent > 2 * HEARTBEAT:
            frames.abort()
            return
        if silent > HEARTBEAT / 2:
            frames.ping()
        await asyncio.sleep(HEARTBEAT)


async def _serve(connection: Connection, ident: str, after: int | None, *, feed: bool) -> None:
    """Answer a sign-in, and handle frames until the client leaves."""
    subscriber, sockets = connection.subscriber, connection.sockets
    host, by = subscriber.host, subscriber.by
    attendance = sockets.office.attendance
    usher = attendance.ushers[host.name] if by is not None and by.role is Role.PLAYER else None
    if usher is not None and by is not None:
        await sockets.office.sign_in.enter(by)
        await usher.seat(by.name)
    await connection.welcome(ident, after)
    broadcast = attendance.broadcasts[host.name]
    subscribers = broadcast.subscribers if feed else broadcast.quiet
    subscribers.add(subscriber)
    if by is not None:
        broadcast.met.add(by.role)
    try:
        if subscriber.who is not None and not sockets.office.sign_in.is_in(subscriber.who):
            subscriber.drop()  # signed out while signing in
        elif usher is not None and by is not None:
            await usher.seat(by.name)  # the table may have opened meanwhile
        sockets.office.came(host.name)
        await connection.listen()
    finally:
        subscribers.discard(subscriber)


def _end(frames: Frames, code: str, message: str) -> None:
    if not frames.is_closing():
        _say(frames, None, code, message)
        frames.close(FAULT, code.encode())


def _say(frames: Frames, ident: str | None, code: str, message: str) -> None:
    error = {"id": ident, "error": {"code": code, "message": message}}
    frames.send(json.dumps(error, ensure_ascii=False).encode("utf-8", "replace"))


async def _sign_in(frames: Frames, sockets: Sockets, host: Host) -> tuple[str, Who | None, By | None] | None:
    """Read the first frame; None if it is wrong, and then the connection is over."""
    await asyncio.wait([frames.first], timeout=SIGN_IN_WITHIN)
    if not frames.first.done():
        frames.close(UNSIGNED, b"sign in first")
    if not frames.first.done() or frames.first.cancelled():
        return None
    try:
        ident, token = _read_sign_in(*frames.first.result())
        who = None if token is None else await sockets.office.sign_in.who(token)
        if token is not None and who is None:
            raise WireError("wrong-token", "the token is unknown; sign in again", ident)  # noqa: TRY301
    except WireError as error:
        _say(frames, error.id, error.code, error.message)
        frames.close(UNSIGNED, b"not signed in")
        return None
    return ident, who, sockets.office.sign_in.by(who, host)


def _read_sign_in(opcode: WSMsgType, raw: bytes) -> tuple[str, str | None]:
    if opcode != TEXT:
        raise WireError("not-json", "expected a text frame")
    data = read_json(raw)
    ident = frame_id(data)
    token = data.get("token")
    if data.pop("do", None) != SIGN_IN or not data.keys() <= {"token"} or not isinstance(token, str | None):
        raise WireError("not-signed-in", 'expected {"id": …, "do": "sign-in", "token": …} first', ident)
    return ident, token


def _too_many(ident: str) -> WireError:
    return WireError("too-many", "too many commands; wait a moment", ident)


class Reply:
    """Where the receipt of one command goes. Nobody awaits it, so nothing is lost if the socket is gone."""

    __slots__ = ("_answered", "_connection", "_do", "_ident")

    def __init__(self, connection: Connection, ident: str, do: str) -> None:
        """Answer a command over the connection that it came by."""
        self._connection, self._ident, self._do = connection, ident, do
        self._answered = False

    def done(self) -> bool:
        """Whether it was answered."""
        return self._answered

    def set_result(self, result: Answer, /) -> None:
        """Pass an answer on. An exception here does not stop the table, which answers others after this one."""
        self._answered = True
        try:
            self._connection.answer(self._do, result)
        except Exception:
            log.exception("receipt-not-passed-on", do=self._do)

    def set_exception(self, exception: HouseFault, /) -> None:
        """Report that it was not stored; an exception here does not stop the table either."""
        self._answered = True
        try:
            self._connection.fail(self._ident, self._do, exception)
        except Exception:
            log.exception("fault-not-passed-on", do=self._do)


class Connection:
    """One signed-in connection."""

    def __init__(self, frames: Frames, subscriber: Subscriber, sockets: Sockets, bucket: Bucket) -> None:
        self._frames, self.subscriber, self.sockets = frames, subscriber, sockets
        self._sign_in = sockets.office.sign_in
        self._bucket = bucket
        self._in_flight = 0
        self._errors = 0

    async def welcome(self, ident: str, after: int | None) -> None:
        """Answer the sign-in: with a snapshot, or with the events since the client's last.

        Nothing may be awaited after the last look at the table's seq: from there on
        the broadcast sends.
        """
        host, subscriber = self.subscriber.host, self.subscriber
        by = subscriber.by
        wallet = None if by is None or by.role is not Role.PLAYER else await self.sockets.office.tables.wallet(by.name)
        if after is not None and 0 <= host.table.seq - after <= CATCH_UP_MAX:
            missed: list[str] = []
            while after + len(missed) < host.table.seq:
                async for entry, event in host.stream.read(after + len(missed)):
                    missed.append(visible_line(entry, event, subscriber.by))
            subscriber.seq = after + len(missed)
            self._send({"id": ident, "snapshot": None, "seq": after, **self._you()})
            state = msgspec.json.encode(now(host, self.sockets.office.due(host.name))).decode()
            subscriber.send(f'{{"id":null,"events":[{",".join(missed)}],"now":{state}}}'.encode())
            if by is not None:
                shown = subscriber.changed(own(host, by, wallet))
                self._send({"id": None, "own": shown, "seq": subscriber.seq})
            return
        due = self.sockets.office.due(host.name)
        subscriber.seq = host.table.seq
        shown = subscriber.snapshot(due, wallet)
        self._send({"id": ident, "snapshot": shown, "seq": subscriber.seq, **self._you()})

    def _you(self) -> dict[str, Any]:
        by = self.subscriber.by
        return {"you": None if by is None else {"name": by.name, "role": by.role}}

    def _send(self, data: object) -> None:
        self.subscriber.send(msgspec.json.encode(data))

    async def listen(self) -> None:
        """Take frames until the connection ends."""
        self._frames.go_on(self._take)
        await self._frames.ended

    def _take(self, opcode: WSMsgType, raw: bytes) -> None:
        """Handle one frame; whatever it says, the connection stays open."""
        ident: str | None = None
        try:
            if opcode != TEXT:
                raise WireError("not-json", "expected text frames")  # noqa: TRY301
            # The role in which they act now: it may have been taken away since they signed in.
            by = self._sign_in.by(self.subscriber.who, self.subscriber.host)
            wager = None if by is None else read_wager(raw, by)
            if wager is not None:
                ident, command = wager
                if not self._bucket.take(self._frames.heard):
                    raise _too_many(ident)
                self._ask(ident, command.do, command)
                return
            data = read_json(raw)
            ident = frame_id(data)
            if not self._bucket.take(self._frames.heard):
                raise _too_many(ident)
            if data.get("do") == PING:
                self._send({"id": ident, "pong": True, "seq": self.subscriber.host.table.seq})
                return
            if by is None:
                raise WireError("not-signed-in", "you are a spectator at this table; sign in to play")  # noqa: TRY301
            asked = self.subscriber.host.in_position(read_asked(data, by))
            self._ask_any(ident, str(data.get("do")), asked)
        except WireError as error:
            self._refuse_frame(error, ident)
        except BusyError as fault:
            self._refuse_frame(WireError("busy", str(fault)), ident)
        except HouseFault as fault:
            self._refuse_frame(WireError("not-stored", str(fault)), ident)

    def _ask_any(self, ident: str, do: str, command: Command) -> None:
        """Submit a command that may be about several wagers, and let each of them be paid for."""
        more = wagers_of(command) - 1
        if more and not self._bucket.take(self._frames.heard, more):
            raise _too_many(ident)
        self._ask(ident, do, command)

    def _ask(self, ident: str, do: str, command: Command) -> None:
        if self._in_flight >= IN_FLIGHT_MAX:
            raise WireError("busy", f"{IN_FLIGHT_MAX} of your commands are waiting for their answers")
        self.subscriber.host.submit(ident, command, Reply(self, ident, do))
        self._in_flight += 1

    def answer(self, do: str, answer: Answer) -> None:
        """Pass an answer on."""
        self._in_flight -= 1
        self.subscriber.send(answer.line.encode())
        self.sockets.counted(do, "accepted" if answer.refusal is None else "refused")
        self.sockets.office.came(self.subscriber.host.name)

    def fail(self, ident: str, do: str, fault: HouseFault) -> None:
        """Report that a command was not stored."""
        self._in_flight -= 1
        self._refuse_frame(WireError("not-stored", str(fault)), ident)
        self.sockets.counted(do, "not-stored")

    def _refuse_frame(self, error: WireError, ident: str | None = None) -> None:
        self._errors += error.code not in ("busy", "not-stored")
        message = {
            "id": ident if ident is not None else error.id,
            "error": {"code": error.code, "message": error.message},
        }
        self.subscriber.send(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace"))
        self.sockets.counted("-", error.code)
        if self._errors > ERRORS_MAX:
            self._frames.close(1008, b"too many bad frames")
