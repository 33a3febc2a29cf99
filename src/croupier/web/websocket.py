"""Frames of a WebSocket (RFC 6455) as a server reads them: handed over as they come in, with no task or queue between.

The handshake is aiohttp's. After it the connection is ours: a frame then costs a
third of what it does over a queue and a task that waits for it, and a house with
a thousand sockets does little else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

import structlog

log = structlog.get_logger()

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
NO_CODE, PROTOCOL, NO_TEXT, TOO_LONG, FAULT = 1005, 1002, 1007, 1009, 1011
CONTROL_MAX = 125
CLOSED_WITHIN = 2.0
"""Seconds that the other side has to close as well."""
UNREAD_MAX = 64 * 1024
"""Bytes that somebody who asks whether we are there may leave unread."""
_FINAL, _RESERVED, _OPCODE, _MASKED, _SIZE = 0x80, 0x70, 0x0F, 0x80, 0x7F
_TWO, _EIGHT = 126, 127


class WrongFrameError(Exception):
    """A frame that ends the connection, with the code it is closed with."""

    def __init__(self, code: int, words: str) -> None:
        super().__init__(words)
        self.code = code


class Frames(asyncio.Protocol):
    """One connection after its handshake. Until ``take`` is set the first message is kept, and no more are read."""

    def __init__(self, transport: asyncio.Transport, before: asyncio.BaseProtocol, message_max: int) -> None:
        """Take a connection over from the protocol that shook hands."""
        self.transport, self._before, self._max = transport, before, message_max
        self._rest = b""
        self._parts: list[bytes] = []
        self._size = 0
        """Of the parts of a message so far; a part of nothing counts as one byte."""
        self._opcode = CONTINUED
        self._closing: asyncio.TimerHandle | None = None
        loop = asyncio.get_running_loop()
        self._clock = loop.time
        self.heard = loop.time()
        """When something came last."""
        self.first: asyncio.Future[tuple[int, bytes]] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()
        self._take: Callable[[int, bytes], None] | None = None
        transport.set_protocol(self)

    # --- what the loop calls --------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames."""
        self.heard = self._clock()
        self._rest = self._rest + data if self._rest else data
        if self._take is not None or not self.first.done():
            self._cut()

    def pause_writing(self) -> None:
        """Go on: what is unread is watched by those who write."""

    def resume_writing(self) -> None:
        """Go on."""

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and let the protocol before this one clean up."""
        if self._closing is not None:
            self._closing.cancel()
        if not self.first.done():
            self.first.cancel()
        if not self.ended.done():
            self.ended.set_result(None)
        self._before.connection_lost(exc)

    # --- what others call -----------------------------------------------------------------------------------------

    def go_on(self, take: Callable[[int, bytes], None]) -> None:
        """Hand every message from now on to somebody, beginning with what came meanwhile."""
        self._take = take
        self.transport.resume_reading()
        self._cut()

    def close(self, code: int, words: bytes = b"") -> None:
        """Say goodbye, and wait a moment for the same: what is unread would otherwise be lost with the connection."""
        if self._closing is None and not self.transport.is_closing():
            self.transport.write(bytes((_FINAL | CLOSE, 2 + len(words))) + code.to_bytes(2, "big") + words)
            self._closing = asyncio.get_running_loop().call_later(CLOSED_WITHIN, self.transport.abort)
            self._take = _nobody
            self.transport.resume_reading()

    def ping(self) -> None:
        """Ask whether somebody is there."""
        if not self.transport.is_closing():
            self.transport.write(bytes((_FINAL | PING, 0)))

    # --- frames ---------------------------------------------------------------------------------------------------

    def _cut(self) -> None:
        try:
            while self._rest and not self.transport.is_closing() and self._next():
                pass
        except WrongFrameError as error:
            self._rest = b""
            self.close(error.code, str(error).encode())
        except Exception:
            # Nobody waits for a frame: what goes wrong with one is said here.
            log.exception("socket-failed")
            self.close(FAULT, b"internal-error")

    def _next(self) -> bool:
        """Take the next frame off what came, if it is whole."""
        rest = self._rest
        there = len(rest)
        if there < 2:  # noqa: PLR2004 - the shortest frame
            return False
        first, size, start = rest[0], rest[1] & _SIZE, 2
        if first & _RESERVED or not rest[1] & _MASKED:
            raise WrongFrameError(PROTOCOL, "reserved bits, or not masked")
        if size >= _TWO:
            start = 4 if size == _TWO else 10
            if there < start:
                return False
            size = int.from_bytes(rest[2:start], "big")
        opcode = first & _OPCODE
        if opcode >= CLOSE and (size > CONTROL_MAX or not first & _FINAL):
            raise WrongFrameError(PROTOCOL, "a control frame is short and whole")
        if size > self._max:
            raise WrongFrameError(TOO_LONG, f"more than {self._max} bytes")
        end = start + 4 + size
        if there < end:
            return False
        payload = unmasked(rest[start : start + 4], rest[start + 4 : end]) if size else b""
        self._rest = rest[end:] if there > end else b""
        if opcode == TEXT and first & _FINAL and self._opcode == CONTINUED:
            if self._take is not None and payload.isascii():
                self._take(TEXT, payload)  # as nearly all are
                return True
            return self._message(TEXT, payload)
        return self._other(opcode, payload, final=bool(first & _FINAL))

    def _other(self, opcode: int, payload: bytes, *, final: bool) -> bool:
        """Take a frame that is no whole text: part of a message, bytes, or about the connection itself."""
        if opcode == PING:
            if self.transport.get_write_buffer_size() > UNREAD_MAX:
                self.transport.abort()  # asks and asks, and reads no answer
            self.transport.write(bytes((_FINAL | PONG, len(payload))) + payload)
        elif opcode == CLOSE:
            self._goodbye(payload)
        elif opcode in (CONTINUED, TEXT, BINARY):
            if (opcode == CONTINUED) is (self._opcode == CONTINUED):
                raise WrongFrameError(PROTOCOL, "a message begins once and goes on after that")
            self._opcode = self._opcode or opcode
            self._parts.append(payload)
            self._size += len(payload) or 1
            if self._size > self._max:
                raise WrongFrameError(TOO_LONG, f"more than {self._max} bytes")
            if final:
                kind, whole = self._opcode, b"".join(self._parts)
                self._opcode, self._parts, self._size = CONTINUED, [], 0
                return self._message(kind, whole)
        elif opcode != PONG:
            raise WrongFrameError(PROTOCOL, "no such frame")
        return True

    def _message(self, opcode: int, payload: bytes) -> bool:
        """Hand a message over; gives whether to go on."""
        if opcode == TEXT and not payload.isascii():
            try:
                payload.decode()
            except UnicodeDecodeError:
                raise WrongFrameError(NO_TEXT, "not UTF-8") from None
        if self._take is not None:
            self._take(opcode, payload)
            return True
        self.first.set_result((opcode, payload))
        self.transport.pause_reading()
        return False

    def _goodbye(self, payload: bytes) -> None:
        if self._closing is None:
            code = payload[:2] if len(payload) >= 2 else b""  # noqa: PLR2004 - a code takes two
            self.transport.write(bytes((_FINAL | CLOSE, len(code))) + code)
        self.transport.close()


def _nobody(_: int, __: bytes) -> None:
    """Take what comes after the goodbye."""


def unmasked(mask: bytes, payload: bytes) -> bytes:
    """Undo the masking that clients do, all bytes at once as one number."""
    size = len(payload)
    key = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    return (int.from_bytes(payload, "big") ^ key).to_bytes(size, "big")


def taken_over(transport: asyncio.BaseTransport, message_max: int) -> Frames:
    """Take a connection over after its handshake."""
    whole = cast("asyncio.Transport", transport)
    return Frames(whole, whole.get_protocol(), message_max)
