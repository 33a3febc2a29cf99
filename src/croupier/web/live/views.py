"""What each role may see: a table's events, and the snapshot that a socket starts with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from croupier.house.host import Host
from croupier.house.ports import Entry
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.table.commands import By
from croupier.table.events import Event
from croupier.table.state import Phase
from croupier.table.views import all_wagers, public_view, purse_view, purses_view, view
from croupier.web.api.games import game_out

PRIVATE = (
    events.ChipsBought,
    events.ChipsRedeemed,
    events.ChipsRemoved,
    events.ChipsBroughtBack,
    events.RedemptionApproved,
    events.DebtCollected,
)
"""Fields that other players may not see: how many chips somebody has beside the layout."""


def is_private(event: Event) -> bool:
    """Whether an event reveals something about a purse; what a player owes says what is left."""
    if isinstance(event, events.OutcomeCorrected):
        return any(one.owed for one in event.adjustments)
    return isinstance(event, PRIVATE)


def sees_all(by: By | None) -> bool:
    """Whether somebody may see everybody's purse: staff, and those who watch over them."""
    return by is not None and by.role is not Role.PLAYER


def visible_line(entry: Entry, event: Event, by: By | None) -> str:
    """Return the JSON of an event as somebody may see it; what they may not see keeps its seq."""
    if not is_private(event) or sees_all(by) or (by is not None and by.name == getattr(event, "player", None)):
        return entry.line
    if isinstance(event, events.OutcomeCorrected):
        return _without_debts(entry.line, None if by is None else by.name)
    return f'{{"clauses":[],"round":{_quoted(event.round)},"seq":{entry.seq},"type":"undisclosed"}}'


def _without_debts(line: str, but: str | None) -> str:
    """Write a correction without what others owe."""
    data = msgspec.json.decode(line)
    for one in data["adjustments"]:
        if one["player"] != but:
            one["owed"] = 0
    return msgspec.json.encode(data, order="sorted").decode()


def without_debts(event: events.OutcomeCorrected, by: By | None) -> events.OutcomeCorrected:
    """Return a correction as somebody may see it."""
    if sees_all(by):
        return event
    but = None if by is None else by.name
    shown = tuple(one if one.player == but else replace(one, owed=0) for one in event.adjustments)
    return replace(event, adjustments=shown)


def _quoted(text: str | None) -> str:
    return "null" if text is None else f'"{text}"'


def now(host: Host, due: dict[str, Any] | None) -> dict[str, Any]:
    """Return the public state of the round: sent with every tick, so that no client has to derive it."""
    table = host.table
    return {
        "open": table.standing.open,
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
    """Return on whose authority bets may be closed before the spin in this round, if they may."""
    by = host.ruleset.procedure.closing.before_spin_by
    return by.value if by is not None and host.table.round.early_close else None


def own(host: Host, by: By, wallet: int | None = None) -> dict[str, Any]:
    """Return what one person may see and do, beyond what everybody sees."""
    wealth = {} if wallet is None or by.role is not Role.PLAYER else {"wallet": wallet}
    return {"offers": host.offers(by), **purse(host, by), **wealth}


def purse(host: Host, by: By) -> dict[str, Any]:
    """Return a player's own chips beside the layout; staff have none."""
    return {"purse": purse_view(host.table, by.name)} if by.role is Role.PLAYER else {}


class Laid:
    """The layout and the game as snapshots show them: encoded once per seq, for everybody who comes in then."""

    def __init__(self, host: Host) -> None:
        self._table, self._ruleset = host.table, host.ruleset
        self._wagers: msgspec.Raw | None = None
        self.game = _encoded(game_out(host.ruleset))
        self.wagers_all = _encoded(list(_on_the_cloth(host)))

    def is_of(self, host: Host) -> bool:
        """Whether nothing has happened since."""
        return self._table is host.table and self._ruleset is host.ruleset

    def wagers_for(self, by: By) -> msgspec.Raw | None:
        """Return all wagers as staff see them; nobody else is shown them like that."""
        if self._wagers is None and sees_all(by):
            self._wagers = _encoded(all_wagers(self._table))
        return self._wagers


def _encoded(data: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(data))


_LAID: WeakKeyDictionary[Host, Laid] = WeakKeyDictionary()


def laid(host: Host) -> Laid:
    """Return the layout of a table as it is now."""
    found = _LAID.get(host)
    if found is None or not found.is_of(host):
        found = _LAID[host] = Laid(host)
    return found


def snapshot(host: Host, by: By | None, due: dict[str, Any] | None, wallet: int | None = None) -> dict[str, Any]:
    """Return a table as somebody may see it now; what costs in proportion to the layout is encoded already."""
    table, ruleset, shared = host.table, host.ruleset, laid(host)
    shown = public_view(table, ruleset) if by is None else view(table, ruleset, by.role, by.name, shared.wagers_for(by))
    return {
        **shown,
        # A dealer sells and redeems chips and sees every purchase, and so sees the purses as the pit does.
        **({"purses": purses_view(table)} if sees_all(by) else {}),
        "now": now(host, due),
        **({} if by is None else own(host, by, wallet)),
        "table": host.name,
        "game": shared.game,
        "automatic": host.setup.random,
        "digest": host.ruleset.digest,
        "wagers_all": shared.wagers_all,
        "results": _results(host)[-20:],
    }


def _results(host: Host) -> list[Pocket | None]:
    """Return the last pockets. The end of a round that is being noted in slices is told here already."""
    now, noted = host.table.round, host.results.last
    pockets = [result.pocket for result in noted]
    if now.name is not None and now.phase in (Phase.PAID, Phase.VOID) and (not noted or noted[-1].round != now.name):
        pockets.append(now.outcome)
    return pockets


def _on_the_cloth(host: Host) -> Iterator[dict[str, Any]]:
    """Return the wagers that lie there: what is not settled, and of what won the stake, until the dolly is lifted."""
    table = host.table
    marked = table.round.dolly is not None or not host.ruleset.procedure.outcome.dolly.value
    paying = marked and table.round.phase in (Phase.DOLLY_DOWN, Phase.PAID)
    for one in table.layout.wagers.values():
        won = one.done and one.winnings > 0
        if not one.done or (won and paying):
            yield {
                "wager": one.wager,
                "player": one.player,
                "position": one.lies,
                "stake": one.stake,
                "held": one.held and not one.done,
                "won": won,
            }
