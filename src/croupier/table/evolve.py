"""Fold one event into the table. No judgement and no rule: it already happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from croupier.rules.limits import NO_LIMITS, Limit, Limits
from croupier.rules.procedure import Treatment
from croupier.table import events
from croupier.table.commands import RoundRuling, WagerTreatment
from croupier.table.events import Event
from croupier.table.made import of_tuple
from croupier.table.purse import (
    adjusted,
    bought,
    brought_back,
    redeemed,
    returned_to,
    staked_from,
    taken_away,
    taken_back,
)
from croupier.table.sitting import sitting
from croupier.table.state import House, Layout, Phase, Purse, Round, Spin, Table, Wager

# Nearly every event is a wager placed, and nearly all that folding it costs is making these.
_table, _house, _layout, _wager_laid = of_tuple(Table), of_tuple(House), of_tuple(Layout), of_tuple(Wager)

E = TypeVar("E", bound=Event)
Fold = Callable[[Table, Any], Table]


def evolve(table: Table, event: Event) -> Table:
    """Return the table after the event. Never refuses."""
    return _FOLDS[type(event)](table, event)


def replay(table: Table, happened: tuple[Event, ...] | list[Event]) -> Table:
    """Fold events in order."""
    for event in happened:
        table = evolve(table, event)
    return table


def _at(table: Table, event: Event, **changes: Any) -> Table:  # noqa: ANN401 - the table's own fields
    return table._replace(seq=event.seq, **changes)


def _in_round(table: Table, event: Event, **changes: Any) -> Table:  # noqa: ANN401 - the round's own fields
    return _at(table, event, round=replace(table.round, **changes))


def _in_spin(table: Table, event: Event, **changes: Any) -> Table:  # noqa: ANN401 - the spin's own fields
    return _in_round(table, event, spin=replace(table.round.spin, **changes))


def _in_house(table: Table, event: Event, **changes: Any) -> Table:  # noqa: ANN401 - the house's own fields
    return _at(table, event, house=table.house._replace(**changes))


def _noted(table: Table, event: Event) -> Table:
    return _at(table, event)


def _limits_set(table: Table, event: events.LimitsSet) -> Table:
    return _in_house(table, event, limits=limits_stated(event))


def limits_stated(stated: events.LimitsSet | events.LimitsStated) -> Limits:
    """Read limits as the record writes them."""
    by_kind = {kind: Limit(span.min, span.max) for kind, span in stated.limits.items()}
    return Limits(MappingProxyType(by_kind), stated.intake, stated.limit_scope, stated.chip_value_min)


def _seat_taken(table: Table, event: events.SeatTaken) -> Table:
    seated = _in_house(table, event, seats=table.house.seats.set(event.player, value=True))
    return _sat(seated, event)


def _seat_left(table: Table, event: events.SeatLeft) -> Table:
    left = _in_house(table, event, seats=table.house.seats.set(event.player, value=False))
    return _sat(_permitted(left, event.player, ""), event)


def _permitted(table: Table, player: str, design: str) -> Table:
    """Permit a design, or none, in place of the one before; as long as chips of that are there, it stays theirs."""
    house, before = table.house, table.house.permitted.get(player, "")
    if design == before:
        return table
    purse = house.purses.get(player)
    if before and purse is not None and (purse.cash or purse.laid_cash):
        kept = purse._replace(designs=(*purse.designs, before))
        house = house._replace(purses=house.purses.set(player, kept))
    if before and any(one.player == player and not one.from_purse for one in table.layout.wagers.values()):
        unpermitted = (*table.round.unpermitted, (player, before))
        table = table._replace(round=replace(table.round, unpermitted=unpermitted))
    return table._replace(house=house._replace(permitted=house.permitted.set(player, design)))


def _sat(table: Table, event: Event) -> Table:
    """Forget what was settled once for those whose sittings end."""
    live = {wager.player for wager in table.layout.wagers.values() if not wager.done}
    leaving, ended = sitting(event, table.round.leaving, live)
    if leaving != table.round.leaving:
        table = table._replace(round=replace(table.round, leaving=leaving))
    under_minimum = table.house.under_minimum
    for player in ended:
        under_minimum = under_minimum.set(player, 0)
    return table._replace(house=table.house._replace(under_minimum=under_minimum))


def _with_purse(table: Table, event: Event, player: str, change: Callable[[Purse], Purse]) -> Table:
    purse = table.house.purses.get(player) or Purse()
    return _in_house(table, event, purses=table.house.purses.set(player, change(purse)))


def _betting_opened(table: Table, event: events.BettingOpened) -> Table:
    number = int(event.round) if event.round is not None else table.round.number + 1
    limits = NO_LIMITS if event.limits is None else limits_stated(event.limits)
    name, dark = str(number), table.round.dark
    fresh = Round(number=number, name=name, phase=Phase.BETTING_OPEN, limits=limits, ended=False, dark=dark)
    return _at(table, event, round=fresh, layout=Layout())


def _placed(table: Table, event: events.WagerPlaced) -> Table:
    layout, player, position, stake = table.layout, event.player, event.position, event.stake
    house = table.house
    purse = house.purses.get(player)
    colored = 0
    if purse is not None:
        purse, colored = staked_from(purse, stake, event.chips)
        purses = house.purses.set(player, purse)
        house = _house((house.open, house.limits, house.seats, purses, house.permitted, house.under_minimum))
    laid = (event.wager, player, position, position, stake, event.chips, colored, purse is not None)
    wager = _wager_laid((*laid, False, 0, 0, 0, False))
    pair = (player, position)
    lying = (
        layout.wagers.set(event.wager, wager),
        layout.of_player.set(pair, layout.of_player.get(pair, 0) + stake),
        layout.of_area.set(position, layout.of_area.get(position, 0) + stake),
        layout.live + 1,
        layout.held,
    )
    ref, name, random, _, tray, _, now, _, banked = table
    return _table((ref, name, random, event.seq, tray, house, now, _layout(lying), banked))


def _taken_off(layout: Layout, wager: Wager, stake: int) -> Layout:
    """Take part of a wager's stake off the totals."""
    pair = (wager.player, wager.counts)
    return layout._replace(
        of_player=layout.of_player.set(pair, layout.of_player.get(pair, 0) - stake),
        of_area=layout.of_area.set(wager.counts, layout.of_area.get(wager.counts, 0) - stake),
    )


