"""Many sockets that bet as fast as they are answered, in a process of its own: ``python -m benchmarks.bettors``.

Frames are written and read by hand, so that what is measured is the server and
not its clients: a masking key of four zeros is a masking key, and leaves the
text as it is.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import time
from collections.abc import Callable
from typing import Any

Answered = Callable[[bytes], None]


class Bettor(asyncio.Protocol):
    """One socket: shakes hands, signs in, then sends the next wager when the last was answered."""

    def __init__(self, path: str, host: str, greeting: list[bytes], wager: Callable[[int], bytes], depth: int) -> None:
        self._path, self._host, self._greeting, self._wager, self._depth = path, host, greeting, wager, depth
        self._buffer = b""
        self._shaken = False
        self._sent: dict[int, float] = {}
        self._next = 0
        self.running = False
        self.latencies: list[float] = []
        self.accepted = self.refused = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
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
        transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._shaken:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head[:200]
            self._shaken, self._buffer = True, rest
            for text in self._greeting:
                self.send(text)
        self._frames()

    def _frames(self) -> None:
        buffer, place = self._buffer, 0
        while len(buffer) - place >= 2:
            size, start = buffer[place + 1] & 127, place + 2
            if size == 126:
                if len(buffer) < start + 2:
                    break
                size, start = int.from_bytes(buffer[start : start + 2], "big"), start + 2
            elif size == 127:
                if len(buffer) < start + 8:
                    break
                size, start = int.from_bytes(buffer[start : start + 8], "big"), start + 8
            if len(buffer) < start + size:
                break
            opcode = buffer[place] & 15
            if opcode in (1, 2):
                self._frame(buffer[start : start + size])
            elif opcode == 9:
                self.transport.write(b"\x8a\x80\x00\x00\x00\x00")
            place = start + size
        self._buffer = buffer[place:]

    def _frame(self, text: bytes) -> None:
        if not self.ready.done():
            self.ready.set_result(None)
            return
        if not text.startswith(b'{"id":"'):
            return
        number = int(text[7 : text.index(b'"', 7)])
        started = self._sent.pop(number, None)
        if started is None:
            return
        self.latencies.append(time.perf_counter() - started)
        if b'"events"' in text[:40]:
            self.accepted += 1
        else:
            self.refused += 1
        if self.running:
            self.bet()

    def start(self) -> None:
        """Begin to bet."""
        self.running = True
        for _ in range(self._depth):
            self.bet()

    def bet(self) -> None:
        """Send the next wager."""
        self._next += 1
        self._sent[self._next] = time.perf_counter()
        self.send(self._wager(self._next))

    def send(self, text: bytes) -> None:
        """Send one text frame, masked by four zeros."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + b"\x00\x00\x00\x00" + text)


def wagers_of(player: str, positions: list[str], stake: int, seed: int) -> Callable[[int], bytes]:
    """Make one player's wagers, on positions in an order of their own."""
    order = list(positions)
    random.Random(seed).shuffle(order)  # noqa: S311 - a benchmark

    def wager(number: int) -> bytes:
        position = order[number % len(order)]
        return (
            f'{{"id":"{number}","do":"place-wager","wager":"{player}-{number}","player":"{player}",'
            f'"position":"{position}","stake":{stake}}}'
        ).encode()

    return wager


async def bet(given: dict[str, Any]) -> dict[str, Any]:
    """Connect everybody, let them bet for a while, and count."""
    loop = asyncio.get_running_loop()
    bettors: list[Bettor] = []
    for number, player in enumerate(given["players"]):
        greeting = [json.dumps({"id": "0", "do": "sign-in", "token": player["token"]}).encode()]
        wager = wagers_of(player["name"], given["positions"], given["stake"], number)
        make = lambda greeting=greeting, wager=wager: Bettor(  # noqa: E731 - bound to this turn of the loop
            given["path"], f"{given['host']}:{given['port']}", greeting, wager, given["depth"]
        )
        _, protocol = await loop.create_connection(make, given["host"], given["port"])
        raw = protocol.transport.get_extra_info("socket")
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        bettors.append(protocol)
    await asyncio.gather(*[bettor.ready for bettor in bettors])
    started = time.perf_counter()
    for bettor in bettors:
        bettor.start()
    await asyncio.sleep(given["seconds"])
    accepted, refused = sum(b.accepted for b in bettors), sum(b.refused for b in bettors)
    passed = time.perf_counter() - started
    latencies = sorted(latency for bettor in bettors for latency in bettor.latencies)
    for bettor in bettors:
        bettor.running = False
        bettor.transport.close()
    shares = {"p50": share_of(latencies, 0.5), "p99": share_of(latencies, 0.99)}
    return {"per_second": accepted / passed, "accepted": accepted, "refused": refused, **shares}


def share_of(ordered: list[float], share: float) -> float:
    """Give the value below which a share of the ordered values lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def main() -> None:
    """Read what to do from standard input, and print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--core", type=int)
    core = parser.parse_args().core
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    given = json.loads(input())
    print(json.dumps(asyncio.run(bet(given))))


if __name__ == "__main__":
    main()
