"""Money in double entry: what each event moves between accounts, in the smallest unit.

Accounts are text. A player's:

    wallet:ann            play money away from the tables
    cash:t1:ann           cash chips beside the layout of table t1
    color:t1:ann:red      color chips there, as the money they are worth
    away:t1:ann:red       color chips taken off the table

and the house's, which alone may go below zero:

    felt:t1               what lies on the layout (never below zero either)
    tray:t1               what the table has collected less what it has paid
    outside:t1            stakes of players without an account
    issued                play money handed out, and cash taken in, less the cash handed back

What an event does to a player's chips is read from the table before and after;
what it does to felt and tray is read from the event. So the sum of zero is a
check of both, made for every event.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.house.desk import DeskEvent, WalletFunded
from croupier.house.desk_cash import CashReturned
from croupier.house.faults import UnbalancedError
from croupier.table import events
from croupier.table.events import Event
from croupier.table.state import Purse, Table, Wager

ISSUED = "issued"
MAY_OWE = ("tray:", "outside:", ISSUED)
"""Prefixes of accounts that may be negative."""


class Posting(NamedTuple):
    """An amount that an event adds to an account, or takes from it."""

    seq: int
    account: str
    amount: int


class Touched(NamedTuple):
    """What an event is about to change: the wagers it names, and their players' purses."""

    wagers: tuple[Wager, ...]
    purses: tuple[tuple[str, Purse | None], ...]
    tray: int


_NO_PURSE = Purse()


def touched(before: Table, event: Event) -> Touched:
    """Read what an event will change. Call it before the event is folded."""
    wagers = _wagers(before, event)
    names = [wager.player for wager in wagers]
    player = getattr(event, "player", None)
    if player is not None:
        names.append(player)
    purses = before.standing.purses
    return Touched(wagers, tuple((name, purses.get(name)) for name in dict.fromkeys(names)), before.tray)


def _wagers(before: Table, event: Event) -> tuple[Wager, ...]:
    layout = before.layout
    if isinstance(event, events.OutcomeCorrected | events.RoundVoided):
        named = [one.wager for one in event.adjustments]
        then = before.back_in(event.round or "")
        layout = layout if then is None else then.layout
    elif isinstance(event, events.WagerPlaced):
        named = []
    else:
        wager = getattr(event, "wager", None)
        named = [] if wager is None else [wager]
    found = [layout.wagers.get(name) for name in named]
    return tuple(wager for wager in found if wager is not None)


def postings(table: str, event: Event, was: Touched, after: Table) -> tuple[Posting, ...]:
    """Return what an event moved between accounts; the sum is zero."""
    felt, outside = _moved(event, was, after)
    amounts: list[tuple[str, int]] = []
    for player, purse in was.purses:
        amounts += _purse_changes(table, player, purse or _NO_PURSE, after.standing.purses.get(player) or _NO_PURSE)
    amounts.append((f"felt:{table}", felt))
    amounts.append((f"tray:{table}", after.tray - was.tray))
    amounts.append((f"outside:{table}", outside))
    return balanced(event.seq, amounts)


def staked(table: str, event: events.WagerPlaced, purse: Purse | None, tray: int, after: Table) -> tuple[Posting, ...]:
    """Return what a wager moved; the fast path is for the player's own cash, as most wagers and events are.

    It saves 2.0 of the 16 microseconds of a wager.
    """
    less = after.standing.purses.get(event.player)
    if purse is not None and less is not None and less.cash + event.stake == purse.cash:
        same = less.colored == purse.colored and less.away == purse.away and after.tray == tray
        if same and less.bought == purse.bought and less.redeemed == purse.redeemed:
            seq, stake = event.seq, event.stake
            return Posting(seq, f"cash:{table}:{event.player}", -stake), Posting(seq, f"felt:{table}", stake)
    return postings(table, event, Touched((), ((event.player, purse),), tray), after)


def _moved(event: Event, was: Touched, after: Table) -> tuple[int, int]:
    """What an event puts on the layout, and what it gives to players without an account."""
    felt = outside = 0
    if isinstance(event, events.WagerPlaced):
        placed = after.layout.wagers.get(event.wager)
        felt = event.stake
        outside = 0 if placed is not None and placed.from_purse else -event.stake
        return felt, outside
    if isinstance(event, events.OutcomeCorrected | events.RoundVoided):
        changes = zip(event.adjustments, was.wagers, strict=True)
        return 0, sum(one.winnings + one.returned for one, wager in changes if not wager.from_purse)
    for wager in was.wagers:
        back = 0
        if isinstance(event, events.WagerRetracted):
            felt, back = -event.stake, event.stake
        elif isinstance(event, events.WagerReturned):
            felt, back = -wager.stake, event.amount
        elif isinstance(event, events.WagerCollected):
            felt, back = -wager.stake, event.returned
        elif isinstance(event, events.WagerPaid):
            felt, back = -wager.stake, event.returned + event.winnings
        outside = 0 if wager.from_purse else back
    return felt, outside


def _purse_changes(table: str, player: str, before: Purse, after: Purse) -> list[tuple[str, int]]:
    if before is after:
        return []
    color = part(before.color or after.color or "")
    return [
        (f"wallet:{player}", (after.redeemed - before.redeemed) - (after.bought - before.bought)),
        (f"cash:{table}:{player}", after.cash - before.cash),
        (f"color:{table}:{player}:{color}", after.colored - before.colored),
        (f"away:{table}:{player}:{color}", after.away - before.away),
    ]


def desk_postings(event: DeskEvent) -> tuple[Posting, ...]:
    """Return what an event of the front desk moved."""
    if not isinstance(event, WalletFunded | CashReturned):
        return ()
    amount = event.amount if isinstance(event, WalletFunded) else -event.amount
    return balanced(event.seq, [(f"wallet:{event.player}", amount), (ISSUED, -amount)])


def balanced(seq: int, amounts: list[tuple[str, int]]) -> tuple[Posting, ...]:
    """Drop zero amounts, and check that the rest adds up to zero."""
    if sum(amount for _, amount in amounts):
        raise UnbalancedError(f"event {seq} does not add up to zero: {amounts}")
    return tuple([Posting(seq, account, amount) for account, amount in amounts if amount])


def part(name: str) -> str:
    """Escape the colons in a name."""
    return name.replace("%", "%25").replace(":", "%3A")


def may_owe(account: str) -> bool:
    """Whether an account may be negative."""
    return account.startswith(MAY_OWE)
