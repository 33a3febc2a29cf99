"""Judge one command against the table as it stands.

Pure: no clock, no wheel, no store. The pocket arrives inside the command, so
the same table and command always give the same decision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.rules.ruleset import Ruleset
from croupier.table import ball, chips, commands, correction, opening, outcome, wagers
from croupier.table.case import Case, Decision, unknown_role
from croupier.table.commands import Command
from croupier.table.state import Table

Judge = Callable[[Case, Any], Decision]


def decide(table: Table, command: Command, ruleset: Ruleset) -> Decision:
    """Give the events that follow from a command, or the refusal. Nothing is changed; something is answered."""
    assert table.ref == ruleset.ref
    case = Case(table, command.by, ruleset)
    if command.by.acting is not None:
        refused = unknown_role(case)
        if refused is not None:
            return refused
    return _JUDGES[type(command)](case, command)


_JUDGES: dict[type[Any], Judge] = {
    commands.OpenTable: opening.open_table,
    commands.CloseTable: opening.close_table,
    commands.SetLimits: opening.set_limits,
    commands.TakeSeat: opening.take_seat,
    commands.LeaveSeat: opening.leave_seat,
    commands.BuyIn: chips.buy_in,
    commands.CashOut: chips.cash_out,
    commands.PermitValueChips: chips.permit_value_chips,
    commands.RemoveChips: chips.remove_chips,
    commands.BringBackChips: chips.bring_back_chips,
    commands.ApproveRedemption: chips.approve_redemption,
    commands.OpenBetting: opening.open_betting,
    commands.PlaceWager: wagers.place_wager,
    commands.PlaceWagers: wagers.place_wagers,
    commands.RetractWager: wagers.retract_wager,
    commands.RetractWagers: wagers.retract_wagers,
    commands.MoveWager: wagers.move_wager,
    commands.MarkUnclear: wagers.mark_unclear,
    commands.SpinBall: ball.spin_ball,
    commands.CountRevolutions: ball.count_revolutions,
    commands.CallNoMoreBets: ball.call_no_more_bets,
    commands.AuthorizeEarlyClose: ball.authorize_early_close,
    commands.ReportIrregularity: ball.report_irregularity,
    commands.CallNoSpin: ball.call_no_spin,
    commands.DeclareOutcome: outcome.declare_outcome,
    commands.ConfirmOutcome: outcome.confirm_outcome,
    commands.PlaceDolly: outcome.place_dolly,
    commands.LiftDolly: outcome.lift_dolly,
    commands.RuleOnWager: outcome.rule_on_wager,
    commands.RuleOnIrregularity: outcome.rule_on_irregularity,
    commands.Settle: outcome.settle,
    commands.CorrectOutcome: correction.correct_outcome,
    commands.ApproveCorrection: correction.approve_correction,
    commands.FailPower: ball.fail_power,
    commands.RestorePower: ball.restore_power,
}
