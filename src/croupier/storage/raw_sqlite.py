"""The rows of a record in a SQLite file, while the house keeps writing or long after."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from croupier.house.faults import BrokenRecordError, NewerRecordError
from croupier.storage.migrations import due, migrations
from croupier.storage.raw import RELATIONS, Row
from croupier.storage.sqlite import APPLICATION

FAULTS_MAX = 100
"""How many page and index faults are listed."""


class SqliteRaw:
    """The rows of one file, as they were when the first was read."""

    def __init__(self, connection: sqlite3.Connection, where: str) -> None:
        self._connection, self._where = connection, where
        # Bytes that are not UTF-8 come through as they are, for the audit to find.
        connection.text_factory = lambda found: found.decode("utf-8", "surrogateescape")

    @property
    def where(self) -> str:
        return self._where

    def tables(self) -> list[str]:
        named: set[str] = set()
        for name, relation in RELATIONS.items():
            if relation.of_tables:
                found = self._select(f"SELECT DISTINCT table_id FROM {name}")
                named |= {row[0] for row in found if isinstance(row[0], str)}
        return sorted(named)

    def rows(
        self, relation: str, table: str | None = None, *, first: int | None = None, last: int | None = None
    ) -> Iterator[Row]:
        columns = list(RELATIONS[relation].columns)
        order = ", ".join(RELATIONS[relation].order)
        if table is None:
            yield from self._select(f"SELECT {', '.join(columns)} FROM {relation} ORDER BY {order}")
            return
        place, conditions = columns[1], ["table_id = CAST(? AS TEXT)"]
        values: list[object] = [table.encode("utf-8", "surrogateescape")]
        for bound, sign in ((first, ">="), (last, "<=")):
            if bound is not None:
                conditions.append(f"{place} {sign} ?")
                values.append(bound)
        yield from self._select(
            f"SELECT {', '.join(columns[1:])} FROM {relation} WHERE {' AND '.join(conditions)} ORDER BY {order}",
            values,
        )

    def faults(self) -> Iterator[str]:
        """Compare the file's schema with one that our own migrations make, and let SQLite check its pages."""
        try:
            for row in self._select(f"PRAGMA integrity_check({FAULTS_MAX})"):
                if row != ("ok",):
                    yield f"SQLite says: {row[0]}"
            version = int(str(next(self._select("PRAGMA user_version"))[0]))
            there = {tuple(row) for row in self._select(_SCHEMA)}
        except BrokenRecordError as fault:
            yield str(fault)
            return
        expected = _expected_schema(version)
        for kind, name, _, sql in sorted(expected - there, key=repr):
            yield f"{kind} {name} is not as it was made; expected {_short(sql)}"
        for kind, name, _, sql in sorted(there - expected, key=repr):
            yield f"{kind} {name} is none of ours: {_short(sql)}"

    def close(self) -> None:
        self._connection.close()

    def _select(self, sql: str, values: list[object] | tuple[()] = ()) -> Iterator[Row]:
        try:
            yield from self._connection.execute(sql, values)
        except (sqlite3.Error, OverflowError) as error:
            raise BrokenRecordError(self._where, f"cannot be read: {error}") from None


_SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema"


def _expected_schema(version: int) -> set[Row]:
    connection = sqlite3.connect(":memory:")
    for number, statements in migrations("sqlite"):
        if number <= version:
            for statement in statements:
                connection.execute(statement)
    found = {tuple(row) for row in connection.execute(_SCHEMA)}
    connection.close()
    return found


def _short(sql: object) -> str:
    return " ".join(str(sql).split())[:120]


def open_raw_sqlite(path: str | Path) -> SqliteRaw:
    """Open the file of a record to read it, without being able to change it. Raises BrokenRecordError."""
    path = Path(path)
    if not path.is_file():
        raise BrokenRecordError(str(path), "there is no such file; give the folder or the file of a record")
    connection = connect_read_only(path)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    try:
        due("sqlite", version, str(path))
    except NewerRecordError:
        connection.close()
        raise
    return SqliteRaw(connection, str(path))


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open one of our files read-only, at one snapshot. Raises BrokenRecordError."""
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    try:
        try:
            connection = _begun(address)
        except sqlite3.OperationalError:
            # On a read-only disk no lock file can be made, and none is needed: nobody writes there.
            if path.with_name(path.name + "-wal").exists() or os.access(path.parent, os.W_OK):
                raise
            connection = _begun(f"{address}&immutable=1")
        application = connection.execute("PRAGMA application_id").fetchone()[0]
    except sqlite3.Error as error:
        raise BrokenRecordError(str(path), f"cannot be opened as a record: {error}") from None
    if application != APPLICATION:
        connection.close()
        raise BrokenRecordError(str(path), "is a SQLite database, but no record of croupier")
    return connection


def _begun(address: str) -> sqlite3.Connection:
    connection = sqlite3.connect(address, uri=True, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute("BEGIN")
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return connection
