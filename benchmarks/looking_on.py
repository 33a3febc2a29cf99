"""A thousand spectators of one table: what they are told in ticks, and the memory each of them takes."""

import asyncio
from collections.abc import Sequence

from benchmarks.report import Figure, Gate, duration
from benchmarks.served import generated, seated, served

REF = "mbs-roulette/3"
TABLE = "watched"
SPECTATORS, BETTORS = 1_000, 10
RATE = 200.0
"""Bets in a second, so that every tick has something to tell."""
SECONDS = 10.0
TICK_MOST_MS = 50
MEMORY_MOST_KIB = 157
"""Ten thousand within 1.5 GiB."""


def fan_out_figures(positions: Sequence[str], *, quick: bool) -> tuple[list[Figure], list[Gate]]:
    """Let spectators look on while a few bet at a steady pace."""
    spectators, seconds = (30, 1.0) if quick else (SPECTATORS, SECONDS)
    with served(betting=1e6, pause=0.05) as house:
        players = asyncio.run(seated(house, {TABLE: BETTORS}, REF))
        given = {
            "players": players,
            "path": f"/api/v1/tables/{TABLE}/socket",
            "positions": list(positions),
            "stake": 100,
            "spectators": spectators,
            "rate": RATE,
            "seconds": seconds,
        }
        run = generated("spectators", given | house.given())
    busy, memory = run["spent"] / run["passed"], (run["seated"] - run["empty"]) / spectators / 1024
    ticks = run["frames"] / spectators / run["passed"]
    note = (
        f"{run['frames'] / run['passed']:,.0f} frames/s ({ticks:.0f} ticks/s to each), a tick each"
        f" {duration(run['tick_p50'])}, p99 {duration(run['tick_p99'])}; server {busy:.0%} busy; bets p99"
        f" {duration(run['p99'])}; {memory:.0f} KiB a connection"
    )
    figure = Figure(f"{spectators:>5,} spectators", run["passed"], None, run["accepted"], note)
    missed = run["gaps"] + run["lost"] + (run["accepted"] > run["events"]) + run["unequal"]
    return [figure], [
        Gate("spectators: the time between two ticks, p99", run["tick_p99"] * 1000, TICK_MOST_MS, "ms", at_most=True),
        Gate("spectators: events missed, connections lost, frames not alike", missed, 0, "", at_most=True),
        Gate("spectators: memory per connection", memory, MEMORY_MOST_KIB, "KiB", at_most=True),
    ]
