"""Tables over HTTP, for the owner: presets of limits, names, out of service and back, removed from the lobby."""

from __future__ import annotations

import secrets

from croupier.house.desk_tables import NameTable, PutTableBack, RemoveTable, SetTableAside, TableCommand
from croupier.house.host import Host
from croupier.rules.procedure import Role
from croupier.table.commands import By
from croupier.table.refusal import Code
from croupier.web.api.operations import Asking, Handler, Operation
from croupier.web.api.people import only_owner
from croupier.web.api.problems import ProblemError
from croupier.web.api.rules import EXAMPLE as EXAMPLE_RULEBOOK
from croupier.web.api.rules import REF
from croupier.web.api.shapes import LimitOut, TableOut
from croupier.web.api.staff_shapes import AsideIn, PresetOut, TableNameIn
from croupier.web.api.tables import EXAMPLE, TABLE, table_out
from croupier.web.displayed import presets
from croupier.web.office import Office

WHY = "the owner looks after the tables"


class TableCareOperations:
    """What the owner does about tables."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def operations(self) -> list[Operation]:
        of = f"/tables/{TABLE}"
        return [
            Operation(
                "GET",
                f"/rulebooks/{REF}/presets",
                "listPresets",
                "Limits that a table of this rulebook can be given by name.",
                self.presets,
                list[PresetOut],
                problems=(404,),
                revalidated=True,
                examples=EXAMPLE_RULEBOOK,
            ),
            self._act(
                "POST", of + "/name", "nameTable", "Give a table the name that people read.", self.name, TableNameIn
            ),
            self._act(
                "POST", of + "/set-aside", "setTableAside", "Take a table out of service.", self.set_aside, AsideIn
            ),
            self._act("POST", of + "/put-back", "putTableBack", "Put a table back into service.", self.put_back),
            self._act("DELETE", of, "removeTable", "Remove a table from the lobby; its record stays.", self.remove),
        ]

    def _act(
        self, method: str, path: str, name: str, summary: str, handler: Handler, body: type | None = None
    ) -> Operation:
        return Operation(
            method,
            path,
            name,
            f"{summary} For the owner.",
            handler,
            TableOut,
            body=body,
            signed=True,
            problems=(404, 409),
            examples=EXAMPLE,
        )

    async def presets(self, asking: Asking) -> object:
        found = presets(self._office.rules.find(asking.path["ref"].replace("%2F", "/")))
        return [
            PresetOut(
                name,
                {str(kind): LimitOut(one.stake_min, one.stake_max, []) for kind, one in limits.by_kind.items()},
            )
            for name, limits in found.items()
        ]

    async def name(self, asking: Asking) -> object:
        host, by = self._asked(asking)
        return await self._ask(host, NameTable(by, host.name, asking.body.name.strip()))

    async def set_aside(self, asking: Asking) -> object:
        """Take a table out of service, if it is closed and nobody holds chips there."""
        host, by = self._asked(asking)
        _check_idle(host)
        return await self._ask(host, SetTableAside(by, host.name, asking.body.reason))

    async def put_back(self, asking: Asking) -> object:
        host, by = self._asked(asking)
        return await self._ask(host, PutTableBack(by, host.name))

    async def remove(self, asking: Asking) -> object:
        """Remove a table from the lobby, if it is closed and nobody holds chips there."""
        host, by = self._asked(asking)
        _check_idle(host)
        return await self._ask(host, RemoveTable(by, host.name))

    def _asked(self, asking: Asking) -> tuple[Host, By]:
        owner = only_owner(asking, WHY)
        return self._office.tables.host(asking.path["table"]), By(owner.name, Role.HOUSE)

    async def _ask(self, host: Host, command: TableCommand) -> TableOut:
        refusal = (await self._office.tables.ask(secrets.token_hex(8), command)).refusal
        if refusal is not None and refusal.code is Code.NAME_TAKEN:
            raise ProblemError(409, "name-taken", "another table has that name")
        if refusal is not None:
            raise ProblemError(409, "already-done", "the table is already so")
        return table_out(host, self._office.due(host.name), self._office.tables.desk.listed(host.name))


def _check_idle(host: Host) -> None:
    """Refuse to take away a table that is open, or at which somebody holds chips. Raises ProblemError."""
    holders = sorted(player for player, purse in host.table.standing.purses.items() if purse.worth)
    if holders:
        raise ProblemError(409, "chips-held", f"chips at table {host.name} are held by {', '.join(holders)}")
    if host.table.standing.open:
        raise ProblemError(409, "table-open", f"table {host.name} is open; close it first")
