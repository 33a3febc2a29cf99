"""No two names look alike, by Unicode's own list, and none has anything in it that is not seen."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from croupier.web.access.names import RESERVED_NAMES, clean_name, likeness
from croupier.web.api.problems import ProblemError
from tools.confusables import prototypes

TWINS = [
    ("paypal", "раураӏ"),  # noqa: RUF001 - Cyrillic
    ("scope", "ѕсоре"),  # noqa: RUF001 - Cyrillic
    ("dealer", "deɑler"),  # noqa: RUF001 - Latin alpha
    ("dealer", "đealer"),
    ("owner", "øwner"),
    ("dealer", "ᴅᴇᴀʟᴇʀ"),
    ("bobby", "ƅobby"),
    ("gus", "ɡus"),  # noqa: RUF001 - Latin script g
    ("tom", "torn"),
    ("kay", "ĸay"),
    ("yes", "үes"),  # noqa: RUF001 - Cyrillic
    ("Oliver", "0liver"),
    ("Ian", "lan"),
    ("vera", "ѵera"),  # noqa: RUF001 - Cyrillic
    ("hanna", "հanna"),  # noqa: RUF001 - Armenian
    ("Ανδρέας", "ανδρεας"),
]


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(
    "name", ["Катя", "Нина", "Жанна", "Ιωάννα", "Ömer", "İpek", "Łukasz", "김민수", "サッカー", "Ֆրունզե"]
)
def test_case_makes_no_difference_in_any_alphabet(name: str) -> None:
    assert likeness(name) == likeness(name.upper()) == likeness(name.lower())
    assert clean_name(name)


@pytest.mark.parametrize(("one", "other"), [("anna", "hanna"), ("bob", "rob"), ("Катя", "Коля"), ("김민수", "김민서")])
def test_names_that_do_not_look_alike_stay_two(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)


@pytest.mark.parametrize("word", ["ᴏᴡɴᴇʀ", "ʜᴏᴜsᴇ", "ꓓꓰꓮꓡꓰꓣ", "øwner", "һouse", "adrnin", "ｏｗｎｅｒ"])  # noqa: RUF001
def test_nobody_looks_like_the_house(word: str) -> None:
    with pytest.raises(ProblemError):
        clean_name(word)


def unseen() -> list[str]:
    """Default_Ignorable_Code_Point as DerivedCoreProperties.txt lists it, typed anew."""
    spans = """00AD 034F 061C 115F-1160 17B4-17B5 180B-180D 180E 180F 200B-200F 202A-202E 2060-2064 2065 2066-206F 3164
    FE00-FE0F FEFF FFA0 FFF0-FFF8 1BCA0-1BCA3 1D173-1D17A E0000 E0001 E0002-E001F E0020-E007F E0080-E00FF E0100-E01EF
    E01F0-E0FFF"""
    found = []
    for span in spans.split():
        first, _, last = span.partition("-")
        found += [chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)]
    return found


def test_nothing_unseen_is_in_a_name() -> None:
    for character in unseen():
        for name in (f"7777{character}", f"{character}7777", f"ab{character}cd"):
            if unicodedata.normalize("NFKC", name).strip() in ("7777", "abcd"):
                continue  # taken away before anybody sees it
            with pytest.raises(ProblemError):
                clean_name(name)


def test_what_stands_for_a_character_stands_for_itself() -> None:
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        if character.isalnum():
            once = likeness(character)
            assert likeness(once) == once, (hex(code), once)


def test_the_reserved_names_are_what_they_look_like() -> None:
    assert len({likeness(name) for name in RESERVED_NAMES}) == len(RESERVED_NAMES)


def test_of_two_that_are_alike_only_to_each_other_one_stands_for_both() -> None:
    pair = {"a": [{"c": "b"}], "b": [{"c": "a"}], "c": [{"c": "d"}], "d": [{"c": "c"}, {"c": "e"}], "!": [{"c": "d"}]}
    assert prototypes(pair) == {"b": "a", "c": "d"}
