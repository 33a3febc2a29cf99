"""Whether the tests would notice: change the code in small ways, one at a time, and run the tests that reach it.

    python -m tools.mutants [--count N] [--seed N] [--module NAME] [--tests PATH ...] [--survivors] [--jobs N]

First every test runs once on the unchanged code under a tracer: all must pass,
and then it is known which tests reach which line. Each mutant is run against
those, file by file, until one fails. One that makes a test loop counts as
killed and is said apart. The sample depends on the seed and on the lines
themselves, not on their numbers: an edit elsewhere does not change it.

Survivors that cannot be told from the original, or are not worth telling, are
explained in tests/mutants/survivors.toml. They count as survivors all the same.
Ends with status 1 if fewer than 95 of 100 are killed. What is done is kept in
.mutants until code or tests change, so an interrupted run goes on where it was.
"""

import argparse
import hashlib
import json
import os
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tools.mutant_reach import EXPLAINED, ROOMS, MutantsError, Reach, digest, learn, run_all, sources, test_files
from tools.mutant_runs import KILLED, ROOT, SOURCE, SURVIVED, TIMED_OUT, Child, Json, attempt
from tools.mutation import Mutant, mutants

COUNT, SEED = 600, 17
LEAST = 95
KEPT = ROOT / ".mutants"
LAST = "survivors.json"
SAID_EVERY = 10.0


def ranked(seed: int, module: str = "") -> list[Mutant]:
    """List every mutant, in the order in which this seed takes them: by the hash of their names."""
    every = [one for path in sources() if module in path for one in mutants(path, (SOURCE / path).read_text())]
    return sorted(every, key=lambda one: hashlib.sha256(f"{seed}|{one.key}".encode()).digest())


@dataclass
class Figures:
    """How it goes."""

    sampled: int
    results: dict[str, Json] = field(default_factory=dict)
    by_key: dict[str, Mutant] = field(default_factory=dict)

    def of(self, *verdicts: str, path: str = "") -> list[Mutant]:
        """List the mutants that ended so."""
        ended = [key for key, told in self.results.items() if told["verdict"] in verdicts]
        return [self.by_key[key] for key in ended if self.by_key[key].path.startswith(path)]

    @property
    def share(self) -> float:
        """How many of a hundred were killed, of those that were run."""
        return 100 * len(self.of(KILLED, TIMED_OUT)) / max(1, len(self.results))


def hunt(
    chosen: Sequence[Mutant], reach: Reach, jobs: int, figures: Figures, done: Callable[[str, Json], None]
) -> None:
    """Run the mutants that have no result yet."""
    known = frozenset(reach.took)
    kills: dict[str, Counter[str]] = {}

    def waiting() -> Iterator[tuple[str, Callable[[], Child]]]:
        for one in chosen:
            plans = reach.plans(one, kills.setdefault(one.path, Counter()))
            yield one.key, partial(attempt, one.path, one.index, plans, known)

    for key, child in run_all(jobs, waiting()):
        told = child.answer() or {"verdict": TIMED_OUT, "by": "from outside", "ran": 0}
        if "fault" in told:
            raise MutantsError(f"{figures.by_key[key]}: {told['fault']}")
        if told["verdict"] == KILLED:
            kills[figures.by_key[key].path][told["by"].partition("::")[0]] += 1
        figures.results[key] = told
        done(key, told)


# --- telling ------------------------------------------------------------------------------------------------------


def explanations() -> dict[tuple[str, str, str], str]:
    """Read why some survivors are let live, by file, text of the line, and change."""
    listed = tomllib.loads(EXPLAINED.read_text()).get("survivor", []) if EXPLAINED.is_file() else []
    return {(one["file"], one["line"], one["change"]): one["why"] for one in listed}


def explained(mutant: Mutant) -> str | None:
    """Return the reason why a survivor is let live, if there is one."""
    return explanations().get((mutant.path, mutant.text, mutant.change))


