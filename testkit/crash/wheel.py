"""The draw once more, from the formulas of the design: the checks follow the house's wheel by it."""

import hashlib
import hmac
from collections.abc import Sequence


def framed(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(4, "big") + encoded


def commitment(secret: bytes, table: str, round_name: str) -> str:
    return hashlib.sha256(b"croupier/commit/1" + framed(table) + framed(round_name) + secret).hexdigest()


def pocket(secret: bytes, table: str, round_name: str, digest: str, pockets: Sequence[str]) -> str:
    """Return the pocket that follows from a secret; ``pockets`` in the order S, 00, 0, 1…36."""
    message = b"croupier/draw/1" + framed(table) + framed(round_name) + framed(digest)
    for block in range(4):
        for byte in hmac.digest(secret, message + bytes((block,)), "sha256"):
            if byte < 6 * len(pockets):
                return pockets[byte % len(pockets)]
    raise AssertionError("no draw rejects 128 bytes")
