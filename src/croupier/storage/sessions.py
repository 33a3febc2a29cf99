"""Who is signed in and who was invited, beside the record in the same SQLite file."""

from __future__ import annotations

import sqlite3

from croupier.house.ports import Invitation, SignedIn
from croupier.storage.sqlite import SqliteRecord


class SqliteSessions:
    """Sessions and invitations. Tokens and codes come and are kept as hashes only."""

    def __init__(self, record: SqliteRecord) -> None:
        """Write through the record's one writer."""
        self._record = record

    async def sign_in(self, token_hash: str, name: str, *, owner: bool) -> None:
        """Keep a session."""
        row = (token_hash, name, int(owner), self._record.clock())
        await self._record.submit(lambda db: _run(db, "INSERT INTO sessions VALUES (?, ?, ?, ?)", row))

    async def session(self, token_hash: str) -> SignedIn | None:
        """Look a session up."""
        rows = await self._record.query("SELECT name, owner FROM sessions WHERE token_hash = ?", (token_hash,))
        return SignedIn(rows[0][0], owner=bool(rows[0][1])) if rows else None

    async def sign_out(self, token_hash: str) -> None:
        """End a session."""
        await self._record.submit(lambda db: _run(db, "DELETE FROM sessions WHERE token_hash = ?", (token_hash,)))

    async def sign_out_everywhere(self, name: str) -> None:
        """End every session of a person, and every invitation not used yet."""

        def work(db: sqlite3.Connection) -> None:
            _run(db, "DELETE FROM sessions WHERE name = ?", (name,))
            _run(db, "DELETE FROM invitations WHERE name = ?", (name,))

        await self._record.submit(work)

    async def invite(self, code_hash: str, invitation: Invitation) -> None:
        """Keep an invitation until it is used or over."""
        row = (code_hash, invitation.name, int(invitation.owner), invitation.until)
        await self._record.submit(lambda db: _run(db, "INSERT INTO invitations VALUES (?, ?, ?, ?)", row))

    async def redeem(self, code_hash: str) -> Invitation | None:
        """Use an invitation up: of two who come with it, one gets in."""

        def work(db: sqlite3.Connection) -> Invitation | None:
            sql = "DELETE FROM invitations WHERE code_hash = ? RETURNING name, owner, until"
            row = db.execute(sql, (code_hash,)).fetchone()
            return Invitation(row[0], row[2], owner=bool(row[1])) if row else None

        return await self._record.submit(work)

    async def has_owner(self) -> bool:
        """Whether an owner ever signed in."""
        return bool(await self._record.query("SELECT 1 FROM sessions WHERE owner = 1 LIMIT 1"))


def _run(db: sqlite3.Connection, sql: str, row: tuple[object, ...]) -> None:
    db.execute(sql, row)
