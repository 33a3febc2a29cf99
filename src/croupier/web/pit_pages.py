"""For those who work here, over HTTP: who does, what waits for a decision, and stakes outside the limits."""

from __future__ import annotations

from croupier.rules.procedure import Role
from croupier.web import shapes
from croupier.web.decisions import outside_limits, waiting
from croupier.web.desk import FrontOffice
from croupier.web.operations import Asking, Operation
from croupier.web.people_pages import only_owner, places
from croupier.web.problems import ProblemError
from croupier.web.table_pages import EXAMPLE, TABLE
from croupier.web.views import sees_all


class PitPages:
    """What dealer and pit look at."""

    def __init__(self, office: FrontOffice) -> None:
        """Show what goes on in a house."""
        self._office = office

    def operations(self) -> list[Operation]:
        """List what can be asked."""
        return [
            Operation(
                "GET",
                "/people",
                "listStaff",
                "Who works here, for the owner.",
                self.people,
                list[shapes.StaffTold],
                signed=True,
            ),
            Operation(
                "GET",
                "/inbox",
                "listDecisions",
                "What waits for a decision, for staff.",
                self.inbox,
                list[shapes.DecisionTold],
                signed=True,
            ),
            Operation(
                "GET",
                "/precedents",
                "listPrecedents",
                "Rulings on what no clause covers, the newest first, for staff.",
                self.precedents,
                list[shapes.PrecedentTold],
                signed=True,
            ),
            Operation(
                "GET",
                f"/tables/{TABLE}/checks",
                "listChecks",
                "Stakes outside the limits and what becomes of them, for staff.",
                self.checks,
                list[shapes.CheckTold],
                signed=True,
                problems=(404,),
                examples=EXAMPLE,
            ),
        ]

    async def people(self, asking: Asking) -> object:
        """List who works here; the owner's to see."""
        only_owner(asking)
        people = self._office.house.desk.people.items()
        return [
            shapes.StaffTold(name, person.role, person.table)
            for name, person in people
            if person.here and person.role is not Role.PLAYER
        ]

    async def inbox(self, asking: Asking) -> object:
        """Give what waits for a decision at the tables that somebody works at."""
        found: list[shapes.DecisionTold] = []
        hosts = self._office.house.hosts
        for host in [hosts[name] for name in places(self._office, asking) if name in hosts]:
            round_ = host.table.round.name
            start = None if round_ is None else await self._office.round_start(host, round_)
            found += await waiting(self._office.house, host, start)
        return found

    async def precedents(self, asking: Asking) -> object:
        """Give the rulings at the tables that somebody works at."""
        hosts = self._office.house.hosts
        found = [
            shapes.PrecedentTold(
                host.name,
                host.ruleset.ref,
                one.round,
                one.at,
                one.reported_by,
                one.reported,
                str(one.ruling),
                one.by.name,
                str(one.by.acting or one.by.role),
                one.reason,
                list(one.clauses),
            )
            for host in (hosts[name] for name in places(self._office, asking) if name in hosts)
            for one in host.results.precedents
        ]
        return sorted(found, key=lambda one: one.at, reverse=True)

    async def checks(self, asking: Asking) -> object:
        """Give the stakes outside the limits."""
        host = self._office.house.host(asking.path["table"])
        if not sees_all(self._office.doors.by(asking.who, host)):
            raise ProblemError(403, "role-not-allowed", "this is for dealer, pit and auditor")
        return outside_limits(host)
