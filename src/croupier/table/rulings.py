"""What the rulebook leaves to a named position: wagers that do not lie clearly, withdrawals, and whole rounds."""

from __future__ import annotations

from croupier.rules.clause import Clause
from croupier.rules.procedure import OverMaximum, Role, Unclear, UnderMinimum, Withdrawal
from croupier.table import events
from croupier.table.ball import end_void, irregular_clauses, void
from croupier.table.case import (
    Case,
    Follows,
    Judging,
    Objections,
    above_the_dealer,
    closed_table,
    grounds,
    known_at_rest,
    needs,
    not_in_rulebook,
    objected,
    position_held,
)
from croupier.table.commands import RoundRuling, RuleOnIrregularity, RuleOnWager, WagerTreatment
from croupier.table.opening import displayed
from croupier.table.placing import not_on_layout
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Report
from croupier.table.wagers import laid, on_layout, too_much_on_one, unknown_wager
from croupier.table.wire_rules import wire


def _rules_on_unclear(case: Case) -> bool:
    """Whether a held wager stands, counts elsewhere, or goes back by a ruling, once the ball is at rest."""
    rules = case.procedure.wagers
    return rules.unclear.value is Unclear.RULING and rules.unclear_by is not None


def _rules_on_withdrawal(case: Case) -> bool:
    """Whether it is ruled on that a player takes a wager back, as long as nobody knows what it will bring.

    Afterwards only what is outside the limits is left to be ruled on, if the
    document does not say what follows from that. Where a chip counts is nobody's to rule.
    """
    rules = case.procedure.wagers
    return rules.withdrawal.value is Withdrawal.REFERRED and rules.withdrawal_to is not None


def _unclear_clauses(case: Case) -> tuple[Clause, ...]:
    by = case.procedure.wagers.unclear_by
    assert by is not None
    return by.clauses


def _may_not_rule_on_unclear(case: Case, _: object) -> Refusal | None:
    by = case.procedure.wagers.unclear_by
    assert by is not None
    return needs(case, by.value, by.clauses)


def _not_at_rest(case: Case, _: object) -> Refusal | None:
    return None if case.phase.decided else case.no(Code.NOT_AT_REST, _unclear_clauses(case), phase=case.phase)


def _not_held(case: Case, ask: RuleOnWager) -> Refusal | None:
    wager = on_layout(case, ask)
    if wager is None or wager.held:
        return None
    return case.no(Code.NOTHING_TO_RULE, _unclear_clauses(case), wager=ask.wager)


def _nowhere(case: Case, ask: RuleOnWager) -> Refusal | None:
    return not_on_layout(case, ask) if ask.treatment is WagerTreatment.RELOCATE else None


def _too_much_there(case: Case, ask: RuleOnWager) -> Refusal | None:
    if ask.treatment is not WagerTreatment.RELOCATE:
        return None
    return too_much_on_one(case, laid(case, ask), case.position)


_ON_UNCLEAR: Objections[RuleOnWager] = (
    _may_not_rule_on_unclear,
    closed_table,
    _not_at_rest,
    _not_held,
    unknown_wager,
    _nowhere,
    _too_much_there,
)


def _withdrawal_clauses(case: Case) -> tuple[Clause, ...]:
    return grounds(case.procedure.wagers.withdrawal, "2.1")


def _may_not_rule_on_withdrawal(case: Case, _: object) -> Refusal | None:
    to = case.procedure.wagers.withdrawal_to
    assert to is not None
    return needs(case, to.value, _withdrawal_clauses(case))


def _past_withdrawing(case: Case, ask: RuleOnWager) -> Refusal | None:
    rules = case.procedure
    if case.phase.between_rounds:
        return case.no(Code.BETTING_CLOSED, rules.round.opening.clauses, phase=case.phase)
    if case.phase.betting:
        return case.no(Code.BETTING_OPEN, grounds(rules.closing.call_closes, "3.2"), phase=case.phase)
    if known_at_rest(case) and not _left_open(case, ask):
        return case.no(Code.TOO_LATE, grounds(rules.settlement.position_fixed, "3.2"), phase=case.phase)
    return None


def _left_open(case: Case, ask: RuleOnWager) -> bool:
    """Whether a wager's bet is outside the limits in a way of which the document does not say what follows."""
    wager = on_layout(case, ask)
    if wager is None:
        return False
    limit = case.round.limits.of(case.ruleset.positions[wager.counts].kind)
    stake = case.table.layout.of_player.get((wager.player, wager.counts), 0)
    if limit is None or limit.stake_min <= stake <= limit.stake_max:
        return False
    rules = case.procedure.limits
    if stake < limit.stake_min:
        return rules.under_minimum.value is UnderMinimum.UNADDRESSED
    return rules.over_maximum.value is OverMaximum.UNADDRESSED


