"""Receipts that are no longer at hand, kept on disk as long as a table runs: an id never counts twice, however old."""

from __future__ import annotations

import sqlite3

Key = tuple[str, str]
"""Who asked, and under which id."""
Kept = tuple[str, str]
"""What was asked, and the receipt."""


class Attic:
    """A place for any number of receipts that takes no memory; gone with the process."""

    def __init__(self) -> None:
        """Open a file that has no name."""
        self._file = sqlite3.connect("", isolation_level=None)
        self._file.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -256;")
        self._file.execute(
            "CREATE TABLE receipt (who TEXT, id TEXT, asked TEXT, line TEXT, PRIMARY KEY (who, id)) WITHOUT ROWID"
        )

    def get(self, key: Key) -> Kept | None:
        """Give what was kept under a key."""
        found: Kept | None = self._file.execute(
            "SELECT asked, line FROM receipt WHERE who = ? AND id = ?", key
        ).fetchone()
        return found

    def put(self, key: Key, kept: Kept) -> None:
        """Keep something."""
        self._file.execute("INSERT OR REPLACE INTO receipt VALUES (?, ?, ?, ?)", (*key, *kept))

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
