"""Secrets are stored sealed: the record or a backup alone does not reveal the next outcome.

With HMAC-SHA-256 under the house's key, 12 fresh bytes ``nonce`` and ``f`` as in
``draw.framed``::

    about  = f(table) ‖ f(round) ‖ nonce
    masked = secret XOR HMAC(key, "croupier/seal/1/mask" ‖ about)
    tag    = HMAC(key, "croupier/seal/1/tag" ‖ about ‖ masked)

and what is stored is ``nonce ‖ masked ‖ tag`` in hexadecimal digits. A secret has
the 32 bytes of one block, so one block of mask is all that is needed; the nonce
keeps a round that is opened again after a restored backup from sharing its mask.

The key lives in a file of its own beside the record, readable only by its
owner. Without it a round under way cannot be finished; ended rounds no longer need
it, because their secrets are revealed.
"""

from __future__ import annotations

import hmac
import os
from pathlib import Path

from croupier.house.faults import HouseFault
from croupier.wheels.draw import SECRET_BYTES, framed, fresh_secret

_NONCE = 12
_TAG_BYTES = 32
_MASK, _TAG = b"croupier/seal/1/mask", b"croupier/seal/1/tag"


class SealError(HouseFault):
    """A broken seal, or an invalid key. The message never shows either."""


class KeyedSeal:
    def __init__(self, key: bytes) -> None:
        if len(key) != SECRET_BYTES:
            raise SealError(f"a seal's key has {SECRET_BYTES} bytes, this one has {len(key)}")
        self._key = key

    def __repr__(self) -> str:
        return "KeyedSeal(<key>)"

    def close(self, secret: bytes, table: str, round_name: str) -> str:
        """Seal a secret for one round of one table."""
        if len(secret) != SECRET_BYTES:
            raise SealError(f"a secret has {SECRET_BYTES} bytes, this one has {len(secret)}")
        nonce = os.urandom(_NONCE)
        about = framed(table) + framed(round_name) + nonce
        masked = self._masked(secret, about)
        return (nonce + masked + self._tag(about, masked)).hex()

    def open(self, sealed: str, table: str, round_name: str) -> bytes:
        """Open what was sealed for this round. Raises SealError."""
        try:
            given = bytes.fromhex(sealed)
        except ValueError:
            given = b""
        if len(given) != _NONCE + SECRET_BYTES + _TAG_BYTES or given.hex() != sealed:
            raise SealError(f"table {table}, round {round_name}: what is kept is no sealed secret")
        nonce, masked, tag = given[:_NONCE], given[_NONCE:-_TAG_BYTES], given[-_TAG_BYTES:]
        about = framed(table) + framed(round_name) + nonce
        if not hmac.compare_digest(tag, self._tag(about, masked)):
            raise SealError(f"table {table}, round {round_name}: the seal is broken, or the key is another house's")
        return self._masked(masked, about)

    def _masked(self, given: bytes, about: bytes) -> bytes:
        mask = hmac.digest(self._key, _MASK + about, "sha256")
        return bytes(one ^ other for one, other in zip(given, mask, strict=True))

    def _tag(self, about: bytes, masked: bytes) -> bytes:
        return hmac.digest(self._key, _TAG + about + masked, "sha256")


def key_file(path: Path, *, new: bool) -> KeyedSeal:
    """Read the key, or make one for a new house; with sealed rounds no new key is made. Raises SealError."""
    try:
        if new and not path.exists():
            _write(path, fresh_secret())
        return KeyedSeal(bytes.fromhex(path.read_text("ascii").strip()))
    except OSError as error:
        raise SealError(f"{path}: the seal's key cannot be read: {error.strerror}") from None
    except ValueError:
        raise SealError(f"{path}: is no seal's key; one is {2 * SECRET_BYTES} hexadecimal digits") from None


def _write(path: Path, key: bytes) -> None:
    """Write a key readable only by its owner, and sync it before anything is sealed with it."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
