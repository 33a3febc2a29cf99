"""Who has which color at a table, and how the seat of a player who is gone is cleared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

from croupier.house.dealing import BY
from croupier.rules.procedure import ChipSort
from croupier.table.commands import CashOut, Command, LeaveSeat
from croupier.table.state import Table

COLORS = (
    *("red", "blue", "green", "yellow", "orange", "purple", "brown", "pink", "gray", "white"),
    *("teal", "navy", "olive", "maroon", "lime", "coral", "indigo", "gold", "silver", "plum"),
)
"""The plain colors. If more players sit, chips have two of them, then three: over a million in all."""
CHIP_VALUE = 100
"""What a color chip is worth if neither the player nor the table says: one whole unit of money."""


def every_color() -> Iterator[str]:
    """Return the names of all the colors. No two have the same parts: their order would be hard to see."""
    parts = (combinations(COLORS, number) for number in range(1, len(COLORS) + 1))
    return ("-".join(some) for some in chain.from_iterable(parts))


def taken_colors(table: Table) -> dict[str, str]:
    """Return who has which color, as the table judges it: a purse has its color as long as there is a chip of it."""
    return {color: player for color, player in table.standing.colors.items() if player is not None}


def free_color(table: Table) -> str:
    """Return the first color that nobody has."""
    taken = taken_colors(table)
    return next(color for color in every_color() if color not in taken)


def at_the_table(table: Table) -> set[str]:
    """Return everybody with a seat, or with chips beside the layout."""
    seated = {player for player, seated in table.standing.seats.items() if seated}
    return seated | {player for player, purse in table.standing.purses.items() if purse.cash or purse.colored}


def clearing(table: Table, player: str) -> list[Command]:
    """Return what the house asks for a player who is gone: to redeem the chips and leave the seat.

    Nothing while one of their wagers lies on the layout, or while the table is
    closed: chips are not redeemed there.
    """
    if table.layout.stake_of(player) or not table.standing.open:
        return []
    asked: list[Command] = []
    purse = table.standing.purses.get(player)
    if purse is not None and purse.colored:
        asked.append(CashOut(BY, player, purse.colored, ChipSort.COLOR, purse.color))
    if purse is not None and purse.cash:
        asked.append(CashOut(BY, player, purse.cash, ChipSort.CASH))
    if table.standing.seats.get(player, False):
        asked.append(LeaveSeat(BY, player))
    return asked
