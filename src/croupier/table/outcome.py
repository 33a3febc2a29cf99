"""The outcome and the dolly: from the ball at rest until the number is marked."""

from __future__ import annotations

from croupier.rules.clause import Clause
from croupier.rules.irregularities import Irregularity, Treatment
from croupier.rules.later import BallAtRest
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Determined, PowerFailure, Role, Unclosed
from croupier.table import events
from croupier.table.ball import irregular, void
from croupier.table.case import (
    Case,
    Follows,
    Judging,
    closed_table,
    disputed,
    grounds,
    needs,
    not_a_pocket,
    not_in_rulebook,
    not_staff,
    power_out,
)
from croupier.table.commands import ConfirmOutcome, DeclareOutcome, LiftDolly, PlaceDolly
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire

# --- the outcome --------------------------------------------------------------------------------------------------


def _may_not_declare(case: Case, _: object) -> Refusal | None:
    if not case.table.random:
        return needs(case, Role.DEALER, case.procedure.outcome.determined.clauses)
    if case.by.role is Role.HOUSE:
        return None
    return case.no(Code.ROLE_NOT_ALLOWED, wire("2.6"), role=str(case.by.role), needed=str(Role.HOUSE))


def _not_turning(case: Case, _: object) -> Refusal | None:
    """Object, in the order of the codes, unless the ball turns and betting is closed."""
    if case.phase.between_rounds:
        return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)
    rule = case.procedure.outcome.unclosed
    if not case.round.called and (rule.value is Unclosed.REFUSED or case.table.random):
        return case.no(Code.BETTING_OPEN, case.procedure.closing.moment.clauses, phase=case.phase)
    if case.round.spin.ball is None:
        return case.no(Code.NOT_SPUN, case.procedure.spin.direction.clauses, phase=case.phase)
    if case.phase.decided:
        return case.no(Code.ALREADY_DONE, wire("3.2"), phase=case.phase)
    return None


def _ends_betting(case: Case) -> bool:
    """Whether a pocket that is declared before anybody has counted ends betting, though it is no outcome yet."""
    at_once = case.procedure.closing.ball_at_rest.value is BallAtRest.ENDS_BETTING_AT_ONCE
    return at_once and case.phase.betting and case.round.spin.revolutions is None


def _uncounted(case: Case, _: object) -> Refusal | None:
    if case.round.spin.revolutions is not None or _ends_betting(case):
        return None
    return case.no(Code.NOT_COUNTED, grounds(case.procedure.spin.revolutions_min, "3.3"))


def _same_person(case: Case, _: object) -> Refusal | None:
    if case.by.name not in case.round.declared_by:
        return None
    return case.no(Code.SAME_PERSON, wire("2.5"), name=case.by.name)


def _no_outcome(case: Case, _: object) -> Refusal | None:
    if case.phase.decided:
        return None
    code = Code.BETTING_CLOSED if case.phase.between_rounds else Code.NO_OUTCOME
    return case.no(code, case.procedure.outcome.determined.clauses, phase=case.phase)


def _rests_elsewhere(case: Case, pocket: Pocket, clauses: tuple[Clause, ...]) -> Refusal | None:
    if pocket == case.round.outcome:
        return None
    return case.no(Code.WRONG_POCKET, clauses, pocket=pocket, outcome=case.round.outcome)


def _disputes(case: Case, ask: ConfirmOutcome) -> bool:
    """Whether an entry holds the round: once anything is settled, only a correction can change it."""
    return bool(ask.disputes) and ask.pocket != case.round.outcome and not case.table.layout.settled


def _not_confirmed(case: Case, ask: ConfirmOutcome) -> Refusal | None:
    if _disputes(case, ask):
        return None
    return _rests_elsewhere(case, ask.pocket, case.procedure.outcome.determined.clauses)


def _said_otherwise(case: Case, ask: DeclareOutcome) -> Refusal | None:
    """Object to another pocket than the one that ended betting: a wrong word is corrected as an outcome is."""
    rests = case.round.spin.rests
    if rests is None or rests == ask.pocket:
        return None
    return case.no(Code.WRONG_POCKET, case.procedure.outcome.determined.clauses, pocket=ask.pocket, rests=rests)


def _declared(case: Case, ask: DeclareOutcome) -> Follows:
    """Say in which pocket the ball rests; a spin that was not valid voids the round instead.

    While nobody has counted there is no outcome, but nothing is left to wager on either.
    """
    if _ends_betting(case):
        yield case.happens(events.BettingEnded, case.procedure.closing.ball_at_rest.clauses, pocket=ask.pocket)
        return
    invalid = _invalid(case)
    if invalid:
        yield from _called_void(case, invalid, ask.pocket)
        return
    unclosed = case.procedure.outcome.unclosed
    decided: tuple[Clause, ...] = ()
    if not case.round.called and unclosed.value is Unclosed.DECIDED:
        decided = unclosed.clauses
    elif not case.round.called:
        yield from irregular(case, Irregularity.UNLISTED, "the ball came to rest before the call")
    clauses = (*case.procedure.outcome.determined.clauses, *decided, *_concluded_by(case))
    yield case.happens(events.OutcomeDeclared, clauses, pocket=ask.pocket)


