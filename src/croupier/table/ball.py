"""Ball and wheel: the spin, the closing call, irregularities, no spin."""

from __future__ import annotations

from itertools import chain

from croupier.rules.clause import Clause
from croupier.rules.irregularities import Irregularity, IrregularityRule, Treatment, Until
from croupier.rules.later import Contradicted, Since, VoidableUntil
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import BeforeSpin, NoSpinUntil, PowerFailure, Role
from croupier.rules.ruleset import Ruleset
from croupier.table import contradicted, events
from croupier.table.adjusting import in_money, undone
from croupier.table.case import (
    Case,
    Follows,
    Judging,
    ball_ends_betting,
    before_rest,
    between_rounds,
    closed_table,
    grounds,
    may,
    needs,
    not_in_rulebook,
    not_staff,
    performs,
    power_out,
)
from croupier.table.commands import (
    AuthorizeEarlyClose,
    CallNoMoreBets,
    CallNoSpin,
    CountRevolutions,
    ReportIrregularity,
    SpinBall,
    Turning,
    UndoSpin,
)
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase, Spin, Table
from croupier.table.wire_rules import wire

# --- the spin -----------------------------------------------------------------------------------------------------


def _may_not_spin(case: Case, _: object) -> Refusal | None:
    return needs(case, Role.DEALER, case.procedure.spin.direction.clauses)


def _may_not_count(case: Case, _: object) -> Refusal | None:
    return needs(case, Role.DEALER, case.procedure.spin.revolutions_min.clauses)


def _at_rest(case: Case, _: object) -> Refusal | None:
    """Object, once the ball is at rest, to what belongs before."""
    if case.phase.before_rest:
        return None
    return case.no(Code.TOO_LATE, wire("3.2"), phase=case.phase)


def _past_entering(case: Case, ask: SpinBall | CountRevolutions) -> Refusal | None:
    """Object to an entry about the spin once the ball is at rest, unless it puts an earlier one right."""
    return None if ask.corrects else _at_rest(case, ask)


def _spun_before(case: Case, ask: SpinBall) -> Refusal | None:
    if ask.corrects:
        return _not_spun(case, case.procedure.spin.direction.clauses)
    return _already_spun(case, ask)


def _already_spun(case: Case, _: object) -> Refusal | None:
    if case.round.spin.ball is None:
        return None
    return case.no(Code.ALREADY_SPUN, wire("3.2"), phase=case.phase)


def _not_spun(case: Case, clauses: tuple[Clause, ...]) -> Refusal | None:
    if case.round.spin.ball is not None:
        return None
    return case.no(Code.NOT_SPUN, clauses, phase=case.phase)


def _nothing_to_count(case: Case, _: object) -> Refusal | None:
    return _not_spun(case, case.procedure.spin.revolutions_min.clauses)


def _nothing_to_undo(case: Case, _: object) -> Refusal | None:
    return _not_spun(case, case.procedure.spin.direction.clauses)


def _followed(case: Case, _: object) -> Refusal | None:
    """Object once something rests on the spin: a count, a report, a failure of the power, or the call."""
    spin = case.round.spin
    if case.phase is Phase.BALL_IN_PLAY and spin == Spin(spin.ball, spin.wheel):
        return None
    return case.no(Code.TOO_LATE, wire("3.6"), phase=case.phase)


def _went_back(case: Case, ask: CountRevolutions) -> Refusal | None:
    before = case.round.spin.revolutions
    if before is None or ask.completed >= before or ask.corrects:
        return None
    return case.no(Code.COUNT_WENT_BACK, wire("3.3"), completed=ask.completed, before=before)


def _spun(case: Case, ask: SpinBall) -> Follows:
    """Spin the ball, which may end betting. A wrong direction or a still wheel is an irregularity in itself."""
    after, corrects = case.procedure.round.betting_after_spin, ask.corrects or None
    closes = True if not after.value and not case.round.called else None
    clauses = (*case.procedure.spin.direction.clauses, *(after.clauses if closes else ()))
    yield case.happens(events.BallSpun, clauses, ball=ask.ball, wheel=ask.wheel, corrects=corrects, closes=closes)
    if (kind := shown_by(ask, case.ruleset)) is not None:
        yield from irregular(case, kind, unconfirmed=bool(ask.unconfirmed))


def _undone(case: Case, _: UndoSpin) -> Follows:
    """Take the spin back. Wagers that were laid meanwhile stand: betting was open all the time."""
    yield case.happens(events.SpinUndone, wire("3.6"))


def _counted(case: Case, ask: CountRevolutions) -> Follows:
    clauses = case.procedure.spin.revolutions_min.clauses
    corrects = ask.corrects or None
    yield case.happens(events.RevolutionsCounted, clauses, completed=ask.completed, corrects=corrects)
    # A count is judged when the number is declared; one that is put right after that, at once.
    if case.round.outcome is not None and (kind := shown_by(ask, case.ruleset)) is not None:
        yield from irregular(case, kind, unconfirmed=bool(ask.unconfirmed))


