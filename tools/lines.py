"""Send fuzzed lines to real tables for as long as it takes: ``make soak ARGS="lines [--lines N] [--seed N]"``.

One ``croupier table`` of each rulebook runs as a process of its own. Every answer
is checked against a second reading of its line; a process that ends, an answer
that is not right, or memory that grows ends the run with status 1. The figures
come last.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.rulebooks import REFS
from testkit.table.fuzz import Figures, fuzz, memory_of

LINES = 1_000_000
SEED = 17
MEMORY_GROWN_MAX = 16 * 1024 * 1024
"""Over all tables, from half way to the end. Their receipts are full by then."""

PROGRAM = (sys.executable, "-c", "from croupier.cli import main; main()", "table")


class Processes:
    """Tables that run as processes of their own."""

    def __init__(self) -> None:
        """Start one of each rulebook."""
        self._running = {
            ref: subprocess.Popen([*PROGRAM, ref, "--name", "one"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for ref in REFS
        }

    def ask(self, ref: str, line: bytes) -> str:
        """Send a line and wait for its answer."""
        process = self._running[ref]
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line + b"\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer, f"{ref}: the process ended with {process.poll()} at {line!r}"
        return answer.decode().removesuffix("\n")

    def memory(self) -> int:
        """Return the bytes that all of them have in memory."""
        return sum(memory_of(str(process.pid)) for process in self._running.values())

    def end(self) -> bool:
        """Close their input; whether all of them then end as they should."""
        statuses = []
        for process in self._running.values():
            process.communicate(timeout=60)
            statuses.append(process.returncode)
        return not any(statuses)

    def kill(self) -> None:
        """Leave none behind."""
        for process in self._running.values():
            process.kill()
            process.wait()


@contextmanager
def processes() -> Iterator[Processes]:
    """Run tables, and leave none behind."""
    running = Processes()
    try:
        yield running
    finally:
        running.kill()


def told(figures: Figures) -> str:
    """Say how it went."""
    rate = figures.lines / figures.seconds
    memory = figures.memory[-1] / 2**20
    sorts = ", ".join(f"{count:,} {sort}" for sort, count in sorted(figures.answers.items()))
    return f"{figures.lines:>11,} lines  {rate:8,.0f} a second  {memory:8.1f} MiB  {sorts}"


def main(arguments: list[str]) -> int:
    """Soak, and print the figures last."""
    parser = argparse.ArgumentParser(prog="make soak: lines", description="Fuzz croupier table at length.")
    parser.add_argument("--lines", type=int, default=LINES, help=f"how many lines; {LINES:,} if not given")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the lines; {SEED} if not given")
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}", flush=True)
    with processes() as tables:
        figures = fuzz(given.lines, given.seed, tables=tables, progress=lambda now: print(told(now), flush=True))
        ended = tables.end()
    grown = figures.grown
    print(f"events    {len(figures.events)} sorts; codes {len(figures.codes)} sorts")
    print(f"memory    {grown / 2**20:+.1f} MiB from half way to the end, at most {MEMORY_GROWN_MAX / 2**20:.0f} MiB")
    print(f"answers   {sum(figures.answers.values()):,} of {figures.lines:,} lines, every one checked; none off-schema")
    print(f"processes {'all ended well' if ended else 'did not all end well'}")
    return 0 if ended and grown <= MEMORY_GROWN_MAX else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
