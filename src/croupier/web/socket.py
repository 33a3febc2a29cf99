"""The socket of a table: sign in, get a snapshot, ask, be told. It judges nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from aiohttp import web

from croupier.house.faults import BusyError, HouseFault
from croupier.house.host import Host
from croupier.rules.procedure import Role
from croupier.table.commands import By, Command
from croupier.table.wire import LINE_MAX, WireError
from croupier.web.buckets import Bucket, Buckets
from croupier.web.desk import FrontOffice
from croupier.web.doors import Who
from croupier.web.floor import Floor, Seat, text_frame
from croupier.web.frames import PING, SIGN_IN, frame_id, read_asked, read_frame, read_wager
from croupier.web.usher import Usher, say_why
from croupier.web.views import now, own, snapshot, told
from croupier.web.websocket import FAULT, TEXT, Frames, taken_over

log = structlog.get_logger()

SIGN_IN_WITHIN = 5.0
IN_FLIGHT_MAX = 64
CATCH_UP_MAX = 5_000
"""Events that are sent to who comes back; who was away for longer gets a snapshot."""
ERRORS_MAX = 200
"""Bad frames after which a connection is closed."""
HEARTBEAT = 20.0
UNSIGNED = 4401
"""The close code for who did not sign in."""
LATER = 1013
"""The close code for who may come again later."""


@dataclass(slots=True)
class Sockets:
    """What every socket shares."""

    office: FrontOffice
    floors: dict[str, Floor]
    ushers: dict[str, Usher]
    buckets: Buckets
    """How much each session may send, over however many sockets."""
    counted: Callable[[str, str], None]
    """Told what was asked and what became of it, for the meters of the service."""

    def floor(self, host: Host) -> Floor:
        """Give everybody at a table."""
        return self.floors[host.name]

    def bucket(self, who: Who | None, now: float) -> Bucket:
        """Give the bucket of somebody's session; who only looks on has one for each socket."""
        return self.buckets.fresh(now) if who is None else self.buckets.of(who.session, now)

    def connected(self) -> set[str]:
        """Give everybody who is connected to a table."""
        seats = (seat for floor in self.floors.values() for seat in (*floor.seats, *floor.quiet))
        return {seat.who.name for seat in seats if seat.who is not None}

    def end(self, session: str) -> None:
        """Close every socket of a session that ended."""
        for floor in self.floors.values():
            for seat in (*floor.seats, *floor.quiet):
                if seat.who is not None and seat.who.session == session:
                    seat.transport.abort()


async def serve_socket(
    request: web.Request, sockets: Sockets, host: Host, after: int | None, *, feed: bool, full: bool
) -> web.WebSocketResponse:
    """Serve one connection until it ends. Without the feed it is answered, and told nothing of what others do.

    Into a full house only staff are let.
    """
    ws = web.WebSocketResponse(compress=False)
    await ws.prepare(request)
    if request.transport is None:
        return ws
    frames = taken_over(request.transport, LINE_MAX)
    beating = asyncio.get_running_loop().create_task(_beat(frames))
    try:
        signed = await _sign_in(frames, sockets, host)
        if signed is not None:
            ident, who, by = signed
            if full and (by is None or by.role is Role.PLAYER):
                _say(frames, ident, "house-full", "the house has all the connections it can serve")
                frames.close(LATER, b"house full")
                return ws
            await _serve(Line(frames, Seat(frames.transport, host, who, by, 0), sockets), ident, after, feed=feed)
    except HouseFault as fault:
        _end(frames, "not-stored", str(fault))
    except Exception:
        # What a handler raises becomes a page of HTTP, and this is a socket by now.
        log.exception("socket-failed", table=host.name)
        _end(frames, "internal-error", "something of ours failed; it was written to the log")
    finally:
        await frames.ended
        beating.cancel()
    return ws


async def _beat(frames: Frames) -> None:
    """Ask now and then whether somebody is there, and end a connection that says nothing for too long."""
    loop = asyncio.get_running_loop()
    while not frames.ended.done():
        silent = loop.time() - frames.heard
        if silent > 2 * HEARTBEAT:
            frames.transport.abort()
            return
        if silent > HEARTBEAT / 2:
            frames.ping()
        await asyncio.sleep(HEARTBEAT)


