"""Many sockets that bet as fast as they are answered, in a process of its own: ``python -m benchmarks.bettors``."""

import argparse
import asyncio
import json
import time
from typing import Any

from benchmarks.raw_socket import RawSocket, connected, pinned, processor_seconds, run, share_of
from benchmarks.speeches import SPEECHES, Positions, Speech

READY_WITHIN = 60.0


class Bettor(RawSocket):
    """One socket: is welcomed, then sends the next wager when the last was answered."""

    def __init__(self, path: str, host: str, speech: Speech, depth: int) -> None:
        super().__init__(path, host)
        self.opcode, self._speech, self._depth = speech.opcode, speech, depth
        self._sent: dict[int, float] = {}
        self._next = 0
        self.running = False
        self.latencies: list[float] = []
        self.accepted = self.refused = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        for text in self._speech.opening():
            self.send(text)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server hung up before its welcome"))

    def frame(self, text: bytes) -> None:
        if not self.ready.done():
            welcome, answers = self._speech.welcome(text)
            for answer in answers:
                self.send(answer)
            if welcome:
                self.ready.set_result(None)
            return
        heard = self._speech.heard(text)
        if isinstance(heard, bytes):
            self.send(heard)
        elif heard is not None:
            self._answered(*heard)

    def _answered(self, number: int, accepted: bool) -> None:  # noqa: FBT001 - as it is heard
        started = self._sent.pop(number, None)
        if started is None:
            return
        self.latencies.append(time.perf_counter() - started)
        if accepted:
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

    def forget(self) -> None:
        """Count from here: what was before was to get warm."""
        self.accepted = self.refused = 0
        self.latencies.clear()

    def bet(self) -> None:
        """Send the next wager."""
        self._next += 1
        text = self._speech.wager(self._next)
        self._sent[self._next] = time.perf_counter()
        self.send(text)


async def bet(given: dict[str, Any]) -> dict[str, Any]:
    """Connect everybody, let them bet for a while, and count."""
    bettors: list[Bettor] = []
    speaks = SPEECHES[given["speech"]]
    for number, player in enumerate(given["players"]):
        speech = speaks(player, Positions(given["positions"], number), given["stake"])
        path = player.get("path", given.get("path"))
        make = lambda speech=speech, path=path: Bettor(  # noqa: E731 - bound to this turn of the loop
            path, f"{given['host']}:{given['port']}", speech, given["depth"]
        )
        bettors.append(await connected(make, given["host"], given["port"]))
    await asyncio.wait_for(asyncio.gather(*[bettor.ready for bettor in bettors]), READY_WITHIN)
    for bettor in bettors:
        bettor.start()
    await asyncio.sleep(given["warm"])
    for bettor in bettors:
        bettor.forget()
    spent, busy, started = processor_seconds(given.get("server")), time.process_time(), time.perf_counter()
    await asyncio.sleep(given["seconds"])
    accepted, refused = sum(b.accepted for b in bettors), sum(b.refused for b in bettors)
    passed = time.perf_counter() - started
    spent, busy = processor_seconds(given.get("server")) - spent, time.process_time() - busy
    latencies = sorted(latency for bettor in bettors for latency in bettor.latencies)
    lost = sum(bettor.lost for bettor in bettors)
    for bettor in bettors:
        bettor.running = False
        bettor.transport.close()
    return {
        "passed": passed,
        "accepted": accepted,
        "refused": refused,
        "lost": lost,
        "spent": spent,
        "busy": busy / passed,
        "p50": share_of(latencies, 0.5),
        "p99": share_of(latencies, 0.99),
    }


def main() -> None:
    """Read what to do from standard input, and print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--core", type=int)
    pinned(parser.parse_args().core)
    given = json.loads(input())
    print(json.dumps(run(bet(given))))


if __name__ == "__main__":
    main()
