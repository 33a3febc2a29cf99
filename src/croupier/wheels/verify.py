"""Check the claims about a round of a random wheel: the secret was fixed before, the pocket follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from croupier.rules.pocket import Pocket
from croupier.wheels.draw import PREIMAGES, Drawn, blocks, commitment, in_written_order, walk


@dataclass(frozen=True, slots=True)
class Claim:
    """Everything claimed about one round once its secret is revealed."""

    table: str
    round: str
    digest: str
    pockets: tuple[str, ...]
    secret: bytes
    commitment: str
    pocket: str | None = None
    """The declared pocket; a void round may have none."""


@dataclass(frozen=True, slots=True)
class Step:
    """One byte that was examined, counted from 0 within its block. Without a pocket it was rejected."""

    block: int
    place: int
    byte: int
    pocket: Pocket | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from a claim's secret, and whether the claim agrees."""

    claim: Claim
    pockets: tuple[Pocket, ...]
    """In the order in which they are counted."""
    commitment: str
    steps: tuple[Step, ...]
    pocket: Pocket

    @property
    def limit(self) -> int:
        """The first byte that is rejected."""
        return PREIMAGES * len(self.pockets)

    @property
    def commitment_matches(self) -> bool:
        """Whether the secret is the one that was fixed before betting opened."""
        return self.commitment == self.claim.commitment

    @property
    def pocket_matches(self) -> bool | None:
        """Whether the declared pocket is the drawn one; None if none was declared."""
        return None if self.claim.pocket is None else self.claim.pocket == self.pocket

    @property
    def verified(self) -> bool:
        """Whether the whole claim is true."""
        return self.commitment_matches and self.pocket_matches is not False


def verify(claim: Claim) -> Verdict:
    """Recompute the commitment and the pocket, and keep every byte that was examined."""
    computed = list(blocks(claim.secret, table=claim.table, round_id=claim.round, digest=claim.digest))
    drawn = walk(computed, claim.pockets)
    return Verdict(
        claim,
        in_written_order(claim.pockets),
        commitment(claim.secret, table=claim.table, round_id=claim.round),
        tuple(_steps(computed, drawn)),
        drawn.pocket,
    )


def _steps(computed: list[bytes], drawn: Drawn) -> Iterator[Step]:
    every = ((number, place, byte) for number, block in enumerate(computed) for place, byte in enumerate(block))
    for number, place, byte in takewhile(lambda looked_at: looked_at[:2] != drawn[:2], every):
        yield Step(number, place, byte, None)
    yield Step(*drawn)
