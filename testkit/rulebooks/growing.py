"""The format as it may be one day: with one more irregularity and one more key."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pytest

from croupier.rules import procedure as schema
from croupier.rules import sections, telling
from croupier.rules.clause import Basis, Cited
from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import SpinRules

ABSENT = Cited(value=False, clauses=(), basis=Basis.OUR_READING, note="The format had no word for it.")


@dataclass(frozen=True, slots=True)
class GrownSpin(SpinRules):
    """The section on the spin, with a key that no published edition has."""

    gloves: Cited[bool] = ABSENT


def grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add an irregularity and a key to the schema, with words for both, as whoever adds them has to."""
    names = [(one.name, one.value) for one in Irregularity]
    make: Any = StrEnum
    grown = make("Irregularity", [*names, ("LIGHTS_OUT", "lights-out")])
    monkeypatch.setattr(sections, "Irregularity", grown)
    monkeypatch.setattr(schema, "SECTIONS", {**schema.SECTIONS, "spin": GrownSpin})
    says = {"True": "The dealer wears gloves.", "False": "The dealer wears no gloves."}
    monkeypatch.setattr(telling, "_SAYS", {**telling._SAYS, "spin.gloves": (telling.Audience.DEALER, says)})
    monkeypatch.setattr(telling, "_IRREGULAR", {**telling._IRREGULAR, "lights-out": "the lights go out"})