def _changed(layout: Layout, before: Wager, after: Wager) -> Layout:
    """Put a wager in its new state, and keep count of those on the layout and those held."""
    return layout._replace(
        wagers=layout.wagers.set(after.wager, after),
        live=layout.live + before.done - after.done,
        held=layout.held + (after.held and not after.done) - (before.held and not before.done),
    )


def _wager(table: Table, name: str) -> Wager:
    wager = table.layout.wagers.get(name)
    assert wager is not None
    return wager


def _to_purse(table: Table, wager: Wager, change: Callable[[Purse], Purse]) -> Table:
    """Hand a player what comes back of a wager, if it was staked from an account here."""
    purse = table.house.purses.get(wager.player)
    if purse is None or not wager.from_purse:
        return table
    purses = table.house.purses.set(wager.player, change(purse))
    return table._replace(house=table.house._replace(purses=purses))


def _give(table: Table, wager: Wager, amount: int, *, winnings: int = 0) -> Table:
    return _to_purse(table, wager, lambda purse: returned_to(purse, wager, amount, winnings))


def _retracted(table: Table, event: events.WagerRetracted) -> Table:
    before = _wager(table, event.wager)
    purse = table.house.purses.get(before.player)
    colored = taken_back(purse, before, event.stake)[1] if purse is not None and before.from_purse else 0
    after = before._replace(
        stake=before.stake - event.stake,
        colored=before.colored - colored,
        done=before.stake == event.stake,
        held=before.held and before.stake != event.stake,
    )
    layout = _changed(_taken_off(table.layout, before, event.stake), before, after)
    changed = _to_purse(table, before, lambda purse: taken_back(purse, before, event.stake)[0])
    return _at(changed, event, layout=layout)


