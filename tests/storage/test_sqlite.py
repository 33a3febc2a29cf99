"""What is SQLite's own: files that are no record, weak modes, half-done migrations, and a writer that never hangs."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from croupier.house.faults import (
    BrokenRecordError,
    HouseFault,
    NewerRecordError,
    NotStoredError,
    UnreachableRecordError,
    WeakRecordError,
)
from croupier.storage import migrations, sqlite, sqlite_connections
from croupier.storage.sqlite import open_sqlite
from testkit.storage.stores import SqliteStore, append, begun, gave, lines, live, opened

NEWEST = migrations.migrations("sqlite")[-1][0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "record.db"


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def test_a_record_is_kept_in_full_durability(path: Path) -> None:
    asyncio.run(open_sqlite(path).close())
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with closing(sqlite_connections.connect(path)) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (sqlite.FULL,)


def test_a_file_that_cannot_be_durable_is_refused(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    plain = sqlite_connections.connect

    def weaker(where: Path) -> sqlite3.Connection:
        connection = plain(where)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    monkeypatch.setattr(sqlite, "connect", weaker)
    with pytest.raises(WeakRecordError, match=r"synchronous is 1; a record needs wal and 2"):
        open_sqlite(path)


def test_a_record_in_memory_is_refused_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WeakRecordError, match="journal_mode is memory"):
        open_sqlite(":memory:")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("content", "fault", "words"),
    [
        (
            b"hello, this is no database at all, though it is long enough to be read as one" * 20,
            BrokenRecordError,
            "file is",
        ),
        (b"short", BrokenRecordError, "not a database"),
    ],
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(
    path: Path, content: bytes, fault: type[HouseFault], words: str
) -> None:
    path.write_bytes(content)
    with pytest.raises(fault, match=words):
        open_sqlite(path)
    assert path.read_bytes() == content


def test_somebody_elses_database_is_refused_and_left_alone(path: Path) -> None:
    change(path, "CREATE TABLE theirs (n)")
    before = path.read_bytes()
    with pytest.raises(BrokenRecordError, match="no record of croupier"):
        open_sqlite(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_newer_record_is_refused_with_both_versions(path: Path) -> None:
    asyncio.run(open_sqlite(path).close())
    change(path, "PRAGMA user_version = 99")
    with pytest.raises(NewerRecordError, match=rf"has version 99, and this program knows versions up to {NEWEST}"):
        open_sqlite(path)


def test_an_empty_file_becomes_a_record(path: Path) -> None:
    path.touch()
    asyncio.run(open_sqlite(path).close())
    assert path.stat().st_size > 0


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreachableRecordError, match=r"there is no folder .*nowhere"):
        open_sqlite(tmp_path / "nowhere" / "record.db")


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(UnreachableRecordError, match="is a folder"):
        open_sqlite(tmp_path)


_OPENER = """
import os, sys
from croupier.house.faults import HouseFault
from croupier.storage.sqlite import open_sqlite
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)  # root may write anywhere
try:
    open_sqlite(sys.argv[1])
except HouseFault as fault:
    print(type(fault).__name__, fault)
"""


@pytest.mark.parametrize(
    ("made", "mode"), [(True, 0o555), (False, 0o555), (True, 0o000)], ids=["file", "folder", "closed folder"]
)
def test_what_may_not_be_written_is_refused_in_words(made: bool, mode: int) -> None:
    with tempfile.TemporaryDirectory() as root:  # not pytest's own, which others may not enter
        Path(root).chmod(0o755)
        folder = Path(root) / "records"
        folder.mkdir()
        path = folder / "record.db"
        if made:
            asyncio.run(open_sqlite(path).close())
            path.chmod(0o444)
        folder.chmod(mode)
        done = subprocess.run([sys.executable, "-c", _OPENER, str(path)], capture_output=True, text=True, check=False)
        folder.chmod(0o755)
    assert done.stderr == ""
    assert done.stdout.startswith(f"UnreachableRecordError {path}: cannot be opened: ")


def test_a_migration_that_breaks_off_leaves_nothing(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    whole = migrations.migrations("sqlite")
    asyncio.run(open_sqlite(path).close())
    before = _schema(path)
    broken = [
        *whole,
        (NEWEST + 1, ["CREATE TABLE half (n)", "INSERT INTO half VALUES (1)", "CREATE TABLE half (n)"]),
    ]
    monkeypatch.setattr(migrations, "migrations", lambda _: broken)
    with pytest.raises(HouseFault, match="half"):
        open_sqlite(path)
    assert _schema(path) == before
    monkeypatch.setattr(migrations, "migrations", lambda _: [*whole, (NEWEST + 1, ["CREATE TABLE half (n)"])])
    asyncio.run(open_sqlite(path).close())
    assert _schema(path) == (NEWEST + 1, before[1] + 1)


def test_a_first_migration_that_breaks_off_leaves_nothing(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(migrations, "migrations", lambda _: [(1, ["CREATE TABLE a (n)", "no SQL at all"])])
    with pytest.raises(HouseFault, match="syntax"):
        open_sqlite(path)
    assert _schema(path) == (0, 0)


def _schema(path: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (relations,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        return version, relations


@live
async def test_many_may_open_a_new_file_at_once(path: Path) -> None:
    records = await asyncio.gather(*(asyncio.to_thread(open_sqlite, path) for _ in range(4)))
    for record in records:
        await record.close()


@live
async def test_a_bug_in_a_job_leaves_nobody_waiting(path: Path) -> None:
    async with begun(SqliteStore(path)) as record:
        assert isinstance(record, sqlite.SqliteRecord)

        def bug(_: sqlite3.Connection) -> None:
            raise ZeroDivisionError("ours")

        with pytest.raises(NotStoredError, match="ours"):
            await record.submit(bug)
        await append(record, gave(1))
        assert len(await lines(record)) == 1


@live
async def test_a_job_that_fails_by_itself_is_undone_by_itself(path: Path) -> None:
    async with begun(SqliteStore(path)) as record, opened(SqliteStore(path)):
        assert isinstance(record, sqlite.SqliteRecord)

        def poor(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO meters VALUES ('t1', 'odd', 1)")
            raise HouseFault("poor")

        both = await asyncio.gather(record.submit(poor), append(record, gave(1)), return_exceptions=True)
        assert isinstance(both[0], HouseFault)
        assert await record.meters("t1") == {"funded": 100}


@live
async def test_what_was_queued_when_the_record_stopped_does_not_make_it_look_well_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "GROUP_MAX", 1)
    async with begun(SqliteStore(path)) as record:
        assert isinstance(record, sqlite.SqliteRecord)

        def broken(_: sqlite3.Connection) -> None:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise error

        jobs = (record.submit(broken), record.submit(lambda _: None), record.submit(lambda _: None))
        done = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(one) for one in done] == [NotStoredError] * 3
        assert record.fault is not None
        assert record.fault.final
        assert "disk I/O error" in record.fault.why
