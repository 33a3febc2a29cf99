"""A live table: one task that writes, in order, independent of any connection.

It drains the queue, judges each command against the table as the ones before
it leave it, commits the whole batch once, and only then answers and publishes.
What was not stored did not happen: the table goes back to where its record
ends, and the same id can be sent again.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

from croupier.house.acting import in_position, offers_with
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
from croupier.house.feed import Feed, Published
from croupier.house.judge import Judge, SealedWheel, WrongDrawError, not_enough
from croupier.house.meters import metering
from croupier.house.objections import Objections
from croupier.house.ports import COPIED, Act, Record, TableAct, Written
from croupier.house.purchase import purchase, stakes
from croupier.house.receipts import Answer, answered, id_reused
from croupier.house.results import Results
from croupier.house.setup import TableSetUp, fresh_table
from croupier.house.slices import SLICE, in_slices, sliced
from croupier.house.streams import table_stream
from croupier.house.texts import parse_stored, stored_ruleset
from croupier.house.wallets import Wallets, moved_by
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import STAKE_MAX
from croupier.table.commands import By, Command, OpenBetting
from croupier.table.decide import objection
from croupier.table.events import BettingOpened
from croupier.table.evolve import evolve
from croupier.table.offers import Offer, offers
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table

WAITING_MAX = 4_096
BATCH_MAX = 1_024
RECEIPTS_KEPT = 2 * BATCH_MAX
"""Receipts cached in memory; the record has them all. Older ones are seldom asked for again."""
TRIES = 5


class Receiver(Protocol):
    """Where an answer goes, or why there is none: a future, or anything with these three methods."""

    def done(self) -> bool:
        """Whether nobody waits for it any more."""
        ...

    def set_result(self, result: Answer, /) -> None: ...

    def set_exception(self, exception: HouseFault, /) -> None: ...


Key: TypeAlias = tuple[str, str]
"""The asker and the id: a command counts once under both."""


class _Ask(NamedTuple):
    key: Key
    command: Command
    receiver: Receiver


class _Nobody:
    """Nobody waits for the receipt of a purchase that was made for a wager; the wager's own says how that went."""

    def done(self) -> bool:
        return True

    def set_result(self, result: Answer, /) -> None: ...

    def set_exception(self, exception: HouseFault, /) -> None: ...


NOBODY = _Nobody()

_Done: TypeAlias = tuple[_Ask, TableAct]
"""A command and what came of it."""