async def _serve(line: Line, ident: str, after: int | None, *, feed: bool) -> None:
    """Welcome somebody who signed in, and take what they ask until they leave."""
    seat, sockets = line.seat, line.sockets
    host, by = seat.host, seat.by
    usher = sockets.ushers[host.name] if by is not None and by.role is Role.PLAYER else None
    refused = await usher.seat(by.name) if usher is not None and by is not None else None
    await line.welcome(ident, after)
    seats = sockets.floor(host).seats if feed else sockets.floor(host).quiet
    seats.add(seat)
    try:
        if seat.who is not None and not sockets.office.doors.is_in(seat.who):
            seat.transport.abort()  # signed out while coming in
        elif refused is not None:
            say_why(seat, refused)
        elif usher is not None:
            await usher.show_in(seat)  # the table may have opened while they came in
        sockets.office.came(host.name)
        await line.listen()
    finally:
        seats.discard(seat)


def _end(frames: Frames, code: str, message: str) -> None:
    if not frames.transport.is_closing():
        _say(frames, None, code, message)
        frames.close(FAULT, code.encode())


def _say(frames: Frames, ident: str | None, code: str, message: str) -> None:
    error = {"id": ident, "error": {"code": code, "message": message}}
    frames.transport.write(text_frame(json.dumps(error, ensure_ascii=False).encode("utf-8", "replace")))


async def _sign_in(frames: Frames, sockets: Sockets, host: Host) -> tuple[str, Who | None, By | None] | None:
    """Take the first frame; None where it is not what it has to be, and the connection is over."""
    await asyncio.wait([frames.first], timeout=SIGN_IN_WITHIN)
    if not frames.first.done():
        frames.close(UNSIGNED, b"sign in first")
    if not frames.first.done() or frames.first.cancelled():
        return None
    try:
        ident, token = _read_sign_in(*frames.first.result())
        who = None if token is None else await sockets.office.doors.who(token)
        if token is not None and who is None:
            raise WireError("wrong-token", "the token is not known; come in anew", ident)  # noqa: TRY301 - as below
    except WireError as error:
        _say(frames, error.id, error.code, error.message)
        frames.close(UNSIGNED, b"not signed in")
        return None
    return ident, who, sockets.office.doors.by(who, host)


def _read_sign_in(opcode: int, raw: bytes) -> tuple[str, str | None]:
    if opcode != TEXT:
        raise WireError("not-json", "expected a text frame")
    data = read_frame(raw)
    ident = frame_id(data)
    token = data.get("token")
    if data.pop("do", None) != SIGN_IN or not data.keys() <= {"token"} or not isinstance(token, str | None):
        raise WireError("not-signed-in", 'expected {"id": …, "do": "sign-in", "token": …} first', ident)
    return ident, token


def _too_many(ident: str) -> WireError:
    return WireError("too-many", "more commands than one may send", ident)


class Reply:
    """Where the receipt of one command goes. Nobody waits for it, so nothing is lost if the socket is gone."""

    __slots__ = ("_answered", "_do", "_ident", "_line")

    def __init__(self, line: Line, ident: str, do: str) -> None:
        """Answer a command over the line that it came by."""
        self._line, self._ident, self._do = line, ident, do
        self._answered = False

    def done(self) -> bool:
        """Whether it was answered: once is enough."""
        return self._answered

    def set_result(self, result: str, /) -> None:
        """Pass a receipt on. Whatever becomes of it here, the table goes on: it answers others after this one."""
        self._answered = True
        try:
            self._line.answer(self._ident, self._do, result)
        except Exception:
            log.exception("receipt-not-passed-on", do=self._do)

    def set_exception(self, exception: HouseFault, /) -> None:
        """Say that it was not stored; and as above."""
        self._answered = True
        try:
            self._line.fail(self._ident, self._do, exception)
        except Exception:
            log.exception("fault-not-passed-on", do=self._do)


