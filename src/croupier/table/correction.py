"""A wrong number put right. Nothing that happened is edited: a correction is a further event."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.rules.clause import Clause
from croupier.rules.later import CorrectionReach
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.table import events
from croupier.table.adjusting import in_money
from croupier.table.case import (
    Case,
    Follows,
    Judging,
    closed_table,
    grounds,
    needs,
    not_a_pocket,
    not_staff,
    performs,
)
from croupier.table.commands import ApproveCorrection, CorrectOutcome
from croupier.table.events import Adjustment
from croupier.table.refusal import Code, Refusal
from croupier.table.settlement import lines
from croupier.table.state import Phase, Proposal, Wager
from croupier.table.wire_rules import wire


def ground(case: Case) -> tuple[Clause, ...]:
    """Cite what has a wrong number put right."""
    return case.procedure.outcome.wrong_display.clauses or (wire("3.5"),)


def _drawn(case: Case, _: object) -> Refusal | None:
    """A draw that anyone can check cannot have been read wrongly, so nobody replaces its pocket."""
    if not case.table.random:
        return None
    return case.no(Code.ROLE_NOT_ALLOWED, wire("2.6"), role=str(case.by.role), needed=str(Role.HOUSE))


def _reaches_back(case: Case) -> bool:
    """Whether a round can be corrected after the next has opened: as a clause says, or since nothing makes it final."""
    rules = case.procedure
    reach = rules.rulings.correction_of.value is CorrectionReach.PREVIOUS_ROUNDS
    return reach or not rules.settlement.final.value


def _then(case: Case, name: str) -> Case | None:
    """Return the case as it stands in the round that is named: the present one, or a paid one that can be corrected.

    The text by which a round was opened decides whether it can be, and settles it again.
    """
    if name == case.round.name:
        return case
    if (table := case.table.back_in(name)) is None:
        return None
    if (ruleset := case.ruleset.of_text(table.round.digest)) is None:
        return None
    then = Case(table, case.by, ruleset)
    return then if _reaches_back(then) else None


def _may_not_correct(case: Case, ask: CorrectOutcome) -> Refusal | None:
    by, misspoken = case.procedure.rulings.correction_by, case.procedure.rulings.misspoken_by
    refusal = needs(case, by.value, grounds(by, "2.5"))
    unmarked = ask.round == case.round.name and case.phase is Phase.AT_REST and not case.table.layout.settled
    # Whoever corrects outcomes anyway does not need to stand in for the person who misspoke.
    if refusal is not None and misspoken is not None and unmarked and performs(case, (misspoken.value,)) is not None:
        return None
    return refusal


def _round_over(case: Case, ask: CorrectOutcome) -> Refusal | None:
    then = _then(case, ask.round)
    if then is not None and then.phase is not Phase.VOID:
        return None
    clauses = grounds(case.procedure.settlement.final, "1.3")
    if then is not None and _reaches_back(case):
        clauses = tuple(case.clause(written) for written in then.round.void_clauses) or clauses
    return case.no(Code.ROUND_OVER, clauses, named=ask.round, round=str(case.round.number))


def _as_it_is(case: Case, ask: CorrectOutcome) -> Refusal | None:
    then = _then(case, ask.round)
    if then is None or ask.pocket != then.round.outcome:
        return None
    return case.no(Code.ALREADY_DONE, wire("3.2"), pocket=ask.pocket)


def _no_outcome(case: Case, ask: CorrectOutcome) -> Refusal | None:
    then = _then(case, ask.round)
    if then is None or then.round.outcome is not None:
        return None
    return case.no(Code.NO_OUTCOME, case.procedure.outcome.determined.clauses, phase=case.phase)


def _corrects(case: Case, ask: CorrectOutcome) -> Follows:
    """Correct a wrong number: at once before anything is settled, by two people afterwards."""
    then = _then(case, ask.round)
    assert then is not None
    assert then.round.outcome is not None
    if then.round.ended or then.table.layout.settled:
        clauses, named = ground(case), then.round.name
        yield case.happens(events.CorrectionProposed, clauses, pocket=ask.pocket, reason=ask.reason, round=named)
        return
    before = then.round.outcome
    yield case.happens(events.OutcomeCorrected, ground(case), before=before, pocket=ask.pocket, reason=ask.reason)


def _proposed(case: Case, ask: ApproveCorrection) -> Proposal | None:
    then = _then(case, ask.round)
    return None if then is None else then.round.proposed


def _own_proposal(case: Case, ask: ApproveCorrection) -> Refusal | None:
    proposed = _proposed(case, ask) or case.round.proposed
    if proposed is None or proposed.by != case.by.name:
        return None
    return case.no(Code.SAME_PERSON, wire("2.5"), name=case.by.name)


def _nothing_proposed(case: Case, ask: ApproveCorrection) -> Refusal | None:
    if _proposed(case, ask) is not None:
        return None
    return case.no(Code.NOTHING_TO_RULE, wire("2.5"), round=ask.round)


def _another_pocket(case: Case, ask: ApproveCorrection) -> Refusal | None:
    proposed = _proposed(case, ask)
    if proposed is None or proposed.pocket == ask.pocket:
        return None
    return case.no(Code.WRONG_POCKET, wire("3.5"), pocket=ask.pocket, proposed=proposed.pocket)


def _approved(case: Case, ask: ApproveCorrection) -> Follows:
    """Approve a correction that another person proposed; wrong payments are made good by adjustments."""
    then = _then(case, ask.round)
    assert then is not None
    assert then.round.outcome is not None
    assert then.round.proposed is not None
    adjustments = tuple(in_money(case, _changes(then, ask.pocket)))
    owed = (wire("5.5"),) if any(one.owed for one in adjustments) else ()
    yield case.happens(
        events.OutcomeCorrected,
        (*ground(case), *owed),
        before=then.round.outcome,
        pocket=ask.pocket,
        reason=then.round.proposed.reason,
        adjustments=adjustments,
        round=then.round.name,
    )


def _changes(then: Case, pocket: Pocket) -> Iterator[tuple[Wager, Adjustment]]:
    """Return what the right number changes, wager by wager."""
    for wager, line in lines(then, pocket, then.table.layout.wagers.values()):
        won, back = line.winnings - wager.winnings, line.returned - wager.returned
        if wager.done and (won or back):
            yield wager, Adjustment(wager.wager, wager.player, won, back, line.collected - wager.collected)


CORRECT_OUTCOME = Judging[CorrectOutcome](
    (_drawn, _may_not_correct, closed_table, _round_over, _as_it_is, _no_outcome, not_a_pocket), _corrects
)
APPROVE_CORRECTION = Judging[ApproveCorrection](
    (not_staff, _own_proposal, closed_table, _nothing_proposed, not_a_pocket, _another_pocket), _approved
)
