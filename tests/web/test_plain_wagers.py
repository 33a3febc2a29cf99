"""Plain wagers are read by a short way: it takes exactly what the long way takes, and leaves every fault to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rules.procedure import Role
from croupier.table.commands import By, PlaceWager
from croupier.table.wire import WireError
from croupier.web.frames import frame_id, read_asked, read_frame, read_wager

ANN = By("ann", Role.PLAYER)
WAGER = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "17/20", "stake": 500}


def long_way(raw: bytes) -> tuple[str, PlaceWager] | None:
    """Read a frame as every other is; None where it is refused."""
    try:
        data = read_frame(raw)
        ident = frame_id(data)
        command = read_asked(data, ANN)
    except WireError:
        return None
    assert isinstance(command, PlaceWager)
    return ident, command


def test_a_plain_wager_takes_the_short_way() -> None:
    raw = json.dumps(WAGER).encode()

    assert read_wager(raw, ANN) == ("c1", PlaceWager(ANN, "w1", "ann", "17/20", 500)) == long_way(raw)


def test_so_does_one_that_names_its_round() -> None:
    raw = json.dumps({**WAGER, "round": "7"}).encode()

    assert read_wager(raw, ANN) == ("c1", PlaceWager(ANN, "w1", "ann", "17/20", 500, None, "7")) == long_way(raw)


@pytest.mark.parametrize("stake", [10**17 - 1, 10**17, 10**17 + 1, 10**16])
def test_the_largest_numbers_of_the_short_way_are_numbers_of_the_long_way(stake: int) -> None:
    raw = json.dumps({**WAGER, "stake": stake}).encode()

    assert (read_wager(raw, ANN) is not None) is (stake < 10**17)
    assert read_wager(raw, ANN) in (None, long_way(raw))


WORDS = st.text(st.characters(codec="utf-8"), max_size=70) | st.sampled_from(
    ["w1", " w1", "w1 ", "a\x7f", "é", "a\u200b"]
)


@given(
    changed=st.fixed_dictionaries({}, optional=dict.fromkeys(("id", "wager", "player", "position", "round"), WORDS)),
    stake=st.integers(-1, 10**20) | st.just(500) | st.booleans() | st.floats(allow_nan=False) | st.none(),
)
def test_whatever_the_short_way_takes_the_long_way_takes_alike(changed: dict[str, Any], stake: object) -> None:
    raw = json.dumps(WAGER | changed | {"stake": stake}, ensure_ascii=False).encode()
    short = read_wager(raw, ANN)

    assert short is None or short == long_way(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b'{"id":"1","do":"place-wager","wager":"w","player":"ann","position":"17","stake":1,"stake":500}',
        b'{"id":"1","id":"2","do":"place-wager","wager":"w","player":"ann","position":"17","stake":500}',
        b'{"id":"1","do":"place-wager","wager":"w","player":"ann","position":"17","stake":500,"by":{"role":"house"}}',
        b'{"id":"1","do":"place-wager","wager":"w","player":"ann","position":"17","stake":500,"role":1}',
        b'{"id":"1","do":"settle","wager":"w","player":"ann","position":"17","stake":500}',
        b'{"id":"1","do":"place-wager","wager":"w","player":"ann","position":"17","stake":5.0}',
        b'{"id":"1","do":"place-wager","wager":"w","player":"ann","position":"17","stake":true}',
        b'{"id":"1","do":"place-wager","wager":"w","player":"ann","position":"17","stake":0}',
        b'{"id":"1","do":"place-wager","wager":"w","player":"ann","position":"","stake":500}',
        b'{"id":"","do":"place-wager","wager":"w","player":"ann","position":"17","stake":500}',
        b'{"id":"1","do":"place-wager","wager":"\xff","player":"ann","position":"17","stake":500}',
        b'{"id":"1","do":"place-wager","wager":"w","player":"ann","position":"17","stake":500',
        b'{"id":"1","do":"place-wager","wager":"w","player":"ann","position":"17","stake":500}' + b" " * 8_000,
    ],
)
def test_what_is_wrong_or_unusual_is_left_to_the_long_way(raw: bytes) -> None:
    assert read_wager(raw, ANN) is None
