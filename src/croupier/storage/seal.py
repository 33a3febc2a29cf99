"""The seal of secrets that are not out yet: whoever reads the record alone, or a backup of it, cannot open them.

With HMAC-SHA-256 under the house's key, 12 fresh bytes ``nonce`` and ``f`` for the
length in 4 bytes and then the UTF-8 of a text::

    about  = f(table) ‖ f(round) ‖ nonce
    masked = secret XOR HMAC(key, "croupier/seal/1/mask" ‖ about)
    tag    = HMAC(key, "croupier/seal/1/tag" ‖ about ‖ masked)

and what is stored is ``nonce ‖ masked ‖ tag`` in hexadecimal digits. A secret has
the 32 bytes of one block, so one block of mask is all that is needed.
"""

from __future__ import annotations

import hmac
import os
from pathlib import Path

from croupier.house.faults import HouseFault

KEY_BYTES = 32
SECRET_BYTES = 32
_NONCE = 12
_MASK, _TAG = b"croupier/seal/1/mask", b"croupier/seal/1/tag"


class SealError(HouseFault):
    """A seal that was broken, or a key that is none. The message never shows either."""


class KeySeal:
    """A seal that one key closes and opens."""

    def __init__(self, key: bytes) -> None:
        """Take the house's key."""
        if len(key) != KEY_BYTES:
            raise SealError(f"a seal key has {KEY_BYTES} bytes, this one has {len(key)}")
        self._key = key

    def __repr__(self) -> str:
        return "KeySeal(<key>)"

    def close(self, secret: bytes, table: str, round_name: str) -> str:
        """Seal a secret for one round of one table."""
        if len(secret) != SECRET_BYTES:
            raise SealError(f"a secret has {SECRET_BYTES} bytes, this one has {len(secret)}")
        about = _framed(table) + _framed(round_name) + (nonce := os.urandom(_NONCE))
        masked = self._masked(secret, about)
        return (nonce + masked + self._tag(about, masked)).hex()

    def open(self, sealed: str, table: str, round_name: str) -> bytes:
        """Open what was sealed for this very round. Raises SealError."""
        try:
            given = bytes.fromhex(sealed)
        except ValueError:
            given = b""
        if len(given) != _NONCE + SECRET_BYTES + KEY_BYTES or given.hex() != sealed:
            raise SealError(f"table {table}, round {round_name}: what is kept is no sealed secret")
        nonce, masked, tag = given[:_NONCE], given[_NONCE:-KEY_BYTES], given[-KEY_BYTES:]
        about = _framed(table) + _framed(round_name) + nonce
        if not hmac.compare_digest(tag, self._tag(about, masked)):
            raise SealError(f"table {table}, round {round_name}: the seal is broken, or the key is another house's")
        return self._masked(masked, about)

    def _masked(self, given: bytes, about: bytes) -> bytes:
        mask = hmac.digest(self._key, _MASK + about, "sha256")
        return bytes(one ^ other for one, other in zip(given, mask, strict=True))

    def _tag(self, about: bytes, masked: bytes) -> bytes:
        return hmac.digest(self._key, _TAG + about + masked, "sha256")


def _framed(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(4, "big") + encoded


def read_seal(path: str | Path) -> KeySeal:
    """Read a house's key: 64 hexadecimal digits. Raises SealError."""
    try:
        return KeySeal(bytes.fromhex(Path(path).read_text("ascii")))
    except OSError as error:
        raise SealError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise SealError(f"{path}: is no seal key; one is {2 * KEY_BYTES} hexadecimal digits") from None


def make_seal(path: str | Path) -> KeySeal:
    """Read a house's key, or make one that only the house's own user can read, where there is none."""
    path = Path(path)
    if not path.exists():
        key = os.urandom(KEY_BYTES)
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            os.write(handle, key.hex().encode() + b"\n")
            os.fsync(handle)
        finally:
            os.close(handle)
    return read_seal(path)
