"""Every live table of one record, and its front desk."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from croupier.house.alerts import TimesOfAlerts
from croupier.house.appointments import Appointments
from croupier.house.checkpoints import Checkpoints
from croupier.house.dealing import BY
from croupier.house.desk import (
    DESK,
    Desk,
    DeskCommand,
    KeepRulebook,
    decide_desk,
)
from croupier.house.desk_fold import DeskFold
from croupier.house.desk_notes import AddTables
from croupier.house.faults import (
    FaultedTableError,
    HouseFault,
    NotStoredError,
    ReceiptKnownError,
    StaleRecordError,
    UnknownTableError,
)
from croupier.house.host import TRIES, Host, Terms, open_host
from croupier.house.judge import SealedWheel
from croupier.house.ledger import desk_postings
from croupier.house.meters import metered
from croupier.house.objections import NO_CAPS, Objections, WagerCaps
from croupier.house.ports import Act, DeskAct, Record
from croupier.house.receipts import Answer, answered, id_reused
from croupier.house.restoring import DeskFolding, DeskRestoring, Restoring
from croupier.house.setup import TableSetUp, desk_set_up
from croupier.house.streams import desk_stream
from croupier.house.texts import stored_ruleset
from croupier.rulebooks import REFS, published
from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import PowerFailure, Role
from croupier.rules.ruleset import Ruleset
from croupier.table import commands
from croupier.table.commands import RoundRuling
from croupier.table.refusal import Refusal
from croupier.table.state import Purse


class Broken(NamedTuple):
    """A table that could not be restored, and why."""

    setup: TableSetUp
    why: str


class LiveTables:
    """Every live table of one record."""

    def __init__(
        self,
        record: Record,
        read: Callable[[str], Ruleset],
        random: SealedWheel | None,
        sitting: int | None = None,
        caps: WagerCaps = NO_CAPS,
        code: str = "",
    ) -> None:
        """Prepare; ``open_tables`` restores every table. ``code`` is the digest of the code that runs."""
        self.record, self._code = record, code
        self._stream = desk_stream(record)
        self._read, self._random, self._sitting, self._caps = read, random, sitting, caps
        self._hosts: dict[str, Host] = {}
        self.broken: dict[str, Broken] = {}
        """Tables whose record is broken: they are out of service, and clients are told so."""
        self._fold = DeskFold()
        self._restoring: DeskRestoring = Restoring(self._stream, Checkpoints(record, DESK, code), DeskFolding())
        self.desk_fault: str | None = None
        """Why the front desk takes nothing more."""
        self.own: dict[str, Ruleset] = {}
        """The house's own rulebooks by their refs, each in its latest text."""
        self.unreadable: dict[str, str] = {}
        """Rulebooks of the house's own that this program cannot read, and why."""
        self._asking = asyncio.Lock()

    @property
    def desk(self) -> Desk:
        """The current state of the front desk."""
        return self._fold.desk

    @property
    def appointments(self) -> Appointments:
        """Who appointed whom, and how long ago."""
        return self._fold.appointments

    @property
    def alert_times(self) -> TimesOfAlerts:
        """When each alert was raised and acknowledged."""
        return self._fold.alert_times

    @property
    def hosts(self) -> Mapping[str, Host]:
        return self._hosts

    def host(self, table: str) -> Host:
        """Return a live table. Raises UnknownTableError."""
        if table in self.broken:
            raise FaultedTableError(table, self.broken[table].why)
        found = self._hosts.get(table)
        if found is None:
            raise UnknownTableError(f"no table {table!r:.80}; there are {', '.join(self._hosts) or 'none'}")
        return found

    async def add(self, setup: TableSetUp, rulebook: str) -> Host:
        """Set up a new table; the text of its rulebook is stored with the record."""
        if setup.table == DESK or not setup.table or ":" in setup.table:
            raise HouseFault(f"a table cannot be called {setup.table!r:.80}")
        await self.record.begin(setup, rulebook)
        await self.list_tables([setup.table])
        return await self.restore(setup)

    async def list_tables(self, names: Sequence[str]) -> None:
        """Have the front desk list these tables, in one act, so that the record of none can go missing unseen.

        Those of houses that earlier versions opened are not listed yet, nor is one
        whose setting up was interrupted.
        """
        missing = tuple(name for name in names if name not in self.desk.added)
        if missing:
            await self.ask(f"tables-{self.desk.seq}", AddTables(BY, missing))

    async def restore(self, setup: TableSetUp) -> Host:
        """Restore a table to the end of its record, and start it."""
        ruleset = await stored_ruleset(self.record, setup.digest, self._read)
        objects = Objections(self.appointments.recent, self._caps, self.acting_in)
        terms = Terms(objects, self._sitting, self._read, self._code)
        host = await open_host(self.record, setup, ruleset, self._random, terms)
        if host.copied:
            await void_copied(host)
        self._hosts[setup.table] = host
        self._offer(host)
        return host

    def acting_in(self, name: str) -> Role | None:
        """Return the position above their own in which somebody may act."""
        person = self.desk.people.get(name)
        return None if person is None else person.acting

    def _offer(self, host: Host) -> None:
        """Let a table know of a corrected text of its rulebook, published or the house's own."""
        ref = host.ruleset.ref
        newest = self.own.get(ref) or (published(ref) if ref in REFS else None)
        host.newer = newest if newest is not None and newest != host.ruleset else None

    async def keep_rulebook(self, ident: str, command: KeepRulebook, ruleset: Ruleset) -> Answer:
        """Bring a rulebook into the house, its text stored at once; tables take it at their next opening."""
        answer = await self.ask(ident, command, keeps=(ruleset.digest, ruleset.text))
        if answer.refusal is None:
            self.own[ruleset.ref] = ruleset
            for host in self._hosts.values():
                self._offer(host)
        return answer

    async def read_own(self) -> None:
        """Read the house's own rulebooks; one that cannot be read is left out, and stays in the record."""
        for ref, kept in self.desk.rulebooks.items():
            try:
                self.own[ref] = await stored_ruleset(self.record, kept.digests[-1], self._read)
            except HouseFault as fault:
                self.unreadable[ref] = str(fault)

    async def ask(self, ident: str, command: DeskCommand, keeps: tuple[str, str] | None = None) -> Answer:
        """Send a command to the front desk and wait for the answer. The same id is one act."""
        async with self._asking:
            if self.desk_fault is not None:
                raise FaultedTableError(DESK, self.desk_fault)
            for _ in range(TRIES):
                known = await self._stream.receipt(command.by.name, ident)
                if known is not None:
                    same = known.command == command
                    return answered(ident, known.written, known.refusal) if same else id_reused(ident)
                try:
                    answer = await self._act(ident, command, keeps)
                except (StaleRecordError, ReceiptKnownError):
                    await self.read_desk()
                else:
                    await self._keep_checkpoint()
                    return answer
        raise NotStoredError("others kept writing first")

    async def _act(self, ident: str, command: DeskCommand, keeps: tuple[str, str] | None) -> Answer:
        async with self._stream.turn() as turn:
            if turn.head.seq != self.desk.seq:
                await self.read_desk()
            if turn.head.seq != self.desk.seq:
                raise StaleRecordError(DESK, expected=turn.head.seq, found=self.desk.seq)
            decided = decide_desk(self.desk, command)
            act: DeskAct
            if isinstance(decided, Refusal):
                act = Act(command.by.name, ident, command, refusal=decided)
            else:
                moved = tuple(posting for event in decided for posting in desk_postings(event))
                act = Act(command.by.name, ident, command, decided, moved, keeps=keeps)
            (written,) = await turn.append([act], metered(act.events))
        for entry, event in zip(written.entries, act.events, strict=True):
            self._fold.note(event, entry.line)
        return answered(ident, written, act.refusal)

    async def wallet(self, player: str) -> int:
        """Return a player's play money away from the tables."""
        account = f"wallet:{player}"
        return (await self.record.held([account])).get(account, 0)

    def at_tables(self, player: str) -> dict[str, Purse]:
        """Return a player's chips at every table where there are any."""
        purses = {name: host.table.standing.purses.get(player) for name, host in self._hosts.items()}
        return {name: purse for name, purse in purses.items() if purse is not None and purse.worth}

    def ever_sat(self, player: str) -> bool:
        """Whether a player has, or had, a seat at a table."""
        return any(host.table.standing.seats.get(player) is not None for host in self._hosts.values())

    async def restore_desk(self) -> None:
        """Restore the front desk to the end of its record."""
        self._fold = await self._restoring.restore()

    async def read_desk(self) -> None:
        """Fold the front desk's record from where it was read to its end."""
        async for entry, event in self._stream.read(self.desk.seq):
            self._fold.note(event, entry.line)

    async def _keep_checkpoint(self) -> None:
        if self._restoring.checkpoints.due(self.desk.seq):
            await self._restoring.keep(self.desk.seq, self._fold)

    async def check(self) -> AsyncIterator[tuple[str, str]]:
        """Compare what the house was restored from with its record; return what was stopped by that, and why."""
        why = self.desk_fault = await self._restoring.fault()
        if why is not None:
            yield DESK, why
        for name, host in list(self._hosts.items()):
            await host.check()
            if host.fault is not None:
                yield name, host.fault

    async def close(self) -> None:
        """Stop every table after its current batch, and close the record."""
        for host in self._hosts.values():
            await host.stop()
        await self.record.close()