def shown_by(ask: SpinBall | CountRevolutions, ruleset: Ruleset) -> Irregularity | None:
    """Return what is wrong with the spin by an entry about it."""
    if isinstance(ask, CountRevolutions):
        enough = ask.completed >= ruleset.procedure.spin.revolutions_min.value
        return None if enough else Irregularity.TOO_FEW_REVOLUTIONS
    if ask.wheel is Turning.STILL:
        return Irregularity.WHEEL_STILL
    return Irregularity.SAME_DIRECTION if str(ask.wheel) == str(ask.ball) else None


SPIN_BALL = Judging[SpinBall]((_may_not_spin, closed_table, between_rounds, _spun_before, _past_entering), _spun)
UNDO_SPIN = Judging[UndoSpin]((_may_not_spin, closed_table, between_rounds, _nothing_to_undo, _followed), _undone)
COUNT_REVOLUTIONS = Judging[CountRevolutions](
    (_may_not_count, closed_table, between_rounds, _nothing_to_count, _past_entering, _went_back), _counted
)


# --- the call that closes betting ---------------------------------------------------------------------------------


def _no_early_close(case: Case, _: object) -> Refusal | None:
    rules = case.procedure.closing
    known = rules.before_spin.value is BeforeSpin.AUTHORIZED and rules.before_spin_by is not None
    return None if known else not_in_rulebook(case)


def _may_not_authorize(case: Case, _: object) -> Refusal | None:
    by = case.procedure.closing.before_spin_by
    assert by is not None
    return needs(case, by.value, by.clauses)


def _authorized_already(case: Case, _: object) -> Refusal | None:
    if not case.round.early_close and not case.round.called:
        return None
    return case.no(Code.ALREADY_DONE, case.procedure.closing.before_spin.clauses, phase=case.phase)


def _no_call(case: Case, _: object) -> Refusal | None:
    """Object to the call if no call closes betting."""
    return None if case.procedure.closing.call_closes.value else not_in_rulebook(case)


def _may_not_call(case: Case, _: object) -> Refusal | None:
    return needs(case, Role.DEALER, case.procedure.closing.call_closes.clauses)


def _too_early(case: Case, _: object) -> Refusal | None:
    """Object to the call before the spin, unless it was authorized where it can be."""
    rule = case.procedure.closing.before_spin
    if case.round.spin.ball is not None or case.round.early_close or case.round.called:
        return None
    code = Code.NOT_SPUN if rule.value is BeforeSpin.NEVER else Code.NOT_AUTHORIZED
    return case.no(code, grounds(rule, "3.2"), phase=case.phase)


def _called_already(case: Case, _: object) -> Refusal | None:
    if not case.round.called or (case.round.uncalled and ball_ends_betting(case)):
        return None
    rules = case.procedure
    spun = not rules.round.betting_after_spin.value and case.round.spin.ball is not None
    closed_by = rules.round.betting_after_spin if spun else rules.closing.call_closes
    return case.no(Code.ALREADY_DONE, closed_by.clauses, phase=case.phase)


def _no_bell(case: Case, ask: CallNoMoreBets) -> Refusal | None:
    rule = case.procedure.closing.bell
    return case.no(Code.BELL_MISSING, rule.clauses) if rule.value and not ask.bell else None


def _ended_without_call(case: Case, ask: object) -> Refusal | None:
    """Object to a call that comes after the ball has dropped: betting has ended by that."""
    rule = case.procedure.closing.ball_at_rest
    if case.round.uncalled and ball_ends_betting(case):
        due = str(case.procedure.closing.moment.value)
        return case.no(Code.TOO_LATE, rule.clauses, phase=case.phase, due=due)
    return _at_rest(case, ask)


def _called(case: Case, ask: CallNoMoreBets) -> Follows:
    """Close betting: while the ball turns, or before the spin if authorized. A signal not given is not cited."""
    rules = case.procedure.closing
    moment = rules.before_spin if case.round.spin.ball is None else rules.moment
    signals = [rule.clauses for rule, given in ((rules.bell, ask.bell), (rules.wave, ask.wave)) if rule.value and given]
    clauses = dict.fromkeys((*rules.call_closes.clauses, *moment.clauses, *chain.from_iterable(signals)))
    yield case.happens(events.NoMoreBetsCalled, tuple(clauses), bell=bool(ask.bell), wave=bool(ask.wave))


def _authorized(case: Case, _: AuthorizeEarlyClose) -> Follows:
    yield case.happens(events.EarlyCloseAuthorized, case.procedure.closing.before_spin.clauses)