def report(figures: Figures, seed: int, pool: int) -> Iterator[str]:
    """Say how it went, the figures last."""
    survivors = sorted(figures.of(SURVIVED), key=lambda one: (one.path, one.line))
    for one in survivors:
        why = explained(one) or "NOT EXPLAINED: strengthen a test, or say why not"
        yield f"survived: {one}\n    {one.text}\n    {why}"
    for path in sorted({one.path for one in figures.by_key.values()}):
        every, left = figures.of(KILLED, TIMED_OUT, SURVIVED, path=path), figures.of(SURVIVED, path=path)
        yield f"{path:36}{len(every):5} run {len(every) - len(left):5} killed {len(left):4} survived"
    for room in ROOMS:
        every, left = (
            figures.of(*which, path=f"croupier/{room}/") for which in ((KILLED, TIMED_OUT, SURVIVED), (SURVIVED,))
        )
        yield f"{room:36}{len(every):5} run {len(every) - len(left):5} killed {len(left):4} survived"
    late = len(figures.of(TIMED_OUT))
    yield f"seed        {seed}"
    yield f"sampled     {figures.sampled} of {pool:,} mutants, {len(figures.results)} run"
    yield f"killed      {len(figures.of(KILLED))} by a failing test, {late} by a test that did not come to its end"
    unexplained = sum(explained(one) is None for one in survivors)
    yield f"survived    {len(survivors)}, {len(survivors) - unexplained} of them explained"
    yield f"share       {figures.share:.1f} of 100 killed; at least {LEAST} are asked for"


def say_now(words: str) -> None:
    """Print at once, whoever listens."""
    print(words, flush=True)


class Progress:
    """Keeps each result on disk, and says from time to time how far it is."""

    def __init__(self, place: Path, figures: Figures, todo: int) -> None:
        """Start the clock."""
        self.place, self.figures, self.todo = place, figures, todo
        self.started = self.said = time.monotonic()
        self.run = 0

    def __call__(self, key: str, told: Json) -> None:
        """Note one result."""
        self.run += 1
        with self.place.open("a") as kept:
            kept.write(json.dumps({"key": key, **told}) + "\n")
        now = time.monotonic()
        if now - self.said >= SAID_EVERY:
            self.said = now
            left = (now - self.started) / self.run * (self.todo - self.run)
            survived = len(self.figures.of(SURVIVED))
            say_now(f"{self.run} of {self.todo}, {survived} survived, about {left / 60:.1f} min left")


def kept_results(place: Path) -> dict[str, Json]:
    """Read what an earlier run of the same code found."""
    if not place.is_file():
        return {}
    lines = [json.loads(line) for line in place.read_text().splitlines()]
    return {line.pop("key"): line for line in lines}


def options(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description="Would the tests notice?")
    parser.add_argument("--count", type=int, default=COUNT, help=f"how many mutants; {COUNT} if not given")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the sample; {SEED} if not given")
    parser.add_argument("--module", default="", help="only modules whose path has this in it, such as table/purse")
    parser.add_argument("--tests", nargs="*", default=[], metavar="PATH", help="only these tests; all if not given")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="how many at a time")
    parser.add_argument("--survivors", action="store_true", help="only those that the last run left alive")
    parser.add_argument("--kept", type=Path, default=KEPT, metavar="DIR", help="where what is done is kept; .mutants")
    return parser.parse_args(arguments)


def choose(given: argparse.Namespace, reach: Reach) -> tuple[list[Mutant], int]:
    """Take the sample, and say of how many. Tests that are named are asked about what they reach, and no more."""
    pool = ranked(given.seed, given.module)
    if given.survivors:
        last = given.kept / LAST
        alive = set(json.loads(last.read_text())) if last.is_file() else set()
        return [one for one in pool if one.key in alive], len(pool)
    if given.tests:
        pool = [one for one in pool if reach.tests_of(one)]
    return pool[: given.count], len(pool)


def main(arguments: Sequence[str]) -> int:
    """Hunt, and print the figures last."""
    given = options(arguments)
    files = test_files(given.tests)
    status = 0
    try:
        reach = learn(files, given.jobs, given.kept, say_now)
    except MutantsError as error:
        say_now(str(error))
        return 2
    except KeyboardInterrupt:
        say_now("\ninterrupted while learning; what is learnt is kept")
        return 130
    chosen, pool = choose(given, reach)
    figures = Figures(len(chosen), by_key={one.key: one for one in chosen})
    place = given.kept / f"results-{digest(*files, mutating=True)}.jsonl"
    before = kept_results(place)
    figures.results = {key: before[key] for key in figures.by_key if key in before}
    todo = [one for one in chosen if one.key not in figures.results]
    try:
        hunt(todo, reach, given.jobs, figures, Progress(place, figures, len(todo)))
    except MutantsError as error:
        say_now(str(error))
        return 2
    except KeyboardInterrupt:
        say_now("\ninterrupted; what is done is kept, and the same command goes on from here")
        status = 130
    for line in report(figures, given.seed, pool):
        say_now(line)
    (given.kept / LAST).write_text(json.dumps([one.key for one in figures.of(SURVIVED)]))
    return status or int(figures.share < LEAST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
