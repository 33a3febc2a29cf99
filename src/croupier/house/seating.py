"""How somebody who comes to a table gets a seat and chips there, and how the seat of one who is gone is cleared."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import chain, combinations

from croupier.house.dealing import BY
from croupier.rules.procedure import ChipSort, Exclusive, Role
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import BuyIn, By, CashOut, Command, LeaveSeat, TakeSeat
from croupier.table.state import Purse, Table

COLORS = (
    *("red", "blue", "green", "yellow", "orange", "purple", "brown", "pink", "gray", "white"),
    *("teal", "navy", "olive", "maroon", "lime", "coral", "indigo", "gold", "silver", "plum"),
)
"""The plain colors. Where more players sit, chips are in two of them, then in three: over a million in all."""
CHIP_VALUE = 100
"""What a color chip is worth where neither the player nor the table says it: one whole unit of money."""


def every_color() -> Iterator[str]:
    """Give the names of all the colors there are. No two have the same parts: their order would be hard to see."""
    parts = (combinations(COLORS, number) for number in range(1, len(COLORS) + 1))
    return ("-".join(some) for some in chain.from_iterable(parts))


def taken_colors(table: Table) -> dict[str, str]:
    """Give whose color is whose, as the table judges it: a purse has its color as long as there is a chip of it."""
    return {purse.color: player for player, purse in table.house.purses.items() if purse.color is not None}


def free_color(table: Table, promised: Container[str] = ()) -> str:
    """Give the first color that nobody has, and that is promised to nobody."""
    taken = taken_colors(table)
    return next(color for color in every_color() if color not in taken and color not in promised)


def seating(
    table: Table, ruleset: Ruleset, player: str, amount: int, promised: Container[str] = ()
) -> list[TakeSeat | BuyIn]:
    """Give what a player asks for on coming to a table: a seat, and chips if they come to it with none.

    Who still has the seat and lost all chips buys more when they want to: a
    connection that heals is no new sitting.
    """
    by = By(player, Role.PLAYER)
    seated, purse = table.house.seats.get(player, False), table.house.purses.get(player)
    asked: list[TakeSeat | BuyIn] = []
    if not seated:
        asked.append(TakeSeat(by, player))
    if amount > 0 and (purse is None or not (seated or _holds(purse))):
        asked.append(_purchase(table, ruleset, by, amount, promised))
    return asked


def _holds(purse: Purse) -> bool:
    return any((purse.cash, purse.colored, purse.laid, purse.laid_cash, purse.away))


def _purchase(table: Table, ruleset: Ruleset, by: By, amount: int, promised: Container[str]) -> BuyIn:
    """Buy cash chips, unless two players' must not look alike: then a color that is free."""
    sorts = ruleset.procedure.wagers.chips.value
    alike = ruleset.procedure.chips.exclusive.value is Exclusive.COLOR_AND_CASH
    if ChipSort.CASH in sorts and not alike:
        return BuyIn(by, by.name, amount, ChipSort.CASH)
    value = max(CHIP_VALUE, table.house.limits.chip_value_min or 0)
    color = free_color(table, promised)
    return BuyIn(by, by.name, max(value, amount - amount % value), ChipSort.COLOR, color, value, marker=True)


def at_the_table(table: Table) -> set[str]:
    """Give everybody who has a seat, or chips beside the layout."""
    seated = {player for player, seated in table.house.seats.items() if seated}
    return seated | {player for player, purse in table.house.purses.items() if purse.cash or purse.colored}


def clearing(table: Table, player: str) -> list[Command]:
    """Give what the house asks for one who is gone: the chips redeemed, and the seat left.

    Nothing while a wager of theirs lies on the layout, or while the table is
    closed: no chips are redeemed there.
    """
    live = any(wager.player == player and not wager.done for wager in table.layout.wagers.values())
    if live or not table.house.open:
        return []
    asked: list[Command] = []
    purse = table.house.purses.get(player)
    if purse is not None and purse.colored:
        asked.append(CashOut(BY, player, purse.colored, ChipSort.COLOR, purse.color))
    if purse is not None and purse.cash:
        asked.append(CashOut(BY, player, purse.cash, ChipSort.CASH))
    if table.house.seats.get(player, False):
        asked.append(LeaveSeat(BY, player))
    return asked
