"""Connections to the file of a record, and threads in which it is read."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from croupier.house.faults import UnreachableRecordError

CLOSED = "the record is closed"


def connect(path: Path) -> sqlite3.Connection:
    """Connect with what every connection needs; it may be used by another thread than the one that made it."""
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_size = -65536")
    return connection


class Reader:
    """A connection that reads, with a thread of its own."""

    def __init__(self, path: Path, name: str) -> None:
        self._connection, self._thread = connect(path), ThreadPoolExecutor(1, name)

    async def select(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._select, sql, values)
        except RuntimeError:
            raise UnreachableRecordError(CLOSED) from None

    def _select(self, sql: str, values: tuple[object, ...]) -> list[Any]:
        return self._connection.execute(sql, values).fetchall()

    def close(self) -> None:
        """Let what is being read end, and close the connection."""
        self._thread.shutdown()
        self._connection.close()
