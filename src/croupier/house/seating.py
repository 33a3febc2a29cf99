"""How somebody who comes to a table gets a seat and chips there, in whichever chips the rulebook lets them have."""

from __future__ import annotations

from croupier.rules.procedure import ChipSort, Exclusive, Role
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import BuyIn, By, Command, TakeSeat
from croupier.table.state import Table

COLORS = (
    *("red", "blue", "green", "yellow", "orange", "purple", "brown", "pink", "gray", "white"),
    *("teal", "navy", "olive", "maroon", "lime", "coral", "indigo", "gold", "silver", "plum"),
)
CHIP_VALUE = 100
"""What a color chip is worth where neither the player nor the table says it: one whole unit of money."""


def seating(table: Table, ruleset: Ruleset, player: str, amount: int) -> list[Command]:
    """Give what a player asks for on coming to a table: a seat, and chips if they never had any there."""
    by = By(player, Role.PLAYER)
    asked: list[Command] = []
    if not table.house.seats.get(player, False):
        asked.append(TakeSeat(by, player))
    if table.house.purses.get(player) is None and amount > 0:
        asked.append(_purchase(table, ruleset, by, amount))
    return asked


def _purchase(table: Table, ruleset: Ruleset, by: By, amount: int) -> Command:
    """Buy cash chips, unless two players' must not look alike: then a color that is free."""
    sorts = ruleset.procedure.wagers.chips.value
    alike = ruleset.procedure.chips.exclusive.value is Exclusive.COLOR_AND_CASH
    if ChipSort.CASH in sorts and not alike:
        return BuyIn(by, by.name, amount, ChipSort.CASH)
    value = max(CHIP_VALUE, table.house.limits.chip_value_min or 0)
    taken = {purse.color for purse in table.house.purses.values()}
    color = next((color for color in COLORS if color not in taken), COLORS[0])
    return BuyIn(by, by.name, max(value, amount - amount % value), ChipSort.COLOR, color, value, marker=True)
