"""A rulebook as plain data: what a client can read from it without knowing any rule."""

import pytest

from croupier.rulebooks import published
from croupier.rules import plain


@pytest.mark.parametrize(
    ("ref", "kind", "act"),
    [
        ("mbs-roulette/3", "foreign-object", "report-irregularity"),
        ("us-double-zero/1", "foreign-object", "call-no-spin"),
        ("us-double-zero/1", "ball-hangs", "call-no-spin"),
        ("us-double-zero/1", "unlisted", "report-irregularity"),
    ],
)
def test_an_irregularity_names_the_command_that_brings_it_up(ref: str, kind: str, act: str) -> None:
    stated = plain.procedure(published(ref).procedure)["irregularities"][kind]

    assert stated["act"] == act
