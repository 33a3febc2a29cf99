"""Frames as RFC 6455 has them: whole, in parts, a byte at a time, and all that ends a connection, with its code."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from picows import WSMsgType

from croupier.web.access.buckets import Bucket
from croupier.web.live.websocket import Frames, handshake, listening
from testkit.web.running import Running, play, running

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
MASK = b"\x01\x02\x03\x04"
MOST = 8192
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
Message = tuple[int, bytes]


class Client:
    """The other end of a connection: a bare socket."""

    def __init__(self, raw: socket.socket) -> None:
        raw.settimeout(0)
        self.raw = raw

    async def say(self, *chunks: bytes) -> None:
        """Send, one piece after the other, as far as anybody takes it."""
        loop = asyncio.get_running_loop()
        for chunk in chunks:
            try:
                await loop.sock_sendall(self.raw, chunk)
            except OSError:
                return
            await asyncio.sleep(0)

    async def hear(self, size: int) -> bytes:
        """Wait for so many bytes."""
        there = b""
        async with asyncio.timeout(5):
            while len(there) < size:
                more = await asyncio.get_running_loop().sock_recv(self.raw, size - len(there))
                assert more, there
                there += more
        return there

    async def rest(self) -> bytes:
        """Hang up, and give all that was said until the other side did."""
        there = b""
        try:
            self.raw.shutdown(socket.SHUT_WR)
            async with asyncio.timeout(5):
                while more := await asyncio.get_running_loop().sock_recv(self.raw, 65_536):
                    there += more
        except OSError:
            pass  # it was cut off
        return there


@asynccontextmanager
async def connected(on_lost: Callable[[], None] = lambda: None) -> AsyncIterator[tuple[Frames, Client]]:
    """Shake hands over a real connection, whose buffers are small."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.connect(server.getsockname())
        accepted, _ = server.accept()
        accepted.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        frames = Frames(MOST, Bucket(1e6, 1e6, 0), on_lost)
        transport, protocol = await asyncio.get_running_loop().connect_accepted_socket(
            lambda: listening(frames, MOST), accepted
        )
        client, hello = Client(raw), handshake(KEY)
        memoryview(protocol.get_buffer(len(hello)))[: len(hello)] = hello
        protocol.buffer_updated(len(hello))
        welcome = b""
        while not welcome.endswith(b"\r\n\r\n"):
            welcome += await client.hear(1)
        assert welcome.startswith(b"HTTP/1.1 101 ")
        try:
            yield frames, client
        finally:
            transport.abort()
            await frames.ended


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


def heard(*chunks: bytes) -> tuple[list[Message], bytes]:
    """Let a connection that is signed in hear something, and give what it took and what it said to that."""
    taken: list[Message] = []

    async def scene() -> bytes:
        async with connected() as (frames, client):
            frames.go_on(lambda opcode, payload: taken.append((opcode.value, payload)))
            await client.say(*chunks)
            return await client.rest()

    return taken, asyncio.run(scene())


def goodbye(said: bytes) -> int:
    """Return the code that a connection was closed with."""
    assert said[0] == 0x80 | CLOSE, said
    return int.from_bytes(said[2:4], "big")


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 4_095, MOST])
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
    taken, said = heard(*(whole[place : place + 1] for place in range(len(whole))))

    assert taken == [(TEXT, "zéro".encode()), (BINARY, b"\xff")]
    assert said == b"\x8a\x01?"


def test_a_message_in_parts_is_one_and_a_ping_may_come_between() -> None:
    text = "no more bets – rien".encode()
    parts = masked(TEXT, text[:14], final=False) + masked(PING, b"") + masked(CONTINUED, text[14:15], final=False)
    taken, said = heard(parts + masked(CONTINUED, text[15:]) + masked(PONG, b"x") + masked(TEXT, b"next"))

    assert taken == [(TEXT, text), (TEXT, b"next")]
    assert said == b"\x8a\x00"


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (masked(TEXT, b"x", reserved=0x40), 1002),
        (masked(TEXT, b"x", reserved=0x20), 1002),
        (masked(PING, b"x", reserved=0x10), 1002),
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
        (masked(TEXT, b"x" * MOST, final=False) + masked(CONTINUED, b"y"), 1009),
    ],
)
def test_a_wrong_frame_ends_the_connection_with_its_code(wrong: bytes, code: int) -> None:
    taken, said = heard(wrong, masked(TEXT, b"unheard"))

    assert (taken, goodbye(said)) == ([], code)


