"""Buying, redeeming and carrying chips, and whether a stake's chips are the player's to lay."""

from __future__ import annotations

from croupier.rules.procedure import (
    ChipSort,
    ColorValue,
    Exclusive,
    ForeignTable,
    Marker,
    OffTable,
    OutsideCash,
    Role,
)
from croupier.rules.stake import STAKE_MAX
from croupier.table import events
from croupier.table.case import Case, Decision, first, grounds, needs, needs_open_table
from croupier.table.commands import (
    ApproveRedemption,
    BringBackChips,
    BuyIn,
    CashOut,
    Chips,
    PermitValueChips,
    RemoveChips,
)
from croupier.table.opening import not_yours
from croupier.table.purse import in_color
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Purse, Wager
from croupier.table.wire_rules import wire

PLAIN = "plain"
"""The design of value chips that nobody described."""


def wrong_chips(case: Case, player: str, stake: int, chips: tuple[Chips, ...] | None) -> Refusal | None:
    """Judge the chips of a stake. Who never bought in stakes without an account, unless the table wants one."""
    purse = case.table.house.purses.get(player)
    if purse is None and case.table.banked:
        return _not_enough(stake, 0, case)
    if chips is None:
        return None if purse is None else _unmakeable(case, stake, purse)
    return _foreign(case, chips) or _anothers(case, player, chips) or _counted(case, player, purse, stake, chips)


def _not_enough(wanted: int, there: int, case: Case) -> Refusal | None:
    return None if wanted <= there else case.no(Code.NOT_ENOUGH_CHIPS, wire("5.1"), wanted=wanted, available=there)


def _unmakeable(case: Case, stake: int, purse: Purse) -> Refusal | None:
    """Refuse a stake that the player's chips do not come to, or only if one of them were cut."""
    rest = stake - in_color(purse, min(stake, purse.colored))
    short = _not_enough(stake, purse.cash + purse.colored, case)
    if short is None and rest > purse.cash:
        return case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), stake=stake, chip_value=purse.chip_value)
    return short


def wrong_change(case: Case, wager: Wager, stake: int) -> Refusal | None:
    """Refuse to take back a part of a wager that its chips cannot make."""
    purse = case.table.house.purses.get(wager.player)
    if purse is None or not wager.from_purse:
        return None
    rest = stake - in_color(purse, min(stake, wager.colored))
    if rest <= wager.stake - wager.colored:
        return None
    return case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), stake=stake, chip_value=purse.chip_value)


def _foreign(case: Case, chips: tuple[Chips, ...]) -> Refusal | None:
    rule = case.procedure.chips.foreign_table
    for some in chips:
        if some.color is not None and some.table is not None and some.table != case.table.name:
            clauses = rule.clauses if rule.value is ForeignTable.REFUSED else (wire("5.1"),)
            return case.no(Code.CHIPS_OF_ANOTHER_TABLE, clauses, table=some.table)
    return None


def _anothers(case: Case, player: str, chips: tuple[Chips, ...]) -> Refusal | None:
    """Refuse colors of other players, and value chips that came in without permission where it is needed."""
    rules = case.procedure.chips
    for some in chips:
        owner = _owner(case, some.color) if some.color is not None else None
        if owner is not None and owner != player:
            return case.no(Code.CHIPS_OF_ANOTHER_PLAYER, grounds(rules.exclusive, "5.1"), color=some.color)
    cash = any(some.cash is not None for some in chips)
    if cash and rules.outside_cash.value is OutsideCash.PERMISSION and not _admitted(case, player):
        return case.no(Code.PERMISSION_NEEDED, rules.outside_cash.clauses, player=player)
    return None


def _admitted(case: Case, player: str) -> bool:
    """Whether a player's value chips were bought here or permitted."""
    purse = case.table.house.purses.get(player)
    return bool(case.table.house.permitted.get(player)) or (purse is not None and purse.cash > 0)


def _counted(case: Case, player: str, purse: Purse | None, stake: int, chips: tuple[Chips, ...]) -> Refusal | None:
    """Check that the chips are there and add up to the stake."""
    colored = [some for some in chips if some.color is not None]
    cash = sum(some.count * some.cash for some in chips if some.cash is not None)
    if colored and purse is None:
        return case.no(Code.NOT_ENOUGH_CHIPS, wire("5.1"), player=player, color=colored[0].color)
    if purse is None:
        return _adds_up(case, stake, cash)
    if any(some.color != purse.color for some in colored):
        return case.no(Code.NOT_ENOUGH_CHIPS, wire("5.1"), player=player, color=colored[0].color)
    worth = sum(some.count for some in colored) * purse.chip_value
    wrong = _adds_up(case, stake, worth + cash) or _not_enough(worth, purse.colored, case)
    if cash and not case.table.house.permitted.get(player):
        wrong = wrong or _not_enough(cash, purse.cash, case)
    return wrong


