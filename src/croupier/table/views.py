"""What each role may see of a table, as plain data: everybody may see the chips on the layout, but not purses."""

from __future__ import annotations

from typing import Any

from croupier.rules import plain
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.table.opening import limits_to_come
from croupier.table.purse import chip_count
from croupier.table.state import Purse, Table, Wager

View = dict[str, Any]

_SEES_EVERYTHING = frozenset(
    {Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.FLOOR_MANAGER, Role.SURVEILLANCE, Role.AUDITOR}
)


def player_view(table: Table, ruleset: Ruleset, player: str) -> View:
    """What a player sees: the table, every chip on the layout, and their own purse."""
    own = [_wager(wager) for wager in table.layout.wagers.values() if wager.player == player]
    return public_view(table, ruleset) | {"you": player, "purse": purse_view(table, player), "wagers": own}


def purse_view(table: Table, player: str) -> View | None:
    """What a player has beside the layout; it costs nothing to ask, as often as their chips move."""
    return _purse(table.standing.purses.get(player))


def all_wagers(table: Table) -> list[View]:
    """Every wager of the round with its owner, as staff see it."""
    return [_wager(wager) for wager in table.layout.wagers.values()]


def purses_view(table: Table) -> View:
    """Everybody's chips beside the layout."""
    return {player: _purse(purse) for player, purse in table.standing.purses.items()}


def dealer_view(table: Table, ruleset: Ruleset, wagers: object = None) -> View:
    """What the dealer sees: every wager with its owner, what waits, and the chips that were issued.

    All of them can be given, in whatever form they are sent, to be listed once for everybody who looks.
    """
    return public_view(table, ruleset) | {
        "wagers": all_wagers(table) if wagers is None else wagers,
        "held": [wager.wager for wager in table.layout.wagers.values() if wager.held and not wager.done],
        "colors": {player: _color(purse) for player, purse in table.standing.purses.items() if purse.color is not None},
        "spin": _spin(table),
    }


def pit_view(table: Table, ruleset: Ruleset, wagers: object = None) -> View:
    """What the pit sees: what the dealer sees, the tray, the purses, and what waits for a decision."""
    return dealer_view(table, ruleset, wagers) | {
        "tray": table.tray,
        "purses": purses_view(table),
        "awaits_ruling": table.round.spin.referred,
        "correction_proposed": table.round.proposed is not None,
    }


def auditor_view(table: Table, ruleset: Ruleset, wagers: object = None) -> View:
    """What an auditor sees: everything, and what the rulebook was."""
    return pit_view(table, ruleset, wagers) | {
        "digest": ruleset.digest,
        "under_minimum": {player: number for player, number in table.standing.under_minimum.items() if number},
    }


def public_view(table: Table, ruleset: Ruleset) -> View:
    """What a spectator sees: the call that opens, the phase, the limits, and the chips on each bet without owners."""
    layout = {bet: stake for bet, stake in table.layout.of_area.items() if stake}
    between = table.round.phase.between_rounds
    return {
        "ref": table.ref,
        "title": ruleset.title,
        "opening": ruleset.procedure.round.opening.value,
        "open": table.standing.open,
        "seq": table.seq,
        "round": table.round.name,
        "phase": table.round.phase,
        "outcome": table.round.outcome,
        "dolly": table.round.dolly,
        "limits": plain.limits(limits_to_come(table, ruleset) if between else table.round.limits),
        "seats": [player for player, seated in table.standing.seats.items() if seated],
        "layout": layout,
    }


def view(table: Table, ruleset: Ruleset, role: Role, name: str, wagers: object = None) -> View:
    """Return the view of a role; roles without one of their own see what a spectator sees.

    Staff are shown ``wagers`` for all wagers, if it is given.
    """
    if role is Role.PLAYER:
        return player_view(table, ruleset, name)
    if role in (Role.DEALER, Role.HOUSE):
        return dealer_view(table, ruleset, wagers)
    if role in (Role.AUDITOR, Role.SURVEILLANCE):
        return auditor_view(table, ruleset, wagers)
    return pit_view(table, ruleset, wagers) if role in _SEES_EVERYTHING else public_view(table, ruleset)


def _wager(wager: Wager) -> View:
    return {
        "wager": wager.wager,
        "player": wager.player,
        "lies": wager.lies,
        "counts": wager.counts,
        "stake": wager.stake,
        "held": wager.held,
        "done": wager.done,
        "winnings": wager.winnings,
        "returned": wager.returned,
        "collected": wager.collected,
    }


def _purse(purse: Purse | None) -> View | None:
    if purse is None:
        return None
    return {"cash": purse.cash, "owed": purse.owed, **_color(purse)}


def _color(purse: Purse) -> View:
    return {
        "color": purse.color,
        "chip_value": purse.chip_value or None,
        "chips": chip_count(purse),
        "worth": purse.colored,
        "away": purse.away,
    }


def _spin(table: Table) -> View:
    spin = table.round.spin
    return {
        "ball": spin.ball,
        "wheel": spin.wheel,
        "revolutions": spin.revolutions,
        "irregularities": list(spin.irregular),
        "awaits_ruling": spin.referred,
        "power_failed": spin.power_failed,
    }
