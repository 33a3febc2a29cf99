"""Who leaves and comes back is remembered all the same, and every reader of the record knows it."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from croupier.audit.audit import audit
from croupier.audit.one_round import check_round
from croupier.audit.packet import stored_until
from croupier.house.faults import BrokenRecordError
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.table import commands as c
from croupier.table.events import WagerReturned
from testkit.audit.houses import ANN, two_rounds

LEAVES, COMES = c.LeaveSeat(ANN, "ann"), c.TakeSeat(ANN, "ann")
AROUND: dict[str, tuple[Sequence[c.Command], Sequence[c.Command], bool]] = {
    "never left": ((), (), True),
    "left between rounds": ((), (LEAVES, COMES), True),
    "left in mid-round and came back after it": ((LEAVES,), (COMES,), True),
    "left in mid-round and came back in it": ((LEAVES, COMES), (), True),
}
"""What Ann does while her first small stake is on the layout and after it is settled, and whether it is remembered."""


@pytest.mark.parametrize("story", AROUND)
def test_an_honest_record_is_sound_whole_and_round_by_round(tmp_path: Path, story: str) -> None:
    during, after, remembered = AROUND[story]
    record = tmp_path / "house.sqlite"
    asyncio.run(two_rounds(record, during, after))

    with closing(open_raw_sqlite(record)) as raw:
        happened = stored_until(raw, "t1", "2")
        assert [str(one) for one in audit(raw).findings] == []
        for name in ("1", "2"):
            report = check_round(raw, "t1", name)
            assert [str(one) for check in report.checks for one in check.findings] == []
    assert any(isinstance(event, WagerReturned) for event in happened) is remembered


def changed(record: Path, words: str) -> None:
    """Change a record behind its own back."""
    with closing(sqlite3.connect(record, isolation_level=None)) as forged:
        for (trigger,) in forged.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            forged.execute(f"DROP TRIGGER {trigger}")
        forged.execute(words)


def test_a_stake_that_was_not_returned_is_found(tmp_path: Path) -> None:
    record = tmp_path / "house.sqlite"
    asyncio.run(two_rounds(record, (), (LEAVES, COMES)))
    changed(record, "UPDATE events SET line = replace(line, '\"under_minimum\":true', '\"under_minimum\":false')")

    with closing(open_raw_sqlite(record)) as raw:
        report = check_round(raw, "t1", "2")
    told = [str(one) for check in report.checks if check.check == "settlement" for one in check.findings]
    assert any("ann on straight:17" in one for one in told), told


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    record = tmp_path / "house.sqlite"
    asyncio.run(two_rounds(record, (), ()))
    changed(record, "UPDATE events SET line = '[]' WHERE seq = 3")

    with closing(open_raw_sqlite(record)) as raw, pytest.raises(BrokenRecordError, match="not an object"):
        stored_until(raw, "t1", "2")
