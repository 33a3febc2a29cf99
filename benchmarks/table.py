"""Deciding and folding wagers at a live table, and settling them, against a plain mutable table that checks less."""

import statistics
from collections.abc import Iterable
from functools import partial

import croupier
from benchmarks import staffed
from benchmarks.profiling import hottest
from benchmarks.report import Figure, Gate, Report
from benchmarks.timing import seconds
from croupier.rules.procedure import Role
from croupier.table.commands import (
    Ball,
    By,
    CallNoMoreBets,
    Command,
    CountRevolutions,
    DeclareOutcome,
    OpenBetting,
    OpenTable,
    PlaceDolly,
    PlaceWager,
    Settle,
    SpinBall,
    Turning,
)
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.refusal import Refusal
from croupier.table.state import Table, new_table

REF = "mbs-roulette/3"
OUTCOME = croupier.Pocket("17")
PLAYERS = 1_000
BATCH = 1_000
"""Wagers laid in one timed call."""
PROFILED = 20_000
"""Wagers laid under the profiler: enough for shares that stay the same from run to run."""
FELTS = (10, 1_000, 100_000)
QUICK_MOST = 20_000
"""Enough to tell what grows with the felt from what does not: to fill one takes longest."""
SETTLED = (1_000, 10_000, 100_000)
PER_SECOND_LEAST = 50_000
GROWTH_MOST = 2
LINEAR_MOST = 2
"""How much more a wager may cost among 100,000 than among 1,000 to settle: more would not be linear."""

RULES = croupier.rulebook(REF)
DEALER = By("dan", Role.DEALER)
POSITIONS = sorted(RULES.positions)
PLAIN = "plain dicts"


def measure(*, quick: bool) -> Report:
    """Time a wager at three sizes of felt, the settlement of three, and a wager with staff looking on."""
    laying = laying_figures(quick=quick)
    settling = settling_figures(quick=quick)
    looked_on = staffed.figures(quick=quick)
    return Report(
        "table",
        f"a table of {PLAIN}",
        [*laying, *settling, *looked_on],
        [*laying_gates(laying), settling_gate(settling), *staffed.gates(looked_on)],
        f"a wager on {FELTS[0]}",
        hottest(partial(played, betting(FELTS[0]), *asked(range(FELTS[0], FELTS[0] + PROFILED)))),
    )


def laying_gates(figures: list[Figure]) -> list[Gate]:
    """Hold a wager to its rate, and to hardly costing more on a full felt."""
    each = {figure.what: figure.seconds / figure.count for figure in figures}
    most = max(size for size in (*FELTS, QUICK_MOST) if laid(size, "croupier") in each)
    first, last = each[laid(FELTS[0], "croupier")], each[laid(most, "croupier")]
    return [
        Gate(f"wagers decided and folded, {FELTS[0]} on the felt", 1 / first, PER_SECOND_LEAST, "a second"),
        Gate(f"a wager on {most:,} against one on {FELTS[0]}", last / first, GROWTH_MOST, "×", at_most=True),
    ]


def settling_gate(figures: list[Figure]) -> Gate:
    """Hold the settlement of many to the cost of a few."""
    each = {figure.what: figure.seconds / figure.count for figure in figures}
    few, many = each[settled(SETTLED[0], "croupier")], each[settled(SETTLED[-1], "croupier")]
    what = f"settling one of {SETTLED[-1]:,} against one of {SETTLED[0]:,}"
    return Gate(what, many / few, LINEAR_MOST, "×", at_most=True)


def felts(*, quick: bool) -> tuple[int, ...]:
    return (FELTS[0], QUICK_MOST) if quick else FELTS


def laid(size: int, way: str) -> str:
    return f"a wager on {size:>7,}  {way}"


def settled(size: int, way: str) -> str:
    return f"settling {size:>9,}  {way}"


def asked(numbers: Iterable[int]) -> list[PlaceWager]:
    """Make wagers of many players all over the felt."""
    found = []
    for number in numbers:
        player = f"p{number % PLAYERS}"
        position = POSITIONS[number % len(POSITIONS)]
        found.append(PlaceWager(By(player, Role.PLAYER), f"w{number}", player, position, 500))
    return found


