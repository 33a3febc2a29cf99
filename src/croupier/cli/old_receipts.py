"""Receipts that no longer fit in memory, kept on disk while a table runs: an id never counts twice, however old."""

from __future__ import annotations

import sqlite3

Key = tuple[str, str]
"""The asker and the id."""
Kept = tuple[str, str]
"""The command and the receipt."""


class OldReceipts:
    """Stores any number of receipts without using memory; deleted with the process."""

    def __init__(self) -> None:
        """Open a temporary file."""
        self._file = sqlite3.connect("", isolation_level=None)
        self._file.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -256;")
        self._file.execute(
            "CREATE TABLE receipt (who TEXT, id TEXT, asked TEXT, line TEXT, PRIMARY KEY (who, id)) WITHOUT ROWID"
        )

    def get(self, key: Key) -> Kept | None:
        found: Kept | None = self._file.execute(
            "SELECT asked, line FROM receipt WHERE who = ? AND id = ?", key
        ).fetchone()
        return found

    def put(self, key: Key, kept: Kept) -> None:
        self._file.execute("INSERT OR REPLACE INTO receipt VALUES (?, ?, ?, ?)", (*key, *kept))

    def close(self) -> None:
        self._file.close()
