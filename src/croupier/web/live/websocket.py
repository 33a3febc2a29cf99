"""WebSocket frames (RFC 6455), server side, by picows: delivered as they arrive, with no task or queue in between.

aiohttp finds the route and checks the handshake. Then picows has the connection:
it answers the handshake and reads frames in C. Here is what it leaves to its
user: messages in parts, reserved bits, texts that are not UTF-8, codes that no
close frame carries, and clients that do not read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import cast

import structlog
from aiohttp import hdrs, web
from picows import WSAutoPingStrategy, WSFrame, WSListener, WSMsgType, WSTransport
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # what ws_create_server makes for every connection

from croupier.web.access.buckets import Bucket

log = structlog.get_logger()

CONTINUED, TEXT, BINARY = WSMsgType.CONTINUATION, WSMsgType.TEXT, WSMsgType.BINARY
CLOSE, PING = WSMsgType.CLOSE, WSMsgType.PING
Take = Callable[[WSMsgType, bytes], None]
"""Whoever takes messages: the kind, and what it says."""
PROTOCOL, NO_TEXT, TOO_LONG, FAULT = 1002, 1007, 1009, 1011
CLOSED_WITHIN = 2.0
"""Seconds that the other side has to close the connection as well."""
UNREAD_MAX = 64 * 1024
"""Bytes that a client sending pings may leave unread."""
FREE = 4
"""Frames that cost nothing, so that others of the same address can sign in whatever one of them does."""
READ_BUFFER = 4 * 1024
_GIVEN_CODES = frozenset({1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014})
_OWN_CODES = range(3000, 5000)
"""Codes that a close frame may carry: those of the protocol, and those that are for libraries and applications."""

_quiet = logging.getLogger("croupier.picows")
_quiet.setLevel(logging.CRITICAL)  # what a stranger sends is no error of ours, and would fill the log


class WrongFrameError(Exception):
    """A frame that ends the connection, with its close code."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code


