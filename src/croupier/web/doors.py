"""Who comes in: guests without a login wall, staff by one-time links, the owner by the link of the first start.

Tokens and codes are random, opaque, kept as hashes, and can be revoked at once.
They travel in a header or in the first frame of a socket, never in a cookie:
a page of another site has none to send along.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from croupier.house.dealing import BY
from croupier.house.desk import AdmitGuest, AppointStaff, Desk, DismissStaff, FundWallet, Person
from croupier.house.host import Host
from croupier.house.house import House
from croupier.house.ports import Invitation, Sessions
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.web.problems import ProblemError

NAME_MAX = 24
INVITED_FOR = timedelta(days=2)
RESERVED = frozenset({"house", "owner", "croupier", "staff", "admin", "system", *(str(role) for role in Role)})
OWNER = "owner"


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
        self._guests = sum(person.role is Role.PLAYER for person in house.desk.people.values())
        self.on_sign_out: Callable[[str], None] = lambda _: None
        """Told the session that ended, so that its sockets can be closed."""

    @property
    def desk(self) -> Desk:
        """The front desk as it stands."""
        return self._house.desk

    async def who(self, token: str) -> Who | None:
        """Give who a token belongs to."""
        hashed = _hash(token)
        known = self._known.get(hashed)
        if known is not None:
            return known
        found = await self._sessions.session(hashed)
        if found is None:
            return None
        who = self._known[hashed] = Who(found.name, found.owner, hashed)
        return who

    async def admit(self, wanted: str | None) -> tuple[Who, str]:
        """Let a guest in under the name they want, or one like it if that is taken."""
        if self._guests >= self._guests_max:
            raise ProblemError(503, "house-full", f"the house has its {self._guests_max} guests")
        base = _clean_name(wanted) if wanted is not None else f"guest-{secrets.randbelow(9_000) + 1_000}"
        name = base
        for _ in range(50):
            if await self._accepted(AdmitGuest(BY, name)):
                break
            name = f"{base[: NAME_MAX - 5]}-{secrets.randbelow(9_000) + 1_000}"
        else:
            raise ProblemError(409, "name-taken", f"the name {base!r} is taken, and so is everything like it")
        self._guests += 1
        if self._play_money:
            await self._accepted(FundWallet(BY, name, self._play_money, "play money on coming in"))
        return await self._sign_in(name, owner=False)

    async def invite(self, by: Who, name: str, role: Role, table: str | None) -> str:
        """Appoint somebody and give the code that lets them in once."""
        name = _clean_name(name)
        if not await self._accepted(AppointStaff(By(by.name, Role.HOUSE), name, role, table)):
            raise ProblemError(
                409, "name-taken", f"{name!r} cannot be {role}: the name is a player's, or the role nobody's"
            )
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
        await self._sessions.sign_out(who.session)
        self._known.pop(who.session, None)
        self.on_sign_out(who.session)

    async def sign_out_everywhere(self, name: str) -> None:
        """End every session of a person."""
        await self._sessions.sign_out_everywhere(name)
        for who in [who for who in self._known.values() if who.name == name]:
            self._known.pop(who.session, None)
            self.on_sign_out(who.session)

    def person(self, who: Who) -> Person | None:
        """Give what the front desk knows about somebody."""
        return self.desk.people.get(who.name)

    def by(self, who: Who | None, host: Host) -> By | None:
        """Give the role in which somebody acts at a table; None for those who only look on."""
        if who is None:
            return None
        if who.owner:
            return By(who.name, host.ruleset.procedure.roles.ladder.value[-1])
        person = self.person(who)
        if person is None or not person.here:
            return None
        return By(who.name, person.role) if person.table in (None, host.name) else None

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


def _clean_name(wanted: str) -> str:
    """Bring a name to the one form in which it is compared and shown. Raises ProblemError."""
    name = unicodedata.normalize("NFKC", wanted).strip()
    odd = any(unicodedata.category(c)[0] in "CZ" and c != " " for c in name)
    marks = any(unicodedata.category(c) == "Mn" for c in unicodedata.normalize("NFC", name))
    if not 0 < len(name) <= NAME_MAX or odd or marks or "  " in name:
        raise ProblemError(400, "bad-name", f"expected a name of 1 to {NAME_MAX} plain characters")
    if len(_scripts(name)) > 1:
        raise ProblemError(400, "bad-name", "the name mixes alphabets, so that it could be taken for another")
    if name.casefold() in RESERVED:
        raise ProblemError(409, "name-taken", f"the name {name!r} is the house's own")
    return name


def _scripts(name: str) -> set[str]:
    """Give the alphabets of a name's letters, by the first word of their Unicode names."""
    letters = [c for c in name if c.isalpha()]
    found = {unicodedata.name(c, "?").split()[0] for c in letters}
    together = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL"}
    return {"CJK" if script in together else script for script in found}


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
