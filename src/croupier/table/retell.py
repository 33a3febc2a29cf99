"""A recorded round in plain sentences, each with its clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from croupier.rules.settle import UNADDRESSED
from croupier.rules.unexpressed import NOT_CARRIED_OUT, without
from croupier.table import events
from croupier.table.events import Adjustment, Event

_SENTENCES: dict[type[Any], str] = {
    events.TableOpened: "The table is open.",
    events.TableClosed: "The table is closed.",
    events.LimitsSet: "New limits are set, from the next round on.",
    events.SeatTaken: "{player} takes a seat{number}.",
    events.SeatLeft: "{player} leaves.",
    events.ChipsBought: "{player} buys {amount} in {chips} chips{of_color}.",
    events.ChipsRedeemed: "{player} redeems {amount} in {chips} chips{of_color}.",
    events.ValueChipsPermitted: "{player} may use value chips of the design {color}.",
    events.ChipsRemoved: "{player} takes chips worth {amount} off the table{against}.",
    events.ChipsBroughtBack: "{player} brings back chips worth {amount}.",
    events.RedemptionApproved: "Redemption of {amount} for {player} is approved.",
    events.DebtCollected: "{player} pays {amount} that was owed after a correction.",
    events.BettingOpened: "Round {round}: betting is open.",
    events.WagerPlaced: "{player} has {stake} on {position} ({wager}).",
    events.WagerRetracted: "{stake} of {wager} is taken back.",
    events.WithdrawalIgnored: "Taking back {wager} has no effect: it is won or lost all the same.",
    events.WagerMoved: "{wager} lies on {position}{by_accident} and counts on {counts}{and_waits}.",
    events.WagerMarkedUnclear: "{wager} does not lie clearly and waits for a ruling.",
    events.EarlyCloseAuthorized: "Closing before the spin is authorized.",
    events.BallSpun: "The ball is spun {ball}, the wheel turns {wheel}.",
    events.SpinUndone: "No ball was spun: that was entered by mistake.",
    events.RevolutionsCounted: "The ball has completed {completed} {revolutions}.",
    events.NoMoreBetsCalled: "No more bets{with_bell}{with_wave}.",
    events.BettingEnded: "The ball rests in {pocket}, which ends betting without the call; it is yet to be counted.",
    events.IrregularityReported: "Irregularity{found_late}: {kind}{because}.",
    events.NoSpinCalled: "No spin{for_reason}.",
    events.RoundVoided: "Round {round} is void{though_in}{and_adjusted}.",
    events.WagerReturned: "{player} gets {amount} of {wager} back.",
    events.OutcomeDeclared: "The ball rests in {pocket}.",
    events.OutcomeConfirmed: "A second person confirms {pocket}.",
    events.OutcomeDisputed: "A second person enters {pocket} instead of {outcome}, and the round waits.",
    events.DollyPlaced: "The dolly is on {pocket}.",
    events.DollyLifted: "The dolly is lifted.",
    events.WagerRuled: "Ruling on {wager}: {treatment}, counts on {position}.",
    events.IrregularityRuled: "Ruling{on_report}: {ruling}{because}.",
    events.WagerCollected: "Collected from {player}: {collected} of {stake} on {position} ({wager}){and_back}{unsaid}.",
    events.WagerPaid: "Paid to {player}: {winnings} on {position} ({wager}), stake back {returned}{unsaid}.",
    events.RoundClosed: "Round {round} is over, the outcome was {pocket}.",
    events.PowerFailed: "The power fails; the ball had {dropped_or_not}.",
    events.PowerRestored: "The power is back.",
    events.CorrectionProposed: "A correction to {pocket} is proposed{because}.",
    events.OutcomeCorrected: "The outcome {before} is corrected to {pocket}{because}{and_adjusted}.",
}


_AMOUNTS = ("amount", "stake", "winnings", "returned", "collected")


def retell(event: Event, amount: Callable[[int], str] = str) -> str:
    """Say in one sentence what happened; amounts in the smallest unit, or as ``written`` writes them."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    written = {name: amount(values[name]) for name in _AMOUNTS if name in values}
    said = _SENTENCES[type(event)].format_map(values | written | _asides(values, amount))
    return f"{said.removesuffix('.')} ({without(event.not_carried_out)})." if event.not_carried_out else said


def cited(clauses: Iterable[str]) -> str:
    """Write the clauses of an event; our own rules are named."""
    return " ".join(number if "§" in number else f"§{number}" for number in clauses)


def _unsaid(note: str) -> str:
    """Say of a settled wager that no clause decided about it, or that one did not which should have."""
    outside = "outside the limits, and no clause says what follows" if UNADDRESSED in note else ""
    without = note.rpartition("; ")[2] if note.endswith(NOT_CARRIED_OUT) else ""
    said = "; ".join(words for words in (outside, without) if words)
    return f" ({said})" if said else ""


def _handed(change: Adjustment, amount: Callable[[int], str]) -> str:
    """Say what changes hands for one wager; what is only owed does not."""
    handed = change.winnings + change.returned + change.owed
    if not handed:
        return ""
    return f"; {change.player} {'gets' if handed > 0 else 'gives back'} {amount(abs(handed))} on {change.wager}"


def _asides(values: dict[str, Any], amount: Callable[[int], str]) -> dict[str, str]:
    """Phrase the optional parts of an event."""
    reason = values.get("reason") or values.get("note")
    adjusted = values.get("adjustments") or ()
    signed = [(one, "+" if one.owed > 0 else "-") for one in adjusted if one.owed]
    owed = [f"; {one.player} owes {sign}{amount(abs(one.owed))} on {one.wager}" for one, sign in signed]
    return {
        "revolutions": "revolution" if values.get("completed") == 1 else "revolutions",
        "number": f", number {values['seat']}" if values.get("seat") else "",
        "of_color": f" of {values['color']}" if values.get("color") else "",
        "by_accident": " by accident" if values.get("accident") else "",
        "and_waits": ", and waits for a ruling" if values.get("held") else "",
        "with_bell": ", with the bell" if values.get("bell") else "",
        "with_wave": ", with a wave" if values.get("wave") else "",
        "unsaid": _unsaid(values.get("note") or ""),
        "found_late": ", found late" if values.get("found_late") else "",
        "because": f" ({reason})" if reason else "",
        "for_reason": (f": {reason}" if reason else "") + (" (suspected)" if values.get("suspected") else ""),
        "though_in": f", the ball rested in {values['pocket']}" if values.get("pocket") else "",
        "against": ", against the rules" if values.get("against_rules") else "",
        "and_back": f", {amount(values['returned'])} back" if values.get("returned") else "",
        "dropped_or_not": "dropped" if values.get("ball_dropped") else "not dropped",
        "and_adjusted": "".join((*(_handed(one, amount) for one in adjusted), *owed)),
        "on_report": "" if values.get("report") is None else f" on the report in event {values['report']}",
    }
