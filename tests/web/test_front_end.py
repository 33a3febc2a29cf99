"""The front end over HTTP: what a browser may keep, what it asks for again, and how little is sent."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from croupier.web.api.operations import API
from croupier.web.front_end import FrontEnd
from testkit.web.running import play, running

PAGE = b'<!doctype html><meta property="og:image" content="/card-0A1B2C3D.png">' + b" " * 400
SCRIPT = b"export const answer = 42;\n" * 40
NAMED = "app-AY3JCBHZ.js"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "static"
    made.mkdir()
    for name, content in {"index.html": PAGE, NAMED: SCRIPT, "worker.js": SCRIPT}.items():
        (made / name).write_bytes(content)
        (made / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))
        (made / f"{name}.br").write_bytes(b"as Brotli: " + name.encode())
    (made / "icon-192-A96F568C.png").write_bytes(b"\x89PNG")
    return made


@asynccontextmanager
async def served(front_end: FrontEnd) -> AsyncIterator[tuple[aiohttp.ClientSession, str]]:
    """Serve nothing but a front end; what is compressed arrives as it was sent."""
    app = web.Application()
    front_end.add_to(app)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        async with aiohttp.ClientSession(auto_decompress=False) as http:
            yield http, f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def test_a_file_named_by_its_content_is_kept_for_good_and_a_page_is_asked_for_each_time(folder: Path) -> None:
    async def scene() -> None:
        async with served(FrontEnd(folder)) as (http, base):
            for path, kept in (
                (f"/{NAMED}", "max-age=31536000, immutable"),
                ("/icon-192-A96F568C.png", "max-age=31536000, immutable"),
                ("/", "no-cache"),
                ("/worker.js", "no-cache"),
            ):
                async with http.get(base + path) as response:
                    assert (response.status, response.headers["Cache-Control"]) == (200, kept), path
                    assert response.headers["Vary"] == "Accept-Encoding"
                    etag = response.headers["ETag"]
                async with http.get(base + path, headers={"If-None-Match": etag}) as response:
                    assert (response.status, await response.read()) == (304, b""), path
                    assert (response.headers["ETag"], response.headers["Cache-Control"]) == (etag, kept)
                async with http.get(base + path, headers={"If-None-Match": 'W/"of-another-build"'}) as response:
                    assert response.status == 200

    play(scene())


@pytest.mark.parametrize(
    ("accepted", "coding", "sent"),
    [
        ("gzip, deflate, br, zstd", "br", b"as Brotli: " + NAMED.encode()),
        ("gzip, deflate", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("br;q=0, gzip;q=0.5", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("identity", None, SCRIPT),
    ],
    ids=["all", "gzip", "no Brotli", "as it is"],
)
def test_a_file_is_sent_in_the_smallest_form_that_is_accepted(
    folder: Path, accepted: str, coding: str | None, sent: bytes
) -> None:
    async def scene() -> None:
        async with served(FrontEnd(folder)) as (http, base):
            async with http.get(f"{base}/{NAMED}", headers={"Accept-Encoding": accepted}) as response:
                assert response.headers.get("Content-Encoding") == coding
                assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
                body = await response.read()
            # gzip writes when it was packed
            assert body == sent or gzip.decompress(body) == SCRIPT

    play(scene())


def _size(response: aiohttp.ClientResponse) -> int:
    """Return how long the head of a response is."""
    return sum(len(name) + len(value) + 4 for name, value in response.headers.items())


def test_what_runs_by_itself_says_what_it_may_do_and_a_file_says_little(folder: Path) -> None:
    """Every byte of a head is sent with each of a dozen files."""

    async def scene() -> None:
        async with served(FrontEnd(folder)) as (http, base):
            for path, allowed, most in (("/", "script-src 'self'", 800), ("/worker.js", "connect-src 'self'", 400)):
                async with http.get(base + path) as response:
                    policy = response.headers["Content-Security-Policy"]
                    assert allowed in policy
                    assert "unsafe" not in policy
                    assert _size(response) < most
            async with http.get(f"{base}/{NAMED}") as response:
                assert "Content-Security-Policy" not in response.headers, "the service adds the least"
                assert _size(response) < 350

    play(scene())


def test_a_file_of_another_build_is_not_there_and_no_page_instead(folder: Path) -> None:
    async def scene() -> None:
        async with served(FrontEnd(folder)) as (http, base):
            for path, status in (("/app-OLDBUILD.js", 404), ("/worker.js.br", 404), ("/anything", 200)):
                async with http.get(base + path) as response:
                    assert response.status == status, path

    play(scene())


def test_the_picture_of_a_shared_link_has_the_address_that_the_owner_named(folder: Path) -> None:
    async def scene() -> None:
        async with served(FrontEnd(folder, "https://night.example")) as (http, base):
            for coding in ("br", "gzip", "identity"):
                async with http.get(base, headers={"Accept-Encoding": coding}) as response:
                    page = await response.read()
                told = gzip.decompress(page) if response.headers.get("Content-Encoding") == "gzip" else page
                assert b'content="https://night.example/card-0A1B2C3D.png"' in told

    play(scene())


def test_a_rulebook_and_its_cloth_are_sent_again_only_if_they_changed(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house, aiohttp.ClientSession(auto_decompress=False) as http:
            for path in ("", "/felt", "/felt?touch=true", "/clauses", "/odds"):
                url = f"{house.base}{API}/rulebooks/mbs-roulette/3{path}"
                async with http.get(url) as response:
                    assert (response.status, response.headers["Cache-Control"]) == (200, "no-cache"), path
                    assert response.headers["Content-Encoding"] == "deflate"
                    etag, full = response.headers["ETag"], len(await response.read())
                async with http.get(url, headers={"If-None-Match": etag}) as response:
                    assert (response.status, await response.read()) == (304, b""), path
                    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
                assert full > 500
            felt = f"{house.base}{API}/rulebooks/mbs-roulette/3/felt"
            async with http.get(felt) as one, http.get(f"{felt}?touch=true") as other:
                assert one.headers["ETag"] != other.headers["ETag"]
            for path in ("/tables", "/rulebooks/no-such/1", "/me"):
                async with http.get(f"{house.base}{API}{path}") as response:
                    assert response.headers["Cache-Control"] == "no-store", path
                    assert "ETag" not in response.headers

    play(scene())
