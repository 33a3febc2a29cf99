"""``croupier doctor``: whether this machine can run a house, checked before anybody comes."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from croupier.audit.audit import Progress, audit
from croupier.audit.sources import open_raw
from croupier.house.faults import HouseFault
from croupier.rules.errors import CroupierError
from croupier.storage.places import RECORD, SEAL_KEY
from croupier.storage.raw import RawRecord
from croupier.storage.sqlite import APPLICATION
from croupier.web.settings import Settings
from croupier.web.software import check_approved, installed

ROOM_LEAST = 200 * 1024 * 1024
SLOW_SYNC = 0.05
SQLITE_LEAST = (3, 38)
OPEN_FILES_LEAST = 1024


class Diagnosis(NamedTuple):
    """One thing that was checked. ``right`` says what to do if it is wrong."""

    what: str
    well: bool
    found: str
    right: str = ""
    there: bool = True
    """Whether there is anything yet that could be in order."""


def diagnose(settings: Settings, progress: Progress = lambda _table, _events: None) -> Iterator[Diagnosis]:
    """Check everything a house needs. A long record takes a while, hence the progress."""
    yield Diagnosis("python", sys.version_info >= (3, 11), sys.version.split()[0], "use Python 3.11 or later")
    yield Diagnosis(
        "sqlite", sqlite3.sqlite_version_info >= SQLITE_LEAST, sqlite3.sqlite_version, "use SQLite 3.38 or later"
    )
    folder = Path(settings.data)
    yield _folder(folder)
    if folder.is_dir() and os.access(folder, os.W_OK):
        yield _room(folder)
        yield _sync(folder)
    if settings.database:
        yield from _tables(lambda: open_raw(None, settings.database), "--database URL", progress)
        yield _key(folder / SEAL_KEY)
    elif (folder / RECORD).exists():
        yield from _record(folder, progress)
        yield _key(folder / SEAL_KEY)
    elif (folder / SEAL_KEY).exists():
        right = f"put {RECORD} back or restore a backup; to open a new house here, move {SEAL_KEY} away"
        yield Diagnosis("record", well=False, found="missing, and the key of a house is there", right=right)
    yield _port(settings)
    yield _files()
    yield _software(settings)
    built = files("croupier.web").joinpath("static", "index.html").is_file()
    yield Diagnosis("front end", built, "built in" if built else "missing", "build the front end: python3 dev.py setup")


def _folder(folder: Path) -> Diagnosis:
    """Check the folder, or the place where it would be created."""
    place = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    well = place.is_dir() and os.access(place, os.W_OK)
    there = place == folder
    found = str(folder) if there else f"{folder}: nothing is there yet; `croupier serve` will create it"
    return Diagnosis(
        "folder", well, found if well else str(folder), f"make {place} a folder you may write to, or use --data", there
    )


def _room(folder: Path) -> Diagnosis:
    free = shutil.disk_usage(folder).free
    return Diagnosis("room", free >= ROOM_LEAST, f"{free // 2**20} MiB free", "leave at least 200 MiB")


def _sync(folder: Path) -> Diagnosis:
    """Time a write that reaches the disk: every acknowledged wager waits for one."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix="doctor-") as file:
        started = time.perf_counter()
        for _ in range(10):
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
        each = (time.perf_counter() - started) / 10
    return Diagnosis("disk", each < SLOW_SYNC, f"{each * 1000:.1f} ms to reach the disk", "use a local disk")


def _record(folder: Path, progress: Progress) -> Iterator[Diagnosis]:
    """Check the file and its content, without changing it: a house may be served from it right now."""
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
        yield Diagnosis("record", well=False, found=found, right="use another folder, or restore a backup")
        return
    yield Diagnosis("record", well=True, found=f"{path.stat().st_size // 1024} KiB, nothing wrong with the file")
    yield from _tables(lambda: open_raw(folder), f"--data {folder}", progress)


def _tables(opening: Callable[[], RawRecord], named: str, progress: Progress) -> Iterator[Diagnosis]:
    """Audit every table: a healthy store can still hold an event, a receipt or a balance that was altered."""
    right = f"see croupier audit {named}; restore a backup"
    try:
        with closing(opening()) as raw:
            report = audit(raw, progress=progress)
    except CroupierError as error:
        yield Diagnosis("tables", well=False, found=str(error), right=right)
        return
    if report.sound:
        events = sum(one.events for one in report.tables)
        looked = f"{len(report.tables)} with {events} events: chains, receipts and balances hold"
        yield Diagnosis("tables", well=True, found=looked)
    wrong: dict[str | None, list[str]] = {}
    for one in report.findings:
        wrong.setdefault(one.table, []).append(str(one))
    for found in wrong.values():
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        yield Diagnosis("tables", well=False, found=found[0] + more, right=right)


def _key(path: Path) -> Diagnosis:
    if not path.exists():
        return Diagnosis("key", well=False, found="missing", right="put seal.key back: open rounds need it")
    private = os.name == "nt" or not path.stat().st_mode & 0o077
    return Diagnosis("key", private, oct(path.stat().st_mode & 0o777), "chmod 600 seal.key")


def _port(settings: Settings) -> Diagnosis:
    try:
        with socket.create_server((settings.host, settings.port)):
            return Diagnosis("port", well=True, found=f"{settings.host}:{settings.port} is free")
    except OSError as error:
        return Diagnosis(
            "port", well=False, found=f"{settings.host}:{settings.port}: {error.strerror or error}", right="use --port"
        )


def _software(settings: Settings) -> Diagnosis:
    """Say which software this is, and compare it with the approved one if there is one."""
    here = installed()
    found = ", ".join(f"{part} {digest[:16]}" for part, digest in here.parts().items())
    if not settings.approved:
        return Diagnosis("software", well=True, found=found)
    try:
        check_approved(settings.approved, here)
    except HouseFault as fault:
        return Diagnosis("software", well=False, found=str(fault), right="install the approved software again")
    return Diagnosis("software", well=True, found=f"{found}, as approved")


def _files() -> Diagnosis:
    try:
        import resource  # noqa: PLC0415 - not on every platform
    except ImportError:
        return Diagnosis("files", well=True, found="no limit known")
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return Diagnosis("files", soft >= OPEN_FILES_LEAST, f"{soft} open files", "raise it: ulimit -n 65536")
