"""Where a clause is enforced: which part of the program acts on the values that cite it.

A clause is enforced when every value that cites it has a part that acts on it.
"""

from __future__ import annotations

from croupier.rules.clause import Nature
from croupier.rules.ruleset import Ruleset

NOT_YET = "not yet enforced"

_ACTS_ON = {
    "wheel": "croupier.rules.ruleset",
    "layout": "croupier.rules.felt",
    "colors": "croupier.rules.assembly",
    "zero_line": "croupier.rules.touch",
    "citations": "croupier.rules.assembly",
    "courtesy": "croupier.rules.notation",
    "pays": "croupier.rules.settle",
    "limits.amounts": "croupier.rules.settle",
    "limits.same_bet": "croupier.rules.settle",
    "limits.under_minimum": "croupier.rules.settle",
    "limits.over_maximum": "croupier.rules.settle",
    "settlement.only_zero_bets_win": "croupier.rules.settle",
    "roles": "croupier.table.case",
    "round": "croupier.table.opening",
    "spin": "croupier.table.ball",
    "closing": "croupier.table.ball",
    "irregularities": "croupier.table.ball",
    "no_spin": "croupier.table.ball",
    "power": "croupier.table.ball",
    "outcome": "croupier.table.outcome",
    "settlement": "croupier.table.outcome",
    "rulings": "croupier.table.outcome",
    "wagers": "croupier.table.wagers",
    "limits": "croupier.table.wagers",
    "chips": "croupier.table.chips",
}


def acting_part(key: str) -> str | None:
    """Name the module that acts on a value of the rulebook file, or None if no part does."""
    plain = key.partition("[")[0]
    while plain:
        if plain in _ACTS_ON:
            return _ACTS_ON[plain]
        plain = plain.rpartition(".")[0]
    return None


def where(ruleset: Ruleset, number: str) -> tuple[str, ...]:
    """Say for each value that cites the clause which part acts on it."""
    keys = ruleset.citations.get(number, ())
    return tuple(f"{key}: {acting_part(key) or NOT_YET}" for key in keys)


def not_yet_enforced(ruleset: Ruleset) -> tuple[str, ...]:
    """List the rule clauses of which some value has no part that acts on it."""
    return tuple(
        number
        for number, entry in ruleset.clauses.items()
        if entry.nature is Nature.RULE and any(acting_part(key) is None for key in ruleset.citations.get(number, ("",)))
    )
