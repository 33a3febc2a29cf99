"""The five rulesets, and one stake settled by one of them."""

import pytest

import croupier
from croupier import (
    Kind,
    Limit,
    Limits,
    Ruleset,
    Settlement,
)

V2 = croupier.rulebook("mbs-roulette/2")
V3 = croupier.rulebook("mbs-roulette/3")
R360 = croupier.rulebook("rws-roulette-360/1")
SANDS = croupier.rulebook("mbs-sands-roulette/1")
US = croupier.rulebook("us-double-zero/1")

SINGLE_ZERO = (V2, V3, R360)
EVEN_CHANCES = ("low", "high", "odd", "even", "red", "black")

every_ruleset = pytest.mark.parametrize("ruleset", croupier.rulebooks(), ids=lambda ruleset: ruleset.ref)
single_zero = pytest.mark.parametrize("ruleset", SINGLE_ZERO, ids=lambda ruleset: ruleset.ref)

LIMITS = Limits(by_kind={kind: Limit(5, 100) for kind in Kind})


def zeros(ruleset: Ruleset) -> list[str]:
    return [pocket for pocket in ruleset.pockets if pocket in {"0", "00", "S"}]


def settled(
    ruleset: Ruleset, words: str, stake: int, outcome: str, *, limits: Limits | None = None, before: bool = False
) -> Settlement:
    (line,) = croupier.settle(ruleset, {words: stake}, outcome, limits=limits, under_minimum_before=before)
    return line


def money(line: Settlement) -> tuple[int, int, int]:
    return (line.winnings, line.returned, line.collected)
