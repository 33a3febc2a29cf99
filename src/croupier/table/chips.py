"""Buying, redeeming and carrying chips, and whether a stake's chips are the player's to lay."""

from __future__ import annotations

from croupier.rules.clause import Clause
from croupier.rules.later import ChipMinimum, Unbought
from croupier.rules.procedure import ChipSort, ColorValue, Exclusive, ForeignTable, Marker, OffTable, OutsideCash, Role
from croupier.rules.stake import STAKE_MAX
from croupier.table import events
from croupier.table.case import (
    Case,
    Follows,
    Judging,
    closed_table,
    grounds,
    needs,
    not_in_rulebook,
)
from croupier.table.commands import (
    ApproveRedemption,
    BringBackChips,
    BuyIn,
    CashOut,
    Chips,
    CollectDebt,
    PermitValueChips,
    PlaceWager,
    RemoveChips,
)
from croupier.table.opening import OfPlayer, not_yours
from croupier.table.purse import in_color
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Purse, Wager
from croupier.table.wire_rules import wire

PLAIN = "plain"
"""The design of value chips that nobody described."""


def wrong_chips(case: Case, ask: PlaceWager) -> Refusal | None:
    """Judge the chips of a stake. Without a purse a player stakes without an account, unless the table requires one."""
    player, stake, chips = ask.player, ask.stake, ask.chips
    purse = case.table.standing.purses.get(player)
    if purse is None and case.table.banked:
        clauses = _bought_clauses(case) or (wire("5.1"),)
        return case.no(Code.NOT_ENOUGH_CHIPS, clauses, wanted=stake, available=0)
    if chips is None and purse is None:
        return _unbought(case, player)
    if chips is None:
        assert purse is not None
        return _unmakeable(case, stake, purse) or _unapproved(case, purse, in_color(purse, min(stake, purse.colored)))
    return _foreign(case, chips) or _anothers(case, player, chips) or _counted(case, player, purse, stake, chips)


def _bought_clauses(case: Case) -> tuple[Clause, ...]:
    rule = case.procedure.chips.unbought
    return rule.clauses if rule.value is Unbought.REFUSED else ()


def _unbought(case: Case, player: str) -> Refusal | None:
    """Object to a stake that was neither bought nor permitted, once chips are accounted for at this table."""
    standing = case.table.standing
    asked = case.procedure.chips.unbought.value is Unbought.REFUSED and len(standing.purses) > 0
    if not asked or standing.permitted.get(player):
        return None
    return case.no(Code.PERMISSION_NEEDED, _bought_clauses(case), player=player)


def _unapproved(case: Case, purse: Purse, colored: int) -> Refusal | None:
    """Object to wagering chips that were off the table, at another value than the standard one, without approval."""
    if case.procedure.chips.off_table.value is not OffTable.APPROVAL_TO_USE or not colored:
        return None
    return _approval(case, colored, purse)


def _not_enough(wanted: int, there: int, case: Case) -> Refusal | None:
    return None if wanted <= there else case.no(Code.NOT_ENOUGH_CHIPS, wire("5.1"), wanted=wanted, available=there)


def _unmakeable(case: Case, stake: int, purse: Purse) -> Refusal | None:
    """Object to a stake that the player's chips cannot make, or only if one of them were cut."""
    if stake <= purse.cash:
        return None
    rest = stake - in_color(purse, min(stake, purse.colored))
    short = _not_enough(stake, purse.cash + purse.colored, case)
    if short is None and rest > purse.cash:
        return case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), stake=stake, chip_value=purse.chip_value)
    return short


def wrong_change(case: Case, wager: Wager, stake: int) -> Refusal | None:
    """Refuse to take back a part of a wager that its chips cannot make."""
    purse = case.table.standing.purses.get(wager.player)
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
        owner = case.table.standing.colors.get(some.color) if some.color is not None else None
        if owner is not None and owner != player:
            return case.no(Code.CHIPS_OF_ANOTHER_PLAYER, grounds(rules.exclusive, "5.1"), color=some.color)
    cash = any(some.cash is not None for some in chips)
    if cash and rules.outside_cash.value is OutsideCash.PERMISSION and not _admitted(case, player):
        return case.no(Code.PERMISSION_NEEDED, rules.outside_cash.clauses, player=player)
    return None


