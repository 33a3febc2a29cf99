"""Forked and restarted workers share no secret: ``make soak ARGS="forks [--workers N] [--secrets N] [--restarts N]"``.

Workers are forked from one process, in waves, after that process has drawn
secrets itself, and each takes as many fresh secrets as it is told; then whole
interpreters are started one after the other for one secret each. All of them
together must be different. State that is copied by a fork, or seeded from
the clock at start, shows here and in no statistics.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from croupier.wheels.draw import SECRET_BYTES, fresh_secret

WORKERS = 1_000
SECRETS = 10_000
RESTARTS = 1_000
WAVE = 50
"""How many workers are alive at a time."""

RESTARTED = "import sys; from croupier.wheels.draw import fresh_secret; sys.stdout.buffer.write(fresh_secret())"


def forked(workers: int, secrets: int, secret: Callable[[], bytes], folder: Path) -> list[Path]:
    """Fork workers that write their secrets into files of their own."""
    paths = [folder / f"{number}" for number in range(workers)]
    for wave in range(0, workers, WAVE):
        running = [_fork(path, secrets, secret) for path in paths[wave : wave + WAVE]]
        for process in running:
            _, status = os.waitpid(process, 0)
            if status:
                raise RuntimeError(f"a worker ended with {os.waitstatus_to_exitcode(status)}")
    return paths


def _fork(path: Path, secrets: int, secret: Callable[[], bytes]) -> int:
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        path.write_bytes(b"".join(secret() for _ in range(secrets)))
        status = 0
    finally:
        # Without the parent's clean-up: a worker owns none of what it was copied with.
        os._exit(status)


def restarted(count: int) -> bytes:
    """Start interpreter after interpreter for one secret each."""
    command = [sys.executable, "-c", RESTARTED]
    return b"".join(subprocess.run(command, capture_output=True, check=True).stdout for _ in range(count))


def duplicates(found: bytes) -> int:
    """Count secrets that were there before."""
    # Sorted by their first eight bytes, which is quick; only those that agree in them are compared as a whole.
    heads = np.frombuffer(found, dtype=np.uint64).reshape(-1, SECRET_BYTES // 8)[:, 0]
    order = np.argsort(heads, kind="stable")
    alike = np.flatnonzero(heads[order][1:] == heads[order][:-1])
    places = {int(place) for pair in alike for place in order[pair : pair + 2]}
    return len(places) - len({found[place * SECRET_BYTES : (place + 1) * SECRET_BYTES] for place in places})


def main(arguments: list[str]) -> int:
    """Fork, restart, compare; the figures come last."""
    parser = argparse.ArgumentParser(prog="make soak: forks", description="Forked and restarted workers share nothing.")
    parser.add_argument("--workers", type=int, default=WORKERS, help=f"{WORKERS:,} if not given")
    parser.add_argument("--secrets", type=int, default=SECRETS, help=f"of each worker; {SECRETS:,} if not given")
    parser.add_argument("--restarts", type=int, default=RESTARTS, help=f"{RESTARTS:,} if not given")
    given = parser.parse_args(arguments)
    if not hasattr(os, "fork"):
        print("SKIPPED: this system has no fork")
        return 0
    started = time.monotonic()
    own = [fresh_secret() for _ in range(given.secrets)]
    with tempfile.TemporaryDirectory() as folder:
        paths = forked(given.workers, given.secrets, fresh_secret, Path(folder))
        print(f"{given.workers:,} workers forked, {time.monotonic() - started:.1f} s", flush=True)
        found = b"".join([*own, *(path.read_bytes() for path in paths), restarted(given.restarts)])
    count = len(found) // SECRET_BYTES
    repeated = duplicates(found)
    print(
        f"{count:,} secrets of {given.workers:,} forked workers, {given.restarts:,} restarts and their parent: "
        f"{repeated:,} repeated, {time.monotonic() - started:.1f} s"
    )
    return 0 if repeated == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
