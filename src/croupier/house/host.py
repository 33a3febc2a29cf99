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
from typing import NamedTuple

from croupier.house.acting import in_position, offers_with
from croupier.house.asks import NOBODY, Ask, Done, Key, Receiver
from croupier.house.checkpoints import Checkpoints
from croupier.house.dealing import BY
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
from croupier.house.fold import TableFold
from croupier.house.judge import Judge, SealedWheel, WrongDrawError, not_enough
from croupier.house.meters import metering
from croupier.house.objections import Objections
from croupier.house.ports import COPIED, Act, Record, TableAct, Written
from croupier.house.purchase import buyers, corrected, purchase, stakes
from croupier.house.receipts import Answer, answered, id_reused
from croupier.house.restoring import Restoring, TableFolding, TableRestoring
from croupier.house.results import Results
from croupier.house.setup import TableSetUp, fresh_table
from croupier.house.slices import SLICE, in_slices, sliced
from croupier.house.streams import table_stream
from croupier.house.texts import parse_stored, stored_ruleset
from croupier.house.wallets import Wallets, moved_by
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import STAKE_MAX
from croupier.table.commands import BuyIn, By, CollectDebt, Command, OpenBetting
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


class Terms(NamedTuple):
    """On which terms a house runs its tables."""

    objects: Objections
    """What it asks beyond the rulebook."""
    sitting: int | None = None
    """For how much at a time chips that a wager lacks are bought first, as far as the wallet goes; None to buy none."""
    read: Callable[[str], Ruleset] = parse_stored
    code: str = ""
    """The digest of the code that runs; without one, records are always read as a whole."""


