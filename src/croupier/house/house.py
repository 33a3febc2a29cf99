"""The house: every live table of one record, and the front desk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple, cast

from croupier.house.appointments import Appointments
from croupier.house.dealing import BY
from croupier.house.desk import HOUSE, Desk, HouseCommand, HouseEvent, decide_house, evolve_house
from croupier.house.faults import (
    FaultedTableError,
    HouseFault,
    NotStoredError,
    ReceiptKnownError,
    StaleRecordError,
    UnknownTableError,
)
from croupier.house.host import TRIES, Host, open_host
from croupier.house.judge import RandomWheel
from croupier.house.ledger import house_postings
from croupier.house.meters import metered
from croupier.house.ports import Act, Entry, Record
from croupier.house.setup import TableSetUp, house_set_up
from croupier.house.told import receipt_line, refusal_line
from croupier.rules.procedure import PowerFailure
from croupier.rules.ruleset import Ruleset
from croupier.table import commands
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire


class Broken(NamedTuple):
    """A table that could not be restored, and why."""

    setup: TableSetUp
    why: str


class House:
    """Every live table of one record."""

    def __init__(self, record: Record, read: Callable[[str], Ruleset], random: RandomWheel | None) -> None:
        """Prepare; ``open_house`` brings every table to where it was."""
        self.record = record
        self._read, self._random = read, random
        self._hosts: dict[str, Host] = {}
        self.broken: dict[str, Broken] = {}
        """Tables whose record does not hold: nobody is served there, and everybody is told so."""
        self.desk = Desk()
        self.appointments = Appointments()
        self._asking = asyncio.Lock()

    @property
    def hosts(self) -> Mapping[str, Host]:
        """The live tables by name."""
        return self._hosts

    def host(self, table: str) -> Host:
        """Give a live table. Raises UnknownTableError."""
        if table in self.broken:
            raise FaultedTableError(table, self.broken[table].why)
        found = self._hosts.get(table)
        if found is None:
            raise UnknownTableError(f"no table {table!r:.80}; there are {', '.join(self._hosts) or 'none'}")
        return found

    async def add(self, setup: TableSetUp, rulebook: str) -> Host:
        """Set up a new table; its rulebook's text is kept with the record."""
        if setup.table == HOUSE or not setup.table or ":" in setup.table:
            raise HouseFault(f"a table cannot be called {setup.table!r:.80}")
        await self.record.found(setup, rulebook)
        return await self.restore(setup)

    async def restore(self, setup: TableSetUp) -> Host:
        """Bring a table to where its record ends, and start it."""
        ruleset = self._read(await self.record.rulebook(setup.digest))
        host = await open_host(self.record, setup, ruleset, self._random, self.appointments.between)
        self._hosts[setup.table] = host
        return host

    async def ask(self, ident: str, command: HouseCommand) -> str:
        """Ask the front desk for something, and wait for the receipt. The same id is one act."""
        async with self._asking:
            for _ in range(TRIES):
                known = await self.record.receipt(HOUSE, command.by.name, ident)
                if known is not None:
                    same = known.command == command
                    reused = Refusal(Code.ID_REUSED, wire("1.1"), {"id": ident})
                    return receipt_line(ident, known.written) if same else refusal_line(ident, reused)
                try:
                    return await self._act(ident, command)
                except (StaleRecordError, ReceiptKnownError):
                    await self.read_desk()
        raise NotStoredError("others kept writing first")

    async def _act(self, ident: str, command: HouseCommand) -> str:
        async with self.record.turn(HOUSE) as turn:
            if turn.head.seq != self.desk.seq:
                await self.read_desk()
            if turn.head.seq != self.desk.seq:
                raise StaleRecordError(HOUSE, expected=turn.head.seq, found=self.desk.seq)
            decided = decide_house(self.desk, command)
            if isinstance(decided, Refusal):
                act = Act(command.by.name, ident, command, refusal=decided)
            else:
                moved = tuple(posting for event in decided for posting in house_postings(event))
                act = Act(command.by.name, ident, command, decided, moved)
            (written,) = await turn.append([act], metered(act.events))
        for entry, event in zip(written.entries, act.events, strict=True):
            self._fold(entry, cast("HouseEvent", event))
        return receipt_line(ident, written)

    async def read_desk(self) -> None:
        """Bring the front desk to where its record ends."""
        async for entry, event in self.record.read(HOUSE, self.desk.seq):
            self._fold(entry, cast("HouseEvent", event))

    def _fold(self, entry: Entry, event: HouseEvent) -> None:
        self.desk = evolve_house(self.desk, event)
        self.appointments.note(event, entry.line)

    async def close(self) -> None:
        """Stop every table after what it is doing, and let go of the record."""
        for host in self._hosts.values():
            await host.stop()
        await self.record.close()


async def open_house(record: Record, read: Callable[[str], Ruleset], random: RandomWheel | None = None) -> House:
    """Restore every table of a record to where it was, in whatever phase that is.

    A table whose record is broken is set aside; it says nothing about the others.
    """
    house = House(record, read, random)
    setups = await record.tables()
    if all(setup.table != HOUSE for setup in setups):
        with suppress(StaleRecordError):  # another worker opens the same record, and was first
            await record.found(house_set_up(HOUSE), "")
    await house.read_desk()
    for setup in setups:
        if setup.table != HOUSE:
            try:
                await house.restore(setup)
            except HouseFault as fault:
                house.broken[setup.table] = Broken(setup, str(fault))
    return house


async def note_interruption(host: Host, ident: str) -> None:
    """Write down that an automatic table stood still in mid-round, where its rulebook speaks of a power failure.

    What follows is the rulebook's say: play goes on and the round is concluded,
    unless "no spin" was called. Where it is silent the round goes on all the same.
    """
    addressed = host.ruleset.procedure.power.failure.value is not PowerFailure.UNADDRESSED
    if not addressed or host.table.round.phase.between_rounds:
        return
    dropped = host.table.round.outcome is not None
    await host.ask(f"{ident}-failed", commands.FailPower(BY, ball_dropped=dropped))
    await host.ask(f"{ident}-restored", commands.RestorePower(BY))
