"""What each role may see of a table, as plain data: chips on the layout are everybody's to see, purses are not."""

from __future__ import annotations

from typing import Any

from croupier.rules import plain
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.table.purse import chip_count
from croupier.table.state import Purse, Table, Wager

View = dict[str, Any]

_SEES_EVERYTHING = frozenset(
    {Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.FLOOR_MANAGER, Role.SURVEILLANCE, Role.AUDITOR}
)


def player_view(table: Table, ruleset: Ruleset, player: str) -> View:
    """What a player sees: the table, every chip on the layout, and the own purse."""
    purse = table.house.purses.get(player)
    own = [_wager(wager) for wager in table.layout.wagers.values() if wager.player == player]
    return public_view(table, ruleset) | {"you": player, "purse": _purse(purse), "wagers": own}


def dealer_view(table: Table, ruleset: Ruleset) -> View:
    """What the dealer sees: every wager with its owner, what waits, and the chips that were issued."""
    return public_view(table, ruleset) | {
        "wagers": [_wager(wager) for wager in table.layout.wagers.values()],
        "held": [wager.wager for wager in table.layout.wagers.values() if wager.held and not wager.done],
        "colors": {player: _color(purse) for player, purse in table.house.purses.items() if purse.color is not None},
        "spin": _spin(table),
    }


def pit_view(table: Table, ruleset: Ruleset) -> View:
    """What the pit sees: what the dealer sees, the tray, the purses, and what waits for a decision."""
    return dealer_view(table, ruleset) | {
        "tray": table.tray,
        "purses": {player: _purse(purse) for player, purse in table.house.purses.items()},
        "awaits_ruling": table.round.spin.referred,
        "correction_proposed": table.round.proposed is not None,
    }


def auditor_view(table: Table, ruleset: Ruleset) -> View:
    """What an auditor sees: everything, and what the rulebook was."""
    return pit_view(table, ruleset) | {
        "digest": ruleset.digest,
        "under_minimum": {player: number for player, number in table.house.under_minimum.items() if number},
    }


def public_view(table: Table, ruleset: Ruleset) -> View:
    """What a spectator sees: the phase, the number, the limits, and the chips on each bet without their owners."""
    layout = {bet: stake for bet, stake in table.layout.of_area.items() if stake}
    return {
        "ref": table.ref,
        "title": ruleset.title,
        "open": table.house.open,
        "seq": table.seq,
        "round": table.round.name,
        "phase": table.round.phase,
        "outcome": table.round.outcome,
        "dolly": table.round.dolly,
        "limits": plain.limits(table.house.limits if table.round.phase.between_rounds else table.round.limits),
        "seats": [player for player, seated in table.house.seats.items() if seated],
        "layout": layout,
    }


def view(table: Table, ruleset: Ruleset, role: Role, name: str) -> View:
    """Give the view of a role; who has none of their own sees what a spectator sees."""
    if role is Role.PLAYER:
        return player_view(table, ruleset, name)
    if role in (Role.DEALER, Role.HOUSE):
        return dealer_view(table, ruleset)
    if role in (Role.AUDITOR, Role.SURVEILLANCE):
        return auditor_view(table, ruleset)
    return pit_view(table, ruleset) if role in _SEES_EVERYTHING else public_view(table, ruleset)


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
