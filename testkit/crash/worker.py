"""The house under test. Commands come in over a socket; each receipt goes back after it is durable, and not before.

A line in:   TABLE tab ID tab COMMAND       a line out:  TABLE tab WHO tab ID tab RECEIPT
             finish                                      TABLE tab WHO tab ID tab !WORDS     not stored
                                                         hello tab JSON                      every table is restored
                                                         refused tab WORDS                   the store cannot be opened
                                                         bye
The house deals by itself at every table, and its own receipts go out as well.
"""

import asyncio
import json
import os
import socket
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import croupier
from croupier.house.dealing import next_call
from croupier.house.desk import DESK
from croupier.house.faults import HouseFault
from croupier.house.host import Host
from croupier.house.judge import SealedWheel
from croupier.house.setup import set_up
from croupier.house.tables import LiveTables, note_interruption, open_tables
from croupier.rulebooks import REFS, text_of
from croupier.rules.pocket import Pocket
from croupier.rules.ruleset import Ruleset
from croupier.storage.codec import read_stored_command
from croupier.table.commands import DeclareOutcome
from croupier.wheels.random_wheel import RandomWheel
from croupier.wheels.seal import KeyedSeal
from testkit.crash import plants
from testkit.crash.stores import open_store
from testkit.crash.wheel import commitment

REF = "mbs-roulette/3"
LINE_MAX = 1 << 20
WHEEL = SealedWheel(RandomWheel(), KeyedSeal(bytes(range(32))))
"""The house's own, with a key that every life has again."""


class Order(NamedTuple):
    """What a worker is to do."""

    store: str
    life: int = 0
    """How many workers were there before it."""
    tables: tuple[str, ...] = ("t1", "t2")
    plant: str = ""
    betting: float = 0.012
    """Seconds for which betting stays open."""
    pause: float = 0.0
    """Seconds between two calls of the house."""
    deals: bool = True


class Worker:
    """One life of a house."""

    def __init__(self, order: Order, door: socket.socket) -> None:
        """Take an order; the socket is where the clients are."""
        self.order, self._door = order, door
        self._asks: set[asyncio.Task[None]] = set()
        self._finishing = False

    async def live(self) -> None:
        """Open the house, serve until told to finish, and end in order."""
        order = self.order
        plants.plant(order.plant)
        try:
            record = await open_store(order.store)
            house = await open_tables(record, ruleset_of, WHEEL)
        except HouseFault as fault:
            self._tell("refused", f"{type(fault).__name__}: {fault}")
            return
        for name in order.tables:
            if name not in house.hosts:
                ruleset = croupier.rulebook(REF)
                await house.add(set_up(name, ruleset, random=True), text_of(ruleset.ref))
        await plants.plant_in(order.plant, order.store)
        self._tell("hello", json.dumps({name: standing(host) for name, host in house.hosts.items()}))
        dealing = [asyncio.create_task(self._deal(host)) for host in house.hosts.values() if order.deals]
        await self._listen(house)
        self._finishing = True
        await asyncio.gather(*dealing, *self._asks)
        await house.close()
        self._tell("bye")

    async def _listen(self, house: LiveTables) -> None:
        reader = asyncio.StreamReader(LINE_MAX)
        loop = asyncio.get_running_loop()
        await loop.connect_accepted_socket(lambda: asyncio.StreamReaderProtocol(reader), self._door.dup())
        while line := (await reader.readline()).decode().removesuffix("\n"):
            if line == "finish":
                return
            table, ident, command = line.split("\t", 2)
            task = asyncio.create_task(self._answer(house, table, ident, command))
            self._asks.add(task)
            task.add_done_callback(self._asks.discard)
        os._exit(0)  # the clients are gone

    async def _answer(self, house: LiveTables, table: str, ident: str, text: str) -> None:
        command: Any = read_stored_command(text)
        try:
            if table == DESK:
                line = (await house.ask(ident, command)).line
            else:
                host = house.host(table)
                if isinstance(command, DeclareOutcome):
                    command = replace(command, pocket=Pocket(host.drawn()))  # the wheel's, whoever speaks for it
                line = (await host.ask(ident, command)).line
        except HouseFault as fault:
            line = f"!{type(fault).__name__}: {fault}"
        self._tell(table, command.by.name, ident, line)

    def _tell(self, *parts: str) -> None:
        left = memoryview("\t".join(parts).encode() + b"\n")
        while left:
            with suppress(BlockingIOError):
                left = left[self._door.send(left) :]

    async def _deal(self, host: Host) -> None:
        """Call round after round; what a rulebook has to say about the crash before comes first."""
        order = self.order
        if order.life and host.table.seq:
            with suppress(HouseFault):
                await note_interruption(host, f"life{order.life}")
        number = 0
        while not (self._finishing and host.table.standing.open and host.table.round.phase.between_rounds):
            command = next_call(host.table, host.ruleset, host.drawn)
            assert command is not None, f"{host.name} waits for a ruling in {host.table.round.phase}"
            number += 1
            ident = f"life{order.life}-{number}"
            try:
                answer = await host.ask(ident, command)
                assert answer.refusal is None, f"{host.name} refuses its own house: {answer.line}"
                line = answer.line
            except HouseFault as fault:
                line = f"!{type(fault).__name__}: {fault}"
                await asyncio.sleep(0.05)
            self._tell(host.name, command.by.name, ident, line)
            await asyncio.sleep(order.betting if command.do == "open-betting" and not self._finishing else order.pause)


def standing(host: Host) -> dict[str, object]:
    """Say where a table stands."""
    now, secret = host.table.round, host._secret
    committed = None if secret is None or now.name is None else commitment(secret, host.name, now.name)
    return {"seq": host.table.seq, "phase": str(now.phase), "round": now.name, "commitment": committed}


@cache
def ruleset_of(text: str) -> Ruleset:
    """Find the published rulebook with this text: the house keeps the text, and parsing is not what is tested here."""
    return next(croupier.rulebook(ref) for ref in REFS if text_of(ref) == text)


def order_of(data: dict[str, Any]) -> Order:
    """Read an order."""
    order = Order(**data)
    return order._replace(tables=tuple(order.tables))


def run(order: Order, door: socket.socket) -> None:
    """Live one life."""
    asyncio.run(Worker(order, door).live())


if __name__ == "__main__":
    run(order_of(json.loads(sys.argv[2])), socket.socket(fileno=int(sys.argv[1])))
