"""Who comes in: guests without a login wall, staff by one-time links, the owner by the link of the first start.

Tokens and codes are random, opaque, kept as hashes, and can be revoked at once.
They travel in a header or in the first frame of a socket, never in a cookie:
a page of another site has none to send along.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from croupier.house.dealing import BY
from croupier.house.desk import OWNER, AdmitGuest, AppointStaff, Desk, DismissStaff, FundWallet, Person
from croupier.house.host import Host
from croupier.house.house import House
from croupier.house.ports import Invitation, Sessions
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.web.names import NAME_MAX, clean_name, likeness
from croupier.web.problems import ProblemError

INVITED_FOR = timedelta(days=2)
GUEST_FOR = 24 * 3600.0
"""Seconds after which a guest who was not heard of, and has no socket, makes room in a full house."""


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who is signed in. The session is the hash of its token."""

    name: str
    owner: bool
    session: str


class Doors:
    """Signs people in and out."""

    def __init__(self, house: House, sessions: Sessions, *, play_money: int, guests_max: int) -> None:
        """Let people into a house."""
        self._house, self._sessions = house, sessions
        self._play_money, self._guests_max = play_money, guests_max
        self._known: dict[str, Who] = {}
        self._ended = 0
        """How many times sessions were ended, so that a look at the record can tell whether it is still true."""
        self._looks = {likeness(name): name for name in house.desk.people}
        self._guests: dict[str, float] = {}
        """The guests who have a session, and when they were last heard of."""
        self.connected: Callable[[], AbstractSet[str]] = frozenset
        """Gives everybody who is connected to a table; the sockets know."""
        self.on_sign_out: Callable[[str], None] = lambda _: None
        """Told the session that ended, so that its sockets can be closed."""

    @property
    def desk(self) -> Desk:
        """The front desk as it stands."""
        return self._house.desk

    async def count_guests(self) -> None:
        """Find the guests who came in before this start and have not gone out."""
        people, moment = self._house.desk.people, time.monotonic()
        for name in await self._sessions.names():
            person = people.get(name)
            if person is not None and person.role is Role.PLAYER:
                self._guests[name] = moment

    async def who(self, token: str) -> Who | None:
        """Give who a token belongs to."""
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
        """Whether a session still holds."""
        return who.session in self._known

    async def admit(self, wanted: str | None) -> tuple[Who, str]:
        """Let a guest in under the name they want, or one like it if that is taken."""
        await self._make_room()
        base = clean_name(wanted) if wanted is not None else f"guest-{secrets.randbelow(9_000) + 1_000}"
        name = base
        for _ in range(50):
            if likeness(name) not in self._looks and await self._accepted(AdmitGuest(BY, name)):
                break
            name = f"{base[: NAME_MAX - 5]}-{secrets.randbelow(9_000) + 1_000}"
        else:
            raise ProblemError(409, "name-taken", f"the name {base!r} is taken, and so is everything like it")
        self._looks[likeness(name)] = name
        self._guests[name] = time.monotonic()
        if self._play_money:
            await self._accepted(FundWallet(BY, name, self._play_money, "play money on coming in"))
        return await self._sign_in(name, owner=False)

    async def _make_room(self) -> None:
        """End the session of one guest who is long gone, if the house is full. Raises ProblemError where none is."""
        if len(self._guests) < self._guests_max:
            return
        before, here = time.monotonic() - GUEST_FOR, self.connected()
        gone = next((name for name, last in self._guests.items() if last <= before and name not in here), None)
        if gone is None:
            raise ProblemError(
                503, "house-full", f"the house has its {self._guests_max} guests; come when one has left"
            )
        await self.sign_out_everywhere(gone)

    async def invite(self, by: Who, name: str, role: Role, table: str | None) -> str:
        """Appoint somebody and give the code that lets them in once.

        Whoever worked here under that name comes in anew: a session never goes
        on in another role.
        """
        name = clean_name(name, of_staff=True)
        if self._looks.get(likeness(name), name) != name:
            raise ProblemError(409, "name-taken", f"{name!r} looks like somebody else's name")
        if not await self._accepted(AppointStaff(By(by.name, Role.HOUSE), name, role, table)):
            raise ProblemError(
                409, "name-taken", f"{name!r} cannot be {role}: the name is a player's, or the role nobody's"
            )
        self._looks[likeness(name)] = name
        await self.sign_out_everywhere(name)
        return await self._code(name, owner=False)

    async def invite_owner(self) -> str:
        """Give a code that lets the owner in once."""
        return await self._code(OWNER, owner=True)

    async def redeem(self, code: str) -> tuple[Who, str]:
        """Let somebody in who was invited."""
        invitation = await self._sessions.redeem(_hash(code))
        if invitation is None or invitation.until < _now():
            raise ProblemError(403, "invitation-over", "this invitation was used, or is over, or never was")
        return await self._sign_in(invitation.name, owner=invitation.owner)

    async def dismiss(self, by: Who, name: str) -> None:
        """Take somebody's role away, and show them out."""
        if not await self._accepted(DismissStaff(By(by.name, Role.HOUSE), name)):
            raise ProblemError(404, "unknown-person", f"nobody called {name!r:.80} works here")
        await self.sign_out_everywhere(name)

    async def sign_out(self, who: Who) -> None:
        """End one session."""
        self._ended += 1
        await self._sessions.sign_out(who.session)
        self._ended += 1
        self._known.pop(who.session, None)
        self._guests.pop(who.name, None)
        self.on_sign_out(who.session)

    async def sign_out_everywhere(self, name: str) -> None:
        """End every session of a person."""
        self._ended += 1
        await self._sessions.sign_out_everywhere(name)
        self._ended += 1
        self._guests.pop(name, None)
        for who in [who for who in self._known.values() if who.name == name]:
            self._known.pop(who.session, None)
            self.on_sign_out(who.session)

    def person(self, who: Who) -> Person | None:
        """Give what the front desk knows about somebody."""
        return self.desk.people.get(who.name)

    def by(self, who: Who | None, host: Host) -> By | None:
        """Give the role in which somebody acts at a table; None for those who only look on."""
        if who is not None and who.owner:
            return _acts_as(who.name, host.ruleset.procedure.roles.ladder.value[-1]) if self.is_in(who) else None
        return self.by_name(who, host.name)

    def by_name(self, who: Who | None, table: str) -> By | None:
        """Give the role in which somebody acts at a table that need not be in service."""
        if who is None or who.session not in self._known:
            return None
        if who.owner:
            return _acts_as(who.name, Role.HOUSE)
        person = self._house.desk.people.get(who.name)
        if person is None or not person.here:
            return None
        return _acts_as(who.name, person.role) if person.table is None or person.table == table else None

    async def _accepted(self, command: AdmitGuest | AppointStaff | DismissStaff | FundWallet) -> bool:
        receipt = await self._house.ask(secrets.token_hex(8), command)
        return '"refused"' not in receipt

    async def _sign_in(self, name: str, *, owner: bool) -> tuple[Who, str]:
        token = secrets.token_urlsafe(32)
        who = Who(name, owner, _hash(token))
        await self._sessions.sign_in(who.session, name, owner=owner)
        self._known[who.session] = who
        return who, token

    async def _code(self, name: str, *, owner: bool) -> str:
        code = secrets.token_urlsafe(24)
        until = (datetime.now(UTC) + INVITED_FOR).isoformat(timespec="seconds")
        await self._sessions.invite(_hash(code), Invitation(name, until, owner))
        return code


@lru_cache(10_000)
def _acts_as(name: str, role: Role) -> By:
    """Give the same value for the same person in the same role: it is asked for with every frame."""
    return By(name, role)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
