"""The service under load: sockets that bet as fast as they are answered, spectators, and a house full of late bettors.

Every server is a process of its own on one core, the generator on the other;
what is accepted is durable (SQLite, synchronous=FULL). Colyseus and boardgame.io
do the same task in the same run and store nothing. ``--long`` fills the house
for five minutes.
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
from typing import Any

import croupier
from benchmarks.full_house import crowd_figures
from benchmarks.looking_on import fan_out_figures
from benchmarks.peer_servers import PEERS, installed, peer
from benchmarks.report import Figure, Gate, Report, as_text, duration, passed
from benchmarks.served import generated, seated, served
from benchmarks.timing import ROUNDS

REF = "mbs-roulette/3"
POSITIONS = sorted(croupier.rulebook(REF).positions)
STAKE = 100
TABLE = "load"
OURS, REFERENCE = "croupier", "Colyseus"
SOCKETS = (100, 500, 1_000)
WARM, SECONDS = 1.0, 3.0
SHARE_LEAST = 0.25
P99_MOST_MS = 50
STILL = {"betting": 1e6, "pause": 0.05}
"""A pace at which betting stays open for as long as it is measured."""

Run = dict[str, Any]


def measure(*, quick: bool, long: bool = False, peers: bool = True) -> Report:
    """Measure everything; quickly without peers, few sockets and no pause for breath."""
    names = [OURS, *PEERS] if peers and not quick and installed() else [OURS]
    sizes, rounds = ((20,), 1) if quick else (SOCKETS, ROUNDS)
    figures, gates = list[Figure](), list[Gate]()
    for sockets in sizes:
        found = {name: list[Run]() for name in names}
        for _ in range(rounds):
            for name in tuple(found):
                run = tried(name, sockets, quick=quick)
                if run is None:
                    del found[name]
                else:
                    found[name].append(run)
        figures += betting_figures(sockets, found)
        if sockets == sizes[0]:
            gates += betting_gates(sockets, found)
    for more, held in (fan_out_figures(POSITIONS, quick=quick), crowd_figures(POSITIONS, quick=quick, long=long)):
        figures += more
        gates += held
    return Report("service", f"{REFERENCE}, which stores nothing", figures, gates)


# --- as fast as they are answered ---------------------------------------------------------------------------------


def tried(name: str, sockets: int, *, quick: bool) -> Run | None:
    """Let so many sockets bet; a peer that cannot seat them is left out, and that is said."""
    try:
        run = betting(name, sockets, quick=quick)
    except subprocess.CalledProcessError:
        if name == OURS:
            raise
        print(f"{name} did not serve {sockets} sockets: not measured", file=sys.stderr, flush=True)
        return None
    shown = f"{run['rate']:,.0f} bets/s, p99 {duration(run['p99'])}, server {run['spent'] / run['passed']:.0%} busy"
    print(f"  {sockets:,} sockets, {name}: {shown}", file=sys.stderr, flush=True)
    return run


def betting(name: str, sockets: int, *, quick: bool) -> Run:
    """Let so many sockets bet at one new server, each sending the next wager when the last was answered."""
    seconds = {"warm": 0.2, "seconds": 0.5} if quick else {"warm": WARM, "seconds": SECONDS}
    given = {"speech": name, "positions": POSITIONS, "stake": STAKE, "depth": 1, **seconds}
    if name == OURS:
        with served(**STILL) as house:
            players = asyncio.run(seated(house, {TABLE: sockets}, REF))
            path = f"/api/v1/tables/{TABLE}/socket?feed=off"
            return counted(generated("bettors", given | house.given() | {"players": players, "path": path}))
    with peer(name, sockets, POSITIONS) as other:
        seats = [{"path": path, "seat": str(seat), "seats": sockets} for seat, path in enumerate(other.seats)]
        where = {"host": "127.0.0.1", "port": other.port, "server": other.process}
        return counted(generated("bettors", given | where | {"players": seats}))


def counted(run: Run) -> Run:
    """See that nobody was hung up on, and give how many wagers were accepted in a second."""
    assert run["lost"] == 0, f"{run['lost']} connections were lost"
    return {**run, "rate": run["accepted"] / run["passed"]}


def median(runs: list[Run], what: str) -> float:
    """Give the median of several runs."""
    return float(statistics.median(run[what] for run in runs))


def betting_figures(sockets: int, found: dict[str, list[Run]]) -> list[Figure]:
    """Give each server's wagers, and how it stands to the reference."""
    figures = []
    for name, runs in found.items():
        rate = median(runs, "rate")
        accepted, seconds = round(median(runs, "accepted")), median(runs, "passed")
        reference = median(found[REFERENCE], "rate") if REFERENCE in found else 0.0
        note = f"{rate:,.0f} bets/s, p50 {duration(median(runs, 'p50'))}, p99 {duration(median(runs, 'p99'))}"
        note += f"; generator {median(runs, 'busy'):.0%} busy"
        against = accepted / reference if reference else None
        figures.append(Figure(f"{sockets:>5,} sockets, {name}", seconds, against, accepted, note))
    return figures


def betting_gates(sockets: int, found: dict[str, list[Run]]) -> list[Gate]:
    """Hold the fewest sockets to the share of the reference, and to the time in which nearly all are answered."""
    p99 = median(found[OURS], "p99") * 1000
    gates = [Gate(f"{sockets} sockets: p99 of a durable bet", p99, P99_MOST_MS, "ms", at_most=True)]
    if REFERENCE in found:
        share = median(found[OURS], "rate") / median(found[REFERENCE], "rate")
        gates.append(Gate(f"{sockets} sockets: durable bets against {REFERENCE}", share, SHARE_LEAST, "×"))
    return gates


def main(arguments: list[str]) -> int:
    """Measure the service alone."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.service", description="Measure the service alone.")
    parser.add_argument("--quick", action="store_true", help="a few seconds, without peers: figures to look at")
    parser.add_argument("--long", action="store_true", help="fill the house for five minutes")
    parser.add_argument("--alone", action="store_true", help="without peers")
    given = parser.parse_args(arguments)
    report = measure(quick=given.quick, long=given.long, peers=not given.alone)
    print(as_text([report]))
    return 0 if passed([report]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
