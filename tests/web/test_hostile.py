"""What hostile clients send: too much, too deep, too often, somebody else's, or nothing at all."""

from __future__ import annotations

import asyncio
import json
import socket as plain
import struct
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from croupier.client import AnsweredError
from croupier.table.wire import LINE_MAX
from croupier.web import app, serving
from croupier.web.access import connections
from croupier.web.api.operations import API
from croupier.web.live import socket as sockets
from testkit.web.fuzz import frames, is_frame
from testkit.web.running import STILL, Running, Socket, come_in, opened, play, running, socket, staff

WAGER = {"id": "c1", "do": "place-wager", "wager": "w1", "player": "ann", "position": "17/20", "stake": 500}


def sized(size: int) -> str:
    """Make a frame that is right but for its size."""
    text = json.dumps({"id": "c1", "do": "ping"})
    return text[:-1] + " " * (size - len(text)) + "}"


def test_a_frame_up_to_8_kib_is_read_and_a_longer_one_closes_the_connection_with_1009(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            for size in (LINE_MAX - 1, LINE_MAX):
                async with socket(house, "mbs-3", None) as (line, _):
                    assert (await line.answer_raw(sized(size), "c1"))["pong"], size
            for size in (LINE_MAX + 1, LINE_MAX + 2, 1 << 20):
                async with socket(house, "mbs-3", None) as (line, _):
                    await line.send(sized(size))
                    assert await line.ended() == 1009, size

    play(scene())


BAD_FRAMES = (
    ("[" * 4_000, "too-deep"),
    ('{"a":' * 1_300 + "1" + "}" * 1_300, "too-deep"),
    ('{"id":"c1","do":"ping","do":"ping"}', "duplicate-key"),
    ('{"id":"c1","do":"place-wager","stake":1e999}', "wrong-number"),
    ('{"id":"c1","do":"place-wager","stake":NaN}', "wrong-number"),
    ('{"id":"c1","stake":' + "9" * 4_000 + "}", "wrong-number"),
    ("[]", "wrong-type"),
    ("null", "wrong-type"),
    ("", "not-json"),
    ("\x00", "not-json"),
    ('{"id":null}', "wrong-type"),
    ('{"id":"c1"}', "unknown-command"),
    ('{"id":"c1","do":"__init__"}', "unknown-command"),
    ('{"id":"c1","do":"settle","role":"house"}', "unknown-field"),
    ('{"id":"c1","do":"settle","by":{"acting":[]}}', "wrong-type"),
)


def test_a_bad_frame_is_an_error_and_the_connection_goes_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                for text, code in BAD_FRAMES:
                    await line.send(text)
                    while "error" not in (data := await line.receive()):
                        pass
                    assert data["error"]["code"] == code, text[:60]
                    assert (await line.answer({"id": "p", "do": "ping"}))["pong"]

    play(scene())


def test_binary_frames_are_errors_and_too_many_end_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "ERRORS_MAX", 5)

    async def scene() -> None:
        async with running(tmp_path) as house, socket(house, "mbs-3", None) as (line, _):
            await line.ws.send_bytes(b"\x00\x01")
            assert (await line.receive())["error"]["code"] == "not-json"
            for _ in range(6):
                await line.ws.send_bytes(b"x")
            assert await line.ended() == 1008

    play(scene())


def test_a_flood_is_refused_by_its_ids_and_then_shown_out(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, commands_per_second=1) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _), socket(house, "mbs-3", token) as (other, _):
                for number in range(100):
                    await line.send({"id": f"c{number}", "do": "ping"})
                answers: dict[str, object] = {}
                while len(answers) < 100:
                    data = await line.receive()
                    if data["id"] is not None:
                        answers[data["id"]] = "pong" in data or data["error"]["code"]
                passed = sum(answer is True for answer in answers.values())

                assert 4 <= passed <= 30
                assert {answer for answer in answers.values() if answer is not True} == {"too-many"}
                # Another socket of the same session has no more to spend.
                more = [await other.answer({"id": f"x{number}", "do": "ping"}) for number in range(10)]
                assert any("error" in answer for answer in more)
                for number in range(sockets.ERRORS_MAX + 1):
                    await line.send({"id": f"d{number}", "do": "ping"})
                assert await line.ended() == 1008

    play(scene())


def test_a_flood_over_http_is_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, commands_per_second=2, guests_per_second=0.1) as house, house.client() as ann:
            await ann.come_in("ann")
            codes = []
            for number in range(20):
                try:
                    await ann.call("POST", "/tables/mbs-3/commands", WAGER | {"id": f"c{number}"})
                except AnsweredError as error:
                    codes.append(error.code)
            assert codes.count("too-many") >= 8
            while house.service.people._guests.take("127.0.0.1", asyncio.get_running_loop().time()):
                pass
            with pytest.raises(AnsweredError, match="too-many"):
                await ann.come_in("bob")

    play(scene())


