"""Settings that all randomised tests share, and the stores that a record is tested on."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from testkit.shares import count
from testkit.storage.servers import Server, start_postgres
from testkit.storage.stores import STORES, Store

pytest_plugins = ["tests.parts"]

# No deadline and no check for speed: a busy machine is no fault of the rules. A failing case prints how to see it
# again. CI tries the same cases each time, so that a change is judged by what it changed; at home every run looks
# elsewhere.
settings.register_profile(
    "croupier",
    max_examples=count(40, 1_000),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("croupier")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """Start a PostgreSQL for the tests of this process that ask for one."""
    with start_postgres() as server:
        yield server


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Return an empty store of each kind."""
    return STORES[request.param].empty(tmp_path, lambda: request.getfixturevalue("postgres"))