def _adds_up(case: Case, stake: int, worth: int) -> Refusal | None:
    return None if worth == stake else case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), stake=stake, chips=worth)


def _owner(case: Case, color: str | None) -> str | None:
    for player, purse in case.table.house.purses.items():
        if purse.color is not None and purse.color == color:
            return player
    return None


def buy_in(case: Case, ask: BuyIn) -> Decision:
    """Sell a player chips: cash chips, or a color with its value."""
    purse = case.table.house.purses.get(ask.player) or Purse()
    objection = not_yours(case, ask.player) or needs_open_table(case) or _purchase(case, ask, purse)
    if objection is not None:
        return objection
    rules = case.procedure.chips
    color = ask.color if ask.chips is ChipSort.COLOR else _design(case, ask)
    value = _value(case, ask) if ask.chips is ChipSort.COLOR else None
    clauses = grounds(rules.color_value if ask.chips is ChipSort.COLOR else case.procedure.wagers.chips, "5.3")
    case.happens(
        events.ChipsBought,
        clauses,
        player=ask.player,
        amount=ask.amount,
        chips=ask.chips,
        color=color,
        chip_value=value,
        marker=bool(ask.marker),
    )
    return case.done()


def _design(case: Case, ask: BuyIn) -> str | None:
    """What cash chips look like, where two players' must not look alike."""
    return (ask.color or PLAIN) if case.procedure.chips.exclusive.value is Exclusive.COLOR_AND_CASH else None


def _value(case: Case, ask: BuyIn) -> int | None:
    """The value of a color chip: the player's choice, or the standard of the rulebook or the table."""
    default = case.procedure.chips.color_value_default
    if ask.chip_value is not None:
        return ask.chip_value
    if case.procedure.chips.color_value.value is ColorValue.DEFAULT and default is not None:
        return default.value
    return case.table.house.limits.chip_value_min


def _purchase(case: Case, ask: BuyIn, purse: Purse) -> Refusal | None:
    if ask.chips not in case.procedure.wagers.chips.value:
        return case.no(Code.CHIPS_NOT_ACCEPTED, grounds(case.procedure.wagers.chips, "2.1"), chips=str(ask.chips))
    if ask.chips is ChipSort.CASH:
        return _alike(case, ask.player, ask.color or PLAIN) or _sum(case, ask.amount, purse)
    return _color_purchase(case, ask, purse) or _sum(case, ask.amount, purse)


def _sum(case: Case, amount: int, purse: Purse) -> Refusal | None:
    if amount + purse.bought <= STAKE_MAX:
        return None
    return case.no(Code.STAKE_TOO_LARGE, wire("4.1"), stake_max=STAKE_MAX)


def _color_purchase(case: Case, ask: BuyIn, purse: Purse) -> Refusal | None:
    rules, least = case.procedure.chips, case.table.house.limits.chip_value_min
    value = _value(case, ask)
    owner = _owner(case, ask.color) if ask.color is not None else None
    if owner is not None and owner != ask.player:
        return case.no(Code.COLOR_TAKEN, grounds(rules.exclusive, "5.3"), color=ask.color)
    if purse.color is not None and ask.color is not None and purse.color != ask.color:
        return case.no(Code.ONE_COLOR, wire("5.3"), color=purse.color)
    if purse.color is not None and value != purse.chip_value:
        return case.no(Code.CHIP_VALUE_FIXED, grounds(rules.color_value, "5.3"), chip_value=purse.chip_value)
    if ask.color is None:
        return case.no(Code.CHIP_VALUE_MISSING, wire("5.3"), missing="color")
    if value is None:
        return case.no(Code.CHIP_VALUE_MISSING, grounds(rules.color_value, "5.3"), missing="chip_value")
    if least is not None and value < least:
        clauses = grounds(rules.color_value, "5.3")
        return case.no(Code.CHIP_VALUE_TOO_LOW, clauses, chip_value=value, chip_value_min=least)
    unmarked = _unmarked(case)
    if unmarked is not None and value > unmarked and not ask.marker:
        return case.no(Code.MARKER_MISSING, rules.marker.clauses, chip_value=value, chip_value_min=unmarked)
    if ask.amount % value:
        return case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), amount=ask.amount, chip_value=value)
    return None


def _unmarked(case: Case) -> int | None:
    """The most that a color chip without a marker can be worth."""
    rules = case.procedure.chips
    if rules.marker.value is Marker.ABOVE_MINIMUM:
        return case.table.house.limits.chip_value_min
    if rules.marker.value is Marker.ABOVE_DEFAULT and rules.color_value_default is not None:
        return rules.color_value_default.value
    return None


