"""Signing in: guests without a login wall, staff by one-time links, the owner by the link of the first start.

Tokens and codes are random, opaque, kept as hashes, and can be revoked at once.
They travel in a header or in the first frame of a socket, never in a cookie, so
a page of another site has none to send along.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import Counter
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from croupier.house.dealing import BY
from croupier.house.desk import (
    DESK,
    OWNER,
    AdmitGuest,
    AppointStaff,
    Desk,
    DismissStaff,
    FundWallet,
    Person,
)
from croupier.house.desk_notes import NoteArrival
from croupier.house.faults import HouseFault
from croupier.house.host import Host
from croupier.house.ports import Invitation, Sessions
from croupier.house.tables import LiveTables
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.table.strict import WORD_MAX
from croupier.web.access.names import NAME_MAX, clean_name, likeness
from croupier.web.api.problems import ProblemError

INVITED_FOR = timedelta(days=2)
SEAT_CODE_FOR = timedelta(minutes=10)
SESSION_SHOWN = 16
"""Digits by which the record tells sessions of staff apart."""
GUEST_FOR = 24 * 3600.0
"""Seconds without a sign of life after which a guest with no open socket makes room in a full house."""
LOOKER_FOR = 300.0
"""The same for a guest who never sat at a table."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who is signed in. The session is the hash of its token."""

    name: str
    owner: bool
    session: str


class Refill(NamedTuple):
    """What a player who has less than ``below`` in total may ask for."""

    amount: int
    below: int


class GuestLimits(NamedTuple):
    """How many guests may be in at a time, and how many of one address."""

    most: int
    per_address: int


