"""The random wheel as a table's host uses it: a commitment before betting, a pocket after the call.

It remembers nothing. Keeping the secret sealed until the round is over, keeping
a draw that was made, and revealing the secrets of void rounds too is up to the host.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.rules.pocket import Pocket
from croupier.wheels.draw import commitment, draw, fresh_secret


class Commitment(NamedTuple):
    """A secret and the commitment to it. Its repr shows only the commitment."""

    secret: bytes
    commitment: str

    def __repr__(self) -> str:
        return f"Commitment(secret=<sealed>, commitment={self.commitment!r})"


class RandomWheel:
    """A wheel whose outcomes anyone can check once the round is over."""

    def commit(self, *, table: str, round_id: str) -> Commitment:
        """Take a fresh secret for one round; publish the commitment, seal the secret."""
        secret = fresh_secret()
        return Commitment(secret, commitment(secret, table=table, round_id=round_id))

    def pocket(self, secret: bytes, *, table: str, round_id: str, digest: str, pockets: Sequence[str]) -> Pocket:
        """Return the pocket of a round: the same again after any crash, because nothing else enters."""
        return draw(secret, table=table, round_id=round_id, digest=digest, pockets=pockets)
