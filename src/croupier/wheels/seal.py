"""Secrets are kept sealed: whoever reads the record or a backup alone does not learn the next outcome.

A secret is 32 random bytes and is sealed once, for one round of one table, so a
keystream of the same length is all it takes:

    sealed = secret XOR HMAC-SHA-256(key, "croupier/seal/1" ‖ f(table) ‖ f(round))

The key lives in a file of its own beside the record, readable by its owner
alone. Without it a round under way cannot be concluded; ended rounds need it no
more, because their secrets are revealed.
"""

from __future__ import annotations

import hmac
import os
from pathlib import Path

from croupier.house.faults import HouseFault
from croupier.wheels.draw import SECRET_BYTES, framed, fresh_secret

_SEAL = b"croupier/seal/1"


class SealError(HouseFault):
    """The key is missing or is none."""


class KeyedSeal:
    """Seals with one key."""

    def __init__(self, key: bytes) -> None:
        """Seal with this key of 32 bytes."""
        if len(key) != SECRET_BYTES:
            raise SealError(f"a seal's key has {SECRET_BYTES} bytes, this one has {len(key)}")
        self._key = key

    def __repr__(self) -> str:
        return "KeyedSeal(<key>)"

    def close(self, secret: bytes, table: str, round_name: str) -> str:
        """Seal a secret."""
        return _crossed(secret, self._stream(table, round_name)).hex()

    def open(self, sealed: str, table: str, round_name: str) -> bytes:
        """Open a sealed secret."""
        try:
            kept = bytes.fromhex(sealed)
        except ValueError:
            raise SealError(f"table {table}, round {round_name}: the sealed secret is no hexadecimal text") from None
        return _crossed(kept, self._stream(table, round_name))

    def _stream(self, table: str, round_name: str) -> bytes:
        return hmac.digest(self._key, _SEAL + framed(table) + framed(round_name), "sha256")


def _crossed(one: bytes, other: bytes) -> bytes:
    if len(one) != len(other):
        raise SealError(f"a secret has {SECRET_BYTES} bytes, this one has {len(one)}")
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def key_file(path: Path, *, new: bool) -> KeyedSeal:
    """Read the key, or make one where the house is new. Never made anew for a house that has rounds sealed with it."""
    try:
        if new and not path.exists():
            _write(path, fresh_secret())
        text = path.read_text("ascii").strip()
        return KeyedSeal(bytes.fromhex(text))
    except (OSError, ValueError) as error:
        raise SealError(f"{path}: the key of the seal cannot be read: {error}") from None


def _write(path: Path, key: bytes) -> None:
    """Write a key for its owner alone, and see it on the disk before anything is sealed with it."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
