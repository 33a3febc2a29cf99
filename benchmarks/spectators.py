"""Many sockets that look on while a few bet at a steady pace: ``python -m benchmarks.spectators``."""

import argparse
import asyncio
import json
import time
from functools import partial
from itertools import pairwise
from typing import Any

from benchmarks.bettors import READY_WITHIN, Bettor
from benchmarks.onlooker import Onlooker
from benchmarks.raw_socket import connected, pinned, processor_seconds, resident, run, share_of
from benchmarks.speeches import Croupier, Positions

READ_CLOSELY = 10
"""Spectators whose frames are read, event by event; of the others frames and bytes are counted."""
BEAT = 0.01
AFTER = 1.0
"""Seconds that are left for what is still on its way."""


async def look_on(given: dict[str, Any]) -> dict[str, Any]:
    """Seat everybody, let some bet for a while, and count what the others were told."""
    host, port = given["host"], given["port"]
    name = f"{host}:{port}"
    empty = resident(given["server"])
    close, others = (partial(Onlooker, given["path"], name, closely=closely) for closely in (True, False))
    spectators = [
        await connected(close if number < READ_CLOSELY else others, host, port) for number in range(given["spectators"])
    ]
    await asyncio.wait_for(asyncio.gather(*[one.ready for one in spectators]), READY_WITHIN)
    seated = resident(given["server"])
    bettors = await _bettors(given, name)
    spent, started = processor_seconds(given["server"]), time.perf_counter()
    await _paced(bettors, given["rate"], given["seconds"])
    passed = time.perf_counter() - started
    spent = processor_seconds(given["server"]) - spent
    await asyncio.sleep(AFTER)
    read = spectators[:READ_CLOSELY]
    between = sorted(after - before for one in read for before, after in pairwise(one.moments))
    told = {
        "empty": empty,
        "seated": seated,
        "passed": passed,
        "spent": spent,
        "accepted": sum(bettor.accepted for bettor in bettors),
        "events": min((one.events for one in read), default=0),
        "frames": sum(one.frames for one in spectators),
        "bytes": sum(one.bytes for one in spectators),
        "gaps": sum(one.gaps for one in read),
        "lost": sum(one.lost for one in spectators),
        "unequal": sum(one.bytes != spectators[0].bytes for one in spectators),
        "tick_p50": share_of(between, 0.5),
        "tick_p99": share_of(between, 0.99),
        "p99": share_of(sorted(latency for bettor in bettors for latency in bettor.latencies), 0.99),
    }
    for one in (*spectators, *bettors):
        one.transport.close()
    return told


async def _bettors(given: dict[str, Any], name: str) -> list[Bettor]:
    path = f"{given['path']}?feed=off"
    bettors = []
    for number, player in enumerate(given["players"]):
        speech = Croupier(player, Positions(given["positions"], number), given["stake"])
        make = lambda speech=speech: Bettor(path, name, speech, 1)  # noqa: E731 - bound to this turn of the loop
        bettors.append(await connected(make, given["host"], given["port"]))
    await asyncio.wait_for(asyncio.gather(*[bettor.ready for bettor in bettors]), READY_WITHIN)
    return bettors


async def _paced(bettors: list[Bettor], rate: float, seconds: float) -> None:
    """Let one after the other bet, so many times in a second; whoever is late is not waited for."""
    started, sent = time.perf_counter(), 0
    while bettors and (passed := time.perf_counter() - started) < seconds:
        for number in range(sent, int(passed * rate)):
            bettors[number % len(bettors)].bet()
            sent = number + 1
        await asyncio.sleep(BEAT)


def main() -> None:
    """Read what to do from standard input, and print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--core", type=int)
    pinned(parser.parse_args().core)
    given = json.loads(input())
    print(json.dumps(run(look_on(given))))


if __name__ == "__main__":
    main()
