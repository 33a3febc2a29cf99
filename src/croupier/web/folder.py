"""A house's folder, locked by one process: two processes dealing at the same tables would deal twice."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from croupier.house.faults import HouseFault

LOCK = "house.lock"

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class HeldFolder:
    """The right to serve a folder, until it is released or the process ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        """Create the folder if necessary, and lock it. Raises HouseFault."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._handle: int | None = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise HouseFault(f"{folder}: cannot be the folder of a house: {error.strerror}") from None
        try:
            _lock(self._handle)
        except OSError:
            self.let_go()
            raise HouseFault(f"{folder}: a house is being served from it already; stop that or use --data") from None

    def let_go(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
