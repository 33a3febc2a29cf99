"""Records for audits to look at, made by a real house: every kind of event, refusal and posting."""

import asyncio
import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import croupier
from croupier.house.desk import AdmitGuest, AppointStaff, FundWallet
from croupier.house.desk_alerts import AcknowledgeAlert, RaiseAlert
from croupier.house.host import Host
from croupier.house.judge import Judge, SealedWheel
from croupier.house.meters import metered
from croupier.house.ports import Record
from croupier.house.setup import fresh_table, set_up
from croupier.house.tables import LiveTables, open_tables
from croupier.house.texts import parse_stored
from croupier.rulebooks import text_of
from croupier.rules.irregularities import Irregularity
from croupier.rules.limits import Limit, Limits
from croupier.rules.pocket import Pocket
from croupier.rules.position import Kind
from croupier.rules.procedure import ChipSort, Intake, LimitScope, Role
from croupier.storage.sqlite import open_sqlite
from croupier.table import commands as c
from croupier.wheels.draw import commitment, draw
from croupier.wheels.seal import KeyedSeal

DEALER, ANN, BOB = c.By("dan", Role.DEALER), c.By("ann", Role.PLAYER), c.By("bob", Role.PLAYER)
PIT, SHIFT = c.By("pia", Role.PIT_MANAGER), c.By("sue", Role.SHIFT_MANAGER)
OWN = c.By("house", Role.HOUSE)
KEY = b"k" * 32
LIMITS = Limits({Kind.STRAIGHT: Limit(100, 1_000), Kind.RED: Limit(200, 5_000)}, Intake.ACCEPT, LimitScope.PLAYER)