def _alike(case: Case, player: str, design: str) -> Refusal | None:
    """Where value chips too must tell players apart, no two players may use the same design."""
    rule = case.procedure.chips.exclusive
    if rule.value is not Exclusive.COLOR_AND_CASH:
        return None
    house = case.table.house
    permitted = {color for name, color in house.permitted.items() if name != player}
    bought = {color for name, purse in house.purses.items() if name != player for color in purse.designs}
    live = {wager.player for wager in case.table.layout.wagers.values() if not wager.done and not wager.from_purse}
    laid = {color for name, color in case.round.unpermitted if name != player and name in live}
    if design in permitted | bought | laid:
        return case.no(Code.COLOR_TAKEN, rule.clauses, color=design)
    return None


def cash_out(case: Case, ask: CashOut) -> Decision:
    """Redeem chips that a player has beside the layout."""
    purse = case.table.house.purses.get(ask.player) or Purse()
    objection = first(not_yours(case, ask.player), needs_open_table(case)) or _redemption(case, ask, purse)
    if objection is not None:
        return objection
    clauses = grounds(case.procedure.wagers.chips, "5.1")
    color = purse.color if ask.chips is ChipSort.COLOR else None
    case.happens(events.ChipsRedeemed, clauses, player=ask.player, amount=ask.amount, chips=ask.chips, color=color)
    return case.done()


def _redemption(case: Case, ask: CashOut, purse: Purse) -> Refusal | None:
    if ask.chips is ChipSort.CASH:
        return _not_enough(ask.amount, purse.cash, case)
    if purse.color is None or (ask.color is not None and ask.color != purse.color):
        return case.no(Code.NOT_ENOUGH_CHIPS, wire("5.1"), color=ask.color)
    if ask.amount % purse.chip_value:
        return case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), amount=ask.amount, chip_value=purse.chip_value)
    return _not_enough(ask.amount, purse.colored, case) or _approval(case, ask.amount, purse)


def _approval(case: Case, amount: int, purse: Purse) -> Refusal | None:
    """Chips that were off the table and are worth more or less than the standard wait for approval."""
    rules = case.procedure.chips
    standard = rules.color_value_default.value if rules.color_value_default is not None else None
    clean = max(0, purse.colored - purse.tainted)
    if rules.off_table.value is not OffTable.APPROVAL or purse.chip_value == standard:
        return None
    if amount <= clean + purse.approved:
        return None
    return case.no(Code.APPROVAL_NEEDED, rules.off_table.clauses, amount=amount, approved=purse.approved)


def permit_value_chips(case: Case, ask: PermitValueChips) -> Decision:
    """Let a player bring value chips to the table, where the rulebook asks for permission."""
    rule = case.procedure.chips.outside_cash
    if rule.value is not OutsideCash.PERMISSION:
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))
    design = ask.color or PLAIN
    objection = first(needs(case, Role.DEALER, rule.clauses), needs_open_table(case))
    objection = objection or _alike(case, ask.player, design)
    if objection is not None:
        return objection
    case.happens(events.ValueChipsPermitted, rule.clauses, player=ask.player, color=design)
    return case.done()


def remove_chips(case: Case, ask: RemoveChips) -> Decision:
    """Record that a player's color chips left the table."""
    return _carried(case, ask, out=True)


def bring_back_chips(case: Case, ask: BringBackChips) -> Decision:
    """Record that color chips came back."""
    return _carried(case, ask, out=False)


def _carried(case: Case, ask: RemoveChips | BringBackChips, *, out: bool) -> Decision:
    rule = case.procedure.chips.off_table
    if rule.value is not OffTable.APPROVAL:
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))
    purse = case.table.house.purses.get(ask.player) or Purse()
    there = purse.colored if out else purse.away
    objection = not_yours(case, ask.player) or needs_open_table(case)
    if objection is None and purse.color is not None and ask.amount % purse.chip_value:
        objection = case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), amount=ask.amount, chip_value=purse.chip_value)
    objection = objection or _not_enough(ask.amount, there, case)
    if objection is not None:
        return objection
    event = events.ChipsRemoved if out else events.ChipsBroughtBack
    case.happens(event, rule.clauses, player=ask.player, amount=ask.amount)
    return case.done()


def approve_redemption(case: Case, ask: ApproveRedemption) -> Decision:
    """Approve that chips which were off the table are redeemed at their value."""
    rule, by = case.procedure.chips.off_table, case.procedure.chips.off_table_by
    if rule.value is not OffTable.APPROVAL or by is None:
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))
    purse = case.table.house.purses.get(ask.player) or Purse()
    amount = purse.tainted - purse.approved if ask.amount is None else ask.amount
    objection = first(needs(case, by.value, by.clauses), needs_open_table(case))
    if objection is None and (amount <= 0 or amount > purse.tainted - purse.approved):
        objection = case.no(Code.NOTHING_TO_RULE, rule.clauses, waiting=purse.tainted - purse.approved)
    if objection is not None:
        return objection
    case.happens(events.RedemptionApproved, by.clauses, player=ask.player, amount=amount)
    return case.done()
