"""Cash over a dealt table, for those who walk up without a device and for those who sit there."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from typing import Annotated

import msgspec

from croupier.house.host import Host
from croupier.rules.stake import STAKE_MAX
from croupier.table.commands import By
from croupier.web.api.operations import Asking, Operation
from croupier.web.api.problems import ProblemError
from croupier.web.api.shapes import Name, Strict
from croupier.web.api.tables import EXAMPLE, TABLE
from croupier.web.office import Office


class CashIn(Strict):
    """Cash that somebody at a table hands to the dealer; without a player, somebody who has just walked up."""

    cash: Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)] = 0
    player: str | None = None
    name: str | None = None
    """How somebody who walks up wants to be called; a number if not given."""
    id: Name | None = None
    """The same id is the same cash, however often it is sent."""


class CashTakenOut(msgspec.Struct):
    """Whose cash the dealer took or handed back, and what they now have away from the tables."""

    player: str
    wallet: int


class CashBackIn(Strict):
    """Cash that the dealer hands back to somebody who walked up with cash."""

    player: str
    cash: Annotated[int, msgspec.Meta(ge=1, le=STAKE_MAX)]
    id: Name
    """The same id is the same cash, however often it is sent."""


class WalletsOut(msgspec.Struct):
    """What those who sit at a table, or walked up to it, have away from it: cash not in chips, or play money."""

    wallets: dict[str, int]
    walk_ups: list[str] = []
    """Those among them who walked up with cash, and get in cash what is left."""


class JoinCodeOut(msgspec.Struct):
    """A code by which a player who walked up gets a page of their own, once and within ten minutes."""

    player: str
    code: str
    link: str


class CashOperations:
    """What a dealer takes over the table, and how whoever walked up gets a page of their own."""

    def __init__(self, office: Office, link: Callable[[str], str]) -> None:
        """Let staff take cash; ``link`` returns the link of a code."""
        self._office, self._link = office, link
        self._taking = asyncio.Lock()

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "POST",
                f"/tables/{TABLE}/cash",
                "takeCash",
                "Take cash at a dealt table, for staff; whoever walks up without a device gets a name first.",
                self.take,
                CashTakenOut,
                body=CashIn,
                signed=True,
                problems=(404, 409),
                examples=EXAMPLE,
            ),
            Operation(
                "POST",
                f"/tables/{TABLE}/cash/back",
                "returnCash",
                "Hand cash back to a player who walked up with cash: what is left in their wallet, or some of it.",
                self.hand_back,
                CashTakenOut,
                body=CashBackIn,
                signed=True,
                problems=(404, 409),
                examples=EXAMPLE,
            ),
            Operation(
                "POST",
                f"/tables/{TABLE}/seats/{{player}}/code",
                "giveSeatCode",
                "Give a player whom staff seated a code for a page of their own; it works once, for ten minutes.",
                self.issue_code,
                JoinCodeOut,
                signed=True,
                status=201,
                problems=(404, 409),
                examples=EXAMPLE | {"player": "Rosa"},
            ),
            Operation(
                "GET",
                f"/tables/{TABLE}/cash",
                "showWallets",
                "Show what those who sit at a dealt table have away from it, to staff who sell chips there.",
                self.wallets,
                WalletsOut,
                signed=True,
                problems=(404, 409),
                examples=EXAMPLE,
            ),
        ]

    async def take(self, asking: Asking) -> object:
        """Take cash from somebody. It is theirs to buy chips with; selling those is an act of its own."""
        (host, by), given, people = self._cashier(asking), asking.body, self._office.sign_in
        reason = f"cash at table {host.name}, taken by {by.name}"
        ident = None if given.id is None else _ident(by.name, host.name, given.id)
        async with self._taking:
            taken = None if ident is None else await people.cash_taken(ident)
            if taken is None:
                if given.player is not None and not host.table.standing.seats.get(given.player, False):
                    raise ProblemError(404, "unknown-person", f"nobody called {given.player!r} has a seat here")
                player = given.player or await people.walk_up(given.name, host.name)
                await people.take_cash(player, given.cash, reason, ident)
            elif (given.player or taken.player, given.cash) != (taken.player, taken.amount):
                raise ProblemError(409, "id-reused", f"the id {given.id!r} was used for other cash")
            else:
                player = taken.player
        return CashTakenOut(player, await self._office.tables.wallet(player))

    async def wallets(self, asking: Asking) -> object:
        """Show the wallets of those who sit here: cash whose chips were refused is still there to be used."""
        host, _ = self._cashier(asking)
        seated = [player for player, here in host.table.standing.seats.items() if here]
        came = [one.name for one in self._office.tables.desk.people.values() if one.walk_up == host.name]
        shown = list(dict.fromkeys((*seated, *came)))
        held = await self._office.tables.record.held([f"wallet:{player}" for player in shown]) if shown else {}
        return WalletsOut({player: held.get(f"wallet:{player}", 0) for player in shown}, came)

    async def hand_back(self, asking: Asking) -> object:
        """Hand back cash that somebody who walked up to this table has left; they need no seat for it any more."""
        (host, by), given = self._cashier(asking), asking.body
        person = self._office.tables.desk.people.get(given.player)
        if person is None or person.walk_up != host.name:
            raise ProblemError(404, "unknown-person", f"nobody called {given.player!r:.80} walked up to this table")
        reason = f"cash at table {host.name}, handed back by {by.name}"
        ident = _ident(by.name, host.name, f"back {given.id}")
        async with self._taking:
            known = await self._office.sign_in.cash_back(ident)
            if known is None:
                await self._office.sign_in.return_cash(given.player, given.cash, reason, ident)
            elif (given.player, given.cash) != (known.player, known.amount):
                raise ProblemError(409, "id-reused", f"the id {given.id!r} was used for other cash")
        return CashTakenOut(given.player, await self._office.tables.wallet(given.player))

    async def issue_code(self, asking: Asking) -> object:
        """Return a code for a page of their own, for whoever walked up."""
        host, _ = self._dealer(asking, "the dealer gives codes for seats")
        player = asking.path["player"]
        if not host.table.standing.seats.get(player, False):
            raise ProblemError(404, "unknown-person", f"nobody called {player!r:.80} has a seat here")
        code = await self._office.sign_in.seat_code(player, host.name)
        return JoinCodeOut(player, code, self._link(code))

    def _dealer(self, asking: Asking, why: str) -> tuple[Host, By]:
        """Return the table and whoever works there. Raises ProblemError for anybody else."""
        host = self._office.tables.host(asking.path["table"])
        by = self._office.sign_in.by(asking.who, host)
        if by is None or by.role not in host.ruleset.procedure.roles.ladder.value:
            raise ProblemError(403, "role-not-allowed", why)
        return host, by

    def _cashier(self, asking: Asking) -> tuple[Host, By]:
        """Return the table and whoever takes cash there. Raises ProblemError where nobody does."""
        host, by = self._dealer(asking, "the dealer takes cash")
        if host.setup.random:
            raise ProblemError(409, "automatic-table", "nobody is there to take cash")
        return host, by


def _ident(who: str, table: str, given: str) -> str:
    """Make an id of one's own choice unique among everybody's."""
    return f"cash-{hashlib.sha256(f'{who}/{table}/{given}'.encode()).hexdigest()[:32]}"
