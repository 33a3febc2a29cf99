"""A wager at a table of a house with staff looking on: a dealer and a pit manager are told what they may do after it.

The service sends offers once a tick, and only if they have changed; here they
are worked out after every wager, so that what they cost cannot hide.
"""

import statistics
from functools import partial

import croupier
from benchmarks.report import Figure, Gate
from benchmarks.timing import seconds
from croupier.house.objections import Objections
from croupier.rules.procedure import ChipSort, Role
from croupier.table.commands import BuyIn, By, Command, OpenBetting, OpenTable, PlaceWager
from croupier.table.decide import decide
from croupier.table.evolve import replay
from croupier.table.offers import Offer, offers
from croupier.table.refusal import Refusal
from croupier.table.state import Table, new_table

FELTS = (100, 10_000)
QUICK_MOST = 3_000
PLAYERS = 500
GROWTH_MOST = 1.5
SHARE_MOST = 1.0
"""Milliseconds that one member of staff may cost in a tick."""

RULES = croupier.rulebook("mbs-roulette/3")
POSITIONS = sorted(RULES.positions)
STAFF = (By("dan", Role.DEALER), By("max", Role.PIT_MANAGER))
HOUSE = Objections()


def figures(*, quick: bool) -> list[Figure]:
    """Time a wager with everything that staff are told after it, and what one of them is told alone."""
    batch = 50 if quick else 400
    found = []
    for size in (FELTS[0], QUICK_MOST if quick else FELTS[-1]):
        table = felt(size)
        wagers = [wager(size + number) for number in range(batch)]
        taken = [seconds(partial(looked_on, table, wagers))[0] for _ in range(3 if quick else 7)]
        found.append(Figure(laid(size), statistics.median(taken), count=batch))
        alone = [seconds(partial(told, table, STAFF[0], batch))[0] for _ in range(3 if quick else 7)]
        found.append(Figure(share(size), statistics.median(alone), count=batch))
    return found


def gates(measured: list[Figure]) -> list[Gate]:
    """Hold a wager on a full felt to the price of one on an empty one, and staff to their share of a tick."""
    each = {figure.what: figure.seconds / figure.count for figure in measured}
    most = max(size for size in (QUICK_MOST, *FELTS) if laid(size) in each)
    few, many = each[laid(FELTS[0])], each[laid(most)]
    growth = f"a wager with staff looking on, on {most:,} against on {FELTS[0]}"
    tick = f"one member of staff in a tick, {most:,} on the felt"
    return [
        Gate(growth, many / few, GROWTH_MOST, "×", at_most=True),
        Gate(tick, each[share(most)] * 1e3, SHARE_MOST, "ms", at_most=True),
    ]


def laid(size: int) -> str:
    return f"a wager on {size:>7,}  with a dealer and a pit manager told"


def share(size: int) -> str:
    return f"a dealer's offers, {size:>7,} on the felt"


def wager(number: int) -> PlaceWager:
    player = f"p{number % PLAYERS}"
    return PlaceWager(By(player, Role.PLAYER), f"w{number}", player, POSITIONS[number % len(POSITIONS)], 500)


def felt(size: int) -> Table:
    """A table of a house with so many wagers of many players on it."""
    players = [By(f"p{number}", Role.PLAYER) for number in range(PLAYERS)]
    bought: list[Command] = [BuyIn(by, by.name, 10**9, ChipSort.CASH) for by in players]
    table = new_table(RULES, name="t1", banked=True)
    for command in (OpenTable(STAFF[1]), *bought, OpenBetting(STAFF[0]), *map(wager, range(size))):
        table = after(table, command)
    return table


def after(table: Table, command: Command) -> Table:
    decision = decide(table, command, RULES, HOUSE)
    assert not isinstance(decision, Refusal), str(decision)
    return replay(table, decision)


def looked_on(table: Table, wagers: list[PlaceWager]) -> None:
    """Lay wagers; after each, tell staff what has changed for them."""
    last: list[tuple[Offer, ...]] = [() for _ in STAFF]
    for command in wagers:
        table = after(table, command)
        now = [offers(table, RULES, by, HOUSE) for by in STAFF]
        last = last if now == last else now


def told(table: Table, by: By, times: int) -> None:
    """Work out so many times what somebody may do."""
    for _ in range(times):
        offers(table, RULES, by, HOUSE)