@pytest.mark.parametrize(
    "length",
    [
        b"\xfe\x00\x01",
        b"\xfe\x00\x7d",
        b"\xff" + (125).to_bytes(8, "big"),
        b"\xff" + (65_535).to_bytes(8, "big"),
        b"\xff" + b"\xff" * 8,
    ],
)
def test_a_length_is_written_in_the_shortest_way_and_has_63_bits(length: bytes) -> None:
    taken, said = heard(b"\x81" + length + MASK + b"x" * 125)

    assert (taken, goodbye(said)) == ([], 1002)


@pytest.mark.parametrize("code", [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535])
def test_a_code_that_no_close_frame_carries_is_a_protocol_error(code: int) -> None:
    assert goodbye(heard(masked(CLOSE, code.to_bytes(2, "big")))[1]) == 1002


@pytest.mark.parametrize("code", [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1013, 3000, 4401, 4999])
def test_any_other_code_is_answered_with_itself(code: int) -> None:
    said = heard(masked(CLOSE, code.to_bytes(2, "big") + "à bientôt".encode()) + masked(TEXT, b"unheard"))

    assert said == ([], b"\x88\x02" + code.to_bytes(2, "big"))


def test_a_goodbye_without_a_code_is_answered_without_one() -> None:
    assert heard(masked(CLOSE, b"") + masked(TEXT, b"unheard")) == ([], b"\x88\x00")


@pytest.mark.parametrize(("said", "code"), [(b"\x03", 1002), (b"\x03\xe8\xff", 1007), (b"\x03\xe8\xed\xa0\x80", 1007)])
def test_half_a_code_and_a_reason_that_is_no_text_are_wrong(said: bytes, code: int) -> None:
    assert goodbye(heard(masked(CLOSE, said))[1]) == code


def test_frames_of_nothing_without_end_are_too_many() -> None:
    taken, said = heard(masked(TEXT, b"", final=False) + masked(CONTINUED, b"", final=False) * (MOST + 1))

    assert (taken, goodbye(said)) == ([], 1009)


def test_a_client_that_pings_on_and_reads_no_answer_is_disconnected() -> None:
    async def scene() -> None:
        async with connected() as (frames, client):
            frames.go_on(unwanted)
            pinging = asyncio.ensure_future(client.say(*[masked(PING, b"x" * 125) * 50] * 10_000))
            async with asyncio.timeout(10):
                await frames.ended
            pinging.cancel()

    asyncio.run(scene())


def test_our_own_goodbye_is_said_once_and_waits_for_theirs() -> None:
    lost: list[bool] = []

    async def scene() -> None:
        async with connected(lambda: lost.append(True)) as (frames, client):
            frames.go_on(unwanted)
            frames.close(1008, b"enough")
            frames.close(1011, b"again")
            await client.say(masked(TEXT, b"unheard"))
            assert await client.hear(10) == b"\x88\x08\x03\xf0enough"
            assert not frames.is_closing()
            await client.say(masked(CLOSE, b"\x03\xf0"))
            await asyncio.wait_for(frames.ended, 5)
            assert (await client.rest(), lost) == (b"", [True])

    asyncio.run(scene())


def unwanted(opcode: WSMsgType, payload: bytes) -> None:
    pytest.fail(f"{opcode} {payload!r}")


def test_a_house_that_closes_says_so_and_does_not_wait() -> None:
    async def scene() -> None:
        async with connected() as (frames, client):
            frames.hang_up(1001)
            assert await client.hear(4) == b"\x88\x02\x03\xe9"
            await asyncio.wait_for(frames.ended, 1)

    asyncio.run(scene())


