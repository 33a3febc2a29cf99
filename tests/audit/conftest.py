"""The record of one evening, made once and never written to."""

from pathlib import Path

import pytest

from testkit.audit.houses import evening


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a sound record."""
    return evening(tmp_path_factory.mktemp("evening") / "house.sqlite")
