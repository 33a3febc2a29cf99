"""A wrong number put right. Nothing that happened is edited: a correction is a further event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.table.ball import anything_settled
from croupier.table.case import Case, Decision, first, grounds, needs, needs_open_table, needs_staff, strange_pocket
from croupier.table.commands import ApproveCorrection, CorrectOutcome
from croupier.table.events import Adjustment
from croupier.table.outcome import lines
from croupier.table.purse import adjusted, owing
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase, Purse, Wager
from croupier.table.wire_rules import wire


def correct_outcome(case: Case, ask: CorrectOutcome) -> Decision:
    """Correct a wrong number: at once before anything is settled, by two people afterwards."""
    if case.table.random:
        # A draw that anyone can check cannot have been read wrongly: nobody puts another pocket in its place.
        return case.no(Code.ROLE_NOT_ALLOWED, wire("2.6"), role=str(case.by.role), needed=str(Role.HOUSE))
    by = case.procedure.rulings.correction_by
    clauses = case.procedure.outcome.wrong_display.clauses or (wire("3.5"),)
    objection = first(
        needs(case, by.value, grounds(by, "2.5")),
        needs_open_table(case),
        _uncorrectable(case, ask.round, ask.pocket),
        strange_pocket(case, ask.pocket),
    )
    if objection is not None:
        return objection
    assert case.round.outcome is not None
    if _anything_settled(case):
        case.happens(events.CorrectionProposed, clauses, pocket=ask.pocket, reason=ask.reason)
    else:
        case.happens(events.OutcomeCorrected, clauses, before=case.round.outcome, pocket=ask.pocket, reason=ask.reason)
    return case.done()


def _uncorrectable(case: Case, named: str, pocket: Pocket) -> Refusal | None:
    if named != case.round.name or case.phase is Phase.VOID:
        clauses = grounds(case.procedure.settlement.final, "1.3")
        return case.no(Code.ROUND_OVER, clauses, named=named, round=str(case.round.number))
    if case.round.outcome is None:
        return case.no(Code.NO_OUTCOME, case.procedure.outcome.determined.clauses, phase=case.phase)
    if pocket == case.round.outcome:
        return case.no(Code.ALREADY_DONE, wire("3.2"), pocket=pocket)
    return None


def _anything_settled(case: Case) -> bool:
    """Whether money has moved on this outcome, or the round was closed on it."""
    return case.round.ended or anything_settled(case)


def approve_correction(case: Case, ask: ApproveCorrection) -> Decision:
    """Approve a correction that another person proposed; what was paid wrongly is made good by adjustments."""
    clauses = case.procedure.outcome.wrong_display.clauses or (wire("3.5"),)
    objection = first(needs_staff(case), _own_proposal(case), needs_open_table(case), _unapprovable(case, ask))
    if objection is not None:
        return objection
    assert case.round.outcome is not None
    assert case.round.proposed is not None
    adjustments = tuple(_adjustments(case, ask.pocket))
    owed = (wire("5.5"),) if any(one.owed for one in adjustments) else ()
    case.happens(
        events.OutcomeCorrected,
        (*clauses, *owed),
        before=case.round.outcome,
        pocket=ask.pocket,
        reason=case.round.proposed[2],
        adjustments=adjustments,
    )
    return case.done()


def _unapprovable(case: Case, ask: ApproveCorrection) -> Refusal | None:
    proposed = case.round.proposed
    if proposed is None or ask.round != str(case.round.number):
        return case.no(Code.NOTHING_TO_RULE, wire("2.5"), round=ask.round)
    if proposed[1] != ask.pocket:
        wrong = case.no(Code.WRONG_POCKET, wire("3.5"), pocket=ask.pocket, proposed=proposed[1])
        return strange_pocket(case, ask.pocket) or wrong
    return None


def _own_proposal(case: Case) -> Refusal | None:
    proposed = case.round.proposed
    if proposed is None or proposed[0] != case.by.name:
        return None
    return case.no(Code.SAME_PERSON, wire("2.5"), name=case.by.name)


def _adjustments(case: Case, pocket: Pocket) -> Iterator[Adjustment]:
    """Say what the right number changes, wager by wager.

    What is given comes before what is taken, so that nobody owes what the same
    correction hands over.
    """
    purses: dict[str, Purse] = {}
    for wager, change in sorted(_changes(case, pocket), key=lambda found: _handed_over(found[1]) < 0):
        yield replace(change, owed=_owed(case, purses, wager, change))


def _changes(case: Case, pocket: Pocket) -> Iterator[tuple[Wager, Adjustment]]:
    for wager, line in lines(case, pocket, case.table.layout.wagers.values()):
        won, back = line.winnings - wager.winnings, line.returned - wager.returned
        if wager.done and (won or back):
            yield wager, Adjustment(wager.wager, wager.player, won, back, line.collected - wager.collected)


def _handed_over(change: Adjustment) -> int:
    return change.winnings + change.returned


def _owed(case: Case, purses: dict[str, Purse], wager: Wager, change: Adjustment) -> int:
    """Say what of a change is owed, with the purses as the changes before it leave them."""
    purse = purses.get(wager.player) or case.table.house.purses.get(wager.player)
    if purse is None or not wager.from_purse:
        return 0
    owed = owing(purse, _handed_over(change))
    purses[wager.player] = adjusted(purse, wager, _handed_over(change), owed)
    return owed
