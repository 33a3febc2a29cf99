"""One chain of a record with the types of what is in it: a table's commands and events, or the front desk's.

A store keeps both in the same way and cannot tell them apart. Here what was read is
checked to belong, once, so that nobody after that has to.
"""

from __future__ import annotations

import typing
from collections.abc import AsyncIterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractAsyncContextManager
from typing import Generic, TypeAlias, TypeVar

from croupier.house.desk import DESK, DeskCommand, DeskEvent
from croupier.house.faults import BrokenRecordError
from croupier.house.ports import Answered, Asked, Entry, Happened, Head, Receipt, Record, Turn
from croupier.table.commands import Command
from croupier.table.events import Event

C = TypeVar("C", bound=Asked)
E = TypeVar("E", bound=Happened)


class Stream(Generic[C, E]):
    """The events and receipts of one table, or of the front desk."""

    def __init__(self, record: Record, name: str, commands: tuple[type[C], ...], events: tuple[type[E], ...]) -> None:
        self.name = name
        self._record, self._commands, self._events = record, commands, events

    def turn(self) -> AbstractAsyncContextManager[Turn[C, E]]:
        """Take a turn at writing."""
        return self._record.turn(self.name)

    async def head(self) -> Head:
        return await self._record.head(self.name)

    async def read(self, after: int = 0, chunk: int | None = None) -> AsyncIterator[tuple[Entry, E]]:
        """Read events in order, so many at a time. Raises BrokenRecordError at one that belongs elsewhere."""
        async for entry, event in self._record.read(self.name, after, chunk):
            if not isinstance(event, self._events):
                raise BrokenRecordError(f"{self.name} event {entry.seq}", f"is a {event.type}, which belongs elsewhere")
            yield entry, event

    async def receipt(self, who: str, ident: str) -> Answered[C] | None:
        """Look up how a command was answered."""
        found = await self._record.receipt(self.name, who, ident)
        if found is None:
            return None
        written, command, refusal = found
        if not isinstance(command, self._commands):
            place = written.receipt.place
            raise BrokenRecordError(f"{self.name} receipt {place}", f"is for {command.do}, which belongs elsewhere")
        return Answered(written, command, refusal)

    async def known(self, keys: Sequence[tuple[str, str]]) -> AbstractSet[tuple[str, str]]:
        """Return those of the askers and ids that were answered before."""
        return await self._record.known(self.name, keys)

    def refusals(self, last: int = 100) -> AsyncIterator[Receipt]:
        """Read the last refusals, oldest first."""
        return self._record.refusals(self.name, last)


TableStream: TypeAlias = Stream[Command, Event]
DeskStream: TypeAlias = Stream[DeskCommand, DeskEvent]


def table_stream(record: Record, table: str) -> TableStream:
    return Stream(record, table, typing.get_args(Command), typing.get_args(Event))


def desk_stream(record: Record) -> DeskStream:
    return Stream(record, DESK, typing.get_args(DeskCommand), typing.get_args(DeskEvent))
