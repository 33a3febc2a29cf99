"""What can be asked of a table, as the dealer speaks. The fields are those of the wire."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from croupier.rules.irregularities import Irregularity
from croupier.rules.pocket import Pocket
from croupier.rules.procedure import ChipSort, Role


@dataclass(frozen=True, slots=True)
class By:
    """The asker and their role; ``acting`` names the position in which they act, where the rulebook lets them."""

    name: str
    role: Role
    acting: Role | None = None


class Ball(StrEnum):
    """Which way the ball was sent."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class Turning(StrEnum):
    """Which way the wheel turns, if it does."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"
    STILL = "still"


class WagerTreatment(StrEnum):
    """What a ruling does with a held wager."""

    STAND = "stand"
    RELOCATE = "relocate"
    RETURN = "return"


class RoundRuling(StrEnum):
    """What a ruling does with a round."""

    VOID = "void"
    STAND = "stand"


@dataclass(frozen=True, slots=True)
class Chips:
    """Some chips of a stake: a color or cash, how many, and of which table if not this one."""

    count: int
    color: str | None = None
    cash: int | None = None
    table: str | None = None


@dataclass(frozen=True, slots=True)
class StakeRange:
    """A limit in a ``set-limits`` command, and in the events that state limits."""

    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Laid:
    """One wager of a list."""

    wager: str
    position: str
    stake: int
    player: str | None = None
    chips: tuple[Chips, ...] | None = None


@dataclass(frozen=True, slots=True)
class OpenTable:
    do: ClassVar[str] = "open-table"
    by: By


@dataclass(frozen=True, slots=True)
class CloseTable:
    do: ClassVar[str] = "close-table"
    by: By


@dataclass(frozen=True, slots=True)
class SetLimits:
    do: ClassVar[str] = "set-limits"
    by: By
    limits: dict[str, StakeRange] | None = None
    intake: str | None = None
    limit_scope: str | None = None
    chip_value_min: int | None = None


@dataclass(frozen=True, slots=True)
class TakeSeat:
    do: ClassVar[str] = "take-seat"
    by: By
    player: str
    seat: int | None = None
    """The number of the seat, at a table whose seats have numbers."""


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    do: ClassVar[str] = "leave-seat"
    by: By
    player: str


@dataclass(frozen=True, slots=True)
class BuyIn:
    do: ClassVar[str] = "buy-in"
    by: By
    player: str
    amount: int
    chips: ChipSort
    color: str | None = None
    chip_value: int | None = None
    marker: bool | None = None


@dataclass(frozen=True, slots=True)
class CashOut:
    do: ClassVar[str] = "cash-out"
    by: By
    player: str
    amount: int
    chips: ChipSort
    color: str | None = None


@dataclass(frozen=True, slots=True)
class PermitValueChips:
    do: ClassVar[str] = "permit-value-chips"
    by: By
    player: str
    color: str | None = None


@dataclass(frozen=True, slots=True)
class RemoveChips:
    do: ClassVar[str] = "remove-chips"
    by: By
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class BringBackChips:
    do: ClassVar[str] = "bring-back-chips"
    by: By
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class CollectDebt:
    """Take what a player owes after a correction out of their account; for the house alone."""

    do: ClassVar[str] = "collect-debt"
    by: By
    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class ApproveRedemption:
    do: ClassVar[str] = "approve-redemption"
    by: By
    player: str
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class OpenBetting:
    do: ClassVar[str] = "open-betting"
    by: By
    commitment: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceWager:
    do: ClassVar[str] = "place-wager"
    by: By
    wager: str
    player: str
    position: str
    stake: int
    chips: tuple[Chips, ...] | None = None
    round: str | None = None


@dataclass(frozen=True, slots=True)
class PlaceWagers:
    do: ClassVar[str] = "place-wagers"
    by: By
    wagers: tuple[Laid, ...]
    player: str | None = None
    round: str | None = None


@dataclass(frozen=True, slots=True)
class RetractWager:
    do: ClassVar[str] = "retract-wager"
    by: By
    wager: str
    stake: int | None = None
    round: str | None = None


@dataclass(frozen=True, slots=True)
class RetractWagers:
    do: ClassVar[str] = "retract-wagers"
    by: By
    wagers: tuple[str, ...]
    round: str | None = None


@dataclass(frozen=True, slots=True)
class MoveWager:
    do: ClassVar[str] = "move-wager"
    by: By
    wager: str
    position: str
    accident: bool
    round: str | None = None


@dataclass(frozen=True, slots=True)
class MarkUnclear:
    do: ClassVar[str] = "mark-unclear"
    by: By
    wager: str
    point: str | None = None


@dataclass(frozen=True, slots=True)
class SpinBall:
    do: ClassVar[str] = "spin-ball"
    by: By
    ball: Ball
    wheel: Turning
    corrects: bool | None = None
    """It puts directions right that were entered wrongly."""
    unconfirmed: bool | None = None
    """A second person has to confirm what it leads to."""


@dataclass(frozen=True, slots=True)
class UndoSpin:
    """Take back that the ball was spun, where it was entered by mistake and nothing has followed from it."""

    do: ClassVar[str] = "undo-spin"
    by: By


@dataclass(frozen=True, slots=True)
class CountRevolutions:
    do: ClassVar[str] = "count-revolutions"
    by: By
    completed: int
    corrects: bool | None = None
    """It puts a miscount right, downwards too."""
    unconfirmed: bool | None = None
    """A second person has to confirm what it leads to."""


@dataclass(frozen=True, slots=True)
class CallNoMoreBets:
    do: ClassVar[str] = "call-no-more-bets"
    by: By
    bell: bool | None = None
    wave: bool | None = None


@dataclass(frozen=True, slots=True)
class AuthorizeEarlyClose:
    do: ClassVar[str] = "authorize-early-close"
    by: By


@dataclass(frozen=True, slots=True)
class ReportIrregularity:
    do: ClassVar[str] = "report-irregularity"
    by: By
    kind: Irregularity
    note: str | None = None
    found_late: bool | None = None
    """It was so before the ball came to rest, but is found only now."""
    unconfirmed: bool | None = None
    """A second person has to confirm it before anything follows from it."""


@dataclass(frozen=True, slots=True)
class CallNoSpin:
    do: ClassVar[str] = "call-no-spin"
    by: By
    reason: Irregularity | None = None
    suspected: bool | None = None


@dataclass(frozen=True, slots=True)
class DeclareOutcome:
    do: ClassVar[str] = "declare-outcome"
    by: By
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class ConfirmOutcome:
    do: ClassVar[str] = "confirm-outcome"
    by: By
    pocket: Pocket
    disputes: bool | None = None
    """A pocket that differs is not refused: it is recorded, and holds the round."""


@dataclass(frozen=True, slots=True)
class PlaceDolly:
    do: ClassVar[str] = "place-dolly"
    by: By
    pocket: Pocket


@dataclass(frozen=True, slots=True)
class LiftDolly:
    do: ClassVar[str] = "lift-dolly"
    by: By
    pocket: Pocket | None = None


@dataclass(frozen=True, slots=True)
class RuleOnWager:
    do: ClassVar[str] = "rule-on-wager"
    by: By
    wager: str
    treatment: WagerTreatment
    position: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RuleOnIrregularity:
    do: ClassVar[str] = "rule-on-irregularity"
    by: By
    ruling: RoundRuling
    reason: str
    report: int | None = None
    """The event in which the irregularity was reported; without it the one that has waited longest is meant."""


@dataclass(frozen=True, slots=True)
class Settle:
    do: ClassVar[str] = "settle"
    by: By


@dataclass(frozen=True, slots=True)
class CorrectOutcome:
    do: ClassVar[str] = "correct-outcome"
    by: By
    round: str
    pocket: Pocket
    reason: str


@dataclass(frozen=True, slots=True)
class ApproveCorrection:
    do: ClassVar[str] = "approve-correction"
    by: By
    round: str
    pocket: Pocket
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class FailPower:
    do: ClassVar[str] = "fail-power"
    by: By
    ball_dropped: bool


@dataclass(frozen=True, slots=True)
class RestorePower:
    do: ClassVar[str] = "restore-power"
    by: By


Command: TypeAlias = (
    OpenTable
    | CloseTable
    | SetLimits
    | TakeSeat
    | LeaveSeat
    | BuyIn
    | CashOut
    | PermitValueChips
    | RemoveChips
    | BringBackChips
    | ApproveRedemption
    | CollectDebt
    | OpenBetting
    | PlaceWager
    | PlaceWagers
    | RetractWager
    | RetractWagers
    | MoveWager
    | MarkUnclear
    | SpinBall
    | UndoSpin
    | CountRevolutions
    | CallNoMoreBets
    | AuthorizeEarlyClose
    | ReportIrregularity
    | CallNoSpin
    | DeclareOutcome
    | ConfirmOutcome
    | PlaceDolly
    | LiftDolly
    | RuleOnWager
    | RuleOnIrregularity
    | Settle
    | CorrectOutcome
    | ApproveCorrection
    | FailPower
    | RestorePower
)


def laid_by(command: Command) -> tuple[PlaceWager, ...]:
    """Return the wagers that a command lays, each as if it had been asked for alone; none where it lays none.

    What a wager costs, how many a player may have and what is bought for it go by
    this alone: another command that lays wagers is named here.
    """
    match command:
        case PlaceWager():
            return (command,)
        case PlaceWagers(by, wagers, player, game):
            return tuple(
                PlaceWager(by, one.wager, one.player or player or by.name, one.position, one.stake, one.chips, game)
                for one in wagers
            )
        case _:
            return ()
