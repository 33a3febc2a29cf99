"""What is told to whom: a table's events as a role may see them, and the snapshot a socket begins with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from croupier.house.host import Host
from croupier.house.ports import Entry, Happened
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.table.commands import By
from croupier.table.offers import offers
from croupier.table.views import pit_view, player_view, public_view, view

PRIVATE = (
    events.ChipsBought,
    events.ChipsRedeemed,
    events.ChipsRemoved,
    events.ChipsBroughtBack,
    events.RedemptionApproved,
)
"""What others may not see of a player: how many chips there are beside the layout."""


def is_private(event: Happened) -> bool:
    """Whether an event tells about somebody's purse; what a player owes says what they have left."""
    if isinstance(event, events.OutcomeCorrected):
        return any(one.owed for one in event.adjustments)
    return isinstance(event, PRIVATE)


def sees_all(by: By | None) -> bool:
    """Whether somebody may see everybody's purse: staff, and those who watch over them."""
    return by is not None and by.role is not Role.PLAYER


def told(entry: Entry, event: Happened, by: By | None) -> str:
    """Give an event as somebody may see it; what they may not see keeps its place."""
    if not is_private(event) or sees_all(by) or (by is not None and by.name == getattr(event, "player", None)):
        return entry.line
    if isinstance(event, events.OutcomeCorrected):
        return _without_debts(entry.line, None if by is None else by.name)
    return f'{{"clauses":[],"round":{_quoted(event.round)},"seq":{entry.seq},"type":"undisclosed"}}'


def _without_debts(line: str, but: str | None) -> str:
    """Tell a correction without what others owe."""
    data = msgspec.json.decode(line)
    for one in data["adjustments"]:
        if one["player"] != but:
            one["owed"] = 0
    return msgspec.json.encode(data, order="sorted").decode()


def without_debts(event: events.OutcomeCorrected, by: By | None) -> events.OutcomeCorrected:
    """Give a correction as somebody may see it."""
    if sees_all(by):
        return event
    but = None if by is None else by.name
    shown = tuple(one if one.player == but else replace(one, owed=0) for one in event.adjustments)
    return replace(event, adjustments=shown)


def _quoted(text: str | None) -> str:
    return "null" if text is None else f'"{text}"'


def now(host: Host, due: dict[str, Any] | None) -> dict[str, Any]:
    """Give where the round is, as everybody may see it: it goes with every tick, so that nobody works it out."""
    table = host.table
    return {
        "open": table.house.open,
        "phase": table.round.phase,
        "round": table.round.name,
        "outcome": table.round.outcome,
        "dolly": table.round.dolly,
        "spun": table.round.spin.ball is not None,
        "revolutions": table.round.spin.revolutions,
        "revolutions_min": host.ruleset.procedure.spin.revolutions_min.value,
        "irregularities": list(table.round.spin.irregular),
        "awaits_ruling": table.round.spin.referred,
        "early_close": _early_close(host),
        "due": due,
    }


def _early_close(host: Host) -> Role | None:
    """Give on whose authority bets may be closed before the spin in this round, if they may."""
    by = host.ruleset.procedure.closing.before_spin_by
    return by.value if by is not None and host.table.round.early_close else None


def own(host: Host, by: By) -> dict[str, Any]:
    """Give what one person may see and do, beyond what everybody sees."""
    shown: dict[str, Any] = {"offers": offers(host.table, host.ruleset, by, host.judged)}
    if by.role is Role.PLAYER:
        shown["purse"] = player_view(host.table, host.ruleset, by.name)["purse"]
    return shown


def snapshot(host: Host, by: By | None, due: dict[str, Any] | None) -> dict[str, Any]:
    """Give a table as somebody may see it now."""
    shown = public_view(host.table, host.ruleset) if by is None else view(host.table, host.ruleset, by.role, by.name)
    return {
        **shown,
        # A dealer sells and redeems chips, and is told of every purchase: so they see the purses as the pit does.
        **({"purses": pit_view(host.table, host.ruleset)["purses"]} if sees_all(by) else {}),
        "now": now(host, due),
        **({} if by is None else own(host, by)),
        "table": host.name,
        "automatic": host.setup.random,
        "digest": host.ruleset.digest,
        "wagers_all": [
            {"wager": w.wager, "player": w.player, "position": w.lies, "stake": w.stake, "held": w.held}
            for w in host.table.layout.wagers.values()
            if not w.done
        ],
        "results": [result.pocket for result in list(host.results.last)[-20:]],
    }
