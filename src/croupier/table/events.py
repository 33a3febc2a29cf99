"""What happened at a table, in the past tense. The fields are those of the wire and of the record.

Every event carries its place (``seq``), its round, who asked for it, and the
clauses it rests on. Tags are our own words and never change their meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from croupier.rules.pocket import Pocket
from croupier.rules.position import Kind
from croupier.rules.procedure import ChipSort, Intake, Irregularity, LimitScope
from croupier.table.commands import Ball, By, Chips, LimitAsked, RoundRuling, Turning, WagerTreatment


@dataclass(frozen=True, slots=True)
class _Event:
    seq: int
    round: str | None
    by: By
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableOpened(_Event):
    type: ClassVar[str] = "table-opened"


@dataclass(frozen=True, slots=True)
class TableClosed(_Event):
    type: ClassVar[str] = "table-closed"


@dataclass(frozen=True, slots=True)
class LimitsStated:
    """Limits as a limits file writes them."""

    limits: dict[Kind, LimitAsked]
    intake: Intake
    limit_scope: LimitScope
    chip_value_min: int | None = None


@dataclass(frozen=True, slots=True)
class LimitsSet(_Event):
    type: ClassVar[str] = "limits-set"
    limits: dict[Kind, LimitAsked]
    intake: Intake
    limit_scope: LimitScope
    chip_value_min: int | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken(_Event):
    type: ClassVar[str] = "seat-taken"
    player: str


@dataclass(frozen=True, slots=True)
class SeatLeft(_Event):
    type: ClassVar[str] = "seat-left"
    player: str


@dataclass(frozen=True, slots=True)
class ChipsBought(_Event):
    type: ClassVar[str] = "chips-bought"
    player: str
    amount: int
    chips: ChipSort
    color: str | None
    chip_value: int | None
    marker: bool


@dataclass(frozen=True, slots=True)
class ChipsRedeemed(_Event):
    type: ClassVar[str] = "chips-redeemed"
    player: str
    amount: int
    chips: ChipSort
    color: str | None


@dataclass(frozen=True, slots=True)
class ValueChipsPermitted(_Event):
    type: ClassVar[str] = "value-chips-permitted"
    player: str
    color: str


@dataclass(frozen=True, slots=True)
class ChipsRemoved(_Event):
    type: ClassVar[str] = "chips-removed"
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class ChipsBroughtBack(_Event):
    type: ClassVar[str] = "chips-brought-back"
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class RedemptionApproved(_Event):
    type: ClassVar[str] = "redemption-approved"
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class BettingOpened(_Event):
    type: ClassVar[str] = "betting-opened"
    rulebook: str
    digest: str
    limits: LimitsStated | None = None
    """The limits in force, so that the round can be settled again from its record alone."""
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class WagerPlaced(_Event):
    type: ClassVar[str] = "wager-placed"
    wager: str
    player: str
    position: str
    stake: int
    chips: tuple[Chips, ...] | None = None


@dataclass(frozen=True, slots=True)
class WagerRetracted(_Event):
    type: ClassVar[str] = "wager-retracted"
    wager: str
    stake: int


@dataclass(frozen=True, slots=True)
class WithdrawalIgnored(_Event):
    type: ClassVar[str] = "withdrawal-ignored"
    wager: str


@dataclass(frozen=True, slots=True)
class WagerMoved(_Event):
    type: ClassVar[str] = "wager-moved"
    wager: str
    position: str
    accident: bool
    counts: str
    """Where the wager counts after the move: elsewhere than it lies if positions were fixed before."""
    held: bool = False


@dataclass(frozen=True, slots=True)
class WagerMarkedUnclear(_Event):
    type: ClassVar[str] = "wager-marked-unclear"
    wager: str
    point: str | None = None


@dataclass(frozen=True, slots=True)
class EarlyCloseAuthorized(_Event):
    type: ClassVar[str] = "early-close-authorized"


@dataclass(frozen=True, slots=True)
class BallSpun(_Event):
    type: ClassVar[str] = "ball-spun"
    ball: Ball
    wheel: Turning


@dataclass(frozen=True, slots=True)
class RevolutionsCounted(_Event):
    type: ClassVar[str] = "revolutions-counted"
    completed: int


@dataclass(frozen=True, slots=True)
class NoMoreBetsCalled(_Event):
    type: ClassVar[str] = "no-more-bets-called"
    bell: bool
    wave: bool


@dataclass(frozen=True, slots=True)
class IrregularityReported(_Event):
    type: ClassVar[str] = "irregularity-reported"
    kind: Irregularity
    treatment: str
    note: str | None = None
    found_late: bool | None = None
    """It was so before the ball came to rest, and was found only then."""


@dataclass(frozen=True, slots=True)
class NoSpinCalled(_Event):
    type: ClassVar[str] = "no-spin-called"
    reason: Irregularity | None
    suspected: bool


@dataclass(frozen=True, slots=True)
class RoundVoided(_Event):
    type: ClassVar[str] = "round-voided"
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class WagerReturned(_Event):
    type: ClassVar[str] = "wager-returned"
    wager: str
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class OutcomeDeclared(_Event):
    type: ClassVar[str] = "outcome-declared"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class OutcomeConfirmed(_Event):
    type: ClassVar[str] = "outcome-confirmed"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class DollyPlaced(_Event):
    type: ClassVar[str] = "dolly-placed"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class DollyLifted(_Event):
    type: ClassVar[str] = "dolly-lifted"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class WagerRuled(_Event):
    type: ClassVar[str] = "wager-ruled"
    wager: str
    treatment: WagerTreatment
    position: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class IrregularityRuled(_Event):
    type: ClassVar[str] = "irregularity-ruled"
    ruling: RoundRuling
    reason: str


@dataclass(frozen=True, slots=True)
class WagerCollected(_Event):
    type: ClassVar[str] = "wager-collected"
    wager: str
    player: str
    position: str
    stake: int
    collected: int
    returned: int
    under_minimum: bool = False
    note: str | None = None
    """As of one that is paid."""


@dataclass(frozen=True, slots=True)
class WagerPaid(_Event):
    type: ClassVar[str] = "wager-paid"
    wager: str
    player: str
    position: str
    stake: int
    winnings: int
    returned: int
    under_minimum: bool = False
    note: str | None = None
    """Set where the stake is outside the limits and the document does not say what follows."""


@dataclass(frozen=True, slots=True)
class RoundClosed(_Event):
    type: ClassVar[str] = "round-closed"
    pocket: Pocket
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class PowerFailed(_Event):
    type: ClassVar[str] = "power-failed"
    ball_dropped: bool


@dataclass(frozen=True, slots=True)
class PowerRestored(_Event):
    type: ClassVar[str] = "power-restored"


@dataclass(frozen=True, slots=True)
class CorrectionProposed(_Event):
    type: ClassVar[str] = "correction-proposed"
    pocket: Pocket
    reason: str


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What a correction changes for one wager: the new settlement less the old one.

    ``owed`` is the part of it that does not change hands: above 0 what should
    be taken back but is not at the table any more, below 0 what is not handed
    over because the player owes it from before.
    """

    wager: str
    player: str
    winnings: int
    returned: int
    collected: int
    owed: int = 0


