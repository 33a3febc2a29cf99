"""What a bettor says to each kind of server, and how it hears the answer: the least that each protocol asks."""

import json
import random
from collections.abc import Sequence
from typing import Any, Protocol

from benchmarks.raw_socket import BINARY, TEXT

Answered = tuple[int, bool]
"""The number of a wager, and whether it was accepted."""


class Speech(Protocol):
    """How one player speaks."""

    opcode: int

    def opening(self) -> list[bytes]:
        """Give what is said first."""
        ...

    def welcome(self, frame: bytes) -> tuple[bool, list[bytes]]:
        """Hear a frame before betting begins: whether that was the welcome, and what to answer."""
        ...

    def wager(self, number: int) -> bytes:
        """Give the next wager."""
        ...

    def heard(self, frame: bytes) -> Answered | bytes | None:
        """Hear a frame while betting: a wager that is answered, something to send back, or nothing of interest."""
        ...


class Positions:
    """The positions that one player bets on, in an order of their own."""

    def __init__(self, positions: Sequence[str], seed: int) -> None:
        self._order = list(positions)
        random.Random(seed).shuffle(self._order)  # noqa: S311 - a benchmark

    def __getitem__(self, number: int) -> str:
        return self._order[number % len(self._order)]


class Croupier:
    """Our own JSON lines."""

    opcode = TEXT

    def __init__(self, player: dict[str, Any], positions: Positions, stake: int) -> None:
        self._player, self._positions, self._stake = player, positions, stake

    def opening(self) -> list[bytes]:
        return [json.dumps({"id": "0", "do": "sign-in", "token": self._player["token"]}).encode()]

    def welcome(self, frame: bytes) -> tuple[bool, list[bytes]]:
        assert b'"snapshot"' in frame, frame[:200]
        return True, []

    def wager(self, number: int) -> bytes:
        name = self._player["name"]
        return (
            f'{{"id":"{number}","do":"place-wager","wager":"{name}-{number}","player":"{name}",'
            f'"position":"{self._positions[number]}","stake":{self._stake}}}'
        ).encode()

    def heard(self, frame: bytes) -> Answered | bytes | None:
        if not frame.startswith(b'{"id":"'):
            return None
        return int(frame[7 : frame.index(b'"', 7)]), b'"events"' in frame[:40]


class Colyseus:
    """A byte for the kind of frame, the kind of message as a short text, then MessagePack."""

    opcode = BINARY
    _JOINED, _DATA = b"\x0a", b"\x0d"
    _PLACED, _REFUSED = b"\x0d\xa6placed", b"\x0d\xa7refused"
    _ID = b"\xa2id"

    def __init__(self, _: dict[str, Any], positions: Positions, stake: int) -> None:
        self._positions, self._stake = positions, stake

    def opening(self) -> list[bytes]:
        return []

    def welcome(self, frame: bytes) -> tuple[bool, list[bytes]]:
        joined = frame[:1] == self._JOINED
        return joined, [self._JOINED] if joined else []

    def wager(self, number: int) -> bytes:
        parts = b"\xa8position" + packed(self._positions[number]) + b"\xa5stake" + packed(self._stake)
        return self._DATA + b"\xa3bet" + b"\x83\xa2id" + packed(number) + parts

    def heard(self, frame: bytes) -> Answered | bytes | None:
        for kind, accepted in ((self._PLACED, True), (self._REFUSED, False)):
            if frame.startswith(kind):
                # However the server writes the length of its map, the id is the first in it.
                return unpacked(frame, frame.index(self._ID, len(kind)) + len(self._ID)), accepted
        return None


def packed(value: str | int) -> bytes:
    """Write a short text or a number from 0 in MessagePack."""
    if isinstance(value, str):
        text = value.encode()
        return (bytes((0xA0 | len(text),)) if len(text) < 32 else bytes((0xD9, len(text)))) + text
    if value < 128:
        return bytes((value,))
    return b"\xcd" + value.to_bytes(2, "big") if value < 1 << 16 else b"\xce" + value.to_bytes(4, "big")


def unpacked(frame: bytes, place: int) -> int:
    """Read a number from 0 in MessagePack."""
    wide = {0xCC: 1, 0xCD: 2, 0xCE: 4}.get(frame[place], 0)
    return int.from_bytes(frame[place + 1 : place + 1 + wide], "big") if wide else frame[place]


class BoardgameIo:
    """socket.io in the game's namespace. Everybody is told of every move; a player's own last one is the answer."""

    opcode = TEXT
    _LAST = b'"G":{"last":'

    def __init__(self, player: dict[str, Any], positions: Positions, stake: int) -> None:
        self._player, self._positions, self._stake = player, positions, stake
        self._told = 0

    def opening(self) -> list[bytes]:
        return []

    def welcome(self, frame: bytes) -> tuple[bool, list[bytes]]:
        if frame.startswith(b"0{"):
            return False, [b"40/table,"]
        if frame.startswith(b"40/table,"):
            asked = ["sync", "one", self._player["seat"], None, self._player["seats"]]
            return False, [b"42/table," + json.dumps(asked).encode()]
        return frame.startswith(b'42/table,["sync"'), [b"3"] if frame == b"2" else []

    def wager(self, number: int) -> bytes:
        seat = self._player["seat"]
        move = {"type": "bet", "args": [number, self._positions[number], self._stake], "playerID": seat}
        update = ["update", {"type": "MAKE_MOVE", "payload": move}, 0, "one", seat]
        return b"42/table," + json.dumps(update).encode()

    def heard(self, frame: bytes) -> Answered | bytes | None:
        if frame == b"2":
            return b"3"
        place = frame.find(self._LAST)
        if place < 0:
            return None
        start = place + len(self._LAST)
        last = int(frame[start : frame.index(b"}", start)])
        if last == self._told:
            return None
        self._told = last
        return last, True


SPEECHES = {"croupier": Croupier, "Colyseus": Colyseus, "boardgame.io": BoardgameIo}
