"""The AsyncAPI document is whole, and what goes over a socket is as it says."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs

from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.web.asyncapi import asyncapi
from tests.web.dealing import dealt_table
from tests.web.running import STILL, come_in, opened, play, running, socket
from tests.web.test_matrix import ASKED

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


def test_what_is_asked_and_told_is_as_the_document_says(tmp_path: Path) -> None:
    for frame in ASKED:
        message(f"ask-{frame['do']}").validate({"id": "c1", **frame})
        assert not message(f"ask-{frame['do']}").is_valid({"id": "c1", **frame, "role": "house"})

    async def scene() -> None:
        async with running(tmp_path, **STILL) as house:
            token = await come_in(house, "ann")
            async with socket(house, "mbs-3", token) as (line, welcome):
                message("welcome").validate(welcome)
                await opened(house)
                wager = {
                    "id": "c1",
                    "do": "place-wager",
                    "wager": "w1",
                    "player": "ann",
                    "position": "17",
                    "stake": 500,
                }
                for frame in (wager, wager | {"id": "c2"}, wager | {"id": "c3", "stake": 0}):
                    message("receipt").validate(await line.answer(frame))
                assert len(line.told) > 1
                for told in line.told:
                    message("receipt" if "error" in told else "told").validate(told)
            host = await dealt_table(house, "mbs-roulette/3", "paid")
            async with socket(house, host.name, token, after=0) as (line, welcome):
                message("welcome").validate(welcome)
                told = await line.receive()
                message("told").validate(told)
                assert len(told["events"]) == host.table.seq

    play(scene())
