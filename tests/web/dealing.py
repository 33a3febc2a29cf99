"""A dealt table brought to any phase of a round, as the rulebook has it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import count
from typing import Any

from croupier.house.host import Host
from croupier.house.objections import judged
from croupier.house.seating import seating
from croupier.house.setup import set_up
from croupier.rulebooks import published
from croupier.rules.procedure import Role
from croupier.table.commands import By, Command
from croupier.table.evolve import evolve
from croupier.table.refusal import Refusal
from croupier.table.state import Table
from croupier.web.frames import read_asked
from croupier.web.opening import limits_for
from tests.web.running import Running

Frame = dict[str, Any]

WAGER: Frame = {"do": "place-wager", "wager": "w1", "player": "ann", "position": "17", "stake": 500}
SPIN: Frame = {"do": "spin-ball", "ball": "clockwise", "wheel": "counterclockwise"}
COUNT: Frame = {"do": "count-revolutions", "completed": 9}
CALL: Frame = {"do": "call-no-more-bets", "bell": True, "wave": True}
REST: Frame = {"do": "declare-outcome", "pocket": "17"}
DOLLY: Frame = {"do": "place-dolly", "pocket": "17"}

OPENED: tuple[Frame, ...] = ({"do": "open-table"},)
BETTING = (*OPENED, {"do": "open-betting"}, WAGER)
SPUN = (*BETTING, SPIN)
CALLED = (*SPUN, COUNT, CALL)
DOWN = (*CALLED, REST, DOLLY)
PAID = (*DOWN, {"do": "settle"})
STEPS: Mapping[str, tuple[Frame, ...]] = {
    "not open": (),
    "open": OPENED,
    "betting-open": BETTING,
    "ball-in-play": SPUN,
    "no-more-bets": CALLED,
    "at-rest": (*CALLED, REST),
    "dolly-down": DOWN,
    "paid": PAID,
    "void": (*SPUN, {"do": "report-irregularity", "kind": "foreign-object"}),
}
"""What leads to each phase."""

_NUMBERS = count(1)


async def dealt_table(house: Running, ref: str, phase: str = "not open") -> Host:
    """Set up a dealt table and bring it to a phase in one batch; ann has chips and a wager of 500 on 17."""
    ruleset = published(ref)
    setup = set_up(f"t{next(_NUMBERS)}", ruleset, limits=limits_for(ruleset))
    host = await house.service.office.add_table(setup, ruleset.text)
    table, asked = host.table, list[Command]()
    for frame in STEPS[phase]:
        asked.append(allowed(table, host, frame))
        if frame["do"] == "open-table":
            asked += seating(table, ruleset, "ann", 10_000)
        for command in asked[len(asked) - 1 if frame["do"] != "open-table" else 0 :]:
            decided = judged(table, command, ruleset)
            assert not isinstance(decided, Refusal), decided
            for event in decided:
                table = evolve(table, event)
    await asyncio.gather(*(host.ask(f"s{next(_NUMBERS)}", command) for command in asked))
    assert host.table == table
    return host


def allowed(table: Table, host: Host, frame: Frame) -> Command:
    """Give a command by whoever the rulebook and the house let ask for it."""
    for role in (Role.PLAYER, *host.ruleset.procedure.roles.ladder.value):
        by = By("ann" if role is Role.PLAYER else f"the {role}", role)
        command = read_asked(dict(frame), by)
        if not isinstance(judged(table, command, host.ruleset), Refusal):
            return command
    raise AssertionError(f"nobody may do {frame} in phase {table.round.phase} under {host.ruleset.ref}")


async def step(house: Running, host: Host, frame: Frame) -> str:
    """Do something as whoever the rulebook lets do it."""
    return await house.service.office.ask(host, f"s{next(_NUMBERS)}", allowed(host.table, host, frame))
