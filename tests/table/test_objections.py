"""Objections: the first is what ``decide`` refuses with, they come in the order of the codes, and none walks far."""

from __future__ import annotations

import json
import random
import typing
from collections.abc import Iterator
from typing import Any, NoReturn

import pytest

import croupier
from croupier import Kind, Limit, Limits
from croupier.rulebooks import REFS
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import Intake, Role
from croupier.rules.ruleset import Ruleset
from croupier.table import rulings, wagers
from croupier.table.case import Case
from croupier.table.commands import (
    ApproveCorrection,
    By,
    Command,
    CorrectOutcome,
    MarkUnclear,
    MoveWager,
    OpenTable,
    PlaceWager,
    ReportIrregularity,
    RuleOnWager,
    Settle,
    WagerTreatment,
)
from croupier.table.decide import citing, decide, judging_of, objection
from croupier.table.events import OutcomeCorrected
from croupier.table.offers import examples, offers
from croupier.table.persistent import Map
from croupier.table.refusal import Code, Refusal
from croupier.table.session import Session
from croupier.table.state import Table, Wager, new_table
from croupier.table.wire import WireError, read_line
from croupier.table.wire_rules import wire
from testkit.table.fuzz import Player, dumped
from testkit.table.play import BOB, DEALER, SHIFT, SUPERVISOR, Play, concluded

V3 = "mbs-roulette/3"
RANK = {code: rank for rank, code in enumerate(Code)}
STEPS = 150
SPANS = Limits({Kind.STRAIGHT: Limit(200, 1_000), Kind.DOZEN: Limit(500, 1_000)}, intake=Intake.ACCEPT)


def walked(ref: str) -> Iterator[tuple[Table, Command]]:
    """Lead a table through rounds and accidents; give each command with the table as it finds it."""
    chance, rules = random.Random(ref), croupier.rulebook(ref)  # noqa: S311 - repeatable on purpose
    session = Session(new_table(rules, limits=SPANS, name="one"), rules)
    player = Player(chance)
    for _ in range(STEPS):
        line = dumped(player.step() if chance.random() < 0.6 else player.any_command())
        try:
            command = read_line(line).command
        except WireError:
            continue
        yield session.table, command
        player.heard(json.loads(session.answer(line)))


@pytest.mark.random
@pytest.mark.parametrize("ref", REFS)
def test_at_any_table_whatever_is_asked(ref: str) -> None:
    """What objects is what is refused, what would be cited is what is cited, in order, without a walk."""
    rules, codes, done = croupier.rulebook(ref), set[Code](), set[str]()
    for table, command in walked(ref):
        guarded = untouched(table)
        for one in asked(table, command, rules):
            decision = decide(table, one, rules)
            if isinstance(decision, Refusal):
                codes.add(decision.code)
                assert objection(guarded, one, rules) == citing(guarded, one, rules) == decision, one
                assert_in_order(Case(table, one.by, rules), one)
                continue
            done.add(one.do)
            assert objection(guarded, one, rules) is None, one
            cited = citing(guarded, one, rules)
            assert isinstance(one, Settle | ApproveCorrection) or cited == decision[0].clauses, one
        offers(guarded, rules, command.by)
    assert (len(codes) > 15, len(done) > 12) == (True, True), "the walk goes nowhere"


def asked(table: Table, command: Command, rules: Ruleset) -> Iterator[Command]:
    """A command, and what a member of staff is offered."""
    yield command
    ladder = rules.procedure.roles.ladder.value
    role = ladder[table.seq % len(ladder)]
    yield from (example for example, _ in examples(table, rules, By(f"the {role}", role)))


def test_a_settlement_cites_what_has_the_dealer_settle() -> None:
    play = Play(V3).opened().laid("17").laid("18", "w2").spun(5).called().rested("17").dolly()

    rule = play.rules.procedure.settlement.order

    assert citing(play.table, Settle(DEALER), play.rules) == tuple(clause.number for clause in rule.clauses)


def test_a_correction_cites_the_clause_that_it_begins_with_whether_or_not_somebody_owes_then() -> None:
    play = Play(V3).opened().laid("17")
    concluded(play)
    play.do(CorrectOutcome(SHIFT, "1", Pocket("20"), "the ball lies elsewhere"))
    approval = ApproveCorrection(SUPERVISOR, "1", Pocket("20"))

    cited = citing(play.table, approval, play.rules)
    (corrected,) = play.do(approval)

    assert isinstance(corrected, OutcomeCorrected)
    assert cited == corrected.clauses[: len(corrected.clauses) - any(one.owed for one in corrected.adjustments)]


