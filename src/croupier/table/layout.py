"""The layout after one of its wagers has changed, with everything that is counted of wagers.

An objection must not walk over the wagers, so what it asks about all of them is
counted as they change and go.
"""

from __future__ import annotations

from croupier.table.fast import layout_of
from croupier.table.state import Layout, Wager


def changed(layout: Layout, before: Wager, after: Wager) -> Layout:
    """Store a wager's new state."""
    wagers, of_player, of_area, live, holds, settled_of, settled, placed_by, placed = layout
    for wager, stake in _moves(before, after):
        bet = (wager.player, wager.counts)
        of_player = of_player.set(bet, of_player.get(bet, 0) + stake)
        of_area = of_area.set(wager.counts, of_area.get(wager.counts, 0) + stake)
    waits = after.hold is not None and not after.done
    if waits is not (before.hold is not None and not before.done):
        others = tuple(name for name in holds if name != after.wager)
        holds = (*others, after.wager) if waits else others
    moved = after.money_moved - before.money_moved
    if moved:
        bet = (after.player, after.counts)
        settled_of = settled_of.set(bet, settled_of.get(bet, 0) + moved * after.stake)
        settled += moved * after.stake
    live += before.done - after.done
    wagers = wagers.set(after.wager, after)
    return layout_of((wagers, of_player, of_area, live, holds, settled_of, settled, placed_by, placed))


def laid_again(layout: Layout, player: str) -> Layout:
    """Count a wager that its player moved like one that was placed."""
    placed_by = layout.placed_by.set(player, layout.placed_by.get(player, 0) + 1)
    return layout._replace(placed_by=placed_by, placed=layout.placed + 1)


def _moves(before: Wager, after: Wager) -> tuple[tuple[Wager, int], ...]:
    """Return what comes off the layout, or goes on it: where, and how much."""
    was, now = 0 if before.done else before.stake, 0 if after.done else after.stake
    if before.counts != after.counts:
        return (before, -was), (after, now)
    return ((after, now - was),) if now != was else ()


def also(clauses: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*clauses, *more)))
