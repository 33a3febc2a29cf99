"""Which software this is: a digest of each file, and of the code, the rulebooks and the pages as a whole.

The list has the form that ``sha256sum`` writes and checks, one file to a line:

    SHA-256  croupier/web/app.py

Python itself, the packages that croupier needs, and bytecode that Python has
kept are not in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from croupier.house.dealing import BY
from croupier.house.desk_notes import OpenHouse
from croupier.house.faults import HouseFault
from croupier.house.tables import LiveTables

PACKAGE = "croupier"
PARTS: Mapping[str, str] = {"pages": f"{PACKAGE}/web/static/", "rulebooks": f"{PACKAGE}/rulebooks/", "code": ""}
"""Where the files of each part lie; code is everything else."""
LEFT_OUT = ("__pycache__", ".pyc")
NAMED_MAX = 5
"""The most files that a message names."""


class Software(NamedTuple):
    """The digest of every file by its path."""

    digests: Mapping[str, str]

    def lines(self, part: str | None = None) -> list[str]:
        """Write the files of a part, or all of them, sorted by path."""
        chosen = sorted(path for path in self.digests if part is None or part_of(path) == part)
        return [f"{self.digests[path]}  {path}" for path in chosen]

    def digest(self, part: str) -> str:
        """Return the digest of a part: that of its lines."""
        return hashlib.sha256("".join(f"{line}\n" for line in self.lines(part)).encode()).hexdigest()

    def parts(self) -> dict[str, str]:
        return {part: self.digest(part) for part in ("code", "rulebooks", "pages")}


@lru_cache(maxsize=1_024)
def part_of(path: str) -> str:
    return next(part for part, folder in PARTS.items() if path.startswith(folder))


def installed() -> Software:
    """Read the software that is running."""
    return Software(
        {path: hashlib.sha256(one.read_bytes()).hexdigest() for path, one in _files(files(PACKAGE), PACKAGE)}
    )


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for one in folder.iterdir():
        if one.name.endswith(LEFT_OUT):
            continue
        if one.is_dir():
            yield from _files(one, f"{path}/{one.name}")
        else:
            yield f"{path}/{one.name}", one


def write_approved(software: Software, path: str) -> None:
    """Write the list of a software, to be approved. Raises HouseFault."""
    try:
        Path(path).write_text("".join(f"{line}\n" for line in software.lines()), encoding="utf-8")
    except OSError as error:
        raise HouseFault(f"{path}: cannot be written: {error.strerror}") from None


def read_approved(path: str) -> Software:
    """Read such a list. Raises HouseFault."""
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise HouseFault(f"--approved {path}: cannot be read: {error}") from None
    digests: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        digest, _, name = line.partition("  ")
        if len(digest) != hashlib.sha256().digest_size * 2 or not name or name in digests:
            raise HouseFault(f"--approved {path}, line {number}: expected a SHA-256, two blanks and a path, once each")
        digests[name] = digest
    if not digests:
        raise HouseFault(f"--approved {path}: is empty; write one with croupier doctor --write-approved FILE")
    return Software(digests)


def differing(approved: Software, here: Software) -> list[str]:
    """Name what differs, part by part and file by file."""
    found: list[str] = []
    for path in sorted({*approved.digests, *here.digests}):
        was, now = approved.digests.get(path), here.digests.get(path)
        if was != now:
            how = "is not approved" if was is None else "is missing" if now is None else "differs"
            found.append(f"{path} {how} ({part_of(path)})")
    return found


def check_approved(path: str, here: Software) -> None:
    """Compare the software with the approved one. Raises HouseFault, which names what differs."""
    found = differing(read_approved(path), here)
    if found:
        raise HouseFault(f"this is not the software that {path} approves: {_some(found)}")


def _some(found: Sequence[str]) -> str:
    more = f"; and {len(found) - NAMED_MAX} more" if len(found) > NAMED_MAX else ""
    return "; ".join(found[:NAMED_MAX]) + more


async def record_opening(tables: LiveTables, here: Software, version: str) -> None:
    """Record with which software the house is opened, unless it is the one of the last opening."""
    software = {"version": version, **here.parts()}
    if tables.desk.software != software:
        await tables.ask(f"opening-{tables.desk.seq}", OpenHouse(BY, **software))
