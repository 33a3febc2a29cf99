"""Settings that all randomised tests share, the stores that a record is tested on, and which tests are measured."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.storage.servers import Server, start_postgres
from tests.storage.stores import PostgresStore, SqliteStore, Store

# No deadline: a busy machine is no fault of the rules. A failing case prints how to see it again. CI tries the same
# cases each time, so that a change is judged by what it changed; at home every run looks elsewhere.
settings.register_profile("croupier", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
settings.load_profile("croupier")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """Start a PostgreSQL for the tests of this process that ask for one."""
    with start_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Give an empty store of each kind."""
    if request.param == "sqlite":
        return SqliteStore(tmp_path / "record.db")
    return PostgresStore(request.getfixturevalue("postgres"))


MEASURED = ("clauses", "cli", "docs", "exact", "rounds", "rulebooks", "rules", "table", "test_library.py")
"""The tests of the rooms that are measured (see `COVERED` in dev.py)."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Measure what tests reach on purpose.

    A line that only a random test reaches is reached by chance: tomorrow it may
    not be. And a tracer in the long batteries would cost minutes.
    """
    if not config.pluginmanager.hasplugin("_cov"):
        return
    for item in items:
        room = item.nodeid.split("/")[1] if item.nodeid.startswith("tests/") else ""
        by_chance = any(item.get_closest_marker(name) for name in ("hypothesis", "random"))
        if by_chance or room.partition("::")[0] not in MEASURED:
            item.add_marker(pytest.mark.no_cover)
