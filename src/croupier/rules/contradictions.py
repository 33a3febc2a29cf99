"""Procedures that cannot work: values of one rulebook that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.rules.irregularities import Irregularity, Treatment
from croupier.rules.later import BallAtRest
from croupier.rules.pocket import joined
from croupier.rules.position import OUTSIDE, Kind
from croupier.rules.procedure import (
    NO_POSITIONS,
    BeforeSpin,
    ColorValue,
    Determined,
    LimitSource,
    NoSpinUntil,
    OffTable,
    PowerFailure,
    Role,
    RoundEnd,
    Unclear,
    Unclosed,
    Withdrawal,
    flat,
)
from croupier.rules.ruleset import Ruleset

REVOLUTIONS_LIKELY = 10

Finding = tuple[str, str]
"""A key of the rulebook file, and what is wrong there."""


def contradictions(ruleset: Ruleset) -> Iterator[Finding]:
    """Return every contradiction found."""
    yield from _companions(ruleset)
    yield from _ladder(ruleset)
    yield from _no_spin(ruleset)
    yield from _round(ruleset)
    yield from _limits(ruleset)
    yield from _zero(ruleset)


def _companions(ruleset: Ruleset) -> Iterator[Finding]:
    """Check values that need another beside them, or make one pointless."""
    rules = ruleset.procedure
    pairs = (
        (
            "closing.before_spin_by",
            rules.closing.before_spin.value is BeforeSpin.AUTHORIZED,
            rules.closing.before_spin_by,
        ),
        ("wagers.unclear_by", rules.wagers.unclear.value is Unclear.RULING, rules.wagers.unclear_by),
        ("wagers.withdrawal_to", rules.wagers.withdrawal.value is Withdrawal.REFERRED, rules.wagers.withdrawal_to),
        ("chips.off_table_by", rules.chips.off_table.value is not OffTable.UNADDRESSED, rules.chips.off_table_by),
        (
            "chips.color_value_default",
            rules.chips.color_value.value is ColorValue.DEFAULT,
            rules.chips.color_value_default,
        ),
    )
    for key, needed, given in pairs:
        base = key.rpartition("_")[0]
        if needed and given is None:
            yield key, f"is missing, but {base} needs it"
        if given is not None and not needed:
            yield key, f"is given, but {base} does not call for it"


def _ladder(ruleset: Ruleset) -> Iterator[Finding]:
    """Check that every role which may act is one the document knows."""
    ladder = ruleset.procedure.roles.ladder.value
    for key, ground in flat(ruleset.procedure).items():
        values = ground.value if isinstance(ground.value, tuple) else (ground.value,)
        named = [value for value in values if isinstance(value, Role)]
        if key.startswith("no_spin.callers."):
            named.append(Role(key.rpartition(".")[2]))
        for role in named:
            if role not in ladder:
                yield key, f"names {role}, which roles.ladder does not know"
    if len(set(ladder)) != len(ladder):
        yield "roles.ladder", "lists a role twice"
    for role in ladder:
        if role in NO_POSITIONS:
            yield "roles.ladder", f"lists {role}, which is no position at a table"
    if Role.DEALER not in ladder:
        yield "roles.ladder", "does not list dealer, so nobody could run a round"


def _no_spin(ruleset: Ruleset) -> Iterator[Finding]:
    rules = ruleset.procedure
    callers = rules.no_spin.callers
    if callers and rules.no_spin.until.value is NoSpinUntil.NEVER:
        yield "no_spin.until", 'says that there is no call, but no_spin.callers names who may call "no spin"'
    if not callers and rules.no_spin.until.value is not NoSpinUntil.NEVER:
        yield "no_spin.callers", 'names nobody, but no_spin.until says until when "no spin" may be called'
    if not callers and rules.no_spin.suspicion.value:
        yield "no_spin.suspicion", "allows a call on suspicion, but nobody may call"
    if not callers and rules.power.failure.value is PowerFailure.NO_SPIN_DECIDES:
        yield "power.failure", 'makes "no spin" decide, but nobody may call it'
    callable_for = {reason for cited in callers.values() for reason in (cited.value or tuple(Irregularity))}
    for irregularity, rule in rules.irregularities.items():
        if rule.value in (Treatment.NO_SPIN, Treatment.CALL_FLOOR) and irregularity not in callable_for:
            yield f"irregularities.{irregularity}", 'leads to "no spin", but nobody may call it for that'


def _round(ruleset: Ruleset) -> Iterator[Finding]:
    rules = ruleset.procedure
    if rules.outcome.determined.value is Determined.REST_AND_DOLLY and not rules.outcome.dolly.value:
        yield "outcome.dolly", "is not used, but outcome.determined needs it"
    after_spin, call = rules.round.betting_after_spin.value, rules.closing.call_closes.value
    if after_spin and not call:
        yield "closing.call_closes", "is false, so betting would never close"
    signals = (("closing.bell", rules.closing.bell), ("closing.wave", rules.closing.wave))
    for key, signal in signals:
        if signal.value and not call:
            yield key, "goes with the call, but closing.call_closes says that there is none"
    if rules.round.ends.value is RoundEnd.DOLLY_LIFTED and not rules.outcome.dolly.value:
        yield "round.ends", "waits for the dolly, but outcome.dolly says that none is used"
    if rules.spin.revolutions_min.value > REVOLUTIONS_LIKELY:
        yield (
            "spin.revolutions_min",
            f"asks for {rules.spin.revolutions_min.value} revolutions; no ball completes so many",
        )
    ends = rules.closing.ball_at_rest.value is not BallAtRest.CALL_ALONE
    if ends and rules.outcome.unclosed.value is Unclosed.REFUSED:
        yield "outcome.unclosed", "refuses an outcome before the call, but closing.ball_at_rest takes it as the end"
    early = rules.closing.before_spin.value is BeforeSpin.AUTHORIZED
    if not after_spin and call and not early:
        yield "round.betting_after_spin", "is false, but the call that closes betting comes after the spin"


def _limits(ruleset: Ruleset) -> Iterator[Finding]:
    stated = ruleset.procedure.limits.source.value is LimitSource.STATED
    if stated and not ruleset.limits.by_kind:
        yield "limits.amounts", "is missing, but limits.source says that the document states the limits"
    if not stated and ruleset.limits.by_kind:
        yield "limits.amounts", "is given, but limits.source says that the document states none"
    for kind in ruleset.limits.by_kind:
        if kind not in ruleset.prices:
            yield f"limits.amounts.{kind}", "limits a kind that the felt does not have"
    for kind in ruleset.prices:
        if stated and kind not in ruleset.limits.by_kind:
            yield f"limits.amounts.{kind}", "is missing; the other kinds have limits"


def _zero(ruleset: Ruleset) -> Iterator[Finding]:
    """Check the clause on zero against the boxes: what covers zero would win against that clause."""
    zero = ruleset.procedure.settlement.only_zero_bets_win
    if zero is None:
        return
    stray = set(zero.value) - set(ruleset.wheel.order)
    if stray:
        yield "settlement.only_zero_bets_win", f"names {joined(stray)}, which the wheel does not have"
    for position in ruleset.positions.values():
        # Green is the box of the zeros: covering them is what it is for.
        outside = position.kind in OUTSIDE - {Kind.GREEN}
        if outside and set(position.pockets) & set(zero.value):
            yield "settlement.only_zero_bets_win", f"makes {position.name} lose on a pocket that it covers"
