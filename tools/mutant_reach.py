"""Which tests reach which line: every test runs once on the unchanged code, and what it showed is kept."""

import ast
import gc
import hashlib
import json
import os
import select
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tools.mutant_runs import ROOT, SOURCE, Child, Json, Plan, trace
from tools.mutation import Mutant

ROOMS = ("rules", "table")
EXPLAINED = ROOT / "tests" / "mutants" / "survivors.toml"
NOT_RUN = (
    *("tests/audit", "tests/browser", "tests/client", "tests/crash", "tests/house", "tests/lab", "tests/mutants"),
    *("tests/package", "tests/rooms", "tests/storage", "tests/web", "tests/wheels"),
    *("tests/test_soak.py", "tests/test_tidy.py"),
    *("tests/cli/test_completion.py", "tests/cli/test_fuzz.py", "tests/cli/test_help.py", "tests/cli/test_lab.py"),
    *("tests/cli/test_record.py", "tests/cli/test_streams.py", "tests/cli/test_table.py", "tests/cli/test_wheel.py"),
    *(
        "tests/docs/test_pages.py::test_the_readme",
        "tests/rulebooks/test_damage.py",
        "tests/table/test_wire.py::TestFuzz",
    ),
    *("tests/properties/test_table.py", "tests/table/test_persistent.py::TestVersions"),
)
"""Tests of other rooms, and those that fire at random for seconds each: what only they would notice counts as
unnoticed."""
WORTH = 60.0
"""Seconds of tests, by their usual time, that are spent on one mutant; those beyond are left out, the slowest first."""
HANGS = 1800.0
"""Seconds after which a child is ended from outside, should its own alarm not reach it."""


class MutantsError(Exception):
    """What keeps the run from meaning anything, in words."""


@dataclass(frozen=True)
class Reach:
    """What the unchanged code showed: which tests reach which line, and how long they take."""

    took: dict[str, float]
    lines: dict[str, dict[int, list[str]]]

    def tests_of(self, mutant: Mutant) -> set[str]:
        """Find the tests that can see a mutant: those that run its lines; if no function has them, those of the module.

        What only runs at import, as a constant does, is seen by the tests of the
        modules that import it, too.
        """
        if not mutant.at_import:
            reached = self.lines.get(mutant.path, {})
            return {
                test for line in range(mutant.statement[0], mutant.statement[1] + 1) for test in reached.get(line, ())
            }
        near = {mutant.path, *importers(mutant.path)}
        return {test for path in near for tests in self.lines.get(path, {}).values() for test in tests}

    def plans(self, mutant: Mutant, kills: Counter[str]) -> list[Plan]:
        """Sort those tests by file: files that killed its neighbors first, then the cheapest."""
        files: dict[str, dict[str, float]] = {}
        left = WORTH
        for test in sorted(self.tests_of(mutant), key=self.took.__getitem__):
            left -= self.took[test]
            if left > 0:
                files.setdefault(test.partition("::")[0], {})[test] = self.took[test]
        order = sorted(files, key=lambda file: (-kills[file], sum(files[file].values()), file))
        return [Plan(file, files[file]) for file in order]


def sources() -> list[str]:
    """List the modules of the two rooms."""
    return [
        path.relative_to(SOURCE).as_posix()
        for room in ROOMS
        for path in sorted((SOURCE / "croupier" / room).glob("*.py"))
    ]


def importers(path: str) -> set[str]:
    """List the modules of the two rooms that import this one."""
    name = path.removesuffix(".py").replace("/", ".")
    found = set()
    for other in sources():
        for node in ast.walk(ast.parse((SOURCE / other).read_text())):
            whole = isinstance(node, ast.ImportFrom) and node.module == name
            part = isinstance(node, ast.ImportFrom) and any(f"{node.module}.{one.name}" == name for one in node.names)
            if whole or part:
                found.add(other)
    return found


