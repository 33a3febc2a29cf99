"""Players at many automatic tables who bet as people do, most of them late: ``python -m benchmarks.crowd``."""

import argparse
import asyncio
import json
import random
import time
from collections import Counter
from typing import Any

from benchmarks.raw_socket import RawSocket, connected, pinned, run, share_of
from benchmarks.speeches import Croupier, Positions

READY_WITHIN = 120.0
LATE_SECONDS, LATE_SHARE = 5.0, 0.6
"""Six of ten wagers come within the last five seconds of betting."""
AFTER = 2.0


class Guest(RawSocket):
    """One player at a table, who is told everything, and bets when told to."""

    def __init__(self, path: str, host: str, player: dict[str, Any], speech: Croupier, table: "Table") -> None:
        super().__init__(path, host)
        self._player, self._speech, self._table = player, speech, table
        self._sent: dict[int, float] = {}
        self._next = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        for text in self._speech.opening():
            self.send(text)

    def frame(self, text: bytes) -> None:
        if not self.ready.done():
            self.ready.set_result(None)
            return
        heard = self._speech.heard(text)
        if heard is None:
            if self._table.guests[0] is self and b'"type":"betting-opened"' in text:
                self._table.opened()
            return
        assert not isinstance(heard, bytes)
        number, accepted = heard
        self._table.latencies.append(time.perf_counter() - self._sent.pop(number))
        if accepted:
            self._table.acknowledged.append(f"{self._player['name']}-{number}")
        else:
            answer = json.loads(text)
            self._table.refused[answer.get("refused", answer.get("error"))["code"]] += 1

    def bet(self) -> None:
        """Lay a wager."""
        self._next += 1
        self._sent[self._next] = time.perf_counter()
        self.send(self._speech.wager(self._next))

    @property
    def waiting(self) -> int:
        """How many wagers were not answered."""
        return len(self._sent)


class Table:
    """One table's guests, and what came of their wagers."""

    def __init__(self, betting: float, wagers: int, seed: int) -> None:
        self._betting, self.wagers = betting, wagers
        self._chance = random.Random(seed)  # noqa: S311 - a benchmark
        self.guests: list[Guest] = []
        self.latencies: list[float] = []
        self.acknowledged: list[str] = []
        self.refused: Counter[str] = Counter()
        self.rounds = self.planned = self.rushed = 0

    def opened(self) -> None:
        """Spread everybody's wagers over the round that has just been opened."""
        self.rounds += 1
        loop, early = asyncio.get_running_loop(), max(0.0, self._betting - LATE_SECONDS)
        for guest in self.guests:
            for _ in range(self.wagers):
                late = self._chance.random() < LATE_SHARE
                self.planned += 1
                self.rushed += late
                span = (early, self._betting) if late else (0.0, early)
                loop.call_later(self._chance.uniform(*span), guest.bet)


async def play(given: dict[str, Any]) -> dict[str, Any]:
    """Seat everybody, and let them play until the time is over."""
    tables: dict[str, Table] = {}
    for seat, player in enumerate(given["players"]):
        named = player["table"]
        table = tables.setdefault(named, Table(given["betting"], given["wagers"], len(tables)))
        speech = Croupier(player, Positions(given["positions"], seat), given["stake"])
        path = f"/api/v1/tables/{named}/socket"
        make = lambda path=path, player=player, speech=speech, table=table: Guest(  # noqa: E731 - bound to this turn
            path, f"{given['host']}:{given['port']}", player, speech, table
        )
        table.guests.append(await connected(make, given["host"], given["port"]))
    guests = [guest for table in tables.values() for guest in table.guests]
    await asyncio.wait_for(asyncio.gather(*[guest.ready for guest in guests]), READY_WITHIN)
    await asyncio.sleep(given["seconds"])
    for table in tables.values():
        table.wagers = 0  # rounds that are opened from now on are not bet on
    await asyncio.sleep(given["betting"] + AFTER)
    latencies = sorted(latency for table in tables.values() for latency in table.latencies)
    told = {
        "acknowledged": {name: table.acknowledged for name, table in tables.items()},
        "refused": dict(sum((table.refused for table in tables.values()), Counter())),
        "rounds": sum(table.rounds for table in tables.values()),
        "in_rush": sum(table.rushed for table in tables.values())
        / max(1, sum(table.planned for table in tables.values())),
        "unanswered": sum(guest.waiting for guest in guests),
        "lost": sum(guest.lost for guest in guests),
        "p50": share_of(latencies, 0.5),
        "p99": share_of(latencies, 0.99),
    }
    for guest in guests:
        guest.transport.close()
    return told


def main() -> None:
    """Read what to do from standard input, and print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--core", type=int)
    pinned(parser.parse_args().core)
    given = json.loads(input())
    print(json.dumps(run(play(given))))


if __name__ == "__main__":
    main()
