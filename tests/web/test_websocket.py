"""Frames as RFC 6455 has them: whole, in parts, a byte at a time, and all that ends a connection, with its code."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.web.websocket import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, Frames, unmasked

MASK = b"\x01\x02\x03\x04"
MOST = 8192
Message = tuple[int, bytes]


class Before(asyncio.Protocol):
    """The protocol that shook hands."""

    lost = False

    def connection_lost(self, exc: Exception | None) -> None:
        assert exc is None
        self.lost = True


class Wire(asyncio.Transport):
    """A connection that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = self.aborted = False
        self.reading = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return self.closed or self.aborted

    def get_write_buffer_size(self) -> int:
        return len(self.written)

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


def masked(opcode: int, payload: bytes, *, final: bool = True, mask: bytes = MASK, reserved: int = 0) -> bytes:
    """Write a frame as a client does."""
    size = len(payload)
    if size < 126:
        length = bytes((0x80 | size,))
    elif size < 1 << 16:
        length = b"\xfe" + size.to_bytes(2, "big")
    else:
        length = b"\xff" + size.to_bytes(8, "big")
    hidden = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return bytes(((0x80 if final else 0) | reserved | opcode,)) + length + mask + hidden


def heard(*chunks: bytes) -> tuple[list[Message], Wire]:
    """Let a connection that is signed in hear something, and give what it took and what was written back."""
    taken: list[Message] = []

    async def scene() -> Wire:
        wire = Wire()
        frames = Frames(wire, Before(), MOST)
        frames.go_on(lambda opcode, payload: taken.append((opcode, payload)))
        for chunk in chunks:
            frames.data_received(chunk)
        frames.connection_lost(None)
        return wire

    return taken, asyncio.run(scene())


def goodbye(wire: Wire) -> int:
    """Give the code that a connection was closed with."""
    assert wire.written[0] == 0x80 | CLOSE
    return int.from_bytes(wire.written[2:4], "big")


@given(payload=st.binary(max_size=300), mask=st.binary(min_size=4, max_size=4))
def test_unmasking_undoes_masking(payload: bytes, mask: bytes) -> None:
    hidden = masked(BINARY, payload, mask=mask)[-len(payload) or 10_000 :]

    assert unmasked(mask, hidden) == payload


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535 % MOST, MOST])
def test_a_message_of_any_size_is_taken_however_it_comes_in(size: int) -> None:
    payload = bytes(65 + place % 26 for place in range(size))
    frame = masked(TEXT, payload)
    chance = random.Random(size)  # noqa: S311 - repeatable on purpose
    places = sorted(chance.sample(range(len(frame) + 1), min(5, len(frame))))
    cut = [frame[start:end] for start, end in zip([0, *places], [*places, len(frame)], strict=True)]

    assert heard(frame)[0] == [(TEXT, payload)]
    assert heard(*cut)[0] == [(TEXT, payload)]
    assert heard(frame + frame[:3], frame[3:])[0] == [(TEXT, payload)] * 2


def test_a_byte_at_a_time_is_enough() -> None:
    whole = masked(TEXT, "zéro".encode()) + masked(PING, b"?") + masked(BINARY, b"\xff")
    taken, wire = heard(*(whole[place : place + 1] for place in range(len(whole))))

    assert taken == [(TEXT, "zéro".encode()), (BINARY, b"\xff")]
    assert wire.written == b"\x8a\x01?"


def test_a_message_in_parts_is_one_and_a_ping_may_come_between() -> None:
    text = "no more bets – rien".encode()
    parts = masked(TEXT, text[:14], final=False) + masked(PING, b"") + masked(CONTINUED, text[14:15], final=False)
    taken, wire = heard(parts + masked(CONTINUED, text[15:]) + masked(PONG, b"x") + masked(TEXT, b"next"))

    assert taken == [(TEXT, text), (TEXT, b"next")]
    assert wire.written == b"\x8a\x00"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (masked(TEXT, b"x", reserved=0x40), 1002),
        (b"\x81\x01x", 1002),
        (masked(3, b"x"), 1002),
        (masked(11, b"x"), 1002),
        (masked(PING, b"x" * 126), 1002),
        (masked(PING, b"x", final=False), 1002),
        (masked(CONTINUED, b"x"), 1002),
        (masked(TEXT, b"x", final=False) + masked(TEXT, b"y"), 1002),
        (masked(TEXT, b"x", final=False) + masked(BINARY, b"y"), 1002),
        (masked(TEXT, b"\xff"), 1007),
        (masked(TEXT, b"\xc3", final=False) + masked(CONTINUED, b"("), 1007),
        (masked(TEXT, b"\xed\xa0\x80"), 1007),
        (masked(TEXT, b"x" * (MOST + 1)), 1009),
        (masked(TEXT, b"x" * (1 << 16))[:14], 1009),
        (b"\x81\xff" + b"\xff" * 8, 1009),
        (masked(TEXT, b"x" * MOST, final=False) + masked(CONTINUED, b"y"), 1009),
    ],
)
def test_a_wrong_frame_ends_the_connection_with_its_code(wrong: bytes, code: int) -> None:
    taken, wire = heard(wrong, masked(TEXT, b"unheard"))

    assert (taken, goodbye(wire)) == ([], code)


