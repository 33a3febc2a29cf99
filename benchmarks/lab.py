"""Betting systems, spins per second: the lab against a plain loop, NumPy, and C alone and in SIMD lanes.

Every contender plays a unit of 1 on red of the single-zero wheel, minimum 1, maximum 1,000, bankroll 1,000, up to
1,000 spins. The lab and the C program draw the same streams and must find the same sums; the loop and NumPy draw their
own and must come near.
"""

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import croupier
from benchmarks.lab_peers import SYSTEMS, by_loop, by_numpy, careful
from benchmarks.report import Figure, Gate, Report
from benchmarks.timing import ROUNDS
from croupier.lab.custom import CustomSystem
from croupier.lab.markov.forecast import forecast
from croupier.lab.plan import Ending, Plan, limits_for_all
from croupier.lab.simulate.results import Results
from croupier.lab.simulate.run import simulate
from croupier.lab.simulate.shares import cores_here
from croupier.lab.systems import system_named

REF = "mbs-roulette/3"
BANKROLL, MAXIMUM, SPINS, SEED = 1_000, 1_000, 1_000, 7
SOURCE = Path(__file__).with_name("lab_sessions.c")
COMPILE = ("cc", "-O3", "-march=native", "-std=gnu11", "-pthread")

IN_LANES = ("flat", "martingale", "dalembert", "fibonacci")
"""What is held to C in lanes and to the plain loop."""
ALONE = ("labouchere", "careful")
"""What is held to C that plays a session after the other."""
TIMES_LANES, TIMES_LOOP, TIMES_SCALAR, TIMES_EXACT = 0.4, 500, 0.8, 5
MILLION = 1_000_000

GROWTH = (10_000, 1_000_000, 100_000_000)
"""Sessions of 10 spins, for time and memory as work grows."""


class Took(NamedTuple):
    """How long some spins took."""

    seconds: float
    spins: int

    @property
    def each(self) -> float:
        """The seconds of one spin."""
        return self.seconds / self.spins


Ways = dict[str, Callable[[], Took]]


def measure(*, quick: bool) -> Report:
    """Time every system in every way, then how it grows and what the first call costs."""
    figures: list[Figure] = []
    gates: list[Gate] = []
    with c_program() as program:
        for name in SYSTEMS:
            taken = medians_of(ways(name, program, quick=quick))
            figures += [Figure(f"{name:16}  {way}", each, taken["plain loop"]) for way, each in taken.items()]
            gates += gates_of(name, taken)
    against, gate = exactly(quick=quick)
    figures += against
    gates.append(gate)
    figures += growing(GROWTH[:2] if quick else GROWTH)
    figures += first_calls()
    return Report("lab", "the plain loop; times are of one spin on all cores", figures, gates)


def plan_of(name: str, spins: int = SPINS) -> Plan:
    """Return the plan that is measured."""
    system = CustomSystem(careful) if name == "careful" else system_named(name)
    limits = limits_for_all(1, MAXIMUM)
    return Plan(croupier.rulebook(REF), system, {"red": 1}, bankroll=BANKROLL, spins=spins, limits=limits)


def ways(name: str, program: Path | None, *, quick: bool) -> Ways:
    """Return every way to play this system, once those that must agree have been seen to."""
    many, few = (2**15, 20) if quick else (2**18, 100)
    fewer = many // 8
    plan = plan_of(name)
    spins_of(plan, 64)
    found: Ways = {
        "plain loop": lambda: timed(lambda: by_loop(name, few, SPINS, BANKROLL, MAXIMUM)),
        "NumPy": lambda: timed(lambda: by_numpy(name, 2_000, SPINS, BANKROLL, MAXIMUM)),
        "the lab": lambda: timed(partial(spins_of, plan, many)),
    }
    if program is not None:
        usual = simulate(plan, fewer, SEED)
        for way in ("scalar", "lanes") if name != "labouchere" else ("scalar",):
            assert run_c(program, plan, way, fewer)[1] == sums_of(usual), f"C, {way}: {name} comes out otherwise"
            count = many if way == "lanes" else fewer
            found[f"C, {way}"] = partial(c_took, program, plan, way, count)
    return found


def c_took(program: Path, plan: Plan, way: str, sessions: int) -> Took:
    """Time the C program."""
    return run_c(program, plan, way, sessions)[0]


def spins_of(plan: Plan, sessions: int) -> int:
    """Simulate with compiled lanes, however few the sessions are: for a few, NumPy is ready sooner. Give the spins."""
    return simulate(plan, sessions, SEED, engine="numba").tally.spins.total


