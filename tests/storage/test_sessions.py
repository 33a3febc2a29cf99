"""Who is signed in and who was invited, on every store."""

from __future__ import annotations

import asyncio
from typing import cast

from croupier.house.ports import Invitation, SignedIn
from croupier.storage.queries import Kept
from croupier.storage.sessions import StoredSessions
from testkit.storage.stores import Store, live, opened


@live
async def test_a_session_lasts_until_it_ends(store: Store) -> None:
    async with opened(store) as record:
        sessions = StoredSessions(cast("Kept", record))
        assert await sessions.session("h1") is None
        assert not await sessions.has_owner()
        await sessions.sign_in("h1", "ann", owner=False)
        await sessions.sign_in("h2", "ann", owner=False)
        await sessions.sign_in("h3", "olga", owner=True)
    async with opened(store) as record:
        sessions = StoredSessions(cast("Kept", record))
        assert await sessions.session("h1") == SignedIn("ann", owner=False)
        assert await sessions.has_owner()
        await sessions.sign_out("h1")
        assert await sessions.session("h1") is None
        assert await sessions.session("h2") == SignedIn("ann", owner=False)
        await sessions.invite("c1", Invitation("ann", "2026", owner=False))
        await sessions.sign_out_everywhere("ann")
        assert await sessions.session("h2") is None
        assert await sessions.redeem("c1") is None
        assert await sessions.session("h3") == SignedIn("olga", owner=True)


@live
async def test_of_two_who_come_with_one_invitation_one_gets_in(store: Store) -> None:
    async with opened(store) as record:
        sessions = StoredSessions(cast("Kept", record))
        invitation = Invitation("bob", "2026-12-01", owner=True)
        await sessions.invite("c1", invitation)
        came = await asyncio.gather(*(sessions.redeem("c1") for _ in range(4)))
        assert came.count(invitation) == 1
        assert came.count(None) == 3


@live
async def test_the_store_knows_who_has_a_session(store: Store) -> None:
    async with opened(store) as record:
        sessions = StoredSessions(cast("Kept", record))
        assert await sessions.names() == set()
        for token, name in (("h1", "ann"), ("h2", "ann"), ("h3", "bob")):
            await sessions.sign_in(token, name, owner=False)
        await sessions.sign_out("h1")
        assert await sessions.names() == {"ann", "bob"}
        await sessions.sign_out("h2")
        assert await sessions.names() == {"bob"}
