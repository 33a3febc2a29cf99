"""Reading frames: only commands are taken, nothing ends the reader, and the fast one is the strict one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.table.commands import PlaceWager
from croupier.table.wire import WireError, read_json
from croupier.web.live.frames import frame_id, read_asked, read_wager
from testkit.shares import count
from testkit.web.fuzz import ANN, fuzz_frames

FRAMES = count(4_000, 12_000)


def test_fuzzed_frames_are_taken_only_if_they_are_commands() -> None:
    figures = fuzz_frames(FRAMES, seed=5)

    assert figures.total() - figures["plain"] == FRAMES
    assert figures["taken"] > FRAMES // 10
    assert len(figures) > 8


def test_a_reader_that_lets_a_key_pass_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A harness counts once it has caught a planted fault."""
    monkeypatch.setattr("testkit.web.fuzz.read_json", msgspec.json.decode)

    with pytest.raises((AssertionError, ValueError)):
        fuzz_frames(2_000, seed=5)


@pytest.mark.parametrize(
    "by",
    [
        [],
        "house",
        1,
        True,
        {"acting": []},
        {"acting": {}},
        {"acting": 1},
        {"acting": "king"},
        {"rank": "house"},
        {"role": 1},
    ],
    ids=json.dumps,
)
def test_what_a_frame_says_about_who_asks_is_read_strictly(by: object) -> None:
    with pytest.raises(WireError):
        read_asked({"do": "settle", "by": by}, ANN)


@pytest.mark.parametrize("ident", [None, "", 7, " c1", "c1 ", "c\u200b1", "c\n1", "x" * 65, ["c1"]], ids=repr)
def test_an_id_is_a_word(ident: object) -> None:
    with pytest.raises(WireError):
        frame_id({"id": ident})


def test_a_commitment_is_nobodys_to_make_but_the_wheels() -> None:
    with pytest.raises(WireError, match="commitment"):
        read_asked({"do": "open-betting", "commitment": "00"}, ANN)


WAGER = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "17/20", "stake": 500}


def long_way(raw: bytes) -> tuple[str, PlaceWager] | None:
    """Read a frame as every other is; None where it is refused."""
    try:
        data = read_json(raw)
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
