"""Chips for wagers that a purse cannot make: bought at the table with the player's play money, just before the wagers.

No wager is ever paid out of a wallet. A player buys chips as the rulebook has it,
and the record shows the purchase as an act of its own; only the asking is done
for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from croupier.house.seating import CHIP_VALUE, free_color
from croupier.rules.procedure import ChipSort, Exclusive
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import BuyIn, By, Command, laid_by
from croupier.table.events import Event, OutcomeCorrected, RoundVoided
from croupier.table.state import Purse, Table


def buyers(command: Command) -> list[str]:
    """Return the players for whom a command buys chips, or lays wagers for which chips may have to be bought."""
    return [command.player] if isinstance(command, BuyIn) else list(stakes(command))


def corrected(happened: Iterable[Event]) -> list[str]:
    """Return the players for whom something changes hands in a correction, or in a round that was undone."""
    found = [event for event in happened if isinstance(event, OutcomeCorrected | RoundVoided)]
    return list(dict.fromkeys(one.player for event in found for one in event.adjustments))


class Sort(NamedTuple):
    """What sort of chips a player buys; only color chips have a color and a value of their own."""

    chips: ChipSort
    color: str | None = None
    value: int | None = None


def stakes(command: Command) -> Mapping[str, int]:
    """Return what a command stakes for each player; nothing if it names the chips, for those are there or are not."""
    laid = laid_by(command)
    found: dict[str, int] = {}
    if all(one.chips is None for one in laid):
        for one in laid:
            found[one.player] = found.get(one.player, 0) + one.stake
    return found


def sort_of(table: Table, ruleset: Ruleset, purse: Purse) -> Sort:
    """Return what a player gets: more of their color, else cash chips, or a free color if those may not look alike."""
    alike = ruleset.procedure.chips.exclusive.value is Exclusive.COLOR_AND_CASH
    if purse.color is None and ChipSort.CASH in ruleset.procedure.wagers.chips.value and not alike:
        return Sort(ChipSort.CASH)
    value = purse.chip_value or max(CHIP_VALUE, table.standing.limits.chip_value_min or 0)
    return Sort(ChipSort.COLOR, purse.color or free_color(table), value)


def purchase(
    table: Table, ruleset: Ruleset, by: By, player: str, *, stake: int, wallet: int, sitting: int
) -> BuyIn | None:
    """Return the purchase without which a stake cannot be made; None if none is needed, or the wallet is too small.

    Chips are bought for ``sitting`` at a time, as far as the wallet goes, and in
    whole chips.
    """
    purse = table.standing.purses.get(player) or Purse()
    missing = stake - purse.cash - purse.colored
    if missing <= 0 or missing > wallet:
        return None
    wanted = min(wallet, -(-missing // sitting) * sitting if sitting else missing)
    sort = sort_of(table, ruleset, purse)
    if sort.value is None:
        return BuyIn(by, player, wanted, sort.chips)
    amount = min(-(-wanted // sort.value), wallet // sort.value) * sort.value
    return BuyIn(by, player, amount, *sort, marker=True) if amount >= missing else None
