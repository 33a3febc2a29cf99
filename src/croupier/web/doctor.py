"""``croupier doctor``: whether this machine can run a house, checked before anybody comes."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from croupier.audit.audit import Progress, audit
from croupier.audit.sources import open_raw
from croupier.rules.errors import CroupierError
from croupier.storage.places import RECORD, SEAL_KEY
from croupier.storage.sqlite import APPLICATION
from croupier.web.settings import Settings

ROOM_LEAST = 200 * 1024 * 1024
SLOW_SYNC = 0.05
SQLITE_LEAST = (3, 38)
OPEN_FILES_LEAST = 1024


class Finding(NamedTuple):
    """One thing that was looked at. ``right`` says what to do where it is not well."""

    what: str
    well: bool
    found: str
    right: str = ""
    there: bool = True
    """Whether there is anything yet that could be well."""


def examine(settings: Settings, progress: Progress = lambda _table, _events: None) -> Iterator[Finding]:
    """Look at everything a house needs. A long record takes a while, hence the progress."""
    yield Finding("python", sys.version_info >= (3, 11), sys.version.split()[0], "use Python 3.11 or later")
    yield Finding(
        "sqlite", sqlite3.sqlite_version_info >= SQLITE_LEAST, sqlite3.sqlite_version, "use SQLite 3.38 or later"
    )
    folder = Path(settings.data)
    yield _folder(folder)
    if folder.is_dir() and os.access(folder, os.W_OK):
        yield _room(folder)
        yield _sync(folder)
    if (folder / RECORD).exists():
        yield from _record(folder, progress)
        yield _key(folder / SEAL_KEY)
    yield _port(settings)
    yield _files()
    pages = files("croupier.web").joinpath("pages", "index.html").is_file()
    yield Finding("pages", pages, "built in" if pages else "missing", "build the front end: make pages")


def _folder(folder: Path) -> Finding:
    """Look at the folder, or at where it would be made."""
    place = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    well = place.is_dir() and os.access(place, os.W_OK)
    there = place == folder
    found = str(folder) if there else f"{folder}: nothing is there yet; `croupier serve` will create it"
    return Finding(
        "folder", well, found if well else str(folder), f"make {place} a folder you may write to, or use --data", there
    )


def _room(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    return Finding("room", free >= ROOM_LEAST, f"{free // 2**20} MiB free", "leave at least 200 MiB")


def _sync(folder: Path) -> Finding:
    """Time a write that reaches the disk: every acknowledged wager waits for one."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix="doctor-") as file:
        started = time.perf_counter()
        for _ in range(10):
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
        each = (time.perf_counter() - started) / 10
    return Finding("disk", each < SLOW_SYNC, f"{each * 1000:.1f} ms to reach the disk", "use a local disk")


def _record(folder: Path, progress: Progress) -> Iterator[Finding]:
    """Look at the file, and at what it says, without changing it: a house may be served from it just now."""
    path = (folder / RECORD).absolute()
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=5)) as file:
            ours = file.execute("PRAGMA application_id").fetchone()[0] == APPLICATION
            found = str(file.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as error:
        ours, found = True, str(error)
    if not ours:
        found = "is a SQLite database, but no record of croupier"
    if found != "ok":
        yield Finding("record", well=False, found=found, right="use another folder, or restore a backup")
        return
    yield Finding("record", well=True, found=f"{path.stat().st_size // 1024} KiB, nothing wrong with the file")
    yield from _tables(folder, progress)


def _tables(folder: Path, progress: Progress) -> Iterator[Finding]:
    """Audit every table: a file without a fault can hold an event, a receipt or a balance that was altered."""
    right = f"see croupier audit --data {folder}; restore a backup"
    try:
        with closing(open_raw(folder)) as raw:
            report = audit(raw, progress=progress)
    except CroupierError as error:
        yield Finding("tables", well=False, found=str(error), right=right)
        return
    if report.sound:
        events = sum(one.events for one in report.tables)
        looked = f"{len(report.tables)} with {events} events: chains, receipts and balances hold"
        yield Finding("tables", well=True, found=looked)
    wrong: dict[str | None, list[str]] = {}
    for one in report.findings:
        wrong.setdefault(one.table, []).append(str(one))
    for found in wrong.values():
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        yield Finding("tables", well=False, found=found[0] + more, right=right)


def _key(path: Path) -> Finding:
    if not path.exists():
        return Finding("key", well=False, found="missing", right="put seal.key back: open rounds need it")
    private = os.name == "nt" or not path.stat().st_mode & 0o077
    return Finding("key", private, oct(path.stat().st_mode & 0o777), "chmod 600 seal.key")


def _port(settings: Settings) -> Finding:
    try:
        with socket.create_server((settings.host, settings.port)):
            return Finding("port", well=True, found=f"{settings.host}:{settings.port} is free")
    except OSError as error:
        return Finding(
            "port", well=False, found=f"{settings.host}:{settings.port}: {error.strerror or error}", right="use --port"
        )


def _files() -> Finding:
    try:
        import resource  # noqa: PLC0415 - not on every platform
    except ImportError:
        return Finding("files", well=True, found="no limit known")
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return Finding("files", soft >= OPEN_FILES_LEAST, f"{soft} open files", "raise it: ulimit -n 65536")
