"""Values as plain data, in the shapes that the command line and the service promise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.rules.clause import Clause, Reading
from croupier.rules.diff import Change, Difference, Side
from croupier.rules.enforcement import TOLD_ONLY, where
from croupier.rules.irregularities import IrregularityRule, Treatment
from croupier.rules.limits import Limits
from croupier.rules.odds import KindOdds, PositionOdds, StakesOdds, position_odds
from croupier.rules.position import Position
from croupier.rules.procedure import Grounded, Procedure, flat
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Settlement
from croupier.rules.telling import audience, tell
from croupier.rules.unexpressed import Unexpressed, note_of

Plain = dict[str, Any]

SD_DIGITS = 9


def numbers(clauses: Iterable[Clause]) -> list[str]:
    """Write clauses by their numbers alone; the ref is known from the context."""
    return [clause.number for clause in clauses]


def listed(ruleset: Ruleset) -> Plain:
    """Describe a ruleset in one line."""
    return {
        "ref": ruleset.ref,
        "title": ruleset.title,
        "house": ruleset.house,
        "effective": ruleset.effective.isoformat() if ruleset.effective else None,
        "supersedes": ruleset.supersedes,
        "digest": ruleset.digest,
        "pockets": len(ruleset.wheel.order),
        "positions": len(ruleset.positions),
        "unexpressed": len(ruleset.unexpressed),
    }


def shown(ruleset: Ruleset) -> Plain:
    """Describe a ruleset in full, but for its positions and clauses."""
    head = listed(ruleset)
    del head["pockets"], head["positions"], head["unexpressed"]
    return head | {
        "wheel": {
            "pockets": list(ruleset.wheel.order),
            "verified": ruleset.wheel.verified,
            "clauses": numbers(ruleset.wheel.clauses),
            "basis": ruleset.wheel.basis,
            "note": ruleset.wheel.note or None,
        },
        "colors": {color: list(cited.value) for color, cited in ruleset.colors.items()},
        "kinds": _kinds(ruleset),
        "procedure": procedure(ruleset.procedure),
        "limits": limits(ruleset.limits),
        "readings": [reading(one) for one in ruleset.readings],
        "unexpressed": [unexpressed(one) for one in ruleset.unexpressed],
        "told_only": dict(TOLD_ONLY),
    }


def _kinds(ruleset: Ruleset) -> list[Plain]:
    found = []
    for kind, price in ruleset.prices.items():
        own = [p for p in ruleset.positions.values() if p.kind is kind]
        found.append(
            {
                "kind": kind,
                "word": price.word,
                "pays": price.to_one,
                "edge": str(position_odds(ruleset, own[0]).edge),
                "clauses": numbers(dict.fromkeys((*price.placed, *price.priced))),
                "count": len(own),
            }
        )
    return found


def procedure(rules: Procedure) -> dict[str, Any]:
    """Write the procedure as sections of values, each with its clauses and what it means."""
    sections: dict[str, Any] = {}
    for key, ground in flat(rules).items():
        *path, last = key.split(".")
        inner = sections
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = _ground(key, ground)
    return sections


def _ground(key: str, ground: Grounded) -> Plain:
    value = list(ground.value) if isinstance(ground.value, tuple) else ground.value
    stated: Plain = {"value": value}
    if isinstance(ground, IrregularityRule):
        stated |= {"until": ground.until, "since": ground.since, "act": _act(ground.value)}
    return stated | {
        "clauses": numbers(ground.clauses),
        "basis": ground.basis,
        "note": ground.note or None,
        "says": tell(key, ground),
        "for": audience(key),
    }


def _act(treatment: Treatment) -> str:
    """Name the command that brings up an irregularity: a call where the rulebook ties one to it, a report otherwise."""
    called = treatment in (Treatment.NO_SPIN, Treatment.CALL_FLOOR)
    return "call-no-spin" if called else "report-irregularity"


def limits(in_force: Limits) -> Plain:
    """Write limits in the shape of a limits file."""
    return {
        "intake": in_force.intake,
        "limit_scope": in_force.scope,
        "chip_value_min": in_force.chip_value_min,
        "limits": {
            kind: {"min": limit.stake_min, "max": limit.stake_max, "clauses": numbers(limit.clauses)}
            for kind, limit in in_force.by_kind.items()
        },
    }


def reading(one: Reading) -> Plain:
    """Write one reading of ours."""
    return {
        "key": one.key,
        "value": one.value,
        "basis": one.basis,
        "clauses": numbers(one.clauses),
        "note": one.note,
    }


def unexpressed(one: Unexpressed) -> Plain:
    """Write what is not carried out."""
    return {"clauses": numbers(one.clauses), "what": one.what, "affects": list(one.affects), "on": list(one.on)}


def position(one: Position, ruleset: Ruleset) -> Plain:
    """Write one position."""
    return {
        "position": one.name,
        "kind": one.kind,
        "pockets": list(one.pockets),
        "pays": one.pays,
        "clauses": numbers(one.clauses),
        "basis": one.basis,
        "placements": list(one.placements),
        "note": note_of(ruleset.not_carried_out(one.name)) or None,
    }


def clauses(ruleset: Ruleset, tests: Mapping[str, list[str]]) -> list[Plain]:
    """Write every clause with where it is enforced and which tests are named after it."""
    return [
        {
            "clause": number,
            "summary": entry.summary,
            "nature": entry.nature,
            "where": list(where(ruleset, number)),
            "tests": tests.get(number, []),
            "not_carried_out": [
                one.what for one in ruleset.unexpressed if any(clause.number == number for clause in one.clauses)
            ],
        }
        for number, entry in ruleset.clauses.items()
    ]


def odds(one: PositionOdds) -> Plain:
    """Write the odds of one position."""
    return {
        "position": one.position.name,
        "kind": one.position.kind,
        "probability": str(one.probability),
        "pays": one.pays,
        "edge": str(one.edge),
        "variance": str(one.variance),
        "sd": round(one.sd, SD_DIGITS),
        "note": one.note or None,
    }


def stakes_odds(one: StakesOdds) -> Plain:
    """Write the odds of stakes together."""
    return {
        "stakes": [{"position": position.name, "stake": stake} for position, stake in one.stakes],
        "total": one.total,
        "probability": str(one.probability),
        "mean": str(one.mean),
        "edge": str(one.edge),
        "variance": str(one.variance),
        "sd": round(one.sd, SD_DIGITS),
        "distribution": [{"gain": gain, "probability": str(chance)} for gain, chance in one.distribution],
        "notes": list(one.notes),
    }


def side_by_side(refs: list[str], rows: Iterable[KindOdds]) -> Plain:
    """Write the kinds of several rulesets beside each other."""
    return {
        "rulesets": refs,
        "kinds": [{"kind": row.kind, "each": [None if one is None else odds(one) for one in row.each]} for row in rows],
    }


def settlement(line: Settlement) -> Plain:
    """Write one settled bet."""
    return {
        "position": line.position.name,
        "stake": line.stake,
        "winnings": line.winnings,
        "returned": line.returned,
        "collected": line.collected,
        "clauses": numbers(line.clauses),
        "basis": line.basis,
        "note": line.note or None,
    }


def difference(found: Difference) -> Plain:
    """Write what changed between two rulesets."""
    return {
        "before": found.before.ref,
        "after": found.after.ref,
        "behavior": [_change(change) for change in found.changes],
        "newly_stated": [_change(change) for change in found.newly_stated],
        "clauses": [
            {"fate": one.fate, "before": one.before, "after": one.after, "summary": one.summary}
            for one in found.clauses
        ],
    }


def _change(change: Change) -> Plain:
    return {
        "for": change.audience,
        "key": change.key,
        "before": _side(change.before),
        "after": _side(change.after),
    }


def _side(side: Side | None) -> Plain | None:
    return None if side is None else {"says": side.says, "clauses": numbers(side.clauses), "basis": side.basis}
