"""What folding a correction, a void round and a new opening does to settled wagers, their purses and rounds before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from croupier.table import events
from croupier.table.layout import changed
from croupier.table.purse import adjusted
from croupier.table.state import PAST_KEPT, Past, Phase, Purse, Standing, Table, Wager


def wager_of(table: Table, name: str) -> Wager:
    wager = table.layout.wagers.get(name)
    assert wager is not None
    return wager


def purse_set(standing: Standing, player: str, before: Purse, after: Purse) -> Standing:
    """Store a player's purse, and who has which color: a color without a chip is free again."""
    purses, colors = standing.purses.set(player, after), standing.colors
    if before.color != after.color:
        colors = colors if before.color is None else colors.set(before.color, None)
        colors = colors if after.color is None else colors.set(after.color, player)
    return standing._replace(purses=purses, colors=colors)


def to_purse(table: Table, wager: Wager, change: Callable[[Purse], Purse]) -> Table:
    """Return a wager's proceeds to the player, if it was staked from an account here."""
    purse = table.standing.purses.get(wager.player)
    if purse is None or not wager.from_purse:
        return table
    return table._replace(standing=purse_set(table.standing, wager.player, purse, change(purse)))


def _adjust(table: Table, wager: Wager, one: events.Adjustment) -> Table:
    return to_purse(table, wager, lambda purse: adjusted(purse, wager, one.returned + one.winnings, one.owed))


def adjusted_for(put_right: Table, adjustments: tuple[events.Adjustment, ...]) -> Table:
    """Apply what changes hands for wagers that were settled already."""
    layout, tray = put_right.layout, put_right.tray
    for one in adjustments:
        before = wager_of(put_right, one.wager)
        after = before._replace(
            winnings=before.winnings + one.winnings,
            returned=before.returned + one.returned,
            collected=before.collected + one.collected,
        )
        layout = changed(layout, before, after)
        put_right = _adjust(put_right, before, one)
        tray += one.collected - one.winnings - one.owed
    return put_right._replace(layout=layout, tray=tray)


def kept(table: Table) -> tuple[Past, ...]:
    """Keep the round that was paid, with as many before it as can be corrected."""
    past = table.round.past
    if table.round.phase is Phase.PAID or (table.round.phase is Phase.CLOSED and table.round.outcome is not None):
        round_over = replace(table.round, past=())
        past = (*past, Past(round_over, table.layout, table.standing.under_minimum))
    waiting = [one for one in past[:-PAST_KEPT] if one.round.proposed is not None]
    return (*waiting, *past[-PAST_KEPT:])
