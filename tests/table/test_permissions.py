"""Who may do what, under each rulebook, at every point of a round: against a table written by hand.

The table is taken from the documents' own words (who announces, who spins, who
decides) and, where they name nobody, from the published wire rules.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import get_args

import pytest

import croupier
from croupier import Pocket
from croupier.rules.procedure import ChipSort, Irregularity, Role
from croupier.table import commands as ask
from croupier.table.commands import Ball, By, Command, RoundRuling, Turning, WagerTreatment
from croupier.table.decide import decide
from croupier.table.refusal import Code, Refusal
from croupier.table.state import new_table
from tests.table.scenes import AM, R360, REFS, SANDS, V2, V3, after, happens, scenes

P, D, H = Role.PLAYER, Role.DEALER, Role.HOUSE
PS, PM, SM, FM = Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.FLOOR_MANAGER

NOBODY: frozenset[Role] = frozenset()
DEALER_ALONE = frozenset({D, H})
"""The house is the server's own dealer."""
V3_LADDER = frozenset({D, PS, PM, SM, H})
AM_STAFF = frozenset({D, FM, H})

STAFF = {V2: DEALER_ALONE, V3: V3_LADDER, R360: DEALER_ALONE, SANDS: DEALER_ALONE, AM: AM_STAFF}
DEALS = {V2: DEALER_ALONE, V3: V3_LADDER, R360: DEALER_ALONE, SANDS: DEALER_ALONE, AM: DEALER_ALONE}
"""What the dealer does: under version 3 a higher position too (6.3); elsewhere nobody stands in for a dealer."""
HIGHEST = {V2: DEALER_ALONE, V3: frozenset({SM}), R360: DEALER_ALONE, SANDS: DEALER_ALONE, AM: frozenset({FM})}
"""The highest position each document knows: version 3 names the shift manager (6.2), the American the floor manager."""
PLAYER_OR_STAFF = {ref: STAFF[ref] | {P} for ref in REFS}
WAGERING = {
    V2: frozenset({P}),
    V3: V3_LADDER | {P},
    R360: frozenset({P}),
    SANDS: frozenset({P}),
    AM: DEALER_ALONE | {P},
}
"""A player's own act; by staff under version 3 (3.5), and with the American dealer's help (P3)."""


def only(**books: frozenset[Role]) -> Mapping[str, frozenset[Role]]:
    """Acts that one or two documents know, and the others do not."""
    names = {"v3": V3, "am": AM}
    return dict.fromkeys(REFS, NOBODY) | {names[name]: roles for name, roles in books.items()}


MAY: Mapping[str, Mapping[str, frozenset[Role]]] = {
    "open-table": {**STAFF, AM: DEALER_ALONE},  # P1: the dealer announces the opening of the game
    "close-table": STAFF,
    "set-limits": STAFF,
    "take-seat": PLAYER_OR_STAFF,
    "leave-seat": PLAYER_OR_STAFF,
    "buy-in": PLAYER_OR_STAFF,
    "cash-out": PLAYER_OR_STAFF,
    "permit-value-chips": only(am=DEALER_ALONE),  # G2: the dealer grants permission
    "remove-chips": only(am=AM_STAFF | {P}),  # G2
    "bring-back-chips": only(am=AM_STAFF | {P}),
    "approve-redemption": only(am=frozenset({FM})),  # G2: the floor manager
    "open-betting": DEALS,
    "place-wager": WAGERING,
    "place-wagers": WAGERING,
    "retract-wager": WAGERING,
    "retract-wagers": WAGERING,
    "move-wager": WAGERING,
    "move-wager by accident": STAFF,
    "mark-unclear": only(v3=V3_LADDER, am=AM_STAFF),  # 3.9; G3 and G4 answer it at once
    "spin-ball": DEALS,
    "count-revolutions": DEALS,
    "call-no-more-bets": DEALS,
    "authorize-early-close": only(v3=frozenset({PM, SM})),  # 6.1, and higher by 6.3
    "report-irregularity": STAFF,
    "call-no-spin": only(v3=V3_LADDER, am=AM_STAFF),  # 5.12; I1 to I3 and I5
    "declare-outcome": DEALS,
    "confirm-outcome": STAFF,
    "place-dolly": DEALS,
    "lift-dolly": DEALS,
    "rule-on-wager": only(v3=frozenset({PS, PM, SM}), am=frozenset({FM})),  # 3.9: a pit supervisor or above
    "rule-on-irregularity": HIGHEST,  # 6.2; elsewhere our reading
    "settle": DEALS,
    "correct-outcome": HIGHEST,
    "approve-correction": STAFF,
    "fail-power": only(v3=V3_LADDER),  # 5.11
    "restore-power": only(v3=V3_LADDER),
}

PLAYER_OWN = frozenset({"take-seat", "leave-seat", "buy-in", "cash-out", "remove-chips", "bring-back-chips"}) | {
    name for name in MAY if name.startswith(("place-wager", "retract-wager"))
}
"""What a player does for nobody else."""

Asks = Callable[[By], list[Command]]


