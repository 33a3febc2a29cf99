"""A house's own rulebook that cites no clause for how a round is run: every value is its own reading, and holds."""

import re
from functools import cache

import pytest

from croupier import Ruleset
from croupier.rulebooks import text_of
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Role
from croupier.rules.rulebook import parse
from croupier.table.commands import (
    ApproveCorrection,
    BuyIn,
    By,
    CallNoMoreBets,
    CashOut,
    CorrectOutcome,
    CountRevolutions,
    DeclareOutcome,
    LiftDolly,
    OpenBetting,
    OpenTable,
    PlaceWager,
    RetractWager,
    SetLimits,
    Settle,
)
from croupier.table.decide import decide
from croupier.table.refusal import Refusal
from croupier.table.state import Table
from croupier.table.wire_rules import WIRE_RULES
from testkit.table.permitted import asks
from testkit.table.scenes import ANN, DEALER, REFS, UNLISTED_BY, after, happens, refused, scenes_of

_CLAUSES = re.compile(r',? ?(clauses = \[[^\]]*\]|clause = "[^"]*")')
_VALUE = re.compile(r"^[a-z_-]+ = \{ value = .*\}$")


@cache
def silent(ref: str) -> Ruleset:
    """A published rulebook under a ref of its own, with the clauses of its procedure taken out."""
    lines = []
    for line in text_of(ref).replace(f'ref = "{ref}"', 'ref = "silent-house/1"').splitlines():
        if not _VALUE.match(line) or not _CLAUSES.search(line):
            lines.append(line)
            continue
        bare = _CLAUSES.sub("", line)
        reason = "" if "basis" in bare else ', basis = "our-reading", note = "It is so in this house."'
        lines.append(f"{bare.removesuffix('}').rstrip()}{reason} }}")
    return parse("\n".join(lines), "silent.toml")


@cache
def tables(ref: str) -> tuple[Table, ...]:
    return tuple(scenes_of(silent(ref), UNLISTED_BY[ref]).values())


@pytest.mark.parametrize("ref", REFS)
def test_no_clause_of_the_procedure_is_left(ref: str) -> None:
    procedure = silent(ref).procedure
    assert not procedure.round.opening.clauses
    assert not procedure.spin.direction.clauses
    assert not any(rule.clauses for rule in procedure.irregularities.values())


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("ref", REFS)
def test_whatever_is_asked_is_answered_and_cites_something(ref: str, role: Role) -> None:
    ruleset = silent(ref)
    answers = [
        decide(table, command, ruleset)
        for commands in asks(By("zed", role), "ann").values()
        for command in commands
        for table in tables(ref)
    ]
    for answer in answers:
        if isinstance(answer, Refusal):
            assert answer.clause.ref != "wire" or answer.clause.number in WIRE_RULES
        else:
            assert all(event.clauses for event in answer)
    assert any(isinstance(answer, Refusal) for answer in answers)


def test_what_cites_nothing_cites_the_rule_that_it_holds() -> None:
    ruleset, ref = silent("us-double-zero/1"), "us-double-zero/1"
    shut, *_ = tables(ref)
    (opened,) = happens(shut, OpenTable(DEALER), ruleset)
    assert opened.clauses == ("wire §2.7",)
    late = refused(scenes_of(ruleset, UNLISTED_BY[ref])["at-rest"], PlaceWager(ANN, "w9", "ann", "17", 500), ruleset)
    assert str(late.clause) == "wire §2.7"


def test_our_own_rules_stand_in_where_they_say_more() -> None:
    ref = "mbs-roulette/2"
    ruleset, scene = silent(ref), scenes_of(silent(ref), UNLISTED_BY[ref])
    proposal = CorrectOutcome(DEALER, "1", Pocket("20"), "misread")
    (proposed,) = happens(scene["paid"], proposal, ruleset)
    assert proposed.clauses == ("wire §3.5",)
    second = ApproveCorrection(By("dot", Role.DEALER), "1", Pocket("20"))
    (corrected,) = happens(after(scene["paid"], ruleset, proposal), second, ruleset)
    assert corrected.clauses == ("wire §3.5",)
    (counted,) = happens(scene["ball-in-play"], CountRevolutions(DEALER, 4), ruleset)
    assert counted.clauses == ("wire §2.7",)
    early = refused(scene["betting-open"], CallNoMoreBets(DEALER), ruleset)
    assert str(early.clause) == "wire §3.2"
    (taken,) = happens(scene["betting-open"], RetractWager(ANN, "w1"), ruleset)
    assert taken.clauses == ("wire §3.2",)
    uncounted = after(scene["ball-in-play"], ruleset, CallNoMoreBets(DEALER))
    assert str(refused(uncounted, DeclareOutcome(DEALER, Pocket("17")), ruleset).clause) == "wire §3.3"
    assert str(refused(scene["held"], Settle(DEALER), ruleset).clause) == "wire §3.4"
    assert str(refused(scene["betting-open"], OpenBetting(DEALER), ruleset).clause) == "wire §3.2"
    nowhere = PlaceWager(ANN, "w9", "ann", "the moon", 500)
    assert str(refused(scene["betting-open"], nowhere, ruleset).clause) == "wire §4.1"
    (limits,) = happens(scene["open"], SetLimits(DEALER, {}), ruleset)
    assert limits.clauses == ("wire §4.2",)
    (bought,) = happens(scene["open"], BuyIn(ANN, "ann", 500, ChipSort.CASH), ruleset)
    assert bought.clauses == ("wire §5.3",)
    sold = after(scene["open"], ruleset, BuyIn(ANN, "ann", 500, ChipSort.CASH))
    (redeemed,) = happens(sold, CashOut(ANN, "ann", 500, ChipSort.CASH), ruleset)
    assert redeemed.clauses == ("wire §5.1",)
    *_, closed = happens(scene["dolly-down"], Settle(DEALER), ruleset)
    assert closed.clauses == ("wire §3.2",)
    (lifted,) = happens(scene["paid"], LiftDolly(DEALER), ruleset)
    assert lifted.clauses == ("wire §3.2",)
