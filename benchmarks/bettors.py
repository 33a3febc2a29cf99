"""Many sockets that bet as fast as they are answered, in a process of its own: ``python -m benchmarks.bettors``."""

import argparse
import asyncio
import json
import time
from typing import Any

from benchmarks.onlooker import Onlooker
from benchmarks.raw_socket import RawSocket, connected, pinned, processor_seconds, run, share_of
from benchmarks.speeches import SPEECHES, Positions, Speech

READY_WITHIN = 60.0
ANSWERED_WITHIN = 30.0
QUIET = 0.2
"""Seconds without news after which nothing is on its way any more."""
CLOSELY = 2
"""Of those who look on, so many read every event and hold it to its number."""


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
        self.told = 0
        """Bytes of what everybody is told."""
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def sent(self) -> int:
        """How many wagers were sent from the beginning."""
        return self._next

    @property
    def waiting(self) -> int:
        """How many wagers were not answered yet."""
        return len(self._sent)

    def opened(self) -> None:
        for text in self._speech.opening():
            self.send(text)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server hung up before its welcome"))

    def passes_over(self, head: bytes, size: int) -> bool:
        if not self._speech.is_broadcast(head):
            return False
        self.told += size
        return True

    def frame(self, text: bytes) -> None:
        if not self.ready.done():
            welcome, answers = self._speech.welcome(text)
            for answer in answers:
                self.send(answer)
            if welcome:
                self.ready.set_result(None)
            return
        heard = self._speech.heard(text)
        if heard is not None:
            self._answered(*heard)

    def _answered(self, number: int, accepted: bool) -> None:
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
    bettors = await seated(given)
    await lay(bettors, given.get("felt", 0))
    onlookers = await looking_on(given)
    await quiet(bettors)
    for bettor in bettors:
        bettor.told = 0
        bettor.start()
    await asyncio.sleep(given["warm"])
    for bettor in bettors:
        bettor.forget()
    spent, busy, started = processor_seconds(given.get("server")), time.process_time(), time.perf_counter()
    await asyncio.sleep(given["seconds"])
    accepted, refused = sum(b.accepted for b in bettors), sum(b.refused for b in bettors)
    latencies = sorted(latency for bettor in bettors for latency in bettor.latencies)
    passed = time.perf_counter() - started
    spent, busy = processor_seconds(given.get("server")) - spent, time.process_time() - busy
    for bettor in bettors:
        bettor.running = False
    await quiet(bettors)
    counted = {
        "passed": passed,
        "accepted": accepted,
        "sent": sum(bettor.sent for bettor in bettors),
        "refused": refused,
        "lost": sum(one.lost for one in (*bettors, *onlookers)),
        "gaps": sum(one.gaps for one in onlookers),
        "unequal": sum(bettor.told != bettors[0].told for bettor in bettors),
        "told": bettors[0].told,
        "spent": spent,
        "busy": busy / passed,
        "p50": share_of(latencies, 0.5),
        "p99": share_of(latencies, 0.99),
    }
    for one in (*bettors, *onlookers):
        one.transport.close()
    return counted


async def seated(given: dict[str, Any]) -> list[Bettor]:
    """Connect those who bet."""
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
    return bettors


async def lay(bettors: list[Bettor], chips: int) -> None:
    """Lay chips on the felt, everybody in turn, and wait until they lie there."""
    for number in range(chips):
        bettors[number % len(bettors)].bet()
        if number % len(bettors) == len(bettors) - 1:
            await answered(bettors)
    await answered(bettors)
    assert sum(bettor.accepted for bettor in bettors) == chips, "a chip that should lie there was refused"


async def answered(bettors: list[Bettor]) -> None:
    """Wait until nothing is left to be answered."""
    async with asyncio.timeout(ANSWERED_WITHIN):
        while any(bettor.waiting for bettor in bettors):  # noqa: ASYNC110 - of many, and seldom
            await asyncio.sleep(0.001)


async def quiet(bettors: list[Bettor]) -> None:
    """Wait until everything is answered, and everybody was told of it."""
    await answered(bettors)
    told = -1
    async with asyncio.timeout(ANSWERED_WITHIN):
        while told != (told := sum(bettor.told for bettor in bettors)):  # noqa: ASYNC110 - as above
            await asyncio.sleep(QUIET)


async def looking_on(given: dict[str, Any]) -> list[Onlooker]:
    """Connect those who look on: staff, with their tokens, and a display without one."""
    name, onlookers = f"{given['host']}:{given['port']}", list[Onlooker]()
    for number, token in enumerate(given.get("onlookers", ())):
        make = lambda token=token, closely=number < CLOSELY: Onlooker(  # noqa: E731 - bound to this turn of the loop
            given["path"], name, token, closely=closely
        )
        onlookers.append(await connected(make, given["host"], given["port"]))
    await asyncio.wait_for(asyncio.gather(*[one.ready for one in onlookers]), READY_WITHIN)
    return onlookers


def main() -> None:
    """Read what to do from standard input, and print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--core", type=int)
    pinned(parser.parse_args().core)
    given = json.loads(input())
    print(json.dumps(run(bet(given))))


if __name__ == "__main__":
    main()
