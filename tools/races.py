"""Races at a table, at length: ``make soak ARGS="races [--times N] [--seed N]"``.

64 bets for the last three chips, 50 players on one spot whose maximum they
share, and wagers mixed with the call that closes betting. A chip bet twice, a
spot above its maximum or a wager behind the call ends the run with a traceback.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from testkit.web import races

TIMES = 10_000
SEED = 64


def main(arguments: list[str]) -> int:
    """Soak, and print the figures last."""
    parser = argparse.ArgumentParser(prog="make soak: races", description="Race for chips, for a spot and for time.")
    parser.add_argument("--times", type=int, default=TIMES, help=f"how often each race is run; {TIMES:,} if not given")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the races; {SEED} if not given")
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}", flush=True)
    for told in (_last_chip, _one_spot, _around_the_call):
        started = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            figures = told(Path(folder), given.times, given.seed)
        print(f"{figures}, {time.monotonic() - started:.0f} s", flush=True)
    return 0


def _last_chip(folder: Path, times: int, seed: int) -> str:
    accepted = asyncio.run(races.last_chip(folder, times, seed))
    return f"chips     {times:,} races of {races.BETS} bets for {races.LEFT} chips: {accepted:,} accepted, none over"


def _one_spot(folder: Path, times: int, seed: int) -> str:
    most = asyncio.run(races.one_spot(folder, times, seed))
    return f"spot      {times:,} races of {races.PLAYERS} players: at most {most:,} of {races.SPOT_MAX:,} lay there"


def _around_the_call(folder: Path, times: int, seed: int) -> str:
    early, late = asyncio.run(races.around_the_call(folder, times, seed))
    return f"call      {times:,} calls among wagers: {early:,} in time, {late:,} refused as late, none behind the call"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