class Line:
    """One connection that is signed in."""

    def __init__(self, frames: Frames, seat: Seat, sockets: Sockets) -> None:
        """Talk over a socket."""
        self._frames, self.seat, self.sockets = frames, seat, sockets
        self._doors = sockets.office.doors
        self._bucket = sockets.bucket(seat.who, frames.heard)
        self._in_flight = 0
        self._errors = 0

    async def welcome(self, ident: str, after: int | None) -> None:
        """Answer the sign-in: with a snapshot, or with where to go on and what was missed.

        Nothing may be awaited after the last look at where the table is: from
        there on the floor tells.
        """
        host, seat = self.seat.host, self.seat
        if after is not None and 0 <= host.table.seq - after <= CATCH_UP_MAX:
            missed: list[str] = []
            while after + len(missed) < host.table.seq:
                async for entry, event in self.sockets.office.house.record.read(host.name, after + len(missed)):
                    missed.append(told(entry, event, seat.by))
            seat.seq = after + len(missed)
            self._send({"id": ident, "snapshot": None, "seq": after, **self._you()})
            state = msgspec.json.encode(now(host, self.sockets.office.due(host.name))).decode()
            seat.send(f'{{"id":null,"events":[{",".join(missed)}],"now":{state}}}'.encode())
            if seat.by is not None:
                self._send({"id": None, "own": own(host, seat.by), "seq": seat.seq})
            return
        due = self.sockets.office.due(host.name)
        seat.seq = host.table.seq
        self._send({"id": ident, "snapshot": snapshot(host, seat.by, due), "seq": seat.seq, **self._you()})

    def _you(self) -> dict[str, Any]:
        by = self.seat.by
        return {"you": None if by is None else {"name": by.name, "role": by.role}}

    def _send(self, data: object) -> None:
        self.seat.send(msgspec.json.encode(data))

    async def listen(self) -> None:
        """Take frames until the connection ends."""
        self._frames.go_on(self._take)
        await self._frames.ended

    def _take(self, opcode: int, raw: bytes) -> None:
        """Take one frame; whatever it says, the connection goes on."""
        ident: str | None = None
        try:
            if opcode != TEXT:
                raise WireError("not-json", "expected text frames")  # noqa: TRY301 - as below
            # The role in which somebody acts now: it may have been taken away since they came.
            by = self._doors.by(self.seat.who, self.seat.host)
            wager = None if by is None else read_wager(raw, by)
            if wager is not None:
                ident, command = wager
                if not self._bucket.take(self._frames.heard):
                    raise _too_many(ident)
                self._ask(ident, command.do, command)
                return
            data = read_frame(raw)
            ident = frame_id(data)
            if not self._bucket.take(self._frames.heard):
                raise _too_many(ident)
            if data.get("do") == PING:
                self._send({"id": ident, "pong": True, "seq": self.seat.host.table.seq})
                return
            if by is None:
                raise WireError("not-signed-in", "you look on at this table; come in to play")  # noqa: TRY301 - as below
            self._ask(ident, str(data.get("do")), read_asked(data, by))
        except WireError as error:
            self._refuse_frame(error, ident)
        except BusyError as fault:
            self._refuse_frame(WireError("busy", str(fault)), ident)
        except HouseFault as fault:
            self._refuse_frame(WireError("not-stored", str(fault)), ident)

    def _ask(self, ident: str, do: str, command: Command) -> None:
        if self._in_flight >= IN_FLIGHT_MAX:
            raise WireError("busy", f"{IN_FLIGHT_MAX} of your commands are waiting for their answers")
        self.seat.host.submit(ident, command, Reply(self, ident, do))
        self._in_flight += 1

    def answer(self, ident: str, do: str, line: str) -> None:
        """Pass a receipt on."""
        self._in_flight -= 1
        self.seat.send(line.encode())
        self.sockets.counted(do, "refused" if '"refused":' in line[: len(ident) + 30] else "accepted")
        self.sockets.office.came(self.seat.host.name)

    def fail(self, ident: str, do: str, fault: HouseFault) -> None:
        """Say that a command was not stored."""
        self._in_flight -= 1
        self._refuse_frame(WireError("not-stored", str(fault)), ident)
        self.sockets.counted(do, "not-stored")

    def _refuse_frame(self, error: WireError, ident: str | None = None) -> None:
        self._errors += error.code not in ("busy", "not-stored")
        message = {
            "id": ident if ident is not None else error.id,
            "error": {"code": error.code, "message": error.message},
        }
        self.seat.send(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace"))
        self.sockets.counted("-", error.code)
        if self._errors > ERRORS_MAX:
            self._frames.close(1008, b"too many bad frames")
