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
        """Return what is said first."""
        ...

    def welcome(self, frame: bytes) -> tuple[bool, list[bytes]]:
        """Hear a frame before betting begins: whether that was the welcome, and what to answer."""
        ...

    def is_broadcast(self, head: bytes) -> bool:
        """Whether a message that begins like this tells everybody what happened."""
        ...

    def wager(self, number: int) -> bytes:
        """Return the next wager."""
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
    """Our own JSON lines, as a browser writes them: a wager names its round."""

    opcode = TEXT

    def __init__(self, player: dict[str, Any], positions: Positions, stake: int) -> None:
        self._player, self._positions, self._stake = player, positions, stake
        self.round = "1"

    def opening(self) -> list[bytes]:
        return [json.dumps({"id": "0", "do": "sign-in", "token": self._player["token"]}).encode()]

    def welcome(self, frame: bytes) -> tuple[bool, list[bytes]]:
        assert b'"snapshot"' in frame, frame[:200]
        return True, []

    def is_broadcast(self, head: bytes) -> bool:
        return head.startswith(b'{"id":null,"ev')

    def wager(self, number: int) -> bytes:
        name = self._player["name"]
        return (
            f'{{"id":"{number}","do":"place-wager","wager":"{name}-{number}","player":"{name}",'
            f'"position":"{self._positions[number]}","stake":{self._stake},"round":"{self.round}"}}'
        ).encode()

    def heard(self, frame: bytes) -> Answered | bytes | None:
        if not frame.startswith(b'{"id":"'):
            return None
        return int(frame[7 : frame.index(b'"', 7)]), b'"events"' in frame[:40]


class Colyseus:
    """A byte for the kind of frame, the kind of message as a short text, then MessagePack."""

    opcode = BINARY
    _JOINED, _DATA = b"\x0a", b"\x0d"
    _STATE, _PATCH = b"\x0e", b"\x0f"
    _PLACED, _REFUSED = b"\x0d\xa6placed", b"\x0d\xa7refused"
    _ID = b"\xa2id"

    def __init__(self, _: dict[str, Any], positions: Positions, stake: int) -> None:
        self._positions, self._stake = positions, stake

    def opening(self) -> list[bytes]:
        return []

    def welcome(self, frame: bytes) -> tuple[bool, list[bytes]]:
        joined = frame[:1] == self._JOINED
        return joined, [self._JOINED] if joined else []

    def is_broadcast(self, head: bytes) -> bool:
        return head[:1] in (self._STATE, self._PATCH)

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


SPEECHES = {"croupier": Croupier, "Colyseus": Colyseus}