AUTHORIZE_EARLY_CLOSE = Judging[AuthorizeEarlyClose](
    (
        _no_early_close,
        _may_not_authorize,
        closed_table,
        between_rounds,
        _already_spun,
        _authorized_already,
        _at_rest,
    ),
    _authorized,
)
CALL_NO_MORE_BETS = Judging[CallNoMoreBets](
    (
        _no_call,
        _may_not_call,
        closed_table,
        between_rounds,
        _too_early,
        _called_already,
        _no_bell,
        _ended_without_call,
    ),
    _called,
)


# --- what goes wrong ----------------------------------------------------------------------------------------------


def _no_round(case: Case, _: object) -> Refusal | None:
    if case.phase is not Phase.CLOSED:
        return None
    return case.no(Code.BETTING_CLOSED, case.procedure.round.opening.clauses, phase=case.phase)


def _never_spun(case: Case, ask: ReportIrregularity) -> Refusal | None:
    """Object to a fact about a spin where nothing was spun."""
    rule = case.procedure.irregularities[ask.kind]
    return _not_spun(case, _irregular_clauses(case, rule)) if rule.since is Since.SPIN else None


def _record_says_otherwise(case: Case, ask: ReportIrregularity) -> Refusal | None:
    """Object to a fact that the record contradicts: what was entered wrongly is put right first."""
    return contradicted.reported(case, ask.kind, _irregular_clauses(case, case.procedure.irregularities[ask.kind]))


def _round_settled(case: Case, _: object) -> Refusal | None:
    begun = case.procedure.round.voidable_until.value is VoidableUntil.SETTLEMENT and case.table.layout.settled
    if case.phase is Phase.PAID or begun:
        return case.no(Code.TOO_LATE, grounds(case.procedure.settlement.final, "3.2"), phase=case.phase)
    return None


def _out_of_time(case: Case, ask: ReportIrregularity) -> Refusal | None:
    """Object to a fact that counts only until the ball rests, or only while it spins, once that is over.

    A fact that arose in time, and is found only now, counts.
    """
    rule = case.procedure.irregularities[ask.kind]
    if rule.until is Until.ANY_TIME or case.phase is Phase.VOID:
        return None
    over = not before_rest(case.table)
    if over and ask.found_late:
        return None
    if over:
        return case.no(Code.TOO_LATE, _irregular_clauses(case, rule), phase=case.phase, until=str(rule.until))
    return _not_spun(case, _irregular_clauses(case, rule)) if rule.until is Until.SPINNING else None


def irregular(
    case: Case, kind: Irregularity, note: str | None = None, *, found_late: bool = False, unconfirmed: bool = False
) -> Follows:
    """Record an irregularity, and void the round if its rule says so; a void round only gains the clause.

    One that is yet to be confirmed only waits.
    """
    rule = case.procedure.irregularities[kind]
    clauses = irregular_clauses(case, kind)
    late = True if found_late and not before_rest(case.table) else None
    voids = would_void(case.table, case.ruleset, kind)
    treatment = events.UNCONFIRMED if unconfirmed and voids else str(rule.value)
    yield case.happens(events.IrregularityReported, clauses, kind=kind, treatment=treatment, note=note, found_late=late)
    if voids and not unconfirmed:
        yield from void(case, clauses)


def would_void(table: Table, ruleset: Ruleset, kind: Irregularity) -> bool:
    """Whether a fact, once known, ends the round without an outcome."""
    value = ruleset.procedure.irregularities[kind].value
    # Once the ball rests no call is possible any more, so what makes a spin invalid decides on its own.
    decides = value is Treatment.VOID or (value is Treatment.NO_SPIN and not before_rest(table))
    return decides and not table.round.ended


def irregular_clauses(case: Case, kind: Irregularity) -> tuple[Clause, ...]:
    return _irregular_clauses(case, case.procedure.irregularities[kind])


def _irregular_clauses(case: Case, rule: IrregularityRule) -> tuple[Clause, ...]:
    return rule.clauses or grounds(case.procedure.rulings.unlisted_by, "3.4")


def void(case: Case, clauses: tuple[Clause, ...], pocket: Pocket | None = None) -> Follows:
    """End the round without an outcome, citing clauses of the document and its rule for void rounds."""
    general = case.procedure.round.void.clauses
    return end_void(case, clauses if any(clause in general for clause in clauses) else (*clauses, *general), pocket)


def end_void(case: Case, clauses: tuple[Clause, ...], pocket: Pocket | None = None) -> Follows:
    """End the round without an outcome, citing these clauses alone: every stake goes back."""
    known = pocket or case.round.outcome
    revealed = None if case.procedure.rulings.contradicted.value is Contradicted.TAKEN else known
    back = tuple(in_money(case, undone(case)))
    owed = (wire("5.5"),) if any(one.owed for one in back) else ()
    yield case.happens(events.RoundVoided, (*clauses, *owed), pocket=revealed, adjustments=back)
    for wager in case.table.layout.wagers.values():
        if not wager.done:
            yield case.happens(
                events.WagerReturned, clauses, wager=wager.wager, player=wager.player, amount=wager.stake
            )


