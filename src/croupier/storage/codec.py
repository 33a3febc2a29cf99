"""Events and commands as they are stored: canonical JSON under our own versioned tags, read strictly.

A tag is an event's type and the version of its fields, ``wager-placed/1``. When
an event's fields change their meaning its version goes up by one, and a lift
from the previous version is added below; what is stored stays as it was. Nobody
beyond this module knows an older version: ``read_stored`` lifts the event and
``line_today`` its line. Only rows (``storage.raw``) are read as they are, by the audit for its
hashes and by exports. ``type``, ``seq``, ``at`` and ``round`` are in every version.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.house.desk import DeskCommand, DeskEvent
from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Asked, Happened
from croupier.house.setup import TableSetUp
from croupier.storage.chain import canonical
from croupier.storage.fast import written_place, written_placed
from croupier.table.commands import PlaceWager
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
    read_refusal,
    read_shape,
    refusal_json,
)

SET_UP = "table-set-up"
LATER: Mapping[str, int] = {}
"""Events that are no longer written in version 1, and the version in which they are: ``"wager-placed": 2``."""
VERSIONS: Mapping[str, int] = {
    kind.type: LATER.get(kind.type, 1) for kind in (*typing.get_args(Event), *typing.get_args(DeskEvent), TableSetUp)
}
"""The version in which each event is written."""

Lift = Callable[[Json], Json]
LIFTS: Mapping[tuple[str, int], Lift] = {}
"""From the fields of one version to those of the next: the type, and the version lifted from.

Each event of ``LATER`` has one for every version before its own.
"""

_DESK_EVENTS: Mapping[str, type[DeskEvent]] = {kind.type: kind for kind in typing.get_args(DeskEvent)}
_DESK_COMMANDS: Mapping[str, type[DeskCommand]] = {kind.do: kind for kind in typing.get_args(DeskCommand)}
_TAGS = {kind: f"{kind}/{version}" for kind, version in VERSIONS.items()}


def tag_of(kind: str) -> str:
    """Return the tag under which an event is written today."""
    return _TAGS[kind]


def written_event(event: Happened, at: str) -> str:
    """Write an event with its time."""
    line = written_placed(event, at) if type(event) is WagerPlaced else None
    return line or canonical(event_json(event) | {"at": at})


def written_setup(setup: TableSetUp, at: str) -> str:
    """Write how a table was set up."""
    return canonical({**plain_json(setup), "type": setup.type, "at": at})


def written_command(command: Asked) -> str:
    """Write a command."""
    line = written_place(command) if type(command) is PlaceWager else None
    return line or canonical(command_json(command))


def written_refusal(refusal: Refusal) -> str:
    """Write a refusal."""
    return canonical(refusal_json(refusal))


def read_stored(tag: str, line: str) -> Happened | TableSetUp:
    """Read an event back. Raises BrokenRecordError."""
    try:
        data = lifted(tag, decoded(line))
        of_desk = _DESK_EVENTS.get(data["type"])
        if of_desk is not None:
            return read_shape(of_desk, _without(data, "type", "at"))
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
    # The front desk's record has no rulebook, and the strict reader does not accept an empty word.
    fields = {**rest, "seq": 1, **{name: value or "-" for name, value in named.items()}}
    read = read_shape(TableSetUp, fields)
    return TableSetUp(
        0, read.table, str(named["rulebook"]), str(named["digest"]), read.random, read.banked, read.limits
    )


def line_today(tag: str, line: str) -> tuple[str, str]:
    """Return the tag and the line of an event as they would be written today. Raises BrokenRecordError."""
    kind = tag.partition("/")[0]
    if tag == _TAGS.get(kind):
        return tag, line
    return _TAGS.get(kind, tag), canonical(lifted(tag, decoded(line)))


def lifted(tag: str, data: Json) -> Json:
    """Lift an event from the version of its tag to today's. Raises BrokenRecordError."""
    kind, slash, number = tag.partition("/")
    if not slash or not number.isascii() or not number.isdigit() or kind not in VERSIONS:
        raise BrokenRecordError(tag, "no such tag")
    if data.get("type") != kind:
        raise BrokenRecordError(tag, f"holds an event of type {data.get('type')!r:.40}")
    version = int(number)
    if not 1 <= version <= VERSIONS[kind]:
        raise BrokenRecordError(tag, f"version {version} is not known; this program writes {VERSIONS[kind]}")
    for step in range(version, VERSIONS[kind]):
        data = LIFTS[kind, step](data)
    return data


def read_stored_command(line: str) -> Asked:
    """Read a command back. Raises BrokenRecordError."""
    data = decoded(line)
    try:
        of_desk = _DESK_COMMANDS.get(str(data.get("do")))
        if of_desk is not None:
            return read_shape(of_desk, _without(data, "do"))
        return read_command(data)
    except WireError as error:
        raise BrokenRecordError("command", str(error)) from None


def read_stored_refusal(line: str) -> Refusal:
    """Read a refusal back. Raises BrokenRecordError."""
    try:
        return read_refusal(decoded(line))
    except WireError as error:
        raise BrokenRecordError("refusal", str(error)) from None


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