class SignIn:
    """Signs people in and out."""

    def __init__(
        self,
        tables: LiveTables,
        sessions: Sessions,
        *,
        play_money: int,
        guests: GuestLimits,
        refill: Refill,
        connected: Callable[[], AbstractSet[str]],
        on_sign_out: Callable[[str], None],
    ) -> None:
        """``connected`` returns who is connected to a table; ``on_sign_out`` is called with each session that ends."""
        self._tables, self._sessions = tables, sessions
        self._connected, self._on_sign_out = connected, on_sign_out
        self._play_money, self._refill = play_money, refill
        self._guests_max, self._guests_per_address = guests
        self._came_from: dict[str, str] = {}
        """The addresses of guests who came in since this start."""
        self._from: Counter[str] = Counter()
        """How many guests of each address are in."""
        self._refilling = asyncio.Lock()
        self._known: dict[str, Who] = {}
        self._arrived: set[tuple[str, str]] = set()
        """The sessions of staff, and the addresses from which each was used since this start."""
        self._ended = 0
        """How often sessions have ended, so that a lookup in the store can tell whether its answer is still valid."""
        self._looks = {likeness(name): name for name in tables.desk.people}
        self._guests: dict[str, float] = {}
        """The guests with a session, and when each was last heard of."""

    @property
    def desk(self) -> Desk:
        """The current state of the front desk."""
        return self._tables.desk

    async def count_guests(self) -> None:
        """Count the guests who came in before this start and have not signed out."""
        people, moment = self._tables.desk.people, time.monotonic()
        for name in await self._sessions.names():
            person = people.get(name)
            if person is not None and person.role is Role.PLAYER:
                self._guests[name] = moment

    async def who(self, token: str) -> Who | None:
        """Return the person a token belongs to."""
        hashed = _hash(token)
        while hashed not in self._known:
            ended = self._ended
            found = await self._sessions.session(hashed)
            if found is None:
                return None
            if ended == self._ended:
                self._known[hashed] = Who(found.name, found.owner, hashed)
        who = self._known[hashed]
        if who.name in self._guests:
            self._guests[who.name] = time.monotonic()
        return who

    def is_in(self, who: Who) -> bool:
        """Whether a session is still valid."""
        return who.session in self._known

    async def admit(self, wanted: str | None, address: str = "") -> tuple[Who, str]:
        """Sign a guest in under the name they want, or a similar one if that is taken."""
        await self._make_room(address)
        name = await self._new_name(clean_name(wanted) if wanted is not None else _numbered("guest"))
        self._guests[name] = time.monotonic()
        self._came_from[name] = address
        self._from[address] += 1
        if self._play_money:
            await self._accepted(FundWallet(BY, name, self._play_money, "play money on coming in"))
        return await self._sign_in(name, owner=False)

    async def walk_up(self, wanted: str | None, table: str) -> str:
        """Admit a player who has no device: nobody signs in, and staff act for them. Return their name."""
        return await self._new_name(clean_name(wanted) if wanted is not None else _numbered("seat"), table)

    async def seat_code(self, player: str, table: str) -> str:
        """Return a code by which a player who walked up to a table gets a page of their own, once.

        Nobody else gets in by it: a guest came in by themselves, and whoever has joined
        already has a page. So staff never take over an account. Raises ProblemError.
        """
        person = self.desk.people.get(player)
        if person is None or person.walk_up != table:
            raise ProblemError(409, "not-a-walk-up", f"{player!r:.80} was not seated here by staff")
        if player in await self._sessions.names():
            raise ProblemError(409, "already-done", f"{player} has a page already")
        await self._sessions.withdraw(player)
        return await self._code(player, owner=False, within=SEAT_CODE_FOR)

    async def take_cash(self, player: str, amount: int, reason: str, ident: str | None = None) -> None:
        """Put cash that a player handed over into their wallet, from which chips are bought."""
        if amount:
            await self._tables.ask(ident or secrets.token_hex(8), FundWallet(BY, player, amount, reason))

    async def cash_taken(self, ident: str) -> FundWallet | None:
        """Return whose cash was taken under an id, and how much."""
        known = await self._tables.record.receipt(DESK, BY.name, ident)
        return known.command if known is not None and isinstance(known.command, FundWallet) else None

    async def _new_name(self, base: str, walk_up: str | None = None) -> str:
        """Admit a player under a name, or a similar one if that is taken."""
        name = base
        for _ in range(50):
            if likeness(name) not in self._looks and await self._named(name, walk_up):
                return name
            name = f"{base[: NAME_MAX - 5]}-{secrets.randbelow(9_000) + 1_000}"
        raise ProblemError(409, "name-taken", f"the name {base!r} is taken, and so is everything like it")

    async def _named(self, name: str, walk_up: str | None) -> bool:
        """Admit somebody under a name. What looks like it is taken from now on: two may come at the same moment."""
        look = likeness(name)
        self._looks[look] = name
        try:
            admitted = await self._accepted(AdmitGuest(BY, name, walk_up))
        except BaseException:
            del self._looks[look]
            raise
        if not admitted and name not in self.desk.people:
            del self._looks[look]
        return admitted

    @property
    def refill_below(self) -> int:
        """Return below what a player has almost nothing left."""
        return self._refill.below if self._refill.amount else 0

    async def refill_for(self, who: Who) -> int:
        """Return how much play money somebody may ask for: nothing unless they are a player with almost none left."""
        person = self.person(who)
        if person is None or person.role is not Role.PLAYER:
            return 0
        chips = sum(purse.worth for purse in self._tables.at_tables(who.name).values())
        left = await self._tables.wallet(who.name) + chips
        return self._refill.amount if left < self._refill.below else 0

    async def refill(self, who: Who, ident: str) -> None:
        """Fund a player who asks for more play money and has almost none left. The same id is one request."""
        ident = f"refill-{_hash(f'{who.name}/{ident}')[:32]}"
        async with self._refilling:
            if await self._tables.record.receipt(DESK, BY.name, ident) is not None:
                return
            amount = await self.refill_for(who)
            if not amount:
                raise ProblemError(
                    409, "enough-money", f"there is more for players who have less than {self._refill.below} in all"
                )
            await self._tables.ask(ident, FundWallet(BY, who.name, amount, "asked for by the player"))

    async def _make_room(self, address: str) -> None:
        """End the session of one inactive guest if the house is full, or has too many guests of this address.

        Raises ProblemError if there is none.
        """
        crowded = self._from[address] >= self._guests_per_address
        if not crowded and len(self._guests) < self._guests_max:
            return
        gone = self._inactive(address if crowded else None)
        if gone is not None:
            await self.sign_out_everywhere(gone)
        elif crowded:
            raise ProblemError(429, "too-many", f"{self._guests_per_address} guests of your address are in")
        else:
            raise ProblemError(
                503, "house-full", f"the house has its {self._guests_max} guests; try again when one has left"
            )

    def _inactive(self, address: str | None) -> str | None:
        """Find a guest who may be signed out: silent for long, or for minutes if they never sat at a table."""
        moment, here = time.monotonic(), self._connected()
        for name, last in self._guests.items():
            silent = moment - last
            if silent < min(LOOKER_FOR, GUEST_FOR) or name in here:
                continue
            if address is not None and self._came_from.get(name) != address:
                continue
            if silent >= GUEST_FOR or not self._tables.ever_sat(name):
                return name
        return None

    def _gone(self, name: str) -> None:
        """Stop counting a guest who has left."""
        self._guests.pop(name, None)
        address = self._came_from.pop(name, None)
        if address is not None:
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    async def invite(self, by: Who, name: str, role: Role, table: str | None) -> str:
        """Appoint somebody and return the code that signs them in once.

        A person who already works here under that name has to sign in again: a
        session never changes its role.
        """
        name = clean_name(name, of_staff=True)
        if name not in self.desk.people and self._looks.get(likeness(name), name) != name:
            raise ProblemError(409, "name-taken", f"{name!r} looks like somebody else's name")
        if not await self._accepted(AppointStaff(By(by.name, Role.HOUSE), name, role, table)):
            raise ProblemError(
                409, "name-taken", f"{name!r} cannot be {role}: the name is a player's, or the role nobody's"
            )
        self._looks[likeness(name)] = name
        await self.sign_out_everywhere(name)
        return await self._code(name, owner=False)

    async def arrived(self, who: Who, address: str) -> None:
        """Record from where staff act, once for each session and address since the house opened."""
        person = self.person(who)
        of_staff = who.owner or (person is not None and person.role is not Role.PLAYER)
        if not of_staff or (who.session, address) in self._arrived:
            return
        self._arrived.add((who.session, address))
        session = _hash(who.session)[:SESSION_SHOWN]
        try:
            await self._accepted(NoteArrival(BY, who.name, address[:WORD_MAX] or "unknown", session))
        except HouseFault:
            self._arrived.discard((who.session, address))  # whatever they ask for is not stored either

    async def invite_owner(self) -> str:
        """Return a code that signs the owner in once; no older one does any more."""
        await self._sessions.withdraw(OWNER)
        return await self._code(OWNER, owner=True)

    async def redeem(self, code: str) -> tuple[Who, str]:
        """Sign in with the code of an invitation."""
        invitation = await self._sessions.redeem(_hash(code))
        if invitation is None or invitation.until < _now():
            raise ProblemError(403, "invitation-over", "this invitation was used, has expired, or never existed")
        if invitation.owner:
            await self._sessions.withdraw(OWNER)
        person = self.desk.people.get(invitation.name)
        if person is not None and person.role is Role.PLAYER:
            self._guests[invitation.name] = time.monotonic()
        return await self._sign_in(invitation.name, owner=invitation.owner)

    async def dismiss(self, by: Who, name: str) -> None:
        """Take somebody's role away and end their sessions."""
        if not await self._accepted(DismissStaff(By(by.name, Role.HOUSE), name)):
            raise ProblemError(404, "unknown-person", f"nobody called {name!r:.80} works here")
        await self.sign_out_everywhere(name)

    async def sign_out(self, who: Who) -> None:
        """End one session."""
        self._ended += 1
        await self._sessions.sign_out(who.session)
        self._ended += 1
        self._known.pop(who.session, None)
        self._gone(who.name)
        self._on_sign_out(who.session)

    async def sign_out_everywhere(self, name: str) -> None:
        """End every session of a person."""
        self._ended += 1
        await self._sessions.sign_out_everywhere(name)
        self._ended += 1
        self._gone(name)
        for who in [who for who in self._known.values() if who.name == name]:
            self._known.pop(who.session, None)
            self._on_sign_out(who.session)

    def person(self, who: Who) -> Person | None:
        return self.desk.people.get(who.name)

    def by(self, who: Who | None, host: Host) -> By | None:
        """Return the role in which somebody acts at a table; None for spectators."""
        if who is not None and who.owner:
            return _acts_as(who.name, host.ruleset.procedure.roles.ladder.value[-1]) if self.is_in(who) else None
        return self.by_name(who, host.name)

    def by_name(self, who: Who | None, table: str) -> By | None:
        """Return the role in which somebody acts at a table, which need not be in service."""
        if who is None or who.session not in self._known:
            return None
        if who.owner:
            return _acts_as(who.name, Role.HOUSE)
        person = self._tables.desk.people.get(who.name)
        if person is None or not person.here:
            return None
        return _acts_as(who.name, person.role) if person.table is None or person.table == table else None

    async def _accepted(self, command: AdmitGuest | AppointStaff | DismissStaff | FundWallet | NoteArrival) -> bool:
        return (await self._tables.ask(secrets.token_hex(8), command)).refusal is None

    async def _sign_in(self, name: str, *, owner: bool) -> tuple[Who, str]:
        token = secrets.token_urlsafe(32)
        who = Who(name, owner, _hash(token))
        await self._sessions.sign_in(who.session, name, owner=owner)
        self._known[who.session] = who
        return who, token

    async def _code(self, name: str, *, owner: bool, within: timedelta = INVITED_FOR) -> str:
        code = secrets.token_urlsafe(24)
        until = (datetime.now(UTC) + within).isoformat(timespec="seconds")
        await self._sessions.invite(_hash(code), Invitation(name, until, owner))
        return code


def _numbered(stem: str) -> str:
    return f"{stem}-{secrets.randbelow(9_000) + 1_000}"


@lru_cache(10_000)
def _acts_as(name: str, role: Role) -> By:
    """Return a cached value: it is needed for every frame."""
    return By(name, role)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