def played(table: Table, *commands: Command) -> Table:
    for command in commands:
        decision = decide(table, command, RULES)
        assert not isinstance(decision, Refusal), str(decision)
        table = replay(table, decision)
    return table


def betting(size: int) -> Table:
    """A table with so many wagers on it."""
    table = played(new_table(RULES), OpenTable(DEALER), OpenBetting(DEALER))
    return played(table, *asked(range(size)))


def plain_table(size: int) -> "PlainTable":
    """The same wagers on a table of plain dicts."""
    table = PlainTable()
    lay(table, asked(range(size)))
    return table


def lay(table: "PlainTable", wagers: list[PlaceWager]) -> None:
    for wager in wagers:
        table.place(wager)


class PlainTable:
    """What one would write without any library: it changes in place and checks phase, place and limits alone."""

    def __init__(self) -> None:
        """Open betting at once."""
        self.phase = "betting-open"
        self.limits = {position.kind: (1, 10**15) for position in RULES.positions.values()}
        self.book = {p.name: (p.kind, frozenset(p.pockets), p.pays) for p in RULES.positions.values()}
        self.wagers: dict[str, tuple[str, str, int]] = {}
        self.totals: dict[tuple[str, str], int] = {}
        self.tray = 0

    def place(self, ask: PlaceWager) -> None:
        if self.phase not in ("betting-open", "ball-in-play") or ask.wager in self.wagers:
            raise ValueError(self.phase)
        kind, _, _ = self.book[ask.position]
        bet = (ask.player, ask.position)
        total = self.totals.get(bet, 0) + ask.stake
        least, most = self.limits[kind]
        if not least <= total <= most:
            raise ValueError(total)
        self.wagers[ask.wager] = (ask.player, ask.position, ask.stake)
        self.totals[bet] = total

    def settle(self, outcome: str) -> tuple[int, int]:
        """Return what is collected and what is won."""
        collected = won = 0
        for _, position, stake in self.wagers.values():
            _, pockets, pays = self.book[position]
            if outcome in pockets:
                won += stake * pays
            else:
                collected += stake
        return collected, won


def laying_figures(*, quick: bool) -> list[Figure]:
    """Lay batches on felts of every size, the two tables in turn; a felt gets a little fuller than its label says."""
    figures = []
    for size in felts(quick=quick):
        table, plain, first = betting(size), plain_table(size), size
        taken: dict[str, list[float]] = {PLAIN: [], "croupier": []}
        for _ in range(3 if quick else 9):
            batch = asked(range(first, first + BATCH))
            taken[PLAIN].append(seconds(partial(lay, plain, batch))[0])
            spent, table = seconds(partial(played, table, *batch))
            taken["croupier"].append(spent)
            first += BATCH
            if size < BATCH:
                table, plain, first = betting(size), plain_table(size), size
        medians = {way: statistics.median(times) for way, times in taken.items()}
        figures += [Figure(laid(size, way), spent, medians[PLAIN], BATCH) for way, spent in medians.items()]
    return figures


def at_rest(size: int) -> Table:
    """A table with so many wagers whose dolly is down."""
    return played(
        betting(size),
        SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
        CountRevolutions(DEALER, 4),
        CallNoMoreBets(DEALER),
        DeclareOutcome(DEALER, OUTCOME),
        PlaceDolly(DEALER, OUTCOME),
    )


def settling_figures(*, quick: bool) -> list[Figure]:
    """Settle felts of every size, each time one that nobody has looked at before."""
    figures = []
    for size in SETTLED:
        taken: dict[str, list[float]] = {PLAIN: [], "croupier": []}
        for _ in range(1 if quick or size == SETTLED[-1] else 5):
            table, plain = at_rest(size), plain_table(size)
            spent, (collected, won) = seconds(partial(plain.settle, OUTCOME))
            taken[PLAIN].append(spent)
            spent, table = seconds(partial(played, table, Settle(DEALER)))
            taken["croupier"].append(spent)
            assert table.tray == collected - won, "the two tables do not agree"
        medians = {way: statistics.median(times) for way, times in taken.items()}
        figures += [Figure(settled(size, way), spent, medians[PLAIN], size) for way, spent in medians.items()]
    return figures
