"""Who may do what, under each rulebook, at every point of a round: against a table written by hand.

The table is taken from the documents' own words (who announces, who spins, who
decides) and, where they name nobody, from the published wire rules.
"""

from collections.abc import Callable
from typing import get_args

import pytest

import croupier
from croupier import Pocket
from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import Role
from croupier.table import commands as ask
from croupier.table.commands import (
    AuthorizeEarlyClose,
    Ball,
    By,
    CallNoMoreBets,
    Command,
    OpenBetting,
    ReportIrregularity,
    RoundRuling,
    RuleOnIrregularity,
    SpinBall,
    Turning,
)
from croupier.table.decide import decide
from croupier.table.refusal import Code, Refusal
from croupier.table.state import Phase, new_table
from testkit.rulebooks.earlier import earlier
from testkit.table.permitted import MAY, NOBODY, PM, PS, SM, WAGERING, D, H, P, asks
from testkit.table.play import DEALER, FLOOR, MANAGER, SHIFT, SUPERVISOR, Play
from testkit.table.scenes import AM, R360, REFS, SANDS, V2, V3, after, happens, scenes
from testkit.table.scenes import AM as US

PLAYER_OWN = frozenset({"take-seat", "leave-seat", "buy-in", "cash-out", "remove-chips", "bring-back-chips"}) | {
    name for name in MAY if name.startswith(("place-wager", "retract-wager"))
}
"""What a player does for nobody else."""

Asks = Callable[[By], list[Command]]


def for_role(code: Code) -> bool:
    return code in {Code.ACTING_NOT_ALLOWED, Code.NOT_IN_RULEBOOK, Code.ROLE_NOT_ALLOWED, Code.NOT_YOURS}


def expected(ref: str, name: str, role: Role, *, own: bool) -> Code | None:
    """Which refusal a role gets, if it may not; by the table written by hand alone."""
    may = MAY[name][ref]
    if may == NOBODY:
        return Code.NOT_IN_RULEBOOK
    if role not in may:
        silent = (name in WAGERING_NAMES or (name in HANDLING_NAMES and ref not in SPEAKING)) and may == {P}
        return Code.NOT_IN_RULEBOOK if silent else Code.ROLE_NOT_ALLOWED
    if role is P and not own and name in PLAYER_OWN | {"move-wager"}:
        return Code.NOT_YOURS
    return None


HANDLING_NAMES = frozenset({"retract-wager", "retract-wagers", "move-wager"})
SPEAKING = (V3, AM)
"""The documents that have staff place wagers, and no more: what they say of it is cited."""
WAGERING_NAMES = frozenset(name for name, books in MAY.items() if books is WAGERING)


def test_the_table_of_permissions_has_every_command_and_no_other() -> None:
    assert {name.removesuffix(" by accident") for name in MAY} == {command.do for command in get_args(Command)}


@pytest.mark.parametrize("ref", REFS)
@pytest.mark.parametrize("name", MAY)
def test_a_role_is_refused_or_not_as_the_documents_say(ref: str, name: str) -> None:
    ruleset = croupier.rulebook(ref)
    for scene, table in scenes(ref).items():
        for role in Role:
            for player in ("ann", "bob"):
                by = By("ann" if role is P else f"some {role}", role)
                code = expected(ref, name, role, own=player == "ann")
                if name == "correct-outcome" and table.round.phase is Phase.AT_REST:
                    continue  # Until the dolly is placed the dealer puts a wrong word right.
                if code is Code.NOT_YOURS and name.startswith(("retract", "move")) and not table.layout.wagers:
                    continue  # Nobody's wager yet: there is none to take from another.
                for command in asks(by, player)[name]:
                    decision = decide(table, command, ruleset)
                    found = decision.code if isinstance(decision, Refusal) else None
                    told = f"{scene}: {command}: {decision}"
                    assert (found if found and for_role(found) else None) is code, told