class Clock:
    """A clock that goes on by a second whenever it is asked."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 31, 20, 0, tzinfo=UTC)

    def __call__(self) -> str:
        self.now += timedelta(seconds=1)
        return self.now.isoformat(timespec="microseconds").replace("+00:00", "Z")


class Wheel:
    """The production draw with secrets that are the same in every run."""

    def commit(self, *, table: str, round_id: str) -> tuple[bytes, str]:
        secret = hashlib.sha256(f"{table} {round_id}".encode()).digest()
        return secret, commitment(secret, table=table, round_id=round_id)

    def pocket(self, secret: bytes, *, table: str, round_id: str, digest: str, pockets: Sequence[str]) -> str:
        return draw(secret, table=table, round_id=round_id, digest=digest, pockets=pockets)


SEAL = KeyedSeal(KEY)
RANDOM = SealedWheel(Wheel(), SEAL)


class Play:
    """One table being played at."""

    def __init__(self, host: Host) -> None:
        self.host, self.asked = host, 0

    async def do(self, *asked: c.Command) -> list[str]:
        """Ask one after the other."""
        answers = []
        for command in asked:
            self.asked += 1
            answers.append((await self.host.ask(f"c{self.asked}", command)).line)
        return answers

    async def wagers(self, *staked: tuple[c.By, str, int]) -> None:
        """Put stakes down."""
        for by, position, stake in staked:
            await self.do(c.PlaceWager(by, f"w{self.asked}", by.name, position, stake))

    async def spun(self, pocket: str | None = None, *, by: c.By = DEALER) -> None:
        """From the spin to the last payment."""
        await self.do(
            c.SpinBall(by, c.Ball.CLOCKWISE, c.Turning.COUNTERCLOCKWISE),
            c.CountRevolutions(by, 4),
            c.CallNoMoreBets(by, bell=True, wave=True),
        )
        landed = Pocket(pocket or self.host.drawn())
        await self.do(c.DeclareOutcome(by, landed), c.PlaceDolly(by, landed), c.Settle(by))


async def opened(path: Path) -> LiveTables:
    """Open a house with the clock, the wheel and the seal of these tests."""
    return await opened_on(open_sqlite(path, clock=Clock()))


async def opened_on(record: Record) -> LiveTables:
    """Open a house on a record of any kind."""
    return await open_tables(record, parse_stored, RANDOM)


async def added(
    house: LiveTables, name: str, *, ref: str = "mbs-roulette/3", random: bool = False, banked: bool = True
) -> Play:
    """Set up one more table."""
    setup = set_up(name, croupier.rulebook(ref), random=random, banked=banked, limits=None if random else LIMITS)
    return Play(await house.add(setup, text_of(ref)))


async def play_evening(house: LiveTables, stake: int = 500) -> None:
    """Play three tables, and close the house."""
    for player in ("ann", "bob"):
        await house.ask(f"in {player}", AdmitGuest(OWN, player))
        await house.ask(f"money {player}", FundWallet(OWN, player, 100_000, "welcome"))
    await house.ask("money eve", FundWallet(c.By("eve", Role.PLAYER), "eve", 5, "please"))
    for by in (DEALER, PIT, SHIFT):
        await house.ask(f"staff {by.name}", AppointStaff(OWN, by.name, by.role))
    await house.ask("alert", RaiseAlert(OWN, "a1", "t1", "coin", "a coin in the wheel"))
    await house.ask("seen", AcknowledgeAlert(DEALER, "a1"))
    await _first_table(await added(house, "t1"), stake)
    await _open_table(await added(house, "t2", ref="us-double-zero/1", banked=False))
    await _random_table(await added(house, "r1", random=True))
    await house.close()


async def _first_table(play: Play, stake: int) -> None:
    cash, color = ChipSort.CASH, ChipSort.COLOR
    await play.do(
        c.TakeSeat(ANN, "ann"),
        c.OpenTable(DEALER),
        c.OpenTable(PIT),
        c.TakeSeat(ANN, "ann"),
        c.TakeSeat(BOB, "bob"),
        c.BuyIn(DEALER, "ann", 50_000, cash),
        c.BuyIn(DEALER, "bob", 20_000, color, color="red", chip_value=100),
        c.BuyIn(DEALER, "bob", 900_000, cash),
        c.OpenBetting(DEALER),
    )
    await play.wagers((ANN, "17", stake), (ANN, "17", 800), (ANN, "red", 1_000), (BOB, "17/20", 300), (BOB, "0", 100))
    await play.wagers((ANN, "the moon", 5), (BOB, "red", 90_000))
    first = next(iter(play.host.table.layout.wagers.values())).wager
    await play.do(c.RetractWager(ANN, first, 100), c.MoveWager(ANN, first, "20", accident=False))
    await play.spun("17")
    await play.do(c.PlaceWager(ANN, "late", "ann", "17", 100), c.LiftDolly(DEALER), c.OpenBetting(DEALER))
    await play.wagers((ANN, "red", 100), (BOB, "dozen:2", 400))
    await play.do(
        c.SpinBall(DEALER, c.Ball.CLOCKWISE, c.Turning.COUNTERCLOCKWISE),
        c.ReportIrregularity(DEALER, Irregularity.FOREIGN_OBJECT, "a coin"),
        c.OpenBetting(DEALER),
    )
    await play.wagers((ANN, "red", 100), (BOB, "dozen:2", 400), (ANN, "black", 600))
    await play.spun("18")
    await play.do(
        c.CorrectOutcome(SHIFT, "3", Pocket("20"), "the dolly was a row off"),
        c.ApproveCorrection(PIT, "3", Pocket("20")),
        c.CashOut(DEALER, "ann", 1_000, cash),
        c.LiftDolly(DEALER),
        c.OpenBetting(DEALER),
    )
    await play.wagers((ANN, "red", 400))
    await play.spun("18")
    purse = play.host.table.standing.purses.get("ann")
    assert purse is not None
    await play.do(
        c.CashOut(DEALER, "ann", purse.cash, cash),
        c.CorrectOutcome(SHIFT, "4", Pocket("20"), "the dolly was a row off again"),
        c.ApproveCorrection(PIT, "4", Pocket("20")),
        c.BuyIn(DEALER, "ann", 5_000, cash),
        c.LiftDolly(DEALER),
        c.OpenBetting(DEALER),
    )
    await play.wagers((ANN, "red", 100), (BOB, "dozen:2", 400))
    await play.do(c.SetLimits(PIT, {"straight": c.StakeRange(200, 2_000)}))


async def _open_table(play: Play) -> None:
    await play.do(c.OpenTable(DEALER), c.OpenBetting(DEALER))
    await play.wagers((ANN, "17", 500), (BOB, "00", 700), (ANN, "first-five:00-0-1-2-3", 200))
    await play.spun("00")


async def _random_table(play: Play) -> None:
    await play.do(c.OpenTable(OWN), c.BuyIn(DEALER, "ann", 10_000, ChipSort.CASH))
    for number in range(2):
        await play.do(c.OpenBetting(OWN))
        await play.wagers((ANN, "red", 500), (ANN, str(number + 1), 100))
        await play.do(c.DeclareOutcome(DEALER, Pocket("1")))
        await play.spun(by=OWN)
        await play.do(c.LiftDolly(OWN))
    await play.do(c.OpenBetting(OWN))
    await play.wagers((ANN, "black", 500))
    await play.do(
        c.SpinBall(OWN, c.Ball.CLOCKWISE, c.Turning.COUNTERCLOCKWISE),
        c.ReportIrregularity(OWN, Irregularity.FOREIGN_OBJECT, "a coin"),
        c.OpenBetting(OWN),
    )
    await play.wagers((ANN, "odd", 300))


def evening(path: Path, *, stake: int = 500) -> Path:
    """Make the record of an evening: three tables, one with the random wheel, a round under way at two of them."""

    async def play() -> None:
        await play_evening(await opened(path), stake)

    asyncio.run(play())
    return path


async def _long(path: Path, length: int) -> None:
    record = open_sqlite(path, clock=Clock())
    ruleset = croupier.rulebook("mbs-roulette/3")
    setup = set_up("t1", ruleset, banked=False)
    await record.begin(setup, text_of("mbs-roulette/3"))
    judge = Judge("t1", ruleset, fresh_table(setup, ruleset))
    asked = 0
    for batch in _rounds():
        acts = []
        for command in batch:
            asked += 1
            acts.append(judge.judge(command.by.name, f"c{asked}", command))
        async with record.turn("t1") as turn:
            await turn.append(acts, metered([event for act in acts for event in act.events]))
        if judge.table.seq >= length:
            break
    await record.close()


def _rounds() -> Iterator[list[c.Command]]:
    """Rounds without end, of two hundred wagers each."""
    yield [c.OpenTable(SHIFT)]
    positions = ("17", "red", "dozen:2", "17/20", "0", "column:1")
    for number in count():
        landed = Pocket(str(number % 37))
        placed = [c.PlaceWager(ANN, f"w{n}", "ann", positions[n % 6], 100 + n) for n in range(200)]
        yield [
            c.OpenBetting(DEALER),
            *placed,
            c.SpinBall(DEALER, c.Ball.CLOCKWISE, c.Turning.COUNTERCLOCKWISE),
            c.CountRevolutions(DEALER, 4),
            c.CallNoMoreBets(DEALER, bell=True, wave=True),
            c.DeclareOutcome(DEALER, landed),
            c.PlaceDolly(DEALER, landed),
            c.Settle(DEALER),
            c.LiftDolly(DEALER),
        ]


def long_record(path: Path, length: int) -> Path:
    """Make a record of at least so many events, at one table."""
    asyncio.run(_long(path, length))
    return path


def in_memory(path: Path) -> sqlite3.Connection:
    """Copy a record into memory, to be edited by hand: nothing stands in the way of that."""
    source, copy = sqlite3.connect(path), sqlite3.connect(":memory:", isolation_level=None)
    source.backup(copy)
    source.close()
    copy.execute("PRAGMA ignore_check_constraints = ON")
    return copy


async def two_rounds(path: Path, during: Sequence[c.Command], after: Sequence[c.Command]) -> None:
    """Play two rounds in which Ann stakes a little and enough, with what she does during the first and after it."""
    house = await opened(path)
    await house.ask("dealer", AppointStaff(OWN, DEALER.name, DEALER.role))
    await house.ask("in", AdmitGuest(OWN, "ann"))
    await house.ask("money", FundWallet(OWN, "ann", 100_000, "welcome"))
    play: Play = await added(house, "t1")
    await play.do(c.OpenTable(OWN), c.TakeSeat(ANN, "ann"), c.BuyIn(DEALER, "ann", 50_000, ChipSort.CASH))
    for number in range(2):
        await play.do(c.OpenBetting(DEALER))
        await play.wagers((ANN, "17", 50), (ANN, "18", 500))
        if number == 0:
            await play.do(*during)
        await play.spun("17")
        await play.do(c.LiftDolly(DEALER))
        if number == 0:
            await play.do(*after)
    await house.close()
