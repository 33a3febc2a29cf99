"""People over HTTP: signing in and out, and invitations."""

from __future__ import annotations

import secrets

from croupier.house.desk import SEE_ONLY
from croupier.house.desk_acting import AppointActing, EndActing
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.table.refusal import Code
from croupier.web.access.buckets import Buckets
from croupier.web.access.sign_in import Who
from croupier.web.api import people_shapes, shapes
from croupier.web.api.operations import Asking, Operation
from croupier.web.api.problems import ProblemError
from croupier.web.live.views import sees_all
from croupier.web.office import Office


class PeopleOperations:
    def __init__(self, office: Office, guests: Buckets, origin: str) -> None:
        """Sign people in, at a limited rate per address; invitation links lead to the origin."""
        self._office, self._guests, self.origin = office, guests, origin

    def operations(self) -> list[Operation]:
        return [*self._at_the_door(), *self._for_staff()]

    def _at_the_door(self) -> list[Operation]:
        return [
            Operation(
                "POST",
                "/guests",
                "comeIn",
                "Come in as a guest, with play money.",
                self.come_in,
                shapes.WelcomeOut,
                body=shapes.GuestIn,
                status=201,
                problems=(409,),
            ),
            Operation("GET", "/me", "showMe", "Who is asking.", self.me, shapes.MeOut, signed=True),
            Operation(
                "POST",
                "/me/refill",
                "refill",
                "Get more play money, when there is almost none left.",
                self.refill,
                shapes.MeOut,
                body=shapes.RefillIn,
                signed=True,
                problems=(409,),
            ),
            Operation("DELETE", "/me", "goOut", "End this session.", self.go_out, shapes.DoneOut, signed=True),
            Operation(
                "POST",
                "/invitations",
                "invite",
                "Appoint somebody; gives a code that lets them in once.",
                self.invite,
                people_shapes.InvitationOut,
                body=people_shapes.InvitationIn,
                signed=True,
                status=201,
                problems=(404, 409),
            ),
            Operation(
                "POST",
                "/invitations/redeem",
                "redeem",
                "Come in by an invitation.",
                self.redeem,
                shapes.WelcomeOut,
                body=people_shapes.RedeemIn,
                status=201,
                problems=(403,),
            ),
        ]

    def _for_staff(self) -> list[Operation]:
        return [
            Operation(
                "DELETE",
                "/people/{name}",
                "dismiss",
                "Take somebody's role away, and end their sessions.",
                self.dismiss,
                shapes.DoneOut,
                signed=True,
                problems=(404,),
                examples={"name": "dora"},
            ),
            Operation(
                "PUT",
                "/people/{name}/acting",
                "appointActing",
                "Let somebody act in a position above their own.",
                self.appoint_acting,
                shapes.DoneOut,
                body=people_shapes.ActingIn,
                signed=True,
                problems=(409,),
                examples={"name": "dora"},
            ),
            Operation(
                "DELETE",
                "/people/{name}/acting",
                "endActing",
                "End somebody's acting in a position.",
                self.end_acting,
                shapes.DoneOut,
                signed=True,
                problems=(409,),
                examples={"name": "dora"},
            ),
        ]

    def _welcome(self, who: Who, token: str) -> shapes.WelcomeOut:
        person = self._office.sign_in.person(who)
        role, table = (person.role, person.table or person.walk_up) if person is not None else (None, None)
        return shapes.WelcomeOut(who.name, role, who.owner, table, token)

    async def come_in(self, asking: Asking) -> object:
        """Sign a guest in."""
        if not self._guests.take(asking.address, self._office.clock()):
            raise ProblemError(429, "too-many", "too many guests from your address; wait a moment")
        return self._welcome(*await self._office.sign_in.admit(asking.body.name, asking.address))

    async def me(self, asking: Asking) -> object:
        """Return the signed-in person."""
        assert asking.who is not None
        me, name, tables = self._welcome(asking.who, ""), asking.who.name, self._office.tables
        wallet = await self._office.sign_in.wallet(asking.who)
        purses = tables.at_tables(name)
        at = [
            shapes.ChipsAtOut(table, p.cash + p.colored + p.away, p.laid + p.laid_cash) for table, p in purses.items()
        ]
        sign_in = self._office.sign_in
        refill = await sign_in.refill_for(asking.who)
        return shapes.MeOut(me.name, me.role, me.owner, me.table, wallet, at, refill, sign_in.refill_below)

    async def refill(self, asking: Asking) -> object:
        """Fund a player who asks for more play money."""
        assert asking.who is not None
        await self._office.sign_in.refill(asking.who, asking.body.id)
        return await self.me(asking)

    async def go_out(self, asking: Asking) -> object:
        assert asking.who is not None
        await self._office.sign_in.sign_out(asking.who)
        return shapes.DoneOut()

    async def invite(self, asking: Asking) -> object:
        """Invite staff; for the owner only."""
        body, owner = asking.body, only_owner(asking)
        if body.table is not None:
            known = (*self._office.tables.host(body.table).ruleset.procedure.roles.ladder.value, *SEE_ONLY)
            if body.role not in known:
                raise ProblemError(
                    409,
                    "role-not-in-rulebook",
                    f"nothing at table {body.table} is for a {body.role} to do; its rulebook knows {', '.join(known)}",
                )
        code = await self._office.sign_in.invite(owner, body.name, body.role, body.table)
        return people_shapes.InvitationOut(body.name, body.role, body.table, code, self.link(code))

    def link(self, code: str) -> str:
        """Return the link by which somebody comes in with a code."""
        return f"{self.origin}/#join={code}"

    async def redeem(self, asking: Asking) -> object:
        """Sign in with the code of an invitation."""
        try:
            return self._welcome(*await self._office.sign_in.redeem(asking.body.code))
        except ProblemError:
            # Only wrong codes count: nobody can guess one, and somebody who tries must not keep the owner out.
            if not self._guests.take(asking.address, self._office.clock()):
                raise ProblemError(429, "too-many", "too many tries from your address; wait a moment") from None
            raise

    async def dismiss(self, asking: Asking) -> object:
        """Dismiss staff; for the owner only."""
        await self._office.sign_in.dismiss(only_owner(asking), asking.path["name"])
        return shapes.DoneOut()

    async def appoint_acting(self, asking: Asking) -> object:
        """Let somebody act in a position; for the owner only."""
        owner = only_owner(asking)
        command = AppointActing(By(owner.name, Role.HOUSE), asking.path["name"], asking.body.position)
        return await self._asked(command)

    async def end_acting(self, asking: Asking) -> object:
        """End somebody's acting; for the owner only."""
        return await self._asked(EndActing(By(only_owner(asking).name, Role.HOUSE), asking.path["name"]))

    async def _asked(self, command: AppointActing | EndActing) -> object:
        answer = await self._office.tables.ask(secrets.token_hex(8), command)
        if answer.refusal is not None:
            refusal = answer.refusal
            words = {Code.UNKNOWN_PERSON: f"nobody called {command.name!r:.80} works here"}
            raise ProblemError(409, str(refusal.code), words.get(refusal.code, f"refused by {refusal.clause}"))
        return shapes.DoneOut()


def places(office: Office, asking: Asking) -> dict[str, By]:
    """Return the tables at which somebody works, and in which role. Raises ProblemError if there is none."""
    sign_in, tables = office.sign_in, office.tables
    found = {host.name: sign_in.by(asking.who, host) for host in tables.hosts.values()}
    found |= {name: sign_in.by_name(asking.who, name) for name in tables.broken}
    at = {name: by for name, by in found.items() if by is not None and sees_all(by)}
    if not at:
        raise ProblemError(403, "role-not-allowed", "this is for staff")
    return at


def only_owner(asking: Asking, why: str = "the owner appoints and dismisses") -> Who:
    """Return the owner. Raises ProblemError for anybody else."""
    assert asking.who is not None
    if not asking.who.owner:
        raise ProblemError(403, "role-not-allowed", why)
    return asking.who
