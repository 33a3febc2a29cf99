"""Where a clause is enforced: which functions act on the values that cite it.

A clause is enforced when every value that cites it has a function that acts on it. The list is by key; a test plays
rounds, notes who reads which value, and compares.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.rules.clause import Nature
from croupier.rules.ruleset import Ruleset
from croupier.rules.unexpressed import NOT_CARRIED_OUT

NOT_YET = "not yet enforced"

ACTS_ON: Mapping[str, tuple[str, ...]] = {
    "wheel": ("rules.ruleset.Ruleset.pocket",),
    "layout": ("table.placing.not_on_layout",),
    "colors": ("rules.assembly._labels",),
    "zero_line": ("rules.touch.inside_bets",),
    "courtesy": (
        "rules.assembly.positions",
        "table.placing._second_spot",
    ),
    "citations": ("rules.assembly.positions",),
    "pays": ("rules.settle.price",),
    "roles.ladder": ("table.case.may",),
    "roles.acting": ("table.case.unknown_role",),
    "roles.acting_upwards": ("table.case.unknown_role",),
    "round.opening": (
        "table.opening._betting_opened",
        "table.views.public_view",
    ),
    "round.game_opening_announced": ("table.opening._may_not_open",),
    "round.betting_after_spin": (
        "table.ball._spun",
        "table.placing._late",
    ),
    "round.ends": ("table.opening._round_not_over",),
    "round.void": ("table.ball.void",),
    "round.voidable_until": ("table.ball._round_settled",),
    "spin.direction": ("table.ball._spun",),
    "spin.revolutions_min": ("table.outcome._invalid",),
    "closing.call_closes": (
        "table.ball._no_call",
        "table.ball._called",
    ),
    "closing.moment": (
        "table.ball._called",
        "table.ball._ended_without_call",
    ),
    "closing.bell": ("table.ball._no_bell",),
    "closing.wave": ("table.ball._called",),
    "closing.before_spin": ("table.ball._too_early",),
    "closing.before_spin_by": ("table.ball._may_not_authorize",),
    "closing.ball_at_rest": ("table.case.ball_ends_betting",),
    "outcome.determined": (
        "table.outcome._declared",
        "table.settlement._no_dolly",
    ),
    "outcome.dolly": (
        "table.outcome._no_dolly_used",
        "table.settlement._unmarked",
    ),
    "outcome.unclosed": ("table.outcome._not_turning",),
    "outcome.wrong_display": ("table.correction.ground",),
    "settlement.position_fixed": ("table.wagers._counts",),
    "settlement.order": ("table.settlement.ground",),
    "settlement.only_zero_bets_win": ("rules.settle._citing",),
    "settlement.final": (
        "table.ball._round_settled",
        "table.correction._reaches_back",
    ),
    "settlement.citing": (
        "table.settlement._because",
        "table.settlement._question_open",
    ),
    "wagers.chips": (
        "table.chips._not_accepted",
        "table.placing.not_on_layout",
    ),
    "wagers.placed_by_staff": ("table.placing.stranger",),
    "wagers.responsibility": (
        "table.placing._answers",
        "table.wagers._held",
    ),
    "wagers.late": ("table.placing._late",),
    "wagers.late_increase": ("table.placing._late_wager",),
    "wagers.withdrawal": ("table.wagers._late_withdrawal",),
    "wagers.withdrawal_to": ("table.rulings._may_not_rule_on_withdrawal",),
    "wagers.unclear": (
        "table.wagers._at_players_risk",
        "table.rulings._rules_on_unclear",
    ),
    "wagers.unclear_by": ("table.rulings._may_not_rule_on_unclear",),
    "wagers.handled_by_staff": ("table.wagers._not_the_owner",),
    "chips.color_value": (
        "table.chips._value",
        "table.chips._of_value",
    ),
    "chips.color_value_default": ("table.chips._value",),
    "chips.marker": ("table.chips._unmarked",),
    "chips.exclusive": (
        "table.chips._color_purchase",
        "table.chips._alike",
    ),
    "chips.foreign_table": ("table.chips._foreign",),
    "chips.off_table": ("table.chips._approval",),
    "chips.off_table_by": ("table.chips._may_not_approve",),
    "chips.outside_cash": ("table.chips._anothers",),
    "chips.value_min": ("table.chips._unmarked",),
    "chips.unbought": ("table.chips._unbought",),
    "power.failure": (
        "table.power._power_unknown",
        "table.ball._no_spin",
    ),
    "power.ball_dropped": ("table.power._failure",),
    "power.interruption": ("table.power._restored",),
    "power.lasting": ("table.case.power_out",),
    "rulings.unlisted_by": ("table.rulings._may_not_rule_on_round",),
    "rulings.correction_by": ("table.correction._may_not_correct",),
    "rulings.misspoken_by": ("table.correction._may_not_correct",),
    "rulings.one_by_one": ("table.rulings._round_ruled",),
    "rulings.correction_of": ("table.correction._reaches_back",),
    "rulings.contradicted": ("table.contradicted.reported",),
    "limits.source": (
        "rules.narrowing.only_narrower",
        "table.opening.displayed",
    ),
    "limits.scope": ("rules.rulebook._limits",),
    "limits.intake": ("rules.rulebook._limits",),
    "limits.under_minimum": ("rules.settle._outside",),
    "limits.over_maximum": ("rules.settle._outside",),
    "limits.same_bet": ("table.placing.outside_limits",),
    "limits.table_amounts": ("rules.narrowing.only_narrower",),
    "limits.remembered": ("table.settlement._whole",),
    "limits.area": ("table.case.shares_limits",),
    "irregularities": ("table.ball.irregular",),
    "no_spin.callers": ("table.ball._wrong_reason",),
    "no_spin.suspicion": ("table.ball._wrong_reason",),
    "no_spin.until": ("table.ball._no_such_call",),
    "no_spin.since": ("table.ball._nothing_to_annul",),
    "limits.amounts": ("table.placing.outside_limits",),
}
"""For each key of a rulebook file the functions that act on its values, in ``croupier``."""

TOLD_ONLY: Mapping[str, str] = {
    "title": "a name",
    "house": "a name",
    "effective": "a date",
    "supersedes": "the edition before, to compare with",
    "wheel.order": "the wheel is drawn by it; nothing is settled by which pockets are neighbors",
    "wheel.verified": "whether the drawing says that its order was checked",
    "pays.KIND.word": "the document's own word, shown beside ours",
    "pays.KIND.edge": "what lint expects of the kind",
    "clauses": "what a clause says, in our words, and its nature",
    "unexpressed.what": "what is not carried out, in words",
    "basis": "why a value is there that the document does not state",
    "note": "the same in words",
}
"""The keys that are shown and change nothing at a table, each with what it is for. Every other value acts."""


def acting_parts(key: str) -> tuple[str, ...]:
    """Name the functions that act on a value of the rulebook file; none if no part does."""
    plain = key.partition("[")[0]
    while plain:
        if plain in ACTS_ON:
            return tuple(f"croupier.{name}" for name in ACTS_ON[plain])
        plain = plain.rpartition(".")[0]
    return ()


def where(ruleset: Ruleset, number: str) -> tuple[str, ...]:
    """Say for each value that cites the clause what acts on it, and where the file says that nothing does."""
    keys = ruleset.citations.get(number, ())
    declared = [one for one in ruleset.unexpressed if any(clause.number == number for clause in one.clauses)]
    return (
        *(f"{key}: {', '.join(acting_parts(key)) or NOT_YET}" for key in keys),
        *(f"{one.key}: {NOT_CARRIED_OUT}" for one in declared),
    )


def not_yet_enforced(ruleset: Ruleset) -> tuple[str, ...]:
    """List the rule clauses of which some value has nothing that acts on it, but for those declared as such."""
    declared = {clause.number for one in ruleset.unexpressed for clause in one.clauses}
    return tuple(
        number
        for number, entry in ruleset.clauses.items()
        if entry.nature is Nature.RULE
        and number not in declared
        and any(not acting_parts(key) for key in ruleset.citations.get(number, ("",)))
    )
