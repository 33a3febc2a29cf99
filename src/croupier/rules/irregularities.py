"""What can go wrong with ball and wheel, and what may follow: everything that can void a round by a clause of its own.

A new word is one line in ``Irregularity``; ``telling`` has its words. Each rulebook
file says what follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from croupier.rules.clause import Basis, Clause
from croupier.rules.later import Since


class Irregularity(StrEnum):
    """What can go wrong with ball and wheel."""

    SAME_DIRECTION = "same-direction"
    NOT_SPUN = "not-spun"
    TOO_FEW_REVOLUTIONS = "too-few-revolutions"
    FOREIGN_OBJECT = "foreign-object"
    NO_COMPARTMENT = "no-compartment"
    BALL_LEFT_WHEEL = "ball-left-wheel"
    BALL_BROKE = "ball-broke"
    WHEEL_STOPPED = "wheel-stopped"
    WHEEL_STILL = "wheel-still"
    INTERFERENCE = "interference"
    BALL_HANGS = "ball-hangs"
    UNLISTED = "unlisted"


ALWAYS_LISTED = frozenset(
    {
        Irregularity.SAME_DIRECTION,
        Irregularity.NOT_SPUN,
        Irregularity.TOO_FEW_REVOLUTIONS,
        Irregularity.FOREIGN_OBJECT,
        Irregularity.NO_COMPARTMENT,
        Irregularity.BALL_LEFT_WHEEL,
        Irregularity.BALL_BROKE,
        Irregularity.WHEEL_STOPPED,
        Irregularity.WHEEL_STILL,
        Irregularity.INTERFERENCE,
        Irregularity.BALL_HANGS,
        Irregularity.UNLISTED,
    }
)
"""What every rulebook says something about. A word that joins later stays out of it: files that were written before
do not have it, and to them it is something unlisted."""


class Treatment(StrEnum):
    """What follows from an irregularity."""

    VOID = "void"
    NO_SPIN = "no-spin"
    CALL_FLOOR = "call-floor"
    REFERRED = "referred"


class Until(StrEnum):
    """How long an irregularity can still count."""

    ANY_TIME = "any-time"
    SPINNING = "spinning"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class IrregularityRule:
    """What one irregularity leads to, and how long it can still count."""

    value: Treatment
    until: Until
    clauses: tuple[Clause, ...]
    basis: Basis | None = None
    note: str = ""
    since: Since = Since.OPENING
