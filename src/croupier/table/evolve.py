"""Fold one event into the table. No judgment and no rule: it already happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, assert_never

from croupier.rules.irregularities import Irregularity, Treatment
from croupier.rules.limits import NO_LIMITS
from croupier.table import events
from croupier.table.commands import WagerTreatment
from croupier.table.events import UNCONFIRMED, Event, WagerPlaced
from croupier.table.fast import layout_of, standing_of, table_of
from croupier.table.layout import also, changed, laid_again
from croupier.table.purse import (
    bought,
    brought_back,
    debt_collected,
    redeemed,
    returned_to,
    staked_from,
    taken_away,
    taken_back,
)
from croupier.table.putting_right import adjusted_for, kept, purse_set, to_purse, wager_of
from croupier.table.sitting import sitting
from croupier.table.state import (
    Dispute,
    Hold,
    Layout,
    Past,
    Phase,
    Proposal,
    Purse,
    Report,
    Round,
    Spin,
    Table,
    Wager,
)
from croupier.table.stated import limits_stated


def evolve(table: Table, event: Event) -> Table:
    """Return the table after the event. Never refuses."""
    match event:
        case WagerPlaced():  # nearly every event is one
            return _placed(table, event)
        case events.WagerCollected():
            return _collected(table, event)
        case events.WagerPaid():
            return _paid(table, event)
        case events.WagerReturned():
            return _returned(table, event)
        case events.WagerRetracted():
            return _retracted(table, event)
        case events.WagerMoved():
            return _moved(table, event)
        case events.WagerMarkedUnclear():
            return _unclear(table, event)
        case events.WagerRuled():
            return _ruled(table, event)
        case events.WithdrawalIgnored():
            return _noted(table, event)
        case _:
            return _of_players(table, event) if isinstance(event, _OfPlayers) else _of_round(table, event)


_OfPlayers: TypeAlias = (
    events.TableOpened
    | events.TableClosed
    | events.LimitsSet
    | events.SeatTaken
    | events.SeatLeft
    | events.ChipsBought
    | events.ChipsRedeemed
    | events.ValueChipsPermitted
    | events.ChipsRemoved
    | events.ChipsBroughtBack
    | events.RedemptionApproved
    | events.DebtCollected
)
_OfRound: TypeAlias = (
    events.BettingOpened
    | events.EarlyCloseAuthorized
    | events.BallSpun
    | events.SpinUndone
    | events.RevolutionsCounted
    | events.NoMoreBetsCalled
    | events.BettingEnded
    | events.IrregularityReported
    | events.NoSpinCalled
    | events.RoundVoided
    | events.OutcomeDeclared
    | events.OutcomeConfirmed
    | events.OutcomeDisputed
    | events.DollyPlaced
    | events.DollyLifted
    | events.IrregularityRuled
    | events.RoundClosed
    | events.PowerFailed
    | events.PowerRestored
    | events.CorrectionProposed
    | events.OutcomeCorrected
)


def _of_players(table: Table, event: _OfPlayers) -> Table:  # noqa: C901, PLR0912 - one case for each event
    """Fold what concerns the table itself, its seats and its chips."""
    match event:
        case events.TableOpened():
            return _standing_with(table, event, open=True)
        case events.TableClosed():
            return _in_round(_standing_with(table, event, open=False), event, phase=Phase.CLOSED, spin=Spin())
        case events.LimitsSet():
            return _standing_with(table, event, limits=limits_stated(event))
        case events.SeatTaken():
            return _seat_taken(table, event)
        case events.SeatLeft():
            return _seat_left(table, event)
        case events.ChipsBought():
            return _with_purse(table, event, lambda purse: bought(purse, event))
        case events.ChipsRedeemed():
            return _with_purse(table, event, lambda purse: redeemed(purse, event))
        case events.ValueChipsPermitted():
            return _permitted(_at(table, event), event.player, event.color)
        case events.ChipsRemoved():
            return _with_purse(table, event, lambda purse: taken_away(purse, event.amount))
        case events.ChipsBroughtBack():
            return _with_purse(table, event, lambda purse: brought_back(purse, event.amount))
        case events.RedemptionApproved():
            return _with_purse(table, event, lambda purse: purse._replace(approved=purse.approved + event.amount))
        case events.DebtCollected():
            collected = _with_purse(table, event, lambda purse: debt_collected(purse, event.amount))
            return collected._replace(tray=table.tray + event.amount)
        case _:
            assert_never(event)


def _of_round(table: Table, event: _OfRound) -> Table:  # noqa: C901, PLR0912 - one case for each event
    """Fold what concerns the round: ball and wheel, the outcome, the end."""
    match event:
        case events.BettingOpened():
            return _betting_opened(table, event)
        case events.EarlyCloseAuthorized():
            return _in_round(table, event, early_close=True)
        case events.BallSpun():
            return _spun(table, event)
        case events.SpinUndone():
            return _in_round(table, event, phase=Phase.BETTING_OPEN, spin=Spin())
        case events.RevolutionsCounted():
            return _in_spin(table, event, revolutions=event.completed)
        case events.NoMoreBetsCalled():
            return _in_round(table, event, phase=Phase.NO_MORE_BETS, called=True)
        case events.BettingEnded():
            return _betting_ended(table, event)
        case events.IrregularityReported():
            return _reported(table, event)
        case events.NoSpinCalled():
            return _in_round(table, event, reason_owed=event.seq if event.reason is None else None)
        case events.RoundVoided():
            return _voided(table, event)
        case events.OutcomeDeclared():
            return _declared(table, event)
        case events.OutcomeConfirmed() | events.OutcomeDisputed():
            return _entered(table, event)
        case events.DollyPlaced():
            return _in_round(table, event, phase=Phase.DOLLY_DOWN, dolly=event.pocket)
        case events.DollyLifted():
            return _in_round(table, event, dolly=None)
        case events.IrregularityRuled():
            left = [one for one in table.round.spin.questions if event.report not in (None, one.seq)]
            return _in_spin(table, event, questions=tuple(left))
        case events.RoundClosed():
            return _sat(_in_round(table, event, phase=Phase.PAID, ended=True), event)
        case events.PowerFailed():
            return _power_failed(table, event)
        case events.PowerRestored():
            return _in_round(table, event, dark=False)
        case events.CorrectionProposed():
            proposed = Proposal(event.by.name, event.pocket, event.reason, event.seq)
            return _back_in(table, event, lambda then: _in_round(then, event, proposed=proposed))
        case events.OutcomeCorrected():
            return _back_in(table, event, lambda then: _corrected(then, event))
        case _:
            assert_never(event)


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


def _standing_with(table: Table, event: Event, **changes: Any) -> Table:  # noqa: ANN401 - the fields of Standing
    return _at(table, event, standing=table.standing._replace(**changes))


def _seat_taken(table: Table, event: events.SeatTaken) -> Table:
    seats, places = table.standing.seats.set(event.player, value=True), table.standing.places
    if event.seat is not None:
        places = places.set(event.player, event.seat)
    return _sat(_standing_with(table, event, seats=seats, places=places), event)


def _seat_left(table: Table, event: events.SeatLeft) -> Table:
    seats, places = table.standing.seats.set(event.player, value=False), table.standing.places
    if event.player in places:
        places = places.set(event.player, 0)
    left = _standing_with(table, event, seats=seats, places=places)
    return _sat(_permitted(left, event.player, ""), event)


def _permitted(table: Table, player: str, design: str) -> Table:
    """Permit a design, or none, in place of the previous one, which stays theirs as long as they have chips of it."""
    standing, before = table.standing, table.standing.permitted.get(player, "")
    if design == before:
        return table
    purse = standing.purses.get(player)
    if before and purse is not None and (purse.cash or purse.laid_cash):
        kept = purse._replace(designs=(*purse.designs, before))
        standing = standing._replace(purses=standing.purses.set(player, kept))
    if before and any(one.player == player and not one.from_purse for one in table.layout.wagers.values()):
        unpermitted = (*table.round.unpermitted, (player, before))
        table = table._replace(round=replace(table.round, unpermitted=unpermitted))
    return table._replace(standing=standing._replace(permitted=standing.permitted.set(player, design)))


def _sat(table: Table, event: Event) -> Table:
    """Forget what was settled once for players whose sittings end."""
    live = (event.player,) if isinstance(event, events.SeatLeft) and table.layout.stake_of(event.player) else ()
    leaving, ended = sitting(event, table.round.leaving, live)
    if leaving != table.round.leaving:
        table = table._replace(round=replace(table.round, leaving=leaving))
    under_minimum = table.standing.under_minimum
    for player in ended:
        # Below 0: not in this sitting, but once.
        under_minimum = under_minimum.set(player, -abs(under_minimum.get(player, 0)))
    return table._replace(standing=table.standing._replace(under_minimum=under_minimum))


_OfPurse: TypeAlias = (
    events.ChipsBought
    | events.ChipsRedeemed
    | events.ChipsRemoved
    | events.ChipsBroughtBack
    | events.RedemptionApproved
    | events.DebtCollected
)


def _with_purse(table: Table, event: _OfPurse, change: Callable[[Purse], Purse]) -> Table:
    purse = table.standing.purses.get(event.player) or Purse()
    return _at(table, event, standing=purse_set(table.standing, event.player, purse, change(purse)))


def _betting_opened(table: Table, event: events.BettingOpened) -> Table:
    number = int(event.round) if event.round is not None else table.round.number + 1
    limits = NO_LIMITS if event.limits is None else limits_stated(event.limits)
    name, dark = str(number), table.round.dark
    fresh = Round(
        number=number,
        name=name,
        phase=Phase.BETTING_OPEN,
        limits=limits,
        ended=False,
        dark=dark,
        digest=event.digest,
        past=kept(table),
    )
    return _at(table, event, round=fresh, layout=Layout())


def _back_in(table: Table, event: Event, change: Callable[[Table], Table]) -> Table:
    """Change the round that an event names; one that is over stays where it is, and what changes hands is of now."""
    then = table.back_in(event.round or "")
    if then is None or then is table:
        return change(table)
    changed_then = change(then)
    past = tuple(
        Past(changed_then.round, changed_then.layout, one.under_minimum) if one.round.name == event.round else one
        for one in table.round.past
    )
    standing = changed_then.standing._replace(under_minimum=table.standing.under_minimum)
    now = table._replace(tray=changed_then.tray, standing=standing)
    return _in_round(now, event, past=past)


def _placed(table: Table, event: events.WagerPlaced) -> Table:
    standing, player, position = table.standing, event.player, event.position
    purse = standing.purses.get(player)
    colored = 0
    if purse is not None:
        purse, colored = staked_from(purse, event.stake, event.chips)
        purses = standing.purses.set(player, purse)
        opened, limits, seats, _, permitted, under_minimum, colors, places = standing
        standing = standing_of((opened, limits, seats, purses, permitted, under_minimum, colors, places))
    name, stake, bet = event.wager, event.stake, (player, position)
    wager = Wager(name, player, position, position, stake, event.chips, colored, purse is not None)
    wagers, of_player, of_area, live, holds, settled_of, settled, placed_by, placed = table.layout
    wagers = wagers.set(name, wager)
    of_player = of_player.set(bet, of_player.get(bet, 0) + stake)
    of_area = of_area.set(position, of_area.get(position, 0) + stake)
    placed_by = placed_by.set(player, placed_by.get(player, 0) + 1)
    layout = layout_of((wagers, of_player, of_area, live + 1, holds, settled_of, settled, placed_by, placed + 1))
    ref, title, random, _, tray, _, now, _, banked = table
    return table_of((ref, title, random, event.seq, tray, standing, now, layout, banked))


def _give(table: Table, wager: Wager, amount: int, *, winnings: int = 0) -> Table:
    return to_purse(table, wager, lambda purse: returned_to(purse, wager, amount, winnings))


def _retracted(table: Table, event: events.WagerRetracted) -> Table:
    before = wager_of(table, event.wager)
    purse = table.standing.purses.get(before.player)
    colored = taken_back(purse, before, event.stake)[1] if purse is not None and before.from_purse else 0
    after = before._replace(
        stake=before.stake - event.stake,
        colored=before.colored - colored,
        done=before.stake == event.stake,
        hold=None if before.stake == event.stake else before.hold,
    )
    layout = changed(table.layout, before, after)
    taken = to_purse(table, before, lambda purse: taken_back(purse, before, event.stake)[0])
    return _at(taken, event, layout=layout)


def _moved(table: Table, event: events.WagerMoved) -> Table:
    before = wager_of(table, event.wager)
    # A player who moves their own wager says where it lies, whatever was unclear about it before.
    hold = None
    if event.accident:
        hold = before.hold or (Hold(event.seq, event.by.name, was=before.lies) if event.held else None)
    after = before._replace(lies=event.position, counts=event.counts, hold=hold)
    layout = changed(table.layout, before, after)
    return _at(table, event, layout=layout if event.accident else laid_again(layout, before.player))


def _unclear(table: Table, event: events.WagerMarkedUnclear) -> Table:
    before = wager_of(table, event.wager)
    after = before._replace(hold=Hold(event.seq, event.by.name, event.point))
    return _at(table, event, layout=changed(table.layout, before, after))


def _noted(table: Table, event: events.WithdrawalIgnored) -> Table:
    before = wager_of(table, event.wager)
    after = before._replace(because=also(before.because, event.clauses))
    return _at(table, event, layout=changed(table.layout, before, after))


def _ruled(table: Table, event: events.WagerRuled) -> Table:
    before = wager_of(table, event.wager)
    if event.treatment is WagerTreatment.RETURN:
        # The stake itself goes back with the event that follows.
        return _at(table, event)
    after = before._replace(hold=None, counts=event.position, because=also(before.because, event.clauses))
    return _at(table, event, layout=changed(table.layout, before, after))


def _spun(table: Table, event: events.BallSpun) -> Table:
    if event.corrects:
        # What the earlier entry showed is no longer so; what this one shows is reported anew.
        shown = (Irregularity.SAME_DIRECTION, Irregularity.WHEEL_STILL)
        reports = tuple(one for one in table.round.spin.reports if one.kind not in shown)
        return _in_spin(table, event, ball=event.ball, wheel=event.wheel, reports=reports)
    called = table.round.called or bool(event.closes)
    phase = Phase.NO_MORE_BETS if called else Phase.BALL_IN_PLAY
    spin = replace(table.round.spin, ball=event.ball, wheel=event.wheel)
    return _in_round(table, event, phase=phase, called=called, spin=spin)


def _reported(table: Table, event: events.IrregularityReported) -> Table:
    unconfirmed = event.treatment == UNCONFIRMED
    spin, new = table.round.spin, Report(event.kind, event.seq, event.by.name, event.note, unconfirmed)
    # What nobody has confirmed is not known yet.
    reports = spin.reports
    if not unconfirmed:
        reports = tuple({report.kind: report for report in (*spin.reports, new)}.values())
    asked = (event.treatment == Treatment.REFERRED or unconfirmed) and not table.round.ended
    reported = replace(spin, reports=reports, questions=(*spin.questions, new) if asked else spin.questions)
    return _in_round(table, event, spin=reported, reason_owed=None)


def _voided(table: Table, event: events.RoundVoided) -> Table:
    # A void round has no result, even if one was declared before the fault was found.
    spin = replace(table.round.spin, questions=())
    void = _in_round(
        adjusted_for(table, event.adjustments),
        event,
        phase=Phase.VOID,
        ended=True,
        outcome=None,
        declared_by=(),
        dispute=None,
        spin=spin,
        proposed=None,
        void_clauses=event.clauses,
    )
    return _sat(void, event)


def _returned(table: Table, event: events.WagerReturned) -> Table:
    before = wager_of(table, event.wager)
    after = before._replace(done=True, returned=event.amount)
    layout = changed(table.layout, before, after)
    return _at(_give(table, before, event.amount), event, layout=layout)


def _declared(table: Table, event: events.OutcomeDeclared) -> Table:
    now, said = table.round, (event.by.name,)
    return _in_round(
        table,
        event,
        phase=Phase.AT_REST,
        called=True,
        uncalled=not now.called,
        outcome=event.pocket,
        declared_by=said,
        ever_declared=(*now.ever_declared, *said),
    )


def _betting_ended(table: Table, event: events.BettingEnded) -> Table:
    now = table.round
    spin = replace(now.spin, dropped=True, rests=event.pocket)
    said = (*now.ever_declared, event.by.name)
    return _in_round(table, event, phase=Phase.NO_MORE_BETS, uncalled=True, spin=spin, ever_declared=said)


def _entered(table: Table, event: events.OutcomeConfirmed | events.OutcomeDisputed) -> Table:
    differs = isinstance(event, events.OutcomeDisputed)
    dispute = Dispute(event.by.name, event.pocket, event.seq) if differs else None
    return _in_round(table, event, entered_by=(*table.round.entered_by, event.by.name), dispute=dispute)


def _collected(table: Table, event: events.WagerCollected) -> Table:
    before = wager_of(table, event.wager)
    after = before._replace(done=True, returned=event.returned, collected=event.collected)
    layout = changed(table.layout, before, after)
    given = _give(table, before, event.returned)
    return _settled(given, event, layout, table.tray + event.collected)


def _paid(table: Table, event: events.WagerPaid) -> Table:
    before = wager_of(table, event.wager)
    after = before._replace(done=True, winnings=event.winnings, returned=event.returned)
    layout = changed(table.layout, before, after)
    given = _give(table, before, event.returned, winnings=event.winnings)
    return _settled(given, event, layout, table.tray - event.winnings)


def _settled(table: Table, event: events.WagerCollected | events.WagerPaid, layout: Layout, tray: int) -> Table:
    standing = table.standing
    if event.under_minimum:
        standing = standing._replace(under_minimum=standing.under_minimum.set(event.player, table.round.number))
    return _at(table, event, layout=layout, tray=tray, standing=standing)


def _power_failed(table: Table, event: events.PowerFailed) -> Table:
    spin = table.round.spin
    failed, dropped = spin.power_failed or not event.ball_dropped, spin.dropped or event.ball_dropped
    dark = _in_round(table, event, dark=True, spin=replace(spin, power_failed=failed, dropped=dropped))
    return _in_round(dark, event, phase=Phase.NO_MORE_BETS, uncalled=True) if event.betting_ended else dark


def _corrected(table: Table, event: events.OutcomeCorrected) -> Table:
    phase = table.round.phase if table.round.ended else Phase.AT_REST
    proposed = table.round.proposed
    # A correction that took two people is an act of both.
    said = (event.by.name,) if proposed is None else (proposed.by, event.by.name)
    ever = tuple(dict.fromkeys((*table.round.ever_declared, *said)))
    put_right = _in_round(
        table,
        event,
        outcome=event.pocket,
        dolly=None,
        phase=phase,
        proposed=None,
        declared_by=said,
        ever_declared=ever,
        entered_by=(),
        dispute=None,
    )
    return adjusted_for(put_right, event.adjustments)