def _moved(table: Table, event: events.WagerMoved) -> Table:
    before = _wager(table, event.wager)
    # Who moves a wager of their own says where it lies, whatever was unclear about it before.
    held = (before.held or event.held) and event.accident
    after = before._replace(lies=event.position, counts=event.counts, held=held)
    layout = _changed(_taken_off(table.layout, before, before.stake), before, after)
    return _at(table, event, layout=_taken_off(layout, after, -after.stake))


def _unclear(table: Table, event: events.WagerMarkedUnclear) -> Table:
    before = _wager(table, event.wager)
    return _at(table, event, layout=_changed(table.layout, before, before._replace(held=True)))


def _ruled(table: Table, event: events.WagerRuled) -> Table:
    before = _wager(table, event.wager)
    if event.treatment is WagerTreatment.RETURN:
        # The stake itself goes back with the event that follows.
        return _at(table, event)
    after = before._replace(held=False, counts=event.position)
    layout = _changed(_taken_off(table.layout, before, before.stake), before, after)
    return _at(table, event, layout=_taken_off(layout, after, -after.stake))


def _spun(table: Table, event: events.BallSpun) -> Table:
    phase = Phase.NO_MORE_BETS if table.round.called else Phase.BALL_IN_PLAY
    return _in_round(table, event, phase=phase, spin=replace(table.round.spin, ball=event.ball, wheel=event.wheel))


def _reported(table: Table, event: events.IrregularityReported) -> Table:
    spin = table.round.spin
    irregular = spin.irregular if event.kind in spin.irregular else (*spin.irregular, event.kind)
    referred = spin.referred or (event.treatment == Treatment.REFERRED and not table.round.ended)
    return _in_spin(table, event, irregular=irregular, referred=referred)


def _irregularity_ruled(table: Table, event: events.IrregularityRuled) -> Table:
    assert isinstance(event.ruling, RoundRuling)
    return _in_spin(table, event, referred=False)


def _voided(table: Table, event: events.RoundVoided) -> Table:
    # A void round has no result, even if one was declared before the fault was found.
    spin = replace(table.round.spin, referred=False)
    void = _in_round(table, event, phase=Phase.VOID, ended=True, outcome=None, declared_by=(), spin=spin)
    return _sat(void, event)


def _returned(table: Table, event: events.WagerReturned) -> Table:
    before = _wager(table, event.wager)
    after = before._replace(done=True, returned=event.amount)
    layout = _changed(_taken_off(table.layout, before, before.stake), before, after)
    return _at(_give(table, before, event.amount), event, layout=layout)


def _declared(table: Table, event: events.OutcomeDeclared) -> Table:
    return _in_round(table, event, phase=Phase.AT_REST, called=True, outcome=event.pocket, declared_by=(event.by.name,))


def _collected(table: Table, event: events.WagerCollected) -> Table:
    before = _wager(table, event.wager)
    after = before._replace(done=True, returned=event.returned, collected=event.collected)
    layout = _changed(_taken_off(table.layout, before, before.stake), before, after)
    changed = _give(table, before, event.returned)
    return _settled(changed, event, layout, table.tray + event.collected)


def _paid(table: Table, event: events.WagerPaid) -> Table:
    before = _wager(table, event.wager)
    after = before._replace(done=True, winnings=event.winnings, returned=event.returned)
    layout = _changed(_taken_off(table.layout, before, before.stake), before, after)
    changed = _give(table, before, event.returned, winnings=event.winnings)
    return _settled(changed, event, layout, table.tray - event.winnings)


def _settled(table: Table, event: events.WagerCollected | events.WagerPaid, layout: Layout, tray: int) -> Table:
    house = table.house
    if event.under_minimum:
        house = house._replace(under_minimum=house.under_minimum.set(event.player, table.round.number))
    return _at(table, event, layout=layout, tray=tray, house=house)


def _adjust(table: Table, wager: Wager, one: events.Adjustment) -> Table:
    return _to_purse(table, wager, lambda purse: adjusted(purse, wager, one.returned + one.winnings, one.owed))