class Host:
    """One live table."""

    def __init__(
        self,
        record: Record,
        setup: TableSetUp,
        ruleset: Ruleset,
        random: SealedWheel | None,
        objects: Objections | None = None,
        sitting: int | None = None,
        read: Callable[[str], Ruleset] = parse_stored,
    ) -> None:
        """Prepare a table; ``open_host`` restores it to where its record ends.

        With ``sitting``, chips that a wager lacks are bought first, for that amount at
        a time as far as the wallet goes.
        """
        self.name, self.setup, self.ruleset = setup.table, setup, ruleset
        self.newer: Ruleset | None = None
        """A corrected text of the same rulebook, by which the table plays from its next opening on."""
        self.table: Table = fresh_table(setup, ruleset)
        self.feed = Feed()
        self.results = Results(ruleset, dealt=not setup.random)
        self.fault: str | None = None
        """Why no more commands are accepted: the record is broken, or a bug of ours stopped the table."""
        self.copied = False
        """Whether the round under way comes from a copy of the record, so that its secret may be known."""
        self.stream = table_stream(record, setup.table)
        self._record, self._random, self._sitting = record, random, sitting
        self._read = read
        self.objector = objects or Objections()
        """What the house asks beyond the rulebook."""
        self._secret: bytes | None = None
        self._waiting: deque[_Ask] = deque()
        self._woken = asyncio.Event()
        self._idle = asyncio.Event()
        self._receipts: OrderedDict[Key, tuple[Command, Answer]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    # --- what others ask ------------------------------------------------------------------------------------------

    async def ask(self, ident: str, command: Command) -> Answer:
        """Submit a command and wait for the answer, whose content is durable.

        Raises BusyError if too much is waiting, and NotStoredError if the record
        did not take it. Cancelling the wait does not cancel the command.
        """
        receiver: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.submit(ident, command, receiver)
        return await receiver

    def submit(self, ident: str, command: Command, receiver: Receiver) -> None:
        """Submit a command without waiting; the answer goes to ``receiver``."""
        if self.fault is not None:
            raise FaultedTableError(self.name, self.fault)
        if self._task is None or self._task.done():
            raise NotStoredError(f"table {self.name} is stopped")
        if isinstance(command, OpenBetting) and command.commitment is not None:
            command = replace(command, commitment=None)  # supplied by the wheel: whatever the asker sent is ignored
        if len(self._waiting) >= WAITING_MAX:
            raise BusyError(f"table {self.name} has {WAITING_MAX} commands waiting; ask again")
        self._waiting.append(_Ask((command.by.name, ident), command, receiver))
        if not self._woken.is_set():
            self._woken.set()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def drawn(self) -> str:
        """Return the pocket that the random wheel drew for the round under way."""
        return self._judge().drawn()

    def objection(self, command: Command) -> Refusal | None:
        """Return what prevents a command now: the rulebook, or what the house asks beyond it."""
        return objection(self.table, command, self.ruleset, self.objector)

    def offers(self, by: By) -> tuple[Offer, ...]:
        """Return what somebody may do; whoever has a seat is taken to have money for the chips that a wager lacks."""
        funded = None if self._sitting is None else self._funded
        ask = partial(offers, self.table, self.ruleset, also=self.objector, funded=funded)
        return offers_with(self.objector.acting_in(by.name), by, ask)

    def in_position(self, command: Command) -> Command:
        """Let somebody do in the position in which they are appointed to act what their own role does not let them."""
        return in_position(self.objector.acting_in(command.by.name), command, self.objection)

    def _funded(self, command: Command) -> Table:
        judge = self._judge()
        for player, stake in stakes(command).items():
            wallet = STAKE_MAX if self.table.standing.seats.get(player, False) else 0
            buy = purchase(judge.table, self.ruleset, command.by, player, stake=stake, wallet=wallet, sitting=0)
            if buy is not None:
                judge.judge(buy.by.name, "", buy)
        return judge.table

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._work(), name=f"table {self.name}")

    async def stop(self) -> None:
        """Finish what is waiting, then stop."""
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
            except Exception as error:  # a bug of ours must not leave anybody waiting
                self.fault = f"stopped by a fault of ours: {error!r}"
                _fail([*asks, *self._emptied()], NotStoredError(f"table {self.name} failed: {error!r}"))
                raise

    async def _gathered(self) -> None:
        """Wait while each turn of the loop brings more commands: a commit now would serve only a few of them."""
        seen = 0
        while seen < len(self._waiting) < BATCH_MAX:
            seen = len(self._waiting)
            await asyncio.sleep(0)

    def _emptied(self) -> list[_Ask]:
        left = list(self._waiting)
        self._waiting.clear()
        return left

    async def _serve(self, asks: Sequence[_Ask]) -> None:
        """Complete the commands, all in one batch if possible."""
        overdrawn: dict[Key, str] = {}
        for _ in range(TRIES + len(asks)):
            # Commands already answered are left out from here on, since what is cached may not stay cached.
            asks = left = [ask for ask in asks if ask.key not in self._receipts or not self._repeated(ask)]
            if not left:
                return
            once = {ask.key: ask for ask in reversed(left)}
            new = left if len(once) == len(left) else [ask for ask in left if once[ask.key] is ask]
            acts: list[_Done] = []
            try:
                await self._batch(new, acts, overdrawn)
                if new is left:
                    return
            except StaleRecordError:
                continue
            except ReceiptKnownError:
                known = await self.stream.known([ask.key for ask in new])
                for ask in new:
                    if ask.key in known:
                        await self._look_up(ask)
            except OverdrawnError as fault:
                overdrawn |= await self._overdrawing(acts, fault.account)
            except WrongDrawError as fault:
                # The rest of its batch has nothing to do with it.
                wrong = new[sum(ask.receiver is not NOBODY for ask, _ in acts)]
                _fail([wrong], NotStoredError(str(fault)))
                asks = [ask for ask in asks if ask is not wrong]
        raise NotStoredError(f"table {self.name}: others kept writing first")

    async def _batch(self, asks: Sequence[_Ask], acts: list[_Done], overdrawn: Mapping[Key, str]) -> None:
        """Judge and commit. The acts belong to the caller, to look at if the store refuses them."""
        async with self.stream.turn() as turn:
            if turn.head.seq != self.table.seq:
                await self._catch_up()
            if turn.head.seq != self.table.seq:
                # Somebody wrote after the head was read, in a store whose turns do not lock others out.
                raise StaleRecordError(self.name, expected=turn.head.seq, found=self.table.seq)
            judge, wallets = self._judge(), Wallets(self._record)
            pauses = _Pauses(judge)
            for ask in asks:
                account = overdrawn.get(ask.key)
                if account is not None:
                    acts.append((ask, Act(*ask.key, ask.command, refusal=not_enough(account))))
                    continue
                kept = self._renew(judge, ask.command)
                act = (await self._judged(judge, ask))._replace(keeps=kept)
                if act.refusal is not None and act.refusal.code is Code.NOT_ENOUGH_CHIPS and self._sitting is not None:
                    act = await self._with_chips(judge, ask, act, acts, wallets)
                acts.append((ask, act))
                await pauses.after(act)
            happened = [event for _, act in acts for event in act.events]
            written = await turn.append([act for _, act in acts], await in_slices(metering(happened)))
        # Durable from here on.
        self.table, self._secret = judge.table, judge.secret
        self._play_by(judge.ruleset)
        await self._tell(acts, written)

    async def _judged(self, judge: Judge, ask: _Ask) -> TableAct:
        """Judge a command; what staff do about a full layout may concern every wager, and is done in slices."""
        if ask.command.by.role is Role.PLAYER or judge.table.layout.live <= SLICE:
            return judge.judge(*ask.key, ask.command)
        judge.table = judge.table.apart()
        return await in_slices(judge.judging(*ask.key, ask.command))

    def _renew(self, judge: Judge, command: Command) -> tuple[str, str] | None:
        """Let an opening that nothing prevents be judged by the corrected text, and return that text to be stored.

        The round names the digest. Whatever is refused is refused by the text in force.
        """
        newer = self.newer
        if newer is None or newer == judge.ruleset or not isinstance(command, OpenBetting):
            return None
        if objection(judge.table, command, newer, self.objector) is not None:
            return None
        judge.ruleset = newer
        return newer.digest, newer.text

    def _play_by(self, ruleset: Ruleset) -> None:
        self.ruleset = self.results.ruleset = ruleset
        if self.newer == ruleset:
            self.newer = None

    async def _with_chips(
        self, judge: Judge, ask: _Ask, refused: TableAct, acts: list[_Done], wallets: Wallets
    ) -> TableAct:
        """Buy the chips that the wagers of a command lack, and judge it again.

        The purchases go into the same batch, before the wagers. They stand even if
        something else is wrong with the wagers: a record in which they did not happen
        would not say so.
        """
        before, bought = judge.table, list[_Done]()
        assert self._sitting is not None
        for player, stake in stakes(ask.command).items():
            wallet = await wallets.after([act for _, act in acts], player)
            by, table = ask.command.by, judge.table
            buy = purchase(table, self.ruleset, by, player, stake=stake, wallet=wallet, sitting=self._sitting)
            if buy is not None:
                key = by.name, f"chips-{secrets.token_hex(8)}"
                bought.append((_Ask(key, buy, NOBODY), judge.judge(*key, buy)))
        again = judge.judge(*ask.key, ask.command) if bought else refused
        if again.refusal is not None and again.refusal.code is Code.NOT_ENOUGH_CHIPS:
            judge.table = before
            return refused
        acts += bought
        return again

    async def _overdrawing(self, acts: Sequence[_Done], account: str) -> dict[Key, str]:
        """Find every act that took more from an account than it held when its turn came.

        All accounts at once: for each try the whole batch is judged and stored anew, and
        whoever overdraws must not make others wait. ``account`` is the one that the store
        has found.
        """
        moved = [(act, moved_by(act)) for _, act in acts]
        # Chips at the table are judged; only wallets are shared with other tables.
        taken = {name for _, by_name in moved for name in by_name if name.startswith("wallet:")} | {account}
        left = dict(await self._record.held(list(taken)))
        found: dict[Key, str] = {}
        for act, by_name in moved:
            short = next((name for name in by_name if name in taken and left.get(name, 0) + by_name[name] < 0), None)
            if short is not None:
                found[act.who, act.id] = short
                continue
            for name, amount in by_name.items():
                left[name] = left.get(name, 0) + amount
        return found

    def _judge(self) -> Judge:
        return Judge(self.name, self.ruleset, self.table, self._random, self._secret, self.objector)

    async def _tell(self, acts: Sequence[_Done], written: Sequence[Written]) -> None:
        """Answer every asker, then publish."""
        published: list[Published] = []
        for ((key, command, receiver), act), stored in zip(acts, written, strict=True):
            answer = answered(key[1], stored, act.refusal)
            self._keep(key, command, answer)
            if not receiver.done():
                receiver.set_result(answer)
            published += zip(stored.entries, act.events, strict=True)
        await self._publish(published)

    async def _publish(self, published: Sequence[Published]) -> None:
        for place, some in enumerate(sliced(published) if published else ()):
            if place:
                await asyncio.sleep(0)
            for entry, event in some:
                self.results.note(event, entry.line)
            self.feed.publish(some)

    # --- receipts -------------------------------------------------------------------------------------------------

    def _keep(self, key: Key, command: Command, answer: Answer) -> None:
        self._receipts[key] = (command, answer)
        if len(self._receipts) > RECEIPTS_KEPT:
            self._receipts.popitem(last=False)

    def _repeated(self, ask: _Ask) -> bool:
        """Answer an id that was answered before, if its receipt is cached."""
        known = self._receipts.get(ask.key)
        if known is None:
            return False
        answer = known[1] if known[0] == ask.command else id_reused(ask.key[1])
        if not ask.receiver.done():
            ask.receiver.set_result(answer)
        return True

    async def _look_up(self, ask: _Ask) -> None:
        """Fetch a receipt that is no longer cached."""
        stored = await self.stream.receipt(*ask.key)
        if stored is not None:
            command = stored.command
            if isinstance(command, OpenBetting):
                command = replace(command, commitment=None)  # the wheel's, not the asker's
            self._keep(ask.key, command, answered(ask.key[1], stored.written, stored.refusal))

    # --- the record -----------------------------------------------------------------------------------------------

    async def _catch_up(self, *, tell: bool = True) -> None:
        """Read on from the table's seq, and find the secret of the round under way."""
        table, published = self.table, list[Published]()
        async for entry, event in self.stream.read(table.seq):
            table = evolve(table, event)
            if isinstance(event, BettingOpened) and event.digest != self.ruleset.digest:
                self._play_by(await stored_ruleset(self._record, event.digest, self._read))
            if tell:
                published.append((entry, event))
            else:
                self.results.note(event, entry.line)
        secret = None
        if self._random is not None and not table.round.ended and table.round.name is not None:
            sealed = await self._record.sealed(self.name, table.round.name)
            if sealed is None:
                raise BrokenRecordError(f"{self.name} round {table.round.name}", "its secret is missing")
            self.copied = sealed.startswith(COPIED)
            secret = self._random.seal.open(sealed.removeprefix(COPIED), self.name, table.round.name)
        self.table, self._secret = table, secret
        await self._publish(published)

    async def restore(self) -> None:
        """Restore the table to the end of its record. Raises BrokenRecordError if it ends elsewhere than it says."""
        head = await self.stream.head()
        await self._catch_up(tell=False)  # nobody follows yet, and a long record should not be kept in memory
        if self.table.seq < head.seq:
            raise BrokenRecordError(f"{self.name} event {self.table.seq + 1}", f"is missing; there were {head.seq}")


