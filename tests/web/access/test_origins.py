# ruff: noqa: RUF001, S104 - addresses that look like ours are the point
"""Pages of other sites get nowhere: no upgrade, no act; and nothing is done without a token."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import WSServerHandshakeError

from croupier.web.api.operations import API, Operation
from testkit.web.running import STILL, Running, come_in, play, running, socket

PLACE = "127.0.0.1:8360"


NO_PLACES = (
    *("null", "NULL", "", " ", "*", "about:blank"),
    *("file://", "data:", "blob:", "chrome-extension://abc", "http://", "http:"),
)


def hostile(port: int) -> Iterator[str]:
    """Return 200 origins that are not ours, many of them nearly."""
    here, name = f"127.0.0.1:{port}", f"localhost:{port}"
    yield from NO_PLACES
    yield from (
        f"https://{here}",
        f"ws://{here}",
        f"wss://{here}",
        f"ftp://{here}",
        f"HTTP://{here}",
        f"http:{here}",
        here,
        f"//{here}",
    )
    yield from (
        f"http://{name}",
        f"http://LOCALHOST:{port}",
        f"http://localhost.:{port}",
        f"http://localhost.evil.example:{port}",
    )
    for end in (
        "/",
        "/x",
        "?",
        "#",
        ".",
        ":",
        "%00",
        "\\",
        "@evil.example",
        ".evil.example",
        ",http://evil.example",
        ";",
        "%2e",
    ):
        yield f"http://{here}{end}"
    for start in (
        "evil.example@",
        "a:b@",
        "evil.example.",
        "evil",
        "x",
        "%",
        ".",
        "-",
        "evil.example%2f",
        "evil.example/",
        "[::1]",
    ):
        yield f"http://{start}{here}"
    yield from _nearly_ours(port)


def _nearly_ours(port: int) -> Iterator[str]:
    """Return other ports, other ways to write our address, and names that somebody else may point at it."""
    for other in (port + 1, port - 1, 80, 443, 8080, 0, 65535):
        yield f"http://127.0.0.1:{other}"
    for address in (
        "127.0.0.2",
        "127.1",
        "0",
        "0.0.0.0",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "１２７.0.0.1",
    ):
        yield f"http://{address}:{port}"
    for host in (
        "evil.example",
        "127.0.0.1.evil.example",
        "xn--lcalhost-rbg",
        "localhоst",
        "127-0-0-1.example",
        "rebind.example",
        "a" * 60,
    ):
        yield from (
            f"http://{host}",
            f"https://{host}",
            f"http://{host}:{port}",
            f"https://{host}:{port}",
            f"http://{host}.",
        )
    for number in range(200):
        yield f"http://site{number}.example:{port}"


ORIGINS = 200


def test_none_of_200_hostile_origins_gets_a_socket_and_a_program_does(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            port = int(house.base.rpartition(":")[2])
            origins = list(dict.fromkeys(hostile(port)))[:ORIGINS]
            assert len(origins) == ORIGINS
            statuses = [await upgrade(house, origin) for origin in origins]

            assert {status for status in statuses if status is not None} <= {400, 403}
            assert statuses.count(403) > 190
            async with socket(house, "mbs-3", token) as (_, welcome):
                assert welcome["you"]["name"] == "ann"
            async with socket(house, "mbs-3", token, Origin=house.base) as (_, welcome):
                assert welcome["you"]["name"] == "ann"

    play(scene())


async def upgrade(house: Running, origin: str) -> int:
    """Ask for a socket from an origin, byte for byte as given, and give the status."""
    host, port = house.base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    asked = (
        f"GET {API}/tables/mbs-3/socket HTTP/1.1\r\nHost: {host}:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: {origin}\r\n\r\n"
    )
    writer.write(asked.encode())
    status = int((await reader.readline()).split()[1])
    writer.close()
    assert status != 101, origin
    return status


def test_a_name_that_others_point_at_us_is_not_ours(tmp_path: Path) -> None:
    """Origin and host agree and are both theirs: their page, our address."""

    async def scene() -> None:
        async with running(tmp_path) as house, aiohttp.ClientSession() as http:
            for name in ("rebind.example", "127.0.0.1.evil.example", "localhost.evil.example"):
                headers = {"Host": name, "Origin": f"http://{name}"}
                with pytest.raises(WSServerHandshakeError) as refused:
                    await http.ws_connect(f"{house.base}{API}/tables/mbs-3/socket", headers=headers)
                assert refused.value.status == 403

    play(scene())


def test_two_origins_are_none(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            assert await upgrade(house, f"{house.base}\r\nOrigin: http://evil.example") in (400, 403)

    play(scene())


def test_an_origin_that_the_owner_names_is_welcome(tmp_path: Path) -> None:
    async def scene() -> None:
        named: dict[str, float] = {"origins": ("https://night.example",)}  # type: ignore[dict-item]
        async with running(tmp_path, **named) as house:
            async with socket(house, "mbs-3", None, Origin="https://night.example") as (_, welcome):
                assert welcome["you"] is None
            assert await upgrade(house, "http://night.example") == 403

    play(scene())


def filled(operation: Operation) -> str:
    """Return a path of an operation that is there."""
    examples = {"alert": "a1", "name": "ann", "table": "mbs-3", "round": "1"} | dict(operation.examples)
    return re.sub(r"\{(\w+)(:[^{}]*)?\}", lambda part: examples[part[1]], operation.path)


PUBLIC = {"comeIn", "redeem", "testWheel"}
BODIES: dict[str, dict[str, object]] = {
    "comeIn": {"name": "eve"},
    "invite": {"name": "eve", "role": "dealer"},
    "redeem": {"code": "x"},
    "acknowledge": {},
    "addTable": {"table": "mine", "rulebook": "mbs-roulette/3"},
    "startTimer": {"seconds": 20},
    "takeCash": {"cash": 100},
    "testReader": {"ball": "clockwise", "wheel": "counterclockwise", "completed": 4, "pocket": "17"},
    "returnCash": {"player": "ann", "cash": 100, "id": "b1"},
    "callPit": {"kind": "help"},
    "nameTable": {"name": "The Blue Room"},
    "setTableAside": {"reason": "a new wheel"},
    "askTable": {"id": "c1", "do": "place-wager", "wager": "w", "player": "ann", "position": "17", "stake": 500},
}


def test_every_act_needs_a_token_of_its_own_and_none_is_done_from_another_site(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, house.client() as owner, aiohttp.ClientSession() as http:
            await house.owner(owner)
            heads = {
                name: await house.service.office.tables.record.head(name)
                for name in (*house.service.office.tables.hosts, "house")
            }
            changing = [one for one in house.service.operations if one.method != "GET"]
            assert {one.name for one in changing} >= {"comeIn", "goOut", "invite", "dismiss", "acknowledge", "addTable"}
            bearer = {"Authorization": f"Bearer {owner.token}"}
            evil = {"Origin": "http://evil.example"}
            for one in changing:
                tries: list[dict[str, str]] = [
                    {**bearer, **evil},
                    {**bearer, "Sec-Fetch-Site": "cross-site"},
                    {**bearer, "Sec-Fetch-Site": "same-site"},
                    {**bearer, "Origin": "null"},
                    {"Cookie": f"token={owner.token}; session={owner.token}", **evil},
                ]
                if one.name not in PUBLIC:
                    cookie = {"Cookie": f"token={owner.token}; Authorization=Bearer {owner.token}"}
                    stale = {"Authorization": f"Bearer {owner.token}x"}
                    tries += [{}, cookie, stale, {"Authorization": f"Basic {owner.token}"}, {"Authorization": ""}]
                for headers in tries:
                    url = f"{house.base}{API}{filled(one)}"
                    async with http.request(one.method, url, json=BODIES.get(one.name), headers=headers) as response:
                        problem = await response.json()
                        assert response.status in (401, 403), (one.name, headers)
                        assert problem["code"] in ("not-signed-in", "wrong-token", "wrong-origin")
            for name, head in heads.items():
                assert await house.service.office.tables.record.head(name) == head

    play(scene())


def test_a_form_of_another_site_is_no_body(tmp_path: Path) -> None:
    """What a page can send without asking first is not taken, whatever else is right."""

    async def scene() -> None:
        async with running(tmp_path) as house, aiohttp.ClientSession() as http:
            for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
                headers = {"Content-Type": media}
                async with http.post(f"{house.base}{API}/guests", data=b'{"name":"eve"}', headers=headers) as response:
                    assert (response.status, (await response.json())["code"]) == (415, "wrong-media-type")

    play(scene())


def test_every_answer_carries_the_headers_that_keep_pages_apart(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, aiohttp.ClientSession() as http:
            for path in ("/healthz", f"{API}/tables", f"{API}/nothing", "/metrics"):
                async with http.get(house.base + path) as response:
                    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
                    assert "unsafe" not in response.headers["Content-Security-Policy"]
                    assert response.headers["X-Content-Type-Options"] == "nosniff"
                    assert "Access-Control-Allow-Origin" not in response.headers
                    assert "Set-Cookie" not in response.headers

    play(scene())
