"""What a rulebook declares of its procedure as not carried out, noted on each step that it touches.

A step is a command with all that follows from it. The first table says on which values of the
procedure each rests, the second on which each refusal does; a test plays rounds and compares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.table import commands, events
from croupier.table.commands import Command
from croupier.table.refusal import Code, Refusal
from croupier.table.wire_rules import wire

_ACTING = ("roles.acting", "roles.acting_upwards")
_CHIPS = ("wagers.chips", "chips.foreign_table", "chips.outside_cash", "chips.unbought", "chips.exclusive")
_INTAKE = ("limits.source", "limits.scope", "limits.intake")
_WITHDRAWN = ("wagers.withdrawal", "wagers.withdrawal_to")
_VOID = ("round.void", "round.voidable_until")
_POWER = ("power.failure", "power.lasting")
_LAID = (*_CHIPS, "chips.off_table", *_INTAKE, "limits.same_bet")
_CORRECTED = ("rulings.correction_of", "settlement.final", "outcome.wrong_display")
_STAFF: Mapping[type[Command], tuple[str, ...]] = dict.fromkeys(
    (commands.PlaceWager, commands.PlaceWagers), ("wagers.placed_by_staff", "wagers.responsibility")
)
"""What decides besides, if it is not the player who asks."""
NOTE = "not_carried_out"
"""The fact by which a refusal says so. An event has a field of this name."""

RESTS_ON: Mapping[type[Command], tuple[str, ...]] = {
    commands.OpenTable: ("round.game_opening_announced",),
    commands.SetLimits: ("limits.source", "limits.table_amounts", "limits.scope", "limits.intake"),
    commands.BuyIn: (
        "wagers.chips",
        *(f"chips.{name}" for name in ("color_value", "color_value_default", "marker", "exclusive", "value_min")),
    ),
    commands.CashOut: ("chips.off_table",),
    commands.PermitValueChips: ("chips.outside_cash", "chips.exclusive"),
    commands.RemoveChips: ("chips.off_table",),
    commands.BringBackChips: ("chips.off_table",),
    commands.ApproveRedemption: ("chips.off_table", "chips.off_table_by"),
    commands.OpenBetting: ("round.opening", "round.ends"),
    commands.PlaceWager: _LAID,
    commands.PlaceWagers: _LAID,
    commands.RetractWager: (*_WITHDRAWN, "wagers.handled_by_staff"),
    commands.RetractWagers: (*_WITHDRAWN, "wagers.handled_by_staff"),
    commands.MoveWager: ("settlement.position_fixed", "wagers.handled_by_staff", "wagers.unclear"),
    commands.MarkUnclear: ("wagers.unclear",),
    commands.SpinBall: ("spin.direction", "round.betting_after_spin"),
    commands.CountRevolutions: ("spin.revolutions_min",),
    commands.CallNoMoreBets: tuple(
        f"closing.{name}" for name in ("call_closes", "moment", "bell", "wave", "before_spin")
    ),
    commands.AuthorizeEarlyClose: ("closing.before_spin", "closing.before_spin_by"),
    commands.ReportIrregularity: (*_VOID, "rulings.contradicted"),
    commands.CallNoSpin: (
        *(f"no_spin.{name}" for name in ("suspicion", "until", "since")),
        *_POWER,
        "round.void",
        "rulings.contradicted",
    ),
    commands.FailPower: ("power.failure", "power.ball_dropped", "closing.ball_at_rest"),
    commands.RestorePower: ("power.failure", "power.interruption"),
    commands.DeclareOutcome: (
        *("outcome.determined", "outcome.unclosed", "spin.revolutions_min", "closing.ball_at_rest", "round.void"),
        *_POWER,
    ),
    commands.ConfirmOutcome: ("outcome.determined",),
    commands.PlaceDolly: ("outcome.dolly", "outcome.determined", "outcome.wrong_display"),
    commands.LiftDolly: ("outcome.dolly", "round.ends"),
    commands.Settle: (
        *(f"settlement.{name}" for name in ("order", "only_zero_bets_win", "citing")),
        *(f"limits.{name}" for name in ("under_minimum", "over_maximum", "remembered", "area")),
        "round.ends",
    ),
    commands.RuleOnWager: ("wagers.unclear", "wagers.unclear_by", *_WITHDRAWN),
    commands.RuleOnIrregularity: ("rulings.unlisted_by", "rulings.one_by_one", "round.void"),
    commands.CorrectOutcome: (*_CORRECTED, "rulings.correction_by", "rulings.misspoken_by"),
    commands.ApproveCorrection: _CORRECTED,
}
"""The values that decide about a step, besides those that depend on who asks and on what is found."""

REFUSED_BY: Mapping[Code, tuple[str, ...]] = {
    Code.ACTING_NOT_ALLOWED: _ACTING,
    Code.BETTING_CLOSED: (
        "round.opening",
        "round.betting_after_spin",
        "closing.ball_at_rest",
        "wagers.late",
        "wagers.late_increase",
    ),
    Code.NOT_AUTHORIZED: ("closing.before_spin",),
    Code.BELL_MISSING: ("closing.bell",),
    Code.REASON_MISSING: ("no_spin.callers",),
    Code.REASON_NOT_ALLOWED: ("no_spin.callers", "no_spin.suspicion", "rulings.contradicted"),
    Code.NOT_COUNTED: ("spin.revolutions_min",),
    Code.RULING_NEEDED: ("rulings.unlisted_by", "wagers.unclear"),
    Code.NO_OUTCOME: ("outcome.determined",),
    Code.NO_DOLLY: ("outcome.dolly", "outcome.determined"),
    Code.WITHDRAWAL_REFUSED: ("wagers.withdrawal",),
    Code.WITHDRAWAL_REFERRED: _WITHDRAWN,
    Code.CHIPS_NOT_ACCEPTED: ("wagers.chips",),
    Code.CHIPS_OF_ANOTHER_TABLE: ("chips.foreign_table",),
    Code.CHIPS_OF_ANOTHER_PLAYER: ("chips.exclusive",),
    Code.PERMISSION_NEEDED: ("chips.outside_cash", "chips.unbought"),
    Code.COLOR_TAKEN: ("chips.exclusive",),
    Code.MARKER_MISSING: ("chips.marker", "chips.value_min"),
    Code.APPROVAL_NEEDED: ("chips.off_table",),
    Code.BELOW_MINIMUM: _INTAKE,
    Code.ABOVE_MAXIMUM: (*_INTAKE, "limits.same_bet"),
    Code.LIMITS_INVALID: ("limits.table_amounts",),
}
"""The values that decide about a refusal, whatever was asked."""


def noted(ruleset: Ruleset, command: Command, follows: Iterable[events.Event | None]) -> Iterable[events.Event | None]:
    """Note on what follows from a command without which clauses it does."""
    return _noted(ruleset, command, follows) if ruleset.unexpressed else follows


def _noted(ruleset: Ruleset, command: Command, follows: Iterable[events.Event | None]) -> Iterator[events.Event | None]:
    keys = {*RESTS_ON.get(type(command), ()), *_by(command)}
    for event in follows:
        if isinstance(event, events.IrregularityReported):
            keys.add(f"irregularities.{event.kind}")
        missing = _missing(ruleset, keys)
        if event is None or not missing:
            yield event
            continue
        cited = tuple(clause for clause in event.clauses if clause not in missing)
        yield replace(event, clauses=cited or (str(wire("2.8")),), not_carried_out=missing)


def refused(ruleset: Ruleset, refusal: Refusal) -> Refusal:
    """Note on a refusal without which clauses it was decided."""
    missing = _missing(ruleset, REFUSED_BY.get(refusal.code, ())) if ruleset.unexpressed else ()
    if not missing:
        return refusal
    clause = wire("2.8") if refusal.clause.written(ruleset.ref) in missing else refusal.clause
    return replace(refusal, clause=clause, facts={**refusal.facts, NOTE: list(missing)})


def _by(command: Command) -> Iterator[str]:
    """Find the values that decide who may take a step, and those about a fact that is given as its reason."""
    by = command.by
    if by.role is not Role.PLAYER:
        yield "roles.ladder"
        yield from _STAFF.get(type(command), ())
    if by.acting is not None:
        yield from _ACTING
    if isinstance(command, commands.CallNoSpin):
        yield f"no_spin.callers.{by.acting or by.role}"
        if command.reason is not None:
            yield f"irregularities.{command.reason}"


def _missing(ruleset: Ruleset, keys: Iterable[str]) -> tuple[str, ...]:
    """List the clauses that are declared not to be carried out of any of these values, or of what they belong to."""
    found = (one for one in ruleset.unexpressed if any(map(one.touches_key, keys)))
    return tuple(dict.fromkeys(clause.written(ruleset.ref) for one in found for clause in one.clauses))
