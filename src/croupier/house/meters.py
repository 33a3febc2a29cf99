"""Counters of a table, as a fold of its events: what was sold, staked, paid, collected; rounds played and void."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.house.desk import DeskEvent, WalletFunded
from croupier.house.desk_cash import CashReturned
from croupier.house.slices import SLICE, Steps, at_once
from croupier.table import events
from croupier.table.events import Event

METERS = (
    "rounds",
    "voids",
    "wagers",
    "staked",
    "retracted",
    "winnings",
    "returned",
    "collected",
    "bought",
    "redeemed",
    "corrections",
    "funded",
    "refunded",
)


_ONE = ""
"""Instead of a field: count the event itself."""

_COUNTED: Mapping[type, tuple[tuple[str, str], ...]] = {
    events.WagerPlaced: (("wagers", _ONE), ("staked", "stake")),
    events.WagerRetracted: (("retracted", "stake"),),
    events.WagerReturned: (("returned", "amount"),),
    events.WagerCollected: (("collected", "collected"), ("returned", "returned")),
    events.WagerPaid: (("winnings", "winnings"), ("returned", "returned")),
    events.Adjustment: (("winnings", "winnings"), ("returned", "returned"), ("collected", "collected")),
    events.OutcomeCorrected: (("corrections", _ONE),),
    events.ChipsBought: (("bought", "amount"),),
    events.ChipsRedeemed: (("redeemed", "amount"),),
    events.RoundClosed: (("rounds", _ONE),),
    events.RoundVoided: (("rounds", _ONE), ("voids", _ONE)),
    WalletFunded: (("funded", "amount"),),
    CashReturned: (("refunded", "amount"),),
}


def metered(happened: Iterable[Event | DeskEvent]) -> Mapping[str, int]:
    """Count what happened. Only meters that changed are returned."""
    return at_once(metering(happened))


def metering(happened: Iterable[Event | DeskEvent]) -> Steps[Mapping[str, int]]:
    """Do the same in slices."""
    counts: dict[str, int] = {}
    for place, event in enumerate(happened, 1):
        if place % (10 * SLICE) == 0:
            yield
        _count(counts, event)
        if isinstance(event, events.OutcomeCorrected | events.RoundVoided):
            for change in event.adjustments:
                _count(counts, change)
    return {meter: amount for meter, amount in counts.items() if amount}


def _count(counts: dict[str, int], event: object) -> None:
    for meter, field in _COUNTED.get(type(event), ()):
        counts[meter] = counts.get(meter, 0) + (getattr(event, field) if field else 1)