def timed(play: Callable[[], int]) -> Took:
    begun = time.perf_counter()
    spins = play()
    return Took(time.perf_counter() - begun, spins)


def medians_of(contenders: Ways) -> dict[str, float]:
    """Return the seconds of one spin of each contender; they take turns within a round."""
    rounds = [{name: play().each for name, play in contenders.items()} for _ in range(ROUNDS)]
    return {name: statistics.median(each[name] for each in rounds) for name in contenders}


def gates_of(name: str, taken: Mapping[str, float]) -> list[Gate]:
    """Hold the lab to its bars; without a C compiler, to those that need none."""
    ours = taken["the lab"]
    gates = []
    if name in IN_LANES:
        gates.append(Gate(f"{name} against the plain loop", taken["plain loop"] / ours, TIMES_LOOP, "×"))
    if name in IN_LANES and "C, lanes" in taken:
        gates.append(Gate(f"{name} against C in lanes", taken["C, lanes"] / ours, TIMES_LANES, "×"))
    if name in ALONE and "C, scalar" in taken:
        gates.append(Gate(f"{name} against scalar C", taken["C, scalar"] / ours, TIMES_SCALAR, "×"))
    return gates


@contextmanager
def c_program() -> Iterator[Path | None]:
    """Compile the C program on the spot; None, said aloud, where there is no compiler."""
    if shutil.which(COMPILE[0]) is None:
        print("lab: no C compiler here, so nothing is measured against C", file=sys.stderr)
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "sessions"
        subprocess.run([*COMPILE, str(SOURCE), "-o", str(program)], check=True)
        yield program


def run_c(program: Path, plan: Plan, way: str, sessions: int) -> tuple[Took, tuple[int, ...]]:
    """Play in C. The seconds are those the program counts itself, without starting it."""
    winning = sum(1 << pocket for pocket, gain in enumerate(plan.gains) if gain > 0)
    terms = (sessions, plan.spins, plan.bankroll, plan.units_max, 0, -1, SEED, cores_here(), len(plan.gains), winning)
    done = subprocess.run(
        [str(program), plan.system.name, way, *map(str, terms)], capture_output=True, text=True, check=True
    )
    seconds, *sums = done.stdout.split()
    found = tuple(map(int, sums))
    return Took(float(seconds), found[1]), found


def sums_of(results: Results) -> tuple[int, ...]:
    """Return what the C program prints, as the lab found it."""
    tally = results.tally
    left = tally.gain.total + results.plan.bankroll * results.sessions
    return left, tally.spins.total, tally.staked.total, int(results.ended(Ending.SHORT) * results.sessions)


def exactly(*, quick: bool) -> tuple[list[Figure], Gate]:
    """Time the exact answer against a million simulated sessions."""
    plan = plan_of("martingale")
    sessions = 100_000 if quick else MILLION
    forecast(plan)
    rounds = [
        (timed(lambda: round(forecast(plan).mean_spins)).seconds, timed(partial(spins_of, plan, sessions)).seconds)
        for _ in range(ROUNDS)
    ]
    exact = statistics.median(one for one, _ in rounds)
    million = statistics.median(other for _, other in rounds) * MILLION / sessions
    gate = Gate("the exact martingale against a million sessions", million / exact, TIMES_EXACT, "×")
    return [Figure("martingale, a million sessions", million), Figure("martingale, exactly", exact, million)], gate


def growing(sizes: tuple[int, ...]) -> list[Figure]:
    """Time a session as there are more of them, and say how much memory the process has had at most."""
    plan = plan_of("martingale", spins=10)
    spins_of(plan, 64)
    figures = []
    for sessions in sizes:
        taken = timed(partial(spins_of, plan, sessions))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        figures.append(
            Figure(f"{sessions:>11,} sessions of 10 spins, at most {peak:,} MB", taken.seconds, count=sessions)
        )
    return figures


FIRST = """
import time
from benchmarks.lab import plan_of
from croupier.lab.simulate.sessions import player
plan = plan_of("martingale")
begun = time.perf_counter()
player(plan)(7, 0, 64)
print(time.perf_counter() - begun)
"""


def first_calls() -> list[Figure]:
    """Time the first 64 sessions of a fresh process: compiled on the spot, then loaded from disk."""
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        for words in ("compiled on the spot", "loaded from disk"):
            env = {"NUMBA_CACHE_DIR": folder, "PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin:/bin"}
            told = subprocess.run([sys.executable, "-c", FIRST], env=env, capture_output=True, text=True, check=True)
            figures.append(Figure(f"first call, martingale, {words}", float(told.stdout)))
    return figures
