"""The texts of rulebooks that a record keeps are read once, however many tables are dealt by them."""

import pytest

from croupier.house.texts import parse_stored
from croupier.rulebooks import text_of
from croupier.rules.errors import RulebookError

TEXT = text_of("mbs-roulette/3")


def test_the_same_text_is_read_once() -> None:
    assert parse_stored(TEXT) is parse_stored(f"{TEXT} ".removesuffix(" "))


def test_another_text_is_another_ruleset() -> None:
    other = parse_stored(TEXT.replace("to_one = 8", "to_one = 7", 1))

    assert other.digest != parse_stored(TEXT).digest


def test_what_cannot_be_read_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(RulebookError, match="a rulebook of the record"):
            parse_stored(TEXT.replace("format = 1", "format = 9", 1))
