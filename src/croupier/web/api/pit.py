"""For staff, over HTTP: who works here, what waits for a decision, and stakes outside the limits."""

from __future__ import annotations

from croupier.rules.procedure import Role
from croupier.web.api import decision_shapes, shapes
from croupier.web.api.decisions import outside_limits, waiting
from croupier.web.api.operations import Asking, Operation
from croupier.web.api.people import only_owner, places
from croupier.web.api.problems import ProblemError
from croupier.web.api.tables import EXAMPLE, TABLE
from croupier.web.live.views import sees_all
from croupier.web.office import Office


class PitOperations:
    """What the dealer and the pit look at."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "GET",
                "/people",
                "listStaff",
                "Who works here, for the owner.",
                self.people,
                list[shapes.StaffOut],
                signed=True,
            ),
            Operation(
                "GET",
                "/inbox",
                "listDecisions",
                "What waits for a decision, for staff.",
                self.inbox,
                list[decision_shapes.DecisionOut],
                signed=True,
            ),
            Operation(
                "GET",
                "/precedents",
                "listPrecedents",
                "Rulings on what no clause covers, the newest first, for staff.",
                self.precedents,
                list[shapes.PrecedentOut],
                signed=True,
            ),
            Operation(
                "GET",
                f"/tables/{TABLE}/checks",
                "listChecks",
                "Stakes outside the limits and what becomes of them, for staff.",
                self.checks,
                list[decision_shapes.CheckOut],
                signed=True,
                problems=(404,),
                examples=EXAMPLE,
            ),
        ]

    async def people(self, asking: Asking) -> object:
        """List who works here; for the owner only."""
        only_owner(asking)
        people = self._office.tables.desk.people.items()
        return [
            shapes.StaffOut(name, person.role, person.table, person.acting)
            for name, person in people
            if person.here and person.role is not Role.PLAYER
        ]

    async def inbox(self, asking: Asking) -> object:
        """Return what waits for a decision at the tables that somebody works at."""
        found: list[decision_shapes.DecisionOut] = []
        hosts = self._office.tables.hosts
        for host in [hosts[name] for name in places(self._office, asking) if name in hosts]:
            found += waiting(self._office.tables, host)
        return found

    async def precedents(self, asking: Asking) -> object:
        """Return the rulings at the tables that somebody works at."""
        hosts = self._office.tables.hosts
        found = [
            shapes.PrecedentOut(
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
        """Return the stakes outside the limits."""
        host = self._office.tables.host(asking.path["table"])
        if not sees_all(self._office.sign_in.by(asking.who, host)):
            raise ProblemError(403, "role-not-allowed", "this is for dealer, pit and auditor")
        return outside_limits(host)
