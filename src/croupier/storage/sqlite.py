"""A record in one SQLite file: one thread writes, and everything that waits is committed at once.

A batch goes to SQLite in statements of up to 256 rows, so that the writer's
thread spends its time in SQLite and not in Python: row by row it would take the
GIL once per row, against a busy event loop. One JSON text per relation would cost
SQLite twice the time, for parsing the text.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgspec

from croupier.house.faults import (
    BrokenRecordError,
    HouseFault,
    NotStoredError,
    OverdrawnError,
    ReceiptKnownError,
    StaleRecordError,
    UnreachableRecordError,
    WeakRecordError,
)
from croupier.house.ports import AnyAct, Entry, Head, RecordFault, Written
from croupier.house.setup import TableSetUp
from croupier.house.slices import in_slices
from croupier.storage.entries import Prepared, prepare_setup, preparing, utc_now
from croupier.storage.migrations import due
from croupier.storage.queries import StoredRecord
from croupier.storage.sqlite_connections import CLOSED, Reader, connect
from croupier.storage.totals import by_account

T = TypeVar("T")

APPLICATION = 0x63726F75
"""Marks our files, so that somebody else's database is not mistaken for a record."""
FULL = 2
MEMORY = ":memory:"
"""SQLite's name for a database that is no file; a record in it is refused, and leaves none behind."""
ROWS_MAX = 256
"""Rows in one statement: ten values each stay far below what SQLite binds."""
GROUP_MAX = 64
"""Batches in one commit."""

LOOK_SECONDS = 1.0
LOCKED_MS = 700
"""Milliseconds for which the writer waits while another process has the file locked. Every table waits with it, so
this is short: whoever asked is told to ask again, and health says why."""

