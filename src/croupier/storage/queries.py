"""What every store reads in the same way: the same SQL queries, and the same checks on the results."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from operator import itemgetter
from typing import Any, Protocol

from croupier.house.faults import BrokenRecordError, UnknownTableError
from croupier.house.ports import Answered, Asked, Checkpoint, Entry, Happened, Head, Receipt, RecordFault, Written
from croupier.house.setup import TableSetUp
from croupier.house.slices import SLICE
from croupier.storage.codec import decoded, read_stored_command, read_stored_refusal
from croupier.storage.entries import BEFORE_ALL, check_receipt, checked

CHUNK = 2_000
ACCOUNTS_AT_ONCE = 500
LAST = "\U0010ffff"
"""Sorts after every character that a name may have."""

HEAD = "SELECT seq, hash, receipts, receipts_hash, at FROM tables WHERE table_id = $1"
# By the keys of both: events alone would be read from the first to the last.
_SET_UPS = (
    "SELECT table_id, events.seq, tag, line, prev, events.hash FROM tables JOIN events USING (table_id)"
    " WHERE events.seq = 0 ORDER BY table_id"
)
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
_CHECKPOINT = (
    "SELECT c.seq, c.hash, c.code, c.digest, c.body FROM checkpoints AS c"
    " JOIN events AS e ON e.table_id = c.table_id AND e.seq = c.seq AND e.hash = c.hash WHERE c.table_id = $1"
)
_KEEP_CHECKPOINT = (
    "INSERT INTO checkpoints (table_id, seq, hash, code, digest, body) VALUES ($1, $2, $3, $4, $5, $6)"
    " ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, code = excluded.code,"
    " digest = excluded.digest, body = excluded.body"
)
_DROP_CHECKPOINT = "DELETE FROM checkpoints WHERE table_id = $1"
_PROBE = "UPDATE tables SET at = at"
_METERS = "SELECT meter, value FROM meters WHERE table_id = $1"


class Kept(Protocol):
    """A store as seen by what is stored beside the record. Parameters are $1, $2 … in SQL."""

    async def query(self, sql: str, *values: object) -> Sequence[Any]:
        """Query what is durable."""
        ...

    async def write(self, *statements: tuple[str, tuple[object, ...]]) -> Sequence[Any]:
        """Run statements in one transaction, durable on return, and return the rows of the last."""
        ...


class StoredRecord(ABC):
    """The reading half of a record. ``where`` names the store in messages, without any password."""

    where: str
    fault: RecordFault | None = None

    @abstractmethod
    async def query(self, sql: str, *values: object) -> Sequence[Any]:
        """Query what is durable. Parameters are $1, $2 … in SQL."""

    @abstractmethod
    async def write(self, *statements: tuple[str, tuple[object, ...]]) -> Sequence[Any]:
        """Run statements in one transaction, durable on return, and return the rows of the last."""

    async def probe(self) -> None:
        """Write something that changes nothing."""
        await self.write((_PROBE, ()))

    async def head(self, table: str) -> Head:
        rows = await self.query(HEAD, table)
        if not rows:
            raise UnknownTableError(f"no table {table!r:.80} in {self.where}")
        return Head(*rows[0])

    async def tables(self) -> Sequence[TableSetUp]:
        found = []
        for table, *row in await self.query(_SET_UPS):
            entry, setup = next(iter(checked(table, [Entry(*row)], after=-1, prev=BEFORE_ALL.hash)))
            if not isinstance(setup, TableSetUp):
                raise BrokenRecordError(f"{table} event 0", f"is a {setup.type} and no set-up")
            found.append((str(decoded(entry.line).get("at")), setup))
        # Two that were set up in the same microsecond stay in the order of their names.
        return [setup for _, setup in sorted(found, key=itemgetter(0))]

    async def rulebook(self, digest: str) -> str:
        rows = await self.query(_RULEBOOK, digest)
        if not rows:
            raise BrokenRecordError(f"rulebook {digest}", "is missing")
        return str(rows[0][0])

    async def scan(self, sql: str, *values: object) -> Sequence[Any]:
        """Query what may be long, apart from the look-ups that everybody waits for."""
        return await self.query(sql, *values)

    async def read(self, table: str, after: int = 0, chunk: int | None = None) -> AsyncIterator[tuple[Entry, Happened]]:
        """Read events in order, checking each against its hash; between two chunks others have their turn."""
        size = chunk or CHUNK
        before = await self.scan(_HASH, table, after)
        if not before:
            raise UnknownTableError(f"no event {after} of table {table!r:.80} in {self.where}")
        prev = str(before[0][0])
        while True:
            rows = await self.scan(_EVENTS, table, after, size)
            for entry, event in checked(table, (Entry(*row) for row in rows), after=after, prev=prev):
                if isinstance(event, TableSetUp):
                    raise BrokenRecordError(f"{table} event {entry.seq}", "is a set-up")
                yield entry, event
                if entry.seq % SLICE == 0:
                    await asyncio.sleep(0)  # whoever reads a long record lets others have their turn
            if len(rows) < size:
                return
            after, prev = rows[-1][0], rows[-1][4]

    async def receipt(self, table: str, who: str, ident: str) -> Answered[Asked] | None:
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
        refusal = None if receipt.refused is None else read_stored_refusal(receipt.refused)
        return Answered(Written(entries, receipt), read_stored_command(receipt.command), refusal)

    async def known(self, table: str, keys: Sequence[tuple[str, str]]) -> AbstractSet[tuple[str, str]]:
        places = ", ".join([f"${place}" for place in range(2, len(keys) + 2)])
        sql = f"SELECT who, id FROM receipts WHERE table_id = $1 AND id IN ({places})"  # noqa: S608 - places alone
        found = await self.query(sql, table, *[ident for _, ident in keys])
        return {(who, ident) for who, ident in found} & set(keys)

    async def refusals(self, table: str, last: int = 100) -> AsyncIterator[Receipt]:
        for row in reversed(await self.query(_REFUSALS, table, last)):
            receipt = Receipt(*row)
            check_receipt(table, receipt)
            yield receipt

    async def sealed(self, table: str, round_name: str) -> str | None:
        rows = await self.query(_SEALED, table, round_name)
        return str(rows[0][0]) if rows else None

    async def balances(self, prefix: str = "") -> Mapping[str, int]:
        return {row[0]: row[1] for row in await self.query(_BALANCES, prefix, prefix + LAST)}

    async def held(self, accounts: Sequence[str]) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for first in range(0, len(accounts), ACCOUNTS_AT_ONCE):
            some = accounts[first : first + ACCOUNTS_AT_ONCE]
            places = ", ".join(f"${place}" for place in range(1, len(some) + 1))
            sql = f"SELECT account, balance FROM accounts WHERE account IN ({places})"  # noqa: S608 - places alone
            found |= {row[0]: row[1] for row in await self.query(sql, *some)}
        return found

    async def meters(self, table: str) -> Mapping[str, int]:
        return {row[0]: row[1] for row in await self.query(_METERS, table)}

    async def checkpoint(self, table: str) -> Checkpoint | None:
        rows = await self.scan(_CHECKPOINT, table)
        return Checkpoint(*rows[0]) if rows else None

    async def keep_checkpoint(self, table: str, checkpoint: Checkpoint) -> None:
        await self.write((_KEEP_CHECKPOINT, (table, *checkpoint)))

    async def drop_checkpoint(self, table: str) -> None:
        await self.write((_DROP_CHECKPOINT, (table,)))
