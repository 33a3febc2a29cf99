"""The wheel of the house under test, and the formulas of the design once more, by which the checks follow it."""

import hashlib
import hmac
from collections.abc import Sequence

from croupier.wheels import draw


def framed(text: str) -> bytes:
    encoded = text.encode()
    return len(encoded).to_bytes(4, "big") + encoded


def commitment(secret: bytes, table: str, round_name: str) -> str:
    return hashlib.sha256(b"croupier/commit/1" + framed(table) + framed(round_name) + secret).hexdigest()


def pocket(secret: bytes, table: str, round_name: str, digest: str, pockets: Sequence[str]) -> str:
    """Give the pocket that follows from a secret; ``pockets`` in the order S, 00, 0, 1…36."""
    message = b"croupier/draw/1" + framed(table) + framed(round_name) + framed(digest)
    for block in range(4):
        for byte in hmac.digest(secret, message + bytes((block,)), "sha256"):
            if byte < 6 * len(pockets):
                return pockets[byte % len(pockets)]
    raise AssertionError("no draw rejects 128 bytes")


class HouseWheel:
    """The wheel of the house under test, as the house asks for one."""

    def commit(self, table: str, round_name: str) -> tuple[bytes, str]:
        """Give a fresh secret and the commitment to it."""
        secret = draw.fresh_secret()
        return secret, draw.commitment(secret, table=table, round_id=round_name)

    def pocket(self, secret: bytes, table: str, round_name: str, digest: str, pockets: Sequence[str]) -> str:
        """Give the pocket that follows from the secret."""
        return draw.draw(secret, table=table, round_id=round_name, digest=digest, pockets=pockets)


class PlainSeal:
    """Seals nothing: who reads the record of a test may know its secrets."""

    def close(self, secret: bytes, table: str, round_name: str) -> str:
        """Write the secret down with what it is for."""
        return f"{table}/{round_name}/{secret.hex()}"

    def open(self, sealed: str, table: str, round_name: str) -> bytes:
        """Read it back; it is good for its own round alone."""
        assert sealed.startswith(f"{table}/{round_name}/"), sealed
        return bytes.fromhex(sealed.rpartition("/")[2])
