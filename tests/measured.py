"""Which tests are measured when `make test` holds two rooms to every branch."""

import pytest

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
