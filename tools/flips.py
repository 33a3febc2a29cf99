"""Every bit of a short stored log turned over, one at a time: ``make soak ARGS="flips [--every N]"``."""

import argparse
import tempfile
from pathlib import Path

from testkit.audit.flipping import Turned, turn_bits
from testkit.audit.houses import evening, in_memory


def main(arguments: list[str]) -> int:
    """Turn bits of events and of receipts; 0 where the chain shows every one."""
    parser = argparse.ArgumentParser(prog="make soak: flips", description="Turn every bit of a stored log.")
    parser.add_argument("--every", type=int, default=1, help="only every n-th bit; all of them if not given")
    given = parser.parse_args(arguments)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        stored = evening(Path(folder) / "house.sqlite")
        for relation in ("events", "receipts"):
            connection = in_memory(stored)
            tried, unseen = turn_bits(Turned(connection), relation, given.every)
            connection.close()
            print(f"{relation}: {tried:,} bits turned, {len(unseen)} not found", *unseen[:5], flush=True)
            missed += len(unseen)
    return int(missed > 0)
