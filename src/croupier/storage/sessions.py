"""Sessions and invitations, beside the record in the same store."""

from __future__ import annotations

from collections.abc import Callable

from croupier.house.ports import Invitation, SignedIn
from croupier.storage.entries import utc_now
from croupier.storage.queries import Kept


class StoredSessions:
    """Sessions and invitations. Tokens and codes come as hashes and are stored as hashes."""

    def __init__(self, store: Kept, clock: Callable[[], str] = utc_now) -> None:
        self._store, self._clock = store, clock

    async def sign_in(self, token_hash: str, name: str, *, owner: bool) -> None:
        row = (token_hash, name, int(owner), self._clock())
        await self._store.write(("INSERT INTO sessions VALUES ($1, $2, $3, $4)", row))

    async def session(self, token_hash: str) -> SignedIn | None:
        rows = await self._store.query("SELECT name, owner FROM sessions WHERE token_hash = $1", token_hash)
        return SignedIn(rows[0][0], owner=bool(rows[0][1])) if rows else None

    async def sign_out(self, token_hash: str) -> None:
        await self._store.write(("DELETE FROM sessions WHERE token_hash = $1", (token_hash,)))

    async def sign_out_everywhere(self, name: str) -> None:
        """End every session of a person, and every unused invitation."""
        await self._store.write(
            ("DELETE FROM sessions WHERE name = $1", (name,)), ("DELETE FROM invitations WHERE name = $1", (name,))
        )

    async def invite(self, code_hash: str, invitation: Invitation) -> None:
        row = (code_hash, invitation.name, int(invitation.owner), invitation.until)
        await self._store.write(("INSERT INTO invitations VALUES ($1, $2, $3, $4)", row))

    async def withdraw(self, name: str) -> None:
        await self._store.write(("DELETE FROM invitations WHERE name = $1", (name,)))

    async def redeem(self, code_hash: str) -> Invitation | None:
        """Use an invitation up: if two people try, one gets in."""
        sql = "DELETE FROM invitations WHERE code_hash = $1 RETURNING name, owner, until"
        rows = await self._store.write((sql, (code_hash,)))
        return Invitation(rows[0][0], rows[0][2], owner=bool(rows[0][1])) if rows else None

    async def names(self) -> set[str]:
        return {row[0] for row in await self._store.query("SELECT DISTINCT name FROM sessions")}

    async def has_owner(self) -> bool:
        return bool(await self._store.query("SELECT 1 FROM sessions WHERE owner = 1 LIMIT 1"))