def _admitted(case: Case, player: str) -> bool:
    """Whether a player's value chips were bought here or permitted."""
    purse = case.table.standing.purses.get(player)
    return bool(case.table.standing.permitted.get(player)) or (purse is not None and purse.cash > 0)


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
    wrong = wrong or _unapproved(case, purse, worth)
    if cash and not case.table.standing.permitted.get(player):
        wrong = wrong or _not_enough(cash, purse.cash, case)
    return wrong


def _adds_up(case: Case, stake: int, worth: int) -> Refusal | None:
    return None if worth == stake else case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), stake=stake, chips=worth)


def _of_value(case: Case) -> tuple[Clause, ...]:
    """Cite who sets the value of color chips; what the document does not address it does not decide."""
    rule = case.procedure.chips.color_value
    return (wire("5.3"),) if rule.value is ColorValue.UNADDRESSED else grounds(rule, "5.3")


def _bought(case: Case, ask: BuyIn) -> Follows:
    """Sell a player chips: cash chips, or a color with its value."""
    colored = ask.chips is ChipSort.COLOR
    yield case.happens(
        events.ChipsBought,
        _of_value(case) if colored else grounds(case.procedure.wagers.chips, "5.3"),
        player=ask.player,
        amount=ask.amount,
        chips=ask.chips,
        color=ask.color if colored else _design(case, ask),
        chip_value=_value(case, ask) if colored else None,
        marker=bool(ask.marker),
    )


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
    return case.table.standing.limits.chip_value_min


def _purse(case: Case, ask: OfPlayer) -> Purse:
    return case.table.standing.purses.get(ask.player) or Purse()


def _not_accepted(case: Case, ask: BuyIn) -> Refusal | None:
    if ask.chips in case.procedure.wagers.chips.value:
        return None
    return case.no(Code.CHIPS_NOT_ACCEPTED, grounds(case.procedure.wagers.chips, "2.1"), chips=str(ask.chips))


def _purchase(case: Case, ask: BuyIn) -> Refusal | None:
    if ask.chips is ChipSort.CASH:
        return _alike(case, ask.player, ask.color or PLAIN)
    return _color_purchase(case, ask)


def _sum(case: Case, ask: BuyIn) -> Refusal | None:
    if ask.amount + _purse(case, ask).bought <= STAKE_MAX:
        return None
    return case.no(Code.STAKE_TOO_LARGE, wire("4.1"), stake_max=STAKE_MAX)


def _color_purchase(case: Case, ask: BuyIn) -> Refusal | None:
    """Object to a color or a value, in the order of the codes."""
    rules, least, purse = case.procedure.chips, case.table.standing.limits.chip_value_min, _purse(case, ask)
    value = _value(case, ask)
    owner = case.table.standing.colors.get(ask.color) if ask.color is not None else None
    if owner is not None and owner != ask.player:
        return case.no(Code.COLOR_TAKEN, grounds(rules.exclusive, "5.3"), color=ask.color)
    if purse.color is not None and ask.color is not None and purse.color != ask.color:
        return case.no(Code.ONE_COLOR, wire("5.3"), color=purse.color)
    if purse.color is not None and value != purse.chip_value:
        return case.no(Code.CHIP_VALUE_FIXED, _of_value(case), chip_value=purse.chip_value)
    if ask.color is None:
        return case.no(Code.CHIP_VALUE_MISSING, wire("5.3"), missing="color")
    if value is None:
        return case.no(Code.CHIP_VALUE_MISSING, _of_value(case), missing="chip_value")
    if least is not None and value < least:
        return case.no(Code.CHIP_VALUE_TOO_LOW, _of_value(case), chip_value=value, chip_value_min=least)
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
        limits = case.table.standing.limits
        displayed = rules.value_min.value is ChipMinimum.DISPLAYED and limits.chip_value_min is None
        minima = [limit.stake_min for limit in limits.by_kind.values()] if displayed else []
        return min(minima, default=limits.chip_value_min)
    if rules.marker.value is Marker.ABOVE_DEFAULT and rules.color_value_default is not None:
        return rules.color_value_default.value
    return None


