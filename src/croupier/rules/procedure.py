"""How a round is run, as cited values: everything in which the documents differ.

Each section of a rulebook file is one class here, each key one field, and the
annotation says what the value may be. A key that the format gains later has a
default, by which files without it are read. Reading, showing and comparing rulebooks
walk these classes, so a new point of difference is one line in one place.
``telling`` has the values in words, ``irregularities`` what can void a round.
"""

# ruff: noqa: RUF009 - what _as_before returns is frozen, so one value may be everybody's default

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

from croupier.rules.clause import Basis, Cited
from croupier.rules.irregularities import Irregularity, IrregularityRule
from croupier.rules.later import (
    AreaLimit,
    BallAtRest,
    ChipMinimum,
    Citing,
    Contradicted,
    CorrectionReach,
    Lasting,
    Remembered,
    Since,
    TableAmounts,
    Unbought,
    VoidableUntil,
)
from croupier.rules.pocket import Pocket


class Role(StrEnum):
    """Who may act at a table. The ladder of a rulebook says which of them it knows."""

    PLAYER = "player"
    DEALER = "dealer"
    PIT_SUPERVISOR = "pit-supervisor"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    FLOOR_MANAGER = "floor-manager"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    HOUSE = "house"


NO_POSITIONS = frozenset({Role.PLAYER, Role.SURVEILLANCE, Role.AUDITOR, Role.HOUSE})
"""Who plays, who only watches, and the house itself: none of them is a position on a ladder."""
POSITIONS = tuple(role for role in Role if role not in NO_POSITIONS)


class OpeningCall(StrEnum):
    PLACE_YOUR_BETS = "place-your-bets"
    BOARD_OPEN = "board-open"


class RoundEnd(StrEnum):
    PAID = "paid"
    DOLLY_LIFTED = "dolly-lifted"


class VoidEffect(StrEnum):
    STAKES_RETURNED = "stakes-returned"


class Direction(StrEnum):
    OPPOSITE = "opposite"


class ClosingMoment(StrEnum):
    BALL_ROTATING = "ball-rotating"
    BALL_SLOWING = "ball-slowing"


class BeforeSpin(StrEnum):
    NEVER = "never"
    AUTHORIZED = "authorized"


class Determined(StrEnum):
    REST = "rest"
    REST_AND_DOLLY = "rest-and-dolly"


class Unclosed(StrEnum):
    REFUSED = "refused"
    REFERRED = "referred"
    DECIDED = "decided"


class WrongDisplay(StrEnum):
    POCKET_DECIDES = "pocket-decides"


class PositionFixed(StrEnum):
    NO_MORE_BETS = "no-more-bets"
    REST = "rest"


class PayingOrder(StrEnum):
    COLLECT_THEN_PAY = "collect-then-pay"


class ChipSort(StrEnum):
    CASH = "cash"
    COLOR = "color"


class Unclear(StrEnum):
    RULING = "ruling"
    PLAYERS_RISK = "players-risk"
    UNADDRESSED = "unaddressed"


class Late(StrEnum):
    REFUSED = "refused"
    PAST_POSTING = "past-posting"


class LateIncrease(StrEnum):
    INCREASE_REFUSED = "increase-refused"


class Withdrawal(StrEnum):
    STANDS = "stands"
    REFUSED = "refused"
    REFERRED = "referred"


class Responsibility(StrEnum):
    PLAYER = "player"
    UNADDRESSED = "unaddressed"


class ColorValue(StrEnum):
    PLAYER_SETS = "player-sets"
    DEFAULT = "default"
    UNADDRESSED = "unaddressed"


class Marker(StrEnum):
    ABOVE_MINIMUM = "above-minimum"
    ABOVE_DEFAULT = "above-default"
    NONE = "none"


class Exclusive(StrEnum):
    COLOR = "color"
    COLOR_AND_CASH = "color-and-cash"


class ForeignTable(StrEnum):
    REFUSED = "refused"
    UNADDRESSED = "unaddressed"


class OffTable(StrEnum):
    APPROVAL = "approval"
    APPROVAL_TO_USE = "approval-to-use"
    UNADDRESSED = "unaddressed"