class TestActing:
    """A higher position in a lower one's place: version 3 has it (6.3), upward only; no other document has it."""

    LADDER = (D, PS, PM, SM)

    @pytest.mark.parametrize("ref", [V2, R360, SANDS, AM])
    @pytest.mark.parametrize("name", MAY)
    def test_nobody_acts_in_another_position_elsewhere(self, ref: str, name: str) -> None:
        ruleset = croupier.rulebook(ref)
        for scene, table in scenes(ref).items():
            for role in Role:
                for acting in Role:
                    command = asks(By("ann", role, acting), "ann")[name][-1]
                    decision = decide(table, command, ruleset)
                    assert isinstance(decision, Refusal), scene
                    assert decision.code is Code.ACTING_NOT_ALLOWED, f"{scene}: {decision}"

    @pytest.mark.parametrize("role", Role)
    @pytest.mark.parametrize("acting", Role)
    def test_version_3_let_a_higher_position_act_and_no_lower_one(self, role: Role, acting: Role) -> None:
        ruleset = earlier(V3)
        ladder = self.LADDER
        upward = role in ladder and acting in ladder and ladder.index(role) >= ladder.index(acting)
        for scene, table in scenes(V3).items():
            for name in MAY:
                acted = decide(table, asks(By("ann", role, acting), "ann")[name][0], ruleset)
                itself = decide(table, asks(By("ann", role), "ann")[name][0], ruleset)
                if upward and isinstance(acted, Refusal):
                    assert isinstance(itself, Refusal), scene
                    assert acted.code is itself.code, scene
                elif upward:
                    assert not isinstance(itself, Refusal), scene
                else:
                    assert isinstance(acted, Refusal), scene
                    assert acted.code is Code.ACTING_NOT_ALLOWED, scene
                    assert str(acted.clause) == "mbs-roulette/3 §6.3"

    def test_the_record_says_in_which_position_it_was_done(self) -> None:
        ruleset = croupier.rulebook(V3)
        manager = By("pia", PM, D)

        (event,) = happens(scenes(V3)["open"], ask.OpenBetting(manager), ruleset)
        assert event.by == manager

    def test_by_an_earlier_text_a_pit_supervisor_may_not_decide_what_is_the_shift_managers(self) -> None:
        ruleset = earlier(V3)
        ruling = ask.RuleOnIrregularity(By("pat", PS, SM), RoundRuling.VOID, "why")

        decision = decide(scenes(V3)["held"], ruling, ruleset)
        assert isinstance(decision, Refusal)
        assert decision.code is Code.ACTING_NOT_ALLOWED


@pytest.mark.parametrize("ref", REFS)
@pytest.mark.parametrize("role", Role)
def test_on_a_random_wheel_the_house_alone_declares(ref: str, role: Role) -> None:
    ruleset = croupier.rulebook(ref)
    dealer = By("dan", D)
    table = after(
        new_table(ruleset, random=True),
        ruleset,
        ask.OpenTable(dealer),
        ask.OpenBetting(dealer),
        ask.SpinBall(dealer, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE),
        ask.CountRevolutions(dealer, 4),
        ask.CallNoMoreBets(dealer, bell=True),
    )

    decision = decide(table, ask.DeclareOutcome(By("x", role), Pocket("17")), ruleset)
    if role is H:
        assert not isinstance(decision, Refusal)
    else:
        assert isinstance(decision, Refusal)
        assert decision.code is Code.ROLE_NOT_ALLOWED
        assert str(decision.clause) == "wire §2.6"


class TestActingInAnotherPosition:
    """Only version 3 lets a higher position do a lower one's work, and never the other way."""

    @pytest.mark.parametrize("ref", [V2, R360, SANDS, US])
    def test_elsewhere_nobody_stands_in_for_the_dealer(self, ref: str) -> None:
        above = FLOOR if ref == US else MANAGER
        play = Play(ref).opened().spun().called().rested("17").dolly()
        play.settled()
        play.lifted()
        play.refused(OpenBetting(above), Code.ROLE_NOT_ALLOWED)
        acting = By(above.name, above.role, acting=Role.DEALER)
        no = play.refused(OpenBetting(acting), Code.ACTING_NOT_ALLOWED, "wire §2.1")
        assert no.facts == {"role": str(above.role), "acting": "dealer"}

    @pytest.mark.parametrize("higher", [SUPERVISOR, MANAGER, SHIFT], ids=lambda by: by.role)
    def test_in_version_3_whoever_is_above_may_deal(self, higher: By) -> None:
        play = Play(V3).opened().laid("17")
        play.do(SpinBall(higher, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE))
        play.do(CallNoMoreBets(By(higher.name, higher.role, acting=Role.DEALER)))

    def test_by_an_earlier_text_nobody_acts_upwards(self) -> None:
        play = Play(V3, as_before=True).opened()
        up = By("sue", Role.PIT_SUPERVISOR, acting=Role.PIT_MANAGER)
        no = play.refused(AuthorizeEarlyClose(up), Code.ACTING_NOT_ALLOWED, f"{V3} §6.3")
        assert no.facts == {"role": "pit-supervisor", "acting": "pit-manager"}

    @pytest.mark.parametrize("lower", [DEALER, SUPERVISOR, MANAGER], ids=lambda by: by.role)
    def test_an_unlisted_irregularity_is_for_the_shift_manager_alone(self, lower: By) -> None:
        play = Play(V3).opened().laid("17").spun().called()
        play.do(ReportIrregularity(DEALER, Irregularity.UNLISTED, "a fire alarm"))
        ruling = RuleOnIrregularity(lower, RoundRuling.VOID, "alarm")
        no = play.refused(ruling, Code.ROLE_NOT_ALLOWED, f"{V3} §6.2")
        assert no.facts == {"role": str(lower.role), "needed": "shift-manager"}
