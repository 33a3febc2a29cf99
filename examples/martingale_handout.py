"""A handout for a lesson: what the martingale does with 1,000 units in 1,000 spins on red.

    python examples/martingale_handout.py [FOLDER]

The minimum is 1, the maximum 1,000, the wheel has one zero. Prints the exact answer
beside a simulation of it, and writes the page to give away.
"""

import sys
from pathlib import Path

import croupier
from croupier.lab import Flat, Martingale, Plan, forecast, limits_for_all
from croupier.lab.comparison import of_forecast, of_results, paths, side
from croupier.lab.reports import Study, html
from croupier.lab.simulate import simulate

SEED = 7
SESSIONS = 100_000


def main(folder: Path) -> None:
    house = croupier.rulebook("mbs-roulette/3")
    table = limits_for_all(1, 1000)
    plan = Plan(house, Martingale(), {"red": 1}, bankroll=1000, spins=1000, limits=table)

    exact = of_forecast(forecast(plan))
    played = of_results(simulate(plan, SESSIONS, SEED))
    for words, one in (("exact", exact), (f"{SESSIONS:,} sessions", played)):
        print(f"{words:>18}: mean gain {one.mean_gain:9.3f}, ruined {one.ruin:.4f}, ahead {one.ahead:.4f}")
    off = (played.mean_gain - exact.mean_gain) / played.error
    print(f"{'apart by':>18}: {off:+.2f} standard errors")

    flat = side(Plan(house, Flat(), {"red": 1}, bankroll=1000, spins=1000, limits=table))
    study = Study(
        command="python examples/martingale_handout.py",
        seed=SEED,
        sides=(exact, flat),
        paths=paths(plan, sessions=100, seed=SEED),
    )
    handout = folder / "martingale.html"
    handout.write_text(html(study), encoding="utf-8")
    print(f"{handout.name} written")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
