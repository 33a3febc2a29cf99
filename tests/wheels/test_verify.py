"""A claim about a round is checked as a value, for whoever needs no command line."""

from dataclasses import replace

import pytest

from croupier.rules.pocket import Pocket
from croupier.wheels import verify as verifying
from croupier.wheels.draw import BLOCKS_MAX, commitment, draw
from croupier.wheels.verify import Claim, Step, verify

POCKETS = tuple(str(number) for number in range(37))
SECRET = bytes(range(32))
NAMES = {"table": "T1", "round_id": "7"}
DIGEST = "ab" * 32
POCKET = draw(SECRET, **NAMES, digest=DIGEST, pockets=POCKETS)
TRUE = Claim("T1", "7", DIGEST, POCKETS, SECRET, commitment(SECRET, **NAMES), POCKET)


def test_a_true_claim_is_verified() -> None:
    verdict = verify(TRUE)

    assert (verdict.verified, verdict.commitment_matches, verdict.pocket_matches) == (True, True, True)
    assert verdict.pocket == verdict.steps[-1].pocket == POCKET


def test_a_void_round_is_verified_by_its_commitment_alone() -> None:
    verdict = verify(replace(TRUE, pocket=None))

    assert (verdict.verified, verdict.pocket_matches, verdict.pocket) == (True, None, POCKET)


def test_a_false_claim_is_not_verified() -> None:
    other = next(pocket for pocket in POCKETS if pocket != POCKET)

    assert not verify(replace(TRUE, commitment="00" * 32)).verified
    assert not verify(replace(TRUE, pocket=other)).verified
    assert not verify(replace(TRUE, secret=bytes(32))).verified


@pytest.mark.parametrize("block", range(BLOCKS_MAX))
def test_every_byte_that_was_looked_at_is_kept(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = [b"\xff" * 32] * block + [b"\xfe\xdd" + b"\0" * 30] * (BLOCKS_MAX - block)
    monkeypatch.setattr(verifying, "blocks", lambda *_, **__: iter(made))

    steps = verify(TRUE).steps

    rejected = [Step(number, place, 255, None) for number in range(block) for place in range(32)]
    assert list(steps) == [*rejected, Step(block, 0, 254, None), Step(block, 1, 221, Pocket(POCKETS[221 % 37]))]
