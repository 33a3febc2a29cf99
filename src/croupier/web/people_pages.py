"""People over HTTP: coming in, being invited, going out; alerts."""

from __future__ import annotations

import secrets

from croupier.house.desk import AcknowledgeAlert
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.web import shapes
from croupier.web.buckets import Buckets
from croupier.web.desk import FrontOffice
from croupier.web.doors import Who
from croupier.web.operations import Asking, Operation
from croupier.web.problems import ProblemError
from croupier.web.views import sees_all

ALERTS_SHOWN = 200
SEE_ONLY = (Role.SURVEILLANCE, Role.AUDITOR)
"""Staff who see and never ask, under every rulebook."""
NOT_OF_THE_PIT = frozenset({Role.DEALER, *SEE_ONLY})
"""Staff whose errors an alert may be about, or who see and never ask."""


class PeoplePages:
    """Everything about people."""

    def __init__(self, office: FrontOffice, guests: Buckets, origin: str) -> None:
        """Let people in, so many from one address; links lead to the origin."""
        self._office, self._guests, self.origin = office, guests, origin

    def operations(self) -> list[Operation]:
        """List what can be asked."""
        return [*self._at_the_door(), *self._for_staff()]

    def _at_the_door(self) -> list[Operation]:
        return [
            Operation(
                "POST",
                "/guests",
                "comeIn",
                "Come in as a guest, with play money.",
                self.come_in,
                shapes.Welcome,
                body=shapes.GuestAsked,
                status=201,
                problems=(409,),
            ),
            Operation("GET", "/me", "showMe", "Who is asking.", self.me, shapes.Me, signed=True),
            Operation("DELETE", "/me", "goOut", "End this session.", self.go_out, shapes.Done, signed=True),
            Operation(
                "POST",
                "/invitations",
                "invite",
                "Appoint somebody; gives a code that lets them in once.",
                self.invite,
                shapes.InvitationTold,
                body=shapes.InvitationAsked,
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
                shapes.Welcome,
                body=shapes.CodeShown,
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
                shapes.Done,
                signed=True,
                problems=(404,),
                examples={"name": "dora"},
            ),
            Operation(
                "GET", "/alerts", "listAlerts", "Alerts, for staff.", self.alerts, list[shapes.AlertTold], signed=True
            ),
            Operation(
                "POST",
                "/alerts/{alert}/acknowledge",
                "acknowledge",
                "Acknowledge an alert.",
                self.acknowledge,
                shapes.Done,
                body=shapes.Acknowledged,
                signed=True,
                problems=(404, 409),
                examples={"alert": "a1"},
            ),
        ]

    def _welcome(self, who: Who, token: str) -> shapes.Welcome:
        person = self._office.doors.person(who)
        role, table = (person.role, person.table) if person is not None else (None, None)
        return shapes.Welcome(who.name, role, who.owner, table, token)

    async def come_in(self, asking: Asking) -> object:
        """Let a guest in."""
        if not self._guests.take(asking.address, self._office.clock()):
            raise ProblemError(429, "too-many", "too many guests come from your address; wait a moment")
        return self._welcome(*await self._office.doors.admit(asking.body.name))

    async def me(self, asking: Asking) -> object:
        """Tell somebody who they are."""
        assert asking.who is not None
        told = self._welcome(asking.who, "")
        account = f"wallet:{asking.who.name}"
        wallet = (await self._office.house.record.balances(account)).get(account, 0)
        return shapes.Me(told.name, told.role, told.owner, told.table, wallet)

    async def go_out(self, asking: Asking) -> object:
        """End a session."""
        assert asking.who is not None
        await self._office.doors.sign_out(asking.who)
        return shapes.Done()

    async def invite(self, asking: Asking) -> object:
        """Invite staff; the owner's to do."""
        body, owner = asking.body, only_owner(asking)
        if body.table is not None:
            known = (*self._office.house.host(body.table).ruleset.procedure.roles.ladder.value, *SEE_ONLY)
            if body.role not in known:
                raise ProblemError(
                    409,
                    "role-not-in-rulebook",
                    f"nothing at table {body.table} is for a {body.role} to do; its rulebook knows {', '.join(known)}",
                )
        code = await self._office.doors.invite(owner, body.name, body.role, body.table)
        return shapes.InvitationTold(body.name, body.role, body.table, code, f"{self.origin}/#join={code}")

    async def redeem(self, asking: Asking) -> object:
        """Let somebody in who was invited."""
        if not self._guests.take(asking.address, self._office.clock()):
            raise ProblemError(429, "too-many", "too many tries from your address; wait a moment")
        return self._welcome(*await self._office.doors.redeem(asking.body.code))

    async def dismiss(self, asking: Asking) -> object:
        """Dismiss staff; the owner's to do."""
        await self._office.doors.dismiss(only_owner(asking), asking.path["name"])
        return shapes.Done()

    async def alerts(self, asking: Asking) -> object:
        """Give the alerts of the tables that somebody works at: the open ones first, the newest of them at the top."""
        at = places(self._office, asking)
        found = [alert for alert in self._office.house.desk.alerts.values() if alert.table in at]
        found.reverse()
        found.sort(key=lambda alert: alert.acknowledged_by is not None)
        return [shapes.AlertTold(*alert) for alert in found[:ALERTS_SHOWN]]

    async def acknowledge(self, asking: Asking) -> object:
        """Acknowledge an alert."""
        assert asking.who is not None
        alert = self._office.house.desk.alerts.get(asking.path["alert"])
        at = places(self._office, asking)
        if alert is None or alert.table not in at:
            raise ProblemError(404, "unknown-alert", f"no alert {asking.path['alert']!r:.80}")
        # At a table whose rulebook has no pit the owner acts as the dealer, and is still who the alert is for.
        by = By(asking.who.name, Role.HOUSE) if asking.who.owner else at[alert.table]
        if by.role in NOT_OF_THE_PIT:
            raise ProblemError(403, "role-not-allowed", "an alert is acknowledged by the pit")
        command = AcknowledgeAlert(by, alert.alert, asking.body.note)
        if '"refused"' in await self._office.house.ask(secrets.token_hex(8), command):
            raise ProblemError(409, "already-done", "somebody acknowledged it before")
        return shapes.Done()


def places(office: FrontOffice, asking: Asking) -> dict[str, By]:
    """Give the tables at which somebody works, and as what. Raises ProblemError where there is none."""
    doors, house = office.doors, office.house
    found = {host.name: doors.by(asking.who, host) for host in house.hosts.values()}
    found |= {name: doors.by_name(asking.who, name) for name in house.broken}
    at = {name: by for name, by in found.items() if by is not None and sees_all(by)}
    if not at:
        raise ProblemError(403, "role-not-allowed", "this is for staff")
    return at


def only_owner(asking: Asking) -> Who:
    """Give the owner. Raises ProblemError for anybody else."""
    assert asking.who is not None
    if not asking.who.owner:
        raise ProblemError(403, "role-not-allowed", "the owner appoints and dismisses")
    return asking.who
