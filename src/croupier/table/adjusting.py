"""What changes hands for wagers that were settled already, when a number is put right or their round becomes void."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from croupier.table.case import Case
from croupier.table.events import Adjustment
from croupier.table.purse import adjusted, owing
from croupier.table.state import Purse, Wager


def in_money(case: Case, changes: Iterable[tuple[Wager, Adjustment]]) -> Iterator[Adjustment]:
    """Say of each change what of it is owed.

    What is given comes before what is taken, so that nobody owes what the same
    correction pays out.
    """
    purses: dict[str, Purse] = {}
    for wager, change in sorted(changes, key=lambda found: _handed_over(found[1]) < 0):
        yield replace(change, owed=_owed(case, purses, wager, change))


def undone(case: Case) -> Iterator[tuple[Wager, Adjustment]]:
    """Return what takes back every payment and collection of the round, wager by wager."""
    for wager in case.table.layout.wagers.values():
        if wager.done and wager.money_moved:
            back = wager.stake - wager.returned
            yield wager, Adjustment(wager.wager, wager.player, -wager.winnings, back, -wager.collected)


def _handed_over(change: Adjustment) -> int:
    return change.winnings + change.returned


def _owed(case: Case, purses: dict[str, Purse], wager: Wager, change: Adjustment) -> int:
    """Return what of a change is owed, with the purses as the changes before it leave them."""
    purse = purses.get(wager.player) or case.table.standing.purses.get(wager.player)
    if purse is None or not wager.from_purse:
        return 0
    owed = owing(purse, _handed_over(change))
    purses[wager.player] = adjusted(purse, wager, _handed_over(change), owed)
    return owed
