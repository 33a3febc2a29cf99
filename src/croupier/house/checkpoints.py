"""Checkpoints: what follows from a record up to one of its events, kept beside it so that a start need not read it all.

A checkpoint is no part of the record and decides nothing. It is used if it is whole, was
made by the same code, and its event is in the record with the same hash; else the record is
read from the beginning. What is in a checkpoint that was used is compared with the record
afterwards, event by event, while the house is open.

What is kept comes in pieces of a few milliseconds' work each, so that nobody waits for all of it.
"""

from __future__ import annotations

import asyncio
import hashlib
import typing
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import msgspec
import structlog

from croupier.house.alerts import AlertTimes
from croupier.house.appointments import AppointmentsKept
from croupier.house.desk import Desk, Person
from croupier.house.desk_alerts import Alert
from croupier.house.desk_fold import DeskFold
from croupier.house.faults import HouseFault, StaleRecordError
from croupier.house.fold import TableFold
from croupier.house.ports import Checkpoint, Record
from croupier.house.results import Played, Results, ResultsKept
from croupier.rules.ruleset import Ruleset
from croupier.table.persistent import Map
from croupier.table.state import Layout, Past, Table

log = structlog.get_logger()

T = TypeVar("T")

EVERY = 5_000
"""Events after which a checkpoint is made. A shorter record is always read as a whole."""
BYTES_PER_EVENT = 100
"""A large checkpoint is made more seldom, so that less is written for checkpoints than for events."""
PLAYERS_AT_ONCE = 100
PEOPLE_AT_ONCE = 5_000


class Checkpoints:
    """The checkpoints of one record, a table's or the front desk's."""

    def __init__(self, record: Record, name: str, code: str) -> None:
        """Without the digest of the code that runs none are made, and none are used."""
        self._record, self._name, self._code = record, name, code
        self._last, self._apart = 0, EVERY

    async def load(self) -> tuple[int, Sequence[bytes]] | None:
        """Return the pieces of the checkpoint and the event that it was made at, if it can be used."""
        found = await self._record.checkpoint(self._name) if self._code else None
        if found is None or found.code != self._code:
            return None
        if found.digest != self._digest(found):
            log.warning("checkpoint-damaged", record=self._name, seq=found.seq)
            return None
        unpacked = await asyncio.to_thread(zlib.decompress, found.body)  # its digest is right, so it is whole
        self._last, self._apart = found.seq, _apart(found.body)
        return found.seq, msgspec.msgpack.decode(unpacked, type=list[bytes])

    def due(self, seq: int, *, at_rest: bool = True) -> bool:
        """Whether a checkpoint is to be made at an event; if something is under way, rather when that is over."""
        return bool(self._code) and seq - self._last >= self._apart * (1 if at_rest else 2)

    async def keep(self, seq: int, pieces: Iterable[bytes]) -> None:
        """Make a checkpoint of these pieces at the record's last event, with others having their turn in between.

        Whatever goes wrong changes nothing but how long the next start takes.
        """
        try:
            self._last, self._apart = seq, await self._kept(seq, pieces)
        except HouseFault as fault:
            log.warning("checkpoint-not-kept", record=self._name, why=str(fault))
        except Exception:
            log.exception("checkpoint-not-made", record=self._name)
            self._code = ""  # a bug of ours, which would only come again

    async def _kept(self, seq: int, pieces: Iterable[bytes]) -> int:
        """Return after how many events the next is due."""
        made = []
        for piece in pieces:
            made.append(piece)
            await asyncio.sleep(0)
        body = await asyncio.to_thread(zlib.compress, msgspec.msgpack.encode(made), 1)
        head = await self._record.head(self._name)
        if head.seq != seq:
            raise StaleRecordError(self._name, expected=seq, found=head.seq)
        new = Checkpoint(head.seq, head.hash, self._code, "", body)
        await self._record.keep_checkpoint(self._name, new._replace(digest=self._digest(new)))
        return _apart(body)

    async def drop(self) -> None:
        """Delete the checkpoint, and make none until the next start."""
        self._code = ""
        try:
            await self._record.drop_checkpoint(self._name)
        except HouseFault as fault:
            log.warning("checkpoint-not-dropped", record=self._name, why=str(fault))

    def _digest(self, one: Checkpoint) -> str:
        named = msgspec.json.encode([self._name, one.seq, one.hash, one.code])
        return hashlib.sha256(named + one.body).hexdigest()


