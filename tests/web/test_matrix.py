"""Who may do what, when: every role, command and phase through real sockets, held against how a house judges."""

from __future__ import annotations

import typing
from pathlib import Path
from typing import Any

import pytest

from croupier.house.host import Host
from croupier.house.objections import Objections
from croupier.rulebooks import REFS
from croupier.rules.procedure import Role
from croupier.table.commands import By, Command
from croupier.table.decide import decide
from croupier.table.refusal import Refusal
from croupier.web.live.frames import read_asked
from testkit.shares import SOAK
from testkit.web.dealing import ASKED, STEPS, Frame, dealt_table
from testkit.web.running import Running, Socket, come_in, play, running, socket, staff

PEOPLE = {str(role): f"{role}-x".replace("-", "") for role in Role if role not in (Role.PLAYER, Role.HOUSE)}
REFS_ASKED: tuple[str, ...] = REFS if SOAK else ("mbs-roulette/3", "us-double-zero/1")
EVERY = 8
"""Of the cells that are accepted, so many are passed over for each that is tried."""


def test_every_command_is_asked() -> None:
    assert {frame["do"] for frame in ASKED} == {command.do for command in typing.get_args(Command)}


@pytest.mark.parametrize("ref", REFS_ASKED)
def test_the_socket_answers_what_decide_says_in_every_cell(tmp_path: Path, ref: str) -> None:
    cells = {"accepted": 0, "refused": 0}

    async def scene() -> None:
        async with running(tmp_path, play_money=10**12, too_soon=0) as house, house.client() as owner:
            await house.owner(owner)
            tokens = {role: await staff(house, owner, name, role) for role, name in PEOPLE.items()}
            tokens["player"] = await come_in(house, "ann")
            for phase in STEPS if SOAK else [*STEPS][REFS_ASKED.index(ref) :: len(REFS_ASKED)]:
                host = await dealt_table(house, ref, phase)
                for role, token in tokens.items():
                    accepted = await all_refusals(house, host, role, token, cells)
                    for frame in accepted if SOAK else accepted[len(phase) % EVERY :: EVERY]:
                        await one_accepted(house, await dealt_table(house, ref, phase), role, token, frame)
                        cells["accepted"] += 1

    play(scene(), 1_200 if SOAK else 120)
    assert cells["accepted"] >= (200 if SOAK else 10)
    assert cells["refused"] > (1_500 if SOAK else 600)


async def all_refusals(house: Running, host: Host, role: str, token: str, cells: dict[str, int]) -> list[Frame]:
    """Send all that is refused in one go, compare each, and give back what would be accepted."""
    by = By("ann" if role == "player" else PEOPLE[role], Role(role))
    accepted, awaited = [], {}
    async with socket(house, host.name, token) as (line, welcome):
        assert welcome["you"] == {"name": by.name, "role": by.role}
        before = host.table
        for number, frame in enumerate(ASKED):
            said = decide(before, read_asked(dict(frame), by), host.ruleset, Objections())
            if isinstance(said, Refusal):
                awaited[f"{role}-{number}"] = said
                await line.send({"id": f"{role}-{number}", **frame})
            else:
                accepted.append(frame)
        told = await answers(line, len(awaited))
        assert {ident: (no["refused"]["code"], no["refused"]["clause"]) for ident, no in told.items()} == {
            ident: (str(no.code), str(no.clause)) for ident, no in awaited.items()
        }
        assert host.table.seq == before.seq
    cells["refused"] += len(awaited)
    return accepted


async def answers(line: Socket, wanted: int) -> dict[str, Any]:
    told: dict[str, Any] = {}
    while len(told) < wanted:
        data = await line.receive()
        if data.get("id") is not None:
            told[data["id"]] = data
    return told


async def one_accepted(house: Running, host: Host, role: str, token: str, frame: Frame) -> None:
    """Send what is accepted, and compare the events."""
    by = By("ann" if role == "player" else PEOPLE[role], Role(role))
    async with socket(house, host.name, token) as (line, _):
        said = decide(host.table, read_asked(dict(frame), by), host.ruleset, Objections())
        assert not isinstance(said, Refusal)
        receipt = await line.answer({"id": "once", **frame})
        assert [event["type"] for event in receipt["events"]] == [event.type for event in said]
        assert all(event["by"] == {"name": by.name, "role": str(by.role)} for event in receipt["events"])


def test_whoever_looks_on_asks_for_nothing_in_any_phase(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(tmp_path) as house:
            await come_in(house, "ann")
            for phase in STEPS:
                host = await dealt_table(house, "mbs-roulette/3", phase)
                async with socket(house, host.name, None) as (line, _):
                    for number, frame in enumerate(ASKED):
                        await line.send({"id": f"c{number}", **frame})
                    told = await answers(line, len(ASKED))
                    assert {one["error"]["code"] for one in told.values()} == {"not-signed-in"}

    play(scene())
