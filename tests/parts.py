"""How the tests are run: in parts, the costly files first, and what each file took kept for `make check`."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PURE = (
    *("clauses", "rounds", "rules", "table", "rulebooks/test_growing.py", "rulebooks/test_malformed.py"),
    *("test_library.py", "cli/test_errors.py", "cli/test_replay.py"),
)
"""The tests that hold `rules` and `table` to every branch (see `COVERED` in dev.py). Only they run under a tracer.

The tables of `exact`, most of `rulebooks` and the pages of `docs` reach no branch that
these do not, and a tracer makes them up to four times as slow.
"""
UNTRACED = (
    *("clauses/test_mbs_roulette_2.py", "clauses/test_mbs_sands_roulette_1.py", "clauses/test_rws_roulette_360_1.py"),
    *("rounds/test_conformance.py", "rules/test_position.py", "rules/test_settle.py"),
    "rules/test_lint.py::test_whatever_is_doubted",
    *("table/test_ball.py", "table/test_silent.py", "table/test_wagers.py", "table/test_permissions.py::TestActing"),
    *(
        f"rulebooks/test_malformed.py::test_a_{case}"
        for case in ("malformed_rulebook_is_refused", "malformed_rulebook_ends", "hostile_file", "file_nested")
    ),
    *(f"rulebooks/test_malformed.py::test_{case}" for case in ("the_linter_lists", "what_the_corpus", "every_problem")),
)
"""The costliest of those that reach no branch of their own either: they run beside the others without a tracer."""
SERVICE = ("house", "web", "client", "cli", "storage", "audit", "crash")
"""The tests of a house, its record and the commands; what is in no part that is named here is of the library."""
PAGES = "browser"
COSTLY = ("browser", "mutants", "crash", "web", "client", "lab", "audit", "cli", "package", "storage")
"""Folders whose files begin first, so that no worker is left alone with one at the end."""
LONGEST = (
    *("staff_clicks", "player_touch", "staff_dealer", "staff_taps", "staff_pit", "player_sizes", "player_proof"),
    *("player_connection", "player_ways", "player_rounds", "staff_pace", "player_ending", "staff_looks"),
    "player_states",
)
"""Of the browser's files the longest, in the order in which they begin where it is not known yet what each took."""
MARK = "pytest.mark.timed"
"""What a test is about that holds something to a time: those run last, one by one, with the machine to themselves."""
TOOK = "croupier/took"
"""Where pytest's cache has the seconds that each file took when it last ran."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--part", choices=("pure", "pages", "service", "library", "timed"), help="run one part of all tests"
    )
    parser.addoption("--shots", action="store_true", help="keep pictures of the pages that are tested")


def part_of(path: Path) -> str:
    """The part that a file belongs to."""
    inside = path.relative_to(TESTS).as_posix()
    folder = inside.partition("/")[0]
    if any(inside == one or inside.startswith(f"{one}/") for one in PURE):
        return "pure"
    if folder == PAGES:
        return "pages"
    return "service" if folder in SERVICE else "library"


def leads_to(folder: Path, part: str) -> bool:
    """Whether files of a part may be in a folder."""
    inside = folder.relative_to(TESTS).as_posix()
    return (
        folder == TESTS
        or part_of(folder) == part
        or (part == "pure" and any(one.startswith(f"{inside}/") for one in PURE))
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the other part, before it is imported."""
    part = config.getoption("--part")
    if part is None or not collection_path.is_relative_to(TESTS):
        return None
    if part == "timed":
        return collection_path.match("test_*.py") and MARK not in collection_path.read_text("utf-8")
    if collection_path.is_dir():
        return not leads_to(collection_path, part)
    return part_of(collection_path) != part and collection_path.name not in ("__init__.py", "conftest.py")


def cache_of(config: pytest.Config) -> pytest.Cache | None:
    """The cache, if there is one: with `-p no:cacheprovider`, as mutants are tried, not even its name exists."""
    return getattr(config, "cache", None)


def keep_part(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is timed, or all that is not."""
    part = config.getoption("--part")
    if part is None:
        return
    others = [item for item in items if (item.get_closest_marker("timed") is not None) != (part == "timed")]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in set(others)]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put costly files first, and measure only what tests reach on purpose.

    A line that only a random test reaches is reached by chance: tomorrow it may
    not be. What is not measured comes last, so that a cache is filled by a test that
    is.
    """
    keep_part(config, items)
    cache = cache_of(config)
    took: dict[str, float] = {} if cache is None else cache.get(TOOK, {})

    def cost(item: pytest.Item) -> tuple[bool, float, int, int]:
        file = item.nodeid.partition("::")[0]
        # One browser for all pages: a file of another folder in between would end it.
        folder, name = file.split("/")[1], Path(file).stem.removeprefix("test_")
        return folder != COSTLY[0], -took.get(file, 0.0), place(COSTLY, folder), place(LONGEST, name)

    items.sort(key=cost)
    if not config.pluginmanager.hasplugin("_cov"):
        return
    for item in items:
        by_chance = any(item.get_closest_marker(name) for name in ("hypothesis", "random"))
        if by_chance or item.nodeid.removeprefix("tests/").startswith(UNTRACED) or part_of(item.path) != "pure":
            item.add_marker(pytest.mark.no_cover)
    items.sort(key=lambda item: item.get_closest_marker("no_cover") is not None)


def place(names: tuple[str, ...], name: str) -> int:
    """Where a name stands among others; behind them, if it is none of them."""
    return names.index(name) if name in names else len(names)


class Took:
    """Adds up what each file took."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid.partition("::")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        cache = cache_of(self._config)
        if cache is None or hasattr(self._config, "workerinput"):
            return
        known: dict[str, float] = cache.get(TOOK, {})
        cache.set(TOOK, known | {file: round(spent, 2) for file, spent in self._seconds.items()})


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Took(config), "took")
