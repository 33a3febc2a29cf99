"""Ball and wheel: the spin, the closing call, irregularities, no spin, power failure."""

from __future__ import annotations

from croupier.rules.clause import Clause
from croupier.rules.procedure import (
    BeforeSpin,
    Irregularity,
    IrregularityRule,
    NoSpinUntil,
    PowerFailure,
    Role,
    Treatment,
    Until,
)
from croupier.table import events
from croupier.table.case import (
    Case,
    Decision,
    first,
    grounds,
    may,
    needs,
    needs_open_table,
    needs_staff,
    performs,
)
from croupier.table.commands import (
    AuthorizeEarlyClose,
    CallNoMoreBets,
    CallNoSpin,
    CountRevolutions,
    FailPower,
    ReportIrregularity,
    RestorePower,
    SpinBall,
    Turning,
)
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase
from croupier.table.wire_rules import wire

_BEFORE_REST = (Phase.BETTING_OPEN, Phase.BALL_IN_PLAY, Phase.NO_MORE_BETS)


def spin_ball(case: Case, ask: SpinBall) -> Decision:
    """Send the ball round. A wrong direction or a still wheel is an irregularity by itself."""
    rule = case.procedure.spin.direction
    objection = first(needs(case, Role.DEALER, rule.clauses), needs_open_table(case), _not_now(case), _spun(case))
    if objection is not None:
        return objection
    case.happens(events.BallSpun, rule.clauses, ball=ask.ball, wheel=ask.wheel)
    if ask.wheel is Turning.STILL:
        irregular(case, Irregularity.WHEEL_STILL)
    elif str(ask.wheel) == str(ask.ball):
        irregular(case, Irregularity.SAME_DIRECTION)
    return case.done()


def _not_now(case: Case) -> Refusal | None:
    """Refuse what belongs to a round before the ball is at rest."""
    if case.phase in _BEFORE_REST:
        return None
    if case.phase.between_rounds:
        return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)
    return case.no(Code.TOO_LATE, wire("3.2"), phase=case.phase)


def _spun(case: Case) -> Refusal | None:
    if case.round.spin.ball is None:
        return None
    return case.no(Code.ALREADY_SPUN, wire("3.2"), phase=case.phase)


def _not_spun(case: Case, clauses: tuple[Clause, ...]) -> Refusal | None:
    if case.round.spin.ball is not None:
        return None
    return case.no(Code.NOT_SPUN, clauses, phase=case.phase)


def count_revolutions(case: Case, ask: CountRevolutions) -> Decision:
    """Record how many revolutions the ball has completed so far."""
    rule = case.procedure.spin.revolutions_min
    objection = first(
        needs(case, Role.DEALER, rule.clauses), needs_open_table(case), _not_now(case), _not_spun(case, rule.clauses)
    )
    before = case.round.spin.revolutions
    if objection is None and before is not None and ask.completed < before:
        objection = case.no(Code.COUNT_WENT_BACK, wire("3.3"), completed=ask.completed, before=before)
    if objection is not None:
        return objection
    case.happens(events.RevolutionsCounted, rule.clauses, completed=ask.completed)
    return case.done()


def authorize_early_close(case: Case, _: AuthorizeEarlyClose) -> Decision:
    """Allow the call before the spin, where the rulebook knows that."""
    rule, by = case.procedure.closing.before_spin, case.procedure.closing.before_spin_by
    if rule.value is not BeforeSpin.AUTHORIZED or by is None:
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))
    done = case.round.early_close or (case.round.called and not case.round.ended)
    objection = first(
        needs(case, by.value, by.clauses),
        needs_open_table(case),
        _not_now(case),
        _spun(case),
        case.no(Code.ALREADY_DONE, rule.clauses, phase=case.phase) if done else None,
    )
    if objection is not None:
        return objection
    case.happens(events.EarlyCloseAuthorized, rule.clauses)
    return case.done()


