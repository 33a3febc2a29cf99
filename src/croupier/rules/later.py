"""Points on which documents differ that the format gained after it was published."""

from __future__ import annotations

from enum import StrEnum


class BallAtRest(StrEnum):
    """What ends betting if the ball is known to be at rest, or to have dropped, before the call."""

    CALL_ALONE = "call-alone"
    ENDS_BETTING = "ends-betting"
    ENDS_BETTING_AT_ONCE = "ends-betting-at-once"
    """Also if nobody has counted the revolutions yet, so that there is no outcome."""


class VoidableUntil(StrEnum):
    """How long a listed irregularity can still void a round."""

    SETTLEMENT = "settlement"
    ROUND_OVER = "round-over"


class Citing(StrEnum):
    """What a payment cites: its price, or also the clause by which the wager stands or counts elsewhere."""

    PRICE = "price"
    EVERY_CLAUSE = "every-clause"
    WHAT_DECIDES = "what-decides"
    """Every clause; and a refusal to settle cites what is waited for, and whose it is to decide."""


class ChipMinimum(StrEnum):
    """Which chip value needs no marker: the one a table sets, or else the least minimum it displays."""

    SET_BY_TABLE = "set-by-table"
    DISPLAYED = "displayed"


class Unbought(StrEnum):
    """What becomes of a stake that was neither bought nor permitted, where chips are accounted for."""

    FREE = "free"
    REFUSED = "refused"


class Since(StrEnum):
    """From when on an irregularity, or a call of no spin, is possible."""

    OPENING = "opening"
    SPIN = "spin"


class Lasting(StrEnum):
    """How long a power failure concerns the rounds: its own alone, or each until the power is back."""

    ITS_ROUND = "its-round"
    UNTIL_RESTORED = "until-restored"


class CorrectionReach(StrEnum):
    """Which rounds can be corrected."""

    CURRENT_ROUND = "current-round"
    PREVIOUS_ROUNDS = "previous-rounds"


class Contradicted(StrEnum):
    """What becomes of a reported fact that the record contradicts."""

    TAKEN = "taken"
    REFUSED = "refused"
    REFUSED_EVERYWHERE = "refused-everywhere"
    """Also as the reason for a call of no spin, unless it is only suspected."""


class TableAmounts(StrEnum):
    """Which amounts a table may put in place of stated ones."""

    ANY = "any"
    NARROWER = "narrower"


class Remembered(StrEnum):
    """How long it is remembered that a player's stake under the minimum was settled."""

    SITTING = "sitting"
    FOR_GOOD = "for-good"


class AreaLimit(StrEnum):
    """Where a limit that all players on an area share applies: as wagers are taken, or also as they are settled."""

    INTAKE = "intake"
    SETTLEMENT = "settlement"
