"""What every store reads in the same way: the same questions in SQL, and the same checks on what comes back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Protocol, cast

from croupier.house.faults import BrokenRecordError, UnknownTableError
from croupier.house.ports import Answered, Entry, Happened, Head, Receipt, Written
from croupier.house.setup import TableSetUp
from croupier.storage.codec import read_stored_command
from croupier.storage.entries import BEFORE_ALL, check_receipt, checked

CHUNK = 2_000
LAST = "\U0010ffff"
"""No name has it, and it stands behind every character that a name may have."""

HEAD = "SELECT seq, hash, receipts, receipts_hash, at FROM tables WHERE table_id = $1"
_SET_UPS = "SELECT table_id, seq, tag, line, prev, hash FROM events WHERE seq = 0 ORDER BY table_id"
_RULEBOOK = "SELECT text FROM rulebooks WHERE digest = $1"
_HASH = "SELECT hash FROM events WHERE table_id = $1 AND seq = $2"
_EVENTS = "SELECT seq, tag, line, prev, hash FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3"
_RECEIPTS = (
    "SELECT place, who, id, at, command, after, events, refused, prev, hash FROM receipts WHERE table_id = $1 AND"
)
_RECEIPT = f"{_RECEIPTS} who = $2 AND id = $3"
_REFUSALS = f"{_RECEIPTS} refused IS NOT NULL ORDER BY place DESC LIMIT $2"
_SEALED = "SELECT secret FROM sealed WHERE table_id = $1 AND round = $2"
_BALANCES = "SELECT account, balance FROM accounts WHERE account >= $1 AND account <= $2 ORDER BY account"
_METERS = "SELECT meter, value FROM meters WHERE table_id = $1"


class Kept(Protocol):
    """A store as what stands beside the record sees it. Values stand as $1, $2 … in SQL."""

    async def query(self, sql: str, *values: object) -> Sequence[Any]:
        """Ask a question of what is durable."""
        ...

    async def write(self, *statements: tuple[str, tuple[object, ...]]) -> Sequence[Any]:
        """Do statements in one transaction, durable when it returns, and give what the last of them returned."""
        ...


class Reading(ABC):
    """The half of a record that only reads. ``where`` names the store in messages, without any password."""

    where: str

    @abstractmethod
    async def query(self, sql: str, *values: object) -> Sequence[Any]:
        """Ask a question of what is durable. Values stand as $1, $2 … in it."""

    async def head(self, table: str) -> Head:
        """Give where a record ends, as the store says."""
        rows = await self.query(HEAD, table)
        if not rows:
            raise UnknownTableError(f"no table {table!r:.80} in {self.where}")
        return Head(*rows[0])

    async def tables(self) -> Sequence[TableSetUp]:
        """Give how each table was set up."""
        found = []
        for table, *row in await self.query(_SET_UPS):
            _, setup = next(iter(checked(table, [Entry(*row)], after=-1, prev=BEFORE_ALL.hash)))
            found.append(cast("TableSetUp", setup))
        return found

    async def rulebook(self, digest: str) -> str:
        """Give the text of a rulebook."""
        rows = await self.query(_RULEBOOK, digest)
        if not rows:
            raise BrokenRecordError(f"rulebook {digest}", "is missing")
        return str(rows[0][0])

    async def read(self, table: str, after: int = 0) -> AsyncIterator[tuple[Entry, Happened]]:
        """Read events in order, each held to its hash."""
        before = await self.query(_HASH, table, after)
        if not before:
            raise UnknownTableError(f"no event {after} of table {table!r:.80} in {self.where}")
        prev = str(before[0][0])
        while True:
            rows = await self.query(_EVENTS, table, after, CHUNK)
            for entry, event in checked(table, (Entry(*row) for row in rows), after=after, prev=prev):
                yield entry, cast("Happened", event)
            if len(rows) < CHUNK:
                return
            after, prev = rows[-1][0], rows[-1][4]

    async def receipt(self, table: str, who: str, ident: str) -> Answered | None:
        """Look up what a command was answered."""
        rows = await self.query(_RECEIPT, table, who, ident)
        if not rows:
            return None
        receipt = Receipt(*rows[0])
        check_receipt(table, receipt)
        events = await self.query(_EVENTS, table, receipt.after, receipt.events)
        entries = tuple(
            entry for entry, _ in checked(table, (Entry(*row) for row in events), after=receipt.after, prev=None)
        )
        if len(entries) != receipt.events:
            missing = f"{table} event {receipt.after + len(entries) + 1}"
            raise BrokenRecordError(missing, f"is missing, and receipt {receipt.place} has it")
        return Answered(Written(entries, receipt), read_stored_command(receipt.command))

    async def known(self, table: str, keys: Sequence[tuple[str, str]]) -> AbstractSet[tuple[str, str]]:
        """Find which of these were answered before: who asked, and the id."""
        places = ", ".join([f"${place}" for place in range(2, len(keys) + 2)])
        sql = f"SELECT who, id FROM receipts WHERE table_id = $1 AND id IN ({places})"  # noqa: S608 - places alone
        found = await self.query(sql, table, *[ident for _, ident in keys])
        return {(who, ident) for who, ident in found} & set(keys)

    async def refusals(self, table: str, last: int = 100) -> AsyncIterator[Receipt]:
        """Read the last refusals, oldest first."""
        for row in reversed(await self.query(_REFUSALS, table, last)):
            receipt = Receipt(*row)
            check_receipt(table, receipt)
            yield receipt

    async def sealed(self, table: str, round_name: str) -> str | None:
        """Give the sealed secret of a round."""
        rows = await self.query(_SEALED, table, round_name)
        return str(rows[0][0]) if rows else None

    async def balances(self, prefix: str = "") -> Mapping[str, int]:
        """Give the balances of accounts whose names begin so."""
        return {row[0]: row[1] for row in await self.query(_BALANCES, prefix, prefix + LAST)}

    async def meters(self, table: str) -> Mapping[str, int]:
        """Give a table's counters."""
        return {row[0]: row[1] for row in await self.query(_METERS, table)}
