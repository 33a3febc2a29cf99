"""Settling 10, 1,000 and 1,000,000 wagers, against a plain loop over sets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

import croupier
from benchmarks.report import Figure, Gate, Report
from benchmarks.timing import medians
from croupier.lab import RulesetArrays, merge, settle_many, tables

REF = "mbs-roulette/3"
OUTCOME = "17"
SIZES = (10, 1_000, 1_000_000)
PLAIN_MAX = 1_000
PLAYERS = 1_000
TIMES_NEEDED = 10
SEED = 17

Lists = tuple[list[int], list[int], list[int]]
LOOP = "loop over sets"


@dataclass(frozen=True, slots=True)
class Wagers:
    """The same wagers as arrays and as Python has them."""

    tables: RulesetArrays
    players: NDArray[np.int64]
    positions: NDArray[np.int64]
    stakes: NDArray[np.int64]
    outcomes: NDArray[np.int64]
    outcome: int
    pairs: list[tuple[str, int]]


def measure(*, quick: bool) -> Report:
    """Time every way at every size; the gate is on the largest."""
    figures: list[Figure] = []
    for size in SIZES:
        figures += figures_of(wagers(size), quick=quick)
    figures += merging(wagers(SIZES[-1]), quick=quick)
    return Report("settle", f"the {LOOP}, or over a dict for merging", figures, [gate(figures, SIZES[-1])])


def gate(figures: list[Figure], size: int) -> Gate:
    """Hold the compiled engine to its multiple of the loop."""
    bulk = next(figure for figure in figures if figure.what == label(size, "Numba"))
    assert bulk.times is not None
    return Gate(f"settling {size:,} wagers with Numba", bulk.times, TIMES_NEEDED, "× the loop")


def label(size: int, way: str) -> str:
    return f"{size:>9,}  {way}"


def wagers(size: int) -> Wagers:
    ruleset = croupier.rulebook(REF)
    compiled = tables(ruleset)
    chance = np.random.default_rng(SEED)
    positions = chance.integers(0, len(compiled.positions), size)
    stakes = chance.integers(1, 10_000, size)
    names = [compiled.positions[index] for index in positions.tolist()]
    return Wagers(
        compiled,
        players=chance.integers(0, PLAYERS, size),
        positions=positions,
        stakes=stakes,
        outcomes=chance.integers(0, len(compiled.pockets), size),
        outcome=compiled.pocket_index(OUTCOME),
        pairs=list(zip(names, stakes.tolist(), strict=True)),
    )


def figures_of(laid: Wagers, *, quick: bool) -> list[Figure]:
    """Time the ways to settle these wagers, once they have been seen to agree."""
    ways = _ways(laid)
    expected = ways[LOOP]()
    for way in ("croupier.settle, each alone", "NumPy", "Numba", "Numba, from lists"):
        if way in ways:
            assert _lists(ways[way]()) == expected, f"{way} does not agree with the {LOOP}"
    taken = medians(ways, round_seconds=0.01 if quick else 0.2)
    size = len(laid.pairs)
    return [Figure(label(size, way), seconds, taken[LOOP], size) for way, seconds in taken.items()]


def _ways(laid: Wagers) -> dict[str, Callable[[], object]]:
    book = {p.name: (frozenset(p.pockets), p.pays) for p in laid.tables.ruleset.positions.values()}
    arrays = (laid.tables, laid.positions, laid.stakes)
    ways: dict[str, Callable[[], object]] = {LOOP: partial(loop, book, laid.pairs, OUTCOME)}
    if len(laid.pairs) <= PLAIN_MAX:
        ways["croupier.settle, each alone"] = partial(plain, laid)
    ways["NumPy"] = partial(settle_many, *arrays, laid.outcome, engine="numpy")
    ways["Numba"] = partial(settle_many, *arrays, laid.outcome, engine="numba")
    ways["Numba, an outcome each"] = partial(settle_many, *arrays, laid.outcomes, engine="numba")
    ways["Numba, from lists"] = partial(from_lists, laid, laid.positions.tolist(), laid.stakes.tolist())
    return ways


def loop(book: Mapping[str, tuple[frozenset[str], int]], pairs: list[tuple[str, int]], outcome: str) -> Lists:
    """Settle as one would write it without any library: the reference."""
    winnings: list[int] = []
    returned: list[int] = []
    collected: list[int] = []
    for name, stake in pairs:
        pockets, pays = book[name]
        if outcome in pockets:
            winnings.append(stake * pays)
            returned.append(stake)
            collected.append(0)
        else:
            winnings.append(0)
            returned.append(0)
            collected.append(stake)
    return winnings, returned, collected


def plain(laid: Wagers) -> Lists:
    """Settle each wager by itself, clauses included."""
    lines = [croupier.settle(laid.tables.ruleset, (pair,), OUTCOME)[0] for pair in laid.pairs]
    return [x.winnings for x in lines], [x.returned for x in lines], [x.collected for x in lines]


def from_lists(laid: Wagers, positions: list[int], stakes: list[int]) -> object:
    """Make the arrays first, as a caller must who has none."""
    return settle_many(laid.tables, np.array(positions), np.array(stakes), laid.outcome, engine="numba")


def _lists(settled: object) -> Lists:
    assert isinstance(settled, tuple)
    winnings, returned, collected = (list(map(int, column)) for column in settled)
    return winnings, returned, collected


def merging(laid: Wagers, *, quick: bool) -> list[Figure]:
    """Time how placements of the same player on the same bet become one row."""
    rows = list(zip(laid.players.tolist(), laid.positions.tolist(), laid.stakes.tolist(), strict=True))
    stacks = merge(laid.players, laid.positions, laid.stakes)
    by_dict = merge_loop(rows)
    assert list(by_dict.values()) == stacks.stakes.tolist(), "merging does not agree with the loop"
    ways: dict[str, Callable[[], object]] = {
        "merging, loop over a dict": partial(merge_loop, rows),
        "merging, NumPy": partial(merge, laid.players, laid.positions, laid.stakes),
    }
    taken = medians(ways, round_seconds=0.01 if quick else 0.2)
    reference = taken["merging, loop over a dict"]
    return [Figure(label(len(rows), way), seconds, reference, len(rows)) for way, seconds in taken.items()]


def merge_loop(rows: list[tuple[int, int, int]]) -> dict[tuple[int, int], int]:
    """Add up as one would write it without any library."""
    totals: dict[tuple[int, int], int] = {}
    for player, position, stake in rows:
        bet = (player, position)
        totals[bet] = totals.get(bet, 0) + stake
    return totals
