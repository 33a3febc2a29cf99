"""Players at many dealt tables who bet as people do, most of them late: ``python -m benchmarks.crowd``.

Every table has its dealer, and all begin their rounds at the same moment, which
is the worst there is: the rush before the call is everywhere at once.
"""

import argparse
import asyncio
import json
import random
import time
from collections import Counter
from functools import partial
from itertools import count
from typing import Any

from benchmarks.raw_socket import RawSocket, connected, pinned, run, share_of
from benchmarks.speeches import Croupier, Positions

READY_WITHIN = 120.0
ANSWERED_WITHIN = 30.0
LATE_SHARE = 0.6
"""Six of ten wagers come in the rush before the call."""


class Dealer(RawSocket):
    """Whoever deals at a table, told everything as the players are."""

    def __init__(self, path: str, host: str, token: str) -> None:
        super().__init__(path, host)
        self._token = token
        self._ids = count(1)
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        self.send(json.dumps({"id": "0", "do": "sign-in", "token": self._token}).encode())

    def passes_over(self, head: bytes, size: int) -> bool:  # noqa: ARG002 - by its first bytes alone
        return head.startswith(b'{"id":null,')

    def frame(self, text: bytes) -> None:
        if not self.ready.done():
            self.ready.set_result(None)
            return
        told = json.loads(text)
        self._answers.pop(told["id"]).set_result(told)

    async def ask(self, do: str, **fields: object) -> list[dict[str, Any]]:
        """Make a call that is accepted, and give what happened."""
        ident = f"d{next(self._ids)}"
        self._answers[ident] = answer = asyncio.get_running_loop().create_future()
        self.send(json.dumps({"id": ident, "do": do, **fields}).encode())
        told = await asyncio.wait_for(answer, ANSWERED_WITHIN)
        assert "events" in told, (do, told)
        return list(told["events"])


class Guest(RawSocket):
    """One player at a table, who is told everything, and bets when told to."""

    def __init__(self, path: str, host: str, player: dict[str, Any], speech: Croupier, table: "Table") -> None:
        super().__init__(path, host)
        self._player, self.speech, self._table = player, speech, table
        self._sent: dict[int, float] = {}
        self._next = 0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def opened(self) -> None:
        for text in self.speech.opening():
            self.send(text)

    def passes_over(self, head: bytes, size: int) -> bool:  # noqa: ARG002 - by its first bytes alone
        return head.startswith(b'{"id":null,')

    def frame(self, text: bytes) -> None:
        if not self.ready.done():
            self.ready.set_result(None)
            return
        heard = self.speech.heard(text)
        assert heard is not None
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
        self.send(self.speech.wager(self._next))

    @property
    def waiting(self) -> int:
        """How many wagers were not answered."""
        return len(self._sent)


class Table:
    """One table's dealer and guests, and what came of their wagers."""

    def __init__(self, pace: dict[str, float], wagers: int, pockets: list[str], seed: int) -> None:
        self._pace, self._wagers, self._pockets = pace, wagers, pockets
        self._chance = random.Random(seed)  # noqa: S311 - a benchmark
        self.dealer: Dealer
        self.guests: list[Guest] = []
        self.latencies: list[float] = []
        self.acknowledged: list[str] = []
        self.refused: Counter[str] = Counter()
        self.rounds = self.planned = self.rushed = 0

    async def deal(self, call: dict[str, object], revolutions: int, until: float) -> None:
        """Deal one round after the other, as long as one more ends in time."""
        clock = asyncio.get_running_loop().time
        pace, ask = self._pace, self.dealer.ask
        begun = clock()
        while begun < until:
            (event,) = await ask("open-betting")
            opened = clock()
            self._lay(event["round"])
            await _at(opened + pace["spin"])
            await ask("spin-ball", ball="clockwise", wheel="counterclockwise")
            await ask("count-revolutions", completed=revolutions)
            await _at(opened + pace["call"])
            await ask("call-no-more-bets", **call)
            pocket = self._chance.choice(self._pockets)
            for name, step in (("rest", "declare-outcome"), ("dolly", "place-dolly"), ("pay", "settle")):
                await _at(opened + pace[name])
                await ask(step, **({} if step == "settle" else {"pocket": pocket}))
            await _at(opened + pace["lift"])
            await ask("lift-dolly")
            self.rounds += 1
            begun += pace["round"]
            await _at(begun)

    def _lay(self, named: str) -> None:
        """Spread everybody's wagers over the round that has just been opened."""
        loop, pace = asyncio.get_running_loop(), self._pace
        last = pace["call"] - pace["spare"]
        early = max(0.0, pace["call"] - pace["rush"])
        for guest in self.guests:
            guest.speech.round = named
            for _ in range(self._wagers):
                late = self._chance.random() < LATE_SHARE
                self.planned += 1
                self.rushed += late
                loop.call_later(self._chance.uniform(*((early, last) if late else (0.0, early))), guest.bet)


async def _at(moment: float) -> None:
    await asyncio.sleep(moment - asyncio.get_running_loop().time())


async def play(given: dict[str, Any]) -> dict[str, Any]:
    """Seat everybody, and let them play until the time is over."""
    tables = await seated(given)
    until = asyncio.get_running_loop().time() + given["seconds"]
    await asyncio.gather(*[table.deal(given["call"], given["revolutions"], until) for table in tables.values()])
    guests = [guest for table in tables.values() for guest in table.guests]
    latencies = sorted(latency for table in tables.values() for latency in table.latencies)
    told = {
        "acknowledged": {name: table.acknowledged for name, table in tables.items()},
        "refused": dict(sum((table.refused for table in tables.values()), Counter())),
        "rounds": sum(table.rounds for table in tables.values()),
        "planned": sum(table.planned for table in tables.values()),
        "in_rush": sum(table.rushed for table in tables.values())
        / max(1, sum(table.planned for table in tables.values())),
        "unanswered": sum(guest.waiting for guest in guests),
        "lost": sum(one.lost for one in (*guests, *[table.dealer for table in tables.values()])),
        "p50": share_of(latencies, 0.5),
        "p99": share_of(latencies, 0.99),
        "longest": latencies[-1] if latencies else 0.0,
    }
    for one in (*guests, *[table.dealer for table in tables.values()]):
        one.transport.close()
    return told


async def seated(given: dict[str, Any]) -> dict[str, Table]:
    """Connect the dealers and the players of every table."""
    host, port = given["host"], given["port"]
    name, tables = f"{host}:{port}", dict[str, Table]()
    for number, (named, token) in enumerate(given["dealers"].items()):
        table = tables[named] = Table(given["pace"], given["wagers"], given["pockets"], number)
        make_dealer = partial(Dealer, _path(named), name, token)
        table.dealer = await connected(make_dealer, host, port)
    for seat, player in enumerate(given["players"]):
        table = tables[player["table"]]
        speech = Croupier(player, Positions(given["positions"], seat), given["stake"])
        make = lambda player=player, speech=speech, table=table: Guest(  # noqa: E731 - bound to this turn
            _path(player["table"]), name, player, speech, table
        )
        table.guests.append(await connected(make, host, port))
    ready = [table.dealer.ready for table in tables.values()]
    ready += [guest.ready for table in tables.values() for guest in table.guests]
    await asyncio.wait_for(asyncio.gather(*ready), READY_WITHIN)
    return tables


def _path(table: str) -> str:
    return f"/api/v1/tables/{table}/socket"


def main() -> None:
    """Read what to do from standard input, and print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--core", type=int)
    pinned(parser.parse_args().core)
    given = json.loads(input())
    print(json.dumps(run(play(given))))


if __name__ == "__main__":
    main()