def call_no_more_bets(case: Case, ask: CallNoMoreBets) -> Decision:
    """Close betting: while the ball turns, or before the spin if that was authorized."""
    rules = case.procedure.closing
    silent = rules.bell.value and not ask.bell
    objection = first(
        needs(case, Role.DEALER, rules.call_closes.clauses),
        needs_open_table(case),
        _not_now(case),
        _too_early(case),
        case.no(Code.ALREADY_DONE, rules.call_closes.clauses, phase=case.phase) if case.round.called else None,
        case.no(Code.BELL_MISSING, rules.bell.clauses) if silent else None,
    )
    if objection is not None:
        return objection
    moment = rules.before_spin if case.round.spin.ball is None else rules.moment
    clauses = dict.fromkeys((*rules.call_closes.clauses, *moment.clauses, *_signals(case)))
    case.happens(events.NoMoreBetsCalled, tuple(clauses), bell=bool(ask.bell), wave=bool(ask.wave))
    return case.done()


def _too_early(case: Case) -> Refusal | None:
    """Refuse the call before the spin, unless it was authorized where it can be."""
    rule = case.procedure.closing.before_spin
    if case.round.spin.ball is not None or case.round.early_close or case.round.called:
        return None
    code = Code.NOT_SPUN if rule.value is BeforeSpin.NEVER else Code.NOT_AUTHORIZED
    return case.no(code, grounds(rule, "3.2"), phase=case.phase)


def _signals(case: Case) -> tuple[Clause, ...]:
    rules = case.procedure.closing
    return (*(rules.bell.clauses if rules.bell.value else ()), *(rules.wave.clauses if rules.wave.value else ()))


def report_irregularity(case: Case, ask: ReportIrregularity) -> Decision:
    """Record what went wrong. Where a clause says so the round is void; a void round only gains the clause."""
    objection = first(needs_staff(case), needs_open_table(case), _round_settled(case), _out_of_time(case, ask))
    if objection is not None:
        return objection
    irregular(case, ask.kind, ask.note, found_late=bool(ask.found_late))
    return case.done()


def _round_settled(case: Case) -> Refusal | None:
    if case.phase is Phase.CLOSED:
        return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)
    if case.phase is Phase.PAID or anything_settled(case):
        return case.no(Code.TOO_LATE, grounds(case.procedure.settlement.final, "3.2"), phase=case.phase)
    return None


def _out_of_time(case: Case, ask: ReportIrregularity) -> Refusal | None:
    """Refuse a fact that counts only until the ball rests, or only while it spins, when it does neither any more.

    One that was so in time, and is found only now, counts.
    """
    rule = case.procedure.irregularities[ask.kind]
    if rule.until is Until.ANY_TIME or case.phase is Phase.VOID:
        return None
    if case.phase not in _BEFORE_REST and ask.found_late:
        return None
    if case.phase not in _BEFORE_REST:
        return case.no(Code.TOO_LATE, _irregular_clauses(case, rule), phase=case.phase, until=str(rule.until))
    return _not_spun(case, _irregular_clauses(case, rule)) if rule.until is Until.SPINNING else None


def anything_settled(case: Case) -> bool:
    """Whether money has already moved on this round's outcome."""
    return any(wager.collected or wager.winnings for wager in case.table.layout.wagers.values())


def irregular(case: Case, kind: Irregularity, note: str | None = None, *, found_late: bool = False) -> None:
    """Write an irregularity down, and void the round where its rule does."""
    rule = case.procedure.irregularities[kind]
    clauses = _irregular_clauses(case, rule)
    late = True if found_late and case.phase not in _BEFORE_REST else None
    case.happens(events.IrregularityReported, clauses, kind=kind, treatment=str(rule.value), note=note, found_late=late)
    # Once the ball rests no call can come any more, so what makes a spin invalid then decides by itself.
    decides = rule.value is Treatment.VOID or (rule.value is Treatment.NO_SPIN and case.phase not in _BEFORE_REST)
    if decides and not case.round.ended:
        void(case, clauses)


