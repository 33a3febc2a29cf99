"""Reading frames: only commands are taken, nothing ends the reader, and the fast reader is the strict one."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from croupier.table.wire import WireError, read_json
from croupier.web.frames import frame_id, read_asked, read_frame
from tests.web.fuzz import ANN, fuzz_frames, outcome

FRAMES = 50_000


def test_fuzzed_frames_are_taken_only_if_they_are_commands() -> None:
    figures = fuzz_frames(FRAMES, seed=5)

    assert figures.total() == FRAMES
    assert figures["taken"] > FRAMES // 10
    assert len(figures) > 8


def test_a_reader_that_lets_a_key_pass_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A harness counts once it has caught a planted fault."""
    monkeypatch.setattr("tests.web.fuzz.read_frame", msgspec.json.decode)

    with pytest.raises((AssertionError, ValueError)):
        fuzz_frames(2_000, seed=5)


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**19), 10**19),
    st.sampled_from([10**17 - 1, 10**17, 10**18 - 1, 10**18, -(10**17), 1 - 10**17]),
    st.text(max_size=6),
    st.floats(allow_nan=False),
)
OBJECTS = st.dictionaries(st.text(max_size=4), SCALARS | st.lists(SCALARS, max_size=2), max_size=5)


@settings(max_examples=600)
@given(data=OBJECTS, more=st.sampled_from(["", " ", "\t\r\n", "\x0b", "\ufeff", "[", "{"]))
@example(data={"a": -(10**17)}, more="")
@example(data={"a": "\x1f"}, more="")
@example(data={"a": "\x7f\u2028"}, more="")
def test_the_fast_reader_takes_exactly_what_the_strict_one_takes(data: dict[str, Any], more: str) -> None:
    for text in (json.dumps(data), json.dumps(data, ensure_ascii=False)):
        for raw in (text + more, more + text, text[:-1] + more + text[-1:]):
            line = raw.encode("utf-8", "surrogatepass")
            assert outcome(read_frame, line) == outcome(read_json, line)


@settings(max_examples=400)
@given(st.binary(max_size=40) | st.text(alphabet='{}[]":,\\ 01e.-atrufnlsE\x00é', max_size=40).map(str.encode))
@example(b'{"a":1,"a":2}')
@example(b'{"a":"\xed\xa0\x80"}')
@example(b'{"a":"\t"}')
@example(b'{"a":01}')
@example(b'{"a":1} ')
def test_both_readers_agree_on_any_bytes(raw: bytes) -> None:
    assert outcome(read_frame, raw) == outcome(read_json, raw)


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
