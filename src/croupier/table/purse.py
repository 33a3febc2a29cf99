"""A player's chips beside the layout, counted in chips and in money.

Color chips are kept as the money they are worth; the value of one is fixed at
purchase, so the count follows. What does not come out in whole chips of the
color is handed over in cash.
"""

from __future__ import annotations

from croupier.rules.procedure import ChipSort
from croupier.table.commands import Chips
from croupier.table.events import ChipsBought, ChipsRedeemed
from croupier.table.fast import purse_of
from croupier.table.state import Purse, Wager


def chip_count(purse: Purse) -> int:
    """Count the color chips a player has at the table."""
    return purse.colored // purse.chip_value if purse.chip_value else 0


def bought(purse: Purse, event: ChipsBought) -> Purse:
    """Add chips that were bought."""
    whole = purse._replace(bought=purse.bought + event.amount)
    if event.chips is ChipSort.CASH:
        new = event.color is not None and event.color not in purse.designs
        designs = (*purse.designs, event.color) if new and event.color else purse.designs
        return whole._replace(cash=purse.cash + event.amount, designs=designs)
    assert event.chip_value is not None
    return whole._replace(color=event.color, chip_value=event.chip_value, colored=purse.colored + event.amount)


def redeemed(purse: Purse, event: ChipsRedeemed) -> Purse:
    """Take chips that were redeemed, those that never left the table first."""
    less = purse._replace(redeemed=purse.redeemed + event.amount)
    if event.chips is ChipSort.CASH:
        return _tidied(less._replace(cash=purse.cash - event.amount))
    tainted = min(purse.tainted, purse.colored + purse.laid - event.amount)
    approved = max(0, purse.approved - (purse.tainted - tainted))
    return _tidied(less._replace(colored=purse.colored - event.amount, tainted=tainted, approved=approved))


def _tidied(purse: Purse) -> Purse:
    """Forget what goes with chips that are gone: a color without a chip is free again, and so is its value."""
    if not purse.cash and not purse.laid_cash:
        purse = purse._replace(designs=())
    if not (purse.colored or purse.laid or purse.away):
        return purse._replace(color=None, chip_value=0, tainted=0, approved=0)
    tainted = min(purse.tainted, purse.colored + purse.laid)
    return purse._replace(tainted=tainted, approved=min(purse.approved, tainted))


def taken_away(purse: Purse, amount: int) -> Purse:
    """Take color chips off the table."""
    return purse._replace(colored=purse.colored - amount, away=purse.away + amount)


def brought_back(purse: Purse, amount: int) -> Purse:
    """Bring color chips back to the table; from now on they are known to have been away."""
    return purse._replace(colored=purse.colored + amount, away=purse.away - amount, tainted=purse.tainted + amount)


def staked_from(purse: Purse, stake: int, chips: tuple[Chips, ...] | None) -> tuple[Purse, int]:
    """Take a stake out of a purse, and return how much of it is in color chips: those first, unless told otherwise.

    Cash chips beyond those of the purse are brought to the table with the stake
    and count as bought.
    """
    if chips is not None:
        colored = sum(some.count * purse.chip_value for some in chips if some.color is not None)
    else:
        colored = in_color(purse, min(stake, purse.colored)) if purse.colored else 0
    cash = stake - colored
    brought = cash - purse.cash if cash > purse.cash else 0
    there, designs, color, value, beside, laid, laid_cash, away, tainted, approved, bought, redeemed, owed = purse
    there, bought = there + brought - cash, bought + brought
    beside, laid, laid_cash = beside - colored, laid + colored, laid_cash + cash
    less = (there, designs, color, value, beside, laid, laid_cash, away, tainted, approved, bought, redeemed, owed)
    return purse_of(less), colored


def taken_back(purse: Purse, wager: Wager, amount: int) -> tuple[Purse, int]:
    """Put back a part of a stake that its player takes off the layout, and return how much of it is in color chips."""
    colored = in_color(purse, min(amount, wager.colored))
    cash = amount - colored
    more = purse._replace(
        colored=purse.colored + colored,
        cash=purse.cash + cash,
        laid=purse.laid - colored,
        laid_cash=purse.laid_cash - cash,
    )
    return more, colored


def returned_to(purse: Purse, wager: Wager, amount: int, winnings: int) -> Purse:
    """Clear a wager off the layout: its proceeds come back in the chips it was made of, and winnings in the same."""
    colored = in_color(purse, min(amount, wager.colored))
    won = in_color(purse, winnings) if wager.colored == wager.stake else 0
    after = purse._replace(
        colored=purse.colored + colored + won,
        cash=purse.cash + amount - colored + winnings - won,
        laid=purse.laid - wager.colored,
        laid_cash=purse.laid_cash - (wager.stake - wager.colored),
    )
    return _tidied(after)


def owing(purse: Purse, change: int) -> int:
    """How much of what a correction changes does not change hands.

    Above 0: what is to be taken back is no longer there. Below 0: what is to
    be given is set against what the player owes.
    """
    return -min(purse.owed, change) if change > 0 else max(0, -change - purse.cash - purse.colored)


def adjusted(purse: Purse, wager: Wager, change: int, owed: int) -> Purse:
    """Apply what a correction changes, in the chips of the wager as far as there are any, and note the rest."""
    moved = change + owed
    all_color = wager.colored == wager.stake
    if moved >= 0:
        colored = in_color(purse, moved) if all_color else 0
    else:
        colored = -_color_to_take(purse, -moved, color_first=all_color)
    more = purse._replace(colored=purse.colored + colored, cash=purse.cash + moved - colored, owed=purse.owed + owed)
    return _tidied(more)


def _color_to_take(purse: Purse, amount: int, *, color_first: bool) -> int:
    """How much of an amount is taken in color chips; if that needs a chip more than the amount, change is given."""
    colored = min(purse.colored, in_color(purse, amount)) if color_first else 0
    short = max(0, amount - colored - purse.cash)
    value = purse.chip_value or 1
    return min(purse.colored, colored - (-short // value) * value)


def debt_collected(purse: Purse, amount: int) -> Purse:
    """Set what was taken out of a player's account against what they owe; it is counted like a purchase."""
    return purse._replace(bought=purse.bought + amount, owed=purse.owed - amount)


def in_color(purse: Purse, amount: int) -> int:
    """Cut an amount down to whole chips of the player's color."""
    if not purse.chip_value or amount <= 0:
        return 0
    return amount - amount % purse.chip_value
