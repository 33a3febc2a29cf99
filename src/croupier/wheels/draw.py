"""The outcome module: from a sealed secret to a pocket, and nothing else.

It is handed a secret, the names of a table and a round, the digest of the
rulebook and the pockets. It sees no wager, balance, player or clock, keeps
nothing between two draws, and is the only place in this package where a byte
becomes a pocket; ``tools/outcome_lint.py`` checks that. With ``f(x)`` for
``framed(x)``::

    commitment = SHA-256("croupier/commit/1" ‖ f(table) ‖ f(round) ‖ secret)
    block k    = HMAC-SHA-256(secret, "croupier/draw/1" ‖ f(table) ‖ f(round) ‖ f(digest) ‖ byte(k))
    pocket     = the first byte b < 6·N of block 0, 1, 2, 3, then pockets[b mod N]

``docs/random-wheel.md`` says the same byte by byte, for anyone who checks us.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from os import urandom
from typing import NamedTuple

from croupier.rules.errors import CroupierError
from croupier.rules.pocket import Pocket, ordered

SECRET_BYTES = 32
WHEEL_SIZES = range(13, 43)
"""How many pockets a wheel may have: 6 · 42 = 252 values of a byte still fit, and with fewer than 13 pockets too many
bytes would be rejected."""

PREIMAGES = 6
"""How many of the 256 values of a byte lead to each pocket, whatever the wheel: 7 · 37 = 259 would not fit."""

BLOCKS_MAX = 4
"""With 37 pockets all 32 bytes of one block are rejected less than once in 10²⁸ draws, and with 13 pockets those of
all four less than once in 10²⁰: after four, something is broken."""

_COMMITMENT = b"croupier/commit/1"
_DRAW = b"croupier/draw/1"
_BLOCK_NUMBERS = tuple(bytes((number,)) for number in range(BLOCKS_MAX))
_DIGEST_DIGITS = 64


class DrawError(CroupierError):
    """No pocket can be drawn: play at this wheel stops. The message never shows the secret."""


class Drawn(NamedTuple):
    """A pocket, and the byte it came from: the one at ``place`` in ``block``, both counted from 0."""

    block: int
    place: int
    byte: int
    pocket: Pocket


def fresh_secret() -> bytes:
    """Return 32 new bytes from the operating system, which no two processes share, forked ones included."""
    return urandom(SECRET_BYTES)


def commitment(secret: bytes, *, table: str, round_id: str) -> str:
    """Return what is published before the first wager, as 64 hexadecimal digits; it fixes the secret and hides it."""
    return hashlib.sha256(_COMMITMENT + framed(table) + framed(round_id) + _whole(secret)).hexdigest()


def draw(secret: bytes, *, table: str, round_id: str, digest: str, pockets: Sequence[str]) -> Pocket:
    """Return the pocket that follows from the secret; the same arguments give the same pocket for ever.

    The pockets may come in any order, the wheel's included: they are counted in
    the order S, 00, 0, 1…36.
    """
    return walk(blocks(secret, table=table, round_id=round_id, digest=digest), pockets).pocket


def blocks(secret: bytes, *, table: str, round_id: str, digest: str) -> Iterator[bytes]:
    """Return the blocks of 32 bytes that are searched for a pocket. The second is almost never needed."""
    message = _DRAW + framed(table) + framed(round_id) + _framed_digest(digest)
    key = _whole(secret)
    for number in _BLOCK_NUMBERS:
        yield hmac.digest(key, message + number, "sha256")


def walk(given: Iterable[bytes], pockets: Sequence[str]) -> Drawn:
    """Find the first byte that leads to a pocket."""
    counted = in_written_order(tuple(pockets))
    for number, block in enumerate(given):
        for place, byte in enumerate(block):
            pocket = pocket_of(byte, counted)
            if pocket is not None:
                return Drawn(number, place, byte, pocket)
    raise DrawError(f"every byte of {BLOCKS_MAX} blocks was rejected: no draw does that; the wheel is out of order")


def pocket_of(byte: int, counted: tuple[Pocket, ...]) -> Pocket | None:
    """Map a byte to a pocket, or reject it: what is left above 6·N would favor the first pockets."""
    size = len(counted)
    return counted[byte % size] if byte < PREIMAGES * size else None


def framed(text: str) -> bytes:
    """Write a text so that no two lists of texts give the same bytes: its length in 4 bytes, then its UTF-8."""
    try:
        encoded = text.encode()
    except UnicodeEncodeError:
        raise DrawError(f"{text[:60]!a} cannot be written as UTF-8; give text without lone surrogates") from None
    return len(encoded).to_bytes(4, "big") + encoded


@lru_cache(maxsize=64)
def in_written_order(pockets: tuple[str, ...]) -> tuple[Pocket, ...]:
    """Order the pockets of a wheel as they are counted: S, 00, 0, 1…36, never as the wheel has them."""
    if len(pockets) not in WHEEL_SIZES or len(set(pockets)) != len(pockets):
        least, most = WHEEL_SIZES[0], WHEEL_SIZES[-1]
        different = f"{len(pockets)} of which {len(set(pockets))}"
        raise DrawError(f"the random wheel has {least} to {most} different pockets, not {different}")
    return ordered(pockets)


@lru_cache(maxsize=64)
def _framed_digest(digest: str) -> bytes:
    """Frame a digest as it is printed: the 64 digits as text, not the 32 bytes they stand for."""
    if len(digest) != _DIGEST_DIGITS or not set(digest) <= set("0123456789abcdef"):
        raise DrawError(f"{digest[:80]!a} is no digest; give the 64 digits 0-9 and a-f that `croupier rules show` has")
    return framed(digest)


def _whole(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise DrawError(f"a secret has {SECRET_BYTES} bytes, this one has {len(secret)}")
    return secret
