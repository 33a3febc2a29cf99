"""The next act of the house at an automatic table: the rulebook's calls, in order.

Pure: it does not know when a call is due. A table that waits for a ruling waits.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.table import commands
from croupier.table.commands import Ball, By, Command, Turning
from croupier.table.state import Phase, Table

BY = By("house", Role.HOUSE)


def next_call(table: Table, ruleset: Ruleset, drawn: Callable[[], str]) -> Command | None:
    """Return the next call, or None if the round waits for a ruling."""
    spin, phase = table.round.spin, table.round.phase
    if not table.standing.open:
        return commands.OpenTable(BY)
    if spin.referred:
        return None
    if phase.between_rounds:
        return commands.LiftDolly(BY) if table.round.dolly is not None else commands.OpenBetting(BY)
    if spin.ball is None:
        return commands.SpinBall(BY, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE)
    if spin.revolutions is None:
        return commands.CountRevolutions(BY, ruleset.procedure.spin.revolutions_min.value)
    if phase is Phase.BALL_IN_PLAY:
        closing = ruleset.procedure.closing
        return commands.CallNoMoreBets(BY, bell=closing.bell.value, wave=closing.wave.value)
    if phase is Phase.NO_MORE_BETS:
        return commands.DeclareOutcome(BY, Pocket(drawn()))
    if phase is Phase.AT_REST and ruleset.procedure.outcome.dolly.value:
        assert table.round.outcome is not None
        return commands.PlaceDolly(BY, table.round.outcome)
    held = table.layout.held
    return None if held and table.layout.live == held else commands.Settle(BY)