def _power_failed(table: Table, event: events.PowerFailed) -> Table:
    spin = table.round.spin
    failed, dropped = spin.power_failed or not event.ball_dropped, spin.dropped or event.ball_dropped
    return _in_round(table, event, dark=True, spin=replace(spin, power_failed=failed, dropped=dropped))


def _corrected(table: Table, event: events.OutcomeCorrected) -> Table:
    phase = table.round.phase if table.round.ended else Phase.AT_REST
    proposed = table.round.proposed
    # A correction that took two people is an act of both.
    said = (event.by.name,) if proposed is None else (proposed[0], event.by.name)
    changed = _in_round(table, event, outcome=event.pocket, dolly=None, phase=phase, proposed=None, declared_by=said)
    layout, tray = changed.layout, changed.tray
    for one in event.adjustments:
        before = _wager(changed, one.wager)
        after = before._replace(
            winnings=before.winnings + one.winnings,
            returned=before.returned + one.returned,
            collected=before.collected + one.collected,
        )
        layout = layout._replace(wagers=layout.wagers.set(one.wager, after))
        changed = _adjust(changed, before, one)
        tray += one.collected - one.winnings - one.owed
    return changed._replace(layout=layout, tray=tray)


_FOLDS: dict[type[Any], Fold] = {
    events.TableOpened: lambda table, event: _in_house(table, event, open=True),
    events.TableClosed: lambda table, event: _in_round(
        _in_house(table, event, open=False), event, phase=Phase.CLOSED, spin=Spin()
    ),
    events.LimitsSet: _limits_set,
    events.SeatTaken: _seat_taken,
    events.SeatLeft: _seat_left,
    events.ChipsBought: lambda table, event: _with_purse(
        table, event, event.player, lambda purse: bought(purse, event)
    ),
    events.ChipsRedeemed: lambda table, event: _with_purse(
        table, event, event.player, lambda purse: redeemed(purse, event)
    ),
    events.ValueChipsPermitted: lambda table, event: _permitted(_at(table, event), event.player, event.color),
    events.ChipsRemoved: lambda table, event: _with_purse(
        table, event, event.player, lambda purse: taken_away(purse, event.amount)
    ),
    events.ChipsBroughtBack: lambda table, event: _with_purse(
        table, event, event.player, lambda purse: brought_back(purse, event.amount)
    ),
    events.RedemptionApproved: lambda table, event: _with_purse(
        table, event, event.player, lambda purse: purse._replace(approved=purse.approved + event.amount)
    ),
    events.BettingOpened: _betting_opened,
    events.WagerPlaced: _placed,
    events.WagerRetracted: _retracted,
    events.WithdrawalIgnored: _noted,
    events.WagerMoved: _moved,
    events.WagerMarkedUnclear: _unclear,
    events.EarlyCloseAuthorized: lambda table, event: _in_round(table, event, early_close=True),
    events.BallSpun: _spun,
    events.RevolutionsCounted: lambda table, event: _in_spin(table, event, revolutions=event.completed),
    events.NoMoreBetsCalled: lambda table, event: _in_round(table, event, phase=Phase.NO_MORE_BETS, called=True),
    events.IrregularityReported: _reported,
    events.NoSpinCalled: _noted,
    events.RoundVoided: _voided,
    events.WagerReturned: _returned,
    events.OutcomeDeclared: _declared,
    events.OutcomeConfirmed: _noted,
    events.DollyPlaced: lambda table, event: _in_round(table, event, phase=Phase.DOLLY_DOWN, dolly=event.pocket),
    events.DollyLifted: lambda table, event: _in_round(table, event, dolly=None),
    events.WagerRuled: _ruled,
    events.IrregularityRuled: _irregularity_ruled,
    events.WagerCollected: _collected,
    events.WagerPaid: _paid,
    events.RoundClosed: lambda table, event: _sat(_in_round(table, event, phase=Phase.PAID, ended=True), event),
    events.PowerFailed: _power_failed,
    events.PowerRestored: lambda table, event: _in_round(table, event, dark=False),
    events.CorrectionProposed: lambda table, event: _in_round(
        table, event, proposed=(event.by.name, event.pocket, event.reason)
    ),
    events.OutcomeCorrected: _corrected,
}
