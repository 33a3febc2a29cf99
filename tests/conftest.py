"""Settings that all randomised tests share, and the stores that a record is tested on."""

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