class OutsideCash(StrEnum):
    PERMISSION = "permission"
    FREE = "free"


class NoSpinUntil(StrEnum):
    OUTCOME_DECLARED = "outcome-declared"
    NEVER = "never"


class PowerFailure(StrEnum):
    NO_SPIN_DECIDES = "no-spin-decides"
    UNADDRESSED = "unaddressed"


class BallDropped(StrEnum):
    OUTCOME_STANDS = "outcome-stands"


class Interruption(StrEnum):
    RESUMES = "resumes"


class LimitSource(StrEnum):
    DISPLAYED = "displayed"
    STATED = "stated"
    HOUSE = "house"


class LimitScope(StrEnum):
    """Whose stakes share a limit: each player's own, or everybody's on one area together."""

    PLAYER = "player"
    AREA = "area"


class Intake(StrEnum):
    """What happens to a wager outside the limits when it is offered."""

    REFUSE = "refuse"
    ACCEPT = "accept"


class UnderMinimum(StrEnum):
    ONCE_THEN_RETURNED = "once-then-returned"
    UNADDRESSED = "unaddressed"


class OverMaximum(StrEnum):
    MAXIMUM_ONLY = "maximum-only"
    UNADDRESSED = "unaddressed"


class SameBet(StrEnum):
    ONE_WAGER = "one-wager"


_Value = TypeVar("_Value")


def _as_before(value: _Value) -> Cited[_Value]:
    """Return the value by which files are read that were written before the format had its key."""
    return Cited(value, (), Basis.OUR_READING, "The file does not state it, so it is read as it was before.")


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles that the document has, in rising authority."""

    ladder: Cited[tuple[Role, ...]]
    acting: Cited[bool]
    acting_upwards: Cited[bool] = _as_before(value=False)


@dataclass(frozen=True, slots=True)
class RoundRules:
    """How a round begins and ends."""

    opening: Cited[OpeningCall]
    game_opening_announced: Cited[bool]
    betting_after_spin: Cited[bool]
    ends: Cited[RoundEnd]
    void: Cited[VoidEffect]
    voidable_until: Cited[VoidableUntil] = _as_before(VoidableUntil.SETTLEMENT)


@dataclass(frozen=True, slots=True)
class SpinRules:
    """What makes a spin valid."""

    direction: Cited[Direction]
    revolutions_min: Cited[int]


@dataclass(frozen=True, slots=True)
class Closing:
    """How betting ends."""

    call_closes: Cited[bool]
    moment: Cited[ClosingMoment]
    bell: Cited[bool]
    wave: Cited[bool]
    before_spin: Cited[BeforeSpin]
    before_spin_by: Cited[Role] | None
    ball_at_rest: Cited[BallAtRest] = _as_before(BallAtRest.CALL_ALONE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What fixes the winning pocket."""

    determined: Cited[Determined]
    dolly: Cited[bool]
    unclosed: Cited[Unclosed]
    wrong_display: Cited[WrongDisplay]


@dataclass(frozen=True, slots=True)
class SettlementRules:
    """How wagers are settled, beyond what they pay."""

    position_fixed: Cited[PositionFixed]
    order: Cited[PayingOrder]
    only_zero_bets_win: Cited[tuple[Pocket, ...]] | None
    final: Cited[bool]
    citing: Cited[Citing] = _as_before(Citing.PRICE)


@dataclass(frozen=True, slots=True)
class Wagers:
    """How wagers are made, and what happens to late, withdrawn and unclear ones."""

    chips: Cited[tuple[ChipSort, ...]]
    placed_by_staff: Cited[tuple[Role, ...]]
    responsibility: Cited[Responsibility]
    late: Cited[Late]
    late_increase: Cited[LateIncrease]
    withdrawal: Cited[Withdrawal]
    withdrawal_to: Cited[Role] | None
    unclear: Cited[Unclear]
    unclear_by: Cited[Role] | None
    handled_by_staff: Cited[tuple[Role, ...]] | None = None
    """Who may take back or move a wager for a player; unless stated, those who may place one."""


