"""A sound record is sound, and whatever is edited by hand is found: every column of every relation."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.audit.anchors import anchors_of
from croupier.audit.audit import Report, audit
from croupier.audit.drawn import NO_KEY
from croupier.storage.raw import RELATIONS
from croupier.storage.raw_sqlite import SqliteRaw, open_raw_sqlite
from testkit.audit.houses import SEAL, in_memory

COLUMNS = [(name, column) for name, relation in RELATIONS.items() for column in relation.columns]
NAMES = [".".join(one) for one in COLUMNS]


@pytest.fixture
def edited(stored: Path) -> Iterator[sqlite3.Connection]:
    """Return a copy of the record that anybody can write to."""
    connection = in_memory(stored)
    yield connection
    connection.close()


def audited(connection: sqlite3.Connection) -> Report:
    return audit(SqliteRaw(connection, "the copy"), seal=SEAL)


class TestASoundRecord:
    def test_nothing_is_found(self, stored: Path) -> None:
        report = audit(open_raw_sqlite(stored), seal=SEAL, anchors=anchors_of(open_raw_sqlite(stored)))

        assert report.findings == []
        assert report.notes == []

    def test_everything_was_looked_at(self, stored: Path) -> None:
        house, random, first, _ = audit(open_raw_sqlite(stored), seal=SEAL).tables

        assert [house.judged, random.judged, first.judged] == [house.receipts, random.receipts, first.receipts]
        assert (first.events, first.rounds, first.settled) == (68, 5, 9)
        assert (random.draws, random.rounds) == (3, 4)

    def test_one_table_alone_is_sound_too(self, stored: Path) -> None:
        assert audit(open_raw_sqlite(stored), table="t1").findings == []

    def test_without_the_key_it_says_that_secrets_were_not_opened(self, stored: Path) -> None:
        report = audit(open_raw_sqlite(stored))

        assert (report.findings, report.notes) == ([], [NO_KEY])


def rows_of(connection: sqlite3.Connection, relation: str) -> list[dict[str, object]]:
    """The first, some middle ones and the last rows of a relation."""
    names = list(RELATIONS[relation].columns)
    rows = [dict(zip(names, row, strict=True)) for row in connection.execute(f"SELECT * FROM {relation}")]
    return [
        rows[place] for place in sorted({0, 1, len(rows) // 3, len(rows) // 2, len(rows) - 1} & set(range(len(rows))))
    ]


def other(value: object) -> object:
    """Something else that the column takes."""
    if isinstance(value, int):
        return value + 1_000
    return "x" if value is None else f"{value}x"


class TestEveryColumnEditedByHandIsFound:
    @pytest.mark.parametrize(("relation", "column"), COLUMNS, ids=NAMES)
    def test_an_edit_is_found(self, edited: sqlite3.Connection, relation: str, column: str) -> None:
        rows = rows_of(edited, relation)
        assert rows
        for row in rows:
            where = " AND ".join(f"{name} IS ?" for name in row)
            edited.execute("BEGIN")
            changed = edited.execute(
                f"UPDATE {relation} SET {column} = ? WHERE {where}",
                (other(row[column]), *row.values()),
            )
            assert changed.rowcount == 1

            assert audited(edited).findings, row

            edited.execute("ROLLBACK")
        assert audited(edited).findings == []

    @pytest.mark.parametrize("relation", RELATIONS)
    def test_a_deleted_row_is_found(self, edited: sqlite3.Connection, relation: str) -> None:
        for row in rows_of(edited, relation):
            where = " AND ".join(f"{name} IS ?" for name in row)
            edited.execute("BEGIN")
            edited.execute(f"DELETE FROM {relation} WHERE {where}", tuple(row.values()))

            assert audited(edited).findings, row

            edited.execute("ROLLBACK")

    @pytest.mark.parametrize("relation", RELATIONS)
    def test_an_inserted_row_is_found(self, edited: sqlite3.Connection, relation: str) -> None:
        key = RELATIONS[relation].order[-1]
        row = rows_of(edited, relation)[-1]
        row[key] = other(row[key])
        if "id" in row:
            row["id"] = "new"
        edited.execute(f"INSERT INTO {relation} VALUES ({', '.join('?' * len(row))})", tuple(row.values()))

        assert audited(edited).findings

    def test_a_finding_says_what_where_and_what_was_expected(self, edited: sqlite3.Connection) -> None:
        edited.execute("UPDATE accounts SET balance = 1 WHERE account = 'felt:r1'")

        (one, two) = audited(edited).findings

        assert str(one) == "account felt:r1: has a balance of 1; expected 300"
        assert str(two) == "all accounts: come to -299; expected 0 together"

    def test_all_that_is_wrong_is_found_not_only_the_first(self, edited: sqlite3.Connection) -> None:
        edited.execute("UPDATE events SET line = 'garbage' WHERE table_id = 't1' AND seq IN (8, 20)")
        edited.execute("UPDATE meters SET value = 7 WHERE table_id = 't2' AND meter = 'staked'")

        found = {(one.check, one.table, one.where) for one in audited(edited).findings}

        wanted = {("chain", "t1", "event 8"), ("chain", "t1", "event 20"), ("meters", "t2", "meter staked")}
        assert wanted <= found


class TestSealedSecrets:
    @pytest.mark.parametrize("edit", ["upper(secret)", "'00' || substr(secret, 3)", "secret || ' '"])
    def test_whatever_is_done_to_one_is_found(self, edited: sqlite3.Connection, edit: str) -> None:
        edited.execute(f"UPDATE sealed SET secret = {edit}")

        assert {one.check for one in audited(edited).findings} == {"sealed"}


class TestTheStoreItself:
    def test_a_trigger_that_is_none_of_ours_is_found(self, edited: sqlite3.Connection) -> None:
        edited.execute(
            "CREATE TRIGGER gift AFTER INSERT ON events BEGIN UPDATE accounts SET balance = balance + 1; END"
        )

        assert [one.check for one in audited(edited).findings] == ["store"]

    def test_a_dropped_index_is_found(self, edited: sqlite3.Connection) -> None:
        edited.execute("DROP INDEX receipts_by_id")

        assert "receipts_by_id" in str(audited(edited).findings[0])


GARBAGE = (
    None,
    b"\xff\x00\xfe",
    1.5,
    -(2**63),
    2**63 - 1,
    "",
    "\x00",
    "{}",
    "[" * 500,
    "NaN",
    '{"seq":1,"seq":2}',
    "\U0010ffff",
)


def unguarded(connection: sqlite3.Connection, relation: str) -> None:
    """Replace a relation by one that takes anything anywhere."""
    connection.execute(f"CREATE TABLE loose AS SELECT * FROM {relation}")
    connection.execute(f"DROP TABLE {relation}")
    connection.execute(f"ALTER TABLE loose RENAME TO {relation}")


class TestGarbage:
    """Whatever is in whatever column is a finding, never a traceback."""

    @pytest.mark.parametrize(("relation", "column"), COLUMNS, ids=NAMES)
    def test_anything_anywhere(self, edited: sqlite3.Connection, relation: str, column: str) -> None:
        unguarded(edited, relation)
        rows = [row[0] for row in edited.execute(f"SELECT rowid FROM {relation}")]
        for first in range(0, len(GARBAGE), len(rows)):
            edited.execute("BEGIN")
            for place, value in zip(rows, GARBAGE[first:], strict=False):
                edited.execute(f"UPDATE {relation} SET {column} = ? WHERE rowid = ?", (value, place))

            report = audited(edited)

            assert any(one.check != "store" for one in report.findings), GARBAGE[first:]
            assert all(str(one).isprintable() for one in report.findings)
            edited.execute("ROLLBACK")

    def test_bytes_that_are_no_text(self, edited: sqlite3.Connection) -> None:
        for column in ("line", "tag", "hash", "table_id"):
            edited.execute("BEGIN")
            edited.execute(f"UPDATE events SET {column} = CAST(x'ff61' AS TEXT) WHERE table_id = 't1' AND seq = 5")

            assert any("UTF-8" in str(one) for one in audited(edited).findings), column

            edited.execute("ROLLBACK")