class Host:
    """One live table."""

    def __init__(
        self, record: Record, setup: TableSetUp, ruleset: Ruleset, random: SealedWheel | None, terms: Terms
    ) -> None:
        """Prepare a table; ``open_host`` restores it to where its record ends."""
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
        self._record, self._random, self._sitting, self._read = record, random, terms.sitting, terms.read
        checkpoints = Checkpoints(record, self.name, terms.code)
        self._restoring: TableRestoring = Restoring(self.stream, checkpoints, TableFolding(setup, ruleset, self._texts))
        self.objector = terms.objects
        """What the house asks beyond the rulebook."""
        self._secret: bytes | None = None
        self._waiting: deque[Ask] = deque()
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
        self._waiting.append(Ask((command.by.name, ident), command, receiver))
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
            await self._keep_checkpoint(closing=True)
        self.feed.end()

    # --- the one writer -------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            await self._keep_checkpoint()
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

    def _emptied(self) -> list[Ask]:
        left = list(self._waiting)
        self._waiting.clear()
        return left

    async def _serve(self, asks: Sequence[Ask]) -> None:
        """Complete the commands, all in one batch if possible."""
        overdrawn: dict[Key, str] = {}
        for _ in range(TRIES + len(asks)):
            # Commands already answered are left out from here on, since what is cached may not stay cached.
            asks = left = [ask for ask in asks if ask.key not in self._receipts or not self._repeated(ask)]
            if not left:
                return
            once = {ask.key: ask for ask in reversed(left)}
            new = left if len(once) == len(left) else [ask for ask in left if once[ask.key] is ask]
            acts: list[Done] = []
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

    async def _batch(self, asks: Sequence[Ask], acts: list[Done], overdrawn: Mapping[Key, str]) -> None:
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
                if isinstance(ask.command, BuyIn):
                    await self._collect(judge, acts, wallets, buyers(ask.command))
                kept = self._renew(judge, ask.command)
                act = (await self._judged(judge, ask))._replace(keeps=kept)
                if act.refusal is not None and act.refusal.code is Code.NOT_ENOUGH_CHIPS and self._sitting is not None:
                    act = await self._with_chips(judge, ask, act, acts, wallets)
                acts.append((ask, act))
                if ask.command.by.role is not Role.PLAYER:
                    await self._collect(judge, acts, wallets, corrected(act.events))
                await pauses.after(act)
            happened = [event for _, act in acts for event in act.events]
            written = await turn.append([act for _, act in acts], await in_slices(metering(happened)))
        # Durable from here on.
        self.table, self._secret = judge.table, judge.secret
        self._play_by(judge.ruleset)
        await self._tell(acts, written)

    async def _judged(self, judge: Judge, ask: Ask) -> TableAct:
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
        judge.ruleset = newer.after(judge.ruleset, needed=judge.table.digests)
        return newer.digest, newer.text

    def _play_by(self, ruleset: Ruleset) -> None:
        self.ruleset = self.results.ruleset = ruleset
        if self.newer == ruleset:
            self.newer = None

    async def _collect(self, judge: Judge, acts: list[Done], wallets: Wallets, players: Sequence[str]) -> None:
        """Take what players owe after a correction out of their wallets, as far as those go.

        It is done at the correction, and before a purchase: whoever has money for chips pays what they owe first.
        """
        for player in players:
            purse = judge.table.standing.purses.get(player)
            if purse is None or purse.owed <= 0:
                continue
            amount = min(purse.owed, await wallets.after([act for _, act in acts], player))
            if amount > 0:
                key, command = (BY.name, f"debt-{secrets.token_hex(8)}"), CollectDebt(BY, player, amount)
                acts.append((Ask(key, command, NOBODY), judge.judge(*key, command)))

    async def _with_chips(
        self, judge: Judge, ask: Ask, refused: TableAct, acts: list[Done], wallets: Wallets
    ) -> TableAct:
        """Buy the chips that the wagers of a command lack, and judge it again.

        The purchases go into the same batch, before the wagers. They stand even if
        something else is wrong with the wagers: a record in which they did not happen
        would not say so.
        """
        await self._collect(judge, acts, wallets, buyers(ask.command))
        before, bought = judge.table, list[Done]()
        assert self._sitting is not None
        for player, stake in stakes(ask.command).items():
            wallet = await wallets.after([act for _, act in acts], player)
            by, table = ask.command.by, judge.table
            buy = purchase(table, self.ruleset, by, player, stake=stake, wallet=wallet, sitting=self._sitting)
            if buy is not None:
                key = by.name, f"chips-{secrets.token_hex(8)}"
                bought.append((Ask(key, buy, NOBODY), judge.judge(*key, buy)))
        again = judge.judge(*ask.key, ask.command) if bought else refused
        if again.refusal is not None and again.refusal.code is Code.NOT_ENOUGH_CHIPS:
            judge.table = before
            return refused
        acts += bought
        return again

    async def _overdrawing(self, acts: Sequence[Done], account: str) -> dict[Key, str]:
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

    async def _tell(self, acts: Sequence[Done], written: Sequence[Written]) -> None:
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

    def _repeated(self, ask: Ask) -> bool:
        """Answer an id that was answered before, if its receipt is cached."""
        known = self._receipts.get(ask.key)
        if known is None:
            return False
        answer = known[1] if known[0] == ask.command else id_reused(ask.key[1])
        if not ask.receiver.done():
            ask.receiver.set_result(answer)
        return True

    async def _look_up(self, ask: Ask) -> None:
        """Fetch a receipt that is no longer cached."""
        stored = await self.stream.receipt(*ask.key)
        if stored is not None:
            command = stored.command
            if isinstance(command, OpenBetting):
                command = replace(command, commitment=None)  # the wheel's, not the asker's
            self._keep(ask.key, command, answered(ask.key[1], stored.written, stored.refusal))

    # --- the record -----------------------------------------------------------------------------------------------

    async def _catch_up(self) -> None:
        """Read on from the table's seq: somebody else wrote."""
        table, published = self.table, list[Published]()
        async for entry, event in self.stream.read(table.seq):
            table = evolve(table, event)
            if isinstance(event, BettingOpened) and event.digest != self.ruleset.digest:
                self._play_by((await self._texts(event.digest)).after(self.ruleset, needed=table.digests))
            published.append((entry, event))
        await self._go_on_from(table)
        await self._publish(published)

    async def _go_on_from(self, table: Table) -> None:
        """Find the secret of the round under way."""
        secret = None
        if self._random is not None and not table.round.ended and table.round.name is not None:
            sealed = await self._record.sealed(self.name, table.round.name)
            if sealed is None:
                raise BrokenRecordError(f"{self.name} round {table.round.name}", "its secret is missing")
            self.copied = sealed.startswith(COPIED)
            secret = self._random.seal.open(sealed.removeprefix(COPIED), self.name, table.round.name)
        self.table, self._secret = table, secret

    async def _texts(self, digest: str) -> Ruleset:
        return await stored_ruleset(self._record, digest, self._read)

    async def _with_earlier(self, ruleset: Ruleset, table: Table) -> Ruleset:
        """Return a ruleset with the earlier texts by which the table played rounds that can still be corrected."""
        needed = table.digests - {"", ruleset.digest}
        return ruleset.after(*[await self._texts(digest) for digest in sorted(needed)], needed=needed)

    async def restore(self) -> None:
        """Restore the table to the end of its record. Raises BrokenRecordError if it ends elsewhere than it says."""
        head = await self.stream.head()
        fold = await self._restoring.restore()
        self.ruleset, self.results = await self._with_earlier(fold.ruleset, fold.table), fold.results
        await self._go_on_from(fold.table)
        if self.table.seq < head.seq:
            raise BrokenRecordError(f"{self.name} event {self.table.seq + 1}", f"is missing; there were {head.seq}")

    async def check(self) -> None:
        """Compare what the table was restored from with its record; the table is stopped if that differs."""
        why = await self._restoring.fault()
        if why is not None:
            self.fault = why

    async def _keep_checkpoint(self, *, closing: bool = False) -> None:
        """Keep what follows from the record so far, if it was long since; between two batches nothing is folded."""
        if self._restoring.checkpoints.due(self.table.seq, at_rest=self.table.round.ended or closing):
            await self._restoring.keep(self.table.seq, TableFold(self.table, self.results, self.ruleset))


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


def _fail(asks: Sequence[Ask], fault: HouseFault) -> None:
    for ask in asks:
        if not ask.receiver.done():
            ask.receiver.set_exception(fault)


async def open_host(
    record: Record, setup: TableSetUp, ruleset: Ruleset, random: SealedWheel | None, terms: Terms
) -> Host:
    """Restore a table, in whatever phase it was, and start it."""
    if ruleset.digest != setup.digest:
        raise BrokenRecordError(setup.table, f"was set up under {setup.digest}, not {ruleset.digest}")
    if setup.random and random is None:
        raise HouseFault(f"table {setup.table} needs the random wheel")
    host = Host(record, setup, ruleset, random if setup.random else None, terms)
    await host.restore()
    host.start()
    return host
