"""A house full of people who bet late, killed at the end: every acknowledged bet is in its record, and none is late."""

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from benchmarks.report import Figure, Gate, duration
from benchmarks.served import generated, seated, served
from croupier.storage.places import RECORD

REF = "mbs-roulette/3"
TABLES, PLAYERS, WAGERS = 20, 25, 10
"""Tables, players at each, and wagers of each in a round."""
PACE = {"betting": 8.0, "ball": 4.0, "drop": 1.0, "dolly": 0.2, "settle": 0.2, "pause": 1.0}
QUICK_PACE = {"betting": 1.0, "ball": 0.5, "drop": 0.1, "dolly": 0.05, "settle": 0.05, "pause": 0.1}
SECONDS, LONG_SECONDS, QUICK_SECONDS = 30.0, 300.0, 2.0
P99_MOST_MS = 150


def crowd_figures(positions: Sequence[str], *, quick: bool, long: bool) -> tuple[list[Figure], list[Gate]]:
    """Let the tables play, kill the server, and hold what was acknowledged against the record."""
    tables, players = (3, 5) if quick else (TABLES, PLAYERS)
    pace, seconds = (QUICK_PACE, QUICK_SECONDS) if quick else (PACE, LONG_SECONDS if long else SECONDS)
    betting = pace["betting"] + pace["ball"]
    with served(**pace) as house:
        people = asyncio.run(seated(house, {f"hall-{number}": players for number in range(tables)}, REF))
        given = {
            "players": people,
            "positions": list(positions),
            "stake": 100,
            "betting": betting,
            "wagers": WAGERS,
            "seconds": seconds,
        }
        run = generated("crowd", given | house.given())
        house.kill()
        acknowledged: dict[str, list[str]] = run["acknowledged"]
        missing, late = held_to_record(house.folder / RECORD, acknowledged)
    bets = sum(map(len, acknowledged.values()))
    refused = ", ".join(f"{code} {count:,}" for code, count in run["refused"].items()) or "none"
    note = (
        f"{run['rounds']} rounds, p50 {duration(run['p50'])}, p99 {duration(run['p99'])}; refused: {refused};"
        f" {run['in_rush']:.0%} in the last 5 s"
    )
    figure = Figure(f"{tables} tables of {players}, bets", seconds, None, bets, note)
    return [figure], [
        Gate("full house: acknowledged bets", bets, 1, ""),
        Gate("full house: acknowledged bets that the record lacks", missing, 0, "", at_most=True),
        Gate("full house: bets taken after the call", late, 0, "", at_most=True),
        Gate("full house: unanswered or cut off", run["unanswered"] + run["lost"], 0, "", at_most=True),
        Gate("full house: p99 of a durable bet", run["p99"] * 1000, P99_MOST_MS, "ms", at_most=True),
    ]


def held_to_record(record: Path, acknowledged: dict[str, list[str]]) -> tuple[int, int]:
    """Count the acknowledged wagers that a record lacks, and wagers that stand behind the call of their round."""
    missing = late = 0
    with closing(sqlite3.connect(record)) as file:
        for table, wagers in acknowledged.items():
            rows = file.execute("SELECT line FROM events WHERE table_id = ? ORDER BY seq", (table,))
            placed, behind = placed_and_late(line for (line,) in rows)
            missing += len(set(wagers) - placed)
            late += behind
    return missing, late


def placed_and_late(lines: Iterable[str]) -> tuple[set[str], int]:
    """Read a table's events in order: the wagers that were placed, and how many of them after the call."""
    placed, called, late = set[str](), False, 0
    for line in lines:
        event = json.loads(line)
        if event["type"] == "betting-opened":
            called = False
        elif event["type"] == "no-more-bets-called":
            called = True
        elif event["type"] == "wager-placed":
            placed.add(event["wager"])
            late += called
    return placed, late
