"""What an insider does who can write the whole database: edits, and whatever can be recomputed made right again."""

import sqlite3

from croupier.storage.chain import GENESIS, event_hash, receipt_hash


def hash_anew(connection: sqlite3.Connection, table: str) -> None:
    """Do what an insider does after an edit: make every hash of a table right again, its head included."""
    prev, last = GENESIS, -1
    for seq, tag, line in connection.execute(
        "SELECT seq, tag, line FROM events WHERE table_id = ? ORDER BY seq", (table,)
    ).fetchall():
        made = event_hash(table, tag, line, prev)
        connection.execute(
            "UPDATE events SET prev = ?, hash = ? WHERE table_id = ? AND seq = ?", (prev, made, table, seq)
        )
        prev, last = made, seq
    connection.execute("UPDATE tables SET hash = ?, seq = ? WHERE table_id = ?", (prev, last, table))


def receipts_anew(connection: sqlite3.Connection, table: str) -> None:
    """Make the hashes of a table's receipts right again."""
    prev, last = GENESIS, 0
    rows: list[tuple[int, str, str, str, str, int, int, str | None]] = connection.execute(
        'SELECT place, who, id, at, command, "after", events, refused FROM receipts WHERE table_id = ? ORDER BY place',
        (table,),
    ).fetchall()
    for row in rows:
        made = receipt_hash(table, *row, prev)
        connection.execute(
            "UPDATE receipts SET prev = ?, hash = ? WHERE table_id = ? AND place = ?", (prev, made, table, row[0])
        )
        prev, last = made, row[0]
    connection.execute("UPDATE tables SET receipts_hash = ?, receipts = ? WHERE table_id = ?", (prev, last, table))


def balances_anew(connection: sqlite3.Connection) -> None:
    """Make every balance the sum of its postings again."""
    connection.execute("DELETE FROM accounts")
    connection.execute("INSERT INTO accounts SELECT account, sum(amount) FROM ledger GROUP BY account")


def all_anew(connection: sqlite3.Connection) -> None:
    """Recompute whatever can be: hashes, heads and balances."""
    for (table,) in connection.execute("SELECT table_id FROM tables").fetchall():
        hash_anew(connection, table)
        receipts_anew(connection, table)
    balances_anew(connection)
