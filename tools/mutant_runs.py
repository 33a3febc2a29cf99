"""One test run per process: the unchanged code under a tracer, or one mutant until a test notices it.

Each run is a fork of a process in which pytest is loaded and croupier is not,
so the child imports the changed module as if its file had been edited, and
constants, defaults and decorated functions are as changed as the rest. Nothing
is written to the tree.
"""

import contextlib
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NoReturn

import coverage
import pytest
from hypothesis import HealthCheck, Phase, settings

from tools.mutation import mutated

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
MEMORY_MAX = 4 * 2**30
"""A mutant that fills the memory fails its test instead of the machine."""
TIME_LEAST = 10.0
TIME_FACTOR = 10.0
"""A test under a mutant has ten times its usual time, and at least ten seconds; then it counts as a loop.
All times are those of the processor, so that a busy machine does not decide."""
COLLECTING = 60.0
OPTIONS = (
    *("-x", "-q", "--no-header", "--tb=no", "--import-mode=importlib"),
    *("-p", "no:cacheprovider", "-p", "pytest_timeout"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),  # Hypothesis is loaded before the fork, on purpose
)

KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "survived"

Json = dict[str, Any]


@dataclass(frozen=True)
class Plan:
    """Which tests to run of one file, with the seconds each usually takes."""

    file: str
    tests: dict[str, float]


@dataclass(eq=False)
class Selection:
    """A pytest plugin that runs the chosen tests, cheapest first, each within its time."""

    chosen: dict[str, float] | None
    known: frozenset[str]
    loops: Callable[[str], object]
    before: Callable[[str], object]
    left_out: tuple[str, ...] = ()
    took: dict[str, float] = field(default_factory=dict)
    failed: str | None = None
    ran: int = 0

    def pytest_sessionstart(self) -> None:
        """Keep Hypothesis from searching for a smaller example: the first one decides."""
        usual = settings.get_profile("croupier")
        phases = (Phase.explicit, Phase.reuse, Phase.generate)
        settings.register_profile(
            "mutants",
            usual,
            phases=phases,
            derandomize=True,
            database=None,
            print_blob=False,
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Choose. A test that is not known is there because of the mutant, and is run as well."""
        items[:] = [item for item in items if not item.nodeid.startswith(self.left_out)] if self.left_out else items
        if self.chosen is not None:
            usual = self.chosen
            items[:] = [item for item in items if item.nodeid in usual or item.nodeid not in self.known]
            items.sort(key=lambda item: usual.get(item.nodeid, 0.0))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """Run one test with its time limit, and note how long it took."""
        self.ran += 1
        self.before(item.nodeid)
        if self.chosen is not None:
            limit(max(TIME_LEAST, TIME_FACTOR * self.chosen.get(item.nodeid, 0.0)), lambda: self.loops(item.nodeid))
        started = time.process_time()
        done = yield
        self.took[item.nodeid] = time.process_time() - started
        limit(COLLECTING, lambda: self.loops("collecting"))
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first test that fails."""
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that cannot be read is a failure too."""
        if report.failed and self.failed is None:
            self.failed = report.nodeid


def limit(seconds: float, then: Callable[[], object]) -> None:
    """Call back after so many seconds of work, unless this is called again first."""
    signal.signal(signal.SIGPROF, lambda *_: then())
    signal.setitimer(signal.ITIMER_PROF, seconds)


class Changed(importlib.machinery.SourceFileLoader):
    """Loads one module with one change in it, and leaves all others to whoever is next."""

    def __init__(self, path: str, index: int) -> None:
        """Take the module's path under the source folder, and the number of the change."""
        self.index = index
        super().__init__(path.removesuffix(".py").replace("/", "."), str(SOURCE / path))

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Say whether this module is ours."""
        del path, target
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        """Compile the changed module."""
        del fullname
        return compile(mutated(Path(self.path).read_text(), self.index), self.path, "exec")


@dataclass
class Child:
    """A process that runs tests and says one thing at its end."""

    pid: int
    pipe: int
    started: float
    heard: bytes = b""

    def answer(self) -> Json | None:
        """Return what the child said, or None if it ended without a word."""
        return json.loads(self.heard) if self.heard else None

    def end(self) -> None:
        """Leave nothing of it behind, nor of what its tests started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.pipe)


def start(work: Callable[[Callable[[Json], NoReturn]], None]) -> Child:
    """Fork, and do the work in the child; what it calls back with is its answer."""
    here, there = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        os.close(there)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.setpgid(pid, pid)
        return Child(pid, here, time.monotonic())

    def say(answer: Json) -> NoReturn:
        signal.setitimer(signal.ITIMER_PROF, 0)
        with os.fdopen(there, "wb") as pipe:
            pipe.write(json.dumps(answer).encode())
        os._exit(0)

    try:
        os.close(here)
        os.setpgid(0, 0)
        _make_quiet()
        work(say)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the parent has to hear of it
        say({"fault": repr(error)})
    finally:
        os._exit(3)


def _make_quiet() -> None:
    """Drop what the tests print, look the same places as CI does, and let Ctrl-C be the parent's to handle."""
    os.environ["CI"] = "true"
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX, MEMORY_MAX))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT), str(SOURCE)]


def _pytest(file: str, plugin: Selection) -> int:
    return int(pytest.main([file, *OPTIONS], plugins=[plugin]))


def trace(file: str, sources: Sequence[str], left_out: tuple[str, ...] = ()) -> Child:
    """Run a whole test file on the unchanged code, and learn which test reaches which line in what time."""

    def work(say: Callable[[Json], NoReturn]) -> None:
        traced = coverage.Coverage(data_file=None, include=[str(SOURCE / path) for path in sources], config_file=False)
        traced.start()
        plugin = Selection(None, frozenset(), lambda _: None, traced.switch_context, left_out)
        status = _pytest(file, plugin)
        traced.stop()
        data, places = traced.get_data(), {test: place for place, test in enumerate(plugin.took)}
        reached = {
            path: {
                line: [places[test] for test in tests if test in places]
                for line, tests in data.contexts_by_lineno(str(SOURCE / path)).items()
            }
            for path in sources
        }
        say({"status": status, "failed": plugin.failed, "took": plugin.took, "reached": reached})

    return start(work)


def attempt(path: str, index: int | None, plans: Sequence[Plan], known: frozenset[str]) -> Child:
    """Run tests against one mutant, or against the unchanged code, until one fails."""

    def work(say: Callable[[Json], NoReturn]) -> None:
        def loops(test: str) -> None:
            say({"verdict": TIMED_OUT, "by": test, "ran": ran})

        ran = 0
        if index is not None:
            sys.meta_path.insert(0, Changed(path, index))
        for plan in plans:
            limit(COLLECTING, lambda: loops("collecting"))
            plugin = Selection(plan.tests, known, loops, lambda _: None)
            status = _pytest(plan.file, plugin)
            ran += plugin.ran
            if status == pytest.ExitCode.USAGE_ERROR:
                say({"fault": f"pytest could not start on {plan.file}"})
            if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
                say({"verdict": KILLED, "by": plugin.failed or plan.file, "ran": ran})
        say({"verdict": SURVIVED, "by": None, "ran": ran})

    return start(work)
