"""The judge of a house: what the house asks beyond its rulebook is asked of every command."""

import croupier
from croupier.house.judge import Judge
from croupier.rules.procedure import Role
from croupier.rules.ruleset import Ruleset
from croupier.table.commands import By, Command, OpenBetting, OpenTable, PlaceWager, SetLimits
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Table, new_table
from croupier.table.wire_rules import wire
from testkit.table.scenes import ANN, DEALER, V3

RULES = croupier.rulebook(V3)
MANAGER = By("max", Role.PIT_MANAGER)
NOT_TODAY = Refusal(Code.ROLE_NOT_ALLOWED, wire("7.4"))


def wagers_refused(_table: Table, command: Command, _ruleset: Ruleset) -> Refusal | None:
    """A house that takes no wagers."""
    return NOT_TODAY if isinstance(command, PlaceWager) else None


def test_a_wager_is_objected_to_like_any_other_command() -> None:
    judge = Judge("t1", RULES, new_table(RULES), objector=wagers_refused)
    assert judge.judge("max", "1", OpenTable(MANAGER)).refusal is None
    assert judge.judge("dan", "2", OpenBetting(DEALER)).refusal is None
    before = judge.table

    act = judge.judge("ann", "w1", PlaceWager(ANN, "w1", "ann", "17", 500))

    assert (act.refusal, act.events, act.postings) == (NOT_TODAY, (), ())
    assert judge.table is before


def test_a_house_has_its_own_objections_unless_told_otherwise() -> None:
    judge = Judge("t1", RULES, new_table(RULES))

    refusal = judge.judge("dan", "1", SetLimits(DEALER)).refusal

    assert refusal is not None
    assert (refusal.code, str(refusal.clause)) == (Code.ROLE_NOT_ALLOWED, "wire §7.4")
