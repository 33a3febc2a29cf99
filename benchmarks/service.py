"""The service under load: everybody told and staff there, as people use it, and beside it nobody told.

At one dealt table players bet as fast as they are answered, with a thousand chips
on the felt before. Every server is a process of its own on one core, the
generator on the other; what we accept is durable (SQLite, synchronous=FULL).
Colyseus does the same task in the same run and stores nothing. Then a thousand
spectators, twenty dealt tables with a rush before each call, and what a felt full
of chips costs. ``--long`` deals for five minutes.
"""

import argparse
import asyncio
import statistics
import sys
from dataclasses import dataclass
from typing import Any

import croupier
from benchmarks.full_felt import felt_figures
from benchmarks.full_house import crowd_figures
from benchmarks.looking_on import fan_out_figures
from benchmarks.peer_servers import colyseus, installed
from benchmarks.report import Figure, Gate, Report, as_text, duration, passed
from benchmarks.served import call, dealt, generated, served

REF = "mbs-roulette/3"
POSITIONS = sorted(croupier.rulebook(REF).positions)
STAKE = 500
"""The least that every bet of the table takes."""
TABLE = "load"
SOCKETS = (100, 500)
ROUNDS = 5
FELT = 1_000
"""Chips that lie on the felt before anything is counted."""
WARM, SECONDS = 1.0, 3.0

TOLD_LEAST, OURS_LEAST, ALL_LEAST = 0.6, 0.35, 0.25
"""All told against nobody told; ours against Colyseus with nobody told; and with all told. The goal of both is 1."""
FIVE_TIMES = 5 * 1_525
"""Five times the bets per second that one core took at 100 sockets with all told before it was measured that way."""
P99_MOST_MS = 60

Run = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contender:
    """A server in one of two modes: everybody is told of every bet, or nobody is."""

    server: str
    told: bool

    @property
    def name(self) -> str:
        """What the figures call it."""
        staff = " and staff there" if self.told and self.server == "croupier" else ""
        return f"{self.server}, {'all told' if self.told else 'nobody told'}{staff}"


NOBODY, ALL = Contender("croupier", told=False), Contender("croupier", told=True)
PEER_NOBODY, PEER_ALL = Contender("Colyseus", told=False), Contender("Colyseus", told=True)
PEER_OF = {NOBODY: PEER_NOBODY, ALL: PEER_ALL}

Found = dict[Contender, list[Run]]


def measure(*, quick: bool, long: bool = False, peers: bool = True) -> Report:
    """Measure everything; quickly without Colyseus, few sockets and no pause for breath."""
    contenders = [NOBODY, ALL, *((PEER_NOBODY, PEER_ALL) if peers and not quick and installed() else ())]
    sizes, rounds = ((20,), 1) if quick else (SOCKETS, ROUNDS)
    figures, gates = list[Figure](), list[Gate]()
    for sockets in sizes:
        found: Found = {contender: [] for contender in contenders}
        for _ in range(rounds):
            for contender in contenders:
                found[contender].append(told_of(contender, sockets, quick=quick))
        figures += betting_figures(sockets, found)
        gates += betting_gates(sockets, found, first=sockets == sizes[0])
    for more, held in (
        felt_figures(POSITIONS, quick=quick),
        fan_out_figures(POSITIONS, quick=quick),
        crowd_figures(POSITIONS, quick=quick, long=long),
    ):
        figures += more
        gates += held
    return Report("service", "Colyseus in the same mode, which stores nothing", figures, gates)


# --- as fast as they are answered ---------------------------------------------------------------------------------


def told_of(contender: Contender, sockets: int, *, quick: bool) -> Run:
    """Let so many sockets bet, and say at once what came of it."""
    run = betting(contender, sockets, quick=quick)
    each = run["spent"] / max(1, run["accepted"])
    shown = f"{run['rate']:,.0f} bets/s, p99 {duration(run['p99'])}, {duration(each)} of the server each"
    busy = f"server {run['spent'] / run['passed']:.0%}, generator {run['busy']:.0%} busy"
    print(f"  {sockets:,} sockets, {contender.name}: {shown}; {busy}", file=sys.stderr, flush=True)
    return run


