"""Signing in: guests without a login wall, staff by one-time links, the owner by the link of the first start.

Tokens and codes are random, opaque, kept as hashes, and can be revoked at once.
They travel in a header or in the first frame of a socket, never in a cookie, so
a page of another site has none to send along.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
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
from croupier.house.desk_cash import ReturnCash
from croupier.house.desk_notes import NoteArrival
from croupier.house.faults import HouseFault, OverdrawnError
from croupier.house.host import Host
from croupier.house.ports import Invitation, Sessions
from croupier.house.tables import LiveTables
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.table.strict import WORD_MAX
from croupier.web.access.guests import GuestLimits, Guests
from croupier.web.access.names import NAME_MAX, clean_name, likeness
from croupier.web.api.problems import ProblemError

INVITED_FOR = timedelta(days=2)
SEAT_CODE_FOR = timedelta(minutes=10)
SESSION_SHOWN = 16
"""Digits by which the record tells sessions of staff apart."""


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
        self._on_sign_out = on_sign_out
        self._play_money, self._refill = play_money, refill
        self.guests = Guests(guests, connected, tables.ever_sat)
        self._entering = asyncio.Lock()
        self._being_recorded: str | None = None
        self._refilling = asyncio.Lock()
        self._known: dict[str, Who] = {}
        self._arrived: set[tuple[str, str]] = set()
        """The sessions of staff, and the addresses from which each was used since this start."""
        self._ended = 0
        """How often sessions have ended, so that a lookup in the store can tell whether its answer is still valid."""
        self._looks = {likeness(name): name for name in tables.desk.people}
        """What nobody else's name may look like: the names on record, and those of guests who are in."""

    @property
    def desk(self) -> Desk:
        """The current state of the front desk."""
        return self._tables.desk

    async def count_guests(self) -> None:
        """Count the guests who came in before this start and have not signed out."""
        for name in await self._sessions.names():
            person = self._tables.desk.people.get(name)
            if name != OWNER and (person is None or person.role is Role.PLAYER):
                self._looks[likeness(name)] = name
                self.guests.come(name)

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
        self.guests.hear(who.name)
        return who

    def is_in(self, who: Who) -> bool:
        """Whether a session is still valid."""
        return who.session in self._known

    async def admit(self, wanted: str | None, address: str = "") -> tuple[Who, str]:
        """Sign a guest in under the name they want, or a similar one if that is taken. Nothing is put on record."""
        gone = self.guests.in_the_way(address)
        if gone is not None:
            await self.sign_out_everywhere(gone)
        name = self._reserved(clean_name(wanted) if wanted is not None else _numbered("guest"))
        self.guests.come(name, address)
        try:
            return await self._sign_in(name, owner=False)
        except BaseException:
            self._forget(name)
            raise

    async def enter(self, by: By) -> None:
        """Put a guest who comes to a table on record, with the play money of the house; once.

        Raises ProblemError if the address of the guest has brought too many.
        """
        name = by.name
        if by.role is not Role.PLAYER or name in self.desk.people:
            return
        async with self._entering:
            if name in self.desk.people:
                return
            if name not in self.guests:
                raise ProblemError(401, "wrong-token", "the session has ended; sign in again")
            self.guests.let_on_record(name)
            self._being_recorded = name
            try:
                await self._accepted(AdmitGuest(BY, name))
                if self._play_money:
                    await self._accepted(FundWallet(BY, name, self._play_money, "play money on coming in"))
            finally:
                self._being_recorded = None

    async def walk_up(self, wanted: str | None, table: str) -> str:
        """Admit a player who has no device: nobody signs in, and staff act for them. Return their name."""
        name = self._reserved(clean_name(wanted) if wanted is not None else _numbered("seat"))
        try:
            await self._accepted(AdmitGuest(BY, name, table))
        finally:
            self._forget(name)
        return name

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

    async def return_cash(self, player: str, amount: int, reason: str, ident: str) -> None:
        """Take cash that was handed back out of a player's wallet. Raises ProblemError."""
        try:
            answer = await self._tables.ask(ident, ReturnCash(BY, player, amount, reason))
        except OverdrawnError:
            raise ProblemError(409, "not-enough-cash", f"{player} has less than {amount} in the wallet") from None
        if answer.refusal is not None:
            raise ProblemError(409, "not-a-walk-up", f"{player!r:.80} did not walk up with cash")

    async def cash_taken(self, ident: str) -> FundWallet | None:
        """Return whose cash was taken under an id, and how much."""
        known = await self._tables.record.receipt(DESK, BY.name, ident)
        return known.command if known is not None and isinstance(known.command, FundWallet) else None

    async def cash_back(self, ident: str) -> ReturnCash | None:
        """Return to whom cash was handed back under an id, and how much."""
        known = await self._tables.record.receipt(DESK, BY.name, ident)
        return known.command if known is not None and isinstance(known.command, ReturnCash) else None

    def _reserved(self, base: str) -> str:
        """Reserve a name, or a similar one if it is taken: from now on nobody else gets one that looks like it."""
        name = base
        for _ in range(50):
            if likeness(name) not in self._looks and name not in self.desk.people:
                self._looks[likeness(name)] = name
                return name
            name = f"{base[: NAME_MAX - 5]}-{secrets.randbelow(9_000) + 1_000}"
        raise ProblemError(409, "name-taken", f"the name {base!r} is taken, and so is everything like it")

    def _forget(self, name: str) -> None:
        """Stop counting a guest who has left, and free a name that is not on record."""
        self.guests.go(name)
        if name not in self.desk.people and name != self._being_recorded:
            self._looks.pop(likeness(name), None)

    @property
    def refill_below(self) -> int:
        """Return the balance below which a player may ask for a refill."""
        return self._refill.below if self._refill.amount else 0

    async def refill_for(self, who: Who) -> int:
        """Return how much play money somebody may ask for: nothing unless they are a player with almost none left."""
        person = self.person(who)
        if person is None or person.role is not Role.PLAYER:
            return 0
        chips = sum(purse.worth for purse in self._tables.at_tables(who.name).values())
        left = await self.wallet(who) + chips
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

    async def invite(self, by: Who, name: str, role: Role, table: str | None) -> str:
        """Appoint somebody and return the code that signs them in once.

        A person who already works here under that name has to sign in again: a
        session never changes its role.
        """
        name = clean_name(name, of_staff=True)
        if name not in self.desk.people and likeness(name) in self._looks:
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
            self.guests.come(invitation.name)
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
        self._forget(who.name)
        self._on_sign_out(who.session)

    async def sign_out_everywhere(self, name: str) -> None:
        """End every session of a person."""
        self._ended += 1
        await self._sessions.sign_out_everywhere(name)
        self._ended += 1
        self._forget(name)
        for who in [who for who in self._known.values() if who.name == name]:
            self._known.pop(who.session, None)
            self._on_sign_out(who.session)

    def person(self, who: Who) -> Person | None:
        """Return somebody the house knows: by its record, or as a guest who has not come to a table yet."""
        known = self.desk.people.get(who.name)
        return Person(who.name, Role.PLAYER) if known is None and who.name in self.guests else known

    async def wallet(self, who: Who) -> int:
        """Return somebody's play money: a guest who comes to a table gets what is shown to them before."""
        if who.name in self.guests and who.name not in self.desk.people:
            return self._play_money
        return await self._tables.wallet(who.name)

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
        person = self.person(who)
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
