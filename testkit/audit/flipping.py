"""A record in which one bit at a time is turned over by hand, and whether the chain shows it."""

import sqlite3
from collections.abc import Iterator

from croupier.audit.findings import Findings
from croupier.audit.links import check_links
from croupier.storage.raw import RELATIONS
from croupier.storage.raw_sqlite import SqliteRaw

SHORT = 50
"""Events, or receipts, of which every bit is turned."""
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
        """Return the rows of a table."""
        names = ", ".join(RELATIONS[relation].columns)
        found = self.connection.execute(f"SELECT {names} FROM {relation} WHERE table_id = ?", (table,))
        return found.fetchall()

    def turn(self, relation: str, row: tuple[object, ...], column: str, value: object) -> bool:
        """Put another value there; False where a constraint of the store stops even that."""
        place = list(RELATIONS[relation].columns)[1]
        new = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
        try:
            done = self.connection.execute(
                f"UPDATE {relation} SET {column} = {new} WHERE table_id = ? AND {place} = ?",
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


def turn_bits(turned: Turned, relation: str, every: int) -> tuple[int, list[object]]:
    """Turn every so many bits of a short log; give how many were turned, and those that nothing showed."""
    tried, bit, unseen = 0, 0, list[object]()
    names = list(RELATIONS[relation].columns)
    for row in turned.rows(relation, "t1")[:SHORT]:
        place = row[1]
        assert isinstance(place, int)
        assert not turned.found_nearby(relation, place)
        for column, value in zip(names, row, strict=True):
            for other in flips(value):
                bit += 1
                if bit % every:
                    continue
                turned.connection.execute("BEGIN")
                if turned.turn(relation, row, column, other):
                    tried += 1
                    if not turned.found_nearby(relation, place):
                        unseen.append((relation, place, column, other))
                turned.connection.execute("ROLLBACK")
    return tried, unseen
