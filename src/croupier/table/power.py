"""Power failures: what they do to betting and to the round."""

from __future__ import annotations

from croupier.rules.clause import Clause
from croupier.rules.procedure import PowerFailure
from croupier.table import events
from croupier.table.case import (
    Case,
    Follows,
    Judging,
    ball_ends_betting,
    between_rounds,
    closed_table,
    not_in_rulebook,
    not_staff,
)
from croupier.table.commands import FailPower, RestorePower
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire


def _power_unknown(case: Case, _: object) -> Refusal | None:
    """Object if the rulebook does not cover a power failure. On its own it voids nothing."""
    return not_in_rulebook(case) if case.procedure.power.failure.value is PowerFailure.UNADDRESSED else None


def _failure(case: Case, ask: FailPower) -> tuple[Clause, ...]:
    rules = case.procedure.power
    return rules.ball_dropped.clauses if ask.ball_dropped else rules.failure.clauses


def _otherwise(case: Case, ask: FailPower) -> Refusal | None:
    """Object to a failure that the record contradicts: power already off, a ball never spun, or one at rest."""
    if ask.ball_dropped and case.round.spin.ball is None:
        return case.no(Code.NOT_SPUN, _failure(case, ask), phase=case.phase)
    if case.round.dark:
        return case.no(Code.ALREADY_DONE, wire("3.2"), phase=case.phase)
    if not ask.ball_dropped and (case.round.spin.dropped or not case.phase.before_rest):
        return case.no(Code.TOO_LATE, _failure(case, ask), phase=case.phase)
    return None


def _power_on(case: Case, _: object) -> Refusal | None:
    return None if case.round.dark else case.no(Code.ALREADY_DONE, wire("3.2"), phase=case.phase)


def _failed(case: Case, ask: FailPower) -> Follows:
    """Record the failure. A ball known to have dropped ends betting, whatever was called."""
    ends = ask.ball_dropped and case.phase.betting and not case.table.random and ball_ends_betting(case)
    clauses = (*_failure(case, ask), *(case.procedure.closing.ball_at_rest.clauses if ends else ()))
    yield case.happens(
        events.PowerFailed,
        tuple(dict.fromkeys(clauses)),
        ball_dropped=ask.ball_dropped,
        betting_ended=True if ends else None,
    )


def _restored(case: Case, _: RestorePower) -> Follows:
    """The power is back, and the round goes on from where its record ends."""
    rules = case.procedure.power
    clauses = dict.fromkeys((*rules.failure.clauses, *rules.interruption.clauses))
    yield case.happens(events.PowerRestored, tuple(clauses))


FAIL_POWER = Judging[FailPower]((_power_unknown, not_staff, closed_table, between_rounds, _otherwise), _failed)
RESTORE_POWER = Judging[RestorePower]((_power_unknown, not_staff, closed_table, _power_on), _restored)
