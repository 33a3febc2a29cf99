"""One request that is wrong in every way at once is refused for the first reason the codes list, and so on down.

Each ladder starts from a request with nothing right about it. Every step mends
what was named last and leaves the rest as wrong as it was, so the codes come up
in the order in which they are listed.
"""

from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias, get_args

import pytest

import croupier
from croupier import Kind, Limit, Limits, Pocket
from croupier.rules.irregularities import Irregularity
from croupier.rules.procedure import ChipSort, Role
from croupier.table import commands as ask
from croupier.table.commands import Ball, By, Chips, Command, RoundRuling, Turning, WagerTreatment
from croupier.table.refusal import Code
from croupier.table.session import Session
from croupier.table.state import Table, new_table
from testkit.table.scenes import (
    AM,
    ANN,
    BOB,
    DEALER,
    R360,
    UNLISTED_BY,
    V2,
    V3,
    after,
    happens,
    opened,
    refused,
    scenes,
    steps,
)

RANK = {code: rank for rank, code in enumerate(Code)}
AUDITOR = By("gus", Role.AUDITOR)
ACTING = By("ann", Role.PLAYER, Role.DEALER)
HUGE = 10**16
SPIN = ask.SpinBall(DEALER, Ball.CLOCKWISE, Turning.COUNTERCLOCKWISE)
CLOSE = ask.CloseTable(DEALER)
PIT = By("pia", Role.PIT_MANAGER)
THE_HOUSE = By("house", Role.HOUSE)
SUE, FLO = UNLISTED_BY[V3], UNLISTED_BY[AM]


@dataclass(frozen=True)
class Step:
    """Where it is asked, what is mended, and the code that comes up then."""

    table: Table
    code: Code
    mended: dict[str, Any]


@dataclass(frozen=True)
class Ladder:
    """A request and its way down through the codes."""

    ref: str
    start: Command
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return f"{self.start.do} {self.ref}"


def ladder(ref: str, start: Command, *given: tuple[Table, Code, dict[str, Any]]) -> Ladder:
    return Ladder(ref, start, tuple(Step(*one) for one in given))


def who(by: By) -> dict[str, Any]:
    return {"by": by}


@cache
def bought_in(ref: str) -> dict[str, Table]:
    """Ann has blue chips and bob red ones; at every point from before the round until it is called."""
    ruleset = croupier.rulebook(ref)
    spans = {Kind.STRAIGHT: Limit(100, 1_000), Kind.DOZEN: Limit(500, 1_000)}
    table = new_table(ruleset, name="one", limits=Limits(MappingProxyType(spans), chip_value_min=100))
    buys = [
        ask.BuyIn(by, by.name, 5_000, ChipSort.COLOR, color, 500, marker=True)
        for by, color in ((ANN, "blue"), (BOB, "red"))
    ]
    table = after(table, ruleset, ask.OpenTable(DEALER), ask.TakeSeat(ANN, "ann"), *buys)
    betting = after(table, ruleset, *steps()["betting-open"])
    return {
        "open": table,
        "betting": betting,
        "called": after(betting, ruleset, SPIN, ask.CountRevolutions(DEALER, 9), ask.CallNoMoreBets(DEALER, bell=True)),
        "closed": after(_over(betting, ruleset), ruleset, CLOSE),
        "over": _over(betting, ruleset),
    }


def _over(table: Table, ruleset: croupier.Ruleset) -> Table:
    played = steps("1")
    rest = [command for phase in list(played)[1:] for command in played[phase]]
    return after(table, ruleset, *rest)


