"""The browser's types are written from the service's shapes, field by field."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from croupier.web.api.shapes import SpotOut
from croupier.web.live.shapes import Own, Purse
from tools import wire_types
from tools.wire_types import HIDDEN


def _written(shape: type[msgspec.Struct]) -> list[str]:
    lines: Iterator[str] = wire_types._interface(shape)
    return [line.strip() for line in lines]


def test_lists_tuples_and_what_may_be_nothing_are_written_as_such() -> None:
    written = _written(SpotOut)
    assert "pockets: string[];" in written
    assert "anchor: [number, number];" in written
    assert "basis: string | null;" in written


def test_what_may_be_missing_is_optional_and_what_may_be_null_is_not() -> None:
    assert "purse?: Purse | null;" in _written(Own)
    assert "chip_value: number | null;" in _written(Purse)


def test_what_is_asked_may_leave_out_what_has_a_default() -> None:
    class Asked(msgspec.Struct, forbid_unknown_fields=True):
        """What is asked."""

        name: str
        note: str | None = None

    class Given(msgspec.Struct):
        """What is given."""

        name: str
        note: str | None = None

    assert "note?: string | null;" in _written(Asked)
    assert "note: string | null;" in _written(Given)


def test_every_event_has_its_name_there() -> None:
    text = wire_types.wire_types()
    for name in ("wager-placed", "no-more-bets-called", HIDDEN):
        assert f'  | "{name}"\n' in text


def test_the_words_of_a_list_are_a_type_too() -> None:
    text = wire_types.wire_types()
    assert 'export type Irregularity =\n  | "ball-broke"\n' in text
    assert "irregularities: Irregularity[];" in text


def test_what_nobody_taught_it_stops_it() -> None:
    class Strange(msgspec.Struct):
        """A set, which JSON has not."""

        when: set[Any]

    with pytest.raises(TypeError, match="no TypeScript"):
        _written(Strange)