@dataclass(frozen=True, slots=True)
class OutcomeCorrected(_Event):
    type: ClassVar[str] = "outcome-corrected"
    before: Pocket
    pocket: Pocket
    reason: str
    adjustments: tuple[Adjustment, ...] = ()


Event: TypeAlias = (
    TableOpened
    | TableClosed
    | LimitsSet
    | SeatTaken
    | SeatLeft
    | ChipsBought
    | ChipsRedeemed
    | ValueChipsPermitted
    | ChipsRemoved
    | ChipsBroughtBack
    | RedemptionApproved
    | BettingOpened
    | WagerPlaced
    | WagerRetracted
    | WithdrawalIgnored
    | WagerMoved
    | WagerMarkedUnclear
    | EarlyCloseAuthorized
    | BallSpun
    | RevolutionsCounted
    | NoMoreBetsCalled
    | IrregularityReported
    | NoSpinCalled
    | RoundVoided
    | WagerReturned
    | OutcomeDeclared
    | OutcomeConfirmed
    | DollyPlaced
    | DollyLifted
    | WagerRuled
    | IrregularityRuled
    | WagerCollected
    | WagerPaid
    | RoundClosed
    | PowerFailed
    | PowerRestored
    | CorrectionProposed
    | OutcomeCorrected
)