def _alike(case: Case, player: str, design: str) -> Refusal | None:
    """If value chips too must tell players apart, no two players may use the same design."""
    rule = case.procedure.chips.exclusive
    if rule.value is not Exclusive.COLOR_AND_CASH:
        return None
    standing = case.table.standing
    holders = [name for name, color in standing.permitted.items() if color == design]
    holders += [name for name, purse in standing.purses.items() if design in purse.designs]
    holders += [name for name, color in case.round.unpermitted if color == design and _lays_unbought(case, name)]
    if any(name != player for name in holders):
        return case.no(Code.COLOR_TAKEN, rule.clauses, color=design)
    return None


def _lays_unbought(case: Case, player: str) -> bool:
    """Whether a player has chips on the layout that were not bought at this table."""
    purse = case.table.standing.purses.get(player) or Purse()
    return case.table.layout.stake_of(player) > purse.laid + purse.laid_cash


def _redemption(case: Case, ask: CashOut) -> Refusal | None:
    purse = _purse(case, ask)
    if ask.chips is ChipSort.CASH:
        return _not_enough(ask.amount, purse.cash, case)
    if purse.color is None or (ask.color is not None and ask.color != purse.color):
        return case.no(Code.NOT_ENOUGH_CHIPS, wire("5.1"), color=ask.color)
    if ask.amount % purse.chip_value:
        return case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), amount=ask.amount, chip_value=purse.chip_value)
    return _not_enough(ask.amount, purse.colored, case) or _approval(case, ask.amount, purse)


def _approval(case: Case, amount: int, purse: Purse) -> Refusal | None:
    """Require approval for chips that were off the table and are worth more or less than the standard."""
    rules = case.procedure.chips
    standard = rules.color_value_default.value if rules.color_value_default is not None else None
    clean = max(0, purse.colored - purse.tainted)
    if rules.off_table.value is OffTable.UNADDRESSED or purse.chip_value == standard:
        return None
    if amount <= clean + purse.approved:
        return None
    needed = {} if rules.off_table_by is None else {"needed": str(rules.off_table_by.value)}
    return case.no(Code.APPROVAL_NEEDED, rules.off_table.clauses, amount=amount, approved=purse.approved, **needed)


def _redeemed(case: Case, ask: CashOut) -> Follows:
    """Redeem chips that a player has beside the layout."""
    color = _purse(case, ask).color if ask.chips is ChipSort.COLOR else None
    clauses = grounds(case.procedure.wagers.chips, "5.1")
    yield case.happens(
        events.ChipsRedeemed, clauses, player=ask.player, amount=ask.amount, chips=ask.chips, color=color
    )


def _nothing_permitted(case: Case, _: object) -> Refusal | None:
    """Object unless the rulebook has a player ask before value chips come to the table."""
    return None if case.procedure.chips.outside_cash.value is OutsideCash.PERMISSION else not_in_rulebook(case)


def _may_not_permit(case: Case, _: object) -> Refusal | None:
    return needs(case, Role.DEALER, case.procedure.chips.outside_cash.clauses)


def _design_taken(case: Case, ask: PermitValueChips) -> Refusal | None:
    return _alike(case, ask.player, ask.color or PLAIN)


def _permitted(case: Case, ask: PermitValueChips) -> Follows:
    """Let a player bring value chips to the table."""
    clauses = case.procedure.chips.outside_cash.clauses
    yield case.happens(events.ValueChipsPermitted, clauses, player=ask.player, color=ask.color or PLAIN)


def _not_carried(case: Case, _: object) -> Refusal | None:
    """Object unless the rulebook says what follows if color chips leave the table."""
    return not_in_rulebook(case) if case.procedure.chips.off_table.value is OffTable.UNADDRESSED else None


