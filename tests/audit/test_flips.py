"""Every single bit of a stored log, turned over by hand, is found; and some of a long one."""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.audit.audit import audit
from croupier.audit.findings import Findings
from croupier.audit.links import check_links
from croupier.storage.raw import RELATIONS
from croupier.storage.raw_sqlite import SqliteRaw
from tests.audit.houses import SEAL, in_memory, long_record

SHORT = 50
LONG = 100_000
BITS = 64
"""Of a whole number as it is stored."""


def flips(value: object) -> Iterator[object]:
    """Everything that one turned bit makes of a value; text as bytes, which may be no text any more."""
    if isinstance(value, int):
        for bit in range(BITS):
            turned = (value % 2**BITS) ^ (1 << bit)
            yield turned - 2**BITS if turned >= 2 ** (BITS - 1) else turned
    elif isinstance(value, str):
        whole = value.encode()
        for place in range(len(whole)):
            for bit in range(8):
                yield whole[:place] + bytes([whole[place] ^ (1 << bit)]) + whole[place + 1 :]


class Turned:
    """A copy of a record in which one value at a time is turned over."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection, self.raw = connection, SqliteRaw(connection, "the copy")

    def rows(self, relation: str, table: str) -> list[tuple[object, ...]]:
        names = ", ".join(RELATIONS[relation].columns)
        found = self.connection.execute(f"SELECT {names} FROM {relation} WHERE table_id = ?", (table,))  # noqa: S608 - our names
        return found.fetchall()

    def turn(self, relation: str, row: tuple[object, ...], column: str, value: object) -> bool:
        """Put another value there; False where a constraint of the store stops even that."""
        place = list(RELATIONS[relation].columns)[1]
        new = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
        try:
            done = self.connection.execute(
                f"UPDATE {relation} SET {column} = {new} WHERE table_id = ? AND {place} = ?",  # noqa: S608 - our names
                (value, row[0], row[1]),
            )
        except sqlite3.IntegrityError:
            return False
        assert done.rowcount == 1
        return True

    def found_nearby(self, relation: str, place: int) -> bool:
        """Whether the chain, followed from the link before to this one, shows it."""
        findings, span = Findings(), (place, place)
        if relation == "events":
            check_links(self.raw, "t1", findings, events=span)
        else:
            check_links(self.raw, "t1", findings, receipts=span)
        return bool(findings.all)


@pytest.fixture
def turned(stored: Path) -> Iterator[Turned]:
    connection = in_memory(stored)
    yield Turned(connection)
    connection.close()


@pytest.mark.parametrize("relation", ["events", "receipts"])
def test_every_turned_bit_of_a_short_log_is_found(turned: Turned, relation: str) -> None:
    tried = 0
    names = list(RELATIONS[relation].columns)
    for row in turned.rows(relation, "t1")[:SHORT]:
        place = row[1]
        assert isinstance(place, int)
        assert not turned.found_nearby(relation, place)
        for column, value in zip(names, row, strict=True):
            for other in flips(value):
                turned.connection.execute("BEGIN")
                if turned.turn(relation, row, column, other):
                    tried += 1
                    assert turned.found_nearby(relation, place), (relation, place, column, other)
                turned.connection.execute("ROLLBACK")
    assert tried > 100_000


@pytest.mark.parametrize("relation", ["events", "receipts"])
def test_a_whole_audit_finds_them_too(turned: Turned, relation: str) -> None:
    chance = random.Random(f"flips {relation}")  # noqa: S311 - a sample
    names = list(RELATIONS[relation].columns)
    for row in chance.sample(turned.rows(relation, "t1"), 12):
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
    for place in chance.sample(range(1, events), 50):
        row = long.connection.execute("SELECT * FROM events WHERE table_id = 't1' AND seq = ?", (place,)).fetchone()
        column = chance.choice(names)
        long.connection.execute("BEGIN")
        assert not long.found_nearby("events", place)
        if long.turn("events", row, column, chance.choice(list(flips(row[names.index(column)])))):
            assert long.found_nearby("events", place), (place, column)
        long.connection.execute("ROLLBACK")
    long.connection.close()
