"""The stores by one word, such as ``sqlite:PATH``, and their rows as a second reader sees them."""

from typing import NamedTuple

from croupier.house.ports import Record
from testkit.storage.stores import STORES, Row

QUERIES = {
    "tables": "SELECT table_id, seq, hash, receipts, receipts_hash, at FROM tables ORDER BY table_id",
    "events": "SELECT table_id, seq, tag, line, prev, hash FROM events ORDER BY table_id, seq",
    "receipts": (
        "SELECT table_id, place, who, id, at, command, after, events, refused, prev, hash FROM receipts"
        " ORDER BY table_id, place"
    ),
    "ledger": "SELECT table_id, seq, account, amount FROM ledger ORDER BY table_id, seq, account",
    "accounts": "SELECT account, balance FROM accounts ORDER BY account",
    "meters": "SELECT table_id, meter, value FROM meters ORDER BY table_id, meter",
    "sealed": "SELECT table_id, round FROM sealed ORDER BY table_id, round",
}


class EventRow(NamedTuple):
    """A row of ``events``."""

    table: str
    seq: int
    tag: str
    line: str
    prev: str
    hash: str


class ReceiptRow(NamedTuple):
    """A row of ``receipts``."""

    table: str
    place: int
    who: str
    id: str
    at: str
    command: str
    after: int
    events: int
    refused: str | None
    prev: str
    hash: str


class Rows(NamedTuple):
    """All there is in a store."""

    heads: dict[str, Row]
    events: list[EventRow]
    receipts: list[ReceiptRow]
    ledger: list[tuple[str, int, str, int]]
    accounts: dict[str, int]
    meters: dict[tuple[str, str], int]
    sealed: set[tuple[str, str]]


def sort_of(store: str) -> tuple[str, str]:
    """Split a store's word into its sort and its place."""
    sort, _, place = store.partition(":")
    assert sort in STORES, store
    return sort, place


async def open_store(store: str) -> Record:
    """Open a store as the house does."""
    sort, place = sort_of(store)
    return await STORES[sort].open(place)


def rows_of(store: str) -> Rows:
    """Read everything, past our own reader."""
    sort, place = sort_of(store)
    return rows_from(STORES[sort].rows(place, QUERIES))


def rows_from(found: dict[str, list[Row]]) -> Rows:
    """Name the columns of plain rows."""
    return Rows(
        heads={str(row[0]): tuple(row[1:]) for row in found["tables"]},
        events=[EventRow(*row) for row in found["events"]],  # type: ignore[arg-type]
        receipts=[ReceiptRow(*row) for row in found["receipts"]],  # type: ignore[arg-type]
        ledger=[tuple(row) for row in found["ledger"]],  # type: ignore[misc]
        accounts=dict(found["accounts"]),  # type: ignore[arg-type]
        meters={(str(row[0]), str(row[1])): int(str(row[2])) for row in found["meters"]},
        sealed={(str(row[0]), str(row[1])) for row in found["sealed"]},
    )