def test_a_client_that_never_says_goodbye_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.web.live.websocket.CLOSED_WITHIN", 0.01)

    async def scene() -> None:
        async with connected() as (frames, _):
            frames.close(1008)
            await asyncio.wait_for(frames.ended, 5)

    asyncio.run(scene())


def test_until_somebody_is_let_in_one_message_is_kept_and_the_rest_waits() -> None:
    async def scene() -> None:
        taken: list[Message] = []
        async with connected() as (frames, client):
            await client.say(masked(TEXT, b"sign-in") + masked(TEXT, b"one"))
            assert await asyncio.wait_for(frames.first, 5) == (WSMsgType.TEXT, b"sign-in")
            await client.say(masked(TEXT, b"two"))
            assert not taken
            frames.go_on(lambda opcode, payload: taken.append((opcode.value, payload)))
            await client.say(masked(TEXT, b"three"), masked(PING, b""))
            assert await client.hear(2) == b"\x8a\x00"
            assert taken == [(TEXT, b"one"), (TEXT, b"two"), (TEXT, b"three")]

    asyncio.run(scene())


def test_a_client_that_leaves_before_the_first_message_is_not_waited_for() -> None:
    async def scene() -> None:
        async with connected() as (frames, client):
            client.raw.close()
            await asyncio.wait_for(frames.ended, 5)
            assert frames.first.cancelled()

    asyncio.run(scene())


def test_a_fault_of_ours_closes_the_connection_with_1011() -> None:
    def take(_: WSMsgType, __: bytes) -> None:
        raise KeyError("ours")

    async def scene() -> bytes:
        async with connected() as (frames, client):
            frames.go_on(take)
            await client.say(masked(TEXT, b"x"), masked(TEXT, b"unheard"))
            return await client.rest()

    assert goodbye(asyncio.run(scene())) == 1011


@settings(deadline=None)
@given(st.lists(st.binary(max_size=40), max_size=8))
def test_any_bytes_are_frames_or_end_the_connection(chunks: list[bytes]) -> None:
    taken, said = heard(*chunks)

    assert all(opcode in (TEXT, BINARY) and len(payload) <= MOST for opcode, payload in taken)
    assert not said or said[0] in (0x80 | CLOSE, 0x80 | PONG)


HELLO = {
    "Host": "127.0.0.1",
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": KEY,
    "Sec-WebSocket-Version": "13",
}


async def answered(house: Running, **changed: str | None) -> bytes:
    """Ask for a socket with some headers changed or left out, and give the first line of the answer."""
    headers = {**HELLO, **{name.replace("_", "-"): value for name, value in changed.items()}}
    lines = [f"{name}: {value}" for name, value in headers.items() if value is not None]
    reader, writer = await asyncio.open_connection("127.0.0.1", int(house.base.rpartition(":")[2]))
    writer.write("\r\n".join(["GET /api/v1/tables/mbs-3/socket HTTP/1.1", *lines, "", ""]).encode())
    first = await asyncio.wait_for(reader.readline(), 5)
    writer.close()
    return first.strip()


def test_a_handshake_is_what_browsers_send_and_nothing_less(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            assert b" 101 " in await answered(house)
            assert b" 101 " in await answered(house, Connection="keep-alive, Upgrade")  # as Firefox has it
            assert b" 101 " in await answered(house, Upgrade="WebSocket", Sec_WebSocket_Extensions="permessage-deflate")
            for wrong in (
                {"Upgrade": None},
                {"Upgrade": "h2c"},
                {"Connection": "close"},
                {"Sec_WebSocket_Version": "12"},
                {"Sec_WebSocket_Key": None},
                {"Sec_WebSocket_Key": "short"},
            ):
                assert b" 400 " in await answered(house, **wrong), wrong
            async with house.client() as client:
                assert len(await client.call("GET", "/tables")) > 1, "the same port answers HTTP"

    play(scene())
