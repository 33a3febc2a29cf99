"""Restoring a table or the front desk: from its last checkpoint if there is one that can be used, else from the start.

Whatever was restored from a checkpoint is compared with the record afterwards, at a pace
that leaves most of the time to those who play.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Generic, Protocol, TypeAlias, TypeVar

import msgspec
import structlog

from croupier.house.checkpoints import Checkpoints, desk_pieces, frame_of, read_desk, read_table, table_pieces
from croupier.house.desk import DeskCommand, DeskEvent
from croupier.house.desk_fold import DeskFold
from croupier.house.faults import HouseFault
from croupier.house.fold import TableFold, Texts, fresh_fold
from croupier.house.ports import Asked, Happened
from croupier.house.setup import TableSetUp
from croupier.house.streams import Stream
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import Command
from croupier.table.events import Event

log = structlog.get_logger()

C = TypeVar("C", bound=Asked)
E = TypeVar("E", bound=Happened)
E_contra = TypeVar("E_contra", bound=Happened, contravariant=True)
F = TypeVar("F")

AT_ONCE = 50
"""Events that are compared at once: a few milliseconds of work."""
REST = 4
"""How many times as long as that took others have the processor before the next."""
UNREADABLE = (msgspec.MsgspecError, ValueError, LookupError, TypeError)
DIFFERS = "what was kept of it does not follow from its record, which is read from the beginning at the next start"


class Folding(Protocol[E_contra, F]):
    """How to get from events, or from what was kept, to a table or to the front desk."""

    def fresh(self) -> F: ...

    async def take(self, fold: F, event: E_contra, line: str) -> None: ...

    def pieces(self, fold: F) -> Iterator[bytes]: ...

    async def read(self, pieces: Sequence[bytes]) -> F: ...


class TableFolding:
    """A table's."""

    def __init__(self, setup: TableSetUp, ruleset: Ruleset, texts: Texts) -> None:
        self._setup, self._ruleset, self._texts = setup, ruleset, texts

    def fresh(self) -> TableFold:
        return fresh_fold(self._setup, self._ruleset)

    async def take(self, fold: TableFold, event: Event, line: str) -> None:
        await fold.take(event, line, self._texts)

    def pieces(self, fold: TableFold) -> Iterator[bytes]:
        return table_pieces(fold)

    async def read(self, pieces: Sequence[bytes]) -> TableFold:
        digest = frame_of(pieces).digest
        return read_table(pieces, self._ruleset if digest == self._ruleset.digest else await self._texts(digest))


class DeskFolding:
    """The front desk's."""

    def fresh(self) -> DeskFold:
        return DeskFold()

    async def take(self, fold: DeskFold, event: DeskEvent, line: str) -> None:
        fold.note(event, line)

    def pieces(self, fold: DeskFold) -> Iterator[bytes]:
        return desk_pieces(fold)

    async def read(self, pieces: Sequence[bytes]) -> DeskFold:
        return read_desk(pieces)


class Restoring(Generic[C, E, F]):
    """Restores one of them."""

    def __init__(self, stream: Stream[C, E], checkpoints: Checkpoints, folding: Folding[E, F]) -> None:
        self.checkpoints = checkpoints
        self._stream, self._folding = stream, folding
        self._used: tuple[int, Sequence[bytes]] | None = None

    async def restore(self) -> F:
        """Return what follows from all of the record."""
        fold, last = await self._begin()
        async for entry, event in self._stream.read(last):
            await self._folding.take(fold, event, entry.line)
        return fold

    async def _begin(self) -> tuple[F, int]:
        found = await self.checkpoints.load()
        if found is not None:
            try:
                fold = await self._folding.read(found[1])
            except UNREADABLE as error:
                log.warning("checkpoint-unreadable", record=self._stream.name, why=str(error))
            else:
                self._used = found
                return fold, found[0]
        return self._folding.fresh(), 0

    async def keep(self, seq: int, fold: F) -> None:
        """Make a checkpoint at the last event. Nothing may be folded meanwhile."""
        await self.checkpoints.keep(seq, self._folding.pieces(fold))

    async def fault(self) -> str | None:
        """Compare the checkpoint that was used with the record from its first event on, and say what is wrong."""
        if self._used is None:
            return None
        last, kept = self._used
        fold, began = self._folding.fresh(), time.perf_counter()
        try:
            async for entry, event in self._stream.read():
                await self._folding.take(fold, event, entry.line)
                if entry.seq == last:
                    break
                if entry.seq % AT_ONCE == 0:
                    await asyncio.sleep(REST * (time.perf_counter() - began))
                    began = time.perf_counter()
        except HouseFault as fault:
            return await self._distrusted(str(fault))
        self._used = None
        for one, other in zip_longest(self._folding.pieces(fold), kept):
            if one != other:
                return await self._distrusted(DIFFERS)
            await asyncio.sleep(0)
        return None

    async def _distrusted(self, why: str) -> str:
        self._used = None
        await self.checkpoints.drop()
        return why


TableRestoring: TypeAlias = Restoring[Command, Event, TableFold]
DeskRestoring: TypeAlias = Restoring[DeskCommand, DeskEvent, DeskFold]
