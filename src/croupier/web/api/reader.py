"""The self-test of a wheel reader: what it saw of a spin made to test it, held to the table. None of it is played."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Annotated

import msgspec

from croupier.house.host import Host
from croupier.table.commands import Ball, By, Command, CountRevolutions, DeclareOutcome, SpinBall, Turning
from croupier.table.decide import objection
from croupier.table.offers import NEVER
from croupier.web.api.operations import Asking, Operation
from croupier.web.api.problems import ProblemError
from croupier.web.api.shapes import Strict
from croupier.web.api.tables import EXAMPLE, TABLE
from croupier.web.live.watch import raise_alert
from croupier.web.office import Office

FAILED = "reader-test-failed"
"""The kind of the alert that a failed test raises."""
CLOCKS_APART = 2.0
"""Seconds by which the clocks of reader and house may differ."""


class ReaderTestIn(Strict):
    """What a wheel reader saw of a spin that somebody made to test it."""

    ball: Ball
    wheel: Turning
    completed: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    pocket: str
    at: Annotated[int, msgspec.Meta(ge=0, le=10**14)] | None = None
    """The milliseconds since 1970 by the reader's clock."""


class ReaderCheckOut(msgspec.Struct):
    """One thing that was looked at, and how it came out."""

    check: str
    ok: bool
    says: str


class ReaderTestOut(msgspec.Struct):
    """Whether a reader can be relied on at this table, as far as one spin shows it."""

    ok: bool
    checks: list[ReaderCheckOut]


class ReaderOperations:
    """What a wheel reader asks before an evening."""

    def __init__(self, office: Office) -> None:
        self._office = office

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "POST",
                f"/tables/{TABLE}/reader-test",
                "testReader",
                "Compare what a wheel reader saw of a test spin with what the table needs; a failure calls the pit.",
                self.test,
                ReaderTestOut,
                body=ReaderTestIn,
                signed=True,
                problems=(404, 409),
                examples=EXAMPLE,
            )
        ]

    async def test(self, asking: Asking) -> object:
        """Check who the reader is, what it can name, and its clock. The table stays as it is."""
        host = self._office.tables.host(asking.path["table"])
        by = self._office.sign_in.by(asking.who, host)
        if by is None or by.role not in host.ruleset.procedure.roles.ladder.value:
            raise ProblemError(403, "role-not-allowed", "a wheel reader is on the staff of its table")
        if host.setup.random:
            raise ProblemError(409, "automatic-table", "there is no wheel to read here")
        checks = list(_checks(host, by, asking.body))
        failed = [f"{one.check}: {one.says}" for one in checks if not one.ok]
        if failed:
            await raise_alert(self._office.tables, host.name, FAILED, f"{by.name}: {'; '.join(failed)}")
        return ReaderTestOut(not failed, checks)


def _checks(host: Host, by: By, saw: ReaderTestIn) -> Iterator[ReaderCheckOut]:
    missing = [command.do for command in _needed(host, by) if not _may(host, command)]
    yield ReaderCheckOut("role", not missing, f"may not {', '.join(missing)}" if missing else f"signed in as {by.name}")
    wheel = host.ruleset.wheel.order
    found = saw.pocket in wheel
    yield ReaderCheckOut("pocket", found, f"{saw.pocket:.20} is {'one' if found else 'none'} of {len(wheel)} pockets")
    against = saw.wheel is not Turning.STILL and str(saw.ball) != str(saw.wheel)
    yield ReaderCheckOut("directions", against, f"ball {saw.ball}, wheel {saw.wheel}")
    least = host.ruleset.procedure.spin.revolutions_min.value
    yield ReaderCheckOut("revolutions", saw.completed >= least, f"{saw.completed} counted, {least} make a spin")
    if saw.at is not None:
        apart = abs(time.time() - saw.at / 1000)
        yield ReaderCheckOut("clock", apart <= CLOCKS_APART, f"{apart:.1f} s from the clock of the house")


def _needed(host: Host, by: By) -> tuple[Command, ...]:
    """Return an example of each command that a reader sends."""
    return (
        SpinBall(by, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
        CountRevolutions(by, host.ruleset.procedure.spin.revolutions_min.value),
        DeclareOutcome(by, host.ruleset.pockets[0]),
    )


def _may(host: Host, command: Command) -> bool:
    """Whether the rulebook and the house give this person an act, now or at another moment of a round."""
    refusal = objection(host.table, command, host.ruleset, host.objector)
    return refusal is None or refusal.code not in NEVER