def _counts_where_it_lies(case: Case, ask: RuleOnWager) -> Refusal | None:
    if ask.treatment is not WagerTreatment.RELOCATE:
        return None
    return case.no(Code.COUNTS_WHERE_IT_LIES, grounds(case.procedure.wagers.unclear, "2.1"), wager=ask.wager)


_ON_WITHDRAWAL: Objections[RuleOnWager] = (
    _may_not_rule_on_withdrawal,
    closed_table,
    _past_withdrawing,
    unknown_wager,
    _counts_where_it_lies,
)


def _no_ruling(case: Case, ask: RuleOnWager) -> Refusal | None:
    """Object to a ruling on a wager, depending on what the rulebook has ruled on: chips, withdrawals or nothing."""
    if _rules_on_unclear(case):
        return objected(_ON_UNCLEAR, case, ask)
    return objected(_ON_WITHDRAWAL, case, ask) if _rules_on_withdrawal(case) else not_in_rulebook(case)


def _wager_ruled(case: Case, ask: RuleOnWager) -> Follows:
    """The wager stands, counts elsewhere, or goes back."""
    wager, clauses = laid(case, ask), _ruling_clauses(case)
    position = case.position.name if ask.treatment is WagerTreatment.RELOCATE else wager.counts
    yield case.happens(
        events.WagerRuled, clauses, wager=wager.wager, treatment=ask.treatment, position=position, reason=ask.reason
    )
    if ask.treatment is WagerTreatment.RETURN:
        yield case.happens(events.WagerReturned, clauses, wager=wager.wager, player=wager.player, amount=wager.stake)


def _ruling_clauses(case: Case) -> tuple[Clause, ...]:
    if _rules_on_unclear(case):
        return _unclear_clauses(case)
    if known_at_rest(case):
        return displayed(case)
    return _withdrawal_clauses(case)


def _open_clauses(case: Case) -> tuple[Clause, ...]:
    return grounds(case.procedure.rulings.unlisted_by, "3.4")


def _asked(case: Case, ask: RuleOnIrregularity) -> Report | None:
    """Find what is ruled on: the report that is named, or else the one that has waited longest."""
    waiting = case.round.spin.questions
    return next((one for one in waiting if ask.report in (None, one.seq)), None)


def _may_not_rule_on_round(case: Case, ask: RuleOnIrregularity) -> Refusal | None:
    report = _asked(case, ask)
    if case.by.role is Role.HOUSE and case.table.random and ask.ruling is RoundRuling.VOID:
        return None
    if report is None or not report.unconfirmed:
        return needs(case, case.procedure.rulings.unlisted_by.value, _open_clauses(case))
    above = above_the_dealer(case.procedure)
    if position_held(case) in above:
        return None
    clauses = irregular_clauses(case, report.kind)
    return case.no(Code.ROLE_NOT_ALLOWED, clauses, role=str(case.by.role), needed=[str(role) for role in above])


def _own_report(case: Case, ask: RuleOnIrregularity) -> Refusal | None:
    """Object to whoever reported what a second person has to confirm."""
    report = _asked(case, ask)
    if report is None or not report.unconfirmed or report.by != case.by.name:
        return None
    return case.no(Code.SAME_PERSON, wire("2.5"), name=case.by.name)


def _no_question(case: Case, ask: RuleOnIrregularity) -> Refusal | None:
    if _asked(case, ask) is not None:
        return None
    facts = {} if ask.report is None else {"report": ask.report}
    return case.no(Code.NOTHING_TO_RULE, _open_clauses(case), phase=case.phase, **facts)


def _round_ruled(case: Case, ask: RuleOnIrregularity) -> Follows:
    """Decide what the rulebook leaves open: the round is void, or it stands.

    Of a fact that had to be confirmed only that is decided; what follows from it, its clause says.
    """
    report = _asked(case, ask)
    assert report is not None
    clauses = irregular_clauses(case, report.kind) if report.unconfirmed else _open_clauses(case)
    named = report.seq if report.unconfirmed or case.procedure.rulings.one_by_one.value else None
    yield case.happens(events.IrregularityRuled, clauses, ruling=ask.ruling, reason=ask.reason, report=named)
    if ask.ruling is RoundRuling.VOID:
        yield from void(case, clauses) if report.unconfirmed else end_void(case, clauses)


RULE_ON_WAGER = Judging[RuleOnWager]((_no_ruling,), _wager_ruled)
RULE_ON_IRREGULARITY = Judging[RuleOnIrregularity](
    (_may_not_rule_on_round, _own_report, closed_table, _no_question), _round_ruled
)