def lists(by: By, player: str, wager: str, position: str, stake: int) -> dict[str, list[Command]]:
    """Every act on wagers, for this player and this wager."""
    return {
        "place-wager": [ask.PlaceWager(by, wager, player, position, stake)],
        "place-wagers": [ask.PlaceWagers(by, (ask.Laid(wager, position, stake, player),))],
        "retract-wager": [ask.RetractWager(by, wager)],
        "retract-wagers": [ask.RetractWagers(by, (wager,))],
        "move-wager": [ask.MoveWager(by, wager, position, accident=False)],
        "move-wager by accident": [ask.MoveWager(by, wager, position, accident=True)],
        "mark-unclear": [ask.MarkUnclear(by, wager)],
        "rule-on-wager": [
            ask.RuleOnWager(by, wager, WagerTreatment.STAND),
            ask.RuleOnWager(by, wager, WagerTreatment.RELOCATE, position),
        ],
    }


def chips(by: By, player: str, amount: int) -> dict[str, list[Command]]:
    """Every act on a player's seat and chips."""
    return {
        "take-seat": [ask.TakeSeat(by, player)],
        "leave-seat": [ask.LeaveSeat(by, player)],
        "buy-in": [ask.BuyIn(by, player, amount, ChipSort.CASH), ask.BuyIn(by, player, amount, ChipSort.COLOR)],
        "cash-out": [ask.CashOut(by, player, amount, ChipSort.CASH), ask.CashOut(by, player, amount, ChipSort.COLOR)],
        "permit-value-chips": [ask.PermitValueChips(by, player)],
        "remove-chips": [ask.RemoveChips(by, player, amount)],
        "bring-back-chips": [ask.BringBackChips(by, player, amount)],
        "approve-redemption": [ask.ApproveRedemption(by, player, amount)],
    }


def calls(by: By, pocket: str, named: str) -> dict[str, list[Command]]:
    """Every act that is no player's."""
    at = Pocket(pocket)
    return {
        "open-table": [ask.OpenTable(by)],
        "close-table": [ask.CloseTable(by)],
        "set-limits": [ask.SetLimits(by, {named: ask.LimitAsked(5, 1)})],
        "open-betting": [ask.OpenBetting(by)],
        "spin-ball": [ask.SpinBall(by, Ball.CLOCKWISE, Turning.STILL)],
        "count-revolutions": [ask.CountRevolutions(by, 0), ask.CountRevolutions(by, 9)],
        "call-no-more-bets": [ask.CallNoMoreBets(by), ask.CallNoMoreBets(by, bell=True, wave=True)],
        "authorize-early-close": [ask.AuthorizeEarlyClose(by)],
        "report-irregularity": [ask.ReportIrregularity(by, kind) for kind in Irregularity],
        "call-no-spin": [ask.CallNoSpin(by, reason, suspected=True) for reason in (None, *Irregularity)],
        "declare-outcome": [ask.DeclareOutcome(by, at)],
        "confirm-outcome": [ask.ConfirmOutcome(by, at)],
        "place-dolly": [ask.PlaceDolly(by, at)],
        "lift-dolly": [ask.LiftDolly(by), ask.LiftDolly(by, at)],
        "rule-on-irregularity": [ask.RuleOnIrregularity(by, ruling, "why") for ruling in RoundRuling],
        "settle": [ask.Settle(by)],
        "correct-outcome": [ask.CorrectOutcome(by, named, at, "why")],
        "approve-correction": [ask.ApproveCorrection(by, named, at)],
        "fail-power": [ask.FailPower(by, ball_dropped=False), ask.FailPower(by, ball_dropped=True)],
        "restore-power": [ask.RestorePower(by)],
    }


@cache
def asks(by: By, player: str) -> dict[str, list[Command]]:
    """Every command twice at least: as it should be, and wrong in whatever else can be wrong."""
    right = {**calls(by, "17", "1"), **chips(by, player, 100)}
    rotten = {**calls(by, "99", "99"), **chips(by, player, 10**16)}
    wagers = {"ann": "w1", "bob": "w2"}[player]
    wagering = lists(by, player, wagers, "17", 500)
    strange = lists(by, player, "w99" if by.role is not P or by.name == player else wagers, "the moon", 10**16)
    return {
        name: [*right.get(name, []), *rotten.get(name, []), *wagering.get(name, []), *strange.get(name, [])]
        for name in MAY
    }


def for_role(code: Code) -> bool:
    return code in {Code.ACTING_NOT_ALLOWED, Code.NOT_IN_RULEBOOK, Code.ROLE_NOT_ALLOWED, Code.NOT_YOURS}


def expected(ref: str, name: str, role: Role, *, own: bool) -> Code | None:
    """Which refusal a role gets, if it may not; by the table above alone."""
    may = MAY[name][ref]
    if may == NOBODY:
        return Code.NOT_IN_RULEBOOK
    if role not in may:
        silent = name in WAGERING_NAMES and may == {P}
        return Code.NOT_IN_RULEBOOK if silent else Code.ROLE_NOT_ALLOWED
    if role is P and not own and name in PLAYER_OWN | {"move-wager"}:
        return Code.NOT_YOURS
    return None


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
    def test_version_3_lets_a_higher_position_act_and_no_lower_one(self, role: Role, acting: Role) -> None:
        ruleset = croupier.rulebook(V3)
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

    def test_a_pit_supervisor_may_not_decide_what_is_the_shift_managers(self) -> None:
        ruleset = croupier.rulebook(V3)
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
