"""A live table: one task that writes, in order, what no connection owns.

It drains what waits, judges each command against the table as the ones before
it leave it, commits the whole batch once, and only then answers and tells.
What was not stored did not happen: the table goes back to where its record
ends, and the same id can be asked again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, cast

from croupier.house.faults import (
    BrokenRecordError,
    BusyError,
    FaultedTableError,
    HouseFault,
    NotStoredError,
    OverdrawnError,
    ReceiptKnownError,
    StaleRecordError,
)
from croupier.house.feed import Feed
from croupier.house.judge import Judge, RandomWheel, WrongDrawError, not_enough
from croupier.house.meters import metered
from croupier.house.objections import Between, judged, strangers
from croupier.house.ports import Act, Entry, Happened, Record, Written
from croupier.house.results import Results
from croupier.house.setup import TableSetUp, fresh_table
from croupier.house.told import receipt_line, refusal_line
from croupier.rules.ruleset import Ruleset
from croupier.table.case import Decision
from croupier.table.commands import Command, OpenBetting
from croupier.table.events import Event
from croupier.table.evolve import evolve
from croupier.table.made import of_tuple
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table
from croupier.table.wire_rules import wire

WAITING_MAX = 4_096
BATCH_MAX = 1_024
RECEIPTS_KEPT = 2 * BATCH_MAX
"""Receipts kept at hand; the record has them all. More would cost more, for memory that is seldom looked at again."""
TRIES = 5


class Answer(Protocol):
    """Where a receipt is handed to, or why there is none: a future, or somebody who needs none."""

    def done(self) -> bool:
        """Whether nobody waits for it any more."""
        ...

    def set_result(self, result: str, /) -> None:
        """Take the receipt."""
        ...

    def set_exception(self, exception: HouseFault, /) -> None:
        """Take why there is none."""
        ...


class _Ask(NamedTuple):
    key: tuple[str, str]
    """Who asks, and the id: under both a command counts once."""
    command: Command
    answer: Answer


_ask = of_tuple(_Ask)


class Host:
    """One live table."""

    def __init__(
        self,
        record: Record,
        setup: TableSetUp,
        ruleset: Ruleset,
        random: RandomWheel | None,
        between: Between = strangers,
    ) -> None:
        """Prepare a table; ``open_host`` brings it to where its record ends."""
        self.name, self.setup, self.ruleset = setup.table, setup, ruleset
        self.table: Table = fresh_table(setup, ruleset)
        self.feed = Feed()
        self.results = Results(ruleset)
        self.fault: str | None = None
        """Why nothing more is taken: what is stored is not what was written, or a bug of ours stopped the table."""
        self._record, self._random, self._between = record, random, between
        self._secret: bytes | None = None
        self._waiting: deque[_Ask] = deque()
        self._woken = asyncio.Event()
        self._idle = asyncio.Event()
        self._receipts: OrderedDict[tuple[str, str], tuple[Command, str]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    # --- what others ask ------------------------------------------------------------------------------------------

    async def ask(self, ident: str, command: Command) -> str:
        """Ask for something, and wait for the receipt: one line of JSON, and what it says is durable.

        Raises BusyError when too much waits, and NotStoredError when the record
        did not take it. Who stops waiting changes nothing about what happens.
        """
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.submit(ident, command, answer)
        return await answer

    def submit(self, ident: str, command: Command, answer: Answer) -> None:
        """Ask for something without waiting; the receipt is handed to the answer."""
        if self.fault is not None:
            raise FaultedTableError(self.name, self.fault)
        if self._task is None or self._task.done():
            raise NotStoredError(f"table {self.name} is stopped")
        if isinstance(command, OpenBetting) and command.commitment is not None:
            command = replace(command, commitment=None)  # the wheel's to give: what an asker says of it is not heard
        if len(self._waiting) >= WAITING_MAX:
            raise BusyError(f"table {self.name} has {WAITING_MAX} commands waiting; ask again")
        self._waiting.append(_ask(((command.by.name, ident), command, answer)))
        if not self._woken.is_set():
            self._woken.set()

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return len(self._waiting)

    def drawn(self) -> str:
        """Give the pocket that the random wheel drew for the round under way."""
        return self._judge().drawn()

    def judged(self, command: Command) -> Decision:
        """Say what would come of a command now, and let nothing come of it."""
        return judged(self.table, command, self.ruleset, self._between)

    def start(self) -> None:
        """Begin to work off what is asked."""
        self._task = asyncio.get_running_loop().create_task(self._work(), name=f"table {self.name}")

    async def stop(self) -> None:
        """Work off what waits, then stop."""
        if self._task is not None and not self._task.done():
            self._idle.clear()
            self._woken.set()
            idle = asyncio.ensure_future(self._idle.wait())
            await asyncio.wait([idle, self._task], return_when=asyncio.FIRST_COMPLETED)
            idle.cancel()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.feed.end()

    # --- the one writer -------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            while not self._waiting:
                self._idle.set()
                self._woken.clear()
                await self._woken.wait()
            await self._gathered()
            asks = [self._waiting.popleft() for _ in range(min(BATCH_MAX, len(self._waiting)))]
            try:
                await self._serve(asks)
            except HouseFault as fault:
                if isinstance(fault, BrokenRecordError):
                    self.fault = str(fault)
                _fail(asks, NotStoredError(str(fault)))
            except Exception as error:  # a bug of ours must not leave people waiting
                self.fault = f"stopped by a fault of ours: {error!r}"
                _fail([*asks, *self._emptied()], NotStoredError(f"table {self.name} failed: {error!r}"))
                raise

    async def _gathered(self) -> None:
        """Let come what is coming: while each turn of the loop brings more, a commit now would serve few of them."""
        seen = 0
        while seen < len(self._waiting) < BATCH_MAX:
            seen = len(self._waiting)
            await asyncio.sleep(0)

    def _emptied(self) -> list[_Ask]:
        left = list(self._waiting)
        self._waiting.clear()
        return left

    async def _serve(self, asks: Sequence[_Ask]) -> None:
        """Bring asks to an end, all in one batch if that goes."""
        overdrawn: dict[tuple[str, str], str] = {}
        for _ in range(TRIES + len(asks)):
            # Who was answered is left out from here on, for what was at hand may not be so for long.
            asks = left = [ask for ask in asks if ask.key not in self._receipts or not self._repeated(ask)]
            if not left:
                return
            once = {ask.key: ask for ask in reversed(left)}
            new = left if len(once) == len(left) else [ask for ask in left if once[ask.key] is ask]
            acts: list[Act] = []
            try:
                await self._batch(new, acts, overdrawn)
                if new is left:
                    return
            except StaleRecordError:
                continue
            except ReceiptKnownError:
                known = await self._record.known(self.name, [ask.key for ask in new])
                for ask in new:
                    if ask.key in known:
                        await self._look_up(ask)
            except OverdrawnError as fault:
                overdrawn |= await self._overdrawing(acts, fault.account)
            except WrongDrawError as fault:
                wrong = new[len(acts)]  # the others of its batch have nothing to do with it
                _fail([wrong], NotStoredError(str(fault)))
                asks = [ask for ask in asks if ask is not wrong]
        raise NotStoredError(f"table {self.name}: others kept writing first")

    async def _batch(self, asks: Sequence[_Ask], acts: list[Act], overdrawn: Mapping[tuple[str, str], str]) -> None:
        """Judge and commit. The acts are the caller's, to look at if the store refuses them."""
        async with self._record.turn(self.name) as turn:
            if turn.head.seq != self.table.seq:
                await self._catch_up()
            if turn.head.seq != self.table.seq:
                # Somebody wrote after the head was looked at, where a turn does not keep others away.
                raise StaleRecordError(self.name, expected=turn.head.seq, found=self.table.seq)
            judge = self._judge()
            for key, command, _ in asks:
                account = overdrawn.get(key)
                if account is None:
                    acts.append(judge.judge(*key, command))
                else:
                    acts.append(Act(*key, command, refusal=not_enough(account)))
            written = await turn.append(acts, metered([event for act in acts for event in act.events]))
        # Durable from here on.
        self.table, self._secret = judge.table, judge.secret
        self._tell(asks, acts, written)

    async def _overdrawing(self, acts: Sequence[Act], account: str) -> dict[tuple[str, str], str]:
        """Find the acts that took more from an account than there was when their turn came."""
        left = (await self._record.balances(account)).get(account, 0)
        found = {}
        for act in acts:
            moved = sum(posting.amount for posting in act.postings if posting.account == account)
            if left + moved < 0:
                found[act.who, act.id] = account
            else:
                left += moved
        return found

    def _judge(self) -> Judge:
        return Judge(self.name, self.ruleset, self.table, self._random, self._secret, self._between)

    def _tell(self, asks: Sequence[_Ask], acts: Sequence[Act], written: Sequence[Written]) -> None:
        """Answer everybody, then tell everybody."""
        told: list[tuple[Entry, Happened]] = []
        for (key, command, answer), act, stored in zip(asks, acts, written, strict=True):
            line = receipt_line(key[1], stored)
            self._keep(key, command, line)
            if not answer.done():
                answer.set_result(line)
            told += zip(stored.entries, act.events, strict=True)
        self._publish(told)

    def _publish(self, told: Sequence[tuple[Entry, Happened]]) -> None:
        for entry, event in told:
            self.results.note(cast("Event", event), entry.line)
        if told:
            self.feed.publish(told)

    # --- receipts -------------------------------------------------------------------------------------------------

    def _keep(self, key: tuple[str, str], command: Command, line: str) -> None:
        self._receipts[key] = (command, line)
        if len(self._receipts) > RECEIPTS_KEPT:
            self._receipts.popitem(last=False)

    def _repeated(self, ask: _Ask) -> bool:
        """Answer an id that was answered before, if it is at hand."""
        known = self._receipts.get(ask.key)
        if known is None:
            return False
        line = known[1] if known[0] == ask.command else _reused(ask.key[1])
        if not ask.answer.done():
            ask.answer.set_result(line)
        return True

    async def _look_up(self, ask: _Ask) -> None:
        """Fetch a receipt that is no longer at hand."""
        stored = await self._record.receipt(self.name, *ask.key)
        if stored is not None:
            command = cast("Command", stored.command)
            if isinstance(command, OpenBetting):
                command = replace(command, commitment=None)  # the wheel's, not the asker's
            self._keep(ask.key, command, receipt_line(ask.key[1], stored.written))

    # --- the record -----------------------------------------------------------------------------------------------

    async def _catch_up(self, *, tell: bool = True) -> None:
        """Read on from where the table stands, and find the secret of the round under way."""
        table, told = self.table, list[tuple[Entry, Happened]]()
        async for entry, event in self._record.read(self.name, table.seq):
            table = evolve(table, cast("Event", event))
            if tell:
                told.append((entry, event))
            else:
                self.results.note(cast("Event", event), entry.line)
        secret = None
        if self._random is not None and not table.round.ended and table.round.name is not None:
            sealed = await self._record.sealed(self.name, table.round.name)
            if sealed is None:
                raise BrokenRecordError(f"{self.name} round {table.round.name}", "its secret is missing")
            secret = self._random.seal.open(sealed, self.name, table.round.name)
        self.table, self._secret = table, secret
        self._publish(told)

    async def restore(self) -> None:
        """Bring the table to where its record ends. Raises BrokenRecordError where it ends elsewhere than it says."""
        head = await self._record.head(self.name)
        await self._catch_up(tell=False)  # nobody follows yet, and a long record is not to be kept in memory
        if self.table.seq < head.seq:
            raise BrokenRecordError(f"{self.name} event {self.table.seq + 1}", f"is missing; there were {head.seq}")


def _fail(asks: Sequence[_Ask], fault: HouseFault) -> None:
    for ask in asks:
        if not ask.answer.done():
            ask.answer.set_exception(fault)


def _reused(ident: str) -> str:
    return refusal_line(ident, Refusal(Code.ID_REUSED, wire("1.1"), {"id": ident}))


async def open_host(
    record: Record,
    setup: TableSetUp,
    ruleset: Ruleset,
    random: RandomWheel | None = None,
    between: Between = strangers,
) -> Host:
    """Restore a table to where it was, in whatever phase that is, and start it."""
    if ruleset.digest != setup.digest:
        raise BrokenRecordError(setup.table, f"was set up under {setup.digest}, not {ruleset.digest}")
    if setup.random and random is None:
        raise HouseFault(f"table {setup.table} needs the random wheel")
    host = Host(record, setup, ruleset, random if setup.random else None, between)
    await host.restore()
    host.start()
    return host
