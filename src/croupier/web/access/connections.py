"""Every connection, counted from the moment it is accepted, per address and in all, within the files that there are.

A full house lets newcomers in as far as the door: whoever has asked for nothing,
has not asked to the end or has not signed in makes room, the longest waiting
first. Whoever is signed in over a socket, and a request that is being answered,
stays.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, Protocol

import structlog

log = structlog.get_logger()

FILES_WANTED = 65_536
"""The limit of open files that is asked for; the system may grant less."""
RESERVED_FILES = 100
"""Files kept for the record, its readers, audits and the log."""
NO_ROOM = {
    "house-full": "the house has all the connections it can serve",
    "too-many": "your address has all the connections it can have",
}
FOR_STAFF = 50
"""Extra sockets that only staff may sign in over, so that a full house can still be run."""
FOR_REQUESTS = 50
"""Connections beside those, of one address and in all, so that a client without room is told so."""


class Abortable(Protocol):
    """A connection that can be ended at once."""

    def abort(self) -> None: ...


class _Open(NamedTuple):
    address: str
    transport: Abortable


class Connections:
    """The open connections of a service, each under a key of its own."""

    def __init__(self, sockets: int, per_address: int) -> None:
        """Allow so many sockets in all and of one address, if the system allows that many open files.

        No address gets more than half of the files.
        """
        files = max(4, files_left() - RESERVED_FILES)
        self._most = min(sockets + FOR_STAFF + FOR_REQUESTS, files)
        self._per_address = min(per_address + FOR_REQUESTS, files // 2)
        self.sockets = max(1, self._most - FOR_STAFF - FOR_REQUESTS)
        self.sockets_per_address = max(1, self._per_address - FOR_REQUESTS)
        if self.sockets < sockets:
            log.warning("few-open-files", sockets=self.sockets, per_address=self.sockets_per_address, wanted=sockets)
        self._open: dict[object, _Open] = {}
        self._counts: dict[str, int] = {}
        self._signed_in: set[object] = set()
        self._signed_in_from: dict[str, int] = {}
        self._waiting: dict[str, dict[object, _Open]] = {}
        """Connections that make room if need be, by address, in the order in which they began to wait."""

    def __len__(self) -> int:
        return len(self._open)

    def crowded(self, address: str) -> bool:
        """Whether an address has all the sockets it can have."""
        return self._signed_in_from.get(address, 0) >= self.sockets_per_address

    def no_room(self, address: str, *, staff: bool) -> str | None:
        """Return the code of why one more socket cannot sign in."""
        if len(self._signed_in) >= self.sockets + (FOR_STAFF if staff else 0):
            return "house-full"
        return "too-many" if self.crowded(address) and not staff else None

    def signed_in(self, key: object, address: str) -> _Held:
        """Keep a socket while somebody is signed in over it."""
        return _Held(lambda: self._sign_in(key, address), lambda: self._sign_out(key, address))

    def _sign_in(self, key: object, address: str) -> None:
        self._signed_in.add(key)
        self._signed_in_from[address] = self._signed_in_from.get(address, 0) + 1
        self._use(key)

    def _sign_out(self, key: object, address: str) -> None:
        self._signed_in.discard(key)
        self._signed_in_from[address] -= 1
        if not self._signed_in_from[address]:
            del self._signed_in_from[address]
        self._let_wait(key)

    def opened(self, key: object, address: str, transport: Abortable) -> None:
        """Count a connection, and end another one if there are too many; this one if all others are in use."""
        one = self._open[key] = _Open(address, transport)
        self._counts[address] = self._counts.get(address, 0) + 1
        self._waiting.setdefault(address, {})[key] = one
        if self._counts[address] > self._per_address:
            self._make_room(address)
        elif len(self._open) > self._most:
            self._make_room(max(self._waiting, key=lambda other: len(self._waiting[other])))

    def _make_room(self, address: str) -> None:
        """End the connection of an address that has waited longest; the last one is the newcomer's own."""
        key, one = next(iter(self._waiting[address].items()))
        self.closed(key)
        one.transport.abort()

    def closed(self, key: object) -> None:
        """Count a connection out."""
        one = self._open.pop(key, None)
        if one is None:
            return
        self._counts[one.address] -= 1
        if not self._counts[one.address]:
            del self._counts[one.address]
        self._wait_no_more(key, one)

    def _wait_no_more(self, key: object, one: _Open) -> None:
        waiting = self._waiting.get(one.address)
        if waiting is not None and waiting.pop(key, None) is not None and not waiting:
            del self._waiting[one.address]

    def in_use(self, key: object) -> _Held:
        """Keep a connection while something is done for it."""
        return _Held(lambda: self._use(key), lambda: self._let_wait(key))

    def _use(self, key: object) -> None:
        one = self._open.get(key)
        if one is not None:
            self._wait_no_more(key, one)

    def _let_wait(self, key: object) -> None:
        one = self._open.get(key)
        if one is not None:
            self._waiting.setdefault(one.address, {})[key] = one


class _Held:
    """A block during which a connection is kept. No generator: a frozen exception cannot be thrown into one."""

    def __init__(self, begin: Callable[[], None], end: Callable[[], None]) -> None:
        self._begin, self._end = begin, end

    def __enter__(self) -> None:
        self._begin()

    def __exit__(self, *_: object) -> None:
        self._end()


def allow_files() -> int:
    """Raise the limit of open files as far as the system lets us, and return it."""
    with suppress(ImportError):
        import resource  # noqa: PLC0415 - not on every platform

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return wanted
        return FILES_WANTED if soft == resource.RLIM_INFINITY else soft
    return FILES_WANTED


def files_left() -> int:
    """Return how many more files can be opened, as far as that is known."""
    limit = allow_files()
    with suppress(OSError):
        return limit - len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - names are enough
    return limit - RESERVED_FILES


def files_fault() -> str | None:
    """Say why no file can be opened, if that is so; the record could not open one either."""
    try:
        os.close(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        return f"no file can be opened: {error.strerror}"
    return None