def table_and_seat() -> list[Ladder]:
    v3, chips = scenes(V3), bought_in(V3)
    return [
        ladder(
            V3,
            ask.OpenTable(ACTING),
            (v3["open"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["open"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
            (v3["open"], Code.TABLE_OPEN, who(DEALER)),
        ),
        ladder(
            V3,
            ask.CloseTable(ACTING),
            (v3["not yet open"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["not yet open"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
            (v3["not yet open"], Code.TABLE_CLOSED, who(DEALER)),
            (v3["at-rest"], Code.ROUND_OPEN, {}),
        ),
        ladder(
            V3,
            ask.SetLimits(ACTING, {"green": ask.StakeRange(9, 1)}, "sometimes", "everybody"),
            (v3["open"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["open"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
            (v3["open"], Code.LIMITS_INVALID, who(DEALER)),
        ),
        ladder(
            V3,
            ask.TakeSeat(ACTING, "bob"),
            (chips["closed"], Code.ACTING_NOT_ALLOWED, {}),
            (chips["closed"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
            (chips["closed"], Code.NOT_YOURS, who(ANN)),
            (chips["closed"], Code.TABLE_CLOSED, {"player": "ann"}),
            (chips["open"], Code.SEAT_TAKEN, {}),
        ),
        ladder(
            V3,
            ask.LeaveSeat(ACTING, "bob"),
            (chips["closed"], Code.ACTING_NOT_ALLOWED, {}),
            (chips["closed"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
            (chips["closed"], Code.NOT_YOURS, who(ANN)),
            (chips["closed"], Code.NO_SEAT, who(BOB)),
        ),
        ladder(
            AM,
            ask.OpenBetting(ACTING),
            (scenes(AM)["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (scenes(AM)["closed again"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
            (scenes(AM)["closed again"], Code.TABLE_CLOSED, who(DEALER)),
            (scenes(AM)["dolly-down"], Code.ROUND_OPEN, {}),
            (scenes(AM)["paid"], Code.DOLLY_DOWN, {}),
        ),
    ]


def carried() -> tuple[Table, Table]:
    """The American table with ann's chips taken off it, and brought back."""
    away = after(bought_in(AM)["open"], croupier.rulebook(AM), ask.RemoveChips(ANN, "ann", 5_000))
    return away, after(away, croupier.rulebook(AM), ask.BringBackChips(ANN, "ann", 5_000))


def chips_bought() -> list[Ladder]:
    v3, v2, am = bought_in(V3), scenes(V2), bought_in(AM)
    tainted = carried()[1]
    return [
        ladder(
            V3,
            ask.BuyIn(ACTING, "bob", HUGE + 1, ChipSort.COLOR, "red", 50),
            (v3["closed"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
            (v3["closed"], Code.NOT_YOURS, who(ANN)),
            (v3["closed"], Code.TABLE_CLOSED, {"player": "ann"}),
            (v3["open"], Code.COLOR_TAKEN, {}),
            (v3["open"], Code.ONE_COLOR, {"color": "green"}),
            (v3["open"], Code.CHIP_VALUE_FIXED, {"color": None}),
            (v3["open"], Code.CHIP_VALUE_MISSING, {"by": By("cid", Role.PLAYER), "player": "cid"}),
            (v3["open"], Code.CHIP_VALUE_TOO_LOW, {"color": "green"}),
            (v3["open"], Code.MARKER_MISSING, {"chip_value": 300}),
            (v3["open"], Code.CHIPS_DO_NOT_ADD_UP, {"marker": True}),
            (v3["open"], Code.STAKE_TOO_LARGE, {"amount": 300 * HUGE}),
        ),
        ladder(
            V2,
            ask.BuyIn(ANN, "ann", HUGE, ChipSort.COLOR, "green"),
            (v2["closed again"], Code.TABLE_CLOSED, {}),
            (v2["open"], Code.CHIP_VALUE_MISSING, {}),
            (v2["open"], Code.STAKE_TOO_LARGE, {"chip_value": 1}),
        ),
        ladder(
            AM,
            ask.CashOut(ACTING, "bob", HUGE + 1, ChipSort.COLOR),
            (am["closed"], Code.ACTING_NOT_ALLOWED, {}),
            (am["closed"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
            (am["closed"], Code.NOT_YOURS, who(ANN)),
            (am["closed"], Code.CHIPS_DO_NOT_ADD_UP, {"player": "ann"}),
            (tainted, Code.NOT_ENOUGH_CHIPS, {"amount": HUGE}),
            (tainted, Code.APPROVAL_NEEDED, {"amount": 5_000}),
        ),
    ]


def chips_carried() -> list[Ladder]:
    v2, am = scenes(V2), bought_in(AM)
    away, _ = carried()
    return [
        ladder(V2, ask.PermitValueChips(ANN, "bob"), (v2["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(
            AM,
            ask.PermitValueChips(ACTING, "ann"),
            (am["closed"], Code.ACTING_NOT_ALLOWED, {}),
            (am["closed"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (am["closed"], Code.TABLE_CLOSED, who(DEALER)),
            (_permitted("bob"), Code.COLOR_TAKEN, {}),
        ),
        *(
            ladder(
                AM,
                command,
                (am["closed"], Code.ACTING_NOT_ALLOWED, {}),
                (am["closed"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
                (am["closed"], Code.NOT_YOURS, who(ANN)),
                (am["closed"], Code.TABLE_CLOSED, {"player": "ann"}),
                (away, Code.CHIPS_DO_NOT_ADD_UP, {}),
                (away, Code.NOT_ENOUGH_CHIPS, {"amount": HUGE}),
            )
            for command in (ask.RemoveChips(ACTING, "bob", HUGE + 1), ask.BringBackChips(ACTING, "bob", HUGE + 1))
        ),
        ladder(V2, ask.RemoveChips(AUDITOR, "ann", HUGE), (v2["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(V2, ask.BringBackChips(AUDITOR, "ann", HUGE), (v2["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(V2, ask.ApproveRedemption(AUDITOR, "ann"), (v2["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(
            AM,
            ask.ApproveRedemption(ACTING, "ann", HUGE),
            (am["closed"], Code.ACTING_NOT_ALLOWED, {}),
            (am["closed"], Code.ROLE_NOT_ALLOWED, who(DEALER)),
            (am["closed"], Code.NOTHING_TO_RULE, who(FLO)),
        ),
        ladder(
            V2,
            ask.CollectDebt(AUDITOR, "ann", HUGE),
            (v2["closed again"], Code.ROLE_NOT_ALLOWED, {}),
            (v2["closed again"], Code.ALREADY_DONE, {"by": THE_HOUSE}),
        ),
    ]


def _permitted(player: str) -> Table:
    return after(bought_in(AM)["open"], croupier.rulebook(AM), ask.PermitValueChips(DEALER, player))


FOREIGN = (Chips(3, cash=7), Chips(1, color="red", table="two"))
ANOTHERS = (Chips(3, cash=7), Chips(1, color="red"))
UNPERMITTED = (Chips(3, cash=7), Chips(1, color="blue"))


def placing() -> list[Ladder]:
    am = bought_in(AM)
    permitted = after(am["betting"], croupier.rulebook(AM), ask.PermitValueChips(DEALER, "cid", "gold"))
    alone = ask.PlaceWager(ACTING, "w1", "bob", "the moon", HUGE, FOREIGN, round="7")
    rungs = [
        (am["closed"], Code.ACTING_NOT_ALLOWED, {}),
        (am["closed"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
        (am["closed"], Code.NOT_YOURS, who(ANN)),
        (am["closed"], Code.TABLE_CLOSED, {"player": "ann"}),
        (am["over"], Code.ROUND_OVER, {}),
        (am["over"], Code.BETTING_CLOSED, {"round": None}),
        (am["betting"], Code.WAGER_ID_REUSED, {}),
        (am["betting"], Code.NOT_ON_LAYOUT, {"wager": "w9"}),
        (am["betting"], Code.CHIPS_OF_ANOTHER_TABLE, {"position": "17"}),
        (am["betting"], Code.CHIPS_OF_ANOTHER_PLAYER, {"chips": ANOTHERS}),
        (am["betting"], Code.PERMISSION_NEEDED, {"chips": UNPERMITTED}),
        (am["betting"], Code.CHIPS_DO_NOT_ADD_UP, {"chips": (Chips(1, color="blue"),)}),
        (am["betting"], Code.NOT_ENOUGH_CHIPS, {"chips": (Chips(HUGE // 500, color="blue"),)}),
        (permitted, Code.STAKE_TOO_LARGE, {"by": By("cid", Role.PLAYER), "player": "cid", "chips": None}),
        (permitted, Code.BELOW_MINIMUM, {"stake": 1}),
    ]
    several = ask.PlaceWagers(
        ACTING, (ask.Laid("w9", "17", 1, "ann"), ask.Laid("w1", "the moon", HUGE, "bob", FOREIGN)), round="7"
    )
    good, late = ask.Laid("w9", "17", 1_000), ask.Laid("w8", "the moon", HUGE)
    listed = [
        (am["closed"], Code.ACTING_NOT_ALLOWED, {}),
        (am["closed"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
        (am["closed"], Code.NOT_YOURS, who(ANN)),
        (am["closed"], Code.TABLE_CLOSED, {"wagers": (good, ask.Laid("w1", "the moon", HUGE))}),
        (am["over"], Code.ROUND_OVER, {}),
        (am["over"], Code.BETTING_CLOSED, {"round": None}),
        (am["betting"], Code.WAGER_ID_REUSED, {}),
        (am["betting"], Code.NOT_ON_LAYOUT, {"wagers": (replace(good, stake=HUGE), late)}),
        (am["betting"], Code.NOT_ENOUGH_CHIPS, {"wagers": (replace(good, stake=1_500), replace(late, position="18"))}),
        (am["betting"], Code.ABOVE_MAXIMUM, {"wagers": (good, replace(good, wager="w8"))}),
    ]
    return [
        ladder(AM, alone, *rungs),
        ladder(AM, several, *listed),
        ladder(V2, replace(alone, by=DEALER), (scenes(V2)["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(V2, replace(several, by=DEALER), (scenes(V2)["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(
            AM,
            ask.PlaceWager(By("cid", Role.PLAYER), "w9", "cid", "17", 1_001),
            (permitted, Code.ABOVE_MAXIMUM, {}),
        ),
    ]


def taking_back() -> list[Ladder]:
    r360, am, v3 = bought_in(R360), bought_in(AM), bought_in(V3)
    heads = [(Code.ACTING_NOT_ALLOWED, {}), (Code.NOT_IN_RULEBOOK, who(DEALER)), (Code.NOT_YOURS, who(ANN))]
    return [
        ladder(
            R360,
            ask.RetractWager(ACTING, "w2", HUGE, round="7"),
            *((r360["closed"], code, mended) for code, mended in heads),
            (r360["closed"], Code.TABLE_CLOSED, {"wager": "w9"}),
            (r360["called"], Code.ROUND_OVER, {}),
            (r360["called"], Code.UNKNOWN_WAGER, {"round": None}),
            (r360["called"], Code.WITHDRAWAL_REFUSED, {"wager": "w1"}),
            (r360["betting"], Code.NOT_ENOUGH_CHIPS, {}),
        ),
        ladder(
            R360,
            ask.RetractWagers(ACTING, ("w1", "w2", "w9"), round="7"),
            *((r360["closed"], code, mended) for code, mended in heads),
            (r360["closed"], Code.TABLE_CLOSED, {"wagers": ("w1", "w9")}),
            (r360["called"], Code.ROUND_OVER, {}),
            (r360["called"], Code.UNKNOWN_WAGER, {"round": None}),
            (r360["called"], Code.WITHDRAWAL_REFUSED, {"wagers": ("w1",)}),
        ),
        ladder(AM, ask.RetractWager(ANN, "w1", HUGE), (am["called"], Code.WITHDRAWAL_REFERRED, {})),
        ladder(AM, ask.RetractWager(By("flo", Role.FLOOR_MANAGER), "w1"), (am["closed"], Code.ROLE_NOT_ALLOWED, {})),
        ladder(V3, ask.RetractWager(ANN, "w1", HUGE), (v3["called"], Code.NOT_ENOUGH_CHIPS, {})),
        ladder(
            V3,
            ask.MoveWager(ACTING, "w2", "the moon", accident=False, round="7"),
            (v3["closed"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed"], Code.ROLE_NOT_ALLOWED, who(AUDITOR)),
            (v3["closed"], Code.NOT_YOURS, who(ANN)),
            (v3["closed"], Code.TABLE_CLOSED, {"wager": "w9"}),
            (v3["called"], Code.ROUND_OVER, {}),
            (v3["called"], Code.BETTING_CLOSED, {"round": None}),
            (v3["betting"], Code.UNKNOWN_WAGER, {}),
            (v3["betting"], Code.NOT_ON_LAYOUT, {"wager": "w1"}),
        ),
        ladder(
            V3,
            ask.MoveWager(ACTING, "w9", "the moon", accident=True, round="7"),
            (v3["closed"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (v3["closed"], Code.TABLE_CLOSED, who(DEALER)),
            (v3["called"], Code.ROUND_OVER, {}),
            (v3["called"], Code.UNKNOWN_WAGER, {"round": None}),
            (v3["called"], Code.NOT_ON_LAYOUT, {"wager": "w1"}),
        ),
    ]


def unclear() -> list[Ladder]:
    v3, v2, am = scenes(V3), scenes(V2), scenes(AM)
    marked = after(v3["no-more-bets"], croupier.rulebook(V3), ask.MarkUnclear(DEALER, "w1"))
    rest = after(marked, croupier.rulebook(V3), *steps()["at-rest"])
    return [
        ladder(V2, ask.MarkUnclear(AUDITOR, "w9"), (v2["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(
            V3,
            ask.MarkUnclear(ACTING, "w9"),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (v3["closed again"], Code.TABLE_CLOSED, who(DEALER)),
            (marked, Code.UNKNOWN_WAGER, {}),
            (marked, Code.WAGER_HELD, {"wager": "w1"}),
        ),
        ladder(
            AM,
            ask.MarkUnclear(DEALER, "w9"),
            (am["betting-open"], Code.UNKNOWN_WAGER, {}),
            (am["betting-open"], Code.COUNTS_WHERE_IT_LIES, {"wager": "w1"}),
        ),
        ladder(V2, ask.RuleOnWager(AUDITOR, "w9", WagerTreatment.STAND), (v2["open"], Code.NOT_IN_RULEBOOK, {})),
        ladder(
            V3,
            ask.RuleOnWager(ACTING, "w2", WagerTreatment.RELOCATE, "the moon"),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(DEALER)),
            (v3["closed again"], Code.TABLE_CLOSED, who(SUE)),
            (marked, Code.NOT_AT_REST, {}),
            (rest, Code.NOTHING_TO_RULE, {}),
            (rest, Code.UNKNOWN_WAGER, {"wager": "w9"}),
            (rest, Code.NOT_ON_LAYOUT, {"wager": "w1"}),
        ),
    ]


def ball() -> list[Ladder]:
    v3, r360 = scenes(V3), scenes(R360)
    return [
        ladder(
            V3,
            ask.SpinBall(ACTING, Ball.CLOCKWISE, Turning.STILL),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (v3["closed again"], Code.TABLE_CLOSED, who(DEALER)),
            (v3["paid"], Code.BETTING_CLOSED, {}),
            (v3["at-rest"], Code.ALREADY_SPUN, {}),
        ),
        ladder(
            V3,
            ask.UndoSpin(ACTING),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (v3["closed again"], Code.TABLE_CLOSED, who(DEALER)),
            (v3["paid"], Code.BETTING_CLOSED, {}),
            (v3["betting-open"], Code.NOT_SPUN, {}),
            (v3["no-more-bets"], Code.TOO_LATE, {}),
        ),
        ladder(
            V3,
            ask.CountRevolutions(ACTING, 0),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (v3["closed again"], Code.TABLE_CLOSED, who(DEALER)),
            (v3["paid"], Code.BETTING_CLOSED, {}),
            (v3["betting-open"], Code.NOT_SPUN, {}),
            (v3["at-rest"], Code.TOO_LATE, {}),
            (v3["no-more-bets"], Code.COUNT_WENT_BACK, {}),
        ),
        ladder(
            R360,
            ask.CallNoMoreBets(ACTING),
            (r360["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (r360["closed again"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (r360["closed again"], Code.TABLE_CLOSED, who(DEALER)),
            (r360["paid"], Code.BETTING_CLOSED, {}),
            (r360["betting-open"], Code.NOT_SPUN, {}),
            (r360["at-rest"], Code.ALREADY_DONE, {}),
            (r360["ball-in-play"], Code.BELL_MISSING, {}),
        ),
    ]


def irregular() -> list[Ladder]:
    v3, v2, am = scenes(V3), scenes(V2), scenes(AM)
    rules = croupier.rulebook(V3)
    early = after(v3["betting-open"], rules, ask.AuthorizeEarlyClose(PIT))
    return [
        ladder(V3, ask.CallNoMoreBets(DEALER), (v3["betting-open"], Code.NOT_AUTHORIZED, {})),
        ladder(V2, ask.AuthorizeEarlyClose(AUDITOR), (v2["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(
            V3,
            ask.AuthorizeEarlyClose(ACTING),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(DEALER)),
            (v3["closed again"], Code.TABLE_CLOSED, who(PIT)),
            (v3["paid"], Code.BETTING_CLOSED, {}),
            (after(early, rules, SPIN), Code.ALREADY_SPUN, {}),
            (early, Code.ALREADY_DONE, {}),
        ),
        ladder(
            V3,
            ask.ReportIrregularity(ACTING, Irregularity.WHEEL_STOPPED),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (v3["closed again"], Code.TABLE_CLOSED, who(DEALER)),
            (v3["open"], Code.BETTING_CLOSED, {}),
            (v3["paid"], Code.TOO_LATE, {}),
        ),
        ladder(V2, ask.CallNoSpin(AUDITOR), (v2["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(
            AM,
            ask.CallNoSpin(ACTING, suspected=True),
            (am["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (am["closed again"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (am["closed again"], Code.TABLE_CLOSED, who(DEALER)),
            (am["paid"], Code.BETTING_CLOSED, {}),
            (am["betting-open"], Code.NOT_SPUN, {}),
            (am["at-rest"], Code.REASON_MISSING, {}),
            (am["at-rest"], Code.REASON_NOT_ALLOWED, {"reason": Irregularity.BALL_HANGS}),
            (am["at-rest"], Code.TOO_LATE, {"reason": Irregularity.FOREIGN_OBJECT, "suspected": None}),
        ),
    ]


def outcomes() -> list[Ladder]:
    v2, v3 = scenes(V2), scenes(V3)
    rules = croupier.rulebook(V3)
    called = after(v3["betting-open"], rules, ask.AuthorizeEarlyClose(PIT), ask.CallNoMoreBets(DEALER))
    moon, other = Pocket("99"), Pocket("5")
    head = [(Code.ACTING_NOT_ALLOWED, {}), (Code.ROLE_NOT_ALLOWED, who(ANN)), (Code.TABLE_CLOSED, who(DEALER))]
    shut = [(v3["closed again"], code, mended) for code, mended in head]
    return [
        ladder(
            V2,
            ask.DeclareOutcome(ACTING, moon),
            *((v2["closed again"], code, mended) for code, mended in head),
            (v2["paid"], Code.BETTING_CLOSED, {}),
            (v2["at-rest"], Code.ALREADY_DONE, {}),
            (v2["no-more-bets"], Code.NOT_A_POCKET, {}),
        ),
        ladder(
            V3,
            ask.DeclareOutcome(DEALER, moon),
            (called, Code.NOT_SPUN, {}),
            (after(called, rules, SPIN), Code.NOT_COUNTED, {}),
            (after(called, rules, SPIN, ask.CountRevolutions(DEALER, 4)), Code.NOT_A_POCKET, {}),
        ),
        ladder(
            V3,
            ask.ConfirmOutcome(ACTING, moon),
            *shut[:2],
            (v3["closed again"], Code.SAME_PERSON, who(DEALER)),
            (v3["closed again"], Code.TABLE_CLOSED, who(SUE)),
            (v3["paid"], Code.BETTING_CLOSED, {}),
            (v3["no-more-bets"], Code.NO_OUTCOME, {}),
            (v3["at-rest"], Code.NOT_A_POCKET, {}),
            (v3["at-rest"], Code.WRONG_POCKET, {"pocket": other}),
        ),
    ]


def dolly() -> list[Ladder]:
    v3 = scenes(V3)
    moon, other = Pocket("99"), Pocket("5")
    head = [(Code.ACTING_NOT_ALLOWED, {}), (Code.ROLE_NOT_ALLOWED, who(ANN)), (Code.TABLE_CLOSED, who(DEALER))]
    shut = [(v3["closed again"], code, mended) for code, mended in head]
    return [
        ladder(
            V3,
            ask.PlaceDolly(ACTING, moon),
            *shut,
            (v3["paid"], Code.BETTING_CLOSED, {}),
            (v3["no-more-bets"], Code.NO_OUTCOME, {}),
            (v3["dolly-down"], Code.DOLLY_DOWN, {}),
            (v3["at-rest"], Code.NOT_A_POCKET, {}),
            (v3["at-rest"], Code.WRONG_POCKET, {"pocket": other}),
        ),
        ladder(
            V3,
            ask.LiftDolly(ACTING, moon),
            *shut,
            (v3["betting-open"], Code.ROUND_OPEN, {}),
            (v3["void"], Code.NO_DOLLY, {}),
            (v3["paid"], Code.NOT_A_POCKET, {}),
            (v3["paid"], Code.WRONG_POCKET, {"pocket": other}),
        ),
        ladder(
            V3,
            ask.Settle(ACTING),
            *shut,
            (v3["paid"], Code.BETTING_CLOSED, {}),
            (v3["held"], Code.RULING_NEEDED, {}),
            (v3["no-more-bets"], Code.NO_OUTCOME, {}),
            (v3["at-rest"], Code.NO_DOLLY, {}),
        ),
    ]


def rulings() -> list[Ladder]:
    v2, v3 = scenes(V2), scenes(V3)
    rules = croupier.rulebook(V3)
    proposed = after(v3["paid"], rules, ask.CorrectOutcome(SUE, "1", Pocket("5"), "the dealer misread it"))
    closed = after(proposed, rules, CLOSE)
    moon, other = Pocket("99"), Pocket("6")
    return [
        ladder(
            V3,
            ask.RuleOnIrregularity(ACTING, RoundRuling.VOID, "why"),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(DEALER)),
            (v3["closed again"], Code.TABLE_CLOSED, who(SUE)),
            (v3["paid"], Code.NOTHING_TO_RULE, {}),
        ),
        ladder(
            V3,
            ask.CorrectOutcome(ACTING, "7", moon, "why"),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(DEALER)),
            (v3["closed again"], Code.TABLE_CLOSED, who(SUE)),
            (v3["no-more-bets"], Code.ROUND_OVER, {}),
            (v3["no-more-bets"], Code.NO_OUTCOME, {"round": "1"}),
            (v3["paid"], Code.NOT_A_POCKET, {}),
        ),
        ladder(V3, ask.CorrectOutcome(SUE, "1", Pocket("17"), "why"), (v3["paid"], Code.ALREADY_DONE, {})),
        ladder(
            V3,
            ask.ApproveCorrection(ACTING, "7", moon),
            (closed, Code.ACTING_NOT_ALLOWED, {}),
            (closed, Code.ROLE_NOT_ALLOWED, who(ANN)),
            (closed, Code.SAME_PERSON, who(SUE)),
            (closed, Code.TABLE_CLOSED, who(DEALER)),
            (proposed, Code.NOTHING_TO_RULE, {}),
            (proposed, Code.NOT_A_POCKET, {"round": "1"}),
            (proposed, Code.WRONG_POCKET, {"pocket": other}),
        ),
        ladder(V2, ask.FailPower(AUDITOR, ball_dropped=True), (v2["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(
            V3,
            ask.FailPower(ACTING, ball_dropped=True),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (v3["closed again"], Code.TABLE_CLOSED, who(DEALER)),
            (v3["paid"], Code.BETTING_CLOSED, {}),
        ),
        ladder(V2, ask.RestorePower(AUDITOR), (v2["closed again"], Code.NOT_IN_RULEBOOK, {})),
        ladder(
            V3,
            ask.RestorePower(ACTING),
            (v3["closed again"], Code.ACTING_NOT_ALLOWED, {}),
            (v3["closed again"], Code.ROLE_NOT_ALLOWED, who(ANN)),
            (v3["closed again"], Code.TABLE_CLOSED, who(DEALER)),
        ),
    ]


LADDERS = [
    *table_and_seat(),
    *chips_bought(),
    *chips_carried(),
    *placing(),
    *taking_back(),
    *unclear(),
    *ball(),
    *irregular(),
    *outcomes(),
    *dolly(),
    *rulings(),
]


@pytest.mark.parametrize("one", LADDERS, ids=str)
def test_the_first_listed_refusal_is_given(one: Ladder) -> None:
    ruleset = croupier.rulebook(one.ref)
    command, codes = one.start, []
    for step in one.steps:
        command = replace(command, **step.mended)
        refusal = refused(step.table, command, ruleset)
        codes.append(refusal.code)
        assert refusal.code is step.code, f"{command}: {refusal}"
    ranks = [RANK[code] for code in codes]
    assert ranks == sorted(set(ranks))


def test_every_command_has_a_ladder() -> None:
    assert {one.start.do for one in LADDERS} == {command.do for command in get_args(Command)}


def test_an_id_used_twice_is_refused_before_anything_else_is_looked_at() -> None:
    ruleset = croupier.rulebook(V3)
    session = Session(new_table(ruleset), ruleset)
    session.answer(b'{"id":"1","by":{"name":"dan","role":"dealer"},"do":"open-table"}')

    again = session.answer(b'{"id":"1","by":{"name":"dan","role":"auditor","acting":"house"},"do":"open-table"}')
    assert '"code":"id-reused"' in again
    assert next(iter(Code)) is Code.ID_REUSED


def whole(pocket: str = "17") -> list[Command]:
    """A round from the spin on."""
    played = steps(pocket)
    return [command for phase in list(played)[1:] for command in played[phase]]


Wait: TypeAlias = tuple[str, Table, Command, list[Command]]


def waits() -> dict[Code, Wait]:
    """For each code that may pass: where it comes up, what is asked, and what happens before it passes unchanged."""
    v2, v3, am = scenes(V2), scenes(V3), scenes(AM)
    rules = croupier.rulebook(V3)
    held = after(v3["no-more-bets"], rules, ask.MarkUnclear(DEALER, "w1"))
    declare, dolly = steps()["at-rest"], steps()["dolly-down"]
    stand = ask.RuleOnIrregularity(SUE, RoundRuling.STAND, "it changed nothing")
    return {
        Code.TABLE_CLOSED: (V2, v2["not yet open"], ask.OpenBetting(DEALER), [ask.OpenTable(DEALER)]),
        Code.ROUND_OPEN: (V2, v2["betting-open"], ask.OpenBetting(DEALER), whole()),
        Code.BETTING_CLOSED: (V2, v2["open"], ask.PlaceWager(ANN, "w9", "ann", "17", 1), [ask.OpenBetting(DEALER)]),
        Code.BETTING_OPEN: (
            AM,
            am["ball-in-play"],
            ask.RuleOnWager(FLO, "w1", WagerTreatment.STAND),
            [*steps()["no-more-bets"]],
        ),
        Code.NOT_SPUN: (V2, v2["betting-open"], ask.CallNoMoreBets(DEALER), [SPIN]),
        Code.NOT_AUTHORIZED: (V3, v3["betting-open"], ask.CallNoMoreBets(DEALER), [ask.AuthorizeEarlyClose(PIT)]),
        Code.NOT_AT_REST: (V3, held, ask.RuleOnWager(SUE, "w1", WagerTreatment.STAND), [*declare]),
        Code.NOT_COUNTED: (
            V2,
            after(v2["ball-in-play"], croupier.rulebook(V2), ask.CallNoMoreBets(DEALER)),
            declare[0],
            [ask.CountRevolutions(DEALER, 4)],
        ),
        Code.RULING_NEEDED: (V3, after(v3["held"], rules, *declare, *dolly), ask.Settle(DEALER), [stand]),
        Code.NOTHING_TO_RULE: (
            V3,
            v3["no-more-bets"],
            stand,
            [ask.ReportIrregularity(DEALER, Irregularity.UNLISTED)],
        ),
        Code.NO_OUTCOME: (V2, v2["no-more-bets"], dolly[0], [*declare]),
        Code.NO_DOLLY: (V2, v2["at-rest"], ask.Settle(DEALER), [*dolly]),
        Code.DOLLY_DOWN: (AM, am["paid"], ask.OpenBetting(DEALER), [ask.LiftDolly(DEALER)]),
    }


def waits_for_chips() -> dict[Code, Wait]:
    """The same for seats, chips and limits."""
    am, chips = scenes(AM), bought_in(V3)
    sell = ask.CashOut(ANN, "ann", 5_000, ChipSort.COLOR)
    cash = ask.PlaceWager(BOB, "w9", "bob", "17", 500, (Chips(1, cash=500),))
    return {
        Code.PERMISSION_NEEDED: (AM, am["betting-open"], cash, [ask.PermitValueChips(DEALER, "bob")]),
        Code.COLOR_TAKEN: (V3, chips["open"], ask.BuyIn(DEALER, "cid", 500, ChipSort.COLOR, "blue", 100), [sell]),
        Code.ONE_COLOR: (V3, chips["open"], ask.BuyIn(ANN, "ann", 500, ChipSort.COLOR, "green", 100), [sell]),
        Code.CHIP_VALUE_FIXED: (V3, chips["open"], ask.BuyIn(ANN, "ann", 500, ChipSort.COLOR, "blue", 100), [sell]),
        Code.NOT_ENOUGH_CHIPS: (
            V3,
            chips["open"],
            ask.CashOut(ANN, "ann", 500, ChipSort.CASH),
            [ask.BuyIn(ANN, "ann", 500, ChipSort.CASH)],
        ),
        Code.APPROVAL_NEEDED: (AM, carried()[1], sell, [ask.ApproveRedemption(FLO, "ann")]),
        Code.BELOW_MINIMUM: (
            AM,
            am["betting-open"],
            ask.PlaceWager(ANN, "w8", "ann", "col 1", 300),
            [ask.PlaceWager(ANN, "w9", "ann", "col 1", 500)],
        ),
        Code.ABOVE_MAXIMUM: (
            AM,
            am["betting-open"],
            ask.PlaceWager(ANN, "w9", "ann", "17", 1_000),
            [ask.RetractWager(ANN, "w1")],
        ),
    }


PASSING = [code for code in Code if code.passing]


@pytest.mark.parametrize("code", PASSING)
def test_what_may_pass_does_pass_later_unchanged(code: Code) -> None:
    ref, table, command, meanwhile = (waits() | waits_for_chips())[code]
    ruleset = croupier.rulebook(ref)

    refusal = refused(table, command, ruleset)
    assert refusal.code is code
    assert refusal.passing
    assert happens(after(table, ruleset, *meanwhile), command, ruleset)


def test_no_other_code_is_said_to_pass() -> None:
    assert set(PASSING) == {*waits(), *waits_for_chips()}


@pytest.mark.parametrize(
    "code", [Code.TABLE_OPEN, Code.ALREADY_SPUN, Code.ALREADY_DONE, Code.SEAT_TAKEN, Code.NO_SEAT, Code.WAGER_HELD]
)
def test_what_is_so_already_does_not_become_so_by_waiting(code: Code) -> None:
    assert not code.passing


@pytest.mark.parametrize("code", [Code.TOO_LATE, Code.ROUND_OVER, Code.WAGER_ID_REUSED, Code.WRONG_POCKET])
def test_a_moment_that_is_over_and_a_wrong_name_do_not_pass(code: Code) -> None:
    assert not code.passing


def test_the_first_opened_table_takes_no_wager_yet() -> None:
    refusal = refused(opened(croupier.rulebook(V2)), ask.PlaceWager(ANN, "w1", "ann", "17", 1), croupier.rulebook(V2))
    assert (refusal.code, refusal.passing) == (Code.BETTING_CLOSED, True)
