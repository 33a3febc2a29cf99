"""Judge one command against the current table: what objects to it, and what follows if nothing does.

Pure: no clock, no wheel, no store. The pocket arrives inside the command, so
the same table and command always give the same decision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, assert_never

from croupier.rules.ruleset import Ruleset
from croupier.table import (
    ball,
    chips,
    commands,
    correction,
    opening,
    outcome,
    placing,
    power,
    rulings,
    settlement,
    wagers,
)
from croupier.table.case import Case, Decision, Follows, Judging, Objections, first, objected, unknown_role
from croupier.table.commands import Command
from croupier.table.refusal import Refusal
from croupier.table.state import Table
from croupier.table.unexpressed import noted, refused

C = TypeVar("C")

Objector: TypeAlias = Callable[[Table, Command, Ruleset], Refusal | None]
"""Somebody who may object besides the rulebook: a house. Of several objections the one listed first is given."""


def objection(table: Table, command: Command, ruleset: Ruleset, also: Objector | None = None) -> Refusal | None:
    """Return what prevents a command now, or None. It costs the same however many wagers are on the layout."""
    return _objection(Case(table, command.by, ruleset), command, judging_of(command).objections, also)


def decide(table: Table, command: Command, ruleset: Ruleset, also: Objector | None = None) -> Decision:
    """Return the events that follow from a command, or the refusal. Nothing is changed."""
    follows = deciding(table, command, ruleset, also)
    return follows if isinstance(follows, Refusal) else tuple(filter(None, follows))


def deciding(table: Table, command: Command, ruleset: Ruleset, also: Objector | None = None) -> Follows | Refusal:
    """Return the same step by step, for a command from which much may follow."""
    assert table.ref == ruleset.ref
    case = Case(table, command.by, ruleset)
    objections, follows = judging_of(command)
    return _objection(case, command, objections, also) or noted(ruleset, command, follows(case, command))


def citing(table: Table, command: Command, ruleset: Ruleset, also: Objector | None = None) -> tuple[str, ...] | Refusal:
    """Return what a command would cite, or the refusal, without working out all that follows.

    That is what its first event cites. A settlement and a correction are worked out from all
    wagers, and what they cite may depend on each; for them it is the rule that has them made.
    """
    case = Case(table, command.by, ruleset)
    objections, follows = judging_of(command)
    refusal = _objection(case, command, objections, also)
    if refusal is not None:
        return refusal
    match command:
        case commands.Settle():
            return case.cited(settlement.ground(case))
        case commands.ApproveCorrection():
            return case.cited(correction.ground(case))
        case _:
            return next(filter(None, noted(ruleset, command, follows(case, command)))).clauses


def _objection(case: Case, command: Command, objections: Objections[Any], also: Objector | None) -> Refusal | None:
    refusal = None if command.by.acting is None else unknown_role(case)
    refusal = refusal or objected(objections, case, command)
    refusal = refusal and refused(case.ruleset, refusal)
    other = None if also is None else also(case.table, command, case.ruleset)
    return refusal if other is None else first(refusal, other)


_OfRound: TypeAlias = (
    commands.OpenBetting
    | commands.SpinBall
    | commands.UndoSpin
    | commands.CountRevolutions
    | commands.CallNoMoreBets
    | commands.AuthorizeEarlyClose
    | commands.ReportIrregularity
    | commands.CallNoSpin
    | commands.FailPower
    | commands.RestorePower
    | commands.DeclareOutcome
    | commands.ConfirmOutcome
    | commands.PlaceDolly
    | commands.LiftDolly
    | commands.Settle
    | commands.RuleOnWager
    | commands.RuleOnIrregularity
    | commands.CorrectOutcome
    | commands.ApproveCorrection
)
"""The commands that open, run and close a round."""


_KNOWN: dict[type[Any], Judging[Any]] = {}


def judging_of(command: Command) -> Judging[Any]:
    """Find how a command is judged. It depends on the type alone; remembering it saves `offers` 7 % of its time."""
    known = _KNOWN.get(type(command))
    if known is None:
        known = _KNOWN[type(command)] = _of_table(command)
    return known


def _of_table(command: Command) -> Judging[Any]:  # noqa: C901, PLR0912 - one case for each command
    match command:
        case commands.PlaceWager():
            return _judged_by(placing.PLACE_WAGER, command)
        case commands.PlaceWagers():
            return _judged_by(placing.PLACE_WAGERS, command)
        case commands.RetractWager():
            return _judged_by(wagers.RETRACT_WAGER, command)
        case commands.RetractWagers():
            return _judged_by(wagers.RETRACT_WAGERS, command)
        case commands.MoveWager():
            return _judged_by(wagers.MOVE_WAGER, command)
        case commands.MarkUnclear():
            return _judged_by(wagers.MARK_UNCLEAR, command)
        case commands.BuyIn():
            return _judged_by(chips.BUY_IN, command)
        case commands.CashOut():
            return _judged_by(chips.CASH_OUT, command)
        case commands.PermitValueChips():
            return _judged_by(chips.PERMIT_VALUE_CHIPS, command)
        case commands.RemoveChips():
            return _judged_by(chips.REMOVE_CHIPS, command)
        case commands.BringBackChips():
            return _judged_by(chips.BRING_BACK_CHIPS, command)
        case commands.CollectDebt():
            return _judged_by(chips.COLLECT_DEBT, command)
        case commands.ApproveRedemption():
            return _judged_by(chips.APPROVE_REDEMPTION, command)
        case commands.OpenTable():
            return _judged_by(opening.OPEN_TABLE, command)
        case commands.CloseTable():
            return _judged_by(opening.CLOSE_TABLE, command)
        case commands.SetLimits():
            return _judged_by(opening.SET_LIMITS, command)
        case commands.TakeSeat():
            return _judged_by(opening.TAKE_SEAT, command)
        case commands.LeaveSeat():
            return _judged_by(opening.LEAVE_SEAT, command)
        case _:
            return _of_round(command)


def _of_round(command: _OfRound) -> Judging[Any]:  # noqa: C901, PLR0912 - one case for each command
    match command:
        case commands.OpenBetting():
            return _judged_by(opening.OPEN_BETTING, command)
        case commands.SpinBall():
            return _judged_by(ball.SPIN_BALL, command)
        case commands.UndoSpin():
            return _judged_by(ball.UNDO_SPIN, command)
        case commands.CountRevolutions():
            return _judged_by(ball.COUNT_REVOLUTIONS, command)
        case commands.CallNoMoreBets():
            return _judged_by(ball.CALL_NO_MORE_BETS, command)
        case commands.AuthorizeEarlyClose():
            return _judged_by(ball.AUTHORIZE_EARLY_CLOSE, command)
        case commands.ReportIrregularity():
            return _judged_by(ball.REPORT_IRREGULARITY, command)
        case commands.CallNoSpin():
            return _judged_by(ball.CALL_NO_SPIN, command)
        case commands.FailPower():
            return _judged_by(power.FAIL_POWER, command)
        case commands.RestorePower():
            return _judged_by(power.RESTORE_POWER, command)
        case commands.DeclareOutcome():
            return _judged_by(outcome.DECLARE_OUTCOME, command)
        case commands.ConfirmOutcome():
            return _judged_by(outcome.CONFIRM_OUTCOME, command)
        case commands.PlaceDolly():
            return _judged_by(outcome.PLACE_DOLLY, command)
        case commands.LiftDolly():
            return _judged_by(outcome.LIFT_DOLLY, command)
        case commands.Settle():
            return _judged_by(settlement.SETTLE, command)
        case commands.RuleOnWager():
            return _judged_by(rulings.RULE_ON_WAGER, command)
        case commands.RuleOnIrregularity():
            return _judged_by(rulings.RULE_ON_IRREGULARITY, command)
        case commands.CorrectOutcome():
            return _judged_by(correction.CORRECT_OUTCOME, command)
        case commands.ApproveCorrection():
            return _judged_by(correction.APPROVE_CORRECTION, command)
        case _:
            assert_never(command)


def _judged_by(judging: Judging[C], _: C) -> Judging[Any]:
    """Let the type checker see that a command is judged as its own kind is."""
    return judging
