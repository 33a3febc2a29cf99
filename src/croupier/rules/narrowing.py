"""Amounts that a document states, and what a table may make of them: narrower, never wider, never none."""

from __future__ import annotations

from types import MappingProxyType

from croupier.rules.errors import LimitsError
from croupier.rules.later import TableAmounts
from croupier.rules.limits import Limit, Limits
from croupier.rules.procedure import Intake, LimitScope, LimitSource
from croupier.rules.ruleset import Ruleset


def only_narrower(ruleset: Ruleset) -> bool:
    """Whether the amounts that the document states bind its tables."""
    rules = ruleset.procedure.limits
    return rules.source.value is LimitSource.STATED and rules.table_amounts.value is TableAmounts.NARROWER


def wider(ruleset: Ruleset, limits: Limits) -> dict[str, str | int] | None:
    """Say in which way limits are wider than the stated ones, if they are and may not be."""
    if not only_narrower(ruleset):
        return None
    if limits.intake is Intake.ACCEPT:
        return {"intake": str(limits.intake)}
    if limits.scope is LimitScope.AREA:
        return {"limit_scope": str(limits.scope)}
    for kind, limit in limits.by_kind.items():
        stated = ruleset.limits.of(kind)
        if stated is not None and not stated.stake_min <= limit.stake_min <= limit.stake_max <= stated.stake_max:
            facts: dict[str, str | int] = {"kind": str(kind), "min": limit.stake_min, "max": limit.stake_max}
            return facts | {"stated_min": stated.stake_min, "stated_max": stated.stake_max}
    return None


def check_narrower(ruleset: Ruleset, limits: Limits) -> None:
    """Raise LimitsError if limits are wider than a document allows."""
    facts = wider(ruleset, limits)
    if facts is None:
        return
    clause = next(iter(ruleset.procedure.limits.table_amounts.clauses), None)
    cited = f" [{clause}]" if clause is not None else ""
    stated = ", ".join(f"{name}={value}" for name, value in facts.items())
    raise LimitsError(
        f"limits-invalid ({stated}){cited}: {ruleset.ref} states the amounts; a table may narrow them, "
        "never widen them or switch them off"
    )


def narrowed(ruleset: Ruleset, limits: Limits) -> Limits:
    """Return a table's own limits, cut to what the document states; kinds left out keep the stated amounts."""
    if not only_narrower(ruleset):
        return limits
    by_kind = {}
    for kind, stated in ruleset.limits.by_kind.items():
        own = limits.of(kind) or stated
        least, most = max(own.stake_min, stated.stake_min), min(own.stake_max, stated.stake_max)
        by_kind[kind] = Limit(least, most) if least <= most else Limit(stated.stake_min, stated.stake_max)
    return Limits(MappingProxyType(by_kind), Intake.REFUSE, LimitScope.PLAYER, limits.chip_value_min)