def _apart(body: bytes) -> int:
    return max(EVERY, len(body) // BYTES_PER_EVENT)


class Frame(NamedTuple):
    """A table without what can be long: the layout, and those of past rounds."""

    table: Table
    digest: str
    """Of the rulebook's text in force."""
    past: int


def _plain(value: object) -> object:
    if isinstance(value, Map):
        return dict(value.items())
    if isinstance(value, deque):
        return list(value)
    return dict(typing.cast("Any", value))  # a read-only view of a mapping


def _read_map(kind: Any, value: object) -> object:  # noqa: ANN401 - whatever type is asked for
    if typing.get_origin(kind) is not Map:
        raise NotImplementedError(kind)
    wanted: Any = dict.__class_getitem__(typing.get_args(kind))
    return Map(msgspec.convert(value, wanted, dec_hook=_read_map))


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_plain)


def _decoded(piece: bytes, kind: type[T]) -> T:
    return msgspec.msgpack.decode(piece, type=kind, dec_hook=_read_map)


def table_pieces(fold: TableFold) -> Iterator[bytes]:
    """Return what is kept of a table, piece by piece. Nothing may be folded meanwhile."""
    table, past = fold.table, fold.table.round.past
    short = table._replace(round=replace(table.round, past=()), layout=Layout())
    yield _ENCODER.encode(Frame(short, fold.ruleset.digest, len(past)))
    yield _ENCODER.encode(table.layout)
    for one in past:
        yield _ENCODER.encode(one)
    yield _ENCODER.encode(fold.results.kept())
    players: list[tuple[str, Sequence[Played]]] = []
    for player in fold.results.histories():
        players.append(player)
        if len(players) == PLAYERS_AT_ONCE:
            yield _ENCODER.encode(players)
            players = []
    yield _ENCODER.encode(players)


def frame_of(pieces: Sequence[bytes]) -> Frame:
    """Return the first piece, which names the rulebook's text without which the others cannot be read."""
    return _decoded(pieces[0], Frame)


def read_table(pieces: Sequence[bytes], ruleset: Ruleset) -> TableFold:
    """Return the table whose pieces these are."""
    frame, (layout, *rest) = frame_of(pieces), pieces[1:]
    past = tuple(_decoded(piece, Past) for piece in rest[: frame.past])
    kept, *histories = rest[frame.past :]
    players = [player for piece in histories for player in _decoded(piece, list[tuple[str, tuple[Played, ...]]])]
    now = replace(frame.table.round, past=past)
    table = frame.table._replace(round=now, layout=_decoded(layout, Layout))
    return TableFold(table, Results.restored(ruleset, _decoded(kept, ResultsKept), players), ruleset)


class DeskFrame(NamedTuple):
    """The front desk without what can be long: people and alerts."""

    desk: Desk
    appointments: AppointmentsKept
    people: int
    """In how many pieces people follow; the rest are alerts."""


def desk_pieces(fold: DeskFold) -> Iterator[bytes]:
    """Return what is kept of the front desk, piece by piece. Nothing may be folded meanwhile."""
    people, alerts, times = fold.desk.people.items(), fold.desk.alerts.items(), fold.alert_times.kept()
    short, size = fold.desk._replace(people=Map(), alerts=Map()), PEOPLE_AT_ONCE
    yield _ENCODER.encode(DeskFrame(short, fold.appointments.kept(), -(-len(people) // size)))
    for first in range(0, len(people), size):
        yield _ENCODER.encode(people[first : first + size])
    for first in range(0, len(alerts), size):
        yield _ENCODER.encode([(name, alert, times[name]) for name, alert in alerts[first : first + size]])


def read_desk(pieces: Sequence[bytes]) -> DeskFold:
    """Return the front desk whose pieces these are."""
    frame, rest = _decoded(pieces[0], DeskFrame), pieces[1:]
    people = [one for piece in rest[: frame.people] for one in _decoded(piece, list[tuple[str, Person]])]
    alerts = [one for piece in rest[frame.people :] for one in _decoded(piece, list[tuple[str, Alert, AlertTimes]])]
    fold = DeskFold()
    named = {name: alert for name, alert, _ in alerts}
    fold.desk = frame.desk._replace(people=Map(dict(people)), alerts=Map(named))
    fold.appointments.restore(frame.appointments)
    fold.alert_times.restore({name: times for name, _, times in alerts})
    return fold
