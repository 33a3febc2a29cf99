"""Dealt tables full of people who bet late, the server killed at the end: every acknowledged bet is in its record."""

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import croupier
from benchmarks.report import Figure, Gate, duration
from benchmarks.served import dealt, generated, served
from croupier.storage.places import RECORD

REF = "mbs-roulette/3"
TABLES, PLAYERS, WAGERS = 20, 25, 12
"""Tables, players at each, and wagers of each in a round."""
PACE = {
    "round": 40.0,
    "spin": 22.0,
    "rush": 5.0,
    "spare": 0.25,
    "call": 30.0,
    "rest": 32.0,
    "dolly": 33.0,
    "pay": 34.0,
    "lift": 36.0,
}
"""Seconds after the opening call. The rush begins so long before the call, and nobody bets in the last moment of it."""
QUICK_PACE = {name: second / 20 for name, second in PACE.items()}
ROUNDS, LONG_ROUNDS, QUICK_ROUNDS = 1, 8, 1
"""Eight rounds last a little over five minutes."""
P99_MOST_MS = 150


def crowd_figures(positions: Sequence[str], *, quick: bool, long: bool) -> tuple[list[Figure], list[Gate]]:
    """Let the tables play, kill the server, and hold what was acknowledged against the record."""
    tables, players = (3, 5) if quick else (TABLES, PLAYERS)
    pace, rounds = (QUICK_PACE, QUICK_ROUNDS) if quick else (PACE, LONG_ROUNDS if long else ROUNDS)
    ruleset = croupier.rulebook(REF)
    seconds = pace["round"] * (rounds - 0.5)
    with served(too_soon=0) as house:
        seated = asyncio.run(dealt(house, {f"hall-{number}": players for number in range(tables)}, REF))
        given = {
            "players": seated.players,
            "dealers": seated.dealers,
            "positions": list(positions),
            "pockets": list(ruleset.pockets),
            "call": {"bell": ruleset.procedure.closing.bell.value, "wave": ruleset.procedure.closing.wave.value},
            "revolutions": ruleset.procedure.spin.revolutions_min.value,
            "stake": 500,
            "pace": pace,
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
        f"{run['rounds']} rounds, {run['in_rush']:.0%} in the last {pace['rush']:g} s; p50 {duration(run['p50'])},"
        f" p99 {duration(run['p99'])}, longest {duration(run['longest'])}; refused: {refused}"
    )
    figure = Figure(f"{tables} dealt tables of {players}, bets", pace["round"] * rounds, None, bets, note)
    return [figure], [
        Gate("dealt tables: acknowledged bets", bets, 1, ""),
        Gate("dealt tables: acknowledged bets that the record lacks", missing, 0, "", at_most=True),
        Gate("dealt tables: bets in the record after the call", late, 0, "", at_most=True),
        Gate("dealt tables: bets sent in time and not accepted", run["planned"] - bets, 0, "", at_most=True),
        Gate("dealt tables: unanswered or cut off", run["unanswered"] + run["lost"], 0, "", at_most=True),
        Gate("dealt tables: p99 of a durable bet", run["p99"] * 1000, P99_MOST_MS, "ms", at_most=True),
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
