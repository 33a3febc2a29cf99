"""What happened at a table, in the past tense. The fields are those of the wire and of the record.

Every event carries its place (``seq``), its round, the asker, and the
clauses it rests on. Tags are our own words and never change their meaning.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.position import Kind
from croupier.rules.procedure import ChipSort, Intake, LimitScope
from croupier.table.commands import Ball, By, Chips, RoundRuling, StakeRange, Turning, WagerTreatment

UNCONFIRMED = "unconfirmed"
"""The treatment of an irregularity that a second person has to confirm before its clause acts."""


@dataclass(frozen=True, slots=True)
class EventBase:
    """What every event has, the front desk's included."""

    type: ClassVar[str]
    seq: int
    round: str | None
    by: By
    clauses: tuple[str, ...]
    not_carried_out: tuple[str, ...] = field(default=(), kw_only=True)
    """Clauses that the rulebook declares not to be carried out, and that are about this step."""


@dataclass(frozen=True, slots=True)
class TableOpened(EventBase):
    type: ClassVar[str] = "table-opened"


@dataclass(frozen=True, slots=True)
class TableClosed(EventBase):
    type: ClassVar[str] = "table-closed"


@dataclass(frozen=True, slots=True)
class LimitsStated:
    """Limits as a limits file writes them."""

    limits: dict[Kind, StakeRange]
    intake: Intake
    limit_scope: LimitScope
    chip_value_min: int | None = None


@dataclass(frozen=True, slots=True)
class LimitsSet(EventBase):
    type: ClassVar[str] = "limits-set"
    limits: dict[Kind, StakeRange]
    intake: Intake
    limit_scope: LimitScope
    chip_value_min: int | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken(EventBase):
    type: ClassVar[str] = "seat-taken"
    player: str
    seat: int | None = None
    """The number of the seat, where it was named."""


@dataclass(frozen=True, slots=True)
class SeatLeft(EventBase):
    type: ClassVar[str] = "seat-left"
    player: str


@dataclass(frozen=True, slots=True)
class ChipsBought(EventBase):
    type: ClassVar[str] = "chips-bought"
    player: str
    amount: int
    chips: ChipSort
    color: str | None
    chip_value: int | None
    marker: bool


@dataclass(frozen=True, slots=True)
class ChipsRedeemed(EventBase):
    type: ClassVar[str] = "chips-redeemed"
    player: str
    amount: int
    chips: ChipSort
    color: str | None


@dataclass(frozen=True, slots=True)
class ValueChipsPermitted(EventBase):
    type: ClassVar[str] = "value-chips-permitted"
    player: str
    color: str


@dataclass(frozen=True, slots=True)
class ChipsRemoved(EventBase):
    type: ClassVar[str] = "chips-removed"
    player: str
    amount: int
    against_rules: bool | None = None
    """The rulebook has the chips stay at the table."""


@dataclass(frozen=True, slots=True)
class ChipsBroughtBack(EventBase):
    type: ClassVar[str] = "chips-brought-back"
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class RedemptionApproved(EventBase):
    type: ClassVar[str] = "redemption-approved"
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class DebtCollected(EventBase):
    """What a player owed after a correction was taken out of their account, in part or in full."""

    type: ClassVar[str] = "debt-collected"
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class BettingOpened(EventBase):
    type: ClassVar[str] = "betting-opened"
    rulebook: str
    digest: str
    limits: LimitsStated | None = None
    """The limits in force, so that the round can be settled again from its record alone."""
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class WagerPlaced(EventBase):
    type: ClassVar[str] = "wager-placed"
    wager: str
    player: str
    position: str
    stake: int
    chips: tuple[Chips, ...] | None = None


@dataclass(frozen=True, slots=True)
class WagerRetracted(EventBase):
    type: ClassVar[str] = "wager-retracted"
    wager: str
    stake: int


@dataclass(frozen=True, slots=True)
class WithdrawalIgnored(EventBase):
    type: ClassVar[str] = "withdrawal-ignored"
    wager: str


@dataclass(frozen=True, slots=True)
class WagerMoved(EventBase):
    type: ClassVar[str] = "wager-moved"
    wager: str
    position: str
    accident: bool
    counts: str
    """Where the wager counts after the move: elsewhere than it lies if positions were fixed before."""
    held: bool = False


@dataclass(frozen=True, slots=True)
class WagerMarkedUnclear(EventBase):
    type: ClassVar[str] = "wager-marked-unclear"
    wager: str
    point: str | None = None


@dataclass(frozen=True, slots=True)
class EarlyCloseAuthorized(EventBase):
    type: ClassVar[str] = "early-close-authorized"


@dataclass(frozen=True, slots=True)
class BallSpun(EventBase):
    type: ClassVar[str] = "ball-spun"
    ball: Ball
    wheel: Turning
    corrects: bool | None = None
    """It replaces directions that were entered wrongly."""
    closes: bool | None = None
    """It ends betting, as the rulebook says."""


@dataclass(frozen=True, slots=True)
class SpinUndone(EventBase):
    """No ball was spun: that it was had been entered by mistake."""

    type: ClassVar[str] = "spin-undone"


