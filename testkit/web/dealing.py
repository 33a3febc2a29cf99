"""A dealt table brought to any phase of a round, as the rulebook has it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import count
from typing import Any

from croupier.house.host import Host
from croupier.house.objections import Objections
from croupier.house.purchase import purchase
from croupier.house.receipts import Answer
from croupier.house.setup import set_up
from croupier.rulebooks import published
from croupier.rules.procedure import Role
from croupier.table.commands import By, Command, TakeSeat
from croupier.table.decide import decide, objection
from croupier.table.evolve import evolve
from croupier.table.refusal import Refusal
from croupier.table.state import Table
from croupier.web.displayed import limits_for
from croupier.web.live.frames import read_asked
from testkit.web.running import Running

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
    sign_in = house.service.office.sign_in
    if "ann" in sign_in.guests:  # she asks the table itself, and nobody else puts her on record
        await sign_in.enter(By("ann", Role.PLAYER))
    host = await house.service.office.add_table(setup, ruleset.text)
    table, asked = host.table, list[Command]()
    for frame in STEPS[phase]:
        asked.append(allowed(table, host, frame))
        if frame["do"] == "open-table":
            asked += seated(table, host)
        for command in asked[len(asked) - 1 if frame["do"] != "open-table" else 0 :]:
            decided = decide(table, command, ruleset, Objections())
            assert not isinstance(decided, Refusal), decided
            for event in decided:
                table = evolve(table, event)
    await asyncio.gather(*(host.ask(f"s{next(_NUMBERS)}", command) for command in asked))
    assert host.table == table
    return host


def seated(table: Table, host: Host, money: int = 10_000) -> list[Command]:
    """Return what ann asks for to have a seat and chips."""
    ann = By("ann", Role.PLAYER)
    bought = purchase(table, host.ruleset, ann, "ann", stake=money, wallet=money, sitting=0)
    assert bought is not None
    return [TakeSeat(ann, "ann"), bought]


def allowed(table: Table, host: Host, frame: Frame) -> Command:
    """Return a command by whoever the rulebook and the house let ask for it."""
    for role in (Role.PLAYER, *host.ruleset.procedure.roles.ladder.value):
        by = By("ann" if role is Role.PLAYER else f"the {role}", role)
        command = read_asked(dict(frame), by)
        if objection(table, command, host.ruleset, Objections()) is None:
            return command
    raise AssertionError(f"nobody may do {frame} in phase {table.round.phase} under {host.ruleset.ref}")


async def step(house: Running, host: Host, frame: Frame) -> Answer:
    """Do something as whoever the rulebook lets do it."""
    return await house.service.office.ask(host, f"s{next(_NUMBERS)}", allowed(host.table, host, frame))


ANN = {"player": "ann"}
ASKED: tuple[Frame, ...] = (
    *(
        {"do": do}
        for do in ("open-table", "close-table", "open-betting", "authorize-early-close", "settle", "lift-dolly")
    ),
    *({"do": do} for do in ("restore-power", "call-no-spin", "undo-spin")),
    *({"do": do, **ANN} for do in ("take-seat", "leave-seat", "permit-value-chips", "approve-redemption")),
    *({"do": do, "amount": 100, **ANN} for do in ("remove-chips", "bring-back-chips", "collect-debt")),
    *({"do": do, "amount": 100, "chips": "cash", **ANN} for do in ("buy-in", "cash-out")),
    *(SPIN, COUNT, CALL, REST, DOLLY),
    {"do": "set-limits", "intake": "refuse"},
    WAGER | {"wager": "w2", "position": "red"},
    {"do": "place-wagers", "player": "ann", "wagers": [{"wager": "w3", "position": "black", "stake": 500}]},
    {"do": "retract-wager", "wager": "w1"},
    {"do": "retract-wagers", "wagers": ["w1"]},
    {"do": "move-wager", "wager": "w1", "position": "18", "accident": False},
    {"do": "move-wager", "wager": "w1", "position": "18", "accident": True},
    {"do": "mark-unclear", "wager": "w1"},
    {"do": "report-irregularity", "kind": "foreign-object"},
    {"do": "report-irregularity", "kind": "unlisted", "note": "a cat on the wheel"},
    {"do": "call-no-spin", "reason": "foreign-object"},
    {"do": "confirm-outcome", "pocket": "17"},
    {"do": "rule-on-wager", "wager": "w1", "treatment": "stand", "reason": "seen"},
    {"do": "rule-on-irregularity", "ruling": "void", "reason": "seen"},
    {"do": "correct-outcome", "round": "1", "pocket": "20", "reason": "misread"},
    {"do": "approve-correction", "round": "1", "pocket": "20", "reason": "seen"},
    {"do": "fail-power", "ball_dropped": False},
)
"""Every command once at least, as a frame of a socket."""
