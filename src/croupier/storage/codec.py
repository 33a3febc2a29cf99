"""Events and commands as they are stored: canonical JSON under our own versioned tags, read strictly.

A tag is an event's type and the version of its fields, ``wager-placed/1``. When
an event's fields change their meaning its version goes up by one, and a lift
from the version before is added below; what is stored stays as it was.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from typing import Any, cast

import msgspec

from croupier.house.desk import HouseCommand, HouseEvent
from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Asked, Happened
from croupier.house.setup import TableSetUp
from croupier.storage.chain import canonical
from croupier.table.commands import Command, PlaceWager
from croupier.table.events import Event, WagerPlaced
from croupier.table.refusal import Refusal
from croupier.table.wire import (
    Json,
    WireError,
    command_json,
    event_json,
    plain_json,
    read_command,
    read_event,
    read_shape,
    refusal_json,
)

SET_UP = "table-set-up"
VERSIONS: Mapping[str, int] = {
    kind.type: 1 for kind in (*typing.get_args(Event), *typing.get_args(HouseEvent), TableSetUp)
}
"""The version in which each event is written."""

Lift = Callable[[Json], Json]
LIFTS: Mapping[tuple[str, int], Lift] = {}
"""From the fields of one version to those of the next: the type, the version lifted from."""

_HOUSE_EVENTS: Mapping[str, type] = {kind.type: kind for kind in typing.get_args(HouseEvent)}
_HOUSE_COMMANDS: Mapping[str, type] = {kind.do: kind for kind in typing.get_args(HouseCommand)}
_TAGS = {kind: f"{kind}/{version}" for kind, version in VERSIONS.items()}


def tag_of(kind: str) -> str:
    """Give the tag under which an event is written now."""
    return _TAGS[kind]


class _By(msgspec.Struct, gc=False):
    """Who asked, without an acting position; the fields of these three in the canonical order."""

    name: str
    role: str


class _Placed(msgspec.Struct, gc=False):
    at: str
    by: _By
    clauses: tuple[str, ...]
    player: str
    position: str
    round: str | None
    seq: int
    stake: int
    type: str
    wager: str


class _Place(msgspec.Struct, gc=False):
    by: _By
    do: str
    player: str
    position: str
    stake: int
    wager: str


def written_event(event: Happened, at: str) -> str:
    """Write an event with its time. Wagers, which are nearly all there is, by the short way."""
    if type(event) is WagerPlaced and event.chips is None and event.by.acting is None:
        by = _By(event.by.name, event.by.role)
        return canonical(
            _Placed(
                at,
                by,
                event.clauses,
                event.player,
                event.position,
                event.round,
                event.seq,
                event.stake,
                event.type,
                event.wager,
            )
        )
    data = event_json(cast("Event", event))
    data["at"] = at
    return canonical(data)


def written_setup(setup: TableSetUp, at: str) -> str:
    """Write how a table was set up."""
    return canonical({**plain_json(setup), "type": setup.type, "at": at})


def written_command(command: Asked) -> str:
    """Write a command. Wagers by the short way, as their events."""
    if type(command) is PlaceWager and command.chips is None and command.round is None and command.by.acting is None:
        by = _By(command.by.name, command.by.role)
        return canonical(_Place(by, command.do, command.player, command.position, command.stake, command.wager))
    return canonical(command_json(cast("Command", command)))


def written_refusal(refusal: Refusal) -> str:
    """Write a refusal."""
    return canonical(refusal_json(refusal))


def read_stored(tag: str, line: str, lifts: Mapping[tuple[str, int], Lift] = LIFTS) -> Happened | TableSetUp:
    """Read an event back. Raises BrokenRecordError."""
    try:
        data = lifted(tag, decoded(line), lifts)
        of_house = _HOUSE_EVENTS.get(data["type"])
        if of_house is not None:
            return cast("Happened", read_shape(of_house, _without(data, "type", "at")))
        if data["type"] == SET_UP:
            return _setup(data)
        return read_event(data)
    except WireError as error:
        raise BrokenRecordError(tag, str(error)) from None


def _setup(data: Json) -> TableSetUp:
    rest = _without(data, "type", "at", "seq", "rulebook", "digest")
    if data.get("seq") != 0:
        raise WireError("wrong-number", "seq: a table is set up at 0")
    named = {name: data.get(name) for name in ("rulebook", "digest")}
    if not all(isinstance(value, str) for value in named.values()):
        raise WireError("wrong-type", "rulebook, digest: expected text")
    # The house's own record has no rulebook, and an empty word is none to the strict reader.
    fields = {**rest, "seq": 1, **{name: value or "-" for name, value in named.items()}}
    read = read_shape(TableSetUp, fields)
    return TableSetUp(
        0, read.table, str(named["rulebook"]), str(named["digest"]), read.random, read.banked, read.limits
    )


def lifted(tag: str, data: Json, lifts: Mapping[tuple[str, int], Lift] = LIFTS) -> Json:
    """Lift an event from the version of its tag to that of today. Raises BrokenRecordError."""
    kind, slash, number = tag.partition("/")
    if not slash or not number.isascii() or not number.isdigit() or kind not in VERSIONS:
        raise BrokenRecordError(tag, "no such tag")
    if data.get("type") != kind:
        raise BrokenRecordError(tag, f"holds an event of type {data.get('type')!r:.40}")
    version = int(number)
    if not 1 <= version <= VERSIONS[kind]:
        raise BrokenRecordError(tag, f"version {version} is not known; this program writes {VERSIONS[kind]}")
    for step in range(version, VERSIONS[kind]):
        data = lifts[kind, step](data)
    return data


def read_stored_command(line: str) -> Asked:
    """Read a command back. Raises BrokenRecordError."""
    data = decoded(line)
    try:
        of_house = _HOUSE_COMMANDS.get(str(data.get("do")))
        if of_house is not None:
            return cast("Asked", read_shape(of_house, _without(data, "do")))
        return read_command(data)
    except WireError as error:
        raise BrokenRecordError("command", str(error)) from None


def decoded(line: str) -> Json:
    """Read a stored line into an object. Raises BrokenRecordError."""
    try:
        data: Any = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise BrokenRecordError("line", f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BrokenRecordError("line", "not an object")
    return data


def _without(data: Json, *names: str) -> Json:
    return {name: value for name, value in data.items() if name not in names}