class _Pauses:
    """Lets others have their turn while a long batch is judged."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._events, self._paused = 0, False

    async def after(self, act: TableAct) -> None:
        """Count what an act brought, and pause if that is enough for one slice."""
        self._events += len(act.events)
        if self._events < SLICE:
            return
        if not self._paused:
            self._paused, self._judge.table = True, self._judge.table.apart()
        self._events = 0
        await asyncio.sleep(0)


def _fail(asks: Sequence[_Ask], fault: HouseFault) -> None:
    for ask in asks:
        if not ask.receiver.done():
            ask.receiver.set_exception(fault)


async def open_host(
    record: Record,
    setup: TableSetUp,
    ruleset: Ruleset,
    random: SealedWheel | None = None,
    objects: Objections | None = None,
    sitting: int | None = None,
    read: Callable[[str], Ruleset] = parse_stored,
) -> Host:
    """Restore a table, in whatever phase it was, and start it."""
    if ruleset.digest != setup.digest:
        raise BrokenRecordError(setup.table, f"was set up under {setup.digest}, not {ruleset.digest}")
    if setup.random and random is None:
        raise HouseFault(f"table {setup.table} needs the random wheel")
    host = Host(record, setup, ruleset, random if setup.random else None, objects, sitting, read)
    await host.restore()
    host.start()
    return host
