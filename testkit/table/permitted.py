"""Who may do what, written by hand from the documents' own words; and every command, right and wrong.

The documents say who announces, who spins, who decides; where they name nobody,
the published wire rules do.
"""

from collections.abc import Mapping
from functools import cache

from croupier import Pocket
from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import ChipSort, Role
from croupier.table import commands as ask
from croupier.table.commands import (
    Ball,
    By,
    Command,
    RoundRuling,
    Turning,
    WagerTreatment,
)
from testkit.table.scenes import AM, R360, REFS, SANDS, V2, V3

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


HANDLING: Mapping[str, frozenset[Role]] = dict.fromkeys((V2, V3, R360, SANDS, AM), frozenset({P}))
"""3.5, P3: staff place a player's wagers, and neither take them back nor move them."""

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
    "collect-debt": dict.fromkeys(REFS, frozenset({H})),  # wire 5.5: the house
    "open-betting": DEALS,
    "place-wager": WAGERING,
    "place-wagers": WAGERING,
    "retract-wager": HANDLING,
    "retract-wagers": HANDLING,
    "move-wager": HANDLING,
    "move-wager by accident": STAFF,
    "mark-unclear": only(v3=V3_LADDER, am=AM_STAFF),  # 3.9; G3 and G4 answer it at once
    "spin-ball": DEALS,
    "undo-spin": DEALS,
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
        "collect-debt": [ask.CollectDebt(by, player, amount)],
    }


def calls(by: By, pocket: str, named: str) -> dict[str, list[Command]]:
    """Every act that is no player's."""
    at = Pocket(pocket)
    return {
        "open-table": [ask.OpenTable(by)],
        "close-table": [ask.CloseTable(by)],
        "set-limits": [ask.SetLimits(by, {named: ask.StakeRange(5, 1)})],
        "open-betting": [ask.OpenBetting(by)],
        "spin-ball": [ask.SpinBall(by, Ball.CLOCKWISE, Turning.STILL)],
        "undo-spin": [ask.UndoSpin(by)],
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
