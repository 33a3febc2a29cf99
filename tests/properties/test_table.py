"""Whatever anyone asks in whatever order: a table against a second, naive one."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from testkit.shares import count
from testkit.table.against_model import PlayedTable
from testkit.table.scenes import REFS

PROFILE = settings(
    max_examples=count(15, 2_000),
    stateful_step_count=count(60, 200),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


@pytest.mark.random
@pytest.mark.parametrize("ref", REFS)
def test_a_table_keeps_to_the_model(ref: str) -> None:
    machine = type("Table", (PlayedTable,), {"ref": ref})
    run_state_machine_as_test(machine, settings=PROFILE)