def betting(contender: Contender, sockets: int, *, quick: bool) -> Run:
    """Let so many sockets bet at one new server, each sending the next wager when the last was answered."""
    seconds = {"warm": 0.2, "seconds": 0.5, "felt": 40} if quick else {"warm": WARM, "seconds": SECONDS, "felt": FELT}
    given = {"speech": contender.server, "positions": POSITIONS, "stake": STAKE, "depth": 1, **seconds}
    if contender.server == "croupier":
        return counted(_ours(given, sockets, told=contender.told))
    with colyseus(sockets, POSITIONS, told=contender.told) as other:
        where = {"host": "127.0.0.1", "port": other.port, "server": other.process}
        return counted(generated("bettors", given | where | {"players": [{"path": path} for path in other.seats]}))


def _ours(given: dict[str, Any], sockets: int, *, told: bool) -> Run:
    with served() as house:
        seated = asyncio.run(dealt(house, {TABLE: sockets}, REF))
        asyncio.run(call(house, seated.dealers[TABLE], TABLE, "open-betting"))
        path = f"/api/v1/tables/{TABLE}/socket"
        # A dealer, a pit manager, an auditor, and a hall display, which nobody signs in at.
        looking_on = {"onlookers": [seated.dealers[TABLE], *seated.others, None]} if told else {}
        where = {"players": seated.players, "path": path if told else f"{path}?feed=off"}
        return generated("bettors", given | house.given() | where | looking_on)


def counted(run: Run) -> Run:
    """See that nobody was hung up on and all were told the same, and give how many wagers were accepted in a second."""
    for wrong in ("lost", "gaps", "unequal", "refused"):
        if run[wrong]:
            print(f"  {wrong}: {run[wrong]:,}", file=sys.stderr, flush=True)
    return {**run, "rate": run["accepted"] / run["passed"]}


def median(runs: list[Run], what: str) -> float:
    """Return the median of several runs."""
    return float(statistics.median(run[what] for run in runs))


def betting_figures(sockets: int, found: Found) -> list[Figure]:
    """Return each server's wagers, and how it stands to Colyseus in the same mode."""
    figures = []
    for contender, runs in found.items():
        peer = found.get(PEER_OF.get(contender, contender), [])
        rate, accepted, seconds = (median(runs, what) for what in ("rate", "accepted", "passed"))
        against = accepted / median(peer, "rate") if peer else None
        spread = f"{min(run['rate'] for run in runs):,.0f} to {max(run['rate'] for run in runs):,.0f}"
        note = (
            f"{rate:,.0f} bets/s ({spread}), p50 {duration(median(runs, 'p50'))}, p99 {duration(median(runs, 'p99'))}"
        )
        note += f"; generator {median(runs, 'busy'):.0%} busy"
        figures.append(Figure(f"{sockets:>5,} sockets, {contender.name}", seconds, against, round(accepted), note))
    return figures


def betting_gates(sockets: int, found: Found, *, first: bool) -> list[Gate]:
    """Hold all told to nobody told, and both to Colyseus."""
    rate = {contender: median(runs, "rate") for contender, runs in found.items()}
    at = f"{sockets} sockets"
    wrong = sum(run[what] for runs in found.values() for run in runs for what in ("lost", "gaps", "unequal"))
    gates = [
        Gate(f"{at}: connections lost, events missed, frames not alike", wrong, 0, "", at_most=True),
        Gate(f"{at}: all told and staff there, against nobody told", rate[ALL] / rate[NOBODY], TOLD_LEAST, "×"),
    ]
    if first:
        p99 = median(found[ALL], "p99") * 1000
        gates.append(Gate(f"{at}: all told and staff there, bets per second", rate[ALL], FIVE_TIMES, "/s"))
        gates.append(
            Gate(f"{at}: all told and staff there, p99 of a durable bet", p99, P99_MOST_MS, "ms", at_most=True)
        )
    for ours, least in ((NOBODY, OURS_LEAST), (ALL, ALL_LEAST)):
        if PEER_OF[ours] in rate:
            share = rate[ours] / rate[PEER_OF[ours]]
            gates.append(Gate(f"{at}: {ours.name}, against {PEER_OF[ours].name} (goal 1 ×)", share, least, "×"))
    return gates


def main(arguments: list[str]) -> int:
    """Measure the service alone."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.service", description="Measure the service alone.")
    parser.add_argument("--quick", action="store_true", help="a few seconds, without peers: figures to look at")
    parser.add_argument("--long", action="store_true", help="deal for five minutes")
    parser.add_argument("--alone", action="store_true", help="without Colyseus")
    given = parser.parse_args(arguments)
    report = measure(quick=given.quick, long=given.long, peers=not given.alone)
    print(as_text([report]))
    return 0 if passed([report]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