def _in_part(case: Case, ask: RemoveChips | BringBackChips) -> Refusal | None:
    purse = _purse(case, ask)
    if purse.color is None or not ask.amount % purse.chip_value:
        return None
    return case.no(Code.CHIPS_DO_NOT_ADD_UP, wire("5.2"), amount=ask.amount, chip_value=purse.chip_value)


def _not_here(case: Case, ask: RemoveChips) -> Refusal | None:
    return _not_enough(ask.amount, _purse(case, ask).colored, case)


def _not_away(case: Case, ask: BringBackChips) -> Refusal | None:
    return _not_enough(ask.amount, _purse(case, ask).away, case)


def _removed(case: Case, ask: RemoveChips) -> Follows:
    rule = case.procedure.chips.off_table
    against = True if rule.value is OffTable.APPROVAL_TO_USE else None
    yield case.happens(events.ChipsRemoved, rule.clauses, player=ask.player, amount=ask.amount, against_rules=against)


def _brought_back(case: Case, ask: BringBackChips) -> Follows:
    clauses = case.procedure.chips.off_table.clauses
    yield case.happens(events.ChipsBroughtBack, clauses, player=ask.player, amount=ask.amount)


def _may_not_approve(case: Case, ask: object) -> Refusal | None:
    by = case.procedure.chips.off_table_by
    return _not_carried(case, ask) or (not_in_rulebook(case) if by is None else needs(case, by.value, by.clauses))


def _to_approve(case: Case, ask: ApproveRedemption) -> int:
    """What to approve: all that waits, unless the command says how much of it."""
    purse = _purse(case, ask)
    return purse.tainted - purse.approved if ask.amount is None else ask.amount


def _nothing_to_approve(case: Case, ask: ApproveRedemption) -> Refusal | None:
    purse = _purse(case, ask)
    waiting = purse.tainted - purse.approved
    if 0 < _to_approve(case, ask) <= waiting:
        return None
    return case.no(Code.NOTHING_TO_RULE, case.procedure.chips.off_table.clauses, waiting=waiting)


def _approved(case: Case, ask: ApproveRedemption) -> Follows:
    """Approve that chips which were off the table are redeemed at their value."""
    by = case.procedure.chips.off_table_by
    assert by is not None
    yield case.happens(events.RedemptionApproved, by.clauses, player=ask.player, amount=_to_approve(case, ask))


def _not_the_house(case: Case, _: CollectDebt) -> Refusal | None:
    if case.by.role is Role.HOUSE:
        return None
    return case.no(Code.ROLE_NOT_ALLOWED, wire("5.5"), role=str(case.by.role), needed=str(Role.HOUSE))


def _not_owed(case: Case, ask: CollectDebt) -> Refusal | None:
    owed = _purse(case, ask).owed
    return None if ask.amount <= owed else case.no(Code.ALREADY_DONE, wire("5.5"), player=ask.player, owed=owed)


def _collected(case: Case, ask: CollectDebt) -> Follows:
    yield case.happens(events.DebtCollected, wire("5.5"), player=ask.player, amount=ask.amount)


COLLECT_DEBT = Judging[CollectDebt]((_not_the_house, _not_owed), _collected)
BUY_IN = Judging[BuyIn]((not_yours, closed_table, _not_accepted, _purchase, _sum), _bought)
CASH_OUT = Judging[CashOut]((not_yours, _redemption), _redeemed)
PERMIT_VALUE_CHIPS = Judging[PermitValueChips](
    (_nothing_permitted, _may_not_permit, closed_table, _design_taken), _permitted
)
REMOVE_CHIPS = Judging[RemoveChips]((_not_carried, not_yours, closed_table, _in_part, _not_here), _removed)
BRING_BACK_CHIPS = Judging[BringBackChips]((_not_carried, not_yours, closed_table, _in_part, _not_away), _brought_back)
APPROVE_REDEMPTION = Judging[ApproveRedemption]((_may_not_approve, _nothing_to_approve), _approved)