def _reported(case: Case, ask: ReportIrregularity) -> Follows:
    late, unconfirmed = bool(ask.found_late), bool(ask.unconfirmed)
    return irregular(case, ask.kind, ask.note, found_late=late, unconfirmed=unconfirmed)


REPORT_IRREGULARITY = Judging[ReportIrregularity](
    (not_staff, closed_table, _no_round, _never_spun, _record_says_otherwise, _round_settled, _out_of_time), _reported
)


# --- no spin ------------------------------------------------------------------------------------------------------


def _no_such_call(case: Case, _: object) -> Refusal | None:
    return not_in_rulebook(case) if case.procedure.no_spin.until.value is NoSpinUntil.NEVER else None


def _caller(case: Case) -> Role | None:
    return performs(case, case.procedure.no_spin.callers)


def _not_a_caller(case: Case, _: object) -> Refusal | None:
    if _caller(case) is not None:
        return None
    callers = case.procedure.no_spin.callers
    clauses = tuple(clause for cited in callers.values() for clause in cited.clauses)
    return case.no(Code.ROLE_NOT_ALLOWED, clauses, role=str(case.by.role), needed=[str(role) for role in callers])


def _callers_clauses(case: Case) -> tuple[Clause, ...]:
    caller = _caller(case)
    assert caller is not None
    return case.procedure.no_spin.callers[caller].clauses


def _nothing_to_annul(case: Case, _: object) -> Refusal | None:
    spin, since = case.round.spin, case.procedure.no_spin.since.value
    begun = spin.ball is not None or spin.irregular or power_out(case) or since is Since.OPENING
    if not case.phase.before_rest or begun:
        return None
    return case.no(Code.NOT_SPUN, _callers_clauses(case), phase=case.phase)


def _too_late_to_annul(case: Case, _: object) -> Refusal | None:
    return None if before_rest(case.table) else case.no(Code.TOO_LATE, _callers_clauses(case), phase=case.phase)


def _wrong_reason(case: Case, ask: CallNoSpin) -> Refusal | None:
    """If the rulebook ties the call to facts, the caller must name one that is theirs to judge.

    It is never one that the rulebook leaves to a ruling, unless the caller may rule.
    """
    rules, caller = case.procedure.no_spin, _caller(case)
    assert caller is not None
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
    of_fact = _irregular_clauses(case, case.procedure.irregularities[ask.reason])
    return _left_to_others(case, ask.reason) or contradicted.called_for(case, ask, of_fact, tied=bool(allowed))


def _left_to_others(case: Case, reason: Irregularity) -> Refusal | None:
    """Object to a reason that is for somebody else to judge."""
    rule, by = case.procedure.irregularities[reason], case.procedure.rulings.unlisted_by
    if rule.value is not Treatment.REFERRED or may(case, by.value):
        return None
    return case.no(Code.REASON_NOT_ALLOWED, _irregular_clauses(case, rule), reason=str(reason), by=str(by.value))


def _floor_not_called(case: Case, ask: CallNoSpin) -> Refusal | None:
    """Object to a reason for which the floor was not called first."""
    if ask.reason is None or ask.reason in case.round.spin.irregular:
        return None
    rule = case.procedure.irregularities[ask.reason]
    if rule.value is not Treatment.CALL_FLOOR:
        return None
    return case.no(Code.NOTHING_TO_RULE, _irregular_clauses(case, rule), reason=str(ask.reason))


def _no_spin(case: Case, ask: CallNoSpin) -> Follows:
    """Annul the spin."""
    rules, caller = case.procedure.no_spin, _caller(case)
    assert caller is not None
    clauses = rules.callers[caller].clauses
    if ask.reason is not None:
        of_reason = case.procedure.irregularities[ask.reason].clauses
        tied = bool(rules.callers[caller].value)
        clauses = of_reason if tied else tuple(dict.fromkeys((*of_reason, *clauses)))
    if power_out(case) and case.procedure.power.failure.value is PowerFailure.NO_SPIN_DECIDES:
        clauses = (*case.procedure.power.failure.clauses[:1], *clauses)
    yield case.happens(events.NoSpinCalled, clauses, reason=ask.reason, suspected=bool(ask.suspected))
    yield from void(case, clauses)


CALL_NO_SPIN = Judging[CallNoSpin](
    (
        _no_such_call,
        _not_a_caller,
        closed_table,
        between_rounds,
        _nothing_to_annul,
        _wrong_reason,
        _too_late_to_annul,
        _floor_not_called,
    ),
    _no_spin,
)
