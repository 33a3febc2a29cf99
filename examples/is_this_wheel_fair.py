"""Could you have noticed? A wheel with a fault of our own making, watched for an evening, a month and a year.

    python examples/is_this_wheel_fair.py [FOLDER]

Nine neighboring pockets come a tenth more often than they should, which is far more
than a player needs. Prints what the tests say after 300, 3,000 and 30,000 spins, and
draws the last of them around the wheel.
"""

import sys
from pathlib import Path

import numpy as np

import croupier
from croupier.lab import pictures
from croupier.lab.bias import Bias, assess, spins, spins_by_rule, verdict

SEED = 3
FAULT = Bias(width=9, more=0.1)


def main(folder: Path) -> None:
    house = croupier.rulebook("mbs-roulette/3")
    chance = np.random.default_rng(SEED)
    order = np.array(house.wheel.order)
    watched = order[chance.choice(37, 30_000, p=FAULT.chances(37))]

    samples = [spins(house, watched[:count].tolist()) for count in (300, 3_000, 30_000)]
    for sample in samples:
        findings = assess(sample, draws=1_999)
        print(f"--- {len(sample):,} spins")
        for line in verdict(findings)[:3]:
            print(line)

    needed = spins_by_rule(FAULT.more, pockets=37, width=FAULT.width)
    print(f"--- Somebody who knew where to look would need about {needed:,} spins.")
    drawn = pictures.wheel_map(house, samples[-1].counts, title="30,000 spins of a faulty wheel")
    pictures.written(drawn, folder / "faulty-wheel.svg")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
