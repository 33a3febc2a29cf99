"""Values made by a fast constructor are the same values."""

from __future__ import annotations

import copy
import dataclasses
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from croupier.rules.procedure import Role
from croupier.table.commands import By, PlaceWager
from croupier.table.events import WagerPlaced
from croupier.table.fast import fast_constructor, tuple_constructor
from croupier.table.state import Purse

ANN = By("ann", Role.PLAYER)
PLACED = (1, "1", ANN, ("5.2",), (), "w1", "ann", "straight:17", 100, None)
ASKED = (ANN, "w1", "ann", "straight:17", 100, None, "1")


@pytest.mark.parametrize(("kind", "fields"), [(WagerPlaced, PLACED), (PlaceWager, ASKED)], ids=["event", "command"])
def test_a_dataclass_by_the_short_way_is_the_same_value(kind: type[Any], fields: tuple[object, ...]) -> None:
    made: Any = fast_constructor(kind)(*fields)
    usual = kind(**dict(zip((field.name for field in dataclasses.fields(kind)), fields, strict=True)))
    assert type(made) is kind
    assert (made, hash(made), repr(made)) == (usual, hash(usual), repr(usual))
    assert copy.deepcopy(made) == usual
    with pytest.raises(FrozenInstanceError):
        made.stake = 1
    with pytest.raises(FrozenInstanceError):
        del made.stake


def test_every_field_has_to_be_given() -> None:
    with pytest.raises(TypeError, match="round"):
        fast_constructor(PlaceWager)(*ASKED[:-1])


def test_a_named_tuple_by_the_short_way_is_the_same_value() -> None:
    usual = Purse(cash=5, color="red", owed=3)
    made = tuple_constructor(Purse)(tuple(usual))
    assert type(made) is Purse
    assert (made, made.owed) == (usual, 3)
