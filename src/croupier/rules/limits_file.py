"""A table's limits file, and the same shape inside a rulebook, read into limits."""

from __future__ import annotations

from types import MappingProxyType

from croupier.rules.errors import LimitsError, Problem
from croupier.rules.limits import NO_LIMITS, Limit, Limits
from croupier.rules.position import Kind
from croupier.rules.procedure import Intake, LimitScope
from croupier.rules.ruleset import Ruleset
from croupier.rules.stake import STAKE_MAX
from croupier.rules.toml import Section, Sheet

KEYS = frozenset({"intake", "limit_scope", "chip_value_min", "limits"})


def is_limits_file(text: str, name: str) -> bool:
    """Whether a file is meant as limits: it has keys of such a file, and neither a ref nor a felt."""
    data = Sheet.read(text, name).data or {}
    return bool(KEYS & data.keys()) and not {"ref", "felt", "format"} & data.keys()


def read_limits(text: str, name: str) -> Limits:
    """Read a limits file. Raises LimitsError with every problem: its key and what would be right."""
    limits, problems = try_limits(text, name)
    if problems:
        more = len(problems) - 1
        raise LimitsError(f"{name}: {problems[0]}{f' (and {more} more: see croupier rules lint)' if more else ''}")
    return limits


def try_limits(text: str, name: str) -> tuple[Limits, tuple[Problem, ...]]:
    """Read a limits file as far as possible, and note everything that is wrong with it."""
    sheet = Sheet.read(text, name)
    if sheet.data is None:
        return NO_LIMITS, tuple(sheet.problems)
    top = sheet.top()
    intake = top.choice("intake", Intake, default=Intake.REFUSE)
    scope = top.choice("limit_scope", LimitScope, default=LimitScope.PLAYER)
    chip_value_min = top.amount("chip_value_min", most=STAKE_MAX, required=False)
    by_kind = limits_by_kind(top.section("limits", required=False))
    top.finish()
    limits = Limits(
        by_kind=MappingProxyType(by_kind),
        intake=intake or Intake.REFUSE,
        scope=scope or LimitScope.PLAYER,
        chip_value_min=chip_value_min,
    )
    return limits, tuple(sheet.problems)


def check_limits(limits: Limits, ruleset: Ruleset, name: str) -> Limits:
    """Return the limits if the rulebook has all of their kinds. Raises LimitsError with those that it has."""
    for kind in limits.by_kind:
        if kind not in ruleset.prices:
            known = ", ".join(ruleset.prices)
            raise LimitsError(f"{name}: limits.{kind}: {ruleset.ref} has no such kind; its kinds are {known}")
    return limits


def limits_by_kind(section: Section | None, *, cited: bool = False) -> dict[Kind, Limit]:
    """Read ``[limits.straight]`` and its like; each needs ``min`` and ``max``, and a clause in a rulebook."""
    if section is None:
        return {}
    found: dict[Kind, Limit] = {}
    for name, entry in section.sections():
        kind = section.key_choice(name, Kind)
        least = entry.amount("min", most=STAKE_MAX)
        most = entry.amount("max", most=STAKE_MAX)
        clauses = entry.clauses() if cited else ()
        entry.finish()
        if least is not None and most is not None and least > most:
            entry.note("limits", f"min {least} is above max {most}; give the smaller amount as min", key="min")
        elif kind is not None and least is not None and most is not None:
            found[kind] = Limit(least, most, clauses)
    section.finish()
    return found
