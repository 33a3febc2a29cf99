"""Bits of a stored log, turned over by hand, are found; and some of a long one."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.audit.audit import audit
from croupier.storage.raw import RELATIONS
from testkit.audit import flipping
from testkit.audit.flipping import Turned, flips, turn_bits
from testkit.audit.houses import SEAL, in_memory, long_record
from testkit.shares import count

LONG = count(5_000, 20_000)
EVERY = count(61, 29)
"""Of the bits, in turn all of a byte's; ``make soak`` turns every one."""


@pytest.fixture
def turned(stored: Path) -> Iterator[Turned]:
    connection = in_memory(stored)
    yield Turned(connection)
    connection.close()


@pytest.mark.parametrize("relation", ["events", "receipts"])
def test_turned_bits_of_a_short_log_are_found(turned: Turned, relation: str) -> None:
    tried, unseen = turn_bits(turned, relation, EVERY)

    assert unseen == []
    assert tried > 100_000 // EVERY


def test_a_check_that_looks_away_is_noticed(turned: Turned, monkeypatch: pytest.MonkeyPatch) -> None:
    """A harness counts once it has caught a planted fault."""
    monkeypatch.setattr(flipping, "check_links", lambda *_, **__: None)

    tried, unseen = turn_bits(turned, "events", 1_000)

    assert len(unseen) == tried > 50


@pytest.mark.parametrize("relation", ["events", "receipts"])
def test_a_whole_audit_finds_them_too(turned: Turned, relation: str) -> None:
    chance = random.Random(f"flips {relation}")  # noqa: S311 - a sample
    names = list(RELATIONS[relation].columns)
    for row in chance.sample(turned.rows(relation, "t1"), count(6, 12)):
        column = chance.choice([name for name in names if row[names.index(name)] is not None])
        other = chance.choice(list(flips(row[names.index(column)])))
        turned.connection.execute("BEGIN")
        if turned.turn(relation, row, column, other):
            assert audit(turned.raw, seal=SEAL).findings, (relation, row[1], column, other)
        turned.connection.execute("ROLLBACK")


def test_turned_bits_of_a_long_log_are_found(tmp_path: Path) -> None:
    long = Turned(in_memory(long_record(tmp_path / "long.sqlite", LONG)))
    (events,) = long.connection.execute("SELECT max(seq) FROM events").fetchone()
    assert events >= LONG
    chance = random.Random("a long log")  # noqa: S311 - a sample
    names = list(RELATIONS["events"].columns)
    for place in chance.sample(range(1, events), count(25, 50)):
        row = long.connection.execute("SELECT * FROM events WHERE table_id = 't1' AND seq = ?", (place,)).fetchone()
        column = chance.choice(names)
        long.connection.execute("BEGIN")
        assert not long.found_nearby("events", place)
        if long.turn("events", row, column, chance.choice(list(flips(row[names.index(column)])))):
            assert long.found_nearby("events", place), (place, column)
        long.connection.execute("ROLLBACK")
    long.connection.close()
