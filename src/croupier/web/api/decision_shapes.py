"""Shapes of what waits for a decision at a table, and of stakes outside the limits."""

from __future__ import annotations

import msgspec


class MeaningOut(msgspec.Struct):
    """A position that an unclear wager may have been meant for; amounts only once the outcome is known."""

    position: str
    distance: float
    winnings: int | None = None
    returned: int | None = None
    collected: int | None = None


class CheckOut(msgspec.Struct):
    """A player's stake on one bet outside the limits, and what happens to it."""

    player: str
    position: str
    stake: int
    min: int
    max: int
    treatment: str
    clauses: list[str]


class AdjustmentOut(msgspec.Struct):
    """What a correction changes for one wager; ``owed`` does not change hands."""

    wager: str
    player: str
    winnings: int
    returned: int
    collected: int
    owed: int


class DecisionOut(msgspec.Struct):
    """What waits for a decision, and whose it is. Of a moved chip, ``was`` is where it lay, ``by`` who reported it.

    Of a report that is to be confirmed, ``position`` is the irregularity.
    """

    table: str
    kind: str
    wager: str | None
    position: str | None
    round: str | None
    needed: str
    clauses: list[str]
    player: str | None = None
    """Whose wager it is, who proposed the correction, or who reported something without a clause."""
    stake: int | None = None
    counts: str | None = None
    """Where the wager counts unless somebody rules otherwise."""
    point: list[float] | None = None
    """Where the chip lies on the cloth, in units of one number box."""
    was: str | None = None
    by: str | None = None
    readings: list[MeaningOut] = []
    reason: str | None = None
    waits: int | None = None
    """Seconds it has waited."""
    report: int | None = None
    """The event that reports what is to be ruled on or confirmed."""
    outcome: str | None = None
    """The number that a correction replaces."""
    entered_by: list[str] = []
    """Who entered it, or a number before it."""
    changes: list[AdjustmentOut] = []
    """What a correction changes for each wager, if it is approved."""
    not_by: list[str] = []
    """Staff who cannot be the second person that a correction or a report waits for."""