def _concluded_by(case: Case) -> tuple[Clause, ...]:
    """After a power failure without a call of no spin, a clause of its own says that the round is concluded."""
    rule = case.procedure.power.failure
    decides = power_out(case) and rule.value is PowerFailure.NO_SPIN_DECIDES
    return rule.clauses[1:] if decides else ()


def _invalid(case: Case) -> tuple[Irregularity, ...]:
    """List why the spin does not count: too few revolutions, or facts that make it no spin whether called or not."""
    rules, spin = case.procedure, case.round.spin
    assert spin.revolutions is not None
    found = [kind for kind in spin.irregular if rules.irregularities[kind].value is Treatment.NO_SPIN]
    short = spin.revolutions < rules.spin.revolutions_min.value
    if short and Irregularity.TOO_FEW_REVOLUTIONS not in found:
        found.append(Irregularity.TOO_FEW_REVOLUTIONS)
    return tuple(found)


def _called_void(case: Case, invalid: tuple[Irregularity, ...], pocket: Pocket) -> Follows:
    rules = case.procedure.irregularities
    for kind in invalid:
        if kind not in case.round.spin.irregular:
            rule = rules[kind]
            treatment = str(rule.value)
            yield case.happens(events.IrregularityReported, rule.clauses, kind=kind, treatment=treatment, note=None)
    clauses = tuple(dict.fromkeys(clause for kind in invalid for clause in rules[kind].clauses))
    yield from void(case, clauses, pocket)


def _confirmed(case: Case, ask: ConfirmOutcome) -> Follows:
    """Enter the outcome a second time, by a second person."""
    if _disputes(case, ask):
        assert case.round.outcome is not None
        yield case.happens(events.OutcomeDisputed, wire("2.10"), pocket=ask.pocket, outcome=case.round.outcome)
        return
    yield case.happens(events.OutcomeConfirmed, case.procedure.outcome.determined.clauses, pocket=ask.pocket)


DECLARE_OUTCOME = Judging[DeclareOutcome](
    (_may_not_declare, closed_table, _not_turning, _uncounted, not_a_pocket, _said_otherwise), _declared
)
CONFIRM_OUTCOME = Judging[ConfirmOutcome](
    (not_staff, _same_person, closed_table, _no_outcome, not_a_pocket, _not_confirmed), _confirmed
)


# --- the dolly ----------------------------------------------------------------------------------------------------


def _no_dolly_used(case: Case, _: object) -> Refusal | None:
    return None if case.procedure.outcome.dolly.value else not_in_rulebook(case)


def _may_not_mark(case: Case, _: object) -> Refusal | None:
    return needs(case, Role.DEALER, case.procedure.outcome.dolly.clauses)


def _dolly_down(case: Case, _: object) -> Refusal | None:
    dolly = case.round.dolly
    return None if dolly is None else case.no(Code.DOLLY_DOWN, case.procedure.outcome.dolly.clauses, pocket=dolly)


def _marks_another(case: Case, ask: PlaceDolly) -> Refusal | None:
    rules = case.procedure.outcome
    return _rests_elsewhere(case, ask.pocket, rules.wrong_display.clauses or rules.dolly.clauses)


def _may_not_lift(case: Case, _: object) -> Refusal | None:
    return needs(case, Role.DEALER, grounds(case.procedure.round.ends, "3.2"))


def _unpaid(case: Case, _: object) -> Refusal | None:
    if case.round.ended:
        return None
    clauses = grounds(case.procedure.round.ends, "3.2")
    return case.no(Code.ROUND_OPEN, clauses, phase=case.phase, held=case.table.layout.held)


def _no_dolly(case: Case, _: object) -> Refusal | None:
    if case.round.dolly is not None:
        return None
    return case.no(Code.NO_DOLLY, case.procedure.outcome.dolly.clauses, phase=case.phase)


def _lies_elsewhere(case: Case, ask: LiftDolly) -> Refusal | None:
    if ask.pocket is None or ask.pocket == case.round.dolly:
        return None
    return case.no(Code.WRONG_POCKET, wire("3.5"), pocket=ask.pocket, dolly=case.round.dolly)


def _dolly_placed(case: Case, ask: PlaceDolly) -> Follows:
    """Put the dolly on the number in which the ball rests, and on no other."""
    rules = case.procedure.outcome
    determines = rules.determined.clauses if rules.determined.value is Determined.REST_AND_DOLLY else ()
    clauses = tuple(dict.fromkeys((*rules.dolly.clauses, *determines)))
    yield case.happens(events.DollyPlaced, clauses, pocket=ask.pocket)


def _dolly_lifted(case: Case, _: LiftDolly) -> Follows:
    """Take the dolly off, once everything is paid."""
    yield case.happens(events.DollyLifted, grounds(case.procedure.round.ends, "3.2"), pocket=case.round.dolly)


PLACE_DOLLY = Judging[PlaceDolly](
    (_no_dolly_used, _may_not_mark, closed_table, disputed, _no_outcome, _dolly_down, not_a_pocket, _marks_another),
    _dolly_placed,
)
LIFT_DOLLY = Judging[LiftDolly](
    (_no_dolly_used, _may_not_lift, closed_table, _unpaid, _no_dolly, not_a_pocket, _lies_elsewhere), _dolly_lifted
)
