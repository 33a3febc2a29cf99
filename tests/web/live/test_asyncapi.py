"""The AsyncAPI document is whole, and what goes over a socket is as it says."""

from __future__ import annotations

import asyncio
import typing
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import aiohttp
import jsonschema_rs
import pytest

from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.web.live.asyncapi import asyncapi
from testkit.web.dealing import ASKED, WAGER, dealt_table
from testkit.web.running import STILL, Running, Socket, come_in, opened, play, running, socket, staff

DOCUMENT = asyncapi("0")


def refs(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        for inner in part.values():
            yield from refs(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from refs(inner)


def found(ref: str) -> object:
    part: Any = DOCUMENT
    for name in ref.removeprefix("#/").split("/"):
        part = part[name]
    return part


@cache
def message(name: str) -> jsonschema_rs.Draft202012Validator:
    payload = DOCUMENT["channels"]["table"]["messages"][name]["payload"]
    return jsonschema_rs.Draft202012Validator({**payload, "components": DOCUMENT["components"]})


def test_the_document_has_what_asyncapi_3_asks_for() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert {"title", "version"} <= DOCUMENT["info"].keys()
    assert set(refs(DOCUMENT["channels"])) | set(refs(DOCUMENT["operations"]))
    for channel in DOCUMENT["channels"].values():
        assert set(channel["parameters"]) == {"table"}
        assert "{table}" in channel["address"]
        for name, one in channel["messages"].items():
            assert one["contentType"] == "application/json", name
            jsonschema_rs.meta.validate(one["payload"])
    for operation in DOCUMENT["operations"].values():
        assert operation["action"] in ("send", "receive")
        assert operation["channel"]["$ref"] == "#/channels/table"
        assert operation["messages"]
    for schema in DOCUMENT["components"]["schemas"].values():
        jsonschema_rs.meta.validate(schema)


def test_every_reference_leads_somewhere() -> None:
    there = set(refs(DOCUMENT))

    assert len(there) > 40
    assert all(found(ref) for ref in there)


def test_every_command_and_every_event_is_there() -> None:
    messages = DOCUMENT["channels"]["table"]["messages"]

    assert {name for name in messages if name.startswith("ask-")} == {
        f"ask-{one.do}" for one in typing.get_args(Command)
    }
    assert {f"event-{one.type}" for one in typing.get_args(Event)} <= DOCUMENT["components"]["schemas"].keys()


def test_what_is_asked_is_as_the_document_says() -> None:
    for frame in ASKED:
        message(f"ask-{frame['do']}").validate({"id": "c1", **frame})
        assert not message(f"ask-{frame['do']}").is_valid({"id": "c1", **frame, "role": "house"})


TOLD: list[str] = [ref["$ref"].rpartition("/")[2] for ref in DOCUMENT["operations"]["tell"]["messages"]]


def kind(frame: dict[str, Any]) -> str:
    """Return the one message that a frame of the service is."""
    kinds = [name for name in TOLD if message(name).is_valid(frame)]
    assert len(kinds) == 1, (kinds, frame)
    return kinds[0]


async def heard(line: Socket, until: str) -> list[dict[str, Any]]:
    """Listen until an event of this type is told."""
    frames = [await line.receive()]
    while all(event["type"] != until for event in frames[-1].get("events", ())):
        frames.append(await line.receive())
    return frames


def test_every_frame_of_a_played_round_is_one_message_of_the_document(tmp_path: Path) -> None:
    kinds: Counter[str] = Counter()

    async def play_along(house: Running, token: str | None, *, staff: bool = False) -> None:
        async with socket(house, "mbs-3", token) as (line, welcome):
            await opened(house)
            wager = WAGER | {"id": "é1", "wager": "by staff" if staff else "w1"}
            frames = [welcome, await line.answer(wager), await line.answer(wager | {"id": "c2"})]
            frames += [await line.answer({"id": "c3", "do": "ping"}), await line.answer({"id": "c4", "do": "pong"})]
            frames += [await line.answer("["), *await heard(line, "round-closed"), *line.told]
            for subscriber in house.service.office.attendance.broadcasts["mbs-3"].subscribers:
                house.service.office.attendance.broadcasts["mbs-3"].resync(subscriber)
            frames += await heard(line, "betting-opened")
        kinds.update(map(kind, frames))
        assert staff or token is None or {"receipt", "refusal"} <= set(map(kind, frames))

    async def come_back(house: Running, table: str, token: str | None) -> None:
        async with socket(house, table, token, after=0) as (line, welcome):
            assert (kind(welcome), welcome["snapshot"]) == ("welcome", None)
            missed = await line.receive()
            assert (kind(missed), len(missed["events"])) == ("told", missed["events"][-1]["seq"])
            assert token is None or kind(await line.receive()) == "own"
            assert kind(await line.answer({"id": "p", "do": "ping"})) == "pong"

    async def scene() -> None:
        async with running(tmp_path, betting=1.5) as house, house.client() as owner:
            await house.owner(owner)
            ann, dora = await come_in(house, "ann"), await staff(house, owner, "dora", "dealer")
            await asyncio.gather(play_along(house, ann), play_along(house, dora, staff=True), play_along(house, None))
            host = await dealt_table(house, "mbs-roulette/3", "paid")
            for token in (ann, dora, None):
                await come_back(house, host.name, token)
            async with socket(house, "mbs-3", "no token") as (_, answer):
                assert kind(answer) == "error"

    play(scene())
    assert kinds.keys() == set(TOLD)


def test_a_frame_that_no_message_describes_is_found() -> None:
    """A harness counts once it has caught a planted fault."""
    strange: list[dict[str, Any]] = [{"id": None, "events": []}, {"id": "c1", "pong": True}]
    for frame in (*strange, {"id": "c1", "events": [], "now": {}}):
        with pytest.raises(AssertionError):
            kind(frame)


def test_what_an_address_may_ask_for_is_what_the_service_takes(tmp_path: Path) -> None:
    query = DOCUMENT["channels"]["table"]["bindings"]["ws"]["query"]["properties"]
    after, feeds = query["after"], query["feed"]["enum"]
    right = [f"after={after['minimum']}", f"after={after['maximum']}", *(f"feed={one}" for one in feeds), "other=1"]
    wrong = ["after=-1", f"after={after['maximum'] + 1}", "after=x", "after=1.0", "feed=", "feed=quiet"]

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, aiohttp.ClientSession() as http:
            address = f"{house.base}/api/v1/tables/mbs-3/socket"
            for asked in right:
                async with http.ws_connect(f"{address}?{asked}") as ws:
                    await ws.send_json({"id": "0", "do": "sign-in"})
                    assert kind(await ws.receive_json()) == "welcome", asked
            for asked in wrong:
                with pytest.raises(aiohttp.WSServerHandshakeError, match="400"):
                    await http.ws_connect(f"{address}?{asked}")

    play(scene())


def test_a_ping_is_taken_with_whatever_else_is_in_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path, **STILL) as house, socket(house, "mbs-3", None) as (line, _):
            for frame in ({"id": "a", "do": "ping"}, {"id": "b", "do": "ping", "x": 1}):
                message("ping").validate(frame)
                assert kind(await line.answer(frame)) == "pong"
            assert not message("ping").is_valid({"do": "ping"})
            assert kind(await line.answer('{"do": "ping"}')) == "error"

    play(scene())