def _irregular_clauses(case: Case, rule: IrregularityRule) -> tuple[Clause, ...]:
    return rule.clauses or grounds(case.procedure.rulings.unlisted_by, "3.4")


def void(case: Case, clauses: tuple[Clause, ...]) -> None:
    """End the round without outcome, by clauses of the document and what it says of void rounds in general."""
    general = case.procedure.round.void.clauses
    end_void(case, clauses if any(clause in general for clause in clauses) else (*clauses, *general))


def end_void(case: Case, clauses: tuple[Clause, ...]) -> None:
    """End the round without outcome, by these clauses alone: every stake goes back."""
    case.happens(events.RoundVoided, clauses)
    for wager in case.table.layout.wagers.values():
        if not wager.done:
            case.happens(events.WagerReturned, clauses, wager=wager.wager, player=wager.player, amount=wager.stake)


def call_no_spin(case: Case, ask: CallNoSpin) -> Decision:
    """Annul the spin, by a role that may, for a reason that may."""
    rules = case.procedure.no_spin
    if rules.until.value is NoSpinUntil.NEVER:
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))
    caller = performs(case, rules.callers)
    objection = first(
        _not_a_caller(case, caller),
        needs_open_table(case),
        _too_late_for_no_spin(case, caller),
        _wrong_reason(case, ask, caller),
    )
    if objection is not None:
        return objection
    assert caller is not None
    clauses = rules.callers[caller].clauses
    if ask.reason is not None:
        of_reason = case.procedure.irregularities[ask.reason].clauses
        tied = bool(rules.callers[caller].value)
        clauses = of_reason if tied else tuple(dict.fromkeys((*of_reason, *clauses)))
    if case.round.spin.power_failed and case.procedure.power.failure.value is PowerFailure.NO_SPIN_DECIDES:
        clauses = (*case.procedure.power.failure.clauses[:1], *clauses)
    case.happens(events.NoSpinCalled, clauses, reason=ask.reason, suspected=bool(ask.suspected))
    void(case, clauses)
    return case.done()


def _not_a_caller(case: Case, caller: Role | None) -> Refusal | None:
    if caller is not None:
        return None
    callers = case.procedure.no_spin.callers
    clauses = tuple(clause for cited in callers.values() for clause in cited.clauses)
    return case.no(Code.ROLE_NOT_ALLOWED, clauses, role=str(case.by.role), needed=[str(role) for role in callers])


def _too_late_for_no_spin(case: Case, caller: Role | None) -> Refusal | None:
    rules, spin = case.procedure.no_spin, case.round.spin
    clauses = rules.callers[caller].clauses if caller is not None else grounds(rules.until, "3.2")
    if case.phase.between_rounds:
        return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)
    if case.phase not in _BEFORE_REST:
        return case.no(Code.TOO_LATE, clauses, phase=case.phase)
    if spin.ball is None and not spin.irregular and not spin.power_failed:
        return case.no(Code.NOT_SPUN, clauses, phase=case.phase)
    return None


def _wrong_reason(case: Case, ask: CallNoSpin, caller: Role | None) -> Refusal | None:
    """Where the rulebook ties the call to facts, one of the caller's own must be named.

    Nowhere is it one that the rulebook leaves to be ruled on, unless by who rules.
    """
    rules = case.procedure.no_spin
    if caller is None:
        return None
    cited = rules.callers[caller]
    allowed = [str(reason) for reason in cited.value]
    if allowed and ask.reason is None:
        return case.no(Code.REASON_MISSING, cited.clauses, reasons=allowed)
    of_reason = case.procedure.irregularities[ask.reason].clauses if allowed and ask.reason is not None else ()
    clauses = of_reason or grounds(cited, "2.1")
    if ask.suspected and not rules.suspicion.value:
        return case.no(Code.REASON_NOT_ALLOWED, clauses, suspected=True)
    if allowed and ask.reason is not None and ask.reason not in cited.value:
        return case.no(Code.REASON_NOT_ALLOWED, clauses, reason=str(ask.reason), reasons=allowed)
    if ask.reason is None:
        return None
    return _left_to_others(case, ask.reason) or (_contradicted(case, ask.reason, clauses) if allowed else None)