class Frames(WSListener):
    """One connection after its handshake. Until ``take`` is set messages are kept, and no more are read."""

    _ws: WSTransport
    _transport: asyncio.Transport
    send: Callable[[bytes], None]
    """Send one text message. This and the next four are picows' and the transport's own, without a detour."""
    write: Callable[[bytes], None]
    """Send a whole frame that is made already."""
    get_write_buffer_size: Callable[[], int]
    is_closing: Callable[[], bool]
    abort: Callable[[], None]

    def __init__(self, message_max: int, bucket: Bucket, on_lost: Callable[[], None] = lambda: None) -> None:
        """Wait for a connection that pays for every frame out of a bucket; ``on_lost`` is called when it is over."""
        self.bucket = bucket
        """Pays for every frame, pings and parts of messages included. Whoever has used it up is cut off."""
        self.shared: Bucket | None = None
        """Pays for them too, once somebody has signed in: that of all signed-in sockets of the address."""
        self._free, self._cut_off = FREE, False
        self._max, self._on_lost = message_max, on_lost
        self._parts: list[bytes] = []
        self._size = 0
        """Size of the current message's parts so far; an empty part counts as one byte."""
        self._opcode = CONTINUED
        self._closing: asyncio.TimerHandle | None = None
        self._kept: list[tuple[WSMsgType, bytes]] = []
        loop = asyncio.get_running_loop()
        self._clock = loop.time
        self.heard = loop.time()
        """When something was last received."""
        self.first: asyncio.Future[tuple[WSMsgType, bytes]] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()
        self._take: Take = self._keep

    # --- what picows calls ----------------------------------------------------------------------------------------

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._ws, self._transport = transport, transport.underlying_transport
        self.send = partial(transport.send, TEXT)
        self.write = self._transport.write
        self.get_write_buffer_size = self._transport.get_write_buffer_size
        self.is_closing = self._transport.is_closing
        self.abort = self._transport.abort

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Take a frame. Nobody awaits it, so what goes wrong with it is handled here."""
        self.heard = self._clock()
        if self._free:
            self._free -= 1
        elif self._cut_off:
            return
        elif not self.bucket.take(self.heard) or (self.shared is not None and not self.shared.take(self.heard)):
            self._cut_off = True
            self._transport.abort()
            return
        if transport.is_close_frame_sent:
            return  # picows found a wrong frame; what follows it counts for nothing
        try:
            if frame.rsv1 or frame.rsv2 or frame.rsv3:
                raise WrongFrameError(PROTOCOL, "reserved bits")  # noqa: TRY301 - as below
            opcode, payload = frame.msg_type, frame.get_payload_as_bytes()
            if opcode == TEXT and frame.fin and self._opcode == CONTINUED and payload.isascii():
                self._take(TEXT, payload)  # as nearly all are
            elif opcode in (CONTINUED, TEXT, BINARY):
                self._part(opcode, payload, final=bool(frame.fin))
            else:
                self._control(opcode, payload)
        except WrongFrameError as error:
            self.close(error.code, str(error).encode())
        except Exception:
            log.exception("socket-failed")
            self.close(FAULT, b"internal-error")

    def on_ws_disconnected(self, transport: WSTransport) -> None:  # noqa: ARG002 - there is only one
        if self._closing is not None:
            self._closing.cancel()
        if not self.first.done():
            self.first.cancel()
        if not self.ended.done():
            self.ended.set_result(None)
        self._on_lost()

    def pause_writing(self) -> None:
        """Nothing to do: whoever writes watches how much is unread."""

    def resume_writing(self) -> None:
        """Nothing to do."""

    # --- what others call -----------------------------------------------------------------------------------------

    def go_on(self, take: Take) -> None:
        """Pass every message from now on to ``take``, beginning with what came in meanwhile."""
        if self._closing is None:
            self._take = take
            kept, self._kept = self._kept, []
            for opcode, payload in kept:
                self._take(opcode, payload)
        self._transport.resume_reading()

    def close(self, code: int, words: bytes = b"") -> None:
        """Send a close frame and wait a moment for the reply: what is unread would otherwise be lost."""
        if self._closing is None and not self._transport.is_closing():
            self._ws.send(CLOSE, code.to_bytes(2, "big") + words)
            self._closing = asyncio.get_running_loop().call_later(CLOSED_WITHIN, self._transport.abort)
            self._take = _nobody
            self._transport.resume_reading()

    def hang_up(self, code: int) -> None:
        """Send a close frame and close the connection, whatever the other side says to it."""
        self.close(code)
        self._transport.close()

    def ping(self) -> None:
        if not self._transport.is_closing():
            self._ws.send_ping()

    # --- frames ---------------------------------------------------------------------------------------------------

    def _keep(self, opcode: WSMsgType, payload: bytes) -> None:
        """Keep the first message for whoever signs the client in, and what came in with it for later."""
        if self.first.done():
            self._kept.append((opcode, payload))
        else:
            self.first.set_result((opcode, payload))
            self._transport.pause_reading()

    def _part(self, opcode: WSMsgType, payload: bytes, *, final: bool) -> None:
        """Put a message together."""
        if (opcode == CONTINUED) is (self._opcode == CONTINUED):
            raise WrongFrameError(PROTOCOL, "a message begins once and goes on after that")
        if opcode != CONTINUED:
            self._opcode = opcode
        self._parts.append(payload)
        self._size += len(payload) or 1
        if self._size > self._max:
            raise WrongFrameError(TOO_LONG, f"more than {self._max} bytes")
        if final:
            kind, whole = self._opcode, b"".join(self._parts)
            self._opcode, self._parts, self._size = CONTINUED, [], 0
            if kind == TEXT and not _is_text(whole):
                raise WrongFrameError(NO_TEXT, "not UTF-8")
            self._take(kind, whole)

    def _control(self, opcode: WSMsgType, payload: bytes) -> None:
        if opcode == PING:
            if self._transport.get_write_buffer_size() > UNREAD_MAX:
                self._transport.abort()  # keeps sending pings without reading
            self._ws.send_pong(payload)
        elif opcode == CLOSE:
            self._goodbye(payload)

    def _goodbye(self, payload: bytes) -> None:
        if payload and not _may_close(int.from_bytes(payload[:2], "big")):
            raise WrongFrameError(PROTOCOL, "no such close code")
        if self._closing is None:
            self._ws.send(CLOSE, payload[:2])
        self._take = _nobody
        self._transport.close()


def _may_close(code: int) -> bool:
    return code in _GIVEN_CODES or code in _OWN_CODES


def _is_text(payload: bytes) -> bool:
    try:
        payload.decode()
    except UnicodeDecodeError:
        return False
    return True


def _nobody(_: WSMsgType, __: bytes) -> None:
    """Ignore what comes after the close frame."""


def listening(frames: Frames, message_max: int) -> asyncio.BufferedProtocol:
    """Return the protocol of a connection that is about to shake hands."""
    protocol = WSProtocol(
        None,  # the address and the path that a client would ask for
        None,
        False,  # noqa: FBT003 - not the client's side; picows takes no names here
        lambda _: frames,
        _quiet,
        False,  # noqa: FBT003 - exceptions end nothing: they are handled above
        None,  # no time within which to shake hands: aiohttp has done it
        False,  # noqa: FBT003 - no pings of picows' own: `_beat` pings
        0,
        0,
        WSAutoPingStrategy.PING_WHEN_IDLE,
        False,  # noqa: FBT003 - nor pongs: a client that does not read them is cut off
        message_max,
        None,
        READ_BUFFER,
    )
    return cast("asyncio.BufferedProtocol", protocol)


def taken_over(request: web.Request, message_max: int, bucket: Bucket) -> Frames | None:
    """Take a connection over from aiohttp, which has read the request, and shake hands; None if it is gone already."""
    if request.transport is None:
        return None
    transport = request.transport
    before = transport.get_protocol()
    frames = Frames(message_max, bucket, lambda: before.connection_lost(None))
    protocol = listening(frames, message_max)
    # Paused meanwhile: a loop reads into the buffer of one kind of protocol and into none of the other.
    transport.pause_reading()
    transport.set_protocol(protocol)
    protocol.connection_made(transport)
    hello = handshake(request.headers[hdrs.SEC_WEBSOCKET_KEY])
    memoryview(protocol.get_buffer(len(hello)))[: len(hello)] = hello
    protocol.buffer_updated(len(hello))
    transport.resume_reading()
    return frames


def handshake(key: str) -> bytes:
    """Write the request that picows answers; aiohttp has read and checked the one that came."""
    lines = (
        "GET / HTTP/1.1",
        "Upgrade: websocket",
        "Connection: upgrade",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
        "",
        "",
    )
    return "\r\n".join(lines).encode()