def test_so_is_a_flood_of_reading(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, requests_per_second=1) as house, aiohttp.ClientSession() as http:
            answers = []
            for _ in range(30):
                async with http.get(f"{house.base}{API}/tables") as response:
                    answers.append((response.status, response.headers.get("Retry-After")))
            assert answers[0] == (200, None)
            assert answers[-1] == (429, "1")
            assert 10 <= answers.count((200, None)) < 20

    play(scene())


def test_a_connection_that_asks_for_nothing_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "SILENT", 0.1)

    async def scene() -> None:
        async with running(tmp_path) as house:
            port = int(house.base.rpartition(":")[2])
            for said in (b"", b"GET /api/v1/tables HTTP/1.1\r\nHost"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(said)
                assert await asyncio.wait_for(reader.read(), 3) == b""
                writer.close()

    play(scene())


def test_a_client_that_leaves_in_the_middle_of_the_handshake_is_not_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    asked = (
        b"GET /api/v1/tables/mbs-3/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )

    async def scene() -> None:
        async with running(tmp_path) as house:
            port = int(house.base.rpartition(":")[2])
            for _ in range(10):
                with plain.create_connection(("127.0.0.1", port)) as caller:
                    caller.send(asked)
                    # Reset, not closed: the answer meets a connection that is no more.
                    caller.setsockopt(plain.SOL_SOCKET, plain.SO_LINGER, struct.pack("ii", 1, 0))
            await asyncio.sleep(0.2)
            assert await come_in(house, "ann")

    play(scene())
    assert "request-failed" not in "".join(capsys.readouterr())
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


def test_a_full_house_is_full_for_all_but_its_staff(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, connections_max=1) as house, house.client() as boss:
            await house.owner(boss)
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token), silent(house) as second, silent(house) as third:
                await second.send_json({"id": "0", "do": "sign-in", "token": token})
                assert (await second.receive_json(timeout=2))["error"]["code"] == "house-full"
                await second.receive(timeout=2)
                assert second.close_code == 1013
                await third.send_json({"id": "0", "do": "sign-in", "token": boss.token})
                assert "snapshot" in await third.receive_json(timeout=2)

    play(scene())


@asynccontextmanager
async def silent(house: Running) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Connect, and say nothing yet."""
    url = f"{house.base}{API}/tables/mbs-3/socket"
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as ws:
        yield ws


def test_a_client_that_says_nothing_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SIGN_IN_WITHIN", 0.1)

    async def scene() -> None:
        async with running(tmp_path) as house, silent(house) as ws:
            message = await ws.receive(timeout=2)
            assert (message.type, ws.close_code) == (aiohttp.WSMsgType.CLOSE, 4401)

    play(scene())


def test_nothing_comes_before_a_right_sign_in(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            for first in (
                {"id": "0", "do": "ping"},
                {"id": "0", "do": "sign-in", "token": 7},
                {"id": "0", "do": "sign-in", "role": "house"},
                {"id": "0", "do": "sign-in", "token": "x"},
                {"do": "sign-in"},
                WAGER,
            ):
                async with silent(house) as ws:
                    await ws.send_json(first)
                    assert "error" in await ws.receive_json(timeout=2), first
                    assert (await ws.receive(timeout=2)).type is aiohttp.WSMsgType.CLOSE, first
                    assert ws.close_code == 4401, first

    play(scene())


def test_there_are_only_so_many_connections_of_one_address_and_of_all(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, connections_per_address=2) as house:
            async with socket(house, "mbs-3", None), socket(house, "mbs-2", None):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await socket(house, "mbs-3", None).__aenter__()
                assert refused.value.status == 429
            async with socket(house, "mbs-3", None):
                pass

    play(scene())


def test_a_frame_replayed_in_the_same_or_another_session_has_no_second_effect(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            ann, bob = await come_in(house, "ann"), await come_in(house, "bob")
            host = house.service.office.tables.host("mbs-3")
            async with socket(house, "mbs-3", ann) as (line, _):
                await opened(house)
                captured = [WAGER, {"id": "c2", "do": "retract-wager", "wager": "w1", "stake": 100}]
                first = [await line.answer(frame) for frame in captured]
                assert all("events" in receipt for receipt in first)
                before = host.table
                assert [await line.answer(frame) for frame in captured] == first
            async with socket(house, "mbs-3", bob) as (line, _):
                seq = host.table.seq
                refused = [(await line.answer(frame))["refused"]["code"] for frame in captured]
                assert set(refused) == {"not-yours"}
                assert host.table.seq == seq
            assert host.table.layout == before.layout

    play(scene())


def test_a_resend_from_an_older_round_is_refused_and_never_played(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            token = await come_in(house, "ann")
            host = house.service.office.tables.host("mbs-3")
            async with socket(house, "mbs-3", token) as (line, _):
                while host.table.round.number < 2:
                    await asyncio.sleep(0.01)
                late = await line.answer(WAGER | {"round": "1"})
                assert late["refused"]["code"] == "round-over"

    play(scene())


def test_a_command_stays_at_its_table(tmp_path: Path) -> None:
    """Wagers and staff of one table do nothing at another."""

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner:
            await house.owner(owner)
            ann = await come_in(house, "ann")
            dora = await staff(house, owner, "dora", "dealer", "dealt-1")
            others = [name for name in house.service.office.tables.hosts if name != "dealt-1"]
            async with socket(house, "mbs-3", ann) as (line, _):
                await opened(house)
                await line.answer(WAGER)
            for table in others:
                before = house.service.office.tables.host(table).table.seq
                async with socket(house, table, dora) as (line, welcome):
                    assert welcome["you"] is None
                    for do in ("open-table", "close-table", "settle", "call-no-more-bets"):
                        answer = await line.answer({"id": f"x-{do}", "do": do})
                        assert answer["error"]["code"] == "not-signed-in"
                async with house.client() as client:
                    client.token = dora
                    with pytest.raises(AnsweredError, match="role-not-allowed"):
                        await client.call("POST", f"/tables/{table}/commands", {"id": "x", "do": "close-table"})
                if table != "mbs-3":
                    async with socket(house, table, ann) as (line, _):
                        seq = house.service.office.tables.host(table).table.seq
                        answer = await line.answer({"id": "x1", "do": "retract-wager", "wager": "w1"})
                        assert answer["refused"]["code"] in ("unknown-wager", "betting-closed", "table-closed")
                        assert house.service.office.tables.host(table).table.seq >= seq >= before
            assert house.service.office.tables.host("mbs-3").table.layout.live == 1

    play(scene())


ROLES = (
    "house",
    "dealer",
    "pit-supervisor",
    "pit-manager",
    "shift-manager",
    "floor-manager",
    "surveillance",
    "auditor",
)


def test_an_injected_role_gives_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                seq = house.service.office.tables.host("mbs-3").table.seq
                for role in ROLES:
                    for by in ({"name": "house", "role": role}, {"role": role, "acting": role}, {"acting": role}):
                        for do in ("call-no-more-bets", "close-table", "settle"):
                            frame = {"id": f"{role}-{len(by)}-{by.get('name')}-{do}", "do": do, "by": by}
                            answer = await line.answer(frame)
                            assert answer["refused"]["code"] in ("role-not-allowed", "acting-not-allowed")
                extras: tuple[dict[str, object], ...]
                extras = ({"role": "dealer"}, {"owner": True}, {"seq": 1}, {"at": "now"}, {"clauses": []})
                for extra in extras:
                    answer = await line.answer({"id": f"e{extra}"[:60], "do": "settle"} | extra)
                    assert answer["error"]["code"] == "unknown-field"
                assert house.service.office.tables.host("mbs-3").table.seq == seq

    play(scene())


def test_fuzzed_frames_through_a_socket_end_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every frame that fits is answered, those that are no command with an error, and the table stays well."""
    monkeypatch.setattr(sockets, "ERRORS_MAX", 10**9)

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                answered = await fuzzed(line, 3_000)
                assert answered["error"] > 300
                assert answered["told"] > 300
            assert house.service.office.tables.host("mbs-3").fault is None
            await still_well(house, token)

    play(scene())


async def fuzzed(line: Socket, count: int) -> dict[str, int]:
    answered = {"error": 0, "told": 0}
    for raw in frames(count, seed=11):
        if len(raw) > LINE_MAX:
            continue
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            continue
        await line.send(text)
        while True:
            data = await line.receive()
            if "error" in data or data.get("id") is not None:
                break
        assert ("error" not in data) is is_frame(raw), raw
        answered["error" if "error" in data else "told"] += 1
    return answered


async def still_well(house: Running, token: str) -> None:
    async with socket(house, "mbs-3", token) as (line, _):
        receipt = await line.answer(WAGER | {"id": "last", "wager": "last"})
        assert "events" in receipt


def test_bytes_that_are_no_text_close_the_connection_with_1007(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, socket(house, "mbs-3", None) as (line, _):
            await line.ws._writer.send_frame(b"\xff\xfe{", aiohttp.WSMsgType.TEXT)
            assert await line.ended() == 1007

    play(scene())


FLOODS = {"pong": b"\x8a\x80abcd", "ping": b"\x89\x80abcd", "part": b"\x00\x81abcd\x41"}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_any_frames_is_cut_off_and_spectators_pay_together(tmp_path: Path, kind: str) -> None:
    async def scene() -> None:
        async with running(tmp_path, commands_per_second=1) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                for _ in range(2):  # another socket of the same address has nothing more to spend
                    async with socket(house, "mbs-3", None) as (spectator, _):
                        begin = b"\x01\x81abcd\x41" if kind == "part" else b""
                        spectator.ws._writer.transport.write(begin + FLOODS[kind] * 2_000)
                        assert await spectator.ended(5) == 1006
                    assert (await line.answer({"id": "p", "do": "ping"}))["pong"]

    play(scene())


def test_a_request_whose_body_never_comes_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SILENT", 0.2)
    monkeypatch.setattr(serving, "LINGER", 0.1)

    async def scene() -> None:
        async with running(tmp_path) as house:
            for head in (b"Content-Length: 20\r\n\r\n{", b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", int(house.base.rpartition(":")[2]))
                writer.write(b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + head)
                async with asyncio.timeout(5):
                    said = await reader.read()
                assert b" 408 " in said
                assert b"too-slow" in said
                writer.close()

    play(scene())


def test_idle_connections_of_one_address_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "files_left", lambda: connections.RESERVED_FILES + 120)

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            port, token = int(house.base.rpartition(":")[2]), await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                idle = []
                for number in range(150):
                    idle.append(await asyncio.open_connection("127.0.0.1", port))
                    idle[-1][1].write(
                        b"" if number % 2 else b"POST /api/v1/guests HTTP/1.1\r\nContent-Length: 9\r\n\r\n"
                    )
                    if number % 10 == 0:
                        async with aiohttp.ClientSession() as http, http.get(f"{house.base}/healthz") as health:
                            assert health.status == 200
                assert len(house.service.connections) <= 60
                assert (await line.answer({"id": "p", "do": "ping"}))["pong"]
                for _, writer in idle:
                    writer.close()

    play(scene())


def test_strangers_who_say_nothing_do_not_take_the_places_kept_for_staff(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "files_left", lambda: connections.RESERVED_FILES + 120)

    async def scene() -> None:
        async with running(tmp_path, connections_max=1) as house, house.client() as boss, AsyncExitStack() as stack:
            await house.owner(boss)
            await stack.enter_async_context(socket(house, "mbs-3", await come_in(house, "ann")))
            for _ in range(connections.FOR_STAFF + 20):
                await stack.enter_async_context(silent(house))
            _, welcome = await stack.enter_async_context(socket(house, "mbs-3", boss.token))
            assert "snapshot" in welcome

    play(scene())


def test_no_address_has_more_than_half_of_what_the_open_files_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "files_left", lambda: 1_000)
    few = connections.Connections(5_000, 2_000)
    assert (few.sockets, few.sockets_per_address) == (800, 400)
    monkeypatch.setattr(connections, "files_left", lambda: 50_000)
    many = connections.Connections(5_000, 2_000)
    assert (many.sockets, many.sockets_per_address) == (5_000, 2_000)


def test_a_body_in_any_coding_is_refused_and_nothing_is_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, aiohttp.ClientSession() as http:
            for coding in ("deflate", "gzip", "br", "x"):
                headers = {"Content-Encoding": coding, "Content-Type": "application/json"}
                guests = f"{house.base}{API}/guests"
                async with http.post(guests, data=b"{}", headers=headers, compress=False) as answer:
                    assert (answer.status, (await answer.json())["code"]) == (415, "wrong-media-type"), coding

    play(scene())
    assert "Traceback" not in "".join(capsys.readouterr())


def test_a_list_of_wagers_is_paid_for_wager_by_wager(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **{**STILL, "commands_per_second": 5}) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, _):
                await opened(house)
                answers = []
                for number in range(3):
                    laid = [{"wager": f"w{number}-{one}", "position": "17", "stake": 100} for one in range(15)]
                    frame = {"id": f"c{number}", "do": "place-wagers", "player": "ann", "wagers": laid}
                    answers.append(await line.answer(frame))
                assert "events" in answers[0]
                assert answers[2]["error"]["code"] == "too-many"

    play(scene())