def _left_to_others(case: Case, reason: Irregularity) -> Refusal | None:
    """Refuse a reason that is for somebody else to judge, or on which the floor was not called before."""
    rule, by = case.procedure.irregularities[reason], case.procedure.rulings.unlisted_by
    clauses = _irregular_clauses(case, rule)
    if rule.value is Treatment.REFERRED and not may(case, by.value):
        return case.no(Code.REASON_NOT_ALLOWED, clauses, reason=str(reason), by=str(by.value))
    if rule.value is Treatment.CALL_FLOOR and reason not in case.round.spin.irregular:
        return case.no(Code.NOTHING_TO_RULE, clauses, reason=str(reason))
    return None


def _contradicted(case: Case, reason: Irregularity, clauses: tuple[Clause, ...]) -> Refusal | None:
    """Refuse a reason that the record says is not so.

    A reason that was reported is as good as the entry it contradicts, so a
    mistaken entry is put right by a report. After the rest it is too late anyway.
    """
    spin, enough = case.round.spin, case.procedure.spin.revolutions_min.value
    if case.phase not in _BEFORE_REST or reason in spin.irregular:
        return None
    if reason is Irregularity.SAME_DIRECTION and spin.ball is not None:
        return case.no(Code.REASON_NOT_ALLOWED, clauses, reason=str(reason), ball=spin.ball, wheel=spin.wheel)
    few = (Irregularity.TOO_FEW_REVOLUTIONS, Irregularity.NOT_SPUN)
    if reason in few and spin.revolutions is not None and spin.revolutions >= enough:
        return case.no(Code.REASON_NOT_ALLOWED, clauses, reason=str(reason), completed=spin.revolutions)
    return None


def fail_power(case: Case, ask: FailPower) -> Decision:
    """Record a power failure, where the rulebook speaks of it. By itself it voids nothing."""
    rules = case.procedure.power
    if rules.failure.value is PowerFailure.UNADDRESSED:
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))
    clauses = rules.ball_dropped.clauses if ask.ball_dropped else rules.failure.clauses
    objection = first(needs_staff(case), needs_open_table(case), _no_round(case), _otherwise(case, ask, clauses))
    if objection is not None:
        return objection
    case.happens(events.PowerFailed, clauses, ball_dropped=ask.ball_dropped)
    return case.done()


def _otherwise(case: Case, ask: FailPower, clauses: tuple[Clause, ...]) -> Refusal | None:
    """Refuse a failure that the record contradicts: power that is off already, a ball never spun, or one at rest."""
    if ask.ball_dropped and case.round.spin.ball is None:
        return case.no(Code.NOT_SPUN, clauses, phase=case.phase)
    if case.round.dark:
        return case.no(Code.ALREADY_DONE, wire("3.2"), phase=case.phase)
    if not ask.ball_dropped and (case.round.spin.dropped or case.phase not in _BEFORE_REST):
        return case.no(Code.TOO_LATE, clauses, phase=case.phase)
    return None


def restore_power(case: Case, _: RestorePower) -> Decision:
    """Record that the power is back; nothing follows from it."""
    rules = case.procedure.power
    if rules.failure.value is PowerFailure.UNADDRESSED:
        return case.no(Code.NOT_IN_RULEBOOK, wire("2.1"))
    objection = first(needs_staff(case), needs_open_table(case))
    if objection is None and not case.round.dark:
        objection = case.no(Code.ALREADY_DONE, wire("3.2"), phase=case.phase)
    if objection is not None:
        return objection
    case.happens(events.PowerRestored, rules.failure.clauses)
    return case.done()


def _no_round(case: Case) -> Refusal | None:
    if not case.phase.between_rounds:
        return None
    return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)
