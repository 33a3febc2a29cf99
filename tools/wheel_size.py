"""Count the false alarms of the wheel tests on fair spins: ``python -m tools.wheel_size [--samples N] [--seed N]``.

Every test is held to its level of 1 %, each by itself and all of them together: more
alarms than a binomial count allows end the run with status 1, and so do, of the tests
whose p-value is simulated, fewer. The figures come last.
"""

import argparse
import sys
import time

from scipy import stats

from croupier.lab.bias import Name
from testkit.lab import samples
from testkit.lab.samples import TOGETHER, alarms

SAMPLES = 2_000
LENGTH = 400
SEED = 17
ALPHA = 0.01
UNLUCKY = 1e-4
"""The chance, for each test, that a right one fails here."""

EVEN = (Name.SECTORS, Name.STEPS, Name.CHANGE, Name.DEALER, Name.DIRECTION)
"""Simulated, with next to no ties: they use their level up. Counts and runs are coarser and stay below it."""


def main(arguments: list[str]) -> int:
    """Run, judge, print."""
    parser = argparse.ArgumentParser(prog="make soak: wheels", description=__doc__.splitlines()[0])
    parser.add_argument("--samples", type=int, default=SAMPLES)
    parser.add_argument("--seed", type=int, default=SEED)
    given = parser.parse_args(arguments)
    started = time.monotonic()
    counted = alarms(samples.fair_with_dealers, samples=given.samples, length=LENGTH, seed=given.seed, alpha=ALPHA)
    least, most = (int(stats.binom.ppf(chance, given.samples, ALPHA)) for chance in (UNLUCKY, 1 - UNLUCKY))
    names = [*(str(name) for name in Name if name is not Name.WHEEL), TOGETHER]
    wrong = [name for name in names if counted[name] > most or (name in EVEN and counted[name] < least)]
    print(f"false alarms at 1 % in {given.samples} fair samples of {LENGTH} spins, seed {given.seed};")
    print(f"{least} to {most} are allowed ({time.monotonic() - started:.0f} s)")
    for name in names:
        print(f"  {name:16} {counted[name]:5}{'   WRONG' if name in wrong else ''}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