async def open_tables(
    record: Record,
    read: Callable[[str], Ruleset],
    random: SealedWheel | None = None,
    sitting: int | None = None,
    caps: WagerCaps = NO_CAPS,
    code: str = "",
) -> LiveTables:
    """Restore every table of a record, in whatever phase it was.

    A table whose record is broken is set aside, without affecting the others. With
    ``sitting``, wagers buy the chips that they lack. With ``code``, the digest of the code that runs,
    checkpoints are made and used.
    """
    tables = LiveTables(record, read, random, sitting, caps, code)
    setups = await record.tables()
    if all(setup.table != DESK for setup in setups):
        with suppress(StaleRecordError):  # another worker opens the same record, and was first
            await record.begin(desk_set_up(DESK), "")
    await tables.restore_desk()
    await tables.read_own()
    await tables.list_tables([setup.table for setup in setups if setup.table != DESK])
    for setup in setups:
        if setup.table != DESK:
            try:
                await tables.restore(setup)
            except HouseFault as fault:
                tables.broken[setup.table] = Broken(setup, str(fault))
    return tables


async def void_copied(host: Host) -> None:
    """Void a round that was under way when this record was copied, before anybody can bet on it.

    The house that it was copied from may have played it to the end and revealed its
    secret. A round whose outcome is declared in the copy is paid: nothing about it
    was secret any more. Raises HouseFault if the rulebook lets nobody void it.
    """
    if host.table.round.phase.between_rounds or host.table.round.outcome is not None:
        return
    ident, why = f"copied-{secrets.token_hex(8)}", "the record is a copy: the secret of this round may be known"
    reported = commands.ReportIrregularity(BY, Irregularity.UNLISTED, note=why)
    ruled = commands.RuleOnIrregularity(BY, RoundRuling.VOID, why)
    await host.ask(ident, reported)
    if not host.table.round.ended:
        await host.ask(f"{ident}-ruled", ruled)
    if not host.table.round.ended:
        await host.stop()
        raise HouseFault(f"round {host.table.round.name} was under way in the copied record, and cannot be voided")


async def note_interruption(host: Host, ident: str) -> None:
    """Record that an automatic table was interrupted in mid-round, if its rulebook covers a power failure.

    The rulebook says what follows: play goes on and the round is finished, unless
    "no spin" was called. If it is silent, the round goes on all the same.
    """
    addressed = host.ruleset.procedure.power.failure.value is not PowerFailure.UNADDRESSED
    if not addressed or host.table.round.phase.between_rounds:
        return
    dropped = host.table.round.outcome is not None
    await host.ask(f"{ident}-failed", commands.FailPower(BY, ball_dropped=dropped))
    await host.ask(f"{ident}-restored", commands.RestorePower(BY))