def test_frames_of_nothing_without_end_are_too_many() -> None:
    taken, wire = heard(masked(TEXT, b"", final=False) + masked(CONTINUED, b"", final=False) * (MOST + 1))

    assert (taken, goodbye(wire)) == ([], 1009)


def test_who_pings_on_and_reads_no_answer_is_cut_off() -> None:
    wire = heard(*[masked(PING, b"x" * 125)] * 1_000)[1]

    assert wire.aborted
    assert len(wire.written) < 64 * 1024 + 300


@pytest.mark.parametrize(("said", "answered"), [(b"\x03\xe8", b"\x88\x02\x03\xe8"), (b"", b"\x88\x00")])
def test_a_goodbye_is_answered_and_nothing_is_heard_after_it(said: bytes, answered: bytes) -> None:
    taken, wire = heard(masked(CLOSE, said) + masked(TEXT, b"unheard"))

    assert (taken, wire.written, wire.closed) == ([], answered, True)


def test_our_own_goodbye_is_said_once_and_waits_for_theirs() -> None:
    async def scene() -> None:
        wire, before = Wire(), Before()
        frames = Frames(wire, before, MOST)
        frames.go_on(unwanted)
        frames.close(1008, b"enough")
        frames.close(1011, b"again")
        frames.data_received(masked(TEXT, b"unheard"))
        assert (wire.written, wire.closed) == (b"\x88\x08\x03\xf0enough", False)
        frames.data_received(masked(CLOSE, b"\x03\xf0"))
        assert (wire.written, wire.closed) == (b"\x88\x08\x03\xf0enough", True)
        frames.connection_lost(None)
        assert before.lost
        await frames.ended

    asyncio.run(scene())


def unwanted(opcode: int, payload: bytes) -> None:
    pytest.fail(f"{opcode} {payload!r}")


def test_who_never_says_goodbye_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.web.websocket.CLOSED_WITHIN", 0.01)

    async def scene() -> None:
        wire = Wire()
        Frames(wire, Before(), MOST).close(1008)
        await asyncio.sleep(0.05)
        assert wire.aborted

    asyncio.run(scene())


def test_until_somebody_is_let_in_one_message_is_kept_and_the_rest_waits() -> None:
    async def scene() -> None:
        wire, taken = Wire(), list[Message]()
        frames = Frames(wire, Before(), MOST)
        frames.data_received(masked(TEXT, b"sign-in") + masked(TEXT, b"one"))
        assert (await frames.first, wire.reading) == ((TEXT, b"sign-in"), False)
        frames.data_received(masked(TEXT, b"two"))
        frames.go_on(lambda opcode, payload: taken.append((opcode, payload)))
        assert (taken, wire.reading) == ([(TEXT, b"one"), (TEXT, b"two")], True)
        frames.data_received(masked(TEXT, b"three"))
        assert taken[2:] == [(TEXT, b"three")]

    asyncio.run(scene())


def test_who_leaves_before_the_first_message_is_not_waited_for() -> None:
    async def scene() -> None:
        frames = Frames(Wire(), Before(), MOST)
        frames.connection_lost(None)
        assert frames.first.cancelled()
        assert frames.ended.done()

    asyncio.run(scene())


def failing(error: Exception) -> Callable[[int, bytes], None]:
    def take(_: int, __: bytes) -> None:
        raise error

    return take


def test_a_fault_of_ours_closes_the_connection_with_1011() -> None:
    async def scene() -> Wire:
        wire = Wire()
        frames = Frames(wire, Before(), MOST)
        frames.go_on(failing(KeyError("ours")))
        frames.data_received(masked(TEXT, b"x"))
        frames.connection_lost(None)
        return wire

    assert goodbye(asyncio.run(scene())) == 1011


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_any_bytes_are_frames_or_end_the_connection(chunks: list[bytes]) -> None:
    taken, wire = heard(*chunks)

    assert all(opcode in (TEXT, BINARY) and len(payload) <= MOST for opcode, payload in taken)
    if any(chunk for chunk in chunks) and not wire.written:
        assert not wire.closed