# Errors after which it is unknown what reached the disk: the store stops, and only reopening it helps.
FATAL = frozenset({sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class _Job(NamedTuple):
    work: Callable[[sqlite3.Connection], Any]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


_Answer: TypeAlias = tuple[_Job, object, BaseException | None]


class SqliteTurn:
    """A turn at writing. The first writer wins; the other gets StaleRecordError."""

    def __init__(self, store: SqliteRecord, table: str, head: Head) -> None:
        self._store, self._table, self._head = store, table, head

    @property
    def head(self) -> Head:
        """Where the record ended when last seen."""
        return self._head

    async def append(self, acts: Sequence[AnyAct], meters: Mapping[str, int]) -> Sequence[Written]:
        """Write all acts or none; durable when it returns."""
        prepared = await in_slices(preparing(self._table, self._head, acts, self._store.clock()))
        await self._store.submit(lambda connection: _append(connection, prepared, meters))
        self._head = prepared.after
        self._store.grown(self._table, prepared.after)
        return prepared.written


class SqliteRecord(StoredRecord):
    def __init__(self, path: Path, connection: sqlite3.Connection, clock: Callable[[], str]) -> None:
        """Start the writer on an open connection; ``open_sqlite`` makes one."""
        self.path, self.where, self.clock = path, str(path), clock
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._heads: dict[str, Head] = {}
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}
        self._failed: str | None = None
        self._reader, self._scanner = Reader(path, "record-reader"), Reader(path, "record-scanner")
        self._writer = threading.Thread(target=self._write, args=(connection,), name="record-writer", daemon=True)
        self._writer.start()

    # --- writing -------------------------------------------------------------------------------------------------

    async def submit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Queue work for the writer, and wait until it is durable. Raises NotStoredError."""
        if self._failed is not None:
            raise NotStoredError(self._failed)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, loop, done))
        # Shielded: the caller may be cancelled, the work is done all the same.
        return await asyncio.shield(done)

    def _write(self, connection: sqlite3.Connection) -> None:
        while True:
            job = self._jobs.get()
            group = [job]
            while job is not None and len(group) < GROUP_MAX:
                with suppress(queue.Empty):
                    job = self._jobs.get_nowait()
                    group.append(job)
                    continue
                break
            jobs = [one for one in group if one is not None]
            if jobs:
                self._commit(connection, jobs)
            if None in group:
                connection.close()
                return

    def _commit(self, connection: sqlite3.Connection, jobs: list[_Job]) -> None:
        """Do all waiting jobs in one transaction. A job that fails is rolled back alone."""
        if self._failed is not None:  # queued before anybody knew
            answers: list[_Answer] = [(job, None, NotStoredError(self._failed)) for job in jobs]
        else:
            answers = self._transaction(connection, jobs)
        for job, answer, fault in answers:
            with suppress(RuntimeError):  # its loop is closed: nobody waits any more
                job.loop.call_soon_threadsafe(_answer, job.done, answer, fault)

    def _transaction(self, connection: sqlite3.Connection, jobs: list[_Job]) -> list[_Answer]:
        try:
            connection.execute("BEGIN IMMEDIATE")
            answers = [(job, *_in_savepoint(connection, job.work)) for job in jobs]
            connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever it is, nobody is left waiting
            why = self._undo(connection, error)
            return [(job, None, NotStoredError(why)) for job in jobs]
        self.fault = None
        return answers

    def _undo(self, connection: sqlite3.Connection, error: Exception) -> str:
        """Roll back, and say why; after a disk error stop for good, because a retry could seem to succeed."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        why = f"another process holds the lock of {self.path}" if code == sqlite3.SQLITE_BUSY else str(error)
        self.fault = RecordFault(f"not stored: {why}", final=code in FATAL)
        if code in FATAL:
            self._failed = f"the record stopped after an error and must be opened again: {error}"
            connection.close()
            return self.fault.why
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        return self.fault.why

    def grown(self, table: str, head: Head) -> None:
        """Remember where a record ends, and wake those who wait for it."""
        self._heads[table] = head
        self._wake(table)

    def _wake(self, table: str) -> None:
        for waiting in self._waiting.pop(table, ()):
            if not waiting.done():
                waiting.set_result(None)

    # --- the port ------------------------------------------------------------------------------------------------

    async def begin(self, setup: TableSetUp, rulebook: str) -> None:
        entry, head = prepare_setup(setup, self.clock())
        await self.submit(lambda connection: _begin(connection, setup, rulebook, entry, head))
        self.grown(setup.table, head)

    @asynccontextmanager
    async def turn(self, table: str) -> AsyncIterator[SqliteTurn]:
        head = self._heads.get(table) or await self.head(table)
        try:
            yield SqliteTurn(self, table, head)
        except (StaleRecordError, NotStoredError):
            # Somebody else wrote, or the result is unknown: read the head again next time.
            self._heads.pop(table, None)
            raise

    async def head(self, table: str) -> Head:
        head = await super().head(table)
        known = self._heads.get(table)
        # A batch may have been stored while this was read; the later of the two is right.
        if known is None or (head.receipts, head.seq) > (known.receipts, known.seq):
            self._heads[table] = head
        return head

    async def wait(self, table: str, after: int) -> int:
        """Wait until a record has grown past a seq."""
        head = self._heads.get(table) or await self.head(table)
        while head.seq <= after:
            if self._failed is not None:
                raise NotStoredError(self._failed)
            waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(table, []).append(waiting)
            # Another process that writes to the file wakes nobody here, so the file is polled.
            await asyncio.wait([waiting], timeout=LOOK_SECONDS)
            with suppress(KeyError, ValueError):
                self._waiting[table].remove(waiting)
            head = await self.head(table)
        return head.seq

    async def close(self) -> None:
        """Let the writer finish what waits, and close the file."""
        self._failed = self._failed or CLOSED
        for table in list(self._waiting):
            self._wake(table)
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.close()
        self._scanner.close()

    # --- reading -------------------------------------------------------------------------------------------------

    async def query(self, sql: str, *values: object) -> list[Any]:
        """Query the file, in a thread."""
        return await self._selected(self._reader, sql, values)

    async def scan(self, sql: str, *values: object) -> list[Any]:
        """Query in another thread: whoever reads events for long keeps nobody from signing in."""
        return await self._selected(self._scanner, sql, values)

    async def write(self, *statements: tuple[str, tuple[object, ...]]) -> list[Any]:
        """Run statements through the one writer, and return the rows of the last."""

        def work(connection: sqlite3.Connection) -> list[Any]:
            return [connection.execute(sql.replace("$", "?"), values).fetchall() for sql, values in statements][-1]

        return await self.submit(work)

    async def _selected(self, reader: Reader, sql: str, values: tuple[object, ...]) -> list[Any]:
        if self._failed == CLOSED:
            raise UnreachableRecordError(CLOSED)
        try:
            return await reader.select(sql.replace("$", "?"), values)
        except sqlite3.Error as error:
            raise BrokenRecordError(str(self.path), f"cannot be read: {error}") from None


def _answer(done: asyncio.Future[Any], answer: object, fault: BaseException | None) -> None:
    if done.done():
        return
    if fault is not None:
        done.set_exception(fault)
    else:
        done.set_result(answer)


def _in_savepoint(
    connection: sqlite3.Connection, work: Callable[[sqlite3.Connection], object]
) -> tuple[object, BaseException | None]:
    """Do one job of a group; its failure is rolled back alone. A disk error fails the whole group."""
    connection.execute("SAVEPOINT job")
    try:
        answer = work(connection)
    except HouseFault as fault:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return None, fault
    connection.execute("RELEASE job")
    return answer, None


_KEEP_RULEBOOK = "INSERT INTO rulebooks (digest, text) VALUES (?, ?) ON CONFLICT DO NOTHING"


# --- what is written ---------------------------------------------------------------------------------------------


def _begin(connection: sqlite3.Connection, setup: TableSetUp, rulebook: str, entry: Entry, head: Head) -> None:
    taken = connection.execute("SELECT seq FROM tables WHERE table_id = ?", (setup.table,)).fetchone()
    if taken is not None:
        raise StaleRecordError(setup.table, expected=-1, found=taken[0])
    if setup.digest:
        connection.execute(_KEEP_RULEBOOK, (setup.digest, rulebook))
    connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", (setup.table, *head))
    connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", (setup.table, *entry))


def _append(connection: sqlite3.Connection, batch: Prepared, meters: Mapping[str, int]) -> None:
    _advance(connection, batch)
    _insert(connection, "events", batch.table, [entry for written in batch.written for entry in written.entries])
    try:
        _insert(connection, "receipts", batch.table, [written.receipt for written in batch.written])
    except sqlite3.IntegrityError as error:
        raise ReceiptKnownError(f"table {batch.table}: {error}") from None
    _post(connection, batch)
    _keep_beside(connection, batch)
    if meters:
        connection.execute(_COUNT, (batch.table, _rows(list(meters.items()))))


def _advance(connection: sqlite3.Connection, batch: Prepared) -> None:
    """Advance the head of a record from where the writer believes it to be."""
    moved = connection.execute(
        "UPDATE tables SET seq = ?, hash = ?, receipts = ?, receipts_hash = ?, at = ?"
        " WHERE table_id = ? AND seq = ? AND hash = ? AND receipts = ? AND receipts_hash = ?",
        (*batch.after, batch.table, *batch.before[:4]),
    )
    if moved.rowcount != 1:
        found = connection.execute("SELECT seq FROM tables WHERE table_id = ?", (batch.table,)).fetchone()
        raise StaleRecordError(batch.table, expected=batch.before.seq, found=found[0] if found else -1)


def _post(connection: sqlite3.Connection, batch: Prepared) -> None:
    """Write the postings and move the balances."""
    postings = [posting for act in batch.acts for posting in act.postings]
    if not postings:
        return
    _insert(connection, "ledger", batch.table, postings)
    totals = by_account(postings)
    moved = _rows(totals)
    try:
        if connection.execute(_MOVE_BALANCES, (moved,)).rowcount < len(totals):
            connection.execute(_OPEN_ACCOUNTS, (moved,))
    except sqlite3.IntegrityError:
        row = connection.execute(_OVERDRAWN, (moved,)).fetchone()
        raise OverdrawnError(row[0] if row else "an account") from None


def _keep_beside(connection: sqlite3.Connection, batch: Prepared) -> None:
    """Keep what an act stores beside the record: secrets, and the texts of rulebooks."""
    for act in batch.acts:
        if act.seals is not None:
            connection.execute("INSERT INTO sealed VALUES (?, ?, ?)", (batch.table, *act.seals))
        if act.unseals is not None:
            connection.execute("DELETE FROM sealed WHERE table_id = ? AND round = ?", (batch.table, act.unseals))
        if act.keeps is not None:
            connection.execute(_KEEP_RULEBOOK, act.keeps)


def _insert(connection: sqlite3.Connection, relation: str, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert rows in statements of powers of two: few statements, each prepared once."""
    place, left = 0, len(rows)
    while left:
        some = min(ROWS_MAX, 1 << (left.bit_length() - 1))
        values = chain.from_iterable(rows[place : place + some])
        connection.execute(_inserting(relation, len(rows[0]), some), (table, *values))
        place, left = place + some, left - some


@cache
def _inserting(relation: str, columns: int, rows: int) -> str:
    row = f"(?1{', ?' * columns})"
    return f"INSERT INTO {relation} VALUES {', '.join([row] * rows)}"  # noqa: S608 - our own relations


def _rows(rows: Sequence[tuple[object, ...]]) -> str:
    # What a batch moves on accounts and meters goes to SQLite as one JSON text. Row by row the writer's thread would
    # ask for the GIL once per row.
    return msgspec.json.encode(rows).decode()


def _values(*columns: int) -> str:
    return ", ".join(f"json_extract(value, '$[{column}]')" for column in columns)


_MOVE_BALANCES = (
    "UPDATE accounts SET balance = balance + json_extract(moved.value, '$[1]') FROM json_each(?1) AS moved"
    " WHERE account = json_extract(moved.value, '$[0]')"
)
_OPEN_ACCOUNTS = (
    f"INSERT INTO accounts SELECT {_values(0, 1)} FROM json_each(?1)"  # noqa: S608 - numbers
    " WHERE json_extract(value, '$[0]') NOT IN (SELECT account FROM accounts)"
)
# New accounts come first: if one of them is overdrawn, the others have already been moved.
_OVERDRAWN = (
    "SELECT json_extract(value, '$[0]') AS moved FROM json_each(?1) LEFT JOIN accounts ON account = moved"
    " WHERE coalesce(balance, 0) + json_extract(value, '$[1]') < 0"
    " AND moved <> 'issued' AND moved NOT GLOB 'tray:*' AND moved NOT GLOB 'outside:*'"
    " ORDER BY balance IS NOT NULL LIMIT 1"
)
_COUNT = (
    f"INSERT INTO meters SELECT ?1, {_values(0, 1)} FROM json_each(?2) WHERE true"  # noqa: S608 - numbers
    " ON CONFLICT (table_id, meter) DO UPDATE SET value = value + excluded.value"
)


# --- opening -----------------------------------------------------------------------------------------------------


def open_sqlite(path: str | Path, *, clock: Callable[[], str] = utc_now) -> SqliteRecord:
    """Open a record, or begin one if there is no file. Raises a HouseFault that says what is wrong with it."""
    path = Path(path)
    try:
        there, folder = path.parent.is_dir(), path.is_dir()
    except OSError as error:
        raise UnreachableRecordError(f"{path}: cannot be opened: {error.strerror}") from None
    if not there:
        raise UnreachableRecordError(f"{path}: there is no folder {path.parent}")
    if folder:
        raise UnreachableRecordError(f"{path}: is a folder, and a record is a file")
    _sync_found(path)
    if str(path) != MEMORY:
        with suppress(OSError):  # SQLite says what is wrong with the place
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # purses are nobody else's business
    connection = None
    try:
        connection = connect(path)
        _version(connection, path)  # before anything is changed in a file that may be somebody else's
        _make_durable(connection, path)
        _migrate(connection, path)
        # The journal of a savepoint stays in memory. It is needed until the commit and never after a crash; in a
        # temporary file SQLite would write as many pages to it as to the log. Only for the writer, and only from here
        # on: sorting for a new index or for a reader may need much space.
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute(f"PRAGMA busy_timeout = {LOCKED_MS}")
    except (sqlite3.Error, HouseFault) as error:
        if connection is not None:
            connection.close()
        if isinstance(error, HouseFault):
            raise
        if isinstance(error, sqlite3.OperationalError):
            raise UnreachableRecordError(f"{path}: cannot be opened: {error}") from None
        raise BrokenRecordError(str(path), f"cannot be opened as a record: {error}") from None
    return SqliteRecord(path, connection, clock)


def _sync_found(path: Path) -> None:
    """Sync the log found beside a record: whoever wrote it may have been killed before syncing it.

    SQLite takes such a write for committed, so receipts would be answered from
    it that the next power cut loses. Only the log is opened here: closing
    the record itself would drop the locks that this process may hold on it.
    """
    log = path.with_name(f"{path.name}-wal")
    try:
        for place in [log, path.parent] if log.exists() and os.name != "nt" else []:
            found = os.open(place, os.O_RDONLY)
            try:
                os.fsync(found)
            finally:
                os.close(found)
    except OSError as error:
        raise UnreachableRecordError(f"{log}: what was found cannot be brought to the disk: {error}") from None


def _make_durable(connection: sqlite3.Connection, path: Path) -> None:
    """Set the mode in which nothing acknowledged is lost, and check that it was granted."""
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    level = connection.execute("PRAGMA synchronous").fetchone()[0]
    if mode != "wal" or level < FULL:
        raise WeakRecordError(
            f"{path}: journal_mode is {mode} and synchronous is {level}; a record needs wal and {FULL} (FULL),"
            " or a power cut could lose what was acknowledged"
        )


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of the schema, 0 if there is none yet."""
    empty = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if not empty and connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise BrokenRecordError(str(path), "is a SQLite database, but no record of croupier")
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the schema up to date, all steps or none; another process that opens the file waits."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection, path)
        # Writes nothing new. SQLite begins even on a read-only file, and only a write finds out.
        connection.execute(f"PRAGMA user_version = {version}")
        steps = due("sqlite", version, str(path))
        for number, statements in steps:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number}")
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("COMMIT" if steps else "ROLLBACK")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
