"""One batch as a few statements: each relation's rows are sent as arrays, one array per column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import asyncpg

from croupier.house.faults import OverdrawnError, ReceiptKnownError, StaleRecordError
from croupier.house.ledger import may_owe
from croupier.house.ports import Entry, Head
from croupier.house.setup import TableSetUp
from croupier.storage.entries import Prepared
from croupier.storage.totals import by_account

Row = Sequence[object]

_FOUND = "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING seq"
_FIRST = "INSERT INTO events VALUES ($1, $2, $3, $4, $5, $6)"
_KEEP_RULEBOOK = "INSERT INTO rulebooks VALUES ($1, $2) ON CONFLICT DO NOTHING"
_ENDS = "SELECT seq FROM tables WHERE table_id = $1"

_OPEN_ACCOUNTS = (
    "INSERT INTO accounts SELECT account, 0 FROM unnest($1::text[]) AS account ORDER BY 1 ON CONFLICT DO NOTHING"
)
_LOCK_ACCOUNTS = "SELECT account, balance FROM accounts WHERE account = ANY($1) ORDER BY account FOR UPDATE"

_APPEND = """
WITH event AS (
    INSERT INTO events SELECT $1, * FROM unnest($11::bigint[], $12::text[], $13::text[], $14::text[], $15::text[])
), receipt AS (
    INSERT INTO receipts SELECT $1, * FROM unnest(
        $16::bigint[], $17::text[], $18::text[], $19::text[], $20::text[],
        $21::bigint[], $22::bigint[], $23::text[], $24::text[], $25::text[]
    )
), posting AS (
    INSERT INTO ledger SELECT $1, * FROM unnest($26::bigint[], $27::text[], $28::bigint[])
), balance AS (
    UPDATE accounts SET balance = balance + amount
    FROM unnest($29::text[], $30::bigint[]) AS moved (moved, amount) WHERE account = moved
), meter AS (
    INSERT INTO meters SELECT $1, * FROM unnest($31::text[], $32::bigint[])
    ON CONFLICT (table_id, meter) DO UPDATE SET value = meters.value + excluded.value
)
UPDATE tables SET seq = $2, hash = $3, receipts = $4, receipts_hash = $5, at = $6
WHERE table_id = $1 AND seq = $7 AND hash = $8 AND receipts = $9 AND receipts_hash = $10
"""


async def begin(connection: Any, setup: TableSetUp, rulebook: str, entry: Entry, head: Head) -> None:  # noqa: ANN401
    """Begin a record. Raises StaleRecordError if there is one."""
    if await connection.fetchval(_FOUND, setup.table, *head) is None:
        taken = await connection.fetchval(_ENDS, setup.table)
        raise StaleRecordError(setup.table, expected=-1, found=taken)
    if setup.digest:
        await connection.execute(_KEEP_RULEBOOK, setup.digest, rulebook)
    await connection.execute(_FIRST, setup.table, *entry)


async def append(connection: Any, batch: Prepared, meters: Mapping[str, int]) -> None:  # noqa: ANN401
    """Write a batch, within the transaction that holds the table's row."""
    postings = [posting for act in batch.acts for posting in act.postings]
    moved = by_account(postings)
    if moved:
        await _lock_accounts(connection, moved)
    entries = [entry for written in batch.written for entry in written.entries]
    receipts = [written.receipt for written in batch.written]
    columns = [
        *_columns(entries, 5),
        *_columns(receipts, 10),
        *_columns(postings, 3),
        *_columns(moved, 2),
        *_columns(sorted(meters.items()), 2),
    ]
    try:
        done = await connection.execute(_APPEND, batch.table, *batch.after, *batch.before[:4], *columns)
    except asyncpg.UniqueViolationError as error:
        if error.constraint_name == "receipts_by_id":
            raise ReceiptKnownError(f"table {batch.table}: an id was answered before") from None
        if error.constraint_name not in ("events_pkey", "receipts_pkey", "ledger_pkey"):
            raise
        raise StaleRecordError(batch.table, expected=batch.before.seq, found=batch.after.seq) from None
    if done != "UPDATE 1":
        ends = await connection.fetchval(_ENDS, batch.table)
        raise StaleRecordError(batch.table, expected=batch.before.seq, found=ends)
    await _keep_beside(connection, batch)


async def _lock_accounts(connection: Any, moved: Sequence[tuple[str, int]]) -> None:  # noqa: ANN401
    """Lock the accounts, always in the order of their names, and check that each has enough.

    Two workers that move the same accounts then wait for each other in one
    direction only. An account that is new to both is inserted by one of them while
    the other waits: also in that order, and before either holds an old one.
    """
    accounts = [account for account, _ in moved]
    await connection.execute(_OPEN_ACCOUNTS, accounts)
    balances = dict(await connection.fetch(_LOCK_ACCOUNTS, accounts))
    for account, amount in moved:
        if balances[account] + amount < 0 and not may_owe(account):
            raise OverdrawnError(account)


async def _keep_beside(connection: Any, batch: Prepared) -> None:  # noqa: ANN401
    """Keep what an act stores beside the record: secrets, and the texts of rulebooks."""
    for act in batch.acts:
        if act.seals is not None:
            await connection.execute("INSERT INTO sealed VALUES ($1, $2, $3)", batch.table, *act.seals)
        if act.unseals is not None:
            await connection.execute("DELETE FROM sealed WHERE table_id = $1 AND round = $2", batch.table, act.unseals)
        if act.keeps is not None:
            await connection.execute(_KEEP_RULEBOOK, *act.keeps)


def _columns(rows: Sequence[Row], width: int) -> list[Sequence[object]]:
    return list(zip(*rows, strict=True)) if rows else [()] * width