def nested(command: Command) -> tuple[Any, ...]:
    """The objections to a command: of two kinds of moves and of two kinds of rulings those that apply."""
    if isinstance(command, MoveWager):
        return wagers._ACCIDENT if command.accident else wagers._OWN_MOVE
    return judging_of(command).objections


def assert_in_order(case: Case, command: Command) -> None:
    codes = list(applying(case, command))
    assert codes == sorted(codes, key=lambda code: RANK[code]), command


def applying(case: Case, command: Command) -> Iterator[Code]:
    """List the codes of every objection that applies, as far as each can be asked without the ones before it."""
    objections = nested(command)
    if isinstance(command, RuleOnWager):
        both = (rulings._rules_on_unclear(case), rulings._rules_on_withdrawal(case))
        objections = {(True, False): rulings._ON_UNCLEAR, (False, True): rulings._ON_WITHDRAWAL}.get(both, objections)
    for objects in objections:
        try:
            refusal = objects(case, command)
        except (AssertionError, AttributeError):
            continue  # it is about a wager, a position or a caller that there is none of
        if refusal is not None:
            yield refusal.code


class Untouched(Map[str, Wager]):
    """Wagers that can be looked up by name, and not walked over."""

    __slots__ = ()

    def _walked(self, *_: object) -> NoReturn:
        raise AssertionError("somebody walks over all wagers")

    values = items = __iter__ = __len__ = _walked

    def newest(self) -> Iterator[Wager]:
        """The newest may be looked at, and a few more if it was taken back."""
        for number, wager in enumerate(super().newest()):
            assert number < 3, "somebody walks over all wagers"
            yield wager


def untouched(table: Table) -> Table:
    return table._replace(layout=table.layout._replace(wagers=Untouched(dict(table.layout.wagers.items()))))


def test_a_settlement_that_hangs_on_a_ruling_is_known_without_walking_over_the_wagers() -> None:
    play = Play(V3, SPANS).opened().laid("17", "w1", 150).laid("17", "w2", 100).laid("18", "w3", 300, by=BOB)
    play.do(MarkUnclear(DEALER, "w1"))
    play.spun(5).called().rested("20").dolly()
    table = untouched(play.table)
    assert objection(table, Settle(DEALER), play.rules) is None, "bob's wager can be collected"

    play.do(Settle(DEALER))
    refusal = objection(untouched(play.table), Settle(DEALER), play.rules)
    assert refusal is not None
    assert (refusal.code, refusal.facts) == (Code.RULING_NEEDED, {"held": 1})

    play.do(RuleOnWager(SUPERVISOR, "w1", WagerTreatment.STAND))
    assert objection(untouched(play.table), Settle(DEALER), play.rules) is None


def test_a_house_objects_in_the_same_order() -> None:
    table, rules = Play(V3).opened().table, croupier.rulebook(V3)
    role = Refusal(Code.ROLE_NOT_ALLOWED, wire("7.4"))

    def house(_table: Table, command: Command, _rules: Ruleset) -> Refusal | None:
        return role if isinstance(command, OpenTable | PlaceWager | ReportIrregularity) else None

    opening, wager = OpenTable(DEALER), PlaceWager(By("ann", Role.PLAYER), "w1", "ann", "17", 500)
    assert objection(table, opening, rules) != role
    assert decide(table, opening, rules, house) == objection(table, opening, rules, house) == role
    assert decide(table, wager, rules, house) == citing(table, wager, rules, house) == role
    assert decide(table, Settle(DEALER), rules, house) == decide(table, Settle(DEALER), rules)
    before = PlaceWager(By("ann", Role.PLAYER, Role.DEALER), "w1", "ann", "17", 500)
    refusal = decide(table, before, rules, house)
    assert isinstance(refusal, Refusal)
    assert refusal.code is Code.ACTING_NOT_ALLOWED, "it is listed before the house's"


def test_every_command_is_judged_by_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """How is looked for once in a process, so here it is forgotten first."""
    monkeypatch.setattr("croupier.table.decide._KNOWN", {})
    kinds = typing.get_args(Command)
    found = {kind: judging_of(object.__new__(kind)) for kind in kinds}

    assert len({id(one) for one in found.values()}) == len(kinds)
    assert all(judging_of(object.__new__(kind)) is found[kind] for kind in kinds)