@dataclass(frozen=True, slots=True)
class RevolutionsCounted(EventBase):
    type: ClassVar[str] = "revolutions-counted"
    completed: int
    corrects: bool | None = None
    """It replaces a count that was entered wrongly."""


@dataclass(frozen=True, slots=True)
class NoMoreBetsCalled(EventBase):
    type: ClassVar[str] = "no-more-bets-called"
    bell: bool
    wave: bool


@dataclass(frozen=True, slots=True)
class BettingEnded(EventBase):
    """The ball is known to rest, which ends betting without the call. It is no outcome until somebody has counted."""

    type: ClassVar[str] = "betting-ended"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class IrregularityReported(EventBase):
    type: ClassVar[str] = "irregularity-reported"
    kind: Irregularity
    treatment: str
    note: str | None = None
    found_late: bool | None = None
    """It was so before the ball came to rest, but was found only then."""


@dataclass(frozen=True, slots=True)
class NoSpinCalled(EventBase):
    type: ClassVar[str] = "no-spin-called"
    reason: Irregularity | None
    suspected: bool


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What a correction changes for one wager: the new settlement less the old one.

    ``owed`` is the part that does not change hands: above 0 what should be
    taken back but is no longer at the table, below 0 what is not paid out
    because the player owes it from before.
    """

    wager: str
    player: str
    winnings: int
    returned: int
    collected: int
    owed: int = 0


@dataclass(frozen=True, slots=True)
class RoundVoided(EventBase):
    type: ClassVar[str] = "round-voided"
    secret: str | None = None
    pocket: Pocket | None = None
    """The outcome that had been declared, or was declared of a spin that does not count."""
    adjustments: tuple[Adjustment, ...] = ()
    """What was collected or paid before, undone."""


@dataclass(frozen=True, slots=True)
class WagerReturned(EventBase):
    type: ClassVar[str] = "wager-returned"
    wager: str
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class OutcomeDeclared(EventBase):
    type: ClassVar[str] = "outcome-declared"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class OutcomeConfirmed(EventBase):
    type: ClassVar[str] = "outcome-confirmed"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class OutcomeDisputed(EventBase):
    """Somebody entered another pocket than the one that was declared; the round waits until that is decided."""

    type: ClassVar[str] = "outcome-disputed"
    pocket: Pocket
    outcome: Pocket
    """The one that was declared."""


@dataclass(frozen=True, slots=True)
class DollyPlaced(EventBase):
    type: ClassVar[str] = "dolly-placed"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class DollyLifted(EventBase):
    type: ClassVar[str] = "dolly-lifted"
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class WagerRuled(EventBase):
    type: ClassVar[str] = "wager-ruled"
    wager: str
    treatment: WagerTreatment
    position: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class IrregularityRuled(EventBase):
    type: ClassVar[str] = "irregularity-ruled"
    ruling: RoundRuling
    reason: str
    report: int | None = None
    """The event in which the irregularity was reported, where each is decided by itself."""


@dataclass(frozen=True, slots=True)
class WagerCollected(EventBase):
    type: ClassVar[str] = "wager-collected"
    wager: str
    player: str
    position: str
    stake: int
    collected: int
    returned: int
    under_minimum: bool = False
    note: str | None = None
    """As in ``wager-paid``."""


@dataclass(frozen=True, slots=True)
class WagerPaid(EventBase):
    type: ClassVar[str] = "wager-paid"
    wager: str
    player: str
    position: str
    stake: int
    winnings: int
    returned: int
    under_minimum: bool = False
    note: str | None = None
    """Set if the stake is outside the limits and the document does not say what follows, or if a clause that the
    rulebook declares not to be carried out would have decided otherwise."""


@dataclass(frozen=True, slots=True)
class RoundClosed(EventBase):
    type: ClassVar[str] = "round-closed"
    pocket: Pocket
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class PowerFailed(EventBase):
    type: ClassVar[str] = "power-failed"
    ball_dropped: bool
    betting_ended: bool | None = None
    """The ball is known to have dropped before the call, which ends betting."""


@dataclass(frozen=True, slots=True)
class PowerRestored(EventBase):
    type: ClassVar[str] = "power-restored"


@dataclass(frozen=True, slots=True)
class CorrectionProposed(EventBase):
    type: ClassVar[str] = "correction-proposed"
    pocket: Pocket
    reason: str


@dataclass(frozen=True, slots=True)
class OutcomeCorrected(EventBase):
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
    | DebtCollected
    | BettingOpened
    | WagerPlaced
    | WagerRetracted
    | WithdrawalIgnored
    | WagerMoved
    | WagerMarkedUnclear
    | EarlyCloseAuthorized
    | BallSpun
    | SpinUndone
    | RevolutionsCounted
    | NoMoreBetsCalled
    | BettingEnded
    | IrregularityReported
    | NoSpinCalled
    | RoundVoided
    | WagerReturned
    | OutcomeDeclared
    | OutcomeConfirmed
    | OutcomeDisputed
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
