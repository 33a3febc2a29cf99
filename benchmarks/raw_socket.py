"""A WebSocket client written by hand, so that what is measured is the server and not its clients.

A masking key of four zeros is a masking key, and leaves the text as it is.
"""

import asyncio
import os
import socket
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar, cast

T = TypeVar("T")
P = TypeVar("P", bound="RawSocket")

TEXT, BINARY, PING = 1, 2, 9
HEAD = 14
"""Bytes of a message by which it is told whether anybody reads it."""
_PONG = b"\x8a\x80\x00\x00\x00\x00"
_SHORT, _LONG = 126, 127


class RawSocket(asyncio.Protocol):
    """One socket: shakes hands, cuts what comes into frames, sends frames."""

    opcode = TEXT

    def __init__(self, path: str, host: str) -> None:
        self._path, self._host = path, host
        self._buffer = b""
        self._skip = 0
        """Bytes still to come of a message that nobody reads."""
        self._shaken = False
        self.lost = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        raw = transport.get_extra_info("socket")
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = (
            f"GET {self._path} HTTP/1.1",
            f"Host: {self._host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
            "",
            "",
        )
        self.transport.write("\r\n".join(lines).encode())

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the loop's to give
        self.lost = True

    def data_received(self, data: bytes) -> None:
        if self._skip:
            skipped = min(self._skip, len(data))
            self._skip -= skipped
            data = data[skipped:]
        buffer = self._buffer + data if self._buffer else data
        if not self._shaken:
            head, found, rest = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = buffer
                return
            assert b" 101 " in head.split(b"\r\n")[0], head[:200]
            self._shaken, buffer = True, rest
            self.opened()
        self._buffer = self._cut(buffer)

    def _cut(self, buffer: bytes) -> bytes:
        """Hand over every whole frame, and give what is left."""
        place, there = 0, len(buffer)
        while there - place >= 2:
            size, start = buffer[place + 1] & 127, place + 2
            if size >= _SHORT:
                wide = 2 if size == _SHORT else 8
                size, start = int.from_bytes(buffer[start : start + wide], "big"), start + wide
            opcode = buffer[place] & 15
            data = opcode in (TEXT, BINARY)
            if data and there - start >= min(size, HEAD) and self.passes_over(buffer[start : start + HEAD], size):
                place = start + size
                if place > there:
                    self._skip = place - there
                    return b""
                continue
            if there < start + size:
                break
            if data:
                self.frame(buffer[start : start + size])
            elif opcode == PING:
                self.transport.write(_PONG)
            place = start + size
        return buffer[place:] if place else buffer

    def send(self, text: bytes) -> None:
        """Send one frame, masked by four zeros."""
        size, first = len(text), 0x80 | self.opcode
        head = bytes((first, 0x80 | size)) if size < _SHORT else bytes((first, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\x00\x00\x00\x00" + text)

    def opened(self) -> None:
        """Go on after the handshake."""

    def passes_over(self, head: bytes, size: int) -> bool:  # noqa: ARG002 - for those who read only a part
        """Whether a message is not read, by its first bytes: reading it a thousand times is dearer than sending it."""
        return False

    def frame(self, text: bytes) -> None:
        """Take a frame."""


async def connected(make: Callable[[], P], host: str, port: int) -> P:
    """Open one socket."""
    _, protocol = await asyncio.get_running_loop().create_connection(make, host, port)
    return protocol


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run on the fastest loop there is."""
    try:
        import uvloop  # noqa: PLC0415 - not on every platform
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def pinned(core: int | None) -> None:
    """Stay on one core, where the system lets a process choose."""
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})


def processor_seconds(process: int | None) -> float:
    """Return the processor time that the threads of a process have used, to the nanosecond where the system tells."""
    try:
        threads = list(Path(f"/proc/{process}/task").glob("*/schedstat"))
        return sum(int(thread.read_text("ascii").split()[0]) for thread in threads) / 1e9
    except (OSError, IndexError):
        return 0.0


def resident(process: int | None) -> int:
    """Return how many bytes of memory a process holds, where the system tells."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def share_of(ordered: list[float], share: float) -> float:
    """Return the value below which a share of the ordered values lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
