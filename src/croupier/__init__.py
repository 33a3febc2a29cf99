"""Roulette by the book: every payout names the clause of the house's game rules that decided it."""

from croupier.rules.clause import Basis, Cited, Clause, ClauseEntry, Nature, Reading
from croupier.rules.errors import (
    AmbiguousPositionError,
    CroupierError,
    LimitsError,
    Problem,
    RulebookError,
    StakeError,
    UnknownClauseError,
    UnknownPocketError,
    UnknownPositionError,
    UnknownRulebookError,
)
from croupier.rules.limits import Limit, Limits
from croupier.rules.odds import KindOdds, PositionOdds, StakesOdds, odds, side_by_side
from croupier.rules.pocket import Pocket
from croupier.rules.position import Kind, Position
from croupier.rules.ruleset import Ruleset
from croupier.rules.settle import Settlement, settle
from croupier.shelf import limits_file, rulebook, rulebooks

__version__ = "0.1.0"

__all__ = [
    "AmbiguousPositionError",
    "Basis",
    "Cited",
    "Clause",
    "ClauseEntry",
    "CroupierError",
    "Kind",
    "KindOdds",
    "Limit",
    "Limits",
    "LimitsError",
    "Nature",
    "Pocket",
    "Position",
    "PositionOdds",
    "Problem",
    "Reading",
    "RulebookError",
    "Ruleset",
    "Settlement",
    "StakeError",
    "StakesOdds",
    "UnknownClauseError",
    "UnknownPocketError",
    "UnknownPositionError",
    "UnknownRulebookError",
    "limits_file",
    "odds",
    "rulebook",
    "rulebooks",
    "settle",
    "side_by_side",
]