def test_files(given: Sequence[str]) -> list[str]:
    """List the test files to run: those given, or all that can see the two rooms."""
    roots = [Path(one) for one in given] or [Path("tests")]
    found = [ROOT / root for root in roots if root.suffix] + [
        path for root in roots if not root.suffix for path in (ROOT / root).rglob("test_*.py")
    ]
    names = sorted(path.relative_to(ROOT).as_posix() for path in found)
    return names if given else [name for name in names if not name.startswith(NOT_RUN)]


def digest(*files: str, mutating: bool = False) -> str:
    """Hash what a run of these test files depends on: them, the code, what all share, and perhaps the changes."""
    seen = hashlib.sha256(sys.version.encode())
    beside = [*(ROOT / "testkit").rglob("*"), *(ROOT / "tests").rglob("*")]
    shared = [path for path in beside if not path.name.startswith("test_") and path != EXPLAINED]
    changes = [ROOT / "tools" / "mutation.py"] if mutating else []
    parts = [*(SOURCE / "croupier").rglob("*"), *shared, *changes, *map(ROOT.joinpath, files)]
    for path in sorted(path for path in parts if path.is_file() and path.suffix != ".pyc"):
        seen.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return seen.hexdigest()[:24]


def run_all(jobs: int, waiting: Iterator[tuple[str, Callable[[], Child]]]) -> Iterator[tuple[str, Child]]:
    """Run children, so many at a time, and give each when it is over. Leaves none behind."""
    running: dict[int, tuple[str, Child]] = {}
    try:
        while True:
            while len(running) < jobs and (one := next(waiting, None)) is not None:
                child = one[1]()
                running[child.pipe] = (one[0], child)
            if not running:
                return
            for pipe in _over(running):
                name, child = running.pop(pipe)
                child.end()
                yield name, child
    finally:
        for _, child in running.values():
            child.end()


def _over(running: dict[int, tuple[str, Child]]) -> list[int]:
    """Listen for a moment, and give the pipes of those that have said all they had to say, or hang."""
    ready, _, _ = select.select(list(running), [], [], 1.0)
    over = []
    for pipe in running:
        child = running[pipe][1]
        said = os.read(pipe, 1 << 20) if pipe in ready else None
        if said:
            child.heard += said
        elif said is not None or time.monotonic() - child.started > HANGS:
            over.append(pipe)
    return over


def learn(files: Sequence[str], jobs: int, kept: Path, say: Callable[[str], None]) -> Reach:
    """Run every test on the unchanged code, but for files of which it is kept. Raises MutantsError where one fails."""
    kept.mkdir(exist_ok=True)
    places = {file: kept / f"reach-{digest(file)}.json" for file in files}
    left_out = tuple(name for name in NOT_RUN if "::" in name)
    missing = [(file, partial(trace, file, sources(), left_out)) for file in files if not places[file].is_file()]
    started = time.monotonic()
    for name, child in run_all(jobs, iter(missing)):
        told = child.answer() or {"fault": "it ended without a word"}
        if "fault" in told or told["failed"] or told["status"] not in (0, 5):
            why = told.get("failed") or told.get("fault") or f"pytest ends with status {told['status']}"
            raise MutantsError(f"{name} does not pass on the unchanged code: {why}")
        places[name].write_text(json.dumps({"took": told["took"], "reached": told["reached"]}))
        say(f"{name}: {len(told['took'])} tests in {sum(told['took'].values()):.1f} s")
    reach = Reach({}, {})
    for place in places.values():
        _add(reach, json.loads(place.read_text()))
    say(f"the unchanged code passes {len(reach.took):,} tests, in {time.monotonic() - started:.0f} s")
    # The children need not look through all this for garbage.
    gc.collect()
    gc.freeze()
    return reach


def _add(reach: Reach, told: Json) -> None:
    reach.took.update(told["took"])
    names = list(told["took"])
    for path, reached in told["reached"].items():
        lines = reach.lines.setdefault(path, {})
        for line, tests in reached.items():
            lines.setdefault(int(line), []).extend(names[place] for place in tests)
