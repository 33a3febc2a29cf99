"""Backups of a record: made while the house runs, checked before they count, and restored unchanged.

The seal key is not in a backup: a copy of the record must not be enough to open
the secret of a round under way.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from croupier.audit.anchors import Anchor, contradicted, gaps
from croupier.audit.audit import Progress, Report, audit
from croupier.audit.findings import Finding
from croupier.house.ports import COPIED, Head
from croupier.rules.errors import CroupierError
from croupier.storage.places import ANCHORS, RECORD, SEAL_KEY
from croupier.storage.raw_sqlite import connect_read_only, open_raw_sqlite


class BackupError(CroupierError):
    """A backup that was not made, or not restored. Nothing was changed."""


class AnotherHistoryError(BackupError):
    """A backup of a different record than the one whose anchors were given. Nothing was restored."""

    def __init__(self, source: Path, found: Sequence[Finding]) -> None:
        super().__init__(f"{source} is a backup of another history than the anchors are of; nothing was restored")
        self.found = tuple(found)


def back_up(source: Path, target: Path, *, force: bool = False, progress: Progress = lambda *_: None) -> Report:
    """Copy a record as of one moment, whatever is written meanwhile; the copy is checked before it counts."""
    if target.exists() and not force:
        raise BackupError(f"{target} is there already; name another file, or use --force")
    _check_own(source, target)
    _check_unused(target)
    return _copy(source, target, force=force, anchors=(), progress=progress)


def restore(
    source: Path, folder: Path, *, anchors: Sequence[Anchor] = (), progress: Progress = lambda *_: None
) -> Report:
    """Put a backup where a house keeps its record, never over another one and never against an anchor."""
    target = folder / RECORD
    for there in (target, *_companions(target)):
        if there.exists():
            raise BackupError(f"{there} is there already; move it away first, or restore to another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupError(f"{folder}: cannot be made: {error.strerror}") from None
    return _copy(source, target, force=False, anchors=anchors, progress=progress)


def missing(record: Path, anchors: Sequence[Anchor]) -> list[tuple[Anchor, Head | None]]:
    """Return, for each table whose record does not reach its last anchor, that anchor and where the record ends."""
    raw = open_raw_sqlite(record)
    try:
        return list(gaps(raw, anchors))
    finally:
        raw.close()


def _companions(record: Path) -> list[Path]:
    """Name the files that SQLite keeps beside a database while it is open, and after a crash."""
    return [record.with_name(record.name + tail) for tail in ("-wal", "-shm", "-journal")]


def _check_own(source: Path, target: Path) -> None:
    """Never overwrite the source of a copy, nor the files that the house keeps beside it."""
    place = source.resolve()
    own = [place, *_companions(place), place.with_name(SEAL_KEY), place.with_name(ANCHORS)]
    for mine in own:
        if target.resolve() == mine or (target.exists() and mine.exists() and target.samefile(mine)):
            raise BackupError(f"{target} is {mine.name} of the house itself; name another file. Nothing was written")


def _check_unused(target: Path) -> None:
    """Never overwrite a database that somebody has open, or whose last pages are in a file beside it."""
    for there in _companions(target.resolve()):
        if there.exists():
            words = f"{there.name} lies beside it: a house is using it, or was and crashed"
            raise BackupError(f"{target} is not written over: {words}; name another file. Nothing was written")
    if not target.is_file():
        return
    # Only through SQLite: opening the file otherwise and closing it would drop this process's own locks.
    address = f"file:{quote(str(target.absolute()))}?mode=rw"
    try:
        connection = sqlite3.connect(address, uri=True, timeout=0, isolation_level=None)
        try:
            connection.execute("BEGIN EXCLUSIVE")
        finally:
            connection.close()
    except sqlite3.Error as error:
        # Whatever else is wrong with it, even if it is no database, nobody is using it as one.
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise BackupError(f"{target} is in use; name another file. Nothing was written") from None


def _copy(source: Path, target: Path, *, force: bool, anchors: Sequence[Anchor], progress: Progress) -> Report:
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        _backup(source, part)
        raw = open_raw_sqlite(part)
        try:
            report = audit(raw, chain_only=True, progress=progress)
            # Anchors say nothing about a broken chain, so that is reported first.
            against = contradicted(raw, anchors) if report.sound else []
        finally:
            raw.close()
        report.where = str(target)
        if not report.sound:
            raise BackupError(f"{source} is not sound: {report.findings[0]}; nothing was written. See croupier audit")
        if against:
            raise AnotherHistoryError(source, against)
        _put(part, target, force=force)
    except OSError as error:
        raise BackupError(f"{target}: cannot be written: {error.strerror}") from None
    finally:
        for tail in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                part.with_name(part.name + tail).unlink()
    return report


def _backup(source: Path, part: Path) -> None:
    """Copy page by page through SQLite, which sees one snapshot of the record."""
    if not source.is_file():
        raise BackupError(f"{source}: there is no such file; give the folder or the file of a record")
    original = connect_read_only(source)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        copy = sqlite3.connect(part)
        try:
            original.backup(copy)
            _mark(copy)
            # One self-contained file; the house turns the log on again when it opens it.
            copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            copy.close()
    except sqlite3.Error as error:
        raise BackupError(f"{source} could not be copied: {error}") from None
    finally:
        original.close()


def _mark(copy: sqlite3.Connection) -> None:
    """Mark the secrets of rounds under way: whoever opens the copy cannot know whether they were revealed since."""
    if copy.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sealed'").fetchone() is not None:
        copy.execute("UPDATE sealed SET secret = ?1 || secret WHERE secret NOT LIKE ?1 || '%'", (COPIED,))
        copy.commit()


def _put(part: Path, target: Path, *, force: bool) -> None:
    """Make the copy durable, then give it its name; without force never over another file."""
    _sync(part)
    if force:
        _check_unused(target)
        part.replace(target)
    else:
        try:
            os.link(part, target)
        except FileExistsError:
            raise BackupError(f"{target} is there already; name another file, or use --force") from None
        except OSError:
            # A file system without links: a file created there at this very moment is lost.
            part.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