@dataclass(frozen=True, slots=True)
class ChipRules:
    """Color chips and cash chips."""

    color_value: Cited[ColorValue]
    color_value_default: Cited[int] | None
    marker: Cited[Marker]
    exclusive: Cited[Exclusive]
    foreign_table: Cited[ForeignTable]
    off_table: Cited[OffTable]
    off_table_by: Cited[Role] | None
    outside_cash: Cited[OutsideCash]
    value_min: Cited[ChipMinimum] = _as_before(ChipMinimum.SET_BY_TABLE)
    unbought: Cited[Unbought] = _as_before(Unbought.FREE)


@dataclass(frozen=True, slots=True)
class NoSpin:
    """Who may call "no spin", for which irregularities (none listed means any), and until when."""

    callers: Mapping[Role, Cited[tuple[Irregularity, ...]]]
    suspicion: Cited[bool]
    until: Cited[NoSpinUntil]
    since: Cited[Since] = _as_before(Since.SPIN)


@dataclass(frozen=True, slots=True)
class PowerRules:
    """What a power failure or a stopped machine does to a round."""

    failure: Cited[PowerFailure]
    ball_dropped: Cited[BallDropped]
    interruption: Cited[Interruption]
    lasting: Cited[Lasting] = _as_before(Lasting.ITS_ROUND)


@dataclass(frozen=True, slots=True)
class Rulings:
    """Who decides what the document leaves open."""

    unlisted_by: Cited[Role]
    correction_by: Cited[Role]
    misspoken_by: Cited[Role] | None = None
    """Who puts an outcome right before it is marked on the layout, besides whoever corrects outcomes."""
    one_by_one: Cited[bool] = _as_before(value=False)
    correction_of: Cited[CorrectionReach] = _as_before(CorrectionReach.CURRENT_ROUND)
    contradicted: Cited[Contradicted] = _as_before(Contradicted.TAKEN)


@dataclass(frozen=True, slots=True)
class LimitRules:
    """Where limits come from and what happens outside them. The amounts are in ``limits``."""

    source: Cited[LimitSource]
    scope: Cited[LimitScope]
    intake: Cited[Intake]
    under_minimum: Cited[UnderMinimum]
    over_maximum: Cited[OverMaximum]
    same_bet: Cited[SameBet]
    table_amounts: Cited[TableAmounts] = _as_before(TableAmounts.ANY)
    remembered: Cited[Remembered] = _as_before(Remembered.SITTING)
    area: Cited[AreaLimit] = _as_before(AreaLimit.INTAKE)


@dataclass(frozen=True, slots=True)
class Procedure:
    """Every section together, as one rulebook states it."""

    roles: Roles
    round: RoundRules
    spin: SpinRules
    closing: Closing
    outcome: Outcome
    settlement: SettlementRules
    wagers: Wagers
    chips: ChipRules
    irregularities: Mapping[Irregularity, IrregularityRule]
    no_spin: NoSpin
    power: PowerRules
    rulings: Rulings
    limits: LimitRules


SECTIONS: Mapping[str, type] = {
    "roles": Roles,
    "round": RoundRules,
    "spin": SpinRules,
    "closing": Closing,
    "outcome": Outcome,
    "settlement": SettlementRules,
    "wagers": Wagers,
    "chips": ChipRules,
    "power": PowerRules,
    "rulings": Rulings,
    "limits": LimitRules,
}
"""Sections read field by field; irregularities and no-spin have shapes of their own."""


Grounded: TypeAlias = Cited[Any] | IrregularityRule


def flat(procedure: Procedure) -> dict[str, Grounded]:
    """List every stated value under its key in the rulebook file: ``wagers.late``, ``no_spin.callers.dealer``."""
    found: dict[str, Grounded] = {}
    for name in (field.name for field in fields(Procedure)):
        section = getattr(procedure, name)
        if isinstance(section, Mapping):
            found |= {f"{name}.{key}": value for key, value in section.items()}
            continue
        for field in fields(section):
            value = getattr(section, field.name)
            if isinstance(value, Mapping):
                found |= {f"{name}.{field.name}.{key}": inner for key, inner in value.items()}
            elif value is not None:
                found[f"{name}.{field.name}"] = value
    return found
